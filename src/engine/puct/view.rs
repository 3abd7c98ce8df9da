//! The tree for display: any node with the statistics of its moves, the numbers of the formula, the next move and the
//! reason for it; principal variations.

use std::cmp::Reverse;

use super::arena::{Edge, Node, NodeId, best};
use super::choose::{SelectionTerms, choose, grown, is_skipped, spread, thousandths};
use super::leaf_evaluator::{Leaf, cp_of_q, leaf_of_cp};
use super::options::{Method, Selection};
use super::proof::Proof;
use super::tree::Tree;
use crate::search::detail::PuctMove;
use crate::search::live_tree::{LiveNode, LiveTree};
use crate::search::score::{Bound, Score, Wdl};
use tabia_chess::{Board, Move};

/// Why a move is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The move has the fewest visits.
    FewestPlayouts,
    /// The move is unvisited, and UCB1 has no larger bonus.
    NeverVisited,
    /// The move has the largest sum of Q and U.
    GreatestSum,
    /// The move is the only unproven one.
    OnlyOne,
    /// The move mates and is unvisited.
    Mates,
    /// No move is next: the node is proven.
    Decided,
}

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeView {
    /// Selection formula.
    pub selection: Selection,
    /// Visits N.
    pub visits: u32,
    /// Mean value Q, side to move's view.
    pub q: f32,
    /// Mean draw probability.
    pub draw: f32,
    /// First value: the evaluation of the position, or the value of a transposition.
    pub value: f32,
    /// Exploration constant at this node: the product of `c_factors`.
    pub c: f32,
    /// The configured constant, its growth with the visits, and the factor for the spread of the values; factors that
    /// the formula does not use are 1.
    pub c_factors: [f32; 3],
    /// Proven result.
    pub proof: Option<Score>,
    /// Its moves sorted by prior; empty before expansion.
    pub moves: Vec<PuctMove>,
    /// Index of the move that the next playout follows.
    pub next: Option<usize>,
    /// The reason.
    pub why: Why,
}

impl NodeView {
    /// View of a node that exists. Playouts in progress are left out: Q, U and the next move follow from the visits
    /// shown, without virtual losses.
    pub fn of(tree: &Tree, id: NodeId) -> NodeView {
        let node = tree.arena().node(id);
        let mut edges = tree.arena().edges(id).to_vec();
        for edge in &mut edges {
            edge.running = 0;
        }
        let edges = &edges[..];
        let terms = SelectionTerms::of(node, &tree.method);
        let at_root = id == tree.root();
        let mut visited = 0.0;
        let view = |edge: &Edge| {
            let q = terms.q(edge, visited);
            if edge.visits > 0 && !is_skipped(edge, at_root) {
                visited += edge.prior();
            }
            let (p, u) = (edge.prior(), terms.u(edge));
            PuctMove { mv: edge.mv, n: edge.visits, q, p, u, proof: edge.proof.score() }
        };
        let moves: Vec<PuctMove> = edges.iter().map(view).collect();
        // A playout ends at a proven node.
        let decided = node.proof.is_known();
        let mating = tree.mating_edge().filter(|_| at_root);
        let chosen = || mating.or_else(|| choose(node, edges, &tree.method, at_root));
        let next = if decided { None } else { chosen() };
        let open = edges.iter().filter(|edge| !edge.proof.is_known()).count();
        let why = match (next.map(|at| &edges[at]), tree.method.selection) {
            (None, _) => Why::Decided,
            _ if mating.is_some() => Why::Mates,
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
            c: terms.c,
            c_factors: c_factors(node, &tree.method),
            proof: node.proof.score(),
            moves,
            next,
            why,
        }
    }

    /// Number of other moves that are equally good for the next playout. The first one listed, with the greatest prior,
    /// is taken.
    pub fn tied(&self) -> usize {
        let Some(next) = self.next.and_then(|at| self.moves.get(at)) else { return 0 };
        let same = |of: &PuctMove| match self.why {
            Why::FewestPlayouts | Why::NeverVisited => of.n == next.n,
            Why::GreatestSum => of.sum().total_cmp(&next.sum()).is_eq(),
            Why::OnlyOne | Why::Mates | Why::Decided => false,
        };
        let open = self.moves.iter().filter(|of| of.proof.is_none() && of.mv != next.mv);
        open.filter(|&of| same(of)).count()
    }

    /// The factors of the exploration constant, such as `0.90 * 1.15 * 0.68`; `None` if it is the configured one.
    pub fn c_formula(&self) -> Option<String> {
        let [set, growth, spread] = self.c_factors;
        let changed = self.selection == Selection::Puct && (growth, spread) != (1.0, 1.0);
        changed.then(|| format!("{set:.2} * {growth:.3} * {spread:.3}"))
    }

    /// The formula of a move with its numbers, such as `0.512 + 0.94 * 0.210 * sqrt(800) / (1 + 61)`.
    pub fn formula(&self, at: usize) -> String {
        let Some(PuctMove { n, q, p, .. }) = self.moves.get(at) else { return String::new() };
        let (c, visits) = (self.c, self.visits);
        match self.selection {
            Selection::Flat => format!("{q:.3}"),
            Selection::Ucb1 if *n == 0 => tabia_text::t!("puct-not-visited").to_owned(),
            Selection::Ucb1 => format!("{q:.3} + {c:.2} * sqrt(ln {visits} / {n})"),
            Selection::Puct => format!("{q:.3} + {c:.2} * {p:.3} * sqrt({visits}) / (1 + {n})"),
        }
    }
}

/// The factors of the exploration constant at a node.
fn c_factors(node: &Node, method: &Method) -> [f32; 3] {
    match method.selection {
        Selection::Flat => [0.0, 1.0, 1.0],
        Selection::Ucb1 => [thousandths(method.ucb_c), 1.0, 1.0],
        Selection::Puct => [
            thousandths(method.cpuct),
            grown(1.0, node.visits, method.cpuct_base as f32),
            spread(thousandths(method.spread), node.visits, node.q, node.square),
        ],
    }
}

impl Tree {
    /// The node at the end of a line from the root, if it exists.
    pub fn find(&self, line: &[Move]) -> Option<NodeId> {
        let start = self.arena.is_alive(self.root).then_some(self.root)?;
        line.iter().try_fold(start, |id, mv| {
            let edge = self.arena.edges(id).iter().position(|edge| edge.mv == *mv)?;
            self.arena.child(id, edge)
        })
    }
}

/// Maximum length of a PV, plies.
const MAX_LINE: usize = 60;

/// A principal variation.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PvLine {
    /// The proven result, else from Q.
    pub(super) score: Score,
    /// The same as chances, side to move's view.
    pub(super) wdl: Wdl,
    /// Whether the move was visited or its result is known.
    pub(super) is_evaluated: bool,
    pub(super) visits: u32,
    pub(super) pv: Vec<Move>,
}

/// The principal variation of an edge.
fn line(tree: &Tree, id: NodeId, edge: usize) -> Vec<Move> {
    let mut line = vec![tree.arena().edges(id)[edge].mv];
    let mut next = tree.arena().child(id, edge);
    while let Some(id) = next.filter(|_| line.len() < MAX_LINE) {
        let edges = tree.arena().edges(id);
        let Some(at) = best(edges, |edge| edge.visits > 0) else { break };
        line.push(edges[at].mv);
        next = tree.arena().child(id, at);
    }
    line
}

/// Score of an edge: the proven result, else from Q; unvisited edges take the node's value.
fn score(tree: &Tree, id: NodeId, edge: &Edge, board: &Board) -> Score {
    let q = if edge.visits > 0 { edge.q } else { tree.arena().node(id).q };
    edge.proof.score().unwrap_or_else(|| Score::Cp(cp_of_q(q, board)))
}

/// Chances of an edge's move, side to move's view: the proven result, else Q and the draws of its child. Without a
/// child the draws are those of the leaves' curve. Unvisited edges take the node's values.
fn chances(tree: &Tree, id: NodeId, (at, edge): (usize, &Edge), board: &Board) -> Wdl {
    if let Some(q) = edge.proof.q() {
        let Leaf { q, draw } = Leaf::certain(q);
        return Wdl::of_expected(q, draw);
    }
    let node = tree.arena().node(id);
    if edge.visits == 0 {
        return Wdl::of_expected(node.q, node.draw);
    }
    let child = tree.arena().child(id, at).map(|child| tree.arena().node(child));
    let draw = child.filter(|child| child.visits > 0).map(|child| child.draw);
    let by_curve = || leaf_of_cp(cp_of_q(edge.q, board), board).draw;
    Wdl::of_expected(edge.q, draw.unwrap_or_else(by_curve))
}

/// A root move with its tablebase result.
#[derive(Clone, Copy, Debug)]
pub(super) struct TbMove {
    pub(super) mv: Move,
    pub(super) result: Proof,
    /// The same with cursed wins and blessed losses apart from draws.
    pub(super) wdl: tabia_games::tablebase::Wdl,
    pub(super) dtz: i32,
}

/// The root's edges with their indices, the best first. Tablebase results replace all proofs but mates. Among wins by
/// the tablebases the smallest DTZ is best.
fn root_edges(tree: &Tree, by_tables: &[TbMove]) -> Vec<(usize, Edge)> {
    let mut edges: Vec<(usize, Edge)> =
        tree.arena().edges(tree.root()).iter().copied().enumerate().collect();
    let found = |edge: &Edge| by_tables.iter().find(|found| found.mv == edge.mv);
    edges.sort_by_key(|(_, edge)| {
        let (wdl, nearness) = match found(edge) {
            _ if edge.proof.is_mate() && edge.proof.is_win() => (i32::MAX, 0),
            Some(found) if found.result.is_win() => (found.wdl.number(), -found.dtz),
            Some(found) => (found.wdl.number(), 0),
            None => (0, 0),
        };
        Reverse((wdl, nearness, edge.rank()))
    });
    for (_, edge) in &mut edges {
        if let Some(found) = found(edge).filter(|_| !edge.proof.is_mate()) {
            edge.proof = found.result;
        }
    }
    edges
}

/// The principal variations of at most `count` moves that are visited or have a known result; always at least one.
pub(super) fn lines(tree: &Tree, board: &Board, by_tables: &[TbMove], count: usize) -> Vec<PvLine> {
    let root = tree.root();
    if !tree.arena().is_alive(root) {
        return Vec::new();
    }
    let edges = root_edges(tree, by_tables).into_iter().map(|(at, edge)| PvLine {
        score: score(tree, root, &edge, board),
        wdl: chances(tree, root, (at, &edge), board),
        is_evaluated: edge.visits > 0 || edge.proof.is_known(),
        visits: edge.visits,
        pv: line(tree, root, at),
    });
    let known = edges.enumerate().filter(|(number, line)| *number == 0 || line.is_evaluated);
    known.map(|(_, line)| line).take(count).collect()
}

/// The top of the tree, with the nodes of the principal variation.
pub(super) fn live_tree(tree: &Tree, board: &Board, pv: &[Move]) -> LiveTree {
    let mut live = LiveTree::default();
    let root = tree.root();
    if !tree.arena().is_alive(root) {
        return live;
    }
    let node = tree.arena().node(root);
    let total = u64::from(node.visits).max(1);
    live.nodes.push(LiveNode {
        parent: 0,
        mv: None,
        ply: 0,
        nodes: u64::from(node.visits),
        score: Some(node.proof.score().unwrap_or_else(|| Score::Cp(cp_of_q(node.q, board)))),
        bound: Bound::Exact,
        depth: 0,
        iteration: 0,
        cut: None,
    });
    add_children(tree, (root, 0), (board, 0), (pv, total), &mut live);
    live
}

/// Adds the children of a node that are large enough, with their subtrees. `node`: the node and its copy; `at`: its
/// board and ply; `pv`: the rest of the principal variation, if it leads here, and all visits.
fn add_children(
    tree: &Tree,
    (id, parent): (NodeId, u32),
    (board, ply): (&Board, u8),
    (pv, total): (&[Move], u64),
    live: &mut LiveTree,
) {
    if usize::from(ply) >= LiveTree::PLIES {
        return;
    }
    for (at, edge) in tree.arena().edges(id).iter().enumerate() {
        let on_pv = pv.first() == Some(&edge.mv);
        let visits = u64::from(edge.visits);
        if visits == 0 || !on_pv && visits * LiveTree::SEEN < total {
            continue;
        }
        let score = from_root(score(tree, id, edge, board), ply);
        let copy = live.nodes.len() as u32;
        live.nodes.push(LiveNode {
            parent,
            mv: Some(edge.mv),
            ply: ply + 1,
            nodes: visits,
            score: Some(score),
            bound: Bound::Exact,
            depth: 0,
            iteration: 0,
            cut: None,
        });
        if let Some(child) = tree.arena().child(id, at) {
            let pv = if on_pv { &pv[1..] } else { &[] };
            let below = (&board.after(edge.mv), ply + 1);
            add_children(tree, (child, copy), below, (pv, total), live);
        }
    }
}

/// A score for the side to move `ply` plies below the root, from the view of the side to move at the root; distances
/// are counted from the root.
fn from_root(score: Score, ply: u8) -> Score {
    let farther = |plies: i32| plies + i32::from(ply) * if plies > 0 { 1 } else { -1 };
    let score = match score {
        Score::Mate(plies) => Score::Mate(farther(plies)),
        Score::Tablebase(plies) => Score::Tablebase(farther(plies)),
        Score::Cp(_) => score,
    };
    if ply.is_multiple_of(2) { score } else { score.flipped() }
}

/// The root moves with their statistics, the best first.
pub(super) fn moves(tree: &Tree, by_tables: &[TbMove]) -> Vec<PuctMove> {
    let root = tree.root();
    if !tree.arena().is_alive(root) {
        return Vec::new();
    }
    let view = NodeView::of(tree, root);
    let entry = |(at, edge): (usize, Edge)| {
        let entry = view.moves[at];
        PuctMove { q: edge.proof.q().unwrap_or(entry.q), proof: edge.proof.score(), ..entry }
    };
    root_edges(tree, by_tables).into_iter().map(entry).collect()
}
