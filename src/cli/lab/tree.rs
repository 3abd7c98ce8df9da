//! `tabia lab tree`.

use std::io::Write;

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::out::Out;
use tabia_chess::{Board, san};
use tabia_engine::alphabeta::tree::{NodeEnd, SearchTree, Step, TreeBudget, TreeNode};
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::report::SearchOutcome;
use tabia_lab::memory::bound_word;
use tabia_lab::tree_index::board_at;

use super::args::TreeArgs;
use super::{engine, uci};

pub(super) fn run<W: Write>(args: &TreeArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let position = args.position.with_history()?;
    let board = position.board();
    let budget = TreeBudget { nodes: args.nodes as usize, plies: args.plies as usize };
    let limits = Limits::depth(args.depth);
    let mut engine = engine(args.common.hash);
    let (outcome, tree) = engine.record(&position, &limits, &StopSignal::never(), &mut (), budget);
    for (id, node) in tree.nodes.iter().enumerate() {
        // A move is written for the position in which it was played.
        let parent = node.parent.and_then(|parent| board_at(&tree, &board, parent));
        let parent = parent.unwrap_or(board);
        if args.common.json {
            out.json(&object(id, node, &parent))?;
        } else {
            out.line(line(node, &parent))?;
        }
    }
    if args.common.json {
        return out.json(&last(&board, &tree, &outcome));
    }
    out.line(format!(
        "{} entries kept, {} nodes and {} moves not searched left out; {} nodes searched",
        tree.nodes.len(),
        tree.left_out,
        tree.skips_left_out,
        outcome.nodes.unwrap_or(0)
    ))
}

/// Result of a node as text.
fn why(end: NodeEnd) -> &'static str {
    match end {
        NodeEnd::Cut(reason, _) | NodeEnd::Skipped(reason) => reason.name(),
        NodeEnd::Searched(..) => "searched",
        NodeEnd::Open | NodeEnd::Stopped => "stopped",
    }
}

fn object(id: usize, node: &TreeNode, parent: &Board) -> Value {
    let mv = if let Step::Move(mv) = node.step { Some(uci(parent, mv)) } else { None };
    let bound = match node.end {
        NodeEnd::Searched(_, bound) => Some(bound_word(bound)),
        _ => None,
    };
    let step = match node.step {
        Step::Root => "root",
        Step::Move(_) => "move",
        Step::Null => "null",
        Step::Again => "again",
    };
    json!({
        "id": id,
        "parent": node.parent,
        "move": mv,
        "step": step,
        "ply": node.ply,
        "depth": node.depth,
        "alpha": node.alpha,
        "beta": node.beta,
        "eval_cp": node.static_eval,
        "value_cp": node.end.value(),
        "bound": bound,
        "why": why(node.end),
        "searched": !matches!(node.end, NodeEnd::Skipped(_)),
        "nodes": node.nodes,
        "tt_hit": node.tt_hit,
        "order": node.order,
        "reduction": node.reduction,
        "extension": node.extension,
    })
}

fn line(node: &TreeNode, parent: &Board) -> String {
    let mv = match node.step {
        Step::Root => "root".to_owned(),
        Step::Move(mv) => san::write(parent, mv),
        Step::Null => "pass".to_owned(),
        Step::Again => "again".to_owned(),
    };
    let indent = "  ".repeat(usize::from(node.ply));
    let value = node.end.value().map_or("-".to_owned(), |value| value.to_string());
    format!(
        "{indent}{mv}  d{} [{}, {}] {value}  {}  {} nodes",
        node.depth,
        node.alpha,
        node.beta,
        why(node.end),
        node.nodes
    )
}

fn last(board: &Board, tree: &SearchTree, outcome: &SearchOutcome) -> Value {
    json!({
        "recorded": tree.nodes.len(),
        "left_out": tree.left_out,
        "skips_left_out": tree.skips_left_out,
        "search_nodes": outcome.nodes,
        "move": outcome.best.map(|mv| uci(board, mv)),
        "depth": tree.depth,
    })
}
