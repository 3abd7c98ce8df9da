//! `tabia lab scratch` and `scratch-match`: a classical evaluation from scratch, and matches between its levels.

use std::io::Write;
use std::path::Path;

use serde_json::json;

use crate::failure::Failure;
use crate::out::Out;
use tabia_host::referee::plan::Plan;
use tabia_lab::scratch::evaluate::{self, FULL_PHASE, evaluate, phase};
use tabia_lab::scratch::values::{Level, ScratchEval};

use super::args::{ScratchArgs, ScratchMatchArgs};
use super::matches;
use super::registered::lines;

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
    lines(&table, out)?;
    out.line(format!("{:<28}{score:>+8}", "Score, cp, White's view"))
}

pub(super) fn matched<W: Write>(args: &ScratchMatchArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let evals = [ScratchEval::at(level(args.a)?), ScratchEval::at(level(args.b)?)];
    let mut plan = Plan::of_scratch(&evals, args.games.div_ceil(2), args.nodes, args.seed);
    for (player, name) in plan.players.iter_mut().zip(["A", "B"]) {
        // Both may have the same level.
        name.clone_into(&mut player.name);
    }
    let ready = plan.ready(Path::new("")).map_err(|error| Failure::Refused(error.to_string()))?;
    let title = format!("Level {} against level {}", args.a, args.b);
    matches::play(&title, ready, args.games, args.json, out)
}
