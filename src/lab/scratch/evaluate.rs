//! The evaluation itself, to be read: each term counts something for White and for Black, and the score is what
//! White has more. Nothing is incremental and nothing is cached.

use super::tables;
use super::values::{Knob, Level, ScratchEval, Tapered};
use crate::table::{Column, Medium, Table};
use tabia_chess::{Bitboard, Board, Color, PieceType, Square, attacks};

/// The phase with all pieces on the board; 0 with none but kings and pawns.
pub const FULL_PHASE: i32 = 24;
/// Squares a knight, bishop, rook and queen usually have to go to: more is good, fewer is bad.
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
    /// What it is worth to White, centipawns.
    pub white: i32,
    /// What it is worth to Black, centipawns.
    pub black: i32,
}

impl Term {
    /// What White has more of it, centipawns.
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
        Column::new("white_cp").head("White").place("", 8, ""),
        Column::new("black_cp").head("Black").place("", 8, ""),
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

/// How much of the game is left: knights and bishops count 1, rooks 2, queens 4, both sides; [`FULL_PHASE`] at most.
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

/// Between the two numbers, as the phase says.
fn blend(value: Tapered, phase: i32) -> i32 {
    (value.mg * phase + value.eg * (FULL_PHASE - phase)) / FULL_PHASE
}

/// So many times a number.
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
            sum.mg += tables::at(mg, side, square);
            sum.eg += tables::at(eg, side, square);
        }
    }
    sum
}

fn own_pawns(board: &Board, side: Color) -> Bitboard {
    board.by(side, PieceType::Pawn)
}

/// The files beside a set's files, whole.
fn beside(set: Bitboard) -> Bitboard {
    let files = set.file_fill();
    files.east() | files.west()
}

/// Pawns that have another of their side before them on their file.
fn doubled(eval: &ScratchEval, board: &Board, side: Color) -> Tapered {
    let pawns = own_pawns(board, side);
    let behind = pawns.front_span(!side) & pawns;
    times(eval.knob(Knob::Doubled), behind.count() as i32)
}

/// Pawns without one of their side on a file beside them.
fn isolated_pawns(pawns: Bitboard) -> Bitboard {
    pawns - beside(pawns)
}

fn isolated(eval: &ScratchEval, board: &Board, side: Color) -> Tapered {
    let count = isolated_pawns(own_pawns(board, side)).count();
    times(eval.knob(Knob::Isolated), count as i32)
}

/// Pawns that are not isolated, whose neighbours have all gone ahead so that none can ever guard them, and whose
/// next square an enemy pawn guards.
fn backward(eval: &ScratchEval, board: &Board, side: Color) -> Tapered {
    let pawns = own_pawns(board, side);
    let guarded_by_enemy = attacks::pawns(!side, own_pawns(board, !side));
    let is_backward = |&square: &Square| {
        let pawn = Bitboard::of(square);
        // Level with it or behind it, on the files beside it.
        let support = beside(pawn) - (pawn.east() | pawn.west()).front_span(side);
        (pawns & support).is_empty() && (pawn.forward(side) & guarded_by_enemy).any()
    };
    let count = (pawns - isolated_pawns(pawns)).into_iter().filter(is_backward).count();
    times(eval.knob(Knob::Backward), count as i32)
}

/// Pawns that no enemy pawn can stop or take, each by the ranks it stands above the first.
fn passed(eval: &ScratchEval, board: &Board, side: Color) -> Tapered {
    let pawns = own_pawns(board, side);
    let ahead_of_enemy = own_pawns(board, !side).front_span(!side);
    let stopped = ahead_of_enemy | ahead_of_enemy.east() | ahead_of_enemy.west();
    // Of two on one file only the first is passed.
    let behind_own = pawns.front_span(!side);
    let ranks: usize = (pawns - stopped - behind_own)
        .into_iter()
        .map(|square| square.relative(side).rank().index())
        .sum();
    times(eval.knob(Knob::Passed), ranks as i32)
}

/// Squares each piece attacks that neither its own side holds nor an enemy pawn guards, beyond what is usual.
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

/// Pawns on the two ranks before the king, on its file and beside it.
fn shield(eval: &ScratchEval, board: &Board, side: Color) -> Tapered {
    let king = Bitboard::of(board.king(side));
    let front = (king | king.east() | king.west()).forward(side);
    let shield = (front | front.forward(side)) & own_pawns(board, side);
    times(eval.knob(Knob::Shield), shield.count() as i32)
}

/// How near the pieces are to the enemy king: seven less the king steps to it.
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
