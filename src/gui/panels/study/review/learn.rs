//! Learning from mistakes: the task at hand, what came of the move tried, and how it all went at the end.

use eframe::egui::{Align, Button, Layout, ProgressBar, RichText, ScrollArea, Ui};

use tabia_app::action::{Action, LearnAction};
use tabia_app::review::learn::{Learn, Stage, Task, TaskResult, Verdict};
use tabia_chess::{Board, Move, san};

use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::widgets::move_text;

/// Moves of a line that are shown, plies.
const LINE: usize = 6;

/// Shows the panel.
pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let Some(learn) = &cx.model.learn else { return };
    let mut act = |action| out.push(Action::Learn(action));
    // What can be done stays in sight in a low panel; the rest scrolls.
    ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
        if let Some(task) = learn.task() {
            buttons(ui, cx, learn, task, &mut act);
        } else if button(ui, "Back to the game") {
            act(LearnAction::Leave);
        }
        ui.add_space(theme::GAP);
        ui.with_layout(Layout::top_down(Align::Min), |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match learn.task() {
                Some(task) => task_ui(ui, cx, learn, task),
                None => sum(ui, learn),
            });
        });
    });
}

fn button(ui: &mut Ui, name: &str) -> bool {
    ui.button(name).clicked()
}

fn task_ui(ui: &mut Ui, cx: &Cx<'_>, learn: &Learn, task: &Task) {
    let p = theme::palette(ui);
    let board = cx.model.game.tree.board(task.node);
    let number = format!("Task {} of {}", learn.at + 1, learn.tasks.len());
    let bar = ProgressBar::new(learn.at as f32 / learn.tasks.len() as f32).desired_height(4.0);
    ui.label(RichText::new(number).strong());
    ui.add(bar).accessible_name("Tasks done");
    ui.add_space(theme::GAP);
    let played = format!("{}{}", format::number_before(board, 0), san::write(board, task.played));
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Played was").color(p.text_weak));
        ui.label(move_text::job(&played, 15.0, p.text, cx.figurines()));
        let side = board.stm().name();
        let ask = format!("Find a better move for {side}");
        ui.label(RichText::new(ask).strong());
    });
    ui.add_space(theme::GAP);
    match &learn.stage {
        Stage::Ask => {
            ui.label(RichText::new("Make your move on the board").color(p.text_weak));
        }
        Stage::Judging(mv) => {
            let text = format!("The engine looks at {}…", san::write(board, *mv));
            ui.label(RichText::new(text).color(p.text_weak));
        }
        Stage::Wrong(tried) => wrong(ui, cx, board, tried),
        Stage::Right(tried) => right(ui, cx, board, task, tried),
        Stage::Shown => best(ui, cx, board, task),
        Stage::Sum => {}
    }
}

fn wrong(ui: &mut Ui, cx: &Cx<'_>, board: &Board, tried: &Verdict) {
    let p = theme::palette(ui);
    let title = format!("{} does not hold", san::write(board, tried.mv));
    ui.label(move_text::job(&title, 15.0, p.bad, cx.figurines()));
    ui.label(&tried.text);
    continuation(ui, cx, board, tried.mv, &tried.line);
}

fn right(ui: &mut Ui, cx: &Cx<'_>, board: &Board, task: &Task, tried: &Verdict) {
    let p = theme::palette(ui);
    let title = format!("{} is right", san::write(board, tried.mv));
    ui.label(move_text::job(&title, 15.0, p.good, cx.figurines()));
    ui.label(&tried.text);
    if task.best.line.first() == Some(&tried.mv) {
        continuation(ui, cx, board, tried.mv, &tried.line);
    } else {
        best(ui, cx, board, task);
    }
}

/// The engine's own line.
fn best(ui: &mut Ui, cx: &Cx<'_>, board: &Board, task: &Task) {
    line(ui, cx, "The engine plays", &format::line_text(board, &task.best.line, LINE));
}

/// What follows on a move.
fn continuation(ui: &mut Ui, cx: &Cx<'_>, board: &Board, mv: Move, reply: &[Move]) {
    if !reply.is_empty() {
        let moves: Vec<Move> = [mv].iter().chain(reply).copied().collect();
        line(ui, cx, "It goes on", &format::line_text(board, &moves, LINE));
    }
}

fn line(ui: &mut Ui, cx: &Cx<'_>, title: &str, text: &str) {
    let p = theme::palette(ui);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(title).color(p.text_weak));
        let text = if cx.figurines() { move_text::with_figurines(text) } else { text.to_owned() };
        ui.label(text);
    });
}

fn buttons(
    ui: &mut Ui,
    cx: &Cx<'_>,
    learn: &Learn,
    task: &Task,
    act: &mut impl FnMut(LearnAction),
) {
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        if cx.model.game.current != task.node && button(ui, "Back to the task") {
            act(LearnAction::Return);
        }
        let done = matches!(learn.stage, Stage::Right(_) | Stage::Shown);
        if matches!(learn.stage, Stage::Wrong(_)) && button(ui, "Try again") {
            act(LearnAction::Again);
        }
        if !done && button(ui, "Show solution") {
            act(LearnAction::Solution);
        }
        let last = learn.at + 1 == learn.tasks.len();
        let name = match (done, last) {
            (true, true) => "Finish",
            (true, false) => "Next task",
            (false, _) => "Skip",
        };
        let next = if done { Button::new(name).fill(p.accent_fill) } else { Button::new(name) };
        if ui.add(next).clicked() {
            act(LearnAction::Next);
        }
        if button(ui, "Leave") {
            act(LearnAction::Leave);
        }
    });
}

/// How all tasks went.
fn sum(ui: &mut Ui, learn: &Learn) {
    let p = theme::palette(ui);
    ui.label(RichText::new("All tasks done").strong());
    ui.add_space(theme::GAP);
    for (result, name) in [
        (TaskResult::First, "Solved at once"),
        (TaskResult::Later, "Solved after other tries"),
        (TaskResult::Shown, "Solution shown"),
        (TaskResult::Skipped, "Skipped"),
    ] {
        let text = format!("{name}: {} of {}", learn.count(result), learn.tasks.len());
        let color = if learn.count(result) > 0 { p.text } else { p.text_faint };
        ui.label(RichText::new(text).color(color));
    }
}
