//! Numeric annotation glyphs: `$1` is `!`. Which numbers have a sign, and what each says in words.

use std::fmt;

/// A numeric annotation glyph of a PGN text. Any number from 0 to 255 is kept, known or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nag(pub u8);

/// Number, sign, meaning. The signs of moves (1 to 6) are also read where they stand behind a move.
const TABLE: &[(u8, &str, &str)] = &[
    (1, "!", "good move"),
    (2, "?", "mistake"),
    (3, "!!", "brilliant move"),
    (4, "??", "blunder"),
    (5, "!?", "interesting move"),
    (6, "?!", "dubious move"),
    (7, "□", "only move"),
    (10, "=", "equal position"),
    (13, "∞", "unclear position"),
    (14, "⩲", "White is slightly better"),
    (15, "⩱", "Black is slightly better"),
    (16, "±", "White is better"),
    (17, "∓", "Black is better"),
    (18, "+−", "White is winning"),
    (19, "−+", "Black is winning"),
    (22, "⨀", "zugzwang"),
    (23, "⨀", "zugzwang"),
    (32, "⟳", "development"),
    (33, "⟳", "development"),
    (36, "↑", "initiative"),
    (37, "↑", "initiative"),
    (40, "→", "attack"),
    (41, "→", "attack"),
    (44, "=∞", "compensation"),
    (45, "=∞", "compensation"),
    (132, "⇆", "counterplay"),
    (133, "⇆", "counterplay"),
    (138, "⊕", "time pressure"),
    (139, "⊕", "time pressure"),
    (140, "∆", "with the idea"),
    (146, "N", "novelty"),
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
        TABLE.iter().find(|(n, ..)| *n == self.0).map(|(.., meaning)| *meaning)
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

    #[test]
    fn move_signs_and_numbers_agree() {
        for sign in ["!", "?", "!!", "??", "!?", "?!"] {
            assert_eq!(Nag::from_sign(sign).and_then(Nag::sign), Some(sign));
        }
        assert_eq!(Nag::from_sign("="), None, "signs of positions are not read behind moves");
        assert_eq!(Nag(200).to_string(), "$200");
        assert_eq!(Nag(14).meaning(), Some("White is slightly better"));
    }
}
