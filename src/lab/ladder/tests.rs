//! Searches that must agree with minimax do, and the counts of small trees match counts by hand.

use super::algorithm::{Algorithm, Answer};
use super::experiment::{Agreement, LadderRequest, LadderRow, agreement, climb};
use super::game::{Game, OnBoard};
use super::given_tree::GivenTree;
use super::limit::{Widths, minimal_leaves};
use super::searches::Halt;
use tabia_chess::{Board, SplitMix64};
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::limits::{StopSignal, StopToken};
use tabia_engine::search::score::Score;
use tabia_games::game::position::GamePosition;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn search<G: Game>(algorithm: Algorithm, game: G, depth: u32) -> Answer<G::Move> {
    algorithm.search(game, depth, u64::MAX, &StopSignal::never()).unwrap()
}

fn reference() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL.into_iter().filter(|&algorithm| algorithm != Algorithm::Engine)
}

fn agreeing() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL.into_iter().filter(|algorithm| algorithm.must_agree())
}

#[test]
fn counts_of_a_small_tree_are_those_made_by_hand() {
    // The first move is worth 3; of the second the first reply shows that it is worth at most 2.
    let tree = GivenTree::read("((3 5) (2 9))");
    for (algorithm, nodes, leaves) in
        [(Algorithm::Minimax, 7, 4), (Algorithm::F1, 6, 3), (Algorithm::F2, 6, 3)]
    {
        let answer = search(algorithm, tree.clone(), 2);
        assert_eq!((answer.value, answer.best), (Ok(3), Some(0)), "{algorithm:?}");
        assert_eq!((answer.counts.nodes, answer.counts.leaves), (nodes, leaves), "{algorithm:?}");
        assert_eq!(answer.counts.deep_cutoffs, 0);
    }
    for algorithm in reference() {
        assert_eq!(search(algorithm, tree.clone(), 2).value, Ok(3), "{algorithm:?}");
    }
}

#[test]
fn a_deep_cutoff_is_one_that_f1_cannot_make() {
    // The root has 5 by its first move. Three plies after the second move the opponent can reach 4, which is enough for
    // alpha-beta to skip the 9. F1 has no bound there, because no other move was tried on the path.
    let tree = GivenTree::read("(-5 (((4 9))))");
    for (algorithm, nodes, leaves, deep) in
        [(Algorithm::Minimax, 7, 3, 0), (Algorithm::F1, 7, 3, 0), (Algorithm::F2, 6, 2, 1)]
    {
        let Answer { counts, value, best } = search(algorithm, tree.clone(), 4);
        assert_eq!((value, best), (Ok(5), Some(0)), "{algorithm:?}");
        let found = (counts.nodes, counts.leaves, counts.deep_cutoffs);
        assert_eq!(found, (nodes, leaves, deep), "{algorithm:?}");
    }
}

#[test]
fn perfect_order_visits_exactly_the_least_number_of_leaves() {
    for width in 1..=5_u64 {
        for depth in 1..=6_u32 {
            let tree = GivenTree::perfect(width as usize, depth);
            let least = width.pow(depth.div_ceil(2)) + width.pow(depth / 2) - 1;
            assert_eq!(search(Algorithm::F2, tree.clone(), depth).counts.leaves, least);
            let minimal = minimal_leaves(&mut tree.clone(), depth, 0, &StopSignal::never());
            assert_eq!(minimal, Some(least));
            let all = search(Algorithm::Minimax, tree, depth);
            assert_eq!((all.value, all.counts.leaves), (Ok(0), width.pow(depth)));
        }
    }
}

#[test]
fn no_deep_cutoff_before_the_fourth_ply_and_f1_sees_the_same_until_then() {
    let mut rng = SplitMix64::new(4);
    let mut deep = 0;
    for round in 0..2_000 {
        let (width, depth) = (2 + round % 3, 1 + (round / 3 % 6) as u32);
        let tree = GivenTree::uniform(width, depth, &mut || rng.below(100) as i32 - 50);
        let all = search(Algorithm::Minimax, tree.clone(), depth);
        let [f1, f2] =
            [Algorithm::F1, Algorithm::F2].map(|which| search(which, tree.clone(), depth));
        for algorithm in agreeing() {
            let answer = search(algorithm, tree.clone(), depth);
            assert_eq!(answer.value, all.value, "{algorithm:?}");
            // The bounds of null windows do not come from another ply.
            assert!(depth >= 4 || answer.counts.deep_cutoffs == 0, "{algorithm:?}");
        }
        assert!(f2.counts.nodes <= f1.counts.nodes && f1.counts.nodes <= all.counts.nodes);
        assert_eq!(f1.counts.deep_cutoffs, 0);
        if depth < 4 {
            assert_eq!((f2.counts, f2.counts.deep_cutoffs), (f1.counts, 0));
        }
        let least = (width as u64).pow(depth.div_ceil(2)) + (width as u64).pow(depth / 2) - 1;
        assert!(f2.counts.leaves >= least);
        if f2.counts.nodes < f1.counts.nodes {
            assert!(f2.counts.deep_cutoffs > 0, "what F1 does not leave out, a deep cut-off did");
        }
        deep += f2.counts.deep_cutoffs;
    }
    assert!(deep > 100, "{deep}");
}

/// Every order of the moves at every position of a binary tree with these leaves, as texts.
fn orders(leaves: &[i32]) -> Vec<String> {
    let [leaf] = leaves else {
        let (left, right) = leaves.split_at(leaves.len() / 2);
        let pairs = orders(left).into_iter().flat_map(|left| {
            orders(right)
                .into_iter()
                .flat_map(move |right| [format!("({left} {right})"), format!("({right} {left})")])
        });
        return pairs.collect();
    };
    vec![leaf.to_string()]
}

#[test]
fn the_smallest_tree_is_what_alpha_beta_sees_in_the_best_order() {
    let mut rng = SplitMix64::new(29);
    for round in 0..60 {
        let depth = 2 + round % 2;
        // Few values, so that many are equal.
        let leaves: Vec<i32> = (0..1 << depth).map(|_| rng.below(6) as i32 - 3).collect();
        let trees: Vec<GivenTree> =
            orders(&leaves).iter().map(|text| GivenTree::read(text)).collect();
        let value = search(Algorithm::Minimax, trees[0].clone(), depth).value.unwrap();
        let seen =
            trees.iter().map(|tree| search(Algorithm::F2, tree.clone(), depth).counts.leaves);
        let minimal = minimal_leaves(&mut trees[0].clone(), depth, value, &StopSignal::never());
        assert_eq!(minimal, seen.min(), "{leaves:?}");
    }
}

/// The tree of this position to depth 2 is far from uniform, so the estimate is higher than needed.
#[test]
fn no_search_without_a_table_sees_fewer_leaves_than_the_smallest_tree() {
    let position = GamePosition::new(Board::from_fen(KIWIPETE).unwrap());
    let request = LadderRequest { position, depth: 3, budget: 150_000 };
    let rows = climb(&request, &mut engine(), &StopSignal::never(), &mut |_| true);
    let without_table = |row: &LadderRow| {
        row.algorithm.must_agree() && row.algorithm < Algorithm::Table && row.complete
    };
    for row in rows.iter().filter(|row| without_table(row)) {
        assert!(row.leaves >= row.minimal && row.minimal.is_some(), "{row:?}");
    }
    let ordering = |row: &&LadderRow| (row.algorithm, row.depth) == (Algorithm::Ordering, 2);
    let row = rows.iter().find(ordering).unwrap();
    assert!(row.leaves.unwrap() < row.limit.leaves as u64, "{row:?}");
}

/// A position of a random game.
fn random_position(rng: &mut SplitMix64) -> Board {
    loop {
        let mut board = Board::start();
        for _ in 0..rng.below(140) {
            board.make_random_move(rng);
        }
        if board.has_legal_move() {
            return board;
        }
    }
}

/// A debug build tests fewer positions; `TABIA_LADDER_POSITIONS` sets their number.
#[test]
fn what_must_agree_with_minimax_does_in_random_positions() {
    let given = std::env::var("TABIA_LADDER_POSITIONS").ok().and_then(|text| text.parse().ok());
    let positions = given.unwrap_or(if cfg!(debug_assertions) { 200 } else { 10_000 });
    let mut rng = SplitMix64::new(15);
    for _ in 0..positions {
        let board = random_position(&mut rng);
        let width = board.legal_moves().len() as u32;
        let depth = (1..=4).rev().find(|&depth| width.pow(depth) <= 4_000).unwrap_or(1);
        let truth = search(Algorithm::Minimax, OnBoard::new(board), depth);
        for algorithm in agreeing() {
            let answer = search(algorithm, OnBoard::new(board), depth);
            assert_eq!(answer.value, truth.value, "{algorithm:?} at depth {depth} in {board}");
        }
    }
}

#[test]
fn the_clock_and_mates_are_seen_alike() {
    for fen in [
        // A mate in two, a near stalemate, fifty moves within the depth, many transpositions.
        "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
        "7k/8/6K1/8/8/8/8/5Q2 w - - 97 120",
        "8/8/8/8/8/k1K5/p7/8 b - - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 98 60",
    ] {
        let board = Board::from_fen(fen).unwrap();
        let truth = search(Algorithm::Minimax, OnBoard::new(board), 4).value;
        for algorithm in agreeing() {
            let answer = search(algorithm, OnBoard::new(board), 4);
            assert_eq!(answer.value, truth, "{algorithm:?} in {fen}");
        }
    }
}

#[test]
fn widths_are_those_of_the_tree() {
    let never = StopSignal::never();
    let mut widths = Widths::new(Board::start(), 1_000_000);
    let limit = widths.limit(3, &never).unwrap();
    let [a, b, c] = widths.known() else { panic!() };
    assert!((a.mean - 20.0).abs() < 1e-9 && (b.mean - 20.0).abs() < 1e-9);
    assert!((c.mean - 8_902.0 / 400.0).abs() < 1e-9 && c.counted);
    assert!((limit.leaves - (20.0 * c.mean + 20.0 - 1.0)).abs() < 1e-9);
    // Estimated widths are near the counted ones: 197,281 positions at the fourth ply, 4,865,609 at the fifth.
    let mut few = Widths::new(Board::start(), 1_000);
    let estimated = few.limit(5, &never).unwrap();
    assert!(!estimated.counted);
    let last = few.known()[4].mean;
    assert!((last - 4_865_609.0 / 197_281.0).abs() < 0.5, "{last}");
    let mate = Board::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").unwrap();
    let over = Widths::new(mate, 1_000).limit(3, &never).unwrap().leaves;
    assert!((over - 1.0).abs() < 1e-9, "a game that is over has one leaf");
}

fn engine() -> Engine {
    Engine::new(&EngineOptions { hash_mib: 4, ..EngineOptions::default() })
}

#[test]
fn a_ladder_has_a_row_for_every_algorithm_and_says_what_was_cut_short() {
    let position = GamePosition::new(Board::from_fen(KIWIPETE).unwrap());
    let request = LadderRequest { position, depth: 3, budget: 20_000 };
    let mut reported = 0;
    let rows = climb(&request, &mut engine(), &StopSignal::never(), &mut |_| {
        reported += 1;
        true
    });
    assert_eq!(reported, rows.len());
    assert_eq!(rows.iter().filter(|row| row.depth == 1).count(), 12);
    let at = |algorithm, depth| {
        *rows.iter().find(|row| (row.algorithm, row.depth) == (algorithm, depth)).unwrap()
    };
    // 48 and 2,039 are the perft numbers of Kiwipete.
    let two = at(Algorithm::Minimax, 2);
    assert_eq!((two.nodes, two.leaves, two.complete), (1 + 48 + 2_039, Some(2_039), true));
    assert_eq!(two.branching, Some(2_088.0 / 49.0));
    let three = at(Algorithm::Minimax, 3);
    assert_eq!((three.nodes, three.score, three.mv), (20_000, None, None));
    assert!(!three.complete && three.branching.is_none());
    for depth in 1..=3 {
        let complete = |row: &&LadderRow| row.depth == depth && row.complete;
        let must = rows.iter().filter(complete).filter(|row| row.algorithm.must_agree()).count();
        let wanted = if depth < 3 { Agreement::Minimax } else { Agreement::Others(must) };
        assert_eq!(agreement(&rows, depth), wanted, "minimax did not come to depth 3");
        assert!(rows.iter().any(|row| row.algorithm == Algorithm::Engine && row.depth == depth));
    }
    assert_eq!(agreement(&rows, 4), Agreement::TooFew);
    let mut wrong = rows.clone();
    for row in &mut wrong {
        if (row.algorithm, row.depth) == (Algorithm::F2, 2) {
            row.score = Some(Score::Cp(1));
        }
    }
    assert_eq!(agreement(&wrong, 2), Agreement::None, "a wrong value would be seen");
}

#[test]
fn a_stopped_ladder_ends_at_once() {
    let token = std::sync::Arc::new(StopToken::default());
    let stop = StopSignal::new(token.clone(), 1);
    let answer = Algorithm::Minimax.search(OnBoard::new(Board::start()), 2, 10, &stop).unwrap();
    assert_eq!((answer.value, answer.counts.nodes), (Err(Halt::Budget), 10));
    token.stop(1);
    let answer = Algorithm::F2.search(OnBoard::new(Board::start()), 8, u64::MAX, &stop).unwrap();
    assert_eq!((answer.value, answer.best), (Err(Halt::Stopped), None));
    let position = GamePosition::new(Board::start());
    let request = LadderRequest { position, depth: 8, budget: u64::MAX };
    assert!(climb(&request, &mut engine(), &stop, &mut |_| true).is_empty());
}
