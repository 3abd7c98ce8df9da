//! A folder of self-play grows part by part: each a file that is whole at any moment, under a name that no
//! other run has.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use tabia_games::whole_file;

use super::error::DataError;
use super::game::{GameRecord, MAGIC};

/// How the name of a file of games ends.
pub const GAMES: &str = "games";
/// What is added to a name that is taken and has no games yet.
const BESIDE: &str = "taken";

/// The file that holds a name while nothing is in it.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(BESIDE);
    PathBuf::from(name)
}

/// The files of games in a folder, by name; a file stands for itself.
///
/// # Errors
/// When the folder cannot be read.
pub fn games_of(path: &Path) -> Result<Vec<PathBuf>, DataError> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let list = || -> io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(path)? {
            let file = entry?.path();
            if file.extension().is_some_and(|extension| extension == GAMES) {
                files.push(file);
            }
        }
        files.sort();
        Ok(files)
    };
    list().map_err(|error| DataError::from(error).of_file(path))
}

/// A part of a run of self-play: its file under a name that nobody else uses, and its games.
#[derive(Debug)]
pub struct Part {
    path: PathBuf,
    bytes: Vec<u8>,
    games: usize,
    /// Games that are on the disk.
    saved: usize,
}

impl Part {
    /// Takes the first free number in a folder: `name-0007.games`.
    ///
    /// # Errors
    /// When nothing can be written there.
    pub fn begin(folder: &Path, name: &str) -> io::Result<Part> {
        for number in 1.. {
            let path = folder.join(format!("{name}-{number:04}.{GAMES}"));
            if path.exists() {
                continue;
            }
            // The name is taken by whoever creates the file beside it. One that a killed run left behind
            // costs a number and nothing else.
            match OpenOptions::new().write(true).create_new(true).open(beside(&path)) {
                Ok(_) => return Ok(Part { path, bytes: MAGIC.to_vec(), games: 0, saved: 0 }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("no number is free"))
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Games in it.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Adds a game, so far in memory only.
    pub fn push(&mut self, game: &GameRecord) {
        game.write(&mut self.bytes);
        self.games += 1;
    }

    /// Puts all games so far on the disk. A part without games leaves no file.
    ///
    /// # Errors
    /// What the device says; what was saved before stays.
    pub fn save(&mut self) -> io::Result<()> {
        if self.games > self.saved {
            whole_file::write_bytes(&self.path, &self.bytes)?;
            self.saved = self.games;
        }
        // Either the file holds the name now, or nobody needs it.
        if beside(&self.path).exists() { fs::remove_file(beside(&self.path)) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::game::{GameResult, Source};
    use crate::data::reader;
    use tabia_chess::Board;

    #[test]
    fn parts_take_names_of_their_own_and_are_always_whole() {
        let dir = tempfile::tempdir().unwrap();
        let game = GameRecord {
            start: Board::start(),
            result: GameResult::Draw,
            source: Source::Standard,
            moves: Vec::new(),
        };
        let mut first = Part::begin(dir.path(), "a").unwrap();
        let mut second = Part::begin(dir.path(), "a").unwrap();
        assert!(first.path().ends_with("a-0001.games") && second.path().ends_with("a-0002.games"));
        second.save().unwrap();
        for games in 1..4 {
            first.push(&game);
            first.save().unwrap();
            let read: Result<Vec<_>, _> = reader::open(first.path()).unwrap().collect();
            assert_eq!(read.unwrap().len(), games);
        }
        assert_eq!(games_of(dir.path()).unwrap(), [first.path()]);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        let third = Part::begin(dir.path(), "a").unwrap();
        assert!(third.path().ends_with("a-0002.games"));
    }
}
