//! A switch that was put on by its key and whose key is still down: held long enough, it goes off again with the key.
//! A short press leaves it on.

use super::command::UserCommand;
use crate::app::update::Cx;

/// From this time on a key is held and not pressed, ms.
pub const LONG_MS: u64 = 400;

/// The switch that was put on by a key that is still down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// The switch.
    pub command: UserCommand,
    /// When its key went down, ms.
    since_ms: u64,
}

impl UserCommand {
    /// Whether it is meant for a look only, as long as its key is held.
    fn can_be_held(self) -> bool {
        self == UserCommand::Threat
    }
}

impl Cx<'_> {
    /// A command was given by its key.
    pub(crate) fn hold(&mut self, command: UserCommand) {
        if command.can_be_held() {
            let on = command.is_checked(self.m) == Some(true);
            self.m.held = on.then_some(Held { command, since_ms: self.now });
        }
    }

    /// The key of the held switch is up again.
    pub(crate) fn let_go(&mut self) {
        let Some(held) = self.m.held.take() else { return };
        let long = self.now >= held.since_ms + LONG_MS;
        if long && held.command.is_checked(self.m) == Some(true) {
            self.command(held.command);
        }
    }
}
