//! The one trait of all who search: the built-in engine, external ones, and stand-ins of tests.

use thiserror::Error;

use tabia_games::game::position::GamePosition;

use super::limits::Limits;
use super::observer::SearchObserver;
use super::report::SearchOutcome;
use super::stop::StopSignal;

/// What every engine can be told in the same words. What it has besides is set by its own doors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommonOptions {
    /// Search threads, at least 1.
    pub threads: u32,
    /// Size of the transposition table, MiB, at least 1.
    pub hash_mib: u32,
    /// Best lines searched, at least 1.
    pub multi_pv: u32,
}

/// Searches positions, one at a time, on the thread that asks.
pub trait Thinker {
    /// What it calls itself.
    fn name(&self) -> &str;

    /// Uses these options from the next search on. What an engine does not have it leaves alone.
    ///
    /// # Errors
    /// [`SearchError::Reduced`] where it goes on with less than was asked for; any other: it is of no use
    /// any more.
    fn configure(&mut self, options: &CommonOptions) -> Result<(), SearchError>;

    /// Forgets what was learnt from the last game.
    ///
    /// # Errors
    /// When the engine is of no use any more.
    fn new_game(&mut self) -> Result<(), SearchError>;

    /// Searches a position until a limit, the clock or the signal ends it, and tells the observer on the
    /// way. The best move that comes back is legal.
    ///
    /// # Errors
    /// When the engine is of no use any more, or has no answer that can be played.
    fn search(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        stop: &StopSignal,
        observer: &mut dyn SearchObserver,
    ) -> Result<SearchOutcome, SearchError>;
}

/// Why an engine did not do what it was asked.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SearchError {
    /// It could not take all that was asked for, and goes on with less.
    #[error("{0}")]
    Reduced(String),
    /// It failed.
    #[error("{said}")]
    Failed {
        /// What was found and what was expected, the engine named.
        said: String,
        /// What the user can do about it.
        advice: &'static str,
        /// Whether it can still be asked; else it is down until it is started anew.
        usable: bool,
    },
}
