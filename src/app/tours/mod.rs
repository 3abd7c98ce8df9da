//! The tours: what the Lab shows, in an order that builds on itself. Each step opens a view on a position and asks
//! the reader to do something; what can be seen to be done is ticked off.

mod bits;
mod condition;
mod engines;
mod good;
mod horizon;
mod memory;
mod moves;
mod playouts;
mod tree;
pub(crate) mod update;

use crate::window::workspace::PaneId;
use tabia_chess::uci_move;
use tabia_games::game::position::GamePosition;
use tabia_host::worker::protocol::JobId;

pub use condition::Condition;

/// A tour.
#[derive(Debug)]
pub struct Tour {
    /// Its title.
    pub title: &'static str,
    /// What it is about, in a sentence.
    pub about: &'static str,
    /// Its steps.
    pub steps: &'static [Step],
}

/// A step of a tour.
#[derive(Debug)]
pub struct Step {
    /// Its title.
    pub title: &'static str,
    /// What there is to know.
    pub text: &'static str,
    /// The view it is about.
    pub pane: Option<PaneId>,
    /// What is brought about before. Without a position the one on the board stays.
    pub setup: &'static [Condition],
    /// What the reader is asked to do.
    pub ask: &'static str,
    /// How it is seen to be done; `None`: it is enough to look.
    pub done: Option<Condition>,
}

/// A tour being taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TourView {
    /// Which, an index into [`ALL`].
    pub tour: usize,
    /// At which step, from 0.
    pub step: usize,
    /// What was asked for has been done.
    pub done: bool,
    /// The experiment that was under way when the step was come to: it is not what the step asks for.
    before: Option<JobId>,
}

/// What can be done about tours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourAction {
    /// Begin a tour, an index into [`ALL`], or go on where it was left.
    Begin(usize),
    /// Go to a step of it.
    Step(usize),
    /// Do what is asked for.
    DoIt,
    /// Leave it. The step is remembered.
    Leave,
}

/// All tours, in the order in which they build on each other.
pub const ALL: [&Tour; 8] = [
    &bits::TOUR,
    &moves::TOUR,
    &tree::TOUR,
    &horizon::TOUR,
    &memory::TOUR,
    &good::TOUR,
    &engines::TOUR,
    &playouts::TOUR,
];

/// The position chess begins with.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl Step {
    /// Its own position.
    fn position(&self) -> Option<GamePosition> {
        self.setup.iter().find_map(|condition| match condition {
            Condition::Position(start, moves) => condition::position(start, moves),
            _ => None,
        })
    }
}

impl TourView {
    /// The step.
    pub fn now(&self) -> Option<&'static Step> {
        ALL.get(self.tour)?.steps.get(self.step)
    }

    /// The position of the step: its own, or that of the last step with one and the moves asked for since.
    fn position(&self) -> Option<GamePosition> {
        let before = ALL.get(self.tour)?.steps.get(..=self.step)?;
        let from = before.iter().rposition(|step| step.position().is_some())?;
        let mut position = before[from].position()?;
        for step in &before[from..self.step] {
            if let Some(Condition::Played(text)) = step.done {
                position.moves.push(uci_move::parse(&position.board(), text).ok()?);
            }
        }
        Some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_lab::experiment::Entry;

    #[test]
    fn every_step_can_be_taken() {
        for (number, tour) in ALL.iter().enumerate() {
            assert!((10..=13).contains(&tour.steps.len()), "{}", tour.title);
            for (at, step) in tour.steps.iter().enumerate() {
                let name = format!("{}: {}", tour.title, step.title);
                assert!(!step.title.is_empty() && !step.ask.is_empty(), "{name}");
                let words = step.text.split_whitespace().count();
                assert!((15..=110).contains(&words), "{name}: {words} words");
                let here =
                    TourView { tour: number, step: at, done: false, before: None }.position();
                let here = here.unwrap_or_else(|| panic!("{name}: no position"));
                if let Some(Condition::Began(id)) = step.done {
                    assert!(Entry::by_id(id).is_some(), "{name}: {id}");
                }
                if let Some(Condition::Played(text)) = step.done {
                    let mv = uci_move::parse(&here.board(), text);
                    assert!(mv.is_ok(), "{name}: {mv:?}");
                }
            }
        }
    }
}
