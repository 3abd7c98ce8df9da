//! What the tree search by playouts believed of the moves and what became of it, by move and by square.

use tabia_chess::{Move, Square};
use tabia_engine::search::detail::PuctDetail;

use super::state::{By, Shows};

/// The number of each move, a share of all from 0 to 1 (a change from -1 to 1), the greatest first. `Moves` has none.
pub fn by_move(detail: &PuctDetail, shows: Shows) -> Vec<(Move, f32)> {
    let share = |n: u32| detail.share(n) as f32;
    let begun = detail.moves.iter().any(|told| told.n > 0);
    let mut moves: Vec<(Move, f32)> = match shows {
        Shows::Moves => Vec::new(),
        Shows::Prior => detail.moves.iter().map(|told| (told.mv, told.p)).collect(),
        Shows::Visits => detail.moves.iter().map(|told| (told.mv, share(told.n))).collect(),
        // Before the first playout nothing has changed yet.
        Shows::Change if !begun => detail.moves.iter().map(|told| (told.mv, 0.0)).collect(),
        Shows::Change => {
            detail.moves.iter().map(|told| (told.mv, share(told.n) - told.p)).collect()
        }
    };
    moves.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    moves
}

/// The same with moves between the same squares, which differ in what a pawn becomes, added up.
pub fn by_way(moves: &[(Move, f32)]) -> Vec<(Move, f32)> {
    let mut ways: Vec<(Move, f32)> = Vec::new();
    for &(mv, value) in moves {
        let same = |of: &&mut (Move, f32)| (of.0.from(), of.0.to()) == (mv.from(), mv.to());
        match ways.iter_mut().find(same) {
            Some(way) => way.1 += value,
            None => ways.push((mv, value)),
        }
    }
    ways.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    ways
}

/// The same added up by square.
pub fn by_square(moves: &[(Move, f32)], by: By) -> [f32; Square::COUNT] {
    let mut sums = [0.0; Square::COUNT];
    for &(mv, value) in moves {
        let square = if by == By::Target { mv.to() } else { mv.from() };
        sums[square.index()] += value;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::{Board, uci_move};
    use tabia_engine::search::detail::PuctMove;

    #[test]
    fn what_a_pawn_becomes_is_one_way() {
        let board = Board::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap();
        let mv = |text: &str| uci_move::parse(&board, text).unwrap();
        let moves = [(mv("a7a8q"), 0.5), (mv("a1b1"), 0.3), (mv("a7a8n"), -0.1)];
        let ways: Vec<f32> = by_way(&moves).into_iter().map(|way| way.1).collect();
        assert_eq!(ways.len(), 2);
        assert!((ways[0] - 0.4).abs() < 1e-6 && (ways[1] - 0.3).abs() < 1e-6, "{ways:?}");
    }

    #[test]
    fn shares_add_up_and_changes_cancel_out() {
        let board = Board::start();
        let told = |text: &str, n, p| PuctMove {
            mv: uci_move::parse(&board, text).unwrap(),
            n,
            q: 0.5,
            p,
            u: 0.0,
            proof: None,
        };
        let moves = vec![told("e2e4", 30, 0.5), told("e2e3", 10, 0.3), told("d2d4", 60, 0.2)];
        let detail = PuctDetail { moves, ..PuctDetail::default() };
        let sum = |moves: &[(Move, f32)]| moves.iter().map(|of| of.1).sum::<f32>();
        let visits = by_move(&detail, Shows::Visits);
        assert!((sum(&visits) - 1.0).abs() < 1e-6 && visits[0].0.to() == Square::D4);
        let change = by_move(&detail, Shows::Change);
        assert!(sum(&change).abs() < 1e-6);
        assert!((change[0].1 - 0.4).abs() < 1e-6, "the greatest first: {change:?}");
        let prior = by_move(&detail, Shows::Prior);
        let origin = by_square(&prior, By::Origin);
        assert!((origin[Square::E2.index()] - 0.8).abs() < 1e-6);
        let target = by_square(&prior, By::Target);
        assert!((target[Square::E4.index()] - 0.5).abs() < 1e-6);
        assert!(by_move(&detail, Shows::Moves).is_empty());
        let fresh = PuctDetail::default();
        assert!(by_move(&fresh, Shows::Visits).is_empty());
    }
}
