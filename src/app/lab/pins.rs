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

/// Pins a view to the position on the board, or has it follow the board again.
pub(super) fn toggle(cx: &mut Cx<'_>, pane: PaneId) {
    let game = &cx.m.game;
    if cx.m.lab.pinned(pane, game).is_some() {
        cx.m.lab.pins.remove(&pane);
    } else {
        let pin = Pin { game: game.serial, node: game.current };
        cx.m.lab.pins.insert(pane, pin);
    }
}
