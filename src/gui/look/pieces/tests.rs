//! Every set measured: nothing missing, nothing alike, and every piece seen on every square of every board.

use super::*;
use crate::gui::look::theme::board::BoardTheme;
use tabia_chess::color::Color;

/// Shares of a piece's edge that have to be seen, at 60 pixels and at 20.
const LEAST: f64 = 0.85;
const LEAST_SMALL: f64 = 0.55;

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
            let pictures: Vec<_> = (0..Piece::COUNT).map(|i| picture(&sheet, i, pixels)).collect();
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

fn luminance(c: [f64; 3]) -> f64 {
    let channel = |v: f64| {
        let v = v / 255.0;
        if v <= 0.03928 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(c[0]) + 0.7152 * channel(c[1]) + 0.0722 * channel(c[2])
}

fn contrast(a: f64, b: f64) -> f64 {
    let (a, b) = (a + 0.05, b + 0.05);
    if a > b { a / b } else { b / a }
}

/// The luminance of a pixel of a piece on this ground.
fn on(pixel: Color32, ground: Color32) -> f64 {
    let left = 1.0 - f64::from(pixel.a()) / 255.0;
    let mix = |over: u8, under: u8| f64::from(over) + left * f64::from(under);
    luminance([mix(pixel.r(), ground.r()), mix(pixel.g(), ground.g()), mix(pixel.b(), ground.b())])
}

/// The share of a piece's edge at which something within reach stands out from the ground by so much.
fn edge_seen(picture: &[Color32], pixels: usize, ground: Color32, by: f64) -> f64 {
    let cell = pixels + 2 * MARGIN;
    let reach = (pixels / 20).max(1);
    let bare = luminance([ground.r(), ground.g(), ground.b()].map(f64::from));
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
            let apart = |(x, y): (usize, usize)| contrast(on(picture[y * cell + x], ground), bare);
            seen += u32::from(near.any(|at| apart(at) >= by));
        }
    }
    f64::from(seen) / f64::from(edge.max(1))
}

/// WCAG 2.1 asks 3:1 of graphics (<https://www.w3.org/TR/WCAG21/#non-text-contrast>). At 20 pixels an outline is
/// thinner than a pixel and lends it half its darkness.
#[test]
fn every_piece_stands_out_from_every_square() {
    for style in PieceStyle::ALL {
        for (pixels, by, least) in [(20, 2.0, LEAST_SMALL), (60, 3.0, LEAST)] {
            let sheet = sheet(style, pixels);
            let mut worst = (2.0, String::new());
            for piece in Piece::ALL {
                let picture = picture(&sheet, piece.index(), pixels);
                for theme in BoardTheme::ALL {
                    for square in [theme.square, theme.last_move, theme.selected, theme.premove] {
                        for ground in [square.light, square.dark] {
                            let seen = edge_seen(&picture, pixels, ground, by);
                            if seen < worst.0 {
                                worst = (seen, format!("{piece:?}, {}, {ground:?}", theme.name));
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
                let solid: Vec<f64> = picture
                    .iter()
                    .filter(|c| c.a() == 255)
                    .map(|c| luminance([c.r(), c.g(), c.b()].map(f64::from)))
                    .collect();
                solid.iter().sum::<f64>() / solid.len() as f64
            };
            for kind in tabia_chess::piece_type::PieceType::ALL {
                let white = inside(Piece::new(Color::White, kind));
                let black = inside(Piece::new(Color::Black, kind));
                let apart = contrast(white, black);
                assert!(
                    white > black && apart >= 3.0,
                    "{style:?} {kind:?} at {pixels}: {apart:.1}"
                );
            }
        }
    }
}
