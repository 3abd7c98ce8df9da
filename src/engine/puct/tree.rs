//! The tree of a search: arena, value cache, histories, and root.

use std::sync::atomic::{AtomicU64, Ordering};

use tabia_chess::{Board, Move, SplitMix64};
use tabia_games::tablebase::{Syzygy, Wdl};

use super::arena::{Arena, NoMemory, NodeId, ranked};
use super::cache::ValueCache;
use super::history::Histories;
use super::leaf_evaluator::{Leaf, LeafEvaluator};
use super::options::Method;
use super::prior;
use super::prior::MovePriors;
use super::proof::Proof;

/// The value cache gets 1 / `CACHE_SHARE` of the memory.
const CACHE_SHARE: usize = 8;

/// Values of positions are shared between lines below this halfmove clock: keys do not contain it, and near the
/// fifty-move rule the same position is worth less.
const SHARED_BELOW: u32 = 80;

/// Root position of a search, and what applies to all nodes.
#[derive(Debug)]
pub struct Root<'a> {
    /// The position.
    pub board: Board,
    /// Keys of all positions of the game, the root's last.
    pub keys: Vec<u64>,
    /// Root moves to search.
    pub moves: Vec<Move>,
    /// Tablebases for nodes of the tree.
    pub tables: Option<&'a Syzygy>,
    /// Maximum number of pieces for probes.
    pub probe_limit: u32,
    /// Whether a win that the 50-move rule would end counts as a draw.
    pub fifty_move_rule: bool,
    /// Tablebase hits.
    pub tb_hits: AtomicU64,
}

impl Root<'_> {
    /// Result by rule or tablebase, without looking at moves: checkmate, stalemate, fifty moves, insufficient material.
    pub(super) fn known(&self, board: &Board) -> Proof {
        if !board.has_legal_move() {
            return if board.in_check() { Proof::MATED } else { Proof::DRAW };
        }
        if board.halfmove_clock() >= 100 || crate::eval::is_bare_draw(board) {
            return Proof::DRAW;
        }
        self.by_tables(board).unwrap_or(Proof::NONE)
    }

    /// Tablebase result; probed only directly after a capture or pawn move, when the halfmove clock is 0.
    fn by_tables(&self, board: &Board) -> Option<Proof> {
        let tables = self.tables?;
        let few = board.occupied().count() <= tables.most_men().min(self.probe_limit);
        if !few || board.halfmove_clock() != 0 || !board.castling().is_empty() {
            return None;
        }
        let found = tables.wdl(board)?;
        self.tb_hits.fetch_add(1, Ordering::Relaxed);
        Some(match found {
            Wdl::Win => Proof::TB_WIN,
            Wdl::Loss => Proof::TB_LOSS,
            Wdl::CursedWin if !self.fifty_move_rule => Proof::TB_WIN,
            Wdl::BlessedLoss if !self.fifty_move_rule => Proof::TB_LOSS,
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => Proof::DRAW,
        })
    }
}

/// The search tree.
#[derive(Debug)]
pub struct Tree {
    pub(super) arena: Arena,
    pub(super) cache: ValueCache,
    /// Only for a method that uses them.
    pub(super) histories: Option<Histories>,
    pub(super) method: Method,
    pub(super) root: NodeId,
    /// A mating move of the root, if the root was created with one.
    mating: Option<Move>,
}

impl Tree {
    /// An empty tree with this much memory, MiB. The least it takes, with histories, is about 1.5 MiB.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(hash_mib: u32, method: Method) -> Result<Tree, NoMemory> {
        let bytes = (hash_mib as usize).saturating_mul(1 << 20);
        let cache = ValueCache::new(bytes / CACHE_SHARE)?;
        let histories = if method.history > 0 { Some(Histories::new()?) } else { None };
        let taken = histories.as_ref().map_or(0, Histories::bytes);
        let arena = Arena::new((bytes - bytes / CACHE_SHARE).saturating_sub(taken))?;
        Ok(Tree { arena, cache, histories, method, root: NodeId::NONE, mating: None })
    }

    /// Allocated memory, bytes.
    pub fn bytes(&self) -> usize {
        let histories = self.histories.as_ref().map_or(0, Histories::bytes);
        self.arena.bytes() + self.cache.bytes() + histories
    }

    /// The arena of its nodes.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The root node; none in an empty tree.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// Removes all nodes, and with `values` what other trees can use too: value cache and histories.
    pub fn clear(&mut self, values: bool) {
        self.arena.clear();
        (self.root, self.mating) = (NodeId::NONE, None);
        if values {
            self.cache.clear();
            if let Some(histories) = &mut self.histories {
                histories.clear();
            }
        }
    }

    /// Tree reuse: makes the node at the end of this line the root if it exists and is expanded; otherwise, or if it
    /// finds no room in the current half, the tree is cleared. Other nodes stay until their memory is needed.
    pub fn step_to(&mut self, line: &[Move]) {
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
        // The root must be in the current half.
        if self.arena.is_alive(id)
            && self.arena.node(id).is_expanded()
            && let Ok(root) = self.arena.adopt(id)
        {
            (self.root, self.mating) = (root, None);
            self.arena.count_below(root);
        } else {
            self.clear(false);
        }
    }

    /// Continues in the other half, with the lines of the root's moves, the best first. The best line may get no visits
    /// during a whole half, while other moves catch up.
    pub(super) fn flip(&mut self) {
        self.root = self.arena.flip(self.root);
        for edge in ranked(self.arena.edges(self.root)) {
            self.arena.keep_line(self.root, edge);
        }
    }

    /// Creates and expands the root if there is none. Its evaluation is its first visit.
    pub(super) fn create_root(&mut self, root: &Root<'_>, leaf_evaluator: &mut impl LeafEvaluator) {
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
        let MovePriors { moves, mating } =
            MovePriors::of(&root.board, &root.moves, leaf_evaluator, None);
        self.mating = mating.map(|at| moves[at].0);
        // An empty arena has room for the edges of one node.
        let _ = self.arena.expand(id, &moves);
    }

    /// Index of the edge of the root's mating move before its first visit.
    pub(super) fn mating_edge(&self) -> Option<usize> {
        let mating = self.mating?;
        let edges = self.arena.edges(self.root);
        edges.iter().position(|edge| edge.mv == mating && edge.visits == 0)
    }

    /// Mixes this share of Dirichlet noise into the priors of a new root.
    pub(super) fn add_root_noise(&mut self, share: f32, rng: &mut SplitMix64) {
        if !self.arena.is_alive(self.root) {
            return;
        }
        let edges = self.arena.edges_mut(self.root);
        let noise = prior::dirichlet(edges.len(), rng);
        for (edge, move_noise) in edges.iter_mut().zip(noise) {
            edge.set_prior((1.0 - share) * edge.prior() + share * move_noise);
        }
        // Selection needs edges sorted by prior. They have no children yet.
        edges.sort_by(|a, b| b.prior().total_cmp(&a.prior()));
    }

    /// The value of a position on another line, if it is known.
    pub(super) fn shared(&self, board: &Board) -> Option<Leaf> {
        let known = self.cache.get(board.key()).filter(|_| self.shares(board.halfmove_clock()))?;
        Some(Leaf { q: known.q, draw: known.draw })
    }

    fn shares(&self, halfmove_clock: u32) -> bool {
        self.method.transpositions && halfmove_clock < SHARED_BELOW
    }

    /// Stores a node's value in the value cache.
    pub(super) fn share(&mut self, id: NodeId, key: u64, halfmove_clock: u32) {
        if self.shares(halfmove_clock) {
            let node = self.arena.node(id);
            let known =
                super::cache::CachedValue { visits: node.visits, q: node.q, draw: node.draw };
            self.cache.put(key, known);
        }
    }

    /// Memory in use, per mille.
    pub fn hashfull(&self) -> u32 {
        self.arena.hashfull()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puct::options::PuctConfig;

    #[test]
    fn a_new_root_that_finds_no_room_in_the_current_half_clears_the_tree() {
        let mut tree = Tree::new(1, PuctConfig::Uniform.method()).unwrap();
        let board = Board::start();
        let moves: Vec<(Move, f32)> = board.legal_moves().iter().map(|&mv| (mv, 0.05)).collect();
        let replies = board.after(moves[3].0).legal_moves();
        let replies: Vec<(Move, f32)> = replies.iter().map(|&mv| (mv, 0.05)).collect();
        tree.root = tree.arena.add_node().unwrap();
        tree.arena.expand(tree.root, &moves).unwrap();
        let child = tree.arena.add_child(tree.root, 3).unwrap();
        tree.arena.expand(child, &replies).unwrap();
        let reply = tree.arena.add_child(child, 2).unwrap();
        tree.arena.expand(reply, &moves).unwrap();
        // No playout visits the reply, so it stays in the half that is cleared next.
        tree.flip();
        while tree.arena.add_node().is_ok() {}
        let line = [moves[3].0, replies[2].0];
        assert!(tree.find(&line).is_some());
        tree.step_to(&line);
        assert!(tree.root.is_none() && tree.arena.is_empty());
    }
}
