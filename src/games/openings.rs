//! Opening names and ECO codes by position, so that transpositions count. The table and its origin are in
//! `assets/openings`.
//!
//! ```
//! use tabia_chess::{Board, san};
//! use tabia_games::openings;
//! let mut board = Board::start();
//! for text in ["e4", "c5"] {
//!     board.make_move(san::parse(&board, text).unwrap());
//! }
//! let opening = openings::of(&board).unwrap();
//! assert_eq!((opening.eco, opening.name), ("B20", "Sicilian Defense"));
//! ```

use std::collections::HashMap;
use std::sync::LazyLock;

use tabia_chess::{Board, san};

/// One opening a line: code, name and moves.
static TABLE: &str = include_str!("../../assets/openings/openings.tsv");

/// Fewest men on the board of any position with a name.
pub(crate) const MIN_MEN: u32 = 22;

/// A named opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its code in the Encyclopaedia of Chess Openings: `A00` to `E99`.
    pub eco: &'static str,
    /// Its name in English: the family, then the variation after a colon.
    pub name: &'static str,
    /// The most common moves to it, without numbers.
    pub moves: &'static str,
}

impl Opening {
    /// The name without the variation.
    pub fn family(&self) -> &'static str {
        self.name.split(':').next().unwrap_or(self.name)
    }
}

/// By the key of the position, built on first use from about 3,800 lines of ten moves.
static BY_KEY: LazyLock<HashMap<u64, Opening>> = LazyLock::new(|| {
    let mut table = HashMap::new();
    for line in TABLE.lines() {
        let mut fields = line.split('\t');
        let (Some(eco), Some(name), Some(moves)) = (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        if let Some(board) = board_after(moves) {
            // If a position has several names, the first has the fewest moves.
            table.entry(board.key()).or_insert(Opening { eco, name, moves });
        }
    }
    table
});

fn board_after(moves: &str) -> Option<Board> {
    let mut board = Board::start();
    for text in moves.split(' ') {
        board.make_move(san::parse(&board, text).ok()?);
    }
    Some(board)
}

/// The opening of a position, however it was reached.
pub fn of(board: &Board) -> Option<Opening> {
    BY_KEY.get(&board.key()).copied()
}

/// The opening of a game: the name of the last of its positions that has one.
pub fn of_game<'a>(positions: impl IntoIterator<Item = &'a Board>) -> Option<Opening> {
    positions.into_iter().filter_map(of).last()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_a_line_of_moves() {
        for line in TABLE.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let [eco, name, moves] = fields[..] else { panic!("{line}") };
            assert!(matches!(eco.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']), "{line}");
            assert!(!name.is_empty());
            let board = board_after(moves).unwrap_or_else(|| panic!("{line}"));
            assert!(of(&board).is_some());
            assert!(board.occupied().count() >= MIN_MEN, "{line}");
        }
        assert!(BY_KEY.len() > 3_700, "{}", BY_KEY.len());
    }

    #[test]
    fn transpositions_have_the_same_name() {
        let usual = board_after("d4 d5 c4 e6").and_then(|board| of(&board));
        let other = board_after("c4 e6 d4 d5").and_then(|board| of(&board));
        assert_eq!(usual.map(|opening| opening.eco), Some("D30"));
        assert_eq!(usual, other);
        assert_eq!(of(&Board::start()), None);
    }

    #[test]
    fn a_game_keeps_its_last_name() {
        let mut boards = vec![Board::start()];
        for text in "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Bb7 a3".split(' ')
        {
            let board = *boards.last().unwrap();
            boards.push(board.after(san::parse(&board, text).unwrap()));
        }
        let opening = of_game(&boards).unwrap();
        assert!(opening.name.starts_with("Ruy Lopez: "), "{opening:?}");
        assert_eq!(opening.eco, "C92");
    }
}
