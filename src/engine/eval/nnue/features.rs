//! Inputs of the network.
//!
//! Each piece sets one input: own or enemy, kind, square, whether it is en prise (attacked by a less valuable piece, or
//! attacked and undefended), and for pawns whether it is passed. A single layer can hardly learn these properties by
//! itself.

use tabia_chess::{Bitboard, Board, Color, PieceType, Square, attacks};

/// Inputs per side: own and enemy pieces of six kinds on 64 squares, safe or en prise, and passed pawns, safe or en
/// prise.
pub const INPUTS: usize = 2 * PIECES + 2 * PAWNS;
/// Own and enemy pieces, six kinds, 64 squares.
const PIECES: usize = 2 * PieceType::COUNT * SQUARES;
/// Own and enemy pawns.
const PAWNS: usize = 2 * SQUARES;
const SQUARES: usize = Square::COUNT;

/// Allowed numbers of output buckets.
pub const BUCKETS: [usize; 4] = [1, 2, 4, 8];

/// Output bucket by the number of pieces, kings included, the few pieces first. With eight buckets each covers four
/// piece counts, from 2 to 5 up to 30 to 32.
#[inline]
pub const fn bucket(buckets: usize, pieces: usize) -> usize {
    let bucket = pieces.saturating_sub(2) * buckets / 32;
    if bucket < buckets { bucket } else { buckets - 1 }
}

/// Whether the board is mirrored: the king is on files e to h.
#[inline]
pub(crate) const fn is_mirrored(king: Square) -> bool {
    king.index() & 4 != 0
}

/// A square from a side's perspective: ranks from its own side, files mirrored by its king.
#[inline]
const fn turned(side: Color, mirrored: bool, square: usize) -> usize {
    let ranks = match side {
        Color::White => 0,
        Color::Black => 56,
    };
    square ^ ranks ^ if mirrored { 7 } else { 0 }
}

/// Pieces of a position by colour and kind.
pub type Pieces = [[Bitboard; PieceType::COUNT]; Color::COUNT];

/// The pieces on a board.
#[inline]
pub fn pieces(board: &Board) -> Pieces {
    let mut pieces = [[Bitboard::EMPTY; PieceType::COUNT]; Color::COUNT];
    for color in Color::ALL {
        for kind in PieceType::ALL {
            pieces[color.index()][kind.index()] = board.by(color, kind);
        }
    }
    pieces
}

/// Content of a square, 0 if empty, otherwise a number of six bits: [`EN_PRISE`], [`PASSED`], three bits of the kind
/// plus one, one bit for Black.
type Mark = u8;

/// Bits of a mark: en prise, passed pawn.
const EN_PRISE: Mark = 1;
const PASSED: Mark = 2;
/// Bits of a mark.
const BITS: usize = 6;

/// Marks of all squares: one bitboard for each bit of a mark. The inputs of both sides follow from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks([Bitboard; BITS]);

impl Marks {
    /// An empty board.
    pub const EMPTY: Marks = Marks([Bitboard::EMPTY; BITS]);

    /// Marks of these pieces.
    #[inline]
    pub fn of(pieces: &Pieces) -> Marks {
        Marks::with(pieces, en_prise(pieces, &attacked(pieces)))
    }

    /// Marks with a known set of pieces en prise.
    #[inline]
    pub(in crate::eval) fn with(pieces: &Pieces, en_prise: Bitboard) -> Marks {
        let kind = |kind: usize| pieces[0][kind] | pieces[1][kind];
        let passed = passed(pieces, Color::White) | passed(pieces, Color::Black);
        let black = pieces[1].iter().fold(Bitboard::EMPTY, |all, &some| all | some);
        let [pawns, knights, bishops, rooks, queens, kings] = [0, 1, 2, 3, 4, 5].map(kind);
        Marks([
            en_prise,
            passed,
            pawns | bishops | queens,
            knights | bishops | kings,
            rooks | queens | kings,
            black,
        ])
    }

    /// The mark of a square.
    #[inline]
    fn on(&self, square: Square) -> Mark {
        let bit = |bits: Bitboard| (bits.0 >> square.index()) as Mark & 1;
        self.0.iter().rev().fold(0, |mark, &bits| 2 * mark + bit(bits))
    }

    /// Whether the piece on a square is en prise, and whether it is a passed pawn; `None` on an empty square.
    pub fn state(&self, square: Square) -> Option<(bool, bool)> {
        let mark = self.on(square);
        (mark != 0).then_some((mark & EN_PRISE != 0, mark & PASSED != 0))
    }

    /// Squares on which two positions differ.
    #[inline]
    pub fn differences(&self, other: &Marks) -> Bitboard {
        let pairs = self.0.iter().zip(&other.0);
        pairs.fold(Bitboard::EMPTY, |all, (&own, &others)| all | own ^ others)
    }

    /// Squares with a piece.
    #[inline]
    fn occupied(&self) -> Bitboard {
        self.0[2] | self.0[3] | self.0[4]
    }

    /// Replaces the list by the inputs of the pieces on these squares.
    #[inline]
    pub fn inputs(&self, view: View, squares: Bitboard, list: &mut Inputs) {
        list.clear();
        for square in squares & self.occupied() {
            // The capacity is one input per square.
            let _ = list.try_push(view.input(self.on(square), square.index()));
        }
    }
}

/// Input indices.
pub type Inputs = arrayvec::ArrayVec<u16, SQUARES>;

/// A side's perspective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    side: Color,
    mirrored: bool,
}

impl View {
    /// Perspective of a side with its king on this square.
    #[inline]
    pub const fn new(side: Color, king: Square) -> View {
        View { side, mirrored: is_mirrored(king) }
    }

    /// Whether files are mirrored.
    #[inline]
    pub(crate) const fn is_mirrored(self) -> bool {
        self.mirrored
    }

    /// Index of a square from this perspective, 0 to 63.
    #[inline]
    pub(in crate::eval) fn square(self, square: Square) -> usize {
        turned(self.side, self.mirrored, square.index())
    }

    /// Input of a mark on a square.
    #[inline]
    fn input(self, mark: Mark, square: usize) -> u16 {
        let square = turned(self.side, self.mirrored, square) as u16;
        FIRST[self.side.index()][usize::from(mark) % MARKS] + square
    }
}

/// First input of each mark.
static FIRST: [[u16; MARKS]; Color::COUNT] = first_inputs();
const MARKS: usize = 1 << BITS;

const fn first_inputs() -> [[u16; MARKS]; Color::COUNT] {
    let mut first = [[0; MARKS]; Color::COUNT];
    let mut side = 0;
    while side < Color::COUNT {
        let mut mark = 0;
        while mark < MARKS {
            let (lost, passed) = (mark & 1, mark & 2 != 0);
            let (kind, color) = (mark >> 2 & 7, mark >> 5);
            let enemy = (color != side) as usize;
            if kind > 0 {
                first[side][mark] = if passed {
                    2 * PIECES + lost * PAWNS + enemy * SQUARES
                } else {
                    lost * PIECES + enemy * PIECES / 2 + (kind - 1) * SQUARES
                } as u16;
            }
            mark += 1;
        }
        side += 1;
    }
    first
}

/// Pieces of both sides attacked by a less valuable piece, or attacked and undefended. Kings attack and defend like
/// other pieces; bishops and knights have equal value.
#[inline]
pub(in crate::eval) fn en_prise(pieces: &Pieces, attacked: &[Attacked; Color::COUNT]) -> Bitboard {
    let lost = |own: usize| {
        let [pawns, knights, bishops, rooks, queens, king] = pieces[own];
        let (by, defended) = (attacked[1 - own], attacked[own].all);
        let minors = knights | bishops;
        let all = pawns | minors | rooks | queens | king;
        all & by.all & !defended
            | minors & by.pawns
            | rooks & by.minors
            | queens & by.rooks
            | king & by.all
    };
    lost(0) | lost(1)
}

/// Attack maps of both sides.
#[inline]
pub(in crate::eval) fn attacked(pieces: &Pieces) -> [Attacked; Color::COUNT] {
    let occupied = pieces.iter().flatten().fold(Bitboard::EMPTY, |all, &some| all | some);
    Color::ALL.map(|color| Attacked::by(&pieces[color.index()], color, occupied))
}

/// Squares a side attacks: by pawns; also by minor pieces; also by rooks; by any piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attacked {
    pub(crate) pawns: Bitboard,
    pub(crate) minors: Bitboard,
    pub(crate) rooks: Bitboard,
    pub(crate) all: Bitboard,
}

impl Attacked {
    /// Squares attacked by these pieces of a side.
    #[inline]
    pub(crate) fn by(
        pieces: &[Bitboard; PieceType::COUNT],
        color: Color,
        occupied: Bitboard,
    ) -> Attacked {
        let [pawns, knights, bishops, rooks, queens, king] = *pieces;
        let pawns = attacks::pawns(color, pawns);
        let mut minors = pawns;
        for square in knights {
            minors |= attacks::knight(square);
        }
        for square in bishops {
            minors |= attacks::bishop(square, occupied);
        }
        let mut by_rooks = minors;
        for square in rooks {
            by_rooks |= attacks::rook(square, occupied);
        }
        let mut all = by_rooks;
        for square in queens {
            all |= attacks::queen(square, occupied);
        }
        for square in king {
            all |= attacks::king(square);
        }
        Attacked { pawns, minors, rooks: by_rooks, all }
    }
}

/// Passed pawns of a side.
#[inline]
fn passed(pieces: &Pieces, color: Color) -> Bitboard {
    let pawn = PieceType::Pawn.index();
    let enemies = pieces[1 - color.index()][pawn].front_span(!color);
    pieces[color.index()][pawn] & !(enemies | enemies.east() | enemies.west())
}

#[cfg(test)]
mod tests {
    use super::super::tests::positions;
    use super::*;
    use tabia_chess::Piece;

    /// Both properties by examining each piece separately.
    fn by_looking(board: &Board, square: Square) -> (bool, bool) {
        let piece = board.piece_on(square).unwrap();
        let worth = |kind: PieceType| if kind == PieceType::King { 99 } else { kind.points() };
        let attackers = board.attackers_to(square, board.occupied());
        let enemies = attackers.into_iter().filter_map(|at| board.piece_on(at));
        let enemies: Vec<_> = enemies.filter(|by| by.color() != piece.color()).collect();
        let defended = attackers
            .into_iter()
            .any(|at| board.piece_on(at).is_some_and(|by| by.color() == piece.color()));
        let lesser = enemies.iter().any(|by| worth(by.kind()) < worth(piece.kind()));
        let in_check = piece.kind() == PieceType::King && !enemies.is_empty();
        let up = if piece.color() == Color::White { 1 } else { -1 };
        let stops = |at: Square| {
            let by = board.piece_on(at).unwrap();
            let ahead = (at.rank().index() as i32 - square.rank().index() as i32) * up > 0;
            let near = at.file().index().abs_diff(square.file().index()) <= 1;
            by == Piece::new(!piece.color(), PieceType::Pawn) && ahead && near
        };
        let stopped = board.occupied().into_iter().any(stops);
        (
            lesser || in_check || !enemies.is_empty() && !defended,
            piece.kind() == PieceType::Pawn && !stopped,
        )
    }

    #[test]
    fn marks_tell_what_is_seen_on_the_board() {
        let mut counts = [0; 4];
        for board in positions(40) {
            let marks = Marks::of(&pieces(&board));
            for at in Bitboard::FULL {
                let mark = marks.on(at);
                let Some(piece) = board.piece_on(at) else {
                    assert_eq!(mark, 0, "{at} of {board}");
                    continue;
                };
                let (lost, free) = by_looking(&board, at);
                let state = u8::from(lost) + 2 * u8::from(free);
                let (kind, color) = (piece.kind().index() as Mark, piece.color().index() as Mark);
                assert_eq!(mark, color << 5 | (kind + 1) << 2 | state, "{at} of {board}");
                counts[usize::from(state)] += 1;
            }
        }
        assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
    }

    fn all_inputs(marks: &Marks, view: View) -> Inputs {
        let mut inputs = Inputs::new();
        marks.inputs(view, Bitboard::FULL, &mut inputs);
        inputs.sort_unstable();
        inputs
    }

    #[test]
    fn the_inputs_of_a_side_are_those_of_the_other_on_the_turned_board() {
        for board in positions(10).iter().step_by(5) {
            let turned = pieces(board).map(|side| side.map(Bitboard::flip_rank));
            let turned = [turned[1], turned[0]];
            let (marks, others) = (Marks::of(&pieces(board)), Marks::of(&turned));
            for side in Color::ALL {
                let king = board.king(side);
                let other = king.relative(Color::Black);
                let mut inputs = all_inputs(&marks, View::new(side, king)).to_vec();
                let others = all_inputs(&others, View::new(!side, other));
                assert_eq!(inputs[..], others[..], "{board}");
                inputs.dedup();
                let count = board.occupied().count() as usize;
                assert_eq!(inputs.len(), count, "each piece has an input of its own");
                assert!(inputs.iter().all(|&input| usize::from(input) < INPUTS));
            }
        }
    }

    #[test]
    fn what_is_added_and_removed_leads_from_one_position_to_the_next() {
        let boards = positions(20);
        for pair in boards.windows(2) {
            let [before, after] = [&pair[0], &pair[1]].map(|board| Marks::of(&pieces(board)));
            let differences = after.differences(&before);
            for square in Bitboard::FULL {
                let differs = before.on(square) != after.on(square);
                assert_eq!(differences.has(square), differs);
            }
            let view = View::new(Color::Black, pair[1].king(Color::Black));
            let (mut added, mut removed) = (Inputs::new(), Inputs::new());
            after.inputs(view, differences, &mut added);
            before.inputs(view, differences, &mut removed);
            let mut inputs = all_inputs(&before, view);
            inputs.retain(|input| !removed.contains(input));
            inputs.extend(added);
            inputs.sort_unstable();
            assert_eq!(inputs, all_inputs(&after, view), "{}", pair[1]);
        }
    }
}
