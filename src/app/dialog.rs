//! The dialogs that can be open, with what they show. At most one is open at a time.

use crate::game::tags::Tags;

use super::collection::SaveQuestion;
use super::command::UserCommand;
use super::new_game::NewGame;
use super::review::ReviewRequest;

/// An open dialog.
#[derive(Clone, Debug)]
pub enum Dialog {
    /// A new game, as chosen so far.
    NewGame(NewGame),
    /// A review of the game, as chosen so far.
    Review(ReviewRequest),
    /// The tag pairs of the game, as they were when it opened.
    Tags(Tags),
    /// A question before something that cannot be undone lightly.
    Confirm {
        /// The question.
        question: String,
        /// The command carried out on yes.
        command: UserCommand,
    },
    /// A question before a game is written.
    Save(SaveQuestion),
    /// A text could not be read, and why.
    Problem {
        /// In a few words.
        title: String,
        /// What was tried and why it failed, line by line.
        lines: Vec<String>,
        /// A FEN that would be accepted instead.
        repair: Option<String>,
    },
    /// The user's engines.
    Engines,
    /// What was said to one of them and by it, by its number.
    EngineLog(u32),
    /// The settings.
    Settings,
    /// The keys.
    Keys,
    /// The command palette.
    Palette,
    /// What this program is.
    About,
}
