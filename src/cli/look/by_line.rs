//! Positions read from standard input, a line each, and an answer to every line.

use std::io::{BufRead, Write};

use serde_json::json;

use tabia_chess::Board;
use tabia_engine::uci::lines::{self, Line};

use crate::failure::Failure;
use crate::out::Out;
use crate::values;

/// Has `tell` answer each line that is a position and says of the others why they are none, so that a reader can
/// count along. Empty lines are passed over. With any line refused it fails in the end.
pub(super) fn answer<W: Write>(
    input: &mut impl BufRead,
    json: bool,
    out: &mut Out<W>,
    mut tell: impl FnMut(&Board, &mut Out<W>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (mut read, mut refused) = (0_u32, 0_u32);
    while let Some(line) = lines::next(input, lines::LONGEST)? {
        let text = match &line {
            Line::Text(text) if text.trim().is_empty() => continue,
            Line::Text(text) => text.trim(),
            Line::TooLong { .. } => "",
        };
        read += 1;
        match values::board(text) {
            Ok(board) => tell(&board, out)?,
            Err(error) => {
                refused += 1;
                if json {
                    out.json(&json!({ "fen": text, "error": error.to_string() }))?;
                } else {
                    out.line(error)?;
                }
            }
        }
    }
    if refused > 0 {
        return Err(Failure::Refused(format!("{refused} of {read} lines are no position")));
    }
    Ok(())
}
