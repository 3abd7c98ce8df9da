//! The chess sets as pictures: the drawings of `assets/pieces`, rasterised at the exact pixel size they
//! are shown at, the twelve of a set in one texture. Which set is drawn belongs to the context, as its theme does.

use std::collections::HashMap;

use eframe::egui::load::SizeHint;
use eframe::egui::{
    Color32, ColorImage, Context, Id, Painter, Rect, TextureHandle, TextureOptions, pos2, vec2,
};

use tabia_chess::piece::Piece;

macro_rules! drawings {
    ($folder:literal) => {
        [
            include_str!(concat!("../../../assets/pieces", $folder, "/wp.svg")),
            include_str!(concat!("../../../assets/pieces", $folder, "/wn.svg")),
            include_str!(concat!("../../../assets/pieces", $folder, "/wb.svg")),
            include_str!(concat!("../../../assets/pieces", $folder, "/wr.svg")),
            include_str!(concat!("../../../assets/pieces", $folder, "/wq.svg")),
            include_str!(concat!("../../../assets/pieces", $folder, "/wk.svg")),
            include_str!(concat!("../../../assets/pieces", $folder, "/bp.svg")),
            include_str!(concat!("../../../assets/pieces", $folder, "/bn.svg")),
            include_str!(concat!("../../../assets/pieces", $folder, "/bb.svg")),
            include_str!(concat!("../../../assets/pieces", $folder, "/br.svg")),
            include_str!(concat!("../../../assets/pieces", $folder, "/bq.svg")),
            include_str!(concat!("../../../assets/pieces", $folder, "/bk.svg")),
        ]
    };
}

/// The way a chess set is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PieceStyle {
    /// Turned wood, lit from the upper left.
    #[default]
    Staunton,
    /// Plain forms in one colour.
    Flat,
    /// Ink on paper, as the diagrams of chess books.
    Book,
}

impl PieceStyle {
    /// Every set, the one people start with first.
    pub const ALL: [PieceStyle; 3] = [PieceStyle::Staunton, PieceStyle::Flat, PieceStyle::Book];

    /// What people choose it by; also its key in the settings.
    pub fn name(self) -> &'static str {
        match self {
            PieceStyle::Staunton => "Staunton",
            PieceStyle::Flat => "Flat",
            PieceStyle::Book => "Book",
        }
    }

    /// The set of this name, or the first where none has it.
    pub fn by_name(name: &str) -> PieceStyle {
        PieceStyle::ALL.into_iter().find(|style| style.name() == name).unwrap_or_default()
    }

    /// The drawings as SVG documents 100 units wide and high, by [`Piece::index`].
    pub fn drawings(self) -> &'static [&'static str; Piece::COUNT] {
        const STAUNTON: [&str; Piece::COUNT] = drawings!("");
        const FLAT: [&str; Piece::COUNT] = drawings!("/flat");
        const BOOK: [&str; Piece::COUNT] = drawings!("/book");
        match self {
            PieceStyle::Staunton => &STAUNTON,
            PieceStyle::Flat => &FLAT,
            PieceStyle::Book => &BOOK,
        }
    }

    /// Has every board of a context drawn with this set.
    pub fn choose(self, ctx: &Context) {
        if PieceStyle::chosen(ctx) != self {
            ctx.data_mut(|data| data.insert_temp(Id::unique(CHOSEN), self));
        }
    }

    /// The set that boards of a context are drawn with.
    pub fn chosen(ctx: &Context) -> PieceStyle {
        ctx.data(|data| data.get_temp(Id::unique(CHOSEN))).unwrap_or_default()
    }
}

/// Where a context keeps its set.
const CHOSEN: &str = "tabia piece style";

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

/// A set at a size in pixels.
type Key = (PieceStyle, usize);

/// All pieces at one size.
#[derive(Clone)]
struct Sheet {
    texture: TextureHandle,
    used: f64,
}

#[derive(Clone, Default)]
struct Cache {
    sheets: HashMap<Key, Sheet>,
    /// Sizes asked for but not drawn yet, with the time of the first wish.
    wanted: HashMap<Key, f64>,
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
    /// The set chosen for squares of this side in points. While a window is being resized it may for a moment
    /// be another size, stretched.
    pub fn get(ctx: &Context, side: f32) -> Self {
        Self::of(ctx, PieceStyle::chosen(ctx), side)
    }

    /// The same of a set that need not be the chosen one.
    pub fn of(ctx: &Context, style: PieceStyle, side: f32) -> Self {
        let pixels = (side * ctx.pixels_per_point()).round().clamp(4.0, 2048.0) as usize;
        let id = Id::unique("tabia piece sets");
        let now = ctx.input(|input| input.time);
        let mut cache: Cache = ctx.data_mut(|data| data.remove_temp(id)).unwrap_or_default();
        let set = cache.get(ctx, (style, pixels), now);
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
    fn get(&mut self, ctx: &Context, key: Key, now: f64) -> PieceSet {
        let (style, pixels) = key;
        if let Some(sheet) = self.sheets.get_mut(&key) {
            sheet.used = now;
            return PieceSet { texture: sheet.texture.clone() };
        }
        let since = *self.wanted.entry(key).or_insert(now);
        let waited = now - since;
        if waited < SETTLE
            && pixels > QUICK
            && let Some(stand_in) = self.nearest(key)
        {
            ctx.request_repaint_after_secs((SETTLE - waited) as f32);
            return PieceSet { texture: stand_in };
        }
        let texture = ctx.load_texture("pieces", sheet(style, pixels), TextureOptions::LINEAR);
        self.wanted.clear();
        self.sheets.retain(|_, sheet| now - sheet.used < KEEP);
        self.sheets.insert(key, Sheet { texture: texture.clone(), used: now });
        PieceSet { texture }
    }

    /// The sheet that looks least wrong stretched to this size, if it is not far off.
    fn nearest(&self, (style, pixels): Key) -> Option<TextureHandle> {
        let same = self.sheets.iter().filter(|((other, _), _)| *other == style);
        let ((_, size), sheet) = same.min_by_key(|((_, size), _)| size.abs_diff(pixels))?;
        (*size * 3 > pixels && *size < pixels * 3).then(|| sheet.texture.clone())
    }
}

/// Draws all twelve pieces side by side.
fn sheet(style: PieceStyle, pixels: usize) -> ColorImage {
    let cell = pixels + 2 * MARGIN;
    let mut sheet = ColorImage::filled([COLUMNS * cell, ROWS * cell], Color32::TRANSPARENT);
    let side = pixels as u32;
    let size = SizeHint::Size { width: side, height: side, maintain_aspect_ratio: false };
    for (i, drawing) in style.drawings().iter().enumerate() {
        // The drawings are part of the program, and a test draws each; a broken one would be missing.
        let Ok(image) =
            egui_extras::image::load_svg_bytes_with_size(drawing.as_bytes(), size, &<_>::default())
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
mod tests;
