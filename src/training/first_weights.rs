//! Weights for a training to begin with that another one has learnt: from its checkpoint or its network.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::data::error::DataError;
use tabia_engine::eval::net_file::NetworkError;
use tabia_engine::eval::nnue::Parameters;

use super::checkpoint::{self, Checkpoint};
use super::model::{Shape, Weights};

/// Why a file is nothing to begin with.
#[derive(Debug, Error)]
pub enum BeginError {
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
        /// What is wrong with it.
        error: NetworkError,
    },
    /// A network of another shape.
    #[error(
        "{}: found a network of {} numbers a side and {} outputs, expected {} and {}",
        path.display(), found.width, found.buckets, expected.width, expected.buckets
    )]
    Shape {
        /// The file.
        path: PathBuf,
        /// Its shape.
        found: Shape,
        /// The shape asked for.
        expected: Shape,
    },
}

/// The weights in a checkpoint or a network of this shape; those of a network for a scale in centipawns.
pub(super) fn read_weights(path: &Path, shape: Shape, scale: f32) -> Result<Weights, BeginError> {
    let bytes = checkpoint::read_bytes(path)?;
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

#[cfg(test)]
mod tests {
    use super::super::model::Inputs;
    use super::super::model::tests::samples;
    use super::*;

    #[test]
    fn a_network_is_read_back_for_another_scale_and_what_is_wrong_is_told() {
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
        // Nothing is lost but by the first rounding.
        assert_eq!(
            read_weights(&file, shape, 400.0).unwrap().quantised(400),
            before.quantised(400)
        );

        let wider = read(Shape { width: 64, ..shape }).unwrap_err().to_string();
        assert!(wider.ends_with("32 numbers a side and 8 outputs, expected 64 and 8"), "{wider}");
        let bytes = std::fs::read(&file).unwrap();
        std::fs::write(&file, &bytes[..1000]).unwrap();
        let cut = read(shape).unwrap_err().to_string();
        assert!(cut.starts_with(file.to_str().unwrap()), "{cut}");
    }
}
