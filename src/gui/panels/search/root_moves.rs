//! The root moves with the search's last result for them, and its iterations.

use eframe::egui::{Align2, FontId, Rect, RichText, Sense, Ui, vec2};

use tabia_app::action::Action;
use tabia_app::engines::telemetry::SearchView;
use tabia_app::lab::state::MarkedMove;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Move, san};
use tabia_engine::search::detail::PuctDetail;
use tabia_engine::search::report::{IterationInfo, RootMove, Snapshot};
use tabia_text::{number, t};

use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::{analysis, context, empty, line_words};
use crate::gui::widgets::table::{Table, Width};
use crate::gui::widgets::{menu_of, move_text, table};

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let board = analysis::search_board(cx.model);
    let (Some(search), Some(live)) = (analysis::search(cx.model), analysis::live(cx.model)) else {
        return empty::no_search(ui, cx, t!("search-none"), out);
    };
    let second = if live.detail.puct().is_some() { t!("search-prior") } else { t!("column-depth") };
    let total: u64 = live.progress.root_moves.iter().filter_map(|root| root.nodes).sum();
    line_words::show_asked(ui, cx, out);
    empty::search_notes(ui, cx);
    let lit = context::pointed(ui, board.key()).or(context::kept_mark(cx.model, board.key()));
    let mut over = None;
    let columns = [
        ("", Width::Exact(20.0)),
        (t!("column-move"), Width::Exact(58.0)),
        (context::pov_title(cx.model), Width::Figures(70.0)),
        (second, Width::Figures(54.0)),
        (analysis::units(search.engine).share, Width::Rest(72.0)),
    ];
    let table =
        Table { columns: &columns, height: theme::ROW + 2.0, clickable: true, ..Table::default() };
    table.show(ui, live.progress.root_moves.len(), |row| {
        let at = row.index();
        let root = &live.progress.root_moves[at];
        let age = analysis::root_age(cx.model, search, root);
        row.set_selected(lit == Some(root.mv));
        fill_row(row, cx, &board, (search, live), (at, root, total));
        let response = row.response();
        if response.hovered() {
            over = Some(MarkedMove { key: board.key(), mv: root.mv });
        }
        if response.clicked() {
            out.push(analysis::play_line(cx.model, &[root.mv]));
        }
        menu_of(&response, board.key(), Some(root.mv), |ui, mv| {
            line_words::about(ui, cx, (analysis::search_node(cx.model), &board), mv, out);
        });
        let old = age.map_or_else(String::new, |age| format!("{age}\n"));
        response.on_hover_text(old + t!("search-click-plays"));
    });
    context::point(ui, PaneId::RootMoves, over);
}

fn fill_row(
    row: &mut egui_extras::TableRow<'_, '_>,
    cx: &Cx<'_>,
    board: &Board,
    (search, live): (&SearchView, &Snapshot),
    (at, root, total): (usize, &RootMove, u64),
) {
    let current = live.detail.current().filter(|_| search.ended.is_none());
    let searching = current.is_some_and(|(mv, _)| mv == root.mv);
    let stale = analysis::root_age(cx.model, search, root).is_some();
    row.col(|ui| {
        let p = theme::palette(ui);
        let color = if searching { p.accent } else { p.text_faint };
        ui.label(RichText::new((at + 1).to_string()).small().color(color));
    });
    row.col(|ui| {
        let p = theme::palette(ui);
        let text = if board.is_legal(root.mv) { san::write(board, root.mv) } else { String::new() };
        let color = match () {
            () if searching => p.accent,
            () if stale => p.text_faint,
            () => p.text,
        };
        ui.label(move_text::job(&text, 14.0, color));
    });
    let score = root.score.filter(|_| analysis::weak_level(cx.model).is_none());
    let bound = root.bound.unwrap_or_default();
    let score = analysis::score_text(cx.model, score, bound, live.progress.stm);
    table::figure(row, score, |p| if stale { p.text_faint } else { p.text });
    let prior = live.detail.puct().map(|detail| prior(detail, root.mv));
    let depth = || root.depth.map_or("–".to_owned(), |depth| depth.to_string());
    let text = prior.unwrap_or_else(depth);
    table::figure(row, text, |p| if stale { p.text_faint } else { p.text_weak });
    row.col(|ui| {
        if let Some(nodes) = root.nodes {
            share_bar(ui, nodes, total);
        }
    });
}

/// The policy prior of a move in a playout search, per cent.
fn prior(detail: &PuctDetail, mv: Move) -> String {
    let child = detail.moves.iter().find(|child| child.mv == mv);
    child.map_or("–".to_owned(), |child| {
        format::with_unit(number(f64::from(child.p) * 100.0, 1), "%")
    })
}

/// Width of a share in per cent, points.
const SHARE: f32 = 56.0;

fn share_bar(ui: &mut Ui, part: u64, whole: u64) {
    let p = theme::palette(ui);
    let (rect, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let bar = Rect::from_min_max(rect.min + vec2(0.0, 5.0), rect.max - vec2(SHARE, 5.0));
    let share = if whole == 0 { 0.0 } else { part as f32 / whole as f32 };
    ui.painter().rect_filled(bar, 2, p.raised);
    let filled = Rect::from_min_size(bar.min, vec2(bar.width() * share, bar.height()));
    ui.painter().rect_filled(filled, 2, p.accent);
    ui.painter().text(
        rect.right_center(),
        Align2::RIGHT_CENTER,
        format::percent(part, whole),
        FontId::proportional(theme::SMALL),
        p.text_weak,
    );
}

// One row for each finished iteration (and each bound on the way), newest on top, with its line.

/// Longest line shown, plies.
const MAX_LENGTH: usize = 16;
/// Minimum width of a line, points.
const MIN_LINE: f32 = 120.0;
/// From these widths on there is room for the columns of the time and of the nodes, points.
const WITH_TIME: f32 = 380.0;
const WITH_NODES: f32 = 460.0;

pub(crate) fn iterations(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let board = analysis::search_board(cx.model);
    let Some(search) = analysis::search(cx.model).filter(|search| !search.history.is_empty())
    else {
        return empty::no_search(ui, cx, t!("search-iterations-none"), out);
    };
    empty::search_notes(ui, cx);
    empty::known_note(ui, cx);
    let lit = context::pointed(ui, board.key()).or(context::kept_mark(cx.model, board.key()));
    let mut over = None;
    // The line gets its room before the nodes and the time do.
    let room = ui.available_width();
    let columns_shown = (room >= WITH_TIME, room >= WITH_NODES);
    let mut columns = vec![
        (t!("column-depth"), Width::Figures(52.0)),
        (context::pov_title(cx.model), Width::Figures(74.0)),
    ];
    if columns_shown.0 {
        columns.push((t!("column-time"), Width::Figures(66.0)));
    }
    if columns_shown.1 {
        columns.push((analysis::units(search.engine).nodes, Width::Figures(66.0)));
    }
    columns.push((t!("column-line"), Width::Rest(MIN_LINE)));
    // Several lines of one iteration are listed below each other: without their numbers each would look like an
    // iteration.
    let numbered = search.history.iter().any(|info| info.multi_pv > 1);
    if numbered {
        columns.insert(1, (t!("search-column-pv"), Width::Figures(28.0)));
    }
    let hints = [t!("column-depth"), t!("search-column-pv.tip")];
    let hints = if numbered { &hints[..] } else { &[] };
    let table = Table { columns: &columns, hints, ..Table::default() };
    table.show(ui, search.history.len(), |row| {
        let info = &search.history[search.history.len() - 1 - row.index()];
        let first = info.pv.first().copied();
        row.set_selected(lit.is_some() && first == lit);
        iteration_row(row, cx, &board, (info, numbered, columns_shown), out);
        if row.response().contains_pointer() {
            over = first.map(|mv| MarkedMove { key: board.key(), mv });
        }
    });
    context::point(ui, PaneId::Iterations, over);
}

fn iteration_row(
    row: &mut egui_extras::TableRow<'_, '_>,
    cx: &Cx<'_>,
    board: &Board,
    (info, numbered, (time, nodes)): (&IterationInfo, bool, (bool, bool)),
    out: &mut Vec<Action>,
) {
    let first = info.multi_pv == 1;
    let ink = move |p: &theme::Palette| if first { p.text } else { p.text_weak };
    table::figure(row, format::depth(info.depth, info.seldepth), ink);
    if numbered {
        table::figure(row, info.multi_pv.to_string(), ink);
    }
    let score = Some(info.score).filter(|_| analysis::weak_level(cx.model).is_none());
    let score = analysis::score_text(cx.model, score, info.bound, info.stm);
    table::figure(row, score, |p| p.text);
    if time {
        table::figure(row, format::duration(info.time_ms), |p| p.text_weak);
    }
    if nodes {
        table::figure(row, format::count_of(info.nodes), |p| p.text_weak);
    }
    row.col(|ui| {
        let p = theme::palette(ui);
        let text = format::line_text(board, &info.pv, MAX_LENGTH);
        let job = move_text::job(&text, 13.5, p.text_weak);
        let label = eframe::egui::Label::new(job).truncate().sense(eframe::egui::Sense::click());
        let response = ui.add(label).on_hover_text(t!("search-click-plays-first"));
        if response.clicked()
            && let Some(&first) = info.pv.first()
        {
            out.push(analysis::play_line(cx.model, &[first]));
        }
    });
}
