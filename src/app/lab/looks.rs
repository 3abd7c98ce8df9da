//! Looks into the built-in engine's memory: asked for as long as a view that is open wants them, one at a time.

use super::foundations::ZobristPage;
use super::state::{LabState, LookView};
use crate::cx::Cx;
use crate::effect::Effect;
use crate::window::workspace::PaneId;
use tabia_chess::Move;
use tabia_engine::search::inspection::{InspectionRequest, SearchInspection};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;

/// The views that look into the engine's memory, the last on its page of the table only.
const LOOKING: [PaneId; 3] = [PaneId::HashTable, PaneId::MoveOrder, PaneId::Zobrist];
/// Time between two looks at one position while a search runs, and the longest one waits for an answer, ms.
const LOOK_EVERY_MS: u64 = 500;

impl LabState {
    /// What was last seen of a position, which goes by its Zobrist key.
    pub fn look_at(&self, key: u64) -> Option<&SearchInspection> {
        self.looks.iter().find(|look| look.key == key)?.seen.as_deref()
    }
}

impl LabState {
    /// In which order the moves of a position stood when a view first looked at it, usually before it was searched.
    pub fn first_order(&self, key: u64) -> Option<&[Move]> {
        self.looks.iter().find(|look| look.key == key)?.first.as_deref()
    }
}

/// Asks for the look that is due, if any: one for each position shown, again from time to time while the engine
/// searches. A later question would take the place of one not yet answered, so it waits.
pub(crate) fn settle(cx: &mut Cx<'_>) {
    let (lab, game) = (&cx.m.lab, &cx.m.game);
    let looks = |pane: &PaneId| {
        cx.m.view.panes.contains(pane)
            && (*pane != PaneId::Zobrist || lab.zobrist.page == ZobristPage::Table)
    };
    let open = LOOKING.into_iter().filter(looks);
    let mut wanted: Vec<(NodeId, u64)> = Vec::with_capacity(LOOKING.len());
    for pane in open {
        let node = lab.node_of(pane, game);
        let key = game.tree.board(node).key();
        if wanted.iter().all(|&(_, other)| other != key) {
            wanted.push((node, key));
        }
    }
    if wanted.is_empty() {
        return;
    }
    let searching = cx.m.engine.job(EngineId::BUILT_IN).is_some();
    let (looks, now) = (&mut cx.m.lab.looks, cx.now);
    looks.retain(|look| wanted.contains(&(look.node, look.key)));
    let due = |look: &LookView| now >= look.asked + LOOK_EVERY_MS;
    if looks.iter().any(|look| look.waiting && !due(look)) {
        return;
    }
    let new = wanted.iter().find(|(_, key)| looks.iter().all(|look| look.key != *key));
    let ask = if let Some(&(node, key)) = new {
        looks.push(LookView { node, key, seen: None, first: None, asked: now, waiting: true });
        node
    } else {
        let again = looks.iter_mut().filter(|look| due(look) && (searching || look.waiting));
        let Some(look) = again.min_by_key(|look| look.asked) else { return };
        (look.asked, look.waiting) = (now, true);
        look.node
    };
    let request = InspectionRequest { position: cx.m.game.tree.position(ask), ply: 0 };
    cx.out.push(Effect::Look(EngineId::BUILT_IN, request));
}

/// What was seen in the engine's memory. Of a position that no view shows any more it is too late.
pub(crate) fn looked(cx: &mut Cx<'_>, look: SearchInspection) {
    if let Some(known) = cx.m.lab.looks.iter_mut().find(|known| known.key == look.key) {
        known.waiting = false;
        let order = || look.order.moves.iter().map(|told| told.mv).collect();
        known.first.get_or_insert_with(order);
        known.seen = Some(Box::new(look));
    }
}
