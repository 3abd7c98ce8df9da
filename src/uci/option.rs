//! The options an interface can set: one table for what is announced and what is accepted.

use std::ops::RangeInclusive;

use thiserror::Error;

use crate::engine::options::{
    EngineOptions, HASH_MIB, MOVE_OVERHEAD_MS, MULTI_PV, Strength, THREADS,
};
use crate::engine::strength::LEVELS;

use super::quoted;

/// Everything set by options. Those of the engine go to the worker, the others are the loop's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UciOptions {
    /// The engine's.
    pub engine: EngineOptions,
    /// Castling is written as king takes rook.
    pub chess960: bool,
}

/// What has to happen after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// The engine must hear of its new options.
    Engine,
    /// The table must be emptied.
    ClearHash,
}

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

/// What kind of value an option takes, and where it goes.
#[derive(Clone, Debug)]
enum Kind {
    Spin {
        default: u32,
        range: RangeInclusive<u32>,
        place: fn(&mut EngineOptions) -> &mut u32,
    },
    /// Number of one of the engine's levels; the last is full strength.
    Level,
    Chess960,
    /// Understood and kept by nobody: the search does not depend on it.
    Told,
    ClearHash,
}

/// The level of full strength.
const FULL: u32 = LEVELS.len() as u32 - 1;

/// The options in the order they are announced.
fn table() -> Vec<(&'static str, Kind)> {
    let default = EngineOptions::default();
    let spin = |range, default, place| Kind::Spin { default, range, place };
    vec![
        ("Hash", spin(HASH_MIB, default.hash_mib, |o| &mut o.hash_mib)),
        ("Clear Hash", Kind::ClearHash),
        ("Threads", spin(THREADS, default.threads, |o| &mut o.threads)),
        ("MultiPV", spin(MULTI_PV, default.multi_pv, |o| &mut o.multi_pv)),
        // A ponder search says so itself (`go ponder`); the option tells the interface that it may.
        ("Ponder", Kind::Told),
        (
            "Move Overhead",
            spin(MOVE_OVERHEAD_MS, default.move_overhead_ms, |o| &mut o.move_overhead_ms),
        ),
        ("Level", Kind::Level),
        ("UCI_Chess960", Kind::Chess960),
        ("UCI_AnalyseMode", Kind::Told),
    ]
}

/// The lines that announce the options after `uci`.
pub fn announce() -> Vec<String> {
    let line = |(name, kind): (&str, Kind)| match kind {
        Kind::Spin { default, range, .. } => format!(
            "option name {name} type spin default {default} min {} max {}",
            range.start(),
            range.end()
        ),
        Kind::Level => format!("option name {name} type spin default {FULL} min 0 max {FULL}"),
        Kind::Chess960 | Kind::Told => format!("option name {name} type check default false"),
        Kind::ClearHash => format!("option name {name} type button"),
    };
    table().into_iter().map(line).collect()
}

impl UciOptions {
    /// Sets an option. Names are compared without regard to case.
    ///
    /// # Errors
    /// For an unknown name or a value that is not accepted; then nothing changes.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let Some((name, kind)) =
            table().into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name))
        else {
            let known: Vec<&str> = table().iter().map(|(name, _)| *name).collect();
            return Err(OptionError::Unknown { name: name.into(), known: known.join(", ") });
        };
        let wrong = |expected: String| OptionError::Value {
            name,
            found: value.map(str::to_owned),
            expected,
        };
        let number = |range: RangeInclusive<u32>| {
            value
                .and_then(|text| text.trim().parse().ok())
                .filter(|number| range.contains(number))
                .ok_or_else(|| wrong(format!("a number from {} to {}", range.start(), range.end())))
        };
        match kind {
            Kind::Spin { range, place, .. } => {
                *place(&mut self.engine) = number(range)?;
                Ok(Effect::Engine)
            }
            Kind::Level => {
                let level = number(0..=FULL)?;
                self.engine.strength =
                    if level == FULL { Strength::Full } else { Strength::Level(level as u8) };
                Ok(Effect::Engine)
            }
            Kind::Chess960 => {
                self.chess960 = check(value).ok_or_else(|| wrong("true or false".into()))?;
                Ok(Effect::None)
            }
            Kind::Told => {
                check(value).ok_or_else(|| wrong("true or false".into()))?;
                Ok(Effect::None)
            }
            Kind::ClearHash => Ok(Effect::ClearHash),
        }
    }
}

fn check(value: Option<&str>) -> Option<bool> {
    match value?.trim() {
        text if text.eq_ignore_ascii_case("true") => Some(true),
        text if text.eq_ignore_ascii_case("false") => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_within_their_ranges() {
        let mut options = UciOptions::default();
        assert_eq!(options.set("hash", Some("128")), Ok(Effect::Engine));
        assert_eq!(options.set("Move Overhead", Some("50")), Ok(Effect::Engine));
        assert_eq!(options.set("UCI_Chess960", Some("true")), Ok(Effect::None));
        assert_eq!(options.set("Clear Hash", None), Ok(Effect::ClearHash));
        assert_eq!(options.set("Level", Some("2")), Ok(Effect::Engine));
        assert_eq!(options.engine.strength, Strength::Level(2));
        assert_eq!(options.set("Ponder", Some("false")), Ok(Effect::None));
        assert_eq!((options.engine.hash_mib, options.engine.move_overhead_ms), (128, 50));
        assert!(options.chess960);
    }

    #[test]
    fn what_is_refused_changes_nothing_and_says_why() {
        let mut options = UciOptions::default();
        let mut said = |name, value| options.set(name, value).unwrap_err().to_string();
        assert_eq!(
            said("Threads", Some("0")),
            "setoption Threads: found '0', expected a number from 1 to 256"
        );
        assert_eq!(
            said("Hash", None),
            "setoption Hash: found no value, expected a number from 1 to 65536"
        );
        assert_eq!(
            said("UCI_Chess960", Some("maybe")),
            "setoption UCI_Chess960: found 'maybe', expected true or false"
        );
        assert!(said("Contempt", Some("1")).starts_with(
            "setoption: no option is named 'Contempt'; there are Hash, Clear Hash, Threads"
        ));
        assert_eq!(options, UciOptions::default());
    }

    #[test]
    fn every_announced_default_is_accepted() {
        for line in announce() {
            let (name, rest) =
                line.strip_prefix("option name ").unwrap().split_once(" type ").unwrap();
            let default = rest.split_once("default ").and_then(|(_, r)| r.split(' ').next());
            let mut options = UciOptions::default();
            options.set(name, default).unwrap();
            assert_eq!(options, UciOptions::default(), "{name}");
        }
    }
}
