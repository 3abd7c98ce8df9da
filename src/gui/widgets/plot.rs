//! Curves over the time of a search and over a game. Every point keeps its bound and a note that names
//! value, unit and source; nothing is smoothed.

use std::ops::RangeInclusive;

use eframe::egui::{Color32, RichText, Ui, Vec2b};
use egui_plot::{HLine, HoverPosition, Line, MarkerShape, Plot, PlotPoints, Points, VLine};

use crate::engine::score::Bound;

use super::super::theme;

/// One point.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Seconds, or plies.
    pub x: f64,
    /// In the curve's unit.
    pub y: f64,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// What the pointer is told.
    pub note: String,
}

/// A curve with its unit and source.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What it shows.
    pub name: String,
    /// Unit and point of view.
    pub unit: String,
    /// Where the values come from.
    pub source: String,
    /// Its colour.
    pub color: Color32,
    /// Its points, x ascending.
    pub points: Vec<Point>,
}

/// A curve over the time of one search.
pub fn over_time(ui: &mut Ui, curve: &Curve, height: f32) {
    title(ui, curve);
    let plot = base(curve, height - 18.0)
        .x_axis_formatter(|mark, _: &RangeInclusive<f64>| format!("{} s", trimmed(mark.value)));
    let notes = curve.points.clone();
    let response =
        plot.label_formatter(move |at| note_near(&notes, at)).show(ui, |plot| draw(plot, curve));
    response.response.accessible_name(format!("{}, {}", curve.name, curve.unit));
}

/// A curve over the plies of a game with the shown one marked. Gives the ply that was clicked.
pub fn over_game(
    ui: &mut Ui,
    curve: &Curve,
    shown: f64,
    plies: usize,
    height: f32,
) -> Option<usize> {
    title(ui, curve);
    let p = theme::palette(ui);
    let accent = p.accent;
    let zero = p.text_faint;
    let plot = base(curve, height - 24.0)
        .include_x(0.0)
        .include_x(plies.max(10) as f64)
        .include_y(1.0)
        .include_y(-1.0)
        .x_axis_formatter(|mark, _: &RangeInclusive<f64>| {
            let ply = mark.value;
            if ply < 0.0 || ply.fract() != 0.0 {
                return String::new();
            }
            format!("{}", (ply / 2.0).ceil())
        });
    let notes = curve.points.clone();
    let response = plot.label_formatter(move |at| note_near(&notes, at)).show(ui, |plot| {
        plot.hline(HLine::new("even", 0.0).color(zero).width(1.0));
        plot.vline(VLine::new("shown", shown).color(accent).width(1.0));
        draw(plot, curve);
        plot.pointer_coordinate().filter(|_| plot.response().clicked())
    });
    response.response.accessible_name(format!("{}, {}", curve.name, curve.unit));
    let at = response.inner?;
    (at.x.round() >= 0.0).then_some((at.x.round() as usize).min(plies.saturating_sub(1)))
}

fn title(ui: &mut Ui, curve: &Curve) {
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(&curve.name).small().color(curve.color).strong());
        ui.label(RichText::new(&curve.unit).small().color(p.text_weak));
        ui.label(RichText::new(format!("· {}", curve.source)).small().color(p.text_faint));
    });
}

fn base<'a>(curve: &Curve, height: f32) -> Plot<'a> {
    Plot::new(curve.name.clone())
        .height(height.max(60.0))
        .allow_scroll(false)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .auto_bounds(Vec2b::TRUE)
        .set_margin_fraction(eframe::egui::vec2(0.02, 0.12))
        .y_axis_min_width(34.0)
        .show_background(false)
        .y_axis_formatter(|mark, _: &RangeInclusive<f64>| trimmed(mark.value))
}

fn draw(plot: &mut egui_plot::PlotUi<'_>, curve: &Curve) {
    let exact: Vec<[f64; 2]> = curve.points.iter().map(|point| [point.x, point.y]).collect();
    plot.line(Line::new(curve.name.clone(), PlotPoints::from(exact)).color(curve.color).width(1.8));
    for (bound, shape) in [
        (Bound::Exact, MarkerShape::Circle),
        (Bound::Lower, MarkerShape::Up),
        (Bound::Upper, MarkerShape::Down),
    ] {
        let of_kind: Vec<[f64; 2]> = curve
            .points
            .iter()
            .filter(|point| point.bound == bound)
            .map(|point| [point.x, point.y])
            .collect();
        if !of_kind.is_empty() {
            let radius = if bound == Bound::Exact { 2.2 } else { 4.0 };
            plot.points(
                Points::new(format!("{} {}", curve.name, bound.sign()), PlotPoints::from(of_kind))
                    .color(curve.color)
                    .shape(shape)
                    .radius(radius),
            );
        }
    }
}

/// The note of the point nearest in x to where the pointer is.
fn note_near(points: &[Point], at: &HoverPosition<'_>) -> Option<String> {
    let (HoverPosition::NearDataPoint { position, .. } | HoverPosition::Elsewhere { position }) =
        at;
    let nearest =
        points.iter().min_by(|a, b| (a.x - position.x).abs().total_cmp(&(b.x - position.x).abs()));
    nearest.map(|point| point.note.clone())
}

/// A number without needless decimals.
fn trimmed(v: f64) -> String {
    let text = format!("{v:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use egui_plot::PlotPoint;

    use super::*;

    #[test]
    fn the_pointer_is_told_of_the_nearest_point() {
        let point =
            |x: f64, note: &str| Point { x, y: 0.0, bound: Bound::Exact, note: note.to_owned() };
        let points = [point(0.0, "a"), point(10.0, "b")];
        let at = HoverPosition::Elsewhere { position: PlotPoint::new(6.0, 0.0) };
        assert_eq!(note_near(&points, &at).as_deref(), Some("b"));
        assert_eq!(note_near(&[], &at), None);
        assert_eq!(trimmed(1.50), "1.5");
        assert_eq!(trimmed(-2.0), "-2");
    }
}
