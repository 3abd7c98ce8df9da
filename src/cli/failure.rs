//! How a command of the terminal ends when it does not end well.

use std::io;
use std::path::Path;

use thiserror::Error;

use tabia_chess::FenError;
use tabia_engine::search::thinker::SearchError;

/// Why a command could not be carried out.
#[derive(Debug, Error)]
pub enum Failure {
    /// Whoever read the output has gone. Nothing is wrong, there is only nobody left to tell.
    #[error("the output was closed")]
    Closed,
    /// What was asked for cannot be done; the text says why.
    #[error("{0}")]
    Refused(String),
    /// The output cannot be written.
    #[error("the output cannot be written: {0}")]
    Output(io::Error),
}

impl Failure {
    /// A position that is refused, with the repair that is offered for it.
    pub fn fen(error: &FenError) -> Failure {
        Failure::Refused(match error.repair() {
            Some(repair) => format!("{error}\nPerhaps you mean: {repair}"),
            None => error.to_string(),
        })
    }

    /// The same, where the output was a file: then it is named.
    #[must_use]
    pub fn of_file(self, path: &Path) -> Failure {
        match self {
            Failure::Output(error) => Failure::file(path, &error),
            other => other,
        }
    }

    /// A file that cannot be used.
    pub fn file(path: &Path, error: &io::Error) -> Failure {
        Failure::Refused(format!("{}: {error}", path.display()))
    }
}

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Self {
        Failure::Refused(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failure::Closed
        } else {
            Failure::Output(error)
        }
    }
}
