//! Beside the curves: the iterations, or the moves.

use eframe::egui::{RichText, Ui};
use egui_extras::{Column, TableRow};

use tabia_app::action::Action;
use tabia_chess::Move;

use super::Hand;
use super::course::{Course, swatch, view_name};
use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::{analysis, ask, context};
use crate::gui::widgets::table::{Table, mono, small};
use crate::gui::widgets::{move_text, segmented};

/// Shows the choice and the chosen table.
pub(super) fn show(
    ui: &mut Ui,
    cx: &Cx<'_>,
    course: &Course<'_>,
    lit: Option<Move>,
    hand: &mut Hand,
    out: &mut Vec<Action>,
) {
    let id = ui.scope_id().with("race-table");
    let mut moves: bool = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    ui.horizontal(|ui| {
        let choices = [(false, "By iteration"), (true, "By move")];
        if let Some(chosen) = segmented::show(ui, "Table", moves, &choices) {
            moves = chosen;
            ui.data_mut(|data| data.insert_temp(id, moves));
        }
        let count = if moves {
            format!("{} moves", course.moves.len())
        } else {
            format!("{} iterations", course.rows().len())
        };
        ui.label(RichText::new(count).small().color(theme::palette(ui).text_weak));
    });
    if moves {
        of_moves(ui, cx, course, lit, hand, out);
    } else {
        of_iterations(ui, cx, course, lit, hand);
    }
}

/// A move with its colour in front.
fn named(row: &mut TableRow<'_, '_>, cx: &Cx<'_>, course: &Course<'_>, mv: Option<Move>) {
    row.col(|ui| {
        let Some(mv) = mv.filter(|&mv| course.board.is_legal(mv)) else { return };
        let p = theme::palette(ui);
        swatch(ui, course.color(mv, p));
        ui.label(move_text::job(&course.name(mv), 13.5, p.text, context::figurines(cx.model)));
    });
}

fn of_iterations(
    ui: &mut Ui,
    cx: &Cx<'_>,
    course: &Course<'_>,
    lit: Option<Move>,
    hand: &mut Hand,
) {
    let rows = course.rows();
    let columns = [
        ("Depth", Column::exact(40.0)),
        ("Time", Column::exact(56.0)),
        ("Nodes", Column::exact(50.0)),
        ("Best", Column::exact(70.0)),
        ("Score", Column::exact(58.0)),
        ("", Column::remainder().clip(true)),
    ];
    let salt = "race-iterations";
    let table = Table { salt, columns: &columns, clickable: true, ..Table::default() };
    table.show(ui, rows.len(), |row| {
        let at = rows.len() - 1 - row.index();
        let shown = &rows[at];
        row.set_selected(lit.is_some() && shown.best == lit);
        let open = course.under_way && at + 1 == rows.len();
        mono(row, shown.depth.to_string(), |p| if open { p.text_weak } else { p.text });
        mono(row, format::duration(shown.time_ms), |p| p.text_weak);
        mono(row, format::count_of(shown.nodes), |p| p.text_weak);
        named(row, cx, course, shown.best);
        let score = shown.best.and_then(|best| shown.of(best)).filter(|_| course.judges);
        let score = score.and_then(|entry| Some((entry.score?, entry.bound?)));
        mono(row, score.map_or("–".to_owned(), |(s, b)| course.score_text(s, b)), |p| p.text);
        let notes = if open { "under way".to_owned() } else { notes(course, at) };
        small(row, notes, |p| p.text_weak);
        let response = row.response();
        if response.hovered() {
            hand.at = Some(course.x(shown));
            hand.over = hand.over.or(shown.best);
        }
        if response.clicked() {
            hand.clicked = hand.clicked.or(shown.best);
        }
    });
}

/// What happened in an iteration.
fn notes(course: &Course<'_>, at: usize) -> String {
    let mut notes = Vec::new();
    if course.changes_best(at) {
        notes.push("new best".to_owned());
    }
    let (low, high) = course.fails_of(course.rows()[at].depth);
    for (count, how) in [(low, "low"), (high, "high")] {
        match count {
            0 => {}
            1 => notes.push(format!("failed {how}")),
            _ => notes.push(format!("failed {how} {count} times")),
        }
    }
    notes.join(", ")
}

fn of_moves(
    ui: &mut Ui,
    cx: &Cx<'_>,
    course: &Course<'_>,
    lit: Option<Move>,
    hand: &mut Hand,
    out: &mut Vec<Action>,
) {
    let view = view_name(course.pov, course.board.stm());
    let shares = course.last_shares();
    let columns = [
        ("Move", Column::exact(78.0)),
        (view, Column::exact(78.0)),
        ("Depth", Column::exact(44.0)),
        ("Of the nodes", Column::remainder().clip(true)),
    ];
    let salt = "race-moves";
    let table = Table { salt, columns: &columns, clickable: true, ..Table::default() };
    table.show(ui, course.moves.len(), |row| {
        let mv = course.moves[row.index()];
        row.set_selected(lit == Some(mv));
        named(row, cx, course, Some(mv));
        let known = course.newest(mv);
        let score = known.filter(|_| course.judges);
        let text = score.map_or("–".to_owned(), |(_, s, b)| course.score_text(s, b));
        mono(row, text, |p| p.text);
        let depth = known.and_then(|(entry, ..)| entry.depth);
        mono(row, depth.map_or("–".to_owned(), |depth| depth.to_string()), |p| p.text_weak);
        let share = shares.iter().find(|of| of.mv == mv);
        let text = share.map_or(String::new(), |of| format!("{:.1} %", of.share * 100.0));
        mono(row, text, |p| p.text_weak);
        let response = row.response();
        if response.hovered() {
            hand.over = hand.over.or(Some(mv));
        }
        if response.clicked() {
            hand.clicked = hand.clicked.or(Some(mv));
        }
        response.context_menu(|ui| {
            let play = format!("{} Play {}", Icon::Play.glyph(), course.name(mv));
            if ui.button(play).clicked() {
                out.push(analysis::play_line(cx.model, &[mv]));
                ui.close();
            }
            ask::about(ui, cx, (analysis::search_node(cx.model), &course.board), mv, out);
        });
    });
}
