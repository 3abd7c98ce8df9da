//! The experiments of the registry as the model keeps them: what the next one is asked, and the last of each with what
//! it has found.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use tabia_engine::search::engine_id::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_lab::experiment::{
    AnyTrial, Ask, Entry, Experiment, LabError, SearchGrowth, Trial, saved,
};
use tabia_lab::table::Table;
use tabia_lab::task::LabTask;

use super::state::{LabKind, LabState};
use crate::cx::Cx;
use crate::model::Model;
use crate::window::workspace::PaneId;

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
    trial: Value,
    state: JobState,
}

impl Job {
    /// Whether it is about the position with this key.
    pub fn is_of(&self, key: u64) -> bool {
        self.trial.position().board().key() == key
    }

    pub(crate) fn save(&self) -> SavedJob {
        SavedJob { trial: self.trial.save(), state: self.state.clone() }
    }

    fn restore(job: &SavedJob) -> Result<Job, LabError> {
        let state = match &job.state {
            JobState::Running => JobState::Stopped,
            other => other.clone(),
        };
        Ok(Job { trial: saved(job.trial.clone())?, state })
    }
}

impl LabState {
    /// The last run of an experiment.
    pub fn last_run(&self, id: &str) -> Option<&Job> {
        self.jobs.get(id)
    }

    /// What the last run of an experiment asked and found.
    pub fn trial<E: Experiment>(&self) -> Option<&Trial<E>> {
        self.jobs.get(E::INFO.id)?.trial.as_any().downcast_ref()
    }

    /// What the next run of an experiment is asked.
    pub fn draft(&self, entry: &'static Entry) -> Ask {
        self.drafts.get(entry.id()).cloned().unwrap_or_else(|| entry.default())
    }

    /// The request of the next run.
    pub fn request<E: Experiment>(&self) -> E::Request {
        let drafted = self.drafts.get(E::INFO.id).and_then(|ask| ask.get::<E>());
        drafted.cloned().unwrap_or_default()
    }

    /// Takes the runs of an earlier session; why some are left out.
    pub(crate) fn restore(&mut self, saved: &[SavedJob]) -> Vec<LabError> {
        let mut errors = Vec::new();
        for job in saved {
            match Job::restore(job) {
                Ok(job) => {
                    let entry = job.trial.entry();
                    self.drafts.insert(entry.id(), job.trial.ask());
                    self.jobs.insert(entry.id(), job);
                }
                Err(error) => errors.push(error),
            }
        }
        errors
    }
}

impl Model {
    /// The table of an experiment's last run, and rows for the searches that the window watches.
    pub fn trial_table(&self, entry: &'static Entry) -> Table {
        let job = self.lab.last_run(entry.id());
        let mut table = job.map_or_else(
            || entry.default().at(self.game.tree.position(self.game.current)).columns(),
            |job| job.trial.table(),
        );
        let name = |id: EngineId| self.engine_name(id);
        let searches: Vec<SearchGrowth> = self.telemetry.growths(self.focus(), &name);
        table.rows.extend(entry.watched(&searches));
        table
    }
}

impl Cx<'_> {
    /// Runs an experiment at the position its view shows.
    pub(super) fn run_trial(&mut self, ask: &Ask) {
        let id = ask.entry().id();
        let node = match PaneId::of_experiment(id) {
            Some(pane) => self.m.lab.node_of(pane, &self.m.game),
            None => self.m.game.current,
        };
        self.run_trial_at(ask, node);
    }

    /// Runs an experiment at a position of the game.
    pub(super) fn run_trial_at(&mut self, ask: &Ask, node: NodeId) {
        let id = ask.entry().id();
        let trial = ask.at(self.m.game.tree.position(node));
        self.begin_lab(LabKind::Trial(id), node, LabTask::Trial(trial.clone()));
        self.m.lab.drafts.insert(id, ask.clone());
        self.m.lab.jobs.insert(id, Job { trial, state: JobState::Running });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, LabAction};
    use crate::kept::session::Session;
    use crate::update::update;
    use crate::window::settings::Settings;
    use tabia_engine::alphabeta::Engine;
    use tabia_engine::alphabeta::options::EngineOptions;
    use tabia_engine::search::stop::StopSignal;
    use tabia_host::worker::protocol::{Event, JobId};
    use tabia_lab::branching::{Branching, Request};
    use tabia_lab::task::{self, LabNews};

    const ID: &str = "branching";

    /// Everything the worker would tell of the run under way.
    fn news(model: &Model) -> (JobId, Vec<LabNews>) {
        let task = LabTask::Trial(model.lab.last_run(ID).unwrap().trial.clone());
        let mut engine = Engine::new(&EngineOptions { hash_mib: 1, ..EngineOptions::default() });
        let mut told = Vec::new();
        task::run(&task, &mut engine, &StopSignal::never(), &mut |news| told.push(news)).unwrap();
        (model.lab.job.unwrap().id, told)
    }

    #[test]
    fn a_run_is_kept_with_its_state_and_comes_back_with_the_session() {
        let mut model = Model::new(Settings::default());
        let request = Request { depth: 3, ..Request::default() };
        let ask = Ask::of::<Branching>(request.clone());
        update(&mut model, Action::Lab(LabAction::Run(ask)), 0);
        assert!(model.lab.is_at(LabKind::of::<Branching>()));
        let (job, told) = news(&model);
        for news in told {
            update(&mut model, Action::Engine(EngineId::LAB, Event::Lab { job, news }), 0);
        }
        // What comes late from another job is not taken.
        let (_, late) = news(&model);
        let other = JobId(job.0 + 1);
        for news in late {
            update(&mut model, Action::Engine(EngineId::LAB, Event::Lab { job: other, news }), 0);
        }
        let done = Event::LabDone { job, error: None };
        update(&mut model, Action::Engine(EngineId::LAB, done), 0);
        let run = model.lab.last_run(ID).unwrap();
        assert_eq!((run.trial.heard(), &run.state), (6, &JobState::Done));
        assert!(run.is_of(model.game.board().key()));

        let text = serde_json::to_string(&Session::of(&model, 0)).unwrap();
        let mut again = Model::new(Settings::default());
        let session = Session::parse(&text).unwrap();
        update(&mut again, Action::RestoreSession(Box::new(session)), 0);
        let back = again.lab.last_run(ID).unwrap();
        assert_eq!(back.trial.table(), run.trial.table());
        assert_eq!((&back.state, again.lab.request::<Branching>()), (&JobState::Done, request));
    }

    #[test]
    fn a_run_that_is_stopped_or_fails_says_so() {
        let mut model = Model::new(Settings::default());
        let run = || Action::Lab(LabAction::Run(Ask::of::<Branching>(Request::default())));
        update(&mut model, run(), 0);
        update(&mut model, Action::Lab(LabAction::Stop), 0);
        assert_eq!(model.lab.last_run(ID).unwrap().state, JobState::Stopped);
        update(&mut model, run(), 0);
        let job = model.lab.job.unwrap().id;
        let failed = Event::LabDone { job, error: Some("no memory".to_owned()) };
        update(&mut model, Action::Engine(EngineId::LAB, failed), 0);
        assert_eq!(model.lab.last_run(ID).unwrap().state, JobState::Failed("no memory".to_owned()));
    }

    #[test]
    fn saved_runs_that_cannot_be_read_are_named_and_left_out() {
        let mut lab = LabState::default();
        let job = |trial: Value| SavedJob { trial, state: JobState::Done };
        let errors = lab.restore(&[
            job(serde_json::json!({ "experiment": "no-such" })),
            job(serde_json::json!({ "experiment": ID, "start": "nonsense" })),
        ]);
        assert_eq!(errors.len(), 2);
        assert!(errors[0].to_string().contains("found a saved experiment 'no-such'"));
        assert!(lab.jobs.is_empty());
    }
}
