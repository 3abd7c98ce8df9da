//! Cost of the evaluation network: with known accumulators (`known`), after a move, updated from the previous position
//! (`move`), and from scratch (`scratch`), for several widths and all instruction sets of the processor. `move` less
//! `known` is the update.
//!
//! `cargo bench --bench network` prints nanoseconds. `cargo bench --bench network -- count KERNELS WIDTH CASE ROUNDS`
//! runs that many rounds of one case: under `valgrind --tool=callgrind` the difference of two runs gives the
//! instructions. Nothing is asserted.

#![expect(clippy::expect_used, reason = "the position and its move are written below")]
#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use std::hint::black_box;
use std::time::Instant;

use tabia_chess::{Board, san};
use tabia_engine::eval::nnue::accumulator::Accumulators;
use tabia_engine::eval::nnue::kernels::Kernels;
use tabia_engine::eval::nnue::{Network, Parameters};

const WIDTHS: [usize; 4] = [64, 128, 256, 512];
const CASES: [&str; 3] = ["known", "move", "scratch"];
const ROUNDS: u32 = 400_000;
/// A middlegame and a quiet move in it.
const FEN: &str = "r2q1rk1/1p1bbppp/p1nppn2/6B1/3NPP2/2N5/PPPQB1PP/2KR3R w - - 4 11";

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if let Some(at) = args.iter().position(|arg| arg == "count") {
        count(&args[at + 1..]);
        return;
    }
    // `cargo test --benches` runs benches with this argument, only to check that they start.
    let rounds = if args.iter().any(|arg| arg == "--test") { 3 } else { ROUNDS };
    println!("{:<17}{}", "ns", CASES.map(|case| format!("{case:>10}")).concat());
    for width in WIDTHS {
        for kernels in Kernels::available() {
            let bench = Bench::new(width, kernels);
            let times = CASES.map(|case| {
                let started = Instant::now();
                bench.run(case, rounds);
                started.elapsed().as_secs_f64() * 1e9 / f64::from(rounds)
            });
            let times = times.map(|time| format!("{time:>10.0}")).concat();
            println!("{width:<4}{:<13}{times}", kernels.name);
        }
    }
}

fn count(args: &[String]) {
    let [kernels, width, case, rounds] = args else {
        println!("expected: count KERNELS WIDTH {} ROUNDS", CASES.join("|"));
        return;
    };
    match (Kernels::named(kernels), width.parse(), rounds.parse()) {
        (Ok(kernels), Ok(width), Ok(rounds)) if CASES.contains(&case.as_str()) => {
            Bench::new(width, kernels).run(case, rounds);
        }
        (Err(error), ..) => println!("{error}"),
        _ => println!("expected: count KERNELS WIDTH {} ROUNDS", CASES.join("|")),
    }
}

struct Bench {
    network: Network,
    before: Board,
    after: Board,
}

impl Bench {
    fn new(width: usize, kernels: &'static Kernels) -> Bench {
        let network = Network::new(&Parameters::random(width, 8, 1));
        let network = network.expect("numbers that fit together").with_kernels(kernels);
        let before = Board::from_fen(FEN).expect("a position");
        let after = before.after(san::parse(&before, "Nb3").expect("a move"));
        Bench { network, before, after }
    }

    fn run(&self, case: &str, rounds: u32) {
        let mut accumulators = Accumulators::new(2);
        accumulators.reset(&self.network);
        accumulators.evaluate(&self.network, &self.before, 0);
        let Bench { network, before, after } = self;
        match case {
            "known" => repeat(rounds, || accumulators.evaluate(network, black_box(before), 0)),
            "move" => repeat(rounds, || {
                accumulators.begin(1);
                accumulators.evaluate(network, black_box(after), 1)
            }),
            _ => repeat(rounds, || network.evaluate(black_box(after))),
        }
    }
}

fn repeat(rounds: u32, mut round: impl FnMut() -> i32) {
    for _ in 0..rounds {
        black_box(round());
    }
}
