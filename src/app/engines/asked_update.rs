//! Analysis of some moves only: how a question is asked, kept and forgotten.

use tabia_chess::Move;
use tabia_engine::search::engine_id::EngineId;
use tabia_games::game::tree::NodeId;

use super::asked::{AskAction, Asked};
use super::state::EngineState;
use crate::model::Model;
use crate::update::Cx;

impl EngineState {
    /// What is asked about the moves of the analysed position.
    pub fn asked(&self) -> Option<&Asked> {
        self.asked.as_ref()
    }
}

impl Model {
    /// The position that is or would be analysed.
    pub fn analysed(&self) -> NodeId {
        self.engine.lock.unwrap_or(self.game.current)
    }

    /// Why nothing can be asked about moves of this position now; `None`: it can.
    pub fn ask_refused(&self, node: NodeId) -> Option<&'static str> {
        match () {
            () if self.why_not_refused().is_some() => self.why_not_refused(),
            () if self.editor.is_some() => Some("A position is being set up"),
            () if node != self.analysed() => Some("Show the position first: this one is analysed"),
            () => None,
        }
    }
}

impl Cx<'_> {
    /// Changes what is asked. Whoever asks wants an answer: analysis is switched on.
    pub(crate) fn ask_about(&mut self, action: AskAction) {
        let node = self.m.analysed();
        let board = *self.m.game.tree.board(node);
        let mut asked = self.m.engine.asked.take().unwrap_or(Asked {
            node,
            key: board.key(),
            only: Vec::new(),
            not: Vec::new(),
            number: 0,
            told: None,
        });
        let before = asked.clone();
        match action {
            AskAction::Only(of, mv) | AskAction::Not(of, mv)
                if of != node || !board.is_legal(mv) || self.m.ask_refused(of).is_some() => {}
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
            self.m.toasts.warn("One move at least has to be left to search");
            asked = before.clone();
        }
        let empty = asked.only.is_empty() && asked.not.is_empty();
        if asked == before {
            self.m.engine.asked = (!empty).then_some(asked);
            return;
        }
        self.m.engine.last_asked += 1;
        asked.number = self.m.engine.last_asked;
        asked.told = None;
        self.m.engine.asked = (!empty).then_some(asked);
        self.asked_otherwise();
        if !empty && !self.m.engine.analysis {
            self.toggle_analysis();
        }
    }

    /// Forgets what was asked when another position is analysed.
    pub(crate) fn settle_asked(&mut self) {
        let node = self.m.analysed();
        let key = self.m.game.tree.board(node).key();
        let holds = |asked: &Asked| asked.node == node && asked.key == key;
        if self.m.engine.asked.as_ref().is_some_and(|asked| !holds(asked)) {
            self.m.engine.asked = None;
            self.asked_otherwise();
        }
    }

    /// What was found for another question is no answer to this one.
    fn asked_otherwise(&mut self) {
        self.m.telemetry.forget_partial();
        for id in self.m.analysing() {
            self.m.engine.seat_mut(id).done = None;
        }
    }

    /// The moves an analysis is for; empty: all.
    pub(crate) fn asked_moves(&self, node: NodeId) -> Vec<Move> {
        let asked = self.m.engine.asked.as_ref().filter(|asked| asked.node == node);
        asked.map_or_else(Vec::new, |asked| asked.searched(self.m.game.tree.board(node)))
    }

    /// The number of what is asked about a position, 0 for nothing.
    pub(crate) fn asked_number(&self, node: NodeId) -> u64 {
        self.m.engine.asked.as_ref().filter(|asked| asked.node == node).map_or(0, |a| a.number)
    }

    /// Whether an answer is about a move that was asked for. An engine that cannot keep to it is told of once.
    pub(crate) fn keeps_to_asked(&mut self, id: EngineId, node: NodeId, mv: Option<Move>) -> bool {
        let moves = self.asked_moves(node);
        let keeps = moves.is_empty() || mv.is_none_or(|mv| moves.contains(&mv));
        if !keeps {
            let name = self.m.engine_name(id);
            let asked = self.m.engine.asked.as_mut().filter(|asked| asked.told != Some(id));
            if let Some(asked) = asked {
                asked.told = Some(id);
                let text = format!("{name} does not keep to the moves asked for (searchmoves)");
                self.m.toasts.warn(text);
            }
        }
        keeps
    }
}
