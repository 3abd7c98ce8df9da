//! Moves: by the user, by the engine, ahead of time.

use tabia_chess::{Color, Move, PieceType, Square, premove, san};
use tabia_games::game::rewind::Rewind;
use tabia_games::game::tree::NodeId;

use super::state::{GameState, Phase, Player, Premove};
use super::time_control::ClockKind;
use super::{board, ending, times};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::engines::observer;
use crate::window::settings::PromotionPreference;
use crate::window::sounds::Sound;

/// A move on the board, as the user points it out.
pub(crate) fn play_move(cx: &mut Cx<'_>, from: Square, to: Square, promotion: Option<PieceType>) {
    let game = &cx.m.game;
    if game.moves_are_premoves() {
        return set_premove(cx, from, to, promotion);
    }
    if game.movable_side() != Some(game.board().stm()) {
        return;
    }
    if let Some(mv) = point_out(cx, from, to, promotion) {
        user_move(cx, mv);
    }
}

/// The legal move meant. A promotion without a piece is a queen if the user wants no question.
pub(crate) fn point_out(
    cx: &Cx<'_>,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
) -> Option<Move> {
    let board = cx.m.game.board();
    let named = board.find_move(from, to, promotion);
    if named.is_none() && cx.m.settings.promotion == PromotionPreference::Queen {
        return board.find_move(from, to, Some(PieceType::Queen));
    }
    named
}

/// A legal move of the user on the shown board.
pub(crate) fn user_move(cx: &mut Cx<'_>, mv: Move) {
    // Who moves wants an answer, whatever was stopped before.
    cx.m.engine.let_all_go();
    let game = &cx.m.game;
    let from = game.current;
    if let Some(known) = played_or_known(game, from, mv)
        && (game.tree.is_on_path(known, game.live) || game.is_analysis_board())
    {
        // The move that was played here anyway: going on through the game, not changing it.
        cx.sound_of(known);
        return board::go_to(cx, known);
    }
    if game.is_analysis_board() {
        return analysis_move(cx, mv);
    }
    let what = format!("Move {}", san::write(game.board(), mv));
    board::record(cx, what);
    if cx.m.game.at_live() {
        make_move(cx, mv);
        return;
    }
    fork(cx, mv);
}

/// A new move on an analysis board.
fn analysis_move(cx: &mut Cx<'_>, mv: Move) {
    let what = format!("Move {}", san::write(cx.m.game.board(), mv));
    board::record(cx, what);
    let game = &mut cx.m.game;
    if let Ok(node) = game.tree.add_move(game.current, mv) {
        game.phase = Phase::Running;
        cx.sound_of(node);
        board::show(cx, node);
        cx.save = true;
    }
}

/// Another move at an earlier position of a game: the game goes on from there, clocks as they were, and
/// the moves played before stay in the tree.
fn fork(cx: &mut Cx<'_>, mv: Move) {
    let game = &mut cx.m.game;
    game.clocks = times::clocks_at(game, game.current);
    game.live = game.current;
    game.phase = Phase::Running;
    game.draw_offer = None;
    game.draw_declined = None;
    game.tags.set("Result", "*");
    make_move(cx, mv);
    let text = "The game goes on from here; the moves played before stay as a variation";
    cx.m.toasts.offer(text, UserCommand::Undo);
}

/// A legal move where the game stands, by whoever is to move.
pub(crate) fn make_move(cx: &mut Cx<'_>, mv: Move) {
    let now = cx.now;
    let game = &mut cx.m.game;
    let followed = game.at_live();
    if game.live == NodeId::ROOT {
        board::note_beginning(game, &cx.m.today);
    }
    let mover = game.live_board().stm();
    let Ok(node) = game.tree.add_move(game.live, mv) else { return };
    if let Some(clocks) = &mut game.clocks {
        let spent = clocks.spent_ms(mover, now);
        let hidden = matches!(clocks.control(mover).kind, ClockKind::Delay | ClockKind::Bronstein);
        let notes = game.tree.notes_mut(node);
        // A delay hides from two readings of the clock what a move took.
        notes.elapsed_ms = hidden.then_some(spent);
        notes.clock_ms = Some(clocks.press(mover, now));
    }
    game.live = node;
    if game.phase == Phase::Fresh {
        game.phase = Phase::Running;
        observer::offer_watching(cx);
    }
    let game = &mut cx.m.game;
    if game.draw_offer == Some(!mover) {
        // Moving on is the usual way to decline.
        game.draw_offer = None;
        game.draw_declined = Some(node);
    }
    if followed {
        board::show(cx, node);
    }
    cx.sound_of(node);
    cx.save = true;
    ending::end_by_rules(cx);
}

/// Keeps a move to be played after the opponent's.
pub(crate) fn set_premove(cx: &mut Cx<'_>, from: Square, to: Square, promotion: Option<PieceType>) {
    let game = &mut cx.m.game;
    let board = game.board();
    let own = board.piece_on(from).is_some_and(|p| Some(p.color()) == game.movable_side());
    if !game.moves_are_premoves() || !own || !premove::reach(board, from).has(to) {
        return;
    }
    let promotion = if premove::promotes(board, from, to) {
        promotion.or(Some(PieceType::Queen))
    } else {
        None
    };
    game.premove = Some(Premove { from, to, promotion });
    cx.sound(Sound::Premove);
}

/// Plays the premove if it is legal now, else drops it.
fn play_premove(cx: &mut Cx<'_>, kept: Premove) {
    let game = &cx.m.game;
    if game.phase != Phase::Running || game.paused || game.engine_to_move() {
        return;
    }
    match game.live_board().find_move(kept.from, kept.to, kept.promotion) {
        Some(mv) => {
            let what = format!("Move {}", san::write(cx.m.game.live_board(), mv));
            board::record(cx, what);
            make_move(cx, mv);
        }
        None => cx.m.toasts.info("The premove is not possible any more"),
    }
}

/// The engine has decided on its move.
pub(crate) fn engine_move(cx: &mut Cx<'_>, mv: Move) {
    let watching = cx.m.game.at_live();
    let kept = cx.m.game.premove.take();
    make_move(cx, mv);
    if !watching {
        let name = cx.m.game.tree.san(cx.m.game.live);
        let text = format!("The engine has played {name}");
        cx.m.toasts.offer(text, UserCommand::ToGame);
    }
    if let Some(kept) = kept {
        play_premove(cx, kept);
    }
}

/// Takes moves back to before the human's last one. They leave the tree; undo brings them back.
pub(crate) fn takeback(cx: &mut Cx<'_>) {
    let Some(target) = takeback_target(&cx.m.game) else { return };
    let before = board::standing_still(cx);
    let game = &mut cx.m.game;
    let Some(first) = next_towards(game, target) else { return };
    let name = game.tree.san(first).to_owned();
    let clocks = times::clocks_at(game, target);
    let Some(rewind) = Rewind::deleting(&mut game.tree, first) else { return };
    cx.m.history.record_part(before, rewind, "Take back");
    cx.save = true;
    let game = &mut cx.m.game;
    game.clocks = clocks;
    game.live = target;
    game.phase = if target == NodeId::ROOT { Phase::Fresh } else { Phase::Running };
    game.draw_offer = None;
    game.premove = None;
    game.tags.set("Result", "*");
    board::show(cx, target);
    cx.m.toasts.offer(format!("Took back {name}"), UserCommand::Undo);
}

/// The colour the game is seen from by its human, if there is exactly one.
pub(crate) fn face_human(cx: &mut Cx<'_>) {
    if let Some(side) = cx.m.game.human_side() {
        cx.m.view.flipped = side == Color::Black;
    }
}

/// Where taking back leads: against the engine to before the human's last move, between humans to before
/// the last move.
pub(crate) fn takeback_target(game: &GameState) -> Option<NodeId> {
    if game.phase == Phase::Fresh || game.is_analysis_board() {
        return None;
    }
    let mut at = game.tree.parent(game.live)?;
    if game.players.iter().all(Player::is_engine) {
        return None;
    }
    if game.human_side().is_none() {
        return Some(at);
    }
    while Some(game.tree.board(at).stm()) != game.human_side() {
        at = game.tree.parent(at)?;
    }
    Some(at)
}

/// The node a move leads to from a node: the one on the way to where the game stands if it is this move, else
/// the first there is. A game may stand in a variation that begins like its main line.
pub(crate) fn played_or_known(game: &GameState, from: NodeId, mv: Move) -> Option<NodeId> {
    let known = game.tree.child(from, mv)?;
    Some(game.forward(from).filter(|&next| game.tree.mv(next) == Some(mv)).unwrap_or(known))
}

/// The node after `ancestor` on the way to where the game stands.
fn next_towards(game: &GameState, ancestor: NodeId) -> Option<NodeId> {
    let mut at = game.live;
    loop {
        let parent = game.tree.parent(at)?;
        if parent == ancestor {
            return Some(at);
        }
        at = parent;
    }
}
