//! The list of the user's engines: adding, changing, removing and probing them.

use std::path::Path;
use std::sync::Arc;

use super::entries::{EngineAction, Probe};
use super::{entries, seating};
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::state::GameState;
use crate::model::Model;
use crate::window::set;
use crate::window::view::Dialog;
use tabia_engine::search::thinker::EngineId;
use tabia_host::external::log::Entry;
use tabia_host::external::spec::{Identity, UciSpec};
use tabia_host::worker::protocol::Command;
use tabia_text::t;

/// Handles an action on the user's engines.
pub(crate) fn update(cx: &mut Cx<'_>, action: EngineAction) {
    match action {
        EngineAction::Add(line) => add_engine(cx, &line),
        EngineAction::AddFile(path) => add_program(cx, &path),
        EngineAction::PickFile => cx.out.push(Effect::PickEngine),
        EngineAction::Offer(path) => {
            open_engines(cx);
            cx.m.engines.offered = Some(path);
        }
        EngineAction::Answer(yes) => {
            if let Some(path) = cx.m.engines.offered.take().filter(|_| yes) {
                add_program(cx, &path);
            }
        }
        EngineAction::Discovered(found) => cx.m.engines.found = Some(found),
        EngineAction::Probe(id) => probe_engine(cx, id),
        EngineAction::Probed { id, number, result } => probed(cx, id, number, result),
        EngineAction::Press { id, name } => {
            cx.tell_seat(EngineId(id), Command::Press(name));
        }
        EngineAction::PickPath { id, name, folder } => {
            cx.out.push(Effect::PickEnginePath { id, name, folder });
        }
        EngineAction::Duplicate(id) => {
            cx.m.settings.engines.duplicate(id);
            engines_changed(cx);
        }
        EngineAction::Remove(id) | EngineAction::Enable(id, false)
            if let Some(game) = plays(cx.m, EngineId(id)) =>
        {
            let name = cx.m.engine_name(EngineId(id));
            cx.m.toasts.warn(t!("engines-in-game", name = name, game = game));
        }
        EngineAction::Remove(id) => remove_engine(cx, id),
        EngineAction::SetUp(id) => {
            open_engines(cx);
            cx.m.engines.asked_for = Some(id);
        }
        EngineAction::Restart(id) => restart_engine(cx, EngineId(id)),
        EngineAction::CopyLog(lines) => copy_log(cx, &lines),
        EngineAction::SaveLog(id) => {
            if let Some(log) = cx.m.engines.existing_log(id).cloned() {
                let name = cx.m.engine_name(EngineId(id));
                cx.out.push(Effect::SaveEngineLog { name, log });
            }
        }
        EngineAction::LogSaved(Ok(path)) => {
            cx.m.toasts.info(t!("engines-log-written", path = path.display().to_string()));
        }
        EngineAction::LogSaved(Err(error)) => {
            cx.m.toasts.error(t!("engines-log-failed", error = error));
        }
        change => {
            let repaired = started_differently(&change);
            let another = another_program(&change);
            let program = |m: &Model| {
                let spec = m.settings.engines.get(another?)?;
                Some((spec.command.clone(), spec.arguments.clone()))
            };
            let before = program(cx.m);
            match entries::change(&mut cx.m.settings.engines, change) {
                Ok(()) => {
                    engines_changed(cx);
                    if let Some(id) = another {
                        cx.m.engines.probes.remove(&id);
                        if program(cx.m) != before {
                            cx.m.telemetry.forget_engine(EngineId(id));
                        }
                    }
                    let gave_up = |&id: &EngineId| cx.m.engine.given_up(id).is_some();
                    if let Some(id) = repaired.filter(gave_up) {
                        restart_engine(cx, id);
                    }
                }
                Err(error) => cx.m.toasts.error(error),
            }
        }
    }
}

/// The engine whose command or setup this change alters.
fn started_differently(change: &EngineAction) -> Option<EngineId> {
    match change {
        EngineAction::SetOption { id, .. }
        | EngineAction::ResetOption { id, .. }
        | EngineAction::ResetOptions(id) => Some(EngineId(*id)),
        _ => another_program(change).map(EngineId),
    }
}

/// The engine whose program this change may alter: what an earlier probe finds is not about it.
fn another_program(change: &EngineAction) -> Option<u32> {
    match change {
        EngineAction::SetCommand(id, _)
        | EngineAction::SetFolder(id, _)
        | EngineAction::SetEnvironment(id, _) => Some(*id),
        _ => None,
    }
}

/// The running game in which an engine plays and is able to, as its text names it: that on the board, or one set aside
/// by a tour.
fn plays(m: &Model, id: EngineId) -> Option<&'static str> {
    let aside = m.aside.as_ref().map(|aside| (&aside.game, "aside"));
    let plays = |(game, _): &(&GameState, _)| game.is_played() && game.has_engine(id);
    let games = [Some((&m.game, "board")), aside].into_iter().flatten();
    let able = m.stuck_player().is_none_or(|(stuck, _)| stuck != id);
    games.filter(|_| able).find(plays).map(|(_, name)| name)
}

/// Opens the dialog and starts the search for well-known engines on PATH.
pub(crate) fn open_engines(cx: &mut Cx<'_>) {
    // The log of an engine belongs to the list, and leads back to it.
    cx.m.dialog.take_if(|open| matches!(open, Dialog::EngineLog { .. }));
    set::open_over(cx, Dialog::Engines);
    cx.m.engines.offered = None;
    cx.m.engines.asked_for = None;
    cx.out.push(Effect::FindEngines);
}

fn add_engine(cx: &mut Cx<'_>, line: &str) {
    match cx.m.settings.engines.add(line.trim()) {
        Ok(id) => added(cx, id),
        Err(error) => cx.m.toasts.error(t!("engines-refused", error = error.to_string())),
    }
}

fn add_program(cx: &mut Cx<'_>, path: &Path) {
    let Some(text) = path.to_str() else {
        let shown = path.display().to_string();
        return cx.m.toasts.error(t!("engines-path-not-unicode", path = shown));
    };
    let id = cx.m.settings.engines.free_id();
    cx.m.settings.engines.engines.push(UciSpec::new(id, text, Vec::new()));
    added(cx, id);
}

fn added(cx: &mut Cx<'_>, id: u32) {
    engines_changed(cx);
    if !matches!(cx.m.dialog, Some(Dialog::Engines)) {
        open_engines(cx);
    }
    probe_engine(cx, id);
}

fn engines_changed(cx: &mut Cx<'_>) {
    cx.m.settings.last_engine = cx.m.settings.engines.last_id();
    cx.out.push(Effect::SaveSettings);
}

/// Starts an engine once to ask for its name and options. The user has added it.
fn probe_engine(cx: &mut Cx<'_>, id: u32) {
    if let Some(spec) = cx.m.settings.engines.get(id) {
        let log = cx.m.engines.log(id);
        cx.m.engines.last_probe += 1;
        let number = cx.m.engines.last_probe;
        cx.out.push(Effect::ProbeEngine { spec: Arc::new(spec.clone()), log, number });
        cx.m.engines.probes.insert(id, Probe::Waiting(number));
    }
}

fn probed(cx: &mut Cx<'_>, id: u32, number: u64, result: Result<Identity, String>) {
    if cx.m.engines.probe(id) != Some(&Probe::Waiting(number)) {
        return;
    }
    let Some(spec) = cx.m.settings.engines.get_mut(id) else { return };
    match result {
        Ok(identity) => {
            spec.identity = Some(identity);
            cx.m.engines.probes.remove(&id);
            engines_changed(cx);
        }
        Err(error) => {
            cx.m.engines.probes.insert(id, Probe::Failed(error));
        }
    }
}

fn remove_engine(cx: &mut Cx<'_>, id: u32) {
    if cx.m.settings.engines.remove(id).is_none() {
        return;
    }
    cx.m.engines.probes.remove(&id);
    cx.m.settings.analysing.retain(|&seat| seat != EngineId(id));
    engines_changed(cx);
}

fn copy_log(cx: &mut Cx<'_>, lines: &[Entry]) {
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let message = t!("engines-log-copied", n = lines.len());
    cx.out.push(Effect::CopyText(lines.join("\n")));
    cx.m.toasts.info(message);
}

/// Gives a failed engine another chance.
fn restart_engine(cx: &mut Cx<'_>, id: EngineId) {
    seating::close_seat(cx, id);
    cx.save = true;
}
