//! The number of a position within its table: the men are divided into groups, each group's placement is numbered, and
//! the numbers are combined in an order given by each table.

use arrayvec::ArrayVec;

use super::material::Material;
use super::table::Fault;
use tabia_chess::{Bitboard, Board, Color, PieceType};

/// Maximum number of men of a table.
const MEN: usize = super::material::MAX_MEN as usize;
/// Squares of men, 0 to 63.
type Squares = ArrayVec<u8, MEN>;

/// The kind of the first group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    /// All pawns of one side.
    Pawns,
    /// Three men of different types, one of each.
    Three,
    /// The kings.
    Kings,
}

/// Men that are numbered together, and the factor of their number.
#[derive(Clone, Copy, Debug)]
struct Group {
    len: usize,
    factor: u64,
}

/// How the positions of one part of a table are numbered.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    /// The types of men in the order of the file.
    kinds: ArrayVec<(Color, PieceType), MEN>,
    lead: Lead,
    groups: ArrayVec<Group, MEN>,
    /// Whether the second group consists of pawns too.
    second_pawns: bool,
    /// The number of positions.
    pub(super) size: u64,
}

impl Numbering {
    /// A numbering from the men in the order of the file (1 to 6 a white pawn to king, 9 to 14 black) and the ranks in
    /// significance of the first group and of a second group of pawns (15 for none). `file` is that of the leading
    /// pawn, 0 to 3, and 0 without pawns.
    pub(super) fn new(
        material: &Material,
        codes: &[u8],
        order: [u8; 2],
        file: usize,
    ) -> Result<Numbering, Fault> {
        let kinds = kinds(material, codes)?;
        let lead = lead(material, &kinds)?;
        let count = |&(color, kind): &(Color, PieceType)| usize::from(material.count(color, kind));
        let (first, rest) = match lead {
            Lead::Pawns => (count(&kinds[0]), &kinds[1..]),
            Lead::Three => (3, &kinds[3..]),
            Lead::Kings => (2, &kinds[2..]),
        };
        let lens = std::iter::once(first).chain(rest.iter().map(count));
        let mut groups: ArrayVec<Group, MEN> = lens.map(|len| Group { len, factor: 0 }).collect();
        let second_pawns = material.both_have_pawns();
        let size = factors(&mut groups, lead, second_pawns, order, file)?;
        Ok(Numbering { kinds, lead, groups, second_pawns, size })
    }

    /// The number of a position. `mirrored`: Black has the men of the table's first side.
    pub(super) fn number(&self, board: &Board, mirrored: bool) -> Result<u64, Fault> {
        let mut squares = self.squares(board, mirrored)?;
        let mut number = match self.lead {
            Lead::Pawns => lead_pawns(&mut squares, self.groups[0].len),
            Lead::Three => lead_three(&mut squares),
            Lead::Kings => lead_kings(&mut squares)?,
        } * self.groups[0].factor;
        let mut begin = self.groups[0].len;
        for (at, group) in self.groups.iter().enumerate().skip(1) {
            let (before, after) = squares.split_at_mut(begin);
            let own = &mut after[..group.len];
            own.sort_unstable();
            // Pawns can be on 48 squares, counted from a2.
            let skipped = if at == 1 && self.second_pawns { 8 } else { 0 };
            let mut places = 0;
            for (nth, &square) in own.iter().enumerate() {
                let taken = before.iter().filter(|&&other| other < square).count();
                let free = usize::from(square).saturating_sub(taken + skipped);
                places += u64::from(BINOMIAL[nth + 1][free]);
            }
            number += places * group.factor;
            begin += group.len;
        }
        if number < self.size { Ok(number) } else { Err(Fault::Damaged("error-table-no-number")) }
    }

    /// The squares of the men in the order of the file, seen from the table's first side.
    fn squares(&self, board: &Board, mirrored: bool) -> Result<Squares, Fault> {
        let mut squares = Squares::new();
        let flip = if mirrored { 56 } else { 0 };
        for &(color, kind) in &self.kinds {
            let color = if mirrored { color.other() } else { color };
            for square in board.by(color, kind) {
                let full = |_| Fault::Damaged("error-table-men");
                squares.try_push(square.index() as u8 ^ flip).map_err(full)?;
            }
        }
        let men: usize = self.groups.iter().map(|group| group.len).sum();
        if squares.len() == men {
            Ok(squares)
        } else {
            Err(Fault::Damaged("error-table-other-men"))
        }
    }
}

/// The file (0 to 3, counted from the nearer edge) of the leading pawn among these.
pub(super) fn lead_file(pawns: Bitboard, mirrored: bool) -> usize {
    let flip = if mirrored { 56 } else { 0 };
    let squares = pawns.into_iter().map(|square| square.index() ^ flip);
    let lead = squares.max_by_key(|&square| PAWN_RANK[square]).unwrap_or(0);
    let file = lead % 8;
    file.min(7 - file)
}

/// Types of men from their codes: each type must be one run of the length given by the material.
fn kinds(material: &Material, codes: &[u8]) -> Result<ArrayVec<(Color, PieceType), MEN>, Fault> {
    let wrong = Fault::Damaged("error-table-name-men");
    let mut kinds = ArrayVec::new();
    for run in codes.chunk_by(|a, b| a == b) {
        let color = if run[0] & 8 == 0 { Color::White } else { Color::Black };
        let index = usize::from(run[0] & 7).checked_sub(1).ok_or(wrong)?;
        let kind = PieceType::from_index(index).ok_or(wrong)?;
        let fits = run.len() == usize::from(material.count(color, kind));
        if !fits || kinds.contains(&(color, kind)) {
            return Err(wrong);
        }
        kinds.try_push((color, kind)).map_err(|_| wrong)?;
    }
    if codes.len() as u32 == material.men() { Ok(kinds) } else { Err(wrong) }
}

/// The first group, which must match the material.
fn lead(material: &Material, kinds: &[(Color, PieceType)]) -> Result<Lead, Fault> {
    let wrong = Fault::Damaged("error-table-order");
    if let Some(color) = material.lead_pawns() {
        let second = (color.other(), PieceType::Pawn);
        let fits = kinds[0] == (color, PieceType::Pawn)
            && (!material.both_have_pawns() || kinds.get(1) == Some(&second));
        return if fits { Ok(Lead::Pawns) } else { Err(wrong) };
    }
    let (lead, many) =
        if material.has_single_piece() { (Lead::Three, 3) } else { (Lead::Kings, 2) };
    let single = |&(color, kind): &(Color, PieceType)| material.count(color, kind) == 1;
    let fits = kinds.len() >= many && kinds[..many].iter().all(single);
    if fits { Ok(lead) } else { Err(wrong) }
}

/// Sets the factor of each group and returns their product.
fn factors(
    groups: &mut [Group],
    lead: Lead,
    second_pawns: bool,
    order: [u8; 2],
    file: usize,
) -> Result<u64, Fault> {
    let [first, second] = order.map(usize::from);
    let fits =
        first < groups.len() && (!second_pawns || (second < groups.len() && second != first));
    if !fits {
        return Err(Fault::Damaged("error-table-groups"));
    }
    let lead_len = groups[0].len;
    let mut free = 64 - lead_len - if second_pawns { groups[1].len } else { 0 };
    let mut next = if second_pawns { 2 } else { 1 };
    let mut size: u64 = 1;
    for place in 0..groups.len() {
        let (at, ways) = if place == first {
            let ways = match lead {
                Lead::Pawns => u64::from(LEAD_PAWNS[lead_len][file]),
                Lead::Three => TRIPLES,
                Lead::Kings => KING_PAIRS,
            };
            (0, ways)
        } else if second_pawns && place == second {
            (1, u64::from(BINOMIAL[groups[1].len][48 - lead_len]))
        } else {
            let ways = u64::from(BINOMIAL[groups[next].len][free]);
            free -= groups[next].len;
            next += 1;
            (next - 1, ways)
        };
        groups[at].factor = size;
        size = size.checked_mul(ways).ok_or(Fault::Damaged("error-table-positions"))?;
    }
    Ok(size)
}

/// Flips all squares by this.
fn flip(squares: &mut [u8], by: u8) {
    for square in squares {
        *square ^= by;
    }
}

/// Mirrors the leading pawn, which has the highest rank, to the files a to d; the others are numbered below it.
fn lead_pawns(squares: &mut [u8], pawns: usize) -> u64 {
    let rank = |square: u8| PAWN_RANK[usize::from(square)];
    let highest = (0..pawns).max_by_key(|&at| rank(squares[at])).unwrap_or(0);
    squares.swap(0, highest);
    if squares[0] % 8 > 3 {
        flip(squares, 7);
    }
    squares[1..pawns].sort_unstable_by_key(|&square| rank(square));
    let rest = squares[1..pawns].iter().enumerate();
    let rest = rest.map(|(at, &square)| BINOMIAL[at + 1][usize::from(rank(square))]);
    u64::from(LEAD_PAWN[pawns][usize::from(squares[0])] + rest.sum::<u32>())
}

/// Transforms the board so that the first man is in the triangle a1-d1-d4, and the first of the leading men off the
/// diagonal a1-h8 is below it.
fn to_triangle(squares: &mut [u8], leading: usize) {
    if squares[0] % 8 > 3 {
        flip(squares, 7);
    }
    if squares[0] / 8 > 3 {
        flip(squares, 56);
    }
    let off = squares[..leading].iter().find(|&&square| diagonal(square.into()) != 0);
    if off.is_some_and(|&square| diagonal(square.into()) > 0) {
        for square in squares {
            *square = *square >> 3 | (*square & 7) << 3;
        }
    }
}

fn lead_three(squares: &mut [u8]) -> u64 {
    to_triangle(squares, 3);
    let [a, b, c] = [0, 1, 2].map(|at| u64::from(squares[at]));
    let [low_a, low_b, low_c] = [0, 1, 2].map(|at| {
        let square = usize::from(squares[at]);
        (u64::from(TRIANGLE[square]), u64::from(BELOW[square]), square as u64 / 8)
    });
    let on = |at: usize| diagonal(squares[at].into()) == 0;
    // Occupied squares, or occupied steps of the diagonal, are not counted.
    let second = u64::from(b > a);
    let third = u64::from(c > a) + u64::from(c > b);
    if !on(0) {
        (low_a.0 * 63 + b - second) * 62 + c - third
    } else if !on(1) {
        (6 * 63 + low_a.2 * 28 + low_b.1) * 62 + c - third
    } else if !on(2) {
        (6 * 63 + 4 * 28) * 62 + (low_a.2 * 7 + low_b.2 - second) * 28 + low_c.1
    } else {
        let before = (6 * 63 + 4 * 28) * 62 + 4 * 7 * 28;
        before + (low_a.2 * 7 + low_b.2 - second) * 6 + low_c.2 - third
    }
}

fn lead_kings(squares: &mut [u8]) -> Result<u64, Fault> {
    to_triangle(squares, 2);
    let first = TRIANGLE[usize::from(squares[0])];
    let pair = match first {
        NOWHERE => NO_PAIR,
        first => KINGS[usize::from(first)][usize::from(squares[1])],
    };
    if pair == NO_PAIR { Err(Fault::Damaged("error-table-kings")) } else { Ok(pair.into()) }
}

// The constant tables of the numbering, which are part of the file format.

/// `BINOMIAL[k][n]`: ways to choose `k` of `n` squares.
pub(super) const BINOMIAL: [[u32; 64]; 6] = binomials();

/// The rank of a pawn by its square: the highest leads. From 47 for a2 and 46 for h2, file by file towards the middle,
/// down to 0; other squares have 0 too.
pub(super) const PAWN_RANK: [u8; 64] = pawn_ranks();

/// `LEAD_PAWN[n][square]`: the first number of the positions with `n` leading pawns, the first of them here.
/// Files a to d only.
pub(super) const LEAD_PAWN: [[u32; 64]; 6] = lead_pawn_numbers().0;
/// `LEAD_PAWNS[n][file]`: the number of ways to place `n` leading pawns, the first of them on this file.
pub(super) const LEAD_PAWNS: [[u32; 4]; 6] = lead_pawn_numbers().1;

/// Squares of the triangle a1-d1-d4 from 0: first those below the diagonal, then those on it.
/// [`NOWHERE`] elsewhere.
pub(super) const TRIANGLE: [u8; 64] = triangle();
/// Squares below the diagonal a1-h8 from 0, by their index; [`NOWHERE`] elsewhere.
pub(super) const BELOW: [u8; 64] = below();
/// Pairs of kings, the first in the triangle (by its number there), the second anywhere. [`NO_PAIR`]: such a pair is
/// transformed to another one, or the kings touch.
pub(super) const KINGS: [[u16; 64]; 10] = kings();

/// Not a square of this table.
pub(super) const NOWHERE: u8 = u8::MAX;
/// Not a pair of this table.
pub(super) const NO_PAIR: u16 = u16::MAX;
/// The number of pairs of kings.
pub(super) const KING_PAIRS: u64 = 462;
/// The number of ways to place three different men.
pub(super) const TRIPLES: u64 = 31_332;

/// 0 on the diagonal a1-h8, below 0 under it.
pub(super) const fn diagonal(square: usize) -> i32 {
    (square / 8) as i32 - (square % 8) as i32
}

const fn binomials() -> [[u32; 64]; 6] {
    let mut table = [[0; 64]; 6];
    let mut n = 0;
    while n < 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k < 6 && k <= n {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
}

const fn pawn_ranks() -> [u8; 64] {
    let mut table = [0; 64];
    let (mut next, mut file) = (47_u8, 0);
    while file < 4 {
        let mut rank = 1;
        while rank < 7 {
            table[8 * rank + file] = next;
            table[8 * rank + 7 - file] = next - 1;
            next = next.saturating_sub(2);
            rank += 1;
        }
        file += 1;
    }
    table
}

const fn lead_pawn_numbers() -> ([[u32; 64]; 6], [[u32; 4]; 6]) {
    let (mut first, mut many) = ([[0; 64]; 6], [[0; 4]; 6]);
    let mut pawns = 1;
    while pawns < 6 {
        let mut file = 0;
        while file < 4 {
            let (mut sum, mut rank) = (0, 1);
            while rank < 7 {
                let square = 8 * rank + file;
                first[pawns][square] = sum;
                // The others have lower ranks; this pawn's rank is their number.
                sum += BINOMIAL[pawns - 1][PAWN_RANK[square] as usize];
                rank += 1;
            }
            many[pawns][file] = sum;
            file += 1;
        }
        pawns += 1;
    }
    (first, many)
}

const fn triangle() -> [u8; 64] {
    let mut table = [NOWHERE; 64];
    let (mut next, mut square) = (0, 0);
    while square < 32 {
        if square % 8 < 4 && diagonal(square) < 0 {
            table[square] = next;
            next += 1;
        }
        square += 1;
    }
    let mut step = 0;
    while step < 4 {
        table[9 * step] = next;
        next += 1;
        step += 1;
    }
    table
}

const fn below() -> [u8; 64] {
    let mut table = [NOWHERE; 64];
    let (mut next, mut square) = (0, 0);
    while square < 64 {
        if diagonal(square) < 0 {
            table[square] = next;
            next += 1;
        }
        square += 1;
    }
    table
}

const fn touch(a: usize, b: usize) -> bool {
    (a / 8).abs_diff(b / 8) <= 1 && (a % 8).abs_diff(b % 8) <= 1
}

/// Pairs with both kings on the diagonal come last; with the first there, the second is not above it.
const fn kings() -> [[u16; 64]; 10] {
    let mut table = [[NO_PAIR; 64]; 10];
    let mut next = 0;
    let mut both_on_diagonal = false;
    loop {
        let mut number = 0;
        while number < 10 {
            let mut first = 0;
            while first < 28 && TRIANGLE[first] != number as u8 {
                first += 1;
            }
            let mut second = 0;
            while second < 64 {
                let (one, two) = (diagonal(first), diagonal(second));
                let above = one == 0 && two > 0;
                let both = one == 0 && two == 0;
                if !touch(first, second) && !above && both == both_on_diagonal {
                    table[number][second] = next;
                    next += 1;
                }
                second += 1;
            }
            number += 1;
        }
        if both_on_diagonal {
            return table;
        }
        both_on_diagonal = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_have_the_sizes_of_the_format() {
        let pairs: Vec<u16> =
            KINGS.iter().flatten().copied().filter(|&pair| pair != NO_PAIR).collect();
        assert_eq!(pairs.len() as u64, KING_PAIRS);
        assert_eq!(pairs.iter().max(), Some(&461));
        assert_eq!((BINOMIAL[2][48], BINOMIAL[5][63]), (1128, 7_028_847));
        assert_eq!((PAWN_RANK[8], PAWN_RANK[15], PAWN_RANK[51], PAWN_RANK[52]), (47, 46, 1, 0));
        assert_eq!(LEAD_PAWNS[1], [6; 4]);
        assert_eq!(LEAD_PAWNS[2].iter().sum::<u32>(), 24 * 24);
        assert_eq!((TRIANGLE[1], TRIANGLE[0], TRIANGLE[27], BELOW[1], BELOW[55]), (0, 6, 9, 0, 27));
        // The sum over the cases by the triangle and the diagonal, as in the format.
        assert_eq!(6 * 63 * 62 + 4 * 28 * 62 + 4 * 7 * 28 + 4 * 7 * 6, TRIPLES);
    }
}
