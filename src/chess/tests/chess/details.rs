//! Details of the rules: squares and sets by definition, keys as sums, legality of every possible move, suggested
//! repairs, debug output.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use tabia_chess::{
    Bitboard, Board, BoardBuilder, Claim, Color, FenField, Move, MoveKind, Piece, PieceType, Rank,
    SplitMix64, Square, Wing, attacks, epd, perft, premove, san, uci_move,
};

/// Positions with checks, double checks, pins, en passant (pinned ones too), promotions and castling.
const POSITIONS: [&str; 14] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "4r1k1/8/8/8/8/5n2/8/4K2R w K - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/8/8/q7/1b6/2N5/3P4/4K3 w - - 0 1",
    "8/8/8/3k4/3pP3/8/8/4KB2 b - e3 0 1",
    "2r1k3/1P6/8/8/8/8/6p1/4K2R w K - 0 1",
    "k7/8/8/8/8/8/r7/R3K2R w KQ - 0 1",
    "1k6/8/8/8/8/8/3p4/R1q1K2R w KQ - 0 1",
];

fn boards() -> impl Iterator<Item = Board> {
    // These positions and all that follow from one or two moves.
    POSITIONS.into_iter().flat_map(|fen| {
        let board = Board::from_fen(fen).unwrap();
        let next = board.legal_moves().iter().map(|&mv| board.after(mv)).collect::<Vec<_>>();
        let third = next.iter().filter_map(|b| Some(b.after(*b.legal_moves().last()?)));
        let third: Vec<Board> = third.collect();
        std::iter::once(board).chain(next).chain(third)
    })
}

#[test]
fn a_move_is_legal_when_it_is_generated_and_only_then() {
    for fen in POSITIONS {
        let board = Board::from_fen(fen).unwrap();
        let moves = board.legal_moves();
        let every = (1..=u16::MAX).filter_map(Move::from_bits);
        let legal: Vec<Move> = every.filter(|&mv| board.is_legal(mv)).collect();
        let mut generated = moves.to_vec();
        generated.sort_by_key(|mv| mv.bits());
        assert_eq!(legal, generated, "{fen}");
        assert_eq!(board.count_legal_moves(), moves.len(), "{fen}");
        assert_eq!(board.has_legal_move(), !moves.is_empty(), "{fen}");
    }
}

#[test]
fn ways_of_counting_and_of_checking_agree() {
    for board in boards() {
        let moves = board.legal_moves();
        assert_eq!(board.count_legal_moves(), moves.len(), "{board}");
        assert_eq!(board.noisy_moves().len() + board.quiet_moves().len(), moves.len(), "{board}");
        for &mv in &*moves {
            let after = board.after(mv);
            assert_eq!(board.gives_check(mv), after.in_check(), "{board} {mv:?}");
            assert!(board.is_legal(mv), "{board} {mv:?}");
            let written = after.to_string();
            let read = Board::from_fen(&written).unwrap();
            assert_eq!(read, after, "{written}");
            let keys = |b: &Board| {
                let sides = Color::ALL.map(|color| b.nonpawn_key(color));
                (b.key(), b.pawn_key(), sides, b.minor_key(), b.major_key())
            };
            assert_eq!(keys(&read), keys(&after), "{board} {mv:?}");
            assert_eq!(
                uci_move::parse(&board, &uci_move::write(&board, mv, false)).ok(),
                Some(mv),
                "{board}"
            );
            assert_eq!(san::parse(&board, &san::write(&board, mv)).ok(), Some(mv), "{board}");
        }
    }
}

/// The legal move that a text of the form `Nd2`, `Nbd2`, `N1xd2` means, by definition.
fn meant(board: &Board, kind: PieceType, from: &str, to: Square) -> Option<Move> {
    let fits = |mv: &&Move| {
        mv.to() == to
            && !mv.is_castling()
            && board.piece_on(mv.from()).map(Piece::kind) == Some(kind)
            && (from.is_empty() || mv.from().to_string().contains(from))
    };
    let moves = board.legal_moves();
    let mut all = moves.iter().filter(fits);
    all.next().copied().filter(|_| all.next().is_none())
}

#[test]
fn a_text_is_read_as_the_one_legal_move_that_fits_it() {
    let letters = [
        (PieceType::Knight, 'N'),
        (PieceType::Bishop, 'B'),
        (PieceType::Rook, 'R'),
        (PieceType::Queen, 'Q'),
        (PieceType::King, 'K'),
    ];
    for fen in POSITIONS {
        let board = Board::from_fen(fen).unwrap();
        for (kind, letter) in letters {
            for to in Square::all() {
                let taken = board.piece_on(to).is_some();
                for from in ["", "a", "b", "c", "e", "f", "h", "1", "2", "3", "5", "8"] {
                    let cross = if taken { "x" } else { "" };
                    let text = format!("{letter}{from}{cross}{to}");
                    let read = san::parse(&board, &text).ok();
                    assert_eq!(read, meant(&board, kind, from, to), "{fen} {text}");
                }
            }
        }
        // Pawns: pushes, and captures from a file; on the last rank with a promotion.
        for to in Square::all() {
            let last = [Rank::First, Rank::Eighth].contains(&to.rank());
            let becomes = if last { "=N" } else { "" };
            for (from, cross) in
                [("", ""), ("a", "x"), ("b", "x"), ("c", "x"), ("d", "x"), ("e", "x"), ("g", "x")]
            {
                let text = format!("{from}{cross}{to}{becomes}");
                let fits = |mv: &&Move| {
                    mv.to() == to
                        && board.piece_on(mv.from()).map(Piece::kind) == Some(PieceType::Pawn)
                        && mv.is_capture() == (cross == "x")
                        && mv.promotion() == last.then_some(PieceType::Knight)
                        && mv.from().to_string().starts_with(from)
                };
                let moves = board.legal_moves();
                let expected = moves.iter().find(fits).copied();
                let read = san::parse(&board, &text).ok();
                // A capture may be written like a push; a legal move is accepted anyway.
                let loose = expected.is_none()
                    && read.is_some_and(|mv| mv.to() == to && board.is_legal(mv));
                assert!(loose || read == expected, "{fen} {text}: {read:?}");
            }
        }
        for (text, wing) in [("O-O", Wing::KingSide), ("O-O-O", Wing::QueenSide)] {
            let rook = board.castling_rook(board.stm(), wing);
            let moves = board.legal_moves();
            let castling = moves.iter().find(|mv| mv.is_castling() && Some(mv.to()) == rook);
            assert_eq!(san::parse(&board, text).ok().as_ref(), castling, "{fen} {text}");
        }
    }
}

#[test]
fn only_a_promotion_is_left_and_it_counts() {
    let board = Board::from_fen("8/4P3/8/8/8/k7/8/1r4K1 w - - 0 1").unwrap();
    assert!(board.in_check(), "no promotion parries a check along the rank");
    let board = Board::from_fen("8/4P3/8/8/8/6qk/8/7K w - - 0 1").unwrap();
    assert_eq!((board.count_legal_moves(), board.has_legal_move()), (4, true));
    let board = Board::from_fen("4k3/4P3/8/8/8/6qk/8/7K w - - 0 1");
    assert!(board.is_err(), "two kings of one side");
    let board = Board::from_fen("4n3/4P3/8/8/8/6qk/8/7K w - - 0 1").unwrap();
    assert_eq!((board.count_legal_moves(), board.has_legal_move()), (0, false));
    let board = Board::from_fen("3nn3/4P3/8/8/8/6qk/8/7K w - - 0 1").unwrap();
    assert_eq!((board.count_legal_moves(), board.noisy_moves().len()), (4, 4));
}

/// A key is an XOR over the pieces: the difference of one piece does not depend on the others.
#[test]
fn every_key_is_a_sum_over_the_pieces() {
    type Key = fn(&Board) -> u64;
    let keys: [(&str, Key, &[PieceType]); 4] = [
        ("all", Board::key, &PieceType::ALL),
        ("pawns", Board::pawn_key, &[PieceType::Pawn]),
        ("minor", Board::minor_key, &[PieceType::Knight, PieceType::Bishop]),
        ("major", Board::major_key, &[PieceType::Rook, PieceType::Queen]),
    ];
    let with = |pieces: &[(Color, PieceType, Square)]| {
        let mut builder = BoardBuilder::new();
        builder.place(Square::A1, Piece::new(Color::White, PieceType::King));
        builder.place(Square::H8, Piece::new(Color::Black, PieceType::King));
        for &(color, kind, square) in pieces {
            builder.place(square, Piece::new(color, kind));
        }
        builder.build().unwrap()
    };
    // Away from the kings: nothing here gives check.
    let crowd = [
        (Color::White, PieceType::Pawn, Square::C3),
        (Color::Black, PieceType::Pawn, Square::F6),
        (Color::White, PieceType::Knight, Square::D2),
        (Color::Black, PieceType::Bishop, Square::G4),
        (Color::White, PieceType::Rook, Square::B3),
        (Color::Black, PieceType::Queen, Square::G6),
    ];
    let (bare, full) = (with(&[]), with(&crowd));
    for color in Color::ALL {
        for kind in [
            PieceType::Pawn,
            PieceType::Knight,
            PieceType::Bishop,
            PieceType::Rook,
            PieceType::Queen,
        ] {
            let man = (color, kind, Square::E4);
            let mut more = crowd.to_vec();
            more.push(man);
            let (one, many) = (with(&[man]), with(&more));
            for (name, key, kinds) in keys {
                let alone = key(&bare) ^ key(&one);
                assert_eq!(alone, key(&full) ^ key(&many), "{name}: {color:?} {kind:?}");
                assert_eq!(alone != 0, kinds.contains(&kind), "{name}: {color:?} {kind:?}");
            }
            for side in Color::ALL {
                let alone = bare.nonpawn_key(side) ^ one.nonpawn_key(side);
                assert_eq!(alone, full.nonpawn_key(side) ^ many.nonpawn_key(side));
                assert_eq!(alone != 0, side == color && kind != PieceType::Pawn);
            }
        }
    }
}

#[test]
fn whose_turn_it_is_rights_and_en_passant_are_in_the_key() {
    let key = |fen: &str| Board::from_fen(fen).unwrap().key();
    let mut keys = Vec::new();
    for rights in ["KQkq", "KQk", "KQq", "Kkq", "Qkq", "KQ", "Kk", "Qq", "K", "Q", "k", "q", "-"] {
        for side in ["w", "b"] {
            keys.push(key(&format!("r3k2r/8/8/8/8/8/8/R3K2R {side} {rights} - 0 1")));
        }
    }
    for square in ["-", "a6", "c6", "e6"] {
        keys.push(key(&format!("4k3/8/8/pPpPpP2/8/8/8/4K3 w - {square} 0 1")));
    }
    let all = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), all, "each has a key of its own");
    // An en passant square without a legal capture does not count.
    let quiet = key("4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1");
    assert_eq!(quiet, key("4k3/8/8/4p3/8/8/8/4K3 w - - 0 1"));
}

#[test]
fn squares_are_offset_and_apart_as_files_and_ranks_are() {
    for square in Square::all() {
        let (file, rank) = (square.file().index() as i8, square.rank().index() as i8);
        for files in -8..=8 {
            for ranks in -8..=8 {
                let (f, r) = (file + files, rank + ranks);
                let inside = (0..8).contains(&f) && (0..8).contains(&r);
                let there = inside.then(|| Square::from_index((r * 8 + f) as usize).unwrap());
                assert_eq!(square.offset(files, ranks), there, "{square} {files} {ranks}");
                if let Some(there) = there {
                    let steps = files.unsigned_abs().max(ranks.unsigned_abs());
                    assert_eq!(square.distance(there), u32::from(steps));
                }
            }
        }
        assert_eq!(format!("{square:?}"), square.to_string());
    }
    assert_eq!((Square::from_index(63), Square::from_index(64)), (Some(Square::H8), None));
    assert_eq!((Rank::from_index(7), Rank::from_index(8)), (Some(Rank::Eighth), None));
    assert_eq!(PieceType::from_index(5), Some(PieceType::King));
    assert_eq!(PieceType::from_index(6), None);
}

#[test]
fn a_set_knows_how_many_are_still_to_come() {
    let set = Bitboard::of(Square::A1) | Bitboard::of(Square::C3) | Bitboard::of(Square::H8);
    let mut squares = set.into_iter();
    for left in (0..=3).rev() {
        assert_eq!((squares.len(), squares.size_hint()), (left, (left, Some(left))));
        assert_eq!(squares.next().is_some(), left > 0);
    }
    let both: Bitboard = [Square::A1, Square::A1, Square::B2].into_iter().collect();
    assert_eq!(both.count(), 2, "a square that comes twice is there once");
    let doubled = Bitboard::of(Square::C3) | Bitboard::of(Square::C6);
    assert_eq!(doubled.file_fill().count(), 8);
}

#[test]
fn promotions_have_a_kind_and_kings_have_none() {
    use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
    for capture in [false, true] {
        for kind in [Knight, Bishop, Rook, Queen] {
            let made = MoveKind::promotion(kind, capture).unwrap();
            let mv = Move::new(Square::B7, if capture { Square::A8 } else { Square::B8 }, made);
            assert_eq!((mv.promotion(), mv.is_capture()), (Some(kind), capture));
        }
        assert_eq!(MoveKind::promotion(Pawn, capture), None);
        assert_eq!(MoveKind::promotion(King, capture), None);
    }
}

#[test]
fn perft_is_split_by_the_first_move() {
    let board = Board::from_fen(POSITIONS[1]).unwrap();
    assert_eq!(perft::divide(&board, 0), []);
    for depth in 1..=2 {
        let parts = perft::divide(&board, depth);
        let moves: Vec<Move> = parts.iter().map(|part| part.0).collect();
        assert_eq!(moves, board.legal_moves().to_vec());
        assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), perft::perft(&board, depth));
        for (mv, count) in parts {
            assert_eq!(count, perft::perft(&board.after(mv), depth - 1), "{mv:?}");
        }
    }
    assert_eq!(perft::perft(&board, 2), 2039);
}

#[test]
fn what_a_premove_can_reach_is_drawn_by_the_pieces() {
    let board = Board::from_fen("4k3/P6p/8/8/8/2B5/7P/R3K3 w Q - 0 1").unwrap();
    assert!(premove::promotes(&board, Square::A7, Square::A8));
    assert!(premove::promotes(&board, Square::A7, Square::B8));
    assert!(!premove::promotes(&board, Square::H7, Square::H8), "Black's go down");
    assert!(!premove::promotes(&board, Square::H2, Square::H3));
    assert!(!premove::promotes(&board, Square::A1, Square::A8), "a rook does not");
    assert!(!premove::promotes(&board, Square::D4, Square::D8), "nobody is there");
    assert_eq!(premove::reach(&board, Square::H2).count(), 3, "one, two and one capture");
    assert_eq!(premove::reach(&board, Square::A7).count(), 2);
    assert_eq!(premove::reach(&board, Square::C3), attacks::bishop(Square::C3, Bitboard::EMPTY));
}

#[test]
fn the_random_numbers_are_those_of_the_published_generator() {
    let mut rng = SplitMix64::new(0);
    let numbers: [u64; 3] = std::array::from_fn(|_| rng.next_u64());
    assert_eq!(numbers, [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F]);
    for bound in [1, 2, 3, 1000] {
        assert!((0..1000).all(|_| rng.below(bound) < bound));
    }
    assert!((0..1000).all(|_| (0.0..1.0).contains(&rng.unit_f64())));
}

#[test]
fn what_is_wrong_with_a_position_is_mended_where_it_can_be() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (found, mended) in [
        (format!("{start} W KQkq - 0 1"), format!("{start} w KQkq - 0 1")),
        (format!("{start} Black KQkq - 0 1"), format!("{start} b KQkq - 0 1")),
        (format!("{start} b KQkqx - 0 1"), format!("{start} b KQkq - 0 1")),
        (format!("{start} b KK - 0 1"), format!("{start} b K - 0 1")),
        (format!("{start} w KQkq e5 0 1"), format!("{start} w KQkq - 0 1")),
        (format!("{start} w KQkq nonsense 0 0"), format!("{start} w KQkq - 0 1")),
        (format!("{start} w KQkq - -3 1"), format!("{start} w KQkq - 0 1")),
        (format!("{start} w KQkq - 0 70000"), format!("{start} w KQkq - 0 65535")),
        (
            format!("{start} w KQkq - 99999 99999999999999999999"),
            format!("{start} w KQkq - 65535 65535"),
        ),
        (format!("{start} w KQkq - 0 1 and more"), format!("{start} w KQkq - 0 1")),
        (start.to_owned(), format!("{start} w - - 0 1")),
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1".into(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1".into()),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1".into(), "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1".into()),
    ] {
        let error = Board::from_fen(&found).unwrap_err();
        assert_eq!(error.repair().as_deref(), Some(mended.as_str()), "{found}: {error}");
        // A line of an EPD file gets the same suggestion.
        if let Err(error @ epd::EpdError::Position(_)) = epd::parse(&found) {
            assert!(error.repair().is_some(), "{found}: {error}");
        }
    }
    for hopeless in
        [format!("{start} x KQkq - 0 1"), "8/8/8/8/8/8/8/8 w - - 0 1".into(), "hello".into()]
    {
        let error = Board::from_fen(&hopeless).unwrap_err();
        assert_eq!(error.repair(), None, "{hopeless}: {error}");
    }
}

#[test]
fn numbers_of_a_position_stay_in_their_ranges() {
    let max = (BoardBuilder::MAX_HALFMOVE_CLOCK, BoardBuilder::MAX_FULLMOVE_NUMBER);
    for (halfmoves, number, fine) in [
        (0, 1, true),
        (max.0, max.1, true),
        (max.0 + 1, 1, false),
        (0, 0, false),
        (0, max.1 + 1, false),
    ] {
        let text = format!("4k3/8/8/8/8/8/8/R3K3 w - - {halfmoves} {number}");
        assert_eq!(Board::from_fen(&text).is_ok(), fine, "{text}");
        let line = format!("4k3/8/8/8/8/8/8/R3K3 w - - hmvc {halfmoves}; fmvn {number};");
        assert_eq!(epd::parse(&line).is_ok(), fine, "{line}");
        let mut builder = BoardBuilder::from(&Board::start());
        (builder.halfmove_clock, builder.fullmove_number) = (halfmoves, number);
        assert_eq!(builder.build().is_ok(), fine, "{halfmoves} {number}");
    }
}

#[test]
fn a_position_far_beyond_the_end_by_the_75_move_rule_is_written_and_read() {
    let mut board = Board::start();
    for mv in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(153) {
        board.make_move(uci_move::parse(&board, mv).unwrap());
    }
    let text = board.to_string();
    assert!(text.ends_with(" b KQkq - 153 77"), "{text}");
    assert_eq!(Board::from_fen(&text), Ok(board));
    assert_eq!(BoardBuilder::from(&board).build(), Ok(board));
}

#[test]
fn the_position_of_an_epd_line_ends_where_its_operations_begin() {
    let board = "4k3/8/8/8/8/8/8/R3K3 w Q -";
    for (rest, ops, clock) in [
        ("", 0, 0),
        (" 7 9", 0, 7),
        (" bm Ra8+;", 1, 0),
        (" 7 9 bm Ra8+;", 1, 7),
        (" ; bm Ra8+; id \"x\";", 2, 0),
        (" hmvc 5; bm Ra8+;", 2, 5),
        (" 7 9;bm Ra8+;id x", 2, 7),
        (";bm Ra8+;", 1, 0),
    ] {
        let epd = epd::parse(&format!("{board}{rest}")).unwrap();
        assert_eq!((epd.ops.len(), epd.board.halfmove_clock()), (ops, clock), "{rest}");
    }
    let error = epd::parse("4k3/8/8/8/8/8/8/R3K3 w Q - hmvc many;").unwrap_err();
    assert_eq!(error.repair(), None);
}

#[test]
fn an_en_passant_square_needs_a_pawn_that_can_have_jumped() {
    for (fen, fine) in [
        ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2", true),
        ("4k3/8/2n5/2pP4/8/8/8/4K3 w - c6 0 2", false),
        ("4k3/2n5/8/2pP4/8/8/8/4K3 w - c6 0 2", false),
        ("4k3/8/8/3P4/8/8/8/4K3 w - c6 0 2", false),
        ("4k3/8/8/2PP4/8/8/8/4K3 w - c6 0 2", false),
        ("4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 2", true),
        ("4k3/8/8/8/2pP4/8/8/4K3 w - d3 0 2", false),
        // The pawn itself gives check, or its push has uncovered a slider.
        ("8/8/8/2pPk3/3K4/8/8/8 w - c6 0 2", false),
        ("4k3/8/8/2pP4/3K4/8/8/8 w - c6 0 2", true),
        ("4kr2/8/8/2pP4/8/8/5K2/8 w - c6 0 2", false),
        ("8/8/8/k1pP4/8/8/8/4K2q w - c6 0 2", false),
    ] {
        assert_eq!(Board::from_fen(fen).is_ok(), fine, "{fen}");
    }
}

#[test]
fn people_who_look_for_a_fault_see_the_position() {
    let board = Board::from_fen(POSITIONS[3]).unwrap();
    assert!(format!("{board:?}").contains(POSITIONS[3]));
    assert_eq!(Claim::Threefold.to_string(), "threefold repetition");
    assert_eq!(Claim::FiftyMoves.to_string(), "50 moves without capture or pawn move");
    let trailing = Board::from_fen(&format!("{} x", POSITIONS[0])).unwrap_err();
    assert_eq!(trailing.problem().field(), FenField::End);
}

#[test]
fn castling_points_at_the_kings_square_and_in_chess960_at_the_rook() {
    let of = |fen: &str, text: &str| {
        let board = Board::from_fen(fen).unwrap();
        uci_move::parse(&board, text).unwrap().drawn_to()
    };
    let classical = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(of(classical, "e1g1"), Square::G1);
    assert_eq!(of(classical, "e1c1"), Square::C1);
    assert_eq!(of(classical, "e1e2"), Square::E2);
    assert_eq!(of("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"), Square::G1);
    assert_eq!(of("4k3/8/8/8/8/8/8/1R3K2 w B - 0 1", "f1b1"), Square::B1);
}
