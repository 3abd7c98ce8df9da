//! One triangle: which pixels it covers and what colour they get. Knows nothing of pictures.

use eframe::egui::epaint::Vertex;
use eframe::egui::{Color32, Pos2};

use super::texture::{self, Texture};

/// Sub-pixel steps, as on graphics cards: 8 bits.
const SUB: i64 = 256;
/// Farthest a vertex may lie from the picture, pixels; beyond it a number would overflow.
const FAR: f32 = 1.0e6;

/// How the pixels of a triangle get their colour.
pub(super) enum Paint {
    /// One opaque colour.
    Solid(Color32),
    /// One colour that lets the ground through.
    Plain([f32; 4]),
    /// Another colour at each pixel.
    Varying,
}

/// A triangle on the grid of sub-pixels.
pub(super) struct Triangle {
    vertices: [Vertex; 3],
    /// In sub-pixels, wound so that the area is positive.
    corners: [[i64; 2]; 3],
    area: i64,
}

impl Triangle {
    /// `None` for one without area.
    pub(super) fn new(mut vertices: [Vertex; 3], pixels_per_point: f32) -> Option<Self> {
        let fixed = |pos: Pos2| {
            [pos.x, pos.y]
                .map(|v| ((v * pixels_per_point).clamp(-FAR, FAR) * SUB as f32).round() as i64)
        };
        let mut corners = vertices.map(|vertex| fixed(vertex.pos));
        let mut area = cross(corners[0], corners[1], corners[2]);
        if area < 0 {
            vertices.swap(1, 2);
            corners.swap(1, 2);
            area = -area;
        }
        (area != 0).then_some(Self { vertices, corners, area })
    }

    /// Whole pixels it may touch along an axis.
    pub(super) fn extent(&self, axis: usize) -> (i64, i64) {
        let at = self.corners.map(|corner| corner[axis]);
        let (min, max) = (at[0].min(at[1]).min(at[2]), at[0].max(at[1]).max(at[2]));
        (min.div_euclid(SUB), max.div_euclid(SUB) + 1)
    }

    /// The edge opposite a vertex.
    fn edge(&self, opposite: usize) -> ([i64; 2], [i64; 2]) {
        (self.corners[(opposite + 1) % 3], self.corners[(opposite + 2) % 3])
    }

    /// First and last-but-one pixel of a row whose middles lie inside. A middle on an edge belongs to the
    /// triangle whose top or left edge that is, so neighbours never share a pixel.
    pub(super) fn row(&self, y: i64, (mut from, mut to): (i64, i64)) -> (i64, i64) {
        let (left, right) = self.extent(0);
        (from, to) = (from.max(left), to.min(right));
        for opposite in 0..3 {
            let (a, b) = self.edge(opposite);
            let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
            let owned = dy < 0 || dy == 0 && dx > 0;
            // Inside is `at_zero + step * x >= 0` for the pixel's column x.
            let at_zero = cross(a, b, [SUB / 2, y * SUB + SUB / 2]) - i64::from(!owned);
            let step = -dy * SUB;
            match step.signum() {
                // Rounded up: the first column with a sum of at least zero.
                1 => from = from.max(-at_zero.div_euclid(step)),
                -1 => to = to.min(at_zero.div_euclid(-step) + 1),
                _ if at_zero < 0 => return (0, 0),
                _ => {}
            }
        }
        (from, to)
    }

    pub(super) fn paint(&self, texture: &Texture) -> Paint {
        let [first, others @ ..] = &self.vertices;
        if others.iter().any(|other| other.color != first.color || other.uv != first.uv) {
            return Paint::Varying;
        }
        let color = times(texture::channels(first.color), texture.sample(first.uv));
        if color[3] < 254.5 { Paint::Plain(color) } else { Paint::Solid(rounded(color)) }
    }

    /// Paints a row of pixels, its first one at `at`.
    pub(super) fn varying(&self, row: &mut [Color32], at: (i64, i64), texture: &Texture) {
        let middle = [at.0 * SUB + SUB / 2, at.1 * SUB + SUB / 2];
        let inverse = 1.0 / self.area as f32;
        let mut start = [0.0; 3];
        let mut step = [0.0; 3];
        for opposite in 0..3 {
            let (from, to) = self.edge(opposite);
            start[opposite] = cross(from, to, middle) as f32 * inverse;
            step[opposite] = (-(to[1] - from[1]) * SUB) as f32 * inverse;
        }
        let flat = self.vertices.iter().all(|vertex| vertex.color == self.vertices[0].color);
        let colors = self.vertices.map(|vertex| texture::channels(vertex.color));
        let uv = self.vertices.map(|vertex| vertex.uv.to_vec2());
        for (i, pixel) in row.iter_mut().enumerate() {
            let share: [f32; 3] = std::array::from_fn(|k| start[k] + step[k] * i as f32);
            let color = if flat {
                colors[0]
            } else {
                std::array::from_fn(|k| {
                    share[0] * colors[0][k] + share[1] * colors[1][k] + share[2] * colors[2][k]
                })
            };
            let uv = uv[0] * share[0] + uv[1] * share[1] + uv[2] * share[2];
            lay_over(pixel, times(color, texture.sample(uv.to_pos2())));
        }
    }
}

/// Twice the area of a triangle, positive one way round.
fn cross(a: [i64; 2], b: [i64; 2], c: [i64; 2]) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn times(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|i| a[i] * b[i] / 255.0)
}

fn rounded(color: [f32; 4]) -> Color32 {
    let bytes = color.map(|v| (v + 0.5).min(255.0) as u8);
    Color32::from_rgba_premultiplied(bytes[0], bytes[1], bytes[2], bytes[3])
}

/// Lays a premultiplied colour over a pixel.
pub(super) fn lay_over(pixel: &mut Color32, color: [f32; 4]) {
    let ground = texture::channels(*pixel);
    let through = 1.0 - color[3] / 255.0;
    *pixel = rounded(std::array::from_fn(|i| color[i] + ground[i] * through));
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::pos2;

    #[test]
    fn the_row_ends_agree_with_a_test_of_every_pixel() {
        let mut random = tabia_chess::rng::SplitMix64::new(5);
        let mut next = || (random.unit_f64() * 50.0 - 5.0) as f32;
        for _ in 0..500 {
            let vertex = |pos| Vertex { pos, uv: Pos2::ZERO, color: Color32::WHITE };
            let corners = [0, 1, 2].map(|_| vertex(pos2(next(), next())));
            let Some(triangle) = Triangle::new(corners, 1.25) else { continue };
            for y in 0..40 {
                let (from, to) = triangle.row(y, (0, 40));
                for x in 0..40 {
                    let middle = [x * SUB + SUB / 2, y * SUB + SUB / 2];
                    let inside = (0..3).all(|i| {
                        let (a, b) = triangle.edge(i);
                        let w = cross(a, b, middle);
                        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
                        w > 0 || w == 0 && (dy < 0 || dy == 0 && dx > 0)
                    });
                    assert_eq!(inside, (from..to).contains(&x), "{:?} {x} {y}", triangle.corners);
                }
            }
        }
    }
}
