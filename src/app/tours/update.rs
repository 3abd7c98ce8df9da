//! Going through a tour.

use std::time::Duration;

use super::{ALL, At, Done, Step, TourAction, TourView};
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::state::GameState;
use crate::lab::about::quiescence;
use crate::lab::scratch::ScratchAction;
use crate::lab::small_game::SmallGameAction;
use crate::lab::state::{CompareDraft, LabAction, LabKind};
use crate::window::workspace::{PaneId, Workspace};
use tabia_chess::uci_move;
use tabia_host::worker::protocol::JobId;
use tabia_lab::ab::{Equal, Side};

/// Depth at which a step records a tree, plies.
const TREE_DEPTH: u32 = 6;
/// Depth to which a step looks along a line, plies.
const LINE_DEPTH: u32 = 8;
/// How long a step has representations race, seconds.
const RACE_SECONDS: u32 = 6;

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
        if step.done == Done::Analysing && self.m.engine.analysis {
            self.toggle_analysis();
        }
        for look in step.shows {
            look.bring(self);
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
        if goes_on && view.now().is_some_and(|step| step.at == At::Here) {
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
        let node = self.m.game.current;
        match step.done {
            Done::Looked => {}
            Done::Played(text) => {
                if let Ok(mv) = uci_move::parse(self.m.game.board(), text) {
                    self.play_line(node, &[mv]);
                }
            }
            Done::Analysing => {
                if !self.m.engine.analysis {
                    self.toggle_analysis();
                }
            }
            Done::Began(kind) => match kind {
                LabKind::Tree => self.lab(LabAction::Record(TREE_DEPTH)),
                LabKind::Compare => self.lab(LabAction::Compare),
                LabKind::Horizon => self.lab(LabAction::Horizon(LINE_DEPTH)),
                LabKind::Effect => self.lab(LabAction::Effect(LINE_DEPTH + 1)),
                LabKind::Ladder => self.lab(LabAction::Ladder),
                LabKind::Scratch => self.lab(ScratchAction::AllMatches.into()),
                LabKind::Race => self.lab(LabAction::Race(RACE_SECONDS)),
                LabKind::SmallGame => self.lab(SmallGameAction::Learn.into()),
                LabKind::Magic => {
                    let view = self.m.lab.slider;
                    self.lab(LabAction::FindMagic(view.shown_part(), view.square));
                }
                LabKind::Why | LabKind::Expand => {}
            },
            Done::Compared(a, b, time) => {
                if let Some(sides) = sides(a, b) {
                    let depth = CompareDraft::default().equal;
                    let equal = time.map_or(depth, |ms| Equal::Time(Duration::from_millis(ms)));
                    self.lab(LabAction::Draft(CompareDraft { sides, equal, suite: false }));
                    self.lab(LabAction::Compare);
                }
            }
            Done::Quiescence => self.lab(LabAction::ShowMe(PaneId::Compare)),
            Done::Sees(look) => look.bring(self),
        }
        // What the experiment belongs to may have come to the front.
        self.open_pane(PaneId::Tour);
    }

    /// Sees whether what the step asks for has been done.
    pub(crate) fn settle_tour(&mut self) {
        let Some(view) = self.m.tour.filter(|view| !view.done) else { return };
        let Some(step) = view.now() else { return };
        let done = self.is_done(step, view.before);
        if let Some(view) = &mut self.m.tour {
            view.done = done;
        }
    }

    fn is_done(&self, step: &Step, before: Option<JobId>) -> bool {
        let begun = |kind| {
            let job = self.m.lab.job.filter(|job| Some(job.id) != before);
            job.is_some_and(|job| job.kind == kind)
        };
        match step.done {
            Done::Looked => false,
            Done::Analysing => self.m.engine.analysis,
            Done::Began(kind) => begun(kind),
            Done::Compared(a, b, time) => {
                let asked = self.m.lab.compare.as_ref().map(|view| view.asked);
                let same_time = |equal| match equal {
                    Equal::Time(_) => true,
                    Equal::Depth(..) | Equal::Nodes(_) => time.is_none(),
                };
                let meant = |asked: CompareDraft| {
                    Some(asked.sides) == sides(a, b) && same_time(asked.equal)
                };
                begun(LabKind::Compare) && asked.is_some_and(meant)
            }
            Done::Quiescence => {
                let asked = self.m.lab.compare.as_ref().map(|view| view.asked);
                begun(LabKind::Compare) && asked == Some(quiescence())
            }
            Done::Sees(look) => look.is_met(self.m),
            Done::Played(text) => {
                let (tree, node) = (&self.m.game.tree, self.m.game.current);
                let before = tree.parent(node).map(|parent| tree.board(parent));
                let asked = before.and_then(|board| uci_move::parse(board, text).ok());
                asked.is_some() && asked == tree.mv(node)
            }
        }
    }
}

/// Both sides of a comparison.
fn sides(a: &str, b: &str) -> Option<[Side; 2]> {
    Some([Side::parse(a).ok()?, Side::parse(b).ok()?])
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
                    assert_eq!(done(model), step.done != Done::Looked, "{name}");
                }
            }
        }
    }
}
