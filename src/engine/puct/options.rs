//! What can be set about the engine, and the ladder of ideas as settings of it.

use serde::{Deserialize, Serialize};

/// How the next move of a node is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Selection {
    /// Every root move as often as the others, and no tree below: flat Monte Carlo.
    Flat,
    /// By UCB1: the mean and `c * sqrt(ln N / n)`.
    Ucb1,
    /// By PUCT: the mean and `c * P * sqrt(N) / (1 + n)`.
    Puct,
}

/// Where the value of a new position comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LeafValue {
    /// The result of random moves to the end.
    Playout,
    /// The evaluation of the built-in network, turned into an expected result.
    Eval,
    /// The same after captures have been resolved.
    Quiet,
    /// The value of the policy network.
    Network,
    /// The mean of the last two.
    Both,
}

/// Where the prior probability of a move comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PriorKind {
    /// All moves alike.
    Uniform,
    /// Rules of thumb (`prior`).
    Knowledge,
    /// The policy network.
    Network,
}

/// A way to search: one of the configurations of [`PuctConfig`], or anything between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Method {
    /// How moves are chosen.
    pub selection: Selection,
    /// What a new position is worth.
    pub leaf: LeafValue,
    /// Which moves are looked at first.
    pub prior: PriorKind,
    /// Whether a new position that is known from another line takes over its value.
    pub transpositions: bool,
    /// `c` of UCB1, thousandths.
    pub ucb_c: u32,
    /// `c` of PUCT before it grows, thousandths.
    pub cpuct: u32,
    /// Visits over which the constant of PUCT grows; see [`super::choose::grown`].
    pub cpuct_base: u32,
    /// Share of the spread of a node's values in that constant, thousandths; see [`super::choose::spread`].
    pub spread: u32,
    /// First-play urgency: what a move not yet visited is expected to lose, thousandths; see
    /// [`super::choose::first_play`].
    pub first_play: u32,
    /// Temperature of the network's priors, thousandths: above 1,000 they are more even than it says. A network that
    /// predicts well is surer than a search can afford.
    #[serde(default = "as_it_says")]
    pub temperature: u32,
}

/// Priors as the network says.
const fn as_it_says() -> u32 {
    1_000
}

/// Configurations from flat Monte Carlo to PUCT, each with one idea more than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PuctConfig {
    /// Flat Monte Carlo with random playouts.
    Flat,
    /// UCT (Kocsis, Szepesvári 2006) with random playouts.
    Uct,
    /// UCT with an evaluation in place of playouts.
    UctEval,
    /// PUCT where all moves have the same prior.
    Uniform,
    /// PUCT with a prior from rules of thumb.
    Knowledge,
    /// The same, leaves judged after captures have been resolved.
    Quiet,
    /// PUCT with prior and value from the policy network.
    Network,
    /// The prior of the policy network, leaves judged by the evaluation after captures have been resolved.
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

    /// The strongest as far as is known.
    pub const STRONGEST: PuctConfig = PuctConfig::Hybrid;

    /// Its word on command lines and in UCI options.
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

    /// Its name for a reader.
    pub fn name(self) -> &'static str {
        tabia_text::text(&format!("puct-config-{}", self.word()))
    }

    /// The configuration of this name, in upper or lower case.
    pub fn from_word(word: &str) -> Option<PuctConfig> {
        PuctConfig::ALL.into_iter().find(|config| config.word().eq_ignore_ascii_case(word))
    }

    /// How it searches.
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
            // This and the temperature were measured (benches/measurements/puct.md): leaves that are judged well want
            // less exploration.
            cpuct: if matches!(self, PuctConfig::Hybrid) { 600 } else { 900 },
            cpuct_base: 5_000,
            spread: 400,
            first_play: 150,
            // A network's own values go with its own priors; better ones make up for moves it thinks little of.
            temperature: if matches!(self, PuctConfig::Hybrid) { 1_700 } else { as_it_says() },
        }
    }
}

/// Settings of the engine. Values outside what makes sense are brought inside by [`PuctOptions::clamped`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PuctOptions {
    /// Memory of the tree and of the values shared between its lines, MiB.
    pub hash_mib: u32,
    /// Search threads.
    pub threads: u32,
    /// Lines told.
    pub multi_pv: u32,
    /// Kept back from the clock per move, ms.
    pub move_overhead_ms: u32,
    /// How it searches.
    pub method: Method,
    /// What random playouts are drawn from.
    pub seed: u64,
    /// Share of lots in the priors of the root's moves, thousandths; 0 but in games to learn from. With it no tree is
    /// kept from one search to the next.
    pub root_noise: u32,
    /// Men on the board up to which tablebases are asked, kings included; 0: never.
    pub probe_limit: u32,
    /// A win that the 50-move rule would end first counts as a draw.
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
    /// Those of a configuration, with defaults for the rest.
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
            ..self.method
        };
        PuctOptions {
            hash_mib: self.hash_mib.clamp(1, 65_536),
            threads: self.threads.clamp(1, 256),
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
    fn every_rung_has_a_word_of_its_own_and_adds_something() {
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
