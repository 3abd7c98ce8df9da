//! Opens files named by users or other programs after checking them: folders, pipes, sockets, devices and files that
//! are too large are refused, instead of being waited for or read endlessly.
//!
//! ```
//! let error = tabia_games::regular_file::read(std::env::temp_dir().as_path(), 1000).unwrap_err();
//! assert_eq!(error.to_string(), "found a folder, expected a file");
//! ```

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use tabia_text::t;

/// Why a path is not opened; wrapped in an [`io::Error`].
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum NotOpened {
    /// It is another kind of file than expected.
    #[error("{}", t!(
        "error-file-kind",
        found = tabia_text::text(found),
        expected = tabia_text::text(expected)
    ))]
    Kind {
        /// The key of the name of what it is.
        found: &'static str,
        /// The key of the name of what was expected.
        expected: &'static str,
    },
    /// It is too large.
    #[error("{}", t!("error-file-too-large", most = *most))]
    TooLarge {
        /// Maximum size, bytes.
        most: u64,
    },
    /// It is a pipe, but no program has its other end.
    #[error("{}", t!("error-file-silent"))]
    Silent,
}

impl From<NotOpened> for io::Error {
    fn from(error: NotOpened) -> io::Error {
        let kind = match error {
            NotOpened::Kind { .. } | NotOpened::Silent => io::ErrorKind::InvalidInput,
            NotOpened::TooLarge { .. } => io::ErrorKind::FileTooLarge,
        };
        io::Error::new(kind, error)
    }
}

/// Expected if only a regular file is accepted.
const A_FILE: &str = "error-file-file";

/// Opens a file for reading.
///
/// # Errors
/// [`NotOpened::Kind`] for anything but a regular file, and system errors.
pub fn open(path: &Path) -> io::Result<File> {
    opened(path, OpenOptions::new().read(true), A_FILE)
}

/// Reads a whole file of at most `most` bytes.
///
/// # Errors
/// As [`open`], and [`NotOpened::TooLarge`].
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    if file.metadata()?.len() > most {
        return Err(NotOpened::TooLarge { most }.into());
    }
    read_at_most(file, most)
}

/// Opens a file for appending, or creates it.
///
/// # Errors
/// As [`open`].
pub fn append(path: &Path) -> io::Result<File> {
    opened(path, OpenOptions::new().append(true).create(true), A_FILE)
}

/// As [`append`], but a new file can only be read by the user.
///
/// # Errors
/// As [`open`].
pub fn append_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    opened(path, options.append(true).create(true), A_FILE)
}

/// Opens a file, or a pipe that another program writes into, for commands that read a stream: `tabia pgn <(xz -dc
/// games.pgn.xz) --check`.
///
/// # Errors
/// As [`open`], and [`NotOpened::Silent`] for a pipe that no program has opened for writing within seconds.
pub fn stream(path: &Path) -> io::Result<Box<dyn Read>> {
    const WANTED: &str = "error-file-file-or-pipe";
    let file = opened(path, OpenOptions::new().read(true), WANTED)?;
    #[cfg(unix)]
    if kind(&file.metadata()?) == Some(PIPE) {
        return pipe::listening(file);
    }
    Ok(Box::new(file))
}

/// Reads a whole file or pipe of at most `most` bytes.
///
/// # Errors
/// As [`stream`], and [`NotOpened::TooLarge`].
pub fn read_stream(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.is_file() { read(path, most) } else { read_at_most(stream(path)?, most) }
}

/// Reads to the end, which must come within `most` bytes.
///
/// # Errors
/// [`NotOpened::TooLarge`] and system errors; lack of memory is an error too.
pub fn read_at_most(from: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(NotOpened::TooLarge { most }.into());
    }
    Ok(bytes)
}

/// Longest line of a data file, bytes.
const MAX_DATA_LINE_BYTES: usize = 16 << 20;

/// A reader that returns an error when a line is too long, before it fills the memory.
#[derive(Debug)]
pub struct BoundedLines<R> {
    input: R,
    /// Bytes since the last line feed.
    since: usize,
}

impl<R> BoundedLines<R> {
    /// Wraps a reader.
    pub fn new(input: R) -> Self {
        BoundedLines { input, since: 0 }
    }
}

impl<R: Read> Read for BoundedLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.since = match buffer[..read].iter().rposition(|&byte| byte == b'\n') {
            Some(feed) => read - feed,
            None => self.since + read,
        };
        if self.since > MAX_DATA_LINE_BYTES {
            let what = t!("error-file-line", most = MAX_DATA_LINE_BYTES as u64);
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
        Ok(read)
    }
}

/// Whether two paths lead to the same file, through any names and links.
pub fn same(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let place = |path: &Path| fs::metadata(path).ok().map(|data| (data.dev(), data.ino()));
        place(one).is_some_and(|place_of_one| place(other) == Some(place_of_one))
    }
    #[cfg(not(unix))]
    {
        let whole = |path: &Path| fs::canonicalize(path).ok();
        whole(one).is_some_and(|whole_one| whole(other) == Some(whole_one))
    }
}

/// Whether two paths name the same entry of the same folder, without a link between them.
pub fn same_name(one: &Path, other: &Path) -> bool {
    let entry = |path: &Path| -> Option<PathBuf> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    };
    entry(one).is_some_and(|entry_of_one| entry(other) == Some(entry_of_one))
}

const PIPE: &str = "error-file-pipe";

/// The kind of something that is not a regular file.
fn kind(data: &Metadata) -> Option<&'static str> {
    let kind = data.file_type();
    if kind.is_file() {
        return None;
    }
    if kind.is_dir() {
        return Some("error-file-folder");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if kind.is_fifo() {
            return Some(PIPE);
        }
        if kind.is_socket() {
            return Some("error-file-socket");
        }
        if kind.is_char_device() || kind.is_block_device() {
            return Some("error-file-device");
        }
    }
    Some("error-file-other")
}

/// Opens a file, or a pipe if `expected` allows one. Checks before opening, because opening a device can have effects,
/// and again afterwards, because it may have been replaced meanwhile.
fn opened(path: &Path, options: &mut OpenOptions, expected: &'static str) -> io::Result<File> {
    let check = |data: &Metadata| match kind(data) {
        None => Ok(()),
        Some(PIPE) if expected != A_FILE => Ok(()),
        Some(found) => Err(NotOpened::Kind { found, expected }),
    };
    match fs::metadata(path) {
        Ok(data) => check(&data)?,
        // Opening reports that or creates the file.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // Otherwise opening a pipe would block.
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32);
    }
    let file = options.open(path)?;
    check(&file.metadata()?)?;
    Ok(file)
}

#[cfg(unix)]
mod pipe {
    //! Pipes: whether any program writes into them.

    use std::fs::File;
    use std::io::{self, Cursor, Read};
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

    use super::NotOpened;

    /// How long a program may take to open its end of the pipe.
    const TIMEOUT: Duration = Duration::from_secs(3);

    /// A reader of a pipe that was opened without waiting. Once there is a writer, reading waits for it.
    pub(super) fn listening(mut file: File) -> io::Result<Box<dyn Read>> {
        let mut first = [0; 1];
        let mut first_len = 0;
        let timeout = Timespec { tv_sec: TIMEOUT.as_secs() as i64, tv_nsec: 0 };
        let mut ends = [PollFd::new(&file, PollFlags::IN)];
        if poll(&mut ends, Some(&timeout))? == 0 {
            // Nothing has come. A read distinguishes a slow writer from none at all.
            first_len = match file.read(&mut first) {
                Ok(0) => return Err(NotOpened::Silent.into()),
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => 0,
                Err(error) => return Err(error),
            };
        }
        let flags = fcntl_getfl(&file)?;
        fcntl_setfl(&file, flags.difference(OFlags::NONBLOCK))?;
        Ok(Box::new(Cursor::new(first).take(first_len as u64).chain(file)))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead as _, BufReader};

    use super::*;

    #[test]
    fn a_line_without_end_breaks_off() {
        let lines = |text: &str| BufReader::new(BoundedLines::new(text.as_bytes())).lines().count();
        assert_eq!(lines(&"1234567\n".repeat(1 << 22)), 1 << 22);
        let mut endless = BufReader::new(BoundedLines::new(io::repeat(b'x'))).lines();
        let error = endless.next().unwrap().unwrap_err().to_string();
        assert!(error.starts_with("found a line of more than"), "{error}");
    }

    #[test]
    fn a_line_of_a_file_may_have_its_length_and_no_more() {
        // 16 MiB, including the previous line feed.
        let longest = 16 << 20;
        for (length, fine) in [(longest - 2, true), (longest - 1, true), (longest, false)] {
            let text = format!("short\n{}", "x".repeat(length));
            let input = BufReader::with_capacity(1 << 16, BoundedLines::new(text.as_bytes()));
            assert_eq!(input.lines().all(|line| line.is_ok()), fine, "{length}");
        }
    }

    #[test]
    fn files_are_read_up_to_a_size() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        assert_eq!(read(&path, 9).unwrap_err().kind(), io::ErrorKind::NotFound);
        fs::write(&path, b"123456789").unwrap();
        assert_eq!(read(&path, 9).unwrap(), b"123456789");
        assert_eq!(read_stream(&path, 9).unwrap(), b"123456789");
        for error in [read(&path, 8).unwrap_err(), read_stream(&path, 8).unwrap_err()] {
            assert_eq!(error.to_string(), t!("error-file-too-large", most = 8));
        }
        // A sparse file, larger than any memory.
        File::options().write(true).open(&path).unwrap().set_len(1 << 40).unwrap();
        let error = read(&path, 1 << 20).unwrap_err().to_string();
        assert_eq!(error, t!("error-file-too-large", most = 1 << 20));
    }

    fn not_a_file(found: &'static str) -> String {
        NotOpened::Kind { found, expected: A_FILE }.to_string()
    }

    #[test]
    fn only_files_are_appended_to() {
        use io::Write as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        for text in ["one ", "two"] {
            append(&path).unwrap().write_all(text.as_bytes()).unwrap();
        }
        assert_eq!(fs::read(&path).unwrap(), b"one two");
        for error in [append(folder.path()), open(folder.path())] {
            let error = error.unwrap_err().to_string();
            assert_eq!(error, not_a_file("error-file-folder"));
        }
    }

    #[cfg(unix)]
    #[test]
    fn devices_pipes_and_sockets_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let fifo = folder.path().join("fifo");
        rustix::fs::mkfifoat(rustix::fs::CWD, &fifo, rustix::fs::Mode::from_raw_mode(0o600))
            .unwrap();
        let socket = folder.path().join("socket");
        let _listening = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        let message = |error: io::Error| error.to_string();
        for (path, found) in [
            (Path::new("/dev/zero"), "error-file-device"),
            (&fifo, "error-file-pipe"),
            (&socket, "error-file-socket"),
        ] {
            let refused = not_a_file(found);
            assert_eq!(message(open(path).unwrap_err()), refused);
            assert_eq!(message(read(path, 9).unwrap_err()), refused);
            assert_eq!(message(append(path).unwrap_err()), refused);
        }
        assert_eq!(
            message(read_stream(Path::new("/dev/zero"), 9).unwrap_err()),
            NotOpened::Kind { found: "error-file-device", expected: "error-file-file-or-pipe" }
                .to_string()
        );
        assert_eq!(message(read_stream(&fifo, 9).unwrap_err()), t!("error-file-silent"));
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_somebody_writes_into_is_a_stream() {
        let folder = tempfile::tempdir().unwrap();
        let fifo = folder.path().join("fifo");
        rustix::fs::mkfifoat(rustix::fs::CWD, &fifo, rustix::fs::Mode::from_raw_mode(0o600))
            .unwrap();
        for wait_ms in [0, 500] {
            let end = fifo.clone();
            let writer = std::thread::Builder::new().spawn(move || {
                let mut pipe = OpenOptions::new().write(true).open(end).unwrap();
                std::thread::sleep(std::time::Duration::from_millis(wait_ms));
                io::Write::write_all(&mut pipe, &vec![b'x'; 200_000]).unwrap();
            });
            assert_eq!(read_stream(&fifo, 200_000).unwrap().len(), 200_000);
            writer.unwrap().join().unwrap();
        }
    }

    #[test]
    fn one_file_may_have_several_names() {
        let folder = tempfile::tempdir().unwrap();
        let [a, b, hard, missing] =
            ["a", "b", "hard", "missing"].map(|name| folder.path().join(name));
        fs::write(&a, b"").unwrap();
        fs::write(&b, b"").unwrap();
        fs::hard_link(&a, &hard).unwrap();
        let detour = folder.path().join(".").join("a");
        assert!(same(&a, &detour) && same_name(&a, &detour));
        assert!(!same(&a, &b) && !same_name(&a, &b));
        assert!(!same(&a, &missing) && !same(&missing, &missing));
        #[cfg(unix)]
        {
            let link = folder.path().join("link");
            std::os::unix::fs::symlink(&a, &link).unwrap();
            assert!(same(&a, &link) && !same_name(&a, &link));
            assert!(same(&a, &hard) && !same_name(&a, &hard));
        }
    }
}
