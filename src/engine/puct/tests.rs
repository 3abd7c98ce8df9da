//! Tests of the whole search: invariants of the tree, proofs, draws, limits.

use std::sync::Arc;
use std::time::Duration;

use super::arena::NodeId;
use super::leaf_evaluator::Nets;
use super::options::{PuctConfig, PuctOptions, Selection};
use super::playout::{Stage, Stepper};
use super::proof::Proof;
use super::tree::Tree;
use super::view::Why;
use super::*;
use crate::search::limits::{ClockLimits, StopToken};
use crate::search::report::{IterationInfo, Snapshot, StopReason};
use crate::search::score::{Score, Wdl};
use tabia_chess::{san, uci_move};
use tabia_games::tablebase::Wdl as TbResult;
use tabia_text::t;

fn options(config: PuctConfig) -> PuctOptions {
    PuctOptions { hash_mib: 2, ..PuctOptions::of(config) }
}

fn position(fen: &str) -> GamePosition {
    GamePosition::new(Board::from_fen(fen).unwrap())
}

/// A game from the start position or a FEN, its moves as UCI writes them.
fn game(fen: Option<&str>, moves: &str) -> GamePosition {
    let start = fen.map_or(Board::start(), |fen| Board::from_fen(fen).unwrap());
    let (mut board, mut line) = (start, Vec::new());
    for text in moves.split_whitespace() {
        let mv = uci_move::parse(&board, text).unwrap();
        board.make_move(mv);
        line.push(mv);
    }
    GamePosition { start, moves: line }
}

fn nodes(engine: &mut PuctEngine, position: &GamePosition, playouts: u64) -> SearchOutcome {
    engine.go(position, &Limits::nodes(playouts), &StopSignal::never(), &mut ())
}

/// Checks the invariants of a node and its subtree; returns the number of nodes.
fn check(tree: &Tree, id: NodeId) -> usize {
    let (node, edges) = (*tree.arena().node(id), tree.arena().edges(id));
    assert!((0.0..=1.0).contains(&node.q) && (0.0..=1.0).contains(&node.value), "{node:?}");
    assert!(node.square <= node.q + 1e-3 && node.square >= node.q * node.q - 1e-3, "{node:?}");
    let mut below = 1;
    if node.is_expanded() {
        let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
        if node.proof.is_known() {
            // Proven nodes are not expanded further; a visit adds the result.
            assert!(node.visits > visits, "{node:?} {visits}");
        } else {
            assert_eq!(node.visits, 1 + visits, "its own and those of its moves");
            let sum: f64 = edges.iter().map(|e| f64::from(e.q) * f64::from(e.visits)).sum();
            let mean = (sum + f64::from(node.value)) / f64::from(node.visits);
            assert!((mean - f64::from(node.q)).abs() < 1e-3, "{mean} {node:?}");
        }
        let priors: f32 = edges.iter().map(super::arena::Edge::prior).sum();
        assert!((priors - 1.0).abs() < 0.01, "{priors}");
        assert!(edges.windows(2).all(|pair| pair[0].prior() >= pair[1].prior()));
        let all = Proof::of_moves(edges.iter().map(|edge| edge.proof));
        assert_eq!(node.proof, all, "a node is proven by its moves");
    }
    for (at, edge) in edges.iter().enumerate() {
        // Edges in the previous half may keep playouts that were in progress at the flip.
        let settled = edge.running == 0 || tree.arena().flips() > 0;
        assert!((0.0..=1.0).contains(&edge.q) && settled, "{edge:?}");
        if let Some(child) = tree.arena().child(id, at) {
            let node = tree.arena().node(child);
            assert!(edge.visits >= node.visits, "{edge:?} {node:?}");
            assert_eq!(edge.proof, node.proof.for_parent());
            below += check(tree, child);
        }
    }
    below
}

#[test]
fn the_tree_is_sound_after_every_playout() {
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/8/8/8/8/2k5/7q/K7 w - - 0 1",
        "7k/8/5K2/6Q1/8/8/8/8 w - - 90 80",
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    ];
    for (number, config) in PuctConfig::ALL.into_iter().enumerate() {
        for fen in fens {
            let seed = number as u64;
            let options = PuctOptions { seed, ..options(config) };
            let Some(mut stepper) =
                Stepper::new(&position(fen), &options, &Nets::built_in()).unwrap()
            else {
                panic!("{fen} has moves");
            };
            for playout in 1..=150 {
                stepper.finish();
                assert_eq!(stepper.playouts(), playout);
                let root = stepper.tree().root();
                // The evaluation of the root counts as a visit.
                assert_eq!(
                    stepper.tree().arena().node(root).visits,
                    playout + 1,
                    "{config:?} {fen}"
                );
                let found =
                    if config == PuctConfig::Flat { 1 } else { check(stepper.tree(), root) };
                assert!(found <= stepper.tree().arena().len());
            }
        }
    }
}

#[test]
fn a_playout_goes_step_by_step() {
    let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let mut stepper =
        Stepper::new(&start, &options(PuctConfig::Quiet), &Nets::built_in()).unwrap().unwrap();
    let before = NodeView::of(stepper.tree(), stepper.tree().root());
    let next = before.next.unwrap();
    assert_eq!((next, before.why, before.visits), (0, Why::GreatestSum, 1));
    assert_eq!(stepper.step(), Stage::Evaluate, "a first visit");
    assert_eq!(stepper.line(), [before.moves[next].mv]);
    assert_eq!(*stepper.board(), start.start.after(before.moves[next].mv));
    let Stage::BackUp(leaf) = stepper.step() else { panic!("{:?}", stepper.stage()) };
    assert_eq!(stepper.step(), Stage::Select);
    let after = NodeView::of(stepper.tree(), stepper.tree().root());
    assert_eq!((after.visits, after.moves[next].n), (2, 1));
    assert!((after.moves[next].q - (1.0 - leaf.q)).abs() < 1e-6, "seen by the other side");
    let entry = &after.moves[next];
    let expected = after.c * entry.p * 2.0_f32.sqrt() / 2.0;
    assert!((entry.u - expected).abs() < 1e-6 && (entry.sum() - entry.q - entry.u).abs() < 1e-6);
    assert!(after.formula(next).ends_with("* sqrt(2) / (1 + 1)"), "{}", after.formula(next));
    // A node is expanded at its second visit.
    let mut expanded = false;
    for _ in 0..60 {
        loop {
            let stage = stepper.step();
            expanded |= stage == Stage::Expand;
            if stage == Stage::Select {
                break;
            }
        }
    }
    assert!(expanded);
    let mate = position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    assert!(Stepper::new(&mate, &options(PuctConfig::Quiet), &Nets::built_in()).unwrap().is_none());
}

#[test]
fn a_playout_in_progress_changes_no_number_of_a_node() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    for config in PuctConfig::ALL {
        let mut stepper =
            Stepper::new(&position(fen), &options(config), &Nets::built_in()).unwrap().unwrap();
        for _ in 0..40 {
            let before = NodeView::of(stepper.tree(), stepper.tree().root());
            while !matches!(stepper.stage(), Stage::BackUp(_)) {
                stepper.step();
                let during = NodeView::of(stepper.tree(), stepper.tree().root());
                assert_eq!(during, before, "{config:?}");
            }
            stepper.finish();
        }
    }
}

#[test]
fn a_search_executed_step_by_step_grows_the_tree_of_the_engine() {
    const PLAYOUTS: u32 = 120;
    for config in [PuctConfig::Uct, PuctConfig::Knowledge] {
        let options = PuctOptions { seed: 7, threads: 1, ..options(config) };
        let start = game(None, "e2e4");
        let mut engine = PuctEngine::new(&options);
        nodes(&mut engine, &start, u64::from(PLAYOUTS));
        let mut stepper = Stepper::new(&start, &options, &Nets::built_in()).unwrap().unwrap();
        (0..PLAYOUTS).for_each(|_| stepper.finish());
        let (tree, engines) = (stepper.tree(), playout::locked(&engine.tree));
        let moves = |tree: &Tree| {
            let edges = tree.arena().edges(tree.root());
            edges.iter().map(|edge| (edge.mv, edge.visits, edge.q.to_bits())).collect::<Vec<_>>()
        };
        assert_eq!(moves(tree), moves(&engines), "{config:?}");
    }
}

#[test]
fn a_move_not_visited_has_a_value_only_where_the_formula_uses_one() {
    for (config, used) in [(PuctConfig::Uct, false), (PuctConfig::Knowledge, true)] {
        let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let mut stepper =
            Stepper::new(&start, &options(config), &Nets::built_in()).unwrap().unwrap();
        (0..5).for_each(|_| stepper.finish());
        let view = NodeView::of(stepper.tree(), stepper.tree().root());
        let visited = |n: bool| view.moves.iter().filter(move |of| (of.n > 0) == n);
        assert!(visited(true).all(|of| of.used_q() == Some(of.q)), "{config:?}");
        assert!(visited(false).all(|of| of.used_q().is_some() == used), "{config:?}");
    }
}

#[test]
fn the_exploration_constant_is_the_product_of_its_factors() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    for config in PuctConfig::ALL {
        let options = options(config);
        let mut stepper =
            Stepper::new(&position(fen), &options, &Nets::built_in()).unwrap().unwrap();
        for _ in 0..150 {
            stepper.finish();
        }
        let view = NodeView::of(stepper.tree(), stepper.tree().root());
        let [set, growth, spread] = view.c_factors;
        assert!((view.c - set * growth * spread).abs() < 1e-6, "{config:?}");
        let puct = view.selection == Selection::Puct;
        assert_eq!(view.c_formula().is_some(), puct, "{config:?}");
        if puct {
            assert!((set - options.method.cpuct as f32 / 1000.0).abs() < 1e-6);
            let base = options.method.cpuct_base as f32;
            let wanted = 1.0 + ((view.visits as f32 + base) / base).ln();
            assert!((growth - wanted).abs() < 1e-5 && view.visits == 151);
            assert!((0.5..=2.0).contains(&spread));
        }
    }
}

#[test]
fn the_next_playout_follows_the_displayed_next_move() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    for config in PuctConfig::ALL {
        let mut stepper =
            Stepper::new(&position(fen), &options(config), &Nets::built_in()).unwrap().unwrap();
        for _ in 0..100 {
            let view = NodeView::of(stepper.tree(), stepper.tree().root());
            let next = view.moves[view.next.unwrap()].mv;
            stepper.step();
            assert_eq!(stepper.line().first(), Some(&next), "{config:?}");
            stepper.finish();
        }
    }
}

#[test]
fn the_same_seed_grows_the_same_tree() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for config in PuctConfig::ALL {
        let grow = |seed| {
            let mut engine = PuctEngine::new(&PuctOptions { seed, ..options(config) });
            nodes(&mut engine, &position(fen), 300);
            (engine.node(&[]), engine.nodes_kept_and_discarded())
        };
        assert_eq!(grow(4), grow(4), "{config:?}");
        if config == PuctConfig::Uct {
            assert_ne!(grow(4), grow(5), "other playouts");
        }
    }
}

struct Notes(Vec<String>);

impl SearchObserver for Notes {
    fn on_iteration(&mut self, info: &IterationInfo) {
        assert!(info.hashfull.unwrap() <= 1000);
    }
    fn on_note(&mut self, text: &str) {
        self.0.push(text.into());
    }
}

#[test]
fn the_tree_stays_within_its_memory_and_counts_discarded_nodes() {
    let start = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let mut engine = PuctEngine::new(&PuctOptions { hash_mib: 1, ..options(PuctConfig::Uniform) });
    let taken = playout::locked(&engine.tree).bytes();
    assert!(taken <= 1 << 20, "{taken}");
    let mut notes = Notes(Vec::new());
    let limits = Limits::nodes(15_000);
    let outcome = engine.go(&start, &limits, &StopSignal::never(), &mut notes);
    assert!(outcome.best.is_some() && outcome.nodes == Some(15_000));
    let (kept, thrown) = engine.nodes_kept_and_discarded();
    assert!(thrown > 0 && kept > 100, "{kept} kept, {thrown} thrown away");
    assert_eq!(notes.0[0], t!("engine-tree-note", n = thrown));
    let tree = playout::locked(&engine.tree);
    assert_eq!(tree.bytes(), taken);
    assert_eq!(tree.arena().node(tree.root()).visits, 15_001, "counts outlive nodes");
    check(&tree, tree.root());
}

/// The main line of a search whose tree, of this many MiB, is far too small.
fn line_of_small_tree(hash_mib: u32, fen: &str, playouts: u64) -> (Score, Vec<Move>, u64) {
    let options = PuctOptions { hash_mib, multi_pv: 3, ..options(PuctConfig::Hybrid) };
    let mut engine = PuctEngine::new(&options);
    let start = position(fen);
    nodes(&mut engine, &start, playouts);
    let tree = playout::locked(&engine.tree);
    let line = view::lines(&tree, &start.board(), &[], 1).remove(0);
    (line.score, line.pv, tree.arena().flips())
}

#[test]
fn the_line_of_a_proven_mate_stays_when_the_halves_change() {
    let fen = "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1";
    let (score, pv, flips) = line_of_small_tree(1, fen, 30_000);
    assert_eq!(score, Score::Mate(3));
    assert!(flips > 4, "{flips}");
    let end = pv.iter().fold(Board::from_fen(fen).unwrap(), |board, &mv| board.after(mv));
    assert!(pv.len() == 3 && end.in_check() && !end.has_legal_move(), "{pv:?}");
}

#[test]
fn the_main_line_does_not_shrink_when_the_halves_change() {
    let fen = "8/5k2/4p3/4Pp1p/5P1P/3Rn2K/6p1/8 b - - 0 1";
    let (_, pv, flips) = line_of_small_tree(4, fen, 60_000);
    assert!(flips > 1, "{flips}");
    assert!(pv.len() > 10, "{pv:?}");
}

#[test]
fn mates_in_one_to_three_are_proven() {
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("8/8/8/8/8/1K6/7R/k7 w - - 0 1", 1),
        ("6k1/8/5K2/8/8/8/8/R7 w - - 0 1", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
        ("7k/8/8/5K2/8/8/8/6R1 w - - 0 1", 3),
    ] {
        let mut engine =
            PuctEngine::new(&PuctOptions { hash_mib: 8, ..options(PuctConfig::Quiet) });
        let outcome = nodes(&mut engine, &position(fen), 60_000);
        let Some(Score::Mate(plies)) = outcome.score else { panic!("{fen} {outcome:?}") };
        // The first proof need not be the shortest mate, but is close to it.
        assert!(plies > 0 && (plies + 1) / 2 <= moves + 3, "{fen}: {plies}");
        assert_eq!(outcome.reason, StopReason::Mate);
        let limits = Limits { mate: Some(moves as u32), ..Limits::nodes(200_000) };
        engine.new_game();
        let shortest = engine.go(&position(fen), &limits, &StopSignal::never(), &mut ());
        assert_eq!(shortest.score, Some(Score::Mate(2 * moves - 1)), "{fen}");
        engine.new_game();
        nodes(&mut engine, &position(fen), 60_000);
        let mut mated = position(fen);
        mated.moves.push(outcome.best.unwrap());
        let reply = nodes(&mut engine, &mated, 60_000);
        let expected = if plies == 1 { Score::Mate(0) } else { Score::Mate(1 - plies) };
        let Some(Score::Mate(left)) = reply.score else { panic!("{fen} {reply:?}") };
        assert!(left <= 0 && left >= 1 - plies, "{fen}: {reply:?}, expected {expected:?}");
    }
}

#[test]
fn a_search_for_a_mate_goes_on_after_a_longer_one() {
    for (fen, moves) in [
        ("4R1K1/8/n7/8/2Q5/2p5/2P5/k7 w - - 0 1", 2),
        ("2k1K3/8/6Q1/2B1R3/8/4p2p/8/8 w - - 0 1", 2),
    ] {
        let mut engine = PuctEngine::new(&options(PuctConfig::Hybrid));
        let limits = Limits { mate: Some(moves), ..Limits::nodes(100_000) };
        let outcome = engine.go(&position(fen), &limits, &StopSignal::never(), &mut ());
        let found = outcome.score.and_then(Score::mate_in_moves);
        assert_eq!((found, outcome.reason), (Some(moves as i32), StopReason::Mate), "{fen}");
    }
}

#[test]
fn as_many_lines_are_reported_as_moves_are_searched() {
    // Three of the seven moves searched are proven lost.
    let root = position("6rk/6pp/7N/8/8/1q6/PP4PP/K3R3 b - - 0 1");
    let mut engine = PuctEngine::new(&PuctOptions { multi_pv: 5, ..options(PuctConfig::Hybrid) });
    let mut recorded = Recorded::default();
    engine.go(&root, &Limits::nodes(30), &StopSignal::never(), &mut recorded);
    let lines = &recorded.1.last().unwrap().progress.lines;
    assert_eq!(lines.iter().map(|info| info.multi_pv).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    let moves = engine.node(&[]).unwrap().moves;
    assert!(lines.iter().all(|info| moves.iter().any(|of| of.mv == info.pv[0] && of.n > 0)));
}

#[test]
fn an_expanded_node_checks_for_mate_before_priors() {
    // Queen takes d7 leaves the back rank: one of twenty replies mates, and two playouts find it.
    let trap = position("4r1k1/3p1ppp/8/8/8/8/3Q1PPP/6K1 w - - 0 1");
    for config in PuctConfig::ALL.into_iter().filter(|config| *config != PuctConfig::Flat) {
        let mut engine = PuctEngine::new(&options(config));
        nodes(&mut engine, &trap, 200);
        let root = engine.node(&[]).unwrap();
        let mv = san::parse(&trap.board(), "Qxd7").unwrap();
        let takes = root.moves.iter().find(|entry| entry.mv == mv).unwrap();
        assert_eq!((takes.n, takes.proof), (2, Some(Score::Mate(-2))), "{config:?}");
    }
}

#[test]
fn a_root_tries_a_mating_move_first() {
    // Quiet mates to which the priors give next to nothing.
    for (fen, mate) in [
        ("8/2R4N/4r3/2p5/pkPN4/pP2PbB1/R3B3/Q2K4 w - - 10 61", "Be1"),
        ("4r3/p3Qr2/2Pb1N2/1p1p1n2/3p1k1P/3K1P2/b1R5/3RN3 w - - 9 61", "Nh5"),
        ("4nN1r/3n4/2P1p3/p1P1k2p/6RN/2K2R2/1B5P/8 w - - 9 61", "Kc4"),
    ] {
        let root = position(fen);
        let mate = san::parse(&root.board(), mate).unwrap();
        for config in PuctConfig::ALL {
            let noisy = PuctOptions { root_noise: 250, ..options(config) };
            for options in [options(config), noisy] {
                let outcome = nodes(&mut PuctEngine::new(&options), &root, 20);
                let found = (outcome.best, outcome.score, outcome.reason);
                let wanted = (Some(mate), Some(Score::Mate(1)), StopReason::Mate);
                assert_eq!(found, wanted, "{config:?} {fen}");
            }
            let mut stepper =
                Stepper::new(&root, &options(config), &Nets::built_in()).unwrap().unwrap();
            let view = NodeView::of(stepper.tree(), stepper.tree().root());
            assert_eq!((view.moves[view.next.unwrap()].mv, view.why), (mate, Why::Mates));
            stepper.step();
            assert_eq!(stepper.line(), [mate], "{config:?} {fen}");
            stepper.finish();
            let view = NodeView::of(stepper.tree(), stepper.tree().root());
            assert_eq!((view.proof, view.why), (Some(Score::Mate(1)), Why::Decided));
        }
        // A move that is not to be searched is not followed.
        let others = root.board().legal_moves().iter().copied().filter(|&mv| mv != mate).collect();
        let limits = Limits { search_moves: others, ..Limits::nodes(20) };
        let mut engine = PuctEngine::new(&options(PuctConfig::Hybrid));
        let outcome = engine.go(&root, &limits, &StopSignal::never(), &mut ());
        assert_ne!(outcome.best, Some(mate), "{fen}");
    }
}

#[test]
fn a_visible_mate_is_avoided() {
    // Every move that leaves the back rank loses to mate.
    let fen = "3r2k1/5ppp/8/8/8/8/5PPP/1q2R1K1 w - - 0 1";
    let mut engine = PuctEngine::new(&options(PuctConfig::Quiet));
    let outcome = nodes(&mut engine, &position(fen), 3_000);
    assert_eq!(outcome.best, Some(san::parse(&position(fen).board(), "Rxb1").unwrap()));
}

#[test]
fn draws_by_rule_are_draws() {
    // White is a rook down, Black threatens mate, and White has perpetual check: Qe8+ Kh7 Qh5+ Kg8.
    let fen = "6k1/6p1/5p2/7Q/8/8/1qr3PP/7K w - - 0 1";
    let mut engine = PuctEngine::new(&options(PuctConfig::Quiet));
    let perpetual = nodes(&mut engine, &position(fen), 3_000);
    let check = san::parse(&position(fen).board(), "Qe8+").unwrap();
    let draw = perpetual.score.and_then(Score::cp).unwrap();
    assert!(perpetual.best == Some(check) && draw.abs() < 40, "{perpetual:?}");
    // The fifty-move rule: an extra rook is worth nothing one ply before the draw.
    let late = position("7k/8/8/8/8/8/8/R5K1 w - - 99 90");
    let outcome = nodes(&mut engine, &late, 2_000);
    assert_eq!(outcome.score, Some(Score::EVEN), "{outcome:?}");
    // Mate on the hundredth ply is mate.
    let mate = position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90");
    assert_eq!(nodes(&mut engine, &mate, 500).score, Some(Score::Mate(1)));
    // Insufficient material.
    let bare = position("8/8/8/4k3/8/8/4n3/4K3 w - - 0 1");
    let outcome = nodes(&mut engine, &bare, 500);
    assert_eq!(outcome.score, Some(Score::EVEN), "{outcome:?}");
}

#[test]
fn draws_by_the_fifty_move_rule_say_nothing_about_the_same_positions_earlier() {
    let at_clock = |clock: u32| position(&format!("8/2k5/8/8/3K4/8/8/7Q w - - {clock} 80"));
    let searched = |engine: &mut PuctEngine| {
        nodes(engine, &at_clock(10), 300);
        engine.node(&[])
    };
    let mut engine = PuctEngine::new(&options(PuctConfig::Quiet));
    let fresh = searched(&mut engine);
    engine.new_game();
    nodes(&mut engine, &at_clock(98), 3_000);
    assert_eq!(searched(&mut engine), fresh);
}

#[test]
fn repetition_depends_on_the_line() {
    // The knights went out and back, so going out again repeats for the second time.
    let once = game(None, "g1f3 g8f6 f3g1 f6g8");
    let twice = game(None, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    let mut engine = PuctEngine::new(&options(PuctConfig::Uniform));
    nodes(&mut engine, &twice, 300);
    let board = twice.board();
    let back = san::parse(&board, "Ng8").unwrap();
    let root = engine.node(&[]).unwrap();
    let entry = root.moves.iter().find(|entry| entry.mv == back).unwrap();
    assert!(entry.n > 0 && (entry.q - 0.5).abs() < 1e-6, "the third time: {entry:?}");
    assert_eq!(entry.proof, None, "a repetition proves nothing");
    assert!(engine.node(&[back]).is_none(), "nothing is looked at behind it");
    engine.new_game();
    nodes(&mut engine, &once, 400);
    let out = san::parse(&once.board(), "Nf3").unwrap();
    assert!(engine.node(&[out]).is_some(), "the second time of a position in the game is none");
}

#[test]
fn only_requested_moves_are_searched_and_the_tree_is_reused() {
    let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let mut engine = PuctEngine::new(&options(PuctConfig::Knowledge));
    let wanted: Vec<Move> = start.board().legal_moves()[3..5].to_vec();
    let limits = Limits { search_moves: wanted.clone(), ..Limits::nodes(200) };
    let outcome = engine.go(&start, &limits, &StopSignal::never(), &mut ());
    assert!(wanted.contains(&outcome.best.unwrap()));
    assert_eq!(engine.node(&[]).unwrap().moves.len(), 2);
    let outcome = nodes(&mut engine, &start, 2_000);
    assert_eq!(engine.node(&[]).unwrap().moves.len(), 20, "a tree of some moves is not kept");
    let (best, ponder) = (outcome.best.unwrap(), outcome.ponder.unwrap());
    let kept = engine.node(&[best, ponder]).unwrap().visits;
    assert!(kept > 10);
    let mut next = start.clone();
    next.moves.extend([best, ponder]);
    nodes(&mut engine, &next, 100);
    assert_eq!(engine.node(&[]).unwrap().visits, kept + 100, "the visits of before count on");
    // A different game shares no nodes with it.
    nodes(&mut engine, &game(None, "a2a3"), 100);
    assert_eq!(engine.node(&[]).unwrap().visits, 101);
}

/// A line of up to three moves whose nodes exist and are expanded, chosen at random.
fn line_of_tree(engine: &PuctEngine, rng: &mut SplitMix64) -> Vec<Move> {
    let mut line = Vec::new();
    for _ in 0..=rng.below(3) {
        let moves = engine.node(&line).map_or_else(Vec::new, |node| node.moves);
        let exists = |mv: Move| {
            let line = [&line[..], &[mv]].concat();
            engine.node(&line).is_some_and(|node| !node.moves.is_empty())
        };
        let moves: Vec<Move> = moves.iter().map(|of| of.mv).filter(|&mv| exists(mv)).collect();
        if moves.is_empty() {
            break;
        }
        line.push(moves[rng.below(moves.len())]);
    }
    line
}

#[test]
fn trees_that_are_reused_in_little_memory_stay_sound() {
    let mut rng = SplitMix64::new(1);
    for config in [PuctConfig::Uniform, PuctConfig::Hybrid] {
        let mut engine = PuctEngine::new(&PuctOptions { hash_mib: 1, ..options(config) });
        for _ in 0..10 {
            let mut game = game(None, "");
            engine.new_game();
            while game.moves.len() < 60 && game.board().has_legal_move() {
                nodes(&mut engine, &game, rng.below(1_000) as u64);
                // A new root needs room, so the most is asked of a tree whose half is almost full.
                for _ in 0..200 {
                    if playout::locked(&engine.tree).hashfull() >= 998 {
                        break;
                    }
                    nodes(&mut engine, &game, 1);
                }
                let tree = playout::locked(&engine.tree);
                assert!(check(&tree, tree.root()) <= tree.arena().len());
                drop(tree);
                let line = line_of_tree(&engine, &mut rng);
                if line.is_empty() {
                    break;
                }
                game.moves.extend(line);
            }
        }
    }
}

#[derive(Default)]
struct Recorded(Vec<IterationInfo>, Vec<Snapshot>);

impl SearchObserver for Recorded {
    fn on_iteration(&mut self, info: &IterationInfo) {
        self.0.push(info.clone());
    }
    fn snapshot_every_ms(&self) -> Option<u64> {
        Some(5)
    }
    fn on_snapshot(&mut self, snapshot: Snapshot) {
        self.1.push(snapshot);
    }
}

#[test]
fn reports_are_consistent() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let board = position(fen).board();
    let mut engine = PuctEngine::new(&PuctOptions { multi_pv: 3, ..options(PuctConfig::Quiet) });
    let mut recorded = Recorded::default();
    let limits = Limits::nodes(3_000);
    let outcome = engine.go(&position(fen), &limits, &StopSignal::never(), &mut recorded);
    let last = &recorded.0[recorded.0.len() - 3..];
    assert_eq!(last.iter().map(|info| info.multi_pv).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!((Some(last[0].pv[0]), Some(last[0].score)), (outcome.best, outcome.score));
    for info in &recorded.0 {
        let mut after = board;
        for &mv in &info.pv {
            assert!(after.is_legal(mv));
            after.make_move(mv);
        }
        assert!(info.nodes.unwrap() <= 3_000 && info.seldepth.unwrap() >= info.depth);
        assert!(info.seldepth.unwrap() as usize >= info.pv.len());
    }
    assert!(recorded.0.windows(2).all(|pair| pair[0].depth <= pair[1].depth));
    let snapshot = recorded.1.last().unwrap();
    let detail = snapshot.detail.puct().unwrap();
    assert_eq!(detail.moves.len(), board.legal_moves().len());
    assert_eq!(detail.moves.iter().map(|entry| entry.n).sum::<u32>() + 1, detail.visits);
    assert_eq!(Some(detail.moves[0].mv), outcome.best);
    for info in last {
        let expected = info.wdl.unwrap().expected_percent() / 100.0;
        let entry = detail.moves.iter().find(|entry| entry.mv == info.pv[0]).unwrap();
        assert!((expected - f64::from(entry.q)).abs() < 0.0003, "{info:?} {entry:?}");
        let child = engine.node(&info.pv[..1]).unwrap();
        let draws = f64::from(info.wdl.unwrap().draw) / 1000.0;
        assert!((draws - f64::from(child.draw)).abs() < 0.002, "{info:?} {child:?}");
    }
    assert_eq!(snapshot.progress.root_moves.len(), detail.moves.len());
    assert!(snapshot.detail.alphabeta().is_none() && snapshot.detail.current().is_none());
}

#[test]
fn a_proven_line_has_certain_chances() {
    let mut engine = PuctEngine::new(&options(PuctConfig::Quiet));
    for (fen, score, wdl) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Score::Mate(1), Wdl::WIN),
        ("7k/8/8/8/8/8/6q1/7K w - - 99 90", Score::EVEN, Wdl::DRAW),
        ("7k/8/8/8/8/1r6/r7/7K w - - 0 1", Score::Mate(-2), Wdl::LOSS),
    ] {
        let mut recorded = Recorded::default();
        engine.go(&position(fen), &Limits::nodes(500), &StopSignal::never(), &mut recorded);
        let info = recorded.0.last().unwrap();
        assert_eq!((info.score, info.wdl), (score, Some(wdl)), "{fen}");
    }
    // A search that ends at once reports a line that the tree had before.
    let mate = position("4R1K1/8/n7/8/2Q5/2p5/2P5/k7 w - - 0 1");
    nodes(&mut engine, &mate, 5_000);
    let mut recorded = Recorded::default();
    engine.go(&mate, &Limits::nodes(500), &StopSignal::never(), &mut recorded);
    let info = recorded.0.last().unwrap();
    assert_eq!((info.nodes, info.wdl), (Some(0), Some(Wdl::WIN)), "{info:?}");
    assert!(info.pv.len() > 1 && info.seldepth == Some(info.pv.len() as u32), "{info:?}");
}

#[test]
fn a_stop_is_obeyed_before_the_next_playout() {
    // Stops from inside the search: the playout in progress is the last.
    struct Stopper(Arc<StopToken>, u64);
    impl SearchObserver for Stopper {
        fn on_iteration(&mut self, info: &IterationInfo) {
            if self.1 == 0 {
                self.1 = info.nodes.unwrap();
                self.0.stop(1);
            }
        }
    }
    for config in PuctConfig::ALL {
        let token = Arc::new(StopToken::default());
        let mut stopper = Stopper(token.clone(), 0);
        let mut engine = PuctEngine::new(&options(config));
        let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let signal = StopSignal::new(token, 1);
        let outcome = engine.go(&start, &Limits::infinite(), &signal, &mut stopper);
        assert_eq!(outcome.nodes, Some(stopper.1), "{config:?}: not one playout after it");
        assert_eq!(outcome.reason, StopReason::Stopped);
        assert!(outcome.best.is_some());
    }
}

#[test]
fn a_stop_before_the_start_gives_a_move_unless_mated() {
    let token = Arc::new(StopToken::default());
    token.stop(1);
    let mut engine = PuctEngine::new(&options(PuctConfig::Quiet));
    let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let signal = StopSignal::new(token, 1);
    let outcome = engine.go(&start, &Limits::infinite(), &signal, &mut ());
    assert!(start.board().is_legal(outcome.best.unwrap()));
    assert_eq!(outcome.nodes, Some(0));
    let mate = position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    let outcome = nodes(&mut engine, &mate, 10);
    assert_eq!((outcome.best, outcome.score), (None, Some(Score::Mate(0))));
}

#[test]
fn the_clock_is_kept_and_a_clear_choice_takes_less() {
    let clock = |ms| ClockLimits {
        time: [Duration::from_millis(ms); 2],
        increment: [Duration::ZERO; 2],
        moves_to_go: None,
    };
    let limits = Limits { clock: Some(clock(12_000)), ..Limits::default() };
    let mut engine = PuctEngine::new(&options(PuctConfig::Quiet));
    // The knight takes a queen, or nothing is clear.
    let clear = position("r1b1kb1r/ppp1pppp/2n5/3q4/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 1");
    let open = position("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
    let [clear_ms, open_ms] = [&clear, &open].map(|root| {
        let outcome = engine.go(root, &limits, &StopSignal::never(), &mut ());
        assert_eq!(outcome.reason, StopReason::Time, "{outcome:?}");
        outcome.time_ms
    });
    assert!(clear_ms < open_ms && open_ms < 12_000, "{clear_ms} {open_ms}");
    let depth = engine.go(&clear, &Limits::depth(3), &StopSignal::never(), &mut ());
    assert!(depth.nodes.unwrap() <= 27_000 + 8, "{depth:?}");
    let flat = PuctOptions { ..options(PuctConfig::Flat) };
    let mut flat = PuctEngine::new(&flat);
    let depth = flat.go(
        &position("4k3/7p/8/8/8/8/8/K7 w - - 0 1"),
        &Limits::depth(1),
        &StopSignal::never(),
        &mut (),
    );
    assert_eq!(depth.reason, StopReason::Depth);
}

#[test]
fn several_threads_grow_one_sound_tree() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for hash_mib in [1, 8] {
        let options = PuctOptions { threads: 4, hash_mib, ..options(PuctConfig::Uniform) };
        let mut engine = PuctEngine::new(&options);
        let outcome = nodes(&mut engine, &position(fen), 20_000);
        let done = outcome.nodes.unwrap();
        assert!((20_000..20_010).contains(&done), "{done}");
        let tree = playout::locked(&engine.tree);
        let root = tree.arena().node(tree.root());
        if tree.arena().flips() == 0 {
            assert_eq!(u64::from(root.visits), done + 1);
        }
        check(&tree, tree.root());
    }
}

#[test]
fn castling_of_chess960_is_searched_and_played() {
    // King b1, rooks a1 and g1: castling is the king taking its rook.
    let is_short = |mv: &&Move| mv.is_castling() && mv.to() == tabia_chess::Square::G1;
    let fen = "1k6/pppppppp/8/8/8/8/PPPP1PPP/RK4R1 w AG - 0 1";
    let start = position(fen);
    let castles: Vec<Move> = start.board().legal_moves().iter().filter(is_short).copied().collect();
    assert_eq!(castles.len(), 1);
    let mut engine = PuctEngine::new(&options(PuctConfig::Quiet));
    let limits = Limits { search_moves: castles.clone(), ..Limits::nodes(300) };
    let outcome = engine.go(&start, &limits, &StopSignal::never(), &mut ());
    assert_eq!(outcome.best, Some(castles[0]));
    let after = engine.node(&castles).unwrap();
    assert!(after.visits > 0);
    for number in [0, 100, 518, 959] {
        let position = GamePosition::new(Board::chess960(number).unwrap());
        let outcome = nodes(&mut engine, &position, 300);
        assert!(position.board().is_legal(outcome.best.unwrap()));
    }
}

#[test]
fn less_memory_than_requested_is_reported() {
    let mut engine = PuctEngine::new(&options(PuctConfig::Quiet));
    assert_eq!(
        engine.set_options(&PuctOptions { hash_mib: 4, ..options(PuctConfig::Quiet) }),
        Ok(())
    );
    assert!(playout::locked(&engine.tree).bytes() > 3 << 20);
    let other = PuctOptions { hash_mib: 4, ..options(PuctConfig::Uct) };
    assert_eq!(engine.set_options(&other), Ok(()));
    assert_eq!(engine.options().method, PuctConfig::Uct.method());
    // The state after a refused request: the size is not tried again, and the tree stays.
    nodes(&mut engine, &game(None, ""), 50);
    let tree = engine.nodes_kept_and_discarded();
    let hash_mib = 65_536;
    engine.hash_asked = hash_mib;
    let lines = PuctOptions { hash_mib, multi_pv: 2, ..other };
    assert_eq!(engine.set_options(&lines), Ok(()));
    assert_eq!(engine.nodes_kept_and_discarded(), tree);
    let shortage = OutOfMemory { asked: 9, got: 4 };
    assert_eq!(shortage.to_string(), t!("engine-tree-short", asked = "9", got = "4"));
}

#[test]
fn a_panic_on_the_main_thread_ends_the_search_of_the_others() {
    struct Breaks;
    impl SearchObserver for Breaks {
        fn on_iteration(&mut self, _: &IterationInfo) {
            panic!("broken");
        }
    }
    let mut engine = PuctEngine::new(&PuctOptions { threads: 3, ..options(PuctConfig::Quiet) });
    let search = std::panic::AssertUnwindSafe(|| {
        engine.go(&game(None, ""), &Limits::infinite(), &StopSignal::never(), &mut Breaks)
    });
    // The search has no limit, so it returns only if the helper threads are stopped.
    assert!(std::panic::catch_unwind(search).is_err());
}

#[test]
fn an_infinite_search_that_is_decided_returns_with_its_helpers() {
    let mut engine = PuctEngine::new(&PuctOptions { threads: 3, ..options(PuctConfig::Quiet) });
    let mate = position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    // The search returns without a stop; the worker would hold the answer back.
    let outcome = engine.go(&mate, &Limits::infinite(), &StopSignal::never(), &mut ());
    assert_eq!((outcome.reason, outcome.score), (StopReason::Mate, Some(Score::Mate(1))));
}

#[test]
fn requested_moves_at_a_tablebase_root_have_their_own_result() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/syzygy");
    let tables = Arc::new(Syzygy::open(&[folder]).unwrap());
    let mut engine = PuctEngine::new(&options(PuctConfig::Quiet));
    engine.set_tables(Some(tables.clone()));
    let mut score = |root: &GamePosition, search_moves: Vec<Move>| {
        let limits = Limits { search_moves, ..Limits::nodes(200) };
        engine.go(root, &limits, &StopSignal::never(), &mut ()).score.unwrap()
    };
    // In the first position every move wins, in the second some do not.
    let (won, narrow) = ("7K/8/8/4P3/8/8/8/k7 w - - 0 1", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1");
    for (fen, last_result) in [(won, TbResult::Win), (narrow, TbResult::Draw)] {
        let root = position(fen);
        let moves = tables.moves(&root.board()).unwrap();
        let (best, last) = (moves.first().unwrap(), moves.last().unwrap());
        assert_eq!((best.verdict.wdl, last.verdict.wdl), (TbResult::Win, last_result), "{fen}");
        assert_ne!(best.verdict.dtz, last.verdict.dtz, "{fen}");
        // The root itself is in the tablebases.
        let won = Score::Tablebase(1);
        assert_eq!(score(&root, Vec::new()), won, "{fen}");
        let expected = if last_result == TbResult::Win { won } else { Score::EVEN };
        assert_eq!(score(&root, vec![last.mv]), expected, "{fen}");
        assert_eq!(score(&root, vec![last.mv, best.mv]), won, "{fen}");
    }
}

#[test]
fn analysis_lists_all_moves_of_a_tablebase_root_with_their_results() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/syzygy");
    let tables = Arc::new(Syzygy::open(&[folder]).unwrap());
    for fen in ["7K/8/8/4P3/8/8/8/k7 w - - 0 1", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"] {
        let root = position(fen);
        let found = tables.moves(&root.board()).unwrap();
        for (multi_pv, limits) in [(5, Limits::nodes(200)), (1, Limits::nodes(200))] {
            let limits = Limits { infinite: multi_pv == 1, ..limits };
            let mut engine =
                PuctEngine::new(&PuctOptions { multi_pv, ..options(PuctConfig::Hybrid) });
            engine.set_tables(Some(tables.clone()));
            let mut recorded = Recorded::default();
            let outcome = engine.go(&root, &limits, &StopSignal::never(), &mut recorded);
            let best = found.iter().find(|found| Some(found.mv) == outcome.best).unwrap();
            assert_eq!(best.verdict, found[0].verdict, "{fen}: the shortest DTZ first");
            let progress = &recorded.1.last().unwrap().progress;
            assert_eq!(progress.lines.len(), found.len().min(multi_pv as usize), "{fen}");
            assert_eq!(progress.root_moves.len(), found.len(), "{fen}");
            for of in &progress.root_moves {
                let same = found.iter().find(|found| found.mv == of.mv).unwrap();
                let won = same.verdict.wdl == TbResult::Win;
                let expected = if won { Score::Tablebase(1) } else { Score::EVEN };
                assert_eq!(of.score, Some(expected), "{fen} {of:?}");
            }
            let certain =
                |info: &IterationInfo| [Some(Wdl::WIN), Some(Wdl::DRAW)].contains(&info.wdl);
            assert!(progress.lines.iter().all(certain), "{fen}");
        }
    }
}

#[test]
fn all_reports_give_a_tablebase_root_its_result() {
    struct Trees(Recorded);
    impl SearchObserver for Trees {
        fn on_iteration(&mut self, info: &IterationInfo) {
            self.0.on_iteration(info);
        }
        fn snapshot_every_ms(&self) -> Option<u64> {
            self.0.snapshot_every_ms()
        }
        fn wants_tree(&self) -> bool {
            true
        }
        fn on_snapshot(&mut self, snapshot: Snapshot) {
            self.0.on_snapshot(snapshot);
        }
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/syzygy");
    let mut engine = PuctEngine::new(&options(PuctConfig::Quiet));
    engine.set_tables(Some(Arc::new(Syzygy::open(&[folder]).unwrap())));
    let mut seen = Trees(Recorded::default());
    let root = position("7K/8/8/4P3/8/8/8/k7 w - - 0 1");
    engine.go(&root, &Limits::nodes(200), &StopSignal::never(), &mut seen);
    let progress = &seen.0.1.last().unwrap().progress;
    let won = Score::Tablebase(1);
    assert!(progress.lines.iter().all(|info| info.score == won));
    let moves = progress.root_moves.iter().filter_map(|root| root.score);
    assert!(moves.clone().count() > 0 && moves.clone().all(|score| score == won));
    let tree = progress.tree.as_ref().unwrap();
    let top = tree.nodes.iter().filter(|node| node.ply <= 1);
    assert!(top.clone().count() > 1 && top.clone().all(|node| node.score == Some(won)));
}

#[test]
fn a_search_ends_with_the_reason_that_ended_it() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/syzygy");
    let mut engine = PuctEngine::new(&options(PuctConfig::Quiet));
    engine.set_tables(Some(Arc::new(Syzygy::open(&[folder]).unwrap())));
    let mut reason = |fen: &str, limits: &Limits| {
        engine.go(&position(fen), limits, &StopSignal::never(), &mut ()).reason
    };
    // White captures the rook and wins by the tablebases.
    let won = "8/4P3/8/8/8/7r/7K/k7 w - - 0 1";
    assert_eq!(reason(won, &Limits::nodes(20_000)), StopReason::Proven);
    let clock = ClockLimits {
        time: [Duration::from_mins(10); 2],
        increment: [Duration::ZERO; 2],
        moves_to_go: None,
    };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    // The king in the corner has one way out of check.
    let forced = "7k/8/8/8/8/8/r4PP1/r5K1 w - - 0 1";
    assert_eq!(reason(forced, &limits), StopReason::Forced);
}
