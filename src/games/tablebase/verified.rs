//! Verification of table checksums: small tables at once, larger ones in the background, with results saved between
//! starts.
//!
//! Safety does not depend on it: the reader checks bounds whatever a table contains. A wrong checksum means that an
//! answer may be wrong.
#![expect(clippy::many_single_char_names, reason = "the hash mixes many numbers that mean nothing")]

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant, UNIX_EPOCH};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use super::RefusedTable;
use super::format::CHECKSUM;
use super::storage::TableFile;
use super::table::{Fault, Table};
use crate::{regular_file, whole_file};

/// Bytes verified when folders are opened, the smallest tables first: all of four men and many of five, in some
/// hundredths of a second.
const AT_ONCE: u64 = 32 << 20;
/// The largest table verified in the background, and the total size per start. Larger sets would keep a disk busy for
/// hours.
const LARGEST: u64 = 128 << 20;
const IN_BACKGROUND: u64 = 4 << 30;
/// The results are saved after this many tables.
const OFTEN: usize = 64;
/// Maximum size and number of entries of the file of results.
const MAX_BYTES: u64 = 4 << 20;
const MAX_ENTRIES: usize = 10_000;

/// Results of earlier starts, as saved on disk.
#[derive(Debug, Default, Serialize, Deserialize)]
struct VerifiedFiles {
    /// By path.
    tables: BTreeMap<String, Entry>,
}

/// A file and the result of its verification. A changed size or time invalidates it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    len: u64,
    /// Nanoseconds since 1970.
    modified: u64,
    good: bool,
}

impl Entry {
    fn of(file: &TableFile, good: bool) -> Option<Entry> {
        let modified = file.modified?.duration_since(UNIX_EPOCH).ok()?.as_nanos() as u64;
        Some(Entry { len: file.len, modified, good })
    }
}

impl VerifiedFiles {
    /// Reads the saved results; empty if they cannot be read.
    fn read(path: &Path) -> VerifiedFiles {
        let bytes = regular_file::read(path, MAX_BYTES).unwrap_or_default();
        serde_json::from_slice(&bytes).unwrap_or_default()
    }

    /// The saved result of a file, if there is one.
    fn known(&self, file: &TableFile) -> Option<bool> {
        let entry = self.tables.get(file.path.to_str()?)?;
        (Some(*entry) == Entry::of(file, entry.good)).then_some(entry.good)
    }

    fn put(&mut self, file: &TableFile, good: bool) {
        let (Some(path), Some(entry)) = (file.path.to_str(), Entry::of(file, good)) else { return };
        if self.tables.len() >= MAX_ENTRIES && !self.tables.contains_key(path) {
            self.tables.pop_first();
        }
        self.tables.insert(path.to_owned(), entry);
    }

    /// Saves the results; if that fails, everything is verified again at the next start.
    fn write(&self, path: &Path) {
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        if let (Ok(()), Ok(text)) = (made, serde_json::to_vec(self)) {
            whole_file::write_bytes(path, &text).unwrap_or_default();
        }
    }
}

/// The tables that are not refused, the smallest first.
fn by_size(tables: &[Table]) -> Vec<&Table> {
    let mut sorted: Vec<&Table> = tables.iter().filter(|table| table.refused().is_none()).collect();
    sorted.sort_by_key(|table| table.file.len);
    sorted
}

/// How many of these sorted tables have at most this many bytes in total.
fn within(tables: &[&Table], mut bytes: u64) -> usize {
    let fits = |table: &&&Table| {
        let left = bytes.checked_sub(table.file.len);
        bytes = left.unwrap_or(0);
        left.is_some()
    };
    tables.iter().take_while(fits).count()
}

/// Verifies the small tables and refuses those that differ.
pub(super) fn at_once(tables: &[Table]) {
    let sorted = by_size(tables);
    for table in &sorted[..within(&sorted, AT_ONCE)] {
        if let Some(Err(fault)) = verify(&table.file, || true) {
            table.refuse(fault);
        }
    }
}

/// Verifies the others, with pauses that leave half of the disk's time free. Returns those that are refused. `kept`:
/// the file of earlier results.
pub(super) fn in_background(
    tables: &[Table],
    kept: &Path,
    stop: &dyn Fn() -> bool,
) -> Vec<RefusedTable> {
    let sorted = by_size(tables);
    compare(&sorted[within(&sorted, AT_ONCE)..], kept, stop)
}

/// Verifies all of these.
pub(super) fn compare(
    tables: &[&Table],
    kept: &Path,
    stop: &dyn Fn() -> bool,
) -> Vec<RefusedTable> {
    let mut known = VerifiedFiles::read(kept);
    let (mut refused, mut left, mut news) = (Vec::new(), IN_BACKGROUND, 0);
    for table in tables.iter().filter(|table| table.file.len <= LARGEST) {
        let good = match known.known(&table.file) {
            Some(true) => Ok(()),
            Some(false) => Err(Fault::Checksum),
            None => {
                let Some(after) = left.checked_sub(table.file.len) else { break };
                left = after;
                let mut pause = Pause(Instant::now());
                let Some(good) = verify(&table.file, || pause.go_on(stop)) else { break };
                // A read error may be temporary.
                if matches!(good, Ok(()) | Err(Fault::Checksum)) {
                    known.put(&table.file, good.is_ok());
                    news += 1;
                }
                good
            }
        };
        if let Err(fault) = good {
            table.refuse(fault);
            refused.push(RefusedTable { path: table.file.path.clone(), why: fault.to_string() });
        }
        if news == OFTEN {
            known.write(kept);
            news = 0;
        }
    }
    if news > 0 {
        known.write(kept);
    }
    refused
}

/// Pauses for as long as it worked since the last pause.
struct Pause(Instant);

impl Pause {
    fn go_on(&mut self, stop: &dyn Fn() -> bool) -> bool {
        std::thread::sleep(self.0.elapsed().min(Duration::from_millis(500)));
        self.0 = Instant::now();
        !stop()
    }
}

// The checksum at the end of a table is the hash that `CityHash` 1.0.3 calls `CityHashCrc256`, of each 16 MiB of the
// file, and of these its 128 bits. It finds changed bytes among the values, which a check of the header cannot.

/// Bytes that are hashed together.
const CHUNK: u64 = 1 << 24;
/// Bytes of a step of the hash, and of a round of steps.
const STEP: usize = 40;
const ROUND: usize = 6 * STEP;
/// From this many bytes on the last hash is the long one.
const LONG: usize = 900;

// The hash's constants.
const K0: u64 = 0xC3A5_C85C_97CB_3127;
const K1: u64 = 0xB492_B66F_BE98_F273;
const K3: u64 = 0xC949_D7C7_509E_6557;
const MIX: u64 = 0x9DDF_EA08_EB38_2D69;

/// Verifies a table. `go_on` is called before each 16 MiB; `None` if it returned false.
pub(super) fn verify(
    file: &TableFile,
    mut go_on: impl FnMut() -> bool,
) -> Option<Result<(), Fault>> {
    let mut opened = match regular_file::open(&file.path) {
        Ok(opened) => opened,
        Err(error) => return Some(Err(error.into())),
    };
    if opened.metadata().is_ok_and(|metadata| metadata.len() != file.len) {
        return Some(Err(Fault::Changed));
    }
    let mut left = file.len.saturating_sub(CHECKSUM);
    let mut hashes = Vec::new();
    let mut buffer = Vec::new();
    while left > 0 {
        if !go_on() {
            return None;
        }
        let many = left.min(CHUNK);
        if let Err(error) = read(&mut opened, &mut buffer, many) {
            return Some(Err(error.into()));
        }
        hashes.extend(hash256(&buffer).into_iter().flat_map(u64::to_le_bytes));
        left -= many;
    }
    if let Err(error) = read(&mut opened, &mut buffer, CHECKSUM) {
        return Some(Err(error.into()));
    }
    let right = buffer == last_hash(&hashes);
    Some(if right { Ok(()) } else { Err(Fault::Checksum) })
}

/// The checksum of these bytes.
pub(super) fn of(bytes: &[u8]) -> [u8; CHECKSUM as usize] {
    let hashes = bytes.chunks(CHUNK as usize).flat_map(hash256).flat_map(u64::to_le_bytes);
    last_hash(&hashes.collect::<Vec<u8>>())
}

fn read(from: &mut impl Read, buffer: &mut Vec<u8>, many: u64) -> io::Result<()> {
    buffer.clear();
    let read = from.take(many).read_to_end(buffer)?;
    if read as u64 == many { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

/// The hash of the hashes.
fn last_hash(hashes: &[u8]) -> [u8; CHECKSUM as usize] {
    let [low, high] = if hashes.len() <= LONG {
        hash128(hashes)
    } else {
        let [_, _, third, fourth] = hash256(hashes);
        [third, fourth]
    };
    (u128::from(low) | u128::from(high) << 64).to_le_bytes()
}

/// Eight bytes as a number; 0 beyond the end.
fn at(bytes: &[u8], place: usize) -> u64 {
    bytes.get(place..).and_then(<[u8]>::first_chunk).map_or(0, |chunk| u64::from_le_bytes(*chunk))
}

fn fold(value: u64) -> u64 {
    value ^ value >> 47
}

fn mix(low: u64, high: u64) -> u64 {
    let first = fold((low ^ high).wrapping_mul(MIX));
    fold((high ^ first).wrapping_mul(MIX)).wrapping_mul(MIX)
}

/// The state of the long hash.
struct Long {
    /// The rotated and multiplied values.
    turned: [u64; 5],
    /// The first of them before the last step.
    before: u64,
    /// The CRC-32C of each of them.
    crcs: [u32; 5],
}

impl Long {
    /// One step. Every second step rotates by other amounts and does not multiply.
    fn step(&mut self, bytes: &[u8], odd: bool) {
        let (times, other) = if odd { (1, 1) } else { (K0, 0) };
        let [a, b, c, d, e] = self.turned;
        let turns = [(b, 41), (c, 27), (d, 41), (e, 33), (self.before, 25)];
        self.before = a;
        for (nth, (value, by)) in turns.into_iter().enumerate() {
            let turned = value.rotate_right(by ^ other).wrapping_mul(times);
            self.turned[nth] = turned.wrapping_add(at(bytes, 8 * nth));
            self.crcs[nth] = crc32c(self.crcs[nth], self.turned[nth]);
        }
    }
}

/// 256 bits. Less than a round of bytes is filled up with zeros.
fn hash256(bytes: &[u8]) -> [u64; 4] {
    if bytes.len() >= ROUND {
        return hash_long(bytes, 0);
    }
    let mut filled = [0; ROUND];
    filled[..bytes.len()].copy_from_slice(bytes);
    hash_long(&filled, !(bytes.len() as u32))
}

fn hash_long(bytes: &[u8], seed: u32) -> [u64; 4] {
    let len = bytes.len() as u64;
    let second = at(bytes, 96).wrapping_add(K0);
    let low = mix(second, len);
    let high = at(bytes, 120).wrapping_mul(K0).wrapping_add(len);
    let fifth = at(bytes, 184).wrapping_add(seed.into());
    let mut state = Long {
        turned: [at(bytes, 56).wrapping_add(K0), second, low, high, fifth],
        before: low.wrapping_add(high),
        crcs: [seed, 0, 0, 0, 0],
    };
    let rounds = bytes.chunks_exact(ROUND);
    let rest = rounds.remainder();
    for round in rounds {
        for (nth, step) in round.chunks_exact(STEP).enumerate() {
            state.step(step, nth % 2 == 0);
        }
    }
    let steps = rest.chunks_exact(STEP);
    let tail = !steps.remainder().is_empty();
    steps.for_each(|step| state.step(step, false));
    if tail {
        // The last bytes, some of which are hashed twice.
        state.step(&bytes[bytes.len() - STEP..], false);
    }
    finish(&state, low, high)
}

fn finish(state: &Long, low: u64, high: u64) -> [u64; 4] {
    let [a, b, c, d, e] = state.turned;
    let [f, g, h, i, j] = state.crcs.map(u64::from);
    let j = j.wrapping_add(i << 32);
    let a = mix(a, j);
    let h = h.wrapping_add(g << 32);
    let b = b.wrapping_add(h);
    let c = mix(c, f).wrapping_add(i);
    let d = mix(d, e.wrapping_add(low));
    let j = j.wrapping_add(e);
    let i = i.wrapping_add(mix(h, state.before));
    let e = mix(a, d).wrapping_add(j);
    let f = mix(b, c).wrapping_add(a);
    let g = mix(j, i).wrapping_add(c);
    let first = e.wrapping_add(f).wrapping_add(g).wrapping_add(h);
    let a = fold(a.wrapping_add(g).wrapping_mul(K0)).wrapping_mul(K0).wrapping_add(b);
    let second = high.wrapping_add(a).wrapping_add(first);
    let a = fold(a.wrapping_mul(K0)).wrapping_mul(K0).wrapping_add(c);
    let third = a.wrapping_add(second);
    let a = fold(a.wrapping_add(e).wrapping_mul(K0)).wrapping_mul(K0);
    [first, second, third, a.wrapping_add(third)]
}

/// 128 bits of 32 to [`LONG`] bytes, a multiple of 32.
fn hash128(bytes: &[u8]) -> [u64; 2] {
    let (low, high) = (at(bytes, 0) ^ K3, at(bytes, 8));
    let rest = bytes.get(16..).unwrap_or_default();
    if rest.len() < 128 { hash_some(rest, low, high) } else { hash_many(rest, low, high) }
}

/// Less than 128 bytes.
fn hash_some(bytes: &[u8], low: u64, high: u64) -> [u64; 2] {
    let len = bytes.len();
    let (mut a, mut b, mut c, mut d) = (low, high, 0, 0);
    if len <= 16 {
        a = fold(a.wrapping_mul(K1)).wrapping_mul(K1);
        let (first, last) = (at(bytes, 0), at(bytes, len.saturating_sub(8)));
        let turned = last.wrapping_add(len as u64).rotate_right(len as u32);
        c = b.wrapping_mul(K1).wrapping_add(mix(first, turned) ^ last);
        d = fold(a.wrapping_add(first));
    } else {
        c = c.wrapping_add(mix(at(bytes, len - 8).wrapping_add(K1), a));
        d = mix(b.wrapping_add(len as u64), c.wrapping_add(at(bytes, len - 16))).wrapping_add(d);
        a = a.wrapping_add(d);
        // The last part, of 1 to 16 bytes, is not hashed a second time.
        for part in bytes[..(len - 1) / 16 * 16].chunks_exact(16) {
            a = (a ^ fold(at(part, 0).wrapping_mul(K1)).wrapping_mul(K1)).wrapping_mul(K1);
            b ^= a;
            c = (c ^ fold(at(part, 8).wrapping_mul(K1)).wrapping_mul(K1)).wrapping_mul(K1);
            d ^= c;
        }
    }
    let (a, b) = (mix(a, c), mix(d, b));
    [a ^ b, mix(b, a)]
}

/// Two numbers of 32 bytes and of two numbers.
fn weak(bytes: &[u8], a: u64, b: u64) -> (u64, u64) {
    let [w, x, y, z] = [0, 8, 16, 24].map(|place| at(bytes, place));
    let a = a.wrapping_add(w);
    let b = b.wrapping_add(a).wrapping_add(z).rotate_right(21);
    let sum = a.wrapping_add(x).wrapping_add(y);
    (sum.wrapping_add(z), b.wrapping_add(sum.rotate_right(44)).wrapping_add(a))
}

/// 128 bytes and more.
fn hash_many(bytes: &[u8], low: u64, high: u64) -> [u64; 2] {
    let (mut x, mut y, mut z) = (low, high, (bytes.len() as u64).wrapping_mul(K1));
    let first = (y ^ K1).rotate_right(49).wrapping_mul(K1).wrapping_add(at(bytes, 0));
    let turned = first.rotate_right(42).wrapping_mul(K1);
    let mut v = (first, turned.wrapping_add(at(bytes, 8)));
    let turned = x.wrapping_add(at(bytes, 88)).rotate_right(53).wrapping_mul(K1);
    let mut w = (y.wrapping_add(z).rotate_right(35).wrapping_mul(K1).wrapping_add(x), turned);
    let whole = bytes.len() / 128 * 128;
    for part in bytes[..whole].chunks_exact(64) {
        x = x.wrapping_add(y).wrapping_add(v.0).wrapping_add(at(part, 8));
        x = x.rotate_right(37).wrapping_mul(K1) ^ w.1;
        y = y.wrapping_add(v.1).wrapping_add(at(part, 48)).rotate_right(42).wrapping_mul(K1);
        y = y.wrapping_add(v.0).wrapping_add(at(part, 40));
        z = z.wrapping_add(w.0).rotate_right(33).wrapping_mul(K1);
        v = weak(part, v.1.wrapping_mul(K1), x.wrapping_add(w.0));
        w = weak(&part[32..], z.wrapping_add(w.1), y.wrapping_add(at(part, 16)));
        (x, z) = (z, x);
    }
    x = x.wrapping_add(v.0.wrapping_add(z).rotate_right(49).wrapping_mul(K0));
    z = z.wrapping_add(w.0.rotate_right(37).wrapping_mul(K0));
    // The rest, from the end; the last part overlaps bytes already hashed.
    let left = bytes.len() - whole;
    for done in (32..left + 32).step_by(32) {
        let part = &bytes[bytes.len() - done..];
        y = x.wrapping_add(y).rotate_right(42).wrapping_mul(K0).wrapping_add(v.1);
        w.0 = w.0.wrapping_add(at(part, 16));
        x = x.wrapping_mul(K0).wrapping_add(w.0);
        z = z.wrapping_add(w.1).wrapping_add(at(part, 0));
        w.1 = w.1.wrapping_add(v.0);
        v = weak(part, v.0.wrapping_add(z), v.1);
    }
    let x = mix(x, v.0);
    let y = mix(y.wrapping_add(z), w.0);
    [mix(x.wrapping_add(v.1), w.1).wrapping_add(y), mix(x.wrapping_add(w.1), y.wrapping_add(v.1))]
}

/// CRC-32C (polynomial 0x1EDC6F41, bits reversed) of eight bytes on top of what came before.
fn crc32c(crc: u32, value: u64) -> u32 {
    const TABLES: [[u32; 256]; 8] = crc_tables();
    let bytes = (value ^ u64::from(crc)).to_le_bytes();
    let part = |nth: usize| TABLES[7 - nth][usize::from(bytes[nth])];
    (0..8).fold(0, |sum, nth| sum ^ part(nth))
}

/// `[n][byte]`: what a byte does to the CRC when `n` more follow.
const fn crc_tables() -> [[u32; 256]; 8] {
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut crc, mut bit) = (byte as u32, 0);
        while bit < 8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0x82F6_3B78 } else { crc >> 1 };
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut nth = 1;
    while nth < 8 {
        let mut byte = 0;
        while byte < 256 {
            let crc = tables[nth - 1][byte];
            tables[nth][byte] = crc >> 8 ^ tables[0][(crc & 255) as usize];
            byte += 1;
        }
        nth += 1;
    }
    tables
}
