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
use super::persistence::session::Session;
pub use super::results::state::ResultsAction;
use super::review::state::{ExpectNews, ReviewRequest};
pub use super::tours::TourAction;
use super::training::openings::RepertoireRead;
pub use super::training::state::TrainingAction;
use super::window::settings::SettingChange;
use super::window::sounds::Sound;
use super::window::toasts::ToastOffer;
use super::window::view::{Annotating, Dialog, Graph, WindowPlace};
use super::window::workspace::PaneId;
pub use crate::commands::keymap::KeysAction;

/// Something that happened. Widgets and panels make them, `update` answers them.
#[derive(Clone, Debug)]
pub enum Action {
    /// A command from menu, key, button or palette.
    Command(UserCommand),
    /// The same by its keys. Behind a dialog, which a key before it may have opened, it does nothing.
    Shortcut(UserCommand),
    /// The key of the switch in `Model::held` is up again.
    KeyUp,
    /// A key one also types moves with, outside every field, and the command it means, if it means one.
    Typed(TypedKey, Option<UserCommand>),
    /// Text typed while a field that a command opened has no focus yet.
    TextForField(String),
    /// That field has the focus now, and what was typed for it.
    FieldFocused,
    /// Something about the keys of commands.
    Keys(KeysAction),
    /// A move on the board. An own move while the opponent thinks becomes a premove.
    PlayMove {
        from: Square,
        /// To here; castling by the king's target or the own rook.
        to: Square,
        /// What a pawn becomes; `None` where it is no promotion.
        promotion: Option<PieceType>,
    },
    /// A move to be played as soon as the opponent has moved, if it is legal then.
    Premove {
        from: Square,
        to: Square,
        /// What a pawn becomes.
        promotion: Option<PieceType>,
    },
    /// Forget the premove.
    CancelPremove,
    /// A move was tried on the board that is not legal.
    MoveRefused,
    /// Show this position.
    GoTo(NodeId),
    /// Play these moves from a position, as after a click into a line of the engine.
    PlayLine {
        /// Where the line begins.
        node: NodeId,
        /// Its moves as far as the click.
        moves: Vec<Move>,
    },
    /// Change the tree at a node.
    Edit {
        node: NodeId,
        /// What is done.
        edit: TreeEdit,
    },
    /// Open the comment editor for a position, or close it.
    Annotate(Option<Annotating>),
    /// Draw a shape on the shown position, or erase it if it is there.
    ToggleShape(Shape),
    /// Start a game. Opens with what the dialog said.
    StartGame(NewGame),
    /// Change the draft in the new-game dialog.
    DraftNewGame(NewGame),
    /// Give the game these tag pairs.
    SetTags(Tags),
    /// Ask another source about the shown position.
    ExploreIn(Source),
    /// A book was opened, or could not be.
    BookOpened {
        /// The book, or what is wrong with the file.
        opened: Result<OpenBook, String>,
        /// What was wrong with it and could be put right.
        mended: Vec<String>,
    },
    /// Set up a position given as FEN.
    SetFen(String),
    /// A text was pasted.
    PasteText(String),
    /// A text was read.
    Opened(Box<Opened>),
    /// The text being read and how much of it is done, 0 to 1; `None`: none is.
    Reading(Option<(String, f32)>),
    /// Give up what is being read.
    CancelReading,
    /// Something about lists of games and the files they are in.
    Games(GamesAction),
    /// A position of the recent ones, 0 the newest.
    OpenRecent(usize),
    Set(SettingChange),
    /// Play this sound, whether it is switched on or not.
    PlaySound(Sound),
    /// The position editor.
    Editor(EditorAction),
    /// The review of the game on the board.
    Review(ReviewAction),
    /// Learning from its mistakes.
    Learn(LearnAction),
    /// Something is asked of the Lab.
    Lab(LabAction),
    /// Something about the duel.
    Duel(DuelAction),
    /// Something about tournaments.
    Arena(ArenaAction),
    /// Something about training.
    Training(TrainingAction),
    /// Games of a list were read as a repertoire.
    RepertoireRead(RepertoireRead),
    /// Something about the user's results.
    Results(ResultsAction),
    /// Something about the tours.
    Tour(TourAction),
    /// The panels in sight in the workspace on screen.
    PanesOpen(Vec<PaneId>),
    /// The endgame tables have something to say.
    Tables(TablesNews),
    /// What a strong player was expected to play in the game.
    Expected(Box<ExpectNews>),
    /// Let the user pick a folder of endgame tables.
    PickTableFolder,
    /// A folder of endgame tables was picked.
    TableFolder(PathBuf),
    /// Lay the card that tells how the game ended on the board, or take it away.
    EndCard(bool),
    OpenDialog(Dialog),
    /// Close the open dialog.
    CloseDialog,
    /// Something outside wants a file or folder of the user.
    AskForFile(FileQuestion),
    /// The user chose one in the open dialog.
    FileChosen(PathBuf),
    /// Yes to the question of the open dialog.
    Confirm,
    /// Save the game on the board before another one takes its place.
    SaveFirst,
    /// End the program although the game on the board is kept nowhere.
    QuitAnyway,
    /// Take a toast away.
    DismissToast(u64),
    /// Take all toasts away.
    DismissToasts,
    /// Open a panel in the workspace on screen and bring it to the front.
    OpenPane(PaneId),
    /// Close a panel in the workspace on screen.
    ClosePane(PaneId),
    /// The panels stand otherwise.
    Layout(serde_json::Value),
    /// The window stands elsewhere or has another size.
    WindowMoved(WindowPlace),
    /// While the window presents: on to the next move or step of the tour, or back.
    StepPresentation {
        on: bool,
    },
    /// The window fills the screen or no longer does, whoever did it.
    FullScreenChanged(bool),
    /// An engine's worker said something.
    Engine(EngineId, Event),
    /// The newest state of an engine's search.
    Live(EngineId, Live),
    /// An engine's worker is gone and another one was started; `Err` says why it could not be.
    WorkerGone(EngineId, Result<(), String>),
    /// Something about the user's engines.
    Engines(EngineAction),
    /// Show this engine's search in full.
    Focus(EngineId),
    /// Ask about some moves of the analysed position only.
    Ask(AskAction),
    /// Draw this over the game.
    ShowGraph(Graph),
    /// Let an engine take part in analysis, or no longer.
    TakesPart(EngineId, bool),
    /// Time has passed.
    Tick,
    /// Another day has begun: its date as PGN writes it.
    NewDay(String),
    /// The session of the last run.
    RestoreSession(Box<Session>),
    /// Offer the session that the last start did not survive, of which this is a copy.
    OfferSession(PathBuf),
    /// Open the session that was offered.
    OpenLastSession,
    /// Why neither session nor settings are kept from now on; `None`: they are.
    NotKept(Option<String>),
    /// Something outside went wrong, in words.
    Failed(String),
}

/// What can be done to the tree at one of its nodes.
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
    /// Write a text; empty removes it.
    Comment {
        /// In front of the move instead of behind it.
        before: bool,
        text: String,
        /// It goes on with what was typed last: undo takes both back.
        more: bool,
    },
    /// Put a glyph behind the move or take it away.
    ToggleNag(Nag),
    /// Take all glyphs away.
    ClearNags,
}

/// What can be done about a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewAction {
    /// Change what the dialog asks for.
    Draft(ReviewRequest),
    /// Begin.
    Start(ReviewRequest),
    /// Stop; what was found is kept.
    Stop,
    /// Write what was found so far into the game.
    Write,
    /// Forget what was found; notes written stay.
    Discard,
    /// Show what was expected at each move in place of the errors, or the errors again.
    ShowExpected(bool),
}

/// What can be done while learning from mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnAction {
    /// Begin with the mistakes of one side, or of both.
    Start(Option<Color>),
    /// Show the position of the puzzle at hand again.
    Return,
    /// Another try.
    Again,
    Solution,
    /// On to the next puzzle.
    Next,
    /// Another round over the puzzles that were not solved.
    Repeat,
    /// Back to the game.
    Exit,
}

impl ToastOffer {
    /// What the button does.
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
        }
    }
}
