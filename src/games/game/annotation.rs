//! What a PGN comment can carry besides text: clock readings, evaluations, arrows and circles.
//! Values only; `comment` reads and writes their text.

use serde::{Deserialize, Serialize};

use tabia_chess::Square;

/// An evaluation written into a game, always White's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeEval {
    /// How good it is for White.
    pub value: EvalValue,
    /// Depth of the search behind it in plies, where the file says so.
    pub depth: Option<u32>,
}

/// A value as `[%eval …]` writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EvalValue {
    /// Centipawns, White's view.
    Cp(i32),
    /// Mate in this many moves, positive when White mates.
    Mate(i32),
}

/// The colour of a drawn shape. Each has its own key while drawing and its own letter in PGN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Brush {
    /// No key; `G`.
    #[default]
    Green,
    /// Shift or Ctrl; `R`.
    Red,
    /// Alt; `B`.
    Blue,
    /// Both; `Y`, which other programs show as yellow or orange.
    Orange,
}

impl Brush {
    /// All brushes.
    pub const ALL: [Brush; 4] = [Brush::Green, Brush::Red, Brush::Blue, Brush::Orange];

    /// The letter in `[%cal …]` and `[%csl …]`.
    pub fn letter(self) -> char {
        match self {
            Brush::Green => 'G',
            Brush::Red => 'R',
            Brush::Blue => 'B',
            Brush::Orange => 'Y',
        }
    }

    /// The brush of a letter.
    pub fn from_letter(letter: char) -> Option<Brush> {
        Brush::ALL.into_iter().find(|brush| brush.letter() == letter)
    }

    /// Its name for people and screen readers.
    pub fn name(self) -> &'static str {
        match self {
            Brush::Green => "green",
            Brush::Red => "red",
            Brush::Blue => "blue",
            Brush::Orange => "orange",
        }
    }
}

/// Something a person drew on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A ring on a square.
    Circle {
        /// Where.
        at: Square,
        /// Its colour.
        brush: Brush,
    },
    /// An arrow between two squares.
    Arrow {
        /// Its tail.
        from: Square,
        /// Its head.
        to: Square,
        /// Its colour.
        brush: Brush,
    },
}

impl Shape {
    /// Its colour.
    pub fn brush(self) -> Brush {
        match self {
            Shape::Circle { brush, .. } | Shape::Arrow { brush, .. } => brush,
        }
    }

    /// Where it lies, whatever its colour: a square, and for an arrow the one it points to.
    pub fn place(self) -> (Square, Option<Square>) {
        match self {
            Shape::Circle { at, .. } => (at, None),
            Shape::Arrow { from, to, .. } => (from, Some(to)),
        }
    }

    /// Whether the other shape lies on the same squares, whatever its colour.
    pub fn same_place(self, other: Shape) -> bool {
        self.place() == other.place()
    }
}
