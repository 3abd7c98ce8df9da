//! The files of a set of tables: which table a position needs, and its stored values. Files are checked before use:
//! name, kind, size, and the whole header.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{fs, io};

use super::format::{CHECKSUM, CUT_OFF, Kind, Layout, MAX_HEAD, View};
use super::material::Material;
use super::pairs::Reader;
use super::storage::{Storage, TableFile};
use super::{RefusedTable, SyzygyError, Wdl};
use crate::regular_file;
use tabia_chess::{Board, Color};
use tabia_text::t;

/// Number of bytes of the first read; headers are usually short.
const FIRST_LOOK: u64 = 1 << 13;

/// The file of one table.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) file: TableFile,
    pub(super) kind: Kind,
    pub(super) material: Material,
    /// The header, read on demand.
    layout: OnceLock<Result<Layout, Fault>>,
    /// Why it is no longer used.
    refused: OnceLock<Fault>,
}

impl Table {
    pub(super) fn new(file: TableFile, kind: Kind, material: Material) -> Table {
        Table { file, kind, material, layout: OnceLock::new(), refused: OnceLock::new() }
    }

    /// Why the table is not used, if it is not.
    pub(super) fn refused(&self) -> Option<Fault> {
        self.refused.get().copied()
    }

    /// Stops using the table.
    pub(super) fn refuse(&self, fault: Fault) -> Fault {
        *self.refused.get_or_init(|| fault)
    }

    /// Reads the header from the file and checks it.
    pub(super) fn read_layout(&self, storage: &Storage) -> Result<Layout, Fault> {
        let len = self.file.len;
        let mut many = len.min(FIRST_LOOK);
        loop {
            let mut head = vec![0; many as usize];
            storage.read(&self.file, 0, &mut head)?;
            let layout = Layout::parse(&head, len, &self.material, self.kind);
            let all = many == len.min(MAX_HEAD);
            if all || !matches!(layout, Err(CUT_OFF)) {
                return layout;
            }
            many = len.min(MAX_HEAD).min(8 * many);
        }
    }

    /// Reads something from the table. Any fault ends the use of the table.
    fn ask<T>(
        &self,
        storage: &Storage,
        ask: impl FnOnce(&Layout, Reader<'_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        if let Some(fault) = self.refused() {
            return Err(fault);
        }
        let layout = self.layout.get_or_init(|| self.read_layout(storage)).as_ref();
        let answer = layout.map_err(|&fault| fault);
        let answer = answer.and_then(|layout| ask(layout, Reader { storage, file: &self.file }));
        answer.map_err(|fault| self.refuse(fault))
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unknown {
    /// There is no file for this.
    Missing(Material),
    /// The file, by its place in the set, cannot be used.
    Refused(usize, Fault),
}

/// The indices of an ending's tables in the set.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    wdl: Option<usize>,
    dtz: Option<usize>,
    /// Whether the key is that of the table with swapped sides.
    swapped: bool,
}

/// All tables of some folders.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) storage: Storage,
    pub(super) list: Vec<Table>,
    /// By `Material::key()`, for both orders of the sides.
    places: HashMap<u64, Place>,
}

impl Tables {
    /// Of several tables of a kind for an ending, the first that is not refused is used.
    pub(super) fn new(storage: Storage, tables: Vec<Table>) -> Tables {
        let mut places: HashMap<u64, Place> = HashMap::new();
        for (number, table) in tables.iter().enumerate() {
            if table.refused().is_some() {
                continue;
            }
            for (material, swapped) in [(table.material, false), (table.material.swapped(), true)] {
                let new = Place { swapped, ..Place::default() };
                let place = places.entry(material.key()).or_insert(new);
                let slot = match table.kind {
                    Kind::Wdl => &mut place.wdl,
                    Kind::Dtz => &mut place.dtz,
                };
                slot.get_or_insert(number);
            }
        }
        Tables { storage, list: tables, places }
    }

    /// The tables of a position, and its view.
    fn place(&self, board: &Board) -> Result<(Place, View), Unknown> {
        let material = Material::of(board);
        let place = self.places.get(&material.key()).ok_or(Unknown::Missing(material))?;
        let black = board.stm() == Color::Black;
        let mirrored = if material.is_symmetric() { black } else { place.swapped };
        let stm = if mirrored { board.stm().other() } else { board.stm() };
        Ok((*place, View { mirrored, stm }))
    }

    fn ask<T>(
        &self,
        number: Option<usize>,
        board: &Board,
        ask: impl FnOnce(&Layout, Reader<'_>) -> Result<T, Fault>,
    ) -> Result<T, Unknown> {
        let missing = || Unknown::Missing(Material::of(board));
        let (number, table) =
            number.and_then(|number| Some((number, self.list.get(number)?))).ok_or_else(missing)?;
        table.ask(&self.storage, ask).map_err(|fault| Unknown::Refused(number, fault))
    }

    /// The stored result of a position: correct if no capture is better.
    pub(super) fn stored_wdl(&self, board: &Board) -> Result<Wdl, Unknown> {
        if board.occupied().count() == 2 {
            return Ok(Wdl::Draw);
        }
        let (place, view) = self.place(board)?;
        self.ask(place.wdl, board, |layout, reader| layout.wdl(reader, board, view))
    }

    /// The stored distance of a position with this result: correct if no zeroing move is best. `None`: the table stores
    /// the other side to move.
    pub(super) fn stored_dtz(&self, board: &Board, wdl: Wdl) -> Result<Option<i32>, Unknown> {
        let (place, view) = self.place(board)?;
        self.ask(place.dtz, board, |layout, reader| layout.dtz(reader, board, view, wdl))
    }

    /// Stops using an inconsistent DTZ table.
    pub(super) fn refuse_dtz(&self, board: &Board, fault: Fault) -> Unknown {
        let refused: Result<(), Unknown> =
            self.place(board).and_then(|(place, _)| self.ask(place.dtz, board, |_, _| Err(fault)));
        refused.err().unwrap_or(Unknown::Missing(Material::of(board)))
    }
}

/// The tables found in folders.
#[derive(Debug)]
pub(super) struct FolderScan {
    pub(super) storage: Storage,
    /// Tables without a known fault.
    pub(super) tables: Vec<Table>,
    /// Files that are not tables or are damaged.
    pub(super) refused: Vec<RefusedTable>,
}

/// Checks every table of some folders.
pub(super) fn scan_folders<P: AsRef<Path>>(folders: &[P]) -> Result<FolderScan, SyzygyError> {
    let mut found = FolderScan { storage: Storage::new(), tables: Vec::new(), refused: Vec::new() };
    for folder in folders.iter().map(AsRef::as_ref) {
        let broken = |error| SyzygyError::Folder { path: folder.to_owned(), error };
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(broken)? {
            paths.push(entry.map_err(broken)?.path());
        }
        paths.sort_unstable();
        for path in paths {
            let kind = match path.extension().and_then(|extension| extension.to_str()) {
                Some(extension) if extension == Kind::Wdl.extension() => Kind::Wdl,
                Some(extension) if extension == Kind::Dtz.extension() => Kind::Dtz,
                _ => continue,
            };
            let number = (found.tables.len() + found.refused.len()) as u32;
            match look_at(&path, kind, number, &found.storage) {
                Ok(table) => found.tables.push(table),
                Err(why) => found.refused.push(RefusedTable { path, why }),
            }
        }
    }
    Ok(found)
}

/// Checks one file.
fn look_at(path: &Path, kind: Kind, number: u32, storage: &Storage) -> Result<Table, String> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let Some(material) = Material::parse(stem) else {
        return Err(t!("error-table-name", name = stem));
    };
    let metadata = regular_file::open(path).and_then(|file| file.metadata());
    let metadata = metadata.map_err(|error| error.to_string())?;
    let (len, modified) = (metadata.len(), metadata.modified().ok());
    // Data in blocks of 64 bytes, then the checksum.
    if len < 64 + CHECKSUM || len % 64 != CHECKSUM {
        return Err(t!("error-table-length", n = len));
    }
    let file = TableFile { path: PathBuf::from(path), number, len, modified };
    let table = Table::new(file, kind, material);
    table.read_layout(storage).map_err(|fault| fault.to_string())?;
    Ok(table)
}

/// Why a table is not or no longer used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Fault {
    /// The file is inconsistent; the key of the message.
    #[error("{}", t!("error-table-damaged", what = tabia_text::text(_0)))]
    Damaged(&'static str),
    /// The system cannot read it.
    #[error("{}", t!("error-table-unreadable", error = _0.to_string()))]
    Unreadable(io::ErrorKind),
    /// Its length or time has changed since the folder was opened.
    #[error("{}", t!("error-table-changed"))]
    Changed,
    /// The checksum differs.
    #[error("{}", t!("error-table-checksum"))]
    Checksum,
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Unreadable(error.kind())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_files_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let look = || scan_folders(&[folder.path()]).unwrap();
        let refusals = || {
            let found = look();
            assert!(found.tables.is_empty());
            found.refused.iter().map(ToString::to_string).collect::<String>()
        };
        assert_eq!(refusals(), "");
        let file = folder.path().join("KRvK.rtbw");
        // One value for either side to move.
        let head = [0x71, 0xE8, 0x23, 0x5D, 1, 0, 0x44, 0x66, 0xEE, 0, 0x80, 2, 0x80, 2];
        let mut bytes = head.to_vec();
        bytes.resize(80, 0);
        fs::write(&file, &bytes).unwrap();
        assert_eq!(look().tables.len(), 1);
        bytes.pop();
        fs::write(&file, &bytes).unwrap();
        assert!(refusals().contains("79 bytes, expected"), "{}", refusals());
        fs::write(&file, &bytes[..1]).unwrap();
        assert!(refusals().contains("1 byte, expected"), "{}", refusals());
        bytes.extend([0; 65]);
        fs::write(&file, &bytes).unwrap();
        assert!(refusals().contains(t!("error-table-blocks-end")), "{}", refusals());
        fs::write(&file, [Kind::Dtz.magic().to_vec(), vec![0; 76]].concat()).unwrap();
        assert!(refusals().contains(t!("error-table-kind")), "{}", refusals());
        fs::rename(&file, folder.path().join("Other.rtbz")).unwrap();
        assert!(refusals().contains(&t!("error-table-name", name = "Other")), "{}", refusals());
        fs::remove_file(folder.path().join("Other.rtbz")).unwrap();
        fs::create_dir(&file).unwrap();
        assert!(refusals().contains("KRvK.rtbw: found a folder"), "{}", refusals());
        assert!(scan_folders(&[folder.path().join("none")]).is_err());
    }
}
