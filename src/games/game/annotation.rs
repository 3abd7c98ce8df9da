//! What moves of a PGN text can carry besides words: glyphs (`$1` is `!`), and in comments evaluations, arrows and
//! circles. Values only; `comment` reads and writes their text.

use std::fmt;

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

/// A numeric annotation glyph of a PGN text. Any number from 0 to 255 is kept, known or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nag(pub u8);

/// Number, sign, key of the meaning. The signs of moves (1 to 6) are also read where they stand behind a move.
const TABLE: &[(u8, &str, &str)] = &[
    (1, "!", "study-nag-good"),
    (2, "?", "study-nag-mistake"),
    (3, "!!", "study-nag-brilliant"),
    (4, "??", "study-nag-blunder"),
    (5, "!?", "study-nag-interesting"),
    (6, "?!", "study-nag-dubious"),
    (7, "□", "study-nag-only"),
    (10, "=", "study-nag-equal"),
    (13, "∞", "study-nag-unclear"),
    (14, "⩲", "study-nag-white-slightly"),
    (15, "⩱", "study-nag-black-slightly"),
    (16, "±", "study-nag-white-better"),
    (17, "∓", "study-nag-black-better"),
    (18, "+−", "study-nag-white-winning"),
    (19, "−+", "study-nag-black-winning"),
    (22, "⨀", "study-nag-zugzwang"),
    (23, "⨀", "study-nag-zugzwang"),
    (32, "⟳", "study-nag-development"),
    (33, "⟳", "study-nag-development"),
    (36, "↑", "study-nag-initiative"),
    (37, "↑", "study-nag-initiative"),
    (40, "→", "study-nag-attack"),
    (41, "→", "study-nag-attack"),
    (44, "=∞", "study-nag-compensation"),
    (45, "=∞", "study-nag-compensation"),
    (132, "⇆", "study-nag-counterplay"),
    (133, "⇆", "study-nag-counterplay"),
    (138, "⊕", "study-nag-time"),
    (139, "⊕", "study-nag-time"),
    (140, "∆", "study-nag-idea"),
    (146, "N", "study-nag-novelty"),
];

impl Nag {
    /// `!`
    pub const GOOD: Nag = Nag(1);
    /// `?`
    pub const MISTAKE: Nag = Nag(2);
    /// `!!`
    pub const BRILLIANT: Nag = Nag(3);
    /// `??`
    pub const BLUNDER: Nag = Nag(4);
    /// `?!`
    pub const DUBIOUS: Nag = Nag(6);

    /// The glyph of a move sign such as `!?`, as it is written behind a move.
    pub fn from_sign(sign: &str) -> Option<Nag> {
        TABLE.iter().find(|(n, s, _)| *n <= 6 && *s == sign).map(|(n, ..)| Nag(*n))
    }

    /// The sign in print, if it has one.
    pub fn sign(self) -> Option<&'static str> {
        TABLE.iter().find(|(n, ..)| *n == self.0).map(|(_, sign, _)| *sign)
    }

    /// What it says in words, if it is one of the common ones.
    pub fn meaning(self) -> Option<&'static str> {
        TABLE.iter().find(|(n, ..)| *n == self.0).map(|(.., meaning)| tabia_text::text(meaning))
    }

    /// Whether it judges the move (`!` to `?!`, only move) rather than the position.
    pub fn judges_move(self) -> bool {
        matches!(self.0, 1..=9)
    }
}

impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sign() {
            Some(sign) => f.pad(sign),
            None => write!(f, "${}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_text::t;

    #[test]
    fn move_signs_and_numbers_agree() {
        for sign in ["!", "?", "!!", "??", "!?", "?!"] {
            assert_eq!(Nag::from_sign(sign).and_then(Nag::sign), Some(sign));
        }
        assert_eq!(Nag::from_sign("="), None, "signs of positions are not read behind moves");
        assert_eq!(Nag(200).to_string(), "$200");
        assert_eq!(Nag(14).meaning(), Some(t!("study-nag-white-slightly")));
    }
}
