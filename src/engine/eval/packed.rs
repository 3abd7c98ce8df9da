//! A middlegame and an endgame value in one machine word, so that both are summed by one addition.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use super::explain::Tapered;

/// Two sixteen-bit values; the endgame value sits in the upper half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Packed(i32);

impl Packed {
    /// Nothing.
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

    /// The endgame value. A negative middlegame value has borrowed one from it; that is given back.
    #[inline]
    pub(super) const fn eg(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }

    /// Both, unpacked.
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
    use super::*;

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
