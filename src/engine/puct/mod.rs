//! Monte Carlo tree search: the tree is grown playout by playout and nothing is pruned. From flat Monte Carlo over UCT
//! to PUCT with a prior, by configuration ([`options::Method`], [`options::PuctConfig`]).
//!
//! - **A playout** is four steps, each callable by itself (`walk`): select a line by the formula (`choose`), expand its
//!   end at the second visit, evaluate the new position (`leaf_evaluator`), back up the value.
//! - **Values** are expected results between 0 and 1. A score in centipawns is converted by the same curve
//!   (`leaf_evaluator::CURVE`) in both directions, and the chances shown are those of that score.
//! - **What is certain is proven** (`proof`): mate, stalemate, fifty moves, too little to mate with and the word of
//!   tablebases rise through the tree, mates with their distance. Repetition is a draw on the line where it
//!   happens, and proves nothing.
//! - **Memory is bounded** (`arena`, `cache`): two halves; what was not visited since is discarded with its half, and
//!   the number is reported. Moves keep their counts where the nodes behind them are gone.
//! - **Threads** share one tree under one lock, given back while a position is evaluated or its priors are asked for; a
//!   playout under way counts as a loss. On one thread the same seed gives the same tree.
//! - **Shown** (`view`): any node with N, n, Q, P, U of each move, which is next and why.

pub mod arena;
pub mod bench;
pub mod cache;
pub mod choose;
pub mod leaf_evaluator;
pub mod options;
pub mod prior;
pub mod proof;
mod search;
#[cfg(test)]
mod tests;
pub mod tree;
pub mod view;
pub mod walk;
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
use crate::search::report::{SearchOutcome, StopReason};
use crate::search::score::Score;
use crate::search::thinker::{CommonOptions, SearchError, SearchObserver, Thinker};
use tabia_chess::{Board, Move, SplitMix64};
use tabia_games::game::position::GamePosition;
use tabia_games::tablebase::{Syzygy, Wdl};

use leaf_evaluator::{MethodEvaluator, Nets};
use options::PuctOptions;
use proof::Proof;
use search::{Shared, Worker};
use tree::{Root, Tree};
use view::NodeView;
use walk::Walker;

/// An engine: its tree and its options. One search at a time.
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
    nets: Nets,
    tables: Option<Arc<Syzygy>>,
    /// The position whose tree is kept, where it was searched with all its moves.
    base: Option<GamePosition>,
}

/// Why an engine has less than was asked for.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("{}", tabia_text::t!("engine-tree-short", asked = asked.to_string(), got = got.to_string()))]
pub struct Shortage {
    /// MiB asked for.
    asked: u32,
    /// MiB there are.
    got: u32,
}

/// What of the tables holds at a root: the moves that keep the result, and that result.
struct ByTables {
    moves: Vec<Move>,
    verdict: Option<Score>,
}

impl PuctEngine {
    /// An engine with these options, brought into range, and the built-in network for evaluating. Where there is no
    /// memory for all of its tree it has less.
    pub fn new(options: &PuctOptions) -> PuctEngine {
        let options = options.clamped();
        let tree = Mutex::new(grown(&options).0);
        PuctEngine { options, tree, nets: Nets::built_in(), tables: None, base: None }
    }

    fn tree_mut(&mut self) -> &mut Tree {
        self.tree.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Uses these options, brought into range, from the next search on.
    ///
    /// # Errors
    /// Where there is less memory than asked for: it goes on with what there is.
    pub fn set_options(&mut self, options: &PuctOptions) -> Result<(), Shortage> {
        let options = options.clamped();
        let before = std::mem::replace(&mut self.options, options);
        if before.hash_mib == options.hash_mib {
            if before.method != options.method {
                self.tree_mut().method = options.method;
                self.new_game();
            }
            return Ok(());
        }
        self.base = None;
        // The old tree is given back before a new one is made.
        *self.tree_mut() = grown(&PuctOptions { hash_mib: 1, ..options }).0;
        let (tree, got) = grown(&options);
        *self.tree_mut() = tree;
        let asked = options.hash_mib;
        if got < asked { Err(Shortage { asked, got }) } else { Ok(()) }
    }

    /// Evaluates by this network, or by the built-in one again, and forgets what another one found out.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.nets.eval = network.or_else(file::built_in);
        self.new_game();
    }

    /// Takes priors and values from this policy network where the method asks for one, or does without.
    pub fn set_policy(&mut self, policy: Option<Arc<PolicyNet>>) {
        self.nets.policy = policy.or_else(|| Nets::built_in().policy);
        self.new_game();
    }

    /// Asks these tablebases from now on, or none.
    pub fn set_tables(&mut self, tables: Option<Arc<Syzygy>>) {
        self.tables = tables;
        self.new_game();
    }

    /// The options in use.
    pub fn options(&self) -> &PuctOptions {
        &self.options
    }

    /// Forgets what was learnt from the last game.
    pub fn new_game(&mut self) {
        self.base = None;
        self.tree_mut().clear(true);
    }

    /// A node of the tree as the last search left it: the one at the end of a line from its root, if it is kept.
    pub fn node(&self, line: &[Move]) -> Option<NodeView> {
        let tree = walk::locked(&self.tree);
        tree.find(line).map(|id| NodeView::of(&tree, id))
    }

    /// Nodes of the tree, and nodes thrown away since it was begun.
    pub fn nodes_kept_and_discarded(&self) -> (usize, u64) {
        let tree = walk::locked(&self.tree);
        (tree.arena().len(), tree.arena().thrown())
    }

    /// Searches a position until a limit, the clock or the signal ends it. The answer is a legal move whenever there
    /// is one, however short the search. Of the tree of the search before, what is below the position is kept.
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
            return no_answer(&board);
        }
        let wanted =
            |mv: &&Move| limits.search_moves.is_empty() || limits.search_moves.contains(mv);
        let mut moves: Vec<Move> = legal.iter().filter(wanted).copied().collect();
        if moves.is_empty() {
            moves = legal.to_vec();
        }
        let tables = self.tables.clone();
        let at_root = tables.as_deref().and_then(|tables| self.by_tables(tables, &board));
        if let Some(found) = &at_root {
            let kept: Vec<Move> =
                moves.iter().filter(|mv| found.moves.contains(mv)).copied().collect();
            moves = if kept.is_empty() { moves } else { kept };
        }
        // Noise is added to a root that has not been expanded.
        let undisturbed = self.options.root_noise == 0;
        self.keep_tree(position, undisturbed && moves.len() == legal.len());
        let root = Root {
            board,
            keys: position.keys(),
            moves,
            // Where all root moves keep the result, the tables have said what they know.
            tables: tables.as_deref().filter(|_| at_root.is_none()),
            probe_limit: self.options.probe_limit,
            fifty_move_rule: self.options.fifty_move_rule,
            tb_hits: AtomicU64::new(at_root.as_ref().map_or(0, |_| legal.len() as u64)),
        };
        let PuctOptions { threads, method, seed, multi_pv, .. } = self.options;
        let worker = |number: u32| Worker {
            leaf_evaluator: MethodEvaluator::new(
                method,
                &self.nets,
                seed ^ board.key() ^ u64::from(number),
            ),
            walker: Walker::default(),
        };
        let mut workers: Vec<Worker> = (0..threads).map(worker).collect();
        if self.options.root_noise > 0 {
            let (share, seed) = (self.options.root_noise as f32 / 1000.0, seed ^ !board.key());
            let tree = self.tree.get_mut().unwrap_or_else(PoisonError::into_inner);
            tree.plant(&root, &mut workers[0].leaf_evaluator);
            tree.disturb(share, &mut SplitMix64::new(seed));
        }
        let shared = Shared {
            tree: &self.tree,
            root: &root,
            limits,
            signal,
            deadline,
            multi_pv: multi_pv as usize,
            threads,
            verdict: at_root.and_then(|found| found.verdict),
            playouts: AtomicU64::new(0),
            plies: AtomicU64::new(0),
            longest: AtomicU32::new(0),
            done: AtomicBool::new(false),
        };
        search::run(&shared, &mut workers, observer)
    }

    /// Keeps of the tree what is below the position, if the position has come out of the one before.
    fn keep_tree(&mut self, position: &GamePosition, all_moves: bool) {
        let before = self.base.take();
        let line = before.as_ref().and_then(|before| {
            (before.start == position.start).then(|| position.moves.strip_prefix(&before.moves[..]))
        });
        match line.flatten() {
            Some(line) if all_moves => {
                self.tree_mut().step_to(line);
            }
            _ => self.tree_mut().clear(false),
        }
        self.base = all_moves.then(|| position.clone());
    }

    /// What the tables say of a root: of a won one the moves of the shortest way to the next capture or pawn move,
    /// else those that keep the result.
    fn by_tables(&self, tables: &Syzygy, board: &Board) -> Option<ByTables> {
        if board.occupied().count() > tables.most_men().min(self.options.probe_limit) {
            return None;
        }
        let moves = tables.moves(board).ok()?;
        let clock = board.halfmove_clock();
        let best = moves.first()?.verdict;
        let result = best.at_clock(clock);
        let proof = match result {
            Wdl::Win => Proof::TABLE_WIN,
            Wdl::Loss => Proof::TABLE_LOSS,
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => Proof::DRAW,
        };
        let keeps = |verdict: tabia_games::tablebase::Verdict| {
            verdict.at_clock(clock) == result && (!proof.is_win() || verdict.dtz == best.dtz)
        };
        let kept = moves.iter().filter(|found| keeps(found.verdict)).map(|found| found.mv);
        let verdict = search::verdict(proof, best.dtz.abs());
        Some(ByTables { moves: kept.collect(), verdict })
    }
}

/// A tree of as much memory as is asked for, or of half as much until there is enough, and how many MiB those are.
fn grown(options: &PuctOptions) -> (Tree, u32) {
    let mut mib = options.hash_mib;
    loop {
        match Tree::new(mib, options.method) {
            Ok(tree) => return (tree, mib),
            Err(_) if mib > 1 => mib /= 2,
            // Not even one: what every allocation of the program does then.
            Err(_) => handle_alloc_error(Layout::new::<[u8; 1 << 20]>()),
        }
    }
}

/// The answer where there is no move: mated, or drawn.
fn no_answer(board: &Board) -> SearchOutcome {
    SearchOutcome {
        score: Some(if board.in_check() { Score::Mate(0) } else { Score::EVEN }),
        depth: Some(0),
        nodes: Some(0),
        ..SearchOutcome::nothing(StopReason::Forced)
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

impl From<Shortage> for SearchError {
    fn from(error: Shortage) -> SearchError {
        SearchError::Reduced(error.to_string())
    }
}
