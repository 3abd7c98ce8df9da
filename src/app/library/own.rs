//! The file of the user's own games: what is added to it and when. A game is added when it ends and when it leaves
//! the board, whether it has ended or not, as long as its player has moved, unless the file already has this version.
//! A game that continued afterwards, for example after a takeback, replaces its earlier version in the file
//! (`collection::keep`).

use std::path::{Path, PathBuf};

use crate::game::state::{GameState, NO_NAME, Phase};
use crate::persistence::aside;
use tabia_chess::Color;
use tabia_games::collection::file::true_path;
use tabia_games::collection::keep::{self, KeptGame};
use tabia_games::game::tags::{HUMAN, Tags};

/// The name of the file.
pub const FILE_NAME: &str = "My games.pgn";
/// The end of the file name after the user has deleted the file.
pub(crate) const ASIDE: &str = "deleted";
/// Maximum number of games remembered as added.
const MAX_REMEMBERED: usize = 64;

/// Whether a game is the user's own and has begun: its player has moved, or anyone if no engine plays a person.
pub(crate) fn is_kept(game: &GameState) -> bool {
    let moved = match game.human_side() {
        Some(side) => game.moves_of(side) > 0,
        None => game.live != game.beginning(),
    };
    !game.is_analysis_board() && game.phase != Phase::Fresh && moved
}

/// The user's side in a game: by the types of the players, which are in every game of the file; in older games by the
/// user's present name, or by the name used in files for a player without one. `None`: neither side is known to be
/// the user's, or both may be.
pub(crate) fn user_side(tags: &Tags, user: &str) -> Option<Color> {
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

/// A request to add a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeepRequest {
    pub id: u64,
    /// The revision of its tree.
    pub revision: u64,
    /// Plies up to the current position of the game.
    pub plies: usize,
    /// The game as PGN, with its id.
    pub text: String,
    /// The version of it that was sent before, see [`keep::version`].
    pub before: Option<u32>,
}

impl KeepRequest {
    /// Adds it to the file. Waits for the disk and for other programs.
    pub fn carry_out(self, path: &Path) -> OwnGameAdded {
        let done = keep::keep(path, &id_text(self.id), &self.text, self.before);
        let done = done.map_err(|error| error.to_string());
        OwnGameAdded { request: self, path: true_path(path), done }
    }
}

/// Renames the file, so that the next game starts a new one, and returns its new true path; `None`: there is no file.
/// Waits for the disk and for other programs.
///
/// # Errors
/// As text; the file is then unchanged.
pub fn put_aside(path: &Path) -> Result<Option<PathBuf>, String> {
    if !path.exists() {
        return Ok(None);
    }
    let done = keep::locked(path, || aside::put_user_file(path, ASIDE));
    done.map(|aside| Some(true_path(&aside)))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// The result of adding a game.
#[derive(Clone, Debug)]
pub struct OwnGameAdded {
    /// The request.
    pub request: KeepRequest,
    /// The file, by its true path.
    pub path: PathBuf,
    /// Its place, or the error as text.
    pub done: Result<KeptGame, String>,
}

/// A game as it was sent.
#[derive(Clone, Copy, Debug)]
struct SentGame {
    id: u64,
    /// The revision of its tree.
    revision: u64,
    /// Plies up to the current position of the game.
    plies: usize,
    /// The hash of its text.
    fingerprint: u32,
}

/// What is known about the file of the user's own games.
#[derive(Clone, Debug, Default)]
pub struct OwnGames {
    /// Games as last sent, newest last.
    sent: Vec<SentGame>,
    /// The same for games that the user deleted with the file: they are added again only on request, or when they have
    /// continued.
    deleted: Vec<SentGame>,
    /// Games that could not be written, each with the reason.
    failed: Vec<(KeepRequest, String)>,
    /// The game whose addition the user wants confirmed.
    pub(super) asked: Option<u64>,
}

impl OwnGames {
    /// Records that a game is sent; returns whether its text is new.
    pub(super) fn send(&mut self, request: &KeepRequest) -> bool {
        let &KeepRequest { id, revision, plies, ref text, .. } = request;
        let fingerprint = keep::version(text.as_bytes());
        let same = |sent: &&mut SentGame| sent.id == id && sent.fingerprint == fingerprint;
        if let Some(sent) = self.sent.iter_mut().find(same) {
            sent.revision = revision;
            return false;
        }
        self.forget(id);
        self.failed.retain(|(request, _)| request.id != id);
        self.sent.push(SentGame { id, revision, plies, fingerprint });
        if self.sent.len() > MAX_REMEMBERED {
            self.sent.remove(0);
        }
        true
    }

    /// Whether a game was last sent with its tree in this state.
    pub(crate) fn has_sent(&self, id: u64, revision: u64) -> bool {
        self.sent.iter().any(|sent| sent.id == id && sent.revision == revision)
    }

    /// The version of a game that was last sent.
    pub(super) fn version(&self, id: u64) -> Option<u32> {
        self.sent.iter().find(|sent| sent.id == id).map(|sent| sent.fingerprint)
    }

    /// Whether the game is in the file, or on its way there.
    pub fn holds(&self, id: u64) -> bool {
        self.sent.iter().any(|sent| sent.id == id)
    }

    /// Handles that a game could not be written; returns whether it will be tried again. A newer version that was sent
    /// since must not be replaced by an older one.
    pub(super) fn fail(&mut self, request: KeepRequest, why: String) -> bool {
        let fingerprint = keep::version(request.text.as_bytes());
        let newer = |sent: &SentGame| sent.id == request.id && sent.fingerprint != fingerprint;
        if self.sent.iter().any(newer) {
            return false;
        }
        self.forget(request.id);
        self.failed.push((request, why));
        true
    }

    /// Takes the games that could not be written and records that they are sent again.
    pub(super) fn send_failed(&mut self) -> Vec<KeepRequest> {
        let again: Vec<KeepRequest> =
            std::mem::take(&mut self.failed).into_iter().map(|(request, _)| request).collect();
        for request in &again {
            self.send(request);
        }
        again
    }

    /// Whether the last attempt to write the game failed.
    pub(crate) fn has_failed(&self, id: u64) -> bool {
        self.failed.iter().any(|(request, _)| request.id == id)
    }

    /// How many games could not be written, and the newest reason.
    pub(crate) fn failures(&self) -> Option<(usize, &str)> {
        self.failed.last().map(|(_, why)| (self.failed.len(), why.as_str()))
    }

    /// Whether the user has requested it and waits for an answer.
    pub fn is_awaited(&self, id: u64) -> bool {
        self.asked == Some(id)
    }

    /// Handles the renaming of the file.
    pub(crate) fn forget_file(&mut self) {
        self.deleted.append(&mut self.sent);
        let excess = self.deleted.len().saturating_sub(MAX_REMEMBERED);
        self.deleted.drain(..excess);
    }

    /// Whether a game was in a file that was deleted and has not continued since. Its text may have changed: the
    /// scores of an analysis belong to it.
    pub(super) fn is_deleted(&self, request: &KeepRequest) -> bool {
        self.deleted.iter().any(|sent| sent.id == request.id && sent.plies >= request.plies)
    }

    /// Forgets that a game was sent, because it is not in the file.
    pub(super) fn forget(&mut self, id: u64) {
        self.sent.retain(|sent| sent.id != id);
    }
}

/// The id of a game as in its tag.
pub(super) fn id_text(id: u64) -> String {
    format!("{id:016x}")
}
