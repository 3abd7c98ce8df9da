//! The whole idea of a program that teaches itself, on a game small enough to be solved: four in a row on a board of
//! five columns and four rows. A network that knows nothing guides a tree search; the search plays against itself;
//! the network learns what the searches preferred and how the games ended; and again. After every generation the
//! network and its search are judged by the exact solution of the game, which the learning never sees.
//!
//! [`learn::learn`] is the experiment; it tells of every generation as it ends. The same request learns the same
//! numbers, whatever the number of threads.

pub mod learn;
pub mod net;
pub mod puct;
pub mod rules;
