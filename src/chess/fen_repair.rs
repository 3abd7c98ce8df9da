//! One obvious repair for a refused FEN, offered and never applied by itself.

use super::board::Board;
use super::color::Color;
use super::fen_error::{FenField, FenProblem};

/// At most this many faults are mended one after another.
const MAX_STEPS: usize = 12;

/// A FEN that mends `problem` (and what shows up behind it) and is accepted, or `None` when a
/// person has to decide. `parse` reads a FEN without looking for a repair.
pub(super) fn offer(
    text: &str,
    problem: &FenProblem,
    parse: impl Fn(&str) -> Result<Board, FenProblem>,
) -> Option<String> {
    let mut fields: Vec<String> = text.split_whitespace().take(32).map(str::to_owned).collect();
    let mut problem = problem.clone();
    for _ in 0..MAX_STEPS {
        mend(&mut fields, &problem)?;
        match parse(&fields.join(" ")) {
            Ok(board) => return Some(board.to_string()),
            Err(next) if next == problem => return None,
            Err(next) => problem = next,
        }
    }
    None
}

/// Changes the one field the problem points at.
fn mend(fields: &mut Vec<String>, problem: &FenProblem) -> Option<()> {
    let index = problem.field().index();
    match problem {
        FenProblem::Missing { field: FenField::SideToMove } => fields.push("w".to_owned()),
        FenProblem::Missing { field: FenField::Castling | FenField::EnPassant } => {
            fields.push("-".to_owned());
        }
        FenProblem::SideToMove { found } => {
            let side = match found.chars().next()?.to_ascii_lowercase() {
                'w' => Color::White,
                'b' => Color::Black,
                _ => return None,
            };
            *fields.get_mut(index)? = side.letter().to_string();
        }
        FenProblem::OpponentInCheck { to_move } => {
            *fields.get_mut(index)? = (!*to_move).letter().to_string();
            // The jump belonged to the other side's move.
            "-".clone_into(fields.get_mut(FenField::EnPassant.index())?);
        }
        FenProblem::CastlingLetter { found: letter }
        | FenProblem::CastlingTwice { letter }
        | FenProblem::CastlingKing { letter, .. }
        | FenProblem::CastlingRook { letter, .. } => {
            let rights = fields.get_mut(index)?;
            // The last one, so that of two equal letters the first stays.
            let at = rights.rfind(*letter)?;
            rights.remove(at);
            if rights.is_empty() {
                rights.push('-');
            }
        }
        FenProblem::EnPassantText { .. } | FenProblem::EnPassantSquare { .. } => {
            "-".clone_into(fields.get_mut(index)?);
        }
        FenProblem::Number { field, least, .. } => {
            *fields.get_mut(field.index())? = least.to_string();
        }
        FenProblem::Trailing { .. } => fields.truncate(FenField::End.index()),
        _ => return None,
    }
    Some(())
}
