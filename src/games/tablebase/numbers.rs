//! The constant tables by which positions are numbered: binomial coefficients, the order of pawn squares, the
//! triangle a1-d1-d4 and pairs of kings. All are facts of the file format.

/// `BINOMIAL[k][n]`: ways to choose `k` of `n` squares.
pub(super) const BINOMIAL: [[u32; 64]; 6] = binomials();

/// The rank of a square as a pawn's: the pawn of the highest leads. From 47 for a2 and 46 for h2, file by file
/// towards the middle, down to 0; other squares have 0 too.
pub(super) const PAWN_RANK: [u8; 64] = pawn_ranks();

/// `LEAD_PAWN[n][square]`: the first number of the positions with `n` leading pawns, the first of them here.
/// Files a to d only.
pub(super) const LEAD_PAWN: [[u32; 64]; 6] = lead_pawns().0;
/// `LEAD_PAWNS[n][file]`: how many ways there are to place `n` leading pawns, the first of them on this file.
pub(super) const LEAD_PAWNS: [[u32; 4]; 6] = lead_pawns().1;

/// Squares of the triangle a1-d1-d4 from 0: first those below the diagonal, then those on it.
/// [`NOWHERE`] elsewhere.
pub(super) const TRIANGLE: [u8; 64] = triangle();
/// Squares below the diagonal a1-h8 from 0, by their index; [`NOWHERE`] elsewhere.
pub(super) const BELOW: [u8; 64] = below();
/// Pairs of kings, the first in the triangle (by its number there), the second anywhere. [`NO_PAIR`]: such a
/// pair has another form, or the kings touch.
pub(super) const KINGS: [[u16; 64]; 10] = kings();

/// Not a square of this table.
pub(super) const NOWHERE: u8 = u8::MAX;
/// Not a pair of this table.
pub(super) const NO_PAIR: u16 = u16::MAX;
/// How many pairs of kings there are.
pub(super) const KING_PAIRS: u64 = 462;
/// How many ways there are to place three different men.
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

const fn lead_pawns() -> ([[u32; 64]; 6], [[u32; 4]; 6]) {
    let (mut first, mut many) = ([[0; 64]; 6], [[0; 4]; 6]);
    let mut pawns = 1;
    while pawns < 6 {
        let mut file = 0;
        while file < 4 {
            let (mut sum, mut rank) = (0, 1);
            while rank < 7 {
                let square = 8 * rank + file;
                first[pawns][square] = sum;
                // The others have lower ranks, of which there are as many as this one's number says.
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
        // Three on the triangle, on the diagonal, and so on: as counted in the format.
        assert_eq!(6 * 63 * 62 + 4 * 28 * 62 + 4 * 7 * 28 + 4 * 7 * 6, TRIPLES);
    }
}
