//! The policy network: what a position is worth as chances of win, draw and loss, and how likely each legal move is
//! to be the best. It is what the tree search (PUCT) expands its nodes by; alpha-beta has its own (`nnue`).
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
//! Chances are the softmax of the logits. All is computed in whole numbers up to the logits: accumulators times 255,
//! hidden numbers times 254, weights of the heads times 64. A hidden number is rounded, so a logit is off the
//! definition in real numbers by half a unit of each hidden number at most: `sum(|weights|) / 508`, the weights of
//! both its rows counted. The kernels are those of `nnue`.

pub mod file;
pub mod rows;

use std::fmt;

use tabia_chess::{Board, Move, MoveList, Square};

use super::net_file::NetworkError;
use super::nnue::features::{self, Inputs};
use super::nnue::kernels::{self, Kernels, LANE, Lane};
pub use file::Parameters;
use rows::{MoveRows, Scene};

/// What 1.0 is in the accumulator.
pub const QA: i32 = 255;
/// What 1.0 is in a weight of a head.
pub const QB: i32 = 64;
/// What 1.0 is in a sum of a head: a hidden number of 1 is 255 * 255 / 256.
pub const LOGIT_ONE: f32 = 64.0 * 65025.0 / 256.0;
/// Hidden numbers a network may have, in steps of [`LANE`].
pub const WIDTHS: std::ops::RangeInclusive<usize> = LANE..=512;
/// Sets of weights of the value head.
pub const BUCKETS: usize = 8;
/// Rows of the value head.
pub const VALUE_ROWS: usize = 3 * BUCKETS;
/// Lanes of the widest hidden layer.
const MAX_LANES: usize = 512 / LANE;
/// Most moves that are judged: no position has more.
const MAX_MOVES: usize = MoveList::CAPACITY;

/// Chances of the side to move, each 0 to 1, adding up to 1.
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
    /// The expected result, a draw counted half: 0 to 1.
    #[inline]
    pub fn expected(self) -> f32 {
        self.win + 0.5 * self.draw
    }

    /// The same chances as the other side sees them.
    #[inline]
    #[must_use]
    pub fn of_other_side(self) -> Wdl {
        Wdl { win: self.loss, draw: self.draw, loss: self.win }
    }
}

/// A policy network ready for use.
#[derive(Clone)]
pub struct PolicyNet {
    /// Hidden numbers.
    width: usize,
    /// A row of twice as many for each input.
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
    /// Not its million numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, checksum, kernels) = (self.width, self.checksum, self.kernels.name);
        write!(f, "PolicyNet({width} hidden, {checksum:016x}, {kernels})")
    }
}

impl PolicyNet {
    /// A network of these numbers.
    ///
    /// # Errors
    /// When their counts do not fit together, or a sum could overflow.
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

    /// The same with other kernels: to compare them.
    #[must_use]
    pub fn with_kernels(mut self, kernels: &'static Kernels) -> PolicyNet {
        self.kernels = kernels;
        self
    }

    /// Hidden numbers.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The checksum of its numbers, as its file has it.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// The kernels it is computed with.
    pub fn kernels(&self) -> &'static Kernels {
        self.kernels
    }

    /// Judges a position: the chances of the side to move, and into `priors` how likely each of these legal moves is
    /// to be the best, in their order, adding up to 1. `priors` is as long as `moves` (the shorter one counts); no
    /// moves, as where only the value is wanted, are no error.
    pub fn evaluate(&self, board: &Board, moves: &[Move], priors: &mut [f32]) -> Wdl {
        let scene = Scene::new(board);
        let mut room = [Lane::ZERO; MAX_LANES];
        let hidden = self.hidden(&scene, &mut room);
        self.policy(&scene, hidden, moves, priors);
        softmax(priors, 1.0);
        self.value(board, hidden)
    }

    /// The priors alone, flattened by a temperature: each is taken to the power of its reciprocal, and they add up to
    /// 1 again. At 1 they are those of [`PolicyNet::evaluate`].
    pub fn priors(&self, board: &Board, moves: &[Move], priors: &mut [f32], temperature: f32) {
        let scene = Scene::new(board);
        let mut room = [Lane::ZERO; MAX_LANES];
        let hidden = self.hidden(&scene, &mut room);
        self.policy(&scene, hidden, moves, priors);
        softmax(priors, temperature);
    }

    /// The hidden numbers of a position.
    #[inline]
    fn hidden<'a>(&self, scene: &Scene<'_>, room: &'a mut [Lane; MAX_LANES]) -> &'a [Lane] {
        let lanes = self.width / LANE;
        let mut accumulator = [Lane::ZERO; 2 * MAX_LANES];
        let accumulator = &mut accumulator[..2 * lanes];
        let mut inputs = Inputs::new();
        scene.inputs(&mut inputs);
        (self.kernels.update)(accumulator, &self.trunk_bias, &self.trunk, &inputs, &[]);
        let (first, second) = accumulator.split_at(lanes);
        let hidden = &mut room[..lanes];
        (self.kernels.pairs)(hidden, first, second);
        hidden
    }

    /// The chances behind hidden numbers.
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

    /// The logits of the moves.
    #[inline]
    fn policy(&self, scene: &Scene<'_>, hidden: &[Lane], moves: &[Move], priors: &mut [f32]) {
        let count = moves.len().min(priors.len()).min(MAX_MOVES);
        let (moves, priors) = (&moves[..count], &mut priors[..count]);
        let (mut to, mut sums) = ([0_u16; MAX_MOVES], [0_i32; MAX_MOVES]);
        // Each origin once, whatever the number of moves from there.
        let (mut from, mut from_sums) = ([0_u16; Square::COUNT], [0_i32; Square::COUNT]);
        let (mut origins, mut place) = (0, [u8::MAX; Square::COUNT]);
        let biases = &self.biases;
        for (number, &mv) in moves.iter().enumerate() {
            let MoveRows { to: row, from: origin, flags, special } = scene.rows(mv);
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

/// Logits become chances that add up to 1, the more even the higher the temperature.
#[inline]
fn softmax(logits: &mut [f32], temperature: f32) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let (scale, mut sum) = (1.0 / temperature, 0.0);
    for logit in logits.iter_mut() {
        *logit = ((*logit - most) * scale).exp();
        sum += *logit;
    }
    let share = 1.0 / sum;
    for chance in logits {
        *chance *= share;
    }
}

#[cfg(test)]
pub(crate) mod tests;
