//! What is written is read again by the decoders of another program's library.

use std::fs;

use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder as _, RgbaImage};

use super::*;
use tabia_chess::{Color, Square};
use tabia_games::export::diagram::Colours;
use tabia_games::export::job::Choices;
use tabia_games::export::pieces::STANDARD;
use tabia_games::game::pgn_read;

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
    // A corner of the square, where no piece stands.
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
        // The corner squares with the letter and the digit of other boards.
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
    let mut asked = 0;
    let mut go_on = |share: f32| {
        asked += 1;
        share < 0.05
    };
    assert_eq!(write(&long, &path, &mut go_on), Ok(false));
    assert_eq!((fs::read_to_string(&path).unwrap().as_str(), asked), ("old", 6));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let error = write(&long, &folder.path().join("none/out.gif"), &mut |_| true).unwrap_err();
    assert!(error.contains("out.gif"), "{error}");
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
    let drawn = egui_extras::image::load_svg_bytes_with_size(&text, size, &<_>::default()).unwrap();
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
