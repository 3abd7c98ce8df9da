//! Selection: which edge of a node the next playout follows, and the formulas.

use super::arena::{Edge, Node};
use super::options::{Method, Selection};

/// Terms of the selection formula that all edges of a node share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelectionTerms {
    selection: Selection,
    /// Visits of the node.
    visits: u32,
    /// Square root of the visits.
    root: f32,
    /// Exploration constant at this node.
    pub c: f32,
    /// Q of the node.
    q: f32,
    /// First-play urgency reduction.
    reduction: f32,
}

/// Converts from thousandths.
pub(super) fn thousandths(number: u32) -> f32 {
    number as f32 / 1000.0
}

impl SelectionTerms {
    /// The terms of a node.
    pub fn of(node: &Node, method: &Method) -> SelectionTerms {
        let c = match method.selection {
            Selection::Flat => 0.0,
            Selection::Ucb1 => thousandths(method.ucb_c),
            Selection::Puct => {
                let share = thousandths(method.spread);
                grown(thousandths(method.cpuct), node.visits, method.cpuct_base as f32)
                    * spread(share, node.visits, node.q, node.square)
            }
        };
        SelectionTerms {
            selection: method.selection,
            visits: node.visits,
            root: (node.visits.max(1) as f32).sqrt(),
            c,
            q: node.q,
            reduction: thousandths(method.first_play),
        }
    }

    /// Q of an edge: the mean of its playouts, virtual losses included; before the first visit, first-play urgency.
    /// `visited`: sum of the priors of visited edges.
    #[inline]
    pub fn q(&self, edge: &Edge, visited: f32) -> f32 {
        match edge.proof.q() {
            Some(q) => q,
            None if edge.visits == 0 && edge.running == 0 => {
                first_play(self.q, self.reduction, visited)
            }
            None if edge.running == 0 => edge.q,
            None => edge.q * edge.visits as f32 / tries(edge) as f32,
        }
    }

    /// Exploration bonus U.
    #[inline]
    pub fn u(&self, edge: &Edge) -> f32 {
        match self.selection {
            Selection::Flat => 0.0,
            Selection::Ucb1 => ucb1(self.c, self.visits, tries(edge)),
            Selection::Puct => puct(self.c, edge.prior(), self.root, tries(edge)),
        }
    }
}

/// Visits including playouts in progress.
#[inline]
fn tries(edge: &Edge) -> u32 {
    edge.visits.saturating_add(u32::from(edge.running))
}

/// Whether selection skips an edge: it is proven lost, or proven won at the root, where more playouts would add
/// nothing.
#[inline]
pub(super) fn is_skipped(edge: &Edge, at_root: bool) -> bool {
    edge.proof.is_loss() || at_root && edge.proof.is_known() && edge.proof.is_win()
}

/// The edge the next playout follows; edges are sorted by prior. `None` if all are skipped.
pub fn choose(node: &Node, edges: &[Edge], method: &Method, at_root: bool) -> Option<usize> {
    let open = edges.iter().enumerate().filter(|(_, edge)| !is_skipped(edge, at_root));
    if method.selection == Selection::Flat {
        return open.min_by_key(|(_, edge)| tries(edge)).map(|(at, _)| at);
    }
    let terms = SelectionTerms::of(node, method);
    let (mut best, mut best_sum, mut visited) = (None, f32::NEG_INFINITY, 0.0);
    for (at, edge) in open {
        let sum = terms.q(edge, visited) + terms.u(edge);
        if sum > best_sum {
            (best, best_sum) = (Some(at), sum);
        }
        // Unvisited edges have the same Q and a bonus that falls with the prior, so only the first one can be best.
        if tries(edge) == 0 {
            break;
        }
        visited += edge.prior();
    }
    best
}

// Formulas as functions of plain numbers; the search and the display use the same code. Values `q` are between 0 (lost)
// and 1 (won), side to move's view.

/// UCB1 (Auer, Cesa-Bianchi, Fischer 2002): bonus `c * sqrt(ln N / n)`, where N is `parent` and n is `visits`; infinite
/// for an unvisited move.
///
/// ```
/// use tabia_engine::puct::choose::ucb1;
/// assert!((ucb1(1.0, 100, 4) - (100.0_f32.ln() / 4.0).sqrt()).abs() < 1e-6);
/// assert_eq!(ucb1(1.0, 100, 0), f32::INFINITY);
/// ```
#[inline]
pub fn ucb1(c: f32, parent: u32, visits: u32) -> f32 {
    if visits == 0 {
        return f32::INFINITY;
    }
    c * ((parent.max(1) as f32).ln() / visits as f32).sqrt()
}

/// PUCT (Rosin 2011, in the form of `AlphaZero`): bonus `c * P * sqrt(N) / (1 + n)`; `root` is the square root of N.
///
/// ```
/// use tabia_engine::puct::choose::puct;
/// assert_eq!(puct(1.5, 0.2, 10.0, 4), 0.6);
/// ```
#[inline]
pub fn puct(c: f32, prior: f32, root: f32, visits: u32) -> f32 {
    c * prior * root / (1.0 + visits as f32)
}

/// Growth of the exploration constant with the visits of a node: `c * (1 + ln((N + base) / base))`.
///
/// ```
/// use tabia_engine::puct::choose::grown;
/// assert_eq!(grown(0.9, 0, 5_000.0), 0.9);
/// assert!((grown(0.9, 5_000, 5_000.0) - 0.9 * (1.0 + 2.0_f32.ln())).abs() < 1e-6);
/// ```
#[inline]
pub fn grown(c: f32, visits: u32, base: f32) -> f32 {
    c * (1.0 + ((visits as f32 + base) / base).ln())
}

/// Typical standard deviation of the values of a node.
pub const USUAL_SPREAD: f32 = 0.15;

/// Exploration factor by the spread of a node's values: `1 + share * (sigma / usual - 1)`, clamped to a half and two.
/// `mean` and `square` are the means of the values and of their squares. With fewer than two visits it is 1.
///
/// ```
/// use tabia_engine::puct::choose::{spread, USUAL_SPREAD};
/// let square = 0.25 + USUAL_SPREAD * USUAL_SPREAD;
/// assert!((spread(0.5, 9, 0.5, square) - 1.0).abs() < 1e-5);
/// assert!((spread(0.5, 9, 0.5, 0.25) - 0.5).abs() < 1e-5, "no spread at all");
/// assert_eq!(spread(0.5, 1, 0.5, 0.5), 1.0);
/// ```
#[inline]
pub fn spread(share: f32, visits: u32, mean: f32, square: f32) -> f32 {
    if visits < 2 || share == 0.0 {
        return 1.0;
    }
    let sigma = (square - mean * mean).max(0.0).sqrt();
    (1.0 + share * (sigma / USUAL_SPREAD - 1.0)).clamp(0.5, 2.0)
}

/// First-play urgency (FPU): Q of an unvisited move. It is the value of the node less `reduction * sqrt(visited)`,
/// where `visited` is the sum of the priors of visited moves.
///
/// ```
/// use tabia_engine::puct::choose::first_play;
/// assert_eq!(first_play(0.5, 0.2, 0.25), 0.4);
/// assert_eq!(first_play(0.05, 0.2, 1.0), 0.0, "never below lost");
/// ```
#[inline]
pub fn first_play(q: f32, reduction: f32, visited: f32) -> f32 {
    (q - reduction * visited.max(0.0).sqrt()).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puct::arena::Arena;
    use crate::puct::options::PuctConfig;
    use crate::puct::proof::Proof;
    use tabia_chess::Board;

    /// A node with edges of these priors, visits and values.
    fn choice(
        config: PuctConfig,
        moves: &[(f32, u32, f32)],
        change: impl Fn(&mut [Edge]),
    ) -> Option<usize> {
        let mut arena = Arena::new(1 << 20).unwrap();
        let id = arena.add_node().unwrap();
        let list: Vec<_> =
            Board::start().legal_moves().iter().zip(moves).map(|(&mv, m)| (mv, m.0)).collect();
        arena.expand(id, &list).unwrap();
        arena.node_mut(id).add(0.5, 0.0);
        for (at, &(_, visits, q)) in moves.iter().enumerate() {
            for _ in 0..visits {
                arena.edges_mut(id)[at].add(q);
                arena.node_mut(id).add(q, 0.0);
            }
        }
        change(arena.edges_mut(id));
        choose(arena.node(id), arena.edges(id), &config.method(), false)
    }

    #[test]
    fn each_selection_formula_chooses_as_expected() {
        let nothing = |_: &mut [Edge]| ();
        // Flat: fewest visits first, regardless of the value.
        assert_eq!(choice(PuctConfig::Flat, &[(0.5, 3, 0.9), (0.5, 2, 0.1)], nothing), Some(1));
        // UCB1: unvisited first; then 0.5 + 0.5 sqrt(ln 41 / 4) = 0.982 against 0.6 + 0.5 sqrt(ln 41 / 36) = 0.761.
        assert_eq!(choice(PuctConfig::Uct, &[(0.5, 9, 1.0), (0.5, 0, 0.0)], nothing), Some(1));
        assert_eq!(choice(PuctConfig::Uct, &[(0.5, 36, 0.6), (0.5, 4, 0.5)], nothing), Some(1));
        assert_eq!(choice(PuctConfig::Uct, &[(0.5, 36, 0.9), (0.5, 36, 0.5)], nothing), Some(0));
        // PUCT: the likely move first, later the better one.
        assert_eq!(choice(PuctConfig::Uniform, &[(0.7, 0, 0.0), (0.3, 0, 0.0)], nothing), Some(0));
        assert_eq!(
            choice(PuctConfig::Uniform, &[(0.7, 90, 0.3), (0.3, 30, 0.7)], nothing),
            Some(1)
        );
        assert_eq!(
            choice(PuctConfig::Uniform, &[(0.7, 500, 0.5), (0.3, 10, 0.5)], nothing),
            Some(1)
        );
    }

    #[test]
    fn lost_edges_are_skipped_and_running_playouts_count_as_losses() {
        let lost = |edges: &mut [Edge]| edges[0].proof = Proof::MATED.for_parent().for_parent();
        let moves = [(0.7, 50, 0.9), (0.2, 5, 0.2), (0.1, 5, 0.2)];
        assert_eq!(choice(PuctConfig::Quiet, &moves, |_| ()), Some(0));
        assert_eq!(choice(PuctConfig::Quiet, &moves, lost), Some(1));
        let all = |edges: &mut [Edge]| edges.iter_mut().for_each(|e| e.proof = Proof::TB_LOSS);
        assert_eq!(choice(PuctConfig::Quiet, &moves, all), None);
        let busy = |edges: &mut [Edge]| edges[0].running = 400;
        assert_eq!(choice(PuctConfig::Quiet, &moves, busy), Some(1));
    }

    fn close(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-4
    }

    #[test]
    fn formulas_match_values_computed_by_hand() {
        // 1000 visits of the node, 10 of the move: sqrt(6.9078 / 10) = 0.83113.
        assert!(close(ucb1(1.0, 1_000, 10), 0.83113));
        assert!(close(ucb1(0.5, 1_000, 10), 0.41557));
        assert!(close(ucb1(1.0, 1, 1), 0.0), "a single visit explores nothing");
        // 0.9 * 0.3 * sqrt(400) / (1 + 26) = 0.2.
        assert!(close(puct(0.9, 0.3, 20.0, 26), 0.2));
        assert!(close(puct(0.9, 0.0, 20.0, 3), 0.0));
        // 1 + ln(2) with as many visits as the base, 1 + ln(11) with ten times as many.
        assert!(close(grown(1.0, 50_000, 5_000.0), 3.3979));
        // Values 0 and 1 half and half: sigma 0.5, 3.33 times the usual.
        assert!(close(spread(0.3, 10, 0.5, 0.5), 1.7));
        assert!(close(spread(0.9, 10, 0.5, 0.5), 2.0), "within a half and two");
    }

    #[test]
    fn every_bonus_falls_with_visits_of_the_move_and_grows_with_those_of_the_node() {
        for n in 1..200 {
            assert!(ucb1(1.0, 500, n) > ucb1(1.0, 500, n + 1));
            assert!(puct(1.0, 0.1, 20.0, n) > puct(1.0, 0.1, 20.0, n + 1));
            assert!(ucb1(1.0, 500 + n, 7) < ucb1(1.0, 501 + n, 7));
            assert!(grown(1.0, n, 100.0) < grown(1.0, n + 1, 100.0));
        }
    }
}
