//! The sources of the games on the board: the file of each, its place there, and whether it is still as it was
//! written. They are stored by the number of the game, so that undo cannot restore an outdated place.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use tabia_games::collection::changes::Changes;
use tabia_games::collection::file::{Place, Stamp, Written};

use super::collection::Origin;

/// Maximum number of games whose source is remembered, besides those on the board and those that undo leads to.
const MAX_SOURCES: usize = 200;

/// The source of a game.
#[derive(Clone, Debug)]
pub struct GameSource {
    /// The permanent id of the game.
    pub(crate) id: u64,
    /// The file or text.
    pub origin: Origin,
    /// The version of the file.
    pub stamp: Stamp,
    pub place: Place,
    /// The fingerprint of the game's PGN as it was read or written: a different one shows that it has changed.
    pub(crate) saved_fingerprint: u32,
    /// The lines of the game that could not be read.
    pub(crate) unread: Vec<String>,
    /// The game in the file may be replaced without another question.
    pub(crate) may_overwrite: bool,
    /// The game was deleted there and has no place until that is undone; or its file was replaced by another game.
    pub(crate) has_no_place: bool,
}

/// A source as stored in a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedSource {
    /// The path; empty for a text.
    path: String,
    stamp: Stamp,
    place: Place,
    #[serde(rename = "kept")]
    saved_fingerprint: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unread: Vec<String>,
    #[serde(default, rename = "gone", skip_serializing_if = "std::ops::Not::not")]
    has_no_place: bool,
}

impl GameSource {
    /// The source of a game that is in a file or text and may not be overwritten without a question.
    pub(crate) fn new(
        id: u64,
        origin: Origin,
        stamp: Stamp,
        place: Place,
        saved_fingerprint: u32,
        unread: Vec<String>,
    ) -> GameSource {
        GameSource {
            id,
            origin,
            stamp,
            place,
            saved_fingerprint,
            unread,
            may_overwrite: false,
            has_no_place: false,
        }
    }

    /// The file that contains the game.
    pub fn path(&self) -> Option<&Path> {
        self.origin.path().filter(|_| !self.has_no_place)
    }

    /// The source for a session; `None` if its path is not valid Unicode.
    pub fn saved(&self) -> Option<SavedSource> {
        let path = self.origin.path().map_or(Some(""), Path::to_str)?.to_owned();
        let GameSource { stamp, place, saved_fingerprint, ref unread, has_no_place, .. } = *self;
        Some(SavedSource {
            path,
            stamp,
            place,
            saved_fingerprint,
            unread: unread.clone(),
            has_no_place,
        })
    }
}

impl SavedSource {
    /// The source restored for the game with this `id`.
    pub fn restore(&self, id: u64) -> GameSource {
        let origin = match &self.path {
            path if path.is_empty() => Origin::Text("".into()),
            path => Origin::File(PathBuf::from(path)),
        };
        let SavedSource { stamp, place, saved_fingerprint, ref unread, has_no_place, .. } = *self;
        let unread = unread.clone();
        let source = GameSource::new(id, origin, stamp, place, saved_fingerprint, unread);
        GameSource { has_no_place, ..source }
    }
}

/// The sources of the games that are or were on the board.
#[derive(Clone, Debug, Default)]
pub struct GameSources {
    /// By the number of the game, newest last.
    sources: Vec<(u64, GameSource)>,
    /// A game is being written.
    pub(crate) writing: bool,
    /// The user is choosing a file to write it to.
    pub(crate) picking: bool,
}

impl GameSources {
    /// The source of a game.
    pub fn of(&self, serial: u64) -> Option<&GameSource> {
        self.sources.iter().rev().find(|(of, _)| *of == serial).map(|(_, home)| home)
    }

    /// Sets the source of a game. If there are too many, the oldest of a game that is not `used` is forgotten.
    pub(crate) fn put(&mut self, serial: u64, home: GameSource, used: impl Fn(u64) -> bool) {
        self.sources.retain(|(of, _)| *of != serial);
        if self.sources.len() >= MAX_SOURCES
            && let Some(oldest) = self.sources.iter().position(|(of, _)| !used(*of))
        {
            self.sources.remove(oldest);
        }
        self.sources.push((serial, home));
    }

    /// Updates the places after parts of a file were changed. A game that was removed or replaced has no place there
    /// any more.
    pub(crate) fn relocate_after_change(&mut self, path: &Path, made: &Changes, stamp: Stamp) {
        for (_, home) in &mut self.sources {
            let here = home.path() == Some(path);
            if !here || home.stamp != made.stamp {
                continue;
            }
            match made.moved(&home.place) {
                Some(place) => (home.stamp, home.place) = (stamp, place),
                None => home.has_no_place = true,
            }
        }
    }

    /// Updates the places after an undo: the file has the content of `before` again and the version `now`, and
    /// removed games have their places back.
    pub(crate) fn restore_places(&mut self, path: &Path, before: Stamp, now: Stamp) {
        for (_, home) in &mut self.sources {
            let here = home.origin.path() == Some(path);
            if here && home.has_no_place && home.stamp == before {
                (home.stamp, home.has_no_place) = (now, false);
            }
        }
    }

    /// Updates the places after the game with this `id` was written into a file, as a text with this fingerprint: the
    /// games after it have moved, and the file has a new version. Another board with the game that it replaced keeps
    /// the old version: saving it reports that the file has changed.
    pub(crate) fn relocate_after_write(
        &mut self,
        path: &Path,
        before: Stamp,
        written: &Written,
        (id, fingerprint): (u64, u32),
    ) {
        for (_, home) in &mut self.sources {
            let here = home.path() == Some(path);
            let place = &mut home.place;
            // A game read from an older version of the file keeps that version.
            if !here || home.stamp != before {
                continue;
            }
            // So does one whose text was closed.
            if written.closed_last && place.game + 1 == written.place.game {
                continue;
            }
            if place.game > written.place.game {
                place.offset = (place.offset as i64 + written.moved.0) as u64;
                place.line = (i64::from(place.line) + written.moved.1) as u32;
            } else if place.game == written.place.game {
                if home.id != id {
                    continue;
                }
                // An earlier state of the same game, with a fingerprint of its own.
                (*place, home.saved_fingerprint) = (written.place, fingerprint);
            }
            home.stamp = written.stamp;
        }
    }

    /// A file now contains another game instead of all it had: none of those has a place there any more.
    pub(crate) fn forget_places(&mut self, path: &Path) {
        for (_, home) in &mut self.sources {
            home.has_no_place |= home.origin.path() == Some(path);
        }
    }
}
