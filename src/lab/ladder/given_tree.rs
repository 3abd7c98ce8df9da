//! Trees made by hand, in which the work of a search can be counted by hand.

use std::iter::Peekable;

use super::game::Game;

/// A position of the tree.
#[derive(Clone, Debug)]
enum Node {
    /// The end, with its value for the side to move there.
    Leaf(i32),
    /// The positions that can be moved to, by number.
    Inner(Vec<usize>),
}

/// A tree and the current position in it. A move is the number of a child, from 0.
#[derive(Clone, Debug)]
pub(crate) struct GivenTree {
    nodes: Vec<Node>,
    path: Vec<usize>,
}

impl GivenTree {
    /// Reads numbers in brackets: `((3 5) (2 9))` is a tree of two plies. The numbers are the leaves' values for
    /// the side to move there.
    pub(crate) fn read(text: &str) -> GivenTree {
        let mut tree = GivenTree { nodes: Vec::new(), path: vec![0] };
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        tree.read_node(&mut spaced.split_whitespace().peekable());
        tree
    }

    /// A tree in which every position has `width` moves and every leaf is at `depth` plies; `value` returns the leaves'
    /// values from left to right.
    pub(crate) fn uniform(width: usize, depth: u32, value: &mut dyn FnMut() -> i32) -> GivenTree {
        let mut tree = GivenTree { nodes: Vec::new(), path: vec![0] };
        tree.grow(width, depth, value);
        tree
    }

    /// A uniform tree in perfect order, so that alpha-beta visits the fewest possible leaves. The root has the value 0.
    pub(crate) fn perfect(width: usize, depth: u32) -> GivenTree {
        let mut tree = GivenTree { nodes: Vec::new(), path: vec![0] };
        tree.grow_perfect((width, depth), 0);
        tree
    }

    fn read_node<'a>(&mut self, words: &mut Peekable<impl Iterator<Item = &'a str>>) -> usize {
        let number = self.nodes.len();
        self.nodes.push(Node::Leaf(0));
        self.nodes[number] = match words.next().unwrap() {
            "(" => {
                let mut children = Vec::new();
                while words.next_if_eq(&")").is_none() {
                    children.push(self.read_node(words));
                }
                Node::Inner(children)
            }
            value => Node::Leaf(value.parse().unwrap()),
        };
        number
    }

    fn grow(&mut self, width: usize, depth: u32, value: &mut dyn FnMut() -> i32) -> usize {
        let number = self.nodes.len();
        self.nodes.push(Node::Leaf(0));
        self.nodes[number] = if depth == 0 {
            Node::Leaf(value())
        } else {
            Node::Inner((0..width).map(|_| self.grow(width, depth - 1, value)).collect())
        };
        number
    }

    /// A subtree worth `value` to its side to move: the first move leads to it, each other move to something worse.
    fn grow_perfect(&mut self, (width, depth): (usize, u32), value: i32) -> usize {
        let number = self.nodes.len();
        self.nodes.push(Node::Leaf(value));
        if depth > 0 {
            let child = |n: usize| if n == 0 { -value } else { -value + 1 + n as i32 };
            let children =
                (0..width).map(|n| self.grow_perfect((width, depth - 1), child(n))).collect();
            self.nodes[number] = Node::Inner(children);
        }
        number
    }

    fn here(&self) -> usize {
        self.path.last().copied().unwrap_or(0)
    }
}

impl Game for GivenTree {
    type Move = u16;

    fn moves(&self) -> Vec<u16> {
        match &self.nodes[self.here()] {
            Node::Leaf(_) => Vec::new(),
            Node::Inner(children) => (0..children.len() as u16).collect(),
        }
    }

    fn is_drawn(&self) -> bool {
        false
    }

    fn value_at_end(&self, _: u32) -> i32 {
        match self.nodes[self.here()] {
            Node::Leaf(value) => value,
            Node::Inner(_) => 0,
        }
    }

    /// A position inside the tree has no value of its own: 0.
    fn static_eval(&mut self) -> i32 {
        self.value_at_end(0)
    }

    fn make(&mut self, mv: u16) {
        let here = self.here();
        let next = match &self.nodes[here] {
            Node::Leaf(_) => here,
            Node::Inner(children) => children[usize::from(mv)],
        };
        self.path.push(next);
    }

    fn unmake(&mut self) {
        self.path.pop();
    }

    fn key(&self, _: u32) -> u64 {
        (self.here() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn guess(&self, _: u16) -> i32 {
        0
    }

    fn in_check(&self) -> bool {
        false
    }

    fn pass(&mut self) -> bool {
        false
    }
}
