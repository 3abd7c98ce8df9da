//! Who can sit on a seat: what the worker asks of an engine beyond searching.

use std::sync::Arc;

use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::eval::nnue::Network;
use tabia_engine::eval::policy::PolicyNet;
use tabia_engine::search::look::{Look, LookRequest};
use tabia_engine::search::stop::StopSignal;
use tabia_engine::search::thinker::{SearchError, Thinker};
use tabia_games::tablebase::Syzygy;
use tabia_lab::task::{self, LabNews, LabTask};

use super::protocol::SeatOptions;

/// An engine on a seat. The worker's own tests put engines in its place that flood, hang on and panic.
pub(super) trait Occupant: Thinker + Sized {
    /// What it is built from, now and after a breakdown.
    type Recipe: Send + 'static;

    /// Whether a search that was stopped before it began still owes a sound move: UCI plays it. Of the
    /// user's engines nobody waits for one.
    const OWES_MOVE: bool = true;

    /// Built on the worker's thread: it need not be `Send`. `leaving` is raised when the seat is given up.
    fn build(recipe: &Self::Recipe, leaving: StopSignal) -> Self;

    /// Does what takes its time before a search, so that it never runs on anybody's clock.
    ///
    /// # Errors
    /// When the engine is of no use.
    fn warm_up(&mut self, stop: &StopSignal) -> Result<(), SearchError> {
        let _ = stop;
        Ok(())
    }

    /// Uses these options from the next search on. Options of another kind of engine change nothing.
    ///
    /// # Errors
    /// [`SearchError::Reduced`]: it goes on with less than was asked for.
    fn set_options(&mut self, options: &SeatOptions) -> Result<(), SearchError>;

    /// An engine without networks lets it go.
    fn set_network(&mut self, network: Option<Arc<Network>>) {
        drop(network);
    }

    /// An engine without policy networks lets it go.
    fn set_policy(&mut self, policy: Option<Arc<PolicyNet>>) {
        drop(policy);
    }

    /// An engine that asks no tables of ours lets them go.
    fn set_tables(&mut self, tables: Option<Arc<Syzygy>>) {
        drop(tables);
    }

    /// Carries out an experiment; `tell` hears what is found.
    ///
    /// # Errors
    /// Why there is no result. An engine whose search cannot be laid open has none.
    fn lab(
        &mut self,
        task: &LabTask,
        stop: &StopSignal,
        tell: &mut dyn FnMut(LabNews),
    ) -> Result<(), String> {
        let _ = (task, stop, tell);
        Err("only the built-in engine can be laid open".into())
    }

    /// What the engine remembers; `None` where it cannot be asked.
    fn look(&self, request: &LookRequest) -> Option<Look> {
        let _ = request;
        None
    }

    /// Does what a button among its options does.
    ///
    /// # Errors
    /// When the engine is of no use any more.
    fn press(&mut self, button: &str) -> Result<(), SearchError> {
        let _ = button;
        Ok(())
    }
}

impl Occupant for Engine {
    type Recipe = EngineOptions;

    fn build(recipe: &EngineOptions, _: StopSignal) -> Self {
        Engine::new(recipe)
    }

    fn set_options(&mut self, options: &SeatOptions) -> Result<(), SearchError> {
        match options {
            SeatOptions::BuiltIn(options) => Ok(Engine::set_options(self, options)?),
            SeatOptions::Puct(_) | SeatOptions::External(_) => Ok(()),
        }
    }

    fn set_network(&mut self, network: Option<Arc<Network>>) {
        Engine::set_network(self, network);
    }

    fn set_tables(&mut self, tables: Option<Arc<Syzygy>>) {
        Engine::set_tables(self, tables);
    }

    fn lab(
        &mut self,
        task: &LabTask,
        stop: &StopSignal,
        tell: &mut dyn FnMut(LabNews),
    ) -> Result<(), String> {
        task::run(task, self, stop, tell)
    }

    fn look(&self, request: &LookRequest) -> Option<Look> {
        Engine::look(self, request)
    }
}
