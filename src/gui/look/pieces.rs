//! The chess set as pictures: the drawings of `assets/pieces`, rasterised at the exact pixel size they
//! are shown at, all twelve in one texture.

use std::collections::HashMap;

use eframe::egui::load::SizeHint;
use eframe::egui::{
    Color32, ColorImage, Context, Id, Painter, Rect, TextureHandle, TextureOptions, pos2, vec2,
};

use crate::chess::piece::Piece;

/// The drawings, by [`Piece::index`].
const DRAWINGS: [&[u8]; Piece::COUNT] = [
    include_bytes!("../../../assets/pieces/wp.svg"),
    include_bytes!("../../../assets/pieces/wn.svg"),
    include_bytes!("../../../assets/pieces/wb.svg"),
    include_bytes!("../../../assets/pieces/wr.svg"),
    include_bytes!("../../../assets/pieces/wq.svg"),
    include_bytes!("../../../assets/pieces/wk.svg"),
    include_bytes!("../../../assets/pieces/bp.svg"),
    include_bytes!("../../../assets/pieces/bn.svg"),
    include_bytes!("../../../assets/pieces/bb.svg"),
    include_bytes!("../../../assets/pieces/br.svg"),
    include_bytes!("../../../assets/pieces/bq.svg"),
    include_bytes!("../../../assets/pieces/bk.svg"),
];

const COLUMNS: usize = 4;
const ROWS: usize = Piece::COUNT / COLUMNS;
/// Clear pixels round each piece, so that a sliding piece does not show its neighbour's edge.
const MARGIN: usize = 1;
/// Sizes up to this many pixels are drawn at once; larger ones wait until the size has settled, for
/// a window that is being resized asks for a new size every frame.
const QUICK: usize = 40;
/// How long a size must be wanted before it is drawn, seconds.
const SETTLE: f64 = 0.1;
/// How long an unused size is kept, seconds.
const KEEP: f64 = 4.0;

/// All pieces at one size.
#[derive(Clone)]
struct Sheet {
    texture: TextureHandle,
    used: f64,
}

#[derive(Clone, Default)]
struct Cache {
    sheets: HashMap<usize, Sheet>,
    /// Sizes asked for but not drawn yet, with the time of the first wish.
    wanted: HashMap<usize, f64>,
}

/// The pieces, ready to be painted.
#[derive(Clone)]
pub struct PieceSet {
    texture: TextureHandle,
}

impl std::fmt::Debug for PieceSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("PieceSet").field(&self.texture.size()).finish()
    }
}

impl PieceSet {
    /// The set for squares of this side in points. While a window is being resized it may for a moment
    /// be another size, stretched.
    pub fn get(ctx: &Context, side: f32) -> Self {
        let pixels = (side * ctx.pixels_per_point()).round().clamp(4.0, 2048.0) as usize;
        let id = Id::unique("tabia piece sets");
        let now = ctx.input(|input| input.time);
        let mut cache: Cache = ctx.data_mut(|data| data.remove_temp(id)).unwrap_or_default();
        let set = cache.get(ctx, pixels, now);
        ctx.data_mut(|data| data.insert_temp(id, cache));
        set
    }

    /// Paints a piece into a square. `tint` white leaves it as it is; less alpha makes it paler.
    pub fn paint(&self, painter: &Painter, piece: Piece, square: Rect, tint: Color32) {
        painter.image(self.texture.id(), square, self.uv(piece), tint);
    }

    fn uv(&self, piece: Piece) -> Rect {
        let [width, height] = self.texture.size().map(|pixels| pixels as f32);
        let cell = vec2(width / COLUMNS as f32, height / ROWS as f32);
        let (column, row) = (piece.index() % COLUMNS, piece.index() / COLUMNS);
        let corner = pos2(column as f32 * cell.x, row as f32 * cell.y);
        let rect = Rect::from_min_size(corner, cell).shrink(MARGIN as f32);
        Rect::from_min_max(
            pos2(rect.min.x / width, rect.min.y / height),
            pos2(rect.max.x / width, rect.max.y / height),
        )
    }
}

impl Cache {
    fn get(&mut self, ctx: &Context, pixels: usize, now: f64) -> PieceSet {
        if let Some(sheet) = self.sheets.get_mut(&pixels) {
            sheet.used = now;
            return PieceSet { texture: sheet.texture.clone() };
        }
        let since = *self.wanted.entry(pixels).or_insert(now);
        let waited = now - since;
        if waited < SETTLE
            && pixels > QUICK
            && let Some(stand_in) = self.nearest(pixels)
        {
            ctx.request_repaint_after_secs((SETTLE - waited) as f32);
            return PieceSet { texture: stand_in };
        }
        let texture = ctx.load_texture("pieces", sheet(pixels), TextureOptions::LINEAR);
        self.wanted.clear();
        self.sheets.retain(|_, sheet| now - sheet.used < KEEP);
        self.sheets.insert(pixels, Sheet { texture: texture.clone(), used: now });
        PieceSet { texture }
    }

    /// The sheet that looks least wrong stretched to this size, if it is not far off.
    fn nearest(&self, pixels: usize) -> Option<TextureHandle> {
        let (size, sheet) = self.sheets.iter().min_by_key(|(size, _)| size.abs_diff(pixels))?;
        (*size * 3 > pixels && *size < pixels * 3).then(|| sheet.texture.clone())
    }
}

/// Draws all twelve pieces side by side.
fn sheet(pixels: usize) -> ColorImage {
    let cell = pixels + 2 * MARGIN;
    let mut sheet = ColorImage::filled([COLUMNS * cell, ROWS * cell], Color32::TRANSPARENT);
    let side = pixels as u32;
    let size = SizeHint::Size { width: side, height: side, maintain_aspect_ratio: false };
    for (i, drawing) in DRAWINGS.iter().enumerate() {
        // The drawings are part of the program, and a test draws each; a broken one would be missing.
        let Ok(image) =
            egui_extras::image::load_svg_bytes_with_size(drawing, size, &<_>::default())
        else {
            continue;
        };
        let (x, y) = (i % COLUMNS * cell + MARGIN, i / COLUMNS * cell + MARGIN);
        for (row, line) in image.pixels.chunks_exact(pixels).enumerate() {
            let at = (y + row) * sheet.size[0] + x;
            sheet.pixels[at..at + pixels].copy_from_slice(line);
        }
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_drawn_at_every_size_and_none_like_another() {
        for pixels in [24, 45, 101] {
            let sheet = sheet(pixels);
            let cell = pixels + 2 * MARGIN;
            let picture = |i: usize| -> Vec<Color32> {
                let (x, y) = (i % COLUMNS * cell, i / COLUMNS * cell);
                (0..cell)
                    .flat_map(|row| {
                        sheet.pixels[(y + row) * sheet.size[0] + x..][..cell].iter().copied()
                    })
                    .collect()
            };
            let pictures: Vec<_> = (0..Piece::COUNT).map(picture).collect();
            for (i, a) in pictures.iter().enumerate() {
                let covered = a.iter().filter(|c| c.a() > 200).count();
                assert!(covered * 6 > pixels * pixels, "{:?} at {pixels}", Piece::ALL[i]);
                assert!(a[..cell].iter().all(|c| c.a() == 0), "the margin is clear");
                assert!(pictures[i + 1..].iter().all(|b| a != b));
            }
        }
    }
}
