//! Going through a tour.

use super::{ALL, Condition, TourAction, TourView};
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::state::GameState;
use crate::window::workspace::{PaneId, Workspace};

impl Cx<'_> {
    /// Does what was asked about tours.
    pub(crate) fn tour(&mut self, action: TourAction) {
        match action {
            TourAction::Begin(tour) => {
                let Some(chosen) = ALL.get(tour) else { return };
                let left = self.m.settings.tour_steps.get(tour).copied().unwrap_or(0);
                let step = if left + 1 >= chosen.steps.len() { 0 } else { left };
                self.go_to_workspace(Workspace::Lab);
                self.m.tour = Some(TourView { tour, step, done: false, before: None });
                self.take_step(false);
            }
            TourAction::Step(step) => {
                let Some(view) = &mut self.m.tour else { return };
                if ALL.get(view.tour).is_some_and(|tour| step < tour.steps.len()) {
                    let goes_on = step == view.step + 1;
                    (view.step, view.done) = (step, false);
                    self.take_step(goes_on);
                }
            }
            TourAction::DoIt => self.do_step(),
            TourAction::Leave => self.m.tour = None,
        }
    }

    /// Sets up what the step is about, and remembers how far the reader has come. The reader goes on from the step
    /// before, or comes from elsewhere.
    fn take_step(&mut self, goes_on: bool) {
        let Some(view) = self.m.tour else { return };
        let Some(step) = view.now() else { return };
        let steps = &mut self.m.settings.tour_steps;
        steps.resize(ALL.len(), 0);
        if let Some(left) = steps.get_mut(view.tour) {
            *left = view.step;
            self.out.push(Effect::SaveSettings);
        }
        self.stand_at(view, goes_on);
        if step.done == Some(Condition::Analysing) && self.m.engine.analysis {
            self.toggle_analysis();
        }
        for condition in step.setup {
            condition.bring(self);
        }
        let before = self.m.lab.job.map(|job| job.id);
        if let Some(view) = &mut self.m.tour {
            view.before = before;
        }
        if let Some(pane) = step.pane {
            self.open_pane(pane);
        }
        // Last, so that it is in sight where both share a stack.
        self.open_pane(PaneId::Tour);
    }

    /// Puts the step's position on the board. The next step of a tour that has none of its own leaves what the
    /// reader has made of it.
    fn stand_at(&mut self, view: TourView, goes_on: bool) {
        if goes_on && view.now().is_some_and(|step| step.position().is_none()) {
            return;
        }
        let Some(position) = view.position() else { return };
        let game = &self.m.game;
        let same = game.tree.position(game.current) == position;
        if !same || !game.is_analysis_board() {
            self.set_up(GameState::analysis_line(&position), "Set up position");
        }
    }

    /// Does what the step asks the reader to do.
    fn do_step(&mut self) {
        let Some(step) = self.m.tour.and_then(|view| view.now()) else { return };
        if let Some(condition) = step.done {
            condition.bring(self);
        }
        // What the experiment belongs to may have come to the front.
        self.open_pane(PaneId::Tour);
    }

    /// Sees whether what the step asks for has been done.
    pub(crate) fn settle_tour(&mut self) {
        let Some(view) = self.m.tour.filter(|view| !view.done) else { return };
        let Some(step) = view.now() else { return };
        let done = step.done.is_some_and(|condition| condition.is_met(self.m));
        if let Some(view) = &mut self.m.tour {
            view.done = done;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, TourAction};
    use crate::model::Model;
    use crate::update::update;
    use crate::window::settings::Settings;

    fn done(model: &Model) -> bool {
        model.tour.is_some_and(|view| view.done)
    }

    /// A tick is given only to what the reader did: not to what a step began with, come to from the step before or
    /// from anywhere.
    #[test]
    fn nothing_is_done_before_it_is_done() {
        for (number, tour) in ALL.iter().enumerate() {
            let mut through = Model::new(Settings::default());
            for (at, step) in tour.steps.iter().enumerate() {
                let name = format!("{}: {}", tour.title, step.title);
                let mut fresh = Model::new(Settings::default());
                fresh.settings.tour_steps = vec![at; ALL.len()];
                for model in [&mut fresh, &mut through] {
                    update(model, Action::Tour(TourAction::Begin(number)), 0);
                    update(model, Action::Tour(TourAction::Step(at)), 0);
                    assert!(!done(model), "{name}");
                    // The seat is free for one experiment at a time.
                    model.lab.job = None;
                    update(model, Action::Tour(TourAction::DoIt), 0);
                    assert_eq!(done(model), step.done.is_some(), "{name}");
                }
            }
        }
    }
}
