//! `tabia analyse`: a search in the terminal, as text or, with `--json`, as JSON.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::out::{Out, line_text};
use crate::position::limits_of;
use crate::values::{FenArg, Searcher, searcher, spin};
use tabia_chess::{Board, Color, Move};
use tabia_engine::alphabeta::options::{EngineOptions, HASH_MIB, MULTI_PV, THREADS};
use tabia_engine::puct::options::PuctOptions;
use tabia_engine::search::report::{IterationInfo, SearchOutcome};
use tabia_engine::search::score::{Bound, Score};
use tabia_games::game::position::GamePosition;
use tabia_host::worker::Handle;
use tabia_host::worker::protocol::{Command, Event, JobId, Watch};

#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) position: FenArg,
    /// Stop after this depth, plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// Stop after this time, ms (10000 when no limit is given)
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) movetime: Option<u64>,
    /// Stop after about this many nodes
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Number of best lines
    #[arg(long, value_name = "LINES", default_value_t = 1, value_parser = spin(&MULTI_PV))]
    pub(crate) multipv: u32,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = spin(&THREADS))]
    pub(crate) threads: u32,
    /// Size of the hash table, MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = spin(&HASH_MIB))]
    pub(crate) hash: u32,
    /// The search: alphabeta, puct (its strongest method), or one of its methods: flat, uct, uct-eval, uniform,
    /// knowledge, quiet, network, hybrid; a method or puct can be followed by changed settings after commas:
    /// puct,cpuct=1200
    #[arg(long, value_name = "NAME", default_value = "alphabeta", value_parser = searcher)]
    pub(crate) search: Searcher,
    /// One JSON object per line: each finished iteration, then the best move
    #[arg(long)]
    pub(crate) json: bool,
}

/// Time of a search without a limit.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// The only job of this worker.
const JOB: JobId = JobId(1);

pub(crate) fn run<W: Write>(args: &AnalyseArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let board = args.position.board()?;
    let (hash_mib, threads, multi_pv) = (args.hash, args.threads, args.multipv);
    let wake = Arc::new(|_| ());
    let handle = match args.search.options() {
        None => {
            let usual = EngineOptions::default();
            Handle::spawn(EngineOptions { hash_mib, threads, multi_pv, ..usual }, wake)
        }
        Some(method) => Handle::spawn(PuctOptions { hash_mib, threads, multi_pv, ..method }, wake),
    };
    let handle =
        handle.map_err(|error| Failure::Refused(format!("no thread for the engine: {error}")))?;
    let search = Command::Search {
        job: JOB,
        position: GamePosition::new(board),
        limits: limits_of(args.depth, args.nodes, args.movetime, DEFAULT_TIME),
        watch: Watch::default(),
    };
    handle.try_send(search).map_err(|_| Failure::Refused("the engine takes no order".into()))?;
    if !args.json {
        out.line(HEADER)?;
    }
    let interrupt = Interrupt::watch();
    let outcome = interrupt.stopping(|| handle.stop(JOB), || follow(args, &handle, &board, out))?;
    finish(args, &board, &outcome, out)?;
    if interrupt.is_raised() {
        return Err(Failure::Interrupted("the search ended before its limit".to_owned()));
    }
    Ok(())
}

/// Writes the reports of the search until it ends, by its limits or a stop.
fn follow<W: Write>(
    args: &AnalyseArgs,
    handle: &Handle,
    board: &Board,
    out: &mut Out<W>,
) -> Result<SearchOutcome, Failure> {
    loop {
        match handle.recv() {
            Some(Event::Iteration { info, .. }) if info.bound == Bound::Exact => {
                if args.json {
                    out.json(&Line::new(board, &info))?;
                } else {
                    out.line(row(board, &info))?;
                }
            }
            Some(Event::Finished { outcome, .. }) => return Ok(outcome),
            Some(Event::Reduced { text } | Event::Note { text, .. }) => crate::complain(text),
            Some(Event::Failed { error, job: Some(_), .. }) => return Err(Failure::Refused(error)),
            Some(Event::Failed { error, job: None, .. }) => crate::complain(error),
            Some(_) => {}
            None => return Err(Failure::Refused("the engine has gone".into())),
        }
    }
}

/// A PV of an iteration.
#[derive(Serialize)]
struct Line {
    depth: u32,
    seldepth: Option<u32>,
    multipv: u32,
    /// Point of view of the score: side to move, as in UCI.
    pov: &'static str,
    #[serde(flatten)]
    score: LineScore,
    bound: &'static str,
    nodes: Option<u64>,
    time_ms: u64,
    nps: Option<u64>,
    hashfull: Option<u32>,
    pv: Vec<String>,
    pv_san: Vec<String>,
}

/// Centipawns, or moves to mate (negative: the side to move is mated).
#[derive(Serialize)]
enum LineScore {
    #[serde(rename = "score_cp")]
    Cp(i32),
    #[serde(rename = "mate")]
    Mate(i32),
}

/// The best move.
#[derive(Serialize)]
struct Answer<'a> {
    bestmove: Option<&'a str>,
    ponder: Option<&'a str>,
    /// Why there is no legal move: `checkmate` or `stalemate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'static str>,
}

impl Line {
    fn new(board: &Board, info: &IterationInfo) -> Line {
        let (pv, pv_san) = line_text(board, &info.pv);
        Line {
            depth: info.depth,
            seldepth: info.seldepth,
            multipv: info.multi_pv,
            pov: if info.stm == Color::White { "white" } else { "black" },
            score: match info.score {
                Score::Mate(_) => LineScore::Mate(info.score.mate_in_moves().unwrap_or(0)),
                score => LineScore::Cp(score.cp().unwrap_or(0)),
            },
            bound: "exact",
            nodes: info.nodes,
            time_ms: info.time_ms,
            nps: info.nps,
            hashfull: info.hashfull,
            pv,
            pv_san,
        }
    }
}

fn finish<W: Write>(
    args: &AnalyseArgs,
    board: &Board,
    outcome: &SearchOutcome,
    out: &mut Out<W>,
) -> Result<(), Failure> {
    let moves: Vec<Move> = outcome.best.into_iter().chain(outcome.ponder).collect();
    let (ucis, sans) = line_text(board, &moves);
    let end = end(board);
    if args.json {
        let text = |at: usize| ucis.get(at).map(String::as_str);
        return out.json(&Answer { bestmove: text(0), ponder: text(1), end });
    }
    let text = match (&sans[..], outcome.score) {
        ([], _) => match end {
            Some(end) => ended(end),
            None => "No best move".to_owned(),
        },
        ([best, rest @ ..], score) => {
            let expected =
                rest.first().map_or(String::new(), |reply| format!(", expecting {reply}"));
            let (stm, reason) = (board.stm(), outcome.reason.words());
            let bound = outcome.bound.sign();
            let score = score.map_or(String::new(), |score| format!("{bound}{score} for {stm}; "));
            format!("Best move: {best}{expected} ({score}ended by {reason})")
        }
    };
    out.line(text)
}

/// The line for a position without a legal move.
pub(super) fn ended(end: &str) -> String {
    format!("No legal move: {end}")
}

/// Why a position has no legal move.
pub(super) fn end(board: &Board) -> Option<&'static str> {
    match !board.has_legal_move() {
        true if board.in_check() => Some("checkmate"),
        true => Some("stalemate"),
        false => None,
    }
}

const HEADER: &str = "depth    score        nodes      nps  time s  line";

/// A line of the table. Scores are the side to move's view.
fn row(board: &Board, info: &IterationInfo) -> String {
    let number = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    format!(
        "{:>2}/{:<3} {:>7} {:>12} {:>8} {:>7.2}  {}",
        info.depth,
        number(info.seldepth.map(u64::from)),
        info.score.to_string(),
        number(info.nodes),
        number(info.nps),
        info.time_ms as f64 / 1000.0,
        line_text(board, &info.pv).1.join(" "),
    )
}
