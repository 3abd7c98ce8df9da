//! Keys as text: for people (`Ctrl+Shift+C`, `Ctrl+PgUp`) and for the file of the settings (`Ctrl+PageUp`).

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::command::Keys;

/// Every key a command can have, by its name. Escape and Tab are not among them: one always leads out, the other
/// always on to the next control.
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

/// A name as the table has it: `F1`, `ArrowUp`; `None` for keys no command can have.
fn known(name: &str) -> Option<&'static str> {
    NAMES.iter().copied().find(|known| *known == name)
}

/// Whether a key stands above another on many keyboards, as all from the plus on: whether Shift was held for it says
/// nothing.
fn is_symbol(key: &str) -> bool {
    NAMES.iter().skip_while(|name| **name != "Plus").any(|name| *name == key)
}

impl Keys {
    /// All names a key can have.
    pub fn names() -> &'static [&'static str] {
        NAMES
    }

    /// The keys as pressed; `name` as egui calls the key. `None` for one that no command can have.
    pub fn pressed(name: &str, [ctrl, shift, alt]: [bool; 3]) -> Option<Keys> {
        let arrow = ["Left", "Right", "Up", "Down"].contains(&name);
        let key = if arrow { known(&format!("Arrow{name}")) } else { known(name) }?;
        Some(Keys { ctrl, shift: shift && !is_symbol(key), alt, key })
    }

    /// For people: `Ctrl+Shift+C`.
    pub fn text(self) -> String {
        let key = match self.key {
            "ArrowLeft" => "←",
            "ArrowRight" => "→",
            "ArrowUp" => "↑",
            "ArrowDown" => "↓",
            "PageUp" => "PgUp",
            "PageDown" => "PgDn",
            "Delete" => "Del",
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
        self.with_modifiers(key)
    }

    fn with_modifiers(self, key: &str) -> String {
        let names = [(self.ctrl, "Ctrl+"), (self.alt, "Alt+"), (self.shift, "Shift+")];
        names.iter().filter(|(on, _)| *on).map(|(_, name)| *name).chain([key]).collect()
    }
}

impl From<Keys> for String {
    fn from(keys: Keys) -> String {
        keys.with_modifiers(keys.key)
    }
}

impl TryFrom<String> for Keys {
    type Error = String;

    /// Reads keys as the settings have them.
    ///
    /// # Errors
    /// If a word is no modifier, or the last one no key that a command can have.
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

#[cfg(test)]
mod tests {
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
