//! The training of a network: batch after batch in an order drawn from the seed, with a curve on the disk and a
//! checkpoint to go on from. What is trained is a [`Model`]: the evaluation network or the policy network.
//!
//! A batch is cut into [`Model::SLICES`] whatever the number of threads, their gradients are added up in their order,
//! and the optimiser takes each weight by itself: so any number of threads learns the same bytes.

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

/// How the weights move: what is taken off per unit of the rate, and the range that whole numbers can hold.
const OPTIMIZER: AdamW = AdamW { decay: 0.01, epsilon: 1e-8, limit: CLIP, skip_zero: false };
/// Largest curve that is read, bytes.
const MAX_CURVE_BYTES: u64 = 1 << 26;
/// Names of the state and the curve in the folder of a training; the network so far lies beside them.
pub const CHECKPOINT: &str = "checkpoint";
/// See [`CHECKPOINT`].
pub const CURVE: &str = "curve.csv";

/// A network with the samples it learns from.
pub trait Model: Sync {
    /// What the training was told to do; a checkpoint is taken up by the same settings only.
    type Settings: Serialize + Debug;
    /// Losses of some samples, added up.
    type Losses: Copy + Debug + Default + Send + std::ops::AddAssign;
    /// Parts of a batch, each with a gradient of its own; more threads than these have nothing to do.
    const SLICES: usize;
    /// Name of the file of the network.
    const NETWORK: &'static str;
    /// Names of the losses in the head of the curve.
    const COLUMNS: &'static str;

    /// The settings.
    fn settings(&self) -> &Self::Settings;

    /// Steps, batches and rates by these settings.
    fn schedule(&self) -> Schedule;

    /// Whether such a network can be trained.
    ///
    /// # Errors
    /// What was found and what was expected.
    fn check(&self) -> Result<(), TrainError>;

    /// How many weights there are.
    fn count(&self) -> usize;

    /// How many samples there are to learn from.
    fn samples(&self) -> usize;

    /// The weights that the training begins with.
    ///
    /// # Errors
    /// When they are read from a file that cannot be used.
    fn first_weights(&self) -> Result<Vec<f32>, TrainError>;

    /// Adds the gradient of the summed losses of the samples of these numbers; the sums come back. `progress` is the
    /// share of the training that is done.
    fn learn(
        &self,
        weights: &[f32],
        gradient: &mut [f32],
        samples: &[u32],
        progress: f32,
    ) -> Self::Losses;

    /// Losses of the samples that are held out.
    fn held_out(&self, weights: &[f32]) -> Self::Losses;

    /// The losses of a report as fields of the curve.
    fn columns(report: &Report<Self::Losses>) -> String;

    /// The file of the network.
    fn network(&self, weights: &[f32]) -> Vec<u8>;
}

/// Steps, batches and rates of a training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
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
    /// Of the order of the samples.
    pub seed: u64,
}

impl Schedule {
    fn rate_at(&self, step: u64) -> f32 {
        cosine(self.rate, self.last_rate, step, self.steps)
    }
}

/// A line of the curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report<L> {
    /// Steps done.
    pub step: u64,
    /// Losses of the batches since the last report.
    pub training: L,
    /// Losses of the held-out samples.
    pub held_out: L,
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
    #[error("width {found}, expected one of {expected:?}")]
    Width {
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
pub struct Trainer<M: Model> {
    model: M,
    schedule: Schedule,
    folder: PathBuf,
    threads: usize,
    weights: Vec<f32>,
    moments: Moments,
    /// One for each slice.
    gradients: Vec<Vec<f32>>,
    step: u64,
    /// The order of the samples in the present pass.
    order: Vec<u32>,
    pass: Option<u64>,
}

impl<M: Model> Trainer<M> {
    /// Begins, or goes on from the checkpoint in the folder.
    ///
    /// # Errors
    /// When the settings make no sense, the folder cannot be used, or its checkpoint is of another training.
    pub fn begin(model: M, folder: &Path, threads: usize) -> Result<Trainer<M>, TrainError> {
        model.check()?;
        let (schedule, found, count) = (model.schedule(), model.samples(), model.count());
        if found < schedule.batch || schedule.batch == 0 {
            return Err(TrainError::TooFew { found, batch: schedule.batch });
        }
        std::fs::create_dir_all(folder).map_err(|error| DataError::from(error).of_file(folder))?;
        let path = folder.join(CHECKPOINT);
        let expected = described(model.settings());
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
    pub fn step(&self) -> u64 {
        self.step
    }

    /// The weights as they are.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Trains to the end or until `stop`. `report` is called with every report.
    ///
    /// # Errors
    /// When a thread does not start, or curve or checkpoint cannot be written.
    pub fn run(
        &mut self,
        stop: &AtomicBool,
        mut tell: impl FnMut(&Report<M::Losses>),
    ) -> Result<(), TrainError> {
        let (mut losses, mut since, mut begun) = (M::Losses::default(), 0, Instant::now());
        let mut curve = self.old_curve();
        while self.step < self.schedule.steps && !stop.load(Relaxed) {
            losses += self.train_batch().map_err(DataError::from)?;
            since += 1;
            let done = self.step == self.schedule.steps;
            if done || self.step.is_multiple_of(self.schedule.report_every.max(1)) {
                let report = self.report(losses, since, begun.elapsed());
                let Report { step, rate, per_second, .. } = report;
                let columns = M::columns(&report);
                // Text in memory takes any line.
                let _ = writeln!(curve, "{step},{columns},{rate:.3e},{per_second:.0}");
                self.save(&curve)?;
                tell(&report);
                (losses, since, begun) = (M::Losses::default(), 0, Instant::now());
            }
        }
        self.save(&curve)
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

    /// One step; its losses come back.
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

    /// Brings the samples into the order of a pass. It depends on the seed and the pass alone, so that a training that
    /// is taken up goes on with the very same batches.
    fn shuffle_for(&mut self, pass: u64) {
        if self.pass == Some(pass) {
            return;
        }
        self.pass = Some(pass);
        self.order = (0..self.model.samples() as u32).collect();
        let mut rng = SplitMix64::new(SplitMix64::new(self.schedule.seed ^ pass).next_u64());
        shuffle(&mut rng, &mut self.order);
    }

    /// The gradients of the slices of the batch that begins here.
    fn learn(&mut self, from: usize) -> io::Result<M::Losses> {
        let order = &self.order[from..from + self.schedule.batch];
        let size = order.len().div_ceil(M::SLICES);
        let (model, weights) = (&self.model, &self.weights[..]);
        let progress = self.step as f32 / self.schedule.steps.max(1) as f32;
        // A batch smaller than the number of slices leaves some without samples.
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

    /// Adds the gradients up and takes a step with their mean.
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

    /// Puts checkpoint, curve and the network so far on the disk.
    fn save(&self, curve: &str) -> Result<(), TrainError> {
        let write = |name: &str, bytes: &[u8]| {
            let path = self.folder.join(name);
            whole_file::write_bytes(&path, bytes)
                .map_err(|error| DataError::from(error).of_file(&path))
        };
        let checkpoint = Checkpoint {
            settings: described(self.model.settings()),
            step: self.step,
            weights: self.weights.clone(),
            moments: self.moments.clone(),
        };
        checkpoint.write(&self.folder.join(CHECKPOINT))?;
        write(CURVE, curve.as_bytes())?;
        Ok(write(M::NETWORK, &self.model.network(&self.weights))?)
    }
}

/// Settings as the checkpoint keeps them.
fn described(settings: &(impl Serialize + Debug)) -> String {
    // A path that is no text has no JSON.
    serde_json::to_string(settings).unwrap_or_else(|_| format!("{settings:?}"))
}

// The checkpoint: settings, step, weights and moments in one file, so that a stopped training can be resumed.
//
// ```text
// "TABIACK1", length of the settings (32 bits), settings as JSON, step (64 bits),
// then weights, means and squares (32-bit floats); all little-endian
// ```

/// Largest checkpoint that is read, bytes; the widest net takes a hundredth.
const MAX_BYTES: u64 = 1 << 30;
const MAGIC: &[u8; 8] = b"TABIACK1";

/// A file that may hold a checkpoint; `None` if there is no such file.
pub(super) fn read_bytes(path: &Path) -> Result<Option<Vec<u8>>, DataError> {
    match regular_file::read(path, MAX_BYTES) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(DataError::from(error).of_file(path)),
    }
}

/// The state between two steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// What the training was told to do, as JSON: only the same training is taken up.
    pub settings: String,
    /// Steps done.
    pub step: u64,
    /// The weights.
    pub weights: Vec<f32>,
    /// The optimiser's moments.
    pub moments: Moments,
}

impl Checkpoint {
    /// Writes it, whole or not at all.
    ///
    /// # Errors
    /// What the device says.
    pub fn write(&self, path: &Path) -> Result<(), DataError> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&(self.settings.len() as u32).to_le_bytes());
        bytes.extend_from_slice(self.settings.as_bytes());
        bytes.extend_from_slice(&self.step.to_le_bytes());
        for list in [&self.weights, &self.moments.mean, &self.moments.square] {
            bytes.extend(list.iter().flat_map(|number| number.to_le_bytes()));
        }
        whole_file::write_bytes(path, &bytes).map_err(|error| DataError::from(error).of_file(path))
    }

    /// Reads it, of so many weights; `None` if there is no such file.
    ///
    /// # Errors
    /// When it is damaged, or of a net of another size.
    pub fn read(path: &Path, count: usize) -> Result<Option<Checkpoint>, DataError> {
        let Some(bytes) = read_bytes(path)? else { return Ok(None) };
        Self::parse(&bytes, count).map(Some).map_err(|error| error.of_file(path))
    }

    /// The state in the bytes of such a file.
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
