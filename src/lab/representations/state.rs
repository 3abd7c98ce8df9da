//! What all representations share: piece numbers, castling rights and clocks, a small evaluation, castling, the
//! numbering of squares in mailboxes, and the encodings of moves.

use super::Moves;
use tabia_chess::{Board, Color, Piece, Square, Wing};

/// An empty square. A piece is its kind, 1 (pawn) to 6 (king), plus [`BLACK`] for a black one.
pub const EMPTY: u8 = 0;
/// Added to a kind for a black piece.
pub const BLACK: u8 = 8;
/// The kinds.
pub const PAWN: u8 = 1;
pub const KNIGHT: u8 = 2;
pub const BISHOP: u8 = 3;
pub const ROOK: u8 = 4;
pub const QUEEN: u8 = 5;
pub const KING: u8 = 6;
pub const NO_SQUARE: u8 = 64;

/// The kind of a piece, 1 to 6; 0 of an empty square.
#[inline]
pub const fn kind(piece: u8) -> u8 {
    piece & 7
}

/// The colour of a piece: 0 White, 1 Black.
#[inline]
pub const fn color(piece: u8) -> u8 {
    piece >> 3
}

/// The [`Square`] with this number, 0 to 63.
#[inline]
pub(super) fn on(square: u8) -> Square {
    // Six bits are always a square.
    Square::from_index(usize::from(square & 63)).unwrap_or(Square::A1)
}

/// The number of a [`Piece`].
pub fn number(piece: Option<Piece>) -> u8 {
    let black = |piece: Piece| if piece.color() == Color::Black { BLACK } else { 0 };
    piece.map_or(EMPTY, |piece| piece.kind().index() as u8 + 1 + black(piece))
}

/// Side to move, en passant and castling rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// 0 White, 1 Black.
    pub stm: u8,
    /// The square a pawn has just jumped over; else [`NO_SQUARE`].
    pub ep: u8,
    /// The rooks that may castle: White's on the king's side and the queen's, Black's; else [`NO_SQUARE`].
    pub rooks: [u8; 4],
    /// Where the kings stand, White's first.
    pub kings: [u8; 2],
}

/// The data needed to take back a move.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    /// The piece captured on the target square; not a pawn captured en passant.
    pub captured: u8,
    /// The state before.
    pub state: State,
}

impl State {
    /// The state of a position.
    pub fn of(board: &Board) -> State {
        let square = |square: Option<Square>| square.map_or(NO_SQUARE, |s| s.index() as u8);
        let rook = |color, wing| square(board.castling_rook(color, wing));
        State {
            stm: board.stm().index() as u8,
            ep: square(board.ep_square()),
            rooks: [
                rook(Color::White, Wing::KingSide),
                rook(Color::White, Wing::QueenSide),
                rook(Color::Black, Wing::KingSide),
                rook(Color::Black, Wing::QueenSide),
            ],
            kings: [Color::White, Color::Black].map(|color| board.king(color).index() as u8),
        }
    }

    /// The state after a move of this piece; castling has put the king where `king_to` says.
    #[inline]
    pub fn advance<M: Encoding>(&mut self, mv: M, moved: u8, king_to: u8) {
        let (from, to) = (mv.from(), mv.to());
        self.ep = if mv.flag() == DOUBLE_PUSH { u8::midpoint(from, to) } else { NO_SQUARE };
        let us = usize::from(self.stm);
        if kind(moved) == KING {
            self.kings[us] = if mv.flag() == CASTLING { king_to } else { to };
            self.rooks[2 * us] = NO_SQUARE;
            self.rooks[2 * us + 1] = NO_SQUARE;
        }
        for rook in &mut self.rooks {
            if *rook == from || *rook == to {
                *rook = NO_SQUARE;
            }
        }
        self.stm ^= 1;
    }
}

// A small evaluation: material and piece-square values from two rules (pieces like the centre, pawns like to advance),
// computed from scratch each time, so that it is the same in every representation.

/// Pawn to king, centipawns: the usual ones, after Pokharel (2025).
const MATERIAL: [i32; 6] = [100, 320, 330, 550, 950, 0];
/// Value of a step towards the centre, pawn to king; negative for the king, which should keep away from it.
const CENTRE: [i32; 6] = [2, 8, 5, 2, 2, -6];
/// Value of a step forward for a pawn.
const ADVANCE: i32 = 4;

/// By piece number and square: White's view.
static VALUES: [[i32; 64]; 16] = build();

const fn build() -> [[i32; 64]; 16] {
    let mut values = [[0; 64]; 16];
    let mut kind = PAWN as usize;
    while kind <= KING as usize {
        let mut square = 0;
        while square < 64 {
            let (file, rank) = (square % 8, square / 8);
            let towards = steps(file) + steps(rank);
            let mut value = MATERIAL[kind - 1] + CENTRE[kind - 1] * towards;
            if kind == PAWN as usize {
                value += ADVANCE * (rank as i32 - 1);
            }
            values[kind][square] = value;
            values[kind + BLACK as usize][square ^ 0x38] = -value;
            square += 1;
        }
        kind += 1;
    }
    values
}

/// Steps from the edge, 0 to 3.
const fn steps(at: usize) -> i32 {
    if at < 4 { at as i32 } else { 7 - at as i32 }
}

/// Value of a piece on a square, White's view; 0 for an empty square.
#[inline]
pub fn of(piece: u8, square: u8) -> i32 {
    debug_assert!(piece == EMPTY || piece & 7 <= KING);
    VALUES[usize::from(piece & 15)][usize::from(square & 63)]
}

// Castling, Chess960 included.

/// Where king and rook go when the king of `us` castles with the rook on `rook`.
#[inline]
pub(crate) fn goals(king: u8, rook: u8) -> (u8, u8) {
    let home = king & !7;
    if rook > king { (home + 6, home + 5) } else { (home + 2, home + 3) }
}

/// Adds the castling moves of the side to move. `empty` and `attacked` (by the opponent) test a square.
#[inline]
pub fn generate<M: Encoding>(
    state: &State,
    empty: impl Fn(u8) -> bool,
    attacked: impl Fn(u8) -> bool,
    moves: &mut Moves<M>,
) {
    let us = usize::from(state.stm);
    let king = state.kings[us];
    for &rook in &state.rooks[2 * us..2 * us + 2] {
        if rook == NO_SQUARE {
            continue;
        }
        let (king_to, rook_to) = goals(king, rook);
        let first = king.min(rook).min(king_to).min(rook_to);
        let last = king.max(rook).max(king_to).max(rook_to);
        let clear = (first..=last).all(|square| square == king || square == rook || empty(square));
        let way = king.min(king_to)..=king.max(king_to);
        if clear && !way.into_iter().any(&attacked) {
            moves.push(M::new(king, rook, CASTLING));
        }
    }
}

/// The piece numbers of a side's king and rook.
#[inline]
pub const fn pair(stm: u8) -> (u8, u8) {
    let black = stm * BLACK;
    (KING + black, ROOK + black)
}

// Mailboxes: three ways to number the squares and to notice the edge of the board.

/// Beyond the edge.
const OFF: u8 = 0xFF;

/// Steps by files and ranks: along the lines of a rook, then of a bishop. North is first, then south.
const LINES: [(i8, i8); 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)];
const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A numbering of the squares.
pub trait Geometry: Copy {
    /// The board: what stands on each square.
    type Cells: Copy + AsRef<[u8]> + AsMut<[u8]>;
    /// A step from one square to another.
    type Step: Copy;

    /// The steps of a king: four of a rook (north, south, east, west), four of a bishop (northeast, northwest,
    /// southeast, southwest).
    const KING: [Self::Step; 8];
    /// The steps of a knight.
    const KNIGHT: [Self::Step; 8];

    /// A board without pieces.
    fn empty() -> Self::Cells;

    /// The place of a square 0 to 63 on the board.
    fn place(square: u8) -> usize;

    fn square(place: usize) -> u8;

    /// The place a step away and what stands there; `None` beyond the edge.
    fn step(cells: &Self::Cells, from: usize, step: Self::Step) -> Option<(usize, u8)>;
}

/// Eight by eight: file and rank are compared with the edge at every step.
#[derive(Clone, Copy, Debug)]
pub struct Array;

impl Geometry for Array {
    type Cells = [u8; 64];
    type Step = (i8, i8);

    const KING: [(i8, i8); 8] = LINES;
    const KNIGHT: [(i8, i8); 8] = KNIGHT_STEPS;

    fn empty() -> [u8; 64] {
        [EMPTY; 64]
    }

    #[inline]
    fn place(square: u8) -> usize {
        usize::from(square)
    }

    #[inline]
    fn square(place: usize) -> u8 {
        place as u8
    }

    #[inline]
    fn step(cells: &[u8; 64], from: usize, (files, ranks): (i8, i8)) -> Option<(usize, u8)> {
        let file = (from & 7) as i8 + files;
        let rank = (from >> 3) as i8 + ranks;
        if !(0..8).contains(&file) || !(0..8).contains(&rank) {
            return None;
        }
        let to = (rank as usize) << 3 | file as usize;
        Some((to, cells[to]))
    }
}

/// The steps as differences of places on a board with this many columns.
const fn differences(steps: [(i8, i8); 8], columns: isize) -> [isize; 8] {
    let mut out = [0; 8];
    let mut at = 0;
    while at < 8 {
        out[at] = steps[at].1 as isize * columns + steps[at].0 as isize;
        at += 1;
    }
    out
}

/// Ten by twelve: two more rows and one more column on each side, marked as off the board.
#[derive(Clone, Copy, Debug)]
pub struct Mailbox;

impl Geometry for Mailbox {
    type Cells = [u8; 120];
    type Step = isize;

    const KING: [isize; 8] = differences(LINES, 10);
    const KNIGHT: [isize; 8] = differences(KNIGHT_STEPS, 10);

    fn empty() -> [u8; 120] {
        let mut cells = [OFF; 120];
        for square in 0..64 {
            cells[Self::place(square)] = EMPTY;
        }
        cells
    }

    #[inline]
    fn place(square: u8) -> usize {
        usize::from(21 + (square >> 3) * 10 + (square & 7))
    }

    #[inline]
    fn square(place: usize) -> u8 {
        /// The square of each place; 64 beyond the edge.
        const SQUARES: [u8; 120] = {
            let mut squares = [64; 120];
            let mut square = 0;
            while square < 64 {
                squares[21 + (square >> 3) * 10 + (square & 7)] = square as u8;
                square += 1;
            }
            squares
        };
        SQUARES[place]
    }

    #[inline]
    fn step(cells: &[u8; 120], from: usize, step: isize) -> Option<(usize, u8)> {
        let to = from.wrapping_add_signed(step);
        let found = cells[to];
        (found != OFF).then_some((to, found))
    }
}

/// Sixteen by eight, of which the right half is empty: a place beyond the edge has one of the bits 0x88.
#[derive(Clone, Copy, Debug)]
pub struct X88;

impl Geometry for X88 {
    type Cells = [u8; 128];
    type Step = isize;

    const KING: [isize; 8] = differences(LINES, 16);
    const KNIGHT: [isize; 8] = differences(KNIGHT_STEPS, 16);

    fn empty() -> [u8; 128] {
        [EMPTY; 128]
    }

    #[inline]
    fn place(square: u8) -> usize {
        usize::from(square + (square & !7))
    }

    #[inline]
    fn square(place: usize) -> u8 {
        ((place + (place & 7)) >> 1) as u8
    }

    #[inline]
    fn step(cells: &[u8; 128], from: usize, step: isize) -> Option<(usize, u8)> {
        let to = from.wrapping_add_signed(step);
        if to & !0x77 != 0 { None } else { Some((to, cells[to])) }
    }
}

// Encodings of a move: sixteen bits, and a structure of whole words.

/// A quiet move or a capture without special rules.
pub const PLAIN: u8 = 0;
/// A pawn's two steps.
pub(crate) const DOUBLE_PUSH: u8 = 1;
/// En passant capture.
pub(crate) const EN_PASSANT: u8 = 2;
/// The king takes its own rook: castling.
pub(crate) const CASTLING: u8 = 3;
/// A pawn becomes a knight, bishop, rook or queen: this plus 0 to 3.
pub(crate) const PROMOTION: u8 = 4;

/// An encoding of a move.
pub trait Encoding: Copy + Eq {
    /// Creates a move from two squares, 0 to 63, and one of the flags.
    fn new(from: u8, to: u8, flag: u8) -> Self;
    /// Origin square.
    fn from(self) -> u8;
    /// Target square; for castling, the square of the castling rook.
    fn to(self) -> u8;
    fn flag(self) -> u8;

    /// The promotion piece, 2 (knight) to 5 (queen).
    #[inline]
    fn promotion(self) -> Option<u8> {
        (self.flag() >= PROMOTION).then(|| self.flag() - PROMOTION + 2)
    }
}

/// Six bits for the origin, six for the target, four for the flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed(u16);

impl Encoding for Packed {
    #[inline]
    fn new(from: u8, to: u8, flag: u8) -> Self {
        Packed(u16::from(from) | u16::from(to) << 6 | u16::from(flag) << 12)
    }

    #[inline]
    fn from(self) -> u8 {
        (self.0 & 63) as u8
    }

    #[inline]
    fn to(self) -> u8 {
        (self.0 >> 6 & 63) as u8
    }

    #[inline]
    fn flag(self) -> u8 {
        (self.0 >> 12) as u8
    }
}

/// Three numbers of 32 bits: twelve bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide {
    from: u32,
    to: u32,
    flag: u32,
}

impl Encoding for Wide {
    #[inline]
    fn new(from: u8, to: u8, flag: u8) -> Self {
        Wide { from: u32::from(from), to: u32::from(to), flag: u32::from(flag) }
    }

    #[inline]
    fn from(self) -> u8 {
        self.from as u8
    }

    #[inline]
    fn to(self) -> u8 {
        self.to as u8
    }

    #[inline]
    fn flag(self) -> u8 {
        self.flag as u8
    }
}
