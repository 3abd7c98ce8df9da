//! Games: positions with their history, the tree of moves, PGN.

pub mod position;
