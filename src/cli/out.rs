//! Standard output, line by line: the one place of the program that writes there.

use std::fmt::Display;
use std::io::{self, StdoutLock, Write};

use serde::Serialize;

use super::failure::Failure;

/// Where a command writes. Each line is complete and on its way when the call returns.
#[derive(Debug)]
pub(super) struct Out<W: Write = StdoutLock<'static>>(W);

impl Out {
    /// Standard output, locked for as long as this lives.
    pub(super) fn stdout() -> Self {
        Out(io::stdout().lock())
    }
}

impl<W: Write> Out<W> {
    #[cfg(test)]
    pub(super) fn new(writer: W) -> Self {
        Out(writer)
    }

    /// Writes text and a line feed.
    pub(super) fn line(&mut self, text: impl Display) -> Result<(), Failure> {
        // Put together first, so that a line is one write.
        let line = format!("{text}\n");
        self.0.write_all(line.as_bytes())?;
        Ok(self.0.flush()?)
    }

    /// Writes several lines.
    pub(super) fn lines<T: Display>(
        &mut self,
        lines: impl IntoIterator<Item = T>,
    ) -> Result<(), Failure> {
        lines.into_iter().try_for_each(|line| self.line(line))
    }

    /// Writes one JSON object on one line.
    pub(super) fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string(value).map_err(|e| Failure::Refused(e.to_string()))?;
        self.line(text)
    }
}
