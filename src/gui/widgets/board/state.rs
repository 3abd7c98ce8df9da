//! What the board remembers from frame to frame: selection, gesture, keyboard cursor, open chooser.

use eframe::egui::{PointerButton, Pos2};

use super::motion::Motion;
use super::shapes::Brush;
use crate::gui::widgets::wheel::Wheel;
use tabia_chess::color::Color;
use tabia_chess::piece::Piece;
use tabia_chess::square::Square;

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
