//! Where the thread that listens to an engine puts what it heard, and whoever asked takes it. Bounded: of a
//! flood of `info` lines the newest of each line of moves are kept, and how many were left out is counted.

use std::collections::{HashSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tabia_engine::uci::answer::{Answer, UciInfo};

/// `info` lines that can wait before they are thinned out.
const INFO_ROOM: usize = 1024;
/// Lines of moves that are told apart when they are thinned out.
const MAX_LINES: u32 = 256;
/// Other answers that can wait: engines have hundreds of options, not thousands.
const WORD_ROOM: usize = 4096;

/// What can be taken out.
#[derive(Debug, PartialEq)]
pub(super) enum Heard {
    /// An `info` line.
    Info(Box<UciInfo>),
    /// Any other answer.
    Word(Answer),
    /// Nothing within the time.
    Nothing,
    /// Nothing more will come.
    Closed,
}

#[derive(Debug, Default)]
pub(super) struct Inbox {
    inner: Mutex<Inner>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Inner {
    infos: VecDeque<Box<UciInfo>>,
    words: VecDeque<Answer>,
    /// Whether `info` lines are wanted.
    listening: bool,
    dropped: u64,
    closed: bool,
}

impl Inbox {
    /// Puts an answer in. Never waits.
    pub(super) fn put(&self, answer: Answer) {
        let mut inner = self.lock();
        match answer {
            // Nobody asked.
            Answer::Other => return,
            Answer::Info(_) if !inner.listening => return,
            Answer::Info(info) => {
                if inner.infos.len() >= INFO_ROOM {
                    inner.thin_out();
                }
                inner.infos.push_back(info);
            }
            _ if inner.words.len() >= WORD_ROOM => {
                inner.dropped += 1;
                return;
            }
            word => inner.words.push_back(word),
        }
        drop(inner);
        self.changed.notify_one();
    }

    /// Says that nothing more will come.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_one();
    }

    /// From now on `info` lines are wanted, or not; those that wait are forgotten, and what was left out is
    /// counted anew.
    pub(super) fn listen(&self, listening: bool) {
        let mut inner = self.lock();
        inner.listening = listening;
        inner.infos.clear();
        inner.dropped = 0;
    }

    /// What was left out since the last [`Inbox::listen`].
    pub(super) fn dropped(&self) -> u64 {
        self.lock().dropped
    }

    /// Takes the oldest out, `info` lines before anything else, since they were said before it.
    pub(super) fn take(&self, timeout: Duration) -> Heard {
        let empty =
            |inner: &mut Inner| inner.infos.is_empty() && inner.words.is_empty() && !inner.closed;
        let waited = self.changed.wait_timeout_while(self.lock(), timeout, empty);
        let mut inner = waited.unwrap_or_else(PoisonError::into_inner).0;
        if let Some(info) = inner.infos.pop_front() {
            Heard::Info(info)
        } else if let Some(word) = inner.words.pop_front() {
            Heard::Word(word)
        } else if inner.closed {
            Heard::Closed
        } else {
            Heard::Nothing
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// Keeps the newest of each kind.
    fn thin_out(&mut self) {
        let before = self.infos.len();
        let mut seen = HashSet::new();
        let mut kept: VecDeque<Box<UciInfo>> = VecDeque::new();
        while let Some(info) = self.infos.pop_back() {
            // Lines with moves by number; all others are one kind: progress.
            let kind = if info.pv.is_empty() { 0 } else { info.multi_pv.unwrap_or(1) };
            if kind <= MAX_LINES && seen.insert(kind) {
                kept.push_front(info);
            }
        }
        self.dropped += (before - kept.len()) as u64;
        self.infos = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(line: u32, depth: u32) -> Answer {
        let pv = vec!["e2e4".to_owned()];
        let (multi_pv, depth) = (Some(line), Some(depth));
        Answer::Info(Box::new(UciInfo { depth, multi_pv, pv, ..UciInfo::default() }))
    }

    const NOW: Duration = Duration::ZERO;

    #[test]
    fn a_flood_keeps_the_newest_of_each_line_and_counts_the_rest() {
        let inbox = Inbox::default();
        inbox.put(info(1, 1));
        assert_eq!(inbox.take(NOW), Heard::Nothing, "nobody asked");
        inbox.listen(true);
        inbox.put(info(2, 7));
        for depth in 0..100_000 {
            inbox.put(info(1, depth));
            inbox.put(info(1000 + depth, 1));
        }
        inbox.put(Answer::ReadyOk);
        let (mut last, mut second, mut taken) = (None, None, 0_u64);
        loop {
            match inbox.take(NOW) {
                Heard::Info(info) if info.multi_pv == Some(1) => last = info.depth,
                Heard::Info(info) if info.multi_pv == Some(2) => second = info.depth,
                Heard::Info(_) => {}
                Heard::Word(word) => {
                    assert_eq!(word, Answer::ReadyOk);
                    break;
                }
                other => panic!("{other:?}"),
            }
            taken += 1;
        }
        assert_eq!((last, second), (Some(99_999), Some(7)));
        assert!(taken <= INFO_ROOM as u64);
        assert_eq!(taken + inbox.dropped(), 200_001);
    }

    #[test]
    fn words_are_bounded_and_the_end_comes_last() {
        let inbox = Inbox::default();
        for _ in 0..2 * WORD_ROOM {
            inbox.put(Answer::ReadyOk);
            inbox.put(Answer::Other);
        }
        inbox.close();
        let words = std::iter::from_fn(|| match inbox.take(NOW) {
            Heard::Word(_) => Some(()),
            Heard::Closed => None,
            other => panic!("{other:?}"),
        });
        assert_eq!((words.count(), inbox.dropped()), (WORD_ROOM, WORD_ROOM as u64));
    }
}
