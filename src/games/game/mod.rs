//! Games: positions with their history, the tree of moves and its edits, PGN.
//!
//! A PGN file is read in one pass over a buffer of a megabyte (`pgn_stream`): the lexer (`pgn_token`) splits bytes into
//! tokens and tokens into games, without chess knowledge; `collection::scan` only looks where games begin and at their
//! tags, `pgn_build` builds the tree. Both use the same lexer, so they cannot disagree about where a game ends. Damage
//! is limited to its game: a comment that is never closed ends where the next tags begin. Unreadable text is kept and
//! written back unchanged: a line of moves from its first unreadable move on ([`tree::Notes::unread`]), lines among the
//! tags that are not tags ([`tags::Tags::lines`]), text between games (`pgn_stream::Between`). Every move read becomes
//! a new node; only playing a move finds an existing one ([`tree::GameTree`], *The same move twice*).
//! `tests/games/pgn_lines.rs` reads with a second reader, `src/app/tests/app/pgn_bombs.rs` checks that the time of
//! reading, listing, writing, editing and saving is proportional to the size.
//!
//! An edit of a tree is a list of steps, and doing a step returns the step that undoes it ([`edits`]). So the cost of
//! undo depends on the change, not on the size of the tree, and nodes keep their numbers through undo and redo. Undo of
//! a move stores the way back ([`rewind`]), not a copy of the tree. A null move is a node without a move; a search
//! after it begins there, without older history.

pub mod annotation;
pub mod comment;
pub mod edits;
mod engine_comment;
mod pgn_build;
pub mod pgn_encoding;
pub mod pgn_read;
pub mod pgn_stream;
mod pgn_token;
pub(crate) mod pgn_words;
pub mod pgn_write;
pub mod piece_letters;
pub mod position;
pub mod result;
pub mod rewind;
pub mod saved;
pub mod tags;
pub mod tree;
mod tree_rules;
