//! One row for each finished iteration (and each bound on the way), newest on top, with its line.

use eframe::egui::{RichText, Ui};
use egui_extras::Column;

use tabia_app::action::Action;
use tabia_app::lab::state::MarkedMove;
use tabia_app::window::workspace::PaneId;
use tabia_chess::Board;
use tabia_engine::search::report::IterationInfo;

use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::{analysis, context, parts, pointed};
use crate::gui::widgets::move_text;
use crate::gui::widgets::table::Table;

/// Longest line shown, plies.
const LONGEST: usize = 16;

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let board = analysis::search_board(cx.model);
    let Some(search) = analysis::search(cx.model).filter(|search| !search.history.is_empty())
    else {
        return parts::no_search(ui, cx, "No iterations yet", out);
    };
    parts::search_notes(ui, cx);
    let lit = pointed::pointed(ui, board.key()).or(pointed::kept_mark(cx.model, board.key()));
    let mut over = None;
    let columns = [
        ("Depth", Column::exact(52.0)),
        (context::pov_title(cx.model), Column::exact(74.0)),
        ("Time", Column::exact(66.0)),
        ("Nodes", Column::exact(66.0)),
        ("Line", Column::remainder().clip(true).at_least(120.0)),
    ];
    let table = Table { columns: &columns, ..Table::default() };
    table.show(ui, search.history.len(), |row| {
        let info = &search.history[search.history.len() - 1 - row.index()];
        let first = info.pv.first().copied();
        row.set_selected(lit.is_some() && first == lit);
        fill_row(row, cx, &board, info, out);
        if row.response().contains_pointer() {
            over = first.map(|mv| MarkedMove { key: board.key(), mv });
        }
    });
    pointed::point(ui, PaneId::Iterations, over);
}

fn fill_row(
    row: &mut egui_extras::TableRow<'_, '_>,
    cx: &Cx<'_>,
    board: &Board,
    info: &IterationInfo,
    out: &mut Vec<Action>,
) {
    let cell = |ui: &mut Ui, text: String, strong: bool| {
        let p = theme::palette(ui);
        let color = if strong { p.text } else { p.text_weak };
        ui.label(RichText::new(text).monospace().color(color));
    };
    row.col(|ui| cell(ui, format::depth(info.depth, info.seldepth), true));
    let score = Some(info.score).filter(|_| analysis::weak_level(cx.model).is_none());
    row.col(|ui| cell(ui, analysis::score_text(cx.model, score, info.bound, info.stm), true));
    row.col(|ui| cell(ui, format::duration(info.time_ms), false));
    row.col(|ui| cell(ui, format::count_of(info.nodes), false));
    row.col(|ui| {
        let p = theme::palette(ui);
        let text = format::line_text(board, &info.pv, LONGEST);
        let job = move_text::job(&text, 13.5, p.text_weak, context::figurines(cx.model));
        let label = eframe::egui::Label::new(job)
            .wrap_mode(eframe::egui::TextWrapMode::Extend)
            .sense(eframe::egui::Sense::click());
        let response = ui.add(label).on_hover_text("Click plays the first move of this line");
        if response.clicked()
            && let Some(&first) = info.pv.first()
        {
            out.push(analysis::play_line(cx.model, &[first]));
        }
    });
}
