//! The tours: what the Lab shows, in an order that builds on itself. Each step opens a view on a position and asks
//! the reader to do something; what can be seen to be done is ticked off.

mod bits;
mod engines;
mod good;
mod horizon;
mod look;
mod memory;
mod moves;
mod playouts;
mod tree;
mod update;

use crate::lab::state::LabKind;
use crate::window::workspace::PaneId;
use tabia_chess::{Board, uci_move};
use tabia_games::game::position::GamePosition;
use tabia_host::worker::protocol::JobId;

pub use look::Look;

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
    /// The position.
    pub at: At,
    /// What the view shows to begin with, besides the position.
    pub shows: &'static [Look],
    /// What the reader is asked to do.
    pub ask: &'static str,
    /// How it is seen to be done.
    pub done: Done,
}

/// The position of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// The one on the board stays.
    Here,
    /// This one, as FEN.
    Fen(&'static str),
    /// The start position and these moves, as UCI writes them.
    Moves(&'static str),
    /// A position as FEN and moves from there on.
    Line(&'static str, &'static str),
}

/// How a step is seen to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// It is enough to look.
    Looked,
    /// This move was played, as UCI writes it.
    Played(&'static str),
    /// The engine analyses.
    Analysing,
    /// An experiment of this kind was begun.
    Began(LabKind),
    /// Two ways of searching are compared: side A, side B, in the words of [`Side::parse`], and the time both get,
    /// milliseconds, where it is the same time.
    ///
    /// [`Side::parse`]: tabia_lab::ab::Side::parse
    Compared(&'static str, &'static str, Option<u64>),
    /// Quiescence is compared with none, with what programs had when its worth was first measured.
    Quiescence,
    /// A view shows what was asked for.
    Sees(Look),
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

impl At {
    /// The position, unless it is the one on the board.
    fn position(self) -> Option<GamePosition> {
        let (start, moves) = match self {
            At::Here => return None,
            At::Fen(fen) => (fen, ""),
            At::Moves(moves) => (START, moves),
            At::Line(start, moves) => (start, moves),
        };
        let mut position = GamePosition::new(Board::from_fen(start).ok()?);
        for text in moves.split_whitespace() {
            position.moves.push(uci_move::parse(&position.board(), text).ok()?);
        }
        Some(position)
    }
}

/// The position chess begins with.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl TourView {
    /// The step.
    pub fn now(&self) -> Option<&'static Step> {
        ALL.get(self.tour)?.steps.get(self.step)
    }

    /// The position of the step: its own, or that of the last step with one and the moves asked for since.
    fn position(&self) -> Option<GamePosition> {
        let before = ALL.get(self.tour)?.steps.get(..=self.step)?;
        let from = before.iter().rposition(|step| step.at != At::Here)?;
        let mut position = before[from].at.position()?;
        for step in &before[from..self.step] {
            if let Done::Played(text) = step.done {
                position.moves.push(uci_move::parse(&position.board(), text).ok()?);
            }
        }
        Some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
                if let Done::Played(text) = step.done {
                    let mv = uci_move::parse(&here.board(), text);
                    assert!(mv.is_ok(), "{name}: {mv:?}");
                }
            }
        }
    }
}
