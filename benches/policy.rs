//! Cost of the policy network: a full evaluation with the legal moves (`all`), without moves, which is trunk and value
//! (`value`), and the features alone (`rows`), for several hidden sizes and all instruction sets of the processor.
//!
//! `cargo bench --bench policy` prints nanoseconds, the mean over positions of random games, and evaluations per
//! second. `cargo bench --bench policy -- --net FILE` takes a trained network; `-- count KERNELS WIDTH CASE ROUNDS`
//! runs that many rounds of one case, for profilers. Nothing is asserted.

#![expect(clippy::expect_used, reason = "numbers made here fit together")]
#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use tabia_chess::{Board, Move, SplitMix64};
use tabia_engine::eval::nnue::features::Inputs;
use tabia_engine::eval::nnue::kernels::Kernels;
use tabia_engine::eval::policy::rows::PositionFeatures;
use tabia_engine::eval::policy::{Parameters, PolicyNet};

const WIDTHS: [usize; 2] = [128, 256];
const CASES: [&str; 3] = ["all", "value", "rows"];
const ROUNDS: usize = 200;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if let Some(at) = args.iter().position(|arg| arg == "count") {
        count(&args[at + 1..]);
        return;
    }
    // `cargo test --benches` runs benches with this argument, only to check that they start.
    let rounds = if args.iter().any(|arg| arg == "--test") { 1 } else { ROUNDS };
    let file = args.iter().position(|arg| arg == "--net").and_then(|at| args.get(at + 1));
    let positions = positions();
    let moves: usize = positions.iter().map(|(_, moves)| moves.len()).sum();
    println!(
        "{} positions, {:.1} moves each; rows {:.0} ns",
        positions.len(),
        moves as f64 / positions.len() as f64,
        rows(&positions, rounds)
    );
    println!("{:<22}{:>10}{:>10}{:>12}", "ns", "all", "value", "a second");
    let nets: Vec<PolicyNet> = if let Some(file) = file {
        vec![PolicyNet::load(Path::new(file)).expect("a policy network")]
    } else {
        let random = |width| PolicyNet::new(&Parameters::random(width, 1));
        WIDTHS.map(|width| random(width).expect("numbers that fit together")).to_vec()
    };
    for net in nets {
        for kernels in Kernels::available() {
            let net = net.clone().with_kernels(kernels);
            let all = evaluation_time(&net, &positions, rounds, true);
            let value = evaluation_time(&net, &positions, rounds, false);
            let name = format!("{} {}", net.width(), kernels.name);
            println!("{name:<22}{all:>10.0}{value:>10.0}{:>12.0}", 1e9 / all);
        }
    }
}

fn count(args: &[String]) {
    let [kernels, width, case, rounds] = args else {
        println!("expected: count KERNELS WIDTH {} ROUNDS", CASES.join("|"));
        return;
    };
    let positions = positions();
    match (Kernels::named(kernels), width.parse(), rounds.parse()) {
        (Ok(_), Ok(_), Ok(rounds)) if case == "rows" => drop(rows(&positions, rounds)),
        (Ok(kernels), Ok(width), Ok(rounds)) if CASES.contains(&case.as_str()) => {
            let net = PolicyNet::new(&Parameters::random(width, 1));
            let net = net.expect("numbers that fit together").with_kernels(kernels);
            evaluation_time(&net, &positions, rounds, case == "all");
        }
        (Err(error), ..) => println!("{error}"),
        _ => println!("expected: count KERNELS WIDTH {} ROUNDS", CASES.join("|")),
    }
}

/// Positions of random games with their moves.
fn positions() -> Vec<(Board, Vec<Move>)> {
    let mut rng = SplitMix64::new(7);
    let mut found = Vec::new();
    while found.len() < 2000 {
        let mut board = Board::start();
        for _ in 0..80 {
            let moves = board.legal_moves().to_vec();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())];
            if rng.below(4) == 0 {
                found.push((board, moves));
            }
            board.make_move(mv);
        }
    }
    found
}

/// Nanoseconds of an evaluation.
fn evaluation_time(
    net: &PolicyNet,
    positions: &[(Board, Vec<Move>)],
    rounds: usize,
    with_moves: bool,
) -> f64 {
    let mut priors = [0.0_f32; 256];
    each(positions, rounds, |board, moves| {
        let moves = if with_moves { moves } else { &[] };
        black_box(net.evaluate(black_box(board), moves, &mut priors[..moves.len()]));
    })
}

/// Nanoseconds of the features of all moves.
fn rows(positions: &[(Board, Vec<Move>)], rounds: usize) -> f64 {
    let mut inputs = Inputs::new();
    each(positions, rounds, |board, moves| {
        let scene = PositionFeatures::new(black_box(board));
        scene.inputs(&mut inputs);
        black_box(&inputs);
        for &mv in moves {
            black_box(scene.rows(mv));
        }
    })
}

fn each(
    positions: &[(Board, Vec<Move>)],
    rounds: usize,
    mut act: impl FnMut(&Board, &[Move]),
) -> f64 {
    let started = Instant::now();
    for _ in 0..rounds {
        for (board, moves) in positions {
            act(board, moves);
        }
    }
    started.elapsed().as_secs_f64() * 1e9 / (rounds * positions.len()) as f64
}
