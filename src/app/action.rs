//! Everything that can happen to the model, from the user, the engine, the files or the clock.

use std::path::PathBuf;

use tabia_chess::{Color, Move, PieceType, Square};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::annotation::{Nag, Shape};
use tabia_games::game::tags::Tags;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::protocol::{Event, Live};

pub use super::arena::messages::{
    ArenaAction, ArenaExport, ArenaNews, ArenaPick, Growth, Proposal,
};
pub use super::commands::command::UserCommand;
pub use super::duel::state::DuelAction;
pub use super::engines::entries::EngineAction;
pub use super::engines::state::AskAction;
pub use super::game::editor::EditorAction;
use super::game::new_game::NewGame;
use super::game::typed::TypedKey;
pub use super::lab::state::LabAction;
use super::library::choose::FileQuestion;
pub use super::library::collection::GamesAction;
use super::library::explorer::{OpenBook, Source};
use super::library::open::Opened;
use super::library::tables::TablesNews;
use super::model::SavedFile;
use super::persistence::session::Session;
pub use super::results::state::ResultsAction;
use super::review::state::{ExpectNews, ReviewRequest};
pub use super::tours::TourAction;
use super::training::openings::RepertoireRead;
use super::training::progress::{Progress, ProgressRead};
use super::training::puzzle_file::PuzzlesRead;
pub use super::training::state::TrainingAction;
use super::window::settings::{SettingChange, Settings};
use super::window::sounds::Sound;
use super::window::toasts::ToastOffer;
use super::window::view::{Annotating, Dialog, Graph, WindowPlace};
use super::window::workspace::PaneId;
pub use crate::commands::keymap::KeysAction;

/// Something that happened. Widgets and panels create actions; `update` handles them.
#[derive(Clone, Debug)]
pub enum Action {
    /// A command from the menu, a key, a button or the palette.
    Command(UserCommand),
    /// A command given by its shortcut. Most do nothing while a dialog is open, which an earlier key may have opened.
    Shortcut(UserCommand),
    /// The key of the switch in `Model::held` was released.
    KeyUp,
    /// A key that can also be used to type a move, pressed outside every text field, and its command, if it has one.
    Typed(TypedKey, Option<UserCommand>),
    /// Text typed while a field that a command opened has no focus yet.
    TextForField(String),
    /// The field now has the focus and has received the text typed for it.
    FieldFocused,
    /// An action on the shortcuts of commands.
    Keys(KeysAction),
    /// A move on the board. A move by the user while the opponent thinks becomes a premove.
    PlayMove {
        from: Square,
        /// The target; for castling the king's target or the square of the castling rook.
        to: Square,
        /// The piece a pawn promotes to; `None` if the move is not a promotion.
        promotion: Option<PieceType>,
    },
    /// A move to be played as soon as the opponent has moved, if it is legal then.
    Premove {
        from: Square,
        to: Square,
        /// The piece a pawn promotes to.
        promotion: Option<PieceType>,
    },
    /// Forget the premove.
    CancelPremove,
    /// The user tried an illegal move on the board.
    MoveRefused,
    /// Show this position.
    GoTo(NodeId),
    /// Play these moves from a position, as after a click into a line of the engine.
    PlayLine {
        /// The position where the line begins.
        node: NodeId,
        /// Its moves up to the one clicked.
        moves: Vec<Move>,
    },
    /// Change the tree at a node.
    Edit {
        node: NodeId,
        edit: TreeEdit,
    },
    /// Open the comment editor for a position, or close it.
    Annotate(Option<Annotating>),
    /// Draw a shape on the shown position, or erase it if it is there.
    ToggleShape(Shape),
    /// Start a game with the settings chosen in the dialog.
    StartGame(NewGame),
    /// Change the draft in the new-game dialog.
    DraftNewGame(NewGame),
    /// Give the game these tag pairs.
    SetTags(Tags),
    /// Use another source for the explorer of the shown position.
    ExploreIn(Source),
    /// A book was opened, or could not be opened.
    BookOpened {
        /// The book, or the error in the file.
        opened: Result<OpenBook, String>,
        /// Errors in it that were repaired.
        mended: Vec<String>,
    },
    /// Set up a position given as FEN.
    SetFen(String),
    /// A text was pasted.
    PasteText(String),
    /// A text was read.
    Opened(Box<Opened>),
    /// Show what was read while a dialog or the position editor was open.
    ShowOpened,
    /// The text being read and the share that is done, 0 to 1; `None`: no text is being read.
    Reading(Option<(String, f32)>),
    CancelReading,
    /// An action on lists of games and their files.
    Games(GamesAction),
    /// Open a recent position, 0 the newest.
    OpenRecentPosition(usize),
    Set(SettingChange),
    /// Play this sound, whether it is switched on or not.
    PlaySound(Sound),
    /// The position editor.
    Editor(EditorAction),
    /// The review of the game on the board.
    Review(ReviewAction),
    /// An action while learning from the mistakes of the game.
    Learn(LearnAction),
    /// An action of the Lab.
    Lab(LabAction),
    /// An action of the duel.
    Duel(DuelAction),
    /// An action on tournaments.
    Arena(ArenaAction),
    /// An action of the training.
    Training(TrainingAction),
    /// Games of a list were read as a repertoire.
    RepertoireRead(RepertoireRead),
    /// A file of puzzles was read.
    PuzzlesRead(Box<PuzzlesRead>),
    /// A file of training progress was read.
    ProgressRead(Box<ProgressRead>),
    /// An action on the user's results.
    Results(ResultsAction),
    /// An action on the tours.
    Tour(TourAction),
    /// The panels visible in the workspace on screen.
    PanesOpen(Vec<PaneId>),
    /// News from the tablebases.
    Tables(TablesNews),
    /// The moves expected from a strong player in the game.
    Expected(Box<ExpectNews>),
    /// A folder of tablebases was picked.
    TableFolder(PathBuf),
    /// Show the card with the result of the game on the board, or hide it.
    EndCard(bool),
    OpenDialog(Dialog),
    /// Close the open dialog.
    CloseDialog,
    /// Another part of the program needs a file or folder from the user.
    AskForFile(FileQuestion),
    /// The user chose one in the open dialog.
    FileChosen(PathBuf),
    /// The user answered yes to the question in the open dialog.
    Confirm,
    /// Save the game on the board before another one replaces it.
    SaveFirst,
    /// Quit although the game on the board is not saved.
    QuitAnyway,
    DismissToast(u64),
    DismissToasts,
    /// Open a panel in the workspace on screen and bring it to the front.
    OpenPane(PaneId),
    /// Close a panel in the workspace on screen.
    ClosePane(PaneId),
    /// The layout of the panels changed.
    Layout(serde_json::Value),
    /// The window was moved or resized.
    WindowMoved(WindowPlace),
    /// While presenting: go to the next move or step of the tour, or back.
    StepPresentation {
        on: bool,
    },
    /// The window entered or left full screen, for whatever reason.
    FullScreenChanged(bool),
    /// An event from an engine's worker.
    Engine(EngineId, Event),
    /// The newest state of an engine's search.
    Live(EngineId, Live),
    /// An engine's worker has died and another one was started; `Err` says why none could be.
    WorkerGone(EngineId, Result<(), String>),
    /// An action on the user's engines.
    Engines(EngineAction),
    /// Show this engine's search in full.
    Focus(EngineId),
    /// Restrict the analysis to some moves of the analysed position.
    Ask(AskAction),
    /// Choose the graph drawn over the game.
    ShowGraph(Graph),
    /// Add an engine to the analysis or remove it.
    TakesPart(EngineId, bool),
    /// Time has passed.
    Tick,
    /// A new day has begun; its date in PGN format.
    NewDay(String),
    /// Restore the session of the last run.
    RestoreSession(Box<Session>),
    /// Offer the session that crashed the last start; this is the path of its copy.
    OfferSession(PathBuf),
    /// Open the session that was offered.
    OpenLastSession,
    /// Why something is not saved; `None`: it is saved.
    NotKept(SavedFile, Option<String>),
    /// The settings of another window, which this one takes over from.
    AdoptSettings(Box<Settings>),
    /// The training progress of that window.
    AdoptProgress(Box<Progress>),
    /// An error from outside the model, as text.
    Failed(String),
    /// A file of the program's folder could not be read, or only in part; the text stays until it is dismissed.
    Lost(String),
}

/// Edits of the tree at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeEdit {
    /// Make the variation the main continuation at its branching point.
    Promote,
    /// Make the line the main line, at every branching point on the way.
    MakeMain,
    /// Move the variation one place down.
    Demote,
    /// Remove the node and everything after it.
    Delete,
    /// Remove everything after it.
    CutAfter,
    /// Set the comment; an empty one removes it.
    Comment {
        /// The comment goes before the move instead of after it.
        before: bool,
        text: String,
        /// Continues the last typing: one undo takes back both.
        more: bool,
    },
    /// Add a glyph to the move or remove it.
    ToggleNag(Nag),
    /// Remove all glyphs.
    ClearNags,
}

/// Actions on a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewAction {
    /// Change the request in the dialog.
    Draft(ReviewRequest),
    /// Begin.
    Start(ReviewRequest),
    /// Stop; the results so far are kept.
    Stop,
    /// Write the results so far into the game.
    Write,
    /// Discard the results; notes already written stay.
    Discard,
    /// Show the expected move at each move instead of the errors, or the errors again.
    ShowExpected(bool),
}

/// Actions while learning from mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnAction {
    /// Begin with the mistakes of one side, or of both.
    Start(Option<Color>),
    /// Show the position of the current puzzle again.
    Return,
    /// Try again.
    Again,
    Solution,
    /// Go to the next puzzle.
    Next,
    /// Repeat the puzzles that were not solved.
    Repeat,
    /// Return to the game.
    Exit,
}

impl ToastOffer {
    /// The action of the button.
    pub fn action(self) -> Action {
        match self {
            ToastOffer::Command(command) => Action::Command(command),
            ToastOffer::RestartEngine(id) => Action::Engines(EngineAction::Restart(id)),
            ToastOffer::EngineLog(id) => {
                Action::OpenDialog(Dialog::EngineLog { id, from_list: false })
            }
            ToastOffer::SetUpEngine(id) => Action::Engines(EngineAction::SetUp(id)),
            ToastOffer::Watching(watching) => Action::Set(SettingChange::Watching(watching)),
            ToastOffer::BringBackTournament => Action::Arena(ArenaAction::BringBack),
            ToastOffer::RestorePlan => Action::Arena(ArenaAction::RestorePlan),
            ToastOffer::RestoreGuess => Action::Training(TrainingAction::RestoreGuess),
            ToastOffer::ReadListAgain => Action::Games(GamesAction::ReadAgain),
            ToastOffer::ShowOpened => Action::ShowOpened,
        }
    }
}
