//! Container format of both network files.
//!
//! ```text
//!  0..8   what it holds: "TABIANN\n" an evaluation network, "TABIAPO\n" a policy network
//!  8..12  version of the format
//! 12..20  64-bit FNV-1a of all that follows
//! 20..    32-bit words of the head, the first of them the architecture; then numbers of 16, 8 or 32 bits
//! ```
//!
//! Whole numbers, little-endian.

use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use thiserror::Error;

use tabia_games::regular_file;
use tabia_text::t;

/// Bytes that the checksum does not cover.
const COVERED_FROM: usize = 20;
const MAGIC: usize = 8;
/// Magics without the final line feed.
pub(super) const EVALUATION: &str = "TABIANN";
pub(super) const POLICY: &str = "TABIAPO";

/// Why a network file is refused.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// The file does not begin with the magic of this kind of network.
    #[error("{}", wrong_magic(found, expected, kind))]
    Magic {
        /// The first bytes.
        found: Vec<u8>,
        /// The expected magic.
        expected: &'static str,
        /// The text key of the expected kind of network.
        kind: &'static str,
    },
    /// Cut off within the header.
    #[error("{}", t!("network-cut", found = *found, expected = expected.to_string()))]
    Cut {
        /// Length of the file, bytes.
        found: usize,
        /// Length of the header, bytes.
        expected: usize,
    },
    /// Made for another program version, or damaged.
    #[error("{}", t!("network-field", what = tabia_text::text(what), found = found.to_string(), expected = expected.as_str()))]
    Field {
        /// Text key of the field.
        what: &'static str,
        /// The value in the file.
        found: i64,
        /// The value or values that are accepted.
        expected: String,
    },
    /// Cut off, or too long.
    #[error("{}", t!("network-length", found = found.to_string(), expected = expected.to_string(), width = width.to_string(), unit = tabia_text::text(unit)))]
    Length {
        /// Length of the file, bytes.
        found: usize,
        /// Expected length, bytes.
        expected: usize,
        /// Width according to the header.
        width: usize,
        /// Text key of the unit of the width.
        unit: &'static str,
    },
    /// The checksum does not match: the data are damaged.
    #[error("{}", t!("network-checksum", found = format!("{found:016x}"), expected = format!("{expected:016x}")))]
    Checksum {
        /// Checksum of the data.
        found: u64,
        /// Checksum in the file.
        expected: u64,
    },
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// One of these errors, with the name of the file.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error in it.
        error: Box<NetworkError>,
    },
}

fn wrong_magic(found: &[u8], expected: &str, kind: &str) -> String {
    let found = found.strip_suffix(b"\n").unwrap_or(found).escape_ascii().to_string();
    if [EVALUATION, POLICY].contains(&found.as_str()) {
        t!("network-other-kind", found = found)
    } else {
        t!("network-magic", kind = tabia_text::text(kind), found = found, expected = expected)
    }
}

/// One kind of network file.
#[derive(Debug)]
pub(super) struct Format {
    /// Kind of network.
    pub(super) kind: &'static str,
    /// The magic without the final line feed.
    pub(super) name: &'static str,
    pub(super) version: u32,
    /// Words of the header.
    pub(super) words: usize,
    /// Text key of the unit of the width.
    pub(super) unit: &'static str,
    /// Largest file that is read, bytes: more than the widest network.
    pub(super) max_bytes: u64,
}

impl Format {
    /// Size of the header, bytes.
    pub(super) const fn head(&self) -> usize {
        COVERED_FROM + 4 * self.words
    }

    /// Whether the bytes begin with this magic.
    pub(super) fn begins(&self, bytes: &[u8]) -> bool {
        bytes.strip_prefix(self.name.as_bytes()).is_some_and(|rest| rest.starts_with(b"\n"))
    }

    /// The file with this header and data.
    pub(super) fn write(&self, body: &[u8]) -> Vec<u8> {
        let mut bytes = self.name.as_bytes().to_vec();
        bytes.push(b'\n');
        bytes.extend(self.version.to_le_bytes());
        bytes.extend(checksum(body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Reads a file and parses it; errors name the file.
    pub(super) fn open<T>(
        &self,
        path: &Path,
        parse: impl FnOnce(&[u8]) -> Result<T, NetworkError>,
    ) -> Result<T, NetworkError> {
        let read = || parse(&regular_file::read(path, self.max_bytes)?);
        read().map_err(|error| NetworkError::File {
            path: path.to_path_buf(),
            error: Box::new(error),
        })
    }

    /// Checks the beginning of a file. [`Reader::check`] must be called before the data is read.
    pub(super) fn read<'a>(&'a self, bytes: &'a [u8]) -> Result<Reader<'a>, NetworkError> {
        // An empty file is of no kind.
        let is_cut = !bytes.is_empty() && self.name.as_bytes().starts_with(bytes);
        if !is_cut && !self.begins(bytes) {
            let found = bytes[..bytes.len().min(MAGIC)].to_vec();
            return Err(NetworkError::Magic { found, expected: self.name, kind: self.kind });
        }
        let Some((head, numbers)) = bytes.split_at_checked(self.head()) else {
            return Err(NetworkError::Cut { found: bytes.len(), expected: self.head() });
        };
        let (words, _) = head[MAGIC..].as_chunks::<4>();
        let reader = Reader { format: self, bytes, words, numbers };
        let version = u32::from_le_bytes(words[0]);
        same("network-part-version", version.into(), self.version.into())?;
        Ok(reader)
    }
}

/// A file being read.
pub(super) struct Reader<'a> {
    format: &'a Format,
    bytes: &'a [u8],
    /// The header after the magic, beginning with the version.
    words: &'a [[u8; 4]],
    /// Data not read yet.
    numbers: &'a [u8],
}

impl<'a> Reader<'a> {
    /// A word of the header; 0 is the architecture.
    pub(super) fn word(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.words[3 + at])
    }

    /// Checks length and checksum of the data of a network with this width.
    pub(super) fn check(&self, numbers: usize, width: usize) -> Result<(), NetworkError> {
        let expected = self.format.head() + numbers;
        if self.bytes.len() != expected {
            let (found, unit) = (self.bytes.len(), self.format.unit);
            return Err(NetworkError::Length { found, expected, width, unit });
        }
        let [low, high] = [1, 2].map(|at| u64::from(u32::from_le_bytes(self.words[at])));
        let expected = low | high << 32;
        let found = checksum(&self.bytes[COVERED_FROM..]);
        if found == expected { Ok(()) } else { Err(NetworkError::Checksum { found, expected }) }
    }

    /// The next numbers of 8 bits.
    pub(super) fn narrow(&mut self, count: usize) -> Vec<i8> {
        self.next::<1>(count).iter().map(|&byte| i8::from_le_bytes(byte)).collect()
    }

    /// The next numbers of 16 bits.
    pub(super) fn wide(&mut self, count: usize) -> Vec<i16> {
        self.next::<2>(count).iter().map(|&two| i16::from_le_bytes(two)).collect()
    }

    /// The next numbers of 32 bits.
    pub(super) fn biases(&mut self, count: usize) -> Vec<i32> {
        self.next::<4>(count).iter().map(|&four| i32::from_le_bytes(four)).collect()
    }

    fn next<const N: usize>(&mut self, count: usize) -> &'a [[u8; N]] {
        let (taken, rest) = self.numbers.split_at(self.numbers.len().min(N * count));
        self.numbers = rest;
        taken.as_chunks::<N>().0
    }
}

/// Error of a field with an unexpected value.
pub(super) fn field(what: &'static str, found: i64, expected: String) -> NetworkError {
    NetworkError::Field { what, found, expected }
}

/// The accepted values of a field.
pub(super) fn range(min: i64, max: i64) -> String {
    t!("network-range", min = min.to_string(), max = max.to_string())
}

/// The accepted widths.
pub(super) fn widths(all: &RangeInclusive<usize>, step: usize) -> String {
    let [min, max, step] = [*all.start(), *all.end(), step].map(|number| number.to_string());
    t!("network-range-steps", min = min, max = max, step = step)
}

/// Error unless the values are equal.
pub(super) fn same(what: &'static str, found: i64, expected: i64) -> Result<(), NetworkError> {
    if found == expected { Ok(()) } else { Err(field(what, found, expected.to_string())) }
}

/// Error unless the absolute value is within the limit.
pub(super) fn within(what: &'static str, found: i64, limit: i64) -> Result<(), NetworkError> {
    if found.abs() <= limit { Ok(()) } else { Err(field(what, found, range(-limit, limit))) }
}

/// 64-bit FNV-1a. It finds damage and gives no security.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
