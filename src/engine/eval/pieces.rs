//! Piece terms: material, piece-square tables, mobility; then king safety, threats and space, which use the attack maps
//! of the piece terms.

use super::info::{CENTRE_FILES, EvalInfo};
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
use super::trace::EvalSink;
use tabia_chess::{Bitboard, Color, File, PieceType, Square, attacks};

/// Fourth to sixth rank.
const OUTPOST_RANKS: [Bitboard; 2] =
    [Bitboard(0x0000_FFFF_FF00_0000), Bitboard(0x0000_00FF_FFFF_0000)];

/// The four squares in the middle.
const MIDDLE: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// Seventh rank as each side sees it.
const SEVENTH_RANK: [Bitboard; 2] = [Bitboard(0x00FF_0000_0000_0000), Bitboard(0x0000_FF00)];
/// Eighth rank as each side sees it.
const EIGHTH_RANK: [Bitboard; 2] = [Bitboard(0xFF00_0000_0000_0000), Bitboard(0x0000_00FF)];
/// A rook with at most this many safe squares may be trapped.
const TRAPPED_MOBILITY: u32 = 3;

/// Every piece of one side.
pub(super) fn pieces(info: &mut EvalInfo<'_>, us: Color, sink: &mut impl EvalSink) {
    for square in info.pawns[us.index()] {
        material_and_square(us, PieceType::Pawn, square, sink);
    }
    piece_square(PieceType::King, us, info.kings[us.index()], sink);
    for square in info.board.by(us, PieceType::Knight) {
        knight(info, us, square, sink);
    }
    for square in info.board.by(us, PieceType::Bishop) {
        bishop(info, us, square, sink);
    }
    bishop_pair(info, us, sink);
    for square in info.board.by(us, PieceType::Rook) {
        rook(info, us, square, sink);
    }
    for square in info.board.by(us, PieceType::Queen) {
        queen(info, us, square, sink);
    }
}

fn material_and_square(us: Color, kind: PieceType, square: Square, sink: &mut impl EvalSink) {
    sink.add(us, MATERIAL + kind.index(), 1, square);
    piece_square(kind, us, square, sink);
}

fn piece_square(kind: PieceType, us: Color, square: Square, sink: &mut impl EvalSink) {
    sink.add(us, SQUARES + kind.index() * 64 + square.relative(us).index(), 1, square);
}

fn knight(info: &mut EvalInfo<'_>, us: Color, square: Square, sink: &mut impl EvalSink) {
    material_and_square(us, PieceType::Knight, square, sink);
    let attacks = info.unpinned(us, square, attacks::knight(square));
    mobility(info, us, (square, attacks), KNIGHT_MOBILITY, sink);
    attack(info, us, (PieceType::Knight, square), attacks, sink);
    minor(info, us, (square, attacks), 0, sink);
    let steps = info.kings[us.index()].distance(square) as i32;
    sink.add(us, KNIGHT_KING_STEPS, steps, square);
}

fn bishop(info: &mut EvalInfo<'_>, us: Color, square: Square, sink: &mut impl EvalSink) {
    material_and_square(us, PieceType::Bishop, square, sink);
    // Queens are transparent for the attack.
    let open = info.occupied - info.board.pieces(PieceType::Queen);
    let attacks = info.unpinned(us, square, attacks::bishop(square, open));
    mobility(info, us, (square, attacks), BISHOP_MOBILITY, sink);
    attack(info, us, (PieceType::Bishop, square), attacks, sink);
    minor(info, us, (square, attacks), 1, sink);
    let steps = info.kings[us.index()].distance(square) as i32;
    sink.add(us, BISHOP_KING_STEPS, steps, square);
    bishop_and_pawns(info, us, square, sink);
}

/// Pawns that block a bishop, and pawns on its diagonals.
fn bishop_and_pawns(info: &EvalInfo<'_>, us: Color, square: Square, sink: &mut impl EvalSink) {
    let (own, them) = (us.index(), us.other().index());
    let colour = if square.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
    let same_colour_pawns = (info.pawns[own] & colour).count() as i32;
    sink.add(us, BISHOP_PAWNS, same_colour_pawns, square);
    let blocked = info.pawns[own] & info.occupied.forward(us.other()) & CENTRE_FILES;
    sink.add(us, BISHOP_BLOCKED, same_colour_pawns * blocked.count() as i32, square);
    let through_pieces = attacks::bishop(square, info.pawns[own] | info.pawns[them]);
    sink.add(us, BISHOP_LONG, i32::from((through_pieces & MIDDLE).many()), square);
    let aimed_at = attacks::bishop_rays(square) & info.pawns[them];
    sink.add(us, BISHOP_XRAY, aimed_at.count() as i32, square);
}

fn bishop_pair(info: &EvalInfo<'_>, us: Color, sink: &mut impl EvalSink) {
    let bishops = info.board.by(us, PieceType::Bishop);
    if (bishops & Bitboard::LIGHT).any() && (bishops & Bitboard::DARK).any() {
        sink.add(us, BISHOP_PAIR, 1, bishops);
    }
}

fn rook(info: &mut EvalInfo<'_>, us: Color, square: Square, sink: &mut impl EvalSink) {
    material_and_square(us, PieceType::Rook, square, sink);
    let queens = info.board.pieces(PieceType::Queen);
    let through = queens | info.board.by(us, PieceType::Rook);
    let attacks = info.unpinned(us, square, attacks::rook(square, info.occupied - through));
    let free = mobility(info, us, (square, attacks), ROOK_MOBILITY, sink);
    attack(info, us, (PieceType::Rook, square), attacks, sink);
    let file = Bitboard::file(square.file());
    sink.add(us, ROOK_QUEEN_FILE, i32::from((file & queens).any()), square);
    if (file & info.pawns[us.index()]).is_empty() {
        let open = (file & info.pawns[us.other().index()]).is_empty();
        sink.add(us, ROOK_FILE + usize::from(open), 1, square);
    } else if free <= TRAPPED_MOBILITY {
        trapped_rook(info, us, square, sink);
    }
    seventh_rank(info, us, square, sink);
}

/// A rook between its king and the edge of the board.
fn trapped_rook(info: &EvalInfo<'_>, us: Color, square: Square, sink: &mut impl EvalSink) {
    let (king, rook) = (info.kings[us.index()].index() % 8, square.index() % 8);
    if (king < 4) == (rook < king) && king != rook {
        let may_castle = info.board.castling().any(us);
        sink.add(us, ROOK_TRAPPED + usize::from(may_castle), 1, square);
    }
}

/// A rook on the seventh rank with a target there.
fn seventh_rank(info: &EvalInfo<'_>, us: Color, square: Square, sink: &mut impl EvalSink) {
    let (own, them) = (us.index(), us.other().index());
    if SEVENTH_RANK[own].has(square) {
        let targets =
            (info.pawns[them] & SEVENTH_RANK[own]).any() || EIGHTH_RANK[own].has(info.kings[them]);
        sink.add(us, ROOK_SEVENTH, i32::from(targets), square);
    }
}

fn queen(info: &mut EvalInfo<'_>, us: Color, square: Square, sink: &mut impl EvalSink) {
    material_and_square(us, PieceType::Queen, square, sink);
    let attacks = info.unpinned(us, square, attacks::queen(square, info.occupied));
    mobility(info, us, (square, attacks), QUEEN_MOBILITY, sink);
    attack(info, us, (PieceType::Queen, square), attacks, sink);
}

/// Mobility: safe squares of a piece and their number.
fn mobility(
    info: &EvalInfo<'_>,
    us: Color,
    (square, attacks): (Square, Bitboard),
    group: usize,
    sink: &mut impl EvalSink,
) -> u32 {
    let safe = (attacks & info.area[us.index()]).count();
    sink.add(us, group + safe as usize, 1, square);
    safe
}

/// Adds the attacks to the attack maps and to the king attack.
fn attack(
    info: &mut EvalInfo<'_>,
    us: Color,
    (kind, square): (PieceType, Square),
    attacks: Bitboard,
    sink: &mut impl EvalSink,
) {
    let them = us.other().index();
    info.add_attacks(us, kind, attacks);
    let hits = attacks & info.zone[them];
    // The groups begin with the knight.
    let at = kind.index() - 1;
    if hits.any() {
        info.attackers[us.index()] += 1;
        sink.danger(us, DANGER_ATTACKER + at, 1, square);
        sink.danger(us, DANGER_HITS, hits.count() as i32, square);
    }
    let near = 7 - info.kings[them].distance(square) as i32;
    sink.danger(us, DANGER_NEAR + at, near, square);
}

/// Terms of knights and bishops; `minor_index` is 0 for a knight, 1 for a bishop.
fn minor(
    info: &EvalInfo<'_>,
    us: Color,
    (square, attacks): (Square, Bitboard),
    minor_index: usize,
    sink: &mut impl EvalSink,
) {
    let (own, them) = (us.index(), us.other().index());
    let outposts = OUTPOST_RANKS[own] - info.pawn_reach[them];
    if outposts.has(square) {
        let covered = info.pawn_attacks[own].has(square);
        sink.add(us, OUTPOST + 2 * minor_index + usize::from(covered), 1, square);
    } else {
        let reach = (attacks & outposts & info.pawn_attacks[own]) - info.board.colors(us);
        sink.add(us, OUTPOST_REACH + minor_index, i32::from(reach.any()), square);
    }
    let pawns = info.pawns[own] | info.pawns[them];
    if (Bitboard::from(square).forward(us) & pawns).any() {
        sink.add(us, MINOR_BEHIND_PAWN, 1, square);
    }
    sink.add(us, MINOR_PAWNS + minor_index, pawns.count() as i32, square);
}

// King safety: shelter, and attacks on the king zone.

/// The five ranks next to each side.
const CAMP: [Bitboard; 2] = [Bitboard(0x0000_00FF_FFFF_FFFF), Bitboard(0xFFFF_FFFF_FF00_0000)];
/// Files of the king's flank, by the king's file.
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

/// Own and enemy pawns on the king's file and the neighbouring files.
pub(super) fn shelter(info: &EvalInfo<'_>, us: Color, sink: &mut impl EvalSink) {
    let (own, them) = (us.index(), us.other().index());
    let king = info.kings[own].relative(us).index();
    let (king_file, king_rank) = (king % 8, king / 8);
    let centre = king_file.clamp(1, 6);
    let (mut open, mut storm) = (0, 0);
    for (at, file) in File::ALL.into_iter().enumerate().skip(centre - 1).take(3) {
        let edge = at.min(7 - at);
        let file = Bitboard::file(file);
        let ours = nearest(us, file & info.pawns[own], king_rank);
        let theirs = nearest(us, file & info.pawns[them], king_rank);
        let at = |rank| place(us, file, rank, info.kings[own]);
        sink.add(us, SHELTER + edge * 8 + ours, 1, at(ours));
        if ours != 0 && theirs == ours + 1 {
            sink.add(us, STORM_STOPPED + theirs, 1, at(theirs));
        } else {
            sink.add(us, STORM + edge * 8 + theirs, 1, at(theirs));
        }
        open += i32::from(ours == 0);
        storm += i32::from(theirs != 0 && theirs <= king_rank + 2);
    }
    sink.danger(us.other(), DANGER_OPEN, open, info.kings[own]);
    sink.danger(us.other(), DANGER_STORM, storm, info.kings[own]);
    let file = Bitboard::file(info.kings[own].file());
    if (file & info.pawns[own]).is_empty() {
        let open = (file & info.pawns[them]).is_empty();
        sink.add(us, KING_FILE + usize::from(open), 1, info.kings[own]);
    }
}

/// Rank, seen by `us`, of the first of these pawns not behind the king; 0 for none.
fn nearest(us: Color, pawns: Bitboard, king_rank: usize) -> usize {
    let pawns = if us == Color::White { pawns } else { pawns.flip_rank() };
    let ahead = Bitboard(pawns.0 & (u64::MAX << (8 * king_rank)));
    ahead.first().map_or(0, |square| square.index() / 8)
}

/// Square of the pawn found by `nearest`; the king's square if there is none.
fn place(us: Color, file: Bitboard, rank: usize, king: Square) -> Bitboard {
    let white = if us == Color::White { rank } else { 7 - rank };
    if rank == 0 { king.into() } else { file & Bitboard(0xFF << (8 * white)) }
}

/// Attack of `us` on the enemy king, besides the part added for each piece.
pub(super) fn king_attack(info: &EvalInfo<'_>, us: Color, sink: &mut impl EvalSink) {
    let (own, them) = (us.index(), us.other().index());
    let king = info.kings[them];
    sink.danger(us, DANGER_ATTACKERS + info.attackers[own].min(5), 1, king);
    let weak = weak(info, us);
    danger_each(us, DANGER_PAWN_HITS, info.pawn_attacks[own] & info.zone[them], sink);
    danger_each(us, DANGER_WEAK, attacks::king(king) & weak, sink);
    checks(info, us, weak, sink);
    danger_each(us, DANGER_PINNED, info.blockers[them] & info.board.colors(us.other()), sink);
    let guarded = attacks::king(king) & info.by_kind[them][PieceType::Knight.index()];
    sink.danger(us, DANGER_KNIGHT_GUARD, i32::from(guarded.any()), king);
    let flank = FLANK[king.index() % 8] & CAMP[them];
    danger_each(us, DANGER_FLANK, info.attacked[own] & flank, sink);
    danger_each(us, DANGER_FLANK + 1, info.twice[own] & flank, sink);
    danger_each(us, DANGER_FLANK_COVERED, info.attacked[them] & flank, sink);
    let no_queen = info.board.by(us, PieceType::Queen).is_empty();
    sink.danger(us, DANGER_NO_QUEEN, i32::from(no_queen), king);
    sink.danger(us, DANGER_TURN, i32::from(info.board.stm() == us), king);
}

/// Adds the same units for each square.
#[inline]
fn danger_each(us: Color, index: usize, squares: Bitboard, sink: &mut impl EvalSink) {
    sink.danger(us, index, squares.count() as i32, squares);
}

/// Weak squares: attacked by `us` and defended at most once, by king or queen.
fn weak(info: &EvalInfo<'_>, us: Color) -> Bitboard {
    let (own, them) = (us.index(), us.other().index());
    let covered_by_others = PieceType::ALL[..4]
        .iter()
        .fold(Bitboard::EMPTY, |set, kind| set | info.by_kind[them][kind.index()]);
    info.attacked[own] - info.twice[them] - covered_by_others
}

/// Squares from which a piece of `us` could give check. `weak` squares are weakly defended.
fn checks(info: &EvalInfo<'_>, us: Color, weak: Bitboard, sink: &mut impl EvalSink) {
    let (own, them) = (us.index(), us.other().index());
    let king = info.kings[them];
    let safe = !info.attacked[them] | (weak & info.twice[own]);
    let diagonal = attacks::bishop(king, info.occupied);
    let straight = attacks::rook(king, info.occupied);
    let from = [attacks::knight(king), diagonal, straight, diagonal | straight];
    for (at, from) in from.into_iter().enumerate() {
        // Knight to queen are the kinds one to four.
        let checks = (from & info.by_kind[own][at + 1]) - info.board.colors(us);
        let safe_checks = checks & safe;
        if safe_checks.any() {
            sink.danger(
                us,
                DANGER_SAFE_CHECK + 2 * at + usize::from(safe_checks.many()),
                1,
                safe_checks,
            );
        }
        danger_each(us, DANGER_CHECK + at, checks - safe, sink);
    }
}

// Threats and space.

/// Third rank of each side: from there a pawn can make the second step of a double push.
const THIRD_RANK: [Bitboard; 2] = [Bitboard(0x00FF_0000), Bitboard(0x0000_FF00_0000_0000)];

/// Threats of `us` against enemy pieces.
pub(super) fn threats(info: &EvalInfo<'_>, us: Color, sink: &mut impl EvalSink) {
    let (own, them) = (us.index(), us.other().index());
    let their = info.board.colors(us.other());
    let by = |kind: PieceType| info.by_kind[own][kind.index()];
    // Strongly defended: by a pawn, or twice where we attack once.
    let covered = info.pawn_attacks[them] | (info.twice[them] - info.twice[own]);
    let weak = their & (info.attacked[own] - covered);
    let minors = by(PieceType::Knight) | by(PieceType::Bishop);
    for &kind in &PieceType::ALL[..PieceType::King.index()] {
        let pieces = info.board.by(us.other(), kind);
        let mut danger_each = |index: usize, set: Bitboard| {
            let hit = set & pieces;
            sink.add(us, index + kind.index(), hit.count() as i32, hit);
        };
        if kind != PieceType::Pawn {
            danger_each(PAWN_THREAT, info.pawn_attacks[own]);
        }
        let heavy = matches!(kind, PieceType::Rook | PieceType::Queen);
        let targets = if heavy { their } else { weak };
        danger_each(MINOR_THREAT, minors & targets);
        let targets = if kind == PieceType::Queen { their } else { weak };
        danger_each(ROOK_THREAT, by(PieceType::Rook) & targets);
        danger_each(QUEEN_THREAT, by(PieceType::Queen) & weak);
    }
    let by_king = by(PieceType::King) & weak;
    sink.add(us, KING_THREAT, i32::from(by_king.any()), by_king);
    let hanging = weak - info.attacked[them];
    sink.add(us, HANGING, hanging.count() as i32, hanging);
    let covered_once = info.attacked[them] - info.twice[them];
    let restricted = info.attacked[own] & (covered_once - info.pawn_attacks[them]);
    sink.add(us, RESTRICTED, restricted.count() as i32, restricted);
    push_threats(info, us, sink);
    next_on_queen(info, us, sink);
}

/// Safe squares from which a knight, bishop or rook would attack a lone queen.
fn next_on_queen(info: &EvalInfo<'_>, us: Color, sink: &mut impl EvalSink) {
    let (own, them) = (us.index(), us.other().index());
    let queens = info.board.by(us.other(), PieceType::Queen);
    let Some(queen) = queens.first().filter(|_| !queens.many()) else { return };
    let safe = (info.area[own] - info.board.colors(us)) & (info.twice[own] | !info.attacked[them]);
    let from = [
        attacks::knight(queen),
        attacks::bishop(queen, info.occupied),
        attacks::rook(queen, info.occupied),
    ];
    for (at, from) in from.into_iter().enumerate() {
        // Knight to rook are the kinds one to three.
        let piece_square = from & info.by_kind[own][at + 1] & safe;
        sink.add(us, NEXT_ON_QUEEN + at, piece_square.count() as i32, piece_square);
    }
}

/// Safe pawn pushes that attack a piece.
fn push_threats(info: &EvalInfo<'_>, us: Color, sink: &mut impl EvalSink) {
    let (own, them) = (us.index(), us.other().index());
    let free = !info.occupied;
    let once = info.pawns[own].forward(us) & free;
    let twice = (once & THIRD_RANK[own]).forward(us) & free;
    let safe = !info.pawn_attacks[them] & (info.attacked[own] | !info.attacked[them]);
    let hits = attacks::pawns(us, (once | twice) & safe);
    let targets = info.board.colors(us.other()) - info.pawns[them];
    let hit = hits & targets;
    sink.add(us, PUSH_THREAT, hit.count() as i32, hit);
}

/// Space behind a side's own pawns; it counts more with more pieces.
pub(super) fn space(info: &EvalInfo<'_>, us: Color, sink: &mut impl EvalSink) {
    let pieces = (info.board.colors(us) - info.pawns[us.index()]).count() as i32;
    if pieces > 3 {
        let space_area = info.space_area(us);
        let behind = space_area & info.pawns[us.index()].front_span(us.other());
        sink.add(us, SPACE, space_area.count() as i32 * (pieces - 3), space_area);
        sink.add(us, SPACE + 1, behind.count() as i32 * (pieces - 3), behind);
    }
}
