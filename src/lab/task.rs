//! The experiments that take their time, as tasks for a seat of their own: what is asked, what is told on the
//! way.

use std::sync::Arc;

use tabia_chess::Move;
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::expand::Expansion;
use tabia_engine::alphabeta::tree::{SearchTree, TreeBudget};
use tabia_engine::search::limits::Limits;
use tabia_engine::search::report::StopReason;
use tabia_engine::search::score::Score;
use tabia_engine::search::stop::StopSignal;
use tabia_games::game::position::GamePosition;

use super::experiment::{AnyTrial, Bench, News};
use super::foundations::magic_search::{self, MagicProgress, MagicRequest};
use super::matches::{MatchGame, MatchPlan, play_scratch};
use super::scratch::values::Level;
use super::small_game::learn::{self, Generation, Request};
use super::small_game::net::Net;
use super::tree_index;
use super::why::{self, Why, WhyRequest};

/// An experiment.
#[derive(Clone, Debug)]
pub enum LabTask {
    /// Why not this move?
    Why(WhyRequest),
    /// A search written down.
    Tree(TreeRequest),
    /// A node of that tree searched again.
    Expand {
        /// The root of the tree.
        root: GamePosition,
        /// The node.
        node: Expansion,
        /// How much is kept.
        budget: TreeBudget,
    },
    /// A magic number for a slider on a square; needs no engine.
    Magic(MagicRequest),
    /// Matches between levels of an evaluation from scratch, one after the other; need no engine.
    Scratch(Vec<MatchPlan>),
    /// A small game learnt from nothing; needs no engine.
    SmallGame(Request),
    /// An experiment of the registry.
    Trial(Box<dyn AnyTrial>),
}

/// A search to be written down.
#[derive(Clone, Debug)]
pub struct TreeRequest {
    /// The root.
    pub position: GamePosition,
    /// Depth, plies.
    pub depth: u32,
    /// How much is kept.
    pub budget: TreeBudget,
}

/// A recorded search.
#[derive(Clone, Debug)]
pub struct RecordedTree {
    /// Its root.
    pub root: GamePosition,
    /// Moves from there to where the tree begins; empty but for a node searched again.
    pub path: Vec<Move>,
    /// The tree.
    pub tree: SearchTree,
    /// The Zobrist key of every entry's position.
    pub keys: Vec<u64>,
    /// The move found; `None` for a node searched again.
    pub best: Option<Move>,
    /// Its score, mover's view.
    pub score: Option<Score>,
    /// Nodes of the whole search.
    pub nodes: u64,
    /// Time it took, ms.
    pub time_ms: u64,
}

/// What is told on the way and at the end.
#[derive(Clone, Debug)]
pub enum LabNews {
    /// What is known of the move; told again when it has been searched alone.
    Why(Box<Why>),
    /// The tree.
    Tree(Arc<RecordedTree>),
    /// A node searched again.
    Expanded(Arc<RecordedTree>),
    /// How far the search for a magic number is.
    Magic(MagicProgress),
    /// A game of the match of this level has ended.
    ScratchGame(Level, Box<MatchGame>),
    /// A generation of the small game, and its network.
    SmallGame(Box<(Generation, Arc<Net>)>),
    /// Something an experiment of the registry found.
    Trial(News),
}

/// Carries out a task. Whatever is found is told as soon as it is known.
///
/// # Errors
/// Why the task has no result, for a person to read.
pub fn run(
    task: &LabTask,
    engine: &mut Engine,
    stop: &StopSignal,
    tell: &mut dyn FnMut(LabNews),
) -> Result<(), String> {
    match task {
        LabTask::Why(request) => {
            let mut early = |why: &Why| tell(LabNews::Why(Box::new(why.clone())));
            let answer = why::run(request, engine, stop, &mut early);
            let answer = answer.map_err(|error| error.to_string())?;
            tell(LabNews::Why(Box::new(answer)));
        }
        LabTask::Tree(request) => {
            let (outcome, tree) = engine.record(
                &request.position,
                &Limits::depth(request.depth),
                stop,
                &mut (),
                request.budget,
            );
            if outcome.reason == StopReason::Stopped && tree.nodes.is_empty() {
                return Err("stopped before anything was written down".into());
            }
            let keys = tree_index::keys(&tree, &request.position.board());
            let recorded = RecordedTree {
                keys,
                root: request.position.clone(),
                path: Vec::new(),
                best: outcome.best,
                score: outcome.score,
                nodes: outcome.nodes.unwrap_or(0),
                time_ms: outcome.time_ms,
                tree,
            };
            tell(LabNews::Tree(Arc::new(recorded)));
        }
        LabTask::Expand { root, node, budget } => {
            let tree = engine.expand(root, node, stop, *budget);
            let tree = tree.ok_or("the way to this node cannot be played")?;
            let begin = node.path.iter().fold(root.board(), |board, &mv| board.after(mv));
            let recorded = RecordedTree {
                keys: tree_index::keys(&tree, &begin),
                root: root.clone(),
                path: node.path.clone(),
                best: None,
                score: None,
                nodes: tree.visits() + tree.left_out,
                time_ms: 0,
                tree,
            };
            tell(LabNews::Expanded(Arc::new(recorded)));
        }
        LabTask::Scratch(plans) => {
            for plan in plans {
                let level = plan.evals[0].level;
                let mut told = |game| tell(LabNews::ScratchGame(level, Box::new(game)));
                play_scratch(plan, stop, &mut told)?;
            }
        }
        LabTask::Trial(trial) => {
            let mut told = |news| {
                tell(LabNews::Trial(news));
                true
            };
            let done = trial.run(&mut Bench { engine, stop }, &mut told);
            done.map_err(|error| error.to_string())?;
        }
        LabTask::SmallGame(request) => small_game(*request, stop, tell)?,
        LabTask::Magic(request) => {
            magic_search::run(*request, stop, &mut |news| tell(LabNews::Magic(news)));
        }
    }
    Ok(())
}

/// Learns the small game.
fn small_game(
    request: Request,
    stop: &StopSignal,
    tell: &mut dyn FnMut(LabNews),
) -> Result<(), String> {
    let mut told = |generation: &Generation, net: &Net| {
        tell(LabNews::SmallGame(Box::new((*generation, Arc::new(net.clone())))));
        true
    };
    let learnt = learn::learn(&request, stop, &mut told);
    learnt.map(drop).map_err(|error| format!("no thread could be started: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ab::Equal;
    use crate::ab::Side;
    use crate::ab::experiment::{Ab, Request as AbRequest};
    use crate::experiment::Ask;
    use tabia_chess::Board;
    use tabia_engine::alphabeta::options::EngineOptions;

    #[test]
    fn a_tree_and_one_of_its_nodes() {
        let mut engine = Engine::new(&EngineOptions { hash_mib: 4, ..EngineOptions::default() });
        let position = GamePosition::new(Board::start());
        let budget = TreeBudget { nodes: 50_000, plies: 100 };
        let request = TreeRequest { position: position.clone(), depth: 5, budget };
        let mut news = Vec::new();
        let stop = StopSignal::never();
        run(&LabTask::Tree(request), &mut engine, &stop, &mut |one| news.push(one)).unwrap();
        let [LabNews::Tree(recorded)] = &news[..] else { panic!("{news:?}") };
        assert_eq!(recorded.tree.depth, 5);
        let best = recorded.best.unwrap();
        let node = Expansion { path: vec![best], depth: 3, alpha: -300, beta: 300 };
        let task = LabTask::Expand { root: position, node, budget };
        let mut again = Vec::new();
        run(&task, &mut engine, &stop, &mut |one| again.push(one)).unwrap();
        let [LabNews::Expanded(expanded)] = &again[..] else { panic!("{again:?}") };
        assert_eq!(expanded.path, [best]);
        assert!(expanded.nodes > 0);
    }

    #[test]
    fn a_comparison_leaves_the_options_as_they_were() {
        let mut engine = Engine::new(&EngineOptions { hash_mib: 4, ..EngineOptions::default() });
        let before = *engine.options();
        let request = AbRequest {
            sides: [Side::default(), Side::parse("no-tt,material").unwrap()],
            equal: Equal::Nodes(2_000),
            suite: false,
            hash_mib: 1,
        };
        let trial = Ask::of::<Ab>(request).at(GamePosition::new(Board::start()));
        let mut pairs = 0;
        run(&LabTask::Trial(trial), &mut engine, &StopSignal::never(), &mut |_| pairs += 1)
            .unwrap();
        assert_eq!((pairs, *engine.options()), (1, before));
    }
}
