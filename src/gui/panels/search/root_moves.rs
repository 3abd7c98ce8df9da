//! Every root move with what the search last said of it: score or bound, depth, share of the nodes.

use eframe::egui::{Align, Align2, FontId, Layout, Rect, RichText, Sense, Ui, vec2};
use egui_extras::{Column, TableBuilder};

use tabia_app::action::Action;
use tabia_app::engines::telemetry::SearchView;
use tabia_app::lab::state::MarkedMove;
use tabia_app::window::workspace::PaneId;
use tabia_chess::board::Board;
use tabia_chess::moves::Move;
use tabia_chess::san;
use tabia_engine::search::detail::puct::PuctDetail;
use tabia_engine::search::report::{RootMove, Snapshot};

use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::{ask, asked, parts, pointed};
use crate::gui::widgets::move_text;

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let board = cx.search_board();
    let (Some(search), Some(live)) = (cx.search(), cx.live()) else {
        return parts::no_search(ui, cx, "No search yet", out);
    };
    let puct = live.detail.puct().is_some();
    let titles = if puct { ["Prior", "Share of playouts"] } else { ["Depth", "Share of nodes"] };
    let total: u64 = live.progress.root_moves.iter().filter_map(|root| root.nodes).sum();
    asked::show(ui, cx, out);
    parts::search_notes(ui, cx);
    let heights = theme::ROW + 2.0;
    let lit = pointed::pointed(ui, board.key()).or(cx.kept_mark(board.key()));
    let mut over = None;
    TableBuilder::new(ui)
        .striped(false)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Column::exact(26.0))
        .column(Column::exact(70.0))
        .column(Column::exact(84.0))
        .column(Column::exact(54.0))
        .column(Column::remainder().at_least(90.0))
        .sense(Sense::click())
        .header(20.0, |mut header| {
            for name in ["", "Move", cx.pov_title(), titles[0], titles[1]] {
                header.col(|ui| {
                    let p = theme::palette(ui);
                    ui.label(RichText::new(name).small().color(p.text_weak));
                });
            }
        })
        .body(|body| {
            body.rows(heights, live.progress.root_moves.len(), |mut row| {
                let at = row.index();
                let root = &live.progress.root_moves[at];
                let age = cx.root_age(search, root);
                row.set_selected(lit == Some(root.mv));
                fill_row(&mut row, cx, &board, (search, live), (at, root, total));
                let response = row.response();
                if response.hovered() {
                    over = Some(MarkedMove { key: board.key(), mv: root.mv });
                }
                if response.clicked() {
                    out.push(cx.play_line(&[root.mv]));
                }
                response.context_menu(|ui| {
                    ask::about(ui, cx, (cx.search_node(), &board), root.mv, out);
                });
                let old = age.map_or_else(String::new, |age| format!("{age}\n"));
                response.on_hover_text(format!("{old}Click plays this move"));
            });
        });
    pointed::point(ui, PaneId::RootMoves, over);
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
    let stale = cx.root_age(search, root).is_some();
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
        ui.label(move_text::job(&text, 14.0, color, cx.figurines()));
    });
    row.col(|ui| {
        let p = theme::palette(ui);
        let color = if stale { p.text_faint } else { p.text };
        let score = root.score.filter(|_| cx.weak_level().is_none());
        let text = cx.score_text(score, root.bound.unwrap_or_default(), live.progress.stm);
        ui.label(RichText::new(text).monospace().color(color));
    });
    row.col(|ui| {
        let p = theme::palette(ui);
        let prior = live.detail.puct().map(|detail| prior(detail, root.mv));
        let depth = || root.depth.map_or("–".to_owned(), |depth| depth.to_string());
        let text = prior.unwrap_or_else(depth);
        let color = if stale { p.text_faint } else { p.text_weak };
        ui.label(RichText::new(text).monospace().color(color));
    });
    row.col(|ui| {
        if let Some(nodes) = root.nodes {
            share_bar(ui, nodes, total);
        }
    });
}

/// What a tree search by playouts held of a move before it looked, per cent.
fn prior(detail: &PuctDetail, mv: Move) -> String {
    let told = detail.moves.iter().find(|told| told.mv == mv);
    told.map_or("–".to_owned(), |told| format!("{:.1} %", told.p * 100.0))
}

fn share_bar(ui: &mut Ui, part: u64, whole: u64) {
    let p = theme::palette(ui);
    let (rect, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let bar = Rect::from_min_max(rect.min + vec2(0.0, 5.0), rect.max - vec2(64.0, 5.0));
    let share = if whole == 0 { 0.0 } else { part as f32 / whole as f32 };
    ui.painter().rect_filled(bar, 2, p.raised);
    let filled = Rect::from_min_size(bar.min, vec2(bar.width() * share, bar.height()));
    ui.painter().rect_filled(filled, 2, p.accent);
    ui.painter().text(
        rect.right_center(),
        Align2::RIGHT_CENTER,
        format::percent(part, whole),
        FontId::monospace(theme::SMALL),
        p.text_weak,
    );
}
