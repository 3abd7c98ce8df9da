//! The board as the keyboard and screen readers meet it: a grid of sixty-four named cells, one of
//! which can be reached by Tab; arrow keys go on from there.

use eframe::egui::{self, EventFilter, Id, Key, Modifiers, Response, Role, Sense, Ui, WidgetInfo};

use super::BoardView;
use super::geometry::Geometry;
use super::state::BoardState;
use tabia_chess::bitboard::Bitboard;
use tabia_chess::square::Square;

/// What the cells noticed in this frame.
#[derive(Debug, Default)]
pub(super) struct Cells {
    /// The pointer was pressed on one of them, and nothing lies above.
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

/// What a square is called: `e4, white pawn`.
pub(super) fn square_name(view: &BoardView<'_>, square: Square) -> String {
    match view.piece_on(square) {
        Some(piece) => {
            format!("{square}, {} {}", piece.color().name().to_lowercase(), piece.kind().name())
        }
        None => format!("{square}, empty"),
    }
}

/// Declares the cells, in reading order. `live` is false while the chooser lies over them.
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
            (selected, "selected"),
            (targets.has(square), "legal target"),
            (view.check == Some(square), "in check"),
            (last, "last move"),
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

/// Arrow keys carry the focus to the neighbouring square, as seen.
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

/// Where a context keeps which part of a board had the keyboard focus last.
fn focus_key() -> Id {
    Id::unique("tabia board part with the keyboard")
}

/// Says for other code's sake that this part of a board has the keyboard focus.
pub(super) fn note_focus(ui: &Ui, part: Id) {
    ui.data_mut(|data| data.insert_temp(focus_key(), part));
}

/// Whether a board has the keyboard focus, so that arrow keys, Enter and Space belong to it and not to
/// shortcuts of the window.
pub fn has_keyboard(ctx: &egui::Context) -> bool {
    let focused = ctx.memory(egui::Memory::focused);
    focused.is_some() && focused == ctx.data(|data| data.get_temp(focus_key()))
}
