//! The worker's loop: takes commands in order and runs them on its engine. A panic of the engine does
//! not leave the worker's thread.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, TrySendError};

use super::protocol::Latest;
use super::protocol::{Command, Event, JobId, Live, Watch};
use super::{EVENT_ROOM, Urgency, Wake};
use crate::kinds::{Backend, SeatOptions};
use tabia_engine::eval::nnue::Network;
use tabia_engine::eval::policy::PolicyNet;
use tabia_engine::search::inspection::{InspectionRequest, SearchInspection};
use tabia_engine::search::limits::{Limits, StopSignal, StopToken};
use tabia_engine::search::report::{IterationInfo, SearchOutcome, Snapshot, StopReason};
use tabia_engine::search::thinker::{SearchError, SearchObserver};
use tabia_games::game::position::GamePosition;
use tabia_games::tablebase::Syzygy;
use tabia_lab::experiment::AnyTrial;
use tabia_text::t;

/// Builds the engine of a worker, on the worker's thread, at the start and after a panic. The signal is raised when the
/// engine is abandoned.
pub(super) type Build = Box<dyn Fn(StopSignal) -> Box<dyn Backend> + Send>;

/// The job number that stops all searches, also later ones: the handle is being dropped.
pub(super) const ALL_JOBS: JobId = JobId(u64::MAX);

/// Everything the worker's thread owns.
pub(super) struct Worker {
    /// `None` after a panic, until the next command needs one.
    engine: Option<Box<dyn Backend>>,
    build: Build,
    /// Kept for a new engine after a panic; `None`: none were set.
    options: Option<SeatOptions>,
    /// Kept for a new engine after a panic; `None`: the built-in one.
    network: Option<Arc<Network>>,
    policy: Option<Arc<PolicyNet>>,
    tables: Option<Arc<Syzygy>>,
    commands: Receiver<Command>,
    /// The handle sends one when it changes the token; read only while a result is held back.
    wake_ups: Receiver<()>,
    token: Arc<StopToken>,
    lanes: Lanes,
}

impl Worker {
    pub(super) fn new(
        build: Build,
        commands: Receiver<Command>,
        wake_ups: Receiver<()>,
        token: Arc<StopToken>,
        lanes: Lanes,
    ) -> Self {
        Worker {
            engine: None,
            build,
            options: None,
            network: None,
            policy: None,
            tables: None,
            commands,
            wake_ups,
            token,
            lanes,
        }
    }

    /// Runs until the handle is dropped. The engine is built before the first command, so that building it
    /// never takes time from a player's clock.
    pub(super) fn run(mut self) {
        if let Err(error) = catch_panic(|| self.warm_up()) {
            self.lanes.send(Event::Failed { job: None, error, advice: None });
        }
        while let Ok(command) = self.commands.recv() {
            if self.token.is_stopped(ALL_JOBS.0) {
                break;
            }
            let job = job_of(&command);
            if let Err(error) = catch_panic(|| self.execute(command)) {
                self.replace_engine(job, error);
            }
        }
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::NewGame => {
                let done = self.ensure_engine().new_game();
                self.report_error(None, done);
            }
            Command::SetOptions(options) => {
                self.options = Some(options);
                let done = self.ensure_engine().set_options(&options);
                self.report_error(None, done);
            }
            Command::Press(button) => {
                let done = self.ensure_engine().press(&button);
                self.report_error(None, done);
            }
            Command::SetNetwork(network) => {
                self.network.clone_from(&network);
                self.ensure_engine().set_network(network);
            }
            Command::SetPolicy(policy) => {
                self.policy.clone_from(&policy);
                self.ensure_engine().set_policy(policy);
            }
            Command::SetTables(tables) => {
                self.tables.clone_from(&tables);
                self.ensure_engine().set_tables(tables);
            }
            Command::Ping => self.lanes.send(Event::Ready),
            Command::Search { job, position, limits, watch } => {
                self.search(job, &position, limits, watch);
            }
            Command::Lab { job, trial } => self.lab(job, trial.as_ref()),
            Command::Inspect => {
                if let Some(request) = self.lanes.take_inspection()
                    && let Some(inspection) = self.ensure_engine().inspect(&request)
                {
                    self.lanes.send(Event::Inspection(Box::new(inspection)));
                }
            }
        }
    }

    fn warm_up(&mut self) {
        let stop = StopSignal::new(self.token.clone(), ALL_JOBS.0);
        let done = self.ensure_engine().warm_up(&stop);
        self.report_error(None, done);
    }

    fn search(&mut self, job: JobId, position: &GamePosition, mut limits: Limits, watch: Watch) {
        self.lanes.send(Event::Started { job });
        let mut stop = StopSignal::new(self.token.clone(), job.0);
        // Read once: a stop between two reads would start a search that nothing can end.
        let stopped = stop.is_stopped();
        if stopped && !self.ensure_engine().returns_move_if_stopped() {
            let outcome = SearchOutcome::nothing(StopReason::Stopped);
            return self.lanes.send(Event::Finished { job, outcome, dropped: 0 });
        }
        if stopped {
            // Stopped before it began. UCI still needs a legal `bestmove`, so it gets the smallest
            // possible search.
            limits = Limits { search_moves: limits.search_moves, ..Limits::depth(1) };
            stop = StopSignal::never();
        }
        self.ensure_engine();
        // Borrowed separately: the reporter uses the lanes while the engine searches.
        let Worker { engine: Some(engine), lanes, .. } = self else { return };
        let mut reporter = Reporter::new(lanes, job, watch);
        let outcome = engine.search(position, &limits, &stop, &mut reporter);
        let dropped = reporter.dropped();
        match outcome {
            Ok(outcome) => {
                self.wait_until_release(&limits, &stop);
                self.lanes.send(Event::Finished { job, outcome, dropped });
            }
            Err(error) => self.report_error(Some(job), Err(error)),
        }
    }

    /// Runs an experiment.
    fn lab(&mut self, job: JobId, trial: &dyn AnyTrial) {
        let stop = StopSignal::new(self.token.clone(), job.0);
        if stop.is_stopped() {
            return self.lanes.send(Event::LabDone { job, error: None });
        }
        self.ensure_engine();
        let Worker { engine: Some(engine), lanes, .. } = self else { return };
        let mut report = |update| {
            lanes.send(Event::Lab { job, update });
            true
        };
        let error = engine.lab(trial, &stop, &mut report).err();
        self.lanes.send(Event::LabDone { job, error });
    }

    /// Sends the error, if there is one.
    fn report_error(&self, job: Option<JobId>, done: Result<(), SearchError>) {
        if let Err(error) = done {
            self.lanes.send(event_of(job, error));
        }
    }

    /// Holds a result back until UCI allows it: an infinite search ends only by a stop unless it may end, a ponder
    /// search only by a stop or a ponder hit, even if the engine has nothing left to search. Engines need not do this
    /// themselves.
    fn wait_until_release(&self, limits: &Limits, stop: &StopSignal) {
        let ponders = || limits.ponder && !stop.is_ponder_hit();
        let held = || !stop.is_stopped() && (limits.is_until_stopped() || ponders());
        // Raising the token comes before the wake-up, so a wake-up can be stale but never missing.
        while held() && self.wake_ups.recv().is_ok() {}
    }

    /// Reports a command that panicked and replaces the engine by a new one.
    fn replace_engine(&mut self, job: Option<JobId>, error: String) {
        // No more results of the broken search are wanted.
        if let Some(job) = job {
            self.token.stop(job.0);
        }
        // Dropping a broken engine may panic too.
        let broken = self.engine.take();
        let dropped = catch_panic(|| drop(broken));
        let rebuilt = catch_panic(|| self.ensure_engine());
        let more_errors: Vec<String> =
            [dropped, rebuilt].into_iter().filter_map(Result::err).collect();
        let error = if more_errors.is_empty() {
            error
        } else {
            format!("{error}; {}", more_errors.join("; "))
        };
        // Only the front end's wake function can panic here; there is no one else to report it to.
        let _ = catch_panic(|| self.lanes.send(Event::Failed { job, error, advice: None }));
    }

    fn ensure_engine(&mut self) -> &mut dyn Backend {
        let engine = self.engine.get_or_insert_with(|| {
            let mut engine = (self.build)(StopSignal::new(self.token.clone(), ALL_JOBS.0));
            if let Some(options) = &self.options
                && let Err(error) = engine.set_options(options)
            {
                self.lanes.send(event_of(None, error));
            }
            if self.network.is_some() {
                engine.set_network(self.network.clone());
            }
            if self.policy.is_some() {
                engine.set_policy(self.policy.clone());
            }
            if let Some(tables) = &self.tables {
                engine.set_tables(Some(tables.clone()));
            }
            engine
        });
        engine.as_mut()
    }
}

/// The event that reports an error to the front end.
fn event_of(job: Option<JobId>, error: SearchError) -> Event {
    match error {
        SearchError::Reduced(text) => Event::Reduced { text },
        SearchError::Failed { message, advice, .. } => {
            Event::Failed { job, error: message, advice: Some(advice) }
        }
    }
}

fn job_of(command: &Command) -> Option<JobId> {
    match command {
        Command::Search { job, .. } | Command::Lab { job, .. } => Some(*job),
        Command::NewGame
        | Command::SetOptions(_)
        | Command::Press(_)
        | Command::SetNetwork(_)
        | Command::SetPolicy(_)
        | Command::SetTables(_)
        | Command::Inspect
        | Command::Ping => None,
    }
}

/// Runs `f`; a panic in it becomes its message. The standard hook has already written it to stderr,
/// once, with the place it came from.
fn catch_panic<T>(f: impl FnOnce() -> T) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(|| drop(f()))).map_err(|payload| panic_message(payload.as_ref()))
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = panic_text(payload).unwrap_or(t!("engine-panicked-silently"));
    t!("engine-panicked", message = text)
}

/// The text of a panic, if it has one.
pub fn panic_text(payload: &(dyn Any + Send)) -> Option<&str> {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
}

// The observer of a search: it passes iterations and snapshots on to the front end and never blocks
// the search.

/// The worker's ends of both lanes to the front end.
pub(super) struct Lanes {
    events: Sender<Event>,
    live: Arc<Latest<Live>>,
    inspections: Arc<Latest<InspectionRequest>>,
    wake: Wake,
}

impl Lanes {
    pub(super) fn new(
        events: Sender<Event>,
        live: Arc<Latest<Live>>,
        inspections: Arc<Latest<InspectionRequest>>,
        wake: Wake,
    ) -> Self {
        Lanes { events, live, inspections, wake }
    }

    /// The pending inspection request, if any; it is answered once.
    pub(super) fn take_inspection(&self) -> Option<InspectionRequest> {
        self.inspections.take()
    }

    /// Sends an event that must arrive and waits for room if necessary. Does nothing if the receiver is
    /// gone.
    pub(super) fn send(&self, event: Event) {
        let urgency = self.urgency(&event);
        match self.events.try_send(event) {
            Ok(()) => (self.wake)(urgency),
            Err(TrySendError::Full(event)) => {
                // The front end may be asleep with a full lane in front of it.
                (self.wake)(Urgency::AtOnce);
                if self.events.send(event).is_ok() {
                    (self.wake)(urgency);
                }
            }
            Err(TrySendError::Disconnected(_)) => {}
        }
    }

    /// Sends an event that may be lost. Returns whether it was sent.
    fn offer(&self, event: Event) -> bool {
        let urgency = self.urgency(&event);
        let sent = self.events.try_send(event).is_ok();
        (self.wake)(urgency);
        sent
    }

    fn put_live(&self, live: Live) {
        self.live.put(live);
        (self.wake)(Urgency::Soon);
    }

    /// States of a search are not urgent while the lane is at most half full.
    fn urgency(&self, event: &Event) -> Urgency {
        let state =
            matches!(event, Event::Iteration { .. } | Event::Inspection(_) | Event::Lab { .. });
        let half_empty = self.events.len() < EVENT_ROOM / 2;
        if state && half_empty { Urgency::Soon } else { Urgency::AtOnce }
    }
}

/// Observes one search.
pub(super) struct Reporter<'a> {
    lanes: &'a Lanes,
    job: JobId,
    watch: Watch,
    dropped: u32,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(lanes: &'a Lanes, job: JobId, watch: Watch) -> Self {
        Reporter { lanes, job, watch, dropped: 0 }
    }

    /// Iterations that found no room in the lane.
    pub(super) fn dropped(&self) -> u32 {
        self.dropped
    }
}

impl SearchObserver for Reporter<'_> {
    fn on_iteration(&mut self, info: &IterationInfo) {
        let event = Event::Iteration { job: self.job, info: info.clone() };
        if !self.lanes.offer(event) {
            self.dropped = self.dropped.saturating_add(1);
        }
    }

    fn on_note(&mut self, text: &str) {
        // Lost if there is no room: the search does not wait, and the snapshot shows the threads anyway.
        self.lanes.offer(Event::Note { job: self.job, text: text.to_owned() });
    }

    fn snapshot_every_ms(&self) -> Option<u64> {
        self.watch.snapshot_every_ms
    }

    fn wants_profile(&self) -> bool {
        self.watch.profile
    }

    fn wants_tree(&self) -> bool {
        self.watch.tree
    }

    fn wants_inspection(&mut self) -> Option<InspectionRequest> {
        self.lanes.take_inspection()
    }

    fn on_inspection(&mut self, inspection: SearchInspection) {
        // Lost if there is no room; the view asks again.
        self.lanes.offer(Event::Inspection(Box::new(inspection)));
    }

    fn on_snapshot(&mut self, snapshot: Snapshot) {
        self.lanes.put_live(Live { job: self.job, snapshot });
    }
}
