//! Scores outside the search: centipawns, tablebase results or mates, with point of view and bound.

use std::fmt;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use tabia_chess::{Board, Color, PieceType};
use tabia_games::game::annotation::EvalValue;
use tabia_text::signed;

/// Point of view of a displayed score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pov {
    /// Positive is good for White.
    #[default]
    White,
    /// Positive is good for the side to move.
    #[serde(rename = "Mover")]
    SideToMove,
}

/// Bound of a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Bound {
    /// Exact score.
    #[default]
    Exact,
    /// Lower bound (fail high).
    Lower,
    /// Upper bound (fail low).
    Upper,
}

impl Bound {
    /// The part of a score that the bound proves, centipawns: a score of at most +1 need not be good, so it proves 0.
    pub fn proven_cp(self, cp: i32) -> i32 {
        match self {
            Bound::Exact => cp,
            Bound::Lower => cp.max(0),
            Bound::Upper => cp.min(0),
        }
    }

    /// Sign before a score: empty, `≥` or `≤`.
    pub fn sign(self) -> &'static str {
        match self {
            Bound::Exact => "",
            Bound::Lower => "≥",
            Bound::Upper => "≤",
        }
    }

    /// The bound from the opponent's view.
    #[must_use]
    pub fn flipped(self) -> Bound {
        match self {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }
}

/// A score from one side's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Score {
    /// Centipawns: 100 is about one pawn.
    Cp(i32),
    /// Mate in this many plies. Positive: this side mates; otherwise it is mated (zero: checkmate on the board).
    Mate(i32),
    /// Tablebase win (positive) or loss (negative), with the plies to the tablebase position, at least one, which also
    /// means that this position is in the tablebases. The distance to mate is unknown.
    #[serde(rename = "Table")]
    Tablebase(i32),
}

/// Centipawns of a tablebase win where only centipawns can be reported.
pub(crate) const TB_CP: i32 = 20_000;

impl Score {
    /// The score of an even game.
    pub const EVEN: Score = Score::Cp(0);

    /// The score from the opponent's view. `Mate(0)` is unchanged: there is no mate left to play for the winner.
    #[must_use]
    pub fn flipped(self) -> Score {
        match self {
            Score::Cp(cp) => Score::Cp(-cp),
            Score::Mate(plies) => Score::Mate(-plies),
            Score::Tablebase(plies) => Score::Tablebase(-plies),
        }
    }

    /// Centipawns; a tablebase result is about [`TB_CP`], larger if it is nearer. `None` for a mate.
    pub fn cp(self) -> Option<i32> {
        match self {
            Score::Cp(cp) => Some(cp),
            Score::Mate(_) => None,
            Score::Tablebase(plies) if plies > 0 => Some(TB_CP - plies),
            Score::Tablebase(plies) => Some(-TB_CP - plies),
        }
    }

    /// A score from the side to move's view, converted to `pov`.
    #[must_use]
    pub fn seen_from(self, pov: Pov, stm: Color) -> Score {
        if pov == Pov::White && stm == Color::Black { self.flipped() } else { self }
    }

    /// Mate distance in full moves as in UCI, or `None` without a mate. Positive: this side mates.
    pub fn mate_in_moves(self) -> Option<i32> {
        match self {
            Score::Cp(_) | Score::Tablebase(_) => None,
            Score::Mate(plies) if plies > 0 => Some((plies + 1) / 2),
            // Rounded away from zero, because a flipped mate has an odd number of plies.
            Score::Mate(plies) => Some(-((1 - plies) / 2)),
        }
    }

    /// The same score once its first move has been played, from the same side's view: a mate is a ply nearer.
    #[must_use]
    pub fn a_ply_later(self) -> Score {
        let nearer = |plies: i32| plies - plies.signum();
        match self {
            Score::Cp(cp) => Score::Cp(cp),
            Score::Mate(plies) => Score::Mate(nearer(plies)),
            Score::Tablebase(plies) => {
                Score::Tablebase(if plies.abs() > 1 { nearer(plies) } else { plies })
            }
        }
    }

    /// White's score for `[%eval …]`. `None` if it is checkmate: files contain no evaluation after a move that ends the
    /// game.
    pub fn to_eval(self) -> Option<EvalValue> {
        match self.mate_in_moves() {
            Some(0) => None,
            Some(moves) => Some(EvalValue::Mate(moves)),
            None => self.cp().map(EvalValue::Cp),
        }
    }

    /// White's score from a value in a file; `stm` is the side to move in the position.
    pub fn of_eval(value: EvalValue, stm: Color) -> Score {
        match value {
            EvalValue::Cp(cp) => Score::Cp(cp),
            // For the same number of moves, a mate by the side to move takes one ply less.
            EvalValue::Mate(moves) if moves > 0 => {
                Score::Mate(2 * moves - i32::from(stm == Color::White))
            }
            EvalValue::Mate(moves) if moves < 0 => {
                Score::Mate(2 * moves + i32::from(stm == Color::Black))
            }
            // In checkmate, the side to move is mated.
            EvalValue::Mate(_) if stm == Color::Black => Score::Mate(1),
            EvalValue::Mate(_) => Score::Mate(0),
        }
    }

    /// The score in at most four characters: `+1.2`, `0.0`, `+14`, `#-5`, `+TB`. Every score shown with fewer than two
    /// decimals is rounded here: to tenths of a pawn, from ten pawns up to pawns.
    pub fn short(self) -> String {
        let Score::Cp(cp) = self else { return self.text() };
        let rounded = |unit: i64| (i64::from(cp).abs() + unit / 2) / unit;
        let sign = if cp < 0 { -1 } else { 1 };
        match rounded(10) {
            tenths @ 0..100 => signed((sign * tenths) as f64 / 10.0, 1),
            _ => signed((sign * rounded(100)) as f64, 0),
        }
    }

    /// The score in the number format of the current language: `+1.23`, `−0.07`, `#−5`. Its `Display` is for files, the
    /// terminal and UCI.
    pub fn text(self) -> String {
        match self {
            Score::Cp(cp) => signed(f64::from(cp) / 100.0, 2),
            Score::Mate(_) | Score::Tablebase(_) => self.to_string().replace('-', "−"),
        }
    }

    /// Centipawns for graphs and comparisons; decided scores are ±`limit`.
    pub fn clamped_cp(self, limit: i32) -> i32 {
        match self {
            Score::Cp(cp) => cp.clamp(-limit, limit),
            Score::Mate(plies) | Score::Tablebase(plies) if plies > 0 => limit,
            Score::Mate(_) | Score::Tablebase(_) => -limit,
        }
    }
}

/// Writes the score: `+1.23`, `-0.07`, `0.00` in pawns; `#5` or `#-5` for a mate in moves; `+TB` or `-TB` for a
/// tablebase result.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (*self, self.mate_in_moves()) {
            (Score::Mate(0), _) | (Score::Mate(_), None) => f.write_str("#"),
            (_, Some(moves)) => write!(f, "#{moves}"),
            (Score::Tablebase(plies), _) => f.write_str(if plies > 0 { "+TB" } else { "-TB" }),
            (Score::Cp(0), _) => f.write_str("0.00"),
            (Score::Cp(cp), _) => write!(f, "{:+.2}", f64::from(cp) / 100.0),
        }
    }
}

// WDL model: win, draw and loss probabilities of a score, fitted on the engine's own games.
//
// At a score of `x` centipawns the side to move wins with probability `1 / (1 + exp((a - x) / b))` and loses with `1 /
// (1 + exp((a + x) / b))`; the rest are draws. `a` (score with equal chances to win or not) and `b` (width of the
// curve) are polynomials of the material. The form is that of Stockfish
// (<https://github.com/official-stockfish/WDL_model>).

/// Number of polynomial coefficients.
pub const DEGREE: usize = 4;
/// Range of the material; other values are clamped.
const MATERIAL: std::ops::RangeInclusive<u32> = 10..=78;
/// Material that counts as 1 in the polynomials.
const MATERIAL_UNIT: f64 = 58.0;

/// Coefficients of both polynomials in material, the constant first; centipawns.
#[derive(Clone, Debug, PartialEq)]
pub struct Coefficients {
    /// The score at which a win is as likely as not.
    pub a: [f64; DEGREE],
    /// The width of the curve.
    pub b: [f64; DEGREE],
}

/// Fitted on 320 self-play games at 60,000 and 59,000 nodes a move from balanced openings (bench 2017620, adjudicated,
/// 27,889 positions). The mean surprise on held-out games is 0.590 nats a position, against 0.906 for result shares
/// alone and 0.618 for coefficients fitted with the previous network, whose scores are smaller. `tabia-train wdl-fit
/// FILE.pgn` repeats the fit.
impl Default for Coefficients {
    fn default() -> Self {
        Coefficients {
            a: [425.228, -873.439, 872.561, -302.747],
            b: [61.246, -44.514, 108.046, -54.300],
        }
    }
}

static FITTED: LazyLock<Coefficients> = LazyLock::new(Coefficients::default);

impl Coefficients {
    /// Powers of the normalised material.
    pub fn powers(material: u32) -> [f64; DEGREE] {
        let m = f64::from(material.clamp(*MATERIAL.start(), *MATERIAL.end())) / MATERIAL_UNIT;
        [1.0, m, m * m, m * m * m]
    }

    /// `a` and `b` at this material, centipawns.
    pub fn at(&self, material: u32) -> (f64, f64) {
        let powers = Self::powers(material);
        let sum = |list: &[f64; DEGREE]| list.iter().zip(powers).map(|(c, power)| c * power).sum();
        (sum(&self.a), sum(&self.b))
    }

    /// Win, draw and loss probabilities at a score in centipawns, 0 to 1, adding up to 1.
    pub fn chances(&self, cp: f64, material: u32) -> [f64; 3] {
        let (a, b) = self.at(material);
        let win = 1.0 / (1.0 + ((a - cp) / b).exp());
        let loss = 1.0 / (1.0 + ((a + cp) / b).exp());
        [win, (1.0 - win - loss).max(0.0), loss]
    }

    /// WDL of a score at this [`material`], from the view of the score.
    pub fn wdl(&self, score: Score, material: u32) -> Wdl {
        let cp = match score {
            Score::Cp(cp) => cp,
            Score::Mate(plies) | Score::Tablebase(plies) if plies > 0 => return Wdl::WIN,
            Score::Mate(_) | Score::Tablebase(_) => return Wdl::LOSS,
        };
        let [win, _, loss] = self.chances(f64::from(cp), material).map(|p| (p * 1000.0).round());
        let win = win as u32;
        let loss = (loss as u32).min(1000 - win);
        Wdl { win, draw: 1000 - win - loss, loss }
    }
}

/// Win, draw and loss, per mille, adding up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// Win.
    pub win: u32,
    /// Draw.
    pub draw: u32,
    /// Loss.
    pub loss: u32,
}

impl Wdl {
    /// A certain win.
    pub const WIN: Wdl = Wdl { win: 1000, draw: 0, loss: 0 };
    /// A certain draw.
    pub const DRAW: Wdl = Wdl { win: 0, draw: 1000, loss: 0 };
    /// A certain loss.
    pub const LOSS: Wdl = Wdl { win: 0, draw: 0, loss: 1000 };

    /// WDL of a score of alpha-beta at this [`material`], from the view of the score.
    ///
    /// ```
    /// use tabia_engine::search::score::{Score, Wdl};
    /// let even = Wdl::of(Score::Cp(0), 78);
    /// assert_eq!(even.win, even.loss);
    /// assert!(Wdl::of(Score::Cp(100), 40).win > Wdl::of(Score::Cp(50), 40).win);
    /// assert_eq!(Wdl::of(Score::Mate(3), 40), Wdl::WIN);
    /// ```
    pub fn of(score: Score, material: u32) -> Wdl {
        FITTED.wdl(score, material)
    }

    /// WDL of an expected score and a draw probability, both 0 to 1. The expected score is kept; the draw probability
    /// is lowered where they contradict each other.
    ///
    /// ```
    /// use tabia_engine::search::score::Wdl;
    /// assert_eq!(Wdl::of_expected(0.75, 0.3), Wdl { win: 600, draw: 300, loss: 100 });
    /// assert_eq!(Wdl::of_expected(0.9, 0.5), Wdl { win: 800, draw: 200, loss: 0 });
    /// ```
    pub fn of_expected(expected: f32, draw: f32) -> Wdl {
        // A win counts two, a draw one, per mille.
        let points = (f64::from(expected.clamp(0.0, 1.0)) * 2000.0).round() as u32;
        let draw = (f64::from(draw.clamp(0.0, 1.0)) * 1000.0).round() as u32;
        let draw = draw.min(points).min(2000 - points);
        // Wins are whole numbers, so the draws are odd if the points are.
        let draw = if draw % 2 == points % 2 { draw } else { draw.checked_sub(1).unwrap_or(1) };
        let win = (points - draw) / 2;
        Wdl { win, draw, loss: 1000 - win - draw }
    }

    /// The side to move's WDL, converted to `pov`.
    #[must_use]
    pub fn seen_from(self, pov: Pov, stm: Color) -> Wdl {
        match (pov, stm) {
            (Pov::White, Color::Black) => Wdl { win: self.loss, draw: self.draw, loss: self.win },
            _ => self,
        }
    }

    /// Expected score in per cent, a draw counted half.
    pub fn expected_percent(self) -> f64 {
        f64::from(2 * self.win + self.draw) / 20.0
    }
}

/// Material of both sides: pawn 1, minor piece 3, rook 5, queen 9. 78 at the start.
pub fn material(board: &Board) -> u32 {
    PieceType::ALL.into_iter().map(|kind| kind.points() * board.pieces(kind).count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_proves_one_side_of_a_score() {
        let proven = |bound: Bound| [-300, 0, 300].map(|cp| bound.proven_cp(cp));
        assert_eq!(proven(Bound::Exact), [-300, 0, 300]);
        assert_eq!(proven(Bound::Upper), [-300, 0, 0], "at most +3 is not good");
        assert_eq!(proven(Bound::Lower), [0, 0, 300]);
    }

    #[test]
    fn mates_count_moves_like_players_do() {
        assert_eq!(Score::Mate(1).mate_in_moves(), Some(1));
        assert_eq!(Score::Mate(3).mate_in_moves(), Some(2));
        assert_eq!(Score::Mate(-2).mate_in_moves(), Some(-1));
        assert_eq!(Score::Mate(-4).to_string(), "#-2");
        for moves in 1..9 {
            let mates = Score::Mate(2 * moves - 1);
            assert_eq!(mates.mate_in_moves(), Some(moves));
            assert_eq!(mates.flipped().mate_in_moves(), Some(-moves), "told by the other side");
            let mated = Score::Mate(-2 * moves);
            assert_eq!(mated.mate_in_moves(), Some(-moves));
            assert_eq!(mated.flipped().mate_in_moves(), Some(moves), "told by the other side");
        }
        assert_eq!(
            (Score::Mate(0).mate_in_moves(), Score::Mate(0).to_string()),
            (Some(0), "#".to_owned())
        );
        assert_eq!(Score::Cp(-7).to_string(), "-0.07");
    }

    #[test]
    fn point_of_view_turns_scores_and_bounds() {
        assert_eq!(Score::Cp(30).seen_from(Pov::White, Color::Black), Score::Cp(-30));
        assert_eq!(Score::Cp(30).seen_from(Pov::SideToMove, Color::Black), Score::Cp(30));
        assert_eq!(Bound::Lower.flipped(), Bound::Upper);
    }

    #[test]
    fn short_scores_are_rounded_at_every_size() {
        let cases = [
            (0, "0.0"),
            (4, "0.0"),
            (-4, "0.0"),
            (5, "+0.1"),
            (25, "+0.3"),
            (-35, "−0.4"),
            (506, "+5.1"),
            (994, "+9.9"),
            (995, "+10"),
            (1293, "+13"),
            (1376, "+14"),
            (-1376, "−14"),
            (-100_000, "−1,000"),
        ];
        for (cp, text) in cases {
            assert_eq!(Score::Cp(cp).short(), text, "{cp}");
        }
        assert_eq!([Score::Mate(-4).short(), Score::Tablebase(9).short()], ["#−2", "+TB"]);
    }

    #[test]
    fn evaluations_of_files_are_read_as_they_are_written() {
        for stm in Color::ALL {
            for moves in (-9..=9).filter(|moves| *moves != 0) {
                let score = Score::of_eval(EvalValue::Mate(moves), stm);
                assert_eq!(score.to_eval(), Some(EvalValue::Mate(moves)), "{stm:?}");
                // Plies to a mate are odd for the side that is to move and mates.
                let Score::Mate(plies) = score else { panic!("a mate") };
                assert_eq!(plies % 2 != 0, (moves > 0) == (stm == Color::White), "{stm:?} {moves}");
            }
        }
        assert_eq!(Score::Cp(-120).to_eval(), Some(EvalValue::Cp(-120)));
        assert_eq!(Score::Mate(0).to_eval(), None);
        assert_eq!(
            Score::of_eval(EvalValue::Mate(0), Color::Black),
            Score::Mate(1),
            "Black is mated"
        );
        assert_eq!(Score::of_eval(EvalValue::Mate(0), Color::White), Score::Mate(0));
    }

    #[test]
    fn a_mate_is_a_ply_nearer_after_its_first_move() {
        let later = |plies| Score::Mate(plies).a_ply_later();
        assert_eq!(
            [later(3), later(1), later(-2)],
            [Score::Mate(2), Score::Mate(0), Score::Mate(-1)]
        );
        assert_eq!(later(3).mate_in_moves(), Some(1));
        assert_eq!(Score::Cp(30).a_ply_later(), Score::Cp(30));
        assert_eq!(Score::Tablebase(-1).a_ply_later(), Score::Tablebase(-1));
    }

    #[test]
    fn tablebase_results_are_neither_mates_nor_evaluations() {
        let (won, lost) = (Score::Tablebase(3), Score::Tablebase(-4));
        assert_eq!((won.mate_in_moves(), won.to_string()), (None, "+TB".to_owned()));
        assert_eq!((won.flipped(), lost.to_string()), (Score::Tablebase(-3), "-TB".to_owned()));
        assert_eq!((won.cp(), lost.cp()), (Some(19_997), Some(-19_996)));
        assert_eq!((won.clamped_cp(900), lost.clamped_cp(900)), (900, -900));
        assert_eq!((Score::Cp(12).cp(), Score::Mate(2).cp()), (Some(12), None));
    }

    #[test]
    fn chances_add_up_and_turn_with_the_side() {
        for cp in (-3000..=3000).step_by(50) {
            for material in [0, 10, 40, 78, 200] {
                let wdl = Wdl::of(Score::Cp(cp), material);
                let turned = Wdl::of(Score::Cp(-cp), material);
                assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000, "{cp} {material}");
                assert_eq!((wdl.win, wdl.loss), (turned.loss, turned.win));
            }
        }
        assert!((Wdl::of(Score::EVEN, 50).expected_percent() - 50.0).abs() < 0.1);
    }

    #[test]
    fn chances_of_an_expected_score_keep_it() {
        for points in 0..=4_000_u32 {
            let expected = points as f32 / 4_000.0;
            for draw in [0.0, 0.001, 0.3, 0.5, 0.9994, 1.0] {
                let wdl = Wdl::of_expected(expected, draw);
                assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000, "{expected} {draw}");
                let error = wdl.expected_percent() - 100.0 * f64::from(expected);
                assert!(error.abs() < 0.026, "{expected} {draw}: {wdl:?}");
                let possible = draw.min(2.0 * expected).min(2.0 - 2.0 * expected);
                assert!((wdl.draw as f32 / 1000.0 - possible).abs() < 0.002, "{expected} {draw}");
            }
        }
        assert_eq!([1.0, 0.0].map(|q| Wdl::of_expected(q, 0.0)), [Wdl::WIN, Wdl::LOSS]);
        assert_eq!(Wdl::of_expected(0.5, 1.0), Wdl::DRAW);
        let black = Wdl::of_expected(0.75, 0.3);
        assert_eq!(black.seen_from(Pov::SideToMove, Color::Black), black);
        assert_eq!(
            black.seen_from(Pov::White, Color::Black),
            Wdl { win: 100, draw: 300, loss: 600 }
        );
    }

    #[test]
    fn the_curve_rises_and_is_sound_for_any_material() {
        for material in 0..=100 {
            let (a, b) = FITTED.at(material);
            assert!(a > 0.0 && b > 5.0, "{material}: {a} {b}");
            let wins: Vec<u32> =
                (-1000..=1000).step_by(20).map(|cp| Wdl::of(Score::Cp(cp), material).win).collect();
            assert!(wins.is_sorted());
        }
    }

    #[test]
    fn material_is_counted() {
        assert_eq!(material(&Board::start()), 78);
    }
}
