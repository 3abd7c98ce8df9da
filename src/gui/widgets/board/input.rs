//! Turns pointer and keys into events: picking up, dragging, drawing. It paints nothing and uses the rules only for the
//! squares a piece may go to.

use eframe::egui::{
    Color32, CornerRadius, Event, EventFilter, Key, Modifiers, PointerButton, Pos2, Rect, Role,
    Sense, Stroke, StrokeKind, Ui, WidgetInfo,
};

use tabia_chess::{Bitboard, Piece, PieceType, Rank, Square, premove};
use tabia_games::game::piece_letters::LETTERS;
use tabia_text::t;

use crate::gui::look::theme::CHOOSER;
use crate::gui::widgets::board::draw::Canvas;
use crate::gui::widgets::board::geometry::{Geometry, note_focus};
use crate::gui::widgets::board::shapes::{Brush, ComputerShape, Shape};
use crate::gui::widgets::board::{
    BoardEvent, BoardState, BoardView, Gesture, Pending, Promotion, Tool, shapes,
};

/// The pointer must travel this far before a press is a drag, points.
const DRAG_THRESHOLD: f32 = 3.0;

/// How a piece may be moved now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// By a legal move.
    Move,
    Premove,
    /// Anywhere, in the position editor.
    Free,
}

/// One frame's input on its way to events.
pub(super) struct Input<'v, 'a> {
    pub(super) view: &'v BoardView<'a>,
    pub(super) geometry: Geometry,
    pub(super) state: &'v mut BoardState,
    pub(super) events: Vec<BoardEvent>,
}

impl BoardView<'_> {
    pub(super) fn piece_on(&self, square: Square) -> Option<Piece> {
        self.placement[square.index()]
    }

    /// Whether and how the user may pick up the piece here.
    pub(super) fn reach(&self, square: Square) -> Option<Reach> {
        let piece = self.piece_on(square)?;
        if let Some(tool) = self.editor {
            return (tool != Tool::Erase).then_some(Reach::Free);
        }
        let stm = self.legal?.stm();
        if piece.color() == stm && self.movable.allows(stm) {
            Some(Reach::Move)
        } else if piece.color() != stm && self.premovable == Some(piece.color()) {
            Some(Reach::Premove)
        } else {
            None
        }
    }

    /// Where the piece on this square may go.
    pub(super) fn targets(&self, from: Square) -> Bitboard {
        if let Some((_, known)) = self.targets.get().filter(|(of, _)| *of == from) {
            return known;
        }
        let targets = match (self.reach(from), self.legal) {
            (Some(Reach::Free), _) => !Bitboard::of(from),
            (Some(Reach::Move), Some(board)) => board.dests(from),
            (Some(Reach::Premove), Some(board)) => premove::reach(board, from),
            (None, _) | (_, None) => Bitboard::EMPTY,
        };
        self.targets.set(Some((from, targets)));
        targets
    }
}

impl Input<'_, '_> {
    /// Clears a selection or a drag whose piece is gone, and a selection that the tool of the editor does not use.
    pub(super) fn settle(&mut self) {
        let unused = self.view.editor.is_some_and(|tool| tool != Tool::Hand);
        if self.state.selected.is_some_and(|square| unused || self.view.reach(square).is_none()) {
            self.state.selected = None;
        }
        if let Gesture::Piece { from, .. } = self.state.gesture
            && self.view.reach(from).is_none()
        {
            self.state.gesture = Gesture::Spent;
        }
        if self.state.pending.is_some_and(|p| self.view.reach(p.from).is_none()) {
            self.state.pending = None;
        }
    }

    /// Handles the pointer's part of one event. `hot`: this frame's press was on one of our squares and not on
    /// something above it.
    pub(super) fn pointer(&mut self, event: &Event, hot: bool) {
        match *event {
            Event::PointerMoved(pos) => self.moved(pos),
            Event::PointerButton { pos, button, pressed: true, modifiers } => {
                if self.state.gesture != Gesture::Idle {
                    // A second button cancels what the first began.
                    self.state.gesture = Gesture::Spent;
                    self.state.selected = None;
                } else if let (true, Some(square)) = (hot, self.geometry.square_at(pos)) {
                    self.pressed(square, pos, button, modifiers);
                }
            }
            Event::PointerButton { pos, button, pressed: false, modifiers } => {
                self.moved(pos);
                self.released(pos, button, modifiers);
            }
            _ => {}
        }
    }

    fn pressed(&mut self, square: Square, pos: Pos2, button: PointerButton, keys: Modifiers) {
        self.state.cursor = square;
        let draws = button == PointerButton::Secondary
            || button == PointerButton::Primary && keys.shift && self.view.editor.is_none();
        if draws {
            self.state.selected = None;
            if self.view.premove.is_some() {
                // The press is used up by that: it draws nothing.
                self.events.push(BoardEvent::CancelPremove);
                self.state.gesture = Gesture::Spent;
            } else if self.view.editor.is_some() {
                self.remove(square);
                self.state.gesture = Gesture::Spent;
            } else if self.view.options.draw {
                let brush = Brush::from_modifiers(keys, button == PointerButton::Secondary);
                self.state.gesture =
                    Gesture::Draw { from: square, to: Some(square), brush, button };
            }
        } else if button == PointerButton::Primary {
            self.picked(square, pos, keys);
        }
    }

    /// The left button went down on a square.
    fn picked(&mut self, square: Square, pos: Pos2, keys: Modifiers) {
        match self.view.editor {
            Some(Tool::Place(piece)) if self.view.piece_on(square).is_none() => {
                return self.begin_paint(square, Some(piece));
            }
            // A drag moves the piece here; a click places the chosen piece on release.
            Some(Tool::Place(_)) => {
                let (from, start) = (square, pos);
                self.state.gesture =
                    Gesture::Piece { from, start, pos, dragging: false, before: None };
                return;
            }
            Some(Tool::Erase) => return self.begin_paint(square, None),
            Some(Tool::Hand) | None => {}
        }
        let before = self.state.selected;
        // In the editor every piece is a target, and a drag may begin here: the release tells.
        let waits = self.view.reach(square) == Some(Reach::Free);
        if let Some(from) = before
            && from != square
            && !waits
            && self.view.targets(from).has(square)
        {
            self.state.gesture = Gesture::Spent;
            return self.play(from, square, keys);
        }
        if self.view.reach(square).is_some() {
            self.state.selected = Some(square);
            self.state.gesture =
                Gesture::Piece { from: square, start: pos, pos, dragging: false, before };
        } else {
            self.state.selected = None;
            self.state.gesture = Gesture::Spent;
            if before.is_some() {
                self.events.push(BoardEvent::Refused);
            }
            if self.view.premove.is_some() {
                self.events.push(BoardEvent::CancelPremove);
            }
        }
    }

    fn moved(&mut self, to_pos: Pos2) {
        let under = self.geometry.square_at(to_pos);
        match &mut self.state.gesture {
            Gesture::Piece { start, pos, dragging, .. } => {
                *pos = to_pos;
                *dragging |= start.distance(to_pos) >= DRAG_THRESHOLD;
            }
            Gesture::Draw { from, to, .. } => {
                *to = under.map(|_| snapped(&self.geometry, *from, to_pos));
            }
            Gesture::Paint { piece, last } => {
                let piece = *piece;
                if let Some(square) = under.filter(|square| square != last) {
                    *last = square;
                    match piece {
                        Some(piece) => self.place(piece, square),
                        None => self.remove(square),
                    }
                }
            }
            Gesture::Idle | Gesture::Spent => {}
        }
    }

    fn released(&mut self, pos: Pos2, button: PointerButton, keys: Modifiers) {
        match self.state.gesture {
            Gesture::Piece { from, dragging, before, .. } if button == PointerButton::Primary => {
                self.state.gesture = Gesture::Idle;
                self.dropped(from, self.geometry.square_at(pos), dragging, before, keys);
            }
            Gesture::Draw { from, to: Some(to), brush, button: with } if button == with => {
                self.state.gesture = Gesture::Idle;
                let to = (to != from).then_some(to);
                let event = if to.is_none() && self.opens_menu(from, brush, button) {
                    BoardEvent::ArrowMenu(from)
                } else {
                    BoardEvent::ToggleShape(Shape { from, to, brush })
                };
                self.events.push(event);
            }
            Gesture::Piece { .. } | Gesture::Idle => {}
            _ => self.state.gesture = Gesture::Idle,
        }
    }

    /// Whether this right click opens the menu of an arrow that ends here, instead of drawing a circle.
    fn opens_menu(&self, at: Square, brush: Brush, button: PointerButton) -> bool {
        let arrow = |known: &ComputerShape| known.shape.to == Some(at);
        self.view.options.ask
            && brush == Brush::Green
            && button == PointerButton::Secondary
            && self.view.computer_shapes.iter().any(arrow)
    }

    fn dropped(
        &mut self,
        from: Square,
        to: Option<Square>,
        dragging: bool,
        before: Option<Square>,
        keys: Modifiers,
    ) {
        match to {
            Some(to) if to == from => {
                if let (false, Some(Tool::Place(piece))) = (dragging, self.view.editor) {
                    self.begin_paint(to, Some(piece));
                    self.state.gesture = Gesture::Idle;
                }
                match before {
                    Some(before) if before == to => {
                        self.state.selected = None;
                        if self.view.premove.is_some() {
                            self.events.push(BoardEvent::CancelPremove);
                        }
                    }
                    Some(before) if !dragging && self.view.editor.is_some() => {
                        self.play(before, to, keys);
                    }
                    _ => {}
                }
            }
            Some(to) if dragging && self.view.targets(from).has(to) => {
                self.state.motion.dropped_on(to);
                self.play(from, to, keys);
            }
            None if dragging && self.view.editor.is_some() => {
                self.state.selected = None;
                self.remove(from);
            }
            Some(_) if dragging => {
                self.state.selected = None;
                self.events.push(BoardEvent::Refused);
            }
            _ => self.state.selected = None,
        }
    }

    /// A square was chosen without a pointer: by key, or by a screen reader.
    pub(super) fn activate(&mut self, square: Square) {
        self.state.cursor = square;
        self.picked(square, self.geometry.center(square), Modifiers::NONE);
        if let Gesture::Piece { before, .. } = self.state.gesture {
            self.dropped(square, Some(square), false, before, Modifiers::NONE);
        }
        self.state.gesture = Gesture::Idle;
    }

    /// Moves the piece to its target; a promoting pawn may have to wait for the choice of a piece.
    fn play(&mut self, from: Square, to: Square, keys: Modifiers) {
        self.state.selected = None;
        let Some(piece) = self.view.piece_on(from) else { return };
        let Some(reach) = self.view.reach(from) else { return };
        let promotes = reach != Reach::Free
            && piece.kind() == PieceType::Pawn
            && to.rank() == Rank::Eighth.relative(piece.color());
        let asked = self.view.options.ask && keys.command && reach == Reach::Move;
        let ask = self.view.options.promotion == Promotion::Ask || keys.ctrl || keys.alt;
        let premove = reach == Reach::Premove;
        if promotes && ask {
            self.state.pending =
                Some(Pending { from, to, color: piece.color(), premove, asked, open: false });
            return;
        }
        let promotion = promotes.then_some(PieceType::Queen);
        self.events.push(match reach {
            Reach::Move if asked => BoardEvent::Ask { from, to, promotion },
            Reach::Move => BoardEvent::Move { from, to, promotion },
            Reach::Premove => BoardEvent::Premove { from, to, promotion },
            Reach::Free => BoardEvent::MovePiece { from, to },
        });
    }

    fn begin_paint(&mut self, square: Square, piece: Option<Piece>) {
        // A press on the same piece removes it, and so does the sweep that follows.
        let piece = piece.filter(|_| self.view.piece_on(square) != piece);
        self.state.gesture = Gesture::Paint { piece, last: square };
        match piece {
            Some(piece) => self.place(piece, square),
            None => self.remove(square),
        }
    }

    fn place(&mut self, piece: Piece, to: Square) {
        if self.view.piece_on(to) != Some(piece) {
            self.events.push(BoardEvent::Place { piece, to });
        }
    }

    /// Position editor: removes the piece here.
    pub(super) fn remove(&mut self, from: Square) {
        if self.view.piece_on(from).is_some() {
            self.events.push(BoardEvent::Remove { from });
        }
    }

    /// The wheel over the board. Up goes back, as in a move list.
    pub(super) fn wheel(&mut self, event: &Event) {
        let steps = self.state.wheel.steps(event);
        if steps != 0 {
            self.events.push(BoardEvent::Step(steps));
        }
    }
}

/// The square an arrow points at: the nearest a queen or a knight could go to, or the start itself.
fn snapped(geometry: &Geometry, from: Square, pos: Pos2) -> Square {
    let distance = |square: Square| geometry.center(square).distance_sq(pos);
    shapes::arrow_targets(from)
        .into_iter()
        .chain([from])
        .min_by(|a, b| distance(*a).total_cmp(&distance(*b)))
        .unwrap_or(from)
}

/// In this order, from the promotion square on.
const CHOICES: [PieceType; 4] =
    [PieceType::Queen, PieceType::Knight, PieceType::Rook, PieceType::Bishop];

/// The state of the open chooser.
pub(super) enum Answer {
    /// Nothing yet.
    Open,
    /// Closed without a choice.
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
        let name = t!("widget-promote", piece = kind.name());
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

/// Up and down move through the choices as on screen.
fn stepped(ui: &Ui, at: usize, inward: isize) -> usize {
    let down = ui.input_mut(|input| {
        let mut count = |key| input.count_and_consume_key(Modifiers::NONE, key) as isize;
        count(Key::ArrowDown) - count(Key::ArrowUp)
    });
    at.saturating_add_signed(down * inward).min(CHOICES.len() - 1)
}

/// The letters of the pieces choose too, those of the language first.
fn typed(ui: &Ui) -> Option<PieceType> {
    let pressed = |letters: &str, kind: PieceType| {
        let place = LETTERS.chars().position(|letter| letter == kind.letter().to_ascii_uppercase());
        let letter = place.and_then(|place| letters.chars().nth(place));
        let key = letter.and_then(|letter| Key::from_name(letter.encode_utf8(&mut [0; 4])));
        key.is_some_and(|key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)))
    };
    let by = |letters| CHOICES.into_iter().find(|&kind| pressed(letters, kind));
    by(t!("piece-letters")).or_else(|| by(LETTERS))
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
