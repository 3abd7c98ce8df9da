//! The engine as one of those who search.

use crate::search::limits::Limits;
use crate::search::observer::SearchObserver;
use crate::search::report::SearchOutcome;
use crate::search::stop::StopSignal;
use crate::search::thinker::{CommonOptions, SearchError, Thinker};
use tabia_games::game::position::GamePosition;

use super::options::EngineOptions;
use super::{Engine, Shortage};

impl Thinker for Engine {
    fn name(&self) -> &'static str {
        concat!("Tabia ", env!("CARGO_PKG_VERSION"))
    }

    fn configure(&mut self, options: &CommonOptions) -> Result<(), SearchError> {
        let CommonOptions { threads, hash_mib, multi_pv } = *options;
        self.set_options(&EngineOptions { hash_mib, threads, multi_pv, ..*self.options() })?;
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), SearchError> {
        Engine::new_game(self);
        Ok(())
    }

    fn search(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        stop: &StopSignal,
        observer: &mut dyn SearchObserver,
    ) -> Result<SearchOutcome, SearchError> {
        Ok(self.go(position, limits, stop, observer))
    }
}

impl From<Shortage> for SearchError {
    fn from(error: Shortage) -> SearchError {
        SearchError::Reduced(error.to_string())
    }
}
