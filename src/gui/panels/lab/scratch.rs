//! An evaluation from scratch: its view of the position, its numbers and tables to change, its levels against each
//! other, and a game against it.

use eframe::egui::{DragValue, Grid, RichText, ScrollArea, Slider, Spinner, Ui, vec2};

use tabia_app::action::{Action, ArenaAction, LabAction};
use tabia_app::arena::state::Run;
use tabia_app::commands::command::UserCommand;
use tabia_app::lab::scratch::{
    GAMES, NODES, ScratchAction, ScratchMatch, ScratchPage, ScratchView,
};
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Color, PieceType, Square};
use tabia_engine::eval::nnue::file;
use tabia_lab::foundations::bitboards::kind_name;
use tabia_lab::scratch::evaluate::{FULL_PHASE, evaluate, phase, terms};
use tabia_lab::scratch::values::{
    Knob, Level, MATERIAL_CP, PUBLISHED, Part, SQUARE_CP, ScratchEval, TERM_CP, Tapered,
};
use tabia_lab::scratch::{evaluate, values};
use tabia_lab::table::{Cell, Column, Table};
use tabia_text::{t, text};

use super::note;
use crate::gui::look::theme;
use crate::gui::panels::arena::show;
use crate::gui::present::context::Cx;
use crate::gui::present::empty;
use crate::gui::present::view_head;
use crate::gui::present::view_head::Head;
use crate::gui::widgets::small_boards::{NumberBoard, Painted};
use crate::gui::widgets::{buttons, fields, small_boards, sought};

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let kept = &cx.model.settings.scratch;
    let eval = &kept.eval;
    let view = cx.model.lab.scratch.view;
    let node = cx.model.lab.node_of(PaneId::Scratch, &cx.model.game);
    let board = cx.model.game.tree.board(node);
    let copy = || match view.page {
        ScratchPage::Position => position_rows(eval, board).csv(),
        ScratchPage::Numbers => numbers_rows(eval).csv(),
        ScratchPage::Squares => squares_rows(eval, view).csv(),
        ScratchPage::Matches => matches_rows(&cx.model.lab.scratch.matches).csv(),
    };
    let head = Head { pane: PaneId::Scratch, follows: true, copy: Some(&copy) };
    view_head::show(ui, cx, &head, out, |ui, out| {
        if let Some(level) = levels(ui, eval.level) {
            act(out, ScratchAction::Level(level));
        }
        let hint = t!("scratch-play.tip", name = eval.title());
        if ui.button(t!("scratch-play")).on_hover_text(hint).clicked() {
            act(out, ScratchAction::Play);
        }
    });
    ui.horizontal_wrapped(|ui| {
        let (number, name) = (u32::from(eval.level.number()), eval.level.name());
        let title = t!("scratch-level-title", number = number, name = name);
        ui.label(RichText::new(title).strong());
        note(ui, eval.level.adds());
    });
    ui.add_space(2.0);
    let pages = [
        (ScratchPage::Position, t!("scratch-page-position")),
        (ScratchPage::Numbers, t!("scratch-page-numbers")),
        (ScratchPage::Squares, t!("scratch-page-squares")),
        (ScratchPage::Matches, t!("scratch-page-matches")),
    ];
    if let Some(page) = buttons::segmented(ui, t!("scratch-page"), view.page, &pages) {
        act(out, ScratchAction::View(ScratchView { page, ..view }));
    }
    ui.add_space(theme::GAP);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match view.page {
        ScratchPage::Position => show_position(ui, eval, board),
        ScratchPage::Numbers => show_numbers(ui, eval, out),
        ScratchPage::Squares => show_squares(ui, eval, view, out),
        ScratchPage::Matches => show_matches(ui, cx, out),
    });
}

/// The choice of a level, by number.
fn levels(ui: &mut Ui, current: Level) -> Option<Level> {
    let choices = [
        (Level::Material, "1"),
        (Level::Squares, "2"),
        (Level::Pawns, "3"),
        (Level::Mobility, "4"),
        (Level::King, "5"),
        (Level::Tapering, "6"),
    ];
    let hint = |level: Level| t!("scratch-level-hint", name = level.name(), adds = level.adds());
    buttons::with_hints(ui, t!("scratch-level"), current, &choices, &hint)
}

fn act(out: &mut Vec<Action>, action: ScratchAction) {
    out.push(Action::Lab(LabAction::Scratch(action)));
}

/// Whether the endgame has its own numbers at this level.
fn tapers(eval: &ScratchEval) -> bool {
    eval.level >= Level::Tapering
}

// The position on the board, term by term, beside the engine's network.

/// Width of a number, points.
const NUMBER: f32 = 62.0;

/// Shows the page.
fn show_position(ui: &mut Ui, eval: &ScratchEval, board: &Board) {
    note(ui, t!("scratch-position-note"));
    let p = theme::palette(ui);
    Grid::new("terms from scratch").num_columns(4).spacing([10.0, 3.0]).striped(true).show(
        ui,
        |ui| {
            ui.label(RichText::new(t!("scratch-column-term")).small().color(p.text_weak));
            for head in [t!("white"), t!("black"), t!("scratch-column-difference")] {
                right(ui, RichText::new(head).small().color(p.text_weak));
            }
            ui.end_row();
            for term in terms(eval, board) {
                ui.label(title(term.name));
                for number in [term.white, term.black] {
                    right(ui, RichText::new(tabia_text::number(number.into(), 0)));
                }
                right(ui, RichText::new(tabia_text::signed(term.cp(), 0)));
                ui.end_row();
            }
            ui.label(RichText::new(t!("scratch-sum")).strong());
            right(ui, RichText::new(""));
            right(ui, RichText::new(""));
            let sum = tabia_text::signed(evaluate(eval, board), 0);
            right(ui, RichText::new(sum).strong());
            ui.end_row();
            if let Some(cp) = network_cp(board) {
                ui.label(t!("scratch-network"));
                right(ui, RichText::new(""));
                right(ui, RichText::new(""));
                let text = RichText::new(tabia_text::signed(cp, 0)).color(p.accent);
                right(ui, text);
                ui.end_row();
            }
        },
    );
    if tapers(eval) {
        let phase = phase(board);
        let percent = (phase * 100 + FULL_PHASE / 2) / FULL_PHASE;
        let rest = 100 - percent;
        note(
            ui,
            &t!("scratch-phase", phase = phase, full = FULL_PHASE, percent = percent, rest = rest),
        );
    }
}

fn right(ui: &mut Ui, text: RichText) {
    super::right(ui, vec2(NUMBER, theme::ROW), text);
}

/// The static evaluation of the network the program was built with, centipawns, White's view.
fn network_cp(board: &Board) -> Option<i32> {
    let cp = file::built_in()?.evaluate(board);
    Some(if board.stm() == Color::White { cp } else { -cp })
}

/// A term as a heading.
fn title(name: &str) -> &'static str {
    text(&format!("scratch-term-{name}"))
}

/// The terms, the score and the network's evaluation.
fn position_rows(eval: &ScratchEval, board: &Board) -> Table {
    let mut rows = evaluate::table(eval, board);
    let network = network_cp(board).map(|cp| ("network", cp));
    for (name, cp) in [("score", evaluate(eval, board))].into_iter().chain(network) {
        rows.row([name.into(), Cell::None, Cell::None, Cell::None, cp.into()]);
    }
    rows
}

// The values, each with a slider.

/// The pieces that have a value.
const VALUED: [PieceType; 5] =
    [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

/// Shows the page.
fn show_numbers(ui: &mut Ui, eval: &ScratchEval, out: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(t!("scratch-term-material")).strong());
        for (number, set) in PUBLISHED.iter().enumerate() {
            let values: Vec<String> = set.values.iter().map(i32::to_string).collect();
            let values = values.join(" / ");
            let on = eval.material == set.values;
            let named = RichText::new(format!("{}: {values}", text(set.name)));
            let button = ui.selectable_label(on, named.color(theme::palette(ui).text));
            if button.on_hover_text(text(set.source)).clicked() {
                act(out, ScratchAction::Publish(number));
            }
        }
        if ui.button(t!("scratch-reset-numbers")).clicked() {
            act(out, ScratchAction::Reset);
        }
    });
    note(ui, t!("scratch-numbers-note"));
    Grid::new("material from scratch").num_columns(2).spacing([12.0, 3.0]).show(ui, |ui| {
        for kind in VALUED {
            let mut value = eval.value(kind);
            if row(ui, kind_name(kind), &mut value, MATERIAL_CP) {
                act(out, ScratchAction::Value(kind, value));
            }
            ui.end_row();
        }
    });
    for level in [Level::Pawns, Level::Mobility, Level::King] {
        if level <= eval.level {
            knobs(ui, eval, level, out);
        }
    }
    if eval.level < Level::King {
        ui.add_space(theme::GAP);
        note(ui, t!("scratch-more-levels"));
    }
}

/// The numbers introduced by a level.
fn knobs(ui: &mut Ui, eval: &ScratchEval, level: Level, out: &mut Vec<Action>) {
    ui.add_space(theme::GAP);
    ui.label(RichText::new(level.name()).strong());
    let both = tapers(eval);
    Grid::new(("knobs", level)).num_columns(3).spacing([12.0, 3.0]).show(ui, |ui| {
        if both {
            ui.label("");
            note(ui, t!("scratch-middlegame"));
            note(ui, t!("scratch-endgame"));
            ui.end_row();
        }
        for knob in Knob::ALL.into_iter().filter(|knob| knob.level() == level) {
            let Tapered { mut mg, mut eg } = eval.knob(knob);
            let mut changed = row(ui, knob.title(), &mut mg, TERM_CP);
            if both {
                let name = t!("scratch-knob-in-endgame", name = knob.title());
                changed |= slider(ui, &name, &mut eg, TERM_CP);
            }
            if changed {
                act(out, ScratchAction::Knob(knob, Tapered { mg, eg }));
            }
            ui.end_row();
        }
    });
}

/// A name and its slider.
fn row(ui: &mut Ui, name: &str, value: &mut i32, range: std::ops::RangeInclusive<i32>) -> bool {
    ui.label(name);
    slider(ui, name, value, range)
}

fn slider(ui: &mut Ui, name: &str, value: &mut i32, range: std::ops::RangeInclusive<i32>) -> bool {
    ui.spacing_mut().slider_width = 96.0;
    let response = fields::slider(ui, Slider::new(value, range)).accessible_name(name);
    response.changed()
}

fn numbers_rows(eval: &ScratchEval) -> Table {
    let columns =
        [Column::words("number"), Column::new("middlegame_cp"), Column::new("endgame_cp")];
    let mut rows = Table::new(columns.into());
    for kind in VALUED {
        let value = eval.value(kind);
        rows.row([kind.name().into(), value.into(), value.into()]);
    }
    for knob in Knob::ALL {
        let Tapered { mg, eg } = eval.knob(knob);
        rows.row([knob.name().into(), mg.into(), eg.into()]);
    }
    rows
}

// The value of each square for each piece, painted on a board that can be edited.

/// Largest side of the board, points.
const BOARD: f32 = 380.0;
/// The value painted at full strength, centipawns.
const STRONGEST: i32 = 60;

/// Shows the page.
fn show_squares(ui: &mut Ui, eval: &ScratchEval, view: ScratchView, out: &mut Vec<Action>) {
    if eval.level < Level::Squares {
        note(ui, t!("scratch-squares-unused"));
    }
    let mut now = view;
    if !tapers(eval) {
        now.part = Part::Middlegame;
    }
    choices(ui, eval, &mut now);
    let side = if now.black { Color::Black } else { Color::White };
    // The number belongs to the square from White's view; Black's is its mirror image.
    let own = |square: Square| square.relative(side);
    let table = eval.squares.table(now.part, now.kind);
    let value = |square: Square| values::at(table, side, square);
    let give = |out: &mut Vec<Action>, square: Square, cp: i32| {
        act(out, ScratchAction::Square(now.part, now.kind, square, cp));
    };
    ui.horizontal_wrapped(|ui| {
        let shown = own(now.square);
        ui.label(RichText::new(shown.to_string()).strong());
        let mut cp = value(shown);
        let field = ui.add(DragValue::new(&mut cp).range(SQUARE_CP).suffix(" cp"));
        if field.accessible_name(t!("scratch-square-value")).changed() {
            give(out, now.square, cp);
        }
        if ui.button(t!("scratch-reset-table")).clicked() {
            act(out, ScratchAction::ResetTable(now.part, now.kind));
        }
    });
    let board = NumberBoard {
        name: t!("scratch-table"),
        value: &value,
        chosen: own(now.square),
        orientation: Color::White,
        strongest: STRONGEST,
    };
    let room = ui.available_width().min(BOARD);
    let done = small_boards::number_board(ui, &board, room);
    match done {
        Some(Painted::Chose(square)) => now.square = own(square),
        Some(Painted::Gave(square, cp)) => give(out, own(square), cp),
        None => {}
    }
    note(ui, t!("scratch-squares-note"));
    if now != view {
        act(out, ScratchAction::View(now));
    }
}

/// Which table is shown.
fn choices(ui: &mut Ui, eval: &ScratchEval, now: &mut ScratchView) {
    ui.horizontal_wrapped(|ui| {
        let kinds = PieceType::ALL.map(|kind| (kind, kind_name(kind)));
        if let Some(kind) = buttons::segmented(ui, t!("scratch-piece"), now.kind, &kinds) {
            now.kind = kind;
        }
        if tapers(eval) {
            let parts = [
                (Part::Middlegame, t!("scratch-part-middlegame")),
                (Part::Endgame, t!("scratch-part-endgame")),
            ];
            if let Some(part) = buttons::segmented(ui, t!("scratch-part"), now.part, &parts) {
                now.part = part;
            }
        }
        let sides = [(false, t!("scratch-side-white")), (true, t!("scratch-side-black"))];
        if let Some(black) = buttons::segmented(ui, t!("scratch-side"), now.black, &sides) {
            now.black = black;
        }
    });
    ui.add_space(theme::GAP);
}

/// The table from White's view, the eighth rank first.
fn squares_rows(eval: &ScratchEval, view: ScratchView) -> Table {
    let columns = ["rank", "a", "b", "c", "d", "e", "f", "g", "h"];
    let mut rows = Table::new(columns.map(Column::new).into());
    let table = eval.squares.table(view.part, view.kind);
    for (rank, row) in table.iter().enumerate().rev() {
        rows.row([(rank + 1).into()].into_iter().chain(row.iter().map(|&cp| Cell::from(cp))));
    }
    rows
}

// Each level against the one before it, as played in the arena.

/// Shows the page.
fn show_matches(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let kept = &cx.model.settings.scratch;
    let level = kept.eval.level;
    let (mut games, mut nodes) = (kept.games, kept.nodes);
    ui.horizontal_wrapped(|ui| {
        let field = DragValue::new(&mut games).range(GAMES).speed(2.0);
        let field = field.suffix(format!(" {}", t!("scratch-games")));
        if ui.add(field).accessible_name(t!("scratch-games.name")).changed() {
            act(out, ScratchAction::Games(games));
        }
        let field = DragValue::new(&mut nodes).range(NODES).speed(50.0);
        let field = field.suffix(format!(" {}", t!("scratch-nodes")));
        if ui.add(field).accessible_name(t!("scratch-nodes.name")).changed() {
            act(out, ScratchAction::Nodes(nodes));
        }
    });
    let running = cx.model.arena.run.as_ref().is_some_and(|run| run.goes_on());
    ui.horizontal_wrapped(|ui| {
        if let Some(before) = level.before() {
            let (one, other) = (u32::from(level.number()), u32::from(before.number()));
            let name = t!("scratch-match", level = one, other = other);
            let button = ui.button(&name);
            sought::named(ui, &name, button.rect);
            if button.clicked() {
                act(out, ScratchAction::Match);
            }
        }
        let all = ui.button(t!("scratch-all-matches"));
        sought::named(ui, t!("scratch-all-matches"), all.rect);
        if all.on_hover_text(t!("scratch-all-matches.tip")).clicked() {
            act(out, ScratchAction::AllMatches);
        }
        let arena = ui.button(t!("scratch-arena"));
        if arena.on_hover_text(t!("scratch-arena.tip")).clicked() {
            out.push(Action::Command(UserCommand::ArenaWorkspace));
        }
        // Last, so that the other buttons stay where they are.
        if running && cx.model.lab.scratch.is_in_arena() {
            ui.add(Spinner::new().size(16.0));
            if ui.button(t!("button-stop")).clicked() {
                out.push(Action::Arena(ArenaAction::StopNow));
            }
        }
    });
    note(ui, &arena_note(cx));
    if running && cx.model.arena.run.as_ref().is_some_and(|run| run.plan.players.len() > 2) {
        note(ui, t!("scratch-all-note"));
    }
    if level == Level::Squares {
        note(ui, t!("scratch-tesseract"));
    }
    let matches = &cx.model.lab.scratch.matches;
    if matches.is_empty() {
        return empty::empty(ui, t!("scratch-no-match"), t!("scratch-no-match.why"));
    }
    note(ui, t!("scratch-matches-note"));
    ui.add_space(theme::GAP);
    table(ui, cx, matches);
}

/// The state of the arena.
fn arena_note(cx: &Cx<'_>) -> String {
    let arena = &cx.model.arena;
    let stopped = |run: &Run| {
        arena.problem.is_none() && cx.model.lab.scratch.is_in_arena() && !show::is_over(run)
    };
    let run = arena.run.as_deref().filter(|run| run.goes_on() || stopped(run));
    match (run, &arena.problem) {
        _ if arena.preparing => t!("arena-preparing").to_owned(),
        (Some(run), _) => {
            let far = show::progress_of(run);
            let state = show::state(cx, run).unwrap_or_default();
            format!("{}: {far}. {state}", run.title())
        }
        (None, Some(problem)) => problem.clone(),
        (None, None) => t!("scratch-arena-idle").to_owned(),
    }
}

fn table(ui: &mut Ui, cx: &Cx<'_>, matches: &[ScratchMatch]) {
    let p = theme::palette(ui);
    let eval = &cx.model.settings.scratch.eval;
    Grid::new("matches from scratch").num_columns(4).spacing([14.0, 4.0]).striped(true).show(
        ui,
        |ui| {
            let heads = [
                t!("scratch-level"),
                t!("scratch-column-games"),
                t!("scratch-column-results"),
                t!("scratch-column-elo"),
            ];
            for head in heads {
                ui.label(RichText::new(head).small().color(p.text_weak));
            }
            ui.end_row();
            for one in matches {
                let level = one.level();
                let mut name = format!("{} {}", level.number(), level.name());
                let other = !one.is_of(eval);
                if other {
                    name.push_str(" *");
                }
                ui.label(name);
                let (played, asked) = (one.sheet.games(), one.games);
                ui.label(
                    RichText::new(t!("scratch-played", played = played, asked = asked)).monospace(),
                );
                ui.label(RichText::new(points(one)).monospace());
                ui.label(one.sheet.elo_text());
                ui.end_row();
            }
        },
    );
    if matches.iter().any(|one| !one.is_of(eval)) {
        note(ui, t!("scratch-other-numbers"));
    }
}

fn points(one: &ScratchMatch) -> String {
    let sheet = &one.sheet;
    format!("{} / {} / {}", sheet.wins, sheet.draws, sheet.losses)
}

fn matches_rows(matches: &[ScratchMatch]) -> Table {
    let columns = ["level", "against", "games", "nodes", "seed", "wins", "draws", "losses"];
    let elo = ["elo", "elo_low", "elo_high"].map(|key| Column::new(key).decimals(1));
    let mut rows = Table::new(columns.map(Column::new).into_iter().chain(elo).collect());
    for one in matches {
        let sheet = &one.sheet;
        let [level, against] = one.evals.each_ref().map(|eval| u32::from(eval.level.number()));
        let elo = sheet.elo();
        rows.row([
            level.into(),
            against.into(),
            sheet.games().into(),
            one.nodes.into(),
            one.seed.into(),
            sheet.wins.into(),
            sheet.draws.into(),
            sheet.losses.into(),
            elo.map(|found| found.elo).into(),
            elo.and_then(|found| found.low).into(),
            elo.and_then(|found| found.high).into(),
        ]);
    }
    rows
}
