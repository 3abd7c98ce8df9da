//! The last run of an experiment, as stored in the model and the session.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use tabia_engine::alphabeta::options::EvalKind;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::protocol::JobId;
use tabia_lab::experiment::{AnyTrial, LabError, restored, saved};

/// The last run of an experiment.
#[derive(Clone, Debug)]
pub struct ExperimentRun {
    /// The request, its position, and the results so far.
    pub trial: Box<dyn AnyTrial>,
    pub state: JobState,
    /// Its number; 0 for a run of an earlier session.
    pub(crate) job: JobId,
    /// The node of that position in the game; `None` for a run of an earlier session.
    pub place: Option<Place>,
    /// The evaluation used by the engine; `None` for a run of an earlier session.
    pub eval: Option<EvalKind>,
}

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The serial number of the game.
    pub game: u64,
    pub node: NodeId,
}

/// The state of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobState {
    Running,
    Done,
    /// By the user, or because another experiment was started.
    Stopped,
    /// The error, as text for the user.
    Failed(String),
}

/// A run as stored in a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedRun {
    pub(super) trial: Value,
    pub(super) state: JobState,
}

impl ExperimentRun {
    /// The error, if the run failed.
    pub fn error(&self) -> Option<&str> {
        if let JobState::Failed(error) = &self.state { Some(error) } else { None }
    }

    /// Whether it has ended with something to read.
    pub(crate) fn has_result(&self) -> bool {
        match self.state {
            JobState::Done => true,
            JobState::Stopped => self.trial.count() > 0,
            JobState::Running | JobState::Failed(_) => false,
        }
    }

    /// The run for a session; `None` for experiments that are not stored.
    pub(crate) fn save(&self) -> Option<SavedRun> {
        Some(SavedRun { trial: saved(self.trial.as_ref())?, state: self.state.clone() })
    }

    pub(super) fn restore(job: &SavedRun) -> Result<ExperimentRun, LabError> {
        let state = match &job.state {
            JobState::Running => JobState::Stopped,
            other => other.clone(),
        };
        let trial = restored(job.trial.clone())?;
        Ok(ExperimentRun { trial, state, job: JobId::default(), place: None, eval: None })
    }
}
