//! Moving through the game. Nothing here changes it.

use crate::game::tree::NodeId;

use super::super::command::UserCommand;
use super::Cx;

/// Plies of a page.
const PAGE: usize = 10;

impl Cx<'_> {
    /// Shows a node that exists; anything else was meant for a game that is gone.
    pub(super) fn go_to(&mut self, node: NodeId) {
        if self.m.game.tree.contains(node) && node != self.m.game.current {
            self.show(node);
        }
    }

    /// Shows a node.
    pub(super) fn show(&mut self, node: NodeId) {
        self.m.game.current = node;
        if self.m.game.is_analysis_board() {
            self.m.game.live = node;
        }
        self.m.view.hover = None;
        // The comment editor stays open and follows.
        if let Some(annotating) = &mut self.m.view.annotating {
            annotating.node = node;
        }
        self.forget_advice();
        self.m.game.premove = None;
        self.save_soon();
    }

    /// One of the commands that move.
    pub(super) fn navigate(&mut self, command: UserCommand) {
        let game = &self.m.game;
        let (tree, at) = (&game.tree, game.current);
        let step = |times: usize, forward: bool| {
            (0..times).fold(at, |node, _| {
                let next = if forward { game.forward(node) } else { tree.parent(node) };
                next.unwrap_or(node)
            })
        };
        let target = match command {
            UserCommand::First => NodeId::ROOT,
            UserCommand::Last => game.line().last().copied().unwrap_or(at),
            UserCommand::Previous => step(1, false),
            UserCommand::Next => step(1, true),
            UserCommand::BackTen => step(PAGE, false),
            UserCommand::ForwardTen => step(PAGE, true),
            UserCommand::PreviousVariation => tree.sibling(at, -1).unwrap_or(at),
            UserCommand::NextVariation => tree.sibling(at, 1).unwrap_or(at),
            UserCommand::ToGame => game.live,
            _ => at,
        };
        self.go_to(target);
    }
}
