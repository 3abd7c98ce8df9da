//! What the board widget is told and what it tells: settings in, events out.

use eframe::egui::{PointerButton, Pos2, Rect, vec2};

use tabia_chess::{Color, Piece, PieceType, Square};

use crate::gui::widgets::board::draw::Motion;
use crate::gui::widgets::board::shapes::{Brush, Shape};
use crate::gui::widgets::wheel::Wheel;

/// Whose pieces a hand may move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Movable {
    /// Nobody's: the board is to look at.
    None,
    /// One side's.
    One(Color),
    /// Whoever's turn it is.
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

/// What a pawn becomes on the last rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Promotion {
    /// The board asks.
    #[default]
    Ask,
    /// A queen, unless Alt is held (or Ctrl, where that asks nothing else): then the board asks.
    Queen,
}

/// What the left button does while a position is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Drags pieces about, and off the board.
    Hand,
    /// Puts this piece down; on the same piece it takes it away.
    Place(Piece),
    /// Takes pieces away.
    Erase,
}

/// Where the letters and digits of the board stand.
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
    /// What is left of a place for the squares.
    pub fn room(self, area: Rect) -> Rect {
        if self != Coordinates::Outside {
            return area;
        }
        let edge = Self::edge(area);
        Rect::from_min_max(area.min + vec2(edge, 0.0), area.max - vec2(0.0, edge))
    }

    /// Width of the strip that letters and digits beside the board take of a place, points.
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
    /// Where letters and digits stand.
    pub coordinates: Coordinates,
    /// Dots on the squares the picked piece can go to.
    pub show_dests: bool,
    /// A pale piece stays behind where a piece is dragged from.
    pub ghost: bool,
    /// What happens to a pawn on the last rank.
    pub promotion: Promotion,
    /// Whether arrows and circles can be drawn.
    pub draw: bool,
    /// Whether the wheel steps through the moves.
    pub wheel: bool,
    /// Whether a move made with Ctrl (Command on a Mac) is asked about instead of played.
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

/// What somebody did on the board. The widget itself changes nothing but its own selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardEvent {
    /// A legal move. Castling comes either as the king's target square or as the rook's square.
    Move {
        /// Where the piece stands.
        from: Square,
        /// Where it goes.
        to: Square,
        /// What the pawn becomes.
        promotion: Option<PieceType>,
    },
    /// A legal move was made with Ctrl: something is asked about it, it is not played.
    Ask {
        /// Where the piece stands.
        from: Square,
        /// Where it would go.
        to: Square,
        /// What the pawn would become.
        promotion: Option<PieceType>,
    },
    /// A right click on a square that an arrow of the engine points at.
    ArrowMenu(Square),
    /// A move to be played when its turn has come, if it is legal then.
    Premove {
        /// Where the piece stands.
        from: Square,
        /// Where it is to go.
        to: Square,
        /// What the pawn is to become.
        promotion: Option<PieceType>,
    },
    /// The premove is to be forgotten.
    CancelPremove,
    /// A shape was drawn; drawn again it goes (see [`super::shapes::toggle`]).
    ToggleShape(Shape),
    /// All drawn shapes are to go.
    ClearShapes,
    /// The wheel: so many plies forward, or back where negative.
    Step(i32),
    /// Position editor: this piece is put here.
    Place {
        /// The piece.
        piece: Piece,
        /// Its square.
        to: Square,
    },
    /// Position editor: the piece here is taken away.
    Remove {
        /// Its square.
        from: Square,
    },
    /// Position editor: the piece goes to another square, whatever the rules say.
    MovePiece {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
}

/// What the pressed pointer is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Gesture {
    #[default]
    Idle,
    /// The left button went down on a piece that can be moved.
    Piece {
        from: Square,
        start: Pos2,
        pos: Pos2,
        /// The pointer has left the place of the press: this is a drag, no click.
        dragging: bool,
        /// The piece was selected before: a click puts it back.
        was_selected: bool,
    },
    /// An arrow (or, on its own square, a circle) is being drawn.
    Draw { from: Square, to: Option<Square>, brush: Brush, button: PointerButton },
    /// Position editor: squares swept over get this piece, or lose theirs.
    Paint { piece: Option<Piece>, last: Square },
    /// Nothing more comes of this press.
    Spent,
}

/// A pawn that waits for its new shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pending {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) color: Color,
    pub(super) premove: bool,
    /// It is asked about and not played.
    pub(super) asked: bool,
    /// The chooser has been on screen: it has asked for the focus and reacts to clicks outside.
    pub(super) open: bool,
}

/// All of it.
#[derive(Clone, Debug)]
pub(super) struct BoardState {
    pub(super) selected: Option<Square>,
    pub(super) gesture: Gesture,
    pub(super) pending: Option<Pending>,
    /// The square that has or would get the keyboard focus.
    pub(super) cursor: Square,
    pub(super) motion: Motion,
    /// Wheel travel not yet spent.
    pub(super) wheel: Wheel,
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
    /// The piece in the hand and where the hand is.
    pub(super) fn dragged(&self) -> Option<(Square, Pos2)> {
        match self.gesture {
            Gesture::Piece { from, pos, dragging: true, .. } => Some((from, pos)),
            _ => None,
        }
    }
}
