//! What a list of games knows of each: where it stands in its file, and what its tags and moves say.

use std::num::{NonZeroU16, NonZeroU32};

use tabia_chess::{Bitboard, Board, Color, PieceType, Rank};

use super::date::Date;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameResult {
    /// `1-0`
    White,
    /// `1/2-1/2`
    Draw,
    /// `0-1`
    Black,
    /// `*`: not known or not over.
    Open,
}

impl GameResult {
    /// What a tag says; anything unknown is open.
    pub fn of_tag(text: &str) -> GameResult {
        match text.trim() {
            "1-0" => GameResult::White,
            "0-1" => GameResult::Black,
            "1/2-1/2" | "1/2" | "½-½" => GameResult::Draw,
            _ => GameResult::Open,
        }
    }

    /// As PGN writes it.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Draw => "1/2-1/2",
            GameResult::Black => "0-1",
            GameResult::Open => "*",
        }
    }
}

/// Where a game begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Setting {
    /// In the usual position.
    #[default]
    Usual,
    /// In a position of its own.
    SetUp,
    /// It is Chess960.
    Chess960,
}

/// Something to know before a game is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Something in it could not be read as it should be.
    pub broken: bool,
    /// It has variations or comments.
    pub annotated: bool,
    /// Where it begins.
    pub setting: Setting,
}

/// A game of a list.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The byte of the file where it begins.
    pub offset: u64,
    /// Its bytes.
    pub length: u32,
    /// The line it begins on, from 1.
    pub line: u32,
    /// The column it begins in, from 1.
    pub column: u32,
    /// A number made of its bytes: another one tells that they have changed.
    pub print: u32,
    pub(super) white: u32,
    pub(super) black: u32,
    pub(super) event: u32,
    pub(super) site: u32,
    /// Where its moves begin among those of all games.
    pub(super) moves_at: u32,
    /// Its start position, from 1; `None` for the usual one.
    pub(super) start: Option<NonZeroU32>,
    /// Its opening, from 1.
    pub(super) opening: Option<NonZeroU16>,
    /// The day it was played.
    pub date: Date,
    /// White's Elo; 0 if it is not known.
    pub white_elo: u16,
    /// Black's Elo; 0 if it is not known.
    pub black_elo: u16,
    /// How it ended.
    pub result: GameResult,
    /// What to know before it is opened.
    pub marks: Marks,
    /// What is left at the end of its main line.
    pub(super) end: Remains,
}

/// What can only grow less in a game, and so tells which positions can still come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Remains {
    /// Men on the board, kings included.
    pub(super) men: u8,
    /// Pawns that have not moved: White's on its second rank, Black's on the seventh.
    pub(super) home: Bitboard,
}

impl Remains {
    /// Of a position.
    pub(super) fn of(board: &Board) -> Remains {
        let home = board.by(Color::White, PieceType::Pawn) & Bitboard::rank(Rank::Second)
            | board.by(Color::Black, PieceType::Pawn) & Bitboard::rank(Rank::Seventh);
        Remains { men: board.occupied().count() as u8, home }
    }
}

/// The number that [`Entry::print`] is, of these bytes (FNV-1a over words of eight bytes, folded).
pub fn print_of(bytes: &[u8]) -> u32 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let (words, rest) = bytes.as_chunks::<8>();
    let mut hash = BASIS ^ bytes.len() as u64;
    for word in words {
        hash = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(PRIME).rotate_left(29);
    }
    for &byte in rest {
        hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
    }
    (hash ^ hash >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_what_tags_say() {
        for result in [GameResult::White, GameResult::Draw, GameResult::Black, GameResult::Open] {
            assert_eq!(GameResult::of_tag(result.text()), result);
        }
        assert_eq!(GameResult::of_tag("?"), GameResult::Open);
    }

    #[test]
    fn a_changed_byte_changes_the_print() {
        let text = b"1. e4 e5 2. Nf3 Nc6 1-0".to_vec();
        for at in 0..text.len() {
            let mut other = text.clone();
            other[at] ^= 1;
            assert_ne!(print_of(&text), print_of(&other), "byte {at}");
        }
        assert_ne!(print_of(&text), print_of(&text[..22]));
    }

    #[test]
    fn pawns_at_home_are_those_that_never_moved() {
        let board = Board::from_fen("4k3/P3p3/8/8/8/8/p3P3/4K3 w - - 0 1").unwrap();
        let remains = Remains::of(&board);
        assert_eq!((remains.men, remains.home.count()), (6, 2));
    }
}
