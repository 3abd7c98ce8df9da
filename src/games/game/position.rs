//! A position with the moves that led to it: what a search needs to see repetitions.

use tabia_chess::{Board, Move};

/// A start position and the moves played from it. Never a bare FEN: repetition needs the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePosition {
    /// Where the game began.
    pub start: Board,
    /// The moves since, each legal in turn.
    pub moves: Vec<Move>,
}

impl GamePosition {
    /// The given position without history.
    pub fn new(start: Board) -> Self {
        GamePosition { start, moves: Vec::new() }
    }

    /// The position after all moves.
    pub fn board(&self) -> Board {
        let mut board = self.start;
        for &mv in &self.moves {
            board.make_move(mv);
        }
        board
    }

    /// Keys of all positions from the start to now, the present one last.
    pub fn keys(&self) -> Vec<u64> {
        let mut board = self.start;
        let mut keys = Vec::with_capacity(self.moves.len() + 1);
        keys.push(board.key());
        for &mv in &self.moves {
            board.make_move(mv);
            keys.push(board.key());
        }
        keys
    }

    /// How often the present position has occurred, this time included.
    pub fn repetitions(&self) -> usize {
        let keys = self.keys();
        keys.last().map_or(0, |now| keys.iter().filter(|key| *key == now).count())
    }
}
