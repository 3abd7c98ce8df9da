//! The small game in the window: what is to be learnt with, how the learning goes, and the game against the network as
//! it is now.

use std::ops::RangeInclusive;
use std::sync::Arc;

use tabia_lab::small_game::learn::Request;
use tabia_lab::small_game::net::{Evaluation, Net};
use tabia_lab::small_game::puct::{self, SearchResult};
use tabia_lab::small_game::rules::Small;

/// Generations that can be asked for.
pub const GENERATIONS: RangeInclusive<u32> = 1..=500;
/// Games of a generation.
pub const GAMES: RangeInclusive<u32> = 20..=10_000;
/// Playouts of a move.
pub const PLAYOUTS: RangeInclusive<u32> = 4..=1_000;

/// What the network and its search make of the position on the small board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// The network alone.
    pub evaluation: Evaluation,
    pub found: SearchResult,
}

/// What is learnt with, how it goes, and the game on the small board.
#[derive(Clone, Debug)]
pub struct SmallGameState {
    /// What the next learning is asked for.
    pub draft: Request,
    /// The network as it is now.
    pub net: Arc<Net>,
    /// The columns played, from 0.
    pub columns: Vec<usize>,
    /// Whether the reader has the first move.
    pub you_begin: bool,
    /// What it makes of the position; nothing of a finished game.
    pub thought: Option<Thought>,
}

impl Default for SmallGameState {
    fn default() -> SmallGameState {
        let draft = Request::default();
        let mut state = SmallGameState {
            net: Arc::new(Net::random(draft.seed)),
            draft,
            columns: Vec::new(),
            you_begin: true,
            thought: None,
        };
        state.think();
        state
    }
}

/// What can be done in the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmallGameAction {
    /// Change what the next learning is asked for.
    Draft(Request),
    /// Begin to learn, from nothing.
    Learn,
    /// Drop a stone into a column, from 0.
    Drop(usize),
    /// Take the last move back, and the answer to it.
    TakeBack,
    /// A new game; the reader has the first move or not.
    NewGame(bool),
}

impl SmallGameState {
    /// The position on the board.
    pub fn position(&self) -> Small {
        self.columns.iter().fold(Small::START, |position, &column| position.after(column))
    }

    /// Whether the reader is to move.
    pub fn is_yours(&self) -> bool {
        self.columns.len().is_multiple_of(2) == self.you_begin
    }

    /// How the game has ended for the reader: 1 won, 0 drawn, -1 lost; `None` while it goes on.
    pub fn result(&self) -> Option<i8> {
        let result = self.position().outcome()?;
        Some(if self.is_yours() { result } else { -result })
    }

    pub(super) fn drop_stone(&mut self, column: usize) {
        let position = self.position();
        if position.outcome().is_none() && self.is_yours() && position.can(column) {
            self.columns.push(column);
            self.answer();
        }
    }

    /// The network's move, where it is its turn.
    pub(super) fn answer(&mut self) {
        if !self.is_yours() && self.position().outcome().is_none() {
            let best = puct::search(&self.net, self.position(), self.draft.playouts, None).best();
            self.columns.push(best);
        }
        self.think();
    }

    pub(super) fn take_back(&mut self) {
        if self.columns.len() > usize::from(!self.you_begin) {
            self.columns.pop();
            if !self.is_yours() {
                self.columns.pop();
            }
            self.answer();
        }
    }

    /// Goes on with this network.
    pub(super) fn learnt(&mut self, net: &Arc<Net>) {
        self.net = Arc::clone(net);
        self.think();
    }

    pub(super) fn think(&mut self) {
        let position = self.position();
        self.thought = position.outcome().is_none().then(|| Thought {
            evaluation: self.net.evaluate(position),
            found: puct::search(&self.net, position, self.draft.playouts, None),
        });
    }
}

/// A request with every value inside its range.
pub(super) fn clamped(request: Request) -> Request {
    let within = |v: u32, r: RangeInclusive<u32>| v.clamp(*r.start(), *r.end());
    Request {
        generations: within(request.generations, GENERATIONS),
        games: within(request.games, GAMES),
        playouts: within(request.playouts, PLAYOUTS),
        ..request
    }
}
