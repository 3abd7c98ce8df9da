//! The games of an opened file or text as the window lists them: the requests, the rows that answer them, and the
//! cursor. Lists are built and games read elsewhere.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tabia_chess::{Board, Move};
use tabia_games::collection::entry::Entry;
use tabia_games::collection::explore::{self, Explored};
use tabia_games::collection::file::{FileError, GamesSource, Place, Stamp, Written};
use tabia_games::collection::filter::Filter;
use tabia_games::collection::listing::{self, Column, Sort};
use tabia_games::collection::search::{self, Hit, Likeness};
use tabia_games::collection::{Collection, append, file};
use tabia_games::export::job::{Choices, Kind};
use tabia_games::game::pgn_read::PgnGame;
use tabia_text::t;

use super::own::OwnGameAdded;
use super::removed::Changed;

/// The source of games.
#[derive(Clone, Debug)]
pub enum Origin {
    /// A file by its true path ([`file::true_path`]), so that files can be compared by their paths.
    File(PathBuf),
    /// A text, for example a pasted one.
    Text(Arc<str>),
}

impl Origin {
    /// The path, if it is a file.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Origin::File(path) => Some(path),
            Origin::Text(_) => None,
        }
    }

    /// Whether both are the same file or the identical text.
    pub(crate) fn is_same(&self, other: &Origin) -> bool {
        match (self, other) {
            (Origin::File(one), Origin::File(other)) => one == other,
            (Origin::Text(one), Origin::Text(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }

    /// Reads the game at this place. Waits for the disk.
    ///
    /// # Errors
    /// As text: the error of the system, or that the file has changed.
    pub fn read(&self, place: &Place) -> Result<PgnGame, String> {
        match self {
            Origin::File(path) => file::read_game(path, place).map_err(|error| error.to_string()),
            Origin::Text(text) => file::game_in(text.as_bytes(), place.offset as usize, place)
                .ok_or_else(|| t!("library-text-changed").to_owned()),
        }
    }
}

/// Which rows are wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListView {
    /// The filter as typed.
    pub filter: String,
    /// The order.
    pub sort: Sort,
    /// Only games with this position, or a similar one.
    pub asked: Option<AskedPosition>,
}

/// The position that was on the board when games with it were asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AskedPosition {
    pub likeness: Likeness,
    pub board: Board,
    /// The position before it and the move between them; `None`: it was at the start.
    pub last: Option<(Board, Move)>,
}

/// Everything that an answer depends on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Question {
    view: ListView,
    /// The number of changes of the list.
    revision: u64,
}

/// The list of games and its display.
#[derive(Clone, Debug)]
pub struct GameList {
    /// The number of the list.
    id: u32,
    /// The file's name, or a description of another source.
    pub name: String,
    pub origin: Origin,
    /// The version of the file that was read.
    pub stamp: Stamp,
    /// The games.
    pub collection: Arc<Collection>,
    /// Whether the Elo of any player is known.
    pub elos: bool,
    /// Which rows are wanted.
    pub view: ListView,
    /// The parts of the filter that could not be understood.
    pub remarks: Vec<String>,
    /// The rows, as far as they are known.
    pub rows: Arc<Vec<Hit>>,
    /// The selected row.
    pub cursor: Option<usize>,
    /// The game in it, while the rows of the list that was read again are not known.
    selected: Option<u32>,
    /// Incremented whenever that row has to be scrolled into view.
    pub reveal: u64,
    /// The number of the last request.
    pub(crate) ticket: u64,
    /// Whether it has not been answered yet.
    pub waiting: bool,
    /// The last request.
    pub(crate) asked: Option<Question>,
    /// The number of changes of the list.
    pub(crate) revision: u64,
    /// The number of the last request to open a game.
    last_open: u64,
    /// The game of that request until it is read.
    pub(crate) being_read: Option<u32>,
}

impl GameList {
    /// A list that was just read.
    pub fn new(
        id: u32,
        name: String,
        origin: Origin,
        stamp: Stamp,
        collection: Arc<Collection>,
    ) -> GameList {
        GameList {
            id,
            name,
            origin,
            stamp,
            elos: has_elos(&collection),
            collection,
            view: ListView::default(),
            remarks: Vec::new(),
            rows: Arc::default(),
            cursor: None,
            selected: None,
            reveal: 0,
            // A late answer for the previous list must not be taken for one for this list.
            ticket: u64::from(id) << 32,
            waiting: false,
            asked: None,
            revision: 0,
            last_open: 0,
            being_read: None,
        }
    }

    /// A number that no other list has, nor this one after a change.
    pub fn number(&self) -> u64 {
        u64::from(self.id) << 32 | self.revision & 0xffff_ffff
    }

    /// Copies the display of an earlier state of this list, and what is known about games being read.
    pub(crate) fn copy_view(&mut self, old: &GameList) {
        self.view.clone_from(&old.view);
        self.remarks.clone_from(&old.remarks);
        (self.rows, self.cursor) = (Arc::default(), old.cursor);
        let game = old.cursor.and_then(|row| Some(old.rows.get(row)?.game)).or(old.selected);
        let text = |list: &GameList, game| {
            list.collection.entry(game).map(|entry| (entry.length, entry.fingerprint))
        };
        // Behind a game that another program has added or removed, it has another number.
        self.selected = game.filter(|&game| text(self, game) == text(old, game));
        (self.last_open, self.being_read) = (old.last_open, old.being_read);
    }

    /// The place of the game with the same text as one of another version of the file; of several, of the one whose
    /// number is nearest.
    pub(super) fn place_of_same(&self, old: &Place) -> Option<Place> {
        let same =
            |entry: &Entry| (entry.length, entry.fingerprint) == (old.length, old.fingerprint);
        let games = (0..self.collection.len() as u32)
            .filter(|&game| self.collection.entry(game).is_some_and(same));
        self.place(games.min_by_key(|game| game.abs_diff(old.game))?)
    }

    /// Numbers a request to open this game.
    pub(crate) fn next_open(&mut self, game: u32) -> u64 {
        self.last_open += 1;
        self.being_read = Some(game);
        self.last_open
    }

    /// Takes the answer to a request to open a game. Returns whether it is the last request.
    pub(crate) fn take_open(&mut self, number: u64) -> bool {
        let is_last = number == self.last_open;
        if is_last {
            self.being_read = None;
        }
        is_last
    }

    /// Sets another filter.
    pub(crate) fn set_filter(&mut self, text: String) {
        self.remarks = Filter::parse(&text).remarks().to_vec();
        self.view.filter = text;
    }

    /// Updates the list after a game was written into the file, which had the version `stamp_before` and now has
    /// `stamp`.
    pub(crate) fn update_after_write(
        &mut self,
        stamp_before: Stamp,
        stamp: Stamp,
        list: Option<Arc<Collection>>,
    ) {
        if let Some(list) = list.filter(|_| self.stamp == stamp_before) {
            self.elos = has_elos(&list);
            (self.collection, self.stamp) = (list, stamp);
            self.revision += 1;
        }
    }

    /// Updates the list after these games were removed from the file, which now has the version `stamp`. The rows
    /// stay until the new ones are known.
    pub(crate) fn update_after_removal(
        &mut self,
        removed: &[Place],
        stamp: Stamp,
        list: Arc<Collection>,
    ) {
        let now = |game: u32| {
            let before = removed.iter().filter(|place| place.game < game).count() as u32;
            (!removed.iter().any(|place| place.game == game)).then(|| game - before)
        };
        let of_row = |hit: &Hit| Some(Hit { game: now(hit.game)?, ..*hit });
        let rows = &self.rows;
        self.cursor = self
            .cursor
            .map(|row| row - rows.iter().take(row).filter(|hit| now(hit.game).is_none()).count());
        self.rows = Arc::new(rows.iter().filter_map(of_row).collect());
        self.cursor = self.cursor.filter(|_| !self.rows.is_empty());
        self.cursor = self.cursor.map(|row| row.min(self.rows.len() - 1));
        self.being_read = self.being_read.and_then(now);
        self.elos = has_elos(&list);
        (self.collection, self.stamp) = (list, stamp);
        self.revision += 1;
    }

    /// The next request, if it differs from the last one.
    pub(crate) fn next_question(&mut self) -> Option<ListRequest> {
        let question = Question { view: self.view.clone(), revision: self.revision };
        if self.asked.as_ref() == Some(&question) {
            return None;
        }
        self.asked = Some(question);
        self.ticket += 1;
        self.waiting = true;
        Some(ListRequest {
            ticket: self.ticket,
            collection: Arc::clone(&self.collection),
            view: self.view.clone(),
        })
    }

    /// Takes an answer, unless it is for an older request.
    pub(crate) fn take_rows(&mut self, ticket: u64, rows: Arc<Vec<Hit>>) {
        if ticket != self.ticket {
            return;
        }
        let stood = self.cursor.and_then(|row| self.rows.get(row)).map(|hit| hit.game);
        let stood = stood.or(self.selected.take());
        self.cursor = match stood {
            Some(game) => rows.iter().position(|hit| hit.game == game),
            // The file was read again and has another game there: the row number stays.
            None => self.cursor.filter(|_| !rows.is_empty()).map(|row| row.min(rows.len() - 1)),
        };
        if self.cursor.is_some() {
            self.reveal += 1;
        }
        self.rows = rows;
        self.waiting = false;
    }

    /// Selects a row, or the last one if it is too high.
    pub(crate) fn select_row(&mut self, row: usize) {
        if !self.rows.is_empty() {
            self.cursor = Some(row.min(self.rows.len() - 1));
            self.reveal += 1;
        }
    }

    pub fn row_of(&self, game: u32) -> Option<usize> {
        self.rows.iter().position(|hit| hit.game == game)
    }

    /// The place of a game in the file.
    pub fn place(&self, game: u32) -> Option<Place> {
        self.collection.entry(game).map(|entry| Place::of(game, entry))
    }
}

fn has_elos(list: &Collection) -> bool {
    list.entries().iter().any(|entry| entry.white_elo > 0 || entry.black_elo > 0)
}

/// A request for rows, for a background thread.
#[derive(Clone, Debug)]
pub struct ListRequest {
    /// Its number, repeated in the answer.
    pub ticket: u64,
    collection: Arc<Collection>,
    view: ListView,
}

impl ListRequest {
    /// The rows; `None` if the request was cancelled.
    pub fn answer(&self, stop: &AtomicBool) -> Option<GamesAction> {
        let found = match &self.view.asked {
            Some(of) => Some(search::find(&self.collection, &of.board, of.likeness, stop)?),
            None => None,
        };
        let filter = Filter::parse(&self.view.filter);
        let rows = listing::rows(&self.collection, &filter, self.view.sort, found.as_deref());
        Some(GamesAction::RowsReady { ticket: self.ticket, rows: Arc::new(rows) })
    }
}

/// The games of a list as it is shown, to be written into another file on a thread that may wait for the disk.
#[derive(Clone, Debug)]
pub struct SaveListRequest {
    origin: Origin,
    stamp: Stamp,
    games: Vec<Place>,
}

impl SaveListRequest {
    pub(crate) fn of(list: &GameList) -> SaveListRequest {
        let games = list.rows.iter().filter_map(|hit| list.place(hit.game)).collect();
        SaveListRequest { origin: list.origin.clone(), stamp: list.stamp, games }
    }

    /// Writes them. Waits for the disk. Returns whether it was not cancelled.
    ///
    /// # Errors
    /// As text: those of [`file::copy_games`].
    pub fn write(&self, to: &Path, go_on: &mut dyn FnMut(f32) -> bool) -> Result<bool, String> {
        let source = match &self.origin {
            Origin::File(path) => GamesSource::File(path, self.stamp),
            Origin::Text(text) => GamesSource::Text(text),
        };
        file::copy_games(source, &self.games, to, go_on).map_err(|error| error.to_string())
    }
}

/// A request for the moves played from a position, for a background thread.
#[derive(Clone, Debug)]
pub struct ExploreRequest {
    /// The number of the list, repeated in the answer.
    pub number: u64,
    /// The games of the list.
    pub collection: Arc<Collection>,
    /// The position.
    pub board: Board,
}

impl ExploreRequest {
    /// The answer; `None` if the request was cancelled.
    pub fn answer(&self, stop: &AtomicBool) -> Option<GamesAction> {
        let explored = Arc::new(explore::explore(&self.collection, &self.board, stop)?);
        Some(GamesAction::Explored { key: self.board.key(), number: self.number, explored })
    }
}

/// What a game is read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenAs {
    /// To put it on the board, after this many plies.
    Open(u32),
    /// To merge it into the game on the board as variations.
    Merge,
    /// To copy it as PGN.
    Copy,
}

/// A request to read a game, on a thread that may wait for the disk.
#[derive(Clone, Debug)]
pub struct ReadRequest {
    pub origin: Origin,
    /// The version of the file that `place` belongs to.
    pub stamp: Stamp,
    /// Its place.
    pub place: Place,
    pub purpose: OpenAs,
    /// Serial number of the game that was on the board.
    pub serial: u64,
    /// Its number among the requests to open a game of this list; 0 for another purpose.
    pub number: u64,
}

/// The way a game is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteKind {
    /// In place of the version it came from, if the file has not changed.
    Replace(Stamp, Place),
    /// After all games of the file.
    Append,
    /// As the only game of the file, replacing any content.
    Create,
}

/// What file a game is to be saved in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveTo {
    /// A new one, with this suggested name.
    New(String),
    /// An existing one, after its games.
    EndOf,
}

/// A file that was picked for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickedFile {
    /// A new one, or one whose games are replaced: how many it has.
    New(u32),
    /// One whose games are kept.
    EndOf,
}

/// A game to be written while another may be on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameText {
    /// The number of the game on the board.
    pub serial: u64,
    /// Its permanent id.
    pub id: u64,
    /// The game as PGN.
    pub text: String,
    /// The lines in it that could not be read.
    pub unread: Vec<String>,
}

/// A request to write a game, on a thread that may wait for the disk.
#[derive(Clone, Debug)]
pub struct WriteRequest {
    /// The number of the game on the board.
    pub serial: u64,
    /// Its permanent id.
    pub id: u64,
    /// The file.
    pub path: PathBuf,
    pub kind: WriteKind,
    /// The game as PGN.
    pub text: String,
    /// The lines in it that could not be read.
    pub unread: Vec<String>,
    /// Convert the whole file to UTF-8 first.
    pub convert: bool,
    /// The list of the file's games, to be updated, and the version of the file that was listed.
    pub list: Option<(Arc<Collection>, Stamp)>,
}

impl WriteRequest {
    /// Writes it. Waits for the disk.
    pub fn carry_out(mut self) -> WriteResult {
        let (path, text, kind, convert) = (&self.path, &self.text, self.kind, self.convert);
        let stamp_before = Stamp::of(path).unwrap_or_default();
        // A list of an older version of the file does not apply, and after a conversion all games have moved.
        let list = self.list.take();
        let list =
            list.filter(|(_, stamp)| *stamp == stamp_before && !convert).map(|(list, _)| list);
        let done = if convert { converted(path, kind) } else { Ok(kind) };
        let done = done.and_then(|kind| match kind {
            WriteKind::Replace(stamp, place) => file::replace(path, stamp, &place, text),
            WriteKind::Append => {
                let end = list.as_ref().and_then(|list| Some((stamp_before, list.end()?)));
                append::append(path, end, text)
            }
            WriteKind::Create => file::create(path, text),
        });
        let list = match (&done, kind, list) {
            (Ok(_), WriteKind::Create, Some(_)) => Some(Arc::new(Collection::of_text(text))),
            (Ok(written), _, Some(list)) if !written.closed_last => {
                Some(Arc::new(list.with(written, text)))
            }
            _ => None,
        };
        let doubt = match &done {
            Err(FileError::Changed(_)) => Some(SaveDoubt::Changed),
            Err(FileError::Encoding { found, .. }) => {
                Some(SaveDoubt::Encoding { found: *found, kind })
            }
            _ => None,
        };
        let done = done.map_err(|error| error.to_string());
        self.path = file::true_path(&self.path);
        WriteResult { request: self, done, doubt, stamp_before, list }
    }

    /// The answer for a request that was not even tried, with the reason.
    pub fn failed(self, why: String) -> WriteResult {
        WriteResult {
            request: self,
            done: Err(why),
            doubt: None,
            stamp_before: Stamp::default(),
            list: None,
        }
    }
}

/// Converts a whole file to UTF-8, and returns how to write the game then.
fn converted(path: &Path, kind: WriteKind) -> Result<WriteKind, FileError> {
    Ok(match kind {
        WriteKind::Replace(stamp, place) => {
            let (stamp, moved) = file::convert(path, Some(stamp), Some(&place))?;
            WriteKind::Replace(stamp, moved.unwrap_or(place))
        }
        WriteKind::Append => {
            file::convert(path, None, None)?;
            kind
        }
        WriteKind::Create => kind,
    })
}

/// The result of writing a game.
#[derive(Clone, Debug)]
pub struct WriteResult {
    /// The request.
    pub request: WriteRequest,
    /// Its new place, or the error as text.
    pub done: Result<Written, String>,
    /// A question to ask before it can be written.
    pub doubt: Option<SaveDoubt>,
    /// The version of the file before.
    pub stamp_before: Stamp,
    /// The updated list of the file's games.
    pub list: Option<Arc<Collection>>,
}

/// A question before a game is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveQuestion {
    /// The game.
    pub game: GameText,
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub why: SaveDoubt,
}

/// The reason for asking before a game is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveDoubt {
    /// It would replace this game, counted from 0.
    Replaces(u32),
    /// It would replace a game with lines that could not be read and would be lost.
    Loses {
        /// The game, counted from 0.
        game: u32,
        /// Those lines.
        lost: String,
        /// The game that would be written.
        new: String,
    },
    /// The game has a character that the encoding of the file lacks.
    Encoding {
        /// The character.
        found: char,
        /// How the game was to be written.
        kind: WriteKind,
    },
    /// The file has changed since it was read.
    Changed,
    /// The file has this many games, which would all be replaced.
    Over(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveAnswer {
    /// Overwrite the content.
    Replace,
    /// Append to the file.
    Append,
    /// Convert the whole file to UTF-8, then write.
    Convert,
    /// Save in another file.
    Elsewhere,
}

/// Actions on the list of games and its files.
#[derive(Clone, Debug)]
pub enum GamesAction {
    /// The filter was changed.
    Filter(String),
    /// The header of a column was clicked.
    Sort(Column),
    /// Show only games with the position on the board, or all.
    Like(Option<Likeness>),
    /// Select a row; a number after the last row means the last.
    SelectRow(usize),
    /// Read a game.
    Take {
        game: u32,
        purpose: OpenAs,
    },
    /// Close the list.
    Close,
    /// The rows that were requested.
    RowsReady {
        /// The number of the request.
        ticket: u64,
        /// The answer.
        rows: Arc<Vec<Hit>>,
    },
    /// The moves played from a position.
    Explored {
        /// The key of the position.
        key: u64,
        /// The number of the list.
        number: u64,
        /// The answer.
        explored: Arc<Explored>,
    },
    /// A game was read.
    Read {
        /// The request.
        request: Box<ReadRequest>,
        /// The game, or the error as text.
        found: Result<Box<PgnGame>, String>,
    },
    /// A game was written, or could not be.
    Wrote(Box<WriteResult>),
    /// The answer to the open question.
    Save(SaveAnswer),
    /// A file was picked for a game.
    SaveTo {
        /// The game, as it was when the file was asked for.
        game: Box<GameText>,
        /// The file.
        path: PathBuf,
        file: PickedFile,
    },
    /// Open a recent file, 0 the newest.
    OpenRecentFile(usize),
    /// A game was added to the user's own games, or could not be.
    GameKept(Box<OwnGameAdded>),
    /// Try again to add the games that could not be added to the user's own games.
    KeepFailed,
    /// There is no file of the user's own games.
    NoOwnGames,
    /// Ask whether to remove a game of the list from its file.
    Remove(u32),
    /// Read the list again from its file.
    ReadAgain,
    /// Merge duplicates.
    MergeDuplicates,
    /// A file was changed, or could not be.
    Changed(Box<Changed>),
    /// Change the choices in the export dialog.
    DraftExport(Kind, Choices),
    Export(Kind, Choices),
    /// The export was written, or the error as text.
    Exported(Result<PathBuf, String>),
    /// No file was picked for the game, or one that cannot be read; then the reason.
    NoFileToSaveTo(Option<String>),
    /// A picture of the board is in the clipboard.
    PictureCopied,
}

pub(crate) fn is_of_file(list: &GameList, path: &Path) -> bool {
    list.origin.path() == Some(path)
}
