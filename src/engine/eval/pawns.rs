//! Pawn structure, and passed pawns: kings, blockers, the way before them.

use super::layout::{
    BACKWARD, CANDIDATE, DOUBLED, ISOLATED, PASSED, PASSED_BLOCKED, PASSED_COVERED,
    PASSED_OWN_KING, PASSED_ROOK, PASSED_RUNS, PASSED_STEP, PASSED_THEIR_KING, PASSED_WAY, PHALANX,
    STOPPED, SUPPORTED,
};
use super::scene::Scene;
use super::trace::Tally;
use tabia_chess::{Bitboard, Color, PieceType, Square, attacks};

/// Rank of a square as its side sees it, 0 to 7.
#[inline]
pub(super) fn rank(us: Color, square: Square) -> usize {
    square.relative(us).index() / 8
}

/// The files beside those of the set.
#[inline]
fn beside(set: Bitboard) -> Bitboard {
    set.east() | set.west()
}

/// Structure of one side's pawns; notes which are passed.
pub(super) fn structure(scene: &mut Scene<'_>, us: Color, tally: &mut impl Tally) {
    let (own, their) = (scene.pawns[us.index()], scene.pawns[us.other().index()]);
    for square in own {
        let here = Bitboard::from(square);
        let rank = rank(us, square);
        let ahead = here.front_span(us);
        let neighbours = beside(Bitboard::file(square.file()));
        let opposed = (ahead & their).any();
        let half_open = usize::from(!opposed);
        let phalanx = (beside(here) & own).count();
        let support = (attacks::pawn(us.other(), square) & own).count();
        if (ahead & own).any() {
            tally.add(us, DOUBLED, 1, square);
        }
        if phalanx > 0 {
            tally.add(us, PHALANX + rank, 1, square);
        }
        if support > 0 {
            tally.add(us, SUPPORTED + rank, support as i32, square);
        }
        if (neighbours & own).is_empty() {
            tally.add(us, ISOLATED + half_open, 1, square);
        } else if is_backward(scene, us, here) {
            tally.add(us, BACKWARD + half_open, 1, square);
        }
        passed_or_candidate(scene, us, square, tally);
    }
}

/// Pawns that run into an enemy man.
pub(super) fn stopped(scene: &Scene<'_>, us: Color, tally: &mut impl Tally) {
    let before_enemy = scene.board.colors(us.other()).forward(us.other());
    for square in scene.pawns[us.index()] & before_enemy {
        tally.add(us, STOPPED + rank(us, square), 1, square);
    }
}

/// No own pawn beside or behind it can come to help, and the square before it is guarded.
fn is_backward(scene: &Scene<'_>, us: Color, here: Bitboard) -> bool {
    let (own, them) = (us.index(), us.other().index());
    let helpers = beside(here | here.front_span(us.other())) & scene.pawns[own];
    helpers.is_empty() && (here.forward(us) & scene.pawn_attacks[them]).any()
}

/// Passed: nothing before it and nothing beside its way. Candidate: no more guards beside its way
/// than helpers.
fn passed_or_candidate(scene: &mut Scene<'_>, us: Color, square: Square, tally: &mut impl Tally) {
    let (own, their) = (scene.pawns[us.index()], scene.pawns[us.other().index()]);
    let here = Bitboard::from(square);
    let ahead = here.front_span(us);
    if (ahead & (own | their)).any() {
        return;
    }
    let guards = beside(ahead) & their;
    if guards.is_empty() {
        scene.passed[us.index()].insert(square);
        tally.add(us, PASSED + rank(us, square), 1, square);
        if scene.pawn_attacks[us.index()].has(square) {
            tally.add(us, PASSED_COVERED + rank(us, square), 1, square);
        }
    } else {
        let helpers = beside(here | here.front_span(us.other())) & own;
        if helpers.count() >= guards.count() {
            tally.add(us, CANDIDATE + rank(us, square), 1, square);
        }
    }
}

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
