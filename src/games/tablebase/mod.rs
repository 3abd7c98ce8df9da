//! Syzygy tablebases: the result of a position with few men, and of each of its moves.
//!
//! The reader is Tabia's own and does not trust the files: `format` checks a header, `index` numbers positions, `pairs`
//! reads values, `storage` provides the bytes, and `probe` derives the verdict from the stored values. A damaged table
//! is refused and the others are used; any number of threads may probe at once.
//!
//! - **Inconsistent files are refused**: men that differ from the name, invalid codes, symbols or lists, blocks that do
//!   not end at the end of the file. A table's header is read at the first probe, and a fault in it or later ends the
//!   use of only this table. `probe` tries captures (for DTZ all zeroing moves) first, because tables need not store
//!   correct values for them.
//! - **No memory map** (`storage`): 4 KiB pages, a cache of 32 MiB, a lock for each page, at most 96 open files. So
//!   this module needs no `unsafe`.
//! - **Checksums.** The last 16 bytes of a table are a hash of the rest (`checksum`; all 70 files of three and four men
//!   agree with theirs). When folders are opened, all headers are checked and the smallest tables, 32 MiB together, are
//!   hashed. In the window a thread continues with the others, up to 128 MiB each and 4 GiB per start, idle half of the
//!   time, and saves the results by path, size and time (`tables-verified.json`). Larger tables are not hashed:
//!   checksums find wrong answers, while safety only depends on the bounds checks.
//! - **Failed starts.** The window writes the folders to `tables-being-opened.txt` until they are open. If the file
//!   exists at a start, the last start failed while opening them, and they are skipped once, with a message.

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

/// The tablebase result of a position for the side to move.
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

/// The tablebase verdict of a position.
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
    /// The result after this many plies without capture or pawn move.
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

/// A legal move with its verdict, from the view of the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveVerdict {
    /// The move.
    pub mv: Move,
    /// The result of the move; `dtz` includes this move.
    pub verdict: Verdict,
}

/// A table that is not used, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedTable {
    /// The file.
    pub path: PathBuf,
    /// What was found and what was expected.
    pub why: String,
}

impl fmt::Display for RefusedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.why)
    }
}

/// A sentence about the refused tables that names the first; `None` if there are none.
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
    /// A folder cannot be read.
    #[error("{}: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error.
        error: std::io::Error,
    },
    /// There is no table in any of the folders.
    #[error("{}", t!("error-table-none", paths = paths.as_str()))]
    None {
        /// The folders.
        paths: String,
    },
    /// There are WDL tables, but none is usable.
    #[error("{}", refused_in_words(tables).unwrap_or_default())]
    Damaged {
        /// All files that were refused; at least one.
        tables: Vec<RefusedTable>,
    },
}

/// Why a position has no verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProbeError {
    /// The position has more men than any table.
    #[error("{}", t!("error-table-too-many-men", n = *men, most = *most))]
    TooManyMen {
        /// Men on the board.
        men: u32,
        /// Of the largest table.
        most: u32,
    },
    /// The position has castling rights, which tables do not support.
    #[error("{}", t!("error-table-castling"))]
    Castling,
    /// The table needed is not among the files.
    #[error("{}", t!("error-table-missing", material = material.as_str()))]
    Missing {
        /// The material as in file names: `KRvK`.
        material: String,
    },
    /// The table needed is damaged or cannot be read.
    #[error("{0}")]
    Refused(RefusedTable),
    /// No tables are open.
    #[error("{}", t!("error-table-closed"))]
    Closed,
    /// Probing failed; the text says why.
    #[error("{0}")]
    NotAsked(String),
}

/// Writes the correct checksum at the end of a table's bytes, for tests that build or damage tables. Does nothing if
/// the bytes are too few.
pub fn seal(table: &mut [u8]) {
    if let Some(data) = table.len().checked_sub(CHECKSUM as usize) {
        let (data, sum) = table.split_at_mut(data);
        sum.copy_from_slice(&verified::of(data));
    }
}

/// Opened tables. They can be shared among threads, and there can be several sets.
#[derive(Debug)]
pub struct Syzygy {
    tables: Tables,
    /// The tables refused when the folders were opened.
    refused: Vec<RefusedTable>,
    most_men: u32,
    endings: usize,
}

impl Syzygy {
    /// Opens the tables of some folders after checking every file. Damaged ones are left out, see
    /// [`refused`](Self::refused).
    ///
    /// # Errors
    /// If a folder cannot be read, or there is no usable WDL table.
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

    /// Number of material combinations with tables.
    pub fn tables(&self) -> usize {
        self.endings
    }

    /// The files left out when the folders were opened, with reasons.
    pub fn refused(&self) -> &[RefusedTable] {
        &self.refused
    }

    /// Verifies the checksums of tables that were too large to verify when the folders were opened. Returns those that
    /// differ, which are no longer used. Slow: for a background thread. The largest, with six men and more, are
    /// skipped. Results are saved in the file `kept`; `stop` is called regularly.
    pub fn verify(&self, kept: &Path, stop: &dyn Fn() -> bool) -> Vec<RefusedTable> {
        verified::in_background(&self.tables.list, kept, stop)
    }

    /// The result for a search; `None` if the tables have no answer. The halfmove clock is taken as 0.
    pub fn wdl(&self, board: &Board) -> Option<Wdl> {
        self.may_ask(board).ok()?;
        probe::wdl(&self.tables, board).ok()
    }

    /// The result with the halfmove clock taken as 0; needs only WDL tables.
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

    /// Every legal move with its verdict, the best first: by result at the current halfmove clock, then the quickest
    /// win or the slowest loss.
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

    /// The verdict of a move from the view of the side that makes it.
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

    /// The error for the caller.
    fn probe_error(&self, unknown: Unknown) -> ProbeError {
        match unknown {
            Unknown::Missing(material) => {
                let keys = [material.key(), material.swapped().key()];
                let is_of = |refused: &&RefusedTable| {
                    let stem = refused.path.file_stem().and_then(|stem| stem.to_str());
                    let found = stem.and_then(Material::parse);
                    found.is_some_and(|found| keys.contains(&found.key()))
                };
                match self.refused.iter().find(is_of) {
                    Some(refused) => ProbeError::Refused(refused.clone()),
                    None => ProbeError::Missing { material: material.name() },
                }
            }
            Unknown::Refused(number, fault) => {
                let path = self.tables.list.get(number).map(|table| table.file.path.clone());
                let (path, why) = (path.unwrap_or_default(), fault.to_string());
                ProbeError::Refused(RefusedTable { path, why })
            }
        }
    }
}

/// The refusal of a table, if it was refused.
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
