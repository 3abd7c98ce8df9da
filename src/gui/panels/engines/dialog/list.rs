//! The list of the user's engines with the state of each, and below it the ways to add another: a program
//! picked, a command line, what was found on this computer.

use eframe::egui::{
    Button, Checkbox, Key, Label, Rect, RichText, Role, ScrollArea, Sense, TextEdit, Ui, UiBuilder,
    WidgetInfo, vec2,
};

use tabia_app::action::{Action, EngineAction};
use tabia_app::engines::entries::Probe;
use tabia_host::external::command_line;
use tabia_host::external::spec::UciSpec;

use super::{Chosen, Form};
use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::widgets::chip::elided;

/// Height of a row, points.
const ROW: f32 = 42.0;
/// Height of what stands below the list, points.
const ADD: f32 = 186.0;

/// Shows the column.
pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, form: &mut Form, out: &mut Vec<Action>) {
    let list = &cx.model.settings.engines;
    let height = (ui.available_height() - ADD).max(2.0 * ROW);
    let scroll = ScrollArea::vertical().id_salt("engines").auto_shrink(false);
    scroll.max_height(height).min_scrolled_height(height).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for spec in &list.engines {
            engine(ui, cx, spec, form, out);
        }
        for entry in list.damaged() {
            let title = format!("Entry {} is damaged", entry.place);
            let on = form.chosen == Some(Chosen::Damaged(entry.place));
            let state = State { icon: Icon::Warning, good: Some(false), text: entry.error.clone() };
            if row(ui, &title, &state, on, 0.0).1 {
                form.next = Some(Chosen::Damaged(entry.place));
            }
        }
        if list.engines.is_empty() && list.damaged().is_empty() {
            let p = theme::palette(ui);
            ui.label(RichText::new("No engines of your own yet").color(p.text_weak));
        }
    });
    add(ui, cx, form, out);
}

/// What is known of an engine, in a line.
pub(super) struct State {
    pub(super) icon: Icon,
    /// Whether that is good news; `None`: neither.
    pub(super) good: Option<bool>,
    pub(super) text: String,
}

/// How far an engine is known.
pub(super) fn state_of(cx: &Cx<'_>, spec: &UciSpec) -> State {
    let state = |icon, good, text: String| State { icon, good, text };
    match (cx.model.engines.probe(spec.id), &spec.said) {
        (Some(Probe::Waiting), _) => state(Icon::Clock, None, "Being asked what it is".into()),
        (Some(Probe::Failed(error)), _) => state(Icon::Warning, Some(false), error.clone()),
        (None, None) => state(Icon::Help, None, "Not asked yet what it is".into()),
        (None, Some(said)) => {
            let name = said.name.as_deref().unwrap_or("no name");
            let author =
                said.author.as_ref().map_or_else(String::new, |author| format!(" by {author}"));
            state(Icon::Check, Some(true), format!("{name}{author}"))
        }
    }
}

fn engine(ui: &mut Ui, cx: &Cx<'_>, spec: &UciSpec, form: &mut Form, out: &mut Vec<Action>) {
    let on = form.chosen == Some(Chosen::Engine(spec.id));
    let (rect, clicked) = row(ui, spec.title(), &state_of(cx, spec), on, 30.0);
    if clicked {
        form.next = Some(Chosen::Engine(spec.id));
    }
    let place = Rect::from_center_size(rect.right_center() - vec2(18.0, 0.0), vec2(24.0, 24.0));
    let mut enabled = spec.enabled;
    // In a place of its own: the row has taken the room already.
    let builder = UiBuilder::new().id_salt(("enabled", spec.id)).max_rect(place);
    let switch = ui.new_child(builder).add(Checkbox::without_text(&mut enabled));
    let name = format!("{} may be chosen", spec.title());
    switch.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, enabled, &name));
    if switch.on_hover_text("Whether it may be chosen").changed() {
        out.push(Action::Engines(EngineAction::Enable(spec.id, enabled)));
    }
}

/// A row of the list; `right` stays free at its end. Gives its place and whether it was clicked.
fn row(ui: &mut Ui, title: &str, state: &State, on: bool, right: f32) -> (Rect, bool) {
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
    let words = format!("{title}: {}", state.text);
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, ui.is_enabled(), on, &words));
    (rect, response.on_hover_text(words).clicked())
}

/// The ways to add an engine.
fn add(ui: &mut Ui, cx: &Cx<'_>, form: &mut Form, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    ui.separator();
    let wide = vec2(ui.available_width(), 28.0);
    if ui.add(Button::new("Add a program…").min_size(wide)).clicked() {
        out.push(Action::Engines(EngineAction::PickFile));
    }
    ui.horizontal(|ui| {
        let width = ui.available_width() - 52.0;
        let field = TextEdit::singleline(&mut form.line).desired_width(width - 8.0);
        let field = ui.add(field.hint_text("or a command line"));
        field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Command line to add"));
        let field = field.on_hover_text("stockfish, ssh host engine, wine engine.exe");
        if field.changed() {
            form.refused = None;
        }
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let named = !form.line.trim().is_empty();
        if ui.add_enabled(named, Button::new("Add")).clicked() || (entered && named) {
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
    found(ui, cx, out);
}

/// Well-known engines of this computer that are not in the list.
fn found(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let list = &cx.model.settings.engines.engines;
    let new = cx.model.engines.found.iter().flatten().filter(|(name, path)| {
        let known = |spec: &UciSpec| {
            spec.arguments.is_empty()
                && (path.as_os_str() == spec.command.as_str() || *name == spec.command)
        };
        !list.iter().any(known)
    });
    let mut new = new.peekable();
    let title = if new.peek().is_some() { "Found on this computer" } else { "" };
    ui.label(RichText::new(title).small().color(p.text_weak));
    ScrollArea::vertical().id_salt("found").auto_shrink(false).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for (name, path) in new {
                let button = Button::new(format!("{} {name}", Icon::Plus.glyph())).small();
                let button = ui.add(button).accessible_name(format!("Add {name}"));
                if button.on_hover_text(path.display().to_string()).clicked() {
                    out.push(Action::Engines(EngineAction::AddFile(path.clone())));
                }
            }
        });
    });
}
