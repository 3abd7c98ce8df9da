//! Three ways to number the squares of a board that is kept square by square, and to notice its edge.

use super::state::EMPTY;

/// Beyond the edge.
const OFF: u8 = 0xFF;

/// Steps by files and ranks: along the lines of a rook, then of a bishop. North is first, then south.
const LINES: [(i8, i8); 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)];
/// A knight's.
const KNIGHT: [(i8, i8); 8] =
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
    /// Those of a knight.
    const KNIGHT: [Self::Step; 8];

    /// A board without pieces.
    fn empty() -> Self::Cells;

    /// The place of a square 0 to 63 on the board.
    fn place(square: u8) -> usize;

    /// The square of a place.
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
    const KNIGHT: [(i8, i8); 8] = KNIGHT;

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

/// The steps as differences of places on a board of so many columns.
const fn differences(steps: [(i8, i8); 8], columns: isize) -> [isize; 8] {
    let mut out = [0; 8];
    let mut at = 0;
    while at < 8 {
        out[at] = steps[at].1 as isize * columns + steps[at].0 as isize;
        at += 1;
    }
    out
}

/// Ten by twelve: two rows and one column more on each side, on which it says that they are no squares.
#[derive(Clone, Copy, Debug)]
pub struct Mailbox;

impl Geometry for Mailbox {
    type Cells = [u8; 120];
    type Step = isize;

    const KING: [isize; 8] = differences(LINES, 10);
    const KNIGHT: [isize; 8] = differences(KNIGHT, 10);

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
        /// Of each place, 64 beyond the edge.
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
    const KNIGHT: [isize; 8] = differences(KNIGHT, 16);

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
