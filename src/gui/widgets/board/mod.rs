//! The chess board as a widget. It knows where pieces are and where one may go, but not how a game proceeds: it gets a
//! placement and reports what the user did.

mod draw;
pub mod geometry;
mod input;
pub mod shapes;

use std::cell::Cell;

use eframe::egui;
use eframe::egui::{
    CursorIcon, DragAndDrop, Event, PointerButton, Pos2, Rect, Role, Sense, Ui, UiBuilder, Vec2,
    vec2,
};

use tabia_chess::{Bitboard, Board, Color, Piece, PieceType, Square};

use draw::{Canvas, Marks};
use geometry::{Cells, Geometry};
pub use geometry::{cursor_id, has_chooser, has_keyboard};
use input::Input;
use shapes::{ComputerShape, Place};

use crate::gui::look::pieces::PieceSet;
use crate::gui::look::theme::BoardTheme;
use crate::gui::widgets::board::draw::Motion;
use crate::gui::widgets::board::shapes::{Brush, Shape};
use crate::gui::widgets::move_text::Wheel;
use crate::gui::widgets::sought;

/// The piece on each square, by [`Square::index`].
pub type Placement = [Option<Piece>; Square::COUNT];

/// The placement of a position.
pub fn placement(board: &Board) -> Placement {
    let mut placement = [None; Square::COUNT];
    for square in Square::all() {
        placement[square.index()] = board.piece_on(square);
    }
    placement
}

/// A board to be shown. Make one each frame with [`BoardView::new`] or [`BoardView::placed`], set what
/// differs, then [`BoardView::show`] it.
#[derive(Clone, Debug)]
pub struct BoardView<'a> {
    /// Distinguishes boards in one place of the interface.
    pub id_salt: &'a str,
    /// The pieces on the squares.
    pub placement: Placement,
    /// The position that determines which moves are legal; `None` makes the board read-only (or editable in the
    /// editor).
    pub legal: Option<&'a Board>,
    /// The side at the bottom.
    pub orientation: Color,
    /// Whose pieces may be moved.
    pub movable: Movable,
    /// The side that may make premoves.
    pub premovable: Option<Color>,
    /// The pending premove.
    pub premove: Option<(Square, Square)>,
    /// The piece its pawn promotes to.
    pub premove_piece: Option<Piece>,
    /// The move that led here.
    pub last_move: Option<(Square, Square)>,
    /// The king in check.
    pub check: Option<Square>,
    /// The user's drawings.
    pub shapes: &'a [Shape],
    /// The engine's shapes.
    pub computer_shapes: &'a [ComputerShape],
    /// The colours.
    pub theme: &'a BoardTheme,
    /// Colours of the squares in place of the theme's, by [`Square::index`]; not of the one whose piece is picked up.
    pub tints: Option<&'a [egui::Color32; Square::COUNT]>,
    /// What screen readers read for each square besides its piece, by [`Square::index`]; may be empty.
    pub notes: &'a [String],
    /// The board's name for screen readers.
    pub name: &'a str,
    /// How it behaves.
    pub options: BoardOptions,
    /// Whether pieces slide now; they do not while a navigation key is held.
    pub animate: bool,
    /// The active tool while a position is set up; `None` outside the editor.
    pub editor: Option<Tool>,
    /// The targets of the piece last asked about: computed once a frame, however often they are needed.
    pub(super) targets: Cell<Option<(Square, Bitboard)>>,
}

/// What happened on a board in one frame.
#[derive(Clone, Debug)]
pub struct BoardResponse {
    /// The board itself, without the unused space around it.
    pub rect: Rect,
    /// Where its squares are.
    pub geometry: Geometry,
    /// What was done, in order.
    pub events: Vec<BoardEvent>,
    /// The square under the pointer.
    pub hovered: Option<Square>,
    /// The piece picked up.
    pub selected: Option<Square>,
    /// The square with the keyboard focus.
    pub focused: Option<Square>,
}

impl<'a> BoardView<'a> {
    /// A position with its legal moves; a king in check is marked.
    pub fn new(board: &'a Board) -> Self {
        Self {
            legal: Some(board),
            check: board.in_check().then(|| board.king(board.stm())),
            ..Self::placed(placement(board))
        }
    }

    /// A bare placement, legal or not.
    pub fn placed(placement: Placement) -> Self {
        Self {
            id_salt: "board",
            placement,
            legal: None,
            orientation: Color::White,
            movable: Movable::Both,
            premovable: None,
            premove: None,
            premove_piece: None,
            last_move: None,
            check: None,
            shapes: &[],
            computer_shapes: &[],
            theme: Default::default(),
            tints: None,
            notes: &[],
            name: tabia_text::t!("widget-board"),
            options: BoardOptions::default(),
            animate: true,
            editor: None,
            targets: Cell::default(),
        }
    }

    /// Shows the largest board that fits into the free space.
    pub fn show(&self, ui: &mut Ui) -> BoardResponse {
        let side = Geometry::side(ui.available_size(), ui.pixels_per_point());
        let (area, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
        self.show_in(ui, area)
    }

    /// Shows the largest board that fits into a place, in its middle. Allocates nothing.
    pub fn show_in(&self, ui: &mut Ui, area: Rect) -> BoardResponse {
        let room = self.options.coordinates.room(area);
        let geometry = Geometry::fit(room, self.orientation, ui.pixels_per_point());
        let grid = UiBuilder::new()
            .id_salt(self.id_salt)
            .max_rect(geometry.rect())
            .accessibility_role(Role::Grid)
            .accessibility_label(self.name);
        sought::squares(ui, |square| geometry.square_rect(square));
        self.board_ui(&mut ui.new_child(grid), geometry)
    }

    /// Only paints the largest board that fits into a place: nothing moves, there is no input, no square has a name.
    pub fn paint_still(&self, ui: &Ui, area: Rect) {
        self.paint_untouched(ui, area, &BoardState::default());
    }

    /// The same, but pieces slide to their squares.
    pub fn paint_moving(&self, ui: &Ui, area: Rect) {
        let id = ui.scope_id().with(self.id_salt);
        let mut state: BoardState = ui.data_mut(|data| data.remove_temp(id)).unwrap_or_default();
        self.advance(ui, &mut state);
        self.paint_untouched(ui, area, &state);
        ui.data_mut(|data| data.insert_temp(id, state));
    }

    fn paint_untouched(&self, ui: &Ui, area: Rect, state: &BoardState) {
        let room = self.options.coordinates.room(area);
        let geometry = Geometry::fit(room, self.orientation, ui.pixels_per_point());
        let canvas = Canvas {
            painter: ui.painter(),
            geometry,
            theme: self.theme,
            tints: self.tints,
            pieces: PieceSet::get(ui, geometry.square_side()),
        };
        let marks = self.marks(None);
        canvas.squares(&marks);
        self.paint_coordinates(&canvas, &marks);
        let arrows = shapes::places(&canvas.geometry, self.computer_shapes, self.occupied());
        Self::paint_shafts(&canvas, &arrows);
        self.paint_pieces(&canvas, state, None);
        self.paint_shapes(&canvas, &arrows, state);
    }

    fn marks(&self, selected: Option<Square>) -> Marks {
        Marks { last_move: self.last_move, premove: self.premove, selected, check: self.check }
    }

    fn board_ui(&self, ui: &mut Ui, geometry: Geometry) -> BoardResponse {
        super::place_container(ui, geometry.rect());
        let id = ui.scope_id();
        let mut state: BoardState = ui.data_mut(|data| data.remove_temp(id)).unwrap_or_default();
        let mut input = Input { view: self, geometry, state: &mut state, events: Vec::new() };
        input.settle();
        let targets = input.state.selected.map_or(Bitboard::EMPTY, |from| self.targets(from));
        let live = input.state.pending.is_none();
        let cells = geometry::cells(ui, self, &geometry, input.state, targets, live);
        if live {
            self.read_input(ui, &mut input, &cells);
        }
        let mut events = input.events;

        let canvas = Canvas {
            painter: &ui.painter().with_clip_rect(ui.clip_rect()),
            geometry,
            theme: self.theme,
            tints: self.tints,
            pieces: PieceSet::get(ui, geometry.square_side()),
        };
        self.paint(ui, &canvas, &mut state, &cells);
        if let Some(mut pending) = state.pending {
            let answer = input::chooser(ui, &canvas, &mut pending);
            state.pending = matches!(answer, input::Answer::Open).then_some(pending);
            if let input::Answer::Chosen(event) = answer {
                events.push(event);
            }
            if state.pending.is_some() {
                geometry::note_chooser(ui);
            } else {
                ui.request_repaint();
            }
        }
        if !events.is_empty() {
            // What the events change is only seen in the next frame.
            ui.request_repaint();
        }
        let selected = state.selected;
        ui.data_mut(|data| data.insert_temp(id, state));
        BoardResponse {
            rect: geometry.rect(),
            geometry,
            events,
            hovered: cells.hovered,
            selected,
            focused: cells.focused,
        }
    }

    fn read_input(&self, ui: &Ui, input: &mut Input<'_, '_>, cells: &Cells) {
        let is_ours = |event: &Event| {
            matches!(event, Event::PointerMoved(_) | Event::PointerButton { .. })
                || matches!(event, Event::MouseWheel { .. })
        };
        let events: Vec<Event> =
            ui.input(|i| i.events.iter().filter(|event| is_ours(event)).cloned().collect());
        for event in &events {
            input.pointer(event, cells.pressed);
            if self.options.wheel && cells.hovered.is_some() {
                input.wheel(event);
            }
        }
        if let Some(square) = cells.activated {
            input.activate(square);
        }
        if let (true, true, Some(square)) = (cells.delete, self.editor.is_some(), cells.focused) {
            input.remove(square);
        }
        if self.editor.is_some()
            && let (Some(to), true) = (cells.hovered, ui.input(|i| i.pointer.any_released()))
            && let Some(piece) = DragAndDrop::take_payload::<Piece>(ui)
        {
            input.events.push(BoardEvent::Place { piece: *piece, to });
        }
        if ui.input(|i| !i.pointer.any_down()) {
            // A release that was never reported, for example outside the window.
            input.state.gesture = Gesture::Idle;
        }
        if super::escape_is_free(ui) {
            if input.state.selected.is_some() {
                input.state.selected = None;
                input.state.gesture = Gesture::Spent;
            } else if self.premove.is_some() {
                input.events.push(BoardEvent::CancelPremove);
            }
        }
        self.set_cursor(ui, input.state, cells);
    }

    fn set_cursor(&self, ui: &Ui, state: &BoardState, cells: &Cells) {
        let Some(square) = cells.hovered else { return };
        if state.dragged().is_some() {
            ui.set_cursor_icon(CursorIcon::Grabbing);
        } else if state.selected.is_some_and(|from| self.targets(from).has(square)) {
            ui.set_cursor_icon(CursorIcon::PointingHand);
        } else if self.reach(square).is_some() {
            ui.set_cursor_icon(CursorIcon::Grab);
        }
    }

    /// Adds this frame's placement to the motion.
    fn advance(&self, ui: &Ui, state: &mut BoardState) {
        let (now, no_animation) = (ui.input(|i| i.time), ui.style().animation_time <= 0.0);
        let seconds = if self.animate && !no_animation {
            self.options.animation_ms as f32 / 1000.0
        } else {
            0.0
        };
        if state.motion.advance(&self.placement, now, seconds) {
            ui.request_repaint();
        }
    }

    fn paint(&self, ui: &Ui, canvas: &Canvas<'_>, state: &mut BoardState, cells: &Cells) {
        self.advance(ui, state);
        let marks = self.marks(state.selected);
        canvas.squares(&marks);
        self.paint_coordinates(canvas, &marks);
        if let (Some(from), true, None) = (state.selected, self.options.show_dests, self.editor) {
            canvas.targets(self.targets(from), self.occupied(), cells.hovered);
        }
        let dragged = state.dragged();
        let arrows = shapes::places(&canvas.geometry, self.computer_shapes, self.occupied());
        Self::paint_shafts(canvas, &arrows);
        self.paint_pieces(canvas, state, dragged.map(|(from, _)| from));
        self.paint_shapes(canvas, &arrows, state);
        if let Some(square) = cells.focused {
            canvas.outline(square, self.theme.line, 0.045);
        }
        if let Some((from, pos)) = dragged
            && let Some(piece) = self.piece_on(from)
        {
            let rect = Rect::from_center_size(pos, canvas.geometry.square_rect(from).size());
            // A piece may be dragged beyond the board's edge.
            let painter = ui.painter().clone().with_clip_rect(ui.content_rect());
            canvas.pieces.paint(&painter, piece, rect, egui::Color32::WHITE);
        }
    }

    fn paint_coordinates(&self, canvas: &Canvas<'_>, marks: &Marks) {
        match self.options.coordinates {
            Coordinates::Inside => canvas.coordinates(marks),
            Coordinates::Outside => canvas.coordinates_outside(),
            Coordinates::None => {}
        }
    }

    fn occupied(&self) -> Bitboard {
        Square::all().filter(|square| self.piece_on(*square).is_some()).collect()
    }

    fn paint_pieces(&self, canvas: &Canvas<'_>, state: &BoardState, dragged: Option<Square>) {
        let geometry = &canvas.geometry;
        for (piece, square, left) in state.motion.fading() {
            canvas.piece(piece, geometry.square_rect(square), left);
        }
        for square in Square::all() {
            let Some(piece) = self.piece_on(square) else { continue };
            if state.motion.slides_to(square) {
                continue;
            }
            let waits = state.pending.is_some_and(|pending| pending.from == square);
            let alpha = match (dragged == Some(square) || waits, self.options.ghost) {
                (false, _) => 1.0,
                (true, true) => 0.35,
                (true, false) => 0.0,
            };
            canvas.piece(piece, geometry.square_rect(square), alpha);
        }
        if let (Some((_, to)), Some(piece)) = (self.premove, self.premove_piece) {
            canvas.piece(piece, geometry.square_rect(to), 0.5);
        }
        let side = geometry.square_side();
        let up = if self.orientation == Color::White { -side } else { side };
        for (slide, offset) in state.motion.sliding() {
            let by = egui::vec2(offset.x * -up, offset.y * up);
            canvas.piece(slide.piece, geometry.square_rect(slide.to).translate(by), 1.0);
        }
    }

    /// Below the pieces, so that none is covered.
    fn paint_shafts(canvas: &Canvas<'_>, arrows: &[Place<'_>]) {
        let painter = canvas.painter.with_clip_rect(canvas.geometry.rect());
        shapes::paint_shafts(&painter, &canvas.geometry, arrows);
    }

    fn paint_shapes(&self, canvas: &Canvas<'_>, arrows: &[Place<'_>], state: &BoardState) {
        let painter = canvas.painter.with_clip_rect(canvas.geometry.rect());
        for shape in self.shapes {
            shapes::paint_shape(&painter, &canvas.geometry, *shape, false);
        }
        shapes::paint_heads(&painter, &canvas.geometry, arrows);
        if let Gesture::Draw { from, to: Some(to), brush, .. } = state.gesture {
            let shape = Shape { from, to: (to != from).then_some(to), brush };
            shapes::paint_shape(&painter, &canvas.geometry, shape, true);
        }
    }
}

/// Makes this response, for example in a tray, a source from which a piece can be dragged onto a board in the editor,
/// which answers the drop with [`BoardEvent::Place`].
pub fn carry(response: &egui::Response, piece: Piece) {
    response.dnd_set_drag_payload(piece);
}

// The interface of the board widget: settings in, events out.

/// The pieces the user may move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Movable {
    /// None: the board is read-only.
    None,
    /// One side's.
    One(Color),
    /// The side to move.
    #[default]
    Both,
}

impl Movable {
    /// Whether pieces of this colour may be moved.
    pub fn allows(self, color: Color) -> bool {
        match self {
            Movable::None => false,
            Movable::One(one) => one == color,
            Movable::Both => true,
        }
    }
}

/// What a promoting pawn becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Promotion {
    /// The board asks.
    #[default]
    Ask,
    /// A queen, unless Alt or Ctrl is held: then the board asks. Ctrl may ask about the move as well, see
    /// [`BoardOptions::ask`].
    Queen,
}

/// What the left button does while a position is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Moves pieces, also off the board.
    Hand,
    /// Places this piece; on the same piece it removes it.
    Place(Piece),
    /// Removes pieces.
    Erase,
}

/// The place of the board's letters and digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coordinates {
    /// In the squares of two edges.
    #[default]
    Inside,
    /// Left of the board and below it.
    Outside,
    /// Nowhere.
    None,
}

impl Coordinates {
    /// The room left for the squares.
    pub fn room(self, area: Rect) -> Rect {
        if self != Coordinates::Outside {
            return area;
        }
        let edge = Self::edge(area);
        Rect::from_min_max(area.min + vec2(edge, 0.0), area.max - vec2(0.0, edge))
    }

    /// Width of the strip taken by letters and digits beside the board, points.
    fn edge(area: Rect) -> f32 {
        (area.size().min_elem() * 0.032).clamp(12.0, 22.0).round()
    }
}

/// How the board behaves and what it shows.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own in the settings")]
pub struct BoardOptions {
    /// How long a piece slides, ms. 0: it jumps.
    pub animation_ms: u32,
    /// The place of letters and digits.
    pub coordinates: Coordinates,
    /// Dots on the squares the picked piece can go to.
    pub show_dests: bool,
    /// A pale piece stays on the square a piece is dragged from.
    pub ghost: bool,
    /// What happens to a pawn on the last rank.
    pub promotion: Promotion,
    /// Whether arrows and circles can be drawn.
    pub draw: bool,
    /// Whether the wheel steps through the moves.
    pub wheel: bool,
    /// Whether a move made with Ctrl (Command on a Mac) asks about the move instead of playing it.
    pub ask: bool,
}

impl Default for BoardOptions {
    fn default() -> Self {
        Self {
            animation_ms: 200,
            coordinates: Coordinates::Inside,
            show_dests: true,
            ghost: true,
            promotion: Promotion::Ask,
            draw: true,
            wheel: true,
            ask: false,
        }
    }
}

/// What the user did on the board. The widget itself changes nothing but its own selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardEvent {
    /// A legal move. The target of castling is either the king's target square or the rook's square.
    Move {
        /// The piece's square.
        from: Square,
        /// The target square.
        to: Square,
        /// What the pawn becomes.
        promotion: Option<PieceType>,
    },
    /// A legal move was made with Ctrl: the user asks about it, it is not played.
    Ask {
        /// The piece's square.
        from: Square,
        /// The target square.
        to: Square,
        /// What the pawn would become.
        promotion: Option<PieceType>,
    },
    /// A piece was moved to a square that it cannot go to.
    Refused,
    /// A right click on a square that an arrow of the engine points at.
    ArrowMenu(Square),
    /// A move to play when it is that side's turn, if it is legal then.
    Premove {
        /// The piece's square.
        from: Square,
        /// The target square.
        to: Square,
        /// What the pawn will become.
        promotion: Option<PieceType>,
    },
    /// The premove is cancelled.
    CancelPremove,
    /// A shape was drawn; drawn a second time it is removed.
    ToggleShape(Shape),
    /// The wheel: this many plies forward, or back if negative.
    Step(i32),
    /// Position editor: this piece is placed here.
    Place { piece: Piece, to: Square },
    /// Position editor: the piece here is removed.
    Remove { from: Square },
    /// Position editor: the piece moves to another square, whatever the rules say.
    MovePiece {
        /// The piece's square.
        from: Square,
        /// The target square.
        to: Square,
    },
}

/// What the pressed pointer is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Gesture {
    #[default]
    Idle,
    /// The left button went down on a piece that can be moved.
    Piece {
        from: Square,
        start: Pos2,
        pos: Pos2,
        /// The pointer has moved away from the press: this is a drag, not a click.
        dragging: bool,
        /// The selection before the press: a click on the same piece ends it.
        before: Option<Square>,
    },
    /// An arrow (or, on its own square, a circle) is being drawn.
    Draw { from: Square, to: Option<Square>, brush: Brush, button: PointerButton },
    /// Position editor: squares swept over get this piece, or become empty.
    Paint { piece: Option<Piece>, last: Square },
    /// The rest of this press is ignored.
    Spent,
}

/// A pawn waiting for the choice of a promotion piece.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pending {
    from: Square,
    to: Square,
    color: Color,
    premove: bool,
    /// The user asks about the move; it is not played.
    asked: bool,
    /// The chooser has been on screen: it has asked for the focus and reacts to clicks outside.
    open: bool,
}

#[derive(Clone, Debug)]
struct BoardState {
    selected: Option<Square>,
    gesture: Gesture,
    pending: Option<Pending>,
    /// The square that has or would get the keyboard focus.
    cursor: Square,
    motion: Motion,
    /// Wheel travel not used yet.
    wheel: Wheel,
}

impl Default for BoardState {
    fn default() -> Self {
        Self {
            selected: None,
            gesture: Gesture::Idle,
            pending: None,
            cursor: Square::E1,
            motion: Motion::default(),
            wheel: Wheel::default(),
        }
    }
}

impl BoardState {
    /// The dragged piece and the position of the pointer.
    fn dragged(&self) -> Option<(Square, Pos2)> {
        match self.gesture {
            Gesture::Piece { from, pos, dragging: true, .. } => Some((from, pos)),
            _ => None,
        }
    }
}
