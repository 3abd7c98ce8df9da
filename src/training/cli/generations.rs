//! `tabia-train generations`: trains the policy network on its own games; progress goes to standard error.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::generations::gate::MIN_PAIRS;
use crate::generations::run::{Fit, Gate, Play, Settings};
use crate::generations::{Bounds, Generations, News, Standing, Verdict};
use crate::policy::sample::{PolicySample, Positions};
use tabia_cli::failure::Failure;
use tabia_cli::hangup;
use tabia_cli::out::Out;
use tabia_cli::values::spin;
use tabia_engine::alphabeta::options::THREADS;
use tabia_engine::eval::policy::file;
use tabia_engine::puct::options::{Method, PuctConfig};
use tabia_engine::puct::words;
use tabia_games::regular_file;

use super::{data_args, policy};

/// Default share and seed of held-out games in policy training: games held out there are not used here either.
const HELD_OUT: (f64, u64) = (0.01, 1);
/// With fewer games no match is ever decided, so no network would be kept.
const MIN_GATE_GAMES: i64 = 2 * MIN_PAIRS as i64;
/// Largest network file that is read, bytes.
const MAX_BYTES: u64 = 1 << 26;

#[derive(Debug, Args)]
#[command(
    after_help = "A run that was ended anywhere goes on when the same command is given again; --generations and \
    --threads may be others then. The folder gets start.policy, log.jsonl and for each generation its games, its \
    network (fit/net.policy) and its match. training/plot_generations.py draws the log."
)]
pub(crate) struct GenerationsArgs {
    /// The folder for the run
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Number of generations, including finished ones
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=999))]
    pub(crate) generations: u32,
    /// Start with this policy network instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub(crate) net: Option<PathBuf>,
    /// Files or folders of older games whose moves are also learnt
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub(crate) old: Vec<PathBuf>,
    /// Older games in PGN; `-` reads standard input
    #[arg(long, value_name = "FILE.pgn", num_args = 1..)]
    pub(crate) old_moves: Vec<PathBuf>,
    /// Keep at most this many positions of older games, a random part of all
    #[arg(long, value_name = "POSITIONS", default_value_t = 4_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) old_limit: u64,
    /// Moves of older games learnt in a fit, as a multiple of the searched positions
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = number::<0, 100>)]
    pub(crate) old_share: f64,
    /// Games per generation
    #[arg(long, default_value_t = 4_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) games: u32,
    /// Playouts per move in these games
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub(crate) playouts: u64,
    /// Search method in the games and in the match: a configuration, with changes after commas
    #[arg(long, default_value = PuctConfig::STRONGEST.word(), value_parser = words::method)]
    pub(crate) method: Method,
    /// Share of Dirichlet noise in the priors of the root, thousandths
    #[arg(long, default_value_t = 250, value_parser = clap::value_parser!(u32).range(0..=1_000))]
    pub(crate) noise: u32,
    /// Plies in which moves are drawn by their playouts
    #[arg(long, value_name = "PLIES", default_value_t = 20)]
    pub(crate) drawn_plies: u32,
    /// Temperature of that draw: 1 in proportion to the playouts, 0 the best move
    #[arg(long, default_value_t = 0.8, value_parser = number::<0, 100>)]
    pub(crate) temperature: f64,
    /// Weight of the prior in the training target, as a share of all playouts
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = number::<0, 100>)]
    pub(crate) prior_share: f64,
    /// Number of generations whose games are used for training
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=999))]
    pub(crate) window: u32,
    /// Number of passes over the positions in a fit
    #[arg(long, default_value_t = 1.0, value_parser = number::<0, 1_000>)]
    pub(crate) passes: f64,
    /// Positions per step
    #[arg(long, default_value_t = 4_096, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) batch: u32,
    /// Learning rate of a fit's first step
    #[arg(long, default_value_t = 1e-3, value_parser = data_args::up_to_one)]
    pub(crate) rate: f32,
    /// Learning rate of its last step
    #[arg(long, default_value_t = 1e-5, value_parser = data_args::up_to_one)]
    pub(crate) last_rate: f32,
    /// Label smoothing: share of the training target spread over all moves, so that none is forgotten
    #[arg(long, default_value_t = 0.05, value_parser = number::<0, 1>)]
    pub(crate) smoothing: f64,
    /// Weight of the game's result in the value; the rest is the search's expectation
    #[arg(long, default_value_t = 0.3, value_parser = number::<0, 1>)]
    pub(crate) result_share: f64,
    /// Playouts per move in the match
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub(crate) gate_playouts: u64,
    /// Maximum number of games of the match, 32 at least; a network that has not won it by then is dropped
    #[arg(long, default_value_t = 3_000, value_parser = clap::value_parser!(u32).range(MIN_GATE_GAMES..=1_000_000))]
    pub(crate) gate_games: u32,
    /// Lower Elo bound of the match (H0)
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    pub(crate) elo0: f64,
    /// Upper Elo bound of the match (H1)
    #[arg(long, value_name = "ELO", default_value_t = 10.0, allow_negative_numbers = true)]
    pub(crate) elo1: f64,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads that play and fit, one per core if not given; a fit uses at most 4
    #[arg(long, value_parser = spin(&THREADS))]
    pub(crate) threads: Option<u32>,
}

/// Parses a number between two integers.
fn number<const LOW: u32, const HIGH: u32>(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|number| (f64::from(LOW)..=f64::from(HIGH)).contains(number))
        .ok_or_else(|| format!("expected a number from {LOW} to {HIGH}"))
}

pub(crate) fn run<W: Write>(args: &GenerationsArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let output_watch = hangup::Watch::begin();
    let bounds = Bounds { elo0: args.elo0, elo1: args.elo1 };
    if bounds.test().is_none() {
        let expected = "expected --elo0 less than --elo1, both from -1000 to 1000";
        return Err(Failure::Refused(expected.to_owned()));
    }
    let start = match &args.net {
        None => file::built_in_bytes().to_vec(),
        Some(path) => {
            regular_file::read(path, MAX_BYTES).map_err(|error| Failure::file(path, &error))?
        }
    };
    let old = old(args)?;
    let threads = data_args::threads(args.threads);
    let refused = |error: &dyn std::fmt::Display| Failure::Refused(error.to_string());
    let stop = output_watch.work()?;
    let run = Generations::begin(settings(args), &args.out, &start, &old, (threads, stop))
        .map_err(|error| refused(&error))?;
    let mut failure = None;
    let done = run.run(args.generations, &mut |news| {
        if let News::Over(verdict) = news {
            failure = failure.take().or(out.line(sentence(verdict)).err());
        } else {
            print_progress(news, bounds);
        }
    });
    let done = done.map_err(|error| refused(&error))?;
    failure.map_or(Ok(()), Err)?;
    let best = run.best_after(args.generations).map_err(|error| refused(&error))?;
    let how = if done { "best" } else { "stopped; best so far" };
    out.line(format_args!("{how}: {}", best.display()))
}

fn settings(args: &GenerationsArgs) -> Settings {
    Settings {
        seed: args.seed,
        start: 0,
        old: 0,
        play: Play {
            games: args.games,
            playouts: args.playouts,
            method: args.method,
            noise: args.noise,
            drawn_plies: args.drawn_plies,
            temperature: args.temperature,
            prior_share: args.prior_share,
        },
        fit: Fit {
            window: args.window,
            old_share: args.old_share,
            passes: args.passes,
            batch: args.batch as usize,
            rate: args.rate,
            last_rate: args.last_rate,
            result_share: args.result_share as f32,
            smoothing: args.smoothing as f32,
        },
        gate: Gate {
            playouts: args.gate_playouts,
            games: args.gate_games,
            bounds: Bounds { elo0: args.elo0, elo1: args.elo1 },
        },
    }
}

/// Moves of older games.
fn old(args: &GenerationsArgs) -> Result<Vec<PolicySample>, Failure> {
    let (share, seed) = HELD_OUT;
    let mut positions = Positions::new(share, seed);
    policy::read(&args.old, &args.old_moves, &mut positions)?;
    positions.held_out = Vec::new();
    let named = !args.old.is_empty() || !args.old_moves.is_empty();
    if named && positions.training.is_empty() {
        let found = "the older games have no position to learn from, expected one at least";
        return Err(Failure::Refused(found.to_owned()));
    }
    positions.shuffle();
    positions.training.truncate(usize::try_from(args.old_limit).unwrap_or(usize::MAX));
    positions.training.shrink_to_fit();
    Ok(positions.training)
}

/// `+23 Elo [+9, +37]`, as far as known.
fn elo([elo, low, high]: [Option<f64>; 3]) -> String {
    let one = |elo: Option<f64>| elo.map_or("?".to_owned(), |elo| format!("{elo:+.0}"));
    format!("{} Elo [{}, {}]", one(elo), one(low), one(high))
}

/// A finished generation as one line.
fn sentence(verdict: &Verdict) -> String {
    let Verdict { generation, games, searched, gate, seconds, .. } = verdict;
    let how = match (verdict.kept, verdict.standing) {
        (true, _) => "kept",
        (false, Standing::Open) => "dropped, undecided at the last game",
        (false, _) => "dropped",
    };
    let hours = (seconds.play + seconds.fit + seconds.gate) / 3600.0;
    format!(
        "generation {generation}: {games} games, {searched} positions; match won {}, drawn {}, lost {}: {}; {how}; \
         {hours:.2} h",
        gate.won,
        gate.drawn,
        gate.lost,
        elo(verdict.elo)
    )
}

fn print_progress(news: &News<'_>, bounds: Bounds) {
    let text = match news {
        News::Played(generation, games, all) => {
            format!("generation {generation}: {games} of {all} games")
        }
        News::Fitted(generation, report) => {
            let of = |sums: &crate::policy::model::Sums| {
                let (policy, value) = (sums.mean(sums.policy), sums.mean(sums.value));
                format!(
                    "policy {policy:.4}, value {value:.4}, top-1 {:.4}",
                    sums.mean(sums.top as f64)
                )
            };
            format!(
                "generation {generation}: step {}: {}; held out {}; rate {:.1e}",
                report.step,
                of(&report.training),
                of(&report.held_out),
                report.rate
            )
        }
        News::Gate(generation, score, ratio) => {
            format!(
                "generation {generation}: match +{} ={} -{}, {}, ratio {ratio:.2} for {} against {}",
                score.won,
                score.drawn,
                score.lost,
                elo(score.elo()),
                bounds.elo1,
                bounds.elo0
            )
        }
        News::Over(_) => return,
    };
    // A closed standard error does not stop the work.
    let _ = writeln!(std::io::stderr(), "{text}");
}
