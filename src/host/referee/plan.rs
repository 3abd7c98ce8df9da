//! A tournament as a file: players, format, openings, limits, rules. It contains everything about the tournament, so
//! the same file gives the same tournament in the window and in the terminal; `tabia match` builds such a plan from
//! its arguments.
//!
//! ```json
//! {
//!   "version": 1,
//!   "name": "Club",
//!   "players": [
//!     { "engine": "alphabeta", "name": "new", "options": { "EvalFile": "new.nnue" } },
//!     { "engine": "/usr/games/stockfish", "elo": 1800, "control": { "clock": "4+0.04" } }
//!   ],
//!   "format": { "round_robin": { "cycles": 3 } },
//!   "openings": { "from": { "pgn": { "file": "openings.pgn", "plies": 16 } }, "order": "random", "seed": 1 },
//!   "control": { "clock": "8+0.08" },
//!   "adjudication": { "draw": { "from": 34, "moves": 8, "cp": 10 }, "resign": { "moves": 4, "cp": 600 } }
//! }
//! ```
//!
//! Relative paths are relative to the file's folder. An unknown field is an error; it is not ignored.
//!
//! An engine that crashes, hangs, plays an illegal move or exceeds its time loses that game and is restarted. After
//! `failed_starts` failed starts in a row the tournament pauses: the engine's games are not counted as lost, because
//! a missing file may come back.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::error::Category;
use thiserror::Error;

use tabia_engine::play::Rules;
use tabia_engine::play::adjudication::{Adjudication, DrawRule, ResignRule};
use tabia_engine::play::control::Control;
use tabia_engine::search::thinker::CommonOptions;
use tabia_games::game::position::GamePosition;
use tabia_games::strength::sprt::{EloModel, Sprt};
use tabia_games::tablebase::Syzygy;
use tabia_games::{positions, printable, regular_file};
use tabia_lab::scratch::values::ScratchEval;
use tabia_text::t;

use super::openings::{self, Openings};
use super::player::{Player, PreparedPlayer};
use super::run::Match;
use super::schedule::{Colours, Format, Schedule};
use crate::external::spec::Timeouts;

/// The version of the format; no other version is read.
pub const VERSION: u32 = 1;
/// Largest file, bytes.
const MAX_BYTES: u64 = 4 << 20;
/// Maximum number of players.
const MAX_PLAYERS: usize = 1_000;
/// Maximum number of rounds.
const MAX_ROUNDS: u32 = 500_000;
/// Maximum number of games.
const MAX_GAMES: u64 = 100_000_000;
/// Maximum number of moves of each side in a rule that adjudicates by score.
pub const MAX_RULE_MOVES: u32 = 1_000;
/// Maximum score in such a rule, centipawns.
pub const MAX_RULE_CP: i32 = 10_000;
/// Maximum number of concurrent games.
pub const MAX_CONCURRENCY: u32 = 256;
/// Moves of each side after which a game of weak or short searches is a draw; with a balanced opening that makes 300
/// plies.
pub const MAX_SHORT_MOVES: u32 = 146;
/// How far an engine may exceed its time limit before it is told to stop.
const OVERTIME: Duration = Duration::from_secs(5);

/// A tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// [`VERSION`].
    pub version: u32,
    /// The event in the games' tags.
    #[serde(default = "event")]
    pub name: String,
    /// The players, the first seed first.
    pub players: Vec<Player>,
    /// The tournament format.
    pub format: Format,
    /// Pairs of games or single ones.
    #[serde(default)]
    pub games: Colours,
    #[serde(default)]
    pub openings: OpeningPlan,
    /// The time control of players that have none of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<Control>,
    /// How far a player may exceed its time limit, ms.
    #[serde(default = "margin")]
    pub margin_ms: u64,
    /// A search without a clock that takes longer counts as failed, s.
    #[serde(default = "search_timeout")]
    pub search_timeout_s: u64,
    /// Search threads of players that have no number of their own.
    #[serde(default = "threads")]
    pub threads: u32,
    /// Hash table size of players that have none of their own, MiB.
    #[serde(default = "hash")]
    pub hash: u32,
    /// Rules for ending a game early.
    #[serde(default)]
    pub adjudication: AdjudicationPlan,
    /// A test that ends a match of two players once it is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtPlan>,
    /// Number of concurrent games.
    #[serde(default = "threads")]
    pub concurrency: u32,
    /// Number of consecutive failed starts of an engine that pauses the tournament.
    #[serde(default = "failed_starts")]
    pub failed_starts: u32,
}

fn event() -> String {
    "Tabia tournament".to_owned()
}

/// The default margin, ms.
pub(super) fn margin() -> u64 {
    20
}

fn search_timeout() -> u64 {
    120
}

fn threads() -> u32 {
    1
}

fn hash() -> u32 {
    16
}

fn failed_starts() -> u32 {
    3
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningPlan {
    /// Their source.
    #[serde(default)]
    pub from: OpeningSource,
    /// The order of a list.
    #[serde(default)]
    pub order: Order,
    /// The seed of the order or of the random openings.
    #[serde(default = "seed")]
    pub seed: u64,
}

fn seed() -> u64 {
    1
}

impl Default for OpeningPlan {
    fn default() -> OpeningPlan {
        OpeningPlan { from: OpeningSource::default(), order: Order::default(), seed: seed() }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum OpeningSource {
    /// Well-known lines.
    #[default]
    WellKnown,
    /// Random moves to balanced positions.
    Balanced,
    /// Games of a file.
    Pgn {
        file: PathBuf,
        /// Plies played from each game.
        #[serde(default = "plies")]
        plies: u32,
    },
    /// Positions of a file, one EPD or FEN per line.
    Epd { file: PathBuf },
    /// Random lines of a Polyglot book.
    Book {
        file: PathBuf,
        /// Maximum number of plies.
        #[serde(default = "plies")]
        plies: u32,
    },
}

fn plies() -> u32 {
    16
}

/// The order of the openings of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// In the random order of the seed.
    #[default]
    Random,
    /// In the order of the list.
    Sequential,
}

/// Rules for ending a game early.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdjudicationPlan {
    /// A draw by score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// A win by score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// A draw after this many moves of each side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
    /// A folder of Syzygy tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub syzygy: Option<PathBuf>,
}

/// A test of two hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtPlan {
    /// H0: the first player is stronger by this much.
    pub elo0: f64,
    /// H1: the first player is stronger by this much.
    pub elo1: f64,
    /// Chance of accepting H1 when H0 is true.
    #[serde(default = "error_probability")]
    pub alpha: f64,
    /// Chance of accepting H0 when H1 is true.
    #[serde(default = "error_probability")]
    pub beta: f64,
    #[serde(default)]
    pub model: EloModel,
}

fn error_probability() -> f64 {
    0.05
}

/// Why a plan cannot be used.
#[derive(Debug, Error)]
pub enum PlanError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// It is not a plan.
    #[error("{0}")]
    Syntax(String),
    /// Another version of the format.
    #[error("{}", t!("arena-plan-version", found = _0.to_string(), expected = VERSION.to_string()))]
    Version(u64),
    /// It contains invalid values or names things that are not available.
    #[error("{0}")]
    Refused(String),
}

/// The message about a number outside its range.
pub(super) fn out_of_range<T: ToString>(name: &str, found: &T, least: &T, most: &T) -> String {
    let [found, least, most] = [found, least, most].map(ToString::to_string);
    t!("arena-plan-range", name = name, found = found, least = least, most = most)
}

/// An error of the JSON reader about these bytes of a file, in our words.
fn syntax_text(error: &serde_json::Error, bytes: &[u8]) -> String {
    let line = error.line().to_string();
    match error.classify() {
        // A choice, such as the format, is an object with one entry.
        Category::Syntax if serde_json::from_slice::<IgnoredAny>(bytes).is_ok() => {
            return t!("arena-plan-one-entry", line = line);
        }
        Category::Eof => return t!("arena-plan-ends", line = line),
        Category::Syntax | Category::Io => return t!("arena-plan-not-json", line = line),
        Category::Data => {}
    }
    let whole = error.to_string().replace('`', "");
    let text = whole.rsplit_once(" at line ").map_or(&*whole, |(text, _)| text);
    if let Some(field) = text.strip_prefix("missing field ") {
        return t!("arena-plan-missing", line = line, field = field);
    }
    // Our own errors say what was found.
    let ours = text.starts_with("found ") || text.contains(": found ");
    let Some((found, expected)) = text.split_once(", expected ").filter(|_| !ours) else {
        return t!("arena-plan-unread", line = line, error = text);
    };
    let kinds = ["unknown field ", "unknown variant ", "invalid type: ", "invalid value: "];
    let found = kinds.iter().find_map(|kind| found.strip_prefix(kind)).unwrap_or(found);
    let types = ["integer ", "floating point ", "string ", "boolean "];
    let found = types.iter().find_map(|kind| found.strip_prefix(kind)).unwrap_or(found);
    let expected = match expected.strip_prefix("one of ").unwrap_or(expected) {
        "u16" | "u32" | "u64" | "usize" | "i32" | "i64" => t!("arena-plan-whole-number"),
        "f64" => t!("arena-plan-number"),
        expected if expected.starts_with("struct ") => t!("arena-plan-object"),
        expected => expected,
    };
    let found = if found == "unit variant" { t!("arena-plan-name-alone") } else { found };
    t!("arena-plan-found", line = line, found = found, expected = expected)
}

/// The message that a format needs exactly two players.
fn not_two(name: &str, players: usize) -> String {
    t!("arena-plan-two", name = name, found = players)
}

impl Plan {
    /// A plan with the default values of everything else.
    pub fn new(players: Vec<Player>, format: Format) -> Plan {
        Plan {
            version: VERSION,
            name: event(),
            players,
            format,
            games: Colours::default(),
            openings: OpeningPlan::default(),
            control: None,
            margin_ms: margin(),
            search_timeout_s: search_timeout(),
            threads: threads(),
            hash: hash(),
            adjudication: AdjudicationPlan::default(),
            sprt: None,
            concurrency: threads(),
            failed_starts: failed_starts(),
        }
    }

    /// Evaluations from scratch against each other: each pairing plays `rounds` balanced openings with both colours and
    /// `nodes` nodes a move. With one game at a time, the same seed gives the same games.
    pub fn of_scratch(evals: &[ScratchEval], rounds: u32, nodes: u64, seed: u64) -> Plan {
        let players = evals.iter().map(Player::from_scratch).collect();
        let format = match evals.len() {
            2 => Format::Match { rounds },
            _ => Format::RoundRobin { cycles: rounds },
        };
        let mut plan = Plan::new(players, format);
        plan.openings = OpeningPlan { from: OpeningSource::Balanced, order: Order::Random, seed };
        plan.control = Some(Control::Nodes(nodes));
        plan.adjudication.max_moves = Some(MAX_SHORT_MOVES);
        plan
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a plan.
    pub fn open(path: &Path) -> Result<Plan, PlanError> {
        Plan::read(&regular_file::read(path, MAX_BYTES)?)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// What was found and what was expected, with line and column.
    pub fn read(bytes: &[u8]) -> Result<Plan, PlanError> {
        #[derive(Deserialize)]
        struct Versioned {
            version: u64,
        }
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let syntax = |error: serde_json::Error| {
            PlanError::Syntax(printable::line(&syntax_text(&error, bytes)).into_owned())
        };
        // The version is checked first: another one may have other fields.
        let Versioned { version } = serde_json::from_slice(bytes).map_err(syntax)?;
        if version != u64::from(VERSION) {
            return Err(PlanError::Version(version));
        }
        serde_json::from_slice(bytes).map_err(syntax)
    }

    /// The same plan with its relative paths made absolute from this folder, so that it can be saved elsewhere.
    #[must_use]
    pub fn detached(mut self, folder: &Path) -> Plan {
        for player in &mut self.players {
            player.resolve(folder);
        }
        let detach = |file: &mut PathBuf| *file = folder.join(&*file);
        match &mut self.openings.from {
            OpeningSource::WellKnown | OpeningSource::Balanced => {}
            OpeningSource::Pgn { file, .. }
            | OpeningSource::Epd { file }
            | OpeningSource::Book { file, .. } => detach(file),
        }
        self.adjudication.syzygy.iter_mut().for_each(detach);
        self
    }

    /// The players' names in messages, made printable.
    pub fn labels(&self) -> Vec<String> {
        self.players.iter().map(|player| printable::line(player.label()).into_owned()).collect()
    }

    /// The text of its file.
    pub fn text(&self) -> String {
        // A plan contains nothing that JSON cannot express.
        serde_json::to_string_pretty(self).map(|text| text + "\n").unwrap_or_default()
    }

    /// Checks everything that can be checked without reading files.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn check(&self) -> Result<(), PlanError> {
        let refused = |text: String| Err(PlanError::Refused(text));
        let players = self.players.len();
        let two = matches!(self.format, Format::Match { .. });
        if two && players != 2 {
            return refused(not_two("format", players));
        }
        if !(2..=MAX_PLAYERS).contains(&players) {
            return refused(out_of_range("players", &players, &2, &MAX_PLAYERS));
        }
        let (rounds, pairs, tie_breaks) = match self.format {
            Format::Match { rounds } => (rounds, 1, 0),
            Format::RoundRobin { cycles } | Format::Gauntlet { cycles } => (cycles, 1, 0),
            Format::Swiss { rounds, pairs } => (rounds, pairs, 0),
            Format::KnockOut { pairs, tie_breaks } => (1, pairs, tie_breaks),
        };
        for (name, value, least, most) in [
            ("rounds, cycles", rounds, 1, MAX_ROUNDS),
            ("pairs", pairs, 1, 1_000),
            ("tie_breaks", tie_breaks, 0, 1_000),
            ("concurrency", self.concurrency, 1, MAX_CONCURRENCY),
            ("failed_starts", self.failed_starts, 1, 1_000),
            ("max_moves", self.adjudication.max_moves.unwrap_or(1), 1, 10_000),
            ("draw.from", self.adjudication.draw.map_or(1, |rule| rule.from), 1, MAX_RULE_MOVES),
            ("draw.moves", self.adjudication.draw.map_or(1, |rule| rule.moves), 1, MAX_RULE_MOVES),
            (
                "resign.moves",
                self.adjudication.resign.map_or(1, |rule| rule.moves),
                1,
                MAX_RULE_MOVES,
            ),
        ] {
            if !(least..=most).contains(&value) {
                return refused(out_of_range(name, &value, &least, &most));
            }
        }
        for (name, cp) in [
            ("draw.cp", self.adjudication.draw.map_or(1, |rule| rule.cp)),
            ("resign.cp", self.adjudication.resign.map_or(1, |rule| rule.cp)),
        ] {
            if !(1..=MAX_RULE_CP).contains(&cp) {
                return refused(out_of_range(name, &cp, &1, &MAX_RULE_CP));
            }
        }
        if let Format::Swiss { rounds, .. } = self.format
            && rounds > 1_000
        {
            return refused(out_of_range("rounds", &rounds, &1, &1000));
        }
        let per_round = (players as u64).pow(2) * u64::from(pairs);
        if per_round * u64::from(rounds) > MAX_GAMES {
            return refused(t!(
                "arena-plan-games",
                rounds = rounds.to_string(),
                players = players.to_string(),
                most = MAX_GAMES.to_string()
            ));
        }
        for (name, value, most) in [
            ("margin_ms", self.margin_ms, 60_000),
            ("search_timeout_s", self.search_timeout_s, 86_400),
        ] {
            if value > most {
                return refused(out_of_range(name, &value, &0, &most));
            }
        }
        if self.games == Colours::Alternating
            && matches!(self.format, Format::Swiss { .. } | Format::KnockOut { .. })
        {
            return refused(t!("arena-plan-pairs").to_owned());
        }
        if self.sprt.is_some() && players != 2 {
            return refused(not_two("sprt", players));
        }
        if self.sprt.is_some() && self.games == Colours::Alternating {
            return refused(t!("arena-plan-sprt-pairs").to_owned());
        }
        Ok(())
    }

    /// The test of a match, if it has one.
    ///
    /// # Errors
    /// If the numbers are invalid.
    pub fn sprt(&self) -> Result<Option<Sprt>, PlanError> {
        let test = self.sprt.map(|sprt| {
            Sprt::new([sprt.elo0, sprt.elo1], [sprt.alpha, sprt.beta], sprt.model)
                .map_err(|error| PlanError::Refused(format!("sprt: {error}")))
        });
        test.transpose()
    }

    /// The control of a player.
    fn control_of(&self, player: &Player) -> Result<Control, PlanError> {
        player
            .control
            .or(self.control)
            .ok_or_else(|| PlanError::Refused(t!("arena-plan-no-limit", name = player.label())))
    }

    /// A player of this plan, ready to play, and its control. Starts it once. `folder` is the plan file's folder.
    ///
    /// # Errors
    /// If a file or program is not available.
    pub fn prepare(
        &self,
        player: &Player,
        folder: &Path,
    ) -> Result<(PreparedPlayer, Control), PlanError> {
        let control = self.control_of(player)?;
        let common = CommonOptions { threads: self.threads, hash_mib: self.hash, multi_pv: 1 };
        let longest = Some(Duration::from_secs(self.search_timeout_s));
        let timeouts = Timeouts { overtime: OVERTIME, longest, ..Timeouts::default() };
        let mut found = player.clone();
        found.resolve(folder);
        let mut ready = found.prepare(common, timeouts).map_err(PlanError::Refused)?;
        // The player's identity is what the plan says about it, wherever the file lies, without default values.
        let mut effective = player.clone();
        if self.threads != threads() {
            effective.threads.get_or_insert(self.threads);
        }
        if self.hash != hash() {
            effective.hash.get_or_insert(self.hash);
        }
        ready.description = format!(
            "{} {} {control}",
            ready.name,
            serde_json::to_string(&effective).unwrap_or_default()
        );
        Ok((ready, control))
    }

    /// The tournament with all files read and every player started once. `folder` is the plan file's folder.
    ///
    /// # Errors
    /// If a number is out of range, a file or program is not available, or two players have the same name.
    pub fn ready(&self, folder: &Path) -> Result<Match, PlanError> {
        self.ready_telling(folder, &mut |_| {})
    }

    /// As [`Plan::ready`]; also reports each player that is being started.
    ///
    /// # Errors
    /// As there.
    pub fn ready_telling(
        &self,
        folder: &Path,
        on_player: &mut dyn FnMut(&str),
    ) -> Result<Match, PlanError> {
        self.check()?;
        self.sprt()?;
        for player in &self.players {
            self.control_of(player)?;
        }
        let tables = match &self.adjudication.syzygy {
            None => None,
            Some(tables) => {
                let opened = Syzygy::open(&[folder.join(tables)])
                    .map_err(|error| PlanError::Refused(error.to_string()))?;
                Some(Arc::new(opened))
            }
        };
        let adjudication = Adjudication {
            draw: self.adjudication.draw,
            resign: self.adjudication.resign,
            max_moves: self.adjudication.max_moves,
            tables,
            ..Adjudication::default()
        };
        let openings = self.openings.ready(folder).map_err(PlanError::Refused)?;
        openings.check_undecided(&adjudication).map_err(PlanError::Refused)?;
        let (mut players, mut failed) = (Vec::<(PreparedPlayer, Control)>::new(), Vec::new());
        for player in &self.players {
            on_player(player.label());
            let prepared = self.prepare(player, folder).and_then(|(ready, control)| {
                openings.check(&ready).map_err(PlanError::Refused)?;
                Ok((ready, control))
            });
            let (ready, control) = match prepared {
                Ok(prepared) => prepared,
                // All failed players are reported at once.
                Err(error) => {
                    failed.push(error.to_string());
                    continue;
                }
            };
            if players.iter().any(|(other, _)| other.has_name_of(&ready)) {
                return Err(PlanError::Refused(t!("arena-plan-twice", name = ready.name.as_str())));
            }
            players.push((ready, control));
        }
        if !failed.is_empty() {
            return Err(PlanError::Refused(failed.join("; ")));
        }
        let mut schedule = Schedule::new(self.format, players.len(), self.games);
        schedule.set_openings(&openings);
        Ok(Match {
            schedule,
            players,
            openings,
            rules: Rules { adjudication, margin: Duration::from_millis(self.margin_ms) },
            concurrency: self.concurrency as usize,
            failed_starts: self.failed_starts,
        })
    }
}

impl OpeningPlan {
    /// The openings, read from their file.
    fn ready(&self, folder: &Path) -> Result<Openings, String> {
        let seed = (self.order == Order::Random).then_some(self.seed);
        let listed = |all: Vec<GamePosition>, file: &Path| {
            Openings::from_positions(all, seed)
                .map_err(|error| format!("{}: {error}", file.display()))
        };
        match &self.from {
            OpeningSource::WellKnown => listed(openings::well_known(), Path::new("well_known")),
            OpeningSource::Balanced => Ok(Openings::Random(self.seed)),
            OpeningSource::Pgn { file, plies } => {
                let file = folder.join(file);
                listed(openings::of_games(&file, *plies as usize)?, &file)
            }
            OpeningSource::Epd { file } => {
                let file = folder.join(file);
                let boards = positions::read(&file)?;
                listed(boards.into_iter().map(GamePosition::new).collect(), &file)
            }
            OpeningSource::Book { file, plies } => {
                openings::of_book(&folder.join(file), *plies as usize, self.seed)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINIMAL: &str = r#"{"version":1,"players":[{"engine":"alphabeta","name":"a"},{"engine":"plain","name":"b"}],
        "format":{"round_robin":{"cycles":3}},"control":{"nodes":50}}"#;

    fn error(text: &str) -> String {
        let read = Plan::read(text.as_bytes());
        read.and_then(|plan| plan.ready(Path::new(".")).map(drop)).unwrap_err().to_string()
    }

    #[test]
    fn a_plan_is_written_and_read_back() {
        let mut plan = Plan::read(MINIMAL.as_bytes()).unwrap();
        assert_eq!((plan.hash, plan.margin_ms, plan.openings.seed), (16, 20, 1));
        assert_eq!(Plan::read(plan.text().as_bytes()).unwrap(), plan);
        plan.format = Format::KnockOut { pairs: 2, tie_breaks: 1 };
        plan.openings.from = OpeningSource::Book { file: "b.bin".into(), plies: 9 };
        plan.adjudication.resign = Some(ResignRule { moves: 3, cp: 500 });
        plan.sprt = Some(SprtPlan {
            elo0: 0.0,
            elo1: 5.0,
            alpha: 0.05,
            beta: 0.1,
            model: EloModel::Logistic,
        });
        assert_eq!(Plan::read(plan.text().as_bytes()).unwrap(), plan);
        let ready = Plan::read(MINIMAL.as_bytes()).unwrap().ready(Path::new(".")).unwrap();
        assert_eq!((ready.players.len(), ready.schedule.games()), (2, 6));
    }

    #[test]
    fn errors_in_a_file_are_named() {
        for (from, to, part) in [
            ("\"version\":1", "\"version\":2", "found version 2, expected 1"),
            ("\"version\":1,", "", "found no version"),
            ("\"version\":1", "\"version\":\"1\"", "line 1: found \"1\", expected a whole number"),
            (
                "\"format\"",
                "\"colour\":1,\"format\"",
                "line 2: found colour, expected version, name",
            ),
            ("round_robin", "league", "line 2: found league, expected match, round_robin"),
            ("\"cycles\":3", "\"cycles\":0", "rounds, cycles: found 0, expected 1 to 500000"),
            (
                "\"format\"",
                "\"adjudication\":{\"resign\":{\"moves\":0,\"cp\":600}},\"format\"",
                "resign.moves: found 0, expected 1 to 1000",
            ),
            (
                "\"format\"",
                "\"adjudication\":{\"draw\":{\"from\":1,\"moves\":4,\"cp\":-8}},\"format\"",
                "draw.cp: found -8, expected 1 to 10000",
            ),
            (
                "\"format\"",
                "\"adjudication\":{\"draw\":{\"from\":0,\"moves\":4,\"cp\":8}},\"format\"",
                "draw.from: found 0, expected 1 to 1000",
            ),
            ("\"cycles\":3", "\"cycles\":-3", "line 2: found -3, expected a whole number"),
            ("\"cycles\":3", "\"cycles\":3,\"x\":1", "line 2: found x, expected cycles"),
            ("{\"nodes\":50}", "null", "a: found no limit, expected a limit"),
            ("\"name\":\"b\"", "\"name\":\"a\"", "found two engines called a"),
            (
                "\"format\"",
                "\"concurrency\":0,\"format\"",
                "concurrency: found 0, expected 1 to 256",
            ),
            ("\"format\"", "\"adjudication\":{\"draw\":{\"from\":1}},\"format\"", "found no moves"),
            (
                "\"format\"",
                "\"sprt\":{\"elo0\":5,\"elo1\":0},\"format\"",
                "sprt: found 5 and 0, expected two numbers",
            ),
            (
                "{\"round_robin\":{\"cycles\":3}}",
                "{\"swiss\":{\"rounds\":2000}}",
                "rounds: found 2000, expected 1 to 1000",
            ),
            (
                "\"format\"",
                "\"openings\":{\"from\":{\"epd\":{\"file\":\"no.epd\"}}},\"format\"",
                "no.epd: ",
            ),
            ("\"alphabeta\"", "\"/no/such/engine\"", "/no/such/engine"),
            ("{\"nodes\":50}", "{\"nodes\":50,\"depth\":3}", "line 2: found several entries"),
            ("{\"nodes\":50}", "{\"nodes\":0}", "line 2: nodes: found 0, expected"),
            ("{\"nodes\":50}", "{\"clock\":\"0+0\"}", "line 2: found “0+0”, expected"),
            (
                "{\"round_robin\":{\"cycles\":3}}",
                "\"round_robin\"",
                "line 2: found a name alone, expected an object",
            ),
            ("50}}", "50", "Not a tournament plan: the file ends too early, in line 2"),
            ("{\"version", "[Event", "Not a tournament plan: line 1 is not JSON"),
        ] {
            let text = MINIMAL.replace(from, to);
            assert_ne!(text, MINIMAL, "{from}");
            let message = error(&text);
            assert!(message.contains(part), "{to}: {message}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn all_engines_that_cannot_be_started_are_named_at_once_and_each_by_one_name() {
        let players = [("/bin/false", "False"), ("alphabeta", "a"), ("/no/such/engine", "Ghost")];
        let players = players.map(|(engine, name)| Player {
            engine: engine.to_owned(),
            name: name.to_owned(),
            ..Player::default()
        });
        let mut plan = Plan::new(players.into(), Format::RoundRobin { cycles: 1 });
        plan.control = Some(Control::Nodes(50));
        let error = plan.ready(Path::new(".")).unwrap_err().to_string();
        assert!(error.starts_with("False ") && error.contains("; Ghost: /no/such"), "{error}");
    }

    #[test]
    fn one_player_is_not_counted_as_several() {
        assert_eq!(not_two("format", 1), "format: found 1 player, expected two");
        assert_eq!(not_two("format", 3), "format: found 3 players, expected two");
    }

    #[test]
    fn hostile_files_are_refused_with_one_line() {
        let deep = "[".repeat(100_000);
        let players = format!("{{\"version\":1,\"players\":{deep}");
        for text in [
            "",
            "\0",
            "{",
            "[]",
            "null",
            "{\"version\":1}",
            &deep,
            &players,
            "\u{1b}[31m",
            "{\"version\":1e99}",
        ] {
            let message = error(text);
            assert!(!message.is_empty() && message.len() < 500, "{message}");
            assert!(!message.contains(printable::is_active), "{message:?}");
        }
        for cut in 0..MINIMAL.len() {
            assert!(Plan::read(&MINIMAL.as_bytes()[..cut]).is_err(), "{cut}");
        }
        let escape = MINIMAL.replace("\"format\"", "\"\\u001b[31m\":1,\"format\"");
        assert!(!error(&escape).contains('\u{1b}'));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("huge.json");
        std::fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
        assert!(matches!(Plan::open(&path), Err(PlanError::Io(_))));
    }

    #[test]
    fn paths_are_relative_to_the_file() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("o.epd"), "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - hmvc 0;\n")
            .unwrap();
        let text = MINIMAL.replace(
            "\"format\"",
            "\"openings\":{\"from\":{\"epd\":{\"file\":\"o.epd\"}},\"order\":\"sequential\"},\"format\"",
        );
        let plan = Plan::read(text.as_bytes()).unwrap();
        assert_eq!(plan.ready(folder.path()).unwrap().openings.different(9), 1);
        assert!(
            plan.ready(Path::new("/nowhere")).unwrap_err().to_string().contains("/nowhere/o.epd")
        );
    }
}
