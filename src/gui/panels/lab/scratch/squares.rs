//! What each square is worth to each piece, painted on a board that can be edited.

use eframe::egui::{DragValue, RichText, Ui};

use tabia_app::action::Action;
use tabia_app::lab::scratch::{ScratchAction, ScratchView};
use tabia_chess::{Color, PieceType, Square};
use tabia_lab::scratch::values::{self, Level, Part, SQUARE_CP, ScratchEval};
use tabia_lab::table::{Cell, Column, Table};

use crate::gui::look::theme;
use crate::gui::widgets::segmented;
use crate::gui::widgets::small_boards::{self, NumberBoard, Painted};

use super::{act, note, tapers};

/// Largest side of the board, points.
const BOARD: f32 = 380.0;
/// The number painted strongest, centipawns.
const STRONGEST: i32 = 60;

/// Shows the page.
pub(super) fn show(ui: &mut Ui, eval: &ScratchEval, view: ScratchView, out: &mut Vec<Action>) {
    if eval.level < Level::Squares {
        note(ui, "Level 1 does not look at squares: what is changed here counts from level 2 on");
    }
    let mut now = view;
    if !tapers(eval) {
        now.part = Part::Middlegame;
    }
    choices(ui, eval, &mut now);
    let side = if now.black { Color::Black } else { Color::White };
    // The number belongs to the square as White sees it; Black's is its mirror image.
    let own = |square: Square| square.relative(side);
    let table = eval.squares.table(now.part, now.kind);
    let value = |square: Square| tables::at(table, side, square);
    let give = |out: &mut Vec<Action>, square: Square, cp: i32| {
        act(out, ScratchAction::Square(now.part, now.kind, square, cp));
    };
    ui.horizontal_wrapped(|ui| {
        let shown = own(now.square);
        ui.label(RichText::new(shown.to_string()).strong());
        let mut cp = value(shown);
        let field = ui.add(DragValue::new(&mut cp).range(SQUARE_CP).suffix(" cp"));
        if field.accessible_name("Number of the square").changed() {
            give(out, now.square, cp);
        }
        if ui.button("Reset this table").clicked() {
            act(out, ScratchAction::ResetTable(now.part, now.kind));
        }
    });
    let board = NumberBoard {
        name: "Piece-square table",
        value: &value,
        chosen: own(now.square),
        orientation: Color::White,
        strongest: STRONGEST,
    };
    let room = ui.available_width().min(BOARD);
    let done = small_boards::number_board(ui, &board, room);
    match done {
        Some(Painted::Chose(square)) => now.square = own(square),
        Some(Painted::Gave(square, cp)) => give(out, own(square), cp),
        None => {}
    }
    note(
        ui,
        "Click a square to change its number; drag from one to paint its number onto others. Centipawns for the side \
            whose piece it is",
    );
    if now != view {
        act(out, ScratchAction::View(now));
    }
}

/// Which table is shown.
fn choices(ui: &mut Ui, eval: &ScratchEval, now: &mut ScratchView) {
    ui.horizontal_wrapped(|ui| {
        let kinds = [
            (PieceType::Pawn, "Pawn"),
            (PieceType::Knight, "Knight"),
            (PieceType::Bishop, "Bishop"),
            (PieceType::Rook, "Rook"),
            (PieceType::Queen, "Queen"),
            (PieceType::King, "King"),
        ];
        if let Some(kind) = segmented::show(ui, "Piece of the table", now.kind, &kinds) {
            now.kind = kind;
        }
        if tapers(eval) {
            let parts = [(Part::Middlegame, "Middlegame"), (Part::Endgame, "Endgame")];
            if let Some(part) = segmented::show(ui, "Part of the game", now.part, &parts) {
                now.part = part;
            }
        }
        let sides = [(false, "White's"), (true, "Black's")];
        if let Some(black) = segmented::show(ui, "Side of the table", now.black, &sides) {
            now.black = black;
        }
    });
    ui.add_space(theme::GAP);
}

/// The table as White sees it, the eighth rank first.
pub(super) fn rows(eval: &ScratchEval, view: ScratchView) -> Table {
    let columns = ["rank", "a", "b", "c", "d", "e", "f", "g", "h"];
    let mut rows = Table::new(columns.map(Column::new).into());
    let table = eval.squares.table(view.part, view.kind);
    for (rank, row) in table.iter().enumerate().rev() {
        rows.row([(rank + 1).into()].into_iter().chain(row.iter().map(|&cp| Cell::from(cp))));
    }
    rows
}
