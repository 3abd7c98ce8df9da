//! A small still board, for a position met in passing: squares, pieces and the last move, nothing to
//! touch.

use eframe::egui::{Color32, Rect, Role, Sense, Ui, Vec2, WidgetInfo};

use crate::chess::board::Board;
use crate::chess::color::Color;
use crate::chess::square::Square;

use super::super::pieces::PieceSet;
use super::super::theme::board::BoardTheme;
use super::board::geometry::Geometry;

/// What a small board shows.
#[derive(Clone, Copy, Debug)]
pub struct MiniBoard<'a> {
    /// The position.
    pub board: &'a Board,
    /// The side at the bottom.
    pub orientation: Color,
    /// The move that led here.
    pub last_move: Option<(Square, Square)>,
    /// The colours.
    pub theme: &'a BoardTheme,
}

/// Shows a small board of about this side, points.
pub fn show(ui: &mut Ui, mini: &MiniBoard<'_>, side: f32) {
    let (area, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    let geometry = Geometry::fit(area, mini.orientation, ui.pixels_per_point());
    let pieces = PieceSet::get(ui, geometry.square_side());
    let painter = ui.painter();
    for square in Square::all() {
        let rect: Rect = geometry.square_rect(square);
        let moved = mini.last_move.is_some_and(|(from, to)| square == from || square == to);
        let pair = if moved { mini.theme.last_move } else { mini.theme.square };
        painter.rect_filled(rect, 0, pair.on(square.is_light()));
        if let Some(piece) = mini.board.piece_on(square) {
            pieces.paint(painter, piece, rect, Color32::WHITE);
        }
    }
    let name = format!("Position {}", mini.board);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
}
