//! The listener the worker hands to a search: it passes iterations and snapshots on to the front end
//! and never lets the search wait for it.

use std::sync::Arc;

use crossbeam_channel::{Sender, TrySendError};

use tabia_engine::search::look::{Look, LookRequest};
use tabia_engine::search::observer::SearchObserver;
use tabia_engine::search::report::{IterationInfo, Snapshot};

use super::lanes::Latest;
use super::protocol::{Event, JobId, Live, Watch};
use super::{EVENT_ROOM, Haste, Wake};

/// The worker's ends of both lanes to the front end.
pub(super) struct Lanes {
    events: Sender<Event>,
    live: Arc<Latest<Live>>,
    looks: Arc<Latest<LookRequest>>,
    wake: Wake,
}

impl Lanes {
    pub(super) fn new(
        events: Sender<Event>,
        live: Arc<Latest<Live>>,
        looks: Arc<Latest<LookRequest>>,
        wake: Wake,
    ) -> Self {
        Lanes { events, live, looks, wake }
    }

    /// Where somebody wants to look, if anywhere: asked and answered once.
    pub(super) fn take_look(&self) -> Option<LookRequest> {
        self.looks.take()
    }

    /// Sends an event that must arrive, waiting for room if need be. Gives up when the receiver is
    /// gone: then nobody waits for it.
    pub(super) fn send(&self, event: Event) {
        let haste = self.haste(&event);
        match self.events.try_send(event) {
            Ok(()) => (self.wake)(haste),
            Err(TrySendError::Full(event)) => {
                // The front end may be asleep with a full lane in front of it.
                (self.wake)(Haste::AtOnce);
                if self.events.send(event).is_ok() {
                    (self.wake)(haste);
                }
            }
            Err(TrySendError::Disconnected(_)) => {}
        }
    }

    /// Sends an event that may be lost. Says whether it was sent.
    fn offer(&self, event: Event) -> bool {
        let haste = self.haste(&event);
        let sent = self.events.try_send(event).is_ok();
        (self.wake)(haste);
        sent
    }

    fn put_live(&self, live: Live) {
        self.live.put(live);
        (self.wake)(Haste::Soon);
    }

    /// One more state of a search can wait, as long as there is room for those to come.
    fn haste(&self, event: &Event) -> Haste {
        let state = matches!(event, Event::Iteration { .. } | Event::Looked(_) | Event::Lab { .. });
        let roomy = self.events.len() < EVENT_ROOM / 2;
        if state && roomy { Haste::Soon } else { Haste::AtOnce }
    }
}

/// Listens to one search.
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
        // Without room it is lost: the search does not wait, and what is shown tells of threads anyway.
        self.lanes.offer(Event::Note { job: self.job, text: text.to_owned() });
    }

    fn snapshot_every_ms(&self) -> Option<u64> {
        self.watch.snapshot_every_ms
    }

    fn wants_profile(&self) -> bool {
        self.watch.profile
    }

    fn wants_look(&mut self) -> Option<LookRequest> {
        self.lanes.take_look()
    }

    fn on_look(&mut self, look: Look) {
        // Without room it is lost; whoever looks asks again.
        self.lanes.offer(Event::Looked(Box::new(look)));
    }

    fn on_snapshot(&mut self, snapshot: Snapshot) {
        self.lanes.put_live(Live { job: self.job, snapshot });
    }
}
