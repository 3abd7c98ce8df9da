//! News from the engines: a line, a snapshot, an end, a failure.

use super::state::{Hint, Job, Purpose};
use super::{asked, requests, seating};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::opponent::decide;
use crate::review::run;
use crate::window::toasts::ToastOffer;
use tabia_engine::search::report::SearchOutcome;
use tabia_engine::search::thinker::EngineId;
use tabia_host::worker::protocol::{Event, JobId, Live};
use tabia_text::t;

/// After this many failures in a row an engine waits to be resumed by the user.
const MAX_FAILURES: u32 = 2;

/// Handles an event of a worker. For an earlier job only a failure matters.
pub(crate) fn engine_event(cx: &mut Cx<'_>, id: EngineId, event: Event) {
    match event {
        Event::Started { job } => {
            if let Some(current) = cx.m.engine.current(id, job) {
                let started_ms = Some(cx.now);
                cx.m.engine.seat_mut(id).job = Some(Job { started_ms, ..current });
            }
        }
        Event::Iteration { job, info } => {
            let current = cx.m.engine.current(id, job);
            let keeps = current.is_none_or(|current| {
                current.asked == 0
                    || asked::check_asked_move(cx, id, current.node, info.pv.first().copied())
            });
            if let Some(current) = current.filter(|_| keeps) {
                // The engine works again, even if an infinite search never finishes.
                cx.m.engine.seat_mut(id).well();
                cx.m.telemetry.iteration(job, &info);
                run::background_iteration(cx, current.purpose, &info);
            }
        }
        Event::Finished { job, outcome, .. } => {
            if let Some(current) = cx.m.engine.current(id, job) {
                finished(cx, current, &outcome);
            }
        }
        // Notes during a search for a move of a game are dropped: they would repeat with every move. What a tree had
        // to discard is in the statistics.
        Event::Note { job, text } => {
            let plays = |current: Job| current.purpose == Purpose::Play;
            if cx.m.engine.current(id, job).is_some_and(|current| !plays(current)) {
                cx.m.toasts.info(text);
            }
        }
        Event::Reduced { text } => cx.m.toasts.warn(text),
        Event::Failed { job, error, advice } => engine_failed(cx, id, job, (&error, advice)),
        _ => {}
    }
}

/// Handles the newest state of a search.
pub(crate) fn live(cx: &mut Cx<'_>, id: EngineId, live: Live) {
    if cx.m.engine.current(id, live.job).is_some() {
        cx.m.telemetry.snapshot(live.job, live.snapshot);
    }
}

fn finished(cx: &mut Cx<'_>, job: Job, outcome: &SearchOutcome) {
    let seat = cx.m.engine.seat_mut(job.engine);
    seat.job = None;
    seat.failures = 0;
    seat.well();
    let (best, score) = (outcome.best, outcome.score);
    cx.m.telemetry.end(job.id, outcome.reason, outcome.last.clone());
    let legal = best.filter(|&mv| cx.m.game.tree.board(job.node).is_legal(mv));
    match (job.purpose, legal) {
        (Purpose::Analyse | Purpose::Threat, _) => {
            cx.m.engine.seat_mut(job.engine).done = Some(job);
        }
        (Purpose::Play, Some(mv)) => decide::decide(cx, &job, mv, outcome),
        (Purpose::ConfirmResign, _) => decide::resignation_checked(cx, outcome.exact_score()),
        (Purpose::Review, _) => run::reviewed(cx, &job, outcome),
        (Purpose::Try(_), _) => run::tried(cx, outcome),
        // The worker holds the answer back until the expected move is played; an answer now means that it has given
        // up.
        (Purpose::Ponder(_), _) => cx.m.engine.expected = None,
        (Purpose::Hint, Some(mv)) => {
            cx.m.engine.forget_advice();
            cx.m.engine.hint = Some(Hint { node: job.node, mv, score });
        }
        (Purpose::PlayBest, Some(mv)) => {
            cx.m.engine.forget_advice();
            requests::play_for_user(cx, job.node, mv);
        }
        (_, None) => engine_failed(cx, job.engine, None, (t!("engines-no-legal-move"), None)),
    }
}

/// Handles the failure of an engine: its error, and what the user can do about it.
pub(crate) fn engine_failed(
    cx: &mut Cx<'_>,
    id: EngineId,
    job: Option<JobId>,
    (error, advice): (&str, Option<&'static str>),
) {
    let name = cx.m.engine_name(id);
    // Many errors begin with the engine's name, which is shown beside them everywhere.
    let rest = error.strip_prefix(&name).map(|rest| rest.trim_start_matches([':', ' ']));
    let error = rest.filter(|rest| !rest.is_empty()).unwrap_or(error);
    let seat = cx.m.engine.seat_mut(id);
    let current = seat.job.map(|job| job.id);
    if job.is_none() || job == current {
        seat.job = None;
        if let Some(current) = current {
            cx.m.telemetry.stopped(current);
        }
    }
    // The restarted engine has none of the options sent to the failed one.
    seat.sent = None;
    seat.failures += 1;
    (seat.failure, seat.advice) = (Some(error.to_owned()), advice);
    let halted = seat.failures >= MAX_FAILURES;
    seat.halted |= halted;
    if id.is_built_in() {
        if let Some(learn) = &mut cx.m.learn {
            learn.search_failed();
        }
        cx.m.engine.advice = None;
    }
    tell_failure(cx, id, halted, (error, advice));
    if !id.is_built_in() {
        // A process that has failed is not used again: the next search starts a new one.
        seating::end_engine(cx, id);
    }
}

/// Reports that an engine failed, whether it is restarted, and what the user can do.
fn tell_failure(
    cx: &mut Cx<'_>,
    id: EngineId,
    halted: bool,
    (error, advice): (&str, Option<&'static str>),
) {
    let name = cx.m.engine_name(id);
    let game = if cx.m.game.is_analysis_board() { "no" } else { "yes" };
    let message = match (id.is_own(), halted) {
        (_, false) => t!("engines-restarted", name = name, error = error),
        (true, true) => t!("engines-own-failed", name = name, error = error, game = game),
        (false, true) => t!("engines-other-failed", name = name, error = error, game = game),
    };
    let own = (!id.is_own()).then(|| t!("engine-advice-restart"));
    let message = match advice.or(own).filter(|_| halted) {
        Some(advice) => format!("{message}. {advice}"),
        None => message,
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
    cx.m.toasts.outdate(&[ToastOffer::EngineLog(id.0)]);
    cx.m.toasts.error_with(message, offers);
}

/// Handles the end of a seat's worker thread.
pub(crate) fn worker_gone(cx: &mut Cx<'_>, id: EngineId, replaced: Result<(), String>) {
    match replaced {
        Ok(()) => {
            cx.m.engine.seat_mut(id).gone = false;
            engine_failed(cx, id, None, (t!("engines-thread-ended"), None));
        }
        Err(error) => {
            engine_failed(cx, id, None, (&error, None));
            cx.m.engine.seat_mut(id).gone = true;
        }
    }
}
