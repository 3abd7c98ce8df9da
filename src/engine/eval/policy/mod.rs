//! The policy network: win, draw and loss probabilities of a position and a prior for each legal move. PUCT uses it to
//! expand nodes; alpha-beta has its own network (`nnue`).
//!
//! ```text
//! inputs         1,792, those of `nnue` seen by the side to move alone: nothing is carried from ply to ply here, so
//!                a second side would tell nothing new
//!   accumulator  two halves of `width` numbers   bias and the row of every input that is there
//!   hidden       `width` numbers                 clamp(first half, 0, 1) * clamp(second half, 0, 1)
//!   value        three logits                    for win, draw, loss; weights by the pieces on the board (8 sets)
//!   policy       a logit for each move           row of its target * hidden + row of its origin * hidden
//!                                                + biases of both rows, of its flags, of what is special (`rows`)
//! ```
//!
//! Probabilities are the softmax of the logits. Everything up to the logits is computed in integers: accumulators times
//! 255, hidden values times 254, head weights times 64. A hidden value is rounded, so a logit differs from exact
//! arithmetic by at most half a unit per hidden value: `sum(|weights|) / 508` over the weights of both rows. The
//! kernels are those of `nnue`.

pub mod file;
pub mod rows;

use std::fmt;

use tabia_chess::{Board, Move, MoveList, Square};

use super::net_file::NetworkError;
use super::nnue::features::{self, Inputs};
use super::nnue::kernels::{self, Kernels, LANE, Lane};
pub use file::Parameters;
use rows::{MoveRows, PositionFeatures};

/// 1.0 in the accumulator.
pub const QA: i32 = 255;
/// 1.0 in a head weight.
pub const QB: i32 = 64;
/// 1.0 in a head sum: a hidden value of 1 is 255 * 255 / 256.
pub const LOGIT_ONE: f32 = 64.0 * 65025.0 / 256.0;
/// Hidden sizes, multiples of [`LANE`].
pub const WIDTHS: std::ops::RangeInclusive<usize> = LANE..=512;
/// Buckets of the value head.
pub const BUCKETS: usize = 8;
/// Rows of the value head.
pub const VALUE_ROWS: usize = 3 * BUCKETS;
/// Lanes of the widest hidden layer.
const MAX_LANES: usize = 512 / LANE;
/// Maximum number of moves evaluated; no position has more.
const MAX_MOVES: usize = MoveList::CAPACITY;

/// Win, draw and loss probabilities of the side to move, 0 to 1, adding up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wdl {
    /// Of a win.
    pub win: f32,
    /// Of a draw.
    pub draw: f32,
    /// Of a loss.
    pub loss: f32,
}

impl Wdl {
    /// Expected score, a draw counted half: 0 to 1.
    #[inline]
    pub fn expected(self) -> f32 {
        self.win + 0.5 * self.draw
    }
}

/// A policy network ready for use.
#[derive(Clone)]
pub struct PolicyNet {
    /// Hidden size.
    width: usize,
    /// A row of twice as many weights per input.
    trunk: Vec<Lane>,
    trunk_bias: Vec<Lane>,
    to: Vec<Lane>,
    from: Vec<Lane>,
    value: Vec<Lane>,
    biases: file::Biases,
    checksum: u64,
    kernels: &'static Kernels,
}

impl fmt::Debug for PolicyNet {
    /// Omits the parameters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, checksum, kernels) = (self.width, self.checksum, self.kernels.name);
        write!(f, "PolicyNet({width} hidden, {checksum:016x}, {kernels})")
    }
}

impl PolicyNet {
    /// A network with these parameters.
    ///
    /// # Errors
    /// When the sizes are inconsistent or a sum could overflow.
    pub fn new(parameters: &Parameters) -> Result<PolicyNet, NetworkError> {
        parameters.check()?;
        let wide = |list: &[i8]| -> Vec<Lane> {
            kernels::lanes(&list.iter().map(|&number| i16::from(number)).collect::<Vec<i16>>())
        };
        Ok(PolicyNet {
            width: parameters.width,
            trunk: kernels::lanes(&parameters.trunk),
            trunk_bias: kernels::lanes(&parameters.trunk_bias),
            to: wide(&parameters.to),
            from: wide(&parameters.from),
            value: wide(&parameters.value),
            biases: parameters.biases.clone(),
            checksum: parameters.checksum(),
            kernels: Kernels::best(),
        })
    }

    /// The network with other kernels, to compare them.
    #[must_use]
    pub fn with_kernels(mut self, kernels: &'static Kernels) -> PolicyNet {
        self.kernels = kernels;
        self
    }

    /// Hidden size.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The checksum of its parameters, as in its file.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// Evaluates a position: WDL of the side to move, and into `priors` the prior of each of these legal moves, adding
    /// up to 1. `priors` should be as long as `moves` (the shorter one counts); `moves` may be empty if only the value
    /// is needed.
    pub fn evaluate(&self, board: &Board, moves: &[Move], priors: &mut [f32]) -> Wdl {
        let position = PositionFeatures::new(board);
        let mut room = [Lane::ZERO; MAX_LANES];
        let hidden = self.hidden(&position, &mut room);
        self.policy(&position, hidden, moves, priors);
        softmax(priors, 1.0);
        self.value(board, hidden)
    }

    /// Only the priors, with a temperature: each is raised to the power of its reciprocal and they are normalised. At 1
    /// they are those of [`PolicyNet::evaluate`].
    pub fn priors(&self, board: &Board, moves: &[Move], priors: &mut [f32], temperature: f32) {
        let position = PositionFeatures::new(board);
        let mut room = [Lane::ZERO; MAX_LANES];
        let hidden = self.hidden(&position, &mut room);
        self.policy(&position, hidden, moves, priors);
        softmax(priors, temperature);
    }

    /// Hidden layer of a position.
    #[inline]
    fn hidden<'a>(
        &self,
        position: &PositionFeatures<'_>,
        room: &'a mut [Lane; MAX_LANES],
    ) -> &'a [Lane] {
        let lanes = self.width / LANE;
        let mut accumulator = [Lane::ZERO; 2 * MAX_LANES];
        let accumulator = &mut accumulator[..2 * lanes];
        let mut inputs = Inputs::new();
        position.inputs(&mut inputs);
        (self.kernels.update)(accumulator, &self.trunk_bias, &self.trunk, &inputs, &[]);
        let (first, second) = accumulator.split_at(lanes);
        let hidden = &mut room[..lanes];
        (self.kernels.pairs)(hidden, first, second);
        hidden
    }

    /// WDL from the hidden layer.
    #[inline]
    fn value(&self, board: &Board, hidden: &[Lane]) -> Wdl {
        let bucket = features::bucket(BUCKETS, board.occupied().count() as usize);
        let numbers = [0, 1, 2].map(|row| (3 * bucket + row) as u16);
        let mut sums = numbers.map(|number| self.biases.value[usize::from(number)]);
        (self.kernels.dots)(hidden, &self.value, &numbers, &mut sums);
        let mut chances = sums.map(|sum| sum as f32 / LOGIT_ONE);
        softmax(&mut chances, 1.0);
        let [win, draw, loss] = chances;
        Wdl { win, draw, loss }
    }

    /// Logits of the moves.
    #[inline]
    fn policy(
        &self,
        position: &PositionFeatures<'_>,
        hidden: &[Lane],
        moves: &[Move],
        priors: &mut [f32],
    ) {
        let count = moves.len().min(priors.len()).min(MAX_MOVES);
        let (moves, priors) = (&moves[..count], &mut priors[..count]);
        let (mut to, mut sums) = ([0_u16; MAX_MOVES], [0_i32; MAX_MOVES]);
        // Each origin square is computed once.
        let (mut from, mut from_sums) = ([0_u16; Square::COUNT], [0_i32; Square::COUNT]);
        let (mut origins, mut place) = (0, [u8::MAX; Square::COUNT]);
        let biases = &self.biases;
        for (number, &mv) in moves.iter().enumerate() {
            let MoveRows { to: row, from: origin, flags, special } = position.rows(mv);
            to[number] = row;
            sums[number] = biases.to[usize::from(row)]
                + biases.flags[usize::from(flags)]
                + biases.special[usize::from(special)];
            let place = &mut place[mv.from().index()];
            if *place == u8::MAX {
                *place = origins as u8;
                from[origins] = origin;
                from_sums[origins] = biases.from[usize::from(origin)];
                origins += 1;
            }
        }
        (self.kernels.dots)(hidden, &self.to, &to[..count], &mut sums[..count]);
        (self.kernels.dots)(hidden, &self.from, &from[..origins], &mut from_sums[..origins]);
        for ((prior, mv), sum) in priors.iter_mut().zip(moves).zip(sums) {
            let origin = from_sums[usize::from(place[mv.from().index()])];
            *prior = sum.wrapping_add(origin) as f32 / LOGIT_ONE;
        }
    }
}

/// Softmax with a temperature; a higher one gives more even probabilities.
#[inline]
fn softmax(logits: &mut [f32], temperature: f32) {
    let max = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let (scale, mut sum) = (1.0 / temperature, 0.0);
    for logit in logits.iter_mut() {
        *logit = ((*logit - max) * scale).exp();
        sum += *logit;
    }
    let share = 1.0 / sum;
    for chance in logits {
        *chance *= share;
    }
}

#[cfg(test)]
pub(crate) mod tests;
