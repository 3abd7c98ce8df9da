//! The state of the training: the page, the set of puzzles, the content of each page's board.

use std::sync::Arc;

use tabia_chess::{Board, Color, PieceType, Square};
use tabia_games::game::position::GamePosition;
use tabia_host::puzzles::Puzzle;
use tabia_host::puzzles::themes::Theme;
use tabia_host::review::phase::Phase;
use tabia_host::worker::protocol::JobId;

use super::endgames::{Drill, DrillState};
use super::guess::Guess;
use super::openings::{OpeningsFrom, Repertoire, State};
use super::progress::Progress;
use super::solving::{Solving, Stage};
use super::vision::{Exercise, Round};
use crate::game::times::day;

/// Maximum difference between the ratings of a puzzle and the solver at the solver's level, Elo.
const LEVEL: f64 = 200.0;

/// The state of the training.
#[derive(Clone, Debug, Default)]
pub struct Training {
    pub page: Page,
    /// The chosen set of puzzles.
    pub set: Set,
    /// The stored progress.
    pub progress: Progress,
    /// The progress before it was last deleted or replaced by that of a file.
    pub(crate) replaced: Option<Box<Progress>>,
    /// The puzzles of the file that the user has opened.
    pub file: Option<Arc<Vec<Puzzle>>>,
    /// The puzzle on the board; `None`: none was requested yet, or none is left in the set.
    pub solving: Option<Solving>,
    /// No puzzle is left in the set.
    pub exhausted: bool,
    /// The endgame on the board.
    pub drill: Option<Drill>,
    /// The game in which moves are guessed.
    pub guess: Option<Guess>,
    /// The source of the user's openings, and the run through them.
    pub openings: OpeningsFrom,
    pub repertoire: Option<Repertoire>,
    /// The number of the request for the games of a list until it is answered.
    pub awaited_repertoire: Option<u64>,
    /// The chosen exercise and its round.
    pub exercise: Exercise,
    pub round: Option<Round>,
    /// Whether Black is at the bottom of the board of the exercises.
    pub black_below: bool,
    /// The pending search.
    pub(crate) job: Option<JobId>,
}

/// The pages of the training.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    #[default]
    Puzzles,
    Guess,
    Endgames,
    Openings,
    Vision,
    /// The user's results.
    Results,
}

/// A set of puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Set {
    pub source: Source,
    pub phase: Option<Phase>,
    pub level: Level,
}

/// The source of puzzles and their subject.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    #[default]
    All,
    Theme(Theme),
    /// Mistakes in the user's own games.
    Own,
    /// The file of puzzles that the user has opened.
    File,
}

/// The difficulty of puzzles relative to the solver's rating.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    Easier,
    #[default]
    Own,
    Harder,
    Any,
}

impl Level {
    pub const ALL: [Level; 4] = [Level::Easier, Level::Own, Level::Harder, Level::Any];

    pub(crate) fn has(self, puzzle: u16, solver: f64) -> bool {
        let ahead = f64::from(puzzle) - solver;
        match self {
            Level::Easier => ahead < -LEVEL / 2.0,
            Level::Own => ahead.abs() <= LEVEL,
            Level::Harder => ahead > LEVEL / 2.0,
            Level::Any => true,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainingAction {
    Show(Page),
    /// Choose another set of puzzles.
    Choose(Set),
    /// A move on the board of a puzzle, a game or an endgame.
    Move {
        from: Square,
        to: Square,
        promotion: Option<PieceType>,
    },
    /// Go to the next puzzle, or skip a move of a game.
    Next,
    /// Try again.
    Again,
    Hint,
    Solution,
    /// Analyse the puzzle, which is done, in the study.
    Analyse,
    /// Guess the moves of this side in the game on the board.
    Guess(Color),
    LeaveGuess,
    /// Choose the source of the user's openings.
    OpeningsFrom(OpeningsFrom),
    /// Practise the openings as this side.
    Openings(Color),
    /// Practise the same openings again.
    OpeningsAgain,
    LeaveOpenings,
    /// Play an endgame from one of its start positions.
    Drill {
        endgame: usize,
        start: usize,
    },
    /// Go back to the move that made the goal of an endgame unreachable.
    TakeBack,
    /// Go back to the list of endgames.
    LeaveDrill,
    /// Choose an exercise without starting it.
    Exercise(Exercise),
    /// Choose the side at the bottom of the board of the exercises.
    Below(Color),
    /// Start a round of the exercise.
    Begin,
    /// Answer with a square.
    Point(Square),
    /// Answer yes or no.
    Say(bool),
    /// End the round before its minute is over.
    Stop,
    /// Copy the stored progress to the clipboard.
    Copy,
    /// Save the stored progress to a file.
    Save,
}

impl Set {
    /// Whether one of the program's puzzles belongs to the set.
    pub(crate) fn has(self, puzzle: &Puzzle) -> bool {
        let of_source = match self.source {
            Source::All => true,
            Source::Theme(theme) => puzzle.themes.contains(&theme),
            Source::Own | Source::File => false,
        };
        of_source && self.phase.is_none_or(|phase| puzzle.phase() == phase)
    }
}

impl Training {
    /// The number of puzzles due today.
    pub fn count_due(&self, today: &str) -> usize {
        self.progress.count_due(day(today))
    }

    /// The puzzle shown, if it is done.
    pub(crate) fn finished_puzzle(&self) -> Option<&Puzzle> {
        self.solving.as_ref().filter(|solving| solving.is_done()).map(|solving| &solving.puzzle)
    }

    /// The position on the board, with the moves that led to it where they are known, and the side below; `None`: no
    /// exercise with a position has begun.
    pub(crate) fn shown(&self) -> Option<(GamePosition, Color)> {
        match self.page {
            Page::Puzzles => {
                let solving = self.solving.as_ref()?;
                Some((GamePosition::new(solving.board), solving.puzzle.solver()))
            }
            Page::Guess => self.guess.as_ref().map(|guess| (guess.shown(), guess.side)),
            Page::Endgames => {
                self.drill.as_ref().map(|drill| (drill.position.clone(), drill.solver))
            }
            Page::Openings => self.repertoire.as_ref().map(|run| (run.position(), run.side)),
            Page::Vision | Page::Results => None,
        }
    }

    /// The position in which the user has to move; `None`: there is none now.
    pub fn asked(&self) -> Option<Board> {
        match self.page {
            Page::Puzzles => {
                let asks = |solving: &&Solving| solving.stage == Stage::Ask;
                self.solving.as_ref().filter(asks).map(Solving::asked)
            }
            Page::Guess => self.guess.as_ref().filter(|guess| guess.asks()).map(Guess::board),
            Page::Endgames => {
                let asks = |drill: &&Drill| drill.state == DrillState::Ask;
                self.drill.as_ref().filter(asks).map(|drill| drill.position.board())
            }
            Page::Openings => {
                let asks = |run: &&Repertoire| run.state != State::Over;
                self.repertoire.as_ref().filter(asks).map(|run| *run.board())
            }
            Page::Vision | Page::Results => None,
        }
    }

    /// Whether the engine evaluates or chooses a move.
    pub fn is_thinking(&self) -> bool {
        self.job.is_some()
    }

    /// Milliseconds until the remaining seconds of a round change.
    pub(crate) fn next_change_ms(&self, now_ms: u64) -> Option<u64> {
        let round = self.round.as_ref().filter(|round| round.over.is_none())?;
        let left = round.until_ms.saturating_sub(now_ms);
        Some(if left == 0 { 0 } else { (left - 1) % 1000 + 1 })
    }
}
