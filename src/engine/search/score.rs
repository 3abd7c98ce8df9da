//! Scores as the world outside the search sees them: centipawns, a result by the endgame tables or a mate
//! distance, always with a point of view, and the bound that says how much of the truth a score holds.

use std::fmt;

use serde::{Deserialize, Serialize};

use tabia_chess::Color;

/// Whose side a score is told from. Every number shown to a person names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pov {
    /// Positive is good for White.
    #[default]
    White,
    /// Positive is good for the side to move.
    Mover,
}

/// How a score relates to the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Bound {
    /// The score itself.
    #[default]
    Exact,
    /// The true score is at least this (the search failed high).
    Lower,
    /// The true score is at most this (the search failed low).
    Upper,
}

impl Bound {
    /// The sign in front of a score: nothing, `≥` or `≤`.
    pub fn sign(self) -> &'static str {
        match self {
            Bound::Exact => "",
            Bound::Lower => "≥",
            Bound::Upper => "≤",
        }
    }

    /// The same statement told by the other side.
    #[must_use]
    pub fn flipped(self) -> Bound {
        match self {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }
}

/// A score from one side's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Score {
    /// Centipawns: 100 is about one pawn.
    Cp(i32),
    /// Forced mate in this many plies. Positive: this side mates; negative or zero: it is mated
    /// (zero: it is mated already).
    Mate(i32),
    /// Won (positive) or lost (negative) by the endgame tables, with this many plies, at least one, to the
    /// position they know: how far the mate is they do not say.
    Table(i32),
}

/// Centipawns that stand for a win by the endgame tables where nothing but centipawns can be told.
pub const TABLE_CP: i32 = 20_000;

impl Score {
    /// The score of an even game.
    pub const EVEN: Score = Score::Cp(0);

    /// The same score told by the other side. A side mated now (`Mate(0)`) keeps its form: there is
    /// no mate for the winner left to play.
    #[must_use]
    pub fn flipped(self) -> Score {
        match self {
            Score::Cp(cp) => Score::Cp(-cp),
            Score::Mate(plies) => Score::Mate(-plies),
            Score::Table(plies) => Score::Table(-plies),
        }
    }

    /// Centipawns for those who know nothing else: a result by the tables counts about
    /// [`TABLE_CP`], the sooner the more. `None` for a mate.
    pub fn cp(self) -> Option<i32> {
        match self {
            Score::Cp(cp) => Some(cp),
            Score::Mate(_) => None,
            Score::Table(plies) if plies > 0 => Some(TABLE_CP - plies),
            Score::Table(plies) => Some(-TABLE_CP - plies),
        }
    }

    /// A mover's-view score of a position with `stm` to move, told from `pov`.
    #[must_use]
    pub fn seen_from(self, pov: Pov, stm: Color) -> Score {
        if pov == Pov::White && stm == Color::Black { self.flipped() } else { self }
    }

    /// Mate distance in full moves as UCI and players count it, or `None` without a forced mate.
    /// Positive: this side mates.
    pub fn mate_in_moves(self) -> Option<i32> {
        match self {
            Score::Cp(_) | Score::Table(_) => None,
            Score::Mate(plies) if plies > 0 => Some((plies + 1) / 2),
            // The one that mates has the last ply: seen from the other side the number is odd.
            Score::Mate(plies) => Some(-((1 - plies) / 2)),
        }
    }

    /// One number for graphs and comparisons, in centipawns: whatever is known to be won or lost lies
    /// at ±`limit`.
    pub fn clamped_cp(self, limit: i32) -> i32 {
        match self {
            Score::Cp(cp) => cp.clamp(-limit, limit),
            Score::Mate(plies) | Score::Table(plies) if plies > 0 => limit,
            Score::Mate(_) | Score::Table(_) => -limit,
        }
    }
}

/// `+1.23`, `-0.07`, `0.00` in pawns; `#5` or `#-5` for a mate in moves; `+TB` or `-TB` for a result by the
/// endgame tables.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (*self, self.mate_in_moves()) {
            (Score::Mate(0), _) | (Score::Mate(_), None) => f.write_str("#"),
            (_, Some(moves)) => write!(f, "#{moves}"),
            (Score::Table(plies), _) => f.write_str(if plies > 0 { "+TB" } else { "-TB" }),
            (Score::Cp(0), _) => f.write_str("0.00"),
            (Score::Cp(cp), _) => write!(f, "{:+.2}", f64::from(cp) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_moves_like_players_do() {
        assert_eq!(Score::Mate(1).mate_in_moves(), Some(1));
        assert_eq!(Score::Mate(3).mate_in_moves(), Some(2));
        assert_eq!(Score::Mate(-2).mate_in_moves(), Some(-1));
        assert_eq!(Score::Mate(-4).to_string(), "#-2");
        for moves in 1..9 {
            let mates = Score::Mate(2 * moves - 1);
            assert_eq!(mates.mate_in_moves(), Some(moves));
            assert_eq!(mates.flipped().mate_in_moves(), Some(-moves), "told by the other side");
            let mated = Score::Mate(-2 * moves);
            assert_eq!(mated.mate_in_moves(), Some(-moves));
            assert_eq!(mated.flipped().mate_in_moves(), Some(moves), "told by the other side");
        }
        assert_eq!(
            (Score::Mate(0).mate_in_moves(), Score::Mate(0).to_string()),
            (Some(0), "#".to_owned())
        );
        assert_eq!(Score::Cp(-7).to_string(), "-0.07");
    }

    #[test]
    fn point_of_view_turns_scores_and_bounds() {
        assert_eq!(Score::Cp(30).seen_from(Pov::White, Color::Black), Score::Cp(-30));
        assert_eq!(Score::Cp(30).seen_from(Pov::Mover, Color::Black), Score::Cp(30));
        assert_eq!(Bound::Lower.flipped(), Bound::Upper);
    }

    #[test]
    fn results_by_the_tables_are_neither_mates_nor_evaluations() {
        let (won, lost) = (Score::Table(3), Score::Table(-4));
        assert_eq!((won.mate_in_moves(), won.to_string()), (None, "+TB".to_owned()));
        assert_eq!((won.flipped(), lost.to_string()), (Score::Table(-3), "-TB".to_owned()));
        assert_eq!((won.cp(), lost.cp()), (Some(19_997), Some(-19_996)));
        assert_eq!((won.clamped_cp(900), lost.clamped_cp(900)), (900, -900));
        assert_eq!((Score::Cp(12).cp(), Score::Mate(2).cp()), (Some(12), None));
    }
}
