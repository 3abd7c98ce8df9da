//! What pressing the key of a switch and letting it go do.

use super::command::UserCommand;
use super::held::{Held, LONG_MS};
use crate::update::Cx;

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
