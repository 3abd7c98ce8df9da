//! An evaluation from scratch: what it makes of the position, its numbers and tables to be changed, its levels
//! against each other, and a game against it.

use eframe::egui::{Align, DragValue, Grid, Layout, RichText, ScrollArea, Slider, Ui};

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::scratch::{
    GAMES, NODES, ScratchAction, ScratchMatch, ScratchPage, ScratchView,
};
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Color, PieceType, Square};
use tabia_engine::eval::nnue::file;
use tabia_lab::experiment::Experiment as _;
use tabia_lab::matches::LevelMatches;
use tabia_lab::scratch::evaluate::{FULL_PHASE, evaluate, phase, terms};
use tabia_lab::scratch::values::{
    Knob, Level, MATERIAL_CP, PUBLISHED, Part, SQUARE_CP, ScratchEval, TERM_CP, Tapered,
};
use tabia_lab::scratch::{evaluate, values};
use tabia_lab::table::{Cell, Column, Table};

use super::note;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::parts;
use crate::gui::present::parts::Head;
use crate::gui::widgets::small_boards::{NumberBoard, Painted};
use crate::gui::widgets::{buttons, small_boards};

/// Shows the panel.
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
    parts::show(ui, cx, &head, out, |ui, out| {
        if let Some(level) = levels(ui, eval.level) {
            act(out, ScratchAction::Level(level));
        }
        let hint = format!("Begin a game against this evaluation, as {}", eval.title());
        if ui.button("Play against this").on_hover_text(hint).clicked() {
            act(out, ScratchAction::Play);
        }
    });
    ui.horizontal_wrapped(|ui| {
        let title = format!("Level {}: {}", eval.level.number(), eval.level.name());
        ui.label(RichText::new(title).strong());
        note(ui, eval.level.adds());
    });
    ui.add_space(2.0);
    let pages = [
        (ScratchPage::Position, "Position"),
        (ScratchPage::Numbers, "Numbers"),
        (ScratchPage::Squares, "Squares"),
        (ScratchPage::Matches, "Matches"),
    ];
    if let Some(page) = buttons::segmented(ui, "Page of the evaluation", view.page, &pages) {
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
    let hint = |level: Level| format!("{}: {}", level.name(), level.adds());
    buttons::with_hints(ui, "Level", current, &choices, &hint)
}

fn act(out: &mut Vec<Action>, action: ScratchAction) {
    out.push(Action::Lab(LabAction::Scratch(action)));
}

/// Whether the endgame has numbers of its own at this level.
fn tapers(eval: &ScratchEval) -> bool {
    eval.level >= Level::Tapering
}

// The position on the board, term by term, beside what the engine's network says.

/// Width of a number, points.
const NUMBER: f32 = 62.0;

/// Shows the page.
fn show_position(ui: &mut Ui, eval: &ScratchEval, board: &Board) {
    note(ui, "Centipawns. White and Black: what a term is worth to that side. No search");
    let p = theme::palette(ui);
    Grid::new("terms from scratch").num_columns(4).spacing([10.0, 3.0]).striped(true).show(
        ui,
        |ui| {
            ui.label(RichText::new("Term").small().color(p.text_weak));
            for head in ["White", "Black", "Difference"] {
                right(ui, RichText::new(head).small().color(p.text_weak));
            }
            ui.end_row();
            for term in terms(eval, board) {
                ui.label(title(term.name));
                for number in [term.white, term.black] {
                    right(ui, RichText::new(number.to_string()).monospace());
                }
                right(ui, RichText::new(format!("{:+}", term.cp())).monospace());
                ui.end_row();
            }
            ui.label(RichText::new("Sum, White's view").strong());
            right(ui, RichText::new(""));
            right(ui, RichText::new(""));
            let sum = format!("{:+}", evaluate(eval, board));
            right(ui, RichText::new(sum).monospace().strong());
            ui.end_row();
            if let Some(cp) = network_cp(board) {
                ui.label("Tabia's network, static");
                right(ui, RichText::new(""));
                right(ui, RichText::new(""));
                let text = RichText::new(format!("{cp:+}")).monospace().color(p.accent);
                right(ui, text);
                ui.end_row();
            }
        },
    );
    if tapers(eval) {
        let phase = phase(board);
        let text = format!(
            "Phase {phase} of {FULL_PHASE}: the numbers are {} % middlegame, the rest endgame",
            phase * 100 / FULL_PHASE
        );
        note(ui, &text);
    }
}

fn right(ui: &mut Ui, text: RichText) {
    ui.allocate_ui_with_layout(
        eframe::egui::vec2(NUMBER, theme::ROW),
        Layout::right_to_left(Align::Center),
        |ui| {
            ui.set_min_width(NUMBER);
            ui.label(text);
        },
    );
}

/// The static evaluation of the network the program was built with, centipawns, White's view.
fn network_cp(board: &Board) -> Option<i32> {
    let cp = file::built_in()?.evaluate(board);
    Some(if board.stm() == Color::White { cp } else { -cp })
}

/// A term as a heading.
fn title(name: &str) -> &'static str {
    match name {
        "material" => "Material",
        "squares" => "Piece-square tables",
        "doubled" => "Doubled pawns",
        "isolated" => "Isolated pawns",
        "backward" => "Backward pawns",
        "passed" => "Passed pawns",
        "mobility" => "Mobility",
        "shield" => "Pawn shield",
        _ => "King tropism",
    }
}

/// The terms, the score and what the network says.
fn position_rows(eval: &ScratchEval, board: &Board) -> Table {
    let mut rows = evaluate::table(eval, board);
    let network = network_cp(board).map(|cp| ("network", cp));
    for (name, cp) in [("score", evaluate(eval, board))].into_iter().chain(network) {
        rows.row([name.into(), Cell::None, Cell::None, Cell::None, cp.into()]);
    }
    rows
}

// What everything is worth, by slider.

/// The pieces that have a value.
const VALUED: [PieceType; 5] =
    [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

/// Shows the page.
fn show_numbers(ui: &mut Ui, eval: &ScratchEval, out: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Material").strong());
        for (number, set) in PUBLISHED.iter().enumerate() {
            let values: Vec<String> = set.values.iter().map(i32::to_string).collect();
            let values = values.join(" / ");
            let on = eval.material == set.values;
            let text = RichText::new(format!("{}: {values}", set.name));
            let button = ui.selectable_label(on, text.color(theme::palette(ui).text));
            if button.on_hover_text(set.source).clicked() {
                act(out, ScratchAction::Publish(number));
            }
        }
        if ui.button("Reset all numbers").clicked() {
            act(out, ScratchAction::Reset);
        }
    });
    note(ui, "Centipawns: 100 is a pawn of the usual set");
    Grid::new("material from scratch").num_columns(2).spacing([12.0, 3.0]).show(ui, |ui| {
        for kind in VALUED {
            let mut value = eval.value(kind);
            let name = capital(kind.name());
            if row(ui, (&name, &name), &mut value, MATERIAL_CP) {
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
        note(ui, "Higher levels have more numbers");
    }
}

/// The numbers that a level added.
fn knobs(ui: &mut Ui, eval: &ScratchEval, level: Level, out: &mut Vec<Action>) {
    ui.add_space(theme::GAP);
    ui.label(RichText::new(level.name()).strong());
    let both = tapers(eval);
    Grid::new(("knobs", level)).num_columns(3).spacing([12.0, 3.0]).show(ui, |ui| {
        if both {
            ui.label("");
            note(ui, "middlegame");
            note(ui, "endgame");
            ui.end_row();
        }
        for knob in Knob::ALL.into_iter().filter(|knob| knob.level() == level) {
            let Tapered { mut mg, mut eg } = eval.knob(knob);
            let mut changed = row(ui, (knob.name(), knob.name()), &mut mg, TERM_CP);
            if both {
                let name = format!("{}, endgame", knob.name());
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
fn row(
    ui: &mut Ui,
    (shown, name): (&str, &str),
    value: &mut i32,
    range: std::ops::RangeInclusive<i32>,
) -> bool {
    ui.label(shown);
    slider(ui, name, value, range)
}

fn slider(ui: &mut Ui, name: &str, value: &mut i32, range: std::ops::RangeInclusive<i32>) -> bool {
    ui.spacing_mut().slider_width = 96.0;
    let response = ui.add(Slider::new(value, range)).accessible_name(name);
    response.changed()
}

fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// The numbers as rows.
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

// What each square is worth to each piece, painted on a board that can be edited.

/// Largest side of the board, points.
const BOARD: f32 = 380.0;
/// The number painted strongest, centipawns.
const STRONGEST: i32 = 60;

/// Shows the page.
fn show_squares(ui: &mut Ui, eval: &ScratchEval, view: ScratchView, out: &mut Vec<Action>) {
    if eval.level < Level::Squares {
        note(ui, "Level 1 does not look at squares: what is changed here counts from level 2 on");
    }
    let mut now = view;
    if !tapers(eval) {
        now.part = Part::Middlegame;
    }
    choices(ui, eval, &mut now);
    let side = if now.black { Color::Black } else { Color::White };
    // The number belongs to the square as White sees it; Black's is its mirror image.
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
        if field.accessible_name("Number of the square").changed() {
            give(out, now.square, cp);
        }
        if ui.button("Reset this table").clicked() {
            act(out, ScratchAction::ResetTable(now.part, now.kind));
        }
    });
    let board = NumberBoard {
        name: "Piece-square table",
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
    note(
        ui,
        "Click a square to change its number; drag from one to paint its number onto others. Centipawns for the side \
            whose piece it is",
    );
    if now != view {
        act(out, ScratchAction::View(now));
    }
}

/// Which table is shown.
fn choices(ui: &mut Ui, eval: &ScratchEval, now: &mut ScratchView) {
    ui.horizontal_wrapped(|ui| {
        let kinds = [
            (PieceType::Pawn, "Pawn"),
            (PieceType::Knight, "Knight"),
            (PieceType::Bishop, "Bishop"),
            (PieceType::Rook, "Rook"),
            (PieceType::Queen, "Queen"),
            (PieceType::King, "King"),
        ];
        if let Some(kind) = buttons::segmented(ui, "Piece of the table", now.kind, &kinds) {
            now.kind = kind;
        }
        if tapers(eval) {
            let parts = [(Part::Middlegame, "Middlegame"), (Part::Endgame, "Endgame")];
            if let Some(part) = buttons::segmented(ui, "Part of the game", now.part, &parts) {
                now.part = part;
            }
        }
        let sides = [(false, "White's"), (true, "Black's")];
        if let Some(black) = buttons::segmented(ui, "Side of the table", now.black, &sides) {
            now.black = black;
        }
    });
    ui.add_space(theme::GAP);
}

/// The table as White sees it, the eighth rank first.
fn squares_rows(eval: &ScratchEval, view: ScratchView) -> Table {
    let columns = ["rank", "a", "b", "c", "d", "e", "f", "g", "h"];
    let mut rows = Table::new(columns.map(Column::new).into());
    let table = eval.squares.table(view.part, view.kind);
    for (rank, row) in table.iter().enumerate().rev() {
        rows.row([(rank + 1).into()].into_iter().chain(row.iter().map(|&cp| Cell::from(cp))));
    }
    rows
}

// Each level against the one before it.

/// Shows the page.
fn show_matches(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let kept = &cx.model.settings.scratch;
    let level = kept.eval.level;
    let (mut games, mut nodes) = (kept.games, kept.nodes);
    ui.horizontal_wrapped(|ui| {
        let field = DragValue::new(&mut games).range(GAMES).suffix(" games");
        if ui.add(field).accessible_name("Games of a match").changed() {
            act(out, ScratchAction::Games(games));
        }
        let field = DragValue::new(&mut nodes).range(NODES).speed(50.0).suffix(" nodes a move");
        if ui.add(field).accessible_name("Nodes a move").changed() {
            act(out, ScratchAction::Nodes(nodes));
        }
    });
    ui.horizontal_wrapped(|ui| {
        let button = (LevelMatches::INFO.id, LevelMatches::INFO.start);
        if cx.model.lab.is_at(button.0) {
            super::start_or_stop(ui, cx, button, out);
            return;
        }
        if let Some(before) = level.before() {
            let text = format!("Play level {} against level {}", level.number(), before.number());
            if ui.button(text).clicked() {
                act(out, ScratchAction::Match);
            }
        }
        if ui.button("Play all levels").on_hover_text("Each against the one before it").clicked() {
            act(out, ScratchAction::AllMatches);
        }
    });
    let matches = &cx.model.lab.scratch.matches;
    if matches.is_empty() {
        let words = ["No match yet", "What is a kind of knowledge worth? Let it play without"];
        return parts::empty(ui, words[0], words[1]);
    }
    note(
        ui,
        "Wins, draws and losses of the level against the one before it; Elo with its 95 % error bar. Same search, same \
            nodes, same openings with both colours",
    );
    ui.add_space(theme::GAP);
    table(ui, cx, matches);
    if let Some(last) = matches.iter().find(|one| one.level() == level) {
        last_games(ui, last);
    }
}

fn table(ui: &mut Ui, cx: &Cx<'_>, matches: &[ScratchMatch]) {
    let p = theme::palette(ui);
    let eval = &cx.model.settings.scratch.eval;
    Grid::new("matches from scratch").num_columns(4).spacing([14.0, 4.0]).striped(true).show(
        ui,
        |ui| {
            for head in ["Level", "Games", "W / D / L", "Elo"] {
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
                let (played, asked) = (one.sheet.games(), one.plan.games);
                ui.label(RichText::new(format!("{played} of {asked}")).monospace());
                ui.label(RichText::new(points(one)).monospace());
                ui.label(one.sheet.elo_text());
                ui.end_row();
            }
        },
    );
    if matches.iter().any(|one| !one.is_of(eval)) {
        note(ui, "* played with other numbers than those set now");
    }
}

fn points(one: &ScratchMatch) -> String {
    let sheet = &one.sheet;
    format!("{} / {} / {}", sheet.wins, sheet.draws, sheet.losses)
}

/// The newest games of the chosen level.
fn last_games(ui: &mut Ui, one: &ScratchMatch) {
    const SHOWN: usize = 12;
    if one.games.is_empty() {
        return;
    }
    ui.add_space(theme::GAP);
    let level: Level = one.level();
    let title = format!("Newest games of level {}", level.number());
    ui.label(RichText::new(title).strong());
    Grid::new("games from scratch").num_columns(4).spacing([14.0, 2.0]).show(ui, |ui| {
        for game in one.games.iter().rev().take(SHOWN) {
            ui.label(RichText::new(game.number.to_string()).monospace());
            ui.label(if game.a_is_white { "as White" } else { "as Black" });
            ui.label(game.points.name());
            note(ui, &format!("{}, {} plies", game.reason, game.moves.len()));
            ui.end_row();
        }
    });
}

/// The matches as rows.
fn matches_rows(matches: &[ScratchMatch]) -> Table {
    let columns = ["level", "against", "games", "nodes", "seed", "wins", "draws", "losses"];
    let elo = ["elo", "elo_low", "elo_high"].map(|key| Column::new(key).decimals(1));
    let mut rows = Table::new(columns.map(Column::new).into_iter().chain(elo).collect());
    for one in matches {
        let (sheet, plan) = (&one.sheet, &one.plan);
        let [level, against] = plan.evals.each_ref().map(|eval| u32::from(eval.level.number()));
        let elo = sheet.elo();
        rows.row([
            level.into(),
            against.into(),
            sheet.games().into(),
            plan.nodes.into(),
            plan.seed.into(),
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
