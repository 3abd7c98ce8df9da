//! The thread that owns the engine: commands in, events out. It does not depend on a front end; the window and the
//! terminal each hold a [`Handle`].
//!
//! Two lanes lead back. Lane one is a bounded channel of [`Event`]s: events that must arrive wait for room, and
//! iterations without room are dropped and counted. Lane two is [`Latest`]: the newest snapshot of the running search.
//! So memory stays bounded, however fast an engine reports and however slowly a front end reads.
//!
//! A stop is not a message. It raises a [`StopToken`] by job number, so it overtakes everything queued and can never
//! stop a later job.

pub mod pool;
pub mod protocol;
mod run;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use std::{fmt, io};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, TrySendError, bounded};

use crate::kinds::EngineConfig;
use tabia_engine::alphabeta::search_thread;
use tabia_engine::search::inspection::InspectionRequest;
use tabia_engine::search::limits::StopToken;

use protocol::Latest;
use protocol::{Command, Event, JobId, Live};
use run::{ALL_JOBS, Build, Lanes, Worker};

pub use run::panic_text;

/// How soon the front end should handle events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// At once: an end, a failure, a full lane.
    AtOnce,
    /// With the next frame: a state of a running search.
    Soon,
}

/// Called by the worker after each event and snapshot, on the worker's thread. It must be quick, such as
/// a request to repaint.
pub type Wake = Arc<dyn Fn(Urgency) + Send + Sync>;

/// Commands that can wait for the worker.
pub const COMMAND_ROOM: usize = 64;
/// Events that can wait for the front end.
pub const EVENT_ROOM: usize = 256;

/// One worker: one thread and one engine, after which the thread is named. Dropping it stops the running search, ends
/// the thread and waits for it, which takes milliseconds, or as long as an external engine may take to quit.
pub struct Handle {
    /// `None` only while being dropped.
    ends: Option<Ends>,
    live: Arc<Latest<Live>>,
    inspections: Arc<Latest<InspectionRequest>>,
    token: Arc<StopToken>,
    wake_up: Sender<()>,
    thread: Option<JoinHandle<()>>,
}

struct Ends {
    commands: Sender<Command>,
    events: Receiver<Event>,
}

impl Handle {
    /// Starts a worker with a new engine.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn spawn(config: impl Into<EngineConfig>, wake: Wake) -> io::Result<Handle> {
        let config = config.into();
        let name = config.thread();
        Handle::spawn_with(&name, Box::new(move |abandoned| config.build(abandoned)), wake)
    }

    fn spawn_with(name: &str, build: Build, wake: Wake) -> io::Result<Handle> {
        let (commands, command_end) = bounded(COMMAND_ROOM);
        let (event_end, events) = bounded(EVENT_ROOM);
        let (wake_up, wake_ups) = bounded(1);
        let live = Arc::new(Latest::default());
        let inspections = Arc::new(Latest::default());
        let worker_inspections = Arc::clone(&inspections);
        let token = Arc::new(StopToken::default());
        let (worker_live, worker_token) = (live.clone(), token.clone());
        // The engine is built on the worker's thread: it need not be `Send`.
        let thread = search_thread(name).spawn(move || {
            let lanes = Lanes::new(event_end, worker_live, worker_inspections, wake);
            Worker::new(build, command_end, wake_ups, worker_token, lanes).run();
        })?;
        let ends = Some(Ends { commands, events });
        Ok(Handle { ends, live, inspections, token, wake_up, thread: Some(thread) })
    }

    /// Sends a command without waiting. Commands are executed in order.
    ///
    /// # Errors
    /// Returns the command if [`COMMAND_ROOM`] others are waiting or the worker is gone.
    #[expect(clippy::result_large_err, reason = "the command given back is the point")]
    pub fn try_send(&self, command: Command) -> Result<(), TrySendError<Command>> {
        match &self.ends {
            Some(ends) => ends.commands.try_send(command),
            None => Err(TrySendError::Disconnected(command)),
        }
    }

    /// Stops this job and every earlier one, running or still waiting. Each of them still ends with its own
    /// [`Event::Finished`]. A job that had not begun has the outcome of a one-ply search, or none if the engine is
    /// external.
    pub fn stop(&self, job: JobId) {
        self.token.stop(job.0);
        self.wake_up();
    }

    /// The opponent played the expected move of a ponder search: the engine's clock runs from now.
    pub fn ponder_hit(&self, job: JobId) {
        self.token.ponder_hit(job.0);
        self.wake_up();
    }

    /// Asks for an inspection of the engine's memory and replaces an earlier unanswered request. A running search
    /// answers with its next snapshot, an idle engine at once, an external engine never does.
    pub fn inspect(&self, request: InspectionRequest) {
        self.inspections.put(request);
        // If the command lane is full, a search is running, and it checks for inspections itself.
        let _ = self.try_send(Command::Inspect);
    }

    /// The next event, if there is one.
    ///
    /// # Errors
    /// `Empty` if there is none, `Disconnected` if the worker is gone and none will come.
    pub fn try_recv(&self) -> Result<Event, TryRecvError> {
        self.ends.as_ref().map_or(Err(TryRecvError::Disconnected), |ends| ends.events.try_recv())
    }

    /// The next event; waits for it at most `timeout`.
    ///
    /// # Errors
    /// `Timeout` if none came, `Disconnected` if the worker is gone and none will come.
    pub fn recv_timeout(&self, timeout: Duration) -> Result<Event, RecvTimeoutError> {
        match &self.ends {
            Some(ends) => ends.events.recv_timeout(timeout),
            None => Err(RecvTimeoutError::Disconnected),
        }
    }

    /// The next event; waits for it without a limit. `None` if the worker is gone.
    pub fn recv(&self) -> Option<Event> {
        self.ends.as_ref()?.events.recv().ok()
    }

    /// The newest snapshot since the last call, if there is one.
    pub fn take_live(&self) -> Option<Live> {
        self.live.take()
    }

    /// Tells a worker that holds a result back that the token has changed. If the slot is full, a wake-up is already
    /// pending.
    fn wake_up(&self) {
        let _ = self.wake_up.try_send(());
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.stop(ALL_JOBS);
        // The order matters: dropping the receiver frees a worker that waits for room in the lane, and dropping the
        // sender one that waits for a command. Joining first would hang.
        if let Some(Ends { commands, events }) = self.ends.take() {
            drop(events);
            drop(commands);
        }
        if let Some(thread) = self.thread.take() {
            // The worker catches all its panics, so there is none to propagate.
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle").field("token", &self.token).finish_non_exhaustive()
    }
}
