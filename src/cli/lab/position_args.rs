//! What most commands of the Lab can be asked for: the position, and how it is told.

use clap::Args;

use crate::failure::Failure;
use crate::values::{self, spin};
use tabia_chess::Board;
use tabia_engine::alphabeta::options::HASH_MIB;

/// The position.
#[derive(Debug, Args)]
pub(crate) struct Position {
    /// The position, in quotes; the start position if left out
    #[arg(long, value_name = "FEN", default_value = "startpos")]
    fen: String,
}

impl Position {
    pub(super) fn board(&self) -> Result<Board, Failure> {
        values::board(&self.fen)
    }
}

/// How it is told and with what.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// Size of the hash table
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = spin(&HASH_MIB))]
    pub(super) hash: u32,
    /// One JSON object a line
    #[arg(long)]
    pub(super) json: bool,
}
