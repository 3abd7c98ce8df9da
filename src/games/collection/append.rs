//! Appends games to a file so that they can be read whatever the file ends with: a partial game, an unclosed comment,
//! or the zeros that some file systems leave after a power cut.

use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::path::Path;

use super::entry::fingerprint_of;
use super::file::{self, FileError, Place, Stamp, Text, Writing, Written};
use crate::game::pgn_stream::{PgnStream, PlacedGame};
use crate::regular_file;

/// Endings that close a partial game, tried in turn: an open comment would swallow the next game, and tags without
/// moves would take the next tags.
const ENDS: [&str; 5] = ["", "\n\n*", "} *", "\"]\n\n*", "\"]}\n\n*"];

/// What has to be known of a file before a game is appended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileEnd {
    /// The number of games in it.
    pub games: u32,
    /// The byte where the last one begins.
    pub last_at: u64,
}

impl FileEnd {
    /// Reads a file to its end and shows each game to `see`, with its number.
    pub(super) fn of(
        input: impl io::Read,
        mut see: impl FnMut(u32, &PlacedGame<'_>),
    ) -> io::Result<FileEnd> {
        let mut stream = PgnStream::new(input);
        let mut end = FileEnd::default();
        while let Some(placed) = stream.read_placed()? {
            see(end.games, &placed);
            end = FileEnd { games: end.games + 1, last_at: placed.offset };
        }
        Ok(end)
    }
}

/// Appends a game, or several in one text. `known`: the end of the file in a version of it.
///
/// # Errors
/// If the file cannot be read or written; then it is untouched.
pub fn append(
    path: &Path,
    known: Option<(Stamp, FileEnd)>,
    text: &str,
) -> Result<Written, FileError> {
    let system = FileError::system(path);
    let _writing = Writing::begin(path).map_err(&system)?;
    let file = regular_file::open(path).map_err(&system)?;
    let now = Stamp::of_open(&file).map_err(&system)?;
    let end = match known.filter(|(stamp, _)| *stamp == now) {
        Some((_, end)) => end,
        None => FileEnd::of(file, |_, _| {}).map_err(&system)?,
    };
    append_locked(path, end, text)
}

/// As [`append`], for a caller that holds the lock. Repair and append are one write, because a file replaced in between
/// would no longer be the locked one. UTF-16 is not repaired.
pub(super) fn append_locked(path: &Path, end: FileEnd, text: &str) -> Result<Written, FileError> {
    let system = FileError::system(path);
    let mut file = Text::open(path).map_err(&system)?;
    let (whole, wide) = (file.length().map_err(&system)?, file.wide());
    let zeros = if wide.is_some() { 0 } else { zeros_at_end(&mut file, whole).map_err(&system)? };
    let length = whole - zeros;
    let mut closing = "";
    if wide.is_none() {
        let mut last = Vec::new();
        file.seek(SeekFrom::Start(end.last_at)).map_err(&system)?;
        let rest = length.saturating_sub(end.last_at);
        (&mut file).take(rest).read_to_end(&mut last).map_err(&system)?;
        closing = closing_of(&last, text.as_bytes());
    }
    let mut games = end.games;
    if zeros > 0 || !closing.is_empty() {
        let file = regular_file::open(path).map_err(&system)?;
        let repaired = file.take(length).chain(closing.as_bytes());
        games = FileEnd::of(repaired, |_, _| {}).map_err(&system)?.games;
    }
    let begins = file::beginning(&mut file).map_err(&system)?;
    file::refuse_binary(&begins).map_err(&system)?;
    let crlf = file::has_crlf(&begins);
    let gap = match closing {
        "" => file::gap_before(&mut file, length).map_err(&system)?,
        _ => "\n\n",
    };
    let gap = file::with_line_ends(gap, crlf);
    let new = file.bytes_for(path, text.trim_end(), crlf)?;
    let mut lines = 0;
    file::write_text(path, wide, |out| {
        file.seek(SeekFrom::Start(0))?;
        let mut counted = CountLines { out, lines: 0 };
        file::copy(&mut file, length, &mut counted)?;
        counted.write_all(closing.as_bytes())?;
        counted.write_all(&gap)?;
        lines = counted.lines;
        out.write_all(&new)?;
        out.write_all(&file::with_line_ends("\n", crlf))
    })
    .map_err(&system)?;
    let place = Place {
        game: games,
        offset: length + (closing.len() + gap.len()) as u64,
        length: new.len() as u32,
        line: lines as u32 + 1,
        // Only a byte order mark can precede it on its line.
        column: 1 + u32::from(lines == 0 && length > 0),
        fingerprint: fingerprint_of(&new),
    };
    let stamp = Stamp::of(path).map_err(&system)?;
    Ok(Written { place, stamp, moved: (0, 0), closed_last: !closing.is_empty() })
}

/// The ending of the last game before a text after which the text is read back unchanged, and that game with the fewest
/// problems.
pub(super) fn closing_of(last: &[u8], text: &[u8]) -> &'static str {
    let whole = last.trim_ascii_end().len();
    if let Ok(Some(game)) = PgnStream::new(last).next_game()
        && game.result().is_some()
        && game.bytes().len() == whole
    {
        return "";
    }
    let mut stream = PgnStream::new(text);
    let Ok(Some(first)) = stream.read_placed() else { return "" };
    let problems = |end: &str| {
        let bytes = [last, end.as_bytes(), b"\n\n", first.bytes].concat();
        let mut stream = PgnStream::new(bytes.as_slice());
        let (mut before, mut newest, mut reads_back) = (0, 0, false);
        while let Ok(Some(placed)) = stream.read_placed() {
            before += newest;
            newest = placed.game.warnings.len();
            reads_back = placed.bytes == first.bytes && newest == first.game.warnings.len();
        }
        (reads_back && !stream.between().says_something()).then_some(before)
    };
    let ends = ENDS.into_iter().filter_map(|end| Some((problems(end)?, end)));
    ends.min_by_key(|(problems, _)| *problems).map_or("", |(_, end)| end)
}

/// Number of zero bytes at the end of a file of this length.
fn zeros_at_end(file: &mut Text, length: u64) -> io::Result<u64> {
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

/// Passes bytes on and counts their line feeds.
struct CountLines<'a> {
    out: &'a mut dyn Write,
    lines: i64,
}

impl Write for CountLines<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.lines += file::line_ends(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::{Collection, scan};
    use super::*;

    #[test]
    fn a_partial_last_game_is_closed_before_a_game_is_appended() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let whole = "[White \"A\"]\n\n1. d4 d5 1-0\n\n";
        let new = "[White \"New\"]\n[Black \"B\"]\n\n1. e4 *\n";
        for (last, closed) in [
            ("[White \"C\"]\n[Black \"D\"]\n", "\n\n*"),
            ("1. e4 e5 {never closed", "} *"),
            ("[White \"C\"]\n\n1. e4 e5", ""),
            ("[White \"C\"]\n\n1. e4 e5 *\n", ""),
        ] {
            let before = format!("{whole}{last}");
            fs::write(&path, &before).unwrap();
            let done = append(&path, None, new).unwrap();
            let now = fs::read_to_string(&path).unwrap();
            assert!(now.starts_with(&format!("{before}{closed}\n")), "{now}");
            let list: Collection =
                scan::read(fs::File::open(&path).unwrap(), &mut |_| true).unwrap().unwrap();
            assert_eq!((list.len(), list.white(2), list.black(2)), (3, "New", "B"), "{last}");
            assert_eq!(done.place, Place::of(2, list.entry(2).unwrap()));
            assert_eq!(done.closed_last, !closed.is_empty());
            assert!(list.entries().iter().all(|entry| !entry.marks.broken), "{last}");
        }
    }
}
