//! The rows of the new-game dialog about time: kind of clock, a control for each side, what an engine may spend on a
//! move. All of them always stand there, so that nothing moves under the pointer; what has no meaning now is grey.

use eframe::egui::{ComboBox, DragValue, Grid, RichText, Ui, vec2};

use tabia_app::game::clock::{ClockKind, MoveLimit, TimeControl};
use tabia_app::game::new_game::{NewGame, Sides};

use crate::gui::look::theme;

/// Time controls offered by name, and what they are.
const PRESETS: [(&str, Option<TimeControl>); 8] = [
    ("No clock", None),
    ("1 + 0", Some(TimeControl::minutes(1, 0))),
    ("3 + 2", Some(TimeControl::minutes(3, 2))),
    ("5 + 3", Some(TimeControl::minutes(5, 3))),
    ("10 + 5", Some(TimeControl::minutes(10, 5))),
    ("15 + 10", Some(TimeControl::minutes(15, 10))),
    ("30 + 20", Some(TimeControl::minutes(30, 20))),
    ("40/90, 30, + 30", Some(TimeControl::periods(40, 90, 30, 30))),
];

/// Width of the rows, points.
const WIDTH: f32 = 372.0;
/// Room for two lines about the kind of clock, points.
const NOTE: f32 = 34.0;
/// Width of a choice, points.
const CHOICE: f32 = 166.0;

/// Shows the rows.
pub(super) fn show(ui: &mut Ui, game: &mut NewGame) {
    ui.vertical(|ui| {
        ui.set_width(WIDTH);
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
            let label = ui.selectable_label(chosen, text);
            let words = control.map_or("Nobody's time is measured".to_owned(), TimeControl::words);
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
        shown.response.accessible_name("Kind of clock");
        ui.checkbox(&mut game.play_on, "Play on after the flag")
            .on_hover_text("A fallen flag is told, but nobody loses by it");
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
        ClockKind::Increment => "+ s a move",
        ClockKind::Delay | ClockKind::Bronstein => "delay, s",
        ClockKind::Hourglass => "no more",
    };
    let p = theme::palette(ui);
    for name in ["", "minutes", seconds, "moves", "then min"] {
        ui.label(RichText::new(name).small().color(p.text_weak));
    }
    ui.end_row();
    let on = game.time.is_some();
    ui.add_enabled_ui(on, |ui| ui.label("White"));
    let mut white = game.time.unwrap_or_default();
    control(ui, ("White", on), &mut white);
    game.time = game.time.map(|_| white);
    ui.end_row();
    let mut own = game.black_time.is_some();
    let tick = ui.add_enabled(on, eframe::egui::Checkbox::new(&mut own, "Black"));
    if tick.on_hover_text("Black has a time of its own").changed() {
        game.black_time = own.then_some(white);
    }
    let mut black = game.black_time.unwrap_or(white);
    control(ui, ("Black", on && game.black_time.is_some()), &mut black);
    game.black_time = game.black_time.map(|_| black);
    ui.end_row();
}

/// One side's control, in four cells.
fn control(ui: &mut Ui, (who, on): (&str, bool), control: &mut TimeControl) {
    let mut minutes = control.base_ms as f64 / 60_000.0;
    let mut seconds = control.increment_ms as f64 / 1_000.0;
    let mut moves = control.moves.unwrap_or(0);
    let mut rest = control.rest_ms.unwrap_or(0) as f64 / 60_000.0;
    let cell = |ui: &mut Ui, on: bool, value: DragValue<'_>, name: &str| {
        let name = format!("{who}: {name}");
        ui.add_enabled(on, value).accessible_name(&name).on_hover_text(name).changed()
    };
    let value = DragValue::new(&mut minutes).range(0.1..=720.0).speed(0.5);
    if cell(ui, on, value, "minutes for the game or the first moves") {
        control.base_ms = (minutes * 60_000.0).round() as u64;
    }
    let counts = on && control.kind != ClockKind::Hourglass;
    let value = DragValue::new(&mut seconds).range(0.0..=600.0).speed(0.5);
    if cell(ui, counts, value, "seconds at each move") {
        control.increment_ms = (seconds * 1_000.0).round() as u64;
    }
    let value = named_zero(DragValue::new(&mut moves).range(0..=TimeControl::MAX_MOVES), "all");
    if cell(ui, counts, value, "moves in that time") {
        control.moves = (moves > 0).then_some(moves);
        control.rest_ms = control.rest_ms.filter(|_| moves > 0);
    }
    let value = named_zero(DragValue::new(&mut rest).range(0.0..=720.0).speed(0.5), "again");
    if cell(ui, counts && control.moves.is_some(), value, "minutes for the rest of the game") {
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
            Spends::Clock if clock => "By its clock",
            Spends::Clock => "Time of the settings",
            Spends::Time => "Seconds a move",
            Spends::Nodes => "Nodes a move",
            Spends::Depth => "Depth",
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
    let first = if sides == Sides::Engines { "White's engine" } else { "Engine's move" };
    limit(ui, (first, clock, sides != Sides::Humans), &mut game.move_limit);
    let second = ("Black's engine", clock, sides == Sides::Engines);
    limit(ui, second, &mut game.black_move_limit);
}

fn limit(ui: &mut Ui, (who, clock, on): (&str, bool, bool), limit: &mut Option<MoveLimit>) {
    ui.add_enabled_ui(on, |ui| ui.label(who));
    let before = Spends::of(*limit);
    let mut chosen = before;
    ui.add_enabled_ui(on, |ui| {
        let combo = ComboBox::from_id_salt((who == "Black's engine", "spends"));
        let combo = combo.selected_text(chosen.label(clock)).width(CHOICE);
        let shown = combo.show_ui(ui, |ui| {
            for of in Spends::ALL {
                ui.selectable_value(&mut chosen, of, of.label(clock));
            }
        });
        shown.response.accessible_name(format!("{who}: what a move may cost"));
    });
    if chosen != before {
        *limit = chosen.first();
    }
    let name = format!("{who}: how much");
    ui.add_enabled_ui(on && limit.is_some(), |ui| {
        // A number that is not asked for stands there all the same.
        let mut unused = 0_u32;
        let value = match limit {
            Some(MoveLimit::Time(ms)) => {
                let mut seconds = *ms as f64 / 1_000.0;
                let most = MoveLimit::MAX_TIME_MS as f64 / 1_000.0;
                let value = DragValue::new(&mut seconds).range(0.1..=most).speed(0.1).suffix(" s");
                let response = ui.add(value);
                if response.changed() {
                    *ms = (seconds * 1_000.0).round() as u64;
                }
                response
            }
            Some(MoveLimit::Nodes(nodes)) => {
                let speed = (*nodes as f64 / 100.0).max(1.0);
                ui.add(DragValue::new(nodes).range(1..=MoveLimit::MAX_NODES).speed(speed))
            }
            Some(MoveLimit::Depth(depth)) => {
                ui.add(DragValue::new(depth).range(1..=MoveLimit::MAX_DEPTH).suffix(" plies"))
            }
            None => ui.add(named_zero(DragValue::new(&mut unused), "–")),
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
        None => "Nobody's time is measured".to_owned(),
        Some(time) if external && !time.kind.untold().is_empty() => time.kind.untold().to_owned(),
        Some(time) => time.kind.means().to_owned(),
    };
    let (rect, _) = ui.allocate_exact_size(vec2(WIDTH, NOTE), eframe::egui::Sense::hover());
    let mut inside = ui.new_child(eframe::egui::UiBuilder::new().max_rect(rect));
    inside.label(RichText::new(text).small().color(p.text_weak));
}
