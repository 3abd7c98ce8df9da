//! What a search tells of its tree: lines, scores, the numbers of the root.

use std::cmp::Reverse;

use crate::search::detail::puct::PuctMove;
use crate::search::score::Score;
use tabia_chess::Board;
use tabia_chess::Move;

use super::arena::{Edge, NodeId};
use super::chance::cp_of_q;
use super::tree::Tree;
use super::view::NodeView;

/// Moves of a line told at most.
const LONGEST_LINE: usize = 60;

/// A line: a root move and what is expected to follow.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Told {
    pub(super) score: Score,
    pub(super) visits: u32,
    pub(super) pv: Vec<Move>,
}

/// What makes a move better than another to play: a certain win, the quicker the better; then the number of its
/// playouts, then what they say; a certain loss last, the slower the better.
fn worth(edge: &Edge) -> (i8, i16, u32, i64) {
    let q = (f64::from(edge.worth()) * 1e9) as i64;
    if edge.proof.is_win() {
        (2, edge.proof.rank(), 0, 0)
    } else if edge.proof.is_loss() {
        (0, edge.proof.rank(), 0, 0)
    } else {
        (1, 0, edge.visits, q)
    }
}

/// The places of a node's moves, the best to play first; equal ones by prior.
pub(super) fn ranked(edges: &[Edge]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..edges.len()).collect();
    places.sort_by_key(|&at| Reverse(worth(&edges[at])));
    places
}

/// The best move of a node.
fn best(edges: &[Edge]) -> Option<usize> {
    // The first of equals: `max_by_key` would take the last.
    (0..edges.len()).rev().max_by_key(|&at| worth(&edges[at]))
}

/// The line behind a move of a node, that move first.
fn line(tree: &Tree, id: NodeId, edge: usize) -> Vec<Move> {
    let mut line = vec![tree.arena().edges(id)[edge].mv];
    let mut next = tree.arena().child(id, edge);
    while let Some(id) = next.filter(|_| line.len() < LONGEST_LINE) {
        let edges = tree.arena().edges(id);
        let Some(at) = best(edges).filter(|&at| edges[at].visits > 0) else { break };
        line.push(edges[at].mv);
        next = tree.arena().child(id, at);
    }
    line
}

/// The score of a move: what is proven, else what its playouts say; before the first, what is said of the node.
fn score(tree: &Tree, id: NodeId, edge: &Edge, board: &Board) -> Score {
    let q = if edge.visits > 0 { edge.q } else { tree.arena().node(id).q };
    edge.proof.score().unwrap_or_else(|| Score::Cp(cp_of_q(q, board)))
}

/// The best lines, so many at most, of moves that have been visited; the first in any case.
pub(super) fn lines(tree: &Tree, board: &Board, count: usize) -> Vec<Told> {
    let root = tree.root();
    if !tree.arena().is_alive(root) {
        return Vec::new();
    }
    let edges = tree.arena().edges(root);
    let places = ranked(edges).into_iter().take(count).enumerate();
    let visited = places.filter(|&(number, at)| number == 0 || edges[at].visits > 0);
    visited
        .map(|(_, at)| {
            let edge = &edges[at];
            Told {
                score: score(tree, root, edge, board),
                visits: edge.visits,
                pv: line(tree, root, at),
            }
        })
        .collect()
}

/// The root's moves with their numbers, the best to play first.
pub(super) fn moves(tree: &Tree) -> Vec<PuctMove> {
    let root = tree.root();
    if !tree.arena().is_alive(root) {
        return Vec::new();
    }
    let view = NodeView::of(tree, root);
    let places = ranked(tree.arena().edges(root));
    let of = |at: usize| {
        let told = &view.moves[at];
        PuctMove { mv: told.mv, n: told.n, q: told.q, p: told.p, u: told.u, proof: told.proof }
    };
    places.into_iter().map(of).collect()
}
