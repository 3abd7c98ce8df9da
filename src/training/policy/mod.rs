//! Training of the policy network (`eval::policy`): positions of games with the move played, fitted in floating point.
//!
//! Learnt is what was played, all of it: captures, checks and evasions are what a policy is asked about, so nothing
//! is filtered but positions with a single legal move. The value learns from the result of the game and, where there
//! is one, from the score of the search.

pub mod data;
pub mod model;
pub mod sample;
pub mod trainer;
