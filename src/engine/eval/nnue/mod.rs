//! The evaluation network (NNUE).
//!
//! ```text
//! for each side, seen by that side     1,792 inputs, one for each piece: own or enemy, kind, square, and whether
//!                                      it is en prise and whether a pawn is passed (`features`); the board is
//!                                      turned so that the side plays up it, and mirrored so that its king is
//!                                      on files a to d
//!   accumulator   width numbers        the bias and the row of every input that is there
//!   activation    clamp(x, 0, 1)^2     of the side to move, then of the other side
//!   output        one number           times the scale: centipawns, side to move's view
//! ```
//!
//! A network has one output or several, each with weights of its own; the number of pieces on the board selects one
//! (`features::bucket`).
//!
//! Weights are integers: rows and biases times [`QA`], output weights times [`QB`]. Accumulators are updated during a
//! search by comparing positions (`accumulator`); the arithmetic uses the widest vector instructions of the processor
//! (`kernels`).
//!
//! The network is the evaluation at full strength unless the UCI option `Eval` (or the setting) selects the
//! hand-crafted terms. The network is part of the program (`assets/nets/tabia.nnue`; the `README.md` there documents
//! its origin); `EvalFile` loads another one. It has 1,792 inputs, one accumulator per side, squared clipped `ReLU`,
//! and eight outputs (or 1, 2, 4). The output is chosen by the number of pieces, kings included: (pieces - 2) / 4.
//!
//! - **Inputs contain piece properties.** Whether a piece is en prise doubles the inputs: 2 x 768; passed pawns have
//!   their own inputs, 2 x 128. A single layer sees no attacks by itself, so they are computed for it
//!   (`features::Marks`).
//! - **Positions are compared instead of following moves**, so the board needs no listener. Nothing is computed before
//!   an evaluation is needed; then the marks of the 64 squares are computed and compared, eight squares at a time, with
//!   those of the nearest earlier ply that has an accumulator and the same king half. Rows of changed squares are
//!   removed and added in one pass. Where no earlier ply qualifies, at the root or after a king crossed the middle, the
//!   update starts from the refresh table, one entry per side and mirroring. Debug builds compare every evaluation with
//!   a full computation.
//! - **One source, five instruction sets.** The kernels are compiled for SSE4.1, AVX2, AVX-512 and AVX-512 VNNI besides
//!   the target of the program (on ARM that includes NEON). The compiler finds the multiply-and-add of pairs
//!   (`vpmaddwd`, `vpdpwssd`) itself, so there are no intrinsics and all kernels agree by construction.
//! - **Known endings.** The hand-crafted evaluation decides endings it knows.

pub mod accumulator;
pub mod features;
pub mod file;
pub mod inside;
pub mod kernels;

use std::fmt;

use tabia_chess::{Bitboard, Board, Color, SplitMix64};

use super::net_file::{NetworkError, checksum};
use features::{INPUTS, Inputs, Marks, Pieces, View};
use kernels::{Kernels, LANE, Lane};

/// 1.0 in an accumulator.
pub const QA: i32 = 255;
/// 1.0 in an output weight.
pub const QB: i32 = 64;
/// Accumulator widths, multiples of [`LANE`].
pub const WIDTHS: std::ops::RangeInclusive<usize> = LANE..=512;

/// A network ready for use.
#[derive(Clone)]
pub struct Network {
    /// Width of one accumulator.
    width: usize,
    /// A row of `width` numbers for each input.
    rows: Vec<Lane>,
    bias: Vec<Lane>,
    /// Weights of each output: side to move, then opponent.
    output: Vec<Lane>,
    /// Bias of each output, times [`QA`] times [`QB`].
    output_bias: Vec<i32>,
    /// Centipawns of an output of 1.0.
    scale: i32,
    /// Checksum of the parameters, see `file`.
    checksum: u64,
    kernels: &'static Kernels,
}

/// Quantised parameters of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// `INPUTS` rows, each as long as `bias`.
    pub rows: Vec<i16>,
    /// Bias of the accumulator.
    pub bias: Vec<i16>,
    /// Weights of each output: side to move, then opponent.
    pub output: Vec<i16>,
    /// Bias of each output, times [`QA`] times [`QB`]; one of [`features::BUCKETS`] lengths.
    pub output_bias: Vec<i32>,
    /// Centipawns of an output of 1.0.
    pub scale: i32,
}

impl Parameters {
    /// Random parameters of realistic size, for tests and timing. `width` is one of [`WIDTHS`], `buckets` one of
    /// [`features::BUCKETS`].
    pub fn random(width: usize, buckets: usize, seed: u64) -> Parameters {
        let mut rng = SplitMix64::new(seed);
        // The sum of a wide network's output fits 32 bits only with smaller weights.
        let weight = (127 * 128 / width.max(128)) as i16;
        let mut numbers = |count: usize, limit: i16| -> Vec<i16> {
            let below = 2 * limit as usize + 1;
            (0..count).map(|_| rng.below(below) as i16 - limit).collect()
        };
        Parameters {
            rows: numbers(INPUTS * width, 90),
            bias: numbers(width, 120),
            output: numbers(2 * width * buckets, weight),
            output_bias: (0..buckets).map(|bucket| 77 - 900 * bucket as i32).collect(),
            scale: 300,
        }
    }
}

impl fmt::Debug for Network {
    /// Omits the parameters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, buckets, kernels) = (self.width, self.buckets(), self.kernels.name);
        write!(f, "Network({width} a side, {buckets} outputs, {:016x}, {kernels})", self.checksum)
    }
}

impl Network {
    /// A network with these parameters.
    ///
    /// # Errors
    /// When the sizes are inconsistent or a sum could overflow.
    pub fn new(parameters: &Parameters) -> Result<Network, NetworkError> {
        parameters.check()?;
        Ok(Network {
            width: parameters.bias.len(),
            rows: kernels::lanes(&parameters.rows),
            bias: kernels::lanes(&parameters.bias),
            output: kernels::lanes(&parameters.output),
            output_bias: parameters.output_bias.clone(),
            scale: parameters.scale,
            checksum: checksum(&file::body(parameters)),
            kernels: Kernels::best(),
        })
    }

    /// The network with other kernels, to compare them.
    #[must_use]
    pub fn with_kernels(mut self, kernels: &'static Kernels) -> Network {
        self.kernels = kernels;
        self
    }

    /// Width of one accumulator.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of outputs.
    pub fn buckets(&self) -> usize {
        self.output_bias.len()
    }

    /// The output bucket for this many pieces.
    #[inline]
    fn bucket(&self, pieces: usize) -> usize {
        features::bucket(self.buckets(), pieces)
    }

    /// Centipawns of an output of 1.0.
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// The checksum of its parameters, as in its file.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// Evaluates a single position, centipawns, side to move's view. A search uses [`accumulator::Accumulators`], which
    /// give the same value.
    pub fn evaluate(&self, board: &Board) -> i32 {
        let pieces = features::pieces(board);
        let [white, black] = &self.sides(board, &pieces);
        self.output(board, white, black)
    }

    /// Both accumulators computed from scratch. Kings are taken from the board; `pieces` may be fewer.
    fn sides(&self, board: &Board, pieces: &Pieces) -> [Vec<Lane>; Color::COUNT] {
        let marks = Marks::of(pieces);
        Color::ALL.map(|side| {
            let mut values = self.bias.clone();
            let mut inputs = Inputs::new();
            marks.inputs(View::new(side, board.king(side)), Bitboard::FULL, &mut inputs);
            self.update(&mut values, &self.bias, &inputs, &[]);
            values
        })
    }

    /// Computes an accumulator from another one by the changed inputs.
    #[inline]
    fn update(&self, to: &mut [Lane], from: &[Lane], added: &[u16], removed: &[u16]) {
        (self.kernels.update)(to, from, &self.rows, added, removed);
    }

    /// Output of two accumulators, centipawns, side to move's view.
    #[inline]
    fn output(&self, board: &Board, white: &[Lane], black: &[Lane]) -> i32 {
        let bucket = self.bucket(board.occupied().count() as usize);
        self.output_of(bucket, board.stm(), white, black)
    }

    /// The value of one output.
    #[inline]
    fn output_of(&self, bucket: usize, stm: Color, white: &[Lane], black: &[Lane]) -> i32 {
        let (us, them) = if stm == Color::White { (white, black) } else { (black, white) };
        let lanes = 2 * self.width / LANE;
        let sum = (self.kernels.output)(us, them, &self.output[bucket * lanes..][..lanes]);
        let sum = i64::from(sum) / i64::from(QA) + i64::from(self.output_bias[bucket]);
        (sum * i64::from(self.scale) / i64::from(QA * QB)) as i32
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Positions of random games, Chess960 among them.
    pub(crate) fn positions(games: usize) -> Vec<Board> {
        let mut rng = SplitMix64::new(21);
        let mut found = Vec::new();
        for game in 0..games {
            let number = if game % 2 == 0 { 518 } else { rng.below(960) };
            let mut board = Board::chess960(number).unwrap();
            for _ in 0..120 {
                found.push(board);
                if board.make_random_move(&mut rng).is_none() {
                    break;
                }
            }
        }
        found
    }

    /// Reference implementation in integers, beginning with the inputs.
    fn by_definition(parameters: &Parameters, board: &Board) -> i32 {
        let (width, buckets) = (parameters.bias.len(), parameters.output_bias.len());
        let pieces = board.occupied().count() as usize;
        let bucket = match buckets {
            1 => 0,
            2 => (pieces - 2) / 16,
            _ => (pieces - 2) / 4,
        };
        let mut sum = 0_i64;
        for (half, side) in [board.stm(), !board.stm()].into_iter().enumerate() {
            let mut values: Vec<i64> = parameters.bias.iter().map(|&b| i64::from(b)).collect();
            let marks = Marks::of(&features::pieces(board));
            let mut inputs = Inputs::new();
            marks.inputs(View::new(side, board.king(side)), board.occupied(), &mut inputs);
            for input in inputs {
                for (at, value) in values.iter_mut().enumerate() {
                    *value += i64::from(parameters.rows[usize::from(input) * width + at]);
                }
            }
            for (at, value) in values.iter().enumerate() {
                let active = (*value).clamp(0, 255);
                sum += active
                    * active
                    * i64::from(parameters.output[(2 * bucket + half) * width + at]);
            }
        }
        let sum = sum / 255 + i64::from(parameters.output_bias[bucket]);
        (sum * i64::from(parameters.scale) / (255 * 64)) as i32
    }

    #[test]
    fn every_kernel_computes_the_definition() {
        for (width, buckets) in [(32, 1), (64, 8), (128, 2), (512, 8)] {
            let parameters = Parameters::random(width, buckets, width as u64);
            let boards = positions(12);
            for kernels in Kernels::available() {
                let network = Network::new(&parameters).unwrap().with_kernels(kernels);
                for board in boards.iter().step_by(7) {
                    let expected = by_definition(&parameters, board);
                    assert_eq!(network.evaluate(board), expected, "{} {board}", kernels.name);
                }
            }
        }
    }
}
