//! Bitboards: the sets of the shown position and a free one, what is computed with them, and how positions and
//! moves become bits.

mod boards;
mod encoding;
mod moves;
mod operations;
mod steps;

use std::fmt::Write as _;

use eframe::egui::{ComboBox, ScrollArea, Ui};

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::foundations::{BitsBoard, BitsPage, BitsView};
use tabia_app::window::workspace::PaneId;
use tabia_chess::board::Board;
use tabia_lab::foundations::bitboards::{BoardName, hex};

use crate::gui::present::context::Cx;
use crate::gui::present::view_head::{self, Head};

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let mut view = cx.model.lab.bits;
    let node = cx.model.lab.node_of(PaneId::Bitboards, &cx.model.game);
    let position = cx.model.game.tree.board(node);
    let copy = || csv(position);
    let head = Head { pane: PaneId::Bitboards, follows: true, copy: Some(&copy) };
    view_head::show(ui, cx, &head, out, |ui, _| {
        let pages = [
            (BitsPage::Boards, "Boards"),
            (BitsPage::Operations, "Compute"),
            (BitsPage::Steps, "Steps"),
            (BitsPage::Encoding, "Encoding"),
            (BitsPage::Moves, "Moves"),
        ];
        super::pages(ui, ("Page of bitboards", 346.0), &mut view.page, &pages);
    });
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match view.page {
        BitsPage::Boards => boards::show(ui, cx, position, &mut view),
        BitsPage::Operations => operations::show(ui, cx, position, &mut view),
        BitsPage::Steps => steps::show(ui, cx, position, &mut view),
        BitsPage::Encoding => encoding::show(ui, cx, position, &mut view),
        BitsPage::Moves => moves::show(ui, cx, node, &mut view),
    });
    if view != cx.model.lab.bits {
        out.push(Action::Lab(LabAction::Bits(view)));
    }
}

/// The name of a board for people.
fn title(which: BitsBoard) -> String {
    match which {
        BitsBoard::Live(name) => name.title(),
        BitsBoard::Free => "Free board".to_owned(),
    }
}

/// A choice of one of the boards.
fn board_choice(ui: &mut Ui, name: &str, chosen: &mut BitsBoard) {
    let combo = ComboBox::from_id_salt(name).selected_text(title(*chosen)).width(170.0);
    let shown = combo.height(420.0).show_ui(ui, |ui| {
        ui.selectable_value(chosen, BitsBoard::Free, "Free board");
        for board in BoardName::all() {
            ui.selectable_value(chosen, BitsBoard::Live(board), board.title());
        }
    });
    shown.response.accessible_name(name);
}

fn csv(position: &Board) -> String {
    let mut text = "name,hex,decimal,popcount\n".to_owned();
    for name in BoardName::all() {
        let set = name.set(position);
        let _ = writeln!(text, "{},{},{},{}", name.slug(), hex(set), set.0, set.count());
    }
    text
}

/// Whether the view shows a set that is not the position's: the free board.
fn is_free(view: &BitsView) -> bool {
    view.board == BitsBoard::Free
}
