//! From self-play to a trained network: plays and stores games, selects positions, fits weights. Nothing here is used
//! in play.
//!
//! The trainer is plain Rust on the CPU; `training/README.md` explains it, and `training/train.py` does the same on a
//! GPU.

pub mod cli;
pub mod data;
pub mod generations;
pub mod measure;
pub mod model;
pub mod network;
pub mod openings;
pub mod people;
pub mod policy;
pub mod pool;
pub mod relabel;
#[cfg(test)]
mod scripts_tests;
pub mod selfplay;
pub mod tcec;
pub mod trainer;
pub mod tuning;
