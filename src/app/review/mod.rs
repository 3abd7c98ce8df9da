//! Reviews of games, and learning from the mistakes found.
//!
//! `state` stores one review per game. `run` requests its next position (`Purpose::Review`) when the engine has
//! nothing else to do: play, hints and analysis come first, and a game in progress pauses it. Its searches fill the
//! graph but not the panels of the engine. The session stores the results by place in the line (`saved`); after a
//! restart the review waits until the user resumes it. `learn` takes its puzzles from a review; a move tried is
//! searched with the review's budget (`Purpose::Try`) and solves the puzzle if the review would not call it an error.
//! Nothing of that touches the tree.

pub mod learn;
pub mod run;
pub(crate) mod saved;
pub mod state;
