//! A training position: 32 bytes with score and result.
//!
//! ```text
//! file    "TABIAP1\n", then samples until the end
//! sample   0..28  the position, see `packed`
//!         28..30  score in centipawns, side to move's view, signed, little-endian
//!         30      result of the game: 0 Black won, 1 drawn, 2 White won
//!         31      where it comes from, as in `game`
//! ```

use std::io::{self, BufReader, Read as _, Write};
use std::path::Path;

use tabia_chess::{Board, Color};
use tabia_games::{regular_file, whole_file};

use super::game::{GameResult, Source};
use super::packed::{self, Packed};
use super::reader::DataError;

/// Magic of a sample file.
pub const MAGIC: &[u8; 8] = b"TABIAP1\n";
/// Size of a sample.
pub const BYTES: usize = packed::BYTES + 4;

/// A training position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    pub position: Packed,
    /// Centipawns, side to move's view.
    pub score: i16,
    pub result: GameResult,
    pub source: Source,
}

impl Sample {
    /// A sample of this position.
    pub fn new(board: &Board, score: i16, result: GameResult, source: Source) -> Sample {
        Sample { position: packed::pack(board), score, result, source }
    }

    /// Result for the side to move: 0 lost, 0.5 drawn, 1 won. `None` for positions off the game.
    #[inline]
    pub fn result_of_mover(&self) -> Option<f32> {
        let white = f32::from(self.result as u8) / 2.0;
        let mover = if packed::is_black_to_move(&self.position) { 1.0 - white } else { white };
        (self.source != Source::Wandered).then_some(mover)
    }

    pub fn bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..packed::BYTES].copy_from_slice(&self.position);
        bytes[28..30].copy_from_slice(&self.score.to_le_bytes());
        bytes[30] = self.result as u8;
        bytes[31] = self.source as u8;
        bytes
    }

    /// Parses a sample. Checks what a trainer relies on: at most 32 valid pieces, and one king per side.
    /// [`packed::unpack`] checks the legality.
    ///
    /// # Errors
    /// When a check fails; `offset` is the position of the sample in its file.
    pub fn read(bytes: &[u8; BYTES], offset: u64) -> Result<Sample, DataError> {
        let damaged = |what: String| DataError::Damaged { offset, what };
        let [position @ .., low, high, result, source] = *bytes;
        let count = packed::occupied(&position).count_ones();
        if count > packed::PIECES_MAX {
            return Err(damaged(format!("{count} pieces, expected 32 at most")));
        }
        let mut kings = [0; Color::COUNT];
        for number in 0..count as usize {
            match packed::piece_at(&position, number) {
                5 => kings[0] += 1,
                11 => kings[1] += 1,
                _ => {}
            }
        }
        if kings != [1; 2] {
            return Err(damaged(format!("{kings:?} kings, expected one a side")));
        }
        let score = i16::from_le_bytes([low, high]);
        match (GameResult::from_index(result), Source::from_index(source)) {
            (Some(result), Some(source)) => Ok(Sample { position, score, result, source }),
            _ => Err(damaged(format!(
                "result {result} and source {source}, expected 0 to 2 and 0 to 5"
            ))),
        }
    }
}

/// Writes samples atomically.
///
/// # Errors
/// Errors of the file system.
pub fn write_file<'a>(
    path: &Path,
    samples: impl IntoIterator<Item = &'a Sample>,
) -> Result<(), DataError> {
    let write = |out: &mut dyn Write| {
        out.write_all(MAGIC)?;
        samples.into_iter().try_for_each(|sample| out.write_all(&sample.bytes()))
    };
    whole_file::write(path, write).map_err(|error: io::Error| DataError::from(error).of_file(path))
}

/// Reads all samples of a file.
///
/// # Errors
/// States the error and its location.
pub fn read_file(path: &Path) -> Result<Vec<Sample>, DataError> {
    let read = || {
        let file = regular_file::open(path)?;
        let length = file.metadata()?.len() as usize;
        let mut input = BufReader::with_capacity(1 << 20, file);
        let mut magic = Vec::new();
        input.by_ref().take(MAGIC.len() as u64).read_to_end(&mut magic)?;
        if magic != MAGIC {
            return Err(DataError::Format { found: magic, expected: "TABIAP1 (samples)" });
        }
        let mut bytes = Vec::new();
        bytes.try_reserve(length).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        input.read_to_end(&mut bytes)?;
        let (records, rest) = bytes.as_chunks::<BYTES>();
        let offset = |number: usize| (MAGIC.len() + number * BYTES) as u64;
        if !rest.is_empty() {
            return Err(DataError::Truncated {
                offset: offset(records.len()),
                found: rest.len(),
                expected: BYTES,
                what: "sample",
            });
        }
        let all = records.iter().enumerate();
        all.map(|(number, bytes)| Sample::read(bytes, offset(number))).collect()
    };
    read().map_err(|error| error.of_file(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(score: i16) -> Sample {
        Sample::new(&Board::start(), score, GameResult::WhiteWins, Source::Endings)
    }

    #[test]
    fn samples_come_back() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.samples");
        let all: Vec<Sample> = (-3..40).map(|n| sample(n * 100)).collect();
        write_file(&path, &all).unwrap();
        assert_eq!(read_file(&path).unwrap(), all);
        assert_eq!(std::fs::metadata(&path).unwrap().len(), 8 + 43 * 32);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "nothing is left beside it");
        let black = Board::start().after(Board::start().legal_moves()[0]);
        let black = Sample::new(&black, 0, GameResult::WhiteWins, Source::Standard);
        assert_eq!((sample(0).result_of_mover(), black.result_of_mover()), (Some(1.0), Some(0.0)));
    }

    #[test]
    fn a_damaged_file_says_where() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.samples");
        write_file(&path, &[sample(1), sample(2)]).unwrap();
        let good = std::fs::read(&path).unwrap();
        let error_of = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            read_file(&path).unwrap_err().to_string()
        };
        assert!(error_of(&good[..50]).contains("offset 40: the file ends after 10 of 32 bytes"));
        assert!(error_of(b"PNG").contains("expected \"TABIAP1 (samples)\""));
        let mut bad = good.clone();
        bad[40 + 30] = 9;
        assert!(error_of(&bad).contains("offset 40: result 9"), "{}", error_of(&bad));
        bad[40..48].fill(0xff);
        assert!(error_of(&bad).contains("offset 40: 64 pieces"), "{}", error_of(&bad));
        bad[40..48].fill(0);
        assert!(error_of(&bad).contains("[0, 0] kings"), "{}", error_of(&bad));
    }
}
