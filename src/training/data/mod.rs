//! Games and positions with scores, as self-play makes them and training reads them: compact formats
//! with every byte described, and archives as text. Every file is written by way of `whole_file`, so what a stopped
//! run leaves is whole. Knows the rules and nothing of engines.

pub mod archive;
pub mod error;
pub mod game;
pub mod packed;
pub mod parts;
pub mod reader;
pub mod sample;
pub mod visits;

pub use error::DataError;
pub use game::{GameRecord, GameResult, ScoredMove, Source};
pub use sample::Sample;
