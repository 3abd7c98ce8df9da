//! The dialogs that can be open, with what they show. At most one is open at a time.

use std::sync::Arc;

use crate::game::pgn_heads::PgnHead;
use crate::game::tags::Tags;

use super::command::UserCommand;
use super::new_game::NewGame;
use super::review::ReviewRequest;

/// A text of several games and where each of them stands in it.
#[derive(Debug)]
pub struct Shelf {
    pub(super) text: String,
    /// The games by their tags; the moves are read when one is chosen.
    pub games: Vec<PgnHead>,
}

/// An open dialog.
#[derive(Clone, Debug)]
pub enum Dialog {
    /// A new game, as chosen so far.
    NewGame(NewGame),
    /// A review of the game, as chosen so far.
    Review(ReviewRequest),
    /// A text held several games: which one?
    PickGame {
        /// Where they came from, such as a file name.
        source: String,
        /// The games.
        shelf: Arc<Shelf>,
    },
    /// The tag pairs of the game, as they were when it opened.
    Tags(Tags),
    /// A question before something that cannot be undone lightly.
    Confirm {
        /// The question.
        question: String,
        /// The command carried out on yes.
        command: UserCommand,
    },
    /// A text could not be read, and why.
    Problem {
        /// In a few words.
        title: String,
        /// What was tried and why it failed, line by line.
        lines: Vec<String>,
        /// A FEN that would be accepted instead.
        repair: Option<String>,
    },
    /// The settings.
    Settings,
    /// The keys.
    Keys,
    /// The command palette.
    Palette,
    /// What this program is.
    About,
}
