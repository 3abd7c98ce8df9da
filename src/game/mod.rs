//! Games: positions with their history, the tree of moves, PGN.

pub mod annotation;
pub mod comment;
pub mod nag;
pub mod pgn_heads;
pub mod pgn_read;
mod pgn_token;
mod pgn_words;
pub mod pgn_write;
pub mod position;
pub mod saved;
pub mod tags;
pub mod tree;
