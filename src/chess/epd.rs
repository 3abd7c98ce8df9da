//! EPD: a position with operations, one per line, as in test suites.
//!
//! ```text
//! 1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";
//! four fields of FEN                            operations: a name, operands, a semicolon
//! ```
//!
//! Accepted: the four FEN fields, optionally with the two clocks as in many files; operands plain or quoted; a missing
//! last semicolon. The operations `hmvc` and `fmvn` set the clocks.
//!
//! ```
//! use tabia_chess::epd;
//! let line = r#"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 Kd2; id "ends; all of them";"#;
//! let epd = epd::parse(line)?;
//! assert_eq!(epd.get("bm"), Some(&["e4".to_owned(), "Kd2".to_owned()][..]));
//! assert_eq!(epd.get("id").unwrap()[0], "ends; all of them");
//! assert_eq!(epd.to_string(), line);
//! # Ok::<(), epd::EpdError>(())
//! ```

use std::fmt;

use super::board::Board;
use super::builder::BoardBuilder;
use super::fen::excerpt;
use super::fen_error::FenError;

/// A position with its operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position.
    pub board: Board,
    /// Name and operands of each operation, in the order of the line.
    pub ops: Vec<(String, Vec<String>)>,
}

/// Why a line is not EPD.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "`name` is the operation, `found` the text refused")]
pub enum EpdError {
    Position(FenError),
    /// An operation whose name does not begin with a letter.
    Name {
        found: String,
    },
    /// A quotation that never ends.
    OpenQuote {
        name: String,
        found: String,
    },
    /// `hmvc` or `fmvn` without a number from `min` to `max`.
    Clock {
        name: String,
        found: String,
        min: u32,
        max: u32,
    },
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::Name { found } => write!(
                f,
                "operation: found \u{201c}{found}\u{201d}, expected a name that begins with a letter"
            ),
            Self::OpenQuote { name, found } => write!(
                f,
                "operation {name}: found \u{201c}{found}\u{201d}, expected a closing quotation mark"
            ),
            Self::Clock { name, found, min, max } => write!(
                f,
                "operation {name}: found \u{201c}{found}\u{201d}, expected a number from {min} to {max}"
            ),
        }
    }
}

// No `source`: for a refused position the text of this error is already that of its cause.
impl std::error::Error for EpdError {}

impl From<FenError> for EpdError {
    fn from(error: FenError) -> Self {
        Self::Position(error)
    }
}

impl EpdError {
    /// A similar line that is accepted, if there is an obvious one. So far only an error in the position is repaired.
    pub fn repair(&self) -> Option<String> {
        match self {
            Self::Position(error) => error.repair(),
            _ => None,
        }
    }
}

impl Epd {
    /// The operands of the first operation with this name.
    pub fn get(&self, name: &str) -> Option<&[String]> {
        self.ops.iter().find(|(op, _)| op == name).map(|(_, operands)| &operands[..])
    }
}

/// Reads one line.
///
/// # Errors
/// The first thing that is wrong with the position or an operation.
pub fn parse(line: &str) -> Result<Epd, EpdError> {
    let (position, rest) = split_position(line);
    let board = Board::from_fen(position)?;
    let ops = read_operations(rest)?;
    let mut epd = Epd { board, ops };
    let mut builder = BoardBuilder::from(&epd.board);
    let halfmoves = clock(&epd, "hmvc", 0, BoardBuilder::MAX_HALFMOVE_CLOCK)?;
    let number = clock(&epd, "fmvn", 1, BoardBuilder::MAX_FULLMOVE_NUMBER)?;
    builder.halfmove_clock = halfmoves.unwrap_or(builder.halfmove_clock);
    builder.fullmove_number = number.unwrap_or(builder.fullmove_number);
    epd.board = builder.build()?;
    Ok(epd)
}

/// The four or six fields of the position, and the operations.
fn split_position(line: &str) -> (&str, &str) {
    let mut end = 0;
    for field in 0..6 {
        let start = end + (line[end..].len() - line[end..].trim_start().len());
        let (text, _) = word(&line[start..]);
        let is_clock = text.bytes().all(|byte| byte.is_ascii_digit());
        if text.is_empty() || (field >= 4 && !is_clock) {
            break;
        }
        end = start + text.len();
    }
    line.split_at(end)
}

fn read_operations(mut rest: &str) -> Result<Vec<(String, Vec<String>)>, EpdError> {
    let mut ops = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c == ';' || c.is_whitespace());
        if rest.is_empty() {
            return Ok(ops);
        }
        let (name, after) = word(rest);
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(EpdError::Name { found: excerpt(name) });
        }
        let (operands, after) = read_operands(name, after)?;
        ops.push((name.to_owned(), operands));
        rest = after;
    }
}

/// The operands up to the semicolon, and what follows it.
fn read_operands<'a>(name: &str, mut rest: &'a str) -> Result<(Vec<String>, &'a str), EpdError> {
    let mut operands = Vec::new();
    loop {
        rest = rest.trim_start();
        if let Some(quoted) = rest.strip_prefix('"') {
            let Some((operand, after)) = quoted.split_once('"') else {
                return Err(EpdError::OpenQuote { name: excerpt(name), found: excerpt(rest) });
            };
            operands.push(operand.to_owned());
            rest = after;
        } else if rest.is_empty() || rest.starts_with(';') {
            return Ok((operands, rest));
        } else {
            let (operand, after) = word(rest);
            operands.push(operand.to_owned());
            rest = after;
        }
    }
}

/// The text up to a space or semicolon, and the rest.
fn word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c == ';' || c.is_whitespace()).unwrap_or(text.len());
    text.split_at(end)
}

/// The number to which an operation sets a clock.
fn clock(epd: &Epd, name: &str, min: u32, max: u32) -> Result<Option<u32>, EpdError> {
    let Some(operands) = epd.get(name) else { return Ok(None) };
    let text = operands.first().map_or("", String::as_str);
    match text.parse() {
        Ok(number) if min <= number && number <= max => Ok(Some(number)),
        _ => Err(EpdError::Clock { name: name.to_owned(), found: excerpt(text), min, max }),
    }
}

impl fmt::Display for Epd {
    /// One line. Operands that contain a space or a semicolon or are empty are quoted, and so are those of `id` and of
    /// the comments `c0` to `c9`, as in the standard. No quotation can contain a quotation mark: an operand with one
    /// stays plain if it is read back so; otherwise the mark becomes an apostrophe.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.board.to_string();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        write!(f, "{}", fields.join(" "))?;
        for (name, operands) in &self.ops {
            write!(f, " {name}")?;
            let digit = name.strip_prefix('c').is_some_and(|rest| rest.parse::<u8>().is_ok());
            for operand in operands {
                let breaks = |c: char| c == ';' || c.is_whitespace();
                let must = operand.is_empty() || operand.contains(breaks);
                let usual = (digit || name == "id") && !operand.contains('"');
                if must || usual || operand.starts_with('"') {
                    write!(f, " \"{}\"", operand.replace('"', "'"))?;
                } else {
                    write!(f, " {operand}")?;
                }
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}
