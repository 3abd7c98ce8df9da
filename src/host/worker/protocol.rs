//! What is said between a front end and the worker. Plain data; no egui, no closures.

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

/// Number of a job. It grows; every event names its job, and a front end drops what is not of the
/// job it waits for. The first is 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(pub u64);

/// What is asked of the worker.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "the large one is a search: few, and none waits long"
)]
pub enum Command {
    /// Forget what was learnt from the last game.
    NewGame,
    /// Use these options from the next search on.
    SetOptions(SeatOptions),
    /// Do what this button among the engine's options does. An engine without it does nothing.
    Press(String),
    /// Judge by this network where the options ask for one; `None`: by the built-in one.
    SetNetwork(Option<Arc<Network>>),
    /// Take priors and values from this policy network; `None`: from the built-in one. Engines without one let it
    /// go.
    SetPolicy(Option<Arc<PolicyNet>>),
    /// Ask these endgame tables from the next search on, or none. Searches at full strength alone do;
    /// how, the options say.
    SetTables(Option<Arc<Syzygy>>),
    /// Answer with [`Event::Ready`] when everything before this is done.
    Ping,
    /// Search a position.
    Search {
        job: JobId,
        /// The position with the moves that led to it.
        position: GamePosition,
        /// What may end it.
        limits: Limits,
        /// How closely it is watched.
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

/// How closely a search is watched. What is not watched costs nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    /// Milliseconds between snapshots; `None`: no snapshots.
    pub snapshot_every_ms: Option<u64>,
    /// Whether the built-in search counts where its work goes.
    pub profile: bool,
    /// Whether snapshots of the program's own engines have the top of the tree.
    pub tree: bool,
}

impl Watch {
    /// Whether everything is watched that the other one asks for.
    pub fn covers(self, other: Watch) -> bool {
        self.profile >= other.profile && self.tree >= other.tree
    }
}

/// What the worker reports.
#[derive(Clone, Debug)]
pub enum Event {
    /// Everything asked before the [`Command::Ping`] is done.
    Ready,
    /// A search began.
    Started { job: JobId },
    /// A line of an iteration.
    Iteration {
        job: JobId,
        /// The line.
        info: IterationInfo,
    },
    /// Something a person should know of a search that goes on.
    Note {
        job: JobId,
        /// In words.
        text: String,
    },
    /// A search ended, and this came of it. Nothing more of this job follows.
    Finished {
        job: JobId,
        /// What came of it.
        outcome: SearchOutcome,
        /// Iterations that were not sent because the front end was too slow to take them.
        dropped: u32,
    },
    /// The engine could not take all that its options ask for, and goes on with less.
    Reduced {
        /// What is less, for a person to read.
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
    /// What was seen in the engine's memory.
    Inspection(Box<SearchInspection>),
    /// Something could not be done. Where the engine broke down, the worker has already replaced it
    /// by a fresh one.
    Failed {
        /// The job it was at, if any. Nothing more of this job follows.
        job: Option<JobId>,
        /// What went wrong, for a person to read.
        error: String,
        /// What the user can do about it, where that is known.
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

// The second lane from the worker to a front end: a slot for things that come faster than a frame.
// The first lane is an ordinary bounded channel and needs nothing of ours.

/// A slot that holds the newest value only. Putting never waits for a reader and never grows memory;
/// what was not taken in time is gone.
#[derive(Debug)]
pub struct Latest<T>(Mutex<Option<T>>);

impl<T> Default for Latest<T> {
    fn default() -> Self {
        Latest(Mutex::new(None))
    }
}

impl<T> Latest<T> {
    /// Replaces whatever is in the slot.
    pub fn put(&self, value: T) {
        // The old value is dropped after the lock is released: it may hold large lists.
        let old = self.slot().replace(value);
        drop(old);
    }

    /// Takes the newest value out, if one came since the last time.
    pub fn take(&self) -> Option<T> {
        self.slot().take()
    }

    /// The slot. No code of ours can panic while it is held, and a value is only ever replaced as a
    /// whole, so a poisoned lock is as good as any.
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
