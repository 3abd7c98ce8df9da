//! How pieces are written in moves, on screen and in exports.

use std::borrow::Cow;
use std::cell::Cell;

use serde::{Deserialize, Serialize};

use tabia_chess::{Board, Move, san};
use tabia_games::game::piece_letters::{LETTERS, rewritten};
use tabia_text::{Language, t};

/// White's chess symbols in the order of [`LETTERS`], for both sides as usual in print.
const FIGURINES: &str = "♔♕♖♗♘";

/// How pieces are written in moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Notation {
    /// Little pieces.
    #[default]
    Figurine,
    /// K, Q, R, B, N.
    Letters,
    /// The letters of the language of the interface.
    Localized,
}

/// The PGN letter of a piece, from its letter in the language of the interface.
pub(crate) fn pgn_letter(localized: char) -> Option<char> {
    let kind = t!("piece-letters").chars().position(|letter| letter == localized)?;
    LETTERS.chars().nth(kind)
}

thread_local! {
    static CURRENT: Cell<Notation> = const { Cell::new(Notation::Letters) };
}

impl Notation {
    /// The notation of this thread: on the window's thread that of the settings, on others that of PGN.
    pub fn current() -> Notation {
        CURRENT.get()
    }

    /// Sets the notation of this thread.
    pub fn choose(self) {
        CURRENT.set(self);
    }

    /// The text with the pieces of its moves in this notation. A letter counts as a piece only in a move or after the
    /// `=` of a promotion; other words, such as `Nach` and `Be`, stay.
    pub fn write(self, text: &str) -> Cow<'_, str> {
        match self {
            Notation::Letters => Cow::Borrowed(text),
            _ => Cow::Owned(rewritten(text, LETTERS, self.letters())),
        }
    }

    /// The letters of the pieces, in the order of [`LETTERS`].
    pub(crate) fn letters(self) -> &'static str {
        match self {
            Notation::Figurine => FIGURINES,
            Notation::Letters => LETTERS,
            Notation::Localized => t!("piece-letters"),
        }
    }
}

/// The text with the pieces of its moves in the letters of PGN instead of those of a language; `None` if they are the
/// same.
pub(crate) fn with_pgn_letters(text: &str, language: &'static Language) -> Option<String> {
    let letters = language.text("piece-letters");
    (letters != LETTERS).then(|| rewritten(text, letters, LETTERS))
}

/// A legal move in the notation of this thread.
pub fn san(board: &Board, mv: Move) -> String {
    Notation::current().write(&san::write(board, mv)).into_owned()
}

/// A line in the notation of this thread with move numbers, cut after `longest` moves.
pub fn line(board: &Board, moves: &[Move], longest: usize) -> String {
    Notation::current().write(&san::line_text(board, moves, longest)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_pieces_are_written_anew_and_others_stay() {
        let figurines = |text| Notation::Figurine.write(text).into_owned();
        assert_eq!(
            figurines("12. Nf3 O-O R1xd4+ Qa1xb2# …Nbd7"),
            "12. ♘f3 O-O ♖1xd4+ ♕a1xb2# …♘bd7"
        );
        assert_eq!(figurines("exd8=Q+ (Nf3) “Nf3!?” **Kxe2**"), "exd8=♕+ (♘f3) “♘f3!?” **♔xe2**");
        assert_eq!(
            figurines("e8=Queen bxc3 Nobody c3 N ! Qb3 N"),
            "e8=Queen bxc3 Nobody c3 N ! ♕b3 N"
        );
        let prose = "Nach Be Kd4x Rechts Nf, Ba3b4 Qh9 ABe4 KQRBN Rxa";
        assert_eq!(figurines(prose), prose.replace("Ba3b4", "♗a3b4"));
        let localized = |text| Notation::Localized.write(text).into_owned();
        assert_eq!(localized("12. Nf3 exd8=Q+ Kb1"), "12. Nf3 exd8=Q+ Kb1");
        let _german = tabia_text::Language::by_id("de").unwrap().on_this_thread();
        assert_eq!(localized("12. Nf3 exd8=Q+ Kb1 Rd1 Be2"), "12. Sf3 exd8=D+ Kb1 Td1 Le2");
        assert_eq!(Notation::Letters.write("Nf3"), "Nf3");
    }

    #[test]
    fn a_move_is_written_in_the_notation_of_its_thread() {
        let board = Board::start();
        let knight = board
            .legal_moves()
            .iter()
            .copied()
            .find(|&mv| san::write(&board, mv) == "Nf3")
            .unwrap();
        assert_eq!(super::san(&board, knight), "Nf3");
        Notation::Figurine.choose();
        assert_eq!(super::san(&board, knight), "♘f3");
    }
}
