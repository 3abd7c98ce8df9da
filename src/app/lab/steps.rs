//! Alpha-beta step by step: which tree, how far it is, whether it plays, how the quiz goes. The searches themselves
//! are made where they are shown; they take microseconds.

use tabia_chess::Board;
use tabia_lab::steps::record::{RecordedSearches, Status};
use tabia_lab::steps::toy_tree::{Shape, ToyTree};

/// Which tree is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StepsTree {
    #[default]
    Small,
    /// A given one with a deep cut-off.
    Deep,
    Position,
}

impl StepsTree {
    /// Both searches of the tree.
    pub fn searches(self, board: &Board, shape: Shape) -> RecordedSearches {
        RecordedSearches::new(match self {
            StepsTree::Small => ToyTree::small(),
            StepsTree::Deep => ToyTree::with_deep_cutoff(),
            StepsTree::Position => ToyTree::of_position(board, shape),
        })
    }
}

/// Which search is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepsSide {
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
pub enum Guess {
    /// It was cut next.
    Right,
    Wrong,
    /// Nothing will be cut any more.
    Nothing,
}

/// The view of alpha-beta step by step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepsView {
    pub tree: StepsTree,
    /// What a position's tree is like.
    pub shape: Shape,
    /// The search in sight.
    pub side: StepsSide,
    /// The step shown, from 0.
    pub at: usize,
    /// Whether it goes on by itself.
    pub playing: bool,
    /// Steps a second.
    pub speed: f64,
    /// Whether the next cut is asked for.
    pub quiz: bool,
    /// How the last guess went.
    pub guess: Option<Guess>,
    /// Guesses that were right, and all of them.
    pub score: [u32; 2],
}

impl Default for StepsView {
    fn default() -> StepsView {
        StepsView {
            tree: StepsTree::default(),
            shape: Shape::default(),
            side: StepsSide::default(),
            at: 0,
            playing: false,
            speed: 2.0,
            quiz: false,
            guess: None,
            score: [0; 2],
        }
    }
}

impl StepsView {
    /// At the first step of what is now to be seen.
    #[must_use]
    pub fn from_the_start(self) -> StepsView {
        StepsView { at: 0, playing: false, guess: None, ..self }
    }

    /// The last step there is.
    pub fn last(&self, searches: &RecordedSearches) -> usize {
        let steps = match self.side {
            StepsSide::AlphaBeta => searches.alpha_beta.steps.len(),
            StepsSide::Minimax | StepsSide::Both => {
                searches.minimax.steps.len().max(searches.alpha_beta.steps.len())
            }
        };
        steps.saturating_sub(1)
    }

    /// A step on, the end of the play at the last.
    pub fn play_on(&mut self, last: usize) {
        self.at = (self.at + 1).min(last);
        self.playing = self.at < last;
    }

    /// A click on a position where the next cut was asked for.
    pub fn answer(&mut self, searches: &RecordedSearches, node: usize) {
        let Some((step, left)) = searches.next_cut(self.at) else {
            self.guess = Some(Guess::Nothing);
            return;
        };
        // What has been searched or cut is no guess.
        if searches.alpha_beta.statuses(&searches.tree, self.at)[node] != Status::Unvisited {
            return;
        }
        let right = left.iter().any(|&cut| searches.tree.below(cut).contains(&node));
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
    fn guesses_are_held_to_the_next_cut() {
        let mut view = StepsView { quiz: true, ..StepsView::default() };
        let searches = view.tree.searches(&Board::start(), view.shape);
        let (step, left) = searches.next_cut(0).unwrap();
        view.answer(&searches, left[0]);
        assert_eq!((view.guess, view.at, view.score), (Some(Guess::Right), step, [1, 1]));
        view.answer(&searches, left[0]);
        view.answer(&searches, 0);
        assert_eq!((view.at, view.score), (step, [1, 1]), "cut already, and under way");
        view.at = 0;
        let first = searches.tree.nodes[0].children[0];
        view.answer(&searches, first);
        assert_eq!((view.guess, view.score), (Some(Guess::Wrong), [1, 2]));
        view.at = view.last(&searches);
        view.answer(&searches, left[0]);
        assert_eq!((view.guess, view.score), (Some(Guess::Nothing), [1, 2]));
    }

    #[test]
    fn it_plays_to_the_last_step_and_stops() {
        let mut view = StepsView { playing: true, ..StepsView::default() };
        view.play_on(2);
        assert_eq!((view.at, view.playing), (1, true));
        view.play_on(2);
        assert_eq!((view.at, view.playing), (2, false));
        view.play_on(2);
        assert_eq!(view.at, 2);
    }
}
