//! Learning from the mistakes of a reviewed game: each is a puzzle on the board, solved by any move that a review
//! would not call an error. The game is not changed.

use tabia_chess::{Board, Color, Move};
use tabia_engine::search::report::{IterationInfo, SearchOutcome};
use tabia_engine::search::score::Score;
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_host::review::accuracy::win_percent;
use tabia_host::review::classify::{EXCELLENT, INACCURACY};
use tabia_host::review::collector::AnalysisCollector;
use tabia_host::review::{Analysis, for_mover, words};
use tabia_text::{number, t};

use super::state::ReviewRun;

/// A mistake to correct.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The position before it.
    pub node: NodeId,
    /// Key of that position.
    pub(crate) key: u64,
    /// The move of the game.
    pub played: Move,
    /// The node after that move.
    pub error: NodeId,
    /// The review's result there: score and best line.
    pub best: Analysis,
    /// The review's result after the move of the game.
    pub after: Analysis,
    /// The result so far.
    pub result: PuzzleResult,
}

impl Puzzle {
    fn is_solved(&self) -> bool {
        matches!(self.result, PuzzleResult::First | PuzzleResult::Later)
    }
}

/// The result of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PuzzleResult {
    /// Not tried yet.
    #[default]
    Open,
    /// Solved with the first move tried.
    First,
    /// Solved after other tries.
    Later,
    /// Tried, but not solved so far.
    Failed,
    /// The solution was shown.
    Shown,
    /// Skipped.
    Skipped,
}

/// A tried move and its evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    pub mv: Move,
    /// Loss in win percentage.
    pub loss: f64,
    /// The explanation, without full stop.
    pub text: String,
    /// The line after it, the reply first.
    pub line: Vec<Move>,
}

/// The stage of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// The user has to find a better move.
    Ask,
    /// The engine evaluates the move tried.
    Judging(Move),
    /// The move gives too much away.
    Wrong(Verdict),
    Right(Verdict),
    /// The solution is shown.
    Shown,
    /// All puzzles are done: the summary.
    Sum,
}

/// A round of learning.
#[derive(Clone, Debug)]
pub struct Learn {
    /// The game it is about.
    pub(crate) serial: u64,
    /// The puzzles in the order of the game.
    pub puzzles: Vec<Puzzle>,
    /// The current puzzle.
    pub at: usize,
    /// Its stage.
    pub stage: Stage,
    /// Moves tried in it that did not solve it.
    pub tries: u32,
    /// The position shown before the round.
    pub(crate) came_from: NodeId,
    /// The orientation of the board before the round.
    pub(crate) flipped: bool,
    collector: AnalysisCollector,
}

impl Learn {
    /// A round over the errors of one side, or of both (`None`), in a review; `None` if there are none.
    pub(crate) fn new(
        run: &ReviewRun,
        tree: &GameTree,
        side: Option<Color>,
        (came_from, flipped): (NodeId, bool),
    ) -> Option<Learn> {
        let wanted = |mover: Color| side.is_none_or(|only| only == mover);
        let puzzle = |error: NodeId| {
            let node = tree.parent(error)?;
            let best = run.before(error)?.clone();
            Some(Puzzle {
                node,
                key: tree.board(node).key(),
                played: tree.mv(error)?,
                error,
                best,
                after: run.after(error)?.clone(),
                result: PuzzleResult::Open,
            })
        };
        let errors = run.puzzles().filter(|review| wanted(review.mover));
        let puzzles: Vec<Puzzle> = errors.filter_map(|review| puzzle(review.node)).collect();
        let (stage, collector) = (Stage::Ask, AnalysisCollector::default());
        let serial = run.serial;
        (!puzzles.is_empty()).then_some(Learn {
            serial,
            puzzles,
            at: 0,
            stage,
            tries: 0,
            came_from,
            flipped,
            collector,
        })
    }

    /// The current puzzle; `None` when all are done.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        self.puzzles.get(self.at).filter(|_| self.stage != Stage::Sum)
    }

    /// The move that the engine has to evaluate and its position.
    pub(crate) fn judging(&self) -> Option<(NodeId, Move)> {
        match (self.puzzle(), &self.stage) {
            (Some(puzzle), Stage::Judging(mv)) => Some((puzzle.node, *mv)),
            _ => None,
        }
    }

    /// The number of puzzles with this result.
    pub fn count(&self, result: PuzzleResult) -> usize {
        self.puzzles.iter().filter(|puzzle| puzzle.result == result).count()
    }

    /// The number of puzzles that the user did not solve.
    pub fn unsolved(&self) -> usize {
        self.puzzles.iter().filter(|puzzle| !puzzle.is_solved()).count()
    }

    /// Whether the position of its puzzle still exists in the game.
    pub(crate) fn is_sound(&self, tree: &GameTree) -> bool {
        self.puzzle().is_none_or(|puzzle| {
            tree.contains(puzzle.node) && tree.board(puzzle.node).key() == puzzle.key
        })
    }

    /// Handles a try. A move known from the review is evaluated at once; any other waits for the engine.
    pub(crate) fn try_move(&mut self, board: &Board, mv: Move) {
        let Some(puzzle) = self.puzzle() else { return };
        let known = if puzzle.best.line.first() == Some(&mv) {
            let line = puzzle.best.line.get(1..).unwrap_or_default().to_vec();
            Some(Verdict { mv, loss: 0.0, text: t!("review-learn-first-choice").to_owned(), line })
        } else if puzzle.played == mv {
            let mut verdict = verdict(board, puzzle, mv, &puzzle.after);
            verdict.text = t!("review-learn-as-played", text = verdict.text);
            Some(verdict)
        } else {
            // A move that ends the game needs no engine.
            ended(board, mv).map(|after| verdict(board, puzzle, mv, &after))
        };
        let played = puzzle.played == mv;
        if let Some(verdict) = known {
            self.conclude(verdict, played);
        } else {
            self.collector = AnalysisCollector::default();
            self.stage = Stage::Judging(mv);
        }
    }

    /// The engine has reported a line.
    pub(crate) fn iteration(&mut self, info: &IterationInfo) {
        self.collector.on_iteration(info);
    }

    /// The engine has evaluated the position after the move tried.
    pub(crate) fn search_ended(&mut self, board: &Board, outcome: &SearchOutcome) {
        let Some(after) = std::mem::take(&mut self.collector).finish(outcome) else {
            return self.search_failed();
        };
        if let (Some(puzzle), Stage::Judging(mv)) = (self.puzzle(), &self.stage) {
            let verdict = verdict(board, puzzle, *mv, &after);
            self.conclude(verdict, false);
        }
    }

    /// The engine gave no evaluation; the move may be tried again.
    pub(crate) fn search_failed(&mut self) {
        if matches!(self.stage, Stage::Judging(_)) {
            self.stage = Stage::Ask;
        }
    }

    fn conclude(&mut self, verdict: Verdict, played: bool) {
        let solved = verdict.loss < INACCURACY && !played;
        let result = match (solved, self.tries) {
            (true, 0) => PuzzleResult::First,
            (true, _) => PuzzleResult::Later,
            // A puzzle left after a failed try counts as failed, not as skipped.
            (false, _) => PuzzleResult::Failed,
        };
        if let Some(puzzle) = self.puzzles.get_mut(self.at) {
            puzzle.result = result;
        }
        if solved {
            self.stage = Stage::Right(verdict);
        } else {
            self.tries += 1;
            self.stage = Stage::Wrong(verdict);
        }
    }

    /// Another try.
    pub(crate) fn again(&mut self) {
        if matches!(self.stage, Stage::Wrong(_)) {
            self.stage = Stage::Ask;
        }
    }

    /// Shows the solution.
    pub(crate) fn show(&mut self) {
        if let Some(puzzle) = self.puzzles.get_mut(self.at)
            && !matches!(self.stage, Stage::Right(_) | Stage::Sum)
        {
            puzzle.result = PuzzleResult::Shown;
            self.stage = Stage::Shown;
        }
    }

    /// Goes to the next puzzle; one without a try is skipped.
    pub(crate) fn next(&mut self) {
        if let Some(puzzle) = self.puzzles.get_mut(self.at)
            && puzzle.result == PuzzleResult::Open
        {
            puzzle.result = PuzzleResult::Skipped;
        }
        self.at += 1;
        self.tries = 0;
        self.stage = if self.at < self.puzzles.len() { Stage::Ask } else { Stage::Sum };
    }

    /// After a round: starts another one over the puzzles that were not solved, if there are any.
    pub(crate) fn repeat(&mut self) {
        if self.stage != Stage::Sum || self.unsolved() == 0 {
            return;
        }
        self.puzzles.retain(|puzzle| !puzzle.is_solved());
        for puzzle in &mut self.puzzles {
            puzzle.result = PuzzleResult::Open;
        }
        self.at = 0;
        self.stage = Stage::Ask;
    }
}

/// The text for a move that loses less than an inaccuracy, in points of win percentage.
pub fn no_error(loss: f64) -> String {
    if loss <= EXCELLENT {
        t!("review-learn-keeps").to_owned()
    } else {
        t!("review-learn-no-error", loss = number(loss, 0))
    }
}

/// The verdict on a move, by the engine's result after it.
fn verdict(board: &Board, puzzle: &Puzzle, mv: Move, after: &Analysis) -> Verdict {
    let score = for_mover(after.score);
    let loss = (win_percent(puzzle.best.score) - win_percent(score)).max(0.0);
    let error = words::Error {
        board,
        played: mv,
        before: puzzle.best.score,
        after: score,
        refutation: &after.line,
        better: &puzzle.best.line,
    };
    let text = if loss < INACCURACY {
        no_error(loss)
    } else {
        // The explanation of a missed chance would give away the solution.
        let why = words::explain(&error).filter(|why| !why.is_missed_chance());
        why.map_or_else(|| t!("review-learn-loss", loss = number(loss, 0)), |why| why.text())
    };
    Verdict { mv, loss, text, line: after.line.clone() }
}

/// The result by the rules, if a move ends the game.
fn ended(board: &Board, mv: Move) -> Option<Analysis> {
    let after = board.after(mv);
    if after.has_legal_move() {
        return None;
    }
    let score = if after.in_check() { Score::Mate(0) } else { Score::EVEN };
    Some(Analysis { score, line: Vec::new(), second: None, depth: 0 })
}
