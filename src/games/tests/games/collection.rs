//! Collections compared with a slow, plain replay of every game, and their speed on the master games: `TABIA_GAMES=FILE
//! cargo test --release --test games collection:: -- --ignored --nocapture`.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use tabia_chess::{Board, Color, PieceType, SplitMix64};
use tabia_games::collection::filter::Filter;
use tabia_games::collection::listing::{self, Column, Sort};
use tabia_games::collection::search::{self, Hit, Likeness};
use tabia_games::collection::{Collection, explore, scan};
use tabia_games::game::pgn_read;

/// Random games with captures, promotions and long endings, as PGN.
fn random_games(count: usize, seed: u64) -> String {
    let mut rng = SplitMix64::new(seed);
    let mut text = String::new();
    for game in 0..count {
        text += &["[White \"Player ", &(game % 7).to_string(), "\"]\n\n"].concat();
        let mut board = Board::start();
        for _ in 0..rng.next_u64() % 160 {
            let moves = board.legal_moves();
            // Few different opening moves, so that games share positions.
            let choice = if board.fullmove_number() < 4 { 3 } else { moves.len() as u64 };
            let Some(&mv) = moves.get((rng.next_u64() % choice.max(1)) as usize) else { break };
            text += &tabia_chess::san::write(&board, mv);
            text.push(' ');
            board.make_move(mv);
        }
        text += "*\n\n";
    }
    text
}

fn like(one: &Board, other: &Board, likeness: Likeness) -> bool {
    let count = |board: &Board| {
        Color::ALL.map(|color| PieceType::ALL.map(|kind| board.by(color, kind).count()))
    };
    let pawns = |board: &Board| Color::ALL.map(|color| board.by(color, PieceType::Pawn).0);
    match likeness {
        Likeness::Exact => {
            let fen = |board: &Board| {
                let fen = board.to_string();
                fen.split(' ').take(4).map(str::to_owned).collect::<Vec<_>>()
            };
            fen(one) == fen(other)
        }
        Likeness::Material => count(one) == count(other),
        Likeness::Pawns => pawns(one) == pawns(other),
    }
}

#[test]
fn searches_agree_with_a_plain_replay() {
    let text = random_games(300, 7);
    let collection = Collection::of_text(&text);
    let games = pgn_read::read_all(&text);
    assert_eq!((collection.len(), games.len()), (300, 300));
    let boards: Vec<Vec<Board>> = games
        .iter()
        .map(|game| game.tree.main_line().iter().map(|&node| *game.tree.board(node)).collect())
        .collect();
    let stop = AtomicBool::new(false);
    let (mut rng, mut found) = (SplitMix64::new(11), 0);
    for _ in 0..150 {
        let line = &boards[(rng.next_u64() % 300) as usize];
        let board = &line[(rng.next_u64() % line.len() as u64) as usize];
        for likeness in Likeness::ALL {
            let slow: Vec<Hit> = (0..)
                .zip(&boards)
                .filter_map(|(game, line)| {
                    let ply = line.iter().position(|other| like(other, board, likeness))?;
                    Some(Hit { game, ply: ply as u32 })
                })
                .collect();
            assert_eq!(search::find(&collection, board, likeness, &stop).unwrap(), slow, "{board}");
            found += slow.len();
        }
    }
    assert!(found > 1000, "{found}");
}

#[test]
fn threads_share_the_games_and_keep_their_order() {
    let collection = Collection::of_text(&random_games(9_001, 3));
    let stop = AtomicBool::new(false);
    let hits = search::find(&collection, &Board::start(), Likeness::Exact, &stop).unwrap();
    assert_eq!(hits.len(), 9_001);
    assert!(hits.iter().zip(0..).all(|(hit, game)| hit.game == game));
}

#[test]
fn a_list_that_would_need_too_much_memory_is_cut_and_says_so() {
    let text = random_games(2_000, 5);
    let cut = scan::read_within(text.as_bytes(), 100_000, &mut |_| true).unwrap().unwrap();
    assert!(cut.is_cut() && cut.len() > 100 && cut.len() < 2_000, "{}", cut.len());
    assert!(!Collection::of_text(&text).is_cut());
    assert!(scan::read(text.repeat(20).as_bytes(), &mut |_| false).unwrap().is_none());
}

#[test]
#[ignore = "needs a file of games"]
fn large_files_are_listed_and_searched_quickly() {
    let path = std::env::var("TABIA_GAMES").unwrap();
    let begin = Instant::now();
    let file = std::fs::File::open(&path).unwrap();
    let size = file.metadata().unwrap().len();
    let collection = scan::read(file, &mut |_| true).unwrap().unwrap();
    let took = begin.elapsed().as_secs_f64();
    let problems = collection.entries().iter().filter(|entry| entry.marks.broken).count();
    println!(
        "{} games listed in {took:.2} s, {:.0} MB/s, {:.1} MB of memory, {problems} with problems",
        collection.len(),
        size as f64 / took / 1e6,
        collection.bytes() as f64 / 1e6
    );
    let stop = AtomicBool::new(false);
    for filter in ["a", "kasparov date:1985-1990 result:1-0"] {
        for column in [Column::Number, Column::White, Column::Opening] {
            let begin = Instant::now();
            let sort = Sort { column, descending: false };
            let rows = listing::rows(&collection, &Filter::parse(filter), sort, None);
            let ms = begin.elapsed().as_secs_f64() * 1e3;
            println!("{filter} by {column:?}: {} rows in {ms:.1} ms", rows.len());
        }
    }
    for (name, fen) in [
        ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("after 1. e4 e5", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
        ("Najdorf", "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6"),
        ("middle game", "r2q1rk1/pb2bppp/1pn1pn2/3p4/2PP4/1P3NP1/PB3PBP/RN1Q1RK1 w - - 0 11"),
        ("rook ending", "8/5pk1/6p1/7p/5P1P/6P1/r5K1/1R6 w - - 0 50"),
        ("KBN against K", "8/8/8/4k3/8/4K3/4BN2/8 w - - 0 1"),
    ] {
        let board = Board::from_fen(fen).unwrap();
        for likeness in Likeness::ALL {
            let begin = Instant::now();
            let hits = search::find(&collection, &board, likeness, &stop).unwrap();
            let ms = begin.elapsed().as_secs_f64() * 1e3;
            println!("{name}, {likeness:?}: {} games in {ms:.1} ms", hits.len());
        }
        let begin = Instant::now();
        let found = explore::explore(&collection, &board, &stop).unwrap();
        let ms = begin.elapsed().as_secs_f64() * 1e3;
        println!("{name}, explored: {} moves in {ms:.1} ms", found.moves.len());
    }
}
