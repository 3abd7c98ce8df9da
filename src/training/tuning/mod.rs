//! Tuner of the hand-crafted evaluation: weights from positions with known results, by gradient descent on the logistic
//! loss ("Texel tuning"). It plays no games and prints nothing.
//!
//! Quiet positions of many games are stored as the uses of each weight ([`samples`]). The scale between centipawns and
//! expected scores is fitted first and then fixed (`model`), so that a centipawn keeps its meaning in the search. Whole
//! games are held out; the loss on them before and after shows the progress.
//!
//! `tabia-train tune` reads games (`--tcec`, `--pgn`, `--selfplay`, or `--positions`, its own format), takes a random
//! sample of quiet positions and optimises with Adam; the same seed gives the same weights. Evaluations of each engine
//! and year are converted to expected scores with their own scale, fitted to the results. Every fortieth game is held
//! out. Weights that count things (steps, squares, pawns) are rounded after two thirds of the passes while the others
//! continue, because a rounding error of half a centipawn is multiplied there.

pub(crate) mod model;
pub(crate) mod samples;

use crate::model::logistic;
use crate::pool::shuffle;
use tabia_chess::SplitMix64;
use tabia_lab::optimizer::{AdamW, Moments};

use model::{Gradient, Model};
use samples::{Sample, SampleSet};

/// Positions per step.
const BATCH: usize = 16_384;
/// Optimiser. Gradients of rarely used weights are tiny.
const OPTIMIZER: AdamW =
    AdamW { decay: 0.0, epsilon: 1e-10, limit: f32::INFINITY, skip_zero: true };
/// Learning rate of the last pass relative to the first.
const LAST_RATE: f32 = 0.02;

/// Settings of the tuner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Passes through all positions.
    pub epochs: u32,
    /// Approximate change of a weight per step in the first pass, centipawns.
    pub rate: f32,
    /// Centipawns per unit of the logistic function; fitted to the current weights if not given.
    pub scale: Option<f32>,
    /// Seed of the order of the positions.
    pub seed: u64,
    /// Expected spread of the weights around zero, centipawns: it keeps rare weights from overfitting single games.
    pub spread: f32,
}

/// Mean error of the expected scores.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Loss {
    /// Logistic loss (cross entropy), nats.
    pub logistic: f64,
    /// Mean squared error of the expected score.
    pub squared: f64,
}

/// Report of a pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// Loss on the training positions during the pass.
    pub train: Loss,
    /// Loss on the held-out games.
    pub held_out: Loss,
}

/// Result of the tuner.
#[derive(Clone, Debug)]
pub(crate) struct Tuned {
    /// Centipawns per unit of the logistic function.
    pub scale: f32,
    /// Loss on the held-out games before.
    pub before: Loss,
    /// Loss with the new weights, rounded as written.
    pub after: Loss,
    /// The new weights, rounded.
    pub weights: model::WeightsFile,
}

/// Fits the scale, then the weights. `report` is called after every pass.
pub(crate) fn tune(set: &SampleSet, settings: &Settings, mut report: impl FnMut(Epoch)) -> Tuned {
    let (train, held_out): (Vec<&Sample>, Vec<&Sample>) =
        set.samples.iter().partition(|sample| !sample.held_out);
    let mut model = Model::current(set);
    let values = train.iter().map(|sample| (model.value(sample), sample.target));
    let scale = settings.scale.unwrap_or_else(|| model::fit_scale(values));
    let before = loss(&model, scale, &held_out);
    let mut order = train.clone();
    let mut rng = SplitMix64::new(settings.seed);
    let (mut moments, mut step) = (Moments::new(2 * model.weights.len()), 0);
    let pull = prior(settings, train.len());
    for number in 1..=settings.epochs {
        if number == settle_at(settings.epochs) {
            model.settle_counted(&train);
        }
        shuffle(&mut rng, &mut order);
        let done = (number - 1) as f32 / settings.epochs.saturating_sub(1).max(1) as f32;
        let rate = settings.rate * LAST_RATE.powf(done);
        let mut sum = LossSum::default();
        for batch in order.chunks(BATCH) {
            let mut gradient = Gradient::new(model.weights.len());
            for sample in batch {
                sum.add(model.learn(sample, scale, &mut gradient), sample.target);
            }
            gradient.average(batch.len(), &model, pull);
            gradient.hold(&model);
            step += 1;
            let (weights, slopes) = (model.weights.as_flattened_mut(), gradient.of.as_flattened());
            OPTIMIZER.step(weights, slopes, &mut moments, step, rate);
        }
        report(Epoch { number, train: sum.mean(), held_out: loss(&model, scale, &held_out) });
    }
    model.round();
    let after = loss(&model, scale, &held_out);
    Tuned { scale, before, after, weights: model.into_file() }
}

/// The pass before which counting weights are rounded, so that the others can compensate.
fn settle_at(epochs: u32) -> u32 {
    1 + epochs * 2 / 3
}

/// Strength of the pull towards zero, for the mean loss of `count` positions. Positions of one game resemble each
/// other: ten count as one.
fn prior(settings: &Settings, count: usize) -> f32 {
    10.0 / (count.max(1) as f32 * settings.spread * settings.spread)
}

fn loss(model: &Model<'_>, scale: f32, samples: &[&Sample]) -> Loss {
    let mut sum = LossSum::default();
    for sample in samples {
        sum.add(logistic(model.value(sample) / scale), sample.target);
    }
    sum.mean()
}

/// Sum of losses.
#[derive(Clone, Copy, Debug, Default)]
struct LossSum {
    count: u64,
    sum: Loss,
}

impl LossSum {
    fn add(&mut self, expected: f32, target: f32) {
        let (expected, target) = (f64::from(expected), f64::from(target));
        let sure = expected.clamp(1e-7, 1.0 - 1e-7);
        self.count += 1;
        self.sum.logistic -= target * sure.ln() + (1.0 - target) * (1.0 - sure).ln();
        self.sum.squared += (expected - target).powi(2);
    }

    fn mean(&self) -> Loss {
        let count = self.count.max(1) as f64;
        Loss { logistic: self.sum.logistic / count, squared: self.sum.squared / count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use samples::{Collector, Label};
    use tabia_chess::Board;

    /// Random games, won by the side with more pieces at the end.
    fn games(count: usize) -> SampleSet {
        let mut rng = SplitMix64::new(3);
        let mut collector = Collector::new(1, 1, None);
        for _ in 0..count {
            collector.begin_game();
            let mut board = Board::start();
            let mut boards = Vec::new();
            for _ in 0..90 {
                if board.make_random_move(&mut rng).is_none() {
                    break;
                }
                boards.push(board);
            }
            let men = |us| board.colors(us).count();
            let lead = men(tabia_chess::Color::White).cmp(&men(tabia_chess::Color::Black));
            let result = (lead as i32 + 1) as f32 / 2.0;
            for board in &boards {
                collector.offer(board, Label { result, eval: None }).expect("nothing is written");
            }
        }
        collector.finish(0.4)
    }

    #[test]
    fn it_learns_and_repeats_exactly() {
        let set = games(400);
        let settings = Settings { epochs: 4, rate: 4.0, scale: None, seed: 9, spread: 60.0 };
        let mut epochs = Vec::new();
        let tuned = tune(&set, &settings, |epoch| epochs.push(epoch));
        assert_eq!(epochs.len(), 4);
        assert!(epochs[3].train.logistic < epochs[0].train.logistic, "{epochs:?}");
        let again = tune(&set, &settings, |_| {});
        assert_eq!(again.weights.to_string(), tuned.weights.to_string());
    }
}
