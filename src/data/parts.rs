//! Files that are whole or not there: each is written beside its place and then put into it. A folder of
//! self-play grows part by part this way.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::error::DataError;
use super::game::{GameRecord, MAGIC};

/// How the name of a file of games ends.
pub const GAMES: &str = "games";
/// What is added to a name while the file is written.
const BESIDE: &str = "writing";

/// Writes a file beside its place and, once it is whole and on the disk, renames it.
///
/// # Errors
/// What the device says; then the file that was in the place is still there. Something other than a file in
/// the place, a device say, is left alone.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    // A rename would put a file in the place of a device or a folder.
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        let what = "what is there is no file that could be replaced";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    }
    let beside = beside(path);
    let mut file = File::create(&beside)?;
    write(&mut file)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&beside, path)
}

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
            replace(&self.path, |file| file.write_all(&self.bytes))?;
            self.saved = self.games;
        } else if self.games == 0 && beside(&self.path).exists() {
            fs::remove_file(beside(&self.path))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::board::Board;
    use crate::data::game::{GameResult, Source};
    use crate::data::reader;

    #[test]
    fn only_files_are_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let write = |path: &Path| replace(path, |file| file.write_all(b"new"));
        let error = write(dir.path()).unwrap_err().to_string();
        assert_eq!(error, "what is there is no file that could be replaced");
        let path = dir.path().join("a");
        write(&path).unwrap();
        write(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

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
