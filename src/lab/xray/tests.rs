//! The X-ray compared with independent computations of the same numbers.

use super::*;
use tabia_chess::{BoardBuilder, Color, Piece, PieceType, SplitMix64, Square};
use tabia_engine::eval;
use tabia_engine::eval::layout::Part;
use tabia_engine::eval::nnue::{Parameters, file};
use tabia_engine::eval::trace::Tapered;

/// Positions of random games, including Chess960; `TABIA_POSITIONS` sets their number, `few` by default.
fn positions(few: usize) -> Vec<Board> {
    let asked = std::env::var("TABIA_POSITIONS").ok().and_then(|text| text.parse().ok());
    let count = asked.unwrap_or(few);
    let mut rng = SplitMix64::new(77);
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let number = if rng.below(3) == 0 { rng.below(960) } else { 518 };
        let mut board = Board::chess960(number).unwrap();
        // Captures more often than by chance, so that endgames are reached.
        for _ in 0..160 {
            let moves = board.legal_moves();
            if moves.is_empty() || found.len() == count {
                break;
            }
            let takes: Vec<_> =
                moves.iter().copied().filter(|mv| board.piece_on(mv.to()).is_some()).collect();
            let mv = match takes.get(rng.below(2 * takes.len().max(1))) {
                Some(&mv) => mv,
                None => moves[rng.below(moves.len())],
            };
            board.make_move(mv);
            found.push(board);
        }
    }
    found
}

fn whites(board: &Board, score: i32) -> i32 {
    if board.stm() == Color::White { score } else { -score }
}

/// The long run: `TABIA_POSITIONS=100000 cargo test --release -p tabia-lab --lib xray -- --nocapture`.
#[test]
fn the_rows_and_their_squares_add_up_to_the_score_exactly() {
    let (mut rounding, mut known, mut scaled) = (0, 0, 0);
    let boards = positions(5_000);
    for board in &boards {
        let terms = Terms::of(board);
        let sum: i32 = terms.rows.iter().map(|row| row.tapered_cp).sum();
        assert_eq!(sum, whites(board, eval::evaluate(board)), "{board}");
        assert_eq!(sum, terms.score_cp, "{board}");
        for row in &terms.rows {
            for (side, whole) in [(Color::White, row.white), (Color::Black, row.black)] {
                let of = |part: fn(&Tapered) -> i32| -> i32 {
                    let own = row.places.iter().filter(|place| place.side == side);
                    own.map(|place| part(&place.value)).sum()
                };
                assert_eq!((of(|v| v.mg), of(|v| v.eg)), (whole.mg, whole.eg), "{board}");
            }
            if row.kind == RowKind::Rounding {
                rounding = rounding.max(row.tapered_cp.abs());
            }
            scaled += i32::from(row.kind == RowKind::Scaling && row.tapered_cp != 0);
        }
        known += i32::from(terms.known.is_some());
        let squares: f64 = terms.by_square(None).iter().sum();
        let all = squares + terms.elsewhere(None);
        assert!((all - f64::from(sum)).abs() < 8.0, "{board}: {all} and {sum}");
    }
    let count = boards.len();
    let breakdown =
        format!("{count} positions: {known} known, {scaled} scaled, rounding at most {rounding}\n");
    let _ = std::io::Write::write_all(&mut std::io::stderr(), breakdown.as_bytes());
    assert!(rounding <= 8 && known > 0 && scaled > 100);
}

/// The imbalance shown on a square is the loss of its row without the piece.
#[test]
fn imbalance_at_a_piece_is_what_the_term_loses_without_it() {
    let of = |board: &Board| {
        let at = Part::ALL.iter().position(|&part| part == Part::Imbalance).unwrap();
        let term = &eval::explain(board).terms[at];
        [term.white.mg - term.black.mg, term.white.eg - term.black.eg]
    };
    let mut compared = 0;
    for board in positions(2_000).iter().filter(|board| !board.is_chess960()).step_by(37) {
        let terms = Terms::of(board);
        let row = terms.rows.iter().find(|row| row.kind == RowKind::Term(Part::Imbalance)).unwrap();
        for square in board.occupied() {
            let Ok(rest) = Board::from_fen(&fen_without(board, square)) else { continue };
            let own = row.places.iter().find(|place| place.square == Some(square));
            let value = own.map_or(Tapered::default(), |place| place.value);
            let side = if board.piece_on(square).unwrap().color() == Color::White { 1 } else { -1 };
            let ([mg, eg], [less_mg, less_eg]) = (of(board), of(&rest));
            assert_eq!([value.mg, value.eg], [side * (mg - less_mg), side * (eg - less_eg)]);
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
    // With equal material every pawn has the same value on both sides, and the row is zero.
    let start = Terms::of(&Board::start());
    let squares = start.by_square(Some(RowKind::Term(Part::Imbalance)));
    let [a2, h2, e7] = [Square::A2, Square::H2, Square::E7].map(|square| squares[square.index()]);
    assert!((a2 - h2).abs() < 1e-9 && (a2 + e7).abs() < 1e-9 && a2 != 0.0, "{a2} {h2} {e7}");
    let all = squares.iter().sum::<f64>() + start.elsewhere(Some(RowKind::Term(Part::Imbalance)));
    assert!(all.abs() < 1e-9, "{all}");
}

#[test]
fn the_values_of_all_terms_are_painted_on_the_pieces() {
    let xray = Xray::of(&Board::start(), None);
    let squares = xray.by_piece();
    let at = |square: Square| squares[square.index()].unwrap();
    assert!(at(Square::D1) > at(Square::A1) && at(Square::A1) > at(Square::B1));
    assert!(at(Square::B1) > at(Square::F2), "a knight more than any pawn");
    assert!(at(Square::D1) > 500 && at(Square::D8) < -500, "a queen is worth a queen");
    assert_eq!(squares[Square::E1.index()], None, "no king can be taken away");
}

/// The FEN of a position without a piece, written by hand.
fn fen_without(board: &Board, square: Square) -> String {
    let text = board.to_string();
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let ranks: Vec<String> = fields[0]
        .split('/')
        .enumerate()
        .map(|(row, rank)| {
            let wide: String = rank
                .chars()
                .flat_map(|c| match c.to_digit(10) {
                    Some(count) => vec!['1'; count as usize],
                    None => vec![c],
                })
                .collect();
            let here = |file: usize| 7 - row == square.index() / 8 && file == square.index() % 8;
            wide.chars().enumerate().map(|(file, c)| if here(file) { '1' } else { c }).collect()
        })
        .collect();
    fields[0] = ranks.join("/");
    let corner = match square.to_string().as_str() {
        "h1" => "K",
        "a1" => "Q",
        "h8" => "k",
        "a8" => "q",
        _ => "-",
    };
    fields[2] = fields[2].replace(corner, "");
    if fields[2].is_empty() {
        fields[2] = "-".to_owned();
    }
    fields[3] = "-".to_owned();
    fields.join(" ")
}

#[test]
fn a_piece_is_worth_what_the_score_loses_without_it() {
    let network = Network::new(&Parameters::random(64, 8, 4)).unwrap();
    let (mut compared, mut impossible) = (0, 0);
    let boards = positions(5_000);
    let usual = boards.iter().filter(|board| !board.is_chess960());
    for board in usual.take(20_000).step_by(41) {
        let xray = Xray::of(board, Some(&network));
        let kings = 2;
        assert_eq!(xray.pieces.len() + kings, board.occupied().count() as usize);
        for worth in &xray.pieces {
            let Ok(rest) = Board::from_fen(&fen_without(board, worth.square)) else {
                assert_eq!((worth.terms_cp, worth.difference_cp()), (None, None));
                impossible += 1;
                continue;
            };
            let lost = |score: fn(&Network, &Board) -> i32| {
                whites(board, score(&network, board)) - whites(board, score(&network, &rest))
            };
            assert_eq!(worth.terms_cp, Some(lost(|_, board| eval::evaluate(board))), "{rest}");
            assert_eq!(worth.network_cp, Some(lost(Network::evaluate)), "{rest}");
            compared += 1;
        }
    }
    assert!(compared > 1_000 && impossible > 0, "{compared}, {impossible}");
}

#[test]
fn a_rook_takes_its_right_to_castle_with_it() {
    let board = Board::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
    let rest = without(&board, Square::A8).unwrap();
    assert_eq!(rest.to_string(), "4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1");
    assert!(without(&board, Square::E1).is_none(), "no position without a king");
}

#[test]
fn changes_add_up_to_the_difference_of_the_scores() {
    let boards = positions(400);
    for pair in boards.windows(2).step_by(9) {
        let [before, after] = [Terms::of(&pair[0]), Terms::of(&pair[1])];
        let sum: i32 = changes(&before, &after).iter().map(|c| c.after_cp - c.before_cp).sum();
        assert_eq!(sum, after.score_cp - before.score_cp);
    }
    let same = Terms::of(&boards[0]);
    assert!(changes(&same, &same).is_empty());
}

#[test]
fn the_built_in_network_is_analysed() {
    let network = file::built_in().unwrap();
    let board =
        Board::from_fen("r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/1PN1PN2/PB2BPPP/R2Q1RK1 b - - 2 9");
    let xray = Xray::of(&board.unwrap(), Some(&network));
    let seen = xray.network.unwrap();
    assert_eq!((seen.breakdown.outputs.len(), seen.bucket()), (8, 7));
    assert_eq!(seen.breakdown.outputs[7].score_cp, seen.breakdown.score_cp);
    assert_eq!(seen.inside.score_cp, seen.breakdown.score_cp);
    assert!(seen.quantisation_error_cp().abs() < 2.0);
    assert_eq!(seen.inside.inputs.len(), 32 - 2 + 2);
}

/// Illegal positions have no value without a piece, and extreme positions cause no panic.
#[test]
fn extreme_positions_are_analysed() {
    let network = file::built_in().unwrap();
    let mut builder = BoardBuilder::new();
    builder.place(Square::A1, Piece::WhiteKing);
    builder.place(Square::A8, Piece::BlackKing);
    let bare = Xray::of(&builder.build().unwrap(), Some(&network));
    assert!(bare.pieces.is_empty() && bare.terms.score_cp == 0);
    for square in Square::all().skip(8).take(14) {
        builder.place(square, Piece::new(Color::White, PieceType::Queen));
    }
    if let Ok(board) = builder.build() {
        let many = Xray::of(&board, Some(&network));
        assert_eq!(many.terms.rows.iter().map(|r| r.tapered_cp).sum::<i32>(), many.terms.score_cp);
    }
}
