//! The inside of the network: outputs, accumulators, inputs.

use eframe::egui::{RichText, Ui, Vec2};
use egui_extras::{Column, TableRow};

use tabia_chess::Color;
use tabia_engine::eval::nnue::QA;
use tabia_engine::eval::nnue::inside::{InputOn, NetworkInside, activation};
use tabia_lab::xray::{NetworkXray, Xray, stands};

use crate::gui::look::theme;
use crate::gui::present::parts;
use crate::gui::widgets::bars::{self, SignedBar};
use crate::gui::widgets::number_strip;
use crate::gui::widgets::table;

/// Everything inside.
pub(super) fn show(ui: &mut Ui, xray: &Xray) {
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
        .said
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
        number_strip::show(ui, &name, &shares, |at| hint(inside, side, at));
        ui.add_space(2.0);
    }
    number_strip::legend(ui, "0", "1, brightness of a number between; its square counts");
}

fn hint(inside: &NetworkInside, side: Color, at: usize) -> String {
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
        table.show(ui, inputs.len(), |row| fill(row, inputs[row.index()]));
    });
}

fn fill(row: &mut TableRow<'_, '_>, on: &InputOn) {
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
