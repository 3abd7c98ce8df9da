//! What is between the two engines of the duel: how far they agree over time, and the moves they dispute.

use eframe::egui::{
    Frame, Label, Rect, RichText, Role, ScrollArea, Sense, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use tabia_app::action::{Action, LabAction};
use tabia_app::commands::command::UserCommand;
use tabia_app::duel::course::{Stretch, agreement, share_agreed};
use tabia_app::duel::dispute::{Disputed, LikedBy};
use tabia_chess::{Board, san};
use tabia_games::game::tree::NodeId;

use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::context::{self, Cx};
use crate::gui::present::duel::{self, Mind, whites_percent};
use crate::gui::present::line_words::{self, LineWords};
use crate::gui::present::parts;
use crate::gui::widgets::move_text;
use crate::gui::widgets::plot::{self, Curve, Point};

/// Height of the strip of agreement with its words, points.
const STRIP: f32 = 44.0;
/// Height of the strip itself, points.
const BAND: f32 = 12.0;

/// What White can expect by either over the time of their searches, and where they would play the same move.
pub(crate) fn course(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    if !cx.model.in_duel() {
        let words = ["No duel", "Its workspace has both engines of the program at one position"];
        return parts::offer(ui, cx, words, &[UserCommand::Duel], out);
    }
    let minds = duel::minds(cx.model);
    let board = *cx.model.game.tree.board(minds[1].node);
    let p = theme::palette(ui);
    let curves: Vec<Curve> = minds
        .iter()
        .map(|mind| curve(mind, &board, p.engines[mind.slot % p.engines.len()]))
        .filter(|curve| curve.points.len() > 1)
        .collect();
    if curves.is_empty() {
        return parts::no_search(ui, cx, "Nothing to compare yet", out);
    }
    let height = (ui.available_height() - STRIP).max(80.0);
    plot::over_time(ui, duel::EXPECTED, &curves, height);
    let stretches = agreement([&minds[0].said, &minds[1].said]);
    strip(ui, &stretches);
}

/// What White can expect by one mind, over time; a change of move is told at the point.
fn curve(mind: &Mind<'_>, board: &Board, color: eframe::egui::Color32) -> Curve {
    let point = |at: &tabia_app::duel::course::Said| {
        let y = at.expected? * 100.0;
        let mv = if board.is_legal(at.mv) { san::write(board, at.mv) } else { String::new() };
        let note = format!("{mv}, White can expect {y:.0} %");
        Some(Point::exact(at.time_ms as f64 / 1000.0, y, note))
    };
    let points = mind.said.iter().filter_map(point).collect();
    Curve { owner: mind.name.to_owned(), ..Curve::new(mind.name, color, points) }
}

/// Where both would play the same move, along the time.
fn strip(ui: &mut Ui, stretches: &[Stretch]) {
    let p = theme::palette(ui);
    let text = match share_agreed(stretches) {
        Some(share) => format!("The same best move for {:.0} % of the time", share * 100.0),
        None => "The same best move: not both have named one for long enough".to_owned(),
    };
    ui.label(RichText::new(&text).small().color(p.text_weak));
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), BAND), Sense::hover());
    ui.painter().rect_filled(rect, 2, p.raised);
    let end = stretches.last().map_or(0, |last| last.to_ms).max(1) as f32;
    let x = |ms: u64| rect.left() + rect.width() * ms as f32 / end;
    for of in stretches {
        let part = eframe::egui::Rect::from_min_max(
            pos2(x(of.from_ms), rect.top()),
            pos2(x(of.to_ms), rect.bottom()),
        );
        let color = if of.agree { p.good } else { p.warn };
        ui.painter().rect_filled(part, 0, color.gamma_multiply(0.7));
    }
    ui.painter().rect_stroke(rect, 2, (1.0, p.border), StrokeKind::Inside);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "Agreement over time"));
    if let Some(at) = response.hover_pos() {
        let ms = ((at.x - rect.left()) / rect.width() * end).max(0.0) as u64;
        let here = stretches.iter().find(|of| (of.from_ms..=of.to_ms).contains(&ms));
        let words = here.map_or("not both have named a move", |of| {
            if of.agree { "the same move" } else { "different moves" }
        });
        response.on_hover_text_at_pointer(format!("At {}: {words}", format::duration(ms)));
    }
}

/// Height of a line, points.
const ROW: f32 = 23.0;

/// Shows the panel.
pub(crate) fn disputed(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    if !cx.model.in_duel() {
        let words = ["No duel", "Its workspace has both engines of the program at one position"];
        return parts::offer(ui, cx, words, &[UserCommand::Duel], out);
    }
    let (board, node, found) = duel::disputed(cx.model);
    let silent = duel::minds(cx.model).iter().any(|mind| mind.lines.is_empty());
    if silent {
        return parts::no_search(ui, cx, "Both engines have to search first", out);
    }
    if found.is_empty() {
        let why = "No move that one engine prefers costs 10 % of the winning chances in the view of the other";
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
            ui.label(move_text::job(&name, 16.0, p.text, context::figurines(cx.model)));
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
