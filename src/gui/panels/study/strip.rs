//! The evaluation of the game as a low strip: White's expected score, from the bottom. Stretches that no engine has
//! evaluated stay empty. The key moments of a review are marked, graver ones larger. A click goes to the position.

use std::sync::Arc;

use eframe::egui::{
    Align2, Color32, FontId, Id, Mesh, Rect, Role, Sense, Shape, StrokeKind, Ui, UiBuilder,
    WidgetInfo, pos2, vec2,
};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::engines::telemetry::{EvalSource, GamePoint, modelled_chances};
use tabia_app::model::Model;
use tabia_app::review::state::ReviewRun;
use tabia_chess::Color;
use tabia_engine::search::score::{Wdl, material};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::review::MoveReview;
use tabia_host::review::classify::MoveClass;
use tabia_text::t;

use crate::gui::look::format::move_name;
use crate::gui::look::theme;
use crate::gui::panels::study::review::{class_color, class_words};
use crate::gui::present::context::Cx;
use crate::gui::present::{analysis, empty};

/// Minimum number of plies the strip has room for, so that a short game does not look like a long one.
const MIN_PLIES: usize = 20;

/// Height of the line that stands in its place while the engine is hidden, points.
const LINE: f32 = 30.0;

/// White's expected score, 0 to 1.
fn share(model: &Model, point: &GamePoint) -> f32 {
    match point.source {
        EvalSource::Rules(outcome) => match outcome.winner() {
            Some(Color::White) => 1.0,
            Some(Color::Black) => 0.0,
            None => 0.5,
        },
        source @ (EvalSource::Engine { .. } | EvalSource::File { .. }) => {
            let board = model.game.tree.board(point.node);
            let own = match source {
                EvalSource::Engine { id, .. } => modelled_chances(id, point.score, board),
                _ => None,
            };
            let wdl = own.unwrap_or_else(|| Wdl::of(point.score, material(board)));
            wdl.expected_percent() as f32 / 100.0
        }
    }
}

/// Maximum number of points drawn: of more, the highest and the lowest of each stretch.
const MAX_POINTS: usize = 800;

/// The strip as last built. Processing a long game costs more than drawing it.
#[derive(Clone, Debug)]
struct Known {
    of: Key,
    line: Arc<Vec<NodeId>>,
    /// All results, for the tooltip.
    points: Arc<Vec<GamePoint>>,
    /// What is drawn: ply and White's expected score, and whether the next point belongs to the same stretch.
    drawn: Arc<Vec<(usize, f32, bool)>>,
    /// The key moments: ply, White's expected score, and the class of the move.
    moments: Arc<Vec<(usize, f32, MoveClass)>>,
}

/// What the strip depends on: game, state of its tree, state of the results, focused engine, state of the review.
type Key = (u64, u64, u64, EngineId, u64);

fn known(ui: &Ui, cx: &Cx<'_>) -> Known {
    let (model, id) = (cx.model, Id::unique("evaluation strip"));
    let (tree, current) = (&model.game.tree, model.game.current);
    let results = model.telemetry.state_number();
    let review = model.review().map_or(0, ReviewRun::state_number);
    let of = (model.game.serial, tree.revision(), results, model.focus(), review);
    let found = ui.data(|data| data.get_temp::<Known>(id));
    let holds = |known: &Known| known.line.get(tree.ply(current)) == Some(&current);
    if let Some(found) = found.filter(|known| known.of == of && holds(known)) {
        return found;
    }
    let line = model.game.line();
    let points = model.evaluations(&line);
    let drawn = Arc::new(drawn(model, &points));
    let moments = Arc::new(moments(model, &line, &points));
    let known = Known { of, line: Arc::new(line), points: Arc::new(points), drawn, moments };
    ui.data_mut(|data| data.insert_temp(id, known.clone()));
    known
}

/// The key moments of the review that are on a line with these points.
fn moments(model: &Model, line: &[NodeId], points: &[GamePoint]) -> Vec<(usize, f32, MoveClass)> {
    let Some(run) = model.review() else { return Vec::new() };
    let moment = |error: &MoveReview| {
        let ply = run.review().place(error.node)?;
        let at = points.binary_search_by_key(&ply, |point| point.ply).ok()?;
        let here = line.get(ply) == Some(&error.node);
        here.then(|| (ply, share(model, &points[at]), error.class))
    };
    run.errors().filter_map(moment).collect()
}

fn drawn(model: &Model, points: &[GamePoint]) -> Vec<(usize, f32, bool)> {
    let next = |at: usize| points.get(at + 1).is_some_and(|next| next.ply == points[at].ply + 1);
    let all: Vec<(usize, f32, bool)> = points
        .iter()
        .enumerate()
        .map(|(at, point)| (point.ply, share(model, point), next(at)))
        .collect();
    if all.len() <= MAX_POINTS {
        return all;
    }
    let by_share = |a: &&(usize, f32, bool), b: &&(usize, f32, bool)| a.1.total_cmp(&b.1);
    let ends = all.chunks(all.len().div_ceil(MAX_POINTS / 2)).flat_map(|chunk| {
        let (low, high) = (chunk.iter().min_by(by_share), chunk.iter().max_by(by_share));
        let mut both: Vec<_> = low.into_iter().chain(high).copied().collect();
        both.sort_by_key(|&(ply, ..)| ply);
        both.dedup_by_key(|point| point.0);
        both
    });
    ends.collect()
}

/// Shows the strip in this place, or that it is hidden.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, rect: Rect, out: &mut Vec<Action>) {
    let model = cx.model;
    if model.hides_engine() {
        return hidden(ui, cx, rect, out);
    }
    let tree = &model.game.tree;
    let Known { line, points, drawn, moments, .. } = known(ui, cx);
    let p = theme::palette(ui);
    let (above, below) = theme::eval_ground(ui);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, theme::RADIUS, p.raised);
    // A finished game fills the strip however short it was.
    let least = if model.game.has_result() { 1 } else { MIN_PLIES };
    let last = line.len().saturating_sub(1).max(least) as f32;
    let x = |ply: usize| rect.left() + rect.width() * ply as f32 / last;
    let y = |share: f32| rect.bottom() - rect.height() * share;
    let mut areas = Mesh::default();
    for pair in drawn.windows(2).filter(|pair| pair[0].2) {
        let [(x0, y0), (x1, y1)] = [pair[0], pair[1]].map(|(ply, share, _)| (x(ply), y(share)));
        add_quad(&mut areas, [(x0, rect.top()), (x1, rect.top()), (x1, y1), (x0, y0)], above);
        add_quad(&mut areas, [(x0, y0), (x1, y1), (x1, rect.bottom()), (x0, rect.bottom())], below);
    }
    painter.add(Shape::mesh(areas));
    if !points.is_empty() {
        painter.hline(rect.x_range(), rect.center().y, (1.0, p.border));
    }
    // The centre of a dot of this radius, moved in so that the dot is whole at the edges too.
    let inside = |ply: usize, share: f32, radius: f32| {
        let centres = rect.shrink(radius);
        pos2(x(ply), y(share)).clamp(centres.min, centres.max)
    };
    // An evaluated position without evaluated neighbours is a dot, with no line to it.
    for (at, &(ply, share, joined)) in drawn.iter().enumerate() {
        let before = at.checked_sub(1).is_some_and(|before| drawn[before].2);
        if !joined && !before {
            painter.circle_filled(inside(ply, share, 2.5), 2.5, p.accent);
        }
    }
    for &(ply, share, class) in moments.iter() {
        let radius = match class {
            MoveClass::Blunder => 4.5,
            MoveClass::Inaccuracy => 2.5,
            _ => 3.5,
        };
        painter.circle(inside(ply, share, radius), radius, class_color(ui, class), (1.0, p.panel));
    }
    if points.is_empty() {
        let (words, font) = (t!("study-no-score"), FontId::proportional(theme::SMALL));
        painter.text(rect.center(), Align2::CENTER_CENTER, words, font, p.text_faint);
    } else {
        let current = x(tree.ply(model.game.current)).clamp(rect.left() + 1.0, rect.right() - 1.0);
        painter.vline(current, rect.y_range(), (2.0, p.accent));
    }
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
        let class = moments.iter().find(|moment| moment.0 == point.ply);
        let class =
            class.map_or(String::new(), |&(.., class)| format!("\n{}", class_words(class)[0]));
        let value = analysis::point_text(model, point);
        let text = format!("{}: {value}{class}", move_name(tree, point.node));
        response.on_hover_text(text);
    }
}

/// What stands in its place while the engine is hidden.
fn hidden(ui: &mut Ui, cx: &Cx<'_>, rect: Rect, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    ui.painter().rect_filled(rect, theme::RADIUS, p.raised);
    let line = Rect::from_center_size(rect.center(), vec2(rect.width() - 2.0 * theme::PAD, LINE));
    let line = UiBuilder::new().id_salt("hidden evaluation").max_rect(line);
    let words = [t!("play-evaluation-hidden"), t!("pane-hidden.engine")];
    empty::offer(&mut ui.new_child(line), cx, words, &[UserCommand::HideEngine], out);
}

fn add_quad(mesh: &mut Mesh, corners: [(f32, f32); 4], color: Color32) {
    let first = mesh.vertices.len() as u32;
    for (x, y) in corners {
        mesh.colored_vertex(pos2(x, y), color);
    }
    mesh.add_triangle(first, first + 1, first + 2);
    mesh.add_triangle(first, first + 2, first + 3);
}

#[cfg(test)]
mod tests {
    use eframe::egui::{Context, RawInput};
    use tabia_app::action::TreeEdit;
    use tabia_app::game::new_game::{NewGame, Sides};
    use tabia_app::update::update;
    use tabia_app::window::settings::Settings;
    use tabia_chess::{Board, Square};

    use super::*;

    #[test]
    fn before_the_current_position_of_a_game_the_graph_is_that_of_the_game() {
        let mut model = Model::new(Settings::default());
        let mut act = |action| drop(update(&mut model, action, 0));
        let humans = NewGame { sides: Sides::Humans, ..NewGame::default() };
        act(Action::StartGame(humans));
        act(Action::PlayMove { from: Square::E2, to: Square::E4, promotion: None });
        let d4 = Board::start().find_move(Square::D2, Square::D4, None).expect("legal");
        act(Action::PlayLine { node: NodeId::ROOT, moves: vec![d4] });
        let node = model.game.current;
        let mut act = |action| drop(update(&mut model, action, 0));
        act(Action::Edit { node, edit: TreeEdit::MakeMain });
        act(Action::GoTo(NodeId::ROOT));
        let _ = Context::default().run_ui(RawInput::default(), |ui| {
            let known = known(ui, &Cx { model: &model, now_ms: 0 });
            assert_eq!(*known.line, [NodeId::ROOT, model.game.live]);
        });
    }
}
