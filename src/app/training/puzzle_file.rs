//! A file of puzzles of the user's, one per line as EPD (`tabia_host::puzzles`): a set of its own.

use std::path::{Path, PathBuf};

use tabia_games::regular_file;
use tabia_host::puzzles::{self, Puzzle};
use tabia_text::t;

/// Maximum size of a file, bytes.
const MAX_BYTES: u64 = 1 << 26;

/// A file of puzzles that was read.
#[derive(Clone, Debug)]
pub struct PuzzlesRead {
    pub path: PathBuf,
    /// The user has just picked it; otherwise it is the one of an earlier run.
    pub picked: bool,
    /// The puzzles and the lines that cannot be read, with the reasons; or the error as text.
    pub found: Result<(Vec<Puzzle>, Vec<String>), String>,
}

impl PuzzlesRead {
    /// Reads a file. Waits for the disk.
    pub fn of(path: PathBuf, picked: bool) -> PuzzlesRead {
        let found = read(&path);
        PuzzlesRead { path, picked, found }
    }
}

fn read(path: &Path) -> Result<(Vec<Puzzle>, Vec<String>), String> {
    let bytes = regular_file::read(path, MAX_BYTES).map_err(|error| error.to_string())?;
    let (puzzles, refused) = puzzles::read_lines(&String::from_utf8_lossy(&bytes));
    let line = |(number, error): (usize, puzzles::PuzzleError)| {
        let line = number.to_string();
        t!("training-puzzles-line", line = line, error = error.to_string())
    };
    let refused: Vec<String> = refused.into_iter().map(line).collect();
    match refused.first() {
        _ if !puzzles.is_empty() => Ok((puzzles, refused)),
        Some(first) => Err(first.clone()),
        None => Err(t!("training-puzzles-none").to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_are_read_and_other_lines_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.epd");
        let read = || PuzzlesRead::of(path.clone(), true).found;
        assert!(read().is_err(), "no file");
        let fork = "r3k3/8/8/3N4/8/8/8/4K3 w - - bm Nc7+; id \"fork\";";
        std::fs::write(&path, format!("# own\n{fork}\n\nrubbish\n")).unwrap();
        let (puzzles, refused) = read().unwrap();
        assert_eq!((puzzles.len(), puzzles[0].source.as_str()), (1, "fork"));
        assert!(refused.len() == 1 && refused[0].contains('4'), "{refused:?}");
        for none in ["# nothing\n", "rubbish"] {
            std::fs::write(&path, none).unwrap();
            assert!(read().is_err(), "{none}");
        }
    }
}
