//! The user's own engines: what can be done about them and what is being found out. The list itself is kept
//! in the settings.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::external::log::ConversationLog;
use crate::external::spec::Identity;

/// What asking an engine for its name and options has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Probe {
    /// It has been started and asked.
    Waiting,
    /// It could not be started or gave no answer, and why.
    Failed(String),
}

/// What is known about the user's engines beside their entries.
#[derive(Clone, Debug, Default)]
pub struct EngineDesk {
    /// Engines being asked what they are, or that gave no answer, by number.
    pub(super) probes: BTreeMap<u32, Probe>,
    /// What was said to each engine and by it since the program began, by number.
    logs: BTreeMap<u32, Arc<ConversationLog>>,
    /// Programs found on PATH that are well-known engines: name and path. Found when the dialog opens.
    pub found: Vec<(String, PathBuf)>,
}

impl EngineDesk {
    /// The log of an engine; begun when first asked for.
    pub(super) fn log(&mut self, id: u32) -> Arc<ConversationLog> {
        self.logs.entry(id).or_default().clone()
    }

    /// What was said to an engine and by it; `None`: nothing yet.
    pub fn said(&self, id: u32) -> Option<&Arc<ConversationLog>> {
        self.logs.get(&id)
    }

    /// How asking an engine stands; `None`: it was not asked, or has answered.
    pub fn probe(&self, id: u32) -> Option<&Probe> {
        self.probes.get(&id)
    }
}

/// What can be done about the user's engines. The number is that of the entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineAction {
    /// Add the engine that a line as in a terminal starts.
    Add(String),
    /// Add this program.
    AddFile(PathBuf),
    /// Let the user pick a program.
    PickFile,
    /// Well-known programs on PATH, as they were found.
    Found(Vec<(String, PathBuf)>),
    /// Start it once and ask what it is.
    Probe(u32),
    /// What it said, or why it said nothing.
    Probed(u32, Result<Identity, String>),
    /// Call it by this name; empty: by its own.
    Rename(u32, String),
    /// Start it by this line.
    SetCommand(u32, String),
    /// Start it in this folder; empty: in ours.
    SetFolder(u32, String),
    /// Add these variables to our environment, one `NAME=value` a line.
    SetEnvironment(u32, String),
    /// Give an option this value.
    SetOption {
        /// Which engine.
        id: u32,
        /// Which option.
        name: String,
        /// Its value.
        value: String,
    },
    /// Give an option its own value again.
    ResetOption {
        /// Which engine.
        id: u32,
        /// Which option.
        name: String,
    },
    /// Give all options their own values again.
    ResetOptions(u32),
    /// Do what one of its buttons does, if it runs.
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
        /// A folder is wanted.
        folder: bool,
    },
    /// Let it be chosen, or not.
    Enable(u32, bool),
    /// Add a copy of it.
    Duplicate(u32),
    /// Take it off the list.
    Remove(u32),
    /// Start it anew after failures.
    Restart(u32),
}
