//! The dialogs that can be open, with what they show. At most one is open at a time.

use std::path::PathBuf;

use tabia_games::export::job::{Choices, Kind};
use tabia_games::game::tags::Tags;

use crate::commands::command::UserCommand;
use crate::game::new_game::NewGame;
use crate::library::collection::SaveQuestion;
use crate::review::state::ReviewRequest;

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
    /// A question before games that are the same become one.
    MergeDuplicates {
        /// The file.
        name: String,
        /// The games in it.
        games: usize,
    },
    /// What is to be exported, as chosen so far.
    Export(Kind, Choices),
    /// A text could not be read, and why.
    Problem {
        /// In a few words.
        title: String,
        /// What was tried and why it failed, line by line.
        lines: Vec<String>,
        /// A FEN that would be accepted instead.
        repair: Option<String>,
    },
    /// The program is to end, but the session is not kept and the game is in no file.
    Unkept {
        /// Why it is not kept.
        why: String,
    },
    /// The last start did not survive its session: shall it be opened all the same?
    LastSession {
        /// The copy that was kept of it.
        kept: PathBuf,
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
