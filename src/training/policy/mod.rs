//! Training of the policy network (`eval::policy`): positions of games with the move played, in floating point.
//!
//! All moves played are used, because captures, checks and evasions are what a policy is needed for; only positions
//! with a single legal move are skipped. The value is trained on the result of the game and the score of the search, if
//! there is one.

pub(crate) mod data;
pub(crate) mod model;
pub(crate) mod sample;
pub(crate) mod trainer;
