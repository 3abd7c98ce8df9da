//! A game of the minds against each other: what White can expect by either, over the moves, below the board.

use eframe::egui::{Color32, Rect, RichText, Ui, UiBuilder};

use tabia_app::action::Action;
use tabia_app::duel::state::minds_play;
use tabia_app::duel::state::{MINDS, NAMES};
use tabia_app::window::workspace::Workspace;
use tabia_engine::search::engine_id::EngineId;
use tabia_engine::search::score::{Bound, Pov};
use tabia_games::game::tree::NodeId;

use super::context::Cx;
use super::duel::expected_percent;
use crate::gui::look::format::move_name;
use crate::gui::look::theme;
use crate::gui::widgets::plot;
use crate::gui::widgets::plot::{Course, Curve, Point};

/// Height of the graph, points.
const HEIGHT: f32 = 150.0;
/// Lowest column of the board that gives room for it, points.
const LEAST: f32 = 560.0;

/// The height it takes of a column of this height; 0 where the minds do not play each other.
pub(crate) fn height(cx: &Cx<'_>, column: f32) -> f32 {
    let on = cx.model.view.workspace == Workspace::Duel && minds_play(&cx.model.game);
    if on && column >= LEAST && !cx.model.hides_engine() { HEIGHT } else { 0.0 }
}

/// Shows it in its place.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, rect: Rect, out: &mut Vec<Action>) {
    let game = &cx.model.game;
    let line = game.tree.line_through(game.current);
    let p = theme::palette(ui);
    let mut ui = ui.new_child(UiBuilder::new().id_salt("duel game").max_rect(rect));
    let curves: Vec<Curve> = [0, 1]
        .map(|at| {
            let color = p.engines[cx.slot(MINDS[at]) % p.engines.len()];
            curve(cx, &line, (MINDS[at], NAMES[at]), color)
        })
        .into_iter()
        .filter(|curve| !curve.points.is_empty())
        .collect();
    if curves.is_empty() {
        let text = "What both expect comes here, move by move";
        ui.label(RichText::new(text).small().color(p.text_weak));
        return;
    }
    let shown = game.tree.ply(game.current);
    let course = Course { shown, plies: line.len(), ..Course::default() };
    let clicked = plot::several_over_game(&mut ui, &curves, &course, (rect.height(), 100.0));
    if let Some(&node) = clicked.and_then(|ply| line.get(ply)) {
        out.push(Action::GoTo(node));
    }
}

/// What one mind said of the positions of a line.
fn curve(cx: &Cx<'_>, line: &[NodeId], (id, name): (EngineId, &str), color: Color32) -> Curve {
    let tree = &cx.model.game.tree;
    let point = |&node: &NodeId| {
        let best = cx.model.telemetry.kept(tree, node, id)?.best()?;
        let y = expected_percent(best.score(Pov::White), tree.board(node));
        let note = format!("{}: {name} expects {y:.0} % for White", move_name(tree, node));
        Some(Point { x: tree.ply(node) as f64, y, bound: Bound::Exact, note })
    };
    Curve {
        name: "White can expect".to_owned(),
        unit: "per cent".to_owned(),
        source: name.to_owned(),
        owner: name.to_owned(),
        color,
        points: line.iter().filter_map(point).collect(),
    }
}
