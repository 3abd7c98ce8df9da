//! The content of a folder, read on its own thread: a disk may be slow, and a network unreachable.

use std::ffi::OsString;
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
        let thread = std::thread::Builder::new().name("folder-reader".to_owned()).spawn(read);
        if let Err(error) = thread {
            let failed = Contents::Failed(t!("error-thread", error = error.to_string()));
            *lock(&folder.known) = failed;
        }
        folder
    }

    /// What is known of it now.
    pub(crate) fn contents(&self) -> Contents {
        lock(&self.known).clone()
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
    }
}
