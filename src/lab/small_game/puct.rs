//! The tree search of the small game (PUCT): playouts that go down by what has been found (Q) and by what the network
//! prefers and has been looked at least (U), judge one new position each, and carry its value back up.

use crate::chess::rng::SplitMix64;

use super::net::{Judgement, Net};
use super::rules::{COLUMNS, Small};

/// Weight of the preference against what has been found.
const CPUCT: f32 = 1.6;
/// Share of noise in the preferences of the root in games to learn from.
const NOISE: f32 = 0.25;

/// A position in the tree, and the way to it.
#[derive(Clone, Copy, Debug)]
struct Node {
    position: Small,
    /// The column that leads here.
    column: usize,
    prior: f32,
    visits: u32,
    /// Sum of the values found below, for the side that moved here.
    sum: f32,
    /// The first of its children, which lie side by side, and how many; none before it is judged.
    children: [u32; 2],
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// Playouts that went into each column.
    pub visits: [u32; COLUMNS],
    /// Mean result of all playouts for the side to move, -1 to 1.
    pub value: f32,
}

impl Found {
    /// The column most playouts went into; the first of several.
    pub fn best(&self) -> usize {
        let most = self.visits.iter().max().copied().unwrap_or(0);
        self.visits.iter().position(|&visits| visits == most).unwrap_or(0)
    }
}

/// Searches a position where the game goes on by so many playouts, one at least. With a source of chance the
/// preferences of the root are mixed with noise, so that games differ and every move is tried now and then.
pub fn search(net: &Net, position: Small, playouts: u32, noise: Option<&mut SplitMix64>) -> Found {
    let mut tree = Tree { net, nodes: vec![Node::new(position, 0, 1.0)] };
    tree.expand(0);
    if let Some(rng) = noise {
        tree.disturb(rng);
    }
    for _ in 0..playouts.max(1) {
        tree.playout();
    }
    let root = tree.nodes[0];
    let mut visits = [0; COLUMNS];
    for child in tree.children(0) {
        visits[tree.nodes[child].column] = tree.nodes[child].visits;
    }
    // The root's sum is told from the side that moved to it.
    Found { visits, value: -root.sum / root.visits.max(1) as f32 }
}

impl Node {
    fn new(position: Small, column: usize, prior: f32) -> Node {
        Node { position, column, prior, visits: 0, sum: 0.0, children: [0; 2] }
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

    /// Judges a position and gives it its children; its value for the side to move comes back.
    fn expand(&mut self, node: usize) -> f32 {
        let position = self.nodes[node].position;
        let Judgement { policy, value } = self.net.judge(position);
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
        // Exponential numbers divided by their sum: any division of 1 is as likely as any other.
        let lots: Vec<f32> =
            children.clone().map(|_| -(1.0 - rng.unit_f64() as f32).max(1e-9).ln()).collect();
        let sum: f32 = lots.iter().sum();
        for (child, lot) in children.zip(lots) {
            let prior = &mut self.nodes[child].prior;
            *prior += NOISE * (lot / sum.max(1e-9) - *prior);
        }
    }

    /// One playout: select, expand, evaluate, back up.
    fn playout(&mut self) {
        let mut path = vec![0];
        let mut node = 0;
        while self.nodes[node].children[1] > 0 {
            node = self.select(node);
            path.push(node);
        }
        let mut value = match self.nodes[node].position.outcome() {
            Some(result) => f32::from(result),
            None => self.expand(node),
        };
        for &node in path.iter().rev() {
            // What is good for the side to move is bad for the one that moved here.
            value = -value;
            self.nodes[node].visits += 1;
            self.nodes[node].sum += value;
        }
    }

    /// The child with the greatest sum of Q and U. A child without visits is taken to be worth what its parent is.
    fn select(&self, node: usize) -> usize {
        let parent = &self.nodes[node];
        let explore = CPUCT * (parent.visits.max(1) as f32).sqrt();
        let first_q = -parent.sum / parent.visits.max(1) as f32;
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for child in self.children(node) {
            let Node { prior, visits, sum, .. } = self.nodes[child];
            let q = if visits > 0 { sum / visits as f32 } else { first_q };
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
    use super::*;

    fn played(columns: &[usize]) -> Small {
        columns.iter().fold(Small::START, |position, &column| position.after(column))
    }

    #[test]
    fn every_playout_goes_into_one_column_and_a_win_at_once_is_found() {
        let net = Net::random(1);
        for playouts in [1, 7, 100] {
            let found = search(&net, Small::START, playouts, None);
            // The root is judged before the first.
            assert_eq!(found.visits.iter().sum::<u32>(), playouts);
            assert!(found.value.abs() <= 1.0);
        }
        let threat = played(&[0, 1, 0, 1, 0, 1]);
        assert_eq!(search(&net, threat, 100, None).best(), 0, "wins upright");
        let defend = played(&[0, 1, 0, 1, 0]);
        assert_eq!(search(&net, defend, 400, None).best(), 0, "or loses at once");
        let full = played(&[0, 0, 0, 0, 1]);
        assert_eq!(search(&net, full, 50, None).visits[0], 0);
    }

    #[test]
    fn the_same_chance_searches_the_same_and_other_chance_differently() {
        let net = Net::random(2);
        let found = |seed| search(&net, Small::START, 60, Some(&mut SplitMix64::new(seed)));
        assert_eq!(found(1), found(1));
        assert_ne!(found(1).visits, found(2).visits);
    }
}
