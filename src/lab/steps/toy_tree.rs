//! A tree small enough to be shown as a whole: a given one, or the first plies of a position with a few moves at each.

use crate::ladder::game::{Game as _, MATE, OnBoard};
use tabia_chess::{Board, san};
use tabia_engine::eval;
use tabia_text::{number, signed};

/// Range of the plies of a tree.
pub const DEPTHS: std::ops::RangeInclusive<u32> = 2..=4;
/// Range of the number of moves at each position.
pub const WIDTHS: std::ops::RangeInclusive<usize> = 2..=4;

/// A position of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToyNode {
    /// The move that led here in SAN, or a letter; empty at the root.
    pub label: String,
    pub parent: Option<usize>,
    /// Its children, in the order in which they are tried.
    pub children: Vec<usize>,
    /// Plies from the root.
    pub ply: u32,
    /// The value of a leaf, Max's view; `None` inside the tree.
    pub value: Option<i32>,
}

/// A small tree; the root is position 0, and a parent comes before its children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToyTree {
    /// All positions.
    pub nodes: Vec<ToyNode>,
    /// Whether values are centipawns of a position; else plain numbers.
    pub centipawns: bool,
}

/// The order in which the moves of a real position are tried: by their values in the tree, not by a heuristic. With a
/// heuristic either order could save more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TryOrder {
    #[default]
    BestFirst,
    WorstFirst,
}

/// The tree of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Plies, within [`DEPTHS`].
    pub depth: u32,
    /// Moves at each position, within [`WIDTHS`]: the best by static evaluation.
    pub width: usize,
    pub order: TryOrder,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape { depth: 3, width: 3, order: TryOrder::BestFirst }
    }
}

impl ToyTree {
    /// A tree of three plies with shallow cut-offs. No two leaves are equal, so that cut moves are strictly worse.
    pub fn small() -> ToyTree {
        ToyTree::from_leaves(&[3, 2, 2], &[5, 3, 6, 9, 1, 2, 10, 0, 8, 7, 11, 4])
    }

    /// A tree of four plies in which a bound of the root cuts three plies below where it was found.
    pub fn with_deep_cutoff() -> ToyTree {
        ToyTree::from_leaves(&[2, 2, 2, 2], &[9, 2, 5, 8, 9, 9, 1, 3, 9, 4, 4, 1, 1, 7, 7, 1])
    }

    /// A tree with `widths` moves at each ply and these leaves from left to right.
    fn from_leaves(widths: &[usize], leaves: &[i32]) -> ToyTree {
        let mut tree = ToyTree { nodes: Vec::new(), centipawns: false };
        let mut leaves = leaves.iter().copied();
        let root = tree.add(String::new(), None, 0);
        tree.fill(root, widths, &mut leaves);
        tree
    }

    fn fill(&mut self, at: usize, widths: &[usize], leaves: &mut dyn Iterator<Item = i32>) {
        let Some((&width, below)) = widths.split_first() else {
            self.nodes[at].value = leaves.next();
            return;
        };
        for number in 0..width {
            let above = self.nodes[at].label.clone();
            let letter = char::from(b'a' + (number % 26) as u8);
            let child = self.add(format!("{above}{letter}"), Some(at), self.nodes[at].ply + 1);
            self.fill(child, below, leaves);
        }
    }

    /// The first plies of a position with a few moves at each: the best by static evaluation (the hand-crafted terms)
    /// one ply later. Leaves have that evaluation; mate, stalemate and draws are recognised. Moves are tried in the
    /// order of the values that minimax finds.
    pub fn of_position(board: &Board, shape: Shape) -> ToyTree {
        let depth = shape.depth.clamp(*DEPTHS.start(), *DEPTHS.end());
        let width = shape.width.clamp(*WIDTHS.start(), *WIDTHS.end());
        let shape = Shape { depth, width, ..shape };
        let mut tree = ToyTree { nodes: Vec::new(), centipawns: true };
        let root = tree.add(String::new(), None, 0);
        tree.grow(root, board, shape);
        tree.ordered(shape.order)
    }

    fn grow(&mut self, at: usize, board: &Board, shape: Shape) {
        let ply = self.nodes[at].ply;
        // Max moves at even plies.
        let sign = if ply.is_multiple_of(2) { 1 } else { -1 };
        let game = OnBoard::new(*board);
        let moves = game.moves();
        if moves.is_empty() {
            self.nodes[at].value = Some(sign * game.value_at_end(ply));
        } else if game.is_drawn() {
            self.nodes[at].value = Some(0);
        } else if ply == shape.depth {
            self.nodes[at].value = Some(sign * eval::evaluate(board));
        } else {
            let worth = |after: &Board| {
                if after.has_legal_move() {
                    -eval::evaluate(after)
                } else if after.in_check() {
                    MATE
                } else {
                    0
                }
            };
            let mut tried: Vec<_> = moves
                .into_iter()
                .map(|mv| {
                    let after = board.after(mv);
                    (worth(&after), mv, after)
                })
                .collect();
            tried.sort_by_key(|(worth, ..)| std::cmp::Reverse(*worth));
            tried.truncate(shape.width);
            for (_, mv, after) in tried {
                let child = self.add(san::write(board, mv), Some(at), ply + 1);
                self.grow(child, &after, shape);
            }
        }
    }

    /// The same tree with the moves of each position in the order of their values.
    fn ordered(&self, order: TryOrder) -> ToyTree {
        let values = self.values();
        let mut tree = ToyTree { nodes: Vec::new(), centipawns: self.centipawns };
        let mut ways = vec![(0, None)];
        while let Some((from, parent)) = ways.pop() {
            let ToyNode { label, ply, value, children, .. } = &self.nodes[from];
            let at = tree.add(label.clone(), parent, *ply);
            tree.nodes[at].value = *value;
            let mut children = children.clone();
            // Equal moves stay in order of the static evaluation.
            let max_first = self.is_max(from) == (order == TryOrder::BestFirst);
            children.sort_by_key(|&child| if max_first { -values[child] } else { values[child] });
            ways.extend(children.into_iter().rev().map(|child| (child, Some(at))));
        }
        tree
    }

    /// Minimax's value of every position, Max's view.
    fn values(&self) -> Vec<i32> {
        let mut values = vec![0; self.nodes.len()];
        // Children come after their parents.
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let below = node.children.iter().map(|&child| values[child]);
            let best = if self.is_max(at) { below.max() } else { below.min() };
            values[at] = node.value.or(best).unwrap_or(0);
        }
        values
    }

    fn add(&mut self, label: String, parent: Option<usize>, ply: u32) -> usize {
        let number = self.nodes.len();
        self.nodes.push(ToyNode { label, parent, children: Vec::new(), ply, value: None });
        if let Some(parent) = parent {
            self.nodes[parent].children.push(number);
        }
        number
    }

    /// Whether Max is to move there.
    pub fn is_max(&self, node: usize) -> bool {
        self.nodes[node].ply.is_multiple_of(2)
    }

    /// A position and all below it.
    pub fn below(&self, node: usize) -> Vec<usize> {
        let mut found = vec![node];
        let mut at = 0;
        while let Some(&next) = found.get(at) {
            found.extend(&self.nodes[next].children);
            at += 1;
        }
        found
    }

    /// A value as it is shown: pawns, mate in plies, or the plain number.
    pub fn value_text(&self, value: i32) -> String {
        const MATES: i32 = MATE - 1_000;
        if !self.centipawns {
            number(value.into(), 0)
        } else if value.abs() >= MATES {
            format!("{}#{}", if value < 0 { "−" } else { "" }, MATE - value.abs())
        } else {
            signed(f64::from(value) / 100.0, 2)
        }
    }
}
