//! Undoable changes of a file of games: pieces of it are removed, added or replaced. Making a change returns the one
//! that undoes it, byte for byte. A list is updated after a game is written or games are removed, without reading the
//! file again.

use std::io;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

use tabia_text::t;

use super::append::FileEnd;
use super::entry::Entry;
use super::file::{FileError, Place, Stamp, Text, Writing, Written};
use super::{Collection, append, file, scan};
use crate::game::pgn_encoding::to_utf8;
use crate::regular_file;

/// Bytes written between two progress reports.
const PIECE: u64 = 4 << 20;

/// Maximum size of the data kept for undoing changes of a file, bytes.
pub const MAX_BYTES: usize = 256 << 20;

/// The replacement of a piece of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its first byte.
    pub offset: u64,
    /// The old content.
    pub old: Vec<u8>,
    /// The new content.
    pub new: Vec<u8>,
    /// The number of the game that it replaces or precedes, in the unchanged file.
    pub game: u32,
    /// Number of games before the change minus that after it; negative if games are added.
    pub fewer: i32,
}

impl Change {
    /// Whether it removes a game and closes the one before it.
    pub fn closes_last(&self) -> bool {
        self.fewer > 0 && !self.new.is_empty()
    }
}

/// Changes of one file, in order and without overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    /// The pieces.
    pub list: Vec<Change>,
    /// The state of the file they apply to.
    pub stamp: Stamp,
}

impl Changes {
    /// Size of the data kept, bytes.
    pub fn bytes(&self) -> usize {
        self.list.iter().map(|change| change.old.len() + change.new.len()).sum()
    }

    /// How many fewer games the file has after them; negative: more.
    pub fn fewer(&self) -> i32 {
        self.list.iter().map(|change| change.fewer).sum()
    }

    /// The place of a game after the changes; `None` if it is replaced, removed or closed.
    pub fn moved(&self, place: &Place) -> Option<Place> {
        let mut moved = *place;
        for change in self.list.iter().filter(|change| change.offset <= place.offset) {
            let end = change.offset + change.old.len() as u64;
            if end > place.offset {
                return None;
            }
            let longer = change.new.len() as i64 - change.old.len() as i64;
            moved.offset = (moved.offset as i64 + longer) as u64;
            let lines = file::line_ends(&change.new) - file::line_ends(&change.old);
            moved.line = (i64::from(moved.line) + lines) as u32;
            moved.game = (i64::from(moved.game) - i64::from(change.fewer)) as u32;
        }
        let closed = |change: &Change| change.game == place.game + 1 && change.closes_last();
        (!self.list.iter().any(closed)).then_some(moved)
    }
}

/// The changes that remove games of a list from a file, with the blank lines after each. A partial game before them is
/// closed, or it would take in the game after them. Only reads the file.
///
/// # Errors
/// If the file cannot be read, has changed since it was read, or too much data would have to be kept.
pub fn removal(
    path: &Path,
    read: Stamp,
    list: &Collection,
    games: &[Place],
) -> Result<Changes, FileError> {
    let system = FileError::system(path);
    let file = regular_file::open(path).map_err(&system)?;
    if Stamp::of_open(&file).map_err(&system)? != read {
        return Err(FileError::changed(path));
    }
    let mut file = Text::of(file).map_err(&system)?;
    let mut games = games.to_vec();
    games.sort_by_key(|place| place.offset);
    games.dedup_by_key(|place| place.offset);
    let bytes: usize = games.iter().map(|place| place.length as usize).sum();
    if bytes > MAX_BYTES {
        return Err(too_much(path));
    }
    let mut changes: Vec<Change> = Vec::with_capacity(games.len());
    for (at, &place) in games.iter().enumerate() {
        let old = with_gap(&mut file, &place).map_err(&system)?;
        let own = old.get(..place.length as usize).unwrap_or_default();
        if super::entry::fingerprint_of(own) != place.fingerprint {
            return Err(FileError::changed(path));
        }
        let Place { offset, game, .. } = place;
        let follows = changes.last().is_some_and(|change| change.game + 1 == game);
        let run = || (game..).zip(&games[at..]).take_while(|(game, it)| *game == it.game).count();
        let new = match game.checked_sub(1) {
            Some(last) if !follows => {
                closing(&mut file, path, list, (last, offset), game + run() as u32)?
            }
            _ => "",
        };
        let new = match new {
            "" => Vec::new(),
            end => file::with_line_ends(&format!("{end}\n\n"), file::has_crlf(&old)),
        };
        changes.push(Change { offset, old, new, game, fewer: 1 });
    }
    Ok(Changes { list: changes, stamp: read })
}

/// What has to close a game that ends at a byte so that it does not take in the game `next`.
fn closing(
    file: &mut Text,
    path: &Path,
    list: &Collection,
    (last, end): (u32, u64),
    next: u32,
) -> Result<&'static str, FileError> {
    let (Some(entry), Some(following)) = (list.entry(last), list.entry(next)) else {
        return Ok("");
    };
    let mut before = Vec::new();
    file.seek(SeekFrom::Start(entry.offset)).map_err(FileError::system(path))?;
    file.take(end - entry.offset).read_to_end(&mut before).map_err(FileError::system(path))?;
    let text = file.bytes_of(path, &Place::of(next, following))?;
    Ok(append::closing_of(&to_utf8(&before), &to_utf8(&text)))
}

fn too_much(path: &Path) -> FileError {
    let what = t!("error-file-undo-too-large", n = MAX_BYTES >> 20);
    FileError::system(path)(io::Error::new(io::ErrorKind::FileTooLarge, what))
}

/// A game and the blank lines after it.
fn with_gap(file: &mut Text, place: &Place) -> io::Result<Vec<u8>> {
    /// Further blank lines stay.
    const MAX_BLANK: u64 = 64;
    file.seek(SeekFrom::Start(place.offset))?;
    let mut bytes = Vec::new();
    file.take(u64::from(place.length) + MAX_BLANK).read_to_end(&mut bytes)?;
    let behind = bytes.get(place.length as usize..).unwrap_or_default();
    let blank = behind.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    bytes.truncate(place.length as usize + blank);
    Ok(bytes)
}

/// Makes changes and returns those that undo them. `go_on` is called with the share of the file that is written and
/// returns whether to continue; `None` if it was cancelled: then the file is untouched.
///
/// # Errors
/// If the file cannot be read or written, or has changed; then it is untouched.
pub fn make(
    path: &Path,
    changes: &Changes,
    go_on: &mut dyn FnMut(f32) -> bool,
) -> Result<Option<Changes>, FileError> {
    let system = FileError::system(path);
    let _writing = Writing::begin(path).map_err(&system)?;
    let file = regular_file::open(path).map_err(&system)?;
    if Stamp::of_open(&file).map_err(&system)? != changes.stamp {
        return Err(FileError::changed(path));
    }
    let mut file = Text::of(file).map_err(&system)?;
    let (length, wide) = (file.length().map_err(&system)?, file.wide());
    let mut list = Vec::with_capacity(changes.list.len());
    let (mut at, mut longer, mut fewer) = (0, 0_i64, 0);
    let (mut fits, mut cancelled) = (true, false);
    let mut copy =
        |file: &mut Text, out: &mut dyn io::Write, from: u64, to: u64| -> io::Result<()> {
            let mut at = from;
            while at < to {
                let piece = PIECE.min(to - at);
                file::copy(file, piece, out)?;
                at += piece;
                if !go_on(at as f32 / length as f32) {
                    cancelled = true;
                    return Err(io::ErrorKind::Interrupted.into());
                }
            }
            Ok(())
        };
    let written = file::write_text(path, wide, |out| {
        file.seek(SeekFrom::Start(0))?;
        for change in &changes.list {
            copy(&mut file, out, at, change.offset)?;
            let mut old = vec![0; change.old.len()];
            file.read_exact(&mut old)?;
            fits &= old == change.old && change.offset >= at;
            if !fits {
                return Err(io::Error::other(t!("error-file-pieces")));
            }
            out.write_all(&change.new)?;
            list.push(Change {
                offset: (change.offset as i64 + longer) as u64,
                old: change.new.clone(),
                new: change.old.clone(),
                game: (i64::from(change.game) - i64::from(fewer)) as u32,
                fewer: -change.fewer,
            });
            at = change.offset + change.old.len() as u64;
            longer += change.new.len() as i64 - change.old.len() as i64;
            fewer += change.fewer;
        }
        copy(&mut file, out, at, length)
    });
    if cancelled {
        return Ok(None);
    }
    written.map_err(|error| if fits { system(error) } else { FileError::changed(path) })?;
    Ok(Some(Changes { list, stamp: Stamp::of(path).map_err(&system)? }))
}

/// Games that were appended to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// How many.
    pub games: usize,
    /// The file as it was before.
    pub stamp_before: Stamp,
    /// All of them as one text.
    pub written: Written,
}

/// Appends games that changes have removed, for a file that has changed since.
///
/// # Errors
/// If the file cannot be written; then it is untouched.
pub fn append_removed(path: &Path, undo: &Changes) -> Result<Appended, FileError> {
    let removed = undo.list.iter().filter(|change| change.fewer < 0);
    let (mut all, mut last, mut games) = (String::new(), String::new(), 0);
    for change in removed {
        let text = String::from_utf8_lossy(&to_utf8(&change.new)).replace("\r\n", "\n");
        let text = text.trim_end();
        if games > 0 {
            all += append::closing_of(last.as_bytes(), text.as_bytes());
            all += "\n\n";
        }
        all += text;
        text.clone_into(&mut last);
        games += 1;
    }
    let system = FileError::system(path);
    let _writing = Writing::begin(path).map_err(&system)?;
    let stamp_before = Stamp::of(path).map_err(&system)?;
    let file = regular_file::open(path).map_err(&system)?;
    let end = FileEnd::of(file, |_, _| {}).map_err(&system)?;
    // All at once, so that an error leaves none of them behind.
    let written = append::append_locked(path, end, &all)?;
    Ok(Appended { games, stamp_before, written })
}

impl Collection {
    /// The list after a game was replaced, or appended if its number is new. `text` is the text written.
    #[must_use]
    pub fn with(&self, written: &Written, text: &str) -> Collection {
        let mut next = scan::with_game(self, &written.place, text);
        let (game, last) = (written.place.game as usize, next.len() - 1);
        if game >= last {
            return next;
        }
        // The new entry is at the end and is moved to the place of the old one.
        let (Some(mut entry), at) = (next.entries.pop(), self.entries[game].moves_at) else {
            return next;
        };
        let line = next.moves.split_off(entry.moves_at as usize);
        let end =
            self.entries[game + 1..].first().map_or(next.moves.len(), |e| e.moves_at as usize);
        let longer = line.len() as i64 - (end as i64 - i64::from(at));
        next.moves.splice(at as usize..end, line);
        entry.moves_at = at;
        next.entries[game] = entry;
        for later in &mut next.entries[game + 1..] {
            later.moves_at = (i64::from(later.moves_at) + longer) as u32;
            later.offset = (later.offset as i64 + written.moved.0) as u64;
            later.line = (i64::from(later.line) + written.moved.1) as u32;
        }
        next.problems.retain(|(of, _)| *of as usize != game);
        for problem in &mut next.problems {
            if problem.0 as usize == last {
                problem.0 = game as u32;
            }
        }
        next.problems.sort_by_key(|problem| problem.0);
        next
    }

    /// The list after changes that remove games.
    #[must_use]
    pub fn without(&self, made: &Changes) -> Collection {
        let mut next = Collection {
            names: self.names.clone(),
            openings: self.openings.clone(),
            starts: self.starts.clone(),
            left_out: self.left_out,
            encoding: self.encoding,
            ..Collection::default()
        };
        let mut removed = made.list.iter().peekable();
        let (mut bytes, mut lines) = (0, 0);
        for (game, entry) in (0..).zip(&self.entries) {
            if let Some(change) = removed.next_if(|change| change.offset <= entry.offset) {
                bytes += change.old.len() as u64;
                lines += file::line_ends(&change.old);
                continue;
            }
            if let Some(problem) = self.problem(game) {
                next.problems.push((next.entries.len() as u32, problem.to_owned()));
            }
            next.entries.push(Entry {
                offset: entry.offset - bytes,
                line: (i64::from(entry.line) - lines) as u32,
                moves_at: next.moves.len() as u32,
                ..*entry
            });
            next.moves.extend_from_slice(self.moves(game));
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use crate::collection::{Collection, scan};
    use std::fs;

    use super::super::file::{self, Place, Stamp};
    use super::*;

    const GAMES: &str = "% mine\n[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"R\u{e9}ti\"]\n\n1. Nf3 d5 0-1\n\n\n\
        1. c4 *\n; between\n\n[White \"D\"]\n\n1. f4 *";

    fn list(path: &Path) -> Collection {
        scan::read(fs::File::open(path).unwrap(), &mut |_| true).unwrap().unwrap()
    }

    fn places(path: &Path, games: &[u32]) -> Vec<Place> {
        let list = list(path);
        games.iter().map(|&game| Place::of(game, list.entry(game).unwrap())).collect()
    }

    #[test]
    fn removed_games_are_restored_byte_for_byte() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        for text in [GAMES.to_owned(), GAMES.replace('\n', "\r\n"), format!("{GAMES}\n\n")] {
            for games in [&[0][..], &[1], &[3], &[2, 0], &[0, 1, 2, 3]] {
                fs::write(&path, &text).unwrap();
                let all = places(&path, &[0, 1, 2, 3]);
                let stamp = Stamp::of(&path).unwrap();
                let before = list(&path);
                let out = removal(&path, stamp, &before, &places(&path, games)).unwrap();
                let undo = make(&path, &out, &mut |_| true).unwrap().unwrap();
                let left: Vec<u32> = (0..4).filter(|game| !games.contains(game)).collect();
                let now = list(&path);
                assert_eq!(now.len(), left.len(), "{games:?}");
                assert_eq!(data(&before.without(&out)), data(&now), "{games:?}");
                for (at, &game) in left.iter().enumerate() {
                    let here = Place::of(at as u32, now.entry(at as u32).unwrap());
                    let moved = out.moved(&all[game as usize]).unwrap();
                    assert_eq!(Place { column: here.column, ..moved }, here, "{games:?} {game}");
                    assert_eq!(undo.moved(&moved), Some(all[game as usize]));
                }
                assert!(games.iter().all(|&game| out.moved(&all[game as usize]).is_none()));
                let again = make(&path, &undo, &mut |_| true).unwrap().unwrap();
                assert_eq!(fs::read_to_string(&path).unwrap(), text, "{games:?}");
                assert_eq!(again.list, out.list);
            }
        }
    }

    #[test]
    fn a_changed_file_is_left_alone_and_gets_removed_games_at_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(&path, GAMES).unwrap();
        let stamp = Stamp::of(&path).unwrap();
        let out = removal(&path, stamp, &list(&path), &places(&path, &[0, 1])).unwrap();
        let other = Stamp { length: stamp.length + 1, ..stamp };
        assert!(matches!(removal(&path, other, &list(&path), &[]), Err(FileError::Changed(_))));
        let undo = make(&path, &out, &mut |_| true).unwrap().unwrap();
        assert!(
            matches!(make(&path, &out, &mut |_| true), Err(FileError::Changed(_))),
            "it was made already"
        );
        append::append(&path, None, "[White \"E\"]\n\n1. b3 *\n").unwrap();
        let before = fs::read(&path).unwrap();
        assert!(matches!(make(&path, &undo, &mut |_| true), Err(FileError::Changed(_))));
        assert_eq!(fs::read(&path).unwrap(), before);
        assert_eq!(append_removed(&path, &undo).unwrap().games, 2);
        assert!(fs::read(&path).unwrap().starts_with(&before));
        let now = list(&path);
        let names: Vec<&str> = (0..5).map(|game| now.white(game)).collect();
        assert_eq!(names, ["", "D", "E", "A", "Réti"]);
    }

    #[test]
    fn removed_games_are_appended_all_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(&path, GAMES).unwrap();
        let stamp = Stamp::of(&path).unwrap();
        let out = removal(&path, stamp, &list(&path), &places(&path, &[0, 1])).unwrap();
        assert_eq!(make(&path, &out, &mut |_| false).unwrap(), None, "cancelled");
        assert_eq!(fs::read_to_string(&path).unwrap(), GAMES);
        let undo = make(&path, &out, &mut |_| true).unwrap().unwrap();
        // The file is in Latin-1 now, which lacks a character of the second game.
        fs::write(&path, b"[White \"R\xe9ti\"]\n\n1. e4 *\n").unwrap();
        let before = fs::read(&path).unwrap();
        let mut other = undo.clone();
        other.list[1].new = "[White \"\u{141}\"]\n\n1. d4 *\n".as_bytes().to_vec();
        assert!(matches!(append_removed(&path, &other), Err(FileError::Encoding { .. })));
        assert_eq!(fs::read(&path).unwrap(), before);
        assert_eq!(append_removed(&path, &undo).unwrap().games, 2);
        assert_eq!(list(&path).len(), 3);
    }

    #[test]
    fn a_game_without_an_end_does_not_take_in_the_one_after_a_removed_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let rest = "[White \"B\"]\n\n1. d4 *\n\n[White \"C\"]\n\n1. c4 *\n\n1. b3 c5 1-0\n";
        for first in ["1. e4 e5", "1. e4 e5 {never closed"] {
            let text = format!("[White \"A\"]\n\n{first}\n\n{rest}");
            fs::write(&path, &text).unwrap();
            let before = list(&path);
            let all = places(&path, &[0, 1, 2, 3]);
            let stamp = Stamp::of(&path).unwrap();
            let out = removal(&path, stamp, &before, &all[1..3]).unwrap();
            let undo = make(&path, &out, &mut |_| true).unwrap().unwrap();
            let now = list(&path);
            assert_eq!((now.len(), now.white(0), now.white(1)), (2, "A", ""), "{first}");
            assert_eq!((now.moves(0), now.moves(1)), (before.moves(0), before.moves(3)));
            assert_eq!(out.moved(&all[0]), None, "its text is another");
            assert_eq!(out.moved(&all[3]).unwrap().offset, now.entry(1).unwrap().offset);
            make(&path, &undo, &mut |_| true).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn restored_games_without_an_end_stay_apart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(&path, "1. e4 e5\n\n[White \"B\"]\n\n1. d4\n\n[White \"C\"]\n\n1. c4 *\n")
            .unwrap();
        let stamp = Stamp::of(&path).unwrap();
        let out = removal(&path, stamp, &list(&path), &places(&path, &[0, 1])).unwrap();
        let mut undo = make(&path, &out, &mut |_| true).unwrap().unwrap();
        // Tags alone would take in the tags after them.
        undo.list[0].new = b"[White \"A\"]\n\n".to_vec();
        fs::write(&path, "1. f4 *\n").unwrap();
        assert_eq!(append_removed(&path, &undo).unwrap().games, 2);
        let now = list(&path);
        assert_eq!((now.len(), now.white(1), now.white(2)), (3, "A", "B"));
    }

    /// All data of a list.
    fn data(list: &Collection) -> Vec<String> {
        (0..list.len() as u32)
            .map(|game| {
                let entry = list.entry(game).unwrap();
                let place = Place::of(game, entry);
                let (white, opening) = (list.white(game), list.opening(game));
                let (moves, start) = (list.moves(game), list.start(game));
                let problem = list.problem(game);
                format!(
                    "{place:?} {white} {opening:?} {moves:?} {start} {problem:?} {:?}",
                    entry.marks
                )
            })
            .collect()
    }

    #[test]
    fn the_list_is_that_of_the_file_read_again() {
        let text = "[White \"A\"]\n\n1. e4 e5 2. Ke3 1-0\n\n[White \"B\"]\n\n1. Nf3 d5 0-1\n\n\
            [White \"C\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 2. Kxx *\n";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let read = || {
            let file = fs::File::open(&path).unwrap();
            scan::read(file, &mut |_| true).unwrap().unwrap()
        };
        for new in [
            "[White \"N\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 *\n",
            "[White \"N\"]\n\n1. d4 d5 2. Ke5 *\n",
            "*\n",
        ] {
            for game in 0..=3 {
                fs::write(&path, text).unwrap();
                let list = read();
                assert_eq!(list.len(), 3);
                let done = match list.entry(game) {
                    Some(entry) => {
                        let stamp = Stamp::of(&path).unwrap();
                        file::replace(&path, stamp, &Place::of(game, entry), new).unwrap()
                    }
                    None => append::append(&path, None, new).unwrap(),
                };
                let (kept, again) = (list.with(&done, new), read());
                if new != "*\n" {
                    assert_eq!(data(&kept), data(&again), "{new} as game {game}");
                }
                assert!(again.len() >= 2);
            }
        }
    }
}
