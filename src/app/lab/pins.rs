//! Views that follow the board, until they are pinned to a position.

use super::state::{LabState, Pin};
use crate::cx::Cx;
use crate::game::state::GameState;
use crate::window::workspace::PaneId;
use tabia_games::game::tree::NodeId;

impl LabState {
    /// The position a view is pinned to, as long as the game has it.
    pub fn pinned(&self, pane: PaneId, game: &GameState) -> Option<NodeId> {
        let pin = self.pins.get(&pane)?;
        (pin.game == game.serial && game.tree.contains(pin.node)).then_some(pin.node)
    }

    /// The position a view shows: the one it is pinned to, or the one on the board.
    pub fn node_of(&self, pane: PaneId, game: &GameState) -> NodeId {
        self.pinned(pane, game).unwrap_or(game.current)
    }
}

impl Cx<'_> {
    /// Pins a view to the position on the board, or has it follow the board again.
    pub(crate) fn toggle_pin(&mut self, pane: PaneId) {
        let game = &self.m.game;
        if self.m.lab.pinned(pane, game).is_some() {
            self.m.lab.pins.remove(&pane);
        } else {
            let pin = Pin { game: game.serial, node: game.current };
            self.m.lab.pins.insert(pane, pin);
        }
    }
}
