//! What an update wants done outside the model. The window carries it out; nothing here does.

use std::path::PathBuf;
use std::sync::Arc;

use tabia_chess::Board;
use tabia_engine::search::inspection::InspectionRequest;
use tabia_engine::search::thinker::EngineId;
use tabia_games::export::job::Job;
use tabia_host::external::log::ConversationLog;
use tabia_host::external::spec::UciSpec;
use tabia_host::kinds::EngineConfig;
use tabia_host::worker::protocol::{Command, JobId};
use tabia_lab::page::Worksheet;
use tabia_lab::tree_index::RecordedTree;

use super::arena::messages::ArenaOrder;
use super::lab::export::ViewChoices;
use super::library::collection::{ExploreRequest, ListRequest, ReadRequest, WriteRequest};
use super::library::own::KeepRequest;
use super::library::removed::ChangeRequest;
use super::results::read::ResultsRequest;
use super::review::state::ExpectRequest;
use super::training::openings::RepertoireRequest;
use super::window::sounds::Sound;
use super::window::workspace::{PaneId, Workspace};

/// One thing to be done.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Put this engine on a seat: start it.
    OpenSeat(EngineId, EngineConfig),
    /// End the engine on a seat.
    CloseSeat(EngineId),
    /// Start an engine once and ask what it is; the answer comes back as `EngineAction::Probed`.
    ProbeEngine(Arc<UciSpec>, Arc<ConversationLog>),
    /// Look for well-known engines on PATH; they come back as `EngineAction::Discovered`.
    FindEngines,
    /// Let the user pick a program; it comes back as `EngineAction::AddFile`.
    PickEngine,
    /// Let the user pick a file or folder for an engine's option; it comes back as
    /// `EngineAction::SetOption`.
    PickEnginePath {
        /// Which engine.
        id: u32,
        /// Which option.
        name: String,
        /// A folder is wanted.
        folder: bool,
    },
    /// Let the user pick a file and write a log there; what became of it comes back as
    /// `EngineAction::LogSaved`.
    SaveEngineLog {
        /// Whose log it is.
        name: String,
        log: Arc<ConversationLog>,
    },
    /// Send this to an engine, in order.
    ToEngine(EngineId, Command),
    /// Ask an engine for a look into its memory; it comes back as an event of that engine.
    Inspect(EngineId, InspectionRequest),
    /// Raise an engine's stop token to this job.
    Stop(EngineId, JobId),
    /// Tell an engine that the expected move was played.
    PonderHit(EngineId, JobId),
    /// Ask something of the threads that play tournaments.
    Arena(ArenaOrder),
    /// Put this into the clipboard.
    CopyText(String),
    /// Ask for the clipboard's text; it comes back as `Action::PasteText`.
    RequestPaste,
    /// Let the user pick a file; it comes back as `Action::Opened`.
    PickFileToOpen,
    /// Let the user pick a file and write a recorded tree there; what became of it comes back as
    /// `GamesAction::Exported`.
    SaveTree(Arc<RecordedTree>),
    /// Let the user pick a file and write the example of a tour there; what became of it comes back as
    /// `GamesAction::Exported`.
    SaveExampleTour,
    /// Let the user pick a file and write a sheet there; what became of it comes back as `GamesAction::Exported`.
    SaveWorksheet(Box<Worksheet>),
    /// Let the user pick a file of positions; it comes back as `LabAction::ComparePositions`.
    PickPositions,
    /// Let the user pick a Polyglot book; it comes back as `Action::BookOpened`.
    PickBook,
    /// Find out what a large text is; it comes back as `Action::Opened`.
    TakeText {
        /// Where it comes from.
        source: String,
        text: String,
    },
    /// Give up what is being read.
    CancelReading,
    /// Open this file; it comes back as `Action::Opened`.
    OpenFile {
        /// The file.
        path: PathBuf,
        /// Only its list of games is wanted.
        quietly: bool,
    },
    /// Find the rows of a list; they come back as `GamesAction::RowsReady`. What was asked before is given up.
    ListGames(Box<ListRequest>),
    /// Find the moves played from a position; they come back as `GamesAction::Explored`. What was asked before
    /// is given up.
    ExploreGames(Box<ExploreRequest>),
    /// Read a game; it comes back as `GamesAction::Read`.
    ReadGame(Box<ReadRequest>),
    /// Write a game; what became of it comes back as `GamesAction::Wrote`.
    WriteGame(Box<WriteRequest>),
    /// Put a game into the file of one's own games; what became of it comes back as `GamesAction::GameKept`.
    KeepGame(Box<KeepRequest>),
    /// Open the file of one's own games.
    OpenOwnGames {
        /// What is asked of its games, as one types it; empty: all are listed.
        filter: String,
    },
    /// Read what the file of one's own games says of the user; it comes back as `ResultsAction::Read`. What was asked
    /// before is given up.
    ReadResults(ResultsRequest),
    /// Read games of a list as a repertoire; it comes back as `Action::RepertoireRead`. What was asked before is given up.
    ReadRepertoire(Box<RepertoireRequest>),
    /// Let the user pick a file and write a text there; what became of it comes back as `GamesAction::Exported`.
    SaveText {
        /// A file name to begin with, and its ending.
        name: &'static str,
        ending: &'static str,
        text: String,
    },
    /// Put the file of one's own games aside; what became of it comes back as `ResultsAction::PutAside`.
    PutOwnGamesAside,
    /// Change a file of games; what became of it comes back as `GamesAction::Changed`.
    ChangeFile(Box<ChangeRequest>),
    /// Let the user pick a file for the game; it comes back as `GamesAction::SaveTo`.
    PickFileToSave {
        /// A file name to begin with.
        suggested: String,
        /// What is in the file already stays.
        append: bool,
    },
    /// Let the user pick a file and write a game or a position there; what became of it comes back as
    /// `GamesAction::Exported`.
    Export {
        /// What is written.
        job: Box<Job>,
        /// A file name to begin with, without its ending.
        suggested: String,
    },
    /// Copy a picture of a position; `GamesAction::PictureCopied` comes back.
    CopyPicture(Box<Job>),
    /// Let the user pick a file and write a view there as it is seen now; what became of it comes back as
    /// `GamesAction::Exported`.
    ExportView(PaneId, ViewChoices),
    /// Let the user pick a folder of endgame tables; it comes back as `Action::TableFolder`.
    PickTableFolder,
    /// Open the endgame tables of these folders in place of any others; of none: close them.
    OpenTables(Vec<PathBuf>),
    /// Ask the endgame tables about a position; the answer comes back as `Action::Tables`.
    ProbeTables(Box<Board>),
    /// Work out what was expected at each move of a game; it comes back as `Action::Expected`.
    Expect(Box<ExpectRequest>),
    /// Read the session kept in this file; it comes back as `Action::RestoreSession`.
    OpenSession(PathBuf),
    /// Write the session (`Session::of` the model) soon.
    SaveSession,
    /// Write the settings soon.
    SaveSettings,
    /// Write what is kept of training soon.
    SaveTraining,
    /// Play a sound, if the computer can.
    Sound {
        sound: Sound,
        /// How loud, per cent.
        volume: u32,
    },
    /// Fill the screen or leave it.
    FullScreen(bool),
    /// Open a panel in a workspace and bring it to the front.
    OpenPane(Workspace, PaneId),
    /// Close a panel in a workspace. Its place is remembered.
    ClosePane(Workspace, PaneId),
    /// Put the panels of a workspace back where they were at first.
    ResetWorkspace(Workspace),
    /// End the program, unless the game would be lost: then ask.
    Quit,
    /// End the program.
    QuitAnyway,
}
