//! `tabia bench`: the engine's own bench, told as `OpenBench` reads it (`N nodes M nps` last).

use std::io::Write;
use std::sync::Arc;

use crate::engine::bench::{self, POSITIONS};
use crate::engine::report::per_second;
use crate::eval::nnue::Network;
use crate::eval::nnue::kernels::Kernels;

use super::args::BenchArgs;
use super::failure::Failure;
use super::out::Out;

pub(super) fn run<W: Write>(args: &BenchArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let network = args.net.as_deref().map(Network::open).transpose();
    let mut network = network.map_err(|error| Failure::Refused(error.to_string()))?;
    if let Some(name) = &args.kernels {
        let kernels = Kernels::named(name).map_err(Failure::Refused)?;
        network = network.map(|network| network.with_kernels(kernels));
    }
    if let Some(network) = &network {
        out.line(format_args!("{network:?}"))?;
    }
    let mut written = Ok(());
    let depth = args.depth.unwrap_or(bench::DEPTH);
    let result = bench::run(depth, network.map(Arc::new), |done, nodes| {
        if written.is_ok() {
            written = out.line(format_args!("{done}/{}: {nodes}", POSITIONS.len()));
        }
    });
    written?;
    let result = result.map_err(|error| Failure::Refused(error.to_string()))?;
    let nps = per_second(result.nodes, result.time.as_millis() as u64);
    out.line(format_args!("{} nodes {nps} nps", result.nodes))
}
