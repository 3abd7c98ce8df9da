//! The user's requests to the engines: analysis, advice, stop, resume, move now.

use tabia_chess::Move;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;

use super::state::{Hint, Purpose};
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::play;
use crate::game::state::{GameState, Help, Phase, Player};
use crate::opponent::decide;
use crate::window::workspace::Workspace;

/// A good move for the user: at once if analysis has one, else after a short search.
pub(crate) fn advise(cx: &mut Cx<'_>, purpose: Purpose) {
    let node = cx.m.game.current;
    cx.m.game.note_help(Help::Hint);
    let found = cx.m.telemetry.best_kept(&cx.m.game.tree, node, EngineId::BUILT_IN);
    let known = found.and_then(|(_, kept)| {
        let best = kept.best()?;
        Some((*best.info.pv.first()?, Some(best.info.score)))
    });
    let hint = cx.m.engine.hint.filter(|hint| hint.node == node);
    let known = known.or(hint.map(|hint| (hint.mv, hint.score)));
    let known = known.filter(|(mv, _)| cx.m.game.board().is_legal(*mv));
    cx.m.engine.seat_mut(EngineId::BUILT_IN).halted = false;
    match (known, purpose) {
        (Some((mv, score)), Purpose::Hint) => {
            cx.m.engine.hint = Some(Hint { node, mv, score });
        }
        (Some((mv, _)), _) => play_for_user(cx, node, mv),
        (None, _) => cx.m.engine.advice = Some((purpose, node)),
    }
}

pub(crate) fn play_for_user(cx: &mut Cx<'_>, node: NodeId, mv: Move) {
    let game = &cx.m.game;
    if game.current == node && game.movable_side() == Some(game.board().stm()) {
        play::user_move(cx, mv);
    }
}

/// Switches analysis on or off, if that is a change. A fresh board has no game to disturb yet: it becomes an analysis
/// board.
pub(crate) fn switch_analysis(cx: &mut Cx<'_>, on: bool) {
    if cx.m.engine.analysis == on {
        return;
    }
    cx.m.engine.analysis = on;
    cx.m.engine.lock = None;
    for id in cx.m.analysing() {
        let seat = cx.m.engine.seat_mut(id);
        seat.done = None;
        seat.halted &= !on;
    }
    if on && cx.m.game.phase == Phase::Fresh && !cx.m.game.is_analysis_board() {
        set_free(&mut cx.m.game);
    }
    cx.save = true;
}

/// Ends what would help in a game that comes onto the board: it was for the game before.
pub(crate) fn end_help(cx: &mut Cx<'_>) {
    switch_analysis(cx, false);
    cx.m.engine.threat = false;
}

/// Locks the analysis to its position, or lets it follow the shown position again.
pub(crate) fn toggle_lock(cx: &mut Cx<'_>) {
    let engine = &mut cx.m.engine;
    engine.lock = match engine.lock {
        Some(_) => None,
        None => engine.analysis.then_some(cx.m.game.current),
    };
}

/// Stops what the engines are doing: an engine to move waits to be resumed, a hint is cancelled, analysis is switched
/// off, a review stops. One call stops only one task: a move or advice, else the one that the status shows.
pub(crate) fn stop_engine(cx: &mut Cx<'_>) {
    let purpose = cx.m.engine.serving().or_else(|| cx.m.shown_job());
    match purpose.map(|job| (job.engine, job.purpose)) {
        Some((EngineId::OBSERVER, Purpose::Analyse)) => cx.m.engine.watching = false,
        Some((_, Purpose::Analyse)) => switch_analysis(cx, false),
        Some((id, Purpose::Play | Purpose::ConfirmResign)) => halt_player(cx, id),
        Some((_, Purpose::Hint | Purpose::PlayBest)) => cx.m.engine.forget_advice(),
        Some((_, Purpose::Ponder(_))) => cx.m.engine.expected = None,
        Some((_, Purpose::Review)) => {
            cx.m.reviews.stop(cx.m.game.serial);
        }
        Some((_, Purpose::Threat)) => cx.m.engine.threat = false,
        Some((_, Purpose::Try(_))) => {
            if let Some(learn) = &mut cx.m.learn {
                learn.search_failed();
            }
        }
        None if cx.m.engine.pending_move.is_none() => switch_analysis(cx, false),
        None => {
            let side = cx.m.game.live_board().stm();
            if let Some(id) = cx.m.game.engine_of(side) {
                halt_player(cx, id);
            }
        }
    }
    cx.save = true;
}

/// Stops the search of the engine to move.
fn halt_player(cx: &mut Cx<'_>, working: EngineId) {
    let side = cx.m.game.live_board().stm();
    let id = cx.m.game.engine_of(side).unwrap_or(working);
    cx.m.engine.seat_mut(id).halted = true;
}

/// Resumes the engines.
pub(crate) fn go_engine(cx: &mut Cx<'_>) {
    cx.m.engine.go_on();
    cx.m.game.paused = false;
    cx.save = true;
}

/// Makes the engine play its best move so far: the search stays the current one, so that its result counts.
pub(crate) fn move_now(cx: &mut Cx<'_>) {
    if let Some(job) = cx.m.engine.job_for(|purpose| purpose == Purpose::Play) {
        cx.out.push(Effect::Stop(job.engine, job.id));
    }
    decide::play_pending_move(cx);
}

/// Makes it an analysis board, as long as no game has begun.
fn set_free(game: &mut GameState) {
    game.set_aside = Some((game.players.clone(), game.clocks.take()));
    game.players = [Player::human(), Player::human()];
    game.free = true;
}

/// In Play, an analysis board on which no move was made becomes the game it was before `set_free`, unless analysis is
/// on. Elsewhere a user who switches analysis off wants it quiet, not an opponent.
pub(crate) fn settle_players(cx: &mut Cx<'_>) {
    if cx.m.view.workspace != Workspace::Play || cx.m.engine.analysis {
        return;
    }
    let game = &mut cx.m.game;
    if let Some((players, clocks)) = game.set_aside.take()
        && game.phase == Phase::Fresh
    {
        game.players = players;
        game.clocks = clocks;
        game.free = false;
    }
}
