//! The tours: what the Lab shows, in an order that builds on itself. Each step opens a view on a position and asks
//! the reader to do something; what can be seen to be done is ticked off.

mod bits;
mod engines;
mod good;
mod horizon;
mod memory;
mod moves;
mod tree;
mod update;

use crate::app::lab::foundations::{BitsPage, ZobristPage};
use crate::app::lab::state::LabKind;
use crate::app::window::workspace::PaneId;
use crate::lab::foundations::sliders::Method;

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
    /// This page of the bitboards is shown.
    Bits(BitsPage),
    /// Attacks of sliders are shown by this method.
    Slider(Method),
    /// This page of the keys is shown.
    Zobrist(ZobristPage),
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
pub const ALL: [&Tour; 7] = [
    &bits::TOUR,
    &moves::TOUR,
    &tree::TOUR,
    &horizon::TOUR,
    &memory::TOUR,
    &good::TOUR,
    &engines::TOUR,
];

impl At {
    /// Where the step's moves begin, as FEN, and the moves.
    fn line(self) -> Option<(&'static str, &'static str)> {
        match self {
            At::Here | At::Fen(_) => None,
            At::Moves(moves) => Some((START, moves)),
            At::Line(start, moves) => Some((start, moves)),
        }
    }
}

/// The position chess begins with.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl TourView {
    /// The step.
    pub fn now(&self) -> Option<&'static Step> {
        ALL.get(self.tour)?.steps.get(self.step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::board::Board;
    use crate::chess::uci_move;

    /// The board of a step, if it has one of its own.
    fn board(at: At) -> Option<Board> {
        match at {
            At::Here => None,
            At::Fen(fen) => Some(Board::from_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"))),
            At::Moves(_) | At::Line(..) => {
                let (start, moves) = at.line()?;
                let mut board = Board::from_fen(start).unwrap();
                for text in moves.split_whitespace() {
                    board.make_move(uci_move::parse(&board, text).unwrap());
                }
                Some(board)
            }
        }
    }

    #[test]
    fn every_step_can_be_taken() {
        for tour in ALL {
            assert!((10..=13).contains(&tour.steps.len()), "{}", tour.title);
            let mut here = Board::start();
            for step in tour.steps {
                here = board(step.at).unwrap_or(here);
                let name = format!("{}: {}", tour.title, step.title);
                assert!(!step.title.is_empty() && !step.ask.is_empty(), "{name}");
                let words = step.text.split_whitespace().count();
                assert!((15..=110).contains(&words), "{name}: {words} words");
                if let Done::Played(text) = step.done {
                    let mv = uci_move::parse(&here, text);
                    here.make_move(mv.unwrap_or_else(|e| panic!("{name}: {e:?}")));
                }
            }
        }
    }
}
