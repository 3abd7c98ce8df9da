//! What can go wrong with an engine: each says what was found and what was expected, and what can be done.

use std::time::Duration;

use thiserror::Error;

use tabia_engine::uci::quoted;

/// Why an engine did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UciError {
    /// There is nothing that can be started.
    #[error("{command}: {reason}")]
    NotStarted {
        /// The program.
        command: String,
        /// What was found and what was expected.
        reason: String,
    },
    /// It ended by itself.
    #[error("{name} ended {doing} ({status}){}", told(last_words.as_deref()))]
    Died {
        /// The engine.
        name: String,
        /// What it was at.
        doing: &'static str,
        /// How it ended.
        status: String,
        /// Its last line on standard error.
        last_words: Option<String>,
    },
    /// It runs on but has closed its output.
    #[error("{name} closed its output {doing}; it was ended{}", told(last_words.as_deref()))]
    Closed {
        /// The engine.
        name: String,
        /// What it was at.
        doing: &'static str,
        /// Its last line on standard error.
        last_words: Option<String>,
    },
    /// An answer did not come in time.
    #[error("{name}: no {expected} within {}; it was ended{}", seconds(*within), told(last_words.as_deref()))]
    Late {
        /// The engine.
        name: String,
        /// The answer.
        expected: &'static str,
        /// How long it was waited for.
        within: Duration,
        /// Its last line on standard error.
        last_words: Option<String>,
    },
    /// It does not read what it is told.
    #[error("{name} did not read its input for {}; it was ended", seconds(*within))]
    Deaf {
        /// The engine.
        name: String,
        /// How long it was waited for.
        within: Duration,
    },
    /// It was told to leave while it was being waited for.
    #[error("{name} was stopped {doing}")]
    Abandoned {
        /// The engine.
        name: String,
        /// What it was at.
        doing: &'static str,
    },
    /// Its best move is none.
    #[error("{name}: found bestmove {}, expected a legal move in {fen}", quoted(found))]
    BadMove {
        /// The engine.
        name: String,
        /// What it said.
        found: String,
        /// The position.
        fen: String,
    },
    /// It cannot play from such a position.
    #[error("{name} offers no option UCI_Chess960, expected it for a Chess960 position")]
    NoChess960 {
        /// The engine.
        name: String,
    },
    /// It failed before and was not started again.
    #[error("{name} is not running: {because}")]
    Down {
        /// The engine.
        name: String,
        /// The failure.
        because: String,
    },
}

impl UciError {
    /// What the user can do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            UciError::NotStarted { .. } => "Check its command, or remove it from the list",
            UciError::BadMove { .. } => "Search again, read its log, or remove it from the list",
            UciError::NoChess960 { .. } => "Choose another engine for this game",
            UciError::Died { .. }
            | UciError::Closed { .. }
            | UciError::Late { .. }
            | UciError::Deaf { .. }
            | UciError::Abandoned { .. }
            | UciError::Down { .. } => "Restart it, read its log, or remove it from the list",
        }
    }

    /// Whether the engine still runs after this.
    pub fn leaves_it_running(&self) -> bool {
        matches!(self, UciError::BadMove { .. } | UciError::NoChess960 { .. })
    }
}

fn told(words: Option<&str>) -> String {
    words.map_or_else(String::new, |words| format!("; its last words: {}", quoted(words)))
}

fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds >= 1.0 { format!("{seconds:.0} s") } else { format!("{seconds:.1} s") }
}
