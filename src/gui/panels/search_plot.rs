//! Score, depth and nodes over the time of one search.

use eframe::egui::{ScrollArea, Ui};

use crate::app::action::Action;
use crate::search::score::Bound;

use super::super::context::Cx;
use super::super::parts;
use super::super::theme;
use super::super::widgets::plot::{self, Curve, Point};

/// Height of the gaps below a plot and its title, points.
const BETWEEN: f32 = 2.0 * theme::GAP + 4.0;

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let Some(search) = cx.search().filter(|search| search.series.len() >= 2) else {
        return parts::no_search(ui, cx, "Nothing to plot yet", out);
    };
    let p = theme::palette(ui);
    let source = format!("alpha-beta, depth {}", search.depth());
    let seconds = |ms: u64| ms as f64 / 1000.0;
    let score = search.series.iter().map(|at| Point {
        x: seconds(at.time_ms),
        y: f64::from(at.score.clamped_cp(1000)) / 100.0,
        bound: at.bound,
        note: format!("{}{} at depth {}", at.bound.sign(), at.score, at.depth),
    });
    let score: Vec<Point> = score.collect();
    let exact = |at_ms: u64, y: f64, note: String| Point {
        x: seconds(at_ms),
        y,
        bound: Bound::Exact,
        note,
    };
    let ends = || search.series.iter().filter(|at| at.bound == Bound::Exact);
    let depth = ends()
        .map(|at| exact(at.time_ms, f64::from(at.depth), format!("depth {}", at.depth)))
        .collect();
    let millions = |nodes: u64| nodes as f64 / 1e6;
    let nodes = search
        .pulse
        .iter()
        .map(|at| {
            let note = format!("{:.2} M nodes", millions(at.nodes));
            exact(at.time_ms, millions(at.nodes), note)
        })
        .collect();
    let curve = |name: &str, unit: &str, color, points: Vec<Point>| Curve {
        name: name.to_owned(),
        unit: unit.to_owned(),
        source: source.clone(),
        color,
        points,
    };
    let curves = [
        curve("Score", "pawns, White's view", p.series[0], score),
        curve("Depth", "plies", p.series[1], depth),
        curve("Nodes", "millions", p.series[2], nodes),
    ];
    // What a weak level thinks of its position is no evaluation.
    let shown = if search.judges() { &curves[..] } else { &curves[1..] };
    parts::weak_note(ui, cx);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let space = ui.available_height() - shown.len() as f32 * BETWEEN;
        let height = (space / shown.len() as f32).max(96.0);
        for curve in shown {
            plot::over_time(ui, curve, height);
        }
    });
}
