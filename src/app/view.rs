//! How the model is being looked at: nothing here changes a game.

use crate::chess::Move;
use crate::game::tree::NodeId;

/// A line of the engine under the pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoverLine {
    /// Where the line begins.
    pub node: NodeId,
    /// The whole line.
    pub moves: Vec<Move>,
    /// How many of its moves are shown played.
    pub shown: usize,
}

/// How the model is being looked at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ViewState {
    /// Black at the bottom.
    pub flipped: bool,
    /// The window fills the screen.
    pub full_screen: bool,
    /// All the engine says is hidden.
    pub hide_engine: bool,
    /// The line under the pointer.
    pub hover: Option<HoverLine>,
    /// How the panels stand, as the window wrote it down.
    pub layout: Option<serde_json::Value>,
}
