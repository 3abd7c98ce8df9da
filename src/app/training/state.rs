//! The state of the training: the page, the set of puzzles, the content of each page's board.

use std::collections::HashSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use tabia_chess::{Board, Color, PieceType, Square};
use tabia_games::game::position::GamePosition;
use tabia_host::puzzles::themes::Theme;
use tabia_host::puzzles::{self, Puzzle};
use tabia_host::review::phase::Phase;
use tabia_host::worker::protocol::JobId;

use super::endgames::{Drill, DrillState};
use super::guess::Guess;
use super::openings::{OpeningsFrom, Repertoire, RepertoireSource, State};
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
    /// The puzzles left before they were done, the oldest first: others come before them, and they keep their hints.
    pub(crate) skipped: Vec<Solving>,
    /// No puzzle is left in the set.
    pub exhausted: bool,
    /// No new puzzle of the chosen level is left: the one on the board is the nearest to it.
    pub off_level: bool,
    /// The number of puzzles of the set that are due today.
    pub due: usize,
    /// Why the file of puzzles of an earlier run could not be read.
    pub file_error: Option<String>,
    /// The endgame on the board.
    pub drill: Option<Drill>,
    /// The game in which moves are guessed.
    pub guess: Option<Guess>,
    /// The game that was left last with moves guessed in it.
    pub left_guess: Option<Box<Guess>>,
    /// The source of the user's openings, and the run through them.
    pub openings: OpeningsFrom,
    pub repertoire: Option<Repertoire>,
    /// What the repertoire was last made of.
    pub(crate) repertoire_source: Option<RepertoireSource>,
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Set {
    pub source: Source,
    pub phase: Option<Phase>,
    pub level: Level,
}

/// The source of puzzles and their subject.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Level {
    Easier,
    #[default]
    Own,
    Harder,
    Any,
}

/// What the user chose last, kept in the settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TrainingChoices {
    set: Set,
    exercise: Exercise,
    black_below: bool,
}

impl Level {
    pub const ALL: [Level; 4] = [Level::Easier, Level::Own, Level::Harder, Level::Any];

    /// By how much a puzzle lies outside the level, Elo, at least 1; 0: it belongs to the level.
    pub(crate) fn beyond(self, puzzle: u16, solver: f64) -> u32 {
        let ahead = f64::from(puzzle) - solver;
        let beyond = match self {
            Level::Easier => ahead + LEVEL / 2.0,
            Level::Own => ahead.abs() - LEVEL,
            Level::Harder => LEVEL / 2.0 - ahead,
            Level::Any => 0.0,
        };
        beyond.max(0.0).ceil() as u32
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
    /// Go back to the game that was left last.
    RestoreGuess,
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
    /// Let go of the file of puzzles.
    CloseFile,
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
        of_source && self.has_phase(puzzle)
    }

    fn has_phase(self, puzzle: &Puzzle) -> bool {
        self.phase.is_none_or(|phase| puzzle.phase() == phase)
    }
}

impl Training {
    /// Takes what the user chose last. The exercise of a round that is in progress stays.
    pub(crate) fn choose(&mut self, choices: TrainingChoices) {
        let TrainingChoices { set, exercise, black_below } = choices;
        self.set = set;
        if !self.runs_round() {
            (self.exercise, self.black_below) = (exercise, black_below);
        }
    }

    pub(crate) fn choices(&self) -> TrainingChoices {
        let Training { set, exercise, black_below, .. } = *self;
        TrainingChoices { set, exercise, black_below }
    }

    /// The number of puzzles of the set that are due on a day.
    pub fn count_due(&self, today: &str) -> usize {
        let today = day(today);
        if !self.progress.has_due(today) {
            return 0;
        }
        let own = self.progress.own();
        let boards = self.due_of_set(&own, today).map(|(_, puzzle, _)| puzzle.board.key());
        boards.collect::<HashSet<u64>>().len()
    }

    /// The puzzles of the set, each with whether it is one of `own`, those from the user's own games.
    pub(crate) fn of_set<'a>(
        &'a self,
        own: &'a [Puzzle],
    ) -> impl Iterator<Item = (&'a Puzzle, bool)> {
        let set = self.set;
        let of_program = puzzles::built_in().iter().filter(move |puzzle| set.has(puzzle));
        let wanted = matches!(set.source, Source::All | Source::Own);
        let of_user = own.iter().filter(move |puzzle| wanted && set.has_phase(puzzle));
        let of_program = of_program.map(|puzzle| (puzzle, false));
        of_program.chain(of_user.map(|puzzle| (puzzle, true))).chain(self.of_file(Source::File))
    }

    /// The puzzles of the file, if this source is chosen.
    fn of_file(&self, source: Source) -> impl Iterator<Item = (&Puzzle, bool)> {
        let set = self.set;
        let puzzles = self.file.iter().filter(move |_| set.source == source);
        let puzzles = puzzles.flat_map(|file| file.iter());
        puzzles.filter(move |puzzle| set.has_phase(puzzle)).map(|puzzle| (puzzle, false))
    }

    /// The puzzles of the set that are due, each with the day since which it is. Those of the file are among all
    /// puzzles.
    pub(crate) fn due_of_set<'a>(
        &'a self,
        own: &'a [Puzzle],
        today: u32,
    ) -> impl Iterator<Item = (u32, &'a Puzzle, bool)> {
        let all = self.of_set(own).chain(self.of_file(Source::All));
        all.filter_map(move |(puzzle, own)| Some((self.progress.due(puzzle, today)?, puzzle, own)))
    }

    /// Whether a round of an exercise is running.
    pub fn runs_round(&self) -> bool {
        self.round.as_ref().is_some_and(|round| round.over.is_none())
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
