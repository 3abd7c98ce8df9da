//! The trait of everything that searches, the built-in engines as well as external ones, and the observer it reports
//! to.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::inspection::{InspectionRequest, SearchInspection};
use super::limits::{Limits, StopSignal};
use super::report::{IterationInfo, SearchOutcome, Snapshot};
use tabia_games::game::position::GamePosition;

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

/// Hears what a search has to tell, on the thread that runs it. Calls must return quickly: the search
/// waits for them.
pub trait SearchObserver {
    /// A line of an iteration is known, or a bound on it.
    fn on_iteration(&mut self, info: &IterationInfo);

    /// Something a person should know besides: that fewer threads search than were asked for.
    fn on_note(&mut self, text: &str) {
        let _ = text;
    }

    /// Milliseconds between snapshots; `None`: none are wanted and none are made.
    fn snapshot_every_ms(&self) -> Option<u64> {
        None
    }

    /// The position to inspect the engine's memory at, if any; asked before each snapshot.
    fn wants_inspection(&mut self) -> Option<InspectionRequest> {
        None
    }

    /// What was seen there.
    fn on_inspection(&mut self, look: SearchInspection) {
        drop(look);
    }

    /// Whether the search keeps a [`SearchProfile`](super::detail::SearchProfile), which costs some
    /// speed. Asked once, at its beginning.
    fn wants_profile(&self) -> bool {
        false
    }

    /// The state of the search at this moment.
    fn on_snapshot(&mut self, snapshot: Snapshot) {
        drop(snapshot);
    }
}

/// Nobody listens.
impl SearchObserver for () {
    fn on_iteration(&mut self, _: &IterationInfo) {}
}

/// A seat at the board's side: the place of one engine among those that run at once. Given out by whoever
/// starts the engines, never used twice.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct EngineId(pub u32);

impl EngineId {
    /// The seat of the built-in engine.
    pub const BUILT_IN: EngineId = EngineId(0);

    /// The seat of the Lab, where experiments are made with an engine of their own.
    pub const LAB: EngineId = EngineId::own(0);

    /// The seat of an evaluation from scratch as an opponent.
    pub const SCRATCH: EngineId = EngineId::own(1);

    /// The seat of the engine that watches at full strength while the user plays a weaker one.
    pub const OBSERVER: EngineId = EngineId::own(2);

    /// The seat of the tree search by playouts.
    pub const PUCT: EngineId = EngineId::own(4);

    /// The seat where threats are looked for.
    pub const THREAT: EngineId = EngineId::own(3);

    /// The seats at the upper end are those of the program.
    const MAX_OWN: u32 = 63;

    /// A seat of the program, counted from the upper end.
    pub const fn own(number: u32) -> EngineId {
        EngineId(u32::MAX - number)
    }

    /// Whether who sits there is part of the program: no process of the user's that could be set up.
    pub fn is_own(self) -> bool {
        self.is_built_in() || self >= EngineId::own(EngineId::MAX_OWN)
    }

    /// Whether an alpha-beta engine of this program sits there with all it can: the built-in one or the observer.
    pub fn is_tabia(self) -> bool {
        self.is_built_in() || self == EngineId::OBSERVER
    }

    /// Whether the built-in engine sits there.
    pub fn is_built_in(self) -> bool {
        self == EngineId::BUILT_IN
    }
}
