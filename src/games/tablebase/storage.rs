//! Reads parts of table files by position, through a cache of fixed size.
//!
//! A memory map would be slightly faster, but if a file is truncated, a disk removed or a network fails, the program
//! would be ended by a signal. Here each of these is a read error. The cache holds pages of 4 KiB, so most probes of a
//! search need no system call; files are opened on demand, and the number of open files stays below the usual system
//! limits.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::table::Fault;
use crate::regular_file;

/// Bytes of a page.
const PAGE: usize = 4096;
/// Pages in the cache: 32 MiB, allocated on demand.
const PAGES: usize = 8192;
/// Files that may be open at a time.
const FILES: usize = 96;

/// One file of a table: its path, and its state when the folder was opened.
#[derive(Clone, Debug)]
pub(super) struct TableFile {
    pub(super) path: PathBuf,
    /// Its unique number in the storage.
    pub(super) number: u32,
    /// Bytes.
    pub(super) len: u64,
    /// Time of the last change, if the system reports it.
    pub(super) modified: Option<SystemTime>,
}

/// A cached page.
#[derive(Debug, Default)]
struct Page {
    /// File and page number, plus one; 0: empty.
    key: u64,
    bytes: Option<Box<[u8; PAGE]>>,
}

/// An open file and the number of its table.
type OpenFile = Option<(u32, Arc<File>)>;

/// The cache and the open files of one set of tables. Many threads can use it at once: a lock covers one page or one
/// file.
#[derive(Debug)]
pub(super) struct Storage {
    pages: Box<[Mutex<Page>]>,
    files: Box<[Mutex<OpenFile>]>,
}

impl Storage {
    pub(super) fn new() -> Storage {
        Storage {
            pages: std::iter::repeat_with(Mutex::default).take(PAGES).collect(),
            files: std::iter::repeat_with(Mutex::default).take(FILES).collect(),
        }
    }

    /// Fills `buffer` from the file at `offset`.
    pub(super) fn read(
        &self,
        file: &TableFile,
        mut offset: u64,
        mut buffer: &mut [u8],
    ) -> Result<(), Fault> {
        let end = offset.checked_add(buffer.len() as u64);
        if end.is_none_or(|end| end > file.len) {
            return Err(Fault::Damaged("error-table-behind-end"));
        }
        while !buffer.is_empty() {
            let within = (offset % PAGE as u64) as usize;
            let many = buffer.len().min(PAGE - within);
            let (now, later) = buffer.split_at_mut(many);
            self.read_page(file, offset / PAGE as u64, within, now)?;
            (buffer, offset) = (later, offset + many as u64);
        }
        Ok(())
    }

    /// The part of a page from `within` on.
    fn read_page(
        &self,
        file: &TableFile,
        number: u64,
        within: usize,
        out: &mut [u8],
    ) -> Result<(), Fault> {
        let key = (u64::from(file.number) << 40 | number) + 1;
        let slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 51) as usize % PAGES;
        let mut page = lock(&self.pages[slot]);
        if page.key != key {
            page.key = 0;
            let bytes = page.bytes.get_or_insert_with(|| Box::new([0; PAGE]));
            let from = number * PAGE as u64;
            let many = (file.len - from).min(PAGE as u64) as usize;
            read_exact_at(&*self.open(file)?, &mut bytes[..many], from)?;
            page.key = key;
        }
        let Some(bytes) = &page.bytes else { return Err(Fault::Damaged("error-table-page")) };
        out.copy_from_slice(&bytes[within..within + out.len()]);
        Ok(())
    }

    /// The file, reopened if it is not one of the last used.
    fn open(&self, file: &TableFile) -> Result<Arc<File>, Fault> {
        let mut slot = lock(&self.files[file.number as usize % FILES]);
        if let Some((number, open)) = &*slot
            && *number == file.number
        {
            return Ok(open.clone());
        }
        let open = regular_file::open(&file.path)?;
        let metadata = open.metadata()?;
        if metadata.len() != file.len || metadata.modified().ok() != file.modified {
            return Err(Fault::Changed);
        }
        let open = Arc::new(open);
        *slot = Some((file.number, open.clone()));
        Ok(open)
    }
}

/// A thread that panicked with the lock left at most a page without a key.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
    use std::os::windows::fs::FileExt as _;
    while !buffer.is_empty() {
        match file.seek_read(buffer, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(many) => {
                buffer = &mut buffer[many..];
                offset += many as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn table(path: PathBuf, number: u32, bytes: &[u8]) -> TableFile {
        fs::write(&path, bytes).unwrap();
        let modified = fs::metadata(&path).unwrap().modified().ok();
        TableFile { path, number, len: bytes.len() as u64, modified }
    }

    #[test]
    fn any_part_of_a_file_is_read_and_nothing_beyond() {
        let folder = tempfile::tempdir().unwrap();
        let bytes: Vec<u8> = (0..10_000_u32).map(|at| (at * 7 / 8) as u8).collect();
        let storage = Storage::new();
        // More files than may be open at a time.
        let files: Vec<TableFile> = (0..3 * FILES as u32)
            .map(|at| table(folder.path().join(at.to_string()), at, &bytes))
            .collect();
        for (offset, many) in [(0, 10_000), (4095, 2), (4096, 4096), (9_999, 1), (10_000, 0)] {
            for file in &files {
                let mut buffer = vec![0; many];
                storage.read(file, offset as u64, &mut buffer).unwrap();
                assert_eq!(buffer, bytes[offset..offset + many]);
            }
        }
        for (offset, many) in [(10_000, 1), (9_999, 2), (u64::MAX, 1), (u64::MAX, 100)] {
            let read = storage.read(&files[0], offset, &mut vec![0; many]);
            assert_eq!(read, Err(Fault::Damaged("error-table-behind-end")));
        }
    }

    #[test]
    fn a_file_that_changes_while_it_is_open_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = table(folder.path().join("a"), 0, &vec![1; 20_000]);
        let storage = Storage::new();
        storage.read(&file, 0, &mut [0; 10]).unwrap();
        // Cut off while it is open.
        File::options().write(true).open(&file.path).unwrap().set_len(5000).unwrap();
        let read = storage.read(&file, 16_000, &mut [0; 10]);
        assert_eq!(read, Err(Fault::Unreadable(io::ErrorKind::UnexpectedEof)));
        // Pages read before are still cached.
        storage.read(&file, 0, &mut [0; 10]).unwrap();
        // Another storage opens it again.
        assert_eq!(Storage::new().read(&file, 0, &mut [0; 10]), Err(Fault::Changed));
        fs::remove_file(&file.path).unwrap();
        let gone = Err(Fault::Unreadable(io::ErrorKind::NotFound));
        assert_eq!(Storage::new().read(&file, 0, &mut [0; 10]), gone);
    }
}
