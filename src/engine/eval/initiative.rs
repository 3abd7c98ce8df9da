//! What is left to play for in an endgame: with pawns on both wings and kings that can get past each
//! other a lead is worth more, where nothing is left it is worth less.

use tabia_chess::{Bitboard, Color};

use super::explain::Tapered;
use super::layout::{
    INITIATIVE_BASE, INITIATIVE_INTRUDED, INITIATIVE_OUTFLANKED, INITIATIVE_PASSED,
    INITIATIVE_PAWN_ENDING, INITIATIVE_PAWNS, INITIATIVE_WINGS,
};
use super::scene::Scene;
use super::shape;
use super::trace::Tally;

/// The files a to d.
const QUEEN_WING: Bitboard = Bitboard(0x0F0F_0F0F_0F0F_0F0F);

/// The units of the initiative.
pub(super) fn initiative(scene: &Scene<'_>, tally: &mut impl Tally) {
    let pawns = scene.pawns[0] | scene.pawns[1];
    let passed = (scene.passed[0] | scene.passed[1]).count() as i32;
    let [white, black] = scene.kings.map(|king| (king.index() % 8, king.index() / 8));
    let outflanked = white.0.abs_diff(black.0) as i32 - white.1.abs_diff(black.1) as i32;
    tally.initiative(INITIATIVE_BASE, 1);
    tally.initiative(INITIATIVE_PAWNS, pawns.count() as i32);
    tally.initiative(INITIATIVE_PASSED, passed);
    let both_wings = (pawns & QUEEN_WING).any() && (pawns - QUEEN_WING).any();
    tally.initiative(INITIATIVE_WINGS, i32::from(both_wings));
    tally.initiative(INITIATIVE_OUTFLANKED, outflanked);
    tally.initiative(INITIATIVE_INTRUDED, i32::from(white.1 > 3 || black.1 < 4));
    let pieces = scene.occupied.count() - pawns.count();
    tally.initiative(INITIATIVE_PAWN_ENDING, i32::from(pieces == 2));
}

/// The initiative as the share of the side that leads by `eg`, White's view.
pub(super) fn shares(eg: i32, units: i32) -> [Tapered; 2] {
    let value = Tapered { mg: 0, eg: shape::initiative(eg, units) };
    let none = Tapered::default();
    let leader = if eg < 0 { Color::Black } else { Color::White };
    if leader == Color::White { [value, none] } else { [none, Tapered { mg: 0, eg: -value.eg }] }
}
