//! Measured numbers as bars, each with a whisker for how far it can be trusted and a thin bar for what somebody else
//! measured.

use eframe::egui::{Align2, FontId, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::gui::look::theme;

/// Height of a row, points.
const ROW: f32 = 26.0;
/// Room for the names, points.
const NAMES: f32 = 138.0;
/// Room for the numbers, points.
const NUMBERS: f32 = 92.0;

/// A measured number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    /// What was measured.
    pub name: String,
    /// The number and the ends of its whisker; `None`: it was not measured.
    pub value: Option<[f32; 3]>,
    /// What somebody else measured.
    pub other: Option<f32>,
    /// The number as text.
    pub text: String,
    /// What the pointer is told.
    pub hint: String,
}

/// Shows the rows below each other, to one scale from 0.
pub(crate) fn show(ui: &mut Ui, rows: &[Row]) {
    ui.spacing_mut().item_spacing.y = 2.0;
    // A whisker may be longer than the scale while there are few rounds; then it ends at its edge.
    let values = rows.iter().filter_map(|row| row.value.map(|value| 1.25 * value[0]));
    let most = values.chain(rows.iter().filter_map(|row| row.other)).fold(1e-6, f32::max);
    for row in rows {
        one(ui, row, most);
    }
}

fn one(ui: &mut Ui, row: &Row, most: f32) {
    let p = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    if ui.is_rect_visible(rect) {
        let painter = ui.painter_at(rect);
        let middle = rect.center().y;
        let names = FontId::proportional(13.0);
        let at = pos2(rect.left(), middle);
        painter.text(at, Align2::LEFT_CENTER, &row.name, names, p.text_weak);
        let at = pos2(rect.right(), middle);
        let numbers = FontId::monospace(12.0);
        painter.text(at, Align2::RIGHT_CENTER, &row.text, numbers, p.text);
        let track = Rect::from_min_max(
            pos2(rect.left() + NAMES, rect.top() + 4.0),
            pos2(rect.right() - NUMBERS, rect.bottom() - 4.0),
        );
        if track.width() > 20.0 {
            let x = |value: f32| track.left() + track.width() * (value / most).clamp(0.0, 1.0);
            let bar = |value: f32, from: f32, to: f32| {
                Rect::from_min_max(pos2(track.left(), from), pos2(x(value), to))
            };
            let split = if row.other.is_some() { track.bottom() - 5.0 } else { track.bottom() };
            if let Some([value, low, high]) = row.value {
                let fill = p.accent.gamma_multiply(0.75);
                painter.rect_filled(bar(value, track.top(), split), 2, fill);
                let y = f32::midpoint(track.top(), split);
                let stroke = Stroke::new(1.4, p.text);
                painter.hline(x(low)..=x(high), y, stroke);
                for end in [low, high] {
                    painter.vline(x(end), y - 3.5..=y + 3.5, stroke);
                }
            }
            if let Some(other) = row.other {
                painter.rect_filled(bar(other, split + 1.0, track.bottom()), 1, p.warn);
            }
        }
    }
    let text = format!("{}: {}", row.name, row.text);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    response.on_hover_text(&row.hint);
}
