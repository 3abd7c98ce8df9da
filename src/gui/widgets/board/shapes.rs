//! Arrows and circles on the board, the user's and the engine's: the types and how they are painted.

use std::f32::consts::PI;
use std::sync::Arc;

use eframe::egui::epaint::{Mesh, RectShape};
use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, Galley, Modifiers, Painter, Pos2, Rect, Shape as Paint,
    Stroke, Vec2,
};

use tabia_chess::{Bitboard, Square, attacks};

use crate::gui::look::theme::BRUSHES;
use crate::gui::widgets::board::geometry::Geometry;

/// The brush a shape is drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Brush {
    /// No modifier key.
    #[default]
    Green,
    /// Shift or Ctrl.
    Red,
    /// Alt or the command key.
    Blue,
    /// Both.
    Orange,
    /// A line of the engine.
    Engine,
    /// A line of one of several engines, by its slot.
    EngineAt(u8),
    /// What the side not to move threatens.
    Threat,
}

impl Brush {
    /// The brush for these modifier keys. Shift also draws with the left button, and then does not choose a brush.
    pub fn from_modifiers(modifiers: Modifiers, right_button: bool) -> Self {
        let red = right_button && (modifiers.shift || modifiers.ctrl);
        let blue = modifiers.alt || modifiers.mac_cmd;
        match (red, blue) {
            (false, false) => Brush::Green,
            (true, false) => Brush::Red,
            (false, true) => Brush::Blue,
            (true, true) => Brush::Orange,
        }
    }

    /// Its colour.
    pub fn color(self) -> Color32 {
        match self {
            Brush::Green => BRUSHES.green,
            Brush::Red => BRUSHES.red,
            Brush::Blue => BRUSHES.blue,
            Brush::Orange => BRUSHES.orange,
            Brush::Engine => BRUSHES.engine,
            Brush::Threat => BRUSHES.threat,
            Brush::EngineAt(slot) => BRUSHES.engines[usize::from(slot) % BRUSHES.engines.len()],
        }
    }
}

/// An arrow, or a circle if it has no target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Where it starts; the circled square.
    pub from: Square,
    /// Where the arrow points; `None` makes a circle.
    pub to: Option<Square>,
    pub brush: Brush,
}

/// An arrow of the engine, with its label.
#[derive(Clone, Debug, PartialEq)]
pub struct ComputerShape {
    /// What is drawn.
    pub shape: Shape,
    /// Rank of the move or initials of its engines, in the arrow's head; a longer text is on a plate. Empty for none.
    pub label: String,
    /// Its importance, 0 (thin) to 1.
    pub strength: f32,
    /// A second stripe on the shaft: another engine agrees.
    pub stripe: Option<Brush>,
}

impl ComputerShape {
    /// The text in the arrow's head.
    fn in_head(&self) -> Option<&str> {
        let short = self.label.chars().count() <= HEAD_LETTERS;
        (short && !self.label.is_empty()).then_some(self.label.as_str())
    }
}

/// Maximum number of characters in an arrow's head.
const HEAD_LETTERS: usize = 3;

/// Squares an arrow from here snaps to: those a queen or a knight could reach on an empty board.
pub(super) fn arrow_targets(from: Square) -> Bitboard {
    attacks::queen(from, Bitboard::EMPTY) | attacks::knight(from)
}

/// Sizes in sides of a square.
const SHAFT: f32 = 0.15;
const SHAFT_THIN: f32 = 0.075;
const HEAD_WIDER: f32 = 0.27;
const HEAD_LENGTH: f32 = 0.34;
/// From the middle of the first square to the round end of the shaft: the piece there stays visible.
const SET_OFF: f32 = 0.28;
/// From the tip to the middle of the last square; negative, as the tip reaches beyond it.
const SET_SHORT: f32 = -0.06;
const RING: f32 = 0.065;
/// Height of the plates.
const LABEL: f32 = 0.27;
/// Distance between the places tried for a plate.
const PLATE_STEP: f32 = 0.1;

/// A shape drawn by the user; `faint` while it is being drawn.
pub(super) fn paint_shape(painter: &Painter, geometry: &Geometry, shape: Shape, faint: bool) {
    let color = shape.brush.color();
    let color = if faint { color.gamma_multiply(0.7) } else { color };
    match shape.to {
        Some(_) => paint_arrow(painter, geometry, shape, color, 1.0),
        None => paint_circle(painter, geometry, shape, color),
    }
}

/// The shafts of the engine's arrows, and its circles, the weakest first, so that the best is on top. Pieces are
/// painted over them.
pub(super) fn paint_shafts(painter: &Painter, geometry: &Geometry, places: &[Place<'_>]) {
    for place in places {
        let color = place.of.shape.brush.color().to_opaque();
        match place.of.shape.to {
            Some(_) => paint_shaft(painter, place, color),
            None => paint_circle(painter, geometry, place.of.shape, color),
        }
    }
}

/// The heads of the engine's arrows with their labels, then longer texts.
pub(super) fn paint_heads(painter: &Painter, geometry: &Geometry, places: &[Place<'_>]) {
    let arrows = || places.iter().filter(|place| place.of.shape.to.is_some());
    for place in arrows() {
        paint_head(painter, place);
    }
    // No plate may be on a head, not even on its own.
    let mut taken: Vec<Rect> = arrows().map(Place::head_rect).collect();
    let labelled = |shape: &&ComputerShape| shape.in_head().is_none() && !shape.label.is_empty();
    for shape in arrows().rev().map(|place| place.of).filter(labelled) {
        let (text, size) = plate_of(painter, geometry, &shape.label);
        let plate = free_place(geometry, shape.shape, size, &taken);
        taken.push(plate);
        paint_plate(painter, plate, text);
    }
}

/// An arrow of the engine in its place on the board.
pub(super) struct Place<'a> {
    of: &'a ComputerShape,
    /// The start of the shaft, and the tip of the head.
    start: Pos2,
    tip: Pos2,
    /// Width of the shaft and radius of the head, points.
    width: f32,
    radius: f32,
}

impl Place<'_> {
    /// The middle of the head.
    fn head(&self) -> Pos2 {
        self.tip - (self.tip - self.start).normalized() * self.radius * TIP_OF_HEAD
    }

    /// The area of the head.
    fn head_rect(&self) -> Rect {
        Rect::from_center_size(self.head(), Vec2::splat(2.0 * self.radius))
    }
}

/// A head that overlaps another is moved back in steps of this size, in sides of a square.
const HEAD_STEP: f32 = 0.05;
/// In sides of a square, for the weakest and the best move: width of a shaft, radius of a head.
const SHAFT_WIDTH: [f32; 2] = [0.065, 0.135];
const HEAD_RADIUS: [f32; 2] = [0.15, 0.185];
/// From the middle of the first square to the start of the shaft: the piece there stays visible.
const SHAFT_START: f32 = 0.36;
/// From the middle of the last square to the tip, towards the start: before a piece, and on an empty square.
const TIP_BEFORE_PIECE: f32 = 0.36;
const TIP_ON_EMPTY: f32 = -0.06;
/// From the middle of the head to its tip, in radii.
const TIP_OF_HEAD: f32 = 1.5;
/// Offset of two arrows on one line, to either side of it.
const ASIDE: f32 = 0.17;
/// Points along the round end of a shaft, and along a head.
const ROUND_STEPS: usize = 8;
const HEAD_STEPS: usize = 28;
/// White edge of shafts and heads, points.
const WHITE_EDGE: f32 = 1.2;

/// The places of the engine's arrows and circles, the weakest first.
pub(super) fn places<'a>(
    geometry: &Geometry,
    shapes: &'a [ComputerShape],
    occupied: Bitboard,
) -> Vec<Place<'a>> {
    let side = geometry.square_side();
    let mut order: Vec<&ComputerShape> = shapes.iter().collect();
    order.sort_by(|a, b| a.strength.total_cmp(&b.strength));
    let place = |of: &'a ComputerShape| {
        let (from, to) = (geometry.center(of.shape.from), of.shape.to);
        let end = geometry.center(to.unwrap_or(of.shape.from));
        let along = (end - from).normalized();
        let short = match to {
            Some(to) if occupied.has(to) => TIP_BEFORE_PIECE,
            _ => TIP_ON_EMPTY,
        };
        let strength = of.strength.clamp(0.0, 1.0);
        let between = |[least, most]: [f32; 2]| side * (least + (most - least) * strength);
        let aside = along.rot90() * aside(shapes, of) * ASIDE * side;
        Place {
            of,
            start: from + along * side * SHAFT_START + aside,
            tip: end - along * side * short + aside,
            width: between(SHAFT_WIDTH),
            radius: between(HEAD_RADIUS),
        }
    };
    let mut all: Vec<Place<'a>> = order.into_iter().map(place).collect();
    keep_heads_apart(&mut all, side);
    all
}

/// Moves the head of a weaker arrow back along its shaft if it would overlap the head of a stronger one.
fn keep_heads_apart(all: &mut [Place<'_>], side: f32) {
    for at in (0..all.len()).rev() {
        let (weaker, stronger) = all.split_at_mut(at + 1);
        let own = &mut weaker[at];
        let along = (own.tip - own.start).normalized();
        let mut length = (own.tip - own.start).length();
        let meets = |own: &Place<'_>| {
            let apart = |other: &Place<'_>| (own.head() - other.head()).length();
            let over = |other: &Place<'_>| apart(other) < 0.95 * (own.radius + other.radius);
            stronger.iter().any(|other| other.of.shape.to.is_some() && over(other))
        };
        let (first, step) = (own.tip, side * HEAD_STEP);
        while meets(own) && length > own.radius + step {
            own.tip -= along * step;
            length -= step;
        }
        if meets(own) {
            own.tip = first;
        }
    }
}

/// The side of its line to which an arrow is moved if another is on the same line: -1, 0 or 1.
fn aside(shapes: &[ComputerShape], of: &ComputerShape) -> f32 {
    let ends = |shape: &ComputerShape| {
        let place = |square: Square| {
            Vec2::new(
                f32::from(square.file().index() as u8),
                f32::from(square.rank().index() as u8),
            )
        };
        shape.shape.to.map(|to| (place(shape.shape.from), place(to)))
    };
    let Some((from, to)) = ends(of) else { return 0.0 };
    let along = (to - from).normalized();
    let shares_line = |other: &&ComputerShape| {
        let Some((start, end)) = ends(other) else { return false };
        let beside = |at: Vec2| (at - from).dot(along.rot90()).abs() > 0.01;
        if **other == *of || beside(start) || beside(end) {
            return false;
        }
        let places = [start, end].map(|at| (at - from).dot(along));
        let (low, high) = (places[0].min(places[1]), places[0].max(places[1]));
        low < (to - from).length() - 0.01 && high > 0.01
    };
    let Some(other) = shapes.iter().find(shares_line) else { return 0.0 };
    let same_way = ends(other).is_some_and(|(start, end)| (end - start).dot(along) > 0.0);
    let first = shapes.iter().position(|shape| shape == of)
        < shapes.iter().position(|shape| shape == other);
    // Arrows that point at each other end up on different sides by themselves.
    if same_way && !first { -1.0 } else { 1.0 }
}

fn paint_shaft(painter: &Painter, place: &Place<'_>, color: Color32) {
    let along = (place.tip - place.start).normalized();
    let end = place.tip - along * place.radius * (1.0 + TIP_OF_HEAD) * 0.9;
    if (end - place.start).dot(along) <= 0.0 {
        return;
    }
    let left = along.rot90() * -(place.width / 2.0);
    let mut outline = vec![end + left, end - left];
    for step in 0..=ROUND_STEPS {
        let angle = PI * step as f32 / ROUND_STEPS as f32;
        outline.push(place.start - left * angle.cos() - along * angle.sin() * place.width / 2.0);
    }
    painter.add(Paint::convex_polygon(outline, color, (WHITE_EDGE, BRUSHES.plate_text)));
    if let Some(stripe) = place.of.stripe {
        let half = vec![place.start, end, end + left, place.start + left];
        painter.add(Paint::convex_polygon(half, stripe.color().to_opaque(), Stroke::NONE));
    }
}

/// A drop shape with its tip on the target square.
fn paint_head(painter: &Painter, place: &Place<'_>) {
    let brush = place.of.shape.brush;
    let color = brush.color().to_opaque();
    let along = (place.tip - place.start).normalized();
    let center = place.head();
    // The lines from the tip touch the circle at this angle to the direction of the tip.
    let touch = (1.0 / TIP_OF_HEAD).acos();
    let mut outline = vec![place.tip];
    for step in 0..=HEAD_STEPS {
        let angle = touch + (2.0 * PI - 2.0 * touch) * step as f32 / HEAD_STEPS as f32;
        outline.push(
            center
                + along * place.radius * angle.cos()
                + along.rot90() * place.radius * angle.sin(),
        );
    }
    painter.add(Paint::convex_polygon(outline, color, (WHITE_EDGE, BRUSHES.plate_text)));
    let Some(text) = place.of.in_head() else { return };
    let letters = [1.4, 1.4, 1.05, 0.8][text.chars().count().min(HEAD_LETTERS)];
    let font = FontId::proportional((place.radius * letters).max(8.0));
    let ink = if color.intensity() > 0.5 { BRUSHES.plate_text_dark } else { BRUSHES.plate_text };
    painter.text(center, Align2::CENTER_CENTER, text, font, ink);
}

/// The place of a plate of this size on an arrow's shaft: behind its head, or as little further back as needed to
/// overlap no other; if the whole shaft is taken, where it hides least.
fn free_place(geometry: &Geometry, shape: Shape, size: Vec2, taken: &[Rect]) -> Rect {
    let side = geometry.square_side();
    let (start, tip) = ends_of(geometry, shape);
    let along = (tip - start).normalized();
    let longest = ((tip - start).length() - side * 0.05).max(0.0);
    let first = (side * (HEAD_LENGTH + LABEL * 0.55)).min(longest);
    let steps = ((longest - first) / (side * PLATE_STEP)) as usize;
    let mut places: Vec<Rect> = (0..=steps)
        .map(|step| first + step as f32 * side * PLATE_STEP)
        .chain([longest])
        .map(|back| Rect::from_center_size(tip - along * back, size))
        .collect();
    // A short arrow only has room beside its plate: its head, and a place aside.
    let aside = along.rot90() * (size.y + side * 0.04);
    let near = places[0];
    places.extend([near.translate(aside), near.translate(-aside)]);
    let board = geometry.rect();
    let hidden = |place: &Rect| {
        let over = |other: &Rect| place.expand(1.0).intersect(*other);
        let area = |rect: Rect| if rect.is_positive() { rect.area() } else { 0.0 };
        let outside = if board.contains_rect(*place) { 0.0 } else { place.area() };
        outside + taken.iter().map(|other| area(over(other))).sum::<f32>()
    };
    let clear = places.iter().find(|place| hidden(place) <= 0.0).copied();
    let least = || places.iter().copied().min_by(|a, b| hidden(a).total_cmp(&hidden(b)));
    clear.or_else(least).unwrap_or(near)
}

fn ends_of(geometry: &Geometry, shape: Shape) -> (Pos2, Pos2) {
    let side = geometry.square_side();
    let from = geometry.center(shape.from);
    let to = geometry.center(shape.to.unwrap_or(shape.from));
    let along = (to - from).normalized();
    (from + along * side * SET_OFF, to - along * side * SET_SHORT)
}

fn paint_arrow(
    painter: &Painter,
    geometry: &Geometry,
    shape: Shape,
    color: Color32,
    strength: f32,
) {
    let side = geometry.square_side();
    let (start, tip) = ends_of(geometry, shape);
    let width = side * (SHAFT_THIN + (SHAFT - SHAFT_THIN) * strength);
    let head = HEAD_WIDER.mul_add(side, width);
    let feather = 1.0 / painter.pixels_per_point();
    let form = Form { width, head_width: head, head_length: side * HEAD_LENGTH };
    painter.add(Paint::mesh(arrow_mesh(start, tip, form, color, feather)));
}

fn paint_circle(painter: &Painter, geometry: &Geometry, shape: Shape, color: Color32) {
    let width = geometry.square_side() * RING;
    let radius = (geometry.square_side() - width) / 2.0 - 1.0 / painter.pixels_per_point();
    painter.circle_stroke(geometry.center(shape.from), radius, Stroke::new(width, color));
}

/// The text of a plate, and its size.
fn plate_of(painter: &Painter, geometry: &Geometry, label: &str) -> (Arc<Galley>, Vec2) {
    let size = (geometry.square_side() * LABEL / 1.25).clamp(9.0, 26.0);
    let text =
        painter.layout_no_wrap(label.to_owned(), FontId::proportional(size), BRUSHES.plate_text);
    let height = size * 1.25;
    let width = (text.size().x + size * 0.6).max(height);
    (text, Vec2::new(width, height))
}

fn paint_plate(painter: &Painter, plate: Rect, text: Arc<Galley>) {
    let radius = CornerRadius::same((plate.height() / 2.0).min(255.0) as u8);
    painter.add(RectShape::filled(plate, radius, BRUSHES.plate));
    let at = Align2::CENTER_CENTER.anchor_size(plate.center(), text.size()).min;
    painter.galley(at, text, BRUSHES.plate_text);
}

/// Measures of an arrow, points.
#[derive(Clone, Copy)]
struct Form {
    width: f32,
    head_width: f32,
    head_length: f32,
}

/// An arrow as one polygon: round end, shaft, head.
fn arrow_mesh(start: Pos2, tip: Pos2, form: Form, color: Color32, feather: f32) -> Mesh {
    let Form { width, head_width, head_length } = form;
    let along = (tip - start).normalized();
    let left = along.rot90() * -1.0;
    let neck = tip - along * head_length.min((tip - start).length());
    let mut outline = vec![
        neck + left * (width / 2.0),
        neck + left * (head_width / 2.0),
        tip,
        neck - left * (head_width / 2.0),
        neck - left * (width / 2.0),
    ];
    let steps = 8;
    for i in 0..=steps {
        let angle = PI * i as f32 / steps as f32;
        let out = -left * angle.cos() - along * angle.sin();
        outline.push(start + out * (width / 2.0));
    }
    let n = outline.len() as u32;
    let mut triangles = vec![[1, 2, 3]];
    // The shaft with its round end is convex: a fan from one of its corners.
    triangles.extend((5..n).map(|i| [0, i - 1, i]));
    soft_polygon(&outline, &triangles, color, feather)
}

/// Fills a polygon, its border fading over one pixel.
fn soft_polygon(outline: &[Pos2], triangles: &[[u32; 3]], color: Color32, feather: f32) -> Mesh {
    let mut mesh = Mesh::default();
    let n = outline.len();
    let clockwise = (0..n)
        .map(|i| {
            let (a, b) = (outline[i], outline[(i + 1) % n]);
            (b.x - a.x) * (b.y + a.y)
        })
        .sum::<f32>()
        > 0.0;
    let outward = |a: Pos2, b: Pos2| -> Vec2 {
        let normal = (b - a).normalized().rot90();
        if clockwise { -normal } else { normal }
    };
    for i in 0..n {
        let (before, here, after) = (outline[(i + n - 1) % n], outline[i], outline[(i + 1) % n]);
        let (a, b) = (outward(before, here), outward(here, after));
        let miter = (a + b) / (1.0 + a.dot(b)).max(0.25);
        mesh.colored_vertex(here - miter * (feather / 2.0), color);
        mesh.colored_vertex(here + miter * (feather / 2.0), Color32::TRANSPARENT);
    }
    for [a, b, c] in triangles {
        mesh.add_triangle(2 * a, 2 * b, 2 * c);
    }
    for i in 0..n as u32 {
        let next = (i + 1) % n as u32;
        mesh.add_triangle(2 * i, 2 * i + 1, 2 * next + 1);
        mesh.add_triangle(2 * i, 2 * next + 1, 2 * next);
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::pos2;
    use tabia_chess::Color;

    #[test]
    fn keys_choose_the_brush() {
        assert_eq!(Brush::from_modifiers(Modifiers::NONE, true), Brush::Green);
        assert_eq!(Brush::from_modifiers(Modifiers::SHIFT, true), Brush::Red);
        assert_eq!(Brush::from_modifiers(Modifiers::SHIFT, false), Brush::Green);
        assert_eq!(Brush::from_modifiers(Modifiers::ALT, false), Brush::Blue);
        assert_eq!(Brush::from_modifiers(Modifiers::SHIFT | Modifiers::ALT, true), Brush::Orange);
    }

    fn area(mesh: &Mesh) -> f32 {
        mesh.triangles()
            .map(|t| {
                let [a, b, c] = t.map(|i| mesh.vertices[i as usize].pos);
                ((b - a).x * (c - a).y - (b - a).y * (c - a).x).abs() / 2.0
            })
            .sum()
    }

    #[test]
    fn plates_lie_beside_each_other_on_their_shafts() {
        let room = Rect::from_min_size(Pos2::ZERO, Vec2::splat(640.0));
        let geometry = Geometry::fit(room, Color::White, 1.0);
        let arrow = |from, to| Shape { from, to: Some(to), brush: Brush::Engine };
        // Two to the same square, one that crosses them, a move and its return.
        let shapes = [
            arrow(Square::A1, Square::H8),
            arrow(Square::H1, Square::H8),
            arrow(Square::C8, Square::H3),
            arrow(Square::G7, Square::H8),
            arrow(Square::E2, Square::E4),
            arrow(Square::E4, Square::E2),
            arrow(Square::D3, Square::E4),
        ];
        for width in [22.0, 40.0, 60.0] {
            let mut taken: Vec<Rect> = Vec::new();
            for shape in shapes {
                let plate = free_place(&geometry, shape, Vec2::new(width, 22.0), &taken);
                assert!(geometry.rect().contains_rect(plate), "{shape:?}");
                for other in &taken {
                    assert!(!other.intersects(plate), "{shape:?}: {plate:?} lies on {other:?}");
                }
                taken.push(plate);
            }
        }
    }

    #[test]
    fn words_stand_on_no_head() {
        let room = Rect::from_min_size(Pos2::ZERO, Vec2::splat(640.0));
        let geometry = Geometry::fit(room, Color::White, 1.0);
        let arrow = |from, to| ComputerShape {
            stripe: None,
            shape: Shape { from, to: Some(to), brush: Brush::Engine },
            label: "a word".to_owned(),
            strength: 1.0,
        };
        let shapes = [arrow(Square::G1, Square::F3), arrow(Square::E2, Square::E4)];
        let all = places(&geometry, &shapes, Bitboard::EMPTY);
        let heads: Vec<Rect> = all.iter().map(Place::head_rect).collect();
        for place in &all {
            let plate = free_place(&geometry, place.of.shape, Vec2::new(44.0, 22.0), &heads);
            assert!(heads.iter().all(|head| !head.intersects(plate)), "{:?}", place.of.shape);
        }
    }

    #[test]
    fn heads_of_arrows_to_one_square_lie_apart() {
        let room = Rect::from_min_size(Pos2::ZERO, Vec2::splat(640.0));
        let geometry = Geometry::fit(room, Color::White, 1.0);
        let arrow = |from, to, strength: f32| ComputerShape {
            stripe: None,
            shape: Shape { from, to: Some(to), brush: Brush::Engine },
            label: "1".to_owned(),
            strength,
        };
        // Two to b5 from nearly the same direction, and one from another.
        let shapes = [
            arrow(Square::C3, Square::B5, 1.0),
            arrow(Square::C4, Square::B5, 0.5),
            arrow(Square::E2, Square::B5, 0.0),
        ];
        let all = places(&geometry, &shapes, Bitboard::from(Square::B5));
        for (at, one) in all.iter().enumerate() {
            for other in &all[at + 1..] {
                let apart = (one.head() - other.head()).length();
                assert!(apart > 0.9 * (one.radius + other.radius), "{apart}");
            }
        }
    }

    /// No triangle may overlap another, or the colour would be doubled there; so their areas add up to that of the
    /// outline.
    #[test]
    fn an_arrow_covers_itself_once() {
        for tip in [pos2(300.0, 0.0), pos2(120.0, -200.0), pos2(-90.0, 40.0), pos2(0.0, 250.0)] {
            let form = Form { width: 12.0, head_width: 34.0, head_length: 30.0 };
            let mesh = arrow_mesh(Pos2::ZERO, tip, form, Color32::WHITE, 1.0);
            let length = tip.to_vec2().length();
            let sharp = 12.0 * (length - 30.0) + 34.0 * 30.0 / 2.0 + 18.0 * PI;
            // Half a pixel more all round.
            let border = length + 30.0;
            assert!((area(&mesh) - sharp - border).abs() < 20.0, "{} {sharp}", area(&mesh));
            assert!(mesh.is_valid());
        }
    }
}
