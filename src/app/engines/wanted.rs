//! What every engine should be doing, derived from the model. Nothing is changed here.

use std::time::Duration;

use super::state::{AllWanted, Job, Purpose, WantedSearch};
use super::threat::{threat_limits, threat_position, wanted_threat};
use super::{asked, observer};
use crate::cx::Cx;
use crate::game::clock::MoveLimit;
use crate::game::state::{Phase, Player};
use crate::review::learn::Learn;
use crate::review::run;
use crate::window::workspace::{PaneId, Workspace};
use tabia_chess::Color;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::limits::{ClockLimits, Limits};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::position::GamePosition;
use tabia_host::kinds::SeatOptions;
use tabia_host::worker::protocol::Watch;

/// Search time for a hint, or for a move played for the user, ms.
const ADVICE_MS: u64 = 1_500;
/// Search time for checking at full strength whether a game is lost, ms.
const CONFIRM_RESIGN_MS: u64 = 400;

/// Time between snapshots, ms: eight a second can still be read.
const SNAPSHOT_MS: u64 = 125;

/// How closely a search is watched: what costs speed is collected only while a visible panel shows it. Recording the
/// top of the tree has no measurable cost, and it means that the course of a search is always known.
pub(crate) fn watch(cx: &Cx<'_>, purpose: Purpose) -> Watch {
    Watch {
        snapshot_every_ms: Some(SNAPSHOT_MS),
        profile: cx.m.view.panes.contains(&PaneId::Profile),
        tree: matches!(purpose, Purpose::Analyse | Purpose::Play | Purpose::Ponder(_)),
    }
}

/// What the engines should be doing, by priority: an engine's own move, then the user's requests, then analysis, then
/// pondering, and a review when its engine has nothing else to do.
pub(crate) fn wanted(cx: &Cx<'_>) -> AllWanted {
    let mut all = AllWanted::new();
    let (game, engine) = (&cx.m.game, &cx.m.engine);
    let can = |wanted: &WantedSearch| {
        cx.m.is_known(wanted.engine)
            && engine.seat(wanted.engine).is_none_or(|seat| !seat.halted && !seat.gone)
    };
    if game.paused {
        return all;
    }
    let its_move = game.phase == Phase::Running && game.engine_to_move();
    if !its_move && cx.m.editor.is_some() {
        return all;
    }
    let first = if its_move { wanted_of_player(cx) } else { wanted_advice(cx) };
    let analysing = cx.m.analysing().into_iter();
    let analysis = analysing.filter_map(|id| wanted_analysis(cx, id));
    let later = if its_move { None } else { wanted_ponder(cx) };
    for wanted in first.into_iter().chain(analysis).chain(later).filter(can) {
        // While the built-in engine is to move or gives advice, it does nothing else.
        all.entry(wanted.engine).or_insert(wanted);
    }
    if let Some(wanted) = wanted_threat(cx).filter(can) {
        all.insert(wanted.engine, wanted);
    }
    if let Some(wanted) = run::wanted_review(cx).filter(|wanted| !its_move && can(wanted)) {
        all.entry(wanted.engine).or_insert(wanted);
    }
    all
}

/// What the engine to move should be doing: search, check whether the game is lost, or nothing while it holds its
/// move back.
fn wanted_of_player(cx: &Cx<'_>) -> Option<WantedSearch> {
    let game = &cx.m.game;
    let node = game.live;
    match cx.m.engine.pending_move {
        None => {
            let (engine, options) = play_options(cx, game.live_board().stm())?;
            Some(WantedSearch { engine, purpose: Purpose::Play, node, options })
        }
        Some(decided) if decided.resigns.is_none() => {
            let options = built_in_options(cx);
            let engine = EngineId::BUILT_IN;
            Some(WantedSearch { engine, purpose: Purpose::ConfirmResign, node, options })
        }
        Some(_) => None,
    }
}

/// What the user waits for: the evaluation of a move tried in a puzzle, a hint, a move.
fn wanted_advice(cx: &Cx<'_>) -> Option<WantedSearch> {
    let tried = cx.m.learn.as_ref().and_then(Learn::judging);
    let tried = tried.map(|(node, mv)| (Purpose::Try(mv), node));
    let (purpose, node) = tried.or(cx.m.engine.advice)?;
    let options = built_in_options(cx);
    Some(WantedSearch { engine: EngineId::BUILT_IN, purpose, node, options })
}

/// Analysis by one of the engines that take part.
fn wanted_analysis(cx: &Cx<'_>, id: EngineId) -> Option<WantedSearch> {
    let (game, engine) = (&cx.m.game, &cx.m.engine);
    let node = engine.lock.unwrap_or(game.current);
    let options = cx.m.analysis_options(id);
    let key = game.tree.board(node).key();
    let done = engine.seat(id).and_then(|seat| seat.done).is_some_and(|job| {
        (job.game, job.node, job.key) == (game.serial, node, key)
            && job.limit == analysis_limit(cx, id)
            && cx.m.goes_on_with(id, job.options, job.sharing)
    });
    let on = match id {
        EngineId::OBSERVER => !cx.m.hides_engine() && !observer::observer_waits(cx.m),
        _ => engine.analysis,
    };
    // In the training nothing of it is seen, and while a mistake is corrected it is hidden.
    let seen = cx.m.view.workspace != Workspace::Training && !cx.m.has_puzzle();
    let open = on && seen && !done && game.tree.outcome(node).is_none();
    open.then_some(WantedSearch { engine: id, purpose: Purpose::Analyse, node, options })
}

/// Pondering, if that is switched on and a reply is expected.
fn wanted_ponder(cx: &Cx<'_>) -> Option<WantedSearch> {
    let game = &cx.m.game;
    let expected = observer::pondered(cx.m)?;
    let (engine, options) = play_options(cx, game.engine_side()?)?;
    Some(WantedSearch { engine, purpose: Purpose::Ponder(expected), node: game.live, options })
}

/// The built-in engine's options at full strength, with one line.
fn built_in_options(cx: &Cx<'_>) -> SeatOptions {
    SeatOptions::BuiltIn(EngineOptions { multi_pv: 1, ..cx.m.settings.engine })
}

/// The engine that plays a side, and its options: the user's, one line, at the player's strength. `None`: a person
/// plays.
fn play_options(cx: &Cx<'_>, side: Color) -> Option<(EngineId, SeatOptions)> {
    let Player::Engine { id, strength, .. } = cx.m.game.player(side) else { return None };
    Some((*id, cx.m.play_options(*id, *strength)))
}

/// The position to search.
pub(crate) fn position(cx: &Cx<'_>, wanted: &WantedSearch) -> GamePosition {
    if wanted.purpose == Purpose::Threat {
        return threat_position(cx, wanted.node);
    }
    let mut position = cx.m.game.tree.position(wanted.node);
    if let Purpose::Ponder(ahead) | Purpose::Try(ahead) = wanted.purpose {
        position.moves.push(ahead);
    }
    position
}

/// Whether a running search is the wanted one.
pub(crate) fn serves(cx: &Cx<'_>, job: &Job, wanted: &WantedSearch) -> bool {
    job.purpose == wanted.purpose
        && job.game == cx.m.game.serial
        && job.node == wanted.node
        && (job.options == wanted.options
            || job.purpose == Purpose::Analyse
                && cx.m.goes_on_with(job.engine, job.options, job.sharing))
        && job.asked == asked_of(cx, wanted)
        && job.limit == limit_of(cx, wanted)
        && (job.purpose != Purpose::Analyse || job.watch.covers(needed_watch(cx, job)))
        && key(cx, wanted) == job.key
}

/// How closely a running search has to be watched. A profile cannot be added afterwards, but a search is restarted
/// for one only on request or during a tour.
fn needed_watch(cx: &Cx<'_>, job: &Job) -> Watch {
    let watch = watch(cx, job.purpose);
    let asked = cx.m.lab.profiled == Some(job.id) || cx.m.tour.is_some();
    Watch { profile: watch.profile && asked, ..watch }
}

/// The key of the position to search, without its history.
fn key(cx: &Cx<'_>, wanted: &WantedSearch) -> u64 {
    let board = cx.m.game.tree.board(wanted.node);
    match wanted.purpose {
        Purpose::Ponder(ahead) | Purpose::Try(ahead) => board.after(ahead).key(),
        Purpose::Threat => threat_position(cx, wanted.node).start.key(),
        _ => board.key(),
    }
}

/// The number of the question about moves of a search, 0 for none.
pub(crate) fn asked_of(cx: &Cx<'_>, wanted: &WantedSearch) -> u64 {
    if wanted.purpose == Purpose::Analyse { asked::asked_number(cx, wanted.node) } else { 0 }
}

/// The limit for the analysis of a position; `None`: no limit. The observer of a game continues until the next move.
fn analysis_limit(cx: &Cx<'_>, id: EngineId) -> Option<MoveLimit> {
    cx.m.settings.analysis_limit.filter(|_| id != EngineId::OBSERVER)
}

/// The limit of a search, if it is an analysis that has one, or for a review.
pub(crate) fn limit_of(cx: &Cx<'_>, wanted: &WantedSearch) -> Option<MoveLimit> {
    match wanted.purpose {
        Purpose::Analyse => analysis_limit(cx, wanted.engine),
        Purpose::Review => cx.m.review().map(|run| run.request.budget.limit()),
        _ => None,
    }
}

/// The limits of a search.
pub(crate) fn limits(cx: &Cx<'_>, wanted: &WantedSearch) -> Limits {
    match wanted.purpose {
        Purpose::Analyse => {
            let limits = limit_of(cx, wanted).map_or_else(Limits::analysis, MoveLimit::limits);
            Limits { search_moves: asked::asked_moves(cx, wanted.node), ..limits }
        }
        Purpose::Threat => threat_limits(),
        Purpose::Hint | Purpose::PlayBest => Limits::movetime(Duration::from_millis(ADVICE_MS)),
        Purpose::ConfirmResign => Limits::movetime(Duration::from_millis(CONFIRM_RESIGN_MS)),
        Purpose::Review | Purpose::Try(_) => run::review_limits(cx),
        Purpose::Play => play_limits(cx, cx.m.game.live_board().stm()),
        Purpose::Ponder(_) => {
            let side = !cx.m.game.live_board().stm();
            Limits { ponder: true, ..play_limits(cx, side) }
        }
    }
}

/// The limits for a move of this side: the limit per move, else its clock, else the time of the settings. A delay is
/// passed on as an increment, since a move may always use that much; for an hourglass only the time left is passed
/// on.
fn play_limits(cx: &Cx<'_>, side: Color) -> Limits {
    let game = &cx.m.game;
    if let Some(limit) = game.move_limit(side) {
        return limit.limits();
    }
    let Some(clocks) = &game.clocks else {
        return Limits::movetime(Duration::from_millis(u64::from(cx.m.settings.think_ms)));
    };
    let time = Color::ALL.map(|of| Duration::from_millis(clocks.left_ms(of, cx.now)));
    let increment =
        Color::ALL.map(|of| Duration::from_millis(clocks.control(of).search_increment_ms()));
    let moves_to_go = clocks.moves_to_go(side);
    Limits { clock: Some(ClockLimits { time, increment, moves_to_go }), ..Limits::default() }
}
