//! Proposed tournaments: the four of the empty arena, the two engines of the duel, the two sides of a comparison, the
//! levels of an evaluation from scratch.

use std::path::PathBuf;
use std::time::Duration;

use tabia_engine::alphabeta::options::{EngineOptions, Strength};
use tabia_engine::play::control::Control;
use tabia_engine::uci::option::UciOptions;
use tabia_engine::uci::search_option::SearchKind;
use tabia_host::kinds::SeatOptions;
use tabia_host::referee::plan::Plan;
use tabia_host::referee::player::Player;
use tabia_host::referee::schedule::Format;
use tabia_lab::ab::{Ab, Equal};
use tabia_lab::scratch::values::{Level, ScratchEval};
use tabia_text::t;

use super::draft::{self, Draft, LEVELS, NOT_OPTIONS, USUAL_OPENINGS, at_once, own_player};
use super::messages::Proposal;
use crate::duel::state::DUEL_ENGINES;
use crate::model::Model;

/// The initial number of openings in a match between the two searches, and between the sides of a comparison.
const DUEL_ROUNDS: u32 = 10;
const COMPARISON_ROUNDS: u32 = 100;
/// Maximum length of a side's description in its name.
const MAX_WORDS: usize = 60;

/// The proposed plan.
pub(super) fn offered(m: &Model, of: Proposal) -> Draft {
    match of {
        Proposal::Duel => duel(m),
        Proposal::Comparison => comparison(m),
        Proposal::Searches => {
            let players =
                [SearchKind::AlphaBeta, SearchKind::Puct].map(|kind| own_player(kind, None));
            let format = Format::Match { rounds: DUEL_ROUNDS };
            of_arena(m, t!("arena-propose-searches"), players.into(), format)
        }
        Proposal::Change => {
            let players = vec![own_player(SearchKind::AlphaBeta, None)];
            let format = Format::Match { rounds: USUAL_OPENINGS };
            let mut draft = of_arena(m, t!("arena-propose-change"), players, format);
            draft::copy_player(&mut draft.plan, 0);
            draft::set_test(&mut draft.plan, true);
            draft
        }
        Proposal::Levels => {
            let players = LEVELS.map(|elo| own_player(SearchKind::AlphaBeta, Some(elo)));
            let format = Format::RoundRobin { cycles: USUAL_OPENINGS };
            of_arena(m, t!("arena-propose-levels"), players.into(), format)
        }
        Proposal::Engines => {
            let players = vec![own_player(SearchKind::AlphaBeta, None)];
            let format = Format::RoundRobin { cycles: USUAL_OPENINGS };
            let mut draft = of_arena(m, t!("arena-propose-engines"), players, format);
            for player in draft::users_engines(&m.settings.engines.engines) {
                let player = draft::with_own_name(&draft.plan, player);
                draft.plan.players.push(player);
            }
            draft
        }
    }
}

/// A tournament proposed by the empty arena, with the time and the games at once of a new plan.
fn of_arena(m: &Model, name: &str, players: Vec<Player>, format: Format) -> Draft {
    let mut draft = Draft::first(m.processors);
    name.clone_into(&mut draft.plan.name);
    draft.plan.players = players;
    draft.plan.format = format;
    draft
}

/// The two engines of the duel against each other, with their settings there.
fn duel(m: &Model) -> Draft {
    let time = Duration::from_millis(m.settings.think_ms.into());
    let players = DUEL_ENGINES.map(|id| {
        let options = m.play_options(id, Strength::Full);
        let kind = if id.is_built_in() { SearchKind::AlphaBeta } else { SearchKind::Puct };
        let mut set = UciOptions::default();
        let mut own = Player { threads: options.threads(), ..own_player(kind, None) };
        if let SeatOptions::BuiltIn(options) = options {
            set.engine = options;
        } else {
            set.puct_config = m.settings.puct.config();
            own.hash = m.settings.puct.tree_mib;
        }
        with_options(own, &set, &m.settings.table_folders)
    });
    let threads = m.settings.engine.threads;
    let mut plan = Plan { hash: m.settings.engine.hash_mib, ..match_of(players, DUEL_ROUNDS) };
    plan.control = Some(Control::MoveTime(time));
    plan.concurrency = at_once(m.processors, threads);
    Draft { plan, opened: None }
}

/// The two sides of a comparison against each other.
fn comparison(m: &Model) -> Draft {
    let mut letters = ['A', 'B'].into_iter();
    let request = m.lab.request::<Ab>();
    let players = request.sides.each_ref().map(|side| {
        let mut set = UciOptions::default();
        set.engine = EngineOptions {
            rules: side.rules,
            eval: side.eval,
            threads: 1,
            multi_pv: 1,
            strength: Strength::Full,
            ..m.settings.engine
        };
        let mut player = own_player(SearchKind::AlphaBeta, None);
        let words: String = side.title().chars().take(MAX_WORDS).collect();
        player.name = letters.next().into_iter().chain([' ']).chain(words.chars()).collect();
        with_options(player, &set, &[])
    });
    let mut plan = Plan { hash: request.hash_mib, ..match_of(players, COMPARISON_ROUNDS) };
    plan.control = Some(match request.equal {
        Equal::Depth(depth, _) => Control::Depth(depth),
        Equal::Nodes(nodes) => Control::Nodes(nodes),
        Equal::Time(time) => Control::MoveTime(time),
    });
    plan.concurrency = at_once(m.processors, 1);
    Draft { plan, opened: None }
}

/// Levels of the user's evaluation from scratch against each other.
pub(crate) fn levels(m: &Model, played: &[Level], seed: u64) -> Draft {
    let kept = &m.settings.scratch;
    let evals: Vec<ScratchEval> = played.iter().map(|&level| kept.eval.with_level(level)).collect();
    let mut plan = Plan::of_scratch(&evals, kept.games / 2, kept.nodes, seed);
    let number = |level: Option<&Level>| level.map_or(0, |level| u32::from(level.number()));
    let [first, last] = [played.first(), played.last()].map(number);
    plan.name = t!("arena-levels", first = first.min(last), last = first.max(last));
    plan.concurrency = at_once(m.processors, 1);
    Draft { plan, opened: None }
}

fn match_of(players: [Player; 2], rounds: u32) -> Plan {
    let name = t!("arena-new-match").to_owned();
    Plan { name, ..Plan::new(players.into(), Format::Match { rounds }) }
}

/// A player with the options set for its engine.
fn with_options(mut player: Player, set: &UciOptions, tables: &[PathBuf]) -> Player {
    let by_plan = |name: &str| NOT_OPTIONS.iter().any(|other| other.eq_ignore_ascii_case(name));
    player.options.extend(set.changed().into_iter().filter(|(name, _)| !by_plan(name)));
    if let Some(folders) = std::env::join_paths(tables).ok().filter(|folders| !folders.is_empty()) {
        player.options.insert("SyzygyPath".to_owned(), folders.to_string_lossy().into_owned());
    }
    player
}
