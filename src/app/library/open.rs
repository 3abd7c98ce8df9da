//! Texts and files from outside, of any size and encoding, read on a thread that may wait for them. They are read in
//! pieces, so that a large one can report its progress and be cancelled.

use std::io::{self, Read as _, Seek as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tabia_games::collection::file::{self, Place, Stamp};
use tabia_games::collection::{Collection, scan};
use tabia_games::game::pgn_encoding::{Encoding, Utf8Reader};
use tabia_games::regular_file;

use super::collection::Origin;
use super::link;
use super::paste::{self, NotReadable, Pasted};

/// A file up to this size may be of any kind and is read as a whole, bytes; a larger one must contain games.
const WHOLE: u64 = 1 << 20;

/// The progress of reading a text, and whether it is still wanted. Shared between the reader and the one who waits.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    cancelled: AtomicBool,
}

impl Progress {
    /// How much is done, 0 to 1.
    pub fn share(&self) -> f32 {
        let total = self.total.load(Ordering::Relaxed);
        let done = self.done.load(Ordering::Relaxed);
        if total == 0 { 0.0 } else { (done as f32 / total as f32).min(1.0) }
    }

    /// Cancels the reading; the reader notices at its next piece.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Reports the share that is done, 0 to 1, and returns whether to continue.
    pub fn advance(&self, share: f32) -> bool {
        const PARTS: u64 = 10_000;
        self.total.store(PARTS, Ordering::Relaxed);
        self.reach((share.clamp(0.0, 1.0) * PARTS as f32) as u64)
    }

    /// Reports the bytes that are done, and returns whether to continue.
    fn reach(&self, bytes: u64) -> bool {
        self.done.store(bytes, Ordering::Relaxed);
        !self.cancelled.load(Ordering::Relaxed)
    }
}

/// A text that was read, and its content.
#[derive(Clone, Debug)]
pub struct Opened {
    /// A file name without its folder, or a description of another source.
    pub source: String,
    /// The file, or the text without surrounding characters added by editors; for several positions, their text as PGN.
    pub origin: Origin,
    /// The file that was read, by its true path, even if `origin` is the text of its positions.
    pub file: Option<PathBuf>,
    /// The version of the file that was read.
    pub stamp: Stamp,
    /// The place of a single game in it.
    pub place: Option<Place>,
    pub found: Result<Pasted, NotReadable>,
    /// The games of a file, however few.
    pub list: Option<Arc<Collection>>,
    /// Show it as a list, even with a single game.
    pub as_list: bool,
    /// Only the list of games is wanted; the board stays as it is.
    pub quietly: bool,
    /// The filter for the games of the list, as the user types it; empty: keep the previous filter.
    pub filter: String,
}

impl Opened {
    /// Reads a text in memory. The time grows with its size.
    pub fn of(source: &str, text: &str) -> Opened {
        let text = games_or_text(text);
        let (found, place) = paste::read_at_once(&text);
        Opened::with(source.to_owned(), Origin::Text(text), found, place)
    }

    /// The same with progress and cancellation; `None` if it was cancelled.
    pub fn watched(source: String, text: &str, progress: &Progress) -> Option<Opened> {
        let text = games_or_text(text);
        progress.total.store(text.len() as u64, Ordering::Relaxed);
        let (found, place) = paste::read_watched(&text, &mut |done| progress.reach(done))?;
        if !progress.reach(text.len() as u64) {
            return None;
        }
        Some(Opened::with(source, Origin::Text(text), found, place))
    }

    fn with(
        source: String,
        origin: Origin,
        found: Result<Pasted, NotReadable>,
        place: Option<Place>,
    ) -> Opened {
        let stamp = Stamp::default();
        Opened {
            source,
            origin,
            file: None,
            stamp,
            place,
            found,
            list: None,
            as_list: false,
            quietly: false,
            filter: String::new(),
        }
    }
}

/// The text without surrounding characters added by editors; several positions as PGN.
fn games_or_text(text: &str) -> Arc<str> {
    paste::positions_as_games(text).map_or_else(|| link::clean(text).into(), Into::into)
}

/// Reads a file and finds out what it contains; `None` if it was cancelled.
///
/// # Errors
/// The error of the system.
pub fn file(path: &Path, progress: &Progress) -> io::Result<Option<Opened>> {
    let mut file = regular_file::open(path)?;
    let stamp = Stamp::of_open(&file)?;
    progress.total.store(stamp.length, Ordering::Relaxed);
    let mut first = Vec::new();
    (&mut file).take(WHOLE).read_to_end(&mut first)?;
    file::refuse_binary(&first)?;
    let text = text_of(&first);
    let whole = stamp.length <= WHOLE;
    let source = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    // A relative name would mean another file when the program is started in another folder.
    let path = file::true_path(path);
    if whole && let Some(games) = paste::positions_as_games(&text) {
        let opened = Opened::watched(source, &games, progress);
        return Ok(opened.map(|opened| Opened { file: Some(path), stamp, ..opened }));
    }
    let position = paste::read_position(&text).filter(|_| whole);
    let read_one = |place: &Place| file::read_game(&path, place).ok();
    // An empty file is a file with no games.
    let mut games = text.trim().is_empty().then(Arc::default);
    let (found, place) = if let Some(found) = position {
        (found, None)
    } else {
        file.rewind()?;
        let list = scan::read(file, &mut |done| progress.reach(done))?;
        let Some(list) = list else { return Ok(None) };
        paste::of_list(games.insert(Arc::new(list)), &text, read_one)
    };
    if !progress.reach(stamp.length) {
        return Ok(None);
    }
    let opened = Opened::with(source, Origin::File(path.clone()), found, place);
    Ok(Some(Opened { file: Some(path), stamp, list: games, ..opened }))
}

/// Decodes these bytes: UTF-16 or UTF-8, else Latin-1, as in old PGN files.
fn text_of(bytes: &[u8]) -> String {
    if Encoding::wide(bytes.get(..4).unwrap_or(bytes)).is_some() {
        let mut text = Vec::new();
        // Reading from memory cannot fail.
        let _ = Utf8Reader::new(bytes).read_to_end(&mut text);
        return String::from_utf8_lossy(&text).into_owned();
    }
    let latin_1 = || bytes.iter().map(|&byte| char::from(byte)).collect();
    match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        // The text was cut off in the middle of a character.
        Err(error) if error.error_len().is_none() => {
            String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned()
        }
        Err(_) => latin_1(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(bytes: &[u8]) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("réti.pgn");
        std::fs::write(&path, bytes).unwrap();
        (folder, path)
    }

    #[test]
    fn old_encodings_and_marks_of_editors_are_read() {
        let bytes = b"[White \"R\xe9ti\"]\n1. Nf3 *\n";
        let bytes_of_the_game = bytes.len() - 1;
        let (_folder, path) = written(bytes);
        let opened = file(&path, &Progress::default()).unwrap().unwrap();
        assert_eq!(opened.source, "réti.pgn");
        let Ok(Pasted::Game(game)) = opened.found else { panic!("{:?}", opened.found) };
        assert_eq!(game.tags.get("White"), Some("Réti"));
        assert_eq!(opened.place.unwrap().length, bytes_of_the_game as u32);
        let Origin::Text(text) = Opened::of("x", "\u{feff} e4 e5 ").origin else { panic!() };
        assert_eq!(&*text, "e4 e5");
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let progress = Progress::default();
        assert!(file(Path::new("no-such-folder/x.pgn"), &progress).is_err());
        let folder = tempfile::tempdir().unwrap();
        let error = file(folder.path(), &progress).unwrap_err().to_string();
        assert!(error.contains("expected a file"), "{error}");
        let (_folder, path) = written(b"hello, world");
        let opened = file(&path, &progress).unwrap().unwrap();
        assert!(opened.found.unwrap_err().lines[0].contains("hello"));
        for packed in [
            &b"\x1f\x8b\x08\x00\x00\x00"[..],
            b"\xfd7zXZ\x00\x00",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0",
        ] {
            let (_folder, path) = written(packed);
            assert!(file(&path, &progress).is_err(), "{packed:?}");
            let error =
                tabia_games::collection::append::append(&path, None, "1. e4 *").unwrap_err();
            assert!(error.to_string().contains("réti.pgn"), "{error}");
            assert_eq!(std::fs::read(&path).unwrap(), packed, "left as it was");
        }
        let (_folder, path) = written(b"1. e4 *\n\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
        assert!(file(&path, &progress).unwrap().unwrap().found.is_ok(), "what a crash left");
        let (_folder, path) = written(b"\xef\xbb\xbf4k3/8/8/8/8/8/8/4K3 w - - 0 1\r\n");
        let opened = file(&path, &progress).unwrap().unwrap();
        assert!(matches!(opened.found, Ok(Pasted::Position(_))), "{opened:?}");
    }

    #[test]
    fn several_positions_are_a_list_of_games() {
        let text = "# a suite\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"one \\ 1\";\r\n\r\n\
                    4k3/8/8/8/8/8/8/4K2R b K - 3 9\n4k3/8/8/9/8/8/4P3/4K3 w - - id \"three\";\n";
        let (_folder, path) = written(text.as_bytes());
        let opened = file(&path, &Progress::default()).unwrap().unwrap();
        for opened in [opened, Opened::of("réti.pgn", text)] {
            let Ok(Pasted::Games(list)) = &opened.found else { panic!("{:?}", opened.found) };
            assert_eq!((list.len(), opened.source.as_str()), (3, "réti.pgn"));
            assert_eq!(list.event(0), "one \\ 1");
            let place = |game| Place::of(game, list.entry(game).unwrap());
            let board = |game| {
                let game = opened.origin.read(&place(game)).unwrap();
                game.tree.board(tabia_games::game::tree::NodeId::ROOT).to_string()
            };
            assert_eq!(board(0), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
            assert_eq!(board(1), "4k3/8/8/8/8/8/8/4K2R b K - 3 9");
            let broken = opened.origin.read(&place(2)).unwrap();
            assert!(!broken.warnings.is_empty(), "the third line has nine squares in a rank");
        }
        assert!(matches!(
            Opened::of("x", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n").found,
            Ok(Pasted::Position(_))
        ));
    }

    #[test]
    fn a_large_file_tells_how_far_it_is_and_can_be_given_up() {
        let game = "[Event \"A\"]\n[White \"B\"]\n\n1. e4 {a comment} e5 2. Nf3 *\n\n";
        let (_folder, path) = written(game.repeat(20_000).as_bytes());
        let progress = Progress::default();
        let opened = file(&path, &progress).unwrap().unwrap();
        assert!((progress.share() - 1.0).abs() < 1e-3, "{}", progress.share());
        let Ok(Pasted::Games(list)) = &opened.found else { panic!("many games") };
        assert_eq!(list.len(), 20_000);
        let last = Place::of(19_999, list.entry(19_999).unwrap());
        assert_eq!(last.line, 19_999 * 5 + 1);
        assert_eq!(opened.origin.read(&last).unwrap().tree.main_line().len(), 4);
        let progress = Progress::default();
        progress.cancel();
        assert!(file(&path, &progress).unwrap().is_none());
    }
}
