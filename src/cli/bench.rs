//! `tabia bench`: the engine's own bench, told as `OpenBench` reads it (`N nodes M nps` last).

use std::io::Write;

use crate::engine::bench::{self, POSITIONS};
use crate::engine::report::per_second;

use super::failure::Failure;
use super::out::Out;

pub(super) fn run<W: Write>(depth: Option<u32>, out: &mut Out<W>) -> Result<(), Failure> {
    let mut written = Ok(());
    let result = bench::run(depth.unwrap_or(bench::DEPTH), |done, nodes| {
        if written.is_ok() {
            written = out.line(format_args!("{done}/{}: {nodes}", POSITIONS.len()));
        }
    });
    written?;
    let result = result.map_err(|error| Failure::Refused(error.to_string()))?;
    let nps = per_second(result.nodes, result.time.as_millis() as u64);
    out.line(format_args!("{} nodes {nps} nps", result.nodes))
}
