//! What can go wrong with an engine. Each error says what was found, what was expected, and what the user can do.

use std::time::Duration;

use thiserror::Error;

use tabia_engine::uci::excerpt;
use tabia_text::{number, t};

/// Why a request to an engine failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UciError {
    /// It could not be started.
    #[error("{}", t!("engine-not-started", command = command.as_str(), reason = reason.as_str()))]
    NotStarted {
        /// The program.
        command: String,
        /// What was found and what was expected.
        reason: String,
    },
    /// It ended by itself.
    #[error("{}", with(t!("engine-died", name = name.as_str(), doing = *doing, status = status.as_str()), stderr_tail.as_deref()))]
    Died {
        /// The engine.
        name: String,
        doing: &'static str,
        /// How it ended.
        status: String,
        /// Its last line on standard error.
        stderr_tail: Option<String>,
    },
    /// It runs on but has closed its output.
    #[error("{}", with(t!("engine-closed", name = name.as_str(), doing = *doing), stderr_tail.as_deref()))]
    Closed {
        /// The engine.
        name: String,
        doing: &'static str,
        /// Its last line on standard error.
        stderr_tail: Option<String>,
    },
    /// An answer did not come in time.
    #[error("{}", with(t!("engine-late", name = name.as_str(), expected = *expected, seconds = seconds(*within)), stderr_tail.as_deref()))]
    Late {
        /// The engine.
        name: String,
        /// The answer.
        expected: &'static str,
        /// How long the program waited.
        within: Duration,
        /// Its last line on standard error.
        stderr_tail: Option<String>,
    },
    /// It does not read its input.
    #[error("{}", t!("engine-deaf", name = name.as_str(), seconds = seconds(*within)))]
    Unresponsive {
        /// The engine.
        name: String,
        /// How long the program waited.
        within: Duration,
    },
    /// It was given up while an answer was awaited.
    #[error("{}", t!("engine-abandoned", name = name.as_str(), doing = *doing))]
    Abandoned {
        /// The engine.
        name: String,
        doing: &'static str,
    },
    /// Its best move is not legal in the position.
    #[error("{}", t!("engine-bad-move", name = name.as_str(), found = excerpt(found), fen = fen.as_str()))]
    BadMove {
        /// The engine.
        name: String,
        /// The move it sent.
        found: String,
        /// The position.
        fen: String,
    },
    /// It cannot play from such a position.
    #[error("{}", t!("engine-no-chess960", name = name.as_str()))]
    NoChess960 {
        /// The engine.
        name: String,
    },
    /// It failed before and was not started again.
    #[error("{}", t!("engine-down", name = name.as_str(), because = because.as_str()))]
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
            UciError::NotStarted { .. } => t!("engine-advice-command"),
            UciError::BadMove { .. } => t!("engine-advice-search"),
            UciError::NoChess960 { .. } => t!("engine-advice-other"),
            UciError::Died { .. }
            | UciError::Closed { .. }
            | UciError::Late { .. }
            | UciError::Unresponsive { .. }
            | UciError::Abandoned { .. }
            | UciError::Down { .. } => t!("engine-advice-restart"),
        }
    }

    /// Whether the engine still runs after this.
    pub fn leaves_it_running(&self) -> bool {
        matches!(self, UciError::BadMove { .. } | UciError::NoChess960 { .. })
    }
}

/// A failure with the engine's last line on standard error, if there is one.
fn with(error: String, words: Option<&str>) -> String {
    match words {
        Some(words) => t!("engine-last-words", error = error, words = excerpt(words)),
        None => error,
    }
}

fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    number(seconds, usize::from(seconds < 1.0))
}
