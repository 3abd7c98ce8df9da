//! Monte Carlo tree search: the tree grows playout by playout and nothing is pruned. Flat Monte Carlo, UCT and PUCT are
//! configurations ([`options::Method`], [`options::PuctConfig`]).
//!
//! - **A playout** has four steps, each callable by itself (`playout`): select a line by the formula (`choose`), expand
//!   its leaf at the second visit, evaluate the new node (`leaf_evaluator`), back up the value.
//! - **Values** are expected scores between 0 and 1. Centipawns are converted by one curve (`leaf_evaluator::CURVE`) in
//!   both directions.
//! - **Certain results are proven** (`proof`): checkmate, stalemate, fifty moves, insufficient material and tablebase
//!   results are backed up through the tree, mates with their distance. The distance is an upper bound: no playout
//!   passes through a proven node again to find a shorter mate. A repetition is a draw in its line only and proves
//!   nothing.
//! - **Chances of win, draw and loss** of a line are those of the search (`view`): Q of its first move and the share of
//!   draws below it.
//! - **Memory is bounded** (`arena`, `cache`): nodes not visited recently are discarded with their half, and their
//!   number is reported. Edges keep their counts without the child node. The root's lines and the proofs of results
//!   stay.
//! - **Threads** share one tree under one lock, which is released during evaluation; playouts in progress count as
//!   virtual losses. With one thread the same seed gives the same tree from an empty memory (value cache, histories).
//! - **Display** (`view`): N, n, Q, P and U of any node, the next move and the reason for it.

pub mod arena;
pub mod bench;
pub mod cache;
pub mod choose;
mod history;
pub mod leaf_evaluator;
pub mod options;
pub mod playout;
pub mod prior;
pub mod proof;
mod search;
#[cfg(test)]
mod tests;
pub mod tree;
pub mod view;
pub mod words;

use std::alloc::{Layout, handle_alloc_error};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use thiserror::Error;

use crate::clock::Deadline;
use crate::eval::nnue::{Network, file};
use crate::eval::policy::PolicyNet;
use crate::search::limits::{Limits, StopSignal};
use crate::search::report::SearchOutcome;
use crate::search::thinker::{CommonOptions, SearchError, SearchObserver, Thinker};
use tabia_chess::{Board, Move, SplitMix64};
use tabia_games::game::position::GamePosition;
use tabia_games::tablebase::{Syzygy, Wdl};

use leaf_evaluator::{MethodEvaluator, Nets};
use options::PuctOptions;
use playout::Playout;
use proof::Proof;
use search::{Shared, Worker};
use tree::{Root, Tree};
use view::{NodeView, TbMove};

/// A PUCT engine: tree and options. It runs one search at a time.
///
/// ```
/// use tabia_chess::Board;
/// use tabia_games::game::position::GamePosition;
/// use tabia_engine::puct::{PuctEngine, options::PuctOptions};
/// use tabia_engine::search::limits::{Limits, StopSignal};
/// let mut engine = PuctEngine::new(&PuctOptions { hash_mib: 1, ..PuctOptions::default() });
/// let mate = Board::from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
/// let position = GamePosition::new(mate);
/// let outcome = engine.go(&position, &Limits::nodes(500), &StopSignal::never(), &mut ());
/// assert_eq!(outcome.best.unwrap().to().to_string(), "a8");
/// ```
#[derive(Debug)]
pub struct PuctEngine {
    options: PuctOptions,
    tree: Mutex<Tree>,
    /// Size of the tree last asked for by [`PuctEngine::set_options`], MiB; before that its real size.
    hash_asked: u32,
    nets: Nets,
    tables: Option<Arc<Syzygy>>,
    /// The position of the kept tree, if it was searched with all its moves.
    base: Option<GamePosition>,
}

/// The engine has less memory than its options ask for.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("{}", tabia_text::t!("engine-tree-short", asked = asked.to_string(), got = got.to_string()))]
pub struct OutOfMemory {
    /// MiB asked for.
    asked: u32,
    /// Actual size, MiB.
    got: u32,
}

impl PuctEngine {
    /// An engine with these options, clamped, and the built-in networks. Without enough memory the tree is smaller.
    pub fn new(options: &PuctOptions) -> PuctEngine {
        let options = options.clamped();
        let (tree, hash_asked) = grown(&options);
        let (tree, nets) = (Mutex::new(tree), Nets::built_in());
        PuctEngine { options, tree, hash_asked, nets, tables: None, base: None }
    }

    fn tree_mut(&mut self) -> &mut Tree {
        self.tree.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the options, clamped. A size that did not fit is reported once and not tried again.
    ///
    /// # Errors
    /// When there is not enough memory for the tree; the engine continues with a smaller one.
    pub fn set_options(&mut self, options: &PuctOptions) -> Result<(), OutOfMemory> {
        let options = options.clamped();
        let before = std::mem::replace(&mut self.options, options);
        // Histories are part of the tree's memory.
        let same_parts = (before.method.history > 0) == (options.method.history > 0);
        if self.hash_asked == options.hash_mib && same_parts {
            // Tablebase proofs depend on the old options.
            let tables = |options: &PuctOptions| (options.probe_limit, options.fifty_move_rule);
            if before.method != options.method || tables(&before) != tables(&options) {
                self.tree_mut().method = options.method;
                self.new_game();
            }
            return Ok(());
        }
        self.hash_asked = options.hash_mib;
        self.base = None;
        // The old tree is freed before a new one is allocated.
        *self.tree_mut() = grown(&PuctOptions { hash_mib: 1, ..options }).0;
        let (tree, got) = grown(&options);
        *self.tree_mut() = tree;
        let asked = options.hash_mib;
        if got < asked { Err(OutOfMemory { asked, got }) } else { Ok(()) }
    }

    /// Sets the evaluation network, or the built-in one for `None`, and clears the tree.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.nets.eval = network.or_else(file::built_in);
        self.new_game();
    }

    /// Sets the policy network for priors and values.
    pub fn set_policy(&mut self, policy: Option<Arc<PolicyNet>>) {
        self.nets.policy = policy.or_else(|| Nets::built_in().policy);
        self.new_game();
    }

    /// Sets the tablebases.
    pub fn set_tables(&mut self, tables: Option<Arc<Syzygy>>) {
        self.tables = tables;
        self.new_game();
    }

    /// The current options.
    pub fn options(&self) -> &PuctOptions {
        &self.options
    }

    /// Clears the tree for a new game.
    pub fn new_game(&mut self) {
        self.base = None;
        self.tree_mut().clear(true);
    }

    /// A node of the last search's tree, at the end of a line from the root, if it still exists.
    pub fn node(&self, line: &[Move]) -> Option<NodeView> {
        let tree = playout::locked(&self.tree);
        tree.find(line).map(|id| NodeView::of(&tree, id))
    }

    /// Nodes of the tree, at most, and nodes discarded since it was created.
    pub fn nodes_kept_and_discarded(&self) -> (usize, u64) {
        let tree = playout::locked(&self.tree);
        (tree.arena().len(), tree.arena().discarded())
    }

    /// Searches until a limit, the clock or the signal ends it. The outcome has a legal move whenever there is one,
    /// however short the search. The subtree of the position is reused from the previous search.
    pub fn go(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        signal: &StopSignal,
        observer: &mut dyn SearchObserver,
    ) -> SearchOutcome {
        let board = position.board();
        let overhead = Duration::from_millis(u64::from(self.options.move_overhead_ms));
        let deadline = Deadline::new(limits, &board, overhead);
        let legal = board.legal_moves();
        if legal.is_empty() {
            return SearchOutcome::of_finished_game(&board);
        }
        let mut moves = limits.root_moves(&board);
        let tables = self.tables.clone();
        let mut by_tables = tables
            .as_deref()
            .and_then(|tables| self.by_tables(tables, &board, &moves))
            .unwrap_or_default();
        // For a move in a game; analysis lists the other moves, too.
        if !limits.infinite && self.options.multi_pv == 1 {
            keep_best(&mut by_tables);
        }
        if !by_tables.is_empty() {
            moves = by_tables.iter().map(|found| found.mv).collect();
        }
        // Noise is added to a new root only.
        let no_noise = self.options.root_noise == 0;
        self.keep_tree(position, no_noise && moves.len() == legal.len());
        let root = Root {
            board,
            keys: position.keys(),
            moves,
            // The root moves have their tablebase results already, so the tree needs no probes.
            tables: tables.as_deref().filter(|_| by_tables.is_empty()),
            probe_limit: self.options.probe_limit,
            fifty_move_rule: self.options.fifty_move_rule,
            tb_hits: AtomicU64::new(if by_tables.is_empty() { 0 } else { legal.len() as u64 }),
        };
        let PuctOptions { threads, method, seed, multi_pv, .. } = self.options;
        let worker = |number: u32| Worker {
            leaf_evaluator: MethodEvaluator::of_thread(method, &self.nets, (seed, &board), number),
            playout: Playout::default(),
        };
        let mut workers: Vec<Worker> = (0..threads).map(worker).collect();
        if self.options.root_noise > 0 {
            let (share, seed) = (self.options.root_noise as f32 / 1000.0, seed ^ !board.key());
            let tree = self.tree.get_mut().unwrap_or_else(PoisonError::into_inner);
            tree.create_root(&root, &mut workers[0].leaf_evaluator);
            tree.add_root_noise(share, &mut SplitMix64::new(seed));
        }
        let shared = Shared {
            tree: &self.tree,
            root: &root,
            limits,
            signal,
            deadline,
            multi_pv: multi_pv as usize,
            by_tables: &by_tables,
            playouts: AtomicU64::new(0),
            plies: AtomicU64::new(0),
            longest: AtomicU32::new(0),
            done: AtomicBool::new(false),
        };
        search::run(&shared, &mut workers, observer)
    }

    /// Reuses the subtree of the position, if it follows from the previous one.
    fn keep_tree(&mut self, position: &GamePosition, all_moves: bool) {
        let before = self.base.take();
        let line = before.as_ref().and_then(|before| {
            (before.start == position.start).then(|| position.moves.strip_prefix(&before.moves[..]))
        });
        match line.flatten() {
            Some(line) if all_moves => self.tree_mut().step_to(line),
            _ => self.tree_mut().clear(false),
        }
        self.base = all_moves.then(|| position.clone());
    }

    /// Tablebase results of these root moves, the best first; `None` if the root is not in the tablebases.
    fn by_tables(&self, tables: &Syzygy, board: &Board, wanted: &[Move]) -> Option<Vec<TbMove>> {
        if board.occupied().count() > tables.most_men().min(self.options.probe_limit) {
            return None;
        }
        let moves = tables.moves(board).ok()?;
        let rule = self.options.fifty_move_rule;
        let result_of = |verdict: tabia_games::tablebase::Verdict| {
            if rule { verdict.at_clock(board.halfmove_clock()) } else { without_rule(verdict.wdl) }
        };
        let found = moves.iter().filter(|found| wanted.contains(&found.mv));
        let of_tables = found.map(|found| {
            let wdl = result_of(found.verdict);
            let result = match wdl {
                Wdl::Win => Proof::TB_WIN,
                Wdl::Loss => Proof::TB_LOSS,
                Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => Proof::DRAW,
            };
            TbMove { mv: found.mv, result, wdl, dtz: found.verdict.dtz }
        });
        Some(of_tables.collect())
    }
}

/// Removes the root moves that give the best result away: for a win all but those with the shortest DTZ.
fn keep_best(moves: &mut Vec<TbMove>) {
    if let Some(&best) = moves.first() {
        let won = best.result.is_win();
        moves.retain(|found| found.wdl == best.wdl && (!won || found.dtz == best.dtz));
    }
}

/// A tablebase result without the fifty-move rule.
fn without_rule(wdl: Wdl) -> Wdl {
    match wdl {
        Wdl::CursedWin => Wdl::Win,
        Wdl::BlessedLoss => Wdl::Loss,
        wdl => wdl,
    }
}

/// A tree of the requested size, halved until there is enough memory, and its size in MiB.
fn grown(options: &PuctOptions) -> (Tree, u32) {
    let mut mib = options.hash_mib;
    loop {
        match Tree::new(mib, options.method) {
            Ok(tree) => return (tree, mib),
            Err(_) if mib > 1 => mib /= 2,
            // Not even one MiB: abort like any failed allocation.
            Err(_) => handle_alloc_error(Layout::new::<[u8; 1 << 20]>()),
        }
    }
}

impl Thinker for PuctEngine {
    fn name(&self) -> &'static str {
        concat!("Tabia ", env!("CARGO_PKG_VERSION"), " PUCT")
    }

    fn configure(&mut self, options: &CommonOptions) -> Result<(), SearchError> {
        let CommonOptions { threads, hash_mib, multi_pv } = *options;
        self.set_options(&PuctOptions { hash_mib, threads, multi_pv, ..*self.options() })?;
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), SearchError> {
        PuctEngine::new_game(self);
        Ok(())
    }

    fn search(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        stop: &StopSignal,
        observer: &mut dyn SearchObserver,
    ) -> Result<SearchOutcome, SearchError> {
        Ok(self.go(position, limits, stop, observer))
    }
}

impl From<OutOfMemory> for SearchError {
    fn from(error: OutOfMemory) -> SearchError {
        SearchError::Reduced(error.to_string())
    }
}
