//! The dialog that starts a game: who plays, how strong, from where, with how much time.

mod time;

use eframe::egui::{
    ComboBox, DragValue, Grid, Label, RichText, Sides as Row, Slider, TextEdit, Ui, vec2,
};

use tabia_app::action::Action;
use tabia_app::engines::entries::Handicaps;
use tabia_app::engines::seats;
use tabia_app::game::new_game::{DEFAULT_LEVEL, NewGame, Sides, StartFrom};
use tabia_chess::board::Board;
use tabia_chess::chess960;
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::alphabeta::strength::LEVELS;
use tabia_engine::search::engine_id::EngineId;

use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::parts;
use crate::gui::widgets::segmented;

/// Half-typed texts of the dialog.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form {
    fen: String,
    number: u16,
}

/// Height of its rows, points: room for all of them in two columns. A higher dialog would lie over the buttons under
/// the board, and a second click there would start a game.
const HEIGHT: f32 = 436.0;
/// Height of its rows in one column, which scrolls, and where the window is as high as this, points.
const LONG: [f32; 2] = [470.0, 700.0];
const HIGH: f32 = 940.0;
/// Width with one column and with two, points.
const WIDTH: [f32; 2] = [500.0, 960.0];
/// What a window has to have beside two columns, points.
const BESIDE: f32 = 60.0;
/// Width of the names on the left, whichever stand there, points.
const NAMES: f32 = 104.0;
/// Height of the row of one engine where there is a choice of several, and where there is only ours, points.
const ENGINE: (f32, f32) = (104.0, 74.0);

/// Shows the dialog.
pub(crate) fn show(
    ui: &mut Ui,
    cx: &Cx<'_>,
    draft: &NewGame,
    form: &mut Form,
    out: &mut Vec<Action>,
) {
    let wide = ui.content_rect().width() >= WIDTH[1] + BESIDE;
    ui.set_width(WIDTH[usize::from(wide)]);
    ui.heading("New game");
    ui.add_space(theme::GAP);
    let mut game = draft.clone();
    let mut problem = None;
    let grid = |name| Grid::new(name).num_columns(2).min_col_width(NAMES).spacing([18.0, 10.0]);
    let high = ui.content_rect().height() >= HIGH;
    let height = if wide { HEIGHT } else { LONG[usize::from(high)] };
    parts::dialog_body_of(ui, height, |ui| {
        if wide {
            ui.horizontal_top(|ui| {
                grid("players").show(ui, |ui| {
                    sides(ui, &mut game);
                    strengths(ui, cx, &mut game);
                });
                ui.add_space(theme::GAP);
                grid("time and start").show(ui, |ui| {
                    time_rows(ui, &mut game);
                    start(ui, form, &mut game, &mut problem);
                });
            });
        } else {
            grid("new game").show(ui, |ui| {
                sides(ui, &mut game);
                strengths(ui, cx, &mut game);
                time_rows(ui, &mut game);
                start(ui, form, &mut game, &mut problem);
            });
        }
    });
    // Its place is kept, so that the buttons below stay where they are.
    let told = problem.as_deref().unwrap_or_default();
    let told = Label::new(RichText::new(told).color(theme::palette(ui).bad)).truncate();
    ui.horizontal(|ui| {
        ui.set_min_height(20.0);
        ui.add(told).on_hover_text(told_whole(problem.as_ref()));
    });
    Row::new().show(
        ui,
        |_| {},
        |ui| {
            if parts::way_out(ui, "Cancel") {
                out.push(Action::CloseDialog);
            }
            if parts::main_button(ui, "Start", problem.is_none()) {
                out.push(Action::StartGame(game.clone()));
            }
        },
    );
    if game != *draft {
        out.insert(0, Action::DraftNewGame(game));
    }
}

fn told_whole(problem: Option<&String>) -> String {
    problem.cloned().unwrap_or_default()
}

fn name(ui: &mut Ui, text: &str) {
    parts::row_name(ui, text);
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

fn strengths(ui: &mut Ui, cx: &Cx<'_>, game: &mut NewGame) {
    let NewGame { engine, strength, black_engine, black_strength, .. } = game;
    match game.sides {
        Sides::Humans => {
            no_player(ui, cx);
            no_player(ui, cx);
        }
        Sides::Engines => {
            player(ui, cx, "White's engine", (engine, strength));
            player(ui, cx, "Black's engine", (black_engine, black_strength));
        }
        Sides::HumanWhite | Sides::HumanBlack | Sides::Random => {
            player(ui, cx, "Opponent", (engine, strength));
            no_player(ui, cx);
        }
    }
}

fn engine_height(cx: &Cx<'_>) -> f32 {
    if cx.model.choosable().len() > 1 { ENGINE.0 } else { ENGINE.1 }
}

/// The row of an engine that does not play: its room stays, so that the rows below stay where they are.
fn no_player(ui: &mut Ui, cx: &Cx<'_>) {
    ui.label("");
    ui.allocate_space(vec2(1.0, engine_height(cx)));
    ui.end_row();
}

/// Which engine plays, and how strong.
fn player(ui: &mut Ui, cx: &Cx<'_>, who: &str, (engine, strength): (&mut EngineId, &mut Strength)) {
    name(ui, who);
    ui.vertical(|ui| {
        ui.set_max_width(330.0);
        ui.set_min_height(engine_height(cx));
        let before = *engine;
        parts::engine_choice(ui, cx, who, engine);
        if *engine != before {
            // The levels of one engine mean nothing to another.
            *strength =
                if engine.is_built_in() { Strength::Level(DEFAULT_LEVEL) } else { Strength::Full };
        }
        match seats::handicaps(cx.model, *engine) {
            None => level(ui, who, strength),
            Some(offered) => {
                let asked = cx.model.settings.engines.get(engine.0);
                let known = match asked.is_some_and(|spec| spec.said.is_some()) {
                    _ if engine.is_own() => {
                        "Full strength; a limit in nodes a move makes it weaker"
                    }
                    true => "Full strength: it offers no other",
                    false => UNASKED,
                };
                handicap(ui, who, &offered, known, strength);
            }
        }
    });
    ui.end_row();
}

/// The named levels of the built-in engine.
fn level(ui: &mut Ui, who: &str, chosen: &mut Strength) {
    let title = parts::strength_name(*chosen);
    let combo = ComboBox::from_id_salt((who, "level")).selected_text(title).width(220.0);
    let shown = combo.show_ui(ui, |ui| {
        for (at, level) in LEVELS.iter().enumerate() {
            ui.selectable_value(chosen, Strength::Level(at as u8), level.name)
                .on_hover_text(level.limited_by());
        }
        ui.selectable_value(chosen, Strength::Full, parts::strength_name(Strength::Full));
    });
    shown.response.accessible_name("Strength of the engine");
    let p = theme::palette(ui);
    let note = parts::strength_note(*chosen);
    ui.label(RichText::new(note).small().color(p.text_weak));
}

/// How an engine of the user's is held back.
#[derive(Clone, Copy, PartialEq)]
enum Held {
    Not,
    Elo,
    Skill,
}

/// What is said of an engine that was never asked what it offers.
const UNASKED: &str =
    "Full strength; what else it offers is known when it has been asked what it is";

/// What an engine of the user's offers, as a slider each; `none`: what is said where it offers nothing.
fn handicap(ui: &mut Ui, who: &str, offered: &Handicaps, none: &str, chosen: &mut Strength) {
    let mut kinds = vec![(Held::Not, "Full strength")];
    kinds.extend(offered.elo.as_ref().map(|_| (Held::Elo, "Elo number")));
    kinds.extend(offered.skill.as_ref().map(|_| (Held::Skill, "Skill level")));
    let held = match (*chosen, &offered.elo, &offered.skill) {
        (Strength::Elo(_), Some(_), _) => Held::Elo,
        (Strength::Level(_), _, Some(_)) => Held::Skill,
        _ => Held::Not,
    };
    if held == Held::Not {
        *chosen = Strength::Full;
    }
    if kinds.len() > 1 {
        let name = format!("Strength, {who}");
        match (segmented::show(ui, &name, held, &kinds), &offered.elo, &offered.skill) {
            (Some(Held::Not), ..) => *chosen = Strength::Full,
            (Some(Held::Elo), Some(range), _) => *chosen = Strength::Elo(*range.start()),
            (Some(Held::Skill), _, Some(range)) => *chosen = Strength::Level(*range.start()),
            _ => {}
        }
    }
    let note = match (chosen, &offered.elo, &offered.skill) {
        (Strength::Elo(elo), Some(range), _) => {
            *elo = (*elo).clamp(*range.start(), *range.end());
            let slider = Slider::new(elo, range.clone()).suffix(" Elo");
            ui.add(slider).accessible_name(format!("Elo, {who}"));
            "As its makers count"
        }
        (Strength::Level(level), _, Some(range)) => {
            *level = (*level).clamp(*range.start(), *range.end());
            let slider = Slider::new(level, range.clone());
            ui.add(slider).accessible_name(format!("Skill, {who}"));
            "The higher, the stronger"
        }
        _ if kinds.len() > 1 => "Everything the engine can",
        _ => none,
    };
    let p = theme::palette(ui);
    ui.label(RichText::new(note).small().color(p.text_weak));
}

fn time_rows(ui: &mut Ui, game: &mut NewGame) {
    name(ui, "Time");
    time::show(ui, game);
    ui.end_row();
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
            if let (StartFrom::Fen(fen), true) = (&*start, form.fen.is_empty()) {
                // As it was chosen last time.
                form.fen.clone_from(fen);
            }
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
