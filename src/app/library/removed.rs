//! Taking games out of files, one or all that stand there twice, and putting them back.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::collection::changes::{self, Changes, MOST_BYTES};
use crate::collection::file::{FileError, Place, Stamp};
use crate::collection::{Collection, duplicates};

use super::collection::is_of_file;
use crate::app::commands::command::UserCommand;
use crate::app::effect::Effect;
use crate::app::update::Cx;
use crate::app::window::dialog::Dialog;

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
    /// As it was read.
    pub stamp: Stamp,
    /// What is done.
    pub kind: ChangeKind,
}

/// What a change has come to.
#[derive(Clone, Debug)]
pub enum Change {
    /// It was made, and `undo` takes it back.
    Made {
        /// What was changed.
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
    list: Vec<(PathBuf, Arc<Changes>)>,
}

impl Removed {
    /// Whether anything can be put back.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    fn push(&mut self, path: PathBuf, undo: Changes) {
        self.list.push((path, Arc::new(undo)));
        let bytes = |list: &[(PathBuf, Arc<Changes>)]| -> usize {
            list.iter().map(|(_, undo)| undo.bytes()).sum()
        };
        while self.list.len() > 1 && bytes(&self.list) > MOST_BYTES {
            self.list.remove(0);
        }
    }
}

impl Cx<'_> {
    /// Takes a game of the list out of its file.
    pub(crate) fn remove_from_file(&mut self, game: u32) {
        let Some(list) = &self.m.games else { return };
        let Some(path) = list.origin.path().map(ToOwned::to_owned) else {
            let text = "These games are in no file; there is nothing to delete them from";
            return self.m.toasts.info(text);
        };
        let Some(place) = list.place(game) else { return };
        let (stamp, kind) = (list.stamp, ChangeKind::Remove(vec![place]));
        self.change_file(ChangeRequest { path, stamp, kind });
    }

    /// Asks before equal games become one.
    pub(crate) fn ask_to_merge(&mut self) {
        if let Some(list) = self.m.games.as_ref().filter(|list| list.origin.path().is_some()) {
            let (name, games) = (list.name.clone(), list.collection.len());
            self.m.dialog = Some(Dialog::MergeDuplicates { name, games });
        }
    }

    /// Equal games become one.
    pub(crate) fn merge_duplicates(&mut self) {
        self.m.dialog = None;
        let Some(list) = &self.m.games else { return };
        let Some(path) = list.origin.path().map(ToOwned::to_owned) else { return };
        let (stamp, kind) = (list.stamp, ChangeKind::Merge(Arc::clone(&list.collection)));
        self.change_file(ChangeRequest { path, stamp, kind });
    }

    /// Undoes the last change of a file.
    pub(crate) fn put_back(&mut self) {
        if self.m.homes.writing {
            return self.wait_for_writer();
        }
        if let Some((path, undo)) = self.m.removed.list.pop() {
            let (stamp, kind) = (undo.stamp, ChangeKind::Undo(undo));
            self.change_file(ChangeRequest { path, stamp, kind });
        }
    }

    fn change_file(&mut self, request: ChangeRequest) {
        if self.m.homes.writing {
            return self.wait_for_writer();
        }
        self.m.homes.writing = true;
        self.out.push(Effect::ChangeFile(Box::new(request)));
    }

    fn wait_for_writer(&mut self) {
        self.m.toasts.warn("A file is still being written; try again in a moment");
    }

    /// A file was changed, or not.
    pub(crate) fn file_changed(&mut self, changed: Changed) {
        self.m.homes.writing = false;
        let Changed { request: ChangeRequest { path, kind, .. }, done } = changed;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let (made, undo) = match done {
            Ok(Change::Made { made, undo }) => (made, undo),
            Ok(Change::Nothing) => {
                return self.m.toasts.info(format!("No game stands in {name} twice"));
            }
            Ok(Change::Appended(games)) => {
                self.read_list_again(&path);
                let text = format!(
                    "{name} has changed since: {} put back at its end",
                    counted(games, "game")
                );
                return self.m.toasts.warn(text);
            }
            Err(error) => {
                if let ChangeKind::Undo(undo) = kind {
                    self.m.removed.list.push((path, undo));
                }
                return self.m.toasts.error(format!("The file was not changed: {error}"));
            }
        };
        self.m.homes.follow_changes(&path, &made, undo.stamp);
        self.read_list_again(&path);
        let games = made.fewer().unsigned_abs() as usize;
        let text = match kind {
            ChangeKind::Undo(_) => {
                let text = format!("{} put back into {name}", counted(games, "game"));
                return self.m.toasts.info(text);
            }
            ChangeKind::Remove(games) => {
                let number = games.first().map_or(0, |place| place.game + 1);
                format!("Game {number} deleted from {name}")
            }
            ChangeKind::Merge(_) => {
                format!("{} merged into their equals in {name}", counted(games, "duplicate"))
            }
        };
        self.m.removed.push(path, undo);
        self.m.toasts.offer(text, UserCommand::PutBack);
    }

    /// The list of a file that is not as it was is made again; how it is looked at stays.
    pub(crate) fn read_list_again(&mut self, path: &Path) {
        if self.m.games.as_ref().is_some_and(|list| is_of_file(list, path)) {
            self.out.push(Effect::OpenFile { path: path.to_owned(), quietly: true });
        }
    }
}

/// `1 game`, `2 games`.
fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
