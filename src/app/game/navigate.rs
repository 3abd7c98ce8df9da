//! Moving through the game. Nothing here changes it.

use tabia_games::game::tree::NodeId;

use crate::update::Cx;

impl Cx<'_> {
    /// Shows a node that exists; anything else was meant for a game that is gone.
    pub(crate) fn go_to(&mut self, node: NodeId) {
        if self.m.game.tree.contains(node) && node != self.m.game.current {
            self.sound_of_step(self.m.game.current, node);
            self.show(node);
        }
    }

    /// Shows a node.
    pub(crate) fn show(&mut self, node: NodeId) {
        self.m.game.current = node;
        if self.m.game.is_analysis_board() {
            self.m.game.live = node;
        }
        // The comment editor stays open and follows.
        if let Some(annotating) = &mut self.m.view.annotating {
            annotating.node = node;
        }
        self.forget_advice();
        self.m.game.premove = None;
        self.save_soon();
    }

    /// So many plies back, or to the start.
    pub(crate) fn step_back(&mut self, plies: usize) {
        let game = &self.m.game;
        let back = |node| game.tree.parent(node).unwrap_or(node);
        self.go_to((0..plies).fold(game.current, |node, _| back(node)));
    }

    /// So many plies on, or to the end of the line.
    pub(crate) fn step_on(&mut self, plies: usize) {
        let game = &self.m.game;
        let on = |node| game.forward(node).unwrap_or(node);
        self.go_to((0..plies).fold(game.current, |node, _| on(node)));
    }

    /// To the end of the shown line.
    pub(crate) fn go_to_end(&mut self) {
        if let Some(&last) = self.m.game.line().last() {
            self.go_to(last);
        }
    }

    /// To the variation above (-1) or below (1).
    pub(crate) fn go_to_sibling(&mut self, step: isize) {
        if let Some(other) = self.m.game.tree.sibling(self.m.game.current, step) {
            self.go_to(other);
        }
    }
}
