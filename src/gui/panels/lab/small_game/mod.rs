//! A small game learnt from nothing: the curve of the learning, and a board to play against what it has learnt.

mod board;

use eframe::egui::{Align, Button, DragValue, Layout, RichText, ScrollArea, Ui, vec2};

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::small_game::{GAMES, GENERATIONS, PLAYOUTS, SmallGameAction, SmallGameState};
use tabia_app::window::workspace::PaneId;
use tabia_lab::experiment::{AnyTrial as _, Experiment as _, Trial};
use tabia_lab::small_game::learn::{Generation, Learnt, Request, SmallGame};

use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::view_head::{self, Head};
use crate::gui::widgets::plot::{self, Curve, Point};

/// From this width on the board stands beside the curve, points.
const WIDE: f32 = 560.0;
/// Width of the board with its numbers, points.
const BOARD: f32 = 250.0;
/// Height of the curve where the board stands below, and at least, points.
const CURVE: f32 = 190.0;

/// Shows the panel.
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
        if super::start_or_stop(ui, cx, (SmallGame::INFO.id, SmallGame::INFO.start), out) {
            out.push(act(SmallGameAction::Learn));
        }
    });
    if draft != state.draft {
        out.insert(0, act(SmallGameAction::Draft(draft)));
    }
    let learns = cx.model.lab.is_at(SmallGame::INFO.id);
    progress(ui, trial, learns);
    ui.add_space(theme::GAP);
    let scroll = ScrollArea::vertical().auto_shrink(false);
    if ui.available_width() < WIDE {
        scroll.show(ui, |ui| {
            board::show(ui, state, out);
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
        ui.vertical(|ui| scroll.show(ui, |ui| board::show(ui, state, out)));
    });
}

fn act(action: SmallGameAction) -> Action {
    Action::Lab(LabAction::SmallGame(action))
}

fn choices(ui: &mut Ui, draft: &mut Request) {
    let number = |ui: &mut Ui, of: &mut u32, range, name: &str, hint: &str| {
        let drag = DragValue::new(of).range(range).suffix(format!(" {name}"));
        ui.add(drag).on_hover_text(hint);
    };
    number(
        ui,
        &mut draft.generations,
        GENERATIONS,
        "generations",
        "Rounds of playing and learning",
    );
    number(ui, &mut draft.games, GAMES, "games", "Games of a generation, against itself");
    let hint = "Playouts of a move, in its own games and against you";
    number(ui, &mut draft.playouts, PLAYOUTS, "playouts", hint);
}

/// A number of a generation, as a share.
type Of = fn(&Generation) -> f32;

/// How far the learning is, and how well it plays now.
fn progress(ui: &mut Ui, trial: Option<&Trial<SmallGame>>, learns: bool) {
    let p = theme::palette(ui);
    let text = match trial.and_then(|trial| Some((trial.last()?.generation, trial.request))) {
        Some((last, asked)) => {
            let verdict = last.verdict;
            let percent = |share: f32| format!("{:.1} %", 100.0 * share);
            format!(
                "Generation {} of {}, {} games, {} s: policy right {}, search right {}, value error {:.2}, {} of 50 % \
                 against perfect play",
                last.number,
                asked.generations,
                format::count(u64::from(last.games)),
                last.time_ms / 1000,
                percent(verdict.policy_right),
                percent(verdict.search_right),
                verdict.value_error,
                percent(verdict.points),
            )
        }
        _ if learns => "The game is being solved, to judge by".to_owned(),
        _ => "It knows nothing yet: let it learn, and play against it meanwhile".to_owned(),
    };
    ui.label(RichText::new(text).color(p.text_weak));
}

fn curves(ui: &mut Ui, learnt: &[Learnt], height: f32) {
    if learnt.len() < 2 {
        super::note(ui, "A curve is drawn from the second generation on");
        return;
    }
    let p = theme::palette(ui);
    let shown: [(&str, Of); 4] = [
        ("search right", |of| of.verdict.search_right),
        ("policy right", |of| of.verdict.policy_right),
        ("points (50: all there are)", |of| of.verdict.points),
        ("value error x 100", |of| of.verdict.value_error),
    ];
    let curve = |(at, (source, of)): (usize, (&str, Of))| {
        let point = |one: &Generation| {
            let percent = 100.0 * of(one);
            let (games, number) = (one.games, one.number);
            let note = format!("{source} {percent:.1} after {games} games, generation {number}");
            Point::exact(one.time_ms as f64 / 1000.0, f64::from(percent), note)
        };
        let points = learnt.iter().map(|learnt| point(&learnt.generation)).collect();
        Curve::new(source, p.series[at], points)
    };
    let all: Vec<Curve> = shown.into_iter().enumerate().map(curve).collect();
    plot::over_time(ui, ["Learning", "%"], &all, height);
}

/// The buttons of a game.
fn game_buttons(ui: &mut Ui, state: &SmallGameState, out: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        if ui.button("You begin").on_hover_text("A new game with your first move").clicked() {
            out.push(act(SmallGameAction::NewGame(true)));
        }
        if ui.button("It begins").on_hover_text("A new game with its first move").clicked() {
            out.push(act(SmallGameAction::NewGame(false)));
        }
        let any = state.columns.len() > usize::from(!state.you_begin);
        if ui.add_enabled(any, Button::new("Take back")).clicked() {
            out.push(act(SmallGameAction::TakeBack));
        }
    });
}
