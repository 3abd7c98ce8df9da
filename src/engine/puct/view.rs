//! The tree as it is shown: any node with what the search knows of each move, the formula's numbers, which move the
//! next playout takes and why; lines and scores of the root.

use std::cmp::Reverse;

use super::arena::{Edge, NodeId};
use super::choose::{Weights, choose};
use super::leaf_evaluator::cp_of_q;
use super::options::Selection;
use super::tree::Tree;
use crate::search::detail::PuctMove;
use crate::search::score::Score;
use tabia_chess::{Board, Move};

/// Why a move is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It had the fewest playouts.
    FewestPlayouts,
    /// It was never visited, and UCB1 knows no better bonus.
    NeverVisited,
    /// Its sum of value and bonus is the greatest.
    GreatestSum,
    /// It is the only one that is not decided.
    OnlyOne,
    /// No move is next: each is decided.
    Decided,
}

/// A move of a node. Values lie between 0 and 1, seen by who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveView {
    /// The move.
    pub mv: Move,
    /// Playouts through it.
    pub n: u32,
    /// What it is taken to be worth; before its first playout that is first-play urgency.
    pub q: f32,
    /// Prior probability.
    pub p: f32,
    /// The bonus for looking at it again; infinite where UCB1 never has.
    pub u: f32,
    /// What is proven of it.
    pub proof: Option<Score>,
}

impl MoveView {
    /// What the choice goes by.
    pub fn sum(&self) -> f32 {
        self.q + self.u
    }
}

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeView {
    /// How its moves are chosen.
    pub selection: Selection,
    /// Playouts that came here, N.
    pub visits: u32,
    /// Mean of their results, seen by the side to move.
    pub q: f32,
    /// Mean chance of a draw.
    pub draw: f32,
    /// What the position itself was judged to be worth.
    pub value: f32,
    /// The constant of the formula at this node.
    pub c: f32,
    /// What is proven of it.
    pub proof: Option<Score>,
    /// Its moves, the greatest prior first; empty where they are not listed yet.
    pub moves: Vec<MoveView>,
    /// The move the next playout takes, by its place in `moves`.
    pub next: Option<usize>,
    /// Why that one.
    pub why: Why,
}

impl NodeView {
    /// A node that is alive.
    pub fn of(tree: &Tree, id: NodeId) -> NodeView {
        let (node, edges) = (tree.arena().node(id), tree.arena().edges(id));
        let weights = Weights::of(node, &tree.method);
        let mut visited = 0.0;
        let view = |edge: &super::arena::Edge| {
            let q = weights.q(edge, visited);
            if edge.visits > 0 && !edge.proof.is_loss() {
                visited += edge.prior();
            }
            let (p, u) = (edge.prior(), weights.u(edge));
            MoveView { mv: edge.mv, n: edge.visits, q, p, u, proof: edge.proof.score() }
        };
        let moves: Vec<MoveView> = edges.iter().map(view).collect();
        // A playout that comes to a proven node ends there.
        let decided = node.proof.is_known();
        let chosen = || choose(node, edges, &tree.method, id == tree.root());
        let next = if decided { None } else { chosen() };
        let open = edges.iter().filter(|edge| !edge.proof.is_known()).count();
        let why = match (next.map(|at| &edges[at]), tree.method.selection) {
            (None, _) => Why::Decided,
            (Some(_), Selection::Flat) => Why::FewestPlayouts,
            (Some(edge), Selection::Ucb1) if edge.visits == 0 => Why::NeverVisited,
            (Some(edge), _) if open == 1 && !edge.proof.is_known() => Why::OnlyOne,
            _ => Why::GreatestSum,
        };
        NodeView {
            selection: tree.method.selection,
            visits: node.visits,
            q: node.q,
            draw: node.draw,
            value: node.value,
            c: weights.c,
            proof: node.proof.score(),
            moves,
            next,
            why,
        }
    }

    /// The formula of a move with its numbers in place, such as `0.512 + 0.94 * 0.210 * sqrt(800) / (1 + 61)`.
    pub fn formula(&self, at: usize) -> String {
        let Some(MoveView { n, q, p, .. }) = self.moves.get(at) else { return String::new() };
        let (c, visits) = (self.c, self.visits);
        match self.selection {
            Selection::Flat => format!("{q:.3}"),
            Selection::Ucb1 if *n == 0 => tabia_text::t!("puct-not-visited").to_owned(),
            Selection::Ucb1 => format!("{q:.3} + {c:.2} * sqrt(ln {visits} / {n})"),
            Selection::Puct => format!("{q:.3} + {c:.2} * {p:.3} * sqrt({visits}) / (1 + {n})"),
        }
    }
}

impl Tree {
    /// The node at the end of a line from the root, if it is kept.
    pub fn find(&self, line: &[Move]) -> Option<NodeId> {
        let start = self.arena.is_alive(self.root).then_some(self.root)?;
        line.iter().try_fold(start, |id, mv| {
            let edge = self.arena.edges(id).iter().position(|edge| edge.mv == *mv)?;
            self.arena.child(id, edge)
        })
    }
}

/// Moves of a line told at most.
const MAX_LINE: usize = 60;

/// A line: a root move and what is expected to follow.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PvLine {
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
    while let Some(id) = next.filter(|_| line.len() < MAX_LINE) {
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
pub(super) fn lines(tree: &Tree, board: &Board, count: usize) -> Vec<PvLine> {
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
            PvLine {
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
        let entry = &view.moves[at];
        PuctMove {
            mv: entry.mv,
            n: entry.n,
            q: entry.q,
            p: entry.p,
            u: entry.u,
            proof: entry.proof,
        }
    };
    places.into_iter().map(of).collect()
}
