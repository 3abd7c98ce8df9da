//! A position's key as the XOR of its terms, the terms that a move removes and adds, and two orders of the same moves
//! that lead to the same key.

use super::bitboards::{hex, piece_name};
use crate::table::{Column, Medium, Table};
use tabia_chess::{Bitboard, Board, Color, Move, Piece, Square, Wing, san, zobrist};
use tabia_engine::alphabeta::tt::{CLUSTER_BYTES, TAG_BITS, WAYS};
use tabia_text::t;

/// Something that is hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    Piece(Piece, Square),
    /// Black is to move. White to move adds nothing.
    BlackToMove,
    /// The right to castle with the rook on this square.
    Castling(Color, Wing, Square),
    /// A pawn can be captured en passant on this square; only the file is hashed.
    EnPassant(Square),
}

impl Feature {
    /// Its random number, 64 bits.
    pub fn key(self) -> u64 {
        match self {
            Feature::Piece(piece, square) => zobrist::piece(piece, square),
            Feature::BlackToMove => zobrist::black_to_move(),
            Feature::Castling(_, _, rook) => zobrist::castling_right(rook),
            Feature::EnPassant(square) => zobrist::en_passant(square),
        }
    }

    /// Display name.
    pub fn title(self) -> String {
        match self {
            Feature::Piece(piece, square) => {
                let square = square.to_string();
                t!("zobrist-term-piece", piece = piece_name(piece), square = square)
            }
            Feature::BlackToMove => t!("black-to-move").to_owned(),
            Feature::Castling(color, wing, rook) => {
                let wing = match wing {
                    Wing::KingSide => "king",
                    Wing::QueenSide => "queen",
                };
                let color = color.name().to_lowercase();
                t!("zobrist-term-castling", color = color, wing = wing, rook = rook.to_string())
            }
            Feature::EnPassant(square) => {
                t!("zobrist-term-en-passant", file = square.file().to_string())
            }
        }
    }

    /// Its name for programs: `White pawn e2`, `Black to move`, `White castles king side (rook h1)`, `En passant file e`.
    pub fn name(self) -> String {
        match self {
            Feature::Piece(piece, square) => {
                let kind = piece.kind().name().to_lowercase();
                format!("{} {kind} {square}", piece.color().name())
            }
            Feature::BlackToMove => "Black to move".into(),
            Feature::Castling(color, wing, rook) => {
                let wing = match wing {
                    Wing::KingSide => "king side",
                    Wing::QueenSide => "queen side",
                };
                format!("{} castles {wing} (rook {rook})", color.name())
            }
            Feature::EnPassant(square) => format!("En passant file {}", square.file()),
        }
    }
}

/// The terms of a position's key, and the key itself last.
pub fn table(board: &Board) -> Table {
    let mut table = Table::new(vec![
        Column::words("name").csv_key("term").only(&[Medium::Csv, Medium::Json]),
        Column::words("key").place("", 0, ""),
        Column::words("name").only(&[Medium::Text]).place("  ", 0, ""),
    ]);
    let text = |key: u64| hex(Bitboard(key));
    for feature in features(board) {
        let name = feature.name();
        table.row([name.clone().into(), text(feature.key()).into(), name.into()]);
    }
    table.row(["XOR of all".into(), text(board.key()).into(), "the XOR of all".into()]);
    table
}

/// All hashed features of a position. An en passant square counts only if a legal en passant capture exists.
pub fn features(board: &Board) -> Vec<Feature> {
    let pieces = Square::all()
        .filter_map(|square| Some(Feature::Piece(board.piece_on(square)?, square)))
        .collect::<Vec<_>>();
    let castling = board.castling();
    let rights = castling.iter().map(|(color, wing, file)| {
        Feature::Castling(color, wing, Square::new(file, board.king(color).rank()))
    });
    let turn = (board.stm() == Color::Black).then_some(Feature::BlackToMove);
    let passing = board.ep_square().map(Feature::EnPassant);
    pieces.into_iter().chain(turn).chain(rights).chain(passing).collect()
}

/// The XOR of the numbers of these features.
pub fn xor(features: &[Feature]) -> u64 {
    features.iter().fold(0, |key, feature| key ^ feature.key())
}

/// The features that a step from one position to another removes from the key and adds to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Only in the position before.
    pub out: Vec<Feature>,
    /// Only in the position after.
    pub into: Vec<Feature>,
}

impl Change {
    /// The difference of two positions.
    pub fn between(before: &Board, after: &Board) -> Change {
        let (old, new) = (features(before), features(after));
        let only = |these: &[Feature], others: &[Feature]| -> Vec<Feature> {
            these.iter().filter(|one| !others.contains(one)).copied().collect()
        };
        Change { out: only(&old, &new), into: only(&new, &old) }
    }

    /// The XOR of all of it: the key before XOR this is the key after.
    pub fn key(&self) -> u64 {
        xor(&self.out) ^ xor(&self.into)
    }
}

/// Two orders of moves that lead from one position to the same other one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoOrders {
    /// Where both begin.
    pub start: Board,
    /// One order.
    pub one: Vec<Move>,
    pub other: Vec<Move>,
}

impl TwoOrders {
    /// Well known opening moves: e4 and Nf3, e5 and Nc6, in either order.
    pub fn preset() -> Option<TwoOrders> {
        let start = Board::start();
        let one = line(&start, &["e4", "e5", "Nf3", "Nc6"])?;
        let other = line(&start, &["Nf3", "Nc6", "e4", "e5"])?;
        Some(TwoOrders { start, one, other })
    }

    /// Another order of the last moves of a line, as near to its end as possible: three or four plies in which the two
    /// moves of one side or of both can be swapped. `None` if no such order is legal and leads to the same position.
    pub fn of_line(start: &Board, moves: &[Move]) -> Option<TwoOrders> {
        let mut boards = vec![*start];
        for &mv in moves {
            let last = boards.last().copied().filter(|last| last.is_legal(mv))?;
            boards.push(last.after(mv));
        }
        (3..=moves.len()).rev().take(MAX_TRIED).find_map(|end| {
            let three = others(&boards[end - 3], &moves[end - 3..end], &[[2, 1, 0, 3]]);
            three.or_else(|| {
                let from = end.checked_sub(4)?;
                others(&boards[from], &moves[from..end], &[[0, 3, 2, 1], [2, 3, 0, 1]])
            })
        })
    }

    /// The keys along both orders, the start's first.
    pub fn keys(&self) -> [Vec<u64>; 2] {
        [&self.one, &self.other].map(|moves| {
            let mut board = self.start;
            let mut keys = vec![board.key()];
            for &mv in moves {
                board.make_move(mv);
                keys.push(board.key());
            }
            keys
        })
    }
}

/// Number of ends of a line that are tried, the last first: few enough for one frame.
const MAX_TRIED: usize = 40;

fn line(start: &Board, sans: &[&str]) -> Option<Vec<Move>> {
    let mut board = *start;
    let mut moves = Vec::new();
    for text in sans {
        let mv = san::parse(&board, text).ok()?;
        board.make_move(mv);
        moves.push(mv);
    }
    Some(moves)
}

/// These moves in one of these orders, if that is legal, different, and leads to the same position.
fn others(start: &Board, moves: &[Move], orders: &[[usize; 4]]) -> Option<TwoOrders> {
    let mut end = *start;
    for &mv in moves {
        end.make_move(mv);
    }
    orders.iter().find_map(|order| {
        let mut board = *start;
        let mut other = Vec::new();
        for &at in order.iter().filter(|at| **at < moves.len()) {
            let mv = moves[at];
            // Found by its squares, because other properties of the move may differ in another order.
            let again = board.find_move(mv.from(), mv.to(), mv.promotion())?;
            board.make_move(again);
            other.push(again);
        }
        let same = board.key() == end.key() && other != moves;
        same.then(|| TwoOrders { start: *start, one: moves.to_vec(), other })
    })
}

// The parts of a key that the hash table uses, and how likely it is to confuse two positions.

/// How a table of one size uses a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyParts {
    /// Clusters in the table.
    pub clusters: u64,
    /// The cluster of the key: the upper 64 bits of key times clusters.
    pub cluster: u64,
    /// The low bits of the key that are mixed with the entry's data into its tag.
    pub low: u32,
}

impl KeyParts {
    /// For a table of this size, MiB.
    pub fn of(key: u64, hash_mib: u32) -> KeyParts {
        let clusters = (u64::from(hash_mib) << 20) / CLUSTER_BYTES as u64;
        KeyParts {
            clusters,
            cluster: ((u128::from(key) * u128::from(clusters)) >> 64) as u64,
            low: (key & ((1 << TAG_BITS) - 1)) as u32,
        }
    }

    /// Entries of the whole table.
    pub fn entries(&self) -> u64 {
        self.clusters * WAYS as u64
    }

    /// Number of bits of two keys that must agree for the table to confuse them: those that choose the cluster and
    /// those of the tag.
    pub fn compared_bits(&self) -> f64 {
        (self.clusters.max(1) as f64).log2() + f64::from(TAG_BITS)
    }

    /// The chance that a probe of a full cluster finds an entry of another position by accident.
    pub fn false_match(&self) -> f64 {
        1.0 - (1.0 - 2f64.powi(-(TAG_BITS as i32))).powi(WAYS as i32)
    }
}

/// The expected number of pairs among `positions` different positions that share all `bits` by accident: n² / 2^(bits +
/// 1).
pub fn expected_pairs(positions: f64, bits: f64) -> f64 {
    positions * positions / 2f64.powf(bits + 1.0)
}

/// The chance that there is at least one such pair, 0 to 1.
pub fn chance_of_any(positions: f64, bits: f64) -> f64 {
    -(-expected_pairs(positions, bits)).exp_m1()
}

/// The number of positions with one expected pair.
pub fn one_pair_at(bits: f64) -> f64 {
    2f64.powf(bits.mul_add(0.5, 0.5))
}
