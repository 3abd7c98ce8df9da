//! Accumulators that follow a search: the numbers of a ply are worked out where an evaluation is asked for, from
//! those of the nearest ply before it that has some, by what is different on the squares.
//!
//! A move changes more inputs than those of the pieces that it moves: others come to stand en prise, or no longer.
//! So positions are compared, not moves followed; where several plies lie between, what changed and changed back
//! costs nothing.

use tabia_chess::Bitboard;
use tabia_chess::Board;
use tabia_chess::Color;

use super::features::{self, Inputs, Marks, View};
use super::kernels::{LANE, Lane};
use super::{Network, WIDTHS};

/// What is known of the position at a ply.
#[derive(Clone, Copy, Debug)]
struct Position {
    marks: Marks,
    /// How the sides see it.
    views: [View; Color::COUNT],
    /// Whether the numbers of both sides are worked out.
    known: bool,
}

/// Numbers of one side in some position, from which others are worked out where no ply before can help.
#[derive(Clone, Debug)]
struct Rest {
    marks: Marks,
    values: Vec<Lane>,
}

/// The accumulators of one search thread, a pair for each ply.
#[derive(Debug)]
pub struct Accumulators {
    positions: Vec<Position>,
    /// White's and Black's numbers, ply after ply.
    values: Vec<Lane>,
    /// Lanes of one side at one ply.
    lanes: usize,
    /// The last position that was not worked out from a ply before: of each side, mirrored or not.
    rests: [[Rest; 2]; Color::COUNT],
}

impl Accumulators {
    /// Room for this many plies after the root, of any network. No numbers are kept before [`Accumulators::reset`].
    pub fn new(plies: usize) -> Accumulators {
        let views = Color::ALL.map(|side| View::new(side, Board::start().king(side)));
        let nothing = Position { marks: Marks::EMPTY, views, known: false };
        let widest = *WIDTHS.end();
        let rest = || Rest { marks: Marks::EMPTY, values: Vec::with_capacity(widest / LANE) };
        Accumulators {
            positions: vec![nothing; plies + 1],
            values: Vec::with_capacity((plies + 1) * Color::COUNT * (widest / LANE)),
            lanes: 0,
            rests: Color::ALL.map(|_| [rest(), rest()]),
        }
    }

    /// A new search with this network: nothing is known.
    pub fn reset(&mut self, network: &Network) {
        debug_assert!(WIDTHS.contains(&network.width));
        self.lanes = network.width / LANE;
        self.values.resize(self.positions.len() * Color::COUNT * self.lanes, Lane::ZERO);
        for position in &mut self.positions {
            position.known = false;
        }
        for rest in self.rests.iter_mut().flatten() {
            rest.marks = Marks::EMPTY;
            rest.values.clone_from(&network.bias);
        }
    }

    /// A move leads to this ply: what was known of it is of another position.
    #[inline]
    pub fn begin(&mut self, ply: usize) {
        self.positions[ply].known = false;
    }

    /// Evaluates the position at a ply, centipawns, mover's view. Every ply up to it must have been
    /// [begun](Accumulators::begin) by the move that leads there from the root.
    #[inline]
    pub fn evaluate(&mut self, network: &Network, board: &Board, ply: usize) -> i32 {
        if !self.positions[ply].known {
            self.work_out(network, board, ply);
        }
        let (white, black) = (self.at(ply, Color::White), self.at(ply, Color::Black));
        let value = network.output(board, white, black);
        debug_assert_eq!(value, network.evaluate(board), "accumulators of {board}");
        value
    }

    /// Works out the numbers of a ply.
    fn work_out(&mut self, network: &Network, board: &Board, ply: usize) {
        let now = &mut self.positions[ply];
        now.marks = Marks::of(&features::pieces(board));
        for side in Color::ALL {
            now.views[side.index()] = View::new(side, board.king(side));
        }
        now.known = true;
        let mut last = None;
        for side in Color::ALL {
            let at = side.index();
            let view = self.positions[ply].views[at];
            let alike = |position: &Position| position.known && position.views[at] == view;
            let Some(known) = self.positions[..ply].iter().rposition(alike) else {
                self.start(network, ply, side);
                continue;
            };
            // Mostly the two sides go by the same ply.
            let differences = match last {
                Some((ply, differences)) if ply == known => differences,
                _ => self.positions[ply].marks.differences(&self.positions[known].marks),
            };
            last = Some((known, differences));
            self.follow(network, [known, ply], side, differences);
        }
    }

    /// One side's numbers at a ply from those at a ply before, which differs on these squares.
    #[inline]
    fn follow(
        &mut self,
        network: &Network,
        [known, ply]: [usize; 2],
        side: Color,
        differences: Bitboard,
    ) {
        let (mut added, mut removed) = (Inputs::new(), Inputs::new());
        let (now, then) = (&self.positions[ply], &self.positions[known]);
        let view = now.views[side.index()];
        now.marks.inputs(view, differences, &mut added);
        then.marks.inputs(view, differences, &mut removed);
        let (from, to) = (self.place(known, side), self.place(ply, side));
        let (before, after) = self.values.split_at_mut(to);
        let from = &before[from..from + self.lanes];
        network.update(&mut after[..self.lanes], from, &added, &removed);
    }

    /// One side's numbers at a ply from the last ones that were found in this way, which the new ones replace.
    fn start(&mut self, network: &Network, ply: usize, side: Color) {
        let (mut added, mut removed) = (Inputs::new(), Inputs::new());
        let now = &self.positions[ply];
        let view = now.views[side.index()];
        let rest = &mut self.rests[side.index()][usize::from(view.is_mirrored())];
        let differences = now.marks.differences(&rest.marks);
        now.marks.inputs(view, differences, &mut added);
        rest.marks.inputs(view, differences, &mut removed);
        let to = (ply * Color::COUNT + side.index()) * self.lanes;
        let to = &mut self.values[to..to + self.lanes];
        network.update(to, &rest.values, &added, &removed);
        rest.marks = now.marks;
        rest.values.copy_from_slice(to);
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
    fn what_follows_the_moves_is_what_would_be_computed() {
        let network = Network::new(&Parameters::random(64, 8, 8)).unwrap();
        let mut rng = SplitMix64::new(12);
        let mut accumulators = Accumulators::new(40);
        let mut compared = 0;
        for game in 0..200 {
            let number = if game % 2 == 0 { 518 } else { rng.below(960) };
            let mut root = Board::chess960(number).unwrap();
            for _ in 0..rng.below(60) {
                let moves = root.legal_moves();
                if !moves.is_empty() {
                    root.make_move(moves[rng.below(moves.len())]);
                }
            }
            accumulators.reset(&network);
            let mut line = vec![root];
            // Up and down the tree, evaluating now and then.
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
