//! Curves: over the time of a search, over a game, over depth. Nothing is smoothed: an exact value is a dot, a lower or
//! upper bound an open triangle, a value off the scale a filled triangle at the edge. Every point has a note with
//! value, unit and source.

use std::ops::Range;

use eframe::egui::epaint::Mesh;
use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{
    Align2, Color32, FontId, Label, Painter, PopupAnchor, Pos2, Rect, Response, RichText, Role,
    Sense, Shape, Stroke, TextWrapMode, Tooltip, Ui, WidgetInfo, pos2, vec2,
};

use tabia_engine::search::score::{Bound, Score};
use tabia_text::t;

use crate::gui::look::{format, theme};

/// Minimum room for the numbers on the left of the plot, and room for those below it, points.
const LEFT: f32 = 38.0;
const BELOW: f32 = 20.0;
/// Height of the strip of marks above the plot, points.
const MARKS: f32 = 14.0;
/// Minimum distance between two numbers, points.
const X_STEP: f32 = 44.0;
const Y_STEP: f32 = 20.0;
/// The pointer is on a curve, a point or a mark if it is at most this far from it, points.
const NEAR: f32 = 10.0;
/// In a plot up to this height the phases of a game have no names, points.
const LOW: f32 = 100.0;
/// Height of a glyph with the gap to its point, points.
const ROOM: f32 = 19.0;
/// Up to this many points are drawn large, so that they are visible without a line between them.
const FEW: usize = 3;
/// With more points than this only the line and the bounds are drawn.
const CROWDED: usize = 60;
/// Maximum number of points drawn: of more, the highest and the lowest of each stretch.
pub(crate) const MAX_POINTS: usize = 1_200;
/// Maximum number of notes shown together for points close to each other.
const MAX_NOTES: usize = 6;
/// Opacity of the area under a curve.
const AREA_OPACITY: f32 = 0.16;

/// A point of a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    pub bound: Bound,
    /// The tooltip.
    pub note: String,
}

impl Point {
    pub fn exact(x: f64, y: f64, note: String) -> Point {
        Point { x, y, bound: Bound::Exact, note }
    }
}

/// How the line of a curve is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Line {
    #[default]
    Normal,
    /// One of many, behind the others.
    Pale,
    Strong,
    Dashed,
    /// A limit and not a measurement: dashed and without dots.
    Guide,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What it shows or the source of its values, in the legend.
    pub source: String,
    /// The owner of the curve, added to the notes; empty if there is only one.
    pub owner: String,
    pub color: Color32,
    pub line: Line,
    /// Points farther apart in x than this have no line between them, as there is no measurement in between.
    pub reach: f64,
    /// Values beyond this do not widen the axis; they are marked at its edge.
    pub limit: f64,
    /// Whether the legend explains bounds and values beyond the limit.
    pub bounds: bool,
    /// Its points, x ascending.
    pub points: Vec<Point>,
}

impl Curve {
    pub fn new(source: impl Into<String>, color: Color32, points: Vec<Point>) -> Curve {
        Curve {
            source: source.into(),
            owner: String::new(),
            color,
            line: Line::Normal,
            reach: f64::INFINITY,
            limit: f64::INFINITY,
            bounds: false,
            points,
        }
    }

    /// The stretches without gaps, each drawn as a line.
    fn runs(&self) -> Vec<Range<usize>> {
        let (mut runs, mut begin) = (Vec::new(), 0);
        for at in 1..=self.points.len() {
            let ends =
                self.points.get(at).is_none_or(|next| next.x - self.points[at - 1].x > self.reach);
            if ends {
                runs.push(begin..at);
                begin = at;
            }
        }
        runs
    }
}

/// A score beyond this many pawns is marked at the edge of a plot.
pub(crate) const MAX_PAWNS: f64 = 10.0;
/// The scores of a search up to this far beyond its best moves are on the scale, pawns.
pub(crate) const NEAR_BEST: f64 = 1.2;

/// The [`Curve::limit`] of the scores of a search, from those of its best moves, pawns: these are marked at the edge
/// only in a decided game.
pub(crate) fn score_limit(best: impl Iterator<Item = f64>) -> f64 {
    let known = best.filter(|best| best.is_finite());
    known.map(|best| best.abs() + NEAR_BEST).fold(MAX_PAWNS, f64::max)
}

/// The range of scores between these. If all are beyond the limit it begins at zero: numbers around the limit alone
/// would look like measurements.
pub(crate) fn score_range((low, high): (f64, f64), limit: f64) -> (f64, f64) {
    if low >= limit {
        (0.0, high)
    } else if high <= -limit {
        (low, 0.0)
    } else {
        (low, high)
    }
}

/// A score in pawns; a decided game is beyond all others.
pub(crate) fn pawns(score: Score) -> f64 {
    match score {
        Score::Cp(cp) => f64::from(cp) / 100.0,
        decided => f64::from(decided.clamped_cp(1)) * f64::INFINITY,
    }
}

/// What happened at a point of the x axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarkKind {
    /// A new best move.
    Change,
    FailHigh,
    FailLow,
}

/// A mark above the plot.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mark {
    pub(crate) x: f64,
    pub(crate) kind: MarkKind,
    pub(crate) hint: String,
}

/// An axis: its visible range and the format of its numbers.
#[derive(Clone, Copy)]
pub(crate) struct Axis<'a> {
    /// The values at both ends; what is outside is drawn at the edge.
    pub(crate) range: (f64, f64),
    /// Whether it is logarithmic; only above zero.
    pub(crate) log: bool,
    /// Every number shown is a multiple of this, unless the axis is logarithmic; 0: no restriction.
    pub(crate) unit: f64,
    /// The origin of its numbers.
    pub(crate) origin: f64,
    /// The label in the corner before its numbers.
    pub(crate) name: &'a str,
    pub(crate) text: &'a dyn Fn(f64) -> String,
}

/// The [`Axis::unit`] of times measured in ms, seconds.
pub(crate) const MS: f64 = 0.001;
/// The [`Axis::unit`] of scores, pawns.
pub(crate) const CENTIPAWN: f64 = 0.01;

impl Default for Axis<'_> {
    fn default() -> Self {
        Axis { range: (0.0, 1.0), log: false, unit: 0.0, origin: 0.0, name: "", text: &rounded }
    }
}

/// The content of the tooltip.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Readout {
    /// The note of every curve's point nearest in x.
    #[default]
    Nearest,
    /// The notes of points at most half a unit away in x. A ply without a point shows no note: the nearest point may be
    /// many moves away.
    Ply,
    /// The notes of all points near the pointer.
    Points,
    /// The caller's text about the curve under the pointer, see [`Answer::hovered`].
    Curve,
}

/// What to draw.
#[derive(Default)]
pub(crate) struct Plot<'a> {
    /// Title and unit, for screen readers.
    pub(crate) names: [&'a str; 2],
    /// Later ones are on top.
    pub(crate) curves: &'a [Curve],
    pub(crate) x: Axis<'a>,
    pub(crate) y: Axis<'a>,
    pub(crate) marks: &'a [Mark],
    pub(crate) readout: Readout,
    /// The curve highlighted from elsewhere.
    pub(crate) lit: Option<usize>,
    /// The place on the x axis highlighted from elsewhere.
    pub(crate) at: Option<f64>,
    /// Whether y = 0 is drawn, and whether curves are filled down to it.
    pub(crate) zero: bool,
    pub(crate) filled: bool,
    pub(crate) course: Option<&'a Course>,
    /// Whether a press or a drag chooses a place on the x axis.
    pub(crate) scrubs: bool,
    /// Minimum room for the numbers on the left, so that the axes of plots above one another line up, points.
    pub(crate) left: f32,
    /// Total height, points.
    pub(crate) height: f32,
}

/// A plot over the time of a search.
#[derive(Clone, Copy, Debug)]
pub struct TimePlot<'a> {
    /// Title and unit.
    pub names: [&'a str; 2],
    /// The legend lists their sources.
    pub curves: &'a [Curve],
    /// The smallest and the largest possible value: the axis ends there.
    pub possible: (f64, f64),
    /// Whether the axis shows all possible values, whatever the curves reach.
    pub whole: bool,
}

/// The possible values of a percentage.
pub(crate) const PERCENT: (f64, f64) = (0.0, 100.0);

/// Whether the pointer chooses a place: it is held down there, or was released in this frame, in which it may have
/// moved.
pub(crate) fn is_scrubbed(response: &Response) -> bool {
    response.is_pointer_button_down_on() || response.drag_stopped()
}

/// What the user did.
#[derive(Debug)]
pub struct Answer {
    pub(crate) response: Response,
    /// The curve under the pointer and its point nearest in x, if the readout is [`Readout::Curve`].
    pub(crate) hovered: Option<(usize, usize)>,
    /// The x that was clicked, or that the pointer was dragged to.
    pub(crate) clicked: Option<f64>,
    /// Where the curves are drawn, points.
    pub(crate) field: Rect,
    /// The x axis.
    along: Span,
}

impl Answer {
    /// The place of a value of the x axis, points.
    pub(crate) fn at_x(&self, value: f64) -> f32 {
        self.field.left() + self.field.width() * self.along.share(value)
    }

    /// The value of the x axis at a place.
    pub(crate) fn value_x(&self, at: f32) -> f64 {
        self.along.value((at - self.field.left()) / self.field.width())
    }
}

/// What a plot over a game contains besides its curves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// The ply shown.
    pub shown: usize,
    /// Plies before the start position, so that moves have the same numbers as in the game.
    pub before: usize,
    /// Plies of the game, including the start position.
    pub plies: usize,
    /// No other ply can be shown: a click does nothing.
    pub fixed: bool,
    /// Phases of the game: the first ply of each and its name.
    pub parts: Vec<(usize, &'static str)>,
    pub signs: Vec<Sign>,
}

/// A glyph at a point of a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Sign {
    pub x: f64,
    pub y: f64,
    pub text: &'static str,
    pub color: Color32,
}

/// Reduces the points to as many as are drawn, keeping the highest and the lowest of each stretch by `level` if there
/// are more; also returns how many places apart two neighbours may then be.
pub(crate) fn thinned<T: Copy>(known: &[T], level: impl Fn(&T) -> f64) -> (Vec<T>, f64) {
    if known.len() <= MAX_POINTS {
        return (known.to_vec(), 0.0);
    }
    let stretch = known.len().div_ceil(MAX_POINTS / 2);
    let ends = known.chunks(stretch).flat_map(|points| {
        let level = |&at: &usize| level(&points[at]);
        let places = || 0..points.len();
        let low = places().min_by(|a, b| level(a).total_cmp(&level(b))).unwrap_or(0);
        let high = places().max_by(|a, b| level(a).total_cmp(&level(b))).unwrap_or(0);
        let both = [low.min(high), low.max(high)];
        both.into_iter().take(1 + usize::from(low != high)).map(|at| points[at])
    });
    (ends.collect(), 4.0 * stretch as f64)
}

/// Plots above one another along the same time axis, each of this height with its title. Returns the lowest; `None`
/// without a point.
pub fn over_time(ui: &mut Ui, plots: &[TimePlot<'_>], height: f32) -> Option<Answer> {
    let ends = plots.iter().filter_map(|of| Some(bounds(of.curves)?.0));
    let wide = ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
    let axis = Axis { range: widened(wide, 0.02), unit: MS, text: &seconds, ..Axis::default() };
    let y_axis = |of: &TimePlot<'_>| {
        let known = bounds(of.curves)?.1;
        let range = if of.whole { of.possible } else { widened_within(known, 0.12, of.possible) };
        Some(Axis { range, ..numbers(of.curves) })
    };
    let shown = || plots.iter().filter_map(|of| Some((of, y_axis(of)?)));
    let left = shown().map(|(_, y)| left_of(ui, &axis, &y, height)).fold(0.0, f32::max);
    let mut lowest = None;
    for (&TimePlot { names, curves, .. }, y) in shown() {
        let height = (height - title(ui, names, curves)).max(60.0);
        lowest = Some(Plot { names, curves, x: axis, y, left, height, ..Plot::default() }.show(ui));
    }
    lowest
}

/// Room for the numbers on the left of a plot of this height, points: as wide as the widest needs.
pub(crate) fn left_of(ui: &Ui, x: &Axis<'_>, y: &Axis<'_>, height: f32) -> f32 {
    let width = |text: String| {
        let font = FontId::proportional(theme::SMALL);
        ui.painter().layout_no_wrap(text, font, Color32::PLACEHOLDER).size().x
    };
    let marks = Span::new(y).marks(height, Y_STEP).into_iter().map(y.text);
    // The name of the other axis is in the same margin.
    let widest = marks.chain([x.name.to_owned()]).map(width).fold(0.0, f32::max);
    (widest + 10.0).max(LEFT)
}

/// Curves over the depth of a search.
pub(crate) fn over_depth(ui: &mut Ui, names: [&str; 2], curves: &[Curve], height: f32) {
    let Some((wide, high)) = bounds(curves) else { return };
    let height = (height - title(ui, names, curves)).max(60.0);
    let range = widened(wide, 0.02);
    let x = Axis { range, unit: 1.0, name: t!("widget-axis-depth"), ..Axis::default() };
    let y = Axis { range: widened(high, 0.12), ..numbers(curves) };
    Plot { names, curves, x, y, height, ..Plot::default() }.show(ui);
}

/// Curves over the plies of a game with the shown one marked and the zero line visible; a single curve is filled.
/// Returns the ply that was clicked.
pub fn over_game(
    ui: &mut Ui,
    names: [&str; 2],
    curves: &[Curve],
    course: &Course,
    height: f32,
) -> Option<usize> {
    let possible = (f64::NEG_INFINITY, f64::INFINITY);
    course_of(ui, names, curves, course, (height, (-1.0, 1.0), possible, curves.len() == 1))
}

/// Curves of one unit over the plies of a game, none of which goes below 0, with the shown ply marked. `top`: the
/// minimum upper end of the vertical axis; `most`: the largest possible value, where the axis ends. Returns the ply that
/// was clicked.
pub fn several_over_game(
    ui: &mut Ui,
    names: [&str; 2],
    curves: &[Curve],
    course: &Course,
    (height, top, most): (f32, f64, f64),
) -> Option<usize> {
    course_of(ui, names, curves, course, (height, (0.0, top), (0.0, most), false))
}

fn course_of(
    ui: &mut Ui,
    names: [&str; 2],
    curves: &[Curve],
    course: &Course,
    (height, (low, high), possible, filled): (f32, (f64, f64), (f64, f64), bool),
) -> Option<usize> {
    let (wide, tall) = bounds(curves)?;
    let height = (height - title(ui, names, curves)).max(60.0);
    let last = (course.plies.max(10) as f64).max(wide.1);
    // Two plies are a move: its number is at White's ply.
    let before = course.before as f64;
    let text = |ply: f64| format!("{}", ((ply + before + 1.0) / 2.0).floor());
    let range = widened((wide.0.min(0.0), last), 0.02);
    let tall = widened_within((tall.0.min(low), tall.1.max(high)), 0.12, possible);
    let plot = Plot {
        names,
        curves,
        x: Axis { range, unit: 2.0, origin: -1.0 - before, text: &text, ..Axis::default() },
        y: Axis { range: tall, ..Axis::default() },
        readout: Readout::Ply,
        at: Some(course.shown as f64),
        zero: true,
        filled,
        course: Some(course),
        height,
        ..Plot::default()
    };
    let x = plot.show(ui).clicked?.round();
    (x >= 0.0).then_some((x as usize).min(course.plies.saturating_sub(1)))
}

/// Curves of exponentially growing numbers over a whole number. The axis begins at 1 or below the smallest positive
/// number, and what is not positive is drawn at its beginning. `names`: what is shown (for screen readers, with its
/// unit in words) and the label of the axis.
pub(crate) fn growth(ui: &mut Ui, names: [&str; 2], curves: &[Curve], height: f32) {
    let Some(((_, last), (_, most))) = bounds(curves) else { return };
    let [name, along] = names;
    title(ui, [name, ""], curves);
    let top = 10.0_f64.powf(most.max(1.0).log10().ceil().max(1.0));
    let bottom = 10.0_f64.powf(least_positive(curves).min(1.0).log10().floor());
    let range = if last > 1.0 { (1.0, last) } else { (0.5, 1.5) };
    let plot = Plot {
        names: [name, ""],
        curves,
        x: Axis { range, unit: 1.0, name: along, ..Axis::default() },
        y: Axis { range: (bottom, top), log: true, text: &power, ..Axis::default() },
        readout: Readout::Points,
        height,
        ..Plot::default()
    };
    plot.show(ui);
}

/// The smallest positive number of these curves; infinity: there is none.
fn least_positive(curves: &[Curve]) -> f64 {
    let all = curves.iter().flat_map(|curve| &curve.points).map(|point| point.y);
    all.filter(|y| *y > 0.0).fold(f64::INFINITY, f64::min)
}

/// Curves of numbers over a whole number, each fully visible. `names` as in [`growth`].
pub(crate) fn linear(ui: &mut Ui, names: [&str; 2], curves: &[Curve], height: f32) {
    let Some(((first, last), high)) = bounds(curves) else { return };
    let [name, along] = names;
    title(ui, [name, ""], curves);
    let range = if last > first { (first, last) } else { around(first) };
    // A flat curve needs some height as well.
    let (low, top) = widened(high, 0.08);
    let margin = if top > low { 0.0 } else { low.abs().max(1.0) * 0.05 };
    let plot = Plot {
        names: [name, ""],
        curves,
        x: Axis { range, unit: 1.0, name: along, ..Axis::default() },
        y: Axis { range: (low - margin, top + margin), ..Axis::default() },
        readout: Readout::Points,
        height,
        ..Plot::default()
    };
    plot.show(ui);
}

/// The minimum and maximum of both axes; `None` without a point.
fn bounds(curves: &[Curve]) -> Option<((f64, f64), (f64, f64))> {
    let all =
        || curves.iter().flat_map(|curve| curve.points.iter().map(move |point| (curve, point)));
    let of = |value: fn((&Curve, &Point)) -> f64| {
        let values = || all().map(value).filter(|value| value.is_finite());
        Some((values().reduce(f64::min)?, values().reduce(f64::max)?))
    };
    let x = of(|(_, point)| point.x)?;
    let y = of(|(curve, point)| point.y.clamp(-curve.limit, curve.limit))?;
    let limit = curves.iter().map(|curve| curve.limit).fold(0.0, f64::max);
    Some((x, score_range(y, limit)))
}

/// A range with this share of it added at both ends.
fn widened((from, to): (f64, f64), share: f64) -> (f64, f64) {
    let margin = (to - from) * share;
    (from - margin, to + margin)
}

/// The same, but not beyond the possible values; around a single value there is some room.
fn widened_within(range: (f64, f64), share: f64, (least, most): (f64, f64)) -> (f64, f64) {
    let (from, to) = if range.1 > range.0 { widened(range, share) } else { around(range.0) };
    (from.max(least), to.min(most))
}

/// The range of a single value.
fn around(value: f64) -> (f64, f64) {
    (value - 0.5, value + 0.5)
}

/// Title and unit, and each source, in the colour of its curve if there are several. Returns the height it takes.
fn title(ui: &mut Ui, [name, unit]: [&str; 2], curves: &[Curve]) -> f32 {
    let p = theme::palette(ui);
    let several = curves.len() > 1;
    let top = ui.cursor().top();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = 0.0;
        ui.spacing_mut().item_spacing.y = 2.0;
        let color = curves.first().filter(|_| !several).map_or(p.text, |curve| curve.color);
        ui.label(RichText::new(name).small().color(color).strong());
        if !unit.is_empty() {
            ui.label(RichText::new(unit).small().color(p.text_weak));
        }
        for curve in curves.iter().filter(|curve| !curve.source.is_empty()) {
            if several {
                // Its mark and its name wrap to the next line together.
                let source = legend(curve, p.text_weak);
                ui.add(Label::new(source).wrap_mode(TextWrapMode::Extend));
            } else {
                let source = format!("· {}", curve.source);
                ui.label(RichText::new(source).small().color(p.text_faint));
            }
        }
        if curves.iter().any(|curve| curve.bounds) {
            bounds_legend(ui);
        }
    });
    ui.cursor().top() - top
}

/// Shows the meaning of the triangles on curves of scores.
pub(crate) fn bounds_legend(ui: &mut Ui) {
    let ink = theme::palette(ui).text_weak;
    let mut job = LayoutJob::default();
    let signs = [("\u{25b3}", "\u{2265}"), ("\u{25bd}", "\u{2264}")];
    let beyond = ("\u{25b2}\u{25bc}", t!("widget-plot-beyond"));
    for (sign, words) in signs.into_iter().chain([beyond]) {
        let gap = if job.is_empty() { 0.0 } else { 8.0 };
        // Only the monospaced font has these signs.
        let font = FontId::monospace(theme::SMALL);
        job.append(sign, gap, TextFormat::simple(font, ink));
        job.append(words, 3.0, TextFormat::simple(FontId::proportional(theme::SMALL), ink));
    }
    ui.add(Label::new(job).wrap_mode(TextWrapMode::Extend));
}

/// A dash in the colour of a curve, and its source.
fn legend(curve: &Curve, ink: Color32) -> LayoutJob {
    let font = FontId::proportional(theme::SMALL);
    let mut job = LayoutJob::default();
    job.append("\u{2014}", 0.0, TextFormat::simple(font.clone(), curve.color));
    job.append(&curve.source, 4.0, TextFormat::simple(font, ink));
    job
}

/// A time along an axis.
pub(crate) fn seconds(v: f64) -> String {
    format::with_unit(rounded(v), "s")
}

/// The decimals of a round number, without what computing it added.
fn decimals(v: f64) -> usize {
    let text = format!("{v:.9}");
    text.trim_end_matches('0').split_once('.').map_or(0, |(_, rest)| rest.len())
}

/// A round number with its decimals.
pub(crate) fn rounded(v: f64) -> String {
    tabia_text::number(v, decimals(v))
}

/// The axis of the values of these curves, without its range.
fn numbers(curves: &[Curve]) -> Axis<'static> {
    if curves.iter().any(|curve| curve.bounds) {
        Axis { unit: CENTIPAWN, text: &score_text, ..Axis::default() }
    } else {
        Axis::default()
    }
}

/// A score along an axis, pawns.
pub(crate) fn score_text(v: f64) -> String {
    tabia_text::signed(v, decimals(v))
}

/// A large round number: `200`, `10k`, `1M`.
fn power(v: f64) -> String {
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    let unit = units.into_iter().find(|(unit, _)| v >= unit * 0.999);
    unit.map_or_else(|| rounded(v), |(unit, sign)| format!("{}{sign}", rounded(v / unit)))
}

impl Plot<'_> {
    /// Shows it at full width.
    pub(crate) fn show(&self, ui: &mut Ui) -> Answer {
        let answers = self.course.is_some_and(|course| !course.fixed);
        // Only the pointer chooses a place: with the keyboard focus a plot could do nothing.
        let sense = match (self.scrubs, answers || self.readout == Readout::Curve) {
            (true, _) => Sense::CLICK | Sense::DRAG,
            (false, true) => Sense::CLICK,
            (false, false) => Sense::hover(),
        };
        let size = vec2(ui.available_width(), self.height);
        let (area, response) = ui.allocate_exact_size(size, sense);
        let scale = self.scale(ui, area);
        let pointer = response.hover_pos();
        let hovered = pointer.filter(|_| self.readout == Readout::Curve);
        let hovered = hovered.and_then(|at| self.nearest(&scale, at));
        let readout_text = pointer.and_then(|at| self.readout_text(&scale, at));
        if ui.is_rect_visible(area) {
            let lit = hovered.map(|(curve, _)| curve).or(self.lit);
            self.paint(ui, &scale, lit);
            self.paint_course(ui, &scale);
        }
        let [name, unit] = self.names;
        let called = if unit.is_empty() { name.to_owned() } else { format!("{name}, {unit}") };
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &called));
        if let Some(text) = readout_text {
            let (layer, id) = (ui.layer_id(), response.id);
            let tooltip = Tooltip::always_open(ui.ctx().clone(), layer, id, PopupAnchor::Pointer);
            tooltip.gap(12.0).show(|ui| ui.label(text));
        }
        let pressed = response.clicked() || self.scrubs && is_scrubbed(&response);
        let clicked = response.interact_pointer_pos().filter(|_| pressed);
        let clicked = clicked.map(|at| scale.value_x(at));
        Answer { response, hovered, clicked, field: scale.inner, along: scale.x }
    }

    fn scale(&self, ui: &Ui, area: Rect) -> Scale {
        let above = if self.marks.is_empty() { 6.0 } else { MARKS };
        let height = (area.height() - above - BELOW).max(1.0);
        let y = Span::new(&self.y);
        let left = left_of(ui, &self.x, &self.y, height).max(self.left);
        let from = area.min + vec2(left, above);
        let inner = Rect::from_min_size(from, vec2((area.right() - 8.0 - from.x).max(1.0), height));
        Scale { inner, area, x: Span::new(&self.x), y }
    }

    /// The tooltip of a place under the pointer.
    fn readout_text(&self, scale: &Scale, at: Pos2) -> Option<String> {
        let far = |mark: &&Mark| (scale.at_x(mark.x) - at.x).abs();
        let mark = self.marks.iter().min_by(|a, b| far(a).total_cmp(&far(b)));
        let strip = at.y < scale.inner.top();
        if let Some(mark) = mark.filter(|mark| strip && far(mark) <= NEAR) {
            return Some(mark.hint.clone());
        }
        let notes = match self.readout {
            _ if !scale.inner.expand(NEAR).contains(at) => return None,
            Readout::Nearest => self.nearest_notes(scale.value_x(at), f64::INFINITY),
            Readout::Ply => {
                let notes = self.nearest_notes(scale.value_x(at), 0.5);
                let nothing = || vec![t!("widget-plot-nothing", name = self.names[0])];
                if notes.is_empty() { nothing() } else { notes }
            }
            Readout::Points => {
                let all = self.curves.iter().flat_map(|curve| &curve.points);
                let far = all.map(|point| (scale.place(point).distance(at), &point.note));
                let mut near: Vec<_> = far.filter(|(far, _)| *far <= NEAR).collect();
                near.sort_by(|a, b| a.0.total_cmp(&b.0));
                near.into_iter().map(|(_, note)| note.clone()).take(MAX_NOTES).collect()
            }
            Readout::Curve => return None,
        };
        (!notes.is_empty()).then(|| notes.join("\n"))
    }

    /// The note of each curve's point nearest to `x`, if it is near enough.
    fn nearest_notes(&self, x: f64, within: f64) -> Vec<String> {
        let note = |curve: &Curve| {
            let far = |point: &&Point| (point.x - x).abs();
            let nearest = curve.points.iter().min_by(|a, b| far(a).total_cmp(&far(b)))?;
            let near = far(&nearest) <= within && !nearest.note.is_empty();
            near.then(|| match curve.owner.as_str() {
                "" => nearest.note.clone(),
                owner => format!("{owner}: {}", nearest.note),
            })
        };
        self.curves.iter().filter_map(note).collect()
    }

    /// The curve nearest to the pointer and its point nearest in x.
    fn nearest(&self, scale: &Scale, at: Pos2) -> Option<(usize, usize)> {
        if !scale.inner.expand(NEAR).contains(at) {
            return None;
        }
        let mut best: Option<(f32, usize, usize)> = None;
        // Of two that coincide the one drawn later is visible.
        for (number, curve) in self.curves.iter().enumerate() {
            let places: Vec<Pos2> = curve.points.iter().map(|point| scale.place(point)).collect();
            let lines = places.array_windows().map(|[a, b]| distance(at, *a, *b));
            let dots = places.iter().map(|place| place.distance(at));
            let Some(far) = lines.chain(dots).reduce(f32::min) else { continue };
            if far <= NEAR && best.is_none_or(|(before, ..)| far <= before) {
                let to = |place: &Pos2| (place.x - at.x).abs();
                let closest = places.iter().enumerate().min_by(|a, b| to(a.1).total_cmp(&to(b.1)));
                best = closest.map(|(point, _)| (far, number, point));
            }
        }
        best.map(|(_, curve, point)| (curve, point))
    }

    fn paint(&self, ui: &Ui, scale: &Scale, lit: Option<usize>) {
        let p = theme::palette(ui);
        let painter = ui.painter();
        self.paint_axes(painter, scale, [p.hair, p.text_faint]);
        let inner = scale.inner;
        if self.zero {
            painter.hline(inner.x_range(), scale.at_y(0.0), (1.0, p.text_faint));
        }
        if let Some(x) = self.at {
            painter.vline(scale.at_x(x), inner.y_range(), (1.5, p.accent));
        }
        for mark in self.marks {
            paint_mark(painter, scale, mark, [p.accent, p.good, p.bad]);
        }
        let painter = &painter.with_clip_rect(inner.expand(5.0).intersect(painter.clip_rect()));
        for (at, curve) in self.curves.iter().enumerate().filter(|(at, _)| lit != Some(*at)) {
            let (width, color) = match curve.line {
                Line::Pale => (1.0, curve.color),
                _ if lit.is_some() => (1.6, curve.color.gamma_multiply(0.6)),
                Line::Normal | Line::Dashed => (1.8, curve.color),
                Line::Guide => (1.4, curve.color),
                Line::Strong => (2.6, curve.color),
            };
            self.paint_curve(painter, scale, at, (width, color));
        }
        if let Some((at, curve)) = lit.and_then(|at| Some((at, self.curves.get(at)?))) {
            let color = if curve.line == Line::Pale { p.text } else { curve.color };
            self.paint_curve(painter, scale, at, (3.0, color));
        }
    }

    /// Hairlines, numbers and names.
    fn paint_axes(&self, painter: &Painter, scale: &Scale, [hairline, ink]: [Color32; 2]) {
        let inner = scale.inner;
        let font = FontId::proportional(theme::SMALL);
        let below = inner.bottom() + 4.0;
        for x in scale.x.marks(inner.width(), X_STEP) {
            let at = scale.at_x(x);
            painter.vline(at, inner.y_range(), (1.0, hairline));
            let text = painter.layout_no_wrap((self.x.text)(x), font.clone(), ink);
            let left = (at - text.size().x / 2.0).min(scale.area.right() - text.size().x);
            painter.galley(pos2(left, below), text, ink);
        }
        for y in scale.y.marks(inner.height(), Y_STEP) {
            let at = scale.at_y(y);
            painter.hline(inner.x_range(), at, (1.0, hairline));
            let place = pos2(inner.left() - 6.0, at);
            painter.text(place, Align2::RIGHT_CENTER, (self.y.text)(y), font.clone(), ink);
        }
        // In the margin, where it cannot overlap a number.
        let corner = pos2(inner.left() - 8.0, below);
        painter.text(corner, Align2::RIGHT_TOP, self.x.name, font, ink);
    }

    /// The line segment by segment (the joints of a path thin out at sharp turns, and evaluations turn sharply), and
    /// its points.
    fn paint_curve(
        &self,
        painter: &Painter,
        scale: &Scale,
        at: usize,
        (width, color): (f32, Color32),
    ) {
        let curve = &self.curves[at];
        let places: Vec<Pos2> = curve.points.iter().map(|point| scale.place(point)).collect();
        let stroke = Stroke::new(width, color);
        let runs = curve.runs();
        if self.filled {
            let fill = color.gamma_multiply(AREA_OPACITY);
            for run in &runs {
                let area = area_between(&places[run.clone()], scale.at_y(0.0), fill);
                painter.add(Shape::mesh(area));
            }
        }
        for run in &runs {
            let places = &places[run.clone()];
            if matches!(curve.line, Line::Dashed | Line::Guide) {
                painter.extend(Shape::dashed_line(places, stroke, 5.0, 4.0));
            } else {
                let ends = places.array_windows();
                painter.extend(ends.map(|&ends| Shape::line_segment(ends, stroke)));
            }
        }
        if curve.line == Line::Guide {
            return;
        }
        let alone = |at: usize| runs.iter().any(|run| run.start == at && run.len() == 1);
        let size = 1.2 + width * 0.8;
        let all: usize = self.curves.iter().map(|curve| curve.points.len()).sum();
        let dot = match places.len() {
            _ if all <= FEW => size.max(4.5),
            many if many > CROWDED => width / 2.0,
            _ => size * 0.9,
        };
        for (number, (point, &at)) in curve.points.iter().zip(&places).enumerate() {
            // Without a line to it a small dot would be hard to see.
            let dot = if alone(number) { dot.max(size * 0.9) } else { dot };
            let over = if point.y > scale.y.to { -1.0 } else { 1.0 };
            let beyond = !(scale.y.from..=scale.y.to).contains(&point.y);
            painter.add(match point.bound {
                _ if beyond => pointer(at, over * (size + 2.0), color),
                Bound::Exact => Shape::circle_filled(at, dot, color),
                Bound::Lower => triangle(at, -size - 0.5, (1.0, color)),
                Bound::Upper => triangle(at, size + 0.5, (1.0, color)),
            });
        }
    }

    /// The dashed lines between the phases of a game, their names along the bottom, and the glyphs beside their points:
    /// above if good for White, below if not, and always inside.
    fn paint_course(&self, ui: &Ui, scale: &Scale) {
        let Some(course) = self.course else { return };
        let p = theme::palette(ui);
        let area = scale.inner;
        let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
        let parts = course.parts.iter();
        let ends = parts.clone().skip(1).map(|&(from, _)| scale.at_x(from as f64 - 0.5));
        for (&(from, name), end) in parts.zip(ends.chain([area.right()])) {
            // The first begins at the start position and needs no line.
            let border = scale.at_x((from as f64 - 0.5).max(0.0));
            if from > 0 {
                let ends = [pos2(border, area.top()), pos2(border, area.bottom())];
                painter.extend(Shape::dashed_line(&ends, Stroke::new(1.0, p.text_faint), 4.0, 4.0));
            }
            let font = FontId::proportional(theme::SMALL);
            let galley = painter.layout_no_wrap(name.to_owned(), font, p.text_faint);
            let at = pos2(border + 4.0, area.bottom() - 1.0 - galley.size().y);
            // A short phase has no room for its name, and in a low plot names would be on the curve.
            if area.height() > LOW && at.x + galley.size().x <= end {
                painter.galley(at, galley, p.text_faint);
            }
        }
        let mut written: Vec<Rect> = Vec::new();
        for sign in &course.signs {
            let at = pos2(scale.at_x(sign.x), scale.at_y(sign.y));
            let up = (sign.y >= 0.0 && at.y > area.top() + ROOM) || at.y > area.bottom() - ROOM;
            let (align, off) =
                if up { (Align2::CENTER_BOTTOM, -4.0) } else { (Align2::CENTER_TOP, 4.0) };
            painter.circle_filled(at, 3.5, sign.color);
            let font = FontId::proportional(theme::SMALL);
            let galley = painter.layout_no_wrap(sign.text.to_owned(), font, sign.color);
            let place = align.anchor_size(at + vec2(0.0, off), galley.size());
            // Glyphs of neighbouring moves would overlap: there the dot alone shows that there is one.
            if written.iter().all(|other| !other.intersects(place)) {
                painter.galley(place.min, galley, sign.color);
                written.push(place);
            }
        }
    }
}

/// The values of an axis and their places, as shares of its length.
#[derive(Clone, Copy, Debug)]
struct Span {
    from: f64,
    to: f64,
    log: bool,
    unit: f64,
    origin: f64,
}

impl Span {
    fn new(axis: &Axis<'_>) -> Span {
        let (from, to) = axis.range;
        let log = axis.log && from > 0.0;
        let (from, to) = match to > from {
            true => (from, to),
            false if log => (from, from * 2.0),
            false => around(from),
        };
        Span { from, to, log, unit: axis.unit, origin: axis.origin }
    }

    fn share(self, value: f64) -> f32 {
        let Span { from, to, log, .. } = self;
        let share = if log {
            (value.max(from) / from).ln() / (to / from).ln()
        } else {
            (value - from) / (to - from)
        };
        share.clamp(0.0, 1.0) as f32
    }

    fn value(self, share: f32) -> f64 {
        let share = f64::from(share);
        if self.log {
            self.from * (self.to / self.from).powf(share)
        } else {
            self.from + (self.to - self.from) * share
        }
    }

    /// Round values, at least `apart` points from each other on an axis of this length.
    fn marks(self, length: f32, apart: f32) -> Vec<f64> {
        if !self.log {
            return self.even_marks(length, apart);
        }
        let decades = (self.to / self.from).log10();
        let decade = f64::from(length) / decades;
        // 2 and 5 are shown if there is room between 2 and 5, else only powers of ten, perhaps not every one.
        let fine = decade * 2.5_f64.log10() >= f64::from(apart) || decades < 1.0;
        let steps: &[f64] = if fine { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let every = (f64::from(apart) / decade).ceil().clamp(1.0, 300.0) as usize;
        let least = self.from.log10() - 1e-9;
        let first = if fine { least.floor() } else { least.ceil() } as i32;
        let last = (self.to.log10() + 1e-9).ceil() as i32;
        let powers = (first..=last).step_by(every);
        let all =
            powers.flat_map(|power| steps.iter().map(move |step| step * 10.0_f64.powi(power)));
        let near = |value: &f64| (self.from * 0.999..=self.to * 1.001).contains(value);
        all.filter(near).collect()
    }

    fn even_marks(self, length: f32, apart: f32) -> Vec<f64> {
        let Span { from, to, unit, origin, .. } = self;
        let least = (to - from) / f64::from((length / apart).max(1.0));
        if !(least.is_finite() && least > 0.0) {
            return Vec::new();
        }
        let step_of = |least: f64| {
            if unit > 0.0 { unit * round_step((least / unit).max(1.0)) } else { round_step(least) }
        };
        let step = step_of(least);
        let within = |step: f64| -> Vec<f64> {
            let steps = |value: f64| (value - origin) / step;
            let (first, last) = (steps(from).ceil() as i64, steps(to).floor() as i64);
            (first..=last).map(|at| origin + at as f64 * step).collect()
        };
        let marks = within(step);
        if marks.len() >= 2 || length < apart {
            return marks;
        }
        // One number alone has no scale: the outermost ones of a finer step.
        match within(step_of(step / 5.0))[..] {
            [first, .., last] => vec![first, last],
            _ => marks,
        }
    }
}

/// The smallest of 1, 2, 5, 10, 20, ... (and their tenths) that is not below `least`.
fn round_step(least: f64) -> f64 {
    let power = 10.0_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0].into_iter().map(|step| step * power);
    steps.into_iter().find(|step| *step >= least * 0.999).unwrap_or(10.0 * power)
}

/// From values to places.
struct Scale {
    /// The whole plot, and the field without numbers.
    area: Rect,
    inner: Rect,
    x: Span,
    y: Span,
}

impl Scale {
    fn at_x(&self, x: f64) -> f32 {
        self.inner.left() + self.inner.width() * self.x.share(x)
    }

    fn at_y(&self, y: f64) -> f32 {
        self.inner.bottom() - self.inner.height() * self.y.share(y)
    }

    fn place(&self, point: &Point) -> Pos2 {
        pos2(self.at_x(point.x), self.at_y(point.y))
    }

    fn value_x(&self, at: Pos2) -> f64 {
        self.x.value((at.x - self.inner.left()) / self.inner.width())
    }
}

/// The distance of a place from a line segment.
fn distance(pos: Pos2, a: Pos2, b: Pos2) -> f32 {
    let along = b - a;
    let share =
        if along.length_sq() > 0.0 { (pos - a).dot(along) / along.length_sq() } else { 0.0 };
    (a + along * share.clamp(0.0, 1.0)).distance(pos)
}

fn paint_mark(painter: &Painter, scale: &Scale, mark: &Mark, colors: [Color32; 3]) {
    let x = scale.at_x(mark.x);
    let at = pos2(x, scale.inner.top() - 7.0);
    if mark.kind == MarkKind::Change {
        painter.vline(x, scale.inner.y_range(), (1.0, colors[0].gamma_multiply(0.5)));
    }
    paint_symbol(painter, at, mark.kind, colors);
}

/// A mark of a legend and what it means.
pub(crate) fn mark_legend(ui: &mut Ui, kind: MarkKind, name: &str) {
    let p = theme::palette(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
    paint_symbol(ui.painter(), rect.center(), kind, [p.accent, p.good, p.bad]);
    ui.label(RichText::new(name).small().color(p.text_weak));
}

fn paint_symbol(painter: &Painter, at: Pos2, kind: MarkKind, [change, high, low]: [Color32; 3]) {
    match kind {
        MarkKind::Change => {
            let corners = [(0.0, -4.5), (4.5, 0.0), (0.0, 4.5), (-4.5, 0.0)];
            let corners = corners.map(|(x, y)| at + vec2(x, y)).to_vec();
            painter.add(Shape::convex_polygon(corners, change, Stroke::NONE));
        }
        MarkKind::FailHigh => painter.arrow(at + vec2(0.0, 4.5), vec2(0.0, -9.0), (1.4, high)),
        MarkKind::FailLow => painter.arrow(at - vec2(0.0, 4.5), vec2(0.0, 9.0), (1.4, low)),
    }
}

/// An open triangle of this size; negative sizes point upwards.
fn triangle(at: Pos2, size: f32, stroke: impl Into<Stroke>) -> Shape {
    Shape::closed_line(corners(at, size), stroke.into())
}

/// A filled triangle with its tip at this place.
fn pointer(tip: Pos2, size: f32, color: Color32) -> Shape {
    Shape::convex_polygon(corners(tip - vec2(0.0, size), size), color, Stroke::NONE)
}

fn corners(at: Pos2, size: f32) -> Vec<Pos2> {
    let corners = [(0.0, size), (size.abs(), -size * 0.7), (-size.abs(), -size * 0.7)];
    corners.map(|(x, y)| at + vec2(x, y)).to_vec()
}

/// The area between a curve and a level, on both sides of it.
fn area_between(points: &[Pos2], level: f32, color: Color32) -> Mesh {
    let mut mesh = Mesh::default();
    let mut part = |corners: &[Pos2]| {
        let first = mesh.vertices.len() as u32;
        for corner in corners {
            mesh.colored_vertex(*corner, color);
        }
        for i in 2..corners.len() as u32 {
            mesh.add_triangle(first, first + i - 1, first + i);
        }
    };
    for &[a, b] in points.array_windows() {
        let (from, to) = (a.y - level, b.y - level);
        if from * to < 0.0 {
            let crossing = pos2(a.x + (b.x - a.x) * from / (from - to), level);
            part(&[a, crossing, pos2(a.x, level)]);
            part(&[crossing, b, pos2(b.x, level)]);
        } else {
            part(&[a, b, pos2(b.x, level), pos2(a.x, level)]);
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use eframe::egui::{Context, RawInput};

    use super::*;

    const INNER: Rect = Rect { min: Pos2 { x: 0.0, y: 0.0 }, max: Pos2 { x: 300.0, y: 100.0 } };

    fn span(range: (f64, f64), log: bool, unit: f64) -> Span {
        Span::new(&Axis { range, log, unit, ..Axis::default() })
    }

    fn curve(points: &[(f64, f64, &str)]) -> Curve {
        let point = |&(x, y, note): &(f64, f64, &str)| Point::exact(x, y, note.to_owned());
        Curve::new("test", Color32::WHITE, points.iter().map(point).collect())
    }

    fn plot(curves: &[Curve], readout: Readout) -> Plot<'_> {
        Plot { names: ["Evaluation", "pawns"], curves, readout, ..Plot::default() }
    }

    fn scale(x: (f64, f64), y: (f64, f64)) -> Scale {
        Scale { area: INNER, inner: INNER, x: span(x, false, 0.0), y: span(y, false, 0.0) }
    }

    #[test]
    fn the_smallest_number_above_zero_begins_a_growth() {
        let curve = |ys: &[f64]| {
            let points = ys.iter().map(|&y| Point::exact(1.0, y, String::new()));
            Curve::new("", Color32::RED, points.collect())
        };
        let found = least_positive(&[curve(&[0.0, 3.0]), curve(&[0.2, 5.0])]);
        assert!((found - 0.2).abs() < 1e-12, "{found}");
        assert!(least_positive(&[curve(&[0.0])]).is_infinite());
    }

    #[test]
    fn steps_of_equal_factors_are_equally_wide_on_a_logarithmic_axis() {
        let log = span((0.01, 10.0), true, 0.0);
        // A value before the first one is drawn at the edge.
        let places = [0.0, 0.01, 0.1, 1.0, 10.0].map(|x| (log.share(x) * 300.0).round() as i32);
        assert_eq!(places, [0, 0, 100, 200, 300]);
        assert!((log.value(log.share(0.5)) - 0.5).abs() < 1e-6);
        let names = |length, apart| -> Vec<String> {
            log.marks(length, apart).iter().map(|&mark| rounded(mark)).collect()
        };
        assert_eq!(names(300.0, 44.0), ["0.01", "0.1", "1", "10"]);
        assert_eq!(names(360.0, 44.0).len(), 10);
        assert_eq!(names(120.0, 44.0), ["0.01", "1"]);
        // Without a visible power of ten.
        assert_eq!(span((2.0, 7.0), true, 0.0).marks(100.0, 44.0), [2.0, 5.0]);
        // A single value.
        assert!(span((5.0, 5.0), true, 0.0).share(5.0).is_finite());
        assert!(span((0.0, 0.0), false, 0.0).share(5.0).is_finite());
        let powers = [0.001, 1.0, 500.0, 1e3, 1e7, 1e12].map(power);
        assert_eq!(powers, ["0.001", "1", "500", "1k", "10M", "1T"]);
    }

    #[test]
    fn a_gap_that_nobody_measured_has_no_line() {
        let points: Vec<_> = [0.0, 1.0, 3.0, 9.0, 12.0, 13.0].map(|x| (x, 0.0, "")).into();
        let whole = curve(&points);
        assert_eq!(whole.runs(), vec![0..6; 1]);
        let parts = Curve { reach: 2.0, ..whole };
        assert_eq!(parts.runs(), [0..3, 3..4, 4..6]);
        assert_eq!(curve(&[]).runs(), Vec::<Range<usize>>::new());
    }

    #[test]
    fn values_beyond_the_limit_do_not_widen_the_axis() {
        let points = [(0.0, 13.76, ""), (1.0, f64::NEG_INFINITY, ""), (2.0, 1.0, "")];
        let limited = Curve { limit: 10.0, ..curve(&points) };
        assert_eq!(bounds(&[limited]), Some(((0.0, 2.0), (-10.0, 10.0))));
        assert_eq!(bounds(&[curve(&points)]), Some(((0.0, 2.0), (1.0, 13.76))));
        // If none is within the limit, the numbers around it are not those of an axis.
        let mates = curve(&[(0.0, f64::INFINITY, ""), (1.0, f64::INFINITY, "")]);
        let mates = Curve { limit: score_limit([f64::INFINITY].into_iter()), ..mates };
        assert_eq!(bounds(&[mates]), Some(((0.0, 1.0), (0.0, 10.0))));
        let best = [-19.4, f64::NEG_INFINITY];
        assert!((score_limit(best.into_iter()) - 20.6).abs() < 1e-9);
        let scale = scale((0.0, 2.0), (-12.0, 12.0));
        let ends = [scale.at_y(13.76), scale.at_y(f64::NEG_INFINITY)];
        assert!(ends[0].abs() < 1e-3 && (ends[1] - 100.0).abs() < 1e-3, "{ends:?}");
    }

    #[test]
    fn a_move_number_stands_at_whites_move() {
        let marks = |before: f64, range, length| {
            let axis = Axis { range, unit: 2.0, origin: -1.0 - before, ..Axis::default() };
            Span::new(&axis).marks(length, 30.0)
        };
        // The first move is made at ply 1, the tenth at ply 19.
        assert_eq!(marks(0.0, (-0.2, 8.2), 300.0), [1.0, 3.0, 5.0, 7.0]);
        assert_eq!(marks(0.0, (-1.2, 61.2), 120.0), [-1.0, 19.0, 39.0, 59.0]);
        // From a position with Black to move at move 40 the next move of White is 41.
        assert_eq!(marks(79.0, (-0.2, 4.2), 300.0), [0.0, 2.0, 4.0]);
    }

    #[test]
    fn a_percentage_has_no_axis_beyond_its_possible_values() {
        assert_eq!(widened_within((3.0, 98.0), 0.12, PERCENT), PERCENT);
        assert_eq!(widened_within((0.0, 50.0), 0.1, PERCENT), (0.0, 55.0));
        assert_eq!(widened_within((100.0, 100.0), 0.12, PERCENT), (99.5, 100.0));
        assert_eq!(widened_within((0.0, 0.0), 0.12, PERCENT), (0.0, 0.5));
        let any = (f64::NEG_INFINITY, f64::INFINITY);
        assert_eq!(widened_within((-1.0, 1.0), 0.5, any), (-2.0, 2.0));
    }

    #[test]
    fn time_axes_above_one_another_line_up() {
        let curves = [
            [curve(&[(0.0, 0.0, ""), (4.0, 123_456_789.0, "")])],
            [curve(&[(1.0, 0.0, ""), (8.0, 1.0, "")])],
        ];
        let possible = (f64::NEG_INFINITY, f64::INFINITY);
        let plots = [0, 1].map(|at| TimePlot {
            names: ["", ""],
            curves: &curves[at],
            possible,
            whole: false,
        });
        let places = |plots: &[TimePlot<'_>]| {
            let mut places = None;
            eframe::egui::__run_test_ui(|ui| {
                let lowest = over_time(ui, plots, 100.0);
                places = lowest.map(|of| [1.0, 4.0].map(|time| of.at_x(time).round() as i32));
            });
            places.unwrap()
        };
        let [first, second] = [0, 1].map(|at| places(&plots[at..=at]));
        let both = places(&plots);
        let swapped = places(&[plots[1], plots[0]]);
        assert_eq!(both, swapped);
        assert!(both != first && both != second);
    }

    #[test]
    fn marks_are_round_and_not_crowded() {
        let marks = |range, length, unit| span(range, false, unit).marks(length, 30.0);
        assert_eq!(marks((-1.1, 1.1), 150.0, 0.0), [-1.0, -0.5, 0.0, 0.5, 1.0]);
        assert_eq!(marks((0.0, 53.0), 90.0, 0.0), [0.0, 20.0, 40.0]);
        // One number alone has no scale.
        assert_eq!(marks((-2.7, -1.2), 40.0, 0.0), [-2.5, -1.5]);
        assert_eq!(marks((0.6, 3.4), 40.0, 1.0), [1.0, 3.0]);
        assert_eq!(marks((-0.5, 7.0), 300.0, 2.0), [0.0, 2.0, 4.0, 6.0]);
        assert_eq!(marks((0.0, 90.0), 150.0, 2.0), [0.0, 20.0, 40.0, 60.0, 80.0]);
        assert!(marks((0.0, f64::NAN), 100.0, 0.0).len() < 5);
        assert_eq!([1.5, -2.0].map(rounded), ["1.5", "−2"]);
    }

    #[test]
    fn the_numbers_of_an_axis_differ_and_have_only_the_decimals_of_its_step() {
        let texts = |range, unit, text: &dyn Fn(f64) -> String| -> Vec<String> {
            span(range, false, unit).marks(150.0, 30.0).into_iter().map(text).collect()
        };
        assert_eq!(texts((0.0, 0.5), 0.0, &rounded), ["0", "0.1", "0.2", "0.3", "0.4", "0.5"]);
        // 2000 nodes in millions.
        let millions = ["0", "0.0005", "0.001", "0.0015", "0.002"];
        assert_eq!(texts((0.0, 0.002), 0.0, &rounded), millions);
        let seconds = ["0\u{a0}s", "0.001\u{a0}s", "0.002\u{a0}s"];
        assert_eq!(texts((0.0, 0.002), MS, &super::seconds), seconds);
        assert_eq!(texts((-0.0112, 0.0012), CENTIPAWN, &score_text), ["−0.01", "0"]);
        assert_eq!(texts((0.0, 0.7), CENTIPAWN, &score_text), ["0", "+0.2", "+0.4", "+0.6"]);
    }

    #[test]
    fn a_plot_senses_what_it_answers_and_takes_no_keyboard_focus() {
        let curves = [curve(&[(0.0, 0.0, "")])];
        let fixed = Course { fixed: true, ..Course::default() };
        let open = Course::default();
        let plots = [
            (Plot { course: Some(&fixed), ..plot(&curves, Readout::Ply) }, Sense::hover()),
            (Plot { course: Some(&open), ..plot(&curves, Readout::Ply) }, Sense::CLICK),
            (plot(&curves, Readout::Curve), Sense::CLICK),
            (Plot { scrubs: true, ..plot(&curves, Readout::Nearest) }, Sense::CLICK | Sense::DRAG),
        ];
        eframe::egui::__run_test_ui(|ui| {
            for (plot, sense) in &plots {
                assert_eq!(plot.show(ui).response.sense, *sense);
            }
        });
    }

    #[test]
    fn the_readout_names_the_nearest_point() {
        let curves = [curve(&[(0.0, 0.0, "a"), (10.0, 0.0, "b")]), curve(&[(10.0, 0.5, "c")])];
        let scale = scale((0.0, 10.0), (-1.0, 1.0));
        let readout_text = |readout, x, y| plot(&curves, readout).readout_text(&scale, pos2(x, y));
        assert_eq!(readout_text(Readout::Nearest, 180.0, 50.0).as_deref(), Some("b\nc"));
        // Over a game the nearest known ply may be far away.
        assert_eq!(readout_text(Readout::Ply, 291.0, 50.0).as_deref(), Some("b\nc"));
        assert_eq!(readout_text(Readout::Ply, 12.0, 50.0).as_deref(), Some("a"));
        let nothing = "Evaluation: no data for this position";
        assert_eq!(readout_text(Readout::Ply, 180.0, 50.0).as_deref(), Some(nothing));
        assert_eq!(readout_text(Readout::Points, 3.0, 52.0).as_deref(), Some("a"));
        assert_eq!(readout_text(Readout::Points, 100.0, 50.0), None);
        assert_eq!(readout_text(Readout::Nearest, 400.0, 50.0), None);
        assert_eq!(bounds(&curves), Some(((0.0, 10.0), (0.0, 0.5))));
        assert_eq!(bounds(&[]), None);
    }

    #[test]
    fn a_dashed_curve_has_the_points_of_any_other_and_a_guide_has_none() {
        let shapes = |line| {
            let points = [(0.0, 0.0, ""), (1.0, 0.2, ""), (2.0, f64::INFINITY, ""), (9.0, 0.1, "")];
            let curves = [Curve { line, reach: 2.0, color: Color32::RED, ..curve(&points) }];
            let x = Axis { range: (0.0, 10.0), ..Axis::default() };
            let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(1000.0, 400.0)));
            let input = RawInput { screen_rect, ..RawInput::default() };
            let output = Context::default().run_ui(input, |ui| {
                Plot { x, height: 200.0, ..plot(&curves, Readout::Ply) }.show(ui);
            });
            let (mut dots, mut beyond, mut in_gap) = (0, 0, 0);
            for shape in output.shapes.into_iter().map(|clipped| clipped.shape) {
                match shape {
                    Shape::Circle(dot) => dots += usize::from(dot.fill == Color32::RED),
                    Shape::Path(path) => beyond += usize::from(path.fill == Color32::RED),
                    Shape::LineSegment { points, stroke } if stroke.color == Color32::RED => {
                        in_gap += usize::from(points[1].x > 400.0);
                    }
                    _ => {}
                }
            }
            [dots, beyond, in_gap]
        };
        assert_eq!(shapes(Line::Normal), [3, 1, 0]);
        assert_eq!(shapes(Line::Dashed), [3, 1, 0]);
        assert_eq!(shapes(Line::Guide), [0, 0, 0]);
    }

    #[test]
    fn the_nearest_curve_is_the_one_pointed_at() {
        let curves = [
            curve(&[(0.0, 1.0, ""), (10.0, 1.0, "")]),
            curve(&[(0.0, -1.0, ""), (10.0, -3.0, "")]),
        ];
        let (plot, scale) = (plot(&curves, Readout::Curve), scale((0.0, 10.0), (-1.0, 1.0)));
        assert_eq!(plot.nearest(&scale, pos2(140.0, 4.0)), Some((0, 0)));
        assert_eq!(plot.nearest(&scale, pos2(160.0, 4.0)), Some((0, 1)));
        assert_eq!(plot.nearest(&scale, pos2(100.0, 50.0)), None);
        // A value beyond the range is drawn at the edge, and found there.
        assert_eq!(plot.nearest(&scale, pos2(290.0, 99.0)), Some((1, 1)));
    }

    #[test]
    fn the_area_lies_between_curve_and_level() {
        // Down through the level and along it: two triangles of 1 by 1 half, one box of 2 by 1.
        let points = [pos2(0.0, -1.0), pos2(2.0, 1.0), pos2(4.0, 1.0)];
        let mesh = area_between(&points, 0.0, Color32::RED);
        let size: f32 = mesh
            .triangles()
            .map(|corners| {
                let [a, b, c] = corners.map(|i| mesh.vertices[i as usize].pos);
                ((b - a).x * (c - a).y - (b - a).y * (c - a).x).abs() / 2.0
            })
            .sum();
        assert!((size - 3.0).abs() < 1e-5, "{size}");
        assert!(area_between(&points[..1], 0.0, Color32::RED).is_empty());
    }
}
