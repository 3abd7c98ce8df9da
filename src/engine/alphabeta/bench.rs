//! The bench: fixed positions searched to a fixed depth. The total of nodes is the signature of the
//! search and the evaluation: it changes when their behaviour does, and only then.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::eval::nnue::Network;
use tabia_chess::{Board, FenError};
use tabia_games::game::position::GamePosition;

use super::Engine;
use super::options::{EngineOptions, EvalKind};
use crate::search::limits::{Limits, StopSignal};

/// Depth every position is searched to, plies.
pub const DEPTH: u32 = 12;
/// `TranspositionTable` size, MiB.
pub const HASH_MIB: u32 = 16;
/// Nodes at that depth with the built-in network and with the hand-crafted terms: the signatures. A change that alters
/// play on purpose runs `tabia bench` (or reads the number from the failed test), writes it here and puts the number
/// with the network into its commit message as `Bench: N`. Any other change must leave both numbers as they are.
pub const SIGNATURES: [(EvalKind, u64); 2] =
    [(EvalKind::Network, 2_017_620), (EvalKind::HandCrafted, 2_523_480)];

/// Openings, middlegames and endings of many kinds, none of them decided on the next move.
pub const POSITIONS: [&str; 40] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 1 5",
    "rnbqk2r/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP3PPP/R1BQKB1R b KQkq - 1 5",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/1PN1PN2/PB2BPPP/R2Q1RK1 b - - 2 9",
    "rnbq1rk1/ppp1bppp/4pn2/3p2B1/2PP4/2N1PN2/PP3PPP/R2QKB1R b KQ - 2 6",
    "r1bqk2r/pp1nbppp/2p1pn2/3p4/2PP4/2NBPN2/PP3PPP/R1BQK2R w KQkq - 4 7",
    "rnbqkb1r/1p2pp1p/p2p1np1/8/3NP3/2N1BP2/PPP3PP/R2QKB1R b KQkq - 0 7",
    "r2qk2r/pb1nbppp/1pp1pn2/3p4/2PP4/1P3NP1/PBQNPPBP/R3K2R w KQkq - 2 10",
    "r1b1k2r/2qnbppp/p2ppn2/1p4B1/3NPPP1/2N2Q2/PPP4P/2KR1B1R b kq - 0 11",
    "r4rk1/1bqnbppp/pp1ppn2/8/2PNP3/1PN1B3/P2QBPPP/2RR2K1 b - - 3 13",
    "2r2rk1/1bqn1ppp/p2bpn2/1p6/3N4/P1NBB3/1PQ2PPP/2RR2K1 w - - 2 17",
    "r1bq1rk1/4bppp/p1np1n2/1pp1p3/4P3/2P2N1P/PPBPBPP1/R2QRNK1 b - - 4 13",
    "r3r1k1/1bqnbppp/p2p1n2/1pp1p3/P3P3/2PPBN1P/1PB1QPP1/R3RNK1 b - - 0 16",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "r2q1rk1/1p1bbppp/p1nppn2/6B1/3NPP2/2N5/PPPQB1PP/2KR3R w - - 4 11",
    "3r1rk1/pp1q1pp1/2n1b2p/2Pp4/3N4/P1P1B3/4QPPP/R4RK1 w - - 1 18",
    "r2r2k1/1p2qpp1/p1n1bn1p/4p3/4P3/2P1BN1P/PPB1QPP1/R2R2K1 w - - 0 19",
    "4rrk1/1p1nq3/p7/2p1P1pp/3P2bp/3Q1Bn1/PPPB4/1K2R1NR w - - 40 21",
    "r3k2r/3nnpbp/q2pp1p1/p7/Pp1PPPP1/4BNN1/1P5P/R2Q1RK1 w kq - 0 16",
    "3Qb1k1/1r2ppb1/pN1n2q1/Pp1Pp1Pr/4P2p/4BP2/4B1R1/1R5K b - - 11 40",
    "1r3rk1/3bb1pp/1qn1p3/3pP3/1p1N1Q2/1N2B3/PP3PPP/2R2RK1 w - - 0 20",
    "2kr3r/pp1q1ppp/2n1bn2/2bp4/8/1NP2NP1/PP2PPBP/R1BQ1RK1 w - - 3 11",
    "5rk1/1pp1q1pp/p1nb1r2/3p1p2/3Pn3/1QPBPN1P/PP1N1PP1/R4RK1 w - - 3 16",
    "8/1p3pp1/7p/5P1P/2k3P1/8/2K2P2/8 w - - 0 1",
    "8/pp2k1pp/2p1p3/2P1Pp2/1P1K1P2/P5P1/7P/8 w - - 0 1",
    "8/5pk1/4p1p1/1r1pP2p/3P1P1P/R5P1/5K2/8 b - - 5 40",
    "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 99 50",
    "6k1/5p2/6p1/8/7p/8/6PP/6K1 b - - 0 1",
    "8/2p4P/8/kr6/6R1/8/8/1K6 w - - 0 1",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "8/3k4/1p1n2p1/p2P1p1p/P2K1P1P/1P2B1P1/8/8 w - - 3 41",
    "r5k1/5ppp/1p6/p1pB4/P1P1r3/1P4P1/5P1P/R4RK1 b - - 0 27",
    "2r3k1/pp3pp1/4p2p/3nP3/3R4/1P3N2/P4PPP/6K1 b - - 2 26",
    "3r2k1/5pp1/p3p2p/1p1nP3/8/P2RBP2/1P4PP/6K1 w - - 0 31",
    "1r6/5pk1/3p2p1/2pPp2p/2P1P2P/1PK2PP1/8/R7 w - - 4 44",
    "6k1/3q1pp1/p2Np2p/1p2P3/8/1P1Q2P1/P4P1P/6K1 b - - 2 33",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 0 1",
    "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
];

/// Result of the bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// Nodes of all positions.
    pub nodes: u64,
    /// Time of all searches.
    pub time: Duration,
}

/// Searches all positions with one thread and this evaluation. `done` is called after each position with the number
/// finished. `network` replaces the built-in one. `stop` ends the bench early; the result then covers only a part.
///
/// # Errors
/// Never for the positions above; the error type is that of parsing their FENs.
pub fn run(
    depth: u32,
    eval: EvalKind,
    network: Option<Arc<Network>>,
    stop: &StopSignal,
    mut done: impl FnMut(usize, u64),
) -> Result<BenchResult, FenError> {
    let options = EngineOptions { hash_mib: HASH_MIB, eval, ..EngineOptions::default() };
    let mut engine = Engine::new(&options);
    engine.set_network(network);
    let mut total = BenchResult { nodes: 0, time: Duration::ZERO };
    for (number, fen) in POSITIONS.iter().enumerate() {
        if stop.is_stopped() {
            break;
        }
        engine.new_game();
        let position = GamePosition::new(Board::from_fen(fen)?);
        let started = Instant::now();
        let outcome = engine.go(&position, &Limits::depth(depth), stop, &mut ());
        if stop.is_stopped() {
            break;
        }
        total.time += started.elapsed();
        let nodes = outcome.nodes.unwrap_or(0);
        total.nodes += nodes;
        done(number + 1, nodes);
    }
    Ok(total)
}
