//! Training of the evaluation network.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::measure::Loss;
use super::model;
use super::model::{Shape, Target, WIDTHS, Weights};
use super::trainer::{CHECKPOINT, CURVE, Checkpoint, Model, Report, Schedule, TrainError};
use crate::data::game::fnv_of_all;
use crate::data::reader::DataError;
use crate::data::sample::Sample;
use tabia_engine::eval::net_file::NetworkError;
use tabia_engine::eval::nnue::features::BUCKETS;
use tabia_engine::eval::nnue::{Network, Parameters};

/// Maximum number of held-out samples evaluated per report.
const MAX_HELD_OUT: usize = 200_000;
/// Files in the folder of a training: checkpoint, curve, network.
pub(crate) const FILES: [&str; 3] = [CHECKPOINT, CURVE, NetworkModel::NETWORK];

/// Settings of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// Width of one accumulator, one of [`WIDTHS`].
    pub width: usize,
    /// Outputs, one of [`BUCKETS`], chosen by the number of pieces.
    pub buckets: usize,
    /// Samples per step.
    pub batch: usize,
    pub steps: u64,
    /// Steps between reports; each writes a checkpoint.
    pub report_every: u64,
    /// Learning rate of the first step.
    pub rate: f32,
    /// Learning rate of the last step.
    pub last_rate: f32,
    /// Centipawns per unit of the logistic function.
    pub scale: f32,
    /// Weight of the game's result in the target at the first step.
    pub result_share: f32,
    /// The same weight at the last step.
    pub last_result_share: f32,
    /// Seed of the initial weights and of the order of the samples.
    pub seed: u64,
    /// Checkpoint or network of the same shape with the initial weights; `None` for random weights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<PathBuf>,
}

impl Settings {
    /// Shape of the network.
    pub(crate) fn shape(&self) -> Shape {
        Shape { width: self.width, buckets: self.buckets }
    }
}

/// The network with its training and held-out samples.
#[derive(Debug)]
pub(crate) struct NetworkModel<'a> {
    settings: Settings,
    samples: &'a [Sample],
    held_out: &'a [Sample],
}

impl<'a> NetworkModel<'a> {
    /// The network of these settings.
    pub(crate) fn new(settings: Settings, samples: &'a [Sample], held_out: &'a [Sample]) -> Self {
        let held_out = &held_out[..held_out.len().min(MAX_HELD_OUT)];
        NetworkModel { settings, samples, held_out }
    }

    fn target(&self, result_share: f32) -> Target {
        Target { scale: self.settings.scale, result_share }
    }
}

impl Model for NetworkModel<'_> {
    type Settings = Settings;
    type Losses = Loss;
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

    fn checksum(&self) -> u64 {
        fnv_of_all(self.samples.iter().map(Sample::bytes))
    }

    fn first_weights(&self) -> Result<Vec<f32>, TrainError> {
        let Settings { scale, seed, .. } = self.settings;
        let shape = self.settings.shape();
        Ok(match &self.settings.from {
            Some(path) => read_weights(path, shape, scale)?.all,
            None => Weights::random(shape, seed).all,
        })
    }

    fn learn(&self, weights: &[f32], gradient: &mut [f32], samples: &[u32], progress: f32) -> Loss {
        let (first, last) = (self.settings.result_share, self.settings.last_result_share);
        let target = self.target(first + (last - first) * progress);
        let batch: Vec<Sample> = samples.iter().map(|&at| self.samples[at as usize]).collect();
        let sum = model::learn(self.settings.shape(), weights, gradient, &batch, target);
        Loss { count: batch.len() as u64, sum }
    }

    /// The same measure at every step, whatever the current weight of results.
    fn held_out(&self, weights: &[f32]) -> Loss {
        let target = self.target(self.settings.last_result_share);
        let sum = model::loss(self.settings.shape(), weights, self.held_out, target);
        Loss { count: self.held_out.len() as u64, sum }
    }

    fn columns(report: &Report<Loss>) -> String {
        let text = |loss: Option<f64>| loss.map_or(String::new(), |loss| format!("{loss:.6}"));
        format!("{},{}", text(report.training.mean()), text(report.held_out.mean()))
    }

    fn network(&self, weights: &[f32]) -> Vec<u8> {
        let weights = Weights { shape: self.settings.shape(), all: weights.to_vec() };
        weights.quantised(self.settings.scale.round() as i32).to_bytes()
    }
}

// Initial weights from another training: its checkpoint or its network.

/// Why a file cannot be used for initial weights.
#[derive(Debug, Error)]
pub(crate) enum BeginError {
    /// It cannot be read, or is a damaged checkpoint.
    #[error(transparent)]
    Data(#[from] DataError),
    /// There is no such file.
    #[error("{}: no such checkpoint or network to begin with", .0.display())]
    Missing(PathBuf),
    /// A damaged network.
    #[error("{}: {error}", path.display())]
    Network {
        /// The file.
        path: PathBuf,
        error: NetworkError,
    },
    /// A network of another shape.
    #[error(
        "{}: found a network of {} neurons a side and {} outputs, expected {} and {}",
        path.display(), found.width, found.buckets, expected.width, expected.buckets
    )]
    Shape {
        /// The file.
        path: PathBuf,
        found: Shape,
        /// The shape asked for.
        expected: Shape,
    },
}

/// Weights of a checkpoint or a network of this shape; those of a network for a scale in centipawns.
pub(super) fn read_weights(path: &Path, shape: Shape, scale: f32) -> Result<Weights, BeginError> {
    let bytes = crate::trainer::read_bytes(path)?;
    let bytes = bytes.ok_or_else(|| BeginError::Missing(path.to_path_buf()))?;
    if !Parameters::begins(&bytes) {
        let found = Checkpoint::parse(&bytes, shape.count());
        let found = found.map_err(|error| error.of_file(path))?;
        return Ok(Weights { shape, all: found.weights });
    }
    let damaged = |error| BeginError::Network { path: path.to_path_buf(), error };
    let parameters = Parameters::from_bytes(&bytes).map_err(damaged)?;
    let weights = Weights::of_network(&parameters, scale);
    if weights.shape != shape {
        let (path, found) = (path.to_path_buf(), weights.shape);
        return Err(BeginError::Shape { path, found, expected: shape });
    }
    Ok(weights)
}

// Quantisation error: the network in floating point against the rounded one.

/// Why a file is not the unrounded network.
#[derive(Debug, Error)]
pub(crate) enum FloatingError {
    /// It cannot be read, is not a checkpoint, or has another size.
    #[error(transparent)]
    Data(#[from] DataError),
    /// There is no such file.
    #[error("{}: no such checkpoint", .0.display())]
    Missing(PathBuf),
    /// Its rounded weights differ from the network.
    #[error("{}: found the checkpoint of another network, expected the one this network was made from", .0.display())]
    Another(PathBuf),
}

/// Evaluations of these samples by the unrounded checkpoint, centipawns, side to move's view. The network gives the
/// number of weights and the scale.
///
/// # Errors
/// When the file cannot be read, or the network was not made from it.
pub(crate) fn evaluations(
    checkpoint: &Path,
    network: &Network,
    samples: &[Sample],
) -> Result<Vec<f32>, FloatingError> {
    let shape = Shape { width: network.width(), buckets: network.buckets() };
    let missing = || FloatingError::Missing(checkpoint.to_path_buf());
    let kept = Checkpoint::read(checkpoint, shape.count())?.ok_or_else(missing)?;
    let weights = Weights { shape, all: kept.weights };
    let rounded = Network::new(&weights.quantised(network.scale()));
    if rounded.map_or(true, |rounded| rounded.checksum() != network.checksum()) {
        return Err(FloatingError::Another(checkpoint.to_path_buf()));
    }
    let scale = network.scale() as f32;
    Ok(model::outputs(&weights, samples).into_iter().map(|output| output * scale).collect())
}

/// Rounding error of evaluations, centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Rounding {
    /// Mean error.
    pub mean: f64,
    /// Largest error.
    pub greatest: f64,
}

impl Rounding {
    /// Between two lists of evaluations of the same positions.
    pub(crate) fn between(whole: &[i32], floating: &[f32]) -> Rounding {
        let apart =
            |(&whole, &floating): (&i32, &f32)| (f64::from(floating) - f64::from(whole)).abs();
        let distances = || whole.iter().zip(floating).map(apart);
        let count = whole.len().min(floating.len()).max(1);
        Rounding {
            mean: distances().sum::<f64>() / count as f64,
            greatest: distances().fold(0.0, f64::max),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::packed;
    use crate::model::Inputs;
    use crate::model::tests::samples;
    use crate::trainer::Trainer;
    use std::path::Path;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use tabia_engine::eval::nnue::Network;
    use tabia_lab::optimizer::Moments;

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
        let loss = |losses: Loss| losses.mean().unwrap();
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
    fn training_does_not_depend_on_the_number_of_threads() {
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
    fn a_resumed_training_ends_with_the_same_weights() {
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
        let others = [(other, training.clone()), (settings(), samples(1000, 2))];
        for (settings, training) in others {
            let refused = begin(settings, parts.path(), &training).unwrap_err();
            assert!(refused.to_string().contains("of another training"), "{refused}");
        }
    }

    #[test]
    fn a_network_is_read_for_another_scale_and_errors_are_reported() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("net.nnue");
        let shape = Shape { width: 32, buckets: 8 };
        let before = Weights::random(shape, 9);
        std::fs::write(&file, before.quantised(400).to_bytes()).unwrap();
        let read = |shape| read_weights(&file, shape, 300.0);
        let after = read(shape).unwrap();
        for sample in samples(200, 1) {
            let inputs = Inputs::of(&sample);
            let (old, new) = (before.output(&inputs) * 400.0, after.output(&inputs) * 300.0);
            assert!((old - new).abs() < 20.0, "{old} and {new}");
        }
        // Only the first rounding loses anything.
        assert_eq!(
            read_weights(&file, shape, 400.0).unwrap().quantised(400),
            before.quantised(400)
        );

        let wider = read(Shape { width: 64, ..shape }).unwrap_err().to_string();
        assert!(wider.ends_with("32 neurons a side and 8 outputs, expected 64 and 8"), "{wider}");
        let bytes = std::fs::read(&file).unwrap();
        std::fs::write(&file, &bytes[..1000]).unwrap();
        let cut = read(shape).unwrap_err().to_string();
        assert!(cut.starts_with(file.to_str().unwrap()), "{cut}");
    }

    #[test]
    fn rounding_is_measured_against_the_checkpoint() {
        let shape = Shape { width: 32, buckets: 8 };
        let weights = Weights::random(shape, 3);
        let network = Network::new(&weights.quantised(300)).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("checkpoint");
        let moments = Moments::new(weights.all.len());
        let kept =
            Checkpoint { settings: String::new(), step: 1, weights: weights.all.clone(), moments };
        kept.write(&file).unwrap();

        let samples = samples(300, 8);
        let floating = evaluations(&file, &network, &samples).unwrap();
        let whole: Vec<i32> = samples
            .iter()
            .map(|sample| network.evaluate(&packed::unpack(&sample.position).unwrap()))
            .collect();
        for (sample, floating) in samples.iter().zip(&floating) {
            assert!((weights.output(&Inputs::of(sample)) * 300.0 - floating).abs() < 0.1);
        }
        let Rounding { mean, greatest } = Rounding::between(&whole, &floating);
        assert!(0.0 < mean && mean < greatest && greatest < 30.0, "{mean} and {greatest}");
        assert_eq!(Rounding::between(&[], &[]), Rounding::default());

        let error_text = |path: &Path, shape, seed| {
            let other = Network::new(&Weights::random(shape, seed).quantised(300)).unwrap();
            evaluations(path, &other, &samples).unwrap_err().to_string()
        };
        let wide = error_text(&file, Shape { width: 64, ..shape }, 3);
        assert!(wide.starts_with(file.to_str().unwrap()), "{wide}");
        assert!(error_text(&file, shape, 4).contains("the checkpoint of another network"));
        let nothing = dir.path().join("nothing");
        assert!(error_text(&nothing, shape, 3).ends_with("no such checkpoint"));
        let net = dir.path().join("net.nnue");
        std::fs::write(&net, weights.quantised(300).to_bytes()).unwrap();
        assert!(error_text(&net, shape, 3).contains("a checkpoint"), "what is rounded is none");
    }
}
