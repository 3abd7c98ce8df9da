//! Derives the true verdict of a position from the stored values. A table may be wrong if a capture (or in DTZ tables
//! any zeroing move) is best, and does not know en passant; so those moves are tried first.

use tabia_chess::{Board, Move, PieceType};

use super::table::{Fault, Tables, Unknown};
use super::{Verdict, Wdl};

/// A result, and whether a zeroing move reaches it.
#[derive(Clone, Copy, Debug)]
struct Resolved {
    wdl: Wdl,
    by_zeroing: bool,
}

/// The result, with the halfmove clock at 0.
pub(super) fn wdl(tables: &Tables, board: &Board) -> Result<Wdl, Unknown> {
    let captures = board.noisy_moves();
    let captures = captures.iter().copied().filter(|mv| mv.is_capture());
    resolve(tables, board, captures).map(|found| found.wdl)
}

/// Result and distance.
pub(super) fn verdict(tables: &Tables, board: &Board) -> Result<Verdict, Unknown> {
    if !board.has_legal_move() {
        let wdl = if board.in_check() { Wdl::Loss } else { Wdl::Draw };
        return Ok(Verdict { wdl, dtz: 0 });
    }
    distance(tables, board, true)
}

/// The result by the moves `tried` (at least all legal captures) and, for the others, by the table.
fn resolve(
    tables: &Tables,
    board: &Board,
    tried: impl Iterator<Item = Move>,
) -> Result<Resolved, Unknown> {
    let (mut best, mut count) = (Wdl::Loss, 0);
    for mv in tried {
        count += 1;
        best = best.max(wdl(tables, &board.after(mv))?.reversed());
        if best == Wdl::Win {
            return Ok(Resolved { wdl: best, by_zeroing: true });
        }
    }
    // For the table a position whose only move is en passant is stalemate.
    let all_tried = count > 0 && count == board.count_legal_moves();
    let stored = if all_tried { best } else { tables.stored_wdl(board)? };
    if best < stored {
        return Ok(Resolved { wdl: stored, by_zeroing: false });
    }
    Ok(Resolved { wdl: best, by_zeroing: all_tried || best > Wdl::Draw })
}

/// Whether a move is a capture or pawn move.
fn zeroes(board: &Board, mv: Move) -> bool {
    mv.is_capture() || board.pieces(PieceType::Pawn).has(mv.from())
}

/// The distance of a zeroing move with this result.
fn zeroing_distance(wdl: Wdl) -> i32 {
    match wdl {
        Wdl::Win => 1,
        Wdl::CursedWin => 101,
        Wdl::Draw => 0,
        Wdl::BlessedLoss => -101,
        Wdl::Loss => -1,
    }
}

/// Result and distance of a position that is not over. `may_turn`: the table may store only the other side to move;
/// this was not already the case for the position before.
fn distance(tables: &Tables, board: &Board, may_turn: bool) -> Result<Verdict, Unknown> {
    let moves = board.legal_moves();
    let zeroing = moves.iter().copied().filter(|&mv| zeroes(board, mv));
    let Resolved { wdl, by_zeroing } = resolve(tables, board, zeroing)?;
    if wdl == Wdl::Draw {
        return Ok(Verdict { wdl, dtz: 0 });
    }
    if by_zeroing {
        return Ok(Verdict { wdl, dtz: zeroing_distance(wdl) });
    }
    let dtz = match tables.stored_dtz(board, wdl)? {
        Some(plies) => {
            let beyond = if matches!(wdl, Wdl::CursedWin | Wdl::BlessedLoss) { 100 } else { 0 };
            (plies + beyond) * wdl.number().signum()
        }
        None if may_turn => one_move_on(tables, board, wdl)?,
        None => {
            let fault = Fault::Damaged("error-table-sides");
            return Err(tables.refuse_dtz(board, fault));
        }
    };
    Ok(Verdict { wdl, dtz })
}

/// The distance computed from the positions after each move.
fn one_move_on(tables: &Tables, board: &Board, wdl: Wdl) -> Result<i32, Unknown> {
    let sign = wdl.number().signum();
    let mut shortest = None;
    for &mv in &board.legal_moves() {
        let next = board.after(mv);
        let dtz = if zeroes(board, mv) {
            zeroing_distance(self::wdl(tables, &next)?.reversed())
        } else if !next.has_legal_move() {
            i32::from(next.in_check())
        } else {
            let dtz = -distance(tables, &next, false)?.dtz;
            dtz + dtz.signum()
        };
        if dtz.signum() == sign {
            shortest = Some(shortest.map_or(dtz, |known: i32| known.min(dtz)));
        }
    }
    shortest.ok_or_else(|| {
        let fault = Fault::Damaged("error-table-no-move");
        tables.refuse_dtz(board, fault)
    })
}
