//! The evaluation network as something to train.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::data::sample::Sample;
use tabia_engine::eval::nnue::features::BUCKETS;

use super::first_weights::read_weights;
use super::model::{self, Shape, Target, WIDTHS, Weights};
use super::trainer::{CHECKPOINT, CURVE, Model, Report, Schedule, TrainError};

/// Held-out samples that are judged at each report, at most.
const MAX_HELD_OUT: usize = 200_000;
/// Names of the files in the folder of a training: its state, its curve and the network so far.
pub const FILES: [&str; 3] = [CHECKPOINT, CURVE, NetworkModel::NETWORK];

/// What is to be trained, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Numbers of one side's accumulator, one of [`WIDTHS`].
    pub width: usize,
    /// Outputs, one of [`BUCKETS`]; the number of pieces says which counts.
    pub buckets: usize,
    /// Samples of a step.
    pub batch: usize,
    /// Steps of the whole training.
    pub steps: u64,
    /// Steps between two reports, each with a checkpoint.
    pub report_every: u64,
    /// Rate of the first step.
    pub rate: f32,
    /// Rate of the last step.
    pub last_rate: f32,
    /// Centipawns at which the winning chance is 1 / (1 + 1/e).
    pub scale: f32,
    /// Share of the game's result in the target at the first step.
    pub result_share: f32,
    /// The same at the last step.
    pub last_result_share: f32,
    /// Of the first weights and the order of the samples.
    pub seed: u64,
    /// The checkpoint of a finished training, or a network, of the same shape, whose weights this one begins
    /// with; `None` begins with weights drawn from the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<PathBuf>,
}

impl Settings {
    /// What the network is made of.
    pub fn shape(&self) -> Shape {
        Shape { width: self.width, buckets: self.buckets }
    }
}

/// Squared errors of the expected score, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// Samples.
    pub count: u64,
    /// The sum.
    pub sum: f64,
}

impl Losses {
    /// The mean; `None` without samples.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

impl std::ops::AddAssign for Losses {
    fn add_assign(&mut self, other: Losses) {
        self.count += other.count;
        self.sum += other.sum;
    }
}

/// The network with its samples: to learn from, and held out.
#[derive(Debug)]
pub struct NetworkModel<'a> {
    settings: Settings,
    samples: &'a [Sample],
    held_out: &'a [Sample],
}

impl<'a> NetworkModel<'a> {
    /// The network of these settings.
    pub fn new(settings: Settings, samples: &'a [Sample], held_out: &'a [Sample]) -> Self {
        let held_out = &held_out[..held_out.len().min(MAX_HELD_OUT)];
        NetworkModel { settings, samples, held_out }
    }

    fn target(&self, result_share: f32) -> Target {
        Target { scale: self.settings.scale, result_share }
    }
}

impl Model for NetworkModel<'_> {
    type Settings = Settings;
    type Losses = Losses;
    const SLICES: usize = 16;
    const NETWORK: &'static str = "net.nnue";
    const COLUMNS: &'static str = "training_loss,held_out_loss";

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn schedule(&self) -> Schedule {
        let Settings { batch, steps, report_every, rate, last_rate, seed, .. } = self.settings;
        Schedule { batch, steps, report_every, rate, last_rate, seed }
    }

    fn check(&self) -> Result<(), TrainError> {
        if !WIDTHS.contains(&self.settings.width) {
            return Err(TrainError::Width { found: self.settings.width, expected: &WIDTHS });
        }
        if !BUCKETS.contains(&self.settings.buckets) {
            return Err(TrainError::Buckets(self.settings.buckets));
        }
        Ok(())
    }

    fn count(&self) -> usize {
        self.settings.shape().count()
    }

    fn samples(&self) -> usize {
        self.samples.len()
    }

    fn first_weights(&self) -> Result<Vec<f32>, TrainError> {
        let Settings { scale, seed, .. } = self.settings;
        let shape = self.settings.shape();
        Ok(match &self.settings.from {
            Some(path) => read_weights(path, shape, scale)?.all,
            None => Weights::random(shape, seed).all,
        })
    }

    fn learn(
        &self,
        weights: &[f32],
        gradient: &mut [f32],
        samples: &[u32],
        progress: f32,
    ) -> Losses {
        let (first, last) = (self.settings.result_share, self.settings.last_result_share);
        let target = self.target(first + (last - first) * progress);
        let batch: Vec<Sample> = samples.iter().map(|&at| self.samples[at as usize]).collect();
        let sum = model::learn(self.settings.shape(), weights, gradient, &batch, target);
        Losses { count: batch.len() as u64, sum }
    }

    /// By the same measure throughout, whatever the share of results is at a step.
    fn held_out(&self, weights: &[f32]) -> Losses {
        let target = self.target(self.settings.last_result_share);
        let sum = model::loss(self.settings.shape(), weights, self.held_out, target);
        Losses { count: self.held_out.len() as u64, sum }
    }

    fn columns(report: &Report<Losses>) -> String {
        let text = |loss: Option<f64>| loss.map_or(String::new(), |loss| format!("{loss:.6}"));
        format!("{},{}", text(report.training.mean()), text(report.held_out.mean()))
    }

    fn network(&self, weights: &[f32]) -> Vec<u8> {
        let weights = Weights { shape: self.settings.shape(), all: weights.to_vec() };
        weights.quantised(self.settings.scale.round() as i32).to_bytes()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    use super::super::model::tests::samples;
    use super::*;
    use crate::data::packed;
    use crate::model::Inputs;
    use crate::trainer::Trainer;
    use tabia_engine::eval::nnue::Network;

    fn settings() -> Settings {
        Settings {
            width: 32,
            buckets: 8,
            batch: 256,
            steps: 400,
            report_every: 100,
            rate: 1e-2,
            last_rate: 1e-4,
            scale: 300.0,
            result_share: 0.0,
            last_result_share: 0.0,
            seed: 3,
            from: None,
        }
    }

    fn begin<'a>(
        settings: Settings,
        folder: &Path,
        training: &'a [Sample],
    ) -> Result<Trainer<NetworkModel<'a>>, TrainError> {
        Trainer::begin(NetworkModel::new(settings, training, &[]), folder, 1)
    }

    #[test]
    fn a_training_begins_where_another_ended() {
        let dir = tempfile::tempdir().unwrap();
        let (first, second) = (dir.path().join("first"), dir.path().join("second"));
        let training = samples(2000, 1);
        let mut trainer = begin(settings(), &first, &training).unwrap();
        trainer.run(&AtomicBool::new(false), |_| {}).unwrap();
        let learnt = trainer.weights().to_vec();
        let from = |path: PathBuf| Settings { from: Some(path), ..settings() };
        let tuned = from(first.join("checkpoint"));
        let trainer = begin(tuned.clone(), &second, &training).unwrap();
        assert_eq!((trainer.weights(), trainer.step()), (&learnt[..], 0));

        let refused = |settings, folder: &str| {
            begin(settings, &dir.path().join(folder), &training).unwrap_err()
        };
        let wider = refused(Settings { width: 64, ..tuned }, "wider").to_string();
        assert!(wider.contains("bytes of numbers, expected"), "{wider}");
        let missing = refused(from(dir.path().join("none")), "third").to_string();
        assert!(missing.ends_with("no such checkpoint or network to begin with"), "{missing}");
    }

    #[test]
    fn a_toy_net_learns_is_exported_and_evaluates_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let (training, held_out) = (samples(20_000, 1), samples(800, 2));
        let model = NetworkModel::new(settings(), &training, &held_out);
        let mut trainer = Trainer::begin(model, dir.path(), 2).unwrap();
        let mut reports = Vec::new();
        let stop = AtomicBool::new(false);
        trainer.run(&stop, |report| reports.push(*report)).unwrap();
        let [first, _, _, last] = reports[..] else { panic!("{} reports", reports.len()) };
        let loss = |losses: Losses| losses.mean().unwrap();
        assert!(loss(last.training) < 0.6 * loss(first.training), "{reports:?}");
        assert!(loss(last.held_out) < loss(first.held_out), "{reports:?}");
        let network = Network::open(&dir.path().join("net.nnue")).unwrap();
        let weights = Weights { shape: settings().shape(), all: trainer.weights().to_vec() };
        for sample in &held_out {
            let board = packed::unpack(&sample.position).unwrap();
            let exact = weights.output(&Inputs::of(sample)) * 300.0;
            assert!((network.evaluate(&board) as f32 - exact).abs() < 20.0, "{board}");
        }
        let curve = std::fs::read_to_string(dir.path().join("curve.csv")).unwrap();
        assert_eq!(curve.lines().count(), 5, "{curve}");
    }

    #[test]
    fn any_number_of_threads_learns_the_same() {
        let training = samples(1000, 1);
        let learnt = |threads| {
            let dir = tempfile::tempdir().unwrap();
            let settings = Settings { steps: 20, ..settings() };
            let model = NetworkModel::new(settings, &training, &[]);
            let mut trainer = Trainer::begin(model, dir.path(), threads).unwrap();
            trainer.run(&AtomicBool::new(false), |_| {}).unwrap();
            trainer.weights().to_vec()
        };
        let expected = learnt(1);
        assert!([2, 3, 40].into_iter().all(|threads| learnt(threads) == expected));
    }

    #[test]
    fn a_training_taken_up_ends_where_it_would_have() {
        let training = samples(1000, 1);
        let whole = tempfile::tempdir().unwrap();
        let run = |folder: &Path, until: u64| {
            let mut trainer = begin(settings(), folder, &training).unwrap();
            let stop = AtomicBool::new(false);
            trainer.run(&stop, |report| stop.store(report.step >= until, Relaxed)).unwrap();
            trainer.weights().to_vec()
        };
        let expected = run(whole.path(), 400);
        let parts = tempfile::tempdir().unwrap();
        assert_ne!(run(parts.path(), 100), expected);
        run(parts.path(), 300);
        assert_eq!(run(parts.path(), 400), expected);
        let other = Settings { rate: 1e-3, ..settings() };
        let refused = begin(other, parts.path(), &training).unwrap_err();
        assert!(refused.to_string().contains("of another training"), "{refused}");
    }
}
