//! The position on the board, term by term, beside what the engine's network says.

use eframe::egui::{Align, Grid, Layout, RichText, Ui};

use tabia_chess::{Board, Color};
use tabia_engine::eval::nnue::file;
use tabia_lab::scratch::evaluate::{FULL_PHASE, evaluate, phase, table, terms};
use tabia_lab::scratch::values::ScratchEval;
use tabia_lab::table::Cell;

use crate::gui::look::theme;

use super::{note, tapers};

/// Width of a number, points.
const NUMBER: f32 = 62.0;

/// Shows the page.
pub(super) fn show(ui: &mut Ui, eval: &ScratchEval, board: &Board) {
    note(ui, "Centipawns. White and Black: what a term is worth to that side. No search");
    let p = theme::palette(ui);
    Grid::new("terms from scratch").num_columns(4).spacing([10.0, 3.0]).striped(true).show(
        ui,
        |ui| {
            ui.label(RichText::new("Term").small().color(p.text_weak));
            for head in ["White", "Black", "Difference"] {
                right(ui, RichText::new(head).small().color(p.text_weak));
            }
            ui.end_row();
            for term in terms(eval, board) {
                ui.label(title(term.name));
                for number in [term.white, term.black] {
                    right(ui, RichText::new(number.to_string()).monospace());
                }
                right(ui, RichText::new(format!("{:+}", term.cp())).monospace());
                ui.end_row();
            }
            ui.label(RichText::new("Sum, White's view").strong());
            right(ui, RichText::new(""));
            right(ui, RichText::new(""));
            let sum = format!("{:+}", evaluate(eval, board));
            right(ui, RichText::new(sum).monospace().strong());
            ui.end_row();
            if let Some(cp) = network_cp(board) {
                ui.label("Tabia's network, static");
                right(ui, RichText::new(""));
                right(ui, RichText::new(""));
                let text = RichText::new(format!("{cp:+}")).monospace().color(p.accent);
                right(ui, text);
                ui.end_row();
            }
        },
    );
    if tapers(eval) {
        let phase = phase(board);
        let text = format!(
            "Phase {phase} of {FULL_PHASE}: the numbers are {} % middlegame, the rest endgame",
            phase * 100 / FULL_PHASE
        );
        note(ui, &text);
    }
}

fn right(ui: &mut Ui, text: RichText) {
    ui.allocate_ui_with_layout(
        eframe::egui::vec2(NUMBER, theme::ROW),
        Layout::right_to_left(Align::Center),
        |ui| {
            ui.set_min_width(NUMBER);
            ui.label(text);
        },
    );
}

/// The static evaluation of the network the program was built with, centipawns, White's view.
fn network_cp(board: &Board) -> Option<i32> {
    let cp = file::built_in()?.evaluate(board);
    Some(if board.stm() == Color::White { cp } else { -cp })
}

/// A term as a heading.
fn title(name: &str) -> &'static str {
    match name {
        "material" => "Material",
        "squares" => "Piece-square tables",
        "doubled" => "Doubled pawns",
        "isolated" => "Isolated pawns",
        "backward" => "Backward pawns",
        "passed" => "Passed pawns",
        "mobility" => "Mobility",
        "shield" => "Pawn shield",
        _ => "King tropism",
    }
}

/// The terms, the score and what the network says.
pub(super) fn csv(eval: &ScratchEval, board: &Board) -> String {
    let mut rows = table(eval, board);
    let network = network_cp(board).map(|cp| ("network", cp));
    for (name, cp) in [("score", evaluate(eval, board))].into_iter().chain(network) {
        rows.row([name.into(), Cell::None, Cell::None, Cell::None, cp.into()]);
    }
    rows.csv()
}
