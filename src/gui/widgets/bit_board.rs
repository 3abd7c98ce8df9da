//! A board of 64 bits: which squares are set, what is marked on them, and which one was clicked.

use eframe::egui::{
    Align2, Color32, FontId, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2,
    vec2,
};

use tabia_chess::bitboard::Bitboard;
use tabia_chess::color::Color;
use tabia_chess::square::Square;

use super::board_edge::{self, EDGE};
use crate::gui::look::theme::{self, Palette};

/// Below this side of a square nothing is written into it, points.
const LEAST_FOR_TEXT: f32 = 17.0;

/// A colour by what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// What is asked for.
    Good,
    /// What is wrong.
    Bad,
    /// What is to be looked at.
    Warn,
}

/// Squares that are marked, and what that means.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark<'a> {
    /// The squares.
    pub set: Bitboard,
    /// Their colour.
    pub tone: Tone,
    /// What it means, for the pointer and for screen readers.
    pub meaning: &'a str,
}

/// What a board shows.
pub(crate) struct BitBoard<'a> {
    /// What it is, for screen readers; also sets boards of one panel apart.
    pub name: &'a str,
    /// The squares that are set.
    pub set: Bitboard,
    /// Squares with an outline.
    pub marks: &'a [Mark<'a>],
    /// What is written into a square; nothing where squares are too small.
    pub text: &'a dyn Fn(Square) -> String,
    /// Whose side is below.
    pub orientation: Color,
    /// Whether squares can be clicked. Then each is a thing of its own for screen readers, named `e4 set` or
    /// `e4 clear`; else the board is one picture.
    pub clickable: bool,
}

/// Nothing is written into the squares.
pub(crate) fn no_text(_: Square) -> String {
    String::new()
}

/// Shows a board of this side, coordinates included, in points. Gives the square that was clicked.
pub(crate) fn show(ui: &mut Ui, board: &BitBoard<'_>, side: f32) -> Option<Square> {
    let (area, response) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
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
    board_edge::coordinates(ui, board.orientation, origin, cell);
    let mut clicked = None;
    for square in Square::all() {
        let rect = rect_of(square);
        let mut pointed = None;
        if board.clickable {
            let response = one_square(ui, board, square, rect);
            if response.clicked() {
                clicked = Some(square);
            }
            pointed = Some(response.hovered() || response.has_focus());
        }
        paint_square(ui, board, (square, rect), pointed == Some(true));
    }
    if !board.clickable {
        let under = response.hover_pos();
        let under = under.and_then(|at| Square::all().find(|&s| rect_of(s).contains(at)));
        if let Some(square) = under {
            response.clone().on_hover_text_at_pointer(name_of(board, square));
        }
        let names: Vec<String> = board.set.into_iter().map(|square| square.to_string()).collect();
        let members = if names.is_empty() { "no square".to_owned() } else { names.join(" ") };
        let name = format!("{}: {members}", board.name);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    }
    clicked
}

/// What a square is called: `e4 set`, `e4 clear, wraps around`.
fn name_of(board: &BitBoard<'_>, square: Square) -> String {
    let mut name = format!("{square} {}", if board.set.has(square) { "set" } else { "clear" });
    for mark in board.marks.iter().filter(|mark| mark.set.has(square)) {
        name = format!("{name}, {}", mark.meaning);
    }
    name
}

fn one_square(ui: &Ui, board: &BitBoard<'_>, square: Square, rect: Rect) -> Response {
    let id = ui.scope_id().with((board.name, square.index()));
    let response = ui.interact(rect, id, Sense::click());
    let (name, set) = (name_of(board, square), board.set.has(square));
    let response = response.on_hover_text(format!("{name}: bit {}", square.index()));
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, set, &name));
    response
}

fn paint_square(ui: &Ui, board: &BitBoard<'_>, (square, rect): (Square, Rect), pointed: bool) {
    let p = theme::palette(ui);
    let painter = ui.painter();
    let set = board.set.has(square);
    let ground = if square.is_light() { p.raised } else { p.raised.lerp_to_gamma(p.border, 0.8) };
    let inner = rect.shrink(0.5);
    painter.rect_filled(inner, 1, ground);
    if set {
        painter.rect_filled(inner.shrink(1.0), 3, p.accent_fill);
        let stroke = Stroke::new(1.0, p.accent);
        painter.rect_stroke(inner.shrink(1.0), 3, stroke, StrokeKind::Inside);
    }
    for mark in board.marks.iter().filter(|mark| mark.set.has(square)) {
        let color = tone(p, mark.tone);
        painter.rect_filled(inner.shrink(1.0), 3, color.gamma_multiply(0.28));
        painter.rect_stroke(inner.shrink(1.0), 3, Stroke::new(1.5, color), StrokeKind::Inside);
    }
    if pointed {
        painter.rect_stroke(inner, 1, Stroke::new(1.5, p.text_weak), StrokeKind::Inside);
    }
    if rect.width() >= LEAST_FOR_TEXT {
        let text = (board.text)(square);
        let figure = text.chars().any(|c| c > '\u{2000}');
        let size = if figure { rect.width() * 0.72 } else { (rect.width() * 0.42).min(12.0) };
        let color = if set || figure { p.text } else { p.text_faint };
        painter.text(rect.center(), Align2::CENTER_CENTER, text, FontId::proportional(size), color);
    }
}

fn tone(p: &Palette, tone: Tone) -> Color32 {
    match tone {
        Tone::Good => p.good,
        Tone::Bad => p.bad,
        Tone::Warn => p.warn,
    }
}
