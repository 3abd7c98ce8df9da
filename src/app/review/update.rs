//! Reviews: begun, gone on with, stopped, written into the game and taken out again. The searches are asked
//! for one by one by `settle`, whenever the engine has nothing more urgent to do.

use tabia_chess::Color;
use tabia_engine::search::limits::Limits;
use tabia_engine::search::report::{IterationInfo, SearchOutcome};

use super::state::{ReviewRequest, ReviewRun, RunState};
use crate::action::ReviewAction;
use crate::commands::command::UserCommand;
use crate::effect::Effect;
use crate::engines::state::{Job, Purpose};
use crate::engines::wanted::Wanted;
use crate::update::Cx;
use crate::window::dialog::Dialog;
use crate::window::workspace::PaneId;

/// What undo says of the notes.
const NOTES: &str = "Review notes";

impl Cx<'_> {
    /// Something is to be done about the review of the game on the board.
    pub(crate) fn review(&mut self, action: ReviewAction) {
        match action {
            ReviewAction::Draft(request) => {
                if matches!(self.m.dialog, Some(Dialog::Review(_))) {
                    self.m.dialog = Some(Dialog::Review(request));
                }
            }
            ReviewAction::Start(request) => self.start_review(request.clamped()),
            ReviewAction::Stop => self.stop_review(),
            ReviewAction::Write => self.write_review(),
            ReviewAction::Discard => {
                self.m.reviews.discard(self.m.game.serial);
                self.save = true;
            }
            ReviewAction::ShowExpected(shown) => self.show_expected(shown),
        }
    }

    fn start_review(&mut self, request: ReviewRequest) {
        self.m.dialog = None;
        if !UserCommand::ReviewGame.is_enabled(self.m) {
            return;
        }
        self.m.settings.review = request;
        self.out.push(Effect::SaveSettings);
        let game = &self.m.game;
        let run = ReviewRun::new(game.serial, &game.tree, request, self.m.review());
        self.m.reviews.put(run);
        self.let_review_run();
        self.study(PaneId::Review);
        if self.m.review().is_some_and(|run| run.state == RunState::Done) {
            // All of it was known already.
            self.write_review();
        }
    }

    /// Goes on with a review that was stopped.
    pub(crate) fn resume_review(&mut self) {
        if let Some(run) = self.m.reviews.of_mut(self.m.game.serial)
            && run.state == RunState::Stopped
        {
            run.state = RunState::Running;
            self.let_review_run();
            self.study(PaneId::Review);
        }
    }

    /// Analysis comes before a review: it has to end for the review to go on. The card that offered the review
    /// leaves the board, which is now looked at.
    fn let_review_run(&mut self) {
        self.show_end_card(false);
        if self.m.engine.analysis {
            self.toggle_analysis();
            self.m.toasts.info("Analysis is off; switched on again, the review waits for it");
        }
        self.m.engine.let_all_go();
        self.save = true;
    }

    /// Stops the review; what was found is kept.
    pub(crate) fn stop_review(&mut self) {
        if let Some(run) = self.m.reviews.of_mut(self.m.game.serial)
            && run.state == RunState::Running
        {
            run.state = RunState::Stopped;
            self.save = true;
        }
    }

    /// A review is of positions that stand in the game: of others it forgets.
    pub(crate) fn settle_review(&mut self) {
        let game = &self.m.game;
        if let Some(run) = self.m.reviews.of_mut(game.serial)
            && run.keep_to(&game.tree)
        {
            self.m.reviews.discard(game.serial);
        }
        self.settle_learning();
    }

    /// The next position of the review, if it runs. While a game is played it waits.
    pub(crate) fn wanted_review(&self) -> Option<Wanted> {
        let game = &self.m.game;
        let node = self.m.review().filter(|_| !game.is_played())?.next()?;
        let engine = self.m.review_engine();
        let options = self.m.review_options(engine);
        Some(Wanted { engine, purpose: Purpose::Review, node, options })
    }

    /// What the engine may spend on a position.
    pub(crate) fn review_limits(&self) -> Limits {
        let request = self.m.review().map_or(self.m.settings.review, |run| run.request);
        request.budget.limits()
    }

    /// A search for the review begins.
    pub(crate) fn begin_review_of(&mut self, job: &Job, stm: Color) {
        self.m.telemetry.begin_in_background(job, stm);
        if let Some(run) = self.m.reviews.of_mut(self.m.game.serial) {
            run.begin();
        }
    }

    /// A search in the background has told a line.
    pub(crate) fn background_iteration(&mut self, purpose: Purpose, info: &IterationInfo) {
        match purpose {
            Purpose::Review => {
                if let Some(run) = self.m.reviews.of_mut(self.m.game.serial) {
                    run.iteration(info);
                }
            }
            Purpose::Try(_) => {
                if let Some(learn) = &mut self.m.learn {
                    learn.iteration(info);
                }
            }
            _ => {}
        }
    }

    /// A position of the review is done.
    pub(crate) fn reviewed(&mut self, job: &Job, outcome: &SearchOutcome) {
        let game = &self.m.game;
        let Some(run) = self.m.reviews.of_mut(game.serial) else { return };
        run.finish(&game.tree, job.node, outcome);
        if run.state == RunState::Stopped {
            let name = self.m.engine_name(job.engine);
            let text = format!(
                "The review has stopped: {name} gave no score for its move in one position. Go on to \
                 have it asked again"
            );
            self.m.toasts.offer_after_warning(text, UserCommand::ResumeReview);
        } else if run.state == RunState::Done {
            self.write_review();
        } else if self.m.save_at_ms.is_none() {
            self.save_soon();
        }
    }

    /// Writes what was found into the game, as one edit, and says how well both sides played.
    fn write_review(&mut self) {
        let Some(run) = self.m.review() else { return };
        let accuracy = |side| run.summary(&self.m.game.tree, side).accuracy;
        let told = |side: Color| {
            let accuracy = accuracy(side).map_or("–".to_owned(), |value| format!("{value:.1} %"));
            format!("{} {accuracy}", side.name())
        };
        let text = format!("Accuracy: {}, {}", told(Color::White), told(Color::Black));
        let (writes, serial) = (run.request.notes.any(), self.m.game.serial);
        self.save = true;
        if !writes {
            return self.m.toasts.info(text);
        }
        self.record_whole(NOTES);
        if let Some(run) = self.m.reviews.of_mut(serial) {
            run.write(&mut self.m.game.tree);
        }
        self.m.toasts.offer(format!("{text}; the notes are in the game"), UserCommand::Undo);
    }

    /// Takes the notes of the review out of the game, as one edit.
    pub(crate) fn remove_review(&mut self) {
        self.record_whole("Remove review notes");
        let serial = self.m.game.serial;
        if let Some(run) = self.m.reviews.of_mut(serial) {
            run.unwrite(&mut self.m.game.tree);
        }
        self.show_nearest(self.m.game.current);
    }
}
