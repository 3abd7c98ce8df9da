//! The chances of win, draw and loss behind a score: a model fitted on the engine's own games, and the
//! one place that holds its coefficients.
//!
//! A win of the side to move has the chance `1 / (1 + exp((a - x) / b))` at a score of `x` centipawns, a
//! loss `1 / (1 + exp((a + x) / b))`, a draw what is left; `a` (the score of an even chance to win) and
//! `b` (how slowly it grows) are polynomials of the material on the board. The form is the one that
//! Stockfish made known (<https://github.com/official-stockfish/WDL_model>).

use std::sync::LazyLock;

use tabia_chess::{Board, Color, PieceType};

use super::score::Score;

/// Coefficients of a polynomial, the constant one included.
pub const DEGREE: usize = 4;
/// Material for which the polynomials are made; more or less is taken to be this.
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

/// As fitted on 295 games of self-play at 2 s and 0.02 s a move from balanced openings with the built-in network
/// (bench 1980496, some 60,000 nodes a move, adjudicated when clear, 30,530 positions; mean surprise on held-out games
/// 0.570 nats a position, against 0.892 for the shares of results alone and 0.744 for coefficients fitted on games at
/// 5,000 nodes a move, in which the same scores are won and lost more often). `tabia-train wdl-fit FILE.pgn` fits anew.
impl Default for Coefficients {
    fn default() -> Self {
        Coefficients {
            a: [297.509, -292.664, 125.348, -11.890],
            b: [31.973, 122.975, -196.406, 91.719],
        }
    }
}

static FITTED: LazyLock<Coefficients> = LazyLock::new(Coefficients::default);

impl Coefficients {
    /// The powers of material the coefficients belong to.
    pub fn powers(material: u32) -> [f64; DEGREE] {
        let m = f64::from(material.clamp(*MATERIAL.start(), *MATERIAL.end())) / MATERIAL_UNIT;
        [1.0, m, m * m, m * m * m]
    }

    /// Middle and width of the curve with this material, centipawns.
    pub fn at(&self, material: u32) -> (f64, f64) {
        let powers = Self::powers(material);
        let sum = |list: &[f64; DEGREE]| list.iter().zip(powers).map(|(c, power)| c * power).sum();
        (sum(&self.a), sum(&self.b))
    }

    /// Chances of win, draw and loss at a score of `cp` centipawns, from 0 to 1, adding up to 1.
    pub fn chances(&self, cp: f64, material: u32) -> [f64; 3] {
        let (a, b) = self.at(material);
        let win = 1.0 / (1.0 + ((a - cp) / b).exp());
        let loss = 1.0 / (1.0 + ((a + cp) / b).exp());
        [win, (1.0 - win - loss).max(0.0), loss]
    }
}

/// Chances of win, draw and loss, per mille, adding up to 1000.
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
    /// The chances behind a score in a position with this much [`material`], by the side the score is
    /// told from.
    ///
    /// ```
    /// use tabia_engine::search::{score::Score, wdl::Wdl};
    /// let even = Wdl::of(Score::Cp(0), 78);
    /// assert_eq!(even.win, even.loss);
    /// assert!(Wdl::of(Score::Cp(100), 40).win > Wdl::of(Score::Cp(50), 40).win);
    /// assert_eq!(Wdl::of(Score::Mate(3), 40), Wdl { win: 1000, draw: 0, loss: 0 });
    /// ```
    pub fn of(score: Score, material: u32) -> Wdl {
        let cp = match score {
            Score::Cp(cp) => cp,
            Score::Mate(plies) | Score::Table(plies) if plies > 0 => {
                return Wdl { win: 1000, draw: 0, loss: 0 };
            }
            Score::Mate(_) | Score::Table(_) => return Wdl { win: 0, draw: 0, loss: 1000 },
        };
        let [win, _, loss] = FITTED.chances(f64::from(cp), material).map(|p| (p * 1000.0).round());
        let win = win as u32;
        let loss = (loss as u32).min(1000 - win);
        Wdl { win, draw: 1000 - win - loss, loss }
    }

    /// Expected result in per cent, a draw counted half.
    pub fn expected_percent(self) -> f64 {
        f64::from(2 * self.win + self.draw) / 20.0
    }
}

/// Material of both sides: a pawn 1, knight and bishop 3, rook 5, queen 9. 78 at the start.
pub fn material(board: &Board) -> u32 {
    let worth = |kind: PieceType| match kind {
        PieceType::Pawn => 1,
        PieceType::Knight | PieceType::Bishop => 3,
        PieceType::Rook => 5,
        PieceType::Queen => 9,
        PieceType::King => 0,
    };
    let of = |color: Color, kind: PieceType| worth(kind) * board.by(color, kind).count();
    PieceType::ALL.into_iter().map(|kind| of(Color::White, kind) + of(Color::Black, kind)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

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
