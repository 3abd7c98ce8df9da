//! An evaluation taken apart: every term for both sides, adding up exactly to the score. Data only.

use super::endings::{PHASE_MAX, SCALE_FULL};

/// A pair of values for the middlegame and the endgame, in the evaluation's units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered {
    /// Middlegame value.
    pub mg: i32,
    /// Endgame value.
    pub eg: i32,
}

impl Tapered {
    /// One number of the two: the middlegame value counts by the phase, the endgame value by the rest.
    #[inline]
    pub(super) fn blended(self, phase: i32, scale: i32) -> i32 {
        let endgame = self.eg * scale / SCALE_FULL;
        (self.mg * phase + endgame * (PHASE_MAX - phase)) / PHASE_MAX
    }
}

/// One named term for both sides; each side's value is positive when good for that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The field's name for it.
    pub name: &'static str,
    /// White's share.
    pub white: Tapered,
    /// Black's share.
    pub black: Tapered,
}

/// The evaluation of one position, term by term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// Every term, in a fixed order.
    pub terms: Vec<Term>,
    /// Game phase: `PHASE_MAX` (24) with all pieces on the board, 0 with none.
    pub phase: i32,
    /// Sum of all terms, White's view, before tapering.
    pub sum: Tapered,
    /// Drawishness: the endgame value counts this many 64ths.
    pub scale: i32,
    /// Tempo, White's view: added after tapering for the side to move.
    pub tempo: i32,
    /// The score in centipawns, White's view: tapered sum plus tempo, or the known result named in
    /// `known`.
    pub score_cp: i32,
    /// The known ending that decided the score instead of the terms, if any.
    pub known: Option<&'static str>,
}

impl Breakdown {
    /// A pair of values as one number: the middlegame value by the phase, the endgame value by the
    /// rest of it and by the scale.
    pub fn blend(&self, value: Tapered) -> i32 {
        value.blended(self.phase, self.scale)
    }
}
