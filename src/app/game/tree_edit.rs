//! Changes to the tree of moves that are not moves of a game: lines taken over from the engine, variations
//! promoted and deleted, comments, glyphs, shapes; and undo of all of it.

use tabia_chess::Move;
use tabia_games::game::annotation::Shape;
use tabia_games::game::edits::Edits;
use tabia_games::game::rewind::Rewind;
use tabia_games::game::tags::Tags;
use tabia_games::game::tree::{GameTree, NodeId};

use super::history::Back;
use super::state::{GameState, Phase};
use crate::action::TreeEdit;
use crate::commands::command::UserCommand;
use crate::update::{Cx, stand_still};
use crate::window::dialog::Dialog;
use crate::window::view::Annotating;

impl Cx<'_> {
    /// Adds a line of the engine to the tree and shows its end. In a running game that is looking ahead: the
    /// game stays where it stands.
    pub(crate) fn play_line(&mut self, node: NodeId, moves: &[Move]) {
        if !self.m.game.tree.contains(node) || moves.is_empty() {
            return;
        }
        let before = self.standing_still();
        let tree = &mut self.m.game.tree;
        let rewind = Rewind::of(tree);
        let nodes = tree.len();
        let mut at = node;
        for &mv in moves {
            match tree.add_move(at, mv) {
                Ok(next) => at = next,
                Err(_) => break,
            }
        }
        if tree.len() > nodes {
            self.m.history.record_part(before, rewind, "Play line");
            if self.m.game.is_analysis_board() {
                self.m.game.phase = Phase::Running;
            }
        }
        self.sound_of(at);
        self.show(at);
    }

    /// Changes the tree at a node. A node that is gone was meant for another game.
    pub(crate) fn edit(&mut self, node: NodeId, edit: TreeEdit) {
        if !self.m.game.tree.contains(node) {
            return;
        }
        let _ = match edit {
            TreeEdit::Promote => self.change(|edits, tree| edits.promote(tree, node)),
            TreeEdit::MakeMain => self.change(|edits, tree| edits.promote_to_main(tree, node)),
            TreeEdit::Demote => self.change(|edits, tree| edits.demote(tree, node)),
            TreeEdit::Delete => self.delete(node),
            TreeEdit::CutAfter => self.cut_after(node),
            TreeEdit::Comment { before: true, text } => {
                self.change(|edits, tree| edits.set_lead(tree, node, &text))
            }
            TreeEdit::Comment { before: false, text } => {
                self.change(|edits, tree| edits.set_comment(tree, node, &text))
            }
            TreeEdit::ToggleNag(nag) => {
                self.change(|edits, tree| edits.toggle_nag(tree, node, nag))
            }
            TreeEdit::ClearNags => self.change(|edits, tree| edits.clear_nags(tree, node)),
        };
    }

    /// An edit of the tree that undo takes back. Says whether anything changed.
    pub(crate) fn change(&mut self, edit: impl FnOnce(&mut Edits, &mut GameTree) -> bool) -> bool {
        let changed = self.m.history.edit(&mut self.m.game, edit);
        self.save |= changed;
        changed
    }

    /// Whether a running game stands behind a node, which then must stay; says so.
    fn holds_game(&mut self, node: NodeId) -> bool {
        let game = &self.m.game;
        let holds = game.tree.is_on_path(node, game.live) && !game.is_analysis_board();
        if holds {
            self.m.toasts.warn("The game stands in this line; take back moves instead");
        }
        holds
    }

    /// Removes a node and everything after it, unless a running game stands there.
    fn delete(&mut self, node: NodeId) -> bool {
        let tree = &self.m.game.tree;
        let Some(parent) = tree.parent(node) else { return false };
        if self.holds_game(node) {
            return false;
        }
        let game = &self.m.game;
        let shown = game.tree.is_on_path(node, game.current);
        let name = game.tree.san(node).to_owned();
        let changed = self.change(|edits, tree| edits.delete(tree, node));
        if changed {
            if shown {
                self.show(parent);
            }
            self.forget_annotating();
            self.m.toasts.offer(format!("Deleted {name} and what followed"), UserCommand::Undo);
        }
        changed
    }

    /// Removes everything after a node, unless a running game stands there.
    fn cut_after(&mut self, node: NodeId) -> bool {
        let tree = &self.m.game.tree;
        let towards_game = |&&child: &&NodeId| tree.is_on_path(child, self.m.game.live);
        let held = tree.children(node).iter().find(towards_game).copied();
        if held.is_some_and(|child| self.holds_game(child)) {
            return false;
        }
        let game = &self.m.game;
        let shown = game.current != node && game.tree.is_on_path(node, game.current);
        let changed = self.change(|edits, tree| edits.cut_after(tree, node));
        if changed {
            if shown {
                self.show(node);
            }
            self.forget_annotating();
            self.m.toasts.offer("Deleted what followed", UserCommand::Undo);
        }
        changed
    }

    /// Opens or closes the comment editor.
    pub(crate) fn annotate(&mut self, what: Option<Annotating>) {
        self.m.view.annotating = what.filter(|what| self.m.game.tree.contains(what.node));
    }

    /// Closes the comment editor where its position is gone.
    fn forget_annotating(&mut self) {
        self.annotate(self.m.view.annotating);
    }

    /// Draws a shape, or erases it if the very same is there; another colour replaces it.
    pub(crate) fn toggle_shape(&mut self, shape: Shape) {
        let node = self.m.game.current;
        self.change(|edits, tree| edits.toggle_shape(tree, node, shape));
    }

    /// Removes all shapes of the shown position.
    pub(crate) fn clear_shapes(&mut self) {
        let node = self.m.game.current;
        self.change(|edits, tree| edits.clear_shapes(tree, node));
    }

    /// Gives the game other tag pairs. Names of who plays here come from who plays, not from tags.
    pub(crate) fn set_tags(&mut self, tags: Tags) {
        if matches!(self.m.dialog, Some(Dialog::Tags(_))) {
            self.m.dialog = None;
        }
        if self.m.game.tags != tags {
            self.record("Game details");
            self.m.game.tags = tags;
        }
    }

    /// Takes the last change back.
    pub(crate) fn undo(&mut self) {
        let now = self.now;
        let still = |game: &mut GameState| stand_still(game, now);
        if let Some((back, what)) = self.m.history.undo(&mut self.m.game, still) {
            self.come_back(back, &what, "Undone");
        }
    }

    /// Makes it again.
    pub(crate) fn redo(&mut self) {
        let now = self.now;
        let still = |game: &mut GameState| stand_still(game, now);
        if let Some((back, what)) = self.m.history.redo(&mut self.m.game, still) {
            self.come_back(back, &what, "Done again");
        }
    }

    fn come_back(&mut self, back: Back, what: &str, how: &str) {
        match back {
            Back::Game(game) => self.come_back_to(*game),
            Back::Tree(shown) => self.show_nearest(shown),
            Back::Held => {
                let text = format!("{what}: stays as it is, the game has gone on there");
                self.m.toasts.warn(text);
                return;
            }
        }
        self.m.toasts.info(format!("{how}: {what}"));
    }

    /// Shows a position, or the last one before it that is left.
    pub(crate) fn show_nearest(&mut self, node: NodeId) {
        let tree = &self.m.game.tree;
        let mut at = node;
        while !tree.contains(at) {
            at = tree.parent(at).unwrap_or(NodeId::ROOT);
        }
        self.show(at);
        self.forget_annotating();
        self.save = true;
    }

    /// Shows a remembered game. One with clocks that is not the game left waits until its player is ready.
    fn come_back_to(&mut self, mut game: GameState) {
        let other = game.serial != self.m.game.serial;
        if other && game.clocks.is_some() && game.is_played() {
            game.paused = true;
        }
        let turned = other && game.human_side() != self.m.game.human_side();
        self.put_on_board(game);
        if turned {
            self.face_human();
        }
    }
}
