//! The menus on the board. Of the arrows that end on a square: play their moves, ask about them, or draw the circle that
//! a right click draws elsewhere. Of a move made with Ctrl: what can be asked about it.

use eframe::egui::{Id, Popup, PopupCloseBehavior, Pos2, Ui};

use tabia_app::action::Action;
use tabia_chess::square::Square;
use tabia_chess::{Move, san};

use super::context::Cx;
use super::{arrows, ask};
use crate::gui::widgets::board::shapes::{Brush, ComputerShape, Shape};

/// What a menu is about.
#[derive(Clone, Copy)]
enum About {
    /// The arrows that end here.
    Arrows(Square),
    /// A move of the position with this key.
    Move(u64, Move),
}

/// The menu that is open, and where it stands.
type Open = Option<(About, Pos2)>;

fn id() -> Id {
    Id::unique("menu of arrows on the board")
}

/// Opens the menu of a square at the pointer.
pub(crate) fn open(ui: &Ui, at: Square) {
    open_about(ui, About::Arrows(at));
}

/// Opens the menu of a move at the pointer.
pub(crate) fn open_move(ui: &Ui, cx: &Cx<'_>, mv: Move) {
    open_about(ui, About::Move(cx.model.game.board().key(), mv));
}

fn open_about(ui: &Ui, at: About) {
    let Some(pos) = ui.input(|input| input.pointer.interact_pos()) else { return };
    ui.data_mut(|data| data.insert_temp::<Open>(id(), Some((at, pos))));
    ui.request_repaint();
}

/// Shows the menu while it is open.
pub(crate) fn show(ui: &Ui, cx: &Cx<'_>, shapes: &[ComputerShape], out: &mut Vec<Action>) {
    let Some((at, pos)) = ui.data(|data| data.get_temp::<Open>(id())).flatten() else { return };
    let moves = match at {
        About::Arrows(at) => moves_of(cx, shapes, at),
        About::Move(key, mv) => {
            Some(mv).into_iter().filter(|_| key == cx.model.game.board().key()).collect()
        }
    };
    let mut stays = !moves.is_empty();
    let popup = Popup::new(id(), ui.ctx().clone(), pos, ui.layer_id())
        .kind(eframe::egui::PopupKind::Menu)
        .close_behavior(PopupCloseBehavior::CloseOnClick)
        .open_bool(&mut stays);
    popup.show(|ui| {
        let (node, board) = (cx.model.game.current, cx.model.game.board());
        for mv in moves {
            ask::about(ui, cx, (node, board), mv, out);
            if ui.button(format!("Play {}", san::write(board, mv))).clicked() {
                out.push(Action::PlayLine { node, moves: vec![mv] });
            }
        }
        let About::Arrows(at) = at else { return };
        ui.separator();
        if ui.button(format!("Circle {at}")).clicked() {
            let circle = Shape { from: at, to: None, brush: Brush::Green };
            out.extend(arrows::shape_out(circle).map(Action::ToggleShape));
        }
    });
    if !stays {
        ui.data_mut(|data| data.insert_temp::<Open>(id(), None));
    }
}

/// The legal moves whose arrows end on a square.
fn moves_of(cx: &Cx<'_>, shapes: &[ComputerShape], at: Square) -> Vec<Move> {
    let drawn = |mv: &Move| {
        let shape = |known: &ComputerShape| {
            known.shape.from == mv.from() && known.shape.to == Some(mv.to())
        };
        mv.to() == at && shapes.iter().any(shape)
    };
    cx.model.game.board().legal_moves().iter().copied().filter(drawn).collect()
}
