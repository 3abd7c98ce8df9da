//! What most commands of the Lab can be asked for: the position, and how it is told.

use clap::Args;

use crate::alphabeta::options::HASH_MIB;
use crate::chess::board::Board;
use crate::cli::failure::Failure;
use crate::cli::values::{self, spin};

/// The position.
#[derive(Debug, Args)]
pub(in crate::cli) struct Position {
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
pub(in crate::cli) struct Common {
    /// Size of the hash table
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = spin(&HASH_MIB))]
    pub(super) hash: u32,
    /// One JSON object a line
    #[arg(long)]
    pub(super) json: bool,
}
