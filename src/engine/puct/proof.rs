//! Proven results (MCTS solver): a mate in n plies, a tablebase result, a draw, or nothing.

use crate::search::score::Score;

/// A proven result, side to move's view, ordered by value: quicker mates before slower ones, mates before tablebase
/// wins, wins before draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof(i16);

/// A mate in `n` plies is `MATE - n`.
const MATE: i16 = 32_000;
/// A tablebase win `n` plies from the tablebase position is `TB_RESULT - n`.
const TB_RESULT: i16 = 16_000;
/// Maximum distance stored, plies.
const MAX_PLIES: i16 = 1_000;

impl Proof {
    /// Nothing is proven.
    pub const NONE: Proof = Proof(i16::MIN);
    /// The side to move is mated.
    pub const MATED: Proof = Proof(-MATE);
    /// Draw.
    pub const DRAW: Proof = Proof(0);
    /// Tablebase win.
    pub const TB_WIN: Proof = Proof(TB_RESULT);
    /// Tablebase loss.
    pub const TB_LOSS: Proof = Proof(-TB_RESULT);

    /// Whether anything is proven.
    #[inline]
    pub const fn is_known(self) -> bool {
        self.0 != i16::MIN
    }

    /// Whether it is a mate, of either side.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.is_known() && self.0.abs() > TB_RESULT
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

    /// Sort key: higher is better.
    pub const fn rank(self) -> i16 {
        self.0
    }

    /// The result for the move that leads here, from the opponent's view, one ply further away.
    #[inline]
    #[must_use]
    pub const fn for_parent(self) -> Proof {
        if !self.is_known() {
            return self;
        }
        let nearest =
            if self.0.abs() > TB_RESULT { MATE - MAX_PLIES } else { TB_RESULT - MAX_PLIES };
        Proof(match self.0 {
            0 => 0,
            won if won > nearest => 1 - won,
            lost if lost < -nearest => -1 - lost,
            far => -far,
        })
    }

    /// The result of a node from its moves: the best one if it wins or if all are proven.
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

    /// Expected score: 1, 0.5 or 0; `None` if nothing is proven.
    #[inline]
    pub fn q(self) -> Option<f32> {
        match self.0 {
            i16::MIN => None,
            0 => Some(0.5),
            won if won > 0 => Some(1.0),
            _ => Some(0.0),
        }
    }

    /// The result as a score; `None` if nothing is proven.
    pub fn score(self) -> Option<Score> {
        if !self.is_known() {
            return None;
        }
        let plies = |base: i16| i32::from(base - self.0.abs());
        let score = match self.0.abs() {
            0 => Score::EVEN,
            mate if mate > TB_RESULT => Score::Mate(plies(MATE)),
            // A tablebase result is at least one ply away.
            _ => Score::Tablebase(plies(TB_RESULT).max(1)),
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
            proof = proof.for_parent();
            let expected = if plies % 2 == 1 { plies } else { -plies };
            assert_eq!(proof.score(), Some(Score::Mate(expected)));
        }
        assert_eq!(Proof::MATED.score(), Some(Score::Mate(0)));
        assert_eq!(Proof::TB_LOSS.for_parent().score(), Some(Score::Tablebase(1)));
        assert_eq!(Proof::TB_LOSS.for_parent().for_parent().score(), Some(Score::Tablebase(-2)));
        assert_eq!(Proof::DRAW.for_parent(), Proof::DRAW);
        assert_eq!(Proof::NONE.for_parent(), Proof::NONE);
        let mut far = Proof::MATED;
        for _ in 0..5_000 {
            far = far.for_parent();
            assert!(matches!(far.score(), Some(Score::Mate(plies)) if plies.abs() <= 1_000));
        }
    }

    #[test]
    fn a_position_is_worth_its_best_move_once_that_is_certain() {
        let mate = Proof::MATED.for_parent();
        let mated = mate.for_parent();
        let (draw, open, table) = (Proof::DRAW, Proof::NONE, Proof::TB_LOSS.for_parent());
        let of = |moves: &[Proof]| Proof::of_moves(moves.iter().copied());
        assert_eq!(of(&[open, mate, draw]), mate, "a win needs no other move");
        assert_eq!(of(&[draw, open]), open, "a draw does");
        assert_eq!(of(&[draw, mated]), draw);
        assert_eq!(
            of(&[mated, mated.for_parent().for_parent()]),
            mated.for_parent().for_parent(),
            "the longest way"
        );
        assert_eq!(
            of(&[table, mate.for_parent().for_parent()]),
            mate.for_parent().for_parent(),
            "a mate is a mate"
        );
        assert_eq!(of(&[table, draw]), table);
        assert_eq!(
            (mate.q(), mated.q(), draw.q(), open.q()),
            (Some(1.0), Some(0.0), Some(0.5), None)
        );
    }
}
