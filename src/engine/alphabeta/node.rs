//! Data of the node being searched, and the search stack.

use arrayvec::ArrayVec;

use super::history::{BACK, HistoryContext, NO_CONT_INDEX};
use super::threats::Threats;
use super::tt::Entry;
use super::value::{INFINITE, MAX_PLY, UNKNOWN, Value, Window, is_decisive};
use crate::search::score::Bound;
use tabia_chess::{Board, Move};

/// Data of the node being searched.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "four independent facts, each asked by its name")]
#[expect(clippy::struct_field_names, reason = "a cut node is the field's word")]
pub(super) struct Node<'b> {
    pub(super) board: &'b Board,
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) window: Window,
    /// Expected to fail high.
    pub(super) cut_node: bool,
    pub(super) in_check: bool,
    pub(super) tt_entry: Option<Entry>,
    pub(super) tt_move: Option<Move>,
    /// A PV node, or one whose TT entry says that it once was.
    pub(super) tt_pv: bool,
    /// Static evaluation without correction history.
    pub(super) raw_eval: Value,
    /// Static evaluation with correction history.
    pub(super) static_eval: Value,
    /// Size of the correction, centipawns. A small one means a reliable evaluation.
    pub(super) correction: Value,
    /// Static evaluation, or the TT value where its bound makes that the better estimate.
    pub(super) eval: Value,
    /// The static evaluation is higher than at this side's previous move.
    pub(super) improving: bool,
    pub(super) excluded: Option<Move>,
    /// Squares the opponent attacks; set before the moves are tried.
    pub(super) threats: Threats,
    /// Best value so far.
    pub(super) best: Value,
    pub(super) best_move: Option<Move>,
    /// Upper bound from the tablebases.
    pub(super) max_value: Value,
}

impl<'b> Node<'b> {
    /// A node with its TT entry; everything else is unset.
    pub(super) fn new<const PV: bool>(
        board: &'b Board,
        ply: usize,
        depth: i32,
        window: Window,
        tt_entry: Option<Entry>,
    ) -> Node<'b> {
        Node {
            board,
            ply,
            depth,
            window,
            cut_node: false,
            in_check: board.in_check(),
            tt_entry,
            tt_move: tt_entry.and_then(|entry| entry.mv),
            tt_pv: PV || tt_entry.is_some_and(|entry| entry.pv),
            raw_eval: UNKNOWN,
            static_eval: UNKNOWN,
            correction: 0,
            eval: UNKNOWN,
            improving: false,
            excluded: None,
            threats: Threats::default(),
            best: -INFINITE,
            best_move: None,
            max_value: INFINITE,
        }
    }

    /// Bound of the best value after a search that began with this alpha.
    #[inline]
    pub(super) fn bound(&self, first_alpha: Value) -> Bound {
        if self.best >= self.window.beta {
            Bound::Lower
        } else if self.best > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// A move about to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct CandidateMove {
    pub(super) mv: Move,
    /// Number of the move in the order, from 1.
    pub(super) move_count: usize,
    /// Extension in plies; negative for a reduction.
    pub(super) extension: i32,
    /// History score.
    pub(super) history: i32,
}

/// The TT value, if its bound allows a cutoff with this window.
#[inline]
pub(super) fn tt_value(entry: &Entry, window: Window) -> Option<Value> {
    let enough = match entry.bound? {
        Bound::Exact => true,
        Bound::Lower => entry.value >= window.beta,
        Bound::Upper => entry.value <= window.alpha,
    };
    (enough && entry.value != UNKNOWN).then_some(entry.value)
}

/// The static evaluation, or the TT value where its bound makes that the better estimate.
#[inline]
pub(super) fn eval_by_tt(tt_entry: Option<Entry>, eval: Value) -> Value {
    let Some(entry) = tt_entry.filter(|entry| !is_decisive(entry.value)) else { return eval };
    let better = match entry.bound {
        None => false,
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => entry.value > eval,
        Some(Bound::Upper) => entry.value < eval,
    };
    if better { entry.value } else { eval }
}

/// An entry with nothing but a static evaluation.
#[inline]
pub(super) fn eval_only(raw_eval: Value, pv: bool) -> Entry {
    Entry { mv: None, value: UNKNOWN, eval: raw_eval, depth: 0, bound: None, pv }
}

/// Frames before the root, so that looking back needs no bounds check.
pub(super) const BEFORE: usize = 6;

/// Search stack entry of one ply.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// Principal variation from this ply on.
    pub(super) pv: ArrayVec<Move, MAX_PLY>,
    /// Move being searched at this ply; `None` for a null move.
    pub(super) mv: Option<Move>,
    /// Continuation-history index of that move.
    pub(super) cont_index: usize,
    /// Indices into the quiet histories.
    pub(super) context: HistoryContext,
    /// Corrected static evaluation, [`UNKNOWN`] in check.
    pub(super) static_eval: Value,
    /// Size of the correction.
    pub(super) correction: Value,
    /// Move excluded by a singular search.
    pub(super) excluded: Option<Move>,
    /// Quiet moves that caused a cutoff at this ply.
    pub(super) killers: [Option<Move>; 2],
    /// Fail highs of nodes at this ply since the node two plies above was entered; at ply 1 since the search began.
    pub(super) cutoffs: u32,
    /// Reduction of the current move, plies.
    pub(super) reduction: i32,
    /// Double extensions on the path to this node.
    pub(super) doubles: i32,
}

impl Frame {
    const NEW: Frame = Frame {
        pv: ArrayVec::new_const(),
        mv: None,
        cont_index: NO_CONT_INDEX,
        context: HistoryContext::NONE,
        static_eval: UNKNOWN,
        correction: 0,
        excluded: None,
        killers: [None; 2],
        cutoffs: 0,
        reduction: 0,
        doubles: 0,
    };
}

/// Search stack, indexed by ply.
#[derive(Debug)]
pub(super) struct Stack(Vec<Frame>);

impl Stack {
    pub(super) fn new() -> Stack {
        Stack(vec![Frame::NEW; BEFORE + MAX_PLY + 4])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(Frame::NEW);
    }

    /// The frame `back` plies before `ply`; frames before the root are empty.
    #[inline]
    pub(super) fn back(&self, ply: usize, back: usize) -> &Frame {
        &self.0[ply + BEFORE - back]
    }

    /// Continuation-history indices of the moves one, two, four and six plies back.
    #[inline]
    pub(super) fn cont_indices(&self, ply: usize) -> [usize; BACK.len()] {
        BACK.map(|back| self.back(ply, back).cont_index)
    }

    /// Sets the PV at `ply` to `mv` followed by the PV of the next ply.
    pub(super) fn set_pv(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + BEFORE + 1);
        let (pv, below) = (&mut upper[ply + BEFORE].pv, &lower[0].pv);
        pv.clear();
        pv.push(mv);
        // A PV is never longer than the stack.
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
