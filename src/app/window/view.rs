//! How the model is being looked at: nothing here changes a game.

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

/// Which text of a position is being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Annotating {
    /// The position.
    pub node: NodeId,
    /// The text in front of the move instead of the one behind it.
    pub before: bool,
}

impl Annotating {
    /// The text before the move to a node, where a PGN file has a place for one.
    pub fn before(tree: &GameTree, to: NodeId) -> Option<Annotating> {
        let before = tree.begins_variation(to);
        let node = if before { to } else { NodeId::ROOT };
        tree.has_place_before(to).then_some(Annotating { node, before })
    }
}

/// Where the window is and how large. In points of an interface that is not scaled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowPlace {
    /// The upper left corner of its frame; `None` where the system does not tell.
    #[serde(default)]
    pub corner: Option<[f32; 2]>,
    /// Width and height inside the frame, before it was maximised.
    pub size: [f32; 2],
    /// It fills the work area.
    #[serde(default)]
    pub maximized: bool,
}

impl WindowPlace {
    /// Largest side and distance believed, points.
    const FAR: f32 = 32_768.0;

    /// The same without numbers that cannot be meant.
    #[must_use]
    pub fn sound(self) -> WindowPlace {
        let side = |v: f32| if v.is_finite() { v.clamp(1.0, Self::FAR) } else { 1.0 };
        let near = |corner: &[f32; 2]| corner.iter().all(|v| v.abs() <= Self::FAR);
        WindowPlace { corner: self.corner.filter(near), size: self.size.map(side), ..self }
    }
}

/// What is drawn over the game in the panel of the evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Graph {
    /// The score of each position.
    #[default]
    Score,
    /// Chances of win, draw and loss.
    Chances,
    /// Time of each move.
    Time,
    /// Depth of what is known of each position.
    Depth,
}

/// What there was before the presentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// The window filled the screen already.
    pub(crate) was_full_screen: bool,
}

/// How the model is being looked at.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct ViewState {
    /// Black at the bottom.
    pub flipped: bool,
    /// The user has turned the board himself: what is pasted or opened leaves it so.
    pub turned: bool,
    /// The window fills the screen.
    pub full_screen: bool,
    /// The window presents: it shows the board and one view alone.
    pub presentation: Option<Presentation>,
    /// The card that tells how the game ended lies on the board.
    pub end_card: bool,
    /// All the engine says is hidden.
    pub hide_engine: bool,
    /// What is drawn over the game.
    pub graph: Graph,
    /// The comment that is being written.
    pub annotating: Option<Annotating>,
    /// The engine whose search the panels show in full, if the user chose one.
    pub focus: Option<EngineId>,
    pub window: Option<WindowPlace>,
    /// The panels in sight in the workspace on screen, as the window last told, the one that came to the front last
    /// before the others. What none of them shows is not asked of the engine.
    pub panes: Vec<PaneId>,
    /// What the window is arranged for.
    pub workspace: Workspace,
    /// How the panels stand in each workspace, as the window wrote it down.
    pub layout: Option<serde_json::Value>,
}

impl ViewState {
    /// The view one looks at: of the panels in sight the one that came to the front last, those of the workspace first.
    pub fn front(&self) -> Option<PaneId> {
        let panes = || self.panes.iter().copied().filter(|&pane| pane != PaneId::Tour);
        panes().find(|pane| pane.workspace() == self.workspace).or_else(|| panes().next())
    }
}

// The dialogs that can be open, with what they show. At most one is open at a time.

/// An open dialog.
#[derive(Clone, Debug)]
pub enum Dialog {
    /// A new game, as chosen so far.
    NewGame(NewGame),
    /// A review of the game, as chosen so far.
    Review(ReviewRequest),
    /// The tag pairs of the game, as they were when it opened.
    Tags(Tags),
    /// A question before something that cannot be undone lightly.
    Confirm {
        question: String,
        /// The command carried out on yes.
        command: UserCommand,
    },
    /// A question before another game takes the place of the one on the board.
    Replace(Loss, Box<Replacement>),
    /// A question before a game is written.
    Save(SaveQuestion),
    /// A question before a game is taken out of its file.
    DeleteGame {
        /// Its number in the file, counted from 1.
        number: u32,
        /// White and Black.
        players: [String; 2],
        /// The file.
        name: String,
        /// What is done on yes.
        request: Box<ChangeRequest>,
    },
    /// A question before the plan that is set up in the arena makes way for a match that another workspace offers.
    ReplacePlan {
        /// What the plan is called.
        name: String,
        of: Proposal,
    },
    /// A question before games that are the same become one.
    MergeDuplicates {
        /// The file.
        name: String,
        games: usize,
    },
    /// What is to be exported, as chosen so far.
    Export(Kind, Choices),
    /// The view that is to be exported, and how, as chosen so far.
    ExportView(PaneId, ViewChoices),
    /// A text could not be read, and why.
    Problem {
        /// In a few words.
        title: String,
        /// What was tried and why it failed, line by line.
        lines: Vec<String>,
    },
    /// A FEN that is none, in a field in which it can be mended.
    BrokenFen {
        /// In a few words.
        title: String,
        text: String,
    },
    /// The program is to end, but the session is not kept and the game is in no file.
    Unkept {
        /// Why it is not kept.
        why: String,
    },
    /// The last start did not survive its session: shall it be opened all the same?
    LastSession,
    /// A file or folder is to be chosen.
    ChooseFile {
        question: FileQuestion,
        /// The dialog that comes back when this one is closed.
        behind: Option<Box<Dialog>>,
    },
    /// The user's engines.
    Engines,
    /// What was said to one of them and by it.
    EngineLog {
        /// Which of them.
        id: u32,
        /// It was opened from the list, which comes back when it is closed.
        from_list: bool,
    },
    Settings,
    Keys,
    /// The command palette.
    Palette,
    /// What one can begin with: at the first start, and when asked for.
    Welcome,
    /// How a tour is written.
    WriteTour,
    /// What this program is.
    About,
}
