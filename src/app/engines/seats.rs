//! Which engines take part in analysis, their names, and their search options. Queries to the model; seats are taken
//! and given up in `seating`.

use std::sync::Arc;

use tabia_engine::alphabeta::options::{EngineOptions, Strength};
use tabia_engine::puct::options::PuctOptions;
use tabia_engine::search::thinker::{CommonOptions, EngineId};
use tabia_engine::uci::option;
use tabia_host::external::option::UciOption;
use tabia_host::external::requested_options::RequestedOptions;
use tabia_host::external::spec::UciSpec;
use tabia_host::kinds::{self, EngineConfig, KINDS, SeatOptions};
use tabia_text::t;

use super::entries::{Handicaps, Probe, SHARED_OPTIONS};
use super::observer;
use super::state::Purpose;
use crate::duel::state::DUEL_ENGINES;
use crate::game::state::Player;
use crate::model::Model;

/// Minimum hash for an engine when several share it, MiB, unless the total is less.
const MIN_HASH_MIB: u32 = 16;

/// Maximum number of engines that analyse at once.
pub const MAX_ANALYSING: usize = 4;

impl Model {
    /// The engines that take part in analysis, in the order shown; never empty.
    pub fn analysing(&self) -> Vec<EngineId> {
        if self.in_duel() {
            return DUEL_ENGINES.to_vec();
        }
        let mut chosen = self.chosen_to_analyse();
        if self.observes() {
            // It replaces the built-in engine: two searches of one engine at one position would tell nothing more.
            if let Some(id) = chosen.iter_mut().find(|id| id.is_built_in()) {
                *id = EngineId::OBSERVER;
            } else {
                chosen.truncate(MAX_ANALYSING - 1);
                chosen.insert(0, EngineId::OBSERVER);
            }
        }
        chosen
    }

    /// The engines that the user has chosen for analysis; never empty.
    pub(super) fn chosen_to_analyse(&self) -> Vec<EngineId> {
        let known = |id: &EngineId| self.is_known(*id);
        let mut chosen: Vec<EngineId> =
            self.settings.analysing.iter().copied().filter(known).take(MAX_ANALYSING).collect();
        if chosen.is_empty() {
            chosen.push(EngineId::BUILT_IN);
        }
        chosen
    }

    /// Whether there is such an engine and it may be chosen.
    pub fn is_known(&self, id: EngineId) -> bool {
        let own = [EngineId::OBSERVER, EngineId::THREAT].contains(&id);
        own || kinds::of_seat(id).is_some()
            || self.settings.engines.get(id.0).is_some_and(|spec| spec.enabled)
    }

    /// The engines that can be chosen, with their names, the program's own first.
    pub fn choosable(&self) -> Vec<(EngineId, String)> {
        let own = self.settings.engines.engines.iter().filter(|spec| spec.enabled);
        let own = own.map(|spec| (EngineId(spec.id), spec.title().to_owned()));
        let ours = KINDS.iter().filter(|kind| kind.search.is_some());
        ours.map(|kind| (kind.id, kind.name.to_owned())).chain(own).collect()
    }

    /// The name of an engine, or its number if it is no longer in the list.
    pub fn engine_name(&self, id: EngineId) -> String {
        match self.settings.engines.get(id.0) {
            _ if id == EngineId::THREAT => KINDS[0].name.to_owned(),
            _ if id == EngineId::OBSERVER => t!("engines-observer").to_owned(),
            _ if id == EngineId::SCRATCH => self.settings.scratch.opponent.title(),
            _ if let Some(kind) = kinds::of_seat(id) => kind.name.to_owned(),
            Some(spec) => spec.title().to_owned(),
            None => t!("engines-number", n = id.0.to_string()),
        }
    }

    /// Why an engine failed in its last test or use; `None`: it did not.
    pub fn engine_failure(&self, id: EngineId) -> Option<&str> {
        match self.engines.probe(id.0) {
            Some(Probe::Failed(why)) => Some(why),
            _ => self.engine.last_failure(id),
        }
    }

    pub fn engine_player(&self, id: EngineId, strength: Strength) -> Player {
        if !self.is_known(id) {
            return Player::built_in(strength);
        }
        let name = if id.is_built_in() { String::new() } else { self.engine_name(id) };
        Player::Engine { id, name, strength }
    }

    /// The engine whose search the panels show in full: one that searches for a move or advice or ponders, else the
    /// chosen one, else the first that takes part in analysis.
    pub fn focus(&self) -> EngineId {
        let shown = |purpose: Purpose| {
            !purpose.is_in_background()
                && !matches!(purpose, Purpose::Analyse | Purpose::ConfirmResign)
        };
        let observes = self.observes();
        if let Some(job) = self.engine.job_for(shown).filter(|_| !observes) {
            return job.engine;
        }
        let analysing = self.analysing();
        let chosen = self.view.focus.filter(|id| analysing.contains(id));
        let chosen = chosen.or(observes.then_some(EngineId::OBSERVER));
        chosen.or(analysing.first().copied()).unwrap_or(EngineId::BUILT_IN)
    }

    /// The options for analysis. Engines that analyse at once share threads and memory.
    pub fn analysis_options(&self, id: EngineId) -> SeatOptions {
        self.shared_options(id, self.analysing().len())
    }

    /// Whether an engine may continue an analysis begun with these options when `sharing` engines took part: nothing
    /// has changed since except that others have left. Its share grows when it next starts one.
    pub(super) fn goes_on_with(&self, id: EngineId, options: SeatOptions, sharing: usize) -> bool {
        sharing >= self.analysing().len() && self.shared_options(id, sharing) == options
    }

    fn shared_options(&self, id: EngineId, sharing: usize) -> SeatOptions {
        if id == EngineId::OBSERVER {
            return observer::observer_options(self);
        }
        let sharing = sharing as u32;
        let EngineOptions { threads, hash_mib, multi_pv, .. } = self.settings.engine;
        let share = Share {
            threads: (threads / sharing).max(1),
            hash_mib: (hash_mib / sharing).max(MIN_HASH_MIB.min(hash_mib)),
        };
        // Even with no line shown, the best one gives the value of the position.
        seat_options(self, id, Strength::Full, multi_pv.max(1), share)
    }

    pub fn play_options(&self, id: EngineId, strength: Strength) -> SeatOptions {
        match seat_options(self, id, strength, 1, whole(self)) {
            SeatOptions::BuiltIn(own) => {
                SeatOptions::BuiltIn(EngineOptions { contempt: self.settings.contempt, ..own })
            }
            SeatOptions::External(own) => {
                // In a game it may be as weak as its entry says; analysis and reviews need its full strength.
                let spec = self.settings.engines.get(id.0);
                let limited =
                    strength == Strength::Full && spec.is_some_and(UciSpec::limits_strength);
                let strength = own.strength.filter(|_| !limited);
                let ponder = self.settings.ponder;
                SeatOptions::External(RequestedOptions { strength, ponder, ..own })
            }
            others => others,
        }
    }

    /// The options for a review: the best line and the second best.
    pub fn review_options(&self, id: EngineId) -> SeatOptions {
        seat_options(self, id, Strength::Full, 2, whole(self))
    }

    /// The value of a shared option for one of the user's engines, if it is not set for that engine.
    pub fn shared_value(&self, id: u32, option: &UciOption) -> Option<String> {
        let id = EngineId(id);
        let asked = self.engine.job(id).map(|job| job.options);
        let SeatOptions::External(options) = asked.unwrap_or_else(|| self.analysis_options(id))
        else {
            return None;
        };
        let [threads, hash] = SHARED_OPTIONS;
        let value = match () {
            () if option.is_named(threads) => options.threads?,
            () if option.is_named(hash) => options.hash_mib?,
            () => return None,
        };
        option.nearest(i64::from(value)).map(|value| value.to_string())
    }

    /// The number of search threads of an engine: as many as it can use of those it is given.
    pub(super) fn threads_of(&self, id: EngineId, options: &SeatOptions) -> u32 {
        let [threads, _] = SHARED_OPTIONS;
        let spec = self.settings.engines.get(id.0);
        let set = || spec?.value(threads)?.parse().ok();
        let given = options.threads().or_else(set).unwrap_or(1);
        let Some(identity) = spec.and_then(|spec| spec.identity.as_ref()) else { return given };
        let option = identity.option(threads);
        let nearest = option.and_then(|option| option.nearest(i64::from(given)));
        nearest.and_then(|number| u32::try_from(number).ok()).unwrap_or(1)
    }
}

fn whole(m: &Model) -> Share {
    let EngineOptions { threads, hash_mib, .. } = m.settings.engine;
    Share { threads, hash_mib }
}

fn seat_options(
    m: &Model,
    id: EngineId,
    strength: Strength,
    multi_pv: u32,
    share: Share,
) -> SeatOptions {
    let Share { threads, hash_mib } = share;
    if id.is_built_in() {
        let own = m.settings.engine;
        let options = EngineOptions { hash_mib, threads, multi_pv, strength, ..own };
        return SeatOptions::BuiltIn(options);
    }
    if id == EngineId::PUCT {
        let (own, share) = (&m.settings.engine, [threads, hash_mib]);
        return SeatOptions::Puct(m.settings.puct.options(own, multi_pv, share));
    }
    if kinds::of_seat(id).is_some() {
        return SeatOptions::Common(CommonOptions { threads: 1, hash_mib: 1, multi_pv });
    }
    // A value set by the user for this engine takes precedence over its share.
    let spec = m.settings.engines.get(id.0);
    let [threads_name, hash_name] = SHARED_OPTIONS;
    let set = |name| spec.is_some_and(|spec| spec.value(name).is_some());
    SeatOptions::External(RequestedOptions {
        multi_pv: Some(multi_pv),
        threads: (!set(threads_name)).then_some(threads),
        hash_mib: (!set(hash_name)).then_some(hash_mib),
        strength: Some(strength),
        show_wdl: true,
        ponder: false,
    })
}

/// The options for analysis by the tree search by playouts.
pub(crate) fn puct_options(m: &Model) -> PuctOptions {
    match m.analysis_options(EngineId::PUCT) {
        SeatOptions::Puct(options) => options,
        _ => PuctOptions::default(),
    }
}

/// The engines that take part in analysis, without those that have failed: these use nothing.
fn able_to_analyse(m: &Model) -> impl Iterator<Item = EngineId> {
    m.analysing().into_iter().filter(|&id| m.engine.given_up(id).is_none())
}

/// Threads used while all engines that take part in analysis are searching.
pub fn threads_asked(m: &Model) -> u32 {
    able_to_analyse(m).map(|id| m.threads_of(id, &m.analysis_options(id))).sum()
}

/// Total hash of all engines that take part in analysis, MiB. An engine without a `Hash` option counts as 0.
pub fn hash_asked(m: &Model) -> u64 {
    let [_, hash] = SHARED_OPTIONS;
    let of = |id: EngineId| match m.analysis_options(id) {
        SeatOptions::BuiltIn(options) => u64::from(options.hash_mib),
        SeatOptions::Puct(options) => u64::from(options.hash_mib),
        SeatOptions::Common(_) => 0,
        SeatOptions::External(options) => {
            let entry = m.settings.engines.get(id.0);
            let set = entry.and_then(|spec| spec.value(hash)?.parse().ok());
            let offered = entry.is_some_and(|spec| spec.option(hash).is_some());
            options.hash_mib.filter(|_| offered).map(u64::from).or(set).unwrap_or(0)
        }
    };
    able_to_analyse(m).map(of).sum()
}

/// How an engine's strength can be limited; `None` for the built-in one, whose levels have names, and for the other
/// engines of the program, which have no levels.
pub fn handicaps(m: &Model, id: EngineId) -> Option<Handicaps> {
    if id.is_built_in() {
        return None;
    }
    if kinds::of_seat(id).is_some() {
        return Some(Handicaps::default());
    }
    m.settings.engines.get(id.0).map(Handicaps::of)
}

/// Whether a seat's engine, built from this configuration, can be kept: whatever has changed since can be set as an
/// option.
pub(super) fn serves(m: &Model, id: EngineId, opened: &EngineConfig) -> bool {
    match opened {
        EngineConfig::External(a, _) => m.settings.engines.get(id.0).is_some_and(|b| {
            (&a.command, &a.arguments, &a.folder, &a.environment, &a.options)
                == (&b.command, &b.arguments, &b.folder, &b.environment, &b.options)
        }),
        EngineConfig::Scratch(eval) => **eval == m.settings.scratch.opponent,
        EngineConfig::AlphaBeta(_) | EngineConfig::Puct(_) | EngineConfig::Plain => true,
    }
}

/// The present configuration of a seat's engine; `None` if the engine is no longer known.
pub(super) fn config(m: &mut Model, id: EngineId) -> Option<EngineConfig> {
    if id == EngineId::OBSERVER {
        return Some(EngineConfig::AlphaBeta(m.settings.engine));
    }
    let Some(kind) = kinds::of_seat(id) else {
        let spec = m.settings.engines.get(id.0)?.clone();
        return Some(EngineConfig::External(Arc::new(spec), m.engines.log(id.0)));
    };
    Some(match (kind.config)(&option::UciOptions::default()) {
        EngineConfig::Puct(_) => EngineConfig::Puct(puct_options(m)),
        EngineConfig::Scratch(_) => {
            EngineConfig::Scratch(Arc::new(m.settings.scratch.opponent.clone()))
        }
        own => own,
    })
}

/// An engine's share of the machine.
#[derive(Clone, Copy)]
struct Share {
    threads: u32,
    hash_mib: u32,
}
