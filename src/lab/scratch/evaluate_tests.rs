//! Terms counted by hand, and what holds of every position.

use super::evaluate::{evaluate, phase, terms};
use super::values::{Knob, Level, ScratchEval, Tapered};
use tabia_chess::{Board, SplitMix64};

/// The position with the colours swapped and turned top to bottom, written as FEN.
fn mirrored(board: &Board) -> Board {
    let fen = board.to_string();
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    let swap = |text: &str| -> String {
        text.chars()
            .map(|c| {
                if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
            })
            .collect()
    };
    let ranks: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    fields[0] = ranks.join("/");
    fields[1] = if fields[1] == "w" { "b".into() } else { "w".into() };
    fields[2] = "-".into();
    fields[3] = "-".into();
    Board::from_fen(&fields.join(" ")).unwrap()
}

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap()
}

/// An evaluation in which one thing alone is worth something: 1 in the middlegame, 10 in the endgame.
fn only(knob: Knob) -> ScratchEval {
    let mut eval = ScratchEval::at(knob.level());
    eval.material = [0; 5];
    eval.squares.mg = [[[0; 8]; 8]; 6];
    eval.squares.eg = eval.squares.mg;
    eval.knobs = [Tapered::default(); 13];
    *eval.knob_mut(knob) = Tapered { mg: 1, eg: 10 };
    eval
}

fn count(knob: Knob, fen: &str) -> i32 {
    evaluate(&only(knob), &board(fen))
}

#[test]
fn the_evaluation_is_the_same_for_both_colours_and_the_sum_of_its_terms() {
    let mut rng = SplitMix64::new(15);
    let mut seen = 0;
    while seen < 3_000 {
        let mut board = Board::start();
        for _ in 0..120 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board.make_move(moves[rng.below(moves.len())]);
            let turned = mirrored(&board);
            for level in Level::ALL {
                let eval = ScratchEval::at(level);
                let score = evaluate(&eval, &board);
                assert_eq!(score, -evaluate(&eval, &turned), "{level:?} {board}");
                let parts: Vec<_> = terms(&eval, &board).collect();
                assert_eq!(score, parts.iter().map(|term| term.white - term.black).sum::<i32>());
                for (term, other) in parts.iter().zip(terms(&eval, &turned)) {
                    assert_eq!((term.white, term.black), (other.black, other.white), "{board}");
                }
            }
            seen += 1;
        }
    }
    for level in Level::ALL {
        assert_eq!(evaluate(&ScratchEval::at(level), &Board::start()), 0);
    }
}

#[test]
fn material_and_squares_by_hand() {
    let eval = ScratchEval::at(Level::Material);
    assert_eq!(evaluate(&eval, &board("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1")), 650);
    assert_eq!(evaluate(&eval, &board("1n2k1b1/8/8/8/8/8/8/Q3K3 b - - 0 1")), 950 - 320 - 330);
    let eval = ScratchEval::at(Level::Squares);
    // King e1 -10, knight e4 24; king e8 -10. Without tapering it is middlegame all game long.
    assert_eq!(evaluate(&eval, &board("4k3/8/8/8/4N3/8/8/4K3 w - - 0 1")), 320 + 24);
    let eval = ScratchEval::at(Level::Tapering);
    let parts: Vec<_> = terms(&eval, &board("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")).collect();
    assert_eq!(parts[1].white, -18, "king e1 in the endgame, pawn a2 0");
    assert_eq!(parts[1].black, -18);
}

#[test]
fn pawns_by_hand() {
    // White: c2, c4 doubled; both and h2 isolated; no neighbour at all, so none is backward. c4 and h2 passed.
    let fen = "4k3/8/8/8/2P5/8/2P4P/4K3 w - - 0 1";
    assert_eq!(count(Knob::Doubled, fen), 1);
    assert_eq!(count(Knob::Isolated, fen), 3);
    assert_eq!(count(Knob::Backward, fen), 0);
    assert_eq!(count(Knob::Passed, fen), 3 + 1);
    // White's d3 is left behind by c4 and e4, and c5/e5 guard d4: backward. Black's d6
    // is the same.
    let fen = "4k3/8/3p4/2p1p3/2P1P3/3P4/8/4K3 w - - 0 1";
    assert_eq!(count(Knob::Backward, fen), 0, "one each");
    let white_alone = "4k3/8/8/2p1p3/2P1P3/3P4/8/4K3 w - - 0 1";
    assert_eq!(count(Knob::Backward, white_alone), 1);
    // Level with a neighbour is not left behind.
    assert_eq!(count(Knob::Backward, "4k3/8/8/2p5/4P3/2PP4/8/4K3 w - - 0 1"), 0);
    // a5 is stopped by b6; g6 has nothing before it.
    assert_eq!(count(Knob::Passed, "4k3/8/1p4P1/P7/8/8/8/4K3 w - - 0 1"), 5);
    // Two enemy pawns that have passed each other.
    assert_eq!(count(Knob::Passed, "4k3/8/8/4P3/5p2/8/8/4K3 w - - 0 1"), 4 - 4);
    assert_eq!(count(Knob::Passed, "4k3/8/5p2/4P3/8/8/8/4K3 w - - 0 1"), 0);
}

#[test]
fn mobility_and_king_by_hand() {
    // Knight a1: b3 and c2, of the usual 4.
    assert_eq!(count(Knob::KnightMobility, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1"), -2);
    // c2 is its own pawn's, b3 is guarded by a4: none left.
    assert_eq!(count(Knob::KnightMobility, "4k3/8/8/8/p7/8/2P5/N3K3 w - - 0 1"), -4);
    // Rook a1: seven up the file, b1 c1 d1 to the right; 10 of 7.
    assert_eq!(count(Knob::RookMobility, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), 3);
    // Bishop a1: the long diagonal, 7 of 6. Queen d4 on an empty board: 27 of 13.
    assert_eq!(count(Knob::BishopMobility, "4k3/8/8/8/8/8/8/B3K3 w - - 0 1"), 1);
    assert_eq!(count(Knob::QueenMobility, "8/8/1k6/8/6Q1/8/8/4K3 w - - 0 1"), 23 - 13);
    // f2 and h3 stand before g1, e2 and g4 do not.
    assert_eq!(count(Knob::Shield, "4k3/8/8/8/6P1/7P/4PP2/6K1 w - - 0 1"), 2);
    // Queen f7 beside e8 six, rook a1 seven steps away nothing; black's knight c3 two steps from e1: minus five.
    assert_eq!(count(Knob::QueenTropism, "4k3/5Q2/8/8/8/8/8/R3K3 b - - 0 1"), 6);
    assert_eq!(count(Knob::RookTropism, "4k3/5Q2/8/8/8/8/8/R3K3 b - - 0 1"), 0);
    assert_eq!(count(Knob::KnightTropism, "4k3/8/8/8/8/2n5/8/4K3 w - - 0 1"), -5);
}

#[test]
fn tapering_blends_by_phase() {
    assert_eq!(phase(&Board::start()), 24);
    assert_eq!(phase(&board("4k3/8/8/8/8/8/8/R2QK2n w - - 0 1")), 7);
    assert_eq!(
        phase(&board("rnbqkbnr/ppppppp1/8/8/8/Q7/PPPPPPP1/RNBQKBNR w KQkq - 0 1")),
        24,
        "never more"
    );
    let mut eval = only(Knob::Isolated);
    let fen = board("4k3/8/8/8/8/8/P7/3QK3 w - - 0 1");
    assert_eq!(evaluate(&eval, &fen), 1);
    eval.level = Level::Tapering;
    // Phase 4 of 24: (1 * 4 + 10 * 20) / 24 = 8.5, cut off.
    assert_eq!(evaluate(&eval, &fen), 8);
}

#[test]
fn a_level_knows_no_more_than_it_should() {
    let counts: Vec<usize> = Level::ALL
        .iter()
        .map(|&level| terms(&ScratchEval::at(level), &Board::start()).count())
        .collect();
    assert_eq!(counts, [1, 2, 6, 7, 9, 9]);
}
