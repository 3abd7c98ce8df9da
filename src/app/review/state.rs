//! Reviews of games in the window: the request, the progress, the results. `run` requests the searches;
//! `tabia_host::review` computes texts and numbers.

use std::collections::{BTreeMap, VecDeque};
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::game::state::GameState;
use crate::game::time_control::MoveLimit;
use tabia_chess::{Board, Color, Move, san};
use tabia_engine::search::report::{IterationInfo, SearchOutcome};
use tabia_engine::search::score::{Pov, Score};
use tabia_engine::search::thinker::EngineId;
use tabia_games::book::in_book;
use tabia_games::game::annotation::Nag;
use tabia_games::game::tags::Tags;
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_host::kinds::SeatOptions;
use tabia_host::review::classify::MoveClass;
use tabia_host::review::collector::AnalysisCollector;
use tabia_host::review::expected::Expectation;
use tabia_host::review::notes::{NoteKinds, WrittenNotes};
use tabia_lab::page::{Item, Worksheet};
use tabia_text::t;

use tabia_host::review::{Analysis, MoveReview, Review, Summary, notes, recorded};

/// Maximum length of a solution on a worksheet, moves.
const SHEET_LINE: usize = 8;

/// Possible depths of a review, plies.
pub const DEPTH: RangeInclusive<u32> = 1..=40;
/// Possible times per position, ms.
pub const TIME_MS: RangeInclusive<u32> = 50..=600_000;
/// Possible thousands of nodes per position.
pub const KILO_NODES: RangeInclusive<u32> = 1..=1_000_000;
/// Maximum number of stored reviews, of the game on the board and of those that undo leads back to.
const MAX_RUNS: usize = 8;
/// Number of positions before the remaining time is estimated.
const ENOUGH: usize = 2;

/// What a review may spend on each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Budget {
    /// Search to this depth, plies.
    Depth(u32),
    /// This long, ms.
    TimeMs(u32),
    /// This many thousand nodes.
    KiloNodes(u32),
}

impl Budget {
    /// The limit for the engine.
    pub(crate) fn limit(self) -> MoveLimit {
        match self {
            Budget::Depth(plies) => MoveLimit::Depth(plies),
            Budget::TimeMs(ms) => MoveLimit::Time(ms.into()),
            Budget::KiloNodes(thousands) => MoveLimit::Nodes(u64::from(thousands) * 1000),
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

/// The side whose moves are reviewed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sides {
    /// Both sides.
    #[default]
    Both,
    /// White's.
    White,
    /// Black's.
    Black,
}

impl Sides {
    /// Whether it includes a side.
    pub fn has(self, side: Color) -> bool {
        match self {
            Sides::Both => true,
            Sides::White => side == Color::White,
            Sides::Black => side == Color::Black,
        }
    }
}

/// The request for a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReviewRequest {
    /// The limit per position.
    pub budget: Budget,
    /// Whose moves get notes. All positions are searched anyway: a move is evaluated by the positions before and
    /// after it.
    pub sides: Sides,
    /// The notes written into the game at the end.
    pub notes: NoteKinds,
    /// The engine to use.
    pub engine: EngineId,
}

impl Default for ReviewRequest {
    fn default() -> ReviewRequest {
        ReviewRequest {
            budget: Budget::TimeMs(1_000),
            sides: Sides::Both,
            notes: NoteKinds::ALL,
            engine: EngineId::BUILT_IN,
        }
    }
}

impl ReviewRequest {
    /// The request with every value inside its range.
    #[must_use]
    pub fn clamped(self) -> ReviewRequest {
        ReviewRequest { budget: self.budget.clamped(), ..self }
    }
}

/// The state of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// It continues whenever the engine has nothing more urgent to do.
    Running,
    /// The user stopped it; it can be resumed.
    Stopped,
    /// Every position is done.
    Done,
    /// No engine was used: it is based on the evaluations in the game.
    Recorded,
}

/// The options of an engine that the results of a review depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReviewOptions {
    pub(crate) seat: SeatOptions,
    /// The options that only this engine of the user has.
    pub(crate) own: BTreeMap<String, String>,
}

/// The review of one game.
#[derive(Clone, Debug)]
pub struct ReviewRun {
    /// The serial number of the game.
    pub(crate) serial: u64,
    /// The request.
    pub request: ReviewRequest,
    /// Its state.
    pub state: RunState,
    /// The options of its engine; `None` if no engine was used.
    options: Option<ReviewOptions>,
    review: Review,
    /// The review including positions that have left the game since: undo may restore them.
    uncut: Option<Review>,
    /// The moves in order. The list grows from the end of the game to its beginning, as the positions are searched.
    moves: VecDeque<MoveReview>,
    /// Number of book moves at the start, plies.
    book_plies: usize,
    written: Vec<WrittenNotes>,
    collector: AnalysisCollector,
    /// The revision of the tree at the last comparison.
    kept_to: u64,
    number: u64,
    /// Time spent on finished positions, ms, and their number.
    spent: (u64, usize),
}

impl ReviewRun {
    /// A review of a line about to begin. Results of an earlier one with the same budget, engine and options are reused
    /// for the same positions.
    pub(crate) fn new(
        serial: u64,
        (tree, line): (&GameTree, Vec<NodeId>),
        request: ReviewRequest,
        options: ReviewOptions,
        before: Option<&ReviewRun>,
    ) -> ReviewRun {
        let mut review = Review::of_line(tree, line);
        let is_alike = |run: &&ReviewRun| {
            run.state != RunState::Recorded
                && (run.request.budget, run.request.engine) == (request.budget, request.engine)
                && run.options.as_ref() == Some(&options)
        };
        let known: Vec<(usize, Analysis)> = before
            .filter(is_alike)
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
        run.options = Some(options);
        run.written = before.map_or_else(Vec::new, |run| run.written.clone());
        run
    }

    /// How many of its moves have a glyph in the game that differs from the review's, which ignores those glyphs.
    pub fn foreign_glyphs(&self, tree: &GameTree) -> usize {
        // Without the engine's first choices no move can be found to be an only or brilliant one.
        let first = [MoveClass::OnlyMove, MoveClass::Brilliant].map(MoveClass::nag);
        let unknown = |class: MoveClass, nag: Nag| {
            !self.review.knows_best() && !class.is_error() && first.contains(&Some(nag))
        };
        let foreign = |review: &&MoveReview| {
            let (class, own) = (review.class, review.class.nag());
            let differs =
                |&nag: &Nag| nag.judges_move() && own != Some(nag) && !unknown(class, nag);
            tree.nags(review.node).iter().any(differs)
        };
        self.moves().iter().filter(foreign).count()
    }

    /// A review based on the evaluations in a game; `None` if there are too few.
    pub(crate) fn recorded(serial: u64, tree: &GameTree) -> Option<ReviewRun> {
        let review = recorded::review(tree)?;
        Some(ReviewRun::with(serial, tree, review, ReviewRequest::default(), RunState::Recorded))
    }

    /// A review with results that are already known.
    pub(crate) fn with(
        serial: u64,
        tree: &GameTree,
        review: Review,
        request: ReviewRequest,
        state: RunState,
    ) -> ReviewRun {
        let (moves, written, collector) =
            (VecDeque::new(), Vec::new(), AnalysisCollector::default());
        let request = request.clamped();
        let mut run = ReviewRun {
            serial,
            request,
            state,
            options: None,
            review,
            uncut: None,
            moves,
            book_plies: 0,
            written,
            collector,
            kept_to: 0,
            number: 0,
            spent: (0, 0),
        };
        run.recount(tree);
        run
    }

    /// The results so far.
    pub fn review(&self) -> &Review {
        &self.review
    }

    /// The moves reviewed so far, in order.
    pub fn moves(&self) -> &VecDeque<MoveReview> {
        &self.moves
    }

    /// The review of the move that led to a node.
    pub fn of(&self, node: NodeId) -> Option<&MoveReview> {
        self.moves.get(self.find(self.review.place(node)?).ok()?)
    }

    /// The index of the move to a place of the line, or the index where it would be inserted.
    fn find(&self, place: usize) -> Result<usize, usize> {
        self.moves.binary_search_by_key(&Some(place), |review| self.review.place(review.node))
    }

    /// The errors among them, in order.
    pub fn errors(&self) -> impl Iterator<Item = &MoveReview> {
        let sides = self.request.sides;
        self.moves.iter().filter(move |review| review.class.is_error() && sides.has(review.mover))
    }

    /// The errors for which a better line is known.
    pub fn puzzles(&self) -> impl Iterator<Item = &MoveReview> {
        self.errors().filter(|error| !error.better.is_empty())
    }

    /// The summary of one side's play.
    pub fn summary(&self, tree: &GameTree, side: Color) -> Summary {
        self.review.summary(tree, &self.moves, side)
    }

    /// Estimated time until it is done, ms; `None` while there is too little data.
    pub fn remaining_ms(&self) -> Option<u64> {
        let (done, all) = self.review.progress();
        // A second search takes four times as long.
        let left = (all - done + 3 * self.review.doubted()) as u64;
        match (self.request.budget, self.spent) {
            (Budget::TimeMs(each), _) => Some(left * u64::from(each)),
            (_, (ms, positions)) if positions >= ENOUGH => Some(left * ms / positions as u64),
            _ => None,
        }
    }

    /// Whether its notes are in the game.
    pub fn is_written(&self, tree: &GameTree) -> bool {
        notes::is_there(tree, &self.written)
    }

    /// Whether it is done and should have noted its scores, but the game has another one at this node.
    pub(crate) fn is_contradicted(&self, tree: &GameTree, node: NodeId) -> bool {
        let noted = self.of(node).and_then(notes::eval);
        self.state == RunState::Done
            && self.request.notes.scores
            && tree.eval(node).is_some_and(|eval| Some(eval) != noted)
    }

    /// The notes it has added, for the session.
    pub(crate) fn written(&self) -> &[WrittenNotes] {
        &self.written
    }

    /// Sets the options of its engine, which a session does not store.
    pub(crate) fn assume_options(&mut self, options: ReviewOptions) {
        self.options = Some(options);
    }

    /// Remembers notes added in an earlier run of the program.
    pub(crate) fn remember(&mut self, written: Vec<WrittenNotes>) {
        self.written = written;
    }

    /// The position to search next.
    pub(crate) fn next(&self) -> Option<NodeId> {
        let place = self.review.next_place().filter(|_| self.state == RunState::Running)?;
        self.review.line().get(place).copied()
    }

    /// The search of its next position begins.
    pub(crate) fn begin(&mut self) {
        self.collector = AnalysisCollector::default();
    }

    /// The search has reported a line.
    pub(crate) fn iteration(&mut self, info: &IterationInfo) {
        self.collector.on_iteration(info);
    }

    /// The search of a node has ended. If it gave no score, the review stops: another search would not either.
    pub(crate) fn finish(&mut self, tree: &GameTree, node: NodeId, outcome: &SearchOutcome) {
        let Some(place) = self.review.place(node) else { return };
        let Some(found) = std::mem::take(&mut self.collector).finish(outcome) else {
            self.state = RunState::Stopped;
            return;
        };
        self.spent = (self.spent.0 + outcome.time_ms, self.spent.1 + 1);
        if let Some(uncut) = &mut self.uncut {
            uncut.put(place, found.clone());
        }
        self.review.take(tree, place, found);
        self.number = crate::engines::telemetry::next_number();
        self.review_move(tree, place);
        self.review_move(tree, place + 1);
        self.settle_state();
    }

    /// Reviews the move to a place again: all others stay as they are.
    fn review_move(&mut self, tree: &GameTree, place: usize) {
        let Some(found) = self.review.move_to(tree, place, place <= self.book_plies) else {
            return;
        };
        match self.find(place) {
            Ok(known) => self.moves[known] = found,
            Err(gap) => self.moves.insert(gap, found),
        }
    }

    /// Sets aside the results for positions that are no longer in the game, and restores those that are again.
    pub(crate) fn keep_to(&mut self, tree: &GameTree) {
        let revision = tree.revision();
        if self.kept_to == revision {
            return;
        }
        self.kept_to = revision;
        let all = self.uncut.as_ref().unwrap_or(&self.review).in_game(tree);
        if all == self.review.line().len() {
            return;
        }
        let uncut = self.uncut.take().unwrap_or_else(|| self.review.clone());
        let before = std::mem::replace(&mut self.review, uncut.clone());
        self.review.doubt_as(&before);
        if self.review.keep_to(tree) {
            self.uncut = Some(uncut);
        }
        self.recount(tree);
    }

    /// Whether none of its positions is left in the game.
    fn is_gone(&self) -> bool {
        self.review.line().len() < 2
    }

    /// A number that changes with every new result and is unique to this review.
    pub fn state_number(&self) -> u64 {
        self.number
    }

    fn recount(&mut self, tree: &GameTree) {
        self.number = crate::engines::telemetry::next_number();
        self.book_plies = self.review.book_plies(tree, in_book);
        let reviewed = |place| self.review.move_to(tree, place, place <= self.book_plies);
        self.moves = (1..self.review.line().len()).filter_map(reviewed).collect();
        self.settle_state();
    }

    fn settle_state(&mut self) {
        if self.state == RunState::Recorded {
            return;
        }
        let (done, all) = self.review.progress();
        if done == all {
            self.state = RunState::Done;
        } else if self.state == RunState::Done {
            self.state = RunState::Stopped;
        }
    }

    /// Writes its notes into the game, replacing those written before.
    pub(crate) fn write(&mut self, tree: &mut GameTree) {
        notes::remove(tree, &self.written);
        let sides = self.request.sides;
        let moves = self.moves.iter().filter(|review| sides.has(review.mover));
        self.written = notes::write(tree, moves, self.request.notes);
    }

    /// Removes its notes from the game.
    pub(crate) fn unwrite(&mut self, tree: &mut GameTree) {
        notes::remove(tree, &self.written);
        self.written.clear();
    }

    /// The result for the position before a reviewed move.
    pub fn before(&self, node: NodeId) -> Option<&Analysis> {
        self.review.found(self.review.place(node)?.checked_sub(1)?)
    }

    /// The errors as a worksheet to print: each position with the question for a better move. `None` without errors.
    pub(crate) fn worksheet(&self, tree: &GameTree, tags: &Tags) -> Option<Worksheet> {
        let item = |review: &MoveReview| {
            let error = review.node;
            let node = tree.parent(error)?;
            let (best, after) = (self.before(error)?, self.after(error)?);
            let board = tree.board(node);
            let mv = *best.line.first()?;
            let dots = if tree.mover(error) == Color::White { "." } else { "…" };
            let number = format!("{}{dots} {}", tree.move_number(error), tree.san(error));
            let white = |score: Score, stm: Color| score.seen_from(Pov::White, stm).text();
            let own = white(after.score, !board.stm());
            let found = white(best.score, board.stm());
            let line = san::line_text(board, &best.line, SHEET_LINE);
            let why = review.why.as_ref().map(|why| format!("{}.", why.text()));
            let question = match why {
                Some(_) => t!("worksheet-better", mv = number.as_str()),
                None => t!("worksheet-better-only", mv = number.as_str()),
            };
            let answer = t!(
                "worksheet-better-answer",
                best = san::write(board, mv),
                score = found,
                line = line,
                mv = number.as_str(),
                own = own
            );
            Some(Item {
                title: number,
                text: String::new(),
                question,
                board: Some(*board),
                answer: [answer].into_iter().chain(why).collect(),
            })
        };
        let items: Vec<Item> = self.errors().filter_map(item).collect();
        let title = t!("worksheet-mistakes").to_owned();
        let name = |tag: &str| tags.known(tag).unwrap_or("?");
        let players = [name("White"), name("Black")];
        let about = players.iter().any(|name| *name != "?").then(|| players.join(" – "));
        let about = about.unwrap_or_default();
        let file = if about.is_empty() { title.clone() } else { players.join(" - ") };
        (!items.is_empty()).then_some(Worksheet { title, about, file, items })
    }

    /// The result for the position after a reviewed move.
    pub fn after(&self, node: NodeId) -> Option<&Analysis> {
        self.review.found(self.review.place(node)?)
    }
}

/// The reviews since the program started: at most one per game.
#[derive(Clone, Debug, Default)]
pub struct Reviews {
    runs: Vec<ReviewRun>,
    /// The game and the state of its tree for which its evaluations were last read.
    looked_at: Option<(u64, u64)>,
}

impl Reviews {
    /// The review of the game with this number.
    pub fn of(&self, serial: u64) -> Option<&ReviewRun> {
        self.runs.iter().find(|run| run.serial == serial && !run.is_gone())
    }

    /// The review of the game with this number, mutable.
    pub(crate) fn of_mut(&mut self, serial: u64) -> Option<&mut ReviewRun> {
        self.runs.iter_mut().find(|run| run.serial == serial)
    }

    /// If no engine has reviewed a game, makes a review of its own evaluations, once for each state of its tree. Those
    /// of other games are discarded: they are made again when needed.
    pub(crate) fn settle_recorded(&mut self, serial: u64, tree: &GameTree) {
        let asked =
            self.runs.iter().any(|run| run.serial == serial && run.state != RunState::Recorded);
        let now = Some((serial, tree.revision()));
        if asked || self.looked_at == now {
            return;
        }
        self.runs.retain(|run| run.state != RunState::Recorded);
        if let Some(run) = ReviewRun::recorded(serial, tree) {
            self.put(run);
        }
        self.looked_at = now;
    }

    /// Stores a review in place of any other of its game. If there are too many, the oldest that does not run is
    /// discarded.
    pub(crate) fn put(&mut self, run: ReviewRun) {
        self.discard(run.serial);
        self.runs.push(run);
        if self.runs.len() > MAX_RUNS {
            let stands = |run: &ReviewRun| run.state != RunState::Running;
            self.runs.remove(self.runs.iter().position(stands).unwrap_or(0));
        }
    }

    /// Stops the review of a game; its results so far are kept. Returns whether one was running.
    pub(crate) fn stop(&mut self, serial: u64) -> bool {
        let running = self.of_mut(serial).filter(|run| run.state == RunState::Running);
        running.map(|run| run.state = RunState::Stopped).is_some()
    }

    /// Discards the review of a game.
    pub(crate) fn discard(&mut self, serial: u64) {
        self.runs.retain(|run| run.serial != serial);
        self.looked_at = None;
    }
}

// The moves a strong player would be expected to play, for each move of the game: whether they are shown, the request
// to the thread that computes them, and its answer.

/// Maximum number of moves examined.
const MAX_MOVES: usize = 1_000;

/// The state of the game at the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameVersion {
    /// Serial number of the game.
    serial: u64,
    /// Revision of its tree.
    revision: u64,
}

/// A move to examine.
#[derive(Clone, Copy, Debug)]
pub struct MoveToExamine {
    /// The node after the move.
    pub node: NodeId,
    /// The position before it.
    pub board: Board,
    pub mv: Move,
}

/// The moves of a game, for a background thread.
#[derive(Clone, Debug)]
pub struct ExpectRequest {
    pub of: GameVersion,
    pub moves: Vec<MoveToExamine>,
}

/// The moves expected at each move of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectNews {
    pub of: GameVersion,
    /// By the nodes after the moves.
    pub found: Vec<(NodeId, Expectation)>,
}

#[derive(Clone, Debug, Default)]
pub struct ExpectedMoves {
    /// Whether the review shows it.
    pub shown: bool,
    /// The last request.
    asked: Option<GameVersion>,
    /// The last answer.
    found: Option<ExpectNews>,
}

impl ExpectedMoves {
    /// The expectations for each move of the present game; `None` while they are being computed.
    pub fn found(&self) -> Option<&[(NodeId, Expectation)]> {
        let found = self.found.as_ref().filter(|found| Some(found.of) == self.asked)?;
        Some(&found.found)
    }

    /// A request for the present game, unless it was made already. While a game is played nothing is revealed.
    pub(crate) fn ask(&mut self, game: &GameState) -> Option<ExpectRequest> {
        let asked = GameVersion { serial: game.serial, revision: game.tree.revision() };
        if !self.shown || game.is_played() || self.asked == Some(asked) {
            return None;
        }
        self.asked = Some(asked);
        let tree = &game.tree;
        let played = |node: NodeId| {
            let board = *tree.board(tree.parent(node)?);
            Some(MoveToExamine { node, board, mv: tree.mv(node)? })
        };
        let moves = game.played_line().into_iter().filter_map(played).take(MAX_MOVES).collect();
        Some(ExpectRequest { of: asked, moves })
    }

    /// Stores an answer, unless the game has changed since.
    pub(crate) fn take(&mut self, news: ExpectNews) {
        if self.asked == Some(news.of) {
            self.found = Some(news);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use tabia_chess::uci_move;
    use tabia_engine::alphabeta::options::EngineOptions;
    use tabia_engine::search::report::StopReason;
    use tabia_engine::search::score::{Bound, Score};
    use tabia_games::game::annotation::{EvalValue, NodeEval};

    /// A game of this many plies that repeats its positions.
    fn game(plies: usize) -> GameTree {
        let mut tree = GameTree::new(Board::start());
        let mut at = tree.root();
        for mv in ["e2e4", "e7e5"]
            .into_iter()
            .chain(["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle())
            .take(plies)
        {
            let mv = uci_move::parse(tree.board(at), mv).unwrap();
            at = tree.add_move(at, mv).unwrap();
        }
        tree
    }

    /// Answers all searches of a review. Some moves are errors.
    fn finish(run: &mut ReviewRun, tree: &GameTree, mut each: impl FnMut(&ReviewRun)) {
        while let Some(node) = run.next() {
            run.begin();
            let moves = tree.board(node).legal_moves();
            let outcome = SearchOutcome {
                best: moves.first().copied(),
                ponder: None,
                score: Some(Score::Cp([20, 20, 400, -20, 30][tree.ply(node) % 5])),
                bound: Bound::Exact,
                depth: Some(9),
                nodes: None,
                time_ms: 10,
                reason: StopReason::Depth,
                last: None,
                hesitation: None,
            };
            run.finish(tree, node, &outcome);
            each(run);
        }
    }

    fn begin(tree: &GameTree) -> ReviewRun {
        let seat = SeatOptions::BuiltIn(EngineOptions::default());
        let options = ReviewOptions { seat, own: BTreeMap::new() };
        ReviewRun::new(1, (tree, tree.main_line()), ReviewRequest::default(), options, None)
    }

    #[test]
    fn reviews_of_engines_outlast_those_made_of_the_games_own_evaluations() {
        let mut plain = game(12);
        let mut reviews = Reviews::default();
        reviews.put(begin(&plain));
        for node in plain.main_line() {
            let value = EvalValue::Cp(30);
            plain.notes_mut(node).eval = Some(NodeEval { value, depth: None });
        }
        for serial in 2..30 {
            reviews.settle_recorded(serial, &plain);
            assert_eq!(reviews.of(serial).unwrap().state, RunState::Recorded);
        }
        assert_eq!(reviews.of(1).unwrap().state, RunState::Running);
        assert_eq!(reviews.runs.len(), 2);
        let done = |serial| {
            let state = RunState::Stopped;
            ReviewRun { serial, state, ..begin(&plain) }
        };
        (30..50).for_each(|serial| reviews.put(done(serial)));
        assert_eq!(reviews.runs.len(), MAX_RUNS);
        assert_eq!(reviews.of(1).unwrap().state, RunState::Running);
    }

    #[test]
    fn what_is_counted_along_is_what_is_counted_anew() {
        let tree = game(60);
        let mut run = begin(&tree);
        let check = |run: &ReviewRun| {
            let anew = run.review.moves(&tree, in_book);
            assert!(run.moves.iter().eq(&anew));
            for review in &anew {
                assert_eq!(run.of(review.node), Some(review));
            }
            let line = run.review.line();
            let done = (0..line.len()).filter(|&place| run.review.found(place).is_some()).count();
            assert_eq!(run.review.progress(), (done, line.len()));
            assert!(line.iter().enumerate().all(|(at, &node)| run.review.place(node) == Some(at)));
        };
        finish(&mut run, &tree, check);
        assert_eq!(run.state, RunState::Done);
        assert!(run.errors().count() > 5 && run.book_plies > 0);
        // Another budget gets the same positions again, in any order.
        let line = run.review.line().to_vec();
        for (at, &node) in line.iter().enumerate().filter(|(at, _)| at % 3 == 1) {
            let mut found = run.review.found(at).unwrap().clone();
            found.score = Score::Cp(-300);
            run.review.put(at, found);
            run.review_move(&tree, at);
            run.review_move(&tree, at + 1);
            assert!(tree.contains(node));
            check(&run);
        }
        // The second half of the game is cut off.
        let mut short = tree.clone();
        short.delete(line[30]);
        run.keep_to(&short);
        assert!(!run.is_gone() && run.review.line().len() == 30);
        assert!(run.moves.iter().eq(&run.review.moves(&short, in_book)));
        assert_eq!(run.review.progress(), (30, 30));
        // Undo restores it, and the review with it.
        run.keep_to(&tree);
        check(&run);
        assert_eq!((run.review.line(), run.state), (&line[..], RunState::Done));
    }

    #[test]
    fn a_review_of_twenty_thousand_plies_costs_what_its_positions_cost() {
        let time = |plies| {
            let tree = game(plies);
            let begun = Instant::now();
            let mut run = begin(&tree);
            finish(&mut run, &tree, |run| assert!(run.remaining_ms().is_some()));
            assert_eq!((run.moves.len(), run.state), (plies, RunState::Done));
            begun.elapsed()
        };
        let (short, long) = (time(2_000), time(20_000));
        // Reviewing all moves again after each position would take a hundred times as long.
        assert!(long < 40 * short, "{short:?} and {long:?}");
    }
}
