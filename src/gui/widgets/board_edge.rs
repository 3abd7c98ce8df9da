//! Letters and digits along the edge of a small board.

use eframe::egui::{Align2, FontId, Pos2, Ui, vec2};

use tabia_chess::color::Color;

use crate::gui::look::theme;

/// Room for the coordinates on the left and below, points.
pub(super) const EDGE: f32 = 13.0;

/// Writes them left of the board and below it; `origin` is the board's upper left corner, `cell` the side of a square.
pub(super) fn coordinates(ui: &Ui, orientation: Color, origin: Pos2, cell: f32) {
    let color = theme::palette(ui).text_faint;
    let font = FontId::proportional(10.0);
    for at in 0..8_u8 {
        let (file, rank) = match orientation {
            Color::White => (at, 7 - at),
            Color::Black => (7 - at, at),
        };
        let middle = (f32::from(at) + 0.5) * cell;
        let left = origin + vec2(-EDGE / 2.0 - 1.0, middle);
        let below = origin + vec2(middle, 8.0 * cell + EDGE / 2.0);
        let (letter, digit) = (char::from(b'a' + file), char::from(b'1' + rank));
        ui.painter().text(left, Align2::CENTER_CENTER, digit, font.clone(), color);
        ui.painter().text(below, Align2::CENTER_CENTER, letter, font.clone(), color);
    }
}
