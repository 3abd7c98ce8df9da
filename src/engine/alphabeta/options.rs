//! What can be set about the engine, with the ranges that are accepted.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::rule_set::RuleSet;

/// Table size that can be asked for, MiB.
pub const HASH_MIB: RangeInclusive<u32> = 1..=65_536;
/// Search threads that can be asked for.
pub const THREADS: RangeInclusive<u32> = 1..=256;
/// Lines that can be asked for.
pub const MULTI_PV: RangeInclusive<u32> = 1..=256;
/// Time kept back per move for the way to the board, ms.
pub const MOVE_OVERHEAD_MS: RangeInclusive<u32> = 0..=5_000;

/// Depth from which on the tablebases are asked, plies.
pub const PROBE_DEPTH: RangeInclusive<u32> = 1..=100;
/// Men on the board up to which the tablebases are asked, kings included; 0: never.
pub const PROBE_LIMIT: RangeInclusive<u32> = 0..=7;

/// What a draw may count for, either way, centipawns.
pub const CONTEMPT: RangeInclusive<i32> = -200..=200;

/// Settings of the engine. Values outside the ranges above are brought inside by
/// [`EngineOptions::clamped`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineOptions {
    /// Size of the transposition table, MiB.
    pub hash_mib: u32,
    /// Search threads.
    pub threads: u32,
    /// Best lines searched, each exactly.
    pub multi_pv: u32,
    /// Kept back from the clock per move, ms.
    pub move_overhead_ms: u32,
    /// Rules of the search that are on; for experiments and for looking on.
    pub rules: RuleSet,
    /// What judges a position.
    pub eval: EvalKind,
    /// How the tablebases are used, where the engine was given some.
    pub tables: TableOptions,
    /// How much worse than an even game a draw is for the side to move at the root, centipawns; below zero: better.
    /// For games: searches without an end and for a mate, and limited strength, know nothing of it. Not kept with the
    /// others: the caller that plays sets it.
    #[serde(skip)]
    pub contempt: i32,
    /// How strong it plays; anything below full strength also ignores `multi_pv`, `threads`,
    /// `eval` (it judges by the hand-crafted terms) and the tablebases.
    pub strength: Strength,
}

impl Default for EngineOptions {
    fn default() -> Self {
        EngineOptions {
            hash_mib: 64,
            threads: 1,
            multi_pv: 1,
            move_overhead_ms: 20,
            rules: RuleSet::ALL,
            eval: EvalKind::Network,
            tables: TableOptions::default(),
            contempt: 0,
            strength: Strength::Full,
        }
    }
}

impl EngineOptions {
    /// The same options with every value inside its range.
    #[must_use]
    pub fn clamped(self) -> Self {
        let within = |v: u32, r: RangeInclusive<u32>| v.clamp(*r.start(), *r.end());
        EngineOptions {
            hash_mib: within(self.hash_mib, HASH_MIB),
            threads: within(self.threads, THREADS),
            multi_pv: within(self.multi_pv, MULTI_PV),
            move_overhead_ms: within(self.move_overhead_ms, MOVE_OVERHEAD_MS),
            tables: TableOptions {
                probe_depth: within(self.tables.probe_depth, PROBE_DEPTH),
                probe_limit: within(self.tables.probe_limit, PROBE_LIMIT),
                ..self.tables
            },
            contempt: self.contempt.clamp(*CONTEMPT.start(), *CONTEMPT.end()),
            ..self
        }
    }
}

/// What judges a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EvalKind {
    /// The hand-crafted terms.
    HandCrafted,
    /// The network given to the engine, else the built-in one.
    #[default]
    Network,
    /// The pieces on the board alone: for experiments.
    Material,
}

/// How the search asks the tablebases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TableOptions {
    /// Positions with as many men as the largest table has are looked up at this depth or more, plies;
    /// those with fewer always.
    pub probe_depth: u32,
    /// Positions with more men than this are not looked up, even where there is a table.
    pub probe_limit: u32,
    /// A win that the 50-move rule would end first counts as a draw.
    pub fifty_move_rule: bool,
}

impl Default for TableOptions {
    fn default() -> Self {
        let probe_limit = *PROBE_LIMIT.end();
        TableOptions { probe_depth: *PROBE_DEPTH.start(), probe_limit, fifty_move_rule: true }
    }
}

/// How strong the engine plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Strength {
    /// Everything it can.
    #[default]
    Full,
    /// A named level of `alphabeta::strength::LEVELS`, 0 the weakest. Beyond the last: full strength.
    Level(u8),
    /// About this Elo number; brought inside `alphabeta::strength::ELO`.
    Elo(u16),
}
