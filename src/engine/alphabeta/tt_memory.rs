//! Where the transposition table lies: memory straight from the system, in huge pages where Linux has
//! them, cleared by several threads. It knows nothing of what is kept there. `memmap2` has a safe form of the
//! advice for huge pages.

use std::sync::Mutex;
use std::thread;

use memmap2::{MmapOptions, MmapRaw};

use super::room::ThreadRoom;

/// Bytes in a MiB.
const MIB: usize = 1 << 20;
/// Bytes one thread clears at a time.
const CHUNK: usize = 8 * MIB;
/// Stack of a thread that clears, bytes.
const STACK_BYTES: usize = 1 << 20;
/// This share of the memory the system says it has left may be taken, per cent. A program that takes
/// more is not refused but ended later, when it touches what is not there.
#[cfg(all(target_os = "linux", not(miri)))]
const TAKE_AT_MOST: u64 = 90;

/// What may lie in the table's memory: any bytes are a valid value of it, zeros the empty one.
///
/// # Safety
/// The type must be valid for all bit patterns, have no padding that is read, need no more than the
/// alignment of a page, and be changeable behind a shared reference by all threads.
#[expect(unsafe_code, reason = "the promise that makes reading the memory sound")]
pub(super) unsafe trait Shareable: Sync {
    /// Becomes the empty value.
    fn clear(&self);
}

/// A run of values in memory of its own.
#[derive(Debug)]
pub(super) struct Memory<T> {
    /// Raw: bytes borrowed from a map may not be changed behind a shared reference.
    map: MmapRaw,
    len: usize,
    kind: std::marker::PhantomData<T>,
}

impl<T: Shareable> Memory<T> {
    /// Room for as many values as fit into this many MiB, all empty, touched once by up to `threads`
    /// threads so that no search has to wait for it. `None` if there is no such memory.
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
        // A table is read all over, and one entry in the translation cache then covers 2 MiB of it
        // instead of 4 KiB. Where the system has no huge pages, ordinary ones do.
        #[cfg(all(target_os = "linux", not(miri)))]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Memory { map, len: bytes / size_of::<T>(), kind: std::marker::PhantomData })
    }

    /// The values.
    #[inline]
    pub(super) fn values(&self) -> &[T] {
        #[expect(unsafe_code, reason = "bytes of the system seen as values have no safe form")]
        // SAFETY: the map is at least `len * size_of::<T>()` bytes long, lives as long as the
        // borrow, begins at a page and is never handed out otherwise; `Shareable` promises that any
        // bytes are a `T` and that threads may change it through shared references.
        unsafe {
            std::slice::from_raw_parts(self.map.as_mut_ptr().cast::<T>(), self.len)
        }
    }

    /// Empties all values, with several threads when there are many.
    pub(super) fn clear(&self, threads: usize) {
        let parts = self.values().chunks(CHUNK / size_of::<T>());
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.min(parts.len()).min(processors);
        in_parallel(parts, threads, |part| part.iter().for_each(T::clear));
    }
}

/// What may be taken of the memory the system says is left, MiB; `None` where it does not say.
fn available_mib() -> Option<u64> {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        let text = std::fs::read_to_string("/proc/meminfo").ok()?;
        let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
        let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kib / 1024 * TAKE_AT_MOST / 100)
    }
    #[cfg(any(not(target_os = "linux"), miri))]
    None
}

/// Gives every part to `work`, on this thread and up to `threads - 1` others.
fn in_parallel<P>(parts: impl Iterator<Item = P> + Send, threads: usize, work: impl Fn(P) + Sync) {
    let queue = Mutex::new(parts);
    let drain = || {
        while let Some(part) = queue.lock().ok().and_then(|mut parts| parts.next()) {
            work(part);
        }
    };
    thread::scope(|scope| {
        let mut room = ThreadRoom::of(threads.saturating_sub(1), STACK_BYTES);
        for number in 1..threads {
            let helper = thread::Builder::new().name(format!("hash-{number}"));
            let helper = helper.stack_size(STACK_BYTES);
            if !room.give_back_one() || helper.spawn_scoped(scope, drain).is_err() {
                break; // Fewer helpers, the same work.
            }
        }
        drain();
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    #[expect(unsafe_code, reason = "the promise of `Shareable`")]
    // SAFETY: an atomic integer is valid for all bits and shared by its nature.
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
