//! Arguments of self-play and of the commands that use its games.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::openings::Kind;
use tabia_engine::alphabeta::options::{EvalKind, HASH_MIB, THREADS};

use tabia_cli::values::{count, percent, positive, spin};

/// The number of threads asked for, or one per core.
pub(crate) fn threads(asked: Option<u32>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(cores, |threads| threads as usize)
}

#[derive(Debug, Args)]
#[command(
    after_help = "Without --games and --hours it plays until it is stopped (Ctrl-C). Finished games \
    are on the disk after half a minute at the latest, in files that are whole at any moment; a new run \
    in the same folder goes on with other games."
)]
pub(crate) struct DatagenArgs {
    /// The folder for the games
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Stop after this many games
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,
    /// Stop after this many hours
    #[arg(long, value_parser = hours)]
    pub(crate) hours: Option<f64>,
    /// A search ends with the iteration in which it has spent this many nodes, at 8 times as many at once
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) nodes: u64,
    /// Games played at once, one per core if not given
    #[arg(long, value_parser = spin(&THREADS))]
    pub(crate) threads: Option<u32>,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The kind of openings, without a book
    #[arg(long, value_enum, default_value_t = Kind::Mixed)]
    pub(crate) kind: Kind,
    /// Start from the positions of this file, one EPD or FEN per line
    #[arg(long, value_name = "FILE.epd")]
    pub(crate) book: Option<PathBuf>,
    /// The evaluation used in the games
    #[arg(long, value_enum, default_value_t = EvalChoice::Network)]
    pub(crate) eval: EvalChoice,
    /// Use the network of this file instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub(crate) net: Option<PathBuf>,
    /// Size of each engine's transposition table
    #[arg(long, value_name = "MIB", default_value_t = 4, value_parser = spin(&HASH_MIB))]
    pub(crate) hash: u32,
}

/// Evaluation in searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EvalChoice {
    /// A network
    Network,
    /// The hand-crafted terms
    HandCrafted,
}

impl EvalChoice {
    /// The engine option.
    pub(crate) fn kind(self) -> EvalKind {
        match self {
            EvalChoice::Network => EvalKind::Network,
            EvalChoice::HandCrafted => EvalKind::HandCrafted,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct DatainfoArgs {
    /// Files of games, or folders of them
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Write the positions the filter keeps, each once and shuffled
    #[arg(long, value_name = "FILE")]
    pub(crate) samples: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) hold_out: HoldOutArgs,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}

/// Which samples are held out.
#[derive(Debug, Args)]
pub(crate) struct HoldOutArgs {
    /// Write those of held-out games
    #[arg(long, value_name = "FILE", requires = "samples")]
    pub(crate) held_out: Option<PathBuf>,
    /// Share of games held out
    #[arg(long, default_value_t = 0.02, value_parser = share)]
    pub(crate) share: f64,
    /// Seed of all random choices: the games held out, the order of the samples, random moves
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Which positions are filtered out.
#[derive(Debug, Args)]
pub(crate) struct FilterArgs {
    /// First ply kept, by move numbers
    #[arg(long, default_value_t = 16)]
    pub(crate) min_ply: u32,
    /// Maximum score kept, centipawns either way
    #[arg(long, default_value_t = 3000, value_parser = clap::value_parser!(i16).range(1..=31_000))]
    pub(crate) max_score: i16,
    /// Keep positions in check
    #[arg(long)]
    pub(crate) keep_checks: bool,
    /// Keep positions whose best move captures or promotes
    #[arg(long)]
    pub(crate) keep_noisy: bool,
    /// Keep a position as often as it occurs, not once
    #[arg(long)]
    pub(crate) keep_repeats: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// The archive as text; `-` reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) archive: PathBuf,
    /// Write the positions the filter keeps, each once and shuffled
    #[arg(long, value_name = "FILE")]
    pub(crate) samples: PathBuf,
    #[command(flatten)]
    pub(crate) hold_out: HoldOutArgs,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    /// Plies followed along each variation; 0: only positions on the board
    #[arg(long, value_name = "PLIES", default_value_t = 15)]
    pub(crate) variation_plies: usize,
    /// Centipawns per unit of the logistic curve in the resulting scores
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(20..=2000))]
    pub(crate) scale: u16,
    /// Keep each engine's own pawns, whatever they mean for the results
    #[arg(long)]
    pub(crate) own_scales: bool,
}

#[derive(Debug, Args)]
pub(crate) struct LabelArgs {
    /// PGN files, samples, files of games or folders of them; `-` reads PGN from standard input
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Write the quiet positions, each once and shuffled
    #[arg(long, value_name = "FILE")]
    pub(crate) samples: PathBuf,
    #[command(flatten)]
    pub(crate) hold_out: HoldOutArgs,
    /// First ply taken, by move numbers
    #[arg(long, default_value_t = 16)]
    pub(crate) min_ply: u32,
    /// Maximum evaluation kept, centipawns either way
    #[arg(long, default_value_t = 3000, value_parser = clap::value_parser!(i16).range(1..=31_000))]
    pub(crate) max_score: i16,
    /// Also use a position up to this many random plies away from each position
    #[arg(long, value_name = "PLIES", default_value_t = 4)]
    pub(crate) wander: usize,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The samples come out in parts of 20000, each written whole; a run that was stopped goes on with \
    the parts that are missing when its command is given again."
)]
pub(crate) struct RelabelArgs {
    /// Files of samples
    #[arg(value_name = "SAMPLES", required = true)]
    pub(crate) samples: Vec<PathBuf>,
    /// The folder for the parts
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// A search ends with the iteration in which it has spent this many nodes, at 8 times as many at once
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) nodes: u64,
    /// Also score up to this many positions of each search's own tree
    #[arg(long, value_name = "POSITIONS", default_value_t = 0)]
    pub(crate) tree: usize,
    /// Leave out the samples themselves
    #[arg(long, requires = "tree")]
    pub(crate) only_tree: bool,
    /// Evaluation of the searches
    #[arg(long, value_enum, default_value_t = EvalChoice::Network)]
    pub(crate) eval: EvalChoice,
    /// Evaluate with the network of this file instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub(crate) net: Option<PathBuf>,
    /// Positions searched at once, one per core if not given
    #[arg(long, value_parser = spin(&THREADS))]
    pub(crate) threads: Option<u32>,
    /// Size of each engine's transposition table
    #[arg(long, value_name = "MIB", default_value_t = 1, value_parser = spin(&HASH_MIB))]
    pub(crate) hash: u32,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}

#[derive(Debug, Args)]
#[command(
    after_help = "A training that was stopped (Ctrl-C) goes on from its last report when the same \
    command is given again. The folder gets checkpoint, curve.csv and net.nnue, with --policy net.policy."
)]
pub(crate) struct TrainArgs {
    /// Files of samples to learn from; with --policy files of games, or folders of them
    #[arg(value_name = "SAMPLES", required_unless_present = "moves")]
    pub(crate) samples: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) policy: PolicyArgs,
    /// Files of held-out samples
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "policy")]
    pub(crate) held_out: Vec<PathBuf>,
    /// The folder for the network
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Width of one side's accumulator: 32, 64 (the default), 96, 128, 192, 256 or 512; for a policy the hidden size:
    /// 32, 64, 128 or 256 (the default)
    #[arg(long)]
    pub(crate) width: Option<usize>,
    /// Outputs, of which one is chosen by the number of pieces on the board: 1, 2, 4 or 8
    #[arg(long, default_value_t = 8, conflicts_with = "policy")]
    pub(crate) buckets: usize,
    /// Number of passes over the samples
    #[arg(long, default_value_t = 10.0, value_parser = passes)]
    pub(crate) passes: f64,
    /// Samples per step
    #[arg(long, default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) batch: u32,
    /// Learning rate of the first step; 0.008 by default, 0.004 for a policy
    #[arg(long, value_parser = up_to_one)]
    pub(crate) rate: Option<f32>,
    /// Learning rate of the last step
    #[arg(long, default_value_t = 1e-5, value_parser = up_to_one)]
    pub(crate) last_rate: f32,
    /// Centipawns per unit of the logistic curve
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(20..=2000), conflicts_with = "policy")]
    pub(crate) scale: u16,
    /// Share of the game's result in the target, 0.3 by default, 0.5 for a policy's value; the rest is the score
    #[arg(long, value_parser = up_to_one)]
    pub(crate) result_share: Option<f32>,
    /// The same at the last step, if it changes
    #[arg(long, value_parser = up_to_one, conflicts_with = "policy")]
    pub(crate) last_result_share: Option<f32>,
    /// Threads; at most 16 are used, with --policy 4
    #[arg(long, default_value_t = 1, value_parser = spin(&THREADS))]
    pub(crate) threads: u32,
    /// Seed of the initial weights and of the order of the samples
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Start with the weights of a network or a checkpoint of the same width and outputs instead of random ones
    #[arg(long, value_name = "FILE", conflicts_with = "policy")]
    pub(crate) from: Option<PathBuf>,
}

/// Training of a policy network.
#[derive(Debug, Args)]
pub(crate) struct PolicyArgs {
    /// Train the policy network of the tree search on the moves of games
    #[arg(long)]
    pub(crate) policy: bool,
    /// With --policy: also learn the moves of these games in PGN; `-` reads standard input
    #[arg(long, value_name = "FILE.pgn", num_args = 1.., requires = "policy")]
    pub(crate) moves: Vec<PathBuf>,
    /// With --policy: share of games held out
    #[arg(long, default_value_t = 0.01, value_parser = share, requires = "policy")]
    pub(crate) share: f64,
    /// With --policy: learn from at most this many positions, a random part of all
    #[arg(long, value_name = "POSITIONS", requires = "policy", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// With --policy: do not train, but write the training data to the folder as rows for `training/train_policy.py`
    #[arg(long, requires = "policy")]
    pub(crate) rows: bool,
    /// With --policy: share of the played move's probability that is spread over all legal moves
    #[arg(long, default_value_t = 0.05, value_parser = up_to_one, requires = "policy")]
    pub(crate) smoothing: f32,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Held out by a training were the games that the same --share and --seed choose here. Of an archive \
    only moves with an evaluation count: the others are of the book."
)]
pub(crate) struct PolicytestArgs {
    /// Policy networks to test; the built-in one by default
    #[arg(value_name = "NET")]
    pub(crate) nets: Vec<PathBuf>,
    /// Files of games, or folders of them
    #[arg(long, value_name = "PATH", num_args = 1.., required_unless_present_any = ["moves", "archive"])]
    pub(crate) games: Vec<PathBuf>,
    /// Games in PGN; `-` reads standard input
    #[arg(long, value_name = "FILE.pgn", num_args = 1..)]
    pub(crate) moves: Vec<PathBuf>,
    /// Archives of engine games as text; `-` reads standard input
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) archive: Vec<PathBuf>,
    /// Use only the games that a training with this share holds out; all by default
    #[arg(long, value_parser = share)]
    pub(crate) share: Option<f64>,
    /// Seed of that training, and of the choice of positions
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Test at most this many positions, a random part of all
    #[arg(long, value_name = "POSITIONS", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: u64,
}

#[derive(Debug, Args)]
pub(crate) struct PeopleArgs {
    /// Games of people with ratings in PGN; `-` reads standard input
    #[arg(value_name = "FILE.pgn")]
    pub(crate) file: PathBuf,
    /// The file for the rows, one line of JSON each
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) out: PathBuf,
    /// Depth of the search of every move, plies
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) depth: u32,
    /// Use one of this many positions
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) every: u32,
}

#[derive(Debug, Args)]
pub(crate) struct HabitsArgs {
    /// Games in PGN; `-` reads standard input
    #[arg(value_name = "FILE.pgn", required = true)]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct NettestArgs {
    /// Networks to test, besides the hand-crafted evaluation
    #[arg(value_name = "NET")]
    pub(crate) nets: Vec<PathBuf>,
    /// Files of held-out samples
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub(crate) samples: Vec<PathBuf>,
    /// The checkpoint of the network tested, to measure the rounding error
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Centipawns of one unit of the logistic curve in the samples
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(20..=2000))]
    pub(crate) scale: u16,
    /// Share of the game's result in the target; the rest is the score
    #[arg(long, default_value_t = 0.0, value_parser = up_to_one)]
    pub(crate) result_share: f32,
}

fn passes(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|passes| (0.001..=10_000.0).contains(passes))
        .ok_or_else(|| "expected a number from 0.001 to 10000".into())
}

pub(super) fn up_to_one(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|number| (0.0..=1.0).contains(number))
        .ok_or_else(|| "expected a number from 0 to 1".into())
}

fn hours(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|hours| (0.0..=10_000.0).contains(hours))
        .ok_or_else(|| "expected a number from 0 to 10000".into())
}

fn share(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|share| (0.0..1.0).contains(share))
        .ok_or_else(|| "expected a number from 0 to below 1".into())
}

#[derive(Debug, Args)]
pub(crate) struct WdlFitArgs {
    /// PGN files with scores in comments, as written by match managers and lichess
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// Games with the evaluations of their engines, one `move eval depth pv...` per line; `-`: standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) tcec: Vec<PathBuf>,
    /// Games in PGN
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Vec<PathBuf>,
    /// Self-play games, as written by `tabia-train datagen`
    #[arg(long, value_name = "FILE")]
    pub(crate) selfplay: Vec<PathBuf>,
    /// Positions, one `FEN|result|eval|engine|game` per line; `-`: standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) positions: Vec<PathBuf>,
    /// Use one of this many positions of a game
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = count(1, 1000))]
    pub(crate) one_in: usize,
    /// Write the positions used, in the format of --positions
    #[arg(long, value_name = "FILE")]
    pub(crate) copy: Option<PathBuf>,
    /// Passes through all positions
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) epochs: u32,
    /// Initial change of a weight per step, centipawns
    #[arg(long, value_name = "CP", default_value_t = 2.0, value_parser = positive)]
    pub(crate) rate: f32,
    /// Expected spread of the weights around zero, centipawns
    #[arg(long, value_name = "CP", default_value_t = 60.0, value_parser = positive)]
    pub(crate) spread: f32,
    /// Use this scale instead of fitting it: centipawns per unit of the logistic function
    #[arg(long, value_name = "CP", value_parser = positive)]
    pub(crate) scale: Option<f32>,
    /// Random seed: the same seed gives the same weights
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Weight of the result if an engine has evaluated a position, per cent
    #[arg(long, value_name = "PERCENT", default_value_t = 40.0, value_parser = percent)]
    pub(crate) result_share: f32,
    /// Print the scales of this many engines
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = count(0, 1000))]
    pub(crate) engines: usize,
    /// The file for the weights, in the format of src/engine/eval/weights.rs
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}
