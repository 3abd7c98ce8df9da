//! First values of material and squares, by formula: central, advanced and sheltered squares.

use super::packed::Packed;

/// Pieces, pawn to king.
pub(super) const MATERIAL: [Packed; 6] = [
    Packed::new(85, 110),
    Packed::new(330, 310),
    Packed::new(345, 325),
    Packed::new(475, 540),
    Packed::new(980, 1010),
    Packed::ZERO,
];

/// Pieces on squares as their side sees them.
pub(super) const SQUARES: [[Packed; 64]; 6] = {
    let mut table = [[Packed::ZERO; 64]; 6];
    let mut kind = 0;
    while kind < 6 {
        let mut square = 0;
        while square < 64 {
            table[kind][square] = value(kind, (square % 8) as i32, (square / 8) as i32);
            square += 1;
        }
        kind += 1;
    }
    table
};

/// `file` and `rank` from 0, the own side below.
const fn value(kind: usize, file: i32, rank: i32) -> Packed {
    // 0 on the edge up to 3 in the centre.
    let centre_file = if file < 4 { file } else { 7 - file };
    let centre_rank = if rank < 4 { rank } else { 7 - rank };
    let centre = centre_file + centre_rank;
    match kind {
        0 => {
            let push = if rank == 0 || rank == 7 { 0 } else { (rank - 1) * (rank - 1) };
            let middle =
                if centre_file == 3 && rank >= 2 && rank <= 4 { 8 * (rank - 1) } else { 0 };
            Packed::new(middle + push - 3, 4 * push)
        }
        1 => Packed::new(8 * centre - 28, 6 * centre - 20),
        2 => Packed::new(5 * centre - 14, 3 * centre - 8),
        3 => Packed::new(4 * centre_file - 6 + if rank == 6 { 12 } else { 0 }, 2 * rank - 6),
        4 => Packed::new(2 * centre - 6, 6 * centre - 18),
        _ => {
            let home = if rank == 0 { 25 } else { -20 * rank };
            Packed::new(home - 12 * centre_file + 12, 9 * centre - 28)
        }
    }
}
