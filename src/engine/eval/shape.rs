//! Non-linear parts of the evaluation: the king attack grows with the square of its units, and the initiative increases
//! or reduces a lead in the endgame. Also material imbalance, which depends only on piece counts.

use super::info::EvalInfo;
use super::layout::{
    INITIATIVE_BASE, INITIATIVE_INTRUDED, INITIATIVE_OUTFLANKED, INITIATIVE_PASSED,
    INITIATIVE_PAWN_ENDING, INITIATIVE_PAWNS, INITIATIVE_WINGS, OTHER_PAIR, OWN_PAIR,
};
use super::trace::{EvalSink, Tapered};
use tabia_chess::{Bitboard, Board, Color, PieceType};

/// King attack in centipawns: squared units divided by this.
pub const DANGER_DIVISOR: i32 = 1024;
/// Maximum units of a king attack: 1406 centipawns.
pub const DANGER_MAX: i32 = 1200;

/// King attack in centipawns; negative units count as zero.
#[inline]
pub(super) fn danger(units: Tapered) -> Tapered {
    let square = |units: i32| {
        let units = units.clamp(0, DANGER_MAX);
        units * units / DANGER_DIVISOR
    };
    Tapered { mg: square(units.mg), eg: square(units.eg) }
}

/// The initiative in the endgame value, White's view. It goes to the side that leads and cannot turn the lead around.
#[inline]
pub(super) fn initiative(eg: i32, units: i32) -> i32 {
    eg.signum() * units.max(-eg.abs())
}

// Material imbalance: a weight for each pair of piece kinds, of one side or of both.

/// Maximum count of each kind, pawn to queen.
const MAX_COUNT: [u32; 5] = [8, 3, 3, 3, 2];

/// Piece counts of a board.
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

    /// The same without one piece; kings are not counted.
    pub(super) fn without(mut self, us: Color, kind: PieceType) -> Material {
        if let Some(count) = self.counts[us.index()].get_mut(kind.index()) {
            *count = count.saturating_sub(1);
        }
        self
    }

    /// The counts in one word, four bits each: unique for each material.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.counts.iter().flatten().fold(0, |key, &count| key << 4 | u64::from(count))
    }
}

/// All pairs of pieces. A pair counts for its more valuable piece; `at` gives the squares of a kind.
pub(super) fn imbalance(
    material: &Material,
    sink: &mut impl EvalSink,
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
                sink.add(us, own_pair, here * count(us, lesser), squares);
                sink.add(us, other_pair, here * count(us.other(), lesser), squares);
                (own_pair, other_pair) = (own_pair + 1, other_pair + 1);
            }
            sink.add(us, own_pair, here * (here - 1) / 2, squares);
            own_pair += 1;
        }
    }
}

// Initiative: a lead is worth more with pawns on both wings and kings that can pass each other, and less where nothing
// is left to attack.

/// The files a to d.
const QUEEN_WING: Bitboard = Bitboard(0x0F0F_0F0F_0F0F_0F0F);

pub(super) fn initiative_units(info: &EvalInfo<'_>, sink: &mut impl EvalSink) {
    let pawns = info.pawns[0] | info.pawns[1];
    let passed = (info.passed[0] | info.passed[1]).count() as i32;
    let [white, black] = info.kings.map(|king| (king.index() % 8, king.index() / 8));
    let outflanked = white.0.abs_diff(black.0) as i32 - white.1.abs_diff(black.1) as i32;
    sink.initiative(INITIATIVE_BASE, 1);
    sink.initiative(INITIATIVE_PAWNS, pawns.count() as i32);
    sink.initiative(INITIATIVE_PASSED, passed);
    let both_wings = (pawns & QUEEN_WING).any() && (pawns - QUEEN_WING).any();
    sink.initiative(INITIATIVE_WINGS, i32::from(both_wings));
    sink.initiative(INITIATIVE_OUTFLANKED, outflanked);
    sink.initiative(INITIATIVE_INTRUDED, i32::from(white.1 > 3 || black.1 < 4));
    let pieces = info.occupied.count() - pawns.count();
    sink.initiative(INITIATIVE_PAWN_ENDING, i32::from(pieces == 2));
}

/// The initiative as a share of the side that leads by `eg`, White's view.
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
