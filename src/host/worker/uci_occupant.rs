//! An engine of the user's on a seat.

use std::sync::Arc;

use crate::external::engine::UciEngine;
use crate::external::log::ConversationLog;
use crate::external::patience::Patience;
use crate::external::spec::UciSpec;
use crate::external::wishes::{UciStrength, Wishes};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::stop::StopSignal;
use tabia_engine::search::thinker::SearchError;

use super::occupant::Occupant;
use super::protocol::{SeatOptions, UciOptions};

/// What an engine of the user's is started from.
pub(super) struct UciRecipe {
    /// Its entry in the list.
    pub(super) spec: Arc<UciSpec>,
    /// Where what is said goes.
    pub(super) log: Arc<ConversationLog>,
}

impl Occupant for UciEngine {
    type Recipe = UciRecipe;

    const OWES_MOVE: bool = false;

    fn build(recipe: &UciRecipe, leaving: StopSignal) -> UciEngine {
        UciEngine::new(recipe.spec.clone(), Patience::default(), recipe.log.clone())
            .leaving_with(leaving)
    }

    fn warm_up(&mut self, stop: &StopSignal) -> Result<(), SearchError> {
        Ok(self.start(stop)?)
    }

    fn set_options(&mut self, options: &SeatOptions) -> Result<(), SearchError> {
        if let SeatOptions::External(options) = options {
            self.configure(wishes(options));
        }
        Ok(())
    }

    fn press(&mut self, button: &str) -> Result<(), SearchError> {
        Ok(UciEngine::press(self, button)?)
    }
}

fn wishes(options: &UciOptions) -> Wishes {
    let UciOptions { multi_pv, threads, hash_mib, strength } = *options;
    Wishes {
        threads,
        hash_mib,
        multi_pv: Some(multi_pv),
        strength: match strength {
            Strength::Full => UciStrength::AsSet,
            Strength::Elo(elo) => UciStrength::Elo(elo.into()),
            Strength::Level(level) => UciStrength::Skill(level.into()),
        },
        show_wdl: true,
        ..Wishes::default()
    }
}
