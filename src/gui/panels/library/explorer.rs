//! The opening explorer: name of the opening, and the moves known in the shown position from the built-in
//! book, a book the user opened or the open collection of games.

use eframe::egui::{Align, Id, Label, Layout, RichText, Ui};
use egui_extras::{Column, TableRow};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::lab::state::MarkedMove;
use tabia_app::library::explorer::{Known, Outcomes, Source};
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, san};
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_games::openings::{self, Opening};

use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::{context, parts, pointed, room};
use crate::gui::widgets::bars::Results;
use crate::gui::widgets::table::Table;
use crate::gui::widgets::{bars, move_text, segmented};

/// Sources with their names.
const SOURCES: [(Source, &str); 3] =
    [(Source::BuiltIn, "Masters"), (Source::Book, "Book"), (Source::Games, "Games")];

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let explorer = &cx.model.explorer;
    ui.horizontal(|ui| {
        if let Some(chosen) = segmented::show(ui, "Source", explorer.source, &SOURCES) {
            out.push(Action::ExploreIn(chosen));
        }
        opening(ui, cx);
    });
    if explorer.source == Source::Book && explorer.book.is_some() {
        book(ui, cx, out);
    }
    let board = cx.model.game.board();
    match explorer.moves(board) {
        None => missing(ui, cx, out),
        Some(moves) if moves.is_empty() => {
            room::stays(ui);
            let words = ["Nothing is known from here", "The last known move is behind you"];
            parts::offer(ui, cx, words, &[UserCommand::Previous], out);
        }
        Some(moves) => table(ui, cx, board, &moves, out),
    }
}

/// The name of the opening.
fn opening(ui: &mut Ui, cx: &Cx<'_>) {
    let p = theme::palette(ui);
    let game = &cx.model.game;
    let opening = opening_of(ui, &game.tree, game.current);
    if let Some(opening) = opening {
        ui.label(RichText::new(opening.eco).monospace().color(p.accent));
        let name = Label::new(RichText::new(opening.name).strong()).truncate();
        ui.add(name).on_hover_text(format!("{} {}", opening.eco, opening.name));
    } else {
        ui.label(RichText::new("No name yet").color(p.text_faint));
    }
}

/// The opening that led to a position, looked up once for each.
fn opening_of(ui: &Ui, tree: &GameTree, node: NodeId) -> Option<Opening> {
    type Known = ((u64, NodeId), Option<Opening>);
    let id = Id::unique("name of the opening");
    let asked = (tree.revision(), node);
    let known = ui.data(|data| data.get_temp::<Known>(id)).filter(|(of, _)| *of == asked);
    if let Some((_, opening)) = known {
        return opening;
    }
    let path = tree.path(node);
    let opening = openings::of_game(path.iter().map(|&node| tree.board(node)));
    ui.data_mut(|data| data.insert_temp::<Known>(id, (asked, opening)));
    opening
}

/// The opened book and the way to another.
fn book(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        parts::labelled_button(ui, cx, UserCommand::OpenBook, out);
        if let Some(book) = &cx.model.explorer.book {
            let text = format!("{} · {} moves", book.name(), book.book.len());
            ui.add(Label::new(RichText::new(text).small().color(p.text_faint)).truncate());
        }
    });
}

/// Why there is no answer, and how to get one.
fn missing(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    match cx.model.explorer.source {
        Source::BuiltIn => {}
        Source::Book => {
            let words = ["No book is open", "A Polyglot book is a .bin file"];
            parts::offer(ui, cx, words, &[UserCommand::OpenBook], out);
        }
        Source::Games => {
            let words = ["No games are open", "A PGN file of several games"];
            parts::offer(ui, cx, words, &[UserCommand::OpenFile], out);
        }
    }
}

fn table(ui: &mut Ui, cx: &Cx<'_>, board: &Board, moves: &[Known], out: &mut Vec<Action>) {
    let played = moves.iter().any(|known| known.outcomes.is_some());
    let elos = moves.iter().any(|known| known.outcomes.is_some_and(|o| o.elo.is_some()));
    let mut over = None;
    let mut columns = vec![
        ("Move", Column::exact(64.0)),
        (if played { "Played" } else { "Weight" }, Column::exact(56.0)),
    ];
    if played {
        let shares = moves.iter().any(|k| k.outcomes.is_some_and(|o| o.shares.is_some()));
        let results = if shares { "White, drawn, Black" } else { "Points of White, Black" };
        columns.push(("Games", Column::exact(64.0)));
        columns.push((results, Column::remainder().at_least(80.0)));
    }
    if elos {
        columns.extend(["Elo", "Last"].map(|title| (title, Column::exact(48.0))));
    }
    let table =
        Table { columns: &columns, height: theme::ROW + 2.0, clickable: true, ..Table::default() };
    table.show(ui, moves.len(), |row| {
        let known = &moves[row.index()];
        fill_row(row, cx, board, known, elos);
        let response = row.response();
        if response.hovered() {
            over = Some(MarkedMove { key: board.key(), mv: known.mv });
        }
        if response.clicked() {
            let (from, to) = (known.mv.from(), known.mv.to());
            out.push(Action::PlayMove { from, to, promotion: known.mv.promotion() });
        }
        response.on_hover_text("Click plays this move");
    });
    pointed::point(ui, PaneId::Explorer, over);
}

fn fill_row(row: &mut TableRow<'_, '_>, cx: &Cx<'_>, board: &Board, known: &Known, elos: bool) {
    row.col(|ui| {
        let p = theme::palette(ui);
        let text =
            if board.is_legal(known.mv) { san::write(board, known.mv) } else { String::new() };
        ui.label(move_text::job(&text, 14.0, p.text, context::figurines(cx.model)));
    });
    row.col(|ui| number(ui, &format!("{:.0} %", known.share * 100.0)));
    let Some(outcomes) = known.outcomes else { return };
    row.col(|ui| number(ui, &outcomes.games.to_string()));
    row.col(|ui| {
        if let Some(results) = results(&outcomes) {
            bars::show_results(ui, results);
        }
    });
    if elos {
        let text = |value: Option<u32>| value.map_or_else(|| "–".to_owned(), |v| v.to_string());
        row.col(|ui| number(ui, &text(outcomes.elo)));
        row.col(|ui| number(ui, &text(outcomes.last_year)));
    }
}

fn results(outcomes: &Outcomes) -> Option<Results> {
    outcomes.shares.map(Results::Shares).or(outcomes.white_score.map(Results::Points))
}

fn number(ui: &mut Ui, text: &str) {
    let p = theme::palette(ui);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(10.0);
        ui.label(RichText::new(text).size(13.0).color(p.text_weak));
    });
}
