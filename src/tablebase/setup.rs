//! Positions that make the reader of the tables set a table up. It does so at the first question, which is
//! no work to be done while several threads ask.

use crate::chess::rng::SplitMix64;
use crate::chess::{Bitboard, Board, Color, PieceType, Square, attacks};

/// Tries before an ending is given up; one in a few succeeds.
const TRIES: usize = 10_000;

/// The first and the last rank.
const PAWNLESS: Bitboard = Bitboard(0xFF00_0000_0000_00FF);

/// A position as the reader of the tables asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Men {
    /// By colour, `Color::index()`.
    pub(super) colors: [Bitboard; 2],
    /// By kind, `PieceType::index()`.
    pub(super) kinds: [Bitboard; 6],
    /// The index of the en passant square; 0 for none.
    pub(super) en_passant: u32,
    pub(super) white_to_move: bool,
}

impl Men {
    /// Those of a game.
    pub(super) fn of(board: &Board) -> Men {
        Men {
            colors: Color::ALL.map(|color| board.colors(color)),
            kinds: PieceType::ALL.map(|kind| board.pieces(kind)),
            en_passant: board.ep_square().map_or(0, |square| square.index() as u32),
            white_to_move: board.stm() == Color::White,
        }
    }
}

/// A position of an ending (`KRPvKR`), White to move, without captures, which would lead to other tables. Whether the game
/// can come to it does not matter here.
pub(super) fn quiet(ending: &str) -> Option<Men> {
    let (white, black) = ending.split_once('v')?;
    let side = |men: &str, color| -> Option<Vec<_>> {
        men.chars().map(|man| Some((color, PieceType::from_letter(man)?))).collect()
    };
    let men = [side(white, Color::White)?, side(black, Color::Black)?].concat();
    let mut rng = SplitMix64::new(men.len() as u64);
    (0..TRIES).find_map(|_| place(&men, &mut rng))
}

/// The men somewhere; `None` where they do not fit or White could capture.
fn place(men: &[(Color, PieceType)], rng: &mut SplitMix64) -> Option<Men> {
    let mut board = Men {
        colors: [Bitboard::EMPTY; 2],
        kinds: [Bitboard::EMPTY; 6],
        en_passant: 0,
        white_to_move: true,
    };
    for &(color, kind) in men {
        let square = Square::from_index(rng.below(64))?;
        let bit = Bitboard::from(square);
        let taken = (board.colors[0] | board.colors[1]).has(square);
        if taken || (kind == PieceType::Pawn && PAWNLESS.has(square)) {
            return None;
        }
        board.colors[color.index()] |= bit;
        board.kinds[kind.index()] |= bit;
    }
    let [white, black] = board.colors;
    let captures = PieceType::ALL.into_iter().any(|kind| {
        (board.kinds[kind.index()] & white)
            .into_iter()
            .any(|from| (attacks::piece(kind, Color::White, from, white | black) & black).any())
    });
    (!captures).then_some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_ending_has_a_quiet_position() {
        for ending in ["KvK", "KQvK", "KRPvKR", "KPPvKP", "KBNvKNN", "KQQQQQvK", "KQQQvKQQ"] {
            let men = quiet(ending).unwrap_or_else(|| panic!("{ending}"));
            let [white, black] = men.colors;
            assert_eq!((white | black).count() as usize, ending.len() - 1, "{ending}");
            assert_eq!(
                men.kinds.iter().map(|kind| kind.count()).sum::<u32>(),
                (white | black).count()
            );
        }
        assert_eq!(quiet("KXvK"), None);
    }
}
