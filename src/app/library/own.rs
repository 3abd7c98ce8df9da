//! The file of one's own games: what is put into it when. A game is kept when it ends and when it leaves the board,
//! unless it is kept just so already; whether it has ended or not, as long as its player has moved. One that went
//! on after that, say after a move was taken back, takes its own place in the file (`collection::keep`).

use std::path::{Path, PathBuf};

use crate::game::state::{GameState, NO_NAME, Phase};
use crate::persistence::aside;
use tabia_chess::Color;
use tabia_games::collection::entry::fingerprint_of;
use tabia_games::collection::keep::{self, KeptGame};
use tabia_games::game::tags::{HUMAN, Tags};

/// What the file is called.
pub const FILE_NAME: &str = "My games.pgn";
/// What the name of a file ends with that the user has deleted.
const ASIDE: &str = "deleted";
/// Games remembered as kept, and games that could not be kept and are tried again.
pub(super) const MAX_SOURCES: usize = 64;

/// Whether a game is one's own and has begun: its player has moved, or anybody where no engine plays a person.
pub fn is_kept(game: &GameState) -> bool {
    let moved = match game.human_side() {
        Some(side) => game.moves_of(side) > 0,
        None => game.live != game.beginning(),
    };
    !game.is_analysis_board() && game.phase != Phase::Fresh && moved
}

/// The user's side in a game: by the types of the players, which stand in every game of the file; in older games by
/// the name the user has now, or the one that a player without a name has in files. `None`: neither side is known to be
/// the user's, or both may be.
pub fn user_side(tags: &Tags, user: &str) -> Option<Color> {
    let only = |is: &dyn Fn(Color) -> bool| match Color::ALL.map(is) {
        [true, false] => Some(Color::White),
        [false, true] => Some(Color::Black),
        _ => None,
    };
    if Color::ALL.into_iter().all(|side| tags.player_type(side).is_some()) {
        let human = |side| tags.player_type(side).is_some_and(|it| it.eq_ignore_ascii_case(HUMAN));
        return only(&human);
    }
    let user = user.trim();
    only(&|side| tags.known(side.name()).is_some_and(|name| name == NO_NAME || name == user))
}

/// A game to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeepRequest {
    pub id: u64,
    /// As PGN, with its name.
    pub text: String,
}

impl KeepRequest {
    /// Puts it into the file. Waits for the disk and for other programs.
    pub fn carry_out(self, path: &Path) -> KeptNews {
        let done = keep::keep(path, &id_text(self.id), &self.text);
        let done = done.map_err(|error| error.to_string());
        KeptNews { request: self, path: path.to_owned(), done }
    }
}

/// Renames the file, so that a new one begins with the next game, and says where it is now; `None`: there is none. Waits
/// for the disk and for other programs.
///
/// # Errors
/// In words; then the file is where it was.
pub fn put_aside(path: &Path) -> Result<Option<PathBuf>, String> {
    if !path.exists() {
        return Ok(None);
    }
    let done = keep::locked(path, || aside::put_user_file(path, ASIDE));
    done.map(Some).map_err(|error| format!("{}: {error}", path.display()))
}

/// What became of a game that was to be kept.
#[derive(Clone, Debug)]
pub struct KeptNews {
    /// The game.
    pub request: KeepRequest,
    /// The file.
    pub path: PathBuf,
    /// Where it stands, or why not, in words.
    pub done: Result<KeptGame, String>,
}

/// What is known of the file of one's own games.
#[derive(Clone, Debug, Default)]
pub struct OwnGames {
    /// Names of games and numbers made of their texts as they were sent last, newest last.
    sent: Vec<(u64, u32)>,
    /// The same of games that the user has deleted with the file: they come back only where that is asked for.
    deleted: Vec<(u64, u32)>,
    /// Games that could not be written.
    pub(super) failed: Vec<KeepRequest>,
    /// The game of which the user wants to hear that it is kept.
    pub(super) asked: Option<u64>,
}

impl OwnGames {
    /// Notes that a game is sent with this text; says whether that is new.
    pub(super) fn send(&mut self, id: u64, text: &str) -> bool {
        if self.has_sent(id, text) {
            return false;
        }
        self.forget(id);
        self.failed.retain(|request| request.id != id);
        self.sent.push((id, fingerprint_of(text.as_bytes())));
        if self.sent.len() > MAX_SOURCES {
            self.sent.remove(0);
        }
        true
    }

    /// Whether a game was sent last with just this text.
    pub(super) fn has_sent(&self, id: u64, text: &str) -> bool {
        self.sent.contains(&(id, fingerprint_of(text.as_bytes())))
    }

    /// Whether the game is in the file, or on its way there.
    pub fn holds(&self, id: u64) -> bool {
        self.sent.iter().any(|(of, _)| *of == id)
    }

    /// Whether the user has asked for it and waits for an answer.
    pub fn is_awaited(&self, id: u64) -> bool {
        self.asked == Some(id)
    }

    /// The file was put aside.
    pub(crate) fn forget_file(&mut self) {
        self.deleted = std::mem::take(&mut self.sent);
    }

    /// Whether a game with this text went with a file that was put aside.
    pub(super) fn is_deleted(&self, id: u64, text: &str) -> bool {
        self.deleted.contains(&(id, fingerprint_of(text.as_bytes())))
    }

    /// What was sent of a game is not there.
    pub(super) fn forget(&mut self, id: u64) {
        self.sent.retain(|(of, _)| *of != id);
    }
}

/// The name of a game as its tag has it.
pub(super) fn id_text(id: u64) -> String {
    format!("{id:016x}")
}
