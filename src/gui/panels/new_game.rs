//! The dialog that starts a game: who plays, how strong, from where, with how much time.

use eframe::egui::{ComboBox, DragValue, Grid, RichText, Sides as Row, TextEdit, Ui};

use crate::alphabeta::options::Strength;
use crate::alphabeta::strength::LEVELS;
use crate::app::action::Action;
use crate::app::clock::TimeControl;
use crate::app::new_game::{NewGame, Sides, StartFrom};
use crate::chess::board::Board;
use crate::chess::chess960;

use super::super::parts;
use super::super::theme;

/// Half-typed texts of the dialog.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form {
    fen: String,
    number: u16,
}

/// Time controls offered by name, and what they are.
const PRESETS: [(&str, Option<TimeControl>); 7] = [
    ("No clock", None),
    ("1 + 0", Some(TimeControl::minutes(1, 0))),
    ("3 + 2", Some(TimeControl::minutes(3, 2))),
    ("5 + 3", Some(TimeControl::minutes(5, 3))),
    ("10 + 5", Some(TimeControl::minutes(10, 5))),
    ("15 + 10", Some(TimeControl::minutes(15, 10))),
    ("30 + 20", Some(TimeControl::minutes(30, 20))),
];

/// Shows the dialog.
pub(crate) fn show(ui: &mut Ui, draft: &NewGame, form: &mut Form, out: &mut Vec<Action>) {
    ui.set_width(460.0);
    ui.heading("New game");
    ui.add_space(theme::GAP);
    let mut game = draft.clone();
    let mut problem = None;
    parts::dialog_body(ui, |ui| {
        Grid::new("new game").num_columns(2).spacing([18.0, 10.0]).show(ui, |ui| {
            sides(ui, &mut game);
            strengths(ui, &mut game);
            time(ui, &mut game);
            start(ui, form, &mut game, &mut problem);
        });
    });
    ui.add_space(theme::PAD);
    if let Some(problem) = &problem {
        ui.label(RichText::new(problem).color(theme::palette(ui).bad));
    }
    Row::new().show(
        ui,
        |_| {},
        |ui| {
            if parts::main_button(ui, "Start", problem.is_none()) {
                out.push(Action::StartGame(game.clone()));
            }
            if ui.button("Cancel").clicked() {
                out.push(Action::CloseDialog);
            }
        },
    );
    if game != *draft {
        out.insert(0, Action::DraftNewGame(game));
    }
}

fn name(ui: &mut Ui, text: &str) {
    let p = theme::palette(ui);
    ui.label(RichText::new(text).color(p.text_weak));
}

fn sides(ui: &mut Ui, game: &mut NewGame) {
    name(ui, "Players");
    ui.vertical(|ui| {
        for sides in Sides::ALL {
            ui.radio_value(&mut game.sides, sides, sides.label());
        }
    });
    ui.end_row();
}

fn strengths(ui: &mut Ui, game: &mut NewGame) {
    match game.sides {
        Sides::Humans => {}
        Sides::Engines => {
            name(ui, "White's engine");
            strength(ui, "white", &mut game.strength);
            ui.end_row();
            name(ui, "Black's engine");
            strength(ui, "black", &mut game.black_strength);
            ui.end_row();
        }
        Sides::HumanWhite | Sides::HumanBlack | Sides::Random => {
            name(ui, "Opponent");
            strength(ui, "opponent", &mut game.strength);
            ui.end_row();
        }
    }
}

fn strength(ui: &mut Ui, salt: &str, chosen: &mut Strength) {
    ui.vertical(|ui| {
        let title = parts::strength_name(*chosen);
        let combo = ComboBox::from_id_salt(salt).selected_text(title).width(220.0);
        let shown = combo.show_ui(ui, |ui| {
            for (at, level) in LEVELS.iter().enumerate() {
                ui.selectable_value(chosen, Strength::Level(at as u8), level.name)
                    .on_hover_text(level.limited_by());
            }
            ui.selectable_value(chosen, Strength::Full, parts::strength_name(Strength::Full));
        });
        shown.response.accessible_name("Strength of the engine");
        let p = theme::palette(ui);
        ui.set_max_width(320.0);
        let note = parts::strength_note(*chosen);
        ui.label(RichText::new(note).small().color(p.text_weak));
    });
}

fn time(ui: &mut Ui, game: &mut NewGame) {
    name(ui, "Time");
    ui.vertical(|ui| {
        ui.horizontal_wrapped(|ui| {
            ui.set_max_width(330.0);
            for (text, control) in PRESETS {
                let chosen = game.time == control && game.black_time.is_none();
                if ui.selectable_label(chosen, text).clicked() {
                    game.time = control;
                    game.black_time = None;
                }
            }
        });
        if let Some(control) = &mut game.time {
            ui.horizontal(|ui| control_ui(ui, "White", control));
            let white = *control;
            let mut own = game.black_time.is_some();
            if ui.checkbox(&mut own, "Black has a time of its own").changed() {
                game.black_time = own.then_some(white);
            }
            if let Some(control) = &mut game.black_time {
                ui.horizontal(|ui| control_ui(ui, "Black", control));
            }
        }
    });
    ui.end_row();
}

fn control_ui(ui: &mut Ui, who: &str, control: &mut TimeControl) {
    let mut minutes = control.base_ms as f64 / 60_000.0;
    let mut seconds = control.increment_ms as f64 / 1_000.0;
    let base = ui
        .add(DragValue::new(&mut minutes).range(0.1..=720.0).speed(0.5).suffix(" min"))
        .accessible_name(format!("{who}: minutes for the game"));
    ui.label("+");
    let increment = ui
        .add(DragValue::new(&mut seconds).range(0.0..=600.0).speed(0.5).suffix(" s a move"))
        .accessible_name(format!("{who}: seconds added after each move"));
    if base.changed() {
        control.base_ms = (minutes * 60_000.0).round() as u64;
    }
    if increment.changed() {
        control.increment_ms = (seconds * 1_000.0).round() as u64;
    }
}

fn start(ui: &mut Ui, form: &mut Form, game: &mut NewGame, problem: &mut Option<String>) {
    name(ui, "Start from");
    ui.vertical(|ui| {
        let start = &mut game.start;
        ui.radio_value(start, StartFrom::Standard, "The usual position");
        ui.radio_value(start, StartFrom::Current, "The position on the board");
        ui.radio_value(start, StartFrom::RandomChess960, "A random Chess960 position");
        ui.horizontal(|ui| {
            let on = matches!(start, StartFrom::Chess960(_));
            if ui.radio(on, "Chess960 position").clicked() {
                *start = StartFrom::Chess960(form.number);
            }
            let last = chess960::COUNT as u16 - 1;
            let number = ui
                .add(DragValue::new(&mut form.number).range(0..=last))
                .accessible_name("Chess960 number");
            if number.changed() {
                *start = StartFrom::Chess960(form.number);
            }
        });
        ui.horizontal(|ui| {
            let on = matches!(start, StartFrom::Fen(_));
            let radio = ui.radio(on, "FEN");
            if radio.clicked() {
                *start = StartFrom::Fen(form.fen.clone());
            }
            let field = TextEdit::singleline(&mut form.fen).desired_width(250.0);
            if ui.add(field).labelled_by(radio.id).changed() {
                *start = StartFrom::Fen(form.fen.clone());
            }
        });
        if let StartFrom::Fen(fen) = start {
            *problem = Board::from_fen(fen).err().map(|error| error.to_string());
        }
    });
    ui.end_row();
}
