//! Pawn structure and passed pawns.

use super::info::EvalInfo;
use super::layout::{
    BACKWARD, CANDIDATE, DOUBLED, ISOLATED, PASSED, PASSED_BLOCKED, PASSED_COVERED,
    PASSED_OWN_KING, PASSED_ROOK, PASSED_RUNS, PASSED_STEP, PASSED_THEIR_KING, PASSED_WAY, PHALANX,
    STOPPED, SUPPORTED,
};
use super::trace::EvalSink;
use tabia_chess::{Bitboard, Color, PieceType, Square, attacks};

/// Rank of a square from its own side, 0 to 7.
#[inline]
pub(super) fn rank(us: Color, square: Square) -> usize {
    square.relative(us).index() / 8
}

/// The files next to the squares of the set.
#[inline]
fn adjacent_files(set: Bitboard) -> Bitboard {
    set.east() | set.west()
}

/// Pawn structure of one side; sets its passed pawns.
pub(super) fn structure(info: &mut EvalInfo<'_>, us: Color, sink: &mut impl EvalSink) {
    let (own, their) = (info.pawns[us.index()], info.pawns[us.other().index()]);
    for square in own {
        let here = Bitboard::from(square);
        let rank = rank(us, square);
        let ahead = here.front_span(us);
        let neighbours = adjacent_files(Bitboard::file(square.file()));
        let opposed = (ahead & their).any();
        let half_open = usize::from(!opposed);
        let phalanx = (adjacent_files(here) & own).count();
        let support = (attacks::pawn(us.other(), square) & own).count();
        if (ahead & own).any() {
            sink.add(us, DOUBLED, 1, square);
        }
        if phalanx > 0 {
            sink.add(us, PHALANX + rank, 1, square);
        }
        if support > 0 {
            sink.add(us, SUPPORTED + rank, support as i32, square);
        }
        if (neighbours & own).is_empty() {
            sink.add(us, ISOLATED + half_open, 1, square);
        } else if is_backward(info, us, here) {
            sink.add(us, BACKWARD + half_open, 1, square);
        }
        passed_or_candidate(info, us, square, sink);
    }
}

/// Pawns blocked by an enemy piece.
pub(super) fn stopped(info: &EvalInfo<'_>, us: Color, sink: &mut impl EvalSink) {
    let before_enemy = info.board.colors(us.other()).forward(us.other());
    for square in info.pawns[us.index()] & before_enemy {
        sink.add(us, STOPPED + rank(us, square), 1, square);
    }
}

/// Whether no friendly pawn can support it and the square in front is attacked by a pawn.
fn is_backward(info: &EvalInfo<'_>, us: Color, here: Bitboard) -> bool {
    let (own, them) = (us.index(), us.other().index());
    let helpers = adjacent_files(here | here.front_span(us.other())) & info.pawns[own];
    helpers.is_empty() && (here.forward(us) & info.pawn_attacks[them]).any()
}

/// Passed: no enemy pawn in front or on the neighbouring files. Candidate: no more guards on the neighbouring files
/// than helpers.
fn passed_or_candidate(
    info: &mut EvalInfo<'_>,
    us: Color,
    square: Square,
    sink: &mut impl EvalSink,
) {
    let (own, their) = (info.pawns[us.index()], info.pawns[us.other().index()]);
    let here = Bitboard::from(square);
    let ahead = here.front_span(us);
    if (ahead & (own | their)).any() {
        return;
    }
    let guards = adjacent_files(ahead) & their;
    if guards.is_empty() {
        info.passed[us.index()].insert(square);
        sink.add(us, PASSED + rank(us, square), 1, square);
        if info.pawn_attacks[us.index()].has(square) {
            sink.add(us, PASSED_COVERED + rank(us, square), 1, square);
        }
    } else {
        let helpers = adjacent_files(here | here.front_span(us.other())) & own;
        if helpers.count() >= guards.count() {
            sink.add(us, CANDIDATE + rank(us, square), 1, square);
        }
    }
}

/// Passed pawns of one side. Needs the attack maps of all pieces.
pub(super) fn passed(info: &EvalInfo<'_>, us: Color, sink: &mut impl EvalSink) {
    let (own, them) = (us.index(), us.other().index());
    for square in info.passed[own] {
        let here = Bitboard::from(square);
        let rank = rank(us, square);
        let way = here.front_span(us);
        let step = here.forward(us);
        let Some(stop) = step.first() else { continue };
        if rank >= 3 {
            let far = if rank >= 5 { 8 } else { 0 };
            let steps = |king: Square| far + king.distance(stop) as usize;
            sink.add(us, PASSED_OWN_KING + steps(info.kings[own]), 1, square);
            sink.add(us, PASSED_THEIR_KING + steps(info.kings[them]), 1, square);
        }
        let danger = info.attacked[them] | info.board.colors(us.other());
        if (step & info.board.colors(us.other())).any() {
            sink.add(us, PASSED_BLOCKED + rank, 1, square);
        } else if (step & (danger - (info.attacked[own] - info.twice[them]))).is_empty() {
            sink.add(us, PASSED_STEP + rank, 1, square);
        }
        if (way & danger).is_empty() {
            sink.add(us, PASSED_WAY + rank, 1, square);
        }
        if is_unstoppable(info, us, way) {
            sink.add(us, PASSED_RUNS, 1, square);
        }
        rook_behind(info, us, square, sink);
    }
}

/// The enemy has only king and pawns, and the king is too late to stop the pawn on this path.
fn is_unstoppable(info: &EvalInfo<'_>, us: Color, way: Bitboard) -> bool {
    let (own, them) = (us.index(), us.other().index());
    let pieces = info.board.colors(us.other()) - info.pawns[them];
    if pieces.many() || (way & info.occupied).any() {
        return false;
    }
    let end = if us == Color::White { way.last() } else { way.first() };
    let Some(end) = end else { return false };
    // A pawn on its start rank may move two squares.
    let steps = way.count().min(5);
    let late = u32::from(info.board.stm() != us);
    info.kings[them].distance(end) > steps + late && !way.has(info.kings[own])
}

/// A rook behind a passed pawn supports it or stops it.
fn rook_behind(info: &EvalInfo<'_>, us: Color, square: Square, sink: &mut impl EvalSink) {
    let behind = Bitboard::from(square).front_span(us.other());
    let rooks = behind & info.board.pieces(PieceType::Rook);
    if rooks.any() {
        let sees = attacks::rook(square, info.occupied) & rooks;
        if (sees & info.board.colors(us)).any() {
            sink.add(us, PASSED_ROOK, 1, square);
        } else if sees.any() {
            sink.add(us, PASSED_ROOK + 1, 1, square);
        }
    }
}
