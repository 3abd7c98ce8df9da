//! Named numbers of either sign as bars that grow from a line in the middle.

use eframe::egui::{Align2, FontId, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::gui::look::theme;
use crate::gui::look::theme::board;

/// One bar.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SignedBar {
    /// What it is, in a word or two.
    pub name: String,
    /// The number.
    pub value: f32,
    /// The number as text.
    pub text: String,
    /// Whether it is the one that counts.
    pub marked: bool,
    /// What it means, for the pointer.
    pub hint: String,
}

/// Height of a bar with its space, points.
const HEIGHT: f32 = 18.0;
/// Room for the name and for the number, points.
const NAME: f32 = 92.0;
const TEXT: f32 = 52.0;

/// Shows the bars below each other, all to one scale. The marked one is framed and bright.
pub(crate) fn show(ui: &mut Ui, bars: &[SignedBar]) {
    let most = bars.iter().map(|bar| bar.value.abs()).fold(1.0, f32::max);
    ui.spacing_mut().item_spacing.y = 2.0;
    for bar in bars {
        one(ui, bar, most);
    }
}

fn one(ui: &mut Ui, bar: &SignedBar, most: f32) {
    let p = theme::palette(ui);
    let size = vec2(ui.available_width(), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    if ui.is_rect_visible(rect) {
        let painter = ui.painter();
        if bar.marked {
            painter.rect_filled(rect, 3, p.accent_fill);
        }
        let ink = if bar.marked { p.text } else { p.text_weak };
        let left = rect.left_center() + vec2(6.0, 0.0);
        painter.text(left, Align2::LEFT_CENTER, &bar.name, FontId::proportional(12.5), ink);
        let right = rect.right_center() - vec2(6.0, 0.0);
        painter.text(right, Align2::RIGHT_CENTER, &bar.text, FontId::monospace(12.0), ink);
        let track =
            Rect::from_min_max(rect.min + vec2(NAME + 6.0, 5.0), rect.max - vec2(TEXT + 6.0, 5.0));
        if track.width() > 16.0 {
            painter.rect_filled(track, 2, p.raised);
            let middle = track.center().x;
            let end = middle + track.width() / 2.0 * (bar.value / most).clamp(-1.0, 1.0);
            let filled = Rect::from_x_y_ranges(middle.min(end)..=middle.max(end), track.y_range());
            let color = if bar.value >= 0.0 { board::GAIN } else { board::LOSS };
            let faint = if bar.marked { 1.0 } else { 0.55 };
            painter.rect_filled(filled, 1, color.gamma_multiply(faint));
            let line = [pos2(middle, track.top() - 2.0), pos2(middle, track.bottom() + 2.0)];
            painter.line_segment(line, (1.0, p.text_faint));
        }
    }
    let marked = if bar.marked { ", in use" } else { "" };
    let text = format!("{}: {}{marked}", bar.name, bar.text);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    response.on_hover_text(&bar.hint);
}
