//! Handles the actions in the X-ray.

use tabia_chess::Board;
use tabia_text::phrase;

use super::XrayAction;
use crate::cx::Cx;
use crate::game::editor::{EditorAction, EditorState};
use crate::game::position;
use crate::game::state::GameState;
use crate::window::workspace::PaneId;

/// Handles an action in the X-ray.
pub(crate) fn update(cx: &mut Cx<'_>, action: XrayAction) {
    let xray = &mut cx.m.lab.xray;
    match action {
        XrayAction::Show(view) => xray.view = view,
        XrayAction::Select(row) => xray.row = row,
        XrayAction::Tool(tool) => xray.tool = tool,
        XrayAction::Place(square, piece) => edit(cx, EditorAction::Place(square, piece)),
        XrayAction::Remove(square) => edit(cx, EditorAction::Remove(square)),
        XrayAction::MovePiece(from, to) => edit(cx, EditorAction::Move(from, to)),
        XrayAction::SideToMove(color) => edit(cx, EditorAction::SideToMove(color)),
        XrayAction::Reset => xray.forget(),
        XrayAction::PutOnBoard => {
            let edited: Option<Board> =
                xray.edit(cx.m.game.serial).and_then(EditorState::board).copied();
            if let Some(board) = edited {
                cx.m.lab.xray.forget();
                position::set_up(cx, GameState::analysis(board), phrase!("xray-put.undo"));
            }
        }
    }
}

/// Edits the X-ray's position, starting from the view's position.
fn edit(cx: &mut Cx<'_>, action: EditorAction) {
    let game = &cx.m.game;
    let board = game.tree.board(cx.m.lab.node_of(PaneId::Xray, game));
    cx.m.lab.xray.change(game.serial, board, action);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, LabAction};
    use crate::model::Model;
    use crate::update::update;
    use tabia_chess::{Color, Square};

    fn act(model: &mut Model, action: XrayAction) {
        update(model, Action::Lab(LabAction::Xray(action)), 0);
    }

    fn edited(model: &Model) -> Option<&EditorState> {
        model.lab.xray.edit(model.game.serial)
    }

    #[test]
    fn a_position_is_edited_beside_the_game_and_put_on_the_board() {
        let mut model = Model::new(crate::window::settings::Settings::default());
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
        let mut model = Model::new(crate::window::settings::Settings::default());
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
        let mut model = Model::new(crate::window::settings::Settings::default());
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
