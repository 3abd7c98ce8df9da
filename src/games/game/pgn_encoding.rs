//! Encodings of PGN files. Text is read as UTF-8, and pieces that are not valid UTF-8 as Windows-1252. UTF-16 is
//! converted to UTF-8 first. No other encodings are guessed.

use std::io::{self, Read};

use super::pgn_words::{decode, windows_1252};

/// Bytes of UTF-16 read at a time.
const PIECE: usize = 1 << 16;

/// An encoding of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, of which ASCII is a part.
    #[default]
    Utf8,
    /// Windows-1252, the superset of Latin-1 that old PGN files are in.
    Latin1,
    /// UTF-16, the low byte first.
    Utf16Le,
    /// UTF-16, the high byte first.
    Utf16Be,
}

impl Encoding {
    /// Its name, for people.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Latin1 => "Latin-1 (Windows-1252)",
            Encoding::Utf16Le => "UTF-16 (little endian)",
            Encoding::Utf16Be => "UTF-16 (big endian)",
        }
    }

    /// UTF-16 by the first bytes of a text: a byte order mark, or a letter of ASCII beside a zero.
    pub fn wide(first: &[u8]) -> Option<Encoding> {
        match first {
            [0xFF, 0xFE, ..] | [b'\t'..=b'~', 0, b'\t'..=b'~', 0, ..] => Some(Encoding::Utf16Le),
            [0xFE, 0xFF, ..] | [0, b'\t'..=b'~', 0, b'\t'..=b'~', ..] => Some(Encoding::Utf16Be),
            _ => None,
        }
    }

    /// The bytes of a text in this encoding.
    ///
    /// # Errors
    /// The first character that cannot be encoded.
    pub fn encode(self, text: &str) -> Result<Vec<u8>, char> {
        match self {
            Encoding::Utf8 => Ok(text.as_bytes().to_vec()),
            Encoding::Latin1 => text.chars().map(|c| windows_1252(c).ok_or(c)).collect(),
            Encoding::Utf16Le => Ok(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
            Encoding::Utf16Be => Ok(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
        }
    }
}

/// The text of a file in UTF-8, decoded line by line like games.
pub fn to_utf8(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|&byte| byte == b'\n' || byte == b'\r') {
        text.extend_from_slice(decode(line).as_bytes());
    }
    text
}

/// Counts multi-byte UTF-8 characters and invalid bytes in a text that arrives in pieces.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    multi: u64,
    invalid: u64,
    /// The bytes of a character split between two pieces.
    torn: Vec<u8>,
}

impl Tally {
    /// Counts the next piece.
    pub fn add(&mut self, bytes: &[u8]) {
        if self.torn.is_empty() && bytes.is_ascii() {
            return;
        }
        let joined;
        let mut rest = if self.torn.is_empty() {
            bytes
        } else {
            joined = [self.torn.as_slice(), bytes].concat();
            joined.as_slice()
        };
        let mut torn = Vec::new();
        loop {
            let (valid, error) = match str::from_utf8(rest) {
                Ok(text) => (text, None),
                Err(error) => {
                    let valid = &rest[..error.valid_up_to()];
                    (str::from_utf8(valid).unwrap_or_default(), Some(error))
                }
            };
            self.multi += valid.bytes().filter(|&byte| byte >= 0xC0).count() as u64;
            let Some(error) = error else { break };
            let Some(length) = error.error_len() else {
                torn = rest[error.valid_up_to()..].to_vec();
                break;
            };
            self.invalid += length as u64;
            rest = &rest[error.valid_up_to() + length..];
        }
        self.torn = torn;
    }

    /// The encoding of the text: UTF-8 with a few invalid bytes is still UTF-8.
    pub fn encoding(&self) -> Encoding {
        let invalid = self.invalid + self.torn.len() as u64;
        if invalid > self.multi { Encoding::Latin1 } else { Encoding::Utf8 }
    }
}

/// Passes text through unchanged, but converts UTF-16 to UTF-8.
#[derive(Debug)]
pub struct Utf8Reader<R> {
    input: R,
    /// Whether the first bytes were read.
    begun: bool,
    /// UTF-16, recognised by the first bytes.
    wide: Option<Encoding>,
    tally: Tally,
    /// Bytes to return next, from this offset on.
    ready: (Vec<u8>, usize),
    /// Half a character of UTF-16.
    half: Vec<u8>,
    /// Whether the UTF-16 had invalid units.
    damaged: bool,
}

impl<R: Read> Utf8Reader<R> {
    /// A reader at the beginning of a text.
    pub fn new(input: R) -> Utf8Reader<R> {
        Utf8Reader {
            input,
            begun: false,
            wide: None,
            tally: Tally::default(),
            ready: (Vec::new(), 0),
            half: Vec::new(),
            damaged: false,
        }
    }

    /// Examines the first bytes.
    fn begin(&mut self) -> io::Result<Option<Encoding>> {
        if self.begun {
            return Ok(self.wide);
        }
        let mut first = Vec::new();
        (&mut self.input).take(4).read_to_end(&mut first)?;
        self.begun = true;
        self.wide = Encoding::wide(&first);
        if self.wide.is_some() {
            self.half = first;
        } else {
            self.tally.add(&first);
            self.ready = (first, 0);
        }
        Ok(self.wide)
    }

    /// Converts the next piece of UTF-16 to UTF-8. Returns whether there may be more input.
    fn turn(&mut self, encoding: Encoding) -> io::Result<bool> {
        let mut bytes = std::mem::take(&mut self.half);
        let read = (&mut self.input).take(PIECE as u64).read_to_end(&mut bytes)?;
        let (pairs, odd) = bytes.as_chunks::<2>();
        let mut units: Vec<u16> = pairs
            .iter()
            .map(|&pair| match encoding {
                Encoding::Utf16Be => u16::from_be_bytes(pair),
                _ => u16::from_le_bytes(pair),
            })
            .collect();
        // The second half of the last character may still come.
        if read > 0 {
            let torn = units.pop_if(|unit| (0xD800..0xDC00).contains(unit)).is_some();
            self.half = bytes[bytes.len() - odd.len() - 2 * usize::from(torn)..].to_vec();
        } else {
            self.damaged |= !odd.is_empty();
        }
        let mut text = String::with_capacity(units.len());
        for unit in char::decode_utf16(units) {
            self.damaged |= unit.is_err();
            text.push(unit.unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        self.ready = (text.into_bytes(), 0);
        Ok(read > 0)
    }

    /// The encoding of the text read so far.
    pub fn encoding(&self) -> Encoding {
        self.wide.unwrap_or_else(|| self.tally.encoding())
    }

    /// Whether the UTF-16 read so far was damaged, so that it cannot be written back unchanged.
    pub(crate) fn is_damaged(&self) -> bool {
        self.damaged
    }
}

impl<R: Read> Read for Utf8Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let wide = self.begin()?;
        if self.ready.1 >= self.ready.0.len() {
            if let Some(encoding) = wide {
                // A piece may contain only part of a character, and an empty result would count as the end.
                while self.turn(encoding)? && self.ready.0.is_empty() {}
            } else {
                let read = self.input.read(buffer)?;
                self.tally.add(&buffer[..read]);
                return Ok(read);
            }
        }
        let (bytes, at) = &mut self.ready;
        let piece = &bytes[*at..];
        let length = piece.len().min(buffer.len());
        buffer[..length].copy_from_slice(&piece[..length]);
        *at += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> (String, Encoding, bool) {
        let mut reader = Utf8Reader::new(bytes);
        let mut text = Vec::new();
        reader.read_to_end(&mut text).unwrap();
        (String::from_utf8_lossy(&text).into_owned(), reader.encoding(), reader.is_damaged())
    }

    #[test]
    fn utf16_is_read_in_both_orders_with_and_without_a_mark() {
        let text = "[White \"R\u{e9}ti \u{1F600}\"]\n".repeat(5_000);
        for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
            for text in [text.clone(), format!("\u{feff}{text}")] {
                let bytes = encoding.encode(&text).unwrap();
                assert_eq!(read(&bytes), (text, encoding, false));
                assert!(read(&bytes[..bytes.len() - 1]).2, "half a unit at the end");
            }
        }
        assert!(read(b"\xff\xfe\x00\xd8a\x00").2, "half a pair");
        let mut pieces = b"\xff\xfea\x00".to_vec();
        pieces.extend(b"b\x00".repeat(PIECE / 2));
        for torn in [&b"c"[..], b"\x00\xd8", b"\x00\xd8c"] {
            assert!(read(&[&pieces, torn].concat()).2, "{torn:?} read alone");
        }
    }

    #[test]
    fn the_encoding_is_that_of_most_characters() {
        assert_eq!(read(b"e4").1, Encoding::Utf8);
        assert_eq!(read("R\u{e9}ti".as_bytes()).1, Encoding::Utf8);
        assert_eq!(read(b"R\xE9ti").1, Encoding::Latin1);
        assert_eq!(read("R\u{e9}ti \u{e9} ~".replace('~', "").as_bytes()).1, Encoding::Utf8);
        assert_eq!(read(b"R\xC3\xA9ti \xFF").1, Encoding::Utf8, "a foreign byte");
        assert_eq!(read(b"").1, Encoding::Utf8);
        let mut tally = Tally::default();
        for byte in "\u{1F600}\u{e9}".bytes() {
            tally.add(&[byte]);
        }
        assert_eq!((tally.multi, tally.invalid, tally.torn.len()), (2, 0, 0));
    }

    #[test]
    fn every_byte_of_windows_1252_comes_back() {
        for byte in 0..=255 {
            let text = decode(&[byte]).into_owned();
            assert_eq!(Encoding::Latin1.encode(&text), Ok(vec![byte]));
        }
        assert_eq!(Encoding::Latin1.encode("e4 \u{265E}"), Err('\u{265E}'));
    }
}
