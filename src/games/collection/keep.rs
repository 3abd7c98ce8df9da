//! A file in which games are saved while they are played. Each game has an id in a tag, so that saving it again
//! replaces only its earlier state. Every change writes a whole new file and writers wait for each other, so that a
//! crash, a full disk or a second program loses nothing.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::{regular_file, whole_file};

use crate::game::tree::{GameTree, Notes};
use crate::game::{pgn_read, pgn_write};

use super::append::{self, FileEnd};
use super::duplicates::take_in;
use super::entry::fingerprint_of;
use super::file::{self, FileError, Place, Stamp, Writing, Written};

/// The tag with the id of a game.
pub const ID_TAG: &str = "GameId";

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
/// end. `text` contains that tag. `known`: the [`version`] that the caller last saved; the comments, glyphs and
/// variations of any other version in the file are kept.
///
/// # Errors
/// If the file cannot be written; then it is unchanged.
pub fn keep(path: &Path, id: &str, text: &str, known: Option<u32>) -> Result<KeptGame, FileError> {
    let system = FileError::system(path);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(&system)?;
    }
    drop(regular_file::append(path).map_err(&system)?);
    let _writing = Writing::begin(path).map_err(&system)?;
    let stamp_before = Stamp::of(path).map_err(&system)?;
    let file = regular_file::open(path).map_err(&system)?;
    let mut place = None;
    let mut annotated = None;
    let end = FileEnd::of(file, |number, placed| {
        if placed.game.tags.get(ID_TAG) == Some(id) {
            let other = known != Some(version(placed.bytes));
            annotated = (other && is_annotated(&placed.game.tree)).then(|| placed.game.clone());
            place = Some(Place {
                game: number,
                offset: placed.offset,
                length: placed.bytes.len() as u32,
                line: placed.line as u32,
                column: placed.column as u32,
                fingerprint: fingerprint_of(placed.bytes),
            });
        }
    })
    .map_err(&system)?;
    let merged = annotated.and_then(|before| {
        let mut game = pgn_read::read_all(text).into_iter().next()?;
        take_in(&mut game, &before);
        Some(pgn_write::write(&game.tags, &game.tree))
    });
    let text = merged.as_deref().unwrap_or(text);
    let written = match place {
        Some(place) => file::replace_locked(path, stamp_before, &place, text)?,
        None => append::append_locked(path, end, text)?,
    };
    let kept = KeptGame { written, stamp_before, replaced: place.is_some() };
    whole_file::sync_folder(path);
    Ok(kept)
}

/// A number that tells versions of a game's text apart.
pub fn version(text: &[u8]) -> u32 {
    fingerprint_of(text.trim_ascii())
}

/// Whether a game has anything besides its moves, clock times and evaluations.
fn is_annotated(tree: &GameTree) -> bool {
    tree.ids().any(|node| {
        let Notes { lead, comment, nags, shapes, unread, .. } = tree.notes(node);
        let bare = lead.is_empty() && comment.is_empty() && nags.is_empty() && shapes.is_empty();
        !bare || !unread.is_empty() || tree.children(node).len() > 1
    })
}

/// Runs `work` on an existing file while it is locked.
///
/// # Errors
/// If the system reports an error, or another writer takes too long.
pub fn locked<T>(path: &Path, work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    let _writing = Writing::begin(path)?;
    work()
}

/// As [`locked`], but does not wait for another writer.
///
/// # Errors
/// If the system reports an error, or someone else is writing to the file.
pub fn locked_at_once<T>(path: &Path, work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    let _writing = Writing::within(path, Duration::ZERO)?;
    work()
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
    fn annotations_of_another_version_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("My games.pgn");
        let first = game("a", "1. e4 d5");
        keep(&path, "a", &first, None).unwrap();
        let noted = fs::read_to_string(&path).unwrap().replace("1. e4", "1. e4 {mine}");
        fs::write(&path, &noted).unwrap();
        let known = Some(version(first.as_bytes()));
        keep(&path, "a", &game("a", "1. e4 d5 2. exd5"), known).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("{mine}") && text.contains("2. exd5"), "{text}");
        // What the program itself has saved is replaced.
        let own = game("a", "1. e4 {ours} d5");
        keep(&path, "a", &own, Some(version(text.as_bytes()))).unwrap();
        assert!(!fs::read_to_string(&path).unwrap().contains("{mine}"));
        keep(&path, "a", &game("a", "1. e4 d5"), Some(version(own.as_bytes()))).unwrap();
        assert!(!fs::read_to_string(&path).unwrap().contains("{ours}"));
        assert_eq!(list(&path).len(), 1);
    }

    #[test]
    fn a_continued_game_replaces_its_earlier_state() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/My games.pgn");
        for (at, id) in ["a", "b", "c"].into_iter().enumerate() {
            let kept = keep(&path, id, &game(id, "1. e4 e5"), None).unwrap();
            assert_eq!((kept.written.place.game as usize, kept.replaced), (at, false));
        }
        let longer = game("b", "1. e4 e5 2. Nf3 {he said \"[GameId \\\"c\\\"]\"} Nc6");
        let kept = keep(&path, "b", &longer, None).unwrap();
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
            let kept = keep(&path, "new", &game("new", "1. e4 e5 2. Nf3"), None).unwrap();
            let now = fs::read(&path).unwrap();
            let end = before.iter().rposition(|&byte| byte != 0).map_or(0, |at| at + 1);
            assert!(now.starts_with(&before[..end]), "nothing goes but zeros: {tail:?}");
            let list = list(&path);
            let last = list.len() as u32 - 1;
            assert_eq!(list.moves(last).len(), 3, "{tail:?}");
            assert_eq!(kept.written.place, Place::of(last, list.entry(last).unwrap()), "{tail:?}");
            assert!(keep(&path, "new", &game("new", "1. c4"), None).unwrap().replaced, "{tail:?}");
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
                        keep(path, &id, &game(&id, "1. e4 e5 2. Nf3"), None).unwrap();
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
                    let work = move || keep(path, id, &game(id, "1. e4 e5"), None).unwrap();
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
        let error = keep(Path::new("/dev/full"), "a", &game("a", "1. e4"), None).unwrap_err();
        assert!(error.to_string().starts_with("/dev/full: "), "{error}");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.pgn");
        keep(&path, "a", &game("a", "1. e4"), None).unwrap();
        let before = fs::read(&path).unwrap();
        let mut locked = fs::metadata(&path).unwrap().permissions();
        locked.set_readonly(true);
        fs::set_permissions(&path, locked).unwrap();
        assert!(keep(&path, "b", &game("b", "1. d4"), None).is_err());
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}
