//! What a run of generations is told to do.

use serde::{Deserialize, Serialize};

use tabia_engine::puct::options::{Method, PuctOptions};

use tabia_games::strength::sprt::{EloModel, Sprt};

/// Memory of each engine's tree, MiB: more than a search of some thousand playouts takes.
const HASH_MIB: u32 = 4;

/// The games of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Play {
    /// Games.
    pub games: u32,
    /// Playouts of a search.
    pub playouts: u64,
    /// How it searches.
    pub method: Method,
    /// Share of lots in the priors of the root, thousandths.
    pub noise: u32,
    /// Plies after the random ones in which moves are drawn by their playouts; then the best is played.
    pub drawn_plies: u32,
    /// How even the draw is: playouts are taken to the power of its reciprocal. At 1 a move is drawn as often as it was
    /// looked at, towards 0 only the best.
    pub temperature: f64,
    /// What the prior counts for in what is learnt of a move, as a share of all playouts.
    #[serde(default)]
    pub prior_share: f64,
}

/// The fit of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// Generations whose games are learnt from, this one counted.
    pub window: u32,
    /// Moves of older games learnt besides, as a multiple of the searched positions.
    pub old_share: f64,
    /// Times each position is seen.
    pub passes: f64,
    /// Positions of a step.
    pub batch: usize,
    /// Rate of the first step.
    pub rate: f32,
    /// Rate of the last step.
    pub last_rate: f32,
    /// Share of the game's result in the value; the rest is what the search expected.
    pub result_share: f32,
    /// Share of what is to be learnt of the moves that is spread evenly over all of them.
    pub smoothing: f32,
}

/// Both errors of a match: that of keeping what is no better, and that of dropping what is.
const ERROR: f64 = 0.05;

/// The two differences that a match tells apart, Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// No better than this.
    pub elo0: f64,
    /// At least so much better.
    pub elo1: f64,
}

impl Bounds {
    /// The test of them; `None` where they are none.
    pub fn test(self) -> Option<Sprt> {
        Sprt::new([self.elo0, self.elo1], [ERROR; 2], EloModel::Logistic).ok()
    }
}

/// The match that decides about a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gate {
    /// Playouts of a search.
    pub playouts: u64,
    /// Games at most, two from each opening.
    pub games: u32,
    /// What is tested.
    pub bounds: Bounds,
}

/// All of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Of everything that is drawn.
    pub seed: u64,
    /// Checksum of the network it begins with.
    pub start: u64,
    /// Moves of older games there are to learn from.
    pub old: usize,
    /// The games.
    pub play: Play,
    /// The fit.
    pub fit: Fit,
    /// The match.
    pub gate: Gate,
}

impl Settings {
    /// The options of the engines that play, with noise for those that are to be learnt from.
    pub(super) fn options(&self, noise: u32) -> PuctOptions {
        PuctOptions {
            method: self.play.method,
            root_noise: noise,
            hash_mib: HASH_MIB,
            ..PuctOptions::default()
        }
    }

    /// The names and values in which others differ from these, told for a person; empty where they are the same.
    pub(super) fn differences(&self, asked: &Settings) -> String {
        let value = |settings: &Settings| serde_json::to_value(settings).unwrap_or_default();
        let mut told = Vec::new();
        compare("", &value(self), &value(asked), &mut told);
        told.join("; ")
    }
}

fn compare(
    name: &str,
    found: &serde_json::Value,
    asked: &serde_json::Value,
    told: &mut Vec<String>,
) {
    if let (Some(found), Some(asked)) = (found.as_object(), asked.as_object()) {
        for (key, value) in found {
            let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
            compare(&name, value, asked.get(key).unwrap_or(&serde_json::Value::Null), told);
        }
    } else if found != asked {
        told.push(format!("{name}: {found} there, {asked} asked for"));
    }
}
