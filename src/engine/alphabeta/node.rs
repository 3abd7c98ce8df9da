//! What is known of the node under search, and what is kept for each ply of the current line. Facts only; `search`
//! and `qsearch` find them out.

use arrayvec::ArrayVec;

use super::history::{BACK, NO_CONT_INDEX, Scope};
use super::threats::Threats;
use super::tt::Entry;
use super::value::{INFINITE, MAX_PLY, UNKNOWN, Value, Window, is_decisive};
use crate::search::score::Bound;
use tabia_chess::{Board, Move};

/// What is known of the node under search.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "four independent facts, each asked by its name")]
#[expect(clippy::struct_field_names, reason = "a cut node is the field's word")]
pub(super) struct Node<'b> {
    pub(super) board: &'b Board,
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) window: Window,
    /// Expected to fail high (a cut node).
    pub(super) cut_node: bool,
    pub(super) in_check: bool,
    pub(super) tt_entry: Option<Entry>,
    pub(super) tt_move: Option<Move>,
    /// On or once on a principal variation.
    pub(super) tt_pv: bool,
    /// Static evaluation, uncorrected.
    pub(super) raw_eval: Value,
    /// Static evaluation, corrected.
    pub(super) static_eval: Value,
    /// How much of it is correction, centipawns without sign: the less, the surer it is.
    pub(super) correction: Value,
    /// The static evaluation, or the value of the TT entry where its bound makes that the better guess.
    pub(super) eval: Value,
    /// The evaluation has risen since this side's last move.
    pub(super) improving: bool,
    pub(super) excluded: Option<Move>,
    /// What the opponent attacks; known once the moves are to be tried.
    pub(super) threats: Threats,
    /// Best value so far.
    pub(super) best: Value,
    pub(super) best_move: Option<Move>,
    /// Upper bound by the tablebases.
    pub(super) max_value: Value,
}

impl<'b> Node<'b> {
    /// A node of which nothing is known but its TT entry.
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

    /// What the best value is worth, once its moves have been searched from this alpha on.
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
pub(super) struct Try {
    pub(super) mv: Move,
    /// Which in the order, 1 the first.
    pub(super) number: usize,
    /// Plies more, or less if negative.
    pub(super) extension: i32,
    /// How it fared before.
    pub(super) history: i32,
}

/// The value an entry gives for this window, if its bound says enough.
#[inline]
pub(super) fn tt_value(entry: &Entry, window: Window) -> Option<Value> {
    let enough = match entry.bound? {
        Bound::Exact => true,
        Bound::Lower => entry.value >= window.beta,
        Bound::Upper => entry.value <= window.alpha,
    };
    (enough && entry.value != UNKNOWN).then_some(entry.value)
}

/// The static evaluation, or the value of the TT entry where its bound says the truth lies on that side.
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

/// An entry that keeps an evaluation and nothing else.
#[inline]
pub(super) fn eval_only(raw_eval: Value, pv: bool) -> Entry {
    Entry { mv: None, value: UNKNOWN, eval: raw_eval, depth: 0, bound: None, pv }
}

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
    pub(super) cont_index: usize,
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
        cont_index: NO_CONT_INDEX,
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
    pub(super) fn cont_indices(&self, ply: usize) -> [usize; BACK.len()] {
        BACK.map(|back| self.back(ply, back).cont_index)
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
