//! The file of a network.
//!
//! ```text
//!  0..8   "TABIANN\n"
//!  8..12  version of the format: 2
//! 12..20  64-bit FNV-1a of all that follows
//! 20..24  architecture: 2 = 1,792 mirrored inputs, two sides, squared clamp, outputs by pieces on the board
//! 24..28  numbers of one side's accumulator
//! 28..32  outputs
//! 32..36  what 1.0 is in an accumulator: 255
//! 36..40  what 1.0 is in an output weight: 64
//! 40..44  centipawns of an output of 1.0
//! 44..    rows of the inputs, bias, weights of each output (mover's side first), 16 bits each; bias of each
//!         output, 32 bits
//! ```
//!
//! Whole numbers, little-endian. Version 1 had one output and another head; architecture 1 had 768 inputs, which did
//! not tell how a piece stands.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use tabia_games::regular_file;

use super::features::{BUCKETS, INPUTS};
use super::kernels::LANE;
use super::{Network, Parameters, QA, QB, WIDTHS};

/// How a file begins.
const MAGIC: &[u8; 8] = b"TABIANN\n";
const VERSION: u32 = 2;
const ARCHITECTURE: u32 = 2;
/// Bytes before the numbers.
const HEAD: usize = 44;
/// Bytes before what the checksum is of.
const COVERED: usize = 20;
/// Greatest output weight either way: its product with a clamped number fits 16 bits.
const OUTPUT_MAX: i16 = 127;
/// Largest file that is read, bytes: more than the widest network takes.
const MOST_BYTES: u64 = 1 << 26;
/// Scales that make sense, centipawns.
const SCALES: std::ops::RangeInclusive<i32> = 1..=10_000;

/// Why a network is refused.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// It does not begin like one.
    #[error("found {found:02x?} at the start, expected \"TABIANN\": this is no network of Tabia")]
    Magic {
        /// The first bytes.
        found: Vec<u8>,
    },
    /// Made for another program version, or damaged.
    #[error("{what}: found {found}, expected {expected}")]
    Field {
        /// Which number of the file.
        what: &'static str,
        /// What it is.
        found: i64,
        /// What it has to be.
        expected: String,
    },
    /// Cut off, or too long.
    #[error("{found} bytes, expected {expected} for {width} numbers a side")]
    Length {
        /// Bytes there are.
        found: usize,
        /// Bytes there should be.
        expected: usize,
        /// Numbers a side as the file tells.
        width: usize,
    },
    /// Some byte is not what it was.
    #[error("checksum {found:016x}, expected {expected:016x}: the file is damaged")]
    Checksum {
        /// Of the numbers as they are.
        found: u64,
        /// As the file tells.
        expected: u64,
    },
    /// It cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Any of these, in a file with a name.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<NetworkError>,
    },
}

impl Parameters {
    /// Whether the counts fit together and no sum can overflow.
    pub(super) fn check(&self) -> Result<(), NetworkError> {
        let width = self.bias.len();
        let field = |what, found: usize, expected: String| {
            Err(NetworkError::Field { what, found: found as i64, expected })
        };
        if !WIDTHS.contains(&width) || !width.is_multiple_of(LANE) {
            let expected = format!("{} to {} in steps of {LANE}", WIDTHS.start(), WIDTHS.end());
            return field("numbers a side", width, expected);
        }
        if self.rows.len() != INPUTS * width {
            return field("numbers in rows", self.rows.len(), format!("{}", INPUTS * width));
        }
        let buckets = self.output_bias.len();
        if !BUCKETS.contains(&buckets) {
            return field("outputs", buckets, format!("one of {BUCKETS:?}"));
        }
        if self.output.len() != 2 * width * buckets {
            return field("output weights", self.output.len(), format!("{}", 2 * width * buckets));
        }
        if let Some(&weight) =
            self.output.iter().find(|weight| weight.unsigned_abs() > OUTPUT_MAX.unsigned_abs())
        {
            let (found, expected) = (i64::from(weight), format!("-{OUTPUT_MAX} to {OUTPUT_MAX}"));
            return Err(NetworkError::Field { what: "output weight", found, expected });
        }
        if !SCALES.contains(&self.scale) {
            let (found, expected) =
                (i64::from(self.scale), format!("{} to {}", SCALES.start(), SCALES.end()));
            return Err(NetworkError::Field { what: "scale", found, expected });
        }
        Ok(())
    }

    /// The file of these numbers.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = body(self);
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&checksum(&body).to_le_bytes());
        bytes.extend_from_slice(&body);
        bytes
    }

    /// Whether these are the bytes of a network and of no other file, by how they begin.
    pub fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// The numbers in a file.
    ///
    /// # Errors
    /// Says what was found where something else was expected.
    pub fn from_bytes(bytes: &[u8]) -> Result<Parameters, NetworkError> {
        let found = bytes[..bytes.len().min(MAGIC.len())].to_vec();
        if found != MAGIC {
            return Err(NetworkError::Magic { found });
        }
        let Some((head, numbers)) = bytes.split_at_checked(HEAD) else {
            return Err(NetworkError::Length { found: bytes.len(), expected: HEAD, width: 0 });
        };
        let (words, _) = head[MAGIC.len()..].as_chunks::<4>();
        let word = |at: usize| u32::from_le_bytes(words[at]);
        for (what, at, expected) in [
            ("version of the format", 0, VERSION),
            ("architecture", 3, ARCHITECTURE),
            ("one in an accumulator", 6, QA as u32),
            ("one in an output weight", 7, QB as u32),
        ] {
            let found = word(at);
            if found != expected {
                return Err(field(what, found, expected.to_string()));
            }
        }
        let (width, buckets) = (word(4) as usize, word(5) as usize);
        if !WIDTHS.contains(&width) {
            let expected = format!("{} to {}", WIDTHS.start(), WIDTHS.end());
            return Err(field("numbers a side", word(4), expected));
        }
        if !BUCKETS.contains(&buckets) {
            return Err(field("outputs", word(5), format!("one of {BUCKETS:?}")));
        }
        let narrow = (INPUTS + 1 + 2 * buckets) * width;
        let expected = HEAD + 2 * narrow + 4 * buckets;
        if bytes.len() != expected {
            return Err(NetworkError::Length { found: bytes.len(), expected, width });
        }
        let expected = u64::from(word(1)) | u64::from(word(2)) << 32;
        let found = checksum(&bytes[COVERED..]);
        if found != expected {
            return Err(NetworkError::Checksum { found, expected });
        }
        let (numbers, biases) = numbers.split_at(2 * narrow);
        let numbers = numbers.as_chunks().0.iter().map(|&pair| i16::from_le_bytes(pair));
        let numbers: Vec<i16> = numbers.collect();
        let biases = biases.as_chunks().0.iter().map(|&four| i32::from_le_bytes(four));
        let parameters = Parameters {
            rows: numbers[..INPUTS * width].to_vec(),
            bias: numbers[INPUTS * width..][..width].to_vec(),
            output: numbers[(INPUTS + 1) * width..].to_vec(),
            output_bias: biases.collect(),
            scale: word(8) as i32,
        };
        parameters.check()?;
        Ok(parameters)
    }
}

/// A number of the head that is another than it should be.
fn field(what: &'static str, found: u32, expected: String) -> NetworkError {
    NetworkError::Field { what, found: i64::from(found), expected }
}

impl Network {
    /// Reads a file.
    ///
    /// # Errors
    /// Names the file and says why it is refused.
    pub fn open(path: &Path) -> Result<Network, NetworkError> {
        let read = || Network::from_bytes(&regular_file::read(path, MOST_BYTES)?);
        read().map_err(|error: NetworkError| NetworkError::File {
            path: path.to_path_buf(),
            error: Box::new(error),
        })
    }

    /// A network from the bytes of a file.
    ///
    /// # Errors
    /// Says why they are refused.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        Network::new(&Parameters::from_bytes(bytes)?)
    }
}

/// What the file has after its checksum.
pub(super) fn body(parameters: &Parameters) -> Vec<u8> {
    let (width, buckets) = (parameters.bias.len() as u32, parameters.output_bias.len() as u32);
    let head = [ARCHITECTURE, width, buckets, QA as u32, QB as u32, parameters.scale as u32];
    let mut bytes: Vec<u8> = head.into_iter().flat_map(u32::to_le_bytes).collect();
    let numbers = [&parameters.rows, &parameters.bias, &parameters.output];
    bytes.extend(numbers.into_iter().flatten().flat_map(|number| number.to_le_bytes()));
    bytes.extend(parameters.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
    bytes
}

/// 64-bit FNV-1a: finds damage, keeps no secret.
pub(in crate::eval) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_back() {
        for buckets in BUCKETS {
            let parameters = Parameters::random(64, buckets, 1);
            let bytes = parameters.to_bytes();
            assert_eq!(bytes.len(), 44 + 2 * (1793 + 2 * buckets) * 64 + 4 * buckets);
            assert_eq!(Parameters::from_bytes(&bytes).unwrap(), parameters);
        }
    }

    #[test]
    fn wrong_and_damaged_files_are_refused_clearly() {
        let good = Parameters::random(32, 8, 2).to_bytes();
        let said = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err().to_string();
        assert!(said(b"").contains("no network of Tabia"));
        assert!(said(b"PK\x03\x04 something").contains("no network of Tabia"));
        assert!(said(&good[..30]).contains("30 bytes, expected 44"), "{}", said(&good[..30]));
        assert!(said(&good[..500]).contains("500 bytes, expected"));
        assert!(said(&[&good[..], b"x"].concat()).contains("expected"));
        let with = |at: usize, byte: u8| {
            let mut bad = good.clone();
            bad[at] = byte;
            said(&bad)
        };
        assert_eq!(with(8, 1), "version of the format: found 1, expected 2");
        assert_eq!(with(20, 9), "architecture: found 9, expected 2");
        assert_eq!(with(24, 33), "115852 bytes, expected 119470 for 33 numbers a side");
        assert_eq!(with(26, 1), "numbers a side: found 65568, expected 32 to 512");
        assert_eq!(with(28, 3), "outputs: found 3, expected one of [1, 2, 4, 8]");
        assert!(with(1000, good[1000] ^ 1).contains("the file is damaged"));
        assert!(with(40, good[40] ^ 1).contains("the file is damaged"), "the scale is covered");
        let missing = Network::open(Path::new("no/such.nnue")).unwrap_err().to_string();
        assert!(missing.starts_with("no/such.nnue: "), "{missing}");
    }

    #[test]
    fn numbers_that_make_no_sense_are_refused() {
        let refused = |change: fn(&mut Parameters)| {
            let mut parameters = Parameters::random(32, 2, 3);
            change(&mut parameters);
            let error = Network::from_bytes(&parameters.to_bytes()).unwrap_err().to_string();
            assert_eq!(error, Network::new(&parameters).unwrap_err().to_string());
            error
        };
        let error = refused(|parameters| parameters.output[5] = 128);
        assert_eq!(error, "output weight: found 128, expected -127 to 127");
        let error = refused(|parameters| parameters.scale = 65_324);
        assert_eq!(error, "scale: found 65324, expected 1 to 10000");
    }
}
