//! The tree search by playouts on a seat.

use std::sync::Arc;

use tabia_engine::eval::nnue::Network;
use tabia_engine::eval::policy::PolicyNet;
use tabia_engine::puct::PuctEngine;
use tabia_engine::puct::options::PuctOptions;
use tabia_engine::search::stop::StopSignal;
use tabia_engine::search::thinker::SearchError;
use tabia_games::tablebase::Syzygy;

use super::occupant::Occupant;
use super::protocol::SeatOptions;

impl Occupant for PuctEngine {
    type Recipe = PuctOptions;

    fn build(recipe: &PuctOptions, _: StopSignal) -> PuctEngine {
        PuctEngine::new(recipe)
    }

    fn set_options(&mut self, options: &SeatOptions) -> Result<(), SearchError> {
        match options {
            SeatOptions::Puct(options) => Ok(PuctEngine::set_options(self, options)?),
            SeatOptions::BuiltIn(_) | SeatOptions::External(_) => Ok(()),
        }
    }

    fn set_network(&mut self, network: Option<Arc<Network>>) {
        PuctEngine::set_network(self, network);
    }

    fn set_policy(&mut self, policy: Option<Arc<PolicyNet>>) {
        PuctEngine::set_policy(self, policy);
    }

    fn set_tables(&mut self, tables: Option<Arc<Syzygy>>) {
        PuctEngine::set_tables(self, tables);
    }
}
