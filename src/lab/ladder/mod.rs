//! From minimax to the engine: plain reference searches, each adding one thing to the previous one, on the same
//! position with the same evaluation and the same draw rules.
//!
//! The first four are the functions of Knuth and Moore, "An Analysis of Alpha-Beta Pruning" (Artificial
//! Intelligence 6, 1975): minimax (F and G), negamax (F), branch and bound (F1) and alpha-beta (F2). The next seven are
//! F2 with additions that can be turned on one after the other. All of them search any [`game::Game`]: chess
//! ([`game::OnBoard`]), and in the tests trees made by hand.
//!
//! **Leaves** in which the game is not over are evaluated by the hand-crafted terms ([`tabia_engine::eval::evaluate`]).
//! **Draws** are stalemate, dead positions and 50 moves without capture or pawn move. Repetition does not count: with
//! it the value of a position would depend on the path, and a search with a hash table would not have to find minimax's
//! value.

pub mod algorithm;
pub mod experiment;
pub mod game;
#[cfg(test)]
pub(crate) mod given_tree;
pub mod limit;
pub mod plain;
pub mod searches;
#[cfg(test)]
mod tests;
