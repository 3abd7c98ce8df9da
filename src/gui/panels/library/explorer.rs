//! Reference for the position: the name of the opening and the moves of the built-in book, of a book the user opened or
//! of the open collection of games; and the tablebases.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{Align, Color32, FontId, Id, Label, Layout, RichText, TextStyle, Ui};
use egui_extras::TableRow;

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::lab::state::MarkedMove;
use tabia_app::library::explorer::{Known, Outcomes, Source};
use tabia_app::library::tables::{TableResult, TablesState, extent};
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, san};
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_games::openings;
use tabia_games::openings::Opening;
use tabia_games::tablebase::{MoveVerdict, Verdict, Wdl};
use tabia_games::words;
use tabia_text::t;

use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::memo::once;
use crate::gui::present::{context, empty, parts};
use crate::gui::widgets::bars::Results;
use crate::gui::widgets::table::{Table, Width};
use crate::gui::widgets::{bars, buttons, move_text};

/// With less width the opening has its own line, and the table has only its first columns and the results, points.
const NARROW: f32 = 380.0;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let explorer = &cx.model.explorer;
    let sources = [
        (Source::BuiltIn, t!("explorer-masters")),
        (Source::Book, t!("explorer-book")),
        (Source::Games, t!("explorer-games")),
    ];
    let narrow = ui.available_width() < NARROW;
    ui.horizontal(|ui| {
        let chosen = buttons::segmented(ui, t!("explorer-source"), explorer.source, &sources);
        if let Some(chosen) = chosen {
            out.push(Action::ExploreIn(chosen));
        }
        if !narrow {
            opening(ui, cx);
        }
    });
    if narrow {
        ui.horizontal(|ui| opening(ui, cx));
    }
    if explorer.source == Source::Book && explorer.book.is_some() {
        book(ui, cx, out);
    }
    let filtered = cx.model.games.as_ref().is_some_and(|list| !list.view.filter.trim().is_empty());
    if explorer.source == Source::Games && filtered {
        let text = RichText::new(t!("explorer-unfiltered")).small();
        ui.add(Label::new(text.color(theme::palette(ui).text_faint)).truncate());
    }
    let board = cx.model.game.board();
    match explorer.moves(board) {
        None => missing(ui, cx, out),
        Some(moves) if moves.is_empty() => {
            let game = &cx.model.game;
            // Another start position, of Chess960 for example, was never among the known moves.
            let from_start = *game.tree.board(NodeId::ROOT) == Board::start();
            let left = from_start && game.tree.parent(game.current).is_some();
            let (why, commands): (_, &[_]) = if left {
                (t!("explorer-nothing.why"), &[UserCommand::Previous])
            } else {
                (t!("explorer-nothing.position"), &[])
            };
            empty::offer(ui, cx, [t!("explorer-nothing"), why], commands, out);
        }
        Some(moves) => table(ui, board, &moves, out),
    }
}

fn opening(ui: &mut Ui, cx: &Cx<'_>) {
    let p = theme::palette(ui);
    let game = &cx.model.game;
    let opening = opening_of(ui, &game.tree, game.current);
    if let Some(opening) = opening {
        ui.label(RichText::new(opening.eco).small().color(p.text_faint));
        let name = Label::new(RichText::new(opening.name).strong()).truncate();
        ui.add(name).on_hover_text(format!("{} {}", opening.eco, opening.name));
    } else {
        let none = RichText::new(no_name(&game.tree)).color(p.text_faint);
        ui.add(Label::new(none).truncate());
    }
}

/// The text in place of an opening's name: only games from the standard start position have one.
pub(crate) fn no_name(tree: &GameTree) -> &'static str {
    match tree.board(NodeId::ROOT) {
        start if *start == Board::start() => t!("explorer-no-name"),
        start if start.is_chess960() => "Chess960",
        _ => t!("library-from-position"),
    }
}

/// Code and name of the opening beside the tab of the moves, shortened at its end.
pub(crate) fn opening_in_strip(ui: &mut Ui, cx: &Cx<'_>) {
    let game = &cx.model.game;
    let Some(opening) = opening_of(ui, &game.tree, game.current) else { return };
    let p = theme::palette(ui);
    let mut job = LayoutJob::default();
    let small = FontId::proportional(theme::SMALL);
    job.append(opening.eco, 0.0, TextFormat::simple(small, p.text_faint));
    let font = TextStyle::Body.resolve(ui.style());
    job.append(opening.name, 8.0, TextFormat::simple(font, p.text_weak));
    let whole = format!("{} {}", opening.eco, opening.name);
    ui.add(Label::new(job).truncate()).on_hover_text(whole);
}

/// The opening that led to a position, looked up once for each.
pub(crate) fn opening_of(ui: &Ui, tree: &GameTree, node: NodeId) -> Option<Opening> {
    once(ui.ctx(), Id::unique("name of the opening"), (tree.revision(), node), || {
        openings::of_game(tree.path(node).iter().map(|&node| tree.board(node)))
    })
}

/// The open book and a button to open another.
fn book(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        parts::labelled_button(ui, cx, UserCommand::OpenBook, out);
        if let Some(book) = &cx.model.explorer.book {
            let text = t!("explorer-book-size", name = book.name().clone(), n = book.book.len());
            ui.add(Label::new(RichText::new(text).small().color(p.text_faint)).truncate());
        }
    });
}

/// Why there is no answer, and how to get one.
fn missing(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    match cx.model.explorer.source {
        Source::BuiltIn => {}
        Source::Book => {
            let words = [t!("explorer-no-book"), t!("explorer-no-book.why")];
            empty::offer(ui, cx, words, &[UserCommand::OpenBook], out);
        }
        Source::Games if cx.model.games.is_some() => {
            let p = theme::palette(ui);
            ui.label(RichText::new(t!("library-searching")).color(p.text_faint));
        }
        Source::Games => {
            let words = [t!("explorer-no-games"), t!("explorer-no-games.why")];
            empty::offer(ui, cx, words, &[UserCommand::OpenFile], out);
        }
    }
}

fn table(ui: &mut Ui, board: &Board, moves: &[Known], out: &mut Vec<Action>) {
    let played = moves.iter().any(|known| known.outcomes.is_some());
    let narrow = ui.available_width() < NARROW;
    let elos = !narrow && moves.iter().any(|known| known.outcomes.is_some_and(|o| o.elo.is_some()));
    let mut over = None;
    // A narrow panel leaves the room to the bars: the tooltip names each part.
    let [name, number] = if narrow { [56.0, 50.0] } else { [64.0, 60.0] };
    let share = if played { t!("explorer-played") } else { t!("explorer-weight") };
    let mut columns = vec![(t!("column-move"), Width::Exact(name)), (share, Width::Exact(number))];
    let mut hints = vec!["", share];
    if played {
        let shares = moves.iter().any(|k| k.outcomes.is_some_and(|o| o.shares.is_some()));
        let results = if shares { t!("explorer-shares") } else { t!("explorer-points") };
        let head = if narrow { t!("explorer-results") } else { results };
        columns.extend([(t!("explorer-games"), Width::Exact(number)), (head, Width::Rest(70.0))]);
        hints.extend([t!("explorer-games"), results]);
    }
    if elos {
        columns.extend(
            [t!("library-elo"), t!("explorer-last")].map(|title| (title, Width::Exact(48.0))),
        );
    }
    let height = theme::ROW + 2.0;
    let table = Table {
        columns: &columns,
        hints: if narrow { &hints } else { &[] },
        height,
        clickable: true,
        ..Table::default()
    };
    table.show(ui, moves.len(), |row| {
        let known = &moves[row.index()];
        fill_row(row, board, known, elos);
        let response = row.response();
        if response.hovered() {
            over = Some(MarkedMove { key: board.key(), mv: known.mv });
        }
        if response.clicked() {
            let (from, to) = (known.mv.from(), known.mv.to());
            out.push(Action::PlayMove { from, to, promotion: known.mv.promotion() });
        }
        response.on_hover_ui(|ui| {
            if let Some(outcomes) = known.outcomes {
                ui.label(t!("count-games", n = outcomes.games));
            }
            ui.label(t!("explorer-click"));
        });
    });
    context::point(ui, PaneId::Explorer, over);
}

fn fill_row(row: &mut TableRow<'_, '_>, board: &Board, known: &Known, elos: bool) {
    row.col(|ui| {
        let p = theme::palette(ui);
        let text =
            if board.is_legal(known.mv) { san::write(board, known.mv) } else { String::new() };
        ui.label(move_text::job(&text, 14.0, p.text));
    });
    row.col(|ui| {
        let percent = f64::from(known.share) * 100.0;
        // A move that was played is not shown as 0 %.
        let few = percent > 0.0 && percent < 0.5;
        let text = if few { "<1".to_owned() } else { tabia_text::number(percent, 0) };
        number(ui, &format!("{text} %"));
    });
    let Some(outcomes) = known.outcomes else { return };
    row.col(|ui| number(ui, &format::count(u64::from(outcomes.games))));
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

// The tablebases: the verdict on the shown position and on every move, the best first. A click plays a move.

pub fn tablebase(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let board = cx.model.game.board();
    match &cx.model.tables.state {
        TablesState::None => {
            let words = [t!("library-no-tables"), t!("library-no-tables.why")];
            if empty::offer_button(ui, words, t!("tables-choose-folder")) {
                out.push(Action::Command(UserCommand::OpenTables));
            }
        }
        TablesState::Opening => {
            empty::empty(ui, t!("library-tables-opening"), t!("library-tables-opening.why"));
        }
        TablesState::Refused(error) => {
            let offers = [UserCommand::Settings];
            empty::offer(ui, cx, [t!("library-tables-unusable"), error], &offers, out);
        }
        TablesState::Open { tables, most_men } => open(ui, cx, board, (*tables, *most_men), out),
    }
}

fn open(
    ui: &mut Ui,
    cx: &Cx<'_>,
    board: &Board,
    (tables, most_men): (usize, u32),
    out: &mut Vec<Action>,
) {
    let extent = extent(tables, most_men);
    if let Some(outcome) = cx.model.game.outcome_here() {
        return empty::empty(ui, &words::outcome(outcome), t!("library-tables-over"));
    }
    if !cx.model.tables.may_know(board) {
        let men = board.occupied().count();
        let what = if men > most_men {
            t!("library-tables-men", n = men)
        } else {
            t!("library-tables-castling").to_owned()
        };
        return empty::empty(ui, &what, &extent);
    }
    match cx.model.tables.answer(board) {
        None => empty::empty(ui, t!("library-tables-searching"), &extent),
        Some(Err(error)) => empty::empty(ui, t!("library-tables-no-result"), &error.to_string()),
        Some(Ok(found)) => verdicts(ui, cx, board, found, out),
    }
}

fn verdicts(ui: &mut Ui, cx: &Cx<'_>, board: &Board, found: &TableResult, out: &mut Vec<Action>) {
    let clock = board.halfmove_clock();
    let here = sentence(board, found.here);
    ui.label(RichText::new(here).strong().color(color(ui, found.here.at_clock(clock))));
    ui.label(RichText::new(t!("library-tables-dtz")).small().color(theme::palette(ui).text_weak));
    ui.add_space(2.0);
    let mut over = None;
    let columns = [
        (t!("column-move"), Width::Exact(80.0)),
        (t!("library-tables-result"), Width::Exact(110.0)),
        ("DTZ", Width::Rest(0.0)),
    ];
    let table =
        Table { columns: &columns, height: theme::ROW + 2.0, clickable: true, ..Table::default() };
    table.show(ui, found.moves.len(), |row| {
        let MoveVerdict { mv, verdict } = found.moves[row.index()];
        let wdl = verdict.at_clock(clock);
        let name = san::write(board, mv);
        row.col(|ui| {
            let p = theme::palette(ui);
            ui.label(move_text::job(&name, 14.0, p.text));
        });
        row.col(|ui| {
            ui.label(RichText::new(word(wdl)).color(color(ui, wdl)));
        });
        row.col(|ui| {
            let p = theme::palette(ui);
            let text = if verdict.dtz == 0 { "–".to_owned() } else { verdict.dtz.to_string() };
            ui.label(RichText::new(text).monospace().color(p.text_weak));
        });
        let response = row.response();
        let label = format!("{name}: {}, DTZ {}", word(wdl), verdict.dtz);
        response.widget_info(|| {
            eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Button, true, &label)
        });
        if response.hovered() {
            over = Some(MarkedMove { key: board.key(), mv });
        }
        if response.clicked() {
            let node = cx.model.game.current;
            out.push(Action::PlayLine { node, moves: vec![mv] });
        }
        response.on_hover_text(t!("explorer-click"));
    });
    context::point(ui, PaneId::Tablebase, over);
}

/// `White wins: next capture or pawn move in 12 plies`.
pub(crate) fn sentence(board: &Board, verdict: Verdict) -> String {
    let side = words::color_id(board.stm());
    let wdl = verdict.at_clock(board.halfmove_clock());
    let dtz = verdict.dtz.unsigned_abs().to_string();
    match wdl {
        Wdl::Win => t!("library-tables-wins", side = side, dtz = dtz),
        Wdl::CursedWin => t!("library-tables-cursed", side = side),
        Wdl::Draw => t!("library-tables-drawn").to_owned(),
        Wdl::BlessedLoss => t!("library-tables-blessed", side = side),
        Wdl::Loss => t!("library-tables-loses", side = side, dtz = dtz),
    }
}

/// A verdict in words.
fn word(wdl: Wdl) -> &'static str {
    match wdl {
        Wdl::Win => t!("library-tables-win"),
        Wdl::CursedWin => t!("library-tables-cursed-win"),
        Wdl::Draw => t!("draw"),
        Wdl::BlessedLoss => t!("library-tables-blessed-loss"),
        Wdl::Loss => t!("library-tables-loss"),
    }
}

fn color(ui: &Ui, wdl: Wdl) -> Color32 {
    let p = theme::palette(ui);
    match wdl {
        Wdl::Win => p.good,
        Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => p.text_weak,
        Wdl::Loss => p.bad,
    }
}
