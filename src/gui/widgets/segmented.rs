//! A choice of a few, side by side in one frame; the chosen one is filled.

use eframe::egui::{
    Align2, FontId, Rect, Role, Sense, Stroke, StrokeKind, TextStyle, Ui, UiBuilder, WidgetInfo,
    pos2, vec2,
};

use crate::gui::look::theme;

/// Space on either side of a word, points.
const PAD: f32 = 11.0;

/// Shows the choices, each with its word, under a name for screen readers. Gives the one that was
/// clicked if it is another than the current.
pub fn show<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    current: T,
    choices: &[(T, &str)],
) -> Option<T> {
    with_hints(ui, name, current, choices, &|_| String::new())
}

/// The same with a hint for each choice under the pointer; an empty one is not shown.
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
    // A child of its own place: the frame has taken the room already.
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
