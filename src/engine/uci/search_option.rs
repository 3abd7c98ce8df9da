//! The options that say who searches, and how the tree search by playouts goes about it.

use crate::alphabeta::options::EngineOptions;
use crate::puct::options::{PuctOptions, Rung};

/// Who searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchKind {
    /// The alpha-beta search.
    #[default]
    AlphaBeta,
    /// The tree search by playouts.
    Puct,
    /// Alpha-beta that counts pieces.
    Plain,
}

/// What `PuctMethod` is before it is set.
pub const DEFAULT_RUNG: Rung = Rung::STRONGEST;

impl SearchKind {
    /// All, with their words in the option.
    const ALL: [(&'static str, SearchKind); 3] = [
        ("AlphaBeta", SearchKind::AlphaBeta),
        ("PUCT", SearchKind::Puct),
        ("Plain", SearchKind::Plain),
    ];

    /// All of them.
    pub fn all() -> impl Iterator<Item = SearchKind> {
        SearchKind::ALL.into_iter().map(|(_, search)| search)
    }

    /// Its word in the option Search.
    pub fn word(self) -> &'static str {
        SearchKind::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(word, _)| word)
    }

    /// The one with this word, in any case.
    pub fn by_word(word: &str) -> Option<SearchKind> {
        SearchKind::all().find(|search| search.word().eq_ignore_ascii_case(word))
    }

    /// The value of the option Search. The error says what was expected.
    pub(super) fn from_word(value: Option<&str>) -> Result<SearchKind, String> {
        let expected = || format!("one of {}", SearchKind::ALL.map(|(word, _)| word).join(", "));
        SearchKind::by_word(value.unwrap_or_default()).ok_or_else(expected)
    }

    /// How the option is announced with this default.
    pub(super) fn combo(self) -> String {
        let vars = SearchKind::ALL.map(|(word, _)| format!(" var {word}")).concat();
        format!("combo default {}{vars}", self.word())
    }
}

/// How the option `PuctMethod` is announced.
pub(super) fn methods() -> String {
    let vars = Rung::ALL.map(|rung| format!(" var {}", rung.word())).concat();
    format!("combo default {}{vars}", DEFAULT_RUNG.word())
}

/// The value of the option `PuctMethod`. The error says what was expected.
pub(super) fn method(value: Option<&str>) -> Result<Rung, String> {
    let expected = || format!("one of {}", Rung::ALL.map(Rung::word).join(", "));
    Rung::from_word(value.unwrap_or_default()).ok_or_else(expected)
}

/// What the tree search by playouts goes by: what both searches have in common, and its method.
pub(super) fn puct(engine: &EngineOptions, rung: Rung) -> PuctOptions {
    let EngineOptions { hash_mib, threads, multi_pv, move_overhead_ms, tables, .. } = *engine;
    PuctOptions {
        hash_mib,
        threads,
        multi_pv,
        move_overhead_ms,
        probe_limit: tables.probe_limit,
        fifty_move_rule: tables.fifty_move_rule,
        ..PuctOptions::of(rung)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::option::{Effect, UciOptions, announce, announce_from};

    #[test]
    fn the_search_and_its_method_are_set_in_any_case() {
        let mut options = UciOptions::default();
        assert_eq!(options.set("search", Some("puct")), Ok(Effect::Search));
        assert_eq!(options.search, SearchKind::Puct);
        assert_eq!(options.set("PuctMethod", Some("UCT-eval")), Ok(Effect::Engine));
        assert_eq!(options.set("Hash", Some("7")), Ok(Effect::Engine));
        let puct = options.puct();
        assert_eq!((puct.method, puct.hash_mib), (Rung::UctEval.method(), 7));
        for (name, bad, said) in [
            (
                "Search",
                "minimax",
                "setoption Search: found 'minimax', expected one of AlphaBeta, PUCT, Plain",
            ),
            ("PuctMethod", "", "setoption PuctMethod: found '', expected one of flat, uct, "),
        ] {
            let error = options.set(name, Some(bad)).unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}");
        }
        assert_eq!(options.set("PolicyFile", Some("<empty>")), Ok(Effect::PolicyFile(None)));
        assert_eq!(options.set("Search", Some("AlphaBeta")), Ok(Effect::Search));
    }

    #[test]
    fn they_are_announced() {
        let line =
            "option name Search type combo default AlphaBeta var AlphaBeta var PUCT var Plain";
        assert!(announce(false).contains(&line.to_owned()));
        let line = "option name Search type combo default PUCT var AlphaBeta var PUCT var Plain";
        assert!(announce_from(false, SearchKind::Puct).contains(&line.to_owned()));
        let methods = announce(false).into_iter().find(|line| line.contains("PuctMethod"));
        assert!(methods.unwrap().contains("default hybrid var flat var uct var uct-eval"));
    }
}
