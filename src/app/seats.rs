//! Who sits where: which engines take part in analysis, what each is called, what it searches with.
//! Questions to the model; seats are taken and given up in `update`.

use crate::alphabeta::options::{EngineOptions, Strength};
use crate::search::engine_id::EngineId;
use crate::worker::protocol::SeatOptions;

use super::engine_state::Purpose;
use super::game_state::Player;
use super::model::Model;

/// Engines that can analyse at once.
pub const MOST_ANALYSING: usize = 4;

impl Model {
    /// The engines that take part in analysis, in the order in which they are shown; never none.
    pub fn analysing(&self) -> Vec<EngineId> {
        let known = |id: &EngineId| self.is_known(*id);
        let mut chosen: Vec<EngineId> =
            self.settings.analysing.iter().copied().filter(known).take(MOST_ANALYSING).collect();
        if chosen.is_empty() {
            chosen.push(EngineId::BUILT_IN);
        }
        chosen
    }

    /// Whether there is such an engine.
    pub fn is_known(&self, id: EngineId) -> bool {
        id.is_built_in()
    }

    /// What an engine is called.
    pub fn engine_name(&self, _id: EngineId) -> String {
        "Tabia".to_owned()
    }

    /// An engine as a player.
    pub fn engine_player(&self, id: EngineId, strength: Strength) -> Player {
        let name = if id.is_built_in() { String::new() } else { self.engine_name(id) };
        Player::Engine { id, name, strength }
    }

    /// The engine that reviews games.
    pub fn review_engine(&self) -> EngineId {
        EngineId::BUILT_IN
    }

    /// The engine whose search the panels show in full: the one at a move, at advice or thinking ahead, else the
    /// chosen one, else the first that takes part in analysis.
    pub fn focus(&self) -> EngineId {
        let shown = |purpose: Purpose| {
            !purpose.is_in_background() && !matches!(purpose, Purpose::Analyse | Purpose::Judge)
        };
        if let Some(job) = self.engine.job_for(shown) {
            return job.engine;
        }
        let analysing = self.analysing();
        let chosen = self.view.focus.filter(|id| analysing.contains(id));
        chosen.or(analysing.first().copied()).unwrap_or(EngineId::BUILT_IN)
    }

    /// What an engine analyses with.
    pub fn analysis_options(&self, id: EngineId) -> SeatOptions {
        self.seat_options(id, Strength::Full, self.settings.engine.multi_pv)
    }

    /// What an engine plays with.
    pub fn play_options(&self, id: EngineId, strength: Strength) -> SeatOptions {
        self.seat_options(id, strength, 1)
    }

    /// What an engine reviews with: the best line and the next best.
    pub fn review_options(&self, id: EngineId) -> SeatOptions {
        self.seat_options(id, Strength::Full, 2)
    }

    fn seat_options(&self, _id: EngineId, strength: Strength, multi_pv: u32) -> SeatOptions {
        SeatOptions::BuiltIn(EngineOptions { strength, multi_pv, ..self.settings.engine })
    }
}
