//! The foundations against plain versions of themselves and against cozy-chess: sets of positions, shifts and turns,
//! sliders by four methods, terms of keys, and the reason of every pseudo-legal move that is not legal.
//!
//! `TABIA_POSITIONS` sets the number of random positions in the test of keys (100,000 by default); slower comparisons
//! use a share of it.
#![expect(clippy::unwrap_used, reason = "what the generator made is a position")]

use std::collections::BTreeSet;

use cozy_chess::{
    BitBoard, Color as RivalColor, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use tabia_chess::attacks::slider_table::{self, SliderPart};
use tabia_chess::{
    Bitboard, Board, Color, FenStyle, Move, MoveKind, Piece, PieceType, SplitMix64, Square, san,
};
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::inspection::InspectionRequest;
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_games::game::position::GamePosition;
use tabia_lab::foundations::bitboards::{
    AttackTable, BoardName, Direction, SetOp, Turn, binary, extract, hex, next_subset, parse_hex,
    previous_subset, scan, subset_number,
};
use tabia_lab::foundations::encoding::{Mapping, fields_664, fields_6622, one_hot, pack_6622};
use tabia_lab::foundations::legality::{Reason, jumped, pseudo_legal, why_illegal};
use tabia_lab::foundations::mailbox::{Mailbox, forward};
use tabia_lab::foundations::sliders::{MagicRequest, MagicSearch, Slider, lookups, pext, spread};
use tabia_lab::foundations::zobrist::{
    Change, KeyParts, TwoOrders, chance_of_any, expected_pairs, features, one_pair_at, xor,
};

/// Positions with rare features nearby: all kinds of castling, en passant, promotions, pins.
const RARE: [&str; 8] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/5pk1/8/4P3/1r1pP2K/8/2p2P2/8 b - e3 0 1",
    "4k3/3p1p2/8/r3P2K/8/8/8/8 b - - 0 1",
    "r3k2r/8/8/3q4/8/8/8/R3K2R w KQkq - 0 1",
    "1k1r4/2p1p3/8/K2P4/5b2/8/1P2P3/1R6 b - - 0 1",
];

/// The number of positions of a test: the requested number divided by `share`.
fn positions(share: usize) -> usize {
    let asked = std::env::var("TABIA_POSITIONS").ok().and_then(|text| text.parse().ok());
    asked.unwrap_or(100_000_usize) / share
}

/// Random games from the start position, Chess960 and double Chess960 starts and rare positions. Calls `see` with each
/// position, the previous position and the move between them.
fn random_positions(wanted: usize, seed: u64, mut see: impl FnMut(&Board, Option<(&Board, Move)>)) {
    let mut rng = SplitMix64::new(seed);
    let mut seen = 0;
    while seen < wanted {
        let mut board = match rng.below(4) {
            0 => Board::start(),
            1 => Board::chess960(rng.below(960)).unwrap(),
            2 => Board::double_chess960(rng.below(960), rng.below(960)).unwrap(),
            _ => Board::from_fen(RARE[rng.below(RARE.len())]).unwrap(),
        };
        let mut before: Option<(Board, Move)> = None;
        for _ in 0..100 {
            see(&board, before.as_ref().map(|(board, mv)| (board, *mv)));
            seen += 1;
            let moves = board.legal_moves();
            if moves.is_empty() || seen >= wanted {
                break;
            }
            let rare = |mv: &&Move| mv.is_castling() || mv.is_en_passant() || mv.is_double_push();
            let special: Vec<Move> = moves.iter().filter(rare).copied().collect();
            let mv = if !special.is_empty() && rng.below(4) == 0 {
                special[rng.below(special.len())]
            } else {
                moves[rng.below(moves.len())]
            };
            before = Some((board, mv));
            board.make_move(mv);
        }
    }
}

#[test]
fn the_terms_make_the_key_and_a_move_s_change_makes_the_next() {
    let (mut castling, mut passing) = (0, 0);
    let wanted = positions(1);
    let mut count = 0;
    random_positions(wanted, 1, |board, before| {
        count += 1;
        assert_eq!(xor(&features(board)), board.key(), "{board}");
        castling += usize::from(!board.castling().is_empty());
        passing += usize::from(board.ep_square().is_some());
        if let Some((before, _)) = before {
            let change = Change::between(before, board);
            assert_eq!(before.key() ^ change.key(), board.key(), "{before} {board}");
            // A move removes at most two pieces, adds two, and changes a few rights.
            assert!((2..=8).contains(&(change.out.len() + change.into.len())), "{before} {board}");
        }
    });
    assert_eq!(count, wanted);
    assert!(castling > wanted / 10 && passing > wanted / 1000, "{castling} {passing}");
}

#[test]
fn four_methods_give_the_same_attacks() {
    let mut rng = SplitMix64::new(2);
    for square in Square::all() {
        for round in 0..1_000 {
            let some = rng.next_u64() & rng.next_u64();
            let occupied = Bitboard(if round % 2 == 0 { some } else { some & rng.next_u64() });
            for slider in Slider::ALL {
                let found = lookups(slider, square, occupied);
                for one in &found[1..] {
                    assert_eq!(one.attacks, found[0].attacks, "{slider:?} {square} {one:?}");
                    let looks = slider.parts().len();
                    assert!(one.index.is_empty() || one.index.len() == looks);
                    assert!(one.index.iter().all(|&index| index < one.table_size));
                }
            }
            // The processor's instruction gives the same result as the loop.
            let packed = pext(SliderPart::Rook, square, occupied);
            assert!(packed.hardware.is_none_or(|number| number == packed.index as u64));
        }
    }
    let [scan, classical, magic, pext] = lookups(Slider::Rook, Square::A1, Bitboard::EMPTY);
    assert_eq!((scan.table_size, classical.table_size), (0, 256));
    assert_eq!((magic.table_size, pext.table_size), (102_400, 102_400));
}

/// The attacks of a side by cozy-chess's tables.
fn rival_attacks(board: &Board, color: Color) -> u64 {
    let occupied = BitBoard(board.occupied().0);
    let mut all = BitBoard::EMPTY;
    for from in board.colors(color) {
        let at = cozy_chess::Square::index(from.index());
        all |= match board.piece_on(from).unwrap().kind() {
            PieceType::Pawn => get_pawn_attacks(at, RivalColor::index(color.index())),
            PieceType::Knight => get_knight_moves(at),
            PieceType::Bishop => get_bishop_moves(at, occupied),
            PieceType::Rook => get_rook_moves(at, occupied),
            PieceType::Queen => get_bishop_moves(at, occupied) | get_rook_moves(at, occupied),
            PieceType::King => get_king_moves(at),
        };
    }
    all.0
}

/// The king zone computed independently: the 3x3 block and the row ahead of it.
fn king_zone(king: Square, color: Color) -> Bitboard {
    let file = (king.index() % 8).clamp(1, 6) as i32;
    let rank = (king.index() / 8).clamp(1, 6) as i32;
    let ahead = if color == Color::White { 1 } else { -1 };
    let inside = |square: &Square| {
        let (f, r) = ((square.index() % 8) as i32, (square.index() / 8) as i32);
        let rows = (rank - 1).min(rank - 1 + ahead)..=(rank + 1).max(rank + 1 + ahead);
        (f - file).abs() <= 1 && rows.contains(&r)
    };
    Square::all().filter(inside).collect()
}

/// All squares that pieces of a colour attack.
fn attacked_by(mail: &Mailbox, color: Color) -> Bitboard {
    let attacks = mail.squares_of(color).into_iter().map(|(from, _)| mail.attacks_from(from));
    attacks.fold(Bitboard::EMPTY, |all, one| all | one)
}

/// For one pawn: the squares ahead of it on its file and the two adjacent ones, up to the edge.
fn span(pawn: Square, color: Color) -> Bitboard {
    let ahead = forward(color);
    let on_file = |file: i8| (1..8).filter_map(move |step| pawn.offset(file, ahead * step));
    [-1, 0, 1].into_iter().flat_map(on_file).collect()
}

/// Pawns of a colour with no pawn at all ahead of them on their file and no enemy pawn ahead on an adjacent file.
fn passed(mail: &Mailbox, color: Color) -> Bitboard {
    let pawn = Piece::new(color, PieceType::Pawn);
    let enemy = Piece::new(color.other(), PieceType::Pawn);
    let is_passed = |from: Square| {
        span(from, color).into_iter().all(|square| {
            let found = mail.on(square);
            found != Some(enemy) && (found != Some(pawn) || square.file() != from.file())
        })
    };
    let pawns = Square::all().filter(|&square| mail.on(square) == Some(pawn));
    pawns.filter(|&square| is_passed(square)).collect()
}

#[test]
fn the_sets_of_a_position_match_plain_versions() {
    random_positions(positions(25), 3, |board, _| {
        let mail = Mailbox::of(board);
        let plain = |wanted: &dyn Fn(Option<Piece>) -> bool| -> Bitboard {
            Square::all().filter(|&square| wanted(mail.on(square))).collect()
        };
        for name in BoardName::all() {
            let expected = match name {
                BoardName::Pieces(piece) => plain(&|on| on == Some(piece)),
                BoardName::Side(color) => plain(&|on| on.is_some_and(|on| on.color() == color)),
                BoardName::Occupied => plain(&|on| on.is_some()),
                BoardName::Empty => plain(&|on| on.is_none()),
                BoardName::Attacks(color) => attacked_by(&mail, color),
                BoardName::Pinned(color) => mail.pinned(color),
                BoardName::Checkers => {
                    mail.attackers(mail.king(board.stm()).unwrap(), !board.stm())
                }
                BoardName::KingZone(color) => king_zone(mail.king(color).unwrap(), color),
                BoardName::Passed(color) => passed(&mail, color),
                BoardName::PassedSpan(color) => {
                    let pawns = passed(&mail, color).into_iter();
                    pawns.fold(Bitboard::EMPTY, |all, pawn| all | span(pawn, color))
                }
            };
            assert_eq!(name.set(board), expected, "{} of {board}", name.slug());
        }
        let fen = board.fen(FenStyle::Shredder);
        let rival = cozy_chess::Board::from_fen(&fen, true).unwrap();
        let us = board.stm();
        let pinned = BoardName::Pinned(us).set(board);
        assert_eq!(pinned.0, rival.pinned().0 & board.colors(us).0, "{fen}");
        assert_eq!(BoardName::Checkers.set(board).0, rival.checkers().0, "{fen}");
        for color in Color::ALL {
            assert_eq!(
                BoardName::Attacks(color).set(board).0,
                rival_attacks(board, color),
                "{fen}"
            );
        }
    });
    let slugs: BTreeSet<String> = BoardName::all().map(BoardName::slug).collect();
    assert_eq!(slugs.len(), BoardName::all().count());
    let titles: BTreeSet<&str> = BoardName::all().map(BoardName::title).collect();
    assert_eq!(titles.len(), slugs.len());
}

#[test]
fn exactly_the_illegal_pseudo_legal_moves_have_a_reason() {
    let mut met: BTreeSet<String> = BTreeSet::new();
    let mut see = |board: &Board, last: Option<(&Board, Move)>| {
        let jumped = last.and_then(|(_, mv)| jumped(mv));
        let pseudo = pseudo_legal(board, jumped);
        let plain: BTreeSet<Move> = pseudo.iter().copied().collect();
        assert_eq!(plain.len(), pseudo.len(), "no move twice: {board}");
        let legal: BTreeSet<Move> = board.legal_moves().into_iter().collect();
        assert!(legal.is_subset(&plain), "{board}");
        for mv in pseudo {
            let illegal = why_illegal(board, mv);
            assert_eq!(illegal.is_none(), legal.contains(&mv), "{mv:?} in {board}: {illegal:?}");
            let Some(illegal) = illegal else { continue };
            let them = board.colors(!board.stm());
            assert!(illegal.by.any() && illegal.by.is_subset(them), "{mv:?} in {board}");
            let words = illegal.words(board);
            assert!(words.contains(" on ") && !words.ends_with('.'), "{words}");
            let reason = format!("{:?}", illegal.reason);
            met.insert(reason.split('(').next().unwrap().to_owned());
        }
    };
    random_positions(positions(20), 4, &mut see);
    // Reasons that are too rare in random play: a castling rook that shields its king, and en passant that removes both
    // pawns from a rank.
    see(&Board::from_fen("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1").unwrap(), None);
    let before = Board::from_fen("4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1").unwrap();
    let mv = san::parse(&before, "d5").unwrap();
    see(&before.after(mv), Some((&before, mv)));
    assert_eq!(met.len(), 10, "{met:?}");
}

#[test]
fn reasons_are_named_in_words() {
    let reason = |fen: &str, from: Square, to: Square| {
        let board = Board::from_fen(fen).unwrap();
        let last = None;
        let pseudo = pseudo_legal(&board, last);
        let mv = *pseudo.iter().find(|mv| mv.from() == from && mv.to() == to).unwrap();
        let illegal = why_illegal(&board, mv).unwrap();
        (illegal.reason, illegal.by.first())
    };
    let cases = [
        (
            "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            (Square::E1, Square::A1),
            Reason::CastlesThroughCheck(Square::D1),
            Square::D8,
        ),
        (
            "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            (Square::E1, Square::H1),
            Reason::CastlesIntoCheck(Square::G1),
            Square::G8,
        ),
        (
            "1k2r3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            (Square::E1, Square::H1),
            Reason::CastlesOutOfCheck,
            Square::E8,
        ),
        ("k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1", (Square::E2, Square::C3), Reason::Pinned, Square::E8),
        (
            "k3r3/8/8/8/8/8/8/4K2N w - - 0 1",
            (Square::H1, Square::G3),
            Reason::CheckNotAnswered,
            Square::E8,
        ),
        (
            "k3r3/8/8/8/8/8/4K3/7N w - - 0 1",
            (Square::E2, Square::E1),
            Reason::KingStaysOnLine,
            Square::E8,
        ),
        (
            "k2r4/8/8/8/8/8/4K3/8 w - - 0 1",
            (Square::E2, Square::D2),
            Reason::KingAttacked,
            Square::D8,
        ),
        (
            "k3r3/8/8/8/8/3n4/8/4K2N w - - 0 1",
            (Square::H1, Square::G3),
            Reason::DoubleCheck,
            Square::D3,
        ),
    ];
    for (fen, (from, to), expected, by) in cases {
        assert_eq!(reason(fen, from, to), (expected, Some(by)), "{fen}");
    }
}

#[test]
fn shifts_and_turns_match_their_definitions_on_each_square() {
    let mut rng = SplitMix64::new(5);
    for _ in 0..2_000 {
        let set = Bitboard(rng.next_u64() & rng.next_u64());
        let other = Bitboard(rng.next_u64());
        for direction in Direction::ALL {
            let (files, ranks) = direction.step();
            let plain: Bitboard =
                set.into_iter().filter_map(|square| square.offset(files, ranks)).collect();
            assert_eq!(direction.shift(set, true), plain, "{direction:?} {set}");
            let wrapped = direction.wrapped(set);
            assert_eq!(direction.shift(set, false), plain | wrapped);
        }
        for turn in Turn::ALL {
            let plain: Bitboard = set.into_iter().map(|square| turn.square(square)).collect();
            assert_eq!(turn.apply(set), plain, "{turn:?} {set}");
        }
        for op in SetOp::ALL {
            let has = |square: Square| {
                let (a, b) = (set.has(square), other.has(square));
                match op {
                    SetOp::And => a && b,
                    SetOp::Or => a || b,
                    SetOp::Xor => a != b,
                    SetOp::Minus => a && !b,
                    SetOp::Not => !a,
                }
            };
            assert_eq!(op.apply(set, other), Square::all().filter(|&s| has(s)).collect());
        }
        assert_eq!(parse_hex(&hex(set)), Ok(set));
        assert_eq!(u64::from_str_radix(&binary(set).concat(), 2), Ok(set.0));
        let steps = scan(set);
        assert_eq!(
            steps.iter().map(|step| step.square).collect::<Vec<_>>(),
            set.into_iter().collect::<Vec<_>>()
        );
        assert!(steps.iter().all(|step| step.lowest == Bitboard::from(step.square)));
        assert!(steps.last().is_none_or(|step| step.rest.is_empty()));
    }
    // A pawn on the h-file captures on the a-file without the mask.
    let pawn = Bitboard::from(Square::H2);
    assert_eq!(Direction::NorthEast.shift(pawn, true), Bitboard::EMPTY);
    assert_eq!(Direction::NorthEast.shift(pawn, false), Bitboard::from(Square::A4));
    for bad in ["", "0x", "xyz", "0x10000000000000000", "-1"] {
        assert!(parse_hex(bad).unwrap_err().contains("hexadecimal"), "{bad}");
    }
}

#[test]
fn carry_rippler_meets_every_subset_once_in_the_order_of_its_packed_bits() {
    let mut rng = SplitMix64::new(6);
    for _ in 0..50 {
        let set = Bitboard(rng.next_u64() & rng.next_u64() & rng.next_u64());
        if set.count() > 12 {
            continue;
        }
        let mut subset = Bitboard::EMPTY;
        for number in 0..1_u64 << set.count() {
            assert_eq!(subset_number(set, subset), number);
            let next = next_subset(set, subset);
            assert_eq!(previous_subset(set, next), subset);
            subset = next;
        }
        assert!(subset.is_empty(), "the round is closed");
        let value = rng.next_u64();
        let instruction = slider_table::extract_by_instruction(value, set.0);
        assert!(instruction.is_none_or(|packed| packed == extract(value, set.0)));
    }
}

/// The pieces on the board, from twelve planes, or the first square on which two planes have a bit.
fn from_one_hot(
    planes: &[Bitboard; Piece::COUNT],
) -> Result<[Option<Piece>; Square::COUNT], Square> {
    let mut squares = [None; Square::COUNT];
    for (piece, plane) in Piece::ALL.into_iter().zip(planes) {
        for square in *plane {
            if squares[square.index()].replace(piece).is_some() {
                return Err(square);
            }
        }
    }
    Ok(squares)
}

/// The move that a word packed by [`pack_6622`] encodes on this board, if there is one.
fn unpack_6622(board: &Board, word: u16) -> Option<Move> {
    let from = Square::from_index(usize::from(word & 63))?;
    let to = Square::from_index(usize::from(word >> 6 & 63))?;
    let mover = board.piece_on(from).filter(|_| from != to)?;
    let capture = board.piece_on(to).is_some();
    let kind = match word >> 14 {
        1 => {
            let piece = PieceType::from_index(usize::from(word >> 12 & 3) + 1)?;
            MoveKind::promotion(piece, capture)?
        }
        2 => MoveKind::EnPassant,
        3 if to.index() > from.index() => MoveKind::CastleKingSide,
        3 => MoveKind::CastleQueenSide,
        _ if capture => MoveKind::Capture,
        _ => {
            let pawn = mover.kind() == PieceType::Pawn;
            let two = from.rank().index().abs_diff(to.rank().index()) == 2;
            if pawn && two { MoveKind::DoublePush } else { MoveKind::Quiet }
        }
    };
    Some(Move::new(from, to, kind))
}

#[test]
fn encodings_can_be_read_back() {
    random_positions(positions(20), 7, |board, _| {
        let squares = from_one_hot(&one_hot(board)).unwrap();
        assert!(Square::all().all(|square| squares[square.index()] == board.piece_on(square)));
        for &mv in &board.legal_moves() {
            assert_eq!(unpack_6622(board, pack_6622(mv)), Some(mv), "{mv:?} in {board}");
            for (fields, word) in [(fields_664(mv), mv.bits()), (fields_6622(mv), pack_6622(mv))] {
                let sum = fields.iter().fold(0, |word, field| word | field.value << field.low);
                assert_eq!(sum, word);
                assert_eq!(fields.iter().map(|field| field.bits).sum::<u32>(), 16);
            }
        }
    });
    let mut twice = one_hot(&Board::start());
    twice[3].insert(Square::E1);
    assert_eq!(from_one_hot(&twice), Err(Square::E1));
    // The numbers published for White's and Black's pawns with a8 = 0.
    let pawns = |color| Board::start().by(color, PieceType::Pawn);
    assert_eq!(Mapping::A8.number(pawns(Color::White)), 71_776_119_061_217_280);
    assert_eq!(Mapping::A1.number(pawns(Color::White)), 65_280);
    for square in Square::all() {
        for mapping in Mapping::ALL {
            assert_eq!(mapping.number(Bitboard::from(square)), 1 << mapping.bit(square));
        }
    }
}

#[test]
fn magic_numbers_are_found_and_collide_harmlessly() {
    for (part, square) in [(SliderPart::Bishop, Square::D4), (SliderPart::Rook, Square::D4)] {
        let request = MagicRequest { part, square, seed: 7 };
        let mut search = MagicSearch::new(request);
        while search.step(5_000).is_none() {
            assert!(search.progress().tries < 50_000_000);
        }
        let progress = search.progress();
        assert_eq!(progress.farthest, progress.subsets);
        let spread = spread(part, square, progress.found.unwrap());
        assert_eq!(spread.harmful, 0);
        assert_eq!(spread.used + spread.harmless, spread.subsets);
        assert!(spread.distinct <= spread.used);
        assert_eq!(search.step(10), progress.found, "it has ended");
    }
    for square in Square::all() {
        for part in [SliderPart::Rook, SliderPart::Bishop] {
            let entry = slider_table::magic_entry(part, square);
            let own = spread(part, square, entry.factor);
            assert_eq!((own.harmful, own.subsets), (0, 1 << entry.mask.count()));
        }
    }
    // Seven squares in each of two directions from the corner, of which the last never matters.
    let corner = slider_table::magic_entry(SliderPart::Rook, Square::A1);
    assert_eq!(spread(SliderPart::Rook, Square::A1, corner.factor).distinct, 49);
    assert!(spread(SliderPart::Rook, Square::A1, 1).harmful > 0, "one is not magic");
}

#[test]
fn two_orders_lead_to_one_key() {
    let preset = TwoOrders::preset().unwrap();
    let [one, other] = preset.keys();
    assert_eq!(one.last(), other.last());
    assert!(one[1..4].iter().zip(&other[1..4]).any(|(a, b)| a != b));
    let play = |text: &str| {
        let mut board = Board::start();
        let mut moves = Vec::new();
        for word in text.split(' ') {
            let mv = san::parse(&board, word).unwrap();
            board.make_move(mv);
            moves.push(mv);
        }
        moves
    };
    let moves = play("d4 Nf6 c4 e6 Nc3 Bb4");
    let found = TwoOrders::of_line(&Board::start(), &moves).unwrap();
    let [one, other] = found.keys();
    assert_eq!(one.last(), other.last());
    assert_ne!(found.one, found.other);
    assert_eq!(TwoOrders::of_line(&Board::start(), &play("e4 d5")), None);
    assert_eq!(TwoOrders::of_line(&Board::start(), &[]), None);
}

#[test]
fn the_table_uses_the_key_as_described() {
    let mut engine = Engine::new(&EngineOptions { hash_mib: 3, ..EngineOptions::default() });
    let position = GamePosition::new(Board::start());
    engine.go(&position, &Limits::depth(6), &StopSignal::never(), &mut ());
    let look = engine.inspect(&InspectionRequest { position }).unwrap();
    let parts = KeyParts::of(look.key, 3);
    assert_eq!(look.table.survey.capacity, parts.entries());
    assert_eq!(look.table.entry.unwrap().cluster, parts.cluster);
    for (mv, entry) in &look.table.successors {
        let parts = KeyParts::of(Board::start().after(*mv).key(), 3);
        assert!(entry.is_none_or(|entry| entry.cluster == parts.cluster));
    }
}

#[test]
fn the_estimate_of_collisions_agrees_with_counting_them() {
    let (bits, positions, rounds) = (20_u32, 2_000_usize, 200_u64);
    let mut pairs = 0_usize;
    for seed in 0..rounds {
        let mut rng = SplitMix64::new(seed);
        let mut keys: Vec<u64> = (0..positions).map(|_| rng.next_u64() >> (64 - bits)).collect();
        keys.sort_unstable();
        pairs +=
            keys.chunk_by(|a, b| a == b).map(|run| run.len() * (run.len() - 1) / 2).sum::<usize>();
    }
    let counted = pairs as f64 / rounds as f64;
    let expected = expected_pairs(positions as f64, f64::from(bits));
    assert!((counted / expected - 1.0).abs() < 0.15, "{counted} {expected}");
    assert!((expected_pairs(one_pair_at(64.0), 64.0) - 1.0).abs() < 1e-9);
    assert!(chance_of_any(1e6, 64.0) < 1e-6 && chance_of_any(1e12, 42.0) > 0.999);
}

#[test]
fn attack_tables_contain_the_squares_a_step_or_a_jump_away() {
    let knight = AttackTable::Knight.entry(Square::E4);
    // The number that "Techniques In Chess Programming" (2025) prints for square 28.
    assert_eq!((Square::E4.index(), knight.0), (28, 44_272_527_353_856));
    for square in Square::all() {
        let (file, rank) = (square.index() as i32 % 8, square.index() as i32 / 8);
        let reached = |table: AttackTable, to: i32| {
            let (files, ranks) = (to % 8 - file, to / 8 - rank);
            match table {
                AttackTable::Knight => files.abs() * ranks.abs() == 2,
                AttackTable::King => files.abs().max(ranks.abs()) == 1,
                AttackTable::WhitePawn => (files.abs(), ranks) == (1, 1),
                AttackTable::BlackPawn => (files.abs(), ranks) == (1, -1),
            }
        };
        for table in AttackTable::ALL {
            let expected =
                (0..64).filter(|&to| reached(table, to)).fold(0_u64, |set, to| set | 1 << to);
            assert_eq!(table.entry(square).0, expected, "{table:?} {square}");
        }
    }
}
