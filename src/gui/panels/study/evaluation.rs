//! Graphs over the game. The evaluation: one point for each position of the shown line that a search has
//! judged. Parts of the game are told apart, and moves that were judged are marked with their sign. A click
//! goes to the position.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use eframe::egui::{Color32, Id, Ui};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::engines::telemetry::{EvalSource, GamePoint};
use tabia_app::game::times;
use tabia_app::model::Model;
use tabia_app::review::state::ReviewRun;
use tabia_app::window::view::Graph;
use tabia_chess::Color;
use tabia_engine::search::score::{Pov, Score, Wdl, material};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::annotation::Nag;
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_games::words;
use tabia_host::review::MoveReview;
use tabia_host::review::phase::phases;
use tabia_text::t;

use crate::gui::look::format::move_name;
use crate::gui::look::theme;
use crate::gui::look::theme::Palette;
use crate::gui::panels::study::review::class_words;
use crate::gui::present::analysis::seen_from;
use crate::gui::present::context::Cx;
use crate::gui::present::{analysis, parts};
use crate::gui::widgets::plot::{Course, Curve, Point, Sign};
use crate::gui::widgets::{buttons, plot};

/// Points drawn at most: of more, the highest and the lowest of each stretch.
const MAX_POINTS: usize = 1_200;
/// Signs drawn at most, evenly chosen.
const MAX_SIGNS: usize = 150;
/// Lines of more positions than this are not gone through at every move of the engine
const LONG_LINE: usize = 3_000;
/// but after this time, seconds.
const REBUILD_INTERVAL: f64 = 1.0;

/// The curve as it was last made.
#[derive(Clone, Debug)]
struct CachedCurve {
    of: CacheKey,
    built: f64,
    /// The line it is of, from the root on.
    line: Vec<NodeId>,
    curves: Vec<Curve>,
    course: Course,
}

/// What a curve is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CacheKey {
    game: u64,
    tree: u64,
    results: u64,
    review: u64,
    focus: EngineId,
    color: Color32,
    graph: Graph,
    /// The name of the language its notes are in.
    language: &'static str,
}

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let id = Id::unique("evaluation curve");
    let cache: Arc<Mutex<Option<CachedCurve>>> = ui.data_mut(|data| {
        data.get_temp_mut_or_default::<Arc<Mutex<Option<CachedCurve>>>>(id).clone()
    });
    let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
    let graph = cx.model.view.graph;
    let names = [
        (Graph::Score, t!("study-graph-score")),
        (Graph::Chances, t!("study-graph-chances")),
        (Graph::Time, t!("study-graph-time")),
        (Graph::Depth, t!("study-graph-depth")),
    ];
    let chosen = buttons::segmented(ui, t!("study-graph"), graph, &names);
    out.extend(chosen.map(Action::ShowGraph));
    if !is_current(ui, cx, cache.as_ref()) {
        *cache = Some(build(ui, cx, graph));
    }
    let Some(cache) = cache.as_mut().filter(|cache| !cache.curves.is_empty()) else {
        let [what, why] = missing(graph);
        if graph == Graph::Time {
            return parts::empty(ui, what, why);
        }
        let why = match analysis::weak_level(cx.model) {
            Some(_) => t!("study-no-score.weak"),
            None => why,
        };
        let reviewable = UserCommand::ReviewGame.is_enabled(cx.model);
        let fills = if reviewable { UserCommand::ReviewGame } else { UserCommand::ToggleAnalysis };
        return parts::offer(ui, cx, [what, why], &[fills], out);
    };
    let game = &cx.model.game;
    cache.course.shown = game.tree.ply(game.current);
    let height = ui.available_height();
    let clicked = match (&cache.curves[..], graph) {
        ([curve], Graph::Score) => {
            plot::over_game(ui, names_of(graph), curve, &cache.course, height)
        }
        (curves, _) => {
            let size = (height, least_top(graph));
            plot::several_over_game(ui, names_of(graph), curves, &cache.course, size)
        }
    };
    if let Some(&node) = clicked.and_then(|ply| cache.line.get(ply)) {
        out.push(Action::GoTo(node));
    }
}

fn state(ui: &Ui, cx: &Cx<'_>) -> CacheKey {
    let model = cx.model;
    CacheKey {
        game: model.game.serial,
        tree: model.game.tree.revision(),
        results: model.telemetry.state_number(),
        review: model.review().map_or(0, ReviewRun::state_number),
        focus: cx.model.focus(),
        color: theme::palette(ui).series[0],
        graph: model.view.graph,
        language: t!("language-name"),
    }
}

/// Whether a curve still shows what is known, or was made too short a time ago.
fn is_current(ui: &Ui, cx: &Cx<'_>, cache: Option<&CachedCurve>) -> bool {
    let Some(cache) = cache else { return false };
    let (game, now) = (&cx.model.game, state(ui, cx));
    let (tree, ply) = (&game.tree, game.tree.ply(game.current));
    let through = cache.line.get(ply) == Some(&game.current);
    if cache.of == now && through {
        return true;
    }
    // The next move of the same line is no other line.
    let before = ply.checked_sub(1).and_then(|ply| cache.line.get(ply).copied());
    let same = cache.of.game == now.game && cache.of.graph == now.graph;
    let goes_on = through || before.is_some() && before == tree.parent(game.current);
    if !same || !goes_on || cache.line.len() <= LONG_LINE {
        return false;
    }
    let age = ui.input(|input| input.time) - cache.built;
    if (0.0..REBUILD_INTERVAL).contains(&age) {
        ui.request_repaint_after(Duration::from_secs_f64(REBUILD_INTERVAL - age));
        return true;
    }
    false
}

/// The curve of the line through the shown position.
fn build(ui: &Ui, cx: &Cx<'_>, graph: Graph) -> CachedCurve {
    let tree = &cx.model.game.tree;
    let line = tree.line_through(cx.model.game.current);
    let known = cx.model.telemetry.over_line(tree, &line, cx.model.focus());
    if graph != Graph::Score {
        let few = thinned(&known);
        let curves = curves(cx, theme::palette(ui), graph, (&line, &few));
        let parts = parts_of(tree, &line);
        let course = Course { shown: 0, plies: line.len(), parts, signs: Vec::new() };
        return CachedCurve {
            of: state(ui, cx),
            built: ui.input(|input| input.time),
            line,
            curves,
            course,
        };
    }
    let reviews: HashMap<NodeId, &MoveReview> = cx
        .model
        .review()
        .map(|run| run.moves().iter().map(|review| (review.node, review)).collect())
        .unwrap_or_default();
    let points = thinned(&known)
        .into_iter()
        .map(|at| {
            let value = analysis::point_text(cx.model, &at);
            let found = reviews.get(&at.node);
            let class =
                found.map_or(String::new(), |found| format!("\n{}", class_words(found.class)[0]));
            Point {
                x: at.ply as f64,
                y: height(at.score),
                bound: at.bound,
                note: format!("{}: {value}{class}", move_name(tree, at.node)),
            }
        })
        .collect();
    let p = theme::palette(ui);
    let curve = Curve::new(t!("study-curve-score"), p.series[0], points);
    let mut signs: Vec<Sign> =
        known.iter().filter_map(|at| sign(tree, p, at, reviews.get(&at.node).copied())).collect();
    let step = signs.len().div_ceil(MAX_SIGNS).max(1);
    let mut number = 0;
    signs.retain(|_| {
        number += 1;
        (number - 1) % step == 0
    });
    let course = Course { shown: 0, plies: line.len(), parts: parts_of(tree, &line), signs };
    let curves = if curve.points.is_empty() { Vec::new() } else { vec![curve] };
    CachedCurve { of: state(ui, cx), built: ui.input(|input| input.time), line, curves, course }
}

/// As many points as are drawn: of each stretch the highest and the lowest, where there are more.
fn thinned(known: &[GamePoint]) -> Vec<GamePoint> {
    if known.len() <= MAX_POINTS {
        return known.to_vec();
    }
    let stretch = known.len().div_ceil(MAX_POINTS / 2);
    let ends = known.chunks(stretch).flat_map(|points| {
        let level = |&at: &usize| height(points[at].score);
        let places = || 0..points.len();
        let low = places().min_by(|a, b| level(a).total_cmp(&level(b))).unwrap_or(0);
        let high = places().max_by(|a, b| level(a).total_cmp(&level(b))).unwrap_or(0);
        let both = [low.min(high), low.max(high)];
        both.into_iter().take(1 + usize::from(low != high)).map(|at| points[at])
    });
    ends.collect()
}

/// Where each part of the game begins.
fn parts_of(tree: &GameTree, line: &[NodeId]) -> Vec<(usize, &'static str)> {
    let all = phases(line.iter().map(|&node| tree.board(node)));
    let begins = |ply: usize| ply == 0 || all[ply - 1] != all[ply];
    let parts = all.iter().enumerate().filter(|(ply, _)| begins(*ply));
    parts.map(|(ply, phase)| (ply, phase.name())).collect()
}

/// The glyph that judges a move: the review's, else one that stands in the game.
fn sign(tree: &GameTree, p: &Palette, at: &GamePoint, review: Option<&MoveReview>) -> Option<Sign> {
    let noted = || tree.nags(at.node).iter().copied().find(|nag| nag.judges_move());
    let nag = review.and_then(|found| found.class.nag()).or_else(noted)?;
    let color = match nag {
        Nag::BLUNDER => p.bad,
        Nag::MISTAKE | Nag::DUBIOUS => p.warn,
        _ => p.good,
    };
    Some(Sign { x: at.ply as f64, y: height(at.score), text: nag.sign()?, color })
}

/// Pawns, mates and more at the edge.
fn height(score: Score) -> f64 {
    f64::from(score.clamped_cp(1000)) / 100.0
}

/// Name and unit of a graph.
fn names_of(graph: Graph) -> [&'static str; 2] {
    match graph {
        Graph::Score => [t!("study-axis-score"), t!("study-axis-score.unit")],
        Graph::Chances => [t!("study-axis-chances"), t!("study-axis-chances.unit")],
        Graph::Time => [t!("study-axis-time"), t!("study-axis-time.unit")],
        Graph::Depth => [t!("study-axis-depth"), t!("study-axis-depth.unit")],
    }
}

/// What is missing and what would fill it, where there is nothing to draw.
fn missing(graph: Graph) -> [&'static str; 2] {
    match graph {
        Graph::Score => [t!("study-no-score"), t!("study-no-score.why")],
        Graph::Chances => [t!("study-no-chances"), t!("study-no-chances.why")],
        Graph::Time => [t!("study-no-times"), t!("study-no-times.why")],
        Graph::Depth => [t!("study-no-depths"), t!("study-no-depths.why")],
    }
}

/// The least of the vertical axis, so that a flat curve looks flat.
fn least_top(graph: Graph) -> f64 {
    match graph {
        // A second, so that the moves of fast games can be told apart.
        Graph::Score | Graph::Time => 1.0,
        Graph::Chances => 100.0,
        Graph::Depth => 5.0,
    }
}

/// The curves of a graph over a line, of which `known` is known; empty where there is no point.
fn curves(
    cx: &Cx<'_>,
    p: &Palette,
    graph: Graph,
    (line, known): (&[NodeId], &[GamePoint]),
) -> Vec<Curve> {
    let all = match graph {
        Graph::Score => Vec::new(),
        Graph::Chances => chances(cx, p, known),
        Graph::Time => times(cx, p, line),
        Graph::Depth => depths(cx, p, known),
    };
    all.into_iter().filter(|curve| !curve.points.is_empty()).collect()
}

/// White's chances in a position, and who says so: the engine itself where it tells them, else the model fitted
/// to the games of the built-in one, which serves that one alone. `None` where nobody tells.
fn chances_at(model: &Model, at: &GamePoint) -> Option<(Wdl, String)> {
    let tree = &model.game.tree;
    let board = tree.board(at.node);
    match at.source {
        EvalSource::Rules(outcome) => {
            let (win, draw, loss) = match outcome.winner() {
                Some(Color::White) => (1000, 0, 0),
                None => (0, 1000, 0),
                Some(Color::Black) => (0, 0, 1000),
            };
            Some((Wdl { win, draw, loss }, words::outcome(outcome)))
        }
        EvalSource::Engine { id, depth } => {
            let name = model.engine_name(id).clone();
            let cache = model.telemetry.kept(tree, at.node, id)?;
            if let Some(wdl) = cache.best()?.info.wdl {
                let wdl = seen_from(wdl, Pov::White, board.stm());
                return Some((
                    wdl,
                    t!("study-chance-reported", engine = name, depth = depth.to_string()),
                ));
            }
            let fitted = Wdl::of(at.score, material(board));
            let source = t!("study-chance-fitted", engine = name, depth = depth.to_string());
            id.is_built_in().then_some((fitted, source))
        }
        EvalSource::File { .. } => None,
    }
}

fn chances(cx: &Cx<'_>, p: &Palette, known: &[GamePoint]) -> Vec<Curve> {
    let tree = &cx.model.game.tree;
    let mut points: [Vec<Point>; 3] = Default::default();
    for at in known {
        let Some((wdl, source)) = chances_at(cx.model, at) else { continue };
        let percent = [wdl.win, wdl.draw, wdl.loss].map(|permille| f64::from(permille) / 10.0);
        let name = move_name(tree, at.node);
        let notes = [
            t!("study-chance-white", san = name, percent = format!("{:.0}", percent[0])),
            t!("study-chance-draw", percent = format!("{:.0}", percent[1])),
            t!("study-chance-black", percent = format!("{:.0}", percent[2]), source = source),
        ];
        for ((points, y), note) in points.iter_mut().zip(percent).zip(notes) {
            points.push(Point::exact(at.ply as f64, y, note));
        }
    }
    let names = [t!("study-white-wins"), t!("draw"), t!("study-black-wins")];
    let colors = [p.series[0], p.series[1], p.series[2]];
    let each = points.into_iter().zip(names).zip(colors);
    each.map(|((points, source), color)| Curve::new(source, color, points)).collect()
}

fn times(cx: &Cx<'_>, p: &Palette, line: &[NodeId]) -> Vec<Curve> {
    let game = &cx.model.game;
    let spent = times::time_spent(game, line);
    let of = |side: Color| {
        let own = spent.iter().filter(|spent| spent.side == side);
        own.map(|spent| {
            let seconds = spent.ms as f64 / 1000.0;
            let name = move_name(&game.tree, spent.node);
            let note = t!("study-time-spent", san = name, seconds = tabia_text::number(seconds, 1));
            Point::exact(spent.ply as f64, seconds, note)
        })
        .collect::<Vec<_>>()
    };
    let both = [(Color::White, p.series[0]), (Color::Black, p.series[1])];
    both.map(|(side, color)| Curve::new(words::side(side), color, of(side))).into()
}

fn depths(cx: &Cx<'_>, p: &Palette, known: &[GamePoint]) -> Vec<Curve> {
    let tree = &cx.model.game.tree;
    let points = known.iter().filter_map(|at| {
        let (EvalSource::Engine { depth, .. } | EvalSource::File { depth: Some(depth) }) =
            at.source
        else {
            return None;
        };
        let note =
            format!("{}: {}", move_name(tree, at.node), analysis::source_text(cx.model, at.source));
        Some(Point::exact(at.ply as f64, f64::from(depth), note))
    });
    vec![Curve::new(t!("study-curve-depth"), p.series[1], points.collect())]
}

#[cfg(test)]
mod tests {
    use tabia_engine::search::score::Bound;

    use super::*;

    #[test]
    fn of_many_points_the_peaks_are_kept() {
        let point = |ply: usize| GamePoint {
            ply,
            node: NodeId::ROOT,
            score: Score::Cp(if ply == 40_007 { -900 } else { (ply % 7) as i32 }),
            bound: Bound::Exact,
            source: EvalSource::File { depth: None },
        };
        let all: Vec<GamePoint> = (0..100_000).map(point).collect();
        let few = thinned(&all);
        assert!(few.len() <= MAX_POINTS && few.is_sorted_by_key(|at| at.ply));
        assert!(few.iter().any(|at| at.ply == 40_007));
        assert_eq!(thinned(&all[..500]), all[..500]);
    }
}
