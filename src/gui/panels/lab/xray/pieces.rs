//! Both evaluations beside each other: what each loses without a piece.

use std::fmt::Write as _;

use eframe::egui::{Align, Layout, RichText, Ui, Vec2};
use egui_extras::{Column, TableBuilder, TableRow};

use tabia_lab::xray::{PieceWorth, Xray};

use crate::gui::look::theme;

/// Height of a row, points.
const HEIGHT: f32 = 20.0;

/// The pieces, those first over which the two differ most.
pub(super) fn show(ui: &mut Ui, xray: &Xray) {
    super::title(ui, "Piece by piece");
    super::super::note(
        ui,
        "The score less what it is without the piece, centipawns, White's view; kings cannot be taken away. A dash: \
         chess could not have the position without it.",
    );
    if xray.pieces.is_empty() {
        return super::super::note(ui, "There are kings alone.");
    }
    let mut pieces: Vec<&PieceWorth> = xray.pieces.iter().collect();
    let weight = |worth: &PieceWorth| worth.difference_cp().map_or(-1, i32::abs);
    pieces.sort_by_key(|worth| std::cmp::Reverse(weight(worth)));
    ui.push_id("pieces", |ui| {
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        TableBuilder::new(ui)
            .vscroll(false)
            .cell_layout(Layout::right_to_left(Align::Center))
            .column(Column::remainder().at_least(110.0).clip(true))
            .columns(Column::exact(84.0), 3)
            .header(18.0, |mut header| {
                for head in ["", "hand-crafted", "network", "difference"] {
                    header.col(|ui| {
                        let color = theme::palette(ui).text_weak;
                        ui.label(RichText::new(head).small().color(color));
                    });
                }
            })
            .body(|mut body| {
                for worth in pieces {
                    body.row(HEIGHT, |mut row| fill(&mut row, worth));
                }
            });
    });
}

fn fill(row: &mut TableRow<'_, '_>, worth: &PieceWorth) {
    row.col(|ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(4.0);
            ui.label(name(worth));
        });
    });
    for (at, value) in
        [worth.terms_cp, worth.network_cp, worth.difference_cp()].into_iter().enumerate()
    {
        row.col(|ui| {
            let text = RichText::new(text(value)).monospace();
            let color = theme::palette(ui).text_weak;
            ui.label(if at == 2 { text.strong() } else { text.color(color) });
        });
    }
}

fn name(worth: &PieceWorth) -> String {
    let piece = worth.piece;
    format!("{}, {} {}", worth.square, piece.color().name().to_lowercase(), piece.kind().name())
}

fn text(value: Option<i32>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:+}"))
}

/// The table as comma-separated values.
pub(super) fn csv(xray: &Xray) -> String {
    let mut out = String::from("square,piece,hand-crafted cp,network cp,difference cp\n");
    for worth in &xray.pieces {
        let values = [worth.terms_cp, worth.network_cp, worth.difference_cp()].map(text);
        let _ = writeln!(out, "{},{},{}", worth.square, worth.piece.fen_char(), values.join(","));
    }
    out
}
