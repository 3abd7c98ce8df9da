//! A root move and what is known of it; the list of them that every thread begins with.

use crate::search::report::RootMove;
use crate::search::score::Bound;
use tabia_chess::Board;
use tabia_chess::Move;

use super::history::History;
use super::order::{Picker, QuietHints};
use super::shared::Shared;
use super::tb::RankedMove;
use super::technique::Technique;
use super::threats::Threats;
use super::value::{INFINITE, Value, is_mate, to_score};

/// A root move and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootLine {
    pub(super) mv: Move,
    /// Latest value, whatever its bound; `None` before the first search.
    pub(super) value: Option<Value>,
    pub(super) bound: Bound,
    /// What the endgame tables say of it; moves of a lower rank are no match for those of a higher one.
    pub(super) rank: i32,
    pub(super) tb_value: Option<Value>,
    pub(super) depth: i32,
    pub(super) seldepth: usize,
    pub(super) nodes: u64,
    /// The line, the move itself first.
    pub(super) pv: Vec<Move>,
    /// What the moves are sorted by: the value where the search vouches for it.
    pub(super) sort: Value,
    /// `sort` of the iteration before.
    pub(super) previous: Value,
}

impl RootLine {
    /// A move nothing is known of.
    pub(super) fn new(mv: Move) -> RootLine {
        RootLine {
            mv,
            value: None,
            bound: Bound::Exact,
            rank: 0,
            tb_value: None,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            pv: vec![mv],
            sort: -INFINITE,
            previous: -INFINITE,
        }
    }

    /// The same with what the endgame tables say of it.
    pub(super) fn ranked(self, ranked: &[RankedMove]) -> RootLine {
        match ranked.iter().find(|found| found.mv == self.mv) {
            Some(found) => RootLine { rank: found.rank, tb_value: Some(found.value), ..self },
            None => self,
        }
    }

    /// Whether the search has nothing to add to what the tables say: only a mate is more.
    pub(super) fn by_tb(&self) -> bool {
        self.tb_value.is_some() && !self.value.is_some_and(is_mate)
    }

    /// The value that is told: what the tables say where they know the move.
    pub(super) fn told(&self) -> Option<Value> {
        let value = self.value?;
        Some(self.tb_value.filter(|_| self.by_tb()).unwrap_or(value))
    }

    /// The bound of the value that is told.
    pub(super) fn told_bound(&self) -> Bound {
        if self.by_tb() { Bound::Exact } else { self.bound }
    }

    /// What the lines are sorted by, the best first.
    pub(super) fn place(&self) -> (i32, Value) {
        (-self.rank, -self.sort)
    }

    pub(super) fn report(&self) -> RootMove {
        RootMove {
            mv: self.mv,
            score: self.told().map(to_score),
            bound: self.value.map(|_| self.told_bound()),
            depth: self.value.map(|_| self.depth as u32),
            nodes: Some(self.nodes),
            pv: self.pv.clone(),
        }
    }
}

/// The moves to search at the root in a first order.
pub(super) fn root_lines(board: &Board, shared: &Shared<'_>, history: &History) -> Vec<RootLine> {
    let table = shared.rules.uses(Technique::Table);
    let tt_entry = if table { shared.tt.probe(board.key()) } else { None };
    let tt_move = tt_entry.and_then(|entry| entry.mv);
    let hints = QuietHints::none(board, Threats::new(board));
    let mut picker = Picker::all(board, tt_move, hints);
    picker.obey(shared.rules);
    let wanted = &shared.limits.search_moves;
    // Moves asked for that are not legal here do not count; if none is, all moves are searched.
    let any_wanted = wanted.iter().any(|&mv| board.is_legal(mv));
    let mut lines: Vec<RootLine> = std::iter::from_fn(|| picker.next(board, history))
        .filter(|mv| !any_wanted || wanted.contains(mv))
        .map(|mv| RootLine::new(mv).ranked(&shared.ranked))
        .collect();
    lines.sort_by_key(|line| -line.rank);
    lines
}
