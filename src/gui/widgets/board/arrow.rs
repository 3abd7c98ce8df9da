//! Arrows, circles and the plates with text on them, as meshes: one even colour wherever shaft and
//! head meet, and soft edges at any angle.

use std::f32::consts::PI;

use eframe::egui::epaint::{Mesh, RectShape};
use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Shape as Paint, Stroke, Vec2,
};

use super::geometry::Geometry;
use super::shapes::{ComputerShape, Shape};
use crate::gui::look::theme::board::BRUSHES;

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
    // Arrows that end on one square set their texts further back, each on its own shaft.
    let mut ends = Vec::new();
    for shape in order.iter().rev().filter(|shape| !shape.label.is_empty()) {
        let Some(to) = shape.shape.to else { continue };
        let taken = ends.iter().filter(|end| **end == to).count() as f32;
        ends.push(to);
        let (start, tip) = ends_of(geometry, shape.shape);
        let back = geometry.square_side() * (HEAD_LENGTH + LABEL * 0.55 + 0.4 * taken);
        let back = back.min((tip - start).length() - geometry.square_side() * 0.05);
        paint_label(painter, geometry, tip - (tip - start).normalized() * back, &shape.label);
    }
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

fn paint_label(painter: &Painter, geometry: &Geometry, center: Pos2, label: &str) {
    let size = (geometry.square_side() * LABEL / 1.25).clamp(9.0, 26.0);
    let text =
        painter.layout_no_wrap(label.to_owned(), FontId::proportional(size), BRUSHES.plate_text);
    let height = size * 1.25;
    let width = (text.size().x + size * 0.6).max(height);
    let plate = Rect::from_center_size(center, Vec2::new(width, height));
    let radius = CornerRadius::same((height / 2.0).min(255.0) as u8);
    painter.add(RectShape::filled(plate, radius, BRUSHES.plate));
    let at = Align2::CENTER_CENTER.anchor_size(center, text.size()).min;
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

    fn area(mesh: &Mesh) -> f32 {
        mesh.triangles()
            .map(|t| {
                let [a, b, c] = t.map(|i| mesh.vertices[i as usize].pos);
                ((b - a).x * (c - a).y - (b - a).y * (c - a).x).abs() / 2.0
            })
            .sum()
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
