//! The evaluation, written to be read: each term counts something for White and for Black, and the score is the
//! difference. Nothing is incremental or cached.

use super::values;
use super::values::{Knob, Level, ScratchEval, Tapered};
use crate::table::{Column, Medium, Table, Unit};
use tabia_chess::{Bitboard, Board, Color, PieceType, Square, attacks};

/// The phase with all pieces on the board; 0 with none but kings and pawns.
pub const FULL_PHASE: i32 = 24;
/// Usual mobility of a knight, bishop, rook and queen: more squares are good, fewer are bad.
const USUAL_SQUARES: [i32; 4] = [4, 6, 7, 13];
/// The pieces that have mobility and tropism, each with its two numbers.
const PIECES: [(PieceType, Knob, Knob); 4] = [
    (PieceType::Knight, Knob::KnightMobility, Knob::KnightTropism),
    (PieceType::Bishop, Knob::BishopMobility, Knob::BishopTropism),
    (PieceType::Rook, Knob::RookMobility, Knob::RookTropism),
    (PieceType::Queen, Knob::QueenMobility, Knob::QueenTropism),
];

/// A part of the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// What is counted: `material`, `squares`, `doubled`, `isolated`, `backward`, `passed`, `mobility`, `shield`,
    /// `tropism`.
    pub name: &'static str,
    /// The level that added it.
    pub level: Level,
    /// Its value for White, centipawns.
    pub white: i32,
    /// Its value for Black, centipawns.
    pub black: i32,
}

impl Term {
    /// White's value minus Black's, centipawns.
    pub fn cp(&self) -> i32 {
        self.white - self.black
    }
}

/// Counts a term for a side.
type Count = fn(&ScratchEval, &Board, Color) -> Tapered;

const TERMS: [(&str, Level, Count); 9] = [
    ("material", Level::Material, material),
    ("squares", Level::Squares, squares),
    ("doubled", Level::Pawns, doubled),
    ("isolated", Level::Pawns, isolated),
    ("backward", Level::Pawns, backward),
    ("passed", Level::Pawns, passed),
    ("mobility", Level::Mobility, mobility),
    ("shield", Level::King, shield),
    ("tropism", Level::King, tropism),
];

/// The terms of a position that this evaluation knows, in the order in which the levels add them.
pub fn terms<'a>(eval: &'a ScratchEval, board: &'a Board) -> impl Iterator<Item = Term> + 'a {
    let phase = if eval.level >= Level::Tapering { phase(board) } else { FULL_PHASE };
    let known = TERMS.iter().filter(|(_, level, _)| *level <= eval.level);
    known.map(move |&(name, level, count)| {
        let [white, black] = Color::ALL.map(|side| blend(count(eval, board, side), phase));
        Term { name, level, white, black }
    })
}

/// The terms of a position.
pub fn table(eval: &ScratchEval, board: &Board) -> Table {
    let mut table = Table::new(vec![
        Column::words("name").csv_key("term").head("Term").place("", 12, ""),
        Column::new("level").only(&[Medium::Json]),
        Column::new("white_cp").head("White").unit(Unit::Centipawns).place("", 8, ""),
        Column::new("black_cp").head("Black").unit(Unit::Centipawns).place("", 8, ""),
        Column::new("cp").only(&[Medium::Csv, Medium::Json]),
        Column::new("cp").only(&[Medium::Text]).place("", 8, ""),
    ]);
    for term in terms(eval, board) {
        let Term { name, level, white, black } = term;
        let cp = term.cp();
        let signed = format!("{cp:+}");
        let level = u32::from(level.number());
        table.row([
            name.into(),
            level.into(),
            white.into(),
            black.into(),
            cp.into(),
            signed.into(),
        ]);
    }
    table
}

/// The score of a position, centipawns, White's view: the sum of its terms.
pub fn evaluate(eval: &ScratchEval, board: &Board) -> i32 {
    terms(eval, board).map(|term| term.cp()).sum()
}

/// The phase of the game: knights and bishops count 1, rooks 2, queens 4, for both sides; at most [`FULL_PHASE`].
pub fn phase(board: &Board) -> i32 {
    let weights = [
        (PieceType::Knight, 1),
        (PieceType::Bishop, 1),
        (PieceType::Rook, 2),
        (PieceType::Queen, 4),
    ];
    let sum: i32 =
        weights.iter().map(|&(kind, weight)| weight * board.pieces(kind).count() as i32).sum();
    sum.min(FULL_PHASE)
}

/// The value interpolated by the phase.
fn blend(value: Tapered, phase: i32) -> i32 {
    (value.mg * phase + value.eg * (FULL_PHASE - phase)) / FULL_PHASE
}

/// A multiple of a value.
fn times(value: Tapered, count: i32) -> Tapered {
    Tapered { mg: value.mg * count, eg: value.eg * count }
}

fn plus(a: Tapered, b: Tapered) -> Tapered {
    Tapered { mg: a.mg + b.mg, eg: a.eg + b.eg }
}

fn same(value: i32) -> Tapered {
    Tapered { mg: value, eg: value }
}

fn material(eval: &ScratchEval, board: &Board, side: Color) -> Tapered {
    let count = |kind| eval.value(kind) * board.by(side, kind).count() as i32;
    same(PieceType::ALL.into_iter().map(count).sum())
}

fn squares(eval: &ScratchEval, board: &Board, side: Color) -> Tapered {
    let mut sum = Tapered::default();
    for kind in PieceType::ALL {
        let (mg, eg) = (&eval.squares.mg[kind.index()], &eval.squares.eg[kind.index()]);
        for square in board.by(side, kind) {
            sum.mg += values::at(mg, side, square);
            sum.eg += values::at(eg, side, square);
        }
    }
    sum
}

fn own_pawns(board: &Board, side: Color) -> Bitboard {
    board.by(side, PieceType::Pawn)
}

/// All squares of the files adjacent to a set's files.
fn beside(set: Bitboard) -> Bitboard {
    let files = set.file_fill();
    files.east() | files.west()
}

/// Pawns with another pawn of their side ahead of them on their file.
fn doubled(eval: &ScratchEval, board: &Board, side: Color) -> Tapered {
    let pawns = own_pawns(board, side);
    let behind = pawns.front_span(!side) & pawns;
    times(eval.knob(Knob::Doubled), behind.count() as i32)
}

/// Pawns without a pawn of their side on an adjacent file.
fn isolated_pawns(pawns: Bitboard) -> Bitboard {
    pawns - beside(pawns)
}

fn isolated(eval: &ScratchEval, board: &Board, side: Color) -> Tapered {
    let count = isolated_pawns(own_pawns(board, side)).count();
    times(eval.knob(Knob::Isolated), count as i32)
}

/// Pawns that are not isolated, whose neighbours are all ahead so that they cannot be defended by them, and whose stop
/// square is attacked by an enemy pawn.
fn backward(eval: &ScratchEval, board: &Board, side: Color) -> Tapered {
    let pawns = own_pawns(board, side);
    let guarded_by_enemy = attacks::pawns(!side, own_pawns(board, !side));
    let is_backward = |&square: &Square| {
        let pawn = Bitboard::of(square);
        // Pawns level with it or behind it on the adjacent files.
        let support = beside(pawn) - (pawn.east() | pawn.west()).front_span(side);
        (pawns & support).is_empty() && (pawn.forward(side) & guarded_by_enemy).any()
    };
    let count = (pawns - isolated_pawns(pawns)).into_iter().filter(is_backward).count();
    times(eval.knob(Knob::Backward), count as i32)
}

/// Passed pawns, each weighted by its rank counted from the first.
fn passed(eval: &ScratchEval, board: &Board, side: Color) -> Tapered {
    let pawns = own_pawns(board, side);
    let ahead_of_enemy = own_pawns(board, !side).front_span(!side);
    let stopped = ahead_of_enemy | ahead_of_enemy.east() | ahead_of_enemy.west();
    // Only the front pawn on a file counts as passed.
    let behind_own = pawns.front_span(!side);
    let ranks: usize = (pawns - stopped - behind_own)
        .into_iter()
        .map(|square| square.relative(side).rank().index())
        .sum();
    times(eval.knob(Knob::Passed), ranks as i32)
}

/// Squares attacked by each piece that are not occupied by its own side or attacked by an enemy pawn, minus the usual
/// number.
fn mobility(eval: &ScratchEval, board: &Board, side: Color) -> Tapered {
    let closed = board.colors(side) | attacks::pawns(!side, own_pawns(board, !side));
    let mut sum = Tapered::default();
    for ((kind, knob, _), usual) in PIECES.into_iter().zip(USUAL_SQUARES) {
        let extra: i32 = board
            .by(side, kind)
            .into_iter()
            .map(|from| {
                let reached = attacks::piece(kind, side, from, board.occupied()) - closed;
                reached.count() as i32 - usual
            })
            .sum();
        sum = plus(sum, times(eval.knob(knob), extra));
    }
    sum
}

/// Pawns on the two ranks ahead of the king, on its file and the adjacent ones.
fn shield(eval: &ScratchEval, board: &Board, side: Color) -> Tapered {
    let king = Bitboard::of(board.king(side));
    let front = (king | king.east() | king.west()).forward(side);
    let shield = (front | front.forward(side)) & own_pawns(board, side);
    times(eval.knob(Knob::Shield), shield.count() as i32)
}

/// How near the pieces are to the enemy king: seven minus the distance in king moves.
fn tropism(eval: &ScratchEval, board: &Board, side: Color) -> Tapered {
    let target = board.king(!side);
    let mut sum = Tapered::default();
    for (kind, _, knob) in PIECES {
        let near: i32 =
            board.by(side, kind).into_iter().map(|from| 7 - from.distance(target) as i32).sum();
        sum = plus(sum, times(eval.knob(knob), near));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::values::{Knob, Level, ScratchEval, Tapered};
    use super::*;
    use tabia_chess::{Board, SplitMix64};

    /// The position with the colours swapped and turned top to bottom, written as FEN.
    fn mirrored(board: &Board) -> Board {
        let fen = board.to_string();
        let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
        let swap = |text: &str| -> String {
            text.chars()
                .map(|c| {
                    if c.is_ascii_uppercase() {
                        c.to_ascii_lowercase()
                    } else {
                        c.to_ascii_uppercase()
                    }
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

    /// An evaluation in which only one knob has a value: 1 in the middlegame, 10 in the endgame.
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
                if board.make_random_move(&mut rng).is_none() {
                    break;
                }
                let turned = mirrored(&board);
                for level in Level::ALL {
                    let eval = ScratchEval::at(level);
                    let score = evaluate(&eval, &board);
                    assert_eq!(score, -evaluate(&eval, &turned), "{level:?} {board}");
                    let parts: Vec<_> = terms(&eval, &board).collect();
                    assert_eq!(
                        score,
                        parts.iter().map(|term| term.white - term.black).sum::<i32>()
                    );
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
        // White's d3 is behind c4 and e4, and c5/e5 attack d4: backward. Black's d6 is the same.
        let fen = "4k3/8/3p4/2p1p3/2P1P3/3P4/8/4K3 w - - 0 1";
        assert_eq!(count(Knob::Backward, fen), 0, "one each");
        let white_alone = "4k3/8/8/2p1p3/2P1P3/3P4/8/4K3 w - - 0 1";
        assert_eq!(count(Knob::Backward, white_alone), 1);
        // A pawn level with a neighbour is not backward.
        assert_eq!(count(Knob::Backward, "4k3/8/8/2p5/4P3/2PP4/8/4K3 w - - 0 1"), 0);
        // a5 is stopped by b6; g6 has nothing in front of it.
        assert_eq!(count(Knob::Passed, "4k3/8/1p4P1/P7/8/8/8/4K3 w - - 0 1"), 5);
        // Two enemy pawns that have passed each other.
        assert_eq!(count(Knob::Passed, "4k3/8/8/4P3/5p2/8/8/4K3 w - - 0 1"), 4 - 4);
        assert_eq!(count(Knob::Passed, "4k3/8/5p2/4P3/8/8/8/4K3 w - - 0 1"), 0);
    }

    #[test]
    fn mobility_and_king_by_hand() {
        // Knight a1: b3 and c2, of the usual 4.
        assert_eq!(count(Knob::KnightMobility, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1"), -2);
        // c2 has its own pawn, b3 is attacked by a4: none left.
        assert_eq!(count(Knob::KnightMobility, "4k3/8/8/8/p7/8/2P5/N3K3 w - - 0 1"), -4);
        // Rook a1: seven up the file, b1 c1 d1 to the right; 10 of 7.
        assert_eq!(count(Knob::RookMobility, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), 3);
        // Bishop a1: the long diagonal, 7 of 6. Queen d4 on an empty board: 27 of 13.
        assert_eq!(count(Knob::BishopMobility, "4k3/8/8/8/8/8/8/B3K3 w - - 0 1"), 1);
        assert_eq!(count(Knob::QueenMobility, "8/8/1k6/8/6Q1/8/8/4K3 w - - 0 1"), 23 - 13);
        // f2 and h3 shield the king on g1, e2 and g4 do not.
        assert_eq!(count(Knob::Shield, "4k3/8/8/8/6P1/7P/4PP2/6K1 w - - 0 1"), 2);
        // Queen f7 beside e8 six, rook a1 seven steps away nothing; Black's knight c3 two steps from e1: minus five.
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
}
