//! What an update wants done outside the model. The window carries it out; nothing here does.

use std::path::PathBuf;

use crate::chess::Board;
use crate::worker::protocol::{Command, JobId};

/// One thing to be done.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a handful a second, and most are the large one")]
pub enum Effect {
    /// Send this to the worker, in order.
    Send(Command),
    /// Raise the worker's stop token to this job.
    Stop(JobId),
    /// Tell the worker that the expected move was played.
    PonderHit(JobId),
    /// Put this into the clipboard.
    CopyText(String),
    /// Ask for the clipboard's text; it comes back as `Action::PasteText`.
    RequestPaste,
    /// Let the user pick a file; it comes back as `Action::Opened`.
    PickFileToOpen,
    /// Let the user pick a Polyglot book; it comes back as `Action::BookOpened`.
    PickBook,
    /// Find out what a large text is; it comes back as `Action::Opened`.
    TakeText {
        /// Where it comes from.
        source: String,
        /// The text.
        text: String,
    },
    /// Give up what is being read.
    CancelReading,
    /// Let the user pick where to save this text.
    PickFileToSave {
        /// A file name to begin with.
        suggested: String,
        /// What is to be written.
        text: String,
    },
    /// Let the user pick a folder of endgame tables; it comes back as `Action::TableFolder`.
    PickTableFolder,
    /// Open the endgame tables of these folders in place of any others; of none: close them.
    OpenTables(Vec<PathBuf>),
    /// Ask the endgame tables about a position; the answer comes back as `Action::Tables`.
    ProbeTables(Box<Board>),
    /// Write the session (`Session::of` the model) soon.
    SaveSession,
    /// Write the settings soon.
    SaveSettings,
    /// Fill the screen or leave it.
    FullScreen(bool),
    /// Put all panels back.
    ResetLayout,
    /// Open the panel with this title and bring it to the front.
    ShowPanel(&'static str),
    /// End the program.
    Quit,
}
