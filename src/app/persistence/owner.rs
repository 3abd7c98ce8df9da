//! Decides who may write to the program's folder: the window that came first. The lock is the system's, so it ends
//! with its process, however that ends. The owner also leaves a note while it starts: if the next start finds it, the
//! last one did not get far.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tabia_games::whole_file;
use tabia_text::t;

/// The locked file; it contains the owner's process id.
const LOCK: &str = "tabia.lock";
/// The note of a start in progress.
const STARTING: &str = "starting";

/// How long to wait for another process to end: a window that was closed or killed a moment ago still holds the lock.
const TIMEOUT: Duration = Duration::from_secs(1);
/// Time between two attempts.
const AGAIN: Duration = Duration::from_millis(50);

/// The right to write to the folder, until this is dropped.
#[derive(Debug)]
pub struct Owner {
    /// `None` if the system does not support file locks.
    lock: Option<File>,
    note: PathBuf,
    unclean: bool,
    started: bool,
}

/// Another process owns the folder.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub struct OwnerError {
    /// Its process id, if it could be read.
    pub process: Option<u32>,
}

impl OwnerError {
    fn text(&self) -> String {
        match self.process {
            None => t!("error-saved-taken").to_owned(),
            Some(number) => t!("error-saved-taken-by", process = number.to_string()),
        }
    }
}

impl Owner {
    /// Claims the folder, unless another process owns it. A folder that cannot be written to is granted as well,
    /// because no process can do harm there; the first attempt to write will fail.
    ///
    /// # Errors
    /// If another process owns it.
    pub fn claim(home: &Path) -> Result<Owner, OwnerError> {
        Owner::claim_within(home, TIMEOUT)
    }

    /// The same without waiting for another process to end.
    ///
    /// # Errors
    /// If another process owns it.
    pub(crate) fn try_claim(home: &Path) -> Result<Owner, OwnerError> {
        Owner::claim_within(home, Duration::ZERO)
    }

    fn claim_within(home: &Path, timeout: Duration) -> Result<Owner, OwnerError> {
        let begun = Instant::now();
        let lock = loop {
            match locked(home) {
                Ok(lock) => break lock,
                Err(Refused::Unknown) => break None,
                Err(Refused::Taken(taken)) if begun.elapsed() >= timeout => return Err(taken),
                Err(Refused::Taken(_)) => std::thread::sleep(AGAIN),
            }
        };
        let note = home.join(STARTING);
        let found = fs::symlink_metadata(&note).ok();
        let unclean = found.as_ref().is_some_and(fs::Metadata::is_file);
        // A link would lead to a file that is not the program's. Without the note nothing can be lost either.
        if unclean || found.is_none() {
            drop(whole_file::write_private(&note, std::process::id().to_string().as_bytes()));
        }
        Ok(Owner { lock, note, unclean, started: false })
    }

    /// Whether the last start ended before it had succeeded.
    pub(crate) fn found_unclean_start(&self) -> bool {
        self.unclean
    }

    /// Whether the system's lock keeps other processes out.
    pub(crate) fn is_locked(&self) -> bool {
        self.lock.is_some()
    }

    /// Marks the start as successful: an end from now on says nothing about what was loaded.
    pub fn started(&mut self) {
        if !self.started {
            self.started = true;
            if fs::symlink_metadata(&self.note).is_ok_and(|data| data.is_file()) {
                drop(fs::remove_file(&self.note));
            }
        }
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        // Closing the window at once is an orderly end too; a panic is not.
        if !std::thread::panicking() {
            self.started();
        }
    }
}

enum Refused {
    Taken(OwnerError),
    /// Locks are not available here for any process.
    Unknown,
}

fn locked(home: &Path) -> Result<Option<File>, Refused> {
    let open = || {
        whole_file::create_private_folder(home)?;
        let path = home.join(LOCK);
        if fs::symlink_metadata(&path).is_ok_and(|data| !data.is_file()) {
            // A link would lead to a file that is not the program's.
            return Err(io::ErrorKind::InvalidInput.into());
        }
        File::options().read(true).write(true).create(true).truncate(false).open(path)
    };
    // If the file is someone else's or not a file, the folder itself is locked, on systems that can do that.
    let file = open().or_else(|_: io::Error| File::open(home));
    let mut file = file.map_err(|_| Refused::Unknown)?;
    match file.try_lock() {
        Ok(()) => {
            // For people who look into the file; only the lock counts.
            let number = std::process::id().to_string();
            drop(file.set_len(0).and_then(|()| file.write_all(number.as_bytes())));
            Ok(Some(file))
        }
        Err(TryLockError::WouldBlock) => {
            let mut text = String::new();
            let read = file.take(20).read_to_string(&mut text);
            let process = read.ok().and_then(|_| text.trim().parse().ok());
            Err(Refused::Taken(OwnerError { process }))
        }
        Err(TryLockError::Error(_)) => Err(Refused::Unknown),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_one_owner_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("new");
        let first = Owner::claim(&home).unwrap();
        assert!(first.is_locked() && !first.found_unclean_start());
        let refused = Owner::claim(&home).unwrap_err();
        assert_eq!(refused.process, Some(std::process::id()));
        assert!(refused.to_string().contains("nother window"), "{refused}");
        drop(first);
        let next = Owner::claim(&home).unwrap();
        assert!(!next.found_unclean_start(), "closing at once is an orderly end");
    }

    #[test]
    fn a_start_that_did_not_get_far_is_noticed_once() {
        let folder = tempfile::tempdir().unwrap();
        // The state after `kill -9`: the lock is gone with the process, the note is not.
        fs::write(folder.path().join(STARTING), "1").unwrap();
        let mut owner = Owner::claim(folder.path()).unwrap();
        assert!(owner.found_unclean_start());
        owner.started();
        assert!(!folder.path().join(STARTING).exists());
        std::mem::forget(owner);
        // Killed after a successful start: the lock would be gone too.
        fs::remove_file(folder.path().join(LOCK)).unwrap();
        assert!(!Owner::claim(folder.path()).unwrap().found_unclean_start());
    }

    #[test]
    #[cfg(unix)]
    fn links_and_folders_in_place_of_its_files_are_left_alone() {
        for name in [LOCK, STARTING] {
            let folder = tempfile::tempdir().unwrap();
            let (home, own) = (folder.path().join("home"), folder.path().join("notes.txt"));
            fs::create_dir(&home).unwrap();
            fs::write(&own, "mine").unwrap();
            std::os::unix::fs::symlink(&own, home.join(name)).unwrap();
            let owner = Owner::claim(&home).unwrap();
            assert!(owner.is_locked() && !owner.found_unclean_start(), "{name}");
            assert!(Owner::try_claim(&home).is_err(), "{name}");
            assert_eq!(fs::read(&own).unwrap(), b"mine", "{name}");
        }
        for name in [LOCK, STARTING] {
            let home = tempfile::tempdir().unwrap();
            fs::create_dir(home.path().join(name)).unwrap();
            let owner = Owner::claim(home.path()).unwrap();
            assert!(owner.is_locked() && !owner.found_unclean_start(), "{name}");
            assert!(Owner::try_claim(home.path()).is_err(), "{name}");
        }
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_no_reason_not_to_start() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let owner = Owner::claim(&file.join("home")).unwrap();
        assert!(!owner.is_locked());
    }
}
