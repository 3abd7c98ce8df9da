//! Terms of single pieces: what they are, where they stand, where they can go. Notes their attacks
//! for the terms that come after.

use tabia_chess::{Bitboard, Color, PieceType, Square, attacks};

use super::layout::{
    BISHOP_BLOCKED, BISHOP_KING_STEPS, BISHOP_LONG, BISHOP_MOBILITY, BISHOP_PAIR, BISHOP_PAWNS,
    BISHOP_XRAY, DANGER_ATTACKER, DANGER_HITS, DANGER_NEAR, KNIGHT_KING_STEPS, KNIGHT_MOBILITY,
    MATERIAL, MINOR_BEHIND_PAWN, MINOR_PAWNS, OUTPOST, OUTPOST_REACH, QUEEN_MOBILITY, ROOK_FILE,
    ROOK_MOBILITY, ROOK_QUEEN_FILE, ROOK_SEVENTH, ROOK_TRAPPED, SQUARES,
};
use super::scene::Scene;
use super::trace::Tally;

/// Fourth to sixth rank.
const OUTPOST_RANKS: [Bitboard; 2] =
    [Bitboard(0x0000_FFFF_FF00_0000), Bitboard(0x0000_00FF_FFFF_0000)];

/// The four squares in the middle.
const MIDDLE: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// The files c to f.
const CENTRE_FILES: Bitboard = Bitboard(0x3C3C_3C3C_3C3C_3C3C);
/// Seventh rank as each side sees it.
const SEVENTH_RANK: [Bitboard; 2] = [Bitboard(0x00FF_0000_0000_0000), Bitboard(0x0000_FF00)];
/// Eighth rank as each side sees it.
const EIGHTH_RANK: [Bitboard; 2] = [Bitboard(0xFF00_0000_0000_0000), Bitboard(0x0000_00FF)];
/// A rook with no more safe squares than this may be shut in.
const TRAPPED_MOBILITY: u32 = 3;

/// Every piece of one side.
pub(super) fn pieces(scene: &mut Scene<'_>, us: Color, tally: &mut impl Tally) {
    for square in scene.pawns[us.index()] {
        worth(us, PieceType::Pawn, square, tally);
    }
    squares(PieceType::King, us, scene.kings[us.index()], tally);
    for square in scene.board.by(us, PieceType::Knight) {
        knight(scene, us, square, tally);
    }
    for square in scene.board.by(us, PieceType::Bishop) {
        bishop(scene, us, square, tally);
    }
    bishop_pair(scene, us, tally);
    for square in scene.board.by(us, PieceType::Rook) {
        rook(scene, us, square, tally);
    }
    for square in scene.board.by(us, PieceType::Queen) {
        queen(scene, us, square, tally);
    }
}

fn worth(us: Color, kind: PieceType, square: Square, tally: &mut impl Tally) {
    tally.add(us, MATERIAL + kind.index(), 1, square);
    squares(kind, us, square, tally);
}

fn squares(kind: PieceType, us: Color, square: Square, tally: &mut impl Tally) {
    tally.add(us, SQUARES + kind.index() * 64 + square.relative(us).index(), 1, square);
}

fn knight(scene: &mut Scene<'_>, us: Color, square: Square, tally: &mut impl Tally) {
    worth(us, PieceType::Knight, square, tally);
    let attacks = scene.unpinned(us, square, attacks::knight(square));
    mobility(scene, us, (square, attacks), KNIGHT_MOBILITY, tally);
    attack(scene, us, (PieceType::Knight, square), attacks, tally);
    minor(scene, us, (square, attacks), 0, tally);
    let steps = scene.kings[us.index()].distance(square) as i32;
    tally.add(us, KNIGHT_KING_STEPS, steps, square);
}

fn bishop(scene: &mut Scene<'_>, us: Color, square: Square, tally: &mut impl Tally) {
    worth(us, PieceType::Bishop, square, tally);
    // Through queens: what stands behind one is aimed at all the same.
    let open = scene.occupied - scene.board.pieces(PieceType::Queen);
    let attacks = scene.unpinned(us, square, attacks::bishop(square, open));
    mobility(scene, us, (square, attacks), BISHOP_MOBILITY, tally);
    attack(scene, us, (PieceType::Bishop, square), attacks, tally);
    minor(scene, us, (square, attacks), 1, tally);
    let steps = scene.kings[us.index()].distance(square) as i32;
    tally.add(us, BISHOP_KING_STEPS, steps, square);
    bishop_and_pawns(scene, us, square, tally);
}

/// Pawns in the way of a bishop, and those it aims at.
fn bishop_and_pawns(scene: &Scene<'_>, us: Color, square: Square, tally: &mut impl Tally) {
    let (own, them) = (us.index(), us.other().index());
    let colour = if square.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
    let beside = (scene.pawns[own] & colour).count() as i32;
    tally.add(us, BISHOP_PAWNS, beside, square);
    let blocked = scene.pawns[own] & scene.occupied.forward(us.other()) & CENTRE_FILES;
    tally.add(us, BISHOP_BLOCKED, beside * blocked.count() as i32, square);
    let through_pieces = attacks::bishop(square, scene.pawns[own] | scene.pawns[them]);
    tally.add(us, BISHOP_LONG, i32::from((through_pieces & MIDDLE).many()), square);
    let aimed_at = attacks::bishop_rays(square) & scene.pawns[them];
    tally.add(us, BISHOP_XRAY, aimed_at.count() as i32, square);
}

fn bishop_pair(scene: &Scene<'_>, us: Color, tally: &mut impl Tally) {
    let bishops = scene.board.by(us, PieceType::Bishop);
    if (bishops & Bitboard::LIGHT).any() && (bishops & Bitboard::DARK).any() {
        tally.add(us, BISHOP_PAIR, 1, bishops);
    }
}

fn rook(scene: &mut Scene<'_>, us: Color, square: Square, tally: &mut impl Tally) {
    worth(us, PieceType::Rook, square, tally);
    let queens = scene.board.pieces(PieceType::Queen);
    let through = queens | scene.board.by(us, PieceType::Rook);
    let attacks = scene.unpinned(us, square, attacks::rook(square, scene.occupied - through));
    let free = mobility(scene, us, (square, attacks), ROOK_MOBILITY, tally);
    attack(scene, us, (PieceType::Rook, square), attacks, tally);
    let file = Bitboard::file(square.file());
    tally.add(us, ROOK_QUEEN_FILE, i32::from((file & queens).any()), square);
    if (file & scene.pawns[us.index()]).is_empty() {
        let open = (file & scene.pawns[us.other().index()]).is_empty();
        tally.add(us, ROOK_FILE + usize::from(open), 1, square);
    } else if free <= TRAPPED_MOBILITY {
        trapped_rook(scene, us, square, tally);
    }
    seventh_rank(scene, us, square, tally);
}

/// A rook between its king and the edge of the board.
fn trapped_rook(scene: &Scene<'_>, us: Color, square: Square, tally: &mut impl Tally) {
    let (king, rook) = (scene.kings[us.index()].index() % 8, square.index() % 8);
    if (king < 4) == (rook < king) && king != rook {
        let may_castle = scene.board.castling().any(us);
        tally.add(us, ROOK_TRAPPED + usize::from(may_castle), 1, square);
    }
}

/// A rook on the seventh rank that has something to do there.
fn seventh_rank(scene: &Scene<'_>, us: Color, square: Square, tally: &mut impl Tally) {
    let (own, them) = (us.index(), us.other().index());
    if SEVENTH_RANK[own].has(square) {
        let prey = (scene.pawns[them] & SEVENTH_RANK[own]).any()
            || EIGHTH_RANK[own].has(scene.kings[them]);
        tally.add(us, ROOK_SEVENTH, i32::from(prey), square);
    }
}

fn queen(scene: &mut Scene<'_>, us: Color, square: Square, tally: &mut impl Tally) {
    worth(us, PieceType::Queen, square, tally);
    let attacks = scene.unpinned(us, square, attacks::queen(square, scene.occupied));
    mobility(scene, us, (square, attacks), QUEEN_MOBILITY, tally);
    attack(scene, us, (PieceType::Queen, square), attacks, tally);
}

/// Safe squares a piece can go to, and how many they are.
fn mobility(
    scene: &Scene<'_>,
    us: Color,
    (square, attacks): (Square, Bitboard),
    group: usize,
    tally: &mut impl Tally,
) -> u32 {
    let safe = (attacks & scene.area[us.index()]).count();
    tally.add(us, group + safe as usize, 1, square);
    safe
}

/// Notes the attacks, and their share in the attack on the enemy king.
fn attack(
    scene: &mut Scene<'_>,
    us: Color,
    (kind, square): (PieceType, Square),
    attacks: Bitboard,
    tally: &mut impl Tally,
) {
    let them = us.other().index();
    scene.note(us, kind, attacks);
    let hits = attacks & scene.zone[them];
    // The groups begin with the knight.
    let at = kind.index() - 1;
    if hits.any() {
        scene.attackers[us.index()] += 1;
        tally.danger(us, DANGER_ATTACKER + at, 1, square);
        tally.danger(us, DANGER_HITS, hits.count() as i32, square);
    }
    let near = 7 - scene.kings[them].distance(square) as i32;
    tally.danger(us, DANGER_NEAR + at, near, square);
}

/// What knights and bishops have in common, given square and attacks; `which` is 0 for a knight, 1 for
/// a bishop.
fn minor(
    scene: &Scene<'_>,
    us: Color,
    (square, attacks): (Square, Bitboard),
    which: usize,
    tally: &mut impl Tally,
) {
    let (own, them) = (us.index(), us.other().index());
    let outposts = OUTPOST_RANKS[own] - scene.pawn_reach[them];
    if outposts.has(square) {
        let covered = scene.pawn_attacks[own].has(square);
        tally.add(us, OUTPOST + 2 * which + usize::from(covered), 1, square);
    } else {
        let reach = (attacks & outposts & scene.pawn_attacks[own]) - scene.board.colors(us);
        tally.add(us, OUTPOST_REACH + which, i32::from(reach.any()), square);
    }
    let pawns = scene.pawns[own] | scene.pawns[them];
    if (Bitboard::from(square).forward(us) & pawns).any() {
        tally.add(us, MINOR_BEHIND_PAWN, 1, square);
    }
    tally.add(us, MINOR_PAWNS + which, pawns.count() as i32, square);
}
