//! `tabia bench`, with output in the format of `OpenBench` (`N nodes M nps` last).
//!
//! `OpenBench` runs Tabia directly: `make EXE=NAME` in `.ci` builds the engine without the window under that name (the
//! `build` entry of the engine's configuration: `"path": ".ci"`, `"compilers": ["cargo>=1.95.0"]`, `"cpuflags": []`),
//! and NAME started by the match manager speaks UCI. The bench number goes into the commit message as `Bench: N`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use tabia_engine::alphabeta::bench::{self, POSITIONS};
use tabia_engine::alphabeta::options::EvalKind;
use tabia_engine::eval::nnue::kernels::Kernels;
use tabia_engine::puct;
use tabia_engine::puct::options::{PuctConfig, PuctOptions};
use tabia_engine::search::limits::StopSignal;
use tabia_engine::search::report::per_second;

use super::eval;
use crate::failure::Failure;
use crate::out::Out;

#[derive(Debug, Default, Args)]
pub(crate) struct BenchArgs {
    /// Depth of each search, plies [default: 12]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) depth: Option<u32>,
    /// Evaluate with the network of this file instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub(crate) net: Option<PathBuf>,
    /// Evaluate with the hand-crafted terms
    #[arg(long, conflicts_with = "net")]
    pub(crate) hand_crafted: bool,
    /// Compute the network with these instructions instead of the best the processor has
    #[arg(long, value_name = "NAME", conflicts_with = "hand_crafted")]
    pub(crate) kernels: Option<String>,
    #[command(flatten)]
    pub(crate) puct: PuctBenchArgs,
}

/// The bench of the tree search.
#[derive(Debug, Default, Args)]
pub(crate) struct PuctBenchArgs {
    /// Search by playouts: the same number for each position, and a signature of the trees they grow
    #[arg(long, conflicts_with_all = ["depth", "net", "hand_crafted", "kernels"])]
    puct: bool,
    /// Method of the playouts [default: hybrid]
    #[arg(long, value_name = "METHOD", requires = "puct", value_parser = configuration)]
    method: Option<PuctConfig>,
    /// Playouts of each position [default: 2000]
    #[arg(long, requires = "puct", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    playouts: Option<u64>,
}

/// Parses a configuration. The error lists all of them.
fn configuration(word: &str) -> Result<PuctConfig, String> {
    PuctConfig::from_word(word)
        .ok_or_else(|| format!("expected {}", PuctConfig::ALL.map(PuctConfig::word).join(", ")))
}

pub(crate) fn run<W: Write>(args: &BenchArgs, out: &mut Out<W>) -> Result<(), Failure> {
    run_until(args, &StopSignal::never(), |line| out.line(line))
}

/// A bench that may be stopped; the last line is then missing.
pub(crate) fn run_until(
    args: &BenchArgs,
    stop: &StopSignal,
    mut write_line: impl FnMut(String) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if args.puct.puct {
        return run_puct(&args.puct, stop, write_line);
    }
    let eval = if args.hand_crafted { EvalKind::HandCrafted } else { EvalKind::Network };
    let mut network = eval::chosen(args.net.as_deref())?;
    if let Some(name) = &args.kernels {
        let kernels = Kernels::named(name).map_err(Failure::Refused)?;
        network =
            network.map(|network| Arc::new(Arc::unwrap_or_clone(network).with_kernels(kernels)));
    }
    match &network {
        Some(network) if eval == EvalKind::Network => write_line(format!("{network:?}"))?,
        _ => write_line("Hand-crafted terms".to_owned())?,
    }
    let mut written = Ok(());
    let depth = args.depth.unwrap_or(bench::DEPTH);
    let result = bench::run(depth, eval, network, stop, |done, nodes| {
        progress(&mut written, &mut write_line, done, nodes);
    });
    written?;
    if stop.is_stopped() {
        return Ok(());
    }
    let result = result.map_err(|error| Failure::Refused(error.to_string()))?;
    let nps = per_second(result.nodes, result.time.as_millis() as u64).unwrap_or(0);
    write_line(format!("{} nodes {nps} nps", result.nodes))
}

/// Writes the count of a position, unless a line could not be written before.
fn progress(
    written: &mut Result<(), Failure>,
    write_line: &mut impl FnMut(String) -> Result<(), Failure>,
    done: usize,
    nodes: u64,
) {
    if written.is_ok() {
        *written = write_line(format!("{done}/{}: {nodes}", POSITIONS.len()));
    }
}

/// The PUCT bench.
fn run_puct(
    args: &PuctBenchArgs,
    stop: &StopSignal,
    mut write_line: impl FnMut(String) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let configuration = args.method.unwrap_or(PuctConfig::STRONGEST);
    write_line(configuration.name().to_owned())?;
    let mut written = Ok(());
    let playouts = args.playouts.unwrap_or(puct::bench::PLAYOUTS);
    let options = PuctOptions::of(configuration);
    let result = puct::bench::run(&POSITIONS, playouts, &options, stop, |done, nodes| {
        progress(&mut written, &mut write_line, done, nodes);
    });
    written?;
    if stop.is_stopped() {
        return Ok(());
    }
    let result = result.map_err(|error| Failure::Refused(error.to_string()))?;
    write_line(format!("signature {}", result.signature))?;
    let nps = per_second(result.playouts, result.time.as_millis() as u64).unwrap_or(0);
    write_line(format!("{} nodes {nps} nps", result.playouts))
}
