//! The review of the game as one screen: its progress, both players in numbers and the moments at which the game turned
//! (`moments`), which moves a strong player would have been expected to play, and learning from mistakes. The
//! evaluation graph is the strip below the moves, so it is shown here only if those are hidden; a second, larger graph
//! would repeat it in the place of the moments.

use std::sync::Arc;

use eframe::egui::CollapsingHeader;
use eframe::egui::containers::menu::MenuButton;
use eframe::egui::scroll_area::ScrollBarVisibility;
use eframe::egui::{
    Align, Button, Color32, DragValue, Frame, Grid, Id, Label, Layout, Panel, ProgressBar,
    RichText, ScrollArea, Sense, TextStyle, Ui, UiBuilder, Vec2, WidgetInfo, vec2,
};

use tabia_app::action::{Action, LearnAction, ReviewAction};
use tabia_app::commands::command::UserCommand;
use tabia_app::engines::state::EngineStatus;
use tabia_app::review::learn::{Learn, Puzzle, PuzzleResult, Stage, Verdict};
use tabia_app::review::run::can_learn;
use tabia_app::review::state::{
    Budget, DEPTH, KILO_NODES, ReviewRequest, ReviewRun, RunState, Sides, TIME_MS,
};
use tabia_app::window::notation;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Color, Move, san};
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_games::words::color_id;
use tabia_host::review::classify::MoveClass;
use tabia_host::review::expected::{Expectation, Expected};
use tabia_host::review::notes::NoteKinds;
use tabia_host::review::phase::{Phase, phases};
use tabia_text::{t, text};

use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::panels::study::{moments, strip};
use crate::gui::present::context::Cx;
use crate::gui::present::dialog::row_name;
use crate::gui::present::memo::once;
use crate::gui::present::{dialog, empty, parts, roster};
use crate::gui::widgets::{buttons, move_text};

/// Width from which state and buttons are on one line, points.
const WIDE: f32 = 420.0;
/// Height of the buttons, points.
const BUTTONS: f32 = 32.0;
/// Height of the progress line of the review, points.
const STATE: f32 = 20.0;
/// Space between two parts of the panel, points.
const BETWEEN: f32 = 8.0;
/// Height of the evaluation graph if the moves, which have it below them, are hidden, points.
const GRAPH: f32 = 56.0;
/// Minimum height of the moments for the phases to be shown above them, points.
const WITH_PHASES: f32 = 200.0;
/// Minimum height of the moments, points. A lower panel scrolls as a whole.
const LIST: f32 = 80.0;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    if cx.model.learn.is_some() {
        return show_learn(ui, cx, out);
    }
    let Some(run) = cx.model.review() else { return invite(ui, cx, out) };
    let least = least_height(ui, cx);
    let down = Layout::top_down(Align::Min);
    if ui.available_height() >= least {
        // The place of the scroll bar stays free, so nothing moves when the panel becomes too low.
        let bar = ui.spacing().scroll.allocated_width();
        let size = ui.available_size() - vec2(bar, 0.0);
        ui.allocate_ui_with_layout(size, down, |ui| show_run(ui, cx, run, out));
        return;
    }
    // Always visible: otherwise the bar slides in.
    let scroll = ScrollArea::vertical().id_salt("low review").auto_shrink(false);
    scroll.scroll_bar_visibility(ScrollBarVisibility::AlwaysVisible).show(ui, |ui| {
        let size = vec2(ui.available_width(), least);
        ui.allocate_ui_with_layout(size, down, |ui| show_run(ui, cx, run, out));
    });
}

/// Whether the evaluation graph has its place here: Study's move list has it below, so only if the moves are hidden.
fn has_graph(cx: &Cx<'_>) -> bool {
    !cx.model.view.panes.contains(&PaneId::Moves)
}

/// The height at which [`LIST`] is left for the moments, points.
fn least_height(ui: &Ui, cx: &Cx<'_>) -> f32 {
    let line = ui.text_style_height(&TextStyle::Small) + BETWEEN;
    let head = if ui.available_width() >= WIDE { BUTTONS } else { BUTTONS + BETWEEN + STATE };
    let graph = if has_graph(cx) { GRAPH + BETWEEN } else { 0.0 };
    let switch = ui.spacing().interact_size.y + theme::GAP;
    // The line about glyphs of others may come while the review runs: the scroll bar must not come with it.
    head + BETWEEN + graph + moments::TABLE + BETWEEN + line + switch + LIST
}

/// The review of the game, from its state down to the moments.
fn show_run(ui: &mut Ui, cx: &Cx<'_>, run: &ReviewRun, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    if ui.available_width() >= WIDE {
        let size = vec2(ui.available_width(), BUTTONS);
        ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
            actions(ui, cx, run, false, out);
            ui.add_space(BETWEEN);
            state(ui, cx, run);
        });
    } else {
        let foot = Panel::bottom("what to do").exact_size(BUTTONS + BETWEEN).frame(Frame::new());
        foot.show(ui, |ui| {
            ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
                let size = vec2(ui.available_width(), BUTTONS);
                ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
                    actions(ui, cx, run, true, out);
                });
            });
        });
        let size = vec2(ui.available_width(), STATE);
        let across = Layout::right_to_left(Align::Center);
        ui.allocate_ui_with_layout(size, across, |ui| state(ui, cx, run));
    }
    ui.add_space(BETWEEN);
    if has_graph(cx) {
        let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), GRAPH), Sense::hover());
        strip::show(ui, cx, place, out);
        ui.add_space(BETWEEN);
    }
    moments::players(ui, cx, run, out);
    ui.add_space(BETWEEN);
    if ui.available_height() >= WITH_PHASES {
        let text = RichText::new(&*phases_of(ui, &cx.model.game.tree, run));
        let text = text.small().color(theme::palette(ui).text_faint);
        ui.add(Label::new(text).wrap()).on_hover_text(t!("review-phase-rule"));
        ui.add_space(BETWEEN);
    }
    let glyphs = run.foreign_glyphs(&cx.model.game.tree);
    if glyphs > 0 {
        let text = RichText::new(t!("review-foreign-glyphs", n = glyphs)).small();
        ui.add(Label::new(text.color(theme::palette(ui).text_weak)).truncate());
        ui.add_space(BETWEEN);
    }
    switch(ui, cx, out);
    if cx.model.expected.shown {
        let scroll = ScrollArea::vertical().id_salt("expected").auto_shrink(false);
        scroll.show(ui, |ui| show_expected(ui, cx, out));
    } else {
        moments::list(ui, cx, run, out);
    }
}

fn invite(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let reviewable = UserCommand::ReviewGame.is_enabled(cx.model);
    if reviewable {
        // The list of expected moves needs no engine. While it is hidden there is only a button for it, as there are no
        // moments yet to switch from.
        if cx.model.expected.shown {
            switch(ui, cx, out);
            let scroll = ScrollArea::vertical().id_salt("expected").auto_shrink(false);
            scroll.show(ui, |ui| show_expected(ui, cx, out));
            return;
        }
        let button = Button::new(t!("review-expected"));
        if ui.add(button).on_hover_text(t!("review-expected.tip")).clicked() {
            out.push(Action::Review(ReviewAction::ShowExpected(true)));
        }
    }
    let (why, offers): (_, &[UserCommand]) = if reviewable {
        (t!("review-none.tip"), &[UserCommand::ReviewGame])
    } else if cx.model.game.is_played() {
        (t!("review-none.playing"), &[])
    } else {
        (t!("review-none.no-game"), &[UserCommand::NewGame, UserCommand::OpenFile])
    };
    empty::offer(ui, cx, [t!("review-none"), why], offers, out);
}

/// The progress of the review: a bar until it is complete.
fn state(ui: &mut Ui, cx: &Cx<'_>, run: &ReviewRun) {
    let (done, all) = run.review().progress();
    let text = progress_text(cx, run);
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        if matches!(run.state, RunState::Done | RunState::Recorded) {
            let text = RichText::new(text).small().color(theme::palette(ui).text_faint);
            ui.add(Label::new(text).truncate());
        } else {
            let share = done as f32 / all.max(1) as f32;
            let bar = ProgressBar::new(share).desired_width(ui.available_width());
            let bar = bar.desired_height(STATE);
            ui.add(bar.text(RichText::new(&text).small())).accessible_name(text);
        }
    });
}

/// The actions on the review: the next one as a button, the others in a menu at the right edge. `fills`: the button
/// takes all the room.
fn actions(ui: &mut Ui, cx: &Cx<'_>, run: &ReviewRun, fills: bool, out: &mut Vec<Action>) {
    let more = Button::new(Icon::More.glyph().to_string()).min_size(Vec2::splat(BUTTONS));
    let reviews_only = run.state == RunState::Recorded && !can_learn(cx.model, None);
    let active = run.state != RunState::Running && !reviews_only;
    ui.add_enabled_ui(active, |ui| {
        let (menu, _) = MenuButton::from_button(more).ui(ui, |ui| rest(ui, cx, run, out));
        menu.accessible_name(t!("review-more")).on_hover_text(t!("review-more"));
    });
    ui.add_space(BETWEEN - ui.spacing().item_spacing.x);
    let width = if fills { ui.available_width() } else { 0.0 };
    let p = theme::palette(ui);
    let size = vec2(width, BUTTONS);
    let primary = |name: &str| {
        Button::new(RichText::new(name).color(p.on_accent)).fill(p.accent).min_size(size)
    };
    let halted = matches!(cx.model.engine_status(), EngineStatus::Halted | EngineStatus::Failed(_));
    let action = match run.state {
        RunState::Running if halted => {
            let goes_on = ui.add(primary(t!("button-continue"))).clicked();
            goes_on.then_some(Action::Command(UserCommand::GoEngine))
        }
        RunState::Running => {
            let stops = ui.add(Button::new(t!("button-stop")).min_size(size)).clicked();
            stops.then_some(Action::Review(ReviewAction::Stop))
        }
        RunState::Stopped => {
            let goes_on = ui.add(primary(t!("button-continue"))).clicked();
            goes_on.then_some(Action::Command(UserCommand::ResumeReview))
        }
        RunState::Done | RunState::Recorded if can_learn(cx.model, None) => {
            let button = primary(t!("command-LearnMistakes"));
            let sides: Vec<Color> =
                Color::ALL.into_iter().filter(|&side| can_learn(cx.model, Some(side))).collect();
            if let &[side] = &sides[..] {
                let button = ui.add(button).on_hover_ui(|ui| {
                    ui.label(learn_hint(side));
                    left_out(ui, run, &sides);
                });
                button.clicked().then_some(Action::Learn(LearnAction::Start(Some(side))))
            } else {
                MenuButton::from_button(button).ui(ui, |ui| learning(ui, cx, run, &sides, out));
                None
            }
        }
        RunState::Recorded => {
            let reviews = ui.add(primary(t!("command-ReviewGame"))).clicked();
            reviews.then_some(Action::Command(UserCommand::ReviewGame))
        }
        RunState::Done => {
            let again = ui.add(Button::new(t!("review-again")).min_size(size)).clicked();
            again.then_some(Action::Command(UserCommand::ReviewGame))
        }
    };
    out.extend(action);
}

/// The other actions on a review that is not running.
fn rest(ui: &mut Ui, cx: &Cx<'_>, run: &ReviewRun, out: &mut Vec<Action>) {
    if matches!(run.state, RunState::Done | RunState::Recorded) {
        let recorded = run.state == RunState::Recorded;
        let name = if recorded { t!("command-ReviewGame") } else { t!("review-again") };
        if ui.button(name).clicked() {
            out.push(Action::Command(UserCommand::ReviewGame));
        }
        if recorded {
            return;
        }
        let there = run.is_written(&cx.model.game.tree);
        if there && ui.button(t!("review-remove")).clicked() {
            out.push(Action::Command(UserCommand::RemoveReview));
        }
        if !there && run.request.notes.any() && ui.button(t!("review-write")).clicked() {
            out.push(Action::Review(ReviewAction::Write));
        }
        return;
    }
    if ui.button(t!("review-write-partial")).clicked() {
        out.push(Action::Review(ReviewAction::Write));
    }
    if ui.button(t!("button-discard")).clicked() {
        out.push(Action::Review(ReviewAction::Discard));
    }
}

/// `34 of 81 positions by Stockfish 16, about 40 s left`; our own engine is not named.
fn progress_text(cx: &Cx<'_>, run: &ReviewRun) -> String {
    let (done, all) = run.review().progress();
    let engine = run.request.engine;
    let progress = if engine.is_built_in() {
        t!("review-progress", done = done, all = all)
    } else {
        let engine = cx.model.engine_name(engine).clone();
        t!("review-progress-by", done = done, all = all, engine = engine)
    };
    match (run.state, cx.model.engine_status()) {
        (RunState::Done, _) => {
            let depths = run.moves().iter().map(|review| review.depth).filter(|&depth| depth > 0);
            let least = depths.min().unwrap_or(0);
            t!("review-progress-done", n = all, depth = least.to_string())
        }
        (RunState::Recorded, _) => t!("review-progress-recorded").to_owned(),
        (RunState::Stopped, _) => t!("review-progress-stopped", progress = progress),
        (RunState::Running, EngineStatus::Reviewing(..)) => match run.remaining_ms() {
            Some(ms) => t!("review-progress-left", progress = progress, time = rough(ms)),
            None => progress,
        },
        (RunState::Running, EngineStatus::Halted | EngineStatus::Failed(_)) => {
            t!("review-progress-halted", progress = progress)
        }
        (RunState::Running, _) => t!("review-progress-waits", progress = progress),
    }
}

/// An approximate time: `40 s`, `3 min`.
fn rough(ms: u64) -> String {
    let seconds = ms.div_ceil(1000);
    if seconds < 100 {
        t!("review-seconds", n = seconds)
    } else {
        t!("review-minutes", n = seconds.div_ceil(60))
    }
}

/// The name of a class, and its meaning in one line.
pub(crate) fn class_words(class: MoveClass) -> [&'static str; 2] {
    let key = class.key();
    [text(&key), text(&format!("{key}.tip"))]
}

/// The phases of the game by move numbers, looked up once for each of its states.
fn phases_of(ui: &Ui, tree: &GameTree, run: &ReviewRun) -> Arc<str> {
    let key = (run.state_number(), tree.revision(), t!("language-name"));
    once(ui.ctx(), Id::unique("phases of the review"), key, || parts_of(tree, run).into())
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
    text.join(" · ")
}

/// The choice of the side whose errors are to be learned from.
fn learning(ui: &mut Ui, cx: &Cx<'_>, run: &ReviewRun, sides: &[Color], out: &mut Vec<Action>) {
    for &side in sides {
        let count = run.puzzles().filter(|error| error.mover == side).count();
        let name = roster::player_name(cx.model, side);
        let name = t!("review-learn-side", color = color_id(side), name = name, n = count);
        if ui.button(name).on_hover_text(learn_hint(side)).clicked() {
            out.push(Action::Learn(LearnAction::Start(Some(side))));
        }
    }
    left_out(ui, run, sides);
}

fn learn_hint(side: Color) -> &'static str {
    match side {
        Color::White => t!("review-learn.tip-white"),
        Color::Black => t!("review-learn.tip-black"),
    }
}

/// How many errors of these sides cannot be learned from.
fn left_out(ui: &mut Ui, run: &ReviewRun, sides: &[Color]) {
    let errors = run.errors().filter(|error| sides.contains(&error.mover)).count();
    let puzzles = run.puzzles().filter(|error| sides.contains(&error.mover)).count();
    if errors > puzzles {
        let text = RichText::new(t!("review-learn-left-out", n = errors - puzzles)).small();
        ui.label(text.color(theme::palette(ui).text_weak));
    }
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

    /// The default when this kind is chosen.
    fn first(self) -> Budget {
        match self {
            Kind::Time => Budget::TimeMs(1_000),
            Kind::Depth => Budget::Depth(16),
            Kind::Nodes => Budget::KiloNodes(500),
        }
    }
}

/// How thorough a review is, in the usual presets.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Care {
    Quick,
    Normal,
    Thorough,
    /// A custom budget, set below.
    Own,
}

impl Care {
    const ALL: [Care; 4] = [Care::Quick, Care::Normal, Care::Thorough, Care::Own];

    /// Time for each position, ms.
    fn each_ms(self) -> Option<u32> {
        match self {
            Care::Quick => Some(250),
            Care::Normal => Some(1_000),
            Care::Thorough => Some(4_000),
            Care::Own => None,
        }
    }

    fn of(budget: Budget) -> Care {
        let own = |care: &Care| care.each_ms().map(Budget::TimeMs) == Some(budget);
        Care::ALL.into_iter().find(own).unwrap_or(Care::Own)
    }
}

/// Height of the dialog with all its options, points.
pub(crate) const DIALOG: f32 = 418.0;

/// Shows the dialog that starts a review: how thorough it is, and behind "More options" all the rest.
pub(crate) fn dialog(ui: &mut Ui, cx: &Cx<'_>, draft: ReviewRequest, out: &mut Vec<Action>) {
    dialog::title(ui, 440.0, t!("review-title"));
    let mut request = draft;
    let care = Care::of(request.budget);
    let choices = [
        (Care::Quick, t!("review-quick")),
        (Care::Normal, t!("review-normal")),
        (Care::Thorough, t!("review-thorough")),
    ];
    let positions = cx.model.game.played_line().len() as u64;
    let hint = |care: Care| {
        let ms = care.each_ms().unwrap_or_default();
        t!("review-care-hint", ms = ms, time = rough(positions * u64::from(ms)))
    };
    if let Some(chosen) = buttons::with_hints(ui, t!("review-care"), care, &choices, &hint) {
        request.budget = chosen.each_ms().map_or(request.budget, Budget::TimeMs);
    }
    ui.add_space(theme::GAP);
    let p = theme::palette(ui);
    ui.label(RichText::new(forecast(cx, request)).small().color(p.text_weak));
    ui.add_space(theme::GAP);
    let more = CollapsingHeader::new(t!("review-options")).default_open(care == Care::Own);
    more.show(ui, |ui| {
        Grid::new("review").num_columns(2).spacing([18.0, 10.0]).show(ui, |ui| {
            budget(ui, &mut request.budget);
            if cx.model.choosable().len() > 1 {
                row_name(ui, t!("review-engine"));
                parts::engine_choice(ui, cx, t!("review-engine"), &mut request.engine);
                ui.end_row();
            }
            row_name(ui, t!("review-sides"));
            let sides = [
                (Sides::Both, t!("review-sides.both")),
                (Sides::White, t!("white")),
                (Sides::Black, t!("black")),
            ];
            if let Some(chosen) = buttons::segmented(ui, t!("review-sides"), request.sides, &sides)
            {
                request.sides = chosen;
            }
            ui.end_row();
            row_name(ui, t!("review-notes"));
            ui.vertical(|ui| note_kinds(ui, &mut request.notes));
            ui.end_row();
        });
    });
    ui.add_space(theme::PAD);
    if dialog::buttons(ui, t!("button-cancel"), Some((t!("review-start"), true))) {
        out.push(Action::Review(ReviewAction::Start(request)));
    }
    if request != draft {
        out.insert(0, Action::Review(ReviewAction::Draft(request)));
    }
}

fn budget(ui: &mut Ui, budget: &mut Budget) {
    row_name(ui, t!("review-budget"));
    ui.horizontal(|ui| {
        let choices = [
            (Kind::Time, t!("column-time")),
            (Kind::Depth, t!("column-depth")),
            (Kind::Nodes, t!("column-nodes")),
        ];
        if let Some(kind) = buttons::segmented(ui, t!("review-budget"), Kind::of(*budget), &choices)
        {
            *budget = kind.first();
        }
        let (value, range, unit, speed) = match budget {
            Budget::TimeMs(ms) => (ms, TIME_MS, t!("review-budget-ms"), 10.0),
            Budget::Depth(plies) => (plies, DEPTH, t!("review-budget-plies"), 0.1),
            Budget::KiloNodes(thousands) => {
                (thousands, KILO_NODES, t!("review-budget-thousand"), 5.0)
            }
        };
        let field = DragValue::new(value).range(range).suffix(format!(" {unit}")).speed(speed);
        ui.add(field);
    });
    ui.end_row();
}

fn note_kinds(ui: &mut Ui, kinds: &mut NoteKinds) {
    ui.checkbox(&mut kinds.glyphs, t!("review-notes-glyphs"));
    ui.checkbox(&mut kinds.words, t!("review-notes-words"));
    ui.checkbox(&mut kinds.lines, t!("review-notes-lines"));
    ui.checkbox(&mut kinds.scores, t!("review-notes-scores"))
        .on_hover_text(t!("review-notes-scores.tip"));
}

/// How long it takes, if that can be estimated, and what happens meanwhile.
fn forecast(cx: &Cx<'_>, request: ReviewRequest) -> String {
    let positions = cx.model.game.played_line().len() as u64;
    // Starting a review turns analysis off: an engine that analyses has no time for a review.
    let after = if cx.model.engine.analysis {
        t!("review-forecast-analysis")
    } else {
        t!("review-forecast-free")
    };
    match request.budget {
        Budget::TimeMs(ms) => {
            let time = rough(positions * u64::from(ms));
            t!("review-forecast-time", n = positions, time = time, after = after)
        }
        _ => t!("review-forecast", n = positions, after = after),
    }
}

// What a strong player would have been expected to play at each move of the game, and what was a surprise.

/// From this many bits on a move is marked as surprising: a probability of less than one in sixteen.
const SURPRISING: f32 = 4.0;

/// The switch between the errors and the expected moves.
fn switch(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let choices = [(false, t!("review-errors")), (true, t!("review-expected"))];
    let hint = |shown: bool| {
        if shown { t!("review-expected.tip") } else { t!("review-errors.tip") }.to_owned()
    };
    let shown = cx.model.expected.shown;
    if let Some(shown) = buttons::with_hints(ui, t!("review-list"), shown, &choices, &hint) {
        out.push(Action::Review(ReviewAction::ShowExpected(shown)));
    }
    ui.add_space(theme::GAP);
}

/// Both sides in a line each, and the moves.
fn show_expected(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let weak = |text: String| RichText::new(text).color(p.text_weak);
    let why_not = if cx.model.hides_engine() {
        Some(t!("review-expected-hidden"))
    } else if cx.model.game.is_played() {
        Some(t!("review-expected-playing"))
    } else {
        None
    };
    if let Some(why_not) = why_not {
        ui.label(weak(why_not.to_owned()));
        return;
    }
    let Some(found) = cx.model.expected.found() else {
        ui.label(weak(t!("review-expected-working").to_owned()));
        return;
    };
    let tree = &cx.model.game.tree;
    let found: Vec<&(NodeId, Expectation)> =
        found.iter().filter(|(node, _)| tree.contains(*node)).collect();
    if found.is_empty() {
        ui.label(weak(t!("review-expected-none").to_owned()));
        return;
    }
    Grid::new("expected sums").num_columns(2).spacing([14.0, 1.0]).show(ui, |ui| {
        for side in Color::ALL {
            let own = found.iter().filter(|(node, _)| mover(tree, *node) == side);
            let Expected { moves, first, surprise } = Expected::of(own.map(|(_, one)| one));
            if moves == 0 {
                continue;
            }
            ui.label(RichText::new(roster::player_name(cx.model, side)).strong());
            let bits = tabia_text::number(surprise.into(), 1);
            let text = t!("review-expected-sum", first = first, n = moves, bits = bits);
            ui.label(weak(text)).on_hover_text(t!("review-expected.tip"));
            ui.end_row();
        }
    });
    ui.add_space(theme::GAP);
    for (node, expectation) in found {
        expected_row(ui, cx, *node, expectation, out);
    }
}

/// Who made the move that leads to a node.
fn mover(tree: &GameTree, node: NodeId) -> Color {
    !tree.board(node).stm()
}

/// A move: how likely it was, and what was likelier.
fn expected_row(
    ui: &mut Ui,
    cx: &Cx<'_>,
    node: NodeId,
    expectation: &Expectation,
    out: &mut Vec<Action>,
) {
    let tree = &cx.model.game.tree;
    let Some(board) = tree.parent(node).map(|parent| tree.board(parent)) else { return };
    let p = theme::palette(ui);
    let dots = if mover(tree, node) == Color::White { "." } else { "…" };
    let played = format!("{}{dots} {}", tree.move_number(node), tree.san(node));
    let surprise = expectation.surprise();
    let (chance, bits) = (percent(expectation.prior), tabia_text::number(surprise.into(), 1));
    let odds = t!("review-expected-odds", chance = chance, bits = bits);
    let likely: Vec<String> = expectation
        .likely
        .iter()
        .map(|&(mv, prior)| format!("{} {}", san::write(board, mv), percent(prior)))
        .collect();
    let likely = t!("review-expected-likely", moves = likely.join(", "));
    let name = format!("{played}: {odds}. {likely}");
    let shown = cx.model.game.current == node;
    let inner = ui.scope_builder(UiBuilder::new().sense(Sense::click()), |ui| {
        let fill = match (shown, ui.response().hovered()) {
            (true, _) => p.accent_fill,
            (_, true) => p.hover,
            _ => p.panel,
        };
        eframe::egui::Frame::new().fill(fill).corner_radius(4).inner_margin(3).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing = vec2(8.0, 0.0);
            ui.horizontal(|ui| {
                let color = if surprise >= SURPRISING { p.warn } else { p.text };
                let text = move_text::job(&played, 14.0, color);
                ui.add(Label::new(text).selectable(false));
                ui.add(
                    Label::new(RichText::new(odds).small().color(p.text_weak)).selectable(false),
                );
            });
            let likely = RichText::new(likely).small().color(p.text_weak);
            ui.add(Label::new(likely).truncate().selectable(false));
        });
    });
    let response = inner.response;
    response.widget_info(|| WidgetInfo::labeled(eframe::egui::Role::Button, true, &name));
    if response.clicked() {
        out.push(Action::GoTo(node));
    }
}

fn percent(share: f32) -> String {
    if share < 0.01 {
        t!("review-expected-under").to_owned()
    } else {
        format!("{:.0} %", 100.0 * share)
    }
}

// Learning from mistakes: the current puzzle, the result of the move tried, and a summary at the end.

/// Maximum number of moves shown of a line, plies.
const LINE: usize = 6;

fn show_learn(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let Some(learn) = &cx.model.learn else { return };
    let mut act = |action| out.push(Action::Learn(action));
    // The buttons stay visible in a low panel; the rest scrolls.
    ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
        if let Some(puzzle) = learn.puzzle() {
            buttons(ui, cx, learn, puzzle, &mut act);
        } else {
            let back = (t!("review-learn-back"), 0.0, LearnAction::Exit);
            let repeat = (t!("review-learn-repeat"), 0.0, LearnAction::Repeat);
            let repeat = Some(repeat).filter(|_| learn.unsolved() > 0);
            let all: Vec<_> = [back].into_iter().chain(repeat).collect();
            button_rows(ui, learn.at, &all, None, &mut act);
        }
        ui.add_space(theme::GAP);
        ui.with_layout(Layout::top_down(Align::Min), |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match learn.puzzle() {
                Some(puzzle) => puzzle_ui(ui, cx, learn, puzzle),
                None => sum(ui, learn),
            });
        });
    });
}

fn puzzle_ui(ui: &mut Ui, cx: &Cx<'_>, learn: &Learn, puzzle: &Puzzle) {
    let p = theme::palette(ui);
    let board = cx.model.game.tree.board(puzzle.node);
    let number = t!("review-learn-puzzle", n = learn.at + 1, all = learn.puzzles.len());
    let bar = ProgressBar::new(learn.at as f32 / learn.puzzles.len() as f32).desired_height(4.0);
    ui.label(RichText::new(number).strong());
    ui.add(bar).accessible_name(t!("review-learn-progress"));
    ui.add_space(theme::GAP);
    let played = format!("{}{}", format::number_before(board, 0), san::write(board, puzzle.played));
    ui.horizontal_wrapped(|ui| {
        let played = t!("review-learn-played", san = played);
        ui.label(move_text::job(&played, 15.0, p.text));
        let ask = match board.stm() {
            Color::White => t!("review-learn-find-white"),
            Color::Black => t!("review-learn-find-black"),
        };
        ui.label(RichText::new(ask).strong());
    });
    ui.add_space(theme::GAP);
    match &learn.stage {
        // The board may show another position, for example after the move that was played.
        Stage::Ask if cx.model.game.current != puzzle.node => {
            ui.label(RichText::new(t!("review-learn-elsewhere")).color(p.text_weak));
        }
        Stage::Ask => {
            ui.label(RichText::new(t!("review-learn-make-move")).color(p.text_weak));
        }
        Stage::Judging(mv) => {
            let text = t!("review-learn-thinking", san = san::write(board, *mv));
            ui.label(RichText::new(text).color(p.text_weak));
        }
        Stage::Wrong(tried) => wrong(ui, board, tried),
        Stage::Right(tried) => right(ui, board, puzzle, tried),
        Stage::Shown => best(ui, board, puzzle),
        Stage::Sum => {}
    }
}

fn wrong(ui: &mut Ui, board: &Board, tried: &Verdict) {
    let p = theme::palette(ui);
    let title = t!("review-learn-wrong", san = san::write(board, tried.mv));
    ui.label(move_text::job(&title, 15.0, p.bad));
    ui.label(&tried.text);
    continuation(ui, board, tried.mv, &tried.line);
}

fn right(ui: &mut Ui, board: &Board, puzzle: &Puzzle, tried: &Verdict) {
    let p = theme::palette(ui);
    let title = t!("review-learn-right", san = san::write(board, tried.mv));
    ui.label(move_text::job(&title, 15.0, p.good));
    ui.label(&tried.text);
    if puzzle.best.line.first() == Some(&tried.mv) {
        continuation(ui, board, tried.mv, &tried.line);
    } else {
        best(ui, board, puzzle);
    }
}

/// The engine's own line.
fn best(ui: &mut Ui, board: &Board, puzzle: &Puzzle) {
    line(ui, t!("review-learn-best"), &notation::line(board, &puzzle.best.line, LINE));
}

/// The continuation after a move.
fn continuation(ui: &mut Ui, board: &Board, mv: Move, reply: &[Move]) {
    if !reply.is_empty() {
        let moves: Vec<Move> = [mv].iter().chain(reply).copied().collect();
        line(ui, t!("review-learn-line"), &notation::line(board, &moves, LINE));
    }
}

fn line(ui: &mut Ui, title: &str, text: &str) {
    let p = theme::palette(ui);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(title).color(p.text_weak));
        ui.label(text);
    });
}

fn buttons(
    ui: &mut Ui,
    cx: &Cx<'_>,
    learn: &Learn,
    puzzle: &Puzzle,
    act: &mut impl FnMut(LearnAction),
) {
    let done = matches!(learn.stage, Stage::Right(_) | Stage::Shown);
    let last = learn.at + 1 == learn.puzzles.len();
    let nexts = [t!("review-learn-skip"), t!("review-learn-next"), t!("review-learn-finish")];
    let next = nexts[if done { 1 + usize::from(last) } else { 0 }];
    let elsewhere = cx.model.game.current != puzzle.node;
    let wrong = matches!(learn.stage, Stage::Wrong(_));
    // Buttons that come and go are placed after the permanent ones, so that no button moves away under the pointer.
    let all = [
        (true, next, LearnAction::Next),
        (true, t!("review-learn-leave"), LearnAction::Exit),
        (!done, t!("review-learn-solution"), LearnAction::Solution),
        (wrong, t!("review-learn-retry"), LearnAction::Again),
        (elsewhere, t!("review-learn-to-puzzle"), LearnAction::Return),
    ];
    // The first button keeps its width whatever its label.
    let widest = nexts.into_iter().map(|name| button_width(ui, name)).fold(0.0, f32::max);
    let least = |action| if action == LearnAction::Next { widest } else { 0.0 };
    let shown = all.into_iter().filter(|(shown, ..)| *shown);
    let shown: Vec<_> = shown.map(|(_, name, action)| (name, least(action), action)).collect();
    button_rows(ui, learn.at, &shown, Some(LearnAction::Next).filter(|_| done), act);
}

fn button_width(ui: &Ui, name: &str) -> f32 {
    let font = TextStyle::Button.resolve(ui.style());
    let text = ui.painter().layout_no_wrap(name.to_owned(), font, Color32::PLACEHOLDER);
    text.size().x + 2.0 * ui.spacing().button_padding.x
}

/// Buttons, each with its name, least width and action. Those that do not fit beside the others go in a row above
/// them: there is no room below. `main` stands out, and Enter presses it. Those of another puzzle are new.
fn button_rows(
    ui: &mut Ui,
    puzzle: usize,
    all: &[(&str, f32, LearnAction)],
    main: Option<LearnAction>,
    act: &mut impl FnMut(LearnAction),
) {
    let space = ui.spacing().item_spacing.x;
    let mut rows: Vec<Vec<(&str, f32, LearnAction)>> = vec![Vec::new()];
    let mut free = ui.available_width();
    for &(name, least, action) in all {
        let width = button_width(ui, name).max(least);
        if free < width {
            rows.push(Vec::new());
            free = ui.available_width();
        }
        free -= width + space;
        if let Some(row) = rows.last_mut() {
            row.push((name, width, action));
        }
    }
    let names = all.iter().map(|&(name, ..)| name.to_owned());
    let just_shown = buttons::are_just_shown(ui, names.chain([puzzle.to_string()]).collect());
    let fill = theme::palette(ui).accent_fill;
    for row in rows {
        ui.horizontal(|ui| {
            for (name, width, action) in row {
                let stands_out = main == Some(action);
                let button = Button::new(name).min_size(vec2(width, 0.0));
                let button = if stands_out { button.fill(fill) } else { button };
                let response = ui.add(button);
                if buttons::pressed(&response, just_shown)
                    || stands_out && buttons::enter_pressed(ui)
                {
                    act(action);
                }
            }
        });
    }
}

/// The summary of all puzzles.
fn sum(ui: &mut Ui, learn: &Learn) {
    let p = theme::palette(ui);
    ui.label(RichText::new(t!("review-learn-done")).strong());
    ui.add_space(theme::GAP);
    let all = learn.puzzles.len();
    for (result, text) in [
        (
            PuzzleResult::First,
            t!("review-learn-first", n = learn.count(PuzzleResult::First), all = all),
        ),
        (
            PuzzleResult::Later,
            t!("review-learn-later", n = learn.count(PuzzleResult::Later), all = all),
        ),
        (
            PuzzleResult::Failed,
            t!("review-learn-failed", n = learn.count(PuzzleResult::Failed), all = all),
        ),
        (
            PuzzleResult::Shown,
            t!("review-learn-shown", n = learn.count(PuzzleResult::Shown), all = all),
        ),
        (
            PuzzleResult::Skipped,
            t!("review-learn-skipped", n = learn.count(PuzzleResult::Skipped), all = all),
        ),
    ] {
        let color = if learn.count(result) > 0 { p.text } else { p.text_faint };
        ui.label(RichText::new(text).color(color));
    }
}
