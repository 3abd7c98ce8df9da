//! Search parameters with unit and tuning range. They are constants; a build with `--features tune` stores them in
//! memory, where `set` changes them.
//!
//! Measurements are in `benches/measurements/search.md`. `history_margin` was found by `training/screen.py` and
//! confirmed by matches. 77 parameters were screened together; for all others of them no step made a difference beyond
//! chance. Some values were also tested in matches: a larger `see_quiet` lost; the present `lmp_base`, `razor_base`,
//! `razor_square` and the reductions for cut nodes, not improving and captures as TT move were kept with results within
//! the error. No SPSA run is recorded there.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Maximum iteration depth, plies.
pub(super) const MAX_DEPTH: i32 = 200;
/// Nodes between two checks of the clock and the stop signal: below a millisecond.
pub(super) const CHECK_EVERY: u64 = 1024;
/// Minimum number of nodes between two checks when many threads share a processor.
pub(super) const CHECK_AT_LEAST: u64 = 8;
/// Pause between two checks of the signals when the search is finished but may not answer yet.
pub(super) const WAIT: Duration = Duration::from_millis(1);
/// Maximum number of plies by which fail-highs make the search of the root shallower than the iteration.
pub const MAX_ROOT_REDUCTION: i32 = 3;
/// Failed aspiration windows are reported from this time on, ms; earlier reports would only flicker.
pub(super) const REPORT_FAILS_AFTER_MS: u64 = 1000;
/// Units of a ply in reductions.
pub(super) const PLY: i32 = 1024;

/// A number that can be tuned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Name, also of the UCI option.
    pub name: &'static str,
    /// Description and unit. History units are those of the entries of history tables (`history`).
    pub about: &'static str,
    /// Default value.
    pub default: i32,
    /// Tuning range.
    pub range: RangeInclusive<i32>,
}

/// Defines a function for each parameter and the table of all of them.
macro_rules! params {
    ($($name:ident = $value:literal in $low:literal..=$high:literal, $about:literal;)*) => {
        $(
            #[doc = concat!($about, ".")]
            #[cfg(not(feature = "tune"))]
            #[inline]
            pub(super) const fn $name() -> i32 {
                $value
            }

            #[doc = concat!($about, ".")]
            #[cfg(feature = "tune")]
            #[inline]
            pub(super) fn $name() -> i32 {
                tuned::$name.load(std::sync::atomic::Ordering::Relaxed)
            }
        )*

        #[cfg(feature = "tune")]
        #[expect(non_upper_case_globals, reason = "the variable of a number bears its name")]
        mod tuned {
            use std::sync::atomic::AtomicI32;

            $(pub(super) static $name: AtomicI32 = AtomicI32::new($value);)*
        }

        /// All parameters, in source order.
        pub const PARAMS: &[Param] = &[$(
            Param { name: stringify!($name), about: $about, default: $value, range: $low..=$high },
        )*];

        /// Sets a parameter, clamped to its range, for later searches. Returns whether the name exists.
        #[cfg(feature = "tune")]
        pub fn set(name: &str, value: i32) -> bool {
            let number = match name {
                $(stringify!($name) => &tuned::$name,)*
                _ => return false,
            };
            let range = PARAMS.iter().find(|param| param.name == name).map(|param| &param.range);
            let value = range.map_or(value, |range| value.clamp(*range.start(), *range.end()));
            number.store(value, std::sync::atomic::Ordering::Relaxed);
            true
        }
    };
}

params! {
    aspiration_delta = 14 in 4..=60, "Aspiration: first half-width, centipawns";
    aspiration_from = 4 in 2..=10, "Aspiration: smallest iteration with a window, plies";
    aspiration_growth = 50 in 15..=150, "Aspiration: growth of the width after a fail, per cent";

    rfp_depth = 8 in 4..=16, "Reverse futility: greatest depth, plies";
    rfp_margin = 75 in 20..=160, "Reverse futility: centipawns per ply";
    rfp_improving = 65 in 0..=160, "Reverse futility: less when improving, centipawns";

    razor_depth = 4 in 0..=10, "Razoring: greatest depth, plies";
    razor_base = 350 in 60..=500, "Razoring: centipawns at depth 0";
    razor_square = 200 in 20..=300, "Razoring: centipawns per squared ply";

    nmp_depth = 3 in 2..=6, "Null move: smallest depth, plies";
    nmp_base = 4 in 2..=8, "Null move: reduction at depth 0, plies";
    nmp_per_depth = 4 in 2..=8, "Null move: one ply more reduction per this many plies";
    nmp_per_eval = 200 in 60..=400, "Null move: one ply more reduction per this many centipawns above beta";
    nmp_eval_max = 3 in 0..=6, "Null move: maximum reduction for the evaluation, plies";
    nmp_verify_depth = 14 in 8..=30, "Null move: smallest depth of a verification, plies";
    nmp_margin = 120 in -100..=300, "Null move: evaluation above beta at depth 0, centipawns";
    nmp_slope = 20 in 0..=60, "Null move: decrease of that per ply, centipawns";

    probcut_depth = 5 in 3..=10, "ProbCut: smallest depth, plies";
    probcut_margin = 190 in 60..=400, "ProbCut: centipawns above beta";
    probcut_reduction = 4 in 2..=6, "ProbCut: depth reduction, plies";
    probcut_tt_margin = 350 in 100..=800, "Small ProbCut by the TT entry: centipawns above beta";

    iir_depth = 4 in 2..=10, "Internal iterative reduction: smallest depth, plies";

    lmp_base = 5 in 1..=8, "Late move pruning: quiet moves tried at depth 0";
    lmp_depth = 9 in 3..=20, "Late move pruning: greatest depth, plies";

    futility_depth = 8 in 4..=16, "Futility: greatest reduced depth, plies";
    futility_base = 95 in 20..=300, "Futility: centipawns at depth 0";
    futility_margin = 85 in 30..=200, "Futility: centipawns per ply of reduced depth";
    futility_per_history = 150 in 40..=1000, "Futility: history worth a centipawn, history units";

    noisy_futility_depth = 6 in 0..=12, "Futility of captures: greatest reduced depth, plies";
    noisy_futility_base = 150 in 20..=500, "Futility of captures: centipawns at depth 0";
    noisy_futility_margin = 120 in 30..=300, "Futility of captures: centipawns per reduced ply";

    history_depth = 5 in 0..=10, "History pruning: greatest reduced depth, plies";
    history_margin = 6000 in 500..=20000, "History pruning: history below zero per ply, history units";

    see_depth = 9 in 4..=16, "Static exchange: greatest depth, plies";
    see_quiet = 22 in 5..=80, "Static exchange, quiet: loss allowed per squared reduced ply, centipawns";
    see_noisy = 95 in 20..=200, "Static exchange, captures: loss allowed per ply, centipawns";

    singular_depth = 7 in 4..=10, "Singular extension: smallest depth, plies";
    singular_tt_depth_margin = 3 in 2..=5, "Singular extension: maximum depth deficit of the TT entry, plies";
    singular_margin = 16 in 2..=48, "Singular extension: margin per ply, 16ths of a centipawn";
    double_margin = 18 in 0..=80, "Singular extension: margin of a double extension, centipawns";
    triple_margin = 90 in 20..=300, "Singular extension: margin of a triple extension, centipawns";
    double_max = 8 in 0..=20, "Singular extension: maximum number of double extensions on a line";

    lmr_depth = 2 in 2..=4, "Late-move reduction: smallest depth, plies";
    lmr_quiet_base = 60 in 0..=200, "Late-move reduction, quiet: at depth and number 1, 100ths of a ply";
    lmr_quiet_divisor = 230 in 150..=400, "Late-move reduction, quiet: divisor of the logarithms, 100ths";
    lmr_noisy_base = 15 in -100..=150, "Late-move reduction, captures: at depth and number 1, 100ths of a ply";
    lmr_noisy_divisor = 310 in 180..=500, "Late-move reduction, captures: divisor of the logarithms, 100ths";
    lmr_pv = 1024 in 0..=2500, "Late-move reduction: less at a PV node, 1024ths of a ply";
    lmr_tt_pv = 1000 in 0..=2500, "Late-move reduction: less where the TT entry was a PV node, 1024ths of a ply";
    lmr_cut = 900 in 0..=3500, "Late-move reduction: more at a cut node, 1024ths of a ply";
    lmr_not_improving = 500 in 0..=2000, "Late-move reduction: more when not improving, 1024ths of a ply";
    lmr_check = 1024 in 0..=2500, "Late-move reduction: less for a check, 1024ths of a ply";
    lmr_killer = 1024 in 0..=2500, "Late-move reduction: less for a killer, 1024ths of a ply";
    lmr_noisy_tt_move = 400 in 0..=2000, "Late-move reduction: more where the TT move is a capture, 1024ths of a ply";
    lmr_cutoffs = 900 in 0..=2000, "Late-move reduction: more where more than three nodes of the next ply failed high, 1024ths of a ply";
    lmr_history = 114 in 0..=300, "Late-move reduction: less per 1024 of history, 1024ths of a ply";
    lmr_correction = 17 in 0..=60, "Late-move reduction: less per centipawn of correction, 1024ths of a ply";
    lmr_first = 3600 in 1000..=9999, "First move: one ply less if its late-move reduction is larger than this, 1024ths of a ply";
    deeper_margin = 45 in 10..=120, "Late-move reduction: margin of a deeper re-search, centipawns";
    hindsight_margin = 50 in 0..=200, "Hindsight: margin of one ply less, centipawns";

    delta_margin = 150 in 40..=400, "Quiescence: delta pruning margin, centipawns";
    qs_moves = 3 in 1..=8, "Quiescence: captures tried; later ones only if they give check or promote";
    qs_see = 0 in -200..=0, "Quiescence: SEE threshold of a capture, centipawns";

    bonus_per_ply = 170 in 40..=400, "History bonus per ply, history units";
    bonus_offset = 110 in -200..=400, "History bonus: subtracted constant, history units";
    bonus_max = 1700 in 600..=4000, "History bonus: maximum, history units";
    malus_per_ply = 170 in 40..=600, "History malus per ply, history units";
    malus_offset = 110 in -200..=400, "History malus: subtracted constant, history units";
    malus_max = 1700 in 600..=4000, "History malus: maximum, history units";
    tt_move_bonus = 512 in 0..=1024, "History bonus at a TT cutoff, 1024ths of the usual";
    reply_bonus = 512 in 0..=2048, "History bonus of the prior move at a fail low, 1024ths of the usual";
    eval_bonus = 20 in 0..=60, "History bonus of a quiet move per centipawn the evaluation rose, history units";

    weight_squares = 16 in 0..=48, "Quiet move score: weight of butterfly history, 16ths";
    weight_pawns = 16 in 0..=48, "Quiet move score: weight of pawn history, 16ths";
    weight_cont_1 = 16 in 0..=48, "Quiet move score: weight of continuation history one ply back, 16ths";
    weight_cont_2 = 16 in 0..=48, "Quiet move score: weight of continuation history two plies back, 16ths";
    weight_cont_4 = 8 in 0..=48, "Quiet move score: weight of continuation history four plies back, 16ths";
    weight_cont_6 = 8 in 0..=48, "Quiet move score: weight of continuation history six plies back, 16ths";
    weight_low_ply = 32 in 0..=64, "Quiet move score: weight of low-ply history, 16ths";
    weight_noisy = 16 in 0..=48, "Capture score: weight of capture history, 16ths";
    order_check = 6000 in 0..=16000, "Quiet move score: a check with a good SEE value, history units";
    order_escape = 100 in 0..=200, "Quiet move score: bonus for leaving an attacked square, per cent of `ESCAPE_BONUS`";
    order_killer = 60000 in 0..=90000, "Quiet move score: a killer move, history units";
    order_counter = 40000 in 0..=90000, "Quiet move score: the counter move, history units";
    order_see = 40 in 0..=200, "Capture score: history units that allow a SEE loss of a centipawn; 0: none";

    corr_rate = 2 in 1..=40, "Correction history: rate per error and depth, 256ths of a centipawn";
    corr_pawn = 16 in 0..=48, "Correction history: weight of pawns, 16ths";
    corr_minor = 16 in 0..=48, "Correction history: weight of minor pieces, 16ths";
    corr_major = 16 in 0..=48, "Correction history: weight of major pieces, 16ths";
    corr_men = 16 in 0..=48, "Correction history: weight of a side's pieces, 16ths";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_within_its_range_and_named_once() {
        for (at, param) in PARAMS.iter().enumerate() {
            assert!(param.range.contains(&param.default), "{}", param.name);
            assert!(PARAMS[..at].iter().all(|other| other.name != param.name), "{}", param.name);
        }
    }
}
