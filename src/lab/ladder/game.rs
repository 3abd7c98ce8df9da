//! What a search needs to know about a game, and chess as such a game.

use std::fmt;
use std::fmt::Debug;

use tabia_chess::{Board, Move, PieceType, rules};
use tabia_engine::eval;
use tabia_engine::eval::cache::EvalCache;

/// Above every value.
pub const INFINITE: i32 = 32_000;
/// The value of an immediate mate; each ply of delay costs one.
pub const MATE: i32 = 30_000;

/// A game of two players whose interests are opposite. Values are side to move's view, below [`INFINITE`].
pub trait Game {
    type Move: Copy + Eq + Debug;

    /// The moves, always in the same order; none if the game is over.
    fn moves(&self) -> Vec<Self::Move>;

    /// Whether it is a draw by rule although there are moves.
    fn is_drawn(&self) -> bool;

    /// The value of a position without moves, `ply` plies from the root.
    fn value_at_end(&self, ply: u32) -> i32;

    fn static_eval(&mut self) -> i32;

    /// Plays a move of this position.
    fn make(&mut self, mv: Self::Move);

    /// Takes back the last move.
    fn unmake(&mut self);

    /// A key of everything that the value of this position to `depth` plies depends on.
    fn key(&self, depth: u32) -> u64;

    /// How promising a move looks before the search; 0 for quiet moves.
    fn guess(&self, mv: Self::Move) -> i32;

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// Makes a null move, to be taken back by [`unmake`](Self::unmake), and returns whether it did. It does not where a
    /// null move would prove nothing: in check, twice in a row, or if zugzwang is likely.
    fn pass(&mut self) -> bool;
}

/// The halfmove clock at which a game is drawn, plies.
const FIFTY_MOVES: u32 = 100;

/// A position, those before it, and the evaluation's memory.
pub struct OnBoard {
    /// From the root to here; never empty.
    boards: Vec<Board>,
    /// Which of them were reached by passing.
    passed: Vec<bool>,
    /// `None`: leaves are evaluated by material.
    terms: Option<EvalCache>,
}

impl fmt::Debug for OnBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OnBoard({})", self.here())
    }
}

impl OnBoard {
    /// This position as the root, leaves evaluated by the hand-crafted terms.
    pub fn new(root: Board) -> OnBoard {
        let terms = Some(EvalCache::default());
        OnBoard { boards: vec![root], passed: vec![false], terms }
    }

    /// This position as the root, leaves evaluated by material.
    pub(crate) fn counting_pieces(root: Board) -> OnBoard {
        OnBoard { boards: vec![root], passed: vec![false], terms: None }
    }

    /// The current position.
    pub fn here(&self) -> &Board {
        &self.boards[self.boards.len() - 1]
    }
}

impl Game for OnBoard {
    type Move = Move;

    fn moves(&self) -> Vec<Move> {
        self.here().legal_moves().to_vec()
    }

    fn is_drawn(&self) -> bool {
        let board = self.here();
        board.halfmove_clock() >= FIFTY_MOVES || rules::is_dead_position(board)
    }

    fn value_at_end(&self, ply: u32) -> i32 {
        if self.here().in_check() { ply as i32 - MATE } else { 0 }
    }

    fn static_eval(&mut self) -> i32 {
        let board = &self.boards[self.boards.len() - 1];
        match &mut self.terms {
            Some(cache) => eval::evaluate_with(board, cache),
            None => eval::material(board),
        }
    }

    fn make(&mut self, mv: Move) {
        self.boards.push(self.here().after(mv));
        self.passed.push(false);
    }

    fn unmake(&mut self) {
        self.boards.pop();
        self.passed.pop();
    }

    /// The halfmove clock matters only if 50 moves can be reached within the depth.
    fn key(&self, depth: u32) -> u64 {
        let (board, clock) = (self.here(), self.here().halfmove_clock());
        let counts = clock + depth >= FIFTY_MOVES;
        let clock = if counts { u64::from(clock).wrapping_mul(0xD6E8_FEB8_6659_FD93) } else { 0 };
        board.key() ^ clock
    }

    /// MVV-LVA: the most valuable victim first, then the least valuable attacker.
    fn guess(&self, mv: Move) -> i32 {
        let board = self.here();
        let worth = |kind: PieceType| kind.points() as i32;
        let on = |square| board.piece_on(square).map_or(0, |piece| worth(piece.kind()));
        let victim = if mv.is_en_passant() {
            worth(PieceType::Pawn)
        } else if mv.is_capture() {
            on(mv.to())
        } else {
            0
        };
        let gain = victim + mv.promotion().map_or(0, worth);
        if gain > 0 { 16 * gain + 10 - on(mv.from()) } else { 0 }
    }

    fn in_check(&self) -> bool {
        self.here().in_check()
    }

    /// Not with only king and pawns, where zugzwang is common.
    fn pass(&mut self) -> bool {
        let mut board = *self.here();
        let own = board.colors(board.stm());
        let small = board.pieces(PieceType::King) | board.pieces(PieceType::Pawn);
        let after_pass = self.passed.last().copied().unwrap_or(false);
        if board.in_check() || after_pass || own.is_subset(small) {
            return false;
        }
        board.make_null();
        self.boards.push(board);
        self.passed.push(true);
        true
    }
}
