//! The numbers of the search, each with its unit. Set by hand from the published experience of other
//! engines' authors and short matches at fixed nodes (November 2026); none is tuned yet.

use std::time::Duration;

use crate::engine::value::Value;

/// Deepest iteration, plies.
pub(super) const MAX_DEPTH: i32 = 200;
/// Nodes between two looks at the clock and the stop signal: below a millisecond.
pub(super) const CHECK_EVERY: u64 = 1024;

/// Pause between two looks at the signals when there is nothing left to search.
pub(super) const WAIT: Duration = Duration::from_millis(1);

/// First half-width of the aspiration window, centipawns.
pub(super) const ASPIRATION_DELTA: Value = 14;
/// Iterations below this depth use the full window, plies.
pub(super) const ASPIRATION_FROM: i32 = 4;
/// Failed windows are told to the observer from this time on, ms; earlier they only flicker.
pub(super) const TELL_FAILS_AFTER_MS: u64 = 1000;

/// Reverse futility: greatest depth, plies.
pub(super) const RFP_DEPTH: i32 = 8;
/// Reverse futility: centipawns per ply.
pub(super) const RFP_MARGIN: Value = 75;
/// Reverse futility: centipawns less when the side to move is improving.
pub(super) const RFP_IMPROVING: Value = 65;

/// Razoring: greatest depth, plies.
pub(super) const RAZOR_DEPTH: i32 = 4;
/// Razoring: centipawns at depth 0.
pub(super) const RAZOR_BASE: Value = 220;
/// Razoring: centipawns per squared ply.
pub(super) const RAZOR_SQUARE: Value = 130;

/// Null move: smallest depth, plies.
pub(super) const NMP_DEPTH: i32 = 3;
/// Null move: reduction at depth 0, plies.
pub(super) const NMP_BASE: i32 = 4;
/// Null move: a ply more of reduction per this many plies.
pub(super) const NMP_PER_DEPTH: i32 = 4;
/// Null move: a ply more of reduction per this many centipawns above beta.
pub(super) const NMP_PER_EVAL: Value = 200;
/// Null move: at most this many plies for the evaluation.
pub(super) const NMP_EVAL_MAX: i32 = 3;
/// Null move: from this depth on a cut is verified by a real search, plies.
pub(super) const NMP_VERIFY_DEPTH: i32 = 14;

/// `ProbCut`: smallest depth, plies.
pub(super) const PROBCUT_DEPTH: i32 = 5;
/// `ProbCut`: centipawns above beta that a capture must hold.
pub(super) const PROBCUT_MARGIN: Value = 190;
/// `ProbCut`: plies less than the node's depth.
pub(super) const PROBCUT_REDUCTION: i32 = 4;

/// Internal iterative reduction: smallest depth, plies.
pub(super) const IIR_DEPTH: i32 = 4;

/// Late moves: quiet moves tried at depth 0.
pub(super) const LMP_BASE: i32 = 3;
/// Late moves: greatest depth, plies.
pub(super) const LMP_DEPTH: i32 = 9;

/// Futility of a quiet move: greatest reduced depth, plies.
pub(super) const FUTILITY_DEPTH: i32 = 8;
/// Futility: centipawns at depth 0.
pub(super) const FUTILITY_BASE: Value = 95;
/// Futility: centipawns per ply of reduced depth.
pub(super) const FUTILITY_MARGIN: Value = 85;
/// Futility: a history of this much is worth a centipawn.
pub(super) const FUTILITY_PER_HISTORY: i32 = 150;

/// History pruning: greatest reduced depth, plies.
pub(super) const HISTORY_DEPTH: i32 = 5;
/// History pruning: history score per ply below which a quiet move goes.
pub(super) const HISTORY_MARGIN: i32 = -2600;

/// Static exchange: greatest depth at which losing moves go, plies.
pub(super) const SEE_DEPTH: i32 = 9;
/// Static exchange, quiet moves: centipawns per squared ply of reduced depth.
pub(super) const SEE_QUIET: Value = -22;
/// Static exchange, captures: centipawns per ply.
pub(super) const SEE_NOISY: Value = -95;

/// Singular extension: smallest depth, plies.
pub(super) const SINGULAR_DEPTH: i32 = 7;
/// Singular extension: the table entry may be this much shallower, plies.
pub(super) const SINGULAR_TABLE_DEPTH: i32 = 3;
/// Singular extension: centipawns of margin per ply.
pub(super) const SINGULAR_MARGIN: Value = 1;
/// Singular extension: so far below the margin the extension is double, centipawns.
pub(super) const DOUBLE_MARGIN: Value = 18;
/// Singular extension: double extensions on one line at most.
pub(super) const DOUBLE_MAX: i32 = 8;

/// Late-move reductions: smallest depth, plies.
pub(super) const LMR_DEPTH: i32 = 2;
/// Late-move reductions are counted in this many parts of a ply.
pub(super) const LMR_ONE: i32 = 1024;
/// Reduction of a quiet move at depth and number 1, plies.
pub(super) const LMR_QUIET_BASE: f64 = 0.80;
/// Divisor of the product of logarithms, quiet moves.
pub(super) const LMR_QUIET_DIVISOR: f64 = 2.30;
/// Reduction of a capture at depth and number 1, plies.
pub(super) const LMR_NOISY_BASE: f64 = 0.15;
/// Divisor of the product of logarithms, captures.
pub(super) const LMR_NOISY_DIVISOR: f64 = 3.10;
/// Less reduction in the principal variation, parts of a ply.
pub(super) const LMR_PV: i32 = 1024;
/// Less for a position once in a principal variation, parts of a ply.
pub(super) const LMR_TABLE_PV: i32 = 1000;
/// More at an expected cut node, parts of a ply.
pub(super) const LMR_CUT: i32 = 1700;
/// More when not improving, parts of a ply.
pub(super) const LMR_NOT_IMPROVING: i32 = 900;
/// Less for a move that gives check, parts of a ply.
pub(super) const LMR_CHECK: i32 = 1024;
/// Less for a killer, parts of a ply.
pub(super) const LMR_KILLER: i32 = 1024;
/// More when the table move is a capture, parts of a ply.
pub(super) const LMR_NOISY_TABLE: i32 = 800;
/// More when the child has cut often already, parts of a ply.
pub(super) const LMR_CUTOFFS: i32 = 900;
/// A history of this much is worth a part of a ply; the divisor of history in reductions.
pub(super) const LMR_HISTORY: i32 = 9;
/// A reduced search this far above the best value is repeated a ply deeper, centipawns.
pub(super) const DEEPER_MARGIN: Value = 45;

/// Quiescence: a capture is hopeless that does not come this near to alpha, centipawns.
pub(super) const DELTA_MARGIN: Value = 150;
/// Quiescence: captures after this many go unless they give check.
pub(super) const QS_MOVES: usize = 3;

/// History bonus: per ply, and at most.
pub(super) const BONUS_PER_PLY: i32 = 170;
/// History bonus: what is taken off.
pub(super) const BONUS_OFFSET: i32 = 110;
/// History bonus: at most.
pub(super) const BONUS_MAX: i32 = 1700;
