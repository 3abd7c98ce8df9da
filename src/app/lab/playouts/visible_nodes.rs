//! The visible part of the tree: the line of the current playout, the selected node, and the most visited nodes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tabia_chess::Move;
use tabia_engine::puct::arena::NodeId;
use tabia_engine::puct::tree::Tree;
use tabia_engine::search::score::Score;

use super::PlayoutsState;

/// Depth of the visible part, plies.
const DEEPEST: usize = 8;

#[derive(Clone, Debug, PartialEq)]
pub struct VisibleNode {
    /// The index of its parent in the list; `None`: the root.
    pub parent: Option<usize>,
    /// The moves that lead here from the root.
    pub line: Vec<Move>,
    /// Playouts that came here by the last move; at the root all playouts.
    pub visits: u32,
    /// Mean value, 0 to 1, from the view of the side that made the move; at the root of the side to move.
    pub q: f32,
    /// The proven result of the move, from the view of the side that makes it.
    pub proof: Option<Score>,
    /// It is on the line of the current playout.
    pub under_way: bool,
}

/// A move that may be shown next: marked lines first, then the most visited, then by order of discovery.
type Candidate = (bool, u32, Reverse<usize>, usize, usize);

/// The visible part of the tree, the root first and parents before their children: `most` nodes and those of the
/// marked lines. Empty without a tree.
pub fn visible_nodes(state: &PlayoutsState, most: usize) -> Vec<VisibleNode> {
    let Some(grown) = state.grown() else { return Vec::new() };
    let tree = grown.stepper.tree();
    let under_way = grown.stepper.line();
    let Some(root) = tree.find(&[]) else { return Vec::new() };
    let node = tree.arena().node(root);
    let mut found = vec![VisibleNode {
        parent: None,
        line: Vec::new(),
        visits: grown.stepper.playouts(),
        q: node.q,
        proof: node.proof.score(),
        under_way: !under_way.is_empty(),
    }];
    let mut ids = vec![Some(root)];
    let mut heap: BinaryHeap<Candidate> = BinaryHeap::new();
    let marked = [&under_way[..], &state.path[..]];
    offer(&mut heap, tree, (0, root), &found[0].line, marked);
    while let Some((is_marked, visits, _, parent, edge)) = heap.pop() {
        if !is_marked && found.len() >= most {
            break;
        }
        let Some(above) = ids[parent] else { continue };
        let stats = &tree.arena().edges(above)[edge];
        let mut line = found[parent].line.clone();
        line.push(stats.mv);
        let on_line = under_way.starts_with(&line);
        let at = found.len();
        let (q, proof) = (stats.worth(), stats.proof.score());
        found.push(VisibleNode {
            parent: Some(parent),
            line,
            visits,
            q,
            proof,
            under_way: on_line,
        });
        let id = tree.arena().child(above, edge);
        ids.push(id);
        if let Some(id) = id.filter(|_| found[at].line.len() < DEEPEST) {
            offer(&mut heap, tree, (at, id), &found[at].line, marked);
        }
    }
    found
}

/// Adds the moves of a node that were tried or are on a marked line to the candidates.
fn offer(
    heap: &mut BinaryHeap<Candidate>,
    tree: &Tree,
    (at, id): (usize, NodeId),
    line: &[Move],
    marked: [&[Move]; 2],
) {
    let next = |along: &[Move]| along.starts_with(line).then(|| along.get(line.len()).copied());
    let next = marked.map(|along| next(along).flatten());
    for (edge, stats) in tree.arena().edges(id).iter().enumerate() {
        let is_marked = next.contains(&Some(stats.mv));
        if is_marked || stats.visits > 0 {
            heap.push((is_marked, stats.visits, Reverse(heap.len()), at, edge));
        }
    }
}
