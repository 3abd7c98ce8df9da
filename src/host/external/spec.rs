//! An engine as the user put it into the list: the command, the changed options, and what the engine last reported
//! about itself.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::command_line;
use super::command_line::CommandLineError;
use super::option::{OptionKind, UciOption};

/// One engine of the list. It alone decides what is started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UciSpec {
    /// Its unique number, by which other settings refer to it.
    pub id: u32,
    /// The user's name for it; empty: the engine's own name.
    #[serde(default)]
    pub name: String,
    /// The program: a path, or a name that is looked up in PATH.
    pub command: String,
    #[serde(default)]
    pub arguments: Vec<String>,
    /// The folder it is started in; `None`: Tabia's.
    #[serde(default)]
    pub folder: Option<String>,
    /// Variables added to Tabia's environment.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// Values of the options that differ from the engine's defaults, by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Whether it may be chosen.
    #[serde(default = "yes")]
    pub enabled: bool,
    /// What it last reported about itself; `None` if it was never asked.
    #[serde(default, rename = "said")]
    pub identity: Option<Identity>,
}

/// The options that make an engine weaker than it can play, and by default do not.
pub const HANDICAPS: [&str; 2] = ["UCI_LimitStrength", "Skill Level"];

fn yes() -> bool {
    true
}

/// What an engine reports about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Identity {
    /// Its name, if it sent one.
    pub name: Option<String>,
    /// Its author, if it sent one.
    pub author: Option<String>,
    /// Its options, including those that cannot be read.
    pub options: Vec<UciOption>,
    /// Number of further options that it sent and that are not kept.
    pub options_dropped: usize,
}

impl Identity {
    pub fn option(&self, name: &str) -> Option<&UciOption> {
        self.options.iter().find(|option| option.is_named(name))
    }

    /// Whether it can play Chess960.
    pub(crate) fn plays_chess960(&self) -> bool {
        self.option("UCI_Chess960").is_some()
    }
}

impl UciSpec {
    /// An engine of which only the program is known.
    pub fn new(id: u32, command: impl Into<String>, arguments: Vec<String>) -> UciSpec {
        UciSpec {
            id,
            name: String::new(),
            command: command.into(),
            arguments,
            folder: None,
            environment: BTreeMap::new(),
            options: BTreeMap::new(),
            enabled: true,
            identity: None,
        }
    }

    /// An engine from a command line as typed in a terminal.
    ///
    /// # Errors
    /// If the line does not name a program.
    pub fn from_command_line(id: u32, line: &str) -> Result<UciSpec, CommandLineError> {
        let mut words = command_line::split(line)?.into_iter();
        let command = words.next().ok_or(CommandLineError::Empty)?;
        Ok(UciSpec::new(id, command, words.collect()))
    }

    /// Whether its options make it weaker than it can play: `UCI_LimitStrength`, or a `Skill Level` below the highest.
    pub fn limits_strength(&self) -> bool {
        let [limit, skill_level] = HANDICAPS;
        let set = |name: &str| {
            let mut all = self.options.iter();
            all.find(|(of, _)| of.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
        };
        let highest = |skill: &str| match self.identity.as_ref()?.option(skill_level)?.kind {
            OptionKind::Spin { max, .. } => Some(max? <= skill.parse().ok()?),
            _ => None,
        };
        set(limit).is_some_and(|on| on.eq_ignore_ascii_case("true"))
            || set(skill_level).is_some_and(|skill| highest(skill) != Some(true))
    }

    /// The command line that starts it.
    pub fn command_line(&self) -> String {
        let words = std::iter::once(&self.command).chain(&self.arguments);
        command_line::join(&words.collect::<Vec<_>>())
    }

    /// The name shown: the user's, the engine's own, or that of its program.
    pub fn title(&self) -> &str {
        let own = self
            .identity
            .as_ref()
            .and_then(|identity| identity.name.as_deref())
            .unwrap_or_default();
        let file = Path::new(&self.command).file_name().and_then(|name| name.to_str());
        [self.name.trim(), own, file.unwrap_or_default()]
            .into_iter()
            .find(|name| !name.is_empty())
            .unwrap_or(&self.command)
    }

    /// The option with this name, if it is known.
    pub fn option(&self, name: &str) -> Option<&UciOption> {
        self.identity.as_ref()?.option(name)
    }

    /// The value set for this option. In a file written by hand its name may differ in case.
    pub fn value(&self, name: &str) -> Option<&str> {
        let named = |(set, _): &(&String, &String)| set.eq_ignore_ascii_case(name);
        self.options.iter().find(named).map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_shown_by_the_users_name_its_own_or_its_program() {
        let mut spec = UciSpec::from_command_line(1, "\"/opt/my engine/sf 16\" -x").unwrap();
        assert_eq!(spec.title(), "sf 16");
        spec.identity = Some(Identity { name: Some("Stockfish 16".into()), ..Identity::default() });
        assert_eq!(spec.title(), "Stockfish 16");
        spec.name = "Mine".into();
        assert_eq!(spec.title(), "Mine");
        assert_eq!(spec.command_line(), "\"/opt/my engine/sf 16\" -x");
    }

    #[test]
    fn a_short_entry_written_by_hand_is_enough() {
        let spec: UciSpec = serde_json::from_str(r#"{"id":3,"command":"stockfish"}"#).unwrap();
        assert_eq!(spec, UciSpec::new(3, "stockfish", Vec::new()));
        let text = serde_json::to_string(&spec).unwrap();
        assert_eq!(serde_json::from_str::<UciSpec>(&text).unwrap(), spec);
    }
}

// How long to wait for an engine.

/// Timeouts after which an engine that does not answer is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From its start to `uciok`.
    pub handshake: Duration,
    /// To `readyok`: engines fill large tables and read networks meanwhile.
    pub ready: Duration,
    /// To `bestmove` after `stop`.
    pub stop: Duration,
    /// Beyond the time limit of a search, until `stop` is sent.
    pub overtime: Duration,
    /// For a search without a time limit that is not stopped; `None`: no limit.
    pub longest: Option<Duration>,
    /// Until it reads its input.
    pub write: Duration,
    /// From `quit` to its end.
    pub farewell: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            handshake: Duration::from_secs(15),
            ready: Duration::from_secs(30),
            stop: Duration::from_secs(5),
            overtime: Duration::from_secs(10),
            longest: None,
            write: Duration::from_secs(5),
            farewell: Duration::from_millis(500),
        }
    }
}
