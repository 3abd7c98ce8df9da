//! Removing games from files, single ones or all duplicates, and restoring them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tabia_games::collection::changes::{self, Appended, Change, Changes, MAX_BYTES};
use tabia_games::collection::file::{FileError, Place, Stamp};
use tabia_games::collection::{Collection, duplicates};

/// A change of a file.
#[derive(Clone, Debug)]
pub enum ChangeKind {
    /// Remove these games of the list.
    Remove(Vec<Place>, Arc<Collection>),
    /// Keep only one of equal games.
    Merge(Arc<Collection>),
    /// Undo an earlier change.
    Undo(Arc<Changes>),
}

/// A request to change a file, on a thread that may wait for the disk.
#[derive(Clone, Debug)]
pub struct ChangeRequest {
    /// The file.
    pub path: PathBuf,
    /// The version that was read; for undo, the version before that change.
    pub stamp: Stamp,
    /// The change.
    pub kind: ChangeKind,
}

/// The outcome of a change.
#[derive(Clone, Debug)]
pub enum ChangeOutcome {
    /// It was made and can be undone.
    Made {
        made: Changes,
        /// What undoes it.
        undo: Changes,
        /// The list of the changed file, if it is known without reading the file again.
        list: Option<Arc<Collection>>,
    },
    /// There was nothing to change.
    Nothing,
    /// It was cancelled, and the file is as it was.
    Cancelled,
    /// The file has changed since; the games were appended.
    Appended(Appended),
}

/// The result of a change.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The request.
    pub request: ChangeRequest,
    /// The outcome, or the error as text.
    pub done: Result<ChangeOutcome, String>,
}

impl ChangeRequest {
    /// Makes the change. Waits for the disk. `go_on` is called with the share that is done and returns whether to
    /// continue.
    pub fn carry_out(self, go_on: &mut dyn FnMut(f32) -> bool) -> Changed {
        let done = self.change(go_on).map_err(|error| error.to_string());
        Changed { request: self, done }
    }

    fn change(&self, go_on: &mut dyn FnMut(f32) -> bool) -> Result<ChangeOutcome, FileError> {
        let made = match &self.kind {
            ChangeKind::Remove(games, list) => {
                changes::removal(&self.path, self.stamp, list, games)?
            }
            ChangeKind::Merge(list) => {
                let groups = duplicates::groups(list);
                let confirming = &mut |share| go_on(share / 2.0);
                let groups = duplicates::confirmed(&self.path, list, &groups, confirming)?;
                let Some(groups) = groups else { return Ok(ChangeOutcome::Cancelled) };
                if groups.is_empty() {
                    return Ok(ChangeOutcome::Nothing);
                }
                let merging = &mut |share| go_on(0.5 + share / 2.0);
                let made = duplicates::merging(&self.path, self.stamp, list, &groups, merging)?;
                let Some(made) = made else { return Ok(ChangeOutcome::Cancelled) };
                made
            }
            ChangeKind::Undo(undo) => match changes::make(&self.path, undo, go_on) {
                Ok(Some(again)) => {
                    let made = (**undo).clone();
                    return Ok(ChangeOutcome::Made { made, undo: again, list: None });
                }
                Ok(None) => return Ok(ChangeOutcome::Cancelled),
                Err(FileError::Changed(_)) => {
                    return changes::append_removed(&self.path, undo).map(ChangeOutcome::Appended);
                }
                Err(error) => return Err(error),
            },
        };
        // Of merging, the search for duplicates is what takes long.
        let merges = matches!(self.kind, ChangeKind::Merge(_));
        let writing = &mut |share| go_on(if merges { 1.0 } else { share });
        let Some(undo) = changes::make(&self.path, &made, writing)? else {
            return Ok(ChangeOutcome::Cancelled);
        };
        let list = match &self.kind {
            // Of a list that was cut, other games would come in; a game that was closed has changed.
            ChangeKind::Remove(_, list)
                if !list.is_cut() && !made.list.iter().any(Change::closes_last) =>
            {
                Some(Arc::new(list.without(&made)))
            }
            _ => None,
        };
        Ok(ChangeOutcome::Made { made, undo, list })
    }
}

/// Changes of files that can be undone.
#[derive(Clone, Debug, Default)]
pub struct Removed {
    /// The newest last.
    pub(super) list: Vec<Undoable>,
    /// The state number of the board's history when games were restored last.
    pub(super) restored: Option<u64>,
}

/// A change that can be undone.
#[derive(Clone, Debug)]
pub(super) struct Undoable {
    /// The file.
    pub(super) path: PathBuf,
    /// The version of the file before the change.
    pub(super) stamp_before: Stamp,
    /// What undoes it.
    pub(super) undo: Arc<Changes>,
    /// The state number of the board's history when it was made.
    history: u64,
}

impl Removed {
    /// Whether nothing can be restored.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether games were restored after everything in the board's history, which has this state number.
    pub(crate) fn has_restored(&self, history: u64) -> bool {
        self.restored == Some(history)
    }

    /// Whether the newest change was made after everything in the board's history, which has this state number.
    pub(crate) fn is_newer_than(&self, history: u64) -> bool {
        self.list.last().is_some_and(|newest| newest.history == history)
    }

    pub(super) fn push(
        &mut self,
        (path, stamp_before): (PathBuf, Stamp),
        undo: Arc<Changes>,
        history: u64,
    ) {
        self.list.push(Undoable { path, stamp_before, undo, history });
        let bytes = |list: &[Undoable]| -> usize { list.iter().map(|it| it.undo.bytes()).sum() };
        while self.list.len() > 1 && bytes(&self.list) > MAX_BYTES {
            self.list.remove(0);
        }
    }

    /// Updates the versions after an undo: the file has the content of `before` again and the version `now`.
    pub(super) fn update_stamps(&mut self, path: &Path, before: Stamp, now: Stamp) {
        for it in &mut self.list {
            if it.path == path && it.undo.stamp == before {
                Arc::make_mut(&mut it.undo).stamp = now;
            }
        }
    }
}
