//! How the panels' tabs look and what a hand may do with them.

use eframe::egui::{self, Color32, Stroke, Ui};
use egui_tiles::{
    Container, EditAction, SimplificationOptions, TabState, Tile, TileId, Tiles, UiResponse,
};

use crate::app::workspace::PaneId;

use super::{panes, theme};

/// What the tiles need to be shown, and what was done to them.
pub(super) struct Panels<'a> {
    /// Shows the content of a panel.
    pub(super) show: &'a mut dyn FnMut(&mut Ui, PaneId),
    /// Panels whose tab was closed.
    pub(super) closed: Vec<PaneId>,
    /// A panel was dragged elsewhere, or a boundary was.
    pub(super) moved: bool,
}

impl egui_tiles::Behavior<PaneId> for Panels<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, pane: &mut PaneId) -> UiResponse {
        let fill = theme::palette(ui).panel;
        ui.painter().rect_filled(ui.max_rect(), 0, fill);
        egui::Frame::new().inner_margin(theme::PAD).show(ui, |ui| (self.show)(ui, *pane));
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &PaneId) -> egui::WidgetText {
        panes::info(*pane).title.into()
    }

    /// Only the tab in front: a cross on each would be in the way of the titles.
    fn is_tab_closable(&self, tiles: &Tiles<PaneId>, tile: TileId) -> bool {
        let parent = tiles.parent_of(tile).and_then(|parent| tiles.get_container(parent));
        matches!(parent, Some(Container::Tabs(tabs)) if tabs.is_active(tile))
    }

    fn on_tab_close(&mut self, tiles: &mut Tiles<PaneId>, tile: TileId) -> bool {
        if let Some(Tile::Pane(pane)) = tiles.get(tile) {
            self.closed.push(*pane);
        }
        // It is hidden, so that its place is remembered.
        false
    }

    fn on_edit(&mut self, action: EditAction) {
        self.moved |= matches!(action, EditAction::TileDropped | EditAction::TileResized);
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

    fn close_button_inner_margin(&self) -> f32 {
        2.5
    }

    fn tab_bar_color(&self, visuals: &egui::Visuals) -> Color32 {
        visuals.extreme_bg_color
    }

    fn tab_bg_color(
        &self,
        visuals: &egui::Visuals,
        _: &Tiles<PaneId>,
        _: TileId,
        state: &TabState,
    ) -> Color32 {
        if state.active { visuals.panel_fill } else { Color32::TRANSPARENT }
    }

    fn tab_outline_stroke(
        &self,
        _: &egui::Visuals,
        _: &Tiles<PaneId>,
        _: TileId,
        _: &TabState,
    ) -> Stroke {
        Stroke::NONE
    }

    fn tab_bar_hline_stroke(&self, _: &egui::Visuals) -> Stroke {
        Stroke::NONE
    }

    fn tab_text_color(
        &self,
        visuals: &egui::Visuals,
        _: &Tiles<PaneId>,
        _: TileId,
        state: &TabState,
    ) -> Color32 {
        if state.active { visuals.text_color() } else { visuals.weak_text_color() }
    }
}
