//! Taking games out of files, one or all that stand there twice, and putting them back.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tabia_games::collection::changes::{self, Changes, MAX_BYTES};
use tabia_games::collection::file::{FileError, Place, Stamp};
use tabia_games::collection::{Collection, duplicates};

/// What is done to a file.
#[derive(Clone, Debug)]
pub enum ChangeKind {
    /// These games go.
    Remove(Vec<Place>),
    /// Of games that are the same only one stays.
    Merge(Arc<Collection>),
    /// An earlier change is undone.
    Undo(Arc<Changes>),
}

/// A change of a file, to be made on a thread that may wait for the disk.
#[derive(Clone, Debug)]
pub struct ChangeRequest {
    /// The file.
    pub path: PathBuf,
    /// As it was read; where a change is undone, as it was before that.
    pub stamp: Stamp,
    /// What is done.
    pub kind: ChangeKind,
}

/// What a change has come to.
#[derive(Clone, Debug)]
pub enum Change {
    /// It was made, and `undo` takes it back.
    Made {
        made: Changes,
        /// What takes it back.
        undo: Changes,
    },
    /// There was nothing to change.
    Nothing,
    /// The file has changed since; so many games were put behind all others.
    Appended(usize),
}

/// What became of a change.
#[derive(Clone, Debug)]
pub struct Changed {
    /// What was wanted.
    pub request: ChangeRequest,
    /// What it has come to, or why not, in words.
    pub done: Result<Change, String>,
}

impl ChangeRequest {
    /// Makes it. Waits for the disk. `stop` gives up the search for equal games.
    pub fn carry_out(self, stop: &AtomicBool) -> Changed {
        let done = self.change(stop).map_err(|error| error.to_string());
        Changed { request: self, done }
    }

    fn change(&self, stop: &AtomicBool) -> Result<Change, FileError> {
        let made = match &self.kind {
            ChangeKind::Remove(games) => changes::removal(&self.path, self.stamp, games)?,
            ChangeKind::Merge(list) => {
                let groups = duplicates::groups(list, stop).unwrap_or_default();
                if groups.is_empty() {
                    return Ok(Change::Nothing);
                }
                duplicates::merging(&self.path, self.stamp, list, &groups)?
            }
            ChangeKind::Undo(undo) => match changes::make(&self.path, undo) {
                Ok(again) => return Ok(Change::Made { made: (**undo).clone(), undo: again }),
                Err(FileError::Changed(_)) => {
                    return changes::append_what_went(&self.path, undo).map(Change::Appended);
                }
                Err(error) => return Err(error),
            },
        };
        let undo = changes::make(&self.path, &made)?;
        Ok(Change::Made { made, undo })
    }
}

/// Changes of files that can be taken back.
#[derive(Clone, Debug, Default)]
pub struct Removed {
    /// The newest last.
    pub(super) list: Vec<Undoable>,
}

/// A change that can be taken back.
#[derive(Clone, Debug)]
pub(super) struct Undoable {
    /// The file.
    pub(super) path: PathBuf,
    /// The file as it was before.
    pub(super) stamp_before: Stamp,
    /// What takes it back.
    pub(super) undo: Arc<Changes>,
}

impl Removed {
    /// Whether anything can be put back.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn push(&mut self, path: PathBuf, stamp_before: Stamp, undo: Arc<Changes>) {
        self.list.push(Undoable { path, stamp_before, undo });
        let bytes = |list: &[Undoable]| -> usize { list.iter().map(|it| it.undo.bytes()).sum() };
        while self.list.len() > 1 && bytes(&self.list) > MAX_BYTES {
            self.list.remove(0);
        }
    }

    /// A change was taken back: the file holds again what it held `before`, and is as new as `now`.
    pub(super) fn update_stamps(&mut self, path: &Path, before: Stamp, now: Stamp) {
        for it in &mut self.list {
            if it.path == path && it.undo.stamp == before {
                Arc::make_mut(&mut it.undo).stamp = now;
            }
        }
    }
}
