//! A player of a match: a built-in engine or a UCI program, its settings, and how it is started.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};

use crate::external::command_line;
use crate::external::engine::UciEngine;
use crate::external::spec::{Identity, Timeouts, UciSpec};
use crate::kinds::{self, EngineConfig};
use tabia_engine::alphabeta::options::HASH_MIB;
use tabia_engine::eval::nnue::Network;
use tabia_engine::eval::policy::PolicyNet;
use tabia_engine::search::limits::StopSignal;
use tabia_engine::search::thinker::{CommonOptions, SearchError, Thinker};
use tabia_engine::uci::option::{Effect, UciOptions};
use tabia_engine::uci::search_option::SearchKind;
use tabia_games::printable;
use tabia_games::tablebase::Syzygy;
use tabia_lab::scratch::values::{Level, ScratchEval};
use tabia_text::t;

use super::plan::out_of_range;
use tabia_engine::play::control::Control;

/// The prefix of a UCI option in a player's line.
const OPTION: &str = "option.";
/// Options whose values are paths.
const FILE_OPTIONS: [&str; 2] = ["EvalFile", "PolicyFile"];
/// The option that names a list of folders.
const TABLES_OPTION: &str = "SyzygyPath";
/// The option of engines that may think on the opponent's time.
pub const PONDER: &str = "Ponder";
/// Options of an evaluation from scratch: its level, 1 to 6, and its numbers as JSON if they are not the defaults.
const LEVEL: &str = "Level";
const WEIGHTS: &str = "Weights";
/// Maximum number of search threads of a player.
const MAX_THREADS: u32 = 1024;
/// Maximum hash table size of a program, MiB.
pub const MAX_HASH_MIB: u32 = 1 << 20;
/// How long a program may take to answer `stop` before it is ended.
const STOP: Duration = Duration::from_secs(2);

/// A player of a plan. In the terminal it is one line, first the engine and then its settings: `alphabeta name=new
/// option.EvalFile=new.nnue`, `puct nodes=400`, `/usr/games/stockfish name=sf tc=4+0.04 option.Threads=2`. All other
/// words are arguments of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The name of a built-in engine, or a UCI program.
    pub engine: String,
    /// Arguments of the program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
    /// The folder the program is started in; `None`: Tabia's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Variables added to Tabia's environment for the program.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub environment: BTreeMap<String, String>,
    /// Its name; empty: the engine's own name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// UCI options by name.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "option_values"
    )]
    pub options: BTreeMap<String, String>,
    /// Its strength is limited to this Elo, by `UCI_LimitStrength` and `UCI_Elo`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<u32>,
    /// Its strength is limited to this level: `Level` of a built-in engine, `Skill Level` of others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<LevelValue>,
    /// Search threads, if they differ from the plan's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<u32>,
    /// Hash table size, MiB, if it differs from the plan's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<u32>,
    /// Its control, if it differs from the plan's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<Control>,
}

/// A level: a number, or a name such as that of a character. A plan keeps it as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "the name or the number of a level")]
pub enum LevelValue {
    /// As for `Skill Level` of many engines.
    Number(u32),
    /// As for `Level` of the built-in engine.
    Name(String),
}

impl fmt::Display for LevelValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LevelValue::Number(number) => write!(f, "{number}"),
            LevelValue::Name(name) => f.write_str(name),
        }
    }
}

/// Values of options: texts, numbers or switches.
fn option_values<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(
        untagged,
        expecting = "a text, a whole number, true or false as the value of an option"
    )]
    enum Value {
        Text(String),
        Number(i64),
        Switch(bool),
    }
    let written = |value| match value {
        Value::Text(text) => text,
        Value::Number(number) => number.to_string(),
        Value::Switch(on) => on.to_string(),
    };
    let values = BTreeMap::<String, Value>::deserialize(from)?;
    Ok(values.into_iter().map(|(name, value)| (name, written(value))).collect())
}

impl Player {
    /// Reads a line.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn from_line(line: &str) -> Result<Player, String> {
        let mut words = command_line::split(line).map_err(|error| error.to_string())?.into_iter();
        let engine = words.next().unwrap_or_default();
        let mut player = Player { engine, ..Player::default() };
        for word in words {
            player.set(word)?;
        }
        Ok(player)
    }

    /// An evaluation from scratch.
    pub fn from_scratch(eval: &ScratchEval) -> Player {
        let mut options = BTreeMap::from([(LEVEL.to_owned(), eval.level.number().to_string())]);
        if *eval != ScratchEval::at(eval.level) {
            // Only numbers, which JSON can express.
            options.insert(WEIGHTS.to_owned(), serde_json::to_string(eval).unwrap_or_default());
        }
        Player { engine: "scratch".to_owned(), name: eval.title(), options, ..Player::default() }
    }

    /// Its evaluation, if it is one from scratch.
    ///
    /// # Errors
    /// Unknown options and invalid values.
    pub fn scratch(&self) -> Result<Option<ScratchEval>, String> {
        if kinds::of_word(&self.engine).is_none_or(|kind| kind.search.is_some()) {
            return Ok(None);
        }
        let (mut eval, mut level) = (ScratchEval::at(Level::Tapering), None);
        for (name, value) in self.all_options() {
            let wrong = |expected: String| {
                let found = printable::line(&value).chars().take(60).collect::<String>();
                let (label, option) = (self.label(), name.as_str());
                t!(
                    "arena-player-value",
                    name = label,
                    option = option,
                    found = found,
                    expected = expected
                )
            };
            if name.eq_ignore_ascii_case(LEVEL) {
                let found = value.parse().ok().and_then(Level::from_number);
                level = Some(found.ok_or_else(|| wrong(t!("arena-player-level").to_owned()))?);
            } else if name.eq_ignore_ascii_case(WEIGHTS) {
                let read = serde_json::from_str::<ScratchEval>(&value);
                eval = read
                    .map_err(|error| wrong(t!("arena-player-weights", error = error.to_string())))?
                    .clamped();
            } else {
                let (found, options) = (printable::line(&name), format!("{LEVEL}, {WEIGHTS}"));
                return Err(t!(
                    "arena-player-no-option",
                    name = self.label(),
                    found = found.into_owned(),
                    options = options
                ));
            }
        }
        let level = level.unwrap_or(eval.level);
        Ok(Some(eval.with_level(level)))
    }

    /// Maximum hash table size, MiB, as far as known.
    pub fn max_hash_mib(&self) -> u32 {
        if self.is_own() { *HASH_MIB.end() } else { MAX_HASH_MIB }
    }

    /// Whether it is a built-in engine.
    fn is_own(&self) -> bool {
        kinds::of_word(&self.engine).is_some()
    }

    /// Its name in messages; without one, the built-in engine or the file name of the program.
    pub fn label(&self) -> &str {
        let file = || Path::new(&self.engine).file_name()?.to_str();
        if self.name.is_empty() { file().unwrap_or(&self.engine) } else { &self.name }
    }

    /// Reads a word of the line after the engine.
    fn set(&mut self, word: String) -> Result<(), String> {
        let wrong = |error: String| format!("{word}: {error}");
        let number = |text: &str, most: u64| -> Result<u64, String> {
            let number = text.parse().ok().filter(|number| (1..=most).contains(number));
            number
                .ok_or_else(|| wrong(format!("found “{text}”, expected a number from 1 to {most}")))
        };
        let (key, value) = word.split_once('=').unwrap_or((&word, ""));
        match key {
            "name" if !value.trim().is_empty() => value.trim().clone_into(&mut self.name),
            "tc" => self.control = Some(Control::Clock(value.parse().map_err(wrong)?)),
            "nodes" => self.control = Some(Control::Nodes(number(value, u64::MAX)?)),
            "depth" => self.control = Some(Control::Depth(number(value, 200)? as u32)),
            "movetime" => {
                let time = Duration::from_millis(number(value, 86_400_000)?);
                self.control = Some(Control::MoveTime(time));
            }
            _ => {
                if let Some(option) = key.strip_prefix(OPTION).filter(|name| !name.is_empty()) {
                    match option.to_ascii_lowercase().as_str() {
                        "threads" => self.threads = Some(number(value, MAX_THREADS.into())? as u32),
                        "hash" => {
                            self.hash = Some(number(value, self.max_hash_mib().into())? as u32);
                        }
                        _ => drop(self.options.insert(option.to_owned(), value.to_owned())),
                    }
                } else if !self.is_own() {
                    self.arguments.push(word);
                } else {
                    let expected = "name=, tc=, nodes=, depth=, movetime= or option.NAME=VALUE";
                    return Err(format!("found “{word}”, expected {expected}"));
                }
            }
        }
        Ok(())
    }

    /// Relative paths of files and folders that exist in this folder become paths in it.
    pub(super) fn resolve(&mut self, folder: &Path) {
        let resolve = |name: &mut String, exists: fn(&Path) -> bool| {
            let path = folder.join(&*name);
            if !name.is_empty() && Path::new(name).is_relative() && exists(&path) {
                *name = path.to_string_lossy().into_owned();
            }
        };
        if !self.is_own() {
            resolve(&mut self.engine, Path::is_file);
        }
        if let Some(name) = &mut self.folder {
            resolve(name, Path::is_dir);
        }
        for (option, value) in &mut self.options {
            if option.eq_ignore_ascii_case(TABLES_OPTION) {
                let folders = std::env::split_paths(&*value).map(|table| {
                    let mut table = table.to_string_lossy().into_owned();
                    resolve(&mut table, Path::is_dir);
                    table
                });
                if let Ok(folders) = std::env::join_paths(folders) {
                    *value = folders.to_string_lossy().into_owned();
                }
            } else if FILE_OPTIONS.iter().any(|name| name.eq_ignore_ascii_case(option)) {
                resolve(value, Path::is_file);
            }
        }
    }

    /// All options that are set by name.
    fn all_options(&self) -> Vec<(String, String)> {
        let mut all: Vec<(String, String)> = self.options.clone().into_iter().collect();
        if let Some(elo) = self.elo {
            all.push(("UCI_LimitStrength".into(), "true".into()));
            all.push(("UCI_Elo".into(), elo.to_string()));
        }
        let name = if self.is_own() { LEVEL } else { "Skill Level" };
        all.extend(self.level.as_ref().map(|level| (name.into(), level.to_string())));
        all
    }

    /// Reads the files its options name and checks that the player can be used. `common` are the options of all
    /// players.
    ///
    /// # Errors
    /// If a file cannot be read, an option is not accepted, or a program does not start.
    pub fn prepare(
        &self,
        common: CommonOptions,
        timeouts: Timeouts,
    ) -> Result<PreparedPlayer, String> {
        let within = |what: &str, value: u32, most: u32| {
            let name = || format!("{}: {what}", self.label());
            let refused = || out_of_range(&name(), &value, &1, &most);
            if (1..=most).contains(&value) { Ok(value) } else { Err(refused()) }
        };
        let ponders = |(name, value): (&String, &String)| {
            name.eq_ignore_ascii_case(PONDER) && value.eq_ignore_ascii_case("true")
        };
        if self.options.iter().any(ponders) {
            return Err(t!("arena-player-ponder", name = self.label()));
        }
        let common = CommonOptions {
            threads: within("threads", self.threads.unwrap_or(common.threads), MAX_THREADS)?,
            hash_mib: within("hash", self.hash.unwrap_or(common.hash_mib), self.max_hash_mib())?,
            multi_pv: 1,
        };
        let seat = match kinds::of_word(&self.engine) {
            Some(_) if self.folder.is_some() || !self.environment.is_empty() => {
                return Err(t!("arena-player-folder", name = self.label()));
            }
            Some(_) if !self.arguments.is_empty() => {
                let arguments = command_line::join(&self.arguments);
                return Err(t!("arena-player-arguments", name = self.label(), found = arguments));
            }
            Some(kind) => Seat::BuiltIn(Box::new(match (kind.search, self.scratch()?) {
                (Some(search), _) => self.built_in(search)?,
                (None, eval) => {
                    BuiltIn::of(EngineConfig::Scratch(Arc::new(eval.unwrap_or_default())))
                }
            })),
            None if self.engine.is_empty() => {
                return Err(t!("arena-player-no-engine", name = self.label()));
            }
            None => {
                let mut spec = UciSpec::new(1, self.engine.as_str(), self.arguments.clone());
                // Errors name the player: several may play with one program.
                spec.name.clone_from(&self.name);
                spec.folder.clone_from(&self.folder);
                spec.environment.clone_from(&self.environment);
                spec.options.extend(self.all_options());
                Seat::Program(Arc::new(spec), Timeouts { stop: STOP, ..timeouts })
            }
        };
        let (name, description) = (self.name.clone(), String::new());
        let mut ready = PreparedPlayer { name, description, common, seat, chess960: true };
        let (engine, chess960) = ready.start(&StopSignal::never()).map_err(|error| {
            // The error of an engine that cannot be started may already name it as its label does.
            let (error, label) = (error.to_string(), self.label());
            let names_it = |name: &str| {
                let begins =
                    error.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name));
                begins && error[name.len()..].starts_with([':', ' '])
            };
            let own = [label, self.engine.as_str()];
            // A name of the user's is better known than the path.
            let known = if self.name.is_empty() { &own[..] } else { &own[..1] };
            if known.iter().any(|name| names_it(name)) {
                error
            } else {
                format!("{label}: {error}")
            }
        })?;
        ready.chess960 = chess960;
        if ready.name.is_empty() {
            engine.name().clone_into(&mut ready.name);
        }
        Ok(ready)
    }

    fn built_in(&self, search: SearchKind) -> Result<BuiltIn, String> {
        let mut options = UciOptions::default();
        options.search = search;
        let (mut network, mut policy, mut tables) = (None, None, None);
        for (name, value) in &self.all_options() {
            let wrong = |error: String| format!("{}: {error}", self.label());
            let effect = options.set(name, Some(value.as_str()).filter(|value| !value.is_empty()));
            match effect.map_err(|error| wrong(error.to_string()))? {
                Effect::EvalFile(path) => {
                    let read =
                        |path: &Path| Network::open(path).map_err(|error| wrong(error.to_string()));
                    network = path.as_deref().map(read).transpose()?.map(Arc::new);
                }
                Effect::PolicyFile(path) => {
                    let read = |path: &Path| {
                        PolicyNet::load(path).map_err(|error| wrong(error.to_string()))
                    };
                    policy = path.as_deref().map(read).transpose()?.map(Arc::new);
                }
                Effect::SyzygyPath(folders) if folders.is_empty() => tables = None,
                Effect::SyzygyPath(folders) => {
                    let opened =
                        Syzygy::open(&folders).map_err(|error| wrong(error.to_string()))?;
                    tables = Some(Arc::new(opened));
                }
                Effect::LogFile => {
                    return Err(wrong(t!("arena-player-log", option = name.as_str())));
                }
                Effect::None | Effect::Engine | Effect::Search | Effect::ClearHash => {}
            }
        }
        // A hash table of the wanted size is allocated once, when the engine is configured.
        options.engine.hash_mib = 1;
        let config = (kinds::of_search(options.search).config)(&options);
        Ok(BuiltIn { config, network, policy, tables })
    }
}

/// A player whose files are read. It can play in several games at once.
#[derive(Clone, Debug)]
pub struct PreparedPlayer {
    pub name: String,
    /// Its identity: two players with the same description are the same.
    pub(super) description: String,
    common: CommonOptions,
    seat: Seat,
    /// Whether it can play Chess960.
    pub(super) chess960: bool,
}

#[derive(Clone, Debug)]
enum Seat {
    BuiltIn(Box<BuiltIn>),
    Program(Arc<UciSpec>, Timeouts),
}

/// A built-in engine and the files read for it.
#[derive(Clone, Debug)]
struct BuiltIn {
    config: EngineConfig,
    network: Option<Arc<Network>>,
    policy: Option<Arc<PolicyNet>>,
    tables: Option<Arc<Syzygy>>,
}

impl PreparedPlayer {
    /// A player that is built from this configuration, without reading files.
    pub fn of(
        name: &str,
        config: EngineConfig,
        policy: Option<Arc<PolicyNet>>,
        common: CommonOptions,
    ) -> PreparedPlayer {
        let seat = Seat::BuiltIn(Box::new(BuiltIn { policy, ..BuiltIn::of(config) }));
        let (name, description) = (name.to_owned(), name.to_owned());
        PreparedPlayer { name, description, common, seat, chess960: true }
    }

    /// Whether both would have the same name in the tags of a game.
    pub(super) fn has_name_of(&self, other: &PreparedPlayer) -> bool {
        printable::line(&self.name) == printable::line(&other.name)
    }

    /// A new engine for this player, with all options set. `abandoned` ends all waiting for it once it is raised.
    ///
    /// # Errors
    /// If it cannot be started, or only with reduced options.
    pub fn take(&self, abandoned: &StopSignal) -> Result<Box<dyn Thinker>, SearchError> {
        Ok(self.start(abandoned)?.0)
    }

    /// A new engine, and whether it can play Chess960.
    fn start(&self, abandoned: &StopSignal) -> Result<(Box<dyn Thinker>, bool), SearchError> {
        let (mut engine, chess960): (Box<dyn Thinker>, bool) = match &self.seat {
            Seat::BuiltIn(built_in) => (built_in.engine(), true),
            Seat::Program(spec, timeouts) => {
                let engine = UciEngine::new(Arc::clone(spec), *timeouts, Arc::default());
                let mut engine = engine.abandoned_with(abandoned.clone());
                engine.start(abandoned)?;
                let chess960 = engine.identity().is_some_and(Identity::plays_chess960);
                (Box::new(engine), chess960)
            }
        };
        engine.configure(&self.common)?;
        Ok((engine, chess960))
    }
}

impl BuiltIn {
    fn of(config: EngineConfig) -> BuiltIn {
        BuiltIn { config, network: None, policy: None, tables: None }
    }

    fn engine(&self) -> Box<dyn Thinker> {
        let mut engine = self.config.build(StopSignal::never());
        engine.set_network(self.network.clone());
        engine.set_policy(self.policy.clone());
        engine.set_tables(self.tables.clone());
        engine
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMON: CommonOptions = CommonOptions { threads: 1, hash_mib: 1, multi_pv: 1 };

    #[test]
    fn a_line_describes_a_player() {
        let player = Player::from_line(
            "'/opt/my engine/sf' -x name=\"Old one\" tc=4+0.04 option.Hash=32 option.Style=a=b",
        )
        .unwrap();
        assert_eq!(
            (player.engine.as_str(), &player.arguments[..]),
            ("/opt/my engine/sf", &["-x".to_owned()][..])
        );
        assert_eq!((player.name.as_str(), player.hash), ("Old one", Some(32)));
        assert_eq!(player.control.unwrap().to_string(), "4+0.04");
        assert_eq!(player.options.get("Style").unwrap(), "a=b");
        let puct = Player::from_line("PUCT nodes=400").unwrap();
        assert_eq!(SearchKind::by_word(&puct.engine), Some(SearchKind::Puct));
        assert_eq!(puct.control, Some(Control::Nodes(400)));
    }

    #[test]
    fn a_player_of_a_file_is_read_with_values_of_all_kinds() {
        let text = r#"{"engine":"alphabeta","name":"weak","elo":1500,
            "options":{"Eval":"HandCrafted","MultiPV":1,"UCI_ShowWDL":true},"control":{"nodes":50}}"#;
        let player: Player = serde_json::from_str(text).unwrap();
        assert_eq!(player.options.get("UCI_ShowWDL").unwrap(), "true");
        assert_eq!(
            serde_json::from_str::<Player>(&serde_json::to_string(&player).unwrap()).unwrap(),
            player
        );
        assert_eq!(player.prepare(COMMON, Timeouts::default()).unwrap().name, "weak");
        let leveled = |level: &str| -> Player {
            serde_json::from_str(&format!(r#"{{"engine":"alphabeta","level":{level}}}"#)).unwrap()
        };
        assert!(leveled("\"Pip\"").prepare(COMMON, Timeouts::default()).is_ok());
        assert!(serde_json::to_string(&leveled("3")).unwrap().ends_with(r#""level":3}"#));
        for (text, part) in [
            (r#"{"engine":"x","level":true}"#, "the name or the number of a level"),
            (r#"{"name":"x"}"#, "missing field `engine`"),
            (r#"{"engine":"x","nodes":5}"#, "unknown field `nodes`, expected one of `engine`"),
            (r#"{"engine":"x","options":{"A":[1]}}"#, "a text, a whole number, true or false"),
        ] {
            let error = serde_json::from_str::<Player>(text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
        for (text, part) in [
            (r#"{"engine":"alphabeta","elo":1}"#, "UCI_Elo"),
            (r#"{"engine":"alphabeta","arguments":["-x"]}"#, "found arguments -x, expected none"),
            (r#"{"engine":"alphabeta","folder":"/"}"#, "expected none for a built-in engine"),
            (r#"{"engine":"alphabeta","threads":0}"#, "threads: found 0, expected 1 to 1024"),
            (r#"{"engine":"alphabeta","hash":100000}"#, "hash: found 100000, expected 1 to 65536"),
            (r#"{"engine":"x","options":{"ponder":true}}"#, "x: found Ponder = true"),
            (r#"{"engine":"","name":"n"}"#, "n: found no engine, expected one"),
        ] {
            let player: Player = serde_json::from_str(text).unwrap();
            let error = player.prepare(COMMON, Timeouts::default()).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn an_invalid_player_line_is_refused() {
        for (line, part) in [
            ("", "expected one"),
            ("alphabeta fast", "found “fast”, expected name=, tc="),
            ("alphabeta nodes=0", "nodes=0: found “0”, expected a number from 1"),
            ("alphabeta option.Hash=100000", "expected a number from 1 to 65536"),
            ("puct tc=x", "tc=x: found “x”, expected [MOVES/]SECONDS"),
            ("x option.Hash=lots", "option.Hash=lots: found “lots”"),
        ] {
            let error = Player::from_line(line).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
        for (line, part) in [
            ("alphabeta option.Style=x", "no option is named “Style”"),
            ("alphabeta option.EvalFile=/no/such.nnue", "/no/such.nnue"),
            ("/no/such/engine", "/no/such/engine"),
        ] {
            let player = Player::from_line(line).unwrap();
            let error = player.prepare(COMMON, Timeouts::default()).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
            assert_eq!(error.matches("/no/such").count(), usize::from(line.contains("/no/such")));
        }
    }

    #[test]
    fn an_evaluation_from_scratch_plays_with_its_level_and_its_numbers() {
        let first = ScratchEval::at(Level::Pawns);
        let mut own = first.clone();
        own.material[4] = 1_111;
        for eval in [first, own] {
            let text = serde_json::to_string(&Player::from_scratch(&eval)).unwrap();
            let player: Player = serde_json::from_str(&text).unwrap();
            assert_eq!(player.scratch(), Ok(Some(eval)));
            assert_eq!(player.prepare(COMMON, Timeouts::default()).unwrap().name, player.name);
        }
        let line = |line: &str| Player::from_line(line).unwrap().scratch();
        assert_eq!(line("scratch option.Level=2"), Ok(Some(ScratchEval::at(Level::Squares))));
        assert_eq!(line("Scratch"), Ok(Some(ScratchEval::at(Level::Tapering))));
        assert_eq!(line("alphabeta"), Ok(None));
        for (wrong, part) in [
            ("scratch option.Level=7", "found “7”, expected a level from 1 to 6"),
            ("scratch option.Weights=x", "found “x”, expected numbers as JSON"),
            ("scratch option.Eval=x", "there is no option “Eval”; the options are Level, Weights"),
        ] {
            let error = line(wrong).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn a_built_in_engine_is_called_by_its_own_name_unless_it_is_given_one() {
        let ready = |line| Player::from_line(line).unwrap().prepare(COMMON, Timeouts::default());
        let own = ready("puct option.PuctMethod=Knowledge").unwrap();
        assert!(own.name.starts_with("Tabia ") && own.name.ends_with(" PUCT"), "{}", own.name);
        assert!(ready("plain depth=2").unwrap().name.ends_with(" Plain"));
        assert_eq!(ready("alphabeta name=new option.Threads=2").unwrap().name, "new");
    }
}
