//! Accumulators of a search thread. The accumulator of a ply is computed only when an evaluation is needed, from the
//! nearest earlier ply that has one, by the squares that differ.
//!
//! A move changes more inputs than those of the moved pieces, because other pieces become en prise or stop being so.
//! Therefore positions are compared instead of following moves; changes that were undone between two plies cost
//! nothing.

use tabia_chess::{Bitboard, Board, Color};

use super::features::{self, Inputs, Marks, View};
use super::kernels::{LANE, Lane};
use super::{Network, WIDTHS};

/// State of the position at a ply.
#[derive(Clone, Copy, Debug)]
struct Position {
    marks: Marks,
    /// The perspectives of both sides.
    views: [View; Color::COUNT],
    /// Whether both accumulators of this ply are computed.
    computed: bool,
}

/// Entry of the refresh table ("Finny table"): an accumulator and the position it belongs to.
#[derive(Clone, Debug)]
struct RefreshEntry {
    marks: Marks,
    values: Vec<Lane>,
}

/// Accumulators of one search thread, a pair per ply.
#[derive(Debug)]
pub struct Accumulators {
    positions: Vec<Position>,
    /// White's and Black's accumulators by ply.
    values: Vec<Lane>,
    /// Lanes of one side at one ply.
    lanes: usize,
    /// Refresh table by side and mirroring.
    refresh_table: [[RefreshEntry; 2]; Color::COUNT],
}

impl Accumulators {
    /// Allocates this many plies after the root, for any network. [`Accumulators::reset`] must be called before use.
    pub fn new(plies: usize) -> Accumulators {
        let views = Color::ALL.map(|side| View::new(side, Board::start().king(side)));
        let nothing = Position { marks: Marks::EMPTY, views, computed: false };
        let widest = *WIDTHS.end();
        let entry =
            || RefreshEntry { marks: Marks::EMPTY, values: Vec::with_capacity(widest / LANE) };
        Accumulators {
            positions: vec![nothing; plies + 1],
            values: Vec::with_capacity((plies + 1) * Color::COUNT * (widest / LANE)),
            lanes: 0,
            refresh_table: Color::ALL.map(|_| [entry(), entry()]),
        }
    }

    /// Starts a search with this network; no accumulator is computed.
    pub fn reset(&mut self, network: &Network) {
        debug_assert!(WIDTHS.contains(&network.width));
        self.lanes = network.width / LANE;
        self.values.resize(self.positions.len() * Color::COUNT * self.lanes, Lane::ZERO);
        for position in &mut self.positions {
            position.computed = false;
        }
        for entry in self.refresh_table.iter_mut().flatten() {
            entry.marks = Marks::EMPTY;
            entry.values.clone_from(&network.bias);
        }
    }

    /// A move leads to this ply: its accumulator is outdated.
    #[inline]
    pub fn begin(&mut self, ply: usize) {
        self.positions[ply].computed = false;
    }

    /// Evaluates the position at a ply, centipawns, side to move's view. [`Accumulators::begin`] must have been called
    /// for every ply up to it.
    #[inline]
    pub fn evaluate(&mut self, network: &Network, board: &Board, ply: usize) -> i32 {
        if !self.positions[ply].computed {
            self.compute(network, board, ply);
        }
        let (white, black) = (self.at(ply, Color::White), self.at(ply, Color::Black));
        let value = network.output(board, white, black);
        debug_assert_eq!(value, network.evaluate(board), "accumulators of {board}");
        value
    }

    /// Computes the accumulators of a ply.
    fn compute(&mut self, network: &Network, board: &Board, ply: usize) {
        let now = &mut self.positions[ply];
        now.marks = Marks::of(&features::pieces(board));
        for side in Color::ALL {
            now.views[side.index()] = View::new(side, board.king(side));
        }
        now.computed = true;
        let mut last = None;
        for side in Color::ALL {
            let at = side.index();
            let view = self.positions[ply].views[at];
            let alike = |position: &Position| position.computed && position.views[at] == view;
            let Some(source) = self.positions[..ply].iter().rposition(alike) else {
                self.refresh(network, ply, side);
                continue;
            };
            // Usually both sides use the same earlier ply.
            let differences = match last {
                Some((ply, differences)) if ply == source => differences,
                _ => self.positions[ply].marks.differences(&self.positions[source].marks),
            };
            last = Some((source, differences));
            self.update_from(network, [source, ply], side, differences);
        }
    }

    /// Updates one side's accumulator from an earlier ply that differs on these squares.
    #[inline]
    fn update_from(
        &mut self,
        network: &Network,
        [source, ply]: [usize; 2],
        side: Color,
        differences: Bitboard,
    ) {
        let (mut added, mut removed) = (Inputs::new(), Inputs::new());
        let (now, then) = (&self.positions[ply], &self.positions[source]);
        let view = now.views[side.index()];
        now.marks.inputs(view, differences, &mut added);
        then.marks.inputs(view, differences, &mut removed);
        let (from, to) = (self.place(source, side), self.place(ply, side));
        let (before, after) = self.values.split_at_mut(to);
        let from = &before[from..from + self.lanes];
        network.update(&mut after[..self.lanes], from, &added, &removed);
    }

    /// Updates one side's accumulator from the refresh table, and replaces the entry.
    fn refresh(&mut self, network: &Network, ply: usize, side: Color) {
        let (mut added, mut removed) = (Inputs::new(), Inputs::new());
        let now = &self.positions[ply];
        let view = now.views[side.index()];
        let entry = &mut self.refresh_table[side.index()][usize::from(view.is_mirrored())];
        let differences = now.marks.differences(&entry.marks);
        now.marks.inputs(view, differences, &mut added);
        entry.marks.inputs(view, differences, &mut removed);
        let to = (ply * Color::COUNT + side.index()) * self.lanes;
        let to = &mut self.values[to..to + self.lanes];
        network.update(to, &entry.values, &added, &removed);
        entry.marks = now.marks;
        entry.values.copy_from_slice(to);
    }

    #[inline]
    fn place(&self, ply: usize, side: Color) -> usize {
        (ply * Color::COUNT + side.index()) * self.lanes
    }

    #[inline]
    fn at(&self, ply: usize, side: Color) -> &[Lane] {
        &self.values[self.place(ply, side)..][..self.lanes]
    }
}

#[cfg(test)]
mod tests {
    use super::super::Parameters;
    use super::*;
    use tabia_chess::SplitMix64;

    #[test]
    fn updated_accumulators_equal_computed_ones() {
        let network = Network::new(&Parameters::random(64, 8, 8)).unwrap();
        let mut rng = SplitMix64::new(12);
        let mut accumulators = Accumulators::new(40);
        let mut compared = 0;
        for game in 0..200 {
            let number = if game % 2 == 0 { 518 } else { rng.below(960) };
            let mut root = Board::chess960(number).unwrap();
            for _ in 0..rng.below(60) {
                root.make_random_move(&mut rng);
            }
            accumulators.reset(&network);
            let mut line = vec![root];
            // Moves up and down the tree, evaluating now and then.
            for _ in 0..150 {
                let ply = line.len() - 1;
                let board = line[ply];
                if rng.below(3) == 0 {
                    let value = accumulators.evaluate(&network, &board, ply);
                    assert_eq!(value, network.evaluate(&board), "{board}");
                    compared += 1;
                }
                let moves = board.legal_moves();
                if ply > 0 && (ply == 40 || moves.is_empty() || rng.below(5) < 2) {
                    line.pop();
                } else if !board.in_check() && rng.below(10) == 0 {
                    let mut child = board;
                    child.make_null();
                    accumulators.begin(ply + 1);
                    line.push(child);
                } else if let Some(&mv) = moves.get(rng.below(moves.len())) {
                    let mut child = board;
                    child.set_after(&board, mv);
                    accumulators.begin(ply + 1);
                    line.push(child);
                } else {
                    break;
                }
            }
        }
        assert!(compared > 5000, "{compared}");
    }
}
