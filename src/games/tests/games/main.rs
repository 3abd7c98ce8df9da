//! Games as trees, files and collections.

mod collection;
mod collection_details;
mod game_details;
mod mutations;
mod pgn;
mod pgn_dump;
mod pgn_lines;
mod pgn_stream;
mod tree_edits;
