//! What was named on the command line: a file of games or positions, or a position itself. Also how files
//! from outside are read: of bounded size, in whatever encoding.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use crate::chess::{Board, FenError};

use super::action::Action;

/// Largest file read, bytes. A bigger one is refused with its size.
pub const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// Why there is nothing to open.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Neither a file of this name nor a position.
    #[error("{name}: no such file, and not a position either")]
    Neither {
        /// What was named.
        name: String,
    },
    /// A file that cannot be read.
    #[error("{name}: {error}")]
    File {
        /// Its name.
        name: String,
        /// Why.
        error: io::Error,
    },
    /// A position that is refused.
    #[error("{error}")]
    Position {
        /// Why.
        error: FenError,
    },
}

impl OpenError {
    /// A FEN that would be accepted, if one suggests itself.
    pub fn repair(&self) -> Option<String> {
        match self {
            OpenError::Position { error } => error.repair(),
            OpenError::Neither { .. } | OpenError::File { .. } => None,
        }
    }
}

/// The action that opens what was named: a file that exists is read, anything else has to be a position.
///
/// # Errors
/// Why there is nothing to open.
pub fn argument(named: &OsStr) -> Result<Action, OpenError> {
    let (path, name) = (Path::new(named), named.to_string_lossy().into_owned());
    if path.is_file() {
        return match read_text(path) {
            Ok(text) => Ok(Action::LoadText { name: file_name(path), text }),
            Err(error) => Err(OpenError::File { name, error }),
        };
    }
    match Board::from_fen(name.trim()) {
        Ok(_) => Ok(Action::SetFen(name.trim().to_owned())),
        // Only what looks like a position is told what is wrong with it as one.
        Err(error) if name.matches('/').count() >= 5 && !path.exists() && name.contains(' ') => {
            Err(OpenError::Position { error })
        }
        Err(_) if path.exists() => {
            let error = io::Error::other("not a file");
            Err(OpenError::File { name, error })
        }
        Err(_) => Err(OpenError::Neither { name }),
    }
}

/// The name of a file without its folder.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reads a text of bounded size.
///
/// # Errors
/// What the system says, or the size of a file that is too large.
pub fn read_text(path: &Path) -> io::Result<String> {
    let size = std::fs::metadata(path)?.len();
    if size > MOST_BYTES {
        return Err(io::Error::other(format!("{size} bytes; at most {MOST_BYTES} are read")));
    }
    Ok(text_of(std::fs::read(path)?))
}

/// Text of these bytes: UTF-8, else Latin-1, as old PGN files are.
pub fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_positions_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("réti.pgn");
        std::fs::write(&path, b"[White \"R\xe9ti\"]\n1. Nf3 *").unwrap();
        let Ok(Action::LoadText { name, text }) = argument(path.as_os_str()) else {
            panic!("file")
        };
        assert_eq!(name, "réti.pgn");
        assert!(text.contains("Réti"), "{text}");
        let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        assert!(matches!(argument(OsStr::new(fen)), Ok(Action::SetFen(found)) if found == fen));
    }

    #[test]
    fn what_cannot_be_opened_says_why() {
        let error = argument(OsStr::new("no-such-file.pgn")).unwrap_err().to_string();
        assert_eq!(error, "no-such-file.pgn: no such file, and not a position either");
        let error = argument(OsStr::new("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1")).unwrap_err();
        assert!(error.to_string().starts_with("castling: "), "{error}");
        assert!(error.repair().is_some());
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(argument(folder.path().as_os_str()), Err(OpenError::File { .. })));
        let path = folder.path().join("large.pgn");
        std::fs::File::create(&path).unwrap().set_len(MOST_BYTES + 1).unwrap();
        assert!(argument(path.as_os_str()).unwrap_err().to_string().contains("at most"));
    }
}
