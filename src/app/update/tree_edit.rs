//! Changes to the tree of moves that are not moves of a game: lines taken over from the engine, variations
//! promoted and deleted, comments, glyphs, shapes; and undo of all of it.

use crate::chess::Move;
use crate::game::annotation::Shape;
use crate::game::nag::Nag;
use crate::game::tree::NodeId;

use super::super::command::UserCommand;
use super::super::game_state::{GameState, Phase};
use super::Cx;

impl Cx<'_> {
    /// Adds a line of the engine to the tree and shows its end. In a running game that is looking ahead: the
    /// game stays where it stands.
    pub(super) fn play_line(&mut self, node: NodeId, moves: &[Move]) {
        if !self.m.game.tree.contains(node) || moves.is_empty() {
            return;
        }
        let before = self.standing_still();
        let tree = &mut self.m.game.tree;
        let nodes = tree.len();
        let mut at = node;
        for &mv in moves {
            match tree.add_move(at, mv) {
                Ok(next) => at = next,
                Err(_) => break,
            }
        }
        if tree.len() > nodes {
            self.m.history.record(&before, "Play line");
            if self.m.game.is_analysis_board() {
                self.m.game.phase = Phase::Running;
            }
        }
        self.show(at);
    }

    /// Makes the line of a node the main one at its branching point.
    pub(super) fn promote(&mut self, node: NodeId) {
        if self.m.game.tree.contains(node) && self.m.game.tree.variation_head(node).is_some() {
            self.record("Promote variation");
            self.m.game.tree.promote(node);
        }
    }

    /// Removes a node and everything after it, unless a running game stands there.
    pub(super) fn delete(&mut self, node: NodeId) {
        let game = &self.m.game;
        if !game.tree.contains(node) || node == NodeId::ROOT {
            return;
        }
        let holds_game = game.tree.is_on_path(node, game.live) && !game.is_analysis_board();
        if holds_game {
            self.m.toasts.warn("The game stands in this line; take back moves instead");
            return;
        }
        let shown = game.tree.is_on_path(node, game.current);
        let name = game.tree.san(node).to_owned();
        self.record(format!("Delete from {name}"));
        if let Some(parent) = self.m.game.tree.delete(node) {
            if shown {
                self.show(parent);
            }
            let text = format!("Deleted {name} and what followed");
            self.m.toasts.offer(text, UserCommand::Undo);
        }
    }

    /// Writes a text behind a move.
    pub(super) fn set_comment(&mut self, node: NodeId, text: String) {
        if self.m.game.tree.contains(node) && self.m.game.tree.comment(node) != text {
            self.record("Comment");
            self.m.game.tree.notes_mut(node).comment = text;
        }
    }

    /// Puts a glyph behind a move or takes it away. Of the glyphs that judge the move there is one at most.
    pub(super) fn toggle_nag(&mut self, node: NodeId, nag: Nag) {
        if !self.m.game.tree.contains(node) || node == NodeId::ROOT {
            return;
        }
        self.record("Annotate");
        let nags = &mut self.m.game.tree.notes_mut(node).nags;
        if nags.contains(&nag) {
            nags.retain(|&other| other != nag);
        } else {
            nags.retain(|other| !(nag.judges_move() && other.judges_move()));
            nags.push(nag);
        }
    }

    /// Draws a shape, or erases it if the very same is there; another colour replaces it.
    pub(super) fn toggle_shape(&mut self, shape: Shape) {
        let node = self.m.game.current;
        let shapes = &mut self.m.game.tree.notes_mut(node).shapes;
        let same = shapes.contains(&shape);
        shapes.retain(|other| !other.same_place(shape));
        if !same {
            shapes.push(shape);
        }
        self.save = true;
    }

    /// Removes all shapes of the shown position.
    pub(super) fn clear_shapes(&mut self) {
        let node = self.m.game.current;
        if !self.m.game.shapes().is_empty() {
            self.record("Clear shapes");
            self.m.game.tree.notes_mut(node).shapes.clear();
        }
    }

    /// Takes the last edit back.
    pub(super) fn undo(&mut self) {
        let now = self.standing_still();
        if let Some(entry) = self.m.history.undo(&now) {
            self.come_back(entry.game, &format!("Undone: {}", entry.what));
        }
    }

    /// Makes it again.
    pub(super) fn redo(&mut self) {
        let now = self.standing_still();
        if let Some(entry) = self.m.history.redo(&now) {
            self.come_back(entry.game, &format!("Done again: {}", entry.what));
        }
    }

    /// Shows a remembered game. One with clocks that is not the game left waits until its player is ready.
    fn come_back(&mut self, mut game: GameState, what: &str) {
        let other = game.serial != self.m.game.serial;
        if other && game.clocks.is_some() && game.is_played() {
            game.paused = true;
        }
        let turned = other && game.human_side() != self.m.game.human_side();
        self.put_on_board(game);
        if turned {
            self.face_human();
        }
        self.m.toasts.info(what);
    }
}
