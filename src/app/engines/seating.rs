//! Seats: who takes part in analysis, and which of the user's engines run. One is started when there is
//! something for it to do and ended when it is needed no longer.

use tabia_engine::search::thinker::EngineId;

use super::seats::{self, MOST_ANALYSING};
use super::state::AllWanted;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::state::Phase;
use crate::review::state::RunState;

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
    let taken: Vec<EngineId> = cx.m.engine.seats().map(|(id, _)| id).collect();
    for id in taken {
        if id.is_built_in() || id == EngineId::THREAT {
            continue;
        }
        let wanted = seats::config(cx.m, id);
        let opened = cx.m.engine.seat(id).and_then(|seat| seat.opened.as_ref());
        let serves = opened.is_none_or(|now| wanted.is_some_and(|wanted| now.serves_for(&wanted)));
        if !serves || !is_needed(cx, id) {
            close_seat(cx, id);
        }
    }
}

/// Starts the engines that are wanted and do not run.
pub(crate) fn open_seats(cx: &mut Cx<'_>, wanted: &AllWanted) {
    for &id in wanted.keys() {
        let open =
            id.is_built_in() || cx.m.engine.seat(id).is_some_and(|seat| seat.opened.is_some());
        if open {
            continue;
        }
        if let Some(config) = seats::config(cx.m, id) {
            cx.m.engine.seat_mut(id).opened = Some(config.clone());
            cx.out.push(Effect::OpenSeat(id, config));
        }
    }
}

/// Gives a seat up; what its engine found stays.
pub(crate) fn close_seat(cx: &mut Cx<'_>, id: EngineId) {
    end_engine(cx, id);
    cx.m.engine.leave(id);
}

/// Ends the engine on a seat; it is started again when it is next wanted.
pub(crate) fn end_engine(cx: &mut Cx<'_>, id: EngineId) {
    let seat = cx.m.engine.seat_mut(id);
    seat.job = None;
    seat.sent = None;
    if seat.opened.take().is_some() {
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
