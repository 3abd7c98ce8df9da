//! The engine a command of the terminal asks: ours, or another one that speaks UCI.

use crate::alphabeta::Engine;
use crate::alphabeta::options::EngineOptions;
use crate::search::thinker::{CommonOptions, SearchError, Thinker};

use super::failure::Failure;
use super::rival::Rival;

/// Our engine, or the one that this command starts. Where there is no memory for all of its table it goes
/// on with less, and that is said.
///
/// # Errors
/// When it cannot be started.
pub(super) fn start_engine(
    uci: Option<&str>,
    options: &CommonOptions,
) -> Result<Box<dyn Thinker>, Failure> {
    let mut engine: Box<dyn Thinker> = match uci {
        Some(command) => Box::new(Rival::start(command)?),
        None => Box::new(Engine::new(&EngineOptions { hash_mib: 1, ..EngineOptions::default() })),
    };
    match engine.configure(options) {
        Err(reduced @ SearchError::Reduced(_)) => super::complain(reduced),
        done => done?,
    }
    Ok(engine)
}
