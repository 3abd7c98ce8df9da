//! Replacements for the game on the board, and what would be lost by each.

use tabia_games::game::pgn_read::PgnGame;
use tabia_host::puzzles::Puzzle;

use super::new_game::NewGame;
use crate::library::collection::ReadRequest;
use crate::library::open::Opened;
use crate::window::workspace::PaneId;

/// What replaces the game on the board.
#[derive(Clone, Debug)]
pub enum Replacement {
    /// A new game to be played.
    New(NewGame),
    /// A position given as FEN.
    Fen(String),
    /// A recent position, 0 the newest.
    Recent(usize),
    /// The position of the editor.
    Edited,
    /// A game read from a file or pasted.
    Opened(Box<Opened>),
    /// A game of the list.
    FromList(Box<ReadRequest>, Box<PgnGame>),
    /// The game of the last edit, which is undone.
    Undo,
    /// A game from the shown position.
    PlayFromHere,
    /// The last game once more.
    Rematch,
    /// A game between the engines of the duel.
    DuelMatch,
    /// An example position of the duel.
    DuelPreset(usize),
    /// A puzzle with its solution, to be analysed.
    Puzzle(Box<Puzzle>),
    /// The example of a view of the Lab.
    ShowMe(PaneId),
    /// The position of the X-ray.
    XrayBoard,
    /// A game against the evaluation from scratch.
    PlayScratch,
}

/// What would be lost of the user's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// It is being played on the clock.
    Clock,
    /// It was changed since it was read or saved, or it has annotations and is in no file.
    Edits,
}
