//! Starts an engine once to hear what it says of itself, and sends it away again.

use std::sync::Arc;

use tabia_engine::search::stop::StopSignal;

use super::error::UciError;
use super::log::ConversationLog;
use super::patience::Patience;
use super::spec::{Identity, UciSpec};
use super::talk::Talk;

/// Name, author and options of an engine. It takes as long as the engine does, at most `patience.handshake`
/// and `patience.farewell`, so it belongs on a thread of its own.
///
/// # Errors
/// Where it cannot be started, ends, does not introduce itself in time, or every search is stopped.
pub fn probe(
    spec: &UciSpec,
    patience: Patience,
    log: &Arc<ConversationLog>,
    stop: &StopSignal,
) -> Result<Identity, UciError> {
    let mut talk = Talk::start(spec, patience, log, stop)?;
    talk.process.end(patience.farewell);
    Ok(talk.identity)
}
