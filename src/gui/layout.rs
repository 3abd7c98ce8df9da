//! Where things stand in the window: the board column, the divider, and the panels beside it, which
//! can be dragged, tabbed and closed and are remembered.

use eframe::egui::{self, Color32, CursorIcon, Id, Rect, Role, Sense, Stroke, Ui, WidgetInfo};
use egui_tiles::{SimplificationOptions, TileId, Tiles, Tree, UiResponse};
use serde::{Deserialize, Serialize};

use super::theme;

/// What a panel beside the board shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pane {
    /// The best lines, live.
    Lines,
    /// Moves known from books and games.
    Explorer,
    /// Every root move with its latest score, depth and share of the nodes.
    RootMoves,
    /// One row per finished iteration.
    Iterations,
    /// Counters and rates of the search.
    Statistics,
    /// Score, depth and nodes over the time of one search.
    SearchPlot,
    /// The moves of the game.
    Moves,
    /// The evaluation over the game.
    Evaluation,
    /// How well the game was played, move by move.
    Review,
    /// What the endgame tables say.
    Tablebase,
    /// The games of the open file.
    Games,
}

impl Pane {
    /// All panes, in the order of the View menu.
    pub const ALL: [Pane; 11] = [
        Pane::Lines,
        Pane::Explorer,
        Pane::RootMoves,
        Pane::Iterations,
        Pane::Statistics,
        Pane::SearchPlot,
        Pane::Moves,
        Pane::Evaluation,
        Pane::Review,
        Pane::Tablebase,
        Pane::Games,
    ];

    /// The title on its tab.
    pub fn title(self) -> &'static str {
        match self {
            Pane::Lines => "Best lines",
            Pane::Explorer => "Explorer",
            Pane::RootMoves => "Root moves",
            Pane::Iterations => "Iterations",
            Pane::Statistics => "Statistics",
            Pane::SearchPlot => "Search plot",
            Pane::Moves => "Moves",
            Pane::Evaluation => "Evaluation",
            Pane::Review => "Review",
            Pane::Tablebase => "Tablebase",
            Pane::Games => "Games",
        }
    }

    /// Whether it says how good a position is, which a player may want to find out alone.
    pub fn judges(self) -> bool {
        !matches!(self, Pane::Moves | Pane::Review | Pane::Explorer)
    }

    /// The pane with this title, letter case and spaces aside.
    pub fn from_title(text: &str) -> Option<Pane> {
        let plain = |s: &str| s.to_lowercase().replace([' ', '-', '_'], "");
        Pane::ALL.into_iter().find(|pane| plain(pane.title()) == plain(text))
    }
}

/// The arrangement of the window. Serialised into the session.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Layout {
    /// The panels beside the board.
    pub tree: Tree<Pane>,
    /// Width of the board column as a share of the window, set by dragging the divider; `None`: as
    /// wide as the board's height asks for.
    pub board_share: Option<f32>,
}

/// Narrowest the panels may get, points.
const MIN_SIDE: f32 = 300.0;
/// Narrowest the board column may get, points.
const MIN_BOARD: f32 = 260.0;
/// Height of what stands above and below the board in its column, points.
const STRIPS: f32 = 120.0;
/// Width of the divider that can be gripped, points.
const DIVIDER: f32 = 6.0;

impl Default for Layout {
    fn default() -> Self {
        let mut tiles = Tiles::default();
        let mut tabs = |panes: &[Pane]| {
            let ids = panes.iter().map(|&pane| tiles.insert_pane(pane)).collect();
            tiles.insert_tab_tile(ids)
        };
        let lines = tabs(&[Pane::Lines, Pane::Explorer]);
        let search = tabs(&[Pane::RootMoves, Pane::Iterations, Pane::Statistics, Pane::SearchPlot]);
        let game =
            tabs(&[Pane::Moves, Pane::Evaluation, Pane::Games, Pane::Review, Pane::Tablebase]);
        let root = tiles.insert_vertical_tile(vec![lines, search, game]);
        if let Some(egui_tiles::Tile::Container(egui_tiles::Container::Linear(linear))) =
            tiles.get_mut(root)
        {
            linear.shares.set_share(lines, 1.0);
            linear.shares.set_share(search, 1.05);
            linear.shares.set_share(game, 1.05);
        }
        Layout { tree: Tree::new(Id::unique("panels"), root, tiles), board_share: None }
    }
}

impl Layout {
    /// The layout kept in a session, or the default one where it cannot be read or holds no panel.
    pub fn restore(kept: Option<&serde_json::Value>) -> Layout {
        kept.and_then(|value| Layout::deserialize(value).ok())
            .filter(|layout| !layout.tree.is_empty())
            .unwrap_or_default()
    }

    /// This layout as a session keeps it.
    pub fn keep(&self) -> Option<serde_json::Value> {
        serde_json::to_value(self).ok()
    }

    /// Whether the pane is open.
    pub fn is_open(&self, pane: Pane) -> bool {
        self.tree.tiles.find_pane(&pane).is_some_and(|id| self.tree.is_visible(id))
    }

    /// Opens the pane (in front of its neighbours) or closes it.
    pub fn set_open(&mut self, pane: Pane, open: bool) {
        match (self.tree.tiles.find_pane(&pane), open) {
            (Some(id), _) => self.tree.set_visible(id, open),
            (None, true) => self.insert(pane),
            (None, false) => {}
        }
        if open {
            self.show(pane);
        }
    }

    /// Brings an open pane to the front of its tabs.
    pub fn show(&mut self, pane: Pane) {
        self.tree.make_active(|_, tile| *tile == egui_tiles::Tile::Pane(pane));
    }

    fn insert(&mut self, pane: Pane) {
        let id = self.tree.tiles.insert_pane(pane);
        if let Some(root) = self.tree.root() {
            self.tree.move_tile_to_container(id, root, usize::MAX, false);
        } else {
            let tiles = std::mem::take(&mut self.tree.tiles);
            self.tree = Tree::new(Id::unique("panels"), id, tiles);
        }
    }

    /// Divides the area into board column and panels and shows the divider between them.
    /// `board_width` is what the board asks for at a given height.
    pub fn split(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        board_width: impl Fn(f32) -> f32,
    ) -> [Rect; 2] {
        if self.tree.is_empty() || !Pane::ALL.iter().any(|&pane| self.is_open(pane)) {
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
        let x = area.left() + wanted.clamp(MIN_BOARD, widest).round();
        let grip = Rect::from_x_y_ranges(x - DIVIDER / 2.0..=x + DIVIDER / 2.0, area.y_range());
        self.divider_ui(ui, grip, area);
        let left = Rect::from_x_y_ranges(area.left()..=x, area.y_range());
        [left, Rect::from_x_y_ranges(x + 1.0..=area.right(), area.y_range())]
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
        let color = if response.hovered() || response.dragged() { p.accent } else { p.window };
        ui.painter().vline(grip.center().x, grip.y_range(), Stroke::new(2.0, color));
    }
}

/// What the panels' tiles need: how to show one.
pub struct Panels<'a> {
    /// Shows the content of a pane.
    pub show: &'a mut dyn FnMut(&mut Ui, Pane),
}

impl std::fmt::Debug for Panels<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Panels").finish_non_exhaustive()
    }
}

impl egui_tiles::Behavior<Pane> for Panels<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, pane: &mut Pane) -> UiResponse {
        let fill = theme::palette(ui).panel;
        ui.painter().rect_filled(ui.max_rect(), 0, fill);
        egui::Frame::new().inner_margin(theme::PAD).show(ui, |ui| (self.show)(ui, *pane));
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> egui::WidgetText {
        pane.title().into()
    }

    fn is_tab_closable(&self, _: &Tiles<Pane>, _: TileId) -> bool {
        false
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }

    fn tab_bar_height(&self, _: &egui::Style) -> f32 {
        28.0
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

    fn tab_bg_color(
        &self,
        visuals: &egui::Visuals,
        _: &Tiles<Pane>,
        _: TileId,
        state: &egui_tiles::TabState,
    ) -> Color32 {
        if state.active { visuals.panel_fill } else { Color32::TRANSPARENT }
    }

    fn tab_outline_stroke(
        &self,
        _: &egui::Visuals,
        _: &Tiles<Pane>,
        _: TileId,
        _: &egui_tiles::TabState,
    ) -> Stroke {
        Stroke::NONE
    }

    fn tab_bar_hline_stroke(&self, _: &egui::Visuals) -> Stroke {
        Stroke::NONE
    }

    fn tab_text_color(
        &self,
        visuals: &egui::Visuals,
        _: &Tiles<Pane>,
        _: TileId,
        state: &egui_tiles::TabState,
    ) -> Color32 {
        if state.active { visuals.text_color() } else { visuals.weak_text_color() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_survives_a_session_and_a_damaged_one_falls_back() {
        let mut layout = Layout::default();
        layout.set_open(Pane::Statistics, false);
        layout.board_share = Some(0.4);
        let kept = layout.keep();
        let again = Layout::restore(kept.as_ref());
        assert!(!again.is_open(Pane::Statistics));
        assert!(again.is_open(Pane::Lines));
        assert_eq!(again.board_share, Some(0.4));
        let damaged = serde_json::json!({"tree": 3});
        assert!(Layout::restore(Some(&damaged)).is_open(Pane::Moves));
    }

    #[test]
    fn panes_are_found_by_their_titles() {
        assert_eq!(Pane::from_title("root-moves"), Some(Pane::RootMoves));
        assert_eq!(Pane::from_title("nothing"), None);
    }
}
