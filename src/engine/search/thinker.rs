//! The trait of every engine, built in or external, and its observer.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::inspection::{InspectionRequest, SearchInspection};
use super::limits::{Limits, StopSignal};
use super::report::{IterationInfo, SearchOutcome, Snapshot, TimeDecision};
use tabia_games::game::position::GamePosition;

/// Options that every engine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommonOptions {
    /// Search threads, at least 1.
    pub threads: u32,
    /// Size of the transposition table, MiB, at least 1.
    pub hash_mib: u32,
    /// Principal variations, at least 1.
    pub multi_pv: u32,
}

/// An engine. It searches one position at a time, on the calling thread.
pub trait Thinker {
    /// Its name.
    fn name(&self) -> &str;

    /// Sets the options for later searches. Options it does not have are ignored.
    ///
    /// # Errors
    /// [`SearchError::Reduced`] if it continues with less memory or threads; after any other error it is unusable.
    fn configure(&mut self, options: &CommonOptions) -> Result<(), SearchError>;

    /// Clears its memory for a new game.
    ///
    /// # Errors
    /// When the engine is unusable.
    fn new_game(&mut self) -> Result<(), SearchError>;

    /// Searches until a limit, the clock or the signal ends it, or there is nothing left to search, and reports to the
    /// observer. The best move is legal. An engine for learning may ignore time limits and use its own. An infinite or
    /// pondering search may return before it may be answered: see [`Limits::infinite`].
    ///
    /// # Errors
    /// When the engine is unusable, or returned no legal move.
    fn search(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        stop: &StopSignal,
        observer: &mut dyn SearchObserver,
    ) -> Result<SearchOutcome, SearchError>;
}

/// Error of an engine.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SearchError {
    /// The engine continues with fewer resources than requested.
    #[error("{0}")]
    Reduced(String),
    /// The engine failed.
    #[error("{message}")]
    Failed {
        /// What was found and what was expected, with the engine's name.
        message: String,
        /// Advice for the user.
        advice: &'static str,
        /// Whether it can be used again; otherwise it must be restarted.
        usable: bool,
    },
}

/// Receives the reports of a search on its thread. Calls must return quickly, because the search waits for them.
pub trait SearchObserver {
    /// A new PV, or a bound of one.
    fn on_iteration(&mut self, info: &IterationInfo);

    /// The decision of the time management after an iteration of a search on a clock.
    fn on_time(&mut self, decision: &TimeDecision) {
        let _ = decision;
    }

    /// A note for the user, such as that fewer threads search than configured.
    fn on_note(&mut self, text: &str) {
        let _ = text;
    }

    /// Milliseconds between snapshots; `None`: no snapshots.
    fn snapshot_every_ms(&self) -> Option<u64> {
        None
    }

    /// Position to inspect, if any; asked before each snapshot.
    fn wants_inspection(&mut self) -> Option<InspectionRequest> {
        None
    }

    /// Result of the inspection.
    fn on_inspection(&mut self, inspection: SearchInspection) {
        drop(inspection);
    }

    /// Whether the search should count a [`SearchProfile`](super::detail::SearchProfile), which costs some speed. Asked
    /// once at the start.
    fn wants_profile(&self) -> bool {
        false
    }

    /// Whether snapshots should have a [`LiveTree`](super::live_tree::LiveTree), which costs some speed. Asked once at
    /// the start.
    fn wants_tree(&self) -> bool {
        false
    }

    /// A snapshot of the search.
    fn on_snapshot(&mut self, snapshot: Snapshot) {
        drop(snapshot);
    }
}

/// Ignores all reports.
impl SearchObserver for () {
    fn on_iteration(&mut self, _: &IterationInfo) {}
}

/// Keeps all lines.
impl SearchObserver for Vec<IterationInfo> {
    fn on_iteration(&mut self, info: &IterationInfo) {
        self.push(info.clone());
    }
}

/// Identifies one of the engines that run at the same time. Never reused.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct EngineId(pub u32);

impl EngineId {
    /// The built-in engine.
    pub const BUILT_IN: EngineId = EngineId(0);

    /// The engine of the Lab's experiments.
    pub const LAB: EngineId = EngineId::own(0);

    /// The evaluation from scratch as an opponent.
    pub const SCRATCH: EngineId = EngineId::own(1);

    /// The observer: it analyses at full strength while the user plays a weaker engine.
    pub const OBSERVER: EngineId = EngineId::own(2);

    /// The engine that looks for threats.
    pub const THREAT: EngineId = EngineId::own(3);

    /// The PUCT engine.
    pub const PUCT: EngineId = EngineId::own(4);

    /// The plain engine, to learn from.
    pub const PLAIN: EngineId = EngineId::own(5);

    /// The engine that judges moves in training.
    pub const TRAINER: EngineId = EngineId::own(6);

    /// The program's own engines have the largest numbers.
    const MAX_OWN: u32 = 63;

    /// Id of one of the program's own engines, counted down from the largest number.
    pub const fn own(number: u32) -> EngineId {
        EngineId(u32::MAX - number)
    }

    /// Whether it is part of the program and not an engine of the user.
    pub fn is_own(self) -> bool {
        self.is_built_in() || self >= EngineId::own(EngineId::MAX_OWN)
    }

    /// Whether it is an alpha-beta engine of the program at full strength: the built-in one or the observer.
    pub fn is_tabia(self) -> bool {
        self.is_built_in() || self == EngineId::OBSERVER
    }

    /// Whether it is the built-in engine.
    pub fn is_built_in(self) -> bool {
        self == EngineId::BUILT_IN
    }
}
