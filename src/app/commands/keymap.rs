//! The shortcuts of the commands: the defaults, and the user's changes.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::command::{Keys, Keys as K, UserCommand};
use super::rows::rows;
use tabia_text::t;

/// Maximum number of shortcuts for a command.
pub(crate) const MAX_KEYS: usize = 4;

/// Generates the default shortcuts from the rows.
macro_rules! defaults {
    ($($group:ident { $(
        $(#[$line:ident])? $name:ident $(as $saved:literal)? $icon:literal [$($keys:expr),*]
        ($enabled:expr $(, on: $checked:expr)?);
    )* })*) => {
        /// Each command with its default shortcuts, in the order of the table.
        const DEFAULTS: &[(UserCommand, &[Keys])] = &[$($( (UserCommand::$name, &[$($keys),*]), )*)*];
    };
}

rows!(defaults);

/// Keys that reach the window as clipboard events and never as keys, and their commands.
const CLIPBOARD: &[(Keys, Option<UserCommand>)] =
    &[(K::ctrl("V"), Some(UserCommand::Paste)), (K::ctrl("X"), None)];

/// The changes to the shortcuts: for each changed command all its shortcuts, the one shown in menus first. An empty
/// list: the command has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeyMap {
    changed: BTreeMap<UserCommand, Vec<Keys>>,
}

impl KeyMap {
    pub(crate) fn first_day(command: UserCommand) -> &'static [Keys] {
        DEFAULTS[command as usize].1
    }

    /// The shortcuts of a command, the one shown in menus first.
    pub fn of(&self, command: UserCommand) -> &[Keys] {
        self.changed.get(&command).map_or_else(|| Self::first_day(command), Vec::as_slice)
    }

    /// The first shortcut of a command as text, if it has any.
    pub fn text(&self, command: UserCommand) -> Option<String> {
        self.of(command).first().map(|keys| keys.text())
    }

    /// All shortcuts of a command as text: `Ctrl+K, Ctrl+Shift+P`; empty if it has none.
    pub fn all_text(&self, command: UserCommand) -> String {
        let texts: Vec<String> = self.of(command).iter().map(|keys| keys.text()).collect();
        texts.join(", ")
    }

    /// All commands with their shortcuts, in the order of the table.
    pub fn all(&self) -> impl Iterator<Item = (UserCommand, &[Keys])> {
        DEFAULTS.iter().map(|&(command, _)| (command, self.of(command)))
    }

    /// The command with this shortcut.
    pub fn holder(&self, keys: Keys) -> Option<UserCommand> {
        self.all().find(|(_, all)| all.contains(&keys)).map(|(command, _)| command)
    }

    /// Whether this shortcut belongs to the clipboard and so is not available to this command.
    pub(crate) fn is_reserved(keys: Keys, command: UserCommand) -> bool {
        CLIPBOARD.iter().any(|(taken, owner)| *taken == keys && *owner != Some(command))
    }

    /// Whether a command's shortcuts differ from the defaults.
    pub fn is_changed(&self, command: UserCommand) -> bool {
        self.changed.contains_key(&command)
    }

    pub fn is_any_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Sets the shortcuts of a command. The caller makes sure that no other command has them.
    pub(crate) fn set(&mut self, command: UserCommand, keys: Vec<Keys>) {
        if keys == Self::first_day(command) {
            self.changed.remove(&command);
        } else {
            self.changed.insert(command, keys);
        }
    }

    /// The key map without invalid entries: shortcuts given twice, reserved ones, too many for one command. A command
    /// that loses its change gets its defaults back.
    #[must_use]
    pub(crate) fn sound(mut self) -> KeyMap {
        self.changed.retain(|&command, keys| {
            keys.truncate(MAX_KEYS);
            !keys.iter().any(|&keys| Self::is_reserved(keys, command))
        });
        while let Some(culprit) = self.twice_given() {
            self.changed.remove(&culprit);
        }
        self
    }

    /// A changed command with a shortcut that it or another has as well. The defaults have no conflicts, so each
    /// round of `sound` finds a changed command.
    fn twice_given(&self) -> Option<UserCommand> {
        let mut seen: BTreeMap<String, UserCommand> = BTreeMap::new();
        for (command, all) in self.all() {
            for &keys in all {
                if let Some(before) = seen.insert(keys.into(), command) {
                    let changed = |command: &UserCommand| self.is_changed(*command);
                    return [command, before].into_iter().find(changed);
                }
            }
        }
        None
    }
}

// Shortcuts as text: for display (`Ctrl+Shift+C`, `Ctrl+PgUp`) and for the settings file (`Ctrl+PageUp`).

/// The names of all keys that a shortcut can have. Escape and Tab are not among them: one always leaves, the other
/// always goes to the next control.
const NAMES: &[&str] = &[
    "A",
    "B",
    "C",
    "D",
    "E",
    "F",
    "G",
    "H",
    "I",
    "J",
    "K",
    "L",
    "M",
    "N",
    "O",
    "P",
    "Q",
    "R",
    "S",
    "T",
    "U",
    "V",
    "W",
    "X",
    "Y",
    "Z",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "F1",
    "F2",
    "F3",
    "F4",
    "F5",
    "F6",
    "F7",
    "F8",
    "F9",
    "F10",
    "F11",
    "F12",
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "ArrowDown",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "Insert",
    "Delete",
    "Backspace",
    "Enter",
    "Space",
    "Plus",
    "Minus",
    "Equals",
    "Comma",
    "Period",
    "Semicolon",
    "Colon",
    "Slash",
    "Backslash",
    "Pipe",
    "Questionmark",
    "Exclamationmark",
    "OpenBracket",
    "CloseBracket",
    "OpenCurlyBracket",
    "CloseCurlyBracket",
    "Backtick",
    "Quote",
];

/// The name of a key as in the table: `F1`, `ArrowUp`; `None` for keys that no shortcut can have.
fn known(name: &str) -> Option<&'static str> {
    NAMES.iter().copied().find(|known| *known == name)
}

/// Whether a key shares its place with another on many keyboards, as all from the plus on do: whether Shift was held
/// for it then means nothing.
fn is_symbol(key: &str) -> bool {
    NAMES.iter().skip_while(|name| **name != "Plus").any(|name| *name == key)
}

impl Keys {
    /// All key names.
    pub fn names() -> &'static [&'static str] {
        NAMES
    }

    /// The shortcut that was pressed; `name` is egui's name of the key. `None` if no command can have it.
    pub fn pressed(name: &str, [ctrl, shift, alt]: [bool; 3]) -> Option<Keys> {
        let arrow = ["Left", "Right", "Up", "Down"].contains(&name);
        let key = if arrow { known(&format!("Arrow{name}")) } else { known(name) }?;
        Some(Keys { ctrl, shift: shift && !is_symbol(key), alt, key })
    }

    /// The shortcut for display: `Ctrl+Shift+C`.
    pub fn text(self) -> String {
        let key = match self.key {
            "ArrowLeft" => "←",
            "ArrowRight" => "→",
            "ArrowUp" => "↑",
            "ArrowDown" => "↓",
            "Home" => t!("key-Home"),
            "End" => t!("key-End"),
            "PageUp" => t!("key-PageUp"),
            "PageDown" => t!("key-PageDown"),
            "Insert" => t!("key-Insert"),
            "Delete" => t!("key-Delete"),
            "Backspace" => t!("key-Backspace"),
            "Enter" => t!("key-Enter"),
            "Space" => t!("key-Space"),
            "Plus" => "+",
            "Minus" => "-",
            "Equals" => "=",
            "Comma" => ",",
            "Period" => ".",
            "Semicolon" => ";",
            "Colon" => ":",
            "Slash" => "/",
            "Backslash" => "\\",
            "Pipe" => "|",
            "Questionmark" => "?",
            "Exclamationmark" => "!",
            "OpenBracket" => "[",
            "CloseBracket" => "]",
            "OpenCurlyBracket" => "{",
            "CloseCurlyBracket" => "}",
            "Backtick" => "`",
            "Quote" => "'",
            key => key,
        };
        self.written([t!("key-Ctrl"), t!("key-Alt"), t!("key-Shift")], key)
    }

    /// The shortcut with these names for Ctrl, Alt and Shift.
    fn written(self, names: [&str; 3], key: &str) -> String {
        let pressed = [self.ctrl, self.alt, self.shift].into_iter().zip(names);
        let pressed = pressed.filter(|(on, _)| *on).map(|(_, name)| name);
        pressed.chain([key]).collect::<Vec<_>>().join("+")
    }
}

impl From<Keys> for String {
    fn from(keys: Keys) -> String {
        keys.written(["Ctrl", "Alt", "Shift"], keys.key)
    }
}

impl TryFrom<String> for Keys {
    type Error = String;

    /// Reads a shortcut as written in the settings.
    ///
    /// # Errors
    /// If a word is not a modifier, or the last one is not a key that a command can have.
    fn try_from(text: String) -> Result<Keys, String> {
        let mut words: Vec<&str> = text.split('+').collect();
        let name = words.pop().unwrap_or_default();
        let refused = || format!("found “{text}”, expected keys such as Ctrl+Shift+C");
        let key = known(name).ok_or_else(refused)?;
        let mut keys = Keys::plain(key);
        for word in words {
            let on = match word {
                "Ctrl" => &mut keys.ctrl,
                "Alt" => &mut keys.alt,
                "Shift" => &mut keys.shift,
                _ => return Err(refused()),
            };
            if std::mem::replace(on, true) {
                return Err(refused());
            }
        }
        Ok(keys)
    }
}

impl Serialize for Keys {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        String::from(*self).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Keys, D::Error> {
        Keys::try_from(String::deserialize(from)?).map_err(D::Error::custom)
    }
}

// Changing shortcuts: what the window listens for, and conflicts. A shortcut of another command is never taken
// without a question. Also the switch whose key is held down.

/// Time after which a key counts as held instead of pressed, ms.
pub(crate) const LONG_MS: u64 = 400;

/// A switch that was turned on by a key that is still down: if it is held long enough, releasing the key turns it off
/// again. After a short press it stays on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    pub command: UserCommand,
    /// When the key was pressed, ms.
    pub(super) since_ms: u64,
}

impl UserCommand {
    /// Whether this command can be a temporary switch while its key is held.
    pub(super) fn can_be_held(self) -> bool {
        self == UserCommand::Threat
    }
}

/// Actions on the shortcuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeysAction {
    /// Listen for a new shortcut for a command.
    Ask(UserCommand),
    /// This shortcut was pressed; `None`: one that no command can have.
    Pressed(Option<Keys>),
    /// Give the command the other's shortcut, and the other command the first shortcut of this one.
    Swap,
    /// Cancel the change.
    Cancel,
    /// Remove all shortcuts of a command.
    Clear(UserCommand),
    /// Reset a command to its default shortcuts.
    Reset(UserCommand),
    /// Reset all shortcuts.
    ResetAll,
}

/// A command whose shortcut is being changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rebinding {
    pub command: UserCommand,
    /// The conflict of the pressed shortcut; `None`: the window listens for keys.
    pub clash: Option<Clash>,
    /// Why the pressed shortcut cannot be used.
    pub refused: Option<String>,
}

/// A requested shortcut that belongs to another command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// All shortcuts the command would have.
    pub wanted: Vec<Keys>,
    /// The one in conflict.
    pub keys: Keys,
    pub holder: UserCommand,
    /// All shortcuts after the answers so far; they hold once the last question is answered.
    answered: KeyMap,
}

impl Rebinding {
    /// Starts listening for a shortcut of a command.
    fn of(command: UserCommand) -> Rebinding {
        Rebinding { command, clash: None, refused: None }
    }

    /// Whether the next key press is meant for it.
    pub fn listens(&self) -> bool {
        self.clash.is_none()
    }
}

/// Handles an action on the shortcuts. Returns the new key map if it changes.
pub(crate) fn update(
    asked: &mut Option<Rebinding>,
    action: KeysAction,
    known: &KeyMap,
) -> Option<KeyMap> {
    match action {
        KeysAction::Ask(command) => *asked = Some(Rebinding::of(command)),
        KeysAction::Pressed(keys) => return pressed(asked, keys, known),
        KeysAction::Swap => return swap(asked),
        KeysAction::Cancel => *asked = None,
        KeysAction::Clear(command) => return set_keys(asked, command, Vec::new(), known),
        KeysAction::Reset(command) => {
            return set_keys(asked, command, KeyMap::first_day(command).to_vec(), known);
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
        open.refused = Some(t!("keys-unusable").to_owned());
        return None;
    };
    if KeyMap::is_reserved(keys, command) {
        open.refused = Some(t!("keys-reserved", keys = keys.text()));
        return None;
    }
    set_keys(asked, command, vec![keys], known)
}

/// Sets the shortcuts of a command, or asks if another command has one of them.
fn set_keys(
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
        let clash = Some(Clash { wanted, keys, holder, answered: known.clone() });
        *asked = Some(Rebinding { clash, ..Rebinding::of(command) });
        return None;
    }
    *asked = None;
    let mut map = known.clone();
    map.set(command, wanted);
    Some(map)
}

/// Answers the question with yes. If yet another command has one of the requested shortcuts, it is asked about next.
fn swap(asked: &mut Option<Rebinding>) -> Option<KeyMap> {
    let Some(Rebinding { command, clash: Some(clash), .. }) = asked.take() else { return None };
    let mut map = clash.answered;
    let had = map.of(command).to_vec();
    // A shortcut that the command keeps cannot be given away.
    let given = had.iter().copied().find(|keys| !clash.wanted.contains(keys));
    let mut rest = map.of(clash.holder).to_vec();
    if let Some(place) = rest.iter().position(|keys| *keys == clash.keys) {
        rest.remove(place);
        let may = |keys: &Keys| !KeyMap::is_reserved(*keys, clash.holder);
        rest.splice(place..place, given.filter(may));
    }
    map.set(command, had.into_iter().filter(|keys| Some(*keys) != given).collect());
    map.set(clash.holder, rest);
    set_keys(asked, command, clash.wanted, &map)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::persistence::settings_file::SettingsFile;
    use UserCommand as C;

    fn read(text: &str) -> (KeyMap, Vec<String>) {
        let (settings, _, odd) = SettingsFile::parse(text).unwrap();
        (settings.keys, odd)
    }

    #[test]
    fn defaults_are_those_of_the_table() {
        for (at, (command, keys)) in DEFAULTS.iter().enumerate() {
            assert_eq!((at, *keys), (*command as usize, command.info().keys));
            assert!(!keys.iter().any(|&keys| KeyMap::is_reserved(keys, *command)));
            assert!(keys.len() <= MAX_KEYS);
            assert!(keys.iter().all(|keys| Keys::names().contains(&keys.key)), "{keys:?}");
        }
    }

    #[test]
    fn changed_keys_are_kept_in_the_settings() {
        let (keys, odd) = read(r#"{"keys": {"Flip": ["Ctrl+F", "F6"], "Quit": []}}"#);
        assert!(odd.is_empty(), "{odd:?}");
        assert_eq!(keys.all_text(C::Flip), "Ctrl+F, F6");
        assert_eq!((keys.text(C::Quit), keys.holder(K::plain("F"))), (None, None));
        assert_eq!(keys.holder(K::plain("F6")), Some(C::Flip));
        let text = serde_json::to_string(&keys).unwrap();
        assert_eq!(text, r#"{"Quit":[],"Flip":["Ctrl+F","F6"]}"#);
    }

    #[test]
    fn a_renamed_command_keeps_its_name_in_the_settings() {
        let (keys, odd) = read(r#"{"keys": {"MatchMinds": ["F6"]}}"#);
        assert!(odd.is_empty(), "{odd:?}");
        assert_eq!(keys.holder(K::plain("F6")), Some(C::PlayDuelMatch));
        assert_eq!(serde_json::to_string(&keys).unwrap(), r#"{"MatchMinds":["F6"]}"#);
    }

    #[test]
    fn damaged_values_are_refused_one_by_one() {
        let (keys, odd) = read(
            r#"{"keys": {"Flip": ["F6"], "Fly": ["F7"], "Hint": ["Hyper+H"], "Pause": "P", "Quit": ["Escape"]}}"#,
        );
        assert_eq!(odd, ["keys.Fly", "keys.Hint", "keys.Pause", "keys.Quit"]);
        assert_eq!(keys.text(C::Flip).as_deref(), Some("F6"));
        assert_eq!(keys.text(C::Hint).as_deref(), Some("H"));
        let (keys, odd) = read(r#"{"keys": 7}"#);
        assert_eq!((keys, odd.len()), (KeyMap::default(), 1));
    }

    #[test]
    fn no_file_gives_a_key_to_two_commands() {
        let (keys, _) = read(r#"{"keys": {"Flip": ["H"], "Pause": ["F6"], "SaveFile": ["F6"]}}"#);
        assert_eq!(keys.text(C::Flip).as_deref(), Some("F"), "the hint has H");
        let six = [keys.text(C::Pause), keys.text(C::SaveFile)];
        assert_eq!(six.iter().flatten().filter(|text| *text == "F6").count(), 1);
        let (keys, _) = read(r#"{"keys": {"Flip": ["H"], "Hint": ["F"]}}"#);
        assert_eq!(keys.text(C::Flip).as_deref(), Some("H"), "exchanged, none has them twice");
        let (keys, _) = read(r#"{"keys": {"Flip": ["F6", "F6"], "Quit": ["Ctrl+V"]}}"#);
        assert_eq!(keys, KeyMap::default());
        let many = r#"{"keys": {"Flip": ["F2", "F3", "F10", "F6", "F7", "F8"], "EditTags": []}}"#;
        assert_eq!(read(many).0.of(C::Flip).len(), MAX_KEYS);
    }
}

#[cfg(test)]
mod key_text_tests {
    use super::*;

    #[test]
    fn keys_survive_being_written() {
        for &name in NAMES {
            for keys in [Keys::plain(name), Keys::ctrl_shift(name), Keys::alt(name)] {
                assert_eq!(Keys::try_from(String::from(keys)), Ok(keys));
            }
        }
        assert_eq!(String::from(Keys::ctrl("PageUp")), "Ctrl+PageUp");
        assert_eq!(Keys::ctrl("PageUp").text(), "Ctrl+PgUp");
    }

    #[test]
    fn what_no_command_can_have_is_refused() {
        for text in
            ["", "+", "Ctrl+", "Escape", "Tab", "Ctrl+Ctrl+A", "Hyper+A", "a", "Ctrl + A", "A+Ctrl"]
        {
            assert!(Keys::try_from(text.to_owned()).is_err(), "{text}");
        }
        assert_eq!(Keys::pressed("Escape", [false; 3]), None);
        assert_eq!(Keys::pressed("Left", [true, false, false]), Some(Keys::ctrl("ArrowLeft")));
        let question = Keys::pressed("Questionmark", [false, true, false]);
        assert_eq!(question, Some(Keys::plain("Questionmark")), "Shift belongs to the sign");
    }
}
