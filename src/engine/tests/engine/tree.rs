//! The recorded tree: recording does not change the search, and every node is recorded or counted as left out.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use tabia_chess::{Board, uci_move};
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::alphabeta::tree::{NodeEnd, SearchTree, Step, TreeBudget};
use tabia_engine::alphabeta::value::to_score;
use tabia_engine::alphabeta::{Engine, bench};
use tabia_engine::search::detail::PruneReason;
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::live_tree::LiveTree;
use tabia_engine::search::report::{IterationInfo, SearchOutcome};
use tabia_engine::search::score::{Bound, Score};
use tabia_engine::search::thinker::SearchObserver;
use tabia_games::game::position::GamePosition;

/// An opening, a middlegame with tactics, an ending with a mate, an ending of pawns.
const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "6k1/5ppp/8/8/8/8/R7/6K1 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

const ALL: TreeBudget = TreeBudget { nodes: 1_000_000, plies: 300 };

/// Requests the last snapshot.
struct Watching;

impl SearchObserver for Watching {
    fn on_iteration(&mut self, _: &IterationInfo) {}

    fn snapshot_every_ms(&self) -> Option<u64> {
        Some(60_000)
    }
}

fn engine() -> Engine {
    Engine::new(&EngineOptions { hash_mib: 4, ..EngineOptions::default() })
}

fn position(fen: &str) -> GamePosition {
    GamePosition::new(Board::from_fen(fen).unwrap())
}

fn recorded(fen: &str, limits: &Limits, budget: TreeBudget) -> (SearchOutcome, SearchTree) {
    engine().record(&position(fen), limits, &StopSignal::never(), &mut Watching, budget)
}

#[test]
fn recording_changes_nothing_and_visits_add_up() {
    for fen in POSITIONS {
        for limits in [Limits::depth(9), Limits::nodes(20_011)] {
            let never = StopSignal::never();
            let plain = engine().go(&position(fen), &limits, &never, &mut ());
            let (outcome, tree) = recorded(fen, &limits, ALL);
            assert_eq!((plain.best, plain.score), (outcome.best, outcome.score), "{fen}");
            assert_eq!(plain.nodes, outcome.nodes, "{fen}");
            assert_eq!(Some(tree.visits() + tree.left_out), outcome.nodes, "{fen}");
            assert_eq!(Some(tree.depth), outcome.depth, "{fen}");
            assert!(tree.visits() > 0 && tree.skips_left_out == 0, "{fen}");
        }
    }
}

/// Requests a profile.
struct Counting;

impl SearchObserver for Counting {
    fn on_iteration(&mut self, _: &IterationInfo) {}

    fn wants_profile(&self) -> bool {
        true
    }
}

/// Requests snapshots as the window does, with the live tree or without.
struct Live {
    tree: bool,
}

impl SearchObserver for Live {
    fn on_iteration(&mut self, _: &IterationInfo) {}

    fn snapshot_every_ms(&self) -> Option<u64> {
        Some(125)
    }

    fn wants_tree(&self) -> bool {
        self.tree
    }
}

#[test]
fn the_live_tree_counts_what_the_root_moves_count() {
    for fen in POSITIONS {
        for limits in [Limits::depth(11), Limits::nodes(60_011)] {
            let never = StopSignal::never();
            let plain = engine().go(&position(fen), &limits, &never, &mut ());
            let outcome = engine().go(&position(fen), &limits, &never, &mut Live { tree: true });
            assert_eq!((plain.best, plain.nodes), (outcome.best, outcome.nodes), "{fen}");
            let progress = outcome.last.unwrap().progress;
            let tree = progress.tree.unwrap();
            assert_eq!(Some(tree.total()), progress.nodes, "{fen}");
            for root in &progress.root_moves {
                let node = tree.child(0, root.mv).map(|at| tree.nodes[at as usize]);
                let shown = root.nodes.unwrap() * LiveTree::SEEN >= tree.total();
                assert!(!shown || node.map(|node| node.nodes) == root.nodes, "{fen}: {root:?}");
                // A reduced or narrower search may have followed the reported one.
                if let Some(node) = node.filter(|node| node.iteration > 1 && root.score.is_some()) {
                    assert!(node.score.is_some() && node.ply == 1, "{fen}: {root:?}");
                }
            }
            for (at, node) in tree.nodes.iter().enumerate().skip(1) {
                let parent = &tree.nodes[node.parent as usize];
                assert!(node.nodes <= parent.nodes && node.ply == parent.ply + 1);
                assert!((node.parent as usize) < at && usize::from(node.ply) <= LiveTree::PLIES);
                let below = tree.children(at as u32).map(|child| tree.nodes[child as usize].nodes);
                assert!(below.sum::<u64>() <= node.nodes, "{fen}");
            }
            let pv = &progress.lines[0].pv;
            let line = tree.line(pv);
            assert!(line.len() > pv.len().min(3), "the expected line is in the tree: {fen}");
            let path: Vec<_> = pv[..line.len() - 1].iter().copied().map(Some).collect();
            assert_eq!(tree.path(line[line.len() - 1]), path, "{fen}");
        }
    }
}

#[test]
fn lines_make_a_tree_in_which_all_are_equally_wide() {
    let board = Board::start();
    let line = |moves: &str, cp| {
        let mut at = board;
        let mut play = |text| {
            let mv = uci_move::parse(&at, text).unwrap();
            at.make_move(mv);
            mv
        };
        let moves = moves.split(' ').map(&mut play).collect();
        IterationInfo::new(9, board.stm(), Score::Cp(cp), moves)
    };
    let long = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1";
    let lines = [line(long, 30), line("d2d4 d7d5", 25), line("e2e4 c7c5", 20)];
    let tree = LiveTree::of_lines(&lines.each_ref());
    let root: Vec<_> = tree.children(0).map(|at| tree.nodes[at as usize]).collect();
    assert_eq!((tree.total(), root.len()), (3, 2));
    assert_eq!(root.iter().map(|node| node.nodes).collect::<Vec<_>>(), [2, 1]);
    assert_eq!((root[0].score, root[1].score), (Some(Score::Cp(30)), Some(Score::Cp(25))));
    assert_eq!(tree.line(&lines[0].pv).len(), LiveTree::PLIES + 1);
    let sicilian = tree.line(&lines[2].pv);
    let node = tree.nodes[sicilian[2] as usize];
    assert_eq!((sicilian.len(), node.score, node.depth), (3, Some(Score::Cp(20)), 7));
    assert_eq!(LiveTree::of_lines(&[]), LiveTree::default());
}

#[test]
fn the_bench_is_the_same_with_every_recorder() {
    let (mut plain, mut profiled, mut taped) = (engine(), engine(), engine());
    let mut live = engine();
    let (limits, never) = (Limits::depth(9), StopSignal::never());
    let budget = TreeBudget { nodes: 20_000, plies: 240 };
    for fen in bench::POSITIONS {
        // Each engine keeps its memory from position to position.
        let position = position(fen);
        let a = plain.go(&position, &limits, &never, &mut ());
        let b = profiled.go(&position, &limits, &never, &mut Counting);
        let (c, tree) = taped.record(&position, &limits, &never, &mut (), budget);
        let d = live.go(&position, &limits, &never, &mut Live { tree: true });
        assert!(tree.nodes.len() <= budget.nodes, "{fen}");
        for (what, other) in [("profile", &b), ("tree", &c), ("live tree", &d)] {
            assert_eq!((a.best, a.score), (other.best, other.score), "{what}: {fen}");
            assert_eq!(a.nodes, other.nodes, "{what}: {fen}");
        }
    }
}

/// Processor time of this thread so far.
fn processor_seconds() -> f64 {
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    schedstat.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

#[test]
#[ignore = "measures how much recording costs, on Linux"]
fn how_much_recording_costs() {
    let (limits, never) = (Limits::depth(14), StopSignal::never());
    let budget = TreeBudget { nodes: 500_000, plies: 240 };
    let mut times = [const { Vec::new() }; 5];
    for _ in 0..5 {
        let mut engines: [Engine; 5] = std::array::from_fn(|_| engine());
        let mut spent = [0.0; 5];
        for fen in bench::POSITIONS {
            let position = position(fen);
            for (which, (engine, spent)) in engines.iter_mut().zip(&mut spent).enumerate() {
                let begin = processor_seconds();
                match which {
                    0 => drop(engine.go(&position, &limits, &never, &mut ())),
                    1 => drop(engine.go(&position, &limits, &never, &mut Counting)),
                    2 => drop(engine.record(&position, &limits, &never, &mut (), budget)),
                    _ => {
                        let mut observer = Live { tree: which == 4 };
                        drop(engine.go(&position, &limits, &never, &mut observer));
                    }
                }
                *spent += processor_seconds() - begin;
            }
        }
        for (all, one) in times.iter_mut().zip(spent) {
            all.push(one);
        }
    }
    for (what, with, without) in
        [("a profile", 1, 0), ("a tree", 2, 0), ("snapshots", 3, 0), ("a live tree", 4, 3)]
    {
        let pairs = times[without].iter().zip(&times[with]);
        let mut ratios: Vec<f64> = pairs.map(|(without, with)| without / with).collect();
        ratios.sort_by(f64::total_cmp);
        let [least, .., most] = ratios[..] else { return };
        let median = ratios[ratios.len() / 2];
        println!("nodes a second with {what}: {median:.3} ({least:.3} to {most:.3})");
    }
}

#[test]
fn every_node_returns_through_one_function() {
    for fen in POSITIONS {
        let (outcome, _) = recorded(fen, &Limits::nodes(30_000), ALL);
        let snapshot = outcome.last.unwrap();
        let counts = snapshot.detail.alphabeta().unwrap().counts;
        let reasons = PruneReason::ALL.into_iter().filter(|reason| reason.ends_node());
        let cuts: u64 = reasons.map(|reason| counts.pruned[reason.index()]).sum();
        assert_eq!(cuts + counts.searched + counts.interrupted, counts.nodes, "{fen}");
    }
}

#[test]
fn the_tree_is_consistent() {
    use PruneReason::{BareDraw, FiftyMoves, MaxPly, Repetition};
    let mut bounds = Vec::new();
    let (outcome, tree) = recorded(POSITIONS[1], &Limits::depth(8), ALL);
    for (at, node) in tree.nodes.iter().enumerate() {
        let Some(parent) = node.parent else {
            assert_eq!((node.step, node.ply), (Step::Root, 0));
            continue;
        };
        assert!((parent as usize) < at, "a parent comes before its children");
        let parent = &tree.nodes[parent as usize];
        assert!(!matches!(parent.end, NodeEnd::Skipped(_) | NodeEnd::Open), "{parent:?}");
        let deeper = u16::from(!matches!(node.step, Step::Again));
        assert_eq!(node.ply, parent.ply + deeper, "{node:?}");
        assert!(node.alpha < node.beta && node.end != NodeEnd::Open, "{node:?}");
        // The bound shows on which side of the window the value of a cut or a quiescence search is.
        let cut = matches!(node.end, NodeEnd::Cut(..));
        let expected = match node.end {
            NodeEnd::Cut(Repetition | FiftyMoves | BareDraw | MaxPly, _) => Some(Bound::Exact),
            end => end.value().map(|value| match value {
                value if value >= node.beta => Bound::Lower,
                value if value <= node.alpha => Bound::Upper,
                _ => Bound::Exact,
            }),
        };
        // Checkmate is exact with any window.
        let mated = matches!(node.end.value().map(to_score), Some(Score::Mate(_)));
        if cut || node.depth == 0 && !mated {
            assert_eq!(node.bound(), expected, "{node:?}");
            bounds.extend(node.bound().map(|bound| (cut, bound)));
        }
    }
    for bound in [(true, Bound::Lower), (true, Bound::Upper), (false, Bound::Exact)] {
        assert!(bounds.contains(&bound), "{bound:?}");
    }
    // The last root pass has the best move with the value of the root.
    let is_root = |node: &&tabia_engine::alphabeta::tree::TreeNode| node.step == Step::Root;
    let at = tree.nodes.iter().rposition(|node| is_root(&node)).unwrap();
    let value = tree.nodes[at].end.value().unwrap();
    assert!(matches!(tree.nodes[at].end, NodeEnd::Searched(_, Bound::Exact)));
    let best = Step::Move(outcome.best.unwrap());
    let agrees = |node: &&tabia_engine::alphabeta::tree::TreeNode| {
        node.parent == Some(at as u32) && node.step == best && node.end.value() == Some(-value)
    };
    assert_eq!(tree.nodes.iter().filter(agrees).count(), 1);
    let has = |wanted: fn(&NodeEnd) -> bool| tree.nodes.iter().any(|node| wanted(&node.end));
    assert!(has(|end| matches!(end, NodeEnd::Skipped(PruneReason::LateMove))));
    assert!(has(|end| matches!(end, NodeEnd::Cut(PruneReason::StandPat, _))));
    assert!(has(|end| matches!(end, NodeEnd::Cut(PruneReason::TtCutoff, _))));
    assert!(tree.nodes.iter().any(|node| node.tt_hit && node.static_eval.is_some()));
    assert!(tree.nodes.iter().any(|node| node.reduction > 1 && node.order > 1));
    assert!(tree.nodes.iter().any(|node| node.step == Step::Null));
}

#[test]
fn the_size_limit_is_kept_and_omitted_nodes_are_counted() {
    let (whole, _) = recorded(POSITIONS[1], &Limits::depth(8), ALL);
    for budget in [
        TreeBudget { nodes: 100, plies: 300 },
        TreeBudget { nodes: 100_000, plies: 2 },
        TreeBudget { nodes: 0, plies: 0 },
    ] {
        let (outcome, tree) = recorded(POSITIONS[1], &Limits::depth(8), budget);
        assert_eq!((outcome.best, outcome.nodes), (whole.best, whole.nodes));
        assert!(tree.nodes.len() <= budget.nodes);
        assert!(tree.nodes.iter().all(|node| usize::from(node.ply) <= budget.plies));
        assert_eq!(Some(tree.visits() + tree.left_out), outcome.nodes);
        assert!(tree.left_out > 0);
    }
}
