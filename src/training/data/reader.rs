//! Reads game files one game at a time.

use std::fs::OpenOptions;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::{fs, io};

use thiserror::Error;

use super::game::{GameRecord, HEAD, MAGIC, bytes_of};
use tabia_games::{regular_file, whole_file};

/// Iterator over the games of a file. It ends after an error, because the start of the next game is then unknown.
#[derive(Debug)]
pub struct GameReader<R> {
    input: R,
    offset: u64,
    ended: bool,
    bytes: Vec<u8>,
}

impl<R: Read> GameReader<R> {
    /// Checks the magic.
    ///
    /// # Errors
    /// When it is not a game file.
    pub fn new(mut input: R) -> Result<Self, DataError> {
        let mut found = Vec::new();
        input.by_ref().take(MAGIC.len() as u64).read_to_end(&mut found)?;
        if found != MAGIC {
            return Err(DataError::Format { found, expected: "TABIAG1 (games)" });
        }
        Ok(GameReader { input, offset: MAGIC.len() as u64, ended: false, bytes: Vec::new() })
    }

    /// The next game, if there is one.
    fn read(&mut self) -> Result<Option<GameRecord>, DataError> {
        self.bytes.clear();
        let found = self.fill(HEAD)?;
        if found == 0 {
            return Ok(None);
        }
        let offset = self.offset;
        let cut = |found, expected| DataError::Truncated { offset, found, expected, what: "game" };
        let Some(&head) = self.bytes.first_chunk::<HEAD>() else {
            return Err(cut(found, HEAD));
        };
        let whole = bytes_of(&head);
        let found = self.fill(whole)?;
        if found < whole {
            return Err(cut(found, whole));
        }
        let game = GameRecord::read(&self.bytes, offset)?;
        self.offset += whole as u64;
        Ok(Some(game))
    }

    /// Reads until this many bytes are available or the input ends; returns their number.
    fn fill(&mut self, wanted: usize) -> io::Result<usize> {
        let missing = (wanted - self.bytes.len()) as u64;
        self.input.by_ref().take(missing).read_to_end(&mut self.bytes)?;
        Ok(self.bytes.len())
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<GameRecord, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = self.read().transpose();
        self.ended = !matches!(game, Some(Ok(_)));
        game
    }
}

/// The games of a file.
///
/// # Errors
/// When it cannot be opened or is not a game file; later errors are items of the iterator.
pub fn open(
    path: &Path,
) -> Result<impl Iterator<Item = Result<GameRecord, DataError>> + use<>, DataError> {
    let name = path.to_path_buf();
    let open = || GameReader::new(BufReader::with_capacity(1 << 16, regular_file::open(path)?));
    let games = open().map_err(|error| error.of_file(path))?;
    Ok(games.map(move |game| game.map_err(|error| error.of_file(&name))))
}

// Errors in files of games and positions, with their location.

/// Why a file of games or positions cannot be read or written.
#[derive(Debug, Error)]
pub enum DataError {
    /// Unknown file format.
    #[error("the file begins with \"{}\", expected {expected:?}", found.escape_ascii())]
    Format {
        /// The first bytes.
        found: Vec<u8>,
        /// The expected magic.
        expected: &'static str,
    },
    /// The file ends within a record.
    #[error("offset {offset}: the file ends after {found} of {expected} bytes of a {what}")]
    Truncated {
        /// Offset of the record, bytes.
        offset: u64,
        /// Bytes found.
        found: usize,
        /// Bytes expected.
        expected: usize,
        /// The kind of record.
        what: &'static str,
    },
    /// Invalid data.
    #[error("offset {offset}: {what}")]
    Damaged {
        /// Offset, bytes.
        offset: u64,
        /// What was found and what was expected.
        what: String,
    },
    /// Error of the file system.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// One of these errors, with the file name.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        error: Box<DataError>,
    },
}

impl DataError {
    /// Adds the file name.
    #[must_use]
    pub fn of_file(self, path: &Path) -> DataError {
        match self {
            DataError::File { .. } => self,
            error => DataError::File { path: path.to_path_buf(), error: Box::new(error) },
        }
    }
}

// Self-play writes numbered part files, each complete at any moment and with a unique name.

/// Extension of game files.
pub const GAMES: &str = "games";
/// Suffix of a placeholder file that reserves a name.
const BESIDE: &str = "taken";

/// The placeholder file of a name.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(BESIDE);
    PathBuf::from(name)
}

/// Game files of a folder, sorted by name; a file stands for itself.
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

/// A part of a self-play run: a file with a unique name, and its games.
#[derive(Debug)]
pub struct Part {
    path: PathBuf,
    bytes: Vec<u8>,
    games: usize,
    /// Number of games saved.
    saved: usize,
}

impl Part {
    /// Reserves the first free number in a folder: `name-0007.games`.
    ///
    /// # Errors
    /// When the folder is not writable.
    pub fn begin(folder: &Path, name: &str) -> io::Result<Part> {
        for number in 1.. {
            let path = folder.join(format!("{name}-{number:04}.{GAMES}"));
            // Creating the placeholder file reserves the name. A placeholder left by a killed run only uses up a
            // number.
            match OpenOptions::new().write(true).create_new(true).open(beside(&path)) {
                // Another part may have been saved and its placeholder removed a moment ago, so look only now.
                Ok(_) if path.exists() => fs::remove_file(beside(&path))?,
                Ok(_) => return Ok(Part { path, bytes: MAGIC.to_vec(), games: 0, saved: 0 }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("no number is free"))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn games(&self) -> usize {
        self.games
    }

    /// Adds a game, in memory only.
    pub fn push(&mut self, game: &GameRecord) {
        game.write(&mut self.bytes);
        self.games += 1;
    }

    /// Saves all games. A part without games leaves no file.
    ///
    /// # Errors
    /// Errors of the file system; games saved before stay.
    pub fn save(&mut self) -> io::Result<()> {
        if self.games > self.saved {
            whole_file::write_bytes(&self.path, &self.bytes)?;
            self.saved = self.games;
            self.remove_placeholder();
        }
        Ok(())
    }

    /// Removes the placeholder once the game file reserves the name, or the name is not needed.
    fn remove_placeholder(&self) {
        // One that stays does no harm.
        let _ = fs::remove_file(beside(&self.path));
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if self.saved == 0 {
            self.remove_placeholder();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::game::{GameResult, ScoredMove, Source};
    use tabia_chess::{Board, SplitMix64};

    fn random_game(rng: &mut SplitMix64) -> GameRecord {
        let start = Board::chess960(rng.below(960)).unwrap();
        let (mut board, mut moves) = (start, Vec::new());
        for _ in 0..rng.below(120) {
            let Some(mv) = board.make_random_move(rng) else { break };
            moves.push(ScoredMove { mv, score: rng.next_u64() as i16 });
        }
        let result = GameResult::ALL[rng.below(3)];
        GameRecord { start, result, source: Source::ALL[rng.below(4)], moves }
    }

    fn file_of(games: &[GameRecord]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for game in games {
            game.write(&mut bytes);
        }
        bytes
    }

    fn read_all(bytes: &[u8]) -> Result<Vec<GameRecord>, DataError> {
        GameReader::new(bytes)?.collect()
    }

    #[test]
    fn games_come_back() {
        let mut rng = SplitMix64::new(3);
        let games: Vec<GameRecord> = (0..300).map(|_| random_game(&mut rng)).collect();
        assert_eq!(read_all(&file_of(&games)).unwrap(), games);
    }

    #[test]
    fn any_damage_is_found_and_placed() {
        let mut rng = SplitMix64::new(4);
        let games: Vec<GameRecord> = (0..3).map(|_| random_game(&mut rng)).collect();
        let good = file_of(&games);
        let second = (file_of(&games[..1])).len();
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1 << rng.below(8);
            let error = read_all(&bad).unwrap_err().to_string();
            assert!(at < 8 || error.contains("offset "), "{at}: {error}");
        }
        for end in 8..good.len() {
            let read = read_all(&good[..end]);
            match read {
                Ok(games) => assert!(games.len() < 3 && file_of(&games).len() == end),
                Err(error) => assert!(error.to_string().contains("the file ends after"), "{error}"),
            }
        }
        let error = read_all(&good[..second + 5]).unwrap_err().to_string();
        let wanted = format!("offset {second}: the file ends after 5 of 32 bytes of a game");
        assert_eq!(error, wanted);
    }

    #[test]
    fn parts_have_unique_names_and_are_always_complete() {
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
        // Saved without games, it keeps its name.
        second.save().unwrap();
        let third = Part::begin(dir.path(), "a").unwrap();
        assert!(third.path().ends_with("a-0003.games"));
        drop((second, third));
        for games in 1..4 {
            first.push(&game);
            first.save().unwrap();
            let read: Result<Vec<_>, _> = open(first.path()).unwrap().collect();
            assert_eq!(read.unwrap().len(), games);
        }
        assert_eq!(games_of(dir.path()).unwrap(), [first.path()]);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        let second = Part::begin(dir.path(), "a").unwrap();
        assert!(second.path().ends_with("a-0002.games"));
    }
}
