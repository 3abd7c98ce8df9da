//! A board with a number on each square, painted by it, to be looked at and edited: a click chooses a square, a drag
//! paints the number of the square it begins on.

use eframe::egui::{
    Align2, Color32, FontId, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use tabia_chess::color::Color;
use tabia_chess::square::Square;

use super::board_edge::{self, EDGE};
use crate::gui::look::theme;

/// What a board shows.
pub(crate) struct NumberBoard<'a> {
    /// What it is, for screen readers.
    pub name: &'a str,
    /// The number of a square.
    pub value: &'a dyn Fn(Square) -> i32,
    /// The square that is chosen.
    pub chosen: Square,
    /// Whose side is below.
    pub orientation: Color,
    /// The number that is painted strongest; those beyond it look like it.
    pub strongest: i32,
}

/// What was done on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Painted {
    /// A square was chosen.
    Chose(Square),
    /// A square is to get this number.
    Gave(Square, i32),
}

/// Shows a board of this side, coordinates included, in points.
pub(crate) fn show(ui: &mut Ui, board: &NumberBoard<'_>, side: f32) -> Option<Painted> {
    let (area, whole) = ui.allocate_exact_size(vec2(side, side), Sense::drag());
    let cell = ((side - EDGE) / 8.0).floor();
    let origin = pos2(area.left() + EDGE, area.top());
    let rect_of = |square: Square| {
        let (file, rank) = (square.index() % 8, square.index() / 8);
        let (column, row) = match board.orientation {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        };
        let corner = origin + vec2(column as f32 * cell, row as f32 * cell);
        Rect::from_min_size(corner, vec2(cell, cell))
    };
    whole.widget_info(|| WidgetInfo::labeled(Role::Group, true, board.name));
    board_edge::coordinates(ui, board.orientation, origin, cell);
    let brush_id = ui.scope_id().with((board.name, "brush"));
    let mut done = None;
    for square in Square::all() {
        let rect = rect_of(square);
        let id = ui.scope_id().with((board.name, square.index()));
        let response = ui.interact(rect, id, Sense::click_and_drag());
        let name = format!("{square} {:+}", (board.value)(square));
        let chosen = square == board.chosen;
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, &name));
        if response.clicked() {
            done = Some(Painted::Chose(square));
        }
        if response.drag_started() {
            ui.data_mut(|data| data.insert_temp(brush_id, (board.value)(square)));
            done = Some(Painted::Chose(square));
        } else if response.dragged() {
            done = done.or_else(|| paint_under(ui, brush_id, board, &rect_of));
        }
        let pointed = response.hovered() || response.has_focus();
        paint_square(ui, board, (square, rect), pointed);
        response.on_hover_text(name);
    }
    done
}

/// The square under the pointer gets the number of the one the drag began on, if it has another.
fn paint_under(
    ui: &Ui,
    brush_id: Id,
    board: &NumberBoard<'_>,
    rect_of: &impl Fn(Square) -> Rect,
) -> Option<Painted> {
    let at = ui.input(|input| input.pointer.interact_pos())?;
    let square = Square::all().find(|&square| rect_of(square).contains(at))?;
    let brush: i32 = ui.data(|data| data.get_temp(brush_id))?;
    ((board.value)(square) != brush).then_some(Painted::Gave(square, brush))
}

fn paint_square(ui: &Ui, board: &NumberBoard<'_>, (square, rect): (Square, Rect), pointed: bool) {
    let p = theme::palette(ui);
    let painter = ui.painter();
    let value = (board.value)(square);
    let share = value as f32 / board.strongest.max(1) as f32;
    let inner = rect.shrink(0.5);
    painter.rect_filled(inner, 1, shade(p.raised, p.good, p.bad, share));
    if square == board.chosen {
        painter.rect_stroke(inner, 1, Stroke::new(2.0, p.accent), StrokeKind::Inside);
    } else if pointed {
        painter.rect_stroke(inner, 1, Stroke::new(1.5, p.text_weak), StrokeKind::Inside);
    }
    let size = (rect.width() * 0.36).clamp(8.0, 13.0);
    let font = FontId::proportional(size);
    let color = if value == 0 { p.text_weak } else { p.text };
    painter.text(rect.center(), Align2::CENTER_CENTER, value, font, color);
}

/// From the ground towards one colour above zero and the other below; not so far that the number cannot be read.
fn shade(ground: Color32, high: Color32, low: Color32, share: f32) -> Color32 {
    let towards = if share >= 0.0 { high } else { low };
    ground.lerp_to_gamma(towards, share.abs().clamp(0.0, 1.0) * 0.5)
}
