//! Pieces attacked, hanging or about to be, and the room behind the pawns.

use tabia_chess::{Bitboard, Color, PieceType, attacks};

use super::layout::{
    HANGING, KING_THREAT, MINOR_THREAT, NEXT_ON_QUEEN, PAWN_THREAT, PUSH_THREAT, QUEEN_THREAT,
    RESTRICTED, ROOK_THREAT, SPACE,
};
use super::scene::Scene;
use super::trace::Tally;

/// Second rank as each side sees the third: pawns that may step twice get there first.
const THIRD_RANK: [Bitboard; 2] = [Bitboard(0x00FF_0000), Bitboard(0x0000_FF00_0000_0000)];

/// What `us` attacks of the opponent's.
pub(super) fn threats(scene: &Scene<'_>, us: Color, tally: &mut impl Tally) {
    let (own, them) = (us.index(), us.other().index());
    let their = scene.board.colors(us.other());
    let by = |kind: PieceType| scene.by_kind[own][kind.index()];
    // Covered by a pawn, or by two where we attack once: taking would cost.
    let covered = scene.pawn_attacks[them] | (scene.twice[them] - scene.twice[own]);
    let weak = their & (scene.attacked[own] - covered);
    let minors = by(PieceType::Knight) | by(PieceType::Bishop);
    for &kind in &PieceType::ALL[..PieceType::King.index()] {
        let pieces = scene.board.by(us.other(), kind);
        let mut each = |index: usize, set: Bitboard| {
            let hit = set & pieces;
            tally.add(us, index + kind.index(), hit.count() as i32, hit);
        };
        if kind != PieceType::Pawn {
            each(PAWN_THREAT, scene.pawn_attacks[own]);
        }
        let heavy = matches!(kind, PieceType::Rook | PieceType::Queen);
        let targets = if heavy { their } else { weak };
        each(MINOR_THREAT, minors & targets);
        let targets = if kind == PieceType::Queen { their } else { weak };
        each(ROOK_THREAT, by(PieceType::Rook) & targets);
        each(QUEEN_THREAT, by(PieceType::Queen) & weak);
    }
    let by_king = by(PieceType::King) & weak;
    tally.add(us, KING_THREAT, i32::from(by_king.any()), by_king);
    let hanging = weak - scene.attacked[them];
    tally.add(us, HANGING, hanging.count() as i32, hanging);
    let covered_once = scene.attacked[them] - scene.twice[them];
    let restricted = scene.attacked[own] & (covered_once - scene.pawn_attacks[them]);
    tally.add(us, RESTRICTED, restricted.count() as i32, restricted);
    push_threats(scene, us, tally);
    next_on_queen(scene, us, tally);
}

/// Safe squares from where a knight, a bishop or a rook would attack a queen that stands alone.
fn next_on_queen(scene: &Scene<'_>, us: Color, tally: &mut impl Tally) {
    let (own, them) = (us.index(), us.other().index());
    let queens = scene.board.by(us.other(), PieceType::Queen);
    let Some(queen) = queens.first().filter(|_| !queens.many()) else { return };
    let safe =
        (scene.area[own] - scene.board.colors(us)) & (scene.twice[own] | !scene.attacked[them]);
    let from = [
        attacks::knight(queen),
        attacks::bishop(queen, scene.occupied),
        attacks::rook(queen, scene.occupied),
    ];
    for (at, from) in from.into_iter().enumerate() {
        // Knight to rook are the kinds one to three.
        let squares = from & scene.by_kind[own][at + 1] & safe;
        tally.add(us, NEXT_ON_QUEEN + at, squares.count() as i32, squares);
    }
}

/// Steps of pawns to safe squares from where they attack a piece.
fn push_threats(scene: &Scene<'_>, us: Color, tally: &mut impl Tally) {
    let (own, them) = (us.index(), us.other().index());
    let free = !scene.occupied;
    let once = scene.pawns[own].forward(us) & free;
    let twice = (once & THIRD_RANK[own]).forward(us) & free;
    let safe = !scene.pawn_attacks[them] & (scene.attacked[own] | !scene.attacked[them]);
    let hits = attacks::pawns(us, (once | twice) & safe);
    let targets = scene.board.colors(us.other()) - scene.pawns[them];
    let hit = hits & targets;
    tally.add(us, PUSH_THREAT, hit.count() as i32, hit);
}

/// Room to move pieces behind the own pawns; it counts the more, the more pieces there are.
pub(super) fn space(scene: &Scene<'_>, us: Color, tally: &mut impl Tally) {
    let pieces = (scene.board.colors(us) - scene.pawns[us.index()]).count() as i32;
    if pieces > 3 {
        let room = scene.room(us);
        let behind = room & scene.pawns[us.index()].front_span(us.other());
        tally.add(us, SPACE, room.count() as i32 * (pieces - 3), room);
        tally.add(us, SPACE + 1, behind.count() as i32 * (pieces - 3), behind);
    }
}
