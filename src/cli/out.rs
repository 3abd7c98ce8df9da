//! Standard output, line by line: the only place in the program that writes to it.

use std::fmt::{Display, Write as _};
use std::fs::File;
use std::io;
use std::io::{StdoutLock, Write};
use std::path::Path;

use serde::Serialize;

use super::failure::Failure;
use tabia_chess::{Board, Move, san, uci_move};
use tabia_games::{printable, regular_file};

/// Output of a command. Each line is written and flushed when the call returns.
#[derive(Debug)]
pub struct Out<W: Write = StdoutLock<'static>> {
    writer: W,
    /// Log file for a copy of the conversation.
    log: Option<File>,
    /// Why the log ended, until it is reported.
    log_failure: Option<io::Error>,
    /// Whether the command goes on when nobody reads its output any more.
    may_close: bool,
}

impl Out {
    /// Standard output, locked for the lifetime of the value.
    pub fn stdout() -> Self {
        Out::new(io::stdout().lock())
    }
}

impl<W: Write> Out<W> {
    pub fn new(writer: W) -> Self {
        Out { writer, log: None, log_failure: None, may_close: false }
    }

    /// For a command that writes a file: that is wanted even if nobody reads the output any more. Lines are dropped then.
    pub(crate) fn may_close(&mut self) {
        self.may_close = true;
    }

    /// Appends a copy of all input and output to a file from now on; `None` ends that.
    pub(crate) fn log_to(&mut self, path: Option<&str>) -> io::Result<()> {
        self.log = None;
        if let Some(path) = path {
            self.log = Some(regular_file::append_private(Path::new(path))?);
        }
        Ok(())
    }

    /// Logs an input line.
    pub(crate) fn log_input(&mut self, text: impl Display) {
        self.note(&format!(">> {}\n", printable::line(&text.to_string())));
    }

    /// Writes to the log. If that fails the log ends; the conversation continues.
    fn note(&mut self, line: &str) {
        let written = self.log.as_mut().map_or(Ok(()), |log| log.write_all(line.as_bytes()));
        if let Err(error) = written {
            (self.log, self.log_failure) = (None, Some(error));
        }
    }

    /// The error that ended the log, once.
    pub(crate) fn take_log_failure(&mut self) -> Option<io::Error> {
        self.log_failure.take()
    }

    /// Writes a line. Unprintable characters from outside are made visible.
    pub fn line(&mut self, text: impl Display) -> Result<(), Failure> {
        // One write per line.
        let line = format!("{text}\n");
        let line = printable::lines(&line);
        if self.log.is_some() {
            self.note(&format!("<< {line}"));
        }
        let written = self.writer.write_all(line.as_bytes()).and_then(|()| self.writer.flush());
        match written.map_err(Failure::from) {
            Err(Failure::Closed) if self.may_close => Ok(()),
            written => written,
        }
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

/// Printable JSON: unprintable characters occur only in strings and are escaped there.
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

/// A number of things: `1 game`, `2 games`.
pub fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

// Lines of moves as text.

/// A line in UCI and in SAN, up to the first illegal move.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_that_cannot_be_written_ends_and_says_why_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.txt");
        std::fs::write(&path, "").unwrap();
        let mut out = Out::new(Vec::new());
        // Opened for reading only.
        out.log = Some(File::open(&path).unwrap());
        out.line("readyok").unwrap();
        assert!(out.log.is_none() && out.take_log_failure().is_some());
        out.line("readyok").unwrap();
        assert!(out.take_log_failure().is_none());
        assert_eq!(out.writer, b"readyok\nreadyok\n");
    }
}
