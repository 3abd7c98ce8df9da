//! The user's own openings, from the game on the board of the other workspaces.

use eframe::egui::{Rect, RichText, Ui};

use tabia_app::action::{Action, TrainingAction};
use tabia_app::training::openings::{MAX_GAMES, MAX_PLIES, OpeningsFrom, Repertoire, State};
use tabia_app::window::notation::Notation;
use tabia_chess::{Board, Move, san};
use tabia_games::printable;
use tabia_text::t;

use super::show::{self, Invitation, Shown, headline};
use crate::gui::look::theme;
use crate::gui::present::context::{self, Cx};
use crate::gui::present::roster;
use crate::gui::widgets::move_text;

pub(super) fn board(ui: &mut Ui, cx: &Cx<'_>, place: Rect, out: &mut Vec<Action>) {
    let run = cx.model.training.repertoire.as_ref();
    let board = run.map_or_else(Board::start, |run| *run.board());
    let shown = Shown {
        board: &board,
        last: run.and_then(Repertoire::last).map(show::squares),
        below: run.map_or_else(|| context::orientation(cx.model), |run| run.side),
        movable: cx.model.training.asked().is_some(),
        shapes: &[],
    };
    show::position(ui, cx, place, &shown, out);
}

pub(super) fn column(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    match &cx.model.training.repertoire {
        Some(run) => running(ui, run, out),
        None => invite(ui, cx, out),
    }
}

fn invite(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let training = &cx.model.training;
    let list = cx.model.games.as_ref().filter(|_| training.openings == OpeningsFrom::List);
    let sources = [
        (OpeningsFrom::Game, t!("openings-of-game")),
        (OpeningsFrom::List, t!("openings-of-list")),
    ];
    if let Some(from) = show::choices(ui, training.openings, sources) {
        out.push(Action::Training(TrainingAction::OpeningsFrom(from)));
    }
    ui.add_space(8.0);
    let of_game = || (roster::game_title(cx.model), !cx.model.game.tree.is_empty());
    let of_list = || {
        let all = list.map_or(0, |list| list.rows.len());
        let name = printable::line(list.map_or("", |list| &list.name)).into_owned();
        let subject = if all > MAX_GAMES {
            t!("openings-games-cut", n = MAX_GAMES, all = all, name = name)
        } else {
            t!("openings-games", n = all, name = name)
        };
        (subject, all > 0)
    };
    let (subject, ready, not_ready) = match training.openings {
        OpeningsFrom::Game => (of_game().0, of_game().1, t!("openings-none")),
        OpeningsFrom::List if list.is_some_and(|list| list.waiting) => {
            (of_list().0, false, t!("library-searching"))
        }
        OpeningsFrom::List => (of_list().0, of_list().1, t!("openings-no-list")),
    };
    let invitation = Invitation {
        title: t!("training-openings"),
        about: t!("openings-about", moves = MAX_PLIES / 2),
        sides: [t!("openings-white"), t!("openings-black")],
        subject,
        ready: ready && training.awaited_repertoire.is_none(),
        not_ready,
        action: TrainingAction::Openings,
        back: None,
    };
    show::invite(ui, &invitation, out);
}

fn running(ui: &mut Ui, run: &Repertoire, out: &mut Vec<Action>) {
    show::figures(
        ui,
        &[
            (run.known.to_string(), t!("openings-known"), String::new()),
            (run.forgotten.to_string(), t!("openings-forgotten"), String::new()),
            (run.due.to_string(), t!("training-due"), t!("openings-due").to_owned()),
            (
                t!("openings-of", n = run.learned, all = run.positions),
                t!("openings-learned"),
                t!("openings-learned.tip").to_owned(),
            ),
        ],
    );
    ui.add_space(4.0);
    ui.separator();
    ui.add_space(8.0);
    show::with_buttons(
        ui,
        |ui| {
            let next = (t!("openings-next"), run.state == State::Over, true);
            let actions = [TrainingAction::OpeningsAgain, TrainingAction::LeaveOpenings];
            let pressed = show::buttons(ui, &[next, (t!("openings-leave"), false, true)]);
            out.extend(pressed.map(|place| Action::Training(actions[place])));
        },
        |ui| match run.state {
            State::Ask => headline(ui, t!("openings-find")),
            State::Over => headline(ui, t!("openings-over")),
            State::Wrong(mv) => wrong(ui, run, mv),
        },
    );
}

fn wrong(ui: &mut Ui, run: &Repertoire, mv: Move) {
    let p = theme::palette(ui);
    let title = t!("openings-wrong", san = san::write(run.board(), mv));
    ui.label(move_text::job(&title, 15.0, p.bad));
    let own: Vec<String> = run.moves().iter().map(|&mv| san::write(run.board(), mv)).collect();
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(t!("openings-yours")).color(p.text_weak));
        ui.label(Notation::current().write(&own.join(", ")));
    });
}
