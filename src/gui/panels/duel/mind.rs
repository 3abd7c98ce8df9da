//! One mind: its judgement as a bar, its figures, its best moves.

use eframe::egui::{
    Align, Align2, Color32, FontId, Label, Layout, Rect, RichText, Role, Sense, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};

use tabia_app::action::Action;
use tabia_engine::search::detail::puct::PuctDetail;
use tabia_engine::search::score::Pov;
use tabia_engine::search::wdl::{Wdl, material};

use crate::gui::look::{format, theme};
use crate::gui::present::context::{Cx, LineView, per_cent, seen_from};
use crate::gui::present::duel::{Mind, expected_percent};
use crate::gui::present::line_words;
use crate::gui::present::line_words::LineWords;
use crate::gui::present::roster::SeatState;

/// Height of the bar, points.
const BAR: f32 = 22.0;
/// Height of a line, points.
const ROW: f32 = 23.0;
/// Width of a figure in a line, points.
const FIGURE: f32 = 44.0;
/// Lines shown.
const LINES: usize = 3;

/// Shows the column of a mind.
pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, mind: &Mind<'_>, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 3.0;
    title(ui, cx, mind);
    bar(ui, cx, mind);
    let p = theme::palette(ui);
    let small = |text: String, color| Label::new(RichText::new(text).small().color(color));
    let chances = chances(cx, mind);
    let board = cx.model.game.tree.board(mind.node);
    ui.add(small(chances, p.text_weak).truncate());
    ui.add(small(figures(mind), p.text_weak).truncate());
    let puct = mind.puct();
    heads(ui, puct.is_some());
    for (at, line) in mind.lines.iter().take(LINES).enumerate() {
        row(ui, cx, (mind, line, at as u64), puct, out);
    }
    // Nothing below moves while the lines come in.
    let wanted = LINES.min(board.legal_moves().len());
    let missing = wanted.saturating_sub(mind.lines.len());
    ui.allocate_space(vec2(1.0, missing as f32 * (ROW + 3.0)));
}

/// Its colour, its school, what it does.
fn title(ui: &mut Ui, cx: &Cx<'_>, mind: &Mind<'_>) {
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        let (band, _) = ui.allocate_exact_size(vec2(5.0, 18.0), Sense::hover());
        ui.painter().rect_filled(band, 1, p.engines[mind.slot % p.engines.len()]);
        ui.label(RichText::new(mind.name).strong().size(16.0));
        let (text, color) = match cx.seat_state(mind.id) {
            SeatState::AtWork => ("at work".to_owned(), p.good),
            SeatState::Idle => ("waits".to_owned(), p.text_faint),
            SeatState::Failed(why) => (format!("failed: {why}"), p.bad),
        };
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let label = Label::new(RichText::new(&text).small().color(color)).truncate();
            ui.add(label).on_hover_text(text);
        });
    });
}

/// What White can expect, as a bar: the same unit for both minds.
fn bar(ui: &mut Ui, cx: &Cx<'_>, mind: &Mind<'_>) {
    let p = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), BAR), Sense::hover());
    let board = cx.model.game.tree.board(mind.node);
    let best = mind.lines.first();
    let words = if let Some(line) = best {
        let percent = expected_percent(line.white, board);
        let middle = rect.left() + rect.width() * (percent / 100.0) as f32;
        ui.painter().rect_filled(rect, 4, p.black_side);
        let white = rect.with_max_x(middle);
        ui.painter().rect_filled(white, 4, p.white_side);
        let inks = if percent >= 50.0 {
            (Align2::LEFT_CENTER, rect.left_center() + vec2(8.0, 0.0), p.black_side)
        } else {
            (Align2::RIGHT_CENTER, rect.right_center() - vec2(8.0, 0.0), p.white_side)
        };
        let text = format!("{percent:.0} %");
        ui.painter().text(inks.1, inks.0, text, FontId::proportional(14.0), inks.2);
        format!("{}: White can expect {percent:.0} %, {}", mind.name, line.score_text())
    } else {
        ui.painter().rect_filled(rect, 4, p.raised);
        format!("{}: nothing known", mind.name)
    };
    ui.painter().vline(rect.center().x, rect.y_range(), (2.0, p.accent));
    ui.painter().rect_stroke(rect, 4, (1.0, p.edge), StrokeKind::Inside);
    response.widget_info(|| WidgetInfo::labeled(Role::Meter, true, &words));
    response.on_hover_text(words);
}

/// Score, and the chances behind it: its own word where it gives one, else the model fitted to our engine.
fn chances(cx: &Cx<'_>, mind: &Mind<'_>) -> String {
    let Some(line) = mind.lines.first() else { return "No score yet".to_owned() };
    let board = cx.model.game.tree.board(mind.node);
    let said = line.info.wdl.map(|wdl| seen_from(wdl, Pov::White, line.info.stm));
    let wdl = said.unwrap_or_else(|| Wdl::of(line.white, material(board)));
    let [win, draw, loss] = per_cent(wdl);
    format!("{} · White wins {win}, draws {draw}, loses {loss} %", line.score_text())
}

/// Depth and nodes, or playouts and the length of their lines.
fn figures(mind: &Mind<'_>) -> String {
    let Some(search) = mind.search.filter(|search| search.nodes().is_some()) else {
        return "–".to_owned();
    };
    let nodes = format::count_of(search.nodes());
    let speed = search.nps().map_or_else(String::new, |nps| format!(", {}/s", format::count(nps)));
    if let Some(detail) = mind.puct() {
        format!("{nodes} playouts{speed}, lines of {:.1} plies", detail.mean_depth)
    } else {
        let depth = format::depth(search.depth(), search.seldepth());
        format!("{nodes} nodes{speed}, depth {depth}")
    }
}

/// The titles over the lines.
fn heads(ui: &mut Ui, puct: bool) {
    let p = theme::palette(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 15.0), Sense::hover());
    let write = |x: f32, align: Align2, text: &str| {
        let at = pos2(rect.left() + x, rect.center().y);
        ui.painter().text(at, align, text, FontId::proportional(theme::SMALL), p.text_faint);
    };
    write(FIGURE, Align2::RIGHT_CENTER, "expects");
    let mut left = FIGURE;
    if puct {
        left += FIGURE + 10.0;
        write(left, Align2::RIGHT_CENTER, "playouts");
    }
    write(left + 10.0, Align2::LEFT_CENTER, "line");
}

/// A line: what White can expect of it, its share of the playouts, its moves.
fn row(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (mind, line, salt): (&Mind<'_>, &LineView, u64),
    puct: Option<&PuctDetail>,
    out: &mut Vec<Action>,
) {
    let p = theme::palette(ui);
    let board = cx.model.game.tree.board(mind.node);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let ink = if line.stale { p.text_faint } else { p.text };
    let expects = format!("{:.0} %", expected_percent(line.white, board));
    let share = puct.map(|detail| share(detail, line));
    let words = match &share {
        Some(share) => format!("{} expects {expects}, {share} of the playouts", mind.name),
        None => format!("{} expects {expects}", mind.name),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Row, true, &words));
    let mut left = rect.left() + FIGURE;
    figure(ui, left, rect, &expects, ink);
    if let Some(share) = share {
        left += FIGURE + 10.0;
        figure(ui, left, rect, &share, p.text_weak);
    }
    let area = Rect::from_min_max(pos2(left + 7.0, rect.top()), rect.max);
    let salt = (u64::from(mind.id.0) << 8) | salt;
    let words =
        LineWords { start: board, moves: &line.info.pv, salt, color: ink, node: Some(mind.node) };
    if let Some(chosen) = line_words::show(ui, cx, &words, area, out) {
        let moves = line.info.pv[..=chosen].to_vec();
        out.push(Action::PlayLine { node: mind.node, moves });
    }
}

fn figure(ui: &Ui, right: f32, rect: Rect, text: &str, color: Color32) {
    let at = pos2(right, rect.center().y);
    ui.painter().text(at, Align2::RIGHT_CENTER, text, FontId::monospace(12.5), color);
}

/// The share of the playouts that went through the first move of a line.
fn share(detail: &PuctDetail, line: &LineView) -> String {
    let first = line.info.pv.first();
    let own = detail.moves.iter().find(|told| Some(&told.mv) == first);
    own.map_or_else(|| "–".to_owned(), |told| format!("{:.0} %", detail.share(told.n) * 100.0))
}
