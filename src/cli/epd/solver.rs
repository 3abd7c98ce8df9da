//! Whoever solves the tasks: our engine, called directly, or another one over UCI.

use crate::alphabeta::Engine;
use crate::alphabeta::options::EngineOptions;
use crate::chess::board::Board;
use crate::chess::moves::Move;
use crate::chess::uci_move;
use crate::game::position::GamePosition;
use crate::search::limits::Limits;
use crate::search::observer::SearchObserver;
use crate::search::report::IterationInfo;
use crate::search::score::{Bound, Score};
use crate::search::stop::StopSignal;
use crate::uci::answer::Info;

use crate::cli::failure::Failure;
use crate::cli::rival::Rival;

/// A best line on the way, or the last word.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Opinion {
    pub(super) mv: Option<Move>,
    pub(super) score: Option<Score>,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) time_ms: u64,
}

/// Something that searches positions.
pub(super) trait Solver {
    /// What it is called.
    fn name(&self) -> &str;

    /// Searches a position afresh. Gives every change of mind in order, the final answer last.
    ///
    /// # Errors
    /// When it cannot go on.
    fn solve(&mut self, board: &Board, limits: &Limits) -> Result<Vec<Opinion>, Failure>;
}

/// Our engine.
pub(super) struct Own(Engine);

impl Own {
    pub(super) fn new(options: &EngineOptions) -> Own {
        Own(Engine::new(options))
    }
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
                depth: info.depth,
                nodes: info.nodes,
                time_ms: info.time_ms,
            });
        }
    }
}

impl Solver for Own {
    fn name(&self) -> &'static str {
        concat!("Tabia ", env!("CARGO_PKG_VERSION"))
    }

    fn solve(&mut self, board: &Board, limits: &Limits) -> Result<Vec<Opinion>, Failure> {
        self.0.new_game();
        let mut notes = Notes::default();
        let outcome =
            self.0.go(&GamePosition::new(*board), limits, &StopSignal::never(), &mut notes);
        notes.0.push(Opinion {
            mv: outcome.best,
            score: Some(outcome.score),
            depth: outcome.depth,
            nodes: outcome.nodes,
            time_ms: outcome.time_ms,
        });
        Ok(notes.0)
    }
}

/// Another engine over UCI.
impl Solver for Rival {
    fn name(&self) -> &str {
        Rival::name(self)
    }

    fn solve(&mut self, board: &Board, limits: &Limits) -> Result<Vec<Opinion>, Failure> {
        self.new_game()?;
        let mut opinions = Vec::new();
        let mut last = Opinion::default();
        let [best, _] = self.search(&GamePosition::new(*board), limits, |info| {
            if info.multi_pv.is_none_or(|line| line == 1) {
                update(&mut last, &info, board);
                if info.bound != Some(Bound::Upper) && !info.pv.is_empty() {
                    opinions.push(last);
                }
            }
        })?;
        last.mv = best.and_then(|mv| uci_move::parse(board, &mv).ok());
        opinions.push(last);
        Ok(opinions)
    }
}

/// What a line of information adds to the opinion so far.
fn update(opinion: &mut Opinion, info: &Info, board: &Board) {
    opinion.depth = info.depth.unwrap_or(opinion.depth);
    opinion.nodes = info.nodes.unwrap_or(opinion.nodes);
    opinion.time_ms = info.time_ms.unwrap_or(opinion.time_ms);
    opinion.score = info.score.or(opinion.score);
    if let Some(mv) = info.pv.first() {
        opinion.mv = uci_move::parse(board, mv).ok();
    }
}
