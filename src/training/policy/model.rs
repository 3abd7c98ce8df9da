//! The policy network in training: inputs, rows and shape of `eval::policy` in floating point, with gradients.

use arrayvec::ArrayVec;

use tabia_chess::{MoveList, SplitMix64, Square};
use tabia_engine::eval::nnue::features::INPUTS;
use tabia_engine::eval::policy::file::Biases;
use tabia_engine::eval::policy::rows::{FLAGS, FROM_ROWS, SPECIALS, TO_ROWS};
use tabia_engine::eval::policy::{LOGIT_ONE, Parameters, QA, QB, VALUE_ROWS};
use tabia_engine::puct::leaf_evaluator::CURVE;

use super::data::{MixedData, Prepared, Target};

/// Rows of all heads: targets, origins, value.
const HEADS: usize = TO_ROWS + FROM_ROWS + VALUE_ROWS;
/// Indices of origin rows and value rows among them; their biases have the same order.
const FROM_AT: usize = TO_ROWS;
const FLAGS_AT: usize = TO_ROWS + FROM_ROWS;
const SPECIAL_AT: usize = FLAGS_AT + FLAGS;
const VALUE_BIAS_AT: usize = SPECIAL_AT + SPECIALS;
/// Number of biases of the heads.
const BIASES: usize = VALUE_BIAS_AT + VALUE_ROWS;

/// Hidden sizes that can be trained.
pub(crate) const WIDTHS: [usize; 4] = [32, 64, 128, 256];

/// Number of weights of a network with this hidden size.
pub(crate) const fn count(width: usize) -> usize {
    ((INPUTS + 1) * 2 + HEADS) * width + BIASES
}

/// Index of the head rows, and of the biases.
const fn heads_at(width: usize) -> usize {
    (INPUTS + 1) * 2 * width
}

const fn biases_at(width: usize) -> usize {
    heads_at(width) + HEADS * width
}

/// Initial weights: the trunk uniform with a bound that keeps an accumulator with 24 inputs from saturating, small
/// heads, zero biases.
pub(crate) fn random(width: usize, seed: u64) -> Vec<f32> {
    let mut rng = SplitMix64::new(seed);
    let mut uniform = |limit: f32| (rng.unit_f64() as f32 * 2.0 - 1.0) * limit;
    let mut weights = vec![0.0; count(width)];
    let (trunk, heads) = weights.split_at_mut(heads_at(width));
    for weight in trunk.iter_mut() {
        *weight = uniform((1.0 / 24.0_f32).sqrt());
    }
    let bias = &mut trunk[INPUTS * 2 * width..];
    for bias in bias {
        *bias = bias.abs();
    }
    let limit = (0.25 / width as f32).sqrt();
    heads[..HEADS * width].iter_mut().for_each(|weight| *weight = uniform(limit));
    weights
}

/// Quantised weights of the engine.
pub(crate) fn quantised(width: usize, weights: &[f32]) -> Parameters {
    let wide = |list: &[f32]| list.iter().map(|&n| (n * QA as f32).round() as i16).collect();
    let narrow = |list: &[f32]| list.iter().map(|&n| (n * QB as f32).round() as i8).collect();
    let (trunk, rest) = weights.split_at(INPUTS * 2 * width);
    let (trunk_bias, rest) = rest.split_at(2 * width);
    let (heads, biases) = rest.split_at(HEADS * width);
    let biases: Vec<i32> = biases.iter().map(|&bias| (bias * LOGIT_ONE).round() as i32).collect();
    let none =
        || Biases { to: vec![], from: vec![], flags: vec![], special: vec![], value: vec![] };
    Parameters {
        width,
        trunk: wide(trunk),
        trunk_bias: wide(trunk_bias),
        to: narrow(&heads[..TO_ROWS * width]),
        from: narrow(&heads[TO_ROWS * width..FLAGS_AT * width]),
        value: narrow(&heads[FLAGS_AT * width..]),
        // A list that is too short is rejected where it is used.
        biases: Biases::of(&biases).unwrap_or_else(none),
    }
}

/// Dequantised weights.
pub(crate) fn weights_of(parameters: &Parameters) -> Vec<f32> {
    let Parameters { width, trunk, trunk_bias, to, from, value, biases } = parameters;
    let mut weights = Vec::with_capacity(count(*width));
    let wide = trunk.iter().chain(trunk_bias);
    weights.extend(wide.map(|&number| f32::from(number) / QA as f32));
    let narrow = to.iter().chain(from).chain(value);
    weights.extend(narrow.map(|&number| f32::from(number) / QB as f32));
    let Biases { to, from, flags, special, value } = biases;
    let biases = to.iter().chain(from).chain(flags).chain(special).chain(value);
    weights.extend(biases.map(|&number| number as f32 / LOGIT_ONE));
    weights
}

/// Sums over samples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sums {
    /// Samples.
    pub count: u64,
    /// Cross entropy of the policy against its smoothed target, nats.
    pub policy: f64,
    /// Cross entropy of the value, nats.
    pub value: f64,
    /// Samples whose played move had the highest probability.
    pub top: u64,
}

impl std::ops::AddAssign for Sums {
    fn add_assign(&mut self, other: Sums) {
        self.count += other.count;
        self.policy += other.policy;
        self.value += other.value;
        self.top += other.top;
    }
}

impl Sums {
    pub(crate) fn mean(&self, sum: f64) -> f64 {
        sum / self.count.max(1) as f64
    }
}

/// Calls a function with the hidden size as a constant, so that its inner loops are vectorised.
macro_rules! at_width {
    ($width:expr, $function:ident($($argument:expr),*)) => {
        match $width {
            32 => $function::<32>($($argument),*),
            64 => $function::<64>($($argument),*),
            128 => $function::<128>($($argument),*),
            _ => $function::<256>($($argument),*),
        }
    };
}

/// Intermediate values of a forward pass.
#[derive(Debug)]
struct Forward<const H: usize> {
    /// Both halves of the accumulator, clamped.
    halves: [[f32; H]; 2],
    hidden: [f32; H],
    moves: ArrayVec<f32, { MoveList::CAPACITY }>,
    value: [f32; 3],
}

/// Weights or gradients by purpose.
struct View<'a, const H: usize> {
    /// Two rows for each input, and two of biases.
    trunk: &'a [[f32; H]],
    heads: &'a [[f32; H]],
    biases: &'a [f32],
}

impl<'a, const H: usize> View<'a, H> {
    fn of(weights: &'a [f32]) -> View<'a, H> {
        let (rows, biases) = weights.split_at(biases_at(H));
        let (trunk, heads) = rows.as_chunks::<H>().0.split_at(2 * (INPUTS + 1));
        View { trunk, heads, biases }
    }

    /// Computes the logits.
    fn logits(&self, sample: &Prepared, forward: &mut Forward<H>) {
        for (half, sum) in forward.halves.iter_mut().enumerate() {
            *sum = self.trunk[2 * INPUTS + half];
            for &input in &sample.inputs {
                add(sum, &self.trunk[2 * usize::from(input) + half]);
            }
            for x in sum.iter_mut() {
                *x = x.clamp(0.0, 1.0);
            }
        }
        let [first, second] = &forward.halves;
        for at in 0..H {
            forward.hidden[at] = first[at] * second[at];
        }
        let hidden = &forward.hidden;
        let mut origins = [0.0; Square::COUNT];
        for (logit, &row) in origins.iter_mut().zip(&sample.origins) {
            let at = FROM_AT + usize::from(row);
            *logit = dot(hidden, &self.heads[at]) + self.biases[at];
        }
        forward.moves.clear();
        for choice in &sample.moves {
            let to = usize::from(choice.to);
            let logit = dot(hidden, &self.heads[to])
                + self.biases[to]
                + origins[usize::from(choice.origin)]
                + self.biases[FLAGS_AT + usize::from(choice.flags)]
                + self.biases[SPECIAL_AT + usize::from(choice.special)];
            forward.moves.push(logit);
        }
        for (row, logit) in forward.value.iter_mut().enumerate() {
            let row = 3 * sample.bucket + row;
            *logit = dot(hidden, &self.heads[FLAGS_AT + row]) + self.biases[VALUE_BIAS_AT + row];
        }
    }
}

impl<const H: usize> Forward<H> {
    fn new() -> Forward<H> {
        Forward { halves: [[0.0; H]; 2], hidden: [0.0; H], moves: ArrayVec::new(), value: [0.0; 3] }
    }

    /// Replaces the logits by the gradients of the loss and adds the losses to the sums.
    fn slopes(&mut self, sample: &Prepared, sums: &mut Sums) {
        let best = self.moves[sample.played];
        sums.count += 1;
        sums.top += u64::from(self.moves.iter().all(|&logit| logit <= best));
        let log_sum = log_sum_exp(&self.moves);
        for (logit, wanted) in self.moves.iter_mut().zip(sample.wanted.iter().copied()) {
            sums.policy += f64::from(wanted * (log_sum - *logit));
            *logit = (*logit - log_sum).exp() - wanted;
        }
        let log_sum = log_sum_exp(&self.value);
        for (logit, wanted) in self.value.iter_mut().zip(sample.chances) {
            sums.value += f64::from(wanted * (log_sum - *logit));
            *logit = (*logit - log_sum).exp() - wanted;
        }
    }
}

/// Adds the gradient of the summed losses of these samples; returns the sums.
pub(crate) fn learn(
    width: usize,
    weights: &[f32],
    gradient: &mut [f32],
    samples: &MixedData,
    numbers: &[u32],
    target: Target,
) -> Sums {
    at_width!(width, learn_at(weights, gradient, samples, numbers, target))
}

/// Summed losses of these samples.
pub(crate) fn losses(
    width: usize,
    weights: &[f32],
    samples: &MixedData,
    numbers: &[u32],
    target: Target,
) -> Sums {
    at_width!(width, losses_at(weights, samples, numbers, target))
}

fn losses_at<const H: usize>(
    weights: &[f32],
    samples: &MixedData,
    numbers: &[u32],
    target: Target,
) -> Sums {
    let (view, curve) = (View::<H>::of(weights), CURVE);
    let (mut prepared, mut forward) = (Prepared::default(), Forward::<H>::new());
    let mut sums = Sums::default();
    for &number in numbers {
        if samples.prepare(number as usize, &mut prepared, target, &curve) {
            view.logits(&prepared, &mut forward);
            forward.slopes(&prepared, &mut sums);
        }
    }
    sums
}

fn learn_at<const H: usize>(
    weights: &[f32],
    gradient: &mut [f32],
    samples: &MixedData,
    numbers: &[u32],
    target: Target,
) -> Sums {
    let (view, curve) = (View::<H>::of(weights), CURVE);
    let mut slopes = Slopes::<H>::of(gradient);
    let (mut prepared, mut forward) = (Prepared::default(), Forward::<H>::new());
    let mut sums = Sums::default();
    for &number in numbers {
        if samples.prepare(number as usize, &mut prepared, target, &curve) {
            view.logits(&prepared, &mut forward);
            forward.slopes(&prepared, &mut sums);
            slopes.take(&view, &prepared, &forward);
        }
    }
    sums
}

/// The gradient by purpose.
struct Slopes<'a, const H: usize> {
    trunk: &'a mut [[f32; H]],
    heads: &'a mut [[f32; H]],
    biases: &'a mut [f32],
}

impl<'a, const H: usize> Slopes<'a, H> {
    fn of(gradient: &'a mut [f32]) -> Slopes<'a, H> {
        let (rows, biases) = gradient.split_at_mut(biases_at(H));
        let (trunk, heads) = rows.as_chunks_mut::<H>().0.split_at_mut(2 * (INPUTS + 1));
        Slopes { trunk, heads, biases }
    }

    /// Adds the gradient of a sample after [`Forward::slopes`].
    fn take(&mut self, view: &View<'_, H>, sample: &Prepared, forward: &Forward<H>) {
        let hidden = &forward.hidden;
        let mut back = [0.0; H];
        let mut origins = [0.0; Square::COUNT];
        for (choice, &slope) in sample.moves.iter().zip(&forward.moves) {
            let to = usize::from(choice.to);
            origins[usize::from(choice.origin)] += slope;
            self.biases[to] += slope;
            self.biases[FLAGS_AT + usize::from(choice.flags)] += slope;
            self.biases[SPECIAL_AT + usize::from(choice.special)] += slope;
            both(slope, hidden, &view.heads[to], &mut self.heads[to], &mut back);
        }
        for (&row, &slope) in sample.origins.iter().zip(&origins) {
            let at = FROM_AT + usize::from(row);
            self.biases[at] += slope;
            both(slope, hidden, &view.heads[at], &mut self.heads[at], &mut back);
        }
        for (row, &slope) in forward.value.iter().enumerate() {
            let row = 3 * sample.bucket + row;
            let at = FLAGS_AT + row;
            self.biases[VALUE_BIAS_AT + row] += slope;
            both(slope, hidden, &view.heads[at], &mut self.heads[at], &mut back);
        }
        let [first, second] = &forward.halves;
        for (half, (own, other)) in [(first, second), (second, first)].into_iter().enumerate() {
            let mut slopes = [0.0; H];
            for at in 0..H {
                let inside = own[at] > 0.0 && own[at] < 1.0;
                slopes[at] = if inside { back[at] * other[at] } else { 0.0 };
            }
            add(&mut self.trunk[2 * INPUTS + half], &slopes);
            for &input in &sample.inputs {
                add(&mut self.trunk[2 * usize::from(input) + half], &slopes);
            }
        }
    }
}

/// Backpropagates the gradient of a logit to its row and the hidden values.
#[inline]
fn both<const H: usize>(
    slope: f32,
    hidden: &[f32; H],
    row: &[f32; H],
    row_slopes: &mut [f32; H],
    back: &mut [f32; H],
) {
    for at in 0..H {
        row_slopes[at] += slope * hidden[at];
        back[at] += slope * row[at];
    }
}

#[inline]
fn add<const H: usize>(to: &mut [f32; H], row: &[f32; H]) {
    for at in 0..H {
        to[at] += row[at];
    }
}

/// Summed in thirty-two lanes, so that an addition does not wait for the previous one.
#[inline]
fn dot<const H: usize>(a: &[f32; H], b: &[f32; H]) -> f32 {
    let mut lanes = [0.0_f32; 32];
    let ((a, _), (b, _)) = (a.as_chunks::<32>(), b.as_chunks::<32>());
    for (a, b) in a.iter().zip(b) {
        for at in 0..32 {
            lanes[at] += a[at] * b[at];
        }
    }
    lanes.iter().sum()
}

fn log_sum_exp(logits: &[f32]) -> f32 {
    let max = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    max + logits.iter().map(|logit| (logit - max).exp()).sum::<f32>().ln()
}

#[cfg(test)]
mod tests {
    use super::super::sample::tests::samples;
    use super::*;
    use crate::data::packed;
    use tabia_chess::Move;
    use tabia_engine::eval::policy::PolicyNet;

    const TARGET: Target = Target { smoothing: 0.05, result_share: 0.5 };

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let (samples, width) = (samples(60, 1).into(), 32);
        let all: Vec<u32> = (0..60).collect();
        let mut weights = random(width, 5);
        let mut gradient = vec![0.0; count(width)];
        let found = learn(width, &weights, &mut gradient, &samples, &all, TARGET);
        assert_eq!(found, losses(width, &weights, &samples, &all, TARGET));
        assert_eq!(found.count, 60);
        let loss = |weights: &[f32]| {
            let sums = losses(width, weights, &samples, &all, TARGET);
            sums.policy + sums.value
        };
        let used: Vec<usize> = (0..gradient.len()).filter(|&at| gradient[at] != 0.0).collect();
        let mut rng = SplitMix64::new(2);
        let (mut steep, step) = (0, 2e-3);
        for number in 0..400 {
            // The first ones are in the trunk, the last ones biases.
            let from =
                if number < 100 { used.partition_point(|&at| at < biases_at(width)) } else { 0 };
            let at = used[from + rng.below(used.len() - from)];
            let before = weights[at];
            weights[at] = before + step;
            let up = loss(&weights);
            weights[at] = before - step;
            let down = loss(&weights);
            weights[at] = before;
            let slope = (up - down) / f64::from(2.0 * step);
            let found = f64::from(gradient[at]);
            let tolerance = 0.02 * slope.abs().max(found.abs()) + 0.02;
            assert!((slope - found).abs() < tolerance, "{at}: {slope} and {found}");
            steep += u32::from(slope.abs() > 0.1);
        }
        assert!(steep > 50, "{steep}");
    }

    #[test]
    fn the_engines_network_matches_the_trained_one_within_rounding() {
        let (samples, width) = (samples(200, 3), 64);
        let weights = random(width, 8);
        let net = PolicyNet::new(&quantised(width, &weights)).unwrap();
        let view = View::<64>::of(&weights);
        let (mut prepared, mut forward) = (Prepared::default(), Forward::<64>::new());
        for sample in &samples {
            assert!(prepared.fill(sample, TARGET, &CURVE));
            view.logits(&prepared, &mut forward);
            let board = packed::unpack(&sample.position).unwrap();
            let moves: Vec<Move> = board.legal_moves().to_vec();
            let mut priors = vec![0.0; moves.len()];
            let wdl = net.evaluate(&board, &moves, &mut priors);
            let log_sum = log_sum_exp(&forward.moves);
            for (prior, logit) in priors.iter().zip(&forward.moves) {
                assert!((prior - (logit - log_sum).exp()).abs() < 0.02, "{board}");
            }
            let log_sum = log_sum_exp(&forward.value);
            for (chance, logit) in [wdl.win, wdl.draw, wdl.loss].iter().zip(forward.value) {
                assert!((chance - (logit - log_sum).exp()).abs() < 0.02, "{board}");
            }
        }
    }

    #[test]
    fn quantised_weights_are_dequantised_exactly() {
        let net = Parameters::random(64, 3);
        let weights = weights_of(&net);
        assert_eq!(weights.len(), count(64));
        assert_eq!(quantised(64, &weights), net);
    }

    #[test]
    fn a_move_that_is_not_legal_is_left_out() {
        let mut samples = samples(2, 1);
        samples[0].position = samples[1].position;
        samples[0].mv = Move::from_bits(samples[1].mv.bits() ^ 0x0fff).unwrap();
        let weights = random(32, 1);
        assert_eq!(losses(32, &weights, &samples.into(), &[0, 1], TARGET).count, 1);
    }
}
