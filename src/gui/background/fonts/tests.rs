//! Fonts that are intact, damaged and missing. The font searched for is the window's own: no other is sure to exist.

#![expect(
    clippy::used_underscore_binding,
    reason = "kept alive for its thread, looked at here alone"
)]

use super::*;
use eframe::egui::{FontDefinitions, FontFamily, FontId};
use std::path::Path;
use std::time::Instant;

/// In the proportional font of the window and not in the other.
const SCHWA: char = 'Ə';

fn own_font() -> Vec<u8> {
    FontDefinitions::default().font_data["Ubuntu-Light"].bytes().to_vec()
}

/// A context that lacks the font.
fn poor() -> Context {
    let ctx = Context::default();
    let mut fonts = FontDefinitions::default();
    for family in [FontFamily::Proportional, FontFamily::Monospace] {
        fonts.families.insert(family, vec!["Hack".to_owned()]);
    }
    ctx.set_fonts(fonts);
    ctx
}

fn search(folder: &Path, text: &str) -> Vec<Loaded> {
    super::search(&[folder.to_owned()], &text.chars().collect(), super::room(&[]))
}

/// Draws a text until the context has the character or time is up; returns whether it has.
fn drawn(ctx: &Context, character: char) -> bool {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(20) {
        let mut has = false;
        let output = ctx.run_ui(eframe::egui::RawInput::default(), |ui| {
            ui.label(character.to_string());
            has = ui.fonts_mut(|fonts| fonts.has_glyph(&FontId::proportional(14.0), character));
        });
        output.drop_without_applying_deltas();
        if has {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
        if began.elapsed() > Duration::from_secs(3) && character == '한' {
            return false;
        }
    }
    false
}

#[test]
fn a_character_that_is_missing_is_found_in_a_file_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("truetype");
    std::fs::create_dir(&below).unwrap();
    std::fs::write(below.join("names.ttf"), own_font()).unwrap();
    let ctx = poor();
    let loader = FontLoader::of(&ctx, vec![folder.path().to_owned()]);
    assert!(drawn(&ctx, SCHWA));
    assert!(!drawn(&ctx, '한'), "no font here has it");
    let state = loader._library.lock();
    assert_eq!(state.loaded.len(), 1);
    assert!(state.wanted.is_empty() && state.absent.contains(&'한'));
}

#[test]
fn nothing_is_read_before_a_character_is_missing() {
    let ctx = poor();
    let loader = FontLoader::of(&ctx, vec!["no such folder".into()]);
    assert!(drawn(&ctx, 'a'));
    assert!(loader._library.lock().waiting.is_some(), "no thread has begun");
}

#[test]
fn a_cut_font_is_refused_or_draws_and_never_breaks_anything() {
    let font = own_font();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.ttf");
    let mut lengths: Vec<usize> = (0..40).chain([100, 300, 1_000, 5_000]).collect();
    lengths.extend((1..20).map(|part| font.len() * part / 20));
    for length in lengths {
        std::fs::write(&path, &font[..length]).unwrap();
        for found in search(folder.path(), "Əaж") {
            assert!(found.has('a') || found.has(SCHWA) || found.has('ж'), "cut at {length}");
        }
    }
}

#[test]
fn a_damaged_font_that_passes_is_drawn_without_harm() {
    let mut rng = tabia_chess::SplitMix64::new(7);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged.ttf");
    let mut passed = 0;
    for round in 0..24 {
        let mut font = own_font();
        for _ in 0..=round * 4 {
            let at = rng.next_u64() as usize % font.len();
            font[at] = rng.next_u64() as u8;
        }
        std::fs::write(&path, font).unwrap();
        let ctx = poor();
        let fonts = search(folder.path(), "ƏŁődź жЯ");
        passed += fonts.len();
        ctx.set_font_providers(vec![Arc::new(move |_: &FallbackRequest<'_>| {
            fonts.first().map(Loaded::insert)
        })]);
        let output = ctx.run_ui(eframe::egui::RawInput::default(), |ui| {
            for size in [9.0, 14.0, 60.0] {
                ui.label(eframe::egui::RichText::new("ƏŁődź жЯ äöü").size(size));
            }
        });
        output.drop_without_applying_deltas();
    }
    assert!(passed > 0, "some damage does not show");
}

#[test]
fn files_that_are_no_fonts_are_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    write("text.ttf", b"not a font at all, but long enough to be read as one");
    write("empty.otf", b"");
    write("collection.ttc", b"ttcf\0\x01\0\0\xff\xff\xff\xff\xff\xff\xff\xff");
    write("font.txt", &own_font());
    std::fs::create_dir(folder.path().join("folder.ttf")).unwrap();
    assert!(search(folder.path(), "a").is_empty());
    write("a.ttf", &own_font());
    assert_eq!(search(folder.path(), "a").len(), 1);
}

#[test]
fn plain_fonts_are_liked_better_than_fancy_ones() {
    let of = |name: &str| super::dislike(Path::new(name));
    for (better, worse) in [
        ("NotoSansArabic-Regular.ttf", "NotoSansArabic-Bold.ttf"),
        ("DejaVuSans.ttf", "DejaVuSans-Oblique.ttf"),
        ("DejaVuSans.ttf", "DejaVuSerif.ttf"),
        ("NotoSansCJK-Regular.ttc", "NotoSerifCJK-Regular.ttc"),
        ("NotoSerifCJK-Regular.ttc", "NotoSansCJK-Black.ttc"),
        ("NotoSerif-Regular.ttf", "NotoColorEmoji.ttf"),
    ] {
        assert!(of(better) < of(worse), "{better} {}, {worse} {}", of(better), of(worse));
    }
}
