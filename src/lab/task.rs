//! The experiments that take their time, as tasks for a seat of their own: what is asked, what is told on the
//! way.

use std::sync::Arc;

use tabia_chess::moves::Move;
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::expand::Expansion;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::alphabeta::tree::{SearchTree, TreeBudget};
use tabia_engine::search::limits::Limits;
use tabia_engine::search::report::StopReason;
use tabia_engine::search::score::Score;
use tabia_engine::search::stop::StopSignal;
use tabia_games::game::position::GamePosition;

use super::ab::{self, AbPair, AbPlan};
use super::foundations::magic_search::{self, MagicProgress, MagicRequest};
use super::horizon::{self, EffectRow, HorizonRequest, HorizonRow};
use super::ladder::rows::{self, LadderRequest, LadderRow};
use super::representations::race::{self, RaceRequest, RaceTable};
use super::scratch::match_play::{self, MatchGame, MatchPlan};
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
    /// Two ways of searching compared.
    Ab(AbPlan),
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
    /// Static evaluation to deep search along a line.
    Horizon(HorizonRequest),
    /// The horizon effect at a position, to a depth.
    Effect(GamePosition, u32),
    /// A magic number for a slider on a square; needs no engine.
    Magic(MagicRequest),
    /// From minimax to the engine, at a position.
    Ladder(LadderRequest),
    /// Board representations raced.
    Race(RaceRequest),
    /// Matches between levels of an evaluation from scratch, one after the other; need no engine.
    Scratch(Vec<MatchPlan>),
    /// A small game learnt from nothing; needs no engine.
    SmallGame(Request),
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
    /// A position of a comparison is done.
    Pair(AbPair),
    /// The tree.
    Tree(Arc<RecordedTree>),
    /// A node searched again.
    Expanded(Arc<RecordedTree>),
    /// A position of the line.
    Horizon(HorizonRow),
    /// A depth of the horizon effect.
    Effect(EffectRow),
    /// How far the search for a magic number is.
    Magic(MagicProgress),
    /// An algorithm at a depth.
    Ladder(Box<LadderRow>),
    /// How the race stands.
    Race(Box<RaceTable>),
    /// A game of the match of this level has ended.
    ScratchGame(Level, Box<MatchGame>),
    /// A generation of the small game, and its network.
    SmallGame(Box<(Generation, Arc<Net>)>),
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
        LabTask::Ab(plan) => {
            let usual = *engine.options();
            ab::run(plan, engine, stop, &mut |pair| {
                tell(LabNews::Pair(pair.clone()));
                true
            });
            restore(engine, &usual);
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
        LabTask::Horizon(request) => {
            horizon::run(request, engine, stop, &mut |row| {
                tell(LabNews::Horizon(row.clone()));
                true
            });
        }
        LabTask::Effect(position, deepest) => {
            horizon::effect(position, *deepest, engine, stop, &mut |row| {
                tell(LabNews::Effect(row.clone()));
                true
            });
        }
        LabTask::Scratch(plans) => {
            for plan in plans {
                let level = plan.evals[0].level;
                let mut told = |game| tell(LabNews::ScratchGame(level, Box::new(game)));
                match_play::play(plan, stop, &mut told);
            }
        }
        LabTask::SmallGame(request) => small_game(*request, stop, tell)?,
        LabTask::Magic(_) | LabTask::Ladder(_) | LabTask::Race(_) => {
            foundations(task, engine, stop, tell);
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

/// The tasks about how programs came to search and to keep a board.
fn foundations(
    task: &LabTask,
    engine: &mut Engine,
    stop: &StopSignal,
    tell: &mut dyn FnMut(LabNews),
) {
    if let LabTask::Ladder(request) = task {
        rows::climb(request, engine, stop, &mut |row| {
            tell(LabNews::Ladder(Box::new(*row)));
            true
        });
    } else if let LabTask::Magic(request) = task {
        magic_search::run(*request, stop, &mut |news| tell(LabNews::Magic(news)));
    } else if let LabTask::Race(request) = task {
        // Stopped before its first round it has nothing to tell.
        let _ = race::race(request, stop, &mut |table| {
            tell(LabNews::Race(Box::new(table.clone())));
            true
        });
    }
}

/// Gives an engine its options back after an experiment that changed them.
fn restore(engine: &mut Engine, usual: &EngineOptions) {
    // With less memory than before it goes on with less.
    let _ = engine.set_options(usual);
    engine.new_game();
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::board::Board;

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
        let plan = AbPlan {
            positions: vec![GamePosition::new(Board::start())],
            sides: [ab::Side::default(), ab::Side::parse("no-tt,material").unwrap()],
            equal: ab::Equal::Nodes(2_000),
            hash_mib: 1,
        };
        let mut pairs = 0;
        run(&LabTask::Ab(plan), &mut engine, &StopSignal::never(), &mut |_| pairs += 1).unwrap();
        assert_eq!((pairs, *engine.options()), (1, before));
    }
}
