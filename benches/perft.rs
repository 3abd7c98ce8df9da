//! How fast the rules are: perft beside cozy-chess and shakmaty in one run.
//!
//! `cargo bench --bench perft`. One item is one node, so the third line of each entry is a rate of nodes.
//! `counted` stops one ply early and counts the moves there ("bulk"), which measures the generator;
//! `made` makes the last move as well, which measures making moves. Compare entries of one run
//! only: the machine's mood changes from run to run. Each rival is at its best: cozy-chess uses PEXT
//! where the target has it (see Cargo.toml), shakmaty keeps no hash key, pins or checkers as it plays.
#![expect(clippy::expect_used, reason = "the positions are written below")]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

use tabia::chess::{Board, perft};

fn main() {
    divan::main();
}

/// A position with the depths to which it is counted, and made.
struct Subject {
    fen: &'static str,
    counted: (u32, u64),
    made: (u32, u64),
}

const SUBJECTS: [(&str, Subject); 3] = [
    (
        "start",
        Subject {
            fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
            counted: (6, 119_060_324),
            made: (5, 4_865_609),
        },
    ),
    (
        "kiwipete",
        Subject {
            fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w HAha - 0 1",
            counted: (5, 193_690_690),
            made: (4, 4_085_603),
        },
    ),
    (
        "chess960",
        Subject {
            fen: "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            counted: (5, 8_146_062),
            made: (4, 326_672),
        },
    ),
];

const NAMES: [&str; 3] = [SUBJECTS[0].0, SUBJECTS[1].0, SUBJECTS[2].0];

fn subject(name: &str) -> &'static Subject {
    SUBJECTS.iter().find(|(known, _)| *known == name).map(|(_, subject)| subject).expect("known")
}

fn run(bencher: Bencher, expected: u64, count: impl Fn() -> u64 + Sync) {
    assert_eq!(count(), expected);
    bencher.counter(ItemsCount::new(expected)).bench(count);
}

mod rivals {
    use shakmaty::Position as _;
    use shakmaty::fen::Fen;

    pub(super) fn cozy(fen: &str) -> cozy_chess::Board {
        cozy_chess::Board::from_fen(fen, true).expect("sound")
    }

    pub(super) fn shakmaty(fen: &str) -> shakmaty::Chess {
        let fen = Fen::from_ascii(fen.as_bytes()).expect("sound");
        fen.into_position(shakmaty::CastlingMode::Chess960).expect("sound")
    }

    /// `last` is the depth at which moves are counted instead of made: 1, or 0 for never.
    pub(super) fn cozy_perft(board: &cozy_chess::Board, depth: u32, last: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut nodes = 0;
        board.generate_moves(|moves| {
            if depth == last {
                nodes += moves.len() as u64;
            } else {
                for mv in moves {
                    let mut next = board.clone();
                    next.play_unchecked(mv);
                    nodes += cozy_perft(&next, depth - 1, last);
                }
            }
            false
        });
        nodes
    }

    /// Every move made; the counting form is the crate's own.
    pub(super) fn shakmaty_made(position: &shakmaty::Chess, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut nodes = 0;
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(mv);
            nodes += shakmaty_made(&next, depth - 1);
        }
        nodes
    }
}

#[divan::bench_group(sample_count = 10, sample_size = 1)]
mod counted {
    use super::{Bencher, Board, NAMES, Subject, black_box, perft, rivals, run, subject};

    #[divan::bench(args = NAMES)]
    fn tabia(bencher: Bencher, name: &str) {
        let Subject { fen, counted: (depth, nodes), .. } = subject(name);
        let board = Board::from_fen(fen).expect("sound");
        run(bencher, *nodes, || perft::perft(black_box(&board), *depth));
    }

    #[divan::bench(args = NAMES)]
    fn cozy_chess(bencher: Bencher, name: &str) {
        let Subject { fen, counted: (depth, nodes), .. } = subject(name);
        let board = rivals::cozy(fen);
        run(bencher, *nodes, || rivals::cozy_perft(black_box(&board), *depth, 1));
    }

    #[divan::bench(args = NAMES)]
    fn shakmaty(bencher: Bencher, name: &str) {
        let Subject { fen, counted: (depth, nodes), .. } = subject(name);
        let position = rivals::shakmaty(fen);
        run(bencher, *nodes, || shakmaty::perft(black_box(&position), *depth));
    }
}

#[divan::bench_group(sample_count = 20, sample_size = 1)]
mod made {
    use super::{Bencher, Board, NAMES, Subject, black_box, perft, rivals, run, subject};

    #[divan::bench(args = NAMES)]
    fn tabia(bencher: Bencher, name: &str) {
        let Subject { fen, made: (depth, nodes), .. } = subject(name);
        let board = Board::from_fen(fen).expect("sound");
        run(bencher, *nodes, || perft::perft_slow(black_box(&board), *depth));
    }

    #[divan::bench(args = NAMES)]
    fn cozy_chess(bencher: Bencher, name: &str) {
        let Subject { fen, made: (depth, nodes), .. } = subject(name);
        let board = rivals::cozy(fen);
        run(bencher, *nodes, || rivals::cozy_perft(black_box(&board), *depth, 0));
    }

    #[divan::bench(args = NAMES)]
    fn shakmaty(bencher: Bencher, name: &str) {
        let Subject { fen, made: (depth, nodes), .. } = subject(name);
        let position = rivals::shakmaty(fen);
        run(bencher, *nodes, || rivals::shakmaty_made(black_box(&position), *depth));
    }
}
