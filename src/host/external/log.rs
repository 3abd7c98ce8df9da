//! The conversation between Tabia and an engine, with times. Lines and bytes are bounded: the oldest lines are dropped,
//! and the log counts how many. An engine's threads can write a log while a window reads it.

use std::collections::VecDeque;
use std::fmt::{self, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tabia_games::printable;

/// Maximum number of lines kept.
pub const MAX_LINES: usize = 20_000;
/// Maximum size of the text kept, bytes.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;
/// Longest text of one line, characters; longer text is cut.
pub(crate) const MAX_TEXT: usize = 2_000;

/// The source of a line of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Tabia, on the engine's standard input.
    Sent,
    /// The engine, on its standard output.
    Received,
    /// The engine, on its standard error.
    Error,
    /// Tabia, about what happened.
    Note,
}

impl Side {
    /// The mark in front of a line.
    pub fn mark(self) -> &'static str {
        match self {
            Side::Sent => ">",
            Side::Received => "<",
            Side::Error => "!",
            Side::Note => "#",
        }
    }
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number among all lines ever logged, from 0.
    pub number: u64,
    /// Time since the log was begun.
    pub at: Duration,
    /// Its source.
    pub side: Side,
    /// The text, without control characters.
    pub text: Arc<str>,
}

/// `   12.345 > isready`: seconds, mark, text.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>9.3} {} {}", self.at.as_secs_f64(), self.side.mark(), self.text)
    }
}

/// The log of one engine.
#[derive(Debug)]
pub struct ConversationLog {
    began: Instant,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    entries: VecDeque<Entry>,
    bytes: usize,
    /// Number of lines ever logged.
    logged: u64,
}

impl Default for ConversationLog {
    fn default() -> ConversationLog {
        ConversationLog { began: Instant::now(), inner: Mutex::default() }
    }
}

impl ConversationLog {
    /// Adds a line.
    pub fn push(&self, side: Side, text: &str) {
        let at = self.began.elapsed();
        let text: Arc<str> = shown(text).into();
        let mut inner = self.lock();
        let number = inner.logged;
        inner.logged += 1;
        inner.bytes += text.len();
        inner.entries.push_back(Entry { number, at, side, text });
        while inner.entries.len() > MAX_LINES || inner.bytes > MAX_BYTES {
            let Some(oldest) = inner.entries.pop_front() else { break };
            inner.bytes -= oldest.text.len();
        }
    }

    /// Number of lines ever logged. It grows with every line, so a reader can see whether there are new ones.
    pub fn logged(&self) -> u64 {
        self.lock().logged
    }

    /// Number of lines that were dropped.
    pub fn dropped(&self) -> u64 {
        let inner = self.lock();
        inner.logged - inner.entries.len() as u64
    }

    /// The newest lines that contain a text, ignoring case; all lines for an empty text. At most `most` of them, the
    /// oldest first.
    pub fn find(&self, text: &str, most: usize) -> Vec<Entry> {
        let newest = if text.is_empty() { most } else { usize::MAX };
        // Cloning is quick because texts are shared; no writer waits while they are searched.
        let mut found: Vec<Entry> =
            self.lock().entries.iter().rev().take(newest).cloned().collect();
        if !text.is_empty() {
            let wanted = text.to_lowercase();
            let mut left = most;
            found.retain(|entry| {
                let fits = left > 0 && contains(&entry.text, &wanted);
                left -= usize::from(fits);
                fits
            });
        }
        found.reverse();
        found
    }

    /// The newest line of a side that is not blank and not older than line number `since`.
    pub fn last_of(&self, side: Side, since: u64) -> Option<String> {
        let inner = self.lock();
        let recent = inner.entries.iter().rev().take_while(|entry| entry.number >= since);
        let mut lines = recent.filter(|entry| entry.side == side && !entry.text.trim().is_empty());
        lines.next().map(|entry| entry.text.to_string())
    }

    /// The whole log as text. If lines were dropped, the first line says how many.
    pub fn to_text(&self) -> String {
        let (dropped, entries) = {
            let inner = self.lock();
            (inner.logged - inner.entries.len() as u64, inner.entries.clone())
        };
        let mut text = String::new();
        if dropped > 0 {
            let _ = writeln!(text, "# {dropped} older lines are not kept");
        }
        for entry in &entries {
            let _ = writeln!(text, "{entry}");
        }
        text
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic of another thread cannot leave the log in a bad state.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a text contains another one, which is in lower case, ignoring case.
fn contains(text: &str, wanted: &str) -> bool {
    if text.is_ascii() && wanted.is_ascii() {
        let mut parts = text.as_bytes().windows(wanted.len().max(1));
        parts.any(|part| part.eq_ignore_ascii_case(wanted.as_bytes()))
    } else {
        text.to_lowercase().contains(wanted)
    }
}

/// The text of a line as it is kept: printable, and cut if it is long.
fn shown(text: &str) -> String {
    let text = text.trim_end_matches(['\r', '\n']);
    let cut: String = text.chars().take(MAX_TEXT).collect();
    let mut shown = printable::line(&cut).into_owned();
    if text.len() > MAX_TEXT && text.chars().nth(MAX_TEXT).is_some() {
        let _ = write!(shown, " … ({} bytes)", text.len());
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_searched_and_written() {
        let log = ConversationLog::default();
        log.push(Side::Sent, "uci");
        log.push(Side::Received, "id name X\u{7}\t1\r");
        log.push(Side::Error, "warning: slow");
        log.push(Side::Error, "  ");
        let found = log.find("NAME", 9);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].number, &*found[0].text), (1, "id name X\u{fffd} 1"));
        assert_eq!((log.find("UCI", 9).len(), log.find("\u{fffd} 1", 9).len()), (1, 1));
        assert_eq!(log.find("", 2).iter().map(|entry| entry.number).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(log.last_of(Side::Error, 0).as_deref(), Some("warning: slow"));
        assert_eq!(log.last_of(Side::Error, 3), None);
        let text = log.to_text();
        assert_eq!(text.lines().count(), 4);
        assert!(text.lines().next().unwrap().ends_with(" > uci"), "{text}");
        assert_eq!((log.logged(), log.dropped()), (4, 0));
    }

    #[test]
    fn a_flood_drops_the_oldest_lines_and_counts_them() {
        let log = ConversationLog::default();
        for i in 0..MAX_LINES + 5 {
            log.push(Side::Received, &i.to_string());
        }
        assert_eq!((log.dropped(), log.find("", usize::MAX).len()), (5, MAX_LINES));
        assert!(log.to_text().starts_with("# 5 older lines are not kept\n"));
        for _ in 0..MAX_BYTES / MAX_TEXT + 10 {
            log.push(Side::Received, &"x".repeat(3 * MAX_TEXT));
        }
        assert!(log.lock().bytes <= MAX_BYTES);
        assert!(log.find("(6000 bytes)", 1)[0].text.len() < MAX_TEXT + 40);
    }
}
