//! Syzygy endgame tables: the verdict of a position with few men, and of each of its moves.
//!
//! The tables are read by the crate `pyrrhic-rs`, which keeps one set of tables per process and trusts its
//! files; `files` looks at every file before it is allowed near them.

mod files;
mod probe;
mod setup;

use std::path::{Path, PathBuf};

use crate::chess::{Board, Move};

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
    #[error("{paths}: found no Syzygy table, expected files such as KRvK.rtbw and KRvK.rtbz")]
    None {
        /// The folders.
        paths: String,
    },
    /// A file that is no table or not a whole one. No table is used then: a wrong answer is worse than none.
    #[error("{}: found {found}, expected {expected}; replace or remove the file", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What it is.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// The folder's name cannot be given to the reader of the tables.
    #[error("{}: found a name with a colon or characters that are no Unicode, expected one without", path.display())]
    Name {
        /// The folder.
        path: PathBuf,
    },
    /// The reader of the tables did not start.
    #[error("the tables could not be opened: {0}")]
    Open(String),
}

/// Why a position has no verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProbeError {
    /// More men than any table here.
    #[error("tables: found a position of {men} men, expected at most {most}")]
    TooManyMen {
        /// Men on the board.
        men: u32,
        /// Of the largest table.
        most: u32,
    },
    /// The tables know no castling.
    #[error("tables: found castling rights, expected none")]
    Castling,
    /// The table needed is not among the files.
    #[error("tables: found none for {material}, expected {material}.rtbw and {material}.rtbz")]
    Missing {
        /// As files are named: `KRvK`.
        material: String,
    },
    /// Other tables have been opened since.
    #[error("tables: found others opened meanwhile, expected the ones asked")]
    Replaced,
}

/// Opened tables. The process has one set: opening another replaces it, and the older one then answers
/// [`ProbeError::Replaced`]. May be shared among threads.
#[derive(Debug)]
pub struct Syzygy {
    /// The number of this set.
    serial: u64,
    most_men: u32,
    tables: usize,
}

impl Syzygy {
    /// Opens the tables of some folders, after a look at every file.
    ///
    /// # Errors
    /// If there are none, or one of them is damaged.
    pub fn open<P: AsRef<Path>>(folders: &[P]) -> Result<Syzygy, SyzygyError> {
        let found = files::look_through(folders)?;
        let serial = probe::open(&found)?;
        Ok(Syzygy { serial, most_men: found.most_men, tables: found.endings.len() })
    }

    /// Men of the largest table, kings included.
    pub fn most_men(&self) -> u32 {
        self.most_men
    }

    /// How many kinds of material there are tables for.
    pub fn tables(&self) -> usize {
        self.tables
    }

    /// Won, drawn or lost, for a search: quick, and without a word where the tables have no answer. The
    /// half-move clock is taken as 0.
    pub fn wdl(&self, board: &Board) -> Option<Wdl> {
        self.may_ask(board).ok()?;
        probe::wdl(self.serial, board).ok()?
    }

    /// Won, drawn or lost, with the half-move clock taken as 0; for this the tables of results are enough.
    ///
    /// # Errors
    /// If the tables do not cover the position.
    pub fn result(&self, board: &Board) -> Result<Wdl, ProbeError> {
        self.may_ask(board)?;
        let missing = || ProbeError::Missing { material: files::material(board) };
        probe::wdl(self.serial, board)?.ok_or_else(missing)
    }

    /// The verdict of a position.
    ///
    /// # Errors
    /// If the tables do not cover it.
    pub fn probe(&self, board: &Board) -> Result<Verdict, ProbeError> {
        self.may_ask(board)?;
        let missing = || ProbeError::Missing { material: files::material(board) };
        probe::verdict(self.serial, board)?.ok_or_else(missing)
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

    /// The moves that keep the best result the tables know, at the present half-move clock: what a search may
    /// choose from at its root.
    ///
    /// # Errors
    /// If the tables do not cover the position.
    pub fn root_moves(&self, board: &Board) -> Result<Vec<Move>, ProbeError> {
        let moves = self.moves(board)?;
        let clock = board.halfmove_clock();
        let best = moves.first().map(|found| found.verdict.at_clock(clock));
        let keeps = |found: &&MoveVerdict| Some(found.verdict.at_clock(clock)) == best;
        Ok(moves.iter().filter(keeps).map(|found| found.mv).collect())
    }

    fn may_ask(&self, board: &Board) -> Result<(), ProbeError> {
        let men = board.occupied().count();
        if men > self.most_men {
            return Err(ProbeError::TooManyMen { men, most: self.most_men });
        }
        if board.castling().is_empty() { Ok(()) } else { Err(ProbeError::Castling) }
    }
}
