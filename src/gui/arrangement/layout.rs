//! How the panels of a workspace stand: board and panels side by side, tabs and their buttons, and how the height of a
//! column is shared by what its panels ask for.

use eframe::egui::{
    self, Color32, Context, CursorIcon, Id, PointerButton, Rect, Response, Role, Sense, Stroke,
    StrokeKind, TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use egui_tiles::{
    Container, EditAction, LinearDir, SimplificationOptions, TabState, Tile, TileId, Tiles, Tree,
    UiResponse,
};
use serde::{Deserialize, Serialize};

use tabia_app::window::workspace::{PaneId, Workspace};

use crate::gui::arrangement::arrangements::{self, Shape};
use crate::gui::arrangement::panes;
use crate::gui::look::theme;
use crate::gui::present::room::{self, HeightRequest};
use tabia_text::t;

/// Narrowest the panels may get, points.
const MIN_SIDE: f32 = 300.0;
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
}

impl Layout {
    /// The first arrangement of a workspace, until the window's shape is known.
    pub(crate) fn first(workspace: Workspace) -> Layout {
        let shape = Shape::Column;
        Layout {
            tree: arrangements::first(workspace, shape),
            board_share: None,
            made_for: Some(shape),
        }
    }

    /// The arrangement kept in a session, or the first one where it cannot be read, holds no panel, or was never
    /// changed and lacks a panel that has come since.
    pub(crate) fn restore(workspace: Workspace, kept: Option<&serde_json::Value>) -> Layout {
        let current = |layout: &Layout| {
            let has = |pane: PaneId| layout.tree.tiles.find_pane(&pane).is_some();
            layout.made_for.is_none() || arrangements::first_panes(workspace).into_iter().all(has)
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
    }

    fn put(&mut self, pane: PaneId, open: bool) {
        match (self.tree.tiles.find_pane(&pane), open) {
            (Some(id), _) => self.tree.set_visible(id, open),
            (None, true) => arrangements::insert(&mut self.tree, pane),
            (None, false) => {}
        }
        if open {
            self.bring_to_front(pane);
        }
    }

    fn bring_to_front(&mut self, pane: PaneId) {
        self.tree.make_active(|_, tile| *tile == Tile::Pane(pane));
    }

    /// Divides the area into board column and panels and shows the divider between them.
    /// `board_width` is what the board asks for at a given height.
    pub(crate) fn split(
        &mut self,
        ui: &mut Ui,
        area: Rect,
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
        let x = area.left() + wanted;
        let grip = Rect::from_x_y_ranges(x - DIVIDER / 2.0..=x + DIVIDER / 2.0, area.y_range());
        self.divider_ui(ui, grip, area);
        let left = Rect::from_x_y_ranges(area.left()..=x, area.y_range());
        [left, Rect::from_x_y_ranges(x + 1.0..=area.right(), area.y_range())]
    }

    fn divider_ui(&mut self, ui: &Ui, grip: Rect, area: Rect) {
        let response = ui
            .interact(grip, Id::unique("divider"), Sense::click_and_drag())
            .on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal);
        response.widget_info(|| WidgetInfo::labeled(Role::Splitter, true, t!("pane-board-width")));
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
            fit(&mut self.tree, ui, ui.max_rect().height());
        }
        let mut panels = Panels { show, closed: Vec::new(), moved: false };
        self.tree.ui(&mut panels, ui);
        if panels.moved {
            // What one has put somewhere stays there.
            self.made_for = None;
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
        self.tree = arrangements::first(workspace, shape);
        self.made_for = Some(shape);
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

/// Space on either side of a tab's title, points.
const TAB_PAD: f32 = 9.0;
/// Side of the cross on the tab in front, points.
const CROSS: f32 = 16.0;

/// What the tiles need to be shown, and what was done to them.
pub(crate) struct Panels<'a> {
    /// Shows the content of a panel.
    pub(crate) show: &'a mut dyn FnMut(&mut Ui, PaneId),
    /// Panels whose tab was closed.
    pub(crate) closed: Vec<PaneId>,
    /// A panel was dragged elsewhere, or a boundary was.
    pub(crate) moved: bool,
}

impl egui_tiles::Behavior<PaneId> for Panels<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, pane: &mut PaneId) -> UiResponse {
        let fill = theme::palette(ui).panel;
        ui.painter().rect_filled(ui.max_rect(), 0, fill);
        let edge = theme::palette(ui).border;
        ui.painter().rect_stroke(ui.max_rect(), 0, (1.0, edge), StrokeKind::Inside);
        egui::Frame::new().inner_margin(theme::PAD).show(ui, |ui| (self.show)(ui, *pane));
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &PaneId) -> egui::WidgetText {
        panes::info(*pane).title().into()
    }

    /// A tab: its title and, on the one in front, a cross. The middle button closes any.
    fn tab_ui(
        &mut self,
        tiles: &mut Tiles<PaneId>,
        ui: &mut Ui,
        id: Id,
        tile: TileId,
        state: &TabState,
    ) -> Response {
        let Some(&pane) = tiles.get_pane(&tile) else { return ui.label("") };
        let (p, title) = (theme::palette(ui), panes::info(pane).title());
        let color = if state.active { p.text } else { p.text_weak };
        let font = TextStyle::Button.resolve(ui.style());
        let galley = ui.painter().layout_no_wrap(title.to_owned(), font, color);
        let cross = if state.active { CROSS } else { 0.0 };
        let width = galley.size().x + 2.0 * TAB_PAD + cross;
        let (_, rect) = ui.allocate_space(vec2(width, ui.available_height()));
        let response = ui.interact(rect, id, Sense::click_and_drag());
        let response = response.on_hover_cursor(CursorIcon::Grab);
        response.widget_info(|| {
            WidgetInfo::selected(Role::Button, ui.is_enabled(), state.active, title)
        });
        if state.active {
            bring_into_sight(ui, pane, rect);
        }
        if !ui.is_rect_visible(rect) || state.is_being_dragged {
            return response;
        }
        if state.active {
            ui.painter().rect_filled(rect, 0, p.panel);
            ui.painter().hline(rect.x_range(), rect.top() + 1.0, (2.0, p.accent));
        }
        let at = pos2(rect.left() + TAB_PAD, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(at, galley, color);
        let close = state.active && {
            let middle = pos2(rect.right() - TAB_PAD - CROSS / 2.0 + 5.0, rect.center().y);
            cross_ui(ui, Rect::from_center_size(middle, Vec2::splat(CROSS)), id, title)
        };
        if close || response.clicked_by(PointerButton::Middle) {
            self.closed.push(pane);
        }
        response
    }

    fn on_edit(&mut self, action: EditAction) {
        self.moved |= matches!(action, EditAction::TileDropped | EditAction::TileResized);
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }

    fn tab_bar_height(&self, _: &egui::Style) -> f32 {
        room::TABS
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        2.0
    }

    fn min_size(&self) -> f32 {
        90.0
    }

    fn tab_bar_color(&self, visuals: &egui::Visuals) -> Color32 {
        visuals.extreme_bg_color
    }

    fn tab_bar_hline_stroke(&self, visuals: &egui::Visuals) -> Stroke {
        visuals.window_stroke
    }
}

/// The cross that closes a panel. Says whether it was clicked.
/// Scrolls the strip of tabs to the one that has come to the front, wherever it was opened from. For two frames: in
/// the first the strip does not know yet how long it is.
fn bring_into_sight(ui: &Ui, pane: PaneId, rect: Rect) {
    let id = ui.scope_id().with("tab in front");
    let (front, frames) = ui.data(|data| data.get_temp::<(PaneId, u8)>(id)).unwrap_or((pane, 0));
    let frames = if front == pane { frames } else { 0 };
    if frames < 2 {
        ui.data_mut(|data| data.insert_temp(id, (pane, frames + 1)));
        ui.scroll_to_rect_animation(rect, None, egui::style::ScrollAnimation::none());
        ui.request_repaint();
    }
}

fn cross_ui(ui: &Ui, rect: Rect, tab: Id, title: &str) -> bool {
    let response = ui.interact(rect, tab.with("close"), Sense::click());
    let name = t!("pane-close", title = title);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &name));
    let p = theme::palette(ui);
    let hovered = response.hovered() || response.has_focus();
    if hovered {
        ui.painter().rect_filled(rect, theme::RADIUS - 2, p.hover);
    }
    let stroke = Stroke::new(1.2, if hovered { p.text } else { p.text_faint });
    let lines = rect.shrink(CROSS * 0.32);
    ui.painter().line_segment([lines.left_top(), lines.right_bottom()], stroke);
    ui.painter().line_segment([lines.right_top(), lines.left_bottom()], stroke);
    response.on_hover_text(name).clicked()
}

/// Least height of a panel with its strip of tabs, points.
const LEAST: f32 = 72.0;
/// What the panels that share the rest get at least together, as a share of the height.
const REST: f32 = 0.4;
/// Gives the panels that stand one below the other their heights.
/// Panels are as high as what they show: the best lines, the moves and a panel that has nothing to show ask for so
/// much, the others share the rest. Only where nobody has put the panels elsewhere or drawn a boundary.
pub(crate) fn fit(tree: &mut Tree<PaneId>, ctx: &Context, height: f32) {
    let Some(root) = tree.root() else { return };
    let columns: Vec<TileId> = match tree.tiles.get(root) {
        Some(Tile::Container(Container::Linear(linear))) => match linear.dir {
            LinearDir::Vertical => vec![root],
            LinearDir::Horizontal => linear.children.clone(),
        },
        _ => return,
    };
    for column in columns {
        fit_column(tree, ctx, column, height);
    }
}

fn fit_column(tree: &mut Tree<PaneId>, ctx: &Context, column: TileId, height: f32) {
    let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get(column) else { return };
    if linear.dir != LinearDir::Vertical {
        return;
    }
    let shown: Vec<TileId> =
        linear.children.iter().copied().filter(|&id| tree.is_visible(id)).collect();
    let asked: Vec<Option<HeightRequest>> =
        shown.iter().map(|&id| asked_of(tree, ctx, id)).collect();
    let heights = shared(&asked, height);
    if let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get_mut(column) {
        for (id, height) in shown.into_iter().zip(heights) {
            linear.shares.set_share(id, height);
        }
    }
}

/// What the panel in front of a stack has asked for.
fn asked_of(tree: &Tree<PaneId>, ctx: &Context, stack: TileId) -> Option<HeightRequest> {
    let front = match tree.tiles.get(stack)? {
        Tile::Pane(pane) => *pane,
        Tile::Container(Container::Tabs(tabs)) => *tree.tiles.get_pane(&tabs.active?)?,
        Tile::Container(_) => return None,
    };
    room::asked(ctx, front)
}

/// The heights of stacks that ask for so much, or for what is left.
fn shared(asked: &[Option<HeightRequest>], height: f32) -> Vec<f32> {
    // Where all ask for so much, one takes the rest: the last that shows something.
    let last = || asked.iter().rposition(|of| of.is_some_and(|wish| !wish.empty));
    let none_left = asked.iter().all(Option::is_some);
    let filler = none_left.then(|| last().or(asked.len().checked_sub(1))).flatten();
    let fixed = |(at, of): (usize, &Option<HeightRequest>)| {
        of.filter(|_| filler != Some(at)).map(|wish| wish.height.max(LEAST))
    };
    let wanted: Vec<Option<f32>> = asked.iter().enumerate().map(fixed).collect();
    let sum: f32 = wanted.iter().flatten().sum();
    let room = height * (1.0 - REST);
    let less = if sum > room { room / sum } else { 1.0 };
    let rest = wanted.iter().filter(|of| of.is_none()).count().max(1) as f32;
    let share = ((height - sum * less) / rest).max(1.0);
    wanted.iter().map(|of| of.map_or(share, |of| of * less)).collect()
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
                let layout = Layout {
                    tree: arrangements::first(workspace, shape),
                    ..Layout::first(workspace)
                };
                for &pane in PaneId::ALL {
                    let wanted = arrangements::first_panes(workspace).contains(&pane);
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

    const fn shows(height: f32) -> HeightRequest {
        HeightRequest { height, empty: false }
    }

    const fn empty(height: f32) -> HeightRequest {
        HeightRequest { height, empty: true }
    }

    #[test]
    fn lines_get_what_they_show_and_tables_the_rest() {
        assert_eq!(shared(&[Some(shows(200.0)), None], 700.0), [200.0, 500.0]);
        assert_eq!(shared(&[Some(shows(120.0)), None, None], 720.0), [120.0, 300.0, 300.0]);
        assert_eq!(
            shared(&[None, Some(empty(30.0))], 700.0),
            [628.0, 72.0],
            "a strip and one line"
        );
    }

    #[test]
    fn no_panel_takes_it_all() {
        let heights = shared(&[Some(shows(900.0)), None], 500.0);
        assert!((heights[0] - 300.0).abs() < 0.1 && (heights[1] - 200.0).abs() < 0.1);
        assert_eq!(shared(&[], 700.0), Vec::<f32>::new());
    }

    #[test]
    fn where_all_ask_the_last_that_shows_something_takes_the_rest() {
        assert_eq!(shared(&[Some(shows(150.0)), Some(shows(100.0))], 700.0), [150.0, 550.0]);
        assert_eq!(shared(&[Some(shows(150.0)), Some(empty(78.0))], 700.0), [622.0, 78.0]);
        assert_eq!(shared(&[Some(empty(114.0)), Some(empty(78.0))], 700.0), [114.0, 586.0]);
    }
}
