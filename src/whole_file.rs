//! Files that are the old one or the new one, whatever happens meanwhile: each is written beside its place,
//! brought onto the disk and then put into the place.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// What the name of a file begins with while it is being written, and what it ends with.
const UNFINISHED: [&str; 2] = [".tabia-", ".writing"];

/// What is gathered before it goes to the system, bytes.
const BUFFER: usize = 1 << 20;

/// Writes a file. It keeps the permissions of the file it replaces, and a link goes on pointing to it.
///
/// # Errors
/// What `write` or the system says; then the file that was in the place is still there. A folder or a device in
/// the place, and a file that may not be written, are left alone.
pub fn write<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let old = fs::metadata(&place).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        let what = "what is there is no file that could be replaced";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, what).into());
    }
    if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
        let what = "the file may not be written";
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, what).into());
    }
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut beside = beside(folder.unwrap_or(Path::new(".")))?;
    let mut out = BufWriter::with_capacity(BUFFER, beside.as_file_mut());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    if let Some(old) = old {
        beside.as_file().set_permissions(old.permissions())?;
    }
    beside.as_file().sync_all()?;
    beside.persist(&place).map_err(|refused| refused.error)?;
    Ok(())
}

/// Writes a file of these bytes.
///
/// # Errors
/// What the system says, as with [`write()`].
pub fn write_bytes(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, |out| out.write_all(bytes))
}

/// A file that is gone unless it is put into its place. The user's mask decides who may read it, not the care
/// that is taken of files for the time being.
fn beside(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    let builder = {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666))
    };
    builder.prefix(UNFINISHED[0]).suffix(UNFINISHED[1]).tempfile_in(folder)
}

/// Removes what writers that were killed have left in a folder and gives how many files that were. Only files with
/// the names given here, and only those untouched for so long: a younger one may still be on its way.
pub fn sweep(folder: &Path, untouched: Duration) -> usize {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let now = SystemTime::now();
    let left_over = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let ours = name
            .to_str()
            .is_some_and(|name| name.starts_with(UNFINISHED[0]) && name.ends_with(UNFINISHED[1]));
        // The entry's own data, not that of what a link points to.
        let data = entry.metadata().ok().filter(|data| ours && data.is_file());
        let age = data.and_then(|data| now.duration_since(data.modified().ok()?).ok());
        age.is_some_and(|age| age >= untouched)
    };
    let left = entries.flatten().filter(left_over);
    left.filter(|entry| fs::remove_file(entry.path()).is_ok()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_are_replaced_and_nothing_lies_about() {
        let dir = tempfile::tempdir().unwrap();
        let error = write_bytes(dir.path(), b"new").unwrap_err().to_string();
        assert_eq!(error, "what is there is no file that could be replaced");
        let path = dir.path().join("a");
        write_bytes(&path, b"old").unwrap();
        write_bytes(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_breaks_off_leaves_the_old_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        write_bytes(&path, b"old").unwrap();
        let broken: io::Result<()> = write(&path, |out| {
            out.write_all(&vec![b'x'; 3 * BUFFER])?;
            Err(io::Error::other("broken off"))
        });
        assert_eq!(broken.unwrap_err().to_string(), "broken off");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn only_left_over_files_of_our_own_are_swept_away() {
        let dir = tempfile::tempdir().unwrap();
        for name in [".tabia-a1.writing", ".tabia-b2.writing", ".other.writing", ".tabia-notes"] {
            fs::write(dir.path().join(name), "half").unwrap();
        }
        fs::create_dir(dir.path().join(".tabia-folder.writing")).unwrap();
        assert_eq!(sweep(dir.path(), Duration::from_mins(1)), 0, "they may still be on their way");
        assert_eq!(sweep(dir.path(), Duration::ZERO), 2);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 3);
        assert_eq!(sweep(&dir.path().join("none"), Duration::ZERO), 0);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::PermissionsExt as _;
        let dir = tempfile::tempdir().unwrap();
        let (path, link) = (dir.path().join("a"), dir.path().join("link"));
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        write_bytes(&path, b"old").unwrap();
        let plain = dir.path().join("plain");
        fs::File::create(&plain).unwrap();
        assert_eq!(mode(&path), mode(&plain), "as any new file of this user");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write_bytes(&link, b"new").unwrap();
        assert_eq!((fs::read(&path).unwrap(), mode(&path)), (b"new".to_vec(), 0o640));
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        fs::set_permissions(&path, fs::Permissions::from_mode(0o440)).unwrap();
        let refused = write_bytes(&path, b"newer").unwrap_err();
        assert_eq!(refused.to_string(), "the file may not be written");
    }
}
