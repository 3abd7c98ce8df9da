//! Both evaluations beside each other: what each loses without a piece.

use eframe::egui::{Ui, Vec2};
use egui_extras::Column;

use tabia_lab::xray::{PieceWorth, Xray};

use crate::gui::widgets::table::mono;

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
    let number = |head| (head, Column::exact(84.0));
    let columns = [
        ("", Column::remainder().at_least(110.0).clip(true)),
        number("hand-crafted"),
        number("network"),
        number("difference"),
    ];
    let table = super::table("pieces", &columns);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        table.show(ui, pieces.len(), |row| {
            let worth = pieces[row.index()];
            super::named(row, &name(worth));
            for value in [worth.terms_cp, worth.network_cp] {
                mono(row, text(value), |p| p.text_weak);
            }
            mono(row, text(worth.difference_cp()), |p| p.text);
        });
    });
}

fn name(worth: &PieceWorth) -> String {
    let piece = worth.piece;
    format!("{}, {} {}", worth.square, piece.color().name().to_lowercase(), piece.kind().name())
}

fn text(value: Option<i32>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:+}"))
}
