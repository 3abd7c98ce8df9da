//! The review of the game: how far it is, how well both sides played, and the errors with their words. A
//! click on an error shows its position.

mod expected;
mod learn;

use std::sync::Arc;

use eframe::egui::{
    Align, Button, DragValue, Grid, Id, Label, Layout, ProgressBar, RichText, ScrollArea, Sense,
    Ui, UiBuilder, WidgetInfo, vec2,
};

use tabia_app::action::{Action, LearnAction, ReviewAction};
use tabia_app::commands::command::UserCommand;
use tabia_app::engines::state::EngineStatus;
use tabia_app::review::state::{
    Budget, DEPTH, KILO_NODES, ReviewRequest, ReviewRun, RunState, Sides, TIME_MS,
};
use tabia_app::review::tasks::can_learn;
use tabia_chess::{Color, san};
use tabia_games::game::tree::GameTree;
use tabia_host::review::classify::MoveClass;
use tabia_host::review::motifs::{Phase, phases};
use tabia_host::review::notes::Kinds;
use tabia_host::review::{MoveReview, Summary};

use crate::gui::look::theme;
use crate::gui::present::context::{self, Cx};
use crate::gui::present::dialog::{self, row_name};
use crate::gui::present::{parts, players};
use crate::gui::widgets::{move_text, segmented};

/// From this width on sums and errors stand side by side, points.
const WIDE: f32 = 520.0;
/// Width of the sums there, points, and the share of a wider panel they take, up to where names end.
const SUMS: f32 = 270.0;
const SUMS_SHARE: f32 = 0.36;
const MOST_SUMS: f32 = 460.0;
/// Width of the words before the numbers, and of a column of numbers, points.
const WORDS: f32 = 96.0;
const NUMBERS: f32 = 74.0;
/// Between two columns, points.
const BETWEEN: f32 = 14.0;

/// Which lines of the sums are shown.
#[derive(Clone, Copy, PartialEq)]
enum Rows {
    All,
    /// Accuracy, loss and phases.
    Main,
    /// The counts of each class.
    Classes,
}

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    if cx.model.learn.is_some() {
        return learn::show(ui, cx, out);
    }
    let Some(run) = cx.model.review() else { return invite(ui, cx, out) };
    state(ui, cx, run, out);
    ui.add_space(2.0);
    let scroll = |name: &'static str| ScrollArea::vertical().id_salt(name).auto_shrink(false);
    if ui.available_width() < WIDE {
        scroll("all").show(ui, |ui| {
            sums(ui, cx, run, Rows::Main);
            errors(ui, cx, run, out);
            sums(ui, cx, run, Rows::Classes);
        });
        return;
    }
    let (height, downwards) = (ui.available_height(), Layout::top_down(Align::Min));
    let width = (ui.available_width() * SUMS_SHARE).clamp(SUMS, MOST_SUMS);
    ui.horizontal_top(|ui| {
        ui.allocate_ui_with_layout(vec2(width, height), downwards, |ui| {
            ui.set_width(width);
            scroll("sums").show(ui, |ui| sums(ui, cx, run, Rows::All));
        });
        ui.add_space(theme::GAP);
        let rest = vec2(ui.available_width(), height);
        ui.allocate_ui_with_layout(rest, downwards, |ui| {
            scroll("errors").show(ui, |ui| errors(ui, cx, run, out));
        });
    });
}

/// The ways to learn from the errors, and the errors.
fn errors(ui: &mut Ui, cx: &Cx<'_>, run: &ReviewRun, out: &mut Vec<Action>) {
    expected::switch(ui, cx, out);
    if cx.model.expected.shown {
        return expected::show(ui, cx, out);
    }
    learning(ui, cx, run, out);
    let tree = &cx.model.game.tree;
    let mut any = false;
    for error in run.errors().filter(|error| tree.contains(error.node)) {
        row(ui, cx, error, out);
        any = true;
    }
    if !any && run.state == RunState::Done {
        let p = theme::palette(ui);
        ui.label(RichText::new("No errors found").color(p.text_weak));
    }
}

fn invite(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let reviewable = UserCommand::ReviewGame.is_enabled(cx.model);
    if reviewable {
        // What was expected needs no engine.
        expected::switch(ui, cx, out);
        if cx.model.expected.shown {
            let scroll = ScrollArea::vertical().id_salt("expected").auto_shrink(false);
            scroll.show(ui, |ui| expected::show(ui, cx, out));
            return;
        }
    }
    let (why, offers): (_, &[UserCommand]) = if reviewable {
        ("The engine says what each move was worth", &[UserCommand::ReviewGame])
    } else if cx.model.game.is_played() {
        ("A game can be reviewed when it is over", &[])
    } else {
        ("Play or load a game first", &[UserCommand::NewGame, UserCommand::OpenFile])
    };
    parts::offer(ui, cx, ["No review yet", why], offers, out);
}

/// How far the review is and what can be done about it.
fn state(ui: &mut Ui, cx: &Cx<'_>, run: &ReviewRun, out: &mut Vec<Action>) {
    let (done, all) = run.review().progress();
    let button = |ui: &mut Ui, name: &str| ui.add(Button::new(name).small()).clicked();
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            match run.state {
                RunState::Running => {
                    if button(ui, "Stop") {
                        out.push(Action::Review(ReviewAction::Stop));
                    }
                }
                RunState::Stopped => {
                    if button(ui, "Discard") {
                        out.push(Action::Review(ReviewAction::Discard));
                    }
                    if button(ui, "Write notes so far") {
                        out.push(Action::Review(ReviewAction::Write));
                    }
                    if button(ui, "Go on") {
                        out.push(Action::Command(UserCommand::ResumeReview));
                    }
                }
                RunState::Done => {
                    if button(ui, "Again…") {
                        out.push(Action::Command(UserCommand::ReviewGame));
                    }
                    let there = run.is_written(&cx.model.game.tree);
                    if there && button(ui, "Remove notes") {
                        out.push(Action::Command(UserCommand::RemoveReview));
                    }
                    if !there && run.request.notes.any() && button(ui, "Write notes") {
                        out.push(Action::Review(ReviewAction::Write));
                    }
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let text = progress_text(cx, run);
                if run.state == RunState::Done {
                    let text = RichText::new(text).color(theme::palette(ui).text_weak);
                    ui.add(Label::new(text).truncate());
                } else {
                    let share = done as f32 / all.max(1) as f32;
                    let bar = ProgressBar::new(share).desired_width(ui.available_width());
                    ui.add(bar.text(RichText::new(&text).small())).accessible_name(text);
                }
            });
        });
    });
}

/// `34 of 81 positions by Stockfish 16, about 40 s left`; where it is ours, nobody is named.
fn progress_text(cx: &Cx<'_>, run: &ReviewRun) -> String {
    let (done, all) = run.review().progress();
    let engine = cx.model.review_engine();
    let told = if engine.is_built_in() {
        format!("{done} of {all} positions")
    } else {
        format!("{done} of {all} positions by {}", cx.model.engine_name(engine))
    };
    match (run.state, cx.model.engine_status()) {
        (RunState::Done, _) => {
            let depths = run.moves().iter().map(|review| review.depth).filter(|&depth| depth > 0);
            let least = depths.min().unwrap_or(0);
            format!("{all} positions, depth {least} or more")
        }
        (RunState::Stopped, _) => format!("{told}, stopped"),
        (RunState::Running, EngineStatus::Reviewing(..)) => match run.remaining_ms() {
            Some(ms) => format!("{told}, about {} left", rough(ms)),
            None => told,
        },
        (RunState::Running, EngineStatus::Halted | EngineStatus::Failed(_)) => {
            format!("{told}, the engine is stopped")
        }
        (RunState::Running, _) => format!("{told}, waits for the engine"),
    }
}

/// A time that need not be exact: `40 s`, `3 min`.
fn rough(ms: u64) -> String {
    let seconds = ms.div_ceil(1000);
    if seconds < 100 { format!("{seconds} s") } else { format!("{} min", seconds.div_ceil(60)) }
}

/// A review in numbers.
#[derive(Debug)]
struct AddedUp {
    both: [Summary; 2],
    parts: String,
}

/// The numbers of a review, added up once for each of its states.
fn added_up(ui: &Ui, tree: &GameTree, run: &ReviewRun) -> Arc<AddedUp> {
    type Known = ((u64, u64), Arc<AddedUp>);
    let id = Id::unique("review added up");
    let asked = (run.state_number(), tree.revision());
    let known = ui.data(|data| data.get_temp::<Known>(id)).filter(|(of, _)| *of == asked);
    if let Some((_, known)) = known {
        return known;
    }
    let both = Color::ALL.map(|side| run.summary(tree, side));
    let new = Arc::new(AddedUp { both, parts: parts_of(tree, run) });
    ui.data_mut(|data| data.insert_temp::<Known>(id, (asked, Arc::clone(&new))));
    new
}

/// Both sides in numbers, side by side.
fn sums(ui: &mut Ui, cx: &Cx<'_>, run: &ReviewRun, rows: Rows) {
    let added_up = added_up(ui, &cx.model.game.tree, run);
    let both = added_up.both;
    let p = theme::palette(ui);
    let weak = |text: &str| RichText::new(text).color(p.text_weak);
    // Names have what the words leave.
    let name_width = ((ui.available_width() - WORDS - 2.0 * BETWEEN) / 2.0).max(NUMBERS);
    let grid = Grid::new(("sums", rows == Rows::Classes)).num_columns(3).spacing([BETWEEN, 1.0]);
    grid.min_col_width(NUMBERS).min_row_height(18.0).show(ui, |ui| {
        ui.label("");
        for side in Color::ALL {
            let name = RichText::new(players::player_name(cx.model, side)).strong();
            ui.scope(|ui| {
                ui.set_max_width(name_width);
                ui.add(Label::new(name).truncate());
            });
        }
        ui.end_row();
        let number = |value: Option<f64>, unit: &str| {
            value.map_or("–".to_owned(), |value| format!("{value:.1}{unit}"))
        };
        let line = |ui: &mut Ui, name: &str, hint: &str, text: [String; 2]| {
            ui.label(weak(name)).on_hover_text(hint);
            for (side, text) in Color::ALL.into_iter().zip(text) {
                let shown = ui.label(&text);
                shown.widget_info(|| {
                    let name = format!("{} of {}: {text}", name, side.name());
                    WidgetInfo::labeled(eframe::egui::Role::Label, true, name)
                });
            }
            ui.end_row();
        };
        if rows != Rows::Classes {
            let accuracy = both.map(|sum| number(sum.accuracy, " %"));
            line(ui, "Accuracy", "How much of the winning chances the moves kept", accuracy);
            let loss = both.map(|sum| number(sum.average_cp_loss, ""));
            line(ui, "Average loss", "Centipawns a move, each within ±1000", loss);
        }
        if rows == Rows::Main {
            return;
        }
        for class in MoveClass::ALL {
            let count = |sum: Summary| sum.classes[class.index()];
            if both.iter().any(|&sum| count(sum) > 0) {
                let name = capital(class.name());
                line(ui, &name, explain(class), both.map(|sum| count(sum).to_string()));
            }
        }
    });
    if rows == Rows::Classes {
        return;
    }
    ui.label(weak(&added_up.parts).small()).on_hover_text(
        "Opening: while three or more knights and bishops stand on their first ranks, at most to move 15. \
         Endgame: with at most six pieces besides kings and pawns",
    );
    ui.add_space(theme::GAP);
}

/// What a class means, in one line.
fn explain(class: MoveClass) -> &'static str {
    match class {
        MoveClass::Forced => "There was no other move",
        MoveClass::Book => "It stands in the opening book",
        MoveClass::Brilliant => "An only move that offers a piece which was not lost anyway",
        MoveClass::OnlyMove => "Every other move loses 20 % or more of the chances",
        MoveClass::Best => "The engine's first choice",
        MoveClass::Excellent => "Loses at most 2 % of the chances",
        MoveClass::Good => "Loses less than 10 % of the chances",
        MoveClass::Inaccuracy => "Loses 10 % of the chances or more",
        MoveClass::Mistake => "Loses 20 % of the chances or more",
        MoveClass::Blunder => "Loses 30 % of the chances or more",
        MoveClass::MissedWin => "Was winning, and now neither side is",
    }
}

/// The phases of the game by move numbers.
fn parts_of(tree: &GameTree, run: &ReviewRun) -> String {
    let line = run.review().line();
    let all = phases(line.iter().map(|&node| tree.board(node)));
    let mut text = Vec::new();
    for phase in Phase::ALL {
        let moves: Vec<u32> = line
            .iter()
            .zip(&all)
            .skip(1)
            .filter(|(_, of)| **of == phase)
            .map(|(&node, _)| tree.move_number(node))
            .collect();
        if let (Some(first), Some(last)) = (moves.first(), moves.last()) {
            text.push(format!("{} {first}–{last}", phase.name()));
        }
    }
    text.join("   ")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The ways to learn from the errors.
fn learning(ui: &mut Ui, cx: &Cx<'_>, run: &ReviewRun, out: &mut Vec<Action>) {
    if !can_learn(cx.model, None) {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label("Learn from mistakes:");
        let count = |side: Color| run.errors().filter(|error| error.mover == side).count();
        for side in Color::ALL {
            let name = format!("{} ({})", players::player_name(cx.model, side), count(side));
            let hint = format!("Find better moves for {}", side.name());
            let button = ui.add_enabled(can_learn(cx.model, Some(side)), Button::new(name).small());
            if button.on_hover_text(hint).clicked() {
                out.push(Action::Learn(LearnAction::Start(Some(side))));
            }
        }
    });
    ui.add_space(theme::GAP);
}

/// One error: move, class, words.
fn row(ui: &mut Ui, cx: &Cx<'_>, error: &MoveReview, out: &mut Vec<Action>) {
    let tree = &cx.model.game.tree;
    let p = theme::palette(ui);
    let dots = if error.mover == Color::White { "." } else { "…" };
    let sign = error.class.nag().and_then(tabia_games::game::nag::Nag::sign).unwrap_or_default();
    let played = format!("{}{dots} {}{sign}", tree.move_number(error.node), tree.san(error.node));
    let words = what_was_wrong(tree, error);
    let name = format!("{played} {}: {words}", error.class.name());
    let shown = cx.model.game.current == error.node;
    let inner = ui.scope_builder(UiBuilder::new().sense(Sense::click()), |ui| {
        let fill = match (shown, ui.response().hovered()) {
            (true, _) => p.accent_fill,
            (_, true) => p.hover,
            _ => p.panel,
        };
        eframe::egui::Frame::new().fill(fill).corner_radius(4).inner_margin(4).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing = vec2(6.0, 1.0);
            ui.horizontal(|ui| {
                let color = class_color(ui, error.class);
                let text = move_text::job(&played, 14.0, color, context::figurines(cx.model));
                ui.add(Label::new(text).selectable(false));
                let class = RichText::new(error.class.name()).small().color(p.text_weak);
                ui.add(Label::new(class).selectable(false));
            });
            let words = RichText::new(capital(&words)).color(p.text);
            ui.add(Label::new(words).wrap().selectable(false));
        });
    });
    let response = inner.response;
    response.widget_info(|| WidgetInfo::labeled(eframe::egui::Role::Button, true, &name));
    if response.clicked() {
        out.push(Action::GoTo(error.node));
    }
}

/// Why a move was an error, as far as that is proved, and what was better.
fn what_was_wrong(tree: &GameTree, error: &MoveReview) -> String {
    let before = tree.parent(error.node).map(|parent| tree.board(parent));
    let better = before
        .zip(error.better.first())
        .filter(|(board, mv)| board.is_legal(**mv))
        .map(|(board, &mv)| format!("better was {}", san::write(board, mv)));
    [error.words.clone(), better].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// The colour of a class; its glyph says the same.
pub(crate) fn class_color(ui: &Ui, class: MoveClass) -> eframe::egui::Color32 {
    let p = theme::palette(ui);
    match class {
        MoveClass::Blunder => p.bad,
        MoveClass::Mistake | MoveClass::MissedWin | MoveClass::Inaccuracy => p.warn,
        MoveClass::Brilliant | MoveClass::OnlyMove => p.good,
        _ => p.text,
    }
}

/// A kind of budget.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Time,
    Depth,
    Nodes,
}

impl Kind {
    fn of(budget: Budget) -> Kind {
        match budget {
            Budget::TimeMs(_) => Kind::Time,
            Budget::Depth(_) => Kind::Depth,
            Budget::KiloNodes(_) => Kind::Nodes,
        }
    }

    /// What is offered first when this kind is chosen.
    fn first(self) -> Budget {
        match self {
            Kind::Time => Budget::TimeMs(1_000),
            Kind::Depth => Budget::Depth(16),
            Kind::Nodes => Budget::KiloNodes(500),
        }
    }
}

/// Shows the dialog that has a game reviewed: how long for each position, whose moves, which notes.
pub(crate) fn dialog(ui: &mut Ui, cx: &Cx<'_>, draft: ReviewRequest, out: &mut Vec<Action>) {
    dialog::title(ui, 440.0, "Review game");
    let mut request = draft;
    Grid::new("review").num_columns(2).spacing([18.0, 10.0]).show(ui, |ui| {
        budget(ui, &mut request.budget);
        if cx.model.choosable().len() > 1 {
            row_name(ui, "By");
            parts::engine_choice(ui, cx, "Reviewed by", &mut request.engine);
            ui.end_row();
        }
        row_name(ui, "Whose moves");
        let sides = [(Sides::Both, "Both"), (Sides::White, "White's"), (Sides::Black, "Black's")];
        if let Some(chosen) = segmented::show(ui, "Whose moves", request.sides, &sides) {
            request.sides = chosen;
        }
        ui.end_row();
        row_name(ui, "Written into the game");
        ui.vertical(|ui| note_kinds(ui, &mut request.notes));
        ui.end_row();
    });
    ui.add_space(theme::GAP);
    let p = theme::palette(ui);
    ui.label(RichText::new(forecast(cx, request)).small().color(p.text_weak));
    ui.add_space(theme::PAD);
    if dialog::buttons(ui, "Cancel", Some(("Start review", true))) {
        out.push(Action::Review(ReviewAction::Start(request)));
    }
    if request != draft {
        out.insert(0, Action::Review(ReviewAction::Draft(request)));
    }
}

fn budget(ui: &mut Ui, budget: &mut Budget) {
    row_name(ui, "For each position");
    ui.horizontal(|ui| {
        let choices = [(Kind::Time, "Time"), (Kind::Depth, "Depth"), (Kind::Nodes, "Nodes")];
        if let Some(kind) = segmented::show(ui, "For each position", Kind::of(*budget), &choices) {
            *budget = kind.first();
        }
        let (value, range, suffix, speed) = match budget {
            Budget::TimeMs(ms) => (ms, TIME_MS, " ms", 10.0),
            Budget::Depth(plies) => (plies, DEPTH, " plies", 0.1),
            Budget::KiloNodes(thousands) => (thousands, KILO_NODES, " thousand", 5.0),
        };
        let field = DragValue::new(value).range(range).suffix(suffix).speed(speed);
        ui.add(field);
    });
    ui.end_row();
}

fn note_kinds(ui: &mut Ui, kinds: &mut Kinds) {
    ui.checkbox(&mut kinds.glyphs, "Glyphs: ?!, ?, ??, !!");
    ui.checkbox(&mut kinds.words, "What is wrong, in words");
    ui.checkbox(&mut kinds.lines, "Better lines as variations");
    ui.checkbox(&mut kinds.scores, "Scores behind the moves");
}

/// How long it takes, as far as that can be said, and what happens meanwhile.
fn forecast(cx: &Cx<'_>, request: ReviewRequest) -> String {
    let positions = cx.model.game.tree.main_line().len() as u64;
    let time = match request.budget {
        Budget::TimeMs(ms) => {
            format!("{positions} positions, at most {}", rough(positions * u64::from(ms)))
        }
        _ => format!("{positions} positions"),
    };
    format!("{time}. The board stays free; a game or analysis comes first and the review waits")
}
