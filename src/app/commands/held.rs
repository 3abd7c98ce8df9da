//! A switch that was put on by its key and whose key is still down: held long enough, it goes off again with the key.
//! A short press leaves it on.

use super::command::UserCommand;

/// From this time on a key is held and not pressed, ms.
pub const LONG_MS: u64 = 400;

/// The switch that was put on by a key that is still down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// The switch.
    pub command: UserCommand,
    /// When its key went down, ms.
    pub(super) since_ms: u64,
}

impl UserCommand {
    /// Whether it is meant for a look only, as long as its key is held.
    pub(super) fn can_be_held(self) -> bool {
        self == UserCommand::Threat
    }
}
