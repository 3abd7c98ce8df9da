//! What is known of the user's results: what was read of the file, and what of it is shown.

use std::path::PathBuf;
use std::sync::Arc;

use super::game::OwnRecord;
use super::record::{GameFilter, Results};

/// Everything about the results.
#[derive(Clone, Debug, Default)]
pub struct ResultsPage {
    /// What the file says, or why it cannot be read; `None`: it was not read yet. It stays while it is read again.
    pub record: Option<Result<Arc<OwnRecord>, String>>,
    pub filter: GameFilter,
    /// What is shown, of what was read.
    pub results: Arc<Results>,
    /// All opponents and openings are listed, not only the most frequent.
    pub lists_all: bool,
    /// The number of the newest question.
    pub(crate) ticket: u64,
    pub(crate) stage: Stage,
}

/// How what is shown stands to the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The file has changed, or may have.
    #[default]
    Outdated,
    /// Other games of it count.
    Uncounted,
    /// An answer is waited for.
    Asked,
    /// What is shown is what the file says, as far as this program knows.
    Shown,
}

/// What can be done, and what comes back.
#[derive(Clone, Debug)]
pub enum ResultsAction {
    /// The file was read and its games counted, or why not, in words.
    Read { ticket: u64, read: Result<(Arc<OwnRecord>, Arc<Results>), String> },
    /// Other games count.
    Filter(GameFilter),
    /// List all opponents and openings, or the most frequent.
    ListAll(bool),
    /// List the games of the file that have this, as one types it in the library.
    ShowGames(String),
    /// Let the user pick a file and write what is shown there.
    Export,
    /// The file was put aside: where it is now (`None`: there was none), or why not, in words.
    PutAside(Result<Option<PathBuf>, String>),
}

impl ResultsPage {
    /// The file has changed, or may have.
    pub(crate) fn outdate(&mut self) {
        self.stage = Stage::Outdated;
    }
}
