//! The tree of a search: its nodes, the values shared between its lines, and the root it grows from.

use std::sync::atomic::{AtomicU64, Ordering};

use tabia_chess::{Board, Move, SplitMix64};
use tabia_games::tablebase::{Syzygy, Wdl};

use super::arena::{Arena, NoMemory, NodeId};
use super::cache::ValueCache;
use super::leaf_evaluator::{Leaf, LeafEvaluator};
use super::options::Method;
use super::prior;
use super::prior::MovePriors;
use super::proof::Proof;

/// One byte of so many goes to the values shared between lines.
const CACHE_SHARE: usize = 8;

/// Where a search begins, and what holds at every node below.
#[derive(Debug)]
pub struct Root<'a> {
    /// The position.
    pub board: Board,
    /// Keys of all positions of the game, the root's last.
    pub keys: Vec<u64>,
    /// The moves thought of at the root.
    pub moves: Vec<Move>,
    /// Tablebases asked in the tree, if any.
    pub tables: Option<&'a Syzygy>,
    /// Men up to which they are asked.
    pub probe_limit: u32,
    /// Whether a win that the 50-move rule would end first is a draw.
    pub fifty_move_rule: bool,
    /// Positions found in the tables.
    pub tb_hits: AtomicU64,
}

impl Root<'_> {
    /// What is certain of a position of the tree without looking at its moves' worth: mate, stalemate, fifty moves,
    /// too little left to mate, or the word of the tables.
    pub(super) fn known(&self, board: &Board) -> Proof {
        if !board.has_legal_move() {
            return if board.in_check() { Proof::MATED } else { Proof::DRAW };
        }
        if board.halfmove_clock() >= 100 || crate::eval::is_bare_draw(board) {
            return Proof::DRAW;
        }
        self.by_tables(board).unwrap_or(Proof::NONE)
    }

    /// The word of the tables: of positions right after a capture or pawn move, of whose clock nothing is used.
    fn by_tables(&self, board: &Board) -> Option<Proof> {
        let tables = self.tables?;
        let few = board.occupied().count() <= tables.most_men().min(self.probe_limit);
        if !few || board.halfmove_clock() != 0 || !board.castling().is_empty() {
            return None;
        }
        let found = tables.wdl(board)?;
        self.tb_hits.fetch_add(1, Ordering::Relaxed);
        Some(match found {
            Wdl::Win => Proof::TABLE_WIN,
            Wdl::Loss => Proof::TABLE_LOSS,
            Wdl::CursedWin if !self.fifty_move_rule => Proof::TABLE_WIN,
            Wdl::BlessedLoss if !self.fifty_move_rule => Proof::TABLE_LOSS,
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => Proof::DRAW,
        })
    }
}

/// A tree.
#[derive(Debug)]
pub struct Tree {
    pub(super) arena: Arena,
    pub(super) cache: ValueCache,
    pub(super) method: Method,
    pub(super) root: NodeId,
}

impl Tree {
    /// An empty tree that will take this much memory, MiB, and no more.
    ///
    /// # Errors
    /// Where there is not as much.
    pub fn new(hash_mib: u32, method: Method) -> Result<Tree, NoMemory> {
        let bytes = (hash_mib as usize).saturating_mul(1 << 20);
        let cache = ValueCache::new(bytes / CACHE_SHARE)?;
        let arena = Arena::new(bytes - bytes / CACHE_SHARE)?;
        Ok(Tree { arena, cache, method, root: NodeId::NONE })
    }

    /// Memory it has taken, bytes.
    pub fn bytes(&self) -> usize {
        self.arena.bytes() + self.cache.bytes()
    }

    /// Its nodes.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The node it grows from; none in an empty tree.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// Drops all nodes, and with `values` what is shared between lines as well.
    pub fn clear(&mut self, values: bool) {
        self.arena.clear();
        self.root = NodeId::NONE;
        if values {
            self.cache.clear();
        }
    }

    /// Makes the node at the end of this line from the root the new root. Whether there was one with moves listed;
    /// if not, the tree is empty afterwards. The other nodes stay where they are until their room is needed.
    pub fn step_to(&mut self, line: &[Move]) -> bool {
        let mut id = self.root;
        for mv in line {
            let edge = self.arena.is_alive(id).then(|| {
                let edges = self.arena.edges(id);
                edges.iter().position(|edge| edge.mv == *mv)
            });
            let next = edge.flatten().and_then(|edge| self.arena.child(id, edge));
            match next {
                Some(next) => id = next,
                None => id = NodeId::NONE,
            }
        }
        if self.arena.is_alive(id) && self.arena.node(id).is_expanded() {
            self.root = id;
            // So that the root lies in the half in use.
            self.flip_if_old();
            return true;
        }
        self.clear(false);
        false
    }

    fn flip_if_old(&mut self) {
        if let Ok(moved) = self.arena.adopt(self.root) {
            self.root = moved;
        } else {
            self.flip();
        }
    }

    /// Goes on in the other half.
    pub(super) fn flip(&mut self) {
        self.root = self.arena.flip(self.root);
    }

    /// Sees to it that there is a root with its moves listed. The root's own value is its first visit.
    pub(super) fn plant(&mut self, root: &Root<'_>, leaf_evaluator: &mut impl LeafEvaluator) {
        if !self.root.is_none() {
            return;
        }
        self.arena.clear();
        let Ok(id) = self.arena.add_node() else { return };
        self.root = id;
        let Leaf { q, draw } = leaf_evaluator.value(&root.board);
        let node = self.arena.node_mut(id);
        node.value = q;
        node.add(q, draw);
        // An empty arena has room for the moves of one node.
        let _ =
            self.arena.expand(id, &MovePriors::of(&root.board, &root.moves, leaf_evaluator).moves);
    }

    /// Casts lots over the moves of a root that was just planted: each prior gives up this share and gets as much of
    /// what is drawn for it.
    pub(super) fn disturb(&mut self, share: f32, rng: &mut SplitMix64) {
        if !self.arena.is_alive(self.root) {
            return;
        }
        let edges = self.arena.edges_mut(self.root);
        let noise = prior::dirichlet(edges.len(), rng);
        for (edge, noise_of_move) in edges.iter_mut().zip(noise) {
            edge.set_prior((1.0 - share) * edge.prior() + share * noise_of_move);
        }
        // The choice goes through moves in the order of their priors. None of them leads anywhere yet.
        edges.sort_by(|a, b| b.prior().total_cmp(&a.prior()));
    }

    /// Notes a node's value for other lines that lead to its position.
    pub(super) fn share(&mut self, id: NodeId, key: u64) {
        if self.method.transpositions {
            let node = self.arena.node(id);
            let known = super::cache::Known { visits: node.visits, q: node.q, draw: node.draw };
            self.cache.put(key, known);
        }
    }

    /// How much of the memory is in use, per mille.
    pub fn hashfull(&self) -> u32 {
        self.arena.hashfull()
    }
}
