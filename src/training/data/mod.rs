//! File formats of games and positions with scores, binary and text. Files are written through `whole_file`, so those
//! of a stopped run are complete. Knows the rules, but no engines.

pub mod archive;
pub mod game;
pub mod packed;
pub mod reader;
pub mod sample;
pub mod visits;

pub use game::{GameRecord, GameResult, ScoredMove, Source};
pub use reader::DataError;
pub use sample::Sample;
