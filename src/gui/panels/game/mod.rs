//! Panels of the game: the board with its players, the moves, the position editor, the FEN.

pub(crate) mod board;
pub(crate) mod editor;
pub(crate) mod fen_bar;
pub(crate) mod moves;
