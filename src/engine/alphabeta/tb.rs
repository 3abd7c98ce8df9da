//! Tablebase probes of the search: ranking of the root moves, and results in the tree. `tablebase` reads the files.
//!
//! The root moves are ranked once for all threads. All moves that win within the 50-move rule get the same rank, so
//! that the search chooses among them; when the rule comes near or a position was repeated, DTZ decides. In the tree
//! only WDL is probed, directly after a capture or pawn move. The values lie between evaluations and mates. The front
//! end opens the tables and passes them on (`Command::SetTables`), as it does with a network.

use std::cmp::Ordering;

use tabia_chess::{Board, Move};
use tabia_games::tablebase::{MoveVerdict, ProbeError, Syzygy, Wdl};

use super::options::TbOptions;
use super::value::{DRAW, TB_WIN, Value};
use crate::search::score::Bound;

/// Rank of a root move that wins within the 50-move rule; a loss has the negative rank.
const TB_WIN_RANK: i32 = 10_000;
/// Halfmove clock at which the game is drawn.
const FIFTY_MOVES: i32 = 100;
/// Value of a cursed win, centipawns: a draw, but preferred to other draws.
const CURSED_WIN: Value = 2;

/// The tablebases of a search and their options.
#[derive(Clone, Copy, Debug)]
pub(super) struct TbProbe<'a> {
    syzygy: &'a Syzygy,
    options: TbOptions,
    /// Maximum number of pieces for probes in the tree; 0: no probes.
    max_pieces: u32,
}

/// Tablebase rank of a root move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RankedMove {
    pub(super) mv: Move,
    /// Higher is better. The search chooses among moves of equal rank.
    pub(super) rank: i32,
    /// The result for the side to move.
    pub(super) value: Value,
}

impl<'a> TbProbe<'a> {
    /// `None` if no position can be probed.
    pub(super) fn new(syzygy: &'a Syzygy, options: TbOptions) -> Option<TbProbe<'a>> {
        let max_pieces = syzygy.most_men().min(options.probe_limit);
        (max_pieces > 0).then_some(TbProbe { syzygy, options, max_pieces })
    }

    /// Ranks the root moves; empty if the root is not in the tables. Probes in the tree are then turned off, unless the
    /// root is won and DTZ is not available. `repeated`: some position has occurred twice since the last capture or
    /// pawn move.
    pub(super) fn rank_root(&mut self, board: &Board, repeated: bool) -> Vec<RankedMove> {
        if board.occupied().count() > self.max_pieces {
            return Vec::new();
        }
        let rank_by_dtz = self.syzygy.moves(board).map(|moves| {
            self.max_pieces = 0;
            moves.iter().map(|found| self.rank_by_dtz(board, found, repeated)).collect()
        });
        rank_by_dtz.or_else(|_| self.rank_by_wdl(board)).unwrap_or_default()
    }

    /// Rank by DTZ. Wins within the 50-move rule are equal, so that the search may choose; near the rule or after a
    /// repetition the shortest win ranks first. A loss that the rule may save is delayed.
    fn rank_by_dtz(&self, board: &Board, found: &MoveVerdict, repeated: bool) -> RankedMove {
        let MoveVerdict { mv, verdict } = *found;
        let clock = board.halfmove_clock();
        let plies = verdict.dtz.abs() + clock as i32;
        let late = (TB_WIN_RANK - plies).max(1);
        let rank = match verdict.wdl.number().cmp(&0) {
            // DTZ may be off by one ply, so the last ply is not relied on.
            Ordering::Greater if plies < FIFTY_MOVES && !repeated => TB_WIN_RANK,
            Ordering::Greater => late,
            Ordering::Equal => 0,
            Ordering::Less if plies - verdict.dtz < FIFTY_MOVES => -TB_WIN_RANK,
            Ordering::Less => -late,
        };
        RankedMove { mv, rank, value: self.wdl_value(verdict.at_clock(clock), 1) }
    }

    /// Rank by WDL, for tables without DTZ, as if the halfmove clock were 0 after the move.
    fn rank_by_wdl(&mut self, board: &Board) -> Result<Vec<RankedMove>, ProbeError> {
        let mut ranked = Vec::new();
        for &mv in &board.legal_moves() {
            let wdl = self.wdl_after(board, mv)?;
            let rank = TB_WIN_RANK / 2 * wdl.number();
            ranked.push(RankedMove { mv, rank, value: self.wdl_value(wdl, 1) });
        }
        if ranked.iter().all(|found| found.rank <= 0) {
            self.max_pieces = 0;
        }
        Ok(ranked)
    }

    fn wdl_after(&self, board: &Board, mv: Move) -> Result<Wdl, ProbeError> {
        let next = board.after(mv);
        if !next.has_legal_move() {
            return Ok(if next.in_check() { Wdl::Win } else { Wdl::Draw });
        }
        self.syzygy.result(&next).map(Wdl::reversed)
    }

    /// Whether to probe a position in the tree: few pieces and a halfmove clock of 0, because WDL does not know the
    /// clock.
    #[inline]
    pub(super) fn should_probe(&self, board: &Board, depth: i32) -> bool {
        let men = board.occupied().count();
        men <= self.max_pieces
            && board.halfmove_clock() == 0
            && board.castling().is_empty()
            && (men < self.max_pieces || depth >= self.options.probe_depth as i32)
    }

    /// Value of a position `ply` plies from the root and its bound; a win may still turn out to be a mate. `draw`:
    /// value of a draw for the side to move.
    pub(super) fn value(&self, board: &Board, ply: usize, draw: Value) -> Option<(Value, Bound)> {
        let value = self.wdl_value(self.syzygy.wdl(board)?, ply as Value);
        Some(match value {
            value if value > CURSED_WIN => (value, Bound::Lower),
            value if value < -CURSED_WIN => (value, Bound::Upper),
            drawn => (drawn + draw, Bound::Exact),
        })
    }

    fn wdl_value(&self, wdl: Wdl, plies: Value) -> Value {
        let fifty_moves = self.options.fifty_move_rule;
        match wdl {
            Wdl::Draw => DRAW,
            Wdl::CursedWin if fifty_moves => CURSED_WIN,
            Wdl::BlessedLoss if fifty_moves => -CURSED_WIN,
            Wdl::Win | Wdl::CursedWin => TB_WIN - plies,
            Wdl::Loss | Wdl::BlessedLoss => plies - TB_WIN,
        }
    }
}
