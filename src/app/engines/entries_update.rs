//! The list of the user's engines: entries come, change and go; engines are asked what they are.

use std::path::Path;
use std::sync::Arc;

use tabia_engine::search::engine_id::EngineId;
use tabia_host::external::command_line;
use tabia_host::external::option::OptionKind;
use tabia_host::external::spec::{Identity, UciSpec};
use tabia_host::worker::protocol::Command;

use super::entries::{EngineAction, Probe, read_environment};
use crate::effect::Effect;
use crate::update::Cx;
use crate::window::dialog::Dialog;

impl Cx<'_> {
    /// Something is to be done about the user's engines.
    pub(crate) fn engines(&mut self, action: EngineAction) {
        match action {
            EngineAction::Add(line) => self.add_engine(&line),
            EngineAction::AddFile(path) => self.add_program(&path),
            EngineAction::PickFile => self.out.push(Effect::PickEngine),
            EngineAction::Offer(path) => {
                self.open_engines();
                self.m.engines.offered = Some(path);
            }
            EngineAction::Answer(yes) => {
                if let Some(path) = self.m.engines.offered.take().filter(|_| yes) {
                    self.add_program(&path);
                }
            }
            EngineAction::Found(found) => self.m.engines.found = Some(found),
            EngineAction::Probe(id) => self.probe_engine(id),
            EngineAction::Probed(id, said) => self.probed(id, said),
            EngineAction::Press { id, name } => {
                self.tell_seat(EngineId(id), Command::Press(name));
            }
            EngineAction::PickPath { id, name, folder } => {
                self.out.push(Effect::PickEnginePath { id, name, folder });
            }
            EngineAction::Duplicate(id) => {
                self.m.settings.engines.duplicate(id);
                self.engines_changed();
            }
            EngineAction::Remove(id) => self.remove_engine(id),
            EngineAction::SetUp(id) => {
                self.open_engines();
                self.m.engines.asked_for = Some(id);
            }
            EngineAction::Restart(id) => self.restart_engine(EngineId(id)),
            EngineAction::CopyLog(id, filter) => self.copy_log(id, &filter),
            EngineAction::SaveLog(id) => {
                if let Some(log) = self.m.engines.said(id).cloned() {
                    let name = self.m.engine_name(EngineId(id));
                    self.out.push(Effect::SaveEngineLog { name, log });
                }
            }
            EngineAction::LogSaved(Ok(path)) => {
                self.m.toasts.info(format!("The log was written to {}", path.display()));
            }
            EngineAction::LogSaved(Err(error)) => {
                self.m.toasts.error(format!("The log was not written: {error}"));
            }
            change => self.change_entry(change),
        }
    }

    /// Opens the dialog and has PATH looked through for well-known engines.
    pub(crate) fn open_engines(&mut self) {
        self.m.dialog = Some(Dialog::Engines);
        self.m.engines.offered = None;
        self.m.engines.asked_for = None;
        self.out.push(Effect::FindEngines);
    }

    fn add_engine(&mut self, line: &str) {
        match self.m.settings.engines.add(line.trim()) {
            Ok(id) => self.added(id),
            Err(error) => self.m.toasts.error(format!("This engine was not added: {error}")),
        }
    }

    fn add_program(&mut self, path: &Path) {
        let Some(text) = path.to_str() else {
            let shown = path.display();
            return self.m.toasts.error(format!(
                "This engine was not added: found the path {shown}, expected one in Unicode"
            ));
        };
        let id = self.m.settings.engines.free_id();
        self.m.settings.engines.engines.push(UciSpec::new(id, text, Vec::new()));
        self.added(id);
    }

    fn added(&mut self, id: u32) {
        self.engines_changed();
        if !matches!(self.m.dialog, Some(Dialog::Engines)) {
            self.open_engines();
        }
        self.probe_engine(id);
    }

    fn engines_changed(&mut self) {
        self.m.settings.last_engine = self.m.settings.engines.last_id();
        self.out.push(Effect::SaveSettings);
    }

    /// Starts it once to hear what it is. The user has put it there.
    fn probe_engine(&mut self, id: u32) {
        if let Some(spec) = self.m.settings.engines.get(id) {
            let log = self.m.engines.log(id);
            self.out.push(Effect::ProbeEngine(Arc::new(spec.clone()), log));
            self.m.engines.probes.insert(id, Probe::Waiting);
        }
    }

    fn probed(&mut self, id: u32, said: Result<Identity, String>) {
        let Some(spec) = self.m.settings.engines.get_mut(id) else { return };
        match said {
            Ok(identity) => {
                spec.said = Some(identity);
                self.m.engines.probes.remove(&id);
                self.engines_changed();
            }
            Err(error) => {
                self.m.engines.probes.insert(id, Probe::Failed(error));
            }
        }
    }

    fn remove_engine(&mut self, id: u32) {
        if self.m.settings.engines.remove(id).is_none() {
            return;
        }
        self.m.engines.probes.remove(&id);
        self.m.settings.analysing.retain(|&seat| seat != EngineId(id));
        self.engines_changed();
    }

    fn copy_log(&mut self, id: u32, filter: &str) {
        let Some(log) = self.m.engines.said(id) else { return };
        let lines: Vec<String> =
            log.find(filter, usize::MAX).iter().map(ToString::to_string).collect();
        let said = match lines.len() {
            1 => "1 line copied".to_owned(),
            count => format!("{count} lines copied"),
        };
        self.out.push(Effect::CopyText(lines.join("\n")));
        self.m.toasts.info(said);
    }

    /// Gives a failed engine another chance.
    fn restart_engine(&mut self, id: EngineId) {
        self.close_seat(id);
        self.save = true;
    }

    /// A change of one entry. What does not fit is refused in words.
    fn change_entry(&mut self, change: EngineAction) {
        let list = &mut self.m.settings.engines;
        let changed = match change {
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
        };
        match changed {
            Ok(()) => self.engines_changed(),
            Err(error) => self.m.toasts.error(error),
        }
    }
}

fn gone() -> String {
    "This engine is no longer in the list".to_owned()
}

fn set_command(spec: &mut UciSpec, line: &str) -> Result<(), String> {
    let words = command_line::split(line).map_err(|error| error.to_string())?;
    let Some((command, arguments)) = words.split_first() else {
        return Err("Found an empty line, expected a program and its arguments".to_owned());
    };
    spec.command.clone_from(command);
    spec.arguments = arguments.to_vec();
    // Another program may be another engine.
    spec.said = None;
    Ok(())
}

fn set_environment(spec: &mut UciSpec, text: &str) -> Result<(), String> {
    spec.environment = read_environment(text).map_err(|error| format!("Environment: {error}"))?;
    Ok(())
}

/// Sets an option to a value that it takes; its own value is no change and is not kept.
fn set_option(spec: &mut UciSpec, name: &str, value: &str) -> Result<(), String> {
    let Some(option) = spec.option(name) else {
        return Err(format!("{} has no option {}", spec.title(), tabia_engine::uci::quoted(name)));
    };
    if matches!(option.kind, OptionKind::Button) {
        return Err(format!("{name} is a button and takes no value"));
    }
    let value = option.check(value).map_err(|error| error.to_string())?;
    let own = option.default_value().as_ref() == Some(&value);
    forget_option(spec, name);
    if !own {
        spec.options.insert(name.to_owned(), value);
    }
    Ok(())
}

/// Leaves an option to the engine. In a file written by hand its name may have other capitals.
fn forget_option(spec: &mut UciSpec, name: &str) {
    spec.options.retain(|known, _| !known.eq_ignore_ascii_case(name));
}
