//! `tabia lab ladder`.

use std::io::Write;

use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::out::Out;
use tabia_chess::board::Board;
use tabia_chess::san;
use tabia_engine::search::score::Score;
use tabia_engine::search::stop::StopSignal;
use tabia_games::game::position::GamePosition;
use tabia_lab::ladder::algorithm::Algorithm;
use tabia_lab::ladder::rows::{self, LadderRequest, LadderRow};

use super::args::LadderArgs;
use super::{engine, put_score, uci};

pub(super) fn run<W: Write>(args: &LadderArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let board = args.position.board()?;
    let position = GamePosition::new(board);
    let request = LadderRequest { position, depth: args.depth, budget: args.budget };
    if !args.common.json {
        out.line(
            "depth algorithm             nodes       leaves   deep cuts  branching       ms  move    value",
        )?;
    }
    let mut failure = None;
    // What minimax found at the depth under way.
    let mut truth: Option<LadderRow> = None;
    let mut tell = |row: &LadderRow| {
        if row.algorithm == Algorithm::Minimax {
            truth = Some(*row);
        }
        let told = if args.common.json {
            out.json(&object(&board, row, agrees(row, truth)))
        } else {
            line(&board, row, out)
        };
        failure = told.err();
        failure.is_none()
    };
    let mut engine = engine(args.common.hash);
    let rows = rows::climb(&request, &mut engine, &StopSignal::never(), &mut tell);
    if let Some(failure) = failure {
        return Err(failure);
    }
    if !args.common.json {
        summary(&rows, args.budget, out)?;
    }
    Ok(())
}

/// Whether a row that must find minimax's value has; `None` where it need not or minimax did not come so far.
fn agrees(row: &LadderRow, truth: Option<LadderRow>) -> Option<bool> {
    let truth = truth.filter(|truth| truth.depth == row.depth && truth.complete)?;
    (row.complete && row.algorithm.must_agree()).then_some(row.score == truth.score)
}

fn object(board: &Board, row: &LadderRow, agrees: Option<bool>) -> Value {
    let mut object = Map::new();
    object.insert("algorithm".into(), json!(row.algorithm.name()));
    object.insert("depth".into(), json!(row.depth));
    object.insert("leaves".into(), json!(row.leaves));
    object.insert("nodes".into(), json!(row.nodes));
    object.insert("deep_cutoffs".into(), json!(row.deep_cutoffs));
    put_score(&mut object, "value", row.score);
    object.insert("move".into(), json!(row.mv.map(|mv| uci(board, mv))));
    let micros = row.time.as_micros() as f64;
    object.insert("time_ms".into(), json!(micros / 1000.0));
    object.insert("complete".into(), json!(row.complete));
    object.insert("branching".into(), json!(row.branching));
    object.insert("limit".into(), json!(row.limit.leaves.round()));
    object.insert("limit_counted".into(), json!(row.limit.counted));
    object.insert("agrees".into(), json!(agrees));
    Value::Object(object)
}

fn line<W: Write>(board: &Board, row: &LadderRow, out: &mut Out<W>) -> Result<(), Failure> {
    let count = |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
    let branching = row.branching.map_or("-".to_owned(), |branching| format!("{branching:.2}"));
    let mv = row.mv.map_or("-".to_owned(), |mv| san::write(board, mv));
    let value: Option<Score> = row.score;
    let value = value.map_or("budget spent".to_owned(), |value| value.to_string());
    out.line(format!(
        "{:>5} {:<12} {:>14} {:>12} {:>11} {branching:>10} {:>8.1}  {mv:<7} {value}",
        row.depth,
        row.algorithm.name(),
        row.nodes,
        count(row.leaves),
        count(row.deep_cutoffs),
        row.time.as_secs_f64() * 1000.0,
    ))
}

/// The limit of each depth, and whether what must agree does.
fn summary<W: Write>(rows: &[LadderRow], budget: u64, out: &mut Out<W>) -> Result<(), Failure> {
    out.line("")?;
    let deepest = rows.iter().map(|row| row.depth).max().unwrap_or(0);
    for depth in 1..=deepest {
        let Some(row) = rows.iter().find(|row| row.depth == depth) else { continue };
        let about = if row.limit.counted { "" } else { " (estimated)" };
        let agreement = match rows::agreement(rows, depth) {
            Some(true) => "all that must agree do",
            Some(false) => "NOT all that must agree do",
            None => "nothing to compare",
        };
        out.line(format!(
            "depth {depth}: at least {:.0} leaves for alpha-beta{about}; {agreement}",
            row.limit.leaves
        ))?;
    }
    out.line(format!(
        "Values: pawns, side to move's view. Leaves by the hand-crafted terms, the engine's by its own evaluation. \
         Each search ends after {budget} nodes."
    ))
}
