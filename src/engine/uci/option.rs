//! UCI options: one table defines what is announced and what is accepted.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use thiserror::Error;

use super::search_option::{DEFAULT_PUCT_CONFIG, SearchKind};
use super::{quoted, search_option};
use crate::alphabeta::options::{
    CONTEMPT, EngineOptions, EvalKind, HASH_MIB, MOVE_OVERHEAD_MS, MULTI_PV, PROBE_DEPTH,
    PROBE_LIMIT, Strength, THREADS,
};
#[cfg(feature = "tune")]
use crate::alphabeta::params;
#[cfg(feature = "tune")]
use crate::alphabeta::params::{PARAMS, Param};
use crate::human::characters::CHARACTERS;
use crate::human::scale::ELO;
use crate::puct::options::{PuctConfig, PuctOptions};

/// All options. Those of the engine go to the worker, the others belong to the UCI loop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a check option of its own name")]
pub struct UciOptions {
    /// Engine options. `strength` is derived from the strength fields below.
    pub engine: EngineOptions,
    /// Kind of search.
    pub search: SearchKind,
    /// PUCT configuration.
    pub puct_config: PuctConfig,
    /// Castling is written as king takes rook.
    pub chess960: bool,
    /// WDL is added to scores.
    pub show_wdl: bool,
    /// Log file of the conversation; `None`: no log.
    pub log_file: Option<String>,
    /// Analysis mode: full strength and no contempt, whatever is set.
    analyse: bool,
    /// Use `elo` instead of `level`.
    limit_strength: bool,
    elo: u16,
    level: Option<u8>,
    contempt: i32,
}

impl Default for UciOptions {
    fn default() -> Self {
        UciOptions {
            engine: EngineOptions::default(),
            search: SearchKind::AlphaBeta,
            puct_config: DEFAULT_PUCT_CONFIG,
            chess960: false,
            show_wdl: false,
            log_file: None,
            analyse: false,
            limit_strength: false,
            elo: DEFAULT_ELO,
            level: None,
            contempt: 0,
        }
    }
}

const LIMIT_STRENGTH: &str = "UCI_LimitStrength";
const ANALYSE_MODE: &str = "UCI_AnalyseMode";
/// Default of `UCI_Elo`.
const DEFAULT_ELO: u16 = 1500;
/// Value of `Level` without a limit.
const FULL_STRENGTH: &str = "Full strength";
/// Announced default of an empty string option.
const EMPTY: &str = "<empty>";
/// Text of the option `UCI_EngineAbout`.
const ABOUT: &str = concat!(
    "Tabia ",
    env!("CARGO_PKG_VERSION"),
    ", a chess program in which you can see how the engine thinks. Free software, MIT or Apache 2.0."
);

/// What to do after an option was set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// The engine must be given its new options.
    Engine,
    /// Switch to another kind of search.
    Search,
    /// Load a policy network from this file; `None`: the built-in one.
    PolicyFile(Option<PathBuf>),
    /// Load a network from this file; `None`: the built-in one.
    EvalFile(Option<PathBuf>),
    /// Open the tablebases in these folders; empty: none.
    SyzygyPath(Vec<PathBuf>),
    /// Clear the engine's memory as for a new game: hash table and histories. A weak level gets a new seed.
    ClearHash,
    /// Change the log file.
    LogFile,
}

/// Type and target of an option.
#[derive(Clone, Debug)]
enum Kind {
    Spin {
        default: u32,
        range: RangeInclusive<u32>,
        place: fn(&mut EngineOptions) -> &mut u32,
    },
    Check(fn(&mut UciOptions) -> &mut bool, Effect),
    Contempt,
    /// A named level, or full strength.
    Level,
    Elo,
    LogFile,
    /// Information that cannot be changed.
    About,
    Eval,
    EvalFile,
    Search,
    PuctMethod,
    PolicyFile,
    SyzygyPath,
    /// Accepted and ignored.
    Ignored,
    ClearHash,
    /// A search parameter, in builds with `tune`.
    #[cfg(feature = "tune")]
    Tune(&'static Param),
}

/// Values of the option Eval.
const EVALS: [(&str, EvalKind); 3] = [
    ("Network", EvalKind::Network),
    ("HandCrafted", EvalKind::HandCrafted),
    ("Material", EvalKind::Material),
];

/// The options in the order of their announcement.
fn table() -> Vec<(&'static str, Kind)> {
    #[cfg(feature = "tune")]
    let tuned = PARAMS.iter().map(|param| (param.name, Kind::Tune(param)));
    #[cfg(not(feature = "tune"))]
    let tuned = std::iter::empty();
    standard().into_iter().chain(tuned).collect()
}

/// The options of every build.
fn standard() -> Vec<(&'static str, Kind)> {
    let default = EngineOptions::default();
    let spin = |range, default, place| Kind::Spin { default, range, place };
    vec![
        ("Hash", spin(HASH_MIB, default.hash_mib, |o| &mut o.hash_mib)),
        ("Clear Hash", Kind::ClearHash),
        ("Threads", spin(THREADS, default.threads, |o| &mut o.threads)),
        ("MultiPV", spin(MULTI_PV, default.multi_pv, |o| &mut o.multi_pv)),
        // `go ponder` starts a ponder search; the option only tells the GUI that pondering is supported.
        ("Ponder", Kind::Ignored),
        (
            "Move Overhead",
            spin(MOVE_OVERHEAD_MS, default.move_overhead_ms, |o| &mut o.move_overhead_ms),
        ),
        ("Contempt", Kind::Contempt),
        ("Level", Kind::Level),
        ("Eval", Kind::Eval),
        ("EvalFile", Kind::EvalFile),
        ("SyzygyPath", Kind::SyzygyPath),
        (
            "SyzygyProbeDepth",
            spin(PROBE_DEPTH, default.tables.probe_depth, |o| &mut o.tables.probe_depth),
        ),
        ("Syzygy50MoveRule", Kind::Check(|o| &mut o.engine.tables.fifty_move_rule, Effect::Engine)),
        (
            "SyzygyProbeLimit",
            spin(PROBE_LIMIT, default.tables.probe_limit, |o| &mut o.tables.probe_limit),
        ),
        (LIMIT_STRENGTH, Kind::Check(|o| &mut o.limit_strength, Effect::Engine)),
        ("UCI_Elo", Kind::Elo),
        (ANALYSE_MODE, Kind::Check(|o| &mut o.analyse, Effect::Engine)),
        ("UCI_Chess960", Kind::Check(|o| &mut o.chess960, Effect::None)),
        ("UCI_ShowWDL", Kind::Check(|o| &mut o.show_wdl, Effect::None)),
        ("Debug Log File", Kind::LogFile),
        ("UCI_EngineAbout", Kind::About),
        ("Search", Kind::Search),
        ("PuctMethod", Kind::PuctMethod),
        ("PolicyFile", Kind::PolicyFile),
    ]
}

/// The announcement after `uci`. Options for search rules are always accepted, but announced only `with_rules`; `search`
/// is the default of the option `Search`, which the command line sets.
pub fn announce(with_rules: bool, search: SearchKind) -> Vec<String> {
    let line = move |(name, kind): (&str, Kind)| match kind {
        // The only option whose default depends on the command line.
        Kind::Search => format!("option name {name} type {}", search.combo()),
        kind => format!("option name {name} type {kind}"),
    };
    let options = table().into_iter().map(line);
    options.chain(search_option::announce().filter(|_| with_rules)).collect()
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Spin { default, range, .. } => {
                write!(f, "spin default {default} min {} max {}", range.start(), range.end())
            }
            Kind::Elo => {
                write!(f, "spin default {DEFAULT_ELO} min {} max {}", ELO.start(), ELO.end())
            }
            Kind::Contempt => {
                write!(f, "spin default 0 min {} max {}", CONTEMPT.start(), CONTEMPT.end())
            }
            Kind::Level => {
                write!(f, "combo default {FULL_STRENGTH}")?;
                CHARACTERS.iter().try_for_each(|one| write!(f, " var {}", one.name))?;
                write!(f, " var {FULL_STRENGTH}")
            }
            Kind::Check(place, _) => {
                write!(f, "check default {}", *place(&mut UciOptions::default()))
            }
            Kind::Ignored => f.write_str("check default false"),
            Kind::Eval => {
                write!(f, "combo default {}", EVALS[0].0)?;
                EVALS.iter().try_for_each(|(word, _)| write!(f, " var {word}"))
            }
            Kind::Search => f.write_str(&SearchKind::default().combo()),
            Kind::PuctMethod => f.write_str(&search_option::methods()),
            Kind::LogFile | Kind::EvalFile | Kind::SyzygyPath | Kind::PolicyFile => {
                write!(f, "string default {EMPTY}")
            }
            Kind::About => write!(f, "string default {ABOUT}"),
            Kind::ClearHash => f.write_str("button"),
            #[cfg(feature = "tune")]
            Kind::Tune(Param { default, range, .. }) => {
                write!(f, "spin default {default} min {} max {}", range.start(), range.end())
            }
        }
    }
}

impl UciOptions {
    /// Sets an option. Names ignore case.
    ///
    /// # Errors
    /// For an unknown name or an invalid value; nothing changes then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        if let Some(rule) = search_option::rule_part(name) {
            search_option::set(&mut self.engine.rules, rule, value)?;
            return Ok(Effect::Engine);
        }
        let Some((name, kind)) =
            table().into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name))
        else {
            let known: Vec<&str> = table().iter().map(|(name, _)| *name).collect();
            return Err(OptionError::Unknown { name: name.into(), known: known.join(", ") });
        };
        let value = value.map(str::trim);
        let effect = self.put(&kind, value).map_err(|expected| OptionError::Value {
            name,
            found: value.map(str::to_owned),
            expected,
        })?;
        self.engine.strength = self.strength();
        self.engine.contempt = if self.analyse { 0 } else { self.contempt };
        Ok(effect)
    }

    /// Stores a value. The error states what was expected.
    fn put(&mut self, kind: &Kind, value: Option<&str>) -> Result<Effect, String> {
        let truth = |value| check(value).ok_or_else(|| "true or false".to_owned());
        match kind {
            Kind::Spin { range, place, .. } => {
                *place(&mut self.engine) = number(value, range)?;
                Ok(Effect::Engine)
            }
            Kind::Elo => {
                let range = u32::from(*ELO.start())..=u32::from(*ELO.end());
                self.elo = number(value, &range)? as u16;
                Ok(Effect::Engine)
            }
            Kind::Contempt => {
                let number = value.and_then(|text| text.parse().ok());
                let expected =
                    || format!("a number from {} to {}", CONTEMPT.start(), CONTEMPT.end());
                self.contempt =
                    number.filter(|number| CONTEMPT.contains(number)).ok_or_else(expected)?;
                Ok(Effect::Engine)
            }
            Kind::Level => {
                self.level = level(value)?;
                Ok(Effect::Engine)
            }
            Kind::Check(place, effect) => {
                *place(self) = truth(value)?;
                Ok(effect.clone())
            }
            Kind::Eval => {
                let asked = value.unwrap_or_default();
                let known = EVALS.iter().find(|(word, _)| word.eq_ignore_ascii_case(asked));
                let (_, eval) = known.ok_or_else(|| EVALS.map(|(word, _)| word).join(", "))?;
                self.engine.eval = *eval;
                Ok(Effect::Engine)
            }
            Kind::EvalFile => match value.unwrap_or_default() {
                "" | EMPTY => Ok(Effect::EvalFile(None)),
                path => Ok(Effect::EvalFile(Some(path.into()))),
            },
            Kind::Search => {
                self.search = SearchKind::from_word(value)?;
                Ok(Effect::Search)
            }
            Kind::PuctMethod => {
                self.puct_config = search_option::method(value)?;
                Ok(Effect::Engine)
            }
            Kind::PolicyFile => match value.unwrap_or_default() {
                "" | EMPTY => Ok(Effect::PolicyFile(None)),
                path => Ok(Effect::PolicyFile(Some(path.into()))),
            },
            Kind::SyzygyPath => Ok(Effect::SyzygyPath(match value.unwrap_or_default() {
                "" | EMPTY => Vec::new(),
                folders => std::env::split_paths(folders).collect(),
            })),
            Kind::Ignored => truth(value).map(|_| Effect::None),
            Kind::LogFile => {
                let path = value.filter(|text| !text.is_empty() && *text != EMPTY);
                self.log_file = path.map(str::to_owned);
                Ok(Effect::LogFile)
            }
            Kind::About => Ok(Effect::None),
            Kind::ClearHash => Ok(Effect::ClearHash),
            #[cfg(feature = "tune")]
            Kind::Tune(Param { name, range, .. }) => {
                let number = value.and_then(|text| text.parse().ok());
                let expected = || format!("a number from {} to {}", range.start(), range.end());
                let number = number.filter(|number| range.contains(number)).ok_or_else(expected)?;
                params::set(name, number);
                Ok(Effect::None)
            }
        }
    }

    /// The options that differ from their defaults, as name and value for [`UciOptions::set`], without strength,
    /// analysis mode and files.
    pub fn changed(&self) -> Vec<(String, String)> {
        let value = |of: &UciOptions, kind: &Kind| {
            let mut of = of.clone();
            Some(match kind {
                Kind::Spin { place, .. } => place(&mut of.engine).to_string(),
                Kind::Check(place, _) => place(&mut of).to_string(),
                Kind::Contempt => of.engine.contempt.to_string(),
                Kind::Eval => EVALS.iter().find(|(_, eval)| *eval == of.engine.eval)?.0.to_owned(),
                Kind::Search => of.search.word().to_owned(),
                Kind::PuctMethod => of.puct_config.word().to_owned(),
                _ => return None,
            })
        };
        let default = UciOptions::default();
        let changed = table().into_iter().filter_map(|(name, kind)| {
            if [LIMIT_STRENGTH, ANALYSE_MODE].contains(&name) {
                return None;
            }
            let now = value(self, &kind)?;
            (value(&default, &kind)? != now).then(|| (name.to_owned(), now))
        });
        changed.chain(search_option::turned_off(&self.engine.rules)).collect()
    }

    /// The PUCT options.
    pub fn puct(&self) -> PuctOptions {
        search_option::puct(&self.engine, self.puct_config)
    }

    /// The strength that results from the strength options.
    fn strength(&self) -> Strength {
        match self.level {
            _ if self.analyse => Strength::Full,
            _ if self.limit_strength => Strength::Elo(self.elo),
            Some(number) => Strength::Character(number),
            None => Strength::Full,
        }
    }
}

fn number(value: Option<&str>, range: &RangeInclusive<u32>) -> Result<u32, String> {
    value
        .and_then(|text| text.parse().ok())
        .filter(|number| range.contains(number))
        .ok_or_else(|| format!("a number from {} to {}", range.start(), range.end()))
}

/// Number of a named level; `None` for full strength.
fn level(value: Option<&str>) -> Result<Option<u8>, String> {
    let names = || CHARACTERS.iter().map(|one| one.name).chain([FULL_STRENGTH]);
    let found = value.and_then(|text| names().position(|name| name.eq_ignore_ascii_case(text)));
    match found {
        Some(at) => Ok(Some(at as u8).filter(|_| at < CHARACTERS.len())),
        None => Err(format!("one of {}", names().collect::<Vec<_>>().join(", "))),
    }
}

/// Why an option was not set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum OptionError {
    /// There is no option of that name.
    #[error("setoption: no option is named {}; there are {known}", quoted(.name))]
    Unknown {
        /// The name given.
        name: String,
        /// All option names.
        known: String,
    },
    /// There is no rule with that name.
    #[error("setoption: no rule of the search is named {}; there are {known}", quoted(.name))]
    UnknownRule {
        /// The name given.
        name: String,
        /// All rule names.
        known: String,
    },
    /// The value is invalid.
    #[error("setoption {name}: found {}, expected {expected}", found.as_deref().map_or("no value".to_owned(), quoted))]
    Value {
        /// The option.
        name: &'static str,
        /// The value given.
        found: Option<String>,
        /// What is accepted.
        expected: String,
    },
}

/// `true` or `false`, ignoring case.
pub(super) fn check(value: Option<&str>) -> Option<bool> {
    match value? {
        text if text.eq_ignore_ascii_case("true") => Some(true),
        text if text.eq_ignore_ascii_case("false") => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_options_can_be_set_again() {
        assert_eq!(UciOptions::default().changed(), []);
        let lines = [
            ("Hash", "7"),
            ("Move Overhead", "30"),
            ("Contempt", "-12"),
            ("Eval", "Material"),
            ("Syzygy50MoveRule", "false"),
            ("PuctMethod", "uct"),
            ("Rule Null move", "false"),
        ];
        let mut options = UciOptions::default();
        for (name, value) in lines {
            options.set(name, Some(value)).unwrap();
        }
        let changed = options.changed();
        assert_eq!(changed.len(), lines.len(), "{changed:?}");
        let mut again = UciOptions::default();
        for (name, value) in changed {
            again.set(&name, Some(&value)).unwrap();
        }
        assert_eq!(again, options);
        for (name, value) in
            [("UCI_LimitStrength", "true"), ("UCI_Elo", "1900"), ("UCI_AnalyseMode", "true")]
        {
            again.set(name, Some(value)).unwrap();
        }
        assert!(again.changed().iter().all(|(name, _)| !name.starts_with("UCI_")));
    }
    use crate::alphabeta::options::TbOptions;

    #[test]
    fn options_are_set_within_their_ranges() {
        let mut options = UciOptions::default();
        assert_eq!(options.set("hash", Some("128")), Ok(Effect::Engine));
        assert_eq!(options.set("Move Overhead", Some("50")), Ok(Effect::Engine));
        assert_eq!(options.set("UCI_Chess960", Some("true")), Ok(Effect::None));
        assert_eq!(options.set("Clear Hash", None), Ok(Effect::ClearHash));
        assert_eq!(options.set("Ponder", Some("false")), Ok(Effect::None));
        assert_eq!(options.set("Eval", Some("handcrafted")), Ok(Effect::Engine));
        assert_eq!(options.engine.eval, EvalKind::HandCrafted);
        let file = Effect::EvalFile(Some("nets/a b.nnue".into()));
        assert_eq!(options.set("EvalFile", Some("nets/a b.nnue")), Ok(file));
        assert_eq!(options.set("EvalFile", Some("<empty>")), Ok(Effect::EvalFile(None)));
        let folders = Effect::SyzygyPath(vec!["a b".into(), "c".into()]);
        let two = std::env::join_paths(["a b", "c"]).unwrap();
        assert_eq!(options.set("SyzygyPath", two.to_str()), Ok(folders));
        assert_eq!(options.set("SyzygyPath", Some("<empty>")), Ok(Effect::SyzygyPath(Vec::new())));
        assert_eq!(options.set("Syzygy50MoveRule", Some("false")), Ok(Effect::Engine));
        assert_eq!(options.set("syzygyprobelimit", Some("5")), Ok(Effect::Engine));
        assert_eq!(options.set("SyzygyProbeDepth", Some("9")), Ok(Effect::Engine));
        let tables = TbOptions { probe_depth: 9, probe_limit: 5, fifty_move_rule: false };
        assert_eq!(options.engine.tables, tables);
        assert_eq!((options.engine.hash_mib, options.engine.move_overhead_ms), (128, 50));
        assert!(options.chess960);
    }

    #[test]
    fn contempt_is_for_games() {
        let mut options = UciOptions::default();
        assert_eq!(options.set("contempt", Some("-35")), Ok(Effect::Engine));
        assert_eq!(options.engine.contempt, -35);
        assert!(options.set("UCI_AnalyseMode", Some("true")).is_ok());
        assert_eq!(options.engine.contempt, 0);
        assert!(options.set("Contempt", Some("20")).is_ok());
        assert_eq!(options.engine.contempt, 0, "still analysing");
        assert!(options.set("UCI_AnalyseMode", Some("false")).is_ok());
        for wrong in ["201", "-201", "much", ""] {
            let error = options.set("Contempt", Some(wrong)).unwrap_err().to_string();
            assert!(error.contains("a number from -200 to 200"), "{error}");
        }
        assert_eq!(options.engine.contempt, 20);
        let announced = "option name Contempt type spin default 0 min -200 max 200";
        assert!(announce(false, SearchKind::default()).iter().any(|line| line == announced));
    }

    #[test]
    fn strength_is_derived_from_the_options() {
        let mut options = UciOptions::default();
        let mut strength = |name: &str, value: &str| {
            options.set(name, Some(value)).unwrap();
            options.engine.strength
        };
        assert_eq!(strength("Level", "nadia"), Strength::Character(5));
        assert_eq!(strength("UCI_Elo", "1700"), Strength::Character(5));
        assert_eq!(strength("UCI_LimitStrength", "true"), Strength::Elo(1700));
        assert_eq!(strength("UCI_AnalyseMode", "true"), Strength::Full);
        assert_eq!(strength("UCI_AnalyseMode", "false"), Strength::Elo(1700));
        assert_eq!(strength("UCI_LimitStrength", "false"), Strength::Character(5));
        assert_eq!(strength("Level", "Full strength"), Strength::Full);
        let error = options.set("Level", Some("Expert")).unwrap_err().to_string();
        assert!(error.contains("expected one of Pip, Trude,"), "{error}");
        let error = options.set("UCI_Elo", Some("1")).unwrap_err().to_string();
        assert!(error.contains(&format!("from {} to {}", ELO.start(), ELO.end())), "{error}");
    }

    #[test]
    fn a_log_file_is_named_and_taken_back() {
        let mut options = UciOptions::default();
        assert_eq!(options.set("Debug Log File", Some("a b.txt")), Ok(Effect::LogFile));
        assert_eq!(options.log_file.as_deref(), Some("a b.txt"));
        options.set("debug log file", Some("")).unwrap();
        assert_eq!(options.log_file, None);
    }

    #[test]
    fn refused_values_change_nothing_and_state_why() {
        let mut options = UciOptions::default();
        let mut error_text = |name, value| options.set(name, value).unwrap_err().to_string();
        assert_eq!(
            error_text("Threads", Some("0")),
            "setoption Threads: found “0”, expected a number from 1 to 256"
        );
        assert_eq!(
            error_text("Hash", None),
            "setoption Hash: found no value, expected a number from 1 to 65536"
        );
        assert_eq!(
            error_text("UCI_Chess960", Some("maybe")),
            "setoption UCI_Chess960: found “maybe”, expected true or false"
        );
        assert_eq!(
            error_text("SyzygyProbeLimit", Some("8")),
            "setoption SyzygyProbeLimit: found “8”, expected a number from 0 to 7"
        );
        assert_eq!(
            error_text("Eval", Some("guess")),
            "setoption Eval: found “guess”, expected Network, HandCrafted, Material"
        );
        assert!(error_text("Optimism", Some("1")).starts_with(
            "setoption: no option is named “Optimism”; there are Hash, Clear Hash, Threads"
        ));
        assert_eq!(options, UciOptions::default());
    }

    #[test]
    fn every_announced_default_is_accepted() {
        for line in announce(false, SearchKind::default()) {
            let (name, rest) =
                line.strip_prefix("option name ").unwrap().split_once(" type ").unwrap();
            let default = rest.split_once("default ").map(|(_, rest)| {
                let end = [" min ", " var "].iter().filter_map(|word| rest.find(word)).min();
                &rest[..end.unwrap_or(rest.len())]
            });
            let mut options = UciOptions::default();
            options.set(name, default).unwrap();
            assert_eq!(options, UciOptions::default(), "{name}");
        }
    }
}
