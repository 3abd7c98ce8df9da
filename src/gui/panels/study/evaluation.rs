//! Graphs over the game. The evaluation has one point for each position of the shown line that a search has evaluated,
//! and no line over positions that none has. A game of two engines has a curve for what each said of its own moves, as
//! they are two opinions. The phases of the game are marked, and so are assessed moves, with their glyphs. A click goes
//! to the position.

use std::collections::HashMap;
use std::time::Duration;

use eframe::egui::{Color32, Id, Ui};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::engines::telemetry::{EvalSource, GamePoint};
use tabia_app::game::clock::TimeControl;
use tabia_app::game::times;
use tabia_app::model::Model;
use tabia_app::review::state::ReviewRun;
use tabia_app::window::view::Graph;
use tabia_chess::Color;
use tabia_engine::search::score::{Pov, Wdl};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::annotation::Nag;
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_games::words;
use tabia_host::review::MoveReview;
use tabia_host::review::phase::phases;
use tabia_text::t;

use crate::gui::look::format::{NAME, elided, move_name, plies_before};
use crate::gui::look::theme;
use crate::gui::look::theme::Palette;
use crate::gui::panels::study::review::class_words;
use crate::gui::present::context::Cx;
use crate::gui::present::{analysis, empty, memo};
use crate::gui::widgets::plot::{Course, Curve, Point, Sign};
use crate::gui::widgets::{buttons, plot};

/// Maximum distance, in plies, of two positions joined by a line: an engine that evaluates only one side's moves skips
/// every other position.
const REACH: f64 = 2.0;
/// Maximum number of glyphs drawn, evenly spread.
const MAX_SIGNS: usize = 150;
/// A longer line, in positions, is not processed at every update of the engine
const LONG_LINE: usize = 3_000;
/// but only after this time, seconds.
const REBUILD_INTERVAL: f64 = 1.0;

/// The curve as last built.
#[derive(Clone, Debug)]
struct CachedCurve {
    of: CacheKey,
    built: f64,
    /// Its line, from the root on.
    line: Vec<NodeId>,
    curves: Vec<Curve>,
    course: Course,
}

/// What a curve depends on.
#[derive(Clone, Debug, PartialEq)]
struct CacheKey {
    game: u64,
    tree: u64,
    results: u64,
    review: u64,
    focus: EngineId,
    /// The names of the players if they are two engines.
    engines: Option<[String; 2]>,
    /// The names of the user's engines, which its notes contain.
    names: Vec<String>,
    /// The time control of each side.
    controls: Option<[TimeControl; 2]>,
    color: Color32,
    graph: Graph,
    /// The name of the language of its notes.
    language: &'static str,
}

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let ctx = ui.ctx().clone();
    memo::with_kept(&ctx, Id::unique("evaluation curve"), |cache| show_curve(ui, cx, cache, out));
}

fn show_curve(ui: &mut Ui, cx: &Cx<'_>, cache: &mut Option<CachedCurve>, out: &mut Vec<Action>) {
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
            return empty::empty(ui, what, why);
        }
        let plays_weak = analysis::weak_opponent(cx.model).is_some();
        let why = match analysis::weak_level(cx.model) {
            _ if plays_weak => t!("present-weak.why"),
            Some(_) => t!("study-no-score.weak"),
            None => why,
        };
        let fills = match () {
            () if UserCommand::ReviewGame.is_enabled(cx.model) => UserCommand::ReviewGame,
            () if plays_weak => UserCommand::Watch,
            () => UserCommand::ToggleAnalysis,
        };
        return empty::offer(ui, cx, [what, why], &[fills], out);
    };
    let game = &cx.model.game;
    cache.course.shown = game.tree.ply(game.current);
    let height = ui.available_height();
    let curves = &cache.curves[..];
    let clicked = if graph == Graph::Score {
        plot::over_game(ui, names_of(graph), curves, &cache.course, height)
    } else {
        let size = (height, least_top(graph), highest(graph));
        plot::several_over_game(ui, names_of(graph), curves, &cache.course, size)
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
        engines: engines(model),
        names: model.settings.engines.engines.iter().map(|of| of.title().to_owned()).collect(),
        controls: times::known_controls(&model.game),
        color: theme::palette(ui).series[0],
        graph: model.view.graph,
        language: t!("language-name"),
    }
}

/// Whether a curve is still up to date, or was built too recently to rebuild.
fn is_current(ui: &Ui, cx: &Cx<'_>, cache: Option<&CachedCurve>) -> bool {
    let Some(cache) = cache else { return false };
    let (game, now) = (&cx.model.game, state(ui, cx));
    let (tree, ply) = (&game.tree, game.tree.ply(game.current));
    let through = cache.line.get(ply) == Some(&game.current);
    if cache.of == now && through {
        return true;
    }
    // The next move of the same line does not make another line.
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
    let line = cx.model.game.line();
    // Win probabilities are taken from the search that found them; a review keeps none.
    let known = match graph {
        Graph::Chances => cx.model.telemetry.over_line(tree, &line, cx.model.focus()),
        Graph::Score | Graph::Time | Graph::Depth => cx.model.evaluations(&line),
    };
    if graph != Graph::Score {
        let (few, _) = thinned(&known);
        let curves = curves(cx, theme::palette(ui), graph, (&line, &few));
        let parts = parts_of(tree, &line);
        let before = plies_before(tree);
        let course = Course { before, plies: line.len(), parts, ..Course::default() };
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
    let point = |at: GamePoint| {
        let value = analysis::point_text(cx.model, &at);
        let found = reviews.get(&at.node);
        let class =
            found.map_or(String::new(), |found| format!("\n{}", class_words(found.class)[0]));
        Point {
            x: at.ply as f64,
            y: plot::pawns(at.score),
            bound: at.bound,
            note: format!("{}: {value}{class}", move_name(tree, at.node)),
        }
    };
    let p = theme::palette(ui);
    let curve = |(at, opinion): (usize, Opinion)| {
        let (points, apart) = thinned(&opinion.points);
        let points = points.into_iter().map(point).collect();
        let curve = Curve::new(opinion.source, p.series[at % p.series.len()], points);
        Curve { owner: opinion.owner, reach: REACH.max(apart), limit: plot::MAX_PAWNS, ..curve }
    };
    let all = opinions(cx.model, &line, &known, t!("study-curve-score"));
    let curves = all.into_iter().enumerate().map(curve).collect();
    let mut signs: Vec<Sign> =
        known.iter().filter_map(|at| sign(tree, p, at, reviews.get(&at.node).copied())).collect();
    let step = signs.len().div_ceil(MAX_SIGNS).max(1);
    let mut number = 0;
    signs.retain(|_| {
        number += 1;
        (number - 1) % step == 0
    });
    let (before, parts) = (plies_before(tree), parts_of(tree, &line));
    let course = Course { before, plies: line.len(), parts, signs, ..Course::default() };
    CachedCurve { of: state(ui, cx), built: ui.input(|input| input.time), line, curves, course }
}

/// The results of one source for the positions of a line.
#[derive(Debug)]
struct Opinion {
    /// The source, for the legend.
    source: String,
    /// The same for the notes; empty if there is only one source.
    owner: String,
    points: Vec<GamePoint>,
}

/// The names of White and Black if the game is one of two engines.
fn engines(model: &Model) -> Option<[String; 2]> {
    let known = |name: &str| model.choosable().iter().any(|(_, known)| known == name);
    let names = model.game.tags.engine_players(known)?;
    Some(names.map(|name| elided(name, NAME).into_owned()))
}

/// The results for a line, by source: in a game of two engines what each said of its own moves and what was found here
/// since, else all of them together. Sources without a point are left out.
fn opinions(model: &Model, line: &[NodeId], known: &[GamePoint], alone: &str) -> Vec<Opinion> {
    let (tree, telemetry) = (&model.game.tree, &model.telemetry);
    let in_file = |side: Color| {
        let own =
            line.iter().filter(move |&&node| node != NodeId::ROOT && tree.mover(node) == side);
        own.filter_map(|&node| telemetry.in_file(tree, node)).collect::<Vec<_>>()
    };
    let both = Color::ALL.map(in_file);
    let names = engines(model).filter(|_| both.iter().all(|points| !points.is_empty()));
    let mut all: Vec<Opinion> = match names {
        None => {
            let (source, owner) = (alone.to_owned(), String::new());
            vec![Opinion { source, owner, points: known.to_vec() }]
        }
        Some(names) => {
            let of =
                |(name, points): (String, _)| Opinion { source: name.clone(), owner: name, points };
            let here = known.iter().filter(|at| !matches!(at.source, EvalSource::File { .. }));
            let source = t!("study-curve-here").to_owned();
            let here = Opinion { owner: source.clone(), source, points: here.copied().collect() };
            names.into_iter().zip(both).map(of).chain([here]).collect()
        }
    };
    all.retain(|opinion| !opinion.points.is_empty());
    all
}

/// As many points as are drawn, see [`plot::thinned`].
fn thinned(known: &[GamePoint]) -> (Vec<GamePoint>, f64) {
    plot::thinned(known, |at| plot::pawns(at.score))
}

/// Where each phase of the game begins.
fn parts_of(tree: &GameTree, line: &[NodeId]) -> Vec<(usize, &'static str)> {
    let all = phases(line.iter().map(|&node| tree.board(node)));
    let begins = |ply: usize| ply == 0 || all[ply - 1] != all[ply];
    let parts = all.iter().enumerate().filter(|(ply, _)| begins(*ply));
    parts.map(|(ply, phase)| (ply, phase.name())).collect()
}

/// The glyph that assesses a move: the review's, else one from the game.
fn sign(tree: &GameTree, p: &Palette, at: &GamePoint, review: Option<&MoveReview>) -> Option<Sign> {
    let noted = || tree.nags(at.node).iter().copied().find(|nag| nag.judges_move());
    let nag = review.and_then(|found| found.class.nag()).or_else(noted)?;
    let color = match nag {
        Nag::BLUNDER => p.bad,
        Nag::MISTAKE | Nag::DUBIOUS => p.warn,
        _ => p.good,
    };
    Some(Sign { x: at.ply as f64, y: plot::pawns(at.score), text: nag.sign()?, color })
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

/// If there is nothing to draw: what is missing and how to get it.
fn missing(graph: Graph) -> [&'static str; 2] {
    match graph {
        Graph::Score => [t!("study-no-score"), t!("study-no-score.why")],
        Graph::Chances => [t!("study-no-chances"), t!("study-no-chances.why")],
        Graph::Time => [t!("study-no-times"), t!("study-no-times.why")],
        Graph::Depth => [t!("study-no-depths"), t!("study-no-depths.why")],
    }
}

/// The minimum upper end of the vertical axis, so that a flat curve looks flat.
fn least_top(graph: Graph) -> f64 {
    match graph {
        // A second, so that the moves of fast games can be distinguished.
        Graph::Score | Graph::Time => 1.0,
        Graph::Chances => 100.0,
        Graph::Depth => 5.0,
    }
}

/// The largest possible value.
fn highest(graph: Graph) -> f64 {
    if graph == Graph::Chances { plot::PERCENT.1 } else { f64::INFINITY }
}

/// The curves of a graph over a line with the results `known`; empty if there is no point.
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
        Graph::Depth => depths(cx, p, line, known),
    };
    all.into_iter().filter(|curve| !curve.points.is_empty()).collect()
}

/// White's win probabilities in a position, and their source: the engine itself if it reports them, else the model
/// fitted to the games of the built-in engine, which applies only to that engine. `None` if there is no source.
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
            let info = &model.telemetry.first_line(tree, at.node, id)?.info;
            let wdl = analysis::chances(id, info, board, Pov::White)?;
            let depth = depth.to_string();
            Some((
                wdl,
                match info.wdl {
                    Some(_) => t!("study-chance-reported", engine = name, depth = depth),
                    None => t!("study-chance-fitted", engine = name, depth = depth),
                },
            ))
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
        let whole = analysis::per_cent(wdl).map(|percent| percent.to_string());
        let [white, draw, black] = &whole;
        let notes = [
            t!("study-chance-white", san = name, percent = white.as_str()),
            t!("study-chance-draw", percent = draw.as_str()),
            t!("study-chance-black", percent = black.as_str(), source = source),
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

fn depths(cx: &Cx<'_>, p: &Palette, line: &[NodeId], known: &[GamePoint]) -> Vec<Curve> {
    let tree = &cx.model.game.tree;
    let point = |at: &GamePoint| {
        let (EvalSource::Engine { depth, .. } | EvalSource::File { depth: Some(depth) }) =
            at.source
        else {
            return None;
        };
        let note =
            format!("{}: {}", move_name(tree, at.node), analysis::source_text(cx.model, at.source));
        Some(Point::exact(at.ply as f64, f64::from(depth), note))
    };
    let all = opinions(cx.model, line, known, t!("study-curve-depth"));
    let several = all.len() > 1;
    let curve = |(at, opinion): (usize, Opinion)| {
        let points = opinion.points.iter().filter_map(point).collect();
        let color = p.series[if several { at % p.series.len() } else { 1 }];
        Curve { owner: opinion.owner, ..Curve::new(opinion.source, color, points) }
    };
    all.into_iter().enumerate().map(curve).collect()
}

#[cfg(test)]
mod tests {
    use tabia_app::update::update;
    use tabia_app::window::settings::Settings;
    use tabia_engine::search::report::IterationInfo;
    use tabia_engine::search::score::{Bound, Score};
    use tabia_host::worker::protocol::Event;

    use super::*;

    fn model(game: &str) -> Model {
        let mut model = Model::new(Settings::default());
        let _ = update(&mut model, Action::PasteText(game.to_owned()), 0);
        let _ = update(&mut model, Action::Command(UserCommand::Last), 0);
        model
    }

    fn curves_of(model: &Model) -> Vec<(String, Vec<usize>)> {
        let line = model.game.line();
        let known = model.evaluations(&line);
        let plies = |of: &Opinion| of.points.iter().map(|at| at.ply).collect();
        let all = opinions(model, &line, &known, "all");
        all.iter().map(|of| (of.source.clone(), plies(of))).collect()
    }

    const MOVES: &str =
        "1. e4 {[%eval 0.3]} e5 {[%eval 1.1]} 2. Nf3 {[%eval 0.2]} Nc6 {[%eval 1.2]} *";

    #[test]
    fn a_game_of_two_engines_has_a_curve_for_each() {
        let game = format!("[White \"Stockfish 16\"]\n[Black \"Lc0\"]\n\n{MOVES}");
        let mut model = model(&game);
        let both = [("Stockfish 16".to_owned(), vec![1, 3]), ("Lc0".to_owned(), vec![2, 4])];
        assert_eq!(curves_of(&model), both);
        // An analysis here is a third opinion and does not change theirs.
        let _ = update(&mut model, Action::Command(UserCommand::ToggleAnalysis), 0);
        let job = model.engine.job(EngineId::BUILT_IN).unwrap().id;
        let board = *model.game.board();
        let info = IterationInfo::new(9, board.stm(), Score::Cp(20), vec![board.legal_moves()[0]]);
        let event = Event::Iteration { job, info };
        let _ = update(&mut model, Action::Engine(EngineId::BUILT_IN, event), 0);
        let [white, black] = both;
        let here = (t!("study-curve-here").to_owned(), vec![4]);
        assert_eq!(curves_of(&model), [white, black, here]);
    }

    #[test]
    fn a_game_of_people_has_one_curve() {
        let game = format!("[White \"Anna\"]\n[Black \"Stockfish 16\"]\n\n{MOVES}");
        assert_eq!(curves_of(&model(&game)), [("all".to_owned(), vec![1, 2, 3, 4])]);
        let unknown = "[White \"Stockfish 16\"]\n[Black \"Lc0\"]\n\n1. e4 {[%eval 0.3]} e5 *";
        assert_eq!(curves_of(&model(unknown)), [("all".to_owned(), vec![1])]);
    }

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
        let (few, apart) = thinned(&all);
        assert!(few.array_windows().all(|[a, b]| (b.ply - a.ply) as f64 <= apart));
        assert!(few.len() <= plot::MAX_POINTS && few.is_sorted_by_key(|at| at.ply));
        assert!(few.iter().any(|at| at.ply == 40_007));
        assert_eq!(thinned(&all[..500]).0, all[..500]);
    }
}
