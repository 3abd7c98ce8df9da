//! How the panels' tabs look and what a hand may do with them.

use eframe::egui::{
    self, Color32, CursorIcon, Id, PointerButton, Rect, Response, Role, Sense, Stroke, StrokeKind,
    TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use egui_tiles::{EditAction, SimplificationOptions, TabState, TileId, Tiles, UiResponse};

use tabia_app::window::workspace::PaneId;

use super::panes;
use crate::gui::look::theme;
use crate::gui::present::heights;

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
        panes::info(*pane).title.into()
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
        let (p, title) = (theme::palette(ui), panes::info(pane).title);
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
        heights::TABS
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
    let name = format!("Close {title}");
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
