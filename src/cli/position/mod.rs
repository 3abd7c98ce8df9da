//! Commands for positions: search, evaluation, perft, test suites.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod epd;
pub mod eval;
pub(crate) mod perft;
pub mod policy;
pub(crate) mod probe;

use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use crate::failure::Failure;
use crate::out::Out;
use crate::values;
use tabia_chess::Board;
use tabia_engine::search::limits::Limits;
use tabia_engine::uci::lines;

/// The arguments of `eval` and `policy`.
#[derive(Debug, Args)]
pub(crate) struct NetworkArgs {
    /// The position; `startpos` for the start position, `-` reads one FEN per line from standard input
    #[arg(value_name = "FEN", required = true)]
    pub(crate) fen: Vec<String>,
    /// One JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    /// Use the network of this file instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub(crate) net: Option<PathBuf>,
}

/// Limits of a search from the options of a command; the default time applies if no option limits it.
fn limits_of(
    depth: Option<u32>,
    nodes: Option<u64>,
    movetime_ms: Option<u64>,
    default_time: Duration,
) -> Limits {
    let unlimited = depth.is_none() && nodes.is_none() && movetime_ms.is_none();
    let movetime = movetime_ms.map(Duration::from_millis);
    let movetime = if unlimited { Some(default_time) } else { movetime };
    Limits { depth, nodes, movetime, ..Limits::default() }
}

/// Calls `write` for each line with a position and reports an error for the others and for those that `write` refuses,
/// so that there is one answer per line. Empty lines are skipped. Returns an error at the end if any line was refused.
fn answer<W: Write>(
    input: &mut impl BufRead,
    json: bool,
    out: &mut Out<W>,
    mut write: impl FnMut(&Board, &mut Out<W>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (mut read, mut refused) = (0_u32, 0_u32);
    while let Some(line) = lines::next(input, lines::MAX_LINE_BYTES)? {
        let (text, board) = match &line {
            lines::Line::Text(text) if text.trim().is_empty() => continue,
            lines::Line::Text(text) => (text.trim(), values::board(text)),
            lines::Line::TooLong { bytes, start } => {
                let most = lines::MAX_LINE_BYTES;
                let why = format!("line: found {bytes} bytes, expected at most {most}");
                (start.as_str(), Err(Failure::Refused(why)))
            }
        };
        read += 1;
        match board.and_then(|board| write(&board, out)) {
            Ok(()) => {}
            Err(Failure::Refused(error)) => {
                refused += 1;
                if json {
                    out.json(&json!({ "fen": text, "error": error }))?;
                } else {
                    out.line(error)?;
                }
            }
            Err(failure) => return Err(failure),
        }
    }
    if refused > 0 {
        return Err(Failure::Refused(format!("{refused} of {read} lines were refused")));
    }
    Ok(())
}
