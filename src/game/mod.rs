//! Games: positions with their history, the tree of moves and its edits, PGN.

pub mod annotation;
mod children;
pub mod comment;
pub mod edits;
pub mod nag;
mod pgn_build;
mod pgn_comment;
mod pgn_problem;
pub mod pgn_read;
mod pgn_scan;
pub mod pgn_stream;
mod pgn_token;
mod pgn_words;
pub mod pgn_write;
pub mod position;
mod san_text;
pub mod saved;
pub mod tags;
pub mod tree;
mod tree_add;
mod tree_edit;
mod tree_rules;
