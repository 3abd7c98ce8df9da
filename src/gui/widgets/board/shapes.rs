//! Arrows and circles on the board: what a person draws and what the engine shows. The types, not
//! the painting.

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

/// The pen a shape is drawn with.
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
    /// The brush these keys choose. Shift draws with the left button too and then chooses nothing.
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

    /// What it looks like.
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

/// An arrow, or a circle where it leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Where it starts; the circled square.
    pub from: Square,
    /// Where the arrow points; `None` makes a circle.
    pub to: Option<Square>,
    /// The pen.
    pub brush: Brush,
}

/// An arrow of the engine, with what is said about it.
#[derive(Clone, Debug, PartialEq)]
pub struct ComputerShape {
    /// What is drawn.
    pub shape: Shape,
    /// Short text on the arrow's head: the number of the line or its score. Empty for none.
    pub label: String,
    /// How much it matters, 0 (thin, pale) to 1.
    pub strength: f32,
}

/// Draws a shape the way a hand expects: the same again erases it, another brush repaints it.
pub fn toggle(shapes: &mut Vec<Shape>, shape: Shape) {
    let before = shapes.iter().position(|s| s.from == shape.from && s.to == shape.to);
    match before.map(|i| shapes.remove(i)) {
        Some(old) if old.brush == shape.brush => {}
        _ => shapes.push(shape),
    }
}

/// Squares an arrow from here snaps to: where a queen or a knight could go on an empty board.
pub(super) fn arrow_targets(from: Square) -> Bitboard {
    attacks::queen(from, Bitboard::EMPTY) | attacks::knight(from)
}

/// Parts of the side of a square.
const SHAFT: f32 = 0.15;
const SHAFT_THIN: f32 = 0.075;
const HEAD_WIDER: f32 = 0.27;
const HEAD_LENGTH: f32 = 0.34;
/// From the middle of the first square to the round end of the shaft: the piece there stays visible.
const SET_OFF: f32 = 0.28;
/// From the tip to the middle of the last square; the tip reaches beyond it.
const SET_SHORT: f32 = -0.06;
const RING: f32 = 0.065;
/// Height of the plates.
const LABEL: f32 = 0.27;
/// Places tried for a plate lie so far apart.
const PLATE_STEP: f32 = 0.1;

/// A shape as a person drew it; `faint` while it is being drawn.
pub(super) fn paint_shape(painter: &Painter, geometry: &Geometry, shape: Shape, faint: bool) {
    let color = shape.brush.color();
    let color = if faint { color.gamma_multiply(0.7) } else { color };
    match shape.to {
        Some(_) => paint_arrow(painter, geometry, shape, color, 1.0),
        None => paint_circle(painter, geometry, shape, color),
    }
}

/// The arrows of the engine: the weakest first, so that the best lies on top, then their texts.
pub(super) fn paint_computer(painter: &Painter, geometry: &Geometry, shapes: &[ComputerShape]) {
    let mut order: Vec<&ComputerShape> = shapes.iter().collect();
    order.sort_by(|a, b| a.strength.total_cmp(&b.strength));
    for shape in &order {
        let strength = shape.strength.clamp(0.0, 1.0);
        let color = shape.shape.brush.color().gamma_multiply(0.62 + 0.38 * strength);
        if shape.shape.to.is_some() {
            paint_arrow(painter, geometry, shape.shape, color, strength);
        } else {
            paint_circle(painter, geometry, shape.shape, color);
        }
    }
    let mut taken: Vec<Rect> = Vec::new();
    for shape in order.iter().rev().filter(|shape| !shape.label.is_empty()) {
        if shape.shape.to.is_some() {
            let (text, size) = plate_of(painter, geometry, &shape.label);
            let plate = free_place(geometry, shape.shape, size, &taken);
            taken.push(plate);
            paint_plate(painter, plate, text);
        }
    }
}

/// Where a plate of this size stands on an arrow's shaft: behind its head, or as little further back as it takes to
/// stand on no other; where all of the shaft is taken, where it hides least.
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
    // A short arrow has room beside its plate only: its head, and a place aside.
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

/// The words of a plate, and how large it is.
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
    fn drawing_again_erases_and_another_brush_repaints() {
        let arrow = Shape { from: Square::E2, to: Some(Square::E4), brush: Brush::Green };
        let red = Shape { brush: Brush::Red, ..arrow };
        let circle = Shape { to: None, ..arrow };
        let mut shapes = Vec::new();
        toggle(&mut shapes, arrow);
        toggle(&mut shapes, circle);
        toggle(&mut shapes, red);
        assert_eq!(shapes, [circle, red]);
        toggle(&mut shapes, red);
        assert_eq!(shapes, [circle]);
    }

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
        // Two to one square, one that crosses them, one move forth and its answer back.
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

    /// No triangle may lie over another, or the colour would be doubled there; so the areas of all
    /// add up to that of the outline.
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
