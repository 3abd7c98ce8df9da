//! Writes games into PGN files: replaces a game, or creates a file; `append` adds games to one. A file is always
//! entirely the old or the new one (`whole_file`), and everything except the game stays byte for byte as it was.
//!
//! A game is written in the encoding of its file. If that lacks a character of the game, nothing is written until the
//! whole file is converted to UTF-8 ([`convert`]).

use std::fs::{self, File, TryLockError};
use std::io;
use std::io::{Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use tabia_text::t;

use super::append::closing_of;
use super::entry::{Entry, fingerprint_of};
use crate::game::pgn_encoding::{Encoding, Tally, Utf8Reader, to_utf8};
use crate::game::pgn_read;
use crate::game::pgn_read::PgnGame;
use crate::game::pgn_stream::PgnStream;
use crate::{regular_file, whole_file};

/// Largest UTF-16 file from which games are read by their places, bytes.
const MAX_WIDE: u64 = 1 << 30;

/// Identifies the state of a file, to notice changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Its length, bytes.
    pub length: u64,
    /// Time of the last change, nanoseconds since 1970; 0 if the system does not report it.
    pub changed_ns: u64,
}

impl Stamp {
    /// The stamp of a file as it is now.
    ///
    /// # Errors
    /// If the system reports an error.
    pub fn of(path: &Path) -> io::Result<Stamp> {
        Stamp::of_open(&regular_file::open(path)?)
    }

    /// The stamp of an open file.
    ///
    /// # Errors
    /// If the system reports an error.
    pub fn of_open(file: &File) -> io::Result<Stamp> {
        let data = file.metadata()?;
        let since = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let changed_ns = since.map_or(0, |since| since.as_nanos() as u64);
        Ok(Stamp { length: data.len(), changed_ns })
    }
}

/// The place of a game in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Its number in the file, from 0.
    pub game: u32,
    /// Its first byte.
    pub offset: u64,
    /// Its length, bytes.
    pub length: u32,
    /// The line it begins on, from 1.
    pub line: u32,
    /// The column it begins in, from 1.
    pub column: u32,
    /// The hash of its bytes.
    #[serde(rename = "print")]
    pub fingerprint: u32,
}

impl Place {
    /// The place of an entry of a list.
    pub fn of(game: u32, entry: &Entry) -> Place {
        let &Entry { offset, length, line, column, fingerprint, .. } = entry;
        Place { game, offset, length, line, column, fingerprint }
    }
}

/// Why a game could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file has changed since it was read.
    #[error("{}", t!("error-file-changed", name = _0.as_str()))]
    Changed(String),
    /// A game has a character that the encoding of the file lacks.
    #[error("{}", t!("error-file-latin", name = name.as_str(), found = found.to_string()))]
    Encoding {
        /// The file.
        name: String,
        /// The first such character.
        found: char,
    },
    /// A system error.
    #[error("{name}: {error}")]
    System {
        /// The file.
        name: String,
        /// The error.
        error: io::Error,
    },
}

impl FileError {
    pub(super) fn changed(path: &Path) -> FileError {
        FileError::Changed(path.display().to_string())
    }

    pub(super) fn system(path: &Path) -> impl Fn(io::Error) -> FileError {
        move |error| FileError::System { name: path.display().to_string(), error }
    }
}

/// The result of writing a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The new place of the game.
    pub place: Place,
    /// The file as it is now.
    pub stamp: Stamp,
    /// By how many bytes and lines everything after the game has moved.
    pub moved: (i64, i64),
    /// Whether the last game before an appended one was closed: its own text has changed then.
    pub closed_last: bool,
}

/// The text of a file, in which places are counted: its bytes, or UTF-16 converted to UTF-8.
#[derive(Debug)]
pub(super) enum Text {
    /// As it is, with its encoding once that was needed.
    Plain(File, Option<Encoding>),
    /// UTF-16, turned into UTF-8.
    Wide(Cursor<Vec<u8>>, Encoding),
}

impl Text {
    pub(super) fn open(path: &Path) -> io::Result<Text> {
        Text::of(regular_file::open(path)?)
    }

    /// The text of an open file.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged UTF-16 that could not be written back unchanged.
    pub(super) fn of(mut file: File) -> io::Result<Text> {
        let mut first = Vec::new();
        (&mut file).take(4).read_to_end(&mut first)?;
        file.rewind()?;
        let Some(encoding) = Encoding::wide(&first) else { return Ok(Text::Plain(file, None)) };
        let length = file.metadata()?.len();
        let refused = |what: String| Err(io::Error::new(io::ErrorKind::InvalidData, what));
        if length > MAX_WIDE {
            return refused(t!("error-file-utf16-large", n = length, most = MAX_WIDE));
        }
        let (mut reader, mut text) = (Utf8Reader::new(file), Vec::new());
        reader.read_to_end(&mut text)?;
        if reader.is_damaged() {
            return refused(t!("error-file-utf16-half").to_owned());
        }
        Ok(Text::Wide(Cursor::new(text), encoding))
    }

    /// Its length, bytes.
    pub(super) fn length(&self) -> io::Result<u64> {
        match self {
            Text::Plain(file, _) => Ok(file.metadata()?.len()),
            Text::Wide(text, _) => Ok(text.get_ref().len() as u64),
        }
    }

    /// The encoding for a new text in it. The file is only read for that if it matters, and once.
    fn encoding_for(&mut self, text: &str) -> io::Result<Encoding> {
        let Text::Plain(file, known) = self else { return Ok(Encoding::Utf8) };
        if let Some(encoding) = *known {
            return Ok(encoding);
        }
        if text.is_ascii() {
            return Ok(Encoding::Utf8);
        }
        let (mut tally, mut piece) = (Tally::default(), vec![0; 1 << 16]);
        file.rewind()?;
        loop {
            match file.read(&mut piece)? {
                0 => return Ok(*known.insert(tally.encoding())),
                read => tally.add(&piece[..read]),
            }
        }
    }

    /// The game at a place.
    ///
    /// # Errors
    /// If the file cannot be read or has other bytes there.
    pub(super) fn game(&mut self, path: &Path, place: &Place) -> Result<PgnGame, FileError> {
        // The byte before it shows whether it begins a line.
        let before = u64::from(place.offset > 0);
        let mut bytes = vec![0; before as usize + place.length as usize];
        self.seek(SeekFrom::Start(place.offset - before)).map_err(FileError::system(path))?;
        self.read_exact(&mut bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => FileError::changed(path),
            _ => FileError::system(path)(error),
        })?;
        game_in(&bytes, before as usize, place).ok_or_else(|| FileError::changed(path))
    }

    /// The bytes of a game.
    ///
    /// # Errors
    /// If the file cannot be read or has other bytes there.
    pub(super) fn bytes_of(&mut self, path: &Path, place: &Place) -> Result<Vec<u8>, FileError> {
        let system = FileError::system(path);
        let mut bytes = vec![0; place.length as usize];
        self.seek(SeekFrom::Start(place.offset)).map_err(&system)?;
        self.read_exact(&mut bytes).map_err(&system)?;
        if fingerprint_of(&bytes) == place.fingerprint {
            Ok(bytes)
        } else {
            Err(FileError::changed(path))
        }
    }

    /// The bytes of a game to be written into it.
    ///
    /// # Errors
    /// If the file cannot be read, or its encoding lacks a character of the game.
    pub(super) fn bytes_for(
        &mut self,
        path: &Path,
        text: &str,
        crlf: bool,
    ) -> Result<Vec<u8>, FileError> {
        let encoding = self.encoding_for(text).map_err(FileError::system(path))?;
        let text = if crlf { text.replace('\n', "\r\n") } else { text.to_owned() };
        let name = || path.display().to_string();
        encoding.encode(&text).map_err(|found| FileError::Encoding { name: name(), found })
    }

    /// The encoding, if it is one of UTF-16.
    pub(super) fn wide(&self) -> Option<Encoding> {
        if let Text::Wide(_, encoding) = self { Some(*encoding) } else { None }
    }
}

impl Read for Text {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Text::Plain(file, _) => file.read(buffer),
            Text::Wide(text, _) => text.read(buffer),
        }
    }
}

impl Seek for Text {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Text::Plain(file, _) => file.seek(to),
            Text::Wide(text, _) => text.seek(to),
        }
    }
}

/// Writes a file whose text is produced piece by piece, in UTF-16 if that is its encoding.
pub(super) fn write_text(
    path: &Path,
    wide: Option<Encoding>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let Some(encoding) = wide else { return whole_file::write(path, write) };
    let mut text = Vec::new();
    write(&mut text)?;
    // UTF-16 has every character.
    let bytes = encoding.encode(&String::from_utf8_lossy(&text)).unwrap_or_default();
    whole_file::write_bytes(path, &bytes)
}

/// Reads a game from its place.
///
/// # Errors
/// If the file cannot be read or has other bytes there.
pub fn read_game(path: &Path, place: &Place) -> Result<PgnGame, FileError> {
    Text::open(path).map_err(FileError::system(path))?.game(path, place)
}

/// Reads a game that begins at a byte of `bytes`; `None` if they are not those it was listed with.
pub fn game_in(bytes: &[u8], at: usize, place: &Place) -> Option<PgnGame> {
    let text = bytes.get(at..at.checked_add(place.length as usize)?)?;
    if fingerprint_of(text) != place.fingerprint {
        return None;
    }
    let bytes = &bytes[..at + text.len()];
    pgn_read::read_at(bytes, at, place.line as usize, place.column as usize)
}

/// Replaces a game.
///
/// # Errors
/// If the file cannot be written or has changed since it was read; then it is untouched.
pub fn replace(path: &Path, read: Stamp, place: &Place, text: &str) -> Result<Written, FileError> {
    let _writing = Writing::begin(path).map_err(FileError::system(path))?;
    replace_locked(path, read, place, text)
}

/// As [`replace`], for a caller that holds the lock.
pub(super) fn replace_locked(
    path: &Path,
    read: Stamp,
    place: &Place,
    text: &str,
) -> Result<Written, FileError> {
    let system = FileError::system(path);
    let file = regular_file::open(path).map_err(&system)?;
    // A file that was only touched or copied still has the game at its place.
    if Stamp::of_open(&file).map_err(&system)?.length != read.length {
        return Err(FileError::changed(path));
    }
    let mut file = Text::of(file).map_err(&system)?;
    let mut old = file.bytes_of(path, place)?;
    // If a comment was never closed, the empty line before the next game is part of the game and has to stay.
    old.truncate(old.trim_ascii_end().len());
    let new = file.bytes_for(path, text.trim_end(), has_crlf(&old))?;
    let (length, wide) = (file.length().map_err(&system)?, file.wide());
    // Other programs find tags only at the beginning of a line, and some only after an empty line. A game that already
    // began with a tag there needs no gap.
    let gap = match gap_before(&mut file, place.offset).map_err(&system)? {
        "\n" if old.starts_with(b"[") => "",
        gap => gap,
    };
    let gap = with_line_ends(gap, has_crlf(&old));
    write_text(path, wide, |out| {
        file.seek(SeekFrom::Start(0))?;
        copy(&mut file, place.offset, out)?;
        out.write_all(&gap)?;
        out.write_all(&new)?;
        let end = place.offset + old.len() as u64;
        file.seek(SeekFrom::Start(end))?;
        copy(&mut file, length - end, out)
    })
    .map_err(&system)?;
    let lines = line_ends(&gap);
    let moved = (
        (gap.len() + new.len()) as i64 - old.len() as i64,
        lines + line_ends(&new) - line_ends(&old),
    );
    let place = Place {
        offset: place.offset + gap.len() as u64,
        length: new.len() as u32,
        line: place.line + lines as u32,
        column: if lines > 0 { 1 } else { place.column },
        fingerprint: fingerprint_of(&new),
        ..*place
    };
    let stamp = Stamp::of(path).map_err(&system)?;
    Ok(Written { place, stamp, moved, closed_last: false })
}

/// Converts a whole file to UTF-8, so that it can contain any game. Returns the new state of the file and the new place
/// of a game.
///
/// # Errors
/// If the file cannot be written or has changed since it was read; then it is untouched.
pub fn convert(
    path: &Path,
    read: Option<Stamp>,
    place: Option<&Place>,
) -> Result<(Stamp, Option<Place>), FileError> {
    let system = FileError::system(path);
    let _writing = Writing::begin(path).map_err(&system)?;
    let file = regular_file::open(path).map_err(&system)?;
    if read.is_some_and(|read| Stamp::of_open(&file).ok() != Some(read)) {
        return Err(FileError::changed(path));
    }
    let (mut text, mut bytes) = (Text::of(file).map_err(&system)?, Vec::new());
    text.read_to_end(&mut bytes).map_err(&system)?;
    let mut converted = None;
    let new = if let Some(place) = place {
        let from = place.offset as usize;
        let to = from + place.length as usize;
        let game = bytes.get(from..to).filter(|game| fingerprint_of(game) == place.fingerprint);
        let game = to_utf8(game.ok_or_else(|| FileError::changed(path))?);
        let before = to_utf8(&bytes[..from]);
        let (offset, length) = (before.len() as u64, game.len() as u32);
        converted = Some(Place { offset, length, fingerprint: fingerprint_of(&game), ..*place });
        [before, game, to_utf8(&bytes[to..])].concat()
    } else {
        to_utf8(&bytes)
    };
    whole_file::write_bytes(path, &new).map_err(&system)?;
    Ok((Stamp::of(path).map_err(&system)?, converted))
}

/// Writes a file of one game, replacing any existing file.
///
/// # Errors
/// If the file cannot be written; then the old one is untouched.
pub fn create(path: &Path, text: &str) -> Result<Written, FileError> {
    let system = FileError::system(path);
    let _writing = Writing::begin(path).or_else(not_there).map_err(&system)?;
    let bytes = text.as_bytes();
    whole_file::write_bytes(path, bytes).map_err(&system)?;
    let game = text.trim_end().as_bytes();
    let length = game.len() as u32;
    let place =
        Place { game: 0, offset: 0, length, line: 1, column: 1, fingerprint: fingerprint_of(game) };
    let stamp = Stamp::of(path).map_err(&system)?;
    Ok(Written { place, stamp, moved: (0, 0), closed_last: false })
}

/// Writes a whole file of games, replacing any existing file. `read` is the state of that file when the games were read
/// from it; `None` if they come from elsewhere.
///
/// # Errors
/// Errors of `write` and of the system, and if the file has changed since it was read; then it is untouched.
pub fn write_games<E: From<FileError> + From<io::Error>>(
    path: &Path,
    read: Option<Stamp>,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let _writing = Writing::begin(path).or_else(not_there).map_err(FileError::system(path))?;
    whole_file::write(path, |out| {
        write(out)?;
        // Other programs do not wait for the lock.
        match read {
            Some(read) if Stamp::of(path).ok() != Some(read) => {
                Err(FileError::changed(path).into())
            }
            _ => Ok(()),
        }
    })
}

/// Where games of a list come from.
#[derive(Clone, Copy, Debug)]
pub enum GamesSource<'a> {
    /// A file in the version that was read.
    File(&'a Path, Stamp),
    /// A text that was read.
    Text(&'a str),
}

/// Writes games of a list in this order into a file, replacing any existing one, in UTF-8 and with the line ends of the
/// source. A partial game is closed, or it would take in the next one. `go_on` is called with the share that is done and
/// returns whether to continue. Returns whether it was not cancelled.
///
/// # Errors
/// If a file cannot be read or written, the source has changed since it was read, or both are the same file; then the
/// file is untouched.
pub fn copy_games(
    source: GamesSource<'_>,
    games: &[Place],
    to: &Path,
    go_on: &mut dyn FnMut(f32) -> bool,
) -> Result<bool, FileError> {
    let system = FileError::system(to);
    let (path, mut text) = match source {
        GamesSource::Text(text) => (to, Text::Wide(Cursor::new(text.into()), Encoding::Utf8)),
        GamesSource::File(path, _) if true_path(path) == true_path(to) => {
            let what = t!("error-file-list-into-itself");
            return Err(system(io::Error::new(io::ErrorKind::InvalidInput, what)));
        }
        GamesSource::File(path, read) => {
            let file = regular_file::open(path).map_err(FileError::system(path))?;
            if Stamp::of_open(&file).map_err(FileError::system(path))? != read {
                return Err(FileError::changed(path));
            }
            (path, Text::of(file).map_err(FileError::system(path))?)
        }
    };
    let crlf = has_crlf(&beginning(&mut text).map_err(FileError::system(path))?);
    let written = write_games(to, None, |out| {
        let mut last = Vec::new();
        for (done, place) in games.iter().enumerate() {
            if done % 256 == 0 && !go_on(done as f32 / games.len() as f32) {
                return Err(CopyStop::Cancelled);
            }
            let mut game = to_utf8(&text.bytes_of(path, place)?);
            game.truncate(game.trim_ascii_end().len());
            if done > 0 {
                let closing = closing_of(&last, &game);
                out.write_all(&with_line_ends(&format!("{closing}\n\n"), crlf))?;
            }
            out.write_all(&game)?;
            last = game;
        }
        Ok(out.write_all(&with_line_ends("\n", crlf))?)
    });
    match written {
        Ok(()) => Ok(true),
        Err(CopyStop::Cancelled) => Ok(false),
        Err(CopyStop::File(error)) => Err(error),
        Err(CopyStop::System(error)) => Err(system(error)),
    }
}

/// Why copying games stopped.
#[derive(Debug)]
enum CopyStop {
    Cancelled,
    File(FileError),
    System(io::Error),
}

impl From<FileError> for CopyStop {
    fn from(error: FileError) -> CopyStop {
        CopyStop::File(error)
    }
}

impl From<io::Error> for CopyStop {
    fn from(error: io::Error) -> CopyStop {
        CopyStop::System(error)
    }
}

/// A file that does not exist yet has no other writers.
fn not_there(error: io::Error) -> io::Result<Writing> {
    if error.kind() == io::ErrorKind::NotFound { Ok(Writing::default()) } else { Err(error) }
}

/// Copies exactly this many bytes.
pub(super) fn copy(
    from: &mut impl Read,
    length: u64,
    to: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let copied = io::copy(&mut from.take(length), to)?;
    if copied < length {
        let what = t!("error-file-being-changed", n = copied, expected = length);
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, what));
    }
    Ok(())
}

/// The first bytes of a file.
pub(super) fn beginning(file: &mut (impl Read + Seek)) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(1 << 16).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text needed between the text that ends at a byte and a game after it, so that there is an empty line.
pub(super) fn gap_before(file: &mut (impl Read + Seek), end: u64) -> io::Result<&'static str> {
    let mut last = Vec::new();
    let begin = end.saturating_sub(4);
    file.seek(SeekFrom::Start(begin))?;
    file.by_ref().take(end - begin).read_to_end(&mut last)?;
    let last = String::from_utf8_lossy(&last).replace("\r\n", "\n").replace('\r', "\n");
    Ok(match last.as_str() {
        "" | "\u{feff}" => "",
        text if text.ends_with("\n\n") => "",
        text if text.ends_with('\n') => "\n",
        _ => "\n\n",
    })
}

pub(super) fn has_crlf(bytes: &[u8]) -> bool {
    let feed = bytes.iter().position(|&byte| byte == b'\n');
    feed.is_some_and(|feed| feed > 0 && bytes[feed - 1] == b'\r')
}

pub(super) fn line_ends(bytes: &[u8]) -> i64 {
    bytes.iter().map(|&byte| i64::from(byte == b'\n')).sum()
}

pub(super) fn with_line_ends(text: &str, crlf: bool) -> Vec<u8> {
    if crlf { text.replace('\n', "\r\n").into_bytes() } else { text.as_bytes().to_vec() }
}

/// The number of games in a file.
///
/// # Errors
/// If the file cannot be read.
pub fn count_games(path: &Path) -> Result<u32, FileError> {
    let system = FileError::system(path);
    let mut stream = PgnStream::new(regular_file::open(path).map_err(&system)?);
    let mut games = 0;
    while stream.next_game().map_err(&system)?.is_some() {
        games += 1;
    }
    Ok(games)
}

/// Number of bytes at the beginning of a file that are checked for being text.
const SAMPLE: usize = 4096;

/// Refuses a file whose beginning is not text: compressed files, pictures, programs. Games read from one would be
/// garbage, and a game written into one would destroy it.
///
/// # Errors
/// Names what the file is.
pub fn refuse_binary(beginning: &[u8]) -> io::Result<()> {
    const PACKED: [(&str, &[u8]); 6] = [
        ("gzip", b"\x1f\x8b"),
        ("xz", b"\xfd7zXZ\0"),
        ("zip", b"PK\x03\x04"),
        ("Zstandard", b"\x28\xb5\x2f\xfd"),
        ("bzip2", b"BZh"),
        ("7z", b"7z\xbc\xaf\x27\x1c"),
    ];
    let refuse = |text: String| Err(io::Error::new(io::ErrorKind::InvalidData, text));
    if let Some((kind, _)) = PACKED.iter().find(|(_, mark)| beginning.starts_with(mark)) {
        return refuse(t!("error-file-packed", kind = *kind));
    }
    let sample = &beginning[..beginning.len().min(SAMPLE)];
    if Encoding::wide(sample.get(..4).unwrap_or(sample)).is_some() {
        return Ok(());
    }
    // A crash can leave zeros at the end of a text file.
    let end = sample.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let control = |byte: &&u8| matches!(byte, 0..=8 | 14..=25 | 28..=31);
    let controls = sample[..end].iter().filter(control).count();
    if controls * 50 > end { refuse(t!("error-file-binary").to_owned()) } else { Ok(()) }
}

/// The text of an input that is read as a stream; refused if it is not text.
///
/// # Errors
/// As [`refuse_binary`], or if reading fails.
pub fn text_stream(mut input: Box<dyn Read>) -> io::Result<Box<dyn Read>> {
    let mut beginning = Vec::new();
    input.by_ref().take(SAMPLE as u64).read_to_end(&mut beginning)?;
    refuse_binary(&beginning)?;
    Ok(Box::new(io::Cursor::new(beginning).chain(input)))
}

/// The path by which a file is known: absolute and without links. A path that cannot be followed stays as it is, apart
/// from becoming absolute. Waits for the disk.
pub fn true_path(path: &Path) -> PathBuf {
    let followed = fs::canonicalize(path).or_else(|_| std::path::absolute(path));
    followed.unwrap_or_else(|_| path.to_owned())
}

/// Longest wait for another writer.
const TIMEOUT: Duration = Duration::from_secs(20);
/// How often the lock is tried.
const RETRY_INTERVAL: Duration = Duration::from_millis(10);

/// A lock for writing into a file while it lives: programs that write into the same file wait for each other, so that
/// none overwrites another's change. A killed writer loses it.
#[derive(Debug, Default)]
pub(super) struct Writing {
    /// The locked file; `None` on systems without locks, where no one is kept out.
    _file: Option<File>,
}

impl Writing {
    /// Waits until no one else is writing to an existing file.
    ///
    /// # Errors
    /// If locking fails, or another writer takes too long.
    pub(super) fn begin(path: &Path) -> io::Result<Writing> {
        Writing::within(path, TIMEOUT)
    }

    /// As [`Writing::begin`], but waits no longer than this.
    pub(super) fn within(path: &Path, timeout: Duration) -> io::Result<Writing> {
        let end = Instant::now() + timeout;
        // On other systems a lock would also keep this program from reading the file.
        if cfg!(not(unix)) {
            return Ok(Writing::default());
        }
        loop {
            let file = regular_file::open(path)?;
            match file.try_lock() {
                // The file that was locked may have been replaced meanwhile.
                Ok(()) if is_at(&file, path)? => return Ok(Writing { _file: Some(file) }),
                Ok(()) => continue,
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(_)) => return Ok(Writing::default()),
            }
            if Instant::now() >= end {
                let what = t!("error-file-other-writer");
                return Err(io::Error::new(io::ErrorKind::TimedOut, what));
            }
            std::thread::sleep(RETRY_INTERVAL);
        }
    }
}

/// Whether an open file is the one at a path now.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let (open, there) = (file.metadata()?, std::fs::metadata(path)?);
    Ok((open.dev(), open.ino()) == (there.dev(), there.ino()))
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it asks the system")]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

#[cfg(all(test, unix))]
mod writing_tests {
    use super::*;
    use crate::whole_file;

    #[test]
    fn a_second_writer_waits_and_locks_the_replaced_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        assert_eq!(Writing::begin(&path).unwrap_err().kind(), io::ErrorKind::NotFound);
        whole_file::write_bytes(&path, b"1. e4 *\n").unwrap();
        let first = Writing::begin(&path).unwrap();
        let message = Writing::within(&path, Duration::ZERO).unwrap_err().to_string();
        assert_eq!(message, t!("error-file-other-writer"));
        std::thread::scope(|scope| {
            let second = std::thread::Builder::new();
            let second = second.spawn_scoped(scope, || {
                let _writing = Writing::begin(&path).unwrap();
                assert!(Writing::within(&path, Duration::ZERO).is_err(), "the new file is locked");
            });
            whole_file::write_bytes(&path, b"1. d4 *\n").unwrap();
            drop(first);
            second.unwrap().join().unwrap();
        });
        assert!(Writing::within(&path, Duration::ZERO).is_ok());
    }

    /// Errors of the test below.
    #[test]
    fn games_of_a_list_are_copied_in_its_order_and_never_over_their_own_file() {
        let folder = tempfile::tempdir().unwrap();
        let (path, to) = (folder.path().join("games.pgn"), folder.path().join("some.pgn"));
        let bytes = b"[White \"R\xe9ti\"]\r\n\r\n1. Nf3 *\r\n\r\n[White \"B\"]\r\n\r\n1. f4 *\r\n";
        fs::write(&path, bytes).unwrap();
        let list = crate::collection::scan::read(&bytes[..], &mut |_| true).unwrap().unwrap();
        let places = [1, 0].map(|game| Place::of(game, list.entry(game).unwrap()));
        let source = GamesSource::File(&path, Stamp::of(&path).unwrap());
        assert!(!copy_games(source, &places, &to, &mut |_| false).unwrap() && !to.exists());
        assert!(copy_games(source, &places, &to, &mut |_| true).unwrap());
        let written = fs::read_to_string(&to).unwrap();
        let copied = crate::collection::Collection::of_text(&written);
        assert_eq!((copied.len(), copied.white(0), copied.white(1)), (2, "B", "R\u{e9}ti"));
        assert!(copy_games(source, &places, &path, &mut |_| true).is_err());
        assert_eq!(fs::read(&path).unwrap(), bytes);
        let text = "[White \"A\"]\n\n1. e4 *\n";
        let list = crate::collection::Collection::of_text(text);
        let places = [Place::of(0, list.entry(0).unwrap())];
        assert!(copy_games(GamesSource::Text(text), &places, &to, &mut |_| true).unwrap());
        assert_eq!(fs::read_to_string(&to).unwrap(), text);
    }

    #[test]
    fn a_copied_game_without_an_end_does_not_take_in_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join("some.pgn");
        let text = "[White \"A\"]\n\n1. e4 e5 *\n\n1. d4 d5 1-0\n\n[White \"Z\"]\n";
        for last in ["[Black \"Y\"]", "\n1. Nf3", "\n1. Nf3 {never closed"] {
            let text = format!("{text}{last}\n");
            let list = crate::collection::Collection::of_text(&text);
            let places = [2, 1, 0].map(|game| Place::of(game, list.entry(game).unwrap()));
            copy_games(GamesSource::Text(&text), &places, &to, &mut |_| true).unwrap();
            let copied = fs::read_to_string(&to).unwrap();
            let copied = crate::collection::Collection::of_text(&copied);
            let games = |list: &crate::collection::Collection, games: [u32; 3]| {
                games.map(|game| (list.white(game).to_owned(), list.moves(game).to_vec()))
            };
            assert_eq!((copied.len(), games(&copied, [2, 1, 0])), (3, games(&list, [0, 1, 2])));
        }
    }

    #[test]
    fn copied_games_keep_their_line_ends() {
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join("some.pgn");
        let text = "[White \"A\"]\r\n\r\n1. e4 *\r\n\r\n[White \"B\"]\r\n\r\n1. d4 *\r\n";
        let list = crate::collection::Collection::of_text(text);
        let places = [0, 1].map(|game| Place::of(game, list.entry(game).unwrap()));
        copy_games(GamesSource::Text(text), &places, &to, &mut |_| true).unwrap();
        assert_eq!(fs::read_to_string(&to).unwrap(), text);
    }

    #[derive(Debug, thiserror::Error)]
    enum TestError {
        #[error(transparent)]
        File(#[from] FileError),
        #[error(transparent)]
        System(#[from] io::Error),
    }

    #[test]
    fn games_are_written_back_only_into_the_file_they_were_read_from() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let write = |read: Option<Stamp>, meanwhile: &dyn Fn()| {
            write_games(&path, read, |out| {
                out.write_all(b"1. d4 *\n")?;
                meanwhile();
                Ok::<_, TestError>(())
            })
        };
        write(None, &|| {}).unwrap();
        let read = Stamp::of(&path).unwrap();
        write(Some(read), &|| {
            assert!(Writing::within(&path, Duration::ZERO).is_err(), "other writers wait");
        })
        .unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"1. d4 *\n");
        // A program that knows no lock adds a game.
        let add = || {
            let mut file = File::options().append(true).open(&path).unwrap();
            file.write_all(b"\n1. e4 *\n").unwrap();
        };
        let read = Stamp::of(&path).unwrap();
        for (meanwhile, games) in [(&add as &dyn Fn(), 2), (&|| {}, 2)] {
            let error = write(Some(read), meanwhile).unwrap_err().to_string();
            assert_eq!(error, FileError::changed(&path).to_string());
            assert_eq!(count_games(&path).unwrap(), games);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        write(None, &|| {}).unwrap();
        assert_eq!(count_games(&path).unwrap(), 1, "another file is replaced");
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::super::Collection;
    use super::super::append::append;
    use super::*;

    const NEW: &str = "[White \"New\"]\n\n1. d4 d5 2. c4 *\n";

    fn written(bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(&path, bytes).unwrap();
        (folder, path)
    }

    fn listed(path: &Path) -> Collection {
        super::super::scan::read(File::open(path).unwrap(), &mut |_| true).unwrap().unwrap()
    }

    /// Files with three games and all combinations of line ends and file ends.
    fn files() -> Vec<Vec<u8>> {
        let games = "% mine\n[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"R\u{e9}ti\"]\n\n1. Nf3 {x\ny} d5 0-1\n\n\n\
            1. c4 *";
        let mut files = Vec::new();
        for end in ["", "\n", "\n\n", "\n\n% last\n"] {
            let text = format!("{games}{end}");
            files.push(text.clone().into_bytes());
            files.push(text.replace('\n', "\r\n").into_bytes());
            files.push(format!("\u{feff}{}", &text["% mine\n".len()..]).into_bytes());
            // Latin-1.
            files.push(text.chars().map(|c| c as u8).collect());
        }
        files
    }

    #[test]
    fn a_replaced_game_begins_after_an_empty_line() {
        for (before, gap) in [
            ("*", "\n\n"),
            ("*\n;\n", "\n"),
            ("*\n", ""),
            ("*\r\r", ""),
            ("*\n\n", ""),
            ("\u{feff}", ""),
        ] {
            let bytes = format!("{before}[White \"A\"]\n\n1. e4 *\n");
            let (_folder, path) = written(bytes.as_bytes());
            let games = listed(&path);
            let last = games.len() as u32 - 1;
            let place = Place::of(last, games.entry(last).unwrap());
            let done = replace(&path, Stamp::of(&path).unwrap(), &place, NEW).unwrap();
            let now = fs::read_to_string(&path).unwrap();
            let old = &bytes[..place.offset as usize];
            assert_eq!(now, format!("{old}{gap}{}\n", NEW.trim_end()));
            let after = listed(&path);
            assert_eq!(Place::of(last, after.entry(last).unwrap()), done.place, "{before:?}");
        }
    }

    #[test]
    fn a_replaced_game_changes_nothing_else() {
        for bytes in files() {
            for game in 0..3 {
                let (_folder, path) = written(&bytes);
                let before = listed(&path);
                assert_eq!(before.len(), 3);
                let place = Place::of(game, before.entry(game).unwrap());
                let done = replace(&path, Stamp::of(&path).unwrap(), &place, NEW).unwrap();
                let now = fs::read(&path).unwrap();
                let (begin, end) =
                    (place.offset as usize, (place.offset + u64::from(place.length)) as usize);
                let new_end = begin + done.place.length as usize;
                assert_eq!(now[..begin], bytes[..begin]);
                assert_eq!(now[new_end..], bytes[end..]);
                assert_eq!(has_crlf(&now), has_crlf(&bytes));
                assert_eq!(now.contains(&b'\r'), has_crlf(&bytes));
                let after = listed(&path);
                assert_eq!(
                    (after.len(), after.white(game), after.moves(game).len()),
                    (3, "New", 3)
                );
                for other in (0..3).filter(|&other| other != game) {
                    assert_eq!(after.white(other), before.white(other));
                    assert_eq!(after.moves(other), before.moves(other));
                    let (old, new) = (before.entry(other).unwrap(), after.entry(other).unwrap());
                    let moved = if other > game { done.moved } else { (0, 0) };
                    assert_eq!(new.offset as i64, old.offset as i64 + moved.0);
                    assert_eq!(i64::from(new.line), i64::from(old.line) + moved.1);
                }
                let found = after.entry(game).unwrap();
                assert_eq!(Place::of(game, found), done.place);
                assert_eq!(read_game(&path, &done.place).unwrap().tree.len(), 4);
                assert_eq!(Stamp::of(&path).unwrap(), done.stamp);
            }
        }
    }

    #[test]
    fn an_appended_game_follows_an_empty_line() {
        let mut files = files();
        files.extend([Vec::new(), "\u{feff}".into()]);
        for bytes in files {
            let (_folder, path) = written(&bytes);
            let games = listed(&path).len() as u32;
            let done = append(&path, None, NEW).unwrap();
            let now = fs::read(&path).unwrap();
            assert!(now.starts_with(&bytes));
            let after = listed(&path);
            assert_eq!((after.len() as u32, after.white(games)), (games + 1, "New"));
            assert_eq!(Place::of(games, after.entry(games).unwrap()), done.place);
            let text =
                String::from_utf8_lossy(&now[bytes.len().saturating_sub(4)..]).replace('\r', "");
            assert!(games == 0 || text.contains("\n\n[White"), "{text:?}");
            assert_eq!(now.contains(&b'\r'), has_crlf(&bytes));
        }
    }

    #[test]
    fn a_file_that_has_changed_is_left_alone() {
        let bytes = &files()[1];
        let (_folder, path) = written(bytes);
        let list = listed(&path);
        let (stamp, place) = (Stamp::of(&path).unwrap(), Place::of(1, list.entry(1).unwrap()));
        let other = Stamp { length: stamp.length + 1, ..stamp };
        let error = replace(&path, other, &place, NEW).unwrap_err();
        assert!(matches!(error, FileError::Changed(_)) && error.to_string().contains("changed"));
        let moved = Place { offset: place.offset + 1, ..place };
        assert!(matches!(replace(&path, stamp, &moved, NEW), Err(FileError::Changed(_))));
        assert!(matches!(read_game(&path, &moved), Err(FileError::Changed(_))));
        let beyond = Place { offset: stamp.length, ..place };
        assert!(matches!(read_game(&path, &beyond), Err(FileError::Changed(_))));
        assert_eq!(fs::read(&path).unwrap(), *bytes);
        let gone = path.with_extension("gone");
        assert!(matches!(append(&gone, None, NEW), Err(FileError::System { .. })));
    }

    #[test]
    fn a_new_file_holds_the_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new.pgn");
        let done = create(&path, NEW).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), NEW);
        assert_eq!(Place::of(0, listed(&path).entry(0).unwrap()), done.place);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::PermissionsExt as _;
        let (folder, path) = written(b"1. e4 *\n");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let link = folder.path().join("link.pgn");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        append(&link, None, NEW).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(listed(&path).len(), 2);
        assert_eq!(true_path(&link), true_path(&path));
        assert_eq!(true_path(Path::new("none.pgn")), std::path::absolute("none.pgn").unwrap());
    }
}
