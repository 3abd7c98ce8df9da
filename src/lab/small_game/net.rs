//! The network of the small game: two hidden layers, a preference for each column and the result to expect. Plain
//! floating point, plain back-propagation, Adam.

use std::io;
use std::thread::{Builder, scope};

use tabia_chess::SplitMix64;

use super::rules::{CELLS, COLUMNS, Small};
use crate::optimizer::{AdamW, Moments};

/// One input for each square and side.
const INPUTS: usize = 2 * CELLS;
/// Size of each hidden layer.
pub(crate) const HIDDEN: usize = 128;
/// Preferences of the columns, and the expected result.
const OUTPUTS: usize = COLUMNS + 1;
/// Samples whose gradients are added up in sequence.
const PART: usize = 32;
/// Offsets of the parts of the weights.
const BIAS_1: usize = INPUTS * HIDDEN;
const LAYER_2: usize = BIAS_1 + HIDDEN;
const BIAS_2: usize = LAYER_2 + HIDDEN * HIDDEN;
const LAYER_3: usize = BIAS_2 + HIDDEN;
const BIAS_3: usize = LAYER_3 + OUTPUTS * HIDDEN;
/// The optimizer of the weights.
const OPTIMIZER: AdamW =
    AdamW { decay: 1e-4, epsilon: 1e-8, limit: f32::INFINITY, skip_zero: false };
/// Number of weights.
pub const COUNT: usize = BIAS_3 + OUTPUTS;

/// The evaluation of a position: probabilities of its columns, adding up to 1 over the legal ones, and the expected
/// result for the side to move, -1 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The probability of each column; 0 for a full one.
    pub policy: [f32; COLUMNS],
    /// Expected result.
    pub value: f32,
}

/// A training position with its target: the search's preferences and the game's result for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    pub position: Small,
    /// The target.
    pub wanted: Evaluation,
}

/// Picks one of a position and its mirror image, the same one for both. Also returns whether that is the image.
fn shown(position: Small) -> (Small, bool) {
    let image = position.mirrored();
    if image.key() < position.key() { (image, true) } else { (position, false) }
}

/// Sum of products, eight at a time.
fn dot(a: &[f32; HIDDEN], b: &[f32]) -> f32 {
    let mut sums = [0.0; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        sums.iter_mut().zip(a.iter().zip(b)).for_each(|(sum, (a, b))| *sum += a * b);
    }
    sums.iter().sum()
}

/// The network and the moments of its training.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    weights: Vec<f32>,
    moments: Moments,
    steps: u64,
}

/// The activations for one position.
struct Way {
    /// The active inputs.
    on: arrayvec::ArrayVec<usize, CELLS>,
    first: [f32; HIDDEN],
    second: [f32; HIDDEN],
    evaluation: Evaluation,
}

impl Net {
    /// An untrained network with random weights.
    pub fn random(seed: u64) -> Net {
        let mut rng = SplitMix64::new(seed);
        let mut weights = vec![0.0; COUNT];
        let mut fill = |range: std::ops::Range<usize>, most: f32| {
            for weight in &mut weights[range] {
                *weight = (rng.unit_f64() as f32 * 2.0 - 1.0) * most;
            }
        };
        fill(0..BIAS_1, (6.0 / CELLS as f32).sqrt() * 0.5);
        fill(LAYER_2..BIAS_2, (6.0 / HIDDEN as f32).sqrt());
        fill(LAYER_3..BIAS_3, (1.0 / HIDDEN as f32).sqrt() * 0.3);
        Net { weights, moments: Moments::new(COUNT), steps: 0 }
    }

    /// Evaluates a position in which the game is not over.
    ///
    /// It only sees one of a position and its mirror image, so what it learns about either holds for both.
    pub fn evaluate(&self, position: Small) -> Evaluation {
        let (shown, turned) = shown(position);
        let mut evaluation = self.way(shown).evaluation;
        if turned {
            evaluation.policy.reverse();
        }
        evaluation
    }

    fn way(&self, position: Small) -> Way {
        let weights = &self.weights;
        let mut on = arrayvec::ArrayVec::new();
        for (at, stone) in position.squares().into_iter().enumerate() {
            match stone {
                1 => on.push(at),
                -1 => on.push(CELLS + at),
                _ => {}
            }
        }
        let mut first = [0.0; HIDDEN];
        first.copy_from_slice(&weights[BIAS_1..LAYER_2]);
        for &input in &on {
            let row = &weights[input * HIDDEN..][..HIDDEN];
            first.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        for x in &mut first {
            *x = x.max(0.0);
        }
        let mut second = [0.0; HIDDEN];
        second.copy_from_slice(&weights[BIAS_2..LAYER_3]);
        for (&x, row) in first.iter().zip(weights[LAYER_2..BIAS_2].chunks_exact(HIDDEN)) {
            if x > 0.0 {
                second.iter_mut().zip(row).for_each(|(sum, weight)| *sum += x * weight);
            }
        }
        for x in &mut second {
            *x = x.max(0.0);
        }
        let mut out = [0.0; OUTPUTS];
        for (number, out) in out.iter_mut().enumerate() {
            let row = &weights[LAYER_3 + number * HIDDEN..][..HIDDEN];
            *out = dot(&second, row) + weights[BIAS_3 + number];
        }
        let mut policy = [0.0; COLUMNS];
        let most = position.moves().map(|column| out[column]).fold(f32::NEG_INFINITY, f32::max);
        for column in position.moves() {
            policy[column] = (out[column] - most).exp();
        }
        let sum: f32 = policy.iter().sum();
        for chance in &mut policy {
            *chance /= sum.max(1e-9);
        }
        Way { on, first, second, evaluation: Evaluation { policy, value: out[COLUMNS].tanh() } }
    }

    /// Adds the gradient of a sample's loss and returns the loss: cross entropy of the policy and squared error of the
    /// value.
    pub fn slopes(&self, sample: &Sample, gradient: &mut [f32]) -> [f32; 2] {
        let (position, turned) = shown(sample.position);
        let Way { on, first, second, evaluation } = self.way(position);
        let mut wanted = sample.wanted;
        if turned {
            wanted.policy.reverse();
        }
        let miss = evaluation.value - wanted.value;
        let mut out = [0.0; OUTPUTS];
        let mut policy_loss = 0.0;
        let columns = evaluation.policy.iter().zip(wanted.policy);
        for (slope, (&found, wanted)) in out.iter_mut().zip(columns) {
            *slope = found - wanted;
            if wanted > 0.0 {
                policy_loss -= wanted * found.max(1e-9).ln();
            }
        }
        out[COLUMNS] = 2.0 * miss * (1.0 - evaluation.value * evaluation.value);
        let mut back_2 = [0.0; HIDDEN];
        for (number, &slope) in out.iter().enumerate() {
            let from = LAYER_3 + number * HIDDEN;
            gradient[BIAS_3 + number] += slope;
            for at in 0..HIDDEN {
                gradient[from + at] += slope * second[at];
                back_2[at] += slope * self.weights[from + at];
            }
        }
        back_2.iter_mut().zip(&second).for_each(|(slope, &x)| *slope *= f32::from(x > 0.0));
        let mut back_1 = [0.0; HIDDEN];
        for (number, &x) in first.iter().enumerate() {
            if x > 0.0 {
                let from = LAYER_2 + number * HIDDEN;
                let row = &mut gradient[from..from + HIDDEN];
                row.iter_mut().zip(&back_2).for_each(|(slope, back)| *slope += x * back);
                back_1[number] = dot(&back_2, &self.weights[from..from + HIDDEN]);
            }
        }
        for at in 0..HIDDEN {
            gradient[BIAS_1 + at] += back_1[at];
            gradient[BIAS_2 + at] += back_2[at];
            for &input in &on {
                gradient[input * HIDDEN + at] += back_1[at];
            }
        }
        [policy_loss, miss * miss]
    }

    /// One step with the mean gradient of some samples; returns their mean losses. The samples are added up in fixed
    /// parts, so that the result does not depend on the number of threads.
    ///
    /// # Errors
    /// When a thread does not start.
    pub fn learn(
        &mut self,
        samples: &[&Sample],
        rate: f32,
        threads: usize,
    ) -> io::Result<[f32; 2]> {
        let parts: Vec<&[&Sample]> = samples.chunks(PART).collect();
        let mut found: Vec<(Vec<f32>, [f32; 2])> =
            parts.iter().map(|_| (vec![0.0; COUNT], [0.0; 2])).collect();
        let net = &*self;
        let work = |parts: &[&[&Sample]], found: &mut [(Vec<f32>, [f32; 2])]| {
            for (part, (gradient, losses)) in parts.iter().zip(found) {
                for sample in *part {
                    let of = net.slopes(sample, gradient);
                    losses.iter_mut().zip(of).for_each(|(sum, loss)| *sum += loss);
                }
            }
        };
        let each = parts.len().div_ceil(threads.max(1)).max(1);
        scope(|scope| {
            let mut shares = parts.chunks(each).zip(found.chunks_mut(each));
            let own = shares.next();
            for (parts, found) in shares {
                let name = "small-game-fit".to_owned();
                Builder::new().name(name).spawn_scoped(scope, move || work(parts, found))?;
            }
            if let Some((parts, found)) = own {
                work(parts, found);
            }
            Ok::<(), io::Error>(())
        })?;
        let (mut gradient, mut losses) = (vec![0.0; COUNT], [0.0; 2]);
        for (part, of) in &found {
            gradient.iter_mut().zip(part).for_each(|(sum, slope)| *sum += slope);
            losses.iter_mut().zip(of).for_each(|(sum, loss)| *sum += loss);
        }
        let count = samples.len() as f32;
        let share = 1.0 / count.max(1.0);
        for slope in &mut gradient {
            *slope *= share;
        }
        self.steps += 1;
        OPTIMIZER.step(&mut self.weights, &gradient, &mut self.moments, self.steps, rate);
        Ok(losses.map(|loss| loss * share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<Sample> {
        let mut rng = SplitMix64::new(5);
        let mut found = Vec::new();
        while found.len() < 40 {
            let mut position = Small::START;
            for _ in 0..rng.below(14) {
                let moves: Vec<usize> = position.moves().collect();
                let next = position.after(moves[rng.below(moves.len())]);
                if next.outcome().is_some() {
                    break;
                }
                position = next;
            }
            if found.iter().any(|sample: &Sample| sample.position == position) {
                continue;
            }
            let mut policy = [0.0; COLUMNS];
            let moves: Vec<usize> = position.moves().collect();
            policy[moves[rng.below(moves.len())]] = 1.0;
            let value = rng.below(3) as f32 - 1.0;
            found.push(Sample { position, wanted: Evaluation { policy, value } });
        }
        found
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut net = Net::random(4);
        let samples = samples();
        let mut gradient = vec![0.0; COUNT];
        let loss = |net: &Net| -> f64 {
            let mut unused = vec![0.0; COUNT];
            let each = samples.iter().map(|sample| net.slopes(sample, &mut unused));
            each.map(|[policy, value]| f64::from(policy) + f64::from(value)).sum()
        };
        for sample in &samples {
            net.slopes(sample, &mut gradient);
        }
        let (mut rng, step, mut steep) = (SplitMix64::new(1), 1e-3, 0);
        for number in 0..300 {
            let at = if number < 100 { COUNT - 1 - number } else { rng.below(COUNT) };
            let before = net.weights[at];
            net.weights[at] = before + step;
            let up = loss(&net);
            net.weights[at] = before - step;
            let down = loss(&net);
            net.weights[at] = before;
            let slope = (up - down) / f64::from(2.0 * step);
            let found = f64::from(gradient[at]);
            let most = 0.03 * slope.abs().max(found.abs()) + 0.05;
            assert!((slope - found).abs() < most, "{at}: {slope} and {found}");
            steep += u32::from(slope.abs() > 0.2);
        }
        assert!(steep > 30, "{steep}");
    }

    #[test]
    fn forty_samples_are_overfitted() {
        let mut net = Net::random(9);
        let samples = samples();
        let samples: Vec<&Sample> = samples.iter().collect();
        let [first, _] = net.learn(&samples, 3e-3, 1).unwrap();
        let mut last = [0.0; 2];
        for _ in 0..600 {
            last = net.learn(&samples, 3e-3, 1).unwrap();
        }
        assert!(first > 1.0 && last[0] < 0.3 && last[1] < 0.1, "{first} to {last:?}");
    }

    #[test]
    fn threads_change_nothing_and_mirror_images_are_equal() {
        let samples = samples();
        let learnt = |threads| {
            let mut net = Net::random(9);
            let samples: Vec<&Sample> = samples.iter().collect();
            for _ in 0..5 {
                net.learn(&samples, 3e-3, threads).unwrap();
            }
            net
        };
        let net = learnt(1);
        assert_eq!(net, learnt(2));
        assert_eq!(net, learnt(7));
        for sample in &samples {
            let (evaluation, mut image) =
                (net.evaluate(sample.position), net.evaluate(sample.position.mirrored()));
            image.policy.reverse();
            assert!(evaluation == image || sample.position.mirrored() == sample.position);
        }
    }
}
