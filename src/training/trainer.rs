//! The training: batch after batch in an order drawn from the seed, on as many threads as asked for, with
//! a curve on the disk and a checkpoint to go on from.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::data::error::DataError;
use crate::data::sample::Sample;
use tabia_chess::rng::SplitMix64;
use tabia_engine::eval::nnue::features::BUCKETS;
use tabia_games::{regular_file, whole_file};

use super::checkpoint::Checkpoint;
use super::first_weights::{BeginError, read_weights};
use super::model::{self, Shape, Target, WIDTHS, Weights};
use super::optimizer::{AdamW, cosine};
use super::pool::shuffle;
use super::team::{self, Team};

/// Held-out samples that are judged at each report, at most.
const JUDGED: usize = 200_000;

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

/// Names of the files in the folder of a training: its state, its curve and the network so far.
pub const FILES: [&str; 3] = ["checkpoint", "curve.csv", "net.nnue"];

/// A line of the curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// Steps done.
    pub step: u64,
    /// Mean loss of the batches since the last report.
    pub training_loss: f64,
    /// Mean loss of the held-out samples; `None` if there are none.
    pub held_out_loss: Option<f64>,
    /// The rate now.
    pub rate: f32,
    /// Samples a second since the last report.
    pub per_second: f64,
}

/// Why nothing is trained.
#[derive(Debug, Error)]
pub enum TrainError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The checkpoint is of another training.
    #[error(
        "{}: the checkpoint is of another training ({found}), expected {expected}; take another \
         folder or remove it", path.display()
    )]
    OtherTraining {
        /// The checkpoint.
        path: PathBuf,
        /// Its settings.
        found: String,
        /// The settings asked for.
        expected: String,
    },
    /// A width no loop is compiled for.
    #[error("width {0}, expected one of 32, 64, 96, 128, 192, 256, 512")]
    Width(usize),
    /// A number of hidden numbers no loop is compiled for.
    #[error("{found} hidden numbers, expected one of {expected:?}")]
    Hidden {
        /// What was asked for.
        found: usize,
        /// What there is.
        expected: &'static [usize],
    },
    /// A number of outputs no board can be divided into.
    #[error("{0} outputs, expected one of {BUCKETS:?}")]
    Buckets(usize),
    /// There is nothing to begin with.
    #[error(transparent)]
    Begin(#[from] BeginError),
    /// Nothing to learn from.
    #[error("{found} samples, expected at least a batch of {batch}")]
    TooFew {
        /// Samples there are.
        found: usize,
        /// Samples of a step.
        batch: usize,
    },
}

/// A training under way.
#[derive(Debug)]
pub struct Trainer<'a> {
    settings: Settings,
    folder: PathBuf,
    samples: &'a [Sample],
    held_out: &'a [Sample],
    threads: usize,
    weights: Arc<Weights>,
    adam: AdamW,
    step: u64,
    /// The order of the samples in the present pass.
    order: Vec<u32>,
    pass: Option<u64>,
}

impl<'a> Trainer<'a> {
    /// Begins, or goes on from the checkpoint in the folder.
    ///
    /// # Errors
    /// When the settings make no sense, the folder cannot be used, or its checkpoint is of another
    /// training.
    pub fn begin(
        settings: Settings,
        folder: &Path,
        samples: &'a [Sample],
        held_out: &'a [Sample],
        threads: usize,
    ) -> Result<Trainer<'a>, TrainError> {
        if !WIDTHS.contains(&settings.width) {
            return Err(TrainError::Width(settings.width));
        }
        if !BUCKETS.contains(&settings.buckets) {
            return Err(TrainError::Buckets(settings.buckets));
        }
        if samples.len() < settings.batch || settings.batch == 0 {
            return Err(TrainError::TooFew { found: samples.len(), batch: settings.batch });
        }
        std::fs::create_dir_all(folder).map_err(|error| DataError::from(error).of_file(folder))?;
        let path = folder.join("checkpoint");
        let expected = described(&settings);
        let shape = settings.shape();
        let (weights, adam, step) = match Checkpoint::read(&path, shape.count())? {
            None => (first_weights(&settings)?, AdamW::new(shape.count()), 0),
            Some(found) if found.settings == expected => {
                (Weights { shape, all: found.weights }, found.adam, found.step)
            }
            Some(found) => {
                return Err(TrainError::OtherTraining { path, found: found.settings, expected });
            }
        };
        Ok(Trainer {
            folder: folder.to_path_buf(),
            samples,
            held_out: &held_out[..held_out.len().min(JUDGED)],
            threads: threads.max(1),
            weights: Arc::new(weights),
            adam,
            step,
            order: (0..samples.len() as u32).collect(),
            pass: None,
            settings,
        })
    }

    /// Steps done.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// The weights as they are.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Trains to the end or until `stop`. `tell` hears of every report.
    ///
    /// # Errors
    /// When curve or checkpoint cannot be written.
    pub fn run(&mut self, stop: &AtomicBool, tell: impl FnMut(&Report)) -> Result<(), TrainError> {
        let (samples, shape) = (self.samples, self.settings.shape());
        team::with_team(samples, shape, self.threads, |team| self.run_with(team, stop, tell))
            .map_err(DataError::from)?
    }

    fn run_with(
        &mut self,
        team: &mut Team<'_>,
        stop: &AtomicBool,
        mut tell: impl FnMut(&Report),
    ) -> Result<(), TrainError> {
        let (mut loss, mut since, mut begun) = (0.0, 0, Instant::now());
        let mut curve = self.old_curve();
        while self.step < self.settings.steps && !stop.load(Relaxed) {
            loss += self.train_batch(team);
            since += 1;
            let done = self.step == self.settings.steps;
            if done || self.step.is_multiple_of(self.settings.report_every.max(1)) {
                let report = self.report(loss / since as f64, since, begun.elapsed());
                // Text in memory takes any line.
                let _ = writeln!(curve, "{}", line(&report));
                self.save(&curve)?;
                tell(&report);
                (loss, since, begun) = (0.0, 0, Instant::now());
            }
        }
        self.save(&curve)
    }

    /// The lines of the curve up to the checkpoint.
    fn old_curve(&self) -> String {
        let bytes = regular_file::read(&self.curve_path(), MOST_CURVE_BYTES).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let mut curve = format!("{HEAD}\n");
        for line in text.lines().skip(1) {
            let step = line.split(',').next().and_then(|step| step.parse::<u64>().ok());
            if step.is_some_and(|step| step <= self.step) {
                curve.push_str(line);
                curve.push('\n');
            }
        }
        curve
    }

    fn curve_path(&self) -> PathBuf {
        self.folder.join("curve.csv")
    }

    /// One step: the gradient, and the weights moved. The mean loss comes back.
    fn train_batch(&mut self, team: &mut Team<'_>) -> f64 {
        let batches = (self.samples.len() / self.settings.batch) as u64;
        self.shuffle_for(self.step / batches);
        let from = (self.step % batches) as usize * self.settings.batch;
        let order = &self.order[from..from + self.settings.batch];
        let (gradient, loss) = team.learn(&self.weights, order, self.target());
        let rate = self.rate();
        self.step += 1;
        self.adam.step(&mut Arc::make_mut(&mut self.weights).all, gradient, self.step, rate);
        loss
    }

    /// Brings the samples into the order of a pass. It depends on the seed and the pass alone, so that a
    /// training that is taken up goes on with the very same batches.
    fn shuffle_for(&mut self, pass: u64) {
        if self.pass == Some(pass) {
            return;
        }
        self.pass = Some(pass);
        self.order = (0..self.samples.len() as u32).collect();
        let mut rng = SplitMix64::new(SplitMix64::new(self.settings.seed ^ pass).next_u64());
        shuffle(&mut rng, &mut self.order);
    }

    fn rate(&self) -> f32 {
        cosine(self.settings.rate, self.settings.last_rate, self.step, self.settings.steps)
    }

    fn target(&self) -> Target {
        let way = self.step as f32 / self.settings.steps.max(1) as f32;
        let (first, last) = (self.settings.result_share, self.settings.last_result_share);
        Target { scale: self.settings.scale, result_share: first + (last - first) * way }
    }

    fn report(&self, training_loss: f64, steps: u64, time: Duration) -> Report {
        // Judged by the same measure throughout, whatever the share of results is at this step.
        let target = Target { result_share: self.settings.last_result_share, ..self.target() };
        let held_out = self.held_out;
        let judged = !held_out.is_empty();
        let mean = |loss: f64| loss / held_out.len() as f64;
        Report {
            step: self.step,
            training_loss,
            held_out_loss: judged.then(|| mean(model::loss(&self.weights, held_out, target))),
            rate: self.rate(),
            per_second: steps as f64 * self.settings.batch as f64 / time.as_secs_f64().max(1e-9),
        }
    }

    /// Puts checkpoint, curve and the network so far on the disk.
    fn save(&self, curve: &str) -> Result<(), TrainError> {
        let write = |name: &str, bytes: &[u8]| {
            let path = self.folder.join(name);
            whole_file::write_bytes(&path, bytes)
                .map_err(|error| DataError::from(error).of_file(&path))
        };
        let checkpoint = Checkpoint {
            settings: described(&self.settings),
            step: self.step,
            weights: self.weights.all.clone(),
            adam: self.adam.clone(),
        };
        checkpoint.write(&self.folder.join("checkpoint"))?;
        write("curve.csv", curve.as_bytes())?;
        let network = self.weights.quantised(self.settings.scale.round() as i32);
        Ok(write("net.nnue", &network.to_bytes())?)
    }
}

/// Largest curve that is read, bytes.
const MOST_CURVE_BYTES: u64 = 1 << 26;
/// First line of a curve.
const HEAD: &str = "step,training_loss,held_out_loss,rate,samples_per_second";

fn line(report: &Report) -> String {
    let held_out = report.held_out_loss.map_or(String::new(), |loss| format!("{loss:.6}"));
    format!(
        "{},{:.6},{held_out},{:.3e},{:.0}",
        report.step, report.training_loss, report.rate, report.per_second
    )
}

/// What the training begins with.
fn first_weights(settings: &Settings) -> Result<Weights, TrainError> {
    let shape = settings.shape();
    match &settings.from {
        Some(path) => Ok(read_weights(path, shape, settings.scale)?),
        None => Ok(Weights::random(shape, settings.seed)),
    }
}

/// Settings as the checkpoint keeps them.
fn described(settings: &Settings) -> String {
    // A path that is no text has no JSON.
    serde_json::to_string(settings).unwrap_or_else(|_| format!("{settings:?}"))
}

#[cfg(test)]
mod tests {
    use super::super::model::tests::samples;
    use super::*;
    use crate::data::packed;
    use crate::model::Inputs;
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

    #[test]
    fn a_training_begins_where_another_ended() {
        let dir = tempfile::tempdir().unwrap();
        let (first, second) = (dir.path().join("first"), dir.path().join("second"));
        let training = samples(2000, 1);
        let mut trainer = Trainer::begin(settings(), &first, &training, &[], 1).unwrap();
        trainer.run(&AtomicBool::new(false), |_| {}).unwrap();
        let learnt = trainer.weights().clone();
        let from = |path: PathBuf| Settings { from: Some(path), ..settings() };
        let tuned = from(first.join("checkpoint"));
        let trainer = Trainer::begin(tuned.clone(), &second, &training, &[], 1).unwrap();
        assert_eq!((trainer.weights(), trainer.step()), (&learnt, 0));

        let begin = |settings, folder: &str| {
            Trainer::begin(settings, &dir.path().join(folder), &training, &[], 1).unwrap_err()
        };
        let wider = begin(Settings { width: 64, ..tuned }, "wider").to_string();
        assert!(wider.contains("bytes of numbers, expected"), "{wider}");
        let missing = begin(from(dir.path().join("none")), "third").to_string();
        assert!(missing.ends_with("no such checkpoint or network to begin with"), "{missing}");
    }

    #[test]
    fn a_toy_net_learns_is_exported_and_evaluates_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let (training, held_out) = (samples(20_000, 1), samples(800, 2));
        let mut trainer = Trainer::begin(settings(), dir.path(), &training, &held_out, 2).unwrap();
        let mut reports = Vec::new();
        let stop = AtomicBool::new(false);
        trainer.run(&stop, |report| reports.push(*report)).unwrap();
        let [first, _, _, last] = reports[..] else { panic!("{} reports", reports.len()) };
        assert!(last.training_loss < 0.6 * first.training_loss, "{reports:?}");
        assert!(last.held_out_loss < first.held_out_loss, "{reports:?}");
        let network = Network::open(&dir.path().join("net.nnue")).unwrap();
        for sample in &held_out {
            let board = packed::unpack(&sample.position).unwrap();
            let exact = trainer.weights().output(&Inputs::of(sample)) * 300.0;
            assert!((network.evaluate(&board) as f32 - exact).abs() < 20.0, "{board}");
        }
        let curve = std::fs::read_to_string(dir.path().join("curve.csv")).unwrap();
        assert_eq!(curve.lines().count(), 5, "{curve}");
    }

    #[test]
    fn a_training_taken_up_ends_where_it_would_have() {
        let training = samples(1000, 1);
        let whole = tempfile::tempdir().unwrap();
        let run = |folder: &Path, until: u64| {
            let mut trainer = Trainer::begin(settings(), folder, &training, &[], 1).unwrap();
            let stop = AtomicBool::new(false);
            trainer.run(&stop, |report| stop.store(report.step >= until, Relaxed)).unwrap();
            trainer.weights().clone()
        };
        let expected = run(whole.path(), 400);
        let parts = tempfile::tempdir().unwrap();
        assert_ne!(run(parts.path(), 100), expected);
        run(parts.path(), 300);
        assert_eq!(run(parts.path(), 400), expected);
        let other = Settings { rate: 1e-3, ..settings() };
        let refused = Trainer::begin(other, parts.path(), &training, &[], 1).unwrap_err();
        assert!(refused.to_string().contains("of another training"), "{refused}");
    }
}
