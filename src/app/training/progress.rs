//! The stored progress of the training: the solver's rating, puzzles to repeat, best scores. It is a file of its own,
//! so that it can be copied, moved and deleted.
//!
//! - **Rating**: Glicko-2. Each puzzle counts as an opponent with its own rating, and as a rating period of its own.
//! - **Repetition**: SM-2 (P. A. Woźniak, *Optimization of learning*, 1990). A puzzle that was not solved at once
//!   comes back after a day. Each time it is solved, it comes back later: after another day, then after six, then
//!   after the last interval times its ease, which depends on the results.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use tabia_chess::{Board, Move, uci_move};
use tabia_games::regular_file;
use tabia_host::puzzles::Puzzle;
use tabia_text::t;

use crate::persistence::mend;

/// The version of the file that this program writes.
pub const VERSION: u32 = 1;
/// Deviation of a puzzle's rating, Elo: its rating was measured with engines.
const PUZZLE_DEVIATION: f64 = 80.0;
/// Minimum ease of a repeated puzzle.
const MIN_EASE: f64 = 1.3;
/// Maximum interval, days.
const MAX_INTERVAL: u32 = 3_650;
/// Maximum size of a file that the user picks, bytes.
const MAX_BYTES: u64 = 1 << 28;
/// Maximum number of puzzles from the user's own games.
const MAX_OWN: usize = 2_000;

/// The stored progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    version: u32,
    pub rating: Rating,
    /// Puzzles solved at once since the last that was not.
    pub streak: u32,
    pub best_streak: u32,
    /// Puzzles solved at once, and all puzzles tried.
    pub solved: u32,
    pub tried: u32,
    /// The puzzles that were tried, by position, with the time of the next repetition; `None`: solved at once, not
    /// repeated.
    #[serde(rename = "tasks")] // Files written before the field was renamed can still be read.
    puzzles: BTreeMap<String, Option<Card>>,
    /// Moves of the user's openings that were asked for, by position.
    openings: BTreeMap<String, Option<Card>>,
    /// What was asked for last in these positions; files of earlier versions lack it.
    opening_moves: BTreeMap<String, AskedMoves>,
    /// Puzzles from the user's own games, as lines of EPD.
    own: Vec<String>,
    /// Best scores of exercises, by name.
    pub best: BTreeMap<String, u32>,
    /// Endgames by name: how often the goal was reached, and how often they were tried.
    pub endgames: BTreeMap<String, [u32; 2]>,
    /// The start positions of endgames from which the goal was reached, by name.
    pub endgame_positions: BTreeMap<String, BTreeSet<usize>>,
}

/// The solver's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    pub rating: f64,
    /// The true rating is within twice this value with a probability of 95 %.
    pub deviation: f64,
    /// How erratic the results are: the more erratic, the faster the deviation grows again.
    volatility: f64,
}

/// The schedule of a puzzle's repetitions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// The day it is due, counted from 1970.
    due: u32,
    /// Days between repetitions.
    interval: u32,
    ease: f64,
    /// Number of times in a row it was solved.
    repetitions: u32,
}

/// The moves of the user's openings that were asked for last in a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct AskedMoves {
    /// In UCI notation.
    moves: Vec<String>,
    /// The first move tried was one of them.
    known: bool,
}

/// A file of progress that was read.
#[derive(Clone, Debug)]
pub struct ProgressRead {
    /// The file name without its folder.
    pub name: String,
    /// The progress, and the names of fields that could not be read; or the error as text.
    pub found: Result<(Progress, Vec<String>), String>,
}

impl ProgressRead {
    /// Reads a file. Waits for the disk.
    pub fn of(path: &Path) -> ProgressRead {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = regular_file::read(path, MAX_BYTES).map_err(|error| error.to_string());
        let text = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let found = text.and_then(|text| Progress::parse(&text)).and_then(|(progress, _, odd)| {
            let nothing = || t!("training-load-empty").to_owned();
            if progress.is_empty() { Err(nothing()) } else { Ok((progress, odd)) }
        });
        ProgressRead { name, found }
    }
}

/// The result of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// Solved at once, without help.
    Solved,
    /// Solved with a hint.
    Helped,
    /// A wrong move was tried, or the solution shown.
    Failed,
}

impl Default for Progress {
    fn default() -> Self {
        Progress {
            version: VERSION,
            rating: Rating::default(),
            streak: 0,
            best_streak: 0,
            solved: 0,
            tried: 0,
            puzzles: BTreeMap::new(),
            openings: BTreeMap::new(),
            opening_moves: BTreeMap::new(),
            own: Vec::new(),
            best: BTreeMap::new(),
            endgames: BTreeMap::new(),
            endgame_positions: BTreeMap::new(),
        }
    }
}

impl Default for Rating {
    fn default() -> Self {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        Rating { rating, deviation, volatility }
    }
}

impl Rating {
    /// The rating after a puzzle with this rating.
    #[must_use]
    fn after(self, puzzle: u16, solved: bool) -> Rating {
        let Rating { rating, deviation, volatility } = self;
        let solver = Glicko2Rating { rating, deviation, volatility };
        let puzzle = Glicko2Rating {
            rating: f64::from(puzzle),
            deviation: PUZZLE_DEVIATION,
            ..Glicko2Rating::new()
        };
        let outcome = if solved { Outcomes::WIN } else { Outcomes::LOSS };
        let (solver, _) = glicko2(&solver, &puzzle, &outcome, &Glicko2Config::new());
        let Glicko2Rating { rating, deviation, volatility } = solver;
        Rating { rating, deviation, volatility }
    }

    fn is_sound(self) -> bool {
        let Rating { rating, deviation, volatility } = self;
        (-5_000.0..10_000.0).contains(&rating)
            && (1.0..=500.0).contains(&deviation)
            && (0.0..1.0).contains(&volatility)
    }
}

impl Card {
    /// The card of a puzzle that failed for the first time.
    fn failed(today: u32) -> Card {
        Card { due: today + 1, interval: 1, ease: 2.5, repetitions: 0 }
    }

    /// The card of a puzzle after another result: a puzzle solved at once the first time needs none.
    fn next(card: Option<Card>, grade: Grade, today: u32) -> Option<Card> {
        match card {
            Some(card) => Some(card.after(grade, today)),
            None if grade == Grade::Solved => None,
            None => Some(Card::failed(today)),
        }
    }

    /// The card after another result.
    #[must_use]
    fn after(self, grade: Grade, today: u32) -> Card {
        let quality = match grade {
            Grade::Solved => 5.0,
            Grade::Helped => 3.0,
            Grade::Failed => 1.0,
        };
        let worse = 5.0 - quality;
        let ease = (self.ease + 0.1 - worse * (0.08 + worse * 0.02)).clamp(MIN_EASE, 5.0);
        let (repetitions, interval) = match (grade, self.repetitions) {
            (Grade::Failed, _) => (0, 1),
            (_, 0) => (1, 1),
            (_, 1) => (2, 6),
            (_, n) => (n.saturating_add(1), (f64::from(self.interval) * ease).round() as u32),
        };
        let interval = interval.clamp(1, MAX_INTERVAL);
        Card { due: today + interval, interval, ease, repetitions }
    }
}

impl Progress {
    /// Reads as much of a file as can be understood. The second result is its version, if that is newer; the third
    /// lists what was left out.
    ///
    /// # Errors
    /// If it is not a JSON object.
    pub fn parse(text: &str) -> Result<(Progress, Option<u32>, Vec<String>), String> {
        let found: Value = serde_json::from_str(text).map_err(|error| mend::json_error(&error))?;
        if !found.is_object() {
            return Err(t!("error-saved-no-object").to_owned());
        }
        let mut odd = Vec::new();
        let mut progress = mend::over(&Progress::default(), &found, &mut odd);
        let newer = Some(progress.version).filter(|&version| version > VERSION);
        progress.version = VERSION;
        if !progress.rating.is_sound() {
            progress.rating = Rating::default();
            odd.push("rating".to_owned());
        }
        let puzzles = progress.own.len();
        progress.own.retain(|line| Puzzle::parse(line).is_ok());
        progress.own.truncate(MAX_OWN);
        if progress.own.len() < puzzles {
            odd.push("own".to_owned());
        }
        Ok((progress, newer, odd))
    }

    /// The text of its file.
    pub fn to_text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Whether there is no progress yet.
    pub fn is_empty(&self) -> bool {
        *self == Progress::default()
    }

    /// The puzzles from the user's own games.
    pub fn own(&self) -> Vec<Puzzle> {
        self.own.iter().filter_map(|line| Puzzle::parse(line).ok()).collect()
    }

    /// Stores a puzzle from the user's own games, due at once. Returns whether it is new.
    pub(crate) fn keep_own(&mut self, puzzle: &Puzzle, today: u32) -> bool {
        let key = key(&puzzle.board);
        if self.own.len() >= MAX_OWN || self.puzzles.contains_key(&key) {
            return false;
        }
        self.own.push(puzzle.to_string());
        self.puzzles.insert(key, Some(Card { due: today, ..Card::failed(today) }));
        true
    }

    /// Whether a puzzle was tried before.
    pub fn knows(&self, puzzle: &Puzzle) -> bool {
        self.puzzles.contains_key(&key(&puzzle.board))
    }

    /// The day since which a puzzle is due, if it is.
    pub(crate) fn due(&self, puzzle: &Puzzle, today: u32) -> Option<u32> {
        let card = (*self.puzzles.get(&key(&puzzle.board))?)?;
        (card.due <= today).then_some(card.due)
    }

    /// The day since which one of these moves, those of the user's openings in a position, is due, if it is.
    pub(crate) fn due_opening(&self, board: &Board, moves: &[Move], today: u32) -> Option<u32> {
        let card = (*self.openings.get(&key(board))?)?;
        (card.due <= today && self.knows_opening(board, moves)).then_some(card.due)
    }

    /// Whether one of these moves, those of the user's openings in a position, was asked for before.
    pub(crate) fn knows_opening(&self, board: &Board, moves: &[Move]) -> bool {
        let key = key(board);
        self.openings.contains_key(&key)
            && self.opening_moves.get(&key).is_none_or(|asked| asked.has_any(board, moves))
    }

    /// Whether one of these moves, those of the user's openings in a position, was known when it was last asked for.
    pub(crate) fn knew_opening(&self, board: &Board, moves: &[Move]) -> bool {
        let key = key(board);
        let by_card = || {
            let card = self.openings.get(&key);
            card.is_some_and(|card| card.is_none_or(|card| card.repetitions > 0))
        };
        let asked = self.opening_moves.get(&key);
        asked.map_or_else(by_card, |asked| asked.known && asked.has_any(board, moves))
    }

    /// Records the grade of a move of the user's openings, whose moves in this position are `moves`. Other moves than
    /// before begin anew.
    pub(crate) fn record_opening(
        &mut self,
        board: &Board,
        moves: &[Move],
        grade: Grade,
        today: u32,
    ) {
        let before = self.openings.get(&key(board)).copied().flatten();
        let before = before.filter(|_| self.knows_opening(board, moves));
        // A move known before its day says nothing about the interval.
        let early = grade == Grade::Solved && before.is_some_and(|card| card.due > today);
        let card = if early { before } else { Card::next(before, grade, today) };
        self.openings.insert(key(board), card);
        let asked = AskedMoves { moves: uci(board, moves), known: grade == Grade::Solved };
        self.opening_moves.insert(key(board), asked);
    }

    /// Whether any puzzle is due, in whatever set it is.
    pub(crate) fn has_due(&self, today: u32) -> bool {
        self.puzzles.values().flatten().any(|card| card.due <= today)
    }

    /// Records the result of a puzzle. `rated`: the rating of the puzzle is meaningful.
    pub(crate) fn record(&mut self, puzzle: &Puzzle, grade: Grade, rated: bool, today: u32) {
        self.tried = self.tried.saturating_add(1);
        if grade == Grade::Solved {
            self.solved = self.solved.saturating_add(1);
            self.streak = self.streak.saturating_add(1);
            self.best_streak = self.best_streak.max(self.streak);
        } else {
            self.streak = 0;
        }
        let entry = self.puzzles.entry(key(&puzzle.board));
        let first = matches!(entry, std::collections::btree_map::Entry::Vacant(_));
        let card = entry.or_insert(None);
        *card = Card::next(*card, grade, today);
        // A puzzle the solver has seen before says nothing about the solver's strength.
        if rated && first {
            self.rating = self.rating.after(puzzle.rating, grade == Grade::Solved);
        }
    }

    /// Records an endgame played from one of its start positions.
    pub(crate) fn record_endgame(&mut self, name: &str, start: usize, reached: bool) {
        let [times, tried] = self.endgames.entry(name.to_owned()).or_default();
        *tried = tried.saturating_add(1);
        if reached {
            *times = times.saturating_add(1);
            self.endgame_positions.entry(name.to_owned()).or_default().insert(start);
        }
    }

    /// Whether the goal of an endgame was reached from one of its start positions.
    pub fn has_reached(&self, name: &str, start: usize) -> bool {
        self.endgame_positions.get(name).is_some_and(|starts| starts.contains(&start))
    }

    /// Stores the score of an exercise if it is the best. Returns whether it is.
    pub(crate) fn score(&mut self, exercise: &str, score: u32) -> bool {
        let best = self.best.entry(exercise.to_owned()).or_default();
        let better = score > *best;
        *best = (*best).max(score);
        better
    }
}

impl AskedMoves {
    fn has_any(&self, board: &Board, moves: &[Move]) -> bool {
        uci(board, moves).iter().any(|mv| self.moves.contains(mv))
    }
}

/// Moves in UCI notation.
fn uci(board: &Board, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| uci_move::write(board, mv, true)).collect()
}

/// The key of a position: the fields of its FEN without the move counters.
fn key(board: &Board) -> String {
    let fen = board.to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle() -> Puzzle {
        Puzzle::parse("r3k3/8/8/3N4/8/8/8/4K3 w - - bm Nc7+; pv Nc7+; acd 1; acn 1; c1 \"1500\"")
            .unwrap()
    }

    #[test]
    fn a_puzzle_that_failed_comes_back_after_growing_intervals() {
        let (puzzle, mut progress) = (puzzle(), Progress::default());
        progress.record(&puzzle, Grade::Failed, true, 100);
        assert_eq!((progress.due(&puzzle, 100), progress.due(&puzzle, 101)), (None, Some(101)));
        let mut today = 101;
        let mut waits = Vec::new();
        for _ in 0..4 {
            progress.record(&puzzle, Grade::Solved, true, today);
            let due =
                (today..today + 1_000).find(|&day| progress.due(&puzzle, day).is_some()).unwrap();
            waits.push(due - today);
            today = due;
        }
        assert_eq!(waits[..2], [1, 6]);
        assert!(waits[2] > 12 && waits[3] > 2 * waits[2], "{waits:?}");
        progress.record(&puzzle, Grade::Failed, true, today);
        assert_eq!(progress.due(&puzzle, today + 1), Some(today + 1), "it begins anew");
    }

    #[test]
    fn a_puzzle_solved_at_once_does_not_come_back_and_counts() {
        let (puzzle, mut progress) = (puzzle(), Progress::default());
        assert!(!progress.knows(&puzzle) && progress.is_empty());
        progress.record(&puzzle, Grade::Solved, true, 7);
        assert!(progress.knows(&puzzle));
        assert_eq!(progress.due(&puzzle, 10_000), None);
        assert_eq!((progress.streak, progress.solved, progress.tried), (1, 1, 1));
        let rating = progress.rating;
        assert!(rating.rating > 1_500.0 && rating.deviation < 350.0);
        progress.record(&puzzle, Grade::Failed, true, 8);
        assert_eq!(progress.rating, rating, "a puzzle seen before is not rated again");
        assert_eq!((progress.streak, progress.best_streak), (0, 1));
        let mut helped = Progress::default();
        helped.record(&puzzle, Grade::Failed, false, 7);
        assert_eq!(helped.rating, Rating::default());
        let mut failed = Progress::default();
        failed.record(&puzzle, Grade::Failed, true, 7);
        assert!(failed.rating.rating < 1_500.0);
    }

    #[test]
    fn a_saved_file_is_read_and_another_one_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("training.json");
        let read = || ProgressRead::of(&path);
        assert!(read().found.is_err(), "no file");
        let mut progress = Progress::default();
        progress.record(&puzzle(), Grade::Failed, true, 7);
        std::fs::write(&path, progress.to_text()).unwrap();
        assert_eq!((read().name.as_str(), read().found), ("training.json", Ok((progress, vec![]))));
        for other in ["{}", "{\"version\": 1, \"theme\": \"Dark\"}", "1. e4 e5", "[]"] {
            std::fs::write(&path, other).unwrap();
            assert!(read().found.is_err(), "{other}");
        }
    }

    #[test]
    fn own_puzzles_are_due_at_once_and_kept_once() {
        let (puzzle, mut progress) = (puzzle(), Progress::default());
        assert!(progress.keep_own(&puzzle, 5) && !progress.keep_own(&puzzle, 5));
        assert!(progress.has_due(5) && !progress.has_due(4));
        assert_eq!((progress.due(&puzzle, 5), progress.own()), (Some(5), vec![puzzle]));
    }

    #[test]
    fn a_forgotten_opening_move_repeated_on_the_same_day_is_due_the_day_after() {
        let (board, mut progress) = (Board::start(), Progress::default());
        let moves = [uci_move::parse(&board, "e2e4").unwrap()];
        progress.record_opening(&board, &moves, Grade::Failed, 10);
        assert!(!progress.knew_opening(&board, &moves));
        for _ in 0..3 {
            progress.record_opening(&board, &moves, Grade::Solved, 10);
        }
        assert!(progress.knew_opening(&board, &moves));
        let due = |progress: &Progress| {
            (11..99).find(|&day| progress.due_opening(&board, &moves, day).is_some())
        };
        assert_eq!(due(&progress), Some(11));
        progress.record_opening(&board, &moves, Grade::Solved, 11);
        progress.record_opening(&board, &moves, Grade::Solved, 12);
        assert_eq!(due(&progress), Some(18), "on its day the interval grows");
    }

    #[test]
    fn another_move_of_the_openings_is_new() {
        let (board, mut progress) = (Board::start(), Progress::default());
        let [e4, d4, c4] =
            ["e2e4", "d2d4", "c2c4"].map(|text| uci_move::parse(&board, text).unwrap());
        progress.record_opening(&board, &[e4], Grade::Failed, 10);
        progress.record_opening(&board, &[e4], Grade::Solved, 11);
        assert!(progress.knew_opening(&board, &[d4, e4]), "one move more");
        assert!(!progress.knew_opening(&board, &[d4]) && !progress.knows_opening(&board, &[d4]));
        progress.record_opening(&board, &[d4], Grade::Solved, 12);
        assert!(progress.knew_opening(&board, &[d4]));
        assert!(progress.due_opening(&board, &[d4], 99).is_none());
        let old = progress.to_text().replace("opening_moves", "unknown");
        let (old, ..) = Progress::parse(&old).unwrap();
        assert!(
            old.knew_opening(&board, &[c4]),
            "a file of an earlier version does not name the move"
        );
    }

    #[test]
    fn a_file_without_positions_of_endgames_keeps_its_counts() {
        let old = r#"{"version": 1, "endgames": {"rook": [1, 2]}}"#;
        let (mut progress, _, odd) = Progress::parse(old).unwrap();
        assert!(odd.is_empty() && !progress.has_reached("rook", 0));
        progress.record_endgame("rook", 2, false);
        progress.record_endgame("rook", 1, true);
        assert_eq!(progress.endgames["rook"], [2, 4]);
        assert_eq!(
            [0, 1, 2].map(|start| progress.has_reached("rook", start)),
            [false, true, false]
        );
        assert_eq!(Progress::parse(&progress.to_text()), Ok((progress, None, vec![])));
    }

    #[test]
    fn the_file_comes_back_and_what_is_left_out_is_named() {
        let mut progress = Progress::default();
        progress.record(&puzzle(), Grade::Failed, true, 3);
        progress.keep_own(
            &Puzzle::parse("8/P6k/8/8/8/8/8/7K w - - bm a8=Q; pv a8=Q; acd 1; acn 1; c1 9")
                .unwrap(),
            3,
        );
        assert!(progress.score("find", 12) && !progress.score("find", 11));
        assert_eq!(Progress::parse(&progress.to_text()), Ok((progress.clone(), None, vec![])));
        assert!(Progress::parse("{\"version\": 1, \"ta").is_err());
        assert!(Progress::parse("[1]").is_err());
        assert_eq!(
            Progress::parse("{\"version\": 99}"),
            Ok((Progress::default(), Some(99), vec![]))
        );
        let odd = progress.to_text().replace("a8=Q; pv", "a8=K; pv a1");
        let (found, _, odd) = Progress::parse(&odd).unwrap();
        assert!(
            found.own().is_empty() && found.puzzles == progress.puzzles,
            "what is no puzzle goes"
        );
        assert_eq!(odd, ["own"]);
        let strange =
            r#"{"version": 1, "rating": {"rating": 1e300, "deviation": 0.0, "volatility": 0.06}}"#;
        let (found, _, odd) = Progress::parse(strange).unwrap();
        assert_eq!((found.rating, odd), (Rating::default(), vec!["rating".to_owned()]));
    }
}
