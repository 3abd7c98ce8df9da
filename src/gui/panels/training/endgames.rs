//! Endgames: the list of them, and the one being played.

use eframe::egui::{Label, Rect, RichText, Ui};

use tabia_app::action::{Action, TrainingAction};
use tabia_app::training::endgames::{Drill, DrillState, ENDGAMES, Goal, HOLD_MOVES};
use tabia_app::window::notation;
use tabia_chess::{Board, Color, Move, Outcome, WinReason};
use tabia_engine::search::score::Score;
use tabia_games::words;
use tabia_text::t;

use super::show::{self, Shown, headline, weak};
use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::panels::library::explorer;
use crate::gui::present::context::Cx;

pub(super) fn board(ui: &mut Ui, cx: &Cx<'_>, place: Rect, out: &mut Vec<Action>) {
    let drill = cx.model.training.drill.as_ref();
    let board = drill.map_or_else(Board::start, |drill| drill.position.board());
    let shown = Shown {
        board: &board,
        last: drill.and_then(Drill::last).map(show::squares),
        below: drill.map_or(Color::White, |drill| drill.solver),
        movable: cx.model.training.asked().is_some(),
        shapes: &[],
    };
    show::position(ui, cx, place, &shown, out);
}

pub(super) fn column(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    match &cx.model.training.drill {
        Some(drill) => played(ui, cx, drill, out),
        None => list(ui, cx, out),
    }
}

fn list(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    weak(ui, t!("endgames-about"));
    ui.add_space(8.0);
    let p = theme::palette(ui);
    show::with_buttons(
        ui,
        |_| {},
        |ui| {
            for (at, endgame) in ENDGAMES.iter().enumerate() {
                let kept = cx.model.training.progress.endgames.get(endgame.name);
                let [reached, tried] = kept.copied().unwrap_or_default();
                ui.label(RichText::new(endgame.title()).strong());
                let goal = endgame.goal.text();
                let text = if tried == 0 {
                    t!("endgames-new", goal = goal)
                } else {
                    t!("endgames-kept", goal = goal, reached = reached, tried = tried)
                };
                ui.add(Label::new(RichText::new(text).small().color(p.text_weak)).wrap());
                ui.horizontal_wrapped(|ui| {
                    for start in 0..endgame.starts() {
                        let name = t!("endgames-start", n = start + 1);
                        let done = cx.model.training.progress.has_reached(endgame.name, start);
                        let full = format!("{}: {name}", endgame.title());
                        let (full, name) = if done {
                            let tick = Icon::Check.glyph();
                            (t!("endgames-done", position = full), format!("{tick} {name}"))
                        } else {
                            (full, name)
                        };
                        let button = ui.button(name).on_hover_text(&full);
                        if button.accessible_name(&full).clicked() {
                            let action = TrainingAction::Drill { endgame: at, start };
                            out.push(Action::Training(action));
                        }
                    }
                });
                ui.add_space(6.0);
            }
        },
    );
}

fn played(ui: &mut Ui, cx: &Cx<'_>, drill: &Drill, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let mut take_back = false;
    show::with_buttons(
        ui,
        |ui| {
            let missed = drill.turning_point().is_some() || drill.state == DrillState::Missed;
            let reached = drill.state == DrillState::Reached;
            let start = (drill.start + 1) % drill.info().starts();
            let actions = [
                TrainingAction::Again,
                TrainingAction::Drill { endgame: drill.endgame, start },
                TrainingAction::LeaveDrill,
            ];
            let names = [
                (t!("training-again"), missed, true),
                (t!("endgames-other"), reached, true),
                (t!("endgames-list"), false, true),
            ];
            let pressed = show::buttons(ui, &names);
            out.extend(pressed.map(|place| Action::Training(actions[place])));
        },
        |ui| {
            headline(ui, drill.info().title());
            weak(ui, t!("endgames-start", n = drill.start + 1));
            weak(ui, drill.info().goal.text());
            ui.add_space(8.0);
            match drill.state {
                DrillState::Ask => match drill.solver {
                    Color::White => ui.label(t!("training-white")),
                    Color::Black => ui.label(t!("training-black")),
                },
                DrillState::Thinking => ui.label(t!("endgames-thinking")),
                DrillState::Reached => ui.label(RichText::new(end(drill)).size(15.0).color(p.good)),
                DrillState::Missed => ui.label(RichText::new(end(drill)).size(15.0).color(p.bad)),
            };
            weak(ui, t!("endgames-moves", n = drill.moves()));
            if drill.info().goal == Goal::Draw && !drill.is_over() {
                weak(ui, t!("endgames-hold", n = HOLD_MOVES));
            }
            if !drill.is_over() {
                how_far(ui, cx, drill);
            }
            if drill.taken_back {
                weak(ui, t!("endgames-taken-back"));
            }
            if let Some((board, mv)) = drill.turning_point() {
                ui.add_space(8.0);
                let words = given_away(drill.info().goal, &board, mv);
                ui.add(Label::new(RichText::new(words).color(p.bad)).wrap());
                take_back = ui.button(t!("endgames-take-back")).clicked();
            }
        },
    );
    if take_back {
        out.push(Action::Training(TrainingAction::TakeBack));
    }
}

/// The distance to the end: from the tablebases if there are any, and as far as the engine sees.
fn how_far(ui: &mut Ui, cx: &Cx<'_>, drill: &Drill) {
    let board = drill.position.board();
    if let Some(Ok(found)) = cx.model.tables.answer(&board) {
        weak(ui, explorer::sentence(&board, found.here));
    }
    if let Some((score, depth)) = drill.score() {
        weak(ui, distance(score, depth));
    }
}

/// The distance to the end, as far as the engine sees.
fn distance(score: Score, depth: u32) -> String {
    match score.mate_in_moves() {
        Some(moves) if moves > 0 => t!("endgames-mate", n = moves, depth = depth),
        Some(moves) => t!("endgames-mated", n = -moves, depth = depth),
        None => t!("endgames-score", score = score.text(), depth = depth),
    }
}

fn end(drill: &Drill) -> String {
    let reached = drill.state == DrillState::Reached;
    match drill.outcome() {
        Some(Outcome::Win { reason: WinReason::Checkmate, .. }) if reached => {
            t!("endgames-won", n = drill.moves())
        }
        Some(Outcome::Win { .. }) => t!("endgames-lost").to_owned(),
        Some(outcome) if reached => t!("endgames-held-by", how = words::outcome(outcome)),
        Some(outcome) => t!("endgames-drawn", how = words::outcome(outcome)),
        None => t!("endgames-held").to_owned(),
    }
}

/// Which move lost the goal.
fn given_away(goal: Goal, board: &Board, mv: Move) -> String {
    let san = format!("{}{}", format::number_before(board, 0), notation::san(board, mv));
    match goal {
        Goal::Win => t!("endgames-win-gone", san = san),
        Goal::Draw => t!("endgames-draw-gone", san = san),
    }
}
