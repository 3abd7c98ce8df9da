//! `tabia lab tree`.

use std::io::Write;

use serde_json::json;

use crate::failure::Failure;
use crate::out::{Out, counted};
use tabia_chess::{Board, san};
use tabia_engine::alphabeta::tree::{SearchTree, Step, TreeBudget, TreeNode};
use tabia_engine::alphabeta::value::{INFINITE, Value, to_score_at};
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::report::SearchOutcome;
use tabia_engine::search::score::Bound;
use tabia_lab::tree_file;

use super::args::TreeArgs;
use super::{engine, searchable, uci};

pub(super) fn run<W: Write>(args: &TreeArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let position = searchable(&args.position)?;
    let board = position.board();
    let budget = TreeBudget { nodes: args.nodes as usize, plies: args.plies as usize };
    let limits = Limits::depth(args.depth);
    let mut engine = engine(args.common.hash);
    let (outcome, tree) = engine.record(&position, &limits, &StopSignal::never(), &mut (), budget);
    let columns = tree_file::columns();
    if args.csv {
        out.line(columns.csv().trim_end())?;
    } else if !args.common.json {
        out.line("d: remaining depth, plies; window and value: pawns, view of the side to move at the node")?;
    }
    tree_file::with_parents(&tree, &board, |id, node, parent| {
        let row = tree_file::row(id, node, parent);
        if args.csv {
            out.line(columns.csv_line(&row).trim_end())
        } else if args.common.json {
            out.json(&columns.object(&row))
        } else {
            out.line(line(node, parent))
        }
    })?;
    if args.csv {
        return Ok(());
    }
    if args.common.json {
        return out.json(&last(&board, &tree, &outcome));
    }
    out.line(format!(
        "{} entries kept, {} and {} not searched left out; {} searched",
        tree.nodes.len(),
        counted(tree.left_out as usize, "node"),
        counted(tree.skips_left_out as usize, "move"),
        counted(outcome.nodes.unwrap_or(0) as usize, "node")
    ))
}

/// A value of a node as a score counted from it; an open end of a window as `inf`.
fn score(node: &TreeNode, value: Value) -> String {
    match value {
        value if value <= -INFINITE => "-inf".to_owned(),
        value if value >= INFINITE => "inf".to_owned(),
        value => to_score_at(value, usize::from(node.ply)).to_string(),
    }
}

fn line(node: &TreeNode, parent: &Board) -> String {
    let mv = match node.step {
        Step::Root => "root".to_owned(),
        Step::Move(mv) => san::write(parent, mv),
        Step::Null => "pass".to_owned(),
        Step::Again => "again".to_owned(),
    };
    let indent = "  ".repeat(usize::from(node.ply));
    let sign = node.bound().map_or("", Bound::sign);
    let value = node.end.value();
    let value = value.map_or("-".to_owned(), |value| format!("{sign}{}", score(node, value)));
    format!(
        "{indent}{mv}  d{} [{}, {}] {value}  {}  {}",
        node.depth,
        score(node, node.alpha),
        score(node, node.beta),
        tree_file::why(node.end),
        counted(node.nodes as usize, "node")
    )
}

fn last(board: &Board, tree: &SearchTree, outcome: &SearchOutcome) -> serde_json::Value {
    json!({
        "recorded": tree.nodes.len(),
        "left_out": tree.left_out,
        "skips_left_out": tree.skips_left_out,
        "search_nodes": outcome.nodes,
        "move": outcome.best.map(|mv| uci(board, mv)),
        "depth": tree.depth,
    })
}
