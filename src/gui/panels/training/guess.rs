//! Guess the move: the game on the board of the other workspaces, and how good the guesses were.

use eframe::egui::{Label, Rect, RichText, Ui};

use tabia_app::action::{Action, TrainingAction};
use tabia_app::training::guess::{
    FULL_POINTS, Guess, Guessed, MAX_POINTS, NODES, PERCENT_PER_POINT, Row, Summary,
};
use tabia_app::window::notation::{self, Notation};
use tabia_chess::{Board, Move, san};
use tabia_text::{number, t};

use super::show::{self, Invitation, Shown, headline, weak};
use crate::gui::look::{format, theme};
use crate::gui::present::context::{self, Cx};
use crate::gui::present::roster;

pub(super) fn board(ui: &mut Ui, cx: &Cx<'_>, place: Rect, out: &mut Vec<Action>) {
    let guess = cx.model.training.guess.as_ref();
    let board = guess.map_or_else(Board::start, Guess::board);
    let tried = guess.and_then(Guess::tried);
    let after = tried.map_or(board, |mv| board.after(mv));
    let shown = Shown {
        board: &after,
        last: tried.or_else(|| guess.and_then(Guess::last)).map(show::squares),
        below: guess.map_or_else(|| context::orientation(cx.model), |guess| guess.side),
        movable: cx.model.training.asked().is_some(),
        shapes: &[],
    };
    show::position(ui, cx, place, &shown, out);
}

pub(super) fn column(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    match &cx.model.training.guess {
        Some(guess) => guessing(ui, guess, out),
        None => invite(ui, cx, out),
    }
}

fn invite(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let invitation = Invitation {
        title: t!("training-guess"),
        about: t!("guess-about", points = MAX_POINTS, percent = number(PERCENT_PER_POINT, 1)),
        sides: [t!("guess-white"), t!("guess-black")],
        subject: roster::game_title(cx.model),
        ready: cx.model.game.tree.main_line().len() > 2,
        not_ready: t!("guess-no-game"),
        action: TrainingAction::Guess,
        back: cx
            .model
            .training
            .left_guess
            .is_some()
            .then_some((t!("guess-back"), TrainingAction::RestoreGuess)),
    };
    show::invite(ui, &invitation, out);
}

fn guessing(ui: &mut Ui, guess: &Guess, out: &mut Vec<Action>) {
    let (made, all) = guess.points();
    let (same, guesses) = (guess.summary().same, guess.guesses().count());
    show::figures(
        ui,
        &[
            (format!("{made} / {all}"), t!("guess-points"), String::new()),
            (format!("{same} / {guesses}"), t!("guess-moves"), String::new()),
        ],
    );
    ui.add_space(4.0);
    ui.separator();
    ui.add_space(8.0);
    show::with_buttons(
        ui,
        |ui| {
            let over = guess.is_over();
            let actions = [TrainingAction::Next, TrainingAction::LeaveGuess];
            let names = [(t!("guess-skip"), false, !over), (t!("guess-leave"), over, true)];
            let pressed = show::buttons(ui, &names);
            out.extend(pressed.map(|place| Action::Training(actions[place])));
        },
        |ui| {
            if !guess.title.is_empty() {
                weak(ui, &guess.title);
            }
            let board = guess.board();
            match guess.tried() {
                _ if guess.is_over() => {
                    headline(ui, t!("guess-over"));
                    summary(ui, guess);
                }
                Some(mv) => {
                    let before = format::number_before(&board, 0);
                    let san = format!("{before}{}", notation::san(&board, mv));
                    headline(ui, &t!("training-judging", san = san));
                }
                None => {
                    headline(ui, &t!("guess-number", number = format::number_before(&board, 0)));
                }
            }
            ui.add_space(8.0);
            for row in guess.rows.iter().rev() {
                match row {
                    Row::Guessed(guessed) => guessed_row(ui, guessed),
                    Row::Skipped { board, played } => skipped_row(ui, board, *played),
                }
            }
        },
    );
}

/// The results of the guesses.
fn summary(ui: &mut Ui, guess: &Guess) {
    let Summary { percent, same, good, better, bad } = guess.summary();
    ui.add_space(4.0);
    if guess.skipped() > 0 {
        ui.label(t!("guess-skipped", n = guess.skipped()));
    }
    if guess.guesses().next().is_none() {
        return;
    }
    let words = t!(
        "guess-summary",
        percent = percent,
        same = same,
        good = good,
        better = better,
        bad = bad
    );
    let hint = t!("guess-summary.hint", full = number(FULL_POINTS, 2));
    ui.add(Label::new(words).wrap()).on_hover_text(hint);
}

/// A guess, the move of the game if it differs, and how good the guess was.
fn guessed_row(ui: &mut Ui, guessed: &Guessed) {
    let p = theme::palette(ui);
    let board = &guessed.board;
    let name = |mv| Notation::current().write(&san::write(board, mv)).to_string();
    let before = format::number_before(board, 0);
    let (mv, played) = (name(guessed.mv), name(guessed.played));
    let text = if guessed.mv == guessed.played {
        t!("guess-same", number = before, san = mv)
    } else {
        t!("guess-other", number = before, san = mv, played = played)
    };
    let ink = match guessed.points {
        8.. => p.good,
        4..8 => p.warn,
        _ => p.bad,
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new(t!("guess-worth", n = guessed.points)).color(ink).strong());
        let label = ui.add(Label::new(text).truncate());
        if guessed.mv != guessed.played {
            let (loss, nodes) = (number(guessed.loss.abs(), 1), number(NODES as f64, 0));
            label.on_hover_text(if guessed.loss < 0.0 {
                t!("guess-gain", gain = loss, nodes = nodes)
            } else {
                t!("guess-loss", loss = loss, nodes = nodes)
            });
        }
    });
}

/// A move of the game that was not guessed.
fn skipped_row(ui: &mut Ui, board: &Board, played: Move) {
    let (before, played) = (format::number_before(board, 0), notation::san(board, played));
    // As high as the row of a guess.
    ui.horizontal(|ui| {
        ui.add(Label::new(t!("guess-passed", number = before, played = played)).truncate());
    });
}
