//! Learning from mistakes: tasks on the board. Moves made there are judged and not added to the game.

use tabia_chess::{Color, PieceType, Square};
use tabia_engine::search::report::SearchOutcome;

use super::learn::{Learn, Stage};
use crate::action::LearnAction;
use crate::commands::enabled::can_learn;
use crate::update::Cx;
use crate::window::sounds::Sound;
use crate::window::workspace::PaneId;

impl Cx<'_> {
    /// Something is to be done about the tasks.
    pub(crate) fn learn(&mut self, action: LearnAction) {
        if let LearnAction::Start(side) = action {
            return self.learn_mistakes(side);
        }
        let Some(learn) = &mut self.m.learn else { return };
        match action {
            LearnAction::Again => learn.again(),
            LearnAction::Solution => learn.show(),
            LearnAction::Next => learn.next(),
            LearnAction::Leave => return self.leave_learning(),
            LearnAction::Return | LearnAction::Start(_) => {}
        }
        self.show_task();
    }

    /// Begins with the mistakes of one side, or of both.
    pub(crate) fn learn_mistakes(&mut self, side: Option<Color>) {
        self.leave_learning();
        let (game, flipped) = (&self.m.game, self.m.view.flipped);
        let human = |side: &Color| !game.player(*side).is_engine();
        let side = side.or_else(|| {
            let people: Vec<Color> = Color::ALL.into_iter().filter(human).collect();
            (people.len() == 1).then(|| people[0])
        });
        if !can_learn(self.m, side) {
            return;
        }
        let from = (game.current, flipped);
        let Some(run) = self.m.review() else { return };
        self.m.learn = Learn::new(run, &game.tree, side, from);
        self.m.editor = None;
        self.study(PaneId::Review);
        self.show_task();
    }

    /// Shows the position of the task at hand, from the side that is to solve it.
    fn show_task(&mut self) {
        let Some(node) = self.m.learn.as_ref().and_then(Learn::task).map(|task| task.node) else {
            return;
        };
        self.show(node);
        self.m.view.flipped = self.m.game.board().stm() == Color::Black;
    }

    /// Back to where the game was shown.
    pub(crate) fn leave_learning(&mut self) {
        let Some(learn) = self.m.learn.take() else { return };
        if learn.serial == self.m.game.serial {
            self.m.view.flipped = learn.flipped;
            if self.m.game.tree.contains(learn.came_from) {
                self.show(learn.came_from);
            }
        }
    }

    /// A task whose game or position is gone cannot be solved any more.
    pub(crate) fn settle_learning(&mut self) {
        let game = &self.m.game;
        let sound = |learn: &Learn| {
            learn.serial == game.serial && learn.is_sound(&game.tree) && !game.is_played()
        };
        if !self.m.learn.as_ref().is_none_or(sound) {
            self.m.learn = None;
        }
    }

    /// A move on the board while there is a task: it is tried, nowhere else than in the task's position.
    pub(crate) fn try_in_task(&mut self, from: Square, to: Square, promotion: Option<PieceType>) {
        let mv = self.point_out(from, to, promotion);
        let board = *self.m.game.board();
        let Some(learn) = &mut self.m.learn else { return };
        match (learn.task().map(|task| task.node), mv) {
            (Some(node), _) if node != self.m.game.current => {
                self.m.toasts.info("Moves count in the position of the task");
            }
            (None, _) => self.m.toasts.info("Leave the tasks to go on with the game"),
            (Some(_), Some(mv)) if matches!(learn.stage, Stage::Ask | Stage::Wrong(_)) => {
                learn.try_move(&board, mv);
                self.m.engine.let_all_go();
                self.sound(Sound::of_move(&board, mv));
            }
            _ => {}
        }
    }

    /// The engine has judged the move that was tried.
    pub(crate) fn tried(&mut self, outcome: &SearchOutcome) {
        let tree = &self.m.game.tree;
        if let Some(learn) = &mut self.m.learn
            && let Some(node) = learn.task().map(|task| task.node)
        {
            learn.judged(tree.board(node), outcome);
        }
    }
}
