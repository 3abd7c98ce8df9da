//! The text of `src/engine/eval/weights.rs`.

use std::fmt;

use tabia_engine::eval::layout::GROUPS;

/// What stands before the weights; the text between the two halves is the tempo.
const HEAD: [&str; 2] = [
    "//! The weights of the evaluation, in centipawns: middlegame and endgame value of each, in the order
//! of [`layout`](super::layout). Written by `tabia-train tune`; the numbers are not for editing by hand.

use super::layout::COUNT;
use super::trace::Packed;

/// For having the move.
pub const TEMPO: i32 = ",
    ";

const fn w(mg: i32, eg: i32) -> Packed {
    Packed::new(mg, eg)
}

/// All weights.
#[rustfmt::skip]
pub(super) static WEIGHTS: [Packed; COUNT] = [
",
];

/// Weights in a line of the file.
const IN_A_LINE: usize = 8;

/// Tuned weights, to be displayed as the file that holds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsFile {
    /// For having the move, centipawns.
    pub tempo: i32,
    /// Middlegame and endgame value of each weight of [`layout`](tabia_engine::eval::layout), centipawns.
    pub weights: Vec<[i32; 2]>,
}

impl fmt::Display for WeightsFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", HEAD[0], self.tempo, HEAD[1])?;
        for group in GROUPS {
            writeln!(f, "    // {}", group.name)?;
            for line in self.weights[group.start..group.start + group.len].chunks(IN_A_LINE) {
                f.write_str("   ")?;
                for [mg, eg] in line {
                    write!(f, " w({mg}, {eg}),")?;
                }
                writeln!(f)?;
            }
        }
        writeln!(f, "];")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_engine::eval::layout::COUNT;

    #[test]
    fn the_weights_of_the_program_are_the_file_of_the_program() {
        let weights =
            (0..COUNT).map(tabia_engine::eval::weight).map(|weight| [weight.mg, weight.eg]);
        let file = WeightsFile { tempo: tabia_engine::eval::TEMPO, weights: weights.collect() };
        assert_eq!(file.to_string(), include_str!("../../engine/eval/weights.rs"));
    }
}
