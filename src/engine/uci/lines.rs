//! Reader for untrusted input lines: any bytes, any length. Used for commands of a GUI and for the output of other
//! engines.

use std::io::{self, BufRead};

/// Longest line of an engine that is kept, bytes.
pub const MAX_LINE_BYTES: usize = 256 << 10;
/// Longest line of a GUI that is kept, bytes: enough for a game of 100,000 moves.
pub const MAX_COMMAND_BYTES: usize = 1 << 20;
/// Length of the start of a longer line that is kept for messages, bytes.
const SHOWN: usize = 200;

/// One line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Its text without the line feed. Invalid UTF-8 is replaced.
    Text(String),
    /// A line longer than the limit; it was skipped.
    TooLong {
        /// Its length, bytes.
        bytes: u64,
        /// Its start.
        start: String,
    },
}

/// Reads the next line of at most `max_bytes` bytes; `None` at the end. The last line needs no line feed.
///
/// # Errors
/// Errors of the input except interruptions.
pub fn next(input: &mut impl BufRead, max_bytes: usize) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let (mut ended, mut any, mut length) = (false, false, 0_u64);
    while !ended {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        if chunk.is_empty() {
            break;
        }
        any = true;
        let feed = chunk.iter().position(|&byte| byte == b'\n');
        ended = feed.is_some();
        let part = feed.unwrap_or(chunk.len());
        length += part as u64;
        if length <= max_bytes as u64 {
            bytes.extend_from_slice(&chunk[..part]);
        } else if bytes.len() > SHOWN {
            bytes.truncate(SHOWN);
            bytes.shrink_to_fit();
        } else {
            let room = (SHOWN - bytes.len()).min(part);
            bytes.extend_from_slice(&chunk[..room]);
        }
        let used = part + usize::from(ended);
        input.consume(used);
    }
    Ok(any.then(|| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if length > max_bytes as u64 {
            Line::TooLong { bytes: length, start: text }
        } else {
            Line::Text(text)
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn all(bytes: &[u8]) -> Vec<Line> {
        let mut input = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| next(&mut input, MAX_LINE_BYTES).unwrap()).collect()
    }

    #[test]
    fn lines_end_with_a_feed_or_the_input() {
        let text = |t: &str| Line::Text(t.to_owned());
        assert_eq!(all(b""), []);
        assert_eq!(all(b"uci\n\nisready"), [text("uci"), text(""), text("isready")]);
        assert_eq!(all(b"a\r\n"), [text("a\r")]);
        assert_eq!(all(b"\xff\n"), [text("\u{fffd}")]);
    }

    #[test]
    fn a_long_line_is_skipped_and_the_next_one_read() {
        let mut input = vec![b'x'; 3 * MAX_LINE_BYTES];
        input.extend_from_slice(b"\nstop\n");
        let long = Line::TooLong { bytes: 3 * MAX_LINE_BYTES as u64, start: "x".repeat(SHOWN) };
        assert_eq!(all(&input), [long.clone(), Line::Text("stop".into())]);
        let mut whole = BufReader::with_capacity(4 * MAX_LINE_BYTES, &input[..]);
        assert_eq!(next(&mut whole, MAX_LINE_BYTES).unwrap(), Some(long), "however it comes");
    }
}
