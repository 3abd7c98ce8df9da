//! The dialog that starts a game: who plays, how strong, from where, with how much time.

use eframe::egui::{ComboBox, DragValue, Grid, Label, RichText, Slider, TextEdit, Ui, vec2};

use tabia_app::action::Action;
use tabia_app::engines::entries::Handicaps;
use tabia_app::engines::seats;
use tabia_app::game::clock::{ClockKind, MoveLimit, TimeControl};
use tabia_app::game::new_game::{DEFAULT_LEVEL, NewGame, Sides, StartFrom, strength_name};
use tabia_app::game::words::fen_text;
use tabia_chess::{Board, chess960};
use tabia_engine::alphabeta::handicap::LEVELS;
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::thinker::EngineId;

use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::parts;
use crate::gui::present::parts::row_name;
use crate::gui::widgets::buttons;
use tabia_text::t;

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
    parts::title(ui, WIDTH[usize::from(wide)], t!("new-game-title"));
    let mut game = draft.clone();
    let mut problem = None;
    let grid = |name| Grid::new(name).num_columns(2).min_col_width(NAMES).spacing([18.0, 10.0]);
    let high = ui.content_rect().height() >= HIGH;
    let height = if wide { HEIGHT } else { LONG[usize::from(high)] };
    parts::body_of(ui, height, |ui| {
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
    let text = problem.as_deref().unwrap_or_default();
    let label = Label::new(RichText::new(text).color(theme::palette(ui).bad)).truncate();
    ui.horizontal(|ui| {
        ui.set_min_height(20.0);
        ui.add(label).on_hover_text(text);
    });
    if parts::buttons(ui, t!("button-cancel"), Some((t!("button-start"), problem.is_none()))) {
        out.push(Action::StartGame(game.clone()));
    }
    if game != *draft {
        out.insert(0, Action::DraftNewGame(game));
    }
}

fn sides(ui: &mut Ui, game: &mut NewGame) {
    row_name(ui, t!("new-game-players"));
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
            player(ui, cx, t!("new-game-white-engine"), (engine, strength));
            player(ui, cx, t!("new-game-black-engine"), (black_engine, black_strength));
        }
        Sides::HumanWhite | Sides::HumanBlack | Sides::Random => {
            player(ui, cx, t!("new-game-opponent"), (engine, strength));
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
    row_name(ui, who);
    ui.vertical(|ui| {
        ui.set_max_width(304.0);
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
                let known = match asked.is_some_and(|spec| spec.identity.is_some()) {
                    _ if engine.is_own() => t!("new-game-own-full"),
                    true => t!("new-game-full-only"),
                    false => t!("new-game-unasked"),
                };
                handicap(ui, who, &offered, known, strength);
            }
        }
    });
    ui.end_row();
}

/// The named levels of the built-in engine.
fn level(ui: &mut Ui, who: &str, chosen: &mut Strength) {
    let title = strength_name(*chosen);
    let combo = ComboBox::from_id_salt((who, "level")).selected_text(title).width(220.0);
    let shown = combo.show_ui(ui, |ui| {
        for (at, level) in LEVELS.iter().enumerate() {
            ui.selectable_value(chosen, Strength::Level(at as u8), level.label())
                .on_hover_text(level.limited_by());
        }
        ui.selectable_value(chosen, Strength::Full, strength_name(Strength::Full));
    });
    shown.response.accessible_name(t!("new-game-strength"));
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

/// What an engine of the user's offers, as a slider each; `none`: what is said where it offers nothing.
fn handicap(ui: &mut Ui, who: &str, offered: &Handicaps, none: &str, chosen: &mut Strength) {
    let mut kinds = vec![(Held::Not, t!("new-game-full-strength"))];
    kinds.extend(offered.elo.as_ref().map(|_| (Held::Elo, t!("new-game-elo"))));
    kinds.extend(offered.skill.as_ref().map(|_| (Held::Skill, t!("new-game-skill"))));
    let held = match (*chosen, &offered.elo, &offered.skill) {
        (Strength::Elo(_), Some(_), _) => Held::Elo,
        (Strength::Level(_), _, Some(_)) => Held::Skill,
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
            (Some(Held::Skill), _, Some(range)) => *chosen = Strength::Level(*range.start()),
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
        (Strength::Level(level), _, Some(range)) => {
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

fn time_rows(ui: &mut Ui, game: &mut NewGame) {
    row_name(ui, t!("new-game-time"));
    time(ui, game);
    ui.end_row();
}

fn start(ui: &mut Ui, form: &mut Form, game: &mut NewGame, problem: &mut Option<String>) {
    row_name(ui, t!("new-game-start"));
    ui.vertical(|ui| {
        let start = &mut game.start;
        ui.radio_value(start, StartFrom::Standard, t!("new-game-standard"));
        ui.radio_value(start, StartFrom::Current, t!("new-game-current"));
        ui.radio_value(start, StartFrom::RandomChess960, t!("new-game-random-chess960"));
        ui.horizontal(|ui| {
            let on = matches!(start, StartFrom::Chess960(_));
            if ui.radio(on, t!("new-game-chess960")).clicked() {
                *start = StartFrom::Chess960(form.number);
            }
            let last = chess960::COUNT as u16 - 1;
            let number = ui
                .add(DragValue::new(&mut form.number).range(0..=last))
                .accessible_name(t!("new-game-chess960-number"));
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
            *problem = Board::from_fen(fen).err().map(|error| fen_text(&error));
        }
    });
    ui.end_row();
}

/// Time controls offered, and how they are written.
const PRESETS: [(&str, Option<TimeControl>); 8] = [
    ("", None),
    ("1 + 0", Some(TimeControl::minutes(1, 0))),
    ("3 + 2", Some(TimeControl::minutes(3, 2))),
    ("5 + 3", Some(TimeControl::minutes(5, 3))),
    ("10 + 5", Some(TimeControl::minutes(10, 5))),
    ("15 + 10", Some(TimeControl::minutes(15, 10))),
    ("30 + 20", Some(TimeControl::minutes(30, 20))),
    ("40/90, 30, + 30", Some(TimeControl::periods(40, 90, 30, 30))),
];

/// Width of the rows, points.
const TIME_WIDTH: f32 = 396.0;
/// Room for two lines about the kind of clock, points.
const NOTE: f32 = 34.0;
/// Width of a choice, points.
const CHOICE: f32 = 166.0;
/// Room for the longest limit, points.
const LIMIT: f32 = 96.0;

/// Shows the rows about time: kind of clock, a control for each side, what an engine may spend on a move. All of them
/// always stand there, so that nothing moves under the pointer; what has no meaning now is grey.
fn time(ui: &mut Ui, game: &mut NewGame) {
    ui.vertical(|ui| {
        ui.set_width(TIME_WIDTH);
        presets(ui, game);
        let on = game.time.is_some();
        ui.add_enabled_ui(on, |ui| kind(ui, game));
        Grid::new("time controls").num_columns(5).spacing([8.0, 4.0]).show(ui, |ui| {
            controls(ui, game);
        });
        Grid::new("engine's moves").num_columns(3).spacing([8.0, 4.0]).show(ui, |ui| {
            limits(ui, game);
        });
        note(ui, game);
    });
}

fn presets(ui: &mut Ui, game: &mut NewGame) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (text, control) in PRESETS {
            let chosen = game.time == control && game.black_time.is_none();
            let text = if control.is_some() { text } else { t!("clock-none") };
            let label = ui.selectable_label(chosen, text);
            let words = control.map_or(t!("clock-none.tip").to_owned(), TimeControl::words);
            if label.on_hover_text(words).clicked() {
                (game.time, game.black_time) = (control, None);
            }
        }
    });
}

/// Kind of clock, and what a fallen flag means.
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
    let on = game.time.is_some();
    ui.add_enabled_ui(on, |ui| ui.label(t!("white")));
    let mut white = game.time.unwrap_or_default();
    control(ui, (t!("white"), on), &mut white);
    game.time = game.time.map(|_| white);
    ui.end_row();
    let mut own = game.black_time.is_some();
    let tick = ui.add_enabled(on, eframe::egui::Checkbox::new(&mut own, t!("black")));
    if tick.on_hover_text(t!("clock-black-differs")).changed() {
        game.black_time = own.then_some(white);
    }
    let mut black = game.black_time.unwrap_or(white);
    control(ui, (t!("black"), on && game.black_time.is_some()), &mut black);
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
    let value = DragValue::new(&mut minutes).range(0.1..=720.0).speed(0.5);
    if cell(ui, on, value, t!("clock-minutes.field", who = who)) {
        control.base_ms = (minutes * 60_000.0).round() as u64;
    }
    let counts = on && control.kind != ClockKind::Hourglass;
    let value = DragValue::new(&mut seconds).range(0.0..=600.0).speed(0.5);
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

/// A number whose 0 has a name.
fn named_zero<'a>(value: DragValue<'a>, name: &'static str) -> DragValue<'a> {
    value
        .custom_formatter(move |n, decimals| match n {
            0.0 => name.to_owned(),
            n => format!("{n:.*}", *decimals.start()),
        })
        .custom_parser(
            move |text| if text.trim() == name { Some(0.0) } else { text.trim().parse().ok() },
        )
}

/// What an engine may spend on a move.
#[derive(Clone, Copy, PartialEq)]
enum Spends {
    Clock,
    Time,
    Nodes,
    Depth,
}

impl Spends {
    const ALL: [Spends; 4] = [Spends::Clock, Spends::Time, Spends::Nodes, Spends::Depth];

    fn of(limit: Option<MoveLimit>) -> Spends {
        match limit {
            None => Spends::Clock,
            Some(MoveLimit::Time(_)) => Spends::Time,
            Some(MoveLimit::Nodes(_)) => Spends::Nodes,
            Some(MoveLimit::Depth(_)) => Spends::Depth,
        }
    }

    fn label(self, clock: bool) -> &'static str {
        match self {
            Spends::Clock if clock => t!("limit-clock"),
            Spends::Clock => t!("limit-default"),
            Spends::Time => t!("limit-seconds"),
            Spends::Nodes => t!("limit-nodes"),
            Spends::Depth => t!("column-depth"),
        }
    }

    /// What it begins with when chosen.
    fn first(self) -> Option<MoveLimit> {
        match self {
            Spends::Clock => None,
            Spends::Time => Some(MoveLimit::Time(5_000)),
            Spends::Nodes => Some(MoveLimit::Nodes(100_000)),
            Spends::Depth => Some(MoveLimit::Depth(10)),
        }
    }
}

fn limits(ui: &mut Ui, game: &mut NewGame) {
    let (clock, sides) = (game.time.is_some(), game.sides);
    let first = match sides {
        Sides::Engines => t!("new-game-white-engine"),
        _ => t!("new-game-engine-moves"),
    };
    limit(ui, (first, false), (clock, sides != Sides::Humans), &mut game.move_limit);
    let second = (t!("new-game-black-engine"), true);
    limit(ui, second, (clock, sides == Sides::Engines), &mut game.black_move_limit);
}

fn limit(
    ui: &mut Ui,
    (who, second): (&str, bool),
    (clock, on): (bool, bool),
    limit: &mut Option<MoveLimit>,
) {
    ui.add_enabled_ui(on, |ui| ui.label(who));
    let before = Spends::of(*limit);
    let mut chosen = before;
    ui.add_enabled_ui(on, |ui| {
        let combo = ComboBox::from_id_salt((second, "spends"));
        let combo = combo.selected_text(chosen.label(clock)).width(CHOICE);
        let shown = combo.show_ui(ui, |ui| {
            for of in Spends::ALL {
                ui.selectable_value(&mut chosen, of, of.label(clock));
            }
        });
        shown.response.accessible_name(t!("limit-kind-of", who = who));
    });
    if chosen != before {
        *limit = chosen.first();
    }
    let name = t!("limit-value-of", who = who);
    ui.add_enabled_ui(on && limit.is_some(), |ui| {
        let size = [LIMIT, ui.spacing().interact_size.y];
        // A number that is not asked for stands there all the same.
        let mut unused = 0_u32;
        let value = match limit {
            Some(MoveLimit::Time(ms)) => {
                let mut seconds = *ms as f64 / 1_000.0;
                let most = MoveLimit::MAX_TIME_MS as f64 / 1_000.0;
                let value = DragValue::new(&mut seconds).range(0.1..=most).speed(0.1).suffix(" s");
                let response = ui.add_sized(size, value);
                if response.changed() {
                    *ms = (seconds * 1_000.0).round() as u64;
                }
                response
            }
            Some(MoveLimit::Nodes(nodes)) => {
                let speed = (*nodes as f64 / 100.0).max(1.0);
                ui.add_sized(
                    size,
                    DragValue::new(nodes).range(1..=MoveLimit::MAX_NODES).speed(speed),
                )
            }
            Some(MoveLimit::Depth(depth)) => ui.add_sized(
                size,
                DragValue::new(depth)
                    .range(1..=MoveLimit::MAX_DEPTH)
                    .suffix(format!(" {}", t!("limit-plies"))),
            ),
            None => ui.add_sized(size, named_zero(DragValue::new(&mut unused), "–")),
        };
        value.accessible_name(name);
    });
    ui.end_row();
}

/// What the kind of clock means, and what an engine of the user's is not told of it.
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
    let (rect, _) = ui.allocate_exact_size(vec2(TIME_WIDTH, NOTE), eframe::egui::Sense::hover());
    let mut inside = ui.new_child(eframe::egui::UiBuilder::new().max_rect(rect));
    inside.label(RichText::new(text).small().color(p.text_weak));
}
