//! Analysis of some root moves only: *Only e4*, *Without e4* (UCI's `searchmoves`). The choice belongs to one position
//! and is dropped as soon as another one is analysed, so that the user always sees when a search is restricted. The
//! result is shown with the choice and never stored as the value of the position.

use tabia_chess::Move;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_text::t;

use super::requests;
use super::state::{AskAction, EngineState, MoveRestriction};
use crate::cx::Cx;
use crate::model::Model;

impl EngineState {
    /// The question about moves of the analysed position.
    pub fn asked(&self) -> Option<&MoveRestriction> {
        self.asked.as_ref()
    }
}

impl Model {
    /// The position that is or would be analysed.
    pub fn analysed(&self) -> NodeId {
        self.engine.lock.unwrap_or(self.game.current)
    }

    /// Why no question about moves of this position is possible now; `None`: it is possible.
    pub fn ask_refused(&self, node: NodeId) -> Option<&'static str> {
        match () {
            () if self.why_not_refused().is_some() => self.why_not_refused(),
            () if self.editor.is_some() => Some(t!("engines-setup-open")),
            () if node != self.analysed() => Some(t!("engines-asked-elsewhere")),
            () => None,
        }
    }
}

/// Changes the choice of moves and switches analysis on.
pub(crate) fn ask_about(cx: &mut Cx<'_>, action: AskAction) {
    let node = cx.m.analysed();
    let board = *cx.m.game.tree.board(node);
    let mut asked = cx.m.engine.asked.take().unwrap_or(MoveRestriction {
        node,
        key: board.key(),
        only: Vec::new(),
        not: Vec::new(),
        number: 0,
        reported: None,
    });
    let before = asked.clone();
    match action {
        AskAction::Only(of, mv) | AskAction::Not(of, mv)
            if of != node || !board.is_legal(mv) || cx.m.ask_refused(of).is_some() => {}
        AskAction::Only(_, mv) => {
            asked.not.retain(|&other| other != mv);
            if !asked.only.contains(&mv) {
                asked.only.push(mv);
            }
        }
        AskAction::Not(_, mv) => {
            asked.only.retain(|&other| other != mv);
            if !asked.not.contains(&mv) {
                asked.not.push(mv);
            }
        }
        AskAction::Drop(mv) => {
            asked.only.retain(|&other| other != mv);
            asked.not.retain(|&other| other != mv);
        }
        AskAction::All => {
            asked.only.clear();
            asked.not.clear();
        }
    }
    if asked.searched(&board).is_empty() {
        cx.m.toasts.warn(t!("engines-asked-none"));
        asked = before.clone();
    }
    let empty = asked.only.is_empty() && asked.not.is_empty();
    if asked == before {
        cx.m.engine.asked = (!empty).then_some(asked);
        return;
    }
    cx.m.engine.last_asked += 1;
    asked.number = cx.m.engine.last_asked;
    asked.reported = None;
    cx.m.engine.asked = (!empty).then_some(asked);
    drop_old_answers(cx);
    if !empty {
        requests::switch_analysis(cx, true);
    }
}

/// Drops the choice when another position is analysed.
pub(crate) fn settle_asked(cx: &mut Cx<'_>) {
    let node = cx.m.analysed();
    let key = cx.m.game.tree.board(node).key();
    let holds = |asked: &MoveRestriction| asked.node == node && asked.key == key;
    if cx.m.engine.asked.as_ref().is_some_and(|asked| !holds(asked)) {
        cx.m.engine.asked = None;
        drop_old_answers(cx);
    }
}

/// Drops the results of the earlier choice.
fn drop_old_answers(cx: &mut Cx<'_>) {
    cx.m.telemetry.forget_partial();
    for id in cx.m.analysing() {
        cx.m.engine.seat_mut(id).done = None;
    }
}

/// The moves an analysis is restricted to; empty: all.
pub(crate) fn asked_moves(cx: &Cx<'_>, node: NodeId) -> Vec<Move> {
    let asked = cx.m.engine.asked.as_ref().filter(|asked| asked.node == node);
    asked.map_or_else(Vec::new, |asked| asked.searched(cx.m.game.tree.board(node)))
}

/// The number of the choice for a position, 0 for none.
pub(crate) fn asked_number(cx: &Cx<'_>, node: NodeId) -> u64 {
    cx.m.engine.asked.as_ref().filter(|asked| asked.node == node).map_or(0, |a| a.number)
}

/// Whether a reported move is among the chosen ones. An engine that ignores the choice is reported once.
pub(crate) fn check_asked_move(
    cx: &mut Cx<'_>,
    id: EngineId,
    node: NodeId,
    mv: Option<Move>,
) -> bool {
    let moves = asked_moves(cx, node);
    let keeps = moves.is_empty() || mv.is_none_or(|mv| moves.contains(&mv));
    if !keeps {
        let name = cx.m.engine_name(id);
        let asked = cx.m.engine.asked.as_mut().filter(|asked| asked.reported != Some(id));
        if let Some(asked) = asked {
            asked.reported = Some(id);
            let text = t!("engines-asked-ignored", name = name);
            cx.m.toasts.warn(text);
        }
    }
    keeps
}
