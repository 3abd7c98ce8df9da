//! Where the work of the search goes: nodes by ply, which move of the order cut, by how much moves were reduced.

use std::fmt::Write as _;

use eframe::egui::{RichText, ScrollArea, Ui};

use crate::app::action::Action;
use crate::app::window::workspace::PaneId;
use crate::search::detail::alphabeta::SearchProfile;

use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::parts;
use crate::gui::present::view_head::{self, Head};
use crate::gui::widgets::bars::{self, Bar};

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let detail = cx.live().map(|live| live.detail.alphabeta());
    let profile = detail.flatten().and_then(|detail| detail.profile.as_ref());
    let copy = || profile.map_or(String::new(), |profile| csv(profile));
    let copy = profile.is_some().then_some(&copy as &dyn Fn() -> String);
    let head = Head { pane: PaneId::Profile, follows: false, copy };
    view_head::show(ui, cx, &head, out, |ui, _| {
        super::note(ui, "By the leading thread, since the search began");
    });
    let Some(detail) = detail else {
        return parts::no_search(ui, cx, "No search yet", out);
    };
    if detail.is_none() {
        let why = "This engine does not tell what it does with its nodes";
        return parts::empty(ui, "No counts", why);
    }
    let Some(profile) = profile else {
        let why = "The next search keeps these counts while this panel is open";
        return parts::empty(ui, "Not counted in this search", why);
    };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.label(RichText::new("Which move cut").strong());
        bars::show(ui, &histogram(&profile.cut_by, "move", 1));
        ui.add_space(theme::GAP);
        ui.label(RichText::new("Reduced by").strong());
        bars::show(ui, &histogram(&profile.reduced_by, "plies", 0));
        ui.add_space(theme::GAP);
        ui.label(RichText::new("Nodes by ply").strong());
        bars::show(ui, &by_ply(profile));
    });
}

/// A bar for each count; the last one counts everything behind, too.
fn histogram(counts: &[u64], unit: &str, first: usize) -> Vec<Bar> {
    let all: u64 = counts.iter().sum();
    let used = counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
    let most = counts.iter().max().copied().unwrap_or(0).max(1);
    let bar = |(at, &count): (usize, &u64)| {
        let open = if at + 1 == counts.len() { " and more" } else { "" };
        Bar {
            name: format!("{unit} {}{open}", at + first),
            share: Some(count as f32 / most as f32),
            value: format::percent(count, all),
            hint: format!("{} of {}", format::count(count), format::count(all)),
        }
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
        Bar {
            name: format!("ply {ply}"),
            share: Some((main + quiet) as f32 / most as f32),
            value: format::count(main + quiet),
            hint: format!(
                "{} main search, {} quiescence",
                format::count(main),
                format::count(quiet)
            ),
        }
    };
    (1..plies).map(bar).collect()
}

/// The counts as comma-separated values.
fn csv(profile: &SearchProfile) -> String {
    let mut text = String::from("what,at,count\n");
    let lists: [(&str, &[u64], usize); 4] = [
        ("cut_by_move", &profile.cut_by, 1),
        ("reduced_by_plies", &profile.reduced_by, 0),
        ("nodes_at_ply", &profile.nodes, 0),
        ("quiescence_nodes_at_ply", &profile.qnodes, 0),
    ];
    for (what, counts, first) in lists {
        for (at, count) in counts.iter().enumerate() {
            let _ = writeln!(text, "{what},{},{count}", at + first);
        }
    }
    text
}
