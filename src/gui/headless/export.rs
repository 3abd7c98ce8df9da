//! Writes exports into files: drawings and pages as they come, pictures of the board as PNG, games as GIF.

use std::collections::HashMap;
use std::io;
use std::io::{Cursor, Write};
use std::path::Path;
use std::time::Duration;

use eframe::egui::{
    Align2, Color32, Context, FontId, Label, Pos2, Rect, RichText, Ui, UiBuilder, pos2, vec2,
};
use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, ImageError, ImageFormat, RgbaImage};

use tabia_app::game::clock::clock_text;
use tabia_chess::Color;
use tabia_cli::interrupt::Interrupt;
use tabia_cli::request::ExportFile;
use tabia_games::export::job;
use tabia_games::export::job::{Choices, Job, Kind};
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_games::whole_file;
use tabia_text::t;

use super::frames::Headless;
use crate::gui::look::pieces::PieceStyle;
use crate::gui::look::theme::BoardTheme;
use crate::gui::look::{format, theme};
use crate::gui::present::arrows::shape_in;
use crate::gui::widgets::board::{BoardView, Coordinates};

/// Maximum number of pictures of an animation; no game under the rules is longer.
const MAX_FRAMES: usize = 20_000;
/// Number of positions sampled to choose the colours of an animation.
const SAMPLES: usize = 12;
/// Quantiser speed. Every picture has few colours already, so a fast setting loses nothing.
const QUICK: i32 = 30;

/// Writes what the command line asks for. Returns `false` if it was interrupted.
///
/// # Errors
/// In words, with the file's name.
pub fn run(request: &ExportFile) -> Result<bool, String> {
    let interrupt = Interrupt::watch();
    write(&request.job, &request.file, &mut |_| !interrupt.is_raised())
}

/// Writes a file. `go_on` gets the share that is done, 0 to 1, and returns whether to continue. Returns `false` if it
/// was cancelled; an existing file is then unchanged.
///
/// # Errors
/// In words, with the file's name.
pub(crate) fn write(
    job: &Job,
    path: &Path,
    go_on: &mut dyn FnMut(f32) -> bool,
) -> Result<bool, String> {
    let message = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    if let Some(text) = job.text() {
        whole_file::write_bytes(path, text.as_bytes()).map_err(|error| message(&error))?;
        return Ok(true);
    }
    if job.kind == Kind::Png {
        let picture = BoardPainter::new(job).picture(&job.tree, job.node);
        let bytes = png(&picture).map_err(|error| message(&error))?;
        whole_file::write_bytes(path, &bytes).map_err(|error| message(&error))?;
        return Ok(true);
    }
    let frames = job::of_line(&job.tree, job.node, job.choices.delay_ms);
    if frames.len() > MAX_FRAMES {
        return Err(message(&t!("error-gif-length", found = frames.len(), most = MAX_FRAMES)));
    }
    let shown: Vec<u32> = frames.iter().map(|frame| frame.shown_ms).collect();
    let mut painter = BoardPainter::new(job);
    let mut paint = |at: usize| painter.picture(&job.tree, frames[at].node);
    write_animation(path, &shown, &mut paint, go_on)
}

pub(super) fn png(picture: &RgbaImage) -> Result<Vec<u8>, ImageError> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png)?;
    Ok(bytes.into_inner())
}

/// Writes an animation. `shown_ms`: how long each picture is shown; `paint` makes the picture with a given number. See
/// [`write`].
pub(super) fn write_animation(
    path: &Path,
    shown_ms: &[u32],
    paint: &mut dyn FnMut(usize) -> RgbaImage,
    go_on: &mut dyn FnMut(f32) -> bool,
) -> Result<bool, String> {
    let message = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    match whole_file::write(path, |out| animate(shown_ms, paint, out, go_on)) {
        Ok(()) => Ok(true),
        Err(Broken::GivenUp) => Ok(false),
        Err(Broken::System(error)) => Err(message(&error)),
        Err(Broken::Image(error)) => Err(message(&error)),
    }
}

/// Why an animation was not completed.
#[derive(Debug)]
enum Broken {
    GivenUp,
    System(io::Error),
    Image(ImageError),
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Broken {
        Broken::System(error)
    }
}

/// Share of the work that is done once the colours are chosen.
const CHOOSING: f32 = 0.25;

/// Paints and writes one picture after the other: whatever the length of the animation, two are in memory at once.
fn animate(
    shown_ms: &[u32],
    paint: &mut dyn FnMut(usize) -> RgbaImage,
    out: &mut dyn Write,
    go_on: &mut dyn FnMut(f32) -> bool,
) -> Result<(), Broken> {
    let all = shown_ms.len();
    let mut colours = FewColours::default();
    let steps = all.div_ceil(SAMPLES).max(1);
    for at in (0..all).step_by(steps).chain(all.checked_sub(1)) {
        if !go_on(at as f32 / all as f32 * CHOOSING) {
            return Err(Broken::GivenUp);
        }
        colours.sample(&paint(at));
    }
    let mut colours = colours.chosen();
    let mut encoder = GifEncoder::new_with_speed(out, QUICK);
    encoder.set_repeat(Repeat::Infinite).map_err(Broken::Image)?;
    for (at, &shown_ms) in shown_ms.iter().enumerate() {
        if !go_on(CHOOSING + (1.0 - CHOOSING) * at as f32 / all as f32) {
            return Err(Broken::GivenUp);
        }
        let mut picture = paint(at);
        colours.apply(&mut picture);
        let delay = Delay::from_saturating_duration(Duration::from_millis(u64::from(shown_ms)));
        encoder.encode_frame(Frame::from_parts(picture, 0, 0, delay)).map_err(Broken::Image)?;
    }
    Ok(())
}

/// Maximum number of colours in a picture.
const MAX_COLOURS: usize = 256;
/// Bits of a channel that distinguish colours; finer differences are ignored.
const BITS: u32 = 5;
const CELLS: usize = 1 << (3 * BITS);

type Rgb = [u8; 3];

fn cell([r, g, b]: Rgb) -> usize {
    let part = |v: u8| usize::from(v >> (8 - BITS));
    part(r) << (2 * BITS) | part(g) << BITS | part(b)
}

/// Counts the colours of some pictures.
/// All pictures of an animation share the 256 colours a GIF can show: a square has the same colour in every picture.
#[derive(Debug, Default)]
pub(super) struct FewColours {
    counted: HashMap<Rgb, u32>,
}

impl FewColours {
    /// Counts those of another picture.
    pub(super) fn sample(&mut self, picture: &RgbaImage) {
        for pixel in picture.pixels() {
            let [r, g, b, _] = pixel.0;
            *self.counted.entry([r, g, b]).or_default() += 1;
        }
    }

    /// The palette: the commonest colour of each shade, the commonest shades first.
    pub(super) fn chosen(self) -> Chosen {
        let mut shades: HashMap<usize, (u32, Rgb, u32)> = HashMap::new();
        let mut counted: Vec<(Rgb, u32)> = self.counted.into_iter().collect();
        counted.sort_unstable();
        for (color, count) in counted {
            let shade = shades.entry(cell(color)).or_insert((0, color, 0));
            shade.0 += count;
            if count > shade.2 {
                (shade.1, shade.2) = (color, count);
            }
        }
        let mut shades: Vec<(u32, Rgb)> =
            shades.into_values().map(|(all, color, _)| (all, color)).collect();
        shades.sort_unstable_by(|a, b| b.cmp(a));
        shades.truncate(MAX_COLOURS);
        let palette: Vec<Rgb> = shades.into_iter().map(|(_, color)| color).collect();
        Chosen { palette, of_cell: vec![None; CELLS] }
    }
}

/// The colours of an animation.
#[derive(Debug)]
pub(super) struct Chosen {
    palette: Vec<Rgb>,
    /// The palette colour of each shade looked up so far.
    of_cell: Vec<Option<Rgb>>,
}

impl Chosen {
    /// Replaces the colour of every pixel by one of the palette.
    pub(super) fn apply(&mut self, picture: &mut RgbaImage) {
        for pixel in picture.pixels_mut() {
            let [r, g, b, _] = pixel.0;
            let [r, g, b] = self.nearest([r, g, b]);
            pixel.0 = [r, g, b, 255];
        }
    }

    fn nearest(&mut self, color: Rgb) -> Rgb {
        let at = cell(color);
        if let Some(known) = self.of_cell[at] {
            return known;
        }
        let apart = |other: &Rgb| -> u32 {
            let of = |a: u8, b: u8, weight: u32| u32::from(a.abs_diff(b)).pow(2) * weight;
            // The eye is most sensitive to green, least to blue.
            of(color[0], other[0], 3) + of(color[1], other[1], 5) + of(color[2], other[2], 2)
        };
        let nearest = self.palette.iter().copied().min_by_key(apart).unwrap_or(color);
        self.of_cell[at] = Some(nearest);
        nearest
    }
}

// Pictures of a board for sharing: the window's board, painted by the processor alone, with names, clocks and
// coordinates around it.

/// Room for the coordinates, and for a line with a player's name, as shares of the board's side.
const EDGE: f32 = 0.038;
const NAME: f32 = 0.075;

/// Paints positions of one game, one after the other, all in the same way.
#[derive(Debug)]
pub(crate) struct BoardPainter {
    headless: Headless,
    choices: Choices,
    orientation: Color,
    theme: &'static BoardTheme,
    /// White's and Black's.
    names: [String; 2],
    /// A frame has been drawn.
    begun: bool,
}

impl BoardPainter {
    /// A painter for the pictures of a game.
    pub(crate) fn new(job: &Job) -> BoardPainter {
        let ctx = Context::default();
        theme::install(&ctx);
        ctx.set_theme(eframe::egui::Theme::Light);
        egui_extras::install_image_loaders(&ctx);
        PieceStyle::by_name(&job.piece_set).choose(&ctx);
        let choices = job.choices.clamped();
        let name = |side: Color| {
            let name = job.tags.known(side.name()).unwrap_or(side.name());
            format::elided(name, format::NAME).into_owned()
        };
        let size = size_of(&choices);
        BoardPainter {
            headless: Headless::new(ctx, vec2(size[0], size[1]), 1.0),
            choices,
            orientation: job.orientation,
            theme: BoardTheme::by_name(&job.theme),
            names: Color::ALL.map(name),
            begun: false,
        }
    }

    /// The picture of a position.
    pub(crate) fn picture(&mut self, tree: &GameTree, node: NodeId) -> RgbaImage {
        let BoardPainter { headless, choices, orientation, theme, names, .. } = self;
        let look = BoardPicture { choices, orientation: *orientation, theme, names };
        let mut show = |ui: &mut Ui| look.show(ui, tree, node);
        if !std::mem::replace(&mut self.begun, true) {
            // The second frame has what the first one only requested, such as fonts.
            headless.frame(&mut show);
        }
        headless.frame(&mut show);
        headless.picture()
    }
}

/// Width and height of a picture, whole pixels.
fn size_of(choices: &Choices) -> [f32; 2] {
    let side = choices.size_px as f32;
    let edge = if choices.coordinates { (side * EDGE).round() } else { 0.0 };
    let name = if choices.names { (side * NAME).round() } else { 0.0 };
    [side + edge, side + edge + 2.0 * name]
}

struct BoardPicture<'a> {
    choices: &'a Choices,
    orientation: Color,
    theme: &'a BoardTheme,
    names: &'a [String; 2],
}

impl BoardPicture<'_> {
    fn show(&self, ui: &mut Ui, tree: &GameTree, node: NodeId) {
        let p = theme::palette(ui);
        let side = self.choices.size_px as f32;
        let [width, height] = size_of(self.choices);
        ui.painter().rect_filled(Rect::from_min_size(Pos2::ZERO, vec2(width, height)), 0, p.panel);
        let edge = width - side;
        let top = if self.choices.names { (side * NAME).round() } else { 0.0 };
        let board = Rect::from_min_size(pos2(edge, top), vec2(side, side));
        let shapes: Vec<_> = if self.choices.arrows {
            tree.shapes(node).iter().copied().map(shape_in).collect()
        } else {
            Vec::new()
        };
        let last_move = tree.mv(node).map(|mv| (mv.from(), mv.drawn_to()));
        let mut view = BoardView::new(tree.board(node));
        view.orientation = self.orientation;
        view.last_move = last_move.filter(|_| self.choices.last_move);
        view.shapes = &shapes;
        view.theme = self.theme;
        // Letters and digits are drawn beside the board, or nowhere.
        view.options.coordinates = Coordinates::None;
        view.paint_still(ui, board);
        if self.choices.coordinates {
            coordinates(ui, self.orientation, board, p.text_weak);
        }
        if self.choices.names {
            let line = |y: f32| Rect::from_min_size(pos2(edge, y), vec2(side, top));
            self.player(ui, tree, node, (!self.orientation, line(0.0)));
            self.player(ui, tree, node, (self.orientation, line(height - top)));
        }
    }

    /// Name and clock of a side.
    fn player(&self, ui: &mut Ui, tree: &GameTree, node: NodeId, (side, line): (Color, Rect)) {
        let p = theme::palette(ui);
        let font = FontId::proportional(line.height() * 0.5);
        let last = tree.last_move_of(side, node);
        let clock = last.and_then(|last| tree.clock_ms(last)).map(clock_text);
        let radius = line.height() * 0.19;
        let fill = if side == Color::White { p.white_side } else { p.black_side };
        let mark = pos2(line.left() + radius + 1.0, line.center().y);
        ui.painter().circle(mark, radius, fill, (1.0, p.text_faint));
        let mut right = line.right();
        if let Some(clock) = clock {
            let at = pos2(right - 2.0, line.center().y);
            let text = ui.painter().text(at, Align2::RIGHT_CENTER, clock, font.clone(), p.text);
            right = text.left() - radius;
        }
        let place =
            Rect::from_min_max(pos2(mark.x + 2.0 * radius, line.top()), pos2(right, line.bottom()));
        let mut ui = ui.new_child(
            UiBuilder::new()
                .max_rect(place)
                .layout(eframe::egui::Layout::left_to_right(eframe::egui::Align::Center)),
        );
        let name = RichText::new(&self.names[side.index()]).font(font).color(p.text);
        ui.add(Label::new(name).truncate());
    }
}

/// Letters below the board, digits left of it.
fn coordinates(ui: &Ui, orientation: Color, board: Rect, color: Color32) {
    let (cell, edge) = (board.width() / 8.0, board.width() * EDGE);
    let font = FontId::proportional(edge * 0.72);
    for at in 0..8_u8 {
        let (file, rank) = match orientation {
            Color::White => (at, 7 - at),
            Color::Black => (7 - at, at),
        };
        let along = (f32::from(at) + 0.5) * cell;
        let left = pos2(board.left() - edge / 2.0, board.top() + along);
        let below = pos2(board.left() + along, board.bottom() + edge / 2.0);
        let (letter, digit) = (char::from(b'a' + file), char::from(b'1' + rank));
        ui.painter().text(left, Align2::CENTER_CENTER, digit, font.clone(), color);
        ui.painter().text(below, Align2::CENTER_CENTER, letter, font.clone(), color);
    }
}

/// Written files are read back with the decoders of another library.
#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;
    use image::codecs::gif::GifDecoder;
    use image::{AnimationDecoder as _, RgbaImage};
    use std::fs;
    use tabia_chess::{Color, Square};
    use tabia_games::export::diagram::Colours;
    use tabia_games::export::diagram::STANDARD;
    use tabia_games::export::job::Choices;
    use tabia_games::game::pgn_read;
    use tabia_games::game::piece_letters::LETTERS;

    fn job(pgn: &str, kind: Kind, choices: Choices) -> Job {
        let game = pgn_read::read_all(pgn).remove(0);
        let node = *game.tree.main_line().last().unwrap();
        Job {
            kind,
            choices,
            tags: game.tags,
            tree: game.tree,
            node,
            orientation: Color::White,
            theme: "Walnut".to_owned(),
            colours: Colours::default(),
            piece_set: String::new(),
            pieces: STANDARD,
            letters: LETTERS,
        }
    }

    const SMALL: Choices = Choices {
        size_px: 160,
        delay_ms: 500,
        coordinates: false,
        arrows: true,
        last_move: true,
        names: false,
        annotated: true,
        ends: false,
        every: 0,
    };

    fn written(job: &Job) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        assert_eq!(write(job, &path, &mut |_| true), Ok(true));
        (folder, path)
    }

    fn square_of(picture: &RgbaImage, square: Square) -> [u8; 4] {
        // A corner of the square, where there is no part of a piece.
        let (file, rank) = (square.index() as u32 % 8, square.index() as u32 / 8);
        picture.get_pixel(file * 20 + 1, (7 - rank) * 20 + 1).0
    }

    #[test]
    fn a_picture_shows_the_position_as_it_is_asked_for() {
        let pgn = "1. e4 e5 2. Nf3 {[%cal Rf3e5]} *";
        let (_folder, path) = written(&job(pgn, Kind::Png, SMALL));
        let bytes = fs::read(path).unwrap();
        let picture = image::load_from_memory(&bytes).unwrap().to_rgba8();
        assert_eq!(picture.dimensions(), (160, 160));
        let marked = square_of(&picture, Square::F3);
        assert_ne!(marked, square_of(&picture, Square::F5), "the last move");
        let plain = job(pgn, Kind::Png, Choices { last_move: false, arrows: false, ..SMALL });
        let (_folder, path) = written(&plain);
        let other = image::load_from_memory(&fs::read(path).unwrap()).unwrap().to_rgba8();
        assert_eq!(square_of(&other, Square::F3), square_of(&other, Square::F5));
        assert_ne!(picture.get_pixel(100, 90), other.get_pixel(100, 90), "the arrow");
        let framed = job(pgn, Kind::Png, Choices { names: true, coordinates: true, ..SMALL });
        let (_folder, path) = written(&framed);
        let framed = image::load_from_memory(&fs::read(path).unwrap()).unwrap();
        assert_eq!((framed.width(), framed.height()), (166, 190));
    }

    #[test]
    fn letters_and_digits_stand_beside_the_board_and_not_in_its_squares() {
        let pgn = "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Kd2 *";
        for coordinates in [false, true] {
            let choices = Choices { size_px: 480, coordinates, last_move: false, ..SMALL };
            let (_folder, path) = written(&job(pgn, Kind::Png, choices));
            let picture = image::load_from_memory(&fs::read(path).unwrap()).unwrap().to_rgba8();
            let edge = picture.width() - 480;
            assert_eq!(edge > 0, coordinates);
            // The corner squares with the letter and the digit of boards of other sizes.
            for (column, row) in [(0, 0), (0, 7), (7, 7), (3, 7)] {
                let (left, top) = (edge + column * 60, row * 60);
                let first = *picture.get_pixel(left + 2, top + 2);
                let square = (2..58).flat_map(|y| (2..58).map(move |x| (left + x, top + y)));
                let bare = square.into_iter().all(|(x, y)| *picture.get_pixel(x, y) == first);
                assert!(bare, "something stands in column {column}, row {row}");
            }
        }
    }

    #[test]
    fn an_animation_has_a_picture_for_each_position_and_its_time() {
        let pgn = "1. e4 e5 2. Nf3 (2. f4) Nc6 *";
        let (_folder, path) = written(&job(pgn, Kind::Gif, SMALL));
        let bytes = fs::read(&path).unwrap();
        assert!(bytes.windows(11).any(|part| part == b"NETSCAPE2.0"), "it begins again");
        let frames = GifDecoder::new(Cursor::new(bytes)).unwrap().into_frames();
        let frames = frames.collect_frames().unwrap();
        assert_eq!(frames.len(), 5);
        let ms: Vec<u32> = frames.iter().map(|frame| frame.delay().numer_denom_ms().0).collect();
        assert_eq!(ms, [500, 500, 500, 500, 1500]);
        // Bare squares have one colour in all pictures, and each picture differs from the one before.
        let ground = square_of(frames[0].buffer(), Square::A5);
        for pair in frames.windows(2) {
            assert_ne!(pair[0].buffer(), pair[1].buffer());
            assert_eq!(square_of(pair[1].buffer(), Square::A5), ground);
        }
        let walnut = Colours::default().squares[1];
        assert_eq!(ground[..3], walnut.to_be_bytes()[1..]);
    }

    #[test]
    fn what_is_given_up_leaves_the_old_file() {
        let long = job(&format!("{} *", "Nf3 Nf6 Ng1 Ng8 ".repeat(20)), Kind::Gif, SMALL);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.gif");
        fs::write(&path, "old").unwrap();
        // While the colours are chosen, and while the pictures are written.
        for end in [CHOOSING / 2.0, CHOOSING + 0.05] {
            let mut shares = Vec::new();
            let mut go_on = |share: f32| {
                shares.push(share);
                share < end
            };
            assert_eq!(write(&long, &path, &mut go_on), Ok(false));
            assert_eq!(fs::read_to_string(&path).unwrap(), "old");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
            // No call follows the answer to stop, and the share only rises.
            let (last, before) = shares.split_last().unwrap();
            assert!(*last >= end && before.iter().all(|share| *share < end), "{shares:?}");
            assert!(shares.len() > 2 && shares.is_sorted(), "{shares:?}");
        }
        let error = write(&long, &folder.path().join("none/out.gif"), &mut |_| true).unwrap_err();
        assert!(error.contains("out.gif"), "{error}");
        let endless = job(&format!("{} *", "Nf3 Nf6 Ng1 Ng8 ".repeat(5_000)), Kind::Gif, SMALL);
        let error = write(&endless, &path, &mut |_| true).unwrap_err();
        assert!(error.contains(&t!("error-gif-length", found = 20_001, most = 20_000)), "{error}");
    }

    #[test]
    fn odd_games_make_pictures() {
        for pgn in [
            "[White \"<script>\u{202e}\u{5d0}\u{5d1}\"]\n[Black \"x\"]\n\n*",
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *",
            "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/1RK4R w HB - 0 1\"]\n\n1. O-O *",
            "1. e4 {[%clk 0:10:00]} -- 2. d4 *",
        ] {
            let pgn = pgn.replace("\"x\"", &format!("\"{}\"", "x".repeat(5000)));
            for kind in [Kind::Png, Kind::Gif] {
                let framed = Choices { names: true, coordinates: true, ..SMALL };
                let (_folder, path) = written(&job(&pgn, kind, framed));
                assert!(image::load_from_memory(&fs::read(path).unwrap()).is_ok(), "{pgn}");
            }
        }
    }

    #[test]
    fn a_drawing_is_drawn_like_the_board() {
        let pgn = "1. e4 e5 2. Nf3 *";
        let plain = Choices { last_move: false, ..SMALL };
        let (_folder, path) = written(&job(pgn, Kind::Svg, plain));
        let text = fs::read(path).unwrap();
        let size = eframe::egui::load::SizeHint::Size {
            width: 160,
            height: 160,
            maintain_aspect_ratio: false,
        };
        let drawn =
            egui_extras::image::load_svg_bytes_with_size(&text, size, &<_>::default()).unwrap();
        let (_folder, path) = written(&job(pgn, Kind::Png, plain));
        let painted = image::load_from_memory(&fs::read(path).unwrap()).unwrap().to_rgba8();
        let mut apart = 0_u64;
        for (at, pixel) in painted.pixels().enumerate() {
            let [r, g, b, _] = pixel.0;
            let other = drawn.pixels[at];
            for (a, b) in [(r, other.r()), (g, other.g()), (b, other.b())] {
                apart += u64::from(a.abs_diff(b));
            }
        }
        let mean = apart as f64 / (160.0 * 160.0 * 3.0);
        assert!(mean < 3.0, "{mean}");
    }

    #[test]
    fn common_colours_stay_and_all_together_are_few() {
        let mut picture = RgbaImage::from_fn(256, 256, |x, y| {
            let v = (x / 2) as u8;
            Rgba([v, y as u8, v ^ 0x55, 255])
        });
        for x in 0..256 {
            for y in 0..40 {
                picture.put_pixel(x, y, Rgba([201, 99, 33, 255]));
            }
        }
        let mut few = FewColours::default();
        few.sample(&picture);
        let mut chosen = few.chosen();
        chosen.apply(&mut picture);
        assert_eq!(picture.get_pixel(9, 9).0, [201, 99, 33, 255]);
        let colours: std::collections::HashSet<_> = picture.pixels().map(|p| p.0).collect();
        assert!(colours.len() <= MAX_COLOURS && colours.len() > 100, "{}", colours.len());
    }
}
