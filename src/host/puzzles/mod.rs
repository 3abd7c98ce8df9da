//! Puzzles: positions in which a player has to find the only move that keeps the win or the draw.
//!
//! A file of puzzles is EPD, one puzzle per line, so that any program that reads EPD can read it:
//!
//! ```text
//! r4rk1/ppp2ppp/8/3N4/1q6/8/PPP2PPP/R2Q1RK1 w - - fmvn 18; bm Nxb4; pv Nxb4; acd 13; acn 84;
//!     c0 "hanging"; c1 "612"; id "Smith-Jones 1974";        (on the same line)
//! ```
//!
//! | operation | what it holds |
//! |---|---|
//! | `fmvn` | the move's number in the game |
//! | `bm`, `pv` | the first move of the solution; the whole solution, the solver's moves and the replies in turn, the last of them the solver's |
//! | `acd`, `acn` | depth of the search that confirmed it, plies; nodes after which the best move of a search no longer changed |
//! | `ce` | evaluation of the solution for the solver, centipawns; only of puzzles from a review, which accepts near moves too |
//! | `am` | the move of the game, which was a mistake; only of puzzles from a review |
//! | `c0` | its themes ([`Theme::name`]) |
//! | `c1` | its rating: a player of the same rating solves it as often as not ([`make`]) |
//! | `c2` | the squares of the move before, from and to: `e2e4`; only of puzzles from a review |
//! | `id` | the game it comes from |
//!
//! Of these a line needs only a solution, `pv` or `bm`, so that test suites of other programs are puzzles too.
//!
//! [`make`] finds puzzles in games, [`themes`] names the themes of their solutions, [`built_in`] returns those of the
//! program.

pub mod make;
pub mod themes;

use std::collections::HashSet;
use std::fmt;
use std::sync::OnceLock;

use thiserror::Error;

use tabia_chess::epd::{self, Epd, EpdError};
use tabia_chess::{Board, Color, Move, Square, san};

use crate::review::phase::Phase;
use themes::Theme;

/// A position with the moves that solve it.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    pub board: Board,
    /// The solver's moves and the replies alternately; the first and the last are the solver's.
    pub line: Vec<Move>,
    /// The themes of the solution, in the order of [`Theme::ALL`].
    pub themes: Vec<Theme>,
    /// 0: unknown.
    pub rating: u16,
    /// Depth of the search that confirmed it, plies; 0: unknown.
    pub depth: u32,
    /// Nodes after which the best move of a search no longer changed; 0: unknown.
    pub nodes: u64,
    /// Evaluation of the solution for the solver, centipawns. Known only for puzzles from a review, which are solved
    /// by any move that is nearly as good.
    pub score: Option<i32>,
    /// The move of the game, which was a mistake. Known only for puzzles from a review.
    pub played: Option<Move>,
    /// The origin and target of the move before, to mark it. Known only for puzzles from a review.
    pub last: Option<(Square, Square)>,
    /// The game it comes from.
    pub source: String,
}

/// Why a line is not a puzzle.
#[derive(Debug, Error, PartialEq)]
pub enum PuzzleError {
    /// It has no position, or its operations cannot be read.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// The solution cannot be played.
    #[error("operation pv: {0}")]
    Line(String),
    /// The solution does not begin and end with the solver.
    #[error("operation pv: found {found} moves, expected an odd number")]
    Length {
        /// The number of moves.
        found: usize,
    },
    /// A number is invalid.
    #[error("operation {op}: found “{found}”, expected a number")]
    Number {
        /// Its name.
        op: &'static str,
        /// Its value.
        found: String,
    },
}

impl Puzzle {
    /// Reads one line. Themes unknown to this version are left out, as are a move of the game or squares of the
    /// previous move that cannot be read.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(line: &str) -> Result<Puzzle, PuzzleError> {
        let epd = epd::parse(line)?;
        let (mut board, mut moves) = (epd.board, Vec::new());
        // The operands of `bm` are moves to choose from; any of them is a solution.
        let best = || epd.get("bm").and_then(|moves| moves.get(..1));
        for text in epd.get("pv").or_else(best).unwrap_or_default() {
            let mv =
                san::parse(&board, text).map_err(|error| PuzzleError::Line(error.to_string()))?;
            board.make_move(mv);
            moves.push(mv);
        }
        if moves.len().is_multiple_of(2) {
            return Err(PuzzleError::Length { found: moves.len() });
        }
        let first = |op| epd.get(op).and_then(|words| words.first()).map_or("", String::as_str);
        let words = first("c0");
        let mut themes: Vec<Theme> = words.split(' ').filter_map(Theme::named).collect();
        themes.sort_unstable();
        themes.dedup();
        if epd.get("c0").is_none() {
            themes = themes::themes(&epd.board, &moves, false);
        }
        Ok(Puzzle {
            board: epd.board,
            line: moves,
            themes,
            rating: number(&epd, "c1")?.unwrap_or(0),
            depth: number(&epd, "acd")?.unwrap_or(0),
            nodes: number(&epd, "acn")?.unwrap_or(0),
            score: number(&epd, "ce")?,
            played: san::parse(&epd.board, first("am")).ok(),
            last: squares(first("c2")),
            source: first("id").to_owned(),
        })
    }

    /// The side that solves it.
    pub fn solver(&self) -> Color {
        self.board.stm()
    }

    /// Number of moves the solver has to find.
    pub fn solver_moves(&self) -> usize {
        self.line.len().div_ceil(2)
    }

    pub fn phase(&self) -> Phase {
        Phase::of(&self.board)
    }

    /// The position after this many plies of the solution.
    pub fn after(&self, plies: usize) -> Board {
        self.line.iter().take(plies).fold(self.board, |board, &mv| board.after(mv))
    }
}

/// Cuts a solution before the first position that was on the board before: it leads nowhere. It ends with a move of
/// the solver.
pub(crate) fn cut_repetition(board: &Board, line: &mut Vec<Move>) {
    let (mut now, mut seen) = (*board, HashSet::from([board.key()]));
    let is_new = |&&mv: &&Move| {
        now.make_move(mv);
        seen.insert(now.key())
    };
    let new = line.iter().take_while(is_new).count();
    line.truncate(new);
    if line.len().is_multiple_of(2) {
        line.pop();
    }
}

/// Parses two squares.
fn squares(text: &str) -> Option<(Square, Square)> {
    let (from, to) = text.split_at_checked(2)?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

/// The number of an operation; `None`: the line does not have it.
fn number<T: std::str::FromStr>(epd: &Epd, op: &'static str) -> Result<Option<T>, PuzzleError> {
    let Some(words) = epd.get(op) else { return Ok(None) };
    let text = words.first().map_or("", String::as_str);
    let invalid = |_| PuzzleError::Number { op, found: text.chars().take(20).collect() };
    text.parse().map(Some).map_err(invalid)
}

/// The line of a file.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut board = self.board;
        let sans = self.line.iter().map(|&mv| {
            let text = san::write(&board, mv);
            board.make_move(mv);
            text
        });
        let sans: Vec<String> = sans.collect();
        let names: Vec<&str> = self.themes.iter().map(|theme| theme.name()).collect();
        let op = |name: &str, operands: Vec<String>| (name.to_owned(), operands);
        let mut ops = vec![
            op("fmvn", vec![self.board.fullmove_number().to_string()]),
            op("bm", sans.first().cloned().into_iter().collect()),
            op("pv", sans),
            op("acd", vec![self.depth.to_string()]),
            op("acn", vec![self.nodes.to_string()]),
        ];
        ops.extend(self.score.map(|score| op("ce", vec![score.to_string()])));
        ops.extend(self.played.map(|mv| op("am", vec![san::write(&self.board, mv)])));
        ops.extend([op("c0", vec![names.join(" ")]), op("c1", vec![self.rating.to_string()])]);
        ops.extend(self.last.map(|(from, to)| op("c2", vec![format!("{from}{to}")])));
        ops.push(op("id", vec![self.source.clone()]));
        Epd { board: self.board, ops }.fmt(f)
    }
}

/// The puzzles that come with the program; `assets/puzzles/README.md` describes how they were found and checked.
pub fn built_in() -> &'static [Puzzle] {
    static BUILT_IN: OnceLock<Vec<Puzzle>> = OnceLock::new();
    BUILT_IN.get_or_init(|| read(include_str!("../../../assets/puzzles/masters.epd")))
}

/// Reads a file of puzzles. Invalid lines are skipped, as are comments, which begin with `#`.
pub fn read(text: &str) -> Vec<Puzzle> {
    read_lines(text).0
}

/// The same, with the numbers of the invalid lines, from 1, and the reasons.
pub fn read_lines(text: &str) -> (Vec<Puzzle>, Vec<(usize, PuzzleError)>) {
    let (mut puzzles, mut refused) = (Vec::new(), Vec::new());
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim));
    for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        match Puzzle::parse(line) {
            Ok(puzzle) => puzzles.push(puzzle),
            Err(error) => refused.push((number, error)),
        }
    }
    (puzzles, refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORK: &str = "r3k3/8/8/3N4/8/8/8/4K3 w - - fmvn 31; bm Nc7+; pv Nc7+ Kd7 Nxa8; acd 13; acn 84; \
                        c0 \"fork\"; c1 \"612\"; id \"Smith-Jones 1974\";";

    #[test]
    fn a_puzzle_is_a_line_of_epd() {
        let puzzle = Puzzle::parse(FORK).unwrap();
        assert_eq!((puzzle.solver(), puzzle.solver_moves()), (Color::White, 2));
        assert_eq!((puzzle.rating, puzzle.depth, puzzle.nodes), (612, 13, 84));
        assert_eq!(
            (puzzle.themes.as_slice(), puzzle.source.as_str()),
            (&[Theme::Fork][..], "Smith-Jones 1974")
        );
        assert_eq!((puzzle.phase(), puzzle.board.fullmove_number()), (Phase::Endgame, 31));
        assert_eq!(puzzle.after(1).stm(), Color::Black);
        assert_eq!(puzzle.to_string(), FORK);
        let evaluated = FORK.replace("c0 ", "ce -35; c0 ");
        let puzzle = Puzzle { score: Some(-35), ..puzzle };
        assert_eq!(
            (puzzle.to_string(), Puzzle::parse(&evaluated).unwrap()),
            (evaluated, puzzle.clone())
        );
        let reviewed = FORK.replace("c0 ", "am Nb6; c0 ").replace("id ", "c2 \"d8e8\"; id ");
        let played = san::parse(&puzzle.board, "Nb6").ok();
        let last = Some((Square::D8, Square::E8));
        let found = Puzzle { score: None, played, last, ..puzzle.clone() };
        assert_eq!((found.to_string(), Puzzle::parse(&reviewed).unwrap()), (reviewed, found));
        let odd = FORK.replace("c0 ", "am Qh9; c0 ").replace("id ", "c2 \"é8\"; id ");
        assert_eq!(Puzzle::parse(&odd).unwrap(), Puzzle { score: None, ..puzzle.clone() });
        let strange = Puzzle { source: "a \"b\"".to_owned(), ..puzzle };
        assert_eq!(Puzzle::parse(&strange.to_string()).unwrap().source, "a 'b'");
    }

    #[test]
    fn every_built_in_puzzle_can_be_solved_and_has_the_themes_of_its_line() {
        let text = include_str!("../../../assets/puzzles/masters.epd");
        let lines = text.lines().filter(|line| !line.starts_with('#')).count();
        assert!(lines > 0 && built_in().len() == lines, "{} of {lines}", built_in().len());
        let mut known = std::collections::HashSet::new();
        for puzzle in built_in() {
            let saves = puzzle.themes.contains(&Theme::Defence);
            assert_eq!(
                puzzle.themes,
                themes::themes(&puzzle.board, &puzzle.line, saves),
                "{puzzle}"
            );
            assert!(known.insert(puzzle.board.key()), "twice: {puzzle}");
            let mut line = puzzle.line.clone();
            cut_repetition(&puzzle.board, &mut line);
            assert_eq!(line, puzzle.line, "a position repeats: {puzzle}");
            assert!(!puzzle.source.is_empty() && (300..3_000).contains(&puzzle.rating), "{puzzle}");
        }
    }

    #[test]
    fn an_invalid_puzzle_is_refused_with_the_reason() {
        let error = |from: &str, to: &str| Puzzle::parse(&FORK.replace(from, to)).unwrap_err();
        assert_eq!(error("Kd7 Nxa8", "Kd7"), PuzzleError::Length { found: 2 });
        assert!(matches!(error("Nxa8", "Nxb8"), PuzzleError::Line(_)));
        assert_eq!(
            error("612", "hard").to_string(),
            "operation c1: found “hard”, expected a number"
        );
        assert!(matches!(Puzzle::parse("rubbish"), Err(PuzzleError::Epd(_))));
        let themes =
            Puzzle::parse(&FORK.replace("\"fork\"", "\"pin magic fork pin\"")).unwrap().themes;
        assert_eq!(themes, [Theme::Fork, Theme::Pin]);
        let (puzzles, refused) = read_lines(&format!("# a comment\n\nrubbish\n{FORK}\n"));
        assert_eq!((puzzles.len(), refused.len(), refused[0].0), (1, 1, 3));
    }

    #[test]
    fn a_solution_ends_before_a_position_repeats() {
        let cut = |line: &str| {
            let text = format!("6k1/8/8/8/8/8/q7/3Q2K1 w - - pv {line};");
            let mut puzzle = Puzzle::parse(&text).unwrap();
            cut_repetition(&puzzle.board, &mut puzzle.line);
            puzzle.line.len()
        };
        assert_eq!(cut("Qg4+ Kh8 Qd4+ Kg8 Qg4+"), 3);
        assert_eq!(cut("Qg4+ Kh8 Qh5+ Kg7 Qg5+"), 5);
    }

    #[test]
    fn a_line_of_a_test_suite_is_a_puzzle_without_a_rating() {
        let line = "r3k3/8/8/3N4/8/8/8/4K3 w - - bm Nc7+ Nf6+; id \"WAC.001\";";
        let puzzle = Puzzle::parse(line).unwrap();
        assert_eq!((puzzle.solver_moves(), puzzle.rating, puzzle.score), (1, 0, None));
        assert_eq!(puzzle.themes, themes::themes(&puzzle.board, &puzzle.line, false));
        assert_eq!(Puzzle::parse(&puzzle.to_string()).unwrap(), puzzle);
        let nothing = "r3k3/8/8/3N4/8/8/8/4K3 w - - id \"x\";";
        assert_eq!(Puzzle::parse(nothing), Err(PuzzleError::Length { found: 0 }));
    }
}
