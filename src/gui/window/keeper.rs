//! When session and settings are written, and when a start counts as a success. The window asks; the saver writes.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::app::action::Action;
use crate::app::kept::mend;
use crate::app::kept::owner::Owner;
use crate::app::kept::session::Session;
use crate::app::kept::settings_file::SettingsFile;
use crate::app::kept::snapshot::Snapshot;
use crate::app::kept::store;
use crate::app::kept::store::Store;
use crate::app::library::saved_check;
use crate::app::window::dialog::Dialog;

use super::saver::{News, Saver};
use super::shell::Shell;
use crate::gui::arrangement::arrangements::Arrangements;

/// A game of this weight, in nodes, is written at every action.
const LIGHT: usize = 4_000;
/// Time between two copies of a session for every thousand nodes, ms. A copy of a thousand takes a tenth of one.
const PAUSE_MS: usize = 100;
/// Longest time a session is put off: what can be lost.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// A start is a success when the window with the session in it has lived so long
const ALIVE: Duration = Duration::from_secs(2);
/// and has drawn so many frames in a row
const FRAMES: u32 = 5;
/// none of which came later than this after the one before: a window that hangs is none one can work with.
const SLOW: Duration = Duration::from_secs(2);
/// Time between frames until then.
const NEXT_FRAME: Duration = Duration::from_millis(100);

/// What is kept, and by whom.
#[derive(Debug)]
pub(crate) struct Keeper {
    /// `None`: nothing is kept.
    store: Option<Store>,
    owner: Option<Owner>,
    settings: SettingsFile,
    written: Option<Instant>,
    due: Option<Instant>,
    start: Start,
}

/// The frames of a start.
#[derive(Clone, Copy, Debug, Default)]
struct Start {
    /// When the first and the last frame were drawn, and how many since one came late.
    frames: Option<(Instant, Instant, u32)>,
    done: bool,
}

impl Start {
    /// A frame is drawn. Says whether the start is a success with it.
    fn frame(&mut self, now: Instant) -> bool {
        let (first, last, frames) = self.frames.unwrap_or((now, now, 0));
        let late = now.duration_since(last) > SLOW;
        let (first, frames) = if late { (now, 1) } else { (first, frames + 1) };
        self.frames = Some((first, now, frames));
        self.done |= frames >= FRAMES && now.duration_since(first) >= ALIVE;
        self.done
    }
}

impl Keeper {
    pub(crate) fn new(
        store: Option<Store>,
        owner: Option<Owner>,
        settings: SettingsFile,
    ) -> Keeper {
        Keeper { store, owner, settings, written: None, due: None, start: Start::default() }
    }

    /// Where the session goes.
    pub(crate) fn session_path(&self) -> Option<PathBuf> {
        self.store.as_ref().map(Store::session_path)
    }

    /// Where the settings go, and what was in that file.
    pub(crate) fn settings(&self) -> Option<(PathBuf, &SettingsFile)> {
        Some((self.store.as_ref()?.settings_path(), &self.settings))
    }

    /// How long a session of this weight has to wait; `None`: it is to be written now.
    pub(crate) fn put_off(&mut self, weight: usize) -> Option<Duration> {
        let now = Instant::now();
        let due = self.written.map_or(now, |written| written + pause(weight));
        self.due = (due > now && self.store.is_some()).then_some(due);
        self.due.map(|due| due - now)
    }

    /// Whether a session that was put off is to be written now.
    pub(crate) fn is_due(&self) -> bool {
        self.due.is_some_and(|due| due <= Instant::now())
    }

    /// Whether one was put off.
    pub(crate) fn is_waiting(&self) -> bool {
        self.due.is_some()
    }

    /// The session is on its way.
    pub(crate) fn wrote_session(&mut self) {
        (self.written, self.due) = (Some(Instant::now()), None);
    }

    /// Another session is opened: whether that is a success is yet to be seen.
    pub(crate) fn begin_again(&mut self) {
        self.start.frames = None;
    }

    /// A frame is drawn; `asked`: the last session was not opened yet. Gives the time of the next frame that is
    /// needed to know whether the start is a success.
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
        Some(NEXT_FRAME)
    }
}

impl Shell {
    /// Goes on where a session ended.
    pub(crate) fn restore(&mut self, session: Session) {
        self.apply(Action::RestoreSession(Box::new(session)));
        self.arrangements = Arrangements::restore(self.model.view.layout.as_ref());
    }

    /// Opens the session that was offered.
    pub(crate) fn open_session(&mut self, kept: &Path) {
        match store::read_session(kept) {
            Ok((session, odd)) => {
                self.restore(session);
                if !odd.is_empty() {
                    let named = mend::named(&odd);
                    self.apply(Action::Failed(format!("Left out of the session: {named}")));
                }
            }
            Err(error) => self.apply(Action::Failed(error)),
        }
        self.keeper.begin_again();
    }

    /// Takes in what the saver has to say, and writes what was put off if it is time.
    pub(crate) fn keep(&mut self) {
        while let Some(news) = self.saver.as_ref().and_then(Saver::next_news) {
            match news {
                News::Failed(error) => {
                    self.apply(Action::NotKept(Some(error.clone())));
                    self.apply(Action::Failed(error));
                }
                News::Works => self.apply(Action::NotKept(None)),
            }
        }
        if self.keeper.is_due() {
            self.write_session();
        }
    }

    /// Has the session written: a small one at once, a large one not more often than its size allows.
    pub(crate) fn save_session(&mut self) {
        // Until the question is answered the last session is the one to keep.
        if matches!(self.model.dialog, Some(Dialog::LastSession { .. })) {
            return;
        }
        let game = &self.model.game;
        match self.keeper.put_off(saved_check::weight(&game.tree, &game.tags)) {
            Some(wait) => self.ctx.request_repaint_after(wait),
            None => self.write_session(),
        }
    }

    pub(crate) fn write_session(&mut self) {
        if let (Some(saver), Some(path)) = (&self.saver, self.keeper.session_path()) {
            let snapshot = Snapshot::of(&self.model, self.now_ms());
            saver.save(path, Box::new(move || snapshot.session().to_text()));
            self.keeper.wrote_session();
        }
    }

    pub(crate) fn save_settings(&mut self) {
        if let (Some(saver), Some((path, file))) = (&self.saver, self.keeper.settings()) {
            let text = file.text(&self.model.settings);
            saver.save(path, Box::new(move || text));
        }
    }
}

impl Drop for Shell {
    /// What was put off is written now.
    fn drop(&mut self) {
        if self.keeper.is_waiting() {
            self.write_session();
        }
    }
}

fn pause(weight: usize) -> Duration {
    if weight <= LIGHT {
        return Duration::ZERO;
    }
    Duration::from_millis((weight.saturating_mul(PAUSE_MS) / 1000) as u64).min(LONGEST_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(pause(100_000_000), LONGEST_PAUSE);
        let store = Some(Store::new(PathBuf::from("nowhere")));
        let mut keeper = Keeper::new(store, None, SettingsFile::default());
        assert_eq!(keeper.put_off(100_000), None, "the first");
        keeper.wrote_session();
        assert!(keeper.put_off(100_000) > Some(Duration::from_secs(9)) && keeper.is_waiting());
        assert!(!keeper.is_due());
        assert_eq!(keeper.put_off(100), None);
        assert!(!keeper.is_waiting());
    }
}
