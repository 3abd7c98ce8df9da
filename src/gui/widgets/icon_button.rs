//! A button that is a drawing: name for screen readers, hint with its keys, states for hover, press,
//! focus, on and off.

use eframe::egui::{
    Align2, FontId, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
};

use crate::gui::look::icons::Icon;
use crate::gui::look::theme;

/// A button.
#[derive(Clone, Debug, PartialEq)]
pub struct IconButton<'a> {
    /// Its drawing.
    pub icon: Icon,
    /// What it does, for screen readers and the pointer.
    pub name: &'a str,
    /// Its keys, told with the name.
    pub keys: Option<String>,
    /// For switches whether they are on; `None` for buttons that only do something.
    pub on: Option<bool>,
    /// Whether it can be pressed.
    pub enabled: bool,
    /// Side, points.
    pub side: f32,
}

/// A button of the usual size without keys or state.
pub fn small(ui: &mut Ui, icon: Icon, name: &str) -> Response {
    show(ui, &IconButton { icon, name, keys: None, on: None, enabled: true, side: 24.0 })
}

/// Shows the button.
pub fn show(ui: &mut Ui, button: &IconButton<'_>) -> Response {
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
