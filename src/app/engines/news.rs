//! News from the engines: a line, a snapshot, an end, a failure.

use tabia_engine::search::engine_id::EngineId;
use tabia_engine::search::report::SearchOutcome;
use tabia_host::worker::protocol::{Event, JobId, Live};

use super::state::{Hint, Job, Purpose};
use crate::commands::command::UserCommand;
use crate::update::Cx;
use crate::window::toasts::ToastOffer;

/// After so many failures in a row an engine waits to be told to go on.
const MOST_FAILURES: u32 = 2;

impl Cx<'_> {
    /// News from a worker. Of an earlier job only a failure is worth a word.
    pub(crate) fn engine_event(&mut self, id: EngineId, event: Event) {
        match event {
            Event::Started { job } => {
                if let Some(current) = self.m.engine.current(id, job) {
                    let started_ms = Some(self.now);
                    self.m.engine.seat_mut(id).job = Some(Job { started_ms, ..current });
                }
            }
            Event::Iteration { job, info } => {
                let current = self.m.engine.current(id, job);
                let keeps = current.is_none_or(|current| {
                    current.asked == 0
                        || self.keeps_to_asked(id, current.node, info.pv.first().copied())
                });
                if let Some(current) = current.filter(|_| keeps) {
                    self.m.telemetry.iteration(job, &info);
                    self.background_iteration(current.purpose, &info);
                }
            }
            Event::Finished { job, outcome, dropped } => {
                if let Some(current) = self.m.engine.current(id, job) {
                    self.finished(current, &outcome, dropped);
                }
            }
            Event::Note { job, text } if self.m.engine.current(id, job).is_some() => {
                self.m.toasts.info(text);
            }
            Event::Reduced { text } => self.m.toasts.warn(text),
            Event::Failed { job, error, advice } => self.engine_failed(id, job, (&error, advice)),
            _ => {}
        }
    }

    /// The newest state of a search.
    pub(crate) fn live(&mut self, id: EngineId, live: Live) {
        if self.m.engine.current(id, live.job).is_some() {
            self.m.telemetry.snapshot(live.job, live.snapshot);
        }
    }

    fn finished(&mut self, job: Job, outcome: &SearchOutcome, dropped: u32) {
        let seat = self.m.engine.seat_mut(job.engine);
        seat.job = None;
        seat.failures = 0;
        seat.well();
        let (best, score) = (outcome.best, outcome.score);
        self.m.telemetry.end(job.id, outcome.reason, outcome.last.clone(), dropped);
        let legal = best.filter(|&mv| self.m.game.tree.board(job.node).is_legal(mv));
        match (job.purpose, legal) {
            (Purpose::Analyse | Purpose::Threat, _) => {
                let done = Some((job.node, job.key, job.options));
                self.m.engine.seat_mut(job.engine).done = done;
            }
            (Purpose::Play, Some(mv)) => self.decide(&job, mv, outcome),
            (Purpose::Judge, _) => self.judged(score),
            (Purpose::Review, _) => self.reviewed(&job, outcome),
            (Purpose::Try(_), _) => self.tried(outcome),
            // The worker holds the answer back until the expected move comes; it has given up.
            (Purpose::Ponder(_), _) => self.m.engine.expected = None,
            (Purpose::Hint, Some(mv)) => {
                self.forget_advice();
                self.m.engine.hint = Some(Hint { node: job.node, mv, score });
            }
            (Purpose::PlayBest, Some(mv)) => {
                self.forget_advice();
                self.play_for_user(job.node, mv);
            }
            (_, None) => self.engine_failed(job.engine, None, ("it named no legal move", None)),
        }
    }

    /// An engine failed: with these words, and what the user can do about it.
    pub(crate) fn engine_failed(
        &mut self,
        id: EngineId,
        job: Option<JobId>,
        (error, advice): (&str, Option<&'static str>),
    ) {
        let name = self.m.engine_name(id);
        // Many errors begin with the engine's name, which stands beside them wherever they are shown.
        let rest = error.strip_prefix(&name).map(|rest| rest.trim_start_matches([':', ' ']));
        let error = rest.filter(|rest| !rest.is_empty()).unwrap_or(error);
        let seat = self.m.engine.seat_mut(id);
        let current = seat.job.map(|job| job.id);
        if job.is_none() || job == current {
            seat.job = None;
            if let Some(current) = current {
                self.m.telemetry.stopped(current);
            }
        }
        // The fresh engine knows nothing of what the failed one was told.
        seat.sent = None;
        seat.failures += 1;
        (seat.failure, seat.advice) = (Some(error.to_owned()), advice);
        let halted = seat.failures >= MOST_FAILURES;
        seat.halted |= halted;
        if id.is_built_in() {
            if let Some(learn) = &mut self.m.learn {
                learn.unjudged();
            }
            self.m.engine.advice = None;
        }
        self.tell_failure(id, halted, (error, advice));
        if !id.is_built_in() {
            // A process that has failed is of no use: the next search gets a new one.
            self.end_process(id);
        }
    }

    /// Says that an engine failed, whether it is started again, and what can be done.
    fn tell_failure(
        &mut self,
        id: EngineId,
        halted: bool,
        (error, advice): (&str, Option<&'static str>),
    ) {
        let name = self.m.engine_name(id);
        let own = (!id.is_own()).then_some("Restart it, read its log, or remove it from the list");
        let advice = advice.or(own).map_or_else(String::new, |advice| format!(". {advice}"));
        let told = match (id.is_own(), halted) {
            (_, false) => format!("{name} failed and was restarted: {error}"),
            (true, true) => format!("{name} failed again: {error}. Your game is kept{advice}"),
            (false, true) => format!(
                "{name} failed again and is not started any more: {error}. Your game is kept{advice}"
            ),
        };
        let offers: &[ToastOffer] = match (id.is_own(), halted) {
            (true, false) => &[],
            (true, true) => &[ToastOffer::Command(UserCommand::GoEngine)],
            (false, false) => &[ToastOffer::EngineLog(id.0)],
            (false, true) => &[
                ToastOffer::RestartEngine(id.0),
                ToastOffer::EngineLog(id.0),
                ToastOffer::SetUpEngine(id.0),
            ],
        };
        self.m.toasts.outdate(&[ToastOffer::EngineLog(id.0)]);
        self.m.toasts.error_with(told, offers);
    }

    /// The worker's thread of a seat is gone.
    pub(crate) fn worker_gone(&mut self, id: EngineId, replaced: Result<(), String>) {
        match replaced {
            Ok(()) => {
                self.m.engine.seat_mut(id).gone = false;
                self.engine_failed(id, None, ("its thread ended", None));
            }
            Err(error) => {
                self.engine_failed(id, None, (&error, None));
                self.m.engine.seat_mut(id).gone = true;
            }
        }
    }
}
