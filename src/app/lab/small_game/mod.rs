//! The small game in the window: the training parameters, its progress, and the game against the present network. The
//! actions are in `update`.

pub(crate) mod update;

use std::ops::RangeInclusive;
use std::sync::Arc;

use tabia_lab::small_game::learn::Request;
use tabia_lab::small_game::net::{Evaluation, Net};
use tabia_lab::small_game::puct::{self, SearchResult};
use tabia_lab::small_game::rules::Small;

/// Possible numbers of generations.
pub const GENERATIONS: RangeInclusive<u32> = 1..=500;
/// Possible numbers of games per generation.
pub const GAMES: RangeInclusive<u32> = 20..=10_000;
/// Possible numbers of playouts per move.
pub const PLAYOUTS: RangeInclusive<u32> = 4..=1_000;

/// The evaluation of the position on the small board by the network and its search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// That of the network alone.
    pub evaluation: Evaluation,
    pub found: SearchResult,
}

/// The state of the view.
#[derive(Clone, Debug)]
pub struct SmallGameState {
    /// The parameters of the next training.
    pub draft: Request,
    /// The present network.
    pub net: Arc<Net>,
    /// The columns played, from 0.
    pub columns: Vec<usize>,
    /// Whether the reader moves first.
    pub you_begin: bool,
    /// The evaluation of the position; `None` for a finished game.
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

/// Actions in the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmallGameAction {
    /// Change the parameters of the next training.
    Draft(Request),
    /// Start training from scratch.
    Learn,
    /// Drop a piece into a column, from 0.
    Drop(usize),
    /// Take back the last move and its answer.
    TakeBack,
    /// Start a new game; whether the reader moves first.
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

    /// The result of the game for the reader: 1 won, 0 drawn, -1 lost; `None` while it is in progress.
    pub fn result(&self) -> Option<i8> {
        let result = self.position().outcome()?;
        Some(if self.is_yours() { result } else { -result })
    }

    /// Sets the parameters of the next training.
    pub(super) fn ask(&mut self, draft: Request) {
        self.draft = clamped(draft);
        self.think();
    }

    pub(super) fn drop_stone(&mut self, column: usize) {
        let position = self.position();
        if position.outcome().is_none() && self.is_yours() && position.can(column) {
            self.columns.push(column);
            self.answer();
        }
    }

    /// Makes the network's move, if it is to move.
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

    /// Continues with this network.
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
fn clamped(request: Request) -> Request {
    let within = |v: u32, r: RangeInclusive<u32>| v.clamp(*r.start(), *r.end());
    Request {
        generations: within(request.generations, GENERATIONS),
        games: within(request.games, GAMES),
        playouts: within(request.playouts, PLAYOUTS),
        ..request
    }
}
