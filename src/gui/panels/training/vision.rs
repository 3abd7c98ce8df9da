//! The board vision exercises: the question, the time left, the best scores.

use std::time::Duration;

use eframe::egui::{Key, Modifiers, Rect, RichText, Sense, Ui};

use tabia_app::action::{Action, TrainingAction};
use tabia_app::training::vision::{
    Answer, End, Exercise, Question, ROUND_MS, Round, knight_moves, reaches,
};
use tabia_chess::{Color, Piece, PieceType, Square};
use tabia_text::t;

use super::show::{self, headline, weak};
use crate::gui::look::theme;
use crate::gui::present::context::{self, Cx};
use crate::gui::widgets::board::{BoardView, Coordinates, Movable};

/// Time for which a square that was not found is marked, ms.
const MARKED_MS: u64 = 1_500;

pub(super) fn board(ui: &mut Ui, cx: &Cx<'_>, place: Rect, out: &mut Vec<Action>) {
    let round = cx.model.training.round.as_ref();
    let running = round.filter(|round| round.over.is_none());
    let mut placement = [None; Square::COUNT];
    let mut shapes = Vec::new();
    if let Some(Question::Route { knight, to, .. }) = running.map(|round| round.question) {
        placement[knight.index()] = Some(Piece::new(Color::White, PieceType::Knight));
        shapes.push(show::mark(to, None));
    }
    if let Some(Answer { right: false, question: Question::Find(square), at_ms, .. }) =
        running.and_then(|round| round.last)
        && cx.now_ms < at_ms + MARKED_MS
    {
        shapes.push(show::mark(square, None));
        ui.request_repaint_after(Duration::from_millis(at_ms + MARKED_MS - cx.now_ms));
    }
    let mut view = BoardView::placed(placement);
    view.id_salt = "vision board";
    view.orientation = below(cx);
    view.movable = Movable::None;
    view.computer_shapes = &shapes;
    view.theme = context::board_theme(cx.model);
    view.animate = false;
    // Letters and digits would give the answer away.
    view.options.coordinates = Coordinates::None;
    let response = view.show_in(ui, place);
    if running.is_none_or(|round| round.exercise == Exercise::Blindfold) {
        return;
    }
    let click = ui.interact(response.rect, ui.scope_id().with("point at a square"), Sense::click());
    let at = click.interact_pointer_pos().filter(|_| click.clicked());
    if let Some(square) = at.and_then(|at| response.geometry.square_at(at)) {
        out.push(Action::Training(TrainingAction::Point(square)));
    }
}

fn below(cx: &Cx<'_>) -> Color {
    if cx.model.training.black_below { Color::Black } else { Color::White }
}

pub(super) fn column(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let training = &cx.model.training;
    // Another choice would end the round.
    ui.add_enabled_ui(!training.runs_round(), |ui| {
        let choices = Exercise::ALL.map(|exercise| (exercise, exercise.title()));
        let chosen = show::choices(ui, training.exercise, choices);
        if let Some(exercise) = chosen {
            out.push(Action::Training(TrainingAction::Exercise(exercise)));
        }
        // Its board is empty.
        let has_sides = training.exercise != Exercise::Blindfold;
        ui.add_enabled_ui(has_sides, |ui| {
            let sides = [
                (Color::White, t!("vision-below-white")),
                (Color::Black, t!("vision-below-black")),
            ];
            if let Some(side) = show::choices(ui, below(cx), sides) {
                out.push(Action::Training(TrainingAction::Below(side)));
            }
        });
    });
    ui.add_space(8.0);
    let best = training.progress.best.get(training.exercise.name()).copied().unwrap_or(0);
    let round = training.round.as_ref();
    let seconds = round.map_or(ROUND_MS / 1000, |round| round.seconds_left(cx.now_ms));
    show::figures(
        ui,
        &[
            (t!("vision-seconds", n = seconds), t!("vision-left"), String::new()),
            (round.map_or(0, Round::score).to_string(), t!("vision-score"), String::new()),
            (best.to_string(), t!("vision-best"), String::new()),
        ],
    );
    ui.add_space(4.0);
    ui.separator();
    ui.add_space(8.0);
    let running = round.filter(|round| round.over.is_none());
    show::with_buttons(
        ui,
        |ui| buttons(ui, running, out),
        |ui| match round {
            Some(round) if round.over.is_none() => asked(ui, round),
            Some(round) => over(ui, round),
            None => about(ui, training.exercise),
        },
    );
}

fn buttons(ui: &mut Ui, running: Option<&Round>, out: &mut Vec<Action>) {
    let mut act = |action| out.push(Action::Training(action));
    // It stays where it is, so that the second click of a double click does not answer the next question.
    if show::buttons(ui, &[(t!("vision-begin"), true, running.is_none())]).is_some() {
        act(TrainingAction::Begin);
    }
    let Some(round) = running else { return };
    let answers = [
        (t!("vision-yes"), t!("vision-yes.key"), TrainingAction::Say(true)),
        (t!("vision-no"), t!("vision-no.key"), TrainingAction::Say(false)),
    ];
    let asks = matches!(round.question, Question::Reaches { .. });
    let stop = (t!("vision-stop"), "", TrainingAction::Stop);
    let all: Vec<_> = answers.into_iter().filter(|_| asks).chain([stop]).collect();
    let names: Vec<_> = all.iter().map(|&(name, ..)| (name, false, true)).collect();
    if let Some(place) = show::buttons(ui, &names) {
        act(all[place].2);
    }
    let free = ui.memory(|memory| memory.focused().is_none() && memory.top_modal_layer().is_none());
    for (_, key, action) in all {
        if let Some(key) = Key::from_name(key).filter(|_| free)
            && ui.input_mut(|input| input.consume_key(Modifiers::NONE, key))
        {
            act(action);
        }
    }
}

fn about(ui: &mut Ui, exercise: Exercise) {
    headline(ui, exercise.title());
    weak(
        ui,
        match exercise {
            Exercise::Squares => t!("vision-squares.about"),
            Exercise::Knight => t!("vision-knight.about"),
            Exercise::Blindfold => t!("vision-blindfold.about"),
        },
    );
}

fn asked(ui: &mut Ui, round: &Round) {
    match round.question {
        Question::Find(square) => {
            ui.label(RichText::new(square.to_string()).size(48.0).strong());
        }
        Question::Route { to, left, .. } => {
            headline(ui, &t!("vision-to", square = to.to_string()));
            weak(ui, t!("vision-moves", n = left));
        }
        Question::Reaches { piece, from, pawn, target } => {
            headline(ui, &t!("vision-stand-white", piece = name(piece), from = from.to_string()));
            headline(ui, &t!("vision-stand-black", pawn = pawn.to_string()));
            headline(ui, &t!("vision-reaches", piece = name(piece), target = target.to_string()));
        }
    }
    ui.add_space(8.0);
    let p = theme::palette(ui);
    if let Some(last) = round.last {
        let (text, ink) = if last.right {
            (t!("vision-right").to_owned(), p.good)
        } else {
            (missed(&last), p.bad)
        };
        ui.label(RichText::new(text).color(ink));
    }
}

/// What was wrong, and the right answer.
fn missed(answer: &Answer) -> String {
    match answer.question {
        Question::Find(square) => {
            let clicked = answer.square.map_or_else(String::new, |square| square.to_string());
            t!("vision-missed", clicked = clicked, square = square.to_string())
        }
        Question::Route { knight, to, left } => {
            let clicked = answer.square.unwrap_or(knight);
            t!(
                "vision-detour",
                from = knight.to_string(),
                clicked = clicked.to_string(),
                square = to.to_string(),
                n = knight_moves(clicked, to) + 1,
                enough = left
            )
        }
        Question::Reaches { piece, from, pawn, target } => {
            // A pawn on the target itself is not in the way.
            let attacks = |pawn| reaches(piece, from, pawn).has(target);
            let (is_attacked, is_on_line) = (attacks(pawn), attacks(target));
            let [from, square] = [from, target].map(|square| square.to_string());
            if is_attacked {
                t!("vision-attacks", piece = name(piece), from = from, square = square)
            } else if is_on_line {
                let pawn = pawn.to_string();
                t!("vision-blocked", piece = name(piece), from = from, square = square, pawn = pawn)
            } else {
                t!("vision-attacks-not", piece = name(piece), from = from, square = square)
            }
        }
    }
}

fn over(ui: &mut Ui, round: &Round) {
    headline(ui, &t!("vision-over", n = round.score()));
    if round.over == Some(End::Best) {
        let ink = theme::palette(ui).good;
        ui.label(RichText::new(t!("vision-record")).color(ink));
    }
    weak(ui, t!("vision-sum", right = round.right, wrong = round.wrong));
    if matches!(round.over, Some(End::Stopped { .. })) {
        weak(ui, t!("vision-stopped"));
    }
}

fn name(piece: PieceType) -> &'static str {
    tabia_text::text(match piece {
        PieceType::Knight => "review-piece-knight",
        PieceType::Bishop => "review-piece-bishop",
        PieceType::Rook => "review-piece-rook",
        _ => "review-piece-queen",
    })
}
