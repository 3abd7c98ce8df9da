//! The dialog of the user's engines: the list and the ways to add an engine on the left, everything about the chosen
//! one on the right. Its size depends only on the window, so nothing moves under the pointer.

mod options;

use std::path::{Path, PathBuf};

use eframe::egui::{
    Align, Button, Checkbox, Color32, Frame, Key, Label, Layout, Rect, RichText, Role, ScrollArea,
    Sense, TextEdit, TextStyle, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};

use tabia_app::action::{Action, EngineAction};
use tabia_app::engines::entries::{Probe, environment_text, read_environment};
use tabia_app::window::view::Dialog;
use tabia_engine::search::thinker::EngineId;
use tabia_host::external::command_line;
use tabia_host::external::spec::UciSpec;
use tabia_text::t;

use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::panels::engines::dialog::options::{Field, Typing};
use crate::gui::present::context::Cx;
use crate::gui::present::roster::SeatState;
use crate::gui::present::{dialog, roster};
use crate::gui::widgets::buttons::{self, elided};

/// Maximum size of the dialog, points.
const LARGEST: Vec2 = vec2(900.0, 620.0);
/// Minimum size of the dialog, points.
const SMALLEST: Vec2 = vec2(420.0, 300.0);
/// Size of a dialog's frame and the space around it, points.
const AROUND: Vec2 = vec2(60.0, 70.0);
/// Height of the buttons below, points.
const FOOT: f32 = 40.0;

/// What is shown on the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chosen {
    Engine(u32),
    /// An unreadable entry, by its place in the file.
    Damaged(usize),
}

/// The state of the dialog.
#[derive(Debug, Default)]
pub(crate) struct Form {
    chosen: Option<Chosen>,
    /// What to show there next: the input in the present form has to be taken first.
    next: Option<Chosen>,
    /// The engine the dialog was opened for, as of the previous frame.
    asked_for: Option<u32>,
    /// The engines of the previous frame, used to choose a new one; `None` in the first frame.
    known: Option<Vec<u32>>,
    /// The command line of an engine to be added.
    line: String,
    /// The error in that line.
    refused: Option<String>,
    typing: Typing,
    /// An option whose number is being dragged.
    dragged: Option<(String, i64)>,
    /// Filter for the names of options.
    filter: String,
    /// Whether the user is being asked to confirm deletion of the chosen engine.
    deleting: bool,
    /// Whether the list is to show the chosen engine, which may be outside its visible part.
    scrolls: bool,
}

/// Size of the larger dialogs about engines, limited by the window.
pub(crate) fn dialog_size(ui: &Ui) -> Vec2 {
    (ui.content_rect().size() - AROUND).clamp(SMALLEST, LARGEST)
}

/// Shows the dialog.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, form: &mut Form, out: &mut Vec<Action>) {
    form.follow(cx);
    let size = dialog_size(ui);
    ui.set_width(size.x);
    ui.set_height(size.y);
    let top = ui.cursor().top();
    ui.heading(t!("engines-title"));
    if let Some(path) = &cx.model.engines.offered {
        offered(ui, path, out);
    }
    ui.add_space(theme::GAP);
    let area = ui.available_rect_before_wrap();
    let body = Rect::from_min_max(area.min, pos2(area.left() + size.x, top + size.y - FOOT));
    let split = body.left() + (body.width() * 0.32).clamp(160.0, 270.0);
    let left = body.with_max_x(split - theme::PAD);
    let right = body.with_min_x(split + theme::PAD);
    ui.painter().vline(split, body.y_range(), (1.0, theme::palette(ui).border));
    column(ui, "list", left, |ui| list(ui, cx, form, out));
    column(ui, "detail", right, |ui| show_detail(ui, cx, form, out));
    if let Some(next) = form.next.take() {
        form.choose(next);
    }
    ui.advance_cursor_after_rect(body);
    let note = |ui: &mut Ui| {
        let p = theme::palette(ui);
        let text = t!("engines-note");
        ui.add(Label::new(RichText::new(text).small().color(p.text_weak)).truncate());
    };
    dialog::close_button(ui, t!("button-close"), note);
}

/// A column in its place, whatever its content.
fn column(ui: &mut Ui, salt: &str, rect: Rect, add: impl FnOnce(&mut Ui)) {
    let layout = Layout::top_down(Align::Min);
    let mut child = ui.new_child(UiBuilder::new().id_salt(salt).max_rect(rect).layout(layout));
    child.set_clip_rect(rect.expand(2.0).intersect(ui.clip_rect()));
    add(&mut child);
}

/// Asks whether to add a program that was dropped on the window.
fn offered(ui: &mut Ui, path: &Path, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    Frame::new().fill(p.raised).corner_radius(theme::RADIUS).inner_margin(8).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(Icon::Engine.glyph()).color(p.accent));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button(t!("engines-offer.no")).clicked() {
                    out.push(Action::Engines(EngineAction::Answer(false)));
                }
                if ui.button(t!("engines-offer.yes")).clicked() {
                    out.push(Action::Engines(EngineAction::Answer(true)));
                }
                let name = format::file_name(path);
                let text = t!("engines-offer", name = name);
                let layout = Layout::left_to_right(Align::Center);
                ui.with_layout(layout, |ui| {
                    let label = ui.add(Label::new(text).truncate());
                    label.on_hover_text(format::path(path));
                });
            });
        });
    });
}

impl Form {
    /// Keeps the choice valid: a newly added engine is chosen, a removed one is not.
    fn follow(&mut self, cx: &Cx<'_>) {
        let list = &cx.model.settings.engines;
        let ids: Vec<u32> = list.engines.iter().map(|spec| spec.id).collect();
        let new = |known: &Vec<u32>| ids.iter().rev().copied().find(|id| !known.contains(id));
        if let Some(id) = self.known.as_ref().and_then(new) {
            self.choose(Chosen::Engine(id));
        }
        let asked_for = cx.model.engines.asked_for;
        if let Some(id) = asked_for.filter(|_| asked_for != self.asked_for) {
            self.choose(Chosen::Engine(id));
        }
        self.asked_for = asked_for;
        let there = match self.chosen {
            Some(Chosen::Engine(id)) => ids.contains(&id),
            Some(Chosen::Damaged(place)) => list.damaged().iter().any(|entry| entry.place == place),
            None => false,
        };
        if !there {
            self.chosen = None;
            if let Some(&first) = ids.first() {
                self.choose(Chosen::Engine(first));
            }
        }
        self.known = Some(ids);
    }

    fn choose(&mut self, chosen: Chosen) {
        if self.chosen != Some(chosen) {
            self.chosen = Some(chosen);
            self.typing = Typing::default();
            self.dragged = None;
            self.filter.clear();
            self.deleting = false;
            self.scrolls = true;
        }
    }
}

/// Height of a row, points.
const ROW: f32 = 42.0;
/// Height of what is below the list, and of the list of this computer's engines in it, points.
const ADD: f32 = 186.0;
const FOUND: f32 = 90.0;

/// Shows the engines with the state of each, and below them the ways to add another.
fn list(ui: &mut Ui, cx: &Cx<'_>, form: &mut Form, out: &mut Vec<Action>) {
    let list = &cx.model.settings.engines;
    let none_found = cx.model.engines.found.as_ref().is_some_and(Vec::is_empty);
    let below = if none_found { ADD - FOUND } else { ADD };
    let height = (ui.available_height() - below).max(2.0 * ROW);
    let scroll = ScrollArea::vertical().id_salt("engines").auto_shrink(false);
    scroll.max_height(height).min_scrolled_height(height).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for spec in &list.engines {
            engine_row(ui, cx, spec, form, out);
        }
        form.scrolls = false;
        for entry in list.damaged() {
            let title = t!("engines-damaged", place = entry.place);
            let on = form.chosen == Some(Chosen::Damaged(entry.place));
            let state = State { icon: Icon::Warning, good: Some(false), text: entry.error.clone() };
            if list_row(ui, &title, &state, on, 0.0).1 {
                form.next = Some(Chosen::Damaged(entry.place));
            }
        }
        if list.engines.is_empty() && list.damaged().is_empty() {
            let p = theme::palette(ui);
            ui.label(RichText::new(t!("engines-empty")).color(p.text_weak));
        }
    });
    add_engine(ui, cx, form, out);
}

/// The state of an engine, in a line.
struct State {
    icon: Icon,
    /// Whether that is good or bad; `None`: neither.
    good: Option<bool>,
    text: String,
}

/// The state of an engine.
fn state_of(cx: &Cx<'_>, spec: &UciSpec) -> State {
    let state = |icon, good, text: String| State { icon, good, text };
    match (cx.model.engines.probe(spec.id), &spec.identity) {
        (Some(Probe::Waiting(_)), _) => state(Icon::Clock, None, t!("engines-asking").into()),
        (Some(Probe::Failed(error)), _) => state(Icon::Warning, Some(false), error.clone()),
        (None, None) => state(Icon::Help, None, t!("engines-not-asked").into()),
        (None, Some(identity)) => {
            let name = identity.name.as_deref().unwrap_or(t!("engines-no-name"));
            let text = match &identity.author {
                Some(author) => t!("engines-by", name = name, author = author.as_str()),
                None => name.to_owned(),
            };
            state(Icon::Check, Some(true), text)
        }
    }
}

fn engine_row(ui: &mut Ui, cx: &Cx<'_>, spec: &UciSpec, form: &mut Form, out: &mut Vec<Action>) {
    let on = form.chosen == Some(Chosen::Engine(spec.id));
    let (rect, clicked) = list_row(ui, spec.title(), &state_of(cx, spec), on, 30.0);
    if clicked {
        form.next = Some(Chosen::Engine(spec.id));
    }
    if on && form.scrolls {
        ui.scroll_to_rect(rect, None);
    }
    let place = Rect::from_center_size(rect.right_center() - vec2(18.0, 0.0), vec2(24.0, 24.0));
    let mut enabled = spec.enabled;
    // In its own place: the row has taken the room already.
    let builder = UiBuilder::new().id_salt(("enabled", spec.id)).max_rect(place);
    let switch = ui.new_child(builder).add(Checkbox::without_text(&mut enabled));
    let name = t!("engines-enabled", name = spec.title());
    switch.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, enabled, &name));
    if switch.on_hover_text(t!("engines-enabled.hint")).changed() {
        out.push(Action::Engines(EngineAction::Enable(spec.id, enabled)));
    }
}

/// A row of the list; `right` stays free at its end. Returns its place and whether it was clicked.
fn list_row(ui: &mut Ui, title: &str, state: &State, on: bool, right: f32) -> (Rect, bool) {
    let p = theme::palette(ui);
    let size = vec2(ui.available_width(), ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    if ui.is_rect_visible(rect) {
        let fill = match (on, response.hovered()) {
            (true, _) => Some(p.accent_fill),
            (false, true) => Some(p.hover),
            (false, false) => None,
        };
        if let Some(fill) = fill {
            ui.painter().rect_filled(rect, theme::RADIUS, fill);
        }
        if response.has_focus() {
            let inside = eframe::egui::StrokeKind::Inside;
            ui.painter().rect_stroke(rect, theme::RADIUS, (1.5, p.accent), inside);
        }
        let room = rect.width() - 16.0 - right;
        let name = elided(ui, title, room, p.text);
        ui.painter().galley(rect.min + vec2(8.0, 4.0), name, p.text);
        let color = if state.good == Some(false) { p.bad } else { p.text_weak };
        let text = format!("{} {}", state.icon.glyph(), state.text);
        let text = elided(ui, &text, room, color);
        ui.painter().galley(rect.min + vec2(8.0, 22.0), text, color);
    }
    let words = t!("engines-row", name = title, state = state.text.as_str());
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, ui.is_enabled(), on, &words));
    (rect, response.on_hover_text(words).clicked())
}

/// The ways to add an engine.
fn add_engine(ui: &mut Ui, cx: &Cx<'_>, form: &mut Form, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    ui.separator();
    let wide = vec2(ui.available_width(), 28.0);
    if ui.add(Button::new(t!("engines-add-program")).min_size(wide)).clicked() {
        out.push(Action::Engines(EngineAction::PickFile));
    }
    ui.horizontal(|ui| {
        let font = TextStyle::Button.resolve(ui.style());
        let add =
            ui.painter().layout_no_wrap(t!("button-add").to_owned(), font, Color32::PLACEHOLDER);
        let spacing = ui.spacing().item_spacing.x + 2.0 * ui.spacing().button_padding.x;
        let width = ui.available_width() - add.size().x - spacing;
        let field = TextEdit::singleline(&mut form.line).desired_width(width - 8.0);
        let field = ui.add(field.hint_text(t!("engines-line.hint")));
        field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, t!("engines-line")));
        let field = field.on_hover_text("stockfish, ssh host engine, wine engine.exe");
        if field.changed() {
            form.refused = None;
        }
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let named = !form.line.trim().is_empty();
        if ui.add_enabled(named, Button::new(t!("button-add"))).clicked() || (entered && named) {
            match command_line::split(&form.line) {
                Ok(_) => {
                    let line = std::mem::take(&mut form.line);
                    out.push(Action::Engines(EngineAction::Add(line)));
                }
                Err(error) => form.refused = Some(error.to_string()),
            }
        }
    });
    match &form.refused {
        Some(error) => {
            let text = RichText::new(error).small().color(p.bad);
            ui.add(Label::new(text).truncate()).on_hover_text(error);
        }
        None => {
            ui.label(RichText::new(" ").small());
        }
    }
    found_engines(ui, cx, out);
}

/// Whether an engine of this computer is in the list.
fn is_listed(cx: &Cx<'_>, (name, path): &(String, PathBuf)) -> bool {
    cx.model.settings.engines.engines.iter().any(|spec| {
        spec.arguments.is_empty()
            && (path.as_os_str() == spec.command.as_str() || *name == spec.command)
    })
}

/// Offers the well-known engines of this computer, each to be added by a click. One already in the list stays, so that
/// the next does not move under the pointer.
fn found_engines(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let found = cx.model.engines.found.as_deref().unwrap_or_default();
    if found.is_empty() {
        return;
    }
    ui.label(RichText::new(t!("engines-found")).small().color(p.text_weak));
    ScrollArea::vertical().id_salt("found").auto_shrink(false).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for engine in found {
                let (name, path) = engine;
                let listed = is_listed(cx, engine);
                let icon = if listed { Icon::Check } else { Icon::Plus };
                let button = Button::new(format!("{} {name}", icon.glyph()));
                let button = ui.add_enabled(!listed, button);
                let button = button.accessible_name(t!("engines-add", name = name.as_str()));
                if button.on_hover_text(format::path(path)).clicked() {
                    out.push(Action::Engines(EngineAction::AddFile(path.clone())));
                }
            }
        });
    });
}

// Everything about one engine: what it is, how it is started, its options; and the text if there is none or its entry
// is damaged.

/// Width of the names of fields, points.
const NAMES: f32 = 96.0;

/// Shows the column.
fn show_detail(ui: &mut Ui, cx: &Cx<'_>, form: &mut Form, out: &mut Vec<Action>) {
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

/// What to do when there is no engine yet.
fn empty(ui: &mut Ui) {
    let p = theme::palette(ui);
    ui.add_space(ui.available_height() * 0.2);
    ui.vertical_centered(|ui| {
        ui.set_max_width(380.0);
        ui.label(RichText::new(Icon::Engine.glyph()).size(34.0).color(p.text_faint));
        ui.label(RichText::new(t!("engines-start")).strong());
        let text = t!("engines-start.text");
        ui.label(RichText::new(text).color(p.text_weak));
    });
}

fn damaged(ui: &mut Ui, place: usize, error: &str) {
    let p = theme::palette(ui);
    ui.label(RichText::new(t!("engines-damaged-entry", place = place)).strong());
    ui.add_space(theme::GAP);
    ui.label(RichText::new(error).color(p.bad));
    ui.add_space(theme::GAP);
    let text = t!("engines-damaged-entry.text");
    ui.label(RichText::new(text).color(p.text_weak));
}

/// Name, state and the buttons for the whole entry.
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
    running(ui, cx, spec, out);
    ui.horizontal(|ui| {
        ui.set_height(26.0);
        if form.deleting {
            return delete(ui, spec, form, out);
        }
        let act = |action: EngineAction| Action::Engines(action);
        let waiting = matches!(cx.model.engines.probe(spec.id), Some(Probe::Waiting(_)));
        let read = spec.identity.is_some();
        let ask = if read { t!("engines-read-again") } else { t!("engines-read") };
        let hint = t!("engines-read-hint");
        let ask = ui.add_enabled(!waiting, Button::new(ask)).on_hover_text(hint);
        if ask.clicked() {
            out.push(act(EngineAction::Probe(spec.id)));
        }
        if ui.button(t!("engines-log")).on_hover_text(t!("engines-log.hint")).clicked() {
            out.push(Action::OpenDialog(Dialog::EngineLog { id: spec.id, from_list: true }));
        }
        if ui.button(t!("engines-duplicate")).clicked() {
            out.push(act(EngineAction::Duplicate(spec.id)));
        }
        form.deleting = ui.button(t!("engines-delete")).clicked();
    });
    ui.separator();
}

/// Whether it runs, and the problem if it failed.
fn running(ui: &mut Ui, cx: &Cx<'_>, spec: &UciSpec, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let state = roster::seat_state(cx.model, EngineId(spec.id));
    let failed = matches!(state, SeatState::Failed(_));
    let (text, color) = match state {
        SeatState::Failed(why) => (t!("engines-failed", why = why), p.bad),
        SeatState::AtWork => (t!("engines-searching").to_owned(), p.text_weak),
        SeatState::Idle | SeatState::Finished(_) if !spec.enabled => {
            (t!("engines-off").to_owned(), p.text_weak)
        }
        SeatState::Idle | SeatState::Finished(_) if cx.model.engine.runs(spec.id) => {
            (t!("engines-waiting").to_owned(), p.text_weak)
        }
        SeatState::Idle | SeatState::Finished(_) => (t!("engines-stopped").to_owned(), p.text_weak),
    };
    let label = Label::new(RichText::new(&text).small().color(color)).truncate();
    if !failed {
        ui.add(label).on_hover_text(text);
        return;
    }
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.add(buttons::secondary(t!("lines-restart"))).clicked() {
                out.push(Action::Engines(EngineAction::Restart(spec.id)));
            }
            let layout = Layout::left_to_right(Align::Center);
            ui.with_layout(layout, |ui| ui.add(label).on_hover_text(text));
        });
    });
}

/// Asks before an engine is deleted, in place of the buttons.
fn delete(ui: &mut Ui, spec: &UciSpec, form: &mut Form, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    ui.label(t!("engines-delete-ask"));
    if ui.button(t!("button-delete")).clicked() {
        out.push(Action::Engines(EngineAction::Remove(spec.id)));
        form.deleting = false;
    }
    if dialog::main_button(ui, t!("engines-delete-ask.keep"), true) {
        form.deleting = false;
    }
    let note = t!("engines-delete-ask.note");
    ui.add(Label::new(RichText::new(note).small().color(p.text_weak)).truncate());
}

/// Its name and how it is started.
fn program(ui: &mut Ui, spec: &UciSpec, form: &mut Form, out: &mut Vec<Action>) {
    let id = spec.id;
    let own =
        spec.identity.as_ref().and_then(|identity| identity.name.as_deref()).unwrap_or_default();
    let line = spec.command_line();
    let variables = environment_text(&spec.environment);
    let folder = spec.folder.as_deref().unwrap_or_default();
    let words = |line: &str| match command_line::split(line) {
        Ok(_) => Ok(()),
        Err(error) => Err(error.to_string()),
    };
    let plain = Field { name: "", shown: "", hint: "", width: 0.0, rows: 1, monospace: false };
    let typing = &mut form.typing;
    let field = Field { name: t!("engines-name"), shown: &spec.name, hint: own, ..plain };
    let name = named(ui, typing, field, |_| Ok(()));
    let field = Field { name: t!("engines-command"), shown: &line, monospace: true, ..plain };
    let command = named(ui, typing, field, words);
    let hint = t!("engines-folder.hint");
    let field = Field { name: t!("engines-folder"), shown: folder, hint, ..plain };
    let folder = named(ui, typing, field, |_| Ok(()));
    let field =
        Field { name: t!("engines-environment"), shown: &variables, hint: "NAME=value", ..plain };
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

/// A field with its name in front and any error in its text below.
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
