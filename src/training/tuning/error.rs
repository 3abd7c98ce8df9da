//! What can be wrong with the tuner's data.

use std::io;

use thiserror::Error;

/// Why positions could not be read.
#[derive(Debug, Error)]
pub enum DataError {
    /// The file cannot be read or the copy not written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A file of self-play is damaged or none.
    #[error("{0}")]
    Games(#[from] crate::data::error::DataError),
    /// A line of positions is none.
    #[error("line {line}: found '{found}', expected {expected}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What stands there, shortened.
        found: String,
        /// What should.
        expected: &'static str,
    },
}

impl DataError {
    pub(super) fn line(line: usize, found: &str, expected: &'static str) -> DataError {
        DataError::Line { line, found: found.chars().take(80).collect(), expected }
    }
}
