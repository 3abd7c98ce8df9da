//! Six representations tested against known counts, the move generator of `tabia-chess`, and each other.

use super::bits::{Bits, Magic, Pext, Rays, Sliders as _};
use super::mailbox::Squares;
use super::race::{self, Choice, Contest, Kind, LAPS, RaceRequest, Spread};
use super::state::{
    Array, CASTLING, Encoding as _, Geometry, Mailbox, PROMOTION, Packed, Wide, X88,
};
use super::{Moves, Representation, drive, state};
use tabia_chess::perft::perft;
use tabia_chess::{Board, SplitMix64};
use tabia_engine::search::limits::{StopSignal, StopToken};

/// Positions that exercise every rule, with the known number of move sequences.
const KNOWN: &[(&str, u32, u64)] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, 8_902),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9_467),
    ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 3, 9_467),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 4, 7_059),
    // Chess960: kings and rooks that pass each other.
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 3, 12_189),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 3, 18_002),
];

#[test]
fn all_representations_count_correctly() {
    for &(fen, depth, nodes) in KNOWN {
        let board = Board::from_fen(fen).unwrap();
        for kind in Kind::ALL {
            assert_eq!(kind.perft(&board, depth), nodes, "{kind:?} at depth {depth} in {fen}");
        }
        for choice in Choice::ALL {
            let Contest { ways: [mut new, mut before], expected } =
                choice.contest(&board, depth, nodes);
            assert_eq!([new(), before()], [expected; 2], "{choice:?} at depth {depth} in {fen}");
        }
    }
}

/// Lines of the forms `FEN ;D1 20 ;D2 400` and `epd FEN`, `perft 1 20`.
fn read_perft(text: &str) -> Vec<(String, u32, u64)> {
    let (mut cases, mut fen) = (Vec::new(), String::new());
    let pair = |text: &str| {
        let (depth, nodes) = text.trim().split_once(' ')?;
        Some((depth.parse::<u32>().ok()?, nodes.trim().parse::<u64>().ok()?))
    };
    for line in text.lines() {
        if let Some(position) = line.strip_prefix("epd ") {
            position.trim().clone_into(&mut fen);
        } else if let Some(count) = line.strip_prefix("perft ").and_then(pair) {
            cases.push((fen.clone(), count.0, count.1));
        } else if let Some((position, counts)) = line.split_once(';') {
            for count in counts.split(';').filter_map(|count| pair(count.trim().get(1..)?)) {
                cases.push((position.trim().to_owned(), count.0, count.1));
            }
        }
    }
    cases
}

/// Every line of the files named in `TABIA_PERFT_FILE` (several with `:` between) to the depth `TABIA_PERFT_DEPTH` (4
/// by default), by all six representations.
#[test]
#[ignore = "long: TABIA_PERFT_FILE=FILE cargo test --release -p tabia-lab --lib representations -- --ignored --nocapture"]
fn all_representations_count_as_a_file_says() {
    let files = std::env::var("TABIA_PERFT_FILE").expect("TABIA_PERFT_FILE names a file");
    let deepest = std::env::var("TABIA_PERFT_DEPTH").ok().and_then(|text| text.parse().ok());
    let (mut lines, mut nodes) = (0, 0);
    for file in files.split(':') {
        let text = std::fs::read_to_string(file).unwrap();
        let cases = read_perft(&text);
        assert!(!cases.is_empty(), "{file}");
        for (fen, depth, expected) in cases {
            if depth > deepest.unwrap_or(4) {
                continue;
            }
            let board = Board::from_fen(&fen).unwrap();
            for kind in Kind::ALL {
                assert_eq!(kind.perft(&board, depth), expected, "{kind:?} at {depth} in {fen}");
            }
            lines += 1;
            nodes += expected;
        }
    }
    assert!(lines > 0);
    println!("{lines} counts, {nodes} nodes, by each of six representations");
}

#[test]
fn perft_files_are_read_in_both_forms() {
    let text = "# a note\nepd 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nperft 1 15\nperft 2 66\n\n8/8 w - - ;D1 20 ;D2 400\n";
    let found: Vec<(u32, u64)> = read_perft(text).iter().map(|case| (case.1, case.2)).collect();
    assert_eq!(found, [(1, 15), (2, 66), (1, 20), (2, 400)]);
}

/// Boards along random games, and that making and taking back leaves nothing behind.
#[test]
fn all_agree_along_random_games() {
    let mut rng = SplitMix64::new(88);
    for _ in 0..12 {
        let mut board = Board::start();
        for _ in 0..rng.below(90) {
            board.make_random_move(&mut rng);
        }
        let count = perft(&board, 2);
        let truth = Kind::Array.search(&board, 3);
        for kind in Kind::ALL {
            assert_eq!(kind.perft(&board, 2), count, "{kind:?} in {board}");
            assert_eq!(kind.search(&board, 3), truth, "{kind:?} in {board}");
        }
        same_values::<Squares<Array>>(&board);
        same_values::<Squares<Mailbox>>(&board);
        same_values::<Squares<X88>>(&board);
        same_values::<Bits<Rays>>(&board);
        same_values::<Bits<Magic>>(&board);
    }
}

/// Evaluation, check and pieces are the board's, before and after every move was made and taken back.
fn same_values<R: Representation>(board: &Board) {
    let mut position = R::from_board(board);
    let view = |position: &R| {
        let pieces: Vec<u8> = (0..64).map(|square| position.piece_on(square)).collect();
        (pieces, position.evaluate(), position.in_check())
    };
    let before = view(&position);
    assert_eq!(before.2, board.in_check());
    let mut white = 0;
    for (square, &piece) in before.0.iter().enumerate() {
        white += state::of(piece, square as u8);
    }
    assert_eq!(before.1.abs(), white.abs());
    let mut moves = Moves::<Wide>::new();
    position.generate(&mut moves);
    for mv in moves {
        let undo = position.make(mv);
        position.unmake(mv, undo);
        assert_eq!(view(&position), before);
    }
}

#[test]
fn both_encodings_say_the_same() {
    for from in 0..64 {
        for to in 0..64 {
            for flag in 0..8 {
                let (packed, wide) = (Packed::new(from, to, flag), Wide::new(from, to, flag));
                let read = |f: u8, t: u8, g: u8| assert_eq!((f, t, g), (from, to, flag));
                read(packed.from(), packed.to(), packed.flag());
                read(wide.from(), wide.to(), wide.flag());
                assert_eq!(packed.promotion(), wide.promotion());
            }
        }
    }
    assert_eq!(Packed::new(48, 56, PROMOTION + 3).promotion(), Some(5));
    assert_eq!(Packed::new(4, 7, CASTLING).promotion(), None);
    assert_eq!((size_of::<Packed>(), size_of::<Wide>()), (2, 12));
}

#[test]
fn places_and_squares_are_each_others_inverse() {
    fn check<G: Geometry>() {
        for square in 0..64 {
            assert_eq!(G::square(G::place(square)), square);
            let north = G::step(&G::empty(), G::place(square), G::KING[0]);
            let expected = (square < 56).then_some(square + 8);
            assert_eq!(north.map(|(place, _)| G::square(place)), expected);
        }
    }
    check::<Array>();
    check::<Mailbox>();
    check::<X88>();
}

#[test]
fn sliders_see_the_same_whatever_stands_there() {
    let mut rng = SplitMix64::new(64);
    for square in 0..64 {
        for _ in 0..200 {
            let occupied = rng.next_u64() & rng.next_u64();
            let bishop = Rays::bishop(square, occupied);
            let rook = Rays::rook(square, occupied);
            assert_eq!(
                (Magic::bishop(square, occupied), Magic::rook(square, occupied)),
                (bishop, rook)
            );
            assert_eq!(
                (Pext::bishop(square, occupied), Pext::rook(square, occupied)),
                (bishop, rook)
            );
        }
    }
}

#[test]
fn a_mate_and_a_stalemate_are_distinguished() {
    let mate = Board::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").unwrap();
    let stalemate = Board::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    for kind in Kind::ALL {
        assert!(kind.search(&mate, 2).value < -29_000, "{kind:?}");
        assert_eq!(kind.search(&stalemate, 2).value, 0, "{kind:?}");
    }
    assert_eq!(drive::perft::<_, Packed>(&mut Bits::<Rays>::from_board(&mate), 0), 1);
}

#[test]
fn a_spread_is_that_of_its_values() {
    assert_eq!(Spread::of(&[]), None);
    let one = Spread::of(&[2.0]).unwrap();
    let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
    assert!(near(one.mean, 2.0));
    assert_eq!((one.low, one.high), (None, None), "the error of one measurement is unknown");
    // Logarithms of mean 1 and standard error 0.1, two degrees of freedom.
    let step = 0.1 * 3.0_f64.sqrt();
    let three = Spread::of(&[1.0 - step, 1.0, 1.0 + step].map(f64::exp)).unwrap();
    assert!(
        near((three.high.unwrap() / three.mean).ln(), 0.4303) && near(three.mean, 1.0_f64.exp())
    );
    assert!(
        near((three.mean / three.low.unwrap()).ln(), 0.4303) && near(three.min, (1.0 - step).exp())
    );
    let ratio = Spread::of_ratios(&[4.0, 8.0], &[2.0, 4.0]).unwrap();
    assert!(near(ratio.mean, 2.0) && near(ratio.low.unwrap(), 2.0) && near(ratio.max, 2.0));
}

#[test]
fn the_ratio_is_that_of_the_speeds_beside_it() {
    // Rounds of very different speed: the mean of the ratios would be 1.75 beside speeds of 13 and 9.
    let (new, before) = ([20.0, 18.0, 2.0], [8.0, 15.0, 4.0]);
    let ratio = Spread::of_ratios(&new, &before).unwrap().mean;
    let [new, before] = [new, before].map(|speeds| Spread::of(&speeds).unwrap().mean);
    assert!((ratio - new / before).abs() < 1e-12, "{ratio} beside {new} and {before}");
}

#[test]
fn a_list_of_packed_moves_takes_a_sixth_of_the_room() {
    let [packed, wide] = Choice::Generation.bytes().unwrap();
    assert_eq!((packed, wide), (2, 12));
    let full = |bytes: usize| bytes * super::MAX_MOVES;
    assert!(size_of::<Moves<Packed>>() - full(packed) < 8, "the length is all else");
    assert!(size_of::<Moves<Wide>>() - full(wide) < 8);
    assert_eq!(Choice::CopyBits.bytes(), None);
}

#[test]
fn generated_moves_are_the_legal_ones_and_those_into_check() {
    for &(fen, ..) in KNOWN {
        let board = Board::from_fen(fen).unwrap();
        let boards = drive::boards(&board, 40);
        assert!(boards.len() <= 40 && boards[0] == board);
        let legal: usize = boards.iter().map(|board| board.legal_moves().len()).sum();
        let positions: Vec<Bits<Magic>> = boards.iter().map(Bits::from_board).collect();
        let mut illegal = 0;
        for position in &positions {
            let mut moves = Moves::<Packed>::new();
            position.generate(&mut moves);
            for mv in moves {
                let mut next = *position;
                next.make(mv);
                illegal += usize::from(next.is_illegal());
            }
        }
        let found = drive::generated::<_, Packed>(&positions, 2);
        assert_eq!(found, 2 * (legal + illegal) as u64, "{fen}");
    }
}

#[test]
fn a_race_agrees_and_can_be_stopped() {
    for lap in LAPS {
        assert_eq!(perft(&Board::from_fen(lap.fen).unwrap(), lap.perft_depth), lap.perft);
    }
    let token = std::sync::Arc::new(StopToken::default());
    let stop = StopSignal::new(token.clone(), 1);
    let request = RaceRequest { time: std::time::Duration::ZERO };
    let mut reported = 0;
    let table = race::race(&request, &stop, &mut |_| {
        reported += 1;
        true
    });
    let table = table.unwrap();
    assert_eq!((reported, table.rounds), (1, 1));
    let kinds: Vec<Kind> = table.standings.iter().map(|standing| standing.kind).collect();
    let available: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| kind.is_available()).collect();
    assert_eq!(kinds, available);
    assert!(
        table.standings.iter().all(|standing| standing.nodes_agree && standing.perft.mean > 0.0)
    );
    assert!(table.choices.iter().all(|choice| choice.nodes_agree && choice.ratio.mean > 0.0));
    assert!((table.standings[0].perft_ratio.mean - 1.0).abs() < 1e-9);
    token.stop(1);
    assert_eq!(race::race(&request, &stop, &mut |_| true), None);
}
