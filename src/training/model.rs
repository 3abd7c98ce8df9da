//! The evaluation network in training: the inputs and shape of `eval::nnue` in floating point, with gradients.

use crate::data::packed;
use crate::data::sample::Sample;
use tabia_chess::{Bitboard, Color, PieceType, Square};
use tabia_engine::eval::nnue::features::{self, INPUTS, Marks, Pieces};
use tabia_engine::eval::nnue::{Parameters, QA, QB};

/// Maximum number of pieces on a board.
const PIECES: usize = 32;
/// Bound of the weights, so that an accumulator of 32 rows fits 16 bits and an output weight seven.
pub(crate) const CLIP: f32 = 1.98;

/// Shape of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Width of one accumulator, one of [`WIDTHS`].
    pub width: usize,
    /// Outputs, one of [`features::BUCKETS`].
    pub buckets: usize,
}

impl Shape {
    /// Number of weights.
    pub(crate) fn count(self) -> usize {
        (INPUTS + 1 + 2 * self.buckets) * self.width + self.buckets
    }

    /// Index of the weights of an output for one half: 0 the side to move, 1 the opponent.
    fn output_at(self, bucket: usize, half: usize) -> usize {
        (INPUTS + 1 + 2 * bucket + half) * self.width
    }
}

/// All weights of a network, or their gradients, or their moments, in one list.
///
/// Input rows, accumulator bias, weights of each output (side to move first), bias of each output.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Weights {
    pub shape: Shape,
    /// The list.
    pub all: Vec<f32>,
}

impl Weights {
    pub(crate) fn zero(shape: Shape) -> Weights {
        Weights { shape, all: vec![0.0; shape.count()] }
    }

    /// Rows and bias are uniform with a bound that keeps an accumulator with 24 inputs from saturating; output weights
    /// are bounded by the inverse root of their number and equal for all outputs; output biases are zero.
    pub(crate) fn random(shape: Shape, seed: u64) -> Weights {
        let mut rng = tabia_chess::SplitMix64::new(seed);
        let mut uniform = |limit: f32| (rng.unit_f64() as f32 * 2.0 - 1.0) * limit;
        let mut weights = Weights::zero(shape);
        let (into, output) = weights.all.split_at_mut(shape.output_at(0, 0));
        for weight in into {
            *weight = uniform((1.0 / 24.0_f32).sqrt());
        }
        let limit = (0.5 / shape.width as f32).sqrt();
        let first: Vec<f32> = (0..2 * shape.width).map(|_| uniform(limit)).collect();
        let (output, _) = output.split_at_mut(2 * shape.width * shape.buckets);
        output.chunks_exact_mut(first.len()).for_each(|weights| weights.copy_from_slice(&first));
        weights
    }

    /// Quantised weights of the engine, for a scale in centipawns.
    pub(crate) fn quantised(&self, scale: i32) -> Parameters {
        let one = |number: f32, one: i32| (number * one as f32).round();
        let numbers = |list: &[f32], unit: i32| list.iter().map(|&n| one(n, unit) as i16).collect();
        let (rows, rest) = self.all.split_at(INPUTS * self.shape.width);
        let (bias, rest) = rest.split_at(self.shape.width);
        let (output, biases) = rest.split_at(2 * self.shape.width * self.shape.buckets);
        Parameters {
            rows: numbers(rows, QA),
            bias: numbers(bias, QA),
            output: numbers(output, QB),
            output_bias: biases.iter().map(|&bias| one(bias, QA * QB) as i32).collect(),
            scale,
        }
    }

    /// Dequantised weights of a network, for a scale in centipawns; rounding errors remain.
    pub(crate) fn of_network(parameters: &Parameters, scale: f32) -> Weights {
        let shape = Shape { width: parameters.bias.len(), buckets: parameters.output_bias.len() };
        let stretch = parameters.scale as f32 / scale;
        let numbers = |list: &[i16], one: f32| -> Vec<f32> {
            list.iter().map(|&n| (f32::from(n) * one).clamp(-CLIP, CLIP)).collect()
        };
        let mut all = numbers(&parameters.rows, 1.0 / QA as f32);
        all.extend(numbers(&parameters.bias, 1.0 / QA as f32));
        all.extend(numbers(&parameters.output, stretch / QB as f32));
        let unit = stretch / (QA * QB) as f32;
        all.extend(parameters.output_bias.iter().map(|&bias| bias as f32 * unit));
        Weights { shape, all }
    }

    /// Output for a position before scaling, side to move's view. Slow reference for [`learn`] and [`loss`].
    #[cfg(test)]
    pub(crate) fn output(&self, inputs: &Inputs) -> f32 {
        let Shape { width, buckets } = self.shape;
        let bucket = features::bucket(buckets, inputs.count);
        let mut output = self.all[self.shape.output_at(buckets, 0) + bucket];
        for (half, list) in inputs.sides.iter().enumerate() {
            let weights = &self.all[self.shape.output_at(bucket, half)..][..width];
            for (at, weight) in weights.iter().enumerate() {
                let rows = list[..inputs.count].iter();
                let sum: f32 = rows.map(|&input| self.all[usize::from(input) * width + at]).sum();
                let active = (sum + self.all[INPUTS * width + at]).clamp(0.0, 1.0);
                output += active * active * weight;
            }
        }
        output
    }
}

/// Inputs of a position: for the side to move, then for the opponent.
#[derive(Clone, Debug)]
pub(crate) struct Inputs {
    /// Pieces on the board.
    pub count: usize,
    /// The input of each piece.
    pub sides: [[u16; PIECES]; 2],
}

impl Inputs {
    #[inline]
    pub(crate) fn of(sample: &Sample) -> Inputs {
        let bytes = &sample.position;
        let occupied = packed::occupied(bytes);
        let black = packed::is_black_to_move(bytes);
        let movers =
            if black { [Color::Black, Color::White] } else { [Color::White, Color::Black] };
        let count = (occupied.count_ones() as usize).min(PIECES);
        let mut pieces: Pieces = [[Bitboard::EMPTY; PieceType::COUNT]; Color::COUNT];
        for (number, square) in Bitboard(occupied).into_iter().take(count).enumerate() {
            let piece = packed::piece_at(bytes, number);
            pieces[piece / PieceType::COUNT][piece % PieceType::COUNT].insert(square);
        }
        let marks = Marks::of(&pieces);
        let (mut sides, mut inputs) = ([[0; PIECES]; 2], features::Inputs::new());
        for (side, list) in movers.into_iter().zip(&mut sides) {
            // Samples have one king per side.
            let king = pieces[side.index()][PieceType::King.index()].first();
            let view = features::View::new(side, king.unwrap_or(Square::A1));
            marks.inputs(view, Bitboard(occupied), &mut inputs);
            list[..inputs.len()].copy_from_slice(&inputs);
        }
        Inputs { count, sides }
    }
}

/// Target of the loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Target {
    /// Centipawns per unit of the logistic function.
    pub scale: f32,
    /// Weight of the game's result, if there is one; the rest is the score.
    pub result_share: f32,
}

impl Target {
    /// Target winning chance of a sample, side to move's view, 0 to 1.
    #[inline]
    pub(crate) fn of(self, sample: &Sample) -> f32 {
        let score = logistic(f32::from(sample.score) / self.scale);
        let result = sample.result_of_mover();
        result.map_or(score, |result| score + (result - score) * self.result_share)
    }
}

/// The logistic function: expected score, 0 to 1, of an advantage in units of the scale.
#[inline]
pub(crate) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Widths that can be trained.
pub(crate) const WIDTHS: [usize; 7] = [32, 64, 96, 128, 192, 256, 512];

/// Calls a function with the width as a constant, so that its inner loops are vectorised.
macro_rules! at_width {
    ($width:expr, $function:ident($($argument:expr),*)) => {
        match $width {
            32 => $function::<32>($($argument),*),
            64 => $function::<64>($($argument),*),
            96 => $function::<96>($($argument),*),
            128 => $function::<128>($($argument),*),
            192 => $function::<192>($($argument),*),
            256 => $function::<256>($($argument),*),
            _ => $function::<512>($($argument),*),
        }
    };
}

/// Adds the gradient of the summed squared error of these samples; returns the sum of the errors.
pub(crate) fn learn(
    shape: Shape,
    weights: &[f32],
    gradient: &mut [f32],
    samples: &[Sample],
    target: Target,
) -> f64 {
    at_width!(shape.width, learn_at(shape, weights, gradient, samples, target))
}

/// The summed squared error of these samples.
pub(crate) fn loss(shape: Shape, weights: &[f32], samples: &[Sample], target: Target) -> f64 {
    at_width!(shape.width, loss_at(shape, weights, samples, target))
}

/// Outputs for these samples before scaling, side to move's view.
pub(crate) fn outputs(weights: &Weights, samples: &[Sample]) -> Vec<f32> {
    at_width!(weights.shape.width, outputs_at(weights, samples))
}

/// Weights by purpose.
struct View<'a, const N: usize> {
    buckets: usize,
    /// Input rows, then the bias.
    rows: &'a [[f32; N]],
    /// Two rows for each output.
    outputs: &'a [[f32; N]],
    biases: &'a [f32],
}

impl<'a, const N: usize> View<'a, N> {
    fn of(shape: Shape, weights: &'a [f32]) -> View<'a, N> {
        // The remainder is the output biases, which are fewer than a row.
        let (rows, biases) = weights.as_chunks::<N>();
        let (rows, outputs) = rows.split_at(INPUTS + 1);
        View { buckets: shape.buckets, rows, outputs, biases }
    }

    /// Clamped accumulators of both sides, index and value of the output in use.
    #[inline]
    fn forward(&self, inputs: &Inputs) -> ([[f32; N]; 2], usize, f32) {
        let bucket = features::bucket(self.buckets, inputs.count);
        let mut active = [[0.0_f32; N]; 2];
        let mut output = self.biases[bucket];
        for (half, (active, list)) in active.iter_mut().zip(&inputs.sides).enumerate() {
            let mut sum = self.rows[INPUTS];
            for &input in &list[..inputs.count] {
                add(&mut sum, &self.rows[usize::from(input)]);
            }
            for at in 0..N {
                active[at] = sum[at].clamp(0.0, 1.0);
            }
            output += dot_of_squares(active, &self.outputs[2 * bucket + half]);
        }
        (active, bucket, output)
    }
}

fn outputs_at<const N: usize>(weights: &Weights, samples: &[Sample]) -> Vec<f32> {
    let view = View::<N>::of(weights.shape, &weights.all);
    samples.iter().map(|sample| view.forward(&Inputs::of(sample)).2).collect()
}

fn loss_at<const N: usize>(
    shape: Shape,
    weights: &[f32],
    samples: &[Sample],
    target: Target,
) -> f64 {
    let view = View::<N>::of(shape, weights);
    let error = |sample: &Sample| {
        let (_, _, output) = view.forward(&Inputs::of(sample));
        f64::from((logistic(output) - target.of(sample)).powi(2))
    };
    samples.iter().map(error).sum()
}

fn learn_at<const N: usize>(
    shape: Shape,
    weights: &[f32],
    gradient: &mut [f32],
    samples: &[Sample],
    target: Target,
) -> f64 {
    let view = View::<N>::of(shape, weights);
    let (slopes, bias_slopes) = gradient.as_chunks_mut::<N>();
    let (slopes, output_slopes) = slopes.split_at_mut(INPUTS + 1);
    let mut error = 0.0;
    for sample in samples {
        let inputs = Inputs::of(sample);
        let (active, bucket, output) = view.forward(&inputs);
        let chance = logistic(output);
        let miss = chance - target.of(sample);
        error += f64::from(miss * miss);
        let slope = 2.0 * miss * chance * (1.0 - chance);
        bias_slopes[bucket] += slope;
        for (half, (active, list)) in active.iter().zip(&inputs.sides).enumerate() {
            let mut back = [0.0_f32; N];
            let weight = &view.outputs[2 * bucket + half];
            let weight_slope = &mut output_slopes[2 * bucket + half];
            for at in 0..N {
                let x = active[at];
                weight_slope[at] += slope * x * x;
                let inside = if x > 0.0 && x < 1.0 { 2.0 * x } else { 0.0 };
                back[at] = slope * weight[at] * inside;
            }
            add(&mut slopes[INPUTS], &back);
            for &input in &list[..inputs.count] {
                add(&mut slopes[usize::from(input)], &back);
            }
        }
    }
    error
}

#[inline]
fn add<const N: usize>(to: &mut [f32; N], row: &[f32; N]) {
    for at in 0..N {
        to[at] += row[at];
    }
}

/// Summed in sixteen lanes, so that an addition does not wait for the previous one.
#[inline]
fn dot_of_squares<const N: usize>(values: &[f32; N], weights: &[f32; N]) -> f32 {
    let mut lanes = [0.0_f32; 16];
    for at in 0..N {
        lanes[at % 16] += values[at] * values[at] * weights[at];
    }
    lanes.iter().sum()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::data::game::{GameResult, Source};
    use tabia_chess::{Board, SplitMix64};
    use tabia_engine::eval::nnue::Network;

    /// Positions of random games, scored by material.
    pub(crate) fn samples(count: usize, seed: u64) -> Vec<Sample> {
        let mut rng = SplitMix64::new(seed);
        let mut found = Vec::new();
        while found.len() < count {
            let mut board = Board::chess960(rng.below(960)).unwrap();
            for _ in 0..100 {
                if board.make_random_move(&mut rng).is_none() {
                    break;
                }
                let worth = |color| -> i32 {
                    let kinds = tabia_chess::PieceType::ALL.into_iter();
                    let each = kinds.zip(tabia_chess::see::VALUES);
                    each.map(|(kind, value)| board.by(color, kind).count() as i32 * value).sum()
                };
                let score = worth(board.stm()) - worth(!board.stm());
                let result = GameResult::ALL[rng.below(3)];
                found.push(Sample::new(&board, score as i16, result, Source::Standard));
            }
        }
        found.truncate(count);
        found
    }

    /// Random weights with different outputs.
    fn different_outputs(shape: Shape, seed: u64) -> Weights {
        let mut weights = Weights::random(shape, seed);
        let outputs = shape.output_at(0, 0)..shape.output_at(shape.buckets, 0);
        weights.all[outputs].chunks_mut(2 * shape.width).enumerate().for_each(
            |(bucket, weights)| {
                weights.rotate_left(bucket);
            },
        );
        weights
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let samples = samples(80, 1);
        let target = Target { scale: 200.0, result_share: 0.3 };
        let shape = Shape { width: 32, buckets: 4 };
        let mut weights = different_outputs(shape, 5);
        let mut gradient = Weights::zero(shape);
        let error = learn(shape, &weights.all, &mut gradient.all, &samples, target);
        let loss = |weights: &Weights| loss(shape, &weights.all, &samples, target);
        assert!((error - loss(&weights)).abs() < 1e-4);
        let plain = |sample: &Sample| {
            f64::from((logistic(weights.output(&Inputs::of(sample))) - target.of(sample)).powi(2))
        };
        assert!((error - samples.iter().map(plain).sum::<f64>()).abs() < 1e-4);
        let mut rng = SplitMix64::new(2);
        let last = weights.all.len() - 1;
        let mut steep = 0;
        for number in 0..400 {
            // The last ones are biases and outputs, the others rows.
            let at = if number < 200 { last - number } else { rng.below(last) };
            let (before, step) = (weights.all[at], 2e-3);
            weights.all[at] = before + step;
            let up = loss(&weights);
            weights.all[at] = before - step;
            let down = loss(&weights);
            weights.all[at] = before;
            let slope = (up - down) / f64::from(2.0 * step);
            let found = f64::from(gradient.all[at]);
            let tolerance = 0.02 * slope.abs().max(found.abs()) + 4e-3;
            assert!((slope - found).abs() < tolerance, "{at}: {slope} and {found}");
            steep += i32::from(slope.abs() > 0.02);
        }
        assert!(steep > 60, "{steep} slopes that tell something");
    }

    /// Maximum effect of rounding every weight on the output of this position.
    fn rounding(weights: &Weights, inputs: &Inputs) -> f32 {
        let Shape { width, buckets } = weights.shape;
        let bucket = features::bucket(buckets, inputs.count);
        // Half a unit for the bias and each row; half a unit of an output weight.
        let moved = (inputs.count + 1) as f32 * 0.5 / QA as f32;
        let coarse = 0.5 / QB as f32;
        let mut bound = 0.0;
        for (half, list) in inputs.sides.iter().enumerate() {
            for at in 0..width {
                let rows = list[..inputs.count].iter();
                let sum: f32 = rows.map(|&row| weights.all[usize::from(row) * width + at]).sum();
                let sum = sum + weights.all[INPUTS * width + at];
                let (low, high) = ((sum - moved).clamp(0.0, 1.0), (sum + moved).clamp(0.0, 1.0));
                let weight = weights.all[weights.shape.output_at(bucket, half) + at].abs();
                bound += (high * high - low * low) * weight + high * high * coarse;
            }
        }
        bound
    }

    #[test]
    fn the_quantised_network_evaluates_like_the_unrounded_one() {
        let asked = std::env::var("TABIA_POSITIONS").ok().and_then(|text| text.parse().ok());
        for buckets in [1, 8] {
            let weights = different_outputs(Shape { width: 64, buckets }, 9);
            let network = Network::new(&weights.quantised(400)).unwrap();
            let (mut greatest, mut sum, samples) =
                (0.0_f32, 0.0, samples(asked.unwrap_or(3000), 4));
            for sample in &samples {
                let board = packed::unpack(&sample.position).unwrap();
                let inputs = Inputs::of(sample);
                let exact = weights.output(&inputs) * 400.0;
                let whole = network.evaluate(&board) as f32;
                let bound = rounding(&weights, &inputs) * 400.0 + 1.5;
                let off = (exact - whole).abs();
                // The same network in floating point with rounded weights.
                let defined = network.evaluate_exactly(&board) as f32;
                assert!((defined - whole).abs() < 2.0, "{board}: {defined} and {whole}");
                assert!(off <= bound, "{board}: {exact} and {whole}, {bound} allowed");
                // Far from the worst case, because errors cancel.
                assert!(off < 30.0, "{board}: {exact} and {whole}");
                greatest = greatest.max(off);
                sum += f64::from(off);
            }
            let mean = sum / samples.len() as f64;
            let count = samples.len();
            let summary = format!(
                "{buckets} outputs, {count} positions: at most {greatest:.2} cp, mean {mean:.3} cp\n"
            );
            let _ = std::io::Write::write_all(&mut std::io::stderr(), summary.as_bytes());
        }
    }
}
