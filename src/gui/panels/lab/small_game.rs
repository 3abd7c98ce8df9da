//! A small game learnt from nothing: the curve of the learning, and a board to play against the result.

use eframe::egui::{
    Align, Align2, Button, Color32, CornerRadius, DragValue, FontId, Layout, Rect, RichText, Role,
    ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::small_game::{
    GAMES, GENERATIONS, PLAYOUTS, SmallGameAction, SmallGameState, Thought,
};
use tabia_app::lab::trials::JobState;
use tabia_app::window::workspace::PaneId;
use tabia_lab::experiment::{AnyTrial as _, Experiment as _, Trial};
use tabia_lab::small_game::learn::{Generation, Learnt, Request, SmallGame};
use tabia_lab::small_game::rules::{COLUMNS, ROWS};
use tabia_text::t;

use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::view_head;
use crate::gui::present::view_head::Head;
use crate::gui::widgets::plot;
use crate::gui::widgets::plot::{Curve, Point, TimePlot};

/// From this width on the board is beside the curve, points.
const WIDE: f32 = 560.0;
/// Width of the board with its numbers, points.
const BOARD: f32 = 250.0;
/// Height of the curve if the board is below it, and at least, points.
const CURVE: f32 = 190.0;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let state = &cx.model.lab.small_game;
    let trial = cx.model.lab.trial::<SmallGame>();
    let updates = trial.map_or(&[] as &[Learnt], |trial| &trial.updates);
    let copy = || trial.map_or(String::new(), |trial| trial.table().csv());
    let copy = (!updates.is_empty()).then_some(&copy as &dyn Fn() -> String);
    let head = Head { pane: PaneId::SmallGame, follows: false, copy };
    let mut draft = state.draft;
    view_head::show(ui, cx, &head, out, |ui, out| {
        choices(ui, &mut draft);
        if super::start_or_stop(ui, cx, (SmallGame::INFO.id, t!("small-game-learn")), out) {
            out.push(act(SmallGameAction::Learn));
        }
    });
    if draft != state.draft {
        out.insert(0, act(SmallGameAction::Draft(draft)));
    }
    let state_of_run = cx.model.lab.last_run(SmallGame::INFO.id).map(|run| &run.state);
    progress(ui, trial, state_of_run);
    ui.add_space(theme::GAP);
    let scroll = ScrollArea::vertical().auto_shrink(false);
    if ui.available_width() < WIDE {
        scroll.show(ui, |ui| {
            show_board(ui, state, out);
            ui.add_space(theme::PAD);
            curves(ui, updates, CURVE);
        });
        return;
    }
    let height = ui.available_height();
    ui.horizontal_top(|ui| {
        let left = ui.available_width() - BOARD - 2.0 * theme::PAD;
        let downwards = Layout::top_down(Align::Min);
        ui.allocate_ui_with_layout(vec2(left, height), downwards, |ui| {
            ui.set_width(left);
            curves(ui, updates, height.max(CURVE));
        });
        ui.add_space(theme::GAP);
        ui.vertical(|ui| scroll.show(ui, |ui| show_board(ui, state, out)));
    });
}

fn act(action: SmallGameAction) -> Action {
    Action::Lab(LabAction::SmallGame(action))
}

fn choices(ui: &mut Ui, draft: &mut Request) {
    let number = |ui: &mut Ui, of: &mut u32, range, name: &str, hint: &str| {
        let drag = DragValue::new(of).range(range).suffix(format!(" {name}"));
        ui.add(drag).accessible_name(name).on_hover_text(hint);
    };
    let (name, hint) = (t!("small-game-generations"), t!("small-game-generations.tip"));
    number(ui, &mut draft.generations, GENERATIONS, name, hint);
    number(ui, &mut draft.games, GAMES, t!("small-game-games"), t!("small-game-games.tip"));
    let (name, hint) = (t!("small-game-playouts"), t!("small-game-playouts.tip"));
    number(ui, &mut draft.playouts, PLAYOUTS, name, hint);
}

/// A number of a generation, as a share.
type Of = fn(&Generation) -> f32;

/// The progress of the learning, and how well it plays now.
fn progress(ui: &mut Ui, trial: Option<&Trial<SmallGame>>, state: Option<&JobState>) {
    let p = theme::palette(ui);
    let text = match trial.and_then(|trial| Some((trial.last()?.generation, trial.request))) {
        Some((last, asked)) => {
            let verdict = last.test;
            let percent =
                |share: f32| format!("{} %", tabia_text::number(100.0 * f64::from(share), 1));
            t!(
                "small-game-progress",
                stopped = if state == Some(&JobState::Stopped) { "yes" } else { "no" },
                generation = last.number,
                generations = asked.generations,
                games = format::count(u64::from(last.games)),
                time = format::duration(last.time_ms),
                policy = percent(verdict.policy_right),
                search = percent(verdict.search_right),
                error = tabia_text::number(verdict.value_error.into(), 2),
                points = percent(verdict.points),
            )
        }
        _ if state == Some(&JobState::Running) => t!("small-game-solving").to_owned(),
        _ => t!("small-game-nothing").to_owned(),
    };
    ui.label(RichText::new(text).color(p.text_weak));
}

fn curves(ui: &mut Ui, learnt: &[Learnt], height: f32) {
    if learnt.len() < 2 {
        super::note(ui, t!("small-game-no-curve"));
        return;
    }
    let p = theme::palette(ui);
    let shown: [(&str, Of); 4] = [
        (t!("small-game-curve-search"), |of| of.test.search_right),
        (t!("small-game-curve-policy"), |of| of.test.policy_right),
        (t!("small-game-curve-points"), |of| of.test.points),
        (t!("small-game-curve-error"), |of| of.test.value_error),
    ];
    let curve = |(at, (source, of)): (usize, (&str, Of))| {
        let point = |one: &Generation| {
            let percent = 100.0 * of(one);
            let (games, number) = (one.games, one.number);
            let note = t!(
                "small-game-point",
                curve = source,
                value = tabia_text::number(percent.into(), 1),
                games = games,
                generation = number
            );
            Point::exact(one.time_ms as f64 / 1000.0, f64::from(percent), note)
        };
        let points = learnt.iter().map(|learnt| point(&learnt.generation)).collect();
        Curve::new(source, p.series[at], points)
    };
    let all: Vec<Curve> = shown.into_iter().enumerate().map(curve).collect();
    let names = [t!("small-game-learning"), "%"];
    let plot = TimePlot { names, curves: &all, possible: plot::PERCENT, whole: true };
    plot::over_time(ui, &[plot], height);
}

fn game_buttons(ui: &mut Ui, state: &SmallGameState, out: &mut Vec<Action>) {
    let button = |ui: &mut Ui, name, hint| ui.button(name).on_hover_text(hint).clicked();
    ui.horizontal_wrapped(|ui| {
        if button(ui, t!("small-game-you-begin"), t!("small-game-you-begin.tip")) {
            out.push(act(SmallGameAction::NewGame(true)));
        }
        if button(ui, t!("small-game-it-begins"), t!("small-game-it-begins.tip")) {
            out.push(act(SmallGameAction::NewGame(false)));
        }
        let any = state.columns.len() > usize::from(!state.you_begin);
        if ui.add_enabled(any, Button::new(t!("small-game-take-back"))).clicked() {
            out.push(act(SmallGameAction::TakeBack));
        }
    });
}

// The small board, and under each column what the network and its search say about it.

/// Side of a square, points.
const CELL: f32 = 36.0;
/// Room for the names of the numbers, points.
const NAMES: f32 = 44.0;
/// Height of a row of numbers, points.
const NUMBERS: f32 = 18.0;

fn show_board(ui: &mut Ui, state: &SmallGameState, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let (text, color) = match (state.result(), state.is_yours()) {
        (Some(1), _) => (t!("small-game-you-won"), p.good),
        (Some(0), _) => (t!("draw"), p.text),
        (Some(_), _) => (t!("small-game-it-won"), p.bad),
        (None, true) => (t!("small-game-your-turn"), p.text),
        (None, false) => (t!("small-game-its-turn"), p.text_weak),
    };
    ui.label(RichText::new(text).color(color));
    let rows =
        [(t!("small-game-prior"), 0), (t!("small-game-visits"), 1), (t!("small-game-value"), 2)];
    let size = vec2(
        NAMES + CELL * COLUMNS as f32,
        CELL * ROWS as f32 + NUMBERS * rows.len() as f32 + theme::GAP,
    );
    let (area, _) = ui.allocate_exact_size(size, Sense::hover());
    let board = Rect::from_min_size(
        area.min + vec2(NAMES, 0.0),
        vec2(CELL * COLUMNS as f32, CELL * ROWS as f32),
    );
    for column in 0..COLUMNS {
        if column_button(ui, state, board, column) {
            out.push(act(SmallGameAction::Drop(column)));
        }
    }
    let font = FontId::proportional(theme::SMALL);
    for (name, row) in rows {
        let y = board.bottom() + theme::GAP + NUMBERS * (row as f32 + 0.5);
        let at = pos2(area.left(), y);
        ui.painter().text(at, Align2::LEFT_CENTER, name, font.clone(), p.text_weak);
        for column in 0..COLUMNS {
            let at = pos2(board.left() + CELL * (column as f32 + 0.5), y);
            number(
                ui,
                state.thought.as_ref(),
                (row, column),
                Rect::from_center_size(at, vec2(CELL - 4.0, NUMBERS - 3.0)),
            );
        }
    }
    if let Some(thought) = &state.thought {
        let proof = match thought.found.proof {
            Some(1) => "won",
            Some(0) => "drawn",
            Some(_) => "lost",
            None => "none",
        };
        let [network, search] = [thought.evaluation.value, thought.found.value]
            .map(|value| tabia_text::signed(value, 2));
        let text = if state.is_yours() {
            t!("small-game-for-you", network = network, search = search, proof = proof)
        } else {
            t!("small-game-for-it", network = network, search = search, proof = proof)
        };
        super::note(ui, &text);
    }
    game_buttons(ui, state, out);
}

/// A column of the board: its discs, and a click that drops one. Returns whether it was clicked.
fn column_button(ui: &Ui, state: &SmallGameState, board: Rect, column: usize) -> bool {
    let p = theme::palette(ui);
    let position = state.position();
    let open = position.outcome().is_none() && state.is_yours() && position.can(column);
    let corner = board.min + vec2(CELL * column as f32, 0.0);
    let rect = Rect::from_min_size(corner, vec2(CELL, CELL * ROWS as f32));
    let sense = if open { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, ui.scope_id().with(("column", column)), sense);
    let squares = position.squares();
    let stones = (0..ROWS).filter(|row| squares[column * ROWS + row] != 0).count();
    let name = t!("small-game-column", column = column + 1, n = stones);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, open, &name));
    let fill = if open && response.hovered() { p.hover } else { p.raised };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::ZERO, fill, Stroke::new(1.0, p.border), StrokeKind::Inside);
    for row in 0..ROWS {
        let at = corner + vec2(CELL / 2.0, CELL * (ROWS - row) as f32 - CELL / 2.0);
        // The position is stored from the side to move's view.
        let yours = (squares[column * ROWS + row] > 0) == state.is_yours();
        let (fill, edge) = match squares[column * ROWS + row] {
            0 => (p.panel, p.border),
            _ if yours => (p.series[0], p.series[0]),
            _ => (p.series[1], p.series[1]),
        };
        painter.circle(at, CELL * 0.38, fill, Stroke::new(1.0, edge));
    }
    let last = state.columns.last() == Some(&column);
    if last && stones > 0 {
        let at = corner + vec2(CELL / 2.0, CELL * (ROWS - stones) as f32 + CELL / 2.0);
        painter.circle_filled(at, CELL * 0.09, p.panel);
    }
    response.clicked()
}

/// A number below a column with a bar behind it.
fn number(ui: &Ui, thought: Option<&Thought>, (row, column): (usize, usize), rect: Rect) {
    let Some(Thought { evaluation, found }) = thought else { return };
    let p = theme::palette(ui);
    let all: u32 = found.visits.iter().sum();
    let share = found.visits[column] as f32 / all.max(1) as f32;
    let full = evaluation.policy[column] <= 0.0 && found.visits[column] == 0;
    let (text, share, color): (String, f32, Color32) = match row {
        _ if full => ("–".to_owned(), 0.0, p.accent_fill),
        0 => (
            format!("{:.0} %", 100.0 * evaluation.policy[column]),
            evaluation.policy[column],
            p.accent_fill,
        ),
        1 => (found.visits[column].to_string(), share, p.accent_fill),
        _ => match found.proofs[column] {
            Some(1) => (t!("small-game-won").to_owned(), 0.0, p.accent_fill),
            Some(0) => (t!("small-game-drawn").to_owned(), 0.0, p.accent_fill),
            Some(_) => (t!("small-game-lost").to_owned(), 0.0, p.accent_fill),
            None => {
                let mean = found.means[column];
                let text = mean.map_or("–".to_owned(), |mean| tabia_text::signed(mean, 2));
                (text, 0.0, p.accent_fill)
            }
        },
    };
    let bar = Rect::from_min_size(
        rect.min,
        Vec2::new(rect.width() * share.clamp(0.0, 1.0), rect.height()),
    );
    ui.painter().rect_filled(bar, 2, color);
    let font = FontId::proportional(11.0);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, font, p.text);
}
