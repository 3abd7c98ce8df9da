//! Values of the command line that several commands take, and how they are read.

use clap::Args;

use tabia_chess::Board;

use super::failure::Failure;

/// A position on the command line. Quotes may be left out.
#[derive(Debug, Args)]
pub struct FenArg {
    /// The position; `startpos` for the start position
    #[arg(value_name = "FEN", required = true)]
    fen: Vec<String>,
}

impl FenArg {
    pub fn board(&self) -> Result<Board, Failure> {
        board(&self.fen.join(" "))
    }
}

/// Reads a FEN, or the word `startpos`.
pub fn board(text: &str) -> Result<Board, Failure> {
    if text.trim() == "startpos" {
        return Ok(Board::start());
    }
    Board::from_fen(text).map_err(|error| Failure::fen(&error))
}

pub fn spin(range: &std::ops::RangeInclusive<u32>) -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(i64::from(*range.start())..=i64::from(*range.end()))
}

pub fn count(least: u32, most: u32) -> impl clap::builder::TypedValueParser<Value = usize> {
    use clap::builder::TypedValueParser as _;
    clap::value_parser!(u32).range(i64::from(least)..=i64::from(most)).map(|count| count as usize)
}

pub fn positive(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|number| (0.001..=10_000.0).contains(number))
        .ok_or_else(|| "expected a number from 0.001 to 10000".into())
}

pub fn percent(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|number| (0.0..=100.0).contains(number))
        .ok_or_else(|| "expected a number from 0 to 100".into())
}
