//! Learning by self-play, on a game small enough to be solved: four in a row on five columns and four rows. An
//! untrained network guides a tree search, the search plays against itself, the network learns the search's preferences
//! and the games' results, and this is repeated. After every generation the network and its search are tested against
//! the exact solution of the game, which the training never sees.
//!
//! [`learn::learn`] is the experiment; it reports every finished generation. The same request gives the same weights,
//! whatever the number of threads.

pub mod learn;
pub mod net;
pub mod puct;
pub mod rules;
