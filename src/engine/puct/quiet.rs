//! What a position is worth once captures have been made: a small quiescence search of its own, so that a value is
//! not that of the middle of an exchange.

use arrayvec::ArrayVec;

use tabia_chess::Board;
use tabia_chess::see;

use super::evaluator::Evaluator;

/// Plies followed at most.
pub(super) const DEEPEST: usize = 12;
/// Evasions are tried up to this ply; beyond it a check counts as quiet.
const CHECKS: usize = 3;
/// Captures tried at a node at most, the most valuable first.
const WIDEST: usize = 8;
/// Beyond every evaluation.
const INFINITE: i32 = 32_000;
/// The side to move is mated.
const MATED: i32 = -20_000;

/// Centipawns, mover's view; ply 0 of the evaluator has begun.
pub(super) fn value(board: &Board, evaluator: &mut Evaluator<'_>) -> i32 {
    search(board, evaluator, -INFINITE, INFINITE, 0)
}

fn search(
    board: &Board,
    evaluator: &mut Evaluator<'_>,
    mut alpha: i32,
    beta: i32,
    ply: usize,
) -> i32 {
    let evades = ply <= CHECKS && board.in_check();
    let moves = if evades { board.legal_moves() } else { board.noisy_moves() };
    let mut best = -INFINITE;
    if !evades {
        best = evaluator.evaluate(board, ply);
        if best >= beta || ply >= DEEPEST {
            return best;
        }
        alpha = alpha.max(best);
    } else if moves.is_empty() {
        return MATED + ply as i32;
    }
    let mut list: ArrayVec<_, 256> = ArrayVec::new();
    for &mv in &moves {
        if evades || see::at_least(board, mv, 0) {
            let victim = board.piece_on(mv.to()).filter(|_| mv.is_capture());
            let victim = victim.map_or(0, |piece| see::VALUES[piece.kind().index()]);
            let attacker = board.piece_on(mv.from()).map_or(0, |piece| piece.kind().index());
            list.push((mv, victim * 8 + i32::from(mv.is_promotion()) * 4_000 - attacker as i32));
        }
    }
    list.sort_by_key(|&(_, order)| -order);
    let wide = if evades { list.len() } else { WIDEST };
    for &(mv, _) in list.iter().take(wide) {
        evaluator.begin(ply + 1);
        let value = -search(&board.after(mv), evaluator, -beta, -alpha, ply + 1);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use crate::puct::judge::{Judge as _, Mind, Nets};
    use crate::puct::options::Rung;
    use tabia_chess::Board;

    #[test]
    fn a_hanging_piece_is_seen_and_a_guarded_one_is_not_taken() {
        let q = |rung: Rung, fen: &str| {
            let board = Board::from_fen(fen).unwrap();
            Mind::new(rung.method(), &Nets::built_in(), 1).value(&board).q
        };
        // White to move takes the queen on d5; the evaluation alone counts her as Black's.
        let hangs = "4k3/ppp2ppp/8/3q4/4P3/8/PPP2PPP/3RK3 w - - 0 1";
        assert!(q(Rung::Quiet, hangs) > 0.9, "{}", q(Rung::Quiet, hangs));
        assert!(q(Rung::Quiet, hangs) >= q(Rung::Knowledge, hangs));
        // A rook against a guarded pawn is not given up.
        let guarded = "4k3/pp3ppp/2p5/3p4/8/8/PPP2PPP/3RK3 w - - 0 1";
        let (quiet, plain) = (q(Rung::Quiet, guarded), q(Rung::Knowledge, guarded));
        assert!((quiet - plain).abs() < 0.2, "{quiet} {plain}");
        // Mated by force within the evasions looked at.
        let mated = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
        assert!(q(Rung::Quiet, mated) < 0.01);
    }
}
