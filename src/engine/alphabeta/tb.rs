//! Endgame tables as the search uses them: which root moves keep the result, and what a position of the
//! tree is worth. What the files say is read in `tablebase`.
//!
//! At the root every move is ranked once for all threads: all that win within the 50-move rule are equal, so that
//! the search takes the straightest; when the rule comes near or a position has been repeated, the shortest way to
//! the next capture or pawn move counts alone. In the tree only results are asked, at positions right after a
//! capture or pawn move. Their values lie between evaluations and mates. The front end opens the tables and hands
//! them over (`Command::SetTables`), as it does with a network.

use std::cmp::Ordering;

use tabia_chess::Board;
use tabia_chess::Move;
use tabia_games::tablebase::{MoveVerdict, ProbeError, Syzygy, Wdl};

use super::options::TableOptions;
use super::value::{DRAW, TB_WIN, Value};
use crate::search::score::Bound;

/// The rank of a root move that wins for certain; a certain loss has the same below zero.
const CERTAIN: i32 = 10_000;
/// Plies without capture or pawn move after which the game is drawn.
const FIFTY_MOVES: i32 = 100;
/// What a win is worth that the 50-move rule makes a draw, centipawns: a draw, but one to play for.
const CURSED: Value = 2;

/// The tables of one search and how they are asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct TbProbe<'a> {
    syzygy: &'a Syzygy,
    options: TableOptions,
    /// Men up to which positions of the tree are looked up; 0: none is.
    men: u32,
}

/// What the tables say of a root move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RankedMove {
    pub(super) mv: Move,
    /// The more, the better. Moves of one rank are for the search to choose from.
    pub(super) rank: i32,
    /// The result for the side to move.
    pub(super) value: Value,
}

impl<'a> TbProbe<'a> {
    /// `None` where nothing is to be asked.
    pub(super) fn new(syzygy: &'a Syzygy, options: TableOptions) -> Option<TbProbe<'a>> {
        let men = syzygy.most_men().min(options.probe_limit);
        (men > 0).then_some(TbProbe { syzygy, options, men })
    }

    /// Ranks the moves of a root that the tables know; empty where they do not. From then on the tree is
    /// left alone, unless the root is won and the tables without distances cannot say how.
    /// `repeated`: some position has occurred twice since the last capture or pawn move.
    pub(super) fn rank_root(&mut self, board: &Board, repeated: bool) -> Vec<RankedMove> {
        if board.occupied().count() > self.men {
            return Vec::new();
        }
        let by_distance = self.syzygy.moves(board).map(|moves| {
            self.men = 0;
            moves.iter().map(|found| self.by_distance(board, found, repeated)).collect()
        });
        by_distance.or_else(|_| self.rank_by_result(board)).unwrap_or_default()
    }

    /// A win within the rule of fifty moves is as good as any other, so that the search may take the
    /// straightest; where the rule comes near or moves have been repeated, the shortest way counts. A
    /// loss is delayed once the rule may save it.
    fn by_distance(&self, board: &Board, found: &MoveVerdict, repeated: bool) -> RankedMove {
        let MoveVerdict { mv, verdict } = *found;
        let clock = board.halfmove_clock();
        let plies = verdict.dtz.abs() + clock as i32;
        let late = (CERTAIN - plies).max(1);
        let rank = match verdict.wdl.number().cmp(&0) {
            // The tables round: the last ply is not counted on.
            Ordering::Greater if plies < FIFTY_MOVES && !repeated => CERTAIN,
            Ordering::Greater => late,
            Ordering::Equal => 0,
            Ordering::Less if plies - verdict.dtz < FIFTY_MOVES => -CERTAIN,
            Ordering::Less => -late,
        };
        RankedMove { mv, rank, value: self.worth(verdict.at_clock(clock), 1) }
    }

    /// Without distances: by the result alone, as if the clock stood at 0 after the move.
    fn rank_by_result(&mut self, board: &Board) -> Result<Vec<RankedMove>, ProbeError> {
        let mut ranked = Vec::new();
        for &mv in &board.legal_moves() {
            let wdl = self.result_of(board, mv)?;
            let rank = CERTAIN / 2 * wdl.number();
            ranked.push(RankedMove { mv, rank, value: self.worth(wdl, 1) });
        }
        if ranked.iter().all(|found| found.rank <= 0) {
            self.men = 0;
        }
        Ok(ranked)
    }

    fn result_of(&self, board: &Board, mv: Move) -> Result<Wdl, ProbeError> {
        let next = board.after(mv);
        if !next.has_legal_move() {
            return Ok(if next.in_check() { Wdl::Win } else { Wdl::Draw });
        }
        self.syzygy.result(&next).map(Wdl::reversed)
    }

    /// Whether a position of the tree is to be looked up: few men, and nothing of the 50-move rule
    /// used up, of which the tables of results know nothing.
    #[inline]
    pub(super) fn asks(&self, board: &Board, depth: i32) -> bool {
        let men = board.occupied().count();
        men <= self.men
            && board.halfmove_clock() == 0
            && board.castling().is_empty()
            && (men < self.men || depth >= self.options.probe_depth as i32)
    }

    /// The value of a position `ply` plies from the root, and what it says about the truth: wins may
    /// still turn out to be mates. `draw`: what a draw is worth to the side to move.
    pub(super) fn value(&self, board: &Board, ply: usize, draw: Value) -> Option<(Value, Bound)> {
        let value = self.worth(self.syzygy.wdl(board)?, ply as Value);
        Some(match value {
            value if value > CURSED => (value, Bound::Lower),
            value if value < -CURSED => (value, Bound::Upper),
            drawn => (drawn + draw, Bound::Exact),
        })
    }

    fn worth(&self, wdl: Wdl, plies: Value) -> Value {
        let fifty_moves = self.options.fifty_move_rule;
        match wdl {
            Wdl::Draw => DRAW,
            Wdl::CursedWin if fifty_moves => CURSED,
            Wdl::BlessedLoss if fifty_moves => -CURSED,
            Wdl::Win | Wdl::CursedWin => TB_WIN - plies,
            Wdl::Loss | Wdl::BlessedLoss => plies - TB_WIN,
        }
    }
}
