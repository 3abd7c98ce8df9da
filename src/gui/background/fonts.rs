//! Fonts of the system, for characters that ours lack: names in Chinese, Japanese, Arabic. Nothing is searched until
//! such a character is to be drawn; then a thread searches the font folders, tries suitable fonts and loads them. Until
//! then the character is a gap, and a box only when no font has it.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::Duration;
use std::{env, fs, io};

use crossbeam_channel::{Receiver, Sender, bounded};
use eframe::egui::epaint::text::{FallbackRequest, Fonts, TextOptions};
use eframe::egui::{
    Color32, ColorImage, Context, FontData, FontDefinitions, FontFamily, FontId, FontInsert,
    FontProvider, GlyphBitmap, GlyphRasterizer, GlyphRasterizerRequest, RasterizedGlyph, Vec2,
};
use skrifa::raw::FontRead as _;
use skrifa::raw::tables::cmap::Cmap;
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider as _, raw};

use tabia_games::regular_file;

use crate::gui::background::thread::lock;

/// Maximum number of characters ever looked up: a text of nothing but rare ones must not take unlimited memory and
/// time.
const MAX_CHARACTERS: usize = 20_000;
/// How long the requests of a frame are collected, to be searched for together.
const GATHER: Duration = Duration::from_millis(20);
/// Width of a character whose font is being searched, em.
const GAP: f32 = 0.6;

/// Handle of the font thread. The thread starts with the first missing character and ends when this is dropped.
#[derive(Debug)]
pub(crate) struct FontLoader {
    _library: Arc<Library>,
}

impl FontLoader {
    /// Searches the system's fonts for characters that a context has no font for.
    pub(crate) fn of_system(ctx: &Context) -> FontLoader {
        FontLoader::of(ctx, folders())
    }

    /// The same with the fonts in these folders and their subfolders.
    pub(crate) fn of(ctx: &Context, folders: Vec<PathBuf>) -> FontLoader {
        let (wake, inbox) = bounded(1);
        let library = Arc::new(Library { state: Mutex::default(), wake });
        let waiting =
            Loader { library: Arc::downgrade(&library), inbox, ctx: ctx.clone(), folders };
        library.lock().waiting = Some(waiting);
        let gaps = Arc::downgrade(&library);
        ctx.add_glyph_rasterizer(GlyphRasterizer::new("tabia: fonts looked for", move |request| {
            gaps.upgrade()?.gap(request)
        }));
        ctx.set_font_providers(vec![Arc::new(LoadedFonts(Arc::downgrade(&library)))]);
        FontLoader { _library: library }
    }
}

/// The state shared with the font thread.
#[derive(Debug)]
struct Library {
    state: Mutex<State>,
    wake: Sender<()>,
}

#[derive(Debug, Default)]
struct State {
    /// Requested and not found yet.
    wanted: BTreeSet<char>,
    /// In no font.
    absent: BTreeSet<char>,
    loaded: Vec<Loaded>,
    /// The thread's state, until the thread starts.
    waiting: Option<Loader>,
}

impl Library {
    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// The font for a character, if it is loaded already; otherwise it is searched for.
    fn font_with(&self, character: char) -> Option<FontInsert> {
        if is_private(character) {
            return None;
        }
        let mut state = self.lock();
        if let Some(font) = state.loaded.iter().find(|font| font.has(character)) {
            return Some(font.insert());
        }
        let asked = state.wanted.len() + state.absent.len();
        if asked >= MAX_CHARACTERS || state.absent.contains(&character) {
            return None;
        }
        state.wanted.insert(character);
        if let Some(loader) = state.waiting.take() {
            let thread = std::thread::Builder::new().name("fonts".to_owned());
            if thread.spawn(move || loader.run()).is_err() {
                // Without a thread the character stays a box.
                state.wanted.clear();
                return None;
            }
        }
        drop(state);
        // If the queue is full the thread is about to look anyway.
        let _ = self.wake.try_send(());
        None
    }

    /// An empty space for a character that is still being searched for.
    fn gap(&self, request: &GlyphRasterizerRequest<'_>) -> Option<RasterizedGlyph> {
        let first = request.cluster.chars().next()?;
        self.lock().wanted.contains(&first).then(|| RasterizedGlyph {
            bitmap: GlyphBitmap {
                image: ColorImage::filled([1, 1], Color32::TRANSPARENT),
                offset_px: Vec2::ZERO,
                is_color: true,
            },
            advance_px: request.font_size_px * GAP,
        })
    }
}

/// Whether a character is private to one font: ours draws icons with such characters.
fn is_private(character: char) -> bool {
    matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..)
}

/// Gives the context the fonts that are loaded.
struct LoadedFonts(Weak<Library>);

impl FontProvider for LoadedFonts {
    fn font_for(&self, request: &FallbackRequest<'_>) -> Option<FontInsert> {
        self.0.upgrade()?.font_with(request.cluster.chars().next()?)
    }
}

/// The state of the font thread.
#[derive(Debug)]
struct Loader {
    library: Weak<Library>,
    inbox: Receiver<()>,
    ctx: Context,
    folders: Vec<PathBuf>,
}

impl Loader {
    /// Searches for requested characters until the handle is dropped.
    fn run(self) {
        while self.inbox.recv().is_ok() {
            std::thread::sleep(GATHER);
            let Some(library) = self.library.upgrade() else { return };
            let (wanted, room) = {
                let state = library.lock();
                (state.wanted.clone(), room(&state.loaded))
            };
            if wanted.is_empty() {
                continue;
            }
            let fonts = search(&self.folders, &wanted, room);
            let mut state = library.lock();
            state.loaded.extend(fonts);
            for character in wanted {
                state.wanted.remove(&character);
                if !state.loaded.iter().any(|font| font.has(character)) {
                    state.absent.insert(character);
                }
            }
            drop(state);
            // The context remembers failed requests, so it has to be made to ask again.
            self.ctx.set_font_providers(vec![Arc::new(LoadedFonts(self.library.clone()))]);
            self.ctx.request_repaint();
        }
    }
}

// Fonts of the system: which files may hold a missing character, which of them suits best, and what is loaded from it.

/// Largest file, bytes. Fonts for Chinese, Japanese and Korean in one file are 20 MB.
const LARGEST_FILE: u64 = 48 << 20;
/// All fonts together, bytes.
const MAX_BYTES: u64 = 96 << 20;
/// Fonts in memory.
const MAX_FONTS: usize = 16;

/// A font of the system.
#[derive(Clone, Debug)]
struct Loaded {
    name: String,
    data: FontData,
}

/// How much may still be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Room {
    fonts: usize,
    bytes: u64,
}

/// How much may be loaded besides these.
fn room(loaded: &[Loaded]) -> Room {
    let bytes: u64 = loaded.iter().map(|font| font.data.bytes().len() as u64).sum();
    Room { fonts: MAX_FONTS.saturating_sub(loaded.len()), bytes: MAX_BYTES.saturating_sub(bytes) }
}

impl Loaded {
    /// Whether the font has this character.
    fn has(&self, character: char) -> bool {
        let font = FontRef::from_index(self.data.bytes(), self.data.index);
        let glyph = font.ok().and_then(|font| font.charmap().map(character));
        glyph.is_some_and(|glyph| glyph.to_u32() != 0)
    }

    /// The font for the context. The bytes are shared.
    fn insert(&self) -> FontInsert {
        FontInsert::new(&self.name, self.data.clone(), Vec::new())
    }
}

/// Loads fonts that together have as many of these characters as possible, preferring few fonts and well-suited ones.
fn search(folders: &[PathBuf], wanted: &BTreeSet<char>, mut room: Room) -> Vec<Loaded> {
    let mut left = wanted.clone();
    let mut files: Vec<(PathBuf, Vec<Face>)> = Vec::new();
    for path in font_files(folders) {
        let faces = faces(&path, wanted);
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

/// The file to load next: the one with most of the remaining characters; among equals the best suited.
fn best(files: &[(PathBuf, Vec<Face>)], left: &BTreeSet<char>) -> Option<usize> {
    let worth = |(path, faces): &(PathBuf, Vec<Face>)| {
        let most = faces.iter().map(|face| face.has.intersection(left).count()).max();
        let (most, dislike) = (most.unwrap_or(0), dislike(path));
        // An unsuitable font has to have twice as many.
        let weighed = if dislike >= 10 { most.div_ceil(2) } else { most };
        (most > 0).then(|| (weighed, std::cmp::Reverse((dislike, path.clone()))))
    };
    let all = files.iter().enumerate().filter_map(|(at, file)| Some((worth(file)?, at)));
    all.max().map(|(_, at)| at)
}

/// Reads a font file and picks the face in it for these characters. `None` if the file has no usable face.
fn load(path: &Path, faces: &[Face], left: &BTreeSet<char>, room: u64) -> Option<Loaded> {
    let bytes = Arc::new(regular_file::read(path, LARGEST_FILE.min(room)).ok()?);
    let face = suited(&bytes, faces, left)?;
    let data = FontData::from_blob(bytes, face.index);
    let name = format!("system:{}#{}", path.display(), face.index);
    let font = Loaded { name, data };
    let text: String = face.has.intersection(left).take(64).collect();
    paints(&font, &text).then_some(font)
}

/// The face for the language of the characters, as far as that can be determined, among those with the most characters:
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

/// Suffixes of families for East Asian languages, by the characters and the system's language.
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

/// Lays a text out and draws it with this font alone, as a frame would. Returns whether anything was visible.
fn paints(font: &Loaded, text: &str) -> bool {
    // This is the only case in which the layout panics on a font.
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

/// Maximum depth of subfolders searched.
const DEEPEST: usize = 6;
/// Maximum number of files inspected.
const MAX_FILES: usize = 5_000;
/// Maximum number of fonts in one file.
const MAX_FACES: u32 = 64;
/// Maximum number of tables in one font.
const MAX_TABLES: u16 = 256;
/// Largest map of characters, bytes; the largest known is a tenth of it.
const LARGEST_MAP: u32 = 8 << 20;

/// The folders of this system's fonts, the user's own first.
fn folders() -> Vec<PathBuf> {
    let var = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let mut all = Vec::new();
    if cfg!(target_os = "windows") {
        all.extend(var("LOCALAPPDATA").map(|data| data.join("Microsoft/Windows/Fonts")));
        all.extend(var("WINDIR").map(|system| system.join("Fonts")));
        return all;
    }
    let home = var("HOME");
    if cfg!(target_os = "macos") {
        all.extend(home.map(|home| home.join("Library/Fonts")));
        all.extend(["/Library/Fonts", "/System/Library/Fonts"].map(PathBuf::from));
        return all;
    }
    let share = var("XDG_DATA_HOME").or(home.as_ref().map(|home| home.join(".local/share")));
    all.extend(share.map(|share| share.join("fonts")));
    all.extend(home.map(|home| home.join(".fonts")));
    let shares = env::var_os("XDG_DATA_DIRS").filter(|value| !value.is_empty());
    let shares = shares.unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    all.extend(env::split_paths(&shares).map(|share| share.join("fonts")));
    all
}

/// The font files in these folders and below.
fn font_files(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open: Vec<(PathBuf, usize)> = folders.iter().rev().map(|at| (at.clone(), 0)).collect();
    while let Some((folder, depth)) = open.pop() {
        let Ok(entries) = fs::read_dir(folder) else { continue };
        for entry in entries.flatten().take(MAX_FILES) {
            let path = entry.path();
            let is_folder = fs::metadata(&path).is_ok_and(|about| about.is_dir());
            if is_folder && depth < DEEPEST && open.len() < MAX_FILES {
                open.push((path, depth + 1));
            } else if !is_folder && is_font(&path) {
                files.push(path);
            }
            if files.len() >= MAX_FILES {
                return files;
            }
        }
    }
    files
}

fn is_font(path: &Path) -> bool {
    let end = path.extension().and_then(|end| end.to_str()).map(str::to_lowercase);
    end.is_some_and(|end| matches!(end.as_str(), "ttf" | "otf" | "ttc" | "otc"))
}

/// How unsuitable a font is for names in a window, by its file name: 0 is upright, of usual weight and width, without
/// serifs.
fn dislike(path: &Path) -> u32 {
    let name =
        path.file_stem().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let costs: [(&[&str], u32); 7] = [
        (&["emoji", "color", "lastresort", "unifont", "symbol", "braille", "math"], 40),
        (&["italic", "oblique", "slanted"], 20),
        (&["mono", "typewriter", "nastaliq", "kufi", "looped", "rashi", "unjoined"], 12),
        (&["bold", "black", "heavy", "thin", "light", "medium", "demilight"], 10),
        (&["condensed", "narrow", "wide", "display"], 6),
        (&["serif", "naskh", "ming", "song", "mincho", "tex"], 3),
        (&["ui"], 1),
    ];
    costs
        .iter()
        .filter(|(words, _)| words.iter().any(|word| name.contains(word)))
        .map(|(_, cost)| cost)
        .sum()
}

/// A font in a file, and which of the wanted characters it has.
#[derive(Debug)]
struct Face {
    /// Its index in the file.
    index: u32,
    /// The wanted characters it has.
    has: BTreeSet<char>,
}

/// The fonts in a file; none if it is damaged or not a font. Only the character map is read: a font for Chinese is 20
/// MB.
fn faces(path: &Path, wanted: &BTreeSet<char>) -> Vec<Face> {
    let Ok(mut file) = regular_file::open(path) else { return Vec::new() };
    let starts = starts(&mut file).unwrap_or_default();
    let mut faces = Vec::new();
    for (index, start) in (0..).zip(starts) {
        let Ok(map) = character_map(&mut file, start) else { continue };
        let Ok(map) = Cmap::read(raw::FontData::new(&map)) else { continue };
        let has = |c: &char| map.map_codepoint(*c).is_some_and(|glyph| glyph.to_u32() != 0);
        let has: BTreeSet<char> = wanted.iter().copied().filter(has).collect();
        if !has.is_empty() {
            faces.push(Face { index, has });
        }
    }
    faces
}

fn read_bytes<const N: usize>(file: &mut File) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Where the fonts of a file begin: one at its start, or several in a collection
/// (<https://learn.microsoft.com/en-us/typography/opentype/spec/otff>).
fn starts(file: &mut File) -> io::Result<Vec<u32>> {
    if &read_bytes::<4>(file)? != b"ttcf" {
        return Ok(vec![0]);
    }
    read_bytes::<4>(file)?;
    let count = u32::from_be_bytes(read_bytes(file)?).min(MAX_FACES);
    (0..count).map(|_| read_bytes(file).map(u32::from_be_bytes)).collect()
}

/// The table `cmap` of the font that begins here.
fn character_map(file: &mut File, start: u32) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(u64::from(start) + 4))?;
    let count = u16::from_be_bytes(read_bytes(file)?).min(MAX_TABLES);
    file.seek(SeekFrom::Current(6))?;
    for _ in 0..count {
        let record: [u8; 16] = read_bytes(file)?;
        let number = |at: usize| {
            u32::from_be_bytes([record[at], record[at + 1], record[at + 2], record[at + 3]])
        };
        if &record[..4] == b"cmap" {
            let (offset, length) = (number(8), number(12).min(LARGEST_MAP));
            file.seek(SeekFrom::Start(u64::from(offset)))?;
            let mut map = Vec::new();
            file.take(u64::from(length)).read_to_end(&mut map)?;
            return Ok(map);
        }
    }
    Err(io::ErrorKind::NotFound.into())
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod search_tests {
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
        assert_eq!(room(&[]), Room { fonts: MAX_FONTS, bytes: MAX_BYTES });
        let one = room(&[font(1000)]);
        assert_eq!(one, Room { fonts: MAX_FONTS - 1, bytes: MAX_BYTES - 1000 });
        assert_eq!(room(&vec![font(0); 40]).fonts, 0);
    }
}
