//! Whether the system has memory left, asked before it is needed: most allocations of the standard library end
//! the program where there is none.

use memmap2::{MmapMut, MmapOptions};

/// What the system and the standard library keep of a thread beside its stack, bytes, rounded up. Where they find
/// no memory for it they end the program.
const RECORDS_BYTES: usize = 1 << 20;
/// What is left free for all that the threads allocate while they start and search, bytes. With the memory of one
/// thread it is less than what an allocator may take at once for a thread of its own, 64 MiB.
const SPARE_BYTES: usize = 24 << 20;

/// Memory set aside, untouched: it is there for whoever asks after this has been dropped.
#[derive(Debug)]
pub(super) struct Room(#[expect(dead_code, reason = "kept, not used")] MmapMut);

impl Room {
    /// So many bytes, if they can be had.
    pub(super) fn of(bytes: usize) -> Option<Room> {
        // Straight from the system: an allocator may keep what is given back to it for itself.
        MmapOptions::new().len(bytes).map_anon().ok().map(Room)
    }
}

/// Memory that threads will need as soon as they are started: set aside for all of them at first, so that nothing
/// that one of them allocates takes the place of another's stack.
#[derive(Debug)]
pub(super) struct ThreadRoom {
    each: usize,
    threads: Vec<Room>,
}

impl ThreadRoom {
    /// Memory for so many threads, or for as many as there is memory for. `stack_bytes`: of each.
    pub(super) fn of(threads: usize, stack_bytes: usize) -> ThreadRoom {
        let mut room = ThreadRoom { each: stack_bytes + RECORDS_BYTES, threads: Vec::new() };
        while room.threads() < threads && room.add_thread() {}
        room
    }

    /// How many threads it is enough for.
    pub(super) fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Sets memory aside for one more, and says whether there was any.
    pub(super) fn add_thread(&mut self) -> bool {
        let more = has_room(self.each + SPARE_BYTES).then(|| Room::of(self.each)).flatten();
        let found = more.is_some();
        self.threads.extend(more);
        found
    }

    /// Gives back what was set aside for one thread: the next that is started finds it. Says whether there was any.
    pub(super) fn give_back_one(&mut self) -> bool {
        self.threads.pop().is_some()
    }
}

/// Whether so many bytes could be had now. They are not kept: what is allocated next may still fail where
/// others allocate at the same time.
pub(super) fn has_room(bytes: usize) -> bool {
    Room::of(bytes).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_is_there_and_everything_is_not() {
        assert!(has_room(1 << 16));
        assert!(!has_room(isize::MAX as usize));
    }

    #[test]
    fn threads_find_what_was_set_aside_for_them() {
        let mut room = ThreadRoom::of(2, 1 << 16);
        assert!(room.threads() == 2 && room.add_thread());
        assert!((0..3).all(|_| room.give_back_one()) && !room.give_back_one());
        assert_eq!(ThreadRoom::of(2, isize::MAX as usize / 2).threads(), 0);
    }
}
