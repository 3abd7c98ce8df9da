//! The rules of chess and Chess960: positions, legal moves, notation, outcomes. No clock, file, thread or output, no
//! dependency.
//!
//! A [`Board`] is a legal position of 192 bytes, copied rather than unmade. It generates legal moves and makes them:
//!
//! ```
//! use tabia_chess::{Board, Color, san};
//!
//! let mut board = Board::from_fen("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")?;
//! assert_eq!(board.stm(), Color::White);
//! assert_eq!(board.legal_moves().len(), 43);
//!
//! let mv = san::parse(&board, "Qxf7#")?;
//! assert!(mv.is_capture());
//! board.make_move(mv);
//! assert!(board.in_check() && !board.has_legal_move());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invalid text never panics; an error states what was found and what was expected, and often suggests a repair:
//!
//! ```
//! use tabia_chess::Board;
//!
//! let error = Board::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "en passant: found \u{201c}e9\u{201d}, expected - or a square such as e3",
//! );
//! assert_eq!(error.repair(), Some(Board::start().to_string()));
//! ```
//!
//! Moves are read and written in [SAN](san) and in [UCI format](uci_move):
//!
//! ```
//! use tabia_chess::{Board, san, uci_move};
//!
//! let board = Board::start();
//! let knight = uci_move::parse(&board, "g1f3")?;
//! assert_eq!(san::write(&board, knight), "Nf3");
//! assert_eq!(board.after(knight).to_string(), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
//! # Ok::<(), tabia_chess::UciMoveError>(())
//! ```
//!
//! A board has no history. The caller counts how often each [key](Board::key) has occurred and asks the [rules]:
//!
//! ```
//! use std::collections::HashMap;
//! use tabia_chess::{Board, Claim, rules, san};
//!
//! let mut board = Board::start();
//! let mut seen = HashMap::from([(board.key(), 1)]);
//! for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
//!     board.make_move(san::parse(&board, text)?);
//!     *seen.entry(board.key()).or_insert(0) += 1;
//! }
//! let repetitions = seen[&board.key()];
//! assert_eq!(rules::automatic_outcome(&board, repetitions), None);
//! assert_eq!(rules::claim(&board, repetitions), Some(Claim::Threefold));
//! # Ok::<(), tabia_chess::SanError>(())
//! ```
//!
//! [Perft](perft) counts move sequences, the standard test of a move generator:
//!
//! ```
//! use tabia_chess::{Board, perft::perft};
//!
//! assert_eq!(perft(&Board::start(), 4), 197_281);
//! ```
//!
//! Also here: [attack sets](attacks), [static exchange evaluation](see), [EPD](epd), [Chess960 start
//! positions](chess960), the squares of [premoves](premove) and the random numbers behind the keys ([`zobrist`]).

#![warn(missing_docs, clippy::missing_errors_doc)]

pub mod attacks;
mod bitboard;
mod board;
mod builder;
pub mod chess960;
pub mod epd;
mod fen;
mod fen_error;
mod legality;
mod make_move;
mod movegen;
mod moves;
pub mod perft;
mod piece;
pub mod premove;
pub mod rules;
pub mod san;
pub mod see;
mod square;
pub mod uci_move;
pub mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, CastlingRights, Wing};
pub use builder::BoardBuilder;
pub use epd::{Epd, EpdError};
pub use fen::FenStyle;
pub use fen_error::{EnPassantFault, FenError, FenField, FenProblem};
pub use make_move::IllegalMove;
pub use moves::{Move, MoveKind, MoveList};
pub use piece::{Color, Piece, PieceType};
pub use rules::{Claim, DrawReason, Outcome, WinReason};
pub use san::SanError;
pub use square::{File, ParseSquareError, Rank, Square};
pub use uci_move::UciMoveError;
pub use zobrist::SplitMix64;

#[cfg(doctest)]
#[doc = include_str!("README.md")]
struct ReadmeExamples;
