//! The training of the policy network: batch after batch in an order drawn from the seed, with a curve on the disk
//! and a checkpoint to go on from.
//!
//! A batch is cut into [`SLICES`] whatever the number of threads, their gradients are added up in their order, and
//! the optimiser takes each weight by itself: so any number of threads learns the same bytes.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::checkpoint::Checkpoint;
use crate::data::error::DataError;
use crate::optimizer::{AdamW, cosine, descend};
use crate::pool::shuffle;
use crate::trainer::TrainError;
use tabia_chess::rng::SplitMix64;
use tabia_games::{regular_file, whole_file};

use super::lessons::Lessons;
use super::model::{self, Sums, WIDTHS};
use super::prepared::Target;

/// Parts of a batch, each with a gradient of its own; more threads than these have nothing to do.
pub const SLICES: usize = 4;
/// Held-out samples that are judged at each report, at most.
const JUDGED: usize = 50_000;
/// Names of the files in the folder of a training: its state, its curve and the network so far.
pub const FILES: [&str; 3] = ["checkpoint", "curve.csv", "net.policy"];
/// Largest curve that is read, bytes.
const MOST_CURVE_BYTES: u64 = 1 << 26;
/// First line of a curve.
const HEAD: &str = "step,policy_loss,value_loss,top1,held_out_policy_loss,held_out_value_loss,\
                    held_out_top1,rate,samples_per_second";

/// What is to be trained, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Hidden numbers, one of [`WIDTHS`].
    pub width: usize,
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
    /// Share of the played move's chance spread over all legal moves.
    pub smoothing: f32,
    /// Share of the game's result in the value.
    pub result_share: f32,
    /// Of the first weights and the order of the samples.
    pub seed: u64,
    /// Samples learnt from: a training goes on only with as many.
    pub samples: usize,
}

impl Settings {
    /// What the losses are counted against.
    pub fn target(&self) -> Target {
        Target { smoothing: self.smoothing, result_share: self.result_share }
    }
}

/// A line of the curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// Steps done.
    pub step: u64,
    /// Of the batches since the last report.
    pub training: Sums,
    /// Of the held-out samples; all zero without any.
    pub held_out: Sums,
    /// The rate now.
    pub rate: f32,
    /// Samples a second since the last report.
    pub per_second: f64,
}

/// A training under way.
#[derive(Debug)]
pub struct PolicyTrainer<'a> {
    settings: Settings,
    folder: PathBuf,
    lessons: &'a dyn Lessons,
    held_out: &'a dyn Lessons,
    threads: usize,
    weights: Vec<f32>,
    adam: AdamW,
    /// One for each slice.
    gradients: Vec<Vec<f32>>,
    step: u64,
    /// The order of the samples in the present pass.
    order: Vec<u32>,
    pass: Option<u64>,
}

impl<'a> PolicyTrainer<'a> {
    /// Begins, or goes on from the checkpoint in the folder.
    ///
    /// # Errors
    /// When the settings make no sense, the folder cannot be used, or its checkpoint is of another training.
    pub fn begin(
        settings: Settings,
        folder: &Path,
        lessons: &'a dyn Lessons,
        held_out: &'a dyn Lessons,
        threads: usize,
    ) -> Result<PolicyTrainer<'a>, TrainError> {
        let (width, seed) = (settings.width, settings.seed);
        let first = || model::random(width, seed);
        Self::begin_from(settings, folder, [lessons, held_out], threads, first)
    }

    /// The same, but the first weights are these and not random ones. Lessons: to learn from, and held out.
    ///
    /// # Errors
    /// As [`PolicyTrainer::begin`].
    pub fn begin_from(
        settings: Settings,
        folder: &Path,
        [lessons, held_out]: [&'a dyn Lessons; 2],
        threads: usize,
        first: impl FnOnce() -> Vec<f32>,
    ) -> Result<PolicyTrainer<'a>, TrainError> {
        if !WIDTHS.contains(&settings.width) {
            return Err(TrainError::Hidden { found: settings.width, expected: &WIDTHS });
        }
        if lessons.count() < settings.batch || settings.batch == 0 {
            return Err(TrainError::TooFew { found: lessons.count(), batch: settings.batch });
        }
        std::fs::create_dir_all(folder).map_err(|error| DataError::from(error).of_file(folder))?;
        let path = folder.join("checkpoint");
        let expected = described(&settings);
        let count = model::count(settings.width);
        let (weights, adam, step) = match Checkpoint::read(&path, count)? {
            None => (first(), AdamW::new(count), 0),
            Some(found) if found.settings == expected => (found.weights, found.adam, found.step),
            Some(found) => {
                return Err(TrainError::OtherTraining { path, found: found.settings, expected });
            }
        };
        Ok(PolicyTrainer {
            folder: folder.to_path_buf(),
            lessons,
            held_out,
            threads: threads.clamp(1, SLICES),
            weights,
            adam,
            gradients: vec![vec![0.0; count]; SLICES],
            step,
            order: Vec::new(),
            pass: None,
            settings,
        })
    }

    /// Steps done.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// The weights as they are.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Trains to the end or until `stop`. `tell` hears of every report.
    ///
    /// # Errors
    /// When a thread does not start, or curve or checkpoint cannot be written.
    pub fn run(
        &mut self,
        stop: &AtomicBool,
        mut tell: impl FnMut(&Report),
    ) -> Result<(), TrainError> {
        let (mut sums, mut begun) = (Sums::default(), Instant::now());
        let mut curve = self.old_curve();
        while self.step < self.settings.steps && !stop.load(Relaxed) {
            sums.add(&self.train_batch().map_err(DataError::from)?);
            let done = self.step == self.settings.steps;
            if done || self.step.is_multiple_of(self.settings.report_every.max(1)) {
                let report = self.report(sums, begun.elapsed());
                // Text in memory takes any line.
                let _ = writeln!(curve, "{}", line(&report));
                self.save(&curve)?;
                tell(&report);
                (sums, begun) = (Sums::default(), Instant::now());
            }
        }
        self.save(&curve)
    }

    /// The lines of the curve up to the checkpoint.
    fn old_curve(&self) -> String {
        let path = self.folder.join("curve.csv");
        let bytes = regular_file::read(&path, MOST_CURVE_BYTES).unwrap_or_default();
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

    /// One step; its losses come back.
    fn train_batch(&mut self) -> io::Result<Sums> {
        let batches = (self.lessons.count() / self.settings.batch) as u64;
        self.shuffle_for(self.step / batches);
        let from = (self.step % batches) as usize * self.settings.batch;
        let sums = self.learn(from)?;
        let rate =
            cosine(self.settings.rate, self.settings.last_rate, self.step, self.settings.steps);
        self.step += 1;
        self.descend(1.0 / self.settings.batch as f32, rate)?;
        Ok(sums)
    }

    /// Brings the samples into the order of a pass. It depends on the seed and the pass alone, so that a training that
    /// is taken up goes on with the very same batches.
    fn shuffle_for(&mut self, pass: u64) {
        if self.pass == Some(pass) {
            return;
        }
        self.pass = Some(pass);
        self.order = (0..self.lessons.count() as u32).collect();
        let mut rng = SplitMix64::new(SplitMix64::new(self.settings.seed ^ pass).next_u64());
        shuffle(&mut rng, &mut self.order);
    }

    /// The gradients of the slices of the batch that begins here.
    fn learn(&mut self, from: usize) -> io::Result<Sums> {
        let order = &self.order[from..from + self.settings.batch];
        let size = order.len().div_ceil(SLICES);
        let (lessons, weights) = (self.lessons, &self.weights[..]);
        let (width, target) = (self.settings.width, self.settings.target());
        let mut slices: Vec<_> = self.gradients.iter_mut().zip(order.chunks(size)).collect();
        let each = slices.len().div_ceil(self.threads);
        let mut found = [Sums::default(); SLICES];
        scope(|scope| {
            let mut team = Vec::new();
            for (slices, sums) in slices.chunks_mut(each).zip(found.chunks_mut(each)) {
                let work = move || {
                    for ((gradient, part), sums) in slices.iter_mut().zip(sums) {
                        gradient.fill(0.0);
                        *sums = model::learn(width, weights, gradient, lessons, part, target);
                    }
                };
                team.push(Builder::new().name("training".into()).spawn_scoped(scope, work)?);
            }
            Ok::<(), io::Error>(())
        })?;
        let mut sums = Sums::default();
        for part in &found {
            sums.add(part);
        }
        Ok(sums)
    }

    /// Adds the gradients up and takes a step with their mean.
    fn descend(&mut self, mean: f32, rate: f32) -> io::Result<()> {
        let size = self.weights.len().div_ceil(self.threads);
        let Some((sum, others)) = self.gradients.split_first_mut() else { return Ok(()) };
        let (others, step) = (&*others, self.step);
        let moments = self.adam.mean.chunks_mut(size).zip(self.adam.square.chunks_mut(size));
        let parts = self.weights.chunks_mut(size).zip(sum.chunks_mut(size)).zip(moments);
        scope(|scope| {
            for (number, ((weights, sum), (means, squares))) in parts.enumerate() {
                let work = move || {
                    for other in others {
                        let other = &other[number * size..][..sum.len()];
                        sum.iter_mut().zip(other).for_each(|(sum, slope)| *sum += slope);
                    }
                    for slope in sum.iter_mut() {
                        *slope *= mean;
                    }
                    descend(weights, sum, [means, squares], step, rate);
                };
                Builder::new().name("training".into()).spawn_scoped(scope, work)?;
            }
            Ok(())
        })
    }

    fn report(&self, training: Sums, time: Duration) -> Report {
        let settings = &self.settings;
        let judged: Vec<u32> = (0..self.held_out.count().min(JUDGED) as u32).collect();
        let (weights, target) = (&self.weights, settings.target());
        Report {
            step: self.step,
            training,
            held_out: model::losses(settings.width, weights, self.held_out, &judged, target),
            rate: cosine(settings.rate, settings.last_rate, self.step, settings.steps),
            per_second: training.count as f64 / time.as_secs_f64().max(1e-9),
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
            weights: self.weights.clone(),
            adam: self.adam.clone(),
        };
        checkpoint.write(&self.folder.join("checkpoint"))?;
        write("curve.csv", curve.as_bytes())?;
        let network = model::quantised(self.settings.width, &self.weights);
        Ok(write("net.policy", &network.to_bytes())?)
    }
}

fn line(report: &Report) -> String {
    let means = |sums: &Sums| {
        let top = sums.mean(sums.top as f64);
        format!("{:.5},{:.5},{top:.5}", sums.mean(sums.policy), sums.mean(sums.value))
    };
    let held_out =
        if report.held_out.count > 0 { means(&report.held_out) } else { ",,".to_owned() };
    let (step, rate, speed) = (report.step, report.rate, report.per_second);
    format!("{step},{},{held_out},{rate:.3e},{speed:.0}", means(&report.training))
}

/// Settings as the checkpoint keeps them.
fn described(settings: &Settings) -> String {
    serde_json::to_string(settings).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::sample::PolicySample;
    use super::super::sample::tests::samples;
    use super::*;
    use tabia_engine::eval::policy::PolicyNet;

    fn settings(samples: usize) -> Settings {
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
            samples,
        }
    }

    fn trained(settings: Settings, folder: &Path, threads: usize, until: u64) -> Vec<f32> {
        let (samples, none) = (samples(settings.samples, 1), Vec::<PolicySample>::new());
        let mut trainer = PolicyTrainer::begin(settings, folder, &samples, &none, threads).unwrap();
        let stop = AtomicBool::new(false);
        trainer.run(&stop, |report| stop.store(report.step >= until, Relaxed)).unwrap();
        trainer.weights().to_vec()
    }

    #[test]
    fn any_number_of_threads_learns_the_same_and_so_does_a_training_taken_up() {
        let dir = tempfile::tempdir().unwrap();
        let folder = |name: &str| dir.path().join(name);
        let expected = trained(settings(330), &folder("one"), 1, 40);
        for threads in [2, 3, 9] {
            let found = trained(settings(330), &folder(&threads.to_string()), threads, 40);
            assert_eq!(found, expected, "{threads} threads");
        }
        assert_ne!(trained(settings(330), &folder("parts"), 2, 10), expected);
        trained(settings(330), &folder("parts"), 1, 30);
        assert_eq!(trained(settings(330), &folder("parts"), 2, 40), expected);
        let curve = std::fs::read_to_string(folder("parts").join("curve.csv")).unwrap();
        assert_eq!(curve.lines().count(), 5, "{curve}");
        let other = Settings { rate: 1e-3, ..settings(330) };
        let held = samples(330, 1);
        let refused = PolicyTrainer::begin(other, &folder("parts"), &held, &held, 1).unwrap_err();
        assert!(refused.to_string().contains("of another training"), "{refused}");
        let wide = Settings { width: 48, ..settings(330) };
        let refused = PolicyTrainer::begin(wide, &folder("new"), &held, &held, 1).unwrap_err();
        assert_eq!(refused.to_string(), "48 hidden numbers, expected one of [32, 64, 128, 256]");
    }

    #[test]
    fn a_few_positions_are_learnt_by_heart_and_others_judged_better() {
        let dir = tempfile::tempdir().unwrap();
        let (training, held_out) = (samples(1500, 1), samples(300, 2));
        let few = settings(1500);
        let settings = Settings { steps: 300, report_every: 100, result_share: 1.0, ..few };
        let mut trainer =
            PolicyTrainer::begin(settings, dir.path(), &training, &held_out, 2).unwrap();
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
}
