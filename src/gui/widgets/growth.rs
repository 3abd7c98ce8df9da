//! Curves of counts that grow by factors: a logarithmic axis, a whole number along the other.

use eframe::egui::{
    Align2, Color32, FontId, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2,
};

use crate::gui::look::theme;

/// Room for the numbers at the left and below, points.
const LEFT: f32 = 42.0;
const BELOW: f32 = 20.0;
/// Width that a number below the axis needs, points.
const NUMBER_ROOM: f32 = 20.0;
/// How near the pointer has to be to a point, points.
const NEAR: f32 = 14.0;
/// Names of the powers of ten.
const POWERS: [&str; 13] =
    ["1", "10", "100", "1k", "10k", "100k", "1M", "10M", "100M", "1G", "10G", "100G", "1T"];

/// A point of a curve.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Point {
    /// Along the axis.
    pub at: u32,
    /// The count, above 0.
    pub count: f64,
    /// What the pointer is told.
    pub note: String,
}

/// A curve.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Curve {
    /// Its colour.
    pub color: Color32,
    /// Dashed: no measurement but a limit.
    pub dashed: bool,
    /// Drawn thick.
    pub strong: bool,
    /// Its points, ascending.
    pub points: Vec<Point>,
}

/// Shows the curves. `names` are what is shown (for screen readers) and what stands along the axis.
pub(crate) fn show(ui: &mut Ui, names: [&str; 2], curves: &[Curve], height: f32) {
    let size = vec2(ui.available_width(), height);
    let (area, response) = ui.allocate_exact_size(size, Sense::hover());
    let [name, axis] = names;
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
    let all = || curves.iter().flat_map(|curve| &curve.points);
    let Some(last) = all().map(|point| point.at).max() else { return };
    let most = all().map(|point| point.count).fold(1.0, f64::max);
    let powers = (most.log10().ceil().max(1.0) as usize).min(POWERS.len() - 1);
    let inner = Rect::from_min_max(area.min + vec2(LEFT, 6.0), area.max - vec2(8.0, BELOW));
    let place = |at: u32, count: f64| -> Pos2 {
        let x = if last > 1 { f64::from(at - 1) / f64::from(last - 1) } else { 0.5 };
        let y = count.max(1.0).log10() / powers as f64;
        pos2(inner.left() + inner.width() * x as f32, inner.bottom() - inner.height() * y as f32)
    };
    axes(ui, inner, powers, (last, axis), &place);
    let painter = ui.painter_at(area);
    for curve in curves {
        let points: Vec<Pos2> = curve.points.iter().map(|p| place(p.at, p.count)).collect();
        let stroke = Stroke::new(if curve.strong { 2.6 } else { 1.4 }, curve.color);
        if curve.dashed {
            painter.extend(Shape::dashed_line(&points, stroke, 5.0, 4.0));
            continue;
        }
        for ends in points.windows(2) {
            painter.line_segment([ends[0], ends[1]], stroke);
        }
        let radius = if curve.strong { 3.4 } else { 2.2 };
        for &point in &points {
            painter.circle_filled(point, radius, curve.color);
        }
    }
    if let Some(pointer) = response.hover_pos() {
        let mut told: Vec<(f32, &str)> = all()
            .map(|point| (place(point.at, point.count).distance(pointer), point.note.as_str()))
            .filter(|(distance, _)| *distance <= NEAR)
            .collect();
        told.sort_by(|a, b| a.0.total_cmp(&b.0));
        if !told.is_empty() {
            let lines: Vec<&str> = told.into_iter().map(|(_, note)| note).take(6).collect();
            response.on_hover_text_at_pointer(lines.join("\n"));
        }
    }
}

/// Lines and numbers of both axes.
fn axes(
    ui: &Ui,
    inner: Rect,
    powers: usize,
    (last, axis): (u32, &str),
    place: &dyn Fn(u32, f64) -> Pos2,
) {
    let p = theme::palette(ui);
    let (painter, font) = (ui.painter(), FontId::proportional(theme::SMALL));
    let every = (powers as f32 * 16.0 / inner.height().max(1.0)).ceil().max(1.0) as usize;
    for power in (0..=powers).step_by(every) {
        let y = place(1, 10.0_f64.powi(power as i32)).y;
        painter.hline(inner.x_range(), y, Stroke::new(1.0, p.border));
        let at = pos2(inner.left() - 6.0, y);
        painter.text(at, Align2::RIGHT_CENTER, POWERS[power], font.clone(), p.text_faint);
    }
    let bottom = inner.bottom() + 4.0;
    // Its name stands in the margin, where no number can meet it.
    let name_at = pos2(inner.left() - 8.0, bottom);
    painter.text(name_at, Align2::RIGHT_TOP, axis, font.clone(), p.text_faint);
    let apart = (inner.width() / last.saturating_sub(1).max(1) as f32).max(1.0);
    let every = (NUMBER_ROOM / apart).ceil().max(1.0) as usize;
    for at in (1..=last).step_by(every) {
        let from = pos2(place(at, 1.0).x, bottom);
        painter.text(from, Align2::CENTER_TOP, at.to_string(), font.clone(), p.text_faint);
    }
}
