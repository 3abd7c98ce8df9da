//! What is known of the node under search. Facts only; who finds them out is `search` and `qsearch`.

use crate::search::score::Bound;
use tabia_chess::Board;
use tabia_chess::Move;

use super::threats::Threats;
use super::tt::Entry;
use super::value::{INFINITE, UNKNOWN, Value, Window, is_decisive};

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
    /// Upper bound by the endgame tables.
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
