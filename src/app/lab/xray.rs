//! The X-ray's part of the Lab: what of it is shown, and the position that is edited in place. The evaluations
//! themselves take microseconds and are worked out where they are shown.

use crate::game::editor::{EditorAction, EditorState};
use tabia_chess::{Board, Color, Piece, Square};
use tabia_lab::xray::RowKind;

/// Which evaluation is looked through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum XrayView {
    /// The hand-crafted terms.
    #[default]
    Terms,
    Network,
    /// Both, piece by piece.
    Both,
}

/// What a click on the X-ray's board does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum XrayTool {
    /// Takes a piece to another square.
    #[default]
    Move,
    /// Takes pieces away.
    Erase,
    /// Puts this piece down.
    Place(Piece),
}

/// What can be done in the X-ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XrayAction {
    /// Look through another evaluation.
    Show(XrayView),
    /// Paint what one row of the table gives, or all of them.
    Select(Option<RowKind>),
    /// Take another tool.
    Tool(XrayTool),
    /// Put a piece on a square, whatever stood there.
    Place(Square, Piece),
    /// Empty a square.
    Remove(Square),
    /// Take a piece to another square.
    MovePiece(Square, Square),
    /// Whose turn it is.
    SideToMove(Color),
    /// Back to the position the view is at: the one on the board, unless it is pinned.
    Reset,
    /// Make the edited position an analysis board, if chess could have it.
    PutOnBoard,
}

/// The position as it was edited.
#[derive(Clone, Debug, PartialEq)]
struct XrayEdit {
    /// The game it was edited in; another game forgets it.
    game: u64,
    /// Pieces and verdict.
    editor: EditorState,
}

/// What the X-ray shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct XrayState {
    /// The evaluation looked through.
    pub view: XrayView,
    /// The row whose squares are painted; `None`: all rows.
    pub row: Option<RowKind>,
    /// What a click on the board does.
    pub tool: XrayTool,
    edit: Option<XrayEdit>,
}

impl XrayState {
    /// The edited position of this game, if something was edited.
    pub fn edit(&self, game: u64) -> Option<&EditorState> {
        self.edit.as_ref().filter(|edit| edit.game == game).map(|edit| &edit.editor)
    }

    /// Forgets what was edited.
    pub(super) fn forget(&mut self) {
        self.edit = None;
    }

    /// Edits a position of a game. What is the same again is not edited.
    pub(super) fn change(&mut self, game: u64, board: &Board, action: EditorAction) {
        let begun = self.edit.take().filter(|edit| edit.game == game);
        let mut edit =
            begun.unwrap_or_else(|| XrayEdit { game, editor: EditorState::new(board, false) });
        edit.editor.act(action);
        self.edit = (edit.editor.board() != Some(board)).then_some(edit);
    }
}
