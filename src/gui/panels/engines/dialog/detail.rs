//! Everything about one engine: what it is, how it is started, its options; and the words where there is none
//! or its entry is damaged.

use eframe::egui::{Align, Button, Label, Layout, RichText, ScrollArea, Ui, vec2};

use tabia_app::action::{Action, EngineAction};
use tabia_app::engines::entries::{Probe, environment_text, read_environment};
use tabia_app::window::dialog::Dialog;
use tabia_engine::search::thinker::EngineId;
use tabia_host::external::command_line;
use tabia_host::external::spec::UciSpec;

use super::{Chosen, Form, options};
use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::panels::engines::dialog::options::{Field, Typing};
use crate::gui::panels::engines::dialog::state_of;
use crate::gui::present::context::Cx;
use crate::gui::present::roster;
use crate::gui::present::roster::SeatState;

/// Width of the names of fields, points.
const NAMES: f32 = 96.0;

/// Shows the column.
pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, form: &mut Form, out: &mut Vec<Action>) {
    let list = &cx.model.settings.engines;
    match form.chosen {
        Some(Chosen::Engine(id)) => {
            if let Some(spec) = list.get(id) {
                head(ui, cx, spec, form, out);
                let scroll = ScrollArea::vertical().id_salt(("engine", id)).auto_shrink(false);
                scroll.show(ui, |ui| {
                    ui.set_width(ui.available_width() - theme::PAD);
                    program(ui, spec, form, out);
                    ui.add_space(theme::PAD);
                    options::show(ui, cx, spec, form, out);
                });
            }
        }
        Some(Chosen::Damaged(place)) => {
            let entry = list.damaged().iter().find(|entry| entry.place == place);
            damaged(ui, place, entry.map_or("", |entry| &entry.error));
        }
        None => empty(ui),
    }
}

/// What to do where there is no engine yet.
fn empty(ui: &mut Ui) {
    let p = theme::palette(ui);
    ui.add_space(ui.available_height() * 0.2);
    ui.vertical_centered(|ui| {
        ui.set_max_width(380.0);
        ui.label(RichText::new(Icon::Engine.glyph()).size(34.0).color(p.text_faint));
        ui.label(RichText::new("Analyse, play and review with engines of your own").strong());
        let text = "Any engine that speaks UCI will do. Add its program or a command line on the \
            left, or drop the program on the window. It is started once to hear its name and its \
            options. Nothing is started that you did not add.";
        ui.label(RichText::new(text).color(p.text_weak));
    });
}

fn damaged(ui: &mut Ui, place: usize, error: &str) {
    let p = theme::palette(ui);
    ui.label(RichText::new(format!("Entry {place} of the list is damaged")).strong());
    ui.add_space(theme::GAP);
    ui.label(RichText::new(error).color(p.bad));
    ui.add_space(theme::GAP);
    let text = "It was left out and stays in the settings file as it is, so that it can be mended \
        there. The other engines are not touched by it.";
    ui.label(RichText::new(text).color(p.text_weak));
}

/// Name, state and what can be done with the whole entry.
fn head(ui: &mut Ui, cx: &Cx<'_>, spec: &UciSpec, form: &mut Form, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let title = RichText::new(spec.title()).size(16.0).strong();
    ui.add(Label::new(title).truncate()).on_hover_text(spec.title());
    let state = state_of(cx, spec);
    let color = match state.good {
        Some(true) => p.good,
        Some(false) => p.bad,
        None => p.text_weak,
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new(state.icon.glyph()).color(color));
        ui.add(Label::new(RichText::new(&state.text).color(color)).truncate())
            .on_hover_text(&state.text);
    });
    running(ui, cx, spec);
    ui.horizontal(|ui| {
        ui.set_height(26.0);
        if form.deleting {
            return delete(ui, spec, form, out);
        }
        let act = |action: EngineAction| Action::Engines(action);
        let waiting = cx.model.engines.probe(spec.id) == Some(&Probe::Waiting);
        let ask = if spec.said.is_some() { "Ask again" } else { "Ask what it is" };
        let hint = "Start it once to read its name and its options";
        let ask = ui.add_enabled(!waiting, Button::new(ask)).on_hover_text(hint);
        if ask.clicked() {
            out.push(act(EngineAction::Probe(spec.id)));
        }
        if ui.button("Log").on_hover_text("What was said to it and by it").clicked() {
            out.push(Action::OpenDialog(Dialog::EngineLog(spec.id)));
        }
        if ui.button("Duplicate").clicked() {
            out.push(act(EngineAction::Duplicate(spec.id)));
        }
        form.deleting = ui.button("Delete…").clicked();
    });
    ui.separator();
}

/// Whether it runs, and what is wrong if it failed.
fn running(ui: &mut Ui, cx: &Cx<'_>, spec: &UciSpec) {
    let p = theme::palette(ui);
    let (text, color) = match roster::seat_state(cx.model, EngineId(spec.id)) {
        SeatState::Failed(why) => (format!("It failed: {why}"), p.bad),
        SeatState::AtWork => ("Searching".to_owned(), p.text_weak),
        SeatState::Idle if !spec.enabled => ("Switched off".to_owned(), p.text_weak),
        SeatState::Idle if cx.model.engine.runs(spec.id) => {
            ("It runs and waits".to_owned(), p.text_weak)
        }
        SeatState::Idle => ("It does not run".to_owned(), p.text_weak),
    };
    let label = Label::new(RichText::new(&text).small().color(color)).truncate();
    ui.add(label).on_hover_text(text);
}

/// Asks before an engine goes, where the buttons were.
fn delete(ui: &mut Ui, spec: &UciSpec, form: &mut Form, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    ui.label("Take it off the list?");
    if ui.add(Button::new("Delete").fill(p.accent_fill)).clicked() {
        out.push(Action::Engines(EngineAction::Remove(spec.id)));
        form.deleting = false;
    }
    if ui.button("Keep").clicked() {
        form.deleting = false;
    }
    let note = "its program stays where it is";
    ui.add(Label::new(RichText::new(note).small().color(p.text_weak)).truncate());
}

/// How it is called and started.
fn program(ui: &mut Ui, spec: &UciSpec, form: &mut Form, out: &mut Vec<Action>) {
    let id = spec.id;
    let own = spec.said.as_ref().and_then(|said| said.name.as_deref()).unwrap_or_default();
    let line = spec.command_line();
    let variables = environment_text(&spec.environment);
    let folder = spec.folder.as_deref().unwrap_or_default();
    let words = |line: &str| match command_line::split(line) {
        Ok(_) => Ok(()),
        Err(error) => Err(error.to_string()),
    };
    let plain = Field { name: "", shown: "", hint: "", width: 0.0, rows: 1, monospace: false };
    let typing = &mut form.typing;
    let field = Field { name: "Name", shown: &spec.name, hint: own, ..plain };
    let name = named(ui, typing, field, |_| Ok(()));
    let field = Field { name: "Command line", shown: &line, monospace: true, ..plain };
    let command = named(ui, typing, field, words);
    let hint = "the folder it is started in";
    let field = Field { name: "Folder", shown: folder, hint, ..plain };
    let folder = named(ui, typing, field, |_| Ok(()));
    let field = Field { name: "Environment", shown: &variables, hint: "NAME=value", ..plain };
    let field = Field { rows: 2, monospace: true, ..field };
    let variables = named(ui, typing, field, |text| read_environment(text).map(drop));
    let actions = [
        name.map(|name| EngineAction::Rename(id, name)),
        command.map(|line| EngineAction::SetCommand(id, line)),
        folder.map(|folder| EngineAction::SetFolder(id, folder)),
        variables.map(|text| EngineAction::SetEnvironment(id, text)),
    ];
    out.extend(actions.into_iter().flatten().map(Action::Engines));
}

/// A field with its name in front and what is wrong with its text below.
fn named(
    ui: &mut Ui,
    typing: &mut Typing,
    field: Field<'_>,
    check: impl FnOnce(&str) -> Result<(), String>,
) -> Option<String> {
    let p = theme::palette(ui);
    let row = ui.horizontal_top(|ui| {
        let layout = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(vec2(NAMES, 24.0), layout, |ui| {
            ui.set_min_width(NAMES);
            ui.label(RichText::new(field.name).color(p.text_weak));
        });
        let width = (ui.available_width() - 10.0).max(80.0);
        let shown = ui.vertical(|ui| {
            let taken = typing.field(ui, Field { width, ..field }, check).1;
            typing.error_ui(ui, field.name);
            taken
        });
        shown.inner
    });
    row.inner
}
