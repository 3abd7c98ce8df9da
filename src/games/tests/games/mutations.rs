//! Damaged input of every kind: PGN, Polyglot books and FEN, changed at random from good ones. Nothing may panic, and
//! accepted input must be unchanged after writing and reading it back. A short run is part of the tests; a long one is
//! `TABIA_FUZZ_SECONDS=600 cargo test --release --test games mutations -- --ignored --nocapture`, with
//! `TABIA_FUZZ_SEED` to repeat or vary it and `TABIA_FUZZ_FORMAT` for one format alone.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "helpers of tests fail loudly and tell"
)]

use std::time::{Duration, Instant};

use tabia_chess::{Board, FenStyle, SplitMix64};
use tabia_games::book::polyglot::{Book, Entry, key, move_bits};
use tabia_games::game::pgn_read::{PgnFault, read_all};
use tabia_games::game::pgn_stream::PgnStream;
use tabia_games::game::pgn_write::write;
use tabia_games::game::saved::SavedTree;
use tabia_games::game::tree::GameTree;

const GAMES: &str = r#"[Event "A \"b\" \\ c"]
[White "Réti"]
[Result "1-0"]

{before [%csl Gd4]} 1. e4 {[%eval 0.25,22] [%clk 0:09:58.5] a} e5 $1 (1... c5 {[%cal Gc5d4]} 2. Nf3
(2. c3 d5 $6 (2... Nf6 3. e5)) 2... d6) ({or} 1... e6) 2. Nf3 -- 3. d4 exd4 ; rest
4. O-O! Nc6?? 5. 0-0-0 e.p. 1-0

[FEN "r3k2r/pP6/8/3pP3/8/8/P6p/R3K2R w KQkq d6 0 1"]
[Variant "Chess960"]

1. exd6 h1=Q+ 2. Rxh1 {nested {one} here} O-O-O 3. bxa8=N {open

1. d4 {[%clk 0:02:00]} (d4 {[%clk 0:00:01] x} Nf6 (1... Nf6 $2 2. c4) e6) ({alone}) d5 (d5 ($6 {y} 2. c4)) *

[Event "x"]
% a line for others
1. Nbd7 e2e4 1/2-1/2
"#;

const FENS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
];

/// Pieces of text that mean something in one of the formats.
const WORDS: [&str; 30] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "[%clk 1:0",
    "[Event \"",
    "\"]\n",
    "\n\n",
    "\r",
    "$300",
    ";",
    "%",
    "1-0",
    "*",
    "--",
    "O-O",
    "e8=Q",
    "\u{feff}",
    "\u{a0}",
    "½",
    "†",
    "à",
    "Å",
    "\u{4e85}",
    "\\",
    "/",
    "kqKQ",
    "0000",
];

fn below(rng: &mut SplitMix64, n: usize) -> usize {
    (rng.next_u64() % n.max(1) as u64) as usize
}

/// Changes bytes: flips, cuts, doubles, inserts.
fn mutate(rng: &mut SplitMix64, bytes: &mut Vec<u8>) {
    for _ in 0..=below(rng, 6) {
        let at = below(rng, bytes.len());
        let end = (at + 1 + below(rng, 24)).min(bytes.len());
        match below(rng, 6) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << below(rng, 8),
            1 if !bytes.is_empty() => bytes[at] = rng.next_u64() as u8,
            2 => drop(bytes.drain(at..end)),
            3 => {
                let piece = bytes[at..end].to_vec();
                let to = below(rng, bytes.len());
                bytes.splice(to..to, piece);
            }
            4 => bytes.truncate(end),
            _ => {
                let word = WORDS[below(rng, WORDS.len())].bytes();
                bytes.splice(at..at, word);
            }
        }
    }
}

fn try_pgn(bytes: &[u8]) {
    let mut stream = PgnStream::new(bytes);
    let mut scan = PgnStream::new(bytes);
    while let Some((game, line)) = stream.read_game().unwrap() {
        let raw = scan.next_game().unwrap().unwrap();
        assert_eq!((raw.line, raw.read()), (line, game.clone()));
        let text = write(&game.tags, &game.tree);
        let back = read_all(&text);
        assert_eq!(back.len(), 1, "{text}");
        let (a, []) = SavedTree::of(&game.tree, []);
        if game.tree.all_unread().next().is_none() && game.tags.lines().is_empty() {
            let (b, []) = SavedTree::of(&back[0].tree, []);
            assert_eq!(a, b, "{text}");
            let odd = |w: &&_| !matches!(w, PgnFault::Variant { .. } | PgnFault::Start(_));
            assert_eq!(back[0].warnings.iter().map(|w| &w.fault).find(odd), None, "{text}");
        } else {
            // After writing as UTF-8, bytes of another encoding may be read as blanks; nothing else is lost.
            let solid = |text: &str| text.split_whitespace().collect::<String>();
            let written = solid(&text);
            for unread in game.tree.all_unread() {
                assert!(written.contains(&solid(unread)), "{unread} in {text}");
            }
        }
        assert_eq!(a.restore().as_ref().map(GameTree::len), Ok(game.tree.len()));
    }
    assert!(scan.next_game().unwrap().is_none());
}

fn try_book(bytes: &[u8]) {
    let Ok((book, _)) = Book::read(bytes) else { return };
    let (again, repairs) = Book::read(&book.write()).unwrap_or_default();
    assert!(repairs.is_empty());
    for fen in FENS {
        let board = Board::from_fen(fen).unwrap();
        let moves = book.moves(&board);
        assert!(moves.iter().all(|found| board.is_legal(found.mv)));
        assert!(again.is_empty() || again.moves(&board) == moves);
    }
}

fn try_fen(text: &str) {
    match Board::from_fen(text) {
        Ok(board) => {
            for style in [FenStyle::XFen, FenStyle::Shredder] {
                assert_eq!(Board::from_fen(&board.fen(style)), Ok(board), "{text}");
            }
            let _ = board.legal_moves().iter().map(|&mv| board.after(mv).key()).max();
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            if let Some(repair) = error.repair() {
                assert!(Board::from_fen(&repair).is_ok(), "{text}: {repair}");
            }
        }
    }
}

fn book() -> Vec<u8> {
    let entries = FENS.iter().flat_map(|fen| {
        let board = Board::from_fen(fen).unwrap();
        let moves = board.legal_moves();
        let entry = |&mv| Entry { key: key(&board), mv: move_bits(mv), weight: 7, learn: 0 };
        moves.iter().map(entry).collect::<Vec<_>>()
    });
    Book::new(entries.collect()).write()
}

fn run(format: &str, seed: u64, time: Duration) {
    let (begin, mut rng, mut tried) = (Instant::now(), SplitMix64::new(seed), 0);
    let book = book();
    while begin.elapsed() < time || tried < 2_000 {
        match format {
            "pgn" => {
                let mut bytes = GAMES.as_bytes().to_vec();
                mutate(&mut rng, &mut bytes);
                try_pgn(&bytes);
            }
            "polyglot" => {
                let mut bytes = book.clone();
                mutate(&mut rng, &mut bytes);
                try_book(&bytes);
            }
            _ => {
                let mut bytes = FENS[below(&mut rng, FENS.len())].as_bytes().to_vec();
                mutate(&mut rng, &mut bytes);
                try_fen(&String::from_utf8_lossy(&bytes));
            }
        }
        tried += 1;
    }
    println!("{format}: {tried} inputs from seed {seed} in {:.0?}", begin.elapsed());
}

#[test]
fn damaged_input_is_survived() {
    for format in ["pgn", "polyglot", "fen"] {
        run(format, 1, Duration::ZERO);
    }
}

#[test]
#[ignore = "takes as long as TABIA_FUZZ_SECONDS says, three times"]
fn damaged_input_is_survived_for_long() {
    let number =
        |name, other| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(other);
    let time = Duration::from_secs(number("TABIA_FUZZ_SECONDS", 60));
    let only = std::env::var("TABIA_FUZZ_FORMAT").ok();
    let wanted = |format: &&str| only.as_deref().is_none_or(|only| only == *format);
    for format in ["pgn", "polyglot", "fen"].into_iter().filter(wanted) {
        run(format, number("TABIA_FUZZ_SEED", 1), time);
    }
}
