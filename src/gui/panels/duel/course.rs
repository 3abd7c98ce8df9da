//! Both minds over the time of their searches: what White can expect, and where they would play the same move.

use eframe::egui::{RichText, Role, Sense, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::duel::course::{Stretch, agreement, share_agreed};
use tabia_chess::board::Board;
use tabia_chess::san;
use tabia_engine::search::score::Bound;

use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::duel::Mind;
use crate::gui::present::parts;
use crate::gui::widgets::plot;
use crate::gui::widgets::plot::{Curve, Point};

/// Height of the strip of agreement with its words, points.
const STRIP: f32 = 44.0;
/// Height of the strip itself, points.
const BAND: f32 = 12.0;

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    if !cx.model.in_duel() {
        let words = ["No duel", "Its workspace has both engines of the program at one position"];
        return parts::offer(ui, cx, words, &[UserCommand::Duel], out);
    }
    let minds = cx.minds();
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
    plot::over_time(ui, &curves, height);
    let stretches = agreement([&minds[0].said, &minds[1].said]);
    strip(ui, &stretches);
}

/// What White can expect by one mind, over time; a change of move is told at the point.
fn curve(mind: &Mind<'_>, board: &Board, color: eframe::egui::Color32) -> Curve {
    let point = |at: &tabia_app::duel::course::Said| {
        let y = at.expected? * 100.0;
        let mv = if board.is_legal(at.mv) { san::write(board, at.mv) } else { String::new() };
        let note = format!("{mv}, White can expect {y:.0} %");
        Some(Point { x: at.time_ms as f64 / 1000.0, y, bound: Bound::Exact, note })
    };
    Curve {
        name: "White can expect".to_owned(),
        unit: "per cent".to_owned(),
        source: mind.name.to_owned(),
        owner: mind.name.to_owned(),
        color,
        points: mind.said.iter().filter_map(point).collect(),
    }
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
