//! Terms of pieces: material, squares, mobility; then king safety, threats and space, which read the attacks that the
//! terms of pieces note.

use super::layout::{
    BISHOP_BLOCKED, BISHOP_KING_STEPS, BISHOP_LONG, BISHOP_MOBILITY, BISHOP_PAIR, BISHOP_PAWNS,
    BISHOP_XRAY, DANGER_ATTACKER, DANGER_ATTACKERS, DANGER_CHECK, DANGER_FLANK,
    DANGER_FLANK_COVERED, DANGER_HITS, DANGER_KNIGHT_GUARD, DANGER_NEAR, DANGER_NO_QUEEN,
    DANGER_OPEN, DANGER_PAWN_HITS, DANGER_PINNED, DANGER_SAFE_CHECK, DANGER_STORM, DANGER_TURN,
    DANGER_WEAK, HANGING, KING_FILE, KING_THREAT, KNIGHT_KING_STEPS, KNIGHT_MOBILITY, MATERIAL,
    MINOR_BEHIND_PAWN, MINOR_PAWNS, MINOR_THREAT, NEXT_ON_QUEEN, OUTPOST, OUTPOST_REACH,
    PAWN_THREAT, PUSH_THREAT, QUEEN_MOBILITY, QUEEN_THREAT, RESTRICTED, ROOK_FILE, ROOK_MOBILITY,
    ROOK_QUEEN_FILE, ROOK_SEVENTH, ROOK_THREAT, ROOK_TRAPPED, SHELTER, SPACE, SQUARES, STORM,
    STORM_STOPPED,
};
use super::scene::Scene;
use super::trace::Tally;
use tabia_chess::{Bitboard, Color, File, PieceType, Square, attacks};

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
        let targets = (scene.pawns[them] & SEVENTH_RANK[own]).any()
            || EIGHTH_RANK[own].has(scene.kings[them]);
        tally.add(us, ROOK_SEVENTH, i32::from(targets), square);
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

// King safety: the pawns before the king and the pieces that attack it.

/// The five ranks nearest to a king at home, White's and Black's.
const CAMP: [Bitboard; 2] = [Bitboard(0x0000_00FF_FFFF_FFFF), Bitboard(0xFFFF_FFFF_FF00_0000)];
/// Files that count as the king's side of the board, by the king's file.
const FLANK: [Bitboard; 8] = {
    let (left, centre, right) =
        (0x0F0F_0F0F_0F0F_0F0F, 0x3C3C_3C3C_3C3C_3C3C, 0xF0F0_F0F0_F0F0_F0F0);
    [
        Bitboard(0x0707_0707_0707_0707),
        Bitboard(left),
        Bitboard(left),
        Bitboard(centre),
        Bitboard(centre),
        Bitboard(right),
        Bitboard(right),
        Bitboard(0xE0E0_E0E0_E0E0_E0E0),
    ]
};

/// Own and enemy pawns on the king's file and beside it.
pub(super) fn shelter(scene: &Scene<'_>, us: Color, tally: &mut impl Tally) {
    let (own, them) = (us.index(), us.other().index());
    let king = scene.kings[own].relative(us).index();
    let (king_file, king_rank) = (king % 8, king / 8);
    let centre = king_file.clamp(1, 6);
    let (mut open, mut storm) = (0, 0);
    for (at, file) in File::ALL.into_iter().enumerate().skip(centre - 1).take(3) {
        let edge = at.min(7 - at);
        let file = Bitboard::file(file);
        let ours = nearest(us, file & scene.pawns[own], king_rank);
        let theirs = nearest(us, file & scene.pawns[them], king_rank);
        let at = |rank| place(us, file, rank, scene.kings[own]);
        tally.add(us, SHELTER + edge * 8 + ours, 1, at(ours));
        if ours != 0 && theirs == ours + 1 {
            tally.add(us, STORM_STOPPED + theirs, 1, at(theirs));
        } else {
            tally.add(us, STORM + edge * 8 + theirs, 1, at(theirs));
        }
        open += i32::from(ours == 0);
        storm += i32::from(theirs != 0 && theirs <= king_rank + 2);
    }
    tally.danger(us.other(), DANGER_OPEN, open, scene.kings[own]);
    tally.danger(us.other(), DANGER_STORM, storm, scene.kings[own]);
    let file = Bitboard::file(scene.kings[own].file());
    if (file & scene.pawns[own]).is_empty() {
        let open = (file & scene.pawns[them]).is_empty();
        tally.add(us, KING_FILE + usize::from(open), 1, scene.kings[own]);
    }
}

/// Rank, as `us` sees it, of the first of these pawns not behind the king; 0 for none.
fn nearest(us: Color, pawns: Bitboard, king_rank: usize) -> usize {
    let pawns = if us == Color::White { pawns } else { pawns.flip_rank() };
    let ahead = Bitboard(pawns.0 & (u64::MAX << (8 * king_rank)));
    ahead.first().map_or(0, |square| square.index() / 8)
}

/// Where the pawn is that `nearest` has found; the king's square where it found none.
fn place(us: Color, file: Bitboard, rank: usize, king: Square) -> Bitboard {
    let white = if us == Color::White { rank } else { 7 - rank };
    if rank == 0 { king.into() } else { file & Bitboard(0xFF << (8 * white)) }
}

/// The attack of `us` on the enemy king, besides what its pieces have counted as they were met.
pub(super) fn king_attack(scene: &Scene<'_>, us: Color, tally: &mut impl Tally) {
    let (own, them) = (us.index(), us.other().index());
    let king = scene.kings[them];
    tally.danger(us, DANGER_ATTACKERS + scene.attackers[own].min(5), 1, king);
    let weak = weak(scene, us);
    each(us, DANGER_PAWN_HITS, scene.pawn_attacks[own] & scene.zone[them], tally);
    each(us, DANGER_WEAK, attacks::king(king) & weak, tally);
    checks(scene, us, weak, tally);
    each(us, DANGER_PINNED, scene.blockers[them] & scene.board.colors(us.other()), tally);
    let guarded = attacks::king(king) & scene.by_kind[them][PieceType::Knight.index()];
    tally.danger(us, DANGER_KNIGHT_GUARD, i32::from(guarded.any()), king);
    let flank = FLANK[king.index() % 8] & CAMP[them];
    each(us, DANGER_FLANK, scene.attacked[own] & flank, tally);
    each(us, DANGER_FLANK + 1, scene.twice[own] & flank, tally);
    each(us, DANGER_FLANK_COVERED, scene.attacked[them] & flank, tally);
    let no_queen = scene.board.by(us, PieceType::Queen).is_empty();
    tally.danger(us, DANGER_NO_QUEEN, i32::from(no_queen), king);
    tally.danger(us, DANGER_TURN, i32::from(scene.board.stm() == us), king);
}

/// The same units for each of some squares.
#[inline]
fn each(us: Color, index: usize, squares: Bitboard, tally: &mut impl Tally) {
    tally.danger(us, index, squares.count() as i32, squares);
}

/// Squares that `us` attacks and that the other side covers once at most, by king or queen.
fn weak(scene: &Scene<'_>, us: Color) -> Bitboard {
    let (own, them) = (us.index(), us.other().index());
    let covered_by_others = PieceType::ALL[..4]
        .iter()
        .fold(Bitboard::EMPTY, |set, kind| set | scene.by_kind[them][kind.index()]);
    scene.attacked[own] - scene.twice[them] - covered_by_others
}

/// Squares from where a piece of `us` would give check, next move. `weak` squares are badly covered.
fn checks(scene: &Scene<'_>, us: Color, weak: Bitboard, tally: &mut impl Tally) {
    let (own, them) = (us.index(), us.other().index());
    let king = scene.kings[them];
    let safe = !scene.attacked[them] | (weak & scene.twice[own]);
    let diagonal = attacks::bishop(king, scene.occupied);
    let straight = attacks::rook(king, scene.occupied);
    let from = [attacks::knight(king), diagonal, straight, diagonal | straight];
    for (at, from) in from.into_iter().enumerate() {
        // Knight to queen are the kinds one to four.
        let checks = (from & scene.by_kind[own][at + 1]) - scene.board.colors(us);
        let safe_checks = checks & safe;
        if safe_checks.any() {
            tally.danger(
                us,
                DANGER_SAFE_CHECK + 2 * at + usize::from(safe_checks.many()),
                1,
                safe_checks,
            );
        }
        each(us, DANGER_CHECK + at, checks - safe, tally);
    }
}

// Threats and space.

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
