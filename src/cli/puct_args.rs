//! Arguments of the tree search by playouts, for the commands that can go by it.

use clap::Args;

use tabia_engine::puct::options::{Method, PuctOptions, Rung};
use tabia_engine::puct::words;

/// Who searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Searcher {
    /// The alpha-beta search.
    AlphaBeta,
    /// The tree search by playouts, by this method.
    Puct(Method),
}

/// The method that `puct` stands for.
pub(super) const STRONGEST: Rung = Rung::STRONGEST;

/// Reads who searches: `alphabeta`, `puct`, or a method in words.
pub(super) fn searcher(word: &str) -> Result<Searcher, String> {
    match word.to_ascii_lowercase().as_str() {
        "alphabeta" => Ok(Searcher::AlphaBeta),
        "puct" => Ok(Searcher::Puct(STRONGEST.method())),
        word => words::method(word)
            .map(Searcher::Puct)
            .map_err(|told| format!("{told}; or alphabeta, or puct for the strongest")),
    }
}

/// Reads a method. The error says which there are.
pub(super) fn rung(word: &str) -> Result<Rung, String> {
    Rung::from_word(word).ok_or_else(|| Rung::ALL.map(Rung::word).join(", "))
}

impl Searcher {
    /// The options of the tree search, if that searches.
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
    #[arg(long, value_name = "METHOD", requires = "puct", value_parser = rung)]
    pub(super) method: Option<Rung>,
    /// Playouts of each position
    #[arg(long, requires = "puct", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(super) playouts: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searchers_are_read_and_others_told_what_there_is() {
        assert_eq!(searcher("AlphaBeta"), Ok(Searcher::AlphaBeta));
        assert_eq!(searcher("puct"), Ok(Searcher::Puct(STRONGEST.method())));
        assert_eq!(searcher("uct"), Ok(Searcher::Puct(Rung::Uct.method())));
        assert!(searcher("mcts").unwrap_err().starts_with("found 'mcts', expected flat, uct, "));
        assert_eq!(Searcher::AlphaBeta.options(), None);
    }
}
