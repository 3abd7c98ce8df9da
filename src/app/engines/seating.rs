//! Seats: which engines take part in analysis, and which of the user's engines run. An engine is started when it has
//! something to do and ended when it is no longer needed.

use super::seats::MAX_ANALYSING;
use super::state::{AllWanted, Job, PendingMove, Purpose, WantedSearch};
use super::{observer, seats, wanted};
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::state::Phase;
use crate::review::run;
use crate::review::state::RunState;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::protocol::Command;
use tabia_text::t;

/// Adds an engine to the analysis or removes it. At least one always takes part.
pub(crate) fn take_part(cx: &mut Cx<'_>, id: EngineId, takes_part: bool) {
    if cx.m.in_duel() {
        return cx.m.toasts.info(t!("engines-duel-closed"));
    }
    // It takes part only while it watches the game, and is in no list of the user's.
    if id == EngineId::OBSERVER {
        if !takes_part {
            observer::toggle_watching(cx);
        }
        return;
    }
    let mut chosen = cx.m.chosen_to_analyse();
    match (chosen.contains(&id), takes_part) {
        (false, true) if chosen.len() == MAX_ANALYSING => {
            return cx.m.toasts.warn(t!("engines-full", n = MAX_ANALYSING));
        }
        (false, true) if cx.m.is_known(id) => chosen.push(id),
        (true, false) if cx.m.analysing().len() > 1 => chosen.retain(|&other| other != id),
        _ => return,
    }
    cx.m.settings.analysing = chosen;
    cx.out.push(Effect::SaveSettings);
}

/// Ends engines that are no longer needed or whose entry has changed.
pub(crate) fn close_seats(cx: &mut Cx<'_>) {
    let taken: Vec<EngineId> = cx.m.engine.seats().map(|(id, _)| id).collect();
    for id in taken {
        if id.is_built_in() || id == EngineId::THREAT {
            continue;
        }
        let opened = cx.m.engine.seat(id).and_then(|seat| seat.opened.as_ref());
        let serves = opened.is_none_or(|opened| seats::serves(cx.m, id, opened));
        if !serves || !is_needed(cx, id) {
            close_seat(cx, id);
        }
    }
}

/// Starts the wanted engines that are not running.
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

/// Closes a seat; the results of its engine are kept.
pub(crate) fn close_seat(cx: &mut Cx<'_>, id: EngineId) {
    end_engine(cx, id);
    cx.m.engine.leave(id);
}

/// Ends the engine on a seat; it is restarted when next wanted.
pub(crate) fn end_engine(cx: &mut Cx<'_>, id: EngineId) {
    let seat = cx.m.engine.seat_mut(id);
    seat.job = None;
    seat.sent = None;
    if seat.opened.take().is_some() {
        cx.m.telemetry.end_search(id);
        cx.out.push(Effect::CloseSeat(id));
    }
}

/// Clears what the engines remember of earlier searches.
pub(crate) fn clear_memory(cx: &mut Cx<'_>) {
    let seats: Vec<EngineId> = cx.m.engine.seats().map(|(id, _)| id).collect();
    for id in seats {
        cx.tell_seat(id, Command::NewGame);
    }
}

/// Whether an engine has something to do or may have soon: analysis it takes part in, a game, a review.
fn is_needed(cx: &Cx<'_>, id: EngineId) -> bool {
    let game = &cx.m.game;
    let plays = !matches!(game.phase, Phase::Over(_)) && game.has_engine(id);
    let reviews =
        cx.m.review().is_some_and(|run| run.state == RunState::Running && run.request.engine == id);
    let analyses = cx.m.analysing().contains(&id);
    // Decided anew for every game, so that the hash table of the last game is not kept for nothing.
    if id == EngineId::OBSERVER {
        return cx.m.needs_observer();
    }
    cx.m.is_known(id) && (plays || reviews || analyses)
}

/// Stops the searches that are no longer wanted and starts those that are. No other code starts or stops a search.
pub(crate) fn settle_searches(cx: &mut Cx<'_>) {
    let wanted = wanted::wanted(cx);
    open_seats(cx, &wanted);
    ponder_hit(cx, &wanted);
    let running: Vec<Job> = cx.m.engine.jobs().collect();
    for job in running {
        let serves = wanted.get(&job.engine).is_some_and(|wanted| wanted::serves(cx, &job, wanted));
        if !serves {
            cx.out.push(Effect::Stop(job.engine, job.id));
            cx.m.telemetry.stopped(job.id);
            cx.m.engine.seat_mut(job.engine).job = None;
        }
    }
    for wanted in wanted.into_values() {
        if cx.m.engine.job(wanted.engine).is_none() {
            start_search(cx, &wanted);
        }
    }
}

/// Drops a pending move if its engine is no longer to move.
pub(crate) fn settle_decision(cx: &mut Cx<'_>) {
    let (game, engine) = (&cx.m.game, &mut cx.m.engine);
    let its_turn = game.phase == Phase::Running && game.engine_to_move();
    let here =
        |decided: &PendingMove| decided.node == game.live && decided.key == game.live_board().key();
    let halted = game
        .engine_of(game.live_board().stm())
        .and_then(|id| engine.seat(id))
        .is_some_and(|seat| seat.halted);
    if !its_turn || game.paused || halted {
        engine.pending_move = None;
    }
    engine.pending_move = engine.pending_move.filter(here);
}

/// If the move an engine pondered on was played, its search becomes the search for its own move.
fn ponder_hit(cx: &mut Cx<'_>, wanted: &AllWanted) {
    let pondering = |purpose| matches!(purpose, Purpose::Ponder(_));
    let Some(job) = cx.m.engine.job_for(pondering) else { return };
    let Some(wanted) = wanted.get(&job.engine) else { return };
    let (Purpose::Ponder(expected), Purpose::Play) = (job.purpose, wanted.purpose) else {
        return;
    };
    let tree = &cx.m.game.tree;
    let played = tree.parent(wanted.node) == Some(job.node)
        && tree.mv(wanted.node) == Some(expected)
        && tree.board(wanted.node).key() == job.key;
    if !played || job.options != wanted.options {
        return;
    }
    cx.m.telemetry.ponder_hit(job.engine, wanted.node);
    let started_ms = job.started_ms.map(|_| cx.now);
    let node = wanted.node;
    cx.m.engine.seat_mut(job.engine).job =
        Some(Job { purpose: Purpose::Play, node, started_ms, ..job });
    cx.out.push(Effect::PonderHit(job.engine, job.id));
}

fn start_search(cx: &mut Cx<'_>, wanted: &WantedSearch) {
    let id = wanted.engine;
    if cx.m.engine.seat(id).and_then(|seat| seat.sent) != Some(wanted.options) {
        cx.tell_seat(id, Command::SetOptions(wanted.options));
        cx.m.engine.seat_mut(id).sent = Some(wanted.options);
    }
    let limits = wanted::limits(cx, wanted);
    let only = limits.search_moves.clone();
    let position = wanted::position(cx, wanted);
    let board = position.board();
    let job = Job {
        engine: id,
        id: cx.m.engine.next_job(),
        purpose: wanted.purpose,
        game: cx.m.game.serial,
        node: wanted.node,
        key: board.key(),
        options: wanted.options,
        sharing: cx.m.analysing().len(),
        watch: wanted::watch(cx, wanted.purpose),
        limit: wanted::limit_of(cx, wanted),
        asked: wanted::asked_of(cx, wanted),
        started_ms: None,
    };
    let seat = cx.m.engine.seat_mut(id);
    seat.job = Some(job);
    if !job.purpose.is_in_background() {
        seat.done = None;
    }
    match job.purpose {
        Purpose::ConfirmResign | Purpose::Try(_) => {}
        Purpose::Review => run::begin_review_of(cx, &job, board.stm()),
        _ => cx.m.telemetry.begin(&job, board.stm(), &only),
    }
    cx.tell_seat(id, Command::Search { job: job.id, position, limits, watch: job.watch });
}

/// Runs the clock of the side to move in a running game after its first move; an engine's clock starts when its search
/// has begun.
pub(crate) fn settle_clocks(cx: &mut Cx<'_>) {
    let (game, engine) = (&mut cx.m.game, &cx.m.engine);
    let stm = game.live_board().stm();
    let searching = |job: Job| job.purpose == Purpose::Play && job.started_ms.is_some();
    let thinking = engine.pending_move.is_some() || engine.jobs().any(searching);
    let begun = game.phase == Phase::Running && game.live != NodeId::ROOT && !game.paused;
    let on_clock = game.move_limit(stm).is_none();
    let runs = begun && on_clock && (!game.player(stm).is_engine() || thinking);
    let Some(clocks) = &mut game.clocks else { return };
    match clocks.running() {
        Some(side) if runs && side == stm => {}
        _ if runs => clocks.start(stm, cx.now),
        Some(_) => clocks.stop(cx.now),
        None => {}
    }
}
