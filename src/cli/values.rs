//! Argument types that several commands share.

use clap::Args;

use super::failure::Failure;
use tabia_chess::Board;
use tabia_engine::puct::options::{Method, PuctConfig, PuctOptions};
use tabia_engine::puct::words;

/// A position. Quotes may be omitted.
#[derive(Debug, Args)]
pub struct FenArg {
    /// The position; `startpos` for the start position
    #[arg(value_name = "FEN", required = true)]
    fen: Vec<String>,
}

impl FenArg {
    pub fn board(&self) -> Result<Board, Failure> {
        board(&self.fen.join(" "))
    }
}

/// Parses a FEN, or the word `startpos`.
pub fn board(text: &str) -> Result<Board, Failure> {
    if text.trim() == "startpos" {
        return Ok(Board::start());
    }
    Board::from_fen(text).map_err(|error| Failure::fen(&error))
}

pub fn spin(range: &std::ops::RangeInclusive<u32>) -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(i64::from(*range.start())..=i64::from(*range.end()))
}

pub fn count(min: u32, max: u32) -> impl clap::builder::TypedValueParser<Value = usize> {
    use clap::builder::TypedValueParser as _;
    clap::value_parser!(u32).range(i64::from(min)..=i64::from(max)).map(|count| count as usize)
}

pub fn positive(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|number| (0.001..=10_000.0).contains(number))
        .ok_or_else(|| "expected a number from 0.001 to 10000".into())
}

pub fn percent(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|number| (0.0..=100.0).contains(number))
        .ok_or_else(|| "expected a number from 0 to 100".into())
}

// Arguments for PUCT.

/// Kind of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Searcher {
    AlphaBeta,
    Puct(Method),
}

/// The configuration named `puct`.
pub(super) const STRONGEST: PuctConfig = PuctConfig::STRONGEST;

/// Parses a kind of search: `alphabeta`, `puct`, or a method.
pub(super) fn searcher(word: &str) -> Result<Searcher, String> {
    match word.to_ascii_lowercase().as_str() {
        "alphabeta" => Ok(Searcher::AlphaBeta),
        "puct" => Ok(Searcher::Puct(STRONGEST.method())),
        word => words::method(word)
            .map(Searcher::Puct)
            .map_err(|error| format!("{error}; or alphabeta, or puct for the strongest")),
    }
}

/// Parses a configuration. The error lists all of them.
pub(super) fn configuration(word: &str) -> Result<PuctConfig, String> {
    PuctConfig::from_word(word).ok_or_else(|| PuctConfig::ALL.map(PuctConfig::word).join(", "))
}

impl Searcher {
    /// The PUCT options, if it is a PUCT search.
    pub(super) fn options(self) -> Option<PuctOptions> {
        match self {
            Searcher::AlphaBeta => None,
            Searcher::Puct(method) => Some(PuctOptions { method, ..PuctOptions::default() }),
        }
    }
}

/// The bench of the tree search.
#[derive(Debug, Default, Args)]
pub(super) struct PuctBenchArgs {
    /// Search by playouts: the same number for each position, and a signature of the trees they grow
    #[arg(long, conflicts_with_all = ["depth", "net", "hand_crafted", "kernels"])]
    pub(super) puct: bool,
    /// Method of the playouts
    #[arg(long, value_name = "METHOD", requires = "puct", value_parser = configuration)]
    pub(super) method: Option<PuctConfig>,
    /// Playouts of each position
    #[arg(long, requires = "puct", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(super) playouts: Option<u64>,
}

#[cfg(test)]
mod puct_args_tests {
    use super::*;

    #[test]
    fn searchers_are_parsed_and_errors_list_all_of_them() {
        assert_eq!(searcher("AlphaBeta"), Ok(Searcher::AlphaBeta));
        assert_eq!(searcher("puct"), Ok(Searcher::Puct(STRONGEST.method())));
        assert_eq!(searcher("uct"), Ok(Searcher::Puct(PuctConfig::Uct.method())));
        assert!(searcher("mcts").unwrap_err().starts_with("found 'mcts', expected flat, uct, "));
        assert_eq!(Searcher::AlphaBeta.options(), None);
    }
}
