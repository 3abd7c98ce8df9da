//! The evaluation as tables: its terms and what an edit has changed in them, the inside of the network, and both side
//! by side for each piece.

use eframe::egui::{
    Align, Color32, FontId, Layout, RichText, Role, Sense, TextStyle, Ui, Vec2, WidgetInfo,
};
use egui_extras::{Column, TableBuilder, TableRow};

use tabia_app::lab::xray::XrayAction;
use tabia_chess::{Color, Piece, Square};
use tabia_engine::eval::nnue::QA;
use tabia_engine::eval::nnue::inside::{InputOn, NetworkInside, activation};
use tabia_lab::xray::{NetworkXray, PieceWorth, Row, RowKind, Xray};
use tabia_lab::{names, xray};
use tabia_text::t;

use super::super::heading;
use super::{ROW, Scene};
use crate::gui::look::theme;
use crate::gui::present::empty;
use crate::gui::widgets::bars::SignedBar;
use crate::gui::widgets::table::{Width, mono};
use crate::gui::widgets::{bars, sought, table};

/// Space before a number, points.
const BEFORE: f32 = 8.0;
/// Minimum width of the name of a term, and width of the last column, points.
const NAME: f32 = 90.0;
const TAPERED: f32 = 56.0;
/// Width from which outputs and accumulators are side by side, so that the inputs below are visible, points.
const BESIDE: f32 = 440.0;

/// The terms; the last row is the score, which they add up to.
pub(super) fn show(ui: &mut Ui, scene: &Scene<'_>, xray: &Xray, done: &mut Vec<XrayAction>) {
    heading(ui, t!("xray-terms"));
    super::super::note(ui, t!("xray-terms-about"));
    if !xray.board.has_legal_move() {
        super::super::note(ui, t!("xray-over"));
    }
    let rows = &xray.terms.rows;
    let mut under = None;
    let mut places = Vec::with_capacity(rows.len());
    let whole = ui.max_rect();
    let mut row_done = |kind: Option<RowKind>, row: &TableRow<'_, '_>, text: &str| {
        let response = row.response();
        if response.hovered() {
            under = kind;
        }
        // The cells of a narrow table reach over its edge.
        places.extend(kind.map(|kind| (kind, response.rect.intersect(whole))));
        let chosen = scene.chosen == kind;
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, text));
        if response.clicked() {
            // Another click on the chosen row returns to all rows.
            done.push(XrayAction::Select(kind.filter(|_| !chosen)));
        }
    };
    // The title of a side is above its first column.
    let font = TextStyle::Small.resolve(ui.style());
    let side = |text: &str| {
        let text = text.to_owned();
        ui.painter().layout_no_wrap(text, font.clone(), Color32::PLACEHOLDER).size().x.ceil() + 2.0
    };
    let number = widest_number(ui, xray).max(side(t!("white"))).max(side(t!("black")));
    // Without room the differences of middlegame and endgame are left out.
    let roomy = ui.available_width() >= NAME + 6.0 * number + TAPERED;
    ui.push_id("terms", |ui| {
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        TableBuilder::new(ui)
            .vscroll(false)
            .sense(Sense::click())
            .cell_layout(Layout::right_to_left(Align::Center))
            .column(Column::remainder().at_least(NAME).clip(true))
            .columns(Column::exact(number), if roomy { 6 } else { 4 })
            .column(Column::exact(TAPERED))
            .header(32.0, |header| head(header, roomy))
            .body(|mut body| {
                for one in rows {
                    body.row(ROW, |mut row| {
                        row.set_selected(scene.chosen == Some(one.kind));
                        fill(&mut row, one, roomy);
                        let (term, cp) =
                            (names::term(one.kind), tabia_text::signed(one.tapered_cp, 0));
                        row_done(Some(one.kind), &row, &t!("xray-term-told", term = term, cp = cp));
                    });
                }
                body.row(ROW + 4.0, |mut row| {
                    row.set_overline(true);
                    row.set_selected(scene.chosen.is_none());
                    sum(&mut row, xray, roomy);
                    let cp = tabia_text::signed(xray.terms.score_cp, 0);
                    row_done(None, &row, &t!("xray-sum-told", cp = cp));
                });
            });
    });
    for (kind, place) in places {
        sought::named(ui, names::term(kind), place);
    }
    super::set_hovered(ui, under);
}

/// The parts of the evaluation that both sides have, middlegame and endgame each, and White's minus Black's.
fn parts_of(of: &Row) -> [i32; 6] {
    let (white, black) = (of.white, of.black);
    [white.mg, white.eg, black.mg, black.eg, white.mg - black.mg, white.eg - black.eg]
}

/// The sums of the columns.
fn sums(xray: &Xray) -> [i32; 6] {
    let rows = xray.terms.rows.iter().map(parts_of);
    rows.fold([0; 6], |sums, row| std::array::from_fn(|at| sums[at] + row[at]))
}

/// A number of a column; the last two columns are differences, which have a sign.
fn number_text(column: usize, value: i32) -> String {
    if column >= 4 { tabia_text::signed(value, 0) } else { tabia_text::number(value.into(), 0) }
}

/// Width of the columns in which every number is whole, points.
fn widest_number(ui: &Ui, xray: &Xray) -> f32 {
    let font = FontId::proportional(theme::SMALL);
    let rows = xray.terms.rows.iter().map(parts_of).chain([sums(xray)]);
    let texts = rows.flat_map(|row| std::array::from_fn::<_, 6, _>(|at| number_text(at, row[at])));
    let width = |text: String| {
        ui.painter().layout_no_wrap(text, font.clone(), Color32::PLACEHOLDER).size().x
    };
    BEFORE + texts.map(width).fold(0.0, f32::max).ceil()
}

fn head(mut header: TableRow<'_, '_>, roomy: bool) {
    let heads = [
        ["", ""],
        [t!("white"), t!("xray-mg")],
        ["", t!("xray-eg")],
        [t!("black"), t!("xray-mg")],
        ["", t!("xray-eg")],
        [t!("xray-white-minus-black"), t!("xray-mg")],
        ["", t!("xray-eg")],
        [t!("xray-white-minus-black"), t!("xray-column-tapered")],
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
        1 | 3 | 5 => t!("xray-mg.tip"),
        2 | 4 | 6 => t!("xray-eg.tip"),
        7 => t!("xray-column-tapered.tip"),
        _ => "",
    }
}

fn fill(row: &mut TableRow<'_, '_>, of: &Row, roomy: bool) {
    row.col(|ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(4.0);
            ui.label(names::term(of.kind)).on_hover_text(names::term_explained(of.kind));
        });
    });
    numbers(row, parts_of(of), roomy);
    row.col(|ui| {
        ui.add_space(6.0);
        ui.label(RichText::new(tabia_text::signed(of.tapered_cp, 0)).size(13.0).strong());
    });
}

/// The numbers of a row, the differences if there is room; zero is pale.
fn numbers(row: &mut TableRow<'_, '_>, of: [i32; 6], roomy: bool) {
    for (at, value) in of.into_iter().take(if roomy { 6 } else { 4 }).enumerate() {
        row.col(|ui| {
            let p = theme::palette(ui);
            let color = if value == 0 { p.text_faint } else { p.text_weak };
            ui.label(RichText::new(number_text(at, value)).small().color(color));
        });
    }
}

fn sum(row: &mut TableRow<'_, '_>, xray: &Xray, roomy: bool) {
    row.col(|ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(4.0);
            ui.label(RichText::new(t!("xray-term-score")).strong())
                .on_hover_text(t!("xray-score-tip"));
        });
    });
    numbers(row, sums(xray), roomy);
    row.col(|ui| {
        ui.add_space(6.0);
        ui.label(RichText::new(tabia_text::signed(xray.terms.score_cp, 0)).size(13.0).strong());
    });
}

/// What an edit has changed, row by row.
pub(super) fn changes(ui: &mut Ui, before: &Xray, after: &Xray) {
    let changes = xray::changes(&before.terms, &after.terms);
    heading(ui, t!("xray-changes"));
    if changes.is_empty() {
        return super::super::note(ui, t!("xray-no-changes"));
    }
    super::super::note(ui, t!("xray-changes-about"));
    let number = |head| (head, Width::Exact(66.0));
    let columns = [
        ("", Width::Rest(90.0)),
        number(t!("xray-before")),
        number(t!("xray-after")),
        number(t!("xray-change")),
    ];
    let table = super::table("changes", &columns);
    let scores = (t!("xray-term-score"), before.terms.score_cp, after.terms.score_cp);
    let row = |change: &xray::Change| (names::term(change.kind), change.before_cp, change.after_cp);
    let rows = changes.iter().map(row);
    let rows: Vec<_> = rows.chain([scores]).collect();
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        table.show(ui, rows.len(), |row| {
            let at = row.index();
            row.set_overline(at == changes.len());
            let (name, before, after) = rows[at];
            super::named(row, name);
            for value in [before, after, after - before] {
                mono(row, tabia_text::signed(value, 0), |p| p.text);
            }
        });
    });
}

// The inside of the network: outputs, accumulators, inputs.

/// Everything inside.
pub(super) fn show_network(ui: &mut Ui, xray: &Xray) {
    let Some(network) = &xray.network else {
        return empty::empty(ui, t!("xray-no-network"), t!("xray-no-network.why"));
    };
    if ui.available_width() >= BESIDE {
        ui.columns_const(|[left, right]| {
            // Columns stretch their content, lines of words too.
            let plain = Layout::top_down(Align::Min);
            left.with_layout(plain, |ui| outputs(ui, network));
            right.with_layout(plain, |ui| accumulators(ui, network));
        });
        inputs(ui, &network.inside);
    } else {
        outputs(ui, network);
        inputs(ui, &network.inside);
        accumulators(ui, network);
    }
}

fn outputs(ui: &mut Ui, network: &NetworkXray) {
    heading(ui, t!("xray-outputs"));
    super::super::note(ui, t!("xray-outputs.about"));
    let bars: Vec<SignedBar> = network
        .breakdown
        .outputs
        .iter()
        .map(|output| SignedBar {
            name: t!("xray-output", from = *output.pieces.start(), to = *output.pieces.end()),
            value: output.score_cp as f32,
            text: tabia_text::signed(output.score_cp, 0),
            marked: output.in_use,
            hint: if output.in_use {
                t!("xray-output.in-use").to_owned()
            } else {
                t!("xray-output.not-in-use").to_owned()
            },
        })
        .collect();
    ui.scope(|ui| bars::show_signed(ui, &bars));
    let [exact, error] = [network.inside.exact_cp, network.quantisation_error_cp()]
        .map(|value| tabia_text::signed(value, 2));
    let text = t!("xray-exact", exact = exact, error = error);
    ui.label(RichText::new(text).small().color(theme::palette(ui).text_weak))
        .on_hover_text(t!("xray-exact.tip"));
}

fn accumulators(ui: &mut Ui, network: &NetworkXray) {
    let inside = &network.inside;
    heading(ui, t!("xray-accumulators"));
    for side in Color::ALL {
        let numbers = &inside.accumulators[side.index()];
        let shares: Vec<f32> =
            numbers.iter().map(|&number| activation(number).sqrt() as f32).collect();
        let on = numbers.iter().filter(|&&number| number > 0).count();
        let full = numbers.iter().filter(|&&number| i32::from(number) >= QA).count();
        let (id, all) = (id(side), numbers.len());
        let name = if inside.mirrored[side.index()] {
            t!("xray-accumulator-mirrored", side = id, on = on, all = all, full = full)
        } else {
            t!("xray-accumulator", side = id, on = on, all = all, full = full)
        };
        super::super::note(ui, &name);
        bars::number_strip(ui, &name, &shares, |at| network_hint(inside, side, at));
        ui.add_space(2.0);
    }
    bars::legend(ui, "0", t!("xray-accumulator-legend"));
}

/// A side, for the messages.
fn id(side: Color) -> &'static str {
    if side == Color::White { "white" } else { "black" }
}

fn network_hint(inside: &NetworkInside, side: Color, at: usize) -> String {
    let number = inside.accumulators[side.index()].get(at).copied().unwrap_or_default();
    let adds = inside.adds_cp[side.index()].get(at).copied().unwrap_or_default();
    let value = tabia_text::number(f64::from(number) / f64::from(QA), 3);
    let of_view =
        t!("xray-number", side = id(side), at = at, value = value, raw = number, most = QA);
    let counts = tabia_text::number(activation(number), 3);
    let adds = t!("xray-number-adds", counts = counts, cp = tabia_text::signed(adds, 1));
    format!("{of_view}\n{adds}")
}

fn inputs(ui: &mut Ui, inside: &NetworkInside) {
    heading(ui, &t!("xray-inputs", n = inside.inputs.len()));
    super::super::note(ui, t!("xray-inputs.about"));
    let mut inputs: Vec<&InputOn> = inside.inputs.iter().collect();
    // Pieces en prise first: the network has inputs for that besides the squares.
    inputs.sort_by_key(|on| std::cmp::Reverse((on.en_prise, on.both_cp.abs())));
    let number = |head| (head, Width::Exact(50.0));
    let columns = [
        ("", Width::Rest(110.0)),
        (t!("xray-column-stands"), Width::Exact(78.0)),
        number(t!("xray-column-white")),
        number(t!("xray-column-black")),
        number(t!("xray-column-both")),
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
        let [white, black] = on.inputs.map(|input| input.to_string());
        ui.label(on_square(on.square, on.piece)).on_hover_text(t!(
            "xray-input",
            white = white,
            black = black
        ));
    });
    table::small(row, stands(on), |p| if on.en_prise { p.warn } else { p.text_weak });
    for value in on.adds_cp {
        table::mono(row, tabia_text::signed(value, 0), |p| p.text_weak);
    }
    table::mono(row, tabia_text::signed(on.both_cp, 0), |p| p.text);
}

// Both evaluations side by side: what each loses without a piece.

/// The pieces, largest difference between the two first.
pub(super) fn show_pieces(ui: &mut Ui, xray: &Xray) {
    heading(ui, t!("xray-pieces"));
    super::super::note(ui, t!("xray-pieces.about"));
    if xray.pieces.is_empty() {
        return super::super::note(ui, t!("xray-kings-alone"));
    }
    let mut pieces: Vec<&PieceWorth> = xray.pieces.iter().collect();
    let weight = |worth: &PieceWorth| worth.difference_cp().map_or(-1, i32::abs);
    pieces.sort_by_key(|worth| std::cmp::Reverse(weight(worth)));
    // As narrow as their titles: at 1280 points all of them have to be visible.
    let columns = [
        ("", Width::Rest(100.0)),
        (t!("xray-column-terms"), Width::Exact(76.0)),
        (t!("xray-column-network"), Width::Exact(58.0)),
        (t!("xray-column-difference"), Width::Exact(66.0)),
    ];
    let table = super::table("pieces", &columns);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        table.show(ui, pieces.len(), |row| {
            let worth = pieces[row.index()];
            super::named(row, &on_square(worth.square, worth.piece));
            for value in [worth.terms_cp, worth.network_cp] {
                mono(row, text(value), |p| p.text_weak);
            }
            mono(row, text(worth.difference_cp()), |p| p.text);
        });
    });
}

/// A piece and its square.
fn on_square(square: Square, piece: Piece) -> String {
    t!("xray-on-square", square = square.to_string(), piece = names::piece(piece))
}

/// The state of a piece, as in the network's inputs.
fn stands(on: &InputOn) -> &'static str {
    match (on.en_prise, on.passed) {
        (false, false) => t!("xray-stands-safe"),
        (true, false) => t!("xray-stands-en-prise"),
        (false, true) => t!("xray-stands-passed"),
        (true, true) => t!("xray-stands-passed-en-prise"),
    }
}

fn text(value: Option<i32>) -> String {
    value.map_or("–".to_owned(), |value| tabia_text::signed(value, 0))
}
