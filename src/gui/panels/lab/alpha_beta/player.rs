//! What the step-by-step view remembers between two frames: which tree, how far it is, whether it plays.

use std::sync::Arc;

use crate::chess::board::Board;
use crate::lab::steps::record::Lesson;
use crate::lab::steps::sapling::{Sapling, Shape};

/// Which tree is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Source {
    /// A small given one.
    #[default]
    Small,
    /// A given one with a deep cut-off.
    Deep,
    /// That of the position.
    Position,
}

/// Which search is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Side {
    /// Alpha-beta alone.
    #[default]
    AlphaBeta,
    /// Minimax alone.
    Minimax,
    /// Beside each other.
    Both,
}

/// How a guess went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guess {
    /// It was cut next.
    Right,
    /// It was not.
    Wrong,
    /// Nothing will be cut any more.
    Nothing,
}

/// The view's state.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub source: Source,
    pub shape: Shape,
    pub side: Side,
    /// The step shown.
    pub at: usize,
    pub playing: bool,
    /// Steps a second.
    pub speed: f64,
    /// When the next step is due, seconds of the window's clock.
    pub due: f64,
    /// Whether the next cut is asked for.
    pub quiz: bool,
    pub guess: Option<Guess>,
    /// Guesses that were right, and all of them.
    pub score: [u32; 2],
    /// The tree and both searches, and what they were made from.
    lesson: Option<(Made, Arc<Lesson>)>,
}

/// What a lesson was made from.
type Made = (Source, Shape, u64);

impl Default for Player {
    fn default() -> Player {
        Player {
            source: Source::default(),
            shape: Shape::default(),
            side: Side::default(),
            at: 0,
            playing: false,
            speed: 2.0,
            due: 0.0,
            quiz: false,
            guess: None,
            score: [0; 2],
            lesson: None,
        }
    }
}

impl Player {
    /// The searches of the chosen tree, made once for each tree and position.
    pub(super) fn lesson(&mut self, board: &Board) -> Arc<Lesson> {
        let key = if self.source == Source::Position { board.key() } else { 0 };
        let made = (self.source, self.shape, key);
        if let Some((known, lesson)) = &self.lesson
            && *known == made
        {
            return Arc::clone(lesson);
        }
        let tree = match self.source {
            Source::Small => Sapling::small(),
            Source::Deep => Sapling::with_deep_cutoff(),
            Source::Position => Sapling::of_position(board, self.shape),
        };
        let lesson = Arc::new(Lesson::new(tree));
        self.lesson = Some((made, Arc::clone(&lesson)));
        (self.at, self.playing, self.guess) = (0, false, None);
        lesson
    }

    /// The last step there is.
    pub(super) fn last(&self, lesson: &Lesson) -> usize {
        let steps = match self.side {
            Side::AlphaBeta => lesson.alpha_beta.steps.len(),
            Side::Minimax | Side::Both => {
                lesson.minimax.steps.len().max(lesson.alpha_beta.steps.len())
            }
        };
        steps.saturating_sub(1)
    }

    /// Plays on if the time has come. Says how long until the next step, seconds.
    pub(super) fn tick(&mut self, now: f64, last: usize) -> Option<f64> {
        if !self.playing {
            return None;
        }
        if now >= self.due {
            self.at = (self.at + 1).min(last);
            self.due = now + 1.0 / self.speed;
            self.playing = self.at < last;
        }
        self.playing.then(|| (self.due - now).max(0.0))
    }

    /// A click on a position where the next cut was asked for.
    pub(super) fn answer(&mut self, lesson: &Lesson, node: usize) {
        let Some((step, left)) = lesson.next_cut(self.at) else {
            self.guess = Some(Guess::Nothing);
            return;
        };
        let right = left.iter().any(|&cut| lesson.tree.below(cut).contains(&node));
        self.score[1] += 1;
        self.score[0] += u32::from(right);
        self.guess = Some(if right { Guess::Right } else { Guess::Wrong });
        self.at = step;
        self.playing = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_plays_at_its_speed_and_stops_at_the_end() {
        let mut player = Player { playing: true, due: 10.0, ..Player::default() };
        assert_eq!((player.tick(9.0, 2), player.at), (Some(1.0), 0));
        assert_eq!((player.tick(10.0, 2), player.at), (Some(0.5), 1));
        assert_eq!((player.tick(10.6, 2), player.at), (None, 2));
        assert!(!player.playing);
    }

    #[test]
    fn guesses_are_held_to_the_next_cut() {
        let mut player = Player { quiz: true, ..Player::default() };
        let board = Board::start();
        let lesson = player.lesson(&board);
        let (step, left) = lesson.next_cut(0).unwrap();
        player.answer(&lesson, left[0]);
        assert_eq!((player.guess, player.at, player.score), (Some(Guess::Right), step, [1, 1]));
        player.answer(&lesson, 0);
        assert_eq!((player.guess, player.score), (Some(Guess::Wrong), [1, 2]));
        player.at = player.last(&lesson);
        player.answer(&lesson, left[0]);
        assert_eq!((player.guess, player.score), (Some(Guess::Nothing), [1, 2]));
        // Another tree begins anew, the same one is made once.
        assert!(Arc::ptr_eq(&lesson, &player.lesson(&board)));
        player.source = Source::Position;
        assert!(!Arc::ptr_eq(&lesson, &player.lesson(&board)) && player.at == 0);
    }
}
