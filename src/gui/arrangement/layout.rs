//! Where things stand in one workspace: the board column, the divider, and the panels beside it, which can be
//! dragged, tabbed and closed and are remembered.

use eframe::egui::{self, CursorIcon, Id, Rect, Role, Sense, Stroke, Ui, Vec2, WidgetInfo};
use egui_tiles::{Container, Tile, Tree};
use serde::{Deserialize, Serialize};

use tabia_app::window::workspace::{PaneId, Workspace};

use super::heights;
use super::initial;
use super::initial::Shape;
use super::tiles::Panels;
use crate::gui::look::theme;

/// The panel that comes into Play with the analysis.
const LENT: PaneId = PaneId::Lines;

/// Narrowest the panels may get, points.
const MIN_SIDE: f32 = 300.0;
/// Widest the panels of Play are made, points.
const MAX_PLAY_SIDE: f32 = 620.0;
/// Width of the panels of Play, as a share of the window's height.
const PLAY_SIDE: f32 = 0.55;
/// Margins beside board and panels narrower than this are given to the panels, points.
const MIN_MARGIN: f32 = 48.0;
/// Narrowest the board column may get, points.
const MIN_BOARD: f32 = 260.0;
/// Height of what stands above and below the board in its column, points.
const STRIPS: f32 = 120.0;
/// Width of the divider that can be gripped, points.
const DIVIDER: f32 = 6.0;

/// The arrangement of one workspace. Serialised into the session.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Layout {
    tree: Tree<PaneId>,
    /// Width of the board column as a share of the window, set by dragging the divider; `None`: as
    /// wide as the board's height asks for.
    #[serde(default)]
    board_share: Option<f32>,
    /// The shape the first arrangement was made for; `None` once the user has changed it. Until then it is made
    /// again where the window gets another shape.
    #[serde(default)]
    made_for: Option<Shape>,
    /// The best lines came with the analysis and go with it.
    #[serde(default)]
    lent: bool,
    /// Whether analysis was on in the last frame.
    #[serde(skip)]
    analysed: bool,
}

impl Layout {
    /// The first arrangement of a workspace, until the window's shape is known.
    pub(crate) fn first(workspace: Workspace) -> Layout {
        let shape = Shape::Column;
        Layout {
            tree: initial::first(workspace, shape),
            board_share: None,
            made_for: Some(shape),
            lent: false,
            analysed: false,
        }
    }

    /// The arrangement kept in a session, or the first one where it cannot be read, holds no panel, or was never
    /// changed and lacks a panel that has come since.
    pub(crate) fn restore(workspace: Workspace, kept: Option<&serde_json::Value>) -> Layout {
        let current = |layout: &Layout| {
            let has = |pane: PaneId| layout.tree.tiles.find_pane(&pane).is_some();
            layout.made_for.is_none() || initial::first_panes(workspace).into_iter().all(has)
        };
        kept.and_then(|value| Layout::deserialize(value).ok())
            .filter(|layout| !layout.tree.is_empty())
            .filter(current)
            .unwrap_or_else(|| Layout::first(workspace))
    }

    /// This arrangement as a session keeps it.
    pub(crate) fn keep(&self) -> Option<serde_json::Value> {
        serde_json::to_value(self).ok()
    }

    /// Whether the panel is open, in front of its tabs or behind another.
    pub(crate) fn is_open(&self, pane: PaneId) -> bool {
        self.tree.tiles.find_pane(&pane).is_some_and(|id| self.tree.is_visible(id))
    }

    /// Whether the panel is open and in front of its tabs.
    pub(crate) fn is_in_sight(&self, pane: PaneId) -> bool {
        let tiles = &self.tree.tiles;
        let Some(mut id) = tiles.find_pane(&pane).filter(|_| self.is_open(pane)) else {
            return false;
        };
        while let Some(parent) = tiles.parent_of(id) {
            if let Some(Tile::Container(Container::Tabs(tabs))) = tiles.get(parent)
                && tabs.active != Some(id)
            {
                return false;
            }
            id = parent;
        }
        true
    }

    /// Opens the panel, in front of its neighbours, or closes it. Its place is remembered.
    pub(crate) fn set_open(&mut self, pane: PaneId, open: bool) {
        if self.is_open(pane) != open {
            self.made_for = None;
            self.put(pane, open);
        } else if open {
            self.bring_to_front(pane);
        }
        if pane == LENT {
            self.lent = false;
        }
    }

    fn put(&mut self, pane: PaneId, open: bool) {
        match (self.tree.tiles.find_pane(&pane), open) {
            (Some(id), _) => self.tree.set_visible(id, open),
            (None, true) => initial::insert(&mut self.tree, pane),
            (None, false) => {}
        }
        if open {
            self.bring_to_front(pane);
        }
    }

    fn bring_to_front(&mut self, pane: PaneId) {
        self.tree.make_active(|_, tile| *tile == Tile::Pane(pane));
    }

    /// Opens the best lines in Play where analysis begins and nobody has opened them, and takes them away again
    /// when it ends: the arrangement one plays with stays what it was.
    pub(crate) fn follow_analysis(&mut self, analysis: bool) {
        let begins = analysis && !self.analysed;
        self.analysed = analysis;
        if begins && !self.is_open(LENT) {
            self.lent = true;
            self.put(LENT, true);
        } else if !analysis && self.lent {
            self.lent = false;
            self.put(LENT, false);
        }
    }

    /// Divides the area into board column and panels and shows the divider between them.
    /// `board_width` is what the board asks for at a given height.
    pub(crate) fn split(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        workspace: Workspace,
        board_width: impl Fn(f32) -> f32,
    ) -> [Rect; 2] {
        if self.tree.is_empty() || !PaneId::ALL.iter().any(|&pane| self.is_open(pane)) {
            return [area, Rect::NOTHING];
        }
        if area.width() < area.height() {
            let wanted = (area.width() + STRIPS).min(area.height() * 0.64).round();
            let y = area.top() + wanted;
            return [
                Rect::from_min_max(area.min, egui::pos2(area.right(), y)),
                Rect::from_min_max(egui::pos2(area.left(), y + 2.0), area.max),
            ];
        }
        let widest = (area.width() - MIN_SIDE).max(MIN_BOARD);
        let wanted = match self.board_share {
            Some(share) => area.width() * share,
            None => board_width(area.height()),
        };
        let wanted = wanted.clamp(MIN_BOARD, widest).round();
        let used = match (workspace, self.board_share) {
            (Workspace::Play, None) => centred(area, wanted),
            (Workspace::Play | Workspace::Study | Workspace::Lab | Workspace::Duel, _) => area,
        };
        let x = used.left() + wanted;
        let grip = Rect::from_x_y_ranges(x - DIVIDER / 2.0..=x + DIVIDER / 2.0, area.y_range());
        self.divider_ui(ui, grip, area);
        let left = Rect::from_x_y_ranges(used.left()..=x, area.y_range());
        [left, Rect::from_x_y_ranges(x + 1.0..=used.right(), area.y_range())]
    }

    fn divider_ui(&mut self, ui: &Ui, grip: Rect, area: Rect) {
        let response = ui
            .interact(grip, Id::unique("divider"), Sense::click_and_drag())
            .on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal);
        response.widget_info(|| WidgetInfo::labeled(Role::Splitter, true, "Board width"));
        if response.double_clicked() {
            self.board_share = None;
        } else if let Some(pos) = response.interact_pointer_pos().filter(|_| response.dragged()) {
            self.board_share = Some(((pos.x - area.left()) / area.width()).clamp(0.1, 0.9));
        }
        let p = theme::palette(ui);
        let color = if response.hovered() || response.dragged() { p.accent } else { p.border };
        ui.painter().vline(grip.center().x, grip.y_range(), Stroke::new(2.0, color));
    }

    /// Shows the panels. `show` shows the content of one; gives those whose tab was closed.
    pub(crate) fn panels_ui(
        &mut self,
        ui: &mut Ui,
        workspace: Workspace,
        show: &mut dyn FnMut(&mut Ui, PaneId),
    ) -> Vec<PaneId> {
        self.fit(workspace, ui.max_rect().size());
        let fits = !matches!(workspace, Workspace::Lab | Workspace::Duel);
        if self.made_for.is_some() && fits {
            heights::fit(&mut self.tree, ui, ui.max_rect().height());
        }
        let mut panels = Panels { show, closed: Vec::new(), moved: false };
        self.tree.ui(&mut panels, ui);
        if panels.moved {
            // What one has put somewhere stays there.
            self.made_for = None;
            self.lent = false;
        }
        panels.closed
    }

    /// Arranges the panels anew for another shape of their space, as long as that was nobody's choice. The
    /// panels in front stay in front.
    fn fit(&mut self, workspace: Workspace, size: Vec2) {
        let shape = Shape::of(size);
        if self.made_for.is_none_or(|made| made == shape) {
            return;
        }
        let front = self.in_front();
        self.tree = initial::first(workspace, shape);
        self.made_for = Some(shape);
        if self.lent {
            self.put(LENT, true);
        }
        for pane in front {
            self.bring_to_front(pane);
        }
    }

    /// The panels in front of their tabs.
    fn in_front(&self) -> Vec<PaneId> {
        let active = |tile: &Tile<PaneId>| match tile {
            Tile::Container(Container::Tabs(tabs)) => tabs.active,
            Tile::Container(_) | Tile::Pane(_) => None,
        };
        let ids = self.tree.tiles.tiles().filter_map(active);
        ids.filter_map(|id| self.tree.tiles.get_pane(&id).copied()).collect()
    }
}

/// The middle of the area, as wide as the board and the panels of Play need; all of it where little would be
/// left over.
fn centred(area: Rect, board: f32) -> Rect {
    let side = (area.height() * PLAY_SIDE).clamp(MIN_SIDE, MAX_PLAY_SIDE);
    let margin = ((area.width() - board - side) / 2.0).floor();
    if margin < MIN_MARGIN { area } else { area.shrink2(Vec2::new(margin, 0.0)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrangement_survives_a_session_and_a_damaged_one_falls_back() {
        let mut layout = Layout::first(Workspace::Lab);
        layout.set_open(PaneId::Statistics, false);
        layout.board_share = Some(0.4);
        let kept = layout.keep();
        let again = Layout::restore(Workspace::Lab, kept.as_ref());
        assert!(!again.is_open(PaneId::Statistics));
        assert!(again.is_open(PaneId::Lines));
        assert_eq!(again.board_share, Some(0.4));
        let damaged = serde_json::json!({"tree": 3});
        assert!(Layout::restore(Workspace::Study, Some(&damaged)).is_open(PaneId::Moves));
    }

    #[test]
    fn every_first_arrangement_has_its_panels_and_no_others() {
        for workspace in Workspace::ALL {
            for shape in [Shape::Column, Shape::Row, Shape::Grid] {
                let layout =
                    Layout { tree: initial::first(workspace, shape), ..Layout::first(workspace) };
                for &pane in PaneId::ALL {
                    let wanted = initial::first_panes(workspace).contains(&pane);
                    assert_eq!(layout.is_open(pane), wanted, "{workspace:?} {shape:?} {pane:?}");
                }
            }
        }
    }

    #[test]
    fn a_panel_can_be_pulled_into_any_workspace_and_closed_there() {
        for workspace in Workspace::ALL {
            let mut layout = Layout::first(workspace);
            for &pane in PaneId::ALL {
                layout.set_open(pane, true);
                assert!(layout.is_open(pane), "{pane:?} in {workspace:?}");
            }
            for &pane in PaneId::ALL {
                layout.set_open(pane, false);
                assert!(!layout.is_open(pane));
            }
            layout.set_open(PaneId::Games, true);
            assert!(layout.is_open(PaneId::Games), "after all were closed");
        }
    }

    #[test]
    fn lines_come_and_go_with_the_analysis_unless_the_user_has_a_say() {
        let lines = |layout: &Layout| layout.is_open(PaneId::Lines);
        let mut layout = Layout::first(Workspace::Play);
        layout.follow_analysis(false);
        assert!(!lines(&layout));
        layout.follow_analysis(true);
        assert!(lines(&layout) && layout.made_for.is_some());
        layout.follow_analysis(false);
        assert!(!lines(&layout), "they go with it");
        layout.follow_analysis(true);
        layout.set_open(PaneId::Lines, false);
        layout.follow_analysis(true);
        assert!(!lines(&layout), "closed by hand they stay closed");
        layout.follow_analysis(false);
        layout.set_open(PaneId::Lines, true);
        layout.follow_analysis(true);
        layout.follow_analysis(false);
        assert!(lines(&layout), "opened by hand they stay");
    }

    #[test]
    fn what_nobody_has_changed_follows_the_shape_and_keeps_what_is_in_front() {
        let mut layout = Layout::first(Workspace::Study);
        layout.set_open(PaneId::Explorer, true);
        layout.fit(Workspace::Study, Vec2::new(1200.0, 1300.0));
        assert_eq!(layout.made_for, Some(Shape::Grid));
        assert!(layout.in_front().contains(&PaneId::Explorer));
        layout.set_open(PaneId::Games, false);
        layout.fit(Workspace::Study, Vec2::new(400.0, 700.0));
        assert!(!layout.is_open(PaneId::Games), "what one has changed stays as it is");
    }

    #[test]
    fn an_untouched_arrangement_of_an_older_program_gets_the_panels_that_came_since() {
        let mut layout = Layout::first(Workspace::Lab);
        let id = layout.tree.tiles.find_pane(&PaneId::Statistics).unwrap();
        layout.tree.remove_recursively(id);
        let again = Layout::restore(Workspace::Lab, layout.keep().as_ref());
        assert!(again.is_open(PaneId::Statistics));
    }

    #[test]
    fn board_and_moves_stand_in_the_middle_of_a_wide_window() {
        let wide = Rect::from_min_size(egui::Pos2::ZERO, Vec2::new(2560.0, 1378.0));
        let used = centred(wide, 1290.0);
        assert!((used.left() - (2560.0 - used.right())).abs() <= 1.0 && used.left() > 200.0);
        let small = Rect::from_min_size(egui::Pos2::ZERO, Vec2::new(800.0, 538.0));
        assert_eq!(centred(small, 450.0), small);
    }
}
