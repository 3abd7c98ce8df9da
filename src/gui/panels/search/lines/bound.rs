//! The chip of a bound whose window is still open: beside the last whole line, never in its place.

use eframe::egui::{Align2, FontId, Rect, Response, Role, Sense, StrokeKind, Ui, WidgetInfo, vec2};

use crate::gui::look::theme;
use crate::gui::present::analysis::OpenBound;

/// Height of a chip, points.
const HEIGHT: f32 = 17.0;
/// Space beside its text, points.
const PAD: f32 = 5.0;
/// Width of the mark that says which way the window failed, points.
const MARK: f32 = 10.0;

/// How wide a chip with this text is, points.
pub(super) fn width(ui: &Ui, text: &str) -> f32 {
    let font = FontId::proportional(theme::SMALL);
    let color = theme::palette(ui).text;
    ui.painter().layout_no_wrap(text.to_owned(), font, color).size().x + 2.0 * PAD + MARK
}

/// Shows the chip as a thing of its own.
pub(super) fn show(ui: &mut Ui, open: &OpenBound, text: &str) -> Response {
    let size = vec2(width(ui, text), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    paint(ui, rect, open, text);
    told(response, open)
}

/// Shows the chip in a place of a row; `salt` is the row's own.
pub(super) fn show_at(ui: &Ui, salt: u32, place: Rect, open: &OpenBound, text: &str) -> Response {
    let rect = Rect::from_center_size(place.center(), vec2(place.width(), HEIGHT));
    let id = ui.scope_id().with(("open bound", salt));
    let response = ui.interact(rect, id, Sense::hover());
    paint(ui, rect, open, text);
    told(response, open)
}

/// Says what the chip means.
fn told(response: Response, open: &OpenBound) -> Response {
    let words = open.words.clone();
    response.widget_info(move || WidgetInfo::labeled(Role::Label, true, &words));
    response.on_hover_text(&open.words)
}

fn paint(ui: &Ui, rect: Rect, open: &OpenBound, text: &str) {
    let p = theme::palette(ui);
    ui.painter().rect(rect, 4, p.raised, (1.0, p.warn), StrokeKind::Inside);
    let at = rect.left_center() + vec2(PAD + 3.0, 0.0);
    mark(ui, at, open.fails_high);
    let at = rect.left_center() + vec2(PAD + MARK, 0.0);
    let font = FontId::proportional(theme::SMALL);
    ui.painter().text(at, Align2::LEFT_CENTER, text, font, p.text);
}

/// A small triangle: upwards, the window failed high.
pub(super) fn mark(ui: &Ui, at: eframe::egui::Pos2, up: bool) {
    let p = theme::palette(ui);
    let tip = if up { -3.5 } else { 3.5 };
    let points = vec![at + vec2(0.0, tip), at + vec2(-3.5, -tip), at + vec2(3.5, -tip)];
    let triangle = eframe::egui::Shape::convex_polygon(points, p.warn, eframe::egui::Stroke::NONE);
    ui.painter().add(triangle);
}
