//! Looks at table files before they are used: name, kind, and size. The reader of the tables trusts what is
//! in them, so nothing doubtful may get there.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use crate::chess::{Board, Color, PieceType};
use crate::regular_file;

use super::SyzygyError;

/// First bytes of a table of results.
const WDL_MAGIC: [u8; 4] = [0x71, 0xE8, 0x23, 0x5D];
/// First bytes of a table of distances.
const DTZ_MAGIC: [u8; 4] = [0xD7, 0x66, 0x0C, 0xA5];

/// Folders that hold good tables.
#[derive(Debug)]
pub(super) struct Found {
    /// The folders, parted by colons.
    pub(super) path: String,
    /// The endings there are tables of results for, as the files are named.
    pub(super) endings: Vec<String>,
    /// Men of the largest of them, kings included.
    pub(super) most_men: u32,
}

/// Looks at every table of some folders.
pub(super) fn look_through<P: AsRef<Path>>(folders: &[P]) -> Result<Found, SyzygyError> {
    let (mut names, mut endings, mut most_men) = (Vec::new(), Vec::new(), 0);
    for folder in folders.iter().map(AsRef::as_ref) {
        let broken = |error| SyzygyError::Folder { path: folder.to_owned(), error };
        let name = folder.to_str().filter(|name| !name.contains([':', '\0']));
        names.push(name.ok_or_else(|| SyzygyError::Name { path: folder.to_owned() })?);
        for entry in fs::read_dir(folder).map_err(broken)? {
            let path = entry.map_err(broken)?.path();
            let magic = match path.extension().and_then(|extension| extension.to_str()) {
                Some("rtbw") => WDL_MAGIC,
                Some("rtbz") => DTZ_MAGIC,
                _ => continue,
            };
            let men = look_at(&path, magic)?;
            if magic == WDL_MAGIC {
                endings.push(path.file_stem().unwrap_or_default().to_string_lossy().into_owned());
            }
            most_men = most_men.max(men);
        }
    }
    let path = names.join(":");
    if endings.is_empty() {
        return Err(SyzygyError::None { paths: path });
    }
    endings.sort_unstable();
    endings.dedup();
    Ok(Found { path, endings, most_men })
}

/// Looks at one file, and gives the men it is for.
fn look_at(path: &Path, magic: [u8; 4]) -> Result<u32, SyzygyError> {
    let broken = |error| SyzygyError::Folder { path: path.to_owned(), error };
    let damaged = |found: String, expected: &str| {
        let (path, expected) = (path.to_owned(), expected.to_owned());
        Err(SyzygyError::Damaged { path, found, expected })
    };
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    if !is_material(stem) {
        return damaged(format!("a table named {stem}"), "a name such as KRPvKR");
    }
    let mut file = regular_file::open(path).map_err(broken)?;
    let size = file.metadata().map_err(broken)?.len();
    // Data in blocks of 64 bytes, then a checksum of 16.
    if size < 80 || size % 64 != 16 {
        return damaged(format!("a file of {size} bytes"), "a multiple of 64 and 16 more");
    }
    let mut head = [0; 4];
    file.read_exact(&mut head).map_err(broken)?;
    if head != magic {
        return damaged(format!("first bytes {head:02x?}"), &format!("{magic:02x?}"));
    }
    // All letters but the one between the sides.
    Ok(stem.len() as u32 - 1)
}

/// `KRPvKR`: two sides, the stronger first, each a king and up to five other men in the order of their
/// strength. The reader of the tables finds files by these names alone.
fn is_material(name: &str) -> bool {
    let side =
        |men: &str| men.starts_with('K') && men[1..].chars().all(|man| "QRBNP".contains(man));
    let ordered = |men: &str| strength(men).is_sorted_by(|a, b| a >= b);
    name.len() <= 8
        && name.split_once('v').is_some_and(|(strong, weak)| {
            [strong, weak].into_iter().all(|men| side(men) && ordered(men))
                && (strong.len(), strength(strong)) >= (weak.len(), strength(weak))
        })
}

/// The men of a side by their strength, the pawn 0.
fn strength(men: &str) -> Vec<Option<usize>> {
    men.chars().map(|man| "PNBRQK".find(man)).collect()
}

/// The name of the table for a position, the stronger side first as in the files.
pub(super) fn material(board: &Board) -> String {
    let side = |color| {
        let mut men = String::from("K");
        for kind in [
            PieceType::Queen,
            PieceType::Rook,
            PieceType::Bishop,
            PieceType::Knight,
            PieceType::Pawn,
        ] {
            let letter = kind.letter().to_ascii_uppercase();
            men.extend((0..board.by(color, kind).count()).map(|_| letter));
        }
        men
    };
    let (white, black) = (side(Color::White), side(Color::Black));
    if (white.len(), strength(&white)) >= (black.len(), strength(&black)) {
        format!("{white}v{black}")
    } else {
        format!("{black}v{white}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_named_by_material() {
        for (fen, name) in [
            ("8/8/8/8/8/2k5/2p5/2K5 w - - 0 1", "KPvK"),
            ("7k/8/8/8/8/4r3/2Q5/2K5 w - - 0 1", "KQvKR"),
            ("7k/8/8/8/8/q7/2R5/3K4 w - - 0 1", "KQvKR"),
            ("7k/8/8/8/8/q7/2RN4/4K3 w - - 0 1", "KRNvKQ"),
        ] {
            assert_eq!(material(&Board::from_fen(fen).unwrap()), name);
            assert!(is_material(name));
        }
        assert!(!is_material("KvKR") && !is_material("KPRvK") && !is_material("vK"));
        assert!(!is_material("KRvX") && !is_material("notes") && !is_material("KQQQQQvKQQ"));
    }

    #[test]
    fn damaged_files_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let look = || look_through(&[folder.path()]).map(|found| found.endings.len());
        let said = || look().unwrap_err().to_string();
        assert!(said().contains("found no Syzygy table"), "{}", said());
        let file = folder.path().join("KRvK.rtbw");
        let mut bytes = [WDL_MAGIC.to_vec(), vec![0; 204]].concat();
        std::fs::write(&file, &bytes).unwrap();
        assert_eq!(look().unwrap(), 1);
        bytes.pop();
        std::fs::write(&file, &bytes).unwrap();
        assert!(said().contains("KRvK.rtbw: found a file of 207 bytes"), "{}", said());
        std::fs::write(&file, [DTZ_MAGIC.to_vec(), vec![0; 204]].concat()).unwrap();
        assert!(said().contains("first bytes"), "{}", said());
        std::fs::rename(&file, folder.path().join("Other.rtbz")).unwrap();
        assert!(said().contains("a table named Other"), "{}", said());
        assert!(look_through(&[folder.path().join("none")]).is_err());
    }
}
