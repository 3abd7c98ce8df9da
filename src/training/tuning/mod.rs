//! The tuner of the evaluation: positions with known results in, weights out. Gradient descent on the
//! logistic loss ("Texel tuning"); it plays no games and prints nothing.
//!
//! Quiet positions of many games are kept as the uses of each weight ([`samples`]). The scale between
//! centipawns and expected scores is fitted first and then stays (`model`), so that a centipawn
//! keeps its meaning for the search. Whole games are held out and never learnt from; the loss on them
//! before and after says whether something was learnt.
//!
//! `tabia-train tune` reads games (`--tcec`, `--pgn`, `--selfplay`, or `--positions`, its own lines), keeps one quiet
//! position in so many, and goes down with Adam; the same seed gives the same weights. Evaluations of each engine
//! and year are brought to expected scores by a scale of their own, fitted to the results of its games. Every
//! fortieth game is held out. Weights that count things (steps, squares, pawns) are rounded after two thirds of the
//! passes and the others go on: a rounded half of a centipawn is several there.

pub mod model;
pub mod samples;

use tabia_chess::SplitMix64;
use tabia_lab::optimizer::{AdamW, Moments};

use model::{Gradient, Model};
use samples::{Sample, SampleSet};

/// Positions whose gradients are added up before the weights move.
const BATCH: usize = 16_384;
/// How the weights move. Slopes of a weight that few positions use are tiny.
const OPTIMIZER: AdamW =
    AdamW { decay: 0.0, epsilon: 1e-10, limit: f32::INFINITY, skip_zero: true };
/// The last pass moves the weights by this part of the first one's rate.
const LAST_RATE: f32 = 0.02;

/// How to tune.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Passes through all positions.
    pub epochs: u32,
    /// How far a weight moves in a step of the first pass, about, centipawns.
    pub rate: f32,
    /// Centipawns for one unit of the logistic function; fitted to the weights there are if not given.
    pub scale: Option<f32>,
    /// Of the order of the positions.
    pub seed: u64,
    /// Spread the weights are expected to have around zero, centipawns: it keeps those that hardly
    /// occur from learning single games by heart.
    pub spread: f32,
}

/// How wrong the expected scores are, on average.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Logistic loss (cross entropy), nats.
    pub logistic: f64,
    /// Mean squared error of the expected score.
    pub squared: f64,
}

/// What is told while it goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// Loss on the positions learnt from, as they were met.
    pub train: Loss,
    /// Loss on the games held out.
    pub held_out: Loss,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// Centipawns that stand for one unit of the logistic function.
    pub scale: f32,
    /// Loss on the games held out with the weights as they were.
    pub before: Loss,
    /// The same with the new weights, rounded as they are written.
    pub after: Loss,
    /// The new weights, rounded.
    pub weights: model::WeightsFile,
}

/// Fits the scale, then the weights. `report` is called with every pass.
pub fn tune(set: &SampleSet, settings: &Settings, mut report: impl FnMut(Epoch)) -> Tuned {
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
        shuffle(&mut order, &mut rng);
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

/// The pass before which weights used many times over are rounded, so that the others can make up for
/// what the rounding does.
fn settle_at(epochs: u32) -> u32 {
    1 + epochs * 2 / 3
}

/// How strongly a weight is pulled towards zero, for the average loss of `count` positions. Positions
/// of one game resemble each other: ten count as one that is new.
fn prior(settings: &Settings, count: usize) -> f32 {
    10.0 / (count.max(1) as f32 * settings.spread * settings.spread)
}

fn shuffle<T>(items: &mut [T], rng: &mut SplitMix64) {
    for at in (1..items.len()).rev() {
        items.swap(at, rng.below(at + 1));
    }
}

fn loss(model: &Model<'_>, scale: f32, samples: &[&Sample]) -> Loss {
    let mut sum = LossSum::default();
    for sample in samples {
        sum.add(model::logistic(model.value(sample) / scale), sample.target);
    }
    sum.mean()
}

/// Losses being added up.
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

    /// Random games, each counted as won by the side with more men at its end.
    fn games(count: usize) -> SampleSet {
        let mut rng = SplitMix64::new(3);
        let mut collector = Collector::new(1, 1);
        for _ in 0..count {
            collector.begin_game();
            let mut board = Board::start();
            let mut boards = Vec::new();
            for _ in 0..90 {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                board.make_move(moves[rng.below(moves.len())]);
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
