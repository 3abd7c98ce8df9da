//! The chooser that opens on the file where a pawn promotes: queen, knight, rook, bishop from the
//! promotion square inward.

use eframe::egui::{
    Color32, CornerRadius, Event, EventFilter, Key, Modifiers, Rect, Role, Sense, Stroke,
    StrokeKind, Ui, WidgetInfo,
};

use super::draw::Canvas;
use super::events::BoardEvent;
use super::squares::note_focus;
use super::state::Pending;
use crate::gui::look::theme::board::CHOOSER;
use tabia_chess::piece::Piece;
use tabia_chess::piece_type::PieceType;

/// Offered in this order, the square of the promotion first.
const CHOICES: [PieceType; 4] =
    [PieceType::Queen, PieceType::Knight, PieceType::Rook, PieceType::Bishop];

/// What became of the open chooser.
pub(super) enum Answer {
    /// Nothing yet.
    Open,
    /// Put away without a choice.
    Cancelled,
    /// A piece was chosen.
    Chosen(BoardEvent),
}

/// Shows the chooser over the board and reads its answer.
pub(super) fn chooser(ui: &mut Ui, canvas: &Canvas<'_>, pending: &mut Pending) -> Answer {
    let geometry = &canvas.geometry;
    let board = geometry.rect();
    canvas.painter.rect_filled(board, 0, CHOOSER.dim);
    // Below the choices but above the squares: a click beside the choices is not a move.
    ui.interact(board, ui.scope_id().with("dim"), Sense::CLICK);

    let (column, row) = geometry.column_row(pending.to);
    let inward: isize = if row == 0 { 1 } else { -1 };
    let mut places = Rect::NOTHING;
    let mut focused = None;
    let mut chosen = None;
    let ids = CHOICES.map(|kind| ui.scope_id().with(("promote", kind.index())));
    for (i, kind) in CHOICES.into_iter().enumerate() {
        let Some(square) = geometry.at(column, row.saturating_add_signed(inward * i as isize))
        else {
            continue;
        };
        let rect = geometry.square_rect(square);
        places = places.union(rect);
        let response = ui.interact(rect, ids[i], Sense::click());
        let name = format!("Promote to {}", kind.name());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        if response.has_focus() {
            focused = Some(i);
        }
        if response.clicked() {
            chosen = Some(kind);
        }
        paint_choice(canvas, rect, Piece::new(pending.color, kind), &response);
    }
    canvas.painter.rect_stroke(
        places,
        0,
        Stroke::new(1.0 / ui.pixels_per_point(), CHOOSER.edge),
        StrokeKind::Outside,
    );

    let fresh = !std::mem::replace(&mut pending.open, true);
    if fresh {
        ui.memory_mut(|memory| memory.request_focus(ids[0]));
        ui.request_repaint();
    } else if let Some(at) = focused {
        note_focus(ui, ids[at]);
        let arrows = EventFilter { vertical_arrows: true, escape: true, ..Default::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(ids[at], arrows));
        let next = stepped(ui, at, inward);
        if next != at {
            ui.memory_mut(|memory| memory.request_focus(ids[next]));
        }
    }
    chosen = chosen.or_else(|| typed(ui));
    if let Some(kind) = chosen {
        return Answer::Chosen(event(*pending, kind));
    }
    let escaped = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    if escaped || !fresh && pressed_outside(ui, places) { Answer::Cancelled } else { Answer::Open }
}

fn paint_choice(canvas: &Canvas<'_>, rect: Rect, piece: Piece, response: &eframe::egui::Response) {
    let lit = response.hovered() || response.has_focus();
    let plate = if lit { CHOOSER.plate_hover } else { CHOOSER.plate };
    canvas.painter.rect_filled(rect, CornerRadius::ZERO, plate);
    if response.has_focus() {
        let width = (rect.width() * 0.04).max(2.0);
        let stroke = Stroke::new(width, canvas.theme.line);
        canvas.painter.rect_stroke(rect, 0, stroke, StrokeKind::Inside);
    }
    canvas.pieces.paint(canvas.painter, piece, rect, Color32::WHITE);
}

/// Up and down go through the choices as they are seen.
fn stepped(ui: &Ui, at: usize, inward: isize) -> usize {
    let down = ui.input_mut(|input| {
        let mut count = |key| input.count_and_consume_key(Modifiers::NONE, key) as isize;
        count(Key::ArrowDown) - count(Key::ArrowUp)
    });
    at.saturating_add_signed(down * inward).min(CHOICES.len() - 1)
}

/// The letters of the pieces choose too.
fn typed(ui: &Ui) -> Option<PieceType> {
    let keys = [Key::Q, Key::N, Key::R, Key::B];
    ui.input_mut(|input| {
        CHOICES.into_iter().zip(keys).find(|(_, key)| input.consume_key(Modifiers::NONE, *key))
    })
    .map(|(kind, _)| kind)
}

fn pressed_outside(ui: &Ui, places: Rect) -> bool {
    ui.input(|input| {
        input.events.iter().any(|event| {
            matches!(event, Event::PointerButton { pos, pressed: true, .. } if !places.contains(*pos))
        })
    })
}

fn event(pending: Pending, kind: PieceType) -> BoardEvent {
    let Pending { from, to, premove, asked, .. } = pending;
    let promotion = Some(kind);
    if asked {
        BoardEvent::Ask { from, to, promotion }
    } else if premove {
        BoardEvent::Premove { from, to, promotion }
    } else {
        BoardEvent::Move { from, to, promotion }
    }
}
