//! One task searched, and how the opinion of the engine changed on the way.

use tabia_chess::{Board, Move};
use tabia_engine::search::limits::Limits;
use tabia_engine::search::observer::SearchObserver;
use tabia_engine::search::report::IterationInfo;
use tabia_engine::search::score::{Bound, Score};
use tabia_engine::search::stop::StopSignal;
use tabia_engine::search::thinker::{SearchError, Thinker};
use tabia_games::game::position::GamePosition;

/// A best line on the way, or the last word.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Opinion {
    pub(super) mv: Option<Move>,
    pub(super) score: Option<Score>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) time_ms: u64,
}

/// Writes down each best line.
#[derive(Default)]
struct Notes(Vec<Opinion>);

impl SearchObserver for Notes {
    fn on_iteration(&mut self, info: &IterationInfo) {
        if info.multi_pv == 1 && info.bound != Bound::Upper {
            self.0.push(Opinion {
                mv: info.pv.first().copied(),
                score: Some(info.score),
                depth: Some(info.depth),
                nodes: info.nodes,
                time_ms: info.time_ms,
            });
        }
    }
}

/// Searches a position afresh. Gives every change of mind in order, the final answer last.
///
/// # Errors
/// When the engine cannot go on.
pub(super) fn solve(
    engine: &mut dyn Thinker,
    board: &Board,
    limits: &Limits,
) -> Result<Vec<Opinion>, SearchError> {
    engine.new_game()?;
    let (position, stop) = (GamePosition::new(*board), StopSignal::never());
    let mut notes = Notes::default();
    let outcome = engine.search(&position, limits, &stop, &mut notes)?;
    let last = Opinion {
        mv: outcome.best,
        score: outcome.score,
        depth: outcome.depth,
        nodes: outcome.nodes,
        time_ms: outcome.time_ms,
    };
    Ok(notes.0.into_iter().chain([last]).collect())
}
