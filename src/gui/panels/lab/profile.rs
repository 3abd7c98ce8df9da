//! Where the work of the search goes: nodes by ply, which move in the order caused a cutoff, by how much moves were
//! reduced.

use eframe::egui::{Button, RichText, ScrollArea, Ui};

use tabia_app::action::{Action, LabAction};
use tabia_app::engines::telemetry::SearchView;
use tabia_app::window::workspace::PaneId;
use tabia_engine::search::detail::{AlphaBetaDetail, PruneReason, SearchCounts, SearchProfile};
use tabia_lab::table::{Cell, Column, Table};
use tabia_text::t;

use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::view_head::Head;
use crate::gui::present::{analysis, empty, view_head};
use crate::gui::widgets::bars;
use crate::gui::widgets::bars::Bar;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let detail = analysis::live(cx.model).map(|live| live.detail.alphabeta());
    let copy = || detail.flatten().map_or(String::new(), |detail| rows(detail).csv());
    let copy = detail.flatten().is_some().then_some(&copy as &dyn Fn() -> String);
    let head = Head { pane: PaneId::Profile, follows: false, copy };
    view_head::show(ui, cx, &head, out, |ui, _| super::note(ui, t!("profile-since")));
    let Some(detail) = detail else {
        return empty::no_search(ui, cx, t!("profile-no-search"), out);
    };
    let Some(detail) = detail else {
        let puct = analysis::live(cx.model).is_some_and(|live| live.detail.puct().is_some());
        let why = if puct { t!("profile-no-counts.puct") } else { t!("profile-no-counts.other") };
        return empty::empty(ui, t!("profile-no-counts"), why);
    };
    let branching = analysis::search(cx.model).and_then(SearchView::branching_factor);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if let Some(profile) = &detail.profile {
            of_profile(ui, profile, branching);
        } else {
            super::note(ui, t!("profile-next-search"));
            let running = analysis::search(cx.model).is_some_and(|search| search.ended.is_none());
            let measure = ui.add_enabled(running, Button::new(t!("profile-measure")));
            if measure.on_hover_text(t!("profile-measure.tip")).clicked() {
                out.push(Action::Lab(LabAction::Profile));
            }
        }
        of_counts(ui, &detail.counts);
    });
}

/// The title of a part and what its numbers mean.
fn title(ui: &mut Ui, name: &str, what: &str) {
    titled(ui, name, what, "");
}

/// The same with a tooltip; none if it is empty.
fn titled(ui: &mut Ui, name: &str, what: &str, hint: &str) {
    ui.add_space(theme::GAP);
    let shown = ui.horizontal(|ui| {
        ui.label(RichText::new(name).strong());
        super::note(ui, what);
    });
    if !hint.is_empty() {
        shown.response.on_hover_text(hint);
    }
}

fn of_profile(ui: &mut Ui, profile: &SearchProfile, branching: Option<f64>) {
    title(ui, t!("profile-cut"), t!("profile-cut.what"));
    bars::show(ui, &histogram(&profile.cut_by, 1, cut_name));
    title(ui, t!("profile-reduced"), t!("profile-reduced.what"));
    bars::show(ui, &histogram(&profile.reduced_by, 0, reduced_name));
    let what =
        branching.map(|factor| t!("profile-by-ply-growth", factor = tabia_text::number(factor, 2)));
    let hint = what.as_ref().map_or("", |_| t!("search-branching.hint"));
    let what = what.as_deref().unwrap_or(t!("profile-by-ply.what"));
    titled(ui, t!("profile-by-ply"), what, hint);
    bars::show(ui, &by_ply(profile));
}

/// The number of the move in the order, or, with `open`, that number and beyond.
fn cut_name(n: usize, open: bool) -> String {
    if open { t!("profile-cut-move-open", n = n) } else { t!("profile-cut-move", n = n) }
}

/// The reduction in plies, or, with `open`, at least that many.
fn reduced_name(n: usize, open: bool) -> String {
    if open { t!("profile-reduced-plies-open", n = n) } else { t!("profile-reduced-plies", n = n) }
}

/// How nodes ended and what was done to moves, by rule, for all threads.
pub(crate) fn of_counts(ui: &mut Ui, counts: &SearchCounts) {
    title(ui, t!("profile-ended"), t!("profile-ended.what"));
    let hint = |n, share| t!("profile-ended-share", count = n, share = share);
    bars::show(ui, &sorted(ends(counts), counts.nodes, format::percent, hint));
    let (left_out, adjusted) = moves(counts);
    let all: u64 = left_out.iter().map(|(_, count)| count).sum();
    title(ui, t!("profile-skipped"), t!("profile-skipped.what"));
    let hint = |n, share| t!("profile-skipped-share", count = n, share = share);
    bars::show(ui, &sorted(left_out, all, format::percent, hint));
    title(ui, t!("profile-adjusted"), t!("profile-adjusted.what"));
    let hint = |n, mean| t!("profile-adjusted-mean", count = n, mean = mean);
    bars::show(ui, &sorted(adjusted, counts.searched, mean, hint));
    title(ui, t!("profile-aspiration"), t!("profile-aspiration.what"));
    let (low, high) = (counts.aspiration_low, counts.aspiration_high);
    super::note(ui, &t!("profile-aspiration-fails", low = low, high = high));
}

/// What was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Rule(PruneReason),
    /// Nodes whose moves were searched.
    Searched,
    /// Nodes at which the search was stopped.
    Stopped,
}

impl What {
    /// Its name in the window.
    fn label(self) -> &'static str {
        match self {
            What::Rule(reason) => reason.name(),
            What::Searched => t!("profile-moves-searched"),
            What::Stopped => t!("profile-stopped"),
        }
    }

    /// Its name in files.
    fn name(self) -> &'static str {
        match self {
            What::Rule(reason) => reason.slug(),
            What::Searched => "Moves searched",
            What::Stopped => "Stopped",
        }
    }
}

/// A count and what was counted.
type Named = (What, u64);

/// How the nodes ended; the counts add up to all nodes.
fn ends(counts: &SearchCounts) -> Vec<Named> {
    let rules = PruneReason::ALL.into_iter().filter(|reason| reason.ends_node());
    let by_rule = rules.map(|reason| (What::Rule(reason), counts.pruned[reason.index()]));
    let own = [(What::Searched, counts.searched), (What::Stopped, counts.interrupted)];
    own.into_iter().chain(by_rule).collect()
}

/// Moves skipped, by rule, and nodes and moves searched to another depth.
fn moves(counts: &SearchCounts) -> (Vec<Named>, Vec<Named>) {
    let rules = PruneReason::ALL.into_iter().filter(|reason| !reason.ends_node());
    let named = |reason: PruneReason| (What::Rule(reason), counts.pruned[reason.index()]);
    let (adjusted, left_out): (Vec<_>, Vec<_>) = rules.partition(|reason| reason.changes_depth());
    (left_out.into_iter().map(named).collect(), adjusted.into_iter().map(named).collect())
}

/// Bars of the counts above zero, largest first, with their shares of a whole as text. A bar is full at the whole, or
/// at the largest count if that is more.
fn sorted(
    mut counts: Vec<Named>,
    whole: u64,
    share: fn(u64, u64) -> String,
    hint: impl Fn(u64, String) -> String,
) -> Vec<Bar> {
    counts.retain(|(_, count)| *count > 0);
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let full = counts.first().map_or(1, |(_, count)| *count).max(whole);
    let bar = |(what, count): Named| Bar {
        name: what.label().to_owned(),
        share: Some(count as f32 / full as f32),
        value: format!("{}  {}", format::count(count), share(count, whole)),
        hint: hint(count, share(count, whole)),
    };
    counts.into_iter().map(bar).collect()
}

/// How many there are for each node: several moves of one node can be searched to a different depth.
fn mean(count: u64, nodes: u64) -> String {
    if nodes == 0 { "–".to_owned() } else { tabia_text::number(count as f64 / nodes as f64, 2) }
}

/// A bar for each count; the last one also covers everything beyond.
fn histogram(counts: &[u64], first: usize, name: fn(usize, bool) -> String) -> Vec<Bar> {
    let all: u64 = counts.iter().sum();
    let used = counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
    let bar = |(at, &count): (usize, &u64)| Bar {
        name: name(at + first, at + 1 == counts.len()),
        share: Some(count as f32 / all.max(1) as f32),
        value: format::percent(count, all),
        hint: t!("profile-share", count = format::count(count), all = format::count(all)),
    };
    counts.iter().take(used).enumerate().map(bar).collect()
}

/// Nodes of main search and quiescence at each ply.
fn by_ply(profile: &SearchProfile) -> Vec<Bar> {
    let plies = profile.nodes.len().max(profile.qnodes.len());
    let of = |counts: &[u64], ply: usize| counts.get(ply).copied().unwrap_or(0);
    let both = |ply: usize| (of(&profile.nodes, ply), of(&profile.qnodes, ply));
    let most = (0..plies).map(|ply| both(ply).0 + both(ply).1).max().unwrap_or(0).max(1);
    let bar = |ply: usize| {
        let (main, quiet) = both(ply);
        let (above, now) = (both(ply - 1), main + quiet);
        let growth =
            (ply > 1 && above.0 + above.1 > 0).then(|| now as f64 / (above.0 + above.1) as f64);
        Bar {
            name: t!("profile-ply", n = ply),
            share: Some((main + quiet) as f32 / most as f32),
            value: growth.map_or_else(
                || format::count(main + quiet),
                |growth| {
                    format!("{}  ×{}", format::count(main + quiet), tabia_text::number(growth, 1))
                },
            ),
            hint: t!(
                "profile-ply-tip",
                main = format::count(main),
                quiescence = format::count(quiet)
            ),
        }
    };
    (1..plies).map(bar).collect()
}

/// The counts as rows.
fn rows(detail: &AlphaBetaDetail) -> Table {
    let columns = [Column::words("what"), Column::words("at"), Column::new("count")];
    let mut table = Table::new(columns.into());
    let counts = &detail.counts;
    let (left_out, adjusted) = moves(counts);
    let named =
        [("node_ended", ends(counts)), ("move_left_out", left_out), ("depth_changed", adjusted)];
    for (what, list) in named {
        for (kind, count) in list {
            table.row([what.into(), kind.name().into(), count.into()]);
        }
    }
    let single = [
        ("nodes", counts.nodes),
        ("quiescence_nodes", counts.qnodes),
        ("tt_probes", counts.tt_probes),
        ("tt_hits", counts.tt_hits),
        ("beta_cutoffs", counts.beta_cutoffs),
        ("first_move_cutoffs", counts.first_move_cutoffs),
        ("late_move_reductions", counts.lmr_tries),
        ("late_move_researches", counts.lmr_researches),
        ("null_moves", counts.null_tries),
        ("table_hits", counts.tb_hits),
        ("aspiration_low", counts.aspiration_low),
        ("aspiration_high", counts.aspiration_high),
    ];
    for (what, count) in single {
        table.row([what.into(), Cell::None, count.into()]);
    }
    let Some(profile) = &detail.profile else { return table };
    let lists: [(&'static str, &[u64], usize); 4] = [
        ("cut_by_move", &profile.cut_by, 1),
        ("reduced_by_plies", &profile.reduced_by, 0),
        ("nodes_at_ply", &profile.nodes, 0),
        ("quiescence_nodes_at_ply", &profile.qnodes, 0),
    ];
    for (what, counts, first) in lists {
        for (at, &count) in counts.iter().enumerate() {
            table.row([what.into(), (at + first).into(), count.into()]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Board;
    use tabia_engine::alphabeta::Engine;
    use tabia_engine::alphabeta::options::EngineOptions;
    use tabia_engine::search::limits::{Limits, StopSignal};
    use tabia_engine::search::report::{IterationInfo, Snapshot};
    use tabia_engine::search::thinker::SearchObserver;
    use tabia_games::game::position::GamePosition;

    struct Watcher;

    impl SearchObserver for Watcher {
        fn on_iteration(&mut self, _: &IterationInfo) {}

        fn snapshot_every_ms(&self) -> Option<u64> {
            Some(1_000)
        }

        fn wants_profile(&self) -> bool {
            true
        }

        fn on_snapshot(&mut self, _: Snapshot) {}
    }

    #[test]
    fn every_node_ends_in_one_way_and_the_shares_are_of_all_of_them() {
        let mut engine = Engine::new(&EngineOptions { hash_mib: 4, ..EngineOptions::default() });
        let start = GamePosition::new(Board::start());
        let outcome = engine.go(&start, &Limits::depth(9), &StopSignal::never(), &mut Watcher);
        let last = outcome.last.unwrap();
        let detail = last.detail.alphabeta().unwrap();
        let counts = &detail.counts;
        let ended: u64 = ends(counts).iter().map(|(_, count)| count).sum();
        assert_eq!(ended, counts.nodes);
        let (left_out, adjusted) = moves(counts);
        assert_eq!(
            ends(counts).len() - 2 + left_out.len() + adjusted.len(),
            PruneReason::ALL.len()
        );
        let bars = sorted(ends(counts), counts.nodes, format::percent, |_, share| share);
        assert!(bars.len() > 4 && bars.iter().is_sorted_by(|a, b| a.share >= b.share));
        let name = |at: usize| What::Rule(PruneReason::ALL[at]);
        let bars = sorted(vec![(name(0), 408), (name(1), 2)], 2, mean, |_, mean| mean);
        let shown: Vec<_> = bars.iter().map(|bar| (bar.share, &*bar.hint)).collect();
        let [many, one] = [204.0, 1.0].map(|mean| tabia_text::number(mean, 2));
        assert_eq!(shown, [(Some(1.0), &*many), (Some(2.0 / 408.0), &*one)]);
        let text = rows(detail).csv();
        for what in
            ["node_ended,stand-pat,", "move_left_out,late-move,", "nodes,,", "cut_by_move,1,"]
        {
            assert_eq!(text.matches(&format!("\n{what}")).count(), 1, "{what} in {text}");
        }
        let plies = by_ply(detail.profile.as_ref().unwrap());
        assert!(plies[1].value.contains('×'), "{:?}", plies[1]);
    }
}
