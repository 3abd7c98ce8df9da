//! From self-play to a trained network: games are played and kept, positions chosen from them, weights
//! fitted. Nothing here takes part in play.

pub mod adjudicate;
pub mod checkpoint;
pub mod filter;
pub mod label;
pub mod measure;
pub mod model;
pub mod openings;
pub mod optimizer;
pub mod pool;
pub mod relabel;
pub mod selfplay;
pub mod survey;
pub mod tcec;
mod team;
pub mod trainer;
