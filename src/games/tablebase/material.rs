//! The material of an ending, by which tables are named and found.

use tabia_chess::{Board, Color, PieceType};

/// Maximum number of men of a table, including kings.
pub(super) const MAX_MEN: u32 = 7;

/// Pieces from the strongest to the weakest, as in the names of tables.
const BY_STRENGTH: [PieceType; PieceType::COUNT] = [
    PieceType::King,
    PieceType::Queen,
    PieceType::Rook,
    PieceType::Bishop,
    PieceType::Knight,
    PieceType::Pawn,
];

/// The number of pieces of each type of each side. In a table's material White is the side named first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Material {
    /// By `Color::index()` and `PieceType::index()`.
    counts: [[u8; PieceType::COUNT]; 2],
}

impl Material {
    /// The material of a position.
    pub(super) fn of(board: &Board) -> Material {
        let side = |color| PieceType::ALL.map(|kind| board.by(color, kind).count() as u8);
        Material { counts: Color::ALL.map(side) }
    }

    /// Reads the name of a table, `KRPvKR`: two sides, the stronger first, each a king and up to five others
    /// in the order of their strength.
    pub(super) fn parse(name: &str) -> Option<Material> {
        let (strong, weak) = name.split_once('v')?;
        let mut counts = [[0; PieceType::COUNT]; 2];
        for (side, letters) in counts.iter_mut().zip([strong, weak]) {
            for letter in letters.chars().take(MAX_MEN as usize) {
                side[PieceType::from_letter(letter)?.index()] += 1;
            }
        }
        let material = Material { counts };
        let one_king = |side: &[u8; 6]| side[PieceType::King.index()] == 1;
        let fits = material.men() <= MAX_MEN && material.counts.iter().all(one_king);
        (fits && material.name() == name).then_some(material)
    }

    /// Its name as in file names, the stronger side first.
    pub(super) fn name(&self) -> String {
        let [white, black] = [Color::White, Color::Black].map(|color| self.letters(color));
        if self.strength(Color::White) >= self.strength(Color::Black) {
            format!("{white}v{black}")
        } else {
            format!("{black}v{white}")
        }
    }

    fn letters(&self, color: Color) -> String {
        let of = |kind: PieceType| {
            let letter = kind.letter().to_ascii_uppercase();
            std::iter::repeat_n(letter, usize::from(self.count(color, kind)))
        };
        BY_STRENGTH.into_iter().flat_map(of).collect()
    }

    /// The side with more men is stronger; with equally many, the one with stronger pieces.
    fn strength(&self, color: Color) -> (u8, [u8; PieceType::COUNT]) {
        let side = self.counts[color.index()];
        (side.iter().sum(), BY_STRENGTH.map(|kind| side[kind.index()]))
    }

    /// Number of pieces of a type of a side.
    pub(super) fn count(&self, color: Color, kind: PieceType) -> u8 {
        self.counts[color.index()][kind.index()]
    }

    /// All men, kings included.
    pub(super) fn men(&self) -> u32 {
        self.counts.iter().flatten().map(|&count| u32::from(count)).sum()
    }

    /// The same with the sides swapped.
    pub(super) fn swapped(&self) -> Material {
        let [white, black] = self.counts;
        Material { counts: [black, white] }
    }

    /// Whether both sides have the same men.
    pub(super) fn is_symmetric(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// The side whose pawns lead the numbering of positions: the one with fewer, if both have some.
    /// `None` without pawns.
    pub(super) fn lead_pawns(&self) -> Option<Color> {
        match Color::ALL.map(|color| self.count(color, PieceType::Pawn)) {
            [0, 0] => None,
            [_, 0] => Some(Color::White),
            [0, _] => Some(Color::Black),
            [white, black] if white <= black => Some(Color::White),
            _ => Some(Color::Black),
        }
    }

    /// Both sides have pawns.
    pub(super) fn both_have_pawns(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.count(color, PieceType::Pawn) > 0)
    }

    /// Some side has exactly one of some type besides the king.
    pub(super) fn has_single_piece(&self) -> bool {
        let kinds = &PieceType::ALL[..PieceType::King.index()];
        Color::ALL.into_iter().any(|color| kinds.iter().any(|&kind| self.count(color, kind) == 1))
    }

    /// A key of the material: four bits for each kind of man.
    pub(super) fn key(&self) -> u64 {
        self.counts.iter().flatten().fold(0, |key, &count| key << 4 | u64::from(count & 15))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_named_by_material() {
        for (fen, name) in [
            ("8/8/8/8/8/2k5/2p5/2K5 w - - 0 1", "KPvK"),
            ("7k/8/8/8/8/4r3/2Q5/2K5 w - - 0 1", "KQvKR"),
            ("7k/8/8/8/8/q7/2R5/3K4 w - - 0 1", "KQvKR"),
            ("7k/8/8/8/8/q7/2RN4/4K3 w - - 0 1", "KRNvKQ"),
        ] {
            let material = Material::of(&Board::from_fen(fen).unwrap());
            assert_eq!(material.name(), name);
            assert_eq!(material.swapped().name(), name);
            let parsed = Material::parse(name).unwrap();
            assert!(parsed == material || parsed == material.swapped());
            assert_ne!(parsed.key(), parsed.swapped().key());
        }
        for wrong in
            ["KvKR", "KPRvK", "vK", "KRvX", "notes", "KQQQQQvKQQ", "KKvK", "krvk", "KRvKv", ""]
        {
            assert_eq!(Material::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_side_with_fewer_pawns_leads() {
        let lead = |name| Material::parse(name).unwrap().lead_pawns();
        assert_eq!(lead("KRvK"), None);
        assert_eq!(lead("KRvKP"), Some(Color::Black));
        assert_eq!(lead("KPPvKP"), Some(Color::Black));
        assert_eq!(lead("KPvKP"), Some(Color::White));
        let single = |name| Material::parse(name).unwrap().has_single_piece();
        assert!(single("KRvK") && single("KNNvKB") && !single("KNNvK") && !single("KNNvKNN"));
    }
}
