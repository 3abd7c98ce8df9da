//! Matches of the Lab: played by the referee one game at a time; each game is reported when it ends, and the score
//! last.

use std::io::Write;

use serde_json::{Value, json};

use super::uci_line;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::out::Out;
use tabia_chess::Color;
use tabia_engine::play::Game;
use tabia_games::strength::sheet::ScoreSheet;
use tabia_host::referee::record::result_of;
use tabia_host::referee::run::{Match, Tournament};
use tabia_host::referee::schedule::Fixture;

/// Plays this many games of a match between A, the first player, and B. It stops when the output cannot be written or
/// the program is interrupted.
pub(super) fn play<W: Write>(
    title: &str,
    ready: Match,
    games: u32,
    json: bool,
    out: &mut Out<W>,
) -> Result<(), Failure> {
    let (mut sheet, mut failure) = (ScoreSheet::default(), None);
    let tournament = Tournament::new(ready, false);
    let interrupt = Interrupt::watch();
    let play = || {
        tournament.play(&mut |fixture, game| {
            sheet.add(result_of(fixture, game).points_of(0));
            let written = if json {
                out.json(&game_object(fixture, game))
            } else {
                out.line(game_line(fixture, game, &sheet))
            };
            failure = written.err();
            failure.is_none() && sheet.games() < games
        })
    };
    let done = interrupt.stopping(|| tournament.stop_now(), play);
    failure.map_or(Ok(()), Err)?;
    done.map_err(|error| Failure::Refused(error.to_string()))?;
    if json {
        out.json(&sheet_object(&sheet))?;
    } else {
        let ScoreSheet { wins, draws, losses } = sheet;
        let elo = sheet.elo_text();
        out.line(format!("{title}: +{wins} ={draws} -{losses}, {elo}"))?;
    }
    if interrupt.is_raised() {
        let played = sheet.games();
        return Err(Failure::Interrupted(format!("{played} of {games} games are played")));
    }
    Ok(())
}

fn plies(game: &Game) -> usize {
    game.opening.moves.len() + game.moves.len()
}

fn game_object(fixture: Fixture, game: &Game) -> Value {
    json!({
        "game": fixture.game + 1,
        "a_white": fixture.white == 0,
        "opening": uci_line(&game.opening.start, &game.opening.moves),
        "plies": plies(game),
        "result": result_of(fixture, game).points_of(0).name(),
        "reason": game.ending.to_string(),
    })
}

fn game_line(fixture: Fixture, game: &Game, sheet: &ScoreSheet) -> String {
    let color = if fixture.white == 0 { Color::White } else { Color::Black };
    format!(
        "{:>5}  A {color}  {:<4}  {:>3} plies  +{} ={} -{}  {}",
        fixture.game + 1,
        result_of(fixture, game).points_of(0).name(),
        plies(game),
        sheet.wins,
        sheet.draws,
        sheet.losses,
        game.ending
    )
}

fn sheet_object(sheet: &ScoreSheet) -> Value {
    let elo = sheet.elo();
    json!({
        "games": sheet.games(),
        "wins": sheet.wins,
        "draws": sheet.draws,
        "losses": sheet.losses,
        "score": sheet.score(),
        "elo": elo.map(|found| found.elo),
        "elo_low": elo.and_then(|found| found.low),
        "elo_high": elo.and_then(|found| found.high),
    })
}
