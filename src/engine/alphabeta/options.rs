//! Engine options with their ranges.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::rule_set::RuleSet;
use crate::human::characters::{CHARACTERS, Character};
use crate::human::scale::ELO;

/// Size of the transposition table, MiB.
pub const HASH_MIB: RangeInclusive<u32> = 1..=65_536;
/// Search threads.
pub const THREADS: RangeInclusive<u32> = 1..=256;
/// Number of principal variations.
pub const MULTI_PV: RangeInclusive<u32> = 1..=256;
/// Time reserved per move for communication, ms.
pub const MOVE_OVERHEAD_MS: RangeInclusive<u32> = 0..=5_000;

/// Minimum depth for tablebase probes, plies.
pub(crate) const PROBE_DEPTH: RangeInclusive<u32> = 1..=100;
/// Maximum number of pieces for tablebase probes, kings included; 0: never.
pub(crate) const PROBE_LIMIT: RangeInclusive<u32> = 0..=7;

/// Contempt, centipawns.
pub const CONTEMPT: RangeInclusive<i32> = -200..=200;

/// Engine options. [`EngineOptions::clamped`] brings values into the ranges above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineOptions {
    /// Size of the transposition table, MiB.
    pub hash_mib: u32,
    /// Search threads.
    pub threads: u32,
    /// Principal variations, each searched with an exact score.
    pub multi_pv: u32,
    /// Time reserved per move for communication, ms.
    pub move_overhead_ms: u32,
    /// Search rules that are on; for experiments and observation.
    pub rules: RuleSet,
    /// Evaluation.
    pub eval: EvalKind,
    /// Use of the tablebases.
    pub tables: TbOptions,
    /// How much worse than an even position a draw is for the side to move at the root, centipawns; negative: better.
    /// It applies to games only: infinite searches, mate searches and limited strength ignore it. It is not stored with
    /// the other options; the caller that plays a game sets it.
    #[serde(skip)]
    pub contempt: i32,
    /// Playing strength. Below full strength `hash_mib` (it has a small table of its own), `multi_pv`, `threads`,
    /// `rules`, `eval` (the built-in network is used) and the tablebases are ignored.
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
            tables: TbOptions::default(),
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
            tables: TbOptions {
                probe_depth: within(self.tables.probe_depth, PROBE_DEPTH),
                probe_limit: within(self.tables.probe_limit, PROBE_LIMIT),
                ..self.tables
            },
            contempt: self.contempt.clamp(*CONTEMPT.start(), *CONTEMPT.end()),
            ..self
        }
    }
}

/// Evaluation of leaf positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EvalKind {
    /// The hand-crafted terms.
    HandCrafted,
    /// The network set with `set_network`, by default the built-in one.
    #[default]
    Network,
    /// Material only: for experiments.
    Material,
}

/// Use of the tablebases in the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TbOptions {
    /// Minimum depth for probing positions with as many pieces as the largest table, plies; smaller positions are
    /// always probed.
    pub probe_depth: u32,
    /// Positions with more pieces than this are not probed.
    pub probe_limit: u32,
    /// Count a win that the 50-move rule would end as a draw.
    pub fifty_move_rule: bool,
}

impl Default for TbOptions {
    fn default() -> Self {
        let probe_limit = *PROBE_LIMIT.end();
        TbOptions { probe_depth: *PROBE_DEPTH.start(), probe_limit, fifty_move_rule: true }
    }
}

/// Contempt of the gambler, centipawns: it plays on where others agree to a draw.
pub const GAMBLER_CONTEMPT: i32 = 120;

/// The characters that took the place of the levels 780, 900, 1100, 1350, 1650, 1950 and 2400.
const CHARACTERS_OF_LEVELS: [u8; 7] = [1, 2, 3, 5, 7, 9, 11];

/// Playing strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Strength {
    /// Full strength.
    #[default]
    Full,
    /// Index into `human::characters::CHARACTERS`; 0 is the weakest. Beyond the last: full strength.
    Character(u8),
    /// Skill level of an external engine, on that engine's own scale. The built-in engine has no skill levels; for it
    /// the number is one of the seven levels of earlier versions ([`Strength::of_own_engine`]).
    #[serde(alias = "Level")]
    Skill(u8),
    /// Full strength that avoids draws ([`GAMBLER_CONTEMPT`]).
    Gambler,
    /// An Elo number, clamped to `human::scale::ELO`.
    Elo(u16),
}

impl Strength {
    /// The character, if this is one.
    pub fn character(self) -> Option<&'static Character> {
        match self {
            Strength::Character(number) => CHARACTERS.get(usize::from(number)),
            _ => None,
        }
    }

    /// The strength for the built-in engine: a level of an earlier version becomes the character with about the same
    /// Elo.
    #[must_use]
    pub fn of_own_engine(self) -> Strength {
        match self {
            Strength::Skill(level) => CHARACTERS_OF_LEVELS
                .get(usize::from(level))
                .map_or(Strength::Full, |&number| Strength::Character(number)),
            strength => strength,
        }
    }

    /// The Elo number; `None` for full strength.
    pub fn elo(self) -> Option<u16> {
        match self {
            Strength::Full | Strength::Skill(_) | Strength::Gambler => None,
            Strength::Character(_) => self.character().map(|character| character.elo),
            Strength::Elo(elo) => Some(elo.clamp(*ELO.start(), *ELO.end())),
        }
    }
}
