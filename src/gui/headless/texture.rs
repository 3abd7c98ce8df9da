//! A texture in memory and the colour at a place in it.

use eframe::egui::{Color32, Pos2};

/// Pixels, premultiplied, row by row from the top.
#[derive(Debug)]
pub(super) struct Texture {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<Color32>,
    pub(super) nearest: bool,
}

impl Texture {
    fn at(&self, x: i32, y: i32) -> Color32 {
        let x = x.clamp(0, self.width as i32 - 1) as usize;
        let y = y.clamp(0, self.height as i32 - 1) as usize;
        self.pixels[y * self.width + x]
    }

    /// The colour at texture coordinates 0 to 1.
    pub(super) fn sample(&self, uv: Pos2) -> [f32; 4] {
        let (x, y) = (uv.x * self.width as f32, uv.y * self.height as f32);
        if self.nearest {
            return channels(self.at(x.floor() as i32, y.floor() as i32));
        }
        let (left, top) = ((x - 0.5).floor(), (y - 0.5).floor());
        let (right_share, below_share) = (x - 0.5 - left, y - 0.5 - top);
        let (x, y) = (left as i32, top as i32);
        let corners = [self.at(x, y), self.at(x + 1, y), self.at(x, y + 1), self.at(x + 1, y + 1)];
        if corners.iter().all(|corner| *corner == corners[0]) {
            return channels(corners[0]);
        }
        let corners = corners.map(channels);
        std::array::from_fn(|i| {
            let above = corners[0][i] + (corners[1][i] - corners[0][i]) * right_share;
            let below = corners[2][i] + (corners[3][i] - corners[2][i]) * right_share;
            above + (below - above) * below_share
        })
    }
}

/// The four channels, 0 to 255.
pub(super) fn channels(color: Color32) -> [f32; 4] {
    color.to_array().map(f32::from)
}
