//! Opening books: Polyglot files, the small book that comes with the program, and the choice among its
//! moves. Making one from games is in `make`.
//!
//! The built-in book was made by `tabia book make`; `assets/book` documents its source.

pub mod make;
pub mod pick;
pub mod polyglot;

use std::sync::LazyLock;

use polyglot::Book;
use tabia_chess::{Board, Move};

/// The built-in book; `assets/book` documents its source.
static BUILT_IN: LazyLock<Book> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../assets/book/masters.bin");
    // A test checks that it is valid; an empty book would be harmless.
    Book::read(bytes).map_or_else(|_| Book::default(), |(book, _)| book)
});

/// The small book that comes with the program: master games to 2000.
pub fn built_in() -> &'static Book {
    &BUILT_IN
}

/// Whether the built-in book has this move.
pub fn in_book(board: &Board, mv: Move) -> bool {
    built_in().moves(board).iter().any(|known| known.mv == mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_book_is_sound() {
        let bytes = include_bytes!("../../../assets/book/masters.bin");
        let (book, repairs) = Book::read(bytes).unwrap();
        assert!(repairs.is_empty() && book.len() > 5_000);
        let moves = built_in().moves(&Board::start());
        assert!(moves.len() >= 4, "{moves:?}");
        let tally = moves[0].tally();
        assert!(tally.games > 10_000 && (400..600).contains(&tally.score_permille), "{tally:?}");
    }
}
