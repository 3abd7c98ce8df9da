//! The engine of a terminal command: the built-in one, or an external UCI engine.

use std::sync::Arc;
use std::time::Duration;

use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::limits::StopSignal;
use tabia_engine::search::thinker::{CommonOptions, SearchError, Thinker};
use tabia_host::external::engine::UciEngine;
use tabia_host::external::spec::{Timeouts, UciSpec};

use super::failure::Failure;

/// Maximum time of an external engine's search without a time limit.
const MAX_SEARCH_TIME: Duration = Duration::from_mins(30);

/// The built-in engine, or the one started by this command line. With less memory than requested it continues, with a
/// warning.
///
/// # Errors
/// If it cannot be started.
pub(super) fn start_engine(
    uci: Option<&str>,
    options: &CommonOptions,
) -> Result<Box<dyn Thinker>, Failure> {
    let mut engine: Box<dyn Thinker> = match uci {
        Some(line) => Box::new(other(line)?),
        None => Box::new(Engine::new(&EngineOptions { hash_mib: 1, ..EngineOptions::default() })),
    };
    match engine.configure(options) {
        Err(reduced @ SearchError::Reduced(_)) => super::complain(reduced),
        done => done?,
    }
    Ok(engine)
}

/// Starts the engine of a command line.
fn other(line: &str) -> Result<UciEngine, Failure> {
    let spec = UciSpec::from_command_line(1, line)
        .map_err(|error| Failure::Refused(format!("--uci: {error}")))?;
    let timeouts = Timeouts { longest: Some(MAX_SEARCH_TIME), ..Timeouts::default() };
    let mut engine = UciEngine::new(Arc::new(spec), timeouts, Arc::default());
    engine.start(&StopSignal::never()).map_err(SearchError::from)?;
    Ok(engine)
}
