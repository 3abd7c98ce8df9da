//! What the search keeps for each ply of the line it is on. Frames only; who reads them is the
//! search's business.

use arrayvec::ArrayVec;

use tabia_chess::Move;

use super::history::{BACK, NO_ROW, Scope};
use super::value::{MAX_PLY, UNKNOWN, Value};

/// Frames before the root, so that looking a few plies back needs no question.
pub(super) const BEFORE: usize = 6;

/// One ply of the line.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// Best line found below here.
    pub(super) pv: ArrayVec<Move, MAX_PLY>,
    /// The move being searched here; `None` for a null move.
    pub(super) mv: Option<Move>,
    /// Row of continuation history of that move.
    pub(super) row: usize,
    /// What the history of the quiet moves here is filed under.
    pub(super) scope: Scope,
    /// Corrected static evaluation, [`UNKNOWN`] in check.
    pub(super) static_eval: Value,
    /// How much of it is correction, without sign.
    pub(super) correction: Value,
    /// The move left out while another is tested for being the only good one.
    pub(super) excluded: Option<Move>,
    /// Quiet moves that cut at this ply before.
    pub(super) killers: [Option<Move>; 2],
    /// How often children of this ply failed high.
    pub(super) cutoffs: u32,
    /// Reduction under which the move here is searched, plies.
    pub(super) reduction: i32,
    /// Double extensions on the way here.
    pub(super) doubles: i32,
}

impl Frame {
    const NEW: Frame = Frame {
        pv: ArrayVec::new_const(),
        mv: None,
        row: NO_ROW,
        scope: Scope::NONE,
        static_eval: UNKNOWN,
        correction: 0,
        excluded: None,
        killers: [None; 2],
        cutoffs: 0,
        reduction: 0,
        doubles: 0,
    };
}

/// All frames of one thread, counted from the root.
#[derive(Debug)]
pub(super) struct Stack(Vec<Frame>);

impl Stack {
    pub(super) fn new() -> Stack {
        Stack(vec![Frame::NEW; BEFORE + MAX_PLY + 4])
    }

    /// Empties every frame.
    pub(super) fn clear(&mut self) {
        self.0.fill(Frame::NEW);
    }

    /// The frame `back` plies before `ply`; before the root lie empty ones.
    #[inline]
    pub(super) fn back(&self, ply: usize, back: usize) -> &Frame {
        &self.0[ply + BEFORE - back]
    }

    /// Rows of the moves one, two, four and six plies back.
    #[inline]
    pub(super) fn rows(&self, ply: usize) -> [usize; BACK.len()] {
        BACK.map(|back| self.back(ply, back).row)
    }

    /// Makes `mv` and the line below it the best line at `ply`.
    pub(super) fn set_pv(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + BEFORE + 1);
        let (pv, below) = (&mut upper[ply + BEFORE].pv, &lower[0].pv);
        pv.clear();
        pv.push(mv);
        // A line ends where the frames do.
        pv.extend(below.iter().copied().take(MAX_PLY - 1));
    }
}

impl std::ops::Index<usize> for Stack {
    type Output = Frame;

    #[inline]
    fn index(&self, ply: usize) -> &Frame {
        &self.0[ply + BEFORE]
    }
}

impl std::ops::IndexMut<usize> for Stack {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply + BEFORE]
    }
}
