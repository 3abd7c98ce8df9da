//! From self-play to a trained network: games are played and kept, positions chosen from them, weights
//! fitted. Nothing here takes part in play.
//!
//! The trainer is plain Rust on the CPU; `training/README.md` walks through it, and `training/train.py` does the
//! same on a graphics card.

mod adjudicate;
pub mod checkpoint;
pub mod cli;
pub mod data;
pub mod filter;
pub mod first_weights;
pub mod floating;
pub mod generations;
pub mod label;
pub mod measure;
pub mod model;
pub mod network;
pub mod openings;
pub mod policy;
pub mod pool;
pub mod relabel;
#[cfg(test)]
mod scripts_tests;
pub mod selfplay;
pub mod survey;
pub mod tcec;
pub mod trainer;
pub mod tuning;
