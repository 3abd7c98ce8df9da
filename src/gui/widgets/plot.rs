//! Curves over the time of a search and over a game. Every point keeps its bound and a note that names
//! value, unit and source; nothing is smoothed.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{
    Align2, Color32, FontId, Label, Rangef, RichText, TextWrapMode, Ui, Vec2b, pos2, vec2,
};
use egui_plot::{
    AxisHints, GridInput, GridMark, HLine, HoverPosition, LineStyle, MarkerShape, Plot, PlotPoint,
    PlotPoints, PlotResponse, Points, VLine,
};

use tabia_engine::search::score::Bound;

use super::polyline::Polyline;
use crate::gui::look::theme;

/// Least distance of two marks on an axis, points.
const X_STEP: f32 = 70.0;
const Y_STEP: f32 = 26.0;
/// The distance `egui_plot` reckons its own steps by, points.
const FINEST: f32 = 8.0;
/// Up to this height of a plot its parts have no names, points.
const LOW: f32 = 100.0;
/// Height of a sign with the gap to its point, points.
const ROOM: f32 = 19.0;
/// Up to so many points are drawn large.
const FEW: usize = 3;
/// With more points than this only the line and the bounds are drawn.
const CROWDED: usize = 60;

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
    /// Whose curve it is, told with the notes; empty where there is but one.
    pub owner: String,
    /// Its colour.
    pub color: Color32,
    /// Its points, x ascending.
    pub points: Vec<Point>,
}

/// Curves of one kind over the time of a search, one for each engine; their sources are the legend.
pub fn over_time(ui: &mut Ui, curves: &[Curve], height: f32) {
    let Some(first) = curves.first() else { return };
    let title = title(ui, curves);
    let plot = base(ui, first, height - title, |seconds| format!("{} s", trimmed(seconds)))
        .x_grid_spacer(|input| marks(&input, X_STEP, 0.0));
    let response = plot
        .label_formatter(|at| {
            let told = curves.iter().filter_map(|curve| {
                let (owner, note) = (&curve.owner, note_near(&curve.points, at)?);
                Some(if owner.is_empty() { note } else { format!("{owner}: {note}") })
            });
            let lines: Vec<String> = told.collect();
            (!lines.is_empty()).then(|| lines.join("\n"))
        })
        .show(ui, |plot| curves.iter().for_each(|curve| draw(plot, curve, None)));
    response.response.accessible_name(format!("{}, {}", first.name, first.unit));
}

/// What stands in a plot over a game besides its curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// The ply shown.
    pub shown: usize,
    /// Plies of the game, the start position among them.
    pub plies: usize,
    /// Parts of the game: the ply each begins at and its name.
    pub parts: Vec<(usize, &'static str)>,
    /// Signs at points of the curve.
    pub signs: Vec<Sign>,
}

/// A sign at a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Sign {
    /// Plies.
    pub x: f64,
    /// In the curve's unit.
    pub y: f64,
    /// What is written there.
    pub text: &'static str,
    /// Its colour.
    pub color: Color32,
}

/// A curve over the plies of a game with the shown one marked. Gives the ply that was clicked.
pub fn over_game(ui: &mut Ui, curve: &Curve, course: &Course, height: f32) -> Option<usize> {
    let curves = std::slice::from_ref(curve);
    let axis = Axis { from: -1.0, to: 1.0, ground: Some(0.0) };
    course_of(ui, curves, course, (height, axis))
}

/// Curves of one unit over the plies of a game, none of which goes below 0, with the shown ply marked. `top`: what the
/// vertical axis reaches at least. Gives the ply that was clicked.
pub fn several_over_game(
    ui: &mut Ui,
    curves: &[Curve],
    course: &Course,
    (height, top): (f32, f64),
) -> Option<usize> {
    course_of(ui, curves, course, (height, Axis { from: 0.0, to: top, ground: None }))
}

/// The vertical axis of a plot over a game: what is in sight at least, and where the curves are filled to.
#[derive(Clone, Copy)]
struct Axis {
    from: f64,
    to: f64,
    ground: Option<f64>,
}

fn course_of(
    ui: &mut Ui,
    curves: &[Curve],
    course: &Course,
    (height, axis): (f32, Axis),
) -> Option<usize> {
    let first = curves.first()?;
    let title = title(ui, curves);
    let p = theme::palette(ui);
    let (shown, plies) = (course.shown as f64, course.plies);
    let (accent, zero) = (p.accent, p.text_faint);
    let plot = base(ui, first, height - title, |ply| format!("{}", (ply / 2.0).ceil()))
        .include_x(0.0)
        .include_x(plies.max(10) as f64)
        .include_y(axis.to)
        .include_y(axis.from)
        // Two plies are a move: only even steps have a number of their own.
        .x_grid_spacer(|input| marks(&input, X_STEP, 2.0));
    let response = plot.label_formatter(|at| Some(notes_at(curves, at))).show(ui, |plot| {
        plot.hline(HLine::new("even", 0.0).color(zero).width(1.0).allow_hover(false));
        for &(from, name) in course.parts.iter().filter(|(from, _)| *from > 0) {
            let line = VLine::new(name, from as f64 - 0.5).color(zero);
            plot.vline(line.style(LineStyle::dashed_dense()).allow_hover(false));
        }
        plot.vline(VLine::new("shown", shown).color(accent).width(1.5).allow_hover(false));
        for curve in curves {
            draw(plot, curve, axis.ground);
        }
        plot.pointer_coordinate().filter(|_| plot.response().clicked())
    });
    signs(ui, &response, course);
    response.response.accessible_name(format!("{}, {}", first.name, first.unit));
    let at = response.inner?;
    (at.x.round() >= 0.0).then_some((at.x.round() as usize).min(plies.saturating_sub(1)))
}

/// Writes the names of the parts along the bottom and the signs beside their points: above what is good for
/// White, below what is not, and always inside.
fn signs<T>(ui: &Ui, plot: &PlotResponse<T>, course: &Course) {
    let p = theme::palette(ui);
    let area = *plot.transform.frame();
    let painter = ui.painter().with_clip_rect(area);
    let place = |x: f64, y: f64| plot.transform.position_from_point(&PlotPoint::new(x, y));
    // In a low plot the names would lie on the curve.
    for &(from, name) in course.parts.iter().filter(|_| area.height() > LOW) {
        let font = FontId::proportional(theme::SMALL);
        let galley = painter.layout_no_wrap(name.to_owned(), font, p.text_faint);
        // Behind its dashed line; the first has none and begins at the start position, off the axis.
        let left = place((from as f64 - 0.5).max(0.0), 0.0).x.max(area.left()) + 4.0;
        let at = pos2(left, area.bottom() - 1.0 - galley.size().y);
        // A part at the very end has no room for its name; the pointer tells it.
        if left + galley.size().x <= area.right() {
            painter.galley(at, galley, p.text_faint);
        }
    }
    for sign in &course.signs {
        let at = place(sign.x, sign.y);
        let up = (sign.y >= 0.0 && at.y > area.top() + ROOM) || at.y > area.bottom() - ROOM;
        let (align, off) =
            if up { (Align2::CENTER_BOTTOM, -4.0) } else { (Align2::CENTER_TOP, 4.0) };
        painter.circle_filled(at, 3.5, sign.color);
        painter.text(at + vec2(0.0, off), align, sign.text, FontId::proportional(12.0), sign.color);
    }
}

/// Name and unit of what is shown, and each source, in the colour of its curve where there are several. Gives the height
/// it takes.
fn title(ui: &mut Ui, curves: &[Curve]) -> f32 {
    let Some(first) = curves.first() else { return 0.0 };
    let p = theme::palette(ui);
    let several = curves.len() > 1;
    let top = ui.cursor().top();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = 0.0;
        ui.spacing_mut().item_spacing.y = 2.0;
        let color = if several { p.text } else { first.color };
        ui.label(RichText::new(&first.name).small().color(color).strong());
        ui.label(RichText::new(&first.unit).small().color(p.text_weak));
        for curve in curves {
            if several {
                // Its mark and its name go to the next line together.
                let source = legend(curve, p.text_weak);
                ui.add(Label::new(source).wrap_mode(TextWrapMode::Extend));
            } else {
                let source = format!("· {}", curve.source);
                ui.label(RichText::new(source).small().color(p.text_faint));
            }
        }
    });
    ui.cursor().top() - top
}

/// A dash in the colour of a curve, and its source.
fn legend(curve: &Curve, ink: Color32) -> LayoutJob {
    let font = FontId::proportional(theme::SMALL);
    let mut job = LayoutJob::default();
    job.append("\u{2014}", 0.0, TextFormat::simple(font.clone(), curve.color));
    job.append(&curve.source, 4.0, TextFormat::simple(font, ink));
    job
}

/// A plot with quiet lines, round numbers beside them, and nothing to drag.
fn base<'a>(ui: &Ui, curve: &Curve, height: f32, x_text: impl Fn(f64) -> String + 'a) -> Plot<'a> {
    let p = theme::palette(ui);
    let font = FontId::proportional(theme::SMALL);
    let axis = |hints: AxisHints<'a>, space: f32| {
        hints
            .tick_label_color(p.text_faint)
            .tick_label_font(font.clone())
            .label_spacing(Rangef::new(space * 0.5, space * 0.6))
    };
    let x_axis = axis(AxisHints::new_x(), X_STEP).formatter(move |mark, _| x_text(mark.value));
    let y_axis = axis(AxisHints::new_y(), Y_STEP)
        .min_thickness(34.0)
        .formatter(|mark, _| trimmed(mark.value));
    Plot::new(curve.name.clone())
        .height(height.max(60.0))
        .allow_scroll(false)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .auto_bounds(Vec2b::TRUE)
        .set_margin_fraction(vec2(0.02, 0.12))
        .show_background(false)
        .grid_color(p.border)
        .grid_fade(0.0)
        .grid_spacing(Rangef::new(FINEST, FINEST + 1.0))
        .custom_x_axes(vec![x_axis])
        .custom_y_axes(vec![y_axis])
        .y_grid_spacer(|input| marks(&input, Y_STEP, 0.0))
}

/// Round values at least `apart` points from each other, all multiples of 1, 2 or 5 times a power of ten
/// and, where `unit` is not 0, of `unit`.
fn marks(input: &GridInput, apart: f32, unit: f64) -> Vec<GridMark> {
    let least = input.base_step_size * f64::from(apart / FINEST);
    let step_size =
        if unit > 0.0 { unit * round_step((least / unit).max(1.0)) } else { round_step(least) };
    let (from, to) = input.bounds;
    if !(step_size.is_finite() && step_size > 0.0 && (to - from) / step_size < 200.0) {
        return Vec::new();
    }
    let first = (from / step_size).ceil() as i64;
    let last = (to / step_size).floor() as i64;
    (first..=last).map(|i| GridMark { value: i as f64 * step_size, step_size }).collect()
}

/// The smallest of 1, 2, 5, 10, 20, ... (and their tenths) that is not below `least`.
fn round_step(least: f64) -> f64 {
    let power = 10.0_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|step| step * power)
        .find(|step| *step >= least * 0.999)
        .unwrap_or(10.0 * power)
}

/// The line, filled down to `ground` where one is given, and its points: dots for what is exact,
/// triangles for what is at least or at most.
fn draw(plot: &mut egui_plot::PlotUi<'_>, curve: &Curve, ground: Option<f64>) {
    let all = curve.points.iter().map(|point| [point.x, point.y]);
    plot.add(Polyline::new(&curve.name, all, curve.color, ground));
    let crowded = curve.points.len() > CROWDED;
    for (bound, shape) in [
        (Bound::Exact, MarkerShape::Circle),
        (Bound::Lower, MarkerShape::Up),
        (Bound::Upper, MarkerShape::Down),
    ] {
        if bound == Bound::Exact && crowded {
            continue;
        }
        let of_kind: Vec<[f64; 2]> = curve
            .points
            .iter()
            .filter(|point| point.bound == bound)
            .map(|point| [point.x, point.y])
            .collect();
        if !of_kind.is_empty() {
            // A few points alone have to be seen without a line between them.
            let exact = if curve.points.len() <= FEW { 4.5 } else { 2.2 };
            let radius = if bound == Bound::Exact { exact } else { 4.0 };
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

/// The notes of the ply under the pointer, a line a curve. Of a ply that has none nothing is told: the nearest may be
/// many moves away.
fn notes_at(curves: &[Curve], at: &HoverPosition<'_>) -> String {
    let (HoverPosition::NearDataPoint { position, .. } | HoverPosition::Elsewhere { position }) =
        at;
    let here = |curve: &Curve| {
        let point = curve.points.iter().find(|point| (point.x - position.x).abs() <= 0.5);
        point.map(|point| point.note.clone())
    };
    let notes: Vec<String> = curves.iter().filter_map(here).collect();
    let nothing = || match curves.first() {
        Some(curve) => format!("{}: nothing known of this position", curve.name),
        None => String::new(),
    };
    if notes.is_empty() { nothing() } else { notes.join("\n") }
}

/// A number without needless decimals.
fn trimmed(v: f64) -> String {
    let text = format!("{v:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pointer_is_told_of_the_nearest_point() {
        let point =
            |x: f64, note: &str| Point { x, y: 0.0, bound: Bound::Exact, note: note.to_owned() };
        let points = [point(0.0, "a"), point(10.0, "b")];
        let at = HoverPosition::Elsewhere { position: PlotPoint::new(6.0, 0.0) };
        assert_eq!(note_near(&points, &at).as_deref(), Some("b"));
        assert_eq!(note_near(&[], &at), None);
        // Over a game the nearest ply that is known may be far away.
        let curve = |points: &[Point]| Curve {
            name: "Evaluation".to_owned(),
            unit: String::new(),
            source: String::new(),
            owner: String::new(),
            color: Color32::WHITE,
            points: points.to_vec(),
        };
        let both = [curve(&points), curve(&[point(10.0, "c")])];
        let said = |x: f64| {
            notes_at(&both, &HoverPosition::Elsewhere { position: PlotPoint::new(x, 0.0) })
        };
        assert_eq!((said(9.7).as_str(), said(0.4).as_str()), ("b\nc", "a"));
        assert_eq!(said(6.0), "Evaluation: nothing known of this position");
        assert_eq!(trimmed(1.50), "1.5");
        assert_eq!(trimmed(-2.0), "-2");
    }

    #[test]
    fn marks_are_round_and_not_crowded() {
        let values = |bounds, base_step_size, unit| -> Vec<f64> {
            let input = GridInput { bounds, base_step_size };
            marks(&input, 4.0 * FINEST, unit).iter().map(|mark| mark.value).collect()
        };
        assert_eq!(values((-1.1, 1.1), 0.1, 0.0), [-1.0, -0.5, 0.0, 0.5, 1.0]);
        assert_eq!(values((0.0, 53.0), 4.0, 0.0), [0.0, 20.0, 40.0]);
        assert_eq!(values((-0.5, 7.0), 0.1, 2.0), [0.0, 2.0, 4.0, 6.0]);
        assert_eq!(values((0.0, 90.0), 4.0, 2.0), [0.0, 20.0, 40.0, 60.0, 80.0]);
        assert!(values((0.0, f64::NAN), 1.0, 0.0).is_empty());
    }
}
