//! The form behind "More" in the dialog of a new game: who plays, which engines, from which position, with which
//! clocks. Whatever does not apply to the choices so far is hidden; nothing above or beside it moves.

use eframe::egui::{
    Checkbox, ComboBox, DragValue, Grid, RichText, Slider, TextEdit, Ui, UiBuilder, vec2,
};

use tabia_app::engines::entries::Handicaps;
use tabia_app::engines::seats;
use tabia_app::game::clock::{ClockKind, MoveLimit, TimeControl};
use tabia_app::game::editor::MAX_FEN;
use tabia_app::game::new_game::{DEFAULT_CHARACTER, NewGame, Sides, StartFrom, engine_title};
use tabia_chess::chess960;
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::human::characters::CHARACTERS;
use tabia_engine::human::scale::ELO;
use tabia_engine::search::thinker::EngineId;

use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::parts;
use crate::gui::widgets::buttons;
use crate::gui::widgets::fields::{LIMIT_KIND, LimitWords, decimal, move_limit, named_zero};
use tabia_text::t;

/// Half-typed texts of the form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields {
    fen: String,
    number: u16,
}

/// From this width on it has two columns, points.
const TWO_COLUMNS: f32 = 620.0;
/// Space between two columns and between two groups, points.
const BETWEEN: [f32; 2] = [24.0, 16.0];
/// Height of the groups for players and start position: five rows under a heading, points.
const CHOICES: f32 = 172.0;
/// Height of the group of one engine, points.
const ENGINE: f32 = 158.0;
/// Height of the strength controls of an engine, points.
const STRENGTH: f32 = 66.0;

/// Shows the form with this width.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, width: f32, fields: &mut Fields, game: &mut NewGame) {
    ui.set_width(width);
    let columns = if width >= TWO_COLUMNS { 2 } else { 1 };
    let column = (width - BETWEEN[0] * (columns as f32 - 1.0)) / columns as f32;
    groups(ui, (columns, column, CHOICES), |ui, at| match at {
        0 => sides(ui, game),
        _ => start(ui, fields, game),
    });
    groups(ui, (columns, column, ENGINE), |ui, at| engine_of(ui, cx, at, game));
    time(ui, game);
}

/// Two groups side by side, or one below the other where there is one column.
fn groups(
    ui: &mut Ui,
    (columns, width, height): (usize, f32, f32),
    mut group: impl FnMut(&mut Ui, usize),
) {
    for row in 0..2 / columns {
        let size = vec2(ui.available_width(), height);
        let (place, _) = ui.allocate_exact_size(size, eframe::egui::Sense::hover());
        for column in 0..columns {
            let mut cell = place;
            cell.min.x += column as f32 * (width + BETWEEN[0]);
            cell.max.x = cell.min.x + width;
            let at = row * columns + column;
            let inside = UiBuilder::new().id_salt(("group", at)).max_rect(cell);
            group(&mut ui.new_child(inside), at);
        }
    }
}

/// The heading of a group.
fn heading(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).small().color(theme::palette(ui).text_faint));
}

fn sides(ui: &mut Ui, game: &mut NewGame) {
    heading(ui, t!("new-game-players"));
    for sides in Sides::ALL {
        ui.radio_value(&mut game.sides, sides, sides.label());
    }
}

/// The group of the first or the second engine, if there is one.
fn engine_of(ui: &mut Ui, cx: &Cx<'_>, at: usize, game: &mut NewGame) {
    let clock = game.time.is_some();
    match (game.sides, at) {
        (Sides::Engines, 1) => {
            let who = t!("new-game-black-engine");
            let held = game.black_move_limit;
            player(ui, cx, who, (&mut game.black_engine, &mut game.black_strength), held);
            limit(ui, (who, true), clock, &mut game.black_move_limit);
        }
        (Sides::Engines, _) => {
            let who = t!("new-game-white-engine");
            player(ui, cx, who, (&mut game.engine, &mut game.strength), game.move_limit);
            limit(ui, (who, false), clock, &mut game.move_limit);
        }
        (Sides::HumanWhite | Sides::HumanBlack | Sides::Random, 0) => {
            let who = t!("new-game-opponent");
            player(ui, cx, who, (&mut game.engine, &mut game.strength), game.move_limit);
            limit(ui, (t!("new-game-engine-moves"), false), clock, &mut game.move_limit);
        }
        (Sides::Humans | Sides::HumanWhite | Sides::HumanBlack | Sides::Random, _) => {}
    }
}

/// Which engine plays, and how strong.
fn player(
    ui: &mut Ui,
    cx: &Cx<'_>,
    who: &str,
    (engine, strength): (&mut EngineId, &mut Strength),
    held: Option<MoveLimit>,
) {
    heading(ui, who);
    let before = *engine;
    parts::engine_choice(ui, cx, who, engine);
    if *engine != before {
        // The levels of one engine mean nothing to another.
        *strength = if engine.is_built_in() {
            Strength::Character(DEFAULT_CHARACTER)
        } else {
            Strength::Full
        };
    }
    // Its space is kept, so that the limit below does not move.
    let size = vec2(ui.available_width(), STRENGTH);
    let (place, _) = ui.allocate_exact_size(size, eframe::egui::Sense::hover());
    let inside = UiBuilder::new().id_salt((who, "strength")).max_rect(place);
    let ui = &mut ui.new_child(inside);
    match seats::handicaps(cx.model, *engine) {
        None => level(ui, who, strength, held),
        Some(offered) => {
            let asked = cx.model.settings.engines.get(engine.0);
            let known = match asked.is_some_and(|spec| spec.identity.is_some()) {
                _ if engine.is_own() => t!("new-game-own-full"),
                true => t!("new-game-full-only"),
                false => t!("new-game-unasked"),
            };
            handicap(ui, who, &offered, known, strength);
        }
    }
}

/// The initial Elo number of the slider.
const DEFAULT_ELO: u16 = 1200;

/// The characters of the program's own engine, any Elo number, the gambler, full strength.
fn level(ui: &mut Ui, who: &str, chosen: &mut Strength, held: Option<MoveLimit>) {
    let title = engine_title("", *chosen);
    let combo = ComboBox::from_id_salt((who, "level")).selected_text(title).width(CHOICE);
    ui.horizontal_wrapped(|ui| {
        let shown = combo.show_ui(ui, |ui| {
            for (at, one) in CHARACTERS.iter().enumerate() {
                let words = format!("{}, {}", one.name, one.elo);
                ui.selectable_value(chosen, Strength::Character(at as u8), words);
            }
            let by_elo = chosen.elo().unwrap_or(DEFAULT_ELO);
            ui.selectable_value(chosen, Strength::Elo(by_elo), t!("new-game-elo"));
            for strength in [Strength::Gambler, Strength::Full] {
                ui.selectable_value(chosen, strength, engine_title("", strength));
            }
        });
        shown.response.accessible_name(t!("new-game-strength"));
        if let Strength::Elo(elo) = chosen {
            let slider = Slider::new(elo, ELO).step_by(10.0).suffix(" Elo");
            ui.add(slider).accessible_name(t!("new-game-elo-of", who = who));
        }
    });
    let p = theme::palette(ui);
    let note = match held {
        Some(MoveLimit::Depth(_) | MoveLimit::Nodes(_)) => t!("new-game-limited-note").to_owned(),
        Some(MoveLimit::Time(_)) | None => parts::strength_note(*chosen),
    };
    ui.label(RichText::new(note).small().color(p.text_weak));
}

/// How the strength of a user's engine is limited.
#[derive(Clone, Copy, PartialEq)]
enum Held {
    Not,
    Elo,
    Skill,
}

/// The strength options of a user's engine, a slider each; `none`: the text if it has none.
fn handicap(ui: &mut Ui, who: &str, offered: &Handicaps, none: &str, chosen: &mut Strength) {
    let mut kinds = vec![(Held::Not, t!("new-game-full-strength"))];
    kinds.extend(offered.elo.as_ref().map(|_| (Held::Elo, t!("new-game-elo"))));
    kinds.extend(offered.skill.as_ref().map(|_| (Held::Skill, t!("new-game-skill"))));
    let held = match (*chosen, &offered.elo, &offered.skill) {
        (Strength::Elo(_), Some(_), _) => Held::Elo,
        (Strength::Skill(_), _, Some(_)) => Held::Skill,
        _ => Held::Not,
    };
    if held == Held::Not {
        *chosen = Strength::Full;
    }
    if kinds.len() > 1 {
        let name = t!("new-game-strength-of", who = who);
        match (buttons::segmented(ui, &name, held, &kinds), &offered.elo, &offered.skill) {
            (Some(Held::Not), ..) => *chosen = Strength::Full,
            (Some(Held::Elo), Some(range), _) => *chosen = Strength::Elo(*range.start()),
            (Some(Held::Skill), _, Some(range)) => *chosen = Strength::Skill(*range.start()),
            _ => {}
        }
    }
    let note = match (chosen, &offered.elo, &offered.skill) {
        (Strength::Elo(elo), Some(range), _) => {
            *elo = (*elo).clamp(*range.start(), *range.end());
            let slider = Slider::new(elo, range.clone()).suffix(" Elo");
            ui.add(slider).accessible_name(t!("new-game-elo-of", who = who));
            t!("new-game-elo-note")
        }
        (Strength::Skill(level), _, Some(range)) => {
            *level = (*level).clamp(*range.start(), *range.end());
            let slider = Slider::new(level, range.clone());
            ui.add(slider).accessible_name(t!("new-game-skill-of", who = who));
            t!("new-game-skill-note")
        }
        _ if kinds.len() > 1 => t!("new-game-full-note"),
        _ => none,
    };
    let p = theme::palette(ui);
    ui.label(RichText::new(note).small().color(p.text_weak));
}

fn start(ui: &mut Ui, fields: &mut Fields, game: &mut NewGame) {
    heading(ui, t!("new-game-start"));
    let start = &mut game.start;
    ui.radio_value(start, StartFrom::Standard, t!("new-game-standard"));
    ui.radio_value(start, StartFrom::Current, t!("new-game-current"));
    ui.radio_value(start, StartFrom::RandomChess960, t!("new-game-random-chess960"));
    ui.horizontal(|ui| {
        let on = matches!(start, StartFrom::Chess960(_));
        if ui.radio(on, t!("new-game-chess960")).clicked() {
            *start = StartFrom::Chess960(fields.number);
        }
        let last = chess960::COUNT as u16 - 1;
        let number = ui
            .add(DragValue::new(&mut fields.number).range(0..=last))
            .accessible_name(t!("new-game-chess960-number"));
        if number.changed() {
            *start = StartFrom::Chess960(fields.number);
        }
    });
    ui.horizontal(|ui| {
        if let (StartFrom::Fen(fen), true) = (&*start, fields.fen.is_empty()) {
            // As chosen last time.
            fields.fen.clone_from(fen);
        }
        let on = matches!(start, StartFrom::Fen(_));
        let radio = ui.radio(on, "FEN");
        if radio.clicked() {
            *start = StartFrom::Fen(fields.fen.clone());
        }
        let width = ui.available_width();
        let field = TextEdit::singleline(&mut fields.fen).char_limit(MAX_FEN).desired_width(width);
        if ui.add(field).labelled_by(radio.id).changed() {
            *start = StartFrom::Fen(fields.fen.clone());
        }
    });
}

/// Time controls besides those with a button on the right, and their notation.
const PRESETS: [(&str, TimeControl); 5] = [
    ("2+1", TimeControl::minutes(2, 1)),
    ("5+3", TimeControl::minutes(5, 3)),
    ("10+0", TimeControl::minutes(10, 0)),
    ("30+20", TimeControl::minutes(30, 20)),
    ("40/90, 30, +30", TimeControl::periods(40, 90, 30, 30)),
];

/// Room for two lines about the kind of clock, points.
const NOTE: f32 = 34.0;
/// Width of a drop-down, points.
const CHOICE: f32 = LIMIT_KIND;

/// Shows the group about time: presets, and with clocks their kind and a control for each side.
fn time(ui: &mut Ui, game: &mut NewGame) {
    heading(ui, t!("new-game-other-times"));
    presets(ui, game);
    if game.time.is_none() {
        return;
    }
    kind(ui, game);
    note(ui, game);
    Grid::new("time controls").num_columns(5).spacing([8.0, 4.0]).show(ui, |ui| {
        controls(ui, game);
    });
}

fn presets(ui: &mut Ui, game: &mut NewGame) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (text, control) in PRESETS {
            let chosen = game.time == Some(control) && game.black_time.is_none();
            let label = ui.selectable_label(chosen, text);
            if label.on_hover_text(control.words()).clicked() {
                (game.time, game.black_time) = (Some(control), None);
            }
        }
    });
}

/// The kind of clock, and what happens when a flag falls.
fn kind(ui: &mut Ui, game: &mut NewGame) {
    let before = game.time.unwrap_or_default().kind;
    let mut kind = before;
    ui.horizontal(|ui| {
        let combo = ComboBox::from_id_salt("kind of clock").selected_text(kind.label());
        let shown = combo.width(CHOICE).show_ui(ui, |ui| {
            for of in ClockKind::ALL {
                ui.selectable_value(&mut kind, of, of.label()).on_hover_text(of.means());
            }
        });
        shown.response.accessible_name(t!("clock-kind"));
        ui.checkbox(&mut game.play_on, t!("clock-play-on")).on_hover_text(t!("clock-play-on.tip"));
    });
    if kind != before {
        for control in [&mut game.time, &mut game.black_time].into_iter().flatten() {
            *control = TimeControl { kind, ..*control }.clamped();
        }
    }
}

/// Minutes, seconds and periods of each side.
fn controls(ui: &mut Ui, game: &mut NewGame) {
    let kind = game.time.unwrap_or_default().kind;
    let seconds = match kind {
        ClockKind::Increment => t!("clock-increment-column"),
        ClockKind::Delay | ClockKind::Bronstein => t!("clock-delay-column"),
        ClockKind::Hourglass => t!("clock-hourglass-column"),
    };
    let p = theme::palette(ui);
    for name in ["", t!("clock-minutes"), seconds, t!("clock-moves"), t!("clock-then")] {
        ui.label(RichText::new(name).small().color(p.text_weak));
    }
    ui.end_row();
    ui.label(t!("white"));
    let mut white = game.time.unwrap_or_default();
    control(ui, (t!("white"), true), &mut white);
    game.time = game.time.map(|_| white);
    ui.end_row();
    let mut own = game.black_time.is_some();
    let tick = ui.add(Checkbox::new(&mut own, t!("black")));
    if tick.on_hover_text(t!("clock-black-differs")).changed() {
        game.black_time = own.then_some(white);
    }
    let mut black = game.black_time.unwrap_or(white);
    control(ui, (t!("black"), game.black_time.is_some()), &mut black);
    game.black_time = game.black_time.map(|_| black);
    ui.end_row();
}

/// One side's control, in four cells.
fn control(ui: &mut Ui, (who, on): (&str, bool), control: &mut TimeControl) {
    let mut minutes = control.base_ms as f64 / 60_000.0;
    let mut seconds = control.increment_ms as f64 / 1_000.0;
    let mut moves = control.moves.unwrap_or(0);
    let mut rest = control.rest_ms.unwrap_or(0) as f64 / 60_000.0;
    let cell = |ui: &mut Ui, on: bool, value: DragValue<'_>, name: String| {
        ui.add_enabled(on, value).accessible_name(&name).on_hover_text(name).changed()
    };
    let value = decimal(DragValue::new(&mut minutes).range(0.1..=720.0).speed(0.5));
    if cell(ui, on, value, t!("clock-minutes.field", who = who)) {
        control.base_ms = (minutes * 60_000.0).round() as u64;
    }
    let counts = on && control.kind != ClockKind::Hourglass;
    let value = decimal(DragValue::new(&mut seconds).range(0.0..=600.0).speed(0.5));
    if cell(ui, counts, value, t!("clock-seconds-field", who = who)) {
        control.increment_ms = (seconds * 1_000.0).round() as u64;
    }
    let value = named_zero(
        DragValue::new(&mut moves).range(0..=TimeControl::MAX_MOVES),
        t!("clock-all-moves"),
    );
    if cell(ui, counts, value, t!("clock-moves.field", who = who)) {
        control.moves = (moves > 0).then_some(moves);
        control.rest_ms = control.rest_ms.filter(|_| moves > 0);
    }
    let value =
        named_zero(DragValue::new(&mut rest).range(0.0..=720.0).speed(0.5), t!("clock-same-again"));
    if cell(ui, counts && control.moves.is_some(), value, t!("clock-then.field", who = who)) {
        control.rest_ms = (rest > 0.0).then_some((rest * 60_000.0).round() as u64);
    }
}

/// The limit of an engine's moves, as one row.
fn limit(ui: &mut Ui, (who, second): (&str, bool), clock: bool, limit: &mut Option<MoveLimit>) {
    let none = if clock { t!("limit-clock") } else { t!("limit-default") };
    let words = LimitWords {
        choices: [none, t!("limit-seconds"), t!("limit-nodes"), t!("column-depth")],
        kind: &t!("limit-kind-of", who = who),
        value: &t!("limit-value-of", who = who),
    };
    ui.horizontal(|ui| move_limit(ui, (second, "spends"), &words, limit));
}

/// What the kind of clock means, and which part of it a user's engine is not told.
fn note(ui: &mut Ui, game: &NewGame) {
    let p = theme::palette(ui);
    let external = match game.sides {
        Sides::Humans => false,
        Sides::Engines => !game.engine.is_own() || !game.black_engine.is_own(),
        Sides::HumanWhite | Sides::HumanBlack | Sides::Random => !game.engine.is_own(),
    };
    let text = match game.time {
        None => t!("clock-none.tip").to_owned(),
        Some(time) if external && !time.kind.untold().is_empty() => time.kind.untold().to_owned(),
        Some(time) => time.kind.means().to_owned(),
    };
    let size = vec2(ui.available_width(), NOTE);
    let (rect, _) = ui.allocate_exact_size(size, eframe::egui::Sense::hover());
    let mut inside = ui.new_child(UiBuilder::new().max_rect(rect));
    inside.label(RichText::new(text).small().color(p.text_weak));
}
