//! The X-ray's part of the Lab: what of it is shown, and the position that is edited in place. The evaluations
//! themselves take microseconds and are worked out where they are shown.

use crate::app::game::editor::{EditorAction, EditorState};
use crate::app::game::state::GameState;
use crate::app::update::Cx;
use crate::app::window::workspace::PaneId;
use crate::chess::{Board, Color, Piece, Square};
use crate::lab::xray::RowKind;

/// Which evaluation is looked through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum XrayView {
    /// The hand-crafted terms.
    #[default]
    Terms,
    /// The network.
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
pub struct XrayEdit {
    /// The game it was edited in; another game forgets it.
    game: u64,
    /// Pieces and verdict.
    pub editor: EditorState,
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
}

impl Cx<'_> {
    /// Something was done in the X-ray.
    pub(super) fn xray(&mut self, action: XrayAction) {
        let xray = &mut self.m.lab.xray;
        match action {
            XrayAction::Show(view) => xray.view = view,
            XrayAction::Select(row) => xray.row = row,
            XrayAction::Tool(tool) => xray.tool = tool,
            XrayAction::Place(square, piece) => self.edit_xray(EditorAction::Place(square, piece)),
            XrayAction::Remove(square) => self.edit_xray(EditorAction::Remove(square)),
            XrayAction::MovePiece(from, to) => self.edit_xray(EditorAction::Move(from, to)),
            XrayAction::SideToMove(color) => self.edit_xray(EditorAction::SideToMove(color)),
            XrayAction::Reset => xray.forget(),
            XrayAction::PutOnBoard => {
                let edited: Option<Board> =
                    xray.edit(self.m.game.serial).and_then(EditorState::board).copied();
                if let Some(board) = edited {
                    self.m.lab.xray.edit = None;
                    self.set_up(GameState::analysis(board), "Edit position");
                }
            }
        }
    }

    /// Edits the X-ray's position, which begins as the one the view is at. What is the same again is not edited.
    fn edit_xray(&mut self, action: EditorAction) {
        let game = self.m.game.serial;
        let node = self.m.lab.node_of(PaneId::Xray, &self.m.game);
        let board = self.m.game.tree.board(node);
        let xray = &mut self.m.lab.xray;
        let begun = xray.edit.take().filter(|edit| edit.game == game);
        let mut edit =
            begun.unwrap_or_else(|| XrayEdit { game, editor: EditorState::new(board, false) });
        edit.editor.act(action);
        xray.edit = (edit.editor.board() != Some(board)).then_some(edit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::action::{Action, LabAction};
    use crate::app::model::Model;
    use crate::app::update::update;

    fn act(model: &mut Model, action: XrayAction) {
        update(model, Action::Lab(LabAction::Xray(action)), 0);
    }

    fn edited(model: &Model) -> Option<&EditorState> {
        model.lab.xray.edit(model.game.serial)
    }

    #[test]
    fn a_position_is_edited_beside_the_game_and_put_on_the_board() {
        let mut model = Model::new(crate::app::window::settings::Settings::default());
        assert!(edited(&model).is_none());
        act(&mut model, XrayAction::Remove(Square::D8));
        assert_eq!(model.game.board(), &Board::start());
        act(&mut model, XrayAction::SideToMove(Color::Black));
        let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(edited(&model).unwrap().board().unwrap().to_string(), fen);
        act(&mut model, XrayAction::PutOnBoard);
        assert_eq!(model.game.board().to_string(), fen);
        assert!(edited(&model).is_none());
    }

    #[test]
    fn what_chess_could_not_have_stays_off_the_board() {
        let mut model = Model::new(crate::app::window::settings::Settings::default());
        act(&mut model, XrayAction::Remove(Square::E8));
        assert!(edited(&model).unwrap().problem().unwrap().contains("king"));
        act(&mut model, XrayAction::PutOnBoard);
        assert_eq!(model.game.board(), &Board::start());
        assert!(edited(&model).is_some());
        act(&mut model, XrayAction::Reset);
        assert!(edited(&model).is_none());
    }

    #[test]
    fn what_is_taken_back_is_not_edited_and_another_game_forgets() {
        let mut model = Model::new(crate::app::window::settings::Settings::default());
        act(&mut model, XrayAction::MovePiece(Square::E2, Square::E4));
        assert!(edited(&model).is_some());
        act(&mut model, XrayAction::MovePiece(Square::E4, Square::E2));
        assert!(edited(&model).is_none());
        act(&mut model, XrayAction::Remove(Square::A2));
        let other = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1".to_owned();
        update(&mut model, Action::SetFen(other), 0);
        assert!(edited(&model).is_none());
    }
}
