//! The entry "Why not …?" of the menus that a right click on a move opens, the same everywhere.

use eframe::egui::Ui;

use crate::app::action::{Action, LabAction};
use crate::chess::board::Board;
use crate::chess::moves::Move;
use crate::chess::san;
use crate::game::tree::NodeId;

use super::context::Cx;

/// Shows the entry for a move of a position, if it is legal there. Where the engine is hidden the entry says so.
pub(crate) fn why_not(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (node, board): (NodeId, &Board),
    mv: Move,
    out: &mut Vec<Action>,
) {
    if !board.is_legal(mv) || board.key() != cx.model.game.tree.board(node).key() {
        return;
    }
    let silent = cx.model.why_not_refused();
    let text = format!("Why not {}?", san::write(board, mv));
    let button = ui.add_enabled(silent.is_none(), eframe::egui::Button::new(text));
    let button = match silent {
        Some(reason) => button.on_disabled_hover_text(reason),
        None => button.on_hover_text("Search what stands against this move"),
    };
    if button.clicked() {
        out.push(Action::Lab(LabAction::Why { node, mv }));
        ui.close();
    }
}
