//! Syzygy endgame tables: the verdict of a position with few men, and of each of its moves.
//!
//! The reader is our own and trusts no file: `format` checks a head, `index` numbers positions, `pairs` reads
//! values, `storage` gives it the bytes, and `probe` makes a verdict of what is stored. A table that turns out to be
//! damaged is refused by name and the others are used; any number of threads may ask at once.
//!
//! - **What cannot be is refused**: other men than the name says, codes, symbols or lists that make no sense,
//!   blocks that do not end where the file does. A table's head is read at the first question, and a fault found in
//!   it or later ends the use of this table alone. `probe` tries captures (for distances all zeroing moves) first,
//!   which tables need not know.
//! - **No memory map** (`storage`): 4 KiB pages by position, a cache of 32 MiB, a lock for each page, at most 96
//!   files open. So the room needs no `unsafe`.
//! - **Checksums.** The last 16 bytes of a table are a hash of the rest (`checksum`; all 70 files of three and four
//!   men agree with theirs). When folders are opened, heads of all files are checked and the smallest tables, 32
//!   MiB together, hashed; in the window a thread goes on with the others up to 128 MiB each and 4 GiB a start,
//!   resting as long as it works, and keeps what it found by path, size and time (`tables-verified.json`). Larger
//!   tables are left alone: hashing is for right answers, the bounds are what is safe.
//! - **A start that fails.** The window notes the folders in `tables-being-opened.txt` until they are open. Found
//!   at a start, the note means that the last one did not get so far: the folders are left out once, with a
//!   message.

mod format;
mod index;
mod material;
mod pairs;
mod probe;
mod storage;
mod table;
#[cfg(test)]
mod tests;
mod verified;

use std::fmt;
use std::path::{Path, PathBuf};

use tabia_chess::{Board, Move};

use format::{CHECKSUM, Kind};
use material::Material;
use tabia_text::t;
use table::{Tables, Unknown};

/// What the tables say of a position, for the side to move and with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wdl {
    /// Lost.
    Loss = -2,
    /// Lost, but saved by the 50-move rule.
    BlessedLoss = -1,
    /// Drawn.
    Draw = 0,
    /// Won, but the 50-move rule makes it a draw.
    CursedWin = 1,
    /// Won.
    Win = 2,
}

impl Wdl {
    /// The same from the other side's view.
    #[must_use]
    pub fn reversed(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::BlessedLoss => Wdl::CursedWin,
            Wdl::Draw => Wdl::Draw,
            Wdl::CursedWin => Wdl::BlessedLoss,
            Wdl::Win => Wdl::Loss,
        }
    }

    /// From -2 for a loss to 2 for a win.
    pub fn number(self) -> i32 {
        self as i32
    }
}

/// A position as the tables know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Won, drawn or lost for the side to move.
    pub wdl: Wdl,
    /// Distance to zeroing: plies to the next capture or pawn move (or mate) with play that keeps the result,
    /// negative for the losing side, 0 for a draw and after the game's end. Above 100, the 50-move rule
    /// comes first. The tables round some values, so it can be one too small.
    pub dtz: i32,
}

impl Verdict {
    /// What is left of the verdict when so many plies have passed without capture or pawn move.
    #[must_use]
    pub fn at_clock(self, halfmove_clock: u32) -> Wdl {
        let late = self.dtz.unsigned_abs() + halfmove_clock > 100;
        match self.wdl {
            Wdl::Win if late => Wdl::CursedWin,
            Wdl::Loss if late => Wdl::BlessedLoss,
            wdl => wdl,
        }
    }
}

/// A legal move and what it leads to, from the view of the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveVerdict {
    /// The move.
    pub mv: Move,
    /// The result it keeps or gives away, and the way to it: `dtz` counts this move too.
    pub verdict: Verdict,
}

/// A table that is not used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedTable {
    /// The file.
    pub path: PathBuf,
    /// What was found in it and what was expected.
    pub why: String,
}

impl fmt::Display for RefusedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.why)
    }
}

/// Refused tables in one sentence that names the first; `None` if there are none.
pub fn refused_in_words(refused: &[RefusedTable]) -> Option<String> {
    let (first, rest) = refused.split_first()?;
    Some(match rest.len() {
        0 => t!("error-table-refused", table = first.to_string()),
        more => t!("error-table-refused-more", table = first.to_string(), n = more),
    })
}

/// Why there are no tables.
#[derive(Debug, thiserror::Error)]
pub enum SyzygyError {
    /// A folder that cannot be read.
    #[error("{}: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// No table in any of the folders.
    #[error("{}", t!("error-table-none", paths = paths.as_str()))]
    None {
        /// The folders.
        paths: String,
    },
    /// There are tables of results, but none that can be used.
    #[error("{}", refused_in_words(tables).unwrap_or_default())]
    Damaged {
        /// All files that were refused; at least one.
        tables: Vec<RefusedTable>,
    },
}

/// Why a position has no verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProbeError {
    /// More men than any table here.
    #[error("{}", t!("error-table-too-many-men", n = *men, most = *most))]
    TooManyMen {
        /// Men on the board.
        men: u32,
        /// Of the largest table.
        most: u32,
    },
    /// The tables know no castling.
    #[error("{}", t!("error-table-castling"))]
    Castling,
    /// The table needed is not among the files.
    #[error("{}", t!("error-table-missing", material = material.as_str()))]
    Missing {
        /// As files are named: `KRvK`.
        material: String,
    },
    /// The table needed is damaged or cannot be read.
    #[error("{0}")]
    Refused(RefusedTable),
    /// No tables are open.
    #[error("{}", t!("error-table-closed"))]
    Closed,
    /// They could not be asked, in words.
    #[error("{0}")]
    NotAsked(String),
}

/// Gives the bytes of a table the checksum they should end with: for whoever makes tables, or damages them to see
/// what comes of it. Bytes too few for one stay as they are.
pub fn seal(table: &mut [u8]) {
    if let Some(data) = table.len().checked_sub(CHECKSUM as usize) {
        let (data, sum) = table.split_at_mut(data);
        sum.copy_from_slice(&verified::of(data));
    }
}

/// Opened tables. May be shared among threads, and there may be several sets.
#[derive(Debug)]
pub struct Syzygy {
    tables: Tables,
    /// What was refused when the folders were opened.
    refused: Vec<RefusedTable>,
    most_men: u32,
    endings: usize,
}

impl Syzygy {
    /// Opens the tables of some folders, after a look at every file. Damaged ones are left out, see
    /// [`refused`](Self::refused).
    ///
    /// # Errors
    /// If a folder cannot be read, or there is no table of results that can be used.
    pub fn open<P: AsRef<Path>>(folders: &[P]) -> Result<Syzygy, SyzygyError> {
        let table::FolderScan { storage, tables, mut refused } = table::scan_folders(folders)?;
        verified::at_once(&tables);
        refused.extend(tables.iter().filter_map(refusal));
        let usable = |table: &&table::Table| table.kind == Kind::Wdl && table.refused().is_none();
        let mut endings: Vec<Material> =
            tables.iter().filter(usable).map(|table| table.material).collect();
        let Some(most_men) = endings.iter().map(Material::men).max() else {
            return Err(none_of(folders, refused));
        };
        endings.sort_unstable_by_key(Material::key);
        endings.dedup();
        let tables = Tables::new(storage, tables);
        Ok(Syzygy { tables, refused, most_men, endings: endings.len() })
    }

    /// Men of the largest table, kings included.
    pub fn most_men(&self) -> u32 {
        self.most_men
    }

    /// How many kinds of material there are tables for.
    pub fn tables(&self) -> usize {
        self.endings
    }

    /// The files that were left out when the folders were opened, and why.
    pub fn refused(&self) -> &[RefusedTable] {
        &self.refused
    }

    /// Compares tables with the checksums they end with, those that were too large for that when the folders were
    /// opened; gives the ones that differ, which are not used from now on. Takes its time: for a thread in the
    /// background. The largest, of six men and more, are left alone. Results are kept in the file `kept`;
    /// `stop` is asked now and then.
    pub fn verify(&self, kept: &Path, stop: &dyn Fn() -> bool) -> Vec<RefusedTable> {
        verified::in_background(&self.tables.list, kept, stop)
    }

    /// Won, drawn or lost, for a search: quick, and without a word where the tables have no answer. The
    /// half-move clock is taken as 0.
    pub fn wdl(&self, board: &Board) -> Option<Wdl> {
        self.may_ask(board).ok()?;
        probe::wdl(&self.tables, board).ok()
    }

    /// Won, drawn or lost, with the half-move clock taken as 0; for this the tables of results are enough.
    ///
    /// # Errors
    /// If the tables do not cover the position.
    pub fn result(&self, board: &Board) -> Result<Wdl, ProbeError> {
        self.may_ask(board)?;
        probe::wdl(&self.tables, board).map_err(|unknown| self.probe_error(unknown))
    }

    /// The verdict of a position.
    ///
    /// # Errors
    /// If the tables do not cover it.
    pub fn probe(&self, board: &Board) -> Result<Verdict, ProbeError> {
        self.may_ask(board)?;
        probe::verdict(&self.tables, board).map_err(|unknown| self.probe_error(unknown))
    }

    /// Every legal move with its verdict, the best first: by result at the present half-move clock, then the
    /// quickest way to win and the slowest to lose.
    ///
    /// # Errors
    /// If the tables do not cover a position they lead to.
    pub fn moves(&self, board: &Board) -> Result<Vec<MoveVerdict>, ProbeError> {
        self.may_ask(board)?;
        let mut moves = Vec::new();
        for &mv in &board.legal_moves() {
            moves.push(MoveVerdict { mv, verdict: self.after(board, mv)? });
        }
        let clock = board.halfmove_clock();
        moves.sort_by_key(|found| {
            let Verdict { dtz, .. } = found.verdict;
            (std::cmp::Reverse(found.verdict.at_clock(clock)), dtz)
        });
        Ok(moves)
    }

    /// The verdict of a move from the view of who makes it.
    fn after(&self, board: &Board, mv: Move) -> Result<Verdict, ProbeError> {
        let next = board.after(mv);
        let theirs = self.probe(&next)?;
        let wdl = theirs.wdl.reversed();
        let mates = next.in_check() && !next.has_legal_move();
        let zeroes = next.halfmove_clock() == 0;
        let dtz = match wdl {
            Wdl::Draw => 0,
            _ if mates => 1,
            Wdl::Win if zeroes => 1,
            Wdl::CursedWin if zeroes => 101,
            Wdl::BlessedLoss if zeroes => -101,
            Wdl::Loss if zeroes => -1,
            _ => -theirs.dtz - theirs.dtz.signum(),
        };
        Ok(Verdict { wdl, dtz })
    }

    fn may_ask(&self, board: &Board) -> Result<(), ProbeError> {
        let men = board.occupied().count();
        if men > self.most_men {
            return Err(ProbeError::TooManyMen { men, most: self.most_men });
        }
        if board.castling().is_empty() { Ok(()) } else { Err(ProbeError::Castling) }
    }

    /// What is missing, for the one who asked.
    fn probe_error(&self, unknown: Unknown) -> ProbeError {
        match unknown {
            Unknown::Missing(material) => ProbeError::Missing { material: material.name() },
            Unknown::Refused(number, fault) => {
                let path = self.tables.list.get(number).map(|table| table.file.path.clone());
                let (path, why) = (path.unwrap_or_default(), fault.to_string());
                ProbeError::Refused(RefusedTable { path, why })
            }
        }
    }
}

/// A table that was refused.
fn refusal(table: &table::Table) -> Option<RefusedTable> {
    let why = table.refused()?.to_string();
    Some(RefusedTable { path: table.file.path.clone(), why })
}

/// Why no table of these folders can be used.
fn none_of<P: AsRef<Path>>(folders: &[P], refused: Vec<RefusedTable>) -> SyzygyError {
    if refused.is_empty() {
        let names = folders.iter().map(|folder| folder.as_ref().display().to_string());
        return SyzygyError::None { paths: names.collect::<Vec<_>>().join(", ") };
    }
    SyzygyError::Damaged { tables: refused }
}
