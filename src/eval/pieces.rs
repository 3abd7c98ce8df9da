//! Terms of single pieces: what they are, where they stand, where they can go. Notes their attacks
//! for the terms that come after.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::color::Color;
use crate::chess::piece_type::PieceType;
use crate::chess::square::Square;

use super::layout::{
    BISHOP_KING_STEPS, BISHOP_MOBILITY, BISHOP_PAIR, BISHOP_PAWNS, KNIGHT_KING_STEPS,
    KNIGHT_MOBILITY, MATERIAL, MINOR_BEHIND_PAWN, MINOR_PAWNS, OUTPOST, QUEEN_MOBILITY, ROOK_FILE,
    ROOK_MOBILITY, SQUARES,
};
use super::scene::Scene;
use super::trace::Tally;

/// Units of attack by kind of attacker, pawn to king.
const ATTACKER_UNITS: [i32; 6] = [0, 3, 3, 4, 5, 0];
/// Fourth to sixth rank.
const OUTPOST_RANKS: [Bitboard; 2] =
    [Bitboard(0x0000_FFFF_FF00_0000), Bitboard(0x0000_00FF_FFFF_0000)];

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
    tally.add(us, MATERIAL + kind.index(), 1);
    squares(kind, us, square, tally);
}

fn squares(kind: PieceType, us: Color, square: Square, tally: &mut impl Tally) {
    tally.add(us, SQUARES + kind.index() * 64 + square.relative(us).index(), 1);
}

fn knight(scene: &mut Scene<'_>, us: Color, square: Square, tally: &mut impl Tally) {
    worth(us, PieceType::Knight, square, tally);
    let attacks = attacks::knight(square);
    mobility(scene, us, attacks, KNIGHT_MOBILITY, tally);
    attack(scene, us, PieceType::Knight, attacks);
    minor(scene, us, square, 0, tally);
    let steps = scene.kings[us.index()].distance(square) as i32;
    tally.add(us, KNIGHT_KING_STEPS, steps);
}

fn bishop(scene: &mut Scene<'_>, us: Color, square: Square, tally: &mut impl Tally) {
    worth(us, PieceType::Bishop, square, tally);
    // Through queens: what stands behind one is aimed at all the same.
    let attacks = attacks::bishop(square, scene.occupied - scene.board.pieces(PieceType::Queen));
    mobility(scene, us, attacks, BISHOP_MOBILITY, tally);
    attack(scene, us, PieceType::Bishop, attacks);
    minor(scene, us, square, 1, tally);
    let steps = scene.kings[us.index()].distance(square) as i32;
    tally.add(us, BISHOP_KING_STEPS, steps);
    let colour = if square.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
    tally.add(us, BISHOP_PAWNS, (scene.pawns[us.index()] & colour).count() as i32);
}

fn bishop_pair(scene: &Scene<'_>, us: Color, tally: &mut impl Tally) {
    let bishops = scene.board.by(us, PieceType::Bishop);
    if (bishops & Bitboard::LIGHT).any() && (bishops & Bitboard::DARK).any() {
        tally.add(us, BISHOP_PAIR, 1);
    }
}

fn rook(scene: &mut Scene<'_>, us: Color, square: Square, tally: &mut impl Tally) {
    worth(us, PieceType::Rook, square, tally);
    let through = scene.board.pieces(PieceType::Queen) | scene.board.by(us, PieceType::Rook);
    let attacks = attacks::rook(square, scene.occupied - through);
    mobility(scene, us, attacks, ROOK_MOBILITY, tally);
    attack(scene, us, PieceType::Rook, attacks);
    let file = Bitboard::file(square.file());
    if (file & scene.pawns[us.index()]).is_empty() {
        let open = (file & scene.pawns[us.other().index()]).is_empty();
        tally.add(us, ROOK_FILE + usize::from(open), 1);
    }
}

fn queen(scene: &mut Scene<'_>, us: Color, square: Square, tally: &mut impl Tally) {
    worth(us, PieceType::Queen, square, tally);
    let attacks = attacks::queen(square, scene.occupied);
    mobility(scene, us, attacks, QUEEN_MOBILITY, tally);
    attack(scene, us, PieceType::Queen, attacks);
}

/// Safe squares a piece can go to.
fn mobility(scene: &Scene<'_>, us: Color, attacks: Bitboard, group: usize, tally: &mut impl Tally) {
    let safe = (attacks & scene.area[us.index()]).count() as usize;
    tally.add(us, group + safe, 1);
}

/// Notes the attacks, and their share in the attack on the enemy king.
fn attack(scene: &mut Scene<'_>, us: Color, kind: PieceType, attacks: Bitboard) {
    scene.note(us, kind, attacks);
    let hits = attacks & scene.zone[us.other().index()];
    if hits.any() {
        scene.attackers[us.index()] += 1;
        scene.units[us.index()] += ATTACKER_UNITS[kind.index()] + hits.count() as i32;
    }
}

/// What knights and bishops have in common; `which` is 0 for a knight, 1 for a bishop.
fn minor(scene: &Scene<'_>, us: Color, square: Square, which: usize, tally: &mut impl Tally) {
    let (own, them) = (us.index(), us.other().index());
    if OUTPOST_RANKS[own].has(square) && !scene.pawn_reach[them].has(square) {
        let covered = scene.pawn_attacks[own].has(square);
        tally.add(us, OUTPOST + 2 * which + usize::from(covered), 1);
    }
    let pawns = scene.pawns[own] | scene.pawns[them];
    if (Bitboard::from(square).forward(us) & pawns).any() {
        tally.add(us, MINOR_BEHIND_PAWN, 1);
    }
    tally.add(us, MINOR_PAWNS + which, pawns.count() as i32);
}
