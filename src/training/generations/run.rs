//! The steps of each generation, resumed where the last run stopped.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::gate::{Score, Standing, Table};
use super::play::Player;
use crate::data::reader::DataError;
use crate::data::visits;
use crate::data::visits::VisitGame;
use crate::policy::data::MixedData;
use crate::policy::model::Sums;
use crate::policy::sample::PolicySample;
use crate::policy::trainer::PolicyModel;
use crate::policy::{model, trainer};
use crate::trainer::{Checkpoint, Report, TrainError, Trainer};
use tabia_chess::SplitMix64;
use tabia_cli::parallel::in_order;
use tabia_engine::eval::net_file::NetworkError;
use tabia_engine::eval::policy::{Parameters, PolicyNet};
use tabia_engine::puct::leaf_evaluator::Nets;
use tabia_engine::puct::options::{Method, PuctOptions};
use tabia_games::strength::sprt::{EloModel, Sprt};
use tabia_games::{regular_file, whole_file};

/// Games per part, written when all of them are finished.
const PART_GAMES: u32 = 100;
/// Pairs of games between two checks of the test.
const GATE_PAIRS: u32 = 20;
/// Largest settings or result file that is read, bytes.
const MAX_BYTES: u64 = 1 << 24;

/// Why a run failed. Saved files stay, and the run can be resumed.
#[derive(Debug, Error)]
pub(crate) enum GenerationError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A file of the run is invalid.
    #[error("{}: {what}; remove it to repeat that step", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        what: String,
    },
    /// The initial network, or a trained one, is damaged.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// The folder belongs to a run with other settings.
    #[error("{}: the run there has other settings ({differences}); take another folder", path.display())]
    OtherRun {
        /// The settings file.
        path: PathBuf,
        differences: String,
    },
    /// The fit failed.
    #[error(transparent)]
    Fit(#[from] TrainError),
    /// No thread could be started.
    #[error("no thread can be started: {0}")]
    Thread(std::io::Error),
    /// A search failed.
    #[error("a game or a pair of games has no result")]
    Nothing,
}

/// Duration of the steps of a generation, seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Seconds {
    pub play: f64,
    /// Fitting.
    pub fit: f64,
    /// The match.
    pub gate: f64,
}

/// Result of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Verdict {
    /// Its number, from 1.
    pub generation: u32,
    /// Whether its network replaced the best one.
    pub kept: bool,
    /// Games played.
    pub games: u32,
    /// Plies played.
    pub plies: u64,
    /// Results: White won, drawn, Black won.
    pub results: [u32; 3],
    /// Searched positions used for training, including those of previous generations.
    pub searched: usize,
    /// Older moves used for training.
    pub old: usize,
    /// Last line of the training curve.
    pub fit: BTreeMap<String, f64>,
    /// Gating match.
    pub gate: Score,
    /// Elo difference and its 95 % confidence interval.
    pub elo: [Option<f64>; 3],
    /// Final state of the test.
    pub standing: Standing,
    /// Durations.
    pub seconds: Seconds,
}

/// Progress reports.
#[derive(Debug)]
pub(crate) enum News<'a> {
    /// Generation, games played, all games.
    Played(u32, u32, u32),
    /// A report of the training.
    Fitted(u32, &'a Report<Sums>),
    /// State of the match, and the log-likelihood ratio.
    Gate(u32, &'a Score, f64),
    /// A generation has finished.
    Over(&'a Verdict),
}

/// A run.
#[derive(Debug)]
pub(crate) struct Generations<'a> {
    settings: Settings,
    folder: PathBuf,
    old: &'a [PolicySample],
    threads: usize,
    stop: &'a AtomicBool,
}

impl<'a> Generations<'a> {
    /// Starts a run in this folder with this initial network, or resumes it. `old`: moves of older games; `stop` ends
    /// it at the next finished piece.
    ///
    /// # Errors
    /// When the folder cannot be used or belongs to another run, or the network is damaged.
    pub(crate) fn begin(
        settings: Settings,
        folder: &Path,
        start: &[u8],
        old: &'a [PolicySample],
        (threads, stop): (usize, &'a AtomicBool),
    ) -> Result<Generations<'a>, GenerationError> {
        let net = PolicyNet::parse(start)?;
        let settings = Settings { start: net.checksum(), old: old.len(), ..settings };
        std::fs::create_dir_all(folder).map_err(|error| DataError::from(error).of_file(folder))?;
        let path = folder.join("settings.json");
        match read_json::<Settings>(&path)? {
            Some(found) if found != settings => {
                let differences = found.differences(&settings);
                return Err(GenerationError::OtherRun { path, differences });
            }
            Some(_) => {}
            None => {
                write(&folder.join("start.policy"), start)?;
                write_json(&path, &settings)?;
            }
        }
        Ok(Generations { settings, folder: folder.into(), old, threads: threads.max(1), stop })
    }

    /// Runs up to this many generations. Returns false if stopped.
    ///
    /// # Errors
    /// When a file cannot be read or written or is damaged, or a thread cannot be started.
    pub(crate) fn run(
        &self,
        count: u32,
        on_news: &mut dyn FnMut(&News<'_>),
    ) -> Result<bool, GenerationError> {
        for generation in 1..=count {
            if self.verdict(generation)?.is_some() {
                continue;
            }
            let folder = self.folder_of(generation);
            std::fs::create_dir_all(&folder)
                .map_err(|error| DataError::from(error).of_file(&folder))?;
            let done = self.play(generation, on_news)? && self.fit(generation, on_news)?;
            if !done || !self.gate(generation, on_news)? {
                return Ok(false);
            }
            let verdict = self.verdict_of(generation)?;
            write_json(&folder.join("verdict.json"), &verdict)?;
            self.log(generation)?;
            on_news(&News::Over(&verdict));
        }
        Ok(true)
    }

    /// File of the best network after this many generations.
    ///
    /// # Errors
    /// When a verdict cannot be read.
    pub(crate) fn best_after(&self, count: u32) -> Result<PathBuf, GenerationError> {
        Ok(match self.last_kept(count)? {
            Some(generation) => self.folder_of(generation).join("fit").join("net.policy"),
            None => self.folder.join("start.policy"),
        })
    }

    fn folder_of(&self, generation: u32) -> PathBuf {
        self.folder.join(format!("generation-{generation:03}"))
    }

    fn verdict(&self, generation: u32) -> Result<Option<Verdict>, GenerationError> {
        read_json(&self.folder_of(generation).join("verdict.json"))
    }

    /// The last kept generation among the first `count`.
    fn last_kept(&self, count: u32) -> Result<Option<u32>, GenerationError> {
        for generation in (1..=count).rev() {
            if self.verdict(generation)?.is_some_and(|verdict| verdict.kept) {
                return Ok(Some(generation));
            }
        }
        Ok(None)
    }

    fn nets(path: &Path) -> Result<Nets, GenerationError> {
        let policy = Some(Arc::new(PolicyNet::load(path)?));
        Ok(Nets { policy, ..Nets::built_in() })
    }

    fn seed(&self, generation: u32, piece: u64) -> u64 {
        let seed = SplitMix64::new(self.settings.seed ^ u64::from(generation) << 32).next_u64();
        SplitMix64::new(seed ^ piece).next_u64()
    }

    /// Part files of a generation's games.
    fn parts(&self, generation: u32) -> impl Iterator<Item = (PathBuf, Range<u32>)> {
        let (games, folder) = (self.settings.play.games, self.folder_of(generation));
        (0..games.div_ceil(PART_GAMES)).map(move |part| {
            let numbers = part * PART_GAMES..((part + 1) * PART_GAMES).min(games);
            (folder.join(format!("{:04}.visits", part + 1)), numbers)
        })
    }

    /// Plays the missing games.
    fn play(
        &self,
        generation: u32,
        on_news: &mut dyn FnMut(&News<'_>),
    ) -> Result<bool, GenerationError> {
        let missing: Vec<_> = self.parts(generation).filter(|(path, _)| !path.exists()).collect();
        if missing.is_empty() {
            return Ok(true);
        }
        let (settings, stop) = (&self.settings, self.stop);
        let nets = Self::nets(&self.best_after(generation - 1)?)?;
        let mut players: Vec<Player> =
            (0..self.threads).map(|_| Player::new(settings, &nets)).collect();
        for (path, numbers) in missing {
            let begun = Instant::now();
            let end = numbers.end;
            let games = in_order("generation", &mut players, numbers, stop, |player, number| {
                player.game(&settings.play, self.seed(generation, u64::from(number)), stop)
            });
            match games.map_err(GenerationError::Thread)? {
                Some(games) => visits::write_file(&path, &games)?,
                None => return self.stopped(),
            }
            self.spend(generation, |seconds| &mut seconds.play, begun)?;
            on_news(&News::Played(generation, end, settings.play.games));
        }
        Ok(true)
    }

    /// A piece was not finished: because of a stop, or an error.
    fn stopped(&self) -> Result<bool, GenerationError> {
        if self.stop.load(Relaxed) { Ok(false) } else { Err(GenerationError::Nothing) }
    }

    /// Training data of a generation.
    fn material(&self, generation: u32) -> Result<Material, GenerationError> {
        let first = (generation + 1).saturating_sub(self.settings.fit.window.max(1)).max(1);
        let parts = (first..=generation).flat_map(|number| self.parts(number));
        Ok(Material::read(parts, self.old, &self.settings, generation)?)
    }

    /// Initial weights: those of the best network.
    fn weights(&self, generation: u32) -> Result<(usize, Vec<f32>), GenerationError> {
        let path = self.best_after(generation - 1)?;
        let bytes = regular_file::read(&path, MAX_BYTES)
            .map_err(|error| DataError::from(error).of_file(&path))?;
        let parameters = Parameters::from_bytes(&bytes)?;
        let width = parameters.width;
        // The checkpoint has the weights before rounding.
        if let Some(kept) = self.last_kept(generation - 1)? {
            let path = self.folder_of(kept).join("fit").join("checkpoint");
            if let Some(found) = Checkpoint::read(&path, model::count(width))? {
                return Ok((width, found.weights));
            }
        }
        Ok((width, model::weights_of(&parameters)))
    }

    /// Trains the network, or resumes the training.
    fn fit(
        &self,
        generation: u32,
        on_news: &mut dyn FnMut(&News<'_>),
    ) -> Result<bool, GenerationError> {
        let folder = self.folder_of(generation).join("fit");
        if self.folder_of(generation).join("gate.json").exists() {
            return Ok(true);
        }
        let mut begun = Instant::now();
        let material = self.material(generation)?;
        let (width, weights) = self.weights(generation)?;
        let wanted = material.training_settings(&self.settings, width, generation);
        let steps = wanted.steps;
        let model = PolicyModel {
            settings: wanted,
            samples: &material.training,
            held_out: &material.held_out,
            first: Some(weights),
        };
        let mut trainer = Trainer::begin(model, &folder, self.threads)?;
        let mut spent = Ok(());
        trainer.run(self.stop, |report| {
            if spent.is_ok() {
                spent = self.spend(generation, |seconds| &mut seconds.fit, begun);
            }
            begun = Instant::now();
            on_news(&News::Fitted(generation, report));
        })?;
        spent?;
        Ok(trainer.step() == steps)
    }

    /// Plays the match as long as necessary.
    fn gate(
        &self,
        generation: u32,
        on_news: &mut dyn FnMut(&News<'_>),
    ) -> Result<bool, GenerationError> {
        let path = self.folder_of(generation).join("gate.json");
        let mut pairs: Vec<[usize; 2]> = read_json(&path)?.unwrap_or_default();
        let (settings, stop) = (&self.settings, self.stop);
        let new = Self::nets(&self.folder_of(generation).join("fit").join("net.policy"))?;
        let best = Self::nets(&self.best_after(generation - 1)?)?;
        let mut tables: Vec<Table> =
            (0..self.threads).map(|_| Table::new(settings, [&new, &best])).collect();
        while !self.decided(&pairs) {
            let (begun, from) = (Instant::now(), pairs.len() as u32);
            let end = (from + GATE_PAIRS).min(settings.gate.games / 2);
            let found = in_order("generation", &mut tables, from..end, stop, |table, number| {
                // Openings differ from those of the games.
                let seed = self.seed(generation, u64::MAX - u64::from(number));
                table.pair(settings.gate.playouts, seed, stop)
            });
            match found.map_err(GenerationError::Thread)? {
                Some(found) => pairs.extend(found),
                None => return self.stopped(),
            }
            write_json(&path, &pairs)?;
            self.spend(generation, |seconds| &mut seconds.gate, begun)?;
            let score = score(&pairs);
            on_news(&News::Gate(generation, &score, score.ratio(settings.gate.bounds)));
        }
        Ok(true)
    }

    /// Whether a match is decided.
    fn decided(&self, pairs: &[[usize; 2]]) -> bool {
        let gate = &self.settings.gate;
        let open = score(pairs).standing(gate.bounds) == Standing::Open;
        !open || pairs.len() as u32 >= gate.games / 2
    }

    /// Result of a generation whose match is finished.
    fn verdict_of(&self, generation: u32) -> Result<Verdict, GenerationError> {
        let folder = self.folder_of(generation);
        let pairs: Vec<[usize; 2]> = read_json(&folder.join("gate.json"))?.unwrap_or_default();
        let score = score(&pairs);
        let standing = score.standing(self.settings.gate.bounds);
        let (mut games, mut plies, mut results) = (0, 0, [0; 3]);
        for (path, _) in self.parts(generation) {
            for game in visits::read_file(&path)? {
                games += 1;
                plies += game.plies.len() as u64;
                results[2 - game.result as usize] += 1;
            }
        }
        let material = self.material(generation)?;
        Ok(Verdict {
            generation,
            kept: standing == Standing::Upper,
            games,
            plies,
            results,
            searched: material.training.searched(),
            old: material.training.count() - material.training.searched(),
            fit: last_report(&folder.join("fit")),
            gate: score,
            elo: score.elo(),
            standing,
            seconds: self.seconds(generation)?,
        })
    }

    /// Writes the log with all results.
    fn log(&self, count: u32) -> Result<(), GenerationError> {
        let mut text = String::new();
        for generation in 1..=count {
            if let Some(verdict) = self.verdict(generation)? {
                text.push_str(&serde_json::to_string(&verdict).unwrap_or_default());
                text.push('\n');
            }
        }
        write(&self.folder.join("log.jsonl"), text.as_bytes())
    }

    fn seconds(&self, generation: u32) -> Result<Seconds, GenerationError> {
        let path = self.folder_of(generation).join("seconds.json");
        Ok(read_json(&path)?.unwrap_or_default())
    }

    /// Adds to the duration of a step.
    fn spend(
        &self,
        generation: u32,
        part: impl FnOnce(&mut Seconds) -> &mut f64,
        begun: Instant,
    ) -> Result<(), GenerationError> {
        let mut seconds = self.seconds(generation)?;
        *part(&mut seconds) += begun.elapsed().as_secs_f64();
        write_json(&self.folder_of(generation).join("seconds.json"), &seconds)
    }
}

/// Score of a match.
fn score(pairs: &[[usize; 2]]) -> Score {
    let mut score = Score::default();
    for &pair in pairs {
        score.add(pair);
    }
    score
}

/// Reads a JSON file; `None` if it does not exist.
fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, GenerationError> {
    let bytes = match regular_file::read(path, MAX_BYTES) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(DataError::from(error).of_file(path).into()),
    };
    let damaged = |error: serde_json::Error| GenerationError::Damaged {
        path: path.into(),
        what: format!("not what a run writes: {error}"),
    };
    serde_json::from_slice(&bytes).map(Some).map_err(damaged)
}

fn write_json(path: &Path, value: &impl Serialize) -> Result<(), GenerationError> {
    let bytes =
        serde_json::to_vec(value).map_err(|error| DataError::from(std::io::Error::from(error)));
    write(path, &bytes?)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), GenerationError> {
    whole_file::write_bytes(path, bytes)
        .map_err(|error| DataError::from(error).of_file(path).into())
}

// Training data of a generation: its games, those of the previous generations, and older moves.

/// One of this many games is held out.
const HELD_OUT_OF: u32 = 50;
/// Number of reports of a training.
const REPORTS: u64 = 8;
/// Largest curve file that is read, bytes.
const MAX_CURVE_BYTES: u64 = 1 << 26;

/// Training and held-out data.
#[derive(Debug, Default)]
pub(super) struct Material {
    pub(super) training: MixedData,
    pub(super) held_out: MixedData,
}

impl Material {
    /// Reads these parts, each with the numbers of its games in their generation, and draws older moves, different ones
    /// for each generation. The number decides whether a game is held out, so that later generations hold out the same
    /// games.
    ///
    /// # Errors
    /// When a file is damaged.
    pub(super) fn read(
        parts: impl Iterator<Item = (PathBuf, Range<u32>)>,
        old: &[PolicySample],
        settings: &Settings,
        generation: u32,
    ) -> Result<Material, DataError> {
        let mut material = Material::default();
        for (file, numbers) in parts {
            for (game, number) in visits::read_file(&file)?.iter().zip(numbers.start..) {
                material.add(game, number);
            }
        }
        let wanted = (material.training.searched() as f64 * settings.fit.old_share) as usize;
        let mut rng =
            SplitMix64::new(settings.seed ^ SplitMix64::new(u64::from(generation)).next_u64());
        if !old.is_empty() {
            let sampled = (0..wanted.min(old.len())).map(|_| old[rng.below(old.len())]);
            material.training.old = sampled.collect();
        }
        Ok(material)
    }

    fn add(&mut self, game: &VisitGame, number: u32) {
        let held_out = number % HELD_OUT_OF == HELD_OUT_OF - 1;
        if held_out { &mut self.held_out } else { &mut self.training }.add(game);
    }

    /// Training settings for this data.
    pub(super) fn training_settings(
        &self,
        settings: &Settings,
        width: usize,
        generation: u32,
    ) -> trainer::Settings {
        let (fit, samples) = (&settings.fit, self.training.count());
        let batch = fit.batch.min(samples.max(1));
        let steps = ((fit.passes * samples as f64 / batch as f64).round() as u64).max(1);
        trainer::Settings {
            width,
            batch,
            steps,
            report_every: (steps / REPORTS).max(1),
            rate: fit.rate,
            last_rate: fit.last_rate,
            smoothing: fit.smoothing,
            result_share: fit.result_share,
            seed: settings.seed ^ u64::from(generation),
        }
    }
}

/// Last line of a curve by column name; empty if there is none.
pub(super) fn last_report(folder: &Path) -> BTreeMap<String, f64> {
    let bytes = regular_file::read(&folder.join("curve.csv"), MAX_CURVE_BYTES).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let (head, last) = (text.lines().next().unwrap_or(""), text.lines().last().unwrap_or(""));
    let values = last.split(',').map(|value| value.parse::<f64>().ok());
    head.split(',')
        .zip(values)
        .filter_map(|(name, value)| Some((name.to_owned(), value?)))
        .collect()
}

// Settings of a run.

/// Memory of each engine's tree, MiB: more than a search of some thousand playouts needs.
const HASH_MIB: u32 = 4;

/// The games of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Play {
    pub games: u32,
    /// Playouts per search.
    pub playouts: u64,
    /// Search method.
    pub method: Method,
    /// Share of Dirichlet noise in the root priors, thousandths.
    pub noise: u32,
    /// Plies after the random ones in which moves are drawn by their playouts; then the best move is played.
    pub drawn_plies: u32,
    /// Temperature of the draw: 1 draws in proportion to the playouts, 0 plays the best move.
    pub temperature: f64,
    /// Weight of the prior in the training target, as a share of all playouts.
    #[serde(default)]
    pub prior_share: f64,
}

/// The training of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Fit {
    /// Generations whose games are used, including this one.
    pub window: u32,
    /// Older moves used, relative to the searched positions.
    pub old_share: f64,
    /// Passes over the positions.
    pub passes: f64,
    /// Positions per step.
    pub batch: usize,
    /// Learning rate of the first step.
    pub rate: f32,
    /// Learning rate of the last step.
    pub last_rate: f32,
    /// Weight of the game's result in the value; the rest is the search's expectation.
    pub result_share: f32,
    /// Label smoothing.
    pub smoothing: f32,
}

/// Error probabilities of the test: accepting a network that is not better, and rejecting one that is.
const ERROR: f64 = 0.05;

/// Elo bounds of the test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Bounds {
    /// H0: not better than this.
    pub elo0: f64,
    /// H1: better by at least this.
    pub elo1: f64,
}

impl Bounds {
    /// The sequential test; `None` for invalid bounds.
    pub(crate) fn test(self) -> Option<Sprt> {
        Sprt::new([self.elo0, self.elo1], [ERROR; 2], EloModel::Logistic).ok()
    }
}

/// The gating match of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Gate {
    /// Playouts per search.
    pub playouts: u64,
    /// Maximum number of games, two per opening.
    pub games: u32,
    /// Elo bounds.
    pub bounds: Bounds,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// Random seed.
    pub seed: u64,
    /// Checksum of the initial network.
    pub start: u64,
    /// Number of older moves available.
    pub old: usize,
    /// The games.
    pub play: Play,
    pub fit: Fit,
    /// The match.
    pub gate: Gate,
}

impl Settings {
    /// Options of the playing engines; noise is for training games.
    pub(super) fn options(&self, noise: u32) -> PuctOptions {
        PuctOptions {
            method: self.play.method,
            root_noise: noise,
            hash_mib: HASH_MIB,
            ..PuctOptions::default()
        }
    }

    /// Names and values of different settings as text; empty if they are equal.
    pub(super) fn differences(&self, asked: &Settings) -> String {
        let value = |settings: &Settings| serde_json::to_value(settings).unwrap_or_default();
        let mut differences = Vec::new();
        compare("", &value(self), &value(asked), &mut differences);
        differences.join("; ")
    }
}

fn compare(
    name: &str,
    found: &serde_json::Value,
    asked: &serde_json::Value,
    differences: &mut Vec<String>,
) {
    if let (Some(found), Some(asked)) = (found.as_object(), asked.as_object()) {
        for (key, value) in found {
            let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
            compare(&name, value, asked.get(key).unwrap_or(&serde_json::Value::Null), differences);
        }
    } else if found != asked {
        differences.push(format!("{name}: {found} there, {asked} asked for"));
    }
}
