//! Which positions of a game a network learns from: quiet ones whose score a static evaluation can be
//! asked to give.

use crate::data::game::{MATE_FOUND, NO_SCORE, ScoredMove};
use tabia_chess::{Board, Color};

/// Why a position is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum LeftOut {
    /// Nobody scored it.
    Unscored = 0,
    /// Its score is a forced mate or beyond the limit.
    Decided = 1,
    /// Too early in the game.
    Early = 2,
    /// The side to move is in check.
    InCheck = 3,
    /// Its best move is a capture or promotion.
    Noisy = 4,
}

impl LeftOut {
    /// All reasons, in the order they are looked for.
    pub const ALL: [LeftOut; 5] =
        [LeftOut::Unscored, LeftOut::Decided, LeftOut::Early, LeftOut::InCheck, LeftOut::Noisy];

    /// In words, for tables.
    pub fn name(self) -> &'static str {
        match self {
            LeftOut::Unscored => "no score",
            LeftOut::Decided => "mate or beyond the limit",
            LeftOut::Early => "too early",
            LeftOut::InCheck => "in check",
            LeftOut::Noisy => "best move takes or promotes",
        }
    }
}

/// The limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// First ply kept, counted by move numbers: 0 the start position.
    pub min_ply: u32,
    /// Greatest score kept, centipawns either way.
    pub max_score: i16,
    /// Keep positions in check.
    pub checks: bool,
    /// Keep positions whose best move takes or promotes.
    pub noisy: bool,
    /// Keep a position as often as it occurs, not once.
    pub repeats: bool,
}

impl Default for Filter {
    fn default() -> Self {
        Filter { min_ply: 16, max_score: 3000, checks: false, noisy: false, repeats: false }
    }
}

impl Filter {
    /// The first reason to leave a position out, if there is one.
    pub fn leaves_out(&self, board: &Board, scored: ScoredMove) -> Option<LeftOut> {
        let score = scored.score.unsigned_abs();
        if scored.score == NO_SCORE {
            Some(LeftOut::Unscored)
        } else if score > self.max_score.min(MATE_FOUND).unsigned_abs() {
            Some(LeftOut::Decided)
        } else if ply(board) < self.min_ply {
            Some(LeftOut::Early)
        } else if !self.checks && board.in_check() {
            Some(LeftOut::InCheck)
        } else if !self.noisy && scored.mv.is_noisy() {
            Some(LeftOut::Noisy)
        } else {
            None
        }
    }
}

/// Plies played before a position, by its move number.
pub(super) fn ply(board: &Board) -> u32 {
    board.fullmove_number().saturating_sub(1) * 2 + u32::from(board.stm() == Color::Black)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_is_found() {
        let filter = Filter::default();
        let reason = |fen: &str, san: &str, score: i16| {
            let board = Board::from_fen(fen).unwrap();
            let mv = tabia_chess::san::parse(&board, san).unwrap();
            filter.leaves_out(&board, ScoredMove { mv, score })
        };
        let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 30";
        assert_eq!(reason(fen, "e5", 40), None);
        assert_eq!(reason(fen, "exd5", 40), Some(LeftOut::Noisy));
        assert_eq!(reason(fen, "e5", 3001), Some(LeftOut::Decided));
        assert_eq!(reason(fen, "e5", -31_990), Some(LeftOut::Decided));
        assert_eq!(reason(fen, "e5", NO_SCORE), Some(LeftOut::Unscored));
        assert_eq!(reason(&Board::start().to_string(), "e4", 40), Some(LeftOut::Early));
        let fen = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 30";
        assert_eq!(reason(fen, "Kd1", 40), Some(LeftOut::InCheck));
    }
}
