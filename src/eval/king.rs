//! Safety of the kings: the pawns before them and the pieces that come at them.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::color::Color;
use crate::chess::file::File;
use crate::chess::piece_type::PieceType;

use super::layout::{KING_DANGER, KING_FILE, SHELTER, STORM, STORM_STOPPED};
use super::scene::Scene;
use super::trace::Tally;

/// Units of a square beside the king that is attacked and badly covered.
const WEAK_SQUARE_UNITS: i32 = 2;
/// Units of a check that cannot be answered by taking, pawn to king.
const CHECK_UNITS: [i32; 6] = [0, 6, 4, 7, 6, 0];
/// Units taken off when the attacker has no queen.
const NO_QUEEN_UNITS: i32 = 10;
/// Units are counted up to this.
const UNITS_MAX: i32 = 47;

/// Own and enemy pawns on the king's file and beside it.
pub(super) fn shelter(scene: &Scene<'_>, us: Color, tally: &mut impl Tally) {
    let (own, them) = (us.index(), us.other().index());
    let king = scene.kings[own].relative(us).index();
    let (king_file, king_rank) = (king % 8, king / 8);
    let centre = king_file.clamp(1, 6);
    for (at, file) in File::ALL.into_iter().enumerate().skip(centre - 1).take(3) {
        let edge = at.min(7 - at);
        let file = Bitboard::file(file);
        let ours = nearest(us, file & scene.pawns[own], king_rank);
        let theirs = nearest(us, file & scene.pawns[them], king_rank);
        tally.add(us, SHELTER + edge * 8 + ours, 1);
        if ours != 0 && theirs == ours + 1 {
            tally.add(us, STORM_STOPPED + theirs, 1);
        } else {
            tally.add(us, STORM + edge * 8 + theirs, 1);
        }
    }
    let file = Bitboard::file(scene.kings[own].file());
    if (file & scene.pawns[own]).is_empty() {
        let open = (file & scene.pawns[them]).is_empty();
        tally.add(us, KING_FILE + usize::from(open), 1);
    }
}

/// Rank, as `us` sees it, of the first of these pawns not behind the king; 0 for none.
fn nearest(us: Color, pawns: Bitboard, king_rank: usize) -> usize {
    let pawns = if us == Color::White { pawns } else { pawns.flip_rank() };
    let ahead = Bitboard(pawns.0 & (u64::MAX << (8 * king_rank)));
    ahead.first().map_or(0, |square| square.index() / 8)
}

/// The attack of `us` on the enemy king.
pub(super) fn attack(scene: &Scene<'_>, us: Color, tally: &mut impl Tally) {
    let (own, them) = (us.index(), us.other().index());
    if scene.attackers[own] == 0 {
        return;
    }
    let king = scene.kings[them];
    let weak = scene.attacked[own] - scene.twice[them];
    let covered_by_others = PieceType::ALL[..4]
        .iter()
        .fold(Bitboard::EMPTY, |set, kind| set | scene.by_kind[them][kind.index()]);
    let weak = weak - covered_by_others;
    let ring = attacks::king(king) & weak;
    let mut units = scene.units[own] + WEAK_SQUARE_UNITS * ring.count() as i32;
    let safe = (!scene.attacked[them] | (weak & scene.twice[own])) - scene.board.colors(us);
    let diagonal = attacks::bishop(king, scene.occupied);
    let straight = attacks::rook(king, scene.occupied);
    let checks = [
        (PieceType::Knight, attacks::knight(king)),
        (PieceType::Bishop, diagonal),
        (PieceType::Rook, straight),
        (PieceType::Queen, diagonal | straight),
    ];
    for (kind, from) in checks {
        if (from & scene.by_kind[own][kind.index()] & safe).any() {
            units += CHECK_UNITS[kind.index()];
        }
    }
    if scene.board.by(us, PieceType::Queen).is_empty() {
        units -= NO_QUEEN_UNITS;
    }
    tally.add(us, KING_DANGER + units.clamp(0, UNITS_MAX) as usize, 1);
}
