//! A small still board, for a position met in passing: squares, pieces and the last move, nothing to
//! touch.

use eframe::egui::{Role, Sense, Ui, Vec2, WidgetInfo};

use tabia_chess::board::Board;
use tabia_chess::color::Color;
use tabia_chess::square::Square;

use super::board::BoardView;
use super::board::events::Coordinates;
use super::board::shapes::Shape;
use crate::gui::look::theme::board::BoardTheme;

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
    show_with(ui, mini, side, &[]);
}

/// The same with arrows and circles.
pub fn show_with(ui: &mut Ui, mini: &MiniBoard<'_>, side: f32, shapes: &[Shape]) {
    let (area, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    let mut view = BoardView {
        orientation: mini.orientation,
        last_move: mini.last_move,
        shapes,
        theme: mini.theme,
        ..BoardView::new(mini.board)
    };
    view.options.coordinates = Coordinates::None;
    view.paint_still(ui, area);
    let name = format!("Position {}", mini.board);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
}
