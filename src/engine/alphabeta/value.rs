//! Values inside the search: one signed number, mates included. Outside the search a [`Score`] is used.

use crate::search::score::Score;

/// Centipawns, tablebase wins beyond every evaluation, mates beyond those. Side to move's view.
pub type Value = i32;

/// Maximum ply of the search.
pub const MAX_PLY: usize = 240;
/// Larger than every value.
pub const INFINITE: Value = 32_001;
/// Checkmate now; a mate in `n` plies is `MATE - n`.
pub const MATE: Value = 32_000;
/// Smallest mate value.
pub const MATE_FOUND: Value = MATE - MAX_PLY as Value;
/// Tablebase win; `n` plies from the root it is `TB_WIN - n`.
pub(crate) const TB_WIN: Value = MATE_FOUND - 1;
/// Smallest tablebase win.
pub const TB_WIN_IN_MAX_PLY: Value = TB_WIN - MAX_PLY as Value;
/// Bound of static evaluations.
pub const EVAL_MAX: Value = TB_WIN_IN_MAX_PLY - 1;
/// Value of a draw without contempt.
pub const DRAW: Value = 0;
/// No value.
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

/// Whether the value is a forced mate.
#[inline]
pub const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_FOUND
}

/// Whether the value is a forced mate or a tablebase result.
#[inline]
pub(crate) const fn is_decisive(value: Value) -> bool {
    value.abs() >= TB_WIN_IN_MAX_PLY
}

/// Adjusts a mate or tablebase value from the root to the position, for storing.
#[inline]
pub(crate) const fn value_to_tt(value: Value, ply: usize) -> Value {
    if value == UNKNOWN {
        UNKNOWN
    } else if value >= TB_WIN_IN_MAX_PLY {
        value + ply as Value
    } else if value <= -TB_WIN_IN_MAX_PLY {
        value - ply as Value
    } else {
        value
    }
}

/// Adjusts a stored value to the root. A win that the fifty-move rule would end first is [`UNKNOWN`]: it may be a draw.
#[inline]
pub(crate) const fn value_from_tt(value: Value, ply: usize, halfmove_clock: u32) -> Value {
    if value == UNKNOWN {
        return UNKNOWN;
    }
    let room = 100 - halfmove_clock as Value;
    if value >= TB_WIN_IN_MAX_PLY {
        if plies_to_win(value) > room { UNKNOWN } else { value - ply as Value }
    } else if value <= -TB_WIN_IN_MAX_PLY {
        if plies_to_win(-value) > room { UNKNOWN } else { value + ply as Value }
    } else {
        value
    }
}

/// Plies to the mate, or to the tablebase position.
const fn plies_to_win(value: Value) -> Value {
    if value >= MATE_FOUND { MATE - value } else { TB_WIN - value }
}

/// The value as a score.
pub fn to_score(value: Value) -> Score {
    if value >= MATE_FOUND {
        Score::Mate(MATE - value)
    } else if value <= -MATE_FOUND {
        Score::Mate(-MATE - value)
    } else if value >= TB_WIN_IN_MAX_PLY {
        Score::Tablebase(TB_WIN - value)
    } else if value <= -TB_WIN_IN_MAX_PLY {
        Score::Tablebase(-TB_WIN - value)
    } else {
        Score::Cp(value)
    }
}

/// The value of a node `ply` plies from the root as a score counted from that node. The bounds of its window may be
/// mates or tablebase wins that it is too far from the root for: those become the nearest ones possible there.
pub fn to_score_at(value: Value, ply: usize) -> Score {
    let counted = value_to_tt(value, ply);
    to_score(if is_mate(value) {
        counted.clamp(mated_at(0), mate_at(1))
    } else {
        counted.clamp(-TB_WIN, TB_WIN)
    })
}

/// Search window: `-INFINITE <= alpha < beta <= INFINITE`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

impl Window {
    /// The window for the opponent.
    pub(super) fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Null window at alpha for the opponent.
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
        assert_eq!(value_from_tt(value_to_tt(mate_at(30), 0), 0, 90), UNKNOWN);
        assert_eq!(value_from_tt(value_to_tt(TB_WIN - 9, 5), 7, 0), TB_WIN - 11);
        assert_eq!(value_from_tt(5 - TB_WIN, 3, 97), UNKNOWN);
        assert_eq!(value_to_tt(UNKNOWN, 7), UNKNOWN);
    }

    #[test]
    fn scores_tell_plies_to_mate() {
        assert_eq!(to_score(mate_at(3)), Score::Mate(3));
        assert_eq!(to_score(mated_at(4)), Score::Mate(-4));
        assert_eq!(to_score(mated_at(0)), Score::Mate(0));
        assert_eq!(to_score(-31), Score::Cp(-31));
        assert_eq!(to_score(TB_WIN - 2), Score::Tablebase(2));
        assert_eq!(to_score(7 - TB_WIN), Score::Tablebase(-7));
        assert!(is_mate(MATE_FOUND) && !is_mate(TB_WIN) && is_decisive(-TB_WIN_IN_MAX_PLY));
        assert!(!is_decisive(EVAL_MAX));
    }

    #[test]
    fn a_score_of_a_node_is_counted_from_the_node() {
        assert_eq!(to_score_at(mated_at(3), 3), Score::Mate(0), "checkmated there");
        assert_eq!(to_score_at(mate_at(3), 2), Score::Mate(1));
        assert_eq!(to_score_at(7 - TB_WIN, 4), Score::Tablebase(-3));
        assert_eq!(to_score_at(-31, 9), Score::Cp(-31));
        // Bounds of a node behind the mate they stand for.
        assert_eq!(to_score_at(mate_at(3), 5), Score::Mate(1));
        assert_eq!(to_score_at(mated_at(2), 5), Score::Mate(0));
        assert_eq!(to_score_at(TB_WIN - 2, 5), Score::Tablebase(0));
    }
}
