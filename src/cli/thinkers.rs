//! The engine a command of the terminal asks: ours, or another one that speaks UCI.

use std::sync::Arc;
use std::time::Duration;

use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::limits::StopSignal;
use tabia_engine::search::thinker::{CommonOptions, SearchError, Thinker};
use tabia_host::external::engine::UciEngine;
use tabia_host::external::spec::{Patience, UciSpec};

use super::failure::Failure;

/// How long a search of another engine without a limit of time may take.
const LONGEST_SEARCH: Duration = Duration::from_mins(30);

/// Our engine, or the one that this command line starts. Where there is no memory for all of its table it goes
/// on with less, and that is said.
///
/// # Errors
/// When it cannot be started.
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

/// The engine of a command line, started.
fn other(line: &str) -> Result<UciEngine, Failure> {
    let spec = UciSpec::from_command_line(1, line)
        .map_err(|error| Failure::Refused(format!("--uci: {error}")))?;
    let patience = Patience { longest: Some(LONGEST_SEARCH), ..Patience::default() };
    let mut engine = UciEngine::new(Arc::new(spec), patience, Arc::default());
    engine.start(&StopSignal::never()).map_err(SearchError::from)?;
    Ok(engine)
}
