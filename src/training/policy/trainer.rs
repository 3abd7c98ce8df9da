//! Training of the policy network.

use serde::{Deserialize, Serialize};

use super::data::{MixedData, Target};
use super::model;
use super::model::{Sums, WIDTHS};
use super::sample::PolicySample;
use crate::data::game::{NO_SCORE, Source};
use crate::data::packed;
use crate::measure::rank_correlation;
use crate::trainer::{self, CHECKPOINT, Model, Report, Schedule, TrainError};
use tabia_chess::Move;
use tabia_engine::eval::policy::PolicyNet;
use tabia_engine::puct::leaf_evaluator::CURVE;
use tabia_engine::search::score::Coefficients;

/// Maximum number of held-out samples evaluated per report.
const MAX_HELD_OUT: usize = 50_000;
/// Files in the folder of a training: checkpoint, curve, network.
pub(crate) const FILES: [&str; 3] = [CHECKPOINT, trainer::CURVE, PolicyModel::NETWORK];

/// Settings of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// Hidden size, one of [`WIDTHS`].
    pub width: usize,
    /// Samples per step.
    pub batch: usize,
    pub steps: u64,
    /// Steps between reports; each writes a checkpoint.
    pub report_every: u64,
    /// Learning rate of the first step.
    pub rate: f32,
    /// Learning rate of the last step.
    pub last_rate: f32,
    /// Label smoothing.
    pub smoothing: f32,
    /// Weight of the game's result in the value.
    pub result_share: f32,
    /// Seed of the initial weights and of the order of the samples.
    pub seed: u64,
}

impl Settings {
    /// Target of the loss.
    pub(crate) fn target(&self) -> Target {
        Target { smoothing: self.smoothing, result_share: self.result_share }
    }
}

/// The network with its data.
#[derive(Debug)]
pub(crate) struct PolicyModel<'a> {
    pub settings: Settings,
    /// Training data.
    pub samples: &'a MixedData,
    pub held_out: &'a MixedData,
    /// Initial weights; `None`: random.
    pub first: Option<Vec<f32>>,
}

impl Model for PolicyModel<'_> {
    type Settings = Settings;
    type Losses = Sums;
    const SLICES: usize = 4;
    const NETWORK: &'static str = "net.policy";
    const COLUMNS: &'static str = "policy_loss,value_loss,top1,\
                                   held_out_policy_loss,held_out_value_loss,held_out_top1";

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn schedule(&self) -> Schedule {
        let Settings { batch, steps, report_every, rate, last_rate, seed, .. } = self.settings;
        Schedule { batch, steps, report_every, rate, last_rate, seed }
    }

    fn check(&self) -> Result<(), TrainError> {
        let found = self.settings.width;
        let fits = WIDTHS.contains(&found);
        fits.then_some(()).ok_or(TrainError::Width { found, expected: &WIDTHS })
    }

    fn count(&self) -> usize {
        model::count(self.settings.width)
    }

    fn samples(&self) -> usize {
        self.samples.count()
    }

    fn checksum(&self) -> u64 {
        self.samples.checksum()
    }

    fn first_weights(&self) -> Result<Vec<f32>, TrainError> {
        let random = || model::random(self.settings.width, self.settings.seed);
        Ok(self.first.clone().unwrap_or_else(random))
    }

    fn learn(&self, weights: &[f32], gradient: &mut [f32], samples: &[u32], _: f32) -> Sums {
        let Settings { width, .. } = self.settings;
        let target = self.settings.target();
        model::learn(width, weights, gradient, self.samples, samples, target)
    }

    fn held_out(&self, weights: &[f32]) -> Sums {
        let tested: Vec<u32> = (0..self.held_out.count().min(MAX_HELD_OUT) as u32).collect();
        let target = self.settings.target();
        model::losses(self.settings.width, weights, self.held_out, &tested, target)
    }

    fn columns(report: &Report<Sums>) -> String {
        let means = |sums: &Sums| {
            let top = sums.mean(sums.top as f64);
            format!("{:.5},{:.5},{top:.5}", sums.mean(sums.policy), sums.mean(sums.value))
        };
        let held_out =
            if report.held_out.count > 0 { means(&report.held_out) } else { ",,".to_owned() };
        format!("{},{held_out}", means(&report.training))
    }

    fn network(&self, weights: &[f32]) -> Vec<u8> {
        model::quantised(self.settings.width, weights).to_bytes()
    }
}

// Quality of a policy network on held-out positions: accuracy, surprise, value loss.

/// Counts over some positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Counts {
    pub positions: u64,
    /// Positions whose played move was among the first 1, 3, 5.
    pub top: [u64; 3],
    /// Sum of `-ln` of the probability of the move played, nats.
    pub surprise: f64,
    /// Legal moves.
    pub moves: u64,
    /// Cross entropy of the value against the results alone, nats.
    pub result_loss: f64,
    /// Squared error of the expected score against the result.
    pub result_error: f64,
    /// Positions with a score, and the cross entropy of the value against the WDL of the score.
    pub scored: u64,
    /// See `scored`.
    pub score_loss: f64,
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.positions += other.positions;
        self.top.iter_mut().zip(other.top).for_each(|(sum, top)| *sum += top);
        self.surprise += other.surprise;
        self.moves += other.moves;
        self.result_loss += other.result_loss;
        self.result_error += other.result_error;
        self.scored += other.scored;
        self.score_loss += other.score_loss;
    }

    /// Mean of a sum over the positions.
    pub(crate) fn mean(&self, sum: f64) -> f64 {
        sum / self.positions.max(1) as f64
    }
}

/// Results of a measurement.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PolicyMeasure {
    /// All positions.
    pub all: Counts,
    /// By [`Source`].
    pub sources: [Counts; Source::ALL.len()],
    /// Rank correlation of expected scores with search scores, if there are any.
    pub rank_correlation: Option<f64>,
}

impl PolicyMeasure {
    /// Measures a network on positions with the moves played. Samples with an illegal position or move are skipped.
    pub(crate) fn of(net: &PolicyNet, samples: &[PolicySample]) -> PolicyMeasure {
        let mut measure = PolicyMeasure::default();
        let (mut expected, mut scores) = (Vec::new(), Vec::new());
        for sample in samples {
            let Some((counts, points)) = one(net, sample, &CURVE) else { continue };
            measure.all.add(&counts);
            measure.sources[sample.source as usize].add(&counts);
            if sample.score != NO_SCORE {
                expected.push((points * 1e6) as i32);
                scores.push(i32::from(sample.score));
            }
        }
        measure.rank_correlation = (scores.len() > 1).then(|| rank_correlation(&expected, &scores));
        measure
    }
}

/// Counts of one position, and its expected score.
fn one(net: &PolicyNet, sample: &PolicySample, curve: &Coefficients) -> Option<(Counts, f32)> {
    let board = packed::unpack(&sample.position).ok()?;
    let moves: Vec<Move> = board.legal_moves().to_vec();
    let played = moves.iter().position(|&mv| mv == sample.mv)?;
    let mut priors = vec![0.0; moves.len()];
    let wdl = net.evaluate(&board, &moves, &mut priors);
    let chance = priors[played];
    let before = priors.iter().filter(|&&prior| prior > chance).count();
    let loss = |wanted: [f32; 3]| -> f64 {
        let found = [wdl.win, wdl.draw, wdl.loss];
        let terms =
            wanted.iter().zip(found).map(|(&p, q)| f64::from(p) * f64::from(q.max(1e-9)).ln());
        -terms.sum::<f64>()
    };
    let result = sample.chances(&board, 1.0, curve);
    let miss = f64::from(wdl.expected() - result[0] - 0.5 * result[1]);
    let scored = sample.score != NO_SCORE;
    let counts = Counts {
        positions: 1,
        top: [1, 3, 5].map(|first| u64::from(before < first)),
        surprise: -f64::from(chance.max(1e-9)).ln(),
        moves: moves.len() as u64,
        result_loss: loss(result),
        result_error: miss * miss,
        scored: u64::from(scored),
        score_loss: if scored { loss(sample.chances(&board, 0.0, curve)) } else { 0.0 },
    };
    Some((counts, wdl.expected()))
}

#[cfg(test)]
mod tests {
    use super::super::sample::tests::samples;
    use super::*;
    use crate::trainer::Trainer;
    use std::path::Path;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use tabia_engine::eval::policy::Parameters;
    use tabia_engine::eval::policy::PolicyNet;

    fn settings() -> Settings {
        Settings {
            width: 32,
            batch: 100,
            steps: 40,
            report_every: 10,
            rate: 1e-2,
            last_rate: 1e-4,
            smoothing: 0.05,
            result_share: 0.5,
            seed: 3,
        }
    }

    fn begin<'a>(
        settings: Settings,
        folder: &Path,
        [samples, held_out]: [&'a MixedData; 2],
        threads: usize,
    ) -> Result<Trainer<PolicyModel<'a>>, TrainError> {
        let model = PolicyModel { settings, samples, held_out, first: None };
        Trainer::begin(model, folder, threads)
    }

    fn trained(settings: Settings, folder: &Path, threads: usize, until: u64) -> Vec<f32> {
        let (samples, none) = (samples(330, 1).into(), MixedData::default());
        let mut trainer = begin(settings, folder, [&samples, &none], threads).unwrap();
        let stop = AtomicBool::new(false);
        trainer.run(&stop, |report| stop.store(report.step >= until, Relaxed)).unwrap();
        trainer.weights().to_vec()
    }

    #[test]
    fn training_does_not_depend_on_threads_or_on_interruptions() {
        let dir = tempfile::tempdir().unwrap();
        let folder = |name: &str| dir.path().join(name);
        let expected = trained(settings(), &folder("one"), 1, 40);
        for threads in [2, 3, 9] {
            let found = trained(settings(), &folder(&threads.to_string()), threads, 40);
            assert_eq!(found, expected, "{threads} threads");
        }
        assert_ne!(trained(settings(), &folder("parts"), 2, 10), expected);
        trained(settings(), &folder("parts"), 1, 30);
        assert_eq!(trained(settings(), &folder("parts"), 2, 40), expected);
        let curve = std::fs::read_to_string(folder("parts").join("curve.csv")).unwrap();
        assert_eq!(curve.lines().count(), 5, "{curve}");
        let other = Settings { rate: 1e-3, ..settings() };
        let held = samples(330, 1).into();
        for (settings, samples) in [(other, &held), (settings(), &samples(330, 2).into())] {
            let refused = begin(settings, &folder("parts"), [samples, &held], 1).unwrap_err();
            assert!(refused.to_string().contains("of another training"), "{refused}");
        }
        let wide = Settings { width: 48, ..settings() };
        let refused = begin(wide, &folder("new"), [&held, &held], 1).unwrap_err();
        assert_eq!(refused.to_string(), "width 48, expected one of [32, 64, 128, 256]");
    }

    #[test]
    fn a_few_positions_are_memorised_and_others_improve() {
        let dir = tempfile::tempdir().unwrap();
        let (training, held_out) = (samples(1500, 1).into(), samples(300, 2).into());
        let settings = Settings { steps: 300, report_every: 100, result_share: 1.0, ..settings() };
        let mut trainer = begin(settings, dir.path(), [&training, &held_out], 2).unwrap();
        let mut reports = Vec::new();
        trainer.run(&AtomicBool::new(false), |report| reports.push(*report)).unwrap();
        let [first, _, last] = reports[..] else { panic!("{} reports", reports.len()) };
        let top = |sums: Sums| sums.mean(sums.top as f64);
        assert!(top(last.training) > 0.9, "{last:?}");
        assert!(last.training.value < 0.5 * first.training.value, "{last:?}");
        assert!(first.held_out.count == 300 && top(first.held_out) > 0.2, "{first:?}");
        let net = PolicyNet::load(&dir.path().join("net.policy")).unwrap();
        assert_eq!(net.width(), 32);
    }

    #[test]
    fn an_untrained_network_is_as_good_as_chance() {
        let mut parameters = Parameters::random(32, 1);
        for list in [&mut parameters.to, &mut parameters.from, &mut parameters.value] {
            list.fill(0);
        }
        let biases = &mut parameters.biases;
        for list in [&mut biases.to, &mut biases.from, &mut biases.flags, &mut biases.special] {
            list.fill(0);
        }
        biases.value.fill(0);
        let net = PolicyNet::new(&parameters).unwrap();
        let samples = samples(300, 1);
        let measure = PolicyMeasure::of(&net, &samples);
        let (all, standard) = (measure.all, measure.sources[Source::Standard as usize]);
        assert_eq!((all.positions, all), (300, standard));
        // All moves are equal to it, so none is ahead of the move played.
        assert_eq!(all.top, [300; 3]);
        assert!((all.mean(all.result_loss) - 3.0_f64.ln()).abs() < 1e-4, "{all:?}");
        let evenly: f64 = samples
            .iter()
            .map(|s| (packed::unpack(&s.position).unwrap().legal_moves().len() as f64).ln())
            .sum();
        assert!((all.surprise - evenly).abs() < 1e-2, "{all:?}");
        assert_eq!(all.scored, 300);
    }
}
