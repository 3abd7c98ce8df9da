//! The user's own engines: the actions on them and the state of probing them. The list itself is part of the
//! settings.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

use tabia_host::external::command_line;
use tabia_host::external::list::EngineList;
use tabia_host::external::log::{ConversationLog, Entry};
use tabia_host::external::option::OptionKind;
use tabia_host::external::spec::{Identity, UciSpec};
use tabia_text::t;

/// The state of asking an engine for its name and options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Probe {
    /// It has been started and asked; the number of this probe.
    Waiting(u64),
    /// It could not be started or gave no answer; the reason.
    Failed(String),
}

/// Information about the user's engines beyond their entries.
#[derive(Clone, Debug, Default)]
pub struct EngineEntries {
    /// Probes that are running or failed, by engine number.
    pub(crate) probes: BTreeMap<u32, Probe>,
    /// The number of the last probe.
    pub(crate) last_probe: u64,
    /// The conversation with each engine since the program started, by number.
    logs: BTreeMap<u32, Arc<ConversationLog>>,
    /// Well-known engines found on PATH: name and path. The search starts when the dialog opens; `None` until the
    /// first answer.
    pub found: Option<Vec<(String, PathBuf)>>,
    /// A program dropped on the window; the dialog asks whether to add it.
    pub offered: Option<PathBuf>,
    /// The engine for which the dialog was opened, by number.
    pub asked_for: Option<u32>,
}

impl EngineEntries {
    /// The log of an engine; created on first use.
    pub(crate) fn log(&mut self, id: u32) -> Arc<ConversationLog> {
        self.logs.entry(id).or_default().clone()
    }

    /// The existing log of an engine; `None`: nothing was sent or received yet.
    pub fn existing_log(&self, id: u32) -> Option<&Arc<ConversationLog>> {
        self.logs.get(&id)
    }

    /// The state of a probe; `None`: the engine was not asked, or has answered.
    pub fn probe(&self, id: u32) -> Option<&Probe> {
        self.probes.get(&id)
    }
}

/// Actions on the user's engines. The number is that of the entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineAction {
    /// Add the engine that this command line starts.
    Add(String),
    /// Add this program.
    AddFile(PathBuf),
    /// Let the user pick a program.
    PickFile,
    /// A program was dropped on the window: ask whether to add it.
    Offer(PathBuf),
    /// The answer to that question.
    Answer(bool),
    /// The well-known programs found on PATH.
    Discovered(Vec<(String, PathBuf)>),
    /// Start it once and ask for its name and options.
    Probe(u32),
    /// The answer, or why there was none.
    Probed {
        /// Which engine.
        id: u32,
        /// Which probe.
        number: u64,
        result: Result<Identity, String>,
    },
    /// Rename it; empty: use its own name.
    Rename(u32, String),
    /// Set the command line that starts it.
    SetCommand(u32, String),
    /// Set its working directory; empty: ours.
    SetFolder(u32, String),
    /// Add these variables to our environment, one `NAME=value` per line.
    SetEnvironment(u32, String),
    SetOption {
        /// Which engine.
        id: u32,
        /// Which option.
        name: String,
        value: String,
    },
    /// Reset an option to its default.
    ResetOption {
        /// Which engine.
        id: u32,
        /// Which option.
        name: String,
    },
    /// Reset all options to their defaults.
    ResetOptions(u32),
    /// Press one of its button options, if it runs.
    Press {
        /// Which engine.
        id: u32,
        /// Which option.
        name: String,
    },
    /// Let the user pick a file or folder for an option.
    PickPath {
        /// Which engine.
        id: u32,
        /// Which option.
        name: String,
        /// A folder is wanted, not a file.
        folder: bool,
    },
    /// Let it be chosen, or not.
    Enable(u32, bool),
    /// Add a copy of it.
    Duplicate(u32),
    /// Take it off the list.
    Remove(u32),
    /// Open the list of engines at this one.
    SetUp(u32),
    /// Restart it after failures.
    Restart(u32),
    /// Copy these lines of a log to the clipboard.
    CopyLog(Vec<Entry>),
    /// Let the user pick a file and write its log there.
    SaveLog(u32),
    /// The log was written there, or why it was not.
    LogSaved(Result<PathBuf, String>),
}

/// How an engine's strength can be limited, by the options it offers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Handicaps {
    /// The range of Elo numbers (`UCI_LimitStrength` with `UCI_Elo`).
    pub elo: Option<RangeInclusive<u16>>,
    /// The range of skill levels (`Skill Level`).
    pub skill: Option<RangeInclusive<u8>>,
}

impl Handicaps {
    /// The handicaps of an engine; none if it was not probed yet.
    pub fn of(spec: &UciSpec) -> Handicaps {
        let spin = |name: &str| match spec.option(name).map(|option| &option.kind) {
            Some(OptionKind::Spin { min: Some(min), max: Some(max), .. }) => Some((*min, *max)),
            _ => None,
        };
        let limits = spec.option("UCI_LimitStrength").is_some();
        Handicaps {
            elo: spin("UCI_Elo").filter(|_| limits).and_then(|range| within(range, u16::MAX)),
            skill: spin("Skill Level").and_then(|range| within(range, u8::MAX)),
        }
    }
}

/// A range converted to a smaller integer type, cut off at its maximum `most`.
fn within<T>((min, max): (i64, i64), most: T) -> Option<RangeInclusive<T>>
where
    T: TryFrom<i64> + PartialOrd,
{
    let low = T::try_from(min.max(0)).ok()?;
    let high = if max < 0 { return None } else { T::try_from(max).unwrap_or(most) };
    (low <= high).then_some(low..=high)
}

/// Reads variables as the dialog shows them, one `NAME=value` per line.
///
/// # Errors
/// The first line that is not of this form.
pub fn read_environment(text: &str) -> Result<BTreeMap<String, String>, String> {
    let mut environment = BTreeMap::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let named = line.split_once('=').filter(|(name, _)| !name.trim().is_empty());
        let Some((name, value)) = named else {
            let found = tabia_engine::uci::excerpt(line);
            return Err(t!("engines-variable-bad", found = found));
        };
        environment.insert(name.trim().to_owned(), value.to_owned());
    }
    Ok(environment)
}

/// The text that [`read_environment`] reads.
pub fn environment_text(environment: &BTreeMap<String, String>) -> String {
    let lines: Vec<String> =
        environment.iter().map(|(name, value)| format!("{name}={value}")).collect();
    lines.join("\n")
}

/// Changes one entry of the list.
///
/// # Errors
/// Why the change is refused, as text.
pub(crate) fn change(list: &mut EngineList, change: EngineAction) -> Result<(), String> {
    match change {
        EngineAction::Rename(id, name) => {
            list.get_mut(id).map(|spec| spec.name = name).ok_or_else(gone)
        }
        EngineAction::SetFolder(id, folder) => {
            let folder = Some(folder.trim().to_owned()).filter(|folder| !folder.is_empty());
            list.get_mut(id).map(|spec| spec.folder = folder).ok_or_else(gone)
        }
        EngineAction::Enable(id, on) => {
            list.get_mut(id).map(|spec| spec.enabled = on).ok_or_else(gone)
        }
        EngineAction::SetCommand(id, line) => {
            list.get_mut(id).ok_or_else(gone).and_then(|spec| set_command(spec, &line))
        }
        EngineAction::SetEnvironment(id, text) => {
            list.get_mut(id).ok_or_else(gone).and_then(|spec| set_environment(spec, &text))
        }
        EngineAction::SetOption { id, name, value } => {
            list.get_mut(id).ok_or_else(gone).and_then(|spec| set_option(spec, &name, &value))
        }
        EngineAction::ResetOption { id, name } => {
            list.get_mut(id).map(|spec| forget_option(spec, &name)).ok_or_else(gone)
        }
        EngineAction::ResetOptions(id) => {
            list.get_mut(id).map(|spec| spec.options.clear()).ok_or_else(gone)
        }
        _ => Ok(()),
    }
}

fn gone() -> String {
    t!("engines-gone").to_owned()
}

fn set_command(spec: &mut UciSpec, line: &str) -> Result<(), String> {
    let words = command_line::split(line).map_err(|error| error.to_string())?;
    let Some((command, arguments)) = words.split_first() else {
        return Err(t!("engines-command-empty").to_owned());
    };
    spec.command.clone_from(command);
    spec.arguments = arguments.to_vec();
    // Another program may be another engine.
    spec.identity = None;
    Ok(())
}

fn set_environment(spec: &mut UciSpec, text: &str) -> Result<(), String> {
    spec.environment =
        read_environment(text).map_err(|error| t!("engines-environment-bad", error = error))?;
    Ok(())
}

/// Options that are shared among the engines unless the user sets them.
pub(crate) const SHARED_OPTIONS: [&str; 2] = ["Threads", "Hash"];

/// Whether an option is one of those shared among the engines.
pub fn is_shared(name: &str) -> bool {
    SHARED_OPTIONS.iter().any(|shared| shared.eq_ignore_ascii_case(name))
}

/// Sets an option to a value that it accepts. A default value is not stored, unless the option would otherwise get
/// its share.
fn set_option(spec: &mut UciSpec, name: &str, value: &str) -> Result<(), String> {
    let Some(option) = spec.option(name) else {
        let option = tabia_engine::uci::excerpt(name);
        return Err(t!("engines-no-option", engine = spec.title(), option = option));
    };
    if matches!(option.kind, OptionKind::Button) {
        return Err(t!("engines-button-no-value", name = name));
    }
    let value = option.check(value).map_err(|error| error.to_string())?;
    let own = option.default_value().as_ref() == Some(&value);
    forget_option(spec, name);
    if !own || is_shared(name) {
        spec.options.insert(name.to_owned(), value);
    }
    Ok(())
}

/// Removes the value of an option. In a file written by hand its name may differ in case.
fn forget_option(spec: &mut UciSpec, name: &str) {
    spec.options.retain(|known, _| !known.eq_ignore_ascii_case(name));
}

#[cfg(test)]
mod tests {
    use tabia_host::external::option::UciOption;

    use super::*;

    fn spec(options: &[&str]) -> UciSpec {
        let mut spec = UciSpec::new(1, "x", Vec::new());
        let options = options.iter().map(|line| UciOption::parse(line)).collect();
        spec.identity = Some(Identity { options, ..Identity::default() });
        spec
    }

    #[test]
    fn handicaps_are_what_the_options_offer() {
        let elo = "name UCI_Elo type spin default 1320 min 1320 max 3190";
        let limit = "name UCI_LimitStrength type check default false";
        let skill = "name Skill Level type spin default 20 min 0 max 20";
        let of = |options: &[&str]| Handicaps::of(&spec(options));
        assert_eq!(of(&[elo, limit]), Handicaps { elo: Some(1320..=3190), skill: None });
        assert_eq!(of(&[elo, skill]), Handicaps { elo: None, skill: Some(0..=20) });
        assert_eq!(of(&["name UCI_Elo type string", limit]), Handicaps::default());
        let strange = "name Skill Level type spin default 0 min -20 max 1000";
        assert_eq!(of(&[strange]).skill, Some(0..=255), "as far as a level can be told");
        assert_eq!(Handicaps::of(&UciSpec::new(1, "x", Vec::new())), Handicaps::default());
    }

    #[test]
    fn a_shared_option_keeps_the_value_it_was_given() {
        let hash = "name Hash type spin default 16 min 1 max 1024";
        let skill = "name Skill Level type spin default 20 min 0 max 20";
        let mut spec = spec(&[hash, skill]);
        set_option(&mut spec, "Hash", "16").unwrap();
        set_option(&mut spec, "Skill Level", "20").unwrap();
        assert_eq!(spec.options, BTreeMap::from([("Hash".to_owned(), "16".to_owned())]));
        forget_option(&mut spec, "hash");
        assert!(spec.options.is_empty());
    }

    #[test]
    fn an_environment_is_written_as_it_is_read() {
        let read = read_environment("  A=1\n\nB = x=y \n").unwrap();
        assert_eq!(environment_text(&read), "A=1\nB= x=y");
        assert_eq!(read_environment(&environment_text(&read)), Ok(read));
        let error = read_environment("A=1\n=2").unwrap_err();
        assert_eq!(error, t!("engines-variable-bad", found = "=2"));
    }
}
