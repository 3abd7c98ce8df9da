//! Writes the session and the settings on a thread of its own, so that a slow disk never holds up a
//! frame. Of several states waiting for one file only the newest is written; its text is made there too.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, bounded};

/// How a file is written: the caller decides what "safely" means.
pub(crate) type WriteFile = fn(&std::path::Path, &str) -> std::io::Result<()>;

/// A text, or the way to one.
pub(crate) type Text = Box<dyn FnOnce() -> String + Send>;

/// Something may wait; where somebody waits for it to be written, he is told.
type Wake = Option<Sender<()>>;

type Waiting = Arc<Mutex<BTreeMap<PathBuf, Text>>>;

/// What became of the writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// A file could not be written, in words. Told once, until it can be written again.
    Failed(String),
    /// All files can be written again.
    Works,
}

/// The thread that writes. Dropping it writes what still waits.
pub(crate) struct Saver {
    waiting: Waiting,
    wake: Option<Sender<Wake>>,
    news: Receiver<News>,
    thread: Option<JoinHandle<()>>,
}

impl std::fmt::Debug for Saver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Saver").finish_non_exhaustive()
    }
}

impl Saver {
    /// Starts the thread `saver`; `tell` is called when there is news.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(crate) fn start(
        write: WriteFile,
        tell: impl Fn() + Send + 'static,
    ) -> std::io::Result<Saver> {
        let waiting = Waiting::default();
        let (wake, woken) = bounded::<Wake>(1);
        let (send, news) = bounded::<News>(16);
        let shared = Arc::clone(&waiting);
        let thread = std::thread::Builder::new().name("saver".to_owned()).spawn(move || {
            let mut writer = Writer { write, send, tell, failing: BTreeSet::new() };
            while let Ok(written) = woken.recv() {
                writer.write_all(&shared);
                // Dropped, it is told as well.
                drop(written);
            }
            writer.write_all(&shared);
        })?;
        Ok(Saver { waiting, wake: Some(wake), news, thread: Some(thread) })
    }

    /// Has a text written to `path` soon, in place of anything that still waits for that file.
    pub(crate) fn save(&self, path: PathBuf, text: Text) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).insert(path, text);
        if let Some(wake) = &self.wake {
            // A full lane means the thread has not taken the last wake-up yet: it will see this too.
            let _ = wake.try_send(None);
        }
    }

    /// Waits until nothing waits to be written.
    pub(crate) fn wait(&self) {
        let (written, told) = bounded::<()>(0);
        if let Some(wake) = &self.wake
            && wake.send(Some(written)).is_ok()
        {
            // The end of the other side is the answer.
            let _ = told.recv();
        }
    }

    /// The next thing worth telling.
    pub(crate) fn next_news(&self) -> Option<News> {
        self.news.try_recv().ok()
    }
}

/// The thread's side.
struct Writer<T: Fn()> {
    write: WriteFile,
    send: Sender<News>,
    tell: T,
    /// Files that could not be written the last time. Who has been told once is not told at every action.
    failing: BTreeSet<PathBuf>,
}

impl<T: Fn()> Writer<T> {
    fn write_all(&mut self, waiting: &Waiting) {
        loop {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_first();
            let Some((path, text)) = next else { return };
            match (self.write)(&path, &text()) {
                Err(error) if self.failing.insert(path.clone()) => {
                    self.news(News::Failed(format!("Could not write {}: {error}", path.display())));
                }
                Ok(()) if self.failing.remove(&path) && self.failing.is_empty() => {
                    self.news(News::Works);
                }
                _ => {}
            }
        }
    }

    fn news(&self, news: News) {
        drop(self.send.try_send(news));
        (self.tell)();
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
    use std::time::Duration;

    use super::*;

    fn saver() -> Saver {
        Saver::start(|path, text| std::fs::write(path, text), || {}).unwrap()
    }

    fn text(text: impl Into<String>) -> Text {
        let text = text.into();
        Box::new(move || text)
    }

    #[test]
    fn the_newest_state_is_on_disk_when_the_saver_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("session.json");
        let saver = saver();
        for n in 0..100 {
            saver.save(path.clone(), text(n.to_string()));
        }
        drop(saver);
        assert_eq!(std::fs::read_to_string(path).unwrap(), "99");
    }

    #[test]
    fn whoever_waits_finds_everything_written() {
        let folder = tempfile::tempdir().unwrap();
        let saver = saver();
        for n in 0..20 {
            let path = folder.path().join(n.to_string());
            saver.save(path.clone(), text("x"));
            saver.wait();
            assert!(path.exists());
        }
        saver.save(folder.path().join("no/such"), text("x"));
        saver.wait();
        assert!(matches!(saver.next_news(), Some(News::Failed(_))));
    }

    #[test]
    fn what_cannot_be_written_is_told_of_once_and_again_when_it_fails_anew() {
        let folder = tempfile::tempdir().unwrap();
        let saver = saver();
        let path = folder.path().join("later").join("x");
        let wait = || saver.news.recv_timeout(Duration::from_secs(20)).unwrap();
        for _ in 0..2 {
            for _ in 0..5 {
                saver.save(path.clone(), text("x"));
                std::thread::sleep(Duration::from_millis(5));
            }
            assert!(matches!(wait(), News::Failed(error) if error.contains("later")));
            std::fs::create_dir(folder.path().join("later")).unwrap();
            saver.save(path.clone(), text("x"));
            assert_eq!(wait(), News::Works, "and nothing between");
            std::fs::remove_dir_all(folder.path().join("later")).unwrap();
        }
    }
}
