//! Counters and rates of the search (what it did with its nodes, and why it left so many out; of a tree search by
//! playouts, how its tree grew), and its course over time as curves.

use eframe::egui::{Color32, RichText, ScrollArea, Ui};

use tabia_app::action::Action;
use tabia_app::engines::telemetry::SearchView;
use tabia_chess::san;
use tabia_engine::search::detail::{AlphaBetaDetail, PruneReason, PuctDetail, SearchCounts};
use tabia_engine::search::score::Bound;

use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::{analysis, parts, roster};
use crate::gui::widgets::bars::Bar;
use crate::gui::widgets::plot::{Curve, Point};
use crate::gui::widgets::{bars, plot};

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let (Some(search), Some(live)) = (analysis::search(cx.model), analysis::live(cx.model)) else {
        return parts::no_search(ui, cx, "No search yet", out);
    };
    parts::search_notes(ui, cx);
    if let Some(detail) = live.detail.puct() {
        return playouts(ui, cx, detail, live.progress.hashfull);
    }
    let Some(AlphaBetaDetail { counts, .. }) = live.detail.alphabeta() else {
        parts::empty(ui, "No counters", "This engine does not tell what it does with its nodes");
        return;
    };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        section(ui, "Rates");
        bars::show(ui, &rates(counts, live.progress.hashfull, search.branching_factor()));
        section(ui, "Left out, and why");
        let total: u64 = counts.pruned.iter().sum();
        let mut reasons: Vec<Bar> = PruneReason::ALL
            .into_iter()
            .filter(|reason| counts.pruned[reason.index()] > 0)
            .map(|reason| {
                let count = counts.pruned[reason.index()];
                Bar {
                    name: reason.name().to_owned(),
                    share: Some(share(count, total)),
                    value: format::count(count),
                    hint: format!("{} of everything left out", format::percent(count, total)),
                }
            })
            .collect();
        reasons.sort_by(|a, b| b.share.unwrap_or(0.0).total_cmp(&a.share.unwrap_or(0.0)));
        bars::show(ui, &reasons);
        section(ui, "Aspiration windows");
        let c = counts;
        let text = format!("failed low {}, failed high {}", c.aspiration_low, c.aspiration_high);
        ui.label(RichText::new(text).color(theme::palette(ui).text_weak));
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
        hint: format!("{hint}: {} of {}", format::count(part), format::count(whole)),
    };
    let null = c.pruned[PruneReason::NullMove.index()];
    let mut bars = vec![
        rate(
            "First move cuts",
            c.first_move_cutoffs,
            c.beta_cutoffs,
            "Cut-offs by the first move tried; above 90 % means good move ordering",
        ),
        rate("Table hits", c.tt_hits, c.tt_probes, "Look-ups that found the position"),
        rate("Quiescence share", c.qnodes, c.nodes, "Nodes spent on captures and checks"),
        rate("Null move cuts", null, c.null_tries, "Passed moves that still failed high"),
        rate(
            "LMR searched again",
            c.lmr_researches,
            c.lmr_tries,
            "Reduced moves that had to be searched at full depth",
        ),
    ];
    if let Some(hashfull) = hashfull {
        bars.push(Bar {
            name: "Hash in use".to_owned(),
            share: Some(hashfull as f32 / 1000.0),
            value: format::permille(hashfull),
            hint: "Share of the transposition table filled by this search".to_owned(),
        });
    }
    if let Some(branching) = branching {
        bars.push(Bar {
            name: "Branching factor".to_owned(),
            share: None,
            value: format!("{branching:.2}"),
            hint: "How many times more nodes each of the last iterations took than the one before"
                .to_owned(),
        });
    }
    bars
}

/// Root moves shown.
const MOVES: usize = 12;

/// Shows how a tree search by playouts grew its tree and where its playouts went.
fn playouts(ui: &mut Ui, cx: &Cx<'_>, detail: &PuctDetail, hashfull: Option<u32>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        section(ui, "The tree");
        bars::show(ui, &tree(detail, hashfull));
        section(ui, "Where the playouts went");
        bars::show(ui, &moves(cx, detail));
    });
}

fn tree(detail: &PuctDetail, hashfull: Option<u32>) -> Vec<Bar> {
    let number = |name: &str, value: String, hint: &str| Bar {
        name: name.to_owned(),
        share: None,
        value,
        hint: hint.to_owned(),
    };
    let kept = u64::from(detail.visits).saturating_sub(detail.playouts);
    let mut bars = vec![
        number("Playouts", format::count(detail.playouts), "Each looks at one new position"),
        number(
            "Kept from before",
            format::count(kept),
            "Playouts of the move before that still count",
        ),
        number(
            "Mean line",
            format!("{:.1} plies", detail.mean_depth),
            "Mean length of a playout's line: what stands as depth elsewhere",
        ),
        number("Nodes", format::count(detail.nodes), "Positions in the tree"),
    ];
    if detail.discarded > 0 {
        let hint = "Nodes given up because the tree did not fit into its memory";
        bars.push(number("Thrown away", format::count(detail.discarded), hint));
    }
    if let Some(hashfull) = hashfull {
        bars.push(Bar {
            name: "Memory in use".to_owned(),
            share: Some(hashfull as f32 / 1000.0),
            value: format::permille(hashfull),
            hint: "Share of the memory of the tree that is in use".to_owned(),
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
            name: san::write(&board, root.mv),
            share: Some(if all == 0 { 0.0 } else { root.n as f32 / all as f32 }),
            value: format::percent(u64::from(root.n), all),
            hint: format!(
                "{} of {} playouts; worth {:.1} %, prior {:.1} %",
                format::count(u64::from(root.n)),
                format::count(all),
                root.q * 100.0,
                root.p * 100.0
            ),
        })
        .collect()
}

// Score, depth and nodes over the time of a search, a curve for each engine that searched the position.

/// Height of the gaps below a plot and its title, points.
const BETWEEN: f32 = 2.0 * theme::GAP + 4.0;

/// Shows the panel.
pub(crate) fn search_plot(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
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
