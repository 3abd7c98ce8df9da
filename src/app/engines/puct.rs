//! The user's settings for the tree search by playouts, one of the engines.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::puct::options::{HASH_MIB, PuctConfig, PuctOptions, THREADS};

/// The user's settings for it. The number of lines is the one for all engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PuctSettings {
    /// Its search parameters; `None`: the strongest known.
    #[serde(rename = "rung")]
    pub config: Option<PuctConfig>,
    /// Search threads; `None`: its share of the threads set for all engines.
    pub threads: Option<u32>,
    /// Memory of its tree, MiB; `None`: its share of the hash set for all engines.
    pub tree_mib: Option<u32>,
}

impl PuctSettings {
    /// The settings with every value inside its range.
    #[must_use]
    pub fn clamped(self) -> PuctSettings {
        let within = |value: Option<u32>, range: RangeInclusive<u32>| {
            value.map(|value| value.clamp(*range.start(), *range.end()))
        };
        PuctSettings {
            threads: within(self.threads, THREADS),
            tree_mib: within(self.tree_mib, HASH_MIB),
            ..self
        }
    }

    /// Its search parameters.
    pub fn config(&self) -> PuctConfig {
        self.config.unwrap_or(PuctConfig::STRONGEST)
    }

    /// Its search options: lines, and its share of threads and of MiB. The options common to our engines (delays,
    /// tablebases) are taken from those of the other.
    pub(super) fn options(
        &self,
        own: &EngineOptions,
        multi_pv: u32,
        share: [u32; 2],
    ) -> PuctOptions {
        let [threads, hash_mib] = share;
        PuctOptions {
            hash_mib: self.tree_mib.unwrap_or(hash_mib),
            threads: self.threads.unwrap_or(threads),
            multi_pv,
            move_overhead_ms: own.move_overhead_ms,
            probe_limit: own.tables.probe_limit,
            fifty_move_rule: own.tables.fifty_move_rule,
            ..PuctOptions::of(self.config())
        }
        .clamped()
    }
}
