//! From self-play to a trained network: plays and stores games, selects positions, fits weights. Nothing here is used
//! in play.
//!
//! The trainer is plain Rust on the CPU; `training/README.md` explains it, and `training/train.py` does the same on a
//! GPU.

pub mod cli;
pub mod data;
mod generations;
mod measure;
mod model;
mod network;
mod openings;
mod people;
mod policy;
mod pool;
mod relabel;
#[cfg(test)]
mod scripts_tests;
mod selfplay;
mod tcec;
mod trainer;
mod tuning;
