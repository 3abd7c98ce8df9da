//! The hand-crafted evaluation, term by term.

pub mod explain;
mod packed;
mod start;

use crate::chess::board::Board;
use crate::chess::color::Color;
use crate::chess::piece_type::PieceType;

use explain::{Breakdown, Tapered, Term};
use packed::Packed;

/// Phase with all pieces on the board; 0 is pawns and kings alone.
pub const PHASE_MAX: i32 = 24;
/// What a piece adds to the phase.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// For having the move, centipawns.
const TEMPO: i32 = 12;

/// The evaluation in centipawns, mover's view.
pub fn evaluate(board: &Board) -> i32 {
    let sides = Color::ALL.map(|us| material(board, us) + squares(board, us));
    let sum = sides[0] - sides[1];
    let white = blend(sum.tapered(), phase(board));
    let value = if board.stm() == Color::White { white } else { -white };
    value + TEMPO
}

/// The evaluation taken apart.
pub fn explain(board: &Board) -> Breakdown {
    let term = |name, values: [Packed; 2]| Term {
        name,
        white: values[0].tapered(),
        black: values[1].tapered(),
    };
    let terms = vec![
        term("Material", Color::ALL.map(|us| material(board, us))),
        term("Squares", Color::ALL.map(|us| squares(board, us))),
    ];
    let mut sum = Tapered::default();
    for term in &terms {
        sum.mg += term.white.mg - term.black.mg;
        sum.eg += term.white.eg - term.black.eg;
    }
    let phase = phase(board);
    let tempo = if board.stm() == Color::White { TEMPO } else { -TEMPO };
    let score_cp = blend(sum, phase) + tempo;
    Breakdown { terms, phase, sum, scale: 64, tempo, score_cp, known: None }
}

/// Neither side can mate: bare kings, or one minor piece.
pub fn is_bare_draw(board: &Board) -> bool {
    let occupied = board.occupied();
    let minors = board.pieces(PieceType::Knight) | board.pieces(PieceType::Bishop);
    occupied.count() <= 3 && (occupied - minors).count() == 2
}

fn blend(sum: Tapered, phase: i32) -> i32 {
    (sum.mg * phase + sum.eg * (PHASE_MAX - phase)) / PHASE_MAX
}

fn phase(board: &Board) -> i32 {
    let sum: i32 = PieceType::ALL
        .iter()
        .map(|&kind| board.pieces(kind).count() as i32 * PHASE[kind.index()])
        .sum();
    sum.min(PHASE_MAX)
}

fn material(board: &Board, us: Color) -> Packed {
    let mut sum = Packed::ZERO;
    for kind in PieceType::ALL {
        sum += start::MATERIAL[kind.index()] * board.by(us, kind).count() as i32;
    }
    sum
}

fn squares(board: &Board, us: Color) -> Packed {
    let mut sum = Packed::ZERO;
    for kind in PieceType::ALL {
        for square in board.by(us, kind) {
            sum += start::SQUARES[kind.index()][square.relative(us).index()];
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_is_even() {
        let breakdown = explain(&Board::start());
        assert_eq!(breakdown.sum, Tapered::default());
        assert_eq!(breakdown.phase, PHASE_MAX);
        assert_eq!(evaluate(&Board::start()), TEMPO);
    }
}
