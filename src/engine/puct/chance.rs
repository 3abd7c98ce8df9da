//! What a position is worth as an expected result, and the way from centipawns there and back. The curve has the form
//! of the program's model of win, draw and loss ([`crate::search::wdl`]) and numbers of its own: what playouts average is
//! not what is shown to people, who get the chances behind the score that comes of it.

use crate::search::wdl::{Coefficients, material};
use tabia_chess::Board;

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    /// Expected result, 0 to 1, a draw counted half.
    pub q: f32,
    /// Chance of a draw, 0 to 1.
    pub draw: f32,
}

impl Leaf {
    /// A draw.
    pub const DRAW: Leaf = Leaf { q: 0.5, draw: 1.0 };

    /// A result that is certain.
    pub fn certain(q: f32) -> Leaf {
        Leaf { q, draw: if (q - 0.5).abs() < 0.25 { 1.0 } else { 0.0 } }
    }
}

/// The curve that playouts average by: as fitted on 546 games of self-play at 5,000 nodes a move (bench 2165452, 55,207
/// positions). By the program's own, which is of games with more time and sharper, this search loses -33 ± 27 Elo at 400
/// playouts a move (400 games) and -12 ± 31 at 1,600 (200).
pub const CURVE: Coefficients = Coefficients {
    a: [380.112, -849.123, 907.996, -335.327],
    b: [33.413, 159.951, -20.265, -27.836],
};

/// The expected result of a score of so many centipawns, by the curve of playouts.
pub fn leaf_of_cp(cp: i32, board: &Board) -> Leaf {
    let [win, draw, _] = CURVE.chances(f64::from(cp), material(board));
    Leaf { q: (win + draw / 2.0).clamp(0.0, 1.0) as f32, draw: draw as f32 }
}

/// Centipawns are told up to this.
const MOST_CP: i32 = 3_000;

/// The score in centipawns whose expected result is `q`: the way back from [`leaf_of_cp`].
pub fn cp_of_q(q: f32, board: &Board) -> i32 {
    let material = material(board);
    let expected = |cp: i32| {
        let [win, draw, _] = CURVE.chances(f64::from(cp), material);
        win + draw / 2.0
    };
    // In double precision, where the curve rises up to the last centipawn.
    let q = f64::from(q);
    let (mut low, mut high) = (-MOST_CP, MOST_CP);
    while low < high {
        let middle = low + (high - low).div_euclid(2);
        if expected(middle) < q { low = middle + 1 } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_expected_results_are_two_words_for_one_thing() {
        let board = Board::start();
        assert!((leaf_of_cp(0, &board).q - 0.5).abs() < 1e-6);
        for cp in (-900..=900).step_by(75) {
            let leaf = leaf_of_cp(cp, &board);
            assert!((cp_of_q(leaf.q, &board) - cp).abs() <= 1, "{cp}: {leaf:?}");
            let other = leaf_of_cp(-cp, &board);
            assert!((leaf.q + other.q - 1.0).abs() < 1e-5 && (leaf.draw - other.draw).abs() < 1e-5);
        }
        assert_eq!((cp_of_q(0.0, &board), cp_of_q(1.0, &board)), (-MOST_CP, MOST_CP));
    }
}
