//! File format of the policy network; see [`net_file`](crate::eval::net_file) for the container.
//!
//! ```text
//!  8..12  version of the format: 1
//! 20..24  architecture: 1 = mirrored inputs of the side to move, products of pairs, rows of targets and origins
//! 24..28  hidden neurons n
//! 28..52  inputs, rows of targets, rows of origins, flags, special biases, rows of the value head: 1,792, 3,072,
//!         768, 6,912, 8, 24
//! 52..60  what 1.0 is in the accumulator, 255, and in a weight of a head, 64
//! 60..    16 bits each: a row of 2 n numbers for each input, bias of the accumulator;
//!         8 bits each: rows of n numbers of targets, of origins, of the value head (win, draw, loss for each number
//!         of pieces, the few first);
//!         32 bits each, times 64 * 255 * 255 / 256: biases of targets, origins, flags, special, value
//! ```

use std::path::Path;
use std::sync::{Arc, LazyLock};

use super::rows::{FLAGS, FROM_ROWS, SPECIALS, TO_ROWS};
use super::{PolicyNet, QA, QB, VALUE_ROWS, WIDTHS};
use crate::eval::net_file::{Format, NetworkError, POLICY, checksum, field, same, widths, within};
use crate::eval::nnue::features::INPUTS;
use crate::eval::nnue::file::ROW_MAX;
use crate::eval::nnue::kernels::LANE;
use tabia_chess::SplitMix64;

const FORMAT: Format = Format {
    kind: "network-kind-policy",
    name: POLICY,
    version: 1,
    words: 2 + SIZES.len(),
    unit: "network-part-hidden",
    max_bytes: 1 << 24,
};
const ARCHITECTURE: u32 = 1;
/// Largest head weight.
pub(crate) const HEAD_MAX: i8 = 127;
/// Largest bias: beyond any logit, without overflow.
pub(crate) const BIAS_MAX: i32 = 1 << 22;
/// Number of all biases.
const BIASES: usize = TO_ROWS + FROM_ROWS + FLAGS + SPECIALS + VALUE_ROWS;
/// Header fields after the width, with their values in this program.
const SIZES: [(&str, usize); 8] = [
    ("network-part-inputs", INPUTS),
    ("network-part-target-rows", TO_ROWS),
    ("network-part-origin-rows", FROM_ROWS),
    ("network-part-flags", FLAGS),
    ("network-part-special-biases", SPECIALS),
    ("network-part-value-rows", VALUE_ROWS),
    ("network-part-trunk-one", QA as usize),
    ("network-part-head-one", QB as usize),
];

/// Biases of a policy network, times [`LOGIT_ONE`](super::LOGIT_ONE).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Biases {
    /// Of the target rows.
    pub to: Vec<i32>,
    /// Of the origin rows.
    pub from: Vec<i32>,
    /// Of the flags.
    pub flags: Vec<i32>,
    /// Special biases of a move.
    pub special: Vec<i32>,
    /// Of the value head.
    pub value: Vec<i32>,
}

impl Biases {
    /// The lists in file order, with names and lengths.
    fn lists(&self) -> [(&'static str, &Vec<i32>, usize); 5] {
        [
            ("network-part-target-biases", &self.to, TO_ROWS),
            ("network-part-origin-biases", &self.from, FROM_ROWS),
            ("network-part-flag-biases", &self.flags, FLAGS),
            ("network-part-special-biases", &self.special, SPECIALS),
            ("network-part-value-biases", &self.value, VALUE_ROWS),
        ]
    }

    /// Splits one list in file order.
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

/// Quantised parameters of a policy network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// Hidden size, one of [`WIDTHS`].
    pub width: usize,
    /// A row of `2 * width` weights per input, times [`QA`].
    pub trunk: Vec<i16>,
    /// Bias of the accumulator.
    pub trunk_bias: Vec<i16>,
    /// Target rows of `width` weights, times [`QB`] like all that follow.
    pub to: Vec<i8>,
    /// Origin rows.
    pub from: Vec<i8>,
    /// Rows of the value head: win, draw, loss per bucket.
    pub value: Vec<i8>,
    /// Biases of all heads.
    pub biases: Biases,
}

impl Parameters {
    /// Random parameters of realistic size, for tests and timing. `width` is one of [`WIDTHS`].
    pub fn random(width: usize, seed: u64) -> Parameters {
        let mut rng = SplitMix64::new(seed);
        let mut number = |limit: i32| rng.below(2 * limit as usize + 1) as i32 - limit;
        let mut wide = |count: usize, limit| (0..count).map(|_| number(limit) as i16).collect();
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

    /// Whether the sizes are consistent and no sum can overflow.
    pub(super) fn check(&self) -> Result<(), NetworkError> {
        let width = self.width;
        check_width(width as i64)?;
        for (what, found, expected) in [
            ("network-part-trunk-numbers", self.trunk.len(), INPUTS * 2 * width),
            ("network-part-trunk-biases", self.trunk_bias.len(), 2 * width),
            ("network-part-target-weights", self.to.len(), TO_ROWS * width),
            ("network-part-origin-weights", self.from.len(), FROM_ROWS * width),
            ("network-part-value-weights", self.value.len(), VALUE_ROWS * width),
        ] {
            same(what, found as i64, expected as i64)?;
        }
        for number in self.trunk.iter().chain(&self.trunk_bias) {
            within("network-part-trunk-number", i64::from(*number), i64::from(ROW_MAX))?;
        }
        for number in self.to.iter().chain(&self.from).chain(&self.value) {
            within("network-part-head-weight", i64::from(*number), i64::from(HEAD_MAX))?;
        }
        for (what, list, expected) in self.biases.lists() {
            same(what, list.len() as i64, expected as i64)?;
            for bias in list {
                within("network-part-bias", i64::from(*bias), i64::from(BIAS_MAX))?;
            }
        }
        Ok(())
    }

    /// Checksum of the parameters.
    pub fn checksum(&self) -> u64 {
        checksum(&self.body())
    }

    /// The data after the checksum.
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

    /// The file of these parameters.
    pub fn to_bytes(&self) -> Vec<u8> {
        FORMAT.write(&self.body())
    }

    /// Parses a file.
    ///
    /// # Errors
    /// States what was found and what was expected.
    pub fn from_bytes(bytes: &[u8]) -> Result<Parameters, NetworkError> {
        let mut file = FORMAT.read(bytes)?;
        same("network-part-architecture", file.word(0).into(), ARCHITECTURE.into())?;
        check_width(file.word(1).into())?;
        for (at, (what, size)) in SIZES.into_iter().enumerate() {
            same(what, file.word(2 + at).into(), size as i64)?;
        }
        let width = file.word(1) as usize;
        file.check(bytes_of(width) - FORMAT.head(), width)?;
        let parameters = Parameters {
            width,
            trunk: file.wide(INPUTS * 2 * width),
            trunk_bias: file.wide(2 * width),
            to: file.narrow(TO_ROWS * width),
            from: file.narrow(FROM_ROWS * width),
            value: file.narrow(VALUE_ROWS * width),
            biases: Biases {
                to: file.biases(TO_ROWS),
                from: file.biases(FROM_ROWS),
                flags: file.biases(FLAGS),
                special: file.biases(SPECIALS),
                value: file.biases(VALUE_ROWS),
            },
        };
        parameters.check()?;
        Ok(parameters)
    }
}

/// File size of a network with this hidden size.
fn bytes_of(width: usize) -> usize {
    FORMAT.head()
        + 4 * (INPUTS + 1) * width
        + (TO_ROWS + FROM_ROWS + VALUE_ROWS) * width
        + 4 * BIASES
}

fn check_width(found: i64) -> Result<(), NetworkError> {
    let fits = usize::try_from(found)
        .is_ok_and(|width| WIDTHS.contains(&width) && width.is_multiple_of(LANE));
    if fits { Ok(()) } else { Err(field("network-part-hidden", found, widths(&WIDTHS, LANE))) }
}

impl PolicyNet {
    /// Reads a file.
    ///
    /// # Errors
    /// Names the file and the reason.
    pub fn load(path: &Path) -> Result<PolicyNet, NetworkError> {
        FORMAT.open(path, PolicyNet::parse)
    }

    /// A network from the bytes of a file.
    ///
    /// # Errors
    /// States the reason.
    pub fn parse(bytes: &[u8]) -> Result<PolicyNet, NetworkError> {
        PolicyNet::new(&Parameters::from_bytes(bytes)?)
    }
}

// The built-in policy network; `assets/nets` documents its origin.

/// Its file.
const FILE: &[u8] = include_bytes!("../../../../assets/nets/tabia.policy");

/// Parsed once per process.
static NETWORK: LazyLock<Option<Arc<PolicyNet>>> =
    LazyLock::new(|| PolicyNet::parse(FILE).ok().map(Arc::new));

/// Its file, as `tabia-train train --policy` writes it.
pub fn built_in_bytes() -> &'static [u8] {
    FILE
}

/// The built-in policy network. `None` only if the program was built with a damaged file, which a test excludes.
pub fn built_in() -> Option<Arc<PolicyNet>> {
    NETWORK.clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::policy::Parameters;
    use tabia_chess::{Board, san};
    use tabia_text::t;

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
        let error_text = |bytes: &[u8]| PolicyNet::parse(bytes).unwrap_err().to_string();
        let with = |at: usize, byte: u8| {
            let mut bad = good.clone();
            bad[at] = byte;
            error_text(&bad)
        };
        assert!(error_text(b"").contains("not a policy network of Tabia"));
        assert!(with(3, b'X').contains("not a policy network of Tabia"));
        let other = t!("network-other-kind", found = "TABIANN");
        assert_eq!(error_text(b"TABIANN\n and so on"), other);
        assert_eq!(with(8, 2), "version of the format: found 2, expected 1");
        assert!(with(13, good[13] ^ 1).contains("the file is damaged"), "the checksum itself");
        assert_eq!(with(20, 9), "architecture: found 9, expected 1");
        assert_eq!(with(24, 33), "hidden neurons: found 33, expected 32 to 512 in steps of 32");
        assert_eq!(
            with(27, 255),
            "hidden neurons: found 4278190112, expected 32 to 512 in steps of 32"
        );
        for (number, (what, size)) in SIZES.into_iter().enumerate() {
            let error = with(28 + 4 * number, good[28 + 4 * number] ^ 1);
            let what = tabia_text::find(what).unwrap();
            assert_eq!(error, format!("{what}: found {}, expected {size}", size ^ 1));
        }
        let expected = format!("{} bytes, expected {}", good.len(), bytes_of(64));
        assert!(with(24, 64).starts_with(&expected), "{}", with(24, 64));
        // One byte of each part: trunk, its bias, targets, origins, value, every list of biases.
        let heads = FORMAT.head() + 4 * (INPUTS + 1) * 32;
        let biases = heads + (TO_ROWS + FROM_ROWS + VALUE_ROWS) * 32;
        let lists = [0, TO_ROWS, TO_ROWS + FROM_ROWS, BIASES - VALUE_ROWS - 1, BIASES - 1];
        let places = [FORMAT.head(), heads - 1, heads, heads + TO_ROWS * 32, biases - 1];
        for at in places.into_iter().chain(lists.map(|bias| biases + 4 * bias)) {
            assert!(with(at, good[at] ^ 0x40).contains("the file is damaged"), "{at}");
        }
        for end in
            [1, 7, 8, 11, 19, 40, FORMAT.head() - 1, FORMAT.head(), heads, biases, good.len() - 1]
        {
            let error = error_text(&good[..end]);
            let bytes = if end == 1 { "byte" } else { "bytes" };
            assert!(error.starts_with(&format!("{end} {bytes}, expected ")), "{end}: {error}");
        }
        assert!(error_text(&[&good[..], b"x"].concat()).contains("bytes, expected"));
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
        assert_eq!(error, "weight of the trunk: found -993, expected -992 to 992");
        let error = refused(|parameters| parameters.from[5] = -128);
        assert_eq!(error, "weight of a head: found -128, expected -127 to 127");
        let error = refused(|parameters| parameters.biases.special[1] = i32::MIN);
        assert_eq!(error, "bias: found -2147483648, expected -4194304 to 4194304");
        let german = tabia_text::Language::by_id("de").unwrap().on_this_thread();
        let error = refused(|parameters| parameters.from[5] = -128);
        assert_eq!(error, "Gewicht eines Kopfs: -128 gefunden, erwartet: -127 bis 127");
        drop(german);
        let mut short = Parameters::random(32, 3);
        short.biases.flags.pop();
        let error = PolicyNet::new(&short).unwrap_err().to_string();
        assert_eq!(error, "biases of flags: found 6911, expected 6912");
    }

    #[test]
    fn it_loads_and_prefers_sensible_moves() {
        let network = built_in().unwrap();
        assert!(Parameters::from_bytes(FILE).unwrap().to_bytes() == FILE, "written as it was read");
        let evaluated = |fen: &str, likely: &[&str]| {
            let board = Board::from_fen(fen).unwrap();
            let moves = board.legal_moves();
            let mut priors = vec![0.0; moves.len()];
            let wdl = network.evaluate(&board, &moves, &mut priors);
            let chance = |text: &&str| {
                let mv = san::parse(&board, text).unwrap();
                priors[moves.iter().position(|&other| other == mv).unwrap()]
            };
            (wdl.expected(), likely.iter().map(chance).sum::<f32>())
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let (expected, likely) = evaluated(start, &["e4", "d4", "Nf3", "c4"]);
        assert!((0.4..0.65).contains(&expected) && likely > 0.5, "{expected} {likely}");
        let recapture = "r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4";
        let (_, likely) = evaluated(recapture, &["dxc6", "bxc6"]);
        assert!(likely > 0.9, "{likely}");
        let queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(evaluated(queen_up, &[]).0 > 0.75);
        assert!(evaluated(&queen_up.replace(" w ", " b "), &[]).0 < 0.25);
    }
}
