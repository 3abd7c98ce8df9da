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
        self.forget_advice();
        self.m.game.premove = None;
        self.save = true;
    }

    /// One of the commands that move.
    pub(super) fn navigate(&mut self, command: UserCommand) {
        let game = &self.m.game;
        let (tree, at) = (&game.tree, game.current);
        let step = |times: usize, forward: bool| {
            (0..times).fold(at, |node, _| {
                let next = if forward { tree.next(node) } else { tree.parent(node) };
                next.unwrap_or(node)
            })
        };
        let target = match command {
            UserCommand::First => NodeId::ROOT,
            UserCommand::Last => tree.last_of_line(at),
            UserCommand::Previous => step(1, false),
            UserCommand::Next => self.next_towards_live().unwrap_or(step(1, true)),
            UserCommand::BackTen => step(PAGE, false),
            UserCommand::ForwardTen => step(PAGE, true),
            UserCommand::PreviousVariation => tree.sibling(at, -1).unwrap_or(at),
            UserCommand::NextVariation => tree.sibling(at, 1).unwrap_or(at),
            UserCommand::ToGame => game.live,
            _ => at,
        };
        self.go_to(target);
    }

    /// While looking back through a game that went on in a variation, forward leads to where it stands.
    fn next_towards_live(&self) -> Option<NodeId> {
        let game = &self.m.game;
        let mut at = game.live;
        while let Some(parent) = game.tree.parent(at) {
            if parent == game.current {
                return Some(at);
            }
            at = parent;
        }
        None
    }
}
