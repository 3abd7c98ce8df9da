//! Counts the move sequences of 1,104 known positions, standard chess and Chess960, on all cores.
//!
//! By default each line goes to depth 4 at least and deeper up to its file's node limit (about 10^10 nodes in all).
//! `TABIA_PERFT=full cargo test --release --test chess perft -- --nocapture` runs every line to its last depth, 5.7 *
//! 10^11 nodes; `TABIA_PERFT_THREADS=n` limits the threads.
#![expect(clippy::unwrap_used, reason = "a test says what it expects")]

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tabia_chess::Board;
use tabia_chess::perft::{divide, perft, perft_slow};

/// One perft result of a position.
struct Case {
    fen: String,
    depth: u32,
    nodes: u64,
}

/// Lower depths are always counted.
const MIN_DEPTH: u32 = if cfg!(debug_assertions) { 3 } else { 4 };

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Lines of the form `FEN ;D1 20 ;D2 400`.
fn read_epd(name: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    for line in read(name).lines().filter(|line| !line.trim().is_empty()) {
        let mut parts = line.split(';');
        let fen = parts.next().unwrap().trim();
        for count in parts {
            let (depth, nodes) = count.trim()[1..].split_once(' ').unwrap();
            let (depth, nodes) = (depth.parse().unwrap(), nodes.trim().parse().unwrap());
            cases.push(Case { fen: fen.to_owned(), depth, nodes });
        }
    }
    cases
}

/// Blocks of `epd FEN` and `perft depth nodes`.
fn read_blocks(name: &str) -> Vec<Case> {
    let (mut cases, mut fen) = (Vec::new(), "");
    let text = read(name);
    for line in text.lines() {
        if let Some(position) = line.strip_prefix("epd ") {
            fen = position;
        } else if let Some(count) = line.strip_prefix("perft ") {
            let (depth, nodes) = count.trim().split_once(' ').unwrap();
            let (depth, nodes) = (depth.parse().unwrap(), nodes.parse().unwrap());
            cases.push(Case { fen: fen.to_owned(), depth, nodes });
        }
    }
    cases
}

fn threads() -> usize {
    let wanted = std::env::var("TABIA_PERFT_THREADS").ok().and_then(|text| text.parse().ok());
    wanted.unwrap_or_else(|| std::thread::available_parallelism().map_or(2, usize::from))
}

/// Counts all cases within `limit` nodes and fails with every line that differs.
fn check(name: &str, mut cases: Vec<Case>, limit: u64, count: fn(&Board, u32) -> u64) {
    let full = std::env::var("TABIA_PERFT").is_ok_and(|mode| mode == "full");
    cases.retain(|case| full || case.nodes <= limit || case.depth <= MIN_DEPTH);
    // Long ones first, so that all threads end at about the same time.
    cases.sort_by_key(|case| std::cmp::Reverse(case.nodes));
    let (next, nodes) = (AtomicUsize::new(0), AtomicU64::new(0));
    let wrong = Mutex::new(Vec::new());
    let (start, last_word) = (Instant::now(), Mutex::new(Instant::now()));
    std::thread::scope(|scope| {
        for _ in 0..threads() {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = Board::from_fen(&case.fen).map(|board| count(&board, case.depth));
                    if found != Ok(case.nodes) {
                        let line = format!(
                            "{} depth {}: {found:?}, {} expected",
                            case.fen, case.depth, case.nodes
                        );
                        wrong.lock().unwrap().push(line);
                    }
                    nodes.fetch_add(case.nodes, Ordering::Relaxed);
                    let mut last_word = last_word.lock().unwrap();
                    if last_word.elapsed() > Duration::from_mins(1) {
                        *last_word = Instant::now();
                        let done = next.load(Ordering::Relaxed).min(cases.len());
                        let nodes = nodes.load(Ordering::Relaxed);
                        eprintln!("{name}: {done} of {} counts, {nodes} nodes", cases.len());
                    }
                }
            });
        }
    });
    let (nodes, time) = (nodes.into_inner(), start.elapsed());
    let speed = nodes as f64 / time.as_secs_f64() / 1e6;
    eprintln!("{name}: {} counts, {nodes} nodes in {time:.1?}, {speed:.0} Mnps", cases.len());
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

// One test, so that the files are counted one after another, each with all cores.
#[test]
fn known_counts() {
    let standard = read_epd("standard.epd");
    let chess960 = read_epd("chess960.epd");
    let tricky = read_blocks("tricky.perft");
    assert_eq!((standard.len(), chess960.len(), tricky.len()), (755, 5760, 91));
    check("standard.epd", standard, 200_000_000, perft);
    check("chess960.epd", chess960, 10_000_000, perft);
    check("tricky.perft", tricky, 200_000_000, perft);
}

/// Without bulk counting, so that keys and flags are updated as in a search.
#[test]
fn known_counts_without_bulk() {
    if std::env::var("TABIA_PERFT").is_err() {
        check("standard.epd, no bulk", read_epd("standard.epd"), 0, perft_slow);
    }
}

#[test]
fn divide_adds_up() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let kiwipete = Board::from_fen(fen).unwrap();
    let parts = divide(&kiwipete, 3);
    assert_eq!(parts.len(), 48);
    assert_eq!(parts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 97_862);
    assert_eq!(perft(&kiwipete, 0), 1);
    assert_eq!(perft_slow(&kiwipete, 0), 1);
    assert!(divide(&kiwipete, 0).is_empty());
}
