//! A file in which games are saved while they are played. Each game has an id in a tag, so that saving it again
//! replaces only its earlier state. Every change writes a whole new file and writers wait for each other, so that a
//! crash, a full disk or a second program loses nothing.

use std::fs;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use crate::game::pgn_read;
use crate::game::pgn_stream::PgnStream;
use crate::{regular_file, whole_file};

use super::entry::fingerprint_of;
use super::file::{self, FileError, Mended, Place, Stamp, Text, Writing, Written};

/// The tag with the id of a game.
pub const ID_TAG: &str = "GameId";

/// Endings that close a truncated game, tried in turn: an open comment would swallow the next game, and tags without
/// moves would take the next tags.
const ENDS: [&str; 5] = ["", "\n\n*", "} *", "\"]\n\n*", "\"]}\n\n*"];

/// The result of saving a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptGame {
    /// Its new place.
    pub written: Written,
    /// The file as it was before.
    pub stamp_before: Stamp,
    /// Whether it replaced an earlier state of itself.
    pub replaced: bool,
}

/// Saves a game in the file, which is created if necessary: replacing the game whose [`ID_TAG`] is `id`, else at the
/// end. `text` contains that tag.
///
/// # Errors
/// If the file cannot be written; then it is unchanged.
pub fn keep(path: &Path, id: &str, text: &str) -> Result<KeptGame, FileError> {
    let system = FileError::system(path);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(&system)?;
    }
    drop(regular_file::append(path).map_err(&system)?);
    let _writing = Writing::begin(path).map_err(&system)?;
    let stamp_before = Stamp::of(path).map_err(&system)?;
    let file = regular_file::open(path).map_err(&system)?;
    let found = scan_games(file, id).map_err(&system)?;
    let kept = if let Some(place) = found.place {
        let written = file::replace_locked(path, stamp_before, &place, text)?;
        KeptGame { written, stamp_before, replaced: true }
    } else {
        KeptGame {
            written: append_readable(path, &found, id, text)?,
            stamp_before,
            replaced: false,
        }
    };
    whole_file::sync_folder(path);
    Ok(kept)
}

/// Runs `work` on an existing file while it is locked.
///
/// # Errors
/// If the system reports an error, or another writer takes too long.
pub fn locked<T>(path: &Path, work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    let _writing = Writing::begin(path)?;
    work()
}

/// The content of a file.
#[derive(Clone, Copy, Debug, Default)]
struct FileScan {
    /// The games in it.
    games: u32,
    /// The place of the game with the id.
    place: Option<Place>,
    /// The byte where the last game begins.
    last_at: u64,
}

/// Searches for the game with an id.
fn scan_games(games: impl io::Read, id: &str) -> io::Result<FileScan> {
    let mut stream = PgnStream::new(games);
    let mut found = FileScan::default();
    while let Some(placed) = stream.read_placed()? {
        found.last_at = placed.offset;
        if placed.game.tags.get(ID_TAG) == Some(id) {
            found.place = Some(Place {
                game: found.games,
                offset: placed.offset,
                length: placed.bytes.len() as u32,
                line: placed.line as u32,
                column: placed.column as u32,
                fingerprint: fingerprint_of(placed.bytes),
            });
        }
        found.games += 1;
    }
    Ok(found)
}

/// Appends a game so that it can be read whatever the file ends with: a partial game, an unclosed comment, or the zeros
/// that some file systems leave after a power cut. Repair and append are one write, because a file replaced in between
/// would no longer be the locked one.
fn append_readable(
    path: &Path,
    found: &FileScan,
    id: &str,
    text: &str,
) -> Result<Written, FileError> {
    let system = FileError::system(path);
    if Text::open(path).map_err(&system)?.wide().is_some() {
        return file::append_locked(path, None, found.games, text);
    }
    let mut file = regular_file::open(path).map_err(&system)?;
    let length = file.metadata().map_err(&system)?.len();
    let zeros = zeros_at_end(&mut file, length).map_err(&system)?;
    let length = length - zeros;
    let mut last = Vec::new();
    file.seek(SeekFrom::Start(found.last_at)).map_err(&system)?;
    let rest = length.saturating_sub(found.last_at);
    (&mut file).take(rest).read_to_end(&mut last).map_err(&system)?;
    let end = ENDS.into_iter().find(|end| reads_behind(&last, end, text)).unwrap_or_default();
    let mut games = found.games;
    if zeros > 0 || !end.is_empty() {
        file.rewind().map_err(&system)?;
        games = scan_games(file.take(length).chain(end.as_bytes()), id).map_err(&system)?.games;
    }
    file::append_locked(path, Some(Mended { length, end }), games, text)
}

/// Whether a game is read back unchanged after these bytes and this ending.
fn reads_behind(last: &[u8], end: &str, text: &str) -> bool {
    let bytes = [last, end.as_bytes(), b"\n\n", text.as_bytes()].concat();
    let mut stream = PgnStream::new(bytes.as_slice());
    let own_warnings = pgn_read::read_all(text).first().map_or(0, |game| game.warnings.len());
    let mut reads_back = false;
    while let Ok(Some(placed)) = stream.read_placed() {
        reads_back = placed.bytes == text.trim_end().as_bytes()
            && placed.game.warnings.len() == own_warnings;
    }
    reads_back && !stream.between().says_something()
}

/// Number of zero bytes at the end of a file of this length.
fn zeros_at_end(file: &mut fs::File, length: u64) -> io::Result<u64> {
    const CHUNK: u64 = 1 << 16;
    let mut zeros = 0;
    while zeros < length {
        let piece = CHUNK.min(length - zeros);
        file.seek(SeekFrom::Start(length - zeros - piece))?;
        let mut bytes = Vec::new();
        (&mut *file).take(piece).read_to_end(&mut bytes)?;
        let here = bytes.iter().rev().take_while(|&&byte| byte == 0).count() as u64;
        zeros += here;
        if here < piece {
            break;
        }
    }
    Ok(zeros)
}

#[cfg(test)]
mod tests {
    use crate::collection::{Collection, scan};

    use super::*;

    fn game(id: &str, moves: &str) -> String {
        format!("[Event \"Own\"]\n[GameId \"{id}\"]\n\n{moves} *\n")
    }

    fn list(path: &Path) -> Collection {
        scan::read(fs::File::open(path).unwrap(), &mut |_| true).unwrap().unwrap()
    }

    #[test]
    fn a_continued_game_replaces_its_earlier_state() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/My games.pgn");
        for (at, id) in ["a", "b", "c"].into_iter().enumerate() {
            let kept = keep(&path, id, &game(id, "1. e4 e5")).unwrap();
            assert_eq!((kept.written.place.game as usize, kept.replaced), (at, false));
        }
        let longer = game("b", "1. e4 e5 2. Nf3 {he said \"[GameId \\\"c\\\"]\"} Nc6");
        let kept = keep(&path, "b", &longer).unwrap();
        assert!(kept.replaced && kept.written.place.game == 1);
        let list = list(&path);
        assert_eq!(list.len(), 3);
        let moves: Vec<usize> = (0..3).map(|game| list.moves(game).len()).collect();
        assert_eq!(moves, [2, 4, 2]);
        assert_eq!(kept.written.place, Place::of(1, list.entry(1).unwrap()));
        assert_eq!(kept.written.stamp, Stamp::of(&path).unwrap());
    }

    #[test]
    fn an_appended_game_can_be_read_whatever_the_file_ends_with() {
        let whole = game("old", "1. d4 d5");
        let cuts = (1..whole.len()).map(|at| whole.as_bytes()[..at].to_vec());
        let open = ["1. e4 {never closed", "1. e4 (1. d4 {a {b", "[White \"A", "1. e4 ; x", "1. e"];
        let open = open.map(|text| format!("{whole}\n{text}").into_bytes());
        let zeros = [0, 3, 70_000].map(|n| [whole.as_bytes(), &vec![0; n]].concat());
        for before in cuts.chain(open).chain(zeros).chain([vec![0; 5], b"\xff{".to_vec()]) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("own.pgn");
            fs::write(&path, &before).unwrap();
            let tail = String::from_utf8_lossy(&before[before.len().saturating_sub(60)..]);
            let kept = keep(&path, "new", &game("new", "1. e4 e5 2. Nf3")).unwrap();
            let now = fs::read(&path).unwrap();
            let end = before.iter().rposition(|&byte| byte != 0).map_or(0, |at| at + 1);
            assert!(now.starts_with(&before[..end]), "nothing goes but zeros: {tail:?}");
            let list = list(&path);
            let last = list.len() as u32 - 1;
            assert_eq!(list.moves(last).len(), 3, "{tail:?}");
            assert_eq!(kept.written.place, Place::of(last, list.entry(last).unwrap()), "{tail:?}");
            assert!(keep(&path, "new", &game("new", "1. c4")).unwrap().replaced, "{tail:?}");
        }
    }

    #[test]
    fn concurrent_writers_lose_no_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.pgn");
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let path = &path;
                let work = move || {
                    for n in 0..8 {
                        // Every second one is the same game continued.
                        let id = format!("{writer}-{}", n / 2);
                        keep(path, &id, &game(&id, "1. e4 e5 2. Nf3")).unwrap();
                    }
                };
                std::thread::Builder::new().spawn_scoped(scope, work).unwrap();
            }
        });
        assert_eq!(list(&path).len(), 16);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing lies about");
    }

    #[test]
    fn concurrent_writers_lose_no_game_behind_a_damaged_end() {
        for _ in 0..20 {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("own.pgn");
            fs::write(&path, format!("{}{{never closed\0\0", game("old", "1. d4 d5"))).unwrap();
            std::thread::scope(|scope| {
                for id in ["a", "b", "c", "d"] {
                    let path = &path;
                    let work = move || keep(path, id, &game(id, "1. e4 e5")).unwrap();
                    std::thread::Builder::new().spawn_scoped(scope, work).unwrap();
                }
            });
            let text = fs::read_to_string(&path).unwrap();
            for id in ["old", "a", "b", "c", "d"] {
                assert!(text.contains(&format!("[GameId \"{id}\"]")), "{id}: {text}");
            }
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_failed_write_is_reported_and_loses_nothing() {
        let error = keep(Path::new("/dev/full"), "a", &game("a", "1. e4")).unwrap_err();
        assert!(error.to_string().starts_with("/dev/full: "), "{error}");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.pgn");
        keep(&path, "a", &game("a", "1. e4")).unwrap();
        let before = fs::read(&path).unwrap();
        let mut locked = fs::metadata(&path).unwrap().permissions();
        locked.set_readonly(true);
        fs::set_permissions(&path, locked).unwrap();
        assert!(keep(&path, "b", &game("b", "1. d4")).is_err());
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}
