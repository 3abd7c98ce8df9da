//! The disputed moves: what one mind likes and the other refutes, move by move, with the line that does it.

use eframe::egui::{Frame, Label, Rect, RichText, ScrollArea, Sense, Ui, vec2};

use tabia_app::action::{Action, LabAction};
use tabia_app::commands::command::UserCommand;
use tabia_app::duel::dispute::{Disputed, LikedBy};
use tabia_chess::board::Board;
use tabia_chess::san;
use tabia_games::game::tree::NodeId;

use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::duel::whites_percent;
use crate::gui::present::line_words;
use crate::gui::present::line_words::LineWords;
use crate::gui::present::parts;
use crate::gui::widgets::move_text;

/// Height of a line, points.
const ROW: f32 = 23.0;

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    if !cx.model.in_duel() {
        let words = ["No duel", "Its workspace has both engines of the program at one position"];
        return parts::offer(ui, cx, words, &[UserCommand::Duel], out);
    }
    let (board, node, found) = cx.disputed();
    let silent = cx.minds().iter().any(|mind| mind.lines.is_empty());
    if silent {
        return parts::no_search(ui, cx, "Both have to look first", out);
    }
    if found.is_empty() {
        let why = "Neither likes a move that the other finds ten points of a hundred worse";
        return parts::empty(ui, "No disputed moves", why);
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (at, disputed) in found.iter().enumerate() {
            card(ui, cx, (&board, node, at as u64), disputed, out);
            ui.add_space(theme::GAP);
        }
    });
}

fn card(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (board, node, salt): (&Board, NodeId, u64),
    of: &Disputed,
    out: &mut Vec<Action>,
) {
    let p = theme::palette(ui);
    let name = san::write(board, of.mv);
    Frame::new().fill(p.raised).corner_radius(theme::RADIUS).inner_margin(8).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 3.0;
        ui.horizontal(|ui| {
            let (one, other) = match of.liked_by {
                LikedBy::Puct => ("PUCT", "alpha-beta"),
                LikedBy::AlphaBeta => ("Alpha-beta", "PUCT"),
            };
            ui.label(move_text::job(&name, 16.0, p.text, cx.figurines()));
            let least = if of.at_least { "at least " } else { "" };
            let lost = (of.loses * 100.0).round();
            let text = if lost >= 1.0 {
                format!("{one} likes it; to {other} it loses {least}{lost:.0} points of a hundred")
            } else {
                format!("{one} likes it; {other} hardly looks at it")
            };
            ui.add(Label::new(RichText::new(text).color(p.text)).wrap());
        });
        let numbers = numbers(board, of);
        ui.add(Label::new(RichText::new(numbers).small().color(p.text_weak)).wrap());
        refutation(ui, cx, (board, node, salt), of, out);
    });
}

/// What each says of the move in numbers, as White sees it.
fn numbers(board: &Board, of: &Disputed) -> String {
    let white = |expected: f64| whites_percent(expected, board.stm());
    let (judged, weighed) = (&of.judged, &of.weighed);
    let about = if of.at_least { "a bound of " } else { "" };
    format!(
        "White can expect: alpha-beta {about}{:.0} %, PUCT {:.0} %. {:.1} % of the playouts ({}), prior {:.1} %",
        white(judged.expected),
        white(weighed.expected),
        weighed.share * 100.0,
        format::count(u64::from(weighed.playouts)),
        weighed.prior * 100.0
    )
}

/// The line that refutes it; where none is known, a way to ask for it.
fn refutation(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (board, node, salt): (&Board, NodeId, u64),
    of: &Disputed,
    out: &mut Vec<Action>,
) {
    let p = theme::palette(ui);
    let line = of.refutation();
    let width = ui.available_width();
    let known = line.len() > 1;
    if known {
        let (rect, _) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
        let area = Rect::from_min_max(rect.min, rect.max);
        let color = p.text;
        let words = LineWords { start: board, moves: line, salt, color, node: Some(node) };
        if let Some(chosen) = line_words::show(ui, cx, &words, area, out) {
            out.push(Action::PlayLine { node, moves: line[..=chosen].to_vec() });
        }
    }
    ui.horizontal(|ui| {
        if !known {
            let text = "A bound without a line";
            ui.label(RichText::new(text).small().color(p.text_faint));
        }
        let name = format!("Why not {}?", san::write(board, of.mv));
        let refused = cx.model.why_not_refused();
        let button = eframe::egui::Button::new(format!("{} {name}", Icon::Search.glyph())).small();
        let button = ui.add_enabled(refused.is_none(), button);
        let button = button.on_disabled_hover_text(refused.unwrap_or_default());
        let hint = "Alpha-beta searches what stands against it: the answer comes in a panel";
        let button = button.on_hover_text(hint);
        button.widget_info(|| {
            let enabled = refused.is_none();
            eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Button, enabled, &name)
        });
        if button.clicked() {
            out.push(Action::Lab(LabAction::Why { node, mv: of.mv }));
        }
    });
}
