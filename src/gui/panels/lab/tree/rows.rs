//! The tree as a table that unfolds, of which only the visible part is laid out, and as a picture.

use std::fmt::Write as _;

use eframe::egui::{Color32, Label, RichText, Role, Sense, Ui, WidgetInfo};
use egui_extras::TableRow;

use tabia_app::lab::state::TreeView;
use tabia_app::window::notation::Notation;
use tabia_chess::Board;
use tabia_engine::alphabeta::tree::{NodeEnd, TreeNode};
use tabia_engine::search::score::Bound;
use tabia_lab::tree_file;
use tabia_lab::tree_index::board_at;
use tabia_text::t;

use super::super::swatch;
use super::{TreeLook, name, root_board, value, why, window};
use crate::gui::look::icons::Icon;
use crate::gui::look::theme::Palette;
use crate::gui::look::{format, theme};
use crate::gui::widgets;
use crate::gui::widgets::icicle::{self, Nodes};
use crate::gui::widgets::table::{Width, figure};

/// Maximum number of rows shown: no one would scroll through more.
const MAX_ROWS: usize = 100_000;

/// From this width on every column has room, points; and the column left out below it.
const WIDE: f32 = 588.0;
const STATIC: usize = 4;
/// Room that a move with its triangle needs, and the reason why a node ended, points.
const MOVE: f32 = 92.0;
const END: f32 = 190.0;

/// A visible entry and its indentation.
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
    // The view is about why nodes ended; with less room the static evaluation is only shown below.
    let narrow = ui.available_width() < WIDE;
    // If there is room, the moves get what the others leave, as they are indented.
    let (moves, end) = if narrow {
        (Width::Resizable { first: 132.0, least: MOVE }, Width::Rest(90.0))
    } else {
        (Width::Rest(132.0), Width::Exact(END))
    };
    let mut columns = vec![
        (t!("column-move"), moves),
        (t!("tree-column-value"), Width::Figures(58.0)),
        (t!("column-depth"), Width::Figures(44.0)),
        (t!("tree-column-window"), Width::Figures(100.0)),
        (t!("tree-column-eval"), Width::Figures(50.0)),
        (t!("column-nodes"), Width::Figures(56.0)),
        (t!("tree-column-end"), end),
    ];
    let mut hints = vec![
        t!("tree-hint-move"),
        t!("tree-hint-value"),
        t!("tree-hint-depth"),
        t!("tree-hint-window"),
        t!("tree-hint-eval"),
        t!("tree-hint-nodes"),
        t!("tree-hint-end"),
    ];
    if narrow {
        columns.remove(STATIC);
        hints.remove(STATIC);
    }
    let table = widgets::table::Table {
        columns: &columns,
        hints: &hints,
        clickable: true,
        sought,
        ..Default::default()
    };
    table.show(ui, rows.len(), |row| {
        let shown = &rows[row.index()];
        row.set_selected(look.selected == Some(shown.at));
        if fill(row, view, &root, (shown, narrow), look) {
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

/// The entries to show: those unfolded, or those that pass the filter.
fn visible(view: &TreeView, look: &TreeLook) -> Vec<Row> {
    if let Some(filtered) = &look.filtered {
        let plain = |&at: &u32| Row { at, indent: 0, folds: false };
        return filtered.iter().take(MAX_ROWS).map(plain).collect();
    }
    let index = &view.index;
    let mut rows = Vec::new();
    let mut stack: Vec<(u32, usize)> = index.roots().iter().rev().map(|&at| (at, 0)).collect();
    while let Some((at, indent)) = stack.pop() {
        let children = index.children(at);
        rows.push(Row { at, indent, folds: !children.is_empty() });
        if rows.len() >= MAX_ROWS {
            break;
        }
        if look.open.binary_search(&at).is_ok() {
            stack.extend(children.iter().rev().map(|&child| (child, indent + 1)));
        }
    }
    rows
}

/// Fills a row. Returns whether to fold or unfold it.
fn fill(
    row: &mut TableRow<'_, '_>,
    view: &TreeView,
    root: &Board,
    (shown, narrow): (&Row, bool),
    look: &TreeLook,
) -> bool {
    let node = &view.recorded.tree.nodes[shown.at as usize];
    let left_out = matches!(node.end, NodeEnd::Skipped(_));
    let mut folded = false;
    row.col(|ui| {
        // However deep the entry is, its move stays readable.
        let room = (ui.available_width() - MOVE).max(0.0);
        ui.add_space((shown.indent as f32 * 12.0).min(room));
        let open = look.open.binary_search(&shown.at).is_ok();
        if shown.folds {
            let icon = if open { Icon::ChevronDown } else { Icon::ChevronRight };
            let text = RichText::new(icon.glyph()).small();
            let button = eframe::egui::Button::new(text).frame(false).min_size([16.0, 16.0].into());
            let response = ui.add(button);
            response.widget_info(|| {
                let node = name(view, root, shown.at);
                let what = if open {
                    t!("tree-fold", node = node)
                } else {
                    t!("tree-unfold", node = node)
                };
                eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Button, true, what)
            });
            folded = response.clicked();
        } else {
            ui.add_space(20.0);
        }
        let p = theme::palette(ui);
        let color = if left_out { p.text_faint } else { p.text };
        let name = name(view, root, shown.at);
        let text = RichText::new(Notation::current().write(&name)).color(color);
        ui.add(Label::new(text).truncate());
    });
    figure(row, value(node), |p| if left_out { p.text_weak } else { p.text });
    let eval = node.static_eval.map(|cp| tabia_text::signed(f64::from(cp) / 100.0, 2));
    let searched = |text: String| if left_out { String::new() } else { text };
    let eval = (!narrow).then(|| eval.unwrap_or_default());
    let cells = [Some(depth(node)), Some(searched(window(node))), eval];
    let cells = cells.into_iter().flatten().chain([searched(format::count(node.nodes))]);
    for text in cells {
        figure(row, text, |p| p.text_weak);
    }
    row.col(|ui| {
        let p = theme::palette(ui);
        let color = if matches!(node.end, NodeEnd::Searched(..)) { p.text_weak } else { p.accent };
        let hit = if node.tt_hit { " · TT" } else { "" };
        let text = RichText::new(format!("{}{hit}", why(node))).small().color(color);
        ui.add(Label::new(text).truncate());
    });
    folded
}

/// `7`, `7 -2` reduced, `7 +1` extended.
fn depth(node: &TreeNode) -> String {
    match node.extension - node.reduction {
        _ if matches!(node.end, NodeEnd::Skipped(_)) => String::new(),
        0 => node.depth.to_string(),
        change => format!("{} {}", node.depth, tabia_text::signed(change, 0)),
    }
}

/// Maximum number of rows copied.
const MAX_COPIED: usize = 10_000;

/// The rows shown as comma-separated values, with the columns of the file.
pub(super) fn csv(view: &TreeView, look: &TreeLook) -> String {
    let (root, tree) = (root_board(view), &view.recorded.tree);
    let rows = visible(view, look);
    let mut table = tree_file::columns();
    for row in rows.iter().take(MAX_COPIED) {
        let node = &tree.nodes[row.at as usize];
        let parent = node.parent.and_then(|parent| board_at(tree, &root, parent));
        table.rows.push(tree_file::row(row.at, node, &parent.unwrap_or(root)));
    }
    let mut text = table.csv();
    if let Some(more) = rows.len().checked_sub(MAX_COPIED).filter(|&more| more > 0) {
        let _ = writeln!(text, "# {more} more rows were left out");
    }
    text
}

// The tree as a picture: a row for each ply, widths by the nodes of the subtree, colours by why it ended.

/// Height of a ply, points.
const PLY: std::ops::RangeInclusive<f32> = 14.0..=24.0;

/// Adapts a recorded tree to the picture.
struct Recorded<'a>(&'a TreeView);

impl Nodes for Recorded<'_> {
    fn size(&self, at: u32) -> u64 {
        self.0.recorded.tree.nodes[at as usize].nodes
    }

    fn each_child(&self, at: u32, f: &mut dyn FnMut(u32)) {
        self.0.index.children(at).iter().copied().for_each(f);
    }
}

pub(super) fn show_icicle(ui: &mut Ui, view: &TreeView, selected: &mut Option<u32>) {
    legend(ui);
    let roots = view.index.roots();
    if let Some(&last) = roots.last().filter(|_| roots.len() > 1) {
        let pass = name(view, &root_board(view), last);
        super::super::note(ui, &t!("tree-picture-of", pass = pass));
    }
    let size = ui.available_size();
    let (area, response) = ui.allocate_exact_size(size, Sense::click());
    let (tree, index) = (&view.recorded.tree, &view.index);
    // The last pass over the root gave the result.
    let Some(&root) = index.roots().last() else { return };
    let plies = f32::from(index.deepest().saturating_sub(tree.nodes[root as usize].ply).max(1));
    let row = (area.height() / plies).clamp(*PLY.start(), *PLY.end());
    let cells = icicle::cells(&Recorded(view), root, (area, row), &[]);
    let p = theme::palette(ui);
    ui.painter().rect_filled(area, 2, p.raised);
    let board = root_board(view);
    for cell in &cells {
        let node = &tree.nodes[cell.at as usize];
        // A name needs the path to its node, so only wide cells are named.
        let wide = cell.rect.width() >= 22.0;
        let name = if wide { name(view, &board, cell.at) } else { String::new() };
        icicle::paint(ui, cell, Ending::of(node.end).color(p), [&name, ""]);
        if *selected == Some(cell.at) {
            let stroke = (1.5, p.accent);
            ui.painter().rect_stroke(cell.rect, 1, stroke, eframe::egui::StrokeKind::Inside);
        }
    }
    if let Some(cell) = response.hover_pos().and_then(|at| icicle::cell_at(&cells, at)) {
        if response.clicked() {
            *selected = Some(cell.at);
        }
        let node = &tree.nodes[cell.at as usize];
        let (n, nodes, depth) = (node.nodes, format::count(node.nodes), node.depth);
        let details = t!("tree-block", reason = why(node), n = n, nodes = nodes, depth = depth);
        let text = format!("{}  {}\n{details}", name(view, &board, cell.at), value(node));
        response.clone().on_hover_text_at_pointer(text);
    }
    let count = cells.len();
    response
        .widget_info(|| WidgetInfo::labeled(Role::Image, true, t!("tree-picture-told", n = count)));
}

/// How a node ended, as far as the colours distinguish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gui::panels::lab) enum Ending {
    Exact,
    FailHigh,
    FailLow,
    Cut,
    /// Skipped, or stopped with the search.
    None,
}

impl Ending {
    pub(in crate::gui::panels::lab) const ALL: [Ending; 5] =
        [Ending::Exact, Ending::FailHigh, Ending::FailLow, Ending::Cut, Ending::None];

    fn of(end: NodeEnd) -> Ending {
        match end {
            NodeEnd::Cut(..) => Ending::Cut,
            NodeEnd::Searched(_, bound) => Ending::of_bound(bound),
            NodeEnd::Skipped(_) | NodeEnd::Open | NodeEnd::Stopped => Ending::None,
        }
    }

    /// A node whose moves were searched, with this bound.
    pub(in crate::gui::panels::lab) fn of_bound(bound: Bound) -> Ending {
        match bound {
            Bound::Exact => Ending::Exact,
            Bound::Lower => Ending::FailHigh,
            Bound::Upper => Ending::FailLow,
        }
    }

    pub(in crate::gui::panels::lab) fn color(self, p: &Palette) -> Color32 {
        match self {
            Ending::Exact => p.series[0].gamma_multiply(0.8),
            Ending::FailHigh => p.good.gamma_multiply(0.45),
            Ending::FailLow => p.bad.gamma_multiply(0.4),
            Ending::Cut => p.series[1].gamma_multiply(0.55),
            Ending::None => p.text_faint,
        }
    }

    pub(in crate::gui::panels::lab) fn name(self) -> &'static str {
        match self {
            Ending::Exact => t!("tree-legend-exact"),
            Ending::FailHigh => t!("tree-legend-fail-high"),
            Ending::FailLow => t!("tree-legend-fail-low"),
            Ending::Cut => t!("tree-legend-cut"),
            Ending::None => t!("tree-legend-none"),
        }
    }
}

/// The meaning of colours, widths and rows.
fn legend(ui: &mut Ui) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let p = theme::palette(ui);
        for ending in Ending::ALL {
            swatch(ui, ending.color(p), ending.name());
        }
        ui.label(RichText::new(t!("tree-legend-note")).small().color(p.text_weak));
    });
}
