//! What the user asks of the engines: analysis, advice, a stop, to go on, a move at once.

use tabia_chess::Move;
use tabia_engine::search::engine_id::EngineId;
use tabia_games::game::tree::NodeId;

use super::state::{Hint, Purpose};
use crate::effect::Effect;
use crate::game::state::Phase;
use crate::update::Cx;

impl Cx<'_> {
    /// No hint is shown or waited for any more.
    pub(crate) fn forget_advice(&mut self) {
        self.m.engine.advice = None;
        self.m.engine.hint = None;
    }

    /// A good move for the user: at once if one is known from analysis, else after a short search.
    pub(crate) fn advise(&mut self, purpose: Purpose) {
        let node = self.m.game.current;
        let found = self.m.telemetry.best_kept(&self.m.game.tree, node, EngineId::BUILT_IN);
        let known = found.and_then(|(_, kept)| {
            let best = kept.best()?;
            Some((*best.info.pv.first()?, Some(best.info.score)))
        });
        let known = known.filter(|(mv, _)| self.m.game.board().is_legal(*mv));
        self.m.engine.seat_mut(EngineId::BUILT_IN).halted = false;
        match (known, purpose) {
            (Some((mv, score)), Purpose::Hint) => {
                self.m.engine.hint = Some(Hint { node, mv, score });
            }
            (Some((mv, _)), _) => self.play_for_user(node, mv),
            (None, _) => self.m.engine.advice = Some((purpose, node)),
        }
    }

    pub(crate) fn play_for_user(&mut self, node: NodeId, mv: Move) {
        let game = &self.m.game;
        if game.current == node && game.movable_side() == Some(game.board().stm()) {
            self.user_move(mv);
        }
    }

    /// Switches analysis on or off. On a fresh board there is no game to disturb yet: it becomes an
    /// analysis board, and what it was again if analysis goes off before a move was made.
    pub(crate) fn toggle_analysis(&mut self) {
        let on = !self.m.engine.analysis;
        self.m.engine.analysis = on;
        self.m.engine.lock = None;
        for id in self.m.analysing() {
            let seat = self.m.engine.seat_mut(id);
            seat.done = None;
            seat.halted &= !on;
        }
        if on {
            if self.m.game.phase == Phase::Fresh && !self.m.game.is_analysis_board() {
                self.m.game.set_free();
            }
        } else {
            self.m.game.seat_players();
        }
        self.save = true;
    }

    /// Keeps the analysis where it is, or lets it follow again.
    pub(crate) fn toggle_lock(&mut self) {
        let engine = &mut self.m.engine;
        engine.lock = match engine.lock {
            Some(_) => None,
            None => engine.analysis.then_some(self.m.game.current),
        };
    }

    /// Ends what the engines are at: a move waits to be told to go on, a hint is not wanted any more,
    /// analysis is off, a review stops. What is served first ends first; the rest at the next call.
    pub(crate) fn stop_engine(&mut self) {
        let purpose = self.m.engine.serving().or_else(|| self.m.engine.jobs().next());
        match purpose.map(|job| (job.engine, job.purpose)) {
            Some((EngineId::OBSERVER, Purpose::Analyse)) => self.m.engine.watching = false,
            Some((_, Purpose::Analyse)) => {
                self.m.engine.analysis = false;
                self.m.engine.lock = None;
            }
            Some((id, Purpose::Play | Purpose::Judge)) => self.halt_player(id),
            Some((_, Purpose::Hint | Purpose::PlayBest)) => self.forget_advice(),
            Some((_, Purpose::Ponder(_))) => self.m.engine.expected = None,
            Some((_, Purpose::Review)) => self.stop_review(),
            Some((_, Purpose::Threat)) => self.m.engine.threat = false,
            Some((_, Purpose::Try(_))) => {
                if let Some(learn) = &mut self.m.learn {
                    learn.unjudged();
                }
            }
            None => {
                let decided = self.m.engine.decided.is_some();
                let side = self.m.game.live_board().stm();
                if let Some(id) = self.m.game.engine_of(side).filter(|_| decided) {
                    self.halt_player(id);
                }
            }
        }
        self.save = true;
    }

    /// Halts the engine that is to move, whichever engine is at work for it.
    fn halt_player(&mut self, working: EngineId) {
        let side = self.m.game.live_board().stm();
        let id = self.m.game.engine_of(side).unwrap_or(working);
        self.m.engine.seat_mut(id).halted = true;
    }

    /// Lets the engines go on.
    pub(crate) fn go_engine(&mut self) {
        self.m.engine.go_on();
        self.m.game.paused = false;
        self.save = true;
    }

    /// Has the engine answer with what it has: the search stays the current one, so that its result counts.
    pub(crate) fn move_now(&mut self) {
        if let Some(job) = self.m.engine.job_for(|purpose| purpose == Purpose::Play) {
            self.out.push(Effect::Stop(job.engine, job.id));
        }
        self.hurry();
    }
}
