//! The choice whether full strength looks on while one plays a weaker engine.

use serde::{Deserialize, Serialize};

/// Whether full strength looks on while one plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Watching {
    /// Nobody has been asked yet: it is offered with the first game.
    #[default]
    Unasked,
    /// From the beginning of every game.
    Always,
    /// When the user asks for it, until the game ends.
    OnRequest,
    /// Never.
    Off,
}

impl Watching {
    /// What can be chosen.
    pub const ALL: [Watching; 3] = [Watching::Always, Watching::OnRequest, Watching::Off];

    /// As buttons and settings name it.
    pub fn label(self) -> &'static str {
        match self {
            Watching::Always => "Watch",
            Watching::Unasked | Watching::OnRequest => "On request",
            Watching::Off => "Off",
        }
    }
}
