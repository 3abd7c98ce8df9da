//! `tabia bench`: the engine's own bench, told as `OpenBench` reads it (`N nodes M nps` last).

use std::io::Write;
use std::sync::Arc;

use crate::alphabeta::bench::{self, POSITIONS};
use crate::alphabeta::options::EvalKind;
use crate::eval::nnue::kernels::Kernels;
use crate::search::report::per_second;

use super::args::BenchArgs;
use super::eval_network;
use super::failure::Failure;
use super::out::Out;

pub(super) fn run<W: Write>(args: &BenchArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let eval = if args.hand_crafted { EvalKind::HandCrafted } else { EvalKind::Network };
    let mut network = eval_network::chosen(args.net.as_deref())?;
    if let Some(name) = &args.kernels {
        let kernels = Kernels::named(name).map_err(Failure::Refused)?;
        network =
            network.map(|network| Arc::new(Arc::unwrap_or_clone(network).with_kernels(kernels)));
    }
    match &network {
        Some(network) if eval == EvalKind::Network => out.line(format_args!("{network:?}"))?,
        _ => out.line("Hand-crafted terms")?,
    }
    let mut written = Ok(());
    let depth = args.depth.unwrap_or(bench::DEPTH);
    let result = bench::run(depth, eval, network, |done, nodes| {
        if written.is_ok() {
            written = out.line(format_args!("{done}/{}: {nodes}", POSITIONS.len()));
        }
    });
    written?;
    let result = result.map_err(|error| Failure::Refused(error.to_string()))?;
    let nps = per_second(result.nodes, result.time.as_millis() as u64);
    out.line(format_args!("{} nodes {nps} nps", result.nodes))
}
