//! The table of terms, and what an edit has changed in it.

use eframe::egui::{Align, Layout, RichText, Role, Sense, Ui, Vec2, WidgetInfo};
use egui_extras::{Column, TableBuilder, TableRow};

use tabia_app::lab::xray::XrayAction;
use tabia_engine::eval::trace::Tapered;
use tabia_lab::xray::{self, Row, RowKind, Xray};

use super::Scene;
use crate::gui::look::theme;

/// Width of a number, points.
const NUMBER: f32 = 39.0;
/// Width below which the differences of middlegame and endgame are left out, points.
const ROOMY: f32 = 384.0;
/// Height of a row, points.
const HEIGHT: f32 = 20.0;

/// The terms; the last row is the score, which they add up to.
pub(super) fn show(ui: &mut Ui, scene: &Scene<'_>, xray: &Xray, done: &mut Vec<XrayAction>) {
    super::title(ui, "Terms");
    super::super::note(
        ui,
        "Centipawns, middlegame and endgame, good for the side where positive; the last column is White's less \
         Black's, blended by the phase. A click paints a row's squares.",
    );
    let rows = &xray.terms.rows;
    let roomy = ui.available_width() >= ROOMY;
    let mut under = None;
    let mut row_done = |kind: Option<RowKind>, row: &TableRow<'_, '_>, text: &str| {
        let response = row.response();
        if response.hovered() {
            under = kind;
        }
        let chosen = scene.chosen == kind;
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, text));
        if response.clicked() {
            // Another click on the chosen row leads back to all of them.
            done.push(XrayAction::Select(kind.filter(|_| !chosen)));
        }
    };
    ui.push_id("terms", |ui| {
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        TableBuilder::new(ui)
            .vscroll(false)
            .sense(Sense::click())
            .cell_layout(Layout::right_to_left(Align::Center))
            .column(Column::remainder().at_least(90.0).clip(true))
            .columns(Column::exact(NUMBER), if roomy { 6 } else { 4 })
            .column(Column::exact(56.0))
            .header(32.0, |header| head(header, roomy))
            .body(|mut body| {
                for one in rows {
                    body.row(HEIGHT, |mut row| {
                        row.set_selected(scene.chosen == Some(one.kind));
                        fill(&mut row, one, roomy);
                        row_done(
                            Some(one.kind),
                            &row,
                            &format!("{}: {:+}", one.kind.name(), one.tapered_cp),
                        );
                    });
                }
                body.row(HEIGHT + 4.0, |mut row| {
                    row.set_overline(true);
                    row.set_selected(scene.chosen.is_none());
                    sum(&mut row, xray, roomy);
                    row_done(None, &row, &format!("Score, the sum: {:+}", xray.terms.score_cp));
                });
            });
    });
    super::set_hovered(ui, under);
}

fn head(mut header: TableRow<'_, '_>, roomy: bool) {
    let heads = [
        ["", ""],
        ["White", "mg"],
        ["", "eg"],
        ["Black", "mg"],
        ["", "eg"],
        ["W-B", "mg"],
        ["", "eg"],
        ["White's", "tapered"],
    ];
    let left_out = if roomy { 0..0 } else { 5..7 };
    for (at, lines) in heads.into_iter().enumerate().filter(|(at, _)| !left_out.contains(at)) {
        header.col(|ui| {
            ui.with_layout(Layout::top_down(Align::Max), |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                let color = theme::palette(ui).text_weak;
                for line in lines {
                    ui.label(RichText::new(line).small().color(color)).on_hover_text(hint(at));
                }
            });
        });
    }
}

fn hint(column: usize) -> &'static str {
    match column {
        1 | 3 | 5 => "Middlegame value, centipawns",
        2 | 4 | 6 => "Endgame value, centipawns",
        7 => "White's less Black's, blended by the phase, centipawns",
        _ => "",
    }
}

fn fill(row: &mut TableRow<'_, '_>, of: &Row, roomy: bool) {
    row.col(|ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(4.0);
            ui.label(of.kind.name()).on_hover_text(about(of.kind));
        });
    });
    let difference = Tapered { mg: of.white.mg - of.black.mg, eg: of.white.eg - of.black.eg };
    let values = [of.white, of.black, difference];
    for value in values.into_iter().take(if roomy { 3 } else { 2 }) {
        number(row, value.mg);
        number(row, value.eg);
    }
    row.col(|ui| {
        ui.add_space(6.0);
        ui.label(RichText::new(format!("{:+}", of.tapered_cp)).monospace().strong());
    });
}

/// A number; nothing is pale.
fn number(row: &mut TableRow<'_, '_>, value: i32) {
    row.col(|ui| {
        let p = theme::palette(ui);
        let color = if value == 0 { p.text_faint } else { p.text_weak };
        ui.label(RichText::new(value.to_string()).monospace().size(11.5).color(color));
    });
}

fn sum(row: &mut TableRow<'_, '_>, xray: &Xray, roomy: bool) {
    row.col(|ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(4.0);
            ui.label(RichText::new("Score").strong()).on_hover_text(
                "The sum of the column, and what the hand-crafted evaluation says; White's view",
            );
        });
    });
    let of = |part: fn(&Row) -> i32| xray.terms.rows.iter().map(part).sum::<i32>();
    let sums = [
        of(|row| row.white.mg),
        of(|row| row.white.eg),
        of(|row| row.black.mg),
        of(|row| row.black.eg),
        of(|row| row.white.mg - row.black.mg),
        of(|row| row.white.eg - row.black.eg),
    ];
    for value in sums.into_iter().take(if roomy { 6 } else { 4 }) {
        number(row, value);
    }
    row.col(|ui| {
        ui.add_space(6.0);
        ui.label(RichText::new(format!("{:+}", xray.terms.score_cp)).monospace().strong());
    });
}

/// What a row is, for the pointer.
fn about(kind: RowKind) -> &'static str {
    use tabia_engine::eval::layout::Part as P;
    match kind {
        RowKind::Term(part) => match part {
            P::Material => "Pieces counted",
            P::Imbalance => {
                "What pieces are worth beside each other, told of the greater piece of each pair"
            }
            P::Squares => "Pieces on good and bad squares",
            P::Mobility => "Safe squares a piece can go to",
            P::Pawns => "Doubled, isolated, backward, supported pawns and those beside each other",
            P::Passed => "Passed pawns and candidates: how far they are, what stands in their way",
            P::Shelter => "Own pawns before the king and the opponent's that come at it",
            P::Attack => {
                "The attack on the other king: it grows with the square of its units, by which it is shared out"
            }
            P::Threats => "Pieces attacked, told of the attacked pieces and squares",
            P::Pieces => "Bishops, knights and rooks well or badly placed",
            P::Space => "Room behind the own pawns",
            P::Initiative => "What is left to play for, to the side that leads; of no square",
        },
        RowKind::Scaling => "What is taken from the endgame value of a lead that is hard to win",
        RowKind::Tempo => "For having the move",
        RowKind::Known => "What the value of the known ending has more than the rows above",
        RowKind::Rounding => "The rows are rounded one by one, the score once",
    }
}

/// What an edit has changed, row by row.
pub(super) fn changes(ui: &mut Ui, before: &Xray, after: &Xray) {
    let changes = xray::changes(&before.terms, &after.terms);
    super::title(ui, "What the edit changes");
    if changes.is_empty() {
        return super::super::note(ui, "No term of the hand-crafted evaluation has changed.");
    }
    super::super::note(ui, "Hand-crafted, tapered, centipawns, White's view.");
    ui.push_id("changes", |ui| {
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        TableBuilder::new(ui)
            .vscroll(false)
            .cell_layout(Layout::right_to_left(Align::Center))
            .column(Column::remainder().at_least(90.0).clip(true))
            .columns(Column::exact(66.0), 3)
            .header(18.0, |mut header| {
                for head in ["", "before", "after", "change"] {
                    header.col(|ui| {
                        let color = theme::palette(ui).text_weak;
                        ui.label(RichText::new(head).small().color(color));
                    });
                }
            })
            .body(|mut body| {
                for change in &changes {
                    body.row(HEIGHT, |mut row| {
                        change_row(
                            &mut row,
                            change.kind.name(),
                            [change.before_cp, change.after_cp],
                        );
                    });
                }
                let scores = [before.terms.score_cp, after.terms.score_cp];
                body.row(HEIGHT, |mut row| {
                    row.set_overline(true);
                    change_row(&mut row, "Score", scores);
                });
            });
    });
}

fn change_row(row: &mut TableRow<'_, '_>, name: &str, [before, after]: [i32; 2]) {
    row.col(|ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(4.0);
            ui.label(name);
        });
    });
    for value in [before, after, after - before] {
        row.col(|ui| {
            ui.label(RichText::new(format!("{value:+}")).monospace());
        });
    }
}
