//! A network in floating point, as it was trained: what rounding its weights to whole numbers took from it.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::data::error::DataError;
use crate::data::sample::Sample;
use tabia_engine::eval::nnue::Network;

use super::checkpoint::Checkpoint;
use super::model::{self, Shape, Weights};

/// Why a file does not say what a network was before it was rounded.
#[derive(Debug, Error)]
pub enum FloatingError {
    /// It cannot be read, is no checkpoint, or of a network of another size.
    #[error(transparent)]
    Data(#[from] DataError),
    /// There is no such file.
    #[error("{}: no such checkpoint", .0.display())]
    Missing(PathBuf),
    /// Its weights, rounded, are not those of the network.
    #[error("{}: found a checkpoint that makes another network, expected the one it was made from", .0.display())]
    Another(PathBuf),
}

/// What the training says of these samples, centipawns, mover's view, by its checkpoint. The network is what was made
/// of it, and says how many weights there are and what a unit is worth.
///
/// # Errors
/// When the file cannot be read, or is not what this network was made from.
pub fn evaluations(
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

/// How far whole numbers are from floating ones, centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rounding {
    /// Mean distance.
    pub mean: f64,
    /// The greatest one.
    pub greatest: f64,
}

impl Rounding {
    /// Between two lists of evaluations of the same positions.
    pub fn between(whole: &[i32], floating: &[f32]) -> Rounding {
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
    use super::super::model::Inputs;
    use super::super::model::tests::samples;
    use super::*;
    use crate::data::packed;
    use tabia_lab::optimizer::Moments;

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

        let said = |path: &Path, shape, seed| {
            let other = Network::new(&Weights::random(shape, seed).quantised(300)).unwrap();
            evaluations(path, &other, &samples).unwrap_err().to_string()
        };
        let wide = said(&file, Shape { width: 64, ..shape }, 3);
        assert!(wide.starts_with(file.to_str().unwrap()), "{wide}");
        assert!(said(&file, shape, 4).contains("makes another network"));
        let nothing = dir.path().join("nothing");
        assert!(said(&nothing, shape, 3).ends_with("no such checkpoint"));
        let net = dir.path().join("net.nnue");
        std::fs::write(&net, weights.quantised(300).to_bytes()).unwrap();
        assert!(said(&net, shape, 3).contains("a checkpoint"), "what is rounded is none");
    }
}
