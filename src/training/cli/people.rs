//! `tabia-train people` and `tabia-train habits`: the moves of people as rows, and style statistics of players.

use std::collections::BTreeMap;
use std::io::Write;

use tabia_cli::failure::Failure;
use tabia_cli::games::pgn::each_game;
use tabia_cli::out::Out;
use tabia_cli::position::policy::chosen;
use tabia_cli::values::refuse_own_input;
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::{EngineOptions, MULTI_PV};
use tabia_games::whole_file;

use super::data_args::{HabitsArgs, PeopleArgs};
use crate::people::{HabitCounts, count_habits, rows};

pub(crate) fn run<W: Write>(args: &PeopleArgs, out: &mut Out<W>) -> Result<(), Failure> {
    refuse_own_input([&args.file], [&args.out])?;
    let options =
        EngineOptions { hash_mib: 4, multi_pv: *MULTI_PV.end(), ..EngineOptions::default() };
    let (mut engine, policy) = (Engine::new(&options), chosen(None)?);
    let (mut text, mut games, mut count) = (Vec::new(), 0, 0);
    each_game(&args.file, |game, _| {
        let taken = (games, args.every);
        games += 1;
        count += rows(game, taken, (&mut engine, &policy), args.depth, &mut text)?;
        Ok(())
    })?;
    whole_file::write_bytes(&args.out, &text).map_err(|error| Failure::file(&args.out, &error))?;
    out.line(format!("{games} games, {count} moves of people with a rating"))?;
    Ok(())
}

pub(crate) fn run_habits<W: Write>(args: &HabitsArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let mut counts = BTreeMap::new();
    for file in &args.files {
        each_game(file, |game, _| {
            count_habits(game, &mut counts);
            Ok(())
        })?;
    }
    out.line(format!(
        "{:<20}{:>7}{:>11}{:>9}{:>8}{:>8}{:>8}{:>8}{:>7}{:>8}",
        "", "games", "exchanges", "attacks", "storms", "given", "queen", "short", "long", "moves"
    ))?;
    for (name, count) in &counts {
        out.line(habits(name, count))?;
    }
    Ok(())
}

/// A row: exchanges, pawn storms, sacrifices and early queen moves per game, attacks per hundred moves, castling in per
/// cent, own moves per game.
fn habits(name: &str, count: &HabitCounts) -> String {
    let games = f64::from(count.games.max(1));
    let a_game = |number: u32| f64::from(number) / games;
    let attacks = 100.0 * f64::from(count.attacks) / f64::from(count.moves.max(1));
    let [short, long] = count.castled.map(|number| 100.0 * a_game(number));
    format!(
        "{name:<20}{:>7}{:>11.2}{attacks:>9.1}{:>8.2}{:>8.2}{:>8.2}{short:>8.0}{long:>7.0}{:>8.1}",
        count.games,
        a_game(count.exchanges),
        a_game(count.pawn_storms),
        a_game(count.sacrifices),
        a_game(count.early_queens),
        a_game(count.moves)
    )
}
