//! Scores as the search counts them: one signed number, mates included. What leaves the search is a
//! [`Score`] instead.

use crate::search::score::Score;

/// Centipawns, or far outside any evaluation a win by the endgame tables, and further out a mate. Mover's
/// view.
pub type Value = i32;

/// Deepest line the search follows, plies from the root.
pub const MAX_PLY: usize = 240;
/// Beyond every value.
pub const INFINITE: Value = 32_001;
/// The side to move mates here and now; a mate in `n` plies is `MATE - n`.
pub const MATE: Value = 32_000;
/// The smallest value that means a forced mate.
pub const MATE_FOUND: Value = MATE - MAX_PLY as Value;
/// The endgame tables say won; `n` plies from the root `TB_WIN - n`.
pub const TB_WIN: Value = MATE_FOUND - 1;
/// The smallest value that means a win by the tables.
pub const TB_FOUND: Value = TB_WIN - MAX_PLY as Value;
/// Static evaluations stay within this.
pub const EVAL_MAX: Value = TB_FOUND - 1;
/// A dead even game.
pub const DRAW: Value = 0;
/// Stands where no value is known.
pub const UNKNOWN: Value = 32_002;

/// The side to move is mated `ply` plies from the root.
#[inline]
pub const fn mated_at(ply: usize) -> Value {
    -MATE + ply as Value
}

/// The side to move mates `ply` plies from the root.
#[inline]
pub const fn mate_at(ply: usize) -> Value {
    MATE - ply as Value
}

/// Whether the value is a forced mate for either side.
#[inline]
pub const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_FOUND
}

/// Whether the value is a forced mate or a result by the endgame tables: known, not judged.
#[inline]
pub const fn is_decisive(value: Value) -> bool {
    value.abs() >= TB_FOUND
}

/// Distances are counted from the root in the search and from the position in the table.
#[inline]
pub const fn value_to_tt(value: Value, ply: usize) -> Value {
    if value == UNKNOWN {
        UNKNOWN
    } else if value >= TB_FOUND {
        value + ply as Value
    } else if value <= -TB_FOUND {
        value - ply as Value
    } else {
        value
    }
}

/// The way back. A win that the fifty-move rule would end first is none: it becomes the best value that
/// is no win.
#[inline]
pub const fn value_from_tt(value: Value, ply: usize, halfmove_clock: u32) -> Value {
    if value == UNKNOWN {
        return UNKNOWN;
    }
    let room = 100 - halfmove_clock as Value;
    if value >= TB_FOUND {
        if plies_to_win(value) > room { EVAL_MAX } else { value - ply as Value }
    } else if value <= -TB_FOUND {
        if plies_to_win(-value) > room { -EVAL_MAX } else { value + ply as Value }
    } else {
        value
    }
}

/// Plies to the mate, or to the position the tables know.
const fn plies_to_win(value: Value) -> Value {
    if value >= MATE_FOUND { MATE - value } else { TB_WIN - value }
}

/// As the outside sees it.
pub fn to_score(value: Value) -> Score {
    if value >= MATE_FOUND {
        Score::Mate(MATE - value)
    } else if value <= -MATE_FOUND {
        Score::Mate(-MATE - value)
    } else if value >= TB_FOUND {
        Score::Table(TB_WIN - value)
    } else if value <= -TB_FOUND {
        Score::Table(-TB_WIN - value)
    } else {
        Score::Cp(value)
    }
}

/// What the search knows a value lies between: `-INFINITE <= alpha < beta <= INFINITE`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

impl Window {
    /// The same window for the other side.
    pub(super) fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Asks the other side only whether alpha is beaten.
    pub(super) fn above_alpha(self) -> Window {
        Window { alpha: -self.alpha - 1, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_survive_the_table() {
        for ply in [0, 3, 20] {
            for value in [mate_at(ply + 5), mated_at(ply + 4), 17, -250, 0] {
                assert_eq!(value_from_tt(value_to_tt(value, ply), ply, 0), value);
            }
        }
        assert_eq!(value_from_tt(value_to_tt(mate_at(30), 0), 0, 90), EVAL_MAX);
        assert_eq!(value_from_tt(value_to_tt(TB_WIN - 9, 5), 7, 0), TB_WIN - 11);
        assert_eq!(value_from_tt(5 - TB_WIN, 3, 97), -EVAL_MAX);
        assert_eq!(value_to_tt(UNKNOWN, 7), UNKNOWN);
    }

    #[test]
    fn scores_tell_plies_to_mate() {
        assert_eq!(to_score(mate_at(3)), Score::Mate(3));
        assert_eq!(to_score(mated_at(4)), Score::Mate(-4));
        assert_eq!(to_score(mated_at(0)), Score::Mate(0));
        assert_eq!(to_score(-31), Score::Cp(-31));
        assert_eq!(to_score(TB_WIN - 2), Score::Table(2));
        assert_eq!(to_score(7 - TB_WIN), Score::Table(-7));
        assert!(is_mate(MATE_FOUND) && !is_mate(TB_WIN) && is_decisive(-TB_FOUND));
        assert!(!is_decisive(EVAL_MAX));
    }
}
