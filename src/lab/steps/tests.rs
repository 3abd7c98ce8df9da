//! The steps of alpha-beta: those of a small tree counted by hand, those of real positions against plain search.

use super::record::{Event, OpenNode, RecordedSearches, Status, sentence, window};
use super::toy_tree::{Shape, ToyTree, TryOrder};
use crate::ladder::algorithm::Algorithm;
use crate::ladder::game::INFINITE;
use crate::ladder::given_tree::GivenTree;
use tabia_chess::{Board, SplitMix64};
use tabia_engine::search::limits::StopSignal;
use tabia_engine::search::score::Bound;

/// The same tree for the searches of the ladder. Their leaves have values for the side to move there.
fn as_given(tree: &ToyTree, node: usize) -> String {
    let here = &tree.nodes[node];
    if let Some(value) = here.value {
        let sign = if tree.is_max(node) { 1 } else { -1 };
        return (sign * value).to_string();
    }
    let children: Vec<String> = here.children.iter().map(|&child| as_given(tree, child)).collect();
    format!("({})", children.join(" "))
}

fn check(tree: ToyTree) -> RecordedSearches {
    let given = GivenTree::read(&as_given(&tree, 0));
    let recorded = RecordedSearches::new(tree);
    let never = StopSignal::never();
    let search =
        |algorithm: Algorithm| algorithm.search(given.clone(), 9, u64::MAX, &never).unwrap();
    let (f, f2) = (search(Algorithm::Minimax), search(Algorithm::F2));
    assert_eq!(
        (Ok(recorded.minimax.value), f.counts.nodes),
        (f.value, recorded.minimax.visited as u64)
    );
    let found = (Ok(recorded.alpha_beta.value), recorded.alpha_beta.visited as u64);
    assert_eq!(found, (f2.value, f2.counts.nodes));
    assert_eq!(recorded.minimax.visited, recorded.tree.nodes.len());
    // Exactly the positions that were never visited are marked as cut.
    let last = recorded.alpha_beta.steps.len() - 1;
    let statuses = recorded.alpha_beta.statuses(&recorded.tree, last);
    let cut = statuses.iter().filter(|&&status| status == Status::Cut).count();
    let done = statuses.iter().filter(|status| matches!(status, Status::Done(..))).count();
    assert_eq!((cut, cut + done), (recorded.saved(), recorded.tree.nodes.len()));
    // After a cut-off the value is a bound of minimax's value.
    let whole = recorded.minimax.statuses(&recorded.tree, recorded.minimax.steps.len() - 1);
    for pair in statuses.iter().zip(&whole) {
        match pair {
            (Status::Done(value, Bound::Exact), Status::Done(exact, _)) => assert_eq!(value, exact),
            (Status::Done(value, Bound::Lower), Status::Done(exact, _)) => assert!(value <= exact),
            (Status::Done(value, Bound::Upper), Status::Done(exact, _)) => assert!(value >= exact),
            _ => {}
        }
    }
    for step in &recorded.alpha_beta.steps {
        assert!(!sentence(&recorded.tree, step).is_empty());
        assert!(step.open.iter().all(|open| -INFINITE <= open.alpha && open.beta <= INFINITE));
    }
    recorded
}

#[test]
fn the_given_trees_show_shallow_and_deep_cutoffs() {
    let small = check(ToyTree::small());
    let deep = |recorded: &RecordedSearches| {
        recorded
            .alpha_beta
            .steps
            .iter()
            .any(|step| matches!(step.event, Event::Cut { deep: true, .. }))
    };
    assert!(small.saved() > 0 && !deep(&small));
    let mut leaves: Vec<i32> = small.tree.nodes.iter().filter_map(|node| node.value).collect();
    let all = leaves.len();
    leaves.sort_unstable();
    leaves.dedup();
    assert_eq!(leaves.len(), all, "no cut-off rests on two equal values");
    let four = check(ToyTree::with_deep_cutoff());
    assert!(deep(&four), "saves {}", four.saved());
}

#[test]
fn trees_of_positions_have_the_shape_asked_for() {
    let kiwipete =
        Board::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let board = kiwipete.unwrap();
    for (depth, width) in [(2, 4), (3, 3), (4, 2)] {
        let [best, worst] = [TryOrder::BestFirst, TryOrder::WorstFirst]
            .map(|order| check(ToyTree::of_position(&board, Shape { depth, width, order })));
        let all: usize = (0..=depth).map(|ply| width.pow(ply)).sum();
        assert_eq!((best.tree.nodes.len(), worst.tree.nodes.len()), (all, all));
        assert_eq!(best.minimax.value, worst.minimax.value, "order changes no value");
    }
    let best =
        check(ToyTree::of_position(&board, Shape { depth: 9, width: 99, ..Shape::default() }));
    // With fewer moves, such as in check, the tree is narrower.
    let most = 1 + 4 + 16 + 64 + 256;
    assert!((most - 30..=most).contains(&best.tree.nodes.len()), "as much as may be shown");
    // If the game is over, the tree is one position, mated in 0.
    let mate = Board::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").unwrap();
    let recorded = check(ToyTree::of_position(&mate, Shape::default()));
    assert_eq!((recorded.tree.nodes.len(), recorded.saved()), (1, 0));
    assert_eq!(recorded.tree.value_text(recorded.alpha_beta.value), "−#0");
}

#[test]
fn random_positions_agree_with_the_ladder() {
    let mut rng = SplitMix64::new(13);
    for round in 0..40 {
        let mut board = Board::start();
        for _ in 0..rng.below(100) {
            board.make_random_move(&mut rng);
        }
        let order = if round % 2 == 0 { TryOrder::BestFirst } else { TryOrder::WorstFirst };
        check(ToyTree::of_position(&board, Shape { depth: 4, width: 3, order }));
    }
}

/// Leaves that Knuth and Moore's formula gives for the best order of an even tree.
fn fewest_leaves(depth: u32, width: usize) -> usize {
    width.pow(depth.div_ceil(2)) + width.pow(depth / 2) - 1
}

#[test]
fn the_best_order_visits_the_fewest_leaves_and_the_worst_never_fewer_positions() {
    let mut rng = SplitMix64::new(34);
    let (mut even, mut worse) = (0, 0);
    for _ in 0..60 {
        let mut board = Board::start();
        for _ in 0..rng.below(80) {
            board.make_random_move(&mut rng);
        }
        for (depth, width) in [(2, 3), (3, 3), (3, 4), (4, 3)] {
            let [best, worst] = [TryOrder::BestFirst, TryOrder::WorstFirst]
                .map(|order| check(ToyTree::of_position(&board, Shape { depth, width, order })));
            let all: usize = (0..=depth).map(|ply| width.pow(ply)).sum();
            if best.tree.nodes.len() != all {
                continue;
            }
            let last = best.alpha_beta.steps.len() - 1;
            let statuses = best.alpha_beta.statuses(&best.tree, last);
            let leaves = best.tree.nodes.iter().zip(&statuses);
            let seen = leaves.filter(|(node, status)| {
                node.value.is_some() && matches!(status, Status::Done(..))
            });
            assert_eq!(seen.count(), fewest_leaves(depth, width), "{board} {depth} {width}");
            assert!(best.saved() >= worst.saved(), "{board} {depth} {width}");
            even += 1;
            worse += usize::from(best.saved() > worst.saved());
        }
    }
    assert!(even > 100 && worse > even / 2, "{even} {worse}");
}

#[test]
fn the_next_cut_is_the_next_recorded_one() {
    let recorded = check(ToyTree::small());
    let mut at = 0;
    let mut cuts = 0;
    while let Some((step, left)) = recorded.next_cut(at) {
        assert!(step > at && !left.is_empty());
        let before = recorded.alpha_beta.statuses(&recorded.tree, step - 1);
        let after = recorded.alpha_beta.statuses(&recorded.tree, step);
        for node in left {
            assert_eq!((before[node], after[node]), (Status::Unvisited, Status::Cut));
        }
        (at, cuts) = (step, cuts + 1);
    }
    assert!(cuts > 0);
    let open = OpenNode { node: 0, alpha: -INFINITE, beta: 3, best: None, has_window: true };
    assert_eq!(window(&recorded.tree, &open).as_deref(), Some("[−∞, 3]"));
    let minimax = recorded.minimax.steps.iter().flat_map(|step| &step.open);
    assert!(minimax.into_iter().all(|open| window(&recorded.tree, open).is_none()));
    let begins = sentence(&recorded.tree, &recorded.minimax.steps[0]);
    assert!(!begins.contains('∞') && !begins.contains("none"), "{begins}");
}
