//! Transposition table, shared by all search threads without locks.
//!
//! A cluster is half a cache line: one word of three 21-bit tags and three data words. A tag is the low end of the key
//! mixed with the data word, so an entry written by two threads at once matches hardly any key, like any other entry: one
//! in two million.

use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use memmap2::{MmapOptions, MmapRaw};

use super::value::Value;
use crate::search::score::Bound;
use crate::thread_memory::ThreadMemory;
use tabia_chess::Move;

/// Entries per cluster.
pub const WAYS: usize = 3;
/// Bits of a tag.
pub const TAG_BITS: u32 = 21;
pub(super) const TAG_MASK: u64 = (1 << TAG_BITS) - 1;
/// Size of a cluster, bytes.
pub const CLUSTER_BYTES: usize = size_of::<Cluster>();
/// Generations are counted modulo this.
pub(super) const GENERATIONS: u8 = 32;
/// Age penalty in replacement: plies per generation.
const AGE_PLIES: i32 = 4;
/// An entry that is at least this many plies deeper than a new one of the same position and generation is kept.
const KEPT_PLIES: i32 = 4;
/// Additional plies if the new entry is of a PV node.
const KEPT_PV_PLIES: i32 = 2;

/// A TT entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Best move, or the move that caused a cutoff.
    pub mv: Option<Move>,
    /// Value with mates counted from this position; [`UNKNOWN`](super::value::UNKNOWN) if only the evaluation is known.
    pub value: Value,
    /// Raw static evaluation, [`UNKNOWN`](super::value::UNKNOWN) in check.
    pub eval: Value,
    /// Depth of the search, plies.
    pub depth: i32,
    /// Bound of `value`; `None` if there is no value.
    pub bound: Option<Bound>,
    /// Whether it was once a PV node.
    pub pv: bool,
}

impl Entry {
    fn pack(self, generation: u8) -> u64 {
        let bound = match self.bound {
            None => 0,
            Some(Bound::Upper) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Exact) => 3,
        };
        u64::from(self.mv.map_or(0, Move::bits))
            | u64::from(self.value as i16 as u16) << 16
            | u64::from(self.eval as i16 as u16) << 32
            | u64::from(self.depth.clamp(0, 255) as u8) << 48
            | bound << 56
            | u64::from(self.pv) << 58
            | u64::from(generation) << 59
    }

    pub(super) fn unpack(data: u64) -> Entry {
        Entry {
            mv: Move::from_bits(data as u16),
            value: Value::from((data >> 16) as i16),
            eval: Value::from((data >> 32) as i16),
            depth: i32::from((data >> 48) as u8),
            bound: match data >> 56 & 3 {
                0 => None,
                1 => Some(Bound::Upper),
                2 => Some(Bound::Lower),
                _ => Some(Bound::Exact),
            },
            pv: data >> 58 & 1 != 0,
        }
    }
}

pub(super) fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8
}

/// The tag of a key with this data word. The multiplication makes it depend on every bit of the data.
#[inline]
fn tag(key: u64, data: u64) -> u64 {
    (key ^ (data.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - TAG_BITS))) & TAG_MASK
}

/// Three entries and their tags.
#[derive(Debug, Default)]
#[repr(align(32))]
pub(super) struct Cluster {
    pub(super) tags: AtomicU64,
    pub(super) data: [AtomicU64; WAYS],
}

#[expect(unsafe_code, reason = "the promise that a cluster may lie in bare memory")]
// SAFETY: a cluster is four atomic words without padding: valid for all bits, 32-byte aligned,
// changed by all threads through shared references.
unsafe impl Shareable for Cluster {
    fn clear(&self) {
        self.tags.store(0, Relaxed);
        for word in &self.data {
            word.store(0, Relaxed);
        }
    }
}

impl Cluster {
    /// The entry with this key: its number in the cluster, and its data.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<(usize, u64)> {
        let tags = self.tags.load(Relaxed);
        (0..WAYS).find_map(|way| {
            let data = self.data[way].load(Relaxed);
            let found = tags >> (way as u32 * TAG_BITS) & TAG_MASK;
            (data != 0 && found == tag(key, data)).then_some((way, data))
        })
    }

    #[inline]
    fn write_entry(&self, way: usize, key: u64, data: u64) {
        let shift = way as u32 * TAG_BITS;
        let tags = self.tags.load(Relaxed) & !(TAG_MASK << shift) | tag(key, data) << shift;
        self.data[way].store(data, Relaxed);
        self.tags.store(tags, Relaxed);
    }
}

/// There is not enough memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tabia_text::t!("engine-hash-short", asked = asked_mib.to_string(), got = got_mib.to_string()))]
pub struct HashError {
    /// Requested size, MiB.
    pub asked_mib: u32,
    /// Actual size, MiB.
    pub got_mib: u32,
}

/// Transposition table.
#[derive(Debug)]
pub struct TranspositionTable {
    /// `None` if not even one MiB is available; nothing is stored then.
    memory: Option<Memory<Cluster>>,
    generation: u8,
    mib: u32,
}

impl TranspositionTable {
    /// An empty table of about `mib` MiB. Without enough memory it has one MiB, or none at all; see
    /// [`TranspositionTable::mib`].
    pub fn new(mib: u32, threads: usize) -> TranspositionTable {
        let mut table = TranspositionTable { memory: None, generation: 0, mib: 1 };
        // A failure shows in `mib`.
        let _ = table.resize(mib, threads);
        table
    }

    /// Actual size, MiB.
    pub fn mib(&self) -> u32 {
        self.mib
    }

    /// Clears the table and changes its size.
    ///
    /// # Errors
    /// Without enough memory; the table then has its old size, or less.
    pub fn resize(&mut self, mib: u32, threads: usize) -> Result<(), HashError> {
        // The old memory is freed first: there may not be room for both.
        self.memory = None;
        self.generation = 0;
        let before = self.mib;
        let mut tries = std::iter::once(mib.max(1)).chain((0..).map_while(|n| {
            let less = before >> n;
            (less > 0).then_some(less)
        }));
        self.memory = tries.find_map(|mib| {
            let memory = Memory::new(mib, threads)?;
            self.mib = mib;
            Some(memory)
        });
        if self.memory.is_none() {
            self.mib = 0;
        }
        if self.mib == mib.max(1) {
            Ok(())
        } else {
            Err(HashError { asked_mib: mib, got_mib: self.mib })
        }
    }

    /// Clears the table, with several threads if it is large.
    pub fn clear(&mut self, threads: usize) {
        self.generation = 0;
        if let Some(memory) = &self.memory {
            memory.clear(threads);
        }
    }

    /// Starts a new generation. Its number is that of the generation [`GENERATIONS`] searches ago; in the sample from
    /// which hashfull is measured, entries left from it are removed, so that they do not count for this search.
    /// Elsewhere they stay, because scanning a large table would take too long.
    pub fn new_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
        for word in self.sample().iter().flat_map(|cluster| &cluster.data) {
            let data = word.load(Relaxed);
            if data != 0 && generation_of(data) == self.generation {
                word.store(0, Relaxed);
            }
        }
    }

    /// The sample from which hashfull is measured.
    fn sample(&self) -> &[Cluster] {
        let clusters = self.clusters();
        &clusters[..clusters.len().min(1000)]
    }

    #[inline]
    pub(super) fn clusters(&self) -> &[Cluster] {
        self.memory.as_ref().map_or(&[], Memory::values)
    }

    #[inline]
    pub(super) fn cluster(&self, key: u64) -> Option<&Cluster> {
        let clusters = self.clusters();
        // Multiply-shift maps the key to any number of clusters.
        let index = (u128::from(key) * clusters.len() as u128) >> 64;
        clusters.get(index as usize)
    }

    /// Prefetches the cluster of this key.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        if let Some(cluster) = self.cluster(key) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            #[expect(unsafe_code, reason = "prefetch has no safe form")]
            // SAFETY: a prefetch never faults and changes nothing, and the address is that of a live reference.
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(cluster).cast());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Looks up a position by its key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key)?.find(key).map(|(_, data)| Entry::unpack(data))
    }

    /// Stores an entry. An entry of the same position and generation is kept if it is deeper by at least
    /// [`KEPT_PLIES`], for a PV node by [`KEPT_PV_PLIES`] more, unless the new value is exact. A known move is kept if
    /// the new entry has none.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let Some(cluster) = self.cluster(key) else { return };
        if let Some((way, old)) = cluster.find(key) {
            if entry.mv.is_none() {
                entry.mv = Entry::unpack(old).mv;
            }
            let fresh = generation_of(old) == self.generation;
            let kept_from = entry.depth + KEPT_PLIES + KEPT_PV_PLIES * i32::from(entry.pv);
            if entry.bound == Some(Bound::Exact) || !fresh || depth_of(old) < kept_from {
                cluster.write_entry(way, key, entry.pack(self.generation));
            }
            return;
        }
        let way =
            (0..WAYS).min_by_key(|&way| self.replacement_value(cluster.data[way].load(Relaxed)));
        cluster.write_entry(way.unwrap_or(0), key, entry.pack(self.generation));
    }

    /// Replacement value: depth less age.
    #[inline]
    fn replacement_value(&self, data: u64) -> i32 {
        if data == 0 {
            return i32::MIN;
        }
        depth_of(data) - AGE_PLIES * i32::from(self.age(data))
    }

    /// Age of an entry in searches.
    pub(super) fn age(&self, data: u64) -> u8 {
        (self.generation + GENERATIONS - generation_of(data)) % GENERATIONS
    }

    /// Entries of the current generation, per mille, from a sample.
    pub fn hashfull(&self) -> u32 {
        let sample = self.sample();
        let used = sample.iter().flat_map(|cluster| &cluster.data).filter(|word| {
            let data = word.load(Relaxed);
            data != 0 && generation_of(data) == self.generation
        });
        (used.count() * 1000 / (sample.len() * WAYS).max(1)) as u32
    }
}

// Memory of the table: mapped from the system, in huge pages where Linux has them, cleared by several threads.
// `memmap2` has a safe call for huge pages.

/// Bytes in a MiB.
const MIB: usize = 1 << 20;
/// Bytes a thread clears at a time.
const CHUNK: usize = 8 * MIB;
/// Stack of a clearing thread, bytes.
const STACK_BYTES: usize = 1 << 20;
/// Maximum share of the free memory, per cent. A program that takes more is ended later, when it touches the memory.
#[cfg(all(target_os = "linux", not(miri)))]
const MAX_PER_CENT: u64 = 90;

/// A type for which any bytes are valid and zeros are empty.
///
/// # Safety
/// The type must be valid for all bit patterns, have no padding that is read, need at most page alignment, and be
/// mutable by all threads through a shared reference.
#[expect(unsafe_code, reason = "the promise that makes reading the memory sound")]
pub(super) unsafe trait Shareable: Sync {
    /// Sets the empty value.
    fn clear(&self);
}

/// Values in mapped memory.
#[derive(Debug)]
pub(super) struct Memory<T> {
    /// Raw, because bytes borrowed from a map must not be changed behind a shared reference.
    map: MmapRaw,
    len: usize,
    kind: std::marker::PhantomData<T>,
}

impl<T: Shareable> Memory<T> {
    /// Room for this many MiB of values, all empty, touched by up to `threads` threads so that no search has to wait
    /// for it. `None` without enough memory.
    pub(super) fn new(mib: u32, threads: usize) -> Option<Memory<T>> {
        let bytes = (mib as usize).checked_mul(MIB)?;
        if available_mib().is_some_and(|available| u64::from(mib) > available) {
            return None;
        }
        let memory = Memory::map(bytes)?;
        memory.clear(threads);
        Some(memory)
    }

    fn map(bytes: usize) -> Option<Memory<T>> {
        let map = MmapRaw::from(MmapOptions::new().len(bytes).map_anon().ok()?);
        // The table is accessed at random, and with huge pages one TLB entry covers 2 MiB instead of 4 KiB. Where the
        // system has none, ordinary pages are used.
        #[cfg(all(target_os = "linux", not(miri)))]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Memory { map, len: bytes / size_of::<T>(), kind: std::marker::PhantomData })
    }

    /// The values.
    #[inline]
    pub(super) fn values(&self) -> &[T] {
        #[expect(unsafe_code, reason = "bytes of the system seen as values have no safe form")]
        // SAFETY: the map is at least `len * size_of::<T>()` bytes long, lives as long as the borrow, begins at a page
        // and is only accessed here; `Shareable` guarantees that any bytes are a valid `T` and that threads may change
        // it through shared references.
        unsafe {
            std::slice::from_raw_parts(self.map.as_mut_ptr().cast::<T>(), self.len)
        }
    }

    /// Clears all values, with several threads if there are many.
    pub(super) fn clear(&self, threads: usize) {
        let parts = self.values().chunks(CHUNK / size_of::<T>());
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.min(parts.len()).min(processors);
        in_parallel(parts, threads, |part| part.iter().for_each(T::clear));
    }
}

/// Maximum size, MiB, by the free memory; `None` if the system does not report it.
fn available_mib() -> Option<u64> {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        let text = std::fs::read_to_string("/proc/meminfo").ok()?;
        let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
        let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kib / 1024 * MAX_PER_CENT / 100)
    }
    #[cfg(any(not(target_os = "linux"), miri))]
    None
}

/// Calls `work` for every part, on this thread and up to `threads - 1` others.
fn in_parallel<P>(parts: impl Iterator<Item = P> + Send, threads: usize, work: impl Fn(P) + Sync) {
    let queue = Mutex::new(parts);
    let drain = || {
        while let Some(part) = queue.lock().ok().and_then(|mut parts| parts.next()) {
            work(part);
        }
    };
    thread::scope(|scope| {
        let mut thread_memory = ThreadMemory::of(threads.saturating_sub(1), STACK_BYTES);
        for number in 1..threads {
            let helper = thread::Builder::new().name(format!("hash-{number}"));
            let helper = helper.stack_size(STACK_BYTES);
            if !thread_memory.release_one() || helper.spawn_scoped(scope, drain).is_err() {
                break; // Fewer helpers, the same work.
            }
        }
        drain();
    });
}

#[cfg(test)]
mod tests {
    use super::super::value::UNKNOWN;
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use tabia_chess::SplitMix64;

    fn entry(rng: &mut SplitMix64) -> Entry {
        let bounds = [None, Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact)];
        Entry {
            mv: Move::from_bits(rng.next_u64() as u16),
            value: rng.below(64_000) as Value - 32_000,
            eval: if rng.below(4) == 0 { UNKNOWN } else { rng.below(60_000) as Value - 30_000 },
            depth: rng.below(200) as i32 + 1,
            bound: bounds[rng.below(4)],
            pv: rng.below(2) == 1,
        }
    }

    #[test]
    fn entries_come_back_as_they_were_packed() {
        let mut rng = SplitMix64::new(1);
        for _ in 0..10_000 {
            let one = entry(&mut rng);
            assert_eq!(Entry::unpack(one.pack(rng.below(32) as u8)), one);
        }
    }

    #[test]
    fn what_was_stored_is_found_and_nothing_else() {
        let mut table = TranspositionTable::new(1, 1);
        table.new_search();
        let mut rng = SplitMix64::new(2);
        let known: Vec<(u64, Entry)> =
            (0..2000).map(|_| (rng.next_u64(), entry(&mut rng))).collect();
        for &(key, entry) in &known {
            table.store(key, entry);
        }
        let kept = known.iter().filter(|(key, entry)| table.probe(*key) == Some(*entry)).count();
        assert!(kept > 1950, "{kept} of 2000 kept in a table for 98304");
        let strangers = (0..100_000).filter(|_| table.probe(rng.next_u64()).is_some()).count();
        assert!(strangers <= 2, "{strangers} positions found that were never stored");
        assert!(table.hashfull() > 5);
        table.clear(2);
        assert_eq!(table.hashfull(), 0);
        assert!(known.iter().all(|(key, _)| table.probe(*key).is_none()));
    }

    #[test]
    fn half_an_entry_of_another_writer_is_not_found() {
        let mut rng = SplitMix64::new(3);
        let cluster = Cluster::default();
        let mut found = 0;
        for _ in 0..10_000 {
            let key = rng.next_u64();
            cluster.write_entry(1, key, entry(&mut rng).pack(1));
            // Another thread has written its data word, but not yet its tag word.
            let other = entry(&mut rng).pack(1);
            cluster.data[1].store(other, Relaxed);
            found += usize::from(cluster.find(key).is_some_and(|(way, _)| way == 1));
        }
        assert_eq!(found, 0);
    }

    #[test]
    fn threads_that_write_at_once_find_only_what_was_written() {
        let mut table = TranspositionTable::new(1, 2);
        table.new_search();
        // A thousand positions in eight clusters; the entry is a function of key and depth.
        let key = |number: u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15) & ((1 << 52) - 1);
        let known = |key: u64, depth: i32| {
            let mixed = SplitMix64::new(key ^ depth as u64).next_u64();
            let mv = Move::from_bits(mixed as u16);
            let value = (mixed >> 16 & 0x3FFF) as Value;
            let pv = mixed >> 40 & 1 != 0;
            Entry { mv, value, eval: -value, depth, bound: Some(Bound::Exact), pv }
        };
        let rounds = if cfg!(miri) { 2_000 } else { 200_000 };
        let work = |seed: u64| {
            let (mut rng, mut found) = (SplitMix64::new(seed), 0);
            for _ in 0..rounds {
                let key = key(rng.below(1000) as u64);
                let mut entry = known(key, rng.below(60) as i32 + 1);
                // An entry without a move must not lose the move of another depth.
                entry.mv = entry.mv.or(Move::from_bits(1));
                table.store(key, entry);
                if let Some(met) = table.probe(key) {
                    let expected = known(key, met.depth);
                    let mv = expected.mv.or(Move::from_bits(1));
                    assert_eq!(met, Entry { mv, ..expected });
                    found += 1;
                }
            }
            found
        };
        let found: u64 = std::thread::scope(|scope| {
            let threads: Vec<_> = (1..=3).map(|seed| scope.spawn(move || work(seed))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no torn entry")).sum()
        });
        assert!(found > rounds, "{found} of {} found", 3 * rounds);
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_age() {
        let mut table = TranspositionTable::new(1, 1);
        table.new_search();
        let key = |tag: u64| 0x1234_0000_0000_0000 | tag;
        let deep =
            Entry { mv: None, value: 10, eval: 5, depth: 30, bound: Some(Bound::Lower), pv: false };
        table.store(key(1), deep);
        for tag in 2..20 {
            table.store(key(tag), Entry { depth: 2, ..deep });
        }
        assert!(table.probe(key(1)).is_some());
        for _ in 0..10 {
            table.new_search();
        }
        for tag in 2..20 {
            table.store(key(tag), Entry { depth: 2, ..deep });
        }
        assert!(table.probe(key(1)).is_none());
    }

    #[test]
    fn entries_of_an_old_search_with_the_same_generation_number_do_not_count() {
        let mut table = TranspositionTable::new(1, 1);
        table.new_search();
        let mut rng = SplitMix64::new(4);
        let known: Vec<u64> = (0..50_000).map(|_| rng.next_u64()).collect();
        for &key in &known {
            table.store(key, entry(&mut rng));
        }
        let full = table.hashfull();
        assert!(full > 300, "{full}");
        for _ in 1..GENERATIONS {
            table.new_search();
            assert_eq!(table.hashfull(), 0);
        }
        assert!(known.iter().any(|&key| table.probe(key).is_some()), "what was found is kept");
        table.new_search();
        assert_eq!(table.hashfull(), 0);
    }

    #[test]
    fn an_absurd_size_leaves_the_old_one() {
        let mut table = TranspositionTable::new(2, 1);
        let error = table.resize(u32::MAX, 1).expect_err("four pebibytes");
        assert_eq!(error, HashError { asked_mib: u32::MAX, got_mib: 2 });
        assert_eq!(table.mib(), 2);
    }

    #[expect(unsafe_code, reason = "the promise of `Shareable`")]
    // SAFETY: an atomic integer is valid for all bits and may be shared.
    unsafe impl Shareable for AtomicU64 {
        fn clear(&self) {
            self.store(0, Relaxed);
        }
    }

    #[test]
    fn memory_is_empty_when_new_and_when_cleared() {
        let memory: Memory<AtomicU64> = Memory::new(17, 3).expect("17 MiB");
        assert_eq!(memory.values().len(), 17 * MIB / 8);
        assert!(memory.values().iter().all(|value| value.load(Relaxed) == 0));
        memory.values().iter().for_each(|value| value.store(7, Relaxed));
        memory.clear(2);
        assert!(memory.values().iter().all(|value| value.load(Relaxed) == 0));
    }

    #[test]
    fn more_than_there_is_is_refused() {
        assert!(Memory::<AtomicU64>::new(u32::MAX, 1).is_none());
    }
}
