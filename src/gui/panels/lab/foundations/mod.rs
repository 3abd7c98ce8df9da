//! The foundations as panels: sets of squares, attacks of sliders, keys. This module has what they share.

pub(crate) mod bits;
pub(crate) mod sliders;
pub(crate) mod zobrist;

use eframe::egui::{Button, Color32, ComboBox, Grid, Label, RichText, TextStyle, Ui};

use tabia_chess::Bitboard;
use tabia_text::t;

use super::{heading, note};
use crate::gui::look::theme;
use crate::gui::present::context;
use crate::gui::present::context::Cx;
use crate::gui::widgets::small_boards::{BitBoard, Mark};
use crate::gui::widgets::{buttons, small_boards, sought};

/// From this width on a board's details are beside it, points.
const WIDE: f32 = 520.0;
/// Side of a board with words beside it, points.
const BOARD: f32 = 262.0;
/// Side of one of several boards, points.
const SMALL: f32 = 158.0;
/// Minimum side of a board that shares its room with words, points.
const SMALLEST: f32 = 80.0;
/// Width below which a set as a hexadecimal number takes two lines, points, and where it is broken: in the middle of its
/// digits.
const HEX: f32 = 134.0;
const HALF_HEX: usize = 10;
/// Minimum height of a row of words and numbers, points.
const LINE: f32 = 16.0;

/// Lays out a board and its details: side by side where there is room, else one below the other.
fn beside(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    if ui.available_width() >= WIDE {
        ui.spacing_mut().item_spacing.x = 2.0 * theme::PAD;
        ui.horizontal_top(add);
    } else {
        ui.vertical(add);
    }
}

/// The choice of a page: side by side if there is room for `width` points, else as a drop-down list.
fn pages<T: Copy + PartialEq>(
    ui: &mut Ui,
    (name, width): (&str, f32),
    current: &mut T,
    choices: &[(T, &str)],
) {
    if ui.available_width() >= width {
        if let Some(chosen) = buttons::segmented(ui, name, *current, choices) {
            *current = chosen;
        }
        return;
    }
    let word = choices.iter().find(|(page, _)| page == current).map_or("", |(_, word)| *word);
    let combo = ComboBox::from_id_salt("pages").selected_text(word);
    let shown = combo.show_ui(ui, |ui| {
        for &(page, word) in choices {
            ui.selectable_value(current, page, word);
        }
    });
    for (_, word) in choices {
        sought::named(ui, word, shown.response.rect);
    }
    shown.response.accessible_name(name);
}

/// Side of the one large board of a page.
fn board_side(ui: &Ui) -> f32 {
    BOARD.min(ui.available_width())
}

/// Minimum width of the values of [`facts`], points.
const MIN_VALUE: f32 = 120.0;

/// Names on the left, values in a monospaced font on the right.
fn facts(ui: &mut Ui, id: &str, rows: &[(&str, String)]) {
    let font = TextStyle::Small.resolve(ui.style());
    let width = |(name, _): &(&str, String)| {
        let name = (*name).to_owned();
        ui.painter().layout_no_wrap(name, font.clone(), Color32::PLACEHOLDER).size().x
    };
    let names = rows.iter().map(width).fold(0.0, f32::max);
    // Long values wrap in the room that the names leave.
    let room = (ui.available_width() - names - 12.0).max(MIN_VALUE);
    let grid = Grid::new(id).num_columns(2).spacing([12.0, 3.0]).max_col_width(room);
    grid.min_row_height(LINE).show(ui, |ui| {
        for (name, value) in rows {
            ui.label(RichText::new(*name).small().color(theme::palette(ui).text_weak));
            ui.label(RichText::new(value).monospace());
            ui.end_row();
        }
    });
}

/// Side of each of `count` small boards: side by side if that leaves them large enough.
fn small_side(ui: &Ui, count: usize) -> f32 {
    let room = ui.available_width() / count as f32 - theme::GAP - 2.0;
    if room < SMALLEST { SMALL } else { room.min(SMALL) }
}

/// A small read-only board, with a title above and its number below.
fn small_board(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (title, side): (&str, f32),
    set: Bitboard,
    marks: &[Mark<'_>],
) {
    ui.vertical(|ui| {
        ui.set_width(side);
        // On one line: boards side by side are at the same height.
        ui.add(Label::new(RichText::new(title).small().strong()).truncate()).on_hover_text(title);
        let board = BitBoard {
            name: title,
            set,
            marks,
            text: &small_boards::no_text,
            orientation: context::orientation(cx.model),
            clickable: false,
        };
        small_boards::bit_board(ui, &board, side);
        let mut number = tabia_lab::foundations::bitboards::hex(set);
        let color = theme::palette(ui).text_weak;
        if side < HEX {
            number.insert(HALF_HEX, '\n');
        }
        ui.label(RichText::new(number).monospace().size(theme::SMALL).color(color));
    });
}

/// The buttons that go through `of` steps, of which `at` is shown, from 0. `None`: none was pressed.
fn steps(ui: &mut Ui, name: &str, at: usize, of: usize) -> Option<usize> {
    let mut wanted = None;
    ui.horizontal(|ui| {
        let buttons = [
            (t!("foundations-first"), at > 0, 0),
            (t!("button-back"), at > 0, at.saturating_sub(1)),
            (t!("button-next"), at + 1 < of, at + 1),
        ];
        for (word, enabled, to) in buttons {
            let button = ui.add_enabled(enabled, Button::new(word));
            let name = t!("foundations-step-of", step = word, name = name);
            sought::named(ui, &name, button.rect);
            if button.accessible_name(name).clicked() {
                wanted = Some(to);
            }
        }
        note(ui, &t!("foundations-of", at = if of == 0 { 0 } else { at + 1 }, of = of));
    });
    wanted
}
