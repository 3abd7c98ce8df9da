//! Counters and rates of the search (what it did with its nodes, and why it skipped so many; for a playout search, how
//! its tree grew), and its course over time as curves.

use eframe::egui::{Color32, RichText, ScrollArea, Ui};

use tabia_app::action::Action;
use tabia_app::engines::telemetry::{PulsePoint, SearchView, SeriesPoint};
use tabia_app::window::notation;
use tabia_engine::search::detail::{AlphaBetaDetail, PruneReason, PuctDetail, SearchCounts};
use tabia_engine::search::score::Bound;
use tabia_engine::search::thinker::EngineId;
use tabia_text::{number, t};

use crate::gui::look::{format, theme};
use crate::gui::panels::lab::profile;
use crate::gui::present::context::Cx;
use crate::gui::present::{analysis, empty, roster};
use crate::gui::widgets::bars::Bar;
use crate::gui::widgets::plot::{Curve, Point, TimePlot};
use crate::gui::widgets::{bars, plot};

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let (Some(search), Some(live)) = (analysis::search(cx.model), analysis::live(cx.model)) else {
        return empty::no_search(ui, cx, t!("search-none"), out);
    };
    empty::search_notes(ui, cx);
    if let Some(detail) = live.detail.puct() {
        return playouts(ui, cx, detail, live.progress.hashfull);
    }
    let Some(AlphaBetaDetail { counts, .. }) = live.detail.alphabeta() else {
        empty::empty(ui, t!("search-no-counters"), t!("search-no-counters.why"));
        return;
    };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        section(ui, t!("search-rates"));
        bars::show(ui, &rates(counts, live.progress.hashfull, search.branching_factor()));
        profile::of_counts(ui, counts);
    });
}

/// The title of a part.
fn section(ui: &mut Ui, title: &str) {
    ui.add_space(4.0);
    ui.label(RichText::new(title).strong());
}

fn share(part: u64, whole: u64) -> f32 {
    if whole == 0 { 0.0 } else { part as f32 / whole as f32 }
}

fn rates(c: &SearchCounts, hashfull: Option<u32>, branching: Option<f64>) -> Vec<Bar> {
    let rate = |name: &str, part: u64, whole: u64, hint: &str| Bar {
        name: name.to_owned(),
        share: Some(share(part, whole)),
        value: format::percent(part, whole),
        hint: t!(
            "search-rate-hint",
            what = hint,
            part = format::count(part),
            whole = format::count(whole),
        ),
    };
    let null = c.pruned[PruneReason::NullMove.index()];
    let mut bars = vec![
        rate(
            t!("search-first-move-cutoffs"),
            c.first_move_cutoffs,
            c.beta_cutoffs,
            t!("search-first-move-cutoffs.hint"),
        ),
        rate(t!("search-table-hits"), c.tt_hits, c.tt_probes, t!("search-table-hits.hint")),
        rate(t!("search-quiescence-share"), c.qnodes, c.nodes, t!("search-quiescence-share.hint")),
        rate(t!("search-null-cutoffs"), null, c.null_tries, t!("search-null-cutoffs.hint")),
        rate(t!("search-lmr"), c.lmr_researches, c.lmr_tries, t!("search-lmr.hint")),
    ];
    if let Some(hashfull) = hashfull {
        bars.push(Bar {
            name: t!("search-hash").to_owned(),
            share: Some(hashfull as f32 / 1000.0),
            value: format::permille(hashfull),
            hint: t!("search-hash.hint").to_owned(),
        });
    }
    if let Some(branching) = branching {
        bars.push(Bar {
            name: t!("search-branching").to_owned(),
            share: None,
            value: number(branching, 2),
            hint: t!("search-branching.hint").to_owned(),
        });
    }
    bars
}

/// Maximum number of root moves shown.
const MOVES: usize = 12;

/// Shows how a playout search grew its tree and where its playouts went.
fn playouts(ui: &mut Ui, cx: &Cx<'_>, detail: &PuctDetail, hashfull: Option<u32>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        section(ui, t!("search-tree"));
        bars::show(ui, &tree(detail, hashfull));
        section(ui, t!("search-tree-moves"));
        bars::show(ui, &moves(cx, detail));
    });
}

fn tree(detail: &PuctDetail, hashfull: Option<u32>) -> Vec<Bar> {
    let plain = |name: &str, value: String, hint: &str| Bar {
        name: name.to_owned(),
        share: None,
        value,
        hint: hint.to_owned(),
    };
    let mut bars = vec![
        plain(
            analysis::units(EngineId::PUCT).nodes,
            format::count(detail.playouts),
            t!("search-playouts.hint"),
        ),
        plain(t!("search-reused"), format::count(detail.kept()), t!("search-reused.hint")),
        plain(
            t!("search-mean-line"),
            t!("search-mean-line.value", n = number(f64::from(detail.mean_depth), 1)),
            t!("search-mean-line.hint"),
        ),
        plain(t!("column-nodes"), format::count(detail.nodes), t!("search-tree-nodes")),
    ];
    if detail.discarded > 0 {
        let hint = t!("search-discarded.hint");
        bars.push(plain(t!("search-discarded"), format::count(detail.discarded), hint));
    }
    if let Some(hashfull) = hashfull {
        bars.push(Bar {
            name: analysis::units(EngineId::PUCT).memory.to_owned(),
            share: Some(hashfull as f32 / 1000.0),
            value: format::permille(hashfull),
            hint: t!("search-memory.hint").to_owned(),
        });
    }
    bars
}

fn moves(cx: &Cx<'_>, detail: &PuctDetail) -> Vec<Bar> {
    let board = analysis::search_board(cx.model);
    let all: u64 = detail.moves.iter().map(|root| u64::from(root.n)).sum();
    let legal = detail.moves.iter().filter(|root| board.is_legal(root.mv));
    legal
        .take(MOVES)
        .map(|root| Bar {
            name: notation::san(&board, root.mv),
            share: Some(if all == 0 { 0.0 } else { root.n as f32 / all as f32 }),
            value: format::percent(u64::from(root.n), all),
            hint: t!(
                "search-move-playouts",
                n = format::count(u64::from(root.n)),
                all = format::count(all),
                value = number(f64::from(root.q) * 100.0, 1),
                prior = number(f64::from(root.p) * 100.0, 1),
            ),
        })
        .collect()
}

// Score, depth and nodes over the time of a search, a curve for each engine that searched the position.

/// Height of the gaps below a plot and its title, points.
const BETWEEN: f32 = 2.0 * theme::GAP + 4.0;

pub(crate) fn search_plot(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let searches = searches(cx);
    if searches.is_empty() {
        return empty::no_search(ui, cx, t!("search-plot-none"), out);
    }
    let p = theme::palette(ui);
    let several = searches.len() > 1;
    let curves = |of: &dyn Fn(&SearchView) -> Vec<Point>, alone: Color32| {
        let one = |search: &&SearchView| {
            let owner = cx.model.engine_name(search.engine);
            let slot = roster::slot(cx.model, search.engine) % p.engines.len();
            let color = if several { p.engines[slot] } else { alone };
            let best = analysis::line_views(cx.model, search.lines.clone()).into_iter().next();
            let depth = analysis::depth_of(search, best.as_ref());
            let source = t!("search-curve", engine = owner.as_str(), depth = depth);
            let curve = Curve::new(source, color, of(search));
            Curve { owner: if several { owner } else { String::new() }, ..curve }
        };
        searches.iter().map(one).filter(|curve| !curve.points.is_empty()).collect::<Vec<_>>()
    };
    // If at least one of several counts nodes, the curves show nodes.
    let counted = searches.iter().find(|search| search.engine != EngineId::PUCT);
    let units = analysis::units(counted.map_or(EngineId::PUCT, |search| search.engine));
    let all = [
        // What a weak level thinks of its position is no evaluation.
        ([t!("column-score"), t!("search-unit-score")], limited(curves(&scores, p.series[0]))),
        ([t!("column-depth"), t!("search-unit-plies")], curves(&depths, p.series[1])),
        ([units.nodes, t!("search-unit-millions")], curves(&nodes, p.series[2])),
    ];
    // Depths and counts are not negative.
    let possible = [f64::NEG_INFINITY, 0.0, 0.0].map(|least| (least, f64::INFINITY));
    let shown = all.iter().zip(possible).filter(|((_, curves), _)| !curves.is_empty());
    let shown: Vec<TimePlot<'_>> = shown
        .map(|((names, curves), possible)| TimePlot {
            names: *names,
            curves,
            possible,
            whole: false,
        })
        .collect();
    empty::search_notes(ui, cx);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let space = ui.available_height() - shown.len() as f32 * BETWEEN;
        let height = (space / shown.len().max(1) as f32).max(96.0);
        plot::over_time(ui, &shown, height);
    });
}

/// The searches of the position that have something to plot, the focused one first.
fn searches<'a>(cx: &Cx<'a>) -> Vec<&'a SearchView> {
    let (tree, node) = (&cx.model.game.tree, analysis::search_node(cx.model));
    let own = analysis::search(cx.model);
    let others = cx.model.analysing().into_iter().filter(|&id| id != cx.model.focus());
    let others = others.filter_map(|id| cx.model.telemetry.search_of(tree, node, id));
    // Pondering is about another position than the others have.
    let others = others.filter(|_| analysis::pondered(cx.model).is_none());
    own.into_iter().chain(others).filter(|search| search.series.len() >= 2).collect()
}

fn limited(curves: Vec<Curve>) -> Vec<Curve> {
    let scores = curves.iter().flat_map(|curve| &curve.points).map(|point| point.y);
    let limit = plot::score_limit(scores);
    curves.into_iter().map(|curve| Curve { limit, bounds: true, ..curve }).collect()
}

fn seconds(ms: u64) -> f64 {
    ms as f64 / 1000.0
}

fn millions(nodes: u64) -> f64 {
    nodes as f64 / 1e6
}

fn exact(at_ms: u64, y: f64, note: String) -> Point {
    Point::exact(seconds(at_ms), y, note)
}

fn scores(search: &SearchView) -> Vec<Point> {
    let evaluated = search.series.iter().filter(|_| search.judges()).copied();
    let (drawn, _) =
        plot::thinned(&evaluated.collect::<Vec<SeriesPoint>>(), |at| plot::pawns(at.score));
    let point = drawn.iter().map(|at| Point {
        x: seconds(at.time_ms),
        y: plot::pawns(at.score),
        bound: at.bound,
        note: t!(
            "search-point-score",
            score = format!("{}{}", at.bound.sign(), at.score.text()),
            depth = at.depth,
        ),
    });
    point.collect()
}

fn depths(search: &SearchView) -> Vec<Point> {
    let ends = search.series.iter().filter(|at| at.bound == Bound::Exact);
    ends.map(|at| exact(at.time_ms, f64::from(at.depth), t!("present-depth", depth = at.depth)))
        .collect()
}

fn nodes(search: &SearchView) -> Vec<Point> {
    let unit = analysis::units(search.engine).word;
    let note = |nodes: u64| t!("search-point-nodes", n = number(millions(nodes), 2), unit = unit);
    let pulse: Vec<PulsePoint> = search.pulse.iter().copied().collect();
    let (drawn, _) = plot::thinned(&pulse, |at| at.nodes as f64);
    drawn.iter().map(|at| exact(at.time_ms, millions(at.nodes), note(at.nodes))).collect()
}
