//! Tours through the Lab as files: a title, steps with a text, and for each step what it claims. A claim is checked by
//! running the experiments it names: see [`claim`]. What a step opens and what it waits for are texts here; the window
//! gives them their meaning.

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

/// English first. Claims stand in the English files alone: a translation has the same steps, so that what it says is
/// held to the same runs.
pub static BUILT_IN: [BuiltIn; 2] = languages!("en" "de");

/// A tour that shows how one is written, for those who want to write one, by language; English first.
pub const EXAMPLES: [(&str, &str); 2] = [
    ("en", include_str!("../../../assets/tours/example.md")),
    ("de", include_str!("../../../assets/tours/example.de.md")),
];

/// What is wrong with the file of a tour.
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

/// A step of it.
#[derive(Debug)]
pub struct StepText {
    pub title: String,
    /// What there is to know, as Markdown.
    pub text: String,
    /// What the reader is asked to do, as Markdown.
    pub ask: String,
    /// The view it opens.
    pub view: Option<Field>,
    /// What is brought about before.
    pub setup: Vec<Field>,
    /// What the reader is to bring about.
    pub done: Option<Field>,
    /// What stands on the board: the position that this step or one before it sets up, and the moves that the steps
    /// between ask for.
    pub position: Option<GamePosition>,
    /// What a worksheet asks in the place of the task, as Markdown.
    pub question: Option<String>,
    /// What is right, for a worksheet, as Markdown, a line each.
    pub answers: Vec<String>,
    /// What it claims, experiment by experiment.
    pub runs: Vec<Run>,
}

impl StepText {
    /// What it claims of the results of experiments: commands after `tabia lab`, and what they find.
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

/// An experiment and what is claimed of its result.
#[derive(Debug)]
pub struct Run {
    /// What claims of later runs call it.
    pub name: Option<String>,
    /// As the file has it.
    pub text: String,
    /// The words of the command after `tabia lab`, with the step's position in the place of `here`.
    pub words: Vec<String>,
    pub claims: Vec<Claim>,
}

/// What is wrong with a word: what was found and what was expected.
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
/// For anything else, as text for people.
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
    mut moves: impl Iterator<Item = &'a str>,
) -> Result<(), String> {
    moves.try_for_each(|text| {
        let mv = uci_move::parse(&position.board(), text).map_err(|error| error.to_string())?;
        position.moves.push(mv);
        Ok(())
    })
}
