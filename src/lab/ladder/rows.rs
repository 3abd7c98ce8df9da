//! The ladder climbed on a position of chess: every algorithm to every depth, a row each.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use tabia_chess::Move;
use tabia_engine::alphabeta::Engine;
use tabia_engine::search::limits::Limits;
use tabia_engine::search::limits::StopSignal;
use tabia_engine::search::report::StopReason;
use tabia_engine::search::score::Score;
use tabia_games::game::position::GamePosition;

use super::algorithm::Algorithm;
use super::game::MATE;
use super::limit::{Limit, Width, Widths};
use super::on_board::OnBoard;
use super::walk::Halt;

/// Deepest search that can be asked for, plies.
pub const DEEPEST: u32 = 12;

/// What is to be searched.
#[derive(Clone, Debug)]
pub struct LadderRequest {
    /// The position. The engine knows the moves that led here, the reference searches do not.
    pub position: GamePosition,
    /// Every depth up to this one, plies.
    pub depth: u32,
    /// Nodes each search may visit.
    pub budget: u64,
}

/// An algorithm at a depth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LadderRow {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Plies.
    pub depth: u32,
    /// Positions whose value came from no successor. The engine does not count them.
    pub leaves: Option<u64>,
    /// Positions visited, those of shallower iterations and of quiescence among them.
    pub nodes: u64,
    /// Cut-offs that F1 could not have made; the engine does not count them.
    pub deep_cutoffs: Option<u64>,
    /// The value, view of the side to move at the root; `None` where the budget was spent before.
    pub score: Option<Score>,
    /// The move; `None` as well where the game is over.
    #[serde(with = "crate::experiment::move_bits")]
    pub mv: Option<Move>,
    /// Time it took.
    pub time: Duration,
    /// Whether it came to its depth within the budget.
    pub complete: bool,
    /// Nodes divided by those of the depth before, where both are complete.
    pub branching: Option<f64>,
    /// The fewest leaves alpha-beta can see to this depth.
    pub limit: Limit,
    /// Mean number of moves at the ply before the leaves.
    pub width: Width,
}

/// Climbs the ladder, depth by depth and rung by rung. An algorithm that has spent its budget at a depth is not tried
/// at a greater one. `tell` hears each row as it is known and says whether to go on.
pub fn climb(
    request: &LadderRequest,
    engine: &mut Engine,
    stop: &StopSignal,
    tell: &mut dyn FnMut(&LadderRow) -> bool,
) -> Vec<LadderRow> {
    let mut widths = Widths::new(request.position.board(), request.budget);
    let mut rows: Vec<LadderRow> = Vec::new();
    for depth in 1..=request.depth.min(DEEPEST) {
        let Some(limit) = widths.limit(depth, stop) else { return rows };
        let Some(&width) = widths.known().get(depth as usize - 1) else { return rows };
        for algorithm in Algorithm::ALL {
            let before = rows.iter().rev().find(|row| row.algorithm == algorithm);
            if before.is_some_and(|row| !row.complete) {
                continue;
            }
            let nodes_before = before.map(|row| row.nodes);
            let Some(found) = search(request, (algorithm, depth), engine, stop) else {
                return rows;
            };
            let branching = nodes_before.filter(|_| found.complete);
            let row = LadderRow {
                algorithm,
                depth,
                leaves: found.leaves,
                nodes: found.nodes,
                deep_cutoffs: found.deep_cutoffs,
                score: found.score,
                mv: found.mv,
                time: found.time,
                complete: found.complete,
                branching: branching.map(|nodes| found.nodes as f64 / nodes.max(1) as f64),
                limit,
                width,
            };
            rows.push(row);
            if !tell(&row) {
                return rows;
            }
        }
    }
    rows
}

/// Whether the searches that must find minimax's value at this depth do, as far as they came to it: `None` while
/// fewer than two did.
pub fn agreement(rows: &[LadderRow], depth: u32) -> Option<bool> {
    let mut values = rows
        .iter()
        .filter(|row| row.depth == depth && row.complete && row.algorithm.must_agree())
        .map(|row| row.score);
    let first = values.next()?;
    let mut others = values.peekable();
    others.peek()?;
    Some(others.all(|value| value == first))
}

/// What one search found.
struct Found {
    leaves: Option<u64>,
    nodes: u64,
    deep_cutoffs: Option<u64>,
    score: Option<Score>,
    mv: Option<Move>,
    time: Duration,
    complete: bool,
}

/// One search; `None` when stopped.
fn search(
    request: &LadderRequest,
    (algorithm, depth): (Algorithm, u32),
    engine: &mut Engine,
    stop: &StopSignal,
) -> Option<Found> {
    let game = OnBoard::new(request.position.board());
    let start = Instant::now();
    let Some(answer) = algorithm.search(game, depth, request.budget, stop) else {
        return by_engine(request, depth, engine, stop);
    };
    if answer.value == Err(Halt::Stopped) {
        return None;
    }
    Some(Found {
        leaves: Some(answer.counts.leaves),
        nodes: answer.counts.nodes,
        deep_cutoffs: Some(answer.counts.deep_cutoffs),
        score: answer.value.ok().map(score),
        mv: answer.best,
        time: start.elapsed(),
        complete: answer.value.is_ok(),
    })
}

/// The engine, from an empty memory.
fn by_engine(
    request: &LadderRequest,
    depth: u32,
    engine: &mut Engine,
    stop: &StopSignal,
) -> Option<Found> {
    engine.new_game();
    let start = Instant::now();
    let limits = Limits { nodes: Some(request.budget), ..Limits::depth(depth) };
    let outcome = engine.go(&request.position, &limits, stop, &mut ());
    if outcome.reason == StopReason::Stopped {
        return None;
    }
    let complete = outcome.reason != StopReason::Nodes;
    Some(Found {
        leaves: None,
        nodes: outcome.nodes.unwrap_or(0),
        deep_cutoffs: None,
        score: outcome.score.filter(|_| complete),
        mv: outcome.best.filter(|_| complete),
        time: start.elapsed(),
        complete,
    })
}

/// A value as the rest of the program tells it.
pub(super) fn score(value: i32) -> Score {
    const MATES: i32 = MATE - 1_000;
    if value >= MATES {
        Score::Mate(MATE - value)
    } else if value <= -MATES {
        Score::Mate(-MATE - value)
    } else {
        Score::Cp(value)
    }
}
