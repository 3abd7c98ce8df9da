//! A training that was stopped, to be taken up again: settings, step, weights and moments in one file.
//!
//! ```text
//! "TABIACK1", length of the settings (32 bits), settings as JSON, step (64 bits),
//! then weights, means and squares (32-bit floats); all little-endian
//! ```

use std::io;
use std::path::Path;

use crate::data::error::DataError;
use tabia_games::{regular_file, whole_file};
use tabia_lab::optimizer::Moments;

/// Largest checkpoint that is read, bytes; the widest net takes a hundredth.
const MOST_BYTES: u64 = 1 << 30;
const MAGIC: &[u8; 8] = b"TABIACK1";

/// A file that may hold a checkpoint; `None` if there is no such file.
pub(super) fn read_bytes(path: &Path) -> Result<Option<Vec<u8>>, DataError> {
    match regular_file::read(path, MOST_BYTES) {
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
