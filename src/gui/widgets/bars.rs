//! Named shares as bars, each with its number in text.

use eframe::egui::{Align2, FontId, Rect, Role, Sense, Ui, WidgetInfo, vec2};

use super::super::theme;

/// One bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What it is a share of, in a word or two.
    pub name: String,
    /// How much of the bar is filled, 0 to 1; `None`: a number that is no share has no bar.
    pub share: Option<f32>,
    /// The number as text.
    pub value: String,
    /// What it means, for the pointer.
    pub hint: String,
}

/// Width of the names, points.
const NAME: f32 = 130.0;
/// Width of the numbers, points.
const VALUE: f32 = 64.0;

/// Shows the bars below each other.
pub fn show(ui: &mut Ui, bars: &[Bar]) {
    ui.spacing_mut().item_spacing.y = 2.0;
    for bar in bars {
        one(ui, bar);
    }
}

fn one(ui: &mut Ui, bar: &Bar) {
    let p = theme::palette(ui);
    let size = vec2(ui.available_width(), 20.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    if ui.is_rect_visible(rect) {
        let painter = ui.painter();
        let font = FontId::proportional(13.0);
        painter.text(rect.left_center(), Align2::LEFT_CENTER, &bar.name, font, p.text_weak);
        let number = FontId::monospace(12.0);
        painter.text(rect.right_center(), Align2::RIGHT_CENTER, &bar.value, number, p.text);
        if let Some(share) = bar.share {
            let track = Rect::from_min_max(
                rect.min + vec2(NAME, 6.0),
                rect.max - vec2(VALUE + theme::GAP, 6.0),
            );
            if track.is_positive() {
                painter.rect_filled(track, 3, p.raised);
                let width = track.width() * share.clamp(0.0, 1.0);
                let filled = Rect::from_min_size(track.min, vec2(width, track.height()));
                painter.rect_filled(filled, 3, p.accent);
            }
        }
    }
    let name = format!("{}: {}", bar.name, bar.value);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    response.on_hover_text(&bar.hint);
}
