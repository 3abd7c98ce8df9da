//! Which tables have been compared with their checksums: at once the small ones, in the background larger
//! ones, the results kept from start to start.
//!
//! Nothing depends on it for safety: whatever a table holds, its reader stays within its bounds. A wrong
//! checksum says that an answer may be wrong.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::RefusedTable;
use super::checksum;
use super::fault::Fault;
use super::storage::TableFile;
use super::table::Table;
use crate::{regular_file, whole_file};

/// Bytes that are compared when folders are opened, the smallest tables first: all of four men and many of
/// five, in some hundredths of a second.
const AT_ONCE: u64 = 32 << 20;
/// The largest table that is compared in the background, and bytes of all together at one start. The whole
/// of larger sets would keep a disk busy for hours.
const LARGEST: u64 = 128 << 20;
const IN_BACKGROUND: u64 = 4 << 30;
/// The results are written after so many tables.
const OFTEN: usize = 64;
/// Bytes and entries that the file of results may have.
const MOST_BYTES: u64 = 4 << 20;
const MOST_ENTRIES: usize = 10_000;

/// Results of earlier starts, as they lie on disk.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Kept {
    /// By path.
    tables: BTreeMap<String, Entry>,
}

/// A file and what came of comparing it. Another size or time is another file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    len: u64,
    /// Nanoseconds since 1970.
    modified: u64,
    good: bool,
}

impl Entry {
    fn of(file: &TableFile, good: bool) -> Option<Entry> {
        let modified = file.modified?.duration_since(UNIX_EPOCH).ok()?.as_nanos() as u64;
        Some(Entry { len: file.len, modified, good })
    }
}

impl Kept {
    /// What can be read; nothing where that is nothing.
    fn read(path: &Path) -> Kept {
        let bytes = regular_file::read(path, MOST_BYTES).unwrap_or_default();
        serde_json::from_slice(&bytes).unwrap_or_default()
    }

    /// Whether the file was good when it was compared.
    fn known(&self, file: &TableFile) -> Option<bool> {
        let entry = self.tables.get(file.path.to_str()?)?;
        (Some(*entry) == Entry::of(file, entry.good)).then_some(entry.good)
    }

    fn put(&mut self, file: &TableFile, good: bool) {
        let (Some(path), Some(entry)) = (file.path.to_str(), Entry::of(file, good)) else { return };
        if self.tables.len() >= MOST_ENTRIES && !self.tables.contains_key(path) {
            self.tables.pop_first();
        }
        self.tables.insert(path.to_owned(), entry);
    }

    /// Writes it; where that fails, everything is compared again at the next start.
    fn write(&self, path: &Path) {
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        if let (Ok(()), Ok(text)) = (made, serde_json::to_vec(self)) {
            whole_file::write_bytes(path, &text).unwrap_or_default();
        }
    }
}

/// The tables that are not refused, the smallest first.
fn by_size(tables: &[Table]) -> Vec<&Table> {
    let mut sorted: Vec<&Table> = tables.iter().filter(|table| table.refused().is_none()).collect();
    sorted.sort_by_key(|table| table.file.len);
    sorted
}

/// How many of these, so sorted, have at most so many bytes together.
fn within(tables: &[&Table], mut bytes: u64) -> usize {
    let fits = |table: &&&Table| {
        let left = bytes.checked_sub(table.file.len);
        bytes = left.unwrap_or(0);
        left.is_some()
    };
    tables.iter().take_while(fits).count()
}

/// Compares the small tables with their checksums and refuses those that differ.
pub(super) fn at_once(tables: &[Table]) {
    let sorted = by_size(tables);
    for table in &sorted[..within(&sorted, AT_ONCE)] {
        if let Some(Err(fault)) = checksum::verify(&table.file, || true) {
            table.refuse(fault);
        }
    }
}

/// Compares the others, with pauses so that half of the disk's time is left, and gives those that are refused.
/// `kept`: the file of earlier results.
pub(super) fn in_background(
    tables: &[Table],
    kept: &Path,
    stop: &dyn Fn() -> bool,
) -> Vec<RefusedTable> {
    let sorted = by_size(tables);
    compare(&sorted[within(&sorted, AT_ONCE)..], kept, stop)
}

/// The same with all of these.
pub(super) fn compare(
    tables: &[&Table],
    kept: &Path,
    stop: &dyn Fn() -> bool,
) -> Vec<RefusedTable> {
    let mut known = Kept::read(kept);
    let (mut refused, mut left, mut news) = (Vec::new(), IN_BACKGROUND, 0);
    for table in tables.iter().filter(|table| table.file.len <= LARGEST) {
        let good = match known.known(&table.file) {
            Some(true) => Ok(()),
            Some(false) => Err(Fault::Checksum),
            None => {
                let Some(after) = left.checked_sub(table.file.len) else { break };
                left = after;
                let mut pause = Pause(Instant::now());
                let Some(good) = checksum::verify(&table.file, || pause.go_on(stop)) else { break };
                // A disk that does not answer may do so next time.
                if matches!(good, Ok(()) | Err(Fault::Checksum)) {
                    known.put(&table.file, good.is_ok());
                    news += 1;
                }
                good
            }
        };
        if let Err(fault) = good {
            table.refuse(fault);
            refused.push(RefusedTable { path: table.file.path.clone(), why: fault.to_string() });
        }
        if news == OFTEN {
            known.write(kept);
            news = 0;
        }
    }
    if news > 0 {
        known.write(kept);
    }
    refused
}

/// Rests as long as was worked since the last rest.
struct Pause(Instant);

impl Pause {
    fn go_on(&mut self, stop: &dyn Fn() -> bool) -> bool {
        std::thread::sleep(self.0.elapsed().min(Duration::from_millis(500)));
        self.0 = Instant::now();
        !stop()
    }
}
