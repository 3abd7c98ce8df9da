//! The pieces of one side in a row, to choose one by a click or to carry one onto a board that is being edited.

use eframe::egui;
use eframe::egui::{Rect, Sense, Ui, vec2};

use tabia_chess::{Color, Piece, PieceType};

use super::board;
use crate::gui::look::pieces::PieceSet;
use crate::gui::look::theme;
use crate::gui::look::theme::TRAY as GROUND;

/// Shows the tray with pieces of this side in points; gives the piece that was clicked.
pub(crate) fn show(ui: &mut Ui, color: Color, side: f32, chosen: Option<Piece>) -> Option<Piece> {
    let mut clicked = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let pieces = PieceSet::get(ui, side * 0.88);
        for kind in PieceType::ALL.into_iter().rev() {
            let piece = Piece::new(color, kind);
            let is_chosen = chosen == Some(piece);
            let (rect, response) =
                ui.allocate_exact_size(vec2(side, side), Sense::click_and_drag());
            let p = theme::palette(ui);
            let fill = match (is_chosen, response.hovered()) {
                (true, _) => p.accent,
                (false, true) => GROUND.light,
                (false, false) => GROUND.dark,
            };
            ui.painter().rect_filled(rect, theme::RADIUS, fill);
            pieces.paint(ui.painter(), piece, rect.shrink(side * 0.06), egui::Color32::WHITE);
            board::carry(&response, piece);
            let name = format!("{} {}", color.name(), kind.name());
            response.widget_info(|| {
                egui::WidgetInfo::selected(egui::Role::Button, true, is_chosen, &name)
            });
            if response.clicked() {
                clicked = Some(piece);
            }
            if response.dragged() {
                carried(ui, &pieces, piece, side);
            }
        }
    });
    clicked
}

/// The piece under the pointer, above everything.
fn carried(ui: &Ui, pieces: &PieceSet, piece: Piece, side: f32) {
    let Some(pos) = ui.pointer_interact_pos() else { return };
    let rect = Rect::from_center_size(pos, vec2(side, side) * 1.3);
    let layer = egui::LayerId::new(egui::Order::Tooltip, egui::Id::unique("carried piece"));
    let painter = ui.painter().clone().with_layer_id(layer).with_clip_rect(ui.content_rect());
    pieces.paint(&painter, piece, rect, egui::Color32::WHITE);
}
