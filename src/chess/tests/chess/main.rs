//! The rules against known numbers, other programs and reference implementations.

mod details;
mod fen_san;
mod perft;
mod rules_differential;
