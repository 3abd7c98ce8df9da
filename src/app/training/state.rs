//! What is known of training: the page, the set of puzzles, what stands on the board of each page.

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

/// How far from the solver's rating a puzzle of his level is, Elo.
const LEVEL: f64 = 200.0;

/// Everything about training.
#[derive(Clone, Debug, Default)]
pub struct Training {
    pub page: Page,
    /// Which puzzles are wanted.
    pub set: Set,
    /// What is kept.
    pub progress: Progress,
    /// The puzzle on the board; `None`: none was asked for yet, or none is left of the set.
    pub solving: Option<Solving>,
    /// No puzzle of the set is left.
    pub exhausted: bool,
    /// The endgame on the board.
    pub drill: Option<Drill>,
    /// The game whose moves are guessed.
    pub guess: Option<Guess>,
    /// What one's openings are taken from, and the run through them.
    pub openings: OpeningsFrom,
    pub repertoire: Option<Repertoire>,
    /// The question for the games of a list that was asked last.
    pub(crate) repertoire_ticket: u64,
    /// Its answer is waited for.
    pub reads_repertoire: bool,
    /// The exercise chosen, and its round.
    pub exercise: Exercise,
    pub round: Option<Round>,
    /// The search that is waited for.
    pub(crate) job: Option<JobId>,
}

/// What is trained.
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

/// Where puzzles come from and what they are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    #[default]
    All,
    Theme(Theme),
    /// Mistakes of one's own games.
    Own,
}

/// How hard puzzles are, against the solver's rating.
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

/// What can be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainingAction {
    Show(Page),
    /// Puzzles of another set.
    Choose(Set),
    /// A move on the board of a puzzle, a game or an endgame.
    Move {
        from: Square,
        to: Square,
        promotion: Option<PieceType>,
    },
    /// On to the next puzzle, or past a move of a game.
    Next,
    /// Another try.
    Again,
    Hint,
    Solution,
    /// Guess the moves of this side in the game on the board.
    Guess(Color),
    LeaveGuess,
    /// What one's openings are taken from.
    OpeningsFrom(OpeningsFrom),
    /// Play through them as this side.
    Openings(Color),
    /// Once more through the same.
    OpeningsAgain,
    LeaveOpenings,
    /// Play an endgame from one of its positions.
    Drill {
        endgame: usize,
        start: usize,
    },
    /// Back to the move that gave the goal of an endgame away.
    TakeBack,
    /// Back to the list of endgames.
    LeaveDrill,
    /// Choose an exercise; it does not begin yet.
    Exercise(Exercise),
    /// A round of it.
    Begin,
    /// A square was pointed at.
    Point(Square),
    /// Yes or no.
    Say(bool),
    /// The round ends before its minute is over.
    Stop,
    /// Put what is kept into the clipboard.
    Copy,
    /// Write it into a file.
    Save,
}

impl Set {
    /// Whether a puzzle of the program belongs to it.
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
    /// How many puzzles are due today.
    pub fn count_due(&self, today: &str) -> usize {
        self.progress.count_due(day(today))
    }

    /// The engine looks at a move or plays one.
    pub fn is_thinking(&self) -> bool {
        self.job.is_some()
    }

    /// Milliseconds until the seconds left of a round change.
    pub(crate) fn next_change_ms(&self, now_ms: u64) -> Option<u64> {
        let round = self.round.as_ref().filter(|round| round.over.is_none())?;
        let left = round.until_ms.saturating_sub(now_ms);
        Some(if left == 0 { 0 } else { (left - 1) % 1000 + 1 })
    }
}
