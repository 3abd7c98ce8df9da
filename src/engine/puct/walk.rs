//! One playout: select a line from the root, expand its end, evaluate the new position, back its value up. The
//! search makes thousands a second of these four steps; the Lab makes one step at a time.

use std::hint::spin_loop;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use super::arena::{Full, NoMemory, NodeId};
use super::choose::choose;
use super::leaf_evaluator::{Leaf, LeafEvaluator, MethodEvaluator, Nets};
use super::options::{PuctOptions, Selection};
use super::prior::MovePriors;
use super::proof::Proof;
use super::tree::{Root, Tree};
use tabia_chess::{Board, Move};
use tabia_games::game::position::GamePosition;

/// Plies of the longest line.
const MAX_PLY: usize = 200;
/// Tries to get at the tree before a thread goes to sleep: the holder is done within some microseconds, and to be
/// woken takes longer.
const SPINS: u32 = 500;
/// Positions expanded for one playout at most: a second one where there was no room for the first.
const EXPANDED: usize = 2;

/// A node on the way, and the move taken there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The node.
    pub node: NodeId,
    /// The place of the move among its moves.
    pub edge: usize,
}

/// What a line ended with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selected {
    /// A position that is new to the tree: its value is to be found out, unless another line has.
    New(Option<Leaf>),
    /// A position that was judged before and whose moves are not listed yet: expand it.
    Unexpanded,
    /// A position whose result is certain, or that occurred before.
    Decided(Leaf),
    /// Another thread is about to judge or to expand the position.
    Busy,
}

/// The line of a playout under way.
#[derive(Debug)]
pub struct Walker {
    /// The position the line has come to.
    board: Board,
    /// Keys of the game and of the line.
    keys: Vec<u64>,
    root_key: usize,
    path: Vec<Step>,
    /// The node of that position; none where it is not kept.
    leaf: NodeId,
    /// Changes of the arena's halves when the line began: after another one its names are worth nothing.
    flips: u64,
}

impl Default for Walker {
    fn default() -> Self {
        let (keys, path) = (Vec::with_capacity(512), Vec::with_capacity(MAX_PLY));
        Walker { board: Board::start(), keys, root_key: 0, path, leaf: NodeId::NONE, flips: 0 }
    }
}

impl Walker {
    /// The nodes passed through, and the move taken at each.
    pub fn path(&self) -> &[Step] {
        &self.path
    }

    /// The position the line has come to.
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
        self.keys.extend_from_slice(&root.keys);
        self.root_key = self.keys.len() - 1;
        self.path.clear();
        self.leaf = NodeId::NONE;
        self.flips = tree.arena.flips();
    }

    /// First step: follows the best moves from the root to a position that is new, unexpanded or decided. Each move
    /// on the way counts as tried and lost until the result is in.
    pub fn select(&mut self, tree: &mut Tree, root: &Root<'_>) -> Selected {
        self.begin(tree, root);
        if let Ok(selected) = self.descend(tree, root, tree.root, None) {
            return selected;
        }
        // The half is full: on in the other one, from the root again.
        tree.flip();
        self.begin(tree, root);
        let selected = self.descend(tree, root, tree.root, None);
        // No room even there: the position is judged, and not kept.
        selected.unwrap_or_else(|Full| {
            self.leaf = NodeId::NONE;
            Selected::New(None)
        })
    }

    /// Follows the best moves from a node, the first of them this one where it is given.
    fn descend(
        &mut self,
        tree: &mut Tree,
        root: &Root<'_>,
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
                    return Ok(self.unjudged(tree, id));
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
                return Ok(Selected::Unexpanded);
            }
            let edges = tree.arena.edges(id);
            let chosen = first.take().or_else(|| choose(node, edges, &tree.method, !below));
            let edge = chosen.unwrap_or(0);
            let mv = edges[edge].mv;
            let running = &mut tree.arena.edges_mut(id)[edge].running;
            *running = running.saturating_add(1);
            self.path.push(Step { node: id, edge });
            self.leaf = NodeId::NONE;
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
                None => return self.add(tree, root, id, edge),
            }
        }
    }

    /// Adds the node of the position the line has come to.
    fn add(
        &mut self,
        tree: &mut Tree,
        root: &Root<'_>,
        parent: NodeId,
        edge: usize,
    ) -> Result<Selected, Full> {
        let id = tree.arena.add_child(parent, edge)?;
        self.leaf = id;
        let proof = root.known(&self.board);
        tree.arena.node_mut(id).proof = proof;
        if let Some(q) = proof.q() {
            return Ok(Selected::Decided(Leaf::certain(q)));
        }
        let known = tree.method.transpositions.then(|| tree.cache.get(self.board.key()));
        let known = known.flatten().map(|known| Leaf { q: known.q, draw: known.draw });
        Ok(Selected::New(known))
    }

    /// A node without a value yet: another thread is about to evaluate it, unless its line was given up.
    fn unjudged(&mut self, tree: &Tree, id: NodeId) -> Selected {
        if self.is_alone(tree) {
            self.leaf = id;
            return Selected::New(None);
        }
        Selected::Busy
    }

    /// Whether no other playout is under way through the line's last move.
    fn is_alone(&self, tree: &Tree) -> bool {
        let alone = |step: &Step| tree.arena.edges(step.node)[step.edge].running <= 1;
        self.path.last().is_some_and(alone)
    }

    /// Whether the position has occurred before: once since the root, or twice in the game.
    fn repeats(&self) -> bool {
        let now = self.keys.len() - 1;
        let reach = (self.board.halfmove_clock() as usize).min(now);
        let mut seen = 0;
        for back in (4..=reach).step_by(2) {
            if self.keys[now - back] == self.keys[now] {
                seen += 1;
                if now - back >= self.root_key || seen == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// What the second step needs: the moves of the line's last position, which is unexpanded.
    pub fn list(&self, root: &Root<'_>, leaf_evaluator: &mut impl LeafEvaluator) -> MovePriors {
        if self.path.is_empty() {
            return MovePriors::of(&self.board, &root.moves, leaf_evaluator);
        }
        MovePriors::of(&self.board, &self.board.legal_moves(), leaf_evaluator)
    }

    /// Second step, where the line ended with an unexpanded position: lists its moves, and goes on to one that mates,
    /// else to the best of them. A mate not looked for would be found when its prior has its turn, often never. Where
    /// there was no room the line is another afterwards, and may end with an unexpanded position again.
    pub fn expand(&mut self, tree: &mut Tree, root: &Root<'_>, listed: &MovePriors) -> Selected {
        let id = self.leaf;
        let expanded = tree.arena.expand(id, &listed.moves);
        let next = expanded.and_then(|()| self.descend(tree, root, id, listed.mating));
        if let Ok(selected) = next {
            return selected;
        }
        tree.flip();
        self.select(tree, root)
    }

    /// Third step: what the position is worth.
    pub fn evaluate(&self, selected: Selected, leaf_evaluator: &mut impl LeafEvaluator) -> Leaf {
        match selected {
            Selected::Decided(leaf) | Selected::New(Some(leaf)) => leaf,
            _ => leaf_evaluator.value(&self.board),
        }
    }

    /// Fourth step: adds the value to every node and move of the line, and what is proven now. Whether it counted:
    /// not where the halves of the arena have changed meanwhile.
    pub fn back_up(&mut self, tree: &mut Tree, leaf: Leaf) -> bool {
        if tree.arena.flips() != self.flips {
            return false;
        }
        let Leaf { mut q, draw } = leaf;
        let mut proof = Proof::NONE;
        if !self.leaf.is_none() {
            let node = tree.arena.node_mut(self.leaf);
            if node.visits == 0 {
                node.value = q;
            }
            node.add(q, draw);
            proof = node.proof;
            tree.share(self.leaf, self.board.key());
        }
        for (ply, step) in self.path.iter().enumerate().rev() {
            q = 1.0 - q;
            let edges = tree.arena.edges_mut(step.node);
            let edge = &mut edges[step.edge];
            edge.add(q);
            let mut news = false;
            if proof.is_known() && edge.proof != proof.before() {
                edge.proof = proof.before();
                news = true;
            }
            let all = news.then(|| Proof::of_moves(edges.iter().map(|edge| edge.proof)));
            let node = tree.arena.node_mut(step.node);
            node.add(q, draw);
            if let Some(all) = all.filter(|all| all.is_known()) {
                node.proof = all;
            }
            proof = node.proof;
            q = proof.q().unwrap_or(q);
            tree.share(step.node, self.keys[self.root_key + ply]);
        }
        true
    }

    /// Gives the line up without a result.
    pub fn abandon(&mut self, tree: &mut Tree) {
        if tree.arena.flips() == self.flips {
            for step in &self.path {
                let running = &mut tree.arena.edges_mut(step.node)[step.edge].running;
                *running = running.saturating_sub(1);
            }
        }
    }

    /// All four steps, the tree locked only where it is read or changed. Plies of the line; `None` where it came to
    /// nothing because another thread was in the way.
    pub(super) fn playout(
        &mut self,
        tree: &Mutex<Tree>,
        root: &Root<'_>,
        leaf_evaluator: &mut impl LeafEvaluator,
    ) -> Option<usize> {
        let mut guard = locked(tree);
        let mut selected = self.select(&mut guard, root);
        for _ in 0..EXPANDED {
            if selected != Selected::Unexpanded {
                break;
            }
            drop(guard);
            let listed = self.list(root, leaf_evaluator);
            guard = locked(tree);
            if guard.arena.flips() != self.flips {
                return None;
            }
            selected = self.expand(&mut guard, root, &listed);
        }
        if selected == Selected::Busy {
            self.abandon(&mut guard);
            return None;
        }
        drop(guard);
        let leaf = self.evaluate(selected, leaf_evaluator);
        self.back_up(&mut locked(tree), leaf).then_some(self.path.len())
    }
}

/// The tree, whatever became of a thread that had it before: a search that panicked is never asked again.
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

// A search made one step of one playout at a time.

/// The step that comes next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// Follow the best moves from the root.
    Select,
    /// List the moves of the position reached, with their priors.
    Expand,
    /// Find out what the new position is worth.
    Evaluate,
    /// Add that value, seen by the side to move, to every node of the line.
    BackUp(Leaf),
}

/// A small search of its own.
#[derive(Debug)]
pub struct Stepper {
    tree: Tree,
    root: Root<'static>,
    leaf_evaluator: MethodEvaluator,
    walker: Walker,
    selected: Selected,
    stage: Stage,
    playouts: u32,
}

impl Stepper {
    /// A search of a position that has a legal move, by these networks; `None` for one that has none.
    ///
    /// # Errors
    /// Where there is no memory for its tree.
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
        let mut leaf_evaluator = MethodEvaluator::new(method, nets, seed);
        let mut tree = Tree::new(hash_mib, method)?;
        tree.plant(&root, &mut leaf_evaluator);
        let (walker, selected) = (Walker::default(), Selected::New(None));
        let stage = Stage::Select;
        Ok(Some(Stepper { tree, root, leaf_evaluator, walker, selected, stage, playouts: 0 }))
    }

    /// The tree as it stands.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The step that comes next.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Playouts finished.
    pub fn playouts(&self) -> u32 {
        self.playouts
    }

    /// The line of the playout under way: its moves from the root.
    pub fn line(&self) -> Vec<Move> {
        if self.stage == Stage::Select { Vec::new() } else { self.walker.line(&self.tree) }
    }

    /// The nodes of that line.
    pub fn nodes(&self) -> Vec<NodeId> {
        if self.stage == Stage::Select {
            return Vec::new();
        }
        self.walker.path().iter().map(|step| step.node).collect()
    }

    /// The position at the end of that line.
    pub fn board(&self) -> &Board {
        if self.stage == Stage::Select { &self.root.board } else { self.walker.board() }
    }

    /// Makes the next step, and says which one comes after it.
    pub fn step(&mut self) -> Stage {
        self.stage = match self.stage {
            Stage::Select => {
                self.selected = self.walker.select(&mut self.tree, &self.root);
                self.after_line()
            }
            Stage::Expand => {
                let listed = self.walker.list(&self.root, &mut self.leaf_evaluator);
                self.selected = self.walker.expand(&mut self.tree, &self.root, &listed);
                self.after_line()
            }
            Stage::Evaluate => {
                Stage::BackUp(self.walker.evaluate(self.selected, &mut self.leaf_evaluator))
            }
            Stage::BackUp(leaf) => {
                self.walker.back_up(&mut self.tree, leaf);
                self.playouts += 1;
                Stage::Select
            }
        };
        self.stage
    }

    fn after_line(&self) -> Stage {
        match self.selected {
            Selected::Unexpanded => Stage::Expand,
            Selected::Decided(leaf) | Selected::New(Some(leaf)) => Stage::BackUp(leaf),
            Selected::New(None) | Selected::Busy => Stage::Evaluate,
        }
    }

    /// Makes the steps that are left of this playout.
    pub fn finish(&mut self) {
        while self.step() != Stage::Select {}
    }
}
