//! Options for the kind of search, for PUCT, and `Rule NAME`, which turns search rules off.

use super::option::{OptionError, check};
use crate::alphabeta::options::EngineOptions;
use crate::alphabeta::rule_set::{RuleSet, Switch};
use crate::puct::options::{PuctConfig, PuctOptions};

/// Kind of search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchKind {
    /// The alpha-beta search.
    #[default]
    AlphaBeta,
    /// PUCT.
    Puct,
    /// Plain alpha-beta that counts material.
    Plain,
}

/// Default of `PuctMethod`.
pub(crate) const DEFAULT_PUCT_CONFIG: PuctConfig = PuctConfig::STRONGEST;

impl SearchKind {
    /// All kinds with their option values.
    const ALL: [(&'static str, SearchKind); 3] = [
        ("AlphaBeta", SearchKind::AlphaBeta),
        ("PUCT", SearchKind::Puct),
        ("Plain", SearchKind::Plain),
    ];

    /// All kinds of search.
    pub fn all() -> impl Iterator<Item = SearchKind> {
        SearchKind::ALL.into_iter().map(|(_, search)| search)
    }

    /// Its value of the option Search.
    pub fn word(self) -> &'static str {
        SearchKind::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(word, _)| word)
    }

    /// The kind with this value, ignoring case.
    pub fn by_word(word: &str) -> Option<SearchKind> {
        SearchKind::all().find(|search| search.word().eq_ignore_ascii_case(word))
    }

    /// Parses the option Search. The error states what was expected.
    pub(super) fn from_word(value: Option<&str>) -> Result<SearchKind, String> {
        let expected = || format!("one of {}", SearchKind::ALL.map(|(word, _)| word).join(", "));
        SearchKind::by_word(value.unwrap_or_default()).ok_or_else(expected)
    }

    /// Announcement with this default.
    pub(super) fn combo(self) -> String {
        let vars = SearchKind::ALL.map(|(word, _)| format!(" var {word}")).concat();
        format!("combo default {}{vars}", self.word())
    }
}

/// Announcement of `PuctMethod`.
pub(super) fn methods() -> String {
    let vars = PuctConfig::ALL.map(|puct_config| format!(" var {}", puct_config.word())).concat();
    format!("combo default {}{vars}", DEFAULT_PUCT_CONFIG.word())
}

/// Parses `PuctMethod`. The error states what was expected.
pub(super) fn method(value: Option<&str>) -> Result<PuctConfig, String> {
    let expected = || format!("one of {}", PuctConfig::ALL.map(PuctConfig::word).join(", "));
    PuctConfig::from_word(value.unwrap_or_default()).ok_or_else(expected)
}

/// PUCT options: those shared with alpha-beta, and the configuration.
pub(super) fn puct(engine: &EngineOptions, puct_config: PuctConfig) -> PuctOptions {
    let EngineOptions { hash_mib, threads, multi_pv, move_overhead_ms, tables, .. } = *engine;
    PuctOptions {
        hash_mib,
        threads,
        multi_pv,
        move_overhead_ms,
        probe_limit: tables.probe_limit,
        fifty_move_rule: tables.fifty_move_rule,
        ..PuctOptions::of(puct_config)
    }
}

/// Prefix of the names of rule options.
const RULE: &str = "Rule";

/// Announcement of the rule options.
pub(super) fn announce() -> impl Iterator<Item = String> {
    Switch::all().map(|rule| format!("option name {RULE} {} type check default true", rule.name()))
}

/// The rules that are off, as options.
pub(super) fn turned_off(set: &RuleSet) -> impl Iterator<Item = (String, String)> {
    set.off().map(|rule| (format!("{RULE} {}", rule.name()), "false".to_owned()))
}

/// The rule's name, if the option name begins with `Rule`.
pub(super) fn rule_part(name: &str) -> Option<&str> {
    let (word, rest) = name.split_once(' ')?;
    word.eq_ignore_ascii_case(RULE).then(|| rest.trim())
}

/// Turns a rule off or on. Names ignore case.
///
/// # Errors
/// For an unknown rule, or a value other than `true` and `false`; nothing changes then.
pub(super) fn set(set: &mut RuleSet, name: &str, value: Option<&str>) -> Result<(), OptionError> {
    let Some(rule) = Switch::all().find(|rule| rule.name().eq_ignore_ascii_case(name)) else {
        let known: Vec<&str> = Switch::all().map(Switch::name).collect();
        return Err(OptionError::UnknownRule { name: name.into(), known: known.join(", ") });
    };
    let value = value.map(str::trim);
    let Some(on) = check(value) else {
        let (found, expected) = (value.map(str::to_owned), "true or false".to_owned());
        return Err(OptionError::Value { name: rule.name(), found, expected });
    };
    *set = set.set(rule, on);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::detail::PruneReason;
    use crate::uci::option::{Effect, UciOptions, announce};

    #[test]
    fn the_search_and_its_method_are_set_in_any_case() {
        let mut options = UciOptions::default();
        assert_eq!(options.set("search", Some("puct")), Ok(Effect::Search));
        assert_eq!(options.search, SearchKind::Puct);
        assert_eq!(options.set("PuctMethod", Some("UCT-eval")), Ok(Effect::Engine));
        assert_eq!(options.set("Hash", Some("7")), Ok(Effect::Engine));
        let puct = options.puct();
        assert_eq!((puct.method, puct.hash_mib), (PuctConfig::UctEval.method(), 7));
        for (name, bad, error_text) in [
            (
                "Search",
                "minimax",
                "setoption Search: found “minimax”, expected one of AlphaBeta, PUCT, Plain",
            ),
            ("PuctMethod", "", "setoption PuctMethod: found “”, expected one of flat, uct, "),
        ] {
            let error = options.set(name, Some(bad)).unwrap_err().to_string();
            assert!(error.starts_with(error_text), "{error}");
        }
        assert_eq!(options.set("PolicyFile", Some("<empty>")), Ok(Effect::PolicyFile(None)));
        assert_eq!(options.set("Search", Some("AlphaBeta")), Ok(Effect::Search));
    }

    #[test]
    fn they_are_announced() {
        let line =
            "option name Search type combo default AlphaBeta var AlphaBeta var PUCT var Plain";
        assert!(announce(false, SearchKind::default()).contains(&line.to_owned()));
        let line = "option name Search type combo default PUCT var AlphaBeta var PUCT var Plain";
        assert!(announce(false, SearchKind::Puct).contains(&line.to_owned()));
        let methods = announce(false, SearchKind::default())
            .into_iter()
            .find(|line| line.contains("PuctMethod"));
        assert!(methods.unwrap().contains("default hybrid var flat var uct var uct-eval"));
    }

    #[test]
    fn rules_are_turned_off_and_on_and_announced_on_request() {
        let mut options = UciOptions::default();
        assert_eq!(options.set("rule null move", Some("false")), Ok(Effect::Engine));
        assert!(!options.engine.rules.has(PruneReason::NullMove));
        assert_eq!(options.set("Rule Null move", Some("TRUE")), Ok(Effect::Engine));
        assert_eq!(options.engine, UciOptions::default().engine);
        for bad in ["Rule Stand pat", "Rule", "Rule  ", "Rule Nothing"] {
            assert!(options.set(bad, Some("false")).is_err(), "{bad}");
        }
        let error = options.set("Rule Razoring", Some("off")).unwrap_err().to_string();
        assert_eq!(error, "setoption Razoring: found “off”, expected true or false");
        let [short, long] =
            [false, true].map(|with_rules| announce(with_rules, SearchKind::default()));
        assert!(long.starts_with(&short) && !short.iter().any(|line| line.contains("name Rule")));
        assert!(long.contains(&"option name Rule Null move type check default true".to_owned()));
        for line in &long[short.len()..] {
            let name = line.strip_prefix("option name ").unwrap();
            let (name, _) = name.split_once(" type ").unwrap();
            assert_eq!(options.set(name, Some("false")), Ok(Effect::Engine), "{name}");
        }
        assert!(Switch::all().all(|rule| !options.engine.rules.is_on(rule)));
    }
}
