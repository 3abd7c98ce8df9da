//! Sinks for the weights of the terms: the sum for the search, the trace for the tuner and the breakdown, the shares by
//! square.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use super::endings::{PHASE_MAX, SCALE_FULL};
use super::layout::{COUNT, GROUPS, Group, Part, group_of};
use super::shape;
use super::weights::WEIGHTS;
use tabia_chess::{Bitboard, Color, Square};

/// Receives the weights of the terms. `at` are their squares: of pieces, or squares they can use. The sink of the
/// search ignores them, so they cost nothing.
pub(super) trait EvalSink {
    /// Adds the weight at `index` for `us`, `times` times.
    fn add(&mut self, us: Color, index: usize, times: i32, at: impl Into<Bitboard>);
    /// Adds units to the attack of `us` on the enemy king.
    fn danger(&mut self, us: Color, index: usize, times: i32, at: impl Into<Bitboard>);
    /// Adds units to the initiative.
    fn initiative(&mut self, index: usize, times: i32);
}

/// Sum of both sides.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    sides: [Packed; 2],
    danger: [Packed; 2],
    initiative: Packed,
}

impl Sum {
    pub(super) const ZERO: Sum =
        Sum { sides: [Packed::ZERO; 2], danger: [Packed::ZERO; 2], initiative: Packed::ZERO };

    /// Plain terms, White less Black.
    #[inline]
    pub(super) fn white(&self) -> Packed {
        self.sides[0] - self.sides[1]
    }

    /// Adds an already computed sum, White less Black.
    #[inline]
    pub(super) fn add_white(&mut self, white: Packed) {
        self.sides[0] += white;
    }

    /// Adds plain terms and king attack of another sum.
    #[inline]
    pub(super) fn add_sum(&mut self, other: &Sum) {
        for us in 0..2 {
            self.sides[us] += other.sides[us];
            self.danger[us] += other.danger[us];
        }
    }

    /// All terms, White's view.
    #[inline]
    pub(super) fn total(&self) -> Tapered {
        let plain = self.white().tapered();
        let [white, black] = self.danger.map(|units| shape::danger(units.tapered()));
        let (mg, eg) = (plain.mg + white.mg - black.mg, plain.eg + white.eg - black.eg);
        Tapered { mg, eg: eg + shape::initiative(eg, self.initiative.eg()) }
    }
}

impl EvalSink for Sum {
    #[inline]
    fn add(&mut self, us: Color, index: usize, times: i32, _: impl Into<Bitboard>) {
        self.sides[us.index()] += WEIGHTS[index] * times;
    }

    #[inline]
    fn danger(&mut self, us: Color, index: usize, times: i32, _: impl Into<Bitboard>) {
        self.danger[us.index()] += WEIGHTS[index] * times;
    }

    #[inline]
    fn initiative(&mut self, index: usize, times: i32) {
        self.initiative += WEIGHTS[index] * times;
    }
}

/// Counts how often each side uses each weight.
#[derive(Clone, Debug)]
pub struct Trace {
    /// By weight, White and Black. King attack counts for the attacker, initiative for White.
    pub uses: Vec<[i16; 2]>,
}

impl Trace {
    pub(super) fn new() -> Trace {
        Trace { uses: vec![[0; 2]; COUNT] }
    }

    /// Sum of the weights of a term for one side: centipawns, or units of the initiative.
    pub(super) fn part(&self, us: Color, part: Part) -> Tapered {
        let indices = GROUPS.iter().filter(|group| group.part == part);
        let sum = indices
            .flat_map(|group| group.start..group.start + group.len)
            .fold(Packed::ZERO, |sum, index| {
                sum + WEIGHTS[index] * i32::from(self.uses[index][us.index()])
            });
        if part == Part::Attack { shape::danger(sum.tapered()) } else { sum.tapered() }
    }
}

impl EvalSink for Trace {
    fn add(&mut self, us: Color, index: usize, times: i32, _: impl Into<Bitboard>) {
        self.uses[index][us.index()] += times as i16;
    }

    fn danger(&mut self, us: Color, index: usize, times: i32, at: impl Into<Bitboard>) {
        self.add(us, index, times, at);
    }

    fn initiative(&mut self, index: usize, times: i32) {
        self.add(Color::White, index, times, Bitboard::EMPTY);
    }
}

// The breakdown by term: the terms of both sides add up exactly to the score.

/// Middlegame and endgame value, centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered {
    /// Middlegame value.
    pub mg: i32,
    /// Endgame value.
    pub eg: i32,
}

impl Tapered {
    /// Tapered value: middlegame by phase, endgame by the rest and the scale factor.
    #[inline]
    pub(super) fn blended(self, phase: i32, scale: i32) -> i32 {
        let endgame = self.eg * scale / SCALE_FULL;
        (self.mg * phase + endgame * (PHASE_MAX - phase)) / PHASE_MAX
    }
}

/// One named term for both sides; each side's value is positive when good for that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its usual name.
    pub name: &'static str,
    /// White's share.
    pub white: Tapered,
    /// Black's share.
    pub black: Tapered,
}

/// The evaluation of a position, term by term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// Every term, in a fixed order.
    pub terms: Vec<Term>,
    /// Game phase: `PHASE_MAX` (24) with all pieces on the board, 0 with none.
    pub phase: i32,
    /// Sum of all terms, White's view, before tapering.
    pub sum: Tapered,
    /// Scale factor of the endgame value, 64ths.
    pub scale: i32,
    /// Tempo bonus for the side to move, White's view, added after tapering.
    pub tempo: i32,
    /// Score in centipawns, White's view: tapered sum plus tempo, or the value of the known ending.
    pub score_cp: i32,
    /// Name of the known ending that decided the score, if any.
    pub known: Option<&'static str>,
}

// The breakdown by square: a sink that records the squares of each weight.

/// Share of a weight on one square, centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Its term.
    pub part: Part,
    /// The kind of weight, see [`layout`](super::layout).
    pub group: &'static Group,
    /// Side it counts for.
    pub side: Color,
    /// A piece, or a square that a side can use; `None`: the position as a whole.
    pub square: Option<Square>,
    /// Value, positive when good for that side.
    ///
    /// A weight of several squares is divided among them. King attack, which is quadratic in its units, is divided by
    /// the units. Shares are whole centipawns that add up exactly.
    pub value: Tapered,
}

/// One use of a weight by a term.
#[derive(Clone, Copy, Debug)]
struct WeightUse {
    side: Color,
    index: usize,
    times: i32,
    at: Bitboard,
}

/// All uses of weights.
#[derive(Debug, Default)]
pub(super) struct Uses(Vec<WeightUse>);

impl EvalSink for Uses {
    fn add(&mut self, side: Color, index: usize, times: i32, at: impl Into<Bitboard>) {
        if times != 0 {
            self.0.push(WeightUse { side, index, times, at: at.into() });
        }
    }

    fn danger(&mut self, side: Color, index: usize, times: i32, at: impl Into<Bitboard>) {
        self.add(side, index, times, at);
    }

    /// The initiative belongs to no square; its value comes from the breakdown.
    fn initiative(&mut self, _: usize, _: i32) {}
}

impl Uses {
    /// Shares of all weights by square. Their sums by term and side are those of the breakdown.
    pub(super) fn shares(&self, breakdown: &Breakdown) -> Vec<Share> {
        let mut shares: Vec<Share> = self.0.iter().flat_map(WeightUse::shares).collect();
        for (part, term) in Part::ALL.into_iter().zip(&breakdown.terms) {
            let sides = [(Color::White, term.white), (Color::Black, term.black)];
            match part {
                Part::Attack => sides.iter().for_each(|&(side, value)| {
                    distribute(value, &mut shares, |share| {
                        share.part == part && share.side == side
                    });
                }),
                Part::Initiative => shares.extend(
                    sides.iter().filter(|(_, value)| *value != Tapered::default()).filter_map(
                        |&(side, value)| {
                            let group = super::layout::GROUPS.iter().find(|g| g.part == part)?;
                            Some(Share { part, group, side, square: None, value })
                        },
                    ),
                ),
                _ => {}
            }
        }
        shares.retain(|share| share.value != Tapered::default());
        shares
    }
}

impl WeightUse {
    /// One share per square; one for the whole position if a weight has no squares.
    fn shares(&self) -> Vec<Share> {
        let weight = WEIGHTS[self.index].tapered();
        let whole = Tapered { mg: weight.mg * self.times, eg: weight.eg * self.times };
        let group = group_of(self.index);
        let share =
            |square, value| Share { part: group.part, group, side: self.side, square, value };
        let count = self.at.count() as i32;
        if count == 0 {
            return vec![share(None, whole)];
        }
        let upto =
            |number: i32| Tapered { mg: whole.mg * number / count, eg: whole.eg * number / count };
        self.at
            .into_iter()
            .zip(0..)
            .map(|(square, number)| share(Some(square), difference(upto(number + 1), upto(number))))
            .collect()
    }
}

/// Divides a value among shares, in proportion to their units.
fn distribute(value: Tapered, shares: &mut [Share], selects: impl Fn(&Share) -> bool) {
    let mut all = Tapered::default();
    for share in shares.iter().filter(|share| selects(share)) {
        all.mg += share.value.mg;
        all.eg += share.value.eg;
    }
    let part = |value: i32, units: i32, all: i32| {
        if all > 0 { (i64::from(value) * i64::from(units) / i64::from(all)) as i32 } else { 0 }
    };
    let (mut units, mut given) = (Tapered::default(), Tapered::default());
    for share in shares.iter_mut().filter(|share| selects(share)) {
        units.mg += share.value.mg;
        units.eg += share.value.eg;
        let upto =
            Tapered { mg: part(value.mg, units.mg, all.mg), eg: part(value.eg, units.eg, all.eg) };
        share.value = difference(upto, given);
        given = upto;
    }
}

fn difference(a: Tapered, b: Tapered) -> Tapered {
    Tapered { mg: a.mg - b.mg, eg: a.eg - b.eg }
}

// Middlegame and endgame value packed into one integer, so that one addition sums both.

/// Two 16-bit values, the endgame value in the upper half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Packed(i32);

impl Packed {
    pub(super) const ZERO: Packed = Packed(0);

    /// Packs two values, each within sixteen bits.
    #[inline]
    pub(super) const fn new(mg: i32, eg: i32) -> Packed {
        Packed((eg << 16).wrapping_add(mg))
    }

    /// The middlegame value.
    #[inline]
    pub(super) const fn mg(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame value, corrected for the borrow of a negative middlegame value.
    #[inline]
    pub(super) const fn eg(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }

    /// Both values, unpacked.
    #[inline]
    pub(super) const fn tapered(self) -> Tapered {
        Tapered { mg: self.mg(), eg: self.eg() }
    }
}

impl Add for Packed {
    type Output = Packed;
    #[inline]
    fn add(self, other: Packed) -> Packed {
        Packed(self.0.wrapping_add(other.0))
    }
}

impl Sub for Packed {
    type Output = Packed;
    #[inline]
    fn sub(self, other: Packed) -> Packed {
        Packed(self.0.wrapping_sub(other.0))
    }
}

impl AddAssign for Packed {
    #[inline]
    fn add_assign(&mut self, other: Packed) {
        *self = *self + other;
    }
}

impl SubAssign for Packed {
    #[inline]
    fn sub_assign(&mut self, other: Packed) {
        *self = *self - other;
    }
}

impl Mul<i32> for Packed {
    type Output = Packed;
    #[inline]
    fn mul(self, times: i32) -> Packed {
        Packed(self.0.wrapping_mul(times))
    }
}

impl Neg for Packed {
    type Output = Packed;
    #[inline]
    fn neg(self) -> Packed {
        Packed(self.0.wrapping_neg())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{explain, locate, tests::positions};
    use super::*;

    #[test]
    fn the_shares_of_a_term_are_the_term() {
        for board in positions() {
            let (breakdown, shares) = (explain(&board), locate(&board));
            for (part, term) in Part::ALL.into_iter().zip(&breakdown.terms) {
                for (side, whole) in [(Color::White, term.white), (Color::Black, term.black)] {
                    let mut sum = Tapered::default();
                    for share in shares.iter().filter(|s| s.part == part && s.side == side) {
                        sum.mg += share.value.mg;
                        sum.eg += share.value.eg;
                    }
                    assert_eq!(sum, whole, "{} of {side} in {board}", part.name());
                }
            }
        }
    }

    #[test]
    fn shares_lie_where_their_pieces_are() {
        // A knight on a covered outpost, a passed pawn, a rook on an open file.
        let fen = "4k3/8/8/3N4/2P1p3/8/8/R3K3 w Q - 0 1";
        let board = tabia_chess::Board::from_fen(fen).unwrap();
        let shares = locate(&board);
        let has = |group: &str, square: Square, side: Color| {
            let found = shares.iter().find(|s| s.group.name == group && s.square == Some(square));
            assert!(found.is_some_and(|share| share.side == side), "{group} on {square}");
        };
        has("OUTPOST", Square::D5, Color::White);
        has("MATERIAL", Square::A1, Color::White);
        has("ROOK_FILE", Square::A1, Color::White);
        has("PASSED", Square::E4, Color::Black);
    }

    #[test]
    fn both_halves_add_without_touching_each_other() {
        for (a, b) in [((5, -7), (-9, 20)), ((-300, 200), (150, -400)), ((0, -1), (-1, 0))] {
            let sum = Packed::new(a.0, a.1) + Packed::new(b.0, b.1);
            assert_eq!((sum.mg(), sum.eg()), (a.0 + b.0, a.1 + b.1));
            let product = Packed::new(a.0, a.1) * -3;
            assert_eq!((product.mg(), product.eg()), (-3 * a.0, -3 * a.1));
        }
    }
}
