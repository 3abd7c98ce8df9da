//! Slow work about engines: probing one of the user's engines, searching PATH, the system's file dialogs. Each runs on
//! its own thread.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tabia_app::action::{Action, EngineAction};
use tabia_engine::search::limits::{StopSignal, StopToken};
use tabia_games::{printable, whole_file};
use tabia_host::external::discover::{discover, probe};
use tabia_host::external::log::ConversationLog;
use tabia_host::external::spec::{Timeouts, UciSpec};
use tabia_text::t;

use crate::gui::background::pick::{Pick, Picker};
use crate::gui::background::thread::Outbox;

/// Threads working for the list of engines.
#[derive(Debug)]
pub(crate) struct EngineTasks {
    outbox: Outbox,
    picker: Picker,
    /// Raised when the window closes, so that no engine being probed is left running.
    token: Arc<StopToken>,
}

impl EngineTasks {
    /// Starts with no task.
    pub(crate) fn new(outbox: Outbox, picker: Picker) -> EngineTasks {
        EngineTasks { outbox, picker, token: Arc::default() }
    }

    /// Starts an engine once and asks what it is; the conversation goes into the log. The answer carries the number.
    pub(crate) fn probe(&self, spec: Arc<UciSpec>, log: Arc<ConversationLog>, number: u64) {
        let stop = StopSignal::new(self.token.clone(), 1);
        let id = spec.id;
        let probed = move |result| Action::Engines(EngineAction::Probed { id, number, result });
        let work = move || {
            let identity = probe(&spec, Timeouts::default(), &log, &stop);
            Some(probed(identity.map_err(|error| error.to_string())))
        };
        self.outbox.start("engine-probe", work, move |error| probed(Err(error)));
    }

    /// Looks for well-known engines on PATH.
    pub(crate) fn find(&self) {
        let work = || {
            let found = discover().into_iter().map(|found| (found.name, found.path)).collect();
            Some(Action::Engines(EngineAction::Discovered(found)))
        };
        self.outbox.start("engine-finder", work, Action::Failed);
    }

    /// Lets the user pick a program.
    pub(crate) fn pick(&self) {
        let picker = self.picker.clone();
        let work = move || {
            let file = picker.pick(Pick::file(t!("library-dialog-engine")))?;
            Some(Action::Engines(EngineAction::AddFile(file)))
        };
        self.outbox.start("engine-dialog", work, Action::Failed);
    }

    /// Lets the user pick a file or folder for an option.
    pub(crate) fn pick_path(&self, id: u32, name: String, folder: bool) {
        let picker = self.picker.clone();
        let work = move || {
            let title = name.as_str();
            let pick = if folder { Pick::folder(title) } else { Pick::file(title) };
            let picked = picker.pick(pick)?;
            Some(match picked.into_os_string().into_string() {
                Ok(value) => Action::Engines(EngineAction::SetOption { id, name, value }),
                Err(path) => {
                    let path = path.to_string_lossy().into_owned();
                    Action::Failed(t!("engines-option-not-unicode", name = name, path = path))
                }
            })
        };
        self.outbox.start("engine-dialog", work, Action::Failed);
    }

    /// Lets the user pick a file and writes a log there.
    pub(crate) fn save_log(&self, name: &str, log: Arc<ConversationLog>) {
        let name = format!("{}.log.txt", printable::file_name(name));
        let picker = self.picker.clone();
        let work = move || {
            let path = picker.pick(Pick::new_file(t!("library-dialog-log"), name))?;
            Some(Action::Engines(EngineAction::LogSaved(write_log(&path, &log))))
        };
        self.outbox.start("engine-dialog", work, Action::Failed);
    }
}

impl Drop for EngineTasks {
    fn drop(&mut self) {
        self.token.stop(u64::MAX);
    }
}

/// Writes a log and returns its path.
fn write_log(path: &Path, log: &ConversationLog) -> Result<PathBuf, String> {
    whole_file::write_private(path, log.to_text().as_bytes()).map(|()| path.to_owned()).map_err(
        |error| t!("error-write", error = error.to_string(), path = path.display().to_string()),
    )
}

#[cfg(test)]
mod tests {
    use tabia_host::external::log::Side;

    use super::*;

    #[test]
    fn a_log_is_written_whole_or_an_error_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let log = ConversationLog::default();
        log.push(Side::Sent, "uci");
        let path = folder.path().join("x.log.txt");
        assert_eq!(write_log(&path, &log), Ok(path.clone()));
        assert!(std::fs::read_to_string(&path).unwrap().ends_with(" > uci\n"));
        let error = write_log(folder.path(), &log).unwrap_err();
        assert!(error.contains(&folder.path().display().to_string()), "{error}");
    }
}
