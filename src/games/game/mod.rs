//! Games: positions with their history, the tree of moves and its edits, PGN.
//!
//! A PGN file is read in one pass over a buffer of a megabyte (`pgn_stream`): the lexer (`pgn_token`) cuts bytes
//! into tokens and tokens into games, and knows no chess; `collection::scan` only looks where games begin and at
//! their tags, `pgn_build` builds the tree. Both use the same lexer, so they cannot disagree about where a game ends.
//! What is damaged stays damaged within its game: a comment that is never closed ends where the next tags begin.
//! What cannot be read is kept as text and written back as it stood: a line of moves from its first unreadable move
//! on ([`tree::Notes::unread`]), lines among the tags that are none ([`tags::Tags::lines`]), text between games
//! (`pgn_stream::Between`).
//! Every move read becomes a node of its own; only who plays a move finds the one that is there
//! ([`tree::GameTree`], *The same move twice*). `tests/games/pgn_lines.rs` reads with a second reader,
//! `src/app/tests/app/pgn_bombs.rs` holds reading, listing, writing, editing and saving to time in proportion.
//!
//! An edit of a tree is a list of steps, and doing a step gives the step that undoes it ([`edits`]). Undo
//! therefore costs what was changed, not the size of the tree, and nodes keep their numbers through undo and redo.
//! Undo of a move keeps the way back in the tree ([`rewind`]), not a copy of it. A null move is a node without a
//! move; a search from behind it begins there, without older history.

pub mod annotation;
pub mod comment;
pub mod edits;
mod pgn_build;
pub mod pgn_encoding;
pub mod pgn_read;
pub mod pgn_stream;
mod pgn_token;
mod pgn_words;
pub mod pgn_write;
pub mod position;
pub mod rewind;
pub mod saved;
pub mod tags;
pub mod tree;
mod tree_rules;
