//! Collects what a search with two lines tells about a position until it is an analysis.

use crate::search::report::{IterationInfo, SearchOutcome};
use crate::search::score::{Bound, Score};

use super::Analysis;

/// What a search has told so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Gather {
    found: Analysis,
}

impl Default for Gather {
    fn default() -> Gather {
        Gather { found: Analysis { score: Score::EVEN, line: Vec::new(), second: None, depth: 0 } }
    }
}

impl Gather {
    /// Takes a line of an iteration. Bounds prove nothing and are passed over.
    pub fn iteration(&mut self, info: &IterationInfo) {
        let found = &mut self.found;
        if info.bound != Bound::Exact {
            return;
        }
        if info.multi_pv == 1 {
            found.line.clone_from(&info.pv);
            (found.score, found.depth) = (info.score, info.depth);
        } else if info.multi_pv == 2 && info.depth == found.depth {
            found.second = Some(info.score);
        }
    }

    /// The end of the search. Where its last word is another move than that of the last line that was told,
    /// the last word counts.
    pub fn finish(mut self, outcome: &SearchOutcome) -> Analysis {
        if self.found.line.first() != outcome.best.as_ref() {
            self.found.line = outcome.best.into_iter().chain(outcome.ponder).collect();
            self.found.score = outcome.score;
            self.found.depth = outcome.depth;
            self.found.second = None;
        }
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Board, Color, uci_move};
    use crate::search::report::StopReason;

    fn info(multi_pv: u32, depth: u32, cp: i32, bound: Bound, mv: &str) -> IterationInfo {
        let pv = vec![uci_move::parse(&Board::start(), mv).unwrap()];
        let (nodes, time_ms, hashfull, tb_hits) = (1, 1, 0, 0);
        let (score, stm, seldepth) = (Score::Cp(cp), Color::White, depth);
        IterationInfo {
            depth,
            seldepth,
            multi_pv,
            stm,
            score,
            bound,
            nodes,
            time_ms,
            hashfull,
            tb_hits,
            pv,
        }
    }

    #[test]
    fn the_last_exact_lines_count_and_the_last_word_most() {
        let mut gather = Gather::default();
        gather.iteration(&info(1, 5, 30, Bound::Exact, "e2e4"));
        gather.iteration(&info(2, 5, 20, Bound::Exact, "d2d4"));
        gather.iteration(&info(1, 6, 90, Bound::Lower, "e2e4"));
        let mut outcome = SearchOutcome {
            best: uci_move::parse(&Board::start(), "e2e4").ok(),
            ponder: None,
            score: Score::Cp(90),
            depth: 6,
            nodes: 1,
            time_ms: 1,
            reason: StopReason::Nodes,
            last: None,
        };
        let found = gather.clone().finish(&outcome);
        assert_eq!((found.score, found.depth), (Score::Cp(30), 5));
        assert_eq!(found.second, Some(Score::Cp(20)));
        outcome.best = uci_move::parse(&Board::start(), "c2c4").ok();
        let found = gather.finish(&outcome);
        assert_eq!((found.score, found.depth, found.second), (Score::Cp(90), 6, None));
    }
}
