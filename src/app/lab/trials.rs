//! The last run of an experiment, as the model and the session keep it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use tabia_lab::experiment::{AnyTrial, LabError, saved};

/// The last run of an experiment.
#[derive(Clone, Debug)]
pub struct Job {
    /// What was asked, at which position, and what was found so far.
    pub trial: Box<dyn AnyTrial>,
    pub state: JobState,
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobState {
    Running,
    Done,
    /// By the user, or because another experiment began.
    Stopped,
    /// For a person to read.
    Failed(String),
}

/// A run as a session keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedJob {
    pub(super) trial: Value,
    pub(super) state: JobState,
}

impl Job {
    /// Whether it is about the position with this key.
    pub fn is_of(&self, key: u64) -> bool {
        self.trial.position().board().key() == key
    }

    pub(crate) fn save(&self) -> SavedJob {
        SavedJob { trial: self.trial.save(), state: self.state.clone() }
    }

    pub(super) fn restore(job: &SavedJob) -> Result<Job, LabError> {
        let state = match &job.state {
            JobState::Running => JobState::Stopped,
            other => other.clone(),
        };
        Ok(Job { trial: saved(job.trial.clone())?, state })
    }
}
