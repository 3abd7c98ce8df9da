//! The foundations of a chess program to experiment with: bitboards, slider attacks by four methods, Zobrist keys. The
//! engine's own code is shown; beside it are plain versions that share no code with it, as a reference for readers and
//! tests.

pub mod bitboards;
pub mod encoding;
pub mod legality;
pub mod mailbox;
pub mod sliders;
pub mod zobrist;
