//! The file of games of a match that is being played. It is locked; games played before are read from it, so that the
//! match resumes, and each game is appended when it ends.

use std::cell::Cell;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tabia_engine::play::Game;
use tabia_text::t;

use super::plan::Plan;
use super::record::{Header, Record, append, claim};
use super::resume::{self, KeptGame, ResumeError};
use super::run::{Match, Tournament, game_id};
use super::schedule::Fixture;

/// A file of games, locked until this is dropped.
#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    _lock: File,
    /// Length of the file after the last game, bytes.
    end: Cell<u64>,
    event: String,
    /// [`Match::common_id`].
    common: String,
}

impl Recorder {
    /// Locks the file of a match and adds the games in it to the schedule. Returns those games and, if an incomplete
    /// game was cut off at the end, the file it was moved to.
    ///
    /// # Errors
    /// If another match writes to the file, if it cannot be read or written, or if it contains something else.
    pub fn open(
        path: &Path,
        plan: &Plan,
        ready: &mut Match,
    ) -> Result<(Recorder, Vec<KeptGame>, Option<PathBuf>), ResumeError> {
        let lock = claim(path)?;
        let (games, end) = resume::read(path, ready)?;
        let cut = resume::cut(path, end)?;
        let end = Cell::new(lock.metadata()?.len());
        let (event, common) = (plan.name.clone(), ready.common_id());
        Ok((Recorder { path: path.to_owned(), _lock: lock, end, event, common }, games, cut))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a game that has ended.
    ///
    /// # Errors
    /// If the file cannot be written, or games have disappeared from it.
    pub fn write(&self, tournament: &Tournament, fixture: Fixture, game: &Game) -> io::Result<()> {
        let players = tournament.players();
        let [white, black] = [fixture.white, fixture.black].map(|player| &*players[player]);
        let names = [white.0.name.as_str(), black.0.name.as_str()];
        let id = game_id(&self.common, [&white.0, &black.0]);
        let header = Header { event: self.event.clone(), id };
        let round = tournament.round_tag(fixture);
        let record = Record { fixture, round, names, controls: [white.1, black.1], game };
        let found = std::fs::metadata(&self.path)?.len();
        if found < self.end.get() {
            let text = t!("arena-file-shorter", found = found, expected = self.end.get());
            return Err(io::Error::other(text));
        }
        self.end.set(append(&self.path, &record.pgn(&header, SystemTime::now()))?);
        Ok(())
    }
}
