//! Many curves in one field, each of something that has a number: the one under the pointer is lit and told.
//! What is exact is a dot, what is at least or at most an open triangle; nothing is smoothed.

use eframe::egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui,
    WidgetInfo, pos2, vec2,
};

use tabia_engine::search::score::Bound;

use crate::gui::look::theme;

/// The pointer is on a curve up to this far from it, points.
const NEAR: f32 = 9.0;
/// Room for the numbers left of the field and below it, points.
const LEFT: f32 = 38.0;
const BELOW: f32 = 18.0;
/// Height of the strip of marks above the field, points.
const MARKS: f32 = 14.0;
/// Least distance of two numbers, points.
const X_STEP: f32 = 44.0;
const Y_STEP: f32 = 24.0;

/// A point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TrackPoint {
    /// In the field's unit.
    pub(crate) x: f64,
    /// In the field's unit.
    pub(crate) y: f64,
    /// What the value is worth.
    pub(crate) bound: Bound,
    /// What tells it from the others, for whoever made it.
    pub(crate) tag: usize,
}

/// A curve.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Track {
    /// What tells it from others.
    pub(crate) id: usize,
    /// Its colour; `None`: one of the many, drawn pale.
    pub(crate) color: Option<Color32>,
    /// Its points, x ascending.
    pub(crate) points: Vec<TrackPoint>,
}

/// What happened at a place of the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarkKind {
    /// Another is in front.
    Change,
    /// A window failed high.
    FailHigh,
    /// A window failed low.
    FailLow,
}

/// A mark above the field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mark {
    /// In the field's unit.
    pub(crate) x: f64,
    /// What happened.
    pub(crate) kind: MarkKind,
    /// What the pointer is told.
    pub(crate) hint: String,
}

/// What is to be drawn.
pub(crate) struct Field<'a> {
    /// What it is, for screen readers.
    pub(crate) name: &'a str,
    /// The curves; later ones lie above.
    pub(crate) tracks: &'a [Track],
    /// What happened when.
    pub(crate) marks: &'a [Mark],
    /// The values at the left and the right edge.
    pub(crate) x: (f64, f64),
    /// Whether x grows by factors; only above zero.
    pub(crate) log: bool,
    /// The number at a place of the x axis.
    pub(crate) x_text: &'a dyn Fn(f64) -> String,
    /// The values at the lower and the upper edge; what lies beyond is drawn at the edge.
    pub(crate) y: (f64, f64),
    /// The number at a place of the y axis.
    pub(crate) y_text: &'a dyn Fn(f64) -> String,
    /// The curve that is lit from elsewhere.
    pub(crate) lit: Option<usize>,
    /// The place that is lit from elsewhere, x.
    pub(crate) at: Option<f64>,
    /// What the pointer is told of a point: the curve's number and the point's tag.
    pub(crate) hint: &'a dyn Fn(usize, usize) -> String,
    /// Height of all of it, points.
    pub(crate) height: f32,
}

/// What the hand did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct FieldAnswer {
    /// The curve under the pointer.
    pub(crate) hovered: Option<usize>,
    /// The curve that was clicked.
    pub(crate) clicked: Option<usize>,
    /// The curve on which the menu was asked for.
    pub(crate) menu: Option<usize>,
}

/// Shows the field as wide as there is room.
pub(crate) fn show(ui: &mut Ui, field: &Field<'_>) -> (FieldAnswer, Response) {
    let size = vec2(ui.available_width(), field.height);
    let (area, response) = ui.allocate_exact_size(size, Sense::click());
    let above = if field.marks.is_empty() { 4.0 } else { MARKS };
    let inner = Rect::from_min_max(
        area.min + vec2(LEFT, above),
        (area.max - vec2(6.0, BELOW)).max(area.min + vec2(LEFT + 1.0, above + 1.0)),
    );
    let scale = Scale::new(field, inner);
    let (under, near_mark) = match response.hover_pos() {
        Some(pos) => (nearest(field, &scale, pos), mark_at(field, &scale, pos)),
        None => (None, None),
    };
    let hovered = under.map(|(id, _)| id);
    if ui.is_rect_visible(area) {
        paint(ui, field, &scale, hovered.or(field.lit));
    }
    let (many, marks) = (field.tracks.len(), field.marks.len());
    response.widget_info(|| {
        let text = format!("{}, {many} curves, {marks} marks", field.name);
        WidgetInfo::labeled(Role::Image, true, text)
    });
    let told = near_mark
        .map(|at| field.marks[at].hint.clone())
        .or_else(|| under.map(|(id, point)| (field.hint)(id, point)));
    let response = match told {
        Some(text) => response.on_hover_text_at_pointer(text),
        None => response,
    };
    let answer = FieldAnswer {
        hovered,
        clicked: hovered.filter(|_| response.clicked()),
        menu: hovered.filter(|_| response.secondary_clicked()),
    };
    (answer, response)
}

/// From values to places.
struct Scale {
    inner: Rect,
    x: (f64, f64),
    y: (f64, f64),
    log: bool,
}

impl Scale {
    fn new(field: &Field<'_>, inner: Rect) -> Scale {
        let (least, most) = field.x;
        let log = field.log && least > 0.0;
        let most = match most > least {
            true => most,
            false if log => least * 2.0,
            false => least + 1.0,
        };
        let y = if field.y.1 > field.y.0 { field.y } else { (field.y.0 - 0.5, field.y.0 + 0.5) };
        Scale { inner, x: (least, most), y, log }
    }

    fn at_x(&self, x: f64) -> f32 {
        let (from, to) = self.x;
        let share = if self.log {
            (x.max(from) / from).ln() / (to / from).ln()
        } else {
            (x - from) / (to - from)
        };
        self.inner.left() + self.inner.width() * share.clamp(0.0, 1.0) as f32
    }

    fn at_y(&self, y: f64) -> f32 {
        let (from, to) = self.y;
        let share = ((y - from) / (to - from)).clamp(0.0, 1.0) as f32;
        self.inner.bottom() - self.inner.height() * share
    }

    fn place(&self, point: &TrackPoint) -> Pos2 {
        pos2(self.at_x(point.x), self.at_y(point.y))
    }

    /// Round values on the x axis.
    fn x_marks(&self) -> Vec<f64> {
        if !self.log {
            return round_values(self.x, self.inner.width(), X_STEP);
        }
        let first = self.x.0.log10().floor() as i32;
        let last = self.x.1.log10().ceil() as i32;
        let steps = (first..=last).flat_map(|power| {
            [1.0, 2.0, 5.0].into_iter().map(move |step| step * 10.0_f64.powi(power))
        });
        let mut marks: Vec<f64> = Vec::new();
        for value in steps.filter(|value| (self.x.0..=self.x.1).contains(value)) {
            let far = |&last: &f64| self.at_x(value) - self.at_x(last) >= X_STEP;
            if marks.last().is_none_or(far) {
                marks.push(value);
            }
        }
        marks
    }
}

/// Round values of a range, at least `apart` points from each other.
fn round_values((from, to): (f64, f64), room: f32, apart: f32) -> Vec<f64> {
    let most = f64::from((room / apart).max(1.0));
    let least = (to - from) / most;
    if !(least.is_finite() && least > 0.0) {
        return Vec::new();
    }
    let power = 10.0_f64.powf(least.log10().floor());
    let fits = |step: &f64| *step >= least * 0.999;
    let step = [1.0, 2.0, 5.0].into_iter().map(|step| step * power).find(fits);
    let step = step.unwrap_or(10.0 * power);
    let (first, last) = ((from / step).ceil() as i64, (to / step).floor() as i64);
    (first..=last).map(|at| at as f64 * step).collect()
}

/// The curve next to the pointer and the tag of its point next to it.
fn nearest(field: &Field<'_>, scale: &Scale, pos: Pos2) -> Option<(usize, usize)> {
    if !scale.inner.expand(NEAR).contains(pos) {
        return None;
    }
    let mut best: Option<(f32, usize, usize)> = None;
    // Of two that lie on each other the one drawn later is in sight.
    for track in field.tracks {
        let places: Vec<Pos2> = track.points.iter().map(|point| scale.place(point)).collect();
        let lines = places.array_windows().map(|[a, b]| distance(pos, *a, *b));
        let dots = places.iter().map(|place| place.distance(pos));
        let Some(far) = lines.chain(dots).reduce(f32::min) else { continue };
        if far <= NEAR && best.is_none_or(|(before, ..)| far <= before) {
            let to = |place: &Pos2| (place.x - pos.x).abs();
            let closest = places.iter().enumerate().min_by(|a, b| to(a.1).total_cmp(&to(b.1)));
            best = closest.map(|(at, _)| (far, track.id, track.points[at].tag));
        }
    }
    best.map(|(_, id, point)| (id, point))
}

/// How far a place is from a piece of a line.
fn distance(pos: Pos2, a: Pos2, b: Pos2) -> f32 {
    let along = b - a;
    let share =
        if along.length_sq() > 0.0 { (pos - a).dot(along) / along.length_sq() } else { 0.0 };
    (a + along * share.clamp(0.0, 1.0)).distance(pos)
}

/// The mark under the pointer.
fn mark_at(field: &Field<'_>, scale: &Scale, pos: Pos2) -> Option<usize> {
    let strip = pos.y < scale.inner.top();
    let far = |mark: &Mark| (scale.at_x(mark.x) - pos.x).abs();
    let (at, mark) = field.marks.iter().enumerate().min_by(|a, b| far(a.1).total_cmp(&far(b.1)))?;
    (strip && far(mark) <= NEAR).then_some(at)
}

fn paint(ui: &Ui, field: &Field<'_>, scale: &Scale, lit: Option<usize>) {
    let p = theme::palette(ui);
    let painter = ui.painter();
    let inner = scale.inner;
    let font = FontId::proportional(theme::SMALL);
    for x in scale.x_marks() {
        let at = scale.at_x(x);
        painter.vline(at, inner.y_range(), (1.0, p.border));
        let text = (field.x_text)(x);
        let place = pos2(at, inner.bottom() + 3.0);
        painter.text(place, Align2::CENTER_TOP, text, font.clone(), p.text_faint);
    }
    for y in round_values(scale.y, inner.height(), Y_STEP) {
        let at = scale.at_y(y);
        painter.hline(inner.x_range(), at, (1.0, p.border));
        let place = pos2(inner.left() - 5.0, at);
        painter.text(place, Align2::RIGHT_CENTER, (field.y_text)(y), font.clone(), p.text_faint);
    }
    if let Some(x) = field.at {
        painter.vline(scale.at_x(x), inner.y_range(), (1.5, p.accent));
    }
    for mark in field.marks {
        paint_mark(painter, scale, mark, [p.accent, p.good, p.bad]);
    }
    let painter = &painter.with_clip_rect(inner.expand(5.0));
    let (top, others): (Vec<&Track>, Vec<&Track>) =
        field.tracks.iter().partition(|track| lit == Some(track.id));
    for track in others {
        let (width, color) = match track.color {
            Some(color) if lit.is_some() => (1.6, color.gamma_multiply(0.6)),
            Some(color) => (1.8, color),
            None => (1.0, p.text_faint.gamma_multiply(0.35)),
        };
        paint_track(painter, scale, track, (width, color));
    }
    for track in top {
        paint_track(painter, scale, track, (3.0, track.color.unwrap_or(p.text)));
    }
}

fn paint_mark(painter: &Painter, scale: &Scale, mark: &Mark, colors: [Color32; 3]) {
    let x = scale.at_x(mark.x);
    let at = pos2(x, scale.inner.top() - 7.0);
    let [change, high, low] = colors;
    match mark.kind {
        MarkKind::Change => {
            let thin = (1.0, change.gamma_multiply(0.5));
            painter.vline(x, scale.inner.y_range(), thin);
            let corners = [(0.0, -4.5), (4.5, 0.0), (0.0, 4.5), (-4.5, 0.0)];
            let corners = corners.map(|(x, y)| at + vec2(x, y)).to_vec();
            painter.add(Shape::convex_polygon(corners, change, Stroke::NONE));
        }
        MarkKind::FailHigh => drop(painter.add(triangle(at, -4.0, (1.4, high)))),
        MarkKind::FailLow => drop(painter.add(triangle(at, 4.0, (1.4, low)))),
    }
}

/// An open triangle of this size; negative sizes point upwards.
fn triangle(at: Pos2, size: f32, stroke: impl Into<Stroke>) -> Shape {
    let corners = [(0.0, size), (size.abs(), -size * 0.7), (-size.abs(), -size * 0.7)];
    let corners = corners.map(|(x, y)| at + vec2(x, y)).to_vec();
    Shape::closed_line(corners, stroke.into())
}

fn paint_track(painter: &Painter, scale: &Scale, track: &Track, (width, color): (f32, Color32)) {
    let places: Vec<Pos2> = track.points.iter().map(|point| scale.place(point)).collect();
    let stroke = Stroke::new(width, color);
    painter.extend(places.array_windows().map(|&ends| Shape::line_segment(ends, stroke)));
    for (point, &at) in track.points.iter().zip(&places) {
        let size = 1.5 + width * 0.8;
        match point.bound {
            Bound::Exact => drop(painter.circle_filled(at, size * 0.9, color)),
            Bound::Lower => drop(painter.add(triangle(at, -size, (1.0, color)))),
            Bound::Upper => drop(painter.add(triangle(at, size, (1.0, color)))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(tracks: &[Track], x: (f64, f64), log: bool) -> Field<'_> {
        Field {
            name: "test",
            tracks,
            marks: &[],
            x,
            log,
            x_text: &|x| x.to_string(),
            y: (-1.0, 1.0),
            y_text: &|y| y.to_string(),
            lit: None,
            at: None,
            hint: &|_, _| String::new(),
            height: 100.0,
        }
    }

    fn track(id: usize, points: &[(f64, f64)]) -> Track {
        let point =
            |(tag, &(x, y)): (usize, &(f64, f64))| TrackPoint { x, y, bound: Bound::Exact, tag };
        Track { id, color: None, points: points.iter().enumerate().map(point).collect() }
    }

    const INNER: Rect = Rect { min: Pos2 { x: 0.0, y: 0.0 }, max: Pos2 { x: 300.0, y: 100.0 } };

    #[test]
    fn steps_of_equal_factors_are_equally_wide_on_a_logarithmic_axis() {
        let tracks = [track(0, &[(0.0, 0.0), (0.01, 0.0), (0.1, 0.0), (10.0, 0.0)])];
        let scale = Scale::new(&field(&tracks, (0.01, 10.0), true), INNER);
        // What comes before the first lies at the edge.
        let places = [0.0, 0.01, 0.1, 1.0, 10.0].map(|x| scale.at_x(x).round() as i32);
        assert_eq!(places, [0, 0, 100, 200, 300]);
        let marks = scale.x_marks();
        assert!(marks.is_sorted() && marks.len() >= 4, "{marks:?}");
        let scale = Scale::new(&field(&tracks, (0.0, 10.0), false), INNER);
        let places = [0.0, 5.0, 10.0].map(|x| scale.at_x(x).round() as i32);
        assert_eq!(places, [0, 150, 300]);
        assert_eq!(round_values((0.0, 10.0), 300.0, X_STEP), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        // A single point, and none.
        let one = [track(0, &[(5.0, 0.0)])];
        assert!(Scale::new(&field(&one, (5.0, 5.0), true), INNER).at_x(5.0).is_finite());
        assert!(Scale::new(&field(&[], (0.0, 0.0), true), INNER).at_x(5.0).is_finite());
    }

    #[test]
    fn the_nearest_curve_is_the_one_pointed_at() {
        let tracks = [track(7, &[(0.0, 1.0), (10.0, 1.0)]), track(8, &[(0.0, -1.0), (10.0, -3.0)])];
        let field = field(&tracks, (0.0, 10.0), false);
        let scale = Scale::new(&field, INNER);
        assert_eq!(nearest(&field, &scale, pos2(140.0, 4.0)), Some((7, 0)));
        assert_eq!(nearest(&field, &scale, pos2(160.0, 4.0)), Some((7, 1)));
        assert_eq!(nearest(&field, &scale, pos2(100.0, 50.0)), None);
        // Beyond the range it is drawn at the edge, and found there.
        assert_eq!(nearest(&field, &scale, pos2(290.0, 99.0)), Some((8, 1)));
    }
}
