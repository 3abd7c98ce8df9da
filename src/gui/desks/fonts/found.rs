//! Where fonts lie, and which characters a file has. Of a file only the map of its characters is read: a font for
//! Chinese is 20 MB.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use skrifa::raw::tables::cmap::Cmap;
use skrifa::raw::{FontData, FontRead as _};

use tabia_games::regular_file;

/// Folders below folders that are looked into.
const DEEPEST: usize = 6;
/// Files that are looked at.
const MOST_FILES: usize = 5_000;
/// Fonts of one file.
const MOST_FACES: u32 = 64;
/// Tables of one font.
const MOST_TABLES: u16 = 256;
/// Largest map of characters, bytes; the largest known is a tenth of it.
const LARGEST_MAP: u32 = 8 << 20;

/// The folders of this system's fonts, the user's own first.
pub(super) fn folders() -> Vec<PathBuf> {
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
pub(super) fn files(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open: Vec<(PathBuf, usize)> = folders.iter().rev().map(|at| (at.clone(), 0)).collect();
    while let Some((folder, depth)) = open.pop() {
        let Ok(entries) = fs::read_dir(folder) else { continue };
        for entry in entries.flatten().take(MOST_FILES) {
            let path = entry.path();
            let is_folder = fs::metadata(&path).is_ok_and(|about| about.is_dir());
            if is_folder && depth < DEEPEST && open.len() < MOST_FILES {
                open.push((path, depth + 1));
            } else if !is_folder && is_font(&path) {
                files.push(path);
            }
            if files.len() >= MOST_FILES {
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

/// How little a font is wanted for names in a window, by its file name: upright, of usual weight and width, without
/// serifs is 0.
pub(super) fn dislike(path: &Path) -> u32 {
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

/// A font in a file and those of the wanted characters that it has.
#[derive(Debug)]
pub(super) struct Face {
    /// Its number in the file.
    pub(super) index: u32,
    /// What it has of what is wanted.
    pub(super) has: BTreeSet<char>,
}

/// The fonts of a file. A file that is none, or is damaged, has none.
pub(super) fn faces(path: &Path, wanted: &BTreeSet<char>) -> Vec<Face> {
    let Ok(mut file) = regular_file::open(path) else { return Vec::new() };
    let starts = starts(&mut file).unwrap_or_default();
    let mut faces = Vec::new();
    for (index, start) in (0..).zip(starts) {
        let Ok(map) = character_map(&mut file, start) else { continue };
        let Ok(map) = Cmap::read(FontData::new(&map)) else { continue };
        let has = |c: &char| map.map_codepoint(*c).is_some_and(|glyph| glyph.to_u32() != 0);
        let has: BTreeSet<char> = wanted.iter().copied().filter(has).collect();
        if !has.is_empty() {
            faces.push(Face { index, has });
        }
    }
    faces
}

fn read<const N: usize>(file: &mut File) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Where the fonts of a file begin: one at its start, or several in a collection
/// (<https://learn.microsoft.com/en-us/typography/opentype/spec/otff>).
fn starts(file: &mut File) -> io::Result<Vec<u32>> {
    if &read::<4>(file)? != b"ttcf" {
        return Ok(vec![0]);
    }
    read::<4>(file)?;
    let count = u32::from_be_bytes(read(file)?).min(MOST_FACES);
    (0..count).map(|_| read(file).map(u32::from_be_bytes)).collect()
}

/// The table `cmap` of the font that begins here.
fn character_map(file: &mut File, start: u32) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(u64::from(start) + 4))?;
    let count = u16::from_be_bytes(read(file)?).min(MOST_TABLES);
    file.seek(SeekFrom::Current(6))?;
    for _ in 0..count {
        let record: [u8; 16] = read(file)?;
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
