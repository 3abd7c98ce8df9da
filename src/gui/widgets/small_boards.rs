//! Read-only boards beside the large one: a position, 64 bits, a number on each square, a map of squares in colours.

use eframe::egui::{
    Align2, Color32, FontId, Id, Pos2, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

use tabia_chess::{Bitboard, Board, Color, Square};
use tabia_text::{signed, t};

use crate::gui::look::theme;
use crate::gui::look::theme::{BoardTheme, Palette};
use crate::gui::widgets::board::shapes::Shape;
use crate::gui::widgets::board::{BoardView, Coordinates};
use crate::gui::widgets::sought;

/// Room for the coordinates on the left and below, points.
const EDGE: f32 = 13.0;

/// The layout of a board's squares.
struct Squares {
    orientation: Color,
    /// The upper left corner of the board.
    origin: Pos2,
    /// Side of a square, points.
    cell: f32,
}

impl Squares {
    /// Squares of whole points that leave room for the coordinates within this side.
    fn with_edge(area: Rect, side: f32, orientation: Color) -> Squares {
        let origin = pos2(area.left() + EDGE, area.top());
        Squares { orientation, origin, cell: ((side - EDGE) / 8.0).floor() }
    }

    fn rect(&self, square: Square) -> Rect {
        let (file, rank) = (square.index() % 8, square.index() / 8);
        let (column, row) = match self.orientation {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        };
        let corner = self.origin + vec2(column as f32 * self.cell, row as f32 * self.cell);
        Rect::from_min_size(corner, Vec2::splat(self.cell))
    }

    fn under(&self, at: Pos2) -> Option<Square> {
        Square::all().find(|&square| self.rect(square).contains(at))
    }

    /// Writes the coordinates left of the board and below it.
    fn coordinates(&self, ui: &Ui) {
        let color = theme::palette(ui).text_faint;
        let font = FontId::proportional(10.0);
        for at in 0..8_u8 {
            let (file, rank) = match self.orientation {
                Color::White => (at, 7 - at),
                Color::Black => (7 - at, at),
            };
            let middle = (f32::from(at) + 0.5) * self.cell;
            let left = self.origin + vec2(-EDGE / 2.0 - 1.0, middle);
            let below = self.origin + vec2(middle, 8.0 * self.cell + EDGE / 2.0);
            let (letter, digit) = (char::from(b'a' + file), char::from(b'1' + rank));
            ui.painter().text(left, Align2::CENTER_CENTER, digit, font.clone(), color);
            ui.painter().text(below, Align2::CENTER_CENTER, letter, font.clone(), color);
        }
    }
}

/// Below this side of a square there is no text in it, points.
const MIN_FOR_TEXT: f32 = 17.0;

/// A colour by its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Wanted.
    Good,
    /// Wrong.
    Bad,
    /// Noteworthy.
    Warn,
}

/// Marked squares, and their meaning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark<'a> {
    /// The squares.
    pub set: Bitboard,
    /// Their colour.
    pub tone: Tone,
    /// The meaning, for the tooltip and for screen readers.
    pub meaning: &'a str,
}

pub(crate) struct BitBoard<'a> {
    /// Its name, for screen readers; also distinguishes boards in one panel.
    pub name: &'a str,
    /// The squares that are set.
    pub set: Bitboard,
    /// Squares with an outline.
    pub marks: &'a [Mark<'a>],
    /// The text in a square; left out if squares are too small.
    pub text: &'a dyn Fn(Square) -> String,
    /// The side at the bottom.
    pub orientation: Color,
    /// Whether squares can be clicked. If so, each is a separate element for screen readers, named `e4 set` or `e4
    /// clear`; otherwise the board is one picture.
    pub clickable: bool,
}

/// No text in the squares.
pub(crate) fn no_text(_: Square) -> String {
    String::new()
}

/// Shows a board of this side, coordinates included, in points. Returns the square that was clicked.
pub(crate) fn bit_board(ui: &mut Ui, board: &BitBoard<'_>, side: f32) -> Option<Square> {
    let (area, response) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
    let squares = Squares::with_edge(area, side, board.orientation);
    squares.coordinates(ui);
    let mut clicked = None;
    for square in Square::all() {
        let rect = squares.rect(square);
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
    if board.clickable {
        sought::squares(ui, |square| squares.rect(square));
    } else {
        let under = response.hover_pos();
        let under = under.and_then(|at| squares.under(at));
        if let Some(square) = under {
            response.clone().on_hover_text_at_pointer(name_of(board, square));
        }
        let names: Vec<String> = board.set.into_iter().map(|square| square.to_string()).collect();
        let members =
            if names.is_empty() { t!("widget-squares-none").to_owned() } else { names.join(" ") };
        let name = format!("{}: {members}", board.name);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    }
    clicked
}

/// The name of a square: `e4 set`, `e4 clear, wraps around`.
fn name_of(board: &BitBoard<'_>, square: Square) -> String {
    let mut name = if board.set.has(square) {
        t!("widget-square-set", square = square.to_string())
    } else {
        t!("widget-square-clear", square = square.to_string())
    };
    for mark in board.marks.iter().filter(|mark| mark.set.has(square)) {
        name = format!("{name}, {}", mark.meaning);
    }
    name
}

fn one_square(ui: &Ui, board: &BitBoard<'_>, square: Square, rect: Rect) -> Response {
    let id = ui.scope_id().with((board.name, square.index()));
    let response = ui.interact(rect, id, Sense::click());
    let (name, set) = (name_of(board, square), board.set.has(square));
    let response =
        response.on_hover_text(t!("widget-square-bit", name = name.as_str(), bit = square.index()));
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
    if rect.width() >= MIN_FOR_TEXT {
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

pub(crate) struct NumberBoard<'a> {
    /// Its name, for screen readers.
    pub name: &'a str,
    pub value: &'a dyn Fn(Square) -> i32,
    pub chosen: Square,
    /// The side at the bottom.
    pub orientation: Color,
    /// The number painted at full strength; larger ones look the same.
    pub strongest: i32,
}

/// What the user did on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Painted {
    /// A square was chosen.
    Chose(Square),
    /// A square gets this number.
    Gave(Square, i32),
}

/// Shows a board of this side, coordinates included, in points. A click chooses a square, a drag paints the number of
/// its first square.
pub(crate) fn number_board(ui: &mut Ui, board: &NumberBoard<'_>, side: f32) -> Option<Painted> {
    let (area, whole) = ui.allocate_exact_size(vec2(side, side), Sense::drag());
    let squares = Squares::with_edge(area, side, board.orientation);
    whole.widget_info(|| WidgetInfo::labeled(Role::Group, true, board.name));
    squares.coordinates(ui);
    let brush_id = ui.scope_id().with((board.name, "brush"));
    let mut done = None;
    for square in Square::all() {
        let rect = squares.rect(square);
        let id = ui.scope_id().with((board.name, square.index()));
        let response = ui.interact(rect, id, Sense::click_and_drag());
        let name = format!("{square} {}", signed((board.value)(square), 0));
        let chosen = square == board.chosen;
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, &name));
        if response.clicked() {
            done = Some(Painted::Chose(square));
        }
        if response.drag_started() {
            ui.data_mut(|data| data.insert_temp(brush_id, (board.value)(square)));
            done = Some(Painted::Chose(square));
        } else if response.dragged() {
            done = done.or_else(|| paint_under(ui, brush_id, board, &squares));
        }
        let pointed = response.hovered() || response.has_focus();
        paint_number(ui, board, (square, rect), pointed);
        response.on_hover_text(name);
    }
    done
}

/// The square under the pointer gets the number of the drag's first square, if it has another.
fn paint_under(
    ui: &Ui,
    brush_id: Id,
    board: &NumberBoard<'_>,
    squares: &Squares,
) -> Option<Painted> {
    let at = ui.input(|input| input.pointer.interact_pos())?;
    let square = squares.under(at)?;
    let brush: i32 = ui.data(|data| data.get_temp(brush_id))?;
    ((board.value)(square) != brush).then_some(Painted::Gave(square, brush))
}

fn paint_number(ui: &Ui, board: &NumberBoard<'_>, (square, rect): (Square, Rect), pointed: bool) {
    let p = theme::palette(ui);
    let painter = ui.painter();
    let value = (board.value)(square);
    let share = value as f32 / board.strongest.max(1) as f32;
    let inner = rect.shrink(0.5);
    painter.rect_filled(inner, 1, shade(p, share, 0.5));
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

/// Shows a board of this side whose squares are greener for higher numbers and redder for lower ones. The tooltip has
/// the number of a square.
pub(crate) fn heat_map(
    ui: &mut Ui,
    (name, side): (&str, f32),
    orientation: Color,
    value: impl Fn(Square) -> i32,
    hint: impl Fn(Square) -> String,
) {
    let (area, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    let p = theme::palette(ui);
    let painter = ui.painter_at(area);
    let most = Square::all().map(|square| value(square).abs()).max().unwrap_or(0).max(1);
    let squares = Squares { orientation, origin: area.min, cell: side / 8.0 };
    for square in Square::all() {
        let share = value(square) as f32 / most as f32;
        painter.rect_filled(squares.rect(square).shrink(0.5), 1, shade(p, share, 0.85));
    }
    let corner = area.left_bottom() + vec2(2.0, -2.0);
    // On its own background: the squares below may be bright.
    let scale = painter.layout_no_wrap(format!("±{most}"), FontId::monospace(9.0), p.text);
    let place = Align2::LEFT_BOTTOM.anchor_size(corner, scale.size());
    painter.rect_filled(place.expand(1.0), 2, p.panel.gamma_multiply(0.85));
    painter.galley(place.min, scale, p.text);
    let under = response.hover_pos().and_then(|at| squares.under(at));
    if let Some(square) = under {
        response.clone().on_hover_text_at_pointer(hint(square));
    }
    response
        .widget_info(|| WidgetInfo::labeled(Role::Image, true, t!("widget-heat-map", name = name)));
}

/// From the background towards one colour above zero and the other below, at most this far.
fn shade(p: &Palette, share: f32, most: f32) -> Color32 {
    let towards = if share >= 0.0 { p.good } else { p.bad };
    p.raised.lerp_to_gamma(towards, share.abs().clamp(0.0, 1.0) * most)
}

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
pub fn mini_board(ui: &mut Ui, mini_board: &MiniBoard<'_>, side: f32) {
    show_with(ui, mini_board, side, &[]);
}

/// The same with arrows and circles.
pub fn show_with(ui: &mut Ui, mini_board: &MiniBoard<'_>, side: f32, shapes: &[Shape]) {
    let (area, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    let mut view = BoardView {
        orientation: mini_board.orientation,
        last_move: mini_board.last_move,
        shapes,
        theme: mini_board.theme,
        ..BoardView::new(mini_board.board)
    };
    view.options.coordinates = Coordinates::None;
    view.paint_still(ui, area);
    let name = t!("widget-position", fen = mini_board.board.to_string());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
}
