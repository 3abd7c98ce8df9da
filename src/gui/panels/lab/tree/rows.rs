//! The tree as a table that unfolds. Only what is in sight is laid out.

use std::fmt::Write as _;

use eframe::egui::{RichText, Ui};
use egui_extras::{Column as Width, TableRow};

use tabia_app::lab::state::TreeView;
use tabia_chess::Board;
use tabia_engine::alphabeta::tree::{NodeEnd, TreeNode};
use tabia_lab::memory::bound_word;
use tabia_lab::table::{Column, Table};

use super::{TreeLook, name, root_board, value, why, window};
use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::widgets;
use crate::gui::widgets::table::mono;

/// Rows shown at most: one could not scroll through more.
const MOST: usize = 100_000;

/// What the pointer is told of each column.
const HINTS: [&str; 7] = [
    "The move, or how else the node was reached",
    "For the side to move there, pawns; with its bound",
    "Plies left to search, and by how much it was reduced or extended",
    "Between these values an exact answer was asked for",
    "Corrected static evaluation, side to move, pawns",
    "Searched in its subtree, itself among them",
    "The rule that answered it, or: its moves were searched",
];

/// An entry in sight and how far it is indented.
struct Row {
    at: u32,
    indent: usize,
    folds: bool,
}

pub(super) fn show(ui: &mut Ui, view: &TreeView, look: &mut TreeLook) {
    let rows = visible(view, look);
    let root = root_board(view);
    let sought = std::mem::take(&mut look.seek)
        .then(|| rows.iter().position(|row| Some(row.at) == look.selected))
        .flatten();
    let mut clicked = None;
    let mut folded = None;
    let columns = [
        ("Move", Width::initial(150.0).at_least(90.0).resizable(true).clip(true)),
        ("Value", Width::exact(64.0)),
        ("Depth", Width::exact(54.0)),
        ("Window", Width::exact(110.0)),
        ("Eval", Width::exact(54.0)),
        ("Nodes", Width::exact(62.0)),
        ("Why it ended", Width::remainder().at_least(120.0).clip(true)),
    ];
    let table = widgets::table::Table {
        columns: &columns,
        hints: &HINTS,
        clickable: true,
        sought,
        ..Default::default()
    };
    table.show(ui, rows.len(), |row| {
        let shown = &rows[row.index()];
        row.set_selected(look.selected == Some(shown.at));
        if fill(row, view, &root, shown, look) {
            folded = Some(shown.at);
        }
        if row.response().clicked() {
            clicked = Some(shown.at);
        }
    });
    if let Some(at) = folded {
        look.toggle(at);
    } else if let Some(at) = clicked {
        look.selected = Some(at);
    }
}

/// The entries to be shown: those unfolded, or those that the filter leaves.
fn visible(view: &TreeView, look: &TreeLook) -> Vec<Row> {
    if let Some(filtered) = &look.filtered {
        let plain = |&at: &u32| Row { at, indent: 0, folds: false };
        return filtered.iter().take(MOST).map(plain).collect();
    }
    let index = &view.index;
    let mut rows = Vec::new();
    let mut stack: Vec<(u32, usize)> = index.roots().iter().rev().map(|&at| (at, 0)).collect();
    while let Some((at, indent)) = stack.pop() {
        let children = index.children(at);
        rows.push(Row { at, indent, folds: !children.is_empty() });
        if rows.len() >= MOST {
            break;
        }
        if look.open.binary_search(&at).is_ok() {
            stack.extend(children.iter().rev().map(|&child| (child, indent + 1)));
        }
    }
    rows
}

/// Fills a row. Says whether it is to be folded or unfolded.
fn fill(
    row: &mut TableRow<'_, '_>,
    view: &TreeView,
    root: &Board,
    shown: &Row,
    look: &TreeLook,
) -> bool {
    let node = &view.recorded.tree.nodes[shown.at as usize];
    let left_out = matches!(node.end, NodeEnd::Skipped(_));
    let mut folded = false;
    row.col(|ui| {
        ui.add_space((shown.indent as f32 * 12.0).min(240.0));
        let open = look.open.binary_search(&shown.at).is_ok();
        if shown.folds {
            let (icon, verb) =
                if open { (Icon::ChevronDown, "Fold") } else { (Icon::ChevronRight, "Unfold") };
            let text = RichText::new(icon.glyph()).small();
            let button = eframe::egui::Button::new(text).frame(false).min_size([16.0, 16.0].into());
            let response = ui.add(button);
            response.widget_info(|| {
                let what = format!("{verb} {}", name(view, root, shown.at));
                eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Button, true, what)
            });
            folded = response.clicked();
        } else {
            ui.add_space(20.0);
        }
        let p = theme::palette(ui);
        let color = if left_out { p.text_faint } else { p.text };
        ui.label(RichText::new(name(view, root, shown.at)).color(color));
    });
    mono(row, value(node), |p| if left_out { p.text_weak } else { p.text });
    let eval = node.static_eval.map(|cp| format!("{:+.2}", f64::from(cp) / 100.0));
    let searched = |text: String| if left_out { String::new() } else { text };
    let cells = [
        depth(node),
        searched(window(node)),
        eval.unwrap_or_default(),
        searched(format::count(node.nodes)),
    ];
    for text in cells {
        mono(row, text, |p| p.text_weak);
    }
    row.col(|ui| {
        let p = theme::palette(ui);
        let color = if matches!(node.end, NodeEnd::Searched(..)) { p.text_weak } else { p.accent };
        let hit = if node.tt_hit { " · TT" } else { "" };
        ui.label(RichText::new(format!("{}{hit}", why(node))).small().color(color));
    });
    folded
}

/// `7`, `7 -2` reduced, `7 +1` extended.
fn depth(node: &TreeNode) -> String {
    match node.extension - node.reduction {
        _ if matches!(node.end, NodeEnd::Skipped(_)) => String::new(),
        0 => node.depth.to_string(),
        change => format!("{} {change:+}", node.depth),
    }
}

/// Rows copied at most.
const MAX_COPIED: usize = 10_000;

/// The rows shown as comma-separated values; values and windows are the search's own, side to move at the node.
pub(super) fn csv(view: &TreeView, look: &TreeLook) -> String {
    let root = root_board(view);
    let rows = visible(view, look);
    let keys = [
        "id",
        "parent",
        "ply",
        "move",
        "value",
        "bound",
        "depth",
        "order",
        "reduction",
        "extension",
        "alpha",
        "beta",
        "eval",
        "tt_hit",
        "nodes",
        "why",
    ];
    let mut table = Table::new(keys.map(Column::new).into());
    for row in rows.iter().take(MAX_COPIED) {
        let node = &view.recorded.tree.nodes[row.at as usize];
        let bound = match node.end {
            NodeEnd::Searched(_, bound) => Some(bound_word(bound)),
            _ => None,
        };
        table.row([
            row.at.into(),
            node.parent.into(),
            u32::from(node.ply).into(),
            name(view, &root, row.at).into(),
            node.end.value().into(),
            bound.into(),
            node.depth.into(),
            u32::from(node.order).into(),
            node.reduction.into(),
            node.extension.into(),
            node.alpha.into(),
            node.beta.into(),
            node.static_eval.into(),
            node.tt_hit.into(),
            node.nodes.into(),
            why(node).into(),
        ]);
    }
    let mut text = table.csv();
    if let Some(more) = rows.len().checked_sub(MAX_COPIED).filter(|&more| more > 0) {
        let _ = writeln!(text, "# {more} more rows were left out");
    }
    text
}
