//! What the engine says of a position without searching its quiet moves: the static evaluation and the value of
//! quiescence.

use std::time::Duration;

use crate::clock::Deadline;
use crate::search::limits::Limits;
use crate::search::score::Score;
use crate::search::stop::StopSignal;
use tabia_chess::Move;
use tabia_games::game::position::GamePosition;

use super::Engine;
use super::recorder::Silent;
use super::shared::Shared;
use super::technique::Technique;
use super::thread::Search;
use super::value::{INFINITE, Window, to_score};

/// A position judged without a search. Scores are for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StillValues {
    /// The static evaluation, centipawns, uncorrected.
    pub static_cp: i32,
    /// The value of quiescence.
    pub quiescence: Score,
    /// The captures and evasions behind that value.
    pub line: Vec<Move>,
    /// Nodes of quiescence.
    pub nodes: u64,
}

impl Engine {
    /// Static evaluation and quiescence of a position by the options in use. The hash table is neither read nor
    /// written, so that what an earlier search knows does not colour them; the rules of the draw are asked
    /// first, as at every node.
    pub fn still_values(&mut self, position: &GamePosition) -> Option<StillValues> {
        let (board, keys) = (position.board(), position.keys());
        let (signal, limits) = (StopSignal::never(), Limits::default());
        let deadline = Deadline::new(&limits, &board, Duration::ZERO);
        let mut shared = Shared::new(&self.tt, &signal, &limits, &self.reductions, deadline, 1);
        shared.rules = self.options.rules.without_technique(Technique::Table);
        shared.evaluation = super::evaluation(self.options.eval, self.network.as_deref());
        let data = self.threads.first_mut()?;
        let mut search = Search::new(&shared, 0, keys, board, data, Silent);
        let static_cp = search.raw_eval(&board, 0);
        let window = Window { alpha: -INFINITE, beta: INFINITE };
        let value = search.qsearch::<true>(&board, 0, window);
        let line = search.data.stack[0].pv.to_vec();
        let nodes = search.counts.nodes;
        Some(StillValues { static_cp, quiescence: to_score(value), line, nodes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabeta::options::{EngineOptions, EvalKind};
    use tabia_chess::Board;

    #[test]
    fn quiescence_sees_what_the_static_evaluation_cannot() {
        let options =
            EngineOptions { hash_mib: 1, eval: EvalKind::Material, ..EngineOptions::default() };
        let mut engine = Engine::new(&options);
        // White is a queen down and takes one.
        let board = Board::from_fen("3q2k1/8/8/8/3q4/8/8/3R3K w - - 0 1").unwrap();
        let said = engine.still_values(&GamePosition::new(board)).unwrap();
        assert_eq!(said.static_cp, 500 - 1800);
        let squares = said.line.iter().map(|mv| format!("{}{}", mv.from(), mv.to()));
        let taken: Vec<String> = squares.collect();
        // The rook is lost for the queen: 0 + 500 - 900 - 500.
        assert_eq!((taken.join(" ").as_str(), said.quiescence), ("d1d4 d8d4", Score::Cp(-900)));
    }
}
