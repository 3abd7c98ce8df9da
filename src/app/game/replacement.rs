//! Replacements for the game on the board, and what would be lost by each.

use tabia_games::game::pgn_read::PgnGame;
use tabia_host::puzzles::Puzzle;

use super::new_game::NewGame;
use crate::commands::command::UserCommand;
use crate::duel::state::DuelAction;
use crate::lab::state::LabAction;
use crate::library::collection::ReadRequest;
use crate::library::open::Opened;

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
    /// A command that starts a game.
    Command(UserCommand),
    /// A puzzle with its solution, to be analysed.
    Puzzle(Box<Puzzle>),
    /// A position of the duel.
    Duel(DuelAction),
    /// A position or a game of the Lab.
    Lab(LabAction),
}

/// What would be lost of the user's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// It is being played on the clock.
    Clock,
    /// It was changed since it was read or saved, or it has annotations and is in no file.
    Edits,
}
