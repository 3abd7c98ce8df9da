//! The kinds of engines: how each is built and takes its options, and a row for each that is part of the program. The
//! worker, matches, UCI and the window know engines only from here.

use std::sync::Arc;

use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::{EngineOptions, Strength};
use tabia_engine::eval::nnue::Network;
use tabia_engine::eval::policy::PolicyNet;
use tabia_engine::puct::PuctEngine;
use tabia_engine::puct::options::PuctOptions;
use tabia_engine::search::inspection::{InspectionRequest, SearchInspection};
use tabia_engine::search::limits::StopSignal;
use tabia_engine::search::thinker::{CommonOptions, EngineId, SearchError, Thinker};
use tabia_engine::uci::option;
use tabia_engine::uci::search_option::SearchKind;
use tabia_games::tablebase::Syzygy;
use tabia_lab::experiment::{AnyTrial, AnyUpdate, LabContext};
use tabia_lab::ladder::plain::PlainEngine;
use tabia_lab::scratch::search::ScratchEngine;
use tabia_lab::scratch::values::ScratchEval;

use crate::external::engine::UciEngine;
use crate::external::log::ConversationLog;
use crate::external::requested_options::RequestedOptions;
use crate::external::spec::{Timeouts, UciSpec};

/// What an engine is built from.
#[derive(Clone, Debug)]
pub enum EngineConfig {
    AlphaBeta(EngineOptions),
    /// The tree search by playouts.
    Puct(PuctOptions),
    Scratch(Arc<ScratchEval>),
    /// Alpha-beta that counts pieces.
    Plain,
    /// An engine of the user: its entry in the list, and the log of the conversation.
    External(Arc<UciSpec>, Arc<ConversationLog>),
}

/// An engine of the program.
#[derive(Debug)]
pub struct EngineKind {
    /// Its seat in the window.
    pub id: EngineId,
    /// What the window calls it.
    pub name: &'static str,
    /// Its value of the UCI option `Search`; `None`: it is available only in its own view and in matches.
    pub search: Option<SearchKind>,
    /// It is a weak engine to learn from: it has no opening book, and another engine may analyse its games at full
    /// strength.
    pub for_learning: bool,
    /// Its configuration when only the UCI options are set.
    pub config: fn(&option::UciOptions) -> EngineConfig,
}

/// The engines of the program, in the order in which they are offered. The user's engines have entries in the list.
pub const KINDS: [EngineKind; 4] = [
    EngineKind {
        id: EngineId::BUILT_IN,
        name: "Tabia",
        search: Some(SearchKind::AlphaBeta),
        for_learning: false,
        config: |options| EngineConfig::AlphaBeta(options.engine),
    },
    EngineKind {
        id: EngineId::PUCT,
        name: "Tabia PUCT",
        search: Some(SearchKind::Puct),
        for_learning: false,
        config: |options| EngineConfig::Puct(options.puct()),
    },
    EngineKind {
        id: EngineId::PLAIN,
        name: "Tabia Plain",
        search: Some(SearchKind::Plain),
        for_learning: true,
        config: |_| EngineConfig::Plain,
    },
    EngineKind {
        id: EngineId::SCRATCH,
        name: "From scratch",
        search: None,
        for_learning: true,
        config: |_| EngineConfig::Scratch(Arc::default()),
    },
];

/// The engine of the program whose seat this is.
pub fn of_seat(id: EngineId) -> Option<&'static EngineKind> {
    const { &KINDS }.iter().find(|kind| kind.id == id)
}

/// The engine that searches this way.
pub fn of_search(search: SearchKind) -> &'static EngineKind {
    let kinds = const { &KINDS };
    kinds.iter().find(|kind| kind.search == Some(search)).unwrap_or(&kinds[0])
}

/// The engine with this name in the lines and plans of matches, ignoring case.
pub fn of_word(word: &str) -> Option<&'static EngineKind> {
    const { &KINDS }.iter().find(|kind| kind.word().eq_ignore_ascii_case(word))
}

impl EngineKind {
    /// Its name in the lines and plans of matches.
    pub fn word(&self) -> &'static str {
        self.search.map_or("Scratch", SearchKind::word)
    }
}

impl EngineConfig {
    /// Builds the engine, on the thread it searches on: it need not be `Send`. `abandoned` is raised when it is given up.
    pub fn build(&self, abandoned: StopSignal) -> Box<dyn Backend> {
        match self {
            EngineConfig::AlphaBeta(options) => Box::new(Engine::new(options)),
            EngineConfig::Puct(options) => Box::new(PuctEngine::new(options)),
            EngineConfig::Scratch(eval) => Box::new(ScratchEngine::new(Arc::clone(eval))),
            EngineConfig::Plain => Box::new(PlainEngine::default()),
            EngineConfig::External(spec, log) => {
                let engine = UciEngine::new(Arc::clone(spec), Timeouts::default(), Arc::clone(log));
                Box::new(engine.abandoned_with(abandoned))
            }
        }
    }

    /// Its options until others are set.
    pub fn options(&self) -> SeatOptions {
        match self {
            EngineConfig::AlphaBeta(options) => SeatOptions::BuiltIn(*options),
            EngineConfig::Puct(options) => SeatOptions::Puct(*options),
            EngineConfig::Scratch(_) | EngineConfig::Plain | EngineConfig::External(..) => {
                SeatOptions::Common(CommonOptions { threads: 1, hash_mib: 1, multi_pv: 1 })
            }
        }
    }

    pub(crate) fn thread(&self) -> String {
        match self {
            EngineConfig::AlphaBeta(_) => "worker".to_owned(),
            EngineConfig::Puct(_) => "puct".to_owned(),
            EngineConfig::Scratch(_) => "scratch".to_owned(),
            EngineConfig::Plain => "plain".to_owned(),
            EngineConfig::External(spec, _) => format!("uci-{}", spec.id),
        }
    }
}

impl From<EngineOptions> for EngineConfig {
    fn from(options: EngineOptions) -> EngineConfig {
        EngineConfig::AlphaBeta(options)
    }
}

impl From<PuctOptions> for EngineConfig {
    fn from(options: PuctOptions) -> EngineConfig {
        EngineConfig::Puct(options)
    }
}

/// The options of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatOptions {
    BuiltIn(EngineOptions),
    /// The built-in tree search by playouts.
    Puct(PuctOptions),
    /// An engine of the program without options of its own.
    Common(CommonOptions),
    /// An engine of the user; options that only it has are in its entry in the settings.
    External(RequestedOptions),
}

impl SeatOptions {
    /// Lines searched.
    pub fn multi_pv(&self) -> u32 {
        match self {
            SeatOptions::BuiltIn(options) => options.multi_pv,
            SeatOptions::Puct(options) => options.multi_pv,
            SeatOptions::Common(options) => options.multi_pv,
            SeatOptions::External(options) => options.multi_pv.unwrap_or(1),
        }
    }

    /// Search threads; `None`: as the entry of a user's engine says.
    pub fn threads(&self) -> Option<u32> {
        match self {
            SeatOptions::BuiltIn(options) => Some(options.threads),
            SeatOptions::Puct(options) => Some(options.threads),
            SeatOptions::Common(options) => Some(options.threads),
            SeatOptions::External(options) => options.threads,
        }
    }

    /// How strong it is to play; `Full` also where the entry of a user's engine decides.
    pub fn strength(&self) -> Strength {
        match self {
            SeatOptions::BuiltIn(options) => options.strength,
            SeatOptions::Puct(_) | SeatOptions::Common(_) => Strength::Full,
            SeatOptions::External(options) => options.strength.unwrap_or(Strength::Full),
        }
    }

    /// Whether it plays below full strength, so that its scores are not evaluations.
    pub fn is_restrained(&self) -> bool {
        match self {
            SeatOptions::BuiltIn(options) => options.strength.elo().is_some(),
            SeatOptions::Puct(_) | SeatOptions::Common(_) => false,
            SeatOptions::External(options) => options.strength != Some(Strength::Full),
        }
    }
}

/// What an engine on a seat must do besides searching. The worker's own tests use engines that flood, hang and panic.
pub trait Backend: Thinker {
    /// Whether a search that was stopped before it began must still return a legal move, because UCI plays it. The
    /// result of a user's engine is dropped in this case.
    fn returns_move_if_stopped(&self) -> bool {
        true
    }

    /// Does the slow preparations of a search, so that they never run on a player's clock.
    ///
    /// # Errors
    /// If the engine cannot be used.
    fn warm_up(&mut self, _stop: &StopSignal) -> Result<(), SearchError> {
        Ok(())
    }

    /// Uses these options from the next search on. Options of another kind of engine change nothing.
    ///
    /// # Errors
    /// [`SearchError::Reduced`]: it continues with less than requested.
    fn set_options(&mut self, options: &SeatOptions) -> Result<(), SearchError> {
        match options {
            SeatOptions::Common(options) => self.configure(options),
            _ => Ok(()),
        }
    }

    /// Sets the evaluation network; ignored by engines without one.
    fn set_network(&mut self, _network: Option<Arc<Network>>) {}

    /// Sets the policy network; ignored by engines without one.
    fn set_policy(&mut self, _policy: Option<Arc<PolicyNet>>) {}

    /// Sets the tablebases; ignored by engines that do not probe ours.
    fn set_tables(&mut self, _tables: Option<Arc<Syzygy>>) {}

    /// Runs an experiment and reports what is found.
    ///
    /// # Errors
    /// Why there is no result. Only engines whose search can be inspected run experiments.
    fn lab(
        &mut self,
        _trial: &dyn AnyTrial,
        _stop: &StopSignal,
        _report: &mut dyn FnMut(AnyUpdate) -> bool,
    ) -> Result<(), String> {
        Err(tabia_text::t!("engine-no-lab").into())
    }

    /// The engine's memory of a position; `None` where it cannot be inspected.
    fn inspect(&self, _request: &InspectionRequest) -> Option<SearchInspection> {
        None
    }

    /// Presses a button among its options.
    ///
    /// # Errors
    /// If the engine can no longer be used.
    fn press(&mut self, _button: &str) -> Result<(), SearchError> {
        Ok(())
    }
}

impl Backend for PlainEngine {}

impl Backend for ScratchEngine {}

impl Backend for Engine {
    fn set_options(&mut self, options: &SeatOptions) -> Result<(), SearchError> {
        match options {
            SeatOptions::BuiltIn(options) => Ok(Engine::set_options(self, options)?),
            _ => Ok(()),
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
        trial: &dyn AnyTrial,
        stop: &StopSignal,
        report: &mut dyn FnMut(AnyUpdate) -> bool,
    ) -> Result<(), String> {
        let done = trial.run(&mut LabContext { engine: self, stop }, report);
        done.map_err(|error| error.to_string())
    }

    fn inspect(&self, request: &InspectionRequest) -> Option<SearchInspection> {
        Engine::inspect(self, request)
    }
}

impl Backend for PuctEngine {
    fn set_options(&mut self, options: &SeatOptions) -> Result<(), SearchError> {
        match options {
            SeatOptions::Puct(options) => Ok(PuctEngine::set_options(self, options)?),
            _ => Ok(()),
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

impl Backend for UciEngine {
    fn returns_move_if_stopped(&self) -> bool {
        false
    }

    fn warm_up(&mut self, stop: &StopSignal) -> Result<(), SearchError> {
        Ok(self.start(stop)?)
    }

    fn set_options(&mut self, options: &SeatOptions) -> Result<(), SearchError> {
        if let SeatOptions::External(options) = options {
            UciEngine::configure(self, *options);
        }
        Ok(())
    }

    fn press(&mut self, button: &str) -> Result<(), SearchError> {
        Ok(UciEngine::press(self, button)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Board;
    use tabia_engine::search::limits::{Limits, StopToken};
    use tabia_games::game::position::GamePosition;

    #[test]
    fn every_search_has_one_row_and_every_row_a_seat_of_its_own() {
        for search in SearchKind::all() {
            assert_eq!(of_search(search).search, Some(search));
        }
        for kind in &KINDS {
            assert!(kind.id.is_own(), "{}", kind.name);
            assert_eq!(of_seat(kind.id).unwrap().name, kind.name);
            let same = KINDS.iter().filter(|other| other.id == kind.id || other.name == kind.name);
            assert_eq!(same.count(), 1, "{}", kind.name);
            assert_eq!(of_word(&kind.word().to_lowercase()).unwrap().id, kind.id);
        }
    }

    #[test]
    fn every_kind_plays_a_legal_move_and_ends_where_it_is_stopped() {
        let mut options = option::UciOptions::default();
        options.engine.hash_mib = 1;
        for kind in &KINDS {
            let config = (kind.config)(&options);
            let mut engine = config.build(StopSignal::never());
            engine.set_options(&config.options()).unwrap();
            let position = GamePosition::new(Board::start());
            let limits = Limits::nodes(200);
            let found = engine.search(&position, &limits, &StopSignal::never(), &mut ()).unwrap();
            assert!(Board::start().is_legal(found.best.unwrap()), "{}", kind.name);
            let token = Arc::new(StopToken::default());
            token.stop(1);
            let stop = StopSignal::new(token, 1);
            let found = engine.search(&position, &Limits::infinite(), &stop, &mut ()).unwrap();
            assert!(found.best.is_none_or(|best| Board::start().is_legal(best)), "{}", kind.name);
        }
    }
}
