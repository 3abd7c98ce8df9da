//! Saves session and settings: when they are written, when a start counts as a success, and the thread that writes, so
//! that a slow disk never delays a frame. Of several states waiting for one file only the newest is written; its text is
//! also made on that thread.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};

use tabia_app::library::saved_check;
use tabia_app::model::{Model, SavedFile};
use tabia_app::persistence::owner::Owner;
use tabia_app::persistence::settings_file::SettingsFile;
use tabia_app::persistence::snapshot::Snapshot;
use tabia_app::persistence::store::{self, Store};
use tabia_app::training::progress::Progress;
use tabia_app::window::settings::Settings;
use tabia_text::t;

use crate::gui::background::thread::{self, lock};

/// A session with up to this many nodes is written after every action.
const LIGHT_NODES: usize = 4_000;
/// Time between two copies of a session for every thousand nodes, ms. A copy of a thousand nodes takes a tenth of a
/// millisecond.
const PAUSE_MS: usize = 100;
/// Maximum delay of a session: at most this much can be lost.
const MAX_PAUSE: Duration = Duration::from_secs(10);

/// A start is a success when the window with the session has been open for this time
const MIN_UPTIME: Duration = Duration::from_secs(2);
/// and has drawn this many frames in a row,
const MIN_FRAMES: u32 = 5;
/// none of them later than this after the frame before: a hanging window is no success.
const MAX_FRAME_GAP: Duration = Duration::from_secs(2);
/// Time between frames until then.
const FRAME_INTERVAL: Duration = Duration::from_millis(100);

/// Saves session and settings of the window.
#[derive(Debug)]
pub(crate) struct SessionSaver {
    /// `None`: nothing is saved.
    store: Option<Store>,
    owner: Option<Owner>,
    settings: SettingsFile,
    saver: Option<WriterThread>,
    written: Option<Instant>,
    due: Option<Instant>,
    start: Start,
}

/// The frames of a start.
#[derive(Clone, Copy, Debug, Default)]
struct Start {
    /// When the first and the last frame were drawn, and how many have been since one was late.
    frames: Option<(Instant, Instant, u32)>,
    done: bool,
}

impl Start {
    /// A frame was drawn. Returns whether the start is a success.
    fn frame(&mut self, now: Instant) -> bool {
        let (first, last, frames) = self.frames.unwrap_or((now, now, 0));
        let late = now.duration_since(last) > MAX_FRAME_GAP;
        let (first, frames) = if late { (now, 1) } else { (first, frames + 1) };
        self.frames = Some((first, now, frames));
        self.done |= frames >= MIN_FRAMES && now.duration_since(first) >= MIN_UPTIME;
        self.done
    }
}

impl SessionSaver {
    pub(crate) fn new(
        store: Option<Store>,
        owner: Option<Owner>,
        settings: SettingsFile,
    ) -> SessionSaver {
        let (saver, written, due) = (None, None, None);
        SessionSaver { store, owner, settings, saver, written, due, start: Start::default() }
    }

    /// Starts the writing thread, if anything is saved; `wake` is called when it has news.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub(crate) fn start_saver(&mut self, wake: impl Fn() + Send + 'static) -> std::io::Result<()> {
        if self.store.is_some() {
            self.saver = Some(WriterThread::start(store::write, wake)?);
        }
        Ok(())
    }

    /// Waits until everything has been written.
    pub(crate) fn wait(&self) {
        if let Some(saver) = &self.saver {
            saver.wait();
        }
    }

    /// Saves from now on, in a window that did not.
    pub(crate) fn take_over(&mut self, store: Store, owner: Owner, settings: SettingsFile) {
        (self.store, self.owner, self.settings) = (Some(store), Some(owner), settings);
    }

    /// The next report of the writer: a file, and why it cannot be written; `None`: it can be written again.
    pub(crate) fn next_news(&self) -> Option<(SavedFile, Option<String>)> {
        loop {
            let (path, error) = match self.saver.as_ref()?.next_news()? {
                WriteNews::Failed(path, error) => (path, Some(error)),
                WriteNews::Works(path) => (path, None),
            };
            if let Some(file) = self.file_at(&path) {
                return Some((file, error));
            }
        }
    }

    /// Which file of the program's folder this is.
    fn file_at(&self, path: &Path) -> Option<SavedFile> {
        let store = self.store.as_ref()?;
        match path {
            _ if store.session_path() == path => Some(SavedFile::Session),
            _ if store.settings_path() == path => Some(SavedFile::Settings),
            _ if store.training_path() == path => Some(SavedFile::Training),
            _ => None,
        }
    }

    /// Writes the session now; the thread makes its text.
    pub(crate) fn write_session(&mut self, model: &Model, now_ms: u64) {
        if let (Some(saver), Some(store)) = (&self.saver, &self.store) {
            let snapshot = Snapshot::of(model, now_ms);
            saver.save(store.session_path(), Box::new(move || snapshot.session().to_text()));
            self.wrote_session();
        }
    }

    /// Writes the settings now.
    pub(crate) fn write_settings(&self, settings: &Settings) {
        if let (Some(saver), Some(store)) = (&self.saver, &self.store) {
            let text = self.settings.text(settings);
            saver.save(store.settings_path(), Box::new(move || text));
        }
    }

    /// Writes the training progress now.
    pub(crate) fn write_training(&self, progress: &Progress) {
        if let (Some(saver), Some(store)) = (&self.saver, &self.store) {
            let progress = progress.clone();
            saver.save(store.training_path(), Box::new(move || progress.to_text()));
        }
    }

    /// Writes a small session now and a large one at most as often as its size allows; returns how long it waits. Its
    /// size is that of the user's game: during a tour the game on the board is not the one copied.
    pub(crate) fn save_session(&mut self, model: &Model, now_ms: u64) -> Option<Duration> {
        let game = model.own_game();
        let wait = self.postpone(saved_check::weight(&game.tree, &game.tags));
        if wait.is_none() {
            self.write_session(model, now_ms);
        }
        wait
    }

    /// How long a session with this many nodes has to wait; `None`: it is written now.
    fn postpone(&mut self, weight: usize) -> Option<Duration> {
        let now = Instant::now();
        let due = self.written.map_or(now, |written| written + pause(weight));
        self.due = (due > now && self.store.is_some()).then_some(due);
        self.due.map(|due| due - now)
    }

    /// Whether a postponed session is due.
    pub(crate) fn is_due(&self) -> bool {
        self.due.is_some_and(|due| due <= Instant::now())
    }

    /// Whether a session is postponed.
    pub(crate) fn is_waiting(&self) -> bool {
        self.due.is_some()
    }

    fn wrote_session(&mut self) {
        (self.written, self.due) = (Some(Instant::now()), None);
    }

    /// Another session is being opened: its start is checked again.
    pub(crate) fn restart_check(&mut self) {
        self.start.frames = None;
    }

    /// A frame is drawn; `asked`: the last session has not been opened yet. Returns the time until the next frame
    /// needed to decide whether the start is a success.
    pub(crate) fn frame(&mut self, asked: bool) -> Option<Duration> {
        let owner = self.owner.as_mut().filter(|_| !self.start.done)?;
        if asked {
            self.start.frames = None;
            return None;
        }
        if self.start.frame(Instant::now()) {
            owner.started();
            return None;
        }
        Some(FRAME_INTERVAL)
    }
}

fn pause(weight: usize) -> Duration {
    if weight <= LIGHT_NODES {
        return Duration::ZERO;
    }
    Duration::from_millis((weight.saturating_mul(PAUSE_MS) / 1000) as u64).min(MAX_PAUSE)
}

/// How a file is written: the caller decides what "safely" means.
pub(crate) type WriteFile = fn(&std::path::Path, &str) -> std::io::Result<()>;

/// A text, or a function that makes it.
pub(crate) type TextSource = Box<dyn FnOnce() -> String + Send>;

/// A wake-up of the thread; if someone waits for the files to be written, with a sender that is dropped then.
type Wake = Option<Sender<()>>;

type PendingWrites = Arc<Mutex<BTreeMap<PathBuf, TextSource>>>;

/// The outcome of writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WriteNews {
    /// A file could not be written, and why in words. Reported once, until it can be written again.
    Failed(PathBuf, String),
    /// The file can be written again.
    Works(PathBuf),
}

/// The writing thread. Dropping it writes whatever is still waiting.
pub(crate) struct WriterThread {
    waiting: PendingWrites,
    wake: Option<Sender<Wake>>,
    news: Receiver<WriteNews>,
    thread: Option<JoinHandle<()>>,
}

impl std::fmt::Debug for WriterThread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WriterThread").finish_non_exhaustive()
    }
}

impl WriterThread {
    /// Starts the thread `saver`; `notify` is called when there is news.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub(crate) fn start(
        write: WriteFile,
        notify: impl Fn() + Send + 'static,
    ) -> std::io::Result<WriterThread> {
        let waiting = PendingWrites::default();
        let (wake, woken) = bounded::<Wake>(1);
        let (send, news) = bounded::<WriteNews>(16);
        let shared = Arc::clone(&waiting);
        let thread = std::thread::Builder::new().name("saver".to_owned()).spawn(move || {
            let mut writer = Writer { write, send, notify, failing: BTreeSet::new() };
            while let Ok(written) = woken.recv() {
                writer.write_all(&shared);
                // A waiting caller is woken when this end of the channel is dropped.
                drop(written);
            }
            writer.write_all(&shared);
        })?;
        Ok(WriterThread { waiting, wake: Some(wake), news, thread: Some(thread) })
    }

    /// Writes a text to `path` soon, in place of anything still waiting for that file.
    pub(crate) fn save(&self, path: PathBuf, text: TextSource) {
        lock(&self.waiting).insert(path, text);
        if let Some(wake) = &self.wake {
            // A full channel means the thread has not taken the last wake-up yet: it will see this too. The thread does
            // not end while this exists, not even after a panic.
            let _ = wake.try_send(None);
        }
    }

    /// Waits until everything has been written.
    pub(crate) fn wait(&self) {
        let (written, done) = bounded::<()>(0);
        if let Some(wake) = &self.wake
            && wake.send(Some(written)).is_ok()
        {
            // The other end is dropped when everything is written, so this returns an error.
            let _ = done.recv();
        }
    }

    pub(crate) fn next_news(&self) -> Option<WriteNews> {
        self.news.try_recv().ok()
    }
}

/// The thread's side.
struct Writer<T: Fn()> {
    write: WriteFile,
    send: Sender<WriteNews>,
    notify: T,
    /// Files whose last write failed. A failure is not reported again at every action.
    failing: BTreeSet<PathBuf>,
}

impl<T: Fn()> Writer<T> {
    fn write_all(&mut self, waiting: &PendingWrites) {
        loop {
            let next = lock(waiting).pop_first();
            let Some((path, text)) = next else { return };
            let write = || (self.write)(&path, &text()).map_err(|error| error.to_string());
            match thread::caught(write, Err) {
                Err(error) if self.failing.insert(path.clone()) => {
                    let name = path.display().to_string();
                    let text = t!("toast-not-written", path = name, error = error);
                    self.news(WriteNews::Failed(path, text));
                }
                Ok(()) if self.failing.remove(&path) => self.news(WriteNews::Works(path)),
                _ => {}
            }
        }
    }

    fn news(&self, news: WriteNews) {
        drop(self.send.try_send(news));
        (self.notify)();
    }
}

impl Drop for WriterThread {
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
    use std::time::Duration;
    use tabia_app::action::{Action, TourAction};
    use tabia_app::update::update;

    #[test]
    fn a_start_is_a_success_when_frames_come_in_time_for_a_while() {
        let begin = Instant::now();
        let after = |ms| begin + Duration::from_millis(ms);
        let mut start = Start::default();
        assert!((0..20).all(|n| !start.frame(after(n * 100))), "not before two seconds");
        assert!(start.frame(after(2_000)));
        let mut hangs = Start::default();
        assert!((0..20).all(|n| !hangs.frame(after(n * 2_500))), "frames of 2.5 s each");
        let mut few = Start::default();
        assert!((0..4).all(|n| !few.frame(after(n * 1_000))), "four frames");
    }

    #[test]
    fn large_sessions_are_written_less_often_and_small_ones_at_once() {
        assert_eq!(pause(4_000), Duration::ZERO);
        assert_eq!(pause(10_000), Duration::from_secs(1));
        assert_eq!(pause(100_000_000), MAX_PAUSE);
        let store = Some(Store::new(PathBuf::from("nowhere")));
        let mut saver = SessionSaver::new(store, None, SettingsFile::default());
        assert_eq!(saver.postpone(100_000), None, "the first");
        saver.wrote_session();
        assert!(saver.postpone(100_000) > Some(Duration::from_secs(9)) && saver.is_waiting());
        assert!(!saver.is_due());
        assert_eq!(saver.postpone(100), None);
        assert!(!saver.is_waiting());
    }

    #[test]
    fn a_large_game_beside_a_tour_is_written_no_more_often_than_on_the_board() {
        let mut model = Model::new(Settings::default());
        let large = format!("1. e4 {{{}}} *", "x".repeat(500_000));
        update(&mut model, Action::PasteText(large), 0);
        update(&mut model, Action::Tour(TourAction::Begin(0)), 0);
        assert!(model.game.tree.len() < 100);
        let store = Some(Store::new(PathBuf::from("nowhere")));
        let mut saver = SessionSaver::new(store, None, SettingsFile::default());
        assert_eq!(saver.save_session(&model, 0), None, "the first");
        saver.wrote_session();
        assert!(saver.save_session(&model, 0).is_some());
    }

    fn saver() -> WriterThread {
        WriterThread::start(|path, text| std::fs::write(path, text), || {}).unwrap()
    }

    fn text(text: impl Into<String>) -> TextSource {
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
        assert!(matches!(saver.next_news(), Some(WriteNews::Failed(..))));
    }

    #[test]
    fn a_panic_is_a_failure_to_write_and_the_next_write_works() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let saver = saver();
        saver.save(path.clone(), Box::new(|| panic!("on purpose")));
        saver.wait();
        let failed = saver.next_news();
        assert!(
            matches!(&failed, Some(WriteNews::Failed(of, error)) if *of == path && error.contains("on purpose")),
            "{failed:?}"
        );
        saver.save(path.clone(), text("x"));
        saver.wait();
        assert_eq!(saver.next_news(), Some(WriteNews::Works(path.clone())));
        assert_eq!(std::fs::read_to_string(path).unwrap(), "x");
    }

    #[test]
    fn a_write_failure_is_reported_once_and_again_when_it_fails_anew() {
        let folder = tempfile::tempdir().unwrap();
        let saver = saver();
        let path = folder.path().join("later").join("x");
        let wait = || saver.news.recv_timeout(Duration::from_secs(20)).unwrap();
        for _ in 0..2 {
            for _ in 0..5 {
                saver.save(path.clone(), text("x"));
                std::thread::sleep(Duration::from_millis(5));
            }
            assert!(
                matches!(wait(), WriteNews::Failed(of, error) if of == path && error.contains("later"))
            );
            std::fs::create_dir(folder.path().join("later")).unwrap();
            saver.save(path.clone(), text("x"));
            assert_eq!(wait(), WriteNews::Works(path.clone()), "and nothing between");
            std::fs::remove_dir_all(folder.path().join("later")).unwrap();
        }
    }
}
