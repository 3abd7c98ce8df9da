//! Runs on the Lab's seat: how they start and end. There is one at a time.

use tabia_chess::rules::Outcome;
use tabia_engine::alphabeta::options::{EngineOptions, Strength};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::kinds::SeatOptions;
use tabia_host::worker::protocol::Command;
use tabia_lab::experiment::{AnyTrial, Ask, Entry, SearchGrowth};
use tabia_lab::table::Table;
use tabia_text::t;

use super::state::LabJob;
use super::trials::{ExperimentRun, JobState, Place};
use crate::cx::Cx;
use crate::effect::Effect;
use crate::model::Model;
use crate::window::workspace::PaneId;

/// Runs an experiment at the position its view shows.
pub(super) fn run(cx: &mut Cx<'_>, ask: &Ask) {
    let node = cx.m.node_of_experiment(ask.entry().id());
    run_at(cx, ask, node);
}

/// Runs an experiment at a position of the game.
pub(super) fn run_at(cx: &mut Cx<'_>, ask: &Ask, node: NodeId) {
    let trial = ask.at(cx.m.game.tree.position(node));
    begin(cx, trial, node);
}

/// Starts a trial in place of the running one. `node` is its position in the game.
pub(super) fn begin(cx: &mut Cx<'_>, trial: Box<dyn AnyTrial>, node: NodeId) {
    if let Some(other) = cx.m.lab.job.filter(|job| job.experiment != trial.entry().id()) {
        let name = PaneId::of_experiment(other.experiment).map_or(other.experiment, PaneId::title);
        let saved = Entry::by_id(other.experiment).is_some_and(Entry::is_saved);
        let saved = if saved { "yes" } else { "no" };
        cx.m.toasts.info(t!("lab-stopped-for-another", name = name, saved = saved));
    }
    stop(cx);
    let options =
        EngineOptions { multi_pv: 1, threads: 1, strength: Strength::Full, ..cx.m.settings.engine };
    let id = cx.m.engine.next_job();
    let experiment = trial.entry().id();
    cx.m.lab.job = Some(LabJob { id, experiment });
    cx.tell_seat(EngineId::LAB, Command::SetOptions(SeatOptions::BuiltIn(options)));
    cx.tell_seat(EngineId::LAB, Command::Lab { job: id, trial: trial.clone() });
    let place = Some(Place { game: cx.m.game.serial, node });
    cx.m.lab.drafts.insert(experiment, trial.ask());
    let (state, eval) = (JobState::Running, Some(options.eval));
    let run = ExperimentRun { trial, state, job: id, place, eval };
    cx.m.lab.jobs.insert(experiment, run);
}

/// Stores the state in which the running experiment ended.
fn ended(cx: &mut Cx<'_>, state: JobState) -> Option<LabJob> {
    let ended = cx.m.lab.job.take()?;
    if let Some(job) = cx.m.lab.jobs.get_mut(ended.experiment) {
        job.state = state;
    }
    Some(ended)
}

/// The running trial is finished.
pub(super) fn done(cx: &mut Cx<'_>) {
    ended(cx, JobState::Done);
}

pub(super) fn stop(cx: &mut Cx<'_>) {
    if let Some(job) = ended(cx, JobState::Stopped) {
        cx.out.push(Effect::Stop(EngineId::LAB, job.id));
    }
}

/// The running experiment failed.
pub(super) fn fail(cx: &mut Cx<'_>, error: &str) {
    if ended(cx, JobState::Failed(error.to_owned())).is_some() {
        cx.m.toasts.error(t!("lab-failed", error = error));
    }
}

impl Model {
    /// The position that an experiment's view shows.
    pub fn node_of_experiment(&self, id: &str) -> NodeId {
        let pane = PaneId::of_experiment(id);
        pane.map_or(self.game.current, |pane| self.lab.node_of(pane, &self.game))
    }

    /// The outcome of the game at the position of an experiment's next run, if the game is over there.
    pub fn over_for(&self, id: &str) -> Option<Outcome> {
        let ask = self.lab.draft(Entry::by_id(id)?);
        ask.at(self.game.tree.position(self.node_of_experiment(id))).over()
    }

    /// The table of an experiment's last run, with rows for the searches of its position that the window watches.
    pub fn trial_table(&self, entry: &'static Entry) -> Table {
        let job = self.lab.last_run(entry.id());
        let mut table = job.map_or_else(
            || entry.default().at(self.game.tree.position(self.game.current)).columns(),
            |job| job.trial.table(),
        );
        let name = |id: EngineId| self.engine_name(id);
        let key = self.game.tree.board(self.node_of_experiment(entry.id())).key();
        let searches: Vec<SearchGrowth> = self.telemetry.growths(self.focus(), key, &name);
        table.rows.extend(entry.watched(&searches));
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, LabAction};
    use crate::persistence::session::Session;
    use crate::update::update;
    use crate::window::settings::Settings;
    use tabia_engine::alphabeta::Engine;
    use tabia_engine::search::limits::StopSignal;
    use tabia_host::worker::protocol::{Event, JobId};
    use tabia_lab::branching::{Branching, Request};
    use tabia_lab::experiment::{AnyUpdate, LabContext};

    const ID: &str = "branching";

    /// Everything the worker would report for the current run.
    fn updates(model: &Model) -> (JobId, Vec<AnyUpdate>) {
        let trial = model.lab.last_run(model.lab.job.unwrap().experiment).unwrap().trial.clone();
        let mut engine = Engine::new(&EngineOptions { hash_mib: 1, ..EngineOptions::default() });
        let mut updates = Vec::new();
        let stop = StopSignal::never();
        let mut report = |update| {
            updates.push(update);
            true
        };
        trial.run(&mut LabContext { engine: &mut engine, stop: &stop }, &mut report).unwrap();
        (model.lab.job.unwrap().id, updates)
    }

    #[test]
    fn a_run_is_kept_with_its_state_and_comes_back_with_the_session() {
        let mut model = Model::new(Settings::default());
        let request = Request { depth: 3, ..Request::default() };
        let ask = Ask::of::<Branching>(request.clone());
        update(&mut model, Action::Lab(LabAction::Run(ask)), 0);
        assert!(model.lab.is_at(ID));
        let (job, all) = updates(&model);
        for found in all {
            update(&mut model, Action::Engine(EngineId::LAB, Event::Lab { job, update: found }), 0);
        }
        // A late report of another job is ignored.
        let (_, late) = updates(&model);
        let other = JobId(job.0 + 1);
        for found in late {
            update(
                &mut model,
                Action::Engine(EngineId::LAB, Event::Lab { job: other, update: found }),
                0,
            );
        }
        let done = Event::LabDone { job, error: None };
        update(&mut model, Action::Engine(EngineId::LAB, done), 0);
        let run = model.lab.last_run(ID).unwrap();
        assert_eq!((run.trial.count(), &run.state), (6, &JobState::Done));
        assert!(run.trial.holds_for(model.game.board().key()));

        let text = serde_json::to_string(&Session::of(&model, 0)).unwrap();
        let mut again = Model::new(Settings::default());
        let session = Session::parse(&text).unwrap();
        update(&mut again, Action::RestoreSession(Box::new(session)), 0);
        let back = again.lab.last_run(ID).unwrap();
        assert_eq!(back.trial.table(), run.trial.table());
        assert_eq!((&back.state, again.lab.request::<Branching>()), (&JobState::Done, request));
    }

    #[test]
    fn another_experiment_says_which_one_it_stops() {
        let mut model = Model::new(Settings::default());
        let run = |model: &mut Model, ask| update(model, Action::Lab(LabAction::Run(ask)), 0);
        let branching = || Ask::of::<Branching>(Request::default());
        run(&mut model, branching());
        run(&mut model, branching());
        assert!(model.toasts.iter().next().is_none(), "it was asked anew");
        run(&mut model, Entry::by_id("ladder").unwrap().default());
        let newest = |model: &Model| model.toasts.iter().last().map(|toast| toast.text.clone());
        let message = t!("lab-stopped-for-another", name = t!("pane-branching"), saved = "yes");
        assert_eq!(newest(&model), Some(message));
        // No session saves what the small game has learned.
        run(&mut model, Entry::by_id("small-game").unwrap().default());
        run(&mut model, branching());
        let name = t!("pane-small-game");
        let message = t!("lab-stopped-for-another", name = name, saved = "no");
        assert_eq!(newest(&model), Some(message));
        assert!(tabia_lab::REGISTRY.iter().all(|of| PaneId::of_experiment(of.id()).is_some()));
    }

    #[test]
    fn going_back_stops_the_expansion_of_a_tree_that_is_left() {
        let mut model = Model::new(Settings::default());
        let lab = |model: &mut Model, action| update(model, Action::Lab(action), 0);
        let tell = |model: &mut Model, (job, all): (JobId, Vec<AnyUpdate>)| {
            for found in all {
                let event = Event::Lab { job, update: found };
                update(model, Action::Engine(EngineId::LAB, event), 0);
            }
            let done = Event::LabDone { job, error: None };
            update(model, Action::Engine(EngineId::LAB, done), 0);
        };
        let child = |model: &Model| {
            let index = &model.lab.trees.last().unwrap().index;
            LabAction::Expand(index.children(*index.roots().last().unwrap())[0])
        };
        lab(&mut model, LabAction::Record(4));
        let all = updates(&model);
        tell(&mut model, all);
        let expand = child(&model);
        lab(&mut model, expand);
        let all = updates(&model);
        tell(&mut model, all);
        assert_eq!(model.lab.trees.len(), 2);
        let expand = child(&model);
        lab(&mut model, expand);
        let late = updates(&model);
        lab(&mut model, LabAction::Back);
        tell(&mut model, late);
        assert_eq!((model.lab.trees.len(), model.lab.job), (1, None));
        // A recording of the whole tree has another place.
        let expand = child(&model);
        lab(&mut model, expand);
        let all = updates(&model);
        tell(&mut model, all);
        lab(&mut model, LabAction::Record(4));
        lab(&mut model, LabAction::Back);
        assert!(model.lab.job.is_some());
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
}
