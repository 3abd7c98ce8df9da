//! The chess sets as pictures: the drawings of `assets/pieces`, rasterised at the exact pixel size they are shown at,
//! the twelve of a set in one texture. Each context has its own chosen set, as it has its own theme.

use std::borrow::Cow;
use std::collections::HashMap;

use eframe::egui::load::SizeHint;
use eframe::egui::util::IdTypeMap;
use eframe::egui::{
    Color32, ColorImage, Context, Id, Painter, Rect, TextureHandle, TextureOptions, pos2, vec2,
};

use tabia_chess::Piece;

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
    /// Every set, the default first.
    pub const ALL: [PieceStyle; 3] = [PieceStyle::Staunton, PieceStyle::Flat, PieceStyle::Book];

    /// Its name for the user.
    pub fn label(self) -> &'static str {
        tabia_text::text(match self {
            PieceStyle::Staunton => "piece-style-Staunton",
            PieceStyle::Flat => "piece-style-Flat",
            PieceStyle::Book => "piece-style-Book",
        })
    }

    /// Its key in the settings.
    pub fn name(self) -> &'static str {
        match self {
            PieceStyle::Staunton => "Staunton",
            PieceStyle::Flat => "Flat",
            PieceStyle::Book => "Book",
        }
    }

    /// The set of this name, or the first if there is none.
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

    /// Draws every board of a context with this set.
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

/// The key under which a context stores its set.
const CHOSEN: &str = "tabia piece style";

const COLUMNS: usize = 4;
const ROWS: usize = Piece::COUNT / COLUMNS;
/// Transparent pixels around each piece, so that a sliding piece does not show its neighbour's edge.
const MARGIN: usize = 1;
/// Sizes up to this many pixels are drawn at once; larger ones only once the size has settled, as a window being
/// resized asks for a new size every frame.
const QUICK: usize = 40;
/// From this size on pieces are drawn at even optical sizes, pixels.
const EVEN: usize = 40;
/// The view box of the drawings.
const WHOLE_DRAWING: &str = "0 0 100 100";
/// How long a size must be requested before it is drawn, seconds.
const SETTLE: f64 = 0.1;
/// How long an unused size is kept, seconds.
const KEEP: f64 = 4.0;

/// The key under which a context stores the drawn pieces.
const DRAWN: &str = "tabia piece sets";

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
    /// Sizes requested but not drawn yet, with the time of the first request.
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

/// Removes the drawn pieces from a context's stored data: they are textures of that context alone.
pub(crate) fn forget_drawn(data: &mut IdTypeMap) {
    data.remove_temp::<Cache>(Id::unique(DRAWN));
}

impl PieceSet {
    /// The chosen set for squares of this side in points. While a window is being resized it may briefly be another
    /// size, stretched.
    pub fn get(ctx: &Context, side: f32) -> Self {
        Self::of(ctx, PieceStyle::chosen(ctx), side)
    }

    /// The same for a set that need not be the chosen one.
    pub fn of(ctx: &Context, style: PieceStyle, side: f32) -> Self {
        let pixels = (side * ctx.pixels_per_point()).round().clamp(4.0, 2048.0) as usize;
        let id = Id::unique(DRAWN);
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

    /// The sheet whose size is nearest to this one, if it is not far off.
    fn nearest(&self, (style, pixels): Key) -> Option<TextureHandle> {
        let same = self.sheets.iter().filter(|((other, _), _)| *other == style);
        let ((_, size), sheet) = same.min_by_key(|((_, size), _)| size.abs_diff(pixels))?;
        (*size * 3 > pixels && *size < pixels * 3).then(|| sheet.texture.clone())
    }
}

/// A drawing for this size in pixels. At small sizes it fills the square: there every pixel counts more than even
/// optical sizes.
fn drawing_at(drawing: &str, pixels: usize) -> Cow<'_, str> {
    let view = drawing.split_once("viewBox=\"").filter(|_| pixels < EVEN);
    match view.and_then(|(before, rest)| Some((before, rest.split_once('"')?.1))) {
        Some((before, after)) => Cow::Owned(format!("{before}viewBox=\"{WHOLE_DRAWING}\"{after}")),
        None => Cow::Borrowed(drawing),
    }
}

/// Draws all twelve pieces side by side.
fn sheet(style: PieceStyle, pixels: usize) -> ColorImage {
    let cell = pixels + 2 * MARGIN;
    let mut sheet = ColorImage::filled([COLUMNS * cell, ROWS * cell], Color32::TRANSPARENT);
    let side = pixels as u32;
    let size = SizeHint::Size { width: side, height: side, maintain_aspect_ratio: false };
    for (i, drawing) in style.drawings().iter().enumerate() {
        // The drawings are part of the program, and a test draws each; a broken one would be left out.
        let drawing = drawing_at(drawing, pixels);
        let bytes = drawing.as_bytes();
        let Ok(image) = egui_extras::image::load_svg_bytes_with_size(bytes, size, &<_>::default())
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

/// Checks of every set: nothing is missing, no two pieces are alike, and every piece is visible on every square of
/// every board.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::look::theme::{BoardTheme, contrast_of, luminance};
    use tabia_chess::Color;

    /// Shares of a piece's edge that must be visible, at 60 pixels and at 20.
    const LEAST: f64 = 0.85;
    const MIN_SMALL: f64 = 0.55;

    /// A piece of a sheet with the clear pixels round it, row by row.
    fn picture(sheet: &ColorImage, i: usize, pixels: usize) -> Vec<Color32> {
        let cell = pixels + 2 * MARGIN;
        let (x, y) = (i % COLUMNS * cell, i / COLUMNS * cell);
        (0..cell)
            .flat_map(|row| sheet.pixels[(y + row) * sheet.size[0] + x..][..cell].iter().copied())
            .collect()
    }

    #[test]
    fn every_piece_is_drawn_at_every_size_and_none_like_another() {
        for style in PieceStyle::ALL {
            for pixels in [20, 24, 45, 101, 120] {
                let sheet = sheet(style, pixels);
                let cell = pixels + 2 * MARGIN;
                let pictures: Vec<_> =
                    (0..Piece::COUNT).map(|i| picture(&sheet, i, pixels)).collect();
                for (i, a) in pictures.iter().enumerate() {
                    let piece = Piece::ALL[i];
                    let covered = a.iter().filter(|c| c.a() > 200).count();
                    assert!(covered * 6 > pixels * pixels, "{style:?} {piece:?} at {pixels}");
                    assert!(a[..cell].iter().all(|c| c.a() == 0), "the margin is clear");
                    assert!(pictures[i + 1..].iter().all(|b| a != b));
                }
            }
        }
    }

    #[test]
    fn a_set_is_found_by_its_name() {
        for style in PieceStyle::ALL {
            assert_eq!(PieceStyle::by_name(style.name()), style);
        }
        assert_eq!(PieceStyle::by_name("no such set"), PieceStyle::Staunton);
        let ctx = Context::default();
        assert_eq!(PieceStyle::chosen(&ctx), PieceStyle::Staunton);
        PieceStyle::Book.choose(&ctx);
        assert_eq!(PieceStyle::chosen(&ctx), PieceStyle::Book);
    }

    /// The share of a piece's edge at which something nearby contrasts with the ground by at least `by`.
    fn edge_seen(picture: &[Color32], pixels: usize, ground: Color32, by: f64) -> f64 {
        let cell = pixels + 2 * MARGIN;
        let reach = (pixels / 20).max(1);
        let bare = luminance(ground);
        let solid = |x: usize, y: usize| picture[y * cell + x].a() > 127;
        let (mut edge, mut seen) = (0_u32, 0_u32);
        for y in reach..cell - reach {
            for x in reach..cell - reach {
                let beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
                if !solid(x, y) || beside.iter().all(|&(x, y)| solid(x, y)) {
                    continue;
                }
                edge += 1;
                let square = |y| (x - reach..=x + reach).map(move |x| (x, y));
                let mut near = (y - reach..=y + reach).flat_map(square);
                let seen_at = |(x, y): (usize, usize)| ground.blend(picture[y * cell + x]);
                let apart = |at| contrast_of(luminance(seen_at(at)), bare);
                seen += u32::from(near.any(|at| apart(at) >= by));
            }
        }
        f64::from(seen) / f64::from(edge.max(1))
    }

    /// WCAG 2.1 requires 3:1 for graphics (<https://www.w3.org/TR/WCAG21/#non-text-contrast>). At 20 pixels an outline
    /// is thinner than a pixel and gives it only half its darkness.
    #[test]
    fn every_piece_stands_out_from_every_square() {
        for style in PieceStyle::ALL {
            for (pixels, by, least) in [(20, 2.0, MIN_SMALL), (60, 3.0, LEAST)] {
                let sheet = sheet(style, pixels);
                let mut worst = (2.0, String::new());
                for piece in Piece::ALL {
                    let picture = picture(&sheet, piece.index(), pixels);
                    for theme in BoardTheme::ALL {
                        for square in [theme.square, theme.last_move, theme.selected, theme.premove]
                        {
                            for ground in [square.light, square.dark] {
                                let seen = edge_seen(&picture, pixels, ground, by);
                                if seen < worst.0 {
                                    worst =
                                        (seen, format!("{piece:?}, {}, {ground:?}", theme.name));
                                }
                            }
                        }
                    }
                }
                println!("{style:?} at {pixels}: {worst:?}");
                assert!(worst.0 >= least, "{style:?} at {pixels}: {worst:?}");
            }
        }
    }

    #[test]
    fn the_two_sides_of_a_set_differ_by_light_and_not_only_by_line() {
        for style in PieceStyle::ALL {
            for pixels in [20, 60] {
                let sheet = sheet(style, pixels);
                let inside = |piece: Piece| {
                    let picture = picture(&sheet, piece.index(), pixels);
                    let solid: Vec<f64> =
                        picture.iter().filter(|c| c.a() == 255).map(|&c| luminance(c)).collect();
                    solid.iter().sum::<f64>() / solid.len() as f64
                };
                for kind in tabia_chess::PieceType::ALL {
                    let white = inside(Piece::new(Color::White, kind));
                    let black = inside(Piece::new(Color::Black, kind));
                    let apart = contrast_of(white, black);
                    assert!(
                        white > black && apart >= 3.0,
                        "{style:?} {kind:?} at {pixels}: {apart:.1}"
                    );
                }
            }
        }
    }
}
