//! The steps of alpha-beta: those of a small tree counted by hand, those of real positions against plain search.

use super::record::{Event, Lesson, Open, Status, sentence, window};
use super::sapling::{Sapling, Shape, TryOrder};
use crate::ladder::algorithm::Algorithm;
use crate::ladder::game::{GivenTree, INFINITE};
use tabia_chess::{Board, SplitMix64};
use tabia_engine::search::limits::StopSignal;

/// The same tree for the searches of the ladder. Their leaves are told by whoever is to move there.
fn as_given(tree: &Sapling, node: usize) -> String {
    let here = &tree.nodes[node];
    if let Some(value) = here.value {
        let sign = if tree.is_max(node) { 1 } else { -1 };
        return (sign * value).to_string();
    }
    let children: Vec<String> = here.children.iter().map(|&child| as_given(tree, child)).collect();
    format!("({})", children.join(" "))
}

fn check(tree: Sapling) -> Lesson {
    let given: GivenTree = as_given(&tree, 0).parse().unwrap();
    let lesson = Lesson::new(tree);
    let never = StopSignal::never();
    let search =
        |algorithm: Algorithm| algorithm.search(given.clone(), 9, u64::MAX, &never).unwrap();
    let (f, f2) = (search(Algorithm::Minimax), search(Algorithm::F2));
    assert_eq!(
        (Ok(lesson.minimax.value), f.counts.nodes),
        (f.value, lesson.minimax.visited as u64)
    );
    let found = (Ok(lesson.alpha_beta.value), lesson.alpha_beta.visited as u64);
    assert_eq!(found, (f2.value, f2.counts.nodes));
    assert_eq!(lesson.minimax.visited, lesson.tree.nodes.len());
    // Whatever was not visited in the end was marked as cut, and nothing else.
    let last = lesson.alpha_beta.steps.len() - 1;
    let statuses = lesson.alpha_beta.statuses(&lesson.tree, last);
    let cut = statuses.iter().filter(|&&status| status == Status::Cut).count();
    let done = statuses.iter().filter(|status| matches!(status, Status::Done(_))).count();
    assert_eq!((cut, cut + done), (lesson.saved(), lesson.tree.nodes.len()));
    for step in &lesson.alpha_beta.steps {
        assert!(!sentence(&lesson.tree, step).is_empty());
        assert!(step.open.iter().all(|open| -INFINITE <= open.alpha && open.beta <= INFINITE));
    }
    lesson
}

#[test]
fn given_trees_show_what_they_are_there_for() {
    let small = check(Sapling::small());
    let deep = |lesson: &Lesson| {
        lesson
            .alpha_beta
            .steps
            .iter()
            .any(|step| matches!(step.event, Event::Cut { deep: true, .. }))
    };
    assert!(small.saved() > 0 && !deep(&small));
    let four = check(Sapling::with_deep_cutoff());
    assert!(deep(&four), "saves {}", four.saved());
}

#[test]
fn trees_of_positions_have_the_shape_asked_for() {
    let kiwipete =
        Board::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let board = kiwipete.unwrap();
    for (depth, width) in [(2, 4), (3, 3), (4, 2)] {
        let [best, worst] = [TryOrder::BestFirst, TryOrder::WorstFirst]
            .map(|order| check(Sapling::of_position(&board, Shape { depth, width, order })));
        let all: usize = (0..=depth).map(|ply| width.pow(ply)).sum();
        assert_eq!((best.tree.nodes.len(), worst.tree.nodes.len()), (all, all));
        assert_eq!(best.minimax.value, worst.minimax.value, "order changes no value");
    }
    let best =
        check(Sapling::of_position(&board, Shape { depth: 9, width: 99, ..Shape::default() }));
    // Where there are fewer moves, out of a check, the tree is narrower.
    let most = 1 + 4 + 16 + 64 + 256;
    assert!((most - 30..=most).contains(&best.tree.nodes.len()), "as much as may be shown");
    // A game that is over is a tree of one position, mated now.
    let mate = Board::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").unwrap();
    let lesson = check(Sapling::of_position(&mate, Shape::default()));
    assert_eq!((lesson.tree.nodes.len(), lesson.saved()), (1, 0));
    assert_eq!(lesson.tree.value_text(lesson.alpha_beta.value), "-#0");
}

#[test]
fn random_positions_agree_with_the_ladder() {
    let mut rng = SplitMix64::new(13);
    for round in 0..40 {
        let mut board = Board::start();
        for _ in 0..rng.below(100) {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board.make_move(moves[rng.below(moves.len())]);
        }
        let order = if round % 2 == 0 { TryOrder::BestFirst } else { TryOrder::WorstFirst };
        check(Sapling::of_position(&board, Shape { depth: 4, width: 3, order }));
    }
}

#[test]
fn the_next_cut_is_the_one_that_comes() {
    let lesson = check(Sapling::small());
    let mut at = 0;
    let mut cuts = 0;
    while let Some((step, left)) = lesson.next_cut(at) {
        assert!(step > at && !left.is_empty());
        let before = lesson.alpha_beta.statuses(&lesson.tree, step - 1);
        let after = lesson.alpha_beta.statuses(&lesson.tree, step);
        for node in left {
            assert_eq!((before[node], after[node]), (Status::Ahead, Status::Cut));
        }
        (at, cuts) = (step, cuts + 1);
    }
    assert!(cuts > 0);
    let open = Open { node: 0, alpha: -INFINITE, beta: 3, best: None };
    assert_eq!(window(&lesson.tree, &open), "[-inf, 3]");
}
