//! Another game for the board, as it was asked for, and what would be lost of the one there.

use tabia_games::game::pgn_read::PgnGame;

use super::new_game::NewGame;
use crate::commands::command::UserCommand;
use crate::duel::state::DuelAction;
use crate::lab::state::LabAction;
use crate::library::collection::ReadRequest;
use crate::library::open::Opened;

/// What takes the place of the game on the board.
#[derive(Clone, Debug)]
pub enum Replacement {
    /// A game to be played.
    New(NewGame),
    /// A position given as FEN.
    Fen(String),
    /// A position of the recent ones, 0 the newest.
    Recent(usize),
    /// The position of the editor.
    Edited,
    /// What was read from a file or pasted.
    Opened(Box<Opened>),
    /// A game of the list.
    FromList(Box<ReadRequest>, Box<PgnGame>),
    /// A command that begins a game.
    Command(UserCommand),
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
    /// It was changed since it was read or saved, or something was written on it and no file has it.
    Edits,
}
