//! Named shares as bars, each with its number in text.

use std::sync::Arc;

use eframe::egui::{Align2, FontId, Galley, Rect, Role, Sense, Ui, WidgetInfo, vec2};

use crate::gui::look::theme;

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

/// Least room for the numbers, points.
const VALUE: f32 = 56.0;
/// Least length of a bar; below it there is none, points.
const SHORTEST: f32 = 24.0;

/// Shows the bars below each other.
pub fn show(ui: &mut Ui, bars: &[Bar]) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let p = theme::palette(ui);
    let lay =
        |text: &str, font: FontId, color| ui.painter().layout_no_wrap(text.to_owned(), font, color);
    let rows: Vec<_> = bars
        .iter()
        .map(|bar| {
            let name = lay(&bar.name, FontId::proportional(13.0), p.text_weak);
            (bar, name, lay(&bar.value, FontId::monospace(12.0), p.text))
        })
        .collect();
    let widest = |widths: &mut dyn Iterator<Item = f32>| widths.fold(0.0, f32::max).ceil();
    let names = widest(&mut rows.iter().map(|(_, name, _)| name.size().x));
    let values = widest(&mut rows.iter().map(|(_, _, value)| value.size().x)).max(VALUE);
    for (bar, name, value) in rows {
        one(ui, bar, (name, names), (value, values));
    }
}

fn one(ui: &mut Ui, bar: &Bar, name: (Arc<Galley>, f32), value: (Arc<Galley>, f32)) {
    let p = theme::palette(ui);
    let size = vec2(ui.available_width(), 20.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    if ui.is_rect_visible(rect) {
        let painter = ui.painter();
        let place =
            |galley: &Galley, align: Align2| align.align_size_within_rect(galley.size(), rect);
        let name_at = place(&name.0, Align2::LEFT_CENTER).min;
        let value_at = place(&value.0, Align2::RIGHT_CENTER).min;
        let gap = theme::PAD;
        let track = Rect::from_min_max(
            rect.min + vec2(name.1 + gap, 7.0),
            rect.max - vec2(value.1 + gap, 7.0),
        );
        let clip = rect.with_max_x(value_at.x - theme::GAP);
        painter.with_clip_rect(clip).galley(name_at, name.0, p.text_weak);
        painter.galley(value_at, value.0, p.text);
        if let Some(share) = bar.share
            && track.width() >= SHORTEST
        {
            painter.rect_filled(track, 3, p.raised);
            let width = track.width() * share.clamp(0.0, 1.0);
            if width > 0.0 {
                let filled = Rect::from_min_size(track.min, vec2(width, track.height()));
                painter.rect_filled(filled, 3, p.accent);
            }
        }
    }
    let text = format!("{}: {}", bar.name, bar.value);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    response.on_hover_text(&bar.hint);
}
