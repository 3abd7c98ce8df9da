//! Tours through the Lab as files: a title and steps with texts and claims. A claim is checked by running the
//! experiments it names: see [`claim`]. The view that a step opens and the condition it waits for are only texts here;
//! the window interprets them.

mod check;
pub mod claim;
mod file;
#[cfg(test)]
mod tests;

use tabia_chess::{Board, uci_move};
use tabia_games::game::position::GamePosition;
use tabia_text::t;

pub use check::{CarryOut, Checked, Lesson, table};
use claim::Claim;
pub use file::parse;

/// The tours of the program in one language.
#[derive(Debug)]
pub struct BuiltIn {
    pub language: &'static str,
    /// Names and texts, in the order in which the tours build on each other.
    pub files: &'static [(&'static str, &'static str)],
}

macro_rules! built_in {
    ($language:literal: $($name:literal)*) => {
        BuiltIn {
            language: $language,
            files: &[$((
                $name,
                include_str!(concat!("../../../assets/tours/", $language, "/", $name, ".md")),
            )),*],
        }
    };
}

macro_rules! languages {
    ($($language:literal)*) => {
        [$(built_in!($language:
            "1-bits" "2-moves" "3-tree" "4-horizon" "5-memory" "6-evaluation" "7-engines" "8-playouts"
        )),*]
    };
}

/// English first. Only the English files contain claims: a translation has the same steps, and its texts are checked
/// against the same runs.
pub static BUILT_IN: [BuiltIn; 2] = languages!("en" "de");

/// An example tour for authors, by language; English first.
pub const EXAMPLES: [(&str, &str); 2] = [
    ("en", include_str!("../../../assets/tours/example.md")),
    ("de", include_str!("../../../assets/tours/example.de.md")),
];

/// An error in the file of a tour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", t!("tour-error", file = file, line = line.to_string(), what = what))]
pub struct TourError {
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub what: String,
}

/// The file of a tour.
#[derive(Debug)]
pub struct TourText {
    pub title: String,
    /// What it is about, in a sentence.
    pub about: String,
    pub steps: Vec<StepText>,
}

#[derive(Debug)]
pub struct StepText {
    pub title: String,
    /// The text, as Markdown.
    pub text: String,
    /// The reader's task, as Markdown.
    pub ask: String,
    /// The view it opens.
    pub view: Option<Field>,
    pub setup: Vec<Field>,
    /// The condition that completes the task.
    pub done: Option<Field>,
    /// The position on the board: the one set up by this step or an earlier one, after the moves of the tasks in
    /// between.
    pub position: Option<GamePosition>,
    /// The worksheet's question, which replaces the task, as Markdown.
    pub question: Option<String>,
    /// The worksheet's answer, as Markdown, line by line.
    pub answers: Vec<String>,
    /// Its claims, by experiment.
    pub runs: Vec<Run>,
}

impl StepText {
    /// Its claims about results: the commands after `tabia lab`, and the claims.
    pub fn claims(&self) -> Vec<[String; 2]> {
        let of_run = |run: &Run| {
            let claims = run.claims.iter().filter(|claim| !claim.is_about_text());
            claims.map(|claim| [run.text.clone(), claim.to_string()]).collect::<Vec<_>>()
        };
        self.runs.iter().flat_map(of_run).collect()
    }
}

/// The value of a line `key: value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The line in the file, from 1.
    pub line: usize,
    pub value: String,
}

/// An experiment and the claims about its result.
#[derive(Debug)]
pub struct Run {
    /// Its name in claims of later runs.
    pub name: Option<String>,
    /// The command as written in the file.
    pub text: String,
    /// The words of the command after `tabia lab`, with `here` replaced by the step's position.
    pub words: Vec<String>,
    pub claims: Vec<Claim>,
}

/// A message about a wrong word: what was found and what was expected.
pub fn wrong(found: &str, expected: &str) -> String {
    let found = found.trim();
    if found.is_empty() {
        return t!("tour-error-missing", expected = expected);
    }
    let mut excerpt: String = found.chars().take(60).collect();
    if excerpt.len() < found.len() {
        excerpt.push('…');
    }
    t!("tour-error-unexpected", found = excerpt, expected = expected)
}

/// `startpos` or a FEN, and moves after the word `moves`.
///
/// # Errors
/// A text for the user about anything else.
pub fn position<'a>(words: impl Iterator<Item = &'a str>) -> Result<GamePosition, String> {
    let mut words = words;
    let start: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let board = match start[..] {
        [] => return Err(wrong("", t!("tour-expected-position"))),
        ["startpos"] => Board::start(),
        _ => Board::from_fen(&start.join(" ")).map_err(|error| error.to_string())?,
    };
    let mut position = GamePosition::new(board);
    play(&mut position, words)?;
    Ok(position)
}

/// Plays moves as UCI writes them.
fn play<'a>(
    position: &mut GamePosition,
    moves: impl Iterator<Item = &'a str>,
) -> Result<(), String> {
    let (moves, error) = uci_move::parse_line(&position.board(), moves);
    position.moves.extend(moves);
    error.map_or(Ok(()), |error| Err(error.to_string()))
}
