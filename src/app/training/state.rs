//! The state of the training: the page, the set of puzzles, the content of each page's board.

use tabia_chess::{Color, PieceType, Square};
use tabia_host::puzzles::Puzzle;
use tabia_host::puzzles::themes::Theme;
use tabia_host::review::phase::Phase;
use tabia_host::worker::protocol::JobId;

use super::endgames::Drill;
use super::guess::Guess;
use super::openings::{OpeningsFrom, Repertoire};
use super::progress::Progress;
use super::solving::Solving;
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
    /// The number of the last request for the games of a list.
    pub(crate) repertoire_ticket: u64,
    /// That request has not been answered yet.
    pub reads_repertoire: bool,
    /// The chosen exercise and its round.
    pub exercise: Exercise,
    pub round: Option<Round>,
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

/// Actions in the training.
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
            Source::Own => false,
        };
        of_source && self.phase.is_none_or(|phase| puzzle.phase() == phase)
    }
}

impl Training {
    /// The number of puzzles due today.
    pub fn count_due(&self, today: &str) -> usize {
        self.progress.count_due(day(today))
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
