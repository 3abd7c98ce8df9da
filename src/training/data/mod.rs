//! Games and positions with scores, as self-play makes them and training reads them: compact formats
//! with every byte described, and archives as text. Every file is written by way of `whole_file`, so what a stopped
//! run leaves is whole. Knows the rules and nothing of engines.

pub mod archive;
pub mod game;
pub mod packed;
pub mod reader;
pub mod sample;
pub mod visits;

pub use game::{GameRecord, GameResult, ScoredMove, Source};
pub use reader::DataError;
pub use sample::Sample;
