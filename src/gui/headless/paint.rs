//! The interface painted by the processor alone: no window, no graphics card, the same picture on every
//! machine. For `tabia screenshot` and for tests; the window itself is painted by OpenGL.
//!
//! It computes what egui's shader computes, in gamma space: premultiplied vertex colour times
//! bilinear texture, laid over what is there. Triangles are filled row by row; a row needs three
//! divisions to know where it begins and ends, and plain colours are then simply copied.

use std::collections::HashMap;

use eframe::egui::epaint::{ClippedPrimitive, ImageData, ImageDelta, Primitive};
use eframe::egui::{Color32, Mesh, Rect, TextureFilter, TextureId, TexturesDelta};
use image::RgbaImage;

use super::texture::Texture;
use super::triangle::{Paint, Triangle, lay_over};

/// Paints egui's triangles into a picture. Remembers the textures from frame to frame.
#[derive(Debug, Default)]
pub struct CpuPainter {
    textures: HashMap<TextureId, Texture>,
    /// Freed by the last frame, which still used them.
    freed: Vec<TextureId>,
}

impl CpuPainter {
    /// Takes over the textures of a frame; to be called for every frame, painted or not.
    pub fn update_textures(&mut self, delta: &mut TexturesDelta) {
        for id in self.freed.drain(..) {
            self.textures.remove(&id);
        }
        for (id, deltas) in delta.set.drain() {
            for delta in deltas {
                self.update_texture(id, &delta);
            }
        }
        self.freed.extend(delta.free.drain());
    }

    fn update_texture(&mut self, id: TextureId, delta: &ImageDelta) {
        let ImageData::Color(image) = &delta.image;
        let [width, height] = image.size;
        let Some([x, y]) = delta.pos else {
            let nearest = delta.options.magnification == TextureFilter::Nearest;
            let pixels = image.pixels.clone();
            self.textures.insert(id, Texture { width, height, pixels, nearest });
            return;
        };
        if let Some(texture) = self.textures.get_mut(&id) {
            for (row, line) in image.pixels.chunks_exact(width).enumerate() {
                let at = (y + row) * texture.width + x;
                texture.pixels[at..at + width].copy_from_slice(line);
            }
        }
    }

    /// Paints a picture of this size in pixels on a plain ground.
    pub fn paint(
        &self,
        [width, height]: [usize; 2],
        pixels_per_point: f32,
        primitives: &[ClippedPrimitive],
        ground: Color32,
    ) -> RgbaImage {
        let mut canvas = Canvas { width, height, pixels: vec![ground; width * height] };
        for primitive in primitives {
            // The other kind is a call into OpenGL.
            if let Primitive::Mesh(mesh) = &primitive.primitive
                && let Some(texture) = self.textures.get(&mesh.texture_id)
            {
                canvas.mesh(mesh, texture, primitive.clip_rect, pixels_per_point);
            }
        }
        let bytes = canvas.pixels.iter().flat_map(Color32::to_srgba_unmultiplied).collect();
        // The buffer has the right length by construction; an empty picture is the only other answer.
        RgbaImage::from_raw(width as u32, height as u32, bytes).unwrap_or_default()
    }
}
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<Color32>,
}

/// Part of the picture that may be painted, in pixels: from (inclusive) to (exclusive).
#[derive(Clone, Copy)]
struct Clip {
    x: (i64, i64),
    y: (i64, i64),
}

impl Canvas {
    fn mesh(&mut self, mesh: &Mesh, texture: &Texture, clip: Rect, pixels_per_point: f32) {
        let edge =
            |v: f32, max: usize| (v * pixels_per_point).round().clamp(0.0, max as f32) as i64;
        let clip = Clip {
            x: (edge(clip.min.x, self.width), edge(clip.max.x, self.width)),
            y: (edge(clip.min.y, self.height), edge(clip.max.y, self.height)),
        };
        for corners in mesh.indices.chunks_exact(3) {
            let corners = [0, 1, 2].map(|i| mesh.vertices[corners[i] as usize]);
            if corners.iter().any(|vertex| vertex.color != Color32::TRANSPARENT)
                && let Some(triangle) = Triangle::new(corners, pixels_per_point)
            {
                self.triangle(&triangle, texture, clip);
            }
        }
    }

    fn triangle(&mut self, triangle: &Triangle, texture: &Texture, clip: Clip) {
        let (top, bottom) = triangle.extent(1);
        let paint = triangle.paint(texture);
        for y in top.max(clip.y.0)..bottom.min(clip.y.1) {
            let (from, to) = triangle.row(y, clip.x);
            if from >= to {
                continue;
            }
            let start = y as usize * self.width;
            let row = &mut self.pixels[start + from as usize..start + to as usize];
            match paint {
                Paint::Solid(color) => row.fill(color),
                Paint::Plain(color) => row.iter_mut().for_each(|pixel| lay_over(pixel, color)),
                Paint::Varying => triangle.varying(row, (from, y), texture),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::epaint::Vertex;
    use eframe::egui::{Pos2, TextureOptions, Vec2, pos2};

    const ID: TextureId = TextureId::Managed(7);

    fn painter(pixels: Vec<Color32>, size: [usize; 2]) -> CpuPainter {
        let mut painter = CpuPainter::default();
        let image = eframe::egui::ColorImage::new(size, pixels);
        painter.update_texture(ID, &ImageDelta::full(image, TextureOptions::LINEAR));
        painter
    }

    fn mesh(corners: &[(Pos2, Pos2, Color32)], triangles: &[[u32; 3]]) -> ClippedPrimitive {
        let mut mesh = Mesh::with_texture(ID);
        for &(pos, uv, color) in corners {
            mesh.vertices.push(Vertex { pos, uv, color });
        }
        for [a, b, c] in triangles {
            mesh.add_triangle(*a, *b, *c);
        }
        ClippedPrimitive { clip_rect: Rect::EVERYTHING, primitive: Primitive::Mesh(mesh) }
    }

    fn disc(color: Color32) -> ClippedPrimitive {
        let center = (pos2(20.3, 19.8), Pos2::ZERO, color);
        let rim = (0..24).map(|i| {
            let angle = std::f32::consts::TAU * i as f32 / 24.0;
            (center.0 + Vec2::angled(angle) * 17.0, Pos2::ZERO, color)
        });
        let corners: Vec<_> = std::iter::once(center).chain(rim).collect();
        let triangles: Vec<_> = (0..24).map(|i| [0, 1 + i, 1 + (i + 1) % 24]).collect();
        mesh(&corners, &triangles)
    }

    /// Where triangles meet, each pixel is painted by exactly one of them: a half-clear fan shows
    /// neither seams nor doubled pixels.
    #[test]
    fn neighbours_neither_overlap_nor_leave_gaps() {
        let painter = painter(vec![Color32::WHITE], [1, 1]);
        let half = Color32::from_rgba_premultiplied(100, 0, 0, 100);
        let picture = painter.paint([40, 40], 1.0, &[disc(half)], Color32::BLACK);
        for (x, y, pixel) in picture.enumerate_pixels() {
            let out = (pos2(x as f32 + 0.5, y as f32 + 0.5) - pos2(20.3, 19.8)).length();
            if out < 16.5 {
                assert_eq!(pixel.0, [100, 0, 0, 255], "{x} {y}");
            } else if out > 17.1 {
                assert_eq!(pixel.0, [0, 0, 0, 255], "{x} {y}");
            }
        }
    }

    #[test]
    fn textures_at_their_own_size_are_copied_exactly() {
        let pixels: Vec<Color32> = (0..64).map(|i| Color32::from_gray((i * 4) as u8)).collect();
        let painter = painter(pixels.clone(), [8, 8]);
        let corner =
            |x: f32, y: f32| (pos2(3.0 + 8.0 * x, 5.0 + 8.0 * y), pos2(x, y), Color32::WHITE);
        let quad = mesh(
            &[corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)],
            &[[0, 1, 2], [0, 2, 3]],
        );
        let picture = painter.paint([16, 16], 1.0, &[quad], Color32::RED);
        for y in 0..8 {
            for x in 0..8 {
                let found = picture.get_pixel(3 + x, 5 + y).0;
                assert_eq!(found, pixels[(y * 8 + x) as usize].to_array(), "{x} {y}");
            }
        }
        assert_eq!(picture.get_pixel(2, 5).0, Color32::RED.to_array());
        assert_eq!(picture.get_pixel(11, 12).0, Color32::RED.to_array());
    }
}
