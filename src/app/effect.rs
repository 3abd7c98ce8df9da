//! Effects: what an update wants done outside the model. The window carries them out.

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

use super::arena::messages::ArenaCommand;
use super::lab::export::ViewChoices;
use super::library::collection::{
    ExploreRequest, GameText, ListRequest, ReadRequest, SaveListRequest, SaveTo, WriteRequest,
};
use super::library::own::KeepRequest;
use super::library::removed::ChangeRequest;
use super::results::read::ResultsRequest;
use super::review::state::ExpectRequest;
use super::training::openings::RepertoireRequest;
use super::window::sounds::Sound;
use super::window::workspace::{PaneId, Workspace};

/// One effect.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "few effects exist at a time, and the largest is frequent"
)]
pub enum Effect {
    /// Start this engine on a seat.
    OpenSeat(EngineId, EngineConfig),
    /// End the engine on a seat.
    CloseSeat(EngineId),
    /// Start an engine once and ask for its name and options; the answer comes back as `EngineAction::Probed`.
    ProbeEngine { spec: Arc<UciSpec>, log: Arc<ConversationLog>, number: u64 },
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
        /// A folder is wanted, not a file.
        folder: bool,
    },
    /// Let the user pick a file and write a log there; the result comes back as `EngineAction::LogSaved`.
    SaveEngineLog {
        /// The engine's name.
        name: String,
        log: Arc<ConversationLog>,
    },
    /// Send this to an engine, in order.
    ToEngine(EngineId, Command),
    /// Ask an engine to inspect its memory; the result comes back as an event of that engine.
    Inspect(EngineId, InspectionRequest),
    /// Raise an engine's stop token for this job.
    Stop(EngineId, JobId),
    /// Tell an engine that the expected move was played.
    PonderHit(EngineId, JobId),
    /// A command to the threads that play tournaments.
    Arena(ArenaCommand),
    /// Copy this text to the clipboard.
    CopyText(String),
    /// Ask for the clipboard's text; it comes back as `Action::PasteText`.
    RequestPaste,
    /// Let the user pick a file; it comes back as `Action::Opened`.
    PickFileToOpen,
    /// Let the user pick a file and write a recorded tree there; the result comes back as `GamesAction::Exported`.
    SaveTree(Arc<RecordedTree>),
    /// Let the user pick a file and write a worksheet there; the result comes back as `GamesAction::Exported`.
    SaveWorksheet(Box<Worksheet>),
    /// Let the user pick a file of positions; it comes back as `LabAction::ComparePositions`.
    PickPositions,
    /// Let the user pick a file of puzzles; it comes back as `Action::PuzzlesRead`.
    PickPuzzles,
    /// Let the user pick a file of training progress; it comes back as `Action::ProgressRead`.
    PickProgress,
    /// Let the user pick a Polyglot book; it comes back as `Action::BookOpened`.
    PickBook,
    /// Find out what a large text contains; it comes back as `Action::Opened`.
    TakeText {
        /// Where the text comes from.
        source: String,
        text: String,
    },
    /// Cancel the reading.
    CancelReading,
    /// Open this file; it comes back as `Action::Opened`.
    OpenFile {
        /// The file.
        path: PathBuf,
        /// Only the list of games is wanted.
        quietly: bool,
    },
    /// Find the rows of a list; they come back as `GamesAction::RowsReady`. An earlier request is dropped.
    ListGames(Box<ListRequest>),
    /// Find the moves played from a position; they come back as `GamesAction::Explored`. An earlier request is
    /// dropped.
    ExploreGames(Box<ExploreRequest>),
    /// Read a game; it comes back as `GamesAction::Read`.
    ReadGame(Box<ReadRequest>),
    /// Write a game; the result comes back as `GamesAction::Wrote`.
    WriteGame(Box<WriteRequest>),
    /// Add a game to the file of the user's own games; the result comes back as `GamesAction::GameKept`.
    KeepGame(Box<KeepRequest>),
    /// Open the file of the user's own games.
    OpenOwnGames {
        /// The filter for its games, as the user types it; empty: list all.
        filter: String,
    },
    /// Read the user's results from the file of the user's own games; they come back as `ResultsAction::Read`. An
    /// earlier request is dropped.
    ReadResults(ResultsRequest),
    /// Read games of a list as a repertoire; it comes back as `Action::RepertoireRead`. An earlier request is
    /// dropped.
    ReadRepertoire(Box<RepertoireRequest>),
    /// Let the user pick a file and write a text there; the result comes back as `GamesAction::Exported`.
    SaveText {
        /// The suggested file name, and its extension.
        name: String,
        ending: &'static str,
        text: String,
    },
    /// Move the file of the user's own games out of the way; the result comes back as `ResultsAction::PutAside`.
    PutOwnGamesAside,
    /// Change a file of games; the result comes back as `GamesAction::Changed`.
    ChangeFile(Box<ChangeRequest>),
    /// Let the user pick a file for a game; it comes back as `GamesAction::SaveTo`.
    PickFileToSave {
        /// The game; another may be on the board when the file has been picked.
        game: Box<GameText>,
        to: SaveTo,
    },
    /// Let the user pick a file and write a game or a position there; the result comes back as
    /// `GamesAction::Exported`.
    Export {
        /// What is written.
        job: Box<Job>,
        /// The suggested file name, without extension.
        suggested: String,
    },
    /// Let the user pick a file and write the games of a list there; the result comes back as
    /// `GamesAction::Exported`.
    SaveList(Box<SaveListRequest>),
    /// Copy a picture of a position; `GamesAction::PictureCopied` comes back.
    CopyPicture(Box<Job>),
    /// Let the user pick a file and write a view there as it looks now; the result comes back as
    /// `GamesAction::Exported`.
    ExportView(PaneId, ViewChoices),
    /// Let the user pick a folder of tablebases; it comes back as `Action::TableFolder`.
    PickTableFolder,
    /// Open the tablebases in these folders in place of any others; with no folders, close them.
    OpenTables(Vec<PathBuf>),
    /// Ask the tablebases about a position; the answer comes back as `Action::Tables`.
    ProbeTables(Box<Board>),
    /// Compute the move expected at each move of a game; it comes back as `Action::Expected`.
    Expect(Box<ExpectRequest>),
    /// Read the session saved in this file; it comes back as `Action::RestoreSession`.
    OpenSession(PathBuf),
    /// Write the session (`Session::of` the model) soon.
    SaveSession,
    /// Write the settings soon.
    SaveSettings,
    /// Write the training data soon.
    SaveTraining,
    /// Play a sound, if the computer can.
    Sound {
        sound: Sound,
        /// Volume, per cent.
        volume: u32,
    },
    /// Enter or leave full screen.
    FullScreen(bool),
    /// Open a panel in a workspace and bring it to the front.
    OpenPane(Workspace, PaneId),
    /// Close a panel in a workspace; its position in the layout is remembered.
    ClosePane(Workspace, PaneId),
    /// Reset the panels of a workspace to their default layout.
    ResetWorkspace(Workspace),
    /// Quit, but ask first if the game would be lost.
    Quit,
    /// Quit.
    QuitAnyway,
}
