//! The game on the board: showing a node, recording for undo, replacing the game.

use tabia_games::game::edits::Edits;
use tabia_games::game::rewind::Rewind;
use tabia_games::game::tree::{GameTree, NodeId};

use super::editor::EditorState;
use super::history::{self, EditState};
use super::state::{GameState, Viewed};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::library::saving;
use crate::window::sounds::Sound;
use crate::window::workspace::Workspace;
use tabia_text::{Phrase, t};

/// Shows a node if it exists; any other was meant for a previous game.
pub(crate) fn go_to(cx: &mut Cx<'_>, node: NodeId) {
    if cx.m.game.tree.contains(node) && node != cx.m.game.current {
        sound_of_step(cx, node);
        show(cx, node);
    }
}

/// The sound for stepping to another node: one move forward sounds as it did when it was played, every other step
/// like a piece put down.
fn sound_of_step(cx: &mut Cx<'_>, to: NodeId) {
    if !cx.m.settings.sounds.stepping {
        return;
    }
    if cx.m.game.tree.parent(to) == Some(cx.m.game.current) {
        cx.sound_of(to);
    } else {
        cx.sound(Sound::Move);
    }
}

pub(crate) fn show(cx: &mut Cx<'_>, node: NodeId) {
    cx.m.game.current = node;
    if cx.m.game.is_analysis_board() {
        cx.m.game.live = node;
    }
    // The comment editor stays open and follows.
    if let Some(annotating) = &mut cx.m.view.annotating {
        annotating.node = node;
    }
    cx.m.engine.forget_advice();
    cx.m.game.premove = None;
    cx.save_soon();
}

/// Steps back this many plies, but not beyond the start.
pub(crate) fn step_back(cx: &mut Cx<'_>, plies: usize) {
    let game = &cx.m.game;
    let back = |node| game.tree.parent(node).unwrap_or(node);
    let target = (0..plies).fold(game.current, |node, _| back(node));
    go_to(cx, target);
}

/// Steps forward this many plies, but not beyond the end of the line.
pub(crate) fn step_on(cx: &mut Cx<'_>, plies: usize) {
    let game = &cx.m.game;
    let on = |node| game.forward(node).unwrap_or(node);
    let target = (0..plies).fold(game.current, |node, _| on(node));
    go_to(cx, target);
}

/// Goes to the end of the shown line.
pub(crate) fn go_to_end(cx: &mut Cx<'_>) {
    if let Some(&last) = cx.m.game.line().last() {
        go_to(cx, last);
    }
}

/// Goes to the variation above (-1) or below (1).
pub(crate) fn go_to_sibling(cx: &mut Cx<'_>, step: isize) {
    if let Some(other) = cx.m.game.tree.sibling(cx.m.game.current, step) {
        go_to(cx, other);
    }
}

/// Remembers the game for undo, before moves are added or players and clocks change. Its clocks are stopped in the
/// copy.
pub(crate) fn record(cx: &mut Cx<'_>, what: impl Into<Phrase>) {
    let rewind = Rewind::of(&cx.m.game.tree);
    let game = standing_still(cx);
    cx.m.history.record_part(game, rewind, what);
    cx.save = true;
}

/// Makes an edit of the tree that can be undone. Returns whether anything changed.
pub(crate) fn change(
    cx: &mut Cx<'_>,
    edit: impl FnOnce(&mut Edits<EditState>, &mut GameTree) -> bool,
) -> bool {
    let changed = cx.m.history.edit(&mut cx.m.game, edit);
    cx.save |= changed;
    changed
}

/// Remembers the whole game for undo, before many of its annotations change.
pub(crate) fn record_whole(cx: &mut Cx<'_>, what: impl Into<Phrase>) {
    let game = whole_standing_still(cx);
    cx.m.history.record(game, what);
    cx.save = true;
}

/// Remembers the whole game for undo, before another replaces it.
pub(crate) fn record_replaced(cx: &mut Cx<'_>, what: impl Into<Phrase>) {
    let game = whole_standing_still(cx);
    if saving::can_be_opened_again(cx.m) {
        cx.m.history.record_unchanged(game, what);
    } else {
        cx.m.history.record(game, what);
    }
    cx.save = true;
}

fn whole_standing_still(cx: &Cx<'_>) -> GameState {
    let mut game = cx.m.game.clone();
    prepare_for_undo(cx)(&mut game);
    game
}

/// Prepares a game for storing: stops its clocks and records how it is displayed.
pub(crate) fn prepare_for_undo(cx: &Cx<'_>) -> impl Fn(&mut GameState) + use<> {
    let (now, view) = (cx.now, &cx.m.view);
    let viewed = Viewed { flipped: view.flipped, turned: view.turned, workspace: view.workspace };
    move |game| {
        stand_still(game, now);
        game.viewed = Some(viewed);
    }
}

/// The game without its tree and with its clocks stopped, for storing.
pub(crate) fn standing_still(cx: &Cx<'_>) -> GameState {
    let mut game = history::without_tree(&cx.m.game);
    stand_still(&mut game, cx.now);
    game
}

/// Stops the clocks of a game that is stored.
pub(crate) fn stand_still(game: &mut GameState, now: u64) {
    if let Some(clocks) = &mut game.clocks {
        clocks.stop(now);
    }
}

/// Puts a new game on the board. Does not remember the old one.
pub(crate) fn replace_game(cx: &mut Cx<'_>, mut game: GameState) {
    cx.m.last_game += 1;
    game.serial = cx.m.last_game;
    if game.id == 0 {
        game.id = cx.m.ids.next_u64();
    }
    put_on_board(cx, game);
}

/// Shows a game, new or restored. State that belongs to the old one is dropped.
pub(crate) fn put_on_board(cx: &mut Cx<'_>, game: GameState) {
    if game.serial != cx.m.game.serial {
        saving::keep_game(cx);
        cx.m.telemetry.turn_to(game.serial, cx.m.game.serial);
        cx.m.engine.forget_game();
        suit_workspace(cx, &game);
    }
    // Undo leads back to the game, over which the edited position is restored.
    close_editor(cx);
    cx.m.game = game;
    cx.m.engine.forget_advice();
    cx.m.engine.lock = None;
    cx.m.engine.resume_all();
    cx.m.view.annotating = None;
    cx.close_dialogs();
    cx.save = true;
}

/// Closes the editor. The edited position is restored when the editor is next opened over the position that is on the
/// board now. Returns whether there is one.
pub(crate) fn close_editor(cx: &mut Cx<'_>) -> bool {
    let Some(editor) = cx.m.editor.take() else { return false };
    let board = cx.m.game.board();
    let is_changed = editor.builder != EditorState::new(board, editor.flipped).builder;
    if is_changed {
        cx.m.left_editor = Some((board.key(), editor));
    }
    is_changed
}

/// Returns from the editor to the game, and offers to go back to an edited position.
pub(crate) fn leave_editor(cx: &mut Cx<'_>) {
    if close_editor(cx) {
        cx.m.toasts.offer(t!("toast-editor-left"), UserCommand::EditPosition);
    }
}

/// Switches to a workspace that suits the game: a game to be played belongs in Play, a game to be studied does not.
fn suit_workspace(cx: &mut Cx<'_>, game: &GameState) {
    let looked_at = game.is_analysis_board();
    match cx.m.view.workspace {
        Workspace::Play | Workspace::Arena | Workspace::Training if looked_at => {
            cx.go_to_workspace(Workspace::Study);
        }
        Workspace::Duel if !looked_at && game.human_side().is_some() => {
            cx.go_to_workspace(Workspace::Play);
        }
        Workspace::Study | Workspace::Lab | Workspace::Arena | Workspace::Training
            if !looked_at =>
        {
            cx.go_to_workspace(Workspace::Play);
        }
        Workspace::Play
        | Workspace::Study
        | Workspace::Lab
        | Workspace::Duel
        | Workspace::Arena
        | Workspace::Training => {}
    }
}

/// Sets the tags for date and event, unless the game has them already.
pub(crate) fn note_beginning(game: &mut GameState, today: &str) {
    for (name, value) in [("Event", "Casual game"), ("Date", today)] {
        if game.tags.known(name).is_none() {
            game.tags.set(name, value);
        }
    }
}
