//! Training of a network: batches in seeded random order, a curve file and checkpoints. A [`Model`] is the evaluation
//! network or the policy network.
//!
//! A batch is divided into [`Model::SLICES`] whatever the number of threads, and their gradients are added in order, so
//! the result does not depend on the number of threads.

use std::fmt::{Debug, Write as _};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

use serde::Serialize;
use thiserror::Error;

use super::model::CLIP;
use super::network::BeginError;
use super::pool::shuffle;
use crate::data::reader::DataError;
use tabia_chess::SplitMix64;
use tabia_engine::eval::nnue::features::BUCKETS;
use tabia_games::{regular_file, whole_file};
use tabia_lab::optimizer::{AdamW, Moments, cosine};

/// Optimiser: weight decay per unit of the learning rate, and the bound of quantisation.
const OPTIMIZER: AdamW = AdamW { decay: 0.01, epsilon: 1e-8, limit: CLIP, skip_zero: false };
/// Largest curve file that is read, bytes.
const MAX_CURVE_BYTES: u64 = 1 << 26;
/// Names of checkpoint and curve in the folder of a training; the network is beside them.
pub(crate) const CHECKPOINT: &str = "checkpoint";
/// See [`CHECKPOINT`].
pub(crate) const CURVE: &str = "curve.csv";

/// A network with its training samples.
pub(crate) trait Model: Sync {
    /// Settings; a checkpoint is only resumed with equal ones and the same samples.
    type Settings: Serialize + Debug;
    /// Sums of losses.
    type Losses: Copy + Debug + Default + Send + std::ops::AddAssign;
    /// Slices of a batch, each with its own gradient: the maximum useful number of threads.
    const SLICES: usize;
    /// File name of the network.
    const NETWORK: &'static str;
    /// Column names of the losses in the curve.
    const COLUMNS: &'static str;

    fn settings(&self) -> &Self::Settings;

    /// Steps, batches and learning rates.
    fn schedule(&self) -> Schedule;

    /// Checks the settings.
    ///
    /// # Errors
    /// States what was found and what was expected.
    fn check(&self) -> Result<(), TrainError>;

    /// Number of weights.
    fn count(&self) -> usize;

    /// Number of training samples.
    fn samples(&self) -> usize;

    /// Checksum of the training samples.
    fn checksum(&self) -> u64;

    /// Initial weights.
    ///
    /// # Errors
    /// When they come from a file that cannot be used.
    fn first_weights(&self) -> Result<Vec<f32>, TrainError>;

    /// Adds the gradient of the summed losses of these samples; returns the sums. `progress` is the share of the
    /// training that is done.
    fn learn(
        &self,
        weights: &[f32],
        gradient: &mut [f32],
        samples: &[u32],
        progress: f32,
    ) -> Self::Losses;

    /// Losses of the held-out samples.
    fn held_out(&self, weights: &[f32]) -> Self::Losses;

    /// The losses of a report as columns of the curve.
    fn columns(report: &Report<Self::Losses>) -> String;

    /// The file of the network.
    fn network(&self, weights: &[f32]) -> Vec<u8>;
}

/// Steps, batches and learning rates of a training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Schedule {
    /// Samples per step.
    pub batch: usize,
    pub steps: u64,
    /// Steps between reports; each writes a checkpoint.
    pub report_every: u64,
    /// Learning rate of the first step.
    pub rate: f32,
    /// Learning rate of the last step.
    pub last_rate: f32,
    /// Seed of the order of the samples.
    pub seed: u64,
}

impl Schedule {
    fn rate_at(&self, step: u64) -> f32 {
        cosine(self.rate, self.last_rate, step, self.steps)
    }
}

/// A line of the curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Report<L> {
    /// Steps done.
    pub step: u64,
    /// Losses of the batches since the last report.
    pub training: L,
    /// Losses of the held-out samples.
    pub held_out: L,
    /// Current learning rate.
    pub rate: f32,
    /// Samples per second since the last report.
    pub per_second: f64,
}

/// Why a training failed.
#[derive(Debug, Error)]
pub(crate) enum TrainError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The checkpoint belongs to another training.
    #[error(
        "{}: the checkpoint is of another training ({found}), expected {expected}; take another \
         folder or remove it", path.display()
    )]
    OtherTraining {
        /// The checkpoint.
        path: PathBuf,
        /// Its settings.
        found: String,
        /// The current settings.
        expected: String,
    },
    /// A width without compiled loops.
    #[error("width {found}, expected one of {expected:?}")]
    Width {
        /// The width.
        found: usize,
        /// Supported widths.
        expected: &'static [usize],
    },
    /// An unsupported number of outputs.
    #[error("{0} outputs, expected one of {BUCKETS:?}")]
    Buckets(usize),
    /// The initial weights cannot be used.
    #[error(transparent)]
    Begin(#[from] BeginError),
    /// Too few training samples.
    #[error("{found} samples, expected at least a batch of {batch}")]
    TooFew {
        /// Number of samples.
        found: usize,
        /// Samples per step.
        batch: usize,
    },
}

/// A training under way.
#[derive(Debug)]
pub(crate) struct Trainer<M: Model> {
    model: M,
    schedule: Schedule,
    folder: PathBuf,
    /// Settings as stored in the checkpoint.
    settings: String,
    threads: usize,
    weights: Vec<f32>,
    moments: Moments,
    /// One gradient per slice.
    gradients: Vec<Vec<f32>>,
    step: u64,
    /// Order of the samples in the current pass.
    order: Vec<u32>,
    pass: Option<u64>,
}

impl<M: Model> Trainer<M> {
    /// Starts a training, or resumes it from the checkpoint in the folder.
    ///
    /// # Errors
    /// When the settings are invalid, the folder cannot be used, or its checkpoint belongs to another training.
    pub(crate) fn begin(model: M, folder: &Path, threads: usize) -> Result<Trainer<M>, TrainError> {
        model.check()?;
        let (schedule, found, count) = (model.schedule(), model.samples(), model.count());
        if found < schedule.batch || schedule.batch == 0 {
            return Err(TrainError::TooFew { found, batch: schedule.batch });
        }
        std::fs::create_dir_all(folder).map_err(|error| DataError::from(error).of_file(folder))?;
        let path = folder.join(CHECKPOINT);
        let expected = described(&model);
        let (weights, moments, step) = match Checkpoint::read(&path, count)? {
            None => (model.first_weights()?, Moments::new(count), 0),
            Some(found) if found.settings == expected => (found.weights, found.moments, found.step),
            Some(found) => {
                return Err(TrainError::OtherTraining { path, found: found.settings, expected });
            }
        };
        Ok(Trainer {
            model,
            schedule,
            folder: folder.to_path_buf(),
            settings: expected,
            threads: threads.clamp(1, M::SLICES),
            weights,
            moments,
            gradients: vec![vec![0.0; count]; M::SLICES],
            step,
            order: Vec::new(),
            pass: None,
        })
    }

    /// Steps done.
    pub(crate) fn step(&self) -> u64 {
        self.step
    }

    #[cfg(test)]
    pub(crate) fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Trains to the end or until `stop`. `on_report` is called with every report.
    ///
    /// # Errors
    /// When a thread cannot be started, or curve or checkpoint cannot be written.
    pub(crate) fn run(
        &mut self,
        stop: &AtomicBool,
        mut on_report: impl FnMut(&Report<M::Losses>),
    ) -> Result<(), TrainError> {
        let (mut losses, mut since, mut begun) = (M::Losses::default(), 0, Instant::now());
        let mut curve = self.old_curve();
        let mut saved = false;
        while self.step < self.schedule.steps && !stop.load(Relaxed) {
            losses += self.train_batch().map_err(DataError::from)?;
            since += 1;
            saved = false;
            let done = self.step == self.schedule.steps;
            if done || self.step.is_multiple_of(self.schedule.report_every.max(1)) {
                let report = self.report(losses, since, begun.elapsed());
                let Report { step, rate, per_second, .. } = report;
                let columns = M::columns(&report);
                // Text in memory takes any line.
                let _ = writeln!(curve, "{step},{columns},{rate:.3e},{per_second:.0}");
                self.save(&curve)?;
                saved = true;
                on_report(&report);
                (losses, since, begun) = (M::Losses::default(), 0, Instant::now());
            }
        }
        if saved { Ok(()) } else { self.save(&curve) }
    }

    /// The lines of the curve up to the checkpoint.
    fn old_curve(&self) -> String {
        let path = self.folder.join(CURVE);
        let bytes = regular_file::read(&path, MAX_CURVE_BYTES).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let mut curve = format!("step,{},rate,samples_per_second\n", M::COLUMNS);
        for line in text.lines().skip(1) {
            let step = line.split(',').next().and_then(|step| step.parse::<u64>().ok());
            if step.is_some_and(|step| step <= self.step) {
                curve.push_str(line);
                curve.push('\n');
            }
        }
        curve
    }

    /// One step; returns its losses.
    fn train_batch(&mut self) -> io::Result<M::Losses> {
        let batches = (self.model.samples() / self.schedule.batch) as u64;
        self.shuffle_for(self.step / batches);
        let from = (self.step % batches) as usize * self.schedule.batch;
        let losses = self.learn(from)?;
        let rate = self.schedule.rate_at(self.step);
        self.step += 1;
        self.descend(1.0 / self.schedule.batch as f32, rate)?;
        Ok(losses)
    }

    /// Shuffles the samples for a pass. The order depends only on the seed and the pass, so a resumed training uses the
    /// same batches.
    fn shuffle_for(&mut self, pass: u64) {
        if self.pass == Some(pass) {
            return;
        }
        self.pass = Some(pass);
        self.order = (0..self.model.samples() as u32).collect();
        let mut rng = SplitMix64::new(SplitMix64::new(self.schedule.seed ^ pass).next_u64());
        shuffle(&mut rng, &mut self.order);
    }

    /// Computes the gradients of the slices of a batch.
    fn learn(&mut self, from: usize) -> io::Result<M::Losses> {
        let order = &self.order[from..from + self.schedule.batch];
        let size = order.len().div_ceil(M::SLICES);
        let (model, weights) = (&self.model, &self.weights[..]);
        let progress = self.step as f32 / self.schedule.steps.max(1) as f32;
        // A batch smaller than the number of slices leaves some slices empty.
        let parts = order.chunks(size).chain(std::iter::repeat(&[][..]));
        let mut slices: Vec<_> = self.gradients.iter_mut().zip(parts).collect();
        let each = slices.len().div_ceil(self.threads);
        let mut found = vec![M::Losses::default(); M::SLICES];
        scope(|scope| {
            for (slices, found) in slices.chunks_mut(each).zip(found.chunks_mut(each)) {
                let work = move || {
                    for ((gradient, part), losses) in slices.iter_mut().zip(found) {
                        gradient.fill(0.0);
                        *losses = model.learn(weights, gradient, part, progress);
                    }
                };
                Builder::new().name("training".into()).spawn_scoped(scope, work)?;
            }
            Ok::<(), io::Error>(())
        })?;
        let mut sum = M::Losses::default();
        for losses in found {
            sum += losses;
        }
        Ok(sum)
    }

    /// Adds the gradients and takes a step of the optimiser.
    fn descend(&mut self, mean: f32, rate: f32) -> io::Result<()> {
        let size = self.weights.len().div_ceil(self.threads);
        let Some((sum, others)) = self.gradients.split_first_mut() else { return Ok(()) };
        let (others, step) = (&*others, self.step);
        let Moments { mean: means, square: squares } = &mut self.moments;
        let moments = means.chunks_mut(size).zip(squares.chunks_mut(size));
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
                    OPTIMIZER.descend(weights, sum, [means, squares], step, rate);
                };
                Builder::new().name("training".into()).spawn_scoped(scope, work)?;
            }
            Ok(())
        })
    }

    fn report(&self, training: M::Losses, steps: u64, time: Duration) -> Report<M::Losses> {
        let samples = steps as f64 * self.schedule.batch as f64;
        Report {
            step: self.step,
            training,
            held_out: self.model.held_out(&self.weights),
            rate: self.schedule.rate_at(self.step),
            per_second: samples / time.as_secs_f64().max(1e-9),
        }
    }

    /// Saves checkpoint, curve and network.
    fn save(&self, curve: &str) -> Result<(), TrainError> {
        let write = |name: &str, bytes: &[u8]| {
            let path = self.folder.join(name);
            whole_file::write_bytes(&path, bytes)
                .map_err(|error| DataError::from(error).of_file(&path))
        };
        let checkpoint = Checkpoint {
            settings: self.settings.clone(),
            step: self.step,
            weights: self.weights.clone(),
            moments: self.moments.clone(),
        };
        checkpoint.write(&self.folder.join(CHECKPOINT))?;
        write(CURVE, curve.as_bytes())?;
        Ok(write(M::NETWORK, &self.model.network(&self.weights))?)
    }
}

/// Settings and checksum of the samples.
#[derive(Debug, Serialize)]
struct Described<'a, S> {
    #[serde(flatten)]
    settings: &'a S,
    checksum: u64,
}

/// Settings as stored in the checkpoint.
fn described<M: Model>(model: &M) -> String {
    let described = Described { settings: model.settings(), checksum: model.checksum() };
    // A path that is not UTF-8 has no JSON.
    serde_json::to_string(&described).unwrap_or_else(|_| format!("{described:?}"))
}

// Checkpoint: settings with the checksum of the samples, step, weights and moments in one file, for resuming.
//
// ```text
// "TABIACK1", length of the settings (32 bits), settings as JSON, step (64 bits),
// then weights, means and squares (32-bit floats); all little-endian
// ```

/// Largest checkpoint that is read, bytes; the widest network needs a hundredth.
const MAX_BYTES: u64 = 1 << 30;
const MAGIC: &[u8; 8] = b"TABIACK1";

/// Reads a file; `None` if it does not exist.
pub(super) fn read_bytes(path: &Path) -> Result<Option<Vec<u8>>, DataError> {
    match regular_file::read(path, MAX_BYTES) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(DataError::from(error).of_file(path)),
    }
}

/// State of a training between two steps.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Checkpoint {
    /// Settings and checksum of the samples as JSON; only the same training is resumed.
    pub settings: String,
    /// Steps done.
    pub step: u64,
    pub weights: Vec<f32>,
    /// Moments of the optimiser.
    pub moments: Moments,
}

impl Checkpoint {
    /// Writes the file atomically.
    ///
    /// # Errors
    /// Errors of the file system.
    pub(crate) fn write(&self, path: &Path) -> Result<(), DataError> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&(self.settings.len() as u32).to_le_bytes());
        bytes.extend_from_slice(self.settings.as_bytes());
        bytes.extend_from_slice(&self.step.to_le_bytes());
        for list in [&self.weights, &self.moments.mean, &self.moments.square] {
            bytes.extend(list.iter().flat_map(|number| number.to_le_bytes()));
        }
        whole_file::write_bytes(path, &bytes).map_err(|error| DataError::from(error).of_file(path))
    }

    /// Reads a checkpoint with this many weights; `None` if it does not exist.
    ///
    /// # Errors
    /// When it is damaged, or has another size.
    pub(crate) fn read(path: &Path, count: usize) -> Result<Option<Checkpoint>, DataError> {
        let Some(bytes) = read_bytes(path)? else { return Ok(None) };
        Self::parse(&bytes, count).map(Some).map_err(|error| error.of_file(path))
    }

    pub(super) fn parse(bytes: &[u8], count: usize) -> Result<Checkpoint, DataError> {
        let damaged = |offset: usize, what: &str| DataError::Damaged {
            offset: offset as u64,
            what: what.to_owned(),
        };
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| DataError::Format {
            found: bytes[..bytes.len().min(MAGIC.len())].to_vec(),
            expected: "TABIACK1 (a checkpoint)",
        })?;
        let (length, rest) =
            rest.split_first_chunk().ok_or_else(|| damaged(8, "no settings, expected some"))?;
        let length = u32::from_le_bytes(*length) as usize;
        let (settings, rest) =
            rest.split_at_checked(length).ok_or_else(|| damaged(12, "the settings are cut off"))?;
        let settings = String::from_utf8(settings.to_vec())
            .map_err(|_| damaged(12, "the settings are no text"))?;
        let (step, rest) =
            rest.split_first_chunk().ok_or_else(|| damaged(12 + length, "no step"))?;
        let (numbers, odd) = rest.as_chunks::<4>();
        if numbers.len() != 3 * count || !odd.is_empty() {
            let what = format!("{} bytes of numbers, expected {}", rest.len(), 12 * count);
            return Err(damaged(20 + length, &what));
        }
        let list = |part: usize| -> Vec<f32> {
            numbers[part * count..][..count].iter().map(|&four| f32::from_le_bytes(four)).collect()
        };
        Ok(Checkpoint {
            settings,
            step: u64::from_le_bytes(*step),
            weights: list(0),
            moments: Moments { mean: list(1), square: list(2) },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_comes_back_or_says_what_is_wrong() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("checkpoint");
        let count = 5000;
        assert_eq!(Checkpoint::read(&path, count).unwrap(), None);
        let written = Checkpoint {
            settings: "{}".to_owned(),
            step: 77,
            weights: (0..count).map(|number| number as f32).collect(),
            moments: Moments::new(count),
        };
        written.write(&path).unwrap();
        assert_eq!(Checkpoint::read(&path, count).unwrap(), Some(written));
        let wide = Checkpoint::read(&path, 2 * count).unwrap_err().to_string();
        assert!(wide.contains("offset 22") && wide.contains("expected"), "{wide}");
        let bytes = std::fs::read(&path).unwrap();
        for cut in [0, 5, 9, 13, 20, 1000] {
            assert!(Checkpoint::parse(&bytes[..cut], count).is_err(), "{cut}");
        }
    }
}
