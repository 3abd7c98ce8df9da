//! Alpha-beta step by step: the tree, the current step, automatic play, the quiz. The searches take microseconds and
//! are run where they are shown.

use tabia_chess::Board;
use tabia_lab::steps::record::{RecordedSearches, Status};
use tabia_lab::steps::toy_tree::{Shape, ToyTree};

/// The tree to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StepsTree {
    #[default]
    Small,
    /// A fixed one with a deep cut-off.
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

/// The search shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepsSide {
    /// Only alpha-beta.
    #[default]
    AlphaBeta,
    /// Only minimax.
    Minimax,
    /// Both side by side.
    Both,
}

/// The result of a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// It was cut next.
    Right,
    Wrong,
    /// Nothing more will be cut.
    Nothing,
}

/// The view of alpha-beta step by step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepsView {
    pub tree: StepsTree,
    /// The shape of a position's tree.
    pub shape: Shape,
    /// The search shown.
    pub side: StepsSide,
    /// The step shown, from 0.
    pub at: usize,
    /// Whether it plays automatically.
    pub playing: bool,
    /// Steps per second.
    pub speed: f64,
    /// Whether the quiz asks for the next cut.
    pub quiz: bool,
    /// The result of the last guess.
    pub guess: Option<Guess>,
    /// Correct guesses, and all guesses.
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
    /// The view at the first step.
    #[must_use]
    pub fn from_the_start(self) -> StepsView {
        StepsView { at: 0, playing: false, guess: None, ..self }
    }

    /// The last step.
    pub fn last(&self, searches: &RecordedSearches) -> usize {
        let steps = match self.side {
            StepsSide::AlphaBeta => searches.alpha_beta.steps.len(),
            StepsSide::Minimax | StepsSide::Both => {
                searches.minimax.steps.len().max(searches.alpha_beta.steps.len())
            }
        };
        steps.saturating_sub(1)
    }

    /// Goes one step forward; automatic play ends at the last.
    pub fn play_on(&mut self, last: usize) {
        self.at = (self.at + 1).min(last);
        self.playing = self.at < last;
    }

    /// Handles a click on a position as the answer to the quiz.
    pub fn answer(&mut self, searches: &RecordedSearches, node: usize) {
        let Some((step, left)) = searches.next_cut(self.at) else {
            self.guess = Some(Guess::Nothing);
            return;
        };
        // A node that has already been searched or cut does not count as a guess.
        if searches.alpha_beta.statuses(&searches.tree, self.at)[node] != Status::Unvisited {
            return;
        }
        let right = left.iter().any(|&cut| searches.tree.below(cut).contains(&node));
        let [found, asked] = self.score;
        self.score = [found.saturating_add(right.into()), asked.saturating_add(1)];
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
