//! When a game of self-play ends before the rules end it. Figures as in published data generators (4 plies of 20
//! pawns, 12 plies of a tenth).

use tabia_chess::Board;
use tabia_engine::play::Rules;
use tabia_engine::play::adjudication::{Adjudication, DrawRule, ResignRule};

/// A win by so many centipawns for four plies in a row.
const WIN: ResignRule = ResignRule { moves: 2, cp: 2000 };
/// Moves from the start after which twelve plies in a row near zero are a draw.
const DRAW_FROM: u32 = 35;
/// Moves of each side after which a game is a draw.
const MAX_MOVES: u32 = 200;

/// The rules of a game that an engine plays against itself from this position.
pub(crate) fn rules(start: &Board) -> Rules {
    let adjudication = Adjudication {
        draw: Some(DrawRule { from: start.fullmove_number() + DRAW_FROM, moves: 6, cp: 10 }),
        resign: Some(WIN),
        mate_decides: true,
        draw_over_zeroing: true,
        ..without_scores().adjudication
    };
    Rules { adjudication, ..Rules::default() }
}

/// The rules of a game that is decided on the board alone.
pub(crate) fn without_scores() -> Rules {
    let adjudication = Adjudication { max_moves: Some(MAX_MOVES), ..Adjudication::default() };
    Rules { adjudication, ..Rules::default() }
}
