//! Which move of a node the next playout takes: the bandit's choice, and the numbers behind it.

use super::arena::{Edge, Node};
use super::formula::{first_play, grown, puct, spread, ucb1};
use super::options::{Method, Selection};

/// What all moves of a node share in the choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    selection: Selection,
    /// Visits of the node.
    visits: u32,
    /// Their square root.
    root: f32,
    /// The constant of the formula, as it is at this node.
    pub c: f32,
    /// What the value of the node is.
    q: f32,
    /// How much less is expected of a move not yet visited.
    reduction: f32,
}

/// Thousandths as a number.
fn thousandths(number: u32) -> f32 {
    number as f32 / 1000.0
}

impl Weights {
    /// Those of a node.
    pub fn of(node: &Node, method: &Method) -> Weights {
        let c = match method.selection {
            Selection::Flat => 0.0,
            Selection::Ucb1 => thousandths(method.ucb_c),
            Selection::Puct => {
                let share = thousandths(method.spread);
                grown(thousandths(method.cpuct), node.visits, method.cpuct_base as f32)
                    * spread(share, node.visits, node.q, node.square)
            }
        };
        Weights {
            selection: method.selection,
            visits: node.visits,
            root: (node.visits.max(1) as f32).sqrt(),
            c,
            q: node.q,
            reduction: thousandths(method.first_play),
        }
    }

    /// What a move is taken to be worth: the mean of its playouts, those under way counted as lost; before the
    /// first, first-play urgency with so much of the prior visited.
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

    /// The bonus for looking at it again.
    #[inline]
    pub fn u(&self, edge: &Edge) -> f32 {
        match self.selection {
            Selection::Flat => 0.0,
            Selection::Ucb1 => ucb1(self.c, self.visits, tries(edge)),
            Selection::Puct => puct(self.c, edge.prior(), self.root, tries(edge)),
        }
    }
}

/// Playouts through a move, those under way counted.
#[inline]
fn tries(edge: &Edge) -> u32 {
    edge.visits.saturating_add(u32::from(edge.running))
}

/// Whether the choice passes over a move: it is lost for certain, or at the root certain to win, where more
/// playouts would tell nothing.
#[inline]
fn is_passed_over(edge: &Edge, at_root: bool) -> bool {
    edge.proof.is_loss() || at_root && edge.proof.is_known() && edge.proof.is_win()
}

/// The move the next playout takes, of moves in the order of their priors. `None`: each is passed over.
pub fn choose(node: &Node, edges: &[Edge], method: &Method, at_root: bool) -> Option<usize> {
    let open = edges.iter().enumerate().filter(|(_, edge)| !is_passed_over(edge, at_root));
    if method.selection == Selection::Flat {
        return open.min_by_key(|(_, edge)| tries(edge)).map(|(at, _)| at);
    }
    let weights = Weights::of(node, method);
    let (mut best, mut most, mut visited) = (None, f32::NEG_INFINITY, 0.0);
    for (at, edge) in open {
        let sum = weights.q(edge, visited) + weights.u(edge);
        if sum > most {
            (best, most) = (Some(at), sum);
        }
        // Moves are visited for the first time in the order of their priors: behind the first that was not, each
        // is worth as much and has a smaller bonus.
        if tries(edge) == 0 {
            break;
        }
        visited += edge.prior();
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puct::arena::Arena;
    use crate::puct::options::Rung;
    use crate::puct::proof::Proof;
    use tabia_chess::Board;

    /// A node of moves with these priors, visits and values.
    fn choice(
        rung: Rung,
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
        choose(arena.node(id), arena.edges(id), &rung.method(), false)
    }

    #[test]
    fn each_school_chooses_as_it_should() {
        let nothing = |_: &mut [Edge]| ();
        // Flat: whichever had fewest, however bad.
        assert_eq!(choice(Rung::Flat, &[(0.5, 3, 0.9), (0.5, 2, 0.1)], nothing), Some(1));
        // UCB1: what was never tried first; then 0.5 + 0.5 sqrt(ln 41 / 4) = 0.982 against
        // 0.6 + 0.5 sqrt(ln 41 / 36) = 0.761.
        assert_eq!(choice(Rung::Uct, &[(0.5, 9, 1.0), (0.5, 0, 0.0)], nothing), Some(1));
        assert_eq!(choice(Rung::Uct, &[(0.5, 36, 0.6), (0.5, 4, 0.5)], nothing), Some(1));
        assert_eq!(choice(Rung::Uct, &[(0.5, 36, 0.9), (0.5, 36, 0.5)], nothing), Some(0));
        // PUCT: the likely move first, the better one later.
        assert_eq!(choice(Rung::Uniform, &[(0.7, 0, 0.0), (0.3, 0, 0.0)], nothing), Some(0));
        assert_eq!(choice(Rung::Uniform, &[(0.7, 90, 0.3), (0.3, 30, 0.7)], nothing), Some(1));
        assert_eq!(choice(Rung::Uniform, &[(0.7, 500, 0.5), (0.3, 10, 0.5)], nothing), Some(1));
    }

    #[test]
    fn what_is_lost_is_passed_over_and_what_is_under_way_counts_as_lost() {
        let lost = |edges: &mut [Edge]| edges[0].proof = Proof::MATED.before().before();
        let moves = [(0.7, 50, 0.9), (0.2, 5, 0.2), (0.1, 5, 0.2)];
        assert_eq!(choice(Rung::Quiet, &moves, |_| ()), Some(0));
        assert_eq!(choice(Rung::Quiet, &moves, lost), Some(1));
        let all = |edges: &mut [Edge]| edges.iter_mut().for_each(|e| e.proof = Proof::TABLE_LOSS);
        assert_eq!(choice(Rung::Quiet, &moves, all), None);
        let busy = |edges: &mut [Edge]| edges[0].running = 400;
        assert_eq!(choice(Rung::Quiet, &moves, busy), Some(1));
    }
}
