//! The file of a tour: Markdown with a head between `---` lines, and for each step a heading, a block of code of the
//! kind `step` and the text, the last part of which is a quote: what the reader is asked to do.
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
//! ```
//!
//! A pawn is worth a hundred **centipawns**.
//!
//! > Remove the knight on b1 and see how the score changes.
//! ````

use std::iter::Enumerate;
use std::str::Lines;

use super::words::{Word as _, wrong};
use super::{Condition, Step, Tour};
use crate::window::workspace::PaneId;
use tabia_chess::uci_move;
use tabia_games::game::position::GamePosition;
use tabia_text::t;

/// The kind of the block that says what a step sets up and what it waits for.
const BLOCK: &str = "```step";

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

/// A line that is not as expected, from 1, and what is wrong with it.
type Wrong = (usize, String);

/// Reads the file of a tour.
///
/// # Errors
/// For the first line that is not as expected.
pub(super) fn parse(file: &str, text: &str) -> Result<Tour, TourError> {
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

    /// What is wrong with the line that was read last.
    fn wrong<T>(&self, found: &str, expected: &str) -> Result<T, Wrong> {
        Err((self.last.max(1), wrong(found, expected)))
    }

    fn tour(&mut self) -> Result<Tour, Wrong> {
        let first = self.next_text().unwrap_or_default();
        if first.trim_start_matches('\u{feff}').trim_end() != "---" {
            return self.wrong(first, "---");
        }
        let (mut title, mut about) = (None, None);
        self.entries("---", |key, value| {
            let field = match key {
                "title" => &mut title,
                "about" => &mut about,
                _ => return Err(wrong(key, "title, about")),
            };
            once(field, key, value.to_owned())
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
        Ok(Tour { title, about, steps })
    }

    /// A step, and the heading of the next one. `here` is the position that the moves asked for lead to.
    fn step(
        &mut self,
        title: &str,
        here: &mut Option<GamePosition>,
    ) -> Result<(Step, Option<&'a str>), Wrong> {
        let start = self.last;
        let block = self.next_text().unwrap_or_default();
        if block.trim_end() != BLOCK {
            return self.wrong(block, BLOCK);
        }
        let (mut pane, mut setup, mut done) = (None, Vec::new(), None);
        self.entries("```", |key, value| match key {
            "view" => once(&mut pane, key, PaneId::named(value)?),
            "setup" => {
                let condition: Condition = value.parse()?;
                if let Condition::Position(position) = &condition {
                    *here = Some((**position).clone());
                }
                setup.push(condition);
                Ok(())
            }
            "done" => {
                let condition: Condition = value.parse()?;
                if let Condition::Played(text) = &condition {
                    let Some(position) = here else {
                        return Err(wrong(value, t!("tour-expected-position-before")));
                    };
                    let mv = uci_move::parse(&position.board(), text);
                    position.moves.push(mv.map_err(|error| error.to_string())?);
                }
                once(&mut done, key, condition)
            }
            _ => Err(wrong(key, "view, setup, done")),
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
        Ok((Step { title: title.to_owned(), text, pane, setup, ask, done }, heading))
    }

    /// Lines `key: value` up to this one.
    fn entries(
        &mut self,
        end: &str,
        mut entry: impl FnMut(&str, &str) -> Result<(), String>,
    ) -> Result<(), Wrong> {
        loop {
            let Some(line) = self.next_text() else { return self.wrong("", end) };
            if line.trim_end() == end {
                return Ok(());
            }
            let Some((key, value)) = line.split_once(':') else {
                return self.wrong(line, t!("tour-expected-entry"));
            };
            entry(key.trim(), value.trim()).map_err(|what| (self.last, what))?;
        }
    }
}

/// The title in the heading of a step.
fn heading_of(line: &str) -> Option<&str> {
    line.strip_prefix("## ").map(str::trim).filter(|title| !title.is_empty())
}

/// Sets what may be said once.
fn once<T>(field: &mut Option<T>, key: &str, value: T) -> Result<(), String> {
    match field.replace(value) {
        Some(_) => Err(t!("tour-error-twice", key = key)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "---\ntitle: Mine\nabout: A sentence: with a colon.\n---\n\n## One\n\n```step\nview: why-not\n\
        setup: position startpos moves e2e4\nsetup: no-moves\ndone: played e7e5\n```\n\nFirst **line**\nof it.\n\n\
        ```\n## code\n```\n\n> Do\n> this.\n\n## Two\n\n```step\n```\n\nText.\n> Look.\n";

    #[test]
    fn a_file_is_read() {
        let tour = parse("mine.md", FILE).unwrap();
        assert_eq!((tour.title.as_str(), tour.steps.len()), ("Mine", 2));
        assert_eq!(tour.about, "A sentence: with a colon.");
        let [one, two] = &tour.steps[..] else { panic!() };
        assert_eq!((one.title.as_str(), one.pane), ("One", Some(PaneId::WhyNot)));
        assert_eq!(one.text, "First **line**\nof it.\n\n```\n## code\n```");
        assert_eq!(one.ask, "Do\nthis.");
        assert_eq!(
            (one.setup.len(), one.done.clone()),
            (2, Some(Condition::Played("e7e5".into())))
        );
        assert_eq!((two.text.as_str(), two.ask.as_str()), ("Text.", "Look."));
        assert_eq!((two.pane, two.setup.len(), &two.done), (None, 0, &None));
        assert_eq!(
            parse("crlf.md", &FILE.replace('\n', "\r\n")).unwrap().steps[0].ask,
            "Do\nthis."
        );
    }

    #[test]
    fn errors_name_their_line() {
        let error = |old: &str, new: &str| {
            assert!(FILE.contains(old), "{old}");
            parse("mine.md", &FILE.replacen(old, new, 1)).unwrap_err()
        };
        let unexpected = |found: &str, expected: &str| {
            t!("tour-error-unexpected", found = found, expected = expected)
        };
        let missing = |expected: &str| t!("tour-error-missing", expected = expected);
        let cases = [
            ("---\ntitle", "# title", 1, unexpected("# title: Mine", "---")),
            ("title: Mine\n", "", 3, missing("title: …")),
            ("about: ", "about ", 3, unexpected("about A sentence", "title, about")),
            ("title: Mine", "title: Mine\ntitle: Yours", 3, t!("tour-error-twice", key = "title")),
            ("## One", "# One", 6, unexpected("# One", "## …")),
            ("```step\nview", "```\nview", 8, unexpected("```", BLOCK)),
            ("setup: no-moves", "no-moves", 11, unexpected("no-moves", t!("tour-expected-entry"))),
            ("> Do\n> this.", "Do this.", 6, missing(t!("tour-expected-task"))),
            ("\nText.\n", "\n", 25, missing(t!("tour-expected-text"))),
        ];
        for (old, new, line, what) in cases {
            assert_eq!(error(old, new), TourError { file: "mine.md".into(), line, what }, "{old}");
        }
        assert_eq!(error("view: why-not", "view: window").line, 9);
        assert_eq!(error("e7e5", "e7e4").line, 12);
        assert_eq!(
            error("setup: position startpos moves e2e4", "view: xray").what,
            t!("tour-error-twice", key = "view")
        );
        let before = error("setup: position startpos moves e2e4\n", "");
        assert_eq!(before.what, unexpected("played e7e5", t!("tour-expected-position-before")));
        assert!(before.to_string().starts_with("mine.md"));
        assert_eq!(parse("empty.md", "").unwrap_err().line, 1);
    }
}
