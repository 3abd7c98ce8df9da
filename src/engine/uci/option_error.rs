//! Why an option was not set, and the two words that every check option takes.

use thiserror::Error;

use super::quoted;

/// Why an option was not set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum OptionError {
    /// There is no option of that name.
    #[error("setoption: no option is named {}; there are {known}", quoted(.name))]
    Unknown {
        /// The name given.
        name: String,
        /// The names there are.
        known: String,
    },
    /// There is no rule of that name.
    #[error("setoption: no rule of the search is named {}; there are {known}", quoted(.name))]
    UnknownRule {
        /// The name given.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The value is not one of those accepted.
    #[error("setoption {name}: found {}, expected {expected}", found.as_deref().map_or("no value".to_owned(), quoted))]
    Value {
        /// The option.
        name: &'static str,
        /// The value given.
        found: Option<String>,
        /// What it takes.
        expected: String,
    },
}

/// `true` or `false`, without regard to case.
pub(super) fn check(value: Option<&str>) -> Option<bool> {
    match value? {
        text if text.eq_ignore_ascii_case("true") => Some(true),
        text if text.eq_ignore_ascii_case("false") => Some(false),
        _ => None,
    }
}
