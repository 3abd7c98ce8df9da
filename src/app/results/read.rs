//! Reads the games of the file on a thread of its own: one after the other, so that memory does not depend on the
//! size of their moves.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tabia_games::game::pgn_stream::PgnStream;
use tabia_games::regular_file;

use super::game::{GameOfFile, OwnRecord};
use super::record::{GameFilter, Results};
use super::state::ResultsAction;

/// Maximum number of games read from a file; more than anyone plays.
pub const MAX_GAMES: usize = 200_000;

/// A request for the user's results.
#[derive(Clone, Debug, Default)]
pub struct ResultsRequest {
    /// Its number, repeated in the answer.
    pub ticket: u64,
    /// The user's name in the settings.
    pub user: String,
    /// Names of the user's engines.
    pub engines: Vec<String>,
    /// Which games count.
    pub filter: GameFilter,
    /// Today, counted from 1970-01-01.
    pub today: u32,
    /// The record of the file, if it is known: the file is then not read again.
    pub known: Option<Arc<OwnRecord>>,
}

impl ResultsRequest {
    /// Reads the file and computes the numbers; a missing file has no games. `None` if it was cancelled.
    pub fn answer(&self, path: Option<&Path>, stop: &AtomicBool) -> Option<ResultsAction> {
        let read = match (&self.known, path.filter(|path| path.exists())) {
            (Some(known), _) => Ok(Arc::clone(known)),
            (None, None) => Ok(Arc::default()),
            (None, Some(path)) => {
                match regular_file::open(path).map(|file| self.read(file, stop)) {
                    Ok(Ok(None)) => return None,
                    Ok(Ok(Some(record))) => Ok(Arc::new(record)),
                    Ok(Err(error)) | Err(error) => Err(error.to_string()),
                }
            }
        };
        let count = |record: Arc<OwnRecord>| {
            let results = Results::of(&record.games, self.filter, self.today);
            (record, Arc::new(results))
        };
        Some(ResultsAction::Read { ticket: self.ticket, read: read.map(count) })
    }

    /// Reads games from any input; `None` if it was cancelled.
    ///
    /// # Errors
    /// The error of the input.
    pub fn read(&self, input: impl Read, stop: &AtomicBool) -> std::io::Result<Option<OwnRecord>> {
        self.read_within(input, MAX_GAMES, stop)
    }

    fn read_within(
        &self,
        input: impl Read,
        most: usize,
        stop: &AtomicBool,
    ) -> std::io::Result<Option<OwnRecord>> {
        let known = |name: &str| self.engines.iter().any(|engine| engine == name);
        let (mut stream, mut record) = (PgnStream::new(input), OwnRecord::default());
        while let Some(raw) = stream.next_game()? {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if record.games.len() >= most {
                record.is_cut = true;
                break;
            }
            match GameOfFile::of(&raw.read(), &self.user, &known) {
                GameOfFile::Played(game) => record.games.push(*game),
                GameOfFile::Unfinished => record.unfinished = record.unfinished.saturating_add(1),
                GameOfFile::OfOthers => record.of_others = record.of_others.saturating_add(1),
            }
        }
        Ok(Some(record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> ResultsRequest {
        ResultsRequest { ticket: 7, ..ResultsRequest::default() }
    }

    fn read(text: &[u8]) -> OwnRecord {
        request().read(text, &AtomicBool::new(false)).unwrap().unwrap()
    }

    const GAME: &str = "[White \"Player\"]\n[Black \"Tabia\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n";

    #[test]
    fn games_of_all_kinds_are_counted() {
        let open = GAME.replace("1-0", "*");
        let others = GAME.replace("Player", "Stockfish 16");
        let record = read(format!("{GAME}{open}{others}{GAME}").as_bytes());
        assert_eq!((record.games.len(), record.unfinished, record.of_others), (2, 1, 1));
        assert!(!record.is_cut && !record.is_empty());
    }

    #[test]
    fn whatever_the_file_holds_it_is_read_to_its_end() {
        for text in [
            &b""[..],
            b"\0\0\0\0",
            b"this is no game at all",
            b"\xff\xfe\x00[",
            b"[White \"Player",
            b"{ never closed",
            b"[Result \"1-0\"]\n\n1. e9 Zz4 (((( 1-0",
            b"[White \"Player\"]\n[Black \"Tabia\"]\n[Result \"1-0\"]\n[FEN \"no\"]\n\n1. e4 1-0",
            b"[White \"Player\"]\n[TimeControl \"1e400+NaN\"]\n[Result \"0-1\"]\n\n0-1",
        ] {
            let record = read(text);
            assert!(record.games.len() <= 1, "{text:?}");
        }
        let damaged = [b"\0\0", GAME.as_bytes(), b"}}}]]", GAME.as_bytes()].concat();
        assert_eq!(read(&damaged).games.len(), 2);
    }

    #[test]
    fn many_games_are_cut_and_a_reader_can_be_stopped() {
        let text = GAME.repeat(50);
        let stop = AtomicBool::new(false);
        let record = request().read_within(text.as_bytes(), 20, &stop).unwrap().unwrap();
        assert!(record.is_cut && record.games.len() == 20);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(request().read(text.as_bytes(), &stop).unwrap(), None);
    }

    #[test]
    fn no_file_is_no_games_and_a_folder_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let stop = AtomicBool::new(false);
        let answer = |path: Option<&Path>| match request().answer(path, &stop) {
            Some(ResultsAction::Read { ticket: 7, read }) => read,
            other => panic!("{other:?}"),
        };
        assert!(answer(None).unwrap().0.is_empty());
        assert!(answer(Some(&folder.path().join("none.pgn"))).unwrap().0.is_empty());
        assert!(answer(Some(folder.path())).is_err());
    }
}
