//! A plan while it is being set up: its initial values, the possible players, its estimated duration. Matches
//! proposed by other workspaces are in `proposals`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabia_engine::play::control::{Clock, Control};
use tabia_engine::uci::option;
use tabia_engine::uci::search_option::SearchKind;
use tabia_games::strength::pentanomial::Pentanomial;
use tabia_games::strength::sprt::EloModel;
use tabia_host::external::option::{OptionKind, UciOption};
use tabia_host::external::spec::UciSpec;
use tabia_host::kinds::{self, KINDS};
use tabia_host::referee::openings::WELL_KNOWN_COUNT;
use tabia_host::referee::plan::{OpeningSource, Plan, SprtPlan};
use tabia_host::referee::player::{PONDER, Player};
use tabia_host::referee::schedule::{Colours, Format, Schedule};
use tabia_lab::scratch::values::{Level, ScratchEval};
use tabia_text::t;

/// Moves of each side in a game of typical length.
const USUAL_MOVES: f64 = 55.0;

/// Plies played from an opening in a file.
pub const OPENING_PLIES: u32 = 16;
/// Engine options that a plan sets in fields of its own, or that have no meaning in it.
pub(super) const NOT_OPTIONS: [&str; 14] = [
    "Threads",
    "Hash",
    "MultiPV",
    PONDER,
    "Search",
    "Level",
    "Skill Level",
    "UCI_LimitStrength",
    "UCI_Elo",
    "UCI_Chess960",
    "UCI_ShowWDL",
    "UCI_AnalyseMode",
    "UCI_EngineAbout",
    "Debug Log File",
];

/// Elo levels at which our engine is offered as a player.
pub(super) const LEVELS: [u32; 3] = [1500, 1800, 2100];

/// A plan being set up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    pub plan: Plan,
    /// The file it was opened from, and the plan as it was then: while the plan is unchanged it is played beside that
    /// file.
    pub opened: Option<(PathBuf, Plan)>,
}

impl Draft {
    /// A match between our two engines.
    pub fn first(processors: u32) -> Draft {
        let players = [SearchKind::AlphaBeta, SearchKind::Puct].map(|kind| own_player(kind, None));
        let mut plan = Plan::new(players.into(), Format::RoundRobin { cycles: USUAL_OPENINGS });
        let (base, increment) = (Duration::from_secs(10), Duration::from_millis(100));
        t!("arena-new").clone_into(&mut plan.name);
        plan.control = Some(Control::Clock(Clock { base, increment, moves: None }));
        plan.concurrency = at_once(processors, 1);
        Draft { plan, opened: None }
    }

    /// A plan opened from its file. Alternating games in a form that always plays pairs are made pairs: the form of the
    /// setup has no field that could change them.
    pub(super) fn opened(plan: Plan, file: PathBuf) -> Draft {
        let mut draft = Draft { plan: plan.clone(), opened: Some((file, plan)) };
        if matches!(draft.plan.format, Format::Swiss { .. } | Format::KnockOut { .. }) {
            draft.plan.games = Colours::Pairs;
        }
        draft
    }

    /// The file beside which it is played.
    pub fn file(&self) -> Option<PathBuf> {
        let (file, plan) = self.opened.as_ref()?;
        (*plan == self.plan).then(|| file.clone())
    }

    /// The plan to play: a changed plan is no longer stored at the file it was opened from.
    pub fn played(&self) -> Plan {
        let folder = self.opened.as_ref().filter(|_| self.file().is_none());
        match folder.and_then(|(file, _)| file.parent()) {
            Some(folder) => self.plan.clone().detached(folder),
            None => self.plan.clone(),
        }
    }
}

/// The number of games at once that leaves a processor free.
pub(super) fn at_once(processors: u32, threads: u32) -> u32 {
    (processors.saturating_sub(1) / threads.max(1)).clamp(1, 4)
}

/// An engine of the program as a player, at an Elo level or at full strength.
pub fn own_player(kind: SearchKind, elo: Option<u32>) -> Player {
    let row = KINDS.iter().find(|row| row.search == Some(kind));
    let mut player = Player::from_line(kind.word()).unwrap_or_default();
    row.map_or(kind.word(), |row| row.name).clone_into(&mut player.name);
    if let Some(elo) = elo {
        player.name = format!("{} {elo}", player.name);
        player.elo = Some(elo);
    }
    player
}

/// The possible players: our engines, ours at some levels, the user's evaluation from scratch, and the user's
/// engines.
pub fn candidates(engines: &[UciSpec], scratch: &ScratchEval) -> Vec<Player> {
    let kinds = KINDS.iter().filter_map(|row| row.search);
    let full = kinds.map(|kind| own_player(kind, None));
    let weaker = LEVELS.map(|elo| own_player(SearchKind::AlphaBeta, Some(elo)));
    let scratch = Player::from_scratch(scratch);
    full.chain(weaker).chain([scratch]).chain(users_engines(engines)).collect()
}

/// The engines that the user added and has not switched off, as players.
pub(super) fn users_engines(engines: &[UciSpec]) -> impl Iterator<Item = Player> {
    engines.iter().filter(|spec| spec.enabled).map(|spec| Player {
        engine: spec.command.clone(),
        arguments: spec.arguments.clone(),
        folder: spec.folder.clone(),
        environment: spec.environment.clone(),
        name: spec.title().to_owned(),
        options: without_ponder(&spec.options),
        ..Player::default()
    })
}

/// Options of an engine without the one that matches refuse.
fn without_ponder(options: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut options = options.clone();
    options.retain(|name, _| !name.eq_ignore_ascii_case(PONDER));
    options
}

/// The options of a player's engine beyond those that every player has.
pub fn options(engines: &[UciSpec], player: &Player) -> Vec<UciOption> {
    let is_own = |option: &UciOption| {
        let by_plan = NOT_OPTIONS.iter().any(|name| option.is_named(name));
        !by_plan && !matches!(option.kind, OptionKind::Button | OptionKind::Unreadable { .. })
    };
    all_options(engines, player).into_iter().filter(is_own).collect()
}

/// Whether a player's strength can be set by a rating: nothing known about its engine rules that out.
pub fn takes_elo(engines: &[UciSpec], player: &Player) -> bool {
    let all = all_options(engines, player);
    all.is_empty() || all.iter().any(|option| option.is_named("UCI_Elo"))
}

/// The entry in the list of engines for a player.
pub fn spec_of<'a>(engines: &'a [UciSpec], player: &Player) -> Option<&'a UciSpec> {
    let is = |spec: &&UciSpec| spec.command == player.engine && spec.arguments == player.arguments;
    engines.iter().find(is)
}

/// The known options of a player's engine.
fn all_options(engines: &[UciSpec], player: &Player) -> Vec<UciOption> {
    if let Some(kind) = SearchKind::by_word(&player.engine) {
        let lines = option::announce(kind == SearchKind::AlphaBeta, kind);
        let lines = lines.iter().filter_map(|line| line.strip_prefix("option "));
        lines.map(UciOption::parse).filter(|option| fits(kind, &option.name)).collect()
    } else if kinds::of_word(&player.engine).is_some() {
        let levels = Level::ALL.len();
        vec![UciOption::parse(&format!("name Level type spin default {levels} min 1 max {levels}"))]
    } else {
        let identity = spec_of(engines, player).and_then(|spec| spec.identity.clone());
        identity.unwrap_or_default().options
    }
}

/// Whether an option applies to an engine of the program.
fn fits(kind: SearchKind, name: &str) -> bool {
    match name {
        "PuctMethod" | "PolicyFile" => kind == SearchKind::Puct,
        "Contempt" | "Eval" => kind == SearchKind::AlphaBeta,
        _ => kind != SearchKind::Plain,
    }
}

/// The player with a name that is unique in the plan.
pub fn with_own_name(plan: &Plan, mut player: Player) -> Player {
    let base = player.label().to_owned();
    let taken = |name: &str| plan.players.iter().any(|other| other.label() == name);
    let numbered = (2..).map(|n| format!("{base} {n}"));
    if let Some(name) = std::iter::once(base.clone()).chain(numbered).find(|name| !taken(name)) {
        player.name = name;
    }
    player
}

/// Inserts a copy of a player after it and its existing copies. Returns its index.
pub fn copy_player(plan: &mut Plan, at: usize) -> usize {
    let player = &plan.players[at];
    // Not a level, which is also a number at the end of a name.
    let is_number = |text: &str| matches!(text.parse::<u32>(), Ok(..100));
    let is_copy = |other: &&Player| {
        let rest = other.label().strip_prefix(player.label());
        rest.and_then(|rest| rest.strip_prefix(' ')).is_some_and(is_number)
    };
    let place = at + 1 + plan.players[at + 1..].iter().take_while(is_copy).count();
    let copy = with_own_name(plan, player.clone());
    plan.players.insert(place, copy);
    place
}

/// The number of games in a plan.
pub fn games(plan: &Plan) -> u32 {
    if plan.check().is_err() {
        return 0;
    }
    Schedule::new(plan.format, plan.players.len(), plan.games).games()
}

/// The number of games in a plan if all ties of a knock-out need all their tie-breaks; else its number of games.
pub fn most_games(plan: &Plan) -> u32 {
    match plan.format {
        Format::KnockOut { pairs, tie_breaks } => games(&Plan {
            format: Format::KnockOut { pairs: pairs + tie_breaks, tie_breaks: 0 },
            ..plan.clone()
        }),
        _ => games(plan),
    }
}

/// Threads that think at once in a game: its engines take turns, so those of the one with the most.
pub fn threads_of_a_game(plan: &Plan) -> u32 {
    let of_players = plan.players.iter().map(|player| player.threads.unwrap_or(plan.threads));
    of_players.max().unwrap_or(1).max(1)
}

/// Threads that think at once in all concurrent games.
pub fn threads(plan: &Plan) -> u32 {
    threads_of_a_game(plan).saturating_mul(plan.concurrency)
}

/// Whether the time of some player is limited.
pub fn is_timed(plan: &Plan) -> bool {
    let own = plan.players.iter().map(|player| player.control.or(plan.control));
    own.flatten().any(|control| matches!(control, Control::Clock(_) | Control::MoveTime(_)))
}

/// Estimated duration of this many games of a plan, for games of typical length; `None`: the plan is not limited by
/// time.
pub fn duration(plan: &Plan, games: u32) -> Option<Duration> {
    let mut sides = 0.0;
    for player in &plan.players {
        sides += match player.control.or(plan.control)? {
            Control::Clock(Clock { base, increment, moves }) => {
                let controls = moves.map_or(1.0, |moves| (USUAL_MOVES / f64::from(moves)).ceil());
                0.8 * base.as_secs_f64() * controls + USUAL_MOVES * increment.as_secs_f64()
            }
            Control::MoveTime(time) => USUAL_MOVES * time.as_secs_f64(),
            Control::Nodes(_) | Control::SoftNodes(_) | Control::Depth(_) => return None,
        };
    }
    let game = 2.0 * sides / plan.players.len().max(1) as f64;
    let at_once = plan.concurrency.max(1);
    Duration::try_from_secs_f64(game * f64::from(games) / f64::from(at_once)).ok()
}

/// Why a plan cannot be played; `None`: no problem can be seen without its files.
pub fn problem(plan: &Plan) -> Option<String> {
    match (plan.players.len(), plan.format) {
        (0 | 1, _) => return Some(t!("arena-needs-two").to_owned()),
        (n @ 3.., Format::Match { .. }) => return Some(t!("arena-needs-just-two", n = n)),
        _ => {}
    }
    let checked = plan.check().and_then(|()| plan.sprt().map(drop));
    checked.err().map(|error| error.to_string())
}

/// The plan in another format, with its numbers kept.
pub fn in_form(plan: &Plan, form: Form) -> Plan {
    let (number, pairs) = match plan.format {
        // Only a test has that many.
        Format::Match { rounds: TEST_OPENINGS } if plan.sprt.is_some() => (USUAL_OPENINGS, 1),
        Format::Match { rounds } => (rounds, 1),
        Format::RoundRobin { cycles } | Format::Gauntlet { cycles } => (cycles, 1),
        Format::Swiss { rounds, pairs } => (rounds, pairs),
        Format::KnockOut { pairs, .. } => (USUAL_OPENINGS, pairs),
    };
    let format = match form {
        Form::Match => Format::Match { rounds: number },
        Form::RoundRobin => Format::RoundRobin { cycles: number },
        Form::Gauntlet => Format::Gauntlet { cycles: number },
        Form::Swiss => Format::Swiss { rounds: number.min(1000), pairs },
        Form::KnockOut => Format::KnockOut { pairs, tie_breaks: 2 },
    };
    let games = match form {
        Form::Swiss | Form::KnockOut => Colours::Pairs,
        _ => plan.games,
    };
    let sprt = plan.sprt.filter(|_| form == Form::Match);
    Plan { format, games, sprt, ..plan.clone() }
}

/// The usual maximum number of openings in a test: more than tests with usual bounds need.
const TEST_OPENINGS: u32 = 20_000;
/// The usual number of openings in a match without a test.
pub(super) const USUAL_OPENINGS: u32 = 5;

/// Switches the test of a match on or off. With a test it plays until a decision, which may take many openings, each
/// with a pair of games.
pub fn set_test(plan: &mut Plan, on: bool) {
    let model = EloModel::default();
    let first = SprtPlan { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model };
    plan.sprt = on.then_some(first);
    let Format::Match { rounds } = &mut plan.format else { return };
    // Only the initial number of the other kind is replaced, even if the user set it: any other number must have been
    // set.
    match (on, *rounds) {
        (true, USUAL_OPENINGS) => *rounds = TEST_OPENINGS,
        (false, TEST_OPENINGS) => *rounds = USUAL_OPENINGS,
        _ => {}
    }
    if on {
        plan.games = Colours::Pairs;
    }
}

/// Whether the test of a match has too few games to decide, whatever their results.
pub fn cannot_decide(plan: &Plan) -> bool {
    let (Ok(Some(test)), Format::Match { rounds }) = (plan.sprt(), plan.format) else {
        return false;
    };
    let all_alike = [[0, 0, 0, 0, rounds], [rounds, 0, 0, 0, 0]];
    all_alike.into_iter().all(|pairs| test.decision(&Pentanomial(pairs)).is_none())
}

/// The number of openings in a plan, if a match plays them more than once.
pub fn repeated_openings(plan: &Plan) -> Option<u32> {
    let Format::Match { rounds } = plan.format else { return None };
    let known = plan.openings.from == OpeningSource::WellKnown;
    (known && rounds > WELL_KNOWN_COUNT).then_some(WELL_KNOWN_COUNT)
}

/// A format without its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Match,
    RoundRobin,
    Gauntlet,
    Swiss,
    KnockOut,
}

impl Form {
    pub fn of(format: Format) -> Form {
        match format {
            Format::Match { .. } => Form::Match,
            Format::RoundRobin { .. } => Form::RoundRobin,
            Format::Gauntlet { .. } => Form::Gauntlet,
            Format::Swiss { .. } => Form::Swiss,
            Format::KnockOut { .. } => Form::KnockOut,
        }
    }
}
