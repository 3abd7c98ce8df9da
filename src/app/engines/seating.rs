//! Seats: who takes part in analysis, and which of the user's engines run. One is started when there is
//! something for it to do and ended when it is needed no longer.

use std::sync::Arc;

use tabia_engine::search::engine_id::EngineId;
use tabia_host::external::spec::UciSpec;

use super::seats::MOST_ANALYSING;
use super::wanted::AllWanted;
use crate::effect::Effect;
use crate::game::state::Phase;
use crate::review::state::RunState;
use crate::update::Cx;

impl Cx<'_> {
    /// Lets an engine take part in analysis, or no longer. One always does.
    pub(crate) fn take_part(&mut self, id: EngineId, takes_part: bool) {
        if self.m.in_duel() {
            return self.m.toasts.info("The duel is between its two minds; leave it first");
        }
        let ours = |id: EngineId| if id == EngineId::OBSERVER { EngineId::BUILT_IN } else { id };
        let id = ours(id);
        let mut chosen: Vec<EngineId> = self.m.analysing().into_iter().map(ours).collect();
        match (chosen.contains(&id), takes_part) {
            (false, true) if chosen.len() == MOST_ANALYSING => {
                let text = format!("{MOST_ANALYSING} engines analyse already; take one away first");
                return self.m.toasts.warn(text);
            }
            (false, true) if self.m.is_known(id) => chosen.push(id),
            (true, false) if chosen.len() > 1 => chosen.retain(|&other| other != id),
            _ => return,
        }
        self.m.settings.analysing = chosen;
        self.out.push(Effect::SaveSettings);
    }

    /// Ends engines that are needed no longer or whose entry has changed.
    pub(crate) fn close_seats(&mut self) {
        let running: Vec<(EngineId, Option<Arc<UciSpec>>)> =
            self.m.engine.seats().map(|(id, seat)| (id, seat.opened.clone())).collect();
        for (id, opened) in running {
            if id.is_built_in() || id == EngineId::THREAT {
                continue;
            }
            let now = self.m.settings.engines.get(id.0);
            if id == EngineId::SCRATCH {
                let now = &self.m.settings.scratch.opponent;
                let same = self.m.engine.scratch.as_deref().is_none_or(|eval| eval == now);
                if !same || !self.is_needed(id) {
                    self.close_seat(id);
                }
                continue;
            }
            let same =
                opened.as_deref().is_none_or(|spec| now.is_some_and(|now| starts_alike(spec, now)));
            if !same || !self.is_needed(id) {
                self.close_seat(id);
            }
        }
    }

    /// Starts the engines that are wanted and do not run.
    pub(crate) fn open_seats(&mut self, wanted: &AllWanted) {
        for &id in wanted.keys() {
            if id == EngineId::OBSERVER && !self.m.engine.observer {
                self.m.engine.observer = true;
                self.out.push(Effect::OpenObserver(self.m.settings.engine));
            }
            if id == EngineId::SCRATCH && self.m.engine.scratch.is_none() {
                let eval = Arc::new(self.m.settings.scratch.opponent.clone());
                self.m.engine.scratch = Some(eval.clone());
                self.out.push(Effect::OpenScratch(eval));
            }
            if id == EngineId::PUCT {
                self.open_puct();
            }
            let open = id.is_built_in()
                || self.m.engine.seat(id).is_some_and(|seat| seat.opened.is_some());
            if open {
                continue;
            }
            if let Some(spec) = self.m.settings.engines.get(id.0) {
                let spec = Arc::new(spec.clone());
                self.m.engine.seat_mut(id).opened = Some(spec.clone());
                let log = self.m.engines.log(id.0);
                self.out.push(Effect::OpenSeat { id, spec, log });
            }
        }
    }

    /// Gives a seat up; what its engine found stays.
    pub(crate) fn close_seat(&mut self, id: EngineId) {
        self.end_process(id);
        self.m.engine.leave(id);
    }

    /// Ends the process of an engine of the user's; it is started again when it is next wanted.
    pub(crate) fn end_process(&mut self, id: EngineId) {
        let seat = self.m.engine.seat_mut(id);
        seat.job = None;
        seat.sent = None;
        let opened = seat.opened.take().is_some();
        let scratch = id == EngineId::SCRATCH && self.m.engine.scratch.take().is_some();
        let observer = id == EngineId::OBSERVER && std::mem::take(&mut self.m.engine.observer);
        let puct = id == EngineId::PUCT && std::mem::take(&mut self.m.engine.puct);
        if opened || scratch || observer || puct {
            self.m.telemetry.end_search(id);
            self.out.push(Effect::CloseSeat(id));
        }
    }

    /// Whether an engine has or may soon have something to do: analysis it takes part in, a game, a review.
    fn is_needed(&self, id: EngineId) -> bool {
        let game = &self.m.game;
        let plays = !matches!(game.phase, Phase::Over(_)) && game.has_engine(id);
        let reviews = self.m.review().is_some_and(|run| run.state == RunState::Running)
            && self.m.review_engine() == id;
        let analyses = self.m.analysing().contains(&id);
        // Asked anew in every game, so that the table of the last one is not kept for nothing.
        if id == EngineId::OBSERVER {
            return self.m.observes();
        }
        self.m.is_known(id) && (plays || reviews || analyses)
    }
}

/// Whether two entries start the same program with the same options.
fn starts_alike(a: &UciSpec, b: &UciSpec) -> bool {
    (&a.command, &a.arguments, &a.folder, &a.environment, &a.options)
        == (&b.command, &b.arguments, &b.folder, &b.environment, &b.options)
}
