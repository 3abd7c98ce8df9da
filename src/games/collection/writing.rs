//! One writer at a time: programs that write into the same file of games wait for each other, so that none puts
//! back what another has just changed.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::regular_file;

/// Longest wait for another writer.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often the lock is tried.
const AGAIN: Duration = Duration::from_millis(10);

/// The right to write into a file, as long as it lives. A writer that is killed loses it.
#[derive(Debug, Default)]
pub(super) struct Writing {
    /// Locked. Where the system has no locks there is none, and nobody is kept away.
    _file: Option<File>,
}

impl Writing {
    /// Waits until nobody else writes into a file that is there.
    ///
    /// # Errors
    /// What the system says, or that somebody else has been writing for too long.
    pub(super) fn begin(path: &Path) -> io::Result<Writing> {
        Writing::within(path, PATIENCE)
    }

    fn within(path: &Path, patience: Duration) -> io::Result<Writing> {
        let end = Instant::now() + patience;
        // On other systems a lock would keep this program from reading the file, too.
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
                let what = "another program is writing into the file";
                return Err(io::Error::new(io::ErrorKind::TimedOut, what));
            }
            std::thread::sleep(AGAIN);
        }
    }
}

/// Whether an open file is the one that stands at a path now.
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
mod tests {
    use super::*;
    use crate::whole_file;

    #[test]
    fn a_second_writer_waits_for_the_file_that_has_taken_the_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        assert_eq!(Writing::begin(&path).unwrap_err().kind(), io::ErrorKind::NotFound);
        whole_file::write_bytes(&path, b"1. e4 *\n").unwrap();
        let first = Writing::begin(&path).unwrap();
        let told = Writing::within(&path, Duration::ZERO).unwrap_err().to_string();
        assert_eq!(told, "another program is writing into the file");
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
}
