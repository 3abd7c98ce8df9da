//! A curve for `egui_plot` drawn segment by segment. Its own line is one path whose width shrinks at
//! sharp turns, and evaluations turn sharply.

use std::ops::RangeInclusive;

use eframe::egui::epaint::Mesh;
use eframe::egui::{Color32, Pos2, Shape, Stroke, Ui, pos2};
use egui_plot::{PlotBounds, PlotGeometry, PlotItem, PlotItemBase, PlotPoint, PlotTransform};

/// Width of the line, points.
const WIDTH: f32 = 1.8;
/// Opacity of the area under it.
const FILL: f32 = 0.16;

/// A curve through points, perhaps with the area down to a level filled.
pub(super) struct Polyline {
    base: PlotItemBase,
    points: Vec<PlotPoint>,
    color: Color32,
    ground: Option<f64>,
}

impl Polyline {
    pub(super) fn new(
        name: &str,
        points: impl Iterator<Item = [f64; 2]>,
        color: Color32,
        ground: Option<f64>,
    ) -> Self {
        let base = PlotItemBase::new(name.to_owned());
        Self { base, points: points.map(PlotPoint::from).collect(), color, ground }
    }
}

impl PlotItem for Polyline {
    fn shapes(&self, _ui: &Ui, transform: &PlotTransform, shapes: &mut Vec<Shape>) {
        let points: Vec<Pos2> =
            self.points.iter().map(|point| transform.position_from_point(point)).collect();
        if let Some(ground) = self.ground {
            let y = transform.position_from_point(&PlotPoint::new(0.0, ground)).y;
            shapes.push(Shape::mesh(area(&points, y, self.color.gamma_multiply(FILL))));
        }
        let stroke = Stroke::new(WIDTH, self.color);
        shapes.extend(points.array_windows().map(|&ends| Shape::line_segment(ends, stroke)));
        shapes.extend(
            points.iter().map(|&joint| Shape::circle_filled(joint, WIDTH / 2.0, self.color)),
        );
    }

    fn initialize(&mut self, _x_range: RangeInclusive<f64>) {}

    fn color(&self) -> Color32 {
        self.color
    }

    fn allow_hover(&self) -> bool {
        false
    }

    fn geometry(&self) -> PlotGeometry<'_> {
        PlotGeometry::None
    }

    fn bounds(&self) -> PlotBounds {
        let mut bounds = PlotBounds::NOTHING;
        for point in &self.points {
            bounds.extend_with(point);
        }
        bounds
    }

    fn base(&self) -> &PlotItemBase {
        &self.base
    }

    fn base_mut(&mut self) -> &mut PlotItemBase {
        &mut self.base
    }
}

/// The area between a curve and a level, both sides of it.
fn area(points: &[Pos2], level: f32, color: Color32) -> Mesh {
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
    use super::*;

    #[test]
    fn the_area_lies_between_curve_and_level() {
        // Down through the level and along it: two triangles of 1 by 1 half, one box of 2 by 1.
        let points = [pos2(0.0, -1.0), pos2(2.0, 1.0), pos2(4.0, 1.0)];
        let mesh = area(&points, 0.0, Color32::RED);
        let size: f32 = mesh
            .triangles()
            .map(|corners| {
                let [a, b, c] = corners.map(|i| mesh.vertices[i as usize].pos);
                ((b - a).x * (c - a).y - (b - a).y * (c - a).x).abs() / 2.0
            })
            .sum();
        assert!((size - 3.0).abs() < 1e-5, "{size}");
        assert!(area(&points[..1], 0.0, Color32::RED).is_empty());
    }
}
