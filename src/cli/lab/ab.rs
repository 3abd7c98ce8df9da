//! `tabia lab ab`.

use std::io::Write;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::out::Out;
use crate::values;
use tabia_chess::board::Board;
use tabia_chess::san;
use tabia_engine::search::stop::StopSignal;
use tabia_games::game::position::GamePosition;
use tabia_lab::ab::{self, AbPair, AbPlan, AbRun, AbSummary, Equal, Side};
use tabia_lab::suite;

use super::args::AbArgs;
use super::{engine, put_score, uci};

/// Depth where nothing else is said, plies.
const USUAL_DEPTH: u32 = 10;

pub(super) fn run<W: Write>(args: &AbArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let side = |text: &str| Side::parse(text).map_err(|error| Failure::Refused(error.to_string()));
    let sides = [side(&args.a)?, side(&args.b)?];
    let positions = match &args.fen {
        Some(fen) => vec![GamePosition::new(values::board(fen)?)],
        None => suite::positions(),
    };
    let equal = match (args.depth, args.nodes, args.movetime) {
        (_, Some(nodes), _) => Equal::Nodes(nodes),
        (_, _, Some(ms)) => Equal::Time(Duration::from_millis(ms)),
        (depth, None, None) => {
            Equal::Depth(depth.unwrap_or(USUAL_DEPTH), Duration::from_millis(args.most))
        }
    };
    let plan = AbPlan { positions, sides, equal, hash_mib: args.common.hash };
    let mut failure = None;
    let mut tell = |pair: &AbPair| {
        let told = told(&plan, pair, args.common.json, out);
        failure = told.err();
        failure.is_none()
    };
    let mut engine = engine(1);
    let pairs = ab::run(&plan, &mut engine, &StopSignal::never(), &mut tell);
    if let Some(failure) = failure {
        return Err(failure);
    }
    let sum = AbSummary::of(&pairs);
    if plan.positions.len() == 1 {
        return Ok(());
    }
    if args.common.json { out.json(&summary(&sum)) } else { out.lines(summary_lines(&sum)) }
}

/// Tells of one position.
fn told<W: Write>(
    plan: &AbPlan,
    pair: &AbPair,
    json: bool,
    out: &mut Out<W>,
) -> Result<(), Failure> {
    let board = plan.positions[pair.position].board();
    for (at, name) in ["a", "b"].into_iter().enumerate() {
        let (run, side) = (&pair.runs[at], &plan.sides[at]);
        if json {
            out.json(&object(&board, pair.position, name, side, run))?;
        } else {
            out.line(line(&board, pair.position, name, run))?;
        }
    }
    Ok(())
}

fn object(board: &Board, position: usize, name: &str, side: &Side, run: &AbRun) -> Value {
    let mut object = Map::new();
    object.insert("position".into(), json!(position));
    object.insert("side".into(), json!(name));
    object.insert("rules".into(), json!(side.words()));
    object.insert("nodes".into(), json!(run.nodes));
    object.insert("time_ms".into(), json!(run.time_ms));
    object.insert("move".into(), json!(run.mv.map(|mv| uci(board, mv))));
    put_score(&mut object, "score", run.score);
    object.insert("depth".into(), json!(run.depth));
    object.insert("reached".into(), json!(run.reached));
    object.insert("branching".into(), json!(run.branching));
    Value::Object(object)
}

fn line(board: &Board, position: usize, name: &str, run: &AbRun) -> String {
    let mv = run.mv.map_or("-".to_owned(), |mv| san::write(board, mv));
    let score = run.score.map_or("-".to_owned(), |score| score.to_string());
    let short = if run.reached { "" } else { "  cut short" };
    format!(
        "{:>2} {name}  depth {:>2}  {:>12} nodes  {:>8} ms  {mv:<7} {score}{short}",
        position + 1,
        run.depth,
        run.nodes,
        run.time_ms
    )
}

fn summary(sum: &AbSummary) -> Value {
    json!({
        "positions": sum.positions,
        "nodes_a": sum.nodes[0],
        "nodes_b": sum.nodes[1],
        "time_ms_a": sum.time_ms[0],
        "time_ms_b": sum.time_ms[1],
        "depths_a": sum.depths[0],
        "depths_b": sum.depths[1],
        "nodes_ratio": sum.nodes_ratio,
        "time_ratio": sum.time_ratio,
        "agree": sum.agree,
        "cut_short": sum.cut_short,
    })
}

fn summary_lines(sum: &AbSummary) -> [String; 3] {
    [
        format!(
            "nodes  A {}, B {}; median B / A {:.2}",
            sum.nodes[0], sum.nodes[1], sum.nodes_ratio
        ),
        format!(
            "time   A {} ms, B {} ms; median B / A {:.2}",
            sum.time_ms[0], sum.time_ms[1], sum.time_ratio
        ),
        format!(
            "moves  the same in {} of {} positions; {} cut short",
            sum.agree, sum.positions, sum.cut_short
        ),
    ]
}
