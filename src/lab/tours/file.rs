//! The file of a tour: Markdown with a head between `---` lines, and for each step a heading, a block of code of the
//! kind `step` and the text, the last part of which is a block quote with the reader's task.
//!
//! ````text
//! ---
//! title: What good means
//! about: How a position is evaluated without searching.
//! ---
//!
//! ## Material
//!
//! ```step
//! view: xray
//! setup: position startpos
//! setup: xray terms
//! done: emptied b1
//! run: xray --fen here
//! claim: terms.tapered_cp[name=Material] = 0
//! ```
//!
//! A pawn is worth a hundred **centipawns**.
//!
//! > Remove the knight on b1 and see how the score changes.
//! ````
//!
//! `question` and `answer` are for a worksheet: the question that replaces the task, and the lines of the answer.
//!
//! `run` is the part of a terminal command after `tabia lab`; `here` is the step's position, `"here e2e4"` the position
//! after that move. A run may have a name, `run: before = xray --fen here`. The claims below a run are about its
//! result; [`super::claim`] describes their syntax.

use std::iter::Enumerate;
use std::str::Lines;

use super::claim::Claim;
use super::{Field, Run, StepText, TourError, TourText, play, position, wrong};
use tabia_games::game::position::GamePosition;
use tabia_text::t;

/// The beginning of the block with a step's setup, condition and claims.
pub(super) const BLOCK: &str = "```step";

/// The keys of that block.
const KEYS: &str = "view, setup, done, question, answer, run, claim";

/// The number of an invalid line, from 1, and what is wrong with it.
type Wrong = (usize, String);

/// Reads the file of a tour.
///
/// # Errors
/// For the first line that is not as expected.
pub fn parse(file: &str, text: &str) -> Result<TourText, TourError> {
    let mut reader = Reader { lines: text.lines().enumerate(), last: 0 };
    reader.tour().map_err(|(line, what)| TourError { file: file.to_owned(), line, what })
}

struct Reader<'a> {
    lines: Enumerate<Lines<'a>>,
    /// The line that was read last, from 1.
    last: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let (at, line) = self.lines.next()?;
        self.last = at + 1;
        Some(line)
    }

    /// The next line that is not empty.
    fn next_text(&mut self) -> Option<&'a str> {
        while let Some(line) = self.next() {
            if !line.trim().is_empty() {
                return Some(line);
            }
        }
        None
    }

    /// An error in the line that was read last.
    fn wrong<T>(&self, found: &str, expected: &str) -> Result<T, Wrong> {
        Err((self.last.max(1), wrong(found, expected)))
    }

    fn tour(&mut self) -> Result<TourText, Wrong> {
        let first = self.next_text().unwrap_or_default();
        if first.trim_start_matches('\u{feff}').trim_end() != "---" {
            return self.wrong(first, "---");
        }
        let (mut title, mut about) = (None, None);
        self.entries("---", |key, field| {
            let target = match key {
                "title" => &mut title,
                "about" => &mut about,
                _ => return Err(wrong(key, "title, about")),
            };
            once(target, key, field.value)
        })?;
        let Some(title) = title else { return self.wrong("", "title: …") };
        let Some(about) = about else { return self.wrong("", "about: …") };
        let mut steps = Vec::new();
        let mut here = None;
        let mut heading = self.next_text();
        while let Some(line) = heading {
            let Some(title) = heading_of(line) else { return self.wrong(line, "## …") };
            let step;
            (step, heading) = self.step(title, &mut here)?;
            steps.push(step);
        }
        if steps.is_empty() {
            return self.wrong("", "## …");
        }
        Ok(TourText { title, about, steps })
    }

    /// A step and the heading of the next one. `here` is the position after the moves of the tasks so far.
    fn step(
        &mut self,
        title: &str,
        here: &mut Option<GamePosition>,
    ) -> Result<(StepText, Option<&'a str>), Wrong> {
        let start = self.last;
        let block = self.next_text().unwrap_or_default();
        if block.trim_end() != BLOCK {
            return self.wrong(block, BLOCK);
        }
        let (mut view, mut setup, mut done) = (None, Vec::new(), None);
        let (mut question, mut answers) = (None, Vec::new());
        let mut runs: Vec<Run> = Vec::new();
        let mut position_of_step = here.clone();
        self.entries("```", |key, field| match key {
            "view" => once(&mut view, key, field),
            "setup" => {
                if let Some(("position", rest)) = field.value.split_once(char::is_whitespace) {
                    *here = Some(position(rest.split_whitespace())?);
                    position_of_step.clone_from(here);
                }
                setup.push(field);
                Ok(())
            }
            "done" => {
                if let Some(("played", mv)) = field.value.split_once(char::is_whitespace) {
                    let Some(position) = here else {
                        return Err(wrong(&field.value, t!("tour-expected-position-before")));
                    };
                    play(position, std::iter::once(mv.trim()))?;
                }
                once(&mut done, key, field)
            }
            "question" => once(&mut question, key, field.value),
            "answer" => {
                answers.push(field.value);
                Ok(())
            }
            "run" => {
                runs.push(run(&field.value, position_of_step.as_ref())?);
                Ok(())
            }
            "claim" => {
                let claim: Claim = field.value.parse()?;
                let named = |name: &str| runs.iter().any(|run| run.name.as_deref() == Some(name));
                if let Some(name) = claim.runs().into_iter().find(|name| !named(name)) {
                    return Err(wrong(&name, t!("tour-expected-run-name")));
                }
                let Some(run) = runs.last_mut() else {
                    return Err(wrong(&field.value, t!("tour-expected-run")));
                };
                run.claims.push(claim);
                Ok(())
            }
            _ => Err(wrong(key, KEYS)),
        })?;
        let (mut text, mut in_code) = (Vec::new(), false);
        let heading = loop {
            let Some(line) = self.next() else { break None };
            in_code ^= line.trim_start().starts_with("```");
            if !in_code && heading_of(line).is_some() {
                break Some(line);
            }
            text.push(line.trim_end());
        };
        while text.last().is_some_and(|line| line.is_empty()) {
            text.pop();
        }
        let quote = text.iter().rposition(|line| !line.starts_with('>')).map_or(0, |at| at + 1);
        let ask = text.split_off(quote);
        let ask: Vec<&str> = ask.iter().map(|line| line.trim_start_matches('>').trim()).collect();
        let (text, ask) = (text.join("\n").trim().to_owned(), ask.join("\n").trim().to_owned());
        if text.is_empty() {
            return Err((start, wrong("", t!("tour-expected-text"))));
        }
        if ask.is_empty() {
            return Err((start, wrong("", t!("tour-expected-task"))));
        }
        let (title, position) = (title.to_owned(), position_of_step);
        let step =
            StepText { title, text, ask, view, setup, done, position, question, answers, runs };
        Ok((step, heading))
    }

    /// Reads lines `key: value` up to the line `end`.
    fn entries(
        &mut self,
        end: &str,
        mut entry: impl FnMut(&str, Field) -> Result<(), String>,
    ) -> Result<(), Wrong> {
        loop {
            let Some(line) = self.next_text() else { return self.wrong("", end) };
            if line.trim_end() == end {
                return Ok(());
            }
            let Some((key, value)) = line.split_once(':') else {
                return self.wrong(line, t!("tour-expected-entry"));
            };
            let field = Field { line: self.last, value: value.trim().to_owned() };
            entry(key.trim(), field).map_err(|what| (self.last, what))?;
        }
    }
}

/// A run: its optional name and the words of its command.
fn run(text: &str, here: Option<&GamePosition>) -> Result<Run, String> {
    let (name, command) = match text.split_once(" = ") {
        Some((name, command)) => (Some(name.trim().to_owned()), command),
        None => (None, text),
    };
    let words = words(command)?.into_iter().map(|word| {
        let mut parts = word.split_whitespace();
        if parts.next() != Some("here") {
            return Ok(word);
        }
        let here = here.ok_or_else(|| wrong(text, t!("tour-expected-position-before")))?;
        let mut position = here.clone();
        play(&mut position, parts)?;
        Ok(position.board().to_string())
    });
    let words: Vec<String> = words.collect::<Result<_, String>>()?;
    if words.is_empty() {
        return Err(wrong("", t!("tour-expected-run")));
    }
    Ok(Run { name, text: command.trim().to_owned(), words, claims: Vec::new() })
}

/// Words between spaces, or between quotation marks.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (word, after) = if let Some(quoted) = rest.strip_prefix('"') {
            let (word, after) = quoted.split_once('"').ok_or_else(|| wrong(rest, "\"…\""))?;
            if !after.is_empty() && !after.starts_with(char::is_whitespace) {
                return Err(wrong(after, t!("tour-expected-space")));
            }
            (word, after)
        } else {
            rest.split_once(char::is_whitespace).unwrap_or((rest, ""))
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    Ok(words)
}

/// The title in the heading of a step.
fn heading_of(line: &str) -> Option<&str> {
    line.strip_prefix("## ").map(str::trim).filter(|title| !title.is_empty())
}

/// Sets a value that may occur only once.
fn once<T>(target: &mut Option<T>, key: &str, value: T) -> Result<(), String> {
    match target.replace(value) {
        Some(_) => Err(t!("tour-error-twice", key = key)),
        None => Ok(()),
    }
}
