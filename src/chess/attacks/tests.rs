//! The fast tables against a direct walk, and the search for magic factors.

use super::rays::{self, Lines};
use super::{Bitboard, Square, between, bishop, king, knight, line, magic, pawn, rook};
use crate::piece::Color;
use crate::zobrist::SplitMix64;

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Walks square by square up to the first piece.
fn walk(from: Square, occupied: Bitboard, steps: [(i8, i8); 4]) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    for (files, ranks) in steps {
        let mut at = from;
        while let Some(next) = at.offset(files, ranks) {
            reached.insert(next);
            if occupied.has(next) {
                break;
            }
            at = next;
        }
    }
    reached
}

/// Every subset of `mask`.
fn subsets(mask: u64) -> impl Iterator<Item = Bitboard> {
    let mut next = Some(0_u64);
    std::iter::from_fn(move || {
        let subset = next?;
        let following = subset.wrapping_sub(mask) & mask;
        next = (following != 0).then_some(following);
        Some(Bitboard(subset))
    })
}

#[test]
fn sliders_agree_on_every_relevant_occupation() {
    let mut cases = 0;
    for square in Square::all() {
        let lines = Lines::through(square);
        for occupied in subsets(rays::mask(true, lines)) {
            let expected = walk(square, occupied, STRAIGHT);
            assert_eq!(magic::rook(square, occupied), expected, "{square} {occupied}");
            assert_eq!(rook(square, occupied), expected, "{square} {occupied}");
            cases += 1;
        }
        for occupied in subsets(rays::mask(false, lines)) {
            let expected = walk(square, occupied, DIAGONAL);
            assert_eq!(magic::bishop(square, occupied), expected, "{square} {occupied}");
            assert_eq!(bishop(square, occupied), expected, "{square} {occupied}");
            cases += 1;
        }
    }
    assert_eq!(cases, rays::ROOK_ENTRIES + rays::BISHOP_ENTRIES);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn pext_and_magics_are_equal() {
    use super::pext;
    if !std::arch::is_x86_feature_detected!("bmi2") {
        return;
    }
    let mut rng = SplitMix64::new(3);
    for _ in 0..200_000 {
        let square = Square::wrap(rng.next_u64() as u32);
        let occupied = Bitboard(rng.next_u64() & rng.next_u64());
        #[expect(unsafe_code, reason = "the PEXT twin is compiled for processors with BMI2")]
        // SAFETY: BMI2 was detected just above.
        let (straight, diagonal) =
            unsafe { (pext::rook(square, occupied), pext::bishop(square, occupied)) };
        assert_eq!(straight, magic::rook(square, occupied), "{square} {occupied}");
        assert_eq!(diagonal, magic::bishop(square, occupied), "{square} {occupied}");
    }
}

#[test]
fn leapers_stay_on_the_board() {
    assert_eq!(Square::all().map(|from| knight(from).count()).sum::<u32>(), 336);
    assert_eq!(Square::all().map(|from| king(from).count()).sum::<u32>(), 420);
    for from in Square::all() {
        assert!(knight(from).into_iter().all(|to| knight(to).has(from)));
        assert!(king(from).into_iter().all(|to| from.distance(to) == 1));
        for to in pawn(Color::White, from) {
            assert!(pawn(Color::Black, to).has(from));
            assert_eq!(to.rank().index(), from.rank().index() + 1);
        }
    }
}

#[test]
fn lines_and_gaps() {
    assert_eq!(between(Square::A1, Square::A4), [Square::A2, Square::A3].into_iter().collect());
    assert_eq!(between(Square::F6, Square::C3), [Square::D4, Square::E5].into_iter().collect());
    assert!(between(Square::A1, Square::B3).is_empty() && line(Square::A1, Square::B3).is_empty());
    assert_eq!(line(Square::B2, Square::E5).count(), 8);
    for a in Square::all() {
        for b in Square::all() {
            assert_eq!(between(a, b), between(b, a));
            assert!(between(a, b).is_subset(line(a, b)));
            if a != b && line(a, b).any() {
                assert!(line(a, b).has(a) && line(a, b).has(b));
                assert_eq!(between(a, b).count() + 1, a.distance(b));
            }
        }
    }
}

/// Whether a factor maps all occupancies with different attacks to different indices.
fn is_magic(factor: u64, table: &mut [Option<Bitboard>], cases: &[(Bitboard, Bitboard)]) -> bool {
    table.fill(None);
    let shift = 64 - table.len().trailing_zeros();
    cases.iter().all(|(occupied, attacks)| {
        let slot = &mut table[(occupied.0.wrapping_mul(factor) >> shift) as usize];
        *slot.get_or_insert(*attacks) == *attacks
    })
}

/// Generates `magic_numbers.rs`; run with `--ignored`. Takes a few seconds.
#[test]
#[ignore = "the search for magic factors, kept as the record of where they come from"]
fn finds_the_magic_factors_again() {
    let mut rng = SplitMix64::new(2024);
    for (steps, known) in [(STRAIGHT, magic::ROOK_FACTORS), (DIAGONAL, magic::BISHOP_FACTORS)] {
        for square in Square::all() {
            let lines = Lines::through(square);
            let mask = match steps {
                STRAIGHT => rays::mask(true, lines),
                _ => rays::mask(false, lines),
            };
            let cases: Vec<_> =
                subsets(mask).map(|occupied| (occupied, walk(square, occupied, steps))).collect();
            let mut table = vec![None; cases.len()];
            let found = loop {
                // Factors with few bits set cause few carries and succeed far more often.
                let factor = rng.next_u64() & rng.next_u64() & rng.next_u64();
                let spread = (mask.wrapping_mul(factor) >> 56).count_ones() >= 6;
                if spread && is_magic(factor, &mut table, &cases) {
                    break factor;
                }
            };
            assert_eq!(found, known[square.index()], "{square}");
        }
    }
}
