//! The tree search of the small game (PUCT): each playout selects moves by the mean value (Q) and by the network's
//! preference for little-visited moves (U), evaluates one new position, and backs its value up. Values that follow from
//! finished games are proven and not searched again.

use tabia_chess::SplitMix64;

use super::net::{Evaluation, Net};
use super::rules::{COLUMNS, Small};

/// Weight of the network's preference against the mean value.
const CPUCT: f32 = 1.6;
/// Share of noise in the root's preferences in training games.
const NOISE: f32 = 0.25;

/// A position in the tree and the move to it.
#[derive(Clone, Copy, Debug)]
struct Node {
    position: Small,
    /// The column that leads here.
    column: usize,
    prior: f32,
    visits: u32,
    /// Sum of the values found below, for the side that moved here.
    sum: f32,
    /// The index of its first child and the number of children, which are stored contiguously; none before it is
    /// evaluated.
    children: [u32; 2],
    /// Its proven value for the side to move, if known.
    proof: Option<i8>,
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchResult {
    /// The network's preference for each column, 0 for a full one.
    pub priors: [f32; COLUMNS],
    /// Playouts of each column.
    pub visits: [u32; COLUMNS],
    /// The mean value of each column's playouts for the side to move, -1 to 1; `None` without playouts.
    pub means: [Option<f32>; COLUMNS],
    /// The proven value of each column for the side to move: -1, 0 or 1.
    pub proofs: [Option<i8>; COLUMNS],
    /// The proven value of the position.
    pub proof: Option<i8>,
    /// The result to expect for the side to move, -1 to 1: the proven one, or the mean of all playouts.
    pub value: f32,
}

impl SearchResult {
    /// The column to play: a proven win, otherwise the most visited one of those not proven to be worse than another;
    /// the first of several.
    pub fn best(&self) -> usize {
        let shares = self.shares();
        let most = shares.iter().copied().fold(0.0, f32::max);
        shares.iter().position(|&share| share >= most).unwrap_or(0)
    }

    /// The target policy, adding up to 1: each column's share of the playouts, 0 if it is proven to be worse than the
    /// position. If all columns with playouts are proven lost, the network chooses among the others.
    pub fn shares(&self) -> [f32; COLUMNS] {
        let lost = self.proof == Some(-1);
        let mut shares: [f32; COLUMNS] = std::array::from_fn(|column| {
            let visits = self.visits[column] as f32;
            match (self.proofs[column], self.proof) {
                // All wins are equally good.
                (Some(1), _) => 1e6,
                (Some(0), Some(0)) => 1.0 + visits,
                (_, Some(0 | 1)) => 0.0,
                (Some(-1), _) if !lost => 0.0,
                _ => visits,
            }
        });
        let mut sum: f32 = shares.iter().sum();
        if sum == 0.0 {
            let untried = |column: usize| self.proofs[column].is_none();
            shares = std::array::from_fn(|at| if untried(at) { self.priors[at] } else { 0.0 });
            sum = shares.iter().sum();
        }
        shares.map(|share| share / sum)
    }
}

/// Searches a position in which the game is not over with this many playouts (at least one), or until its value is
/// proven. With `noise`, the root's preferences are mixed with random numbers, so that games differ and every move is
/// tried sometimes.
pub fn search(
    net: &Net,
    position: Small,
    playouts: u32,
    noise: Option<&mut SplitMix64>,
) -> SearchResult {
    let mut tree = Tree { net, nodes: vec![Node::new(position, 0, 1.0)] };
    tree.expand(0);
    if let Some(rng) = noise {
        tree.disturb(rng);
    }
    for _ in 0..playouts.max(1) {
        tree.playout();
        if tree.nodes[0].proof.is_some() {
            break;
        }
    }
    let root = tree.nodes[0];
    let (mut visits, mut means, mut proofs) = ([0; COLUMNS], [None; COLUMNS], [None; COLUMNS]);
    let mut priors = [0.0; COLUMNS];
    for child in tree.children(0) {
        let Node { column, prior, visits: n, sum, proof, .. } = tree.nodes[child];
        // One too small for a number of this kind still counts.
        priors[column] = prior.max(f32::MIN_POSITIVE);
        (visits[column], proofs[column]) = (n, proof.map(|value| -value));
        means[column] = (n > 0).then(|| sum / n as f32);
    }
    // The root's sum is from the view of the side that moved to it.
    let mean = -root.sum / root.visits.max(1) as f32;
    let value = root.proof.map_or(mean, f32::from);
    SearchResult { priors, visits, means, proofs, proof: root.proof, value }
}

impl Node {
    fn new(position: Small, column: usize, prior: f32) -> Node {
        let (visits, sum, children, proof) = (0, 0.0, [0; 2], None);
        Node { position, column, prior, visits, sum, children, proof }
    }
}

struct Tree<'a> {
    net: &'a Net,
    nodes: Vec<Node>,
}

impl Tree<'_> {
    fn children(&self, node: usize) -> std::ops::Range<usize> {
        let [first, count] = self.nodes[node].children;
        first as usize..(first + count) as usize
    }

    /// Evaluates a position and adds its children; returns its value for the side to move.
    fn expand(&mut self, node: usize) -> f32 {
        let position = self.nodes[node].position;
        let Evaluation { policy, value } = self.net.evaluate(position);
        let first = self.nodes.len() as u32;
        for column in position.moves() {
            self.nodes.push(Node::new(position.after(column), column, policy[column]));
        }
        self.nodes[node].children = [first, self.nodes.len() as u32 - first];
        value
    }

    /// Mixes the preferences of the root with random ones.
    fn disturb(&mut self, rng: &mut SplitMix64) {
        let children = self.children(0);
        // Exponential random numbers divided by their sum are uniformly distributed over all divisions of 1.
        let noise: Vec<f32> =
            children.clone().map(|_| -(1.0 - rng.unit_f64() as f32).max(1e-9).ln()).collect();
        let sum: f32 = noise.iter().sum();
        for (child, sample) in children.zip(noise) {
            let prior = &mut self.nodes[child].prior;
            *prior += NOISE * (sample / sum.max(1e-9) - *prior);
        }
    }

    /// One playout: select, expand, evaluate, back up.
    fn playout(&mut self) {
        let mut path: arrayvec::ArrayVec<usize, 32> = arrayvec::ArrayVec::new();
        path.push(0);
        let mut node = 0;
        while self.nodes[node].children[1] > 0 && self.nodes[node].proof.is_none() {
            node = self.select(node);
            path.push(node);
        }
        let mut value = match self.nodes[node].proof {
            Some(proof) => f32::from(proof),
            None => match self.nodes[node].position.outcome() {
                Some(result) => {
                    self.nodes[node].proof = Some(result);
                    f32::from(result)
                }
                None => self.expand(node),
            },
        };
        let mut proven = self.nodes[node].proof.is_some();
        for (above, &node) in path.iter().rev().enumerate() {
            if above > 0 && proven {
                self.nodes[node].proof = self.proof(node);
                proven = self.nodes[node].proof.is_some();
                if let Some(proof) = self.nodes[node].proof {
                    value = f32::from(proof);
                }
            }
            // The value changes sign with the side to move.
            value = -value;
            self.nodes[node].visits += 1;
            self.nodes[node].sum += value;
        }
    }

    /// The value of a position that follows from its children's proven values.
    fn proof(&self, node: usize) -> Option<i8> {
        let mut best = Some(-1);
        for child in self.children(node) {
            match self.nodes[child].proof {
                Some(-1) => return Some(1),
                Some(value) => best = best.map(|best: i8| best.max(-value)),
                None => best = None,
            }
        }
        best
    }

    /// The child with the greatest Q + U that is not proven to lose. A child without visits has its parent's value.
    fn select(&self, node: usize) -> usize {
        let parent = &self.nodes[node];
        let explore = CPUCT * (parent.visits.max(1) as f32).sqrt();
        let first_q = -parent.sum / parent.visits.max(1) as f32;
        let (mut best, mut most) = (self.children(node).start, f32::NEG_INFINITY);
        for child in self.children(node) {
            let Node { prior, visits, sum, proof, .. } = self.nodes[child];
            if proof == Some(1) {
                continue;
            }
            let q = match proof {
                Some(value) => -f32::from(value),
                None if visits > 0 => sum / visits as f32,
                None => first_q,
            };
            let score = q + explore * prior / (1 + visits) as f32;
            if score > most {
                (best, most) = (child, score);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::Solver;
    use super::*;

    fn played(columns: &[usize]) -> Small {
        columns.iter().fold(Small::START, |position, &column| position.after(column))
    }

    #[test]
    fn every_playout_goes_into_one_column_and_a_win_at_once_is_found() {
        let net = Net::random(1);
        for playouts in [1, 7, 100] {
            let found = search(&net, Small::START, playouts, None);
            // The root is evaluated before the first playout.
            assert_eq!(found.visits.iter().sum::<u32>(), playouts);
            assert!(found.value.abs() <= 1.0);
            // The mean of the position is that of its columns, weighted by their playouts.
            let columns = found.means.iter().zip(found.visits);
            let sum: f32 = columns.filter_map(|(mean, n)| Some((*mean)? * n as f32)).sum();
            assert!((sum / playouts as f32 - found.value).abs() < 1e-4);
            for (mean, visits) in found.means.iter().zip(found.visits) {
                assert_eq!(mean.is_some(), visits > 0);
            }
        }
        let threat = played(&[0, 1, 0, 1, 0, 1]);
        let found = search(&net, threat, 100, None);
        assert_eq!((found.best(), found.proof), (0, Some(1)), "wins upright");
        let defend = played(&[0, 1, 0, 1, 0]);
        assert_eq!(search(&net, defend, 400, None).best(), 0, "or loses at once");
        let full = played(&[0, 0, 0, 0, 1]);
        assert_eq!(search(&net, full, 50, None).visits[0], 0);
    }

    #[test]
    fn values_that_follow_from_finished_games_are_proven_and_correct() {
        let (mut solver, mut rng) = (Solver::default(), SplitMix64::new(12));
        let net = Net::random(3);
        let (mut position, mut proven) = (Small::START, [0; 3]);
        for _ in 0..3_000 {
            if position.outcome().is_some() {
                position = Small::START;
            }
            if position.stones() >= 10 {
                let found = search(&net, position, 300, None);
                if let Some(proof) = found.proof {
                    assert_eq!(proof, solver.value(position), "{position:?}");
                    assert!(solver.keeps(position, found.best()), "{position:?}");
                    assert!((found.value - f32::from(proof)).abs() < 1e-6);
                    proven[(proof + 1) as usize] += 1;
                }
                for (column, proof) in found.proofs.iter().enumerate() {
                    let exact = |solver: &mut Solver| -solver.value(position.after(column));
                    assert!(proof.is_none_or(|proof| proof == exact(&mut solver)));
                }
                assert!((found.shares().iter().sum::<f32>() - 1.0).abs() < 1e-4);
            }
            position = position.after(position.random_move(&mut rng));
        }
        assert!(proven.iter().all(|&count| count > 50), "{proven:?}");
    }

    #[test]
    fn a_column_that_was_not_tried_is_better_than_a_lost_or_full_one() {
        let found = SearchResult {
            priors: [0.0, 0.1, 0.3, 0.1, 0.5],
            visits: [0, 0, 0, 0, 4],
            means: [None, None, None, None, Some(-1.0)],
            proofs: [None, None, None, None, Some(-1)],
            proof: None,
            value: -1.0,
        };
        assert_eq!(found.best(), 2);
        assert!((found.shares().iter().sum::<f32>() - 1.0).abs() < 1e-6);
        let (net, mut rng, mut position) = (Net::random(3), SplitMix64::new(5), Small::START);
        for _ in 0..5_000 {
            if position.outcome().is_some() {
                position = Small::START;
            }
            let found = search(&net, position, 1 + rng.below(6) as u32, None);
            assert!(position.can(found.best()), "{position:?}: {found:?}");
            assert!((found.shares().iter().sum::<f32>() - 1.0).abs() < 1e-4, "{found:?}");
            position = position.after(position.random_move(&mut rng));
        }
    }

    #[test]
    fn the_search_depends_on_the_random_seed() {
        let net = Net::random(2);
        let found = |seed| search(&net, Small::START, 60, Some(&mut SplitMix64::new(seed)));
        assert_eq!(found(1), found(1));
        assert_ne!(found(1).visits, found(2).visits);
    }
}
