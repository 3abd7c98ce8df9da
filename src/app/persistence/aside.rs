//! Files that are renamed or copied before they would be lost: `session.json.bad`, then `.bad-2` and so on. Of damaged
//! files of the store [`MAX_COPIES`] are kept, then the oldest is replaced. Files of the user are never replaced.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io};

use tabia_games::regular_file;

/// Maximum number of copies of one file and kind.
pub(crate) const MAX_COPIES: usize = 9;

/// Renames a damaged file and returns its new path. If there are [`MAX_COPIES`] already, it replaces the oldest.
///
/// # Errors
/// The system's error; the file is then where it was.
pub(crate) fn put(path: &Path, kind: &str) -> io::Result<PathBuf> {
    let aside = free(path, kind);
    fs::rename(path, &aside)?;
    Ok(aside)
}

/// Renames a file of the user to the first free name and returns its new path.
///
/// # Errors
/// The system's error; the file is then where it was.
pub(crate) fn put_user_file(path: &Path, kind: &str) -> io::Result<PathBuf> {
    let free = names(path, kind).find(|name| !is_taken(name));
    let aside = free.ok_or(io::ErrorKind::AlreadyExists)?;
    fs::rename(path, &aside)?;
    Ok(aside)
}

/// Copies a file and returns the path of the copy. A copy with the same content is reused.
///
/// # Errors
/// The error of the system.
pub(crate) fn copy(path: &Path, kind: &str) -> io::Result<PathBuf> {
    let bytes = regular_file::read(path, u64::MAX)?;
    let same = |known: &Path| {
        let size = fs::metadata(known).map(|data| data.len()).ok();
        let size = size.filter(|&size| size == bytes.len() as u64);
        size.is_some_and(|size| regular_file::read(known, size).is_ok_and(|other| other == bytes))
    };
    if let Some(known) = names(path, kind).take(MAX_COPIES).find(|name| same(name)) {
        return Ok(known);
    }
    let aside = free(path, kind);
    tabia_games::whole_file::write_private(&aside, &bytes)?;
    Ok(aside)
}

/// The names of copies of this kind, in order and without end.
fn names(path: &Path, kind: &str) -> impl Iterator<Item = PathBuf> {
    (1..).map(move |number: usize| {
        let mut name = OsString::from(path.as_os_str());
        name.push(format!(".{kind}"));
        if number > 1 {
            name.push(format!("-{number}"));
        }
        PathBuf::from(name)
    })
}

fn is_taken(name: &Path) -> bool {
    fs::symlink_metadata(name).is_ok()
}

/// The first free name, or that of the oldest copy if none is free.
fn free(path: &Path, kind: &str) -> PathBuf {
    let names: Vec<PathBuf> = names(path, kind).take(MAX_COPIES).collect();
    let age = |name: &&PathBuf| {
        fs::symlink_metadata(name)
            .and_then(|data| data.modified())
            .unwrap_or(SystemTime::UNIX_EPOCH)
    };
    let oldest = names.iter().min_by_key(age);
    let chosen = names.iter().find(|name| !is_taken(name)).or(oldest);
    chosen.cloned().unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_put_aside_replaces_another_before_there_are_many() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("session.json");
        for n in 0..MAX_COPIES {
            fs::write(&path, n.to_string()).unwrap();
            let aside = put(&path, "bad").unwrap();
            let number = if n == 0 { String::new() } else { format!("-{}", n + 1) };
            assert_eq!(aside, folder.path().join(format!("session.json.bad{number}")));
            let old = SystemTime::now() - std::time::Duration::from_hours(24 - n as u64);
            fs::File::options().write(true).open(&aside).unwrap().set_modified(old).unwrap();
        }
        fs::write(&path, "one more").unwrap();
        assert_eq!(put(&path, "bad").unwrap(), folder.path().join("session.json.bad"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), MAX_COPIES);
        assert_eq!(fs::read_to_string(folder.path().join("session.json.bad-2")).unwrap(), "1");
    }

    #[test]
    fn a_file_of_the_user_never_replaces_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("My games.pgn");
        let many = MAX_COPIES + 3;
        for n in 0..many {
            fs::write(&path, n.to_string()).unwrap();
            put_user_file(&path, "deleted").unwrap();
        }
        let read = |name: String| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(read("My games.pgn.deleted".into()), "0");
        assert_eq!(read(format!("My games.pgn.deleted-{many}")), (many - 1).to_string());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), many);
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
