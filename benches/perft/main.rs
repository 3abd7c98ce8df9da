//! Speed of the move generator: perft against other libraries in one interleaved run, with ratios at the end.
//!
//! `cargo bench --bench perft`. *Counted* stops one ply early and counts the moves there (bulk counting), which
//! measures the generator; *made* makes the last move as well, with hash keys, which measures making moves. All take
//! turns in many short rounds, and the best time of each counts, so that other processes only spoil rounds and not the
//! result.
//!
//! `TABIA_PERFT=full` goes one ply deeper, two when counting. `TABIA_STOCKFISH=/usr/games/stockfish` adds Stockfish's
//! `go perft`, which counts.
#![expect(clippy::expect_used, reason = "the positions are written below")]
#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

mod rivals;

use std::env;
use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use tabia_chess::attacks::USES_PEXT;
use tabia_chess::{Board, perft};

/// Rounds, and rounds at full depth.
const ROUNDS: usize = 300;
const FULL_ROUNDS: usize = 15;

/// A position, a depth, and the nodes at this and the next two depths.
struct Subject {
    name: &'static str,
    fen: &'static str,
    depth: u32,
    nodes: [u64; 3],
}

const SUBJECTS: [Subject; 3] = [
    Subject {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        depth: 4,
        nodes: [197_281, 4_865_609, 119_060_324],
    },
    Subject {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w HAha - 0 1",
        depth: 3,
        nodes: [97_862, 4_085_603, 193_690_690],
    },
    Subject {
        name: "chess960",
        fen: "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        depth: 4,
        nodes: [326_672, 8_146_062, 227_689_589],
    },
];

/// Whether the last ply is counted or made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Counted,
    Made,
}

/// A competitor: its name and its perft function.
type Runner = (&'static str, Box<dyn FnMut(u32) -> u64>);

fn tabia(board: Board, mode: Mode) -> Runner {
    let count = match mode {
        Mode::Counted => perft::perft,
        Mode::Made => perft::perft_slow,
    };
    ("tabia", Box::new(move |depth| count(black_box(&board), depth)))
}

/// Best time of each competitor.
fn race(runners: &mut [Runner], depth: u32, nodes: u64, rounds: usize) -> Vec<Duration> {
    let mut best = vec![Duration::MAX; runners.len()];
    for _ in 0..rounds {
        for ((name, run), best) in runners.iter_mut().zip(&mut best) {
            let start = Instant::now();
            let found = run(depth);
            *best = start.elapsed().min(*best);
            assert_eq!(found, nodes, "{name}");
        }
    }
    best
}

fn measure(subject: &Subject, mode: Mode, full: bool) {
    let board = Board::from_fen(subject.fen).expect("sound");
    let mut runners = vec![tabia(board, mode)];
    runners.extend(rivals::all(&board, mode == Mode::Made));
    let deeper = match (full, mode) {
        (false, _) => 0,
        (true, Mode::Made) => 1,
        (true, Mode::Counted) => 2,
    };
    let (depth, nodes) = (subject.depth + deeper as u32, subject.nodes[deeper]);
    let times = race(&mut runners, depth, nodes, if full { FULL_ROUNDS } else { ROUNDS });
    let speed = |time: &Duration| nodes as f64 / time.as_secs_f64() / 1e6;
    print!("{:9} depth {depth}:", subject.name);
    for ((name, _), time) in runners.iter().zip(&times) {
        print!("  {name} {:.1}", speed(time));
    }
    let others = times[1..].iter().map(speed).fold(0.0, f64::max);
    println!("  ratio {:.2}", speed(&times[0]) / others);
}

/// Processor name, on Linux.
fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let named = text.lines().find_map(|line| line.strip_prefix("model name")?.split(": ").nth(1));
    named.unwrap_or(env::consts::ARCH).to_owned()
}

fn main() {
    let full = env::var("TABIA_PERFT").is_ok_and(|mode| mode == "full");
    let sliders = if USES_PEXT { "PEXT" } else { "magics" };
    println!("One thread of {}, sliders by {sliders}.", processor());
    println!("Million nodes a second; ratio: Tabia to the fastest of the others.\n");
    for (mode, title) in [
        (Mode::Counted, "Counted: the moves of the last ply are counted (bulk)"),
        (Mode::Made, "Made: every move of the last ply is made"),
    ] {
        println!("{title}");
        for subject in &SUBJECTS {
            measure(subject, mode, full);
        }
        println!();
    }
}
