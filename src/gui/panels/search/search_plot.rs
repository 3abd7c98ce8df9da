//! Score, depth and nodes over the time of a search, a curve for each engine that searched the position.

use eframe::egui::{Color32, ScrollArea, Ui};

use tabia_app::action::Action;
use tabia_app::engines::telemetry::SearchView;
use tabia_engine::search::score::Bound;

use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::{analysis, parts, roster};
use crate::gui::widgets::plot::{self, Curve, Point};

/// Height of the gaps below a plot and its title, points.
const BETWEEN: f32 = 2.0 * theme::GAP + 4.0;

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let searches = searches(cx);
    if searches.is_empty() {
        return parts::no_search(ui, cx, "Nothing to plot yet", out);
    }
    let p = theme::palette(ui);
    let several = searches.len() > 1;
    let curves = |of: &dyn Fn(&SearchView) -> Vec<Point>, alone: Color32| {
        let one = |search: &&SearchView| {
            let owner = cx.model.engine_name(search.engine);
            let slot = roster::slot(cx.model, search.engine) % p.engines.len();
            let color = if several { p.engines[slot] } else { alone };
            let curve = Curve::new(format!("{owner}, depth {}", search.depth()), color, of(search));
            Curve { owner: if several { owner } else { String::new() }, ..curve }
        };
        searches.iter().map(one).filter(|curve| !curve.points.is_empty()).collect::<Vec<_>>()
    };
    let all = [
        // What a weak level thinks of its position is no evaluation.
        (["Score", "pawns, White's view"], curves(&scores, p.series[0])),
        (["Depth", "plies"], curves(&depths, p.series[1])),
        (["Nodes", "millions"], curves(&nodes, p.series[2])),
    ];
    let shown: Vec<_> = all.iter().filter(|(_, curves)| !curves.is_empty()).collect();
    parts::search_notes(ui, cx);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let space = ui.available_height() - shown.len() as f32 * BETWEEN;
        let height = (space / shown.len().max(1) as f32).max(96.0);
        for (names, curves) in shown {
            plot::over_time(ui, *names, curves, height);
        }
    });
}

/// The searches of the position that have something to plot, the one in focus first.
fn searches<'a>(cx: &Cx<'a>) -> Vec<&'a SearchView> {
    let (tree, node) = (&cx.model.game.tree, analysis::search_node(cx.model));
    let own = analysis::search(cx.model);
    let others = cx.model.analysing().into_iter().filter(|&id| id != cx.model.focus());
    let others = others.filter_map(|id| cx.model.telemetry.search_of(tree, node, id));
    // What is pondered on is another position than the others have.
    let others = others.filter(|_| analysis::pondered(cx.model).is_none());
    own.into_iter().chain(others).filter(|search| search.series.len() >= 2).collect()
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
    let judged = search.series.iter().filter(|_| search.judges());
    let point = judged.map(|at| Point {
        x: seconds(at.time_ms),
        y: f64::from(at.score.clamped_cp(1000)) / 100.0,
        bound: at.bound,
        note: format!("{}{} at depth {}", at.bound.sign(), at.score, at.depth),
    });
    point.collect()
}

fn depths(search: &SearchView) -> Vec<Point> {
    let ends = search.series.iter().filter(|at| at.bound == Bound::Exact);
    ends.map(|at| exact(at.time_ms, f64::from(at.depth), format!("depth {}", at.depth))).collect()
}

fn nodes(search: &SearchView) -> Vec<Point> {
    let note = |nodes: u64| format!("{:.2} M nodes", millions(nodes));
    search.pulse.iter().map(|at| exact(at.time_ms, millions(at.nodes), note(at.nodes))).collect()
}
