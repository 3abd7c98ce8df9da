//! Limited strength: the Elo scale, its named levels, and the errors of a limited engine inside the search: noise in
//! the evaluation, a bias for pieces on squares, overlooked moves. All errors are functions of the game's seed and the
//! position, so the engine repeats an error whenever it meets the same position again, as people do.
//!
//! - It searches fewer plies. A fractional depth means one ply more in that share of positions.
//! - Its evaluation of each position is off by a random amount, and a bias for pieces on squares, smooth over the
//!   board, lasts the whole game. Both shrink with the number of pieces.
//! - Inside the tree it overlooks moves: long, quiet and backward moves most often, its own later moves half as often
//!   as the opponent's, a recapture on the square just moved to never. At the root it sees every move, so it plays
//!   single replies, recaptures and a mate in one.
//! - It always uses the hand-crafted evaluation, whatever the option `Eval` says, because the scale was measured with
//!   it.

use std::ops::RangeInclusive;

use super::options::Strength;
use super::value::Value;
use crate::search::limits::Limits;
use tabia_chess::{Board, Color, Move, PieceType, SplitMix64, Square};
use tabia_text::{Language, number, t};

/// From this many pieces on, errors have their full size; with fewer pieces they shrink.
const FULL_ERROR_PIECES: u32 = 20;
/// Upper limit of the chance to overlook a move, per mille.
const MAX_OVERLOOKED: usize = 900;
/// Size of the square bias by `PieceType::index()`, the queen 1. The king has none, because king safety is not a matter
/// of taste.
const SQUARE_BIAS_SHARE: [f64; 6] = [0.35, 0.8, 0.8, 0.8, 1.0, 0.0];

/// The errors of a limited strength in one game.
#[derive(Clone, Debug)]
pub(super) struct Handicap {
    seed: u64,
    strength_limits: StrengthLimits,
    /// Bias for a kind of piece on a square, seen from its own side, centipawns.
    square_bias: [[i16; 64]; 6],
}

impl Handicap {
    pub(super) fn new(strength_limits: StrengthLimits, seed: u64) -> Handicap {
        let mut rng = SplitMix64::new(seed);
        let mut square_bias = [[0; 64]; 6];
        for (squares, share) in square_bias.iter_mut().zip(SQUARE_BIAS_SHARE) {
            let knots: [[f64; 3]; 3] =
                std::array::from_fn(|_| std::array::from_fn(|_| rng.unit_f64() * 2.0 - 1.0));
            for square in Square::all() {
                let amount =
                    interpolate(&knots, square) * share * f64::from(strength_limits.square_bias_cp);
                squares[square.index()] = amount.round() as i16;
            }
        }
        Handicap { seed, strength_limits, square_bias }
    }

    /// The limits of a search of this position: those of the strength where they are tighter. Infinite analysis and
    /// mate searches are not play and stay unlimited.
    pub(super) fn limit(&self, limits: &Limits, key: u64) -> Limits {
        if limits.infinite || limits.mate.is_some() {
            return limits.clone();
        }
        // The position decides whether the search goes one ply deeper.
        let further =
            SplitMix64::new(key ^ self.seed).unit_f64() < self.strength_limits.depth.fract();
        let depth = self.strength_limits.depth as u32 + u32::from(further);
        Limits {
            depth: Some(limits.depth.unwrap_or(u32::MAX).min(depth)),
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(self.strength_limits.nodes)),
            ..limits.clone()
        }
    }

    /// The evaluation with the errors of this strength: random noise (the sum of two uniform errors, so that large ones
    /// are rarer) plus the square bias. Both shrink with the number of pieces.
    pub(super) fn add_error(&self, board: &Board, value: Value) -> Value {
        let spread = self.strength_limits.eval_error_cp;
        let mut error = self.bias(board);
        if spread > 0 {
            let mut rng = SplitMix64::new(board.key() ^ self.seed);
            let half = (spread + 1) as usize;
            error += (rng.below(half) + rng.below(half)) as Value - spread as Value;
        }
        value + error * capped_piece_count(board) as Value / FULL_ERROR_PIECES as Value
    }

    /// Sum of the square biases, side to move's view.
    fn bias(&self, board: &Board) -> Value {
        if self.strength_limits.square_bias_cp == 0 {
            return 0;
        }
        let side = |color: Color| -> Value {
            let amount = |kind: PieceType, square: Square| {
                Value::from(self.square_bias[kind.index()][square.relative(color).index()])
            };
            let of_kind = |kind: PieceType| {
                board.by(color, kind).into_iter().map(move |square| amount(kind, square))
            };
            PieceType::ALL.into_iter().flat_map(of_kind).sum()
        };
        side(board.stm()) - side(!board.stm())
    }

    /// Whether a move inside the tree is overlooked. A recapture on the square just moved to never is; long, quiet and
    /// backward moves are more easily than others; the engine's own later moves are less easily than the opponent's.
    pub(super) fn overlooks(
        &self,
        board: &Board,
        ply: usize,
        mv: Move,
        last_to: Option<Square>,
    ) -> bool {
        let base = self.strength_limits.overlooks_permille as usize;
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
        let permille =
            base * weight / 4 * (capped_piece_count(board) as usize) / FULL_ERROR_PIECES as usize;
        let mixed = board.key() ^ self.seed ^ u64::from(mv.bits()).rotate_left(40);
        SplitMix64::new(mixed).below(1000) < permille.min(MAX_OVERLOOKED)
    }
}

/// Pieces on the board, at most [`FULL_ERROR_PIECES`].
fn capped_piece_count(board: &Board) -> u32 {
    board.occupied().count().min(FULL_ERROR_PIECES)
}

/// Bilinear interpolation between nine knots spread over the board, so that neighbouring squares get similar values.
fn interpolate(knots: &[[f64; 3]; 3], square: Square) -> f64 {
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

// A strength below full is an Elo number; the named levels are points on the same scale. The scale stores limits for
// some Elo numbers, measured by matches (`benches/measurements/search.md`), and interpolates between them.

/// Limits and errors of a strength below full.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrengthLimits {
    /// Search depth in plies, exchanges not counted. The fraction is the share of positions searched one ply deeper.
    pub(super) depth: f64,
    /// Maximum number of nodes per move.
    pub(super) nodes: u64,
    /// Largest random error of the evaluation, centipawns.
    pub(super) eval_error_cp: u32,
    /// Largest bias for a piece on a square, centipawns, constant for the whole game.
    pub(super) square_bias_cp: u32,
    /// Long captures overlooked, per mille. Quiet moves are overlooked more often, short ones less often.
    pub(super) overlooks_permille: u32,
}

struct Point {
    elo: u16,
    strength_limits: StrengthLimits,
}

const fn point(elo: u16, depth: f64, nodes: u64, errors: [u32; 3]) -> Point {
    let [eval_error_cp, square_bias_cp, overlooks_permille] = errors;
    Point {
        elo,
        strength_limits: StrengthLimits {
            depth,
            nodes,
            eval_error_cp,
            square_bias_cp,
            overlooks_permille,
        },
    }
}

/// The Elo scale: limits and the Elo measured with them, the weakest first. `benches/measurements/search.md` ("Limited
/// strength") has the matches.
const SCALE: [Point; 8] = [
    point(780, 1.0, 300, [260, 60, 450]),
    point(970, 1.3, 800, [190, 50, 330]),
    point(1140, 2.0, 2_000, [140, 40, 220]),
    point(1400, 3.0, 5_000, [95, 30, 130]),
    point(1690, 4.5, 14_000, [55, 20, 60]),
    point(1940, 6.5, 40_000, [30, 10, 20]),
    point(2170, 9.0, 150_000, [12, 4, 0]),
    point(2400, 40.0, 500_000, [0, 0, 0]),
];

/// Elo numbers that can be set.
pub const ELO: RangeInclusive<u16> = SCALE[0].elo..=SCALE[SCALE.len() - 1].elo;

/// A named strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// The Elo number it stands for.
    pub elo: u16,
}

/// All levels below full strength, the weakest first.
pub const LEVELS: [Level; 7] = [
    Level { name: "Woodpusher", elo: 780 },
    Level { name: "Coffee house", elo: 900 },
    Level { name: "Skittles", elo: 1100 },
    Level { name: "Club night", elo: 1350 },
    Level { name: "First board", elo: 1650 },
    Level { name: "Norm hunter", elo: 1950 },
    Level { name: "Title match", elo: 2400 },
];

impl Strength {
    /// The named level, if this is one.
    pub fn level(self) -> Option<&'static Level> {
        match self {
            Strength::Level(number) => LEVELS.get(usize::from(number)),
            Strength::Full | Strength::Elo(_) => None,
        }
    }

    /// The Elo number; `None` for full strength.
    pub fn elo(self) -> Option<u16> {
        match self {
            Strength::Full => None,
            Strength::Level(number) => LEVELS.get(usize::from(number)).map(|level| level.elo),
            Strength::Elo(elo) => Some(elo.clamp(*ELO.start(), *ELO.end())),
        }
    }

    /// Its limits; `None` for full strength.
    pub fn strength_limits(self) -> Option<StrengthLimits> {
        self.elo().map(StrengthLimits::of)
    }
}

impl Level {
    /// Its name in the language of the window; `name` is its value as an option of UCI.
    pub fn label(&self) -> &'static str {
        self.label_in(Language::current())
    }

    /// Its name in a language.
    pub fn label_in(&self, language: &'static Language) -> &'static str {
        let at = LEVELS.iter().position(|level| level == self).unwrap_or_default();
        language.text(&format!("level-{at}"))
    }

    /// What its play is like, and what limits it in numbers.
    pub fn limited_by(&self) -> String {
        let restraint = StrengthLimits::of(self.elo);
        format!("{} {restraint}", restraint.summary())
    }
}

impl StrengthLimits {
    /// What the play of such an engine is like, in a few words.
    pub fn summary(&self) -> &'static str {
        match self.overlooks_permille {
            390.. => t!("level-beginner"),
            280..390 => t!("level-novice"),
            190..280 => t!("level-casual"),
            90..190 => t!("level-club"),
            40..90 => t!("level-strong-club"),
            0 if self.eval_error_cp + self.square_bias_cp == 0 => t!("level-master"),
            0..40 => t!("level-expert"),
        }
    }

    /// The restraint that makes for this Elo number, between the points of the scale.
    pub fn of(elo: u16) -> StrengthLimits {
        let above = SCALE.iter().position(|point| point.elo >= elo).unwrap_or(SCALE.len() - 1);
        let (low, high) = (&SCALE[above.saturating_sub(1)], &SCALE[above]);
        let span = f64::from(high.elo - low.elo);
        let share = if span > 0.0 { f64::from(elo.saturating_sub(low.elo)) / span } else { 0.0 };
        let mix = |low: f64, high: f64| low + (high - low) * share.min(1.0);
        let (low, high) = (low.strength_limits, high.strength_limits);
        let count = |low: u32, high: u32| mix(f64::from(low), f64::from(high)).round() as u32;
        StrengthLimits {
            depth: mix(low.depth, high.depth),
            // Strength grows with the logarithm of the nodes.
            nodes: mix((low.nodes as f64).ln(), (high.nodes as f64).ln()).exp().round() as u64,
            eval_error_cp: count(low.eval_error_cp, high.eval_error_cp),
            square_bias_cp: count(low.square_bias_cp, high.square_bias_cp),
            overlooks_permille: count(low.overlooks_permille, high.overlooks_permille),
        }
    }
}

/// The details in one sentence for people.
impl std::fmt::Display for StrengthLimits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts = vec![match self.depth.round() as u32 {
            20.. => t!("level-nodes", nodes = self.nodes),
            1 => t!("level-one-ply").to_owned(),
            depth => t!("level-plies", depth = depth),
        }];
        if self.eval_error_cp + self.square_bias_cp > 0 {
            let pawns = number(f64::from(self.eval_error_cp) / 100.0, 1);
            parts.push(t!("level-misjudges", pawns = pawns));
        }
        if self.overlooks_permille >= 10 {
            let one_in = (1000.0 / f64::from(self.overlooks_permille)).round() as u32;
            parts.push(t!("level-overlooks", n = one_in));
        }
        write!(f, "{}.", parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEAK: StrengthLimits = StrengthLimits {
        depth: 1.5,
        nodes: 1000,
        eval_error_cp: 200,
        square_bias_cp: 60,
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
    fn errors_depend_on_the_seed_of_the_game() {
        let (game, other) = (Handicap::new(WEAK, 7), Handicap::new(WEAK, 8));
        let boards: Vec<Board> = (0..40).map(after).collect();
        let errors = |handicap: &Handicap| -> Vec<Value> {
            boards.iter().map(|board| handicap.add_error(board, 10)).collect()
        };
        assert_eq!(errors(&game), errors(&Handicap::new(WEAK, 7)));
        assert_ne!(errors(&game), errors(&other));
        let mean: Value = boards
            .iter()
            .flat_map(|board| (0..100).map(move |seed| (board, seed)))
            .map(|(board, seed)| Handicap::new(WEAK, seed).add_error(board, 0))
            .sum::<Value>()
            / 4000;
        assert!(mean.abs() < 20, "biased by {mean}");
    }

    #[test]
    fn square_bias_is_the_same_for_both_sides() {
        let handicap = Handicap::new(StrengthLimits { eval_error_cp: 0, ..WEAK }, 3);
        assert_eq!(handicap.add_error(&Board::start(), 25), 25);
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

    #[test]
    fn the_scale_grows_in_everything() {
        for pair in SCALE.windows(2) {
            assert!(pair[0].elo < pair[1].elo);
        }
        let scale: Vec<StrengthLimits> = ELO.step_by(50).map(StrengthLimits::of).collect();
        for pair in scale.windows(2) {
            assert!(pair[0].depth <= pair[1].depth && pair[0].nodes <= pair[1].nodes);
            assert!(pair[0].eval_error_cp >= pair[1].eval_error_cp);
            assert!(pair[0].square_bias_cp >= pair[1].square_bias_cp);
            assert!(pair[0].overlooks_permille >= pair[1].overlooks_permille);
        }
        for point in &SCALE {
            assert_eq!(StrengthLimits::of(point.elo), point.strength_limits);
        }
    }

    #[test]
    fn numbers_beyond_the_scale_are_its_ends() {
        assert_eq!(Strength::Elo(1).strength_limits(), Some(StrengthLimits::of(*ELO.start())));
        assert_eq!(Strength::Elo(u16::MAX).elo(), Some(*ELO.end()));
        assert_eq!(Strength::Full.strength_limits(), None);
        assert_eq!(Strength::Level(LEVELS.len() as u8).elo(), None, "beyond the last: full");
    }

    #[test]
    fn levels_lie_on_the_scale_and_say_what_limits_them() {
        for pair in LEVELS.windows(2) {
            assert!(pair[0].elo < pair[1].elo);
        }
        assert!(LEVELS.iter().all(|level| ELO.contains(&level.elo)));
        assert!(LEVELS[0].limited_by().starts_with(t!("level-beginner")));
        assert!(LEVELS[0].limited_by().contains(t!("level-one-ply")));
    }
}
