//! Writes files atomically: each is written beside its place, synchronised to disk and then renamed.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use tabia_text::t;

/// The prefix and suffix of the name of an unfinished file.
const UNFINISHED: [&str; 2] = [".tabia-", ".writing"];

/// Size of the write buffer, bytes.
const BUFFER: usize = 1 << 20;
/// A new file is locked a moment after it is created. An older one without a lock is left over.
const LEFT_OVER: Duration = Duration::from_mins(1);
/// How often at most a folder is searched for left-over files, and how many folders are remembered.
const SWEEP_EVERY: Duration = Duration::from_mins(1);
const MAX_SWEPT: usize = 16;

/// Maximum number of links followed to a file that does not exist yet.
const MAX_LINKS: usize = 40;

/// Number of files being written by this process.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);
/// The folders searched last, and when.
static SWEPT: Mutex<Vec<(PathBuf, Instant)>> = Mutex::new(Vec::new());

/// Counts a file as being written while this lives.
struct UnderWay;

impl UnderWay {
    fn begin() -> UnderWay {
        UNDER_WAY.fetch_add(1, SeqCst);
        UnderWay
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        UNDER_WAY.fetch_sub(1, SeqCst);
    }
}

/// Waits until this process is writing no file, so that ending it leaves no partial one.
pub fn wait_until_written() {
    while UNDER_WAY.load(SeqCst) > 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Writes a file. It keeps the permissions of the file it replaces, and its owner and group where the system allows
/// that. Symbolic links still point to it; other hard links keep the old file. Files left beside it by killed writers
/// are removed.
///
/// # Errors
/// Errors of `write` or of the system; then the old file is unchanged. A folder, a device or a read-only file is left
/// alone.
pub fn write<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    put(path, false, write)
}

fn put<E: From<io::Error>>(
    path: &Path,
    private: bool,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let _under_way = UnderWay::begin();
    let (place, old, mut beside) = begin(path, private)?;
    let mut out = BufWriter::with_capacity(BUFFER, beside.as_file_mut());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    if let Some(old) = old.filter(|_| !private) {
        let permissions = with_owner_of(beside.as_file(), &old)?;
        beside.as_file().set_permissions(permissions)?;
    }
    beside.as_file().sync_all()?;
    beside.persist(&place).map_err(|refused| refused.error)?;
    sync_folder(&place);
    Ok(())
}

/// Gives a new file the owner and group of the one it replaces, and returns the permissions it should get: those of the
/// old file, but nothing for a group that is another one.
#[cfg(unix)]
fn with_owner_of(new: &fs::File, old: &fs::Metadata) -> io::Result<fs::Permissions> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    let now = new.metadata()?;
    let mut permissions = old.permissions();
    if now.gid() != old.gid() && fchown(new, None, Some(old.gid())).is_err() {
        permissions.set_mode(permissions.mode() & !0o070);
    }
    if now.uid() != old.uid() {
        // Only root may.
        let _ = fchown(new, Some(old.uid()), None);
    }
    Ok(permissions)
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it asks the system")]
fn with_owner_of(_: &fs::File, old: &fs::Metadata) -> io::Result<fs::Permissions> {
    Ok(old.permissions())
}

/// Has the system write the folder of a new or renamed file to the disk. Where it cannot, only a crash of the system
/// could tell.
pub(crate) fn sync_folder(path: &Path) {
    if let Some(folder) = path.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
    }
}

/// Checks whether a file could be written to a path, before long work.
///
/// # Errors
/// The errors of [`write()`] before it writes.
pub fn check(path: &Path) -> io::Result<()> {
    begin(path, false).map(drop)
}

/// The place of a file, its current metadata, and the new file beside it.
fn begin(
    path: &Path,
    private: bool,
) -> io::Result<(PathBuf, Option<fs::Metadata>, tempfile::NamedTempFile)> {
    let place = place_of(path)?;
    let old = fs::metadata(&place).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        let what = t!("error-file-not-regular");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    }
    if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
        let what = t!("error-file-read-only");
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, what));
    }
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    sweep_sometimes(folder);
    let beside = beside(folder, private).map_err(|error| of_folder(&error))?;
    Ok((place, old, beside))
}

/// The error for a folder in which no file can be created, without the temporary name, which means nothing to the user.
fn of_folder(error: &io::Error) -> io::Error {
    let kind = error.kind();
    match kind {
        io::ErrorKind::NotFound => io::Error::new(kind, t!("error-file-no-folder")),
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            io::Error::new(kind, t!("error-file-folder-closed"))
        }
        kind => {
            let cause = error.get_ref().and_then(|error| error.source());
            let system = cause.and_then(|error| error.downcast_ref::<io::Error>());
            match system.and_then(io::Error::raw_os_error) {
                Some(code) => io::Error::from_raw_os_error(code),
                None => kind.into(),
            }
        }
    }
}

/// The real place of a file at a path, following all links, even to a file that does not exist yet.
fn place_of(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Ok(place) => return Ok(place),
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Ok(path.to_path_buf()),
        Err(_) => {}
    }
    let mut place = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(target) = fs::read_link(&place) else { return Ok(place) };
        place = place.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::ErrorKind::InvalidInput.into())
}

/// Writes a file of these bytes.
///
/// # Errors
/// As [`write()`].
pub fn write_bytes(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, |out| out.write_all(bytes))
}

/// Writes a file of these bytes that only the user can read, whatever the permissions of the old one.
///
/// # Errors
/// As [`write()`].
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, true, |out| out.write_all(bytes))
}

/// Creates a folder that only the user can read, with missing parent folders. An existing one is unchanged.
///
/// # Errors
/// If the system reports an error.
pub fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// A temporary file, which is deleted unless it is renamed. Unless it is private, its permissions follow the user's
/// umask instead of the strict ones of temporary files.
fn beside(folder: &Path, private: bool) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    let builder = {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(if private { 0o600 } else { 0o666 }))
    };
    let file = builder.prefix(UNFINISHED[0]).suffix(UNFINISHED[1]).tempfile_in(folder)?;
    // Shows other processes that its writer lives. Without locks they leave it alone.
    let _ = file.as_file().try_lock();
    Ok(file)
}

/// Searches a folder for left-over files, unless that was done recently.
fn sweep_sometimes(folder: &Path) {
    let mut swept = SWEPT.lock().unwrap_or_else(PoisonError::into_inner);
    swept.retain(|(_, when)| when.elapsed() < SWEEP_EVERY);
    if swept.iter().any(|(known, _)| known == folder) {
        return;
    }
    if swept.len() == MAX_SWEPT {
        swept.remove(0);
    }
    swept.push((folder.to_path_buf(), Instant::now()));
    drop(swept);
    sweep(folder, LEFT_OVER);
}

/// Whether this is the name of an unfinished file.
fn is_unfinished(name: &str) -> bool {
    let middle = name.strip_prefix(UNFINISHED[0]).and_then(|rest| rest.strip_suffix(UNFINISHED[1]));
    middle.is_some_and(|middle| {
        !middle.is_empty() && middle.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Whether no one is writing a file: a writer would hold its lock.
fn is_abandoned(path: &Path) -> bool {
    fs::File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

/// Removes files left in a folder by killed writers and returns their number. Only files with names as above, without a
/// live writer, and unchanged for `untouched`: a younger one may not be locked yet.
pub fn sweep(folder: &Path, untouched: Duration) -> usize {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let now = SystemTime::now();
    let left_over = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let ours = name.to_str().is_some_and(is_unfinished);
        // The metadata of the entry, not of a link's target.
        let data = entry.metadata().ok().filter(|data| ours && data.is_file());
        let age = data.and_then(|data| now.duration_since(data.modified().ok()?).ok());
        age.is_some_and(|age| age >= untouched)
    };
    let left = entries.flatten().filter(left_over);
    let left = left.map(|entry| entry.path()).filter(|path| is_abandoned(path));
    left.filter(|path| fs::remove_file(path).is_ok()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_are_replaced_and_no_temporary_file_is_left() {
        let dir = tempfile::tempdir().unwrap();
        let error = write_bytes(dir.path(), b"new").unwrap_err().to_string();
        assert_eq!(error, t!("error-file-not-regular"));
        let nowhere = dir.path().join("none").join("a");
        for error in [check(&nowhere).unwrap_err(), write_bytes(&nowhere, b"new").unwrap_err()] {
            assert_eq!(error.to_string(), t!("error-file-no-folder"));
        }
        let path = dir.path().join("a");
        check(&path).unwrap();
        assert!(!path.exists());
        let below = path.join("b");
        write_bytes(&path, b"old").unwrap();
        write_bytes(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        let error = check(&below).unwrap_err().to_string();
        assert!(!error.contains(UNFINISHED[0]), "{error}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        write_bytes(&path, b"old").unwrap();
        let broken: io::Result<()> = write(&path, |out| {
            out.write_all(&vec![b'x'; 3 * BUFFER])?;
            Err(io::Error::other("interrupted"))
        });
        assert_eq!(broken.unwrap_err().to_string(), "interrupted");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn only_own_left_over_files_are_removed() {
        let dir = tempfile::tempdir().unwrap();
        let names = [
            ".tabia-a1.writing",
            ".tabia-b2.writing",
            ".other.writing",
            ".tabia-notes",
            ".tabia-my own.writing",
            ".tabia-.writing",
        ];
        for name in names {
            fs::write(dir.path().join(name), "half").unwrap();
        }
        fs::create_dir(dir.path().join(".tabia-folder.writing")).unwrap();
        assert_eq!(sweep(dir.path(), Duration::from_mins(1)), 0, "they may still be on their way");
        assert_eq!(sweep(dir.path(), Duration::ZERO), 2);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 5);
        assert_eq!(sweep(&dir.path().join("none"), Duration::ZERO), 0);
    }

    #[test]
    fn left_over_files_are_removed_when_the_file_is_written() {
        let dir = tempfile::tempdir().unwrap();
        let old = SystemTime::now() - 2 * LEFT_OVER;
        let make = |name: &str| {
            let file = fs::File::create(dir.path().join(name)).unwrap();
            file.set_modified(old).unwrap();
            file
        };
        let (left, young) = (".tabia-Left01.writing", ".tabia-Young1.writing");
        let others = [".tabia-x.writing.pgn", "tabia-Left01.writing", "games.pgn"];
        make(left);
        fs::write(dir.path().join(young), "half").unwrap();
        for name in others {
            make(name);
        }
        let held = make(".tabia-Held01.writing");
        held.lock().unwrap();
        write_bytes(&dir.path().join("a"), b"new").unwrap();
        let there = |name: &str| dir.path().join(name).exists();
        assert!(!there(left), "its writer is gone");
        assert!(there(young) && there(".tabia-Held01.writing"), "these may be on their way");
        assert!(others.into_iter().all(there), "these are not ours");
        drop(held);
        assert_eq!(sweep(dir.path(), LEFT_OVER), 1);
    }

    #[test]
    fn a_slowly_written_file_is_not_removed_by_other_writers() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        let done: io::Result<()> = write(&path, |out| {
            out.write_all(b"slow")?;
            assert_eq!(sweep(dir.path(), Duration::ZERO), 0);
            assert!(UNDER_WAY.load(SeqCst) > 0);
            Ok(())
        });
        done.unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"slow");
        wait_until_written();
    }

    #[cfg(unix)]
    #[test]
    fn writing_through_a_dangling_link_creates_its_target() {
        let dir = tempfile::tempdir().unwrap();
        let [file, link, second] = ["a", "link", "second"].map(|name| dir.path().join(name));
        std::os::unix::fs::symlink("a", &link).unwrap();
        std::os::unix::fs::symlink(&link, &second).unwrap();
        write_bytes(&second, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        for link in [link, second] {
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        }
    }

    #[cfg(unix)]
    #[test]
    fn permissions_owner_and_links_stay() {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
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
        // Only root may.
        if chown(&path, Some(65_534), Some(65_533)).is_ok() {
            write_bytes(&path, b"new").unwrap();
            let data = fs::metadata(&path).unwrap();
            assert_eq!((data.uid(), data.gid(), mode(&path)), (65_534, 65_533, 0o640));
        }
        write_private(&path, b"own").unwrap();
        assert_eq!((fs::read(&path).unwrap(), mode(&path)), (b"own".to_vec(), 0o600));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o440)).unwrap();
        let refused = write_bytes(&path, b"newer").unwrap_err();
        assert_eq!(refused.to_string(), t!("error-file-read-only"));
    }
}
