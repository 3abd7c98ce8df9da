//! Changes to the tree that are not moves: variations promoted and deleted, comments, glyphs, shapes; and undo of all of
//! them, and of moves.

use tabia_games::game::annotation::Shape;
use tabia_games::game::edits::Direction;
use tabia_games::game::tags::Tags;
use tabia_games::game::tree::NodeId;

use super::board::{self, change};
use super::history::Restored;
use super::state::{GameState, Help, Phase, Viewed};
use super::{play, times};
use crate::action::TreeEdit;
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::engines::requests;
use crate::window::notation::Notation;
use crate::window::view::Annotating;
use crate::window::view::Dialog;
use crate::window::workspace::Workspace;
use tabia_text::{Phrase, phrase, t};

/// Edits the tree at a node. A node that does not exist was meant for another game.
pub(crate) fn edit(cx: &mut Cx<'_>, node: NodeId, edit: TreeEdit) {
    if !cx.m.game.tree.contains(node) {
        return;
    }
    let _ = match edit {
        TreeEdit::Promote => change(cx, |edits, tree| edits.promote(tree, node)),
        TreeEdit::MakeMain => change(cx, |edits, tree| edits.promote_to_main(tree, node)),
        TreeEdit::Demote => change(cx, |edits, tree| edits.demote(tree, node)),
        TreeEdit::Delete => delete(cx, node),
        TreeEdit::CutAfter => cut_after(cx, node),
        TreeEdit::Comment { before, text, more } => change(cx, |edits, tree| {
            let changed = if before {
                edits.set_lead(tree, node, &text)
            } else {
                edits.set_comment(tree, node, &text)
            };
            if changed && more {
                edits.join_newest();
            }
            changed
        }),
        TreeEdit::ToggleNag(nag) => change(cx, |edits, tree| edits.toggle_nag(tree, node, nag)),
        TreeEdit::ClearNags => change(cx, |edits, tree| edits.clear_nags(tree, node)),
    };
}

/// Whether a running game is in the subtree of a node, which must then stay; shows a message if so.
fn holds_game(cx: &mut Cx<'_>, node: NodeId) -> bool {
    let game = &cx.m.game;
    let holds = game.tree.is_on_path(node, game.live) && !game.is_analysis_board();
    if holds {
        cx.m.toasts.warn(t!("toast-line-held"));
    }
    holds
}

/// Removes a node and everything after it, unless a running game is there.
fn delete(cx: &mut Cx<'_>, node: NodeId) -> bool {
    let tree = &cx.m.game.tree;
    let Some(parent) = tree.parent(node) else { return false };
    if holds_game(cx, node) {
        return false;
    }
    let game = &cx.m.game;
    let shown = game.tree.is_on_path(node, game.current);
    let name = Notation::current().write(game.tree.san(node)).into_owned();
    let changed = change(cx, |edits, tree| edits.delete(tree, node));
    if changed {
        if shown {
            board::show(cx, parent);
        }
        forget_annotating(cx);
        cx.m.toasts.offer(t!("toast-deleted", move = name), UserCommand::Undo);
    }
    changed
}

/// Removes everything after a node, unless a running game is there.
fn cut_after(cx: &mut Cx<'_>, node: NodeId) -> bool {
    let tree = &cx.m.game.tree;
    let towards_game = |&&child: &&NodeId| tree.is_on_path(child, cx.m.game.live);
    let held = tree.children(node).iter().find(towards_game).copied();
    if held.is_some_and(|child| holds_game(cx, child)) {
        return false;
    }
    let game = &cx.m.game;
    let shown = game.current != node && game.tree.is_on_path(node, game.current);
    let changed = change(cx, |edits, tree| edits.cut_after(tree, node));
    if changed {
        if shown {
            board::show(cx, node);
        }
        forget_annotating(cx);
        cx.m.toasts.offer(t!("toast-deleted-after"), UserCommand::Undo);
    }
    changed
}

/// Opens or closes the comment editor.
pub(crate) fn annotate(cx: &mut Cx<'_>, what: Option<Annotating>) {
    cx.m.view.annotating = what.filter(|what| cx.m.game.tree.contains(what.node));
}

/// Closes the comment editor if its position no longer exists.
fn forget_annotating(cx: &mut Cx<'_>) {
    let annotating = cx.m.view.annotating;
    annotate(cx, annotating);
}

/// Draws a shape, or erases it if the identical one is there; one of another colour is replaced.
pub(crate) fn toggle_shape(cx: &mut Cx<'_>, shape: Shape) {
    let node = cx.m.game.current;
    change(cx, |edits, tree| edits.toggle_shape(tree, node, shape));
}

/// Removes all shapes of the shown position.
pub(crate) fn clear_shapes(cx: &mut Cx<'_>) {
    let node = cx.m.game.current;
    change(cx, |edits, tree| edits.clear_shapes(tree, node));
}

/// Sets the tag pairs that the user has changed. The others may have changed while the dialog was open, because a
/// game continues and ends behind it.
pub(crate) fn set_tags(cx: &mut Cx<'_>, edited: &Tags) {
    let shown = match cx.m.dialog.take_if(|dialog| matches!(dialog, Dialog::Tags(_))) {
        Some(Dialog::Tags(shown)) => shown,
        _ => cx.m.game.tags.clone(),
    };
    let mut tags = cx.m.game.tags.clone();
    for (name, _) in shown.iter().chain(edited.iter()) {
        let value = edited.get(name);
        if value == shown.get(name) || cx.m.game.sets_tag(name) {
            continue;
        }
        match value {
            Some(value) => tags.set(name, value),
            None => tags.remove(name),
        }
    }
    if cx.m.game.tags != tags {
        let before = std::mem::replace(&mut cx.m.game.tags, tags);
        cx.m.history.record_tags(before, phrase!("change-game-details"));
        cx.save = true;
    }
}

/// Undoes the last change, or redoes the change undone last.
pub(crate) fn turn(cx: &mut Cx<'_>, direction: Direction) {
    if stays_ended(cx, direction)
        && (direction == Direction::Redo || !cx.m.history.skip_to_other(&cx.m.game))
    {
        return cx.m.toasts.warn(t!("takeback-refused"));
    }
    let before = Before::of(&cx.m.game);
    let freeze = board::prepare_for_undo(cx);
    if let Some((back, what)) = cx.m.history.turn(direction, &mut cx.m.game, freeze) {
        let message = match direction {
            Direction::Undo => t!("toast-undone", what = written(&what)),
            Direction::Redo => t!("toast-redone", what = written(&what)),
        };
        come_back(cx, back, before, &what, message);
    }
}

/// The description of a change, with its moves in the notation of the settings, which may have changed since.
fn written(what: &Phrase) -> String {
    Notation::current().write(&what.text()).into_owned()
}

/// Whether undo or redo would continue a game that has ended on the clock. It stays as it is, as for a takeback.
fn stays_ended(cx: &Cx<'_>, direction: Direction) -> bool {
    let game = &cx.m.game;
    let ended = matches!(game.phase, Phase::Over(_)) && game.clocks.is_some();
    ended && cx.m.history.goes_on_with(direction, game)
}

/// The game before undo or redo, whose tree then goes into the restored state.
#[derive(Clone, Copy)]
struct Before {
    /// Plies up to the current position of the game.
    plies: usize,
    /// It was over.
    over: bool,
    /// What its moves have earned on the clocks, ms.
    earned_ms: [u64; 2],
}

impl Before {
    fn of(game: &GameState) -> Before {
        let over = matches!(game.phase, Phase::Over(_));
        Before { plies: plies(game), over, earned_ms: times::earned_ms(game, game.live) }
    }
}

/// Shows the restored state in place of the game before, with a message.
fn come_back(cx: &mut Cx<'_>, back: Restored, before: Before, what: &Phrase, message: String) {
    match back {
        Restored::Game(game) => come_back_to(cx, *game, before),
        Restored::Tree(shown) => show_nearest(cx, shown),
        Restored::Held => {
            cx.m.toasts.warn(t!("toast-edit-held", what = written(what)));
            return;
        }
    }
    cx.m.toasts.info(message);
}

/// Shows a position, or its nearest ancestor that still exists.
pub(crate) fn show_nearest(cx: &mut Cx<'_>, node: NodeId) {
    let tree = &cx.m.game.tree;
    let mut at = node;
    while !tree.contains(at) {
        at = tree.parent(at).unwrap_or(NodeId::ROOT);
    }
    board::show(cx, at);
    forget_annotating(cx);
    cx.save = true;
}

/// Plies up to the current position of the game.
fn plies(game: &GameState) -> usize {
    game.tree.path(game.live).len()
}

/// Shows a remembered game in place of the one before. If it is another game and has clocks, it is paused until its
/// player is ready.
fn come_back_to(cx: &mut Cx<'_>, mut game: GameState, before: Before) {
    // An earlier state of the same game from a session has a number of its own.
    let other = game.id != cx.m.game.id;
    if other && game.clocks.is_some() && game.is_played() {
        game.paused = true;
    }
    // No clock has run in a game without moves.
    let fresh = [game.phase, cx.m.game.phase].contains(&Phase::Fresh);
    if let (false, false, Some(now)) = (other, fresh, &cx.m.game.clocks) {
        // Undo and redo do not give time back either.
        let earned = [times::earned_ms(&game, game.live), before.earned_ms];
        game.clocks = game.clocks.map(|clocks| clocks.at_most(now, earned, cx.now));
    }
    if !other {
        game.paused |= cx.m.game.paused && game.is_played();
        game.keep_help(&cx.m.game.tags);
        // After its end the user may have looked at anything.
        let revived = before.over && !matches!(game.phase, Phase::Over(_));
        if revived || plies(&game) < before.plies {
            game.note_help(Help::Takeback);
        }
    }
    let viewed = game.viewed.take();
    let came_from = cx.m.view.workspace;
    let turned = other && game.human_side() != cx.m.game.human_side();
    let resumes = game.serial != cx.m.game.serial && game.is_played();
    board::put_on_board(cx, game);
    if resumes && !cx.m.in_duel() {
        requests::end_help(cx);
    }
    match viewed.filter(|_| other) {
        Some(Viewed { flipped, turned, workspace }) => {
            (cx.m.view.flipped, cx.m.view.turned) = (flipped, turned);
            // Starting a game switches to Play; undoing that returns to the earlier workspace.
            if came_from == Workspace::Play && !workspace.hides_game() {
                cx.go_to_workspace(workspace);
            }
        }
        // Games from a session have no stored display.
        None if turned => play::face_human(cx),
        None => {}
    }
}
