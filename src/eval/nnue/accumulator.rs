//! Accumulators that follow a search: each ply notes what its move changes, and the numbers are only
//! worked out where an evaluation is asked for.

use arrayvec::ArrayVec;

use crate::chess::board::Board;
use crate::chess::color::Color;
use crate::chess::observer::BoardObserver;
use crate::chess::piece::Piece;
use crate::chess::piece_type::PieceType;
use crate::chess::square::Square;

use super::features;
use super::kernels::{LANE, Lane};
use super::{Network, WIDTHS};

/// A piece where it appears or leaves. No move has more than two of either.
type Places = ArrayVec<(Piece, Square), 2>;

/// What the move to a ply changed. Hears it from the board.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    added: Places,
    removed: Places,
    /// Sides whose king crossed the middle of the board, so that all their inputs are others.
    crossed: [bool; Color::COUNT],
    /// Sides whose numbers are worked out.
    known: [bool; Color::COUNT],
}

impl BoardObserver for Changes {
    #[inline]
    fn piece_added(&mut self, piece: Piece, square: Square) {
        // There is always room: see `Places`.
        let _ = self.added.try_push((piece, square));
    }

    #[inline]
    fn piece_removed(&mut self, piece: Piece, square: Square) {
        let _ = self.removed.try_push((piece, square));
    }

    #[inline]
    fn piece_moved(&mut self, piece: Piece, from: Square, to: Square) {
        let _ = self.removed.try_push((piece, from));
        let _ = self.added.try_push((piece, to));
        if piece.kind() == PieceType::King
            && features::is_mirrored(from) != features::is_mirrored(to)
        {
            self.crossed[piece.color().index()] = true;
        }
    }
}

/// The accumulators of one search thread, a pair for each ply.
#[derive(Debug)]
pub struct Accumulators {
    changes: Vec<Changes>,
    /// White's and Black's numbers, ply after ply.
    values: Vec<Lane>,
    /// Lanes of one side at one ply.
    lanes: usize,
}

impl Accumulators {
    /// Room for this many plies after the root. No numbers are kept before [`Accumulators::reset`].
    pub fn new(plies: usize) -> Accumulators {
        Accumulators { changes: vec![Changes::default(); plies + 1], values: Vec::new(), lanes: 0 }
    }

    /// A new search with this network: nothing is known.
    pub fn reset(&mut self, network: &Network) {
        debug_assert!(WIDTHS.contains(&network.width));
        self.lanes = network.width / LANE;
        self.values.resize(self.changes.len() * Color::COUNT * self.lanes, Lane::ZERO);
        for changes in &mut self.changes {
            changes.known = [false; Color::COUNT];
        }
    }

    /// The notes of a ply, emptied for the move that leads there.
    #[inline]
    pub fn begin(&mut self, ply: usize) -> &mut Changes {
        let changes = &mut self.changes[ply];
        changes.added.clear();
        changes.removed.clear();
        changes.crossed = [false; Color::COUNT];
        changes.known = [false; Color::COUNT];
        changes
    }

    /// Evaluates the position at a ply, centipawns, mover's view. The notes of every ply up to it must be
    /// those of the moves that lead there from the root.
    #[inline]
    pub fn evaluate(&mut self, network: &Network, board: &Board, ply: usize) -> i32 {
        for side in Color::ALL {
            self.work_out(network, board, ply, side);
        }
        let (white, black) = (self.at(ply, Color::White), self.at(ply, Color::Black));
        let value = network.output(board, white, black);
        debug_assert_eq!(value, network.evaluate(board), "accumulators of {board}");
        value
    }

    /// Brings one side's numbers up to a ply: from the last ply where they are known, or from nothing
    /// where the king has crossed the middle since.
    fn work_out(&mut self, network: &Network, board: &Board, ply: usize, side: Color) {
        let mut known = ply;
        while !self.changes[known].known[side.index()] {
            if known == 0 || self.changes[known].crossed[side.index()] {
                let at = self.place(ply, side);
                network.refresh(board, side, &mut self.values[at..at + self.lanes]);
                self.changes[ply].known[side.index()] = true;
                return;
            }
            known -= 1;
        }
        let mirrored = features::is_mirrored(board.king(side));
        for ply in known + 1..=ply {
            self.follow(network, ply, side, mirrored);
        }
    }

    /// One side's numbers at a ply from those at the ply before.
    fn follow(&mut self, network: &Network, ply: usize, side: Color, mirrored: bool) {
        let (before, after) = self.values.split_at_mut((ply * Color::COUNT) * self.lanes);
        let from = (ply * Color::COUNT - Color::COUNT + side.index()) * self.lanes;
        let from = &before[from..from + self.lanes];
        let to = &mut after[side.index() * self.lanes..][..self.lanes];
        let changes = &mut self.changes[ply];
        let row = |&(piece, square): &(Piece, Square)| {
            network.row(features::index(side, mirrored, piece, square))
        };
        match (&changes.added[..], &changes.removed[..]) {
            ([a], [r]) => (network.kernels.quiet)(to, from, [row(a)], [row(r)]),
            ([a], [r, s]) => (network.kernels.capture)(to, from, [row(a)], [row(r), row(s)]),
            ([a, b], [r, s]) => {
                (network.kernels.castling)(to, from, [row(a), row(b)], [row(r), row(s)]);
            }
            // Passing the turn changes nothing.
            _ => to.copy_from_slice(from),
        }
        changes.known[side.index()] = true;
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
    use super::super::tests::random_parameters;
    use super::*;
    use crate::chess::rng::SplitMix64;

    #[test]
    fn what_follows_the_moves_is_what_would_be_computed() {
        let network = Network::new(&random_parameters(64, 8, 8)).unwrap();
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
                    child.set_after_observed(&board, mv, accumulators.begin(ply + 1));
                    line.push(child);
                } else {
                    break;
                }
            }
        }
        assert!(compared > 5000, "{compared}");
    }
}
