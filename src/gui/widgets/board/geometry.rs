//! The places of the squares on the screen. All sizes are whole pixels, so that edges stay sharp.

use eframe::egui;
use eframe::egui::{
    EventFilter, Id, Key, Modifiers, Pos2, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo, pos2,
    vec2,
};

use tabia_chess::{Bitboard, Color, File, Rank, Square};
use tabia_games::words;
use tabia_text::t;

use crate::gui::widgets::board::{BoardState, BoardView};

/// A board laid out on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Geometry {
    rect: Rect,
    square: f32,
    orientation: Color,
}

impl Geometry {
    /// Side in points of the largest board that fits into `available`: eight squares of whole pixels,
    /// each at least 8 pixels.
    pub fn side(available: Vec2, pixels_per_point: f32) -> f32 {
        let pixels = (available.min_elem() * pixels_per_point / 8.0 + 0.01).floor().max(8.0);
        8.0 * pixels / pixels_per_point
    }

    /// The largest board in the middle of `area`, with the side of `orientation` below.
    pub fn fit(area: Rect, orientation: Color, pixels_per_point: f32) -> Self {
        let side = Self::side(area.size(), pixels_per_point);
        let round = |v: f32| (v * pixels_per_point).round() / pixels_per_point;
        let corner = area.center() - Vec2::splat(side / 2.0);
        let rect = Rect::from_min_size(pos2(round(corner.x), round(corner.y)), Vec2::splat(side));
        Self { rect, square: side / 8.0, orientation }
    }

    /// The whole board.
    pub fn rect(&self) -> Rect {
        self.rect
    }

    /// Side of one square, points.
    pub fn square_side(&self) -> f32 {
        self.square
    }

    /// Column and row of a square as seen, from the top left.
    pub fn column_row(&self, square: Square) -> (usize, usize) {
        let (file, rank) = (square.file().index(), square.rank().index());
        match self.orientation {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        }
    }

    /// The square seen in this column and row, if there is one.
    pub fn at(&self, column: usize, row: usize) -> Option<Square> {
        if column > 7 || row > 7 {
            return None;
        }
        let (file, rank) = match self.orientation {
            Color::White => (column, 7 - row),
            Color::Black => (7 - column, row),
        };
        Some(Square::new(File::from_index(file)?, Rank::from_index(rank)?))
    }

    /// Where a square lies.
    pub fn square_rect(&self, square: Square) -> Rect {
        let (column, row) = self.column_row(square);
        let corner = self.rect.min + vec2(column as f32, row as f32) * self.square;
        Rect::from_min_size(corner, Vec2::splat(self.square))
    }

    /// The middle of a square.
    pub fn center(&self, square: Square) -> Pos2 {
        self.square_rect(square).center()
    }

    /// The square under a point, if the point is on the board.
    pub fn square_at(&self, pos: Pos2) -> Option<Square> {
        if !self.rect.contains(pos) {
            return None;
        }
        let offset = (pos - self.rect.min) / self.square;
        self.at((offset.x as usize).min(7), (offset.y as usize).min(7))
    }

    /// The squares in reading order: left to right, from the top.
    pub fn in_reading_order(&self) -> impl Iterator<Item = Square> + use<> {
        let this = *self;
        (0..64).filter_map(move |i| this.at(i % 8, i / 8))
    }
}

/// What happened to the cells in this frame.
#[derive(Debug, Default)]
pub(super) struct Cells {
    /// The pointer was pressed on one of them, with nothing above it.
    pub(super) pressed: bool,
    /// The cell under the pointer.
    pub(super) hovered: Option<Square>,
    /// Chosen by key or by a screen reader.
    pub(super) activated: Option<Square>,
    /// The cell with the keyboard focus.
    pub(super) focused: Option<Square>,
    /// Delete was pressed on the focused cell.
    pub(super) delete: bool,
}

/// The name of a square: `e4, white pawn`.
pub(super) fn square_name(view: &BoardView<'_>, square: Square) -> String {
    match view.piece_on(square) {
        Some(piece) => {
            let (color, kind) = (words::color_id(piece.color()), piece.kind().name());
            t!("widget-square-piece", square = square.to_string(), color = color, piece = kind)
        }
        None => t!("widget-square-empty", square = square.to_string()),
    }
}

/// Declares the cells, in reading order. `live` is false while the chooser is over them.
pub(super) fn cells(
    ui: &mut Ui,
    view: &BoardView<'_>,
    geometry: &Geometry,
    state: &mut BoardState,
    targets: Bitboard,
    live: bool,
) -> Cells {
    let base = ui.scope_id();
    let mut cells = Cells::default();
    let mut cursor = state.cursor;
    for square in geometry.in_reading_order() {
        let sense = match (live, square == state.cursor) {
            (true, true) => Sense::CLICK | Sense::DRAG | Sense::FOCUSABLE,
            (true, false) => Sense::CLICK | Sense::DRAG,
            (false, _) => Sense::hover(),
        };
        let response = ui.interact(geometry.square_rect(square), base.with(square.index()), sense);
        let clicked = [egui::PointerButton::Primary, egui::PointerButton::Secondary]
            .into_iter()
            .any(|button| response.clicked_by(button));
        cells.pressed |= response.is_pointer_button_down_on() || clicked;
        if response.contains_pointer() {
            cells.hovered = Some(square);
        }
        // A click without a pointer comes from Enter, Space or a screen reader.
        if response.clicked() && !response.clicked_by(egui::PointerButton::Primary) {
            cells.activated = Some(square);
        }
        if response.has_focus() {
            cells.focused = Some(square);
            note_focus(ui, response.id);
            cursor = steer(ui, geometry, &response, square);
            cells.delete =
                ui.input(|i| i.key_pressed(Key::Delete) || i.key_pressed(Key::Backspace));
        }
        describe(ui, view, &response, square, state.selected, targets);
    }
    note_cursor(ui, base.with(cursor.index()));
    if cursor != state.cursor {
        state.cursor = cursor;
        ui.memory_mut(|memory| memory.request_focus(base.with(cursor.index())));
        ui.request_repaint();
    }
    cells
}

fn describe(
    ui: &Ui,
    view: &BoardView<'_>,
    response: &Response,
    square: Square,
    selected: Option<Square>,
    targets: Bitboard,
) {
    let selected = selected == Some(square);
    response.widget_info(|| {
        WidgetInfo::selected(Role::GridCell, ui.is_enabled(), selected, square_name(view, square))
    });
    let last = view.last_move.is_some_and(|(from, to)| from == square || to == square);
    ui.accesskit_node_builder(response.id, |node| {
        node.set_row_index(7 - square.rank().index());
        node.set_column_index(square.file().index());
        let words: Vec<&str> = [
            (selected, t!("widget-square-selected")),
            (targets.has(square), t!("widget-square-target")),
            (view.check == Some(square), t!("widget-square-check")),
            (last, t!("widget-square-last")),
        ]
        .into_iter()
        .filter_map(|(is, word)| is.then_some(word))
        .collect();
        let note =
            view.notes.get(square.index()).map(String::as_str).filter(|note| !note.is_empty());
        let words: Vec<&str> = words.into_iter().chain(note).collect();
        if !words.is_empty() {
            node.set_description(words.join(", "));
        }
    });
}

/// Arrow keys move the focus to the neighbouring square on screen.
fn steer(ui: &Ui, geometry: &Geometry, response: &Response, square: Square) -> Square {
    let arrows =
        EventFilter { horizontal_arrows: true, vertical_arrows: true, ..Default::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
    let (right, down) = ui.input_mut(|input| {
        let mut count = |key| input.count_and_consume_key(Modifiers::NONE, key) as isize;
        (
            count(Key::ArrowRight) - count(Key::ArrowLeft),
            count(Key::ArrowDown) - count(Key::ArrowUp),
        )
    });
    let (column, row) = geometry.column_row(square);
    let step = |at: usize, by: isize| at.saturating_add_signed(by).min(7);
    geometry.at(step(column, right), step(row, down)).unwrap_or(square)
}

/// The key under which a context stores which part of a board last had the keyboard focus.
fn focus_key() -> Id {
    Id::unique("tabia board part with the keyboard")
}

/// Records, for other code, that this part of a board has the keyboard focus.
pub(super) fn note_focus(ui: &Ui, part: Id) {
    ui.data_mut(|data| data.insert_temp(focus_key(), part));
}

/// The key under which a context stores which square of the first board would get the keyboard focus, and in which
/// frame.
fn cursor_key() -> Id {
    Id::unique("tabia square for the keyboard")
}

fn note_cursor(ui: &Ui, square: Id) {
    let frame = ui.cumulative_frame_nr();
    ui.data_mut(|data| {
        let known = data.get_temp_mut_or(cursor_key(), (square, frame));
        if known.1 != frame {
            *known = (square, frame);
        }
    });
}

/// The square that gets the keyboard focus if a board drawn in the last frame does.
pub fn cursor_id(ctx: &egui::Context) -> Option<Id> {
    let (square, frame) = ctx.data(|data| data.get_temp::<(Id, u64)>(cursor_key()))?;
    (frame + 1 >= ctx.cumulative_frame_nr()).then_some(square)
}

/// The key under which a context stores in which frame a board last asked for the piece of a promotion.
fn chooser_key() -> Id {
    Id::unique("tabia board asking for a promotion")
}

/// Records, for other code, that a board asks for the piece of a promotion.
pub(super) fn note_chooser(ui: &Ui) {
    let frame = ui.cumulative_frame_nr();
    ui.data_mut(|data| data.insert_temp(chooser_key(), frame));
}

/// Whether a board drawn in the last frame asks for the piece of a promotion, so that letters choose it.
pub fn has_chooser(ctx: &egui::Context) -> bool {
    let frame = ctx.data(|data| data.get_temp::<u64>(chooser_key()));
    frame.is_some_and(|frame| frame + 1 >= ctx.cumulative_frame_nr())
}

/// Whether a board has the keyboard focus, so that arrow keys, Enter and Space belong to it and not to
/// shortcuts of the window.
pub fn has_keyboard(ctx: &egui::Context) -> bool {
    let focused = ctx.memory(egui::Memory::focused);
    focused.is_some() && focused == ctx.data(|data| data.get_temp(focus_key()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_points_agree_from_both_sides() {
        for orientation in Color::ALL {
            let area = Rect::from_min_size(pos2(13.3, 7.7), vec2(641.0, 480.0));
            let geometry = Geometry::fit(area, orientation, 1.25);
            for square in Square::all() {
                assert_eq!(geometry.square_at(geometry.center(square)), Some(square));
                let (column, row) = geometry.column_row(square);
                assert_eq!(geometry.at(column, row), Some(square));
            }
            assert_eq!(geometry.square_at(pos2(0.0, 0.0)), None);
        }
        let white =
            Geometry::fit(Rect::from_min_size(Pos2::ZERO, Vec2::splat(80.0)), Color::White, 1.0);
        assert_eq!(white.square_at(pos2(5.0, 75.0)), Some(Square::A1));
        assert_eq!(white.in_reading_order().next(), Some(Square::A8));
    }

    #[test]
    fn every_edge_falls_on_a_pixel() {
        for ppp in [1.0, 1.25, 1.5, 2.0, 3.0] {
            for size in [240.0, 333.0, 641.5] {
                let area = Rect::from_min_size(pos2(3.3, 4.9), vec2(size, size + 50.0));
                let geometry = Geometry::fit(area, Color::White, ppp);
                for square in Square::all() {
                    for v in
                        [geometry.square_rect(square).min.x, geometry.square_rect(square).max.y]
                    {
                        let pixels = v * ppp;
                        assert!((pixels - pixels.round()).abs() < 1e-2, "{ppp} {size} {pixels}");
                    }
                }
                assert!(geometry.rect().width() <= size + 0.01);
            }
        }
    }
}
