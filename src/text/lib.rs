//! The texts of the program by key, in every language it supports.
//!
//! Texts are Fluent messages in `assets/lang/<language>/*.ftl`. [`t!`] takes a key and the message's arguments:
//!
//! ```
//! use tabia_text::t;
//!
//! assert_eq!(t!("button-cancel"), "Cancel");
//! assert_eq!(t!("count-moves", n = 1), "1 move");
//! assert_eq!(t!("count-moves", n = 1234), "1,234 moves");
//! ```
//!
//! A message without arguments is a `&'static str`: languages stay in memory once they are loaded, so looking one up
//! costs no allocation in a frame. Line breaks inside a message become spaces, an empty line becomes a line break.
//!
//! The program has one language ([`Language::choose`]); a thread can have its own ([`Language::on_this_thread`]), as in
//! tests. Until one is chosen it is English, which terminal commands do not change.

mod language;
mod number;
#[cfg(test)]
mod source;

pub use fluent_bundle::FluentValue as Value;
pub use language::{Language, LanguageError};
pub use number::{number, read_number, signed};

/// The text of a key in the current language: `t!("key")`, or `t!("key", n = 3, name = title)` for a message with
/// arguments. Keys and arguments are checked by a test that reads the source.
#[macro_export]
macro_rules! t {
    ($key:literal) => {
        $crate::text($key)
    };
    ($key:literal, $($name:ident = $value:expr),+ $(,)?) => {
        $crate::format($key, &[$((stringify!($name), $crate::Value::from($value))),+])
    };
}

/// A [`Phrase`]: `phrase!("key")`, or `phrase!("key", name = title)`, as with [`t!`].
#[macro_export]
macro_rules! phrase {
    ($key:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::Phrase::new($key, &[$((stringify!($name), ::std::string::String::from($value))),*])
    };
}

/// A text stored as its key and arguments: it is written in the language that is current when it is read. A text that
/// is not a key stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    key: String,
    args: Vec<(&'static str, String)>,
}

impl Phrase {
    /// Used by [`phrase!`].
    pub fn new(key: &str, args: &[(&'static str, String)]) -> Phrase {
        Phrase { key: key.to_owned(), args: args.to_vec() }
    }

    /// The text in the current language.
    pub fn text(&self) -> String {
        let args = self.args.iter().map(|(name, value)| (*name, Value::from(value.as_str())));
        format(&self.key, &args.collect::<Vec<_>>())
    }

    /// The form to save, from which it can be restored: the key if it has no arguments, else the text.
    pub fn to_saved(&self) -> String {
        if self.args.is_empty() { self.key.clone() } else { self.text() }
    }
}

impl From<&str> for Phrase {
    fn from(text: &str) -> Phrase {
        Phrase::new(text, &[])
    }
}

/// The text of a message without arguments, for keys that are not literals.
pub fn text(key: &str) -> &'static str {
    Language::current().text(key)
}

/// The text of a message with its arguments.
pub fn format(key: &str, args: &[(&'static str, Value<'_>)]) -> String {
    Language::current().format(key, args)
}

/// The text of a message without arguments, if there is one.
pub fn find(key: &str) -> Option<&'static str> {
    Language::current().find(key)
}
