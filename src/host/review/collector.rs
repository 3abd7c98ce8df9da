//! Builds the analysis of a position from the reports of a search with two lines.

use tabia_engine::search::report::{IterationInfo, SearchOutcome};
use tabia_engine::search::score::Bound;

use super::Analysis;

/// The analysis so far; `None` before the first exact line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnalysisCollector {
    found: Option<Analysis>,
}

impl AnalysisCollector {
    /// Adds a line of an iteration. Lines with a bound are ignored.
    pub fn on_iteration(&mut self, info: &IterationInfo) {
        if info.bound != Bound::Exact {
            return;
        }
        if info.multi_pv == 1 {
            let second = self.found.take().and_then(|found| found.second);
            let (score, depth, line) = (info.score, info.depth, info.pv.clone());
            self.found = Some(Analysis { score, line, second, depth });
        } else if let Some(found) = &mut self.found
            && info.multi_pv == 2
            && info.depth == found.depth
        {
            found.second = Some(info.score);
        }
    }

    /// The end of the search. If its best move is not that of the last exact line, the best move counts, with a score
    /// that may be a bound: it became the best move in an unfinished iteration. `None`: the engine gave no score.
    pub fn finish(self, outcome: &SearchOutcome) -> Option<Analysis> {
        let best = |found: &Analysis| found.line.first() == outcome.best.as_ref();
        self.found.filter(best).or_else(|| {
            Some(Analysis {
                score: outcome.score?,
                line: outcome.best.into_iter().chain(outcome.ponder).collect(),
                second: None,
                depth: outcome.depth.unwrap_or(0),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::{Board, Color, uci_move};
    use tabia_engine::search::report::StopReason;
    use tabia_engine::search::score::Score;

    fn info(multi_pv: u32, depth: u32, cp: i32, bound: Bound, mv: &str) -> IterationInfo {
        let pv = vec![uci_move::parse(&Board::start(), mv).unwrap()];
        let line = IterationInfo::new(depth, Color::White, Score::Cp(cp), pv);
        IterationInfo { multi_pv, bound, ..line }
    }

    #[test]
    fn the_last_exact_lines_and_the_final_best_move_count() {
        let mut collector = AnalysisCollector::default();
        collector.on_iteration(&info(1, 5, 30, Bound::Exact, "e2e4"));
        collector.on_iteration(&info(2, 5, 20, Bound::Exact, "d2d4"));
        collector.on_iteration(&info(1, 6, 90, Bound::Lower, "e2e4"));
        let mut outcome = SearchOutcome {
            best: uci_move::parse(&Board::start(), "e2e4").ok(),
            ponder: None,
            score: Some(Score::Cp(90)),
            bound: Bound::Exact,
            depth: Some(6),
            nodes: None,
            time_ms: 1,
            reason: StopReason::Nodes,
            last: None,
            hesitation: None,
        };
        let found = collector.clone().finish(&outcome).unwrap();
        assert_eq!((found.score, found.depth), (Score::Cp(30), 5));
        assert_eq!(found.second, Some(Score::Cp(20)));
        outcome.best = uci_move::parse(&Board::start(), "c2c4").ok();
        let found = collector.clone().finish(&outcome).unwrap();
        assert_eq!((found.score, found.depth, found.second), (Score::Cp(90), 6, None));
        outcome.score = None;
        assert_eq!(collector.finish(&outcome), None, "no score is made up for another move");
    }
}
