//! Endgame tables in the window: which are open, and what they say of the shown position. They are opened
//! and asked on a thread of their own; here is what was asked and what came back.

use std::path::PathBuf;

use tabia_chess::Board;
use tabia_games::tablebase::{MoveVerdict, ProbeError, Verdict};
use tabia_text::t;

/// Folders of tables that can be set.
pub const MAX_FOLDERS: usize = 8;

/// How it stands with the tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TablesState {
    /// No folder is set.
    #[default]
    None,
    /// Their files are being looked through.
    Opening,
    /// They can be asked.
    Open {
        /// Kinds of material there are tables for.
        tables: usize,
        /// Men of the largest, kings included.
        most_men: u32,
    },
    /// They cannot be used, and why.
    Refused(String),
}

/// What the tables say of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableResult {
    /// The position itself, for the side to move.
    pub here: Verdict,
    /// Every legal move, the best first.
    pub moves: Vec<MoveVerdict>,
}

#[derive(Clone, Debug)]
pub enum TablesNews {
    /// They were opened.
    Opened {
        /// The folders asked for.
        folders: Vec<PathBuf>,
        /// See [`TablesState::Open`].
        tables: usize,
        /// See [`TablesState::Open`].
        most_men: u32,
        /// Files that are damaged and left out, in words.
        damaged: Option<String>,
    },
    /// Some that were open have turned out to be damaged and are no longer used.
    Damaged {
        /// The folders asked for.
        folders: Vec<PathBuf>,
        /// Which, in words.
        error: String,
    },
    /// They could not be opened, and why.
    Refused {
        /// The folders asked for.
        folders: Vec<PathBuf>,
        /// In words.
        error: String,
    },
    /// A position was looked up.
    Answer {
        /// The position.
        board: Box<Board>,
        /// What they say, or why nothing.
        found: Result<TableResult, ProbeError>,
    },
}

/// The tables as far as the window knows them.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// How it stands with them.
    pub state: TablesState,
    /// The folders they were last asked for from.
    folders: Vec<PathBuf>,
    /// The question under way.
    asked: Option<Board>,
    /// The last answer and the position it is for.
    answer: Option<(Board, Result<TableResult, ProbeError>)>,
}

impl Tables {
    /// What is known of a position; `None` while that is being found out, or where the tables are too small.
    pub fn answer(&self, board: &Board) -> Option<&Result<TableResult, ProbeError>> {
        self.answer.as_ref().filter(|(of, _)| of == board).map(|(_, found)| found)
    }

    /// Whether the open tables may know a position: few enough men, and no castling left.
    pub fn may_know(&self, board: &Board) -> bool {
        match self.state {
            TablesState::Open { most_men, .. } => {
                board.occupied().count() <= most_men && board.castling().is_empty()
            }
            _ => false,
        }
    }

    /// Takes in news; what the user is to hear of it. What is no longer asked for is dropped.
    #[must_use]
    pub(crate) fn take(&mut self, news: TablesNews) -> Option<String> {
        match news {
            TablesNews::Opened { folders, tables, most_men, damaged }
                if folders == self.folders =>
            {
                self.state = TablesState::Open { tables, most_men };
                damaged.map(|damaged| t!("library-tables-problem", error = damaged))
            }
            TablesNews::Damaged { folders, error } if folders == self.folders => {
                // What they said of the shown position may be wrong: it is asked again.
                self.answer = None;
                Some(t!("library-tables-problem", error = error))
            }
            TablesNews::Refused { folders, error } if folders == self.folders => {
                let text = t!("library-tables-refused", error = error.as_str());
                self.state = TablesState::Refused(error);
                Some(text)
            }
            TablesNews::Answer { board, found } if self.asked == Some(*board) => {
                self.asked = None;
                self.answer = Some((*board, found));
                None
            }
            _ => None,
        }
    }

    /// Takes the folders of the settings over; says whether they have to be opened.
    #[must_use]
    pub(crate) fn follow(&mut self, folders: &[PathBuf]) -> bool {
        if self.folders == folders {
            return false;
        }
        self.folders = folders.to_vec();
        self.state = if folders.is_empty() { TablesState::None } else { TablesState::Opening };
        self.asked = None;
        self.answer = None;
        true
    }

    /// Whether a position is to be looked up; one question at a time.
    #[must_use]
    pub(crate) fn asks(&mut self, board: &Board) -> bool {
        let asks = self.asked.is_none() && self.answer(board).is_none() && self.may_know(board);
        if asks {
            self.asked = Some(*board);
        }
        asks
    }
}

/// How much the tables know: `110 tables of up to 5 men`.
pub fn extent(tables: usize, most_men: u32) -> String {
    t!("library-tables-extent", n = tables, men = most_men)
}
