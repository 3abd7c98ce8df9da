//! How far a passed pawn can get: kings, blockers, the way before it.

use tabia_chess::{Bitboard, Color, PieceType, Square, attacks};

use super::layout::{
    PASSED_BLOCKED, PASSED_OWN_KING, PASSED_ROOK, PASSED_RUNS, PASSED_STEP, PASSED_THEIR_KING,
    PASSED_WAY,
};
use super::pawns::rank;
use super::scene::Scene;
use super::trace::Tally;

/// Every passed pawn of one side. Needs the attacks of all pieces.
pub(super) fn passed(scene: &Scene<'_>, us: Color, tally: &mut impl Tally) {
    let (own, them) = (us.index(), us.other().index());
    for square in scene.passed[own] {
        let here = Bitboard::from(square);
        let rank = rank(us, square);
        let way = here.front_span(us);
        let step = here.forward(us);
        let Some(stop) = step.first() else { continue };
        if rank >= 3 {
            let far = if rank >= 5 { 8 } else { 0 };
            let steps = |king: Square| far + king.distance(stop) as usize;
            tally.add(us, PASSED_OWN_KING + steps(scene.kings[own]), 1, square);
            tally.add(us, PASSED_THEIR_KING + steps(scene.kings[them]), 1, square);
        }
        let danger = scene.attacked[them] | scene.board.colors(us.other());
        if (step & scene.board.colors(us.other())).any() {
            tally.add(us, PASSED_BLOCKED + rank, 1, square);
        } else if (step & (danger - (scene.attacked[own] - scene.twice[them]))).is_empty() {
            tally.add(us, PASSED_STEP + rank, 1, square);
        }
        if (way & danger).is_empty() {
            tally.add(us, PASSED_WAY + rank, 1, square);
        }
        if runs(scene, us, way) {
            tally.add(us, PASSED_RUNS, 1, square);
        }
        rook_behind(scene, us, square, tally);
    }
}

/// The enemy has a king and pawns alone, and the king comes too late to stop the pawn that goes
/// this way.
fn runs(scene: &Scene<'_>, us: Color, way: Bitboard) -> bool {
    let (own, them) = (us.index(), us.other().index());
    let pieces = scene.board.colors(us.other()) - scene.pawns[them];
    if pieces.many() || (way & scene.occupied).any() {
        return false;
    }
    let end = if us == Color::White { way.last() } else { way.first() };
    let Some(end) = end else { return false };
    // A pawn at home steps twice at once.
    let steps = way.count().min(5);
    let late = u32::from(scene.board.stm() != us);
    scene.kings[them].distance(end) > steps + late && !way.has(scene.kings[own])
}

/// A rook behind a passed pawn helps it or holds it.
fn rook_behind(scene: &Scene<'_>, us: Color, square: Square, tally: &mut impl Tally) {
    let behind = Bitboard::from(square).front_span(us.other());
    let rooks = behind & scene.board.pieces(PieceType::Rook);
    if rooks.any() {
        let sees = attacks::rook(square, scene.occupied) & rooks;
        if (sees & scene.board.colors(us)).any() {
            tally.add(us, PASSED_ROOK, 1, square);
        } else if sees.any() {
            tally.add(us, PASSED_ROOK + 1, 1, square);
        }
    }
}
