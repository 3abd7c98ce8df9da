//! The evaluation over the game as a low strip: White's share of the points by winning chance, from the bottom. Stretches
//! that no engine has evaluated stay empty. A click goes to the position.

use eframe::egui::{Color32, Mesh, Rect, Role, Sense, Shape, StrokeKind, Ui, WidgetInfo, pos2};

use tabia_app::action::Action;
use tabia_app::engines::telemetry::{EvalSource, GamePoint};
use tabia_app::model::Model;
use tabia_chess::Color;
use tabia_engine::search::score::{Wdl, material};
use tabia_text::t;

use crate::gui::look::format::move_name;
use crate::gui::look::theme;
use crate::gui::present::analysis;
use crate::gui::present::context::Cx;

/// Plies the strip has room for at least, so that a short game does not look like a long one.
const MIN_PLIES: usize = 20;

/// White's share of the points, 0 to 1.
fn share(model: &Model, point: &GamePoint) -> f32 {
    match point.source {
        EvalSource::Rules(outcome) => match outcome.winner() {
            Some(Color::White) => 1.0,
            Some(Color::Black) => 0.0,
            None => 0.5,
        },
        EvalSource::Engine { .. } | EvalSource::File { .. } => {
            let material = material(model.game.tree.board(point.node));
            Wdl::of(point.score, material).expected_percent() as f32 / 100.0
        }
    }
}

/// Shows the strip in this place.
pub(crate) fn show(ui: &Ui, cx: &Cx<'_>, rect: Rect, out: &mut Vec<Action>) {
    let model = cx.model;
    let tree = &model.game.tree;
    let line = tree.line_through(model.game.current);
    let points = model.telemetry.over_line(tree, &line, model.focus());
    let p = theme::palette(ui);
    let (above, below) = theme::eval_ground(ui);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, theme::RADIUS, p.raised);
    let last = line.len().saturating_sub(1).max(MIN_PLIES) as f32;
    let x = |ply: usize| rect.left() + rect.width() * ply as f32 / last;
    let y = |share: f32| rect.bottom() - rect.height() * share;
    for pair in points.windows(2).filter(|pair| pair[1].ply == pair[0].ply + 1) {
        let [(x0, y0), (x1, y1)] =
            [&pair[0], &pair[1]].map(|point| (x(point.ply), y(share(model, point))));
        painter.add(quad([(x0, rect.top()), (x1, rect.top()), (x1, y1), (x0, y0)], above));
        painter.add(quad([(x0, y0), (x1, y1), (x1, rect.bottom()), (x0, rect.bottom())], below));
    }
    painter.hline(rect.x_range(), rect.center().y, (1.0, p.border));
    // A position evaluated alone is a dot; no line leads to it.
    for (at, point) in points.iter().enumerate() {
        let beside = |other: Option<&GamePoint>| {
            other.is_some_and(|other| other.ply.abs_diff(point.ply) == 1)
        };
        let before = at.checked_sub(1).and_then(|at| points.get(at));
        if !beside(before) && !beside(points.get(at + 1)) {
            painter.circle_filled(pos2(x(point.ply), y(share(model, point))), 2.5, p.accent);
        }
    }
    painter.vline(x(tree.ply(model.game.current)), rect.y_range(), (2.0, p.accent));
    painter.rect_stroke(rect, theme::RADIUS, (1.0, p.border), StrokeKind::Inside);

    let response = ui.interact(rect, ui.scope_id().with("evaluation strip"), Sense::click());
    let name = t!("study-strip", n = points.len());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    let ply_at = |pos: eframe::egui::Pos2| {
        ((pos.x - rect.left()) / rect.width() * last).round().max(0.0) as usize
    };
    if let Some(&node) = response
        .interact_pointer_pos()
        .filter(|_| response.clicked())
        .and_then(|pos| line.get(ply_at(pos).min(line.len().saturating_sub(1))))
    {
        out.push(Action::GoTo(node));
    }
    if let Some(pos) = response.hover_pos()
        && let Some(point) = points.iter().find(|point| point.ply == ply_at(pos))
    {
        let text =
            format!("{}: {}", move_name(tree, point.node), analysis::point_text(model, point));
        response.on_hover_text(text);
    }
}

fn quad(corners: [(f32, f32); 4], color: Color32) -> Shape {
    let mut mesh = Mesh::default();
    for (x, y) in corners {
        mesh.colored_vertex(pos2(x, y), color);
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(0, 2, 3);
    Shape::mesh(mesh)
}
