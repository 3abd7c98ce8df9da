//! PUCT options and the named configurations.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// Memory of tree, value cache and histories, MiB.
pub const HASH_MIB: RangeInclusive<u32> = 1..=65_536;
/// Search threads.
pub const THREADS: RangeInclusive<u32> = 1..=256;

/// Selection formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Selection {
    /// Flat Monte Carlo: equal playouts for every root move, no tree.
    Flat,
    /// UCB1: mean and `c * sqrt(ln N / n)`.
    Ucb1,
    /// PUCT: mean and `c * P * sqrt(N) / (1 + n)`.
    Puct,
}

/// Value of a new node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LeafValue {
    /// Result of a random playout.
    Playout,
    /// Evaluation of the built-in network as expected score.
    Eval,
    /// The same after quiescence search.
    Quiet,
    /// Value of the policy network.
    Network,
    /// Mean of the last two.
    Both,
}

/// Source of the priors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PriorKind {
    /// All moves alike.
    Uniform,
    /// Rules of thumb (`prior`).
    Knowledge,
    /// The policy network.
    Network,
}

/// A search method: one of [`PuctConfig`] or a variation of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Method {
    /// Selection formula.
    pub selection: Selection,
    /// Value of a new node.
    pub leaf: LeafValue,
    /// Source of the priors.
    pub prior: PriorKind,
    /// Whether a new node takes the value of a transposition.
    pub transpositions: bool,
    /// `c` of UCB1, thousandths.
    pub ucb_c: u32,
    /// `c` of PUCT before growth, thousandths.
    pub cpuct: u32,
    /// Visits over which `c` of PUCT grows; see [`super::choose::grown`].
    pub cpuct_base: u32,
    /// Influence of the spread of values on `c`, thousandths; see [`super::choose::spread`].
    pub spread: u32,
    /// First-play urgency reduction, thousandths; see [`super::choose::first_play`].
    pub first_play: u32,
    /// Temperature of the network's priors, thousandths; above 1,000 they are more even. A network that predicts well
    /// is more certain than a search can afford.
    #[serde(default = "as_it_says")]
    pub temperature: u32,
    /// Influence of the move histories on the priors of new nodes, thousandths; see [`super::history`].
    #[serde(default)]
    pub history: u32,
}

/// Temperature 1.
const fn as_it_says() -> u32 {
    1_000
}

/// Configurations from flat Monte Carlo to PUCT; each adds one idea to the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PuctConfig {
    /// Flat Monte Carlo with random playouts.
    Flat,
    /// UCT (Kocsis, Szepesvári 2006) with random playouts.
    Uct,
    /// UCT with an evaluation in place of playouts.
    UctEval,
    /// PUCT with equal priors.
    Uniform,
    /// PUCT with priors from rules of thumb.
    Knowledge,
    /// The same with quiescence search at leaves.
    Quiet,
    /// PUCT with priors and values of the policy network.
    Network,
    /// Priors of the policy network, values of the evaluation after quiescence search.
    Hybrid,
}

impl PuctConfig {
    /// All, the simplest first.
    pub const ALL: [PuctConfig; 8] = [
        PuctConfig::Flat,
        PuctConfig::Uct,
        PuctConfig::UctEval,
        PuctConfig::Uniform,
        PuctConfig::Knowledge,
        PuctConfig::Quiet,
        PuctConfig::Network,
        PuctConfig::Hybrid,
    ];

    /// The strongest known configuration.
    pub const STRONGEST: PuctConfig = PuctConfig::Hybrid;

    /// Its name on command lines and in UCI options.
    pub const fn word(self) -> &'static str {
        match self {
            PuctConfig::Flat => "flat",
            PuctConfig::Uct => "uct",
            PuctConfig::UctEval => "uct-eval",
            PuctConfig::Uniform => "uniform",
            PuctConfig::Knowledge => "knowledge",
            PuctConfig::Quiet => "quiet",
            PuctConfig::Network => "network",
            PuctConfig::Hybrid => "hybrid",
        }
    }

    /// Display name.
    pub fn name(self) -> &'static str {
        tabia_text::text(&format!("puct-config-{}", self.word()))
    }

    /// The configuration with this name, ignoring case.
    pub fn from_word(word: &str) -> Option<PuctConfig> {
        PuctConfig::ALL.into_iter().find(|config| config.word().eq_ignore_ascii_case(word))
    }

    /// Its method.
    pub const fn method(self) -> Method {
        let (selection, leaf, prior) = match self {
            PuctConfig::Flat => (Selection::Flat, LeafValue::Playout, PriorKind::Uniform),
            PuctConfig::Uct => (Selection::Ucb1, LeafValue::Playout, PriorKind::Uniform),
            PuctConfig::UctEval => (Selection::Ucb1, LeafValue::Eval, PriorKind::Uniform),
            PuctConfig::Uniform => (Selection::Puct, LeafValue::Eval, PriorKind::Uniform),
            PuctConfig::Knowledge => (Selection::Puct, LeafValue::Eval, PriorKind::Knowledge),
            PuctConfig::Quiet => (Selection::Puct, LeafValue::Quiet, PriorKind::Knowledge),
            PuctConfig::Network => (Selection::Puct, LeafValue::Network, PriorKind::Network),
            PuctConfig::Hybrid => (Selection::Puct, LeafValue::Quiet, PriorKind::Network),
        };
        Method {
            selection,
            leaf,
            prior,
            transpositions: !matches!(leaf, LeafValue::Playout),
            ucb_c: 500,
            // `c` and the temperature were measured (benches/measurements/puct.md): with good leaf values less
            // exploration is better.
            cpuct: if matches!(self, PuctConfig::Hybrid) { 600 } else { 900 },
            cpuct_base: 5_000,
            spread: 400,
            first_play: 150,
            // A network's own values fit its own priors; better values can correct priors that are too low.
            temperature: if matches!(self, PuctConfig::Hybrid) { 1_700 } else { as_it_says() },
            history: if matches!(self, PuctConfig::Hybrid) { 6_000 } else { 0 },
        }
    }
}

/// PUCT options. [`PuctOptions::clamped`] brings values into their ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PuctOptions {
    /// Memory of tree, value cache and histories, MiB. With 1 MiB a method with histories takes about 1.5.
    pub hash_mib: u32,
    /// Search threads.
    pub threads: u32,
    /// Number of principal variations.
    pub multi_pv: u32,
    /// Time reserved per move for communication, ms.
    pub move_overhead_ms: u32,
    /// Search method.
    pub method: Method,
    /// Seed of random playouts.
    pub seed: u64,
    /// Share of Dirichlet noise in the root priors, thousandths; 0 except in self-play for training. With noise the
    /// tree is not reused.
    pub root_noise: u32,
    /// Maximum number of pieces for tablebase probes, kings included; 0: never.
    pub probe_limit: u32,
    /// Count a win that the 50-move rule would end as a draw.
    pub fifty_move_rule: bool,
}

impl Default for PuctOptions {
    fn default() -> Self {
        PuctOptions {
            hash_mib: 64,
            threads: 1,
            multi_pv: 1,
            move_overhead_ms: 20,
            method: PuctConfig::STRONGEST.method(),
            seed: 1,
            root_noise: 0,
            probe_limit: 7,
            fifty_move_rule: true,
        }
    }
}

impl PuctOptions {
    /// A configuration with default options.
    pub fn of(config: PuctConfig) -> PuctOptions {
        PuctOptions { method: config.method(), ..PuctOptions::default() }
    }

    /// The same options with every value inside its range.
    #[must_use]
    pub fn clamped(self) -> Self {
        let method = Method {
            ucb_c: self.method.ucb_c.min(100_000),
            cpuct: self.method.cpuct.min(100_000),
            cpuct_base: self.method.cpuct_base.clamp(1, 1 << 30),
            spread: self.method.spread.min(1_000),
            first_play: self.method.first_play.min(1_000),
            temperature: self.method.temperature.clamp(1, 1_000_000),
            history: self.method.history.min(100_000),
            ..self.method
        };
        PuctOptions {
            hash_mib: self.hash_mib.clamp(*HASH_MIB.start(), *HASH_MIB.end()),
            threads: self.threads.clamp(*THREADS.start(), *THREADS.end()),
            multi_pv: self.multi_pv.clamp(1, 256),
            move_overhead_ms: self.move_overhead_ms.min(5_000),
            method,
            root_noise: self.root_noise.min(1_000),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_configuration_has_its_own_name_and_adds_something() {
        for (number, config) in PuctConfig::ALL.into_iter().enumerate() {
            assert_eq!(PuctConfig::from_word(&config.word().to_uppercase()), Some(config));
            assert!(!config.name().is_empty());
            for other in &PuctConfig::ALL[..number] {
                assert_ne!(other.method(), config.method());
            }
        }
        assert_eq!(PuctConfig::from_word("alphabeta"), None);
    }

    #[test]
    fn options_are_brought_into_range() {
        let wild = PuctOptions { hash_mib: 0, threads: 0, multi_pv: 0, ..PuctOptions::default() };
        let tame = wild.clamped();
        assert_eq!((tame.hash_mib, tame.threads, tame.multi_pv), (1, 1, 1));
        assert_eq!(PuctOptions::default().clamped(), PuctOptions::default());
    }
}
