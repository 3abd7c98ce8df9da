//! The simplest engine to play against: alpha-beta over a few plies with material at the leaves. It has no hash table,
//! no quiescence search and no knowledge, so that its mistakes can be understood: it takes every exchange to end at its
//! search depth.

use std::time::Instant;

use super::algorithm::{Algorithm, Answer};
use super::experiment::score;
use super::game::OnBoard;
use tabia_chess::{Board, Move, SplitMix64};
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::report::{IterationInfo, SearchOutcome, StopReason, per_second};
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::{CommonOptions, SearchError, SearchObserver, Thinker};
use tabia_games::game::position::GamePosition;

/// Depth if only a clock or nothing limits the search, plies; takes a fraction of a second.
const USUAL_DEPTH: u32 = 3;
/// Depth of an analysis that is not stopped, plies.
const MAX_DEPTH: u32 = 64;

#[derive(Clone, Copy, Debug)]
pub struct PlainEngine {
    lines: u32,
}

impl Default for PlainEngine {
    fn default() -> PlainEngine {
        PlainEngine { lines: 1 }
    }
}

/// A root move with its value and the reply to it.
#[derive(Clone, Debug)]
struct RootMove {
    mv: Move,
    /// From the view of the side that makes the move, in the units of [`Algorithm::search`].
    value: i32,
    reply: Option<Move>,
}

impl PlainEngine {
    /// Depth and nodes allowed by the limits.
    fn budget(limits: &Limits) -> (u32, u64) {
        let nodes = limits.node_target();
        let timed = limits.clock.is_some() || limits.movetime.is_some();
        let usual = if limits.infinite || nodes.is_some() { MAX_DEPTH } else { USUAL_DEPTH };
        let depth = limits.depth.unwrap_or(usual);
        // It has no time management: at this depth a move takes a fraction of a second.
        let depth = if timed { depth.min(USUAL_DEPTH) } else { depth };
        (depth.clamp(1, MAX_DEPTH), nodes.unwrap_or(u64::MAX))
    }
}

/// All moves searched to a depth, the best first; `None` if the nodes ran out or it was stopped.
fn iteration(
    board: &Board,
    moves: &[Move],
    depth: u32,
    nodes: &mut u64,
    most: u64,
    stop: &StopSignal,
) -> Option<Vec<RootMove>> {
    let mut found = Vec::with_capacity(moves.len());
    for &mv in moves {
        let game = OnBoard::counting_pieces(board.after(mv));
        let left = most.saturating_sub(*nodes);
        let Answer { counts, value, best } = Algorithm::F2.search(game, depth - 1, left, stop)?;
        *nodes += counts.nodes;
        // A mate is one ply farther from here.
        let value = -value.ok()?;
        found.push(RootMove { mv, value: value - deeper(value), reply: best });
    }
    // Among equal moves it chooses one at random, but always the same in the same position.
    let mut rng = SplitMix64::new(board.key());
    let mut keyed: Vec<(i32, u64, RootMove)> =
        found.into_iter().map(|one| (one.value, rng.next_u64(), one)).collect();
    keyed.sort_by_key(|(value, tie_break, _)| std::cmp::Reverse((*value, *tie_break)));
    Some(keyed.into_iter().map(|(_, _, one)| one).collect())
}

/// The value one ply farther from the root.
fn deeper(value: i32) -> i32 {
    match score(value) {
        Score::Mate(_) => value.signum(),
        _ => 0,
    }
}

impl Thinker for PlainEngine {
    fn name(&self) -> &'static str {
        concat!("Tabia ", env!("CARGO_PKG_VERSION"), " Plain")
    }

    fn configure(&mut self, options: &CommonOptions) -> Result<(), SearchError> {
        self.lines = options.multi_pv.max(1);
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), SearchError> {
        Ok(())
    }

    fn search(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        stop: &StopSignal,
        observer: &mut dyn SearchObserver,
    ) -> Result<SearchOutcome, SearchError> {
        let board = position.board();
        let moves = limits.root_moves(&board);
        let Some(&first) = moves.first() else {
            return Ok(SearchOutcome::of_finished_game(&board));
        };
        let (deepest, most) = PlainEngine::budget(limits);
        let begin = Instant::now();
        let mut nodes = 0;
        let mut outcome =
            SearchOutcome { best: Some(first), ..SearchOutcome::nothing(StopReason::Stopped) };
        for depth in 1..=deepest {
            let found = iteration(&board, &moves, depth, &mut nodes, most, stop);
            let time_ms = begin.elapsed().as_millis() as u64;
            (outcome.nodes, outcome.time_ms) = (Some(nodes), time_ms);
            let Some(found) = found else {
                if !stop.is_stopped() {
                    outcome.reason = StopReason::Nodes;
                }
                break;
            };
            for (line, one) in found.iter().enumerate().take(self.lines as usize) {
                let pv = std::iter::once(one.mv).chain(one.reply).collect();
                observer.on_iteration(&IterationInfo {
                    multi_pv: line as u32 + 1,
                    nodes: Some(nodes),
                    time_ms,
                    nps: per_second(nodes, time_ms),
                    ..IterationInfo::new(depth, board.stm(), score(one.value), pv)
                });
            }
            if let Some(best) = found.first() {
                outcome.best = Some(best.mv);
                outcome.ponder = best.reply;
                outcome.score = Some(score(best.value));
                outcome.depth = Some(depth);
            }
            outcome.reason = StopReason::Depth;
        }
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(fen: &str, limits: &Limits) -> (SearchOutcome, Vec<IterationInfo>) {
        let mut lines = Vec::new();
        let position = GamePosition::new(Board::from_fen(fen).unwrap());
        let mut engine = PlainEngine { lines: 2 };
        let outcome = engine.search(&position, limits, &StopSignal::never(), &mut lines).unwrap();
        (outcome, lines)
    }

    #[test]
    fn it_finds_mates_and_free_pieces_only_within_its_depth() {
        let (outcome, _) = search("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", &Limits::depth(3));
        assert_eq!(
            (outcome.best.unwrap().to().to_string(), outcome.score),
            ("a8".into(), Some(Score::Mate(1)))
        );
        // At one ply the queen takes a defended pawn; at two it does not.
        let covered = "4k3/3p4/4p3/8/8/8/4Q3/4K3 w - - 0 1";
        let takes = |depth| search(covered, &Limits::depth(depth)).0.best.unwrap().is_capture();
        assert_eq!([takes(1), takes(2)], [true, false]);
    }

    #[test]
    fn every_iteration_reports_all_lines_and_a_clock_limits_the_depth() {
        let start = Board::start().to_string();
        let (outcome, lines) =
            search(&start, &Limits::movetime(std::time::Duration::from_hours(1)));
        assert_eq!((outcome.depth, outcome.reason), (Some(USUAL_DEPTH), StopReason::Depth));
        let reported: Vec<(u32, u32)> =
            lines.iter().map(|line| (line.depth, line.multi_pv)).collect();
        assert_eq!(reported, [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]);
        assert_eq!(
            search(&start, &Limits::depth(2)).0.best,
            search(&start, &Limits::depth(2)).0.best
        );
        let wanted = Board::start().legal_moves()[3];
        let only = Limits { search_moves: vec![wanted], ..Limits::depth(1) };
        assert_eq!(search(&start, &only).0.best, Some(wanted));
        let few = search(&start, &Limits::nodes(500)).0;
        assert!(few.nodes.unwrap() <= 500 && few.best.is_some());
        assert_eq!(few.reason, StopReason::Nodes);
        let soft = search(&start, &Limits::soft_nodes(500)).0;
        assert_eq!((soft.nodes, soft.best), (few.nodes, few.best), "a soft limit is no larger one");
    }
}
