//! Memory for the threads of a search, reserved before they start, because most allocations of the standard library
//! abort the program when memory runs out.

use memmap2::{MmapMut, MmapOptions};

/// Memory that system and standard library need for a thread besides its stack, bytes, rounded up. They abort the
/// program if there is none.
const RECORDS_BYTES: usize = 1 << 17;
/// Memory left free for allocations of the threads, bytes.
const SPARE_BYTES: usize = 24 << 20;
/// Memory an allocator may reserve for one thread, bytes: a heap of glibc.
const HEAP_BYTES: usize = 64 << 20;
/// Size of a piece of ballast, bytes. Together with the spare bytes and the memory of the thread being started it is
/// less than a heap.
const BALLAST_BYTES: usize = 4 << 20;

/// Reserved memory, untouched. It is available again after this has been dropped.
#[derive(Debug)]
pub(crate) struct ReservedMemory(#[expect(dead_code, reason = "kept, not used")] MmapMut);

impl ReservedMemory {
    /// Reserves this many bytes, if possible.
    pub(crate) fn of(bytes: usize) -> Option<ReservedMemory> {
        // Directly from the system, because an allocator may keep freed memory for itself.
        MmapOptions::new().len(bytes).map_anon().ok().map(ReservedMemory)
    }
}

/// Memory reserved for the stacks of all threads before they start.
#[derive(Debug)]
pub(crate) struct ThreadMemory {
    each: usize,
    threads: Vec<ReservedMemory>,
}

impl ThreadMemory {
    /// Reserves memory for this many threads, or for as many as possible. `stack_bytes`: stack of each.
    pub(crate) fn of(threads: usize, stack_bytes: usize) -> ThreadMemory {
        let mut thread_memory =
            ThreadMemory { each: stack_bytes + RECORDS_BYTES, threads: Vec::new() };
        while thread_memory.threads() < threads && thread_memory.add_thread() {}
        thread_memory
    }

    /// Number of threads there is memory for.
    pub(crate) fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Reserves memory for one more thread; returns whether that was possible.
    pub(crate) fn add_thread(&mut self) -> bool {
        let more =
            has_memory(self.each + SPARE_BYTES).then(|| ReservedMemory::of(self.each)).flatten();
        let found = more.is_some();
        self.threads.extend(more);
        found
    }

    /// Releases the memory of one thread so that it can be started; returns whether there was any.
    pub(crate) fn release_one(&mut self) -> bool {
        self.threads.pop().is_some()
    }
}

/// Memory withheld from the allocator during a search. With little memory it would give some threads a heap of
/// [`HEAP_BYTES`] and leave the others nothing; with less than that available it serves all threads in small pieces.
#[derive(Debug)]
pub(crate) struct Ballast(
    #[cfg_attr(not(test), expect(dead_code, reason = "kept, not used"))] Vec<ReservedMemory>,
);

impl Ballast {
    /// Withholds everything beyond the needs of this many threads; nothing if there is enough for a heap each.
    pub(crate) fn of(threads: usize) -> Ballast {
        let heaps = threads.saturating_mul(HEAP_BYTES);
        let mut blocks = Vec::new();
        if has_memory(heaps.saturating_add(SPARE_BYTES)) {
            return Ballast(blocks);
        }
        // A system may refuse a large block and still have several small ones.
        while has_memory(SPARE_BYTES + BALLAST_BYTES) {
            if blocks.len() * BALLAST_BYTES > heaps {
                return Ballast(Vec::new());
            }
            blocks.extend(ReservedMemory::of(BALLAST_BYTES));
        }
        Ballast(blocks)
    }
}

/// Whether this many bytes are available now. They are not reserved, so a later allocation may still fail.
pub(crate) fn has_memory(bytes: usize) -> bool {
    ReservedMemory::of(bytes).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_amount_of_memory_is_available_and_all_of_it_is_not() {
        assert!(has_memory(1 << 16));
        assert!(!has_memory(isize::MAX as usize));
    }

    #[test]
    fn no_ballast_is_kept_if_there_is_enough_memory() {
        assert!(Ballast::of(2).0.is_empty());
    }

    #[test]
    fn threads_can_use_the_memory_reserved_for_them() {
        let mut thread_memory = ThreadMemory::of(2, 1 << 16);
        assert!(thread_memory.threads() == 2 && thread_memory.add_thread());
        assert!((0..3).all(|_| thread_memory.release_one()) && !thread_memory.release_one());
        assert_eq!(ThreadMemory::of(2, isize::MAX as usize / 2).threads(), 0);
    }
}
