//! The choice among the moves of a book: how far to follow it, and how far from the most popular move.

use tabia_chess::{Board, Move};

use super::polyglot::{Book, BookMove};

/// How moves are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Plies of a game for which the book is followed.
    pub depth_plies: usize,
    /// 0 always takes the heaviest move, 50 draws by weight, 100 draws uniformly from all moves in the book.
    pub variety: u8,
}

impl Default for Choice {
    fn default() -> Choice {
        Choice { depth_plies: 20, variety: 50 }
    }
}

impl Choice {
    /// The move to play after `plies` moves of a game; `random` is a random number from 0 up to, not including,
    /// 1.
    pub fn pick(self, book: &Book, board: &Board, plies: usize, random: f64) -> Option<Move> {
        if plies >= self.depth_plies {
            return None;
        }
        let moves = book.moves(board);
        let shares: Vec<f64> = moves.iter().map(|found| self.share(*found)).collect();
        let total: f64 = shares.iter().sum();
        if self.variety == 0 || total <= 0.0 {
            return moves.first().filter(|heaviest| heaviest.weight > 0).map(|found| found.mv);
        }
        let mut left = random.clamp(0.0, 1.0) * total;
        for (found, share) in moves.iter().zip(&shares) {
            left -= share;
            if left < 0.0 {
                return Some(found.mv);
            }
        }
        moves.last().map(|found| found.mv)
    }

    /// The weight to the power of 50 / variety up to 50, and of (100 - variety) / 50 from there: 50 keeps the weights,
    /// 100 makes all equal. A weight of 0 means "never".
    fn share(self, found: BookMove) -> f64 {
        if found.weight == 0 {
            return 0.0;
        }
        let variety = f64::from(self.variety.clamp(1, 100));
        let power = if variety <= 50.0 { 50.0 / variety } else { (100.0 - variety) / 50.0 };
        (f64::from(found.weight) / f64::from(u16::MAX)).powf(power)
    }
}

#[cfg(test)]
mod tests {
    use super::super::polyglot::{Entry, key, move_bits};
    use super::*;
    use tabia_chess::uci_move;

    fn book() -> (Book, [Move; 3]) {
        let board = Board::start();
        let moves = ["e2e4", "d2d4", "a2a3"].map(|text| uci_move::parse(&board, text).unwrap());
        let entries = moves.iter().zip([300, 100, 0]).map(|(&mv, weight)| Entry {
            key: key(&board),
            mv: move_bits(mv),
            weight,
            learn: 0,
        });
        (Book::new(entries.collect()), moves)
    }

    /// How often each of the three moves is drawn by a thousand evenly spaced random numbers.
    fn counts(variety: u8) -> [usize; 3] {
        let (book, moves) = book();
        let choice = Choice { depth_plies: 10, variety };
        let mut counts = [0; 3];
        for random in 0..1000 {
            let mv = choice.pick(&book, &Board::start(), 0, f64::from(random) / 1000.0).unwrap();
            counts[moves.iter().position(|&known| known == mv).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn variety_goes_from_the_heaviest_to_any() {
        assert_eq!(counts(0), [1000, 0, 0]);
        assert_eq!(counts(50), [750, 250, 0]);
        assert_eq!(counts(100), [500, 500, 0]);
        let low = counts(25);
        assert!(low[0] > 850 && low[1] > 50, "{low:?}");
    }

    #[test]
    fn the_book_is_left_after_its_depth() {
        let (book, _) = book();
        let choice = Choice { depth_plies: 4, variety: 50 };
        assert!(choice.pick(&book, &Board::start(), 3, 0.5).is_some());
        assert_eq!(choice.pick(&book, &Board::start(), 4, 0.5), None);
        let strange = Board::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        assert_eq!(choice.pick(&book, &strange, 0, 0.5), None);
        assert_eq!(choice.pick(&Book::default(), &Board::start(), 0, 0.5), None);
    }
}
