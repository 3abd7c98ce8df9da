//! File format of the evaluation network; see [`net_file`](crate::eval::net_file) for the container.
//!
//! ```text
//!  8..12  version of the format: 2
//! 20..24  architecture: 2 = 1,792 mirrored inputs, two sides, squared clamp, outputs by pieces on the board
//! 24..28  numbers of one side's accumulator
//! 28..32  outputs
//! 32..36  what 1.0 is in an accumulator: 255
//! 36..40  what 1.0 is in an output weight: 64
//! 40..44  centipawns of an output of 1.0
//! 44..    rows of the inputs, bias, weights of each output (side to move first), 16 bits each; bias of each
//!         output, 32 bits
//! ```
//!
//! Version 1 had one output and another header; architecture 1 had 768 inputs without piece properties.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use super::features::{BUCKETS, INPUTS};
use super::kernels::LANE;
use super::{Network, Parameters, QA, QB, WIDTHS};
use crate::eval::net_file::{EVALUATION, Format, NetworkError, field, range, same, widths, within};
use tabia_text::t;

const FORMAT: Format = Format {
    kind: "network-kind-evaluation",
    name: EVALUATION,
    version: 2,
    words: 6,
    unit: "network-part-width",
    max_bytes: 1 << 26,
};
const ARCHITECTURE: u32 = 2;
/// Largest output weight: its product with a clamped activation fits 16 bits.
const OUTPUT_MAX: i16 = 127;
/// Largest number of a row or a bias: 32 rows and a bias fit 16 bits.
pub(in crate::eval) const ROW_MAX: i16 = 992;
/// Largest sum of the weights of an output, without signs: their products with full activations fit 32 bits.
const OUTPUT_SUM_MAX: i64 = i32::MAX as i64 / (QA * QA) as i64;
/// Largest bias of an output, without its sign: 257 times the scale. With the largest sum and scale an evaluation stays
/// below eight million centipawns, so that 32 bits hold it 200 times, as it is scaled near the fifty-move rule.
const OUTPUT_BIAS_MAX: i64 = 1 << 22;
/// Allowed scales, centipawns.
const SCALES: std::ops::RangeInclusive<i32> = 1..=10_000;

impl Parameters {
    /// Whether the sizes are consistent and no sum can overflow.
    pub(super) fn check(&self) -> Result<(), NetworkError> {
        let width = self.bias.len();
        if !WIDTHS.contains(&width) || !width.is_multiple_of(LANE) {
            return Err(field("network-part-width", width as i64, widths(&WIDTHS, LANE)));
        }
        same("network-part-rows", self.rows.len() as i64, (INPUTS * width) as i64)?;
        let buckets = self.output_bias.len();
        if !BUCKETS.contains(&buckets) {
            return Err(field("network-part-outputs", buckets as i64, bucket_counts()));
        }
        same(
            "network-part-output-weights",
            self.output.len() as i64,
            (2 * width * buckets) as i64,
        )?;
        for &number in self.rows.iter().chain(&self.bias) {
            within("network-part-accumulator", i64::from(number), i64::from(ROW_MAX))?;
        }
        for &weight in &self.output {
            within("network-part-output-weight", i64::from(weight), i64::from(OUTPUT_MAX))?;
        }
        for output in self.output.chunks(2 * width) {
            let sum = output.iter().map(|&weight| i64::from(weight.unsigned_abs())).sum();
            within("network-part-output-sum", sum, OUTPUT_SUM_MAX)?;
        }
        for &bias in &self.output_bias {
            within("network-part-output-bias", i64::from(bias), OUTPUT_BIAS_MAX)?;
        }
        if !SCALES.contains(&self.scale) {
            let expected = range((*SCALES.start()).into(), (*SCALES.end()).into());
            return Err(field("network-part-scale", i64::from(self.scale), expected));
        }
        Ok(())
    }

    /// The file of these parameters.
    pub fn to_bytes(&self) -> Vec<u8> {
        FORMAT.write(&body(self))
    }

    /// Whether the bytes begin like a network file.
    pub fn begins(bytes: &[u8]) -> bool {
        FORMAT.begins(bytes)
    }

    /// Parses a file.
    ///
    /// # Errors
    /// States what was found and what was expected.
    pub fn from_bytes(bytes: &[u8]) -> Result<Parameters, NetworkError> {
        let mut file = FORMAT.read(bytes)?;
        for (what, at, expected) in [
            ("network-part-architecture", 0, ARCHITECTURE),
            ("network-part-accumulator-one", 3, QA as u32),
            ("network-part-output-one", 4, QB as u32),
        ] {
            same(what, file.word(at).into(), expected.into())?;
        }
        let (width, buckets) = (file.word(1) as usize, file.word(2) as usize);
        if !WIDTHS.contains(&width) {
            return Err(field("network-part-width", width as i64, widths(&WIDTHS, LANE)));
        }
        if !BUCKETS.contains(&buckets) {
            return Err(field("network-part-outputs", buckets as i64, bucket_counts()));
        }
        file.check(2 * (INPUTS + 1 + 2 * buckets) * width + 4 * buckets, width)?;
        let parameters = Parameters {
            rows: file.wide(INPUTS * width),
            bias: file.wide(width),
            output: file.wide(2 * width * buckets),
            output_bias: file.biases(buckets),
            scale: file.word(5) as i32,
        };
        parameters.check()?;
        Ok(parameters)
    }
}

impl Network {
    /// Reads a file.
    ///
    /// # Errors
    /// Names the file and the reason.
    pub fn open(path: &Path) -> Result<Network, NetworkError> {
        FORMAT.open(path, Network::from_bytes)
    }

    /// A network from the bytes of a file.
    ///
    /// # Errors
    /// States the reason.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        Network::new(&Parameters::from_bytes(bytes)?)
    }
}

/// The accepted numbers of outputs.
fn bucket_counts() -> String {
    t!("network-one-of", values = format!("{BUCKETS:?}"))
}

/// The data after the checksum.
pub(super) fn body(parameters: &Parameters) -> Vec<u8> {
    let (width, buckets) = (parameters.bias.len() as u32, parameters.output_bias.len() as u32);
    let head = [ARCHITECTURE, width, buckets, QA as u32, QB as u32, parameters.scale as u32];
    let mut bytes: Vec<u8> = head.into_iter().flat_map(u32::to_le_bytes).collect();
    let numbers = [&parameters.rows, &parameters.bias, &parameters.output];
    bytes.extend(numbers.into_iter().flatten().flat_map(|number| number.to_le_bytes()));
    bytes.extend(parameters.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
    bytes
}

// The built-in network; `assets/nets` documents its origin.

/// Its file.
const FILE: &[u8] = include_bytes!("../../../../assets/nets/tabia.nnue");

/// Parsed once per process.
static NETWORK: LazyLock<Option<Arc<Network>>> =
    LazyLock::new(|| Network::from_bytes(FILE).ok().map(Arc::new));

/// The built-in network. `None` only if the program was built with a damaged file, which a test excludes.
pub fn built_in() -> Option<Arc<Network>> {
    NETWORK.clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::Parameters;
    use tabia_chess::Board;

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
        let error_text = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err().to_string();
        assert!(error_text(b"").contains("not a network of Tabia"));
        assert!(error_text(b"PK\x03\x04 something").contains("begins with “PK\\x03\\x04 som”"));
        let other = t!("network-other-kind", found = "TABIAPO");
        assert_eq!(error_text(b"TABIAPO\n and so on"), other);
        for end in [1, 7, 8, 30] {
            let cut = t!("network-cut", found = end, expected = "44");
            assert_eq!(error_text(&good[..end]), cut);
        }
        assert!(error_text(&good[..1]).contains("1 byte, expected"));
        assert!(error_text(&good[..500]).contains("500 bytes, expected"));
        assert!(error_text(&[&good[..], b"x"].concat()).contains("expected"));
        let with = |at: usize, byte: u8| {
            let mut bad = good.clone();
            bad[at] = byte;
            error_text(&bad)
        };
        assert_eq!(with(8, 1), "version of the format: found 1, expected 2");
        assert_eq!(with(20, 9), "architecture: found 9, expected 2");
        assert_eq!(with(24, 33), "115852 bytes, expected 119470 for 33 neurons a side");
        assert_eq!(with(26, 1), "neurons a side: found 65568, expected 32 to 512 in steps of 32");
        assert_eq!(with(28, 3), "outputs: found 3, expected one of [1, 2, 4, 8]");
        assert!(with(1000, good[1000] ^ 1).contains("the file is damaged"));
        assert!(with(40, good[40] ^ 1).contains("the file is damaged"), "the scale is covered");
        let missing = Network::open(Path::new("no/such.nnue")).unwrap_err().to_string();
        assert!(missing.starts_with("no/such.nnue: "), "{missing}");
    }

    #[test]
    fn invalid_parameters_are_refused() {
        let refused = |change: fn(&mut Parameters)| {
            let mut parameters = Parameters::random(32, 2, 3);
            change(&mut parameters);
            let error = Network::from_bytes(&parameters.to_bytes()).unwrap_err().to_string();
            assert_eq!(error, Network::new(&parameters).unwrap_err().to_string());
            error
        };
        let error = refused(|parameters| parameters.output[5] = 128);
        assert_eq!(error, "output weight: found 128, expected -127 to 127");
        let error = refused(|parameters| parameters.rows[7] = -993);
        assert_eq!(error, "weight of the first layer: found -993, expected -992 to 992");
        let error = refused(|parameters| parameters.bias[7] = 993);
        assert_eq!(error, "weight of the first layer: found 993, expected -992 to 992");
        let error = refused(|parameters| {
            *parameters = Parameters::random(160, 2, 3);
            parameters.output[320..].fill(-127);
        });
        assert_eq!(
            error,
            "sum of an output's weights without signs: found 40640, expected -33025 to 33025"
        );
        let error = refused(|parameters| parameters.output_bias[1] = i32::MIN);
        assert_eq!(error, "bias of an output: found -2147483648, expected -4194304 to 4194304");
        let error = refused(|parameters| parameters.scale = 65_324);
        assert_eq!(error, "scale: found 65324, expected 1 to 10000");
    }

    #[test]
    fn it_loads_and_knows_the_values_of_pieces() {
        let network = built_in().unwrap();
        assert!(Parameters::from_bytes(FILE).unwrap().to_bytes() == FILE, "written as it was read");
        let white = |fen: &str| network.evaluate(&Board::from_fen(fen).unwrap());
        assert!(white("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").abs() < 100);
        let knight = white("r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let queen = white("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert!((150..800).contains(&knight) && queen > knight + 200, "{knight} and {queen}");
    }
}
