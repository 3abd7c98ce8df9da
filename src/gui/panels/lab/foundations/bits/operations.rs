//! Computing with sets: shifts with and without their masks, two sets combined, the board turned.

use eframe::egui::{Button, Grid, RichText, Ui};

use tabia_app::lab::foundations::{BitsKind, BitsView};
use tabia_chess::{Bitboard, Board};
use tabia_lab::foundations::bitboards::{Direction, SetOp, Turn};

use super::super::SMALL;
use crate::gui::present::context::Cx;
use crate::gui::widgets::segmented;
use crate::gui::widgets::small_boards::{Mark, Tone};

pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, position: &Board, view: &mut BitsView) {
    let kinds =
        [(BitsKind::Shift, "Shift"), (BitsKind::Combine, "Combine"), (BitsKind::Turn, "Turn")];
    if let Some(kind) = segmented::show(ui, "Operation", view.kind, &kinds) {
        view.kind = kind;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label("a");
        super::board_choice(ui, "Board a", &mut view.board);
        if view.kind == BitsKind::Combine && view.op != SetOp::Not {
            ui.label("b");
            super::board_choice(ui, "Board b", &mut view.other);
        }
    });
    let set = view.set(view.board, position);
    let result = match view.kind {
        BitsKind::Shift => shift(ui, cx, set, view),
        BitsKind::Combine => combine(ui, cx, (set, view.set(view.other, position)), view),
        BitsKind::Turn => turn(ui, cx, set, view),
    };
    let keep = Button::new("Keep the result as the free board");
    if ui.add(keep).clicked() {
        view.keep(result);
    }
}

fn formula(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).monospace());
}

fn shift(ui: &mut Ui, cx: &Cx<'_>, set: Bitboard, view: &mut BitsView) -> Bitboard {
    ui.horizontal_wrapped(|ui| {
        compass(ui, view);
        ui.vertical(|ui| {
            ui.checkbox(&mut view.masked, "Mask the edge file first");
            formula(ui, &view.direction.formula(view.masked));
            let amount = view.direction.amount();
            let words = format!("One step {} is {amount:+} bits", view.direction.letters());
            super::super::note(ui, &words);
        });
    });
    let (direction, masked) = (view.direction, view.masked);
    let (lost, wrapped) = (set - direction.mask(), direction.wrapped(set));
    let result = direction.shift(set, masked);
    let stopped = [Mark { set: lost, tone: Tone::Warn, meaning: "on the edge file" }];
    let around = [Mark { set: wrapped, tone: Tone::Bad, meaning: "wrapped around" }];
    ui.horizontal_wrapped(|ui| {
        super::super::small_board(ui, cx, ("a", SMALL), set, &stopped);
        if masked {
            super::super::small_board(ui, cx, ("Mask", SMALL), direction.mask(), &[]);
        }
        let marks: &[Mark<'_>] = if masked { &[] } else { &around };
        super::super::small_board(ui, cx, ("Result", SMALL), result, marks);
    });
    let count = lost.count();
    let words = match (masked, count) {
        (_, 0) => "Nothing stands on an edge from which it could wrap around".to_owned(),
        (true, _) => format!("The mask takes {count} off that would come out on the other side"),
        (false, _) => {
            let squares: Vec<String> = wrapped.into_iter().map(|s| s.to_string()).collect();
            format!("Wrapped around the edge: {}", squares.join(" "))
        }
    };
    super::super::note(ui, &words);
    result
}

/// The eight directions as they lie.
fn compass(ui: &mut Ui, view: &mut BitsView) {
    use Direction as D;
    let rows = [
        [Some(D::NorthWest), Some(D::North), Some(D::NorthEast)],
        [Some(D::West), None, Some(D::East)],
        [Some(D::SouthWest), Some(D::South), Some(D::SouthEast)],
    ];
    Grid::new("compass").spacing([3.0, 3.0]).show(ui, |ui| {
        for row in rows {
            for cell in row {
                let Some(direction) = cell else {
                    ui.label("");
                    continue;
                };
                let on = view.direction == direction;
                let button = Button::selectable(on, direction.letters());
                let button = ui.add(button.min_size([34.0, 22.0].into()));
                let name = format!("Shift {}", direction.letters());
                if button.accessible_name(name).clicked() {
                    view.direction = direction;
                }
            }
            ui.end_row();
        }
    });
}

fn combine(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (a, b): (Bitboard, Bitboard),
    view: &mut BitsView,
) -> Bitboard {
    let ops = SetOp::ALL.map(|op| (op, op.name()));
    if let Some(op) = segmented::show(ui, "Set operation", view.op, &ops) {
        view.op = op;
    }
    formula(ui, view.op.formula());
    let result = view.op.apply(a, b);
    ui.horizontal_wrapped(|ui| {
        super::super::small_board(ui, cx, ("a", SMALL), a, &[]);
        if view.op != SetOp::Not {
            super::super::small_board(ui, cx, ("b", SMALL), b, &[]);
        }
        super::super::small_board(ui, cx, ("Result", SMALL), result, &[]);
    });
    result
}

fn turn(ui: &mut Ui, cx: &Cx<'_>, set: Bitboard, view: &mut BitsView) -> Bitboard {
    ui.horizontal_wrapped(|ui| {
        for turn in Turn::ALL {
            let button = Button::selectable(view.turn == turn, turn.name());
            if ui.add(button).clicked() {
                view.turn = turn;
            }
        }
    });
    super::super::note(ui, &format!("On a whole word: {}", view.turn.method()));
    let result = view.turn.apply(set);
    ui.horizontal_wrapped(|ui| {
        super::super::small_board(ui, cx, ("a", SMALL), set, &[]);
        super::super::small_board(ui, cx, ("Result", SMALL), result, &[]);
    });
    result
}
