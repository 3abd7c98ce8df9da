//! Files of positions, one EPD or FEN a line, the expected answers of a test suite (solutions, wrong moves, and
//! points), and how a search arrives at its answer.

use std::io;
use std::path::Path;

use thiserror::Error;

use tabia_chess::epd::{Epd, EpdError};
use tabia_chess::{Board, Move, epd, san, uci_move};
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::report::IterationInfo;
use tabia_engine::search::score::{Bound, Score};
use tabia_engine::search::thinker::{SearchError, SearchObserver, Thinker};
use tabia_games::game::position::GamePosition;
use tabia_games::regular_file;

/// Longest mate of a task, moves.
const MAX_MATE: i32 = 500;
/// Largest file that is read, bytes: some hundred thousand positions.
const MAX_BYTES: u64 = 64 << 20;

/// The contents of a file.
#[derive(Debug, Default)]
pub struct Suite {
    pub tasks: Vec<Task>,
    /// Lines without a valid position, by number from 1.
    pub refused: Vec<(usize, TaskError)>,
}

impl Suite {
    /// Reads a file or pipe. Empty lines and lines that begin with `#` are left out.
    ///
    /// # Errors
    /// If the file cannot be read or is larger than 64 MiB. A refused line is not an error.
    pub fn read(path: &Path) -> io::Result<Suite> {
        Suite::read_from(regular_file::stream(path)?)
    }

    /// Reads a stream.
    ///
    /// # Errors
    /// See [`Suite::read`].
    pub fn read_from(input: impl io::Read) -> io::Result<Suite> {
        let bytes = regular_file::read_at_most(input, MAX_BYTES)?;
        Ok(Suite::parse(&String::from_utf8_lossy(&bytes)))
    }

    /// See [`Suite::read`].
    pub fn parse(text: &str) -> Suite {
        let mut suite = Suite::default();
        for (line, number) in text.trim_start_matches('\u{feff}').lines().zip(1..) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match Task::parse(line, number) {
                Ok(task) => suite.tasks.push(task),
                Err(error) => suite.refused.push((number, error)),
            }
        }
        suite
    }
}

/// A position and its expected answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Its name, or line number.
    pub id: String,
    /// The number of its line, from 1.
    pub line: usize,
    /// The position.
    pub board: Board,
    /// Solutions (`bm`); empty: any move not in `avoid`.
    best: Vec<Move>,
    /// Wrong moves (`am`).
    avoid: Vec<Move>,
    /// Mate in this many moves (`dm N`, `bm #N`); negative: the side to move is mated.
    mate: Option<i32>,
    /// Points of moves (`c0 "Nf3=100, e4=30"`). Without another answer the moves with most points are the solutions.
    points: Vec<(Move, u32)>,
}

/// Why a line is not a task.
#[derive(Debug, Error, PartialEq)]
pub enum TaskError {
    /// The line has no position, or its operations cannot be read.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// An operation names an illegal move.
    #[error("operation {op}: {error}")]
    Move {
        /// Name of the operation.
        op: &'static str,
        /// Why the move is invalid.
        error: String,
    },
    /// The value of an operation is invalid.
    #[error("operation {op}: found “{found}”, expected {expected}")]
    Value {
        /// Name of the operation.
        op: &'static str,
        /// Its value in the line.
        found: String,
        /// The valid values.
        expected: &'static str,
    },
}

impl Task {
    /// Parses a line of EPD or FEN; its name is its `id`, or else the line number.
    ///
    /// # Errors
    /// If the position is invalid, or `bm`, `am` or `dm` has no legal move or mate.
    pub fn parse(line: &str, number: usize) -> Result<Task, TaskError> {
        let epd = epd::parse(line)?;
        let id = epd.get("id").and_then(|words| words.first()).cloned();
        let mut task = Task {
            id: id.unwrap_or_else(|| format!("line {number}")),
            line: number,
            board: epd.board,
            best: Vec::new(),
            avoid: moves(&epd, "am")?,
            mate: mate(&epd)?,
            points: points(&epd),
        };
        if task.mate.is_none() {
            task.best = moves(&epd, "bm")?;
        }
        let most = task.most_points();
        if most > 0 && !task.is_solvable() {
            let best = task.points.iter().filter(|(_, points)| *points == most);
            task.best = best.map(|&(mv, _)| mv).collect();
        }
        Ok(task)
    }

    /// Whether it has a solution: `bm`, `am`, `dm` or points.
    pub fn is_solvable(&self) -> bool {
        !self.best.is_empty() || !self.avoid.is_empty() || self.mate.is_some()
    }

    /// Whether a move and score solve it.
    pub fn solved_by(&self, mv: Option<Move>, score: Option<Score>) -> bool {
        if let Some(wanted) = self.mate {
            return match score.and_then(Score::mate_in_moves) {
                Some(found) => found.signum() == wanted.signum() && found.abs() <= wanted.abs(),
                None => false,
            };
        }
        mv.is_some_and(|mv| {
            (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv)
        })
    }

    /// Points of a move; 0 if it has none.
    pub fn points(&self, mv: Option<Move>) -> u32 {
        let of = |mv: Move| self.points.iter().find(|(known, _)| *known == mv);
        mv.and_then(of).map_or(0, |&(_, points)| points)
    }

    /// Maximum points.
    pub fn most_points(&self) -> u32 {
        self.points.iter().map(|&(_, points)| points).max().unwrap_or(0)
    }

    /// The solution as text.
    pub fn wanted(&self) -> String {
        let names = |moves: &[Move]| {
            moves.iter().map(|&mv| san::write(&self.board, mv)).collect::<Vec<_>>().join(" ")
        };
        match self.mate {
            Some(moves) if moves < 0 => format!("mated in {}", moves.unsigned_abs()),
            Some(moves) => format!("mate in {moves}"),
            None if self.best.is_empty() => format!("not {}", names(&self.avoid)),
            None => names(&self.best),
        }
    }
}

/// The moves of an operation.
fn moves(epd: &Epd, op: &'static str) -> Result<Vec<Move>, TaskError> {
    let words = epd.get(op).unwrap_or_default();
    let words =
        words.iter().flat_map(|word| word.split([',', ' '])).filter(|word| !word.is_empty());
    words.map(|word| read_move(epd, op, word)).collect()
}

/// A move in SAN or, in some suites, in UCI format.
fn read_move(epd: &Epd, op: &'static str, text: &str) -> Result<Move, TaskError> {
    san::parse(&epd.board, text).or_else(|error| {
        uci_move::parse(&epd.board, text)
            .map_err(|_| TaskError::Move { op, error: error.to_string() })
    })
}

/// `dm 3`, or `bm #3`.
fn mate(epd: &Epd) -> Result<Option<i32>, TaskError> {
    let (op, text) = match (epd.get("dm"), epd.get("bm")) {
        (Some([moves, ..]), _) => ("dm", moves.as_str()),
        (_, Some([moves, ..])) if moves.starts_with('#') => ("bm", &moves[1..]),
        _ => return Ok(None),
    };
    match text.parse() {
        Ok(moves) if moves != 0 && (-MAX_MATE..=MAX_MATE).contains(&moves) => Ok(Some(moves)),
        _ => {
            let expected = "a number of moves up to 500";
            Err(TaskError::Value { op, found: text.to_owned(), expected })
        }
    }
}

/// `c0 "f5=100, Bf2=46"`. Comments of which any part is not a legal move with points are ignored.
fn points(epd: &Epd) -> Vec<(Move, u32)> {
    let text = epd.get("c0").and_then(|words| words.first()).map_or("", String::as_str);
    let pair = |part: &str| {
        let (mv, points) = part.rsplit_once('=')?;
        Some((read_move(epd, "c0", mv.trim()).ok()?, points.trim().parse().ok()?))
    };
    text.split(',').map(pair).collect::<Option<_>>().unwrap_or_default()
}

/// A best move during the search, or the final one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Opinion {
    pub mv: Option<Move>,
    pub score: Option<Score>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time_ms: u64,
}

/// Records each best move.
#[derive(Default)]
struct Notes(Vec<Opinion>);

impl SearchObserver for Notes {
    fn on_iteration(&mut self, info: &IterationInfo) {
        if info.multi_pv == 1 && info.bound != Bound::Upper {
            self.0.push(Opinion {
                mv: info.pv.first().copied(),
                score: Some(info.score),
                depth: Some(info.depth),
                nodes: info.nodes,
                time_ms: info.time_ms,
            });
        }
    }
}

/// Searches a position with an empty hash table until its limits or a stop. Returns every report, the final one last.
///
/// # Errors
/// If the engine fails.
pub fn solve(
    engine: &mut dyn Thinker,
    board: &Board,
    limits: &Limits,
    stop: &StopSignal,
) -> Result<Vec<Opinion>, SearchError> {
    engine.new_game()?;
    let position = GamePosition::new(*board);
    let mut notes = Notes::default();
    let outcome = engine.search(&position, limits, stop, &mut notes)?;
    let last = Opinion {
        mv: outcome.best,
        score: outcome.score,
        depth: outcome.depth,
        nodes: outcome.nodes,
        time_ms: outcome.time_ms,
    };
    Ok(notes.0.into_iter().chain([last]).collect())
}

/// The first opinion such that it and all later ones are right.
pub fn right_from(opinions: &[Opinion], right: impl Fn(&Opinion) -> bool) -> Option<&Opinion> {
    opinions.iter().rev().take_while(|opinion| right(opinion)).last()
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    fn task(ops: &str) -> Result<Task, TaskError> {
        Task::parse(&format!("{START} {ops}"), 7)
    }

    fn mv(text: &str) -> Move {
        uci_move::parse(&Board::start(), text).unwrap()
    }

    #[test]
    fn best_and_bad_moves_decide_an_answer() {
        let best = task("bm Nf3 e4; id \"x.1\";").unwrap();
        assert_eq!((best.id.as_str(), best.wanted().as_str()), ("x.1", "Nf3 e4"));
        assert!(best.solved_by(Some(mv("e2e4")), None) && !best.solved_by(Some(mv("a2a3")), None));
        assert!(!best.solved_by(None, None));
        let bad = task("am a4 g2g4;").unwrap();
        assert_eq!((bad.id.as_str(), bad.wanted().as_str()), ("line 7", "not a4 g4"));
        assert!(bad.solved_by(Some(mv("e2e4")), None) && !bad.solved_by(Some(mv("g2g4")), None));
    }

    #[test]
    fn mates_are_checked_by_their_length() {
        for ops in ["dm 3;", "bm #3;"] {
            let mate = task(ops).unwrap();
            assert!(mate.solved_by(None, Some(Score::Mate(5))), "{ops}");
            assert!(mate.solved_by(None, Some(Score::Mate(3))), "{ops}");
            assert!(!mate.solved_by(Some(mv("e2e4")), Some(Score::Mate(7))), "{ops}");
            assert!(!mate.solved_by(Some(mv("e2e4")), Some(Score::Cp(900))), "{ops}");
        }
        let mated = task("bm #-2;").unwrap();
        assert!(mated.solved_by(None, Some(Score::Mate(-4))));
        assert!(!mated.solved_by(None, Some(Score::Mate(3))));
    }

    #[test]
    fn points_are_read_where_there_are_points() {
        let sts = task("bm e4; c0 \"e4=100, d4=46, Nf3=9\";").unwrap();
        assert_eq!((sts.points(Some(mv("d2d4"))), sts.points(Some(mv("a2a3")))), (46, 0));
        assert_eq!(sts.most_points(), 100);
        for words in [
            "the old main line",
            "e4=best",
            "e4=100, d4",
            "depth=12",
            "e4=9, Ke4=9",
            "white is better, eval=+0.3",
        ] {
            let task = task(&format!("bm e4; c0 \"{words}\";")).unwrap();
            assert_eq!(task.most_points(), 0, "{words}");
        }
        let only = task("c0 \"e4=10, d4=10, Nf3=9\";").unwrap();
        assert!(only.is_solvable());
        assert_eq!((only.wanted().as_str(), only.most_points()), ("e4 d4", 10));
    }

    #[test]
    fn a_file_is_read_line_by_line() {
        let text = format!("\u{feff}# mine\r\n\r\n{START} bm e4;\r\nrubbish\n{START} 0 1\n");
        let suite = Suite::parse(&text);
        let names: Vec<&str> = suite.tasks.iter().map(|task| task.id.as_str()).collect();
        assert_eq!(names, ["line 3", "line 5"]);
        assert!(matches!(suite.refused[..], [(4, TaskError::Epd(_))]));
    }

    #[test]
    fn an_invalid_task_is_refused_with_the_reason() {
        assert!(!task("id \"x\";").unwrap().is_solvable() && task("am e4;").unwrap().is_solvable());
        let error = |ops: &str| task(ops).unwrap_err().to_string();
        assert!(error("bm Ke4;").starts_with("operation bm: move: found"));
        for wrong in ["x", "0", "501", "-2147483648"] {
            let expected =
                format!("operation dm: found “{wrong}”, expected a number of moves up to 500");
            assert_eq!(error(&format!("dm {wrong};")), expected);
        }
        assert!(matches!(Task::parse("rubbish", 1), Err(TaskError::Epd(_))));
    }
}
