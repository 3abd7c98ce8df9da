//! A small tree drawn from left to right: the root at the left, a column for each level, a row for each leaf.

use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};

use crate::gui::look::theme;

/// Height of a leaf's row, points.
const ROW_HEIGHT: f32 = 21.0;
/// Height of a position's field, points.
const NODE_HEIGHT: f32 = 18.0;
/// Minimum width of a field, points.
const MIN_WIDTH: f32 = 88.0;
/// Space beside the text in a field, points.
const PAD: f32 = 7.0;
/// Size of the text in a field, points.
const TEXT: f32 = 12.5;
/// Space between two columns, points.
const COLUMN_GAP: f32 = 20.0;

/// How a position is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeState {
    /// Not reached yet.
    Ahead,
    /// Being searched.
    Open,
    Done,
    /// Pruned.
    Cut,
}

/// A position. The root is the first, parents come before their children.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub parent: Option<usize>,
    /// Column, from 0.
    pub level: usize,
    /// The text in the field.
    pub text: String,
    /// The text below it; empty for none.
    pub below: String,
    /// How it is drawn.
    pub tone: NodeState,
    /// Sharp corners, else round ones.
    pub square: bool,
    /// Whether it is the current one.
    pub current: bool,
    /// Its name for screen readers and the tooltip.
    pub name: String,
}

/// The row of a position with children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parents {
    /// In the middle of its children.
    Centred,
    /// That of its first child: the root and the first line are on top, however high the tree is.
    AtFirst,
}

/// Shows the tree, at least as wide as the available room and as its texts need. Returns the position that was clicked.
pub(crate) fn show(ui: &mut Ui, nodes: &[Node], width: f32, parents: Parents) -> Option<usize> {
    let levels = nodes.iter().map(|node| node.level).max()? + 1;
    let rows = rows(nodes, parents);
    let leaves = rows.iter().copied().fold(0.0, f32::max) + 1.0;
    let text_width = |node: &Node| {
        let (text, font) = (node.text.clone(), FontId::proportional(TEXT));
        ui.painter().layout_no_wrap(text, font, Color32::PLACEHOLDER).size().x + 2.0 * PAD
    };
    let field = nodes.iter().map(text_width).fold(MIN_WIDTH, f32::max).ceil();
    let column = ((width + COLUMN_GAP) / levels as f32).max(field + COLUMN_GAP);
    // Room for the text below the root of a tree with one row.
    let size = vec2(column * levels as f32 - COLUMN_GAP, leaves * ROW_HEIGHT + NODE_HEIGHT);
    let (area, _) = ui.allocate_exact_size(size, Sense::hover());
    let node_rect = |at: usize| {
        let corner = pos2(
            area.left() + column * nodes[at].level as f32,
            area.top() + rows[at] * ROW_HEIGHT + (ROW_HEIGHT - NODE_HEIGHT) / 2.0,
        );
        Rect::from_min_size(corner, vec2(column - COLUMN_GAP, NODE_HEIGHT))
    };
    let p = theme::palette(ui);
    let mut clicked = None;
    for (at, node) in nodes.iter().enumerate() {
        let rect = node_rect(at);
        if let Some(parent) = node.parent {
            let color = if node.tone == NodeState::Cut { p.border } else { p.edge };
            connect(ui, node_rect(parent), rect, color);
        }
        let response = ui.interact(rect, ui.scope_id().with(("node", at)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &node.name));
        if ui.is_rect_visible(rect) {
            paint(ui, node, rect, response.hovered());
        }
        if response.on_hover_text(&node.name).clicked() {
            clicked = Some(at);
        }
    }
    clicked
}

/// The row of each position: leaves one below the other.
fn rows(nodes: &[Node], parents: Parents) -> Vec<f32> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (at, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(at);
        }
    }
    let mut rows = vec![0.0; nodes.len()];
    let mut next = 0.0;
    // A stack to which a position returns when everything below it has its row.
    let mut stack = if nodes.is_empty() { Vec::new() } else { vec![(0, false)] };
    while let Some((at, again)) = stack.pop() {
        if children[at].is_empty() {
            rows[at] = next;
            next += 1.0;
        } else if again {
            let (first, last) = (children[at][0], children[at][children[at].len() - 1]);
            rows[at] = match parents {
                Parents::Centred => f32::midpoint(rows[first], rows[last]),
                Parents::AtFirst => rows[first],
            };
        } else {
            stack.push((at, true));
            stack.extend(children[at].iter().rev().map(|&child| (child, false)));
        }
    }
    rows
}

/// The line from a position to one of its children.
fn connect(ui: &Ui, from: Rect, to: Rect, color: Color32) {
    let stroke = Stroke::new(1.0, color);
    let (start, end): (Pos2, Pos2) = (from.right_center(), to.left_center());
    let bend = end.x - COLUMN_GAP / 2.0;
    let painter = ui.painter();
    painter.line_segment([start, pos2(bend, start.y)], stroke);
    painter.line_segment([pos2(bend, start.y), pos2(bend, end.y)], stroke);
    painter.line_segment([pos2(bend, end.y), end], stroke);
}

fn paint(ui: &Ui, node: &Node, rect: Rect, hovered: bool) {
    let p = theme::palette(ui);
    let (fill, ink, edge) = match node.tone {
        NodeState::Ahead | NodeState::Cut => (p.panel, p.text_faint, p.border),
        NodeState::Open => (p.raised, p.text, p.edge),
        NodeState::Done => (p.raised, p.text, p.border),
    };
    let fill = if hovered { p.hover } else { fill };
    let radius = CornerRadius::same(if node.square { 2 } else { 9 });
    let edge = if node.current { Stroke::new(2.0, p.accent) } else { Stroke::new(1.0, edge) };
    let painter = ui.painter();
    painter.rect(rect, radius, fill, edge, StrokeKind::Inside);
    let (at, font) = (rect.left_center() + vec2(PAD, 0.0), FontId::proportional(TEXT));
    let text = painter.text(at, Align2::LEFT_CENTER, &node.text, font, ink);
    if node.tone == NodeState::Cut {
        painter.hline(text.x_range(), rect.center().y, Stroke::new(1.0, ink));
    }
    if !node.below.is_empty() {
        let at = rect.left_bottom() + vec2(PAD, 0.0);
        let font = FontId::proportional(theme::SMALL);
        painter.text(at, Align2::LEFT_TOP, &node.below, font, p.accent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_stand_in_the_middle_of_their_children() {
        let node = |parent, level| Node {
            parent,
            level,
            text: String::new(),
            below: String::new(),
            tone: NodeState::Ahead,
            square: true,
            current: false,
            name: String::new(),
        };
        let nodes = [
            node(None, 0),
            node(Some(0), 1),
            node(Some(1), 2),
            node(Some(1), 2),
            node(Some(0), 1),
            node(Some(4), 2),
            node(Some(4), 2),
            node(Some(4), 2),
        ];
        let centred = rows(&nodes, Parents::Centred);
        assert_eq!(centred, [1.75, 0.5, 0.0, 1.0, 3.0, 2.0, 3.0, 4.0]);
        let at_first = rows(&nodes, Parents::AtFirst);
        assert_eq!(at_first, [0.0, 0.0, 0.0, 1.0, 2.0, 2.0, 3.0, 4.0]);
        assert_eq!(rows(&[], Parents::Centred), Vec::<f32>::new());
    }
}
