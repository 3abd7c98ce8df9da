//! What is done with the weights the terms ask for: added up for the search, kept apart for the
//! breakdown and for a tuner.

use crate::chess::color::Color;

use super::layout::COUNT;
use super::packed::Packed;
use super::weights::WEIGHTS;

/// Takes what the terms find.
pub(super) trait Tally {
    /// `us` gets the weight at `index`, `times` over.
    fn add(&mut self, us: Color, index: usize, times: i32);
}

/// Adds up both sides.
#[derive(Debug, Default)]
pub(super) struct Sum {
    sides: [Packed; 2],
}

impl Sum {
    /// White less Black.
    #[inline]
    pub(super) fn white(&self) -> Packed {
        self.sides[0] - self.sides[1]
    }

    /// Adds what was summed elsewhere, White less Black.
    #[inline]
    pub(super) fn add_white(&mut self, white: Packed) {
        self.sides[0] += white;
    }
}

impl Tally for Sum {
    #[inline]
    fn add(&mut self, us: Color, index: usize, times: i32) {
        self.sides[us.index()] += WEIGHTS[index] * times;
    }
}

/// Counts how often each weight was used by each side.
#[derive(Clone, Debug)]
pub struct Trace {
    /// By weight, White and Black.
    pub uses: Vec<[i16; 2]>,
}

impl Trace {
    pub(super) fn new() -> Trace {
        Trace { uses: vec![[0; 2]; COUNT] }
    }

    /// What the weights of a range come to for one side.
    pub(super) fn sum(&self, us: Color, range: std::ops::Range<usize>) -> Packed {
        range.fold(Packed::ZERO, |sum, index| {
            sum + WEIGHTS[index] * i32::from(self.uses[index][us.index()])
        })
    }
}

impl Tally for Trace {
    fn add(&mut self, us: Color, index: usize, times: i32) {
        self.uses[index][us.index()] += times as i16;
    }
}
