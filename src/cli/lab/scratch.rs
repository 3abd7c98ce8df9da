//! `tabia lab scratch` and `scratch-match`: a classical evaluation from scratch, and matches between its levels.

use std::io::Write;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::out::Out;
use tabia_chess::Board;
use tabia_engine::search::limits::{StopSignal, StopToken};
use tabia_games::strength::sheet::ScoreSheet;
use tabia_lab::matches::{MatchGame, MatchPlan, play_scratch};
use tabia_lab::scratch::evaluate::{self, FULL_PHASE, evaluate, phase};
use tabia_lab::scratch::values::{Level, ScratchEval};

use super::args::{ScratchArgs, ScratchMatchArgs};
use super::registered::rows;
use super::uci_line;

fn level(number: u8) -> Result<Level, Failure> {
    Level::from_number(number)
        .ok_or_else(|| Failure::Refused(format!("found level {number}, expected 1 to 6")))
}

pub(super) fn evaluation<W: Write>(args: &ScratchArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let board = args.position.board()?;
    let eval = ScratchEval::at(level(args.level)?);
    let table = evaluate::table(&eval, &board);
    let score = evaluate(&eval, &board);
    if args.json {
        let objects = table.objects();
        let (level, phase) = (args.level, phase(&board));
        return out.json(&json!({
            "level": level, "terms": objects, "phase": phase, "phase_max": FULL_PHASE, "score_cp": score,
        }));
    }
    table.head_line().map_or(Ok(()), |line| out.line(line))?;
    rows(&table, false, out)?;
    out.line(format!("{:<28}{score:>+8}", "Score, centipawns"))
}

pub(super) fn matched<W: Write>(args: &ScratchMatchArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let evals = [ScratchEval::at(level(args.a)?), ScratchEval::at(level(args.b)?)];
    let plan = MatchPlan { evals, games: args.games, nodes: args.nodes, seed: args.seed };
    let title = format!("Level {} against level {}:", args.a, args.b);
    report_match(&title, args.json, out, |stop, on_game| play_scratch(&plan, stop, on_game))
}

/// Plays a match, writing each game as it ends and the score last. The match stops when nothing can be written.
pub(super) fn report_match<W: Write>(
    title: &str,
    json: bool,
    out: &mut Out<W>,
    play: impl FnOnce(&StopSignal, &mut dyn FnMut(MatchGame)) -> Result<(), String>,
) -> Result<(), Failure> {
    let token = Arc::new(StopToken::default());
    let stop = StopSignal::new(token.clone(), 1);
    let (mut sheet, mut failure) = (ScoreSheet::default(), None);
    let done = play(&stop, &mut |game| {
        sheet.add(game.points);
        let written =
            if json { out.json(&game_object(&game)) } else { out.line(game_line(&game, &sheet)) };
        if let Err(error) = written {
            failure = Some(error);
            token.stop(1);
        }
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    done.map_err(Failure::Refused)?;
    if json {
        return out.json(&sheet_object(&sheet));
    }
    let ScoreSheet { wins, draws, losses } = sheet;
    out.line(format!("{title} {wins} wins, {draws} draws, {losses} losses; {}", sheet.elo_text()))
}

fn game_object(game: &MatchGame) -> Value {
    json!({
        "game": game.number,
        "a_white": game.a_is_white,
        "opening": uci_line(&Board::start(), &game.moves[..game.opening]),
        "plies": game.moves.len(),
        "result": game.points.name(),
        "reason": game.reason,
    })
}

fn game_line(game: &MatchGame, sheet: &ScoreSheet) -> String {
    let color = if game.a_is_white { "White" } else { "Black" };
    format!(
        "{:>5}  A {color}  {:<4}  {:>3} plies  +{} ={} -{}  {}",
        game.number,
        game.points.name(),
        game.moves.len(),
        sheet.wins,
        sheet.draws,
        sheet.losses,
        game.reason
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
