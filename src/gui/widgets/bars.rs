//! Bars: shares, signed numbers, measurements with their error, results of games. Each also has its number as text.

use std::sync::Arc;

use eframe::egui::epaint::Mesh;
use eframe::egui::text::{LayoutJob, TextWrapping};
use eframe::egui::{
    Align2, Color32, FontId, Galley, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, StrokeKind,
    Ui, WidgetInfo, pos2, vec2,
};

use crate::gui::look::theme;
use tabia_text::t;

#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Its label, in a word or two.
    pub name: String,
    /// How much of the bar is filled, 0 to 1; `None`: a number that is no share has no bar.
    pub share: Option<f32>,
    /// The number as text.
    pub value: String,
    /// An explanation, as a tooltip.
    pub hint: String,
}

/// Size of the value of a figure, points.
pub(crate) const FIGURE: f32 = 14.5;

/// Width of the place of a figure, points.
pub(crate) fn figure_width(ui: &Ui, name: &str, value: &str) -> f32 {
    let width = |text: &str, size: f32| {
        let font = FontId::proportional(size);
        ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x
    };
    width(name, theme::SMALL).max(width(value, FIGURE)).max(44.0)
}

/// A number under its name. `hint`: an explanation; empty for none.
pub(crate) fn figure(ui: &mut Ui, name: &str, value: &str, hint: &str) {
    let p = theme::palette(ui);
    let (small, large) = (FontId::proportional(theme::SMALL), FontId::proportional(FIGURE));
    let label = ui.painter().layout_no_wrap(name.to_owned(), small, p.text_weak);
    let number = ui.painter().layout_no_wrap(value.to_owned(), large, p.text);
    let width = figure_width(ui, name, value);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 34.0), Sense::hover());
    ui.painter().galley(rect.left_top(), label, p.text_weak);
    let at = rect.left_bottom() - vec2(0.0, number.size().y);
    ui.painter().galley(at, number, p.text);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name} {value}")));
    if !hint.is_empty() {
        response.on_hover_text(hint);
    }
}

/// Size of a name, points.
const NAME: f32 = 13.0;
/// Minimum room for the numbers, points.
const VALUE: f32 = 56.0;
/// Minimum length of a bar; with less room there is none, points.
const SHORTEST: f32 = 24.0;

/// Shows the bars below each other.
pub fn show(ui: &mut Ui, bars: &[Bar]) {
    let accent = theme::palette(ui).accent;
    show_colored(ui, bars, |_| accent);
}

/// The same, each in its own colour.
pub(crate) fn show_colored(ui: &mut Ui, bars: &[Bar], color: impl Fn(usize) -> Color32) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let p = theme::palette(ui);
    let lay =
        |text: &str, font: FontId, color| ui.painter().layout_no_wrap(text.to_owned(), font, color);
    let rows: Vec<_> = bars
        .iter()
        .map(|bar| {
            let name = lay(&bar.name, FontId::proportional(NAME), p.text_weak);
            (bar, name, lay(&bar.value, FontId::proportional(NAME), p.text))
        })
        .collect();
    let widest = |widths: &mut dyn Iterator<Item = f32>| widths.fold(0.0, f32::max).ceil();
    let names = widest(&mut rows.iter().map(|(_, name, _)| name.size().x));
    let values = widest(&mut rows.iter().map(|(_, _, value)| value.size().x)).max(VALUE);
    for (at, (bar, name, value)) in rows.into_iter().enumerate() {
        one(ui, bar, (name, names), (value, values), color(at));
    }
}

fn one(
    ui: &mut Ui,
    bar: &Bar,
    name: (Arc<Galley>, f32),
    value: (Arc<Galley>, f32),
    color: Color32,
) {
    let p = theme::palette(ui);
    let size = vec2(ui.available_width(), 20.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let room = rect.width() - value.0.size().x - theme::GAP;
    let is_cut = name.0.size().x > room;
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
        let galley = if is_cut {
            let font = FontId::proportional(NAME);
            let mut job = LayoutJob::simple_singleline(bar.name.clone(), font, p.text_weak);
            job.wrap = TextWrapping::truncate_at_width(room.max(0.0));
            painter.layout_job(job)
        } else {
            name.0
        };
        painter.galley(name_at, galley, p.text_weak);
        painter.galley(value_at, value.0, p.text);
        if let Some(share) = bar.share
            && track.width() >= SHORTEST
        {
            painter.rect_filled(track, 3, p.raised);
            let width = track.width() * share.clamp(0.0, 1.0);
            if width > 0.0 {
                let filled = Rect::from_min_size(track.min, vec2(width, track.height()));
                painter.rect_filled(filled, 3, color);
            }
        }
    }
    let text = format!("{}: {}", bar.name, bar.value);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    let response = if is_cut { response.on_hover_text(&bar.name) } else { response };
    response.on_hover_text(&bar.hint);
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SignedBar {
    /// Its label, in a word or two.
    pub name: String,
    pub value: f32,
    pub text: String,
    /// Whether it is the relevant one.
    pub marked: bool,
    /// An explanation, as a tooltip.
    pub hint: String,
}

/// Height of a bar with its space, points.
const SIGNED_HEIGHT: f32 = 18.0;
/// Room for the name and for the number, points.
const SIGNED_NAME: f32 = 92.0;
const SIGNED_TEXT: f32 = 52.0;

/// Shows signed numbers as bars below each other that grow from a line in the middle, all to the same scale. The marked
/// one is framed and bright.
pub(crate) fn show_signed(ui: &mut Ui, bars: &[SignedBar]) {
    let most = bars.iter().map(|bar| bar.value.abs()).fold(1.0, f32::max);
    ui.spacing_mut().item_spacing.y = 2.0;
    for bar in bars {
        one_signed(ui, bar, most);
    }
}

fn one_signed(ui: &mut Ui, bar: &SignedBar, most: f32) {
    let p = theme::palette(ui);
    let size = vec2(ui.available_width(), SIGNED_HEIGHT);
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
        let track = Rect::from_min_max(
            rect.min + vec2(SIGNED_NAME + 6.0, 5.0),
            rect.max - vec2(SIGNED_TEXT + 6.0, 5.0),
        );
        if track.width() > 16.0 {
            painter.rect_filled(track, 2, p.raised);
            let middle = track.center().x;
            let end = middle + track.width() / 2.0 * (bar.value / most).clamp(-1.0, 1.0);
            let filled = Rect::from_x_y_ranges(middle.min(end)..=middle.max(end), track.y_range());
            let color = if bar.value >= 0.0 { theme::GAIN } else { theme::LOSS };
            let faint = if bar.marked { 1.0 } else { 0.55 };
            painter.rect_filled(filled, 1, color.gamma_multiply(faint));
            let line = [pos2(middle, track.top() - 2.0), pos2(middle, track.bottom() + 2.0)];
            painter.line_segment(line, (1.0, p.text_faint));
        }
    }
    let text = format!("{}: {}", bar.name, bar.text);
    let text = if bar.marked { t!("widget-in-use", text = text) } else { text };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    response.on_hover_text(&bar.hint);
}

/// Height of a row, points.
const MEASURED_HEIGHT: f32 = 32.0;
/// Height of the bar of a published measurement, points.
const OTHER_HEIGHT: f32 = 9.0;
/// Room for the names, points.
const MEASURED_NAME: f32 = 138.0;
/// Room for the numbers, points.
const MEASURED_TEXT: f32 = 92.0;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Measured {
    /// Its label.
    pub name: String,
    /// The number; `None`: it was not measured.
    pub value: Option<f32>,
    /// The ends of its error; `None`: unknown.
    pub whisker: Option<[f32; 2]>,
    /// A published measurement.
    pub other: Option<f32>,
    pub text: String,
    /// The tooltip.
    pub hint: String,
}

/// Shows measured numbers as bars below each other, to the same scale from 0, each with a whisker for its error and a
/// thin bar for the published measurement.
pub(crate) fn show_measured(ui: &mut Ui, rows: &[Measured]) {
    ui.spacing_mut().item_spacing.y = 2.0;
    // A whisker may be longer than the scale while there are few rounds; it then ends in an arrow at the edge.
    let values = rows.iter().filter_map(|row| row.value.map(|value| 1.25 * value));
    let most = values.chain(rows.iter().filter_map(|row| row.other)).fold(1e-6, f32::max);
    for row in rows {
        one_measured(ui, row, most);
    }
}

fn one_measured(ui: &mut Ui, row: &Measured, most: f32) {
    let p = theme::palette(ui);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), MEASURED_HEIGHT), Sense::hover());
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
            pos2(rect.left() + MEASURED_NAME, rect.top() + 3.0),
            pos2(rect.right() - MEASURED_TEXT, rect.bottom() - 3.0),
        );
        if track.width() > 20.0 {
            let x = |value: f32| track.left() + track.width() * (value / most).clamp(0.0, 1.0);
            let bar = |value: f32, from: f32, to: f32| {
                Rect::from_min_max(pos2(track.left(), from), pos2(x(value), to))
            };
            let split =
                if row.other.is_some() { track.bottom() - OTHER_HEIGHT } else { track.bottom() };
            if let Some(value) = row.value {
                let fill = p.accent.gamma_multiply(0.75);
                painter.rect_filled(bar(value, track.top(), split), 2, fill);
            }
            if let Some(ends) = row.whisker {
                let y = f32::midpoint(track.top(), split);
                whisker(&painter, (x(ends[0]), x(ends[1]), y), ends[1] > most, p.text);
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

/// A whisker from left to right at a height; `is_cut`: it is longer, and has an arrow instead of its right end.
fn whisker(painter: &Painter, (left, right, y): (f32, f32, f32), is_cut: bool, color: Color32) {
    let stroke = Stroke::new(1.4, color);
    painter.hline(left..=right, y, stroke);
    painter.vline(left, y - 3.5..=y + 3.5, stroke);
    if is_cut {
        for dy in [-3.5, 3.5] {
            painter.line_segment([pos2(right - 4.0, y + dy), pos2(right, y)], stroke);
        }
    } else {
        painter.vline(right, y - 3.5..=y + 3.5, stroke);
    }
}

/// Results, in one of several forms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Results {
    /// Shares won by White, drawn, won by Black; together 1.
    Shares([f32; 3]),
    /// White's points per game, 0 to 1.
    Points(f32),
    /// Shares won, drawn and lost by the user; together 1.
    Own([f32; 3]),
}

/// Space between a number and the ends of its part, points.
const ROOM: f32 = 1.5;

/// Shares of a whole in per cent without decimals that add up to 100: those that lose most of one are rounded up.
fn percents(shares: &[f32]) -> Vec<u32> {
    let exact: Vec<f64> = shares.iter().map(|&share| f64::from(share) * 100.0).collect();
    let mut whole: Vec<u32> = exact.iter().map(|&percent| percent as u32).collect();
    let missing = (exact.iter().sum::<f64>().round() as u32).saturating_sub(whole.iter().sum());
    let mut order: Vec<usize> = (0..shares.len()).collect();
    order.sort_by(|&a, &b| exact[b].fract().total_cmp(&exact[a].fract()));
    for &at in order.iter().take(missing as usize) {
        whole[at] += 1;
    }
    whole
}

/// Shows results as one bar in the available room.
pub(crate) fn show_results(ui: &mut Ui, results: Results) {
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let bar = Rect::from_center_size(rect.center(), vec2(rect.width() - 4.0, 15.0));
    let parts: &[f32] = match &results {
        Results::Shares(shares) | Results::Own(shares) => shares,
        Results::Points(score) => &[*score, 1.0 - score],
    };
    let percents = percents(parts);
    let percent = |at: usize| format!("{} %", percents[at]);
    let text = match results {
        Results::Shares(_) => {
            t!("widget-results", white = percent(0), drawn = percent(1), black = percent(2))
        }
        Results::Own(_) => {
            t!("widget-own-results", won = percent(0), drawn = percent(1), lost = percent(2))
        }
        Results::Points(_) => t!("widget-scored", percent = percent(0)),
    };
    let p = theme::palette(ui);
    let won = (p.white_side, p.black_side);
    let lost = (p.black_side, p.white_side);
    let drawn = (p.draw_side, p.black_side);
    let colors = match results {
        Results::Shares(_) => [won, drawn, lost],
        Results::Points(_) => [won, lost, lost],
        Results::Own(_) => [(p.accent, p.on_accent), drawn, (p.raised, p.text)],
    };
    let mut left = bar.left();
    for (at, (&part, (fill, ink))) in parts.iter().zip(colors).enumerate() {
        let right = if at + 1 == parts.len() { bar.right() } else { left + bar.width() * part };
        let piece = Rect::from_min_max(pos2(left, bar.top()), pos2(right, bar.bottom()));
        ui.painter().rect_filled(piece, 0, fill);
        // The unit is in the title of the column: without it numbers fit into narrow parts too.
        let font = FontId::proportional(theme::SMALL);
        let text = ui.painter().layout_no_wrap(percents[at].to_string(), font, ink);
        if text.size().x + 2.0 * ROOM <= piece.width() {
            ui.painter().galley(piece.center() - text.size() / 2.0, text, ink);
        }
        left = right;
    }
    ui.painter().rect_stroke(bar, 0, (1.0, p.edge), StrokeKind::Outside);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    response.on_hover_text(text);
}

// Many numbers as a strip of small cells; larger numbers are brighter.

/// Steps of the scale.
const STEPS: usize = 24;
/// Minimum side of a cell, points.
const CELL: f32 = 5.0;

/// Shows numbers between 0 and 1, in reading order, over the whole width. `hint` makes the tooltip of a number. The
/// cells are one mesh.
pub(crate) fn number_strip(
    ui: &mut Ui,
    name: &str,
    shares: &[f32],
    hint: impl Fn(usize) -> String,
) {
    let width = ui.available_width();
    let columns = columns(shares.len(), width);
    let cell = width / columns as f32;
    let rows = shares.len().div_ceil(columns);
    let size = vec2(width, rows as f32 * cell.min(9.0));
    let (area, response) = ui.allocate_exact_size(size, Sense::hover());
    let height = area.height() / rows.max(1) as f32;
    let rect_of = |at: usize| {
        let corner = vec2((at % columns) as f32 * cell, (at / columns) as f32 * height);
        Rect::from_min_size(area.min + corner, vec2(cell, height))
    };
    if ui.is_rect_visible(area) {
        let p = theme::palette(ui);
        let mut mesh = Mesh::default();
        for (at, share) in shares.iter().enumerate() {
            let color = p.raised.lerp_to_gamma(p.accent, share.clamp(0.0, 1.0));
            mesh.add_colored_rect(rect_of(at).shrink(0.4), color);
        }
        ui.painter().add(Shape::mesh(mesh));
    }
    let under = |pos: Pos2| (0..shares.len()).find(|&at| rect_of(at).contains(pos));
    if let Some(at) = response.hover_pos().and_then(under) {
        let frame = rect_of(at).expand(0.5);
        let stroke = (1.0, theme::palette(ui).text);
        ui.painter().rect_stroke(frame, 0, stroke, eframe::egui::StrokeKind::Outside);
        response.clone().on_hover_text_at_pointer(hint(at));
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
}

/// Cells in a row: a power of two, so that rows break at the same numbers in a narrow and a wide panel.
fn columns(count: usize, width: f32) -> usize {
    let room = (width / CELL).max(1.0) as usize;
    let mut columns = 1;
    while columns * 2 <= room.min(count.max(1)) {
        columns *= 2;
    }
    columns
}

/// A scale from zero to one for the strips above it.
pub(crate) fn legend(ui: &mut Ui, low: &str, high: &str) {
    let p = theme::palette(ui);
    ui.horizontal_wrapped(|ui| {
        ui.label(eframe::egui::RichText::new(low).small().color(p.text_weak));
        let (rect, _) = ui.allocate_exact_size(vec2(72.0, 8.0), Sense::hover());
        let step = rect.width() / STEPS as f32;
        let mut mesh = Mesh::default();
        for at in 0..STEPS {
            let corner = pos2(rect.left() + at as f32 * step, rect.top());
            let color = p.raised.lerp_to_gamma(p.accent, at as f32 / (STEPS - 1) as f32);
            mesh.add_colored_rect(Rect::from_min_size(corner, vec2(step, rect.height())), color);
        }
        ui.painter().add(Shape::mesh(mesh));
        ui.label(eframe::egui::RichText::new(high).small().color(p.text_weak));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_percentages_of_results_add_up() {
        assert_eq!(percents(&[0.366, 0.418, 0.216]), [36, 42, 22]);
        assert_eq!(percents(&[0.37, 0.30, 0.33]), [37, 30, 33]);
        assert_eq!(percents(&[1.0 / 3.0; 3]), [34, 33, 33]);
        assert_eq!(percents(&[1.0, 0.0, 0.0]), [100, 0, 0]);
        assert_eq!(percents(&[0.625, 0.375]), [63, 37]);
    }

    #[test]
    fn rows_are_powers_of_two_that_fit() {
        assert_eq!(columns(512, 400.0), 64);
        assert_eq!(columns(512, 700.0), 128);
        assert_eq!(columns(32, 700.0), 32);
        assert_eq!((columns(0, 100.0), columns(512, 0.0)), (1, 1));
    }
}
