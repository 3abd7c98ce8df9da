//! Copies of files of the store that are put aside before they are lost: `session.json.bad`, then `.bad-2` and so
//! on. Nothing put aside replaces another, until there are so many that the oldest has to go.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io};

/// Copies of one file and kind that are kept.
pub(crate) const MOST: usize = 9;

/// Renames a file out of the way and says where it is now.
///
/// # Errors
/// What the system says; then it is where it was.
pub(crate) fn put(path: &Path, kind: &str) -> io::Result<PathBuf> {
    let aside = free(path, kind);
    fs::rename(path, &aside)?;
    Ok(aside)
}

/// Copies a file and says where the copy is. Where one of the same content is already there, that one.
///
/// # Errors
/// What the system says.
pub(crate) fn copy(path: &Path, kind: &str) -> io::Result<PathBuf> {
    let bytes = fs::read(path)?;
    let same = |known: &&PathBuf| {
        let size = fs::metadata(known).map(|data| data.len()).ok();
        size == Some(bytes.len() as u64) && fs::read(known).is_ok_and(|other| other == bytes)
    };
    if let Some(known) = names(path, kind).iter().find(same) {
        return Ok(known.clone());
    }
    let aside = free(path, kind);
    tabia_games::whole_file::write_private(&aside, &bytes)?;
    Ok(aside)
}

/// All names a copy of this kind can have, in their order.
fn names(path: &Path, kind: &str) -> Vec<PathBuf> {
    let name = |number: usize| {
        let mut name = OsString::from(path.as_os_str());
        name.push(format!(".{kind}"));
        if number > 1 {
            name.push(format!("-{number}"));
        }
        PathBuf::from(name)
    };
    (1..=MOST).map(name).collect()
}

/// The first free name; where there is none, that of the oldest copy.
fn free(path: &Path, kind: &str) -> PathBuf {
    let names = names(path, kind);
    let age = |name: &&PathBuf| {
        fs::symlink_metadata(name)
            .and_then(|data| data.modified())
            .unwrap_or(SystemTime::UNIX_EPOCH)
    };
    let there = |name: &&PathBuf| fs::symlink_metadata(name).is_ok();
    let oldest = names.iter().min_by_key(age);
    let chosen = names.iter().find(|name| !there(name)).or(oldest);
    chosen.cloned().unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_put_aside_replaces_another_before_there_are_many() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("session.json");
        for n in 0..MOST {
            fs::write(&path, n.to_string()).unwrap();
            let aside = put(&path, "bad").unwrap();
            let number = if n == 0 { String::new() } else { format!("-{}", n + 1) };
            assert_eq!(aside, folder.path().join(format!("session.json.bad{number}")));
            let old = SystemTime::now() - std::time::Duration::from_hours(24 - n as u64);
            fs::File::options().write(true).open(&aside).unwrap().set_modified(old).unwrap();
        }
        fs::write(&path, "one more").unwrap();
        assert_eq!(put(&path, "bad").unwrap(), folder.path().join("session.json.bad"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), MOST);
        assert_eq!(fs::read_to_string(folder.path().join("session.json.bad-2")).unwrap(), "1");
    }

    #[test]
    fn a_copy_is_made_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("session.json");
        fs::write(&path, "a").unwrap();
        let first = copy(&path, "kept").unwrap();
        assert_eq!(copy(&path, "kept").unwrap(), first);
        fs::write(&path, "b").unwrap();
        let second = copy(&path, "kept").unwrap();
        assert_ne!(second, first);
        assert_eq!(fs::read_to_string(first).unwrap(), "a");
        assert_eq!(fs::read_to_string(second).unwrap(), "b");
        assert!(path.exists());
    }
}
