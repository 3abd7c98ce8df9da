//! Safety of the kings: the pawns before them and the pieces that come at them.

use tabia_chess::{Bitboard, Color, File, PieceType, Square, attacks};

use super::layout::{
    DANGER_ATTACKERS, DANGER_CHECK, DANGER_FLANK, DANGER_FLANK_COVERED, DANGER_KNIGHT_GUARD,
    DANGER_NO_QUEEN, DANGER_OPEN, DANGER_PAWN_HITS, DANGER_PINNED, DANGER_SAFE_CHECK, DANGER_STORM,
    DANGER_TURN, DANGER_WEAK, KING_FILE, SHELTER, STORM, STORM_STOPPED,
};
use super::scene::Scene;
use super::trace::Tally;

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
pub(super) fn attack(scene: &Scene<'_>, us: Color, tally: &mut impl Tally) {
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
