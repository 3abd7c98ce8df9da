//! What a search needs to know about a game, and the two games of the ladder: chess and hand-made trees.

use std::fmt;
use std::fmt::Debug;

use tabia_chess::{Board, Move, PieceType, rules};
use tabia_engine::eval;
use tabia_engine::eval::cache::EvalCache;

/// Above every value.
pub const INFINITE: i32 = 32_000;
/// The value of an immediate mate; each ply of delay costs one.
pub const MATE: i32 = 30_000;

/// A game of two players whose interests are opposite. Values are side to move's view, below [`INFINITE`].
pub trait Game {
    type Move: Copy + Eq + Debug;

    /// The moves, always in the same order; none if the game is over.
    fn moves(&self) -> Vec<Self::Move>;

    /// Whether it is a draw by rule although there are moves.
    fn is_drawn(&self) -> bool;

    /// The value of a position without moves, `ply` plies from the root.
    fn value_at_end(&self, ply: u32) -> i32;

    fn static_eval(&mut self) -> i32;

    /// Plays a move of this position.
    fn make(&mut self, mv: Self::Move);

    /// Takes back the last move.
    fn unmake(&mut self);

    /// A key of everything that the value of this position to `depth` plies depends on.
    fn key(&self, depth: u32) -> u64;

    /// How promising a move looks before the search; 0 for quiet moves.
    fn guess(&self, mv: Self::Move) -> i32;

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// Makes a null move, to be taken back by [`unmake`](Self::unmake), and returns whether it did. It does not where a
    /// null move would prove nothing: in check, twice in a row, or if zugzwang is likely.
    fn pass(&mut self) -> bool;
}

/// The halfmove clock at which a game is drawn, plies.
const FIFTY_MOVES: u32 = 100;

/// A position, those before it, and the evaluation's memory.
pub struct OnBoard {
    /// From the root to here; never empty.
    boards: Vec<Board>,
    /// Which of them were reached by passing.
    passed: Vec<bool>,
    /// `None`: leaves are evaluated by material.
    terms: Option<EvalCache>,
}

impl fmt::Debug for OnBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OnBoard({})", self.here())
    }
}

impl OnBoard {
    /// This position as the root, leaves evaluated by the hand-crafted terms.
    pub fn new(root: Board) -> OnBoard {
        let terms = Some(EvalCache::default());
        OnBoard { boards: vec![root], passed: vec![false], terms }
    }

    /// This position as the root, leaves evaluated by material.
    pub fn counting_pieces(root: Board) -> OnBoard {
        OnBoard { boards: vec![root], passed: vec![false], terms: None }
    }

    /// The current position.
    pub fn here(&self) -> &Board {
        &self.boards[self.boards.len() - 1]
    }
}

impl Game for OnBoard {
    type Move = Move;

    fn moves(&self) -> Vec<Move> {
        self.here().legal_moves().to_vec()
    }

    fn is_drawn(&self) -> bool {
        let board = self.here();
        board.halfmove_clock() >= FIFTY_MOVES || rules::is_dead_position(board)
    }

    fn value_at_end(&self, ply: u32) -> i32 {
        if self.here().in_check() { ply as i32 - MATE } else { 0 }
    }

    fn static_eval(&mut self) -> i32 {
        let board = &self.boards[self.boards.len() - 1];
        match &mut self.terms {
            Some(cache) => eval::evaluate_with(board, cache),
            None => eval::material(board),
        }
    }

    fn make(&mut self, mv: Move) {
        self.boards.push(self.here().after(mv));
        self.passed.push(false);
    }

    fn unmake(&mut self) {
        self.boards.pop();
        self.passed.pop();
    }

    /// The halfmove clock matters only if 50 moves can be reached within the depth.
    fn key(&self, depth: u32) -> u64 {
        let (board, clock) = (self.here(), self.here().halfmove_clock());
        let counts = clock + depth >= FIFTY_MOVES;
        let clock = if counts { u64::from(clock).wrapping_mul(0xD6E8_FEB8_6659_FD93) } else { 0 };
        board.key() ^ clock
    }

    /// MVV-LVA: the most valuable victim first, then the least valuable attacker.
    fn guess(&self, mv: Move) -> i32 {
        const WORTH: [i32; PieceType::COUNT] = [1, 3, 3, 5, 9, 0];
        let board = self.here();
        let worth = |kind: PieceType| WORTH[kind.index()];
        let on = |square| board.piece_on(square).map_or(0, |piece| worth(piece.kind()));
        let victim = if mv.is_en_passant() {
            WORTH[0]
        } else if mv.is_capture() {
            on(mv.to())
        } else {
            0
        };
        let gain = victim + mv.promotion().map_or(0, worth);
        if gain > 0 { 16 * gain + 10 - on(mv.from()) } else { 0 }
    }

    fn in_check(&self) -> bool {
        self.here().in_check()
    }

    /// Not with only king and pawns, where zugzwang is common.
    fn pass(&mut self) -> bool {
        let mut board = *self.here();
        let own = board.colors(board.stm());
        let small = board.pieces(PieceType::King) | board.pieces(PieceType::Pawn);
        let after_pass = self.passed.last().copied().unwrap_or(false);
        if board.in_check() || after_pass || own.is_subset(small) {
            return false;
        }
        board.make_null();
        self.boards.push(board);
        self.passed.push(true);
        true
    }
}

/// A position of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    /// The end, with its value for the side to move there.
    Leaf(i32),
    /// The positions that can be moved to, by number.
    Inner(Vec<usize>),
}

/// A tree and the current position in it. A move is the number of a child, from 0.
///
/// ```
/// use tabia_lab::ladder::game::{Game, GivenTree};
/// let tree: GivenTree = "((3 5) (2 9))".parse().unwrap();
/// assert_eq!(tree.moves().len(), 2);
/// assert!("((3 5)".parse::<GivenTree>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenTree {
    nodes: Vec<Node>,
    path: Vec<usize>,
}

/// Why a text is not a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "tree: {what} at character {at} (a tree is a number or trees in brackets, at most {MAX_DEPTH} deep)"
)]
pub struct TreeError {
    /// What is wrong with it.
    pub what: &'static str,
    /// Where, from 1.
    pub at: usize,
}

/// Maximum nesting of brackets.
pub const MAX_DEPTH: usize = 64;

impl std::str::FromStr for GivenTree {
    type Err = TreeError;

    /// Reads numbers in brackets: `((3 5) (2 9))` is a tree of two plies. The numbers are the leaves' values for
    /// the side to move there.
    fn from_str(text: &str) -> Result<GivenTree, TreeError> {
        let mut nodes = vec![Node::Inner(Vec::new())];
        let mut open: Vec<usize> = Vec::new();
        let mut done = false;
        let mut rest = text.chars().enumerate().peekable();
        while let Some((at, letter)) = rest.next() {
            let error = |what| TreeError { what, at: at + 1 };
            if letter.is_whitespace() {
                continue;
            }
            if done {
                return Err(error("text after the tree"));
            }
            if letter == ')' {
                let closed = open.pop().ok_or(error("a bracket too many"))?;
                if matches!(&nodes[closed], Node::Inner(children) if children.is_empty()) {
                    return Err(error("empty brackets"));
                }
                done = open.is_empty();
                continue;
            }
            let number = if let Some(&parent) = open.last() {
                nodes.push(Node::Inner(Vec::new()));
                let number = nodes.len() - 1;
                if let Node::Inner(children) = &mut nodes[parent] {
                    children.push(number);
                }
                number
            } else {
                0
            };
            if letter == '(' {
                if open.len() == MAX_DEPTH {
                    return Err(error("too deep"));
                }
                open.push(number);
                continue;
            }
            let mut digits = String::from(letter);
            while let Some((_, next)) = rest.next_if(|(_, next)| next.is_ascii_digit()) {
                digits.push(next);
            }
            let value = digits.parse::<i16>().map_err(|_| error("no number"))?;
            nodes[number] = Node::Leaf(i32::from(value));
            done = open.is_empty();
        }
        if !done {
            return Err(TreeError { what: "the tree does not end", at: text.chars().count() + 1 });
        }
        Ok(GivenTree { nodes, path: vec![0] })
    }
}

impl GivenTree {
    /// A tree in which every position has `width` moves and every leaf is at `depth` plies; `value` returns the leaves'
    /// values from left to right.
    pub fn uniform(width: usize, depth: u32, value: &mut dyn FnMut() -> i32) -> GivenTree {
        let mut tree = GivenTree { nodes: Vec::new(), path: vec![0] };
        tree.grow(width, depth, value);
        tree
    }

    /// A uniform tree in perfect order, so that alpha-beta visits the fewest possible leaves. The root has the value 0.
    pub fn perfect(width: usize, depth: u32) -> GivenTree {
        let mut tree = GivenTree { nodes: Vec::new(), path: vec![0] };
        tree.grow_perfect((width, depth), 0);
        tree
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
