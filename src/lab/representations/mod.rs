//! Six board representations, each with all rules of the game, including Chess960 castling. They differ in how they
//! find the moves of a piece: three store the content of each square ([`mailbox`], with three [`state::Geometry`]s),
//! three store bitboards ([`bits`], with three methods for slider attacks). All implement one trait, so that the same
//! perft and the same search can use them, and [`race`] measures their speed.

pub mod bits;
pub mod drive;
pub mod mailbox;
pub mod race;
pub mod state;
#[cfg(test)]
mod tests;

use arrayvec::ArrayVec;

use tabia_chess::Board;

use state::{Encoding, Undo};

/// Maximum number of moves in a position: no legal position has more than 218 legal moves, and few pseudo-legal ones
/// are illegal.
pub const MAX_MOVES: usize = 256;

/// The moves of a position, in one of the encodings.
pub type Moves<M> = ArrayVec<M, MAX_MOVES>;

/// A board representation. In this interface squares are numbered from a1 = 0 to h8 = 63 by ranks, pieces as [`state`]
/// says.
pub trait Representation: Clone {
    /// The same position in this representation.
    fn from_board(board: &Board) -> Self;

    /// All pseudo-legal moves: legal except that the side's own king may be attacked afterwards. For castling, the
    /// squares that the king passes are already checked.
    fn generate<M: Encoding>(&self, moves: &mut Moves<M>);

    /// Plays a pseudo-legal move.
    fn make<M: Encoding>(&mut self, mv: M) -> Undo;

    /// Takes back a move.
    fn unmake<M: Encoding>(&mut self, mv: M, undo: Undo);

    /// Whether the king of the side that has just moved is attacked: then the move was illegal.
    fn is_illegal(&self) -> bool;

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// What stands on a square.
    fn piece_on(&self, square: u8) -> u8;

    /// Material and piece-square values, side to move's view, centipawns.
    fn evaluate(&self) -> i32;
}
