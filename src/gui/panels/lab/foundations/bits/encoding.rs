//! The position as twelve planes of 64 bits, and two ways to say which bit is which square.

use eframe::egui::{Align2, FontId, Rect, RichText, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use tabia_app::lab::foundations::BitsView;
use tabia_chess::{Bitboard, Board, Color, Piece, Square};
use tabia_lab::foundations::bitboards::{hex, side_name};
use tabia_lab::foundations::encoding::{Mapping, ONE_HOT_BITS, one_hot};

use crate::gui::look::icons::figurine;
use crate::gui::look::theme;
use crate::gui::present::context;
use crate::gui::present::context::Cx;
use crate::gui::widgets::small_boards::{self, BitBoard};

/// Height of a plane, points.
const PLANE: f32 = 15.0;
/// Room for its name, points.
const NAME: f32 = 62.0;

pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, position: &Board, view: &mut BitsView) {
    super::super::heading(ui, "One-hot: 12 planes of 64 bits");
    let planes = one_hot(position);
    let ones: u32 = planes.iter().map(|plane| plane.count()).sum();
    raster(ui, &planes, ones);
    super::super::note(
        ui,
        &format!(
            "{ones} of {ONE_HOT_BITS} bits are set: one for each piece, in the column of its square, a1 on the left, \
             h8 on the right. On a square at most one plane has its bit"
        ),
    );
    super::super::heading(ui, "Which bit is which square");
    ui.horizontal_wrapped(|ui| {
        ui.label("Set");
        super::board_choice(ui, "Set in both mappings", &mut view.board);
    });
    let set = view.set(view.board, position);
    ui.horizontal_wrapped(|ui| {
        for mapping in Mapping::ALL {
            ui.vertical(|ui| {
                mapping_board(ui, cx, mapping, set);
            });
        }
    });
    super::super::note(
        ui,
        "Tabia and most engines count from a1. From one to the other every index is XORed with 56 and the number's \
         bytes are swapped; a step up the board is << 8 in the one and >> 8 in the other",
    );
}

fn mapping_board(ui: &mut Ui, cx: &Cx<'_>, mapping: Mapping, set: Bitboard) {
    let side = 218.0;
    ui.set_width(side);
    ui.label(RichText::new(mapping.name()).small().strong());
    let board = BitBoard {
        name: mapping.name(),
        set,
        marks: &[],
        text: &|square| mapping.bit(square).to_string(),
        orientation: context::orientation(cx.model),
        clickable: false,
    };
    small_boards::bit_board(ui, &board, side);
    let number = mapping.number(set);
    for line in [mapping.formula().to_owned(), hex(Bitboard(number)), number.to_string()] {
        ui.label(RichText::new(line).monospace().size(11.5));
    }
}

/// Twelve rows of 64 cells; the pointer is told what a cell is.
fn raster(ui: &mut Ui, planes: &[Bitboard; Piece::COUNT], ones: u32) {
    let width = ui.available_width().min(NAME + 64.0 * 10.0);
    let (area, response) =
        ui.allocate_exact_size(vec2(width, PLANE * Piece::COUNT as f32), Sense::hover());
    let p = theme::palette(ui);
    let cell = (width - NAME) / Square::COUNT as f32;
    let corner = |plane: usize, square: usize| {
        let x = area.left() + NAME + square as f32 * cell;
        pos2(x, area.top() + plane as f32 * PLANE)
    };
    for (row, (piece, plane)) in Piece::ALL.into_iter().zip(planes).enumerate() {
        let name = format!("{} {}", side_name(piece.color()), figurine(piece.kind()));
        let at = pos2(area.left(), corner(row, 0).y + PLANE / 2.0);
        let font = FontId::proportional(11.0);
        let color = if piece.color() == Color::White { p.text } else { p.text_weak };
        ui.painter().text(at, Align2::LEFT_CENTER, name, font, color);
        for rank in 0..8 {
            let first = corner(row, rank * 8);
            let rect = Rect::from_min_size(first, vec2(8.0 * cell, PLANE)).shrink2(vec2(0.5, 1.0));
            let ground = if rank % 2 == 0 { p.raised } else { p.raised.gamma_multiply(0.55) };
            ui.painter().rect_filled(rect, 0, ground);
        }
        for square in *plane {
            let rect = Rect::from_min_size(corner(row, square.index()), vec2(cell, PLANE));
            ui.painter().rect_filled(rect.shrink2(vec2(0.5, 2.0)), 1, p.accent);
        }
    }
    if let Some(at) = response.hover_pos() {
        let plane = ((at.y - area.top()) / PLANE).max(0.0) as usize;
        let square = Square::from_index(((at.x - area.left() - NAME) / cell).max(0.0) as usize);
        if let (Some(piece), Some(square)) = (Piece::ALL.get(plane), square) {
            let set = planes[plane].has(square);
            let words = format!(
                "{} {} on {square}: {}",
                side_name(piece.color()),
                piece.kind().name().to_lowercase(),
                u8::from(set)
            );
            response.clone().on_hover_text_at_pointer(words);
        }
    }
    let name = format!("One-hot encoding: {ones} of {ONE_HOT_BITS} bits set");
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
}
