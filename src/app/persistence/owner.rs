//! Who may write into the folder the program keeps everything in: the window that came first. The lock is the
//! system's, so it ends with the process that holds it, however that ends. The owner also leaves a note while it
//! starts: if the next one finds it, the last start did not get far.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tabia_games::whole_file;
use tabia_text::t;

/// The file that is locked; it holds the number of the owner's process.
const LOCK: &str = "tabia.lock";
/// The note of a start that is under way.
const STARTING: &str = "starting";

/// How long one that is about to end is waited for: a window closed or killed a moment ago still holds the lock.
const TIMEOUT: Duration = Duration::from_secs(1);
/// Time between two attempts.
const AGAIN: Duration = Duration::from_millis(50);

/// The right to write into the folder. It ends when this is dropped.
#[derive(Debug)]
pub struct Owner {
    /// `None` where the system knows no locks on files.
    lock: Option<File>,
    note: PathBuf,
    unclean: bool,
    started: bool,
}

/// Another process has the folder.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub struct Taken {
    /// Its number, where it could be read.
    pub process: Option<u32>,
}

impl Taken {
    fn text(&self) -> String {
        match self.process {
            None => t!("error-saved-taken").to_owned(),
            Some(number) => t!("error-saved-taken-by", process = number.to_string()),
        }
    }
}

impl Owner {
    /// Takes the folder, unless another process has it. A folder that cannot be written to has no owner who could
    /// do harm: it is given too, and the first attempt to write tells.
    ///
    /// # Errors
    /// If another process has it.
    pub fn claim(home: &Path) -> Result<Owner, Taken> {
        let begun = Instant::now();
        let lock = loop {
            match locked(home) {
                Ok(lock) => break lock,
                Err(Refused::Unknown) => break None,
                Err(Refused::Taken(taken)) if begun.elapsed() > TIMEOUT => return Err(taken),
                Err(Refused::Taken(_)) => std::thread::sleep(AGAIN),
            }
        };
        let note = home.join(STARTING);
        let unclean = note.exists();
        // Where it cannot be written nothing can be lost either.
        drop(fs::write(&note, std::process::id().to_string()));
        Ok(Owner { lock, note, unclean, started: false })
    }

    /// Whether the last start ended before it was a success.
    pub fn found_unclean_start(&self) -> bool {
        self.unclean
    }

    /// Whether the system keeps others out.
    pub fn is_locked(&self) -> bool {
        self.lock.is_some()
    }

    /// The start is a success: an end from now on says nothing about what was loaded.
    pub fn started(&mut self) {
        if !self.started {
            self.started = true;
            drop(fs::remove_file(&self.note));
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
    Taken(Taken),
    /// No lock can be had here, whoever asks.
    Unknown,
}

fn locked(home: &Path) -> Result<Option<File>, Refused> {
    let open = || {
        whole_file::create_private_folder(home)?;
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false).open(home.join(LOCK))
    };
    let mut file: File = open().map_err(|_: io::Error| Refused::Unknown)?;
    match file.try_lock() {
        Ok(()) => {
            // For people who look; the lock itself is what counts.
            let number = std::process::id().to_string();
            drop(file.set_len(0).and_then(|()| file.write_all(number.as_bytes())));
            Ok(Some(file))
        }
        Err(TryLockError::WouldBlock) => {
            let mut text = String::new();
            let read = file.take(20).read_to_string(&mut text);
            let process = read.ok().and_then(|_| text.trim().parse().ok());
            Err(Refused::Taken(Taken { process }))
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
        // As after `kill -9`: the lock is gone with the process, the note is not.
        fs::write(folder.path().join(STARTING), "1").unwrap();
        let mut owner = Owner::claim(folder.path()).unwrap();
        assert!(owner.found_unclean_start());
        owner.started();
        assert!(!folder.path().join(STARTING).exists());
        std::mem::forget(owner);
        // Killed after its start had been a success: the lock would be gone too.
        fs::remove_file(folder.path().join(LOCK)).unwrap();
        assert!(!Owner::claim(folder.path()).unwrap().found_unclean_start());
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
