//! How good an evaluation is at saying what a search and a game will say: loss by source and phase, and
//! whether it puts positions into the right order.

use crate::data::game::Source;
use crate::data::packed;
use crate::data::sample::Sample;

use super::model::{Target, sigmoid};

/// Classes of pieces on the board: up to 8, 16, 24, 32.
pub const PIECE_CLASSES: usize = 4;

/// A sum of losses and how many there are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Summed squared differences of winning chances.
    pub sum: f64,
    /// Positions.
    pub count: u64,
}

impl Loss {
    fn add(&mut self, loss: f64) {
        self.sum += loss;
        self.count += 1;
    }

    /// The mean; `None` without positions.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

/// The losses of an evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measure {
    /// All positions.
    pub all: Loss,
    /// By [`Source`].
    pub sources: [Loss; Source::ALL.len()],
    /// By pieces on the board, few first.
    pub pieces: [Loss; PIECE_CLASSES],
}

impl Measure {
    /// Of evaluations in centipawns, mover's view, one for each sample. The winning chance of an evaluation
    /// is taken at `eval_scale`, that of the target at its own.
    pub fn of(samples: &[Sample], evals: &[i32], eval_scale: f32, target: Target) -> Measure {
        let mut measure = Measure::default();
        for (sample, &eval) in samples.iter().zip(evals) {
            let miss = sigmoid(eval as f32 / eval_scale) - target.of(sample);
            let loss = f64::from(miss * miss);
            measure.all.add(loss);
            measure.sources[sample.source as usize].add(loss);
            let pieces = packed::occupied(&sample.position).count_ones() as usize;
            measure.pieces[(pieces.max(1) - 1) / 8 % PIECE_CLASSES].add(loss);
        }
        measure
    }

    /// The scale at which these evaluations lose least, centipawns: so evaluations of any unit can be
    /// compared.
    pub fn best_scale(samples: &[Sample], evals: &[i32], target: Target) -> f32 {
        let loss = |scale: f32| Measure::of(samples, evals, scale, target).all.sum;
        // The loss has one valley: narrow it down by thirds on a logarithmic scale.
        let (mut low, mut high) = (30.0_f32.ln(), 2000.0_f32.ln());
        for _ in 0..24 {
            let third = (high - low) / 3.0;
            if loss((low + third).exp()) < loss((high - third).exp()) {
                high -= third;
            } else {
                low += third;
            }
        }
        f32::midpoint(low, high).exp()
    }
}

/// Spearman's rank correlation of two lists: 1 the same order, 0 none, -1 the reverse. Equal values share
/// their ranks.
pub fn rank_correlation(a: &[i32], b: &[i32]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len().max(1) as f64;
    let (mean_a, mean_b) = (mean(&a), mean(&b));
    let product = |x: &[f64], mx: f64, y: &[f64], my: f64| -> f64 {
        x.iter().zip(y).map(|(x, y)| (x - mx) * (y - my)).sum()
    };
    let spread = product(&a, mean_a, &a, mean_a) * product(&b, mean_b, &b, mean_b);
    if spread > 0.0 { product(&a, mean_a, &b, mean_b) / spread.sqrt() } else { 0.0 }
}

fn ranks(values: &[i32]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by_key(|&at| values[at]);
    let mut ranks = vec![0.0; values.len()];
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let first = order.partition_point(|&at| values[at] < values[equal[0]]);
        let rank = first as f64 + (equal.len() - 1) as f64 / 2.0;
        for &at in equal {
            ranks[at] = rank;
        }
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::super::model::tests::samples;
    use super::*;

    #[test]
    fn ranks_agree_oppose_and_share() {
        assert!((rank_correlation(&[1, 2, 3, 9], &[-5, 0, 7, 8]) - 1.0).abs() < 1e-12);
        assert!((rank_correlation(&[1, 2, 3, 9], &[4, 3, 2, 1]) + 1.0).abs() < 1e-12);
        assert_eq!(ranks(&[5, 1, 5, 7]), [1.5, 0.0, 1.5, 3.0]);
        assert!(rank_correlation(&[1, 1], &[2, 3]).abs() < 1e-12);
    }

    #[test]
    fn the_score_itself_loses_nothing_and_its_scale_is_found() {
        let samples = samples(2000, 6);
        let target = Target { scale: 250.0, result_share: 0.0 };
        let exact: Vec<i32> = samples.iter().map(|sample| i32::from(sample.score)).collect();
        let measure = Measure::of(&samples, &exact, 250.0, target);
        assert!(measure.all.mean().unwrap() < 1e-9 && measure.all.count == 2000);
        let double: Vec<i32> = exact.iter().map(|score| score * 2).collect();
        let scale = Measure::best_scale(&samples, &double, target);
        assert!((scale - 500.0).abs() < 10.0, "{scale}");
    }
}
