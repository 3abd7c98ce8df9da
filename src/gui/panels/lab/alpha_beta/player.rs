//! What the step-by-step view keeps between two frames: the searches it shows and when the next step is due.

use std::sync::Arc;

use tabia_app::lab::steps::{StepsTree, StepsView};
use tabia_chess::Board;
use tabia_lab::steps::record::Lesson;
use tabia_lab::steps::sapling::Shape;

/// The searches shown, and when the next step is due.
#[derive(Clone, Debug, Default)]
pub(super) struct Player {
    /// When the next step is due, seconds of the window's clock.
    pub due: f64,
    /// The searches, and what they were made from.
    lesson: Option<(Made, Arc<Lesson>)>,
}

/// What a lesson was made from: a given tree from itself alone.
type Made = (StepsTree, Option<(Shape, u64)>);

impl Player {
    /// The searches of the chosen tree, made once for each tree and position. A tree that is not the one last seen
    /// begins at its first step.
    pub(super) fn lesson(&mut self, view: &mut StepsView, board: &Board) -> Arc<Lesson> {
        let made =
            (view.tree, (view.tree == StepsTree::Position).then(|| (view.shape, board.key())));
        if let Some((known, lesson)) = &self.lesson
            && *known == made
        {
            return Arc::clone(lesson);
        }
        let lesson = Arc::new(view.tree.lesson(board, view.shape));
        if self.lesson.is_some() {
            *view = view.from_the_start();
        }
        self.lesson = Some((made, Arc::clone(&lesson)));
        lesson
    }

    /// Plays on if the time has come. Says how long until the next step, seconds.
    pub(super) fn tick(&mut self, view: &mut StepsView, now: f64, last: usize) -> Option<f64> {
        if !view.playing {
            return None;
        }
        if now >= self.due {
            view.play_on(last);
            self.due = now + 1.0 / view.speed;
        }
        view.playing.then(|| (self.due - now).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_plays_at_its_speed_and_stops_at_the_end() {
        let mut player = Player { due: 10.0, lesson: None };
        let mut view = StepsView { playing: true, ..StepsView::default() };
        assert_eq!((player.tick(&mut view, 9.0, 2), view.at), (Some(1.0), 0));
        assert_eq!((player.tick(&mut view, 10.0, 2), view.at), (Some(0.5), 1));
        assert_eq!((player.tick(&mut view, 10.6, 2), view.at), (None, 2));
        assert!(!view.playing);
    }

    #[test]
    fn another_tree_begins_anew_and_the_same_one_is_made_once() {
        let mut player = Player::default();
        let mut view = StepsView { at: 3, ..StepsView::default() };
        let board = Board::start();
        let lesson = player.lesson(&mut view, &board);
        assert!(Arc::ptr_eq(&lesson, &player.lesson(&mut view, &board)) && view.at == 3);
        view.tree = StepsTree::Position;
        assert!(!Arc::ptr_eq(&lesson, &player.lesson(&mut view, &board)) && view.at == 0);
    }
}
