//! When session and settings are written, and when a start counts as a success. The window asks (`keeping`); the saver writes.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use tabia_app::kept::owner::Owner;
use tabia_app::kept::settings_file::SettingsFile;
use tabia_app::kept::store::Store;

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
