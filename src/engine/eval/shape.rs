//! The two places where the evaluation is no plain sum: the attack on a king grows with the square of
//! its units, and what is left to play for stretches or shrinks a lead in the endgame. Material imbalance lies beside
//! them, as it looks at the numbers of pieces alone.

use super::layout::{
    INITIATIVE_BASE, INITIATIVE_INTRUDED, INITIATIVE_OUTFLANKED, INITIATIVE_PASSED,
    INITIATIVE_PAWN_ENDING, INITIATIVE_PAWNS, INITIATIVE_WINGS, OTHER_PAIR, OWN_PAIR,
};
use super::scene::Scene;
use super::trace::{Tally, Tapered};
use tabia_chess::{Bitboard, Board, Color, PieceType};

/// Centipawns of an attack: its units squared, divided by this.
pub const DANGER_DIVISOR: i32 = 1024;
/// Units of an attack are counted up to this: 1406 centipawns.
pub const DANGER_MAX: i32 = 1200;

/// Units of the attack on a king as centipawns; fewer than none are none.
#[inline]
pub(super) fn danger(units: Tapered) -> Tapered {
    let square = |units: i32| {
        let units = units.clamp(0, DANGER_MAX);
        units * units / DANGER_DIVISOR
    };
    Tapered { mg: square(units.mg), eg: square(units.eg) }
}

/// What the initiative adds to the endgame value, White's view: it goes to the side that leads, and
/// can take away no more than the lead.
#[inline]
pub(super) fn initiative(eg: i32, units: i32) -> i32 {
    eg.signum() * units.max(-eg.abs())
}

// Material imbalance: each pair of kinds of pieces, of one side or of both, has its weight.

/// More pieces of a kind than this, pawn to queen, count as so many.
const MAX_COUNT: [u32; 5] = [8, 3, 3, 3, 2];

/// The numbers of pieces on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Material {
    /// By side, pawn to queen.
    counts: [[u8; 5]; 2],
}

impl Material {
    #[inline]
    pub(super) fn of(board: &Board) -> Material {
        let count = |us, kind: usize| board.by(us, PieceType::ALL[kind]).count() as u8;
        Material { counts: Color::ALL.map(|us| std::array::from_fn(|kind| count(us, kind))) }
    }

    /// The numbers in one word, four bits each: no two sets of pieces share it.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.counts.iter().flatten().fold(0, |key, &count| key << 4 | u64::from(count))
    }
}

/// All pairs of pieces. What a pair is worth is told of its greater piece; `at` says where the pieces of a kind are.
pub(super) fn imbalance(
    material: &Material,
    tally: &mut impl Tally,
    at: impl Fn(Color, PieceType) -> Bitboard,
) {
    for us in Color::ALL {
        let count = |side: Color, kind: usize| {
            i32::from(material.counts[side.index()][kind]).min(MAX_COUNT[kind] as i32)
        };
        let (mut own_pair, mut other_pair) = (OWN_PAIR, OTHER_PAIR);
        for kind in 0..MAX_COUNT.len() {
            let here = count(us, kind);
            let squares = at(us, PieceType::ALL[kind]);
            for lesser in 0..kind {
                tally.add(us, own_pair, here * count(us, lesser), squares);
                tally.add(us, other_pair, here * count(us.other(), lesser), squares);
                (own_pair, other_pair) = (own_pair + 1, other_pair + 1);
            }
            tally.add(us, own_pair, here * (here - 1) / 2, squares);
            own_pair += 1;
        }
    }
}

// What is left to play for in an endgame: with pawns on both wings and kings that can get past each
// other a lead is worth more, where nothing is left it is worth less.

/// The files a to d.
const QUEEN_WING: Bitboard = Bitboard(0x0F0F_0F0F_0F0F_0F0F);

/// The units of the initiative.
pub(super) fn initiative_units(scene: &Scene<'_>, tally: &mut impl Tally) {
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
    let value = Tapered { mg: 0, eg: initiative(eg, units) };
    let none = Tapered::default();
    let leader = if eg < 0 { Color::Black } else { Color::White };
    if leader == Color::White { [value, none] } else { [none, Tapered { mg: 0, eg: -value.eg }] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn danger_grows_faster_than_its_units() {
        let at = |units| danger(Tapered { mg: units, eg: -units });
        assert_eq!(at(-300), Tapered { mg: 0, eg: 87 });
        assert_eq!(at(600).mg, 351);
        assert_eq!(at(100_000).mg, at(DANGER_MAX).mg);
    }

    #[test]
    fn the_initiative_never_turns_a_lead_around() {
        assert_eq!([initiative(50, 20), initiative(-50, 20)], [20, -20]);
        assert_eq!([initiative(50, -80), initiative(-50, -80)], [-50, 50]);
        assert_eq!(initiative(0, 30), 0);
    }
}
