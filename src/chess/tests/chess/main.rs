//! The rules against known numbers, other programs and their own plain versions.

mod details;
mod fen_san;
mod perft;
mod rules_differential;
