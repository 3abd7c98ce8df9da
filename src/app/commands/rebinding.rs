//! Giving a command other keys: what the window listens for, and what stands in the way.

use super::command::{Keys, UserCommand};

/// What can be done about the keys of commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeysAction {
    /// Listen for the new keys of a command.
    Ask(UserCommand),
    /// These were pressed; `None`: ones that no command can have.
    Pressed(Option<Keys>),
    /// Give the command the keys another has, and that one the first keys this one had.
    Swap,
    /// Leave everything as it was.
    Cancel,
    /// Take all keys from a command.
    Clear(UserCommand),
    /// Give a command the keys of the first day.
    Reset(UserCommand),
    /// Give all of them theirs.
    ResetAll,
}

/// A command that is being given other keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rebinding {
    /// The command.
    pub command: UserCommand,
    /// What was wished for and why it is not so yet; `None`: the window listens for keys.
    pub clash: Option<Clash>,
    /// Why what was pressed cannot be had.
    pub refused: Option<String>,
}

/// Keys that were wished for and belong to another command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// All the keys the command would have.
    pub wanted: Vec<Keys>,
    /// Those that stand in the way.
    pub keys: Keys,
    /// Whose they are.
    pub holder: UserCommand,
}

impl Rebinding {
    /// Listening for the keys of a command.
    pub(crate) fn of(command: UserCommand) -> Rebinding {
        Rebinding { command, clash: None, refused: None }
    }

    /// Whether the next keys pressed are meant for it.
    pub fn listens(&self) -> bool {
        self.clash.is_none()
    }
}
