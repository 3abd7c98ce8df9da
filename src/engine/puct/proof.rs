//! What is proven of a position: a mate in so many plies, a result by the tablebases, a draw, or nothing.

use crate::search::score::Score;

/// What is proven, seen by the side to move. The better, the greater: a quicker mate before a slower one, any mate
/// before a win by the tables, that before a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof(i16);

/// A mate in `n` plies is `MATE - n`.
const MATE: i16 = 32_000;
/// A win by the tables, `n` plies from the position they know, is `TABLE - n`.
const TABLE: i16 = 16_000;
/// Plies counted at most; what is further away is told as this far.
const FURTHEST: i16 = 1_000;

impl Proof {
    /// Nothing is proven.
    pub const NONE: Proof = Proof(i16::MIN);
    /// The side to move is mated.
    pub const MATED: Proof = Proof(-MATE);
    /// Nobody can win.
    pub const DRAW: Proof = Proof(0);
    /// Won by the tables.
    pub const TABLE_WIN: Proof = Proof(TABLE);
    /// Lost by the tables.
    pub const TABLE_LOSS: Proof = Proof(-TABLE);

    /// Whether anything is proven.
    #[inline]
    pub const fn is_known(self) -> bool {
        self.0 != i16::MIN
    }

    /// Whether it is a win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > 0
    }

    /// Whether it is a loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.is_known() && self.0 < 0
    }

    /// The order of moves by what is proven of them: the better, the greater.
    pub const fn rank(self) -> i16 {
        self.0
    }

    /// What this proves of the move that leads here, seen by who makes it: the other side's result, one ply
    /// further away.
    #[inline]
    #[must_use]
    pub const fn before(self) -> Proof {
        if !self.is_known() {
            return self;
        }
        let nearest = if self.0.abs() > TABLE { MATE - FURTHEST } else { TABLE - FURTHEST };
        Proof(match self.0 {
            0 => 0,
            won if won > nearest => 1 - won,
            lost if lost < -nearest => -1 - lost,
            far => -far,
        })
    }

    /// What the moves of a position prove of it: the best of them if that wins or all are proven.
    pub fn of_moves(moves: impl Iterator<Item = Proof>) -> Proof {
        let (mut best, mut all) = (Proof::NONE, true);
        for proof in moves {
            all &= proof.is_known();
            if proof.0 > best.0 {
                best = proof;
            }
        }
        if best.is_win() || all { best } else { Proof::NONE }
    }

    /// The expected result: 1, a half or 0; `None`: nothing is proven.
    #[inline]
    pub fn q(self) -> Option<f32> {
        match self.0 {
            i16::MIN => None,
            0 => Some(0.5),
            won if won > 0 => Some(1.0),
            _ => Some(0.0),
        }
    }

    /// As the outside sees it; `None`: nothing is proven.
    pub fn score(self) -> Option<Score> {
        if !self.is_known() {
            return None;
        }
        let plies = |most: i16| i32::from(most - self.0.abs());
        let score = match self.0.abs() {
            0 => Score::EVEN,
            mate if mate > TABLE => Score::Mate(plies(MATE)),
            // A result of the tables lies at least a ply away.
            _ => Score::Table(plies(TABLE).max(1)),
        };
        Some(if self.0 < 0 { score.flipped() } else { score })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_counted_on_the_way_back() {
        let mut proof = Proof::MATED;
        for plies in 1..=9 {
            proof = proof.before();
            let expected = if plies % 2 == 1 { plies } else { -plies };
            assert_eq!(proof.score(), Some(Score::Mate(expected)));
        }
        assert_eq!(Proof::MATED.score(), Some(Score::Mate(0)));
        assert_eq!(Proof::TABLE_LOSS.before().score(), Some(Score::Table(1)));
        assert_eq!(Proof::TABLE_LOSS.before().before().score(), Some(Score::Table(-2)));
        assert_eq!(Proof::DRAW.before(), Proof::DRAW);
        assert_eq!(Proof::NONE.before(), Proof::NONE);
        let mut far = Proof::MATED;
        for _ in 0..5_000 {
            far = far.before();
            assert!(matches!(far.score(), Some(Score::Mate(plies)) if plies.abs() <= 1_000));
        }
    }

    #[test]
    fn a_position_is_worth_its_best_move_once_that_is_certain() {
        let mate = Proof::MATED.before();
        let mated = mate.before();
        let (draw, open, table) = (Proof::DRAW, Proof::NONE, Proof::TABLE_LOSS.before());
        let of = |moves: &[Proof]| Proof::of_moves(moves.iter().copied());
        assert_eq!(of(&[open, mate, draw]), mate, "a win needs no other move");
        assert_eq!(of(&[draw, open]), open, "a draw does");
        assert_eq!(of(&[draw, mated]), draw);
        assert_eq!(
            of(&[mated, mated.before().before()]),
            mated.before().before(),
            "the longest way"
        );
        assert_eq!(
            of(&[table, mate.before().before()]),
            mate.before().before(),
            "a mate is a mate"
        );
        assert_eq!(of(&[table, draw]), table);
        assert_eq!(
            (mate.q(), mated.q(), draw.q(), open.q()),
            (Some(1.0), Some(0.0), Some(0.5), None)
        );
    }
}
