//! What the views of the Lab read from the engine's memory, and when they read it again.

use tabia_engine::search::inspection::{InspectionRequest, SearchInspection};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;

use super::foundations::ZobristPage;
use super::state::LookView;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::model::Model;
use crate::window::workspace::PaneId;

/// The views that read the engine's memory; the last only on its page about the table.
const LOOKING: [PaneId; 3] = [PaneId::HashTable, PaneId::MoveOrder, PaneId::Zobrist];
/// Time between two requests for one position while a search runs, and the longest wait for an answer, ms.
const LOOK_EVERY_MS: u64 = 500;

/// Sends the request that is due, if any: once for each position shown, again at intervals while the engine searches,
/// and once more after its memory has changed. A later request would replace one not yet answered, so it waits.
pub(crate) fn settle(cx: &mut Cx<'_>) {
    let wanted = looked_at(cx.m);
    let job = cx.m.engine.job(EngineId::BUILT_IN).map(|job| job.id);
    let (game, now) = (cx.m.game.serial, cx.now);
    let inspections = &mut cx.m.lab.inspections;
    inspections.retain(|look| look.game == game && wanted.contains(&(look.node, look.key)));
    for look in inspections.iter_mut() {
        look.outdated |= std::mem::replace(&mut look.job, job) != job;
    }
    let due = |look: &LookView| now >= look.asked + LOOK_EVERY_MS;
    if inspections.iter().any(|look| look.waiting && !due(look)) {
        return;
    }
    let new = wanted.iter().find(|(_, key)| inspections.iter().all(|look| look.key != *key));
    let ask = if let Some(&(node, key)) = new {
        inspections.push(LookView {
            node,
            key,
            seen: None,
            first: None,
            asked: now,
            waiting: true,
            game,
            job,
            outdated: false,
        });
        node
    } else {
        let asks =
            |look: &&mut LookView| look.outdated || due(look) && (job.is_some() || look.waiting);
        let Some(look) = inspections.iter_mut().filter(asks).min_by_key(|look| look.asked) else {
            return;
        };
        (look.asked, look.waiting, look.outdated) = (now, true, false);
        look.node
    };
    let request = InspectionRequest { position: cx.m.game.tree.position(ask) };
    cx.out.push(Effect::Inspect(EngineId::BUILT_IN, request));
}

/// The positions for which open views read the engine's memory.
fn looked_at(m: &Model) -> Vec<(NodeId, u64)> {
    let is_open = |pane: &PaneId| {
        m.view.panes.contains(pane)
            && (*pane != PaneId::Zobrist || m.lab.choices.zobrist.page == ZobristPage::Table)
    };
    let mut wanted: Vec<(NodeId, u64)> = Vec::with_capacity(LOOKING.len());
    for pane in LOOKING.into_iter().filter(is_open) {
        let node = m.lab.node_of(pane, &m.game);
        let key = m.game.tree.board(node).key();
        if wanted.iter().all(|&(_, other)| other != key) {
            wanted.push((node, key));
        }
    }
    wanted
}

/// Stores what was read from the engine's memory, unless no view shows the position any more.
pub(crate) fn on_inspection(cx: &mut Cx<'_>, look: SearchInspection) {
    if let Some(known) = cx.m.lab.inspections.iter_mut().find(|known| known.key == look.key) {
        known.waiting = false;
        let order = || look.order.moves.iter().map(|ordered| ordered.mv).collect();
        known.first.get_or_insert_with(order);
        known.seen = Some(Box::new(look));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, UserCommand};
    use crate::update::update;
    use crate::window::settings::Settings;
    use tabia_engine::alphabeta::Engine;
    use tabia_engine::alphabeta::options::EngineOptions;
    use tabia_host::worker::protocol::Event;

    #[test]
    fn the_engine_s_memory_is_looked_at_once_more_after_a_search() {
        let mut model = Model::new(Settings::default());
        update(&mut model, Action::PasteText("1. e4 e5 2. Nf3 Nc6".to_owned()), 0);
        let looks = |effects: &[Effect]| {
            effects.iter().filter(|effect| matches!(effect, Effect::Inspect(..))).count()
        };
        let panes = |open: &[PaneId]| Action::PanesOpen(open.to_vec());
        let answer = |model: &mut Model| {
            let data = Engine::new(&EngineOptions { hash_mib: 1, ..EngineOptions::default() });
            let position = model.game.tree.position(model.game.current);
            let look = data.inspect(&InspectionRequest { position });
            let event = Event::Inspection(Box::new(look.unwrap()));
            looks(&update(model, Action::Engine(EngineId::BUILT_IN, event), 0))
        };
        assert_eq!(looks(&update(&mut model, panes(&[PaneId::HashTable]), 0)), 1);
        assert_eq!(answer(&mut model), 0);
        let key = model.game.board().key();
        // A search starts and ends before another request is due.
        let toggle = || Action::Command(UserCommand::ToggleAnalysis);
        assert_eq!(looks(&update(&mut model, toggle(), 1)), 1);
        assert_eq!(looks(&update(&mut model, toggle(), 2)), 0, "one at a time");
        assert_eq!(answer(&mut model), 1, "the search has ended meanwhile");
        assert_eq!(answer(&mut model), 0);
        assert!(model.lab.look_at(key).is_some());
        // The result is not kept for a view that is opened later.
        update(&mut model, panes(&[]), 3);
        assert!(model.lab.look_at(key).is_none());
        assert_eq!(looks(&update(&mut model, panes(&[PaneId::MoveOrder]), 4)), 1);
        answer(&mut model);
        // Another game with the same position: the engine may have cleared its memory.
        let same = Action::SetFen(model.game.board().to_string());
        assert_eq!(looks(&update(&mut model, same, 5)), 1);
    }
}
