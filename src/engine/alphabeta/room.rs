//! Whether the system has memory left, asked before it is needed: most allocations of the standard library end
//! the program where there is none.

use memmap2::{MmapMut, MmapOptions};

/// What the system and the standard library keep of a thread beside its stack, bytes, rounded up. Where they find
/// no memory for it they end the program.
const RECORDS_BYTES: usize = 1 << 17;
/// What is left free for all that the threads allocate while they start and search, bytes.
const SPARE_BYTES: usize = 24 << 20;
/// What an allocator may take at once for one thread, bytes: a heap of glibc's.
const HEAP_BYTES: usize = 64 << 20;
/// Ballast is taken in pieces of this size, bytes. With what is spared, the room of the thread that is being
/// started and what others leave of their records it is less than a heap.
const BALLAST_BYTES: usize = 4 << 20;

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

/// Memory kept from the allocator while threads start and search. Where there is little, it would give some threads
/// a heap of [`HEAP_BYTES`] and leave the others nothing; with less than that in sight it serves them piece by
/// piece.
#[derive(Debug)]
pub(super) struct Ballast(
    #[cfg_attr(not(test), expect(dead_code, reason = "kept, not used"))] Vec<Room>,
);

impl Ballast {
    /// All but what so many threads, set aside for already, may allocate beside; nothing where there is enough for
    /// a heap of each.
    pub(super) fn of(threads: usize) -> Ballast {
        let heaps = threads.saturating_mul(HEAP_BYTES);
        let mut rooms = Vec::new();
        if has_room(heaps.saturating_add(SPARE_BYTES)) {
            return Ballast(rooms);
        }
        // A system may refuse so much at once that has it piece by piece.
        while has_room(SPARE_BYTES + BALLAST_BYTES) {
            if rooms.len() * BALLAST_BYTES > heaps {
                return Ballast(Vec::new());
            }
            rooms.extend(Room::of(BALLAST_BYTES));
        }
        Ballast(rooms)
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
    fn where_there_is_enough_nothing_is_kept() {
        assert!(Ballast::of(2).0.is_empty());
    }

    #[test]
    fn threads_find_what_was_set_aside_for_them() {
        let mut room = ThreadRoom::of(2, 1 << 16);
        assert!(room.threads() == 2 && room.add_thread());
        assert!((0..3).all(|_| room.give_back_one()) && !room.give_back_one());
        assert_eq!(ThreadRoom::of(2, isize::MAX as usize / 2).threads(), 0);
    }
}
