//! A plan while it is set up: what it begins with, who can play, how long it may take.

use std::path::PathBuf;
use std::time::Duration;

use tabia_engine::alphabeta::options::{EngineOptions, Strength};
use tabia_engine::play::control::{Clock, Control};
use tabia_engine::uci::option::{self, UciOptions};
use tabia_engine::uci::search_option::SearchKind;
use tabia_host::external::option::{OptionKind, UciOption};
use tabia_host::external::spec::UciSpec;
use tabia_host::kinds::{self, KINDS, SeatOptions};
use tabia_host::referee::plan::Plan;
use tabia_host::referee::player::Player;
use tabia_host::referee::schedule::{Colours, Format, Schedule};
use tabia_lab::ab;
use tabia_lab::scratch::values::{Level, ScratchEval};
use tabia_text::t;

use crate::duel::state::DUEL_ENGINES;
use crate::model::Model;
use crate::window::settings::Settings;

/// Moves of each side in a game of usual length.
const USUAL_MOVES: f64 = 55.0;

/// Plies that are played of an opening of a file.
pub const OPENING_PLIES: u32 = 16;
/// Openings of a match between both minds of the duel, and between both sides of a comparison, until others are set.
const DUEL_ROUNDS: u32 = 10;
const COMPARISON_ROUNDS: u32 = 100;
/// Longest words of a side that its name has.
const MAX_WORDS: usize = 60;
/// Options of engines that a plan sets by fields of its own, or that mean nothing in it.
const NOT_OPTIONS: [&str; 14] = [
    "Threads",
    "Hash",
    "MultiPV",
    "Ponder",
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

/// A plan that is set up.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    pub plan: Plan,
    /// The file it was opened from, and the plan in it: as long as they are the same it is played beside that file.
    pub opened: Option<(PathBuf, Plan)>,
}

impl Draft {
    /// Our two engines against each other.
    pub fn first(processors: u32) -> Draft {
        let players = [SearchKind::AlphaBeta, SearchKind::Puct].map(|kind| own_player(kind, None));
        let mut plan = Plan::new(players.into(), Format::RoundRobin { cycles: 5 });
        let (base, increment) = (Duration::from_secs(10), Duration::from_millis(100));
        plan.control = Some(Control::Clock(Clock { base, increment, moves: None }));
        plan.concurrency = at_once(processors, 1);
        Draft { plan, opened: None }
    }

    /// Both minds of the duel against each other as they analyse and play there.
    pub fn of_duel(m: &Model) -> Draft {
        let time = Duration::from_millis(m.settings.think_ms.into());
        let players = DUEL_ENGINES.map(|id| {
            let options = m.play_options(id, Strength::Full);
            let kind = if id.is_built_in() { SearchKind::AlphaBeta } else { SearchKind::Puct };
            let mut set = UciOptions::default();
            match options {
                SeatOptions::BuiltIn(own) => set.engine = own,
                _ => set.puct_config = m.settings.puct.config(),
            }
            let own = Player { threads: options.threads(), ..own_player(kind, None) };
            with_options(own, &set, &m.settings.table_folders)
        });
        let threads = m.settings.engine.threads;
        let mut plan = Plan { hash: m.settings.engine.hash_mib, ..match_of(players, DUEL_ROUNDS) };
        plan.control = Some(Control::MoveTime(time));
        plan.concurrency = at_once(m.processors, threads);
        Draft { plan, opened: None }
    }

    /// Both sides of a comparison against each other.
    pub fn of_comparison(m: &Model, request: &ab::Request) -> Draft {
        let mut letters = ['A', 'B'].into_iter();
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
            let words: String = side.words().chars().take(MAX_WORDS).collect();
            player.name = letters.next().into_iter().chain([' ']).chain(words.chars()).collect();
            with_options(player, &set, &[])
        });
        let mut plan = Plan { hash: request.hash_mib, ..match_of(players, COMPARISON_ROUNDS) };
        plan.control = Some(match request.equal {
            ab::Equal::Depth(depth, _) => Control::Depth(depth),
            ab::Equal::Nodes(nodes) => Control::Nodes(nodes),
            ab::Equal::Time(time) => Control::MoveTime(time),
        });
        plan.concurrency = at_once(m.processors, 1);
        Draft { plan, opened: None }
    }

    /// Levels of the user's evaluation from scratch against each other.
    pub fn of_levels(m: &Model, levels: &[Level], seed: u64) -> Draft {
        let kept = &m.settings.scratch;
        let evals: Vec<ScratchEval> =
            levels.iter().map(|&level| kept.eval.with_level(level)).collect();
        let mut plan = Plan::of_scratch(&evals, kept.games / 2, kept.nodes, seed);
        let number = |level: Option<&Level>| level.map_or(0, |level| u32::from(level.number()));
        let [first, last] = [levels.first(), levels.last()].map(number);
        plan.name = t!("arena-levels", first = first.min(last), last = first.max(last));
        plan.concurrency = at_once(m.processors, 1);
        Draft { plan, opened: None }
    }

    /// The file it is played beside.
    pub fn file(&self) -> Option<PathBuf> {
        let (file, plan) = self.opened.as_ref()?;
        (*plan == self.plan).then(|| file.clone())
    }

    /// What is played: a plan that was changed lies elsewhere than the file it was opened from.
    pub fn played(&self) -> Plan {
        let folder = self.opened.as_ref().filter(|_| self.file().is_none());
        match folder.and_then(|(file, _)| file.parent()) {
            Some(folder) => self.plan.clone().detached(folder),
            None => self.plan.clone(),
        }
    }
}

/// Games at once that leave a processor free.
fn at_once(processors: u32, threads: u32) -> u32 {
    (processors.saturating_sub(1) / threads.max(1)).clamp(1, 4)
}

fn match_of(players: [Player; 2], rounds: u32) -> Plan {
    Plan::new(players.into(), Format::Match { rounds })
}

/// A player with what is set of its engine.
fn with_options(mut player: Player, set: &UciOptions, tables: &[PathBuf]) -> Player {
    let by_plan = |name: &str| NOT_OPTIONS.iter().any(|other| other.eq_ignore_ascii_case(name));
    player.options.extend(set.changed().into_iter().filter(|(name, _)| !by_plan(name)));
    if let Some(folders) = std::env::join_paths(tables).ok().filter(|folders| !folders.is_empty()) {
        player.options.insert("SyzygyPath".to_owned(), folders.to_string_lossy().into_owned());
    }
    player
}

/// An engine of the program as a player, at a level or at full strength.
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

/// Who can be added to a plan: our engines, ours at some strengths, the user's evaluation from scratch, and the engines
/// of the user.
pub fn candidates(settings: &Settings) -> Vec<Player> {
    let kinds = KINDS.iter().filter_map(|row| row.search);
    let full = kinds.map(|kind| own_player(kind, None));
    let weaker = [1500, 1800, 2100].map(|elo| own_player(SearchKind::AlphaBeta, Some(elo)));
    let scratch = Player::from_scratch(&settings.scratch.eval);
    let users = settings.engines.engines.iter().filter(|spec| spec.enabled).map(|spec| Player {
        engine: spec.command.clone(),
        arguments: spec.arguments.clone(),
        name: spec.title().to_owned(),
        options: spec.options.clone(),
        ..Player::default()
    });
    full.chain(weaker).chain([scratch]).chain(users).collect()
}

/// What can be set of a player's engine beside what every player has.
pub fn options(engines: &[UciSpec], player: &Player) -> Vec<UciOption> {
    let all = if let Some(kind) = SearchKind::by_word(&player.engine) {
        let lines = option::announce_from(kind == SearchKind::AlphaBeta, kind);
        let lines = lines.iter().filter_map(|line| line.strip_prefix("option "));
        lines.map(UciOption::parse).filter(|option| fits(kind, &option.name)).collect()
    } else if kinds::of_word(&player.engine).is_some() {
        let levels = Level::ALL.len();
        return vec![UciOption::parse(&format!(
            "name Level type spin default {levels} min 1 max {levels}"
        ))];
    } else {
        let mut specs = engines.iter();
        let spec =
            specs.find(|spec| spec.command == player.engine && spec.arguments == player.arguments);
        spec.and_then(|spec| spec.identity.clone()).unwrap_or_default().options
    };
    let is_own = |option: &UciOption| {
        let by_plan = NOT_OPTIONS.iter().any(|name| option.is_named(name));
        !by_plan && !matches!(option.kind, OptionKind::Button | OptionKind::Unreadable { .. })
    };
    all.into_iter().filter(is_own).collect()
}

/// Whether an option means something to an engine of the program.
fn fits(kind: SearchKind, name: &str) -> bool {
    match name {
        "PuctMethod" | "PolicyFile" => kind == SearchKind::Puct,
        "Contempt" | "Eval" => kind == SearchKind::AlphaBeta,
        _ => kind != SearchKind::Plain,
    }
}

/// A player with a name nobody of the plan has.
pub fn with_own_name(plan: &Plan, mut player: Player) -> Player {
    let base = player.label().to_owned();
    let taken = |name: &str| plan.players.iter().any(|other| other.label() == name);
    let numbered = (2..).map(|n| format!("{base} {n}"));
    if let Some(name) = std::iter::once(base.clone()).chain(numbered).find(|name| !taken(name)) {
        player.name = name;
    }
    player
}

/// Games of a plan.
pub fn games(plan: &Plan) -> u32 {
    if plan.check().is_err() {
        return 0;
    }
    Schedule::new(plan.format, plan.players.len(), plan.games).games()
}

/// Threads that think at once in a game: its engines think in turn, so those of the one with most.
pub fn threads_of_a_game(plan: &Plan) -> u32 {
    let own = plan.players.iter().filter_map(|player| player.threads);
    own.chain([plan.threads]).max().unwrap_or(1).max(1)
}

/// Threads that think at once in all its games.
pub fn threads(plan: &Plan) -> u32 {
    threads_of_a_game(plan).saturating_mul(plan.concurrency)
}

/// How long a plan may take, by games of usual length; `None`: its limits are no times.
pub fn duration(plan: &Plan) -> Option<Duration> {
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
    Duration::try_from_secs_f64(game * f64::from(games(plan)) / f64::from(at_once)).ok()
}

/// What makes a plan one that cannot be played, in words; `None`: nothing that is seen without its files.
pub fn problem(plan: &Plan) -> Option<String> {
    let checked = plan.check().and_then(|()| plan.sprt().map(drop));
    checked.err().map(|error| error.to_string())
}

/// The same plan in another form, with the numbers it has.
pub fn in_form(plan: &Plan, form: Form) -> Plan {
    let (number, pairs) = match plan.format {
        Format::Match { rounds } => (rounds, 1),
        Format::RoundRobin { cycles } | Format::Gauntlet { cycles } => (cycles, 1),
        Format::Swiss { rounds, pairs } => (rounds, pairs),
        Format::KnockOut { pairs, .. } => (5, pairs),
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

/// A form without its numbers.
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
