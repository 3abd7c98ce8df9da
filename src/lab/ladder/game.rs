//! What a search has to know of a game.

use std::fmt::Debug;

/// Above every value.
pub const INFINITE: i32 = 32_000;
/// The value of a mate given now; one that comes later is worth one less a ply.
pub const MATE: i32 = 30_000;

/// A game of two players whose interests are opposite. Values are the mover's view, below [`INFINITE`].
pub trait Game {
    /// A move.
    type Move: Copy + Eq + Debug;

    /// The moves here, always in the same order; none where nothing can be played.
    fn moves(&self) -> Vec<Self::Move>;

    /// Whether the rules call it a draw although there are moves.
    fn is_drawn(&self) -> bool;

    /// The value of a position without moves, `ply` plies from the root.
    fn value_at_end(&self, ply: u32) -> i32;

    /// The static evaluation.
    fn static_eval(&mut self) -> i32;

    /// Plays a move of this position.
    fn make(&mut self, mv: Self::Move);

    /// Takes the last move back.
    fn unmake(&mut self);

    /// A number for everything the value of this position to `depth` plies depends on.
    fn key(&self, depth: u32) -> u64;

    /// How promising a move looks before anything is searched; 0 for one that captures and promotes nothing.
    fn guess(&self, mv: Self::Move) -> i32;

    /// Whether the mover's king is attacked.
    fn in_check(&self) -> bool;

    /// Passes the turn, to be taken back by [`unmake`](Self::unmake), and says so. Not where that would tell
    /// nothing: in check, twice in a row, or where a duty to move may be what loses.
    fn pass(&mut self) -> bool;
}
