//! The tree as a picture: a row for each ply, widths by the nodes of the subtree, colours by why it ended.

use eframe::egui::{Color32, Pos2, Rect, Role, Sense, Ui, WidgetInfo, pos2};

use tabia_app::lab::state::TreeView;
use tabia_engine::alphabeta::tree::{NodeEnd, TreeNode};

use super::{name, root_board, value, why};
use crate::gui::look::format;
use crate::gui::look::theme::{self, Palette};

/// Narrower parts are not drawn one by one, points.
const NARROW: f32 = 1.0;
/// Height of a ply, points.
const PLY: std::ops::RangeInclusive<f32> = 12.0..=22.0;
/// Width from which a name has room, points.
const NAMED: f32 = 34.0;

/// A part of the picture.
struct Block {
    at: u32,
    rect: Rect,
}

pub(super) fn show(ui: &mut Ui, view: &TreeView, selected: &mut Option<u32>) {
    let size = ui.available_size();
    let (area, response) = ui.allocate_exact_size(size, Sense::click());
    let blocks = blocks(view, area);
    let p = theme::palette(ui);
    let painter = ui.painter_at(area);
    painter.rect_filled(area, 2, p.raised);
    let root = root_board(view);
    for block in &blocks {
        let node = &view.recorded.tree.nodes[block.at as usize];
        painter.rect_filled(block.rect.shrink2([0.25, 0.5].into()), 1, color(p, node));
        if block.rect.width() >= NAMED {
            let font = eframe::egui::FontId::proportional(10.5);
            let inside = ui.painter_at(block.rect.intersect(area));
            inside.text(
                block.rect.left_center() + [3.0, 0.0].into(),
                eframe::egui::Align2::LEFT_CENTER,
                name(view, &root, block.at),
                font,
                p.text,
            );
        }
        if *selected == Some(block.at) {
            let stroke = (1.5, p.accent);
            painter.rect_stroke(block.rect, 1, stroke, eframe::egui::StrokeKind::Inside);
        }
    }
    let at = |pos: Pos2| blocks.iter().rev().find(|block| block.rect.contains(pos));
    if let Some(block) = response.hover_pos().and_then(at) {
        if response.clicked() {
            *selected = Some(block.at);
        }
        let node = &view.recorded.tree.nodes[block.at as usize];
        let text = format!(
            "{}  {}\n{}, {} nodes, depth {}",
            name(view, &root, block.at),
            value(node),
            why(node),
            format::count(node.nodes),
            node.depth
        );
        response.clone().on_hover_text_at_pointer(text);
    }
    let count = blocks.len();
    response.widget_info(|| {
        let text = format!("Picture of the tree, {count} nodes wide enough to be drawn");
        WidgetInfo::labeled(Role::Image, true, text)
    });
}

/// The colour of how a node ended.
fn color(p: &Palette, node: &TreeNode) -> Color32 {
    match node.end {
        NodeEnd::Cut(..) => p.series[1].gamma_multiply(0.55),
        NodeEnd::Searched(_, bound) => match bound {
            tabia_engine::search::score::Bound::Exact => p.series[0].gamma_multiply(0.8),
            tabia_engine::search::score::Bound::Lower => p.good.gamma_multiply(0.45),
            tabia_engine::search::score::Bound::Upper => p.bad.gamma_multiply(0.4),
        },
        NodeEnd::Skipped(_) | NodeEnd::Open | NodeEnd::Stopped => p.text_faint,
    }
}

/// The parts that are wide enough, parents before children. Their number is bounded by the pixels there are.
fn blocks(view: &TreeView, area: Rect) -> Vec<Block> {
    let (tree, index) = (&view.recorded.tree, &view.index);
    let first = tree.nodes.first().map_or(0, |node| node.ply);
    let plies = f32::from(index.deepest().saturating_sub(first) + 1);
    let height = (area.height() / plies).clamp(*PLY.start(), *PLY.end());
    // The last pass over the root is the one that answered.
    let Some(&root) = index.roots().last() else { return Vec::new() };
    let mut blocks = Vec::new();
    let mut stack = vec![(root, area.left(), area.width(), area.top())];
    while let Some((at, left, width, top)) = stack.pop() {
        if top > area.bottom() {
            continue;
        }
        let rect = Rect::from_min_max(pos2(left, top), pos2(left + width, top + height));
        blocks.push(Block { at, rect });
        let whole = tree.nodes[at as usize].nodes.max(1) as f32;
        let mut from = left;
        for &child in index.children(at) {
            let share = tree.nodes[child as usize].nodes as f32 / whole * width;
            if share >= NARROW {
                stack.push((child, from, share, top + height));
            }
            from += share;
        }
    }
    blocks
}

#[cfg(test)]
mod tests {

    use super::*;
    use tabia_chess::Board;
    use tabia_engine::alphabeta::Engine;
    use tabia_engine::alphabeta::options::EngineOptions;
    use tabia_engine::alphabeta::tree::TreeBudget;
    use tabia_engine::search::limits::StopSignal;
    use tabia_games::game::position::GamePosition;
    use tabia_lab::experiment::{Bench, Experiment as _};
    use tabia_lab::tree_index::{Request, Tree};

    #[test]
    fn children_lie_below_their_parents_and_within_them() {
        let mut engine = Engine::new(&EngineOptions { hash_mib: 4, ..EngineOptions::default() });
        let position = GamePosition::new(Board::start());
        let budget = TreeBudget { nodes: 100_000, plies: 100 };
        let request = Request { depth: 6, budget, node: None };
        let mut view = None;
        let mut report = |recorded| {
            view = Some(TreeView::new(recorded));
            false
        };
        let mut bench = Bench { engine: &mut engine, stop: &StopSignal::never() };
        Tree::run(&request, &position, &mut bench, &mut report).unwrap();
        let view = view.unwrap();
        let area = Rect::from_min_size(pos2(10.0, 20.0), [600.0, 400.0].into());
        let blocks = blocks(&view, area);
        assert!(blocks.len() > 10);
        for block in &blocks {
            let node = &view.recorded.tree.nodes[block.at as usize];
            let Some(parent) = node.parent else { continue };
            let above = blocks.iter().find(|other| other.at == parent).unwrap();
            assert!(block.rect.left() >= above.rect.left() - 0.1);
            assert!(block.rect.right() <= above.rect.right() + 0.1);
            assert!((block.rect.top() - above.rect.bottom()).abs() < 0.1);
        }
    }
}
