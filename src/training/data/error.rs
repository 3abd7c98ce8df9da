//! What can be wrong with a file of games or positions: always with the place where it was found.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a file of games or positions cannot be read or written.
#[derive(Debug, Error)]
pub enum DataError {
    /// The first bytes belong to no format known here.
    #[error("the file begins with {found:02x?}, expected {expected:?}")]
    Format {
        /// The first bytes.
        found: Vec<u8>,
        /// How such a file begins.
        expected: &'static str,
    },
    /// The file ends inside a record.
    #[error("offset {offset}: the file ends after {found} of {expected} bytes of a {what}")]
    Truncated {
        /// Where the record begins, bytes from the start of the file.
        offset: u64,
        /// Bytes there are.
        found: usize,
        /// Bytes there should be.
        expected: usize,
        /// What kind of record.
        what: &'static str,
    },
    /// Bytes that make no sense.
    #[error("offset {offset}: {what}")]
    Damaged {
        /// Where, bytes from the start of the file.
        offset: u64,
        /// What was found and what was expected.
        what: String,
    },
    /// The device failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Any of these, in a file with a name.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<DataError>,
    },
}

impl DataError {
    /// The same with the name of the file.
    #[must_use]
    pub fn of_file(self, path: &Path) -> DataError {
        match self {
            DataError::File { .. } => self,
            error => DataError::File { path: path.to_path_buf(), error: Box::new(error) },
        }
    }
}
