//! Sliding attacks by magic multiplication: works on every processor.
//!
//! A rook on d4 sees at most as far as the first piece in each direction, so its attacks depend only on the ten or so
//! *relevant* squares: 2^10 cases, computed in advance. The relevant bits must be turned into a small table index.
//! Multiplied by a suitable 64-bit number, the product is a sum of shifted copies of the bits, and with a lucky factor
//! its top ten bits differ whenever the attacks differ. Such a "magic" factor is found by trying random numbers with
//! few bits set. A look-up is then AND, multiply, shift, load.

use super::rays;
use super::rays::{BISHOP_ENTRIES, Lines, ROOK_ENTRIES};
use crate::bitboard::Bitboard;
use crate::square::Square;

/// Magic data of one square.
#[derive(Clone, Copy)]
struct Entry {
    /// The relevant squares.
    mask: u64,
    /// Brings the relevant bits together at the top of the product.
    factor: u64,
    /// Start of this square's attacks in the common table.
    offset: u32,
    /// 64 minus the number of relevant squares.
    shift: u32,
}

impl Entry {
    const UNSET: Self = Self { mask: 0, factor: 0, offset: 0, shift: 0 };

    #[inline]
    const fn index(&self, occupied: u64) -> usize {
        self.offset as usize
            + ((occupied & self.mask).wrapping_mul(self.factor) >> self.shift) as usize
    }
}

/// One kind of slider: the 64 entries and their common attack table.
struct Magics<const N: usize> {
    entries: [Entry; 64],
    attacks: [Bitboard; N],
}

static ROOK: Magics<ROOK_ENTRIES> = build(true, &ROOK_FACTORS);
static BISHOP: Magics<BISHOP_ENTRIES> = build(false, &BISHOP_FACTORS);

const fn build<const N: usize>(rook: bool, factors: &[u64; 64]) -> Magics<N> {
    let mut built = Magics { entries: [Entry::UNSET; 64], attacks: [Bitboard::EMPTY; N] };
    let mut offset = 0;
    let mut index = 0;
    while index < 64 {
        let square = Square::wrap(index as u32);
        let lines = Lines::through(square);
        let mask = rays::mask(rook, lines);
        let bits = mask.count_ones();
        let entry = Entry { mask, factor: factors[index], offset, shift: 64 - bits };
        built.entries[index] = entry;
        offset += 1 << bits;
        // Enumerates all subsets of the mask (carry-rippler).
        let mut subset: u64 = 0;
        loop {
            let reached = rays::slider(rook, lines, square, subset);
            built.attacks[entry.index(subset)] = Bitboard(reached);
            subset = subset.wrapping_sub(mask) & mask;
            if subset == 0 {
                break;
            }
        }
        index += 1;
    }
    built
}

/// The squares a rook attacks from `square` when these squares are occupied.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    ROOK.attacks[ROOK.entries[square.index()].index(occupied.0)]
}

/// The squares a bishop attacks from `square` when these squares are occupied.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    BISHOP.attacks[BISHOP.entries[square.index()].index(occupied.0)]
}

/// Magic data of one square, for display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MagicEntry {
    /// The relevant squares.
    pub mask: Bitboard,
    /// The magic number.
    pub factor: u64,
    /// Start of this square's attacks in the table, entries.
    pub offset: usize,
    /// Right shift of the product.
    pub shift: u32,
}

/// Magic data of a square.
pub(super) fn entry(rook: bool, square: Square) -> MagicEntry {
    let entry = if rook { ROOK.entries[square.index()] } else { BISHOP.entries[square.index()] };
    let Entry { mask, factor, offset, shift } = entry;
    MagicEntry { mask: Bitboard(mask), factor, offset: offset as usize, shift }
}

/// The table entry at an index.
pub(super) fn attacks_at(rook: bool, index: usize) -> Option<Bitboard> {
    if rook { ROOK.attacks.get(index).copied() } else { BISHOP.attacks.get(index).copied() }
}

/// Magic factors for rooks, a1 to h8, found by random trial; a test finds such numbers again.
#[rustfmt::skip]
pub(super) const ROOK_FACTORS: [u64; 64] = [
    0x0080_0080_2010_4000, 0x0240_0040_2000_1004, 0x0480_1000_8120_0008, 0x0480_1000_8008_0004,
    0x0280_0801_8004_0016, 0x0080_0400_0200_8001, 0x0400_0448_0090_0712, 0x0100_0200_2080_4100,
    0x0088_8000_4000_8820, 0x0822_4010_0020_0046, 0x4000_8020_0080_1000, 0x0000_8080_1000_0800,
    0x1801_0007_0010_0800, 0x1026_8004_0080_0200, 0x0005_0004_0200_0100, 0xC982_0022_0104_408C,
    0x8280_0040_0020_0040, 0x0002_0200_2100_4880, 0x0000_2200_4012_0080, 0x1012_4200_0810_2200,
    0x4040_8180_0C00_0800, 0x0000_0801_4020_0410, 0x1000_0101_0002_0004, 0x0080_8200_0094_0051,
    0x2204_4009_8000_8220, 0x2850_0040_4000_2000, 0x0010_2000_8080_1000, 0x2408_0800_8010_0080,
    0x0905_0085_0010_0800, 0x0004_0004_8002_0080, 0x4184_2844_0010_6102, 0x0080_1106_0000_8864,
    0x4400_8040_0080_0028, 0x1200_4020_0240_1000, 0x0002_8020_0480_1000, 0x0118_0800_8080_1000,
    0x4048_0004_0080_0882, 0x4018_8002_0080_0400, 0x0001_0004_1100_4200, 0x0006_0484_4200_2409,
    0x8020_4000_8000_8020, 0x1010_0020_0050_4002, 0x0020_0010_0080_8020, 0x0048_0800_1000_8080,
    0x3184_0800_0400_8080, 0x0000_0400_0200_8080, 0x0004_0200_0401_0100, 0x040C_8400_4082_0001,
    0x2258_4102_8206_3200, 0x0000_2100_4008_8500, 0x0A38_4080_1200_2200, 0x0E80_0822_1003_0100,
    0x4941_0080_4020_1002, 0x2040_0400_8002_0080, 0x8000_8002_0001_0080, 0x0000_4041_0084_1200,
    0x0809_A042_9201_0282, 0x0021_0022_0040_8012, 0x4040_4200_2080_0812, 0x0011_0010_0061_0449,
    0x0482_0004_0820_1002, 0x0282_0004_0108_1016, 0x0002_0024_0108_00C2, 0x0829_0008_2082_0451,
];

/// Magic factors for bishops, a1 to h8.
#[rustfmt::skip]
pub(super) const BISHOP_FACTORS: [u64; 64] = [
    0x0404_1010_0040_8080, 0x4038_0848_0040_4460, 0x9112_1802_0020_8020, 0x1248_2A00_E008_A396,
    0x0001_1040_2020_0000, 0x0401_2828_4004_0000, 0x0200_6404_0440_5010, 0x000A_1208_0114_3020,
    0x8098_4151_0115_0900, 0x2900_2004_9102_0021, 0x0800_0404_6082_0109, 0x0180_2441_0120_3000,
    0x0042_4110_40D0_4400, 0x8040_2330_1010_0000, 0x0800_0201_0108_41A8, 0x0000_0020_8410_A800,
    0x4090_0004_2042_0412, 0x2010_0060_4420_CC80, 0x0010_0102_1400_4008, 0x0088_0080_8204_40C0,
    0x5004_1252_0202_0008, 0x0100_4212_0042_2000, 0x0012_2044_0201_3410, 0x0022_0410_8220_8200,
    0x0110_1010_0920_6105, 0x5282_2002_3091_0223, 0x0024_0208_5020_2040, 0x0020_1802_0300_C018,
    0x0001_0110_0300_4010, 0x004A_0200_0088_1100, 0x0008_0202_0453_0C42, 0x4006_1040_2200_4240,
    0x0404_200A_045D_1022, 0x0014_0120_0004_8400, 0x2124_0608_01D1_0043, 0x3002_0080_220E_0200,
    0x0008_0204_0018_1010, 0x1180_9000_80B1_0082, 0x0008_0A00_B004_0080, 0x4028_0080_8008_3200,
    0x904A_0230_0400_4228, 0x0911_0090_0441_1014, 0x0003_8208_0108_5201, 0x00C1_0040_1048_0202,
    0xC800_0801_0104_1011, 0x5160_2000_8109_2080, 0x1902_0468_0080_0200, 0x4130_8208_8100_8020,
    0x0802_0111_0842_2088, 0x5001_0111_1022_4002, 0x0000_0110_4110_0400, 0x0000_0000_2088_2808,
    0x8080_0011_0202_0000, 0x0A00_4230_2208_8010, 0x0C08_1909_0806_0022, 0x2120_02C2_0041_0000,
    0x10C8_4020_8808_4000, 0x0080_0101_2490_2C00, 0x0810_0800_8400_8800, 0x0080_2001_1242_0210,
    0x0004_0220_3202_0601, 0x0040_00E0_A002_8080, 0x0000_8408_0838_08A0, 0x9204_0434_0408_2200,
];
