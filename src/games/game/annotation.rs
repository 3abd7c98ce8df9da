//! Annotations of PGN moves besides text: glyphs (`$1` is `!`), and evaluations, arrows and circles from comments. Only
//! values; `comment` reads and writes their text.

use std::fmt;

use serde::{Deserialize, Serialize};

use tabia_chess::{Color, Square};

use crate::words;

/// An evaluation written into a game, always White's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeEval {
    /// The value.
    pub value: EvalValue,
    /// Search depth in plies, if the file has it.
    pub depth: Option<u32>,
}

impl NodeEval {
    /// Whether it comes from a deeper search than another one. An unknown depth is below all others.
    pub fn is_deeper_than(self, other: NodeEval) -> bool {
        self.depth > other.depth
    }
}

/// A move that was the first choice of the engine whose evaluations are in the game: `[%best]`, a command of Tabia's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BestMove {
    /// The value of the engine's second choice, White's view, if it was searched: `[%best -0.40]`.
    pub second: Option<EvalValue>,
}

/// A value in `[%eval …]`.
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
        /// Its square.
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

    /// Its squares, without the colour: a square, and for an arrow its target.
    pub fn place(self) -> (Square, Option<Square>) {
        match self {
            Shape::Circle { at, .. } => (at, None),
            Shape::Arrow { from, to, .. } => (from, Some(to)),
        }
    }

    /// Whether the other shape has the same squares, in any colour.
    pub(crate) fn same_place(self, other: Shape) -> bool {
        self.place() == other.place()
    }
}

/// A numeric annotation glyph of a PGN text. Any number from 0 to 255 is kept, known or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nag(pub u8);

/// Number, sign (empty if there is none), key of the meaning. The signs of moves (1 to 6) are also read after a move.
const TABLE: &[(u8, &str, &str)] = &[
    (1, "!", "study-nag-good"),
    (2, "?", "study-nag-mistake"),
    (3, "!!", "study-nag-brilliant"),
    (4, "??", "study-nag-blunder"),
    (5, "!?", "study-nag-interesting"),
    (6, "?!", "study-nag-dubious"),
    (7, "□", "study-nag-only"),
    (8, "□", "study-nag-singular"),
    (9, "", "study-nag-worst"),
    (10, "=", "study-nag-equal"),
    (11, "=", "study-nag-equal-quiet"),
    (12, "=", "study-nag-equal-active"),
    (13, "∞", "study-nag-unclear"),
    (14, "⩲", "study-nag-white-slightly"),
    (15, "⩱", "study-nag-black-slightly"),
    (16, "±", "study-nag-white-better"),
    (17, "∓", "study-nag-black-better"),
    (18, "+−", "study-nag-white-winning"),
    (19, "−+", "study-nag-black-winning"),
    (140, "∆", "study-nag-idea"),
    (141, "", "study-nag-against"),
    (142, "", "study-nag-better-is"),
    (143, "", "study-nag-worse-is"),
    (144, "", "study-nag-equivalent"),
    (145, "RR", "study-nag-editorial"),
    (146, "N", "study-nag-novelty"),
];

/// The same for pairs of glyphs, for White and, with the next number, for Black.
const PAIRS: &[(u8, &str, &str)] = &[
    (20, "", "study-nag-crushing"),
    (22, "⨀", "study-nag-zugzwang"),
    (24, "", "study-nag-space-slight"),
    (26, "", "study-nag-space"),
    (28, "", "study-nag-space-decisive"),
    (30, "⟳", "study-nag-development-slight"),
    (32, "⟳", "study-nag-development"),
    (34, "⟳", "study-nag-development-decisive"),
    (36, "↑", "study-nag-initiative"),
    (38, "↑", "study-nag-initiative-lasting"),
    (40, "→", "study-nag-attack"),
    (42, "", "study-nag-compensation-insufficient"),
    (44, "=∞", "study-nag-compensation"),
    (46, "", "study-nag-compensation-more"),
    (48, "", "study-nag-centre-slight"),
    (50, "", "study-nag-centre"),
    (52, "", "study-nag-centre-decisive"),
    (54, "", "study-nag-kingside-slight"),
    (56, "", "study-nag-kingside"),
    (58, "", "study-nag-kingside-decisive"),
    (60, "", "study-nag-queenside-slight"),
    (62, "", "study-nag-queenside"),
    (64, "", "study-nag-queenside-decisive"),
    (66, "", "study-nag-back-rank-weak"),
    (68, "", "study-nag-back-rank-safe"),
    (70, "", "study-nag-king-open"),
    (72, "", "study-nag-king-safe"),
    (74, "", "study-nag-king-poor"),
    (76, "", "study-nag-king-good"),
    (78, "", "study-nag-pawns-very-weak"),
    (80, "", "study-nag-pawns-weak"),
    (82, "", "study-nag-pawns-strong"),
    (84, "", "study-nag-pawns-very-strong"),
    (86, "", "study-nag-knight-poor"),
    (88, "", "study-nag-knight-good"),
    (90, "", "study-nag-bishop-poor"),
    (92, "", "study-nag-bishop-good"),
    (94, "", "study-nag-rook-poor"),
    (96, "", "study-nag-rook-good"),
    (98, "", "study-nag-queen-poor"),
    (100, "", "study-nag-queen-good"),
    (102, "", "study-nag-pieces-poor"),
    (104, "", "study-nag-pieces-good"),
    (106, "", "study-nag-opening-very-poor"),
    (108, "", "study-nag-opening-poor"),
    (110, "", "study-nag-opening-good"),
    (112, "", "study-nag-opening-very-good"),
    (114, "", "study-nag-middlegame-very-poor"),
    (116, "", "study-nag-middlegame-poor"),
    (118, "", "study-nag-middlegame-good"),
    (120, "", "study-nag-middlegame-very-good"),
    (122, "", "study-nag-endgame-very-poor"),
    (124, "", "study-nag-endgame-poor"),
    (126, "", "study-nag-endgame-good"),
    (128, "", "study-nag-endgame-very-good"),
    (130, "⇆", "study-nag-counterplay-slight"),
    (132, "⇆", "study-nag-counterplay"),
    (134, "⇆", "study-nag-counterplay-decisive"),
    (136, "⊕", "study-nag-time"),
    (138, "⊕", "study-nag-time-severe"),
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

    /// The glyph of a move sign such as `!?`, as written after a move.
    pub(crate) fn from_sign(sign: &str) -> Option<Nag> {
        TABLE.iter().find(|(n, s, _)| *n <= 6 && *s == sign).map(|(n, ..)| Nag(*n))
    }

    /// Sign and key of its meaning, and the side for a glyph of a pair.
    fn row(self) -> Option<(&'static str, &'static str, Option<Color>)> {
        let alone =
            TABLE.iter().find(|(n, ..)| *n == self.0).map(|&(_, sign, key)| (sign, key, None));
        alone.or_else(|| {
            let of_pair = |&(n, sign, key): &(u8, &'static str, &'static str)| {
                let side = if self.0 == n { Color::White } else { Color::Black };
                (self.0 == n || self.0 == n + 1).then_some((sign, key, Some(side)))
            };
            PAIRS.iter().find_map(of_pair)
        })
    }

    /// The printed sign, if it has one.
    pub fn sign(self) -> Option<&'static str> {
        self.row().map(|(sign, ..)| sign).filter(|sign| !sign.is_empty())
    }

    /// Its meaning as text, if its number has one.
    pub fn meaning(self) -> Option<String> {
        let (_, key, side) = self.row()?;
        Some(match side {
            Some(side) => tabia_text::format(key, &[("side", words::side(side).into())]),
            None => tabia_text::text(key).to_owned(),
        })
    }

    /// Whether it assesses the move (`!` to `?!`, only move) rather than the position.
    pub fn judges_move(self) -> bool {
        matches!(self.0, 1..=9)
    }
}

/// The sign, else the meaning in brackets, else the number.
impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.sign(), self.meaning()) {
            (Some(sign), _) => f.pad(sign),
            (None, Some(words)) => write!(f, "({words})"),
            (None, None) => write!(f, "${}", self.0),
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
        assert_eq!(Nag(14).meaning().as_deref(), Some(t!("study-nag-white-slightly")));
    }

    #[test]
    fn every_number_of_the_standard_is_a_sign_or_words() {
        for number in 1..=146 {
            let nag = Nag(number);
            let words = nag.meaning().unwrap_or_else(|| panic!("${number} says nothing"));
            let shown = nag.to_string();
            assert!(!words.is_empty() && !shown.contains('$'), "{number}: {shown} {words}");
        }
        assert_eq!(Nag(11).to_string(), "=");
        let space = |side| t!("study-nag-space-slight", side = side);
        assert_eq!(Nag(24).to_string(), format!("({})", space(t!("white"))));
        assert_eq!(Nag(25).meaning(), Some(space(t!("black"))));
        assert_eq!(Nag(0).meaning(), None);
    }
}
