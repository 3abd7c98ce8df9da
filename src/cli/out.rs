//! Standard output, line by line: the one place of the program that writes there.

use std::fmt::{Display, Write as _};
use std::fs::File;
use std::io;
use std::io::{StdoutLock, Write};
use std::path::Path;

use serde::Serialize;

use super::failure::Failure;
use tabia_chess::{Board, Move, san, uci_move};
use tabia_games::{printable, regular_file};

/// Where a command writes. Each line is complete and on its way when the call returns.
#[derive(Debug)]
pub struct Out<W: Write = StdoutLock<'static>> {
    writer: W,
    /// Where a copy of the conversation goes.
    log: Option<File>,
}

impl Out {
    /// Standard output, locked for as long as this lives.
    pub fn stdout() -> Self {
        Out::new(io::stdout().lock())
    }
}

impl<W: Write> Out<W> {
    pub fn new(writer: W) -> Self {
        Out { writer, log: None }
    }

    /// Adds a copy of everything said and heard from now on to the end of a file; `None` ends that.
    pub fn log_to(&mut self, path: Option<&str>) -> io::Result<()> {
        self.log = None;
        if let Some(path) = path {
            self.log = Some(regular_file::append_private(Path::new(path))?);
        }
        Ok(())
    }

    /// Notes in the log what was heard.
    pub fn heard(&mut self, text: impl Display) {
        self.note(&format!(">> {}\n", printable::line(&text.to_string())));
    }

    /// Writes to the log. A log that cannot be written ends; the conversation goes on.
    fn note(&mut self, line: &str) {
        if self.log.as_mut().is_some_and(|log| log.write_all(line.as_bytes()).is_err()) {
            self.log = None;
        }
    }

    /// Writes text and a line feed. What in it comes from outside is made printable.
    pub fn line(&mut self, text: impl Display) -> Result<(), Failure> {
        // Put together first, so that a line is one write.
        let line = format!("{text}\n");
        let line = printable::lines(&line);
        if self.log.is_some() {
            self.note(&format!("<< {line}"));
        }
        self.writer.write_all(line.as_bytes())?;
        Ok(self.writer.flush()?)
    }

    /// Writes several lines.
    pub fn lines<T: Display>(&mut self, lines: impl IntoIterator<Item = T>) -> Result<(), Failure> {
        lines.into_iter().try_for_each(|line| self.line(line))
    }

    /// Writes one JSON object on one line.
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string(value).map_err(|e| Failure::Refused(e.to_string()))?;
        self.line(escaped(text))
    }
}

/// JSON that can be printed: what is not printable stands in its strings alone, and is written there by its number.
fn escaped(json: String) -> String {
    if !json.contains(printable::is_active) {
        return json;
    }
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        if printable::is_active(c) {
            // Writing to a string cannot fail.
            let _ = write!(text, "\\u{:04x}", u32::from(c));
        } else {
            text.push(c);
        }
    }
    text
}

// Lines of moves as the commands of the terminal write them.

/// A line in UCI and in SAN, as far as it is legal.
pub(super) fn line_text(board: &Board, moves: &[Move]) -> (Vec<String>, Vec<String>) {
    let mut board = *board;
    let chess960 = board.is_chess960();
    let text = moves.iter().map_while(|&mv| {
        let text = board
            .is_legal(mv)
            .then(|| (uci_move::write(&board, mv, chess960), san::write(&board, mv)));
        text.inspect(|_| board.make_move(mv))
    });
    text.unzip()
}
