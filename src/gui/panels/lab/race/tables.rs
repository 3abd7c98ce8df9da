//! Beside the curves: the iterations, or the moves.

use eframe::egui::{Align, Layout, RichText, Sense, Ui};
use egui_extras::{Column, TableBuilder, TableRow};

use tabia_app::action::Action;
use tabia_chess::Move;

use super::Hand;
use super::course::{Course, swatch, view_name};
use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::{analysis, ask, context};
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

fn heads(header: &mut TableRow<'_, '_>, names: &[&str]) {
    for name in names {
        header.col(|ui| {
            ui.label(RichText::new(*name).small().color(theme::palette(ui).text_weak));
        });
    }
}

fn mono(row: &mut TableRow<'_, '_>, text: String, weak: bool) {
    row.col(|ui| {
        let p = theme::palette(ui);
        let color = if weak { p.text_weak } else { p.text };
        ui.label(RichText::new(text).monospace().color(color));
    });
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
    TableBuilder::new(ui)
        .id_salt("race-iterations")
        .striped(false)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Column::exact(40.0))
        .column(Column::exact(56.0))
        .column(Column::exact(50.0))
        .column(Column::exact(70.0))
        .column(Column::exact(58.0))
        .column(Column::remainder().clip(true))
        .sense(Sense::click())
        .header(20.0, |mut header| {
            heads(&mut header, &["Depth", "Time", "Nodes", "Best", "Score", ""]);
        })
        .body(|body| {
            body.rows(theme::ROW, rows.len(), |mut row| {
                let at = rows.len() - 1 - row.index();
                let shown = &rows[at];
                row.set_selected(lit.is_some() && shown.best == lit);
                let open = course.under_way && at + 1 == rows.len();
                mono(&mut row, shown.depth.to_string(), open);
                mono(&mut row, format::duration(shown.time_ms), true);
                mono(&mut row, format::count_of(shown.nodes), true);
                named(&mut row, cx, course, shown.best);
                let score = shown.best.and_then(|best| shown.of(best)).filter(|_| course.judges);
                let score = score.and_then(|entry| Some((entry.score?, entry.bound?)));
                let text = score.map_or("–".to_owned(), |(s, b)| course.score_text(s, b));
                mono(&mut row, text, false);
                let notes = if open { "under way".to_owned() } else { notes(course, at) };
                row.col(|ui| {
                    let text = RichText::new(&notes).small().color(theme::palette(ui).text_weak);
                    ui.label(text);
                });
                let response = row.response();
                if response.hovered() {
                    hand.at = Some(course.x(shown));
                    hand.over = hand.over.or(shown.best);
                }
                if response.clicked() {
                    hand.clicked = hand.clicked.or(shown.best);
                }
            });
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
    TableBuilder::new(ui)
        .id_salt("race-moves")
        .striped(false)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Column::exact(78.0))
        .column(Column::exact(78.0))
        .column(Column::exact(44.0))
        .column(Column::remainder().clip(true))
        .sense(Sense::click())
        .header(20.0, |mut header| heads(&mut header, &["Move", view, "Depth", "Of the nodes"]))
        .body(|body| {
            body.rows(theme::ROW, course.moves.len(), |mut row| {
                let mv = course.moves[row.index()];
                row.set_selected(lit == Some(mv));
                named(&mut row, cx, course, Some(mv));
                let known = course.newest(mv);
                let score = known.filter(|_| course.judges);
                let text = score.map_or("–".to_owned(), |(_, s, b)| course.score_text(s, b));
                mono(&mut row, text, false);
                let depth = known.and_then(|(entry, ..)| entry.depth);
                mono(&mut row, depth.map_or("–".to_owned(), |depth| depth.to_string()), true);
                let share = shares.iter().find(|of| of.mv == mv);
                let text = share.map_or(String::new(), |of| format!("{:.1} %", of.share * 100.0));
                mono(&mut row, text, true);
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
        });
}
