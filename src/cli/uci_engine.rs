//! The engine that `--uci` names.

use std::sync::Arc;
use std::time::Duration;

use crate::external::engine::UciEngine;
use crate::external::hunt::Found;
use crate::external::info::Told;
use crate::external::patience::Patience;
use crate::external::spec::UciSpec;
use crate::external::wishes::Wishes;
use crate::game::position::GamePosition;
use crate::search::limits::Limits;
use crate::search::stop::StopSignal;

use super::failure::Failure;

/// How long a search without a limit of time may take.
const LONGEST_SEARCH: Duration = Duration::from_mins(30);

/// Starts the engine of a command line.
pub(super) fn start(line: &str, wishes: Wishes) -> Result<UciEngine, Failure> {
    let spec = UciSpec::from_command_line(1, line)
        .map_err(|error| Failure::Refused(format!("--uci: {error}")))?;
    let patience = Patience { longest: Some(LONGEST_SEARCH), ..Patience::default() };
    let mut engine = UciEngine::new(Arc::new(spec), patience, Arc::default());
    engine.configure(wishes);
    engine.start(&StopSignal::never()).map_err(refused)?;
    Ok(engine)
}

/// Has it forget the game before.
pub(super) fn new_game(engine: &mut UciEngine) -> Result<(), Failure> {
    engine.new_game(&StopSignal::never()).map_err(refused)
}

/// Searches a position. What is odd about the engine goes to standard error.
pub(super) fn search(
    engine: &mut UciEngine,
    position: &GamePosition,
    limits: &Limits,
    hear: &mut dyn FnMut(&Told),
) -> Result<Found, Failure> {
    let found = engine.search(position, limits, &StopSignal::never(), hear).map_err(refused)?;
    for note in &found.notes {
        super::complain(format_args!("{}: {note}", engine.name()));
    }
    Ok(found)
}

fn refused(error: crate::external::error::UciError) -> Failure {
    Failure::Refused(error.to_string())
}
