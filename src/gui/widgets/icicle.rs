//! A tree as an icicle: a row for each ply, the children of a node below it, each as wide as its share of the nodes.

use std::collections::HashMap;

use eframe::egui::{
    Align2, Color32, CornerRadius, EventFilter, FontId, Id, Pos2, Rect, Shape, Stroke, StrokeKind,
    Ui, pos2, vec2,
};

use crate::gui::look::theme;
use crate::gui::widgets::{keep_arrow_keys, move_text};

/// Narrower cells are not drawn, points.
const NARROW: f32 = 1.0;
/// From this width on cells are separated by a gap, points.
const APART: f32 = 3.0;
/// Minimum width of a cell of the expected line: that of a move, points.
const LINE: f32 = 44.0;
/// Minimum width of an empty box for what is too small to be drawn, points.
const REST: f32 = 4.0;

/// A tree of nodes with numbers.
pub(crate) trait Nodes {
    /// Nodes of the subtree.
    fn size(&self, at: u32) -> u64;
    /// Calls `f` with each child, in order.
    fn each_child(&self, at: u32, f: &mut dyn FnMut(u32));
}

/// A node as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cell {
    /// The node.
    pub(crate) at: u32,
    pub(crate) rect: Rect,
}

/// The cells below a node that are wide enough, parents before children: its children in the first row of the area.
/// Their number is bounded by the number of pixels. `row`: height of a row, points. The nodes of `line` are at least as
/// wide as a move needs, as far as their parent is; their siblings share the rest.
pub(crate) fn cells(
    tree: &dyn Nodes,
    root: u32,
    (area, row): (Rect, f32),
    line: &[u32],
) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut above = vec![Cell { at: root, rect: area.with_max_y(area.top()) }];
    while let Some(parent) = above.pop() {
        let top = parent.rect.bottom();
        if top + row > area.bottom() + 0.5 {
            continue;
        }
        let whole = tree.size(parent.at).max(1) as f32;
        let room = parent.rect.width();
        let own = |child: u32| tree.size(child) as f32 / whole * room;
        let mut widened = None;
        tree.each_child(parent.at, &mut |child| {
            if line.contains(&child) && own(child) < LINE.min(room) {
                widened = Some((child, LINE.min(room)));
            }
        });
        let scale = widened.map_or(1.0, |(child, width)| (room - width) / (room - own(child)));
        let mut left = parent.rect.left();
        let first = cells.len();
        tree.each_child(parent.at, &mut |child| {
            let width = match widened {
                Some((line, width)) if line == child => width,
                _ => own(child) * scale,
            };
            let rect = Rect::from_min_size(pos2(left, top), vec2(width, row));
            left += width;
            if width >= NARROW {
                cells.push(Cell { at: child, rect });
            }
        });
        above.extend(cells[first..].iter().rev());
    }
    cells
}

/// The box in the first row for the rest of it: children too small to be drawn, and the root itself.
pub(crate) fn rest(cells: &[Cell], area: Rect, row: f32) -> Option<Rect> {
    let first = cells.iter().filter(|cell| cell.rect.top() < area.top() + 0.5);
    let right = first.map(|cell| cell.rect.right()).fold(area.left(), f32::max);
    let rest = Rect::from_min_max(pos2(right, area.top()), pos2(area.right(), area.top() + row));
    (rest.width() >= REST).then_some(rest)
}

/// Seconds in which cells reach a new place, and an outline another line.
const MOVING: f64 = 0.15;
const OUTLINE: f64 = 0.25;

/// The previous and the target places of a picture's cells, so that a change is animated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Motion {
    /// The area drawn into; a change of its size is no change of the tree.
    area: Option<Rect>,
    cells: Course,
    line: Course,
    /// The leader of the outlined line.
    leader: u64,
}

/// Places by key.
#[derive(Clone, Debug, Default)]
struct Course {
    from: HashMap<u64, Rect>,
    to: Vec<(u64, Rect)>,
    since: f64,
}

impl Course {
    /// Starts the motion to new places from the current ones.
    fn set_out(&mut self, to: Vec<(u64, Rect)>, (now, seconds): (f64, f64)) {
        if to == self.to {
            return;
        }
        let stood: HashMap<u64, Rect> =
            self.to.iter().map(|&(key, rect)| (key, self.at(key, rect, (now, seconds)))).collect();
        *self = Course { from: stood, to, since: now };
    }

    /// The progress, 0 to 1.
    fn share(&self, (now, seconds): (f64, f64)) -> f32 {
        if seconds <= 0.0 {
            return 1.0;
        }
        let share = ((now - self.since) / seconds).clamp(0.0, 1.0) as f32;
        // Ease out.
        1.0 - (1.0 - share).powi(2)
    }

    /// The current place of a cell in motion; new ones open from their middle.
    fn at(&self, key: u64, to: Rect, time: (f64, f64)) -> Rect {
        let closed = Rect::from_center_size(to.center(), vec2(0.0, to.height()));
        let from = self.from.get(&key).copied().unwrap_or(closed);
        from.lerp_towards(&to, self.share(time))
    }
}

impl Motion {
    /// Moves cells from their previous places towards their targets, and returns the current outline of the line with
    /// this leader. `keys`: one per cell, constant as long as it is the same node. Without `animated` everything is at
    /// its target.
    pub(crate) fn advance(
        &mut self,
        ui: &Ui,
        (area, animated): (Rect, bool),
        (cells, keys): (&mut [Cell], &[u64]),
        (line, leader): (&[usize], u64),
    ) -> Vec<Rect> {
        let now = ui.input(|input| input.time);
        let places = keys.iter().zip(cells.iter()).map(|(&key, cell)| (key, cell.rect)).collect();
        let at_rest = !animated || self.area != Some(area);
        self.area = Some(area);
        if at_rest {
            self.cells = Course { to: places, ..Course::default() };
            self.cells.from.extend(self.cells.to.iter().copied());
        } else {
            self.cells.set_out(places, (now, MOVING));
        }
        for (cell, &key) in cells.iter_mut().zip(keys) {
            cell.rect = self.cells.at(key, cell.rect, (now, MOVING));
        }
        let rows = || line.iter().map(|&at| cells[at].rect).enumerate();
        let rows: Vec<(u64, Rect)> = rows().map(|(row, rect)| (row as u64, rect)).collect();
        let another = std::mem::replace(&mut self.leader, leader) != leader;
        if another && !at_rest && !self.line.to.is_empty() {
            self.line.set_out(rows, (now, OUTLINE));
        } else {
            // The same line moves with its cells.
            self.line.to = rows;
        }
        if at_rest {
            self.line.from.clear();
        }
        let moving = self.cells.share((now, MOVING)) < 1.0;
        let running = !self.line.from.is_empty() && self.line.share((now, OUTLINE)) < 1.0;
        if moving || running {
            ui.request_repaint();
        }
        let outline = self.line.to.iter().map(|&(row, rect)| {
            if running { self.line.at(row, rect, (now, OUTLINE)) } else { rect }
        });
        outline.collect()
    }
}

/// The cell under a point.
pub(crate) fn cell_at(cells: &[Cell], at: Pos2) -> Option<&Cell> {
    cells.iter().find(|cell| cell.rect.contains(at))
}

/// Draws a cell with its move, and its share if there is room.
pub(crate) fn paint(ui: &Ui, cell: &Cell, fill: Color32, text: [&str; 2]) {
    // The ink has to contrast with a translucent fill as it appears on its background.
    let fill = theme::palette(ui).raised.blend(fill);
    let gap = if cell.rect.width() > APART { 0.5 } else { 0.15 };
    let rect = cell.rect.shrink2(vec2(gap, 0.5));
    let radius = if rect.width() > 8.0 { 3 } else { 0 };
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(radius), fill);
    let [name, share] = text;
    if name.is_empty() || rect.width() < 22.0 {
        return;
    }
    let ink = theme::ink_on(fill);
    let sizes = if rect.height() < 28.0 { &[theme::SMALL][..] } else { &[14.0, theme::SMALL] };
    let laid_out = sizes
        .iter()
        .map(|&size| ui.fonts_mut(|fonts| fonts.layout_job(move_text::job(name, size, ink))));
    let Some(name) = laid_out.into_iter().find(|name| name.size().x + 6.0 <= rect.width()) else {
        return;
    };
    let margin = ((rect.width() - name.size().x) / 2.0).min(6.0);
    let left = rect.left_center() + vec2(margin, 0.0);
    let end = left.x + name.size().x;
    painter.galley(left - vec2(0.0, name.size().y / 2.0), name, ink);
    let font = FontId::proportional(theme::SMALL);
    let share = painter.layout_no_wrap(share.to_owned(), font, ink);
    if end + share.size().x + 14.0 <= rect.right() {
        let at =
            Align2::RIGHT_CENTER.anchor_size(rect.right_center() - vec2(6.0, 0.0), share.size());
        painter.galley(at.min, share, ink);
    }
}

/// Draws an empty box.
pub(crate) fn paint_rest(ui: &Ui, rect: Rect) {
    let p = theme::palette(ui);
    ui.painter().rect_stroke(rect.shrink(1.0), 3, (1.0, p.border), StrokeKind::Inside);
}

/// Draws one outline around the cells of a line, each below the one before.
pub(crate) fn outline(ui: &Ui, line: &[Rect], stroke: Stroke) {
    let Some(first) = line.first() else { return };
    // Down along the right edges, and back up along the left ones.
    let mut points = vec![first.left_top(), first.right_top()];
    for rect in line {
        points.extend([pos2(rect.right(), rect.top()), rect.right_bottom()]);
    }
    for rect in line.iter().rev() {
        points.extend([rect.left_bottom(), pos2(rect.left(), rect.top())]);
    }
    points.dedup_by(|a, b| a.distance(*b) < 0.1);
    ui.painter().add(Shape::closed_line(points, stroke));
}

/// Lets arrow keys move between nodes in the picture with this id while it has the focus.
pub(crate) fn take_keyboard(ui: &Ui, id: Id) {
    keep_arrow_keys(ui, id);
    let filter =
        EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes and children of a tree of five.
    struct Small;

    impl Nodes for Small {
        fn size(&self, at: u32) -> u64 {
            [1000, 600, 300, 150, 1][at as usize]
        }

        fn each_child(&self, at: u32, f: &mut dyn FnMut(u32)) {
            let children: [&[u32]; 5] = [&[1, 2, 4], &[3], &[], &[], &[]];
            children[at as usize].iter().copied().for_each(f);
        }
    }

    #[test]
    fn children_lie_below_their_parents_and_are_as_wide_as_their_shares() {
        let area = Rect::from_min_size(pos2(10.0, 20.0), vec2(500.0, 90.0));
        let cells = cells(&Small, 0, (area, 40.0), &[]);
        let places: Vec<(u32, f32, f32, f32)> = cells
            .iter()
            .map(|cell| (cell.at, cell.rect.left(), cell.rect.width(), cell.rect.top()))
            .collect();
        let expected = [(1, 10.0, 300.0, 20.0), (2, 310.0, 150.0, 20.0), (3, 10.0, 75.0, 60.0)];
        assert_eq!(places, expected, "the third move is half a point wide");
        let rest = rest(&cells, area, 40.0).unwrap();
        assert_eq!((rest.left(), rest.right()), (460.0, 510.0));
        assert_eq!(cell_at(&cells, pos2(20.0, 70.0)).map(|cell| cell.at), Some(3));
    }

    #[test]
    fn a_cell_of_the_expected_line_has_room_for_its_move() {
        let area = Rect::from_min_size(pos2(0.0, 0.0), vec2(500.0, 90.0));
        let cells = cells(&Small, 0, (area, 40.0), &[4]);
        let widths: Vec<(u32, f32)> = cells.iter().map(|c| (c.at, c.rect.width())).collect();
        // 0.5 of 500 points becomes 44; 600 : 300 is preserved in the rest.
        let scale = 456.0 / 499.5;
        let expected = [(1, 300.0 * scale), (2, 150.0 * scale), (4, LINE), (3, 75.0 * scale)];
        for ((at, width), (node, wanted)) in widths.into_iter().zip(expected) {
            assert!(at == node && (width - wanted).abs() < 0.01, "{at} {width} {wanted}");
        }
    }

    #[test]
    fn a_cell_is_on_its_way_from_where_it_stood() {
        let rect = |left: f32, width: f32| Rect::from_min_size(pos2(left, 0.0), vec2(width, 20.0));
        let mut course = Course { to: vec![(7, rect(0.0, 100.0))], ..Course::default() };
        course.from.insert(7, rect(0.0, 100.0));
        course.set_out(vec![(7, rect(40.0, 60.0)), (8, rect(0.0, 40.0))], (1.0, 0.2));
        assert_eq!(course.at(7, rect(40.0, 60.0), (1.0, 0.2)), rect(0.0, 100.0));
        // Half the time is three quarters of the distance.
        assert_eq!(course.at(7, rect(40.0, 60.0), (1.1, 0.2)), rect(30.0, 70.0));
        assert!(course.at(8, rect(0.0, 40.0), (1.0, 0.2)).width() < 0.01);
        assert_eq!(course.at(8, rect(0.0, 40.0), (1.3, 0.2)), rect(0.0, 40.0));
    }
}
