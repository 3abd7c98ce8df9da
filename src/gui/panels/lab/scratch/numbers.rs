//! What everything is worth, by slider.

use eframe::egui::{Grid, RichText, Slider, Ui};

use tabia_app::action::Action;
use tabia_app::lab::scratch::ScratchAction;
use tabia_chess::PieceType;
use tabia_lab::scratch::values::{
    Knob, Level, MATERIAL_CP, PUBLISHED, ScratchEval, TERM_CP, Tapered,
};
use tabia_lab::table::{Column, Table};

use crate::gui::look::theme;

use super::{act, note, tapers};

/// The pieces that have a value.
const VALUED: [PieceType; 5] =
    [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

/// Shows the page.
pub(super) fn show(ui: &mut Ui, eval: &ScratchEval, out: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Material").strong());
        for (number, set) in PUBLISHED.iter().enumerate() {
            let values: Vec<String> = set.values.iter().map(i32::to_string).collect();
            let values = values.join(" / ");
            let on = eval.material == set.values;
            let text = RichText::new(format!("{}: {values}", set.name));
            let button = ui.selectable_label(on, text.color(theme::palette(ui).text));
            if button.on_hover_text(set.source).clicked() {
                act(out, ScratchAction::Publish(number));
            }
        }
        if ui.button("Reset all numbers").clicked() {
            act(out, ScratchAction::Reset);
        }
    });
    note(ui, "Centipawns: 100 is a pawn of the usual set");
    Grid::new("material from scratch").num_columns(2).spacing([12.0, 3.0]).show(ui, |ui| {
        for kind in VALUED {
            let mut value = eval.value(kind);
            let name = capital(kind.name());
            if row(ui, (&name, &name), &mut value, MATERIAL_CP) {
                act(out, ScratchAction::Value(kind, value));
            }
            ui.end_row();
        }
    });
    for level in [Level::Pawns, Level::Mobility, Level::King] {
        if level <= eval.level {
            knobs(ui, eval, level, out);
        }
    }
    if eval.level < Level::King {
        ui.add_space(theme::GAP);
        note(ui, "Higher levels have more numbers");
    }
}

/// The numbers that a level added.
fn knobs(ui: &mut Ui, eval: &ScratchEval, level: Level, out: &mut Vec<Action>) {
    ui.add_space(theme::GAP);
    ui.label(RichText::new(level.name()).strong());
    let both = tapers(eval);
    Grid::new(("knobs", level)).num_columns(3).spacing([12.0, 3.0]).show(ui, |ui| {
        if both {
            ui.label("");
            note(ui, "middlegame");
            note(ui, "endgame");
            ui.end_row();
        }
        for knob in Knob::ALL.into_iter().filter(|knob| knob.level() == level) {
            let Tapered { mut mg, mut eg } = eval.knob(knob);
            let mut changed = row(ui, (knob.name(), knob.name()), &mut mg, TERM_CP);
            if both {
                let name = format!("{}, endgame", knob.name());
                changed |= slider(ui, &name, &mut eg, TERM_CP);
            }
            if changed {
                act(out, ScratchAction::Knob(knob, Tapered { mg, eg }));
            }
            ui.end_row();
        }
    });
}

/// A name and its slider.
fn row(
    ui: &mut Ui,
    (shown, name): (&str, &str),
    value: &mut i32,
    range: std::ops::RangeInclusive<i32>,
) -> bool {
    ui.label(shown);
    slider(ui, name, value, range)
}

fn slider(ui: &mut Ui, name: &str, value: &mut i32, range: std::ops::RangeInclusive<i32>) -> bool {
    ui.spacing_mut().slider_width = 96.0;
    let response = ui.add(Slider::new(value, range)).accessible_name(name);
    response.changed()
}

fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// The numbers as rows.
pub(super) fn rows(eval: &ScratchEval) -> Table {
    let columns =
        [Column::words("number"), Column::new("middlegame_cp"), Column::new("endgame_cp")];
    let mut rows = Table::new(columns.into());
    for kind in VALUED {
        let value = eval.value(kind);
        rows.row([kind.name().into(), value.into(), value.into()]);
    }
    for knob in Knob::ALL {
        let Tapered { mg, eg } = eval.knob(knob);
        rows.row([knob.name().into(), mg.into(), eg.into()]);
    }
    rows
}
