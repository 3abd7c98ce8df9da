//! One playout: select, expand, evaluate, back up. The search runs thousands a second; the Lab executes the steps one
//! by one.

use std::hint::spin_loop;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use super::arena::{Full, NoMemory, NodeId};
use super::choose::{choose, thousandths};
use super::history::{Gains, MovesBefore, PieceTo};
use super::leaf_evaluator::{Leaf, LeafEvaluator, MethodEvaluator, Nets};
use super::options::{PuctOptions, Selection};
use super::prior::MovePriors;
use super::proof::Proof;
use super::tree::{Root, Tree};
use crate::search::is_repetition;
use tabia_chess::{Board, Move};
use tabia_games::game::position::GamePosition;

/// Maximum length of a line, plies.
const MAX_PLY: usize = 200;
/// Attempts to lock the tree before a thread sleeps: locks are held for microseconds, waking up takes longer.
const SPINS: u32 = 500;
/// Maximum expansions per playout; a second one is needed after a flip.
const MAX_EXPANSIONS: usize = 2;

/// A node on the path and the edge taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The node.
    pub node: NodeId,
    /// Index of the edge.
    pub edge: usize,
    /// Halfmove clock at the node.
    halfmove_clock: u32,
}

/// Where a line ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selected {
    /// At a new node: it must be evaluated unless a transposition gave its value.
    New(Option<Leaf>),
    /// At an evaluated node without edges: expand it.
    Unexpanded,
    /// At a certain result or a repetition.
    Decided(Leaf),
    /// Another thread is evaluating or expanding the node.
    Busy,
}

/// A playout in progress.
#[derive(Debug)]
pub struct Playout {
    /// The position reached.
    board: Board,
    /// Keys of the game and of the line.
    keys: Vec<u64>,
    root_key: usize,
    path: Vec<Step>,
    /// The moves of that path.
    moved: Vec<PieceTo>,
    /// The node of that position; none if it is not stored.
    leaf: NodeId,
    /// Its proven result, if it is new.
    proof: Proof,
    /// What the histories say about its moves, if it is to be expanded and the method uses them.
    gains: Option<Gains>,
    /// Flips of the arena when the playout began: after another one its ids are invalid.
    flips: u64,
}

impl Default for Playout {
    fn default() -> Self {
        let (keys, path) = (Vec::with_capacity(512), Vec::with_capacity(MAX_PLY));
        let moved = Vec::with_capacity(MAX_PLY);
        let (board, leaf, proof) = (Board::start(), NodeId::NONE, Proof::NONE);
        Playout { board, keys, root_key: 0, path, moved, leaf, proof, gains: None, flips: 0 }
    }
}

impl Playout {
    /// The nodes passed and the edges taken.
    pub fn path(&self) -> &[Step] {
        &self.path
    }

    /// The position reached.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The moves of the line.
    pub fn line(&self, tree: &Tree) -> Vec<Move> {
        self.path.iter().map(|step| tree.arena.edges(step.node)[step.edge].mv).collect()
    }

    fn begin(&mut self, tree: &Tree, root: &Root<'_>) {
        self.board = root.board;
        self.keys.clear();
        // Positions before the last irreversible move cannot be repeated.
        let recent = root.keys.len().saturating_sub(root.board.halfmove_clock() as usize + 1);
        self.keys.extend_from_slice(&root.keys[recent..]);
        self.root_key = self.keys.len() - 1;
        self.path.clear();
        self.moved.clear();
        (self.leaf, self.proof) = (NodeId::NONE, Proof::NONE);
        self.flips = tree.arena.flips();
    }

    /// First step: follows the best edges from the root to a new, unexpanded or decided position; the first playout
    /// follows a mating move. Each edge gets a virtual loss until the value is backed up.
    pub fn select(&mut self, tree: &mut Tree, root: &Root<'_>) -> Selected {
        self.begin(tree, root);
        let edges = tree.arena.edges(tree.root);
        let first = tree.mating_edge().filter(|&edge| edges[edge].running == 0);
        if let Ok(selected) = self.descend(tree, tree.root, first) {
            return selected;
        }
        // The half is full: start again in the other one.
        tree.flip();
        self.begin(tree, root);
        let selected = self.descend(tree, tree.root, first);
        // Even the other half is full: the position is evaluated, but not stored.
        selected.unwrap_or_else(|Full| {
            self.leaf = NodeId::NONE;
            Selected::New(None)
        })
    }

    /// Follows the best edges from a node, beginning with `first` if given.
    fn descend(
        &mut self,
        tree: &mut Tree,
        from: NodeId,
        mut first: Option<usize>,
    ) -> Result<Selected, Full> {
        let mut id = from;
        loop {
            let node = tree.arena.node(id);
            let below = !self.path.is_empty();
            if below {
                if let Some(q) = node.proof.q() {
                    self.leaf = id;
                    return Ok(Selected::Decided(Leaf::certain(q)));
                }
                if node.visits == 0 {
                    return Ok(self.unevaluated(tree, id));
                }
                if tree.method.selection == Selection::Flat {
                    self.leaf = id;
                    return Ok(Selected::New(None));
                }
            }
            if !node.is_expanded() {
                if below && !self.is_alone(tree) {
                    return Ok(Selected::Busy);
                }
                self.leaf = id;
                let (before, stm) = (MovesBefore::of(&self.moved), self.board.stm());
                let influence = thousandths(tree.method.history);
                self.gains = tree.histories.as_ref().map(|all| all.gains(before, stm, influence));
                return Ok(Selected::Unexpanded);
            }
            let edges = tree.arena.edges(id);
            let chosen = first.take().or_else(|| choose(node, edges, &tree.method, !below));
            let edge = chosen.unwrap_or(0);
            let mv = edges[edge].mv;
            let running = &mut tree.arena.edges_mut(id)[edge].running;
            *running = running.saturating_add(1);
            let halfmove_clock = self.board.halfmove_clock();
            self.path.push(Step { node: id, edge, halfmove_clock });
            self.leaf = NodeId::NONE;
            self.moved.push(PieceTo::of(&self.board, mv));
            self.board.make_move(mv);
            self.keys.push(self.board.key());
            if self.repeats() {
                return Ok(Selected::Decided(Leaf::DRAW));
            }
            if self.path.len() >= MAX_PLY {
                return Ok(Selected::New(None));
            }
            match tree.arena.fetch(id, edge)? {
                Some(child) => id = child,
                None => return self.add(tree, id, edge),
            }
        }
    }

    /// Adds a node for the position reached.
    fn add(&mut self, tree: &mut Tree, parent: NodeId, edge: usize) -> Result<Selected, Full> {
        self.leaf = tree.arena.add_child(parent, edge)?;
        Ok(Selected::New(tree.shared(&self.board)))
    }

    /// A node without a value: another thread is evaluating it, unless its playout was abandoned.
    fn unevaluated(&mut self, tree: &Tree, id: NodeId) -> Selected {
        if self.is_alone(tree) {
            self.leaf = id;
            return Selected::New(None);
        }
        Selected::Busy
    }

    /// Whether no other playout is in progress through the last edge.
    fn is_alone(&self, tree: &Tree) -> bool {
        let alone = |step: &Step| tree.arena.edges(step.node)[step.edge].running <= 1;
        self.path.last().is_some_and(alone)
    }

    /// Whether the last position repeats another.
    fn repeats(&self) -> bool {
        is_repetition(&self.keys, self.root_key, self.board.halfmove_clock() as usize)
    }

    /// Replaces the value of a new node by the result of its position if rules or tablebases prove one. This needs no
    /// tree lock.
    fn prove(&mut self, root: &Root<'_>, selected: Selected) -> Selected {
        if !matches!(selected, Selected::New(_)) || self.leaf.is_none() {
            return selected;
        }
        self.proof = root.known(&self.board);
        self.proof.q().map_or(selected, |q| Selected::Decided(Leaf::certain(q)))
    }

    /// Moves and priors for the second step, shifted by the histories.
    pub fn list_moves(
        &self,
        root: &Root<'_>,
        leaf_evaluator: &mut impl LeafEvaluator,
    ) -> MovePriors {
        if self.path.is_empty() {
            return MovePriors::of(&self.board, &root.moves, leaf_evaluator, None);
        }
        let moves = self.board.legal_moves();
        MovePriors::of(&self.board, &moves, leaf_evaluator, self.gains.as_ref())
    }

    /// Second step: expands the leaf and follows a mating move, else the best one. Without the check for mate a mating
    /// move with a low prior would often never be visited. If the arena was full, a new line is selected, which may end
    /// at an unexpanded node again.
    pub fn expand(
        &mut self,
        tree: &mut Tree,
        root: &Root<'_>,
        move_priors: &MovePriors,
    ) -> Selected {
        let id = self.leaf;
        let expanded = tree.arena.expand(id, &move_priors.moves);
        let next = expanded.and_then(|()| self.descend(tree, id, move_priors.mating));
        if let Ok(selected) = next {
            return selected;
        }
        tree.flip();
        self.select(tree, root)
    }

    /// Third step: evaluates the position.
    pub fn evaluate(&self, selected: Selected, leaf_evaluator: &mut impl LeafEvaluator) -> Leaf {
        match selected {
            Selected::Decided(leaf) | Selected::New(Some(leaf)) => leaf,
            _ => leaf_evaluator.value(&self.board),
        }
    }

    /// Fourth step: backs up the value and proven results, and updates the histories. Returns false if the arena was
    /// flipped meanwhile.
    pub fn back_up(&mut self, tree: &mut Tree, leaf: Leaf) -> bool {
        if tree.arena.flips() != self.flips {
            return false;
        }
        let Leaf { mut q, mut draw } = leaf;
        let mut proof = Proof::NONE;
        if !self.leaf.is_none() {
            let node = tree.arena.node_mut(self.leaf);
            if node.visits == 0 {
                (node.value, node.proof) = (q, self.proof);
            }
            node.add(q, draw);
            proof = node.proof;
            tree.share(self.leaf, self.board.key(), self.board.halfmove_clock());
        }
        for (ply, step) in self.path.iter().enumerate().rev() {
            q = 1.0 - q;
            let edges = tree.arena.edges_mut(step.node);
            let edge = &mut edges[step.edge];
            edge.add(q);
            let mut newly_proven = false;
            if proof.is_known() && edge.proof != proof.for_parent() {
                edge.proof = proof.for_parent();
                newly_proven = true;
            }
            let all = newly_proven.then(|| Proof::of_moves(edges.iter().map(|edge| edge.proof)));
            let node = tree.arena.node_mut(step.node);
            if let Some(histories) = &mut tree.histories {
                let before = MovesBefore::of(&self.moved[..ply]);
                histories.add(before, self.moved[ply], q - node.q);
            }
            node.add(q, draw);
            if let Some(all) = all.filter(|all| all.is_known()) {
                node.proof = all;
            }
            proof = node.proof;
            if let Some(certain) = proof.q() {
                Leaf { q, draw } = Leaf::certain(certain);
            }
            tree.share(step.node, self.keys[self.root_key + ply], step.halfmove_clock);
        }
        true
    }

    /// Abandons the playout and removes its virtual losses.
    pub fn abandon(&mut self, tree: &mut Tree) {
        if tree.arena.flips() == self.flips {
            for step in &self.path {
                let running = &mut tree.arena.edges_mut(step.node)[step.edge].running;
                *running = running.saturating_sub(1);
            }
        }
    }

    /// All four steps; the tree is locked only while it is read or changed. Returns the length of the line in plies, or
    /// `None` if another thread was in the way.
    pub(super) fn run(
        &mut self,
        tree: &Mutex<Tree>,
        root: &Root<'_>,
        leaf_evaluator: &mut impl LeafEvaluator,
    ) -> Option<usize> {
        let mut guard = locked(tree);
        let mut selected = self.select(&mut guard, root);
        for _ in 0..MAX_EXPANSIONS {
            if selected != Selected::Unexpanded {
                break;
            }
            drop(guard);
            let move_priors = self.list_moves(root, leaf_evaluator);
            guard = locked(tree);
            if guard.arena.flips() != self.flips {
                return None;
            }
            selected = self.expand(&mut guard, root, &move_priors);
        }
        if selected == Selected::Busy {
            self.abandon(&mut guard);
            return None;
        }
        drop(guard);
        selected = self.prove(root, selected);
        let leaf = self.evaluate(selected, leaf_evaluator);
        self.back_up(&mut locked(tree), leaf).then_some(self.path.len())
    }
}

/// Locks the tree. A poisoned lock is accepted, because a search that panicked is never used again.
pub(super) fn locked(tree: &Mutex<Tree>) -> MutexGuard<'_, Tree> {
    for _ in 0..SPINS {
        match tree.try_lock() {
            Ok(guard) => return guard,
            Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => spin_loop(),
        }
    }
    tree.lock().unwrap_or_else(PoisonError::into_inner)
}

// A search executed step by step.

/// The next step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// Select: follow the best edges from the root.
    Select,
    /// Expand: add the edges of the position reached, with their priors.
    Expand,
    /// Evaluate the new position.
    Evaluate,
    /// Back up this value, side to move's view, along the line.
    BackUp(Leaf),
}

/// A small search for the Lab, executed step by step. It grows the same tree as the engine with one
/// thread and an empty memory.
#[derive(Debug)]
pub struct Stepper {
    tree: Tree,
    root: Root<'static>,
    leaf_evaluator: MethodEvaluator,
    playout: Playout,
    selected: Selected,
    stage: Stage,
    playouts: u32,
}

impl Stepper {
    /// A search of a position with these networks; `None` without legal moves.
    ///
    /// # Errors
    /// When there is not enough memory for the tree.
    pub fn new(
        position: &GamePosition,
        options: &PuctOptions,
        nets: &Nets,
    ) -> Result<Option<Stepper>, NoMemory> {
        let board = position.board();
        let moves = board.legal_moves().to_vec();
        if moves.is_empty() {
            return Ok(None);
        }
        let PuctOptions { hash_mib, method, seed, fifty_move_rule, .. } = options.clamped();
        let root = Root {
            board,
            keys: position.keys(),
            moves,
            tables: None,
            probe_limit: 0,
            fifty_move_rule,
            tb_hits: AtomicU64::new(0),
        };
        let mut leaf_evaluator = MethodEvaluator::of_thread(method, nets, (seed, &board), 0);
        let mut tree = Tree::new(hash_mib, method)?;
        tree.create_root(&root, &mut leaf_evaluator);
        let (playout, selected) = (Playout::default(), Selected::New(None));
        let stage = Stage::Select;
        Ok(Some(Stepper { tree, root, leaf_evaluator, playout, selected, stage, playouts: 0 }))
    }

    /// The current tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The next step.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Playouts finished.
    pub fn playouts(&self) -> u32 {
        self.playouts
    }

    /// Moves of the playout in progress.
    pub fn line(&self) -> Vec<Move> {
        if self.stage == Stage::Select { Vec::new() } else { self.playout.line(&self.tree) }
    }

    /// Nodes of that line.
    pub fn nodes(&self) -> Vec<NodeId> {
        if self.stage == Stage::Select {
            return Vec::new();
        }
        self.playout.path().iter().map(|step| step.node).collect()
    }

    /// The position at the end of that line.
    pub fn board(&self) -> &Board {
        if self.stage == Stage::Select { &self.root.board } else { self.playout.board() }
    }

    /// Executes the next step and returns the one after it.
    pub fn step(&mut self) -> Stage {
        self.stage = match self.stage {
            Stage::Select => {
                let selected = self.playout.select(&mut self.tree, &self.root);
                self.after_line(selected)
            }
            Stage::Expand => {
                let move_priors = self.playout.list_moves(&self.root, &mut self.leaf_evaluator);
                let selected = self.playout.expand(&mut self.tree, &self.root, &move_priors);
                self.after_line(selected)
            }
            Stage::Evaluate => {
                Stage::BackUp(self.playout.evaluate(self.selected, &mut self.leaf_evaluator))
            }
            Stage::BackUp(leaf) => {
                self.playout.back_up(&mut self.tree, leaf);
                self.playouts += 1;
                Stage::Select
            }
        };
        self.stage
    }

    fn after_line(&mut self, selected: Selected) -> Stage {
        self.selected = self.playout.prove(&self.root, selected);
        match self.selected {
            Selected::Unexpanded => Stage::Expand,
            Selected::Decided(leaf) | Selected::New(Some(leaf)) => Stage::BackUp(leaf),
            Selected::New(None) | Selected::Busy => Stage::Evaluate,
        }
    }

    /// Finishes the current playout.
    pub fn finish(&mut self) {
        while self.step() != Stage::Select {}
    }
}
