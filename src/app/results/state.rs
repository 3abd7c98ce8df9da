//! The state of the user's results: what was read from the file, and what is shown of it.

use std::path::PathBuf;
use std::sync::Arc;

use super::game::OwnRecord;
use super::record::{GameFilter, Results};

/// Everything about the results.
#[derive(Clone, Debug, Default)]
pub struct ResultsPage {
    /// The content of the file, or why it cannot be read; `None`: it was not read yet. It stays while the file is
    /// read again.
    pub record: Option<Result<Arc<OwnRecord>, String>>,
    pub filter: GameFilter,
    /// The numbers shown, computed from what was read.
    pub results: Arc<Results>,
    /// All opponents and openings are listed, not only the most frequent.
    pub lists_all: bool,
    /// The number of the last request.
    pub(crate) ticket: u64,
    pub(crate) stage: Stage,
}

/// Whether the numbers shown match the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The file has changed, or may have.
    #[default]
    Outdated,
    /// The filter has changed.
    Uncounted,
    /// A request is pending.
    Asked,
    /// The numbers shown match the file, as far as this program knows.
    Shown,
}

/// Actions on the page, and the answers.
#[derive(Clone, Debug)]
pub enum ResultsAction {
    /// The file was read and its games counted, or the error as text.
    Read { ticket: u64, read: Result<(Arc<OwnRecord>, Arc<Results>), String> },
    /// Change which games count.
    Filter(GameFilter),
    /// List all opponents and openings, or the most frequent.
    ListAll(bool),
    /// List the games of the file that match this filter, as the user types it in the library.
    ShowGames(String),
    /// Let the user pick a file and write the numbers there.
    Export,
    /// The file was moved out of the way: its new path (`None`: there was no file), or the error as text.
    PutAside(Result<Option<PathBuf>, String>),
}

impl ResultsPage {
    /// The file has changed, or may have.
    pub(crate) fn outdate(&mut self) {
        self.stage = Stage::Outdated;
    }
}
