//! Whoever solves the tasks: our engine, called directly, or another one over UCI.

use crate::alphabeta::Engine;
use crate::alphabeta::options::EngineOptions;
use crate::chess::board::Board;
use crate::chess::moves::Move;
use crate::external::engine::UciEngine;
use crate::external::info::Told;
use crate::external::wishes::Wishes;
use crate::game::position::GamePosition;
use crate::search::limits::Limits;
use crate::search::observer::SearchObserver;
use crate::search::report::IterationInfo;
use crate::search::score::{Bound, Score};
use crate::search::stop::StopSignal;

use crate::cli::failure::Failure;
use crate::cli::uci_engine;

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
pub(super) struct Other(UciEngine);

impl Other {
    pub(super) fn start(line: &str, threads: u32, hash_mib: u32) -> Result<Other, Failure> {
        let (threads, hash_mib) = (Some(threads), Some(hash_mib));
        uci_engine::start(line, Wishes { threads, hash_mib, ..Wishes::default() }).map(Other)
    }
}

impl Solver for Other {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn solve(&mut self, board: &Board, limits: &Limits) -> Result<Vec<Opinion>, Failure> {
        uci_engine::new_game(&mut self.0)?;
        let mut opinions = Vec::new();
        let mut last = Opinion::default();
        let position = GamePosition::new(*board);
        let found = uci_engine::search(&mut self.0, &position, limits, &mut |told| {
            if told.multi_pv.is_none_or(|line| line == 1) {
                update(&mut last, told);
                if told.bound != Some(Bound::Upper) && !told.pv.is_empty() {
                    opinions.push(last);
                }
            }
        })?;
        last.mv = found.best;
        opinions.push(last);
        Ok(opinions)
    }
}

/// What a line of information adds to the opinion so far.
fn update(opinion: &mut Opinion, told: &Told) {
    opinion.depth = told.depth.unwrap_or(opinion.depth);
    opinion.nodes = told.nodes.unwrap_or(opinion.nodes);
    opinion.time_ms = told.time_ms.unwrap_or(opinion.time_ms);
    opinion.score = told.score.or(opinion.score);
    if let Some(&mv) = told.pv.first() {
        opinion.mv = Some(mv);
    }
}
