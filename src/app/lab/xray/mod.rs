//! The state of the X-ray: what is shown, and the position edited in place. The evaluations take microseconds and are
//! computed where they are shown. The actions are in `update`.

pub(crate) mod update;

use crate::game::editor::{EditorAction, EditorState};
use tabia_chess::{Board, Color, Piece, Square};
use tabia_lab::xray::RowKind;

/// The evaluation shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum XrayView {
    /// The hand-crafted terms.
    #[default]
    Terms,
    Network,
    /// Both, compared piece by piece.
    Both,
}

/// The effect of a click on the X-ray's board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum XrayTool {
    /// Moves a piece.
    #[default]
    Move,
    /// Removes pieces.
    Erase,
    Place(Piece),
}

/// Actions in the X-ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XrayAction {
    /// Show another evaluation.
    Show(XrayView),
    /// Colour the squares for one row of the table, or for all.
    Select(Option<RowKind>),
    /// Choose another tool.
    Tool(XrayTool),
    /// Put a piece on a square, replacing any piece there.
    Place(Square, Piece),
    /// Empty a square.
    Remove(Square),
    /// Move a piece to another square.
    MovePiece(Square, Square),
    /// Set the side to move.
    SideToMove(Color),
    /// Go back to the view's position: the one on the board, unless it is pinned.
    Reset,
    /// Use the edited position as an analysis board, if it is legal.
    PutOnBoard,
}

/// The edited position.
#[derive(Clone, Debug, PartialEq)]
struct XrayEdit {
    /// The game in which it was edited; it is dropped with another game.
    game: u64,
    /// Pieces, and whether the position is legal.
    editor: EditorState,
}

/// The state of the X-ray.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct XrayState {
    /// The evaluation shown.
    pub view: XrayView,
    /// The row whose squares are coloured; `None`: all rows.
    pub row: Option<RowKind>,
    /// The effect of a click on the board.
    pub tool: XrayTool,
    edit: Option<XrayEdit>,
}

impl XrayState {
    /// The edited position for this game, if there is one.
    pub fn edit(&self, game: u64) -> Option<&EditorState> {
        self.edit.as_ref().filter(|edit| edit.game == game).map(|edit| &edit.editor)
    }

    /// Drops the edited position.
    pub(super) fn forget(&mut self) {
        self.edit = None;
    }

    /// Edits a position of a game. A position equal to the original again no longer counts as edited.
    pub(super) fn change(&mut self, game: u64, board: &Board, action: EditorAction) {
        let begun = self.edit.take().filter(|edit| edit.game == game);
        let mut edit =
            begun.unwrap_or_else(|| XrayEdit { game, editor: EditorState::new(board, false) });
        edit.editor.act(action);
        self.edit = (edit.editor.board() != Some(board)).then_some(edit);
    }
}
