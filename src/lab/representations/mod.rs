//! Six ways to keep a board, each complete: every rule of the game, Chess960 castling included. They differ in how
//! they find out where a piece can go: three keep what stands on each square ([`mailbox`], with three
//! [`state::Geometry`]s), three keep sets of squares ([`bits`], with three ways to look up what a slider attacks). All
//! obey one trait, so that the same counting and the same search drive them, and [`race`] tells how fast they are.

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

/// Moves of a position, at most: no legal position has more than 218, and few pseudo-legal ones are illegal.
pub const MAX_MOVES: usize = 256;

/// The moves of a position, in one of the encodings.
pub type Moves<M> = ArrayVec<M, MAX_MOVES>;

/// A way to keep a board. Squares at this border are numbered from a1 = 0 to h8 = 63 by ranks, pieces as
/// [`state`] says.
pub trait Representation: Clone {
    /// The same position kept this way.
    fn from_board(board: &Board) -> Self;

    /// All pseudo-legal moves: legal but for one's own king being attacked afterwards. Castling is legal as to the
    /// squares the king passes.
    fn generate<M: Encoding>(&self, moves: &mut Moves<M>);

    /// Plays a pseudo-legal move.
    fn make<M: Encoding>(&mut self, mv: M) -> Undo;

    /// Takes it back.
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
