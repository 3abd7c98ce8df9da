//! Texts from outside, read on whatever thread may wait for them: of bounded size, in whatever encoding, piece
//! by piece, so that a large one can tell how far it is and be given up.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::paste::{self, NotReadable, Pasted};

/// Largest file read, bytes. A bigger one is refused with its size.
pub const MOST_BYTES: u64 = 1 << 30;
/// Read and looked at between two words on how far it is, bytes.
const PIECE: usize = 4 << 20;

/// How far a text is read, and whether it is still wanted. Shared between the reader and who waits.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    /// Twice the size: each byte is read and then looked at.
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

    /// Gives the text up; the reader notices at its next piece.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Counts bytes and says whether to go on.
    fn advance(&self, bytes: usize) -> bool {
        self.done.fetch_add(bytes as u64, Ordering::Relaxed);
        !self.cancelled.load(Ordering::Relaxed)
    }
}

/// A text that was read, and what it was found to be.
#[derive(Clone, Debug)]
pub struct Opened {
    /// A file name without its folder, or where else it came from.
    pub source: String,
    /// The text, without what editors put around it.
    pub text: String,
    /// What it is.
    pub found: Result<Pasted, NotReadable>,
}

impl Opened {
    /// A text at hand. Takes as long as the text is large.
    pub fn of(source: &str, text: &str) -> Opened {
        let text = paste::clean(text).to_owned();
        Opened { source: source.to_owned(), found: paste::read(&text), text }
    }

    /// The same, told how far it is and that it may stop; `None` when it was given up.
    pub fn watched(source: String, text: String, progress: &Progress) -> Option<Opened> {
        progress.total.fetch_max(text.len() as u64, Ordering::Relaxed);
        let clean = paste::clean(&text);
        let text = if clean.len() == text.len() { text } else { clean.to_owned() };
        let found = paste::read_watched(&text, PIECE, &mut |bytes| progress.advance(bytes))?;
        Some(Opened { source, text, found })
    }
}

/// Reads a file and finds out what it is; `None` when it was given up.
///
/// # Errors
/// What the system says, or the size of a file that is too large.
pub fn file(path: &Path, progress: &Progress) -> io::Result<Option<Opened>> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    if size > MOST_BYTES {
        return Err(io::Error::other(format!("{size} bytes; at most {MOST_BYTES} are read")));
    }
    progress.total.store(2 * size, Ordering::Relaxed);
    let mut bytes = Vec::with_capacity(size as usize);
    loop {
        // What grows while it is read is read no further than was asked for at first.
        let left = (MOST_BYTES - bytes.len() as u64).min(PIECE as u64);
        let got = (&mut file).take(left).read_to_end(&mut bytes)?;
        if !progress.advance(got) {
            return Ok(None);
        }
        if got == 0 {
            break;
        }
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Opened::watched(name, text_of(bytes), progress))
}

/// Text of these bytes: UTF-8, else Latin-1, as old PGN files are.
fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
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
        let (_folder, path) = written(b"[White \"R\xe9ti\"]\n1. Nf3 *\n");
        let opened = file(&path, &Progress::default()).unwrap().unwrap();
        assert_eq!(opened.source, "réti.pgn");
        assert!(opened.text.contains("Réti") && opened.text.ends_with('*'));
        assert!(matches!(opened.found, Ok(Pasted::Game(_))), "{:?}", opened.found);
        assert_eq!(Opened::of("x", "\u{feff} e4 e5 ").text, "e4 e5");
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let progress = Progress::default();
        assert!(file(Path::new("no-such-folder/x.pgn"), &progress).is_err());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.pgn");
        File::create(&path).unwrap().set_len(MOST_BYTES + 1).unwrap();
        assert!(file(&path, &progress).unwrap_err().to_string().contains("at most"));
    }

    #[test]
    fn a_large_file_tells_how_far_it_is_and_can_be_given_up() {
        let game = "[Event \"A\"]\n[White \"B\"]\n\n1. e4 {a comment} e5 2. Nf3 *\n\n";
        let (_folder, path) = written(game.repeat(200_000).as_bytes());
        let progress = Progress::default();
        let opened = file(&path, &progress).unwrap().unwrap();
        assert!((progress.share() - 1.0).abs() < 1e-3, "{}", progress.share());
        let Ok(Pasted::Games(heads)) = &opened.found else { panic!("many games") };
        assert_eq!(heads.len(), 200_000);
        let last = heads.last().unwrap();
        assert_eq!(last.line, 199_999 * 5 + 1);
        assert_eq!(last.read(&opened.text).unwrap().tree.main_line().len(), 4);
        let progress = Progress::default();
        progress.cancel();
        assert!(file(&path, &progress).unwrap().is_none());
    }
}
