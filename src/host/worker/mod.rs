//! The thread that owns the engine: commands in, events out. It knows no front end; the window and
//! the terminal each hold a [`Handle`].
//!
//! Two lanes lead back. Lane one is a bounded channel of [`Event`]s: what must arrive waits for room,
//! an iteration that finds none is dropped and counted. Lane two is [`Latest`]: the newest snapshot of
//! the running search. However fast an engine reports and however slow a front end reads, nothing
//! grows.
//!
//! A stop is not a message. It raises a [`StopToken`] by job number, so it overtakes everything queued
//! and can never hit a later job.

pub mod pool;
pub mod protocol;
mod run;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::thread::{Builder, JoinHandle};
use std::time::Duration;
use std::{fmt, io};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, TrySendError, bounded};

use crate::kinds::EngineConfig;
use tabia_engine::search::inspection::InspectionRequest;
use tabia_engine::search::limits::StopToken;

use protocol::Latest;
use protocol::{Command, Event, JobId, Live};
use run::{ALL_JOBS, Build, Lanes, Worker};

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

/// One worker: one thread named `worker`, one engine. Dropping it stops what runs, ends the thread and
/// waits for it, which takes milliseconds.
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
    /// Starts a worker with an engine of its own.
    ///
    /// # Errors
    /// Where the system gives no thread.
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
        let thread = Builder::new().name(name.into()).spawn(move || {
            let lanes = Lanes::new(event_end, worker_live, worker_inspections, wake);
            Worker::new(build, command_end, wake_ups, worker_token, lanes).run();
        })?;
        let ends = Some(Ends { commands, events });
        Ok(Handle { ends, live, inspections, token, wake_up, thread: Some(thread) })
    }

    /// Sends a command without waiting. Commands are executed in order.
    ///
    /// # Errors
    /// Gives the command back when [`COMMAND_ROOM`] others are waiting, or when the worker is gone.
    #[expect(clippy::result_large_err, reason = "the command given back is the point")]
    pub fn try_send(&self, command: Command) -> Result<(), TrySendError<Command>> {
        match &self.ends {
            Some(ends) => ends.commands.try_send(command),
            None => Err(TrySendError::Disconnected(command)),
        }
    }

    /// Stops this job and every earlier one, running or still waiting. Each of them still ends with
    /// its own [`Event::Finished`]: one that had not begun with the outcome of a search of one ply, or of what an
    /// external engine answers when it is stopped at once.
    pub fn stop(&self, job: JobId) {
        self.token.stop(job.0);
        self.wake_up();
    }

    /// The opponent played the move the job ponders on: its own clock runs from now.
    pub fn ponder_hit(&self, job: JobId) {
        self.token.ponder_hit(job.0);
        self.wake_up();
    }

    /// Asks for an inspection of the engine's memory and replaces an earlier unanswered request. A running search
    /// answers with its next snapshot, an idle engine at once, an external engine never.
    pub fn inspect(&self, request: InspectionRequest) {
        self.inspections.put(request);
        // If the command lane is full, a search is running, which checks for inspections itself.
        let _ = self.try_send(Command::Inspect);
    }

    /// The next event, if one is there.
    ///
    /// # Errors
    /// `Empty` when none is there, `Disconnected` when the worker is gone and none will come.
    pub fn try_recv(&self) -> Result<Event, TryRecvError> {
        self.ends.as_ref().map_or(Err(TryRecvError::Disconnected), |ends| ends.events.try_recv())
    }

    /// The next event, waiting for it no longer than `timeout`.
    ///
    /// # Errors
    /// `Timeout` when none came, `Disconnected` when the worker is gone and none will come.
    pub fn recv_timeout(&self, timeout: Duration) -> Result<Event, RecvTimeoutError> {
        match &self.ends {
            Some(ends) => ends.events.recv_timeout(timeout),
            None => Err(RecvTimeoutError::Disconnected),
        }
    }

    /// The next event, waiting for it as long as it takes; `None` when the worker is gone.
    pub fn recv(&self) -> Option<Event> {
        self.ends.as_ref()?.events.recv().ok()
    }

    /// The newest snapshot since the last time, if one came.
    pub fn take_live(&self) -> Option<Live> {
        self.live.take()
    }

    /// Says that the token has changed, to a worker that holds an answer back. A full slot says the
    /// same already.
    fn wake_up(&self) {
        let _ = self.wake_up.try_send(());
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.stop(ALL_JOBS);
        // The order matters. A worker waiting for room in the lane is set free by the receiver's end,
        // one waiting for a command by the sender's; joining first would wait for ever.
        if let Some(Ends { commands, events }) = self.ends.take() {
            drop(events);
            drop(commands);
        }
        if let Some(thread) = self.thread.take() {
            // The worker catches every panic of its own; there is nothing to pass on.
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle").field("token", &self.token).finish_non_exhaustive()
    }
}
