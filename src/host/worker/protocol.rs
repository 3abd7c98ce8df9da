//! The messages between a front end and the worker: plain data without egui types or closures.

use std::sync::Arc;
use std::sync::{Mutex, PoisonError};

use tabia_engine::eval::nnue::Network;
use tabia_engine::eval::policy::PolicyNet;
use tabia_engine::search::inspection::SearchInspection;
use tabia_engine::search::limits::Limits;
use tabia_engine::search::report::{IterationInfo, SearchOutcome, Snapshot};
use tabia_games::game::position::GamePosition;
use tabia_games::tablebase::Syzygy;
use tabia_lab::experiment::{AnyTrial, AnyUpdate};

use crate::kinds::SeatOptions;

/// Number of a job; numbers increase from 1. An event about a job names it, and a front end drops events of other jobs
/// than the one it waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(pub u64);

/// A command to the worker.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "the large one is a search: few, and none waits long"
)]
pub enum Command {
    /// Clear the state kept from the last game.
    NewGame,
    /// Use these options from the next search on.
    SetOptions(SeatOptions),
    /// Press this button among the engine's options. An engine without it does nothing.
    Press(String),
    /// Evaluate with this network if the options ask for one; `None`: with the built-in one.
    SetNetwork(Option<Arc<Network>>),
    /// Take priors and values from this policy network; `None`: from the built-in one. Ignored by engines without one.
    SetPolicy(Option<Arc<PolicyNet>>),
    /// Probe these tablebases, or none, from the next search on. Only searches at full strength probe them, as the
    /// options say.
    SetTables(Option<Arc<Syzygy>>),
    /// Answer with [`Event::Ready`] when all earlier commands are done.
    Ping,
    /// Search a position.
    Search {
        job: JobId,
        /// The position with the moves that led to it.
        position: GamePosition,
        limits: Limits,
        /// Which additional data it reports.
        watch: Watch,
    },
    /// Run an experiment. Only the built-in engine can.
    Lab {
        job: JobId,
        /// The experiment, with its position.
        trial: Box<dyn AnyTrial>,
    },
    /// Inspect the engine's memory as requested by [`super::Handle::inspect`], unless a search has answered meanwhile.
    Inspect,
}

/// Which additional data a search reports. Data that is not wanted costs nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    /// Milliseconds between snapshots; `None`: no snapshots.
    pub snapshot_every_ms: Option<u64>,
    /// Whether the built-in search records a profile.
    pub profile: bool,
    /// Whether snapshots of built-in engines contain the top of the tree.
    pub tree: bool,
}

impl Watch {
    /// Whether this includes everything that `other` asks for, at any interval.
    pub fn covers(self, other: Watch) -> bool {
        self.profile >= other.profile && self.tree >= other.tree
    }
}

/// A report of the worker.
#[derive(Clone, Debug)]
pub enum Event {
    /// All commands before the [`Command::Ping`] are done.
    Ready,
    /// A search began.
    Started { job: JobId },
    /// A line of an iteration.
    Iteration {
        job: JobId,
        /// The line.
        info: IterationInfo,
    },
    /// A message to the user about a running search.
    Note { job: JobId, text: String },
    /// A search ended. Nothing more of this job follows.
    Finished {
        job: JobId,
        outcome: SearchOutcome,
        /// Number of iterations dropped because the front end was too slow.
        dropped: u32,
    },
    /// The engine could not apply all its options and continues with less.
    Reduced {
        /// What was reduced, as text for the user.
        text: String,
    },
    /// Something an experiment has found.
    Lab {
        job: JobId,
        /// What was found.
        update: AnyUpdate,
    },
    /// An experiment is over, or was stopped. Nothing more of this job follows.
    LabDone {
        job: JobId,
        /// Why it has no result, if it has none.
        error: Option<String>,
    },
    /// An inspection of the engine's memory.
    Inspection(Box<SearchInspection>),
    /// A command failed. If the engine broke down, the worker has already replaced it by a new one.
    Failed {
        /// The running job, if any. Nothing more of this job follows.
        job: Option<JobId>,
        /// What went wrong, as text for the user.
        error: String,
        /// What the user can do about it, if known.
        advice: Option<&'static str>,
    },
}

/// The newest state of a running search and the job it belongs to.
#[derive(Clone, Debug)]
pub struct Live {
    pub job: JobId,
    /// Its state.
    pub snapshot: Snapshot,
}

// The second lane from the worker to a front end: a slot for values that come faster than frames. The first lane is an
// ordinary bounded channel.

/// A slot that holds only the newest value. Writing never waits for a reader and needs no more memory; a value that was
/// not taken in time is lost.
#[derive(Debug)]
pub struct Latest<T>(Mutex<Option<T>>);

impl<T> Default for Latest<T> {
    fn default() -> Self {
        Latest(Mutex::new(None))
    }
}

impl<T> Latest<T> {
    /// Replaces the value in the slot.
    pub fn put(&self, value: T) {
        // The old value is dropped after the lock is released: it may hold large lists.
        let old = self.slot().replace(value);
        drop(old);
    }

    /// Takes the newest value, if one came since the last call.
    pub fn take(&self) -> Option<T> {
        self.slot().take()
    }

    /// The locked slot. No code can panic while it is locked, and values are only replaced as a whole, so a poisoned
    /// lock is harmless.
    fn slot(&self) -> std::sync::MutexGuard<'_, Option<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod lanes_tests {
    use super::*;

    #[test]
    fn only_the_newest_value_is_kept() {
        let lane = Latest::default();
        assert_eq!(lane.take(), None);
        lane.put(1);
        lane.put(2);
        assert_eq!(lane.take(), Some(2));
        assert_eq!(lane.take(), None);
    }
}
