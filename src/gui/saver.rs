//! Writes the session and the settings on a thread of its own, so that a slow disk never holds up a
//! frame. Of several states waiting for one file only the newest is written.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, bounded};

/// How a file is written: the caller decides what "safely" means.
pub type WriteFile = fn(&std::path::Path, &str) -> std::io::Result<()>;

type Waiting = Arc<Mutex<BTreeMap<PathBuf, String>>>;

/// The thread that writes. Dropping it writes what still waits.
#[derive(Debug)]
pub struct Saver {
    waiting: Waiting,
    wake: Option<Sender<()>>,
    errors: Receiver<String>,
    thread: Option<JoinHandle<()>>,
}

impl Saver {
    /// Starts the thread `saver`.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(write: WriteFile) -> std::io::Result<Saver> {
        let waiting = Waiting::default();
        let (wake, woken) = bounded::<()>(1);
        let (tell, errors) = bounded::<String>(4);
        let shared = Arc::clone(&waiting);
        let thread = std::thread::Builder::new().name("saver".to_owned()).spawn(move || {
            while woken.recv().is_ok() {
                write_all(&shared, write, &tell);
            }
            write_all(&shared, write, &tell);
        })?;
        Ok(Saver { waiting, wake: Some(wake), errors, thread: Some(thread) })
    }

    /// Has `text` written to `path` soon, in place of anything that still waits for that file.
    pub fn save(&self, path: PathBuf, text: String) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).insert(path, text);
        if let Some(wake) = &self.wake {
            // A full lane means the thread has not taken the last wake-up yet: it will see this too.
            let _ = wake.try_send(());
        }
    }

    /// The next thing that could not be written, in words.
    pub fn next_error(&self) -> Option<String> {
        self.errors.try_recv().ok()
    }
}

fn write_all(waiting: &Waiting, write: WriteFile, tell: &Sender<String>) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_first();
        let Some((path, text)) = next else { return };
        if let Err(error) = write(&path, &text) {
            drop(tell.try_send(format!("Could not write {}: {error}", path.display())));
        }
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        self.wake = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_state_is_on_disk_when_the_saver_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("session.json");
        let saver = Saver::start(|path, text| std::fs::write(path, text)).unwrap();
        for n in 0..100 {
            saver.save(path.clone(), n.to_string());
        }
        drop(saver);
        assert_eq!(std::fs::read_to_string(path).unwrap(), "99");
    }

    #[test]
    fn a_file_that_cannot_be_written_is_told_of() {
        let folder = tempfile::tempdir().unwrap();
        let saver = Saver::start(|path, text| std::fs::write(path, text)).unwrap();
        saver.save(folder.path().join("missing").join("x"), String::new());
        let error = saver.errors.recv_timeout(std::time::Duration::from_secs(10)).unwrap();
        assert!(error.contains("missing"), "{error}");
    }
}
