//! How the model is displayed: nothing here changes a game.

use serde::{Deserialize, Serialize};

use super::workspace::{PaneId, Workspace};
use crate::arena::messages::Proposal;
use crate::commands::command::UserCommand;
use crate::game::new_game::NewGame;
use crate::game::replacement::{Loss, Replacement};
use crate::lab::export::ViewChoices;
use crate::library::choose::FileQuestion;
use crate::library::collection::SaveQuestion;
use crate::library::removed::ChangeRequest;
use crate::review::state::ReviewRequest;
use tabia_engine::search::thinker::EngineId;
use tabia_games::export::job::{Choices, Kind};
use tabia_games::game::tags::Tags;
use tabia_games::game::tree::{GameTree, NodeId};

/// The comment being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Annotating {
    /// The position.
    pub node: NodeId,
    /// The comment before the move instead of the one after it.
    pub before: bool,
}

impl Annotating {
    /// The comment before the move to a node, if a PGN file can have one there.
    pub fn before(tree: &GameTree, to: NodeId) -> Option<Annotating> {
        let before = tree.begins_variation(to);
        let node = if before { to } else { NodeId::ROOT };
        tree.has_place_before(to).then_some(Annotating { node, before })
    }
}

/// Position and size of the window, in unscaled points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowPlace {
    /// The upper left corner of its frame; `None` if the system does not report it.
    #[serde(default)]
    pub corner: Option<[f32; 2]>,
    /// Width and height inside the frame, before it was maximised.
    pub size: [f32; 2],
    /// It is maximised.
    #[serde(default)]
    pub maximized: bool,
}

impl WindowPlace {
    /// Largest plausible size or distance, points.
    const FAR: f32 = 32_768.0;

    /// The place without implausible numbers.
    #[must_use]
    pub fn sound(self) -> WindowPlace {
        let side = |v: f32| if v.is_finite() { v.clamp(1.0, Self::FAR) } else { 1.0 };
        let near = |corner: &[f32; 2]| corner.iter().all(|v| v.abs() <= Self::FAR);
        WindowPlace { corner: self.corner.filter(near), size: self.size.map(side), ..self }
    }
}

/// The graph in the evaluation panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Graph {
    /// The score of each position.
    #[default]
    Score,
    /// Chances of win, draw and loss.
    Chances,
    /// Time used for each move.
    Time,
    /// Search depth of each position's evaluation.
    Depth,
}

/// The state before the presentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// The window was already in full screen.
    pub(crate) was_full_screen: bool,
}

/// How the model is displayed.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct ViewState {
    /// Black is at the bottom.
    pub flipped: bool,
    /// The user has flipped the board: what is pasted or opened leaves it that way.
    pub turned: bool,
    /// The window is in full screen.
    pub full_screen: bool,
    /// A presentation is running: the window shows only the board and one view.
    pub presentation: Option<Presentation>,
    /// The card with the result is shown on the board.
    pub end_card: bool,
    /// All engine output is hidden.
    pub hide_engine: bool,
    /// The graph over the game.
    pub graph: Graph,
    /// The comment being written.
    pub annotating: Option<Annotating>,
    /// The engine whose search the panels show in full, if the user chose one.
    pub focus: Option<EngineId>,
    pub window: Option<WindowPlace>,
    /// The visible panels of the workspace on screen, as last reported by the window, with the one brought to the
    /// front last as the first. Data that none of them shows is not requested from the engine.
    pub panes: Vec<PaneId>,
    /// The workspace on screen.
    pub workspace: Workspace,
    /// The layout of the panels in each workspace, as saved by the window.
    pub layout: Option<serde_json::Value>,
}

impl ViewState {
    /// The view the user is looking at: among the visible panels the one that came to the front last, panels of the
    /// workspace first.
    pub fn front(&self) -> Option<PaneId> {
        let panes = || self.panes.iter().copied().filter(|&pane| pane != PaneId::Tour);
        panes().find(|pane| pane.workspace() == self.workspace).or_else(|| panes().next())
    }
}

// The dialogs and their content. At most one is open at a time.

/// An open dialog.
#[derive(Clone, Debug)]
pub enum Dialog {
    /// A new game, as chosen so far.
    NewGame(NewGame),
    /// A review of the game, as chosen so far.
    Review(ReviewRequest),
    /// The tag pairs of the game when it was opened.
    Tags(Tags),
    /// A question before a change that is hard to undo.
    Confirm {
        question: String,
        /// The command carried out on yes.
        command: UserCommand,
    },
    /// A question before another game replaces the one on the board.
    Replace(Loss, Box<Replacement>),
    /// A question before a game is written.
    Save(SaveQuestion),
    /// A question before a game is removed from its file.
    DeleteGame {
        /// Its number in the file, counted from 1.
        number: u32,
        /// White and Black.
        players: [String; 2],
        /// The file.
        name: String,
        /// The change to make on yes.
        request: Box<ChangeRequest>,
    },
    /// A question before the plan being set up in the arena is replaced by another.
    ReplacePlan {
        /// The name of the plan.
        name: String,
        /// The match from another workspace that replaces it; `None`: a plan from a file.
        of: Option<Proposal>,
    },
    /// A question before duplicates are merged.
    MergeDuplicates {
        /// The file.
        name: String,
        games: usize,
    },
    /// The choices for an export so far.
    Export(Kind, Choices),
    /// The choices for the export of a view so far.
    ExportView(PaneId, ViewChoices),
    /// A text could not be read; the reason.
    Problem {
        /// A short title.
        title: String,
        /// The failed attempts and their reasons, line by line.
        lines: Vec<String>,
    },
    /// An invalid FEN, in a field where it can be corrected.
    BrokenFen {
        /// A short title.
        title: String,
        text: String,
    },
    /// The program should quit, but games would be lost.
    Unkept {
        /// The session is not saved, and the user's game is in no file in its present state.
        session: bool,
        /// Settings were changed and are not saved.
        settings: bool,
        /// Training progress was made and is not saved.
        training: bool,
        /// Number of games that could not be added to the user's own games.
        games: usize,
        /// The reasons, line by line.
        why: String,
    },
    /// The session crashed the last start: asks whether to open it all the same.
    LastSession,
    /// A file or folder to choose.
    ChooseFile(FileQuestion),
    /// The user's engines.
    Engines,
    /// The conversation with an engine.
    EngineLog {
        /// The number of the engine.
        id: u32,
        /// It was opened from the list, to which it returns when closed.
        from_list: bool,
    },
    Settings,
    Keys,
    /// The command palette.
    Palette,
    /// Suggestions for a start: at the first start, and on request.
    Welcome,
    /// Instructions for writing a tour.
    WriteTour,
    /// Information about the program.
    About,
}
