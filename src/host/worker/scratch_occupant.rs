//! An evaluation from scratch on a seat.

use std::sync::Arc;

use tabia_engine::search::stop::StopSignal;
use tabia_engine::search::thinker::SearchError;
use tabia_lab::scratch::thinker::ScratchEngine;
use tabia_lab::scratch::values::ScratchEval;

use super::occupant::Occupant;
use super::protocol::SeatOptions;

impl Occupant for ScratchEngine {
    type Recipe = Arc<ScratchEval>;

    fn build(recipe: &Arc<ScratchEval>, _: StopSignal) -> ScratchEngine {
        ScratchEngine::new(Arc::clone(recipe))
    }

    /// It has one thread, no hash table and one strength.
    fn set_options(&mut self, _: &SeatOptions) -> Result<(), SearchError> {
        Ok(())
    }
}
