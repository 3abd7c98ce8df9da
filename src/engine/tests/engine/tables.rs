//! Tablebases in the search, at the root and in the tree. `TABIA_SYZYGY` must name a folder with tables of up to four
//! pieces: `cargo test --test engine tables -- --ignored`.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::Arc;

use tabia_chess::{Board, Color};
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::{EngineOptions, Strength, TbOptions};
use tabia_engine::alphabeta::rule_set::RuleSet;
use tabia_engine::search::detail::PruneReason;
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::report::{IterationInfo, SearchOutcome};
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::SearchObserver;
use tabia_games::game::position::GamePosition;
use tabia_games::tablebase::{Syzygy, Wdl};

/// Won positions with a DTZ of 30 to 58: queen against rook, bishop and knight, two bishops, queen against pawn, rook
/// against knight, rook against bishop.
const WON: [&str; 6] = [
    "8/4Q3/8/8/2r5/8/2k5/K7 w - - 0 1",
    "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
    "8/8/4k3/8/8/8/8/KBB5 w - - 0 1",
    "8/3K4/8/8/Q7/8/4p3/6k1 w - - 0 1",
    "5n2/8/k7/8/2K5/1R6/8/8 w - - 0 1",
    "5R2/8/8/8/8/4K3/8/2k3b1 w - - 0 1",
];

fn tables() -> Arc<Syzygy> {
    let folder = std::env::var("TABIA_SYZYGY").unwrap();
    Arc::new(Syzygy::open(&[folder]).unwrap())
}

fn engine(options: EngineOptions, tables: &Arc<Syzygy>) -> Engine {
    let mut engine = Engine::new(&EngineOptions { hash_mib: 8, ..options });
    engine.set_tables(Some(tables.clone()));
    engine
}

/// Records the last iteration of each line.
#[derive(Default)]
struct Last(Vec<IterationInfo>);

impl SearchObserver for Last {
    fn on_iteration(&mut self, info: &IterationInfo) {
        self.0.retain(|known| known.multi_pv != info.multi_pv);
        self.0.push(info.clone());
    }
}

fn search(engine: &mut Engine, fen: &str, depth: u32) -> (SearchOutcome, Vec<IterationInfo>) {
    let position = GamePosition::new(Board::from_fen(fen).unwrap());
    let mut last = Last::default();
    let outcome = engine.go(&position, &Limits::depth(depth), &StopSignal::never(), &mut last);
    (outcome, last.0)
}

/// Win 1, draw 0, loss -1, by the score.
fn result(score: Score) -> i32 {
    match score {
        Score::Cp(cp) if cp.abs() <= 2 => 0,
        Score::Mate(0) => -1,
        Score::Mate(plies) | Score::Tablebase(plies) => plies.signum(),
        Score::Cp(cp) => panic!("{cp} centipawns are no result"),
    }
}

#[test]
#[ignore = "TABIA_SYZYGY names a folder of Syzygy tables with all endings of four men, and their list"]
fn all_expected_results_and_distances_are_found() {
    let list = std::env::var("TABIA_SYZYGY").unwrap() + "/endgame-wdl-dtz.epd";
    let (text, tables) = (std::fs::read_to_string(list).unwrap(), tables());
    assert_eq!((tables.refused(), tables.tables()), (&[][..], 35));
    for line in text.lines() {
        let fen = line.split_whitespace().take(4).collect::<Vec<_>>().join(" ") + " 0 1";
        let number = |name: &str| -> i32 {
            let rest = line.split(&format!("; {name} ")).nth(1).unwrap();
            rest.split(';').next().unwrap().parse().unwrap()
        };
        let found = tables.probe(&Board::from_fen(&fen).unwrap()).unwrap();
        assert_eq!((found.wdl.number(), found.dtz), (number("wdl"), number("dtz")), "{line}");
    }
    assert!(text.lines().count() >= 200);
}

#[test]
#[ignore = "TABIA_SYZYGY names a folder of Syzygy tables with all endings of four men"]
fn the_root_keeps_the_tablebase_result() {
    let tables = tables();
    let list = std::env::var("TABIA_SYZYGY").unwrap() + "/endgame-wdl-dtz.epd";
    let fens: Vec<String> = match std::fs::read_to_string(list) {
        Ok(text) => text
            .lines()
            .map(|line| line.split_whitespace().take(4).collect::<Vec<_>>().join(" ") + " 0 1")
            .collect(),
        Err(_) => WON.map(str::to_owned).to_vec(),
    };
    for threads in [1, 3] {
        let mut engine = engine(EngineOptions { threads, ..EngineOptions::default() }, &tables);
        for fen in &fens {
            let board = Board::from_fen(fen).unwrap();
            let before = tables.probe(&board).unwrap();
            let (outcome, lines) = search(&mut engine, fen, 5);
            let Some(best) = outcome.best else { continue };
            let after = tables.probe(&board.after(best)).unwrap();
            assert_eq!(after.wdl.reversed(), before.wdl, "{fen} {best:?}");
            assert_eq!(result(outcome.score.unwrap()), before.wdl.number().signum(), "{fen}");
            assert!(lines[0].tb_hits >= Some(board.legal_moves().len() as u64), "{fen}");
        }
    }
}

#[test]
#[ignore = "TABIA_SYZYGY names a folder of Syzygy tables with all endings of four men"]
fn won_endings_are_won_against_the_best_defence() {
    let tables = tables();
    for fen in WON {
        let start = Board::from_fen(fen).unwrap();
        assert_eq!(tables.probe(&start).unwrap().wdl, Wdl::Win, "{fen}");
        let mut engine = engine(EngineOptions::default(), &tables);
        let mut position = GamePosition::new(start);
        let end = loop {
            let board = position.board();
            if !board.has_legal_move() {
                break board;
            }
            assert!(board.halfmove_clock() < 100 && position.repetitions() < 3, "{fen}: {board}");
            let mv = if position.moves.len().is_multiple_of(2) {
                let limits = Limits::nodes(2000);
                engine.go(&position, &limits, &StopSignal::never(), &mut ()).best.unwrap()
            } else {
                tables.moves(&board).unwrap()[0].mv
            };
            position.moves.push(mv);
        };
        assert!(end.in_check() && end.stm() == Color::Black, "{fen}: {end}");
    }
}

#[test]
#[ignore = "TABIA_SYZYGY names a folder of Syzygy tables with all endings of four men"]
fn results_are_found_in_the_tree_and_the_fifty_move_rule_can_be_turned_off() {
    let tables = tables();
    // Five pieces: after the rook takes the knight, the rest is a tablebase win without a near mate.
    let fen = "8/8/8/5k2/1n6/8/1p2K2Q/1R6 b - - 0 1";
    for threads in [1, 2] {
        let options = EngineOptions { threads, ..EngineOptions::default() };
        let (_, lines) = search(&mut engine(options, &tables), fen, 12);
        assert!(lines[0].tb_hits > Some(0), "{lines:?}");
        let rules = RuleSet::ALL.without(PruneReason::Tablebase);
        let (outcome, lines) =
            search(&mut engine(EngineOptions { rules, ..options }, &tables), fen, 12);
        assert_eq!(lines[0].tb_hits, Some(0));
        assert!(!matches!(outcome.score, Some(Score::Tablebase(_))));
        let none = TbOptions { probe_limit: 0, ..TbOptions::default() };
        let (_, lines) =
            search(&mut engine(EngineOptions { tables: none, ..options }, &tables), fen, 12);
        assert_eq!(lines[0].tb_hits, Some(0));
        // Weak levels do not use tablebases.
        let weak = EngineOptions { strength: Strength::Elo(1500), ..options };
        let (_, lines) = search(&mut engine(weak, &tables), fen, 12);
        assert_eq!(lines[0].tb_hits, Some(0));
    }
    let three = TbOptions { probe_limit: 3, ..TbOptions::default() };
    let options = EngineOptions { tables: three, ..EngineOptions::default() };
    let (_, lines) = search(&mut engine(options, &tables), WON[0], 1);
    assert_eq!(lines[0].tb_hits, Some(0), "four men are not asked");
}

#[test]
#[ignore = "TABIA_SYZYGY names a folder of Syzygy tables with all endings of four men"]
fn the_fifty_move_rule_counts_unless_it_is_turned_off() {
    let tables = tables();
    let late = "8/8/8/3k4/8/8/8/KBN5 w - - 70 90";
    let board = Board::from_fen(late).unwrap();
    assert_eq!(tables.probe(&board).unwrap().at_clock(70), Wdl::CursedWin);
    let score = |fifty_move_rule| {
        let tables_used = TbOptions { fifty_move_rule, ..TbOptions::default() };
        let options = EngineOptions { tables: tables_used, ..EngineOptions::default() };
        search(&mut engine(options, &tables), late, 5).0.score
    };
    assert_eq!((score(true), score(false)), (Some(Score::Cp(2)), Some(Score::Tablebase(1))));
}

#[test]
#[ignore = "TABIA_SYZYGY names a folder of Syzygy tables with all endings of four men"]
fn lines_stand_in_the_order_of_their_results() {
    let tables = tables();
    let options = EngineOptions { multi_pv: 30, ..EngineOptions::default() };
    for fen in WON {
        let board = Board::from_fen(fen).unwrap();
        let (_, lines) = search(&mut engine(options, &tables), fen, 4);
        assert_eq!(lines.len(), board.legal_moves().len().min(30), "{fen}");
        let results: Vec<i32> = lines.iter().map(|line| result(line.score)).collect();
        assert!(results.is_sorted_by(|a, b| a >= b), "{fen}: {results:?}");
        for line in &lines {
            let after = tables.probe(&board.after(line.pv[0])).unwrap();
            assert_eq!(result(line.score), -after.wdl.number().signum(), "{fen} {:?}", line.pv);
        }
    }
}
