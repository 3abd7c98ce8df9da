//! The form made from an engine's options: a row for each, changed values marked with a reset button, and unreadable
//! option lines as text.

use eframe::egui::{
    Align, Checkbox, ComboBox, DragValue, Key, Label, Layout, Rect, Response, RichText, Sense,
    TextEdit, TextStyle, Ui, UiBuilder, pos2, vec2,
};

use tabia_app::action::{Action, EngineAction};
use tabia_app::engines::entries::is_shared;
use tabia_host::external::option::{OptionKind, PathKind, UciOption};
use tabia_host::external::spec::{HANDICAPS, UciSpec};
use tabia_text::t;

use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::panels::engines::dialog::Form;
use crate::gui::present::context::Cx;
use crate::gui::widgets::buttons;

/// Height of a row, points.
const ROW: f32 = 28.0;
/// A spin that allows greater numbers is edited as text.
const MAX_EXACT: u64 = 1 << 53;
/// With more options than this there is a filter field.
const MANY: usize = 12;
/// With more options than this only the visible rows are made.
const MAX_WHOLE: usize = 300;
/// Options that the window sets itself, and the key of the text that says what sets them.
const OURS: [(&str, &str); 3] = [
    ("MultiPV", "engines-option-lines"),
    ("UCI_Chess960", "engines-option-variant"),
    ("UCI_ShowWDL", "engines-option-wdl"),
];

/// Shows the form.
pub(super) fn show(
    ui: &mut Ui,
    cx: &Cx<'_>,
    spec: &UciSpec,
    form: &mut Form,
    out: &mut Vec<Action>,
) {
    let p = theme::palette(ui);
    let Some(identity) = &spec.identity else {
        let text = t!("engines-options-unread");
        ui.label(RichText::new(text).color(p.text_weak));
        return;
    };
    head(ui, spec, form, out);
    let wanted = form.filter.trim().to_lowercase();
    let fits = |option: &&UciOption| option.name.to_lowercase().contains(&wanted);
    let readable = |option: &UciOption| !matches!(option.kind, OptionKind::Unreadable { .. });
    let mut any = false;
    for option in identity.options.iter().filter(|option| readable(option)).filter(fits) {
        any = true;
        row(ui, cx, spec, option, (form, out));
    }
    if !any {
        let none = match (wanted.is_empty(), identity.options.is_empty()) {
            (false, _) => Some(t!("engines-options-no-match")),
            (true, true) => Some(t!("engines-options-none")),
            // The text below says that none could be read.
            (true, false) => None,
        };
        if let Some(none) = none {
            ui.label(RichText::new(none).color(p.text_weak));
        }
    }
    unreadable(ui, &identity.options);
}

/// How many there are and were changed, a filter field, and a button that resets all.
fn head(ui: &mut Ui, spec: &UciSpec, form: &mut Form, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let (offered, dropped) = spec
        .identity
        .as_ref()
        .map_or((&[][..], 0), |identity| (&identity.options[..], identity.options_dropped));
    let is_set = |option: &&UciOption| spec.options.keys().any(|name| option.is_named(name));
    // Another program may not offer what was set for the one before.
    let (all, changed) = (offered.len(), offered.iter().filter(is_set).count());
    ui.horizontal(|ui| {
        ui.label(RichText::new(t!("engines-options")).strong());
        let kept = (dropped > 0).then(|| t!("engines-options-of", n = all, all = all + dropped));
        let changes = (changed > 0).then(|| t!("engines-options-changed", n = changed, all = all));
        let text = match (kept, changes) {
            (Some(kept), Some(changes)) => format!("{kept}, {changes}"),
            (Some(text), None) | (None, Some(text)) => text,
            (None, None) => all.to_string(),
        };
        ui.label(RichText::new(text).small().color(p.text_weak));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let reset = ui.add_enabled(
                !spec.options.is_empty(),
                buttons::secondary(t!("engines-options-reset")),
            );
            if reset.on_hover_text(t!("engines-options-reset.hint")).clicked() {
                out.push(Action::Engines(EngineAction::ResetOptions(spec.id)));
            }
            if all > MANY {
                let width = ui.available_width().min(170.0);
                let field = TextEdit::singleline(&mut form.filter).desired_width(width - 10.0);
                let field = ui.add(field.hint_text(t!("engines-options-search")));
                field.accessible_name(t!("engines-options-search.name"));
            }
        });
    });
}

fn row(
    ui: &mut Ui,
    cx: &Cx<'_>,
    spec: &UciSpec,
    option: &UciOption,
    (form, out): (&mut Form, &mut Vec<Action>),
) {
    let p = theme::palette(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    // Invisible rows exist for screen readers, unless an engine has too many options.
    let many = spec.identity.as_ref().is_some_and(|identity| identity.options.len() > MAX_WHOLE);
    if many && !ui.is_rect_visible(rect) && form.dragged.is_none() {
        return;
    }
    let changed = spec.options.keys().any(|name| option.is_named(name));
    let reset = rect.with_min_x(rect.right() - 26.0);
    let middle = rect.left() + rect.width() * 0.44;
    let name = Rect::from_min_max(rect.min + vec2(12.0, 0.0), pos2(middle - 6.0, rect.bottom()));
    let control =
        Rect::from_min_max(pos2(middle, rect.top()), pos2(reset.left() - 4.0, rect.bottom()));
    if changed {
        ui.painter().circle_filled(rect.left_center() + vec2(5.0, 0.0), 3.0, p.accent);
    }
    cell(ui, (option.name.as_str(), "name"), name, |ui| {
        let color = if changed { p.text } else { p.text_weak };
        let shared = is_shared(&option.name) && !changed;
        let text = if shared {
            t!("engines-option-shared", name = option.name.as_str())
        } else {
            option.name.clone()
        };
        let label = ui.add(Label::new(RichText::new(text).color(color)).truncate());
        label.on_hover_text(explained(option, shared));
    });
    cell(ui, (option.name.as_str(), "value"), control, |ui| {
        if let Some((_, by)) = OURS.iter().find(|(name, _)| option.is_named(name)) {
            let text = t!("engines-option-ours", what = tabia_text::text(by));
            let text = RichText::new(text).small().color(p.text_faint);
            ui.add(Label::new(text).truncate());
            return;
        }
        value(ui, cx, spec, option, (form, out));
    });
    if changed {
        cell(ui, (option.name.as_str(), "reset"), reset, |ui| {
            let name = t!("engines-option-reset", name = option.name.as_str());
            if buttons::small(ui, Icon::Undo, &name).clicked() {
                let action = EngineAction::ResetOption { id: spec.id, name: option.name.clone() };
                out.push(Action::Engines(action));
            }
        });
    }
}

/// A part of a row in its place.
fn cell(ui: &mut Ui, salt: (&str, &str), rect: Rect, add: impl FnOnce(&mut Ui)) {
    let layout = Layout::left_to_right(Align::Center);
    let mut child = ui.new_child(UiBuilder::new().id_salt(salt).max_rect(rect).layout(layout));
    child.set_clip_rect(rect.expand(2.0).intersect(ui.clip_rect()));
    add(&mut child);
}

/// What the engine says of the option, and how it is used.
fn explained(option: &UciOption, shared: bool) -> String {
    let mut text = option.line().to_owned();
    if shared {
        text.push('\n');
        text.push_str(t!("engines-option-shared.hint"));
    }
    if HANDICAPS.iter().any(|name| option.is_named(name)) {
        text.push('\n');
        text.push_str(t!("engines-option-handicap"));
    }
    text
}

/// The control for a value.
fn value(
    ui: &mut Ui,
    cx: &Cx<'_>,
    spec: &UciSpec,
    option: &UciOption,
    (form, out): (&mut Form, &mut Vec<Action>),
) {
    let set = spec.options.iter().find(|(name, _)| option.is_named(name));
    let set = set.map(|(_, value)| value.clone());
    let shared = || cx.model.shared_value(spec.id, option);
    let now = set.or_else(shared).or_else(|| option.default_value()).unwrap_or_default();
    let name = option.name.clone();
    let mut give = |value: String| {
        let action = EngineAction::SetOption { id: spec.id, name: name.clone(), value };
        out.push(Action::Engines(action));
    };
    match &option.kind {
        OptionKind::Check { .. } => {
            let mut on = now == "true";
            let check = ui.add(Checkbox::without_text(&mut on));
            if check.accessible_name(&option.name).changed() {
                give(on.to_string());
            }
        }
        // egui edits numbers as f64.
        OptionKind::Spin { min, max, .. }
            if [*min, *max].into_iter().flatten().any(|end| end.unsigned_abs() > MAX_EXACT) =>
        {
            text(ui, spec, option, (&now, None), (form, out));
        }
        OptionKind::Spin { min, max, .. } => {
            if let Some(number) = spin(ui, option, now.parse().unwrap_or(0), (*min, *max), form) {
                give(number.to_string());
            }
        }
        OptionKind::Combo { values, .. } => {
            let width = ui.available_width() - 8.0;
            let combo = ComboBox::from_id_salt(&option.name).selected_text(&now).width(width);
            let shown = combo.truncate().show_ui(ui, |ui| {
                for value in values {
                    if ui.selectable_label(*value == now, value).clicked() && *value != now {
                        give(value.clone());
                    }
                }
            });
            shown.response.accessible_name(&option.name);
        }
        OptionKind::Button => {
            let button = ui.add_enabled(
                cx.model.engine.runs(spec.id),
                buttons::secondary(t!("engines-option-press")),
            );
            let button = button
                .accessible_name(t!("engines-option-press.name", name = option.name.as_str()));
            let button = button.on_disabled_hover_text(t!("engines-option-press.hint"));
            if button.clicked() {
                out.push(Action::Engines(EngineAction::Press { id: spec.id, name }));
            }
        }
        OptionKind::Text { path, .. } => text(ui, spec, option, (&now, *path), (form, out)),
        OptionKind::Unreadable { .. } => {}
    }
}

/// A number. It is sent when the pointer or the keyboard releases it: each new value restarts a running engine.
fn spin(
    ui: &mut Ui,
    option: &UciOption,
    now: i64,
    (min, max): (Option<i64>, Option<i64>),
    form: &mut Form,
) -> Option<i64> {
    let held = form.dragged.as_ref().filter(|(name, _)| *name == option.name);
    let mut number = held.map_or(now, |(_, number)| *number);
    let (low, high) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
    let span = high as f64 - low as f64;
    let speed = (span / 400.0).clamp(0.05, 1.0 + (now as f64).abs() * 0.02);
    let field = DragValue::new(&mut number)
        .range(low..=high)
        .clamp_existing_to_range(false)
        .update_while_editing(false)
        .speed(speed);
    let response = ui.add(field).accessible_name(&option.name);
    let p = theme::palette(ui);
    let range = match (min, max) {
        (Some(min), Some(max)) => {
            t!("engines-option-range", min = min.to_string(), max = max.to_string())
        }
        (Some(min), None) => t!("engines-option-least", min = min.to_string()),
        (None, Some(max)) => t!("engines-option-most", max = max.to_string()),
        (None, None) => String::new(),
    };
    ui.add(Label::new(RichText::new(range).small().color(p.text_faint)).truncate());
    if response.dragged() {
        form.dragged = Some((option.name.clone(), number));
        return None;
    }
    let let_go = response.drag_stopped();
    if let_go {
        form.dragged = None;
    }
    ((let_go || response.changed()) && number != now).then_some(number)
}

/// A text, with a picker for a path.
fn text(
    ui: &mut Ui,
    spec: &UciSpec,
    option: &UciOption,
    (now, path): (&str, Option<PathKind>),
    (form, out): (&mut Form, &mut Vec<Action>),
) {
    let picker = if path.is_some() { 30.0 } else { 0.0 };
    let width = ui.available_width() - picker - 10.0;
    let check = |text: &str| option.check(text).map(drop).map_err(|error| error.to_string());
    let (name, shown) = (option.name.as_str(), now);
    let field = Field { name, shown, hint: "", width, rows: 1, monospace: false };
    let (response, taken) = form.typing.field(ui, field, check);
    // A row has no room for the reason below the field.
    let hint = form.typing.refused(name).unwrap_or(now);
    if !hint.is_empty() {
        response.on_hover_text(hint);
    }
    let (id, name) = (spec.id, option.name.clone());
    if let Some(value) = taken {
        out.push(Action::Engines(EngineAction::SetOption { id, name: name.clone(), value }));
    }
    if let Some(kind) = path {
        let hint = t!("engines-option-path", name = option.name.as_str());
        if buttons::small(ui, Icon::Open, &hint).clicked() {
            let folder = kind == PathKind::Folder;
            out.push(Action::Engines(EngineAction::PickPath { id, name, folder }));
        }
    }
}

/// Option lines that could not be read, as the engine sent them, and why.
fn unreadable(ui: &mut Ui, options: &[UciOption]) {
    let p = theme::palette(ui);
    let mut damaged = options
        .iter()
        .filter_map(|option| match &option.kind {
            OptionKind::Unreadable { reason } => Some((option, reason)),
            _ => None,
        })
        .peekable();
    if damaged.peek().is_none() {
        return;
    }
    ui.add_space(theme::GAP);
    ui.label(RichText::new(t!("engines-options-damaged")).strong());
    for (option, reason) in damaged {
        let line = format!("option {}", option.line());
        let raw = Label::new(RichText::new(&line).monospace().color(p.text_weak)).truncate();
        ui.add(raw).on_hover_text(&line);
        ui.label(RichText::new(reason).small().color(p.warn));
    }
}

/// The one text that is being typed or was refused.
#[derive(Debug, Default)]
pub(super) struct Typing {
    /// Which field.
    at: String,
    text: String,
    error: Option<String>,
}

/// A field of the dialog.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'a> {
    pub(super) name: &'a str,
    /// The text in the settings.
    pub(super) shown: &'a str,
    /// Placeholder while it is empty.
    pub(super) hint: &'a str,
    /// Points.
    pub(super) width: f32,
    /// Lines of text; with several, Enter starts a new line.
    pub(super) rows: usize,
    /// Whether it has a monospaced font.
    pub(super) monospace: bool,
}

impl Typing {
    /// Shows a field. Returns a text different from the settings' once the field is left and `check` accepts it.
    pub(super) fn field(
        &mut self,
        ui: &mut Ui,
        field: Field<'_>,
        check: impl FnOnce(&str) -> Result<(), String>,
    ) -> (Response, Option<String>) {
        let Field { name, shown, hint, width, rows, monospace } = field;
        let mut text = if self.at == name { self.text.clone() } else { shown.to_owned() };
        let style = if monospace { TextStyle::Monospace } else { TextStyle::Body };
        let edit = match rows {
            1 => TextEdit::singleline(&mut text),
            rows => TextEdit::multiline(&mut text).desired_rows(rows),
        };
        let refused = self.refused(name).is_some();
        let color = refused.then(|| theme::palette(ui).bad);
        let edit = edit.id_salt(name).hint_text(hint).desired_width(width).font(style);
        let edit = edit.text_color_opt(color);
        let response = ui.add(edit).accessible_name(name);
        if response.changed() {
            *self = Typing { at: name.to_owned(), text, error: None };
        }
        if !response.lost_focus() || self.at != name || self.error.is_some() {
            return (response, None);
        }
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            *self = Typing::default();
            return (response, None);
        }
        match check(&self.text) {
            Ok(()) => {
                let text = std::mem::take(self).text;
                (response, (text != shown).then_some(text))
            }
            Err(error) => {
                self.error = Some(error);
                (response, None)
            }
        }
    }

    /// Why the text of a field was refused, if it was.
    fn refused(&self, name: &str) -> Option<&str> {
        self.error.as_deref().filter(|_| self.at == name)
    }

    /// Shows below a field why its text was refused.
    pub(super) fn error_ui(&self, ui: &mut Ui, name: &str) {
        if let Some(error) = self.refused(name) {
            ui.label(RichText::new(error).small().color(theme::palette(ui).bad));
        }
    }
}
