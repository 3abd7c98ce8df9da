//! The file of a policy network.
//!
//! ```text
//!  0..8   "TABIAPO\n"
//!  8..12  version of the format: 1
//! 12..20  64-bit FNV-1a of all that follows
//! 20..24  architecture: 1 = mirrored inputs of the side to move, products of pairs, rows of targets and origins
//! 24..28  hidden numbers n
//! 28..52  inputs, rows of targets, rows of origins, flags, special biases, rows of the value head: 1,792, 3,072,
//!         768, 6,912, 8, 24
//! 52..60  what 1.0 is in the accumulator, 255, and in a weight of a head, 64
//! 60..    16 bits each: a row of 2 n numbers for each input, bias of the accumulator;
//!         8 bits each: rows of n numbers of targets, of origins, of the value head (win, draw, loss for each number
//!         of pieces, the few first);
//!         32 bits each, times 64 * 255 * 255 / 256: biases of targets, origins, flags, special, value
//! ```
//!
//! Whole numbers, little-endian.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::eval::nnue::features::INPUTS;
use crate::eval::nnue::file::checksum;
use crate::eval::nnue::kernels::LANE;
use tabia_chess::rng::SplitMix64;
use tabia_games::regular_file;

use super::rows::{FLAGS, FROM_ROWS, SPECIALS, TO_ROWS};
use super::{PolicyNet, QA, QB, VALUE_ROWS, WIDTHS};

/// How a file begins.
const MAGIC: &[u8; 8] = b"TABIAPO\n";
const VERSION: u32 = 1;
const ARCHITECTURE: u32 = 1;
/// Bytes before the numbers.
const HEAD: usize = 60;
/// Bytes before what the checksum is of.
const COVERED: usize = 20;
/// Largest file that is read, bytes: more than the widest network takes.
const MOST_BYTES: u64 = 1 << 24;
/// Greatest number of the trunk either way: 32 rows and a bias fit 16 bits.
pub const TRUNK_MAX: i16 = 992;
/// Greatest weight of a head either way.
pub const HEAD_MAX: i8 = 127;
/// Greatest bias either way: far beyond any logit, far from overflow.
pub const BIAS_MAX: i32 = 1 << 22;
/// All biases.
const BIASES: usize = TO_ROWS + FROM_ROWS + FLAGS + SPECIALS + VALUE_ROWS;
/// What a file of this program has in its head behind the number of hidden ones, in that order.
const SIZES: [(&str, usize); 8] = [
    ("inputs", INPUTS),
    ("rows of targets", TO_ROWS),
    ("rows of origins", FROM_ROWS),
    ("flags", FLAGS),
    ("special biases", SPECIALS),
    ("rows of the value head", VALUE_ROWS),
    ("one in the accumulator", QA as usize),
    ("one in a weight", QB as usize),
];

/// Why a policy network is refused.
#[derive(Debug, Error)]
pub enum PolicyError {
    /// It does not begin like one.
    #[error(
        "found {found:02x?} at the start, expected \"TABIAPO\": this is no policy network of Tabia"
    )]
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
    #[error("{found} bytes, expected {expected} for {width} hidden numbers")]
    Length {
        /// Bytes there are.
        found: usize,
        /// Bytes there should be.
        expected: usize,
        /// Hidden numbers as the file tells.
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
        error: Box<PolicyError>,
    },
}

/// The biases of a policy network, times [`LOGIT_ONE`](super::LOGIT_ONE).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Biases {
    /// Of the rows of targets.
    pub to: Vec<i32>,
    /// Of the rows of origins.
    pub from: Vec<i32>,
    /// Of the flags.
    pub flags: Vec<i32>,
    /// Of what is special about a move.
    pub special: Vec<i32>,
    /// Of the rows of the value head.
    pub value: Vec<i32>,
}

impl Biases {
    /// The lists in the order of the file, with their names and lengths.
    fn lists(&self) -> [(&'static str, &Vec<i32>, usize); 5] {
        [
            ("biases of targets", &self.to, TO_ROWS),
            ("biases of origins", &self.from, FROM_ROWS),
            ("biases of flags", &self.flags, FLAGS),
            ("special biases", &self.special, SPECIALS),
            ("biases of the value head", &self.value, VALUE_ROWS),
        ]
    }

    /// Cuts one list, in the order of the file, into its parts.
    pub fn of(all: &[i32]) -> Option<Biases> {
        let (to, rest) = all.split_at_checked(TO_ROWS)?;
        let (from, rest) = rest.split_at_checked(FROM_ROWS)?;
        let (flags, rest) = rest.split_at_checked(FLAGS)?;
        let (special, value) = rest.split_at_checked(SPECIALS)?;
        let [to, from, flags, special, value] =
            [to, from, flags, special, value].map(<[i32]>::to_vec);
        Some(Biases { to, from, flags, special, value })
    }
}

/// The numbers a policy network is made of, quantised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// Hidden numbers, one of [`WIDTHS`].
    pub width: usize,
    /// A row of `2 * width` for each input, times [`QA`].
    pub trunk: Vec<i16>,
    /// As long as a row of it.
    pub trunk_bias: Vec<i16>,
    /// Rows of targets, `width` each, times [`QB`], as all that follow.
    pub to: Vec<i8>,
    /// Rows of origins.
    pub from: Vec<i8>,
    /// Rows of the value head: win, draw, loss for each number of pieces.
    pub value: Vec<i8>,
    /// The biases of all heads.
    pub biases: Biases,
}

impl Parameters {
    /// Random numbers about as large as trained ones: a network that knows nothing, to test and to time with. The
    /// same seed gives the same numbers; `width` is one of [`WIDTHS`].
    pub fn random(width: usize, seed: u64) -> Parameters {
        let mut rng = SplitMix64::new(seed);
        let mut number = |most: i32| rng.below(2 * most as usize + 1) as i32 - most;
        let mut wide = |count: usize, most| (0..count).map(|_| number(most) as i16).collect();
        let (trunk, trunk_bias) = (wide(INPUTS * 2 * width, 90), wide(2 * width, 120));
        let mut narrow = |count: usize| (0..count * width).map(|_| number(60) as i8).collect();
        let (to, from, value) = (narrow(TO_ROWS), narrow(FROM_ROWS), narrow(VALUE_ROWS));
        let mut biases = |count: usize| (0..count).map(|_| number(20_000)).collect();
        let biases = Biases {
            to: biases(TO_ROWS),
            from: biases(FROM_ROWS),
            flags: biases(FLAGS),
            special: biases(SPECIALS),
            value: biases(VALUE_ROWS),
        };
        Parameters { width, trunk, trunk_bias, to, from, value, biases }
    }

    /// Whether the counts fit together and no sum can overflow.
    pub(super) fn check(&self) -> Result<(), PolicyError> {
        let width = self.width;
        check_width(width as i64)?;
        for (what, found, expected) in [
            ("numbers of the trunk", self.trunk.len(), INPUTS * 2 * width),
            ("biases of the accumulator", self.trunk_bias.len(), 2 * width),
            ("weights of targets", self.to.len(), TO_ROWS * width),
            ("weights of origins", self.from.len(), FROM_ROWS * width),
            ("weights of the value head", self.value.len(), VALUE_ROWS * width),
        ] {
            same(what, found as i64, expected as i64)?;
        }
        for number in self.trunk.iter().chain(&self.trunk_bias) {
            within("number of the trunk", i64::from(*number), i64::from(TRUNK_MAX))?;
        }
        for number in self.to.iter().chain(&self.from).chain(&self.value) {
            within("weight of a head", i64::from(*number), i64::from(HEAD_MAX))?;
        }
        for (what, list, expected) in self.biases.lists() {
            same(what, list.len() as i64, expected as i64)?;
            for bias in list {
                within("bias", i64::from(*bias), i64::from(BIAS_MAX))?;
            }
        }
        Ok(())
    }

    /// The checksum of the numbers.
    pub fn checksum(&self) -> u64 {
        checksum(&self.body())
    }

    /// What the file has after its checksum.
    fn body(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(bytes_of(self.width));
        bytes.extend(ARCHITECTURE.to_le_bytes());
        bytes.extend((self.width as u32).to_le_bytes());
        bytes.extend(SIZES.iter().flat_map(|&(_, size)| (size as u32).to_le_bytes()));
        let trunk = self.trunk.iter().chain(&self.trunk_bias);
        bytes.extend(trunk.flat_map(|number| number.to_le_bytes()));
        let heads = self.to.iter().chain(&self.from).chain(&self.value);
        bytes.extend(heads.flat_map(|number| number.to_le_bytes()));
        for (_, list, _) in self.biases.lists() {
            bytes.extend(list.iter().flat_map(|bias| bias.to_le_bytes()));
        }
        bytes
    }

    /// The file of these numbers.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = self.body();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// The numbers in a file.
    ///
    /// # Errors
    /// Says what was found where something else was expected.
    pub fn from_bytes(bytes: &[u8]) -> Result<Parameters, PolicyError> {
        let found = bytes[..bytes.len().min(MAGIC.len())].to_vec();
        if found != MAGIC {
            return Err(PolicyError::Magic { found });
        }
        let Some((head, numbers)) = bytes.split_at_checked(HEAD) else {
            return Err(PolicyError::Length { found: bytes.len(), expected: HEAD, width: 0 });
        };
        let (words, _) = head[MAGIC.len()..].as_chunks::<4>();
        let word = |at: usize| u32::from_le_bytes(words[at]);
        same("version of the format", i64::from(word(0)), i64::from(VERSION))?;
        same("architecture", i64::from(word(3)), i64::from(ARCHITECTURE))?;
        check_width(i64::from(word(4)))?;
        for (at, (what, size)) in SIZES.into_iter().enumerate() {
            same(what, i64::from(word(5 + at)), size as i64)?;
        }
        let width = word(4) as usize;
        let expected = bytes_of(width);
        if bytes.len() != expected {
            return Err(PolicyError::Length { found: bytes.len(), expected, width });
        }
        let expected = u64::from(word(1)) | u64::from(word(2)) << 32;
        let found = checksum(&bytes[COVERED..]);
        if found != expected {
            return Err(PolicyError::Checksum { found, expected });
        }
        let (trunk, rest) = numbers.split_at(2 * (INPUTS + 1) * 2 * width);
        let (heads, biases) = rest.split_at((TO_ROWS + FROM_ROWS + VALUE_ROWS) * width);
        let trunk = trunk.as_chunks().0.iter().map(|&pair| i16::from_le_bytes(pair));
        let trunk: Vec<i16> = trunk.collect();
        let heads: Vec<i8> = heads.iter().map(|&byte| byte as i8).collect();
        let biases = biases.as_chunks().0.iter().map(|&four| i32::from_le_bytes(four));
        let biases: Vec<i32> = biases.collect();
        let value_at = (TO_ROWS + FROM_ROWS) * width;
        let parameters = Parameters {
            width,
            trunk: trunk[..INPUTS * 2 * width].to_vec(),
            trunk_bias: trunk[INPUTS * 2 * width..].to_vec(),
            to: heads[..TO_ROWS * width].to_vec(),
            from: heads[TO_ROWS * width..value_at].to_vec(),
            value: heads[value_at..].to_vec(),
            biases: Biases::of(&biases).ok_or(PolicyError::Length {
                found: bytes.len(),
                expected: bytes_of(width),
                width,
            })?,
        };
        parameters.check()?;
        Ok(parameters)
    }
}

/// Bytes of the file of a network with so many hidden numbers.
fn bytes_of(width: usize) -> usize {
    HEAD + 4 * (INPUTS + 1) * width + (TO_ROWS + FROM_ROWS + VALUE_ROWS) * width + 4 * BIASES
}

fn check_width(found: i64) -> Result<(), PolicyError> {
    let fits = usize::try_from(found)
        .is_ok_and(|width| WIDTHS.contains(&width) && width.is_multiple_of(LANE));
    let expected = || format!("{} to {} in steps of {LANE}", WIDTHS.start(), WIDTHS.end());
    if fits { Ok(()) } else { Err(field("hidden numbers", found, expected())) }
}

fn same(what: &'static str, found: i64, expected: i64) -> Result<(), PolicyError> {
    if found == expected { Ok(()) } else { Err(field(what, found, expected.to_string())) }
}

fn within(what: &'static str, found: i64, most: i64) -> Result<(), PolicyError> {
    if found.abs() <= most { Ok(()) } else { Err(field(what, found, format!("-{most} to {most}"))) }
}

fn field(what: &'static str, found: i64, expected: String) -> PolicyError {
    PolicyError::Field { what, found, expected }
}

impl PolicyNet {
    /// Reads a file.
    ///
    /// # Errors
    /// Names the file and says why it is refused.
    pub fn load(path: &Path) -> Result<PolicyNet, PolicyError> {
        let read = || PolicyNet::parse(&regular_file::read(path, MOST_BYTES)?);
        read().map_err(|error: PolicyError| PolicyError::File {
            path: path.to_path_buf(),
            error: Box::new(error),
        })
    }

    /// A network from the bytes of a file.
    ///
    /// # Errors
    /// Says why they are refused.
    pub fn parse(bytes: &[u8]) -> Result<PolicyNet, PolicyError> {
        PolicyNet::new(&Parameters::from_bytes(bytes)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_back() {
        for width in [32, 128] {
            let parameters = Parameters::random(width, 1);
            let bytes = parameters.to_bytes();
            assert_eq!(bytes.len(), bytes_of(width));
            assert_eq!(Parameters::from_bytes(&bytes).unwrap(), parameters);
            let net = PolicyNet::parse(&bytes).unwrap();
            assert_eq!((net.width(), net.checksum()), (width, parameters.checksum()));
        }
    }

    #[test]
    fn every_field_that_is_damaged_is_named() {
        let good = Parameters::random(32, 2).to_bytes();
        let said = |bytes: &[u8]| PolicyNet::parse(bytes).unwrap_err().to_string();
        let with = |at: usize, byte: u8| {
            let mut bad = good.clone();
            bad[at] = byte;
            said(&bad)
        };
        assert!(said(b"").contains("no policy network of Tabia"));
        assert!(with(3, b'X').contains("no policy network of Tabia"));
        assert!(said(b"TABIANN\n and so on").contains("no policy network of Tabia"));
        assert_eq!(with(8, 2), "version of the format: found 2, expected 1");
        assert!(with(13, good[13] ^ 1).contains("the file is damaged"), "the checksum itself");
        assert_eq!(with(20, 9), "architecture: found 9, expected 1");
        assert_eq!(with(24, 33), "hidden numbers: found 33, expected 32 to 512 in steps of 32");
        assert_eq!(
            with(27, 255),
            "hidden numbers: found 4278190112, expected 32 to 512 in steps of 32"
        );
        for (number, (what, size)) in SIZES.into_iter().enumerate() {
            let error = with(28 + 4 * number, good[28 + 4 * number] ^ 1);
            assert_eq!(error, format!("{what}: found {}, expected {size}", size ^ 1));
        }
        let expected = format!("{} bytes, expected {}", good.len(), bytes_of(64));
        assert!(with(24, 64).starts_with(&expected), "{}", with(24, 64));
        // A byte of each kind of numbers: trunk, its bias, targets, origins, value, every list of biases.
        let heads = HEAD + 4 * (INPUTS + 1) * 32;
        let biases = heads + (TO_ROWS + FROM_ROWS + VALUE_ROWS) * 32;
        let lists = [0, TO_ROWS, TO_ROWS + FROM_ROWS, BIASES - VALUE_ROWS - 1, BIASES - 1];
        let places = [HEAD, heads - 1, heads, heads + TO_ROWS * 32, biases - 1];
        for at in places.into_iter().chain(lists.map(|bias| biases + 4 * bias)) {
            assert!(with(at, good[at] ^ 0x40).contains("the file is damaged"), "{at}");
        }
        for end in [1, 7, 8, 11, 19, 40, HEAD - 1, HEAD, heads, biases, good.len() - 1] {
            let error = said(&good[..end]);
            let told = if end < 8 { "no policy network" } else { "bytes, expected" };
            assert!(error.contains(told), "{end}: {error}");
        }
        assert!(said(&[&good[..], b"x"].concat()).contains("bytes, expected"));
        let missing = PolicyNet::load(Path::new("no/such.policy")).unwrap_err().to_string();
        assert!(missing.starts_with("no/such.policy: "), "{missing}");
    }

    #[test]
    fn numbers_that_could_overflow_are_refused() {
        let refused = |change: fn(&mut Parameters)| {
            let mut parameters = Parameters::random(32, 3);
            change(&mut parameters);
            let error = PolicyNet::parse(&parameters.to_bytes()).unwrap_err().to_string();
            assert_eq!(error, PolicyNet::new(&parameters).unwrap_err().to_string());
            error
        };
        let error = refused(|parameters| parameters.trunk[5] = -993);
        assert_eq!(error, "number of the trunk: found -993, expected -992 to 992");
        let error = refused(|parameters| parameters.from[5] = -128);
        assert_eq!(error, "weight of a head: found -128, expected -127 to 127");
        let error = refused(|parameters| parameters.biases.special[1] = i32::MIN);
        assert_eq!(error, "bias: found -2147483648, expected -4194304 to 4194304");
        let mut short = Parameters::random(32, 3);
        short.biases.flags.pop();
        let error = PolicyNet::new(&short).unwrap_err().to_string();
        assert_eq!(error, "biases of flags: found 6911, expected 6912");
    }
}
