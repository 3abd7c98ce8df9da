//! Seats: who takes part in analysis, and which of the user's engines run. One is started when there is
//! something for it to do and ended when it is needed no longer.

use std::sync::Arc;

use tabia_engine::search::engine_id::EngineId;
use tabia_host::external::spec::UciSpec;

use super::seats::{self, MOST_ANALYSING};
use super::state::AllWanted;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::state::Phase;
use crate::review::state::RunState;

/// Puts it on its seat if it does not sit there.
pub(super) fn open_puct(cx: &mut Cx<'_>) {
    if !std::mem::replace(&mut cx.m.engine.puct, true) {
        let options = seats::puct_options(cx.m);
        cx.out.push(Effect::OpenPuct(options));
    }
}

/// Lets an engine take part in analysis, or no longer. One always does.
pub(crate) fn take_part(cx: &mut Cx<'_>, id: EngineId, takes_part: bool) {
    if cx.m.in_duel() {
        return cx.m.toasts.info("The duel is between its two minds; leave it first");
    }
    let ours = |id: EngineId| if id == EngineId::OBSERVER { EngineId::BUILT_IN } else { id };
    let id = ours(id);
    let mut chosen: Vec<EngineId> = cx.m.analysing().into_iter().map(ours).collect();
    match (chosen.contains(&id), takes_part) {
        (false, true) if chosen.len() == MOST_ANALYSING => {
            let text = format!("{MOST_ANALYSING} engines analyse already; take one away first");
            return cx.m.toasts.warn(text);
        }
        (false, true) if cx.m.is_known(id) => chosen.push(id),
        (true, false) if chosen.len() > 1 => chosen.retain(|&other| other != id),
        _ => return,
    }
    cx.m.settings.analysing = chosen;
    cx.out.push(Effect::SaveSettings);
}

/// Ends engines that are needed no longer or whose entry has changed.
pub(crate) fn close_seats(cx: &mut Cx<'_>) {
    let running: Vec<(EngineId, Option<Arc<UciSpec>>)> =
        cx.m.engine.seats().map(|(id, seat)| (id, seat.opened.clone())).collect();
    for (id, opened) in running {
        if id.is_built_in() || id == EngineId::THREAT {
            continue;
        }
        let now = cx.m.settings.engines.get(id.0);
        if id == EngineId::SCRATCH {
            let now = &cx.m.settings.scratch.opponent;
            let same = cx.m.engine.scratch.as_deref().is_none_or(|eval| eval == now);
            if !same || !is_needed(cx, id) {
                close_seat(cx, id);
            }
            continue;
        }
        let same =
            opened.as_deref().is_none_or(|spec| now.is_some_and(|now| starts_alike(spec, now)));
        if !same || !is_needed(cx, id) {
            close_seat(cx, id);
        }
    }
}

/// Starts the engines that are wanted and do not run.
pub(crate) fn open_seats(cx: &mut Cx<'_>, wanted: &AllWanted) {
    for &id in wanted.keys() {
        if id == EngineId::OBSERVER && !cx.m.engine.observer {
            cx.m.engine.observer = true;
            cx.out.push(Effect::OpenObserver(cx.m.settings.engine));
        }
        if id == EngineId::SCRATCH && cx.m.engine.scratch.is_none() {
            let eval = Arc::new(cx.m.settings.scratch.opponent.clone());
            cx.m.engine.scratch = Some(eval.clone());
            cx.out.push(Effect::OpenScratch(eval));
        }
        if id == EngineId::PUCT {
            open_puct(cx);
        }
        let open =
            id.is_built_in() || cx.m.engine.seat(id).is_some_and(|seat| seat.opened.is_some());
        if open {
            continue;
        }
        if let Some(spec) = cx.m.settings.engines.get(id.0) {
            let spec = Arc::new(spec.clone());
            cx.m.engine.seat_mut(id).opened = Some(spec.clone());
            let log = cx.m.engines.log(id.0);
            cx.out.push(Effect::OpenSeat { id, spec, log });
        }
    }
}

/// Gives a seat up; what its engine found stays.
pub(crate) fn close_seat(cx: &mut Cx<'_>, id: EngineId) {
    end_process(cx, id);
    cx.m.engine.leave(id);
}

/// Ends the process of an engine of the user's; it is started again when it is next wanted.
pub(crate) fn end_process(cx: &mut Cx<'_>, id: EngineId) {
    let seat = cx.m.engine.seat_mut(id);
    seat.job = None;
    seat.sent = None;
    let opened = seat.opened.take().is_some();
    let scratch = id == EngineId::SCRATCH && cx.m.engine.scratch.take().is_some();
    let observer = id == EngineId::OBSERVER && std::mem::take(&mut cx.m.engine.observer);
    let puct = id == EngineId::PUCT && std::mem::take(&mut cx.m.engine.puct);
    if opened || scratch || observer || puct {
        cx.m.telemetry.end_search(id);
        cx.out.push(Effect::CloseSeat(id));
    }
}

/// Whether an engine has or may soon have something to do: analysis it takes part in, a game, a review.
fn is_needed(cx: &Cx<'_>, id: EngineId) -> bool {
    let game = &cx.m.game;
    let plays = !matches!(game.phase, Phase::Over(_)) && game.has_engine(id);
    let reviews = cx.m.review().is_some_and(|run| run.state == RunState::Running)
        && cx.m.review_engine() == id;
    let analyses = cx.m.analysing().contains(&id);
    // Asked anew in every game, so that the table of the last one is not kept for nothing.
    if id == EngineId::OBSERVER {
        return cx.m.observes();
    }
    cx.m.is_known(id) && (plays || reviews || analyses)
}

/// Whether two entries start the same program with the same options.
fn starts_alike(a: &UciSpec, b: &UciSpec) -> bool {
    (&a.command, &a.arguments, &a.folder, &a.environment, &a.options)
        == (&b.command, &b.arguments, &b.folder, &b.environment, &b.options)
}
