//! Tablebases in the window: which are open, and their results for the shown position. They are opened and probed on
//! a thread of their own; here are the requests and the answers.

use std::path::PathBuf;

use tabia_chess::Board;
use tabia_games::tablebase::{MoveVerdict, ProbeError, Verdict};
use tabia_text::t;

/// Maximum number of folders with tables.
pub const MAX_FOLDERS: usize = 8;

/// The state of the tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TablesState {
    /// No folder is set.
    #[default]
    None,
    /// Their files are being read.
    Opening,
    /// They can be probed.
    Open {
        /// The number of material signatures with a table.
        tables: usize,
        /// Pieces in the largest table, kings included.
        most_men: u32,
    },
    /// They cannot be used; the reason.
    Refused(String),
}

/// The tables' results for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableResult {
    /// The value of the position itself, for the side to move.
    pub here: Verdict,
    /// Every legal move, the best first.
    pub moves: Vec<MoveVerdict>,
}

#[derive(Clone, Debug)]
pub enum TablesNews {
    /// They were opened.
    Opened {
        /// The requested folders.
        folders: Vec<PathBuf>,
        /// See [`TablesState::Open`].
        tables: usize,
        /// See [`TablesState::Open`].
        most_men: u32,
        /// Damaged files that were left out, as text.
        damaged: Option<String>,
    },
    /// Tables that were open are damaged and no longer used.
    Damaged {
        /// The requested folders.
        folders: Vec<PathBuf>,
        /// Which tables, as text.
        error: String,
    },
    /// They could not be opened.
    Refused {
        /// The requested folders.
        folders: Vec<PathBuf>,
        /// The reason, as text.
        error: String,
    },
    /// A position was probed.
    Answer {
        /// The position.
        board: Box<Board>,
        /// The result, or why there is none.
        found: Result<TableResult, ProbeError>,
    },
}

/// The tables as far as the window knows them.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// Their state.
    pub state: TablesState,
    /// The folders last requested.
    folders: Vec<PathBuf>,
    /// The pending probe.
    asked: Option<Board>,
    /// The last answer and its position.
    answer: Option<(Board, Result<TableResult, ProbeError>)>,
}

impl Tables {
    /// The result for a position; `None` while it is being probed, or if the tables are too small.
    pub fn answer(&self, board: &Board) -> Option<&Result<TableResult, ProbeError>> {
        self.answer.as_ref().filter(|(of, _)| of == board).map(|(_, found)| found)
    }

    /// Whether the open tables may contain a position: few enough pieces, and no castling rights.
    pub fn may_know(&self, board: &Board) -> bool {
        match self.state {
            TablesState::Open { most_men, .. } => {
                board.occupied().count() <= most_men && board.castling().is_empty()
            }
            _ => false,
        }
    }

    /// Handles news, unless it is no longer relevant; returns a message for the user.
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
                // Their result for the shown position may be wrong: it is probed again.
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

    /// Takes over the folders of the settings; returns whether they have to be opened.
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

    /// Whether to probe a position now; one probe at a time.
    #[must_use]
    pub(crate) fn asks(&mut self, board: &Board) -> bool {
        let asks = self.asked.is_none() && self.answer(board).is_none() && self.may_know(board);
        if asks {
            self.asked = Some(*board);
        }
        asks
    }
}

/// The extent of the tables: `110 tables of up to 5 men`.
pub fn extent(tables: usize, most_men: u32) -> String {
    t!("library-tables-extent", n = tables, men = most_men)
}
