//! The duel begins, ends, and lets the minds play each other.

use tabia_engine::alphabeta::options::Strength;

use super::presets::PRESETS;
use super::state::{Before, DuelAction, MINDS, NAMES};
use crate::commands::command::UserCommand;
use crate::model::Model;
use crate::update::Cx;
use crate::window::workspace::Workspace;

impl Model {
    /// Whether the duel is on.
    pub fn in_duel(&self) -> bool {
        self.duel.before.is_some()
    }

    /// Whether the two minds play each other.
    pub fn minds_play(&self) -> bool {
        MINDS.iter().all(|&mind| self.game.has_engine(mind))
    }

    /// The preset on the board, by its place in the list.
    pub fn duel_preset(&self) -> Option<usize> {
        let (at, key) = self.duel.preset?;
        (self.game.board().key() == key).then_some(at)
    }
}

impl Cx<'_> {
    /// Something is to be done in the duel.
    pub(crate) fn duel(&mut self, action: DuelAction) {
        match action {
            DuelAction::Show(shows) => self.m.duel.shows = shows,
            DuelAction::TintBy(by) => self.m.duel.by = by,
            DuelAction::Preset(at) => {
                let Some(preset) = PRESETS.get(at) else { return };
                self.set_fen(preset.fen);
                self.m.duel.preset = Some((at, self.m.game.board().key()));
                self.begin_duel();
            }
        }
    }

    /// Goes to the duel's workspace and has both minds analyse.
    pub(crate) fn begin_duel(&mut self) {
        self.go_to_workspace(Workspace::Duel);
        self.settle_duel();
        if !self.m.engine.analysis && !self.m.game.is_played() {
            self.toggle_analysis();
        }
    }

    /// The duel follows its workspace.
    pub(crate) fn settle_duel(&mut self) {
        let here = self.m.view.workspace == Workspace::Duel;
        match self.m.duel.before {
            None if here => {
                let (analysis, focus) = (self.m.engine.analysis, self.m.view.focus);
                self.m.duel.before = Some(Before { analysis, focus });
                for mind in MINDS {
                    self.m.engine.seat_mut(mind).done = None;
                }
            }
            Some(before) if !here => {
                self.m.duel.before = None;
                self.m.view.focus = before.focus;
                // A game that has begun meanwhile is not to be analysed because something else was.
                let free = self.m.game.is_analysis_board();
                let on = before.analysis && (free || self.m.engine.analysis);
                if on != self.m.engine.analysis {
                    self.toggle_analysis();
                }
            }
            _ => {}
        }
    }

    /// Lets the minds play each other from the shown position, colours in turn.
    pub(crate) fn match_minds(&mut self) {
        let white = self.m.duel.games as usize % 2;
        self.m.duel.games += 1;
        let players = [MINDS[white], MINDS[1 - white]];
        let players = players.map(|mind| self.m.engine_player(mind, Strength::Full));
        self.begin_here("Match", players, [None; 2]);
        let seconds = f64::from(self.m.settings.think_ms) / 1000.0;
        let text = format!("{} has White; {seconds:.1} s a move", NAMES[white]);
        self.m.toasts.offer(text, UserCommand::Undo);
    }
}
