//! A search of a UCI conversation, from its `go` to its `bestmove`.

use std::io::Write;

use tabia_chess::Board;
use tabia_engine::search::limits::Limits;
use tabia_engine::search::report::{IterationInfo, SearchOutcome, Snapshot};
use tabia_engine::uci::go::bounded;
use tabia_engine::uci::info::{self, Root};
use tabia_host::worker::protocol::JobId;

use crate::failure::Failure;
use crate::out::Out;

/// Before this the move under search changes too fast to be worth a line, ms.
const QUIET_MS: u64 = 3000;

/// What a search ends by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Its own limits.
    Limits,
    /// Its own limits once the move pondered on is played; a stop before that.
    PonderHit,
    /// A stop, or never: it is endless, or looks for a mate that may not be there.
    Stop,
}

impl End {
    /// What a search with these limits ends by.
    pub(crate) fn of(limits: &Limits) -> End {
        match (bounded(limits), limits.ponder) {
            (true, false) => End::Limits,
            (true, true) => End::PonderHit,
            (false, _) => End::Stop,
        }
    }
}

/// A search that was asked for and is not answered yet.
pub(crate) struct Job {
    pub(crate) id: JobId,
    pub(crate) root: Board,
    pub(crate) chess960: bool,
    pub(crate) show_wdl: bool,
    pub(crate) end: End,
    /// Time of its last report, ms.
    pub(crate) told_ms: u64,
}

impl Job {
    fn root(&self) -> Root<'_> {
        Root { board: &self.root, chess960: self.chess960, show_wdl: self.show_wdl }
    }

    pub(crate) fn iteration<W: Write>(
        &mut self,
        info: &IterationInfo,
        out: &mut Out<W>,
    ) -> Result<(), Failure> {
        self.told_ms = info.time_ms;
        out.line(info::iteration(info, self.root()))
    }

    pub(crate) fn progress<W: Write>(
        &mut self,
        snapshot: &Snapshot,
        out: &mut Out<W>,
    ) -> Result<(), Failure> {
        // An iteration may have overtaken the snapshot; counters never run backwards.
        let time_ms = snapshot.progress.time_ms;
        if time_ms < self.told_ms.max(QUIET_MS) {
            return Ok(());
        }
        self.told_ms = time_ms;
        out.lines(info::progress(snapshot, self.root()))
    }

    pub(crate) fn best_move<W: Write>(
        &self,
        outcome: &SearchOutcome,
        out: &mut Out<W>,
    ) -> Result<(), Failure> {
        out.line(info::best_move(outcome, self.root()))
    }

    /// The answer where the engine has none: any legal move keeps the game alive.
    pub(crate) fn any_move<W: Write>(&self, out: &mut Out<W>) -> Result<(), Failure> {
        let any = self.root.legal_moves().first().map(|&mv| self.root().mv(mv));
        out.line(format_args!("bestmove {}", any.as_deref().unwrap_or("0000")))
    }
}
