//! Finds the files of tables in folders and looks at them before they are used: name, kind, size, and
//! everything their heads say.

use std::fs;
use std::path::{Path, PathBuf};

use super::format::{CHECKSUM, Kind};
use super::material::Material;
use super::storage::{Storage, TableFile};
use super::table::Table;
use super::{RefusedTable, SyzygyError};
use crate::regular_file;

/// What was found in folders.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) storage: Storage,
    /// Good as far as has been looked.
    pub(super) tables: Vec<Table>,
    /// Files that are no tables, or damaged.
    pub(super) refused: Vec<RefusedTable>,
}

/// Looks at every table of some folders.
pub(super) fn look_through<P: AsRef<Path>>(folders: &[P]) -> Result<Found, SyzygyError> {
    let mut found = Found { storage: Storage::new(), tables: Vec::new(), refused: Vec::new() };
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

/// Looks at one file.
fn look_at(path: &Path, kind: Kind, number: u32, storage: &Storage) -> Result<Table, String> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let Some(material) = Material::parse(stem) else {
        return Err(format!("found a table named {stem}, expected a name such as KRPvKR"));
    };
    let metadata = regular_file::open(path).and_then(|file| file.metadata());
    let metadata = metadata.map_err(|error| error.to_string())?;
    let (len, modified) = (metadata.len(), metadata.modified().ok());
    // Data in blocks of 64 bytes, then the checksum.
    if len < 64 + CHECKSUM || len % 64 != CHECKSUM {
        return Err(format!("found a file of {len} bytes, expected a multiple of 64 and 16 more"));
    }
    let file = TableFile { path: PathBuf::from(path), number, len, modified };
    let table = Table::new(file, kind, material);
    table.read_layout(storage).map_err(|fault| fault.to_string())?;
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_files_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let look = || look_through(&[folder.path()]).unwrap();
        let said = || {
            let found = look();
            assert!(found.tables.is_empty());
            found.refused.iter().map(ToString::to_string).collect::<String>()
        };
        assert_eq!(said(), "");
        let file = folder.path().join("KRvK.rtbw");
        // One value for either side to move.
        let head = [0x71, 0xE8, 0x23, 0x5D, 1, 0, 0x44, 0x66, 0xEE, 0, 0x80, 2, 0x80, 2];
        let mut bytes = head.to_vec();
        bytes.resize(80, 0);
        fs::write(&file, &bytes).unwrap();
        assert_eq!(look().tables.len(), 1);
        bytes.pop();
        fs::write(&file, &bytes).unwrap();
        assert!(said().contains("KRvK.rtbw: found a file of 79 bytes"), "{}", said());
        bytes.extend([0; 65]);
        fs::write(&file, &bytes).unwrap();
        assert!(said().contains("do not end where the file does"), "{}", said());
        fs::write(&file, [Kind::Dtz.magic().to_vec(), vec![0; 76]].concat()).unwrap();
        assert!(said().contains("a file of another kind"), "{}", said());
        fs::rename(&file, folder.path().join("Other.rtbz")).unwrap();
        assert!(said().contains("a table named Other"), "{}", said());
        fs::remove_file(folder.path().join("Other.rtbz")).unwrap();
        fs::create_dir(&file).unwrap();
        assert!(said().contains("KRvK.rtbw: found a folder"), "{}", said());
        assert!(look_through(&[folder.path().join("none")]).is_err());
    }
}
