//! What can be asked about a move, in the menus that a right click on a move opens, the same everywhere: why it is not
//! the best, to search it alone, to search everything else.

use eframe::egui::{Button, Ui};

use tabia_app::action::{Action, AskAction, LabAction};
use tabia_chess::board::Board;
use tabia_chess::moves::Move;
use tabia_chess::san;
use tabia_games::game::tree::NodeId;

use super::context::Cx;

/// Shows the entries for a move of a position, if it is legal there. Where something cannot be asked the entry says
/// why.
pub(crate) fn about(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (node, board): (NodeId, &Board),
    mv: Move,
    out: &mut Vec<Action>,
) {
    if !board.is_legal(mv) || board.key() != cx.model.game.tree.board(node).key() {
        return;
    }
    let name = san::write(board, mv);
    let refused = cx.model.ask_refused(node);
    let entries = [
        (
            format!("Why not {name}?"),
            "Search what stands against this move",
            cx.model.why_not_refused(),
            Action::Lab(LabAction::Why { node, mv }),
        ),
        (
            format!("Only {name}"),
            "Analyse this move alone, until another position is analysed",
            refused,
            Action::Ask(AskAction::Only(node, mv)),
        ),
        (
            format!("Not {name}"),
            "Analyse without this move, until another position is analysed",
            refused,
            Action::Ask(AskAction::Not(node, mv)),
        ),
    ];
    for (text, hint, refused, action) in entries {
        let button = ui.add_enabled(refused.is_none(), Button::new(text));
        let button = match refused {
            Some(reason) => button.on_disabled_hover_text(reason),
            None => button.on_hover_text(hint),
        };
        if button.clicked() {
            out.push(action);
            ui.close();
        }
    }
}
