//! Giving a command other keys: what the window listens for, and what stands in the way. Keys that another command
//! has are never taken without a question. And the switch whose key is held down.

use super::command::{Keys, UserCommand};
use super::keymap::KeyMap;

/// From this time on a key is held and not pressed, ms.
pub const LONG_MS: u64 = 400;

/// A switch that was put on by a key that is still down: held long enough, it goes off again with the key. A short press
/// leaves it on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
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
    fn of(command: UserCommand) -> Rebinding {
        Rebinding { command, clash: None, refused: None }
    }

    /// Whether the next keys pressed are meant for it.
    pub fn listens(&self) -> bool {
        self.clash.is_none()
    }
}

/// Answers an action about keys. Gives the keys of all commands if they are to be others.
pub(crate) fn update(
    asked: &mut Option<Rebinding>,
    action: KeysAction,
    known: &KeyMap,
) -> Option<KeyMap> {
    match action {
        KeysAction::Ask(command) => *asked = Some(Rebinding::of(command)),
        KeysAction::Pressed(keys) => return pressed(asked, keys, known),
        KeysAction::Swap => return swap(asked, known),
        KeysAction::Cancel => *asked = None,
        KeysAction::Clear(command) => return give(asked, command, Vec::new(), known),
        KeysAction::Reset(command) => {
            return give(asked, command, KeyMap::first_day(command).to_vec(), known);
        }
        KeysAction::ResetAll => {
            *asked = None;
            return Some(KeyMap::default());
        }
    }
    None
}

fn pressed(asked: &mut Option<Rebinding>, keys: Option<Keys>, known: &KeyMap) -> Option<KeyMap> {
    let open = asked.as_mut().filter(|asked| asked.listens())?;
    let command = open.command;
    let Some(keys) = keys else {
        open.refused = Some("No command can have this key".to_owned());
        return None;
    };
    if let Some(why) = KeyMap::reserved(keys, command) {
        open.refused = Some(format!("{} cannot be given away: {why}", keys.text()));
        return None;
    }
    give(asked, command, vec![keys], known)
}

/// Gives a command these keys, or asks where another has one of them.
fn give(
    asked: &mut Option<Rebinding>,
    command: UserCommand,
    wanted: Vec<Keys>,
    known: &KeyMap,
) -> Option<KeyMap> {
    let held = wanted.iter().find_map(|&keys| {
        let holder = known.holder(keys).filter(|&holder| holder != command)?;
        Some((keys, holder))
    });
    if let Some((keys, holder)) = held {
        let clash = Some(Clash { wanted, keys, holder });
        *asked = Some(Rebinding { clash, ..Rebinding::of(command) });
        return None;
    }
    *asked = None;
    let mut map = known.clone();
    map.set(command, wanted);
    Some(map)
}

/// Yes to the question. If a second command has other keys of those wished for, it is asked about next.
fn swap(asked: &mut Option<Rebinding>, known: &KeyMap) -> Option<KeyMap> {
    let Some(Rebinding { command, clash: Some(clash), .. }) = asked.take() else { return None };
    let mut map = known.clone();
    let had = map.of(command).to_vec();
    // What the command is to keep it cannot give.
    let given = had.iter().copied().find(|keys| !clash.wanted.contains(keys));
    let mut rest = map.of(clash.holder).to_vec();
    if let Some(place) = rest.iter().position(|keys| *keys == clash.keys) {
        rest.remove(place);
        let may = |keys: &Keys| KeyMap::reserved(*keys, clash.holder).is_none();
        rest.splice(place..place, given.filter(may));
    }
    map.set(command, had.into_iter().filter(|keys| Some(*keys) != given).collect());
    map.set(clash.holder, rest);
    let given = give(asked, command, clash.wanted, &map);
    Some(given.unwrap_or(map))
}
