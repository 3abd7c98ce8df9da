//! The evaluation as tables: its terms and what an edit has changed in them, the inside of the network, and both beside
//! each other piece by piece.

use eframe::egui::{Align, Layout, RichText, Role, Sense, Ui, Vec2, WidgetInfo};
use egui_extras::{Column, TableBuilder, TableRow};

use tabia_app::lab::xray::XrayAction;
use tabia_chess::Color;
use tabia_engine::eval::nnue::QA;
use tabia_engine::eval::nnue::inside::{InputOn, NetworkInside, activation};
use tabia_engine::eval::trace::Tapered;
use tabia_lab::xray;
use tabia_lab::xray::{NetworkXray, PieceWorth, Row, RowKind, Xray, stands};

use super::{ROW, Scene};
use crate::gui::look::theme;
use crate::gui::present::parts;
use crate::gui::widgets::bars::SignedBar;
use crate::gui::widgets::table::mono;
use crate::gui::widgets::{bars, table};

/// Width of a number, points.
const NUMBER: f32 = 39.0;
/// Width below which the differences of middlegame and endgame are left out, points.
const ROOMY: f32 = 384.0;

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
                    body.row(ROW, |mut row| {
                        row.set_selected(scene.chosen == Some(one.kind));
                        fill(&mut row, one, roomy);
                        row_done(
                            Some(one.kind),
                            &row,
                            &format!("{}: {:+}", one.kind.name(), one.tapered_cp),
                        );
                    });
                }
                body.row(ROW + 4.0, |mut row| {
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
    let number = |head| (head, Column::exact(66.0));
    let columns = [
        ("", Column::remainder().at_least(90.0).clip(true)),
        number("before"),
        number("after"),
        number("change"),
    ];
    let table = super::table("changes", &columns);
    let scores = ("Score", before.terms.score_cp, after.terms.score_cp);
    let rows = changes.iter().map(|change| (change.kind.name(), change.before_cp, change.after_cp));
    let rows: Vec<_> = rows.chain([scores]).collect();
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        table.show(ui, rows.len(), |row| {
            let at = row.index();
            row.set_overline(at == changes.len());
            let (name, before, after) = rows[at];
            super::named(row, name);
            for value in [before, after, after - before] {
                mono(row, format!("{value:+}"), |p| p.text);
            }
        });
    });
}

// The inside of the network: outputs, accumulators, inputs.

/// Everything inside.
pub(super) fn show_network(ui: &mut Ui, xray: &Xray) {
    let Some(network) = &xray.network else {
        return parts::empty(ui, "No network", "The program was built with a damaged one");
    };
    outputs(ui, network);
    accumulators(ui, network);
    inputs(ui, &network.inside);
}

fn outputs(ui: &mut Ui, network: &NetworkXray) {
    super::title(ui, "Outputs");
    super::super::note(
        ui,
        "What each output would say, centipawns, White's view. The number of pieces on the board chooses one.",
    );
    let bars: Vec<SignedBar> = network
        .breakdown
        .outputs
        .iter()
        .map(|output| SignedBar {
            name: format!("{}-{} pieces", output.pieces.start(), output.pieces.end()),
            value: output.score_cp as f32,
            text: format!("{:+}", output.score_cp),
            marked: output.in_use,
            hint: if output.in_use {
                "In use: this is the score".to_owned()
            } else {
                "Trained on positions with so many pieces; not asked here".to_owned()
            },
        })
        .collect();
    ui.scope(|ui| bars::show_signed(ui, &bars));
    let exact = network.inside.exact_cp;
    let error = network.quantisation_error_cp();
    let text =
        format!("In floating point {exact:+.2}; cutting to whole numbers moves it by {error:+.2}");
    ui.label(RichText::new(text).small().color(theme::palette(ui).text_weak)).on_hover_text(
        "The same network by its definition, without cutting to whole numbers on the way. What was lost when its \
         trained weights were rounded is not known here: the file has them rounded.",
    );
}

fn accumulators(ui: &mut Ui, network: &NetworkXray) {
    let inside = &network.inside;
    super::title(ui, "Accumulators");
    for side in Color::ALL {
        let numbers = &inside.accumulators[side.index()];
        let shares: Vec<f32> =
            numbers.iter().map(|&number| activation(number).sqrt() as f32).collect();
        let on = numbers.iter().filter(|&&number| number > 0).count();
        let full = numbers.iter().filter(|&&number| i32::from(number) >= QA).count();
        let mirrored = if inside.mirrored[side.index()] { ", files mirrored" } else { "" };
        let name =
            format!("{side}'s view{mirrored}: {on} of {} above zero, {full} at one", numbers.len());
        super::super::note(ui, &name);
        bars::number_strip(ui, &name, &shares, |at| network_hint(inside, side, at));
        ui.add_space(2.0);
    }
    bars::legend(ui, "0", "1, brightness of a number between; its square counts");
}

fn network_hint(inside: &NetworkInside, side: Color, at: usize) -> String {
    let number = inside.accumulators[side.index()].get(at).copied().unwrap_or_default();
    let adds = inside.adds_cp[side.index()].get(at).copied().unwrap_or_default();
    format!(
        "Number {at} of {side}'s view: {:.3} ({number} of {QA})\nCounts {:.3}, adds {adds:+.1} cp to White's score",
        f64::from(number) / f64::from(QA),
        activation(number),
    )
}

fn inputs(ui: &mut Ui, inside: &NetworkInside) {
    super::title(ui, &format!("Inputs that are on: {} in each view", inside.inputs.len()));
    super::super::note(
        ui,
        "What the score loses, centipawns, White's view, when an input's row is subtracted from White's accumulator, \
         from Black's, from both, all else as it is.",
    );
    let mut inputs: Vec<&InputOn> = inside.inputs.iter().collect();
    inputs.sort_by_key(|on| std::cmp::Reverse(on.both_cp.abs()));
    let number = |head| (head, Column::exact(58.0));
    let columns = [
        ("", Column::remainder().at_least(110.0).clip(true)),
        ("stands", Column::exact(96.0)),
        number("White's"),
        number("Black's"),
        number("both"),
    ];
    let table = super::table("inputs", &columns);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        table.show(ui, inputs.len(), |row| network_fill(row, inputs[row.index()]));
    });
}

fn network_fill(row: &mut TableRow<'_, '_>, on: &InputOn) {
    table::name(row, |ui| {
        ui.add_space(4.0);
        let (color, kind) = (on.piece.color().name().to_lowercase(), on.piece.kind().name());
        let [white, black] = on.inputs;
        ui.label(format!("{}, {color} {kind}", on.square))
            .on_hover_text(format!("Input {white} of White's view, {black} of Black's"));
    });
    table::small(row, stands(on), |p| if on.en_prise { p.warn } else { p.text_weak });
    for value in on.adds_cp {
        table::mono(row, format!("{value:+}"), |p| p.text_weak);
    }
    table::mono(row, format!("{:+}", on.both_cp), |p| p.text);
}

// Both evaluations beside each other: what each loses without a piece.

/// The pieces, those first over which the two differ most.
pub(super) fn show_pieces(ui: &mut Ui, xray: &Xray) {
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
    // As narrow as their heads: at 1280 points all of them have to be in sight.
    let columns = [
        ("", Column::remainder().at_least(100.0).clip(true)),
        ("hand-crafted", Column::exact(76.0)),
        ("network", Column::exact(58.0)),
        ("difference", Column::exact(66.0)),
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
