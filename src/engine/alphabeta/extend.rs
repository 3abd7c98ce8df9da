//! Singular extensions: a TT move that nothing else comes near is searched deeper.

use super::params as p;
use super::value::{Value, is_decisive};
use crate::search::detail::alphabeta::PruneReason;
use crate::search::score::Bound;
use tabia_chess::Move;

use super::node::Node;
use super::recorder::Recorder;
use super::thread::Search;
use super::value::Window;

/// What the test of a TT move came to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Singular {
    /// Search it this many plies deeper (or shallower).
    Extend(i32),
    /// Several moves beat beta: the node needs no search.
    Cut(Value),
}

impl<R: Recorder> Search<'_, R> {
    /// Searches the node without its TT move. If nothing comes near, that move is singular and
    /// extended; if another also beats beta, the node is cut.
    #[inline]
    pub(super) fn singular<const PV: bool>(&mut self, node: &Node<'_>, mv: Move) -> Singular {
        let Some(entry) = node.tt_entry.filter(|entry| entry.mv == Some(mv)) else {
            return Singular::Extend(0);
        };
        let candidate = node.ply > 0
            && node.ply < 2 * self.root_depth as usize
            && node.depth >= p::singular_depth()
            && node.excluded.is_none()
            && entry.depth >= node.depth - p::singular_table_depth()
            && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && !is_decisive(entry.value)
            && self.rules().has(PruneReason::Singular);
        if candidate {
            self.test_singular::<PV>(node, mv, entry.value)
        } else {
            Singular::Extend(0)
        }
    }

    fn test_singular<const PV: bool>(
        &mut self,
        node: &Node<'_>,
        mv: Move,
        tt_value: Value,
    ) -> Singular {
        let ply = node.ply;
        let beta = tt_value - p::singular_margin() * node.depth / 16;
        let window = Window { alpha: beta - 1, beta };
        let doubles = self.data.stack[ply].doubles;
        self.data.stack[ply].excluded = Some(mv);
        let depth = (node.depth - 1) / 2;
        let value = self.search::<false>(node.board, ply, depth, window, node.cut_node);
        self.data.stack[ply].excluded = None;
        self.data.stack[ply].doubles = doubles;
        if value < beta {
            let plies = if PV { 1 } else { extension(mv, beta - value, doubles) };
            self.data.stack[ply].doubles += i32::from(plies > 1);
            self.adjusted(PruneReason::Singular);
            Singular::Extend(plies)
        } else if value >= node.window.beta && !PV && self.allows_multi_cut(value) {
            Singular::Cut(value)
        } else if tt_value >= node.window.beta {
            Singular::Extend(-1 - i32::from(!PV))
        } else if node.cut_node {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        }
    }

    fn allows_multi_cut(&self, value: Value) -> bool {
        !is_decisive(value) && self.rules().has(PruneReason::MultiCut)
    }
}

/// By how many plies a singular move is extended, by how far everything else is below the margin,
/// and how often that has been done on this line.
fn extension(mv: Move, below: Value, doubles: i32) -> i32 {
    if below <= p::double_margin() || doubles >= p::double_max() {
        1
    } else if below <= p::triple_margin() || mv.is_noisy() {
        2
    } else {
        3
    }
}
