//! What the side not to move threatens: a short search of the position as if it were to move, by the built-in engine
//! on a seat of its own, so that neither game nor analysis waits for it.

use std::time::Duration;

use super::state::{Purpose, WantedSearch};
use super::telemetry::SearchView;
use crate::cx::Cx;
use crate::model::Model;
use tabia_chess::Board;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::limits::Limits;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::position::GamePosition;
use tabia_games::game::tree::NodeId;
use tabia_host::kinds::SeatOptions;
use tabia_text::t;

/// Search time for a threat, ms.
const THREAT_MS: u64 = 3_000;
/// Hash table of the seat, MiB.
const HASH_MIB: u32 = 16;

/// The threat in the shown position.
#[derive(Clone, Copy, Debug)]
pub enum Threat<'a> {
    /// None can be searched for; the reason.
    Refused(&'static str),
    /// The search has no result yet.
    Sought,
    /// The result so far or the final one. Its moves are those of the side not to move.
    Known(&'a SearchView),
}

impl Model {
    /// The threat in the shown position, if it is to be shown.
    pub fn threat(&self) -> Option<Threat<'_>> {
        if !self.engine.threat || self.hides_engine() || self.editor.is_some() {
            return None;
        }
        let (node, board) = (self.game.current, self.game.board());
        if self.game.outcome_here().is_some() {
            return Some(Threat::Refused(t!("engines-threat-over")));
        }
        let board = match passed(board) {
            Ok(board) => board,
            Err(why) => return Some(Threat::Refused(why)),
        };
        let search = self.telemetry.search(EngineId::THREAT);
        let here = search.filter(|search| search.node == node && search.key == board.key());
        Some(match here.filter(|search| !search.lines.is_empty()) {
            Some(search) => Threat::Known(search),
            None => Threat::Sought,
        })
    }
}

/// The search for the threat, if it is to be shown and not known yet.
pub(crate) fn wanted_threat(cx: &Cx<'_>) -> Option<WantedSearch> {
    if !matches!(cx.m.threat(), Some(Threat::Sought | Threat::Known(_))) {
        return None;
    }
    let node = cx.m.game.current;
    let options = SeatOptions::BuiltIn(EngineOptions {
        multi_pv: 1,
        threads: 1,
        hash_mib: HASH_MIB.min(cx.m.settings.engine.hash_mib),
        ..cx.m.settings.engine
    });
    let key = passed(cx.m.game.board()).ok()?.key();
    let done = cx.m.engine.seat(EngineId::THREAT).and_then(|seat| seat.done);
    // A result that another search has replaced, or that was dropped with its game, is searched for again.
    let shown = cx.m.telemetry.search(EngineId::THREAT).map(|search| search.job);
    let done = done.filter(|job| Some(job.id) == shown);
    let wanted = WantedSearch { engine: EngineId::THREAT, purpose: Purpose::Threat, node, options };
    let done = done.map(|job| (job.node, job.key, job.options));
    (done != Some((node, key, options))).then_some(wanted)
}

/// The position to search for the threat at a node.
pub(crate) fn threat_position(cx: &Cx<'_>, node: NodeId) -> GamePosition {
    let board = cx.m.game.tree.board(node);
    GamePosition::new(passed(board).unwrap_or(*board))
}

/// The limits of that search.
pub(crate) fn threat_limits() -> Limits {
    Limits::movetime(Duration::from_millis(THREAT_MS))
}

/// The position as if it were the other side's turn.
///
/// # Errors
/// The reason why that is not possible.
pub fn passed(board: &Board) -> Result<Board, &'static str> {
    if board.in_check() {
        return Err(t!("engines-threat-check"));
    }
    let mut passed = *board;
    passed.make_null();
    if passed.has_legal_move() { Ok(passed) } else { Err(t!("engines-threat-no-move")) }
}
