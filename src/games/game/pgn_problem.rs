//! What can be wrong in a PGN text, and where: line, column, what was found and what was expected.

use tabia_chess::{FenError, SanError};

use super::pgn_words::ends_line;

/// Something in a PGN text that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct PgnProblem {
    /// The line it stands on, from 1.
    pub line: usize,
    /// The character of the line it begins with, from 1.
    pub column: usize,
    /// What is wrong.
    pub fault: PgnFault,
}

/// What can be wrong in a PGN text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnFault {
    /// A word that is no legal move; the rest of its line of moves is kept as text.
    #[error("{0}; the line is kept as text from there on")]
    Move(SanError),
    /// A null move where there can be none.
    #[error(
        "move: found the null move \u{201c}{found}\u{201d} in check, expected a move; the line is kept as text from there on"
    )]
    NullMove {
        /// As written.
        found: String,
    },
    /// The FEN tag; its repair is used if there is one, else no move can be read.
    #[error("start position: {0}")]
    Start(FenError),
    /// Rules this program does not know.
    #[error("variant: found \u{201c}{found}\u{201d}, expected standard chess or Chess960")]
    Variant {
        /// The variant's name.
        found: String,
    },
    /// Anything else.
    #[error("found \u{201c}{found}\u{201d}, expected {expected}")]
    Text {
        /// What stands there.
        found: String,
        /// What should.
        expected: &'static str,
    },
}

/// Counts lines and columns up to a byte. Asked in rising order it looks at every byte once.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// Where counting begins, and the line and column of that byte.
    from: (usize, usize, usize),
    at: usize,
    line: usize,
    /// Column of `at`.
    column: usize,
}

impl Places {
    /// Counts from a byte that stands on this line and in this column.
    pub(super) fn from(at: usize, line: usize, column: usize) -> Places {
        Places { from: (at, line, column), at, line, column }
    }

    /// The line and column of a byte.
    pub(super) fn of(&mut self, bytes: &[u8], at: usize) -> (usize, usize) {
        if at < self.at {
            (self.at, self.line, self.column) = self.from;
        }
        let Some(passed) = bytes.get(self.at..at) else { return (self.line, self.column) };
        let (feeds, returns) = (count(passed, b'\n'), count(passed, b'\r'));
        let pairs = if returns == 0 { 0 } else { pairs(passed) };
        // The second half of a line end whose first half was counted before.
        let torn = passed.first() == Some(&b'\n') && self.at > 0 && bytes[self.at - 1] == b'\r';
        self.line += feeds + returns - pairs - usize::from(torn);
        let line_begin = passed.iter().rposition(|&byte| ends_line(byte));
        let tail = line_begin.map_or(passed, |end| &passed[end + 1..]);
        let column = if line_begin.is_some() { 1 } else { self.column };
        self.column = column + tail.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        self.at = self.at.max(at);
        (self.line, self.column)
    }
}

/// How often a byte occurs.
#[expect(clippy::naive_bytecount, reason = "the compiler does it 32 bytes at a time")]
fn count(bytes: &[u8], wanted: u8) -> usize {
    bytes.iter().filter(|&&byte| byte == wanted).count()
}

/// Line ends of two bytes.
fn pairs(bytes: &[u8]) -> usize {
    bytes.windows(2).filter(|pair| *pair == b"\r\n").count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_in_every_style() {
        for text in ["a\nb\n\nc d", "a\r\nb\r\n\r\nc d", "a\rb\r\rc d"] {
            let mut places = Places::from(0, 1, 1);
            assert_eq!(places.of(text.as_bytes(), 0), (1, 1));
            assert_eq!(places.of(text.as_bytes(), text.len() - 1), (4, 3), "{text:?}");
            assert_eq!(places.of(text.as_bytes(), text.find('b').unwrap()), (2, 1), "{text:?}");
        }
        let text = "\u{e9}\u{e9} x";
        assert_eq!(Places::from(0, 7, 5).of(text.as_bytes(), 5), (7, 8), "characters, not bytes");
    }
}
