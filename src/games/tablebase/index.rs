//! The number of a position within its table: the men in groups, each group's places counted, the counts put
//! together in an order that each table states.

use arrayvec::ArrayVec;

use tabia_chess::{Bitboard, Board, Color, PieceType};

use super::fault::Fault;
use super::material::Material;
use super::numbers::{
    BELOW, BINOMIAL, KING_PAIRS, KINGS, LEAD_PAWN, LEAD_PAWNS, NO_PAIR, NOWHERE, PAWN_RANK,
    TRIANGLE, TRIPLES, diagonal,
};

/// Most men of a table.
const MEN: usize = super::material::MOST_MEN as usize;
/// Squares of men, 0 to 63.
type Squares = ArrayVec<u8, MEN>;

/// What the first group is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    /// All pawns of one side.
    Pawns,
    /// Three men of which there is one each.
    Three,
    /// The kings.
    Kings,
}

/// Men that are numbered together, and how much one step of their number is worth.
#[derive(Clone, Copy, Debug)]
struct Group {
    len: usize,
    factor: u64,
}

/// How the positions of one part of a table are numbered.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    /// The types of men in the order of the file, as the table has them.
    kinds: ArrayVec<(Color, PieceType), MEN>,
    lead: Lead,
    groups: ArrayVec<Group, MEN>,
    /// The second group is pawns too.
    second_pawns: bool,
    /// How many numbers there are.
    pub(super) size: u64,
}

impl Numbering {
    /// From the men in the order of the file (1 to 6 a white pawn to king, 9 to 14 black) and the places of
    /// the first group and of a second group of pawns (15 for none) in the order of significance. `file` is that of
    /// the leading pawn, 0 to 3, and 0 without pawns.
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
            // Pawns stand on 48 squares, counted from a2.
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
        if number < self.size {
            Ok(number)
        } else {
            Err(Fault::Damaged("a position without a number"))
        }
    }

    /// The squares of the men in the order of the file, seen from the table's first side.
    fn squares(&self, board: &Board, mirrored: bool) -> Result<Squares, Fault> {
        let mut squares = Squares::new();
        let flip = if mirrored { 56 } else { 0 };
        for &(color, kind) in &self.kinds {
            let color = if mirrored { color.other() } else { color };
            for square in board.by(color, kind) {
                let full = |_| Fault::Damaged("too many men");
                squares.try_push(square.index() as u8 ^ flip).map_err(full)?;
            }
        }
        let men: usize = self.groups.iter().map(|group| group.len).sum();
        if squares.len() == men { Ok(squares) } else { Err(Fault::Damaged("other men")) }
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

/// Types of men from their codes: each type in one run and as often as the material says.
fn kinds(material: &Material, codes: &[u8]) -> Result<ArrayVec<(Color, PieceType), MEN>, Fault> {
    let wrong = Fault::Damaged("other men than its name says");
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

/// What leads, which has to be what the material asks for.
fn lead(material: &Material, kinds: &[(Color, PieceType)]) -> Result<Lead, Fault> {
    let wrong = Fault::Damaged("men in an order that cannot be");
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

/// Gives each group its factor, and gives the product of all.
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
        return Err(Fault::Damaged("groups in an order that cannot be"));
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
        size = size.checked_mul(ways).ok_or(Fault::Damaged("too many positions"))?;
    }
    Ok(size)
}

/// Turns all squares by this.
fn flip(squares: &mut [u8], by: u8) {
    for square in squares {
        *square ^= by;
    }
}

/// The first pawn, of the highest rank, comes to the files a to d; the rest are counted below it.
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

/// Turns the board so that the first man comes into the triangle a1-d1-d4, and the first of the leading men that is
/// off the diagonal a1-h8 comes below it.
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
    // Squares, or steps of the diagonal, that are taken already are not counted.
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
    if pair == NO_PAIR { Err(Fault::Damaged("kings that touch")) } else { Ok(pair.into()) }
}
