//! Commands for positions: search, evaluation, perft, test suites.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod epd;
pub mod eval;
pub(crate) mod perft;
pub mod policy;
pub(crate) mod probe;

use std::time::Duration;

use tabia_engine::search::limits::Limits;

/// Limits of a search from the options of a command; the default time applies if no option limits it.
fn limits_of(
    depth: Option<u32>,
    nodes: Option<u64>,
    movetime_ms: Option<u64>,
    default_time: Duration,
) -> Limits {
    let unlimited = depth.is_none() && nodes.is_none() && movetime_ms.is_none();
    let movetime = movetime_ms.map(Duration::from_millis);
    let movetime = if unlimited { Some(default_time) } else { movetime };
    Limits { depth, nodes, movetime, ..Limits::default() }
}
