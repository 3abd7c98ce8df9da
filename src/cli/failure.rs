//! Errors of terminal commands.

use std::io;
use std::path::Path;

use thiserror::Error;

use tabia_chess::FenError;
use tabia_engine::search::thinker::SearchError;
use tabia_games::collection::file::FileError;

/// Why a command failed.
#[derive(Debug, Error)]
pub enum Failure {
    /// The reader of the output has closed it. This is not an error.
    #[error("the output was closed")]
    Closed,
    /// The command cannot be carried out; the text states why.
    #[error("{0}")]
    Refused(String),
    /// The user has ended the command; the text states what was done until then.
    #[error("interrupted: {0}")]
    Interrupted(String),
    /// The output cannot be written.
    #[error("the output cannot be written: {0}")]
    Output(io::Error),
}

impl Failure {
    /// An invalid position, with the suggested repair.
    pub fn fen(error: &FenError) -> Failure {
        Failure::Refused(match error.repair() {
            Some(repair) => format!("{error}\nPerhaps you mean: {repair}"),
            None => error.to_string(),
        })
    }

    /// Adds the name of an output file.
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

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Failure::Refused(format!("{error}, so nothing was written"))
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
