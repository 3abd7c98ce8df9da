//! A board whose squares are coloured by numbers.

use eframe::egui::{Align2, Color32, FontId, Rect, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};

use tabia_chess::color::Color;
use tabia_chess::square::Square;

use crate::gui::look::theme;

/// Shows a board of this side whose squares are the greener the higher their number and the redder the lower.
/// The pointer is told the number of a square.
pub(crate) fn show(
    ui: &mut Ui,
    (name, side): (&str, f32),
    orientation: Color,
    value: impl Fn(Square) -> i32,
) {
    let (area, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    let p = theme::palette(ui);
    let painter = ui.painter_at(area);
    let most = Square::all().map(|square| value(square).abs()).max().unwrap_or(0).max(1);
    let cell = side / 8.0;
    let rect_of = |square: Square| {
        let (file, rank) = (square.index() % 8, square.index() / 8);
        let (column, row) = match orientation {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        };
        let at = pos2(area.left() + column as f32 * cell, area.top() + row as f32 * cell);
        Rect::from_min_size(at, vec2(cell, cell))
    };
    for square in Square::all() {
        let share = value(square) as f32 / most as f32;
        painter.rect_filled(rect_of(square).shrink(0.5), 1, shade(p.raised, p.good, p.bad, share));
    }
    let corner = area.left_bottom() + vec2(2.0, -2.0);
    painter.text(
        corner,
        Align2::LEFT_BOTTOM,
        most.to_string(),
        FontId::monospace(9.0),
        p.text_weak,
    );
    let under = response
        .hover_pos()
        .and_then(|pos| Square::all().find(|&square| rect_of(square).contains(pos)));
    if let Some(square) = under {
        response.clone().on_hover_text_at_pointer(format!("{square}: {}", value(square)));
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Heat map: {name}")));
}

/// From the ground towards one colour above zero and the other below.
fn shade(ground: Color32, high: Color32, low: Color32, share: f32) -> Color32 {
    let towards = if share >= 0.0 { high } else { low };
    ground.lerp_to_gamma(towards, share.abs().clamp(0.0, 1.0) * 0.85)
}
