//! The games of an opened file or text as the window lists them: what is asked for, the rows that answer it, and
//! where one stands among them. Lists are made and games read elsewhere; here are the questions and answers.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tabia_chess::Board;
use tabia_games::collection::explore::{self, Explored};
use tabia_games::collection::file::{FileError, Place, Stamp, Written, same_file};
use tabia_games::collection::filter::Filter;
use tabia_games::collection::listing::{self, Column, Sort};
use tabia_games::collection::search::{self, Hit, Likeness};
use tabia_games::collection::{Collection, file};
use tabia_games::export::job::{Choices, Kind};
use tabia_games::game::pgn_read::PgnGame;
use tabia_text::t;

use super::own::KeptNews;
use super::removed::Changed;

/// Where games come from.
#[derive(Clone, Debug)]
pub enum Origin {
    File(PathBuf),
    /// A text, pasted say.
    Text(Arc<str>),
}

impl Origin {
    /// The file, if it is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Origin::File(path) => Some(path),
            Origin::Text(_) => None,
        }
    }

    /// Whether both are the same file or the very same text.
    pub fn is_same(&self, other: &Origin) -> bool {
        match (self, other) {
            (Origin::File(one), Origin::File(other)) => one == other,
            (Origin::Text(one), Origin::Text(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }

    /// Reads a game that stands there. Waits for the disk.
    ///
    /// # Errors
    /// In words: what the system says, or that the file has changed.
    pub fn read(&self, place: &Place) -> Result<PgnGame, String> {
        match self {
            Origin::File(path) => file::read_game(path, place).map_err(|error| error.to_string()),
            Origin::Text(text) => file::game_in(text.as_bytes(), place.offset as usize, place)
                .ok_or_else(|| t!("library-text-changed").to_owned()),
        }
    }
}

/// What rows are wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListView {
    /// The filter as it is typed.
    pub filter: String,
    /// The order.
    pub sort: Sort,
    /// Only games with the position on the board, or one that is like it.
    pub likeness: Option<Likeness>,
}

/// Everything an answer depends on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Question {
    view: ListView,
    /// The key of the position that is looked for.
    key: u64,
    /// How often the list has changed.
    revision: u64,
}

/// The list of games and how it is looked at.
#[derive(Clone, Debug)]
pub struct GameList {
    /// Tells lists apart.
    id: u32,
    /// The file's name, or where else the games come from.
    pub name: String,
    pub origin: Origin,
    /// The file as it was read.
    pub stamp: Stamp,
    /// The games.
    pub collection: Arc<Collection>,
    /// Whether the Elo of any player is known.
    pub elos: bool,
    /// What rows are wanted.
    pub view: ListView,
    /// What of the filter could not be understood.
    pub remarks: Vec<String>,
    /// The rows, as far as they are known.
    pub rows: Arc<Vec<Hit>>,
    /// The row one stands on.
    pub cursor: Option<usize>,
    /// Grows whenever that row has to come into view.
    pub reveal: u64,
    /// The number of the newest question.
    pub(crate) ticket: u64,
    /// Whether it is still open.
    pub waiting: bool,
    /// What was asked last.
    pub(crate) asked: Option<Question>,
    /// How often the list has changed.
    pub(crate) revision: u64,
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
            reveal: 0,
            // A late answer to the list before must not be taken for one to this.
            ticket: u64::from(id) << 32,
            waiting: false,
            asked: None,
            revision: 0,
        }
    }

    /// A number that another list, or this one after a change, does not have.
    pub fn number(&self) -> u64 {
        u64::from(self.id) << 32 | self.revision & 0xffff_ffff
    }

    /// Shows the games as another list did: an earlier state of this one.
    pub(crate) fn copy_view(&mut self, old: &GameList) {
        self.view.clone_from(&old.view);
        self.remarks.clone_from(&old.remarks);
        (self.rows, self.cursor) = (Arc::default(), old.cursor);
    }

    /// Another filter was typed.
    pub(crate) fn set_filter(&mut self, text: String) {
        self.remarks = Filter::parse(&text).remarks().to_vec();
        self.view.filter = text;
    }

    /// A game was written into the file, which was as `stamp_before` says and is now as `stamp` says.
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

    /// The question to be asked for this board, if it is another one than was asked last.
    pub(crate) fn next_question(&mut self, board: &Board) -> Option<ListRequest> {
        let key = if self.view.likeness.is_some() { board.key() } else { 0 };
        let question = Question { view: self.view.clone(), key, revision: self.revision };
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
            board: *board,
        })
    }

    /// Takes an answer. What was asked before something else is out of date.
    pub(crate) fn take_rows(&mut self, ticket: u64, rows: Arc<Vec<Hit>>) {
        if ticket != self.ticket {
            return;
        }
        let stood = self.cursor.and_then(|row| self.rows.get(row)).map(|hit| hit.game);
        self.cursor = match stood {
            Some(game) => rows.iter().position(|hit| hit.game == game),
            // The file was read again: the row stays, whatever game is in it now.
            None => self.cursor.filter(|_| !rows.is_empty()).map(|row| row.min(rows.len() - 1)),
        };
        if self.cursor.is_some() {
            self.reveal += 1;
        }
        self.rows = rows;
        self.waiting = false;
    }

    /// Stands on a row, or on the last.
    pub(crate) fn select_row(&mut self, row: usize) {
        if !self.rows.is_empty() {
            self.cursor = Some(row.min(self.rows.len() - 1));
            self.reveal += 1;
        }
    }

    pub fn row_of(&self, game: u32) -> Option<usize> {
        self.rows.iter().position(|hit| hit.game == game)
    }

    /// Where a game stands in the file.
    pub fn place(&self, game: u32) -> Option<Place> {
        self.collection.entry(game).map(|entry| Place::of(game, entry))
    }
}

fn has_elos(list: &Collection) -> bool {
    list.entries().iter().any(|entry| entry.white_elo > 0 || entry.black_elo > 0)
}

/// A question for rows, for a thread that may take its time.
#[derive(Clone, Debug)]
pub struct ListRequest {
    /// Its number; the answer has the same.
    pub ticket: u64,
    collection: Arc<Collection>,
    view: ListView,
    board: Board,
}

impl ListRequest {
    /// The rows; `None` when it was given up.
    pub fn answer(&self, stop: &AtomicBool) -> Option<GamesAction> {
        let found = match self.view.likeness {
            Some(likeness) => Some(search::find(&self.collection, &self.board, likeness, stop)?),
            None => None,
        };
        let filter = Filter::parse(&self.view.filter);
        let rows = listing::rows(&self.collection, &filter, self.view.sort, found.as_deref());
        Some(GamesAction::RowsReady { ticket: self.ticket, rows: Arc::new(rows) })
    }
}

/// A question for the moves played from a position, for a thread that may take its time.
#[derive(Clone, Debug)]
pub struct ExploreRequest {
    /// The number of the list; the answer has the same.
    pub number: u64,
    /// Its games.
    pub collection: Arc<Collection>,
    /// The position.
    pub board: Board,
}

impl ExploreRequest {
    /// The answer; `None` when it was given up.
    pub fn answer(&self, stop: &AtomicBool) -> Option<GamesAction> {
        let explored = Arc::new(explore::explore(&self.collection, &self.board, stop)?);
        Some(GamesAction::Explored { key: self.board.key(), number: self.number, explored })
    }
}

/// What a game is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be put on the board, after so many plies.
    Open(u32),
    /// To become variations of the game on the board.
    Merge,
    /// To be copied as PGN.
    Copy,
}

/// A game to be read, on a thread that may wait for the disk.
#[derive(Clone, Debug)]
pub struct ReadRequest {
    pub origin: Origin,
    /// State of the file that `place` belongs to.
    pub stamp: Stamp,
    /// Where it stands.
    pub place: Place,
    pub purpose: Purpose,
    /// Serial number of the game that was on the board.
    pub serial: u64,
}

/// How a game is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteKind {
    /// In the place where it came from, if the file is still as it was.
    Replace(Stamp, Place),
    /// Behind all games of the file.
    Append,
    /// As the only game of the file, whatever was there.
    Create,
}

/// A game to be written, on a thread that may wait for the disk.
#[derive(Clone, Debug)]
pub struct WriteRequest {
    /// The number of the game on the board.
    pub serial: u64,
    /// Its name for good.
    pub id: u64,
    /// To this file.
    pub path: PathBuf,
    pub kind: WriteKind,
    /// The game as PGN.
    pub text: String,
    /// The lines in it that could not be read.
    pub unread: Vec<String>,
    /// The whole file is made UTF-8 first.
    pub convert: bool,
    /// The list of the file's games, to be kept up with it, and the file as it was listed.
    pub list: Option<(Arc<Collection>, Stamp)>,
}

impl WriteRequest {
    /// Writes it. Waits for the disk.
    pub fn carry_out(mut self) -> Wrote {
        let (path, text, kind, convert) = (&self.path, &self.text, self.kind, self.convert);
        let stamp_before = Stamp::of(path).unwrap_or_default();
        // The list of an older file says nothing about this one, and in a converted one all games have moved.
        let list = self.list.take();
        let list =
            list.filter(|(_, stamp)| *stamp == stamp_before && !convert).map(|(list, _)| list);
        let done = if convert { converted(path, kind) } else { Ok(kind) };
        let done = done.and_then(|kind| match kind {
            WriteKind::Replace(stamp, place) => file::replace(path, stamp, &place, text),
            WriteKind::Append => {
                let counted = || file::count_games(path);
                let games = list.as_ref().map_or_else(counted, |list| Ok(list.len() as u32));
                games.and_then(|games| file::append(path, games, text))
            }
            WriteKind::Create => file::create(path, text),
        });
        let list = match (&done, kind, list) {
            (Ok(_), WriteKind::Create, Some(_)) => Some(Arc::new(Collection::of_text(text))),
            (Ok(written), _, Some(list)) => Some(Arc::new(list.with(written, text))),
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
        Wrote { request: self, done, doubt, stamp_before, list }
    }

    /// It was not even tried, for a reason in words.
    pub fn failed(self, why: String) -> Wrote {
        Wrote {
            request: self,
            done: Err(why),
            doubt: None,
            stamp_before: Stamp::default(),
            list: None,
        }
    }
}

/// Makes a whole file UTF-8, and says how a game is to be written then.
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

/// What became of a game that was to be written.
#[derive(Clone, Debug)]
pub struct Wrote {
    /// What was wanted.
    pub request: WriteRequest,
    /// Where it stands now, or why not, in words.
    pub done: Result<Written, String>,
    /// What has to be asked before it can be written.
    pub doubt: Option<SaveDoubt>,
    /// The file as it was before.
    pub stamp_before: Stamp,
    /// The list of the file's games as it is now.
    pub list: Option<Arc<Collection>>,
}

/// What is asked before a game is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveQuestion {
    /// The file.
    pub path: PathBuf,
    /// Why it is asked.
    pub why: SaveDoubt,
}

/// Why it is asked before a game is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveDoubt {
    /// It takes the place of this game, counted from 0.
    Replaces(u32),
    /// The same, and the game there has lines that could not be read and would go.
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
        /// How it was to be written.
        kind: WriteKind,
    },
    /// The file has changed since it was read.
    Changed,
    /// The file holds so many games that would all be replaced.
    Over(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveAnswer {
    /// Write over what is there.
    Replace,
    /// Write behind it.
    Append,
    /// Make the whole file UTF-8 and write it.
    Convert,
    /// Somewhere else.
    Elsewhere,
}

/// What can happen to the list of games and the files they are in.
#[derive(Clone, Debug)]
pub enum GamesAction {
    /// Another filter was typed.
    Filter(String),
    /// The head of a column was clicked.
    Sort(Column),
    /// Only games with the position on the board, or all.
    Like(Option<Likeness>),
    /// Stand on a row; behind the last one means the last.
    SelectRow(usize),
    /// A game is wanted.
    Take {
        game: u32,
        purpose: Purpose,
    },
    /// The list is no longer needed.
    Close,
    /// The rows asked for.
    RowsReady {
        /// The number of the question.
        ticket: u64,
        /// The answer.
        rows: Arc<Vec<Hit>>,
    },
    /// What was played from a position.
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
        /// What was asked for.
        request: Box<ReadRequest>,
        /// The game, or why not, in words.
        found: Result<Box<PgnGame>, String>,
    },
    /// A game was written, or not.
    Wrote(Box<Wrote>),
    /// The answer to the open question.
    Save(SaveAnswer),
    /// A file was picked for the game.
    SaveTo {
        /// The file.
        path: PathBuf,
        /// Games in it so far.
        games: u32,
        /// Whether they are to stay.
        append: bool,
    },
    /// A file of the recent ones, 0 the newest.
    OpenRecent(usize),
    /// A game of one's own was kept, or not.
    GameKept(Box<KeptNews>),
    /// None was ever kept.
    NoOwnGames,
    /// Ask whether a game of the list is to be taken out of its file.
    Remove(u32),
    /// Of games that are the same only one is to stay.
    MergeDuplicates,
    /// A file was changed, or not.
    Changed(Box<Changed>),
    /// Change what the open dialog exports.
    DraftExport(Kind, Choices),
    Export(Kind, Choices),
    /// It was written, or why not, in words.
    Exported(Result<PathBuf, String>),
    /// No file was picked for the game, or one that cannot be read, and why.
    NoFileToSaveTo(Option<String>),
    /// A picture of the board is in the clipboard.
    PictureCopied,
}

pub(crate) fn is_of_file(list: &GameList, path: &Path) -> bool {
    list.origin.path().is_some_and(|own| same_file(own, path))
}
