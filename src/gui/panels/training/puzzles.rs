//! A puzzle and its progress: the question, the result of a move, and which puzzles come next.

use eframe::egui::containers::menu::MenuButton;
use eframe::egui::{Label, Rect, RichText, Ui};

use tabia_app::action::{Action, TrainingAction};
use tabia_app::commands::command::UserCommand;
use tabia_app::review::learn;
use tabia_app::training::solving::{Hint, Solving, Stage};
use tabia_app::training::state::{Level, Source};
use tabia_app::window::notation;
use tabia_chess::{Board, Color, san};
use tabia_host::puzzles::Puzzle;
use tabia_host::puzzles::themes::Theme;
use tabia_host::review::phase::Phase;
use tabia_text::t;

use super::show::{self, Shown, choice, headline, weak};
use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::widgets::move_text;

/// Maximum number of moves shown of a refutation, plies.
const REFUTATION: usize = 10;

pub(super) fn board(ui: &mut Ui, cx: &Cx<'_>, place: Rect, out: &mut Vec<Action>) {
    let Some(solving) = &cx.model.training.solving else {
        let empty = Board::start();
        let shown =
            Shown { board: &empty, last: None, below: Color::White, movable: false, shapes: &[] };
        return show::position(ui, cx, place, &shown, out);
    };
    let hint = solving.hinted().map(|mv| {
        let to = (solving.hint == Hint::Move).then_some(mv.drawn_to());
        show::mark(mv.from(), to)
    });
    let shapes: Vec<_> = hint.into_iter().collect();
    let shown = Shown {
        board: &solving.board,
        last: solving.last.map(show::squares).or(solving.puzzle.last),
        below: solving.puzzle.solver(),
        movable: cx.model.training.asked().is_some(),
        shapes: &shapes,
    };
    show::position(ui, cx, place, &shown, out);
}

pub(super) fn column(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let training = &cx.model.training;
    let progress = &training.progress;
    let rating = progress.rating;
    let spread = (2.0 * rating.deviation).round();
    show::figures(
        ui,
        &[
            (
                format!("{:.0} ± {spread:.0}", rating.rating),
                t!("training-rating"),
                t!("training-rating.tip", n = progress.solved, all = progress.tried),
            ),
            (
                progress.streak.to_string(),
                t!("training-streak"),
                t!("training-streak.tip", n = progress.best_streak),
            ),
            (training.due.to_string(), t!("training-due"), t!("training-due.tip").to_owned()),
        ],
    );
    ui.add_space(4.0);
    sets(ui, cx, out);
    if training.off_level {
        let level = match training.set.level {
            Level::Easier => "easier",
            Level::Harder => "harder",
            Level::Own | Level::Any => "own",
        };
        let text = t!("training-off-level", level = level);
        let ink = theme::palette(ui).text_weak;
        ui.add(Label::new(RichText::new(text).small().color(ink)).wrap());
    }
    if let Some(error) = &training.file_error {
        let ink = theme::palette(ui).warn;
        ui.add(Label::new(RichText::new(error).small().color(ink)).wrap());
    }
    ui.separator();
    ui.add_space(8.0);
    let solving = training.solving.as_ref();
    show::with_buttons(
        ui,
        |ui| buttons(ui, solving, out),
        |ui| {
            if let Some(solving) = solving {
                puzzle(ui, solving);
            } else {
                headline(ui, t!("training-none"));
                let own = training.set.source == Source::Own && progress.own().is_empty();
                weak(ui, if own { t!("training-none.own") } else { t!("training-none.why") });
            }
        },
    );
}

fn puzzle(ui: &mut Ui, solving: &Solving) {
    let p = theme::palette(ui);
    if !solving.is_done() {
        headline(
            ui,
            match solving.puzzle.solver() {
                Color::White => t!("training-white"),
                Color::Black => t!("training-black"),
            },
        );
    }
    let (found, all) = solving.found();
    let asked = solving.asked();
    match &solving.stage {
        Stage::Ask if found == 0 && solving.own => weak(ui, find_better(solving)),
        Stage::Ask if found == 0 => weak(ui, t!("training-find")),
        Stage::Ask => weak(ui, t!("training-go-on", n = found + 1)),
        Stage::Judging(mv) => {
            weak(ui, t!("training-judging", san = notation::san(&asked, *mv)));
        }
        Stage::Wrong { mv, refutation } => {
            let title = t!("training-wrong", san = san::write(&asked, *mv));
            ui.label(move_text::job(&title, 15.0, p.bad));
            if !refutation.is_empty() {
                let more = if refutation.len() > REFUTATION { " …" } else { "" };
                let line = notation::line(&asked.after(*mv), refutation, REFUTATION);
                fact(ui, t!("training-refuted"), &(line + more));
            } else if !asked.after(*mv).has_legal_move() {
                weak(ui, t!("outcome-stalemate"));
            }
        }
        Stage::NoMate(mv) => {
            let title = t!("training-no-mate", san = san::write(&asked, *mv));
            ui.label(move_text::job(&title, 15.0, p.warn));
        }
        Stage::Solved { other } => {
            let saves = solving.puzzle.themes.contains(&Theme::Defence);
            let near = solving.loss.filter(|_| *other && !saves);
            let title = match *other && near.is_none() {
                true if saves => t!("training-solved-held"),
                true => t!("training-solved-other"),
                false => t!("training-solved"),
            };
            ui.label(RichText::new(title).size(15.0).color(p.good));
            if let Some(loss) = near {
                weak(ui, learn::no_error(loss));
            }
        }
        Stage::Shown => weak(ui, t!("training-shown")),
    }
    if solving.repeated && !solving.is_done() {
        weak(ui, t!("training-repeated"));
    }
    if solving.helped && !solving.is_done() {
        weak(ui, t!("training-helped"));
    }
    if !solving.is_done() {
        return;
    }
    ui.add_space(8.0);
    let Puzzle { board, line, .. } = &solving.puzzle;
    fact(ui, t!("training-solution"), &notation::line(board, line, line.len()));
    ui.add_space(8.0);
    let themes: Vec<&str> = solving.puzzle.themes.iter().map(|theme| theme.label()).collect();
    if !themes.is_empty() {
        fact(ui, t!("training-themes"), &themes.join(", "));
    }
    if !solving.own && solving.puzzle.rating > 0 {
        let rating =
            t!("training-puzzle-rating", rating = solving.puzzle.rating.to_string(), n = all);
        fact(ui, t!("training-difficulty"), &rating);
    }
    if !solving.puzzle.source.is_empty() {
        fact(ui, t!("training-from"), &players(solving));
    }
}

/// The question about a mistake from a review, if more than the best move is accepted.
fn find_better(solving: &Solving) -> String {
    let (board, game) = (&solving.puzzle.board, players(solving));
    match solving.puzzle.played {
        Some(mv) => {
            let played = format!("{}{}", format::number_before(board, 0), notation::san(board, mv));
            t!("training-find-better-than", game = game, san = played)
        }
        None => t!("training-find-better", game = game),
    }
}

/// The game a puzzle comes from, as displayed.
fn players(solving: &Solving) -> String {
    solving.puzzle.source.replacen('-', " – ", 1)
}

fn fact(ui: &mut Ui, name: &str, text: &str) {
    let p = theme::palette(ui);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(name).color(p.text_weak));
        ui.label(text);
    });
}

fn buttons(ui: &mut Ui, solving: Option<&Solving>, out: &mut Vec<Action>) {
    let Some(solving) = solving else { return };
    let solution = (t!("training-solve"), false, true);
    let skip = (t!("training-skip"), false, true);
    let (names, actions) = match &solving.stage {
        Stage::Ask | Stage::Judging(_) => {
            let more = solving.stage == Stage::Ask && solving.hint != Hint::Move;
            let hint = (t!("training-hint"), false, more);
            let actions = [TrainingAction::Hint, TrainingAction::Solution, TrainingAction::Next];
            (vec![hint, solution, skip], actions.to_vec())
        }
        Stage::Wrong { .. } | Stage::NoMate(_) => {
            let again = (t!("training-again"), true, true);
            let actions = [TrainingAction::Again, TrainingAction::Solution, TrainingAction::Next];
            (vec![again, solution, skip], actions.to_vec())
        }
        Stage::Solved { .. } | Stage::Shown => {
            let names =
                vec![(t!("training-next"), true, true), (t!("training-analyse"), false, true)];
            (names, vec![TrainingAction::Next, TrainingAction::Analyse])
        }
    };
    let pressed = show::buttons(ui, &names);
    out.extend(pressed.map(|place| Action::Training(actions[place])));
}

/// The choice of puzzles, and what can be done with the saved ones.
fn sets(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let training = &cx.model.training;
    let (set, nothing_kept) = (training.set, training.progress.is_empty());
    let mut chosen = set;
    ui.horizontal_wrapped(|ui| {
        let sources = sources(training.file.is_some());
        choice(ui, t!("training-set"), &mut chosen.source, &sources, source);
        let phases: Vec<Option<Phase>> = [None].into_iter().chain(Phase::ALL.map(Some)).collect();
        let phase = |phase: Option<Phase>| phase.map_or(t!("training-any-phase"), Phase::name);
        choice(ui, t!("training-phase"), &mut chosen.phase, &phases, phase);
        choice(ui, t!("training-level"), &mut chosen.level, &Level::ALL, level);
        let more = MenuButton::new(Icon::More.glyph().to_string()).ui(ui, |ui| {
            if ui
                .add_enabled(!nothing_kept, eframe::egui::Button::new(t!("training-copy")))
                .clicked()
            {
                out.push(Action::Training(TrainingAction::Copy));
                ui.close();
            }
            let save = eframe::egui::Button::new(t!("training-save"));
            if ui.add_enabled(!nothing_kept, save).clicked() {
                out.push(Action::Training(TrainingAction::Save));
                ui.close();
            }
            let close = eframe::egui::Button::new(t!("training-close-file"));
            let file = cx.model.settings.puzzle_file.is_some();
            if ui.add_enabled(file, close).clicked() {
                out.push(Action::Training(TrainingAction::CloseFile));
                ui.close();
            }
            for command in [
                UserCommand::OpenPuzzles,
                UserCommand::LoadProgress,
                UserCommand::RestoreProgress,
                UserCommand::DeleteProgress,
            ] {
                let button = eframe::egui::Button::new(command.info().name());
                if ui.add_enabled(command.is_enabled(cx.model), button).clicked() {
                    out.push(Action::Command(command));
                    ui.close();
                }
            }
        });
        more.0.accessible_name(t!("training-more")).on_hover_text(t!("training-more"));
    });
    if chosen != set {
        out.push(Action::Training(TrainingAction::Choose(chosen)));
    }
}

/// The sources to choose from; `file`: a file of puzzles is open.
fn sources(file: bool) -> Vec<Source> {
    let themes = Theme::ALL.into_iter().map(Source::Theme);
    let file = Some(Source::File).filter(|_| file);
    [Source::All, Source::Own].into_iter().chain(file).chain(themes).collect()
}

fn source(source: Source) -> &'static str {
    match source {
        Source::All => t!("training-all"),
        Source::Own => t!("training-own"),
        Source::File => t!("training-file-set"),
        Source::Theme(theme) => theme.label(),
    }
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Easier => t!("training-easier"),
        Level::Own => t!("training-my-level"),
        Level::Harder => t!("training-harder"),
        Level::Any => t!("training-any-level"),
    }
}
