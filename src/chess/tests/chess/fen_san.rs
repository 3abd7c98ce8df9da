//! Text formats: FEN, SAN, UCI moves, EPD. Valid and invalid positions, error messages, round trips, and that no text
//! makes a parser panic. The list of static exchanges is text too and tested here.

use std::path::Path;

use tabia_chess::{
    Board, BoardBuilder, Color, FenField, FenStyle, File, Move, Piece, SplitMix64, Square, Wing,
    epd, san, see, uci_move,
};

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn accepts_every_valid_line() {
    let text = read("fen/valid.sfens");
    assert_eq!(text.lines().count(), 3000);
    for line in text.lines() {
        let board = board(line);
        for style in [FenStyle::XFen, FenStyle::Shredder] {
            let written = board.fen(style);
            assert_eq!(Board::from_fen(&written), Ok(board), "{line} written as {written}");
        }
        // The list has the en passant square after every double push, our FEN only where the capture is legal.
        let (written, fields) = (board.fen(FenStyle::Shredder), |fen: &str, skip: usize| {
            let fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
            [&fields[..skip], &fields[skip + 1..]].concat()
        });
        assert_eq!(fields(&written, 3), fields(line, 3));
    }
}

#[test]
fn refuses_every_invalid_line() {
    let text = read("fen/invalid.sfens");
    assert_eq!(text.lines().count(), 3000);
    for line in text.lines() {
        let Err(error) = Board::from_fen(line) else { panic!("accepted {line}") };
        if let Some(repair) = error.repair() {
            assert!(Board::from_fen(&repair).is_ok(), "{line}: {error}: {repair}");
        }
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of wrong texts and what is said of them")]
fn says_what_is_wrong_with_a_fen() {
    for (fen, message, repair) in [
        ("", "board: missing, expected eight ranks of pieces", None),
        (
            "8/8 w - - 0 1",
            "board: found 2 ranks, expected 8 with \u{201c}/\u{201d} between them",
            None,
        ),
        (
            "4k3/8/8/8/8/9/8/4K3 w - - 0 1",
            "board: rank 3 has \u{201c}9\u{201d}, expected one of PNBRQKpnbrqk or 1-8",
            None,
        ),
        ("4k3/8/8/8/8/8P/8/4K3 w - - 0 1", "board: rank 3 has 9 squares, expected 8", None),
        ("4k3/8/8/8/8/7/8/4K3 w - - 0 1", "board: rank 3 has 7 squares, expected 8", None),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "board: black king missing, expected exactly one", None),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "board: 2 white kings, expected exactly one", None),
        (
            "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
            "board: found a pawn on a1, expected none on ranks 1 and 8",
            None,
        ),
        (
            "8/8/8/8/8/4k3/4K3/8 w - - 0 1",
            "board: the kings on e2 and e3 touch, expected a square between them",
            None,
        ),
        // Two queens while pawns are missing: legal.
        ("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "", None),
        (
            "4k3/PPPPPPPP/8/8/8/8/8/QQ2K3 b - - 0 1",
            "board: white has 8 pawns and at least 1 promoted, expected at most 8 together",
            None,
        ),
        (
            "4k3/8/8/8/8/8/8/4K3",
            "side to move: missing, expected w or b",
            Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 W - - 0 1",
            "side to move: found \u{201c}W\u{201d}, expected w or b",
            Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ),
        (
            "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
            "side to move: black is in check but white is to move, expected the side in check to move",
            Some("4k3/8/8/8/8/8/8/4RK2 b - - 0 1"),
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w KX - 0 1",
            "castling: found \u{201c}X\u{201d}, expected -, letters of KQkq or rook files A-H, a-h",
            Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1",
            "castling: right K without a rook on the h-side, expected one on the king's rank",
            Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R w KQC - 0 1",
            "castling: rights Q and C are both on the a-side of the king on e1, expected one",
            Some("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R w KQK - 0 1",
            "castling: right K is given twice, expected once",
            Some("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ),
        (
            "1k1r2nr/ppp1bppp/2nqb3/3pp3/3P4/1P1NP1N1/P1P1BPPP/RK1QB2R w HAhd - 0 7",
            "castling: rights h and d are both on the h-side of the king on b8, expected one",
            Some("1k1r2nr/ppp1bppp/2nqb3/3pp3/3P4/1P1NP1N1/P1P1BPPP/RK1QB2R w KQk - 0 7"),
        ),
        (
            "4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1",
            "castling: right K with the king on e2, expected it on its first rank",
            Some("4k3/8/8/8/8/8/4K3/R6R w - - 0 1"),
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3 w B - 0 1",
            "castling: right B without a rook on b1, expected one on the king's rank",
            Some("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
        ),
        (
            "4k3/8/8/8/4P3/8/8/4K3 b - x3 0 1",
            "en passant: found \u{201c}x3\u{201d}, expected - or a square such as e3",
            Some("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
        ),
        (
            "4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1",
            "en passant: found e4, expected a square on rank 3",
            Some("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
        ),
        (
            "4k3/8/8/8/4P3/8/8/4K3 b - d3 0 1",
            "en passant: found d3, expected a white pawn on d4",
            Some("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
        ),
        (
            "4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1",
            "en passant: found e3, expected e2 to be empty",
            Some("4k3/8/8/8/4P3/8/4N3/4K3 b - - 0 1"),
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
            "halfmove clock: found \u{201c}-1\u{201d}, expected a number from 0 to 65535",
            Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 0",
            "fullmove number: found \u{201c}0\u{201d}, expected a number from 1 to 65535",
            Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 etc",
            "end: found \u{201c}etc\u{201d}, expected nothing after the fullmove number",
            Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ),
    ] {
        match Board::from_fen(fen) {
            Ok(_) => assert_eq!(message, "", "{fen} is accepted"),
            Err(error) => {
                assert_eq!(error.to_string(), message, "{fen}");
                assert_eq!(error.repair().as_deref(), repair, "{fen}");
            }
        }
    }
    let error = Board::from_fen("4k3/8/8/8/8/8/8/4K3 w - e6 x 1").unwrap_err();
    assert_eq!(error.field(), FenField::HalfmoveClock);
    // Both errors are repaired.
    assert_eq!(error.repair().as_deref(), Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
}

#[test]
fn knows_the_dialects_of_castling() {
    // The inner rook castles: X-FEN needs the file, because K means the outer one.
    let inner = board("4k3/8/8/8/8/8/8/4K1RR w G - 0 1");
    assert_eq!(inner.castling().rook(Color::White, Wing::KingSide), Some(File::G));
    assert_eq!(inner.fen(FenStyle::XFen), "4k3/8/8/8/8/8/8/4K1RR w G - 0 1");
    let outer = board("4k3/8/8/8/8/8/8/4K1RR w K - 0 1");
    assert_eq!(outer.castling().rook(Color::White, Wing::KingSide), Some(File::H));
    assert_eq!(outer.fen(FenStyle::Shredder), "4k3/8/8/8/8/8/8/4K1RR w H - 0 1");
    assert!(inner.is_chess960() && !outer.is_chess960());
    assert_eq!(Board::start().fen(FenStyle::Shredder).split(' ').nth(2), Some("HAha"));
}

#[test]
fn writes_the_en_passant_square_only_where_it_can_be_used() {
    let mut game = Board::start();
    for text in ["e4", "a6", "e5", "d5"] {
        let mv = san::parse(&game, text).unwrap();
        game.make_move(mv);
    }
    assert_eq!(game.ep_square(), Some(Square::D6));
    assert!(game.to_string().contains(" d6 "));
    // The king would be left in check along the rank.
    let pinned = board("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1");
    assert_eq!(pinned.ep_square(), None);
    assert_eq!(pinned, board("8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1"));
}

#[test]
fn builds_an_edited_position() {
    let mut builder = BoardBuilder::from(&Board::start());
    builder.remove(Square::E1);
    assert!(builder.build().is_err());
    assert_eq!(builder.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w HAkq - 0 1");
    builder.place(Square::E1, Piece::WhiteKing);
    assert_eq!(builder.build().unwrap(), Board::start());
    builder.castling = tabia_chess::CastlingRights::NONE;
    builder.castling.set(Color::White, Wing::KingSide, Some(File::H));
    builder.castling.set(Color::White, Wing::QueenSide, Some(File::A));
    assert_eq!(builder.build().unwrap().to_string().split(' ').nth(2), Some("KQ"));
}

#[test]
fn reads_san_as_people_write_it() {
    let position = board("r3k2r/pPp2ppp/8/3pP3/1b6/2N2N2/PP3PPP/R1B1K2R w KQkq d6 0 12");
    for (text, expected) in [
        ("exd6", "e5d6"),
        ("ed6", "e5d6"),
        ("ed", ""),
        ("exd6 e.p.", "e5d6"),
        ("e5-d6", "e5d6"),
        ("O-O", "e1h1"),
        ("0-0", "e1h1"),
        ("O-O+", "e1h1"),
        ("O-O-O", ""),
        ("bxa8=Q+", "b7a8q"),
        ("bxa8Q", "b7a8q"),
        ("bxa8(N)", "b7a8n"),
        ("b7:a8/R", "b7a8r"),
        ("bxa8q", "b7a8q"),
        ("b8=B", "b7b8b"),
        ("bxa8", ""),
        ("Ng5!?", "f3g5"),
        ("Nf3-g5", "f3g5"),
        ("Nfg5", "f3g5"),
        ("N3g5", "f3g5"),
        ("\u{2658}g5", "f3g5"),
        ("Pa3", "a2a3"),
        ("Bd2", "c1d2"),
        ("bd2", ""),
        ("Kf1", "e1f1"),
        ("Ke1", ""),
        ("Nc3", ""),
        ("Nd5", ""),
        ("", ""),
        ("e9", ""),
        ("Qe1=e1e1e1e1", ""),
    ] {
        match san::parse(&position, text) {
            Ok(mv) => assert_eq!(format!("{mv:?}"), expected, "{text}"),
            Err(error) => assert_eq!("", expected, "{text}: {error}"),
        }
    }
}

#[test]
fn writes_san_as_short_as_it_can_be() {
    for (fen, mv, expected) in [
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "Rd1"),
        ("4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "a1d1", "Rad1"),
        ("R7/7k/8/8/8/8/8/R3K3 w - - 0 1", "a1a4", "R1a4"),
        ("2k5/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "h4e4", "Qh4e4"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", "O-O-O"),
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", "Rh8#"),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "e8=N+"),
        // The other knight is pinned and does not count.
        ("4r1k1/8/8/8/4N3/8/8/N3K3 w - - 0 1", "a1c2", "Nc2"),
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", "d4e3", "dxe3"),
    ] {
        let position = board(fen);
        let mv = uci_move::parse(&position, mv).unwrap();
        assert_eq!(san::write(&position, mv), expected, "{fen}");
    }
}

#[test]
fn says_what_is_wrong_with_a_move() {
    let position = board("r3k2r/1P3ppp/8/8/1b6/2N2N2/PP3PPP/R3K2R w KQkq - 0 12");
    for (text, message, repair) in [
        (
            "hello",
            "move: found \u{201c}hello\u{201d}, expected a move such as e4, Nf3, exd5, e8=Q or O-O",
            None,
        ),
        ("Rd7", "move: found \u{201c}Rd7\u{201d}, but no white rook can go to d7", None),
        (
            "Nad5",
            "move: found \u{201c}Nad5\u{201d}, but no white knight on the a-file can go to d5",
            None,
        ),
        ("Rd1", "", None),
        (
            "nf3d4",
            "move: found \u{201c}nf3d4\u{201d}, expected a move such as e4, Nf3, exd5, e8=Q or O-O",
            Some("f3d4"),
        ),
        (
            "b8",
            "move: found \u{201c}b8\u{201d}, expected the new piece too, as in b8=Q",
            Some("b7b8q"),
        ),
    ] {
        match san::parse(&position, text) {
            Ok(_) => assert_eq!(message, "", "{text}"),
            Err(error) => {
                assert_eq!(error.to_string(), message, "{text}");
                let mended = error.repair(&position).map(|mv| format!("{mv:?}"));
                assert_eq!(mended.as_deref(), repair, "{text}");
            }
        }
    }
    let rooks = board("4k3/8/8/8/8/4K3/8/R6R w - - 0 1");
    let error = san::parse(&rooks, "Rd1").unwrap_err();
    assert_eq!(error.to_string(), "move: found \u{201c}Rd1\u{201d}, expected one of Rad1, Rhd1");
    let error = san::parse(&rooks, "O-O").unwrap_err();
    assert_eq!(
        error.to_string(),
        "move: found \u{201c}O-O\u{201d}, but White cannot castle there: the right to do so is gone"
    );
    let error = uci_move::parse(&position, "b7b8").unwrap_err();
    assert_eq!(error.repair().as_deref(), Some("b7b8q"));
    assert_eq!(
        uci_move::parse(&position, "0000").unwrap_err().to_string(),
        "move: found \u{201c}0000\u{201d}, expected two squares and perhaps a letter, as in e2e4 or e7e8q"
    );
    assert!(
        uci_move::parse(&position, "e1e3")
            .unwrap_err()
            .to_string()
            .contains("a legal move in r3k2r")
    );
}

#[test]
fn takes_both_ways_to_castle() {
    // The king's target square f1-g1 is an ordinary step as well: the rook's square castles.
    let near = board("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
    let step = near.find_move(Square::F1, Square::G1, None).unwrap();
    let castles = near.find_move(Square::F1, Square::H1, None).unwrap();
    assert!(!step.is_castling() && castles.is_castling());
    assert!(near.dests(Square::F1).has(Square::G1) && near.dests(Square::F1).has(Square::H1));
    // A king that already stands on its target square does not castle by staying there.
    let there = board("4k3/8/8/8/8/8/8/6KR w K - 0 1");
    assert!(there.find_move(Square::G1, Square::H1, None).unwrap().is_castling());
    assert_eq!(there.find_move(Square::G1, Square::G1, None), None);
    assert!(there.dests(Square::G1).has(Square::H1) && !there.dests(Square::G1).has(Square::G1));
    let usual = board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_eq!(
        usual.find_move(Square::E1, Square::C1, None),
        usual.find_move(Square::E1, Square::A1, None)
    );
    let dests = usual.dests(Square::E1);
    assert!(dests.has(Square::C1) && dests.has(Square::A1) && !dests.has(Square::B1));
}

#[test]
fn reads_epd() {
    let line =
        "4k3/8/8/8/8/8/8/4K3 w - - bm Kd1 Kf1; id \"a; b\"; hmvc 12; fmvn 40; c0 \"x\"; noop;";
    let epd = epd::parse(line).unwrap();
    assert_eq!(epd.get("bm").unwrap(), ["Kd1", "Kf1"]);
    assert_eq!(epd.get("id").unwrap(), ["a; b"]);
    assert_eq!((epd.board.halfmove_clock(), epd.board.fullmove_number()), (12, 40));
    assert_eq!(epd.get("noop").unwrap().len(), 0);
    assert_eq!(epd.to_string(), line);
    // Words with a quotation mark inside are no quotations.
    let line = "4k3/8/8/8/8/8/8/4K3 w - - c0 \"x\" 5\"; id O\"Neil Smith\" \"a b\";";
    let mut epd = epd::parse(line).unwrap();
    assert_eq!(epd.get("id").unwrap(), ["O\"Neil", "Smith\"", "a b"]);
    assert_eq!(epd.to_string(), line);
    epd.ops = vec![("id".to_owned(), vec!["a \"b\"".to_owned(), "\"c".to_owned()])];
    assert!(epd.to_string().ends_with(" - - id \"a 'b'\" \"'c\";"), "{epd}");
    // As perft files have it: clocks, and a semicolon before the first operation.
    let perft = epd::parse("4k3/8/8/8/8/8/8/4K2R w K - 5 9 ;D1 15 ;D2 66").unwrap();
    assert_eq!(perft.get("D2").unwrap(), ["66"]);
    assert_eq!(perft.board.fullmove_number(), 9);
    for (line, message) in [
        (
            "4k3/8/8/8/8/8/8/4K3 w - - id \"open",
            "operation id: found \u{201c}\"open\u{201d}, expected a closing quotation mark",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - hmvc x;",
            "operation hmvc: found \u{201c}x\u{201d}, expected a number from 0 to 65535",
        ),
        ("4k3/8/8/8/8/8/8/8 w - - id x;", "board: white king missing, expected exactly one"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - +x;",
            "operation: found \u{201c}+x\u{201d}, expected a name that begins with a letter",
        ),
    ] {
        match epd::parse(line) {
            Ok(_) => panic!("{line} is accepted"),
            Err(error) => assert_eq!(error.to_string(), message, "{line}"),
        }
    }
}

#[test]
fn agrees_on_static_exchanges() {
    let text = read("epd/see.epd");
    assert_eq!(text.lines().count(), 71);
    for line in text.lines() {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let position = board(fields[0]);
        let mv = uci_move::parse(&position, fields[1]).unwrap_or_else(|e| panic!("{line}: {e}"));
        let expected: i32 = fields[2].parse().unwrap();
        assert_eq!(see::value(&position, mv), expected, "{line}");
        assert!(see::at_least(&position, mv, expected), "{line}");
        assert!(!see::at_least(&position, mv, expected + 1), "{line}");
    }
}

/// Passes a text to every parser; none may panic.
fn feed(text: &str, on: &Board) {
    if let Err(error) = Board::from_fen(text) {
        if let Some(repair) = error.repair() {
            assert!(Board::from_fen(&repair).is_ok(), "{text}: {repair}");
        }
        assert!(!error.to_string().is_empty());
    }
    if let Ok(epd) = epd::parse(text) {
        assert!(epd::parse(&epd.to_string()).is_ok(), "{text}: {epd}");
    }
    if let Err(error) = san::parse(on, text) {
        let _ = error.repair(on);
    }
    let _ = uci_move::parse(on, text);
    let _ = text.parse::<Square>();
}

#[test]
fn no_text_makes_a_reader_panic() {
    let list = read("fen/valid.sfens");
    let lines: Vec<&str> = list.lines().collect();
    let mut rng = SplitMix64::new(11);
    let alphabet: Vec<char> =
        "KQRBNPkqrbnpabcdefgh12345678/ -wx+#=O0;\"\t\u{e9}\u{2658}\u{1f600}\0".chars().collect();
    for round in 0..30_000 {
        let line = lines[rng.below(lines.len())];
        let on = board(line);
        // A valid line with a few characters changed, removed, doubled or inserted.
        let mut mutant: Vec<char> = line.chars().collect();
        for _ in 0..=rng.below(4) {
            let at = rng.below(mutant.len());
            let letter = alphabet[rng.below(alphabet.len())];
            match rng.below(4) {
                0 => mutant[at] = letter,
                1 => drop(mutant.remove(at)),
                2 => mutant.insert(at, letter),
                _ => mutant.insert(at, mutant[at]),
            }
        }
        feed(&mutant.iter().collect::<String>(), &on);
        // Meaningful letters in random order.
        let length = rng.below(if round % 10 == 0 { 200 } else { 9 });
        let soup: String = (0..length).map(|_| alphabet[rng.below(alphabet.len())]).collect();
        feed(&soup, &on);
        // Any bytes at all.
        let bytes: Vec<u8> = (0..rng.below(100)).map(|_| rng.next_u64() as u8).collect();
        feed(&String::from_utf8_lossy(&bytes), &on);
        // Any sixteen bits as a move.
        if let Some(mv) = Move::from_bits(rng.next_u64() as u16) {
            let mut played = on;
            assert_eq!(played.try_make(mv).is_ok(), on.legal_moves().contains(&mv));
        }
    }
}
