//! What a restrained strength gets wrong inside the search: its misjudgements, its tastes, the moves it
//! overlooks. All of it follows from the game and the position, so it errs alike wherever it meets the
//! same thing again, as people do.
//!
//! - It looks fewer plies ahead; a fractional depth means one ply more in that share of positions.
//! - Each position is misread a little, and pieces are liked or disliked by place all game long (tastes are smooth
//!   over the board), the less the emptier the board is.
//! - Inside the tree it overlooks moves: long, quiet and backward ones most, the own further moves half as often as
//!   the opponent's, a recapture on the square just moved to never. At the root it sees every move, so single
//!   replies, recaptures and a mate in one on the board are played.
//! - It judges by the hand-crafted terms, whatever the option `Eval` says: so the scale was measured.

use tabia_chess::{Board, Color, Move, PieceType, SplitMix64, Square};

use super::strength::Restraint;
use super::value::Value;
use crate::search::limits::Limits;

/// Pieces on the board from which on a position is as confusing as it gets; with fewer, errors shrink.
const CROWDED: u32 = 20;
/// Chance that the most easily overlooked move is overlooked, at most, per mille.
const OVERLOOKED_MOST: usize = 900;
/// How strongly tastes differ by piece, the queen 1; the king has none, for its safety is no matter of
/// taste. Indexed by `PieceType::index()`.
const TASTE_SHARE: [f64; 6] = [0.35, 0.8, 0.8, 0.8, 1.0, 0.0];

/// The weaknesses of a restrained strength in one game.
#[derive(Clone, Debug)]
pub(super) struct Handicap {
    seed: u64,
    restraint: Restraint,
    /// Liking for a kind of piece on a square (seen from its own side), centipawns.
    taste: [[i16; 64]; 6],
}

impl Handicap {
    /// The weaknesses in the game with this seed.
    pub(super) fn new(restraint: Restraint, seed: u64) -> Handicap {
        let mut rng = SplitMix64::new(seed);
        let mut taste = [[0; 64]; 6];
        for (squares, share) in taste.iter_mut().zip(TASTE_SHARE) {
            let knots: [[f64; 3]; 3] =
                std::array::from_fn(|_| std::array::from_fn(|_| rng.unit_f64() * 2.0 - 1.0));
            for square in Square::all() {
                let liking = between(&knots, square) * share * f64::from(restraint.taste_cp);
                squares[square.index()] = liking.round() as i16;
            }
        }
        Handicap { seed, restraint, taste }
    }

    /// The limits of a search of this position: its own where they are tighter. Analysis without end
    /// is not play and stays unlimited.
    pub(super) fn limit(&self, limits: &Limits, key: u64) -> Limits {
        if limits.infinite || limits.mate.is_some() {
            return limits.clone();
        }
        // In some positions it looks a ply further than in others; which, is a matter of the position.
        let further = SplitMix64::new(key ^ self.seed).unit_f64() < self.restraint.depth.fract();
        let depth = self.restraint.depth as u32 + u32::from(further);
        Limits {
            depth: Some(limits.depth.unwrap_or(u32::MAX).min(depth)),
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(self.restraint.nodes)),
            ..limits.clone()
        }
    }

    /// The evaluation as this strength sees it: a little off in every position (the sum of two even
    /// errors, so that large ones are rarer), and bent by its tastes. The emptier the board, the less.
    pub(super) fn misjudge(&self, board: &Board, value: Value) -> Value {
        let spread = self.restraint.misjudges_cp;
        let mut error = self.bias(board);
        if spread > 0 {
            let mut rng = SplitMix64::new(board.key() ^ self.seed);
            let half = (spread + 1) as usize;
            error += (rng.below(half) + rng.below(half)) as Value - spread as Value;
        }
        value + error * crowd(board) as Value / CROWDED as Value
    }

    /// What its tastes make of the position for the side to move.
    fn bias(&self, board: &Board) -> Value {
        if self.restraint.taste_cp == 0 {
            return 0;
        }
        let side = |color: Color| -> Value {
            let liking = |kind: PieceType, square: Square| {
                Value::from(self.taste[kind.index()][square.relative(color).index()])
            };
            let of_kind = |kind: PieceType| {
                board.by(color, kind).into_iter().map(move |square| liking(kind, square))
            };
            PieceType::ALL.into_iter().flat_map(of_kind).sum()
        };
        side(board.stm()) - side(!board.stm())
    }

    /// Whether a move inside the tree is overlooked: never the taking back on the square just moved
    /// to; long, quiet and backward moves more easily than others, the own further moves less easily
    /// than the opponent's.
    pub(super) fn overlooks(
        &self,
        board: &Board,
        ply: usize,
        mv: Move,
        last_to: Option<Square>,
    ) -> bool {
        let base = self.restraint.overlooks_permille as usize;
        if base == 0 || ply == 0 || last_to == Some(mv.to()) || board.in_check() {
            return false;
        }
        let back = match board.stm() {
            Color::White => mv.to().rank() < mv.from().rank(),
            Color::Black => mv.to().rank() > mv.from().rank(),
        };
        let distance = mv.from().distance(mv.to()).min(4) as usize;
        let weight = distance + usize::from(back) + 2 * usize::from(!mv.is_noisy());
        let weight = if ply % 2 == 1 { weight } else { weight / 2 };
        let permille = base * weight / 4 * (crowd(board) as usize) / CROWDED as usize;
        let mixed = board.key() ^ self.seed ^ u64::from(mv.bits()).rotate_left(40);
        SplitMix64::new(mixed).below(1000) < permille.min(OVERLOOKED_MOST)
    }
}

/// Pieces on the board, none counted beyond [`CROWDED`].
fn crowd(board: &Board) -> u32 {
    board.occupied().count().min(CROWDED)
}

/// The value at a square between nine knots spread over the board, so that neighbours are alike.
fn between(knots: &[[f64; 3]; 3], square: Square) -> f64 {
    let place = |at: usize| -> (usize, f64) {
        let x = at as f64 / 3.5;
        let low = (x as usize).min(1);
        (low, x - low as f64)
    };
    let (file, x) = place(square.file().index());
    let (rank, y) = place(square.rank().index());
    let row = |r: usize| knots[r][file] * (1.0 - x) + knots[r][file + 1] * x;
    row(rank) * (1.0 - y) + row(rank + 1) * y
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEAK: Restraint = Restraint {
        depth: 1.5,
        nodes: 1000,
        misjudges_cp: 200,
        taste_cp: 60,
        overlooks_permille: 400,
    };

    fn after(moves: usize) -> Board {
        let mut board = Board::start();
        for n in 0..moves {
            let legal = board.legal_moves();
            board.make_move(legal[n % legal.len()]);
        }
        board
    }

    #[test]
    fn it_errs_the_same_way_in_the_same_game_and_otherwise_in_another() {
        let (game, other) = (Handicap::new(WEAK, 7), Handicap::new(WEAK, 8));
        let boards: Vec<Board> = (0..40).map(after).collect();
        let errors = |handicap: &Handicap| -> Vec<Value> {
            boards.iter().map(|board| handicap.misjudge(board, 10)).collect()
        };
        assert_eq!(errors(&game), errors(&Handicap::new(WEAK, 7)));
        assert_ne!(errors(&game), errors(&other));
        let mean: Value = boards
            .iter()
            .flat_map(|board| (0..100).map(move |seed| (board, seed)))
            .map(|(board, seed)| Handicap::new(WEAK, seed).misjudge(board, 0))
            .sum::<Value>()
            / 4000;
        assert!(mean.abs() < 20, "biased by {mean}");
    }

    #[test]
    fn tastes_are_the_same_for_both_sides() {
        let handicap = Handicap::new(Restraint { misjudges_cp: 0, ..WEAK }, 3);
        assert_eq!(handicap.misjudge(&Board::start(), 25), 25);
        let board = after(7);
        let turned = handicap.bias(&board);
        assert_ne!(turned, 0);
    }

    #[test]
    fn a_recapture_is_never_overlooked_and_long_quiet_moves_most() {
        let mut board = Board::start();
        for text in ["e2e4", "d7d5", "e4d5"] {
            board.make_move(tabia_chess::uci_move::parse(&board, text).unwrap());
        }
        let count = |text: &str, last: Option<Square>| {
            let mv = tabia_chess::uci_move::parse(&board, text).unwrap();
            (0..1000)
                .filter(|&seed| Handicap::new(WEAK, seed).overlooks(&board, 1, mv, last))
                .count()
        };
        let last = Some(Square::D5);
        assert_eq!(count("d8d5", last), 0);
        assert!(count("c8g4", last) > count("h7h6", last) + 100);
        assert!(count("d8d5", None) > 100);
    }

    #[test]
    fn endless_analysis_is_not_restrained() {
        let handicap = Handicap::new(WEAK, 1);
        assert_eq!(handicap.limit(&Limits::infinite(), 5), Limits::infinite());
        let depths: Vec<u32> =
            (0..200).filter_map(|key| handicap.limit(&Limits::default(), key).depth).collect();
        assert!(depths.contains(&1) && depths.contains(&2));
        assert!(depths.iter().all(|depth| (1..=2).contains(depth)));
    }
}
