//! Icon buttons, segmented choices, engine chips. All have a name for screen readers and a tooltip; an icon button's
//! tooltip includes its keys, and it has states for hover, press, focus, on and off.

use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
use eframe::egui::{
    Align, Align2, Button, Color32, FontId, Id, Key, Layout, Memory, Modifiers, PointerButton,
    Popup, Rect, Response, RichText, Role, Sense, Stroke, StrokeKind, TextStyle, Ui, UiBuilder,
    Vec2, WidgetInfo, pos2, vec2,
};

use tabia_games::printable;
use tabia_text::t;

use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::widgets::board;

#[derive(Clone, Debug, PartialEq)]
pub struct IconButton<'a> {
    pub icon: Icon,
    /// What it does, for screen readers and the tooltip.
    pub name: &'a str,
    /// Its keys, shown with the name.
    pub keys: Option<String>,
    /// For switches whether they are on; `None` for plain buttons.
    pub on: Option<bool>,
    /// Whether it can be pressed.
    pub enabled: bool,
    /// Side, points.
    pub side: f32,
}

/// Remembers whether anything has the focus at the start of a frame: a field gives it up when Enter ends the input.
pub(crate) fn note_focus(ui: &Ui) {
    let focused = ui.memory(|memory| memory.focused().is_some());
    ui.data_mut(|data| data.insert_temp(focus_before(), focused));
}

fn had_focus(ui: &Ui) -> bool {
    ui.data(|data| data.get_temp(focus_before())).unwrap_or(false)
}

fn focus_before() -> Id {
    Id::unique("focus at the start of the frame")
}

/// Whether Enter presses the button that stands out: nothing had the focus, no menu is open, and no dialog covers the
/// button. Enter in a field only ends the input there. It has only one effect: the first caller consumes it, so that a
/// question within a dialog comes before the dialog's own button.
pub(crate) fn enter_pressed(ui: &Ui) -> bool {
    !had_focus(ui) && enter_is_free(ui)
}

/// Whether Enter has just ended the input in a field, for a dialog in which that is the answer.
pub(crate) fn enter_ended_input(ui: &Ui) -> bool {
    had_focus(ui) && enter_is_free(ui)
}

/// For how long buttons are new, s.
const NEW: f64 = 0.4;

/// Whether these buttons, known by their names and what they are about, are new: then a click may be the second of a
/// double click on those that were here before.
pub(crate) fn are_just_shown(ui: &Ui, buttons: Vec<String>) -> bool {
    let (now, frame) = (ui.input(|input| input.time), ui.ctx().cumulative_frame_nr());
    let id = ui.next_auto_id().with("buttons");
    ui.data_mut(|data| {
        let before = data.get_temp::<(Vec<String>, u64, f64)>(id);
        let unchanged = before.filter(|(shown, last, _)| *shown == buttons && last + 1 >= frame);
        let since = unchanged.map_or(now, |(.., since)| since);
        data.insert_temp(id, (buttons, frame, since));
        now < since + NEW
    })
}

/// Whether a button was pressed; one just shown takes no click of the mouse.
pub(crate) fn pressed(response: &Response, just_shown: bool) -> bool {
    response.clicked() && !(just_shown && response.clicked_by(PointerButton::Primary))
}

fn enter_is_free(ui: &Ui) -> bool {
    let layer = ui.layer_id();
    let free = |memory: &Memory| memory.focused().is_none() && memory.is_above_modal_layer(layer);
    ui.memory(free)
        && !Popup::is_any_open(ui.ctx())
        && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))
}

/// Lays parts out in a row that ends at the right of a place, and returns the area they take. They are added from left
/// to right, the order in which the keyboard visits them. Their width is known from the previous frame.
pub fn at_right(ui: &mut Ui, salt: &str, place: Rect, add: impl FnOnce(&mut Ui)) -> Rect {
    let id = ui.scope_id().with(("width at the right", salt));
    let known = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(0.0);
    let taken = place.with_min_x((place.right() - known).max(place.left()));
    let layout = Layout::left_to_right(Align::Center);
    let mut row = ui.new_child(UiBuilder::new().id_salt(salt).max_rect(taken).layout(layout));
    add(&mut row);
    let width = row.min_rect().right() - taken.left();
    if (width - known).abs() > 0.5 {
        ui.data_mut(|data| data.insert_temp(id, width));
        ui.request_discard("parts at the right have another width");
    }
    taken
}

/// A button of the usual size without keys or state.
pub fn small(ui: &mut Ui, icon: Icon, name: &str) -> Response {
    icon_button(ui, &IconButton { icon, name, keys: None, on: None, enabled: true, side: 24.0 })
}

/// A button beside text: as high as the others, its words in small print.
pub(crate) fn secondary<'a>(words: impl Into<RichText>) -> Button<'a> {
    Button::new(words.into().small())
}

/// Size of a switch, and radius of its knob, points.
const SWITCH: Vec2 = vec2(36.0, 20.0);
const KNOB: f32 = 7.0;

/// A switch; it is named after the label beside it.
pub fn switch(ui: &mut Ui, on: &mut bool) -> Response {
    let (rect, mut response) = ui.allocate_exact_size(SWITCH, Sense::click());
    if response.clicked() {
        *on = !*on;
        response.mark_changed();
    }
    let (enabled, chosen) = (ui.is_enabled(), *on);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, enabled, chosen, ""));
    let p = theme::palette(ui);
    let (ground, knob) = if chosen { (p.accent, p.on_accent) } else { (p.active, p.text) };
    let radius = SWITCH.y / 2.0;
    ui.painter().rect(rect, radius, ground, Stroke::new(1.0, p.edge), StrokeKind::Inside);
    if response.has_focus() {
        let ring = Stroke::new(2.0, p.accent);
        ui.painter().rect_stroke(rect.expand(2.0), radius + 2.0, ring, StrokeKind::Outside);
    }
    let x = if chosen { rect.right() - radius } else { rect.left() + radius };
    ui.painter().circle_filled(pos2(x, rect.center().y), KNOB, knob);
    response
}

pub fn icon_button(ui: &mut Ui, button: &IconButton<'_>) -> Response {
    let sense = if button.enabled { Sense::click() } else { Sense::hover() };
    let on = button.on == Some(true);
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(button.side), sense);
    let p = theme::palette(ui);
    if ui.is_rect_visible(rect) {
        let fill = match (button.enabled, response.is_pointer_button_down_on()) {
            (false, _) => None,
            (true, true) => Some(p.active),
            (true, false) if on => Some(p.accent_fill),
            (true, false) => response.hovered().then_some(p.hover),
        };
        if let Some(fill) = fill {
            ui.painter().rect_filled(rect, theme::RADIUS, fill);
        }
        if response.has_focus() {
            let ring = Stroke::new(1.5, p.accent);
            ui.painter().rect_stroke(rect, theme::RADIUS, ring, StrokeKind::Inside);
        }
        let color = match (button.enabled, on) {
            (false, _) => p.text_faint.gamma_multiply(0.6),
            (true, true) => p.accent,
            (true, false) => p.text,
        };
        let font = FontId::proportional(button.side * 0.62);
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, button.icon.glyph(), font, color);
    }
    response.widget_info(|| match button.on {
        Some(on) => WidgetInfo::selected(Role::Button, button.enabled, on, button.name),
        None => WidgetInfo::labeled(Role::Button, button.enabled, button.name),
    });
    let hint = match &button.keys {
        Some(keys) => format!("{}  {keys}", button.name),
        None => button.name.to_owned(),
    };
    response.on_hover_text(hint)
}

// A choice among a few options, side by side in one frame; the chosen one is filled.

/// Space on either side of a word, points.
const PAD: f32 = 11.0;

/// Shows the options, each with its label, under a name for screen readers. Returns the one that was clicked if it
/// differs from the current one.
pub fn segmented<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    current: T,
    choices: &[(T, &str)],
) -> Option<T> {
    with_hints(ui, name, current, choices, &|_| String::new())
}

/// The same with a tooltip for each option; an empty one is not shown.
pub fn with_hints<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    current: T,
    choices: &[(T, &str)],
    hint: &dyn Fn(T) -> String,
) -> Option<T> {
    let p = theme::palette(ui);
    let font: FontId = TextStyle::Button.resolve(ui.style());
    let words: Vec<_> = choices
        .iter()
        .map(|(_, word)| ui.painter().layout_no_wrap((*word).to_owned(), font.clone(), p.text))
        .collect();
    let width: f32 = words.iter().map(|word| word.size().x + 2.0 * PAD).sum();
    let height = ui.spacing().interact_size.y;
    let (frame, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let group = UiBuilder::new()
        .id_salt(name)
        .max_rect(frame)
        .accessibility_role(Role::RadioGroup)
        .accessibility_label(name);
    // A child in its own place: the frame has taken the room already.
    let ui = &mut ui.new_child(group);
    super::place_container(ui, frame);
    ui.painter().rect(frame, theme::RADIUS, p.raised, (1.0, p.border), StrokeKind::Inside);
    let mut left = frame.left();
    let mut chosen = None;
    for (i, ((value, word), galley)) in choices.iter().zip(words).enumerate() {
        let size = vec2(galley.size().x + 2.0 * PAD, height);
        let rect = Rect::from_min_size(pos2(left, frame.top()), size);
        left += size.x;
        let mut response = ui.interact(rect, ui.scope_id().with(i), Sense::click());
        let on = *value == current;
        let words = hint(*value);
        if !words.is_empty() {
            response = response.on_hover_text(words);
        }
        response
            .widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), on, *word));
        super::sought::named(ui, word, rect);
        let fill = match (on, response.hovered()) {
            (true, _) => Some(p.accent_fill),
            (false, true) => Some(p.hover),
            (false, false) => None,
        };
        if let Some(fill) = fill {
            ui.painter().rect_filled(rect.shrink(2.0), theme::RADIUS - 2, fill);
        }
        if response.has_focus() {
            let ring = Stroke::new(1.5, p.accent);
            ui.painter().rect_stroke(rect, theme::RADIUS, ring, StrokeKind::Inside);
        }
        let color = if on { p.text } else { p.text_weak };
        let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), rect).min;
        ui.painter().galley_with_override_text_color(at, galley, color);
        if response.clicked() && !on {
            chosen = Some(*value);
        }
    }
    chosen
}

/// A large option in its own place, one of several of which one is chosen: a background, an outline if it is chosen, a
/// ring if it has the focus. The caller paints its content.
pub(crate) fn tile(
    ui: &mut Ui,
    place: Rect,
    id: impl eframe::egui::AsIdSalt,
    (name, chosen): (&str, bool),
) -> Response {
    let response = ui.interact(place, ui.scope_id().with(id), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), chosen, name));
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    let p = theme::palette(ui);
    let fill = match (chosen, response.is_pointer_button_down_on(), response.hovered()) {
        (true, ..) => p.accent_fill,
        (false, true, _) => p.active,
        (false, false, true) => p.hover,
        (false, false, false) => p.raised,
    };
    ui.painter().rect_filled(place, theme::RADIUS, fill);
    if chosen {
        let outline = Stroke::new(2.0, p.accent);
        ui.painter().rect_stroke(place, theme::RADIUS, outline, StrokeKind::Inside);
    }
    response
}

/// Draws the ring around the focused widget, two points away: a button, a switch, an option. A field has its cursor,
/// and the board marks its square.
pub(crate) fn focus_ring(ui: &Ui) {
    let Some(focused) = ui.memory(Memory::focused).filter(|_| !ui.text_edit_focused()) else {
        return;
    };
    // Asking for its response would make a widget give up the focus to a press elsewhere.
    let widget = ui.viewport(|seen| seen.this_pass.widgets.get(focused).copied());
    let Some(widget) = widget.filter(|widget| widget.interact_rect.is_positive()) else { return };
    if board::has_keyboard(ui) || !widget.sense.senses_click() {
        return;
    }
    let ring = Stroke::new(2.0, theme::palette(ui).accent);
    let place = widget.interact_rect.expand(2.0);
    let painter = ui.layer_painter(widget.layer_id);
    painter.rect_stroke(place, theme::RADIUS + 2, ring, StrokeKind::Outside);
}

// An engine as a chip: its mark in its colour, its name, and a cross that removes it. A click on the chip chooses it.

/// Height of a chip, points.
pub(crate) const HEIGHT: f32 = 26.0;
/// Radius of the mark, points.
const MARK: f32 = 8.5;
/// Width of the cross, points.
const CROSS: f32 = 20.0;
/// Space around the name, points.
const CHIP_PAD: f32 = 6.0;
/// A name that would be cut to less than this is left out, points.
const MIN_NAME: f32 = 30.0;

/// The state shown by the mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// It is searching: filled.
    Full,
    /// It is idle: a ring.
    Ring,
    /// Something is wrong: a warning sign.
    Trouble,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chip<'a> {
    pub name: &'a str,
    /// What it is doing, in a word or two, for screen readers and the tooltip.
    pub state: &'a str,
    /// The letters in its mark.
    pub initial: &'a str,
    /// Its colour.
    pub color: Color32,
    /// The state shown by the mark.
    pub mark: Mark,
    pub chosen: bool,
    /// Whether it can be removed.
    pub leaves: bool,
    /// Maximum width, points.
    pub widest: f32,
}

/// What the user did to a chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChipEvent {
    Chosen,
    /// It was removed.
    Left,
}

/// Width of everything beside a chip's name, points.
fn beside_name(leaves: bool) -> f32 {
    2.0 * MARK + 3.0 * CHIP_PAD + if leaves { CROSS } else { 0.0 }
}

/// Width of a chip with its whole name, points.
pub(crate) fn chip_width(ui: &Ui, name: &str, leaves: bool) -> f32 {
    let name = elided(ui, name, f32::INFINITY, Color32::PLACEHOLDER);
    (beside_name(leaves) + name.size().x).ceil()
}

pub(crate) fn chip(ui: &mut Ui, chip: &Chip<'_>) -> Option<ChipEvent> {
    let p = theme::palette(ui);
    let fixed = beside_name(chip.leaves);
    let color = if chip.chosen { p.text } else { p.text_weak };
    let room = (chip.widest - fixed).max(0.0);
    let mut name = elided(ui, chip.name, room, color);
    if name.elided && room < MIN_NAME {
        // The letter in the mark says more than the first letter of the name and an ellipsis.
        name = elided(ui, "", room, color);
    }
    let size = vec2((fixed + name.size().x).ceil(), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let fill = match (chip.chosen, response.hovered()) {
        (true, _) => p.active,
        (false, true) => p.hover,
        (false, false) => p.raised,
    };
    let radius = HEIGHT / 2.0;
    ui.painter().rect(rect, radius, fill, (1.0, p.border), StrokeKind::Inside);
    if response.has_focus() {
        let ring = Stroke::new(1.5, p.accent);
        ui.painter().rect_stroke(rect, radius, ring, StrokeKind::Inside);
    }
    mark(ui, Rect::from_min_size(rect.min, Vec2::splat(HEIGHT)), chip);
    let at = rect.left_center() + vec2(2.0 * MARK + 2.0 * CHIP_PAD, -name.size().y / 2.0);
    ui.painter().galley(at, name, color);
    let words = format!("{}, {}", chip.name, chip.state);
    response
        .widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), chip.chosen, &words));
    let left = chip.leaves && cross_ui(ui, rect, chip);
    let response = response.on_hover_text(words.clone());
    match (left, response.clicked()) {
        (true, _) => Some(ChipEvent::Left),
        (false, true) => Some(ChipEvent::Chosen),
        (false, false) => None,
    }
}

/// Lays a name out on one line, cut with an ellipsis if it is too wide.
pub(crate) fn elided(
    ui: &Ui,
    text: &str,
    widest: f32,
    color: Color32,
) -> std::sync::Arc<eframe::egui::Galley> {
    elided_at(ui, text, 13.0, widest, color)
}

/// The same at this font size, points.
pub(crate) fn elided_at(
    ui: &Ui,
    text: &str,
    size: f32,
    widest: f32,
    color: Color32,
) -> std::sync::Arc<eframe::egui::Galley> {
    let wrap = TextWrapping::truncate_at_width(widest);
    let mut job = LayoutJob { wrap, ..LayoutJob::default() };
    job.append(&printable::line(text), 0.0, TextFormat::simple(FontId::proportional(size), color));
    ui.painter().layout_job(job)
}

/// The mark of an engine: a disc or ring with its letters, or a warning sign.
fn mark(ui: &Ui, place: Rect, chip: &Chip<'_>) {
    let p = theme::palette(ui);
    let at = place.center();
    let ink = match chip.mark {
        Mark::Full => {
            ui.painter().circle_filled(at, MARK, chip.color);
            p.panel
        }
        Mark::Ring => {
            ui.painter().circle_stroke(at, MARK - 0.75, (1.5, chip.color));
            chip.color
        }
        Mark::Trouble => {
            let font = FontId::proportional(15.0);
            let sign = Icon::Warning.glyph();
            ui.painter().text(at, Align2::CENTER_CENTER, sign, font, p.bad);
            return;
        }
    };
    let size = if chip.initial.chars().count() > 1 { 9.5 } else { 12.0 };
    let font = FontId::proportional(size);
    ui.painter().text(at, Align2::CENTER_CENTER, chip.initial, font, ink);
}

fn cross_ui(ui: &Ui, rect: Rect, chip: &Chip<'_>) -> bool {
    let p = theme::palette(ui);
    let place = Rect::from_min_max(rect.right_top() - vec2(CROSS + 2.0, 0.0), rect.max);
    let id = ui.scope_id().with(("leave", chip.name, chip.initial));
    let response = ui.interact(place.shrink2(vec2(0.0, 3.0)), id, Sense::click());
    let color = if response.hovered() { p.text } else { p.text_faint };
    let font = FontId::proportional(theme::SMALL);
    ui.painter().text(place.center(), Align2::CENTER_CENTER, Icon::Cross.glyph(), font, color);
    let name = t!("widget-leave", name = chip.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &name));
    response.on_hover_text(t!("widget-leave.hint")).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::{Context, RawInput};

    #[test]
    fn buttons_are_new_for_the_time_of_a_double_click() {
        let ctx = Context::default();
        let are_new = |time: f64, name: &str| {
            let mut new = false;
            let input = RawInput { time: Some(time), ..RawInput::default() };
            let _ = ctx.run_ui(input, |ui| new = are_just_shown(ui, vec![name.to_owned()]));
            new
        };
        assert!(are_new(0.0, "Solution") && are_new(0.3, "Solution"));
        assert!(!are_new(0.5, "Solution") && !are_new(9.0, "Solution"));
        assert!(are_new(9.1, "Analyse") && are_new(9.3, "Analyse") && !are_new(9.6, "Analyse"));
    }
}
