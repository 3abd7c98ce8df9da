//! Reviews of games in the window: what was asked for, how far each is, what it found. The searches are
//! asked for by `update`; the words and numbers are made in `crate::review`.

use std::ops::RangeInclusive;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::book;
use crate::chess::{Board, Color, Move};
use crate::game::tree::{GameTree, NodeId};
use crate::review::gather::Gather;
use crate::review::notes::{self, Kinds, Written};
use crate::review::{Analysis, MoveReview, Review, Summary};
use crate::search::engine_id::EngineId;
use crate::search::limits::Limits;
use crate::search::report::{IterationInfo, SearchOutcome};

/// Depths a review can be asked for, plies.
pub const DEPTH: RangeInclusive<u32> = 1..=40;
/// Times for a position a review can be asked for, ms.
pub const TIME_MS: RangeInclusive<u32> = 50..=600_000;
/// Thousands of nodes for a position a review can be asked for.
pub const KILO_NODES: RangeInclusive<u32> = 1..=1_000_000;
/// Reviews kept, of the game on the board and of those undo leads back to.
const MOST_RUNS: usize = 8;
/// Positions after which the remaining time is reckoned.
const ENOUGH: usize = 2;

/// What a review may spend on each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Budget {
    /// Search to this depth, plies.
    Depth(u32),
    /// This long, ms.
    TimeMs(u32),
    /// So many thousand nodes.
    KiloNodes(u32),
}

impl Budget {
    /// As the engine is told.
    pub fn limits(self) -> Limits {
        match self {
            Budget::Depth(plies) => Limits::depth(plies),
            Budget::TimeMs(ms) => Limits::movetime(Duration::from_millis(ms.into())),
            Budget::KiloNodes(thousands) => Limits::nodes(u64::from(thousands) * 1000),
        }
    }

    fn clamped(self) -> Budget {
        let within = |v: u32, r: RangeInclusive<u32>| v.clamp(*r.start(), *r.end());
        match self {
            Budget::Depth(v) => Budget::Depth(within(v, DEPTH)),
            Budget::TimeMs(v) => Budget::TimeMs(within(v, TIME_MS)),
            Budget::KiloNodes(v) => Budget::KiloNodes(within(v, KILO_NODES)),
        }
    }
}

/// Whose moves are under review.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sides {
    /// Everybody's.
    #[default]
    Both,
    /// White's.
    White,
    /// Black's.
    Black,
}

impl Sides {
    /// Whether a side is among them.
    pub fn has(self, side: Color) -> bool {
        match self {
            Sides::Both => true,
            Sides::White => side == Color::White,
            Sides::Black => side == Color::Black,
        }
    }
}

/// What is asked for when a game is to be reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReviewRequest {
    /// For each position.
    pub budget: Budget,
    /// Whose moves get notes. All positions are searched anyway: a move is judged by the position before it
    /// and the one after it.
    pub sides: Sides,
    /// The notes written into the game at the end.
    pub notes: Kinds,
    /// The engine that judges.
    pub engine: EngineId,
}

impl Default for ReviewRequest {
    fn default() -> ReviewRequest {
        ReviewRequest {
            budget: Budget::TimeMs(1_000),
            sides: Sides::Both,
            notes: Kinds::ALL,
            engine: EngineId::BUILT_IN,
        }
    }
}

impl ReviewRequest {
    /// The same with every value inside its range.
    #[must_use]
    pub fn clamped(self) -> ReviewRequest {
        ReviewRequest { budget: self.budget.clamped(), ..self }
    }
}

/// How a review stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// It goes on whenever the engine has nothing more urgent to do.
    Running,
    /// The user stopped it; it can be gone on with.
    Stopped,
    /// Every position is done.
    Done,
}

/// The review of one game.
#[derive(Clone, Debug)]
pub struct ReviewRun {
    /// The game it is of.
    pub(crate) serial: u64,
    /// What was asked for.
    pub request: ReviewRequest,
    /// How it stands.
    pub state: RunState,
    review: Review,
    moves: Vec<MoveReview>,
    written: Vec<Written>,
    gather: Gather,
    /// The tree's revision it was last compared with.
    kept_to: u64,
    number: u64,
    /// Time spent on positions that were finished, ms, and how many those were.
    spent: (u64, usize),
}

impl ReviewRun {
    /// A review about to begin. What an earlier one with the same budget has found of the same positions is
    /// taken over.
    pub(crate) fn new(
        serial: u64,
        tree: &GameTree,
        request: ReviewRequest,
        before: Option<&ReviewRun>,
    ) -> ReviewRun {
        let mut review = Review::new(tree);
        let before = before.filter(|run| {
            (run.request.budget, run.request.engine) == (request.budget, request.engine)
        });
        let known: Vec<(usize, Analysis)> = before
            .iter()
            .flat_map(|run| run.review.line().iter().enumerate().map(move |at| (run, at)))
            .filter_map(|(run, (old, &node))| {
                Some((review.place(node)?, run.review.found(old)?.clone()))
            })
            .collect();
        for (place, found) in known {
            review.put(place, found);
        }
        let mut run = ReviewRun::with(serial, tree, review, request, RunState::Running);
        run.written = before.map_or_else(Vec::new, |run| run.written.clone());
        run
    }

    /// A review with what is known already.
    pub(crate) fn with(
        serial: u64,
        tree: &GameTree,
        review: Review,
        request: ReviewRequest,
        state: RunState,
    ) -> ReviewRun {
        let (moves, written, gather) = (Vec::new(), Vec::new(), Gather::default());
        let request = request.clamped();
        let mut run = ReviewRun {
            serial,
            request,
            state,
            review,
            moves,
            written,
            gather,
            kept_to: 0,
            number: 0,
            spent: (0, 0),
        };
        run.recount(tree);
        run
    }

    /// What was found so far.
    pub fn review(&self) -> &Review {
        &self.review
    }

    /// The moves judged so far, in their order.
    pub fn moves(&self) -> &[MoveReview] {
        &self.moves
    }

    /// The review of the move that led to a node.
    pub fn of(&self, node: NodeId) -> Option<&MoveReview> {
        self.moves.iter().find(|review| review.node == node)
    }

    /// The errors among them, in their order.
    pub fn errors(&self) -> impl Iterator<Item = &MoveReview> {
        let sides = self.request.sides;
        self.moves.iter().filter(move |review| review.class.is_error() && sides.has(review.mover))
    }

    /// One side's game in numbers.
    pub fn summary(&self, tree: &GameTree, side: Color) -> Summary {
        self.review.summary(tree, &self.moves, side)
    }

    /// Time until it is done at the pace so far, ms; `None` while that is not known.
    pub fn remaining_ms(&self) -> Option<u64> {
        let (done, all) = self.review.progress();
        let left = (all - done) as u64;
        match (self.request.budget, self.spent) {
            (Budget::TimeMs(each), _) => Some(left * u64::from(each)),
            (_, (ms, positions)) if positions >= ENOUGH => Some(left * ms / positions as u64),
            _ => None,
        }
    }

    /// Whether its notes stand in the game.
    pub fn is_written(&self, tree: &GameTree) -> bool {
        notes::is_there(tree, &self.written)
    }

    /// The notes it has added, for the session.
    pub(crate) fn written(&self) -> &[Written] {
        &self.written
    }

    /// Remembers notes added in an earlier run of the program.
    pub(crate) fn remember(&mut self, written: Vec<Written>) {
        self.written = written;
    }

    /// The position to be searched next.
    pub(crate) fn next(&self, tree: &GameTree) -> Option<NodeId> {
        let (place, _) = self.review.next(tree).filter(|_| self.state == RunState::Running)?;
        self.review.line().get(place).copied()
    }

    /// A search of its next position begins.
    pub(crate) fn begin(&mut self) {
        self.gather = Gather::default();
    }

    /// The search has told a line.
    pub(crate) fn iteration(&mut self, info: &IterationInfo) {
        self.gather.iteration(info);
    }

    /// The search of a node has ended. Where it gave no score the review stops: asking again would get the
    /// same.
    pub(crate) fn finish(&mut self, tree: &GameTree, node: NodeId, outcome: &SearchOutcome) {
        let Some(place) = self.review.place(node) else { return };
        let Some(found) = std::mem::take(&mut self.gather).finish(outcome) else {
            self.state = RunState::Stopped;
            return;
        };
        self.spent = (self.spent.0 + outcome.time_ms, self.spent.1 + 1);
        self.review.put(place, found);
        self.recount(tree);
    }

    /// Forgets what is of positions that are gone from the game. Says whether nothing is left of it.
    pub(crate) fn keep_to(&mut self, tree: &GameTree) -> bool {
        let revision = tree.revision();
        if self.kept_to != revision && self.review.keep_to(tree) {
            self.recount(tree);
        }
        self.kept_to = revision;
        self.review.line().len() < 2
    }

    /// A number that changes whenever it has found something, and that no other review has.
    pub fn state_number(&self) -> u64 {
        self.number
    }

    fn recount(&mut self, tree: &GameTree) {
        self.number = crate::app::engines::telemetry::next_number();
        self.moves = self.review.moves(tree, in_book);
        let (done, all) = self.review.progress();
        if done == all {
            self.state = RunState::Done;
        }
    }

    /// Writes its notes into the game, in place of those it has written before.
    pub(crate) fn write(&mut self, tree: &mut GameTree) {
        notes::remove(tree, &self.written);
        let sides = self.request.sides;
        let moves = self.moves.iter().filter(|review| sides.has(review.mover));
        self.written = notes::write(tree, moves, self.request.notes);
    }

    /// Takes them out again.
    pub(crate) fn unwrite(&mut self, tree: &mut GameTree) {
        notes::remove(tree, &self.written);
        self.written.clear();
    }

    /// What is known of the position before a move under review.
    pub fn before(&self, node: NodeId) -> Option<&Analysis> {
        self.review.found(self.review.place(node)?.checked_sub(1)?)
    }

    /// What is known of the position after a move under review.
    pub fn after(&self, node: NodeId) -> Option<&Analysis> {
        self.review.found(self.review.place(node)?)
    }
}

fn in_book(board: &Board, mv: Move) -> bool {
    book::built_in().moves(board).iter().any(|known| known.mv == mv)
}

/// The reviews of this run of the program: at most one for each game.
#[derive(Clone, Debug, Default)]
pub struct Reviews {
    runs: Vec<ReviewRun>,
}

impl Reviews {
    /// The review of the game with this number.
    pub fn of(&self, serial: u64) -> Option<&ReviewRun> {
        self.runs.iter().find(|run| run.serial == serial)
    }

    /// The same, to be changed.
    pub(crate) fn of_mut(&mut self, serial: u64) -> Option<&mut ReviewRun> {
        self.runs.iter_mut().find(|run| run.serial == serial)
    }

    /// Keeps a review in place of any other of its game.
    pub(crate) fn put(&mut self, run: ReviewRun) {
        self.discard(run.serial);
        self.runs.push(run);
        if self.runs.len() > MOST_RUNS {
            self.runs.remove(0);
        }
    }

    /// Forgets the review of a game.
    pub(crate) fn discard(&mut self, serial: u64) {
        self.runs.retain(|run| run.serial != serial);
    }
}
