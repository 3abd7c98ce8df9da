//! The seats: each has a worker with one engine and a queue of commands. A front end has one pool and
//! never waits for a seat.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::Arc;

use crossbeam_channel::{TryRecvError, TrySendError};

use super::protocol::{Command, Event, JobId, Live};
use super::{Handle, Wake};
use crate::kinds::EngineConfig;
use tabia_engine::search::inspection::InspectionRequest;
use tabia_engine::search::thinker::EngineId;

#[derive(Debug)]
pub enum SeatNews {
    /// An event of the worker.
    Event(Event),
    /// The newest state of its search.
    Live(Live),
    /// The worker's thread has ended; nothing more comes from this seat until it is opened again.
    Gone,
}

/// A worker and the commands not yet sent to it.
#[derive(Debug)]
struct Seat {
    worker: Handle,
    outbox: VecDeque<Command>,
    /// Its worker has ended.
    lost: bool,
}

impl Seat {
    /// Sends queued commands while there is room. Returns whether all were sent.
    fn flush(&mut self) -> bool {
        while let Some(command) = self.outbox.pop_front() {
            match self.worker.try_send(command) {
                Ok(()) => {}
                Err(TrySendError::Full(command)) => {
                    self.outbox.push_front(command);
                    return false;
                }
                Err(TrySendError::Disconnected(_)) => self.outbox.clear(),
            }
        }
        true
    }
}

/// All seats that are taken.
pub struct Pool {
    seats: BTreeMap<EngineId, Seat>,
    wake: Wake,
}

impl Pool {
    /// A pool without seats. `wake` is called after each event and snapshot of any seat, from its thread.
    pub fn new(wake: Wake) -> Pool {
        Pool { seats: BTreeMap::new(), wake }
    }

    /// Puts an engine on a seat and ends the engine that was there. It is built on the seat's thread.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn seat(&mut self, id: EngineId, config: impl Into<EngineConfig>) -> io::Result<()> {
        let worker = Handle::spawn(config, Arc::clone(&self.wake))?;
        self.leave(id);
        self.seats.insert(id, Seat { worker, outbox: VecDeque::new(), lost: false });
        Ok(())
    }

    /// Ends the engine on a seat. No more news comes from it; another thread waits for its end.
    pub fn leave(&mut self, id: EngineId) {
        let Some(seat) = self.seats.remove(&id) else { return };
        seat.worker.stop(super::run::ALL_JOBS);
        // An engine may take long to end, and the front end must not wait for it, unless no thread can be started.
        let dropping = std::thread::Builder::new().name("farewell".into());
        drop(dropping.spawn(move || drop(seat)));
    }

    /// Sends a command as soon as there is room. Does nothing if the seat is empty.
    pub fn send(&mut self, id: EngineId, command: Command) {
        if let Some(seat) = self.seats.get_mut(&id) {
            seat.outbox.push_back(command);
            seat.flush();
        }
    }

    /// Stops this job of a seat and every earlier one.
    pub fn stop(&self, id: EngineId, job: JobId) {
        if let Some(seat) = self.seats.get(&id) {
            seat.worker.stop(job);
        }
    }

    /// Asks a seat for an inspection of its engine's memory.
    pub fn inspect(&self, id: EngineId, request: InspectionRequest) {
        if let Some(seat) = self.seats.get(&id) {
            seat.worker.inspect(request);
        }
    }

    /// Whether the seat is taken.
    pub fn has(&self, id: EngineId) -> bool {
        self.seats.contains_key(&id)
    }

    /// The opponent played the expected move of a ponder search.
    pub fn ponder_hit(&self, id: EngineId, job: JobId) {
        if let Some(seat) = self.seats.get(&id) {
            seat.worker.ponder_hit(job);
        }
    }

    /// Sends queued commands. Returns whether all were sent; if not, call again soon.
    pub fn flush(&mut self) -> bool {
        let mut all = true;
        for seat in self.seats.values_mut() {
            all &= seat.flush();
        }
        all
    }

    /// The seats that are taken.
    pub fn ids(&self) -> Vec<EngineId> {
        self.seats.keys().copied().collect()
    }

    /// The next news of a seat: events in order, then the newest snapshot. A lost worker is reported once.
    pub fn next(&mut self, id: EngineId) -> Option<SeatNews> {
        let seat = self.seats.get_mut(&id).filter(|seat| !seat.lost)?;
        match seat.worker.try_recv() {
            Ok(event) => Some(SeatNews::Event(event)),
            Err(TryRecvError::Empty) => seat.worker.take_live().map(SeatNews::Live),
            Err(TryRecvError::Disconnected) => {
                seat.lost = true;
                Some(SeatNews::Gone)
            }
        }
    }
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").field("seats", &self.seats).finish_non_exhaustive()
    }
}
