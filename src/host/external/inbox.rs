//! The queue between the thread that reads an engine's output and the thread that waits for its answers. It is bounded:
//! when `info` lines flood in, only the newest of each PV line is kept, and the dropped ones are counted.

use std::collections::{HashSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tabia_engine::uci::answer::{Answer, UciInfo};

/// Maximum number of `info` lines in the queue before they are thinned out.
const MAX_INFOS: usize = 1024;
/// PV lines that are distinguished when `info` lines are thinned out.
const MAX_LINES: u32 = 256;
/// Maximum number of other answers in the queue: engines have hundreds of options, not thousands.
const MAX_ANSWERS: usize = 4096;

/// What was received within a timeout.
#[derive(Debug, PartialEq)]
pub(super) enum Received {
    /// An `info` line.
    Info(Box<UciInfo>),
    /// Any other answer.
    Answer(Answer),
    Nothing,
}

#[derive(Debug, Default)]
pub(super) struct Inbox {
    inner: Mutex<Inner>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Inner {
    infos: VecDeque<Box<UciInfo>>,
    answers: VecDeque<Answer>,
    /// Whether `info` lines are wanted.
    listening: bool,
    dropped: u64,
    closed: bool,
}

impl Inbox {
    /// Adds an answer. Never blocks.
    pub(super) fn put(&self, answer: Answer) {
        let mut inner = self.lock();
        match answer {
            // No one waits for it.
            Answer::Other => return,
            Answer::Info(_) if !inner.listening => return,
            Answer::Info(info) => {
                if inner.infos.len() >= MAX_INFOS {
                    inner.thin_out();
                }
                inner.infos.push_back(info);
            }
            _ if inner.answers.len() >= MAX_ANSWERS => {
                inner.dropped += 1;
                return;
            }
            answer => inner.answers.push_back(answer),
        }
        drop(inner);
        self.changed.notify_one();
    }

    /// Marks the end of the output.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_one();
    }

    /// Switches `info` lines on or off, clears the queued ones and resets the count of dropped lines.
    pub(super) fn listen(&self, listening: bool) {
        let mut inner = self.lock();
        inner.listening = listening;
        inner.infos.clear();
        inner.dropped = 0;
    }

    /// Lines dropped since the last [`Inbox::listen`].
    pub(super) fn dropped(&self) -> u64 {
        self.lock().dropped
    }

    /// Takes the oldest entry, `info` lines first, because they were sent before the answer; `None` if the output has
    /// ended.
    pub(super) fn take(&self, timeout: Duration) -> Option<Received> {
        let empty =
            |inner: &mut Inner| inner.infos.is_empty() && inner.answers.is_empty() && !inner.closed;
        let waited = self.changed.wait_timeout_while(self.lock(), timeout, empty);
        let mut inner = waited.unwrap_or_else(PoisonError::into_inner).0;
        if let Some(info) = inner.infos.pop_front() {
            Some(Received::Info(info))
        } else if let Some(answer) = inner.answers.pop_front() {
            Some(Received::Answer(answer))
        } else {
            (!inner.closed).then_some(Received::Nothing)
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
        assert_eq!(inbox.take(NOW), Some(Received::Nothing), "nobody asked");
        inbox.listen(true);
        inbox.put(info(2, 7));
        for depth in 0..100_000 {
            inbox.put(info(1, depth));
            inbox.put(info(1000 + depth, 1));
        }
        inbox.put(Answer::ReadyOk);
        let (mut last, mut second, mut taken) = (None, None, 0_u64);
        loop {
            match inbox.take(NOW).unwrap() {
                Received::Info(info) if info.multi_pv == Some(1) => last = info.depth,
                Received::Info(info) if info.multi_pv == Some(2) => second = info.depth,
                Received::Info(_) => {}
                Received::Answer(answer) => {
                    assert_eq!(answer, Answer::ReadyOk);
                    break;
                }
                Received::Nothing => panic!("nothing was received"),
            }
            taken += 1;
        }
        assert_eq!((last, second), (Some(99_999), Some(7)));
        assert!(taken <= MAX_INFOS as u64);
        assert_eq!(taken + inbox.dropped(), 200_001);
    }

    #[test]
    fn answers_are_bounded_and_the_end_comes_last() {
        let inbox = Inbox::default();
        for _ in 0..2 * MAX_ANSWERS {
            inbox.put(Answer::ReadyOk);
            inbox.put(Answer::Other);
        }
        inbox.close();
        let answers = std::iter::from_fn(|| inbox.take(NOW))
            .inspect(|received| assert!(matches!(received, Received::Answer(_)), "{received:?}"));
        assert_eq!((answers.count(), inbox.dropped()), (MAX_ANSWERS, MAX_ANSWERS as u64));
    }
}
