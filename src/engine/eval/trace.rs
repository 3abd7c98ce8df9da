//! What is done with the weights the terms ask for: added up for the search, kept apart for the
//! breakdown and for a tuner.

use tabia_chess::{Bitboard, Color};

use super::explain::Tapered;
use super::layout::{COUNT, GROUPS, Part};
use super::packed::Packed;
use super::shape;
use super::weights::WEIGHTS;

/// Takes what the terms find. `at` are the squares it comes from: those of pieces, or squares they can use. The
/// search's tally does not look at them, so they cost it nothing.
pub(super) trait Tally {
    /// `us` gets the weight at `index`, `times` over.
    fn add(&mut self, us: Color, index: usize, times: i32, at: impl Into<Bitboard>);
    /// The attack of `us` on the other king gets these units.
    fn danger(&mut self, us: Color, index: usize, times: i32, at: impl Into<Bitboard>);
    /// Whoever leads gets these units.
    fn initiative(&mut self, index: usize, times: i32);
}

/// Adds up both sides.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    sides: [Packed; 2],
    danger: [Packed; 2],
    initiative: Packed,
}

impl Sum {
    /// Nothing yet.
    pub(super) const ZERO: Sum =
        Sum { sides: [Packed::ZERO; 2], danger: [Packed::ZERO; 2], initiative: Packed::ZERO };

    /// The plain terms, White less Black.
    #[inline]
    pub(super) fn white(&self) -> Packed {
        self.sides[0] - self.sides[1]
    }

    /// Adds what was summed elsewhere, White less Black.
    #[inline]
    pub(super) fn add_white(&mut self, white: Packed) {
        self.sides[0] += white;
    }

    /// Adds what another sum has of plain terms and danger.
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

impl Tally for Sum {
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

/// Counts how often each weight was used by each side.
#[derive(Clone, Debug)]
pub struct Trace {
    /// By weight, White and Black. For the attack on a king, the attacker's side; for the initiative,
    /// which has no side, White's.
    pub uses: Vec<[i16; 2]>,
}

impl Trace {
    pub(super) fn new() -> Trace {
        Trace { uses: vec![[0; 2]; COUNT] }
    }

    /// What the weights of a term come to for one side: centipawns, or units of the initiative.
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

impl Tally for Trace {
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
