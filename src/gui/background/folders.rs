//! The content of a folder, read on its own thread: a disk may be slow, and a network unreachable.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use eframe::egui::Context;
use tabia_games::printable;
use tabia_text::t;

use crate::gui::background::thread::{self, lock};

/// Maximum number of entries listed of one folder.
const MAX_ENTRIES: usize = 20_000;

/// Something in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) name: OsString,
    /// The name as it is shown.
    pub(crate) shown: String,
    pub(crate) is_folder: bool,
}

/// What is known of a folder's content.
#[derive(Clone, Debug, Default)]
pub(crate) enum Contents {
    /// It is being read.
    #[default]
    Awaited,
    /// Folders first, each by name.
    Entries(Arc<[Entry]>),
    /// It cannot be read, with the reason.
    Failed(String),
}

/// The folder that was asked for last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Folder {
    known: Arc<Mutex<Contents>>,
    pub(crate) path: PathBuf,
}

/// What a name stands for, or why that cannot be told.
type NamedEntry = Result<Option<Entry>, String>;

/// A name that the list of a folder does not have: it may be hidden, beyond the end of the list, or new.
#[derive(Clone, Debug)]
pub(crate) struct Unlisted {
    pub(crate) name: OsString,
    /// What is there, once the disk has answered.
    found: Arc<Mutex<Option<NamedEntry>>>,
}

impl Unlisted {
    /// What has this name; `None` until the disk has answered.
    pub(crate) fn found(&self) -> Option<NamedEntry> {
        lock(&self.found).clone()
    }
}

impl Folder {
    /// Starts reading a folder; `ctx` is woken when it is read.
    pub(crate) fn open(path: PathBuf, ctx: &Context) -> Folder {
        let folder = Folder { known: Arc::default(), path };
        let (reads, ctx) = (folder.clone(), ctx.clone());
        let read = move || {
            let found = || match read(&reads.path) {
                Ok(entries) => Contents::Entries(entries.into()),
                Err(error) => Contents::Failed(error.to_string()),
            };
            let found = thread::caught(found, Contents::Failed);
            *lock(&reads.known) = found;
            ctx.request_repaint();
        };
        if let Err(error) = spawn(read) {
            *lock(&folder.known) = Contents::Failed(error);
        }
        folder
    }

    /// Starts looking up a name that is not listed; `ctx` is woken when the disk has answered.
    pub(crate) fn look_up(&self, name: OsString, ctx: &Context) -> Unlisted {
        let unlisted = Unlisted { name, found: Arc::default() };
        let (sought, folder, ctx) = (unlisted.clone(), self.path.clone(), ctx.clone());
        let look = move || {
            let entry = || entry_of(&folder, sought.name.clone());
            *lock(&sought.found) = Some(thread::caught(entry, Err));
            ctx.request_repaint();
        };
        if let Err(error) = spawn(look) {
            *lock(&unlisted.found) = Some(Err(error));
        }
        unlisted
    }

    /// What is known of it now.
    pub(crate) fn contents(&self) -> Contents {
        lock(&self.known).clone()
    }
}

/// Starts a thread that reads the disk.
fn spawn(work: impl FnOnce() + Send + 'static) -> Result<(), String> {
    let thread = std::thread::Builder::new().name("folder-reader".to_owned()).spawn(work);
    thread.map(drop).map_err(|error| t!("error-thread", error = error.to_string()))
}

/// What has this name in a folder, hidden or not.
fn entry_of(folder: &Path, name: OsString) -> NamedEntry {
    let path = folder.join(&name);
    match path.symlink_metadata() {
        Ok(_) => {
            let shown = printable::line(&name.to_string_lossy()).into_owned();
            // A link counts as its target.
            Ok(Some(Entry { name, shown, is_folder: path.is_dir() }))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// What is in a folder, without hidden files, folders first.
fn read(path: &Path) -> std::io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for found in std::fs::read_dir(path)?.take(MAX_ENTRIES) {
        let found = found?;
        let name = found.file_name();
        let shown = printable::line(&name.to_string_lossy()).into_owned();
        if shown.starts_with('.') {
            continue;
        }
        // A link counts as its target.
        let is_folder = match found.file_type() {
            Ok(kind) if kind.is_symlink() => found.path().is_dir(),
            Ok(kind) => kind.is_dir(),
            Err(_) => false,
        };
        entries.push(Entry { name, shown, is_folder });
    }
    entries.sort_by_cached_key(|entry| (!entry.is_folder, entry.shown.to_lowercase()));
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_come_first_and_what_is_hidden_not_at_all() {
        let home = tempfile::tempdir().unwrap();
        for folder in ["b", ".hidden"] {
            std::fs::create_dir(home.path().join(folder)).unwrap();
        }
        for file in ["A.pgn", "z.txt", ".secret"] {
            std::fs::write(home.path().join(file), "").unwrap();
        }
        let entries = read(home.path()).unwrap();
        let shown: Vec<(&str, bool)> =
            entries.iter().map(|entry| (entry.shown.as_str(), entry.is_folder)).collect();
        assert_eq!(shown, [("b", true), ("A.pgn", false), ("z.txt", false)]);
        assert!(read(&home.path().join("nowhere")).is_err());
        let found = |name: &str| entry_of(home.path(), name.into()).unwrap();
        let kind = |name| found(name).map(|entry| entry.is_folder);
        assert_eq!([".hidden", ".secret", "new"].map(kind), [Some(true), Some(false), None]);
    }
}
