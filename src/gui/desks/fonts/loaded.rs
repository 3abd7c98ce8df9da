//! Fonts read into memory, after they were tried: nothing that could break a frame reaches one.

use std::collections::BTreeSet;
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::epaint::text::{Fonts, TextOptions};
use eframe::egui::{Color32, FontData, FontDefinitions, FontFamily, FontId, FontInsert};
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider as _};

use super::found::{self, Face};
use tabia_games::regular_file;

/// Largest file, bytes. Fonts for Chinese, Japanese and Korean in one file are 20 MB.
const LARGEST_FILE: u64 = 48 << 20;
/// All fonts together, bytes.
const MOST_BYTES: u64 = 96 << 20;
/// Fonts in memory.
const MOST_FONTS: usize = 16;

/// A font of the system.
#[derive(Clone, Debug)]
pub(super) struct Loaded {
    name: String,
    data: FontData,
}

/// What may still be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    fonts: usize,
    bytes: u64,
}

/// What may be loaded besides these.
pub(super) fn room(loaded: &[Loaded]) -> Room {
    let bytes: u64 = loaded.iter().map(|font| font.data.bytes().len() as u64).sum();
    Room { fonts: MOST_FONTS.saturating_sub(loaded.len()), bytes: MOST_BYTES.saturating_sub(bytes) }
}

impl Loaded {
    /// Whether the font has this character.
    pub(super) fn has(&self, character: char) -> bool {
        let font = FontRef::from_index(self.data.bytes(), self.data.index);
        let glyph = font.ok().and_then(|font| font.charmap().map(character));
        glyph.is_some_and(|glyph| glyph.to_u32() != 0)
    }

    /// The same for the context. The bytes are shared.
    pub(super) fn insert(&self) -> FontInsert {
        FontInsert::new(&self.name, self.data.clone(), Vec::new())
    }
}

/// Loads fonts that have as many as possible of these characters, few and liked ones first.
pub(super) fn search(folders: &[PathBuf], wanted: &BTreeSet<char>, mut room: Room) -> Vec<Loaded> {
    let mut left = wanted.clone();
    let mut files: Vec<(PathBuf, Vec<Face>)> = Vec::new();
    for path in found::files(folders) {
        let faces = found::faces(&path, wanted);
        if !faces.is_empty() {
            files.push((path, faces));
        }
    }
    let mut loaded = Vec::new();
    while room.fonts > 0
        && let Some(at) = best(&files, &left)
    {
        let (path, faces) = files.swap_remove(at);
        let Some(font) = load(&path, &faces, &left, room.bytes) else { continue };
        left.retain(|&character| !font.has(character));
        room.fonts -= 1;
        room.bytes = room.bytes.saturating_sub(font.data.bytes().len() as u64);
        loaded.push(font);
    }
    loaded
}

/// The file to load next: the one with most of what is left, of those the one liked best.
fn best(files: &[(PathBuf, Vec<Face>)], left: &BTreeSet<char>) -> Option<usize> {
    let worth = |(path, faces): &(PathBuf, Vec<Face>)| {
        let most = faces.iter().map(|face| face.has.intersection(left).count()).max();
        let (most, dislike) = (most.unwrap_or(0), found::dislike(path));
        // A font nobody likes has to have twice as much.
        let weighed = if dislike >= 10 { most.div_ceil(2) } else { most };
        (most > 0).then(|| (weighed, std::cmp::Reverse((dislike, path.clone()))))
    };
    let all = files.iter().enumerate().filter_map(|(at, file)| Some((worth(file)?, at)));
    all.max().map(|(_, at)| at)
}

/// Reads a file and tries the font in it that suits these characters; `None`: nothing is to be had from it.
fn load(path: &Path, faces: &[Face], left: &BTreeSet<char>, room: u64) -> Option<Loaded> {
    let bytes = Arc::new(regular_file::read(path, LARGEST_FILE.min(room)).ok()?);
    let face = suited(&bytes, faces, left)?;
    let data = FontData::from_blob(bytes, face.index);
    let name = format!("system:{}#{}", path.display(), face.index);
    let font = Loaded { name, data };
    let text: String = face.has.intersection(left).take(64).collect();
    paints(&font, &text).then_some(font)
}

/// Of the fonts of a file with most of the characters the one for the language they are of, as far as one can tell:
/// Chinese, Japanese and Korean write the same characters a little differently.
fn suited<'a>(bytes: &[u8], faces: &'a [Face], left: &BTreeSet<char>) -> Option<&'a Face> {
    let count = |face: &Face| face.has.intersection(left).count();
    let most = faces.iter().map(count).max().filter(|&most| most > 0)?;
    let region = region(left, &env::var("LC_ALL").or(env::var("LANG")).unwrap_or_default());
    let strangeness = |face: &&Face| {
        let family = FontRef::from_index(bytes, face.index).ok().and_then(|font| {
            let name = font.localized_strings(StringId::FAMILY_NAME).english_or_first()?;
            Some(name.chars().collect::<String>())
        });
        let family = family.unwrap_or_default();
        let other = !family.split(' ').any(|word| word == region);
        (family.contains("Mono"), other, face.index)
    };
    faces.iter().filter(|face| count(face) == most).min_by_key(strangeness)
}

/// How families for East Asian languages end, by what is to be written and the system's language.
fn region(characters: &BTreeSet<char>, locale: &str) -> &'static str {
    let any = |from: char, to: char| characters.range(from..=to).next().is_some();
    match () {
        () if any('\u{3040}', '\u{30ff}') => "JP",
        () if any('\u{ac00}', '\u{d7a3}') => "KR",
        () if locale.starts_with("ja") => "JP",
        () if locale.starts_with("ko") => "KR",
        () if locale.starts_with("zh_TW") || locale.starts_with("zh_HK") => "TC",
        () => "SC",
    }
}

/// Lays a text out and draws it with this font alone, as a frame would. Says whether anything was to be seen.
fn paints(font: &Loaded, text: &str) -> bool {
    // Only this makes the layout give up on a font aloud.
    if FontRef::from_index(font.data.bytes(), font.data.index).is_err() {
        return false;
    }
    let mut definitions = FontDefinitions::empty();
    definitions.font_data.insert(font.name.clone(), Arc::new(font.data.clone()));
    for family in [FontFamily::Proportional, FontFamily::Monospace] {
        definitions.families.insert(family, vec![font.name.clone()]);
    }
    let text = text.to_owned();
    let painted = catch_unwind(AssertUnwindSafe(move || {
        let mut fonts = Fonts::new(TextOptions::default(), definitions);
        let id = FontId::proportional(14.0);
        let galley = fonts.with_pixels_per_point(1.0).layout_no_wrap(text, id, Color32::WHITE);
        let mut glyphs = galley.rows.iter().flat_map(|row| &row.row.glyphs);
        glyphs.any(|glyph| !glyph.uv_rect.is_nothing())
    }));
    painted.unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_the_east_are_written_as_their_language_does() {
        let of = |text: &str, locale| region(&text.chars().collect(), locale);
        assert_eq!(of("丁立人", ""), "SC");
        assert_eq!(of("丁立人", "ja_JP.UTF-8"), "JP");
        assert_eq!(of("丁立人", "zh_TW"), "TC");
        assert_eq!(of("羽生はぶ", "zh_CN"), "JP");
        assert_eq!(of("김은지", "en_GB"), "KR");
    }

    #[test]
    fn what_is_loaded_is_bounded() {
        let font = |bytes: usize| Loaded {
            name: String::new(),
            data: FontData::from_owned(vec![0; bytes]),
        };
        assert_eq!(room(&[]), Room { fonts: MOST_FONTS, bytes: MOST_BYTES });
        let one = room(&[font(1000)]);
        assert_eq!(one, Room { fonts: MOST_FONTS - 1, bytes: MOST_BYTES - 1000 });
        assert_eq!(room(&vec![font(0); 40]).fonts, 0);
    }
}
